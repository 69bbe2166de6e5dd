"""Programs and triggers (EFFECTS.md): what each instruction does, what it asks, and who answers events."""

from __future__ import annotations

import pytest
from rules.okko.position_p import (
    ASHIGARU,
    BLANK,
    HIT,
    MONK,
    NINJA,
    NOBURO,
    OKKO,
    ONI,
    RULES,
    SECOND_ASHIGARU,
    SECOND_NINJA,
    THRALLS,
    Game,
    ended,
)

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st

DAMAGE_TARGET = 'do = [{ op = "damage", whom = "target" }]'


@pytest.fixture
def game() -> Game:
    """Okko on 0 with Noburo beside him; an Ashigaru on 2, a Ninja on 10."""
    return Game().stand(OKKO, 0).stand(NOBURO, 1).stand(ASHIGARU, 2).stand(NINJA, 10)


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
    stat = RULES.stats.stat
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
    RULES.attack.begin_attack(game.state, game.tables, NOBURO, ASHIGARU, ops.MELEE, 0, 0, 0)
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
    RULES.attack.begin_attack(game.state, game.tables, NOBURO, ASHIGARU, ops.MELEE, 0, 0, 0)
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
