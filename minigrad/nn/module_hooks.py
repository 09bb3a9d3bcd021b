"""Functions around the call of a module: they see, or change, what comes in, what goes out, and the gradients.

A module without them is called as in chapter 13; the first registration of all puts a longer `Module.__call__` in place.
"""

import functools
import warnings

from minigrad.autograd.function import Function
from minigrad.autograd.hooks import RemovableHandle, place as functions_at
from minigrad.core.node import recording
from minigrad.core.tensors import Tensor
from minigrad.exact.replaced import Replaced
from minigrad.library.devices import zeros
from minigrad.nn.modules import Module


class BackwardHookFunction(Function):
    """Hands tensors on. Its node stands at the border of a module: there all their gradients are met together."""

    @staticmethod
    def forward(ctx, *tensors):
        ctx.mark_non_differentiable(*[tensor for tensor in tensors if not tensor.requires_grad])
        return tensors

    @staticmethod
    def backward(ctx, *grads):
        return grads


class BackwardHook:
    """The gradients of one call: those of the outputs are kept until those of the inputs are there, too.

    inputs, outputs  the places of the tensors among them; None where no gradient comes by
    """

    def __init__(self, module):
        self.module, self.grad_outputs = module, None
        self.before, self.after = [*module._backward_pre_hooks.values()], [*module._backward_hooks.values()]

    def watch(self, values, hook):
        """The values, their tensors behind a node with this hook; and the tensors' places, None without a node."""
        places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
        if not (recording.on and any([values[place].requires_grad for place in places])):
            return values, None
        values, kind = list(values), type(values)
        tensors = BackwardHookFunction.apply(*[values[place] for place in places])
        for place, tensor in zip(places, tensors):
            values[place] = tensor
        next(tensor.grad_fn for tensor in tensors if tensor.grad_fn is not None).register_hook(hook)
        return tuple(values) if kind is tuple else kind(*values), places

    def enter(self, args):
        self.count = len(args)
        self.constant = [(place, arg.shape, arg.dtype) for place, arg in enumerate(args)
                         if isinstance(arg, Tensor) and not arg.requires_grad]
        args, self.inputs = self.watch(args, self.at_inputs)
        return args

    def leave(self, result):
        several = isinstance(result, tuple)
        if not several and not isinstance(result, Tensor):
            warnings.warn("For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
                          f"received {type(result)}", stacklevel=5)
        results, self.outputs = self.watch(result if several else (result,), self.at_outputs)
        self.width = len(results)
        return results if several else results[0]

    def at_outputs(self, _, grads):
        """The gradients of the outputs have come."""
        self.grad_outputs = spread(self.outputs, grads, self.width)
        for hook in self.before:
            self.grad_outputs = replaced(hook(self.module, self.grad_outputs), self.grad_outputs, "pre hook", "output")
        grads = tuple(self.grad_outputs[place] for place in self.outputs)
        if self.inputs is None:
            self.without_inputs()
        return grads

    def without_inputs(self):
        """No input has a gradient: the functions are called at once, and may answer nothing."""
        warnings.warn(
            "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
            "require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
            "#torch.nn.Module.register_full_backward_hook for more details.", stacklevel=5,
        )
        for hook in self.after:
            answer = hook(self.module, (None,) * self.count, self.grad_outputs)
            if answer is not None and not (isinstance(answer, tuple) and all(grad is None for grad in answer)):
                raise RuntimeError("Backward hook for Modules where no input requires gradient should always return "
                                   "None or None for all gradients.")
        self.grad_outputs = None

    def at_inputs(self, grads, _):
        """The gradients of the inputs have come; on a way that did not lead through the outputs nobody is called."""
        if self.grad_outputs is None:
            return None
        constant = {place: zeros(shape, dtype=dtype) for place, shape, dtype in self.constant}
        found = spread(self.inputs, grads, self.count, constant)
        for hook in self.after:
            found = replaced(hook(self.module, found, self.grad_outputs), found, "hook", "input")
        self.grad_outputs = None
        return tuple(None if place in constant else found[place] for place in self.inputs)


def spread(places, grads, count, constant=()):
    """The gradients at their places among `count`, what is constant at its own, and None elsewhere."""
    found = {**dict(zip(places, grads)), **dict(constant)}
    return tuple(found.get(place) for place in range(count))


def replaced(answer, grads, hook, side):
    """What a function answers, or, for None, the gradients. Raises RuntimeError for another number of them."""
    if answer is None:
        return grads
    if len(answer) != len(grads):
        raise RuntimeError(f"Backward {hook} returned an invalid number of grad_{side}, got {len(answer)}, but "
                           f"expected {len(grads)}")
    return answer


class HookedCall:
    """One call of a module that has functions around it."""

    def __init__(self, module, args, kwargs):
        self.module, self.args, self.kwargs, self.result, self.called = module, args, kwargs, None, set()

    def prepare(self):
        """Show the arguments to the functions before `forward`, which may replace them."""
        for key, hook in [*self.module._forward_pre_hooks.items()]:
            if key not in self.module._forward_pre_hooks_with_kwargs:
                answer = hook(self.module, self.args)
                if answer is not None:
                    self.args = answer if isinstance(answer, tuple) else (answer,)
                continue
            answer = hook(self.module, self.args, self.kwargs)
            if answer is not None and not (isinstance(answer, tuple) and len(answer) == 2):
                raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got "
                                   f"{answer}.")
            self.args, self.kwargs = answer or (self.args, self.kwargs)

    def tell(self, key, hook):
        """Show a function what came in and what goes out; what it answers is what goes out."""
        self.called.add(key)
        named = [self.kwargs] if key in self.module._forward_hooks_with_kwargs else []
        answer = hook(self.module, self.args, *named, self.result)
        self.result = self.result if answer is None else answer

    def run(self):
        module = self.module
        self.prepare()
        border = BackwardHook(module) if module._backward_hooks or module._backward_pre_hooks else None
        if border:
            self.args = border.enter(self.args)
        self.result = module.forward(*self.args, **self.kwargs)
        for key, hook in [*module._forward_hooks.items()]:
            self.tell(key, hook)
        return border.leave(self.result) if border else self.result

    def tell_in_spite(self):
        """An error is on its way: call those functions that asked for it, and warn of their own errors."""
        for key, hook in [*self.module._forward_hooks.items()]:
            if key in self.module._forward_hooks_always_called and key not in self.called:
                try:
                    self.tell(key, hook)
                except Exception as error:
                    warnings.warn("module forward hook with ``always_call=True`` raised an exception that was silenced "
                                  f"as another error was raised in forward: {error}", stacklevel=4)


def with_hooks(call):
    """`Module.__call__` that looks for functions first."""

    @functools.wraps(call)
    def hooked(self, *args, **kwargs):
        if not (self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or self._backward_pre_hooks):
            return call(self, *args, **kwargs)
        this = HookedCall(self, args, kwargs)
        try:
            return this.run()
        except Exception:
            this.tell_in_spite()
            raise

    return hooked


CALLS = Replaced({(Module, "__call__"): with_hooks})


def register(module, hook, name, prepend, **options) -> RemovableHandle:
    """Note the function at this place, and under the names of those options that are chosen."""
    with CALLS.lock:
        CALLS.switch(True)
    functions = functions_at(module, name)
    handle = RemovableHandle(functions, hook)
    functions.move_to_end(handle.id, last=not prepend)
    for option, chosen in options.items():
        if chosen:
            functions_at(module, f"{name}_{option}")[handle.id] = True
    return handle


def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False) -> RemovableHandle:
    """Call `hook(module, args)` before `forward`; what it returns replaces the arguments. Returns a handle.

    prepend      before those that are there already
    with_kwargs  it is `hook(module, args, kwargs)`, and returns None or both
    """
    return register(self, hook, "_forward_pre_hooks", prepend, with_kwargs=with_kwargs)


def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False) -> RemovableHandle:
    """Call `hook(module, args, output)` after `forward`; what it returns replaces the output. Returns a handle.

    prepend      before those that are there already
    with_kwargs  it is `hook(module, args, kwargs, output)`
    always_call  it is called, too, when an error is raised on the way
    """
    return register(self, hook, "_forward_hooks", prepend, with_kwargs=with_kwargs, always_called=always_call)


def register_full_backward_pre_hook(self, hook, prepend=False) -> RemovableHandle:
    """Call `hook(module, grad_output)` when the gradients of the outputs are there; a tuple replaces them."""
    return register(self, hook, "_backward_pre_hooks", prepend)


def register_full_backward_hook(self, hook, prepend=False) -> RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` when the gradients of the inputs are there; a tuple replaces them.

    Both are tuples, with None for what is no tensor or has no gradient. Only the arguments without names count.
    """
    return register(self, hook, "_backward_hooks", prepend)


Module._forward_pre_hooks = Module._forward_pre_hooks_with_kwargs = {}
Module._forward_hooks = Module._forward_hooks_with_kwargs = Module._forward_hooks_always_called = {}
Module._backward_pre_hooks = Module._backward_hooks = {}
Module.register_forward_pre_hook, Module.register_forward_hook = register_forward_pre_hook, register_forward_hook
Module.register_full_backward_pre_hook = register_full_backward_pre_hook
Module.register_full_backward_hook = register_full_backward_hook
