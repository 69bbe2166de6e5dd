"""Searches, compiled: one entry point for each game, whatever the algorithm, since each costs the game's compile time.

A simulation fills in what the searching seat does not know anew, goes down the tree, adds a node, plays on by a simple
policy to the end of the game or for some decisions, and counts the result. Its random words follow from the row's key
and its number alone, so results do not depend on how simulations are split over calls.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.batch import RANDOM, nth_action, play_action, random_action, results
from ....envs.core.kernel import compiled, kernel
from ....envs.core.rng import PLAYER, SEARCH, below, word
from ....envs.core.verbs import MAX_SEATS, determinize, estimate, policy, record_type
from .tree import NONE, add_child, back_up, choose_child, clear_root

TREE, FLAT = 0, 1

HOW = record_type(
    [
        ("algorithm", "i8"),  # TREE or FLAT
        ("simulations", "i8"),  # for each row
        ("rollout", "i8"),  # policy kind that plays on where the tree ends
        ("depth", "i8"),  # decisions it plays before the result is estimated; −1: to the end of the game
        ("prior", "i8"),  # policy kind whose choice is tried first, RANDOM for none
        ("c", "f8"),  # weight of exploration
        ("bias", "f8"),  # bonus of the prior's choice
        ("widening", "f8"),  # a node has at most widening · visits^alpha children, and one at least
        ("alpha", "f8"),
    ]
)
"""How to search."""

AT = record_type(
    [
        ("row", "i8"),  # the row in work
        ("last", "i8"),  # the first row that is not to be searched
        ("done", "i8"),  # simulations of that row so far
        ("nodes", "i8"),  # of its tree
        ("most", "i8"),  # decisions after which the call returns
    ]
)
"""Where a search stands between calls."""


@kernel
def search(states, tables, mask, keys, how, at, tree, game, free, visits, totals):
    """Searches rows one after another, as far as one call goes.

    A call returns after ``at.most`` decisions; the next one goes on where it stopped. B rows, A actions.

    Args:
        states: (B,) state records, redacted or not; only what `redact` keeps is read.
        tables: (1,) tables record.
        mask: (B, A) int8, the legal actions of each row; not empty.
        keys: (B,) uint64, one random word a row.
        how: (1,) record `HOW`.
        at: (1,) record `AT`.
        tree: (M,) nodes; as many as the tree has, and as many more as the call plays simulations.
        game: (1,) state record, scratch.
        free: (A,) int8, scratch.
        visits: (B, A) int64, simulations that began with the action; up to date after each call.
        totals: (B, A) float64, sums over these of the return of the seat to act, each −1 … 1.
    """
    values = np.zeros(MAX_SEATS, np.float32)
    score = np.zeros(MAX_SEATS, np.float32)
    place, method = at[0], how[0]
    played = 0
    while place.row < place.last and played < place.most:
        row = place.row
        if place.done == 0:
            clear_root(tree)
            place.nodes = 1
            visits[row, :] = 0
            totals[row, :] = 0.0
        game[0] = states[row]
        seat = states[row].seat
        key = word(keys[row], SEARCH, place.done)
        determinize(game[0], tables[0], seat, key)
        for a in range(free.shape[0]):
            free[a] = mask[row, a]
        node, action, steps = NONE, -1, 1
        if method.algorithm == FLAT:
            action = in_turn(free, keys[row], place.done)
            play_action(game[0], tables[0], action, free)
        else:
            node, steps = descend(game[0], tables[0], method, key, tree, place, free)
        steps += roll_out(game[0], tables[0], method, key, free, values, score)
        if node != NONE:
            action = back_up(tree, node, values)
        visits[row, action] += 1
        totals[row, action] += values[seat]
        played += steps
        place.done += 1
        if place.done >= method.simulations:
            place.row += 1
            place.done = 0


@compiled
def in_turn(mask, key, simulation):
    """Legal actions in turn, beginning at a random one."""
    count = 0
    for a in range(mask.shape[0]):
        count += mask[a]
    return nth_action(mask, (below(key, PLAYER, 0, count) + simulation) % count)


@compiled
def descend(state, tables, how, key, tree, at, mask):
    """Goes down the tree and adds a node where an action is tried for the first time.

    Returns:
        The node reached, and the decisions played.
    """
    node, steps = NONE, 0
    while state.over == 0:
        child, count = choose_child(tree, node, state, how.c, mask)
        if count == 0 or count < how.widening * tree[node].visits ** how.alpha:
            action, bonus = untried(state, tables, how, key, mask)
            if action >= 0:
                child = at.nodes
                add_child(tree, node, child, state, action, bonus)
                at.nodes += 1
                play_action(state, tables, action, mask)
                return child, steps + 1
        node = child
        steps += 1
        play_action(state, tables, np.int64(tree[node].action), mask)
    return node, steps


@compiled
def untried(state, tables, how, key, mask):
    """An action of those in the mask: the one that the prior would play, else a random one; −1 if there is none.

    Returns:
        The action and its bonus.
    """
    action = random_action(mask, key, state.decisions)
    if action >= 0 and how.prior != RANDOM:
        wanted = policy(state, tables, state.seat, how.prior, word(key, PLAYER, state.decisions))
        if mask[wanted] != 0:
            return np.int64(wanted), how.bias
    return action, 0.0


@compiled
def roll_out(state, tables, how, key, mask, values, score):
    """Plays on without a tree, to the end or for ``how.depth`` decisions; returns how many.

    ``values``: (MAX_SEATS,) float32, receives the returns at the end, or else what they are estimated to be.
    """
    steps = 0
    while state.over == 0 and steps != how.depth:
        if how.rollout == RANDOM:
            action = random_action(mask, key, state.decisions)
        else:
            action = policy(state, tables, state.seat, how.rollout, word(key, PLAYER, state.decisions))
        play_action(state, tables, action, mask)
        steps += 1
    if state.over != 0:
        results(state, tables, values, score)
    else:
        estimate(state, tables, values)
    return steps
