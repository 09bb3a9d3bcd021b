# ruff: noqa
# Programs on which minigrad and PyTorch once differed; run on real PyTorch by tools/record.py, answers in faults.json.
# tests/package/test_differences.py asks minigrad the same.

# %% leaf that is a view: an entry is written
x = torch.arange(4.).reshape(2, 2).requires_grad_()
try: x[0] = 1
finally: x.sum().backward(); print(x, x.is_leaf, x.grad)

# %% leaf that is a view: an entry is written with +=
x = torch.arange(4.).reshape(2, 2).requires_grad_()
try: x[0] += 1
finally: x.sum().backward(); print(x, x.is_leaf, x.grad)

# %% leaf that is a view: its transpose is multiplied
x = torch.arange(4.).reshape(2, 2).requires_grad_()
try: x.t().mul_(3)
finally: x.sum().backward(); print(x, x.is_leaf, x.grad)

# %% leaf that is a view: an entry of a slice is written
x = torch.ones(3)[:2].requires_grad_()
try: x[0] = 5
finally: x.sum().backward(); print(x, x.is_leaf, x.grad)

# %% leaf that is a view: all of it is written
x = torch.ones(3)[:2].requires_grad_()
x += 1

# %% freed graph: entries by a mask
x = torch.tensor([1., 2.], requires_grad=True)
y = x[x > 1].sum()
y.backward()
try: y.backward()
finally: print(x.grad)

# %% freed graph: entries by a list
x = torch.tensor([1., 2.], requires_grad=True)
y = x[[0, 1]].sum()
y.backward()
try: y.backward()
finally: print(x.grad)

# %% freed graph: entries by a tensor of places
x = torch.tensor([1., 2.], requires_grad=True)
y = x[torch.tensor([0, 1])].sum()
y.backward()
try: y.backward()
finally: print(x.grad)

# %% freed graph: a write by a list
x = torch.tensor([1., 2.], requires_grad=True)
y = x + 0
y[[0]] = 5.
y.sum().backward()
try: y.sum().backward()
finally: print(x.grad)

# %% freed graph: a write by a mask
x = torch.tensor([1., 2.], requires_grad=True)
y = x + 0
y[x > 1] = 5.
y.sum().backward()
try: y.sum().backward()
finally: print(x.grad)

# %% freed graph: a rounded quotient
x = torch.tensor([1., 2.], requires_grad=True)
y = torch.div(x, 2., rounding_mode="floor").sum()
y.backward()
try: y.backward()
finally: print(x.grad)

# %% mark_dirty: a view of a leaf
class Double(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: (ctx.mark_dirty(x), x.mul_(2))[1])
    backward = staticmethod(lambda ctx, grad: grad * 2)
x = torch.ones(2, requires_grad=True)
try: Double.apply(x[:1])
finally: print(x.is_leaf)

# %% flag of a result: set by assignment
y = torch.ones(2, requires_grad=True) * 2
y.requires_grad = True

# %% detach_: a tensor that a rule has saved
x = torch.ones(2, requires_grad=True)
y = x * 2
z = (y * y).sum()
y.detach_()
try: z.backward()
finally: print(x.grad)

# %% detach_: a result that its own rule has saved
x = torch.zeros(2, requires_grad=True)
y = x.exp()
z = y.sum()
y.detach_()
z.backward(); print(x.grad)

# %% post-accumulate hook: returns another tensor
x = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(lambda leaf: leaf * 2)
try: x.sum().backward()
finally: print(x, x.grad)

# %% post-accumulate hook: returns the gradient
x = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(lambda leaf: leaf.grad)
x.sum().backward()

# %% post-accumulate hook: returns False
x = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(lambda leaf: False)
try: x.sum().backward()
finally: print(x.grad)

# %% post-accumulate hook: returns the leaf
x = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(lambda leaf: leaf)
x.sum().backward()
x.grad

# %% replaced name: asking for an absent one
replaced, torch.rand = torch.rand, torch.ones
try: print(hasattr(torch, "nosuch"), torch.rand is torch.ones)
finally: torch.rand = replaced

# %% overwritten tensor: a number to the power of a tensor
x = torch.tensor([1., 2.], requires_grad=True)
y = 2 ** x
y.detach().mul_(2)
y.sum().backward()

# %% overwritten tensor: a tensor to the power of a tensor
x = torch.tensor([1., 2.], requires_grad=True)
y = x ** x
z = (y * y).sum()
y.detach().mul_(2)
z.backward()

# %% overwritten tensor: the largest of all
y = torch.tensor([1., 2.], requires_grad=True).max()
z = y * y
y.detach().mul_(2)
z.backward()

# %% overwritten tensor: between two numbers
y = torch.tensor([1., 2.], requires_grad=True).clamp(0, 1)
z = (y * y).sum()
y.detach().mul_(2)
z.backward()

# %% overwritten tensor: a sum over rows
y = torch.ones(2, 2, requires_grad=True).sum(0)
z = (y * y).sum()
y.detach().mul_(2)
z.backward()

# %% overwritten tensor: a sum of all
y = torch.ones(2, 2, requires_grad=True).sum()
z = y * y
y.detach().mul_(2)
z.backward()

# %% write refused: a piece of unbind, squeezed
x = torch.ones(2, 1, 2, requires_grad=True) * 1
piece = x.unbind(0)[0].squeeze(0)
piece += 1

# %% mask of a wrong shape: read
torch.ones(2, 3)[torch.ones(2, 1) > 0]

# %% mask of a wrong shape: written
x = torch.ones(2, 3)
x[torch.ones(2, 1) > 0] = 0.

# %% mask of a wrong shape: the third dimension
torch.ones(2, 3, 4)[torch.ones(2, 3, 5) > 0]

# %% Python number of a tensor with a flag: float
float(torch.tensor(2., requires_grad=True))

# %% Python number of a tensor with a flag: float of a result
float(torch.tensor(2., requires_grad=True) * 2)

# %% Python number of a tensor with a flag: math.exp
import math
math.exp(torch.tensor(0., requires_grad=True))

# %% Python number of a tensor with a flag: complex
complex(torch.tensor(2., requires_grad=True))

# %% Python number of a tensor with a flag: int
int(torch.tensor(2., requires_grad=True))

# %% tensor of tensors with a flag: losses
losses = [torch.tensor(number, requires_grad=True) * 2 for number in (1., 2.)]
torch.tensor(losses)

# %% tensor of tensors with a flag: a leaf beside a number
torch.tensor([[torch.tensor(1., requires_grad=True), 2.]])

# %% gradient in backward(): a list of floats
y = torch.ones(3, requires_grad=True) * 2
y.backward([1., 1., 1.])

# %% gradient in backward(): a NumPy array
import numpy as np
y = torch.ones(3, requires_grad=True) * 2
y.backward(np.ones(3))

# %% gradient in backward(): a list, in torch.autograd.backward
y = torch.ones(3, requires_grad=True) * 2
torch.autograd.backward(y, [1., 1., 1.])

# %% first complaint: grad() without any flag
torch.autograd.grad(torch.ones(2), torch.ones(2))

# %% first complaint: grad() of a loss without a flag
x = torch.ones(2)
torch.autograd.grad((x * 2).sum(), x)

# %% first complaint: grad() without a flag, with a gradient that does not fit
x = torch.ones(2)
torch.autograd.grad(x * 2, x, torch.ones(3))

# %% first complaint: .grad of another shape and dtype
x = torch.ones(2)
x.grad = torch.ones(3, dtype=torch.float64)

# %% first complaint: a write into a leaf at places that are not there
x = torch.ones(2, requires_grad=True)
x[[5]] = 1.

# %% first complaint: a write into a leaf by a mask of a wrong shape
x = torch.ones(2, requires_grad=True)
x[torch.ones(3) > 0] = 1.

# %% first complaint: a write into columns of a leaf that are not there
x = torch.ones(2, 2, requires_grad=True)
x[:, [5]] = 1.

# %% first complaint: a write into a leaf at an entry that is not there
x = torch.ones(2, requires_grad=True)
x[5] = 1.

# %% whole slice of a leaf: counted from the end
x = torch.ones(2, requires_grad=True)
x[-2:] = 1.

# %% whole slice of a leaf: from further than the start
x = torch.ones(2, requires_grad=True)
x[-5:5] = 1.

# %% whole slice of a leaf: from 0 to its length
x = torch.ones(2, requires_grad=True)
x[0:2] = 1.

# %% node called by hand: without a gradient
y = torch.ones(2, requires_grad=True) ** 2
y.grad_fn()

# %% node called by hand: with two gradients
y = torch.ones(2, requires_grad=True) * 2
y.grad_fn(torch.ones(2), torch.ones(2))

# %% node called by hand: a leaf's, without a gradient
y = torch.ones(2, requires_grad=True) * 2
y.grad_fn.next_functions[0][0]()

# %% class decorated: no_grad
@torch.no_grad()
class Model: pass

# %% class decorated: enable_grad
@torch.enable_grad()
class Model: pass

# %% class decorated: inference_mode
@torch.inference_mode()
class Model: pass

# %% index: a string
torch.ones(2)["a"]

# %% index: a write at a string
x = torch.ones(2)
x["a"] = 1.

# %% limits that are no whole numbers: clamp_ of whole numbers
torch.arange(3).clamp_(0.5, 1.5)

# %% limits that are no whole numbers: clamp_min_ of whole numbers
torch.arange(3).clamp_min_(0.5)

# %% limits that are no whole numbers: clamp_ of booleans
(torch.arange(3) > 1).clamp_(0.5)

# %% setup_context: defaults are among the inputs
class Scale(torch.autograd.Function):
    forward = staticmethod(lambda x, factor=2.0: x * factor)
    setup_context = staticmethod(lambda ctx, inputs, output: print(inputs))
    backward = staticmethod(lambda ctx, grad: (grad, None))
Scale.apply(torch.ones(2, requires_grad=True)).sum().backward()

# %% setup_context: a gradient is missing for a default
class Scale(torch.autograd.Function):
    forward = staticmethod(lambda x, factor=2.0: x * factor)
    setup_context = staticmethod(lambda ctx, inputs, output: None)
    backward = staticmethod(lambda ctx, grad: grad)
Scale.apply(torch.ones(2, requires_grad=True)).sum().backward()

# %% node hooks: how many gradients arrive
for name in ("max", "min", "sort", "median"):
    y = getattr(torch.tensor([[1., 2.]], requires_grad=True), name)(1)[0]
    y.grad_fn.register_prehook(lambda grads: print(name, grads))
    y.sum().backward()

# %% node hooks: how many gradients arrive, topk
y = torch.tensor([[1., 2.]], requires_grad=True).topk(1)[0]
y.grad_fn.register_prehook(lambda grads: print(grads))
y.sum().backward()

# %% node hooks: both sides of max
y = torch.tensor([[1., 2.]], requires_grad=True).max(1)[0]
y.grad_fn.register_hook(lambda after, before: print(after, before))
y.sum().backward()

# %% node hooks: one that doubles what arrives at max
x = torch.tensor([[1., 2.]], requires_grad=True)
y = x.max(1)[0]
y.grad_fn.register_prehook(lambda grads: (grads[0] * 2,))
y.sum().backward()
x.grad

# %% Function that returns its input: a view, and not the input itself
class Same(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: x)
x = torch.ones(2)
y = Same.apply(x)
y is x, y._is_view()

# %% Function that returns its input: .grad and .data of the result
class Same(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: x)
x = torch.ones(2)
y = Same.apply(x); y.grad = torch.ones(2); y.data = torch.zeros(2)
x, x.grad

# %% absent: Size.numel
torch.ones(2, 3).shape.numel()

# %% absent: register_multi_grad_hook, mode
x = torch.ones(2, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((x,), lambda grad: print(grad), mode="any")
x.sum().backward()

# %% absent: jacobian, vectorize
torch.autograd.functional.jacobian(lambda x: x * 2, torch.ones(2), vectorize=True)

# %% absent: hessian, vectorize
torch.autograd.functional.hessian(lambda x: (x * x).sum(), torch.ones(2), vectorize=True)

# %% absent: add, out
y = torch.zeros(2)
torch.add(torch.ones(2), 1, out=y), y

# %% absent: matmul, out
y = torch.zeros(2)
torch.matmul(torch.ones(2, 2), torch.ones(2), out=y), y

# %% absent: squeeze of several dimensions
torch.ones(1, 1, 2, requires_grad=True).squeeze(dim=(0, 1))

# %% absent: true_divide
torch.true_divide(torch.ones(2), 2), torch.ones(2).true_divide(2)

# %% absent: clip
torch.clip(torch.tensor([1., 3.]), 0, 2), torch.tensor([1., 3.]).clip(max=2)

# %% absent: negative
torch.negative(torch.ones(2)), torch.ones(2).negative()

# %% absent: t_
torch.ones(2, 3).t_().shape

# %% absent: squeeze_
torch.ones(1, 3).squeeze_().shape

# %% absent: unsqueeze_
torch.ones(3).unsqueeze_(0).shape

# %% absent: transpose_
torch.ones(2, 3).transpose_(0, 1).shape

# %% absent: cumsum_
torch.ones(3).cumsum_(0)

# %% absent: eq_
torch.ones(3).eq_(1.)

# %% absent: Tensor without arguments
torch.Tensor()

# %% infinity and nan: every warning is shown
import warnings
warnings.simplefilter("always")
torch.zeros(1).log(), 1 / torch.zeros(1), torch.tensor([-1.]).sqrt(), torch.tensor([1000.]).exp()

# %% infinity and nan: every warning is an error
import warnings
warnings.simplefilter("error")
x = torch.zeros(1, requires_grad=True)
x.sqrt().backward()
x.grad

# %% infinity and nan: warnings are recorded
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    torch.zeros(1).log()
[str(warning.message) for warning in caught]

# %% NumPy set to raise: sigmoid
import numpy as np
with np.errstate(all="raise"): print(torch.tensor([-1000.]).sigmoid())

# %% NumPy set to raise: exp
import numpy as np
with np.errstate(all="raise"): print(torch.tensor([1000.]).exp())

# %% NumPy set to raise: cross_entropy
import numpy as np
with np.errstate(all="raise"):
    print(torch.nn.functional.cross_entropy(torch.tensor([[1000., 0.]]), torch.tensor([0])))

# %% list that contains itself: at its start
l = []; l.append(l)
torch.tensor(l)

# %% list that contains itself: twice
l = []; l.append((l, l))
torch.tensor(l)

# %% list that contains itself: after a number
l = [1.]; l.append(l)
torch.tensor(l)

# %% lists in lists: 129
l = 1.
for _ in range(129): l = [l]
torch.tensor(l)

# %% hook that goes back: 200 in one another
def deeper(grad, left=200):
    with torch.enable_grad(): y = torch.ones(1, requires_grad=True) * 1
    y.register_hook(lambda grad: deeper(grad, left - 1) if left else print("the innermost"))
    y.backward()
deeper(None)

# %% deepcopy: a base and its view
import copy
base = torch.zeros(4)
base, view = copy.deepcopy([base, base[:2]])
view += 1
base

# %% deepcopy: a tensor and its detached twin
import copy
x = torch.zeros(2)
x, twin = copy.deepcopy([x, x.detach()])
x += 1
twin

# %% pickle: a method of Tensor
import pickle
pickle.loads(pickle.dumps(torch.Tensor.sum)) is torch.Tensor.sum

# %% write of a tensor into its own unsqueezed view
x = torch.ones(2)
x[None] = x
x

# %% write into nothing of a leaf
x = torch.ones(2, requires_grad=True)
x[False] *= 2

# %% softmax of nothing
torch.ones(0, dtype=torch.int64).softmax(0), (torch.ones(0) > 1).softmax(0)

# %% saved attribute beside one that was overwritten: a product
x = torch.ones(2, requires_grad=True)
a, b = x * 2, x * 3
y = a * b
a.add_(1)
print(y.grad_fn._saved_other)
y.grad_fn._saved_self

# %% saved attribute beside one that was overwritten: a quotient
x = torch.ones(2, requires_grad=True)
a, b = x * 2, x * 3
y = a / b
b.add_(1)
print(y.grad_fn._saved_self)
y.grad_fn._saved_other

# %% saved attribute beside one that was overwritten: a power
x = torch.ones(2, requires_grad=True)
a, b = x * 2, x * 3
y = a ** b
a.add_(1)
print(y.grad_fn._saved_exponent, y.grad_fn._saved_result)
y.grad_fn._saved_self

# %% which overwritten tensor is named: both factors
x = torch.ones(2, requires_grad=True)
a, b = x * 2, x.exp()
y = a * b
a.detach().mul_(2); b.detach().mul_(2)
y.sum().backward()

# %% which overwritten tensor is named: base and exponent, or base and result
x = torch.ones(2, requires_grad=True)
for both in (True, False):
    a, b = x * 2, x.exp()
    y = a ** b
    a.detach().mul_(2); (b if both else y).detach().mul_(2)
    try: y.sum().backward()
    except RuntimeError as error: print(str(error).split(" is ")[1])

# %% which overwritten tensor is named: a matrix and its transpose
x = torch.ones(2, 3, requires_grad=True)
a = x * 2
y = a @ a.t()
a.detach().mul_(2)
y.sum().backward()

# %% increment_version: one, several, none
x, y = torch.ones(2), torch.ones(2)
torch.autograd.graph.increment_version(x)
torch.autograd.graph.increment_version([x, y])
torch.autograd.graph.increment_version(tensor for tensor in (x, y[0]))
torch.autograd.graph.increment_version(())
x._version, y._version

# %% increment_version: no tensor
torch.autograd.graph.increment_version(None)

# %% increment_version: a list with something else
x = torch.ones(2)
try: torch.autograd.graph.increment_version([x, 1])
finally: print(x._version)

# %% increment_version: made in inference mode
with torch.inference_mode():
    x = torch.ones(2)
    torch.autograd.graph.increment_version(x)
torch.autograd.graph.increment_version(x)
x._version

# %% increment_version: of a saved tensor
x = torch.ones(2, requires_grad=True)
y = x.exp()
torch.autograd.graph.increment_version(y)
y.sum().backward()

# %% increment_version: views get new nodes
x = torch.ones(4, requires_grad=True) * 1
view = x[:2]
torch.autograd.graph.increment_version(x)
view.grad_fn, view._version

# %% once_differentiable: one node for all gradients
class Both(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x, y, z: x * y * z)
    backward = staticmethod(torch.autograd.function.once_differentiable(lambda ctx, grad: (grad * 2, None, grad * 3)))
x, y, z, w = [torch.ones(2, requires_grad=True) for _ in range(4)]
a, b = torch.autograd.grad(Both.apply(x, y, z), (x, z), w, create_graph=True)
node = a.grad_fn
print(a, b.output_nr, b.grad_fn is node, node, node.name(), node.next_functions)
try: node(w)
except TypeError as error: print(error)
b.sum().backward()

# %% once_differentiable: no gradient, and a number
class Given(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x, given: x * 2)
    backward = staticmethod(torch.autograd.function.once_differentiable(lambda ctx, grad: (answer, None)))
x, w = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
for answer in (None, 1):
    print(torch.autograd.grad(Given.apply(x, 0), x, w, create_graph=True, allow_unused=True))

# %% gradcheck: the shape depends on the numbers
x = torch.tensor([0.4999999, 1.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: x[x > 0.5], x)

# %% gradcheck: the shape depends on the numbers, and an exception is not wanted
x = torch.tensor([[1., 1.]], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: x.view(2) if x[0, 0].item() > 1 else x, x, raise_exception=False)

# %% gradcheck: the dtype depends on the numbers
x = torch.ones(2, dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: (x, (x * 2).float() if x[1].item() > 1 else x * 2), x)

# %% inference mode: what shows the memory of a tensor that was made there
with torch.inference_mode():
    x = torch.ones(4, requires_grad=True)
    inside = x[:2]
    first, _ = inside.unbind()
    inside += 1
print(x, [(y._is_view(), y._base, y.is_inference(), y.requires_grad, y.is_leaf) for y in (inside, first)])
with torch.inference_mode(): x = torch.ones(4)
outside = x[:2]
print(outside._is_view(), outside._base, outside.is_inference(), outside.requires_grad)
outside += 1

# %% gradient that was given: a hook of a result writes into it
x, grad = torch.ones(2, requires_grad=True), torch.ones(2)
y = x * 1
y.register_hook(lambda arrived: print(arrived is grad, arrived.mul_(2)))
y.backward(grad)
x.grad, grad, grad._version

# %% gradient that was given: a hook of a leaf writes into it
x, grad = torch.ones(2, requires_grad=True), torch.ones(2)
x.register_hook(lambda arrived: print(arrived is grad, arrived.mul_(2)))
torch.autograd.backward(x, grad)
x.grad, grad, grad._version

# %% gradient that was given: a hook of a node writes into it
x, grad = torch.ones(2, requires_grad=True), torch.ones(2)
y = x * 1
y.grad_fn.register_prehook(lambda grads: print(grads[0] is grad, grads[0].mul_(2)))
y.backward(grad)
x.grad, grad, grad._version

# %% gradient that was given: a rule of a Function writes into it
class Doubling(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: x * 1)
    backward = staticmethod(lambda ctx, grad: grad.mul_(2))
x, grad = torch.ones(2, requires_grad=True), torch.ones(2)
print(torch.autograd.grad(Doubling.apply(x), x, grad))
grad, grad._version

# %% gradient that was given: saved elsewhere, and written into by a hook
x, grad = torch.ones(2, requires_grad=True), torch.ones(2)
y, z = x * 1, x * grad
y.register_hook(lambda arrived: arrived.mul_(2))
torch.autograd.backward((y, y * 3), (grad, grad), retain_graph=True)
print(x.grad, grad._version)
y.backward(grad)
z.sum().backward()

# %% layer_norm of several dtypes: the weight's comes before all shapes, the bias's behind them
x, double = torch.ones(2, 3), torch.ones(2, dtype=torch.float64)
for given in (x, (3,), double), (x, (), None, double), (x, (3,), torch.ones(3), torch.ones(3).double()), (
        double, (2,), double, torch.ones(2)), (double, (3,), torch.ones(2)):
    try: torch.nn.functional.layer_norm(*given)
    except RuntimeError as error: print(error)

# %% requires_grad and data: what is no bool, and what cannot be deleted
x = torch.ones(2)
for attempt in (lambda: x.requires_grad_(1), lambda: x.requires_grad_(None), lambda: delattr(x, "data"),
                lambda: delattr(x, "requires_grad"), lambda: setattr(x, "requires_grad", 1)):
    try: print(attempt())
    except (TypeError, RuntimeError) as error: print(type(error).__name__, error)

# %% huber_loss: at delta itself the slope does not change any more
x = torch.tensor([0.5, -0.5, 0.25, float("nan")], dtype=torch.float64, requires_grad=True)
loss = torch.nn.functional.huber_loss(x, torch.zeros(4, dtype=torch.float64), reduction="sum", delta=0.5)
(slope,) = torch.autograd.grad(loss, x, create_graph=True)
print(slope.tolist(), torch.autograd.grad(slope[:3].sum(), x)[0].tolist())

# %% kl_div: one of the two in whole numbers
for pair in (torch.tensor([1, 2]), torch.tensor([0.5, 0.25])), (torch.tensor([0.5, 0.25]), torch.tensor([True, False])):
    try: print(torch.nn.functional.kl_div(*pair, reduction="sum"))
    except RuntimeError as error: print(error)

# %% atan2 and logaddexp: the rule meets booleans
mask, x = torch.tensor([True, False]), torch.tensor([0.5, 0.5], requires_grad=True)
for result in torch.atan2(mask, x), torch.atan2(x, mask), torch.logaddexp(x, mask):
    try: print(torch.autograd.grad(result.sum(), x)[0].tolist())
    except RuntimeError as error: print(error)

# %% huber_loss: the rule meets two dtypes
for kind in torch.float64, torch.int64:
    x = torch.tensor([0.2, 0.6], requires_grad=True)
    loss = torch.nn.functional.huber_loss(x, torch.tensor([0.1, 2.0]).to(kind))
    try: loss.backward()
    except RuntimeError as error: print(loss.dtype, error)

# %% leaves: three and more are complete at the same time
def turns(count, build):
    """The order in which leaves, all complete behind one node, tell of their gradients."""
    seen, leaves = [], [torch.ones(2, requires_grad=True) for _ in range(count)]
    for name, leaf in zip("abcdefghi", leaves):
        leaf.register_post_accumulate_grad_hook(lambda leaf, name=name: seen.append(name))
    build(leaves).sum().backward()
    return "".join(seen)
for count in range(3, 10):
    print(turns(count, torch.stack), turns(count, lambda all: torch.stack([*all, all[1] * 2, all[2] * 3])))

# %% leaves: they are results themselves, and an older node waits
seen, leaves = [], [torch.ones(1, requires_grad=True) for _ in range(5)]
for name, leaf in zip("abcde", leaves):
    leaf.register_hook(lambda grad, name=name: seen.append(name))
older = leaves[4] + 2
torch.autograd.backward([older, *leaves])
print("".join(seen))
seen.clear()
torch.autograd.backward([older + 1, *leaves], inputs=leaves[1:])
print("".join(seen))

# %% elu: at 0 itself the slope does not change
x = torch.tensor([-1.0, 0.0, -0.0, 1.0, float("inf"), -float("inf"), float("nan")], requires_grad=True)
for y in torch.nn.functional.elu(x, 2.0), torch.nn.functional.elu(x * 1, 2.0, inplace=True):
    (slope,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    print(slope[1:].tolist(), torch.autograd.grad(slope.sum(), x)[0][1:].tolist())

# %% leaky_relu: its slope depends on the input, with a slope of 0
x = torch.tensor([-1.0, 2.0], requires_grad=True)
for y in torch.nn.functional.leaky_relu(x), torch.nn.functional.leaky_relu(x * 1, inplace=True):
    (slope,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    print(slope.requires_grad, torch.autograd.grad(slope.sum(), x)[0])

# %% huber_loss: which dtypes meet, and which of them the error names
kinds = torch.bool, torch.int64, torch.float64
for one in kinds:
    for other in kinds:
        x, y = torch.tensor([1, 0]).to(one), torch.tensor([1, 1]).to(other)
        if y.is_floating_point(): y.requires_grad_()
        try:
            loss = torch.nn.functional.huber_loss(x, y, reduction="none", delta=0.5)
            loss.backward(torch.ones(2, dtype=loss.dtype))
            print(loss.dtype, y.grad)
        except (RuntimeError, NotImplementedError) as error: print(error)

# %% mse_loss and huber_loss: zeros of the target's gradient
for name in "mse_loss", "huber_loss":
    x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    getattr(torch.nn.functional, name)(x, y).backward()
    print(x.grad, y.grad)

# %% inference_mode: detach() of what it made counts its own writes
with torch.inference_mode(): x = torch.ones(2)
y, z = x.detach(), x.detach()
y.mul_(3)
print(x, y._version, z._version, y.detach()._version, x.data._version, y.is_inference())
with torch.inference_mode(): print(y.mul_(2), y._version, y.detach().is_inference())

# %% inference_mode: what is refused of detach() of what it made
with torch.inference_mode(): x = torch.ones(2)
y = x.detach()
for refused in (lambda: y[0]._version, lambda: y[0].mul_(2), lambda: y.requires_grad_(),
                lambda: y * torch.ones(2, requires_grad=True)):
    try: print(refused())
    except RuntimeError as error: print(error)

# %% absent: addmm_, swapaxes_, swapdims_, logical_and_, logical_or_, logical_xor_, logical_not_
x, y = torch.tensor([1., 0.], requires_grad=True), torch.tensor([2., 0.])
print(torch.zeros(2, 2).addmm_(torch.ones(2, 3), torch.ones(3, 2)), torch.ones(2, 3).swapaxes_(0, 1).swapdims_(0, -1).shape)
for name, given in ("logical_and_", [y]), ("logical_or_", [y]), ("logical_xor_", [y]), ("logical_not_", []):
    written = getattr(x * 2, name)(*given)
    print(name, written, written._version, torch.autograd.grad(written.sum(), x))

# %% inference_mode: the version of a copy of what it made
with torch.inference_mode(): x = torch.ones(2)
with torch.inference_mode(): print(x.clone().is_inference())
x.clone()._version, torch.clone(x)._version, x.detach().clone()._version, x.clone().clone()._version

# %% inference_mode: a Parameter of what it made
with torch.inference_mode(): x = torch.ones(2); print(torch.nn.Parameter(x).requires_grad)
print(torch.nn.Parameter(x, requires_grad=False), torch.nn.Parameter(torch.ones(2)).is_inference())
torch.nn.Parameter(x)

# %% hooks: a hook asks for other gradients on a way back that a hook on two tensors waits for
x, y = torch.tensor([1., 2.], requires_grad=True), torch.tensor(2., requires_grad=True)
a, b = x * 2, x * 3
a.register_hook(torch.enable_grad()(lambda grad: print(torch.autograd.grad(y * y, y))))
torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: print("both", grads))
(a * b).sum().backward(); print(x.grad)

# %% saved: whether steps are recorded while what a write into a view saved is unpacked
x, modes = torch.tensor([1., 2., 3.], requires_grad=True), []
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: (modes.append(torch.is_grad_enabled()), t)[1]):
    y = x * 1; y[:2].mul_(x[:2])
print(torch.autograd.grad(y.sum(), x, retain_graph=True)); y.sum().backward()
modes

# %% arguments: a Parameter before the dot is not counted, either
x = torch.nn.Parameter(torch.ones(2, 3))
try: x.sum("a")
except TypeError as error: print(str(error).partition(", but expected")[0])
x.transpose(0, "a")

# %% backward: from one of several views that a write has spoiled, what is wrong with the gradient is said first
x = torch.ones(2, 2, requires_grad=True)
a = x * 1; u, v = a.unbind(0); a.mul_(2)
for given in ((), (torch.ones(3),), (torch.ones(2),)):
    try: u.backward(*given)
    except RuntimeError as error: print(str(error).partition(" has ")[0])
