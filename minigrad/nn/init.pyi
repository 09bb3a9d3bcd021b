# Made by tools/stubs.py from minigrad.nn.init: change it there.
from minigrad.nn.modules import Parameter
from numpy import ndarray

GAINS: dict[str, float]
def fill(tensor, numbers) -> Parameter:
    """Count a write, and write the numbers into the tensor."""
def stretched(numbers, factor, shift) -> ndarray:
    """numbers * factor + shift with one rounding, at the end, as PyTorch's processors do it."""
def uniform_(tensor, a=..., b=...) -> Parameter:
    """Numbers from `a` up to `b`, evenly spread. Raises RuntimeError if `a` is larger."""
def normal_(tensor, mean=..., std=...) -> Parameter:
    """Numbers from the normal distribution. Raises RuntimeError if `std` is negative."""
def constant_(tensor, val) -> Parameter:
    """The same number everywhere."""
def zeros_(tensor) -> Parameter:
    """0 everywhere."""
def ones_(tensor) -> Parameter:
    """1 everywhere."""
def calculate_gain(nonlinearity, param=...) -> float:
    """What makes up for the numbers that a nonlinearity makes smaller. Raises ValueError for one without a gain."""
def fans(tensor) -> tuple[int, ...]:
    """How many numbers come into each output of a layer with these weights, and how many each input goes to."""
def kaiming_uniform_(tensor, a=..., mode=..., nonlinearity=...) -> Parameter:
    """Numbers between two bounds that keep the size of what runs through the layer about the same (He et al., 2015)."""
def xavier_uniform_(tensor, gain=...) -> Parameter:
    """The same for the way there and the way back at once (Glorot and Bengio, 2010)."""
