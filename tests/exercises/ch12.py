"""Chapter 12: wrong answers to its exercises, in the place of the stub."""


def slopes(**changed):
    right = {"first": 27.0, "second": 18.0, "third": 6.0, "fourth": "error", "x.grad": 45.0}
    return f"slopes_at_3 = {right | {key.replace('_', '.'): value for key, value in changed.items()}}"


WRONG = {
    "12.1": [
        slopes(first=9.0),
        slopes(first=12.0),
        slopes(second=27.0),
        slopes(second=45.0),
        slopes(third=0.0),
        slopes(fourth=0.0),
        slopes(x_grad=18.0),
        slopes(x_grad=27.0),
        slopes(x_grad="error"),
        slopes(x_grad=33.0),
        slopes(first="27"),
    ],
    "12.2": [
        """
        def penalized(model, x):
            x = x.detach().requires_grad_()
            score = model(x).sum()
            slopes = grad(score, x, create_graph=True)[0]
            return (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            x = x.detach().requires_grad_()
            score = model(x).sum()
            slopes = grad(score, x, create_graph=True)[0]
            return score + slopes.sum() ** 2
        """,
        """
        def penalized(model, x):
            x = x.detach().requires_grad_()
            score = model(x).sum()
            slopes = d(model)(x)
            return score + (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            score = model(x).sum()
            slopes = grad(score, x, create_graph=True)[0]
            return score + (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            x = x.detach().requires_grad_()
            score = model(x).sum()
            slopes = grad(score, x, retain_graph=True)[0]
            return score + (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            x = x.detach().requires_grad_()
            score = model(x).sum()
            slopes = grad(score, x)[0]
            return score + (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            x = x.detach().requires_grad_()
            score = model(x).sum()
            slopes = grad(score, x, create_graph=True)
            return score + (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            x.requires_grad_()
            score = model(x).sum()
            slopes = grad(score, x, create_graph=True)[0]
            return score + (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            score = model(x).sum()
            x = x.detach().requires_grad_()
            slopes = grad(score, x, create_graph=True)[0]
            return score + (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            x = x.detach().requires_grad_()
            score = model(x).sum()
            score.backward(create_graph=True)
            slopes = x.grad
            return score + (slopes**2).sum()
        """,
        """
        def penalized(model, x):
            x = x.detach().requires_grad_()
            score = model(x).sum()
            slopes = score.backward(create_graph=True)
            return score + (slopes**2).sum()
        """,
    ],
    "12.3": [
        """
        def my_hvp(f, x, v):
            return hvp(f, x, v)[1]
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x, create_graph=True)
            return grad(first.sum(), x)[0] * v
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            f(x).backward(create_graph=True)
            x.grad.backward(v)
            return x.grad
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x)
            return grad(first, x, v)[0]
        """,
        """
        def my_hvp(f, x, v):
            (first,) = grad(f(x), x, create_graph=True)
            return grad(first, x, v)[0]
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x, create_graph=True)
            return grad(first, x)[0]
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x, create_graph=True)
            return grad(first.sum(), x)[0]
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x, v, create_graph=True)
            return grad(first, x, v)[0]
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x, create_graph=True)
            return first
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x, create_graph=True)
            return first * v
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x, create_graph=True)
            return grad(first, x, v)
        """,
        """
        def my_hvp(f, x, v):
            x = x.detach().requires_grad_()
            (first,) = grad(f(x), x, create_graph=True)
            grad(first, x, v)[0]
        """,
    ],
    "12.4": [
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, coefficients, factorial = f(x), [], 1
            for k in range(n + 1):
                factorial = factorial * k
                coefficients.append(y.item() / factorial)
                y = grad(y, x, create_graph=True)[0] if y.requires_grad else tensor(0.0)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, factorial = f(x), 1
            coefficients = [y.item()]
            for k in range(1, n + 1):
                y.backward(create_graph=True)
                y, factorial = x.grad, factorial * k
                coefficients.append(y.item() / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, factorial = f(x), 1
            coefficients = [y.item()]
            for k in range(1, n + 1):
                y, factorial = grad(y, x)[0], factorial * k
                coefficients.append(y.item() / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y = f(x)
            coefficients = [y.item()]
            for k in range(1, n + 1):
                y = grad(y, x, create_graph=True)[0] if y.requires_grad else tensor(0.0)
                coefficients.append(y.item())
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y = f(x)
            coefficients = [y.item()]
            for k in range(1, n + 1):
                y = grad(y, x, create_graph=True)[0] if y.requires_grad else tensor(0.0)
                coefficients.append(y.item() / k)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, factorial = f(x), 1
            coefficients = [y.item()]
            for k in range(1, n + 1):
                y = grad(y, x, create_graph=True)[0]
                factorial = factorial * k
                coefficients.append(y.item() / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, factorial = f(x), 1
            coefficients = [y.item()]
            for k in range(1, n + 1):
                if not y.requires_grad:
                    break
                y = grad(y, x, create_graph=True)[0]
                factorial = factorial * k
                coefficients.append(y.item() / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, factorial = f(x), 1
            coefficients = []
            for k in range(1, n + 1):
                y = grad(y, x, create_graph=True)[0] if y.requires_grad else tensor(0.0)
                factorial = factorial * k
                coefficients.append(y.item() / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, factorial = f(x), 1
            coefficients = [y.item()]
            for k in range(1, n):
                y = grad(y, x, create_graph=True)[0] if y.requires_grad else tensor(0.0)
                factorial = factorial * k
                coefficients.append(y.item() / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, factorial = f(x), 1
            coefficients = [y.item()]
            for k in range(1, n + 1):
                slope = grad(f(x), x, create_graph=True)[0]
                factorial = factorial * k
                coefficients.append(slope.item() / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a), requires_grad=True)
            y, factorial = f(x), 1
            coefficients = [y]
            for k in range(1, n + 1):
                y = grad(y, x, create_graph=True)[0] if y.requires_grad else tensor(0.0)
                factorial = factorial * k
                coefficients.append(y / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(a, requires_grad=True)
            y, factorial = f(x), 1
            coefficients = [y.item()]
            for k in range(1, n + 1):
                y = grad(y, x, create_graph=True)[0] if y.requires_grad else tensor(0.0)
                factorial = factorial * k
                coefficients.append(y.item() / factorial)
            return coefficients
        """,
        """
        def taylor(f, a, n):
            x = tensor(float(a))
            y, factorial = f(x), 1
            coefficients = [y.item()]
            for k in range(1, n + 1):
                y = grad(y, x, create_graph=True)[0]
                factorial = factorial * k
                coefficients.append(y.item() / factorial)
            return coefficients
        """,
    ],
}
