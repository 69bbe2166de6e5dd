"""The English of programs: each instruction, whom it speaks of, what it counts, ways of putting them together."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from shugyo.envs.okko import effects
from shugyo.envs.okko.cards import Trigger
from shugyo.envs.okko.phrasing import AGENT, COMPANION, EACH_AGENT, EVENT, HERO, Voice, with_article
from shugyo.envs.okko.sentences import PLAIN, Teller
from shugyo.envs.okko.wording import trigger_text

HEAL = {"op": "heal"}
HEAL_TARGET = {"op": "heal", "whom": "target"}


def told(*instructions: dict, voice: Voice = HERO) -> str:
    return Teller(voice).told(msgspec.convert(list(instructions), effects.Program))


def triggered(voice: Voice = HERO, **trigger: Any) -> str:
    return trigger_text(msgspec.convert(trigger, Trigger), voice)


# ------------------------------------------------------------------------------------------------- one instruction
@pytest.mark.parametrize(
    ("instruction", "text"),
    [
        ({"op": "damage"}, "suffer 1 Damage."),
        ({"op": "damage", "n": 2}, "suffer 2 Damage."),
        ({"op": "heal", "n": 3}, "heal 3 Damage."),
        ({"op": "condition", "name": "stunned"}, "become Stunned."),
        ({"op": "condition", "name": "amputee"}, "become an Amputee."),
        ({"op": "cure", "name": "poisoned"}, "lose the condition Poisoned."),
        ({"op": "stat", "stat": "might", "n": 2}, "get +2 MIGHT this round."),
        ({"op": "stat", "stat": "defense", "n": -1}, "get −1 DEFENSE this round."),
        ({"op": "stat", "stat": "actions", "n": 1}, "get +1 Action this round."),
        ({"op": "stat", "stat": "actions", "n": 2}, "get +2 Actions this round."),
        ({"op": "stat", "stat": "hits", "n": 2}, "get +2 hits in Attacks this round."),
        ({"op": "stat", "stat": "damage", "n": 1}, "get +1 Damage in Attacks this round."),
        ({"op": "stat", "stat": "stealth", "n": 2}, "get +2 SPEED in Sneak Tests this round."),
        ({"op": "stat", "stat": "figures", "n": 1}, "get +1 figure in each summoning this round."),
        ({"op": "stat", "stat": "ranged", "n": 1}, "can make ranged Attacks this round."),
        ({"op": "stat", "stat": "legendary", "n": 1}, "make legendary Attacks this round."),
        ({"op": "stat", "stat": "ghostly", "n": 1}, "can be harmed only by legendary Attacks and effects this round."),
        ({"op": "stat", "stat": "swift", "n": 1}, "can move past opponents without stopping this round."),
        (
            {"op": "stat", "stat": "swap_dice", "n": 1, "until": "activation"},
            "roll Action dice in place of Combat dice until the end of the activation.",
        ),
        ({"op": "stat", "stat": "push", "n": 1}, "can push without a push symbol this round."),
        ({"op": "hits", "n": 2}, "this Attack gets +2 hits."),
        ({"op": "hits", "n": -1}, "this Attack gets −1 hit."),
        ({"op": "reroll"}, "roll the dice that show no hit again, once."),
        ({"op": "shield"}, "this Attack does no Damage."),
        ({"op": "attack"}, "make an Attack."),
        ({"op": "attack", "kind": "melee", "hits": 1}, "make a melee Attack with +1 hit."),
        (
            {"op": "attack", "kind": "ranged", "might": 2, "hits": 2, "damage": 1},
            "make a ranged Attack with +2 MIGHT, +2 hits and +1 Damage.",
        ),
        ({"op": "move"}, "move up to 1 Area."),
        ({"op": "move", "n": 2}, "move up to 2 Areas."),
        ({"op": "place", "where": "tile"}, "put yourself on a free Space of your Tile."),
        ({"op": "place", "where": "area"}, "put yourself on a free Space of your Area."),
        ({"op": "place", "where": "anywhere"}, "put yourself on any free Space."),
        ({"op": "actions", "n": 2}, "get 2 more Actions in this activation."),
        ({"op": "events", "n": 1}, "the Oni draws 1 Event card."),
        ({"op": "events", "n": -2}, "the Oni discards 2 Event cards of its choice."),
        ({"op": "clue", "n": 2}, "draw 2 Clue cards."),
        ({"op": "item"}, "draw 1 Equipment card."),
        ({"op": "item", "n": 3}, "draw 3 Equipment cards, of which 1 may be kept."),
        ({"op": "wound"}, "draw a Wound."),
        ({"op": "recall", "n": 2}, "take 2 Action cards back from the discard pile."),
        (
            {"op": "test", "stat": "guile", "n": 3, "direct": True, "do": [HEAL]},
            "make a Direct GUILE Test of 3: if you pass, heal 1 Damage.",
        ),
        (
            {"op": "test", "stat": "might", "n": 5, "do": [HEAL], "otherwise": [{"op": "alarm"}]},
            "make a MIGHT Test of 5: if you pass, heal 1 Damage; if you fail, the alarm is raised.",
        ),
        ({"op": "may", "do": [HEAL]}, "you may heal 1 Damage."),
        ({"op": "may", "do": [{"op": "alarm"}]}, "you may have this done: the alarm is raised."),
        (
            {"op": "choose", "options": [[HEAL], [{"op": "clue"}, {"op": "alarm"}]]},
            "choose one: • heal 1 Damage • (draw 1 Clue card; the alarm is raised).",
        ),
        ({"op": "token", "kind": "courtier", "n": 2}, "move a Courtier's token to a free Space up to 2 Areas away."),
        ({"op": "token", "kind": "clue"}, "move a Clue token to a free Space up to 1 Area away."),
        ({"op": "token", "kind": "chest"}, "move a Chest to a free Space up to 1 Area away."),
        ({"op": "corrupt"}, "the Oni moves a Corruption token to a Tile without one."),
        ({"op": "summon", "type": "creature"}, "the Oni puts up to 1 Supernatural Creature on reinforcement Spaces."),
        (
            {"op": "summon", "type": "thrall", "n": 2},
            "the Oni puts up to 2 Mortal Thralls of one kind on reinforcement Spaces.",
        ),
        ({"op": "kami"}, "summon a Kami that is not in play."),
        ({"op": "alarm"}, "the alarm is raised."),
        ({"op": "progress", "side": "heroes", "n": 2}, "the Heroes advance 2 steps."),
        ({"op": "progress", "side": "oni"}, "the Oni advances 1 step."),
        ({"op": "discard_self"}, "discard this card."),
    ],
)
def test_an_instruction(instruction: dict, text: str):
    assert told(instruction) == text


def test_every_instruction_is_told():
    with_blocks = {effects.Target, effects.Each, effects.Test, effects.If, effects.May, effects.Choose, effects.Count}
    assert {*PLAIN, *with_blocks} == set(get_args(effects.AnyInstruction))


# ------------------------------------------------------------------------------------------------- figures
@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("self", "choose yourself: that figure heals 1 Damage."),
        ("adjacent", "choose a friend adjacent to you: that figure heals 1 Damage."),
        ("area", "choose yourself or a friend in your Area: that figure heals 1 Damage."),
        ("tile", "choose yourself or a friend on your Tile: that figure heals 1 Damage."),
        ("sight", "choose yourself or a friend in your line of sight: that figure heals 1 Damage."),
        ("anywhere", "choose yourself or a friend: that figure heals 1 Damage."),
    ],
)
def test_a_friend_may_be_oneself_but_not_beside_oneself(where: str, text: str):
    assert told({"op": "target", "whose": "friend", "where": where, "do": [HEAL_TARGET]}) == text


@pytest.mark.parametrize(
    ("whose", "foe", "heroes_card", "onis_card"),
    [
        ("foe", None, "an opponent", "an opponent"),
        ("any", None, "a figure", "a figure"),
        ("foe", "thrall", "a Mortal Thrall", "an opposing Mortal Thrall"),
        ("foe", "hero", "an opposing Hero", "a Hero"),
        ("friend", "hero", "a Hero", "a friendly Hero"),
        ("friend", "lieutenant", "a friendly Lieutenant", "a Lieutenant"),
        ("any", "demon", "an Oni", "an Oni"),
        ("any", "creature", "a Supernatural Creature", "a Supernatural Creature"),
    ],
)
def test_figures_by_side_and_type(whose: str, foe: str | None, heroes_card: str, onis_card: str):
    instruction = {"op": "target", "whose": whose, "foe": foe, "do": [HEAL_TARGET]}
    assert told(instruction) == f"choose {heroes_card}: that figure heals 1 Damage."
    assert told(instruction, voice=AGENT) == f"choose {onis_card}: that figure heals 1 Damage."


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ([HEAL_TARGET], "each friend in your Area, you included, heals 1 Damage."),
        (
            [HEAL_TARGET, {"op": "move", "whom": "target"}],
            "each friend in your Area, you included, heals 1 Damage; move that figure up to 1 Area.",
        ),
        ([{"op": "damage"}], "for each friend in your Area, you included: suffer 1 Damage."),
        (
            [{"op": "if", "alarm": True, "do": [HEAL_TARGET]}],
            "for each friend in your Area, you included: if the alarm has been raised, that figure heals 1 Damage.",
        ),
    ],
)
def test_each_figure_is_named_first(block: list[dict], text: str):
    assert told({"op": "each", "whose": "friend", "where": "area", "do": block}) == text


def test_a_choice_that_may_be_left_out_and_what_is_done_to_others():
    block = [{"op": "push"}, {"op": "place", "whom": "target"}, {"op": "wound", "whom": "target"}]
    assert told({"op": "target", "optional": True, "do": block}) == (
        "you may choose an opponent: push that figure away from you and put that figure on a free Space adjacent to "
        "you; that figure draws a Wound."
    )


# ------------------------------------------------------------------------------------------------- voices
@pytest.mark.parametrize(
    ("voice", "text"),
    [
        (HERO, "heal 1 Damage, move up to 1 Area and put yourself on a free Space of your Tile."),
        (
            COMPANION,
            "this figure heals 1 Damage and moves up to 1 Area. Put this figure on a free Space of its Tile.",
        ),
        (EACH_AGENT, "it heals 1 Damage and moves up to 1 Area. Put it on a free Space of its Tile."),
    ],
)
def test_who_is_meant(voice: Voice, text: str):
    assert told(HEAL, {"op": "move"}, {"op": "place", "where": "tile"}, voice=voice) == text


def test_of_a_companion_the_hero_draws_the_cards():
    program = [{"op": "clue"}, {"op": "item"}, {"op": "kami"}]
    assert told(*program, voice=COMPANION) == (
        "its Hero draws 1 Clue card and 1 Equipment card, and summons a Kami that is not in play."
    )


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        (HERO, "get +1 SPEED until the end of the activation."),
        (COMPANION, "this figure gets +1 SPEED until the end of the activation."),
        (AGENT, "each figure of the activated Character card gets +1 SPEED until the end of the activation."),
        (EVENT, "each figure of the activated Character card gets +1 SPEED until the end of the activation."),
    ],
)
def test_for_whom_a_change_holds_till_the_end_of_the_activation(voice: Voice, text: str):
    assert told({"op": "stat", "stat": "speed", "n": 1, "until": "activation"}, voice=voice) == text


def test_an_answer_changes_the_figure_that_acts():
    change = {"op": "stat", "stat": "guile", "n": 1, "until": "activation"}
    assert triggered(event="test", do=[change]) == (
        "When you declare an Attribute Test, the figure that acts gets +1 GUILE until the end of the activation."
    )


def test_what_holds_for_all_of_a_clause_is_said_once():
    change = {"op": "stat", "stat": "speed", "n": 1}
    assert told(change, {**change, "stat": "might"}) == "get +1 SPEED and +1 MIGHT this round."
    assert told(change, {"op": "cure", "name": "stunned"}) == "get +1 SPEED this round and lose the condition Stunned."


# ------------------------------------------------------------------------------------------------- counting, conditions
@pytest.mark.parametrize(
    ("first", "text"),
    [
        ({"op": "count", "what": "adjacent_foes"}, "heal 1 Damage for each opponent adjacent to you."),
        ({"op": "count", "what": "adjacent_friends"}, "heal 1 Damage for each friend adjacent to you."),
        ({"op": "count", "what": "damage"}, "heal 1 Damage for each Damage on you."),
        ({"op": "count", "what": "events"}, "heal 1 Damage for each Event card in the Oni's hand."),
        ({"op": "count", "what": "corrupted"}, "heal 1 Damage for each corrupted Tile."),
        ({"op": "count", "what": "heroes"}, "heal 1 Damage for each living Hero."),
        (
            {"op": "recall", "n": 2},
            "take 2 Action cards back from the discard pile and heal 1 Damage for each Action card taken back "
            "this way.",
        ),
        ({"op": "damage", "n": 2}, "suffer 2 Damage and heal 1 Damage for each Damage dealt this way."),
        (
            {"op": "target", "do": [{"op": "condition", "name": "stunned", "whom": "target"}]},
            "choose an opponent: that figure becomes Stunned. Heal 1 Damage for each figure chosen.",
        ),
        (
            {"op": "test", "n": 3, "do": [{"op": "clue"}]},
            "make a GUILE Test of 3: if you pass, draw 1 Clue card. Heal 1 Damage for each Test passed.",
        ),
    ],
)
def test_what_was_counted(first: dict, text: str):
    assert told(first, {"op": "heal", "n": "count"}) == text


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ({"round": 5}, "it is round 5 or later"),
        ({"wounded": True}, "you have Damage"),
        ({"corrupted": True}, "you stand on a corrupted Tile"),
        ({"alarm": True}, "the alarm has been raised"),
        ({"battle": True}, "the Final Battle has begun"),
        ({"alone": True}, "no friend is adjacent to you"),
        ({"heroes": 1}, "at least 1 Hero is alive"),
        ({"heroes": 3}, "at least 3 Heroes are alive"),
        ({"adjacent_foes": 1}, "an opponent is adjacent to you"),
        ({"adjacent_foes": 2}, "at least 2 opponents are adjacent to you"),
        ({"class": "ronin"}, "you are a ronin"),
    ],
)
def test_a_condition(condition: dict, text: str):
    assert told({"op": "if", **condition, "do": [HEAL]}) == f"if {text}, heal 1 Damage."


@pytest.mark.parametrize(
    ("first", "n", "text"),
    [
        ({"op": "count", "what": "events"}, 4, "if there are at least 4 Event cards in the Oni's hand, "),
        ({"op": "count", "what": "corrupted"}, 1, "if there is at least 1 corrupted Tile, "),
        ({"op": "recall"}, 1, "if at least 1 Action card was taken back this way, "),
        ({"op": "recall"}, 2, "if at least 2 Action cards were taken back this way, "),
        ({"op": "heal"}, 2, "if at least 2 Damage was healed this way, "),
    ],
)
def test_a_condition_on_what_was_counted(first: dict, n: int, text: str):
    program = told(first, {"op": "if", "done": n, "do": [{"op": "alarm"}], "otherwise": [HEAL]})
    assert program.lower().endswith(f"{text}the alarm is raised; otherwise, heal 1 damage.".lower())


def test_articles():
    assert [with_article(noun) for noun in ("Oni", "Hero")] == ["an Oni", "a Hero"]
