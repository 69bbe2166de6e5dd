"""Programs, modifiers and triggers: the rows that they become, and what is refused (EFFECTS.md)."""

from __future__ import annotations

import tomllib
from typing import get_args

import msgspec
import pytest

from shugyo.envs.okko import cards, effects, ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.cards import Modifier, Technique, Trigger
from shugyo.envs.okko.circles import circle
from shugyo.envs.okko.compile import answer, modifier, program, technique, trigger
from shugyo.envs.okko.effects import Program
from shugyo.envs.okko.programs import Context, program_problems

HERO, AGENT, COMPANION, NOBODY = (Context(who) for who in ("hero", "agent", "companion", "nobody"))  # type: ignore[arg-type]


def read(text: str, kind: type = Program):
    """Instructions, or one table, as in TOML."""
    source = f"it = [{text}]" if kind is Program else f"it = {{ {text} }}"
    return msgspec.convert(tomllib.loads(source)["it"], kind)


def rows(text: str) -> list[tuple[int, ...]]:
    """The rows of a program without its END, and without the zeros at their ends."""
    *found, end = program(read(text))
    assert end == (ops.END, 0, 0, 0, 0, 0)
    return [tuple(row) for row in found]


# ---- names ----------------------------------------------------------------------------------------------------------
def test_names_of_events_stats_conditions_and_classes_are_those_of_the_state():
    assert set(get_args(cards.EventName)) == set(st.EVENT_NAMES)
    assert {*get_args(effects.StatName), "might_down"} == {*st.STATS}
    assert get_args(effects.ConditionName) == st.CONDITION_NAMES
    assert get_args(effects.ClassName) == st.CLASS_NAMES


# ---- rows -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "row"),
    [
        ('{ op = "damage", n = 2, whom = "other" }', (ops.DAMAGE_BY, 2, ops.OTHER, 0, 0, 0)),
        ('{ op = "heal", n = "count" }', (ops.HEAL, ops.AS_COUNTED, ops.SELF, 0, 0, 0)),
        ('{ op = "condition", name = "stunned", whom = "target" }', (ops.CONDITION, st.STUNNED, ops.CHOSEN, 0, 0, 0)),
        ('{ op = "cure", name = "poisoned" }', (ops.CURE, st.POISONED, ops.SELF, 0, 0, 0)),
        ('{ op = "stat", stat = "speed", n = -1 }', (ops.CHANGE_STAT, st.SPEED, -1, ops.SELF, ops.TILL_ROUND, 0)),
        (
            '{ op = "stat", stat = "swap_dice", n = 1, until = "activation" }',
            (ops.CHANGE_STAT, st.SWAP_DICE, 1, ops.SELF, ops.TILL_ACTIVATION, 0),
        ),
        ('{ op = "stat", stat = "might", n = -2 }', (ops.CHANGE_STAT, st.MIGHT_DOWN, 2, 0, 0, 0)),  # A23
        ('{ op = "hits", n = -1 }', (ops.HITS_BY, -1, 0, 0, 0, 0)),
        ('{ op = "reroll" }', (ops.REROLL, 0, 0, 0, 0, 0)),
        ('{ op = "shield" }', (ops.SHIELD, 0, 0, 0, 0, 0)),
        (
            '{ op = "attack", kind = "ranged", might = 1, hits = 2, damage = 3 }',
            (ops.ATTACK_NOW, ops.RANGED, 1, 2, 3, 0),
        ),
        ('{ op = "attack" }', (ops.ATTACK_NOW, ops.ANY_KIND, 0, 0, 0, 0)),
        ('{ op = "move", n = 2, whom = "target" }', (ops.MOVE_NOW, 2, ops.CHOSEN, 0, 0, 0)),
        ('{ op = "place", where = "tile" }', (ops.PLACE_FIGURE, ops.ON_TILE, ops.SELF, 0, 0, 0)),
        ('{ op = "push" }', (ops.PUSH_AWAY, ops.CHOSEN, 0, 0, 0, 0)),
        ('{ op = "actions", n = 2 }', (ops.MORE_ACTIONS, 2, 0, 0, 0, 0)),
        ('{ op = "events", n = -2 }', (ops.DRAW_EVENTS, -2, 0, 0, 0, 0)),
        ('{ op = "clue" }', (ops.DRAW_CLUES, 1, 0, 0, 0, 0)),
        ('{ op = "item", n = 3, keep = 2 }', (ops.DRAW_ITEMS, 3, 2, 0, 0, 0)),
        ('{ op = "wound", whom = "other" }', (ops.DRAW_WOUND, ops.OTHER, 0, 0, 0, 0)),
        ('{ op = "recall", n = 2 }', (ops.RECALL, 2, 0, 0, 0, 0)),
        ('{ op = "count", what = "corrupted" }', (ops.COUNT_UP, ops.COUNT_CORRUPTED, 0, 0, 0, 0)),
        ('{ op = "token", kind = "chest", n = 2 }', (ops.MOVE_TOKEN, st.CHEST, 2, 0, 0, 0)),
        ('{ op = "token", n = 2 }', (ops.MOVE_TOKEN, ops.ANY_CLUE_TOKEN, 2, 0, 0, 0)),
        ('{ op = "corrupt" }', (ops.CORRUPT, 0, 0, 0, 0, 0)),
        ('{ op = "summon", type = "creature", n = 2 }', (ops.SUMMON_NOW, st.CREATURE, 2, 0, 0, 0)),
        ('{ op = "kami" }', (ops.SUMMON_KAMI, 0, 0, 0, 0, 0)),
        ('{ op = "alarm" }', (ops.RAISE_ALARM, 0, 0, 0, 0, 0)),
        ('{ op = "progress", side = "oni", n = 2 }', (ops.PROGRESS, st.THE_ONI, 2, 0, 0, 0)),
        ('{ op = "discard_self" }', (ops.DISCARD_SELF, 0, 0, 0, 0, 0)),
    ],
)
def test_an_instruction_becomes_a_row(text: str, row: tuple[int, ...]):
    assert rows(text) == [row]


@pytest.mark.parametrize(("op", "head", "end"), [("target", 1, 2), ("each", 3, 4)])
def test_a_loop_is_its_head_its_block_and_its_end(op: str, head: int, end: int):
    block = '{ op = "alarm" }, { op = "kami" }'
    text = f'{{ op = "{op}", whose = "friend", where = "area", foe = "hero", do = [{block}] }}'
    first, *block, last = rows(text)
    assert first == (head, ops.FRIEND, ops.IN_AREA, ops.FOE_HERO, 0, 3)
    assert [row[0] for row in block] == [ops.RAISE_ALARM, ops.SUMMON_KAMI]
    assert last == (end, 3, 0, 0, 0, 0)


def test_if_skips_the_block_and_the_block_skips_the_other():
    text = '{ op = "if", class = "hinin", do = [{ op = "alarm" }], otherwise = [{ op = "kami" }, { op = "corrupt" }] }'
    assert [row[:4] for row in rows(text)] == [
        (ops.IF, ops.IF_CLASS, st.CLASS_NAMES.index("hinin"), 2),
        (ops.RAISE_ALARM, 0, 0, 0),
        (ops.JUMP, 2, 0, 0),
        (ops.SUMMON_KAMI, 0, 0, 0),
        (ops.CORRUPT, 0, 0, 0),
    ]


def test_test_says_how_far_both_blocks_reach():
    text = '{ op = "test", stat = "speed", n = 3, do = [{ op = "alarm" }], otherwise = [{ op = "kami" }] }'
    assert rows(text)[0] == (ops.TEST_NOW, st.SPEED, 3, 0, 2, 3)
    assert [row[0] for row in rows(text)[1:]] == [ops.RAISE_ALARM, ops.JUMP, ops.SUMMON_KAMI]


def test_options_have_heads_that_lead_behind_the_last():
    text = '{ op = "choose", options = [[{ op = "alarm" }], [{ op = "kami" }, { op = "corrupt" }]] }'
    assert [row[:3] for row in rows(text)] == [
        (ops.CHOOSE, 2, 0),
        (ops.OPTION, 1, 4),
        (ops.RAISE_ALARM, 0, 0),
        (ops.OPTION, 2, 2),
        (ops.SUMMON_KAMI, 0, 0),
        (ops.CORRUPT, 0, 0),
    ]


def test_a_trigger_that_may_asks_first():
    one = read('event = "hit", may = true, limit = 2, foe = "creature", do = [{ op = "alarm" }]', Trigger)
    assert [row[:2] for row in answer(one)] == [(ops.MAY, 1), (ops.RAISE_ALARM, 0), (ops.END, 0)]
    assert trigger(one, 7) == (st.E_HIT, ops.OWN, ops.FOE_CREATURE, 1, 2, 7)


def test_modifiers_and_techniques():
    one = read('stat = "might", n = -1, scope = "foes_area", when = "pack", arg = 2, foe = "lieutenant"', Modifier)
    assert modifier(one) == (st.MIGHT_DOWN, 1, ops.SCOPE_FOES_AREA, ops.PACK, 2, ops.FOE_LIEUTENANT)
    assert modifier(read('stat = "figures"', Modifier))[0] == st.SUMMONED
    changes = technique(Technique(speed=-1, might=2, actions=1))
    assert {st.STATS[i]: n for i, n in enumerate(changes) if n} == {"speed": -1, "might": 2, "actions": 1}
    assert sum(technique(None)) == 0


# ---- what is refused ------------------------------------------------------------------------------------------------
def refused(text: str, context: Context) -> list[str]:
    """What is wrong with a program."""
    return [problem.thing for problem in program_problems(("x", "do"), read(text), context)]


TARGET = '{ op = "target", do = [{ op = "damage", whom = "target" }] }'


@pytest.mark.parametrize(
    ("text", "context", "thing"),
    [
        ('{ op = "hits", n = 1 }', HERO, "'hits' is not possible here"),
        ('{ op = "reroll" }', Context("hero", "attack"), "'reroll' is not possible here"),
        ('{ op = "shield" }', Context("agent", "hit"), "'shield' is not possible here"),
        ('{ op = "progress", side = "oni" }', HERO, "'progress' is not possible here"),
        ('{ op = "discard_self" }', HERO, "'discard_self' is not possible here"),
        ('{ op = "test", n = 2, do = [{ op = "heal" }] }', COMPANION, "'test' is not possible here"),
        ('{ op = "clue" }', AGENT, "'clue' is not possible here"),
        ('{ op = "wound" }', AGENT, "'wound' is not possible here with whom = 'self'"),
        ('{ op = "attack" }', NOBODY, "'attack' speaks of self"),
        ('{ op = "damage" }', NOBODY, "'damage' speaks of self"),
        ('{ op = "count", what = "damage" }', NOBODY, "'count' speaks of self"),
        ('{ op = "if", alone = true, do = [{ op = "alarm" }] }', NOBODY, "'if' speaks of self"),
        ('{ op = "each", where = "area", do = [{ op = "damage", whom = "target" }] }', NOBODY, "'each' speaks of self"),
        ('{ op = "if", class = "ronin", do = [{ op = "alarm" }] }', AGENT, "asks for a class"),
        ('{ op = "damage", whom = "other" }', Context("hero", "move"), "'damage' speaks of other"),
        ('{ op = "damage", whom = "target" }', HERO, "'damage' speaks of a target"),
        ('{ op = "heal", n = "count" }', HERO, "'heal' asks for what was counted"),
        ('{ op = "if", done = 1, do = [{ op = "heal" }] }', HERO, "'if' asks for what was counted"),
        ('{ op = "if", do = [{ op = "heal" }] }', HERO, "needs one condition, and has none"),
        (
            '{ op = "if", alarm = true, battle = true, do = [{ op = "heal" }] }',
            HERO,
            "needs one condition, and has alarm",
        ),
        ('{ op = "may", do = [] }', HERO, "x.do[0].do is an empty block"),
        ('{ op = "test", n = 2 }', HERO, "x.do[0].do is an empty block"),
        ('{ op = "choose", options = [[{ op = "heal" }], []] }', HERO, "x.do[0].options[1] is an empty block"),
        (f'{{ op = "each", do = [{TARGET}] }}', HERO, "x.do[0].do[0] = 'target' stands inside target or each"),
        ('{ op = "stat", stat = "speed", n = 0 }', HERO, "x.do[0].n = 0 does nothing"),
        ('{ op = "stat", stat = "swift", n = 2 }', HERO, "x.do[0].n = 2 is not possible with stat = 'swift'"),
        ('{ op = "item", n = 1, keep = 2 }', HERO, "keeps 2 of 1"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, context: Context, thing: str):
    found = refused(text, context)
    assert len(found) == 1 and thing in found[0]


@pytest.mark.parametrize(
    ("text", "context"),
    [
        (f'{TARGET}, {{ op = "heal", whom = "target" }}', HERO),
        (f'{TARGET}, {{ op = "heal", n = "count" }}', HERO),
        ('{ op = "hits", n = -1 }, { op = "reroll" }, { op = "damage", whom = "other" }', Context("agent", "roll")),
        ('{ op = "test", n = 2, otherwise = [{ op = "wound" }] }', HERO),
        ('{ op = "stat", stat = "speed", n = 1, until = "activation" }', NOBODY),
        ('{ op = "clue" }', COMPANION),
        ('{ op = "progress", side = "oni" }', Context("nobody", "alarm", mission=True)),
        ('{ op = "discard_self" }', Context("hero", item=True)),
    ],
)
def test_what_makes_sense_is_not(text: str, context: Context):
    assert refused(text, context) == []


# ---- circles --------------------------------------------------------------------------------------------------------
def triggers(*texts: str) -> list:
    """Triggers with their numbers as paths."""
    return [((str(i),), read(text, Trigger)) for i, text in enumerate(texts)]


HURTS = 'event = "eliminate", do = [{ op = "each", do = [{ op = "damage", whom = "target" }] }]'
STRIKES_BACK = 'event = "harmed", do = [{ op = "may", do = [{ op = "attack" }] }]'


def test_triggers_that_set_each_other_off_are_found():
    assert circle(triggers(HURTS), []) == [("0",)]
    chain = circle(triggers('event = "hit", do = [{ op = "clue" }]', 'event = "clue", do = [{ op = "attack" }]'), [])
    assert sorted(chain) == [("0",), ("1",)]


def test_a_limit_ends_a_circle():
    assert circle(triggers(HURTS.replace(", do", ", limit = 1, do", 1), STRIKES_BACK + ", limit = 1"), []) == []


def test_what_a_clue_card_does_counts():
    draws = 'event = "harmed", do = [{ op = "clue" }]'
    assert circle(triggers(draws), []) == []
    assert circle(triggers(draws), [read('{ op = "damage" }')]) == [("0",)]


def test_what_happens_once_makes_no_circle():
    assert circle(triggers('event = "alarm", do = [{ op = "alarm" }]'), []) == []
