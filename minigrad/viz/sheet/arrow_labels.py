"""Where the words beside an arrow can stand.

A place is a complex number, a box its left, upper, right and lower edge, in pixels from the left and downwards.
"""

import itertools
import re

from minigrad.viz.sheet.words import letters

NUMBER = re.compile(r"-?\d+\.?\d*")
ROUND = ((0.94, 0.34), (0.71, 0.71), (0.34, 0.94))  # boxes that fill an ellipse, as shares of its width and height


def beside(path, near, left, text, taken):
    """A place for the text at the "tail" or the "head" of an arrow, and if possible outside of all boxes in `taken`.

    path  the arrow's element in the SVG
    left  whether to try the left side first
    Gives the place, whether the text ends there (else it begins there), and the box that the text fills.
    """
    numbers = list(map(float, NUMBER.findall(path.get("d"))))
    bend = numbers[:8] if near == "tail" else numbers[-8:]  # a Bézier curve, of which an arrow has one or more
    found = [(at, side, around(at, side, text)) for at, side in spots(*map(complex, bend[::2], bend[1::2]), left)]

    def covers(place):
        return sum(meet(place[2], other) for other in taken)

    return next((place for place in found if not covers(place)), None) or min(found, key=covers)


def spots(a, b, c, d, left):
    """(place, whether on the left) beside a Bézier curve, from its middle on, first on the side that was asked for."""
    for away, side in itertools.product((6, 14), (left, not left)):
        for t in (0.5, 0.35, 0.65, 0.2, 0.8):
            s = 1 - t
            at = s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d
            along = s * s * (b - a) + 2 * s * t * (c - b) + t * t * (d - c)
            yield at + away * along / (abs(along) or 1) * (1j if side else -1j), side


def along(path, pieces=20):
    """Places on an arrow, which is made of Bézier curves."""
    numbers = list(map(float, NUMBER.findall(path.get("d"))))
    ends = [*map(complex, numbers[::2], numbers[1::2])]
    for a, b, c, d in zip(ends[:-3:3], ends[1::3], ends[2::3], ends[3::3]):
        for t in (piece / pieces for piece in range(pieces + 1)):
            s = 1 - t
            yield s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d


def around(at, left, text):
    """The box of a text of 12 pixels that ends, or begins, at this place."""
    wide = 6.7 * letters(text)
    return at.real - wide * left, at.imag - 7, at.real + wide * (not left), at.imag + 7


def bounds(shape):
    """The box around an ellipse, a polygon or a path of the SVG."""
    if shape.get("rx"):
        x, y, wide, high = (float(shape.get(name)) for name in ("cx", "cy", "rx", "ry"))
        return x - wide, y - high, x + wide, y + high
    numbers = list(map(float, NUMBER.findall(shape.get("points") or shape.get("d"))))
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def boxes(shape):
    """What a shape covers, as boxes: an ellipse leaves the corners of its bounds free."""
    left, upper, right, lower = bounds(shape)
    if not shape.get("rx"):
        return [(left, upper, right, lower)]
    x, y, wide, high = (left + right) / 2, (upper + lower) / 2, (right - left) / 2, (lower - upper) / 2
    return [(x - wide * a, y - high * b, x + wide * a, y + high * b) for a, b in ROUND]


def meet(one, other):
    """Whether two boxes have a place in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
