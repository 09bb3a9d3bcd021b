"""`viz.memory`: the nodes and the saved bytes behind a result, the same for minigrad and for PyTorch."""

import pytest

from minigrad import viz


def loss_of(lib, w):
    return ((w * lib.ones(1000) - 3) ** 2).mean()


def counts(memory):
    return memory.nodes, memory.arrays, memory.bytes, memory.freed


def test_each_kind_of_node_has_a_row_with_what_it_saved(lib):
    assert viz.memory(loss_of(lib, lib.ones(1000, requires_grad=True))).text == (
        "node            how many  saves     bytes\n"
        "--------------  --------  --------  -----\n"
        "MeanBackward0          1  nothing       0\n"
        "PowBackward0           1  self      4,000\n"
        "SubBackward0           1  nothing       0\n"
        "MulBackward0           1  other     4,000\n"
        "AccumulateGrad         1  nothing       0\n"
        "all                    5  2 arrays  8,000"
    )


def test_a_pass_frees_the_bytes_and_leaves_the_nodes(lib):
    loss = loss_of(lib, lib.ones(1000, requires_grad=True))
    loss.backward(retain_graph=True)
    assert counts(viz.memory(loss)) == (5, 2, 8000, 0)
    loss.backward()
    assert counts(viz.memory(loss)) == (5, 0, 0, 2)
    assert [row[:3] for row in viz.memory(loss).rows if "freed" in row] == [
        ("PowBackward0", "1", "freed"), ("MulBackward0", "1", "freed")
    ]


def test_an_array_that_several_nodes_saved_counts_once(lib):
    x = lib.ones(1000, requires_grad=True)
    assert counts(viz.memory(x * x)) == (2, 1, 4000, 0)
    assert counts(viz.memory([x**2, x**3])) == (3, 1, 4000, 0)
    assert counts(viz.memory(x**2 + x.view(10, 100).view(1000) ** 2)) == (6, 1, 4000, 0)


def test_a_saved_part_keeps_the_whole_array(lib):
    x = lib.ones(1000, requires_grad=True)
    assert counts(viz.memory(x[:10] ** 2)) == (3, 1, 4000, 0)


def test_a_saved_result_and_a_saved_number_count(lib):
    x = lib.ones(1000, requires_grad=True)
    memory = viz.memory(x.exp() * 3)
    assert [row[2:] for row in memory.rows] == [("other", "8"), ("result", "4,000"), ("nothing", "0"),
                                                ("2 arrays", "4,008")]


def test_what_a_users_function_saved_counts_until_it_is_freed(lib):
    class Square(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.factor = 2
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.factor * ctx.saved_tensors[0]

    y = Square.apply(lib.ones(1000, requires_grad=True)).sum()
    assert viz.memory(y).rows[1] == ("SquareBackward", "1", "saved_tensors", "4,000")
    y.backward()
    assert viz.memory(y).rows[1] == ("SquareBackward", "1", "freed", "0")


def test_looking_changes_nothing(lib):
    x = lib.ones(3, requires_grad=True)
    y = (x.exp() * x).sum()
    before = viz.state(x=x, y=y).rows
    viz.memory(y)
    assert viz.state(x=x, y=y).rows == before
    y.backward()
    assert [round(number, 4) for number in x.grad.tolist()] == [5.4366] * 3


def test_an_overwritten_array_is_passed_over(lib):
    x = lib.ones(3, requires_grad=True)
    middle = x * x
    y = middle**2
    middle.add_(1)
    assert counts(viz.memory(y)) == (3, 1, 12, 0)


def test_behind_a_leaf_there_is_nothing(lib):
    assert counts(viz.memory(lib.ones(3, requires_grad=True))) == (0, 0, 0, 0)
    assert viz.memory([]).rows == [("all", "0", "0 arrays", "0")]


def test_a_long_chain_is_counted_without_recursion(lib):
    x = lib.ones(1, requires_grad=True)
    for _ in range(20_000):
        x = x + 1
    assert viz.memory(x).nodes == 20_001


def test_only_tensors_have_a_graph():
    with pytest.raises(TypeError, match="expected a tensor, or a list of tensors, but got float"):
        viz.memory(3.0)


def test_the_table_names_its_rows_and_columns_to_a_screen_reader(lib):
    html = viz.memory(lib.ones(3, requires_grad=True) * 2).html()
    assert '<th scope="col">how many</th>' in html and '<th scope="row">MulBackward0</th>' in html
    assert "</caption>" in html
