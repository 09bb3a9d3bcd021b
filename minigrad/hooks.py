"""Chapter 10. Functions that see, and may replace, a gradient on its way."""

import weakref
from collections import OrderedDict

from minigrad.function import AccumulateGrad, Node, edge, recording
from minigrad.tensors import C_NAMES, Tensor


class RemovableHandle:
    """What a registration gives back: `handle.remove()` takes the function out again.

    Used as `with tensor.register_hook(f):`, it is removed at the end of the block.
    """

    __module__ = "minigrad.utils.hooks"  # PyTorch's place for it: torch/utils/hooks.py
    next_id = 0

    def __init__(self, functions, function):
        self.functions, self.id = functions, RemovableHandle.next_id
        RemovableHandle.next_id += 1
        functions[self.id] = function

    def remove(self):
        self.functions.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()


class Hooks:
    """The functions around one node. The engine asks here if there are any.

    of_tensor  for each output number: functions of that tensor's gradient
    keepers    for each output number: a weak reference to the tensor that keeps its gradient
    first      functions of all gradients, before the rule
    last       functions of all gradients, after the rule
    filled     functions of a leaf whose `.grad` is complete
    """

    def __init__(self):
        self.of_tensor, self.keepers = {}, {}
        self.first, self.last, self.filled = OrderedDict(), OrderedDict(), OrderedDict()

    def arriving(self, grads, create_graph):
        """Show each gradient to its tensor's functions, then keep it if that was asked for."""
        grads = wrapped(grads)
        for number, functions in self.of_tensor.items():
            for function in list(functions.values()):
                if grads[number] is not None:
                    answer = function(grads[number])
                    if answer is not None:
                        grads[number] = accepted(function, answer, grads[number])
        for number, keeper in self.keepers.items():
            if grads[number] is not None:
                keep(keeper(), grads[number], create_graph)
        return grads if create_graph else unwrapped(grads)

    def hand_over(self, tensor, number, node):
        """The tensor has a new node, since it was written into: there its gradient is kept."""
        if self.keepers.pop(number, None) is not None:
            node_hooks(node).keepers[tensor.output_nr] = weakref.ref(tensor)

    def before(self, grads, create_graph):
        """Call the node's own functions with all its gradients."""
        given = wrapped(grads)
        for function in list(self.first.values()):
            given = all_accepted(function, function(tuple(given)), given)
        return given if create_graph else unwrapped(given)

    def after(self, node, results, grads, create_graph):
        """Call the functions of the finished leaf, then the node's with results and gradients."""
        if isinstance(node, AccumulateGrad):
            for function in list(self.filled.values()):
                function(node.variable)
        pairs = zip(node.next_functions, results)
        results = wrapped([None if target is None else grad for (target, _), grad in pairs])
        for function in list(self.last.values()):
            answer = function(tuple(results), tuple(wrapped(grads)))
            results = all_accepted(function, answer, results)
        return results if create_graph else unwrapped(results)


def wrapped(grads):
    return [
        grad if grad is None or isinstance(grad, Tensor) else Tensor(grad) for grad in grads
    ]


def unwrapped(grads):
    return [None if grad is None else grad.array for grad in grads]


def accepted(function, answer, grad):
    """The answer of a hook, if it can take the gradient's place.

    Raises TypeError when it is no tensor, RuntimeError for another dtype or shape.
    """
    name = getattr(function, "__name__", "<unknown>")
    if answer is None and grad is None:
        return None
    if grad is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(answer, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(answer).__name__}'")
    if answer.dtype is not grad.dtype:
        raise RuntimeError(
            f"hook '{name}' has changed the type of value (was "
            f"torch.{C_NAMES[grad.dtype]}Tensor got torch.{C_NAMES[answer.dtype]}Tensor)"
        )
    if answer.array.shape != grad.array.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")
    return answer


def all_accepted(function, answers, grads):
    """The answers of a node's hook, one for each gradient; None changes nothing."""
    if answers is None:
        return grads
    if not isinstance(answers, tuple):
        raise TypeError(f"expected tuple, but hook returned '{type(answers).__name__}'")
    if len(answers) != len(grads):
        raise RuntimeError(
            f"hook '{getattr(function, '__name__', '<unknown>')}' has returned an incorrect "
            f"number of values (got {len(answers)}, but expected {len(grads)})"
        )
    return [accepted(function, answer, grad) for answer, grad in zip(answers, grads)]


def hooks_of(tensor):
    """The hooks that the tensor's gradient meets. A leaf holds them: its node may be remade."""
    node, _ = edge(tensor)
    if node.hooks is None:
        node.hooks = Hooks()
    if tensor._grad_fn is None:
        tensor._hooks = node.hooks
    return node.hooks


def register_hook(self, hook):
    """Call `hook(grad)` whenever a gradient for this tensor has arrived.

    What it returns replaces the gradient; None leaves it as it is. Returns a handle.
    Raises RuntimeError when the tensor requires no gradient.
    """
    if not self._requires_grad:
        raise RuntimeError(
            "cannot register a hook on a tensor that doesn't require gradient"
        )
    functions = hooks_of(self).of_tensor.setdefault(self.output_nr, OrderedDict())
    return RemovableHandle(functions, hook)


def backward_hooks(self):
    """The registered functions by their handles' ids, or None if there were never any."""
    hooks = self._hooks if self._grad_fn is None else self._grad_fn.hooks
    return None if hooks is None else hooks.of_tensor.get(self.output_nr)


def keep(tensor, grad, create_graph):
    """Add what has arrived to the `.grad` of a tensor that is no leaf."""
    if tensor is not None:
        old = tensor._grad
        if not create_graph:
            grad = Tensor(grad.array.copy())
        tensor._grad = grad if old is None else old + grad


def retain_grad(self):
    """Keep the gradient of this result in `.grad`; a leaf keeps its own anyway.

    Raises RuntimeError when the tensor requires no gradient.
    """
    if not self._requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if self._grad_fn is not None:
        hooks_of(self).keepers[self.output_nr] = weakref.ref(self)


def retains_grad(self):
    """True for a result that was asked to keep its gradient."""
    hooks = None if self._grad_fn is None else self._grad_fn.hooks
    return hooks is not None and self.output_nr in hooks.keepers


def register_post_accumulate_grad_hook(self, hook):
    """Call `hook(leaf)` each time the leaf's `.grad` is complete. Returns a handle.

    Raises RuntimeError for a tensor that requires no gradient, or is no leaf.
    """
    if not self._requires_grad:
        raise RuntimeError(
            "cannot register a hook on a tensor that doesn't require gradient"
        )
    if self._grad_fn is not None:
        raise RuntimeError(
            "post accumulate grad hooks cannot be registered on non-leaf tensors"
        )
    return RemovableHandle(hooks_of(self).filled, hook)


Tensor.register_hook, Tensor.retain_grad = register_hook, retain_grad
Tensor._backward_hooks = property(backward_hooks)
Tensor.retains_grad = property(retains_grad)
Tensor.register_post_accumulate_grad_hook = register_post_accumulate_grad_hook


def node_hooks(node):
    if node.hooks is None:
        node.hooks = Hooks()
    return node.hooks


def register_node_hook(self, hook):
    """Call `hook(grad_inputs, grad_outputs)` after the rule; a tuple replaces its results."""
    return RemovableHandle(node_hooks(self).last, hook)


def register_prehook(self, hook):
    """Call `hook(grad_outputs)` before the rule; a tuple replaces the gradients."""
    return RemovableHandle(node_hooks(self).first, hook)


Node.register_hook, Node.register_prehook = register_node_hook, register_prehook


class _MultiHandle:
    """Removes the hook of `register_multi_grad_hook` from all its tensors."""

    __module__ = "minigrad.autograd.graph"

    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()


def is_reached(end, walk):
    """Whether the walk comes to this node, or to the node of this leaf."""
    node = edge(end)[0] if isinstance(end, Tensor) else end
    return node in walk.waiting


def register_multi_grad_hook(tensors, fn):
    """Call `fn(grads)` once per walk, when the last of these tensors' gradients has arrived.

    `grads` is a list in the tensors' order, None for one that this walk does not reach.
    Source: PyTorch's torch/autograd/graph.py (its mode "all").
    """
    # Weak references, since the hook hangs on the tensors themselves.
    ends = [weakref.ref(tensor._grad_fn or tensor) for tensor in tensors]
    seen = {}

    def note(place, grad):
        walk = recording.walk
        if seen.get("walk") is not walk:
            seen.update(walk=walk, grads=[None] * len(ends))
            seen["missing"] = sum(1 for end in ends if is_reached(end(), walk))
        seen["grads"][place] = grad
        seen["missing"] -= 1
        if seen["missing"] == 0:
            grads = seen["grads"]
            seen.clear()
            fn(grads)

    return _MultiHandle([
        tensor.register_hook(lambda grad, place=place: note(place, grad))
        for place, tensor in enumerate(tensors)
    ])
