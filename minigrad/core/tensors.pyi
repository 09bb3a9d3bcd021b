# Made by tools/stubs.py from minigrad.core.tensors: change it there.
from builtins import bool as _bool, float as _float, int as _int
from typing import Any, Self, overload
from minigrad.autograd.hooks import RemovableHandle
from minigrad.exact.dtypes import Size, dtype as _dtype
from minigrad.library.places import device as _device
from minigrad.library.reductions import Answer

class Tensor:
    """An array, a flag `requires_grad`, a gradient `grad`, and the node `grad_fn` that made it."""
    from minigrad.autograd.grad_mode import (detach_, is_inference)
    from minigrad.library.angles import (acos, acos as acos_, arccos, arccos as arccos_, arcsin, arcsin as arcsin_,
        arctan, arctan2, arctan2 as arctan2_, arctan as arctan_, asin, asin as asin_, atan, atan2, atan2 as atan2_,
        atan as atan_, cosh, cosh as cosh_, hypot, hypot as hypot_, logaddexp, sinh, sinh as sinh_)
    from minigrad.library.arithmetic import (rsub as __rsub__, add, add as add_, div, div as div_, floor_divide,
        floor_divide as floor_divide_, fmod, fmod as fmod_, mul, mul as mul_, pow, pow as pow_, remainder,
        remainder as remainder_, sub, sub as sub_, true_divide, true_divide as true_divide_)
    from minigrad.library.chance import (bernoulli, tossed as bernoulli_, multinomial, bell as normal_,
        scattered as uniform_)
    from minigrad.library.comparisons import (invert as __invert__, allclose, bitwise_and, bitwise_and as bitwise_and_,
        bitwise_or, bitwise_or as bitwise_or_, bitwise_xor, bitwise_xor as bitwise_xor_, eq, eq as eq_, ge, ge as ge_,
        gt, gt as gt_, isclose, isfinite, isinf, isnan, le, le as le_, logical_and, logical_and as logical_and_,
        logical_not, logical_not as logical_not_, logical_or, logical_or as logical_or_, logical_xor,
        logical_xor as logical_xor_, lt, lt as lt_, ne, ne as ne_)
    from minigrad.library.contents import (as_array as __array__, dim, equal, item, dim as ndimension,
        numel as nelement, numel, numpy)
    from minigrad.library.counting import (bincount, unique)
    from minigrad.library.cutting import (entries as __iter__, chunk, method_split as split, split_with_sizes, unbind)
    from minigrad.library.devices import (contiguous, to_cpu as cpu, to_cuda as cuda, element_size, is_contiguous,
        is_floating_point, new, storage_offset, to, type_as)
    from minigrad.library.elementwise import (abs_ as __abs__, abs_ as abs, abs_, clamp, clamp as clamp_, clamp_max,
        clamp_max as clamp_max_, clamp_min, clamp_min as clamp_min_, clip, clip as clip_, cos, cos as cos_, erf,
        erf as erf_, expm1, expm1 as expm1_, floor, floor as floor_, lerp, lerp as lerp_, log, log1p, log1p as log1p_,
        log as log_, masked_fill, masked_fill as masked_fill_, maximum, minimum, negative, negative as negative_,
        reciprocal, reciprocal as reciprocal_, relu, relu as relu_, round, round as round_, rsqrt, rsqrt as rsqrt_, sgn,
        sgn as sgn_, sigmoid, sigmoid as sigmoid_, sign, sign as sign_, sin, sin as sin_, sqrt, sqrt as sqrt_, square,
        square as square_, tan, tan as tan_, method_where as where)
    from minigrad.library.filling import (__setitem__, copied as copy_, filled as fill_, zeroed as zero_)
    from minigrad.library.joining import (method_flip as flip, gather, index_select, narrow, repeat, repeat_interleave,
        roll, scatter_add, scatter_add as scatter_add_, select)
    from minigrad.library.left_out import (offered_names as __dir__)
    from minigrad.library.matrices import (at as __matmul__, at_reflected as __rmatmul__, addmm, addmm as addmm_, bmm,
        diag, diagonal, dot, matmul, mm, mv, outer, t, t as t_, trace, tril, tril as tril_, triu, triu as triu_)
    from minigrad.library.picking import (index_add, index_add as index_add_, masked_scatter,
        masked_scatter as masked_scatter_, masked_select, put, put as put_, take)
    from minigrad.library.protocols import (truth as __bool__, contains as __contains__, deep_copy as __deepcopy__,
        as_float as __float__, formatted as __format__, index as __index__, as_int as __int__, length as __len__,
        plus as __pos__, turned_around as __reversed__)
    from minigrad.library.reductions import (all, amax, amin, any, argmax, argmin, cumprod, cumprod as cumprod_, cumsum,
        cumsum as cumsum_, logsumexp, nanmean, nanmedian, nansum, norm, prod, softmax, sort, std, topk, var)
    from minigrad.library.shapes import (expand, expand_as, flatten, moveaxis, movedim, permuted as permute,
        reshaped as reshape, squeeze, squeeze as squeeze_, swapaxes, swapaxes as swapaxes_, swapdims,
        swapdims as swapdims_, transpose, transpose as transpose_, unsqueeze, unsqueeze as unsqueeze_, view_as)
    from minigrad.operations.arithmetic import (add as __add__, mul as __mul__, neg as __neg__, pow as __pow__,
        add as __radd__, mul as __rmul__, sub as __sub__, div as __truediv__, exp, exp as exp_, neg, neg as neg_, tanh,
        tanh as tanh_)
    from minigrad.operations.reductions import (mean, sum)
    from minigrad.operations.views import (getitem as __getitem__, clone, view)
    @property
    def T(self) -> Tensor:  # minigrad.library.matrices
        """The dimensions in reverse order, on the same memory; meant for matrices. (n, m) -> (m, n)"""
    def __and__(self, other) -> Tensor: ...
    __array_priority__: _int
    def __eq__(self, other) -> Tensor: ...
    def __floordiv__(self, other) -> Tensor: ...
    def __ge__(self, other) -> Tensor: ...
    def __gt__(self, other) -> Tensor: ...
    def __hash__(self) -> _int: ...
    def __iadd__(self, other) -> Self: ...
    def __iand__(self, other) -> Self: ...
    def __ifloordiv__(self, other) -> Self: ...
    def __imod__(self, other) -> Self: ...
    def __imul__(self, other) -> Self: ...
    def __init__(self, array=..., requires_grad=..., grad_fn=..., *sizes) -> None: ...
    def __ior__(self, other) -> Self: ...
    def __ipow__(self, exponent) -> Self: ...
    def __isub__(self, other) -> Self: ...
    def __itruediv__(self, other) -> Self: ...
    def __ixor__(self, other) -> Self: ...
    def __le__(self, other) -> Tensor: ...
    def __lt__(self, other) -> Tensor: ...
    def __mod__(self, other) -> Tensor: ...
    def __ne__(self, other) -> Tensor: ...
    def __or__(self, other) -> Tensor: ...
    def __rand__(self, other) -> Tensor: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self) -> str: ...
    def __rfloordiv__(self, other) -> Tensor: ...
    def __rmod__(self, other) -> Tensor: ...
    def __ror__(self, other) -> Tensor: ...
    def __rpow__(self, other) -> Tensor: ...
    def __rtruediv__(self, other) -> Tensor: ...
    def __rxor__(self, other) -> Tensor: ...
    def __xor__(self, other) -> Tensor: ...
    @property
    def _backward_hooks(self) -> Any:  # minigrad.autograd.hooks
        """The registered functions by their handles' ids, or None if there were never any."""
    @property
    def _base(self) -> Any: ...
    _counter: Any
    _detached: _int
    _grad: Any
    _hooks: Any
    def _is_view(self) -> _bool: ...
    _leaf_node: Any
    @property
    def _version(self) -> _int:
        """How often its memory was written into. Raises RuntimeError if it was made in inference mode."""
    _view: Any
    @staticmethod
    def _written_out(given) -> Tensor:  # minigrad.autograd.variable
        """The array for `Tensor([0, 0, 0])` and `Tensor(2, 3)`: FloatTensor, or what has the default dtype."""
    def backward(self, gradient=..., retain_graph=..., create_graph=..., inputs=...) -> None:  # minigrad.autograd.gradients
        """Add d(this tensor)/d(leaf) to the `.grad` of every leaf that it depends on."""
    def bool(self) -> Tensor:  # minigrad.library.elementwise
        """The same numbers as bool."""
    def byte(self) -> Tensor:  # minigrad.library.elementwise
        """The same numbers as uint8."""
    def char(self) -> Tensor:  # minigrad.library.elementwise
        """The same numbers as int8."""
    @property
    def data(self) -> Tensor:  # minigrad.operations.attributes
        """Like `detach()`, but with its own version counter: writes through it go unnoticed."""
    @data.setter
    def data(self, value: Any) -> None:
        """Like `detach()`, but with its own version counter: writes through it go unnoticed."""
    def detach(self) -> Tensor:
        """A new tensor on the same numbers. A write into one of the two counts for both."""
    @property
    def device(self) -> _device:  # minigrad.library.devices
        """Where the numbers are: on the CPU."""
    def double(self) -> Tensor:  # minigrad.library.elementwise
        """The same numbers as float64."""
    @property
    def dtype(self) -> _dtype: ...
    def float(self) -> Tensor:  # minigrad.library.elementwise
        """The same numbers as float32."""
    @property
    def grad(self) -> Tensor:  # minigrad.operations.attributes
        """The gradient that `backward()` has added up here so far, or None."""
    @grad.setter
    def grad(self, value: Any) -> None:
        """The gradient that `backward()` has added up here so far, or None."""
    @property
    def grad_fn(self) -> Any: ...
    def int(self) -> Tensor:  # minigrad.library.elementwise
        """The same numbers as int32."""
    is_cpu: _bool
    is_cuda: _bool
    @property
    def is_leaf(self) -> _bool:
        """Whether no recorded step made this tensor."""
    is_meta: _bool
    is_mps: _bool
    is_quantized: _bool
    is_sparse: _bool
    is_xpu: _bool
    @property
    def itemsize(self) -> _int:  # minigrad.library.devices
        """How many bytes one number takes."""
    def log_softmax(self, dim, dtype=...) -> Tensor:  # minigrad.nn.scores
        """The logarithm of `softmax`. (m, n) -> (m, n)"""
    def long(self) -> Tensor:  # minigrad.library.elementwise
        """The same numbers as int64."""
    @property
    def mT(self) -> Tensor:  # minigrad.library.matrices
        """A matrix, or each of a stack of matrices, transposed, on the same memory. (k, n, m) -> (k, m, n)"""
    @overload
    def max(self) -> Tensor:  # minigrad.library.reductions
        """The largest entry; with `dim` a pair (values, indices); of two tensors what `maximum` gives. (m, n), 0 -> (n,)"""
    @overload
    def max(self, other: Tensor) -> Tensor: ...
    @overload
    def max(self, dim, keepdim=...) -> Answer: ...
    @overload
    def median(self) -> Tensor:  # minigrad.library.reductions
        """The entry in the middle, of two the smaller. With `dim` a pair (values, indices). (m, n), dim=0 -> (n,)"""
    @overload
    def median(self, dim, keepdim=...) -> Answer: ...
    @overload
    def min(self) -> Tensor:  # minigrad.library.reductions
        """The smallest entry; with `dim` a pair (values, indices); of two tensors as `minimum`. (m, n), 0 -> (n,)"""
    @overload
    def min(self, other: Tensor) -> Tensor: ...
    @overload
    def min(self, dim, keepdim=...) -> Answer: ...
    @property
    def nbytes(self) -> _int: ...
    @property
    def ndim(self) -> _int:  # minigrad.library.contents
        """How many dimensions; 0 for a single number."""
    def new_empty(self, *size, dtype=..., requires_grad=..., device=...) -> Tensor:  # minigrad.library.devices
        """What `empty` gives, in the dtype of this tensor unless another is named."""
    def new_full(self, size, fill_value, *, dtype=..., requires_grad=..., device=...) -> Tensor:  # minigrad.library.devices
        """What `full` gives, in the dtype of this tensor unless another is named."""
    def new_ones(self, *size, dtype=..., requires_grad=..., device=...) -> Tensor:  # minigrad.library.devices
        """What `ones` gives, in the dtype of this tensor unless another is named."""
    def new_tensor(self, data, *, dtype=..., requires_grad=..., device=...) -> Tensor:  # minigrad.library.devices
        """What `tensor` gives, in the dtype of this tensor unless another is named."""
    def new_zeros(self, *size, dtype=..., requires_grad=..., device=...) -> Tensor:  # minigrad.library.devices
        """What `zeros` gives, in the dtype of this tensor unless another is named."""
    output_nr: _int
    def register_hook(self, hook) -> RemovableHandle:  # minigrad.autograd.hooks
        """Call `hook(grad)` whenever a gradient for this tensor has arrived."""
    def register_post_accumulate_grad_hook(self, hook) -> RemovableHandle:  # minigrad.autograd.hooks
        """Call `hook(leaf)` each time the leaf's `.grad` is complete. Returns a handle."""
    def reinforce(self, reward) -> Any:  # minigrad.autograd.variable
        """Once gave a reward to a random choice. Raises RuntimeError: it says what to do now."""
    @property
    def requires_grad(self) -> _bool:  # minigrad.operations.attributes
        """True when operations on this tensor are recorded: a gradient can reach it, or its base."""
    @requires_grad.setter
    def requires_grad(self, value: Any) -> None:
        """True when operations on this tensor are recorded: a gradient can reach it, or its base."""
    def requires_grad_(self, requires_grad=...) -> Self:  # minigrad.operations.attributes
        """Set the flag and give back the tensor itself."""
    def retain_grad(self) -> None:  # minigrad.autograd.hooks
        """Keep the gradient of this result in `.grad`; a leaf keeps its own anyway."""
    @property
    def retains_grad(self) -> _bool:  # minigrad.operations.attributes
        """True for a result that was asked to keep its gradient."""
    @property
    def shape(self) -> Size: ...
    def short(self) -> Tensor:  # minigrad.library.elementwise
        """The same numbers as int16."""
    @overload
    def size(self, dim: None = ...) -> Size:  # minigrad.library.contents
        """The whole shape, or the number of entries along one dimension."""
    @overload
    def size(self, dim: _int) -> _int: ...
    @overload
    def stride(self, dim: None = ...) -> tuple[_int, ...]:  # minigrad.library.devices
        """How many entries further the next one along each dimension stands, or along this one. (2, 3) -> (3, 1)"""
    @overload
    def stride(self, dim: _int) -> _int: ...
    def tolist(self) -> Any:  # minigrad.library.contents
        """The numbers as nested Python lists."""
    @overload
    def type(self, dtype: None = ...) -> str:  # minigrad.autograd.variable
        """The old name of its dtype, 'torch.FloatTensor' in PyTorch; or its numbers in `dtype`."""
    @overload
    def type(self, dtype) -> Tensor: ...
    @property
    def volatile(self) -> _bool:  # minigrad.autograd.variable
        """Always False; `no_grad` has taken its place (chapter 8)."""
    @volatile.setter
    def volatile(self, value: Any) -> None:
        """Always False; `no_grad` has taken its place (chapter 8)."""
def __getattr__(name: str) -> Any: ...
