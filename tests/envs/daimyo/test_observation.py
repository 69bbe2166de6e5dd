"""The observation of Daimyo's Fall: blocks within their ranges, true, complete, and relative to the seat."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play
from rules.daimyo.box import card, on, op, probe, seated, skill, small
from rules.daimyo.position import Table

from shugyo.envs.core import batch
from shugyo.envs.daimyo import ops
from shugyo.envs.daimyo import state as st
from shugyo.envs.daimyo.game import GAME

LAYOUT = GAME.layout
SETTINGS = {
    "2-nemesis-expansions": {"num_players": 2, "nemesis": True, "expansions": (1, 2)},
    "3-beginner": {"num_players": 3, "heroes": "beginner"},
    "5-nemesis": {"num_players": 5, "nemesis": True},
    "boss-rush": {"boss_rush": True},
}
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


def positions(setting: dict, n: int = 8, rounds: int = 10, step: int = 61) -> list[tuple[Play, np.ndarray]]:
    """Records of random games, at several times."""
    play = Play(GAME, setting, n, seed=8, auto_forced=False)
    found = []
    for _ in range(rounds):
        found.append((play, play.states.copy()))
        for _ in range(step):
            play.random_step()
    return found


def parts(play: Play, states: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    """The blocks that a seat sees, each (N, …)."""
    seen = play.observation(states, seat)
    views = LAYOUT.view(play.t).items()
    return {name: seen[:, view.slice].reshape(len(states), *view.shape) for name, view in views}


def block(table: Table, seat: int, name: str) -> np.ndarray:
    """One block of a seat's observation, in its shape."""
    view = LAYOUT.view(table.t)[name]
    out = np.zeros((1, LAYOUT.size), np.int8)
    batch.observe_seats(table.states, table.tables, np.array([seat], np.int32), out)
    return out[0, view.slice].reshape(view.shape)


def ones(table: Table, seat: int, name: str) -> list:
    """Where a block is not zero: indices, or tuples of them."""
    places = np.argwhere(block(table, seat, name)).tolist()
    return [place[0] if len(place) == 1 else tuple(place) for place in places]


# ---- random play ----------------------------------------------------------------------------------------------------
@every_setting
def test_entries_stay_within_the_declared_ranges(setting: dict) -> None:
    for play, states in positions(setting):
        low, high = LAYOUT.bounds("int8", play.t)
        for seat in range(play.seats):
            seen = play.observation(states, seat)
            outside = ((seen < low) | (seen > high)).any(0)
            assert not outside.any(), [name for name, v in LAYOUT.view(play.t).items() if outside[v.slice].any()]


def one_hot(values: np.ndarray, size: int) -> np.ndarray:
    """(N, size); no one for a value out of range."""
    return values[:, None] == np.arange(size)


def expected(play: Play, s: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    """Blocks made of the records by other means."""
    n, types = play.seats, np.arange(st.CARDS)
    order = [(seat + r) % n for r in range(n)]

    def by_seat(x: np.ndarray) -> np.ndarray:
        out = np.zeros((len(x), st.MAX_SEATS, *x.shape[2:]), int)
        out[:, :n] = x[:, order]
        return out

    codes = 3 - s["status"] + (s["active"][:, :, None] == np.arange(st.CHARACTERS)).any(1)
    owners = np.stack([s["place"] == owner for owner in range(st.MAX_SEATS)], 1)
    top = np.take_along_axis(s["pile"], np.maximum(s["pile_size"] - 1, 0)[:, :, None], 2)
    mode = [play.t.nemesis_variant, play.t.boss_rush]
    return {
        "asked": one_hot((s["seat"] - seat) % n, st.MAX_SEATS) & (s["over"] == 0)[:, None],
        "players": np.tile(np.arange(1, 6) == n, (len(s), 1)),
        "mode": np.tile(mode, (len(s), 1)),
        "round": s["turn"][:, None],
        "petals": s["petals"][:, None],
        "last_petal": s["last_petal"][:, None],
        "first": one_hot((s["first"] - seat) % n, st.MAX_SEATS),
        "turn_seat": one_hot((s["current"] - seat) % n, st.MAX_SEATS),
        "resources": np.stack([s[name] for name in ("mon", "deployments", "trade_points", "discount")], 1),
        "deployed": s["deployed"],
        "seen": s["seen"],
        "story": s["story_face"][:, :, None] == np.arange(2),
        "sizes": np.stack([by_seat(s[f"{zone}_size"]) for zone in ("hand", "deck", "discard")], 1),
        "returned": by_seat(s["returned"]),
        "wounds": by_seat(s["wounds"]),
        "hand": s["hand"][:, seat],
        "hidden": by_seat(s["hand"] + s["deck"]),
        "shown": by_seat(s["shown"]),
        "discard": by_seat(s["discard"]),
        "field": by_seat(s["field"]),
        "equipped": by_seat((s["equipped"] * np.array([1, 4, 16])[:, None]).sum(2)),
        "hero": by_seat(np.where(owners, codes[:, None], 0)),
        "hero_used": s["used"],
        "area": np.where(s["place"] == st.AREA, 3 - s["status"], 0),
        "aside": s["place"] == st.ASIDE,
        "defeated": s["place"] == st.BEATEN,
        "hero_deck_size": s["hero_deck_size"][:, None],
        "pool": (s["pool"].reshape(len(s), -1, 1) == types).sum(1),
        "pile": (s["pile"].reshape(len(s), -1, 1) == types).sum(1),
        "pile_top": (top == types).any(1),
        "supply": s["supply"],
        "deck_sizes": s["supply_size"],
        "removed": s["removed"],
        "wound_cards": s["wound_cards"],
        "hit_points": (s["hit_points"] * (s["nemesis"] >= 0))[:, None],
        "fought": s["fought"][:, None],
    }


@every_setting
def test_blocks_tell_what_is_in_the_record(setting: dict) -> None:
    for play, states in positions(setting):
        exchange = states["tasks"][np.arange(len(states)), states["task_count"] - 1, st.KIND] == st.T_EXCHANGE
        states = states[~exchange]  # the fourth hero is shown elsewhere
        for seat in range(play.seats):
            seen = parts(play, states, seat)
            for name, values in expected(play, states, seat).items():
                assert (seen[name] == values).all(), name


def turned(s: np.ndarray, n: int) -> np.ndarray:
    """Copies in which everybody has moved up by one seat."""
    out = s.copy()
    for name in s.dtype.names:
        shape = s.dtype[name].shape
        if shape[:1] in ((st.MAX_SEATS,), (st.MAX_SEATS + 1,)) and name not in ("supply_size", "deck_draws"):
            out[name][:, [*range(1, n), 0]] = s[name][:, :n]

    def moved(x: np.ndarray) -> np.ndarray:
        return np.where((x >= 0) & (x < st.MAX_SEATS), (x + 1) % n, x)

    for name in ("first", "current", "seat", "attacker", "defender", "duel_winner", "place", "battle_for"):
        out[name] = moved(out[name])
    in_use = np.arange(st.TASKS) < s["task_count"][:, None]
    for column in (st.WHO_ASKS, st.WHO, st.ACTOR, st.PARTY):
        out["tasks"][:, :, column] = np.where(in_use, moved(s["tasks"][:, :, column]), 0)
    aims = s["tasks"][:, :, st.KIND] == st.T_PROGRAM  # of a duel, AIM is the bonus
    out["tasks"][:, :, st.AIM] = np.where(aims, moved(s["tasks"][:, :, st.AIM]), s["tasks"][:, :, st.AIM])
    for column in (1, 2):
        out["queue"][:, :, column] = moved(s["queue"][:, :, column])
    return out


@pytest.mark.parametrize("num_players", [2, 4, 5])
def test_a_seat_sees_the_table_from_its_own_chair(num_players):
    for play, states in positions({"num_players": num_players, "nemesis": True, "expansions": (1, 2)}):
        there = turned(states, num_players)
        for seat in range(num_players):
            after = play.observation(there, (seat + 1) % num_players)
            assert (play.observation(states, seat) == after).all()


LEFT_OUT = {
    *("key", "draws", "deck_draws", "hero_draws"),  # random words
    *("decisions", "truncated", "foul"),  # the shell's
    *("depth", "stack"),  # a copy of `decision` and `seat`
    *("area_size", "equipped_size", "pile_size", "task_count", "queue_size"),  # totals
    *("nemesis", "beaten"),  # told by `area` and `defeated`
}


@pytest.mark.parametrize("name", [name for name in st.STATE.names if name not in LEFT_OUT and name[:4] != "gap_"])
def test_every_field_shows(name):
    """A field of the record is seen by somebody, or stands in the list above."""
    play = Play(GAME, {"num_players": 3, "nemesis": True, "expansions": (1, 2)}, 200, seed=2, auto_forced=False)
    rng = np.random.default_rng(1)
    while play.where.any():
        states = play.states[play.where]
        changed = states.copy()
        entries = changed[name].reshape(len(states), -1).copy()
        some = np.where(entries.any(1), (rng.random(entries.shape) * (entries != 0)).argmax(1), 0)
        entries[np.arange(len(states)), some] -= 1
        changed[name] = entries.reshape(changed[name].shape)
        if any((play.observation(states, seat) != play.observation(changed, seat)).any() for seat in range(3)):
            return
        for _ in range(5):
            play.random_step()
    pytest.fail(f"nobody sees a change of {name}")


# ---- what is asked, turns -------------------------------------------------------------------------------------------
def test_the_end_shows_no_decision():
    table = seated()
    table.s.over = 1
    assert ones(table, 0, "decision") == ones(table, 0, "asked") == []


def test_the_guard_of_a_turn_comes_closer():
    table = seated()
    table.s.turn_decisions = int(table.t.turn_guard) // 4
    assert block(table, 0, "turn_length") == 25
    table.s.turn_decisions = 10 * int(table.t.turn_guard)
    assert block(table, 0, "turn_length") == 100


def test_seats_that_nobody_has_are_empty():
    table = seated(2).hand(1, "red3").deck(0, "red3")
    for name in ("hidden", "shown", "discard", "field", "equipped", "hero", "returned", "wounds", "asked"):
        assert not block(table, 0, name)[2:].any(), name
    assert not block(table, 0, "sizes")[:, 2:].any()


def test_heroes_have_slots_and_a_state():
    table = small(3).hero(1, "chiyo").hero(1, "asa", active=True).hero(1, "dai", status=st.RAVAGED).area("gin")
    chiyo, asa, dai = (table.character(key) for key in ("chiyo", "asa", "dai"))
    hero = block(table, 0, "hero")
    assert [hero[1, c] for c in (chiyo, asa, dai)] == [3, 4, 1]
    assert [block(table, 0, "hero_slot")[c] for c in (chiyo, asa, dai)] == [1, 2, 3]
    assert ones(table, 2, "hero") == sorted((2, c) for c in (chiyo, asa, dai))
    assert ones(table, 0, "area") == [table.character("gin")]


def test_equipment_shows_whose_it_is():
    table = small().hero(0, "asa").hero(0, "gin").equip(0, "gin", "crown5 crown5").equip(0, "asa", "crown5")
    assert block(table, 1, "equipped")[1, table.card("crown5")] == 1 + 4 * 2


# ---- programs -------------------------------------------------------------------------------------------------------
def test_a_program_shows_where_it_is():
    table = probe(op("mon"), op("each", do=[op("discard", n=2, class_="ninja")]), num_players=3)
    table.hand(1, "red3 violet4 violet5 violet5").play("PLAY probe")
    assert table.decision == "HAND_CARD 1"
    assert ones(table, 1, "program") == [table.card("probe")]
    assert ones(table, 1, "task") == [st.T_PROGRAM - 1]
    assert ones(table, 1, "which") == [st.ON_DEPLOY]
    assert block(table, 1, "row") == 2
    assert ones(table, 1, "op") == [ops.DISCARD_CARDS]
    assert block(table, 1, "operands").tolist() == [2, 0, st.NINJA, 0]
    assert ones(table, 1, "program_seats") == [(0, 2), (1, 0), (2, 2)]  # controlled by seat 0, who is 2 seats on
    assert ones(table, 2, "program_seats") == [(0, 1), (1, 2), (2, 1)]
    assert block(table, 1, "program_counts").tolist() == [0, 2]
    table.play("CARD violet5")
    assert block(table, 1, "program_counts").tolist() == [1, 1]


def test_a_program_shows_at_whom_it_aims():
    table = probe(op("exhaust"), num_players=3).field(1, "red3").field(2, "red6").play("PLAY probe")
    assert ones(table, 0, "program_target") == []
    table.play("PLAYER 2")
    assert table.decision == "FIELD_CARD 0"
    assert ones(table, 0, "program_target") == [2] and ones(table, 1, "program_target") == [1]


def test_programs_of_heroes_and_their_triggers():
    action = {"do": [op("may", do=[op("mon")])]}
    passive = [on("deploy", op("mon")), on("sell", op("may", do=[op("mon")]))]
    table = seated(heroes={"asa": {"action": action, "passive": passive}}).hand(0, "red3")
    asa = st.CHARACTER_SOURCE + table.character("asa")
    table.play("HERO_SKILL asa")
    assert (ones(table, 0, "program"), ones(table, 0, "which")) == ([asa], [5])
    assert block(table, 0, "hero_used")[asa - st.CHARACTER_SOURCE] == 1
    table.play("PASS", "SELL red3")
    assert (ones(table, 0, "program"), ones(table, 0, "which")) == ([asa], [8 + 1])
    assert block(table, 0, "row") == 0
    table.play("YES")
    assert ones(table, 0, "program") == ones(table, 0, "which") == ones(table, 0, "op") == []
    assert ones(table, 0, "task") == [st.T_TURN - 1]


def test_what_waits_in_the_queue():
    passive = [on("sell", op("may", do=[op("mon")])), on("sell", op("draw"))]
    parry = card(skill("interrupt", op("draw"), event="purchase"))
    table = seated(heroes={"asa": {"passive": passive}}, reinforcements={"probe": parry})
    table.hand(0, "red3").hand(1, "probe").play("SELL red3")
    triggers = table.t.source_triggers[table.character("asa")]
    assert ones(table, 0, "queued") == ones(table, 1, "queued") == [triggers[1]]
    table.play("PASS")
    assert ones(table, 0, "queued") == []


def test_an_interrupt_shows_what_it_answers():
    parry = card(skill("interrupt", op("may", do=[op("draw")]), event="purchase"))
    heroes = {"asa": {"passive": [on("purchase", op("may", do=[op("mon")]))]}}
    table = seated(3, heroes=heroes, reinforcements={"probe": parry}).pool("samurai", "red3")
    table.hand(1, "probe").hand(2, "probe")
    table.s.mon = 3
    purchase = st.EVENT_NAMES.index("purchase")
    table.play("BUY red3")
    assert table.decision == "MAY 0" and ones(table, 2, "queued_polls") == [purchase]
    table.play("PASS", "PASS")
    assert table.decision == "INTERRUPT 2"
    assert ones(table, 1, "poll") == [purchase] and ones(table, 1, "poll_actor") == [2]
    assert block(table, 1, "poll_asked") == 2 and ones(table, 1, "queued_polls") == []
    table.play("CARD probe")
    assert ones(table, 0, "which") == [st.ON_INTERRUPT] and ones(table, 0, "poll") == [purchase]
    assert ones(table, 0, "program_seats") == [(0, 2), (1, 2), (2, 0)]


# ---- small tasks ----------------------------------------------------------------------------------------------------
def test_a_trade_shows_what_is_wanted():
    table = seated().hand(0, "crown5")
    table.s.trade_points = 2
    table.play("TRADE ninja")
    assert ones(table, 0, "trade_for") == ones(table, 1, "trade_for") == [1]
    table.play("CARD crown5")
    assert ones(table, 0, "trade_for") == []


def test_a_fourth_hero_stands_apart():
    table = small().hero(0, "asa").hero(0, "botan").hero(0, "chiyo").area("gin")
    table.s.mon = 9
    table.play("BUY_HERO gin")
    assert table.decision == "EXCHANGE 0"
    assert ones(table, 1, "joining") == [table.character("gin")]
    assert len(ones(table, 1, "hero")) == 3


def test_a_card_to_be_equipped_is_named():
    equip = {"modifiers": [{"stat": "atk", "n": 1}]}
    table = seated(treasures={"crown5": {"equip": equip}}).hand(0, "crown5").play("PLAY crown5")
    assert table.decision == "EQUIP 0"
    assert ones(table, 1, "equipping") == [table.card("crown5")]


# ---- duels and nemeses ----------------------------------------------------------------------------------------------
def duel(*hands: str, do=()) -> Table:
    """Seat 1 of three has been attacked by seat 0, with 2 more ATK; asa (seat 0) against emi."""
    duel_skill = card(skill("duel", *do), cost=3, number=91) if do else card(cost=3, number=91)
    attack = card(skill("deploy", op("duel", atk=2), op("if", won=True, do=[op("mon")])))
    table = seated(3, reinforcements={"probe": attack, "blow": {**duel_skill, "name": "Blow"}}).hand(0, "probe")
    for seat, keys in enumerate(hands):
        table.hand(seat, keys)
    return table.play("PLAY probe", "HERO emi")


def test_a_duel_shows_who_fights():
    table = duel("red3", "violet4")
    assert table.decision == "BOOST 0"
    assert ones(table, 0, "attacker") == [0] and ones(table, 0, "defender") == [1]
    assert ones(table, 2, "attacker") == [1] and ones(table, 2, "defender") == [2]
    duelists = block(table, 2, "duelist")
    assert duelists[table.character("asa")] == 1 + 1 and duelists[table.character("emi")] == 1 + 2
    assert block(table, 1, "boost").tolist() == [0, 0, 2, 0, 0, 0]
    assert ones(table, 1, "duel_stage") == [2]
    assert ones(table, 1, "program") == [table.card("probe")] and ones(table, 1, "op") == [ops.IF]  # and then?
    table.play("CARD red3")
    assert ones(table, 0, "duel_stage") == [3]
    assert block(table, 0, "boost").tolist() == [5, 0, 0, 0, 0, 0]
    table.play("CARD violet4")
    assert ones(table, 0, "attacker") == ones(table, 0, "defender") == ones(table, 0, "duelist") == []
    assert ones(table, 1, "won") == [2]  # 6 + 5 against 4 + 4


def test_what_goes_on_after_a_duel_skill_is_under_way():
    table = duel("blow", "violet4", do=[op("may", do=[op("win_duel")])]).play("CARD blow")
    assert table.decision == "MAY 0"
    assert ones(table, 0, "program") == [table.card("blow")] and ones(table, 0, "which") == [st.ON_DUEL]
    assert ones(table, 0, "program_party") == [0] and ones(table, 2, "program_party") == [1]
    assert ones(table, 0, "under_way") == [table.card("probe")]
    assert block(table, 0, "boost")[0] == 5


@pytest.mark.parametrize(("skill_op", "row"), [("win_duel", 0), ("negate_duel", 1)])
def test_a_forced_result_shows(skill_op, row):
    table = duel("blow blow", "violet4", do=[op(skill_op), op("may", do=[op("boost")])]).play("CARD blow")
    assert table.decision == "MAY 0"
    assert ones(table, 1, "forced") == [(row, 2)]


def test_a_nemesis_has_one_boost():
    table = small(nemesis=True).hero(0, "chiyo", active=True).hand(0, "red3 red6").area("oni")
    table.supply("ninja_treasures", "lamp4 moth2").play("NEMESIS_DUEL", "PASS")
    assert table.decision == "NEMESIS_DECK 0" and ones(table, 0, "defender") == [st.THE_NEMESIS]
    assert block(table, 0, "nemesis_boosted") == 0 and block(table, 0, "fought") == 1
    table.play("DECK ninja_treasures")
    assert block(table, 0, "nemesis_boosted") == 1
    (removed,) = ones(table, 1, "removed")
    assert block(table, 1, "boost").tolist() == [0, 0, 0, 0, 0, table.t.card_cost[removed]]
    assert block(table, 0, "hit_points") == 2


def test_the_common_battle_shows_its_stage():
    table = small(3, nemesis=True).hero_deck("oni").supply("samurai_treasures", "").supply("ninja_treasures", "lamp4")
    for seat, hero in enumerate(("asa", "emi", "botan")):
        table.hero(seat, hero, active=True).hand(seat, "red3")
    table.play("END_TURN", "PASS")
    assert table.decision == "MOVE 1"
    assert ones(table, 2, "battle_stage") == [0] and block(table, 2, "battle_done") == 1
    assert ones(table, 2, "duelist") == []
    table.play("PASS", "PASS", "PLAYER 0", "PASS")
    assert ones(table, 0, "battle_stage") == [2] and block(table, 0, "battle_done") == 1
    assert sorted(block(table, 0, "duelist")[block(table, 0, "duelist") > 0].tolist()) == [1, 2, 3, 6]
    table.play("PLAYER 0", "CARD red3", "PLAYER 0", "PASS")
    assert table.decision == "NEMESIS_DECK 0"
    assert block(table, 0, "boost").tolist() == [0, 3, 0, 0, 0, 0]


def test_rewards_wait_for_each_other():
    reward = [op("may", do=[op("mon")])]
    table = small(3, nemesis=True, nemeses={"oni": {"reward": reward}}).area("oni").supply("samurai_treasures", "")
    table.hero(0, "chiyo", active=True).supply("ninja_treasures", "")
    table.s.hit_points, table.s.wounds[:3] = 1, [0, 1, 1]
    table.play("NEMESIS_DUEL")
    assert table.decision == "MAY 0"
    oni = table.character("oni")
    assert ones(table, 0, "program") == [st.CHARACTER_SOURCE + oni] and ones(table, 0, "which") == [7]
    assert ones(table, 0, "queued_rewards") == [1, 2] and ones(table, 2, "queued_rewards") == [0, 2]
    assert ones(table, 0, "defeated") == [oni] and block(table, 0, "hit_points") == 0


def test_a_reveal_skill_waits_for_what_comes_before():
    heroes = {"asa": {"passive": [on("petals", op("may", do=[op("mon")]), limit=1)]}}
    table = small(nemesis=True, heroes=heroes, nemeses={"oni": {"reveal": [op("petals")]}}).hero_deck("oni")
    table.hero(0, "asa").play("END_TURN")
    assert table.decision == "MAY 0"
    assert block(table, 1, "queued_reveal") == 1


def test_boss_rush_shows_the_state_of_the_nemesis():
    table = small(None, boss_rush=True).area("oni").hero(0, "asa", active=True)
    assert block(table, 0, "mode").tolist() == [0, 1] and ones(table, 0, "players") == [0]
    assert block(table, 0, "hit_points") == 6
    oni = table.character("oni")
    assert block(table, 0, "area")[oni] == 3
    table.s.status[oni] = st.EXHAUSTED
    assert block(table, 0, "area")[oni] == 2
