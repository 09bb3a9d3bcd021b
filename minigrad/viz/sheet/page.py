"""What every picture and every table has in common: words for a terminal, HTML for a notebook."""

import base64
import html
from pathlib import Path

from minigrad.locale import at_the_right, filled, wide
from minigrad.viz.sheet.layout import LayoutError

# A picture's own rule asks for the theme of what is around it. A page of Jupyter may have another one than the system.
PICTURE = ':is(img.minigrad, .jp-RenderedMarkdown img[src*="figures/"])'
STYLE = "<style>" + " ".join(
    f"[data-jp-theme-light={light}] {PICTURE} {{ color-scheme: {theme} }}"
    for light, theme in (("true", "light"), ("false", "dark"))
) + "</style>"


class Shown:
    """Something with `.text` and `.html()`: a notebook shows the HTML; a terminal, a strict comparison, the text."""

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text, "text/html": self.html()}


class Picture(Shown):
    """With `.svg()`, and `.alt`, the point of the picture in one sentence."""

    def html(self):
        """An <img> that holds the picture (shown even where SVG and scripts are not trusted), or the text form."""
        try:
            picture = base64.b64encode(self.svg().encode()).decode()
        except LayoutError as error:
            return f"<pre>{html.escape(self.text)}</pre><p>{html.escape(str(error))}</p>"
        source = f"data:image/svg+xml;base64,{picture}"
        look = "max-width: none; margin-top: 6px"  # printed lines may stand above it
        return f'<img alt="{html.escape(self.alt)}" src="{source}" class="minigrad" style="{look}"/>{STYLE}'

    def save(self, path):
        """Write the picture into a file. Its name should end in .svg"""
        Path(path).write_text(self.svg() + "\n", encoding="utf-8")


class Table(Shown):
    """A table of texts: `.columns`, `.rows`, and `.text` with the columns aligned."""

    def __init__(self, caption, headings, rows):
        self.caption, self.columns, self.rows = caption, headings, rows
        wides = [max(map(wide, column)) for column in zip(headings, *rows)]
        widths = [2 * most + max(len(cell) - wide(cell) for cell in column)
                  for most, column in zip(wides, zip(headings, *rows))]
        line = ["-" * (width - 2 * most) + "－" * most for width, most in zip(widths, wides)]
        self.text = "\n".join("  ".join(map(align, cells, widths, wides)).rstrip() for cells in [headings, line, *rows])

    def html(self):
        """A plain table that takes its colours from the page, and names its columns and rows to a screen reader."""
        head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in self.columns)
        body = "".join(
            f'<tr><th scope="row">{html.escape(name)}</th>'
            + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"
            for name, *cells in self.rows
        )
        caption = f'<caption style="padding: 6px 0">{html.escape(self.caption)}</caption>'
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def align(cell, width, wides):
    """Numbers to the right, words to the left."""
    return (at_the_right if cell.replace(",", "").isdigit() else filled)(cell, width, wides)
