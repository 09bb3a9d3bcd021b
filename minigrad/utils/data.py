"""Examples, and batches of them: `minigrad.utils.data`, in PyTorch's order, with its random numbers."""

import itertools
import math
import warnings
from collections.abc import Mapping, Sequence

import numpy as np

from minigrad.core.tensors import Tensor
from minigrad.exact.dtypes import float64
from minigrad.exact.random import Generator, default_generator
from minigrad.library.devices import as_tensor, tensor
from minigrad.operations.views import stack

__all__ = ["DataLoader", "Dataset", "Subset", "TensorDataset", "default_collate", "random_split"]


class Dataset:
    """Examples that are asked for by their number: a subclass has `__getitem__` and `__len__`."""

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")


class TensorDataset(Dataset):
    """The rows of tensors: example 3 is the tuple of row 3 of each. Raises AssertionError for different lengths."""

    def __init__(self, *tensors) -> None:
        if any(tensors[0].size(0) != tensor.size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index) -> tuple:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class Subset(Dataset):
    """Some examples of another dataset, those of these numbers."""

    def __init__(self, dataset, indices) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[place] for place in index]]
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset, lengths, generator=default_generator) -> list[Subset]:
    """Parts of a dataset, of these lengths or shares, each example in one of them by chance.

    Raises ValueError for lengths that are not those of the dataset together; warns of an empty part.
    """
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        for place, share in enumerate(lengths):
            if not 0 <= share <= 1:
                raise ValueError(f"Fraction at index {place} is not between 0 and 1")
        lengths = [math.floor(len(dataset) * share) for share in lengths]
        for place in range(len(dataset) - sum(lengths)):
            lengths[place % len(lengths)] += 1
        for place, length in enumerate(lengths):
            if length == 0:
                warnings.warn(f"Length of split at index {place} is 0. This might result in an empty dataset.",
                              stacklevel=2)
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = generator.permutation(len(dataset)).tolist()
    return [Subset(dataset, order[end - length:end]) for end, length in zip(itertools.accumulate(lengths), lengths)]


def drawn_seed(generator):
    """A number of 63 random bits, as PyTorch's `random_()` draws it."""
    return int(generator.integers(-(2**63), 2**63 - 1, ())) % 2**63


def default_collate(batch):
    """A batch from a list of examples: tensors one above the other, numbers as a tensor, and so inside dicts and lists.

    Raises TypeError for what cannot be put together, RuntimeError for lists of different lengths.
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch)
    if isinstance(first, (np.ndarray, np.bool_, np.number)) and first.dtype.kind not in "SUO":
        return stack([as_tensor(array) for array in batch])
    if isinstance(first, (float, int)):
        return tensor(batch, dtype=float64 if isinstance(first, float) else None)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        return type(first)({key: default_collate([example[key] for example in batch]) for key in first})
    if not isinstance(first, Sequence):
        found = first.dtype if isinstance(first, np.ndarray) else type(first)
        raise TypeError(
            f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {found}"
        )
    if any(len(example) != len(first) for example in batch):
        raise RuntimeError("each element in list of batch should be of equal size")
    parts = [default_collate(part) for part in zip(*batch)]
    return type(first)(*parts) if hasattr(first, "_fields") else parts


class DataLoader:
    """A dataset in batches, anew in each `for`: `for inputs, targets in DataLoader(dataset, 32, shuffle=True)`.

    shuffle     in random order, of `generator` or of the package's own stream
    drop_last   leave out a shorter batch at the end
    collate_fn  makes a batch from a list of examples
    num_workers counts for nothing: this process makes the batches. Raises ValueError for a size that is none.
    """

    def __init__(
        self, dataset, batch_size=1, shuffle=None, *, num_workers=0, collate_fn=default_collate, pin_memory=False,
        drop_last=False, generator=None,
    ) -> None:
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        if shuffle and len(dataset) == 0:
            raise ValueError("num_samples should be a positive integer value, but got num_samples=0")
        if type(batch_size) is not int or batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        self.dataset, self.batch_size, self.shuffle, self.drop_last = dataset, batch_size, shuffle, drop_last
        self.collate_fn, self.generator = collate_fn or default_collate, generator
        self.num_workers, self.pin_memory = num_workers, pin_memory

    def __iter__(self):
        drawn_seed(self.generator or default_generator)  # PyTorch's is for workers; the stream goes on as there
        return self.batches()

    def order(self):
        """The numbers of the examples; a random order is drawn when the first is asked for."""
        count = len(self.dataset)
        if not self.shuffle:
            yield from range(count)
            return
        generator = self.generator or Generator().manual_seed(drawn_seed(default_generator))
        yield from generator.permutation(count).tolist()
        generator.permutation(count)  # PyTorch draws once more, and takes none of it

    def batches(self):
        numbers = self.order()
        while batch := [*itertools.islice(numbers, self.batch_size)]:
            if len(batch) == self.batch_size or not self.drop_last:
                yield self.collate_fn([self.dataset[number] for number in batch])

    def __len__(self) -> int:
        return (len(self.dataset) + (0 if self.drop_last else self.batch_size - 1)) // self.batch_size
