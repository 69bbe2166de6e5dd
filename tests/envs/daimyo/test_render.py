"""How a game looks, and that nobody is shown more than they know."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from rules.daimyo.position import Table, made

from shugyo.envs.core.batch import determinize_seats, redact_seats
from shugyo.envs.core.engine import Slots
from shugyo.envs.daimyo import figures
from shugyo.envs.daimyo import state as st
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables
from shugyo.envs.daimyo.game import GAME
from shugyo.envs.daimyo.names import story_title
from shugyo.envs.daimyo.render import render
from shugyo.envs.daimyo.rules import heroes, main, standing
from shugyo.envs.daimyo.words import action_name

SEATS = [None, 0, 1, 2]
CONTENT = made(
    reinforcements={
        "wolf": {"cost": 4, "class": "ninja"},
        "fox": {"vp": 1, "skills": [{"on": "discard", "do": [{"op": "discard"}]}]},
        "crow": {"skills": [{"on": "deploy", "do": [{"op": "duel", "atk": 2}]}]},
    },
    treasures={"sword": {"vp": 3, "equip": {"modifiers": [{"stat": "atk", "n": 2}]}}},
    heroes={
        "maid": {"atk": 6, "vp": 1},
        "monk": {"class": "ninja", "action": {"do": [{"op": "draw"}]}},
        "lady": {"vp": 2},
        "witch": {"atk": 7, "vp": 3, "petals": 1},
        **{key: {"enabled": False} for key in ("omitsu", "kanae_mori")},  # makes room
    },
    nemeses={"ogre": {"def": 9, "extra_hit": True, "boss_hit_points": 7}, "giant": {}},
)

IN_TURN = """\
┌─ daimyo · round 5, turn of player_0 ────────────────────────────────────── as player_0 sees it ─┐
│ petals     0 of 45 left: the game ends with this round                                          │
│ turn       3 mon, 1 deployment, 2 trade points, purchases cost 1 less; deployed: 2 ninja        │
├─ samurai reinforcements ───────────────────────┬─ ninja reinforcements ─────────────────────────┤
│ pool       fox (3 mon)                         │ pool       wolf (4 mon)                        │
│            fox (3 mon)                         │            –                                   │
│            crow (3 mon)                        │            –                                   │
│            –                                   │            –                                   │
│ deck       50 cards                            │ deck       51 cards                            │
│ discarded  0 cards                             │ discarded  1 card, on top wolf                 │
├─ treasures, nemesis ───────────────────────────┼─ hero area ────────────────────────────────────┤
│ decks      samurai 22, ninja 23, regalia 13    │ witch, samurai 7/5, 3 VP, 1 petal              │
│ removed    sword                               │ deck       2 cards                             │
│ nemesis    ogre                                │                                                │
│            ninja, DEF 9                        │                                                │
│            3 of 4 hit points left              │                                                │
│            wounds: player_1 1                  │                                                │
├─ player_0 (you) · first player · 5 VP ─────────┼─ player_1 · 5 VP ──────────────────────────────┤
│ ★ maid, samurai 8/5, with sword                │ ★ lady, samurai 5/5                            │
│   monk, ninja 5/5, exhausted, skill used       │ hand       1 card                              │
│ hand       4 cards: Mon ×2 · fox · crow        │ deck       3 cards                             │
│ deck       1 card: wolf                        │ hand+deck  Mon ×2 · wolf · sword               │
│ discarded  3 cards: Mon ×2 · wolf              │ discarded  0 cards                             │
├─ player_2 · 5 VP ──────────────────────────────┴────────────────────────────────────────────────┤
│ field      wolf ×2                                                                              │
│ exhausted  fox                                                                                  │
│ ravaged    crow                                                                                 │
│ hand       2 cards, known: fox                                                                  │
│ deck       2 cards                                                                              │
│ hand+deck  Mon · wolf · fox ×2                                                                  │
│ discarded  2 cards: fox ×2                                                                      │
├─ to decide ─────────────────────────────────────────────────────────────────────────────────────┤
│ player_0 takes an action or ends the turn                                                       │
└────────────────────────────────────────────────── ★ active hero  8/4 ATK/DEF as they count now ─┘"""

THE_END = """\
┌─ daimyo · the end, after 12 rounds ─────────────────────────────────────────────── public view ─┐
│ petals     0 of 45 left                                                                         │
├─ samurai reinforcements ───────────────────────┬─ ninja reinforcements ─────────────────────────┤
│ pool       fox (3 mon)                         │ pool       wolf (4 mon)                        │
│            fox (3 mon)                         │            –                                   │
│            crow (3 mon)                        │            –                                   │
│            –                                   │            –                                   │
│ deck       50 cards                            │ deck       51 cards                            │
│ discarded  0 cards                             │ discarded  1 card, on top wolf                 │
├─ treasures, nemesis ───────────────────────────┼─ hero area ────────────────────────────────────┤
│ decks      samurai 22, ninja 23, regalia 13    │ witch, samurai 7/5, 3 VP, 1 petal              │
│ removed    sword                               │ deck       2 cards                             │
│ nemesis    ogre                                │                                                │
│            ninja, DEF 9                        │                                                │
│            3 of 4 hit points left              │                                                │
│            wounds: player_1 1                  │                                                │
├─ player_0 · first player · 5 VP ───────────────┼─ player_1 · 5 VP ──────────────────────────────┤
│ ★ maid, samurai 8/5, with sword                │ ★ lady, samurai 5/5                            │
│   monk, ninja 5/5, exhausted, skill used       │ hand       1 card                              │
│ hand       4 cards                             │ deck       3 cards                             │
│ deck       1 card                              │ hand+deck  Mon ×2 · wolf · sword               │
│ hand+deck  Mon ×2 · wolf · fox · crow          │ discarded  0 cards                             │
│ discarded  3 cards: Mon ×2 · wolf              │                                                │
├─ player_2 · 5 VP ──────────────────────────────┴────────────────────────────────────────────────┤
│ field      wolf ×2                                                                              │
│ exhausted  fox                                                                                  │
│ ravaged    crow                                                                                 │
│ hand       2 cards, known: fox                                                                  │
│ deck       2 cards                                                                              │
│ hand+deck  Mon · wolf · fox ×2                                                                  │
│ discarded  2 cards: fox ×2                                                                      │
├─ the end ───────────────────────────────────────────────────────────────────────────────────────┤
│ 1. player_0   5 VP, 1 treasure                                                                  │
│ 1. player_1   5 VP, 1 treasure                                                                  │
│ 3. player_2   5 VP, 0 treasures                                                                 │
└────────────────────────────────────────────────── ★ active hero  8/4 ATK/DEF as they count now ─┘"""


@pytest.fixture
def table() -> Table:
    """Seat 0 in its main phase; seat 2 is known to hold a fox."""
    table = Table(num_players=3, nemesis=True, content=CONTENT).hero_deck("giant", "komatsu")
    table.hero(0, "maid", active=True).hero(0, "monk", status=st.EXHAUSTED).equip(0, "maid", "sword")
    table.hero(1, "lady", active=True).area("ogre", "witch")
    table.hand(0, "mon mon fox crow").deck(0, "wolf").discard(0, "wolf mon mon")
    table.hand(1, "wolf").deck(1, "mon mon sword")
    table.hand(2, "fox mon").deck(2, "fox wolf").discard(2, "fox fox")
    table.field(2, "wolf wolf").field(2, "fox", st.EXHAUSTED).field(2, "crow", st.RAVAGED)
    table.pool("samurai", "fox fox crow").pool("ninja", "wolf").pile("ninja", "wolf")
    s = table.s
    s.petals, s.last_petal, s.turn, s.mon, s.trade_points, s.discount, s.deployed[1] = 0, 1, 4, 3, 2, 1, 2
    s.supply_size[:], s.removed[table.card("sword")] = (50, 51, 22, 23, 13), 1
    s.hit_points, s.wounds[1], s.used[table.character("monk")] = 3, 1, 1
    s.shown[2, table.card("fox")] = 1
    return table


def seen(table: Table, viewer: int | None, reveal: bool = False) -> str:
    return render(table.s, table.t, viewer, reveal)


# ---- what it looks like ---------------------------------------------------------------------------------------------
def test_a_turn(table):
    assert seen(table, 0) == IN_TURN


def test_the_end(table):
    table.s.over, table.s.turn = 1, 12
    assert seen(table, None) == THE_END


def test_a_hand_is_seen_by_its_owner_only(table):
    said = "hand       2 cards: Mon · fox"
    assert [said in " ".join(seen(table, viewer).split("\n")) for viewer in SEATS] == [False, False, False, True]
    for viewer in (None, 0, 1):
        text = seen(table, viewer)
        assert "hand       2 cards, known: fox" in text
        assert "hand+deck  Mon · wolf · fox ×2" in text


def test_how_the_cards_of_another_seat_divide_is_not_told(table):
    before = seen(table, 0)
    table.s.hand[1], table.s.deck[1] = 0, 0
    table.hand(1, "sword").deck(1, "mon mon wolf")
    table.s.hand_size[1], table.s.deck_size[1] = 1, 3
    assert seen(table, 0) == before
    assert seen(table, 1) != before


def test_revealed_all_cards_are_shown(table):
    text = seen(table, None, reveal=True)
    assert "all cards open" in text
    assert "hand+deck" not in text
    assert "Komatsu" in text  # in the hero deck
    assert "Komatsu" not in seen(table, None)


def test_a_duel(table):
    table.play("PLAY crow", "HERO lady")
    text = seen(table, None)
    assert "attacker   maid of player_0, ATK 10 = 8 + 2" in text
    assert "defender   lady of player_1, DEF 5" in text
    assert "player_0 may boost in the duel" in text


def test_what_a_choice_belongs_to_is_told(table):
    table.play("DISCARD_SKILL fox")
    assert "player_0 chooses a card of the hand (fox)" in seen(table, 1)


def battle() -> Table:
    """A giant comes out, and player_1 has chosen what to boost with; player_2 has not."""
    table = Table(num_players=3, nemesis=True, content=CONTENT).hero_deck("giant")
    table.hero(1, "lady", active=True).hero(2, "maid", active=True).hand(1, "wolf wolf").hand(2, "fox fox")
    table.s.turn = 1
    return table.play("END_TURN", "PASS", "PASS", "PLAYER 1", "CARD wolf")


def test_boosts_are_secret_until_all_have_chosen():
    table = battle()
    said = "boosts     player_1 boosts maid with wolf"
    assert [said in seen(table, viewer) for viewer in SEATS] == [False, False, True, False]
    assert said in seen(table, None, reveal=True)
    before = seen(table, 0), seen(table, 1)
    assert "player_2 chooses whom to boost against the nemesis" in before[0]
    table.play("PLAYER 2")
    assert (seen(table, 0), seen(table, 1)) == before  # and so is whether a seat has chosen whom to boost
    assert "player_2 may boost against the nemesis" in seen(table, 2)
    assert "boosts     player_2 boosts lady" in seen(table, 2)
    table.play("PASS")
    assert "attacker   maid of player_2, ATK 10 = 6 + 4" in seen(table, 0)


def test_boss_rush():
    table = Table(boss_rush=True, content=CONTENT).area("ogre")
    table.s.status[table.character("ogre")], table.s.hit_points = st.EXHAUSTED, 4
    table.s.wound_cards[table.card("sword")] = 1
    text = seen(table, 0)
    for said in ("Boss Rush · round 2", "nemesis    ogre, exhausted", "4 of 7 hit points left", "under it: sword"):
        assert said in text
    table.s.beaten, table.s.over, table.s.petals = 2, 1, 1
    assert "2 nemeses beaten, 1 petal left" in seen(table, 0)


def test_story_cards():
    table = Table(num_players=2, expansions=(2,))
    table.s.story_face[1] = 1
    assert f"story      {story_title(table.t, 3)}" in seen(table, None)
    assert story_title(table.t, 0) not in seen(table, None)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"over": 1, "foul": 3}, "player_2 forfeits"),
        ({"over": 1, "truncated": 1}, "the end, by a limit"),
        ({"deployed": (1, 0, 2)}, "deployed: 1 samurai, 2 regalia"),
        ({"discount": 2}, "purchases cost 2 less"),
        ({"last_petal": 0}, "0 of 45 left turn"),
        ({"decision": st.START_HERO}, "daimyo · setting up"),
    ],
)
def test_what_else_is_said(table, fields, said):
    for name, value in fields.items():
        table.s[name] = value
    text = seen(table, None)
    assert said in " ".join(text.replace("│", " ").split())
    assert {len(line) for line in text.splitlines()} == {99}


def test_a_viewer_who_is_not_there_is_refused(table):
    with pytest.raises(ValueError, match="viewer 3: this game has the seats 0 … 2"):
        seen(table, 3)


# ---- whole games ----------------------------------------------------------------------------------------------------
LIVELY = {"rules": {"deployments": 3, "nemeses_in_deck": 5, "max_turns": 30}}  # much happens, even at random


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 2},
        {"num_players": 4, "nemesis": True, "content": LIVELY},
        {"num_players": 3, "expansions": (1, 2), "heroes": "beginner", "content": LIVELY},
        {"num_players": 5, "nemesis": True, "expansions": (1, 2), "content": LIVELY},
        {"boss_rush": True},
    ],
    ids=lambda options: "-".join(name for name in options if name != "content"),
)
def test_in_random_games_renders_and_names_hold_what_the_seat_knows(options):
    settled = DaimyoOptions(**options)
    tables = build_tables(settled)[0]
    slots = Slots(GAME, tables, 4, autoreset=False, shaping=False)
    slots.begin(settled.num_seats)
    rng = np.random.default_rng(settled.num_seats)
    for turn in range(900):
        running = slots.states["over"] == 0
        slots.actions[running] = [rng.choice(np.flatnonzero(mask)) for mask in slots.mask[running]]
        slots.advance(slots.actions, running)
        for state, mask in zip(slots.states, slots.mask, strict=True):
            if not state.over:
                said = [action_name(state, tables[0], int(action)) for action in np.flatnonzero(mask)]
                assert all(said)
                assert len(set(said)) == len(said)
        if turn % 20 == 0 or (np.isin(slots.states["decision"], (st.BATTLE_FOR, st.BATTLE_BOOST)) & running).any():
            check(slots, int(rng.integers(settled.num_seats)), tables)
        if not running.any():
            break


@njit
def reckoned(states, tables, out):
    """By seat: VP, treasures, price of a reinforcement of cost 5, of a hero, the change of sales; ATK, DEF by slot."""
    t = tables[0]
    for i in range(states.shape[0]):
        s = states[i]
        for seat in range(t.num_seats):
            row = out[i, seat]
            row[0] = standing.victory_points(s, t, seat)
            row[1] = standing.treasures(s, t, seat)
            row[2] = main.price(s, t, 5, heroes.modifier(s, t, seat, st.REINFORCEMENT_COST))
            row[3] = main.price(s, t, 5, heroes.modifier(s, t, seat, st.HERO_COST))
            row[4] = heroes.modifier(s, t, seat, st.SELL)
            for slot in range(st.HERO_SLOTS):
                c = int(s.heroes[seat, slot])
                if c >= 0:
                    row[5 + 2 * slot] = t.character_cost[c] + heroes.fight_modifier(s, t, c, st.ATK)
                    row[6 + 2 * slot] = t.character_def[c] + heroes.fight_modifier(s, t, c, st.DEF)


def read_off(s: np.record, t: np.record, seat: int) -> list[int]:
    """The same numbers as `figures` has them."""
    s = s.copy()
    s.current = seat
    numbers = [figures.victory_points(s, t, seat), figures.treasure_count(s, t, seat)]
    numbers += [figures.price(s, t, 5, stat) for stat in (st.REINFORCEMENT_COST, st.HERO_COST)]
    numbers.append(figures.modifier(s, t, seat, st.SELL))
    for c in s.heroes[seat]:
        numbers += [figures.fight_value(s, t, int(c), stat) if c >= 0 else 0 for stat in (st.ATK, st.DEF)]
    return numbers


def check(slots: Slots, seat: int, tables: np.ndarray) -> None:
    """Compares full, redacted and sampled records: what is shown to a seat, and what actions are called."""
    viewers = np.full(slots.num_slots, seat, np.int32)
    redacted, sampled = slots.states.copy(), slots.states.copy()
    redact_seats(redacted, slots.tables, viewers)
    determinize_seats(sampled, slots.tables, viewers, np.arange(1, slots.num_slots + 1, dtype=np.uint64))
    numbers = np.zeros((slots.num_slots, st.MAX_SEATS, 5 + 2 * st.HERO_SLOTS), np.int64)
    reckoned(slots.states, slots.tables, numbers)
    t = tables[0]
    for full, *others, mask, by_seat in zip(slots.states, redacted, sampled, slots.mask, numbers, strict=True):
        text = render(full, t, seat, False)
        for looked in (text, render(full, t, None, False), render(full, t, None, True)):
            assert {len(line) for line in looked.splitlines()} == {99}
        assert [render(other, t, seat, False) for other in others] == [text, text]
        assert [read_off(full, t, s) for s in range(t.num_seats)] == by_seat[: t.num_seats].tolist()
        if not full.over and full.seat == seat:
            names = [[action_name(state, t, int(a)) for a in np.flatnonzero(mask)] for state in (full, *others)]
            assert names[0] == names[1] == names[2]
