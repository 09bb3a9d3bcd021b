"""Whether something is freed as soon as nobody holds it, without Python's garbage collector."""
import gc

import pytest


@pytest.fixture(name="no_collector")
def fixture_no_collector():
    """Only reference counting frees anything while such a test runs."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
