"""Compiled code means what Python means, however tersely it is translated (core/terse.py, core/recall.py)."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from shugyo.envs.core import terse
from shugyo.envs.core.kernel import compiled, kernel
from shugyo.envs.core.verbs import record_type

BOX = record_type([("one", "i2", (5,)), ("two", "i1", (3, 4)), ("plain", "i8")])


@compiled
def pick(box, i, j):
    """An item of each array, and a row of one."""
    row = box.two[i]
    return int(box.one[i]) * 10000 + int(box.two[i, j]) * 100 + int(row[j])


@compiled
def put(box, i, j, n):
    """Writes items by single and by double index."""
    box.one[i] = n
    box.two[i, j] = n + 1
    box.two[j - 1][i] = n + 2


@compiled
def fill(box, first, last):
    """Fills a slice, a row and a column."""
    box.one[first:last] = 7
    box.two[1, :] = 8
    box.two[:, 2] = 9


@compiled
def count(start, stop):
    """Sums that depend on each step of ranges up, down and by twos."""
    total = 0
    for i in range(stop):
        total = 3 * total + i
    for i in range(start, stop):
        total = 3 * total + i
    for i in range(stop, start, -1):
        total = 3 * total + i
    for i in range(start, stop, 2):
        total = 3 * total + i
    for i in range(stop, start, -2):
        total = 3 * total + i
    return total


@compiled
def demand(n):
    """Raises for what is negative."""
    if n < 0:
        raise ValueError("negative")
    return n


@compiled
def pass_on(n):
    """Calls what may raise."""
    return demand(n) + 1


@kernel
def picked(boxes, i, j):
    """Entry point of `pick`."""
    return pick(boxes[0], i, j)


@kernel
def changed(boxes, i, j, n):
    """Entry point of `put`."""
    put(boxes[0], i, j, n)


@kernel
def filled(boxes, first, last):
    """Entry point of `fill`."""
    fill(boxes[0], first, last)


@kernel
def counted(start, stop):
    """Entry point of `count`."""
    return count(start, stop)


@kernel
def passed(n):
    """Entry point of `pass_on`."""
    return pass_on(n)


@pytest.fixture
def boxes() -> np.ndarray:
    box = np.zeros(1, BOX)
    box["one"] = np.arange(5) + 1
    box["two"] = np.arange(12).reshape(3, 4) + 1
    return box


@pytest.mark.nojit
@pytest.mark.parametrize(("i", "j"), [(0, 0), (2, 3), (-1, -2), (-3, 1)])
def test_items_are_counted_from_either_end(boxes, i, j):
    one, two = boxes["one"][0].tolist(), boxes["two"][0].tolist()
    assert picked(boxes, i, j) == one[i] * 10000 + two[i][j] * 101


@pytest.mark.nojit
@pytest.mark.parametrize(("i", "j"), [(0, 1), (2, 3), (-1, 2)])
def test_items_are_written_where_numpy_writes_them(boxes, i, j):
    expected = boxes.copy()
    expected["one"][0, i] = 50
    expected["two"][0, i, j] = 51
    expected["two"][0, j - 1, i] = 52
    changed(boxes, i, j, 50)
    assert boxes.tobytes() == expected.tobytes()


@pytest.mark.nojit
@pytest.mark.parametrize(("first", "last"), [(0, 5), (1, 3), (3, 1), (-2, 9), (-9, -1)])
def test_slices_are_filled_as_numpy_fills_them(boxes, first, last):
    expected = boxes.copy()
    expected["one"][0, first:last] = 7
    expected["two"][0, 1, :] = 8
    expected["two"][0, :, 2] = 9
    filled(boxes, first, last)
    assert boxes.tobytes() == expected.tobytes()


@pytest.mark.parametrize(("start", "stop"), [(0, 0), (0, 5), (2, 6), (-3, 2), (4, 1), (0, 1)])
def test_ranges_have_pythons_numbers(start, stop):
    ranges = range(stop), range(start, stop), range(stop, start, -1), range(start, stop, 2), range(stop, start, -2)
    total = 0
    for i in [i for numbers in ranges for i in numbers]:
        total = 3 * total + i
    assert counted(start, stop) == total


@pytest.mark.nojit
def test_what_is_raised_arrives_through_all_callers():
    assert passed(4) == 5
    with pytest.raises(ValueError, match="negative"):
        passed(-1)


FOREIGN = """
import sys
import numba, numpy
if sys.argv[1] == "with":
    import shugyo.envs.core.kernel
@numba.njit
def foreign(a, n):
    total = 0
    for i in range(n):
        a[i] = i
        a[1:n] = 3
        if a[i] > 2:
            total += a[n - i]
    return total
foreign(numpy.zeros(9, numpy.int64), 4)
print(*foreign.inspect_llvm().values())
"""


def test_other_peoples_functions_are_compiled_as_ever():
    codes = [
        subprocess.run([sys.executable, "-c", FOREIGN, how], capture_output=True, text=True, check=True).stdout
        for how in ("with", "without")
    ]
    assert codes[0] == codes[1]
    assert "foreign" in codes[0]


def test_another_version_of_numba_is_left_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(terse.numba, "__version__", "1.0.0")
    assert not terse.install()
    monkeypatch.undo()
    assert any(terse.numba.__version__.startswith(f"{version}.") for version in terse.TRIED), "try this one, and add it"
