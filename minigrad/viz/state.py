"""`state`: what autograd knows about each tensor, in one table."""

import html

from minigrad.viz.words import keeps_grad, named_tensors, value

COLUMNS = ("name", "leaf or result", "requires_grad", "grad_fn", "grad", "version")


def state(names=None, **tensors):
    """One row per tensor: `state(a=a, b=b)`, or `state(globals())` for every tensor that has a public name.

    `grad` is "not kept" for a result that does not retain it; `version` counts the writes into the tensor.
    No tensor is changed, and no warning raised. Raises TypeError when a keyword is not a tensor.
    """
    return State([row(name, tensor) for name, tensor in named_tensors(names, tensors)])


def row(name, tensor):
    grad = "not kept"
    if keeps_grad(tensor):
        grad = "None" if tensor.grad is None else value(tensor.grad)
    grad_fn = "None" if tensor.grad_fn is None else type(tensor.grad_fn).__name__
    role = "leaf" if tensor.is_leaf else "result"
    return (name, role, str(tensor.requires_grad), grad_fn, grad, str(tensor._version))


class State:
    """The table: `.rows` as tuples of texts, `.text` aligned, and HTML in a notebook."""

    def __init__(self, rows):
        self.rows = rows
        widths = [max(map(len, column)) for column in zip(COLUMNS, *rows)]
        table = [COLUMNS, tuple("-" * width for width in widths), *rows]
        self.text = "\n".join("  ".join(map(str.ljust, cells, widths)).rstrip() for cells in table)

    def html(self):
        """A plain table that takes its colours from the page, and names its columns and rows to a screen reader."""
        head = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
        body = "".join(
            f'<tr><th scope="row">{html.escape(name)}</th>'
            + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"
            for name, *cells in self.rows
        )
        caption = "<caption>What autograd knows about each tensor</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text, "text/html": self.html()}
