"""minigrad: PyTorch's autograd, small enough to build and to read.

`import minigrad` loads nothing, so that a chapter can stop at any layer: `from minigrad.engine import grad`. Asking
the package itself for a name, `minigrad.tensor`, loads all layers and gives the finished thing.
"""

import importlib
import importlib.util

__version__ = "0.1.0"

LAYERS = (
    "random", "tensors", "function", "ops", "engine", "functional", "indexing", "shapes", "elementwise",
    "reductions", "matrices", "pieces", "comparisons", "constructors", "protocols", "library", "slices", "grad_mode",
    "inplace", "hooks", "gradcheck", "custom", "legacy",
)
PUBLIC = {
    "random": "manual_seed",
    "tensors": "Tensor dtype Size float32 float64 int64 tensor from_numpy ones zeros ones_like zeros_like rand "
    "randn",
    "ops": "add sub mul div neg exp sum mean",
    "functional": "stack unbind",
    "shapes": "clone reshape flatten transpose permute squeeze unsqueeze",
    "elementwise": "log sqrt tanh sigmoid relu clamp clamp_min clamp_max sin cos pow",
    "reductions": "max norm",
    "matrices": "t mm mv dot matmul",
    "pieces": "",
    "comparisons": "eq ne lt le gt ge equal allclose",
    "constructors": "full arange eye",
    "legacy": "FloatTensor DoubleTensor LongTensor",
    "grad_mode": "no_grad enable_grad set_grad_enabled is_grad_enabled inference_mode is_inference_mode_enabled",
}
RENAMED = {
    "bool": ("tensors", "bool_"), "float": ("tensors", "float32"), "double": ("tensors", "float64"),
    "long": ("tensors", "int64"), "abs": ("elementwise", "abs_"), "swapaxes": ("shapes", "transpose"),
}


def __getattr__(name):
    """A part of the package by its name; for any other public name, load every layer first."""
    if name.startswith("__"):
        raise AttributeError(f"module 'minigrad' has no attribute '{name}'")
    if importlib.util.find_spec(f"minigrad.{name}") is not None:
        return importlib.import_module(f"minigrad.{name}")
    layers = {layer: importlib.import_module(f"minigrad.{layer}") for layer in LAYERS}
    for layer, names in PUBLIC.items():
        for public in names.split():
            globals()[public] = getattr(layers[layer], public)
    for public, (layer, private) in RENAMED.items():
        globals()[public] = getattr(layers[layer], private)
    if name not in globals():
        raise AttributeError(f"module 'minigrad' has no attribute '{name}'")
    return globals()[name]


def __dir__():
    __getattr__("tensor")
    return sorted(name for name in globals() if not name.startswith("_"))
