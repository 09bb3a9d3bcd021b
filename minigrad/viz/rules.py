"""The rules of common nodes as formulas: what a node does to `grad`, with its saved tensors by their own names.

One formula for each edge, written so that Python could compute it. In PyTorch they stand in `derivatives.yaml`.
"""

FORMULAS = {
    "AddBackward0": ("grad", "grad"),
    "SubBackward0": ("grad", "-grad"),
    "NegBackward0": ("-grad",),
    "MulBackward0": ("grad * other", "grad * self"),
    "DivBackward0": ("grad / other", "-grad * self / other**2"),
    "PowBackward0": ("grad * exponent * self**(exponent - 1)",),
    "SqrtBackward0": ("grad / (2 * result)",),
    "ExpBackward0": ("grad * result",),
    "LogBackward0": ("grad / self",),
    "SinBackward0": ("grad * self.cos()",),
    "CosBackward0": ("-grad * self.sin()",),
    "TanhBackward0": ("grad * (1 - result**2)",),
    "SigmoidBackward0": ("grad * result * (1 - result)",),
    "ReluBackward0": ("grad * (result > 0)",),
    "AbsBackward0": ("grad * self.sign()",),
    "MmBackward0": ("grad @ mat2.T", "self.T @ grad"),
    "TBackward0": ("grad.T",),
}


def formula(function, index):
    """The formula for one edge of a node, or "" where this table has none that holds."""
    if getattr(function, "_saved_alpha", 1) != 1:
        return ""
    formulas = FORMULAS.get(type(function).__name__, ())
    return formulas[index] if index < len(formulas) else ""
