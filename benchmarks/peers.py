"""The workloads as users of three other libraries would write them; what a library cannot express is left out.

HIPS autograd and MyGrad speak NumPy, so one formula serves both: it takes the library in NumPy's place, the leaves,
and what is given. It returns the result on which `backward` is called.
"""

from importlib import import_module

PEERS = ("autograd", "mygrad", "mygrad, guard off", "micrograd")


def relu(np, x):
    return np.maximum(x, 0)


def chain(operation):
    def formula(np, x, w):
        y = x
        for _ in range(1000):
            y = operation(np, y, w)
        return y

    return formula


def fan_in(np, first, *leaves):
    total = first
    for leaf in leaves:
        total = total + leaf
    return total.sum()


def diamonds(np, x):
    y = x
    for _ in range(500):
        y = y * 0.5 + y * 0.5
    return y.sum()


def in_place(np, x):
    y = x * 2
    y += 1
    y *= x
    return y.sum()


def row_written(np, x):
    y = x * 2
    y[0] = x[1]
    return y.sum()


def view_written(np, x):
    y = x * 2
    row = y.T[0]
    row *= 3
    return y.sum()


def polynomial(np, a, b):
    c = a * b + b**3
    d = c * 2 + c
    return d / a - b


def network(act):
    def formula(np, *tensors):
        *leaves, x, target = tensors
        h = x
        for k in range(0, len(leaves), 2):
            h = h @ leaves[k] + leaves[k + 1]
            if k < len(leaves) - 2:
                h = act(np, h)
        return ((h - target) ** 2).mean()

    return formula


def transformer_block(np, *tensors, heads=4):
    *leaves, x, target = tensors
    weights, offsets, scales, shifts = leaves[:4], leaves[4:8], leaves[8:10], leaves[10:]
    batch, places, channels = x.shape

    def normalised(h, k):
        away = h - np.mean(h, axis=-1, keepdims=True)
        return away / np.sqrt(np.var(h, axis=-1, keepdims=True) + 1e-5) * scales[k] + shifts[k]

    def linear(h, k):
        return h @ weights[k] + offsets[k]

    joint = linear(normalised(x, 0), 0).reshape(batch, places, 3, heads, channels // heads)
    q, k, v = (np.transpose(joint[:, :, i], (0, 2, 1, 3)) for i in range(3))
    scores = np.matmul(q, np.transpose(k, (0, 1, 3, 2))) / (channels // heads) ** 0.5
    powers = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    attention = powers / np.sum(powers, axis=-1, keepdims=True)
    h = x + linear(np.transpose(np.matmul(attention, v), (0, 2, 1, 3)).reshape(batch, places, channels), 1)
    h = h + linear(relu(np, linear(normalised(h, 1), 2)), 3)
    return ((h - target) ** 2).mean()


FORMULAS = {
    "mean_of_squares": lambda np, x: ((x + 2) * (x + 2) * 3).mean(),
    "two_weights": lambda np, x, w1, w2: 6 - x * w1 * w2,
    "weighted_backward": lambda np, x: (x * 2) * (x * 2) + x,
    "power_and_sum": lambda np, x, y: (x**2 + y**3).sum(),
    "polynomial": polynomial,
    "neuron": lambda np, x1, x2, w1, w2, b: np.tanh(x1 * w1 + x2 * w2 + b),
    "add": lambda np, x, y: x + y,
    "sub": lambda np, x, y: x - y,
    "mul": lambda np, x, y: x * y,
    "div": lambda np, x, y: x / y,
    "neg": lambda np, x: -x,
    "times_a_number": lambda np, x: x * 2.5,
    "power": lambda np, x: x**2,
    "exp": lambda np, x: np.exp(x),
    "log": lambda np, x: np.log(x),
    "tanh": lambda np, x: np.tanh(x),
    "relu": relu,
    "view": lambda np, x: x.reshape(2, 2).reshape(4),
    "rows": lambda np, x: (x[0] * x[1]).sum(),
    "turned_and_stretched": lambda np, x: (np.broadcast_to(np.transpose(x).reshape(1, 3, 2), (4, 3, 2)) * 2).sum(),
    "adding": chain(lambda np, y, w: y + w),
    "multiplying": chain(lambda np, y, w: y * w),
    "tanh_of_tanh": chain(lambda np, y, w: np.tanh(y)),
    "diamonds": diamonds,
    "mlp_784_256_128_10": network(relu),
    "mlp_2_16_16_1": network(lambda np, h: np.tanh(h)),
    "tanh_exp_1e5": lambda np, x: (np.tanh(x) * x + np.exp(x)).sum(),
    "tanh_exp_1e6": lambda np, x: (np.tanh(x) * x + np.exp(x)).sum(),
    "sigmoid_log_1e6": lambda np, x: (1 / (1 + np.exp(-x)) * np.log(x + 1)).sum(),
    "arithmetic_1e7": lambda np, x: np.tanh(x * x + x).sum(),
    "sum_all": lambda np, x: x.sum(),
    "sum_rows_mean": lambda np, x: x.sum(1).mean(),
    "mean_of_squares_of_columns": lambda np, x: (x.mean(0) ** 2).sum(),
    "row_added": lambda np, x, row: (x + row).sum(),
    "row_multiplied": lambda np, x, row: (x * row).sum(),
    "transformer_block": transformer_block,
}


# What only one of the libraries has


def slopes_of(function):
    """HIPS autograd's gradient of the sum of an elementwise function."""
    return import_module("autograd").elementwise_grad(function)


def line_for_autograd():
    extend = import_module("autograd.extend")
    line = extend.primitive(lambda w, x, b: w * x + b)
    extend.defvjp(line, lambda _, w, x, b: lambda grad: grad * x, lambda _, w, x, b: lambda grad: grad * w,
                  lambda _, w, x, b: lambda grad: grad)
    return lambda np, w, b, x: line(w, x, b).sum()


def line_for_mygrad():
    mygrad = import_module("mygrad")

    class Line(import_module("mygrad.operation_base").Operation):
        def __call__(self, w, x, b):
            self.variables = w, x, b
            return w.data * x.data + b.data

        def backward_var(self, grad, index, **kwargs):
            w, x, _ = self.variables
            return (grad * x.data, grad * w.data, grad)[index]

    return lambda np, w, b, x: mygrad.execute_op(Line, w, x, b).sum()


ONLY = {
    ("autograd", "second_derivative"): lambda: lambda np, x: slopes_of(lambda x: x**3 + np.exp(x) * x)(x).sum(),
    ("autograd", "gradient_penalty"): lambda: lambda np, w, x: (slopes_of(lambda x: np.tanh(x @ w))(x) ** 2).sum(),
    ("autograd", "custom_function"): line_for_autograd,
    ("mygrad", "custom_function"): line_for_mygrad,
    ("mygrad", "in_place"): lambda: in_place,
    ("mygrad", "row_written"): lambda: row_written,
    ("mygrad", "view_written"): lambda: view_written,
    ("mygrad", "fan_in"): lambda: fan_in,  # with 10,000 arguments HIPS autograd takes minutes
    ("micrograd", "two_weights"): lambda: FORMULAS["two_weights"],
    ("micrograd", "polynomial"): lambda: polynomial,
}


# How each library runs a formula: a step that returns the gradients


def autograd_step(formula, work):
    numpy, make_vjp = import_module("autograd.numpy"), import_module("autograd").make_vjp
    leaves, given, weights = arrays(work)

    def of_leaves(*leaves):
        return formula(numpy, *leaves, *given)

    vjp_of = make_vjp(of_leaves, tuple(range(len(leaves))))

    def step():
        vjp, result = vjp_of(*leaves)
        gradients = vjp(numpy.ones_like(result) if weights is None else weights)
        if work.rate:
            for leaf, gradient in zip(leaves, gradients):
                leaf -= gradient * work.rate
        return gradients

    return step


def mygrad_step(formula, work, guarded):
    """With or without its memory guard, which makes arrays read-only while a graph needs them."""
    mygrad = import_module("mygrad")
    set_guard = mygrad.turn_memory_guarding_on if guarded else mygrad.turn_memory_guarding_off
    leaves, given, weights = arrays(work)
    leaves = [mygrad.tensor(leaf) for leaf in leaves]

    def step():
        set_guard()  # the guard is one for the whole process; this call takes 0.1 µs
        for leaf in leaves:
            leaf.null_grad()
        formula(mygrad, *leaves, *given).backward(weights)
        if work.rate:
            for leaf in leaves:
                leaf.data -= leaf.grad * work.rate
        return [leaf.grad for leaf in leaves]

    return step


def micrograd_step(formula, work):
    numpy, value = import_module("numpy"), import_module("micrograd.engine").Value
    leaves = [value(leaf.item()) for leaf in work.leaves]

    def step():
        for leaf in leaves:
            leaf.grad = 0
        formula(None, *leaves).backward()
        return [numpy.float64(leaf.grad) for leaf in leaves]

    return step


def arrays(work):
    """(leaves, given, weights) as arrays of their own."""
    leaves, given = ([tensor.detach().numpy().copy() for tensor in part] for part in (work.leaves, work.given))
    return leaves, given, None if work.weights is None else work.weights.numpy().copy()


def step_of(peer, name, work):
    """A step of this workload, from a `Work` in PyTorch, that returns the leaves' gradients; None if left out."""
    library = peer.partition(",")[0]
    if (library, name) in ONLY:
        formula = ONLY[library, name]()
    elif library != "micrograd" and name in FORMULAS:
        formula = FORMULAS[name]
    else:
        return None
    if library == "mygrad":
        return mygrad_step(formula, work, guarded=peer == library)
    return {"autograd": autograd_step, "micrograd": micrograd_step}[library](formula, work)
