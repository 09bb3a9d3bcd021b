"""Functions around the call of a module: they see, or change, what comes in, what goes out, and the gradients.

A module without them is called as in chapter 13; the first registration of all puts a longer `Module.__call__` there.
"""

import functools
import warnings

from minigrad.autograd.function import Function
from minigrad.autograd.hooks import RemovableHandle, place as functions_at
from minigrad.core.node import recording
from minigrad.core.tensors import Tensor
from minigrad.machinery.replaced import Replaced
from minigrad.library.constructors import zeros
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
    """The gradients of one call: those of the outputs are kept until those of the inputs are there, too."""

    def __init__(self, module):
        self.module, self.outer = module, None
        self.before, self.after = [*module._backward_pre_hooks.values()], [*module._backward_hooks.values()]

    def watch(self, values, hook):
        """The values, tensors behind a node with this hook; and the tensors' places, None where no node is needed."""
        places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
        if not (recording.on and any([values[place].requires_grad for place in places])):
            return values, None
        tensors = BackwardHookFunction.apply(*[values[place] for place in places])
        next(tensor.grad_fn for tensor in tensors if tensor.grad_fn is not None).register_hook(hook)
        mixed = spread(places, tensors, dict(enumerate(values)))
        return mixed if type(values) is tuple else type(values)(*mixed), places

    def enter(self, args):
        self.none = dict.fromkeys(range(len(args)))
        self.constant = [(place, arg.shape, arg.dtype) for place, arg in enumerate(args)
                         if isinstance(arg, Tensor) and not arg.requires_grad]
        args, self.inputs = self.watch(args, self.at_inputs)
        return args

    def leave(self, result):
        if not isinstance(result, (Tensor, tuple)):
            warnings.warn("For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
                          f"received {type(result)}", stacklevel=4)
        results, self.outputs = self.watch(result if isinstance(result, tuple) else (result,), self.at_outputs)
        self.unused = dict.fromkeys(range(len(results)))
        return results if isinstance(result, tuple) else results[0]

    def at_outputs(self, _, grads):
        """The gradients of the outputs have come."""
        outer = spread(self.outputs, grads, self.unused)
        for hook in self.before:
            outer = replaced(hook(self.module, outer), outer, "pre hook", "output")
        self.outer = outer
        if self.inputs is None:
            self.without_inputs()
        return tuple([outer[place] for place in self.outputs])

    def without_inputs(self):
        """No input has a gradient: the functions are called at once, and may answer nothing."""
        warnings.warn(
            "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
            "require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
            "#torch.nn.Module.register_full_backward_hook for more details.", stacklevel=5,
        )
        for hook in self.after:
            answer = hook(self.module, tuple(self.none.values()), self.outer)
            if answer is not None and not (isinstance(answer, tuple) and all(grad is None for grad in answer)):
                raise RuntimeError("Backward hook for Modules where no input requires gradient should always return "
                                   "None or None for all gradients.")
        self.outer = None

    def at_inputs(self, grads, _):
        """The gradients of the inputs have come; on a way that did not lead through the outputs nobody is called."""
        if self.outer is None:
            return None
        constant = {place: zeros(shape, dtype=dtype) for place, shape, dtype in self.constant}
        inner = spread(constant, constant.values(), dict(enumerate(spread(self.inputs, grads, self.none))))
        for hook in self.after:
            inner = replaced(hook(self.module, inner, self.outer), inner, "hook", "input")
        self.outer = None
        return tuple([None if place in constant else inner[place] for place in self.inputs])


def spread(places, found, others):
    """What was found, at its places among others."""
    return tuple({**others, **dict(zip(places, found))}.values())


def replaced(answer, grads, hook, side):
    """What a function answers, or, for None, the gradients. Raises RuntimeError for another number of them."""
    if answer is not None and len(answer) != len(grads):
        raise RuntimeError(f"Backward {hook} returned an invalid number of grad_{side}, got {len(answer)}, but "
                           f"expected {len(grads)}")
    return grads if answer is None else answer


def prepared(self, args, kwargs):
    """The arguments, after the functions before `forward` have seen and replaced them."""
    for key, hook in [*self._forward_pre_hooks.items()]:
        named = key in self._forward_pre_hooks_with_kwargs
        answer = hook(self, args, kwargs) if named else hook(self, args)
        if answer is None:
            continue
        if not named:
            args = answer if isinstance(answer, tuple) else (answer,)
        elif isinstance(answer, tuple) and len(answer) == 2:
            args, kwargs = answer
        else:
            raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got "
                               f"{answer}.")
    return args, kwargs


def answered(self, key, hook, args, kwargs, result):
    """The result, or what a function answers that has seen it."""
    named = [kwargs] if key in self._forward_hooks_with_kwargs else []
    answer = hook(self, args, *named, result)
    return result if answer is None else answer


def told(self, args, kwargs, result, called):
    """An error is on its way: call those functions that asked for it, and warn of their own errors."""
    for key, hook in [*self._forward_hooks.items()]:
        if key in self._forward_hooks_always_called and key not in called:
            try:
                result = answered(self, key, hook, args, kwargs, result)
            except Exception as error:
                warnings.warn("module forward hook with ``always_call=True`` raised an exception that was silenced as "
                              f"another error was raised in forward: {error}", stacklevel=3)


def with_hooks(call):
    """`Module.__call__` that looks for functions first."""

    @functools.wraps(call)
    def hooked(self, *args, **kwargs):
        if not (self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or self._backward_pre_hooks):
            return call(self, *args, **kwargs)
        called, result = [], None
        try:
            args, kwargs = prepared(self, args, kwargs)
            border = BackwardHook(self) if self._backward_hooks or self._backward_pre_hooks else None
            args = border.enter(args) if border else args
            result = self.forward(*args, **kwargs)
            for key, hook in [*self._forward_hooks.items()]:
                called.append(key)
                result = answered(self, key, hook, args, kwargs, result)
            return border.leave(result) if border else result
        except Exception:
            told(self, args, kwargs, result, called)
            raise

    return hooked


CALLS = Replaced({(Module, "__call__"): with_hooks})


def register(module, hook, name, prepend, **options) -> RemovableHandle:
    with CALLS.lock:
        CALLS.switch(True)
    functions = functions_at(module, name)
    handle = RemovableHandle(functions, hook)
    functions.move_to_end(handle.id, last=not prepend)
    for option in [option for option, chosen in options.items() if chosen]:
        functions_at(module, f"{name}_{option}")[handle.id] = True
    return handle


def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False) -> RemovableHandle:
    """Call `hook(module, args)` before `forward`; what it returns replaces the arguments. Returns a handle.

    prepend      before those that are there already
    with_kwargs  it is `hook(module, args, kwargs)`, and returns None or both
    """
    return register(self, hook, "_forward_pre_hooks", prepend, with_kwargs=with_kwargs)


def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False) -> RemovableHandle:
    """Call `hook(module, args, output)`, or `(module, args, kwargs, output)`; what it returns replaces the output.

    always_call  also when an error is raised on the way; before `forward` has answered the output is None
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


Module._forward_pre_hooks = Module._forward_hooks = Module._backward_pre_hooks = Module._backward_hooks = {}
Module._forward_pre_hooks_with_kwargs = Module._forward_hooks_with_kwargs = Module._forward_hooks_always_called = {}
Module.register_forward_pre_hook, Module.register_forward_hook = register_forward_pre_hook, register_forward_hook
Module.register_full_backward_pre_hook = register_full_backward_pre_hook
Module.register_full_backward_hook = register_full_backward_hook
