"""Chapter 14: its exercises, the names that document 000 lists, and known wrong answers."""

from minigrad.autograd.grad_mode import enable_grad, no_grad
from minigrad.core.ops import mul
from minigrad.core.tensors import Tensor, ones, tensor
from minigrad.teach.check import answered, case, exercise

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


def blank(answer):
    """Whether nothing has been filled in so far."""
    return answer is None or answer is ...


@exercise(number="14.1", title="what becomes of it?")
def check_fate(fate):
    reasons = {
        "Variable(x)": ("runs", "Variable is still there, and it gives a tensor without a word."),
        "Variable(x, volatile=True)": ("warns", "The keyword is taken and ignored. Is PyTorch silent about it?"),
        "FloatTensor([1, 2])": ("runs", "The constructors with capital letters still work, and give ordinary tensors."),
        "loss.data[0]": ("raises", "loss comes from sum(): it has no dimension, so what is its entry number 0?"),
        "loss.backward(retain_variables=True)": ("raises", "This keyword was renamed, and the old one is gone."),
        "backward([u], grad_variables=[v])": ("warns", "This keyword, too, was renamed; its old name is still taken."),
        "action.reinforce(1.0)": ("raises", "The method is there. What is the only thing that it still does?"),
    }
    for line, (expected, hint) in reasons.items():
        yield case(
            fate.get(line, ...),
            expect=expected,
            name=line,
            wrong=[(lambda got: got not in ("runs", "warns", "raises"), "Choose one of: runs, warns, raises.")],
            hint=hint,
        )


@exercise(number="14.2", title="Variable without Variable")
def check_wrap(wrap):
    def flags(flag):
        x = ones(2, requires_grad=True)
        return wrap(x, flag).requires_grad

    def after(flag):
        x = ones(2, requires_grad=True)
        result = wrap(x, flag)
        return result if blank(result) else x.requires_grad

    def is_same():
        x = ones(2)
        result = wrap(x, False)
        return result if blank(result) else result is x

    def written():
        x = ones(2)
        wrap(x, False).detach()[0] = 7.0
        return x

    def counted():
        x = ones(2)
        wrap(x, False).detach()[0] = 7.0
        return x._version

    yield case(
        lambda: answered(wrap, Tensor)(tensor([1.0, 2.0]), False),
        expect=[1.0, 2.0],
        name="the numbers of wrap(tensor([1., 2.]), False)",
        wrong=[
            (callable, "A method came back, not what it gives: it needs its brackets."),
        ],
        hint="The new tensor has the same numbers.",
    )
    yield case(
        is_same,
        expect=False,
        name="wrap(x, False) is x",
        wrong=[(True, "The very tensor came back. Variable gives a new one, and x stays as it is.")],
    )
    yield case(
        lambda: flags(False),
        expect=False,
        name="the flag of wrap(x, False), where x has the flag",
        wrong=[
            (True, "The flag of x came along. The new tensor's flag is the argument, False."),
            (AttributeError, "What came back has no flag: return a tensor, not its numbers."),
            (
                lambda got: "of leaf variables" in str(got),
                "What an operation makes, `clone()` or `* 1`, is a result and hangs on the graph. You need a leaf.",
            ),
            (RuntimeError, "NumPy would lose the history. Stay with tensors: `detach()` gives a new one."),
        ],
    )
    yield case(
        lambda: flags(True),
        expect=True,
        name="the flag of wrap(x, True)",
        wrong=[(False, "The flag was asked for and is not there: after `detach()` comes `requires_grad_(...)`.")],
    )
    yield case(
        lambda: after(False),
        expect=True,
        name="the flag of x itself after wrap(x, False)",
        wrong=[(False, "x has lost its own flag. Set the flag of the new tensor only.")],
    )
    yield case(
        lambda: wrap(mul(ones(2, requires_grad=True), 3.0), True).is_leaf,
        expect=True,
        name="is wrap(x * 3, True) a leaf?",
        wrong=[(False, "The result still hangs on the graph: `detach()` gives one that does not.")],
    )
    yield case(
        written,
        expect=[7.0, 1.0],
        name="x after a 7 was written into wrap(x, False)",
        wrong=[([1.0, 1.0], "The numbers were copied. Variable shares them, as `detach()` does.")],
    )
    yield case(
        counted,
        expect=1,
        name="the writes that x has counted",
        wrong=[(0, "The write went unnoticed: `.data` has a counter of its own, `detach()` shares it (chapter 9).")],
    )


@exercise(number="14.3", title="a training loop, translated")
def check_train(train):
    def run(look):
        w = tensor([3.0], requires_grad=True)
        losses = answered(train)(tensor([2.0]), tensor([10.0]), w, 3, 0.1)
        return look(losses, w) if isinstance(losses, list) else losses

    yield case(
        lambda: run(lambda losses, w: losses),
        expect=[16.0, 0.64, 0.0256],
        name="the losses of three steps, w = 3, rate 0.1",
        wrong=[
            (lambda got: abs(got[1] - 0.64) < 1e-3 and got[2] > 9, "From the second step on the gradients of earlier "
             "steps are in the sum: nobody cleared w.grad."),
            (lambda got: len(got) < 3, "One loss for each step is wanted. Does `return` stand inside the loop?"),
            (lambda got: got[1] > 100, "The steps are far too long: is the rate in them?"),
            (lambda got: got[1] > 50, "The loss grows: w went uphill. Subtract rate * gradient."),
            (lambda got: got[1] == got[0], "The loss stays as it is: w has not moved."),
            (IndexError, "loss has no dimension, so it has no entry 0. Its number is loss.item()."),
            (lambda got: "in-place" in str(got), "w is a leaf with the flag, and the step wrote into it while "
             "recording was on. Put the step under no_grad()."),
            (lambda got: "does not require grad" in str(got), "No trail leads from the loss to w. Only the step "
             "belongs under no_grad(), as `w -= ...`: `w = w - ...` would make a new tensor, without the flag."),
            (lambda got: "second time" in str(got), "One graph for all steps: each step has to compute its own loss."),
            (lambda got: "grad expected" in str(got), "A gradient is a tensor, or None: there is none yet."),
            (lambda got: "zero_grad" in str(got), "Optimizers have zero_grad, tensors have not: w.grad = None."),
            (lambda got: "NoneType" in str(got), "w.grad was read before backward() had filled it, or after `w` had "
             "become a new tensor."),
        ],
    )
    yield case(
        lambda: run(lambda losses, w: type(losses[0])),
        expect=float,
        name="the kind of an entry of losses",
        wrong=[(Tensor, "Keep the number, loss.item(). A list of losses keeps the graph of every step alive.")],
        hint="Keep the number that loss.item() gives.",
    )
    yield case(
        lambda: run(lambda losses, w: w.item()),
        expect=4.984,
        name="w afterwards",
        wrong=[(3.0, "The caller's w has not moved: `w = w - ...` gives the name w to another tensor.")],
    )
    yield case(
        lambda: run(lambda losses, w: w._version),
        expect=3,
        name="the writes that w has counted",
        wrong=[(0, "The steps went through .data, and no version was counted. Write `w -= ...` under no_grad().")],
        hint="One write into w for each step is enough.",
    )


@exercise(number="14.4", title="what volatile was for")
def check_unrecorded(unrecorded):
    def weight():
        return ones(2, requires_grad=True)

    def inside():
        seen = []

        def model(w):
            seen.append(mul(w, 2.0).requires_grad)
            return mul(w, 2.0)

        result = unrecorded(model, weight())
        return result if blank(result) or not seen else seen[0]

    def weight_of_its_own():
        w = weight()
        result = unrecorded(lambda data: mul(data, w), ones(2))
        return result if blank(result) else result.requires_grad

    def flag_afterwards():
        w = weight()
        result = unrecorded(lambda w: mul(w, 2.0), w)
        return result if blank(result) else w.requires_grad

    def recorded_afterwards():
        result = unrecorded(lambda w: mul(w, 2.0), weight())
        return result if blank(result) else mul(weight(), 2.0).requires_grad

    def broken(w):
        raise ValueError("a bug in the model")

    def recorded_after_an_error():
        try:
            result = unrecorded(broken, weight())
        except ValueError:
            return mul(weight(), 2.0).requires_grad
        return result

    def nested():
        with no_grad():
            result = unrecorded(lambda w: mul(w, 2.0), weight())
            return result if blank(result) else mul(weight(), 2.0).requires_grad

    def safely(action):
        with enable_grad():  # whatever the answer does to the switch, it is on again for the next case
            return action()

    yield case(
        lambda: safely(lambda: unrecorded(mul, tensor([2.0]), tensor([5.0], requires_grad=True))),
        expect=[10.0],
        name="unrecorded(mul, 2, 5)",
        wrong=[
            (lambda got: got is None, "None came back. Return what f(*inputs) gives."),
            (lambda got: "context manager" in str(got), "In a `with` statement no_grad needs its brackets."),
            (lambda got: "positional argument" in str(got), "inputs is a tuple; the star of f(*inputs) opens it."),
            (callable, "A function came back, not what it gives: call it, with f's inputs."),
        ],
        hint="Return what f(*inputs) gives.",
    )
    yield case(
        lambda: safely(lambda: unrecorded(mul, tensor([2.0]), tensor([5.0], requires_grad=True)).requires_grad),
        expect=False,
        name="the flag of the result",
        wrong=[(True, "The computation was recorded. `volatile` would have done nothing either: which block switches "
                "recording off?")],
    )
    yield case(
        lambda: safely(inside),
        expect=False,
        name="the flag of a result inside f",
        wrong=[(True, "Inside f everything was recorded, and memory used for it; detaching the end comes too late.")],
    )
    yield case(
        lambda: safely(flag_afterwards),
        expect=True,
        name="the flag of the weight afterwards",
        wrong=[(False, "The weight has lost its flag, so it would not learn any more. Leave the inputs alone.")],
    )
    yield case(
        lambda: safely(weight_of_its_own),
        expect=False,
        name="the flag of a result of f that uses a weight of its own",
        wrong=[(True, "f also uses a weight that is not among its inputs. Switch off what f does, not its inputs.")],
    )
    yield case(
        lambda: safely(recorded_afterwards),
        expect=True,
        name="recording after the call",
        wrong=[(False, "Recording is still off after the call, and everything that follows is lost.")],
    )
    yield case(
        lambda: safely(recorded_after_an_error),
        expect=True,
        name="recording after f has raised an error",
        wrong=[(False, "f stopped with an error, and the line that switches on again never ran. A `with` block always "
                "puts things back.")],
    )
    yield case(
        lambda: safely(nested),
        expect=False,
        name="recording after a call inside a no_grad block",
        wrong=[(True, "Recording was off before the call, and is on after it. Put back what was, not True.")],
    )


# Known wrong answers to the exercises, in the place of the stub

FATE = """
fate = {{
    "Variable(x)": "{}",
    "Variable(x, volatile=True)": "{}",
    "FloatTensor([1, 2])": "{}",
    "loss.data[0]": "{}",
    "loss.backward(retain_variables=True)": "{}",
    "backward([u], grad_variables=[v])": "{}",
    "action.reinforce(1.0)": "{}",
}}
"""

WRONG = {
    "14.1": [
        FATE.format("raises", "warns", "runs", "raises", "raises", "warns", "raises"),
        FATE.format("runs", "runs", "runs", "raises", "raises", "warns", "raises"),
        FATE.format("runs", "warns", "raises", "raises", "raises", "warns", "raises"),
        FATE.format("runs", "warns", "runs", "runs", "raises", "warns", "raises"),
        FATE.format("runs", "warns", "runs", "raises", "warns", "warns", "raises"),
        FATE.format("runs", "warns", "runs", "raises", "raises", "raises", "raises"),
        FATE.format("runs", "warns", "runs", "raises", "raises", "warns", "warns"),
    ],
    "14.2": [
        """
        def wrap(data, requires_grad=False):
            return data
        """,
        """
        def wrap(data, requires_grad=False):
            return data.detach()
        """,
        """
        def wrap(data, requires_grad=False):
            return (data * 1).requires_grad_(requires_grad or data.requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            data.requires_grad_(requires_grad)
            return data.detach().requires_grad_(requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            return torch.tensor(data.tolist(), requires_grad=requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            return data.data.requires_grad_(requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            return data.detach().numpy()
        """,
        """
        def wrap(data, requires_grad=False):
            return torch.tensor(data.numpy(), requires_grad=requires_grad)
        """,
        """
        def wrap(data, requires_grad=False):
            data.detach().requires_grad_(requires_grad)
        """,
    ],
    "14.3": [
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with torch.no_grad():
                    w -= rate * w.grad
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with torch.no_grad():
                    w += rate * w.grad
                w.grad = None
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w.data -= rate * w.grad.data
                w.grad.data.zero_()
                losses.append(loss.data[0])
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w.data -= rate * w.grad.data
                w.grad.data.zero_()
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w -= rate * w.grad
                w.grad = None
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with torch.no_grad():
                    w = w - rate * w.grad
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w = w - rate * w.grad
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w = (w - rate * w.grad).detach().requires_grad_()
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with torch.no_grad():
                    w -= rate * w.grad
                w.grad = None
                losses.append(loss)
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                w.grad = None
                losses.append(loss.item())
            return losses
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with torch.no_grad():
                    w -= rate * w.grad
                w.grad = None
                losses.append(loss.item())
        """,
        """
        def train(x, Y, w, steps, rate):
            losses = []
            for _ in range(steps):
                loss = (Y - x * w).pow(2).sum()
                loss.backward()
                with torch.no_grad():
                    w -= rate * w.grad
                w.grad = 0
                losses.append(loss.item())
            return losses
        """,
    ],
    "14.4": [
        """
        def unrecorded(f, *inputs):
            return f(*inputs)
        """,
        """
        def unrecorded(f, *inputs):
            return f(*inputs).detach()
        """,
        """
        def unrecorded(f, *inputs):
            for tensor in inputs:
                tensor.requires_grad_(False)
            return f(*inputs)
        """,
        """
        def unrecorded(f, *inputs):
            torch.set_grad_enabled(False)
            return f(*inputs)
        """,
        """
        def unrecorded(f, *inputs):
            torch.set_grad_enabled(False)
            result = f(*inputs)
            torch.set_grad_enabled(True)
            return result
        """,
        """
        def unrecorded(f, *inputs):
            torch.set_grad_enabled(False)
            try:
                return f(*inputs)
            finally:
                torch.set_grad_enabled(True)
        """,
        """
        def unrecorded(f, *inputs):
            with torch.no_grad():
                f(*inputs)
        """,
        """
        def unrecorded(f, *inputs):
            return f(*[tensor.detach() for tensor in inputs])
        """,
    ],
}

DEFINITIONS = {}
