# ruff: noqa
# Snippets for chapter 10, run on real PyTorch by tools/record.py; the answers are in ch10.json.

# %% a result in the middle
a = torch.tensor([2.], requires_grad=True)
b = a * 3
b.retain_grad()
(b ** 2).sum().backward()
b.grad, a.grad

# %% results keep no gradient, leaves do
a = torch.tensor([2.], requires_grad=True)
b = a * 3
(b * b).backward()
print(a.grad, torch.ones(1).grad)
print(b.grad)

# %% the gradient of a result: by grad
x = torch.tensor([1., 3.], requires_grad=True)
y = x * 2
torch.autograd.grad((y ** 2).sum(), y), x.grad

# %% and by a hook
x, seen = torch.tensor([1., 3.], requires_grad=True), []
y = x * 2
y.register_hook(seen.append)
(y ** 2).sum().backward()
seen, x.grad

# %% grad for several, one of them unused
x, w, u = [torch.tensor(v, requires_grad=True) for v in ([1., 3.], [2., 2.], [1., 1.])]
print(torch.autograd.grad((x * w).sum(), [x, w]))
print(torch.autograd.grad((x * w).sum(), [x, u], allow_unused=True))
torch.autograd.grad((x * w).sum(), u)

# %% a doubling hook on a leaf that is its own root
v = torch.zeros(3, requires_grad=True)
h = v.register_hook(lambda grad: grad * 2)
v.backward(torch.ones(3))
h.remove()
v.grad.data

# %% each hook once per pass, in the order of registration
y, log = torch.tensor([1., 2.], requires_grad=True) * 2, []
y.register_hook(lambda g: log.append(('first', g.tolist())))
y.register_hook(lambda g: log.append(('second', g.tolist())))
y.sum().backward(retain_graph=True)
y.sum().backward(), log

# %% keep, double, silence
for hook in (lambda g: None, lambda g: g * 2, lambda g: g * 0):
    x = torch.tensor([1., 2.], requires_grad=True)
    with x.register_hook(hook):
        (x * 3).sum().backward()
    print(x.grad)

# %% removed, and removed again
x = torch.zeros(2, requires_grad=True)
h = x.register_hook(lambda g: g * 2)
x.sum().backward()
print(x.grad, h.remove(), h.remove())
x.sum().backward(), x.grad

# %% the dict of hooks
y = torch.ones(1, requires_grad=True) * 2
print(y._backward_hooks)
h = y.register_hook(lambda g: None)
print(type(y._backward_hooks).__name__, list(y._backward_hooks) == [h.id], h)
h.remove(), len(y._backward_hooks)

# %% a kept gradient adds up over passes
y = torch.ones(2, requires_grad=True) * 2
print(y.retains_grad, y.retain_grad(), y.retain_grad(), y.retains_grad)
y.sum().backward(retain_graph=True)
y.sum().backward()
y.grad

# %% on a leaf it changes nothing
x = torch.ones(2, requires_grad=True)
x.retain_grad()
x.sum().backward()
x.retains_grad, x.grad

# %% it keeps what the hooks have left
y = torch.ones(2, requires_grad=True) * 2
y.retain_grad()
y.register_hook(lambda g: g * 5)
y.sum().backward()
y.grad

# %% an old hook, an old value
y = torch.ones(2, requires_grad=True) * 2
y.register_hook(lambda g: print('old', g))
y.mul_(3)
y.register_hook(lambda g: print('new', g))
y.sum().backward()

# %% when a leaf is complete
x = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(lambda leaf: print(leaf.grad))
for _ in range(2):
    (x * 5).sum().backward()

# %% both sides of a rule
r = torch.tensor(2., requires_grad=True) * torch.tensor(5., requires_grad=True)
r.grad_fn.register_prehook(lambda grads: print('in', grads))
r.grad_fn.register_hook(lambda results, grads: print('out', results))
(r * 10).backward()

# %% a hook needs the flag
torch.ones(2).register_hook(print)

# %% so does retain_grad
torch.ones(1).retain_grad()

# %% only leaves are complete
(torch.ones(1, requires_grad=True) * 2).register_post_accumulate_grad_hook(print)

# %% another size
x = torch.ones(2, requires_grad=True)
x.register_hook(lambda g: g.sum())
x.sum().backward()

# %% no tensor
x = torch.ones(2, requires_grad=True)
x.register_hook(lambda g: 3)
x.sum().backward()

# %% a node's hook answers with a tuple
y = torch.ones(2, requires_grad=True) * 2
y.grad_fn.register_prehook(lambda grads: grads[0])
y.sum().backward()

# %% what document 000 lists of an addition's node, and of a power's
x = torch.ones(2, requires_grad=True)
for node in ((x + 2).grad_fn, (x ** 2).grad_fn):
    print([name for name in ("metadata", "name", "next_functions", "register_hook") if hasattr(node, name)])
    print(node.name(), node.metadata, callable(node), node.requires_grad)
