# Made by tools/stubs.py from minigrad.library.serialization: change it there.
from minigrad.core.tensors import Tensor
from numpy import ndarray
from typing import Any

MOST_NAMES: int
STRUCTURE: str
def save(obj, f) -> None:
    """Write tensors, numbers and text, in dicts, lists and tuples, into the file at the path `f`: whole, or not at all."""
def packed(value, tensors) -> Any:
    """A value as JSON can write it; for a tensor its number: `tensors`, {id: (number, tensor)}, grows."""
def unpacked(part, tensors) -> Any:
    """The value that `packed` has packed. Raises an error of one of many kinds for anything else."""
def write(file, tensors, structure) -> None:
    """The format of `numpy.savez`, which itself cannot take every name: it has arguments called `file` and so on."""
def load(f) -> dict[str, Tensor]:
    """What `save` wrote into the file at the path `f`; {name: tensor} from a file of `numpy.savez`."""
def read(file, length) -> dict[str, Tensor]:
    """The tensors of an open file. Raises an error of one of many kinds where something is wrong."""
def name_of(member) -> str:
    """The name under which an array was saved: with a zero byte it is in the comment, and the file's name is short."""
def array_from(part, member) -> ndarray:
    """One array: its header says how many numbers there are, and has to tell the truth."""
