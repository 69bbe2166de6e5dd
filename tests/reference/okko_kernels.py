"""The compiled engine's answers to what the Okko Chronicles reference is asked too: entry points for the comparison."""

from __future__ import annotations

from shugyo.envs.core.kernel import kernel
from shugyo.envs.core.stack import pop
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import attack, attribute_tests, memoirs, moves, spaces, stats, ways
from shugyo.envs.okko.rules.answers import play
from shugyo.envs.okko.rules.battle import end_battle
from shugyo.envs.okko.rules.figures import printed
from shugyo.envs.okko.rules.masks import legal
from shugyo.envs.okko.rules.run import advance, step
from shugyo.envs.okko.rules.sources import refresh_sources

STATS = st.NUM_STATS


@kernel
def refresh(state, tables):
    """After a position was changed by hand."""
    refresh_sources(state, tables)


@kernel
def survey_moves(state, tables, reach, entries):
    """Where figures can go.

    Args:
        state, tables: records.
        reach: (FIGURES, 2, areas, SPACES) int8, by swift and by how many Areas may be entered.
        entries: (HEROES, areas, AREAS, areas) int8, the Areas in which the way of a Hero enters prohibited Tiles, by
            how many Areas may be entered and by the Area in which it ends; −1 for no more.
    """
    for figure in range(st.FIGURES):
        if state.at[figure] < 0:
            continue
        for swift in range(2):
            for areas in range(reach.shape[2]):
                state.reach[:] = 0
                moves.mark_reach(state, tables, figure, areas, swift)
                reach[figure, swift, areas] = state.reach
    for hero in range(st.HEROES):
        for areas in range(entries.shape[1]):
            for goal in range(tables.num_areas):
                if state.at[hero] >= 0 and reached(state, tables, hero, areas, goal):
                    for k in range(areas):
                        entries[hero, areas, goal, k] = ways.next_prohibited(state, tables, hero, areas, 0, goal, k)
                        if entries[hero, areas, goal, k] < 0:
                            break
    state.reach[:] = 0


@kernel
def reached(state, tables, figure, areas, goal):
    """Whether a move could end in an Area."""
    return ways.has(ways.areas_in_reach(state, tables, figure, areas, 0), goal)


@kernel
def survey_board(state, tables, near, seen, allowed):
    """Spaces and what lies between them.

    Args:
        state, tables: records.
        near: (SPACES, SPACES) int8, adjacent.
        seen: (3, SPACES, SPACES) int8, in sight: past everybody, of the Heroes, past whom agents block; of agents.
        allowed: (FIGURES, SPACES) int8.
    """
    for a in range(tables.num_spaces):
        for b in range(tables.num_spaces):
            near[a, b] = spaces.adjacent(state, tables, a, b)
            seen[0, a, b] = spaces.sees(state, tables, a, b, -1)
            seen[1, a, b] = spaces.sees(state, tables, a, b, st.THE_HEROES)
            seen[2, a, b] = spaces.sees(state, tables, a, b, st.THE_ONI)
        for figure in range(st.FIGURES):
            allowed[figure, a] = spaces.allowed(state, tables, figure, a)


@kernel
def survey_attacks(state, tables, targets, push, counted):
    """Who can be attacked, and with what.

    Args:
        state, tables: records.
        targets: (2, FIGURES, FIGURES) int8, by kind.
        push: (FIGURES, FIGURES, SPACES) int8, where the target can be pushed to.
        counted: (2, FIGURES, FIGURES, 2, NUM_STATS) int8: `changes` of the attacker and of the target.
    """
    for attacker in range(st.FIGURES):
        for target in range(st.FIGURES):
            if state.at[attacker] < 0 or state.at[target] < 0 or (attacker < 8) == (target < 8):
                continue
            for kind in range(2):
                targets[kind, attacker, target] = attack.can_attack(state, tables, attacker, kind, target)
                so = 1 << (ops.IN_MELEE if kind == ops.MELEE else ops.AT_RANGE)
                for which in range(STATS):
                    counted[kind, attacker, target, 0, which] = stats.changes(
                        state, tables, attacker, which, so | (1 << ops.ATTACKING), target
                    )
                    counted[kind, attacker, target, 1, which] = stats.changes(
                        state, tables, target, which, so | (1 << ops.DEFENDING), attacker
                    )
            state.reach[:] = 0
            attack.mark_push(state, tables, attacker, target)
            push[attacker, target] = state.reach
    state.reach[:] = 0


@kernel
def survey_stats(state, tables, counted, values):
    """What figures have while nothing is going on.

    Args:
        state, tables: records.
        counted: (FIGURES, 2, NUM_STATS) int8: the printed values; `changes`.
        values: (FIGURES, NUM_STATS) int8: `stat`.
    """
    for figure in range(st.FIGURES):
        if state.at[figure] >= 0:
            for which in range(STATS):
                counted[figure, 0, which] = printed(state, tables, figure, which)
                counted[figure, 1, which] = stats.changes(state, tables, figure, which, 0, -1)
                values[figure, which] = stats.stat(state, tables, figure, which, 0, -1)


@kernel
def test_changes(state, tables, hero, when, found):
    """`changes` in an Attribute Test, (NUM_STATS,) int8."""
    for which in range(STATS):
        found[which] = stats.changes(state, tables, hero, which, when, -1)


@kernel
def do_attack(state, tables, attacker, target, kind, mask):
    """An Attack to its end, or up to the push with its mask."""
    below = state.task_count
    attack.begin_attack(state, tables, attacker, target, kind, 0, 0, 0)
    finish(state, tables, below, mask)


@kernel
def answer(state, tables, action, mask):
    """Answers a decision of the Attack, which goes on."""
    below = state.task_count - 1
    decision = state.decision
    pop(state)
    play(state, tables, decision, action)
    finish(state, tables, below, mask)


@kernel
def finish(state, tables, below, mask):
    """Carries the tasks on that were added."""
    while state.task_count > below and state.depth == 0 and state.over == 0:
        advance(state, tables, state.tasks[state.task_count - 1, st.KIND])
    mask[:] = 0
    if state.depth > 0 and state.over == 0:
        legal(state, tables, mask)


@kernel
def do_test(state, tables, hero, space, of_token):
    """An Attribute Test, without what its success does afterwards."""
    if of_token:
        attribute_tests.begin_token_test(state, tables, hero, space)
    else:
        attribute_tests.begin_tile_test(state, tables, hero, space)
    while state.depth == 0 and state.over == 0 and state.tasks[state.task_count - 1, st.KIND] == st.T_TEST:
        advance(state, tables, st.T_TEST)


@kernel
def do_end(state, tables, escaped):
    """The end of the Final Battle."""
    end_battle(state, tables, escaped)


@kernel
def do_outcome(state, tables, returns, score):
    """Returns and score by seat."""
    memoirs.outcome(state, tables, returns, score)


@kernel
def do_step(state, tables, action):
    """A decision, with all that follows."""
    step(state, tables, action)
