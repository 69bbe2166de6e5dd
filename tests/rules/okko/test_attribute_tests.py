"""Chapter 8 and 28.7, Attribute Tests, those of Clue tokens (chapter 17) and Chests (chapter 20) among them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from rules.okko.position_a import TEST_FACES, WATCHER, Position

from shugyo.envs.core.rng import python_word
from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st

PLAIN = 1 << ops.TESTING


def tile_test(stat: int = st.GUILE, difficulty: int = 4, space: int = 0, direct: int = 0, **position) -> Position:
    """A Test on an Interaction Space, whose success runs a program."""
    p = Position(**position)
    p.t.test_stat[space], p.t.test_difficulty[space], p.t.test_direct[space] = stat, difficulty, direct
    p.t.test_program[space] = p.program((ops.RAISE_ALARM,))
    return p


def trying(p: Position, space: int = 0) -> Position:
    """Hero 0 makes the Test of that Space."""
    return p.start(st.T_HERO, 0).play(act.TRY_TEST, act.SPACE_NAME + space)


def failing(n: int):
    """Dice of which the first n show 2 each."""
    return lambda shown: shown[:n] == [2] * n


def chance(faces: tuple, dice: int, most: int) -> Fraction:
    """How likely so many dice total that much at most: all combinations of faces, gathered by their totals."""
    totals = {0: 1}
    for _ in range(dice):
        sums: dict[int, int] = {}
        for (total, ways), face in product(totals.items(), faces):
            sums[total + face] = sums.get(total + face, 0) + ways
        totals = sums
    return Fraction(sum(ways for total, ways in totals.items() if total <= most), len(faces) ** dice)


# ---- the roll -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("faces", "mean", "chances"),
    [
        ((0, 0, 0, 1, 1, 2), 0.67, (0.85, 0.48, 0.87, 0.86)),
        ((0, 0, 1, 1, 1, 2), 0.83, (0.67, 0.28, 0.80, 0.81)),
        (TEST_FACES, 1.00, (0.42, 0.19, 0.63, 0.67)),
        ((0, 0, 1, 1, 2, 3), 1.17, (0.28, 0.16, 0.52, 0.56)),
    ],
)
def test_b101_what_test_dice_make_of_typical_tests(faces, mean, chances):
    assert round(sum(faces) / 6, 2) == mean
    pools = ((8, 7), (4, 2), (3, 3), (2, 2))
    assert tuple(round(float(chance(faces, *pool)), 2) for pool in pools) == chances


def test_b101_gathering_by_totals_is_going_through_all_faces():
    rolls = list(product(TEST_FACES, repeat=4))
    assert chance(TEST_FACES, 4, 2) == Fraction(sum(sum(roll) <= 2 for roll in rolls), len(rolls))


@pytest.mark.parametrize("key", range(40))
def test_o084_o085_as_many_dice_as_the_difficulty_against_the_attribute(key):
    p = tile_test(st.GUILE, 4)
    p.s.key = key
    trying(p)
    total = sum(TEST_FACES[(python_word(key, st.DICE + st.THE_HEROES, i) >> 32) * 6 >> 32] for i in range(4))
    assert p.s.dice[st.THE_HEROES] == 4 and p.s.dice[st.THE_ONI] == 0
    assert p.s.passed[0] == (total <= 3)
    assert (p.doing() == st.T_PROGRAM) == (total <= 3)


def test_o082_o083_a_test_of_a_tile_costs_an_action_and_does_what_it_says():
    p = tile_test(difficulty=1)
    assert act.TRY_TEST in p.start(st.T_HERO, 0).choices()
    p.play(act.TRY_TEST)
    assert p.asked() == "TEST_PLACE" and p.spaces() == {0} and p.s.actions_left[0] == 2
    p.play(act.SPACE_NAME)
    assert p.doing() == st.T_PROGRAM and p.task()[st.FIGURE] == 0
    assert p.events[-1] == ("test", 0)
    p.done(st.T_PROGRAM)
    assert p.events[-1] == ("pass", 0) and p.asked() == "HERO_ACTION"
    assert act.TRY_TEST not in p.choices()  # it has been passed


def test_o083_a_test_of_a_tile_is_made_where_the_hero_stands():
    p = tile_test(space=6)
    assert act.TRY_TEST not in p.start(st.T_HERO, 0).choices()


def test_o221_a33_a_test_token_is_used_from_beside_it():
    p = tile_test(space=6, difficulty=1).token(0, st.TEST_TOKEN, 6)
    trying(p, 6)
    assert p.s.passed[6] == 1 and p.doing() == st.T_PROGRAM


def test_o086_a34_a_failure_leaves_a_penalty_token_which_takes_a_die_from_every_hero():
    p = tile_test(st.GUILE, 4).dice(failing(4))
    trying(p)
    assert p.s.penalties[0] == 1 and p.s.passed[0] == 0 and p.events[-1] == ("fail", 0)
    p.stand(0, 6).stand(1, 0).play(act.PASS)
    p.s.dice[:] = 0
    p.dice(failing(3)).start(st.T_HERO, 1).play(act.TRY_TEST, act.SPACE_NAME)  # B43: it counts for the other Hero too
    assert p.s.dice[st.THE_HEROES] == 3 and p.s.penalties[0] == 2


def test_o088_a_direct_test_leaves_no_penalty_token():
    p = tile_test(st.GUILE, 4, direct=1).dice(failing(4))
    p.s.penalties[0] = 1
    trying(p)
    assert p.s.dice[st.THE_HEROES] == 4 and p.s.penalties[0] == 1 and p.events[-1] == ("fail", 0)


def test_b043_penalty_tokens_go_when_the_test_is_passed():
    p = tile_test(st.GUILE, 4)
    p.s.penalties[0] = 3
    assert trying(p).s.penalties[0] == 0


@pytest.mark.parametrize(("difficulty", "rolled"), [(1, 0), (2, 2)])
def test_b044_a34_what_cannot_be_failed_needs_no_roll_but_its_action(difficulty, rolled):
    p = tile_test(st.GUILE, difficulty)  # GUILE 3: one die shows 2 at most, two dice 4
    trying(p)
    assert p.s.dice[st.THE_HEROES] == rolled and p.s.actions_left[0] == 2


def test_b044_a34_enough_penalty_tokens_make_it_sure():
    p = tile_test(st.GUILE, 5)
    p.s.penalties[0] = 4
    assert trying(p).s.passed[0] == 1 and p.s.dice[st.THE_HEROES] == 0


def test_b044_without_dice_the_total_is_0():
    p = tile_test(st.GUILE, 2)
    p.t.hero_stat[0, st.GUILE], p.s.penalties[0] = 0, 5
    assert trying(p).s.passed[0] == 1


def test_a023_bonuses_and_penalties_of_might_both_count_in_a_test():
    p = tile_test(st.MIGHT, 4)  # MIGHT 4 + 3 − 1 = 6
    p.s.mods[0, st.MIGHT], p.s.mods[0, st.MIGHT_DOWN] = 3, 1
    p.dice(lambda shown: sum(shown[:4]) == 7)
    assert trying(p).s.passed[0] == 0
    p = tile_test(st.MIGHT, 4)
    p.s.mods[0, st.MIGHT], p.s.mods[0, st.MIGHT_DOWN] = 3, 1
    p.dice(lambda shown: sum(shown[:4]) == 6)
    assert trying(p).s.passed[0] == 1


def test_o087_b045_a_might_test_from_afar_needs_a_ranged_ability_and_a_free_line():
    def might(space: int, *foes: int, stat: int = st.MIGHT, ranged: int = 1) -> bool:
        p = tile_test(stat, 4, space=space, heroes=1)
        p.s.mods[0, st.RANGED] = ranged
        for i, foe in enumerate(foes):
            p.stand(8 + i, foe)
        return act.TRY_TEST in p.start(st.T_HERO, 0).choices()

    assert might(5)
    assert not might(5, ranged=0)
    assert not might(5, stat=st.DEFENSE)
    assert not might(5, 3)  # an opponent on the line
    assert might(5, 5)  # at its end
    assert might(5, 9)  # beside it


def test_b089_the_tests_of_a_mission_stop_when_it_is_completed():
    p = tile_test()
    p.t.test_mission[0], p.t.mission_exists[0] = 0, 1
    p.start(st.T_HERO, 0)
    assert act.TRY_TEST in p.choices()
    p.s.completed[0] = st.RED
    assert act.TRY_TEST not in p.choices()


def test_b089_the_program_of_a_missions_test_belongs_to_the_mission():
    p = tile_test(difficulty=1)
    p.t.test_mission[0], p.t.mission_exists[0] = 0, 1
    assert trying(p).task()[st.C] == 0 and p.task()[st.SOURCE] == st.MISSION_SOURCE != WATCHER


@pytest.mark.parametrize(("total", "passed"), [(3, 1), (4, 0)])
def test_o081_a_programs_test_tells_the_program_below(total, passed):
    p = Position().dice(lambda shown: sum(shown[:4]) == total)
    p.start(st.T_PROGRAM, 0).start(st.T_TEST, 0, -1, st.GUILE, 4, 0, PLAIN)
    assert p.doing() == st.T_PROGRAM and p.task()[st.COUNT] == passed
    assert p.events == [("test", 0), ("pass" if passed else "fail", 0)] and not p.s.penalties.any()


def test_o206_a_hero_eliminated_before_the_roll_makes_no_test():
    p = Position().start(st.T_PROGRAM, 0)
    p.s.alive[0] = 0
    p.start(st.T_TEST, 0, -1, st.GUILE, 1, 0, PLAIN)
    assert p.doing() == st.T_PROGRAM and p.task()[st.COUNT] == 0 and p.s.dice[st.THE_HEROES] == 0


# ---- Clue tokens ----------------------------------------------------------------------------------------------------
def investigating(p: Position, space: int = 6) -> Position:
    return p.start(st.T_HERO, 0).play(act.INVESTIGATE, act.SPACE_NAME + space)


@pytest.mark.parametrize("kind", [st.EVIDENCE, st.PARCHMENT])
def test_o166_o167_o168_the_first_success_turns_a_token_over_the_second_removes_it(kind):
    p = Position().token(0, kind, 6, (1, 2, 4, 1))
    for clue in range(5):
        p.clue(clue, st.ONI_CLUE)
    investigating(p)
    assert (p.s.clue_place[:5] == st.CLUE_HELD).sum() == 2
    assert p.s.token_flipped[0] == 1 and p.s.token_on[6] == 0
    p.dice(lambda shown: sum(shown[:4]) == 3).play(act.INVESTIGATE, act.SPACE_NAME + 6)
    assert p.s.dice[st.THE_HEROES] == 4  # the Difficulty of its other side
    assert (p.s.clue_place[:5] == st.CLUE_HELD).sum() == 3
    assert p.s.token_on[6] == -1 and p.s.token_at[0] == -1


def test_o166_an_investigation_is_a_direct_test_of_guile():
    p = investigating(Position().token(0, st.EVIDENCE, 6, (4, 2, 4, 1)).dice(lambda shown: sum(shown[:4]) == 4))
    assert p.s.dice[st.THE_HEROES] == 4 and p.s.penalties[6] == 0 and p.s.token_flipped[0] == 0
    assert p.events[-1] == ("fail", 0)


def test_o169_a_courtier_is_interrogated_once_and_stays():
    p = investigating(Position().token(0, st.COURTIER_TOKEN, 6, (1, 1, 0, 0)).clue(0, st.ONI_CLUE))
    assert p.s.token_flipped[0] == 1 and p.s.token_on[6] == 0 and p.s.clue_place[0] == st.CLUE_HELD
    assert act.INVESTIGATE not in p.choices()


@pytest.mark.parametrize(("bonus", "passed"), [(0, 0), (1, 1)])
def test_o165_a_modifier_for_investigations_counts_there(bonus, passed):
    p = Position().token(0, st.EVIDENCE, 6, (4, 0, 4, 1)).dice(lambda shown: sum(shown[:4]) == 4)
    p.t.stat_modifiers[st.GUILE, 0], p.t.modifier_source[0] = 0, st.HERO_SOURCE
    p.t.modifier[0] = st.GUILE, bonus, ops.SCOPE_SELF, ops.INVESTIGATING, 1, ops.ANY_FOE
    assert investigating(p).s.token_flipped[0] == passed


# ---- Chests and worked examples -------------------------------------------------------------------------------------
def chest(p: Position) -> Position:
    """E3: a Chest of Difficulty 4 beside Hero 0, from which 5 cards are drawn and 3 kept; a deck of 8."""
    for item in range(8):
        p.item(item, st.SUPPLIES, st.IN_DECK)
    p.t.hero_supplies[0] = 3
    return p.token(0, st.CHEST, 6, (4, 5, 3, 0))


def test_e3_a_chest_gives_five_cards_of_which_three_are_kept():
    p = chest(Position()).dice(lambda shown: sum(shown[:4]) == 2)  # SPEED 2
    p.start(st.T_HERO, 0).play(act.OPEN_CHEST, act.SPACE_NAME + 6)
    assert p.s.dice[st.THE_HEROES] == 4 and p.asked() == "CHEST_KEEP" and p.s.token_on[6] == -1
    drawn = sorted(p.named(act.ITEM_NAME, st.ITEMS))
    assert len(drawn) == 5
    for item in drawn[:3]:
        assert p.asked() == "CHEST_KEEP"
        p.play(act.ITEM_NAME + item)
        assert p.asked() == "PLACE_ITEM"
        p.play(act.SLOT + st.SUPPLIES)
    assert p.asked() == "HERO_ACTION" and p.s.actions_left[0] == 2
    assert [i for i in range(8) if p.s.item_owner[i] == 0] == drawn[:3]
    assert [i for i in range(8) if p.s.item_owner[i] == st.IN_DISCARD] == drawn[3:]
    assert (p.s.item_owner == st.IN_DECK).sum() == 3
    assert p.events[-5:] == [("item", 0)] * 3 + [("open", 0), ("pass", 0)]


def test_e3_o213_a_failure_at_a_chest_is_no_direct_test():
    p = chest(Position()).dice(lambda shown: sum(shown[:4]) == 3)
    p.start(st.T_HERO, 0).play(act.OPEN_CHEST, act.SPACE_NAME + 6)
    assert p.s.penalties[6] == 1 and p.s.token_on[6] == 0 and p.asked() == "HERO_ACTION"


@pytest.mark.parametrize(("total", "passed"), [(7, 1), (8, 0)])
def test_e15_o250_noburo_at_the_cell_with_a_technique_of_three(total, passed):
    p = tile_test(st.MIGHT, 8).dice(lambda shown: sum(shown[:8]) == total)
    p.s.mods[0, st.MIGHT] = 3  # MIGHT 4
    trying(p)
    assert p.s.dice[st.THE_HEROES] == 8 and p.s.passed[0] == passed
    assert round(float(chance(TEST_FACES, 8, 7)), 2) == 0.42
