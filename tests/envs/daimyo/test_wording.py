"""The English that is generated: each instruction, each way of putting them together, and all shipped texts."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from shugyo.envs.core.content import shipped
from shugyo.envs.daimyo import effects, state
from shugyo.envs.daimyo.cards import Action, DaimyoContent, Equip, Skill, Trigger
from shugyo.envs.daimyo.content import DaimyoOptions, load
from shugyo.envs.daimyo.sentences import Teller
from shugyo.envs.daimyo.wording import (
    action_text,
    card_text,
    equip_text,
    hero_text,
    nemesis_text,
    ordinal,
    skill_text,
    story_text,
    trigger_text,
)

DRAW, MON, DISCARD = {"op": "draw", "n": 2}, {"op": "mon"}, {"op": "discard"}
IF_EMPTY = {"op": "if", "hand_empty": True, "do": [DRAW]}


def told(*instructions: dict) -> str:
    return Teller().sentences(msgspec.convert(list(instructions), effects.Program))


@cache
def content() -> DaimyoContent:
    return load(DaimyoOptions()).convert(DaimyoContent)


def with_entries(**tables: dict[str, dict[str, Any]]) -> DaimyoContent:
    """The shipped content with other tables of entries."""
    return msgspec.convert({**shipped("daimyo"), **tables}, DaimyoContent)


# ------------------------------------------------------------------------------------------------- one instruction
@pytest.mark.parametrize(
    ("instruction", "text"),
    [
        ({"op": "draw"}, "draw 1 card."),
        ({"op": "draw", "n": 2}, "draw 2 cards."),
        ({"op": "mon", "n": 3}, "gain 3 mon."),
        ({"op": "deployments"}, "gain 1 deployment."),
        ({"op": "trade_points", "n": 2}, "gain 2 trade points."),
        ({"op": "discard"}, "discard 1 card."),
        ({"op": "discard", "n": 2, "class": "ninja"}, "discard 2 ninja cards."),
        ({"op": "discard", "kind": "reinforcement", "class": "samurai"}, "discard 1 samurai reinforcement."),
        ({"op": "discard", "n": 3, "optional": True}, "discard up to 3 cards."),
        ({"op": "return", "n": 2, "kind": "regalia"}, "return 2 regalia."),
        ({"op": "return", "kind": "treasure", "optional": True}, "return up to 1 treasure."),
        ({"op": "loot", "deck": "samurai"}, "loot 1 samurai treasure."),
        ({"op": "loot", "deck": "regalia"}, "loot 1 regalia."),
        ({"op": "loot", "deck": "own"}, "loot 1 treasure of the class of your active hero."),
        ({"op": "loot", "deck": "other"}, "loot 1 treasure of the class that your active hero does not have."),
        ({"op": "loot", "deck": "choice"}, "loot 1 samurai or ninja treasure."),
        ({"op": "exhaust"}, "exhaust 1 deployed card of another player."),
        ({"op": "exhaust", "n": 2}, "exhaust 2 deployed cards of other players."),
        ({"op": "exhaust", "what": "hero", "ravage": True}, "ravage 1 hero of another player."),
        ({"op": "exhaust", "n": 2, "what": "hero", "whose": "anybody"}, "exhaust 2 heroes of any player."),
        ({"op": "exhaust", "whose": "self"}, "exhaust 1 of your deployed cards."),
        ({"op": "exhaust", "whose": "actor"}, "exhaust 1 deployed card of the acting player."),
        ({"op": "recover", "what": "hero"}, "recover 1 of your heroes."),
        ({"op": "cleanse", "n": 2, "whose": "others"}, "cleanse 2 deployed cards of other players."),
        ({"op": "take"}, "take 1 reinforcement from the pools for nothing."),
        (
            {"op": "take", "n": 2, "class": "ninja", "cost": 5},
            "take 2 ninja reinforcements of cost 5 or less from the pools for nothing.",
        ),
        ({"op": "refresh", "what": "samurai"}, "refresh the samurai reinforcements."),
        ({"op": "refresh", "what": "choice"}, "refresh the samurai or the ninja reinforcements."),
        ({"op": "refresh", "what": "heroes"}, "refresh the heroes."),
        ({"op": "petals", "n": 2}, "remove 2 petals."),
        ({"op": "restore_petals"}, "put 1 petal back."),
        ({"op": "duel"}, "start a duel."),
        ({"op": "duel", "atk": 2}, "start a duel with +2 ATK."),
        ({"op": "boost", "n": 3}, "boost by 3 more."),
        ({"op": "win_duel"}, "win the duel for the boosted hero."),
        ({"op": "negate_duel"}, "negate the duel."),
        ({"op": "send_hero"}, "send 1 of your heroes to the hero area."),
        ({"op": "gain_hero"}, "take 1 hero of the hero area for nothing."),
        ({"op": "return_self"}, "shuffle this hero into the hero deck (Boss Rush: ravage this hero)."),
        ({"op": "exhaust_self"}, "exhaust this hero."),
        ({"op": "discount", "n": 2}, "pay 2 mon less for each purchase this turn."),
        ({"op": "flip"}, "turn this story card over."),
        ({"op": "bring"}, "shuffle the set-aside heroes of this story into the hero deck."),
    ],
)
def test_an_instruction(instruction: dict, text: str):
    assert told(instruction) == text


def test_neighbours_share_a_sentence():
    assert told(DRAW, MON, DISCARD) == "draw 2 cards, gain 1 mon and discard 1 card."


# ------------------------------------------------------------------------------------------------- counting
@pytest.mark.parametrize(
    ("first", "text"),
    [
        ({"op": "count", "what": "samurai_deployed"}, "gain 1 mon for each samurai card deployed this turn."),
        ({"op": "count", "what": "ninja_deployed"}, "gain 1 mon for each ninja card deployed this turn."),
        ({"op": "count", "what": "heroes"}, "gain 1 mon for each hero you have."),
        ({"op": "count", "what": "treasures_in_hand"}, "gain 1 mon for each treasure or regalia in your hand."),
        (
            {"op": "count", "what": "exhausted_enemies"},
            "gain 1 mon for each exhausted or ravaged hero of other players.",
        ),
        (DISCARD, "discard 1 card and gain 1 mon for each card discarded this way."),
        (
            {"op": "return", "kind": "treasure"},
            "return 1 treasure and gain 1 mon for each treasure returned this way.",
        ),
        (
            {"op": "loot", "deck": "ninja"},
            "loot 1 ninja treasure and gain 1 mon for each treasure looted this way.",
        ),
        (
            {"op": "exhaust", "what": "hero", "ravage": True},
            "ravage 1 hero of another player and gain 1 mon for each hero ravaged this way.",
        ),
        (
            {"op": "recover"},
            "recover 1 of your deployed cards and gain 1 mon for each deployed card recovered this way.",
        ),
        (
            {"op": "cleanse"},
            "cleanse 1 of your deployed cards and gain 1 mon for each deployed card cleansed this way.",
        ),
        (
            {"op": "take"},
            "take 1 reinforcement from the pools for nothing and gain 1 mon for each reinforcement taken this way.",
        ),
        (
            {"op": "send_hero"},
            "send 1 of your heroes to the hero area and gain 1 mon for each hero sent away this way.",
        ),
        (
            {"op": "gain_hero"},
            "take 1 hero of the hero area for nothing and gain 1 mon for each hero taken this way.",
        ),
    ],
)
def test_what_was_counted(first: dict, text: str):
    assert told(first, {"op": "mon", "n": "count"}) == text


def test_done_keeps_what_was_counted():
    text = told(DISCARD, {"op": "count", "what": "done"}, {"op": "draw", "n": "count"})
    assert text == "discard 1 card and draw 1 card for each card discarded this way."


def test_an_instruction_tells_its_own_number_before_it_counts():
    text = told({"op": "count", "what": "heroes"}, {"op": "exhaust", "n": "count", "whose": "self"}, IF_EMPTY)
    assert text.startswith("exhaust 1 of your deployed cards for each hero you have. If")
    again = told({"op": "count", "what": "heroes"}, {"op": "discard", "n": "count"}, {"op": "mon", "n": "count"})
    assert again == "discard 1 card for each hero you have and gain 1 mon for each card discarded this way."


# ------------------------------------------------------------------------------------------------- conditions
@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"won": True}, "if you won the duel"),
        ({"class": "ninja"}, "if your active hero is a ninja"),
        ({"hand_empty": True}, "if your hand is empty"),
        ({"heroes": 1}, "if you have a hero"),
        ({"heroes": 3}, "if you have at least 3 heroes"),
        ({"petals_at_most": 1}, "if at most 1 petal is left"),
        ({"petals_at_most": 9}, "if at most 9 petals are left"),
        ({"treasures_in_hand": 2}, "if you hold at least 2 treasures and regalia"),
        ({"deployed": 1}, "if at least 1 card was deployed this turn"),
        ({"deployed": 3}, "if at least 3 cards were deployed this turn"),
    ],
)
def test_a_condition(condition: dict, words: str):
    assert told({"op": "if", **condition, "do": [DRAW, MON]}) == f"{words}, draw 2 cards and gain 1 mon."
    with_otherwise = {"op": "if", **condition, "do": [DRAW], "otherwise": [MON]}
    assert told(with_otherwise) == f"{words}, draw 2 cards; otherwise, gain 1 mon."


@pytest.mark.parametrize(
    ("first", "done", "words"),
    [
        (DISCARD, 1, "If you discarded a card"),
        ({"op": "return", "n": 3, "optional": True}, 2, "If you returned at least 2 cards"),
        ({"op": "exhaust", "what": "hero"}, 1, "If you exhausted a hero"),
        ({"op": "take", "class": "ninja"}, 1, "If you took a ninja reinforcement"),
        ({"op": "send_hero"}, 1, "If you sent away a hero"),
        ({"op": "loot", "deck": "regalia"}, 1, "If you looted a treasure"),
    ],
)
def test_what_was_done(first: dict, done: int, words: str):
    assert told(first, {"op": "if", "done": done, "do": [DRAW]}).split(". ")[1] == f"{words}, draw 2 cards."


@pytest.mark.parametrize(("n", "words"), [(1, "is at least 1 samurai card"), (2, "are at least 2 samurai cards")])
def test_how_much_there_was(n: int, words: str):
    text = told({"op": "count", "what": "samurai_deployed"}, {"op": "if", "done": n, "do": [MON]})
    assert text == f"if there {words} deployed this turn, gain 1 mon."


# ------------------------------------------------------------------------------------------------- blocks
@pytest.mark.parametrize(
    ("program", "text"),
    [
        ([{"op": "may", "do": [DRAW, MON]}], "you may draw 2 cards and gain 1 mon."),
        ([MON, {"op": "may", "do": [DRAW]}, MON], "gain 1 mon. You may draw 2 cards. Gain 1 mon."),
        (
            [{"op": "may", "do": [DISCARD, {"op": "if", "done": 1, "do": [DRAW]}]}],
            "if you wish: (discard 1 card; if you discarded a card, draw 2 cards).",
        ),
        (
            [{"op": "choose", "options": [{"do": [DRAW]}, {"icon": "ninja", "do": [MON, DISCARD]}]}],
            "choose one: • draw 2 cards • [ninja] gain 1 mon and discard 1 card.",
        ),
        (
            [{"op": "if", "won": True, "do": [DRAW, {"op": "may", "do": [MON]}]}, DISCARD],
            "if you won the duel, (draw 2 cards; you may gain 1 mon). Discard 1 card.",
        ),
        ([{"op": "each", "do": [DISCARD, DRAW]}], "each other player discards 1 card and draws 2 cards."),
        ([{"op": "each", "who": "all", "do": [DISCARD]}], "each player, you first, discards 1 card."),
        ([{"op": "target", "do": [{"op": "loot", "deck": "own"}]}],
         "another player of your choice loots 1 treasure of the class of their active hero."),
        ([{"op": "target", "who": "actor", "do": [{"op": "refresh", "what": "heroes"}]}],
         "the acting player refreshes the heroes."),
        ([{"op": "each", "do": [IF_EMPTY]}], "each other player: if their hand is empty, they draw 2 cards."),
        ([{"op": "each", "who": "all", "do": [{"op": "may", "do": [DRAW]}]}],
         "each player, you first: they may draw 2 cards."),
        (
            [{"op": "target", "do": [DISCARD, {"op": "if", "done": 1, "do": [DRAW], "otherwise": [MON]}, MON]}],
            "another player of your choice discards 1 card; if they discarded a card, they draw 2 cards; otherwise, "
            "they gain 1 mon; they gain 1 mon.",
        ),
        (
            [{"op": "each", "do": [{"op": "choose", "options": [{"do": [DISCARD]}, {"do": [IF_EMPTY]}]}]}],
            "each other player chooses one: • discard 1 card • if their hand is empty, they draw 2 cards.",
        ),
        (
            [{"op": "each", "do": [{"op": "exhaust", "whose": "self"}, {"op": "count", "what": "heroes"},
                                   {"op": "draw", "n": "count"}]}],
            "each other player exhausts 1 of their deployed cards and draws 1 card for each hero they have.",
        ),
    ],
)  # fmt: skip
def test_blocks(program: list, text: str):
    assert told(*program) == text


# ------------------------------------------------------------------------------------------------- cards
@pytest.mark.parametrize(
    ("skill", "text"),
    [
        ({"on": "deploy", "do": [DRAW]}, "Draw 2 cards."),
        ({"on": "deploy", "icon": "samurai", "may": True, "do": [DRAW]}, "[samurai] You may draw 2 cards."),
        (
            {"on": "deploy", "may": True, "do": [MON, IF_EMPTY]},
            "You may do all of this: gain 1 mon. If your hand is empty, draw 2 cards.",
        ),
        ({"on": "discard", "do": [{"op": "exhaust", "n": 2}]}, "Discard: exhaust 2 deployed cards of other players."),
        ({"on": "return", "icon": "ninja", "do": [DRAW]}, "[ninja] Return: draw 2 cards."),
        (
            {"on": "duel", "icon": "samurai", "do": [{"op": "win_duel"}]},
            "[samurai] (duel) Win the duel for the boosted hero.",
        ),
        (
            {"on": "interrupt", "event": "start_duel", "do": [{"op": "negate_duel"}]},
            "Interrupt, discard when another player starts a duel: negate the duel.",
        ),
        (
            {"on": "interrupt", "event": "loot", "cost": "return", "icon": "ninja", "do": [DRAW]},
            "[ninja] Interrupt, return when another player loots: draw 2 cards.",
        ),
    ],
)
def test_a_skill(skill: dict, text: str):
    assert skill_text(msgspec.convert(skill, Skill)) == text


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("start_duel", "another player starts a duel"),
        ("loot", "another player loots"),
        ("deploy", "another player deploys a card"),
        ("purchase", "another player purchases a card or hero"),
        ("reveal", "a hero or nemesis is revealed in the turn of another player"),
        ("end_phase", "the end phase of another player begins"),
    ],
)
def test_what_can_be_interrupted(event: str, words: str):
    skill = {"on": "interrupt", "event": event, "do": [DRAW]}
    assert skill_text(msgspec.convert(skill, Skill)) == f"Interrupt, discard when {words}: draw 2 cards."


def test_equipment():
    modifiers = [{"stat": stat, "n": n} for stat, n in (("atk", 3), ("def", -1), ("hand_size", -2), ("mon", 2))]
    equip = msgspec.convert({"icon": "ninja", "modifiers": modifiers}, Equip)
    assert equip_text(equip) == (
        "[ninja] Equip: the hero has +3 ATK and −1 DEF, your hand size is 2 lower and your turn begins with +2 mon."
    )


def test_a_whole_card():
    toy = {
        "number": 1,
        "name": "Toy",
        "class": "ninja",
        "cost": 2,
        "sell": "-",
        "draw": 1,
        "mon": 2,
        "deployments": 1,
        "trade_points": 3,
        "equip": {"modifiers": [{"stat": "sell", "n": 1}]},
        "skills": [{"on": "deploy", "do": [MON]}, {"on": "duel", "do": [DRAW]}],
    }
    assert card_text(with_entries(treasures={"toy": toy}), "toy").splitlines() == [
        "+1 card, +2 mon, +1 deployment, +3 trade points.",
        "Equip: each card sold brings you 1 mon more.",
        "Gain 1 mon.",
        "(duel) Draw 2 cards.",
    ]


def test_a_mon_card():
    assert card_text(content(), "mon") == "Worth 1 mon."


def test_a_card_that_there_is_not():
    with pytest.raises(KeyError, match="nobody"):
        card_text(content(), "nobody")


# ------------------------------------------------------------------------------------------------- triggers
@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        ({"event": "main_phase"}, "your main phase begins"),
        ({"event": "end_phase", "whose": "others"}, "another player's end phase begins"),
        ({"event": "end_phase", "whose": "any"}, "a player's end phase begins"),
        ({"event": "deploy"}, "you deploy a card"),
        ({"event": "deploy", "class": "samurai"}, "you deploy a samurai card"),
        (
            {"event": "deploy", "class": "ninja", "kind": "treasure", "whose": "any"},
            "a player deploys a ninja treasure",
        ),
        ({"event": "discard", "kind": "regalia"}, "you discard regalia"),
        ({"event": "return", "kind": "reinforcement"}, "you return a reinforcement"),
        ({"event": "sell", "whose": "others"}, "another player sells a card"),
        ({"event": "purchase"}, "you purchase a card or hero"),
        ({"event": "purchase", "kind": "hero", "class": "ninja"}, "you purchase a ninja hero"),
        ({"event": "trade"}, "you trade a treasure or regalia"),
        ({"event": "draw"}, "you draw an extra card"),
        ({"event": "draw", "whose": "others"}, "another player draws an extra card"),
        ({"event": "gain_mon"}, "you gain 1 mon"),
        ({"event": "loot", "whose": "others"}, "another player loots a treasure or regalia"),
        ({"event": "start_duel"}, "you start a duel"),
        ({"event": "attacked"}, "a hero of yours is attacked"),
        ({"event": "attacked", "whose": "others"}, "a hero of another player is attacked"),
        ({"event": "win_duel", "whose": "any"}, "a player wins a duel"),
        ({"event": "exhaust"}, "you exhaust a card or hero"),
        ({"event": "recover"}, "a card or hero of yours recovers"),
        ({"event": "recover", "kind": "hero", "whose": "any"}, "a hero of a player recovers"),
        ({"event": "refresh", "whose": "others"}, "another player refreshes reinforcements or heroes"),
        ({"event": "petals"}, "you remove a petal"),
        ({"event": "reveal"}, "you reveal a hero or nemesis"),
        ({"event": "nemesis_beaten"}, "you defeat a nemesis"),
        ({"event": "nemesis_beaten", "class": "ninja", "whose": "any"}, "a player defeats a ninja nemesis"),
        ({"event": "cleanse", "class": "samurai"}, "you cleanse a samurai card"),
    ],
)
def test_an_event(trigger: dict, words: str):
    assert trigger_text(msgspec.convert({**trigger, "do": [DRAW]}, Trigger)) == f"when {words}, draw 2 cards."


@pytest.mark.parametrize("event", state.EVENT_NAMES)
@pytest.mark.parametrize("whose", ["own", "others", "any"])
def test_each_event_can_be_told(event: str, whose: str):
    text = trigger_text(msgspec.convert({"event": event, "whose": whose, "do": [DRAW]}, Trigger))
    assert text.startswith("when ") and text.endswith(", draw 2 cards.")
    assert ("another player" in text) is (whose == "others")


@pytest.mark.parametrize(
    ("how_often", "words"),
    [
        ({"nth": 1}, "you sell a card for the 1st time in a turn"),
        ({"nth": 12}, "you sell a card for the 12th time in a turn"),
        ({"limit": 1}, "you sell a card (at most once a turn)"),
        ({"limit": 2}, "you sell a card (at most 2 times a turn)"),
    ],
)
def test_how_often(how_often: dict, words: str):
    trigger = {"event": "sell", **how_often, "do": [DRAW, IF_EMPTY]}
    text = trigger_text(msgspec.convert(trigger, Trigger))
    assert text == f"when {words}, draw 2 cards. If your hand is empty, draw 2 cards."


def test_ordinals():
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 20)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "20th",
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------- characters
@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"do": [DRAW]}, "Once a turn: draw 2 cards."),
        ({"active": True, "uses": 3, "do": [DRAW]}, "Up to 3 times a turn, while she is active: draw 2 cards."),
        (
            {"pays": {"mon": 2, "trade_points": 1, "discard": 1, "class": "ninja", "exhaust": True}, "do": [DRAW]},
            "Once a turn, pay 2 mon, spend 1 trade point, discard 1 ninja card and exhaust her: draw 2 cards.",
        ),
        (
            {"pays": {"discard": 2}, "do": [{"op": "mon", "n": "count"}]},
            "Once a turn, discard 2 cards: gain 1 mon for each card discarded this way.",
        ),
    ],
)
def test_an_action(action: dict, text: str):
    assert action_text(msgspec.convert(action, Action)) == text


HERO = {"number": 1, "name": "Toy", "class": "ninja", "atk": 4, "def": 3, "vp": 2, "petals": 1}


def test_a_hero():
    modifiers = [
        {"stat": "def", "n": 1},
        {"stat": "hand_size", "n": 1},
        {"stat": "deployments", "n": 1, "active": True},
        {"stat": "trade_points", "n": 2, "active": True},
        {"stat": "reinforcement_cost", "n": -1, "active": True},
        {"stat": "hero_cost", "n": 1},
    ]
    toy = {
        **HERO,
        "loot": [{"event": "trade", "do": [{"op": "loot", "deck": "ninja"}]}],
        "passive": [{"event": "draw", "nth": 2, "do": [MON]}],
        "modifiers": modifiers,
        "action": {"do": [DRAW]},
        "other_form": "two",
    }
    regalia = {"number": 2, "name": "Crown", "cost": 1, "sell": 1, "changes_setsuko": True}
    given = with_entries(
        heroes={"toy": toy, "two": {**HERO, "name": "Toy Two"}}, treasures={}, regalia={"crown": regalia}
    )
    assert hero_text(given, "toy").splitlines() == [
        "Loot: when you trade a treasure or regalia, loot 1 ninja treasure.",
        "When you draw an extra card for the 2nd time in a turn, gain 1 mon.",
        "She has +1 DEF.",
        "Your hand size is 1 higher.",
        "Heroes cost you 1 mon more.",
        "While she is active, your turn begins with +1 deployment and +2 trade points.",
        "While she is active, reinforcements cost you 1 mon less.",
        "Once a turn: draw 2 cards.",
        "When you have returned 3 treasures or regalia in this game or Crown, she becomes Toy Two.",
    ]
    assert hero_text(given, "two") == ""


def test_a_nemesis():
    foe = {
        "number": 3,
        "name": "Foe",
        "class": "ninja",
        "def": 5,
        "extra_hit": True,
        "boss_hit_points": 7,
        "petals": 2,
        "reveal": [{"op": "petals", "n": 2}],
        "passive": [{"event": "loot", "whose": "any", "limit": 1, "do": [DISCARD]}],
        "modifiers": [{"stat": "atk", "n": -1}, {"stat": "hand_size", "n": -1}, {"stat": "sell", "n": -1}],
        "reward": [DRAW],
    }
    given = with_entries(nemeses={"foe": foe, "plain": {**foe, "reveal": [], "passive": [], "modifiers": []}})
    assert nemesis_text(given, "foe").splitlines() == [
        "When revealed: remove 2 petals.",
        "For each player: when you loot a treasure or regalia (at most once a turn), discard 1 card.",
        "Each hero has −1 ATK.",
        "The hand size of each player is 1 lower.",
        "Each card sold brings 1 mon less.",
        "Reward: draw 2 cards.",
    ]
    assert nemesis_text(given, "plain") == "Reward: draw 2 cards."


def test_a_story_card():
    triggers = [{"event": "win_duel", "nth": 1, "do": [{"op": "bring"}, {"op": "flip"}]}]
    faces = [
        {"title": "By Day", "triggers": triggers},
        {"title": "By Night", "modifiers": [{"stat": "trade_points", "n": 1}, {"stat": "reinforcement_cost", "n": 1}]},
    ]
    given = with_entries(stories={"tale": {"number": 4, "name": "Tale", "expansion": 1, "faces": faces}})
    assert story_text(given, "tale").splitlines() == [
        "By Day",
        "For each player: when you win a duel for the 1st time in a turn, shuffle the set-aside heroes of this story "
        "into the hero deck and turn this story card over.",
        "By Night",
        "Each turn begins with +1 trade point.",
        "Reinforcements cost 1 mon more.",
    ]


# ------------------------------------------------------------------------------------------------- shipped texts
def shipped_texts() -> dict[str, str]:
    cards = [key for table in ("mon", "reinforcements", "treasures", "regalia") for key in shipped("daimyo")[table]]
    texts = {key: card_text(content(), key) for key in cards}
    texts |= {key: hero_text(content(), key) for key in content().heroes}
    texts |= {key: nemesis_text(content(), key) for key in content().nemeses}
    return texts


def test_shipped_texts_are_sentences():
    for key, text in shipped_texts().items():
        assert text, key
        for line in text.splitlines():
            assert line.endswith("."), (key, line)
            assert "  " not in line and ".." not in line and "None" not in line, (key, line)
            start = line.replace("[samurai] ", "").replace("[ninja] ", "").replace("(duel) ", "")
            assert start[0].isupper() or start[0] == "+", (key, line)


def test_shizuka_wins_or_negates_a_duel():
    text = card_text(content(), "shizuka")
    assert "[samurai] win the duel for the boosted hero" in text.replace("(duel) Win", "win")
    assert "negate the duel" in text
