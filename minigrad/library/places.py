"""The places for numbers by their names. There is one device, the CPU.

Who asks for another is told what PyTorch says where it was built without that device.
"""

import re
from types import SimpleNamespace

from minigrad.exact.arguments import invalid

DEVICE_TYPES = (
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy",
    "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone",
)
NOT_BUILT = {
    "cuda": (AssertionError, "Torch not compiled with CUDA enabled"),
    "xpu": (AssertionError, "Torch not compiled with XPU enabled"),
    "mps": (RuntimeError, "PyTorch is not linked with support for mps devices"),
}


class device:
    """The name of a place for numbers: `device("cpu")`, `device("cuda", 1)`, `device("cuda:1")`, `device(1)`.

    Any place can be named, but tensors live on the CPU only. Raises RuntimeError for a name that PyTorch does not know,
    TypeError for what is no name.
    """

    __module__ = "minigrad"

    def __init__(self, type, index=None):
        if isinstance(type, int):
            type, index = "cuda", type
        if not isinstance(type, (str, device)):
            raise invalid("device", type)
        name = str(type) if index is None else f"{type}:{index}"
        parts = re.fullmatch("([A-Za-z_]+)(?::(0|[1-9][0-9]*))?", name)
        if parts is None:
            raise RuntimeError(f"Invalid device string: '{name}'")
        if parts[1] not in DEVICE_TYPES:
            raise RuntimeError(
                f"Expected one of {', '.join(DEVICE_TYPES)} device type at start of device string: {parts[1]}"
            )
        self.type: str = parts[1]
        self.index: int | None = None if parts[2] is None else int(parts[2])

    def __eq__(self, other):
        return isinstance(other, device) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def __repr__(self):
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"


def require_cpu(place):
    """The device, if it is the CPU.

    Raises PyTorch's error for a device that it was built without, NotImplementedError for any other.
    """
    place = device(place)
    if place.type != "cpu":
        own = NotImplementedError, f"minigrad leaves out the device '{place}': its tensors live on the CPU"
        error, sentence = NOT_BUILT.get(place.type, own)
        raise error(sentence)
    return place


def set_default_device(device) -> None:
    """Where constructors put their numbers: on the CPU, also for None. Raises an error for any other device."""
    if device is not None:
        require_cpu(device)


def get_default_device() -> device:
    """The device of constructors that are told no other: the CPU."""
    return CPU


CPU = device("cpu")


class Accelerator:
    """What PyTorch code asks before it uses another device: `minigrad.cuda.is_available()` is False."""

    def is_available(self):
        """False: there is no such device here."""
        return False

    is_built = is_available

    def device_count(self):
        """0, the number of such devices."""
        return 0

    def manual_seed(self, seed):
        """Nothing to do: `minigrad.manual_seed` is for the CPU."""

    manual_seed_all = manual_seed

    def empty_cache(self):
        """Nothing to do."""

    def __getattr__(self, name):
        raise AttributeError(f"minigrad has no device but the CPU, and leaves out what others are asked: '{name}'")


cuda = mps = xpu = accelerator = Accelerator()
backends = SimpleNamespace(
    cuda=cuda, mps=mps, cudnn=SimpleNamespace(enabled=False, benchmark=False, deterministic=False)
)
