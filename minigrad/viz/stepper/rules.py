"""The rules of nodes as formulas: what a node does to `grad`, with what it keeps by the same names.

One formula for each edge, written as Python with PyTorch's methods. In PyTorch the rules stand in `derivatives.yaml`.

grad           the gradient that arrived; of a pair of values and indices, that of the values
grads          the gradients of several outputs
self, dim ...  what the node keeps as `_saved_self`, `_saved_dim`, ... PyTorch shows the dimension -1 as 2**64 - 1; a
               single dimension is a number here, even where it was saved in a tuple
sizes, numel   what is kept as `_saved_self_sym_sizes` and `_saved_self_sym_numel`: shape and size of the input
n              of how many entries each entry of the result was made
cdf, pdf       the share of the normal distribution below a number, and the density there
m := ...       a name for what is needed twice
Where an operand was repeated to fit the other, the sum that undoes it is part of the formula: `(grad * other).sum(0)`.
"""

import ast
import re

NONE, MEAN = 0, 1  # how PyTorch numbers the reductions of losses

# Rules of several kinds: entries that were picked go back to their places, and those that tie share.
PICKED = ("zeros(sizes).scatter_add(dim, indices.unsqueeze(dim), grad.unsqueeze(dim))",)
ORDERED = ("zeros(sizes).scatter_add(dim, indices, grad)",)
SHARED = ("where(self == result, grad / (self == result).sum(), 0)",)
SHARED_ALONG = ("grad.unsqueeze(dim) * (m := self == result.unsqueeze(dim)) / m.sum(dim, True)",)
BY_RESULT = "(grad / result).masked_fill(result == 0, 0).unsqueeze(dim)"
FLAT = ("zeros_like(grad)",)  # a staircase, or a number that replaces what was there


class Saved:
    """What a node keeps, by PyTorch's names without `_saved_`. None for what it does not keep, or has given up."""

    def __init__(self, function):
        self.function = function
        self.shape = shapes(function)[0]  # of the (first) result

    def __getattr__(self, name):
        try:
            return getattr(self.function, f"_saved_{name}", None)
        except RuntimeError:
            return None


def shapes(function):
    """The shapes of a node's outputs, as PyTorch keeps them, or as minigrad does."""
    if hasattr(function, "_input_metadata"):
        return [tuple(output.shape) for output in function._input_metadata]
    if hasattr(function, "_outputs"):
        return [tuple(shape) for shape, _ in function._outputs]
    return [tuple(function.variable.shape) if hasattr(function, "variable") else None]  # a young engine does not say


def behind(edges):
    """{id of a node: the node} for the nodes to which these edges lead; a node has one entry, however many do."""
    return {id(target): target for target, _ in edges if target is not None}


def shapes_behind(edges):
    """{id of a node to which these edges lead: the shapes of its outputs}"""
    return {key: shapes(target) for key, target in behind(edges).items()}


def in_complex_numbers(function):
    """Whether PyTorch's node gets or sends complex numbers, for which the rules are not quite the same."""
    nodes = [function, *behind(function.next_functions).values()]
    return any(output.dtype.is_complex for node in nodes for output in getattr(node, "_input_metadata", ()))


def signed(number):
    """PyTorch shows -1 as the unsigned number of 64 bits that looks the same, 2**64 - 1."""
    return number - 2**64 if number >= 2**63 else number


def may(tensor, ask):
    """Whether this is true of an entry, or may be: nobody can look into a tensor that is freed, or on "meta"."""
    try:
        return tensor is None or bool(ask(tensor).any())
    except RuntimeError:
        return True


def zero(tensor):
    return tensor == 0


def unknown(tensor):
    return tensor != tensor  # nan


def stacked(saved):
    """Of several tensors side by side the one in each place."""
    return [f"grad.select(dim, {index})" for index, _ in enumerate(saved.function.next_functions)]


def joined(saved):
    """Of several tensors end to end the stretch of each. The node does not keep how long those before it are: that is
    known where all of them take a gradient."""
    edges, texts, start = saved.function.next_functions, [], 0
    sizes = shapes_behind(edges)
    for target, output in edges:
        shape = sizes[id(target)][output] if target is not None else ()
        if start is None or len(shape) != len(saved.shape):  # a shape of another length is (0,), which is skipped
            start = None
            texts.append("")
        else:
            length = shape[signed(saved.dim)]
            texts.append(f"grad.narrow(dim, {start}, {length})")
            start += length
    return texts


def turned_back(saved):
    """The order that undoes an order of dimensions."""
    dims = [signed(dim) % len(saved.dims) for dim in saved.dims]
    return [f"grad.permute({tuple(dims.index(dim) for dim in range(len(dims)))})"]


def repeated(saved):
    """Each dimension cut into the copies and what was copied: (2, 3) times (4, 5) into 2, 4, 3, 5."""
    shape, new = [], len(saved.repeats) - len(saved.self_sym_sizes)
    copies = []  # which of these dimensions are copies
    for dim, times in enumerate(saved.repeats):
        copies.append(len(shape))
        shape += [times] if dim < new else [times, saved.self_sym_sizes[dim - new]]
    return [f"grad.reshape({tuple(shape)}).sum({dims_of(copies)})" if copies else "grad"]


def scaled(saved):
    """The norm of this order. There is none for the largest entry, since several may be as large, nor for others where
    an entry is 0."""
    if saved.ord == 2:
        return [f"self * {BY_RESULT}"]
    if saved.ord == 1:
        return ["grad.unsqueeze(dim) * self.sign()"]
    if saved.ord in (0, float("inf"), -float("inf")) or may(saved.self, zero):
        return [""]
    return ["self.sign() * self.abs()**(ord - 1) * (grad / result**(ord - 1)).unsqueeze(dim)"]


OF_ALL = ["MaxBackward1", "MinBackward1", "MedianBackward0", "NanmedianBackward0"]
COMPARED = ["EqBackward1", "NeBackward1", "LtBackward1", "LeBackward1", "GtBackward1", "GeBackward1"]

# Kind of node: a formula for each edge, or a function that writes them.
FORMULAS = {
    # Entry by entry, of two
    "AddBackward0": ("grad", "grad * alpha"),
    "SubBackward0": ("grad", "-grad * alpha"),
    "RsubBackward1": ("-grad * alpha",),
    "MulBackward0": ("grad * other", "grad * self"),
    "DivBackward0": ("grad / other", "-grad * self / other**2"),
    "DivBackward2": FLAT * 2,
    "RemainderBackward0": ("grad",),
    "RemainderBackward1": ("grad", "-grad * self.div(other, rounding_mode='floor')"),
    "PowBackward0": ("grad * exponent * self**(exponent - 1)",),
    "PowBackward1": ("grad * exponent * self**(exponent - 1)", "grad * result * self.log()"),
    "PowBackward2": ("grad * result * log(self)",),
    **dict.fromkeys(["EqBackward0", "NeBackward0", "LtBackward0", "LeBackward0", "GtBackward0", "GeBackward0"], FLAT),
    **dict.fromkeys(COMPARED, FLAT * 2),
    "LerpBackward0": ("grad * (1 - weight)", "weight * grad"),
    "LerpBackward1": ("grad * (1 - weight)", "weight * grad", "grad * (end - self)"),
    "MaximumBackward0": (
        "where(self == other, grad / 2, where(self < other, 0, grad))",
        "where(self == other, grad / 2, where(self > other, 0, grad))",
    ),
    "MinimumBackward0": (
        "where(self == other, grad / 2, where(self > other, 0, grad))",
        "where(self == other, grad / 2, where(self < other, 0, grad))",
    ),
    # Entry by entry, of one
    "NegBackward0": ("-grad",),
    "AbsBackward0": ("grad * self.sign()",),
    "ReciprocalBackward0": ("-grad * result**2",),
    "SqrtBackward0": ("grad / (2 * result)",),
    "RsqrtBackward0": ("-grad * result**3 / 2",),
    "ExpBackward0": ("grad * result",),
    "Expm1Backward0": ("grad * (result + 1)",),
    "LogBackward0": ("grad / self",),
    "Log1PBackward0": ("grad / (1 + self)",),
    "SinBackward0": ("grad * self.cos()",),
    "CosBackward0": ("-grad * self.sin()",),
    "TanBackward0": ("grad * (1 + result**2)",),
    "TanhBackward0": ("grad * (1 - result**2)",),
    "SigmoidBackward0": ("grad * result * (1 - result)",),
    "ErfBackward0": ("grad * 2 / pi**0.5 * (-self**2).exp()",),
    "ReluBackward0": ("where(result <= 0, 0, grad)",),
    "GeluBackward0": ("grad * (cdf(self) + self * pdf(self))",),
    "SoftplusBackward0": ("where(beta * self > threshold, grad, grad * (beta * self).sigmoid())",),
    **dict.fromkeys(("SgnBackward0", "SignBackward0", "FloorBackward0", "RoundBackward0", "RoundBackward1"), FLAT),
    # Choices
    "WhereBackward0": ("where(condition, grad, 0)", "where(condition, 0, grad)"),
    "MaskedFillBackward0": ("grad.masked_fill(mask, 0)",),
    "MaskedFillBackward1": ("grad.masked_fill(mask, 0)", "grad.masked_fill(~mask, 0).sum()"),
    "ClampBackward0": (
        "where((self >= min) & (self <= max), grad, 0)", "where((self < min) & (min < max), grad, 0)",
        "where((self > max) | (min > max), grad, 0)",
    ),
    "ClampBackward1": ("where((self >= min) & (self <= max), grad, 0)",),
    "ClampMinBackward0": ("where(self >= min, grad, 0)",),
    "ClampMinBackward1": ("where(self >= min, grad, 0)", "where(self < min, grad, 0)"),
    "ClampMaxBackward0": ("where(self <= max, grad, 0)",),
    "ClampMaxBackward1": ("where(self <= max, grad, 0)", "where(self > max, grad, 0)"),
    # One number for many
    "SumBackward0": ("grad.expand(sizes)",),
    "SumBackward1": ("grad.unsqueeze(dim).expand(sizes)",),
    "MeanBackward0": ("grad.expand(sizes) / numel",),
    "MeanBackward1": ("grad.unsqueeze(dim).expand(sizes) * grad.numel() / numel",),
    "ProdBackward0": ("grad * result / self",),
    "ProdBackward1": ("(grad * result).unsqueeze(dim) / self",),
    "VarBackward0": ("2 * grad.unsqueeze(dim) / (n - correction) * (self - self.mean(dim, True))",),
    "StdBackward0": (f"{BY_RESULT} / (n - correction) * (self - self.mean(dim, True))",),
    "LinalgVectorNormBackward0": scaled,
    "LogsumexpBackward0": ("grad.unsqueeze(dim) * (self - result.unsqueeze(dim)).exp()",),
    "SoftmaxBackward0": ("result * (grad - (grad * result).sum(dim, keepdim=True))",),
    "LogSoftmaxBackward0": ("grad - result.exp() * grad.sum(dim, keepdim=True)",),
    "CumprodBackward0": ("(grad * result).flip(dim).cumsum(dim).flip(dim) / self",),
    "CumsumBackward0": ("grad.flip(dim).cumsum(dim).flip(dim)",),
    **dict.fromkeys(OF_ALL, SHARED),
    **dict.fromkeys(("AmaxBackward0", "AminBackward0"), SHARED_ALONG),
    **dict.fromkeys(("MaxBackward0", "MinBackward0", "MedianBackward1", "NanmedianBackward1"), PICKED),
    **dict.fromkeys(("SortBackward0", "SortBackward1", "TopkBackward0"), ORDERED),
    # Losses
    "MseLossBackward0": ("2 * grad * (self - target) / self.numel()", "2 * grad * (target - self) / self.numel()"),
    "BinaryCrossEntropyBackward0": (
        "grad * weight * (self - target) / (self * (1 - self)) / self.numel()",
        "grad * weight * (1 / self - 1).log() / self.numel()",
    ),
    "BinaryCrossEntropyWithLogitsBackward0": (
        "grad * weight * (self.sigmoid() - target) / self.numel()", "-grad * weight * self / self.numel()",
    ),
    "NllLossBackward0": ("-grad.unsqueeze(-1) * weight * eye(self.shape[-1])[target] / total_weight",),
    # Matrices
    "MmBackward0": ("grad @ mat2.T", "self.T @ grad"),
    "MvBackward0": ("grad.outer(vec)", "self.T @ grad"),
    "DotBackward0": ("grad * tensor", "grad * self"),
    "BmmBackward0": ("grad @ mat2.mT", "self.mT @ grad"),
    "AddmmBackward0": ("grad * beta", "grad @ mat2.T * alpha", "mat1.T @ grad * alpha"),
    **dict.fromkeys(("TBackward0", "TBackward1"), ("grad.T",)),
    "TrilBackward0": ("grad.tril(diagonal)",),
    "TriuBackward0": ("grad.triu(diagonal)",),
    "TraceBackward0": ("grad * eye(*sizes)",),
    "DiagonalBackward0": ("zeros(sizes).diagonal_scatter(grad, offset, dim1, dim2)",),
    # The same numbers, in another shape or order
    **dict.fromkeys(("ViewBackward0", "UnsafeViewBackward0", "ReshapeAliasBackward0"), ("grad.reshape(sizes)",)),
    **dict.fromkeys([f"SqueezeBackward{number}" for number in range(6)], ("grad.reshape(sizes)",)),
    **dict.fromkeys(("UnsqueezeBackward0", "UnsqueezeBackward1"), ("grad.squeeze(dim)",)),
    **dict.fromkeys(("TransposeBackward0", "TransposeBackward1"), ("grad.transpose(dim0, dim1)",)),
    "PermuteBackward0": turned_back,
    "FlipBackward0": ("grad.flip(dims)",),
    "RollBackward0": ("grad.roll([-shift for shift in shifts], dims)",),
    **dict.fromkeys(("ExpandBackward0", "CloneBackward0", "AliasBackward0", "ToCopyBackward0"), ("grad",)),
    "RepeatBackward0": repeated,
    # Pieces
    "SelectBackward0": ("zeros(sizes).select_scatter(grad, dim, index)",),
    "SliceBackward0": ("zeros(sizes).slice_scatter(grad, dim, start, end, step)",),
    "IndexBackward0": ("zeros(sizes).index_put(indices, grad, accumulate=True)",),
    "IndexSelectBackward0": ("zeros(sizes).index_add(dim, index, grad)",),
    "GatherBackward0": ("zeros_like(self).scatter_add(dim, index, grad)",),
    "ScatterAddBackward0": ("grad", "grad.gather(dim, index)"),
    "CatBackward0": joined,
    "StackBackward0": stacked,
    "SplitBackward0": ("cat(grads, dim)",),
    "SplitWithSizesBackward0": ("cat(grads, dim)",),
    "UnbindBackward0": ("stack(grads, dim)",),
    # Writes
    "ZeroBackward0": FLAT,
    **dict.fromkeys(("FillBackward0", "FillBackward2"), FLAT),
    **dict.fromkeys(("FillBackward1", "FillBackward3"), ("zeros_like(grad)", "grad.sum()")),
    "CopyBackwards": ("zeros_like(grad)", "grad"),
}

# Kinds that have no formula, and why.
WITHOUT = {
    "AccumulateGrad": "it sends nothing on",
    "AsStridedBackward0": "minigrad's keeps the view's place in memory under no name of PyTorch's",
    "CopySlices": "its rule is that of another node, for a part of the gradient",
    "IndexPutBackward0": "minigrad's keeps the places under no name of PyTorch's",
    "ThresholdBackwardBackward0": "minigrad's keeps what passes under no name of PyTorch's",
    "BinaryCrossEntropyBackwardBackward0": "PyTorch's keeps the weight and the reduction, too",
    "VarMeanBackward0": "it adds what VarBackward0 and MeanBackward1 send back, for two gradients",
    "StdMeanBackward0": "it adds what StdBackward0 and MeanBackward1 send back, for two gradients",
    "EmbeddingBackward0": "how much a row counts hangs on three things: where it was used, how often, and padding",
    "NativeLayerNormBackward0": "to the input it sends three terms, each with means over the rows: no line holds them",
    "NativeBatchNormBackward0": "the same, over the columns",
    "MaskedScatterBackward0": "to the source it sends what is under the mask, filled up with zeros: no line holds it",
    "NotImplemented": "it only raises an error",
    "Error": "it only raises an error",
    "UndefinedGradBackward": "it sends no gradient on",
}

# A formula with one of these has the shape of its input by itself. Every other goes entry by entry, so that it has the
# shape of the result, and is added up for an input that was repeated to fit the others.
SHAPED = re.compile(r"\b(dim1?|sizes|sum|put|take|masked_scatter)\b|@")

# Where a formula does not hold, mostly because it divides by 0, and the rule does not.
UNLESS = {
    "DivBackward2": lambda saved: saved.rounding_mode is None,  # PyTorch's, when told so
    "PowBackward0": lambda saved: saved.exponent == 0,
    "PowBackward2": lambda saved: saved.self is None or bool(saved.self == 0),
    "Atan2Backward0": lambda saved: saved.self is None or may(saved.other, lambda other: saved.self**2 + other**2 == 0),
    "BinaryCrossEntropyBackward0": lambda saved: may(saved.self, lambda self: (self == 0) | (self == 1)),
    "BinaryCrossEntropyWithLogitsBackward0": lambda saved: saved.pos_weight is not None,
    **dict.fromkeys(("PowBackward1", "ProdBackward0", "ProdBackward1", "CumprodBackward0"),
                    lambda saved: may(saved.self, zero)),
    **dict.fromkeys(("VarBackward0", "StdBackward0"), lambda saved: saved.dim == ()),  # in PyTorch n is then 0
    **dict.fromkeys(OF_ALL, lambda saved: may(saved.result, unknown)),
    "CumsumBackward0": lambda saved: getattr(saved.function, "_backwards", False),  # in minigrad its own way back
    "MaskedSelectBackward0": lambda saved: saved.self is None or saved.self.shape != saved.mask.shape,
    "GeluBackward0": lambda saved: saved.approximate != "none",
    "NllLossBackward0": lambda saved: may(saved.target, lambda target: target == signed(saved.ignore_index)),
}

# Parts of formulas, what is left of them, and when: where the whole would come to the same.
PARTS = [
    (" * alpha", "", lambda saved: saved.alpha in (None, 1)),
    (" * beta", "", lambda saved: saved.beta == 1),
    (" * weight", "", lambda saved: saved.weight is None),
    ("(self >= min) & (self <= max)", "self <= max", lambda saved: saved.min is None),
    ("(self >= min) & (self <= max)", "self >= min", lambda saved: saved.max is None),
    ("(self < min) & (min < max)", "self < min", lambda saved: saved.max is None),
    ("(self > max) | (min > max)", "self > max", lambda saved: saved.min is None),
    (".masked_fill(result == 0, 0)", "", lambda saved: not may(saved.result, zero)),
    (".unsqueeze(dim)", "", lambda saved: saved.keepdim or not saved.shape),
    ("dim, True", "", lambda saved: saved.dim in (None, ()) or not saved.shape),
    (" * grad.numel()", "", lambda saved: not saved.shape),
    ("n - correction", "n - 1", lambda saved: saved.correction is None),
    (".unsqueeze(-1)", "", lambda saved: saved.reduction != NONE),
    (" / self.numel()", "", lambda saved: saved.reduction != MEAN),
    (" / total_weight", "", lambda saved: saved.reduction != MEAN),
]


def formulas(function):
    """For each edge of a node the formula, or "" where neither this table nor the node's class has one that holds.

    Ask before the node is freed: some formulas depend on what it keeps.
    """
    kind, edges = type(function).__name__, function.next_functions
    saved, written = Saved(function), FORMULAS.get(kind, getattr(type(function), "formula", None))
    if written is None or in_complex_numbers(function) or kind in UNLESS and UNLESS[kind](saved):
        return [""] * len(edges)
    written = written(saved) if callable(written) else written
    sizes, texts = shapes_behind(edges), []
    for text, (target, output) in zip(written, edges):
        ready = target is None or SHAPED.search(text)
        wanted = saved.shape if ready else sizes[id(target)][output]
        texts.append(added_up(fitting(text, saved), saved.shape, wanted))
    return texts


def fitting(text, saved):
    """A formula without what changes nothing for this node, and with its dimensions."""
    for part, rest, enough in PARTS:
        if part in text and enough(saved):
            text = text.replace(part, rest)
    if ".unsqueeze(dim)" in text and isinstance(saved.dim, tuple) and len(saved.dim) > 1:
        count = len(saved.shape) + len(saved.dim)
        dims = sorted(signed(dim) % count for dim in saved.dim)
        text = text.replace(".unsqueeze(dim)", "".join(f".unsqueeze({dim})" for dim in dims))
    return text


def added_up(text, shape, wanted):
    """The formula for a gradient of this shape, with the sum along those dimensions in which the operand is smaller."""
    if not text or wanted == shape or None in (wanted, shape) or not fits(wanted, shape):
        return text
    text = text if isinstance(ast.parse(text, mode="eval").body, (ast.Name, ast.Call)) else f"({text})"
    if not wanted:
        return f"{text}.sum()"
    more = len(shape) - len(wanted)
    ones = [dim for dim, length in enumerate(wanted) if length == 1 != shape[more + dim]]
    text += f".sum({dims_of(range(more))})" if more else ""
    return text + (f".sum({dims_of(ones)}, keepdim=True)" if ones else "")


def fits(small, shape):
    """Whether a tensor of the first shape is repeated where it meets one of the second."""
    return len(small) <= len(shape) and all(one in (1, length) for one, length in zip(small[::-1], shape[::-1]))


def dims_of(dims):
    """One dimension as a number, several as a tuple."""
    return dims[0] if len(dims) == 1 else tuple(dims)
