"""Right definitions in other styles, which serve their chapter and the next ones, until an engine asks for more.

{name: [(source, the chapter from which on ours takes its place, words of what the reader is told)]}
"""

NR = "key=lambda node: node.sequence_nr"
WALK = "def walk(order, arrived):\n"
LOOP = "    while order:\n        node = order.pop()\n        for target, grad in act(node, arrived.pop(node)):\n"
SUM = "            arrived[target] = arrived[target] + grad if target in arrived else grad"

UNTIL = {
    "walk": [
        (f"{WALK}    while order:\n        node = order.pop()\n        if node in arrived:\n"
         f"            for target, grad in act(node, arrived.pop(node)):\n    {SUM}", 10, "no `if node in arrived`"),
        (f"{WALK}    while order:\n        node = order.pop()\n        if arrived.get(node) is None:\n"
         f"            continue\n        for target, grad in act(node, arrived.pop(node)):\n{SUM}",
         10, "no `if node in arrived`"),
        (f"{WALK}{LOOP}            arrived[target] = np.add(arrived[target], grad) if target in arrived else grad",
         12, "are added by `+`"),
        (f"{WALK}    while order:\n        node = order[-1]\n"
         f"        for target, grad in act(node, arrived.pop(node)):\n{SUM}\n        order.pop()",
         10, "take the node by order.pop()"),
        (f"{WALK}    while order:\n        node = max(order, {NR})\n        order.remove(node)\n"
         f"        for target, grad in act(node, arrived.pop(node)):\n{SUM}", 10, "take the node by order.pop()"),
        (f"{WALK}{LOOP}            if target in arrived:\n                grad = arrived.pop(target) + grad\n"
         "            arrived[target] = grad", 5, "Pop for the node alone"),
        (f"{WALK}{LOOP}            if target in arrived:\n                arrived[target] = arrived[target] + grad\n"
         "            else:\n                arrived.setdefault(target, grad)", 10, "by arrived[target] = ..."),
        (f"{WALK}{LOOP}            arrived[target] = arrived[target] + grad if target in arrived else grad.copy()",
         10, "without a copy"),
        (f"{WALK}    for node in reversed(order):\n        for target, grad in act(node, arrived.pop(node)):\n{SUM}",
         10, "ask `order` each time"),
        (f"{WALK}    for place in range(len(order) - 1, -1, -1):\n"
         f"        for target, grad in act(order[place], arrived.pop(order[place])):\n{SUM}", 10,
         "ask `order` each time"),
        (f"{WALK}{LOOP}            old = arrived.get(target)\n"
         "            arrived.update({target: grad if old is None else old + grad})", 10, "by arrived[target] = ..."),
        (f"{WALK}    while order:\n        node = order.pop()\n        grad = arrived[node]\n"
         f"        del arrived[node]\n        for target, grad in act(node, grad):\n{SUM}", 5, "take its gradient by"),
        (f"{WALK}    while order:\n        node = order.pop()\n        for target, grad in act(node, arrived[node]):\n"
         f"{SUM}", 5, "take its gradient by"),
        (f"{WALK}{LOOP.replace('pop(node)', 'pop(node, None)')}{SUM}", 5, "with the node alone"),
        (f"{WALK}{LOOP}            arrived[target] = arrived.get(target, 0) + grad", 10, "travels on as it is"),
        (f"{WALK}    for node in order[::-1]:\n        for target, grad in act(node, arrived.pop(node)):\n{SUM}", 10,
         "ask `order` each time"),
        (f"{WALK}    order.reverse()\n    for node in order:\n"
         f"        for target, grad in act(node, arrived.pop(node)):\n{SUM}", 10, "ask `order` each time"),
    ],
}
