"""The quick form of the way back: one function for all nodes, which looks ahead only where somebody looks on."""

import warnings
from heapq import heappop, heappush

import numpy as np

from minigrad.autograd.gradients import ONES, add_gradients
from minigrad.core.engine import GraphRoot, collect, fit, outgoing, parts, refuse_freed, waiting
from minigrad.core.node import AccumulateGrad, add_into, recording
from minigrad.core.tensors import Tensor
from minigrad.machinery.memory import is_free
from minigrad.machinery.silence import detours, known, setting, silently
from minigrad.machinery.threads import filling
from minigrad.machinery.turns import Complete
from minigrad.quick.gates import acts_plainly
from minigrad.quick.operations import PLAIN, create


def walk(start, arrived, retain_graph, create_graph=False, root=None):
    """Let a node act, and all those that it leads to, the newest first: a heap says which one that is.

    arrived  {start: its gradient}, then for each node what has arrived; of several outputs {(node, number): ...}
    Leaves are filled at the end, as long as nobody can see when. Before a hook or a user's rule it looks ahead: from
    there on each is filled when it is complete, but none if a node is freed. If a rule raises, complete ones are, too.
    """
    aim, node, newest, several, complete = root and root.aim, start, [], set(), ()
    only = missing = came = None  # only: the one that waits, where no other does
    waits = openly = False  # whether something waits for a leaf, and whether that has hooks
    try:
        while True:
            if (saved := node._saved) is None:
                refuse_freed([node])
            if node._hooks is None and (not openly or missing is not None) and (
                type(node) in PLAIN or type(node) is not AccumulateGrad and acts_plainly(node)
            ):
                came = arrived[node] if aim is not None and node in aim.wanted else arrived.pop(node)
                results = (None,) * len(node.next_functions) if came is None else node.backward(came)
                if type(results) is not tuple:
                    results = (results,)
            elif missing is None and (openly or waits and (node._hooks is not None or not node.speaks_arrays)):
                newest += [(-each.sequence_nr, each) for each in (node, only) if each is not None]
                only, missing = None, ()  # no longer None: should one be freed, no leaf is filled
                missing, complete = look_ahead([node for _, node in newest], start, arrived, aim)
                newest.sort()
                node = complete.popleft() if complete else heappop(newest)[1]
                continue
            elif node is root:
                results = arrived.pop(node)
            else:
                root = root or GraphRoot([(start, 0)])
                take = arrived.get if aim is not None and node in aim.wanted else arrived.pop
                results = act_openly(node, taken(take, node), create_graph, root)
            for (target, number), grad in zip(node.next_functions, results):
                if target is None:
                    continue
                key, due = target, target._outputs
                if grad is not came or due is not node._outputs:
                    array = grad.array if create_graph and grad is not None else grad
                    if array is None or due != ((array.shape, array.dtype),):  # another form, or one of several outputs
                        key = target if len(due) < 2 else (target, number)
                        if array is not None and (array.shape, array.dtype) != due[number]:
                            grad = fit(grad, *due[number])
                            if grad is None:
                                outgoing(node, results)  # raises an error, which says where
                if aim is not None and target not in aim.leading:
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
                    if aim is not None and target not in aim.acting or key is not target and target in several:
                        pass  # it does not act, or waits already
                    elif type(target) is AccumulateGrad:
                        waits = True
                        openly = openly or target.variable._hooks is not None
                    elif only is None and not newest:
                        only = target
                    else:
                        heappush(newest, (-target.sequence_nr, target))
                        if only is not None:
                            heappush(newest, (-only.sequence_nr, only))
                            only = None
                    if key is not target:
                        several.add(target)
                if missing is not None and target in missing:
                    missing[target] -= 1
                    if not missing[target]:
                        complete.append(target)
            if not retain_graph and (saved if node.speaks_arrays else node._saved):  # a user's rule may have saved
                node._saved = None  # `free`
            results = came = grad = array = saved = None  # what came is not held any longer
            if complete:
                node = complete.popleft()
            elif only is not None:
                node, only = only, None
            elif newest:
                node = heappop(newest)[1]
            else:
                break
    except BaseException:
        if missing is None and node._saved is not None:
            rest = {*collect(GraphRoot([(each, 0) for each in (node, only, *[each for _, each in newest])]))}
            with filling: fill(leaves(arrived, aim, rest))  # noqa: E701
        raise
    arrived = leaves(arrived, aim) if waits and aim is not None else arrived
    if openly and missing is None:
        root = root or GraphRoot([(start, 0)])
        for node in Complete(start, aim and aim.acting, arrived):
            act_openly(node, arrived[node], create_graph, root)
    elif waits and missing is None:
        with filling: fill(arrived)  # noqa: E701  in one line no Ctrl-C keeps it locked


def taken(take, node):
    """What has come to a node, as a list for several outputs. Within `walk` that list would make cells of its names."""
    if len(node._outputs) < 2:
        return take(node, None)
    return [take((node, number), None) for number in range(len(node._outputs))]


def leaves(arrived, aim, rest=()):
    """What has arrived at leaves that are to act, without those of the `rest`, to which more may come."""
    pairs = [(node, grad) for node, grad in arrived.items() if type(node) is AccumulateGrad and node not in rest]
    return {node: grad for node, grad in pairs if aim is None or node in aim.acting}


def look_ahead(nodes, start, arrived, aim):
    """What leaves still wait for, and those that are complete. Raises RuntimeError for a freed node."""
    reached = collect(GraphRoot([(node, 0) for node in nodes]))[:-1]
    order = reached if aim is None else [node for node in reached if node in aim.acting]
    refuse_freed(order)
    missing = waiting(order)
    return missing, Complete(start, aim and aim.acting, [each for each in leaves(arrived, aim) if each not in missing])


def act_openly(node, grad, create_graph, root):
    """Let a node act that calls users' functions: hooks, or a rule. They may ask for the walk."""
    hooks, before = node._hooks, (recording.on, recording.root)
    recording.on, recording.root = create_graph, root
    try:
        if grad is None or not node.speaks_arrays or len(node._outputs) > 1 or hooks and (hooks.first or hooks.filled):
            return parts(node, grad)
        grads = [grad]
        if hooks and (hooks.of_tensor or hooks.keepers or hooks._given is not None):
            grads = hooks.arriving(grads, create_graph)
        answer = node.backward(*grads)
        results = answer if type(answer) is tuple else (answer,)
        return hooks.after(node, results, grads, create_graph) if hooks and hooks.last else results
    finally:
        recording.on, recording.root = before


def fill(leaves):
    """Put what has arrived at the leaves' nodes into `.grad`, or add it there, without a copy where nobody holds it."""
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
            leaf._grad = first = create(Tensor)
            first.array, first._requires_grad, first._grad_fn = grad if spare else grad.copy(), False, None
        else:
            add_into(leaf._grad, grad)


def quick_travel(plain):
    """`travel`, the way back of `run_backward`."""
    def quick(order, arrived, retain_graph, create_graph):
        if detours[0] or create_graph and not recording.on:  # the plain form switches it on
            return plain(order, arrived, retain_graph, create_graph)
        refuse_freed(order)
        held = dict(arrived)
        walk(order[-1], held, retain_graph, create_graph, order[-1])
        dict.update(arrived, held)

    return quick


def quick_backward(plain):
    """`Tensor.backward`: from one result, in the form that its node made, and within no other walk, at once."""
    def quick(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        array, start, filters = self.array, None, warnings.filters
        calm = filters and filters[0] is known[0] and setting(None) is None
        if create_graph or inputs is not None or recording.root is not None or not calm and detours[0]:
            pass  # `start` stays None
        elif gradient is None and array.size == 1:
            start = np.ones_like(array) if array.ndim else ONES[array.dtype]
        elif isinstance(gradient, Tensor):
            start = gradient.array
        if (start is None or start.shape != array.shape or (node := self._grad_fn) is None  # asked last: it may raise
                or node._outputs != ((start.shape, start.dtype),)
                or gradient is not None and (node._hooks or not node.speaks_arrays)):
            return add_gradients((self,), gradient, retain_graph, create_graph, inputs)
        return walk(node, {node: start}, retain_graph) if calm else silently(walk, node, {node: start}, retain_graph)

    return quick
