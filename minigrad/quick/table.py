"""Which names have a quick form: the only place in the package where a name has two forms."""

import functools
import operator
import sys
from contextlib import AbstractContextManager
from types import FunctionType

import numpy as np

from minigrad.autograd.gradients import tensor_backward
from minigrad.core.engine import travel
from minigrad.core.node import Node, end_of
from minigrad.core.tensors import Tensor
from minigrad.machinery.fast_sums import add_up
from minigrad.machinery.powers import STEPS
from minigrad.machinery.silence import DETOUR, detours
from minigrad.library.arithmetic import RsubBackward1, rsub
from minigrad.library.elementwise import COMPUTED
from minigrad.library.matrices import at, of_matrices
from minigrad.operations import arithmetic, reductions
from minigrad.operations.products import MmBackward0
from minigrad.quick.operations import (
    quick_apply, quick_end_of, quick_one, quick_product, quick_save_for_backward, quick_saved_like,
    quick_saved_tensors, quick_two, quick_write,
)
from minigrad.quick.walk import quick_backward, quick_travel

FORMS = {  # for each plain form what makes the quick one of it, and what that needs besides
    arithmetic.add: (quick_two, arithmetic.AddBackward0, operator.add, arithmetic.as_number),
    arithmetic.sub: (quick_two, arithmetic.SubBackward0, operator.sub, arithmetic.as_number),
    arithmetic.mul: (quick_two, arithmetic.MulBackward0, operator.mul, arithmetic.as_number),
    arithmetic.div: (quick_two, arithmetic.DivBackward0, operator.truediv, arithmetic.as_number, True),
    arithmetic.neg: (quick_one, arithmetic.NegBackward0, operator.neg),
    arithmetic.pow: (quick_one, arithmetic.PowBackward0, operator.pow, STEPS),
    arithmetic.exp: (quick_one, arithmetic.ExpBackward0, np.exp),
    arithmetic.tanh: (quick_one, arithmetic.TanhBackward0, np.tanh),
    rsub: (quick_one, RsubBackward1, lambda array, number: number - array, {}),
    at: (quick_two, MmBackward0, of_matrices),
    reductions.sum_of_all: (quick_one, reductions.SumBackward0, add_up),
    reductions.mean_of_all: (quick_one, reductions.MeanBackward0, lambda array: add_up(array) / array.size),
    **{function: (quick_one, operation, operation.forward.compute) for function, operation in COMPUTED.items()},
    Tensor.__iadd__: (quick_write, np.add, "__add__"), Tensor.add_: (quick_write, np.add, "__add__"),
    Tensor.__isub__: (quick_write, np.subtract, "__sub__"), Tensor.sub_: (quick_write, np.subtract, "__sub__"),
    Tensor.__imul__: (quick_write, np.multiply, "__mul__"), Tensor.mul_: (quick_write, np.multiply, "__mul__"),
    end_of: (quick_end_of,), vars(Node)["apply"]: (quick_apply,),
    Node.save_for_backward: (quick_save_for_backward,), Node.saved_like: (quick_saved_like,),
    Node.saved_tensors: (quick_saved_tensors,), arithmetic.MulBackward0.backward: (quick_product,),
    travel: (quick_travel,), tensor_backward: (quick_backward,),
}
places = []  # (module, class or cell; name there; the two forms) of each place where a plain form stood


def install():
    """Put the quick forms where the plain ones stand. Raises RuntimeError inside a block that goes without them."""
    if not places:
        forms = {id(plain): (plain, named(plain, make(plain, *details))) for plain, (make, *details) in FORMS.items()}
        known = set()
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] == "minigrad":
                find(module, forms, known)
    put(1)


def named(plain, form):
    """The quick form with the plain one's name, and what `help` says of it."""
    if type(form) is not property:
        functools.update_wrapper(getattr(form, "__func__", form), getattr(plain, "__func__", plain))
    return form


def find(owner, forms, known):
    """Note each place of a module, a class or a closure, and of those in there, that holds a plain form."""
    cells = [(cell, "cell_contents", cell.cell_contents) for cell in getattr(owner, "__closure__", ())]
    for holder, name, value in cells or [(owner, *item) for item in vars(owner).items()]:
        if id(value) in forms:
            places.append((holder, name, forms[id(value)]))
        closure = type(value) is FunctionType and value.__closure__
        if (closure or isinstance(value, type) and issubclass(value, (Node, Tensor))) and id(value) not in known:
            known.add(id(value))
            find(value, forms, known)


def put(form):
    """Put the plain forms (0) or the quick ones (1) into all places."""
    if detours[0]:
        raise RuntimeError(DETOUR)
    for holder, name, forms in places:
        setattr(holder, name, forms[form])


def is_on():
    """Whether the quick forms stand there."""
    return bool(places) and places[0][2][1] is getattr(*places[0][:2])


class off(AbstractContextManager):
    """No quick forms: from now on, or, in a `with` statement, until the block ends."""

    def __init__(self):
        self.before = is_on()
        put(0)

    def __exit__(self, *error):
        put(self.before)
