# Made by tools/stubs.py from minigrad.library.serialization: change it there.
from minigrad.core.tensors import Tensor
from numpy import ndarray

MOST_NAMES: int
def save(obj, f) -> None:
    """Write a dict of tensors, {name: tensor}, into the file at the path `f`: whole, or not at all."""
def write(file, tensors) -> None:
    """The format of `numpy.savez`, which itself cannot take every name: it has arguments called `file` and so on."""
def load(f) -> dict[str, Tensor]:
    """{name: tensor} from the file at the path `f`, which `save` or `numpy.savez` wrote."""
def read(file, length) -> dict[str, Tensor]:
    """The tensors of an open file. Raises an error of one of many kinds where something is wrong."""
def name_of(member) -> str:
    """The name under which an array was saved: with a zero byte it is in the comment, and the file's name is short."""
def array_from(part, member) -> ndarray:
    """One array: its header says how many numbers there are, and has to tell the truth."""
