# ruff: noqa
# Snippets for chapter 9, run on real PyTorch by tools/record.py; the answers are in ch09.json.

# %% a write through data: fine for 2 * x, silently wrong for x ** 2
for f in (lambda t: 2 * t, lambda t: t ** 2):
    x = torch.ones(1, requires_grad=True)
    y, x.data = f(x), x.data * 100
    y.backward()
    print(x, x.grad, x._version)

# %% who shares memory and counter: a view and detach; data shares the memory only
t = torch.ones(2)
v, d, s, c = t[0:1], t.detach(), t.data, t.clone()
for one in (t, v, d, s, c, v.detach(), d[1:2]): one.add_(1)
r = torch.ones(1, 2).expand(3, 2); r[0] = 7.
print(t, s, c, r, [one._version for one in (t, v, d, s, c)], v._base is t, v[0:1]._base is t, v._is_view(), t._base)

# %% an input that a rule needs: noted late, named by its maker
h = torch.tensor([1., 2.], requires_grad=True) + 0
h.add_(1)
y = h * h
h.mul_(2).neg_()
y.sum().backward()

# %% written into before it is saved, and a second operand written into
x = torch.tensor([2., 3.], requires_grad=True)
h, k = x * 1, x * 1
z = (h.add_(1) * k.mul_(2)).sum()
print(torch.autograd.grad(z, x, retain_graph=True), z.grad_fn.next_functions[0][0]._saved_self)
k.zero_(); z.backward()

# %% a result that its own rule needs; a counter that was there before, or comes later
x = torch.tensor([2.], requires_grad=True)
for write in (lambda y: y.add_(1), lambda y: y.detach().zero_(), lambda y: y[0:1].mul_(1)):
    y = x.exp(); z = write(y)
    try: print(torch.autograd.grad(y.sum(), x))
    except RuntimeError as error: print(error)

# %% exp_ keeps no second copy: fine alone, refused after another write
x = torch.tensor([1., 2.], requires_grad=True)
h = (x * 1).exp_()
node, before = h.grad_fn, h._version
print(torch.autograd.grad(h.sum(), x, retain_graph=True), before, node._saved_result._version, node._saved_result.requires_grad)
h.add_(1).sum().backward()

# %% exp_ of a view: the node watches the view's memory
x = torch.tensor([1., 2., 3.], requires_grad=True)
h = x * 1
v = h[0:2].exp_()
print(torch.autograd.grad(h.sum(), x, retain_graph=True), h._version, type(h.grad_fn).__name__)
h[1] = 0.; h.sum().backward()

# %% what was: the rule of the write reads the numbers from before
x, w = torch.tensor([1., 2.], requires_grad=True), torch.tensor(3., requires_grad=True)
h = (x + 0).mul_(w)
saved = h.grad_fn._saved_self
print(h, saved.tolist(), saved._version, saved.is_leaf, saved.output_nr, torch.autograd.grad(h.sum(), [x, w]))
h = x + 0; h *= h; print(h, torch.autograd.grad(h.sum(), x), h._version)

# %% what is freed says so, whatever was written
x = torch.tensor([1., 2.], requires_grad=True)
y = x * x
y.sum().backward()
with torch.no_grad(): x += 1
y.grad_fn._saved_self

# %% a write in a no_grad block leaves the leaf a leaf, and is counted
w = torch.tensor([2.], requires_grad=True)
y = w ** 2
with torch.no_grad(): w -= 0.5; w[0] = 9.
print(w, w.is_leaf, w._version)
y.backward()

# %% which node has each write, and what goes back
x = torch.tensor([4., 9.], requires_grad=True)
for write in ("h += 1", "h -= 1", "h *= 2", "h /= 2", "h **= 2", "h.add_(1)", "h.sub_(1)", "h.mul_(2)", "h.div_(2)",
              "h.neg_()", "h.exp_()", "h.zero_()", "h.fill_(3)", "h.copy_(x * 5)", "h[0] = 7.", "h[x > 5] = 1."):
    h = x + 0; before = h; exec(write)
    print(write, h is before, h, torch.autograd.grad(h.sum(), x), h._version)

# %% a write into a view: the base has the history, each view a new node
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x * x; v, u = y[0:2], y.view(3, 1)
v.mul_(10); y[0] = 5.; u.mul_(2)
print(y, v, u, [type(t.grad_fn).__name__ for t in (y, v, u)], y.grad_fn.name(), v._version)
print([torch.autograd.grad(t.sum(), x, retain_graph=True)[0].tolist() for t in (y, v, u)])

# %% what is refused: a leaf, its view, a view from no_grad, and a view of that
x = torch.ones(2, requires_grad=True); y = x * 2
with torch.no_grad(): first, w = y[0:1], x[0:1]; both = first[0:1]
for write in ("x.add_(1)", "x[0] = 5.", "first.mul_(2)", "both.mul_(2)", "w.mul_(2)", "x.detach().mul_(2)"):
    try: exec(write); print(write, x)
    except RuntimeError as error: print(write, str(error)[-70:])

# %% detach_ takes the tensor itself out; detach() leaves it where it was, and a view refuses
y, z = [torch.ones(2, requires_grad=True) * 3 for _ in "ab"]
print(y.detach().is_leaf, y.is_leaf, z.detach_() is z, z.is_leaf, z.grad_fn, z.requires_grad)
try: y[0:1].detach_()
except RuntimeError as error: print(str(error).partition(".")[0])
z.sum().backward()

# %% what does not fit: shape, dtype, memory shown several times, no number
t, n = torch.ones(2), torch.tensor([1, 2])
for write in ("t.add_(torch.ones(2, 2))", "t.add_(other=t)", "n.mul_(0.5)", "t.expand(3, 2).add_(1)", "t.add_('a')", "t += 'a'", "t -= 'a'",
              "t *= 'a'", "t /= 'a'", "t **= 'a'", "t[0] = 'a'", "t.copy_('a')"):
    try: exec(write); print(t, t.add_.__name__)
    except (RuntimeError, TypeError) as error: print(error)
