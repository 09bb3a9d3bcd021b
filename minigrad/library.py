"""The operations that no chapter teaches, by family: importing this module gives tensors all of them."""

import minigrad.devices  # noqa: F401
from minigrad.arithmetic import *  # noqa: F403
from minigrad.comparisons import *  # noqa: F403
from minigrad.constructors import *  # noqa: F403
from minigrad.elementwise import *  # noqa: F403
from minigrad.matrices import *  # noqa: F403
from minigrad.pieces import *  # noqa: F403
from minigrad.protocols import *  # noqa: F403
from minigrad.reductions import *  # noqa: F403
