"""Random words: the compiled functions against their plain twins, and keys that share nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from shugyo.envs.core import rng
from shugyo.envs.core.rng import fold, python_word, slot_key, slot_keys


# Functions of the library that are compiled have no entry from Python of their own.
@njit
def word(key, purpose, index):
    return rng.word(key, purpose, index)


@njit
def below(key, purpose, index, n):
    return rng.below(key, purpose, index, n)


@njit
def shuffle(items, count, key, purpose, index):
    rng.shuffle(items, count, key, purpose, index)


without_deadline = settings(deadline=None)  # the first example compiles
words = st.integers(0, 2**64 - 1)
small = st.integers(0, 2**31 - 1)


@pytest.mark.nojit
@without_deadline
@given(words, small, small)
def test_trap_d5_word_equals_its_plain_twin(key: int, purpose: int, index: int):
    assert int(word(np.uint64(key), purpose, index)) == python_word(key, purpose, index)


@pytest.mark.nojit
@without_deadline
@given(words, small, st.integers(1, 1000))
def test_below_is_in_range(key: int, index: int, n: int):
    assert 0 <= below(np.uint64(key), 0, index, n) < n


def test_below_and_shuffle_are_uniform():
    draws = np.array([below(np.uint64(5), 0, index, 6) for index in range(6000)])
    assert np.abs(np.bincount(draws, minlength=6) - 1000).max() < 150
    places = np.zeros((5, 5))
    for key in range(4000):
        items = np.arange(5)
        shuffle(items, 5, np.uint64(key), 3, 0)
        places[np.arange(5), items] += 1
    assert np.abs(places - 800).max() < 130


@pytest.mark.nojit
def test_shuffle_touches_only_its_part():
    items = np.arange(10)
    shuffle(items, 6, np.uint64(1), 0, 0)
    assert sorted(items[:6].tolist()) == list(range(6))
    assert items[6:].tolist() == [6, 7, 8, 9]


def test_trap_c3_no_two_slots_of_any_two_seeds_share_a_key():
    keys = np.concatenate([slot_keys(seed, 1000) for seed in range(20)])
    assert len(set(keys.tolist())) == len(keys)
    assert slot_keys([4, 9, 4], 3).tolist() == [slot_key(4, 0), slot_key(9, 0), slot_key(4, 0)]
    assert slot_keys(4, 1)[0] == slot_key(4, 0)


def test_seeds_of_any_size_and_nothing_else():
    assert len({fold(seed) for seed in (0, 1, 2**63, 2**64, 2**200)}) == 5
    assert fold(np.int64(7)) == fold(7)
    for wrong in (-1, 1.0, True, "1", None):
        with pytest.raises(ValueError, match="seed must be an integer >= 0"):
            fold(wrong)
