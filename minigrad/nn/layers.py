"""More modules, in the pattern of chapter 13: what chapter 16's network that writes is made of."""

from minigrad.core.tensors import Tensor
from minigrad.library.devices import zeros
from minigrad.nn.functional import dropout, embedding
from minigrad.nn.init import normal_, zeros_
from minigrad.nn.modules import Module, Parameter, place
from minigrad.nn.operations import padding_place, refuse_share
from minigrad.nn.state import require_module


class ModuleList(Module):
    """Modules in a list, whose parameters are found, unlike those in a list of Python's. It has no `forward`.

    Raises TypeError for what is no module, IndexError for a place that is not there.
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __len__(self):
        return len(list(self.named_children()))

    def __iter__(self):
        return (module for _, module in self.named_children())

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, self.name_of(index))

    def __setitem__(self, index, module):
        setattr(self, self.name_of(index), require_module(module))

    def name_of(self, index):
        """The name of the module to which an index points, which may count from the end."""
        return str(place(range(len(self)), index) % len(self))

    def append(self, module):
        """One more at the end."""
        setattr(self, str(len(self)), require_module(module))
        return self

    def extend(self, modules):
        """Several more at the end."""
        if not hasattr(modules, "__iter__"):
            raise TypeError(f"ModuleList.extend should be called with an iterable, but got {type(modules).__name__}")
        for module in [require_module(module) for module in modules]:
            self.append(module)
        return self

    def __iadd__(self, modules):
        return self.extend(modules)

    def insert(self, index, module):
        """One more before the one at this index; those behind it get the next numbers."""
        modules = list(self)
        modules.insert(index, require_module(module))
        for number, each in enumerate(modules):
            setattr(self, str(number), each)

    def __repr__(self):
        """Neighbours that are alike stand on one line: (0-3): 4 x ReLU()."""
        runs = []  # [first place, last place, text]
        for number, module in enumerate(self):
            if runs and runs[-1][2] == repr(module):
                runs[-1][1] = number
            else:
                runs.append([number, number, repr(module)])
        lines = [
            f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}"
            for first, last, text in runs
        ]
        inside = "".join(f"\n{line}" for line in lines).replace("\n", "\n  ")
        return f"{type(self).__name__}({inside}\n)" if lines else f"{type(self).__name__}()"


class Embedding(Module):
    """A row of numbers to learn for each of `num_embeddings` things, such as letters. (...) -> (..., embedding_dim)

    padding_idx  the number of a thing that stays 0 and learns nothing
    The rows start as PyTorch's do, with the same random numbers. Raises AssertionError for another `padding_idx` than
    that of a row, or for `_weight` of another shape.
    """

    def __init__(
        self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
        sparse=False, _weight=None, _freeze=False, device=None, dtype=None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = padding_place(padding_idx, num_embeddings)
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        self.sparse = sparse
        if _weight is None:
            numbers = zeros((num_embeddings, embedding_dim), device=device, dtype=dtype)
            self.weight = Parameter(numbers, requires_grad=not _freeze)
            self.reset_parameters()
        else:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], (
                "Shape of weight does not match num_embeddings and embedding_dim"
            )
            self.weight = Parameter(_weight, requires_grad=not _freeze)

    def reset_parameters(self) -> None:
        """Draw new rows from the normal distribution; that of `padding_idx` is 0."""
        normal_(self.weight)
        if self.padding_idx is not None:
            zeros_(self.weight.detach()[self.padding_idx])

    def forward(self, input) -> Tensor:
        return embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse,
        )

    def extra_repr(self):
        parts = [f"{self.num_embeddings}, {self.embedding_dim}"]
        usual = {"padding_idx": None, "max_norm": None, "norm_type": 2, "scale_grad_by_freq": False}
        parts += [f"{name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        return ", ".join(parts + ["sparse=True"] * bool(self.sparse))


class Dropout(Module):
    """While it is trained, each entry is 0 with probability `p`, and the others grow by 1 / (1 - p).

    In use (`eval`) it hands its input on. Raises ValueError unless `p` is a probability.
    """

    def __init__(self, p=0.5, inplace=False) -> None:
        super().__init__()
        refuse_share(p)
        self.p, self.inplace = p, inplace

    def forward(self, input) -> Tensor:
        return dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"
