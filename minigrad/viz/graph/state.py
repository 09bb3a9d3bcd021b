"""`state`: what autograd knows about each tensor, in one table."""

from minigrad.locale import say
from minigrad.viz.graph.saved import kept, nodes_of
from minigrad.viz.sheet.page import Table
from minigrad.viz.sheet.words import keeps_grad, name_of, named_tensors, value, version

COLUMNS = (say("name", "a column"), say("leaf or result", "a column"), "requires_grad", "grad_fn", "grad",
           say("version", "a column"))


def state(names=None, **tensors):
    """One row per tensor: `state(a=a, b=b)`, or `state(globals())` for every tensor that has a public name.

    `grad` is "not kept" for a result that does not retain it; `version` counts the writes into the tensor. Two more
    columns come when there is something to say: `retains_grad`, and `saved by`, the nodes behind these tensors that
    keep the tensor for their rule.
    No tensor is changed, and no warning raised. Raises TypeError when a keyword is not a tensor.
    """
    found = named_tensors(names, tensors)
    nodes = nodes_of([tensor for _, tensor in found])  # kept: `key` needs ids
    keepers = savers(nodes)
    rows = [row(name, tensor) for name, tensor in found]
    more = {
        "retains_grad": ["True" if getattr(tensor, "retains_grad", False) else "" for _, tensor in found],
        say("saved by", "a column"): [", ".join(dict.fromkeys(keepers.get(key(tensor), ()))) for _, tensor in found],
    }
    more = {column: cells for column, cells in more.items() if any(cells)}
    rows = [(*cells, *added) for cells, *added in zip(rows, *more.values())]
    return Table(say("What autograd knows about each tensor"), (*COLUMNS, *more), rows)


def row(name, tensor):
    grad = value(tensor.grad) if keeps_grad(tensor) else say("not kept", "a gradient")
    grad_fn = "None" if tensor.grad_fn is None else name_of(tensor.grad_fn)
    role = say("leaf", "a kind of tensor") if tensor.is_leaf else say("result", "a kind of tensor")
    written = version(tensor)
    count = say("not counted", "writes into a tensor") if written is None else str(written)
    return (name, role, str(tensor.requires_grad), grad_fn, grad, count)


def key(tensor):
    """The same for a result and for its saved copy, which is another object."""
    return id(tensor) if tensor.grad_fn is None else (id(tensor.grad_fn), tensor.output_nr)


def savers(nodes):
    """{key of a tensor: the names of the nodes that keep it}"""
    found = {}
    for node in nodes:
        for _, tensor, _ in kept(node):
            if tensor is not None:
                found.setdefault(key(tensor), []).append(name_of(node))
    return found
