"""Random words that live inside the record of a game.

A game carries one 64-bit ``key``. Every random word is a pure function of that key, of a *purpose* (a stream: set-up,
a deck, dice, …) and of an *index* within the purpose; nothing is consumed. Two games with equal keys that part ways
therefore still see the same third shuffle of the same deck, which is what keeps paired games in step.

The mixing function is the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", 2014), applied twice: once for the stream, once for the index.

Keys of games::

    slot key  = word(seed, SLOT, slot)          seed: any non-negative integer, folded to 64 bits
    game key  = word(slot key, EPISODE, episode)
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

import numpy as np

from .kernel import UNCOMPILED, compiled

SLOT = 1 << 20
EPISODE = SLOT + 1
PLAYER = SLOT + 2
SAMPLE = SLOT + 3
LEARNER = SLOT + 4
SEARCH = SLOT + 5
"""Purposes of the shells; games number theirs from 0."""

GOLDEN = 0x9E3779B97F4A7C15
FACTOR_1 = 0xBF58476D1CE4E5B9
FACTOR_2 = 0x94D049BB133111EB
ALL_ONES = 0xFFFFFFFFFFFFFFFF


def python_word(key: int, purpose: int, index: int) -> int:
    """`word` in plain integers: the twin that runs uncompiled, and what `word` is tested against."""

    def mix(z: int) -> int:
        z &= ALL_ONES
        z = (z ^ (z >> 30)) * FACTOR_1 & ALL_ONES
        z = (z ^ (z >> 27)) * FACTOR_2 & ALL_ONES
        return z ^ (z >> 31)

    return mix(mix(key + GOLDEN * (purpose + 1)) + GOLDEN * (index + 1))


if UNCOMPILED:  # NumPy would warn at each wrap-around

    def word(key, purpose, index):
        """See the compiled version below."""
        return np.uint64(python_word(int(key), int(purpose), int(index)))

    def below(key, purpose, index, n):
        """See the compiled version below."""
        return (int(word(key, purpose, index)) >> 32) * int(n) >> 32

else:

    @compiled
    def _mix(z):
        z = (z ^ (z >> np.uint64(30))) * np.uint64(FACTOR_1)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(FACTOR_2)
        return z ^ (z >> np.uint64(31))

    @compiled
    def word(key, purpose, index):
        """A random 64-bit word.

        Args:
            key: uint64, the key of the game (or of a player, a slot, a sample).
            purpose: integer >= 0, the stream.
            index: integer >= 0, the place in the stream.

        Returns:
            uint64, uniform.
        """
        stream = _mix(np.uint64(key) + np.uint64(GOLDEN) * np.uint64(np.uint64(purpose) + np.uint64(1)))
        return _mix(stream + np.uint64(GOLDEN) * np.uint64(np.uint64(index) + np.uint64(1)))

    @compiled
    def below(key, purpose, index, n):
        """A random integer from 0 to n − 1 (n < 2^31; the bias of the multiply-shift is under n / 2^32)."""
        return np.int64(((word(key, purpose, index) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@compiled
def shuffle(items, count, key, purpose, index):
    """Fisher–Yates over ``items[:count]``, in place, using the indices ``index + 1 … index + count − 1``."""
    for i in range(count - 1, 0, -1):
        j = below(key, purpose, index + i, i + 1)
        items[i], items[j] = items[j], items[i]


@compiled
def game_key(slot_key, episode):
    """uint64 key of the game that a slot plays in its given episode (0, 1, …)."""
    return word(slot_key, EPISODE, episode)


def fold(seed: int) -> int:
    """Folds a seed of any size to 64 bits, so that neighbouring seeds share nothing.

    Args:
        seed: integer >= 0.

    Returns:
        0 … 2^64 − 1.

    Raises:
        ValueError: the seed is negative or no integer.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"seed must be an integer >= 0, not {seed!r}")
    return int.from_bytes(hashlib.blake2b(str(int(seed)).encode(), digest_size=8).digest(), "little")


def fresh_seed() -> int:
    """A seed from the operating system, 63 bits, for whoever gave none."""
    return secrets.randbits(63)


def slot_key(seed: int, slot: int) -> int:
    """The key of one slot of the batch with the given seed.

    Raises:
        ValueError: the seed is negative or no integer.
    """
    return python_word(fold(seed), SLOT, slot)


def slot_keys(seed: int | Sequence[int] | np.ndarray, num_slots: int) -> np.ndarray:
    """The keys of the slots of a batch.

    Args:
        seed: one integer for the batch (slot i gets ``word(seed, SLOT, i)``), or one per slot, each of which is
            treated as the seed of a batch of its own (``word(seed[i], SLOT, 0)``): equal entries, equal games.
        num_slots: N.

    Returns:
        (N,) uint64.

    Raises:
        ValueError: a seed is negative or no integer, or their number is not N.
    """
    if isinstance(seed, (int, np.integer)):
        base = fold(seed)
        return np.array([python_word(base, SLOT, i) for i in range(num_slots)], np.uint64)
    if not isinstance(seed, (Sequence, np.ndarray)) or len(seed) != num_slots:
        raise ValueError(f"seed must be an integer or a sequence of {num_slots} integers, not {seed!r}")
    return np.array([slot_key(s, 0) for s in seed], np.uint64)
