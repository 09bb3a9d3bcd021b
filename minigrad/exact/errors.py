"""PyTorch's sentences that are too long to stand beside a rule, and the questions that lead to them."""

import re
import warnings

import numpy as np

from minigrad.exact.dtypes import C_NAMES, C_WORDS, DTYPES, is_tensor

ONLY_LEAVES = "you can only change requires_grad flags of leaf variables."
USE_DETACH = (
    " If you want to use a computed variable in a subgraph that doesn't require differentiation use "
    "var_no_grad = var.detach()."
)

NO_GRAD_KEPT = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
    "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, "
    "use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access the "
    "leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information."
)

FORWARD_MISSING = "You must implement the forward function for custom autograd.Function."
BACKWARD_MISSING = (
    "You must implement either the backward or vjp method for your custom autograd.Function to use it with backward "
    "mode AD."
)
DETACHED = (
    "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is not supported, please "
    "use out-of-place `.detach()` instead"
)
DECORATED_CLASS = (
    "Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions or "
    "methods. To preserve the current behavior of class decoration, you can directly decorate the `__init__` method "
    "and nothing else."
)
INFERENCE_SAVED = (
    "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
    "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in "
    "autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`."
)
INFERENCE_WRITTEN = (
    "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
    "tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details."
)
INFERENCE_FLAG = "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed."
INFERENCE_VERSION = "Inference tensors do not track version counter."
FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already been "
    "freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify "
    "retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors "
    "after calling backward."
)
ENABLE = (
    "enable anomaly detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
OVERWRITTEN = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: [{}]{} is at "
    f"version {{}}; expected version {{}} instead. Hint: {ENABLE}"
)
CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
    "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you "
    "have to use this function, make sure to reset the .grad fields of your parameters to None after use to break the "
    "cycle and avoid the leak."
)

WANTS_TENSOR = "{}(): argument 'other' (position 1) must be Tensor, not {{}}"
FITS_NONE = "{}() received an invalid combination of arguments - got ({{}})"
NOT_ONE_NUMBER = "fill_ only supports 0-dimension value tensor but got tensor with {} dimensions."
OVERLAP = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
    "location. Please clone() the tensor before performing the operation."
)
REPEATED = (
    "unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please "
    "clone() the tensor before performing the operation."
)
AMBIGUOUS = (
    "Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both "
    "the view and the inplace either both inside the {} block (if you don't want the inplace to be tracked) or both "
    "outside (if you want the inplace to be tracked)."
)
FORBIDDEN_VIEWS = {  # by how the view was made, see `shared` in operations/sharing.py
    False: AMBIGUOUS.format("no_grad"),
    "inference": AMBIGUOUS.format("inference_mode"),
    None:
        "This view was created inside a custom Function (or because an input was returned as-is) and the autograd "
        "logic to handle view+inplace would override the custom backward associated with the custom Function, leading "
        "to incorrect gradients. This behavior is forbidden. You can fix this by cloning the output of the custom "
        "Function.",
    "several":
        "This view is the output of a function that returns multiple views. Such functions do not allow the output "
        "views to be modified inplace. You should replace the inplace operation by an out-of-place one.",
}


def refuse_view(view, event="is being"):
    """Raise RuntimeError for a view of a leaf, or one made unrecorded, by a custom Function, or with others.

    event  why it matters now
    """
    (base, made), node = view._view, vars(view)["_grad_fn"]
    if made is True:
        if base.is_leaf and (base._requires_grad or view._requires_grad):
            raise RuntimeError(
                "a view of a leaf Variable that requires grad is being used in an in-place operation."
            )
        return
    which = node and f"O{output_of(node, view.output_nr)[1:]} is a view"
    if node is None or made in (False, "inference"):
        made_in, written_in = ("inference", "in normal mode") if made == "inference" else (
            "no_grad", "with grad mode enabled")
        which = "A view was" if node is None else f"{which} of a view which was"
        sentence = f"{which} created in {made_in} mode and {event} modified inplace {written_in}."
    else:
        sentence = f"{which} and {event} modified inplace."
    raise RuntimeError(f"{sentence} {FORBIDDEN_VIEWS[made]}")


def kind_and_shape(array):
    """What PyTorch calls a tensor that was overwritten: `torch.FloatTensor [2, 3]`."""
    kind = C_NAMES[DTYPES[array.dtype]]
    return f"{'CPUBoolType' if kind == 'Bool' else f'torch.{kind}Tensor'} {list(array.shape)}"


def output_of(node, number):
    """What PyTorch calls one output of a node: `output 0 of Pow` for PowBackward0, `... of Pow1` for PowBackward1."""
    return f"output {number} of {re.sub('Backward0?(?=[0-9]*$)', '', node.name())}"


def freed():
    """PyTorch's error for a node that has given up what it saved."""
    return RuntimeError(FREED)


def overwritten(node, place):
    """PyTorch's error for a node that saved, at this place, the first tensor that has been written into since.

    Of several it names the one whose name comes first in the alphabet, and a result behind them, as PyTorch does.
    """
    if len(node.saves) == len(node._saved):
        changed = [number for number, (tensor, version) in enumerate(zip(node._saved, node._versions))
                   if tensor is not None and tensor._version != version]
        place = min(changed, key=lambda number: (not is_tensor(node._saved[number]), node.saves[number]), default=place)
    tensor, version = node._saved[place], 0 if node._versions is None else node._versions[place]
    own = not is_tensor(tensor)  # a result that its own node keeps
    maker, number = (node, tensor.number) if own else (tensor._grad_fn, tensor.output_nr)
    made = "" if maker is None else f", which is {output_of(maker, number)},"
    return RuntimeError(OVERWRITTEN.format(kind_and_shape(tensor.array), made, tensor._counter.count, version))


def refuse_saved(tensors, recorded=True):
    """Raise TypeError for what `save_for_backward` cannot keep: anything but a tensor, or None.

    Raises RuntimeError for a tensor that was made in inference mode, where a node is left behind.
    """
    for position, tensor in enumerate(tensors):
        if tensor is not None and not hasattr(type(tensor), "_leaf_node"):  # `is_tensor`; all operations ask
            raise TypeError(
                f"save_for_backward can only save variables, but argument {position} is of type {type(tensor).__name__}"
            )
        if recorded and tensor is not None and hasattr(type(tensor._counter), "version"):  # which counts nothing
            raise RuntimeError(INFERENCE_SAVED)


def unsaved(*tensors):
    """`save_for_backward` of a node that is not left behind."""
    refuse_saved(tensors, recorded=False)


def refuse_detached(node):
    """Raise PyTorch's error if a result that was saved as one is none any more. A rule of a user may use it."""
    for saved in node._saved or () if node.speaks_arrays else ():
        if getattr(saved, "_detached", -1) > node.sequence_nr and saved._grad_fn is None:
            raise RuntimeError(DETACHED)


def misfit(node, position, got, expected):
    """PyTorch's error for a rule's answer whose shape broadcasting cannot explain."""
    return RuntimeError(
        f"Function {node.name()} returned an invalid gradient at index {position} - "
        f"got {list(got)} but expected shape compatible with {list(expected)}"
    )


def for_tensors(node, grads):
    """Of the gradients of a user's rule, one per input of `apply`, those for the tensors.

    Raises RuntimeError when there are too few or too many, one where the input is no tensor, or one that is no tensor.
    """
    expected = len(node._tensor_inputs)
    if len(grads) < expected or any([extra is not None for extra in grads[expected:]]):
        raise RuntimeError(
            f"function {node.name()} returned an incorrect number of gradients (expected {expected}, got {len(grads)})"
        )
    for position, (grad, takes_one) in enumerate(zip(grads, node._tensor_inputs), 1):
        if grad is not None and not takes_one:
            raise RuntimeError(
                f"function {node.name()} returned a gradient different than None at position {position}, but the "
                "corresponding forward input was not a Variable"
            )
        if grad is not None and not is_tensor(grad):
            raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
    return [grad for grad, takes_one in zip(grads, node._tensor_inputs) if takes_one]


OUT_WITH_GRAD = (
    "{}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires "
    "grad."
)
RESIZED = (
    "An output with one or more elements was resized since it had shape {}, which does not match the required output "
    "shape {}. This behavior is deprecated, and in a future PyTorch release outputs will not be resized unless they "
    "have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero elements with "
    "t.resize_(0)."
)


NOT_REENTRANT = """\
Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different \
values, although analytical gradient matches numerical gradient.The tolerance for nondeterminism was {}.

NOTE: If your op relies on non-deterministic operations i.e., it is listed here:
https://pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html
this failure might be expected.

If you are adding a new operator, please file an issue and then use one of the
workarounds. The workaround depends on how your test invokes gradcheck/gradgradcheck.
If the test
- manually invokes gradcheck/gradgradcheck, then call gradcheck/gradgradcheck
  with `nondet_tol=<tol>` as a keyword argument.
- is OpInfo-based (e.g., in test_ops_gradients.py), then modify the OpInfo for the test
  to have `gradcheck_nondet_tol=<tol>`.
- is a Module test (e.g., in common_nn.py), then modify the corresponding
  module_test entry to have `gradcheck_nondet_tol=<tol>`
"""
UNDEFINED_CHECKED = (
    "Backwards compatibility: New undefined gradient support checking feature is enabled by default, but it may break "
    "existing callers of this function. If this is true for you, you can call this function with "
    "\"check_undefined_grad=False\" to disable the feature"
)
SHOWN_TWICE = (
    "The {}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to be able "
    "to compute the numerical gradients correctly. You should call .contiguous on the input before passing it to "
    "gradcheck."
)


def refuse_modes(pairs, **others):
    """Raise AssertionError where a check lacks the one that it goes with, NotImplementedError for others that are on.

    pairs  triples (check, other check, message); a check is True or False
    """
    for check, other, message in pairs:
        if check and not other:
            raise AssertionError(message)
    for name, value in others.items():
        if value:
            raise NotImplementedError(f"minigrad goes backward, with one gradient at a time: no {name}={value}")


def refuse_flag(tensor, flag):
    """Raise RuntimeError unless the tensor's `requires_grad` may be set to this: a bool, of a leaf of fractions."""
    if not isinstance(flag, bool):
        raise RuntimeError("requires_grad must be a bool")
    if tensor._grad_fn is not None:
        raise RuntimeError(ONLY_LEAVES + USE_DETACH * (not flag))
    if flag and tensor.array.dtype.kind != "f":
        raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")


def refuse_deleting(tensor):
    raise RuntimeError("Deleting tensor data is not allowed. Delete tensor instead!")


def refuse_data(tensor, data):
    """Raise TypeError for what is no tensor, RuntimeError for numbers that cannot stand where a gradient is wanted."""
    if not is_tensor(data):
        raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
    if tensor._requires_grad and data.array.dtype.kind != "f":
        raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")


def refuse_grad(tensor, grad):
    """Raise an error for what cannot be the gradient of a tensor."""
    if grad is tensor:
        raise RuntimeError("can't assign Variable as its own grad")
    if not is_tensor(grad):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(grad).__name__}")
    if grad.array.dtype != tensor.array.dtype:
        raise RuntimeError(
            f"attempting to assign a gradient with dtype '{C_WORDS[grad.dtype]}' to a tensor with grad_dtype "
            f"'{C_NAMES[tensor.dtype]}'. The gradient must match the tensor's grad_dtype (defaults to the tensor's "
            "dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. "
            "Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream "
            "systems that assume they match."
        )
    if grad.array.shape != tensor.array.shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(grad.shape)}' to a tensor of size '{list(tensor.shape)}'. "
            "Please ensure that the gradient and the tensor are the same size"
        )


def refuse_call(grads, named, expected):
    """Raise TypeError unless a node is called with a gradient for each of its outputs, a tensor or None."""
    if named:
        raise TypeError("keyword arguments are not supported")
    if len(grads) != expected:
        raise TypeError(f"expected {expected} arguments, got {len(grads)} instead")
    for place, grad in enumerate(grads):
        if grad is not None and not is_tensor(grad):
            raise TypeError(f"argument {place} is not a Variable")


def old_name(grad_tensors, grad_variables):
    """The argument `grad_tensors` of `backward` by the name it had until 2018."""
    warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=3)
    if grad_tensors is None:
        return grad_variables
    raise RuntimeError(
        "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
        "`grad_tensors`."
    )


def refuse_bool_minus(*dtypes):
    """Raise RuntimeError where a minus sign stands before booleans, or between them and something."""
    if dtypes[0].kind != "b" != dtypes[-1].kind:
        return
    bools = [dtype for dtype in dtypes if dtype.kind == "b"]
    invert = "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead."
    if len(dtypes) == 1:
        raise RuntimeError(f"Negation, the `-` operator, on a bool tensor is not supported. {invert}")
    if len(bools) == 2:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
            "operator instead."
        )
    raise RuntimeError(f"Subtraction, the `-` operator, with a bool tensor is not supported. {invert}")


def refuse_lengths(shape, total):
    """Raise RuntimeError for a shape that no number of entries could have."""
    for position, length in enumerate(shape):
        if length < -1:
            raise RuntimeError(f"invalid shape dimension {length} at index {position} of shape {list(shape)}")
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    if -1 in shape and 0 in shape and total == 0:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size -1 "
            "can be any value and is ambiguous"
        )


def meeting(*shapes):
    """The shape in which these meet. Raises RuntimeError where one cannot be stretched to those before it."""
    shape = ()
    for other in shapes:
        try:
            shape = np.broadcast_shapes(shape, other)
        except ValueError:
            raise RuntimeError(mismatch(shape, other)) from None
    return shape


def mismatch(a, b):
    """Why two shapes cannot be stretched to each other."""
    rank = max(len(a), len(b))
    a_long, b_long = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    dim = max(
        d for d in range(rank) if a_long[d] != b_long[d] and 1 not in (a_long[d], b_long[d])
    )
    return (
        f"The size of tensor a ({a_long[dim]}) must match the size of tensor b ({b_long[dim]}) "
        f"at non-singleton dimension {dim}"
    )


def refuse_repeated(array):
    """Raise RuntimeError where an array shows one number several times: NumPy locks what expand() shows."""
    if isinstance(array, np.ndarray) and not array.flags.writeable:
        raise RuntimeError(REPEATED)
