"""Powers with PyTorch's digits. For some exponents it multiplies, or takes a root, where NumPy has a logarithm.

Source: aten/src/ATen/native/cpu/PowKernel.cpp (for 2 and -1 NumPy does the same).
"""

import numpy as np

STEPS = {
    3: lambda array: array * array * array,
    -2: lambda array: 1 / (array * array),
    0.5: np.sqrt,
    -0.5: lambda array: 1 / np.sqrt(array),
}


def powered(array, exponent):
    """array ** exponent, where the exponent is a plain number."""
    steps = STEPS.get(exponent) if array.dtype.kind == "f" else None
    return array**exponent if steps is None else steps(array)
