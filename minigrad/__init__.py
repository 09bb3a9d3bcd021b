"""minigrad: PyTorch's autograd, small enough to build and to read.

`import minigrad` loads nothing, so that a chapter can stop at any layer: `from minigrad.gradients import grad`. Asking
the package itself for a name, `minigrad.tensor`, loads all layers and gives the finished thing.
"""

import importlib
import importlib.util

__version__ = "0.1.0"

LAYERS = (  # each imports only earlier ones
    "large", "random", "dtypes", "exact", "tensors", "leaves", "saved", "outputs", "function", "ops", "answers",
    "engine", "gradients", "functional", "indexing", "shapes", "elementwise",
    "arithmetic", "reductions", "pieces", "matrices", "comparisons", "constructors", "protocols", "devices", "library",
    "leftout", "slices", "grad_mode", "inplace", "writing", "hooks", "gradcheck", "custom", "losses",
    "nn.functional", "nn.init", "states", "modules", "optim", "files", "legacy",
)
PUBLIC = {
    "random": "manual_seed initial_seed seed",
    "dtypes": "dtype Size float32 float64 int64",
    "tensors": "Tensor",
    "leaves": "from_numpy",
    "ops": "neg exp sum mean",
    "functional": "stack unbind",
    "shapes": "clone reshape flatten transpose permute squeeze unsqueeze",
    "elementwise": "reciprocal log log1p expm1 sqrt rsqrt tanh sigmoid relu where masked_fill maximum minimum clamp "
    "clamp_min clamp_max sgn sign floor round sin cos tan erf square",
    "arithmetic": "add sub mul div floor_divide remainder pow",
    "reductions": "prod var std norm logsumexp softmax log_softmax cumsum max min median amax amin sort topk "
    "argmax argmin any all",
    "matrices": "t mm mv dot matmul bmm addmm outer tril triu diagonal trace einsum",
    "pieces": "cat concat concatenate split chunk flip roll repeat_interleave gather scatter_add index_select select "
    "narrow",
    "comparisons": "eq ne lt le gt ge bitwise_and bitwise_or bitwise_xor isnan isinf isfinite logical_not logical_and "
    "logical_or logical_xor isclose allclose equal",
    "devices": "device cuda mps xpu accelerator backends tensor ones zeros ones_like zeros_like rand randn full "
    "full_like arange linspace eye rand_like randn_like randint randperm is_tensor numel is_floating_point "
    "get_default_dtype finfo result_type promote_types can_cast as_tensor detach pi e inf nan",
    "files": "save load",
    "legacy": "FloatTensor DoubleTensor LongTensor",
    "grad_mode": "no_grad enable_grad set_grad_enabled is_grad_enabled inference_mode is_inference_mode_enabled",
}
RENAMED = {
    "bool": ("dtypes", "bool_"), "float": ("dtypes", "float32"), "double": ("dtypes", "float64"),
    "long": ("dtypes", "int64"), "abs": ("elementwise", "abs_"), "swapaxes": ("shapes", "transpose"),
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
            globals().setdefault(public, getattr(layers[layer], public))  # what a user has put there stays
    for public, (layer, private) in RENAMED.items():
        globals().setdefault(public, getattr(layers[layer], private))
    if name not in globals():
        left_out = importlib.import_module("minigrad.exact.left_out")
        raise AttributeError(left_out.missing("module 'minigrad'", name))
    return globals()[name]


def __dir__():
    __getattr__("tensor")
    return sorted(name for name in globals() if not name.startswith("_"))
