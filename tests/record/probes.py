# ruff: noqa
# Snippets beyond the chapters', run on real PyTorch by tools/record.py; the answers are in probes.json.

# %% printing: one number of each dtype
print(torch.tensor(3), torch.tensor(3.), torch.tensor(True), torch.tensor(3., dtype=torch.float64))

# %% printing: a list of each dtype
for dtype in (torch.int64, torch.float32, torch.float64, torch.bool): print(torch.tensor([0, 1, 2], dtype=dtype))

# %% printing: nothing in it
print(torch.tensor([]), torch.ones(0, 3), torch.ones(2, 0, dtype=torch.int64), torch.zeros(0, dtype=torch.bool))

# %% printing: nothing in it, with the flag and with a history
x = torch.ones(0, 3, requires_grad=True)
print(x, x * 2, (x * 2).sum(), sep="\n")

# %% printing: infinite, and no number at all
torch.tensor([1.5, float("inf"), float("-inf"), float("nan")])

# %% printing: only whole numbers and infinity
print(torch.tensor([1., float("inf")]), torch.tensor([float("nan")]), torch.tensor(float("-inf")))

# %% printing: big, small, and both
print(torch.tensor([1e9, 2e9]), torch.tensor([1e-6]), torch.tensor([1e-6, 1e6]), torch.tensor([0.5, 2000.]))

# %% printing: minus signs widen the column
torch.tensor([[1., -2.], [30., 4.]])

# %% printing: whole numbers of several lengths
torch.tensor([[1, -20], [300, 4]])

# %% printing: a thousand entries are shown, one more is not
print(str(torch.arange(1000)).count("\n"), torch.arange(1001))

# %% printing: a big matrix is summarised in both directions
torch.arange(1200.).view(40, 30)

# %% printing: three dimensions are printed in blocks
torch.arange(12).view(2, 3, 2)

# %% printing: where the line ends
torch.arange(30)

# %% printing: where the line ends, with a history
torch.ones(14, dtype=torch.float64, requires_grad=True) / 3

# %% printing: the flag, or the node, but not both
x = torch.ones(2, requires_grad=True)
print(x, x + 1, (x + 1).detach(), x.data)

# %% printing: the flag and the dtype
print(torch.ones(2, dtype=torch.float64, requires_grad=True), torch.ones((), dtype=torch.float64) * 2)

# %% printing: a node with a number in its name
x = torch.ones(2, 2, requires_grad=True)
print(x.sum(0), x.mean(1, keepdim=True), x ** 2, 2 ** x, 1 - x, sep="\n")

# %% printing: the printed node of a view, of a write into it, of its base
x = torch.ones(2, 2, requires_grad=True).clone()
row = x[0]
row.mul_(2)
print(row, x, sep="\n")

# %% printing: options: two decimals
torch.set_printoptions(precision=2)
print(torch.arange(12.).reshape(2, 6) / 7, torch.tensor([1e-7, 3e5]), torch.arange(3), sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options: the profile short
torch.set_printoptions(profile="short")
print(torch.zeros(1001), torch.arange(3) / 3, torch.ones(2, dtype=torch.float64) / 3, sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options: the profile full
torch.set_printoptions(profile="full", precision=1)
print(str(torch.zeros(2000)).count('0'), torch.ones(2) / 3, sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options: no such profile
torch.set_printoptions(profile="nosuch", linewidth=30)
print(torch.arange(12.) / 7, torch.arange(12), sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options: few entries
torch.set_printoptions(threshold=5, edgeitems=1)
print(torch.arange(40).reshape(8, 5), torch.ones(2, 3), torch.zeros(9), torch.zeros(5), sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options: no entry at all
torch.set_printoptions(threshold=3, edgeitems=0)
print(torch.arange(40).reshape(8, 5), torch.arange(4) / 3, torch.tensor(0.), torch.zeros(0, 2), sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options: always scientific
torch.set_printoptions(sci_mode=True)
print(torch.arange(3.), torch.arange(3) / 3, torch.zeros(2), torch.tensor(float('inf')), sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options: never scientific
torch.set_printoptions(sci_mode=False)
print(torch.tensor([1e-7, 1., 3e5]), torch.tensor([1e9]), sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options: a short line
torch.set_printoptions(linewidth=30)
print(torch.ones(2, 3, dtype=torch.float64), torch.ones(3, requires_grad=True), sep="\n")
torch.set_printoptions(profile="default")

# %% printing: options in places
torch.set_printoptions(1, 4, 1, 20, None, True)
print(torch.arange(5.) / 3, torch.zeros(3, 3))
torch.set_printoptions(profile="default")
torch.arange(5.) / 3

# %% printing: formatted strings
x = torch.tensor(2.71828, requires_grad=True)
f"{x:.2f}", f"{x}", f"{torch.ones(2)}", "%s" % torch.tensor([1])

# %% printing: lists and dicts of tensors
[torch.tensor(1), torch.tensor([2.])], {"weight": torch.zeros(2, requires_grad=True)}

# %% printing: names of dtypes and of sizes
torch.float32, torch.int64, torch.bool, torch.ones(2, 3).shape, torch.ones(()).size()

# %% printing: sizes are tuples
size = torch.ones(2, 3).size()
size == (2, 3), size[0], len(size), list(size), torch.ones(2, 3).size(-1)

# %% printing: a node's name, in three ways
node = (torch.ones(2, requires_grad=True) * 2).grad_fn
type(node).__name__, node.name(), str(node).split(" ")[0]

# %% printing: a leaf's node
node = (torch.ones(2, requires_grad=True) * 2).grad_fn.next_functions[0][0]
node.name(), node.variable, node.next_functions

# %% printing: minus zero
print(torch.tensor(-0.), torch.tensor([-0., 1.]), torch.tensor([0., -0.5]))

# %% printing: a third in both dtypes, and its digits
t = torch.tensor(1.) / 3
print(t, t.double(), t.item(), t.tolist())

# %% printing: a gradient as it is printed
x = torch.tensor([1., 2.], requires_grad=True)
(x ** 3).sum().backward(create_graph=True)
x.grad

# %% printing: the output of an unbind
x = torch.tensor([1., 2.], requires_grad=True)
x.unbind()

# %% printing: an infinite result with a history
x = torch.tensor([1., 2.], requires_grad=True)
x * torch.tensor([float("inf"), float("nan")])

# %% attributes: what a constant says of itself
x = torch.tensor([1., 2.])
x.requires_grad, x.is_leaf, x.grad, x.grad_fn, x.output_nr, x._version, x.retains_grad, x._base

# %% attributes: what a leaf with the flag says of itself
x = torch.tensor([1., 2.], requires_grad=True)
x.requires_grad, x.is_leaf, x.grad, x.grad_fn, x.output_nr, x._version, x.retains_grad, x._base

# %% attributes: what a result says of itself
x = torch.tensor([1., 2.], requires_grad=True) * 2
x.requires_grad, x.is_leaf, x.grad_fn.name(), x.output_nr, x._version, x.retains_grad, x._base

# %% attributes: what a view says of itself
x = torch.tensor([1., 2.], requires_grad=True)
x[0].requires_grad, x[0].is_leaf, x[0].grad_fn.name(), x[0].output_nr, x[0]._version, x[0]._base is x

# %% attributes: the hooks of a new tensor
x = torch.ones(1, requires_grad=True)
print(x._backward_hooks)
x.register_hook(print), len(x._backward_hooks)

# %% attributes: the flag afterwards
x = torch.ones(2)
print(x.requires_grad_(), x.requires_grad_(False), x.requires_grad_(True) is x)
x.requires_grad = False
x

# %% attributes: a grad set by hand
x = torch.ones(2, requires_grad=True)
x.grad = torch.tensor([5., 6.])
(x * 2).sum().backward()
x.grad

# %% attributes: a grad for a tensor without the flag
x = torch.ones(2)
x.grad = torch.tensor([5., 6.])
x.grad, x.requires_grad

# %% attributes: an output that is one of three
x = torch.tensor([1., 2., 3.], requires_grad=True)
parts = x.unbind()
[part.output_nr for part in parts], {part.grad_fn.name() for part in parts}, parts[0].grad_fn == parts[2].grad_fn

# %% attributes: a node reached through its second output
x = torch.tensor([1., 2.], requires_grad=True)
a, b = x.unbind()
[(node.name(), number) for node, number in (b * a).grad_fn.next_functions]

# %% attributes: the dtypes of Python's numbers
[torch.tensor(value).dtype for value in (1, 1., True, [1, 2.], [True, 2], [])]

# %% attributes: the same numbers, a copy
a = [1., 2.]
t = torch.tensor(a)
a[0] = 5.
t

# %% attributes: one number comes out
torch.tensor([[2.5]]).item(), torch.tensor(3).item(), torch.tensor(True).item(), torch.ones(2, 2).tolist()

# %% attributes: a tensor of an array shares its memory
array = torch.ones(3).numpy()
t = torch.from_numpy(array)
array[1] = 7
t, (t * 1)._version

# %% attributes: a tensor of several entries is no index
[1, 2, 3][torch.tensor([0, 1])]

# %% attributes: the gradient of a leaf is a tensor like others
x = torch.ones(2, requires_grad=True)
(x * 2).sum().backward()
g = x.grad
g.is_leaf, g.requires_grad, g.grad_fn, g.grad, g.dtype, g.shape

# %% attributes: gone with a del
x = torch.ones(2, requires_grad=True)
(x * 2).sum().backward()
del x.grad
print(x.grad)

# %% attributes: no such attribute
torch.ones(2).gradient

# %% attributes: equal nodes, asked twice
y = torch.ones(2, requires_grad=True) * 2
z = y + 1
z.grad_fn is z.grad_fn, z.grad_fn.next_functions[0][0] == y.grad_fn, z.grad_fn == y.grad_fn

# %% attributes: a deep copy of a leaf and of a result
import copy
x = torch.ones(1, requires_grad=True)
print(copy.deepcopy(x), copy.deepcopy(x) is x)
copy.deepcopy(x * 2)

# %% attributes: pickled and back
import pickle
x = torch.ones(2, requires_grad=True)
pickle.loads(pickle.dumps(x)), pickle.loads(pickle.dumps(torch.tensor([1, 2])))

# %% attributes: tensors as keys
a, b = torch.ones(1), torch.ones(1)
len({a, b}), a in {a: 1}, b in {a: 1}, hash(a) == hash(b), a == b

# %% attributes: is it in the list?
torch.tensor(2.) in [torch.tensor(1.), torch.tensor(2.)], 2 in torch.tensor([1., 2.])

# %% attributes: an ndarray of a tensor
import numpy as np
x = torch.ones(2, dtype=torch.float64)
np.asarray(x), np.float32(2) * torch.ones(2)

# %% views: a view of a view has the same base
x = torch.arange(6.)
a = x.view(2, 3)
b = a[1]
b._base is x, b._base is a, a._base is x

# %% views: a copy is no view
x = torch.arange(6.)
c = x.clone()
c.zero_()
x.sum(), c._base, x._version, c._version

# %% views: what is a view and what is not
x = torch.arange(6.).view(2, 3)
{name: f._base is not None for name, f in dict(t=x.t(), row=x[0], list=x[[0]], mask=x[x > 1], flat=x.flatten(),
    none=x[None], expanded=x[0].expand(2, 3), float=x.float(), double=x.double()).items()}

# %% views: the graph of a view after a write into its base
x = torch.ones(3, requires_grad=True)
y = x * 2
z = y[1:]
y.mul_(3)
z.grad_fn.name(), torch.autograd.grad(z.sum(), x)

# %% views: a chain of writes into views
x = torch.ones(2, 2, requires_grad=True)
y = x.clone()
y[0].mul_(3)
y[:, 1].mul_(5)
torch.autograd.grad(y.sum(), x)[0], y.grad_fn.name(), y._version

# %% views: a write of one row from another tensor
x, w = torch.ones(2, 2, requires_grad=True), torch.tensor([2., 3.], requires_grad=True)
y = x.clone()
y[1] = w * 2
y.sum().backward()
x.grad, w.grad

# %% views: a write that makes a constant need a gradient
x, w = torch.zeros(2), torch.tensor(3., requires_grad=True)
x[0] = w
print(x, x.is_leaf)
torch.autograd.grad(x.sum(), w)

# %% views: a column-wise write through the transpose
x = torch.zeros(2, 3)
x.t()[0] = 1
x, x.t()[0]._version

# %% views: a saved tensor knows its version
x = torch.ones(2, requires_grad=True)
y = x * 2
z = y * y
print(y._version, z.grad_fn._saved_self._version)
y.add_(1)

# %% views: the sentence about versions, three times
x = torch.ones(2, 3, requires_grad=True)
y = x.tanh()
for _ in range(3): y.mul_(2)
y.sum().backward()

# %% views: the sentence about versions, a view was written
x = torch.ones(3, requires_grad=True)
y = x.sigmoid()
y[0] = 0
y.sum().backward()

# %% views: a factor that needs no saving may be written
a, b = torch.ones(2, requires_grad=True), torch.ones(2)
y = a * b
a.data.add_(1)
y.sum().backward()
a, a.grad

# %% views: a saved size is not affected by a write
x = torch.ones(2, requires_grad=True)
y = x.clone()
s = y.sum()
y.mul_(0)
torch.autograd.grad(s, x)

# %% views: a write into a leaf under no_grad, and the rule does not mind
w = torch.tensor([1., 2.], requires_grad=True)
loss = (w * 3).sum()
with torch.no_grad(): w.sub_(1)
loss.backward(), w, w.grad, w._version

# %% views: a view of an unflagged tensor gets a history by a write
base, w = torch.zeros(3), torch.tensor([1., 2.], requires_grad=True)
part = base[1:]
part.copy_(w)
print(base, part, base.requires_grad, sep="\n")
torch.autograd.grad(base.sum(), w)

# %% views: a write into a detached view reaches the saved tensor
x = torch.tensor([1., 2.], requires_grad=True)
y = x.clone()
z = y * y
y.detach()[0] = 5
z.sum().backward()

# %% views: numbers after a write through a transpose
x = torch.arange(4.).view(2, 2)
x.t()[0].mul_(10)
x

# %% views: an as-is view
x = torch.ones(3)
y = x.view(3)
y is x, y._base is x, x[:] is x, x.reshape(3) is x, x.flatten() is x

# %% views: strides are not shown, but the order is
x = torch.arange(6).view(2, 3)
x.t(), x.t().reshape(6), x.t().t()._base is x._base

# %% views: written through a base twice removed
x = torch.ones(4, requires_grad=True)
y = x * 1
y.view(2, 2)[1].zero_()
y, torch.autograd.grad(y.sum(), x)

# %% views: a detached view is a view
x = torch.ones(4, requires_grad=True) * 1
d = x.detach()
d._base is None, d[0]._base is d, x[0].detach()._base is None

# %% in place: an expanded leaf
x = torch.ones(2, 1, requires_grad=True)
x.expand(2, 3).mul_(2)

# %% in place: plain assignment does not
x = torch.ones(2)
y = x
y = y + 1
x, y

# %% in place: augmented assignment of a leaf
w = torch.ones(2, requires_grad=True)
w -= 0.1

# %% in place: a requires_grad source into a leaf without the flag
x, w = torch.zeros(2), torch.ones(2, requires_grad=True)
x.add_(w)
print(x, x.grad_fn.next_functions[0])

# %% in place: a write that its own rule survives
x = torch.tensor([0.5, 1.], requires_grad=True)
y = (x * 1).exp_()
y.sum().backward()
y, x.grad

# %% in place: relu in place, twice
x = torch.tensor([-1., 1.], requires_grad=True)
y = (x * 2).relu_().relu_()
y.sum().backward()
y.grad_fn.next_functions[0][0].name(), x.grad

# %% in place: the factor written before it is multiplied in place
x = torch.tensor([2., 3.], requires_grad=True)
y = x.clone()
y.mul_(y)
y.sum().backward()

# %% in place: iadd of a number to a view of a result
x = torch.ones(2, 2, requires_grad=True)
y = x * 1
y[0] += 5
y, torch.autograd.grad((y * y).sum(), x)

# %% in place: chained on one result
x = torch.tensor([0.5], requires_grad=True)
y = x.clone().mul_(2).add_(1).neg_()
n = y.grad_fn
y, n.name(), n.next_functions[0][0].name(), n.next_functions[0][0].next_functions[0][0].name()

# %% in place: requires_grad_ of a result and of a constant
x = torch.ones(1, requires_grad=True) * 2
x.requires_grad_() is x, torch.ones(1).requires_grad_().is_leaf

# %% in place: a float64 source
x = torch.zeros(2, requires_grad=True) * 1
w = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
x.add_(w)
x.dtype, torch.autograd.grad(x.sum(), w)

# %% accumulation: the gradient keeps its identity while it grows
x = torch.ones(2, requires_grad=True)
(x * 2).sum().backward()
before = x.grad
(x * 3).sum().backward()
before is x.grad, before, before._version

# %% accumulation: a float64 gradient for a float32 leaf
x = torch.ones(2, requires_grad=True)
(x.double() * 3).sum().backward()
x.grad.dtype, x.grad

# %% accumulation: only the inputs that are named
a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
(a * b).backward(inputs=[a])
a.grad, b.grad

# %% accumulation: inputs may be results
a = torch.tensor([2.], requires_grad=True)
b = a * 3
(b * b).backward(inputs=[b])
a.grad, b.grad

# %% accumulation: one input without a list
a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
torch.autograd.backward(a * b, inputs=b)
a.grad, b.grad

# %% accumulation: an input that is not used
a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
(a * 2).backward(inputs=[b])
a.grad, b.grad

# %% freeing: only the part that was walked is freed
x = torch.tensor(2., requires_grad=True)
y, z = x * x, x * x * x
y.backward()
z.backward()
x.grad

# %% freeing: sizes are not freed
x = torch.ones(2, 3, requires_grad=True)
y = x.sum(0)
y.sum().backward()
y.grad_fn._saved_dim, y.grad_fn._saved_keepdim, y.grad_fn._saved_self_sym_sizes

# %% freeing: saved only where a gradient will be asked
x, c = torch.ones(2, requires_grad=True), torch.tensor([4., 5.])
node = (x * c).grad_fn
node._saved_self, node._saved_other

# %% freeing: from a list of losses
w = torch.tensor(1., requires_grad=True)
losses = [(w * k - 1) ** 2 for k in (1., 2., 3.)]
sum(losses).backward()
w.grad

# %% freeing: a state that carries the graph along
w, state = torch.tensor(2., requires_grad=True), torch.tensor(1.)
for step in range(2):
    state = state * w
    state.backward()

# %% freeing: the state detached
w, state = torch.tensor(2., requires_grad=True), torch.tensor(1.)
for step in range(3):
    state = state.detach() * w
    state.backward()
state, w.grad

# %% freeing: grad then backward
x = torch.tensor(2., requires_grad=True)
y = x * x
print(torch.autograd.grad(y, x, retain_graph=True))
y.backward()
x.grad

# %% freeing: create_graph but not retained
x = torch.tensor(2., requires_grad=True)
y = x * x
g, = torch.autograd.grad(y, x, create_graph=True, retain_graph=False)
g

# %% freeing: a node called by hand
x = torch.tensor([2., 3.], requires_grad=True)
y = x * x
y.grad_fn(torch.ones(2)), x.grad

# %% freeing: a view's history is never freed
x = torch.arange(4., requires_grad=True)
y = x.view(2, 2)[0]
for _ in range(2): y.sum().backward()
x.grad

# %% recording off: what no_grad changes
x = torch.ones(2, requires_grad=True)
with torch.no_grad(): y = x * 2
y, y.requires_grad, y.is_leaf, x.requires_grad, torch.is_grad_enabled()

# %% recording off: backward of a loss made without recording
x = torch.ones(1, requires_grad=True)
with torch.no_grad(): loss = x * 2
loss.backward()

# %% recording off: detach: the same numbers, another tensor
x = torch.ones(2, requires_grad=True)
d = x.detach()
d is x, d.requires_grad, d.is_leaf, d.grad_fn, d._base is x, d._version

# %% recording off: a detached factor counts as a constant
x = torch.tensor(3., requires_grad=True)
(x * x.detach()).backward()
x.grad

# %% recording off: a detached copy is independent
x = torch.ones(2, requires_grad=True)
c = x.detach().clone()
c[0] = 9
x, c

# %% recording off: clone keeps the history
x = torch.ones(2, requires_grad=True)
x.clone().requires_grad, x.clone().is_leaf, torch.autograd.grad(x.clone().sum(), x)

# %% recording off: data can be replaced by another shape
x = torch.ones(2, requires_grad=True)
x.data = torch.zeros(3)
x, x._version

# %% recording off: requires_grad of results: any input is enough
a, b = torch.ones(1), torch.ones(1, requires_grad=True)
(a + a).requires_grad, (a + b).requires_grad, (a + b).is_leaf, (a > b).requires_grad, (a + a).is_leaf

# %% recording off: integers from floats have no history
x = torch.tensor([1.5], requires_grad=True)
x.long(), x.bool(), (x > 1), x.long().is_leaf

# %% recording off: the gradient of a gradient-free pass
x = torch.ones(2, requires_grad=True)
y = (x * 3).sum()
with torch.no_grad(): y.backward()
x.grad, x.grad.requires_grad

# %% recording off: inference mode
x = torch.ones(2, requires_grad=True)
with torch.inference_mode(): print((x * 2).requires_grad, torch.is_inference_mode_enabled())
torch.is_inference_mode_enabled()

# %% recording off: a generator decorated
@torch.no_grad()
def numbers(x):
    yield (x * 2).requires_grad
    yield torch.is_grad_enabled()
list(numbers(torch.ones(1, requires_grad=True))) + [torch.is_grad_enabled()]

# %% recording off: no_grad on a class's own method
Model = type("Model", (), {"step": torch.no_grad()(lambda self, x: x * 2)})
Model().step(torch.ones(1, requires_grad=True))

# %% recording off: data and detach of a result
y = torch.ones(2, requires_grad=True) * 2
y.data, y.detach(), y.data.is_leaf, y.data._version

# %% recording off: a step of gradient descent, three ways
w = torch.tensor([1., 2.], requires_grad=True)
(w * w).sum().backward()
with torch.no_grad(): w -= 0.1 * w.grad
w.data -= 0.1 * w.grad
w, (w.detach() - 0.1 * w.grad).requires_grad_()

# %% recording off: detach_ of a leaf and of a result
x = torch.ones(2, requires_grad=True)
y = x * 2
y.detach_().requires_grad, y.is_leaf, x.detach_().requires_grad

# %% hooks: hooks run in the order in which they were registered
x, seen = torch.ones(1, requires_grad=True), []
for name in "abc": x.register_hook(lambda grad, name=name: seen.append(name))
x.sum().backward()
seen

# %% hooks: a removed hook is silent
x, seen = torch.ones(1, requires_grad=True), []
first, second = x.register_hook(lambda grad: seen.append(1)), x.register_hook(lambda grad: seen.append(2))
first.remove()
x.sum().backward()
seen, len(x._backward_hooks)

# %% hooks: a hook that answers with the wrong size
x = torch.ones(2, requires_grad=True)
x.register_hook(lambda grad: grad.sum())
x.sum().backward()

# %% hooks: a hook that fails
x = torch.ones(1, requires_grad=True)
x.register_hook(lambda grad: 1 / 0)
x.sum().backward()

# %% hooks: what is no hook
torch.ones(1, requires_grad=True).register_hook(3)

# %% hooks: hooks of a leaf run in grad, too
x = torch.ones(2, requires_grad=True)
x.register_hook(lambda grad: grad * 2)
torch.autograd.grad((x * 3).sum(), x)

# %% hooks: retain_grad on a leaf and on a constant
x = torch.ones(1, requires_grad=True)
print(x.retain_grad(), x.retains_grad)
torch.ones(1).retain_grad()

# %% hooks: a hook for what has been accumulated
x, seen = torch.ones(1, requires_grad=True), []
x.register_post_accumulate_grad_hook(lambda leaf: seen.append(leaf.grad.item()))
for _ in range(2): (x * 2).sum().backward()
seen

# %% hooks: such a hook only sees backward
x, seen = torch.ones(1, requires_grad=True), []
x.register_post_accumulate_grad_hook(lambda leaf: seen.append(leaf.grad))
torch.autograd.grad(x.sum(), x), seen

# %% hooks: such a hook may throw the gradient away
x = torch.ones(1, requires_grad=True)
x.register_post_accumulate_grad_hook(lambda leaf: setattr(leaf, "grad", None))
(x * 2).sum().backward()
x.grad

# %% hooks: a node's hook sees what it gives and what it got
x = torch.tensor([1., 2.], requires_grad=True)
y = x * 3
y.grad_fn.register_hook(lambda inputs, outputs: print(inputs, outputs))
y.sum().backward()

# %% hooks: a hook for several tensors at once
a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: print(grads))
(a * 2 + b * 3).sum().backward()

# %% hooks: a hook that answers None changes nothing
x = torch.ones(1, requires_grad=True)
x.register_hook(lambda grad: None)
(x * 2).backward()
x.grad

# %% hooks: a hook that removes itself
x, seen = torch.ones(1, requires_grad=True), []
handle = x.register_hook(lambda grad: (seen.append(grad.item()), handle.remove())[:0] or None)
for k in (2., 3.): (x * k).backward()
seen, x.grad

# %% hooks: a hook on the tensor that backward starts from
x = torch.ones(1, requires_grad=True)
y = x * 2
y.register_hook(lambda grad: grad * 7)
y.backward()
x.grad

# %% hooks: a hook registered after the result was used
x = torch.ones(1, requires_grad=True)
y = x * 2
z = y * 3
y.register_hook(print)
z.backward()

# %% hooks: a hook on a node that is not reached
x, seen = torch.ones(2, requires_grad=True), []
a, b = x.unbind()
b.register_hook(seen.append)
a.backward()
x.grad, seen

# %% hooks: a hook that changes the dtype
x = torch.ones(1, requires_grad=True)
x.register_hook(lambda grad: grad.double())
(x * 2).backward()
x.grad

# %% hooks: any of several tensors
a, b, seen = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True), []
torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: seen.append([g is None for g in grads]))
(a * 2).backward()
seen

# %% hooks: a pre-hook that answers with something else
y = torch.ones(1, requires_grad=True) * 2
y.grad_fn.register_prehook(lambda grads: 3)
y.backward()

# %% hooks: a node's hook that answers with too much
y = torch.ones(1, requires_grad=True) * 2
y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0],) * 3)
y.backward()

# %% hooks: a node's hook in one pass, removed for the next
x = torch.ones(1, requires_grad=True)
y, seen = x + 1, []
handle = y.grad_fn.register_hook(lambda inputs, outputs: seen.append(len(inputs)))
y.backward(), handle.remove(), y.backward()
seen

# %% hooks: all hooks of one tensor in their order
x, seen = torch.ones(1, requires_grad=True), []
x.register_post_accumulate_grad_hook(lambda leaf: seen.append("after"))
x.register_hook(lambda grad: seen.append("tensor"))
x.sum().backward()
seen

# %% hooks: two registered for what has been accumulated
x, seen = torch.ones(1, requires_grad=True), []
for k in (1, 2): x.register_post_accumulate_grad_hook(lambda leaf, k=k: seen.append(k))
x.sum().backward()
seen

# %% grad: grad gives a tuple
x, y = torch.tensor(2., requires_grad=True), torch.tensor(3., requires_grad=True)
torch.autograd.grad(x * y, (x, y)), torch.autograd.grad(x * y, x), x.grad

# %% grad: a tensor twice among the inputs
x = torch.tensor(2., requires_grad=True)
torch.autograd.grad(x * 3, [x, x])

# %% grad: not used, and allowed
x, y = torch.tensor(2., requires_grad=True), torch.tensor([3., 4.], requires_grad=True)
torch.autograd.grad(x * 3, [y, x], allow_unused=True), torch.autograd.grad(x * 3, y, materialize_grads=True)

# %% grad: weights of several outputs
x = torch.tensor([1., 2.], requires_grad=True)
torch.autograd.grad([x * 2, x * 3], x, [torch.tensor([1., 0.]), torch.tensor([0., 1.])])

# %% grad: weights of another dtype
x = torch.tensor([1., 2.], requires_grad=True)
torch.autograd.grad(x * 2, x, torch.ones(2, dtype=torch.float64))

# %% grad: weights that are whole numbers
x = torch.tensor([1., 2.], requires_grad=True)
torch.autograd.grad(x * 2, x, torch.ones(2, dtype=torch.int64))

# %% grad: a derivative that does not depend on x
x = torch.tensor(3., requires_grad=True)
first, = torch.autograd.grad(x * 5, x, create_graph=True)
print(first)
torch.autograd.grad(first, x)

# %% grad: an unknown option
torch.autograd.grad(torch.ones(1), torch.ones(1), keep_graph=True)

# %% grad: numbers instead of tensors
torch.autograd.grad(3., torch.ones(1, requires_grad=True))

# %% grad: by keyword
x = torch.tensor([2.], requires_grad=True)
torch.autograd.grad(outputs=x * 3, inputs=x, grad_outputs=torch.tensor([5.]), retain_graph=True)

# %% Function: which inputs need a gradient
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a, b, c: a * b * c),
    backward=staticmethod(lambda ctx, g: print(ctx.needs_input_grad) or (g * 2, None, None))))
a, b = torch.ones(1, requires_grad=True), torch.ones(1)
F.apply(a, b, 3.).backward()
a.grad, b.grad

# %% Function: an output marked as constant
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g, h: g * 2),
    forward=staticmethod(lambda ctx, a: (a * 2, ctx.mark_non_differentiable(n := a.detach() > 0), n)[::2])))
y, n = F.apply(torch.ones(2, requires_grad=True))
y.requires_grad, n.requires_grad, n, n.grad_fn

# %% Function: a written input, marked
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g * 2),
    forward=staticmethod(lambda ctx, a: (ctx.mark_dirty(a), a.mul_(2))[1])))
x = torch.ones(2, requires_grad=True)
z = F.apply(y := x.clone())
z is y, y, y._version, torch.autograd.grad(y.sum(), x)

# %% Function: a written leaf, marked
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g),
    forward=staticmethod(lambda ctx, a: (ctx.mark_dirty(a), a.mul_(2))[1])))
F.apply(torch.ones(2, requires_grad=True))

# %% Function: once only
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * a), backward=staticmethod(
    torch.autograd.function.once_differentiable(lambda ctx, g: g * 2))))
x = torch.tensor(3., requires_grad=True)
g, = torch.autograd.grad(F.apply(x) * x, x, create_graph=True)
torch.autograd.grad(g, x)

# %% Function: twice, by a rule of recorded operations
F = type("Square", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g * 2 * ctx.saved_tensors[0]),
    forward=staticmethod(lambda ctx, a: ctx.save_for_backward(a) or a * a)))
x = torch.tensor(3., requires_grad=True)
g, = torch.autograd.grad(F.apply(x), x, create_graph=True)
g, torch.autograd.grad(g, x)

# %% Function: a rule with a gradient of another shape
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 2),
    backward=staticmethod(lambda ctx, g: torch.ones(3))))
F.apply(torch.ones(2, requires_grad=True)).sum().backward()

# %% Function: a rule with a gradient that can be added up
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 2),
    backward=staticmethod(lambda ctx, g: torch.ones(3, 2))))
x = torch.ones(2, requires_grad=True)
F.apply(x).sum().backward()
x.grad

# %% Function: forward gives its input back
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a),
    backward=staticmethod(lambda ctx, g: g * 5)))
x = torch.ones(2, requires_grad=True)
y = F.apply(x)
y is x, y.grad_fn.name(), torch.autograd.grad(y.sum(), x)

# %% Function: forward gives no tensor
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: 3),
    backward=staticmethod(lambda ctx, g: g)))
F.apply(torch.ones(1, requires_grad=True))

# %% Function: saved tensors come back, None too
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: print(ctx.saved_tensors) or g),
    forward=staticmethod(lambda ctx, a: ctx.save_for_backward(a, None) or a * 1)))
F.apply(torch.ones(1, requires_grad=True)).backward()

# %% Function: a saved tensor that was written
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g * ctx.saved_tensors[0]),
    forward=staticmethod(lambda ctx, a: ctx.save_for_backward(a) or a * 1)))
y = F.apply(x := torch.ones(2, requires_grad=True).clone())
x.add_(1)
y.sum().backward()

# %% Function: called under no_grad
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 2),
    backward=staticmethod(lambda ctx, g: g)))
with torch.no_grad(): y = F.apply(torch.ones(1, requires_grad=True))
y, y.grad_fn

# %% Function: context and forward apart
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda a, k: a * k), setup_context=staticmethod(
    lambda ctx, inputs, output: setattr(ctx, "k", inputs[1])), backward=staticmethod(lambda ctx, g: (g * ctx.k, None))))
x = torch.ones(2, requires_grad=True)
F.apply(x, 4.).sum().backward()
x.grad

# %% Function: attributes of the context stay
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g * ctx.k),
    forward=staticmethod(lambda ctx, a, k: setattr(ctx, "k", k) or a * k)))
y = F.apply(torch.ones(1, requires_grad=True), 3.)
y.grad_fn.k, y.grad_fn.needs_input_grad

# %% Function: saved tensors, seen from outside
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g),
    forward=staticmethod(lambda ctx, a: ctx.save_for_backward(a, a * 2) or a * 2)))
y = F.apply(torch.ones(1, requires_grad=True))
y.grad_fn.saved_tensors

# %% Function: the recording inside forward and backward
F = type("F", (torch.autograd.Function,), dict(
    forward=staticmethod(lambda ctx, a: print(torch.is_grad_enabled(), a.requires_grad) or a * 2),
    backward=staticmethod(lambda ctx, g: print(torch.is_grad_enabled()) or g)))
F.apply(torch.ones(1, requires_grad=True)).backward()

# %% Function: no input with the flag
F = type("F", (torch.autograd.Function,), dict(
    forward=staticmethod(lambda ctx, a: print(ctx.needs_input_grad) or a * 2)))
F.apply(torch.ones(1))

# %% Function: a written input that was not returned
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g),
    forward=staticmethod(lambda ctx, a: (ctx.mark_dirty(a), a * 2)[1])))
F.apply(torch.ones(1, requires_grad=True).clone())

# %% Function: an output in integers
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g, h: g * 2),
    forward=staticmethod(lambda ctx, a: (a * 2, a.long()))))
F.apply(torch.ones(1, requires_grad=True))

# %% Function: several outputs share a node
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, *gs: gs[0] + gs[1]),
    forward=staticmethod(lambda ctx, a: (a * 1, a * 1))))
y, z = F.apply(torch.ones(1, requires_grad=True))
y.grad_fn == z.grad_fn, y.output_nr, z.output_nr, (z * 2).grad_fn.next_functions[0][1]

# %% Function: once only, and used once
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 3), backward=staticmethod(
    torch.autograd.function.once_differentiable(lambda ctx, g: g * 3))))
x = torch.ones(1, requires_grad=True)
F.apply(x).backward()
x.grad

# %% Function: the rule under its other name
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 3),
    vjp=staticmethod(lambda ctx, g: g * 3)))
x = torch.ones(1, requires_grad=True)
F.apply(x).backward()
x.grad

# %% Function: a straight-through estimator
F = type("Sign", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: (a > 0).float() * 2 - 1),
    backward=staticmethod(lambda ctx, g: g)))
x = torch.tensor([-2., 0.5], requires_grad=True)
y = F.apply(x)
y, torch.autograd.grad((y * torch.tensor([3., 4.])).sum(), x)

# %% Function: a reversed gradient
F = type("Reverse", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a.view_as(a)),
    backward=staticmethod(lambda ctx, g: -g)))
x = torch.tensor([1., 2.], requires_grad=True)
(F.apply(x) ** 2).sum().backward()
x.grad

# %% Function: not all outputs tensors
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g, h: g),
    forward=staticmethod(lambda ctx, a: (a * 2, "word"))))
F.apply(torch.ones(1, requires_grad=True))

# %% Function: mark_non_differentiable of all outputs
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g),
    forward=staticmethod(lambda ctx, a: (r := a * 2, ctx.mark_non_differentiable(r))[0])))
y = F.apply(torch.ones(1, requires_grad=True))
y, y.requires_grad, y.is_leaf

# %% Function: a write into an output
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g * 2),
    forward=staticmethod(lambda ctx, a: a * 2)))
x = torch.ones(1, requires_grad=True)
y = F.apply(x).mul_(10)
y, torch.autograd.grad(y, x)

# %% Function: a view as output, and a write into it
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g * 2),
    forward=staticmethod(lambda ctx, a: a.view(2, 1))))
y = F.apply(torch.ones(2, requires_grad=True).clone())
y.mul_(10)

# %% Function: the context is the node
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g),
    forward=staticmethod(lambda ctx, a: setattr(ctx, "me", 5) or a * 1)))
y = F.apply(torch.ones(1, requires_grad=True))
type(y.grad_fn).__name__, y.grad_fn.me, isinstance(y.grad_fn, torch.autograd.Function)

# %% Function: a list of outputs
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: g),
    forward=staticmethod(lambda ctx, a: [a * 1, a * 2])))
F.apply(torch.ones(1, requires_grad=True))

# %% Function: a tensor inside a list gets no gradient
F = type("F", (torch.autograd.Function,), dict(backward=staticmethod(lambda ctx, g: (g, None)),
    forward=staticmethod(lambda ctx, a, others: print(ctx.needs_input_grad) or a * others[0])))
a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
F.apply(a, [b]).backward()
a.grad, b.grad

# %% Function: a gradient in another dtype
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 2),
    backward=staticmethod(lambda ctx, g: g.double())))
x = torch.ones(1, requires_grad=True)
F.apply(x).backward()
x.grad

# %% functional: the Jacobian of a matrix product
m = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])
torch.autograd.functional.jacobian(lambda x: m.mv(x), torch.tensor([1., 1.]))

# %% functional: the Jacobian of entries that do not mix
torch.autograd.functional.jacobian(lambda x: x ** 2, torch.tensor([1., 2., 3.]))

# %% functional: the Jacobian of one number
torch.autograd.functional.jacobian(lambda x: (x * x).sum(), torch.tensor([1., 2.]))

# %% functional: the Jacobian for two inputs
torch.autograd.functional.jacobian(lambda x, y: x * y, (torch.tensor([1., 2.]), torch.tensor([3., 4.])))

# %% functional: the Jacobian of two outputs
torch.autograd.functional.jacobian(lambda x: (x * 2, x.sum()), torch.tensor([1., 2.]))

# %% functional: the Jacobian of two outputs for two inputs
torch.autograd.functional.jacobian(lambda x, y: (x * y, x.sum()), (torch.tensor([1., 2.]), torch.tensor(3.)))

# %% functional: the Jacobian's shape: output, then input
torch.autograd.functional.jacobian(lambda x: x.sum(0), torch.ones(2, 3)).shape

# %% functional: a Jacobian with a history
x = torch.tensor([1., 2.], requires_grad=True)
j = torch.autograd.functional.jacobian(lambda x: x ** 3, x, create_graph=True)
print(j)
torch.autograd.grad(j.sum(), x)

# %% functional: a Jacobian leaves no trace
x = torch.tensor([1., 2.], requires_grad=True)
j = torch.autograd.functional.jacobian(lambda x: x ** 2, x)
j.requires_grad, x.grad

# %% functional: a Jacobian for what is not used
torch.autograd.functional.jacobian(lambda x, y: x * 2, (torch.ones(1), torch.ones(2)))

# %% functional: a Jacobian for what is not used, strictly
torch.autograd.functional.jacobian(lambda x, y: x * 2, (torch.ones(1), torch.ones(2)), strict=True)

# %% functional: a Jacobian of no tensor
torch.autograd.functional.jacobian(lambda x: 3., torch.ones(1))

# %% functional: a Jacobian at no tensor
torch.autograd.functional.jacobian(lambda x: x, 3.)

# %% functional: the Hessian of a cubic
torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), torch.tensor([1., 2.]))

# %% functional: the Hessian of a product
torch.autograd.functional.hessian(lambda x: x[0] * x[1] * x[2], torch.tensor([1., 2., 3.]))

# %% functional: the Hessian of what is linear
torch.autograd.functional.hessian(lambda x: (x * 3).sum(), torch.tensor([1., 2.]))

# %% functional: the Hessian of two inputs
torch.autograd.functional.hessian(lambda x, y: (x * y * y).sum(), (torch.tensor([1.]), torch.tensor([3.])))

# %% functional: the Hessian of several numbers
torch.autograd.functional.hessian(lambda x: x * 2, torch.ones(2))

# %% functional: the Hessian, strictly, of what is linear
torch.autograd.functional.hessian(lambda x: (x * 3).sum(), torch.ones(2), strict=True)

# %% functional: vjp: weights times Jacobian
torch.autograd.functional.vjp(lambda x: x ** 2, torch.tensor([1., 2.]), torch.tensor([10., 1.]))

# %% functional: vjp of one number needs no weights
torch.autograd.functional.vjp(lambda x: (x ** 2).sum(), torch.tensor([1., 2.]))

# %% functional: vjp of several numbers does
torch.autograd.functional.vjp(lambda x: x ** 2, torch.tensor([1., 2.]))

# %% functional: vjp with weights of another shape
torch.autograd.functional.vjp(lambda x: x ** 2, torch.tensor([1., 2.]), torch.ones(3))

# %% functional: vjp for two inputs
torch.autograd.functional.vjp(lambda x, y: x * y, (torch.tensor([1.]), torch.tensor([3.])), torch.tensor([2.]))

# %% functional: jvp: Jacobian times direction
torch.autograd.functional.jvp(lambda x: x ** 2, torch.tensor([1., 2.]), torch.tensor([10., 1.]))

# %% functional: jvp of one number in
torch.autograd.functional.jvp(lambda x: torch.stack([x, x * x]), torch.tensor(3.))

# %% functional: jvp without a direction
torch.autograd.functional.jvp(lambda x: x ** 2, torch.tensor([1., 2.]))

# %% functional: jvp of what does not depend on its input, strictly
torch.autograd.functional.jvp(lambda x: torch.ones(2), torch.ones(2), torch.ones(2), strict=True)

# %% functional: hvp and vhp
f = lambda x: (x ** 3).sum() + x[0] * x[1]
at, along = torch.tensor([1., 2.]), torch.tensor([1., 0.])
torch.autograd.functional.hvp(f, at, along), torch.autograd.functional.vhp(f, at, along)

# %% functional: hvp of several numbers
torch.autograd.functional.hvp(lambda x: x, torch.ones(2), torch.ones(2))

# %% functional: vhp with a direction of another size
torch.autograd.functional.vhp(lambda x: (x * x).sum(), torch.ones(2), torch.ones(3))

# %% functional: hvp with a history
x = torch.tensor([1., 2.], requires_grad=True)
value, product = torch.autograd.functional.hvp(lambda x: (x ** 3).sum(), x, torch.ones(2), create_graph=True)
product.requires_grad, torch.autograd.grad(product.sum(), x)

# %% functional: a Jacobian in float64
torch.autograd.functional.jacobian(lambda x: x.exp(), torch.tensor([0., 1.], dtype=torch.float64))

# %% functional: a Jacobian of a function of a constant result
torch.autograd.functional.jacobian(lambda x: torch.ones(2), torch.ones(2))

# %% functional: a Jacobian, strictly, of a constant result
torch.autograd.functional.jacobian(lambda x: torch.ones(2), torch.ones(2), strict=True)

# %% functional: softmax, by hand
f = lambda x: x.exp() / x.exp().sum()
torch.autograd.functional.jacobian(f, torch.tensor([0., 0., 0.]))

# %% functional: the Hessian of a quadratic form
m = torch.tensor([[2., 1.], [1., 4.]])
torch.autograd.functional.hessian(lambda x: x.dot(m.mv(x)), torch.tensor([1., 1.]))

# %% functional: the Hessian and its product agree
f, at = lambda x: (x ** 3).sum() * x[0], torch.tensor([1., 2.])
h = torch.autograd.functional.hessian(f, at)
h, h.mv(torch.tensor([1., 1.])), torch.autograd.functional.hvp(f, at, torch.tensor([1., 1.]))[1]

# %% functional: vjp of two outputs
torch.autograd.functional.vjp(lambda x: (x * 2, x * 3), torch.tensor([1., 2.]), (torch.ones(2), torch.tensor([0., 1.])))

# %% functional: jvp of two inputs
f = lambda x, y: x * y
torch.autograd.functional.jvp(f, (torch.tensor([2.]), torch.tensor([3.])), (torch.ones(1), torch.tensor([10.])))

# %% functional: a function that gives nothing
torch.autograd.functional.vjp(lambda x: None, torch.ones(1))

# %% functional: a direction that is no tensor
torch.autograd.functional.jvp(lambda x: x, torch.ones(1), 1.)

# %% functional: strict and recorded at once
torch.autograd.functional.jacobian(lambda x: x * 2, torch.ones(1), create_graph=True, strict=True)

# %% functional: integers in
torch.autograd.functional.jacobian(lambda x: x * 2., torch.tensor([1, 2]))

# %% functional: inputs that are a list
torch.autograd.functional.jacobian(lambda x, y: x * y, [torch.ones(1), torch.ones(1)])

# %% functional: a vhp without a direction
torch.autograd.functional.vhp(lambda x: (x * x).sum(), torch.ones(2))

# %% functional: two directions for one input
torch.autograd.functional.jvp(lambda x: x, torch.ones(1), (torch.ones(1), torch.ones(1)))

# %% functional: the function writes into its input
torch.autograd.functional.jacobian(lambda x: x.clone().mul_(x), torch.tensor([1., 2.]))

# %% gradcheck: a right rule
x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: x ** 3, x), torch.autograd.gradgradcheck(lambda x: x ** 3, x)

# %% gradcheck: a wrong rule, without raising
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 2),
    backward=staticmethod(lambda ctx, g: g * 3)))
torch.autograd.gradcheck(F.apply, torch.ones(2, dtype=torch.float64, requires_grad=True), raise_exception=False)

# %% gradcheck: a rule wrong for the second input of the second output
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a, b: (a + b, a * 1 + b * 3)),
    backward=staticmethod(lambda ctx, g, h: (g + h, g + h))))
a, b = [torch.ones(1, dtype=torch.float64, requires_grad=True) for _ in range(2)]
torch.autograd.gradcheck(F.apply, (a, b))

# %% gradcheck: inputs in float32
torch.autograd.gradcheck(lambda x: x * 2, torch.ones(2, requires_grad=True))

# %% gradcheck: no input with the flag
torch.autograd.gradcheck(lambda x: x * 2, torch.ones(2, dtype=torch.float64))

# %% gradcheck: tolerances
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 2),
    backward=staticmethod(lambda ctx, g: g * 2.01)))
x = torch.ones(2, dtype=torch.float64, requires_grad=True)
[torch.autograd.gradcheck(F.apply, x, rtol=r, raise_exception=False) for r in (1e-3, 1e-2)]

# %% gradcheck: a rule whose own gradient is wrong
F = type("F", (torch.autograd.Function,), dict(
    backward=staticmethod(lambda ctx, g: g * 2 * ctx.saved_tensors[0].detach()),
    forward=staticmethod(lambda ctx, a: ctx.save_for_backward(a) or a * a)))
x = torch.ones(2, dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(F.apply, x), torch.autograd.gradgradcheck(F.apply, x, raise_exception=False)

# %% gradcheck: a function that hides its slope
torch.autograd.gradcheck(lambda x: (x * 2).detach() + x * 0, torch.ones(2, dtype=torch.float64, requires_grad=True))

# %% gradcheck: the result has no history
torch.autograd.gradcheck(lambda x: (x * 2).detach(), torch.ones(2, dtype=torch.float64, requires_grad=True))

# %% gradcheck: two inputs, one of them a constant
x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x, c: x * c, (x, torch.tensor([3., 4.])))

# %% gradcheck: a wrong shape
F = type("F", (torch.autograd.Function,), dict(forward=staticmethod(lambda ctx, a: a * 2),
    backward=staticmethod(lambda ctx, g: torch.ones(3, dtype=torch.float64))))
torch.autograd.gradcheck(F.apply, torch.ones(2, dtype=torch.float64, requires_grad=True))

# %% gradcheck: a step that is too big
x = torch.tensor([1.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: x ** 3, x, eps=0.5)

# %% gradcheck: an unknown option
torch.autograd.gradcheck(lambda x: x, torch.ones(1, dtype=torch.float64, requires_grad=True), tolerance=1)

# %% gradcheck: a single function output in integers
torch.autograd.gradcheck(lambda x: x.long(), torch.ones(1, dtype=torch.float64, requires_grad=True))

# %% gradcheck: an empty tensor
torch.autograd.gradcheck(lambda x: x * 2, torch.ones(0, 2, dtype=torch.float64, requires_grad=True))

# %% dtypes: an integer tensor and a number
x = torch.tensor([1, 2])
print(x + 1, x + 1., x * True, x / 2, 2 - x, 2 ** x, x ** 2, -x)

# %% dtypes: a truth value and a number
x = torch.tensor([True, False])
print(x + 1, x + 1., x * True, x / 2, x + x, x * x)

# %% dtypes: a float tensor keeps its dtype with any number
for dtype in (torch.float32, torch.float64):
    x = torch.tensor([1.], dtype=dtype)
    print((x + 1).dtype, (x * 2.5).dtype, (x / True).dtype, (2 ** x).dtype)

# %% dtypes: a lone tensor counts less than one with dimensions
a, b = torch.ones(2), torch.tensor(2., dtype=torch.float64)
(a * b).dtype, (a[0] * b).dtype, (torch.tensor([1]) * torch.tensor(2.)).dtype

# %% dtypes: integers and floats
(torch.tensor([1]) + torch.tensor([1.])).dtype, (torch.tensor([True]) + torch.tensor([1])).dtype

# %% dtypes: comparisons give truth values
x = torch.tensor([1., 2., 3.])
print(x > 2, x == 2, x != 2, x <= torch.tensor([3., 2., 1.]), 2 >= x)

# %% dtypes: sums of truth values and of integers
print(torch.tensor([True, True]).sum(), torch.tensor([1, 2]).sum(), torch.ones(2, dtype=torch.float64).sum())

# %% dtypes: converted, and back to the flag's own dtype
x = torch.ones(2, requires_grad=True)
y = x.double()
print(y, x.to(torch.float32) is x, x.float() is x)
(y * 2).sum().backward()
x.grad

# %% dtypes: a big number and a small dtype
x = torch.tensor([16777217], dtype=torch.int64)
x.float().long(), x.double().long(), (x * 1.).long(), (x + torch.tensor(0.)).long()

# %% dtypes: division of integers
torch.tensor([1, 2, 3]) / 2, torch.tensor(7) / torch.tensor(2), 1 / torch.tensor([4])

# %% dtypes: int64 goes round
torch.tensor([2**63 - 1]) + 1, torch.tensor([2**62]) * 2

# %% dtypes: truth values as factors
x = torch.tensor([1.5, 2.5], requires_grad=True)
y = x * torch.tensor([True, False])
y, torch.autograd.grad(y.sum(), x)

# %% dtypes: integers as factors
x = torch.tensor([1.5, 2.5], requires_grad=True)
y = x * torch.tensor([2, 3])
y, torch.autograd.grad(y.sum(), x)

# %% dtypes: a float64 number in a float32 graph
x, c = torch.ones(2, requires_grad=True), torch.tensor(3., dtype=torch.float64)
y = x * c
y.dtype, y.grad_fn.next_functions[1], torch.autograd.grad(y.sum(), x)

# %% dtypes: the Python number among the gradients
x = torch.tensor(2., dtype=torch.float64, requires_grad=True)
torch.autograd.grad(x ** 0.5, x), torch.autograd.grad(2 ** x, x), torch.autograd.grad(1 / x, x)

# %% dtypes: a lone integer tensor and a Python float
(torch.tensor(3) * 0.5), (torch.tensor(3) + True), (torch.tensor(True) + True), (torch.tensor(3.) * 2)

# %% dtypes: NumPy's numbers
import numpy as np
[(torch.ones(2) * number).dtype for number in (np.float32(2), np.float64(2), np.int64(2), np.bool_(True))]

# %% dtypes: from arrays
import numpy as np
[torch.tensor(np.zeros(1, kind)).dtype for kind in ("f4", "f8", "i8", "?")], torch.tensor(np.float64(2)).dtype

# %% dtypes: powers
n = torch.tensor([2])
print(n ** 2, n ** 2., n.float() ** 2, n.bool() ** 2, 2. ** n)

# %% mistakes: a matrix and a vector that do not fit
torch.ones(2, 3).mv(torch.ones(2))

# %% mistakes: backward with an unknown option
torch.ones(1, requires_grad=True).backward(keep_graph=True)

# %% gradients that are too long
w = torch.zeros(2, requires_grad=True)
w.grad = torch.tensor([3., 4.])
torch.nn.utils.clip_grad_norm_([w], 1.0), [f"{number:.5f}" for number in w.grad.tolist()]
