"""Kernels over batches of games, written once for all games on the verbs.

Shapes: N slots, S seats in play, D observation entries, A actions. Each *entry point* that reaches a game's code costs
its compile time again, so there are few, and a single environment uses the same ones with N = 1.

Special action codes understood by `advance` (negative, so never a real action):

* ``RESET``: begin the slot's current episode,
* ``FOUL``: the seat to act did something illegal; the game ends at once against its side,
* ``LOOK``: nothing is played; observation, rewards and end are brought up to date after `play` went on with the game.
"""

from __future__ import annotations

import numpy as np
from numba import prange

from .kernel import compiled, kernel
from .rng import PLAYER, below, game_key, word
from .verbs import determinize, legal, observe, outcome, policy, redact, reset, step

BLOCK = 16
RESET = -1
FOUL = -2
LOOK = -3
RANDOM = 0
"""The policy kind that every game has: uniform over the legal actions. Kinds from 1 are the game's own."""


@compiled
def play_action(state, tables, action, mask):
    """Plays one legal action and runs on to the next decision that is a choice.

    Args:
        state, tables: records.
        action: a legal action of ``state.seat``.
        mask: (A,) int8, receives the mask of the then pending decision; zeros once the game is over.
    """
    _apply(state, tables, action)
    settle(state, tables, mask)


@compiled
def _apply(state, tables, action):
    step(state, tables, action)
    state.decisions += 1
    if state.over == 0 and (state.turn >= tables.max_turns or state.decisions >= tables.max_decisions):
        state.over = 1
        state.truncated = 1


@compiled
def settle(state, tables, mask):
    """Writes the mask; while it holds a single action and ``auto_forced`` is on, plays that action."""
    while True:
        if state.over != 0:
            mask[:] = 0
            return
        legal(state, tables, mask)
        if tables.auto_forced == 0:
            return
        if count_legal(mask) != 1:
            return
        _apply(state, tables, nth_action(mask, 0))


@compiled
def count_legal(mask):
    """Legal actions of a mask. There are fewer than 32,768; int16 lets one instruction count many at a time."""
    count = np.int16(0)
    for a in range(mask.shape[0]):
        count = np.int16(count + mask[a])
    return int(count)


@compiled
def nth_action(mask, n):
    """The n-th (from 0) legal action of a mask, −1 if there are not that many."""
    start = 0
    while start + BLOCK <= mask.shape[0]:  # whole blocks are skipped by their sums, which the compiler vectorises
        count = np.int16(0)
        for a in range(start, start + BLOCK):
            count = np.int16(count + mask[a])
        if n < count:
            break
        n -= count
        start += BLOCK
    for a in range(start, mask.shape[0]):
        if mask[a] != 0:
            if n == 0:
                return a
            n -= 1
    return -1


@compiled
def random_action(mask, key, index):
    """A uniform legal action, −1 on an empty mask."""
    count = count_legal(mask)
    if count == 0:
        return -1
    return nth_action(mask, below(key, PLAYER, index, count))


@compiled
def results(state, tables, returns, score):
    """Returns and score of a game; after a foul the offender's side has −1 and the other sides share +1.

    Args:
        state, tables: records.
        returns: (S,) float32, zeros while the game runs.
        score: (S,) float32, the plain score at any time.
    """
    outcome(state, tables, returns, score)
    if state.over == 0:
        returns[:] = 0
    elif state.foul != 0:
        offender = tables.side[state.foul - 1]
        sides = 0
        for s in range(tables.num_seats):
            sides = max(sides, tables.side[s] + 1)
        for s in range(tables.num_seats):
            returns[s] = -1.0 if tables.side[s] == offender else 1.0 / (sides - 1)


@compiled
def _shaped(tables, before, after, rewards):
    """Adds 0.01 × the change of (own score − mean score of the seats of the other sides)."""
    for s in range(tables.num_seats):
        own = after[s] - before[s]
        total, count = 0.0, 0
        for other in range(tables.num_seats):
            if tables.side[other] != tables.side[s]:
                total += after[other] - before[other]
                count += 1
        if count > 0:
            own -= total / count
        rewards[s] += np.float32(0.01 * own)


@compiled
def _advance_slot(i, states, tables, keys, episodes, actions, flags, out, sums, obs, mask, final_obs):
    """One slot of `advance`; arguments as there."""
    state = states[i]
    rewards, returns, score, standing = sums[0, i], sums[1, i], sums[2, i], sums[3, i]
    rewards[:] = 0
    returns[:] = 0
    score[:] = 0
    out[i, 1:] = 0
    if actions[i] == RESET:
        reset(state, tables, game_key(keys[i], episodes[i]))
        settle(state, tables, mask[i])
    elif actions[i] == FOUL:
        state.foul = state.seat + 1
        state.over = 1
        mask[i, :] = 0
    elif actions[i] != LOOK:
        play_action(state, tables, np.int64(actions[i]), mask[i])
    if state.over != 0:
        results(state, tables, returns, score)
        _copy(returns, rewards)
        out[i, 1] = 1 - state.truncated
        out[i, 2] = state.truncated
        out[i, 3] = 1
        if flags[1] != 0:
            _shaped(tables, standing, score, rewards)
        _copy(score, standing)
        for s in range(tables.num_seats):
            observe(state, tables, s, final_obs[i, s])
        if flags[0] != 0:
            episodes[i] += 1
            reset(state, tables, game_key(keys[i], episodes[i]))
            settle(state, tables, mask[i])
    if state.over == 0 and (flags[1] != 0 or flags[2] != 0):
        if flags[1] != 0 and out[i, 3] == 0 and actions[i] != RESET:
            outcome(state, tables, sums[4, i], score)
            _shaped(tables, standing, score, rewards)
            score[:] = 0
        outcome(state, tables, sums[4, i], standing)
    out[i, 0] = state.seat
    observe(state, tables, state.seat, obs[i])


@compiled
def _copy(source, target):
    """Copies numbers by seat; for ``target[:] = source`` numba compiles its messages about shapes as well."""
    for s in range(target.shape[0]):
        target[s] = source[s]


@compiled
def _rest(i, out, sums):
    """A slot that stays as it is: no reward, no flag."""
    sums[0, i, :] = 0
    sums[1, i, :] = 0
    sums[2, i, :] = 0
    out[i, 1:] = 0


@kernel
def advance(states, tables, keys, episodes, actions, where, flags, out, sums, obs, mask, final_obs):
    """Steps, or resets, a batch of games.

    Args:
        states: (N,) state records, changed in place.
        tables: (1,) tables record.
        keys: (N,) uint64 slot keys.
        episodes: (N,) int64; raised by one where a game ended and autoreset is on.
        actions: (N,) int32, legal actions or `RESET`, `FOUL` or `LOOK`.
        where: (N,) bool; other slots keep state, observation and mask, and get reward 0 and no flag.
        flags: (3,) int32: same-step autoreset, score shaping, keep the current score.
        out: (N, 4) int8: seat to act, terminated, truncated, ended.
        sums: (5, N, S) float32: rewards; returns and score where a game ended; current score (kept by the caller
            between calls, and brought up to date with shaping or if ``flags`` say so); scratch.
        obs: (N, D) int8 observation of the seat to act.
        mask: (N, A) int8 action mask of the seat to act.
        final_obs: (N, S, D) int8, what every seat knows at the end; written where a game ended.
    """
    for i in range(states.shape[0]):
        if where[i]:
            _advance_slot(i, states, tables[0], keys, episodes, actions, flags, out, sums, obs, mask, final_obs)
        else:
            _rest(i, out, sums)


@kernel(parallel=True)
def advance_parallel(states, tables, keys, episodes, actions, where, flags, out, sums, obs, mask, final_obs):
    """`advance` on several threads, with the same results."""
    for i in prange(states.shape[0]):
        if where[i]:
            _advance_slot(i, states, tables[0], keys, episodes, actions, flags, out, sums, obs, mask, final_obs)
        else:
            _rest(i, out, sums)


@kernel
def play(states, tables, keys, episodes, kinds, player_keys, budget, autoreset, mask, returns, score, played):
    """Lets built-in policies play on, without observations.

    Args:
        states: (N,) state records in mid-game or at a game's end.
        tables: (1,) tables record.
        keys, episodes: as for `advance`.
        kinds: (N, S) int32 policy kinds by seat, `RANDOM` or one of the game's; negative where somebody else decides: a
            slot rests once such a seat is to act.
        player_keys: (S,) uint64, the players' own randomness.
        budget: the most decisions a slot may play in this call; forced ones are not counted.
        autoreset: whether a finished slot goes on with its next episode (otherwise it rests).
        mask: (N, A) int8 scratch; must hold the current masks on entry, and does on return.
        returns, score: (N, S) float32, of the last finished game of a slot.
        played: (N,) int64, raised by the decisions played.
    """
    for i in range(states.shape[0]):
        state = states[i]
        for _ in range(budget):
            if state.over != 0:
                if autoreset == 0:
                    break
                episodes[i] += 1
                reset(state, tables[0], game_key(keys[i], episodes[i]))
                settle(state, tables[0], mask[i])
            seat = state.seat
            if kinds[i, seat] < 0:
                break
            key = word(player_keys[seat], keys[i], episodes[i])
            if kinds[i, seat] == RANDOM:
                action = random_action(mask[i], key, state.decisions)
            else:
                action = policy(state, tables[0], seat, kinds[i, seat], word(key, PLAYER, state.decisions))
            play_action(state, tables[0], action, mask[i])
            played[i] += 1
            if state.over != 0:
                results(state, tables[0], returns[i], score[i])


@kernel
def choose(states, tables, kinds, keys, mask, actions):
    """The scripted players' actions for the seats to act.

    Args:
        states: (B,) state records, redacted or not.
        tables: (1,) tables record.
        kinds: (B,) int32.
        keys: (B,) uint64, one random word a decision.
        mask: (B, A) int8.
        actions: (B,) int32, written.
    """
    for i in range(states.shape[0]):
        if kinds[i] == RANDOM:
            actions[i] = random_action(mask[i], keys[i], 0)
        else:
            actions[i] = policy(states[i], tables[0], states[i].seat, kinds[i], keys[i])


@kernel
def decision_keys(key, slots, seats, decided, keys):
    """A scripted player's random words, one a decision; they depend on no other row.

    Args:
        key: uint64, the player's.
        slots, seats: (B,) int32.
        decided: (slots, MAX_SEATS) int64, how often the player has decided there; raised by one for each row.
        keys: (B,) uint64, written.
    """
    for i in range(slots.shape[0]):
        keys[i] = word(word(key, slots[i], seats[i]), PLAYER, decided[slots[i], seats[i]])
        decided[slots[i], seats[i]] += 1


@kernel
def observe_seats(states, tables, seats, out):
    """Observations of chosen seats. ``seats``: (B,) int32; ``out``: (B, D) int8."""
    for i in range(states.shape[0]):
        observe(states[i], tables[0], seats[i], out[i])


@kernel
def redact_seats(states, tables, seats):
    """Redacts in place, each record for its own seat. ``seats``: (B,) int32."""
    for i in range(states.shape[0]):
        redact(states[i], tables[0], seats[i])


@kernel
def determinize_seats(states, tables, seats, keys):
    """Determinizes in place, each record for its own seat. ``seats``: (B,) int32; ``keys``: (B,) uint64."""
    for i in range(states.shape[0]):
        determinize(states[i], tables[0], seats[i], keys[i])


@kernel
def legal_masks(states, tables, mask):
    """Masks of the seats to act, zeros where the game is over. ``mask``: (B, A) int8."""
    for i in range(states.shape[0]):
        mask[i, :] = 0
        if states[i].over == 0:
            legal(states[i], tables[0], mask[i])


@kernel
def outcomes(states, tables, returns, score):
    """Returns (zeros while a game runs) and scores. Both: (B, S) float32."""
    for i in range(states.shape[0]):
        results(states[i], tables[0], returns[i], score[i])


@kernel
def sample_actions(mask, key, step_index, actions):
    """Uniform legal actions, −1 where a mask is empty. ``mask``: (N, A) int8; ``actions``: (N,) int32."""
    for i in range(mask.shape[0]):
        actions[i] = random_action(mask[i], key, step_index * mask.shape[0] + i)


@kernel
def first_illegal(mask, actions, where):
    """The first slot of ``where`` whose action its mask forbids (or that is out of range), −1 if there is none."""
    for i in range(mask.shape[0]):
        if where[i] and (actions[i] < 0 or actions[i] >= mask.shape[1] or mask[i, actions[i]] == 0):
            return i
    return -1


@kernel
def to_float(obs, scale, out):
    """Scales int8 entries to float32, clipped to [−1, 1]. ``obs``, ``out``: (N, D); ``scale``: (D,) float32."""
    for i in range(obs.shape[0]):
        for d in range(obs.shape[1]):
            out[i, d] = min(np.float32(1), max(np.float32(-1), np.float32(obs[i, d]) * scale[d]))
