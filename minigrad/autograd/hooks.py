"""Chapter 10. Hooks: functions that see a gradient on its way, at a tensor or at a node, and may change it."""

import weakref
from collections import OrderedDict

from minigrad.autograd.accepted import accepted, all_accepted
from minigrad.core.engine import fit
from minigrad.core.node import Node, edge
from minigrad.core.tensors import Tensor
from minigrad.exact.errors import misfit
from minigrad.machinery.silence import as_told


class Hooks:
    """The functions around one node, and where the engine calls them.

    of_tensor  for each output number: functions of that tensor's gradient
    keepers    for each output number: a weak reference to the tensor that keeps its gradient
    """

    first = last = filled = {}

    def __init__(self):
        self.of_tensor, self.keepers = {}, {}

    def arriving(self, grads, create_graph):
        """All gradients have come: show each to its tensor's functions, then keep it."""
        grads = wrapped(grads)
        for number, functions in list(self.of_tensor.items()):
            grads[number] = shown_to(functions, grads[number])
        for number, keeper in self.keepers.items():
            keep(keeper(), grads[number])
        return grads if create_graph else unwrapped(grads)

    def hand_over(self, tensor, number, node):
        """The tensor was written into: from now on, keep its gradient at its new node."""
        if self.keepers.pop(number, None) is not None:
            node_hooks(node).keepers[tensor.output_nr] = weakref.ref(tensor)

    def before(self, grads, create_graph):
        """The rule is next: show all gradients together to the node's functions."""
        if not self.first:
            return grads
        grads = wrapped(grads)
        for function in list(self.first.values()):
            grads = all_accepted(function, function(tuple(grads)), grads)
        return grads if create_graph else unwrapped(grads)

    def after(self, node, results, grads, create_graph):
        """The rule has answered: show a leaf its `.grad`, the node's functions both sides.

        Raises RuntimeError where a leaf's function answers with another tensor, or an answer fits no input.
        """
        if self.filled and shown_to(self.filled, node.variable) is not node.variable:
            raise RuntimeError("Tensor post accumulate grad hooks should return None.")
        if not self.last:
            return results
        results = wrapped([
            None if target is None or grad is None else as_needed(node, place, grad, *target._outputs[number])
            for place, ((target, number), grad) in enumerate(zip(node.next_functions, results))
        ])
        for function in list(self.last.values()):
            answers = function(tuple(results), tuple(wrapped(grads)))
            results = all_accepted(function, answers, results)
        return results if create_graph else unwrapped(results)


def node_hooks(node):
    if node._hooks is None:
        node._hooks = Told()
    return node._hooks


def wrapped(grads):
    return [g if g is None or isinstance(g, Tensor) else Tensor(g) for g in grads]


def unwrapped(grads):
    return [None if g is None else g.array for g in grads]


def shown_to(functions, grad):
    """Show the gradient to each function in turn; an answer takes the gradient's place."""
    for function in list(functions.values()):
        answer = function(grad)
        if answer is not None:
            grad = accepted(function, answer, grad)
    return grad


class RemovableHandle:
    """What a registration gives back: `remove()` or the end of `with` takes the function out."""

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


def hooks_of(tensor):
    """The hooks that the tensor's gradient meets. A leaf holds them: its node may be remade, or not be there."""
    node, _ = edge(tensor)
    hooks = tensor._hooks or Told() if node is None else node_hooks(node)
    if tensor._grad_fn is None:
        tensor._hooks = hooks
    return hooks


def register_hook(self, hook):
    """Call `hook(grad)` whenever a gradient for this tensor has arrived.

    What it returns replaces the gradient; None leaves it as it is. Returns a handle.
    Raises RuntimeError when the tensor requires no gradient.
    """
    if not self._requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    functions = hooks_of(self).of_tensor.setdefault(self.output_nr, OrderedDict())
    return RemovableHandle(functions, hook)


Tensor.register_hook = register_hook


def keep(tensor, grad):
    """Add a copy of what has arrived to the `.grad` of a tensor that is no leaf."""
    if tensor is not None and grad is not None:
        tensor._grad = grad + 0 if tensor._grad is None else tensor._grad + grad


def retain_grad(self):
    """Keep the gradient of this result in `.grad`; a leaf keeps its own anyway.

    Raises RuntimeError when the tensor requires no gradient.
    """
    if not self._requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if self._grad_fn is not None:
        hooks_of(self).keepers[self.output_nr] = weakref.ref(self)


Tensor.retain_grad = retain_grad


def place(hooks, name):
    """The functions at one of these places; the first registration makes it."""
    return vars(hooks).setdefault(name, OrderedDict())


def register_post_accumulate_grad_hook(self, hook):
    """Call `hook(leaf)` each time the leaf's `.grad` is complete. Returns a handle.

    Raises RuntimeError for a tensor that requires no gradient, or is no leaf.
    """
    if not self._requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self._grad_fn is not None:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    return RemovableHandle(place(hooks_of(self), "filled"), hook)


Tensor.register_post_accumulate_grad_hook = register_post_accumulate_grad_hook


def register_prehook(self, hook):
    """Call `hook(grad_outputs)` before the rule; a tuple replaces the gradients."""
    return RemovableHandle(place(node_hooks(self), "first"), hook)


def register_node_hook(self, hook):
    """Call `hook(grad_inputs, grad_outputs)` after the rule; a tuple replaces its results."""
    return RemovableHandle(place(node_hooks(self), "last"), hook)


Node.register_prehook, Node.register_hook = register_prehook, register_node_hook


def backward_hooks(self):
    """The registered functions by their handles' ids, or None if there were never any."""
    hooks = self._hooks if self._grad_fn is None else self._grad_fn._hooks
    return None if hooks is None else hooks.of_tensor.get(self.output_nr)


Tensor._backward_hooks = property(backward_hooks)


def as_needed(node, place, grad, shape, dtype):
    """One of the rule's answers in its input's shape and dtype, as the node's functions see it."""
    result = fit(grad, shape, dtype)
    if result is None:
        raise misfit(node, place, grad.shape, shape)
    return result


class Told(Hooks):
    """Hooks whose functions hear of NumPy what the user has asked for: the walk around them is silent."""

    _given = None  # the tensor with whose numbers a walk begins here

    def arriving(self, grads, create_graph):
        return as_told(super().arriving, self.as_given(grads, not self.first), create_graph)

    def before(self, grads, create_graph):
        return as_told(super().before, self.as_given(grads, True) if self.first else grads, create_graph)

    def as_given(self, grads, last):
        """The gradients, the given tensor among them. last  whether it can be forgotten then"""
        given = self._given
        if last:
            self._given = None
        return grads if given is None else [given if grad is given.array else grad for grad in grads]

    def after(self, *arguments):
        return as_told(super().after, *arguments)
