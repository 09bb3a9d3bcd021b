"""What may differ from computer to computer: the order of additions, one rounding or two, the last bit of exp and log.

Each costs a sum some roundings of its terms, not of itself: where they cancel, nothing of a sum may be certain.
"""

import numpy as np
import pytest


def assert_close(found, expected, terms=0.0, rtol=1e-12):
    """Entry by entry as far apart as rtol allows, of the entry itself or of the sum of its terms' sizes.

    terms  that sum for every entry, or one for all
    """
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(expected))
    with np.errstate(invalid="ignore"):
        near = np.isfinite(expected) & (abs(found - expected) <= rtol * np.maximum(abs(expected), terms))
    assert (near | (found == expected) | np.isnan(found) & np.isnan(expected)).all(), (found, expected)


def torch_with_avx2():
    """PyTorch on a processor on which it draws the numbers that it has drawn for the record; else a skip."""
    torch = pytest.importorskip("torch")
    if torch.backends.cpu.get_cpu_capability() not in ("AVX2", "AVX512"):
        pytest.skip("without AVX2, torch computes float32 random numbers another way")
    return torch
