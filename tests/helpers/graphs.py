"""Graphs that several tests draw."""

import random


def two_paths(lib):
    """The machine of chapter 1: from a to c there are two ways."""
    a = lib.tensor(2.0, requires_grad=True)
    b = a * 3
    c = b * 5 + b * 7
    return c, {"a": a, "b": b, "c": c}


def no_block_twice(length, lib):
    """So many operations in a row that their order never repeats itself: none is folded for that."""
    y, order = lib.tensor(0.5, requires_grad=True), random.Random(0)
    for _ in range(length):
        y = getattr(y, order.choice(["sin", "cos", "tanh", "exp", "neg", "sigmoid"]))()
    return y
