"""Each test of what the package does runs twice: as it is imported, and without its quick forms."""

import pytest

from minigrad import quick
from minigrad.exact import lists

FILES = ("test_rooms.py", "test_owners.py", "test_stubs.py")  # about files
OF_PYTORCH = ("test_torch_", "test_the_record_is_still_true", "test_pytorch_too", "test_pytorch_lacks")


def pytest_generate_tests(metafunc):
    twice = metafunc.definition.path.name not in FILES and not metafunc.definition.get_closest_marker("quick")
    metafunc.parametrize("form", ["quick", "plain"] if twice else ["quick"], indirect=True, ids=str)


def pytest_collection_modifyitems(config, items):
    """PyTorch alone has one form."""
    once = [item for item in items if getattr(item, "callspec", None) and item.callspec.params.get("form") == "plain"
            and (item.callspec.params.get("lib") == "torch" or item.name.startswith(OF_PYTORCH))]
    config.hook.pytest_deselected(items=once)
    items[:] = [item for item in items if item not in set(once)]


@pytest.fixture(autouse=True)
def form(request):
    """The forms that the test asks for; afterwards those that were there, whatever it has done to them."""
    before = quick.is_on()
    if getattr(request, "param", "quick") == "plain":
        quick.off()
    yield
    if before:
        quick.install()


class Never(list):
    """As if nothing had ever been put in."""

    def __bool__(self):
        return False


@pytest.fixture(autouse=True)
def warned_always(monkeypatch):
    """What is warned of once in a process is warned of every time, as after PyTorch's `set_warn_always(True)`."""
    monkeypatch.setattr(lists, "warned", Never())
