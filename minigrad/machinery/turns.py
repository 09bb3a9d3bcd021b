"""Whose turn it is, where leaves are complete at the same time."""

import functools
from bisect import insort
from collections import Counter, deque
from heapq import heappop, heappush


class Ready:
    """A node for which everything has arrived: the newest comes first, a leaf's before all others.

    Leaves are equally new: which is on top is left to the moves of the heap, in Python the same as in C++.
    Source: ReadyQueue in PyTorch's torch/csrc/autograd/engine.cpp, a std::priority_queue.
    """

    def __init__(self, node):
        self.node, self.newness = node, node.sequence_nr if node.next_functions else 2**64 - 1

    def __lt__(self, other):
        return self.newness > other.newness


def turns(root, acting=None):
    """{node: how many act before it} on PyTorch's way back from `root`, through all nodes or those in `acting`."""
    missing, found, ready = Counter(), [root], [Ready(root)]
    for node in found:  # the list grows on the way
        for target, _ in node.next_functions:
            if target is not None and (acting is None or target in acting):
                if target not in missing:
                    found.append(target)
                missing[target] += 1
    places = {}
    while ready:
        node = heappop(ready).node
        places[node] = len(places)
        for target, _ in node.next_functions:
            missing[target] -= 1
            if missing[target] == 0:
                heappush(ready, Ready(target))
    return places


class Complete(deque):
    """Leaves' nodes that are complete, in the order of their turns: two as they came, more as PyTorch's heap has it."""

    def __init__(self, root, acting=None, nodes=()):
        self.root, self.acting = root, acting
        super().__init__(nodes if len(nodes) < 3 else sorted(nodes, key=self.places.get))

    @functools.cached_property
    def places(self):
        return turns(self.root, self.acting)

    def append(self, node):
        if len(self) < 2:
            super().append(node)
        else:
            insort(self, node, key=self.places.get)
