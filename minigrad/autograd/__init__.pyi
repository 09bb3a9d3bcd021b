# Made by tools/stubs.py from minigrad.autograd: change it there.
from minigrad.autograd import functional as functional
from minigrad.autograd import grad_mode as grad_mode
from minigrad.autograd import graph as graph
from minigrad.autograd import function as function
from minigrad.autograd import variable as variable
from minigrad.autograd.grad_mode import enable_grad as enable_grad
from minigrad.autograd.grad_mode import inference_mode as inference_mode
from minigrad.autograd.grad_mode import no_grad as no_grad
from minigrad.autograd.grad_mode import set_grad_enabled as set_grad_enabled
from minigrad.autograd.gradcheck import gradcheck as gradcheck
from minigrad.autograd.gradcheck import gradgradcheck as gradgradcheck
from minigrad.autograd.variable import Variable as Variable
from minigrad.core.engine import backward as backward
from minigrad.core.engine import grad as grad
from minigrad.core.node import Function as Function
