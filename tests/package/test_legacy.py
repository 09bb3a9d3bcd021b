"""Names of 2018: what still works, what warns, and what only explains; PyTorch's sentences, word for word."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import minigrad
from minigrad import autograd
from minigrad.autograd.variable import Variable as FromItsOldPlace
from minigrad.autograd.variable import DoubleTensor, FloatTensor, LongTensor, Variable
from minigrad.autograd.gradients import backward
from minigrad.core.tensors import Tensor
from minigrad.operations.leaves import ones, tensor
from minigrad.operations.leaves import zeros
from minigrad.exact.dtypes import float32

assert minigrad.Tensor is Tensor  # asking the package loads all layers, as for a reader who has finished
VOLATILE = "volatile was removed and now has no effect. Use `with torch.no_grad():` instead."

# What dir(z) printed for a result in document 000, with PyTorch 1.0.1.
NAMES_2018 = """
    __abs__ __add__ __and__ __array__ __array_priority__ __array_wrap__ __bool__ __class__ __deepcopy__ __delattr__
    __delitem__ __dict__ __dir__ __div__ __doc__ __eq__ __float__ __floordiv__ __format__ __ge__ __getattribute__
    __getitem__ __gt__ __hash__ __iadd__ __iand__ __idiv__ __ilshift__ __imul__ __index__ __init__ __init_subclass__
    __int__ __invert__ __ior__ __ipow__ __irshift__ __isub__ __iter__ __itruediv__ __ixor__ __le__ __len__ __long__
    __lshift__ __lt__ __matmul__ __mod__ __module__ __mul__ __ne__ __neg__ __new__ __nonzero__ __or__ __pow__
    __radd__ __rdiv__ __reduce__ __reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rmul__ __rpow__ __rshift__
    __rsub__ __rtruediv__ __setattr__ __setitem__ __setstate__ __sizeof__ __str__ __sub__ __subclasshook__
    __truediv__ __weakref__ __xor__ _backward_hooks _base _cdata _coalesced_ _dimI _dimV _grad _grad_fn _indices
    _make_subclass _nnz _values _version abs abs_ acos acos_ add add_ addbmm addbmm_ addcdiv addcdiv_ addcmul
    addcmul_ addmm addmm_ addmv addmv_ addr addr_ all allclose any apply_ argmax argmin argsort as_strided
    as_strided_ asin asin_ atan atan2 atan2_ atan_ backward baddbmm baddbmm_ bernoulli bernoulli_ bincount bmm
    btrifact btrifact_with_info btrisolve byte cauchy_ ceil ceil_ char cholesky chunk clamp clamp_ clamp_max
    clamp_max_ clamp_min clamp_min_ clone coalesce contiguous copy_ cos cos_ cosh cosh_ cpu cross cuda cumprod
    cumsum data data_ptr dense_dim det detach detach_ device diag diag_embed diagflat diagonal digamma digamma_ dim
    dist div div_ dot double dtype eig element_size eq eq_ equal erf erf_ erfc erfc_ erfinv erfinv_ exp exp_ expand
    expand_as expm1 expm1_ exponential_ fft fill_ flatten flip float floor floor_ fmod fmod_ frac frac_ gather ge
    ge_ gels geometric_ geqrf ger gesv get_device grad grad_fn gt gt_ half hardshrink histc ifft index_add
    index_add_ index_copy index_copy_ index_fill index_fill_ index_put index_put_ index_select indices int inverse
    irfft is_coalesced is_complex is_contiguous is_cuda is_distributed is_floating_point is_leaf is_nonzero
    is_pinned is_same_size is_set_to is_shared is_signed is_sparse isclose item kthvalue layout le le_ lerp lerp_
    lgamma lgamma_ log log10 log10_ log1p log1p_ log2 log2_ log_ log_normal_ log_softmax logdet logsumexp long lt
    lt_ map2_ map_ masked_fill masked_fill_ masked_scatter masked_scatter_ masked_select matmul matrix_power max
    mean median min mm mode mul mul_ multinomial mv mvlgamma mvlgamma_ name narrow narrow_copy ndimension ne ne_ neg
    neg_ nelement new new_empty new_full new_ones new_tensor new_zeros nonzero norm normal_ numel numpy orgqr ormqr
    output_nr permute pin_memory pinverse polygamma polygamma_ potrf potri potrs pow pow_ prelu prod pstrf put_ qr
    random_ reciprocal reciprocal_ record_stream register_hook reinforce relu relu_ remainder remainder_ renorm
    renorm_ repeat requires_grad requires_grad_ reshape reshape_as resize resize_ resize_as resize_as_ retain_grad
    rfft roll rot90 round round_ rsqrt rsqrt_ scatter scatter_ scatter_add scatter_add_ select set_ shape
    share_memory_ short sigmoid sigmoid_ sign sign_ sin sin_ sinh sinh_ size slogdet smm softmax sort sparse_dim
    sparse_mask sparse_resize_ sparse_resize_and_clear_ split split_with_sizes sqrt sqrt_ squeeze squeeze_ sspaddmm
    std stft storage storage_offset storage_type stride sub sub_ sum svd symeig t t_ take tan tan_ tanh tanh_ to
    to_dense to_sparse tolist topk trace transpose transpose_ tril tril_ triu triu_ trtrs trunc trunc_ type type_as
    unbind unfold uniform_ unique unsqueeze unsqueeze_ values var view view_as where zero_
""".split()

# Those of them that a result has no longer in PyTorch 2.13.
GONE_TODAY = (
    "btrifact btrifact_with_info btrisolve fft gels gesv ifft irfft potrf potri potrs pstrf rfft trtrs"
).split()


def warned(action):
    """The result of an action and the pairs (kind, text) of its warnings."""
    with warnings.catch_warnings(record=True, action="always") as caught:
        result = action()
    return result, [(warning.category, str(warning.message)) for warning in caught]


# Variable


def test_variable_gives_an_ordinary_tensor_and_every_tensor_is_one():
    v = Variable(ones(2))
    assert type(v) is Tensor
    assert isinstance(v, Variable) and isinstance(ones(1), Variable)
    assert not isinstance(1.0, Variable) and not issubclass(Tensor, Variable)
    assert Variable is autograd.Variable is FromItsOldPlace
    assert repr(Variable) == "<class 'minigrad.autograd.variable.Variable'>"


def test_variable_drops_the_flag_unless_it_is_asked_for():
    x = ones(2, requires_grad=True)
    assert not Variable(x).requires_grad and x.requires_grad
    assert Variable(x, True).requires_grad and Variable(ones(2), requires_grad=True).requires_grad
    assert Variable(x, requires_grad=1).requires_grad is True


def test_variable_cuts_a_result_from_its_graph():
    result = ones(2, requires_grad=True) * 2
    cut = Variable(result, requires_grad=True)
    assert cut.grad_fn is None and cut.is_leaf
    assert result.grad_fn is not None


def test_variable_shares_numbers_and_version_counter():
    x = ones(2)
    v = Variable(x)
    v[0] = 7.0
    assert x.tolist() == [7.0, 1.0] and x._version == v._version == 1


def test_variable_without_data_is_empty():
    assert Variable().tolist() == []


@pytest.mark.parametrize("data, kind", [([1, 2], "list"), (3, "int"), (np.ones(2), "numpy.ndarray")])
def test_variable_wants_a_tensor(data, kind):
    with pytest.raises(TypeError) as error:
        Variable(data)
    assert str(error.value) == f"Variable data has to be a tensor, but got {kind.rpartition('.')[2]}"


def test_variable_of_whole_numbers_has_no_gradient():
    with pytest.raises(RuntimeError) as error:
        Variable(tensor([1, 2]), requires_grad=True)
    assert str(error.value) == "Only Tensors of floating point and complex dtype can require gradients"


# volatile and reinforce


def test_volatile_is_taken_and_ignored_with_a_warning():
    v, said = warned(lambda: Variable(ones(1), volatile=True))
    assert said == [(UserWarning, VOLATILE)]
    assert not v.requires_grad
    w = ones(1, requires_grad=True)
    assert (w * v).requires_grad
    assert warned(lambda: Variable(ones(1), volatile=False))[1] == []


def test_volatile_and_the_flag_together_are_an_error():
    with pytest.raises(ValueError) as error:
        warned(lambda: Variable(ones(1), requires_grad=True, volatile=True))
    assert str(error.value) == "Variable can't be volatile and require_grad at the same time!"


def test_the_attribute_volatile_is_always_false():
    x = ones(1)
    assert warned(lambda: setattr(x, "volatile", True))[1] == [(UserWarning, VOLATILE)]
    value, said = warned(lambda: x.volatile)
    assert value is False
    assert said == [(UserWarning, "volatile was removed (Variable.volatile is always False)")]


def test_warnings_point_at_the_line_of_the_reader():
    with warnings.catch_warnings(record=True, action="always") as caught:
        assert not ones(1).volatile
        Variable(ones(1), volatile=True)
    assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.parametrize("make", ["ones", "tensor"])
def test_constructors_of_today_know_no_volatile(make):
    with pytest.raises(TypeError, match=rf"^{make}\(\) got an unexpected keyword argument 'volatile'$"):
        getattr(minigrad, make)([1], volatile=True)


def test_reinforce_explains_what_came_after_it():
    with pytest.raises(RuntimeError) as error:
        ones(1).reinforce(1.0)
    lines = str(error.value).split("\n")
    assert lines[:2] == ["reinforce() was removed.", "Use torch.distributions instead."]
    assert lines[-3:] == ["loss = -m.log_prob(action) * reward", "loss.backward()", ""]


# Constructors


@pytest.mark.parametrize(
    "make, shown",
    [
        (FloatTensor, "tensor([1., 2.])"),
        (DoubleTensor, "tensor([1., 2.], dtype=minigrad.float64)"),
        (LongTensor, "tensor([1, 2])"),
        (Tensor, "tensor([1., 2.])"),
    ],
)
def test_an_old_constructor_takes_a_list(make, shown):
    assert repr(make([1.7, 2]) if make is LongTensor else make([1, 2])) == shown
    assert type(make([1, 2])) is Tensor


@pytest.mark.parametrize("make", [FloatTensor, DoubleTensor, LongTensor, Tensor])
def test_an_old_constructor_takes_sizes(make):
    assert make(2, 3).shape == (2, 3) and make(3).shape == (3,)
    assert make(2, 1, 3, 1, 2).shape == (2, 1, 3, 1, 2)
    assert make(zeros(2, 0).size()).shape == (2, 0)


def test_a_tuple_holds_numbers_but_a_size_is_a_size():
    assert FloatTensor((2, 3)).tolist() == Tensor((2, 3)).tolist() == [2.0, 3.0]
    assert FloatTensor(ones(2, 3).shape).shape == (2, 3)


def test_an_old_constructor_shares_the_memory_of_a_tensor():
    x = ones(2)
    FloatTensor(x)[0] = 9.0
    assert x.tolist() == [9.0, 1.0]
    with pytest.raises(TypeError):
        FloatTensor(x.double())


@pytest.mark.parametrize("data", [(2.5,), ([1], [2]), ("a",), (None,)])
def test_an_old_constructor_refuses_what_is_no_list(data):
    with pytest.raises(TypeError, match=r"^new\(\): data must be a sequence \(got \w+\)$"):
        FloatTensor(*data)


@pytest.mark.parametrize("data", [2.5, "a"])
def test_the_oldest_constructor_refuses_a_lone_number(data):
    with pytest.raises(TypeError, match=r"^new\(\): data must be a sequence \(got \w+\)$"):
        Tensor(data)


def test_the_oldest_constructor_takes_one_list_and_no_flag():
    with pytest.raises(TypeError):
        Tensor([1.0], [2.0])
    with pytest.raises(TypeError):
        Tensor([1.0], requires_grad=True)


def test_tensors_are_told_apart_by_their_old_types():
    assert isinstance(ones(1), FloatTensor) and not isinstance(ones(1).double(), FloatTensor)
    assert isinstance(tensor([1]), LongTensor) and isinstance(ones(1).double(), DoubleTensor)
    assert repr(FloatTensor) == "<class 'minigrad.FloatTensor'>"


def test_type_names_the_old_type_and_converts():
    x = tensor([1.5, 2.0], requires_grad=True)
    assert x.type() == "minigrad.FloatTensor" and x.type(LongTensor).type() == "minigrad.LongTensor"
    assert x.type(FloatTensor) is x and x.type(float32) is x
    assert x.type(DoubleTensor).grad_fn.name() == "ToCopyBackward0"


# Functions and keywords


def test_grad_variables_still_works_and_retain_variables_does_not():
    x = ones(2, requires_grad=True)
    said = warned(lambda: backward([x * 3], grad_variables=[ones(2)]))[1]
    assert said == [(FutureWarning, "`grad_variables` is deprecated. Use `grad_tensors` instead.")]
    assert x.grad.tolist() == [3.0, 3.0]
    with pytest.raises(TypeError, match="'retain_variables'"):
        backward((x * 3).sum(), retain_variables=True)


def test_a_tensor_of_numbers_in_numpy_is_made_as_before():
    array = np.ones(2)
    assert Tensor(array).array is array
    assert Tensor(np.float32(2)).item() == 2.0


def test_the_old_names_are_public():
    code = "import minigrad; print(minigrad.FloatTensor([1]), minigrad.autograd.Variable(minigrad.ones(1)).volatile)"
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True)
    assert run.stdout == "tensor([1.]) False\n", run.stderr


# The list of names in document 000


def test_the_names_of_2018_are_446():
    assert len(NAMES_2018) == len(set(NAMES_2018)) == 446
    assert len([name for name in NAMES_2018 if not name.startswith("_")]) == 355
    assert len(GONE_TODAY) == 14 and set(GONE_TODAY) < set(NAMES_2018)


def test_pytorch_lacks_the_names_that_are_called_gone():
    pytest.importorskip("torch", reason="the list is compared with real PyTorch")
    code = "import torch; print(*dir(torch.ones(1, requires_grad=True).sum()))"  # nobody added one
    today = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    assert sorted(set(NAMES_2018) - today) == sorted(GONE_TODAY)
    assert len(today) == 749 and len([name for name in today if not name.startswith("_")]) == 603
