# ruff: noqa
# Snippets for chapter 8, run on real PyTorch by tools/record.py; the answers are in ch08.json.

# %% document 003's sum, at 1 and at 2: what the block computed sends nothing back
for x in (torch.tensor(1., requires_grad=True), torch.tensor(2., requires_grad=True)):
    with torch.no_grad(): y2 = x ** 3
    y3 = (y1 := x ** 2) + y2
    y3.backward()
    print(y1, y2, y3, x.grad)

# %% documents 000 and 002: results of a block, and a flag that decides
x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
for flag in (False, True):
    with torch.set_grad_enabled(flag):
        z = x + y * 2
    print(flag, z.requires_grad, z.is_leaf, torch.is_grad_enabled())

# %% a block sets back what was there: on, off, on, off, on
print(torch.is_grad_enabled())
with torch.no_grad():
    with torch.enable_grad(): print((torch.ones(1, requires_grad=True) * 2).requires_grad)
    with torch.no_grad(): print(torch.is_grad_enabled())
    print(torch.is_grad_enabled())

# %% an error ends the block, comes out, and the switch is set back
try:
    with torch.no_grad():
        torch.ones(2) * torch.ones(3)
except RuntimeError as error:
    print(error, torch.is_grad_enabled())

# %% one object, used twice: each time it notes anew
block = torch.no_grad()
with torch.no_grad():
    with block: pass
with block: print(torch.is_grad_enabled())
print(torch.is_grad_enabled(), block.__exit__(None, None, None))

# %% a decorated function: each call in a block of its own, arguments and answer as before
w = torch.ones(2, requires_grad=True)
def scaled(t, by=2): return t * by
without, with_it = torch.no_grad()(scaled), torch.enable_grad()(scaled)
print(without(w, by=3), with_it(w), scaled(w, 4), without.__name__)
with torch.no_grad(): print(with_it(w).requires_grad, torch.is_grad_enabled())

# %% a decorated function that calls itself, and one that fails
down = torch.no_grad()(lambda n: [down(n - 1), torch.is_grad_enabled()][1] if n else 1 / 0)
try: down(3)
except ZeroDivisionError as error: print(error, torch.is_grad_enabled())

# %% a line of its own stays, until another line
x = torch.zeros(1, requires_grad=True)
off = torch.set_grad_enabled(False)
print((x * 2).requires_grad, torch.is_grad_enabled(), off)
on = torch.set_grad_enabled(True)
print((x * 2).requires_grad, on)

# %% set_grad_enabled made here, entered there
block = torch.set_grad_enabled(False)
torch.set_grad_enabled(True)
with block: print(torch.is_grad_enabled())
print(torch.is_grad_enabled())

# %% set_grad_enabled as a decorator switches at each call, not at once
double = torch.set_grad_enabled(False)(lambda t: t * 2)
print(torch.is_grad_enabled(), double(torch.ones(1, requires_grad=True)).requires_grad)
torch.set_grad_enabled(False)
again = torch.set_grad_enabled(True)(lambda t: t * 2)
print(torch.is_grad_enabled(), again(torch.ones(1, requires_grad=True)).requires_grad, torch.set_grad_enabled(True))

# %% True or False, nothing else
torch.set_grad_enabled(0)

# %% each thread has a switch of its own
from threading import Thread
with torch.no_grad():
    other = Thread(target=lambda: print(torch.is_grad_enabled()))
    other.start(), other.join()
    print(torch.is_grad_enabled())

# %% detach: a new tensor, the same numbers, no history
x = torch.tensor([2.], requires_grad=True)
y = x * 3; d = y.detach()
(y * d).backward()
d.numpy()[0] = 7.
x.grad, d, d.requires_grad, d.is_leaf, y

# %% the false cure: a flag on a loss that a block made
w = torch.ones(2, requires_grad=True)
with torch.no_grad():
    loss = (w * w).sum()
loss.requires_grad_().backward()
loss.grad, w.grad

# %% a constructor keeps its flag in a block
with torch.no_grad():
    p = torch.zeros(2, requires_grad=True)
    doubled = p * 2
p.requires_grad, doubled.requires_grad, doubled.is_leaf, (p * 2).requires_grad, (doubled * 2).requires_grad
