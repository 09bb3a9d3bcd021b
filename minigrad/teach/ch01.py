"""Chapter 1: the checkers of its exercises."""

import numpy as np

from minigrad.core.tensors import Tensor
from minigrad.teach.check import NoSuch, Nothing, answered, case, exercise

NO_FLAG = (lambda got: got is None or isinstance(got, str), "Write True or False, without quotation marks.")
AN_ARRAY = (lambda got: isinstance(got, (np.ndarray, np.generic)), "This is an array, not a Tensor: wrap it.")


@exercise(number="1.1", title="flags on paper")
def check_flags(flags):
    yield case(
        flags["a"],
        expect=False,
        name="a = zeros(3)",
        wrong=[
            (True, "Nothing in this line asks for a gradient, and the flag is off by default."),
            NO_FLAG,
        ],
    )
    yield case(
        flags["b"],
        expect=True,
        name="b = ones(2, requires_grad=True)",
        wrong=[(False, "This line asks for the flag by name."), NO_FLAG],
    )
    yield case(
        flags["c"],
        expect=False,
        name="c = ones_like(b)",
        wrong=[(True, "'Like' copies the shape and the dtype. The flag is never copied."), NO_FLAG],
    )
    yield case(
        flags["d"],
        expect=True,
        name="d = tensor([1.]).requires_grad_()",
        wrong=[
            (False, "The underscore at the end says that the tensor itself is changed, and then given back."),
            NO_FLAG,
        ],
    )


def is_tensor(value):
    """Whether it is a tensor, of the reader's own class or of the module's."""
    return hasattr(value, "requires_grad")


def no_tensor(value):
    """What came back instead of a tensor; dots and a forgotten `return` as they are."""
    return value if value is ... or isinstance(value, Nothing) else NoSuch(value, Tensor)


@exercise(number="1.2", title="a constructor of your own")
def check_full(full):
    def described(size, value, **flag):
        result = answered(full)(size, value, **flag)
        if not is_tensor(result):
            return no_tensor(result)
        return [result.tolist(), str(result.dtype).rpartition(".")[2], result.requires_grad]

    yield case(
        lambda: described((2,), 3.5),
        expect=[[3.5, 3.5], "float32", False],
        name="full((2,), 3.5): numbers, dtype, flag",
        wrong=[
            AN_ARRAY,
            ([[3.5, 3.5], "float64", False], "NumPy stores a Python float as float64. Ask make_leaf for float32."),
            ([[0.0, 0.0], "float32", False], "The number is missing: np.full takes the shape and the number."),
            ([[1.0, 1.0], "float32", False], "These are ones. Use np.full, which takes the shape and the number."),
            (
                lambda got: "unsupported operand" in str(got),
                "Tensors cannot compute before chapter 2. Let NumPy do it: np.full takes the shape and the number.",
            ),
            (lambda got: "make_leaf" in str(got), "make_leaf takes three things: the array, the dtype, the flag."),
            (lambda got: "attribute 'numpy'" in str(got), "A dtype is float32 itself, or None: no text, no type."),
            (lambda got: "sequence" in str(got), "size is a shape such as (2,), not a number: np.full takes it."),
        ],
    )
    yield case(
        lambda: described((1, 2), 3),
        expect=[[[3, 3]], "int64", False],
        name="full((1, 2), 3): numbers, dtype, flag",
        hint="np.full(size, fill_value) fills the whole shape, here one row of two.",
        wrong=[
            ([[[3.0, 3.0]], "float32", False], "A whole number stays whole: choose float32 only for a Python float."),
        ],
    )
    yield case(
        lambda: described((1,), 0.5, requires_grad=True),
        expect=[[0.5], "float32", True],
        name="full((1,), 0.5, requires_grad=True): numbers, dtype, flag",
        wrong=[([[0.5], "float32", False], "The flag was asked for. Hand requires_grad on to make_leaf.")],
    )


@exercise(number="1.3", title="who shares memory?")
def check_free_copy(free_copy, tensor):
    """`tensor` is the reader's own constructor, so that `t` is a Tensor of the reader's own class."""

    def after_a_write(flag):
        t = tensor([1.0, 2.0], requires_grad=flag)
        copied = answered(free_copy)(t)
        if not is_tensor(copied):
            return no_tensor(copied)
        start, flagged = copied.tolist(), copied.requires_grad
        copied.detach().numpy()[0] = 9.0
        return [start, flagged, t.tolist()]

    def flag_of_the_original():
        t = tensor([1.0, 2.0], requires_grad=True)
        copied = answered(free_copy)(t)
        return t.requires_grad if is_tensor(copied) else no_tensor(copied)

    shared = "The original changed, too: the memory is shared. Copy the array before you wrap it."
    yield case(
        lambda: after_a_write(False),
        expect=[[1.0, 2.0], False, [1.0, 2.0]],
        name="the copy's numbers and flag, and t after a write into the copy",
        hint="The copy must hold the numbers of t, and t must stay as it is.",
        wrong=[
            AN_ARRAY,
            (lambda got: isinstance(got, list) and got[2] == [9.0, 2.0], shared),
            (lambda got: "'clone'" in str(got), "clone() comes in chapter 6. NumPy can copy: t.detach().numpy()."),
            (AttributeError, "copy() is a method of arrays: take the array out first, t.detach().numpy()."),
            (lambda got: "unsupported operand" in str(got), "Tensors cannot compute before chapter 2. NumPy can copy."),
            ([[1.0, 2.0], True, [1.0, 2.0]], "The copy carries the flag, which t does not even have."),
        ],
    )
    yield case(
        lambda: after_a_write(True),
        expect=[[1.0, 2.0], False, [1.0, 2.0]],
        name="the same for a t with the flag",
        wrong=[
            ([[1.0, 2.0], True, [9.0, 2.0]], "This is the very same tensor, flag and all."),
            ([[1.0, 2.0], True, [1.0, 2.0]], "The copy carries the flag. It should be off."),
            (RuntimeError, "numpy() refuses a tensor with the flag. Say detach() first."),
        ],
    )
    yield case(
        flag_of_the_original,
        expect=True,
        name="the flag of t itself, afterwards",
        wrong=[(False, "The flag of t was switched off. Leave t alone: detach() gives a tensor without the flag.")],
    )


@exercise(number="1.4", title="when does it turn scientific?")
def check_is_scientific(is_scientific):
    is_scientific = answered(is_scientific)
    ratio = "Compare the largest with the smallest: more than 1000 times is enough, whatever the other conditions say."
    yield case(
        is_scientific,
        [0.5, 2.25],
        expect=False,
        wrong=[
            (True, "Neither large nor small nor far apart."),
            (TypeError, "abs takes one number, not a list: [abs(number) for number in numbers]."),
            (lambda got: isinstance(got, str), "Return True or False, without quotation marks."),
        ],
    )
    yield case(is_scientific, [102.4, 1024.0, 0.1024], expect=True, wrong=[(False, ratio)])
    yield case(
        is_scientific,
        [0.25, 250.0],
        expect=False,
        wrong=[(True, "Exactly 1000 times the smallest is not more than 1000 times: use >, not >=.")],
    )
    yield case(
        is_scientific, [2.5e8, 1.5e8], expect=True, wrong=[(False, "Above 100 000 000 everything is scientific.")]
    )
    yield case(
        is_scientific,
        [2048.0, 1024.5],
        expect=False,
        wrong=[(True, "1000 is the limit for largest / smallest, not for the largest alone.")],
    )
    yield case(
        is_scientific,
        [1e8, 100000.5],
        expect=False,
        wrong=[(True, "100 000 000 itself is still plain, and 999.995 times the smallest, too: more is needed.")],
    )
    yield case(is_scientific, [0.00009], expect=True, wrong=[(False, "Below 0.0001 everything is scientific.")])
    yield case(
        is_scientific,
        [-0.5, 0.25],
        expect=False,
        wrong=[
            (True, "Only sizes count, not signs: take the absolute values first."),
        ],
    )
