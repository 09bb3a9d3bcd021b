"""What tests read in pictures: the elements of an SVG, what is written in it, and how colours stand out."""

import base64
import functools
import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


@functools.lru_cache(maxsize=4)  # a plot is drawn for each call of svg()
def root_of(shown):
    """The root of a picture's SVG, of a text of SVG, or of the SVG in the one <img> of a page; tags are `g`, `text`."""
    text = shown if isinstance(shown, str) else shown.svg()
    if "<img " in text:
        (source,) = re.findall(r'<img [^>]*src="data:image/svg\+xml;base64,([^"]*)"', text)
        text = base64.b64decode(source).decode()
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
    return root


def texts(shown):
    """All that is written in a picture, or in an element of it."""
    return [text.text for text in (shown if ElementTree.iselement(shown) else root_of(shown)).iter("text")]


def groups(root, kind):
    """The groups of a picture that are of this class: node, edge, disc."""
    return [group for group in root.iter("g") if group.get("class") == kind]


def contrast(one, other):
    """What WCAG calls the contrast ratio of two colours, such as #1f2933, or red, green and blue between 0 and 1."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(color):
    """What WCAG calls relative luminance."""
    from matplotlib.colors import to_rgb

    return sum(share * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
               for share, part in zip((0.2126, 0.7152, 0.0722), to_rgb(color)))
