"""Whose hooks a backward pass would call: what only looks at a graph must not call them, but can say so."""

import gc

from minigrad.locale import say


def hooked(structure):
    """The names of the tensors and nodes that have a hook, in the order of the text form; such nodes.

    A hook on a result that has no name here counts for its node: "the result of MulBackward0". Of PyTorch's tensors
    only those are found that still exist.
    """
    called = {(id(node.function), 0): node.leaf[0] or say("a leaf") for node in structure.nodes if node.leaf}
    called |= {(id(node.function), output): name for node in structure.nodes for output, name, _ in node.results}
    called |= {(id(tensor.grad_fn), tensor.output_nr): name for name, tensor, _ in structure.roots if name}
    kinds = {type(tensor) for _, tensor, _ in structure.roots}
    functions = [node.function for node in structure.nodes]  # of a young engine they take no hooks
    foreign = any(hasattr(function, "register_hook") and not hasattr(function, "_hooks") for function in functions)
    alive = [thing for thing in gc.get_objects() if type(thing) in kinds and thing._backward_hooks] if foreign else []
    found, nodes = [], set()
    for node in structure.nodes:
        outputs, own = outside(node, alive) if foreign else inside(node)
        unnamed = say("the result of {node}").format(node=node.name)
        found += [called.get((id(node.function), output), unnamed) for output in sorted(outputs)]
        if own:
            found.append(node.name)
            nodes.add(node)
    return list(dict.fromkeys(found)), nodes


def inside(node):
    """(outputs whose tensor has a hook, whether the node itself has one), as minigrad keeps them."""
    hooks = getattr(node.function, "_hooks", None)
    if hooks is None:
        return set(), False
    outputs = {output for output, functions in hooks.of_tensor.items() if functions}
    return outputs | ({0} if hooks.filled else set()), bool(hooks.first or hooks.last)


def outside(node, alive):
    """The same for a node of PyTorch, which has no list of its hooks: but a handle knows what it stands among."""
    outputs = {tensor.output_nr for tensor in alive if tensor.grad_fn is node.function}
    if node.leaf and (node.leaf[1]._backward_hooks or node.leaf[1]._post_accumulate_grad_hooks):
        outputs.add(0)
    handles = [register(print) for register in (node.function.register_hook, node.function.register_prehook)]
    for handle in handles:
        handle.remove()
    return outputs, any(handle.hooks_dict_ref() for handle in handles)
