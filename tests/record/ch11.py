# ruff: noqa
# Snippets for chapter 11, run on real PyTorch by tools/record.py; the answers are in ch11.json.

# %% the rule of document 000: believed
class MulConstant(torch.autograd.Function):
    forward, backward = lambda ctx, tensor, constant: tensor * constant, lambda ctx, grad: (grad, None)
a = torch.rand(3, 3, requires_grad=True)
MulConstant.apply(a, 5).backward(torch.ones_like(a))
a.grad

# %% and found out
class MulConstant(torch.autograd.Function):
    forward, backward = lambda ctx, tensor, constant: tensor * constant, lambda ctx, grad: (grad, None)
x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: MulConstant.apply(x, 5), x)

# %% nothing to record, no node
class Twice(torch.autograd.Function):
    forward, backward = lambda ctx, x: x * 2, lambda ctx, grad: grad * 2
Twice.apply(torch.ones(2)), Twice.apply(torch.ones(2, requires_grad=True))

# %% inside forward nothing is recorded
class Twice(torch.autograd.Function):
    forward, backward = lambda ctx, x: print((x * 2).requires_grad) or x * 2, lambda ctx, grad: grad * 2
Twice.apply(torch.ones(2, requires_grad=True)).requires_grad

# %% further Nones at the end
class Twice(torch.autograd.Function):
    forward, backward = lambda ctx, x: x * 2, lambda ctx, grad: (grad * 2, None, None)
x = torch.ones(2, requires_grad=True)
Twice.apply(x).sum().backward()
x.grad

# %% no forward
class Empty(torch.autograd.Function):
    pass
Empty.apply(torch.ones(2))

# %% no rule
class Twice(torch.autograd.Function):
    forward = lambda ctx, x: x * 2
y = Twice.apply(torch.ones(2, requires_grad=True))
print(y)
y.sum().backward()

# %% save_for_backward is for tensors
class Times(torch.autograd.Function):
    forward = lambda ctx, x, k: ctx.save_for_backward(x, k)
Times.apply(torch.ones(2, requires_grad=True), 5)

# %% saved tensors are freed, attributes stay
class Square(torch.autograd.Function):
    forward = lambda ctx, x: (setattr(ctx, "power", 2), ctx.save_for_backward(x), x * x)[-1]
    backward = lambda ctx, grad: 2 * ctx.saved_tensors[0] * grad
(y := Square.apply(torch.tensor(3., requires_grad=True))).backward()
print(y.grad_fn.power, y.grad_fn.saved_tensors)

# %% written into, but not returned
class Lost(torch.autograd.Function):
    forward = lambda ctx, x: (ctx.mark_dirty(x), x.mul_(2) * 1)[1]
Lost.apply(torch.ones(2, requires_grad=True) * 1)

# %% gradcheck in float32
x = torch.tensor([1., 2.], requires_grad=True)
torch.autograd.gradcheck(lambda x: x * 5, x, raise_exception=False)

# %% nothing to check
torch.autograd.gradcheck(lambda x: x * 5, torch.ones(2))

# %% a rule that adds
class Shifted(torch.autograd.Function):
    forward, backward = lambda ctx, x: x * 2, lambda ctx, grad: grad * 2 + 1e-9
torch.autograd.gradcheck(Shifted.apply, torch.ones(2, dtype=torch.float64, requires_grad=True))

# %% a function that lost its history
x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: x.detach() * 5, x)

# %% a rule that answers differently each time
class Unsteady(torch.autograd.Function):
    forward, backward = lambda ctx, x: x * 2, lambda ctx, grad: grad * (2 + 1e-7 * torch.rand(1).item())
x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
[torch.autograd.gradcheck(Unsteady.apply, x, nondet_tol=tol, raise_exception=False) for tol in (0.0, 1e-6)]

# %% a kink
x = torch.tensor([0., 1.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: x.relu(), x)

# %% second derivatives
x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(lambda x: x ** 3, x), torch.autograd.gradgradcheck(lambda x: x ** 3, x)
