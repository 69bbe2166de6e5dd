"""Programs and triggers (EFFECTS.md): what each instruction does, what it asks, and who answers events."""

from __future__ import annotations

import pytest

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st

from .position_p import (
    ASHIGARU,
    BLANK,
    HIT,
    MONK,
    NINJA,
    NINJAS,
    NOBURO,
    OKKO,
    ONI,
    SECOND_ASHIGARU,
    SECOND_NINJA,
    THRALLS,
    Game,
    rules,
)

DAMAGE_TARGET = 'do = [{ op = "damage", whom = "target" }]'


@pytest.fixture
def game() -> Game:
    """Okko on 0 with Noburo beside him; an Ashigaru on 2, a Ninja on 10."""
    return Game().stand(OKKO, 0).stand(NOBURO, 1).stand(ASHIGARU, 2).stand(NINJA, 10)


def ended(game: Game) -> bool:
    """Whether nothing is asked and nothing is left to be done."""
    return game.state.depth == 0 and game.state.task_count == 0


# ---- target and each ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ('whose = "foe"', {ASHIGARU, NINJA}),
        ('whose = "friend"', {OKKO, NOBURO}),
        ('whose = "any"', {OKKO, NOBURO, ASHIGARU, NINJA}),
        ('whose = "any", where = "self"', {OKKO}),
        ('whose = "any", where = "adjacent"', {NOBURO}),
        ('whose = "any", where = "area"', {OKKO, NOBURO}),
        ('whose = "any", where = "tile"', {OKKO, NOBURO, ASHIGARU}),
        ('whose = "any", where = "sight"', {OKKO, NOBURO, ASHIGARU, NINJA}),
        ('whose = "any", foe = "hero"', {OKKO, NOBURO}),
        ('whose = "any", foe = "creature"', {NINJA}),
    ],
)
def test_target_offers_the_figures_that_fit(game: Game, text: str, figures: set[int]):
    game.play(f'{{ op = "target", {text}, {DAMAGE_TARGET} }}', OKKO)
    assert game.asked == "TARGET_FIGURE" and game.state.seat == 1
    assert game.figures() == figures


def test_the_block_of_target_works_on_who_was_chosen(game: Game):
    game.play(f'{{ op = "target", {DAMAGE_TARGET} }}', OKKO).answer(act.FIGURE_NAME + NINJA)
    assert (game.damage(NINJA), game.damage(ASHIGARU)) == (1, 0)
    assert ended(game)


def test_target_without_anybody_sets_the_register_to_nothing(game: Game):
    block = '{ op = "if", done = 1, do = [{ op = "damage", n = 1 }], otherwise = [{ op = "damage", n = 2 }] }'
    counted = '{ op = "count", what = "heroes" }'
    game.play(f'{counted}, {{ op = "target", foe = "demon", {DAMAGE_TARGET} }}, {block}', OKKO)
    assert game.damage(OKKO) == 2


def test_a_target_sets_the_register_to_one(game: Game):
    block = 'do = [{ op = "actions", n = "count" }]'
    game.play(f'{{ op = "target", where = "self", whose = "any", {block} }}', OKKO).answer(act.FIGURE_NAME + OKKO)
    assert game.state.actions_left[OKKO] == 1


def test_an_optional_target_may_be_nobody(game: Game):
    game.play(f'{{ op = "target", optional = true, {DAMAGE_TARGET} }}', OKKO)
    assert act.PASS in game.legal()
    game.answer(act.PASS)
    assert ended(game) and game.damage(NINJA) + game.damage(ASHIGARU) == 0


def test_each_visits_all_that_fit_in_order(game: Game):
    game.stand(SECOND_NINJA, 15)
    game.play(f'{{ op = "each", {DAMAGE_TARGET} }}, {{ op = "damage" }}', OKKO)
    assert [game.damage(f) for f in (OKKO, NOBURO, ASHIGARU, NINJA, SECOND_NINJA)] == [1, 0, 1, 1, 1]


def test_each_goes_on_after_a_choice_in_its_block(game: Game):
    game.play(f'{{ op = "each", do = [{{ op = "may", {DAMAGE_TARGET} }}] }}', OKKO)
    game.answer(act.PASS).answer(act.YES)
    assert (game.damage(ASHIGARU), game.damage(NINJA)) == (0, 1)


def test_an_event_is_seen_from_the_oni(game: Game):
    game.play(f'{{ op = "target", whose = "foe", {DAMAGE_TARGET} }}', -1)
    assert game.state.seat == st.ONI_SEAT
    assert game.figures() == {OKKO, NOBURO}


# ---- damage, conditions, stats --------------------------------------------------------------------------------------
def test_b042_damage_eliminates_an_agent_at_its_stamina(game: Game):
    game.play('{ op = "each", foe = "creature", do = [{ op = "damage", n = 5, whom = "target" }] }', OKKO)
    assert game.state.at[NINJA] == -1


def test_heal_counts_what_it_takes_off(game: Game):
    game.state.damage[OKKO] = 2
    game.play('{ op = "heal", n = 3 }, { op = "actions", n = "count" }', OKKO)
    assert (game.damage(OKKO), game.state.actions_left[OKKO]) == (0, 2)


def test_o201_a_condition_comes_worse_side_up_and_is_cured(game: Game):
    game.state.condition[OKKO, st.POISONED] = 1
    game.play('{ op = "condition", name = "poisoned" }, { op = "condition", name = "stunned" }', OKKO)
    assert list(game.state.condition[OKKO]) == [0, 2, 2, 0]
    game.play('{ op = "cure", name = "poisoned" }', OKKO)
    assert list(game.state.condition[OKKO]) == [0, 0, 2, 0]


def test_o205_amputee_takes_a_natural_talent_that_its_player_chooses(game: Game):
    game.play('{ op = "each", whose = "friend", do = [{ op = "condition", name = "amputee", whom = "target" }] }', OKKO)
    assert game.asked == "LOST_TALENT" and game.state.seat == 1
    assert game.legal() == {act.OWN_TALENT, act.OWN_TALENT + 1}
    game.answer(act.OWN_TALENT + 1)
    assert list(game.state.lost[:2]) == [2, 1]  # Noburo's only one went unasked
    assert list(game.state.live[: st.TALENTS]) == [1, 0, 1]


def test_o205_who_has_lost_one_loses_no_other(game: Game):
    game.state.condition[OKKO, st.AMPUTEE] = 2
    game.play('{ op = "condition", name = "amputee" }', OKKO)
    assert ended(game) and game.state.lost[OKKO] == 0


def test_o134_a_stat_changes_for_the_round_or_the_activation(game: Game):
    game.state.active_kind = THRALLS
    game.play('{ op = "stat", stat = "might", n = -2 }, { op = "stat", stat = "speed", n = 1 }', OKKO)
    game.play('{ op = "stat", stat = "swap_dice", n = 1, until = "activation" }', -1)
    assert (game.state.mods[OKKO, st.MIGHT_DOWN], game.state.mods[OKKO, st.SPEED]) == (2, 1)
    assert game.state.active_mods[st.SWAP_DICE] == 1
    stat = rules("stats").stat
    assert stat(game.state, game.tables, ASHIGARU, st.SWAP_DICE, 0, -1) == 1
    assert stat(game.state, game.tables, NINJA, st.SWAP_DICE, 0, -1) == 0


def test_what_is_off_the_board_gets_nothing(game: Game):
    game.play(
        '{ op = "damage", whom = "other" }, { op = "condition", name = "stunned", whom = "other" }', OKKO, other=ONI
    )
    assert game.damage(ONI) == 0 and game.state.condition[ONI, st.STUNNED] == 0


# ---- Attacks --------------------------------------------------------------------------------------------------------
def test_attack_is_made_without_an_action(game: Game):
    game.state.actions_left[NOBURO] = 1
    game.stand(NINJA, 8).dice(HIT, HIT, BLANK, HIT)  # three Combat dice, an Action die: 1 + 1 + 0 + 1
    game.play('{ op = "attack", might = 1 }', NOBURO)
    assert game.asked == "ATTACK_TARGET" and game.figures() == {ASHIGARU, NINJA}
    game.answer(act.FIGURE_NAME + NINJA)
    assert game.damage(NINJA) == 1 and game.state.actions_left[NOBURO] == 1


def test_attack_without_a_target_does_nothing(game: Game):
    game.play('{ op = "attack" }', OKKO)
    assert ended(game)


def attack_with(game: Game, event: str, do: str, *faces: int) -> Game:
    """Noburo attacks the Ashigaru beside him; his talent answers."""
    game.answers(st.HERO_SOURCE + st.TALENTS, f'event = "{event}", do = [{do}]')
    game.dice(*faces)
    rules("attack").begin_attack(game.state, game.tables, NOBURO, ASHIGARU, ops.MELEE, 0, 0, 0)
    return game.run()


def test_hits_are_added_to_the_attack(game: Game):
    attack_with(game, "attack", '{ op = "hits", n = 2 }', BLANK, BLANK, BLANK)
    assert game.damage(ASHIGARU) == 1


def test_reroll_rolls_the_blank_dice_again_once(game: Game):
    attack_with(game, "roll", '{ op = "reroll" }', BLANK, BLANK, BLANK, HIT, HIT, BLANK)
    assert game.damage(ASHIGARU) == 1


def test_shield_prevents_the_damage(game: Game):
    game.answers(st.KIND_SOURCE, 'event = "attacked", do = [{ op = "shield" }]')
    game.dice(HIT, HIT, HIT)
    rules("attack").begin_attack(game.state, game.tables, NOBURO, ASHIGARU, ops.MELEE, 0, 0, 0)
    game.run()
    assert game.damage(ASHIGARU) == 0 and ended(game)


# ---- moves ----------------------------------------------------------------------------------------------------------
def test_b032_move_keeps_to_the_rules_and_the_controller_chooses(game: Game):
    game.play('{ op = "move", whom = "other" }', OKKO, other=ASHIGARU)
    assert game.asked == "MOVE_SPACE" and game.state.seat == 1
    assert 0 not in game.spaces() and 16 in game.spaces()
    game.answer(act.SPACE_NAME + 8)
    assert game.state.at[ASHIGARU] == 8


@pytest.mark.parametrize("by_action", [True, False])
def test_b029_a_move_that_an_action_was_spent_for_is_one_by_an_action(game: Game, by_action: bool):
    source = st.CARD_SOURCE
    if by_action:
        game.tables.source_action[source], game.tables.source_cost[source] = game.length, 1
    game.play('{ op = "move", n = 2 }', OKKO, source=source)
    assert game.state.tasks[game.state.task_count - 1, st.A] == by_action


def test_b029_whoever_else_is_moved_by_that_program_does_not_sneak(game: Game):
    game.tables.source_action[st.CARD_SOURCE], game.tables.source_cost[st.CARD_SOURCE] = game.length, 1
    game.play('{ op = "move", whom = "other" }', OKKO, other=NOBURO, source=st.CARD_SOURCE)
    assert game.state.tasks[game.state.task_count - 1, st.A] == 0


def test_b032_place_asks_for_a_free_and_allowed_space(game: Game):
    game.play('{ op = "place", where = "adjacent", whom = "other" }', NINJA, other=OKKO)
    assert game.asked == "TARGET_SPACE" and game.state.seat == st.ONI_SEAT
    assert game.spaces() == {3, 4, 5, 9, 11, 15}  # 16 and 17 are reinforcement Spaces (O56)
    game.answer(act.SPACE_NAME + 5)
    assert game.state.at[OKKO] == 5 and game.state.occupant[5] == OKKO and game.state.occupant[0] == -1


def test_a025_push_goes_farther_away_or_is_declined(game: Game):
    push = '{ op = "push", whom = "other" }'
    game.play(push, NOBURO, other=ASHIGARU)
    assert game.legal() - {act.PASS} == {act.SPACE_NAME + space for space in (3, 8, 9)}  # 7 is as near to Space 1 as 2
    game.answer(act.PASS)
    assert game.state.at[ASHIGARU] == 2
    game.play(push, NOBURO, other=ASHIGARU).answer(act.SPACE_NAME + 9)
    assert game.state.at[ASHIGARU] == 9 and ended(game)


# ---- cards ----------------------------------------------------------------------------------------------------------
def test_events_are_drawn_and_discarded_by_the_oni(game: Game):
    game.state.event_place[:4] = st.EVENT_DECK
    game.play('{ op = "events", n = 3 }', -1)
    assert list(game.state.event_place[:4]) == [st.EVENT_HAND] * 3 + [st.EVENT_DECK]
    game.play('{ op = "events", n = -2 }', OKKO)
    assert game.asked == "TARGET_CARD" and game.state.seat == st.ONI_SEAT
    assert game.legal() == {act.EVENT_NAME + event for event in range(3)}
    game.answer(act.EVENT_NAME + 1).answer(act.EVENT_NAME)
    assert list(game.state.event_place[:3]) == [st.EVENT_DISCARD, st.EVENT_DISCARD, st.EVENT_HAND]
    assert game.state.hand_size == 1 and ended(game)


def test_recall_takes_cards_of_the_own_discard_pile_back(game: Game):
    game.state.card_place[8:16] = st.HAND
    game.state.card_place[[2, 5, 9, 11]] = st.DISCARDED
    game.play('{ op = "recall", n = 3 }, { op = "actions", n = "count" }', NOBURO)
    assert game.state.seat == 2 and game.legal() == {act.CARD_NAME + 1, act.CARD_NAME + 3}
    game.answer(act.CARD_NAME + 1).answer(act.CARD_NAME + 3)
    assert list(game.state.card_place[[2, 5, 9, 11]]) == [st.DISCARDED, st.DISCARDED, st.HAND, st.HAND]
    assert game.state.actions_left[NOBURO] == 2 and ended(game)


def test_a_companion_s_clue_is_its_hero_s(game: Game):
    game.stand(MONK, 6)
    game.tables.clue_kind[3], game.state.clue_place[3] = st.ONI_CLUE, st.CLUE_DECK
    game.play('{ op = "clue" }', MONK)
    assert game.state.clue_place[3] == st.CLUE_HELD and ended(game)


def test_item_gives_cards_to_look_at_and_keep(game: Game):
    game.state.item_owner[:3] = st.IN_DECK
    game.tables.hero_supplies[:2] = 2
    game.play('{ op = "item", n = 2, keep = 1 }', OKKO)
    assert game.asked == "CHEST_KEEP" and game.legal() == {act.PASS, act.ITEM_NAME, act.ITEM_NAME + 1}


def test_a037_a_third_wound_by_an_effect_eliminates(game: Game):
    game.tables.wound_exists[:3] = 1
    game.state.wound_place[:2], game.state.wound_owner[:2] = st.HAND, NOBURO
    game.play('{ op = "wound", whom = "other" }', NINJA, other=NOBURO)
    assert not game.state.alive[NOBURO] and game.state.at[NOBURO] == -1


def test_b062_kami_asks_for_the_card_and_then_its_space(game: Game):
    game.state.companion[NOBURO] = 2
    game.play('{ op = "kami" }', OKKO)
    assert game.asked == "TARGET_CARD" and game.legal() == {act.COMPANION_NAME + 1}
    game.answer(act.COMPANION_NAME + 1)
    assert game.asked == "FOLLOWER_SPACE" and game.spaces() == {6, 7}
    game.answer(act.SPACE_NAME + 6)
    assert game.state.companion[OKKO] == 1 and game.state.at[MONK] == 6 and ended(game)


def test_b060_no_kami_for_a_filled_slot(game: Game):
    game.stand(MONK, 6).play('{ op = "kami" }', OKKO)
    assert ended(game)


def test_discard_self_puts_the_card_away(game: Game):
    game.state.item_owner[4], game.state.item_slot[4] = OKKO, st.SUPPLIES
    game.play('{ op = "discard_self" }', OKKO, source=st.ITEM_SOURCE + 4)
    assert game.state.item_owner[4] == st.IN_DISCARD


# ---- the table ------------------------------------------------------------------------------------------------------
def test_token_is_moved_to_a_free_space_within_so_many_areas(game: Game):
    s, t = game.state, game.tables
    t.num_tokens = 2
    t.token_kind[:2] = st.COURTIER_TOKEN, st.CHEST
    s.token_at[:2] = 12, 13
    s.token_on[[12, 13]] = 0, 1
    game.play('{ op = "token", kind = "courtier", n = 1 }', -1)
    assert game.asked == "TARGET_TOKEN" and game.spaces() == {12}
    game.answer(act.SPACE_NAME + 12)
    assert game.asked == "TARGET_SPACE" and game.spaces() == {6, 7, 3, 8, 9, 14, 15}
    game.answer(act.SPACE_NAME + 9)
    assert s.token_at[0] == 9 and s.token_on[9] == 0 and s.token_on[12] == -1 and ended(game)


def test_corrupt_moves_a_token_to_a_tile_without_one(game: Game):
    game.state.corrupted[0] = 2
    game.play('{ op = "corrupt" }', OKKO)
    assert game.asked == "TARGET_TILE" and game.state.seat == st.ONI_SEAT and game.legal() == {act.TILE_NAME}
    game.answer(act.TILE_NAME)
    assert game.legal() == {act.TILE_NAME + 1}
    game.answer(act.TILE_NAME + 1)
    assert list(game.state.corrupted[:2]) == [0, 2] and ended(game)


def test_a005_corrupt_asks_for_a_space_with_that_option(game: Game):
    game.tables.corruption_on_space = 1
    game.state.corrupted[0], game.state.corruption_space[0] = 1, 3
    game.play('{ op = "corrupt" }', OKKO).answer(act.TILE_NAME).answer(act.TILE_NAME + 1)
    assert game.asked == "TARGET_SPACE" and game.spaces() == {4, 5, 11, 16, 17}
    game.answer(act.SPACE_NAME + 11)
    assert list(game.state.corruption_space[:2]) == [-1, 11] and ended(game)


def test_a012_corrupt_does_nothing_once_frozen(game: Game):
    game.state.corrupted[0], game.state.frozen = 1, 1
    assert ended(game.play('{ op = "corrupt" }', OKKO))


def test_summon_brings_a_figure_of_the_type_without_cost(game: Game):
    game.play('{ op = "summon", type = "creature", n = 1 }', OKKO)
    assert game.asked == "SUMMON" and game.state.seat == st.ONI_SEAT
    game.answer(act.KIND_NAME + NINJAS).answer(act.SPACE_NAME + 16)
    assert game.state.at[SECOND_NINJA] == 16 and ended(game)


def test_b073_the_alarm_is_raised(game: Game):
    game.play('{ op = "alarm" }', NINJA)
    assert game.state.alarm == 1


def test_progress_counts_for_the_mission_whose_program_it_is(game: Game):
    game.tables.mission_exists[2] = 1
    game.play('{ op = "progress", side = "oni", n = 3 }', -1, source=st.MISSION_SOURCE + 2)
    assert list(game.state.progress[2]) == [0, 3]


# ---- flow -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("passed", [True, False])
def test_test_runs_one_block_or_the_other(game: Game, passed: bool):
    game.dice(*((0, 0, 0, 0) if passed else (5, 5, 5, 5)))
    game.play(
        '{ op = "test", n = 4, do = [{ op = "damage" }], otherwise = [{ op = "damage", n = 2 }] }, { op = "actions" }',
        OKKO,
    )
    assert game.damage(OKKO) == (1 if passed else 2)
    assert game.state.actions_left[OKKO] == 1 and ended(game)


@pytest.mark.parametrize(
    ("condition", "before", "after"),
    [
        ("round = 4", None, lambda g: setattr(g.state, "turn", 3)),
        ("alarm = true", None, lambda g: setattr(g.state, "alarm", 1)),
        ("battle = true", None, lambda g: setattr(g.state, "battle", st.BY_ROUND)),
        ("wounded = true", None, lambda g: g.state.damage.__setitem__(OKKO, 1)),
        ("corrupted = true", None, lambda g: g.state.corrupted.__setitem__(0, 1)),
        ("alone = true", None, lambda g: g.stand(NOBURO, 5)),
        ("heroes = 3", None, lambda g: g.state.alive.__setitem__(2, 1)),
        ("adjacent_foes = 2", lambda g: g.stand(NINJA, 6), lambda g: g.stand(SECOND_ASHIGARU, 7)),
        ('class = "samurai"', None, lambda g: g.tables.hero_class.__setitem__(OKKO, 0)),
    ],
)
def test_if_asks_for_one_thing(game: Game, condition: str, before, after):
    text = f'{{ op = "if", {condition}, do = [{{ op = "actions" }}], otherwise = [{{ op = "actions", n = 5 }}] }}'
    if before:
        before(game)
    game.play(text, OKKO)
    assert game.state.actions_left[OKKO] == 5
    after(game)
    game.play(text, OKKO)
    assert game.state.actions_left[OKKO] == 6


def test_may_and_choose_ask_the_controller(game: Game):
    options = '[{ op = "actions" }], [{ op = "actions", n = 2 }], [{ op = "actions", n = 3 }]'
    game.play(f'{{ op = "may", do = [{{ op = "choose", options = [{options}] }}] }}, {{ op = "heal" }}', OKKO)
    assert game.asked == "MAY" and game.legal() == {act.PASS, act.YES}
    game.answer(act.YES)
    assert game.asked == "OPTION" and game.legal() == {act.OPTION_NAME + i for i in range(3)}
    game.answer(act.OPTION_NAME + 1)
    assert game.state.actions_left[OKKO] == 2 and ended(game)


@pytest.mark.parametrize(("chosen", "gained"), [(0, 1), (1, 2)])
def test_only_the_chosen_block_is_carried_out(game: Game, chosen: int, gained: int):
    game.play('{ op = "choose", options = [[{ op = "actions" }], [{ op = "actions", n = 2 }]] }', OKKO)
    game.answer(act.OPTION_NAME + chosen)
    assert game.state.actions_left[OKKO] == gained and ended(game)


@pytest.mark.parametrize(
    ("what", "count"),
    [("adjacent_foes", 1), ("adjacent_friends", 1), ("damage", 3), ("events", 2), ("corrupted", 1), ("heroes", 2)],
)
def test_count_sets_the_register(game: Game, what: str, count: int):
    game.state.damage[NOBURO] = 3
    game.state.event_place[[4, 6]] = st.EVENT_HAND
    game.state.corrupted[1] = 1
    game.play(f'{{ op = "count", what = "{what}" }}, {{ op = "actions", n = "count" }}', NOBURO)
    assert game.state.actions_left[NOBURO] == count


# ---- triggers -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("whose", "answering"),
    [("own", {OKKO}), ("friend", {OKKO, NOBURO}), ("foe", {ASHIGARU}), ("any", {OKKO, NOBURO, ASHIGARU})],
)
def test_whose_event_is_answered(game: Game, whose: str, answering: set[int]):
    game.answers(st.HERO_SOURCE, f'event = "move", whose = "{whose}", do = [{{ op = "actions" }}]')
    for figure in (OKKO, NOBURO, ASHIGARU):
        before = int(game.state.actions_left[OKKO])
        game.emit("move", figure).run()
        assert (game.state.actions_left[OKKO] > before) == (figure in answering)


def test_an_event_of_nobody_is_everybodys(game: Game):
    game.answers(st.HERO_SOURCE, 'event = "round", do = [{ op = "actions" }]')
    game.emit("round").run()
    assert game.state.actions_left[OKKO] == 1


def test_foe_asks_for_the_other_figure_or_else_the_own(game: Game):
    game.answers(st.HERO_SOURCE, 'event = "hit", foe = "creature", do = [{ op = "actions" }]')
    game.answers(st.HERO_SOURCE, 'event = "summon", whose = "any", foe = "creature", do = [{ op = "actions", n = 3 }]')
    game.emit("hit", OKKO, ASHIGARU).emit("summon", ASHIGARU).run()
    assert game.state.actions_left[OKKO] == 0
    game.emit("hit", OKKO, NINJA).run()
    assert game.state.actions_left[OKKO] == 1
    game.emit("summon", NINJA).run()
    assert game.state.actions_left[OKKO] == 4


def test_a_source_that_does_not_work_answers_nothing(game: Game):
    game.answers(st.CARD_SOURCE, 'event = "move", do = [{ op = "actions" }]')
    game.state.live[st.CARD_SOURCE] = 0
    game.emit("move", OKKO)
    assert game.state.queue_size == 0


def test_each_figure_of_a_kind_bears_its_talent(game: Game):
    game.stand(SECOND_ASHIGARU, 4)
    game.answers(st.KIND_SOURCE, 'event = "alarm", whose = "any", do = [{ op = "actions" }]')
    game.emit("alarm", OKKO).run()
    assert list(game.state.actions_left[8:12]) == [1, 1, 0, 0]


def test_b072_a_position_of_a_tree_is_for_all_agents_of_its_type(game: Game):
    game.answers(st.NODE_SOURCE + st.NODES, 'event = "round", do = [{ op = "actions" }]')  # the creatures' tree
    game.stand(ONI, 3)
    game.state.live[st.NODE_SOURCE + st.NODES] = 1
    game.emit("round").run()
    assert list(game.state.actions_left[8:14]) == [0, 0, 0, 1, 0, 1]


def test_a_mission_is_borne_by_nobody_and_hears_all(game: Game):
    game.tables.mission_exists[0] = 1
    game.answers(st.MISSION_SOURCE, 'event = "open", do = [{ op = "progress", side = "heroes", n = 2 }]')
    game.emit("open", NOBURO).run()
    assert game.state.progress[0, st.THE_HEROES] == 2


def test_a_mission_asks_whose_event_it_is(game: Game):
    game.answers(st.MISSION_SOURCE, f'event = "open", do = [{{ op = "target", whose = "any", {DAMAGE_TARGET} }}]')
    game.emit("open", NOBURO).run()
    assert game.state.seat == 2


@pytest.mark.parametrize("limit", [1, 2])
def test_a_limit_counts_in_a_round(game: Game, limit: int):
    game.answers(st.HERO_SOURCE, f'event = "move", limit = {limit}, do = [{{ op = "actions" }}]')
    for _ in range(3):
        game.emit("move", OKKO)  # all before the first is carried out
    game.run()
    assert game.state.actions_left[OKKO] == limit
    game.state.fired[:] = 0  # the next round
    game.emit("move", OKKO).run()
    assert game.state.actions_left[OKKO] == limit + 1


def test_b056_may_asks_and_only_a_yes_counts_for_the_limit(game: Game):
    game.answers(st.HERO_SOURCE, 'event = "move", may = true, limit = 1, do = [{ op = "actions" }]')
    game.emit("move", OKKO).run()
    assert game.asked == "MAY" and game.state.seat == 1
    game.answer(act.PASS)
    game.emit("move", OKKO).run().answer(act.YES)
    assert game.state.actions_left[OKKO] == 1
    game.emit("move", OKKO).run()
    assert game.asked == ""


def test_a_question_within_the_answer_does_not_count_again(game: Game):
    inner = '{ op = "may", do = [{ op = "actions" }] }'
    game.answers(st.HERO_SOURCE, f'event = "move", may = true, limit = 2, do = [{inner}]')
    for _ in range(2):
        game.emit("move", OKKO).run().answer(act.YES).answer(act.YES)
    assert game.state.actions_left[OKKO] == 2


@pytest.mark.parametrize("oni_acts", [True, False])
def test_b057_the_side_that_acts_answers_first_then_by_seat_and_card(game: Game, oni_acts: bool):
    sources = [st.KIND_SOURCE, st.ITEM_SOURCE, st.CARD_SOURCE + 8, st.HERO_SOURCE, st.MISSION_SOURCE]
    game.state.item_owner[0] = OKKO
    for source in sorted(sources):  # as content numbers them
        game.answers(source, 'event = "round", do = [{ op = "actions" }]')
    if oni_acts:
        rules("tasks").push_task(game.state, st.T_ONI, -1)
    game.emit("round")
    bearers = [int(game.tables.trigger_source[game.state.queue[i, 0]]) for i in range(game.state.queue_size)]
    heroes = [st.HERO_SOURCE, st.ITEM_SOURCE, st.CARD_SOURCE + 8]
    agents = [st.KIND_SOURCE]
    expected = agents + heroes if oni_acts else heroes + agents
    assert bearers == [*expected, st.MISSION_SOURCE]


def test_answers_wait_for_the_program_that_goes_on(game: Game):
    game.answers(st.HERO_SOURCE, 'event = "harmed", do = [{ op = "heal" }]')
    game.play('{ op = "damage", n = 2 }, { op = "if", wounded = true, do = [{ op = "actions" }] }', OKKO)
    assert (game.damage(OKKO), game.state.actions_left[OKKO]) == (1, 1)


# ---- Personal Missions ----------------------------------------------------------------------------------------------
def test_o224_a_personal_mission_counts_its_event(game: Game):
    game.tables.goal_needs[NOBURO, 0] = 2
    game.answers(st.GOAL_SOURCE + st.GOALS, 'event = "eliminate", foe = "creature", do = []')
    game.emit("eliminate", NOBURO, ASHIGARU).emit("eliminate", OKKO, NINJA).emit("eliminate", NOBURO, NINJA)
    assert (game.state.goal_count[NOBURO], game.state.goal_done[NOBURO]) == (1, 0)
    game.emit("eliminate", NOBURO, NINJA)
    assert game.state.goal_done[NOBURO] == 1 and game.state.queue_size == 0


def test_a_personal_mission_may_ask_where_the_hero_stands(game: Game):
    game.tables.goal_needs[NOBURO, 0], game.tables.goal_tile[NOBURO, 0] = 5, 1
    game.answers(st.GOAL_SOURCE + st.GOALS, 'event = "open", do = []')
    game.emit("open", NOBURO)
    assert game.state.goal_count[NOBURO] == 0
    game.stand(NOBURO, 5).emit("open", NOBURO)
    assert game.state.goal_count[NOBURO] == 1
