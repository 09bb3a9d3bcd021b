# ruff: noqa
# Snippets for chapter 3, run on real PyTorch by tools/record.py; the answers are in ch03.json.

# %% each factor gets the other, a sum hands on what arrives
x, y = torch.tensor(3., requires_grad=True), torch.tensor(4., requires_grad=True)
for result in (x * y, y * x, x + y):
    print(result.item(), [part.item() for part in result.grad_fn(torch.tensor(2.))])

# %% a quotient and a difference tell their inputs apart
x, y = torch.tensor(3., requires_grad=True), torch.tensor(4., requires_grad=True)
for result in (x / y, y / x, x - y, y - x):
    print(round(result.item(), 4), [round(part.item(), 4) for part in result.grad_fn(torch.tensor(2.))])

# %% one input: the negative, exp and tanh
x = torch.tensor(0.5, requires_grad=True)
for result in (-x, x.exp(), torch.exp(x), x.tanh(), torch.tanh(x)):
    print(type(result.grad_fn).__name__, round(result.item(), 4), round(result.grad_fn(torch.tensor(2.)).item(), 4))

# %% powers: the exponent is a plain number
x = torch.tensor(4., requires_grad=True)
for result in (x ** 2, x ** 3, x ** -1, x ** 0.5, torch.pow(x, 1)):
    print(result.item(), result.grad_fn(torch.tensor(2.)).item(), result.grad_fn._saved_exponent)

# %% a mean shares out what arrives
x = torch.ones(2, 3, requires_grad=True)
y = (x * 5).mean()
y, y.grad_fn(torch.tensor(12.)), y.grad_fn.next_functions

# %% what a product, a quotient and a power keep
x, y = torch.tensor(3., requires_grad=True), torch.tensor(4., requires_grad=True)
for node in ((x * y).grad_fn, (x / y).grad_fn):
    print(node, node._saved_self is x, node._saved_other is y)
(x ** 2).grad_fn._saved_self is x

# %% exp and tanh keep their result
x = torch.tensor(0.5, requires_grad=True)
[round(result.grad_fn._saved_result.item(), 4) for result in (x.exp(), x.tanh())]

# %% a node is asked for what it does not keep
x = torch.tensor(3., requires_grad=True)
for node, name in (((x + x).grad_fn, "_saved_self"), ((x * x).grad_fn, "_saved_result"), ((x * x).grad_fn, "other")):
    try: getattr(node, name)
    except AttributeError as error: print(error)

# %% a plain number has an edge to nowhere, and gets nothing
x = torch.tensor(3., requires_grad=True)
for result in (x + 2, x - 2, x * 2, x / 2):
    print(result, [node is None for node, _ in result.grad_fn.next_functions], result.grad_fn(torch.tensor(1.))[1])

# %% a text is no number
x = torch.tensor(3., requires_grad=True)
for operation in (lambda: x + "2", lambda: x - "2", lambda: x * "2", lambda: x / "2"):
    try: operation()
    except TypeError: print("TypeError")

# %% document 000: who is behind z = x ** 2 + y ** 3?
x, y = torch.ones(2, 2, requires_grad=True), torch.ones(2, 2, requires_grad=True)
z = x ** 2 + y ** 3
print(z.grad_fn.next_functions)
(left, _), (right, _) = z.grad_fn.next_functions
left.next_functions[0][0].variable is x, right._saved_exponent

# %% an AccumulateGrad called twice adds twice
x = torch.tensor(3., requires_grad=True)
end = (x * 2).grad_fn.next_functions[0][0]
end(torch.tensor(10.)), end(torch.tensor(5.))
print(x.grad)

# %% a sum lets its inputs go, a product keeps them
import weakref
for operation in (lambda value: value + value, lambda value: value * value):
    value = torch.ones(3, requires_grad=True) + 1
    seen, result, value = weakref.ref(value), operation(value), None
    print(seen() is None)

# %% six operations in one expression, and the way back
x, y = torch.tensor(1., requires_grad=True), torch.tensor(2., requires_grad=True)
z = (x ** 2 / y - (-x).exp() * y).tanh().mean()
(z + x / y).backward()
z, round(x.grad.item(), 3), round(y.grad.item(), 3)

# %% without a flag nothing is recorded
x = torch.tensor(0.)
(x.exp() / 2 - 1) ** 2, (-x).grad_fn, x.tanh().grad_fn
