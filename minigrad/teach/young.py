"""The graph of a young engine, of chapters 1 and 2, built once more with the finished package: so that it can be drawn.

Its nodes know their inputs. What pictures need besides, that a node can be asked by hand, comes with chapter 3.
"""

import operator

import numpy as np

STEPS = {"AddBackward0": operator.add, "MulBackward0": operator.mul, "MeanBackward0": lambda value: value.mean()}


def reader(package):
    """A function for `viz`: gives (out, {name: tensor}) with the tensors of `package` in place of the young engine's.

    What it does not know stays as it is.
    """

    def read(out, tensors):
        made = {}

        def readable(tensor):
            nodes = behind(tensor)
            if not is_young(tensor) or any(type(node).__name__ not in STEPS for _, node in nodes):
                return tensor
            for result, node in nodes:
                inputs = [readable(value) if value.grad_fn is None else made[id(value)] for value in node.inputs]
                if id(result) not in made:
                    made[id(result)] = STEPS[type(node).__name__](*inputs)
                    made[id(result)].array = np.asarray(result.array)  # what was computed, whatever `forward` is now
            if id(tensor) not in made:
                made[id(tensor)] = copy(tensor, package)
            return made[id(tensor)]

        return readable(out), {name: readable(tensor) for name, tensor in tensors.items()}

    return read


def is_young(value):
    """Whether this is a tensor of a young engine: a leaf, or a result whose node has its inputs."""
    if type(value).__name__ != "Tensor" or not hasattr(value, "grad_fn"):
        return False
    return value.grad_fn is None or hasattr(value.grad_fn, "inputs")


def behind(out):
    """[(result, its node)] of everything recorded that `out` came from, inputs before results."""
    found, waiting = {}, [(out, False)]
    while waiting:
        result, done = waiting.pop()
        node = getattr(result, "grad_fn", None)
        if node is None or id(result) in found:
            continue
        if done:
            found[id(result)] = result, node
        else:
            waiting += [(result, True), *((value, False) for value in getattr(node, "inputs", ()))]
    return list(found.values())


def copy(leaf, package):
    """A leaf of the package with the same numbers, flag and gradient."""
    made = package.from_numpy(np.array(leaf.array)).requires_grad_(leaf.requires_grad)
    if leaf.grad is not None:
        made.grad = package.from_numpy(np.array(leaf.grad.array, dtype=leaf.array.dtype))
    return made
