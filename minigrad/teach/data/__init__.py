"""Data to learn from: real handwritten digits, two moons made by a seed, and the sentences of these chapters."""

import gzip
from pathlib import Path

import numpy as np

DIGITS = Path(__file__).with_name("digits.csv.gz")
PROSE = Path(__file__).with_name("prose.txt.gz")
WRITER = Path(__file__).with_name("writer.npz")  # weights for chapter 16, which tools/writer.py has trained


def digits():
    """1,797 handwritten digits: pictures (1797, 64), from 0 for paper to 1 for ink, and labels (1797,) from 0 to 9.

    Row by row, 64 numbers are 8 by 8 points. README.md, beside the file, names the source and the licence.
    """
    with gzip.open(DIGITS, "rt", encoding="ascii") as lines:
        table = np.loadtxt(lines, delimiter=",", dtype=np.int64)
    return table[:, :64] / 16, table[:, 64]


def two_moons(count=200, noise=0.15, seed=0):
    """Points in two half circles that reach into each other: points (count, 2), and labels (count,), 0 or 1."""
    random = np.random.RandomState(seed)  # its numbers stay the same in every version of NumPy
    labels = np.arange(count, dtype=np.int64) % 2
    angles = np.pi * random.uniform(size=count)
    x = np.where(labels == 0, np.cos(angles), 1 - np.cos(angles))
    y = np.where(labels == 0, np.sin(angles), 0.5 - np.sin(angles))
    return np.stack([x, y], axis=1) + noise * random.normal(size=(count, 2)), labels


def prose():
    """1,400 sentences of these chapters in small letters, each on a line of its own, as they once were."""
    with gzip.open(PROSE, "rt", encoding="ascii") as lines:
        return lines.read()


def writer():
    """{name: array} of a trained network for chapter 16."""
    with np.load(WRITER) as file:
        return dict(file.items())
