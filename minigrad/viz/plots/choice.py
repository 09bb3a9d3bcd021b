"""Several pictures of which one is open: a choice that works without a kernel, by mouse and keys."""

import base64
import html
import re
import zlib

from minigrad.viz.plots.curves import needed
from minigrad.viz.sheet.page import Shown
from minigrad.viz.sheet.words import clean

MOST_CHOICES = 8
BEGIN, WIDTH = re.compile("base64,([^\"]{160})"), re.compile(r' width="(\d+)"')  # of a picture in HTML, and of its SVG


def choice(panels):
    """Pictures under their titles, one of them open at a time; the first at the beginning.

    panels  {title: picture}, at most 8
    Raises ValueError where there are none, or too many.
    """
    needed(panels, "pictures", MOST_CHOICES)
    return Choice({clean(title): picture for title, picture in panels.items()})


class Choice(Shown):
    """Titles that open and close: `.text` has each picture's words below its title."""

    def __init__(self, panels):
        self.panels = panels
        self.text = "\n".join(f"{title}\n  " + picture.text.replace("\n", "\n  ") for title, picture in panels.items())

    def html(self):
        """An element <details> for each, of one name: a browser keeps one of them open, and needs no script.

        All have the room that the widest picture needs, so that nothing moves when another one is opened.
        """
        name = f"minigrad-{zlib.crc32(self.text.encode()):08x}"  # no other choice on a page has it
        shown = {title: picture.html() for title, picture in self.panels.items()}
        begins = [base64.b64decode(begin).decode() for one in shown.values() for begin in BEGIN.findall(one)]
        wide = max([int(WIDTH.search(begin)[1]) for begin in begins], default=0)
        panels = "".join(
            f'<details name="{name}"{" open" * (place == 0)}><summary>{html.escape(title)}</summary>{picture}</details>'
            for place, (title, picture) in enumerate(shown.items())
        )
        return f'<div style="min-width: {wide}px">{panels}</div>'
