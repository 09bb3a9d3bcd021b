"""More modules, in the pattern of chapter 13: rows looked up, and entries left out by chance."""

from minigrad.core.tensors import Tensor
from minigrad.library.constructors import zeros
from minigrad.nn.functional import dropout, embedding
from minigrad.nn.init import normal_, zeros_
from minigrad.nn.modules import Module, Parameter
from minigrad.nn.operations import padding_place, refuse_share


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
