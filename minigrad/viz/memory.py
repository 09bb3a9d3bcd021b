"""`memory`: what a graph keeps for its way back, in nodes and bytes."""

import html

from minigrad.viz.words import is_tensor

COLUMNS = ("node", "how many", "saves", "bytes")


def memory(out):
    """What hangs behind `out`, a result or a list of them: the nodes, and the arrays that they saved.

    One row for each kind of node: how many there are, the names of the tensors saved (`_saved_self` is called self),
    and their bytes. An array that several nodes save counts once, in the first row. Freed nodes say so.
    No tensor is changed. Raises TypeError when `out` is not a tensor.
    """
    outs = list(out) if isinstance(out, (tuple, list)) else [out]
    for tensor in outs:
        if not is_tensor(tensor):
            raise TypeError(f"expected a tensor, or a list of tensors, but got {type(tensor).__name__}")
    return Memory([(type(node).__name__, saved(node)) for node in reachable(outs)])


def reachable(tensors):
    """Every node behind the tensors, once, the roots first."""
    waiting = [tensor.grad_fn for tensor in reversed(tensors) if tensor.grad_fn is not None]
    found = {}  # by id; PyTorch makes the Python side of a node on demand, so it is kept here
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting.extend(target for target, _ in reversed(node.next_functions) if target is not None)
    return list(found.values())


def saved(node):
    """[(name, tensor)] of what the node saved, or None if it has been freed. A tensor that was overwritten since then
    cannot be looked at, and is passed over."""
    names = [name for name in dir(node) if name.startswith("_saved_")]
    if type(node).__name__.endswith("Backward"):  # of a Function written by a user: what else it keeps is unknown
        names = ["saved_tensors"]
    found = []
    for name in sorted(names, key=lambda name: name != "_saved_self"):
        try:
            value = getattr(node, name)
        except RuntimeError as error:
            if "already been freed" in str(error):
                return None
            continue
        values = value if isinstance(value, (tuple, list)) else [value]
        found += [(name.removeprefix("_saved_"), tensor) for tensor in values if is_tensor(tensor)]
    return found


def place(tensor):
    """Where the numbers lie, and how many bytes they take; a view counts as the whole array that it looks at."""
    if hasattr(tensor, "untyped_storage"):
        storage = tensor.untyped_storage()
        return storage.data_ptr(), storage.nbytes()
    array = tensor.array
    while hasattr(getattr(array, "base", None), "nbytes"):
        array = array.base
    return id(array), array.nbytes


class Memory:
    """The table: `.nodes`, `.arrays`, `.bytes` and `.freed` (how many nodes) as numbers, `.rows` as tuples of texts."""

    def __init__(self, found):
        """found: [(name of the node, what it saved: [(name, tensor)] or None)]"""
        self.nodes, self.freed = len(found), sum(kept is None for _, kept in found)
        places, groups = {}, {}
        for name, kept in found:
            names = " ".join(dict.fromkeys(word for word, _ in kept)) if kept is not None else "freed"
            group = groups.setdefault((name, names or "nothing"), [0, 0])
            group[0] += 1
            for where, size in map(place, [tensor for _, tensor in kept or ()]):
                group[1] += 0 if where in places else size
                places[where] = size
        self.arrays, self.bytes = len(places), sum(places.values())
        self.rows = [(name, f"{count:,}", names, f"{size:,}") for (name, names), (count, size) in groups.items()]
        self.rows.append(("all", f"{self.nodes:,}", arrays(self.arrays), f"{self.bytes:,}"))
        widths = [max(map(len, column)) for column in zip(COLUMNS, *self.rows)]
        table = [COLUMNS, tuple("-" * width for width in widths), *self.rows]
        self.text = "\n".join("  ".join(map(align, cells, widths)).rstrip() for cells in table)

    def html(self):
        """A plain table that takes its colours from the page, and names its columns and rows to a screen reader."""
        head = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
        body = "".join(
            f'<tr><th scope="row">{html.escape(name)}</th>'
            + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"
            for name, *cells in self.rows
        )
        caption = "<caption>What the graph keeps for its way back</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text, "text/html": self.html()}


def arrays(count):
    return f"{count:,} {'array' if count == 1 else 'arrays'}"


def align(cell, width):
    """Numbers to the right, words to the left."""
    return cell.rjust(width) if cell.replace(",", "").isdigit() else cell.ljust(width)
