"""What a node keeps for its rule: which tensors, and whether they are still there, freed, or overwritten since."""

import functools
import re

from minigrad.locale import say
from minigrad.viz.sheet.words import is_tensor

FREED = "freed"


def kept(function):
    """[(name, tensor, trouble)] of the tensors that a node saved; `_saved_self` is called self.

    trouble  "" when the tensor is there; "freed" when a backward pass has freed it; when it was overwritten since,
             a sentence about versions. In trouble the tensor cannot be looked at, and is None.
    """
    found = []
    for name in names(type(function)):
        short = name.removeprefix("_saved_")
        try:
            value = getattr(function, name)
        except RuntimeError as error:
            found.append((short, None, trouble(str(error))))
            continue
        values = value if isinstance(value, (tuple, list)) else [value]
        found += [(short, tensor, "") for tensor in values if is_tensor(tensor)]
    return found


@functools.lru_cache(maxsize=256)
def names(kind):
    """The attributes in which nodes of this class keep what they saved, the one called self first."""
    if kind.__name__.endswith("Backward"):  # of a Function written by a user: what else it keeps is unknown
        return ["saved_tensors"]
    found = {name for name in dir(kind) if name.startswith("_saved_")}
    found |= {f"_saved_{name}" for name in getattr(kind, "saves", ())}  # in a young engine
    return sorted(sorted(found), key=lambda name: name != "_saved_self")


def trouble(sentence):
    """The library's own sentence in short."""
    versions = re.search(r"is at version (\d+); expected version (\d+)", sentence)
    if not versions:
        return FREED
    return say("now version {now}, saved at version {then}").format(now=versions[1], then=versions[2])


def newness(function):
    """How new a node is; a leaf's comes before all others. A young engine has no method for it."""
    if hasattr(function, "_sequence_nr"):
        return function._sequence_nr()
    return 2**64 - 1 if hasattr(function, "variable") else function.sequence_nr


def place(tensor):
    """Where the numbers lie, and how many bytes they take; a view counts as the whole array that it looks at."""
    if getattr(tensor, "is_sparse", False):  # two arrays, neither of which is the tensor's own
        return id(tensor), tensor._nnz() * tensor.element_size()
    if hasattr(tensor, "untyped_storage"):
        storage = tensor.untyped_storage()
        return storage.data_ptr() or f"nowhere {storage._cdata}", storage.nbytes()  # on "meta" there are no numbers
    array = tensor.array
    while hasattr(getattr(array, "base", None), "nbytes"):
        array = array.base
    return id(array), array.nbytes


def nodes_of(tensors):
    """Every node behind these tensors; see `reachable`."""
    return reachable([tensor.grad_fn for tensor in tensors if tensor.grad_fn is not None])


def targets(function):
    """The nodes that a node sends gradients to."""
    return [target for target, _ in function.next_functions if target is not None]


def reachable(nodes, behind=targets):
    """These nodes and all behind them, each once, before what lies behind it; without recursion."""
    found, waiting = {}, list(reversed(nodes))  # by id; PyTorch makes the Python side of a node on demand: keep it
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting.extend(reversed(behind(node)))
    return list(found.values())


def made_before(since):
    """{id: node} of all nodes behind this result, or None without one."""
    return None if since is None else {id(node): node for node in nodes_of([since])}
