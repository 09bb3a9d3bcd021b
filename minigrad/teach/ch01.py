"""Chapter 1: the checkers of its exercises."""

import numpy as np

from minigrad.teach.check import case, exercise


@exercise(number="1.1", title="flags on paper")
def check_flags(flags):
    yield case(
        flags["a"],
        expect=False,
        name="a = zeros(3)",
        wrong=[
            (True, "Nothing in this line asks for a gradient, and the flag is off by default."),
        ],
    )
    yield case(
        flags["b"],
        expect=True,
        name="b = ones(2, requires_grad=True)",
        wrong=[
            (False, "This line asks for the flag by name."),
        ],
    )
    yield case(
        flags["c"],
        expect=False,
        name="c = ones_like(b)",
        wrong=[
            (True, "'Like' copies the shape and the dtype. The flag is never copied."),
        ],
    )
    yield case(
        flags["d"],
        expect=True,
        name="d = tensor([1.]).requires_grad_()",
        wrong=[
            (False, "The underscore at the end says that the tensor itself is changed, and then given back."),
        ],
    )


@exercise(number="1.2", title="a constructor of your own")
def check_full(full):
    def described(size, value, **flag):
        result = full(size, value, **flag)
        return (
            None
            if result is None or result is ...
            else [result.tolist(), str(result.dtype).rpartition(".")[2], result.requires_grad]
        )

    yield case(
        lambda: described((2,), 3.5),
        expect=[[3.5, 3.5], "float32", False],
        name="full((2,), 3.5)",
        wrong=[
            ([[3.5, 3.5], "float64", False], "NumPy stores a Python float as float64. Ask make_leaf for float32."),
            ([[0.0, 0.0], "float32", False], "The number is missing: np.full takes the shape and the number."),
        ],
    )
    yield case(
        lambda: described((1, 2), 3),
        expect=[[[3, 3]], "int64", False],
        name="full((1, 2), 3)",
        wrong=[
            ([[[3.0, 3.0]], "float32", False], "A whole number stays whole: choose float32 only for a Python float."),
        ],
    )
    yield case(
        lambda: described((1,), 0.5, requires_grad=True),
        expect=[[0.5], "float32", True],
        name="full((1,), 0.5, requires_grad=True)",
        wrong=[([[0.5], "float32", False], "The flag was asked for. Hand requires_grad on to make_leaf.")],
    )


@exercise(number="1.3", title="who shares memory?")
def check_free_copy(free_copy):
    def after_a_write(flag):
        tensor = make_tensor([1.0, 2.0], flag)
        copied = free_copy(tensor)
        if copied is None or copied is ...:
            return None
        start, flagged = copied.tolist(), copied.requires_grad
        copied.detach().numpy()[0] = 9.0
        return [start, flagged, tensor.tolist()]

    shared = "The original changed, too: detach() shares the memory. Copy the array before you wrap it."
    yield case(
        lambda: after_a_write(False),
        expect=[[1.0, 2.0], False, [1.0, 2.0]],
        name="numbers, flag, original",
        wrong=[([[1.0, 2.0], False, [9.0, 2.0]], shared)],
    )
    yield case(
        lambda: after_a_write(True),
        expect=[[1.0, 2.0], False, [1.0, 2.0]],
        name="the same for a flagged tensor",
        wrong=[
            ([[1.0, 2.0], True, [9.0, 2.0]], "This is the very same tensor, flag and all."),
            ([[1.0, 2.0], True, [1.0, 2.0]], "The copy carries the flag. It should be off."),
            ([[1.0, 2.0], False, [9.0, 2.0]], shared),
        ],
    )


def make_tensor(numbers, flag):
    from minigrad.tensors import tensor

    return tensor(np.array(numbers, dtype=np.float32), requires_grad=flag)


@exercise(number="1.4", title="when does it turn scientific?")
def check_is_scientific(is_scientific):
    ratio = "Compare the largest with the smallest: 1000 times is still plain, more is not."
    yield case(is_scientific, [0.5, 2.25], expect=False, wrong=[(True, "Neither large nor small nor far apart.")])
    yield case(is_scientific, [102.4, 1024.0, 0.1024], expect=True, wrong=[(False, ratio)])
    yield case(is_scientific, [1000.5, 1.5], expect=False, wrong=[(True, ratio)])
    yield case(
        is_scientific, [2.5e8, 1.5e8], expect=True, wrong=[(False, "Above 100 000 000 everything is scientific.")]
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
