"""`memory`: what a graph keeps for its way back, in nodes and bytes."""

from minigrad.locale import say
from minigrad.viz.graph.saved import FREED, kept, nodes_of, place
from minigrad.viz.sheet.page import Table
from minigrad.viz.sheet.words import name_of, tensors_of

COLUMNS = (say("node", "a column"), say("how many", "a column"), say("saves", "a column"), say("bytes", "a column"))


def memory(out):
    """What hangs behind `out`, a result or a list of them: the nodes, and the arrays that they saved.

    One row for each kind of node: how many there are, the names of the tensors saved (`_saved_self` is called self),
    and their bytes. An array that several nodes save counts once, in the first row. Freed nodes say so; a tensor that
    was overwritten since then cannot be looked at, and is passed over.
    No tensor is changed. Raises TypeError when `out` is not a tensor.
    """
    return Memory([(name_of(node), kept(node)) for node in nodes_of(tensors_of(out))])


class Memory(Table):
    """The table, and `.nodes`, `.arrays`, `.bytes` and `.freed` (how many nodes) as numbers."""

    def __init__(self, found):
        """found: [(name of the node, what it saved, as `kept` says it)]"""
        self.nodes, self.freed = len(found), 0
        places, groups = {}, {}
        for name, saved in found:
            freed = any(trouble == FREED for *_, trouble in saved)
            self.freed += freed
            tensors = [(word, tensor) for word, tensor, trouble in saved if not trouble and not freed]
            names = FREED if freed else " ".join(dict.fromkeys(word for word, _ in tensors))
            group = groups.setdefault((name, names), [0, 0])
            group[0] += 1
            for where, size in (place(tensor) for _, tensor in tensors):
                group[1] += 0 if where in places else size
                places[where] = size
        self.arrays, self.bytes = len(places), sum(places.values())
        said = {"": say("nothing", "what a node saves"), FREED: say("freed", "what a node saves")}
        rows = [(name, f"{count:,}", said.get(names, names), f"{size:,}")
                for (name, names), (count, size) in groups.items()]
        rows.append((say("all", "nodes"), f"{self.nodes:,}", arrays(self.arrays), f"{self.bytes:,}"))
        super().__init__(say("What the graph keeps for its way back"), COLUMNS, rows)


def arrays(count):
    return (say("{count:,} array") if count == 1 else say("{count:,} arrays")).format(count=count)
