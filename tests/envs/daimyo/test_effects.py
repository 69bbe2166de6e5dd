"""Programs: the rows that each instruction becomes, worked out by hand, and what is refused."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import numpy as np
import pytest

from shugyo.envs.core.content import ContentError
from shugyo.envs.core.options import parse_options
from shugyo.envs.daimyo import compile as compiler
from shugyo.envs.daimyo import effects, ops, state
from shugyo.envs.daimyo.cards import Action, DaimyoContent, Skill
from shugyo.envs.daimyo.checks import circle_problems
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables, load
from shugyo.envs.daimyo.names import card_name, character_name
from shugyo.envs.daimyo.ops import (
    BOOST_BY,
    BRING,
    C_DONE,
    C_EXHAUSTED_ENEMIES,
    C_HEROES,
    C_NINJA,
    C_SAMURAI,
    C_TREASURES,
    CHOOSE,
    CLEANSE_FIELD,
    COUNT,
    DEPLOY_MORE,
    DISCARD_CARDS,
    DISCOUNT,
    DRAW,
    DUEL,
    EACH,
    END,
    END_EACH,
    END_TARGET,
    EXHAUST_FIELD,
    FLIP,
    GAIN_HERO,
    GAIN_MON,
    ICON,
    IF,
    IF_CLASS,
    IF_DEPLOYED,
    IF_DONE,
    IF_HAND_EMPTY,
    IF_HEROES,
    IF_PETALS,
    IF_TREASURES,
    IF_WON,
    JUMP,
    LEAVE,
    LOOT,
    MAY,
    NEGATE_DUEL,
    OPTION_ROW,
    RECOVER_FIELD,
    REFRESH,
    REMOVE_PETALS,
    RESTORE_PETALS,
    RETURN_CARDS,
    SEND,
    TAKE,
    TARGET,
    TIRE,
    TRADE_MORE,
    WIN_DUEL,
)

DRAW_1 = {"op": "draw"}
MON_2 = {"op": "mon", "n": 2}


def program(*instructions: dict) -> effects.Program:
    return msgspec.convert(list(instructions), effects.Program)


def rows(*instructions: dict) -> list[tuple[int, ...]]:
    """The rows of a block, the zeros at their ends left out."""
    return [short(row) for row in compiler.block(program(*instructions))]


def short(row: Any) -> tuple[int, ...]:
    op, *operands = (int(number) for number in row)
    while operands and operands[-1] == 0:
        operands.pop()
    return op, *operands


# ------------------------------------------------------------------------------------------------- one row each
@pytest.mark.parametrize(
    ("instruction", "row"),
    [
        ({"op": "draw"}, (DRAW, 1)),
        ({"op": "draw", "n": 9}, (DRAW, 9)),
        ({"op": "draw", "n": "count"}, (DRAW, -1)),
        ({"op": "mon", "n": 3}, (GAIN_MON, 3)),
        ({"op": "deployments", "n": 2}, (DEPLOY_MORE, 2)),
        ({"op": "trade_points"}, (TRADE_MORE, 1)),
        ({"op": "discard"}, (DISCARD_CARDS, 1, 0, -1)),
        ({"op": "discard", "n": "count", "optional": True}, (DISCARD_CARDS, -1, 0, -1, 1)),
        ({"op": "discard", "kind": "reinforcement", "class": "samurai"}, (DISCARD_CARDS, 1, 2)),
        ({"op": "return", "n": 2, "kind": "treasure", "class": "ninja"}, (RETURN_CARDS, 2, 3, 1)),
        ({"op": "return", "kind": "regalia", "optional": True}, (RETURN_CARDS, 1, 4, -1, 1)),
        ({"op": "loot", "deck": "samurai"}, (LOOT,)),
        ({"op": "loot", "deck": "ninja"}, (LOOT, 1)),
        ({"op": "loot", "deck": "regalia"}, (LOOT, 2)),
        ({"op": "loot", "deck": "own"}, (LOOT, 3)),
        ({"op": "loot", "deck": "other"}, (LOOT, 4)),
        ({"op": "loot", "deck": "choice"}, (LOOT, 5)),
        ({"op": "exhaust"}, (EXHAUST_FIELD, 1, 0, 1)),
        ({"op": "exhaust", "n": 2, "what": "hero", "whose": "self"}, (EXHAUST_FIELD, 2, 1)),
        ({"op": "exhaust", "whose": "actor", "ravage": True}, (EXHAUST_FIELD, 1, 0, 3, 1)),
        ({"op": "recover"}, (RECOVER_FIELD, 1)),
        ({"op": "recover", "n": 3, "what": "hero", "whose": "anybody"}, (RECOVER_FIELD, 3, 1, 2)),
        ({"op": "cleanse", "n": 2}, (CLEANSE_FIELD, 2)),
        ({"op": "cleanse", "whose": "others"}, (CLEANSE_FIELD, 1, 1)),
        ({"op": "take"}, (TAKE, 1, -1, 20)),
        ({"op": "take", "n": 2, "class": "samurai", "cost": 5}, (TAKE, 2, 0, 5)),
        ({"op": "refresh", "what": "samurai"}, (REFRESH,)),
        ({"op": "refresh", "what": "ninja"}, (REFRESH, 1)),
        ({"op": "refresh", "what": "choice"}, (REFRESH, 2)),
        ({"op": "refresh", "what": "heroes"}, (REFRESH, 3)),
        ({"op": "petals", "n": 2}, (REMOVE_PETALS, 2)),
        ({"op": "restore_petals", "n": 4}, (RESTORE_PETALS, 4)),
        ({"op": "duel"}, (DUEL,)),
        ({"op": "duel", "atk": 3}, (DUEL, 3)),
        ({"op": "boost", "n": "count"}, (BOOST_BY, -1)),
        ({"op": "win_duel"}, (WIN_DUEL,)),
        ({"op": "negate_duel"}, (NEGATE_DUEL,)),
        ({"op": "send_hero"}, (SEND,)),
        ({"op": "gain_hero"}, (GAIN_HERO,)),
        ({"op": "return_self"}, (LEAVE,)),
        ({"op": "exhaust_self"}, (TIRE,)),
        ({"op": "discount", "n": 2}, (DISCOUNT, 2)),
        ({"op": "count", "what": "samurai_deployed"}, (COUNT,)),
        ({"op": "count", "what": "ninja_deployed"}, (COUNT, 1)),
        ({"op": "count", "what": "heroes"}, (COUNT, 2)),
        ({"op": "count", "what": "treasures_in_hand"}, (COUNT, 3)),
        ({"op": "count", "what": "exhausted_enemies"}, (COUNT, 4)),
        ({"op": "count", "what": "done"}, (COUNT, 5)),
        ({"op": "flip"}, (FLIP,)),
        ({"op": "bring"}, (BRING,)),
    ],
)
def test_instructions_of_one_row(instruction: dict, row: tuple):
    assert rows(instruction) == [row]


def test_rows_are_of_five_plain_numbers():
    (row,) = compiler.block(program({"op": "discard", "optional": True}))
    assert row == (DISCARD_CARDS, 1, 0, -1, 1)
    assert {type(number) for number in row} == {int}


# ------------------------------------------------------------------------------------------------- blocks
def test_may_skips_its_block():
    assert rows({"op": "may", "do": [DRAW_1, MON_2]}) == [(MAY, 2), (DRAW, 1), (GAIN_MON, 2)]


@pytest.mark.parametrize(
    ("condition", "numbers"),
    [
        ({"done": 2}, (0, 2)),
        ({"won": True}, (1, 1)),
        ({"class": "samurai"}, (2, 0)),
        ({"class": "ninja"}, (2, 1)),
        ({"hand_empty": True}, (3, 1)),
        ({"heroes": 3}, (4, 3)),
        ({"petals_at_most": 0}, (5, 0)),
        ({"petals_at_most": 12}, (5, 12)),
        ({"treasures_in_hand": 1}, (6, 1)),
        ({"deployed": 4}, (7, 4)),
    ],
)
def test_if_skips_its_block(condition: dict, numbers: tuple):
    assert rows({"op": "if", **condition, "do": [DRAW_1, MON_2]}) == [(IF, *numbers, 2), (DRAW, 1), (GAIN_MON, 2)]


def test_otherwise_follows_a_jump_over_it():
    found = rows({"op": "if", "hand_empty": True, "do": [DRAW_1], "otherwise": [MON_2, DRAW_1]}, MON_2)
    assert found == [
        (IF, 3, 1, 2),  # to the third row after it
        (DRAW, 1),
        (JUMP, 2),
        (GAIN_MON, 2),
        (DRAW, 1),
        (GAIN_MON, 2),
    ]


def test_choose_lists_its_options_each_with_a_jump_to_the_end():
    options = [{"do": [DRAW_1]}, {"icon": "ninja", "do": [MON_2, DRAW_1]}, {"icon": "samurai", "do": [MON_2]}]
    found = rows({"op": "choose", "options": options}, DRAW_1)
    assert found == [
        (CHOOSE, 3),
        (OPTION_ROW, -1, 2),
        (DRAW, 1),
        (JUMP, 7),
        (OPTION_ROW, 1, 3),
        (GAIN_MON, 2),
        (DRAW, 1),
        (JUMP, 3),
        (OPTION_ROW, 0, 2),
        (GAIN_MON, 2),
        (JUMP,),
        (DRAW, 1),
    ]
    for at in (3, 7, 10):
        assert at + 1 + (found[at] + (0,))[1] == 11
    for at in (1, 4):  # the next option stands behind the block
        assert found[at + 1 + found[at][2]][0] == OPTION_ROW


def test_each_jumps_back_to_the_first_row_of_its_block():
    assert rows({"op": "each", "do": [DRAW_1, MON_2]}) == [(EACH, 0, 3), (DRAW, 1), (GAIN_MON, 2), (END_EACH, 2)]
    assert rows({"op": "each", "who": "all", "do": [DRAW_1]}) == [(EACH, 1, 2), (DRAW, 1), (END_EACH, 1)]


def test_target_is_closed():
    assert rows({"op": "target", "do": [DRAW_1]}) == [(TARGET, 0, 2), (DRAW, 1), (END_TARGET,)]
    assert rows({"op": "target", "who": "actor", "do": [DRAW_1]}) == [(TARGET, 1, 2), (DRAW, 1), (END_TARGET,)]


def test_blocks_inside_blocks():
    inner = {"op": "if", "done": 1, "do": [DRAW_1], "otherwise": [MON_2]}
    found = rows({"op": "each", "do": [{"op": "may", "do": [{"op": "discard"}, inner]}]})
    assert found == [
        (EACH, 0, 7),
        (MAY, 5),
        (DISCARD_CARDS, 1, 0, -1),
        (IF, 0, 1, 2),
        (DRAW, 1),
        (JUMP, 1),
        (GAIN_MON, 2),
        (END_EACH, 6),
    ]


# ------------------------------------------------------------------------------------------------- whole programs
def test_a_program_ends():
    assert [short(row) for row in compiler.program(program(DRAW_1))] == [(DRAW, 1), (END,)]


def test_skills_of_one_timing_follow_each_other():
    those = [
        {"on": "deploy", "do": [DRAW_1]},
        {"on": "deploy", "icon": "ninja", "do": [MON_2]},
        {"on": "deploy", "may": True, "do": [DRAW_1]},
        {"on": "deploy", "icon": "samurai", "may": True, "do": [DRAW_1, MON_2]},
    ]
    assert [short(row) for row in compiler.skills(msgspec.convert(those, list[Skill]))] == [
        (DRAW, 1),
        (ICON, 1, 1),
        (GAIN_MON, 2),
        (MAY, 1),
        (DRAW, 1),
        (ICON, 0, 3),
        (MAY, 2),
        (DRAW, 1),
        (GAIN_MON, 2),
        (END,),
    ]


@pytest.mark.parametrize(
    ("pays", "first"),
    [
        ({"mon": 2}, []),
        ({"discard": 2}, [(DISCARD_CARDS, 2, 0, -1)]),
        ({"discard": 1, "kind": "treasure", "class": "ninja"}, [(DISCARD_CARDS, 1, 3, 1)]),
    ],
)
def test_an_action_begins_with_the_cards_that_it_costs(pays: dict, first: list):
    action = msgspec.convert({"pays": pays, "do": [DRAW_1]}, Action)
    assert [short(row) for row in compiler.action(action.pays, action.do)] == [*first, (DRAW, 1), (END,)]


def test_each_duel_skill_asks_whether_the_fight_goes_on():
    those = [{"on": "duel", "do": [DRAW_1]}, {"on": "duel", "icon": "ninja", "may": True, "do": [MON_2]}]
    assert [short(row) for row in compiler.skills(msgspec.convert(those, list[Skill]))] == [
        (ICON, -1, 1),
        (DRAW, 1),
        (ICON, 1, 2),
        (MAY, 1),
        (GAIN_MON, 2),
        (END,),
    ]


def test_conditions_and_counts_have_the_numbers_of_their_lists():
    assert [*range(8)] == [IF_DONE, IF_WON, IF_CLASS, IF_HAND_EMPTY, IF_HEROES, IF_PETALS, IF_TREASURES, IF_DEPLOYED]
    fields = {field.encode_name for field in msgspec.structs.fields(effects.If)} - {"do", "otherwise"}
    assert set(ops.CONDITIONS) == fields
    assert [*range(6)] == [C_SAMURAI, C_NINJA, C_HEROES, C_TREASURES, C_EXHAUSTED_ENEMIES, C_DONE]
    assert get_args(get_type_hints(effects.Count)["what"]) == ops.COUNTS


# ------------------------------------------------------------------------------------------------- in the tables
CARD = {"number": 190, "name": "Toy", "class": "samurai", "cost": 3, "sell": 1}
HERO = {"number": 193, "name": "Toy Hero", "class": "ninja", "atk": 4, "def": 3, "vp": 2, "petals": 1}
NEMESIS = {
    "number": 194,
    "name": "Toy Foe",
    "class": "ninja",
    "def": 5,
    "extra_hit": True,
    "boss_hit_points": 7,
    "petals": 2,
    "reward": [DRAW_1],
}


def tables(content: dict) -> Any:
    return build_tables(parse_options(DaimyoOptions, "daimyo_v0", {"content": content}))[0][0]


def code_from(t: Any, start: int) -> list[tuple[int, ...]]:
    end = start + int(np.flatnonzero(t.code[start:, 0] == END)[0])
    return [short(row) for row in t.code[start : end + 1]]


def test_programs_of_a_card_stand_at_their_timings():
    skills = [
        {"on": "duel", "icon": "samurai", "do": [{"op": "win_duel"}]},
        {"on": "discard", "icon": "ninja", "do": [DRAW_1]},
        {"on": "deploy", "do": [MON_2]},
        {"on": "return", "do": [DRAW_1, DRAW_1]},
        {"on": "interrupt", "event": "loot", "do": [MON_2, DRAW_1]},
        {"on": "duel", "do": [{"op": "negate_duel"}]},
    ]
    t = tables({"reinforcements": {"toy": {**CARD, "skills": skills}}})
    k = [card_name(t, k) for k in range(t.num_cards)].index("Toy")
    starts = t.card_program[k].tolist()
    assert [code_from(t, start) for start in starts[:-1]] == [
        [(GAIN_MON, 2), (END,)],
        [(DRAW, 1), (END,)],
        [(DRAW, 1), (DRAW, 1), (END,)],
        [(ICON, 0, 1), (WIN_DUEL,), (ICON, -1, 1), (NEGATE_DUEL,), (END,)],
        [(GAIN_MON, 2), (DRAW, 1), (END,)],
    ]
    assert starts[state.ON_EQUIP] == -1
    assert t.card_icon[k].tolist() == [-1, state.NINJA, -1, -1, -1, -1]
    assert (t.card_event[k], t.card_interrupt_returns[k]) == (state.E_LOOT, 0)


OWN_LOOT = {"op": "loot", "deck": "own"}


def test_programs_of_characters():
    hero = {
        **HERO,
        "loot": [
            {"event": "draw", "nth": 2, "do": [OWN_LOOT, {"op": "loot", "deck": "other"}]},
            {"event": "sell", "do": [{"op": "each", "do": [OWN_LOOT]}]},
        ],
        "passive": [{"event": "draw", "nth": 1, "do": [OWN_LOOT]}],
        "action": {"pays": {"discard": 1}, "do": [MON_2]},
    }
    t = tables({"heroes": {"toy": hero}, "nemeses": {"foe": {**NEMESIS, "reveal": [{"op": "petals", "n": 3}]}}})
    names = [character_name(t, c) for c in range(t.num_characters)]
    h, n = names.index("Toy Hero"), names.index("Toy Foe")
    assert code_from(t, t.character_program[h, state.ACTION]) == [(DISCARD_CARDS, 1, 0, -1), (GAIN_MON, 2), (END,)]
    ones = [code_from(t, t.trigger_program[t.source_triggers[h, i]]) for i in range(3)]
    assert ones[0] == [(LOOT, 1), (LOOT,), (END,)]  # the class of a ninja, and the other
    assert (LOOT, 3) in ones[1] and ones[2] == [(LOOT, 3), (END,)]  # others' heroes; whoever is active
    assert code_from(t, t.character_program[n, state.REVEAL]) == [(REMOVE_PETALS, 3), (END,)]
    assert code_from(t, t.character_program[n, state.REWARD]) == [(DRAW, 1), (END,)]


# ------------------------------------------------------------------------------------------------- what is refused
def skill(*do: dict, on: str = "deploy", **more: Any) -> dict:
    return {"reinforcements": {"toy": {**CARD, "skills": [{"on": on, **more, "do": list(do)}]}}}


def passive(*do: dict, event: str = "draw", **more: Any) -> dict:
    return {"heroes": {"toy": {**HERO, "passive": [{"event": event, "nth": 1, **more, "do": list(do)}]}}}


def action(*do: dict, **pays: Any) -> dict:
    return {"heroes": {"toy": {**HERO, "action": {"pays": pays, "do": list(do)}}}}


def nemesis(**more: Any) -> dict:
    return {"nemeses": {"toy": {**NEMESIS, **more}}}


def story(*do: dict, **more: Any) -> dict:
    faces = [{"title": "Day", "triggers": [{"event": "draw", "nth": 1, **more, "do": list(do)}]}, {"title": "Night"}]
    return {"stories": {"gate": {"faces": faces}}}


NEGATE, DUEL_2, BOOST = {"op": "negate_duel"}, {"op": "duel", "atk": 2}, {"op": "boost"}
COUNTED, DISCARD = {"op": "draw", "n": "count"}, {"op": "discard"}
EACH_DRAWS, TARGET_DRAWS = {"op": "each", "do": [DRAW_1]}, {"op": "target", "do": [DRAW_1]}
ACTOR_DRAWS = {"op": "target", "who": "actor", "do": [DRAW_1]}
IF_WON_DRAW, IF_DONE_DRAW = {"op": "if", "won": True, "do": [DRAW_1]}, {"op": "if", "done": 1, "do": [DRAW_1]}

REFUSED: list[tuple[dict, str]] = [
    # duels
    (skill(BOOST), "reinforcements.toy.skills[0].do[0] = 'boost' is not possible here; allowed: in a skill with on ="),
    (skill({"op": "win_duel"}, on="discard"), "skills[0].do[0] = 'win_duel' is not possible here"),
    (skill(DRAW_1, NEGATE), "skills[0].do[1] = 'negate_duel' is not possible here"),
    (skill(NEGATE, on="interrupt", event="loot"), "'negate_duel' is not possible here; allowed: in a skill with on ="),
    (passive(NEGATE, event="start_duel"), "heroes.toy.passive[0].do[0] = 'negate_duel' is not possible here"),
    (skill(DUEL_2, on="duel"), "'duel' is not possible here; allowed: anywhere but in duel, interrupt, reveal, reward"),
    (skill(DUEL_2, on="interrupt", event="loot"), "'duel' is not possible here"),
    (nemesis(reveal=[DUEL_2]), "nemeses.toy.reveal[0] = 'duel' is not possible here"),
    (nemesis(reward=[DRAW_1, DUEL_2]), "nemeses.toy.reward[1] = 'duel' is not possible here"),
    (skill(IF_WON_DRAW), "skills[0].do[0] asks who won, and there was no duel"),
    (
        skill({"op": "choose", "options": [{"do": [DUEL_2]}, {"do": [IF_WON_DRAW]}]}),
        "do[0].options[1].do[0] asks who won, and there was no duel",
    ),
    # seats
    (skill({"op": "each", "do": [TARGET_DRAWS]}), "skills[0].do[0].do[0] = 'target' stands inside each or target"),
    (skill({"op": "target", "do": [DRAW_1, EACH_DRAWS]}), "do[0].do[1] = 'each' stands inside each or target"),
    (
        skill({"op": "each", "do": [{"op": "may", "do": [EACH_DRAWS]}]}),
        "do[0].do[0].do[0] = 'each' stands inside each or target",
    ),
    (skill(ACTOR_DRAWS), "'target' is about the actor, and there is none; allowed: in interrupts"),
    (skill({"op": "exhaust", "whose": "actor"}), "do[0] = 'exhaust' is about the actor, and there is none"),
    (action({"op": "cleanse", "whose": "actor"}), "heroes.toy.action.do[0] = 'cleanse' is about the actor"),
    (passive({"op": "recover", "whose": "actor"}), "heroes.toy.passive[0].do[0] = 'recover' is about the actor"),
    (nemesis(passive=[{"event": "draw", "nth": 1, "do": [ACTOR_DRAWS]}]), "nemeses.toy.passive[0].do[0] = 'target'"),
    (story(ACTOR_DRAWS, whose="others"), "stories.gate.faces[0].triggers[0].do[0] = 'target' is about the actor"),
    # the count register
    (skill(COUNTED), "do[0] = 'draw' asks for what was counted, and nothing has been; put one of discard, return"),
    (skill(IF_DONE_DRAW), "do[0] = 'if' asks for what was counted"),
    (skill({"op": "count", "what": "done"}), "do[0] = 'count' asks for what was counted"),
    (action(COUNTED, mon=1), "heroes.toy.action.do[0] = 'draw' asks for what was counted"),
    (
        skill({"op": "if", "hand_empty": True, "do": [DISCARD], "otherwise": [COUNTED]}),
        "do[0].otherwise[0] = 'draw' asks for what was counted",
    ),
    (skill(DRAW_1, {"op": "may", "do": [COUNTED]}, DISCARD), "do[1].do[0] = 'draw' asks for what was counted"),
    # whose program it is
    (skill({"op": "return_self"}), "do[0] = 'return_self' is not possible here; allowed: in a hero's own programs"),
    (nemesis(reward=[{"op": "exhaust_self"}]), "nemeses.toy.reward[0] = 'exhaust_self' is not possible here"),
    (story({"op": "return_self"}), "triggers[0].do[0] = 'return_self' is not possible here"),
    (passive({"op": "flip"}), "heroes.toy.passive[0].do[0] = 'flip' is not possible here; allowed: in a story card"),
    (skill({"op": "may", "do": [{"op": "bring"}]}), "do[0].do[0] = 'bring' is not possible here"),
    # blocks and conditions
    (skill(), "reinforcements.toy.skills[0].do is an empty block; give it an instruction"),
    (action(), "heroes.toy.action.do is an empty block"),
    (nemesis(reward=[]), "nemeses.toy.reward is an empty block"),
    (skill({"op": "may", "do": []}), "do[0].do is an empty block"),
    (skill({"op": "choose", "options": [{"do": [DRAW_1]}, {"do": []}]}), "do[0].options[1].do is an empty block"),
    (skill({"op": "if", "do": [DRAW_1]}), "do[0] needs one condition, and has none"),
    (skill({"op": "if", "heroes": 2, "class": "ninja", "do": [DRAW_1]}), "needs one condition, and has class, heroes"),
    (skill({"op": "discard", "kind": "regalia", "class": "ninja"}), "do[0] asks for regalia of a class"),
    # types: the place is the instruction
    (
        skill({"op": "drwa"}),
        "reinforcements.toy.skills[0].do[0].op = 'drwa' is not possible; allowed: one of \"boost\"",
    ),
    (skill({"n": 1}), "reinforcements.toy.skills[0].do[0].op is missing"),
    (skill({"op": "draw", "n": 10}), 'do[0].n = 10 is not possible; allowed: an integer from 1 to 9 or "count"'),
    (
        skill({"op": "draw", "m": 1}),
        "there is no reinforcements.toy.skills[0].do[0].m; there are reinforcements.toy.skills[0].do[0].n",
    ),
    (skill({"op": "may"}), "reinforcements.toy.skills[0].do[0].do is missing"),
    (skill({"op": "may", "do": [{"op": "loot", "deck": "mine"}]}), "do[0].do[0].deck = 'mine' is not possible"),
    (
        skill({"op": "discard", "class": "monk"}),
        'do[0].class = \'monk\' is not possible; allowed: one of "ninja", "samurai" or None',
    ),
    (skill({"op": "choose", "options": [{"do": [DRAW_1]}]}), "do[0].options = "),
    (skill({"op": "choose", "options": [{"do": [3]}, {"do": [DRAW_1]}]}), "do[0].options[0].do[0] = 3 is not possible"),
    # skills
    (skill(DRAW_1, on="discard", may=True), "reinforcements.toy.skills[0].may = true is not possible"),
    (skill(DRAW_1, on="interrupt"), "reinforcements.toy.skills[0] interrupts no event; set event"),
    (skill(DRAW_1, event="loot"), "reinforcements.toy.skills[0].event is not possible; allowed: with on = 'interrupt'"),
    (skill(DRAW_1, cost="return"), "reinforcements.toy.skills[0].cost is not possible"),
    *[
        (
            {"reinforcements": {"toy": {**CARD, "skills": 2 * skill(DRAW_1, **on)["reinforcements"]["toy"]["skills"]}}},
            f"reinforcements.toy.skills holds 2 skills with on = '{on['on']}'",
        )
        for on in ({"on": "discard"}, {"on": "return"}, {"on": "interrupt", "event": "loot"})
    ],
    # triggers
    (passive(DRAW_1, event="main_phase", kind="treasure"), "passive[0].kind = 'treasure' never happens with event ="),
    (passive(DRAW_1, event="deploy", kind="hero"), "passive[0].kind = 'hero' never happens with event = 'deploy'"),
    (passive(DRAW_1, event="loot", kind="reinforcement"), "passive[0].kind = 'reinforcement' never happens"),
    (passive(DRAW_1, event="nemesis_beaten", kind="hero"), "passive[0].kind = 'hero' never happens"),
    (passive(DRAW_1, event="win_duel", **{"class": "ninja"}), "passive[0].class asks for a class, which 'win_duel'"),
    (
        passive(DRAW_1, event="loot", kind="regalia", **{"class": "ninja"}),
        "passive[0].class asks for regalia of a class",
    ),
    (passive(DRAW_1, limit=2), "heroes.toy.passive[0] has both nth and limit"),
]


@pytest.mark.parametrize(("content", "words"), REFUSED, ids=[words[-40:] for _, words in REFUSED])
def test_programs_that_are_refused(content: dict, words: str):
    with pytest.raises(ContentError) as caught:
        tables(content)
    assert str(caught.value).startswith("content dict: ")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        skill(BOOST, {"op": "win_duel"}, NEGATE, on="duel", may=True),
        skill(NEGATE, ACTOR_DRAWS, {"op": "exhaust", "whose": "actor"}, on="interrupt", event="start_duel"),
        skill({"op": "may", "do": [DUEL_2]}, IF_WON_DRAW, EACH_DRAWS, TARGET_DRAWS),
        skill({"op": "may", "do": [DISCARD]}, COUNTED, IF_DONE_DRAW),
        skill({"op": "choose", "options": [{"do": [DISCARD]}, {"do": [DRAW_1]}]}, COUNTED),
        skill({"op": "count", "what": "heroes"}, COUNTED),
        *[
            skill(one, COUNTED)
            for one in (
                *({"op": op} for op in ("return", "exhaust", "recover", "cleanse", "take", "send_hero", "gain_hero")),
                {"op": "loot", "deck": "own"},
            )
        ],
        action(COUNTED, {"op": "return_self"}, {"op": "exhaust_self"}, DUEL_2, discard=2),
        passive(ACTOR_DRAWS, whose="any"),
        passive(ACTOR_DRAWS, event="attacked"),
        passive(DRAW_1, event="purchase", kind="hero", **{"class": "ninja"}),
        passive(DRAW_1, event="nemesis_beaten", **{"class": "ninja"}),
        story({"op": "flip"}, {"op": "bring"}),
        nemesis(passive=[{"event": "draw", "nth": 1, "do": [DUEL_2]}]),
    ],
)
def test_programs_that_are_possible(content: dict):
    assert tables(content).num_cards > 0


# ------------------------------------------------------------------------------------------------- circles
def circles(heroes: dict[str, list[dict]], **more: Any) -> list[str]:
    """Circles among the passive skills of heroes, everything else without any trigger."""
    content = load(DaimyoOptions())
    data = {**content.data, "nemeses": {}, "stories": {}, **more}
    data["heroes"] = {
        key: {**HERO, "number": i + 1, "name": key, "passive": triggers}
        for i, (key, triggers) in enumerate(heroes.items())
    }
    return [problem.thing for problem in circle_problems(msgspec.convert(data, DaimyoContent))]


def on(event: str, *do: dict, **more: Any) -> dict:
    return {"event": event, "do": list(do), **more}


LOOT_OWN_1 = {"op": "loot", "deck": "own"}


def test_a_trigger_that_sets_itself_off():
    assert circles({"aa": [on("draw", DRAW_1)]}) == [
        "heroes.aa.passive[0] could go on without end: it sets off heroes.aa.passive[0]"
    ]


def test_a_circle_of_three():
    heroes = {
        "aa": [on("draw", MON_2)],
        "bb": [on("gain_mon", {"op": "may", "do": [DISCARD]})],
        "cc": [
            on("discard", {"op": "if", "class": "ninja", "do": [MON_2], "otherwise": [DRAW_1]}, **{"class": "ninja"})
        ],
    }
    (thing,) = circles({**heroes, "dd": [on("loot", DRAW_1)]})
    assert thing == (
        "heroes.aa.passive[0] could go on without end: it sets off heroes.bb.passive[0], which sets off "
        "heroes.cc.passive[0], which sets off heroes.aa.passive[0]"
    )
    for key in heroes:
        for once in ({"nth": 2}, {"limit": 1}):
            broken = {**heroes, key: [{**heroes[key][0], **once}]}
            others = [thing for thing in circles(broken) if "aa" in thing]
            assert others == []


@pytest.mark.parametrize(
    ("trigger", "goes_on"),
    [
        (on("loot", LOOT_OWN_1, whose="others"), False),  # her own loot is nobody else's
        (on("loot", LOOT_OWN_1, whose="any"), True),
        (on("loot", {"op": "each", "do": [LOOT_OWN_1]}, whose="others"), True),
        (on("loot", {"op": "each", "do": [LOOT_OWN_1]}), False),
        (on("loot", {"op": "each", "who": "all", "do": [LOOT_OWN_1]}), True),
        (on("loot", {"op": "loot", "deck": "ninja"}, **{"class": "samurai"}), False),
        (on("loot", {"op": "loot", "deck": "ninja"}, **{"class": "ninja"}), True),
        (on("loot", {"op": "loot", "deck": "regalia"}, kind="treasure"), False),
        (on("discard", {"op": "discard", "kind": "reinforcement"}, kind="treasure"), False),
        (on("return", {"op": "return", "kind": "treasure"}, kind="treasure"), True),
        (on("exhaust", {"op": "exhaust", "what": "hero"}, kind="reinforcement"), False),
        (on("exhaust", {"op": "target", "do": [{"op": "exhaust", "whose": "self"}]}), True),
        (on("recover", {"op": "recover", "whose": "others"}, whose="others"), True),
        (on("recover", {"op": "recover"}, whose="others"), False),
        (on("cleanse", {"op": "cleanse"}), True),
        (on("petals", {"op": "petals"}), True),
        (on("refresh", {"op": "refresh", "what": "choice"}), True),
        (on("reveal", {"op": "refresh", "what": "ninja"}), False),
        (on("reveal", {"op": "refresh", "what": "heroes"}), True),
        (on("petals", {"op": "refresh", "what": "heroes"}), True),
        (on("win_duel", DUEL_2), True),
        (on("attacked", DUEL_2), True),
        (on("discard", DUEL_2, kind="treasure"), True),  # a boost
        (on("draw", {"op": "duel"}), True),  # a (duel) skill of the shipped content draws
        (on("purchase", {"op": "take"}), False),
        (on("main_phase", DRAW_1), False),
        (on("sell", MON_2), False),
    ],
)
def test_what_a_trigger_may_set_off(trigger: dict, goes_on: bool):
    assert bool(circles({"aa": [trigger]})) is goes_on


def test_a_nemesis_that_is_revealed_brings_her_programs():
    trigger = {"aa": [on("loot", {"op": "refresh", "what": "heroes"})]}
    assert circles(trigger) == []
    assert circles(trigger, nemeses={"foe": {**NEMESIS, "reward": [LOOT_OWN_1]}}) != []
    assert circles({"aa": [on("discard", {"op": "refresh", "what": "heroes"})]}, nemeses={"foe": NEMESIS}) != []


def test_nemeses_and_stories_answer_to_everybody():
    foe = {**NEMESIS, "passive": [on("loot", LOOT_OWN_1, whose="others")]}
    assert circles({}, nemeses={"foe": foe}) != []
    faces = [
        {"title": "Day", "triggers": [on("draw", MON_2)]},
        {"title": "Night", "triggers": [on("gain_mon", DRAW_1)]},
    ]
    tale = {"tale": {"number": 1, "name": "Tale", "expansion": 1, "faces": faces}}
    (thing,) = circles({}, stories=tale)
    assert "stories.tale.faces[0].triggers[0]" in thing
    assert "stories.tale.faces[1].triggers[0]" in thing


def test_a_circle_is_refused_where_it_was_made():
    with pytest.raises(ContentError, match=r"^content dict: heroes\.orora\.passive\[0\] could go on .* nth or limit$"):
        tables({"heroes": {"orora": {"passive": [on("draw", DRAW_1)]}}})
