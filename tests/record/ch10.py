# ruff: noqa
# Snippets for chapter 10, run on real PyTorch by tools/record.py; the answers are in ch10.json.

# %% a hook sees both uses at once, and what it returns goes on
a = torch.tensor(2., requires_grad=True)
b = a * 3
b.register_hook(lambda g: print('arrived', g))
b.register_hook(lambda g: g * 10)
(b * 5 + b * 7).backward(), a.grad

# %% document 002: a doubling hook on a leaf, and removed again
v = torch.zeros(3, requires_grad=True)
h = v.register_hook(lambda grad: grad * 2)
v.backward(torch.ones(3))
print(v.grad.data, h.remove(), h.remove())
v.backward(torch.ones(3)), v.grad

# %% a handle each, with a number of its own; `with` removes it
x = torch.ones(2, requires_grad=True)
with x.register_hook(lambda g: g * 2) as h:
    k = (x * 3).register_hook(print)
    x.sum().backward()
x.sum().backward(), x.grad, k.id - h.id, type(h).__name__

# %% a leaf keeps its hook when its node is made anew
x = torch.tensor(1., requires_grad=True)
x.register_hook(lambda g: print('comes in', g))
for _ in range(3): (x * 5).backward()
x.grad, x.is_leaf

# %% retain_grad keeps what the hooks have left, and adds up
y = torch.ones(2, requires_grad=True) * 2
print(y.retain_grad(), y.retain_grad(), y.register_hook(lambda g: g * 5) is None)
start = torch.ones(2)
y.backward(start, retain_graph=True), y.backward(start)
y.grad, start

# %% kept, and a copy: writing into y.grad changes nobody else
x = torch.ones(2, requires_grad=True)
y, start = x * 1, torch.ones(2)
y.retain_grad(), x.retain_grad()
y.backward(start)
y.grad.mul_(7), start, x.grad

# %% after a write into y: the old hook sees the old value, retain_grad follows
y, q = torch.ones(2, requires_grad=True) * 2, torch.ones(2, requires_grad=True) * 2
y.retain_grad(), y.register_hook(lambda g: print('old', g)), q.register_hook(print)
y.mul_(3), q.mul_(3)
y.register_hook(lambda g: print('new', g))
(y + q).sum().backward(), y.grad

# %% a result that is gone keeps nothing; its history still gets there
x = torch.ones(2, requires_grad=True)
z = (y := x * 2) + 1
y.retain_grad(), z.retain_grad()
del y
z.sum().backward(), z.grad, x.grad

# %% a leaf is called when its last part has arrived: z w y x, then z y x w
for late in (False, True):
    x, w = [torch.tensor(n, requires_grad=True) for n in (2., 5.)]
    other, y = w * 2, x * w if late else x * 3
    for name, t in (('x', x), ('w', w), ('y', y), ('z', z := y * w)): t.register_hook(lambda g, name=name: print(name, g))
    z.backward()

# %% grad() finds a leaf early as well, and leaves the other alone
x, w = [torch.tensor(n, requires_grad=True) for n in (2., 5.)]
y = x * w
y.register_hook(lambda g: g * 10), w.register_hook(lambda g: g + 1)
print(torch.autograd.grad(y * w, [w, y]), x.grad)
torch.autograd.grad(w, w)

# %% what a hook computes leaves no nodes behind
x = torch.tensor(3., requires_grad=True)
x.register_hook(lambda g: print((x * g).requires_grad, torch.is_grad_enabled()))
(x * x).backward()
(x * x).requires_grad, x.grad

# %% five places, by place
x = torch.tensor(2., requires_grad=True)
n, say = (y := x * 3).grad_fn, lambda name: lambda *given: print(name, *given)
x.register_post_accumulate_grad_hook(say('complete')), n.register_hook(say('after'))
x.register_hook(say('x')), n.register_prehook(say('before')), y.register_hook(say('y'))
(y * y).backward(), (x * 5).backward()

# %% a node's hooks replace, all together, before and after the rule
x, w = [torch.tensor(n, requires_grad=True) for n in (2., 5.)]
y = x * w
y.grad_fn.register_prehook(lambda grads: (grads[0] * 10,)), y.grad_fn.register_prehook(lambda grads: print(grads))
y.grad_fn.register_hook(lambda parts, grads: (None, parts[1] + 1)), y.grad_fn.register_hook(lambda *g: print(g))
y.backward(), x.grad, w.grad

# %% an error in a hook: what has been filled stays, and recording is on again
x, w = [torch.tensor(n, requires_grad=True) for n in (2., 5.)]
(y := x * 3).register_hook(lambda g: 1 / 0)
try: (y * w).backward()
except ZeroDivisionError as error: print(error, w.grad, x.grad, (x * w).requires_grad)

# %% no gradient, no hook; no leaf, never complete; another size; no tensor
x = torch.ones(2, requires_grad=True)
for act in (torch.ones(2).register_hook, torch.ones(2).register_post_accumulate_grad_hook, (x * 2).register_post_accumulate_grad_hook, lambda f: torch.ones(2).retain_grad(), lambda f: (x.register_hook(f), x.sum().backward())):
    try: act(lambda g: 3)
    except (RuntimeError, TypeError) as error: print(type(error).__name__, error)
