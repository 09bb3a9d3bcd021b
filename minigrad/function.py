"""Chapter 2. `Function.apply` runs an operation and leaves a Node: who made the result."""

import itertools
import re
import threading
import weakref

import numpy as np

from minigrad.tensors import C_NAMES, Tensor, storage, version_counter


class Recording(threading.local):
    """Whether operations leave nodes behind: one switch per thread (for users in chapter 8).

    `walk` is the engine's walk that is under way in this thread, or None (chapter 10).
    """

    on = True
    walk = None


recording = Recording()
sequence = itertools.count()


class Node:
    """One step of the computation, as the way back needs it. Rules know it as `ctx`.

    next_functions  for each input tensor an edge (node, number): where its gradient goes,
                    and which output of that node the input was
    sequence_nr     nodes are numbered as they are made: the newest has the highest number
    _outputs        for each output its (shape, dtype): its gradient has to look like that
    _saved          what the rule will need: triples (tensor, its version when it was saved,
                    which output it is or None); () if nothing is, None once freed (chapter 7)
    """

    __slots__ = (
        "next_functions", "sequence_nr", "_outputs", "_saved", "__dict__", "__weakref__",
    )
    requires_grad = True
    speaks_arrays = True
    saves = ()
    _hooks = None  # functions to call before and after the rule (chapter 10)
    _materializes = True  # the rule gets zeros for an output that nobody used (chapter 11)
    _dirty = _constant = ()  # tensors that `forward` wrote into, or declared constant (11)

    def name(self):
        """The name that is printed, for example "AddBackward0"."""
        return type(self).__name__

    def _sequence_nr(self):
        return self.sequence_nr

    def __call__(self, *grads):
        """Push gradients through by hand: the rule's answer, None where nobody needs one."""
        result = self._rule(*grads)
        if self.speaks_arrays and isinstance(result, tuple):
            pairs = zip(self.next_functions, result)
            result = tuple([None if node is None else grad for (node, _), grad in pairs])
        return result

    @property
    def metadata(self):
        """A dict for your own notes about this node."""
        return vars(self).setdefault("_metadata", {})


class AccumulateGrad(Node):
    """Where every path ends: what arrives is added to `.grad` of the leaf, `variable`."""

    __slots__ = ("variable",)
    __module__ = "builtins"  # so that it prints as in PyTorch: <AccumulateGrad object at 0x...>

    def __init__(self, variable):
        self.variable = variable
        self.next_functions = ()
        self.sequence_nr = 2**64 - 1  # as in PyTorch: a leaf is served as soon as it can be
        self._outputs = ((variable.array.shape, variable.array.dtype),)
        self._saved = ()
        if variable._hooks is not None:
            self._hooks = variable._hooks

    def _rule(self, grad):
        leaf, array = self.variable, (grad.array if isinstance(grad, Tensor) else grad)
        if not leaf._requires_grad:
            return  # switched off since
        old = leaf._grad
        with_history = recording.on and isinstance(grad, Tensor) and (
            grad._requires_grad or old is not None and old._requires_grad
        )
        if with_history:  # chapter 12
            leaf._grad = self.copy(grad) if old is None else old + grad
        elif old is None:
            leaf._grad = Tensor(array.copy())  # a copy: two leaves must not share one gradient
        else:
            old.array += array
            version_counter(old).count += 1

    def copy(self, grad):
        return grad + 0  # another tensor, with the history of this one

    def name(self):
        return "torch::autograd::AccumulateGrad"


NO_EDGE = (None, 0)


def edge(tensor):
    """Where a gradient for this tensor goes: (the node that made it, which output it was).

    A leaf that requires a gradient has one AccumulateGrad for all its uses, made at the first.
    The leaf refers to it weakly: the graph owns its nodes, and both can be freed together.
    """
    if tensor._grad_fn is not None:
        return tensor._grad_fn, tensor.output_nr
    if not tensor._requires_grad:
        return NO_EDGE
    node = None if tensor._leaf_node is None else tensor._leaf_node()
    if node is None:
        node = AccumulateGrad(tensor)
        tensor._leaf_node = weakref.ref(node)
    return node, 0


class Function:
    """An operation and its rule: subclass it, write `forward` and `backward`, call `apply`.

    forward(ctx, *inputs)  computes the result; `ctx` is the node that will be left behind
    backward(ctx, *grads)  gets one gradient per output, returns one per input (or None)

    The operations of this package say more in their class statement: `node="MulBackward0"` is
    PyTorch's name for the node, and promises a rule that works on arrays, too, and answers for
    the input tensors only; `saves="self other"` names what is saved. Any other Function has a
    node called `<Name>Backward`, and a rule that always gets tensors.
    Source: PyTorch's torch/autograd/function.py.
    """

    def __init_subclass__(cls, node=None, saves="", **kwargs):
        super().__init_subclass__(**kwargs)
        cls.node_class = type(node or cls.__name__ + "Backward", (Node,), {
            "__slots__": (),
            "__module__": "minigrad.autograd.function" if node is None else "builtins",
            "_rule": rule_of(cls),  # so node._rule(grad) is backward(ctx=node, grad)
            "speaks_arrays": node is not None,
            "saves": tuple(saves.split()),
        })

    @staticmethod
    def forward(ctx, *inputs):
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def backward(ctx, *grads):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    vjp = backward  # another name for it: the rule is a vector-Jacobian product (chapter 5)

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Where to fill `ctx`, for those who write `forward(*inputs)` without it."""


def rule_of(cls):
    if cls.vjp is Function.vjp:
        return cls.backward
    return cls.vjp if cls.backward is Function.backward else refuse_both


def refuse_both(ctx, *grads):
    raise RuntimeError(
        "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. "
        "You should only implement one of them."
    )


def apply(cls, *inputs):
    """Run `forward`; leave a node if recording is on and an input requires a gradient."""
    node = cls.node_class()
    node._saved = ()
    edges = (
        [edge(value) for value in inputs if isinstance(value, Tensor)] if recording.on else ()
    )
    needed = False
    for target, _ in edges:
        if target is not None:
            needed = True
    if node.speaks_arrays:
        result = cls.forward(node, *inputs)
    else:
        result = unrecorded(cls, node, inputs, needed)
    is_array = isinstance(result, (np.ndarray, np.generic))
    if not needed:
        return Tensor(result) if is_array else result
    node.next_functions = tuple(edges)
    node.sequence_nr = next(sequence)
    if not is_array:
        return attach(node, inputs, result)
    node._outputs = ((result.shape, result.dtype),)
    return Tensor(result, True, node)


Function.apply = classmethod(apply)


def unrecorded(cls, node, inputs, needed):
    """Call a user's `forward`: the operations inside leave no nodes, only `apply` does."""
    node._tensor_inputs = tuple([isinstance(value, Tensor) for value in inputs])
    node.needs_input_grad = tuple([
        needed and isinstance(value, Tensor) and value._requires_grad for value in inputs
    ])
    before, recording.on = recording.on, False
    try:
        if cls.setup_context is Function.setup_context:
            return cls.forward(node, *inputs)
        result = cls.forward(*inputs)
        cls.setup_context(node, inputs, result)
        return result
    finally:
        recording.on = before


def attach(node, inputs, result):
    """Tie the tensors that `forward` made, one or several, to the node that made them.

    Anything else that it returned is handed on as it is.
    """
    outputs = []
    for number, value in enumerate(result if isinstance(result, tuple) else (result,)):
        if isinstance(value, Tensor):
            value = attached(node, number, value, inputs)
        outputs.append(value)
    tensors = [value for value in outputs if isinstance(value, Tensor)]
    node._outputs = tuple([
        (value.array.shape, value.array.dtype) if isinstance(value, Tensor) else None
        for value in outputs
    ])
    if node._dirty:
        node.require_dirty_among(tensors)
    disown_outputs(node, tensors)
    node._dirty = node._constant = ()
    return tuple(outputs) if isinstance(result, tuple) else outputs[0]


def attached(node, number, value, inputs):
    """One output with its node; a new tensor where `forward` returned an input as it was."""
    if any(value is written for written in node._dirty):
        node.continue_history(value)
        return value
    if any(value is constant for constant in node._constant) or value.array.dtype.kind != "f":
        return value
    if value._grad_fn is not node:
        if value._requires_grad or any(value is given for given in inputs):
            given, value = value, value.detach()
            value._view = (given, None)
        elif value._view is not None and not node.speaks_arrays:
            value._view = (value._view[0], None)  # a view that must not be written into (chapter 9)
        value._requires_grad, value._grad_fn = True, node
    value.output_nr = number
    return value


def save_for_backward(self, *tensors):
    """Keep these tensors (inputs, outputs, or None) for the rule, each with its version.

    Raises TypeError for anything else; keep numbers as attributes: `ctx.exponent = exponent`.
    """
    saved = []
    for position, tensor in enumerate(tensors):
        if tensor is None:
            saved.append((None, 0, None))
        elif isinstance(tensor, Tensor):
            version = 0 if tensor._counter is None else tensor._counter.count
            saved.append((tensor, version, None))
        else:
            kind = type(tensor).__name__
            raise TypeError(
                "save_for_backward can only save variables, "
                f"but argument {position} is of type {kind}"
            )
    self._saved = saved


Node.save_for_backward = save_for_backward


def disown_outputs(node, outputs):
    """Where a node saved its own output, keep the numbers without the output's `grad_fn`.

    Node and output would hold each other, and neither could be freed without the garbage
    collector. PyTorch does the same: torch/csrc/autograd/saved_variable.h.
    """
    saved = []
    for tensor, version, number in node._saved:
        for output in outputs:
            if tensor is output:
                number, version = output.output_nr, output._version
                tensor = Tensor(storage(output))
                tensor._counter = version_counter(output)
        saved.append((tensor, version, number))
    node._saved = saved


def freed():
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need "
        "to backward through the graph a second time or if you need to access saved tensors "
        "after calling backward."
    )


def overwritten(node, tensor, version, number):
    maker = node if number is not None else tensor._grad_fn
    number = number or tensor.output_nr
    made = "" if maker is None else (
        f", which is output {number} of {re.sub(r'Backward[0-9]*$', '', maker.name())},"
    )
    kind = f"torch.{C_NAMES[tensor.dtype]}Tensor {list(tensor.shape)}"
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [{kind}]{made} is at version {tensor._version}; "
        f"expected version {version} instead. Hint: enable anomaly "
        "detection to find the operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )


def unpack(node, tensor, version, number):
    """One saved tensor as it was; an output of the node gets its `grad_fn` back."""
    if tensor is not None and tensor._version != version:
        raise overwritten(node, tensor, version, number)
    if number is not None:
        output = Tensor(tensor.array, requires_grad=True, grad_fn=node)
        output.output_nr, output._counter = number, tensor._counter
        return output
    return tensor


def saved_tensors(self):
    """What save_for_backward kept, in its order, as tensors.

    Raises RuntimeError when it has been freed, or when one of them has been written into since.
    """
    if self._saved is None:
        raise freed()
    return tuple([unpack(self, *kept) for kept in self._saved])


def saved_like(self, grad):
    """What save_for_backward kept, in the gradient's form: arrays for an array, else tensors.

    So one rule, written with + - * /, serves both: on arrays nothing is recorded or wrapped.
    """
    if isinstance(grad, Tensor):
        return self.saved_tensors
    if self._saved is None:
        raise freed()
    arrays = []
    for tensor, version, number in self._saved:
        if tensor is None:
            arrays.append(None)
        elif tensor._counter is not None and tensor._counter.count != version:
            raise overwritten(self, tensor, version, number)
        else:
            arrays.append(tensor.array)
    return arrays


Node.saved_tensors = property(saved_tensors)
Node.saved_like = saved_like


def notes_of(node):
    """What a rule keeps on its node besides tensors, by name."""
    return [key for key in vars(node) if not key.startswith("_")]


def get_saved(self, name):
    """`node._saved_self`, `._saved_exponent`, ...: what the node keeps, by PyTorch's names."""
    key = name.removeprefix("_saved_")
    if key != name and key in self.saves:
        if self._saved is None:
            raise freed()
        tensor = unpack(self, *self._saved[self.saves.index(key)])
        return getattr(tensor, "shown", tensor)
    if key != name and key in notes_of(self):
        return vars(self)[key]
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


def list_saved(self):
    return [*object.__dir__(self), *(f"_saved_{name}" for name in (*self.saves, *notes_of(self)))]


Node.__getattr__, Node.__dir__ = get_saved, list_saved
