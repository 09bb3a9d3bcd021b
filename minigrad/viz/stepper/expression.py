"""`expression`: the steps of whatever a reader types, or a sentence that says what is wrong with it."""

import html
import math

from minigrad.viz.sheet.page import Shown
from minigrad.viz.sheet.words import is_tensor, kind, listing
from minigrad.viz.stepper.step import step

BUILTINS = {"abs": abs, "sum": sum, "float": float, "range": range}


class Sentence(Shown):
    """What is said in the place of a picture."""

    def __init__(self, text):
        self.text = text

    def html(self):
        return f"<p>{html.escape(self.text)}</p>"


def expression(text, torch, /, *, legend=None, **values):
    """The graph of an expression, step by step: `expression("x * y + exp(x)", torch, x=2.0, y=3.0)`.

    text    an expression of Python; the functions of the library may stand in it without `torch.`
    torch   the library that computes it: minigrad, or PyTorch
    legend  as in `step`
    values  a number, or a list of numbers, for each leaf: float32, and each requires a gradient
    A result of several numbers starts with ones. For what cannot be computed, or has no graph, it gives a Sentence;
    nothing is raised.
    """
    try:
        leaves = {name: torch.tensor(value, dtype=torch.float32, requires_grad=True) for name, value in values.items()}
        functions = {name: value for name, value in vars(torch).items() if callable(value) and name[0] != "_"}
        code = compile(text.strip(), "<your expression>", "eval")
        result = eval(code, {"__builtins__": BUILTINS, **functions, "torch": torch, **leaves})
        if not is_tensor(result):
            return Sentence(f"The result is no tensor, but {result!r}. Use {listing(values)} in the expression.")
        if kind(result) != "result":
            what = "a leaf: no step made it" if kind(result) == "leaf" else "a constant: no gradient goes back from it"
            return Sentence(f"The result is {what}. Compute something with {listing(values)}.")
        ones = None if math.prod(result.shape) == 1 else torch.ones(*result.shape)
        return step(result, gradient=ones, legend=legend, **leaves)
    except SyntaxError as error:
        return Sentence(f"This is no expression of Python ({error.msg}): {text.strip()}")
    except NameError as error:
        return Sentence(f"There is no {error.name} here. Use {listing(values)}, and the functions of the library.")
    except Exception as error:
        return Sentence(f"It stopped. {type(error).__name__}: {error}")
