"""The scripted players of Daimyo's Fall: legal, honest about what they see, repeatable, strong, and of two styles."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play, check_players_on_the_way, win_share
from rules.daimyo.box import card, on, op, probe, seated, skill, small
from rules.daimyo.position import Table

from shugyo.envs.core import batch
from shugyo.envs.daimyo.game import GAME
from shugyo.envs.daimyo.scripted import SCRIPTED

RANDOM, RUSHER, HEURISTIC = 0, 1, 2
SETUPS = [
    {"num_players": 2},
    {"num_players": 5, "heroes": "beginner"},
    {"num_players": 3, "nemesis": True, "expansions": (1, 2), "auto_forced": False},
    {"boss_rush": True},
]
VARIANTS = [
    *SETUPS,
    {"num_players": 3},
    {"num_players": 4, "expansions": (1,)},
    {"num_players": 2, "expansions": (2,)},
    {"num_players": 2, "nemesis": True},
]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=str)
each_player = pytest.mark.parametrize("player", [RUSHER, HEURISTIC], ids=SCRIPTED)
LOOT = op("loot", deck="own")


def test_names():
    assert GAME.scripted == SCRIPTED == ("rusher", "heuristic")


# ---- what holds for every player ------------------------------------------------------------------------------------
@each_setup
@pytest.mark.parametrize("mover", [RANDOM, RUSHER, HEURISTIC, None], ids=["random", *SCRIPTED, "mixed"])
def test_actions_are_legal_blind_to_secrets_and_repeatable(options, mover):
    """Whoever brought the position about: the players are asked for an action in it, on the record and redacted."""
    check_players_on_the_way(GAME, {**options, "max_turns": 15}, mover, n=6)


@each_setup
def test_a_game_plays_the_same_again(options):
    first, second = Play(GAME, options, 20, 6), Play(GAME, options, 20, 6)
    kinds = np.random.default_rng(5).integers(0, 3, (20, first.seats))
    assert np.array_equal(first.play_out(kinds), second.play_out(kinds))
    assert first.states.tobytes() == second.states.tobytes()


@each_player
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_games_end_by_themselves(options, player):
    play = Play(GAME, options, 100)
    play.play_out(np.full((100, play.seats), player))
    assert play.states["truncated"].sum() <= 2


# ---- strength and style ---------------------------------------------------------------------------------------------
@each_player
@pytest.mark.parametrize("players", [2, 4])
def test_strength_at_a_glance(players, player):
    assert win_share(GAME, player, RANDOM, 100, num_players=players) >= 0.95


@pytest.mark.slow
@each_player
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_strength(players, player):
    assert win_share(GAME, player, RANDOM, 500, num_players=players) >= 0.97


def test_alone_more_nemeses_are_defeated_than_by_chance():
    beaten = []
    for player in (RANDOM, HEURISTIC, RUSHER):
        play = Play(GAME, {"boss_rush": True}, 150)
        play.play_out(np.full((150, 1), player))
        beaten.append(play.states["beaten"].mean())
    assert min(beaten[1:]) > beaten[0] + 1


@pytest.mark.parametrize("players", [2, 4])
def test_the_rusher_plays_shorter_games(players):
    rounds = []
    for player in (HEURISTIC, RUSHER):
        play = Play(GAME, {"num_players": players}, 300)
        play.play_out(np.full((300, players), player))
        rounds.append(play.states["turn"].mean())
    assert rounds[1] < 0.96 * rounds[0]


# ---- single decisions -----------------------------------------------------------------------------------------------
def choice(table: Table, player: int = HEURISTIC) -> str:
    """The action that the player takes, by name."""
    actions = np.zeros(1, np.int32)
    mask = np.zeros((1, GAME.num_actions), np.int8)
    batch.choose(table.states, table.tables, np.array([player], np.int32), np.ones(1, np.uint64), mask, actions)
    return next(name for name in table.choices() if table.action(name) == actions[0])


@each_player
def test_cards_that_bring_deployments_come_first_and_the_best_of_the_others_last(player):
    cards = {
        "gate": card(deployments=1),
        "purse": card(mon=3, number=91, name="Other 1"),
        "coin": card(mon=1, number=92, name="Other 2"),
    }
    table = seated(reinforcements=cards).hand(0, "coin purse gate")
    assert choice(table, player) == "PLAY gate"
    assert choice(table.play("PLAY gate"), player) == "PLAY purse"


def test_a_skill_that_counts_deployed_cards_waits_for_them():
    cards = {
        "count": card(skill("deploy", op("if", deployed=2, do=[op("mon", n=4)])), deployments=1),
        "gate": card(deployments=1, mon=1, number=91, name="Other 1"),
    }
    table = seated(reinforcements=cards).hand(0, "count gate")
    assert choice(table) == "PLAY gate"


@each_player
def test_a_hand_of_nothing_but_mon_makes_room(player):
    for hand, action in (("mon mon mon mon", "CARD mon"), ("mon mon mon red3", "PASS")):
        assert choice(seated().hand(0, hand).turn_of(0), player) == action


@each_player
def test_the_hero_whose_loot_condition_the_hand_meets_becomes_active(player):
    samurai = {"loot": [on("deploy", LOOT, class_="samurai")]}
    ninja = {"loot": [on("deploy", LOOT, class_="ninja")]}
    for hand, hero in (("red3", "HERO asa"), ("violet4", "HERO emi")):
        table = small(heroes={"asa": samurai, "emi": ninja}).hero(0, "asa").hero(0, "emi").hand(0, hand)
        assert choice(table.turn_of(0).on_to("ACTIVE 0"), player) == hero


def test_a_card_is_sold_for_a_loot_condition():
    for loot, action in (([on("sell", LOOT, nth=1)], "SELL crown5"), ([], "END_TURN")):
        table = seated(heroes={"asa": {"loot": loot}}).hand(0, "crown5")
        table.s.deployments = 0
        assert choice(table) == action


def duel(attacker: str = "", defender: str = "") -> Table:
    """Seat 0 (asa, ATK 6) attacks seat 1 (emi, DEF 4); what else their hands hold."""
    return probe(op("duel")).hand(0, attacker).hand(1, defender).play("PLAY probe").on_to("BOOST 0")


def test_a_boost_is_the_cheapest_card_that_turns_the_duel():
    assert choice(duel("red6", "red6")) == "PASS"  # won as it stands
    defending = duel("red3", "rag1 violet4 red6").play("PASS")
    assert choice(defending) == "CARD violet4"  # 4 + 4 against 6
    assert choice(defending.play("CARD violet4")) == "CARD red3"
    assert choice(duel("red3", "rag1").play("PASS")) == "PASS"  # 4 + 1 cannot win


def test_a_treasure_is_traded_for_a_deck_that_holds_better_ones():
    for supply, traded in (("crown5 crown5", True), ("rag1", False)):
        table = seated().hand(0, "rag1").supply("samurai_treasures", supply)
        table.s.trade_points, table.s.deployments = 1, 0
        assert (choice(table) == "TRADE samurai") == traded


def test_the_rusher_sends_heroes_back():
    table = seated().area("dai", "haru").discard(1, "crown5")  # behind, so that time is precious
    table.s.trade_points = 2
    assert choice(table, RUSHER) == "SEND_BACK" and choice(table, HEURISTIC) == "END_TURN"


@each_player
def test_points_are_bought_at_the_end_and_use_before(player):
    cards = {"use": card(deployments=2, draw=2, cost=6), "points": card(vp=1, cost=6, number=91, name="Other 1")}
    for petals, bought in ((40, "BUY use"), (1, "BUY points")):
        table = seated(reinforcements=cards).pool("samurai", "use points")
        table.s.mon, table.s.petals = 6, petals
        assert choice(table, player) == bought


@each_player
def test_alone_treasures_are_returned_against_the_nemesis(player):
    table = small(None, boss_rush=True).hero(0, "asa", active=True).hand(0, "orb7 lamp4 red3").area("oni")
    table.s.hit_points = 3
    assert choice(table, player) == "WOUND"
    assert choice(table.play("WOUND"), player) == "CARD lamp4"  # 3 VP are enough


def test_alone_a_nemesis_that_can_be_beaten_is_challenged():
    for atk, answer in ((15, "YES"), (3, "PASS")):
        may = op("may", do=[op("duel")])
        cards = {"probe": card(skill("deploy", may))}
        table = small(None, boss_rush=True, reinforcements=cards, heroes={"asa": {"atk": atk}}).area("oni")
        table.hero(0, "asa", active=True).hand(0, "probe").play("PLAY probe")
        assert choice(table) == answer
