# Made by tools/stubs.py from minigrad.core.tensors: change it there.
from builtins import bool as _bool, float as _float, int as _int
from collections.abc import Iterator
from typing import Any, Self, overload
from numpy import ndarray
from minigrad.autograd.hooks import RemovableHandle
from minigrad.exact.dtypes import Size, dtype as _dtype
from minigrad.library.devices import device as _device
from minigrad.library.reductions import Answer

class Tensor:
    """An array, a flag `requires_grad`, a gradient `grad`, and the node `grad_fn` that made it."""
    @property
    def T(self) -> Tensor:
        """The dimensions in reverse order, on the same memory; meant for matrices. (n, m) -> (m, n)"""
    def __abs__(self) -> Tensor:
        """|x| has the derivative -1, 0 or 1: the sign of x."""
    def __add__(self, other) -> Tensor:
        """input + other, entry by entry: what `+` does."""
    def __and__(self, other) -> Tensor:
        """input & other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __array__(self, dtype=..., copy=...) -> ndarray: ...
    __array_priority__: Any
    def __bool__(self) -> _bool:
        """Whether the one number inside is not zero."""
    def __contains__(self, element) -> _bool:
        """Whether any entry equals the number, or the tensor's entry at that place."""
    def __deepcopy__(self, memo) -> Tensor:
        """A new leaf with copies of the numbers and of the gradient. What shared memory shares it among the copies, too."""
    def __dir__(self) -> list[str]:
        """The names for TAB in a notebook."""
    def __eq__(self, other) -> Tensor:
        """Whether input == other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __float__(self) -> _float:
        """The one number inside as a Python float. Of a flag, which a float cannot have, it warns."""
    def __floordiv__(self, other) -> Tensor:
        """self // other, entry by entry; `other` may be a number."""
    def __format__(self, spec) -> str:
        """The text for f-strings: a lone number is written as a Python number, `f'{loss:.3f}'`."""
    def __ge__(self, other) -> Tensor:
        """Whether input >= other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __getitem__(self, index) -> Tensor:
        """x[1], x[1:3], x[:, 0], x[None], x[...] share memory; x[[0, 2]] and x[mask] are copies."""
    def __gt__(self, other) -> Tensor:
        """Whether input > other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __hash__(self) -> _int:
        """Return hash(self)."""
    def __iadd__(self, other) -> Self:
        """In place: input + other, entry by entry: what `+` does."""
    def __iand__(self, other) -> Self:
        """In place: input & other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __ifloordiv__(self, other) -> Self:
        """In place: self // other, entry by entry; `other` may be a number."""
    def __imod__(self, other) -> Self:
        """In place: self % other, entry by entry; `other` may be a number."""
    def __imul__(self, other) -> Self:
        """In place: input * other, entry by entry."""
    def __index__(self) -> _int:
        """The one whole number inside, where Python wants an index."""
    def __init__(self, array=..., requires_grad=..., grad_fn=..., *sizes) -> None: ...
    def __int__(self) -> _int:
        """The one number inside as a Python int."""
    def __invert__(self) -> Tensor:
        """~self: false for true, and -1 - n for a whole number n."""
    def __ior__(self, other) -> Self:
        """In place: input | other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __ipow__(self, exponent) -> Self:
        """In place: input ** exponent, entry by entry. Powers with a tensor as exponent are the library's."""
    def __isub__(self, other) -> Self:
        """In place: input - other, entry by entry."""
    def __iter__(self) -> Iterator[Tensor]:
        """The entries along the first dimension, one after the other: outputs of one `unbind`."""
    def __itruediv__(self, other) -> Self:
        """In place: input / other, entry by entry; whole numbers are divided as float32."""
    def __ixor__(self, other) -> Self:
        """In place: input ^ other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __le__(self, other) -> Tensor:
        """Whether input <= other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __len__(self) -> _int:
        """The number of entries along the first dimension."""
    def __lt__(self, other) -> Tensor:
        """Whether input < other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __matmul__(self, other) -> Tensor:
        """self @ other. For anything but a tensor, Python finds the words of its error."""
    def __mod__(self, other) -> Tensor:
        """self % other, entry by entry; `other` may be a number."""
    def __mul__(self, other) -> Tensor:
        """input * other, entry by entry."""
    def __ne__(self, other) -> Tensor:
        """Whether input != other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __neg__(self) -> Tensor:
        """-input, entry by entry."""
    def __or__(self, other) -> Tensor:
        """input | other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __pos__(self) -> Tensor:
        """+self is the tensor itself."""
    def __pow__(self, exponent) -> Tensor:
        """input ** exponent, entry by entry. Powers with a tensor as exponent are the library's."""
    def __radd__(self, other) -> Tensor:
        """input + other, entry by entry: what `+` does."""
    def __rand__(self, other) -> Tensor:
        """input & other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __reduce__(self) -> Any:
        """What `copy` and `pickle` make a new leaf from: the numbers and the flag."""
    def __repr__(self) -> str: ...
    def __reversed__(self) -> Tensor:
        """The entries along the first dimension in reverse order, as one tensor."""
    def __rfloordiv__(self, other) -> Tensor:
        """other // self, entry by entry; `other` may be a number."""
    def __rmatmul__(self, other) -> Tensor:
        """other @ self. For anything but a tensor, Python finds the words of its error."""
    def __rmod__(self, other) -> Tensor:
        """other % self, entry by entry; `other` may be a number."""
    def __rmul__(self, other) -> Tensor:
        """input * other, entry by entry."""
    def __ror__(self, other) -> Tensor:
        """input | other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __rpow__(self, other) -> Tensor:
        """other ** self, entry by entry; `other` may be a number."""
    def __rsub__(self, other) -> Tensor:
        """other - self, entry by entry; `other` may be a number."""
    def __rtruediv__(self, other) -> Tensor:
        """other / self, entry by entry; `other` may be a number."""
    def __rxor__(self, other) -> Tensor:
        """input ^ other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def __setitem__(self, index, value) -> None:
        """x[1] = 5., x[:, 0] = y, x[mask] = 0: write into part of a tensor."""
    def __sub__(self, other) -> Tensor:
        """input - other, entry by entry."""
    def __truediv__(self, other) -> Tensor:
        """input / other, entry by entry; whole numbers are divided as float32."""
    def __xor__(self, other) -> Tensor:
        """input ^ other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    @property
    def _backward_hooks(self) -> Any:
        """The registered functions by their handles' ids, or None if there were never any."""
    @property
    def _base(self) -> Any: ...
    _counter: Any
    _detached: Any
    _grad: Any
    _hooks: Any
    def _is_view(self) -> _bool: ...
    _leaf_node: Any
    @property
    def _version(self) -> _int:
        """How often its memory was written into. Raises RuntimeError if it was made in inference mode."""
    _view: Any
    @staticmethod
    def _written_out(given) -> Tensor:
        """The array for `Tensor([0, 0, 0])` and `Tensor(2, 3)`: FloatTensor, or what has the default dtype."""
    def abs(self) -> Tensor:
        """|x| has the derivative -1, 0 or 1: the sign of x."""
    def abs_(self) -> Self:
        """In place: |x| has the derivative -1, 0 or 1: the sign of x."""
    def acos(self) -> Tensor:
        """The angle with this cosine: its derivative is -1 / sqrt(1 - x^2)."""
    def acos_(self) -> Self:
        """In place: The angle with this cosine: its derivative is -1 / sqrt(1 - x^2)."""
    def add(self, other, *, alpha=...) -> Tensor:
        """input + alpha * other, entry by entry; either may be a number."""
    def add_(self, other, *, alpha=...) -> Self:
        """In place: input + alpha * other, entry by entry; either may be a number."""
    def addmm(self, mat1, mat2, *, beta=..., alpha=...) -> Tensor:
        """beta * input + alpha * (mat1 @ mat2), `input` repeated where it is smaller. (p,), (n, m), (m, p) -> (n, p)"""
    def all(self, dim=..., keepdim=...) -> Tensor:
        """Whether every entry is True, or not 0; of all, or along `dim`. (m, n), dim=0 -> (n,)"""
    def allclose(self, other, rtol=..., atol=..., equal_nan=...) -> _bool:
        """True if all entries are close; see `isclose`."""
    def amax(self, dim=..., keepdim=...) -> Tensor:
        """The largest entry, or the largest along one or several dimensions. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
    def amin(self, dim=..., keepdim=...) -> Tensor:
        """The smallest entry, or the smallest along one or several dimensions. (m, n), dim=0 -> (n,)"""
    def any(self, dim=..., keepdim=...) -> Tensor:
        """Whether an entry is True, or not 0; of all, or along `dim`. (m, n), dim=0 -> (n,)"""
    def arccos(self) -> Tensor:
        """The angle with this cosine: its derivative is -1 / sqrt(1 - x^2)."""
    def arccos_(self) -> Self:
        """In place: The angle with this cosine: its derivative is -1 / sqrt(1 - x^2)."""
    def arcsin(self) -> Tensor:
        """The angle with this sine: its derivative is 1 / sqrt(1 - x^2)."""
    def arcsin_(self) -> Self:
        """In place: The angle with this sine: its derivative is 1 / sqrt(1 - x^2)."""
    def arctan(self) -> Tensor:
        """The angle with this tangent: its derivative is 1 / (x^2 + 1)."""
    def arctan2(self, other) -> Tensor:
        """The angle of the point with the height `self` and the width `other`. At the origin PyTorch gives it no slope."""
    def arctan2_(self, other) -> Self:
        """In place: The angle of the point with the height `self` and the width `other`. At the origin PyTorch gives it no slope."""
    def arctan_(self) -> Self:
        """In place: The angle with this tangent: its derivative is 1 / (x^2 + 1)."""
    def argmax(self, dim=..., keepdim=...) -> Tensor:
        """Where the largest entry stands, counted through all entries; or along `dim`. (m, n), dim=0 -> (n,)"""
    def argmin(self, dim=..., keepdim=...) -> Tensor:
        """Where the smallest entry stands, counted through all entries; or along `dim`. (m, n), dim=0 -> (n,)"""
    def asin(self) -> Tensor:
        """The angle with this sine: its derivative is 1 / sqrt(1 - x^2)."""
    def asin_(self) -> Self:
        """In place: The angle with this sine: its derivative is 1 / sqrt(1 - x^2)."""
    def atan(self) -> Tensor:
        """The angle with this tangent: its derivative is 1 / (x^2 + 1)."""
    def atan2(self, other) -> Tensor:
        """The angle of the point with the height `self` and the width `other`. At the origin PyTorch gives it no slope."""
    def atan2_(self, other) -> Self:
        """In place: The angle of the point with the height `self` and the width `other`. At the origin PyTorch gives it no slope."""
    def atan_(self) -> Self:
        """In place: The angle with this tangent: its derivative is 1 / (x^2 + 1)."""
    def backward(self, gradient=..., retain_graph=..., create_graph=..., inputs=...) -> None:
        """Add d(this tensor)/d(leaf) to the `.grad` of every leaf that it depends on."""
    def bernoulli(self, p=...) -> Tensor:
        """1 or 0: 1 with the probability that stands in `input`, or with the probability p in every place. (n, m) -> (n, m)"""
    def bernoulli_(self, p=...) -> Self:
        """In place: 1 or 0: 1 with the probability p, a number, or a tensor with one for each place."""
    def bincount(self, weights=..., minlength=...) -> Tensor:
        """How often each of 0, 1, 2, ... occurs, or the sum of the weights of its places. (n,) -> (largest + 1,)"""
    def bitwise_and(self, other) -> Tensor:
        """input & other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def bitwise_and_(self, other) -> Self:
        """In place: input & other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def bitwise_or(self, other) -> Tensor:
        """input | other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def bitwise_or_(self, other) -> Self:
        """In place: input | other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def bitwise_xor(self, other) -> Tensor:
        """input ^ other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def bitwise_xor_(self, other) -> Self:
        """In place: input ^ other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def bmm(self, mat2) -> Tensor:
        """The products of two stacks of matrices, pair by pair. (k, n, m), (k, m, p) -> (k, n, p)"""
    def bool(self) -> Tensor:
        """The same numbers as bool."""
    def byte(self) -> Tensor:
        """The same numbers as uint8."""
    def char(self) -> Tensor:
        """The same numbers as int8."""
    def chunk(self, chunks, dim=...) -> tuple[Tensor, ...]:
        """A tuple of at most so many views along a dimension, all but the last of one length. (5,), 2 -> (3,), (2,)"""
    def clamp(self, min=..., max=...) -> Tensor:
        """Each entry, but not below `min` nor above `max`, numbers or tensors. Raises RuntimeError if neither is given."""
    def clamp_(self, min=..., max=...) -> Self:
        """In place: Each entry, but not below `min` nor above `max`, numbers or tensors. Raises RuntimeError if neither is given."""
    def clamp_max(self, max) -> Tensor:
        """Each entry, but not above `max`, a number or a tensor."""
    def clamp_max_(self, max) -> Self:
        """In place: Each entry, but not above `max`, a number or a tensor."""
    def clamp_min(self, min) -> Tensor:
        """Each entry, but not below `min`, a number or a tensor."""
    def clamp_min_(self, min) -> Self:
        """In place: Each entry, but not below `min`, a number or a tensor."""
    def clip(self, min=..., max=...) -> Tensor:
        """What `clamp` gives, by the name that NumPy has for it."""
    def clip_(self, min=..., max=...) -> Self:
        """In place: What `clamp` gives, by the name that NumPy has for it."""
    def clone(self) -> Tensor:
        """A copy with memory of its own; its gradient goes on to the original."""
    def contiguous(self) -> Tensor:
        """The tensor itself if its numbers stand row by row; if not, a copy where they do."""
    def copy_(self, src) -> Self:
        """In place: The numbers of another tensor, or one number. Whole numbers and booleans take no gradient."""
    def cos(self) -> Tensor:
        """d(cos x)/dx = -sin x."""
    def cos_(self) -> Self:
        """In place: d(cos x)/dx = -sin x."""
    def cosh(self) -> Tensor:
        """(e^x + e^-x) / 2: the derivative is sinh x."""
    def cosh_(self) -> Self:
        """In place: (e^x + e^-x) / 2: the derivative is sinh x."""
    def cpu(self) -> Tensor:
        """The tensor itself: it lives on the CPU."""
    def cuda(self, device=..., non_blocking=...) -> Any:
        """Raises AssertionError: there is no such device here."""
    def cumprod(self, dim, *, dtype=...) -> Tensor:
        """The products of the first, the first two, the first three ... entries along `dim`. (m, n) -> (m, n)"""
    def cumprod_(self, dim, *, dtype=...) -> Self:
        """In place: The products of the first, the first two, the first three ... entries along `dim`. (m, n) -> (m, n)"""
    def cumsum(self, dim, *, dtype=...) -> Tensor:
        """The sums of the first, the first two, the first three ... entries along `dim`. (m, n) -> (m, n)"""
    def cumsum_(self, dim, *, dtype=...) -> Self:
        """In place: The sums of the first, the first two, the first three ... entries along `dim`. (m, n) -> (m, n)"""
    @property
    def data(self) -> Tensor:
        """Like `detach()`, but with its own version counter: writes through it go unnoticed."""
    @data.setter
    def data(self, value: Any) -> None:
        """Like `detach()`, but with its own version counter: writes through it go unnoticed."""
    def detach(self) -> Tensor:
        """A new tensor on the same numbers. A write into one of the two counts for both."""
    def detach_(self) -> Self:
        """Forget who made this tensor, in place: from now on it is a leaf, its flag off."""
    @property
    def device(self) -> _device: ...
    def diag(self, diagonal=...) -> Tensor:
        """A copy of a matrix's diagonal; or a matrix with a vector on its diagonal. (n, m) -> (min(n, m),), (n,) -> (n, n)"""
    def diagonal(self, offset=..., dim1=..., dim2=...) -> Tensor:
        """A diagonal of the matrices that two dimensions make, on the same memory. (n, m) -> (min(n, m),)"""
    def dim(self) -> _int:
        """How many dimensions; 0 for a single number."""
    def div(self, other, *, rounding_mode=...) -> Tensor:
        """input / other, entry by entry; either may be a number. Whole numbers are divided as float32."""
    def div_(self, other, *, rounding_mode=...) -> Self:
        """In place: input / other, entry by entry; either may be a number. Whole numbers are divided as float32."""
    def dot(self, tensor) -> Tensor:
        """The inner product of two vectors. (n,), (n,) -> ()"""
    def double(self) -> Tensor:
        """The same numbers as float64."""
    @property
    def dtype(self) -> _dtype: ...
    def element_size(self) -> _int:
        """How many bytes one number takes."""
    def eq(self, other) -> Tensor:
        """Whether input == other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def eq_(self, other) -> Self:
        """In place: Whether input == other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def equal(self, other) -> _bool:
        """True if both have the same shape and the same entries."""
    def erf(self) -> Tensor:
        """The error function: d(erf x)/dx = 2 / sqrt(pi) e^(-x^2)."""
    def erf_(self) -> Self:
        """In place: The error function: d(erf x)/dx = 2 / sqrt(pi) e^(-x^2)."""
    def exp(self) -> Tensor:
        """e to the power of each entry."""
    def exp_(self) -> Self:
        """In place: e to the power of each entry."""
    def expand(self, *sizes, size=...) -> Tensor:
        """The same numbers, seen several times; -1 keeps a length. (3, 1), (-1, 4) -> (3, 4)"""
    def expand_as(self, other) -> Tensor:
        """The same numbers, seen several times: `expand` to the other tensor's shape."""
    def expm1(self) -> Tensor:
        """e^x - 1, exact even where x is tiny: the derivative is e^x."""
    def expm1_(self) -> Self:
        """In place: e^x - 1, exact even where x is tiny: the derivative is e^x."""
    def fill_(self, value) -> Self:
        """In place: The same number everywhere, a Python number or a tensor without dimensions."""
    def flatten(self, start_dim=..., end_dim=...) -> Tensor:
        """Several dimensions become one. (2, 3, 4), 1 -> (2, 12)"""
    def flip(self, *given, dims=...) -> Tensor:
        """A copy, its entries in reverse order along these dimensions: `x.flip(0, 1)` or `x.flip((0, 1))`."""
    def float(self) -> Tensor:
        """The same numbers as float32."""
    def floor(self) -> Tensor:
        """The next whole number below: a staircase, with the slope 0."""
    def floor_(self) -> Self:
        """In place: The next whole number below: a staircase, with the slope 0."""
    def floor_divide(self, other) -> Tensor:
        """input / other, rounded down, entry by entry; either may be a number. It has no gradient, unlike that of `div`."""
    def floor_divide_(self, other) -> Self:
        """In place: input / other, rounded down, entry by entry; either may be a number. It has no gradient, unlike that of `div`."""
    def fmod(self, other) -> Tensor:
        """What a division leaves over, with the sign of `input`: 5, 3 -> 2; -5, 3 -> -2. `other` may be a number."""
    def fmod_(self, other) -> Self:
        """In place: What a division leaves over, with the sign of `input`: 5, 3 -> 2; -5, 3 -> -2. `other` may be a number."""
    def gather(self, dim, index, *, sparse_grad=...) -> Tensor:
        """For each entry of `index` the entry at that place along `dim`: input[index[i, j], j] for dim 0."""
    def ge(self, other) -> Tensor:
        """Whether input >= other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def ge_(self, other) -> Self:
        """In place: Whether input >= other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    @property
    def grad(self) -> Tensor:
        """The gradient that `backward()` has added up here so far, or None."""
    @grad.setter
    def grad(self, value: Any) -> None:
        """The gradient that `backward()` has added up here so far, or None."""
    @property
    def grad_fn(self) -> Any: ...
    def gt(self, other) -> Tensor:
        """Whether input > other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def gt_(self, other) -> Self:
        """In place: Whether input > other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def hypot(self, other) -> Tensor:
        """The root of self^2 + other^2: the derivatives are the shares of the two in the length."""
    def hypot_(self, other) -> Self:
        """In place: The root of self^2 + other^2: the derivatives are the shares of the two in the length."""
    def index_add(self, dim, index, source, *, alpha=...) -> Tensor:
        """A copy of `input`, alpha times the slices of `source` added in at these places. (3, 2), 0, (4,), (4, 2) -> (3, 2)"""
    def index_add_(self, dim, index, source, *, alpha=...) -> Self:
        """In place: A copy of `input`, alpha times the slices of `source` added in at these places. (3, 2), 0, (4,), (4, 2) -> (3, 2)"""
    def index_select(self, dim, index) -> Tensor:
        """A copy of the entries at these places along a dimension. (5, 2), dim 0, (3,) -> (3, 2)"""
    def int(self) -> Tensor:
        """The same numbers as int32."""
    def is_contiguous(self) -> _bool:
        """True when the numbers stand in memory in the order in which they are read, row by row."""
    is_cpu: _bool
    is_cuda: _bool
    def is_floating_point(self) -> _bool:
        """True for float32 and float64."""
    def is_inference(self) -> _bool:
        """True if it was made in inference mode, or is a view of such a tensor."""
    @property
    def is_leaf(self) -> _bool:
        """Whether no recorded step made this tensor."""
    is_meta: _bool
    is_mps: _bool
    is_quantized: _bool
    is_sparse: _bool
    is_xpu: _bool
    def isclose(self, other, rtol=..., atol=..., equal_nan=...) -> Tensor:
        """Whether |input - other| <= atol + rtol |other|, entry by entry. (m, 1), (n,) -> (m, n)"""
    def isfinite(self) -> Tensor:
        """Whether each entry is neither infinite nor nan."""
    def isinf(self) -> Tensor:
        """Whether each entry is infinite."""
    def isnan(self) -> Tensor:
        """Whether each entry is nan."""
    def item(self) -> _bool | _float | _int:
        """The one number inside, as a Python number."""
    @property
    def itemsize(self) -> _int:
        """How many bytes one number takes."""
    def le(self, other) -> Tensor:
        """Whether input <= other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def le_(self, other) -> Self:
        """In place: Whether input <= other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def lerp(self, end, weight) -> Tensor:
        """input + weight * (end - input): a share of the way, 0 at `input`, 1 at `end`. (m, 1), (n,), () -> (m, n)"""
    def lerp_(self, end, weight) -> Self:
        """In place: input + weight * (end - input): a share of the way, 0 at `input`, 1 at `end`. (m, 1), (n,), () -> (m, n)"""
    def log(self) -> Tensor:
        """The natural logarithm: d(ln x)/dx = 1/x."""
    def log1p(self) -> Tensor:
        """ln(1 + x), exact even where x is tiny: the derivative is 1/(1 + x)."""
    def log1p_(self) -> Self:
        """In place: ln(1 + x), exact even where x is tiny: the derivative is 1/(1 + x)."""
    def log_(self) -> Self:
        """In place: The natural logarithm: d(ln x)/dx = 1/x."""
    def log_softmax(self, dim, dtype=...) -> Tensor:
        """The logarithm of `softmax`. (m, n) -> (m, n)"""
    def logaddexp(self, other) -> Tensor:
        """ln(e^self + e^other), also where these powers are too large: the derivatives are their shares in the sum."""
    def logical_and(self, other) -> Tensor:
        """logical_and, entry by entry; what is not 0 counts as true. (m, 1), (n,) -> (m, n)"""
    def logical_not(self) -> Tensor:
        """Whether each entry is 0, or false."""
    def logical_or(self, other) -> Tensor:
        """logical_or, entry by entry; what is not 0 counts as true. (m, 1), (n,) -> (m, n)"""
    def logical_xor(self, other) -> Tensor:
        """logical_xor, entry by entry; what is not 0 counts as true. (m, 1), (n,) -> (m, n)"""
    def logsumexp(self, dim, keepdim=...) -> Tensor:
        """ln(sum of e^x) along `dim`, also where e^x would be too large. (m, n), dim=0 -> (n,)"""
    def long(self) -> Tensor:
        """The same numbers as int64."""
    def lt(self, other) -> Tensor:
        """Whether input < other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def lt_(self, other) -> Self:
        """In place: Whether input < other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    @property
    def mT(self) -> Tensor:
        """A matrix, or each of a stack of matrices, transposed, on the same memory. (k, n, m) -> (k, m, n)"""
    def masked_fill(self, mask, value) -> Tensor:
        """Each entry, but where the mask is true `value`, a number or a tensor without dimensions. (n,), (m, 1) -> (m, n)"""
    def masked_fill_(self, mask, value) -> Self:
        """In place: Each entry, but where the mask is true `value`, a number or a tensor without dimensions. (n,), (m, 1) -> (m, n)"""
    def masked_scatter(self, mask, source) -> Tensor:
        """A copy of `input`, where the mask is true with the numbers of `source`, in their order. (m, 1), (n,) -> (m, n)"""
    def masked_scatter_(self, mask, source) -> Self:
        """In place: A copy of `input`, where the mask is true with the numbers of `source`, in their order. (m, 1), (n,) -> (m, n)"""
    def masked_select(self, mask) -> Tensor:
        """The entries where the mask is true, as a list. (m, 1), (n,) -> (k,)"""
    def matmul(self, other) -> Tensor:
        """The product of vectors, matrices and stacks of matrices. (k, n, m), (m, p) -> (k, n, p)"""
    @overload
    def max(self) -> Tensor:
        """The largest entry; with `dim` a pair (values, indices); of two tensors what `maximum` gives. (m, n), 0 -> (n,)"""
    @overload
    def max(self, other: Tensor) -> Tensor:
        """The largest entry; with `dim` a pair (values, indices); of two tensors what `maximum` gives. (m, n), 0 -> (n,)"""
    @overload
    def max(self, dim, keepdim=...) -> Answer:
        """The largest entry; with `dim` a pair (values, indices); of two tensors what `maximum` gives. (m, n), 0 -> (n,)"""
    def maximum(self, other) -> Tensor:
        """The larger of each two entries: it gets the gradient. Equal ones share it. (m, 1), (n,) -> (m, n)"""
    def mean(self, dim=..., keepdim=..., *, dtype=...) -> Tensor:
        """The mean of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
    @overload
    def median(self) -> Tensor:
        """The entry in the middle, of two the smaller; or with `dim` a pair (values, indices). (m, n), dim=0 -> (n,)"""
    @overload
    def median(self, dim, keepdim=...) -> Answer:
        """The entry in the middle, of two the smaller; or with `dim` a pair (values, indices). (m, n), dim=0 -> (n,)"""
    @overload
    def min(self) -> Tensor:
        """The smallest entry; with `dim` a pair (values, indices); of two tensors as `minimum`. (m, n), 0 -> (n,)"""
    @overload
    def min(self, other: Tensor) -> Tensor:
        """The smallest entry; with `dim` a pair (values, indices); of two tensors as `minimum`. (m, n), 0 -> (n,)"""
    @overload
    def min(self, dim, keepdim=...) -> Answer:
        """The smallest entry; with `dim` a pair (values, indices); of two tensors as `minimum`. (m, n), 0 -> (n,)"""
    def minimum(self, other) -> Tensor:
        """The smaller of each two entries."""
    def mm(self, mat2) -> Tensor:
        """The product of two matrices. (n, m), (m, p) -> (n, p)"""
    def moveaxis(self, source, destination) -> Tensor:
        """What `movedim` gives, by the name that NumPy has for it. (a, b, c), 0, 2 -> (b, c, a)"""
    def movedim(self, source, destination) -> Tensor:
        """Some dimensions, one or several, go to these places; the others keep their order. (a, b, c), 0, 2 -> (b, c, a)"""
    def mul(self, other) -> Tensor:
        """input * other, entry by entry; either may be a number."""
    def mul_(self, other) -> Self:
        """In place: input * other, entry by entry; either may be a number."""
    def multinomial(self, num_samples, replacement=...) -> Tensor:
        """Places drawn in proportion to the numbers there; without `replacement` no place twice. (m, n), k -> (m, k)"""
    def mv(self, vec) -> Tensor:
        """The product of a matrix and a vector. (n, m), (m,) -> (n,)"""
    def nanmean(self, dim=..., keepdim=..., *, dtype=...) -> Tensor:
        """The mean of all entries, or along `dim`, without those that are nan. (m, n), dim=0 -> (n,)"""
    def nanmedian(self, dim=..., keepdim=...) -> Any:
        """What `median` gives, without those that are nan. (m, n), dim=0 -> (n,)"""
    def nansum(self, dim=..., keepdim=..., *, dtype=...) -> Tensor:
        """The sum of all entries, or along `dim`, without those that are nan. (m, n), dim=0 -> (n,)"""
    def narrow(self, dim, start, length) -> Tensor:
        """So many entries along a dimension, from `start` on, on the same memory. (5, 2), 0, 1, 3 -> (3, 2)"""
    @property
    def nbytes(self) -> _int: ...
    @property
    def ndim(self) -> _int:
        """How many dimensions; 0 for a single number."""
    def ndimension(self) -> _int:
        """How many dimensions; 0 for a single number."""
    def ne(self, other) -> Tensor:
        """Whether input != other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def ne_(self, other) -> Self:
        """In place: Whether input != other, entry by entry; `other` may be a number. (m, 1), (n,) -> (m, n)"""
    def neg(self) -> Tensor:
        """-input, entry by entry."""
    def neg_(self) -> Self:
        """In place: -input, entry by entry."""
    def negative(self) -> Tensor:
        """-self."""
    def negative_(self) -> Self:
        """In place: -self."""
    def nelement(self) -> _int:
        """How many numbers altogether."""
    def new(self, *data) -> Tensor:
        """A new leaf of this tensor's dtype: with these numbers, or, for sizes, of zeros: its name until 2018."""
    def new_empty(self, *size, dtype=..., requires_grad=..., device=...) -> Tensor:
        """What `empty` gives, in the dtype of this tensor unless another is named."""
    def new_full(self, size, fill_value, *, dtype=..., requires_grad=..., device=...) -> Tensor:
        """What `full` gives, in the dtype of this tensor unless another is named."""
    def new_ones(self, *size, dtype=..., requires_grad=..., device=...) -> Tensor:
        """What `ones` gives, in the dtype of this tensor unless another is named."""
    def new_tensor(self, data, *, dtype=..., requires_grad=..., device=...) -> Tensor:
        """What `tensor` gives, in the dtype of this tensor unless another is named."""
    def new_zeros(self, *size, dtype=..., requires_grad=..., device=...) -> Tensor:
        """What `zeros` gives, in the dtype of this tensor unless another is named."""
    def norm(self, p=..., dim=..., keepdim=..., *, dtype=...) -> Tensor:
        """(the sum of |x|^p)^(1/p) with p=2 if nothing is said; p=inf is the largest |x|. (m, n), dim=0 -> (n,)"""
    def normal_(self, mean=..., std=...) -> Self:
        """In place: Numbers from the normal distribution."""
    def numel(self) -> _int:
        """How many numbers altogether."""
    def numpy(self) -> ndarray:
        """The numbers as a NumPy array that shares the tensor's memory."""
    def outer(self, vec2) -> Tensor:
        """Each entry of one vector times each entry of another. (n,), (m,) -> (n, m)"""
    output_nr: _int
    def permute(self, *sizes, dims=...) -> Tensor:
        """The dimensions in this order. (a, b, c), (2, 0, 1) -> (c, a, b)"""
    def pow(self, exponent) -> Tensor:
        """input ** exponent, entry by entry; either may be a number."""
    def pow_(self, exponent) -> Self:
        """In place: input ** exponent, entry by entry; either may be a number."""
    def prod(self, dim=..., keepdim=..., *, dtype=...) -> Tensor:
        """The product of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
    def put(self, index, source, accumulate=...) -> Tensor:
        """A copy of `input`, the numbers of `source` put at these places among all, or added in. (2, 3), (4,) -> (2, 3)"""
    def put_(self, index, source, accumulate=...) -> Self:
        """In place: A copy of `input`, the numbers of `source` put at these places among all, or added in. (2, 3), (4,) -> (2, 3)"""
    def reciprocal(self) -> Tensor:
        """1 / self: the derivative is -(1/self)^2, so the result is what is saved."""
    def reciprocal_(self) -> Self:
        """In place: 1 / self: the derivative is -(1/self)^2, so the result is what is saved."""
    def register_hook(self, hook) -> RemovableHandle:
        """Call `hook(grad)` whenever a gradient for this tensor has arrived."""
    def register_post_accumulate_grad_hook(self, hook) -> RemovableHandle:
        """Call `hook(leaf)` each time the leaf's `.grad` is complete. Returns a handle."""
    def reinforce(self, reward) -> Any:
        """Once gave a reward to a random choice. Raises RuntimeError: it says what to do now."""
    def relu(self) -> Tensor:
        """max(x, 0): the gradient stops where x is not positive. At the kink, 0 is PyTorch's choice."""
    def relu_(self) -> Self:
        """In place: max(x, 0): the gradient stops where x is not positive. At the kink, 0 is PyTorch's choice."""
    def remainder(self, other) -> Tensor:
        """What a division leaves over, with the sign of the divisor: 5 % 3 -> 2, -5 % 3 -> 1. Either may be a number."""
    def remainder_(self, other) -> Self:
        """In place: What a division leaves over, with the sign of the divisor: 5 % 3 -> 2, -5 % 3 -> 1. Either may be a number."""
    def repeat(self, *given, repeats=...) -> Tensor:
        """A copy that holds the tensor so many times along each dimension. (2, 3), (4, 1, 2) -> (4, 2, 6)"""
    def repeat_interleave(self, repeats, dim=...) -> Tensor:
        """Each entry along a dimension so many times in a row; without `dim` as if the tensor were flat. (3,), 2 -> (6,)"""
    @property
    def requires_grad(self) -> _bool:
        """True when operations on this tensor are recorded: a gradient can reach it, or its base."""
    @requires_grad.setter
    def requires_grad(self, value: Any) -> None:
        """True when operations on this tensor are recorded: a gradient can reach it, or its base."""
    def requires_grad_(self, requires_grad=...) -> Self:
        """Set the flag and give back the tensor itself."""
    def reshape(self, *sizes, shape=...) -> Tensor:
        """Like `view`, but copies where the memory's order leaves no other way. (2, 3), (3, 2) -> (3, 2)"""
    def retain_grad(self) -> None:
        """Keep the gradient of this result in `.grad`; a leaf keeps its own anyway."""
    @property
    def retains_grad(self) -> _bool:
        """True for a result that was asked to keep its gradient."""
    def roll(self, shifts, dims=...) -> Tensor:
        """A copy, its entries moved on by `shifts` along `dims`, round and round; without `dims` as if it were flat."""
    def round(self, *, decimals=...) -> Tensor:
        """Each entry rounded to a whole number, or to this many decimals; halves become even: 0.5 -> 0, 1.5 -> 2."""
    def round_(self, *, decimals=...) -> Self:
        """In place: Each entry rounded to a whole number, or to this many decimals; halves become even: 0.5 -> 0, 1.5 -> 2."""
    def rsqrt(self) -> Tensor:
        """1 / sqrt x has the derivative -1/2 (1 / sqrt x)^3."""
    def rsqrt_(self) -> Self:
        """In place: 1 / sqrt x has the derivative -1/2 (1 / sqrt x)^3."""
    def scatter_add(self, dim, index, src) -> Tensor:
        """A copy of `input`, the first entries of `src` added in: result[index[i, j], j] += src[i, j] for dim 0."""
    def scatter_add_(self, dim, index, src) -> Self:
        """In place: A copy of `input`, the first entries of `src` added in: result[index[i, j], j] += src[i, j] for dim 0."""
    def select(self, dim, index) -> Tensor:
        """One entry along a dimension, on the same memory; the dimension goes. (2, 3), 0, 1 -> (3,)"""
    def sgn(self) -> Tensor:
        """-1, 0 or 1, also 0 for nan: a staircase, with the slope 0."""
    def sgn_(self) -> Self:
        """In place: -1, 0 or 1, also 0 for nan: a staircase, with the slope 0."""
    @property
    def shape(self) -> Size: ...
    def short(self) -> Tensor:
        """The same numbers as int16."""
    def sigmoid(self) -> Tensor:
        """s(x) = 1 / (1 + e^-x) has the derivative s (1 - s)."""
    def sigmoid_(self) -> Self:
        """In place: s(x) = 1 / (1 + e^-x) has the derivative s (1 - s)."""
    def sign(self) -> Tensor:
        """-1, 0 or 1: the sign."""
    def sign_(self) -> Self:
        """In place: -1, 0 or 1: the sign."""
    def sin(self) -> Tensor:
        """d(sin x)/dx = cos x."""
    def sin_(self) -> Self:
        """In place: d(sin x)/dx = cos x."""
    def sinh(self) -> Tensor:
        """(e^x - e^-x) / 2: the derivative is cosh x."""
    def sinh_(self) -> Self:
        """In place: (e^x - e^-x) / 2: the derivative is cosh x."""
    @overload
    def size(self, dim: None = ...) -> Size:
        """The whole shape, or the number of entries along one dimension."""
    @overload
    def size(self, dim: _int) -> _int:
        """The whole shape, or the number of entries along one dimension."""
    def softmax(self, dim, dtype=...) -> Tensor:
        """Positive numbers that add up to 1 along `dim`, each in proportion to e^x. (m, n) -> (m, n)"""
    def sort(self, dim=..., descending=..., *, stable=...) -> Answer:
        """A pair: the entries along `dim` from the smallest to the largest, and the places they come from."""
    def split(self, split_size, dim=...) -> tuple[Tensor, ...]:
        """A tuple of views: stretches along a dimension, as `split` gives them."""
    def split_with_sizes(self, split_sizes, dim=...) -> tuple[Tensor, ...]:
        """A tuple of views: stretches of these lengths along a dimension. (5, 2), [1, 4] -> (1, 2), (4, 2)"""
    def sqrt(self) -> Tensor:
        """d(sqrt x)/dx = 1 / (2 sqrt x)."""
    def sqrt_(self) -> Self:
        """In place: d(sqrt x)/dx = 1 / (2 sqrt x)."""
    def square(self) -> Tensor:
        """The square of each entry."""
    def square_(self) -> Self:
        """In place: The square of each entry."""
    def squeeze(self, dim=..., *dims) -> Tensor:
        """The same numbers without dimensions of length 1, or without this one, or these. (1, 3) -> (3,)"""
    def squeeze_(self, dim=..., *dims) -> Self:
        """In place: The same numbers without dimensions of length 1, or without this one, or these. (1, 3) -> (3,)"""
    def std(self, dim=..., unbiased=..., keepdim=..., *, correction=...) -> Tensor:
        """The standard deviation, the square root of `var`. (m, n), dim=0 -> (n,)"""
    def storage_offset(self) -> _int:
        """How many entries of the shared memory come before the first one of this tensor."""
    @overload
    def stride(self, dim: None = ...) -> tuple[_int, ...]:
        """How many entries further the next one along each dimension stands, or along this one. (2, 3) -> (3, 1)"""
    @overload
    def stride(self, dim: _int) -> _int:
        """How many entries further the next one along each dimension stands, or along this one. (2, 3) -> (3, 1)"""
    def sub(self, other, *, alpha=...) -> Tensor:
        """input - alpha * other, entry by entry; either may be a number."""
    def sub_(self, other, *, alpha=...) -> Self:
        """In place: input - alpha * other, entry by entry; either may be a number."""
    def sum(self, dim=..., keepdim=..., *, dtype=...) -> Tensor:
        """The sum of all entries, or along `dim`. (m, n), dim=0 -> (n,), keepdim -> (1, n)"""
    def swapaxes(self, axis0, axis1) -> Tensor:
        """What `transpose` gives: two dimensions change places. (a, b, c), 0, 2 -> (c, b, a)"""
    def t(self) -> Tensor:
        """The transposed matrix, on the same memory. (n, m) -> (m, n)"""
    def t_(self) -> Self:
        """In place: The transposed matrix, on the same memory. (n, m) -> (m, n)"""
    def take(self, index) -> Tensor:
        """The entries at these places, counted through all of them. (2, 3), (4,) -> (4,)"""
    def tan(self) -> Tensor:
        """d(tan x)/dx = 1 + tan(x)^2."""
    def tan_(self) -> Self:
        """In place: d(tan x)/dx = 1 + tan(x)^2."""
    def tanh(self) -> Tensor:
        """The hyperbolic tangent of each entry, between -1 and 1."""
    def tanh_(self) -> Self:
        """In place: The hyperbolic tangent of each entry, between -1 and 1."""
    def to(self, *args, dtype=..., device=..., non_blocking=..., copy=...) -> Tensor:
        """The same numbers, as `x.to(dtype)`, `x.to('cpu')`, `x.to('cpu', dtype)` or `x.to(other)` asks for them."""
    def tolist(self) -> Any:
        """The numbers as nested Python lists."""
    def topk(self, k, dim=..., largest=..., sorted=...) -> Answer:
        """A pair: the k largest entries along `dim`, or the k smallest, in order, and their places. (m, n) -> (m, k)"""
    def trace(self) -> Tensor:
        """The sum of the entries on the main diagonal of a matrix. (n, m) -> ()"""
    def transpose(self, dim0, dim1) -> Tensor:
        """The dimensions dim0 and dim1 change places. (a, b, c), 0, 2 -> (c, b, a)"""
    def transpose_(self, dim0, dim1) -> Self:
        """In place: The dimensions dim0 and dim1 change places. (a, b, c), 0, 2 -> (c, b, a)"""
    def tril(self, diagonal=...) -> Tensor:
        """The lower triangle of a matrix or of each in a stack, 0 elsewhere. (n, m) -> (n, m)"""
    def tril_(self, diagonal=...) -> Self:
        """In place: The lower triangle of a matrix or of each in a stack, 0 elsewhere. (n, m) -> (n, m)"""
    def triu(self, diagonal=...) -> Tensor:
        """The upper triangle of a matrix or of each in a stack, 0 elsewhere. (n, m) -> (n, m)"""
    def triu_(self, diagonal=...) -> Self:
        """In place: The upper triangle of a matrix or of each in a stack, 0 elsewhere. (n, m) -> (n, m)"""
    def true_divide(self, other) -> Tensor:
        """input / other, entry by entry; either may be a number: the name by which NumPy knows `div`."""
    def true_divide_(self, other) -> Self:
        """In place: input / other, entry by entry; either may be a number: the name by which NumPy knows `div`."""
    @overload
    def type(self, dtype: None = ...) -> str:
        """The old name of its dtype, 'torch.FloatTensor' in PyTorch; or its numbers in `dtype`."""
    @overload
    def type(self, dtype) -> Tensor:
        """The old name of its dtype, 'torch.FloatTensor' in PyTorch; or its numbers in `dtype`."""
    def type_as(self, other) -> Tensor:
        """The same numbers in the dtype of another tensor."""
    def unbind(self, dim=...) -> tuple[Tensor, ...]:
        """A tuple: the entries of `input` along one dimension. (3, 2) -> three of (2,)"""
    def uniform_(self, low=..., high=...) -> Self:
        """In place: Numbers from `low` up to `high`, evenly spread."""
    def unique(self, sorted=..., return_inverse=..., return_counts=..., dim=...) -> Any:
        """The different entries in order; each nan counts as different. (m, n) -> (k,)"""
    def unsqueeze(self, dim) -> Tensor:
        """A new dimension of length 1 at this place. (3,), 0 -> (1, 3)"""
    def unsqueeze_(self, dim) -> Self:
        """In place: A new dimension of length 1 at this place. (3,), 0 -> (1, 3)"""
    def var(self, dim=..., unbiased=..., keepdim=..., *, correction=...) -> Tensor:
        """The variance of all entries, or along `dim`; `unbiased=False` is correction=0, else it is 1. (m, n), 0 -> (n,)"""
    def view(self, *shape, size=...) -> Tensor:
        """The same numbers in another shape, on the same memory. (2, 3) -> (6,)"""
    def view_as(self, other) -> Tensor:
        """The same numbers in the other tensor's shape: what `view` gives."""
    @property
    def volatile(self) -> _bool:
        """Always False; `no_grad` has taken its place (chapter 8)."""
    @volatile.setter
    def volatile(self, value: Any) -> None:
        """Always False; `no_grad` has taken its place (chapter 8)."""
    def where(self, condition, other=...) -> Tensor:
        """Entries of this tensor where the condition is true, else of `other`. (m, 1), (n,), () -> (m, n)"""
    def zero_(self) -> Self:
        """In place: 0 everywhere."""
def __getattr__(name: str) -> Any: ...
