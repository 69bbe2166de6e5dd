"""The English of modifiers, events and triggers, and of all entries: cards, Heroes, agents, missions, tokens."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest

from shugyo.envs.okko.cards import EventName, Goal, Modifier, Technique, Trigger
from shugyo.envs.okko.content import OkkoOptions, load
from shugyo.envs.okko.english import LINES, text_of
from shugyo.envs.okko.listing import texts
from shugyo.envs.okko.phrasing import AGENT, COMPANION, EACH_AGENT, HERO, MISSION, Voice
from shugyo.envs.okko.scenarios import OkkoContent
from shugyo.envs.okko.wording import effect_lines, event_clause, goal_line, modifier_text, technique_text, trigger_text

CONTENT = load(OkkoOptions()).convert(OkkoContent)
PLAIN_DATA: dict[str, Any] = msgspec.to_builtins(CONTENT)
HEAL = {"op": "heal"}


def modified(*modifiers: dict, voice: Voice = HERO) -> str:
    return modifier_text(msgspec.convert(list(modifiers), list[Modifier]), voice)


def triggered(voice: Voice = HERO, **trigger: Any) -> str:
    return trigger_text(msgspec.convert(trigger, Trigger), voice)


# ------------------------------------------------------------------------------------------------- modifiers
@pytest.mark.parametrize(
    ("modifier", "text"),
    [
        ({"stat": "might", "n": 2}, "You have +2 MIGHT."),
        ({"stat": "might", "n": 2, "when": "melee"}, "You have +2 MIGHT in melee."),
        ({"stat": "might", "n": 1, "when": "ranged"}, "You have +1 MIGHT at range."),
        ({"stat": "hits", "when": "attacking"}, "You have +1 hit when attacking."),
        ({"stat": "hits"}, "You have +1 hit in Attacks."),
        ({"stat": "hits", "when": "attacking", "foe": "thrall"}, "You have +1 hit when attacking Mortal Thralls."),
        ({"stat": "damage", "foe": "hero"}, "You have +1 Damage against Heroes."),
        ({"stat": "defense", "when": "defending"}, "You have +1 DEFENSE when attacked."),
        ({"stat": "defense", "when": "defending", "foe": "hero"}, "You have +1 DEFENSE when attacked by Heroes."),
        ({"stat": "hits", "when": "melee", "foe": "demon"}, "You have +1 hit in melee against the Oni."),
        ({"stat": "guile", "when": "testing"}, "You have +1 GUILE in Attribute Tests."),
        ({"stat": "guile", "when": "investigating"}, "You have +1 GUILE in Investigation Tests."),
        ({"stat": "speed", "when": "sneaking"}, "You have +1 SPEED in Sneak Tests."),
        ({"stat": "stealth"}, "You have +1 SPEED in Sneak Tests."),
        ({"stat": "stealth", "when": "corrupted"}, "You have +1 SPEED in Sneak Tests on a corrupted Tile."),
        (
            {"stat": "hits", "when": "pack", "arg": 2},
            "You have +1 hit when attacking a target adjacent to you, with at least 2 other figures of your kind "
            "adjacent to that target.",
        ),
        ({"stat": "defense", "when": "corrupted"}, "You have +1 DEFENSE on a corrupted Tile."),
        ({"stat": "defense", "when": "wounded", "arg": 3}, "You have +1 DEFENSE once you have at least 3 Damage."),
        ({"stat": "defense", "when": "alone"}, "You have +1 DEFENSE without an adjacent friend."),
        ({"stat": "swift", "when": "battle"}, "You can move past opponents without stopping in the Final Battle."),
        ({"stat": "actions"}, "You have +1 Action."),
        ({"stat": "might", "scope": "adjacent"}, "Each friend adjacent to you has +1 MIGHT."),
        ({"stat": "might", "scope": "area"}, "You and each friend in your Area have +1 MIGHT."),
        ({"stat": "might", "scope": "side"}, "Each figure of your side has +1 MIGHT."),
        ({"stat": "might", "n": -1, "scope": "foes_adjacent"}, "Each opponent adjacent to you has −1 MIGHT."),
        ({"stat": "might", "n": -1, "scope": "foes_area"}, "Each opponent in your Area has −1 MIGHT."),
        ({"stat": "figures"}, "Each summoning brings 1 more figure."),
    ],
)  # fmt: skip
def test_a_modifier(modifier: dict, text: str):
    assert modified(modifier) == text


def test_modifiers_of_one_scope_share_a_sentence_in_which_nothing_borrows_a_circumstance():
    always, alone = {"stat": "guile", "n": -1}, {"stat": "defense", "n": -1, "when": "alone"}
    assert modified(always, alone) == "You have −1 DEFENSE without an adjacent friend and −1 GUILE."
    melee = {"stat": "might", "when": "melee"}
    assert modified(melee, {"stat": "push", "when": "melee"}) == (
        "You have +1 MIGHT and can push without a push symbol in melee."
    )
    side = {"stat": "might", "scope": "adjacent"}
    assert modified(melee, side) == "You have +1 MIGHT in melee. Each friend adjacent to you has +1 MIGHT."


# ------------------------------------------------------------------------------------------------- events
EVENTS_TOLD = {
    "round": ("the activation phase begins", "the activation phase begins"),
    "activation": ("your activation begins", "a figure's activation begins"),
    "move": ("you move by an Action", "a figure moves by an Action"),
    "attack": ("you attack an opponent", "a figure attacks an opponent"),
    "roll": ("you roll the dice of an Attack", "a figure rolls the dice of an Attack"),
    "attacked": ("you are attacked", "a figure is attacked"),
    "hit": ("you hit an opponent", "a figure hits an opponent"),
    "harmed": ("you suffer Damage", "a figure suffers Damage"),
    "eliminate": ("you eliminate a figure", "a figure eliminates a figure"),
    "eliminated": ("you are eliminated", "a figure is eliminated"),
    "test": ("you declare an Attribute Test", "a Hero declares an Attribute Test"),
    "pass": ("you pass an Attribute Test", "a Hero passes an Attribute Test"),
    "fail": ("you fail an Attribute Test", "a Hero fails an Attribute Test"),
    "sneak": ("you pass a Sneak Test", "a Hero passes a Sneak Test"),
    "clue": ("you draw a Clue card", "a Hero draws a Clue card"),
    "open": ("you open a Chest", "a Hero opens a Chest"),
    "item": ("you get an Equipment card", "a Hero gets an Equipment card"),
    "take": ("you take an object", "a Hero takes an object"),
    "alarm": ("you raise the alarm", "the alarm is raised"),
    "corrupt": ("a Corruption token is placed or moved", "a Corruption token is placed or moved"),
    "summon": ("you are brought to the board", "a figure is brought to the board"),
    "join": ("you come into play", "a Follower or Kami comes into play"),
    "battle": ("the Final Battle begins", "the Final Battle begins"),
    "end": ("the end phase begins, after Accusations", "the end phase begins, after Accusations"),
}
"""By event: of one's own, and of a mission, whose events are anybody's."""


@pytest.mark.parametrize("event", get_args(EventName))
def test_an_event(event: str):
    assert event_clause(event, "own", None, HERO) == EVENTS_TOLD[event][0]
    assert (
        event_clause(event, "own", None, MISSION) == event_clause(event, "any", None, MISSION) == EVENTS_TOLD[event][1]
    )


@pytest.mark.parametrize(
    ("event", "whose", "foe", "text"),
    [
        ("attack", "own", "creature", "you attack a Supernatural Creature"),
        ("attacked", "friend", "thrall", "you or a friend is attacked by a Mortal Thrall"),
        ("roll", "own", "demon", "you roll the dice of an Attack on an Oni"),
        ("eliminated", "any", "hero", "a Hero is eliminated"),
        ("harmed", "foe", "lieutenant", "a Lieutenant suffers Damage"),
        ("summon", "any", "creature", "a Supernatural Creature is brought to the board"),
        ("pass", "friend", None, "you or another Hero passes an Attribute Test"),
        ("activation", "foe", None, "an opponent's activation begins"),
        ("join", "friend", None, "a Follower or Kami comes into play"),
    ],
)
def test_an_event_of_others_or_with_a_type(event: str, whose: str, foe: str | None, text: str):
    assert event_clause(event, whose, foe, HERO) == text


@pytest.mark.parametrize(
    ("voice", "trigger", "text"),
    [
        (HERO, {"event": "hit", "limit": 1, "do": [HEAL]}, "When you hit an opponent (once a round), heal 1 Damage."),
        (HERO, {"event": "hit", "limit": 2, "may": True, "do": [{"op": "push", "whom": "other"}]},
         "When you hit an opponent (at most 2 times a round), you may push the target away from you."),
        (HERO, {"event": "attacked", "may": True, "do": [{"op": "shield"}]},
         "When you are attacked, you may have this done: this Attack does no Damage."),
        (HERO, {"event": "attacked", "do": [{"op": "damage", "whom": "other"}]},
         "When you are attacked, the attacker suffers 1 Damage."),
        (HERO, {"event": "round", "do": [HEAL, {"op": "alarm"}]},
         "When the activation phase begins: heal 1 Damage. The alarm is raised."),
        (AGENT, {"event": "harmed", "may": True, "do": [{"op": "attack", "kind": "melee"}]},
         "When this figure suffers Damage, this figure may make a melee Attack."),
        (AGENT, {"event": "harmed", "may": True, "do": [{"op": "place", "where": "area"}]},
         "When this figure suffers Damage, the Oni may put this figure on a free Space of its Area."),
        (AGENT, {"event": "harmed", "do": [{"op": "damage", "whom": "other"}]},
         "When this figure suffers Damage, whoever caused it suffers 1 Damage."),
        (EACH_AGENT, {"event": "activation", "do": [{"op": "if", "corrupted": True, "do": [HEAL]}]},
         "When its activation begins, if it stands on a corrupted Tile, it heals 1 Damage."),
        (MISSION, {"event": "eliminate", "foe": "hero", "do": [{"op": "progress", "side": "oni", "n": 2}]},
         "When a figure eliminates a Hero, the Oni advances 2 steps."),
    ],
)  # fmt: skip
def test_a_trigger(voice: Voice, trigger: dict, text: str):
    assert triggered(voice, **trigger) == text


def test_a_personal_mission():
    goal = Goal(name="Bane", event="eliminate", foe="creature", n=2, tile="Archive")
    assert goal_line(goal, HERO) == "Bane: you eliminate a Supernatural Creature on the Tile Archive, 2 times."
    assert goal_line(Goal(name="Door", event="open"), HERO) == "Door: you open a Chest."


def test_a_technique():
    assert technique_text(Technique(speed=-2, might=2, actions=1)) == "−2 SPEED, +2 MIGHT and +1 Action"


# ------------------------------------------------------------------------------------------------- entries
@pytest.mark.parametrize(
    ("table", "key", "text"),
    [
        ("cards", "okko_wave_step",
         "Technique (laid right): +1 SPEED and +1 DEFENSE.\n"
         "Talent (laid left): Unique Action: move up to 2 Areas. If an opponent is adjacent to you, make a melee "
         "Attack."),
        ("cards", "setsuka_outcast",
         "Weakness (laid left only): You have −2 GUILE in Investigation Tests and −1 MIGHT.\n"
         "Heals as much Damage as the Hero's STAMINA."),
        ("wounds", "poisoned_blood", "In the round in which it is laid: −1 MIGHT and −1 DEFENSE."),
        ("items", "smoke_bombs",
         "Free, once a round: put yourself on a free Space of your Tile and discard this card."),
        ("items", "moonlit_katana", "You make legendary Attacks in melee.\nYou have +2 MIGHT in melee."),
        ("companions", "yabu_old_spearman",
         "When this figure eliminates a figure (once a round), this figure makes an Attack with +1 hit."),
        ("events", "severed_fate",
         "Technique (laid beside a Character card): +2 MIGHT.\n"
         "Special Effect: if it is round 4 or later, choose a Hero: that figure becomes an Amputee; otherwise, the Oni "
         "draws 1 Event card."),
        ("clues", "lady",
         "Token: Difficulty 3, 2 Clue cards.\nPlayed when an activation begins: get +2 GUILE this round.\n"
         "When drawn, may become the Follower Lady Aoi."),
        ("clues", "nature_ryomen",
         "In the Final Battle, if its nature was named: the Oni has −1 MIGHT in melee and −1 DEFENSE."),
        ("clues", "blackmail",
         "When drawn: make a Direct GUILE Test of 3: if you pass, the Oni discards 1 Event card of its choice; if you "
         "fail, choose one: • suffer 2 Damage • the Oni draws 2 Event cards."),
        ("trees.thralls", "muster", "Each summoning of Mortal Thralls brings 1 more figure."),
        ("trees.creatures", "rending",
         "Each Supernatural Creature has +1 hit in melee.\n"
         "Each Supernatural Creature: when it hits a Hero (at most 3 times a round), the target becomes Bleeding.\n"
         "After Longer Claws."),
        ("missions", "sealed_archive",
         "Sealed Scroll, GUILE Test of 4: the Heroes advance 1 step. Draw 2 Clue cards.\n"
         "When a Hero fails an Attribute Test (once a round), the Oni advances 1 step.\n"
         "When the alarm is raised, the Oni advances 2 steps.\n"
         "At the end of each round: if it is round 5 or later, the Oni advances 1 step.\n"
         "Completed by the Heroes with 1 step or by the Oni with 8 steps.\nLeaves a medium Recollection."),
        ("missions", "break_the_garrison",
         "When a Mortal Thrall is eliminated, the Heroes advance 1 step.\n"
         "When a Hero suffers Damage (once a round), the Oni advances 1 step.\n"
         "At the end of each round: the Oni advances 1 step.\n"
         "Completed by the Heroes with 7 steps (1 Hero), 10 steps (2 Heroes) or by the Oni with 8 steps (1 Hero), 9 "
         "steps (2 Heroes). That side wins the game."),
        ("scenarios", "initiation",
         "For 1 or 2 Heroes.\nWithout an investigation.\nObjective: Break the Garrison.\n"
         "Test token at dojo.a1, MIGHT Test of 5: the Heroes advance 1 step."),
    ],
)  # fmt: skip
def test_an_entry(table: str, key: str, text: str):
    found: Any = CONTENT
    for step in table.split("."):
        found = getattr(found, step)
    assert text_of(CONTENT, table, found[key]) == text


def test_a_hero_and_a_kind():
    assert text_of(CONTENT, "heroes", CONTENT.heroes["okko"]).splitlines() == [
        "Hunter of Demons: You have +1 MIGHT when attacking Supernatural Creatures.",
        "Begins with Moonlit Katana (right hand) and Exorcist's Haori (Clothing).",
        "Begins with a Follower: Tikku, Who Writes It Down or Tikku, Who Holds the Lantern.",
        "Personal Mission, by the Combat die:",
        "no hit: The Hunt Goes On: you eliminate a figure, 4 times.",
        "one hit: What the Court Keeps Silent: you draw a Clue card, 3 times.",
        "push: Bane of Spirits: you eliminate a Supernatural Creature, 2 times.",
        "reroll: A Promise to the Dead: you pass an Attribute Test, 4 times.",
    ]
    assert text_of(CONTENT, "kinds", CONTENT.kinds["ashigaru"]) == (
        "Hedge of Spears: This figure has +1 hit when attacking a Hero adjacent to it, with at least 1 other figure of "
        "its kind adjacent to that Hero."
    )


def test_tokens():
    assert text_of(CONTENT, "conditions", ("stunned", CONTENT.conditions.stunned)) == "−2 SPEED; on the weaker side −1."
    assert text_of(CONTENT, "tokens", CONTENT.tokens.chests[-1:]) == (
        "Difficulty 4: 5 Equipment cards, of which 3 may be kept."
    )
    assert text_of(CONTENT, "tokens", CONTENT.tokens.evidence[:1]) == (
        "Difficulty 2: 1 Clue card; turned over, Difficulty 3: 1."
    )


@pytest.mark.parametrize(("name", "text"), texts(PLAIN_DATA).items())
def test_every_entry_has_a_text_without_words_of_the_language_of_the_cards(name: str, text: str):
    lines = text.splitlines()
    assert len(lines) > 1 and all(line.strip() or not line for line in lines)
    assert not re.search(r"\w_\w|\{|\}|\bNone\b|  | \.|\.\.", text)
    said = [line for line in lines if line and not line.endswith(":")]
    assert all(line.endswith(".") for line in said if re.match(r"[A-Z−]", line)), text


def test_all_tables_are_told():
    assert set(texts(PLAIN_DATA)) >= {
        entry.name for table in ("heroes", "items") for entry in getattr(CONTENT, table).values()
    }
    assert set(LINES) == {
        *("heroes", "cards", "wounds", "items", "companions", "kinds", "trees.thralls", "trees.creatures", "events"),
        *("clues", "missions", "scenarios", "conditions", "tokens"),
    }


def test_of_an_effect_modifiers_come_first_and_the_action_last():
    pyre = CONTENT.companions["hi_pyre"].talent
    assert [line.split()[0] for line in effect_lines(pyre, COMPANION)] == ["This", "When", "Action:"]
