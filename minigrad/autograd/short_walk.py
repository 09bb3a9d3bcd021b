"""Chapter 17. The walk from one result in one function, while nothing unusual is on its way."""

from heapq import heappop, heappush

import numpy as np

from minigrad.core import engine
from minigrad.core.engine import (
    GraphRoot, answers, arriving, fitted, refuse_freed, survey, with_hooks,
)
from minigrad.core.node import AccumulateGrad, recording
from minigrad.core.tensors import Tensor
from minigrad.exact.memory import is_free
from minigrad.exact.threads import filling


def walk_plainly(start, grad, retain_graph):
    """The walk from one result without a survey, which works as long as nobody can see how far the walk has come.

    A heap says which node is the newest, and leaves are filled at the end. So once something waits for a leaf, hooks
    or a user's rule are left to `run_backward`, which goes on from there, and several outputs are in any case.
    A freed node is noticed when it is its turn, before any leaf is filled. Where a rule raises, leaves that had
    everything by then are filled, as in PyTorch.
    """
    newest, arrived, leaves, others = [], {start: grad}, {}, []
    node, only, root, grad = start, None, None, None  # only  the one that waits, where no other does
    try:
        while not others:
            saved = node._saved
            if saved is None:
                leaves.clear()
                refuse_freed([node])
            if node.is_plain:
                results = node.backward(arrived.pop(node))
                if type(results) is not tuple:
                    results = (results,)
            elif leaves:
                others.append((node, 0, arrived.pop(node)))
                break
            else:
                root = root or GraphRoot([(start, 0)], None)
                results = act_openly(node, [arrived.pop(node)], root)
            for (target, number), grad in zip(node.next_functions, results):
                if target is None:
                    continue
                if others or grad is None or not target.is_plain and (
                    type(target) is AccumulateGrad or len(target._outputs) != 1
                ):
                    others.append((target, number, grad))
                    continue
                shape, dtype = target._outputs[0]
                if grad.dtype is not dtype or grad.shape != shape:
                    grad = fitted(node, results, grad, shape, dtype)
                place = leaves if type(target) is AccumulateGrad else arrived
                if target in place:
                    if grad.size > 4096 and is_free(place, target):
                        place[target] += grad
                    else:
                        place[target] = place[target] + grad
                    continue
                place[target] = grad
                if place is arrived:
                    if only is None and not newest:
                        only = target
                    else:
                        if only is not None:
                            heappush(newest, (-only.sequence_nr, only))
                            only = None
                        heappush(newest, (-target.sequence_nr, target))
            results = grad = None  # what came is not held any longer
            if saved and not retain_graph:
                node._saved = saved = None  # `free`
            if only is not None:
                node, only = only, None
            elif newest:
                node = heappop(newest)[1]
            else:
                break
    except BaseException:
        _, waiting = survey(GraphRoot([(node, 0), (only, 0), *[(other, 0) for _, other in newest]], None))
        with filling: fill({leaf: grad for leaf, grad in leaves.items() if leaf not in waiting})  # noqa: E701
        raise
    if others:
        waiting = [(leaf, 0, grad) for leaf, grad in leaves.items()] + others
        waiting += [(node, 0, grad) for node, grad in arrived.items()]
        roots, grads = [edge[:2] for edge in waiting], [grad for *_, grad in waiting]
        engine.run_backward(roots, grads, retain_graph, False, None, root)
    else:
        with filling: fill(leaves)  # noqa: E701  in one line no Ctrl-C keeps it locked


create = object.__new__


def fill(leaves):
    """Put what has arrived at the leaves' nodes into `.grad`, or add it there."""
    for node in leaves:
        leaf, kind = node.variable, type(leaves[node])
        spare, fits = True, kind is type(leaf.array)  # a number is nobody's, and fits
        if kind is np.ndarray:
            spare = leaves[node].size > 4096 and is_free(leaves, node)  # asked while only `leaves` holds it
            fits = fits and leaves[node].shape == leaf.array.shape and leaves[node].dtype is leaf.array.dtype
        grad, leaves[node] = leaves[node], None
        if fits and leaf._grad is None and leaf._requires_grad:
            first = create(Tensor)
            first.array = grad if spare else grad.copy()
            first._requires_grad, first._grad_fn = False, None
            leaf._grad = first
        else:
            node.backward(grad, spare)


def act_openly(node, grads, root):
    """Let a node act that calls users' functions: hooks, or a rule."""
    hooks = node._hooks
    before, recording.on = recording.on, False
    try:
        if hooks is None:
            return answers(node, grads, False)
        if hooks.of_tensor or hooks.keepers:
            grads = arriving(node, grads, False, root)
        if hooks.first or hooks.sees_answers:
            return with_hooks(node, grads, False)
        return answers(node, grads, False)  # nobody sees these: they are fitted on their way
    finally:
        recording.on = before
