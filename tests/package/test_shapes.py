"""Views and indexing: whose memory a result uses, what its node is called, and where its gradient goes."""

import re

import minigrad as torch
import numpy as np
import pytest

X = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]


def matrix():
    return torch.tensor(X, requires_grad=True)


def names(tensor):
    """The names of the nodes from a result back to its leaf."""
    node, found = tensor.grad_fn, []
    while node.next_functions:
        found.append(node.name())
        ((node, _),) = node.next_functions
    return found


def shares(a, b):
    return np.shares_memory(a.detach().numpy(), b.detach().numpy())


VIEWS = {
    "transpose": (lambda x: x.transpose(0, -1), ["TransposeBackward0"]),
    "swapaxes": (lambda x: x.swapaxes(-2, -1), ["TransposeBackward0"]),
    "permute": (lambda x: x.permute(1, 0), ["PermuteBackward0"]),
    "permute, a tuple": (lambda x: x.permute((-1, 0)), ["PermuteBackward0"]),
    "t": (lambda x: x.t(), ["TBackward0"]),
    "T": (lambda x: x.T, ["PermuteBackward0"]),
    "unsqueeze": (lambda x: x.unsqueeze(-1), ["UnsqueezeBackward0"]),
    "squeeze": (lambda x: x.squeeze(), ["SqueezeBackward0"]),
    "squeeze one": (lambda x: x.unsqueeze(1).squeeze(1), ["SqueezeBackward1", "UnsqueezeBackward0"]),
    "squeeze none": (lambda x: x.squeeze(0), ["SqueezeBackward1"]),
    "view_as": (lambda x: x.view_as(torch.ones(3, 2)), ["ViewBackward0"]),
    "reshape": (lambda x: x.reshape(-1), ["ViewBackward0"]),
    "flatten": (lambda x: x.flatten(), ["ViewBackward0"]),
    "flatten, negative": (lambda x: x.flatten(-2, -1), ["ViewBackward0"]),
    "one entry": (lambda x: x[1], ["SelectBackward0"]),
    "from the back": (lambda x: x[:, -1], ["SelectBackward0"]),
    "slice": (lambda x: x[:, 1:], ["SliceBackward0"]),
    "every second": (lambda x: x[:, ::2], ["SliceBackward0"]),
    "all of it": (lambda x: x[...], ["AliasBackward0"]),
    "a new dimension": (lambda x: x[:, None], ["UnsqueezeBackward0"]),
    "several at once": (lambda x: x[0, 1:], ["SliceBackward0", "SelectBackward0"]),
}
COPIES = {
    "clone": (lambda x: x.clone(), ["CloneBackward0"]),
    "flatten": (lambda x: x.t().flatten(), ["UnsafeViewBackward0", "CloneBackward0", "TBackward0"]),
    "a list": (lambda x: x[[1, 0]], ["IndexBackward0"]),
    "a tensor": (lambda x: x[torch.tensor([0, 1])], ["IndexBackward0"]),
    "a mask": (lambda x: x[torch.tensor([False, True])], ["IndexBackward0"]),
    "a list in the second place": (lambda x: x[:, [2, 0]], ["IndexBackward0"]),
}


def ids(table):
    return {"argvalues": table.values(), "ids": table.keys()}


@pytest.mark.parametrize(("look", "nodes"), **ids(VIEWS))
def test_a_view_has_the_memory_of_its_source_and_counts_with_it(look, nodes):
    x = matrix()
    view = look(x)
    assert names(view) == nodes
    assert shares(x, view)
    view.detach().add_(1)
    assert (x._version, view._version) == (1, 1)
    assert x.tolist() != X


@pytest.mark.parametrize(("look", "nodes"), **ids(COPIES))
def test_a_copy_has_memory_of_its_own(look, nodes):
    x = matrix()
    copy = look(x)
    assert names(copy) == nodes
    assert not shares(x, copy)
    copy.detach().add_(1)
    assert (x._version, x.tolist()) == (0, X)


@pytest.mark.parametrize("look", [look for look, _ in (*VIEWS.values(), *COPIES.values())])
def test_each_gradient_goes_back_to_the_place_its_number_came_from(look):
    """Looking at the places' own numbers says which number went where."""
    x, places = matrix(), torch.arange(6.0).reshape(2, 3)
    weights = torch.arange(1.0, look(x).numel() + 1).reshape(look(x).shape)
    look(x).backward(weights)
    expected = [0.0] * 6
    for place, weight in zip(look(places).flatten().tolist(), weights.flatten().tolist()):
        expected[int(place)] += weight
    assert x.grad.flatten().tolist() == expected


@pytest.mark.parametrize("look", [look for look, _ in (*VIEWS.values(), *COPIES.values())])
def test_the_gradient_of_a_gradient_goes_the_same_way(look):
    x = matrix()
    (first,) = torch.autograd.grad((look(x) ** 3).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    seen = look(torch.arange(6.0).reshape(2, 3)).flatten().tolist()
    assert second.flatten().tolist() == [6 * n * (k in seen) for k, n in enumerate(sum(X, []))]


def test_flatten_gives_one_dimension_for_a_range_of_them():
    x = torch.ones(2, 3, 4)
    assert [tuple(x.flatten(*dims).shape) for dims in ((), (1,), (0, 1), (-2, -1))] == [(24,), (2, 12), (6, 4), (2, 12)]
    assert tuple(torch.ones(2, 0).flatten().shape) == (0,)
    assert torch.tensor(2.0).flatten().tolist() == [2.0]
    assert tuple(torch.flatten(x, start_dim=1).shape) == (2, 12)


def test_flatten_gives_the_tensor_itself_where_there_is_nothing_to_do():
    x = torch.ones(3)
    y = torch.ones(2, 3)
    assert x.flatten() is x
    assert y.flatten(1, 1) is y


def test_a_single_number_may_be_turned_too():
    x = torch.tensor(2.0, requires_grad=True)
    y = x.transpose(0, -1).permute(())
    y.backward()
    assert (names(y), y.item(), x.grad.item()) == (["PermuteBackward0", "TransposeBackward0"], 2.0, 1.0)


def test_expanded_entries_get_the_sum_of_their_gradients():
    x = torch.tensor([[1.0], [2.0]], requires_grad=True)
    y = x.expand_as(torch.ones(4, 2, 3))
    y.backward(torch.arange(24.0).reshape(4, 2, 3))
    assert shares(x, y)
    assert x.grad.tolist() == [[120.0], [156.0]]
    assert tuple(x.expand(-1, 5).shape) == (2, 5)


def test_a_place_named_twice_gets_both_gradients():
    x = torch.zeros(3, requires_grad=True)
    x[[0, 0, -3, 1]].backward(torch.tensor([1.0, 10.0, 100.0, 1000.0]))
    assert x.grad.tolist() == [111.0, 1000.0, 0.0]


def test_two_lists_name_places_together():
    x = matrix()
    x[[0, 1, 1], [2, 0, 0]].backward(torch.tensor([1.0, 10.0, 100.0]))
    assert x.grad.tolist() == [[0.0, 0.0, 1.0], [110.0, 0.0, 0.0]]


@pytest.mark.parametrize("written", [False, True])
def test_places_that_are_written_into_are_refused_on_the_way_back(lib, written):
    x, places = lib.zeros(2, requires_grad=True), lib.tensor([0, 1])
    y = x * 1
    if written:
        y[places] = 5.0
    else:
        y = y[places]
    places.zero_()
    with pytest.raises(RuntimeError, match=re.escape("[torch.LongTensor [2]] is at version 1; expected version 0")):
        y.sum().backward()
    assert x.grad is None


def test_a_mask_that_is_written_into_is_refused_on_the_way_back(lib):
    x = lib.ones(2, requires_grad=True)
    mask = x.detach() > 0
    y = x[mask]
    mask.zero_()
    with pytest.raises(RuntimeError, match=re.escape("[CPUBoolType [2]] is at version 1; expected version 0 instead")):
        y.sum().backward()


def test_places_in_a_list_may_change_later(lib):
    x, places = lib.ones(3, requires_grad=True), [0, 0]
    y = x[places]
    places[0] = 2
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 0.0, 0.0]


@pytest.mark.parametrize("rest", [
    ([0, 3],), (slice(None), [0, 3]), (1,), (slice(1, 3),), (slice(None), 2), ([0, 3], [1, 1]),
])
def test_a_mask_of_a_matrix_stands_for_two_dimensions(rest):
    x, mask = np.arange(120.0).reshape(2, 3, 4, 5), np.arange(6).reshape(2, 3) > 3
    assert torch.tensor(x)[(mask, *rest)].tolist() == x[(mask, *rest)].tolist()
    written = torch.tensor(x)
    written[(mask, *rest)] = x[(mask, *rest)] = 7.0
    assert written.tolist() == x.tolist()


def test_iterating_gives_the_rows():
    assert [row.tolist() for row in matrix()] == X


def test_the_dims_of_a_tensor_that_is_no_matrix_are_reversed_with_a_warning():
    with pytest.warns(UserWarning, match="dimension other than 2 to reverse their shape is deprecated"):
        assert tuple(torch.ones(2, 3, 4).T.shape) == (4, 3, 2)


WRITES = {
    "x[0]": [[1, 1], [0, 0]], "x[1:]": [[0, 0], [1, 1]], "x.unbind(0)[0]": [[1, 1], [0, 0]],
    "x.split(1)[1]": [[0, 0], [1, 1]], "x.t()[0]": [[1, 0], [1, 0]], "x.diagonal()": [[1, 0], [0, 1]],
    "x.trace()": [[1, 0], [0, 1]], "x.max(0)[0]": [[0, 0], [1, 1]], "x.sort(1)[0]": [[1, 1], [1, 1]],
    "x.topk(1, 0, largest=False)[0]": [[1, 1], [0, 0]],
}  # code: 1 where it sends a gradient
ADDS = dict.fromkeys(["x[[0]]", "x.cumsum(0)"], [[0, 0], [0, 0]])


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("code", [*WRITES, *ADDS])
def test_a_gradient_of_minus_zero_keeps_its_sign_where_it_is_written_not_added(lib, code, create_graph):
    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    y = eval(code)
    (slope,) = lib.autograd.grad(y, x, -lib.zeros_like(y), create_graph=create_graph)
    assert (1 / slope.detach() < 0).long().tolist() == {**WRITES, **ADDS}[code]


def test_running_sums_start_at_zero(lib):
    assert (1 / lib.tensor([-0.0, -0.0]).cumsum(0)).tolist() == [float("inf")] * 2
