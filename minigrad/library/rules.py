"""Operations in a few words: a rule of what was saved, and one operation in the pattern of another."""

from minigrad.core.node import Node


def of_saved(rule):
    """The `backward` of an operation whose rule is a function of the gradient and of what is saved, in that order."""

    def backward(ctx, grad):
        return rule(grad, *ctx.saved_like(grad))

    backward.__wrapped__, backward.__module__ = rule, rule.__module__
    return backward


def twin(operation, name, meaning, saves=None, **others):
    """An operation of another name that is as this one, but for `others`: PyTorch has a node for each of its functions.

    saves  what it saves, if that has other names
    """
    same = {part: vars(operation)[part] for part in ("forward", "backward", "formula") if part in vars(operation)}
    saves = " ".join(operation.saves) if saves is None else saves
    return type(name, (Node,), {"__doc__": meaning, **same, **others}, saves=saves)
