"""The verbs: what a game is to everything else in the suite.

A game is a NumPy record and nine functions on it. The functions below are stubs; a game registers its own
implementations for the type of its record with `register`, and code written once over the stubs (batches,
environments, search, rollouts) then works for that game, compiled or not.

==============  =====================================================================================================
verb            does
==============  =====================================================================================================
`reset`         starts a new game from a key; the record may hold anything before
`legal`         writes the action mask of the seat that is to act; never empty while the game runs
`step`          one atomic decision; runs on to the next decision or to the end of the game
`observe`       writes what a seat knows, as int8 entries of the observation layout
`redact`        overwrites in place all that a seat does not know by fixed values, random words included
`determinize`   fills in what a seat does not know with a consistent sample, and reseeds; redacts first
`outcome`       the plain score of each seat at any time, and the returns (meaningful once the game is over)
`policy`        the action of a scripted player; reads only what `redact` keeps
`estimate`      what each seat's return is likely to be, for searches that stop before the end of a game
==============  =====================================================================================================

``state`` is one record of the game's state type, ``tables`` one record of its tables type (the validated content).
Every state record has the fields of `COMMON_STATE`, every tables record those of `COMMON_TABLES`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import from_dtype
from numba.extending import overload

from .kernel import UNCOMPILED

MAX_SEATS = 5
"""Capacity of every game: arrays by seat have this length, and unused seats hold zeros."""

STACK_DEPTH = 8

COMMON_STATE: list[tuple] = [
    ("key", "u8"),  # all randomness is a function of this word (core/rng.py)
    ("decisions", "i8"),  # atomic decisions taken, played ones and forced ones alike
    ("turn", "i8"),  # completed rounds; what max_turns counts
    ("seat", "i8"),  # who is to act
    ("decision", "i8"),  # the kind of the pending decision; equals the top of the stack
    ("over", "i8"),  # 1 once the game has ended, whatever the reason
    ("truncated", "i8"),  # 1 if it ended by max_turns or max_decisions
    ("foul", "i8"),  # 1 + the seat whose illegal action ended the game, 0 if none did
    ("depth", "i8"),  # pending decisions on the stack
    ("stack", "i8", (STACK_DEPTH, 2)),  # [level] = (decision, seat), the innermost last
]
COMMON_TABLES: list[tuple] = [
    ("num_seats", "i8"),
    ("auto_forced", "i8"),  # 1: a decision with one legal action is played by the engine
    ("max_turns", "i8"),
    ("max_decisions", "i8"),
    ("side", "i8", (MAX_SEATS,)),  # seats of one side win and lose together
]


def record_type(fields: list[tuple]) -> np.dtype:
    """An aligned record type that allows attribute access, compiled and in plain Python.

    Gaps that alignment would leave are filled with fields ``gap_<offset>``: NumPy does not copy nameless padding,
    and the bytes of a record are what digests, saves and comparisons go by.
    """
    aligned = np.dtype(fields, align=True)
    complete: list[tuple] = []
    end = 0
    for field in [*fields, None]:
        start = aligned.fields[field[0]][1] if field else aligned.itemsize  # type: ignore[index]
        if start > end:
            complete.append((f"gap_{start}", "u1", (start - end,)))
        if field:
            complete.append(field)
            end = start + aligned.fields[field[0]][0].itemsize  # type: ignore[index]
    result = np.dtype((np.record, np.dtype(complete, align=True)))
    assert result.itemsize == aligned.itemsize
    return result


@dataclass(frozen=True)
class Verbs:
    """One game's implementations, in the order of the module's table; all are numba functions."""

    reset: Any
    legal: Any
    step: Any
    observe: Any
    redact: Any
    determinize: Any
    outcome: Any
    policy: Any
    estimate: Any


_registered: dict[np.dtype, Verbs] = {}


def reset(state, tables, key):
    """Starts a new game. ``key``: uint64."""
    _registered[state.dtype].reset(state, tables, key)


def legal(state, tables, mask):
    """Writes the mask of ``state.seat``. ``mask``: (A,) int8, overwritten with 0 and 1."""
    _registered[state.dtype].legal(state, tables, mask)


def step(state, tables, action):
    """Plays one legal action of ``state.seat``; the caller has checked it."""
    _registered[state.dtype].step(state, tables, action)


def observe(state, tables, seat, out):
    """Writes what ``seat`` knows. ``out``: (D,) int8, overwritten."""
    _registered[state.dtype].observe(state, tables, seat, out)


def redact(state, tables, seat):
    """Overwrites all that ``seat`` does not know, in place."""
    _registered[state.dtype].redact(state, tables, seat)


def determinize(state, tables, seat, key):
    """Replaces all that ``seat`` does not know by a sample drawn with ``key`` (uint64), in place."""
    _registered[state.dtype].determinize(state, tables, seat, key)


def outcome(state, tables, returns, score):
    """Writes the returns and the plain score. Both: (MAX_SEATS,) float32, overwritten."""
    _registered[state.dtype].outcome(state, tables, returns, score)


def policy(state, tables, seat, kind, key):
    """The action of scripted player ``kind`` (index into the game's ``scripted``, from 1) in ``seat``."""
    return _registered[state.dtype].policy(state, tables, seat, kind, key)


def estimate(state, tables, values):
    """Writes the return that each seat may expect, −1 … +1. Reads all of the state: a search has sampled it.

    ``values``: (MAX_SEATS,) float32, overwritten for the seats in play; where returns are zero-sum over sides, so are
    they.
    """
    _registered[state.dtype].estimate(state, tables, values)


def register(dtype: np.dtype, verbs: Verbs) -> None:
    """Makes the stubs dispatch to ``verbs`` for records of type ``dtype``.

    Args:
        dtype: the state type, from `record_type`.
        verbs: the game's functions.
    """
    if dtype in _registered:
        return
    _registered[dtype] = verbs
    if UNCOMPILED:
        return
    record = from_dtype(dtype)

    _bind(record, verbs)


def _bind(record: Any, verbs: Verbs) -> None:
    """The overloads themselves; numba wants the exact argument names in each."""

    @overload(reset)
    def _reset(state, tables, key):
        if state == record:
            implementation = verbs.reset
            return lambda state, tables, key: implementation(state, tables, key)

    @overload(legal)
    def _legal(state, tables, mask):
        if state == record:
            implementation = verbs.legal
            return lambda state, tables, mask: implementation(state, tables, mask)

    @overload(step)
    def _step(state, tables, action):
        if state == record:
            implementation = verbs.step
            return lambda state, tables, action: implementation(state, tables, action)

    @overload(observe)
    def _observe(state, tables, seat, out):
        if state == record:
            implementation = verbs.observe
            return lambda state, tables, seat, out: implementation(state, tables, seat, out)

    @overload(redact)
    def _redact(state, tables, seat):
        if state == record:
            implementation = verbs.redact
            return lambda state, tables, seat: implementation(state, tables, seat)

    @overload(determinize)
    def _determinize(state, tables, seat, key):
        if state == record:
            implementation = verbs.determinize
            return lambda state, tables, seat, key: implementation(state, tables, seat, key)

    @overload(outcome)
    def _outcome(state, tables, returns, score):
        if state == record:
            implementation = verbs.outcome
            return lambda state, tables, returns, score: implementation(state, tables, returns, score)

    @overload(policy)
    def _policy(state, tables, seat, kind, key):
        if state == record:
            implementation = verbs.policy
            return lambda state, tables, seat, kind, key: implementation(state, tables, seat, kind, key)

    @overload(estimate)
    def _estimate(state, tables, values):
        if state == record:
            implementation = verbs.estimate
            return lambda state, tables, values: implementation(state, tables, values)
