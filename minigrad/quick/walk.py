"""The quick form of the way back: one function for all nodes, which looks ahead only where somebody looks on."""

import functools
from heapq import heappop, heappush

import numpy as np

from minigrad.autograd.gradients import add_gradients, ones_of
from minigrad.core.engine import GraphRoot, collect, fitted, parts, refuse_freed, waiting
from minigrad.core.node import AccumulateGrad, add_into, recording
from minigrad.core.tensors import Tensor
from minigrad.machinery.memory import is_free
from minigrad.machinery.silence import detours, muted
from minigrad.machinery.threads import filling
from minigrad.machinery.turns import Complete
from minigrad.quick.gates import acts_plainly
from minigrad.quick.nodes import PLAIN, unrecorded


def walk(start, arrived, retain_graph, create_graph=False, root=None):
    """Let a node act, and all those that it leads to, the newest first: a heap says which one that is.

    arrived  {start: its gradient}, then for each node what has arrived; of several outputs {(node, number): ...}
    Leaves are filled at the end, as long as nobody can see when. Before a hook, or a user's rule, gets its turn it
    looks ahead: from there on each is filled when nothing is missing, but none if a node is freed. Where a rule raises,
    leaves that lack nothing are filled, as in PyTorch.
    """
    aim = root and root.aim
    leading, acting, wanted = (aim.leading, aim.acting, aim.wanted) if aim else (None, None, ())
    node = only = start
    newest, complete, missing, came = [], (), None, None  # only: the one that waits, where no other does
    waits = openly = False  # whether something waits for a leaf, and whether that has hooks
    try:
        while True:
            if complete:
                node = complete.popleft()
            elif only is not None:
                node, only = only, None
            elif newest:
                node = heappop(newest)[1]
            else:
                break
            if node._saved is None:
                refuse_freed([node])
            if (not openly or missing is not None) and (
                type(node) in PLAIN and node._hooks is None or type(node) is not AccumulateGrad and acts_plainly(node)
            ):
                came = arrived[node] if wanted and node in wanted else arrived.pop(node)
                results = (None,) * len(node.next_functions) if came is None else node.backward(came)
                if type(results) is not tuple:
                    results = (results,)
            elif missing is None and (waits or openly):
                newest += [(-each.sequence_nr, each) for each in (node, only) if each is not None]
                only, missing = None, ()  # no longer None: should one be freed, no leaf is filled
                missing, complete = look_ahead([node for _, node in newest], start, arrived, acting)
                newest.sort()
                continue
            elif node is root:
                results = arrived.pop(node)
            else:
                root, take = root or GraphRoot([(start, 0)]), arrived.get if node in wanted else arrived.pop
                several = [take((node, number), None) for number in range(len(node._outputs))]
                results = act_openly(node, several if len(several) > 1 else take(node, None), create_graph, root)
            for (target, number), grad in zip(node.next_functions, results):
                if target is None:
                    continue
                due = target._outputs
                key = target if len(due) < 2 else (target, number)
                if grad is not None:
                    array = grad.array if create_graph else grad
                    if (grad is not came or due is not node._outputs) and (array.shape, array.dtype) != due[number]:
                        pairs = zip(node.next_functions, results)
                        place = [made is grad and edge == (target, number) for edge, made in pairs].index(True)
                        grad = fitted(node, place, grad, *due[number])
                if leading is not None and target not in leading:
                    continue
                if key in arrived:
                    if arrived[key] is None:
                        arrived[key] = grad
                    elif grad is not None:
                        if not create_graph and grad.size > 4096 and is_free(arrived, key):
                            arrived[key] += grad
                        else:
                            arrived[key] = arrived[key] + grad
                    if openly:
                        arrived[key] = arrived.pop(key)  # leaves are filled in the order in which they are complete
                else:
                    arrived[key] = grad
                    if acting is not None and target not in acting or key is not target and any(
                        [(target, each) in arrived for each in range(len(due)) if each != number]
                    ):
                        pass  # it does not act, or waits already
                    elif type(target) is AccumulateGrad:
                        waits, openly = True, openly or target.variable._hooks is not None
                    elif only is None and not newest:
                        only = target
                    else:
                        for each in (target,) if only is None else (only, target):
                            heappush(newest, (-each.sequence_nr, each))
                        only = None
                if missing is not None and target in missing:
                    missing[target] -= 1
                    if not missing[target]:
                        complete.append(target)
            results = came = grad = array = None  # what came is not held any longer
            if not retain_graph and node._saved:
                node._saved = None  # `free`
    except BaseException:
        if missing is None and node._saved is not None:
            rest = collect(GraphRoot([(each, 0) for each in (node, only, *[each for _, each in newest])]))
            fill({leaf: grad for leaf, grad in arrived.items() if type(leaf) is AccumulateGrad and leaf not in rest
                  and (acting is None or leaf in acting)})
        raise
    if missing is not None or not waits:
        return
    if acting is not None:
        arrived = {node: grad for node, grad in arrived.items() if type(node) is AccumulateGrad and node in acting}
    if not openly:
        return fill(arrived)
    root = root or GraphRoot([(start, 0)])
    for node in Complete(start, acting, arrived):
        act_openly(node, arrived[node], create_graph, root)


def look_ahead(nodes, start, arrived, acting):
    """What leaves still wait for, and those that are complete. Raises RuntimeError for a freed node."""
    order = collect(GraphRoot([(node, 0) for node in nodes]))[:-1]
    order = order if acting is None else [node for node in order if node in acting]
    refuse_freed(order)
    missing = waiting(order)
    return missing, Complete(start, acting, [node for node in arrived if type(node) is AccumulateGrad
                                             and node not in missing and (acting is None or node in acting)])


def act_openly(node, grad, create_graph, root):
    """Let a node act that calls users' functions: hooks, or a rule. They may ask for the walk."""
    hooks, before = node._hooks, (recording.on, recording.walk)
    recording.on, recording.walk = create_graph, root
    try:
        if type(node) is AccumulateGrad and hooks is None:
            fill({node: grad})
            return ()
        alone = grad is not None and node.next_functions and node.speaks_arrays and len(node._outputs) == 1
        if not alone or hooks is None or hooks.first or hooks.last or hooks.filled:
            return parts(node, grad)
        results = node.backward(*hooks.arriving([grad], create_graph))  # only the gradient is shown
        return results if type(results) is tuple else (results,)
    finally:
        recording.on, recording.walk = before


def fill(leaves):
    """Put what has arrived at the leaves' nodes into `.grad`, or add it there, without a copy where nobody holds it."""
    with filling: put_in(leaves)  # noqa: E701  in one line no Ctrl-C keeps it locked


def put_in(leaves):
    for node in leaves:
        leaf = node.variable
        array, spare, fits = leaf.array, True, leaf._requires_grad and type(leaf.array) is type(leaves[node])
        if type(array) is np.ndarray and fits:
            spare = array.size > 4096 and is_free(leaves, node)  # asked while only `leaves` holds it
            fits = node._outputs[0] == (array.shape, array.dtype)  # unless somebody has said `leaf.data = other`
        grad, leaves[node] = leaves[node], None
        if not fits:
            node.backward(grad) if grad is not None else None
        elif leaf._grad is None:
            leaf._grad = unrecorded(grad if spare else grad.copy())
        else:
            add_into(leaf._grad, grad)


def quick_travel(plain):
    """`travel`, the way back of `run_backward`."""
    @functools.wraps(plain)
    def quick(order, arrived, retain_graph, create_graph):
        if detours[0]:
            return plain(order, arrived, retain_graph, create_graph)
        refuse_freed(order)
        held, before = dict(arrived), (recording.on, recording.walk)
        recording.on, recording.walk = create_graph, order[-1]
        try:
            walk(order[-1], held, retain_graph, create_graph, order[-1])
        finally:
            recording.on, recording.walk = before
        dict.update(arrived, held)

    return quick


def quick_backward(plain):
    """`Tensor.backward`: from one result, in the form that its node made, and within no other walk, at once."""
    @functools.wraps(plain)
    def quick(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        node = self._grad_fn
        if node is not None and not create_graph and inputs is None and recording.walk is None and not detours[0]:
            array = self.array
            start = gradient.array if isinstance(gradient, Tensor) and node.speaks_arrays and not node._hooks else None
            if gradient is None and array.size == 1:
                start = ones_of(array)
            if start is not None and node._outputs == ((start.shape, start.dtype),) and start.shape == array.shape:
                return muted(walk)(node, {node: start}, retain_graph)
        add_gradients((self,), gradient, retain_graph, create_graph, inputs)

    return quick
