"""`expression`: the steps of whatever a reader types, or a sentence that says what is wrong with it."""

import html
import math

from minigrad.locale import say
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
            sentence = say("The result is no tensor, but {result!r}. Use {names} in the expression.")
            return Sentence(sentence.format(result=result, names=listing(values)))
        if kind(result) != "result":
            sentence = (say("The result is a leaf: no step made it. Compute something with {names}.")
                        if kind(result) == "leaf" else
                        say("The result is a constant: no gradient goes back from it. Compute something with {names}."))
            return Sentence(sentence.format(names=listing(values)))
        ones = None if math.prod(result.shape) == 1 else torch.ones(*result.shape)
        return step(result, gradient=ones, legend=legend, **leaves)
    except SyntaxError as error:
        sentence = say("This is no expression of Python ({error}): {text}")
        return Sentence(sentence.format(error=error.msg, text=text.strip()))
    except NameError as error:
        sentence = say("There is no {name} here. Use {names}, and the functions of the library.")
        return Sentence(sentence.format(name=error.name, names=listing(values)))
    except Exception as error:
        return Sentence(say("It stopped. {kind}: {error}").format(kind=type(error).__name__, error=error))
