"""Names of actions, and programs read back from their rows."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import actions as act
from shugyo.envs.daimyo import compile as forward
from shugyo.envs.daimyo import effects, words
from shugyo.envs.daimyo import state as st
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables
from shugyo.envs.daimyo.decompile import instructions

DRAW = [{"op": "draw"}]
HAND = ("wolf", "owl", "crow", "bear", "sword")
CONTENT = made(
    reinforcements={
        "wolf": {"cost": 4, "sell": 2, "class": "ninja"},
        "fox": {
            "skills": [
                {"on": "deploy", "may": True, "do": [{"op": "return"}, {"op": "mon", "n": 2}]},
                {"on": "discard", "do": [{"op": "discard", "n": 2, "optional": True}]},
                {"on": "return", "do": [{"op": "exhaust"}]},
                {"on": "interrupt", "event": "start_duel", "cost": "return", "do": DRAW},
            ]
        },
        "owl": {
            "skills": [
                {
                    "on": "deploy",
                    "do": [
                        {
                            "op": "choose",
                            "options": [
                                {"do": [{"op": "loot", "deck": "ninja"}, {"op": "petals"}]},
                                {"icon": "ninja", "do": DRAW},
                                {"do": [{"op": "recover", "what": "hero"}]},
                            ],
                        }
                    ],
                },
                {"on": "discard", "do": [{"op": "loot", "deck": "choice"}]},
                {"on": "return", "do": [{"op": "refresh", "what": "choice"}]},
            ]
        },
        "crow": {
            "skills": [
                {"on": "deploy", "do": [{"op": "duel"}]},
                {"on": "discard", "do": [{"op": "target", "do": DRAW}]},
                {
                    "on": "return",
                    "do": [{"op": "cleanse", "whose": "anybody"}, {"op": "send_hero"}, {"op": "gain_hero"}],
                },
            ]
        },
        "bear": {
            "skills": [{"on": "deploy", "do": [{"op": "exhaust", "what": "hero", "ravage": True}, {"op": "take"}]}]
        },
    },
    treasures={"sword": {"cost": 6, "sell": 3, "vp": 2, "equip": {"modifiers": [{"stat": "sell", "n": 1}]}}},
    heroes={
        "maid": {"atk": 6, "action": {"pays": {"mon": 2, "discard": 1, "exhaust": True}, "do": DRAW}},
        "monk": {"action": {"do": DRAW}},
        "lady": {"modifiers": [{"stat": "hero_cost", "n": -2}]},
        "witch": {},
        "omitsu": {"enabled": False},  # makes room
    },
    nemeses={"ogre": {}},
)


@pytest.fixture
def table() -> Table:
    """Seat 0 has three heroes, seat 1 one, cards in hands and field, an ogre is out."""
    table = Table(num_players=3, nemesis=True, content=CONTENT)
    table.hero(0, "maid", active=True).hero(0, "monk").hero(1, "lady", active=True).area("witch", "ogre")
    table.hand(0, "wolf fox owl crow bear sword sword mon").hand(1, "fox wolf mon").hand(2, "wolf")
    table.field(1, "wolf wolf").pool("ninja", "wolf").pool("samurai", "fox").pile("ninja", "owl wolf")
    table.s.mon, table.s.deployments, table.s.trade_points, table.s.hero_bought = 9, 5, 4, 1
    return table


def names(table: Table) -> list[str]:
    """The legal actions in words."""
    return [words.action_name(table.s, table.t, action) for action in sorted(table.legal())]


def test_there_are_words_for_every_decision():
    assert len(words.DECISION_WORDS) == len(st.DECISIONS)


def test_action_families_cover_every_id_once():
    end = 0
    for first, number, name, _ in words.ACTION_FAMILIES:
        assert first == end, name
        end += number
    assert end == act.NUM_ACTIONS == 504


@pytest.mark.parametrize("decision", range(len(st.DECISIONS)), ids=st.DECISIONS)
def test_every_action_has_a_name_of_its_own_in_every_decision(table, decision):
    table.s.decision = decision
    for seat in range(3):
        table.s.seat = seat
        said = [words.action_name(table.s, table.t, action) for action in range(act.NUM_ACTIONS)]
        assert all(said)
        assert len(set(said)) == act.NUM_ACTIONS


def test_names_do_not_need_a_sensible_record():
    for fill in (0, -1):
        state = np.zeros(1, st.STATE)[0]
        for field in ("seat", "current", "heroes", "active", "nemesis", "pool", "pile", "story_face", "duelist"):
            state[field] = fill
        for decision in range(len(st.DECISIONS)):
            state.decision = decision
            for action in range(act.NUM_ACTIONS):
                assert words.action_name(state, np.zeros(1, st.TABLES)[0], action)


@pytest.mark.parametrize("action", [-1, act.NUM_ACTIONS, 10**6])
def test_what_is_no_action_is_refused(table, action):
    with pytest.raises(ValueError, match=rf"no action {action}: actions are 0 … 503"):
        words.action_name(table.s, table.t, action)


def test_the_main_phase(table):
    assert names(table) == [
        "end the turn",
        "trade for a samurai treasure",
        "trade for a ninja treasure",
        "trade for regalia",
        "shuffle a hero back for 2 trade points",
        "fight a duel with ogre",
        "buy wolf for 4 mon off the ninja discard pile",
        "spend a Mon",
        *(f"deploy {name}" for name in ("wolf", "fox", "owl", "crow", "bear", "sword")),
        "sell wolf for 2 mon",
        *(f"sell {name} for 1 mon" for name in ("fox", "owl", "crow", "bear")),
        "sell sword for 3 mon",
        *(f"discard {name} for its skill" for name in ("fox", "owl", "crow")),
        *(f"return {name} for its skill" for name in ("fox", "owl", "crow")),
        "buy wolf for 4 mon",
        "buy fox for 3 mon",
        "buy the hero witch for 5 mon",
        "use the skill of maid for 2 mon and 1 hand card and her exhaustion",
        "use the skill of monk",
        "give up maid",
        "give up monk",
    ]


def test_prices_are_those_to_be_paid(table):
    table.s.discount = 3
    table.equip(0, "maid", "sword").hero(0, "lady")
    said = names(table)
    assert {"buy wolf for 1 mon", "buy fox for 1 mon", "buy the hero witch for 1 mon", "sell wolf for 3 mon"} <= set(
        said
    )


@pytest.mark.parametrize(
    ("played", "said"),
    [
        ("TRADE regalia", ["trade sword for regalia"]),
        ("SEND_BACK", ["shuffle witch back"]),
        ("PLAY fox", ["no (fox)", "yes: return 1 card and gain 2 mon (fox)"]),
        (
            "PLAY owl",
            ["option 1: loot 1 ninja treasure and remove 1 petal (owl)", "option 3: recover 1 of your heroes (owl)"],
        ),
        ("PLAY crow", ["attack lady of player_1"]),
        ("PLAY bear", ["ravage lady of player_1"]),
        ("PLAY bear, HERO lady", ["take wolf", "take fox"]),
        ("PLAY sword", ["equip nobody", "equip maid with sword", "equip monk with sword"]),
        (
            "DISCARD_SKILL fox",
            ["discard no more", "discard Mon", *(f"discard {name}" for name in HAND)],
        ),
        ("PLAY fox, YES", [f"return {name}" for name in HAND]),
        ("RETURN_SKILL fox", ["exhaust a card of player_1"]),
        ("RETURN_SKILL fox, PLAYER 1", ["exhaust wolf of player_1"]),
        ("DISCARD_SKILL owl", ["loot a samurai treasure", "loot a ninja treasure"]),
        ("RETURN_SKILL owl", ["refresh the samurai reinforcements", "refresh the ninja reinforcements"]),
        ("DISCARD_SKILL crow", ["choose player_1", "choose player_2"]),
        ("RETURN_SKILL crow", ["cleanse a card of player_1"]),
        ("RETURN_SKILL crow, PLAYER 1, CARD wolf", ["send maid to the hero area", "send monk to the hero area"]),
        ("RETURN_SKILL crow, PLAYER 1, CARD wolf, HERO monk", ["take monk", "take witch"]),
        ("PLAY crow, HERO lady", ["do not interrupt", "interrupt: return fox"]),
        (
            "PLAY crow, HERO lady, PASS",
            [
                "do not boost",
                "discard wolf as a boost (+4)",
                *(f"discard {name} as a boost (+3)" for name in ("fox", "owl", "bear")),
                "discard sword as a boost (+6)",
            ],
        ),
        (
            "NEMESIS_DUEL, PASS, PASS",
            [
                "the nemesis is boosted from the samurai treasures",
                "the nemesis is boosted from the ninja treasures",
            ],
        ),
        ("END_TURN", ["leave the pools as they are", "replace wolf", "replace fox"]),
        (
            "END_TURN, PASS",
            ["move no more cards", *(f"move {name} to the discard pile" for name in ("Mon", "wolf", "fox"))],
        ),
        ("END_TURN, PASS, PASS", ["make lady the active hero"]),
    ],
)
def test_actions_in_words(table, played, said):
    table.play(*played.split(", "))
    assert sorted(names(table)) == sorted(said)


def test_a_fourth_hero(table):
    table.hero(0, "lady").play("BUY_HERO witch")
    assert names(table) == [f"send {name} away" for name in ("maid", "monk", "lady", "witch")]


def test_the_common_battle():
    table = Table(num_players=2, nemesis=True, content=CONTENT)
    table.hero(0, "maid", active=True).hero(1, "lady", active=True).hero_deck("ogre").hand(0, "wolf").hand(1, "fox")
    table.s.turn = 1
    table.deck(0, "mon mon mon mon").deck(1, "mon mon mon mon").play("END_TURN", "PASS", "PASS")
    assert names(table) == ["boost maid of player_0", "boost lady of player_1"]
    table.play("PLAYER 1")
    assert names(table) == ["do not boost", "discard wolf as a boost (+4) for lady"]


def test_boss_rush():
    table = Table(boss_rush=True, content=CONTENT).area("ogre").hand(0, "sword")
    assert "return a treasure against ogre" in names(table)
    table.play("WOUND")
    assert names(table) == ["return sword against the nemesis (2 wounds)"]


def test_beginners_choose_a_hero():
    table = Table(bare=False, num_players=2, heroes="beginner")
    assert "begin with Umeka" in names(table)


# ---- programs read back ---------------------------------------------------------------------------------------------
EVERYTHING = [
    {"op": "each", "who": "all", "do": [{"op": "may", "do": [{"op": "discard", "class": "ninja", "optional": True}]}]},
    {"op": "target", "who": "actor", "do": [{"op": "return", "kind": "regalia", "n": 2}]},
    {
        "op": "if",
        "deployed": 2,
        "do": [{"op": "if", "won": True, "do": [{"op": "boost", "n": 3}], "otherwise": [{"op": "win_duel"}]}],
        "otherwise": [{"op": "choose", "options": [{"icon": "ninja", "do": DRAW}, {"do": [{"op": "flip"}]}]}],
    },
    {"op": "if", "class": "samurai", "do": [{"op": "choose", "options": [{"do": DRAW}, {"do": [{"op": "bring"}]}]}]},
    {"op": "if", "hand_empty": True, "do": [{"op": "take", "class": "samurai", "cost": 4}]},
    {"op": "count", "what": "heroes"},
    {"op": "draw", "n": "count"},
    {"op": "exhaust", "what": "hero", "whose": "actor", "ravage": True},
    {"op": "recover", "n": 3},
    {"op": "cleanse", "n": 2, "whose": "anybody"},
    {"op": "duel", "atk": 4},
]


def test_rows_are_read_back_as_what_they_were_made_of():
    program = msgspec.convert(EVERYTHING, effects.Program)
    rows = np.array(forward.program(program))
    assert instructions(rows, 0, len(rows) - 1) == program


def test_every_shipped_program_is_read_back():
    """Compiled again, it gives the same rows."""
    tables, _ = build_tables(DaimyoOptions(expansions=(1, 2), nemesis=True))
    starts = [*tables[0].character_program.ravel(), *tables[0].trigger_program]
    starts = sorted({int(start) for start in starts if start >= 0 and tables[0].code[start].any()})
    assert len(starts) > 40
    for start in starts:
        rows = tables[0].code[start:]
        end = next(i for i in range(len(rows)) if not rows[i].any())
        program = instructions(rows, 0, end)
        assert forward.program(program) == [tuple(row) for row in rows[: end + 1].tolist()]
