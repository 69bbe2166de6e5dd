"""Chapter 7, Attacks: O68 to O77; A23, A24, A27, B34 to B39; E4, E6, E13, E15. Push: test_push_and_alarm.py."""

from __future__ import annotations

import pytest
from rules.okko.boards_g import HALL, LANE, one_tile, palace, room
from rules.okko.position_g import BLANK, HIT, HIT_AND_PUSH, REROLL, Game

from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st

TWO = 3
"""Face of an Action die: 0 is blank, 1 and 2 one hit, 4 two hits with push, 5 reroll."""


@pytest.fixture
def hall() -> Game:
    return Game(one_tile(HALL))


@pytest.fixture
def lane() -> Game:
    return Game(one_tile(LANE))


def archer(game: Game, figure: str, **more: int) -> Game:
    return game.talent(figure, st.RANGED, **more)


def ranged(game: Game, attacker: str, target: str) -> bool:
    return bool(game.ask("attack.can_attack", attacker, ops.RANGED, target))


def melee(game: Game, attacker: str, target: str) -> bool:
    return bool(game.ask("attack.can_attack", attacker, ops.MELEE, target))


# ---- whom -----------------------------------------------------------------------------------------------------------
def test_o068_an_attack_is_made_on_an_opponent(hall):
    hall.stand("okko", "x.a1").stand("noburo", "x.a2").stand("okko's", "x.a3")
    assert not melee(hall, "okko", "noburo")
    assert not melee(hall, "okko", "okko's")
    assert not hall.ask("attack.any_target", "okko", ops.MELEE)
    hall.stand("ninja 0", "x.a4").stand("ashigaru 0", "x.b3")
    assert melee(hall, "okko", "ninja 0")
    assert not melee(hall, "ninja 0", "ashigaru 0")


def test_o068_the_attacker_chooses_the_target(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2").stand("ninja 1", "x.a4").stand("ninja 2", "x.b1")
    hall.attack("okko")
    assert hall.decision == "ATTACK_TARGET 1"
    assert hall.choices() == ["ninja 0", "ninja 1"]
    hall.dice(BLANK, BLANK, BLANK).choose("ninja 1")
    assert hall.events[0] == ("attack", "okko", "ninja 1")


def test_o068_agents_and_companions_attack_alike(hall):
    hall.stand("okko", "x.a1").stand("noburo's", "x.a3").stand("ninja 0", "x.a4")
    assert hall.attack("ninja 0").choices() == ["okko", "noburo's"]
    assert hall.decision == "ATTACK_TARGET 0"
    hall.dice(BLANK, BLANK).choose("noburo's").attack("noburo's")
    assert hall.decision == "ATTACK_TARGET 2"


def test_o069_melee_is_made_on_an_adjacent_space(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.b1")
    assert not melee(hall, "okko", "ninja 0")
    hall.stand("ninja 0", "x.a4")
    assert melee(hall, "okko", "ninja 0")


def test_o069_a027_not_through_a_wall_a_closed_door_or_diagonally_through_a_doorway():
    game = Game(palace("AAAABBBB\n" * 4, {"A": "one", "B": "two"}, one=room("r"), two=room("l")))
    game.stand("okko", "one.a6").stand("ninja 0", "two.a5").stand("ninja 1", "two.a7").stand("noburo", "one.a4")
    game.stand("ninja 2", "two.a1")  # behind the wall beside one.a4
    assert [melee(game, "okko", f"ninja {n}") for n in range(3)] == [True, False, False]
    assert not melee(game, "noburo", "ninja 2")
    game.s.closed[0] = 1
    assert not melee(game, "okko", "ninja 0")


def test_o070_a_ranged_attack_needs_an_ability(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.b2")
    assert not ranged(hall, "okko", "ninja 0")
    assert not hall.ask("attack.any_target", "okko", ops.RANGED)
    archer(hall, "okko")
    assert ranged(hall, "okko", "ninja 0")
    assert hall.ask("attack.any_target", "okko", ops.RANGED)


def test_o070_a027_opponents_on_the_line_block_it(hall):
    archer(hall, "okko").stand("okko", "x.a1").stand("ninja 0", "x.b2").stand("ninja 1", "x.a2")
    assert not ranged(hall, "okko", "ninja 0")
    assert ranged(hall, "okko", "ninja 1")
    assert hall.attack("okko", kind=ops.RANGED).choices() == ["ninja 1"]


def test_o071_friends_never_block_it(hall):
    archer(hall, "okko").stand("okko", "x.a1").stand("ninja 0", "x.b2").stand("noburo", "x.a2").stand("okko's", "x.b1")
    assert ranged(hall, "okko", "ninja 0")
    archer(hall, "ninja 0")
    assert ranged(hall, "ninja 0", "okko's")
    assert not ranged(hall, "ninja 0", "okko")


def test_b035_a_ranged_attack_may_be_made_on_an_adjacent_opponent_at_any_distance(hall):
    archer(hall, "okko").stand("okko", "x.a1").stand("ninja 0", "x.a2").stand("ninja 1", "x.d4")
    assert ranged(hall, "okko", "ninja 0")
    assert ranged(hall, "okko", "ninja 1")


def test_b035_either_kind_is_melee_where_melee_is_possible(hall):
    archer(hall, "okko").stand("okko", "x.a1").stand("ninja 0", "x.a2").stand("ninja 1", "x.c4")
    hall.talent("okko", st.MIGHT, 2, when=ops.AT_RANGE)
    hall.dice(*[BLANK] * 3).attack("okko", "ninja 0", kind=ops.ANY_KIND)
    assert hall.s.dice[st.THE_HEROES] == 3
    hall.dice(*[BLANK] * 5).attack("okko", "ninja 1", kind=ops.ANY_KIND)
    assert hall.s.dice[st.THE_HEROES] == 3 + 5


def test_b036_who_would_roll_no_die_cannot_attack(hall):
    hall.stand("okko", "x.a1").stand("ashigaru 0", "x.a2")
    hall.s.mods[hall.figure("okko"), st.MIGHT_DOWN] = 3
    assert not melee(hall, "okko", "ashigaru 0")
    assert not hall.ask("attack.any_target", "okko", ops.MELEE)
    assert hall.attack("okko").decision == ""
    assert hall.s.alarm == 0
    hall.s.mods[hall.figure("okko"), st.MIGHT] = 1
    assert melee(hall, "okko", "ashigaru 0")


def test_b036_dice_that_an_effect_gives_count(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2")
    hall.s.mods[hall.figure("okko"), st.MIGHT_DOWN] = 3
    hall.attack("okko", might=1)
    assert hall.choices() == ["ninja 0"]


# ---- the dice -------------------------------------------------------------------------------------------------------
def pools(game: Game, attacker: str, target: str, kind: int = ops.MELEE) -> tuple[int, int]:
    when = 1 << ops.ATTACKING | 1 << (ops.IN_MELEE + kind)
    return (
        game.ask("stats.combat_dice", attacker, when, target),
        game.ask("stats.action_dice", attacker, when, target),
    )


def test_o072_as_many_combat_dice_as_might(hall):
    hall.stand("noburo", "x.a1").stand("ninja 0", "x.a2")
    assert pools(hall, "noburo", "ninja 0") == (4, 0)
    assert pools(hall, "ninja 0", "noburo") == (2, 0)


def test_o073_bonuses_are_action_dice(hall):
    hall.stand("noburo", "x.a1").stand("ninja 0", "x.a2").talent("noburo", st.MIGHT, 1)
    hall.s.mods[hall.figure("noburo"), st.MIGHT] = 2
    assert pools(hall, "noburo", "ninja 0") == (4, 3)


def test_o074_a023_penalties_take_combat_dice_away_and_are_not_set_off(hall):
    hall.stand("noburo", "x.a1").stand("ninja 0", "x.a2")
    hall.s.mods[hall.figure("noburo"), [st.MIGHT, st.MIGHT_DOWN]] = 2, 3
    assert pools(hall, "noburo", "ninja 0") == (1, 2)
    hall.s.mods[hall.figure("noburo"), st.MIGHT_DOWN] = 9
    assert pools(hall, "noburo", "ninja 0") == (0, 2)


def test_o075_all_dice_are_rolled_and_their_hits_added_up(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2")
    hall.s.mods[0, st.MIGHT] = 1
    hall.dice(HIT, HIT, HIT, TWO).attack("okko", "ninja 0")  # 3 + 2, DEFENSE 5
    assert hall.where("ninja 0") == ""


def test_o076_b037_a_reroll_is_one_hit_and_is_rolled_again_and_again(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2")
    hall.dice(REROLL, REROLL, REROLL, HIT, HIT, BLANK).attack("okko", "ninja 0")  # 4, 1, 0
    assert hall.where("ninja 0") == ""
    assert hall.s.dice[st.THE_HEROES] == 6


def test_b037_combat_dice_come_first_and_a_reroll_at_once(hall):
    """The second face is that of the die rolled again, the last that of the Action die: 1 + 1, 0, 0, 2 hits."""
    hall.stand("okko", "x.a1").stand("samurai 0", "x.a2")
    hall.s.mods[0, st.MIGHT] = 1
    hall.dice(REROLL, HIT, BLANK, BLANK, TWO).attack("okko", "samurai 0")  # 4, at least DEFENSE 4
    assert hall.s.damage[hall.figure("samurai 0")] == 1
    assert hall.rolled == [ops.COMBAT_DIE] * 4 + [ops.ACTION_DIE]


def test_b037_push_symbols_of_all_rolls_count(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2").dice(REROLL, HIT_AND_PUSH, BLANK, BLANK)
    hall.attack("okko", "bakemono")
    assert hall.decision == "PUSH_SPACE 1"


def test_a024_dice_are_never_short(hall):
    hall.stand("noburo", "x.a1").stand("oni", "x.a2")
    hall.s.mods[hall.figure("noburo"), st.MIGHT] = 9
    hall.dice(*[BLANK] * 13).attack("noburo", "oni")
    assert hall.s.dice[st.THE_HEROES] == 13


def test_o075_each_side_has_dice_of_its_own(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2").dice(*[BLANK] * 3).attack("okko", "ninja 0")
    hall.dice(BLANK, BLANK).attack("ninja 0", "okko")
    assert (hall.s.dice[st.THE_HEROES], hall.s.dice[st.THE_ONI]) == (3, 2)


def test_e015_noburo_moves_two_areas_and_eliminates_a_ninja(lane):
    lane.stand("noburo", "x.a1").stand("ninja 0", "x.c3")
    lane.s.mods[lane.figure("noburo"), st.MIGHT] = 2  # the technique
    lane.move("noburo", "x.c2")
    assert lane.ask("spaces.adjacent", "x.c2", "x.c3")
    assert pools(lane, "noburo", "ninja 0") == (4, 2)
    lane.dice(HIT, BLANK, HIT, HIT, TWO, 1).attack("noburo", "ninja 0")  # 6, at least DEFENSE 5
    assert lane.where("ninja 0") == ""
    assert ("eliminated", "ninja 0", "noburo") in lane.events


def okko_attacks(game: Game, last: int) -> Game:
    """3 Combat and 4 Action dice show 0, 1, 1, reroll, 2, 0, 1; the die rolled again shows ``last``."""
    game.stand("okko", "x.a1").stand("hiroji", "x.a2")
    game.s.mods[0, st.MIGHT] = 4
    game.s.damage[game.figure("hiroji")] = 3
    return game.dice(BLANK, HIT, HIT, REROLL, last, TWO, 0, 1).attack("okko", "hiroji")


def test_e013_okko_makes_eight_hits_and_eliminates_hiroji_san(hall):
    okko_attacks(hall, TWO)
    assert hall.where("hiroji") == ""
    assert hall.s.dice[st.THE_HEROES] == 8


def test_e013_without_the_die_rolled_again_six_hits_are_not_enough(hall):
    okko_attacks(hall, 0)
    assert (hall.where("hiroji"), hall.s.damage[hall.figure("hiroji")]) == ("x.a2", 3)


def test_e004_o243_each_of_three_adjacent_ashigaru_gets_the_bonus(hall):
    hall.stand("noshin", "x.a1").talent("ashigaru 0", st.HITS, 1, when=ops.PACK, arg=1)
    for n, space in enumerate(("x.a2", "x.a3", "x.a4")):
        hall.stand(f"ashigaru {n}", space)
    for n in range(3):
        hall.dice(HIT, HIT).attack(f"ashigaru {n}", "noshin")  # 2 + 1, at least DEFENSE 3
        assert hall.s.damage[hall.figure("noshin")] == n + 1


def test_e004_one_alone_gets_none_nor_do_other_kinds_or_figures_apart_help(hall):
    hall.stand("noshin", "x.a1").talent("ashigaru 0", st.HITS, 1, when=ops.PACK, arg=1)
    hall.stand("ashigaru 0", "x.a2").stand("samurai 0", "x.a3").stand("ashigaru 1", "x.b1")
    hall.dice(HIT, HIT).attack("ashigaru 0", "noshin")
    assert hall.s.damage[hall.figure("noshin")] == 0


def test_e006_powerful_blow_makes_action_dice_of_combat_dice_for_all_of_the_card(hall):
    hall.stand("okko", "x.a1").stand("ashigaru 0", "x.a2").stand("ashigaru 1", "x.a3").stand("samurai 0", "x.a4")
    hall.t.kind_stat[0, st.MIGHT] = 3
    hall.s.active_kind, hall.s.active_mods[st.SWAP_DICE] = 0, 1
    assert [pools(hall, f"ashigaru {n}", "okko") for n in range(2)] == [(0, 3), (0, 3)]
    assert pools(hall, "samurai 0", "okko") == (3, 0)
    hall.dice(TWO, TWO, 0).attack("ashigaru 0", "okko")  # 4, DEFENSE 4
    assert hall.s.damage[0] == 1


def test_e006_bonuses_are_rolled_besides(hall):
    hall.stand("okko", "x.a1").stand("ashigaru 0", "x.a2")
    hall.s.active_kind, hall.s.active_mods[st.SWAP_DICE] = 0, 1
    hall.s.kind_mods[0, [st.MIGHT, st.MIGHT_DOWN]] = 2, 1
    assert pools(hall, "ashigaru 0", "okko") == (0, 1 + 2)


# ---- success --------------------------------------------------------------------------------------------------------
def test_o077_at_least_defense_hits_bring_one_damage_token(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2")
    hall.s.mods[0, st.MIGHT] = 1
    hall.dice(HIT, HIT, HIT, 1).attack("okko", "bakemono")  # 4 of 5
    assert hall.s.damage[hall.figure("bakemono")] == 0
    assert not [event for event in hall.events if event[0] == "hit"]
    hall.dice(HIT, HIT, HIT, TWO).attack("okko", "bakemono")  # 5 of 5
    assert hall.s.damage[hall.figure("bakemono")] == 1
    assert ("hit", "okko", "bakemono") in hall.events


def test_o077_effects_add_hits_and_damage(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2").talent("okko", st.HITS, 2).talent("okko", st.DAMAGE, 1)
    hall.dice(HIT, HIT, HIT).attack("okko", "bakemono")
    assert hall.s.damage[hall.figure("bakemono")] == 2
    hall.dice(HIT, BLANK, BLANK).attack("okko", "bakemono", hits=2, damage=1)
    assert hall.where("bakemono") == ""  # 2 + 3 ≥ STAMINA 4


def test_b038_an_attack_on_defense_0_succeeds(hall):
    hall.stand("okko", "x.a1").stand("samurai 0", "x.a2")
    hall.s.kind_mods[1, st.DEFENSE] = -9
    hall.s.mods[0, st.HITS] = -2
    hall.dice(BLANK, BLANK, BLANK).attack("okko", "samurai 0")
    assert hall.s.damage[hall.figure("samurai 0")] == 1


def test_b034_the_steps_follow_each_other(hall):
    hall.stand("okko", "x.a1").stand("samurai 0", "x.a2")
    hall.s.condition[0, st.BLEEDING] = 2
    hall.s.mods[0, st.MIGHT] = 1
    hall.dice(HIT, HIT, HIT_AND_PUSH, 1).attack("okko")
    assert hall.events == []  # the target is not named yet
    hall.choose("samurai 0")
    names = ["alarm", "attack", "attacked", "roll", "harmed", "hit"]
    assert [event for event, *_ in hall.events] == names
    assert (hall.decision, hall.s.damage[0]) == ("PUSH_SPACE 1", 0)
    hall.choose("PASS")
    assert (hall.events[-1], hall.s.damage[0]) == (("harmed", "okko", ""), 1)


def test_b034_answers_change_the_attack_before_it_goes_on(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2")
    hall.ask("attack.begin_attack", "okko", "bakemono", ops.MELEE, 0, 0, 0)
    hall.step()  # named
    hall.step()  # declared
    row = hall.s.tasks[0]
    row[st.A] += 1  # an Action die more
    row[st.COUNT] += 1  # a hit more
    hall.dice(HIT, HIT, BLANK, 0).step()  # rolled
    assert row[st.D] == 1 + 16  # one blank Combat die, one blank Action die
    hall.dice(HIT, 1)
    hall.ask("attack.reroll_blanks", row)
    assert (row[st.COUNT], row[st.D]) == (5, 0)
    row[st.C] = 1  # a shield
    hall.run()
    assert hall.s.damage[hall.figure("bakemono")] == 0
    assert ("hit", "okko", "bakemono") in hall.events


def test_b034_an_attack_is_off_if_the_target_is_gone_before_the_roll(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2")
    hall.ask("attack.begin_attack", "okko", "ninja 0", ops.MELEE, 0, 0, 0)
    hall.step()
    hall.step()
    hall.ask("harm.eliminate", "ninja 0", -1)
    hall.run()
    assert (hall.s.task_count, hall.s.dice[st.THE_HEROES]) == (0, 0)


def test_o246_o094_only_legendary_attacks_hurt_who_is_ghostly(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2").talent("bakemono", st.GHOSTLY).talent("okko", st.HITS, 5)
    assert melee(hall, "okko", "bakemono")
    hall.dice(BLANK, BLANK, BLANK).attack("okko", "bakemono")
    assert hall.s.damage[hall.figure("bakemono")] == 0
    hall.talent("okko", st.LEGENDARY)
    hall.dice(BLANK, BLANK, BLANK).attack("okko", "bakemono")
    assert hall.s.damage[hall.figure("bakemono")] == 1


def test_b039_o202_bleeding_harms_the_attacker_hit_or_miss_and_may_eliminate(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2")
    hall.s.condition[0, st.BLEEDING] = hall.s.condition[hall.figure("ninja 0"), st.BLEEDING] = 1
    hall.dice(BLANK, BLANK, BLANK).attack("okko", "ninja 0")
    assert hall.s.damage[0] == 1
    hall.dice(BLANK, BLANK).attack("ninja 0", "okko")
    assert hall.where("ninja 0") == ""
