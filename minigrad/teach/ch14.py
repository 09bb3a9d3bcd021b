"""Chapter 14: its exercises, and their checkers."""

import contextlib
import sys

from minigrad.teach.aftermath import instead
from minigrad.teach.check import answered, case, exercise, is_a, later, says

LEFT_OFF = "recording is left off"
SWITCHED_OFF = (LEFT_OFF, "Your function left recording off: `torch.set_grad_enabled(False)` lasts until it is "
                "switched on again. Use a `with` block.")


def blank(answer):
    """Whether nothing has been filled in so far."""
    return answer is None or answer is ...


def package():
    """The minigrad that runs now, also where `chapter(14)` has been called again since this file was loaded."""
    import minigrad

    return minigrad


def recorded(action):
    """What `action()` gives where recording is on, or LEFT_OFF; whatever it does to the switch, it is put back."""
    torch = package()
    with torch.enable_grad():
        try:
            result = action()
        except RuntimeError as error:
            if not torch.is_grad_enabled() and "does not require grad" in str(error):
                return LEFT_OFF
            raise
        return result if torch.is_grad_enabled() or result is ... else LEFT_OFF


def variable_refused():
    """A block in which Variable makes nothing: it raises TypeError."""
    def refuse(cls, *given, **named):
        raise TypeError("this is Variable itself")

    return instead(package().autograd.Variable, "__new__", staticmethod(refuse))


@contextlib.contextmanager
def data_watched():
    """A block that gives a list: of what was read and written through `.data`, but not by the package itself."""
    data, seen = package().Tensor.data, []

    def watch(what):
        if not sys._getframe(2).f_globals.get("__name__", "").startswith(("minigrad.", "torch.")):
            seen.append(what)

    def read(self):
        watch("read")
        return data.__get__(self)

    def write(self, new):
        watch("written")
        data.__set__(self, new)

    with instead(package().Tensor, "data", property(read, write)):
        yield seen


@exercise(number="14.1", title="what becomes of it?")
def check_fate(fate):
    reasons = {
        "Variable(x)": ("runs", "Variable is still there, and it gives a tensor without a warning."),
        "Variable(x, volatile=True)": ("warns", "PyTorch takes this keyword and ignores it. Does it do so without a "
                                                "word?"),
        "FloatTensor([1, 2])": ("runs", "The constructors with capital letters still work, and give ordinary tensors."),
        "loss.data[0]": ("raises", "loss comes from sum(): it has no dimension, so what is its entry number 0?"),
        "loss.backward(retain_variables=True)": ("raises", "This keyword was renamed, and the old one is gone."),
        "backward([u], grad_variables=[v])": ("warns", "This keyword was renamed, too, but PyTorch still takes its "
                                                       "old name."),
        "action.reinforce(1.0)": ("raises", "The method reinforce is still there. What is the only thing that it "
                                            "does today?"),
    }
    if fate is not ... and not isinstance(fate, dict):
        raise TypeError(f"fate was a dict, and is a {type(fate).__name__} now")
    for line, (expected, hint) in reasons.items():
        yield case(fate.get(line, ...), expect=expected, name=line, wrong=[
            (lambda got: got not in ("runs", "warns", "raises"), "Choose one of: runs, warns, raises."),
        ], hint=hint)


@exercise(number="14.2", title="Variable without Variable")
def check_wrap(wrap):
    torch = package()

    def seen(data, flag, look):
        """What `look` sees of `data()`, of its history before, and of what wrap made of it."""
        def action():
            x = data()
            with variable_refused():
                result = answered(wrap, torch.Tensor)(x, flag)
            return look(x, result) if isinstance(result, torch.Tensor) else result

        return lambda: recorded(action)

    def plain():
        return torch.ones(2)

    def flagged():
        return torch.ones(2, requires_grad=True)

    def result():
        return torch.mul(flagged(), 3.0)

    def with_gradient():
        x = flagged()
        x.grad = torch.ones(2)
        return x

    def write(x, v):
        v.detach()[0] = 7.0
        return x

    yield case(seen(lambda: torch.tensor([1.0, 2.0]), False, lambda x, v: v), expect=[1.0, 2.0],
               name="the numbers of wrap(tensor([1., 2.]), False)",
               wrong=[SWITCHED_OFF,
                      (says("Variable itself"), "This is Variable itself. Which method of today gives a leaf on the "
                       "same numbers?"),
                      (callable, "A method came back, not its result: call it, with brackets."),
                      (says("'bool' object is not callable"), "`requires_grad` is the flag; the method that sets it "
                       "and gives back the tensor is `requires_grad_`."),
                      (lambda got: type(got).__module__ == "numpy", "An array came back, and it can have no flag: "
                       "return a tensor."),
                      (says("has no attribute"), "There is no such method. Read the error's sentence: is its name "
                       "spelled right?"),
                      (is_a(torch.Tensor), "The new tensor has the same numbers.")])
    yield case(seen(plain, False, lambda x, v: v is x), expect=False, name="wrap(x, False) is x",
               wrong=[(True, "x itself came back. Variable gives a new tensor, and x stays as it is.")])
    yield case(seen(flagged, False, lambda x, v: v.requires_grad), expect=False,
               name="the flag of wrap(x, False), where x has the flag",
               wrong=[(True, "The new tensor has the flag of x. Its flag must be the argument, False."),
                      (says("of leaf variables"), "What an operation makes, `clone()` or `* 1`, is a "
                       "result and hangs on the graph. You need a leaf."),
                      (RuntimeError, "NumPy would lose the history. Stay with tensors: `detach()` gives a new "
                       "tensor.")])
    yield case(seen(flagged, True, lambda x, v: v.requires_grad), expect=True, name="the flag of wrap(x, True)", wrong=[
        (False, "The flag was asked for and is not there: after `detach()` comes `requires_grad_(...)`."),
    ])
    yield case(seen(flagged, False, lambda x, v: x.requires_grad), expect=True,
               name="the flag of x itself after wrap(x, False)",
               wrong=[(False, "x has lost its own flag. Set the flag of the new tensor only.")])
    yield case(seen(result, True, lambda x, v: v.is_leaf), expect=True, name="is wrap(x * 3, True) a leaf?",
               wrong=[(False, "The result still hangs on the graph: `detach()` gives one that does not.")])
    yield case(seen(result, False, lambda r, v: r.grad_fn is not None), expect=True,
               name="has r = x * 3 still its history after wrap(r, False)?",
               wrong=[(False, "r has lost its history: `detach_()` changes r itself. `detach()` gives a new tensor.")])
    yield case(seen(with_gradient, False, lambda x, v: [0.0, 0.0] if x.grad is None else x.grad), expect=[1.0, 1.0],
               name="x.grad after wrap(x, False), where it was [1., 1.]",
               wrong=[([0.0, 0.0], "The gradient of x is gone. Leave x as it is, and change the new tensor only.")])
    yield case(seen(plain, False, write), expect=[7.0, 1.0], name="x after a 7 was written into wrap(x, False)",
               wrong=[([1.0, 1.0], "The numbers were copied. Variable shares them, as `detach()` does.")])
    yield case(seen(plain, False, lambda x, v: write(x, v)._version), expect=1, name="the writes that x has counted",
               wrong=[(0, "x has not counted the write: `.data` has a counter of its own, `detach()` shares the "
                       "counter of x (chapter 9).")])
    yield case(seen(lambda: torch.tensor([1, 2]), True, lambda x, v: v), expect=RuntimeError,
               name="wrap(tensor([1, 2]), True)",
               wrong=[(is_a(torch.Tensor), "Whole numbers have no gradient: Variable raises "
                       "RuntimeError here. Ask for the flag in any case, and the error comes of itself.")])


@exercise(number="14.3", title="a training loop, translated")
def check_train(train):
    torch = package()

    def run(look, x=(2.0,), Y=(10.0,), w=3.0, steps=3, rate=0.1):
        def action():
            leaf = torch.tensor([w], requires_grad=True)
            with data_watched() as seen:
                losses = answered(train, list)(torch.tensor(x), torch.tensor(Y), leaf, steps, rate)
            return look(losses, leaf, seen) if isinstance(losses, list) else losses

        return lambda: recorded(action)

    yield case(
        run(lambda losses, w, seen: losses), expect=[16.0, 0.64, 0.0256],
        name="the losses of three steps, w = 3, rate 0.1", wrong=[
            SWITCHED_OFF,
            (is_a(torch.Tensor), "A tensor came back. Wanted is a list, with one loss for each step."),
            (lambda got: abs(got[1] - 0.64) < 1e-3 and got[2] > 9, "From the second step on the gradients of earlier "
             "steps are in the sum: nobody cleared w.grad."),
            (lambda got: isinstance(got, list) and len(got) < 3, "One loss for each step is wanted. Does `return` "
             "stand inside the loop?"),
            (0.64, "One number came back. Wanted is a list, with one loss for each step."),
            (lambda got: abs(got[0] - 0.64) < 1e-3, "These are the losses after each step. Keep the loss that "
             "backward() was called on."),
            (lambda got: got[1] > 100, "The steps are far too long: is the rate in them?"),
            (lambda got: got[1] > 50, "The loss grows: w went uphill. Subtract rate * gradient."),
            (lambda got: got[1] == got[0], "The loss stays as it is: w has not moved."),
            (lambda got: abs(got[0] - 16) < 1e-3, "The first loss is right, and the step after it is not. Its length "
             "is rate * w.grad."),
            (IndexError, "loss has no dimension, so it has no entry 0. Its number is loss.item()."),
            (says("in-place"), "w is a leaf with the flag, and the step wrote into it while "
             "recording was on. Put the step under no_grad()."),
            (says("does not require grad"), "No trail leads from the loss to w. Only the step "
             "belongs under no_grad(), as `w -= ...`: `w = w - ...` would make a new tensor, without the flag."),
            (says("second time"), "One graph for all steps: each step has to compute its own loss."),
            (says("grad expected"), "A gradient is a tensor, or None: there is none yet."),
            (says("zero_grad"), "Optimizers have zero_grad, tensors have not: w.grad = None."),
            (says("NoneType"), "w.grad was read before backward() had filled it, or after `w` had "
             "become a new tensor."),
        ])
    yield case(run(lambda losses, w, seen: type(losses[0])), expect=float, name="the kind of an entry of losses",
               wrong=[(torch.Tensor, "Keep the number, loss.item(). A list of losses keeps the graph of every step "
                       "alive.")], hint="Keep the number that loss.item() gives.")
    yield case(run(lambda losses, w, seen: w.item()), expect=4.984, name="w afterwards",
               wrong=[(3.0, "The caller's w has not moved: `w = w - ...` gives the name w to another tensor.")])
    yield case(run(lambda losses, w, seen: w._version), expect=3, name="the writes that w has counted", wrong=[
        (0, "The steps went through .data, and no version was counted. Write `w -= ...` under no_grad()."),
    ], hint="One write into w for each step is enough.")
    yield case(
        run(lambda losses, w, seen: losses, x=(1.0, 2.0), Y=(4.0, 2.0), w=1.0, steps=2, rate=0.02), expect=[9.0, 8.352],
        name="the losses for x = [1., 2.], Y = [4., 2.]: two steps, w = 1, rate 0.02", wrong=[
            (says("scalar outputs"), "Two examples give two numbers, and backward() starts from one: their sum()."),
            (lambda got: len(got) == 3, "Three losses for two steps: how many there are, `steps` says."),
            (lambda got: abs(got[0] - 4.5) < 1e-3, "The mean of the two squares is 4.5, their sum 9. The old line has "
             "sum()."),
            ([9.0, 7.2], "These are steps with the rate 0.1. The caller hands in another one: `rate`."),
            (lambda got: got[0] == 9.0, "The first loss is right, the step after it has another length. What is in it "
             "beside rate and w.grad?"),
        ], hint="The loss is the sum of (Y - x * w) ** 2 over all examples.")
    yield case(run(lambda losses, w, seen: "written" if "written" in seen else "read" if seen else "not used"),
               expect="not used", name=".data in your lines",
               wrong=[("written", "Something is still assigned to `.data`. Under no_grad() you may write into w "
                       "itself."),
                      ("read", "`.data` is still read. loss.item() and w.grad do without it, and None empties the "
                       "gradient.")])


@exercise(number="14.4", title="what volatile was for")
def check_unrecorded(unrecorded):
    torch = package()
    mul = torch.mul

    def weight():
        return torch.ones(2, requires_grad=True)

    def double(w):
        return mul(w, 2.0)

    def is_recorded(result=None):
        return double(weight()).requires_grad

    @later
    def after(look, f, *inputs, on=True):
        """What `look` says of the result. Recording is `on` before, and for the next case as it was."""
        with torch.set_grad_enabled(on):
            result = unrecorded(f, *inputs)
            return result if blank(result) else look(result)

    seen, w, own = [], weight(), weight()

    def watched(w):
        result = double(w)
        seen.append(result.requires_grad)
        return result

    def broken(w):
        raise ValueError("a bug in the model")

    def after_an_error():
        with torch.enable_grad():
            try:
                result = unrecorded(broken, weight())
            except ValueError:
                return is_recorded()
            return result if result is ... else "no error"

    two, five = torch.tensor([2.0]), torch.tensor([5.0], requires_grad=True)
    yield case(after(lambda result: result, mul, two, five), expect=[10.0], name="unrecorded(mul, 2, 5)", wrong=[
        (lambda got: got is None, "None came back. Return what f(*inputs) gives."),
        (says("context manager"), "In a `with` statement no_grad needs its brackets."),
        (says("positional argument"), "inputs is a tuple; the star of f(*inputs) opens it."),
        (callable, "A function came back, not its result: call it, with f's inputs."),
    ], hint="Return what f(*inputs) gives.")
    yield case(after(lambda result: result.requires_grad, mul, two, five), expect=False, name="the flag of the result",
               wrong=[(True, "The computation was recorded. `volatile` would have done nothing either: which block "
                       "switches recording off?")])
    yield case(after(lambda result: seen[0] if seen else result, watched, weight()), expect=False,
               name="the flag of a result inside f",
               wrong=[(True, "Inside f everything was recorded, and memory used for it; detaching the end comes too "
                       "late.")])
    yield case(after(lambda result: w.requires_grad, double, w), expect=True, name="the flag of the weight afterwards",
               wrong=[(False, "The weight has lost its flag, so it would not learn any more. Leave the inputs alone.")])
    yield case(after(lambda result: result.requires_grad, lambda data: mul(data, own), torch.ones(2)), expect=False,
               name="the flag of a result of f that uses a weight of its own",
               wrong=[(True, "f also uses a weight that is not among its inputs. Switch off what f does, not its "
                       "inputs.")])
    yield case(after(is_recorded, double, weight()), expect=True, name="recording after the call",
               wrong=[(False, "Recording is still off after the call, and everything that follows is lost.")])
    yield case(after_an_error, expect=True, name="recording after f has raised an error",
               wrong=[("no error", "f's error got lost. Let it go on to the caller."),
                      (False, "f stopped with an error, and the line that switches on again never ran. A `with` block "
                       "always puts things back.")])
    yield case(after(is_recorded, double, weight(), on=False), expect=False,
               name="recording after a call inside a no_grad block",
               wrong=[(True, "Recording was off before the call, and is on after it. Put back what was, not True.")])
