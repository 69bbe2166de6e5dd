"""Attributes, what changes them, and which sources work.

O31, O34, O92, O93, O99 to O102, O109, O112, O119 to O122, O130, O131, O134, O148, O187, O203 to O205, O231, O232; A19,
A21, A23, B38, B47, B72, B83, B89, B93.
"""

from __future__ import annotations

import pytest
from rules.okko.boards_g import HALL, one_tile
from rules.okko.position_g import RULES, Game

from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st

SWORD = 3
"""An item."""


@pytest.fixture
def hall() -> Game:
    return Game(one_tile(HALL))


def stat(game: Game, figure: str, which: int, *doing: int, foe: str = "") -> int:
    when = sum(1 << one for one in doing)
    return game.ask("stats.stat", figure, which, when, foe or -1)


def value_in_test(game: Game, hero: str, which: int, *doing: int) -> int:
    return game.ask("stats.test_value", hero, which, sum(1 << one for one in doing))


def live(game: Game) -> set[int]:
    """The sources that work, without missions and Personal Missions."""
    game.ask("sources.refresh_sources")
    return {source for source in range(st.SOURCES) if game.s.live[source] and not is_goal(source)}


def is_goal(source: int) -> bool:
    return st.GOAL_SOURCE <= source < st.WOUND_SOURCE


# ---- who is who -----------------------------------------------------------------------------------------------------
def test_o231_heroes_and_companions_are_one_side_all_agents_the_other(hall):
    side_of = RULES.figures.side_of
    assert [side_of(hall.figure(name)) for name in ("okko", "okko's")] == [st.THE_HEROES] * 2
    assert [side_of(hall.figure(name)) for name in ("ashigaru 0", "ninja 0", "oni")] == [st.THE_ONI] * 3


def test_o002_team_decisions_are_made_by_the_living_hero_of_the_lowest_seat(hall):
    team_seat = RULES.figures.team_seat
    assert team_seat(hall.s) == 1
    hall.s.alive[:2] = 0
    assert team_seat(hall.s) == 3


def test_o120_o124_o126_b083_types_and_ranks_are_what_effects_ask_for(hall):
    asked = {
        "thrall": ops.FOE_THRALL,
        "creature": ops.FOE_CREATURE,
        "lieutenant": ops.FOE_LIEUTENANT,
        "demon": ops.FOE_DEMON,
        "hero": ops.FOE_HERO,
    }
    figures = ("okko", "okko's", "ashigaru 0", "hiroji", "ninja 0", "bakemono", "oni")
    found = {
        figure: {name for name, code in asked.items() if hall.ask("figures.matches_foe", code, figure)}
        for figure in figures
    }
    assert found == {
        "okko": {"hero"},
        "okko's": set(),
        "ashigaru 0": {"thrall"},
        "hiroji": {"thrall", "lieutenant"},
        "ninja 0": {"creature"},
        "bakemono": {"creature", "lieutenant"},
        "oni": {"creature", "demon"},
    }
    assert all(hall.ask("figures.matches_foe", ops.ANY_FOE, figure) for figure in [*figures, -1])
    assert not any(hall.ask("figures.matches_foe", code, -1) for code in asked.values())


def test_o232_o112_o119_values_are_those_of_the_card(hall):
    hall.stand("okko's", "x.a1")
    assert [stat(hall, "noshin", which) for which in (st.SPEED, st.MIGHT, st.DEFENSE, st.GUILE)] == [2, 2, 3, 4]
    assert [stat(hall, "okko's", which) for which in (st.SPEED, st.DEFENSE, st.ACTIONS)] == [2, 3, 2]
    assert [stat(hall, "hiroji", which) for which in (st.DEFENSE, st.ACTIONS, st.GUILE)] == [7, 2, 0]
    assert [hall.ask("figures.printed", name, st.STAMINA) for name in ("noshin", "okko's", "hiroji")] == [3, 2, 4]


def test_o041_heroes_have_as_many_actions_as_the_rules_say(hall):
    hall.t.hero_actions = 4
    assert stat(hall, "okko", st.ACTIONS) == 4


# ---- what changes them ----------------------------------------------------------------------------------------------
def test_o099_o100_a_technique_is_added_to_the_heros_value(hall):
    hall.s.mods[0, [st.SPEED, st.DEFENSE, st.GUILE]] = 1, 2, -1
    assert [stat(hall, "okko", which) for which in (st.SPEED, st.DEFENSE, st.GUILE)] == [3, 6, 2]
    assert stat(hall, "noburo", st.DEFENSE) == 4


def test_o101_a023_of_might_it_adds_action_dice_or_takes_combat_dice(hall):
    hall.s.mods[0, st.MIGHT] = 2
    assert (hall.ask("stats.combat_dice", "okko", 0, -1), hall.ask("stats.action_dice", "okko", 0, -1)) == (3, 2)
    hall.s.mods[0, [st.MIGHT, st.MIGHT_DOWN]] = 0, 2
    assert (hall.ask("stats.combat_dice", "okko", 0, -1), hall.ask("stats.action_dice", "okko", 0, -1)) == (1, 0)


def test_a023_o085_in_a_might_test_all_modifiers_are_added_to_the_value(hall):
    hall.s.mods[1, st.MIGHT] = 3
    assert value_in_test(hall, "noburo", st.MIGHT) == 4 + 3  # E15
    hall.s.mods[1, st.MIGHT_DOWN] = 2
    assert value_in_test(hall, "noburo", st.MIGHT) == 4 + 3 - 2
    hall.s.mods[1, st.MIGHT_DOWN] = 9
    assert value_in_test(hall, "noburo", st.MIGHT) == 0


def test_o130_o131_an_agents_technique_changes_all_figures_of_the_card(hall):
    hall.s.kind_mods[0, [st.SPEED, st.DEFENSE, st.ACTIONS, st.MIGHT]] = 1, 2, 1, 1
    for name in ("ashigaru 0", "ashigaru 9"):
        assert [stat(hall, name, which) for which in (st.SPEED, st.DEFENSE, st.ACTIONS)] == [3, 5, 3]
        assert hall.ask("stats.action_dice", name, 0, -1) == 1
    assert stat(hall, "samurai 0", st.DEFENSE) == 4


def test_o134_an_event_for_this_activation_is_for_the_figures_of_the_activated_card(hall):
    hall.s.active_mods[st.SPEED] = 2
    assert stat(hall, "ninja 0", st.SPEED) == 3
    hall.s.active_kind = int(hall.t.figure_kind[hall.figure("ninja 0")])
    assert [stat(hall, f"ninja {n}", st.SPEED) for n in range(2)] == [5, 5]
    assert stat(hall, "samurai 0", st.SPEED) == 2
    assert stat(hall, "okko", st.SPEED) == 2


def test_o105_what_a_talent_gives_for_an_activation_is_for_who_acts(hall):
    hall.s.active_mods[st.GUILE] = 2
    hall.s.tasks[0, [st.KIND, st.FIGURE]] = st.T_ROUND, -1
    hall.s.tasks[1, [st.KIND, st.FIGURE]] = st.T_HERO, hall.figure("noburo")
    hall.s.task_count = 2
    assert (stat(hall, "noburo", st.GUILE), stat(hall, "okko", st.GUILE)) == (2 + 2, 3)


def test_b038_no_attribute_falls_below_0(hall):
    for which in (st.SPEED, st.DEFENSE, st.GUILE, st.ACTIONS):
        hall.s.mods[0, which] = -9
        assert stat(hall, "okko", which) == 0
    hall.s.mods[0, st.HITS] = -2
    assert stat(hall, "okko", st.HITS) == -2  # it is added to something else


def test_o203_poisoned_lowers_defense_by_the_side_that_is_up(hall):
    hall.s.condition[0, st.POISONED] = 2
    assert stat(hall, "okko", st.DEFENSE) == 4 - 2
    hall.s.condition[0, st.POISONED] = 1
    assert stat(hall, "okko", st.DEFENSE) == 4 - 1


def test_o204_stunned_lowers_speed_in_tests_too(hall):
    hall.s.condition[3, st.STUNNED] = 2
    assert stat(hall, "setsuka", st.SPEED) == 3 - 2
    assert value_in_test(hall, "setsuka", st.SPEED) == 1


def test_a021_conditions_and_damage_are_each_figures_own(hall):
    hall.stand("ashigaru 0", "x.a1").stand("ashigaru 1", "x.a2")
    hall.s.condition[hall.figure("ashigaru 0"), st.POISONED] = 1
    assert [stat(hall, f"ashigaru {n}", st.DEFENSE) for n in range(2)] == [2, 3]


def test_o205_a_talent_lost_works_for_that_figure_no_more(hall):
    hall.stand("ashigaru 0", "x.a1").stand("ashigaru 1", "x.a2").talent("ashigaru 0", st.DEFENSE, 1)
    hall.stand("okko", "x.d1").talent("okko", st.GUILE, 1)
    hall.s.lost[[hall.figure("ashigaru 0"), 0]] = 1
    hall.ask("sources.refresh_sources")
    assert [stat(hall, f"ashigaru {n}", st.DEFENSE) for n in range(2)] == [3, 4]
    assert stat(hall, "okko", st.GUILE) == 3


# ---- modifiers ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("scope", "concerned"),
    [
        (ops.SCOPE_SELF, {"okko"}),
        (ops.SCOPE_ADJACENT, {"noburo"}),
        (ops.SCOPE_AREA, {"okko", "noburo", "okko's"}),
        (ops.SCOPE_SIDE, {"okko", "noburo", "okko's", "setsuka"}),
        (ops.SCOPE_FOES_ADJACENT, {"ninja 0"}),
        (ops.SCOPE_FOES_AREA, {"ninja 0", "ninja 1"}),
    ],
)
def test_o105_a_talent_may_serve_other_figures(hall, scope, concerned):
    where = {"okko": "a1", "noburo": "a2", "okko's": "a4", "setsuka": "c1", "ninja 0": "a3", "ninja 1": "b1"}
    hall.stand("okko", "x.a1")
    for figure, space in where.items():
        hall.stand(figure, f"x.{space}")
    hall.t.space_near[hall.space("x.a1"), 2:] = -1  # only the first two of its neighbours …
    near = {hall.board.spaces[s] for s in hall.t.space_near[hall.space("x.a1")] if s >= 0}
    assert near == {"x.a2", "x.a4"}
    hall.stand("okko's", "x.a3").stand("ninja 0", "x.a4").stand("ninja 1", "x.b2")
    hall.t.space_area[hall.space("x.b2")] = hall.t.space_area[hall.space("x.a1")]  # … and a larger Area
    before = {name: stat(hall, name, st.DEFENSE) for name in where}
    hall.talent("okko", st.DEFENSE, 1, scope=scope)
    assert {name for name in where if stat(hall, name, st.DEFENSE) > before[name]} == concerned


def test_o122_a_talent_of_a_kind_works_once_on_each_figure_it_concerns(hall):
    hall.stand("samurai 0", "x.a1").stand("samurai 1", "x.a2").stand("ashigaru 0", "x.a4").stand("ashigaru 1", "x.d4")
    hall.talent("samurai 0", st.DEFENSE, 1, scope=ops.SCOPE_ADJACENT)
    assert [stat(hall, f"ashigaru {n}", st.DEFENSE) for n in range(2)] == [3 + 1, 3]
    assert stat(hall, "samurai 0", st.DEFENSE) == 4 + 1  # beside the other


@pytest.mark.parametrize(
    ("when", "doing", "holds"),
    [
        (ops.ALWAYS, (), True),
        (ops.ATTACKING, (ops.ATTACKING, ops.AT_RANGE), True),
        (ops.ATTACKING, (ops.DEFENDING, ops.AT_RANGE), False),
        (ops.IN_MELEE, (ops.ATTACKING, ops.IN_MELEE), True),
        (ops.IN_MELEE, (ops.ATTACKING, ops.AT_RANGE), False),
        (ops.AT_RANGE, (ops.DEFENDING, ops.AT_RANGE), True),
        (ops.DEFENDING, (ops.DEFENDING, ops.IN_MELEE), True),
        (ops.TESTING, (ops.TESTING, ops.SNEAKING), True),
        (ops.INVESTIGATING, (ops.TESTING,), False),
        (ops.INVESTIGATING, (ops.TESTING, ops.INVESTIGATING), True),
        (ops.SNEAKING, (ops.TESTING, ops.SNEAKING), True),
        (ops.SNEAKING, (ops.TESTING,), False),
    ],
)
def test_o122_a_talent_works_whenever_what_its_text_asks_for_is_the_case(hall, when, doing, holds):
    hall.stand("okko", "x.a1").talent("okko", st.DEFENSE, 1, when=when)
    assert stat(hall, "okko", st.DEFENSE, *doing) == 4 + holds


def test_o122_the_place_the_damage_and_the_battle_are_looked_up(hall):
    hall.stand("okko", "x.a1").stand("noburo", "x.d4")
    hall.talent("okko", st.DEFENSE, 1, when=ops.ON_CORRUPTED).talent("okko", st.GUILE, 1, when=ops.WOUNDED, arg=2)
    hall.talent("okko", st.HITS, 1, when=ops.IN_BATTLE).talent("okko", st.SPEED, 1, when=ops.ALONE)
    values = lambda: [stat(hall, "okko", which) for which in (st.DEFENSE, st.GUILE, st.HITS, st.SPEED)]  # noqa: E731
    assert values() == [4, 3, 0, 3]
    hall.corrupt("x").stand("noburo", "x.a2")
    hall.s.damage[0], hall.s.battle = 2, st.BY_ROUND
    assert values() == [5, 4, 1, 2]
    hall.s.damage[0] = 1
    assert stat(hall, "okko", st.GUILE) == 3


def test_o122_only_against_the_opponent_named(hall):
    hall.talent("okko", st.HITS, 2, foe=ops.FOE_CREATURE)
    assert stat(hall, "okko", st.HITS, ops.ATTACKING, foe="ninja 0") == 2
    assert stat(hall, "okko", st.HITS, ops.ATTACKING, foe="samurai 0") == 0
    assert stat(hall, "okko", st.HITS, ops.ATTACKING) == 0


def test_o085_a_test_has_the_modifiers_for_tests(hall):
    hall.talent("okko", st.GUILE, 1, when=ops.TESTING).talent("okko", st.GUILE, 1, when=ops.INVESTIGATING)
    assert value_in_test(hall, "okko", st.GUILE) == 4
    assert value_in_test(hall, "okko", st.GUILE, ops.INVESTIGATING) == 5


# ---- which sources work ---------------------------------------------------------------------------------------------
def test_o109_o122_natural_talents_work_while_the_figure_is_on_the_board(hall):
    assert live(hall) == set()
    hall.stand("okko", "x.a1").stand("ninja 0", "x.d4").stand("noburo's", "x.d1")
    ninja = st.KIND_SOURCE + st.TALENTS * int(hall.t.figure_kind[hall.figure("ninja 0")])
    assert live(hall) == {0, 1, 2, ninja, ninja + 1, ninja + 2, st.COMPANION_SOURCE + 1}
    assert hall.ask("sources.bears", ninja, "ninja 0")
    assert not hall.ask("sources.bears", ninja, "ninja 1")
    assert hall.ask("sources.bearer_of", st.COMPANION_SOURCE + 1) == hall.figure("noburo's")


def test_o031_o102_o212_a_card_laid_left_works_from_its_reveal_to_the_end_of_the_round(hall):
    hall.s.card_place[st.HERO_CARDS] = st.LEFT  # the first card of the second Hero
    hall.s.card_place[st.HERO_CARDS + 1] = st.RIGHT
    hall.s.phase = st.PLANS
    assert live(hall) == set()
    hall.s.phase = st.ACTIVATIONS
    assert live(hall) == {st.CARD_SOURCE + st.HERO_CARDS}
    assert hall.ask("sources.bearer_of", st.CARD_SOURCE + st.HERO_CARDS) == hall.figure("noburo")
    hall.s.phase, hall.s.card_place[st.HERO_CARDS] = st.END_PHASE, st.DISCARDED
    assert live(hall) == {st.CARD_SOURCE + st.HERO_CARDS}
    hall.s.phase = st.OPEN_STEP
    assert live(hall) == set()


def item(game: Game, slot: int, kind: int, classes: int = 1) -> bool:
    """Whether Okko's card works there; he is of class 0."""
    game.s.item_owner[SWORD], game.s.item_slot[SWORD] = 0, slot
    game.t.item_kind[SWORD], game.t.item_classes[SWORD] = kind, classes
    return st.ITEM_SOURCE + SWORD in live(game)


def test_o034_b052_a_card_in_a_hand_slot_works_if_it_is_turned_up(hall):
    for slot, kind in ((st.RIGHT_HAND, st.RIGHT_HAND), (st.BOTH_HANDS, st.BOTH_HANDS)):
        hall.s.turned_up[0] = -1
        assert not item(hall, slot, kind)
        hall.s.turned_up[0] = SWORD
        assert item(hall, slot, kind)
    assert not item(hall, st.SUPPLIES, st.RIGHT_HAND)  # moved away, it stops working


def test_o092_a_card_in_the_clothing_slot_always_works(hall):
    assert item(hall, st.CLOTHING, st.CLOTHING)


def test_b047_o091_in_supplies_only_what_works_there(hall):
    assert item(hall, st.SUPPLIES, st.SUPPLIES)
    assert not item(hall, st.SUPPLIES, st.CLOTHING)


def test_o093_b047_only_for_a_hero_of_its_class(hall):
    assert not item(hall, st.SUPPLIES, st.SUPPLIES, classes=0b1110)
    assert item(hall, st.SUPPLIES, st.SUPPLIES, classes=0b0011)


def test_o148_b072_a_position_works_for_all_agents_of_its_type_the_oni_too(hall):
    hall.stand("ashigaru 0", "x.a1").stand("ninja 0", "x.a2").stand("oni", "x.a3").stand("okko", "x.a4")
    hall.modifier(st.NODE_SOURCE + st.NODES + 2, st.DEFENSE, 1)  # of the creatures' tree
    assert st.NODE_SOURCE + st.NODES + 2 not in live(hall)
    hall.s.node[1, 2] = 1
    assert st.NODE_SOURCE + st.NODES + 2 in live(hall)
    values = [stat(hall, name, st.DEFENSE) for name in ("ashigaru 0", "ninja 0", "oni", "okko")]
    assert values == [3, 5 + 1, 6 + 1, 4]


def test_o187_the_penalty_of_a_nature_found_out_holds_in_the_final_battle(hall):
    hall.s.nature, hall.t.clue_kind[5] = 5, st.ONI_CLUE
    hall.t.clue_oni[5] = int(hall.t.figure_kind[hall.figure("oni")])
    hall.stand("oni", "x.a1").modifier(st.CLUE_SOURCE + 5, st.DEFENSE, -2)
    assert st.CLUE_SOURCE + 5 not in live(hall)
    hall.s.battle = st.BY_WRONG
    assert st.CLUE_SOURCE + 5 not in live(hall)
    hall.s.nature_known = 1
    assert st.CLUE_SOURCE + 5 in live(hall)
    assert stat(hall, "oni", st.DEFENSE) == 6 - 2


def test_b089_b093_missions_work_until_they_are_completed_and_goals_until_they_are_fulfilled(hall):
    hall.t.mission_exists[1] = 1
    hall.s.goal[:2] = 2, 0
    hall.s.goal_done[1] = 1
    hall.ask("sources.refresh_sources")
    assert hall.s.live[st.MISSION_SOURCE + 1]
    goals = {source - st.GOAL_SOURCE for source in range(st.SOURCES) if hall.s.live[source] and is_goal(source)}
    assert goals == {2, 2 * st.GOALS, 3 * st.GOALS}
    hall.s.completed[1] = st.BLUE
    hall.ask("sources.refresh_sources")
    assert not hall.s.live[st.MISSION_SOURCE + 1]
