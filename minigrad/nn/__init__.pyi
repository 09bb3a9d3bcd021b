# Made by tools/stubs.py from minigrad.nn: change it there.
from minigrad.nn import functional as functional
from minigrad.nn import init as init
from minigrad.nn.modules import CrossEntropyLoss as CrossEntropyLoss
from minigrad.nn.modules import Linear as Linear
from minigrad.nn.modules import Module as Module
from minigrad.nn.modules import MSELoss as MSELoss
from minigrad.nn.modules import Parameter as Parameter
from minigrad.nn.modules import ReLU as ReLU
from minigrad.nn.modules import Sequential as Sequential
from minigrad.nn.modules import Tanh as Tanh
