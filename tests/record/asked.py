# ruff: noqa
# Snippets that tests/package/test_asked.py runs on minigrad and on PyTorch, where it is installed.

# %% anomaly: what the switches say
print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
with torch.autograd.set_detect_anomaly(True, False): print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()

# %% anomaly: only a bool switches
torch.autograd.set_detect_anomaly(1)

# %% anomaly: a rule that answers with a nan
x = torch.zeros(2, requires_grad=True)
y = (x * x).sqrt().sum()
with torch.autograd.set_detect_anomaly(True): y.backward()

# %% anomaly: the second answer is a nan
a, b = torch.ones(2, requires_grad=True), torch.zeros(2, requires_grad=True)
y = (a * 0 / b).sum()
with torch.autograd.set_detect_anomaly(True): y.backward()

# %% anomaly: a nan that comes from outside
x = torch.ones(2, requires_grad=True)
with torch.autograd.set_detect_anomaly(True): x.backward(torch.tensor([float("nan"), 1.]))
x.grad

# %% anomaly: what a hook answers
x = torch.ones(2, requires_grad=True)
y = x * 2
y.grad_fn.register_hook(lambda after, before: (after[0] * float("nan"), None))
with torch.autograd.set_detect_anomaly(True): y.sum().backward()

# %% anomaly: the hint of a write
x = torch.ones(2, requires_grad=True)
y = x.exp()
with torch.autograd.set_detect_anomaly(True):
    y.mul_(2)
    try: y.sum().backward()
    except RuntimeError as error: print(str(error).split("Hint: ")[1])

# %% anomaly: what a node notes
with torch.autograd.set_detect_anomaly(True): y = torch.ones(2, requires_grad=True) * 2
list(y.grad_fn.metadata), type(y.grad_fn.metadata["traceback_"])

# %% inference mode: what is marked
x, c = torch.ones(2, requires_grad=True), torch.ones(2)
with torch.inference_mode():
    made = {"ones": torch.ones(2), "x * 2": x * 2, "c * 2": c * 2, "c.exp()": c.exp(), "c.sum()": c.sum(), "c[[0]]": c[[0]],
            "c.max(0)": c.max(0)[1], "c > 0": c > 0, "2 * c": 2 * c, "clone": c.clone(), "stack": torch.stack([c, c]),
            "view": c.view(2, 1), "detach": c.detach(), "data": c.data, "c[0]": c[0], "expand": c.expand(2, 2),
            "contiguous": c.contiguous(), "same dtype": c.to(torch.float32), "other dtype": c.to(torch.float64)}
for name, tensor in made.items(): print(name, tensor.is_inference(), torch.is_inference(tensor), tensor.requires_grad)

# %% inference mode: what is made of a marked tensor outside
with torch.inference_mode(): a = torch.ones(2)
for b in (a * 2, a.exp(), a.clone(), a.view(2, 1), a[0], a.detach(), a.data, a.to(torch.float64)): print(b.is_inference())

# %% inference mode: a number that was used inside may be saved outside
x = torch.ones(2, requires_grad=True)
with torch.inference_mode(): x * 7.5
(x * 7.5).sum().backward()
x.grad

# %% inference mode: a view of a marked tensor is needed by a rule
with torch.inference_mode(): a = torch.ones(2)
a.view(1, 2) * torch.ones(2, requires_grad=True)

# %% inference mode: a matrix product needs a marked tensor
with torch.inference_mode(): a = torch.ones(2, 2)
torch.ones(2, 2, requires_grad=True) @ a

# %% inference mode: a Function saves a marked tensor
class Times(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y
with torch.inference_mode(): a = torch.ones(2)
print(Times.apply(torch.ones(2), a).is_inference())
Times.apply(torch.ones(2, requires_grad=True), a)

# %% inference mode: a marked tensor that no rule needs
x = torch.ones(2, requires_grad=True)
with torch.inference_mode(): a = torch.ones(2)
(x + a).sum().backward()
x.grad

# %% inference mode: writes inside
x, c = torch.ones(2, requires_grad=True), torch.ones(2)
y = x * 1
with torch.inference_mode():
    a = torch.ones(2)
    a.mul_(2); a[0] = 5.; c.mul_(2); x.mul_(2); y.mul_(2)
a, c, c._version, c.is_inference(), x, x._version, y._version, y.is_inference()

# %% inference mode: a write into a marked tensor
with torch.inference_mode(): a = torch.ones(2)
a.mul_(2)

# %% inference mode: a write into an entry of a marked tensor
with torch.inference_mode(): a = torch.ones(2)
a[0] = 5.

# %% inference mode: a write without recording
with torch.inference_mode(): a = torch.ones(2)
with torch.no_grad(): a.zero_()

# %% inference mode: a start value for a marked tensor
with torch.inference_mode(): a = torch.ones(2)
torch.nn.init.ones_(a)

# %% inference mode: a result for a marked tensor
with torch.inference_mode(): a = torch.ones(2)
torch.add(torch.ones(2), 1., out=a)

# %% inference mode: a write inside inference_mode(False)
with torch.inference_mode():
    a = torch.ones(2)
    with torch.inference_mode(False): a.mul_(2)

# %% inference mode: a write into a view that was made inside
c = torch.ones(2)
with torch.inference_mode(): view = c.view(1, 2)
print(view.mul_(2))
view.mul_(torch.ones(2, requires_grad=True))

# %% inference mode: a write into a view of a leaf, made inside
x = torch.ones(2, requires_grad=True)
with torch.inference_mode(): view = x.view(1, 2)
view.mul_(2)

# %% inference mode: the flag
with torch.inference_mode():
    a = torch.ones(2)
    print(a.requires_grad_(), torch.ones(2, requires_grad=True).requires_grad)
    a.requires_grad_(False)
a.requires_grad = False
a.requires_grad_()

# %% inference mode: the flag, for whole numbers
with torch.inference_mode(): a = torch.arange(2)
a.requires_grad_()

# %% inference mode: the version
with torch.inference_mode(): a = torch.ones(2)
a._version

# %% inference mode: the version inside, of a view
with torch.inference_mode(): torch.ones(2).view(2, 1)._version

# %% inference mode: gradients that were made inside
x = torch.ones(2, requires_grad=True)
y = (x * 2).sum()
with torch.inference_mode(): y.backward()
print(x.grad, x.grad.is_inference())
(x * 2).sum().backward()

# %% inference mode: a question about no tensor
torch.is_inference(3)

# %% gradcheck: single precision
torch.autograd.gradcheck(lambda x: x * 2, torch.ones(2, requires_grad=True), eps=1e-2, atol=1e-2)

# %% gradcheck: an input that shows one number several times
torch.autograd.gradcheck(lambda x: x * 2, torch.ones(1, dtype=torch.float64, requires_grad=True).expand(3))

# %% gradcheck: an input of one entry from expand
torch.autograd.gradcheck(lambda x: x * 2, torch.ones(1, dtype=torch.float64, requires_grad=True).expand(1))

# %% gradcheck: an output that is a number
torch.autograd.gradcheck(lambda x: (x * 2, 3.), torch.ones(2, dtype=torch.float64, requires_grad=True))

# %% gradcheck: many directions at once, but not forward
torch.autograd.gradcheck(lambda x: x * 2, torch.ones(2, dtype=torch.float64), check_batched_forward_grad=True)

# %% gradgradcheck: neither forward nor backward
torch.autograd.gradgradcheck(lambda x: x * 2, torch.ones(2, dtype=torch.float64), check_rev_over_rev=False)

# %% gradgradcheck: undefined gradients, but not backward
torch.autograd.gradgradcheck(lambda x: x * 2, torch.ones(2), check_fwd_over_rev=True, check_rev_over_rev=False)

# %% gradgradcheck: an option of gradcheck only
torch.autograd.gradgradcheck(lambda x: x * 2, torch.ones(2), check_backward_ad=True)

# %% gradcheck: nan where nan was measured
torch.autograd.gradcheck(lambda x: x * float("nan"), torch.ones(2, dtype=torch.float64, requires_grad=True), raise_exception=False)

# %% gradcheck: a rule that changes from call to call
class Moving(torch.autograd.Function):
    calls = 0
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, grad):
        Moving.calls += 1
        return grad * (2 + 1e-9 * Moving.calls)
torch.autograd.gradcheck(Moving.apply, torch.ones(1, dtype=torch.float64, requires_grad=True))

# %% gradcheck: a rule that makes something of a missing gradient
class Lazy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2
    @staticmethod
    def backward(ctx, grad):
        return torch.ones(2, dtype=torch.float64) if grad is None else grad * 2
torch.autograd.gradcheck(Lazy.apply, torch.ones(2, dtype=torch.float64, requires_grad=True))

# %% multi-grad hook: a tensor that requires no gradient
torch.autograd.graph.register_multi_grad_hook((torch.ones(2),), print)

# %% Function: inputs with a name, and setup_context
class Scale(torch.autograd.Function):
    forward = staticmethod(lambda x, factor=2.0: x * factor)
    setup_context = staticmethod(lambda ctx, inputs, output: print(inputs))
    backward = staticmethod(lambda ctx, grad: (grad, None))
Scale.apply(torch.ones(2, requires_grad=True), factor=3.).sum().backward()
Scale.apply(torch.ones(2, requires_grad=True), size=3.)

# %% Function: inputs with a name get a gradient
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor=2.0, shift=0.0):
        print(ctx.needs_input_grad)
        return x * factor
    backward = staticmethod(lambda ctx, grad: (grad * 3, grad * 5))
x, factor = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
y = Scale.apply(x, factor=factor)
y.sum().backward()
y, x.grad, factor.grad

# %% Function: names in another order
class Minus(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x, y: x - y)
Minus.apply(y=torch.ones(2), x=torch.zeros(2))

# %% Function: a name that forward has not
class Same(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x, *, k=1: x * 1)
Same.apply(torch.ones(2), k=2)

# %% Function: a name only, beside setup_context
class Same(torch.autograd.Function):
    forward = staticmethod(lambda x, *, k=1: x * 1)
    setup_context = staticmethod(lambda ctx, inputs, output: None)
Same.apply(torch.ones(2))

# %% Function: an input given back without recording
class Same(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: x)
x = torch.ones(2, requires_grad=True)
with torch.no_grad(): y = Same.apply(x)
y is x, y.requires_grad, y._is_view(), y.mul_(2), x

# %% Function: an input given back is a view of its base
class Same(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: x)
x = torch.ones(2)
y = Same.apply(x[:])
print(y._base is x)
y.mul_(torch.ones(2, requires_grad=True))

# %% Function: an input without a gradient, given back among others
class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.mark_non_differentiable(x)
        return x, x * y
x = torch.ones(2)
same, _ = Two.apply(x, torch.ones(2, requires_grad=True))
same is x, same._is_view(), same.requires_grad

# %% gradients that are no tensors: one more than there are results
y = torch.ones(2, requires_grad=True) * 2
print(torch.autograd.backward(y, [torch.ones(2), torch.ones(2)]))
torch.autograd.backward([y, y], [torch.ones(2)])
