from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from games import LANTERNS

from shugyo.benchmarks.strength import Match, Played, match_of, play_match, seatings
from shugyo.benchmarks.summary import as_data, games_csv, summarize, wins
from shugyo.envs import covenant_v0
from shugyo.envs.core.engine import IllegalActionError
from shugyo.envs.core.game import Batch
from shugyo.envs.core.options import parse_options
from shugyo.envs.core.players import scripted_names
from shugyo.envs.core.replay import make_replay

GAME = covenant_v0.GAME


class First:
    """Always the first legal action; notes what it is told."""

    needs: Any = set()
    observation_dtype = "int8"

    def __init__(self, name: str = "first") -> None:
        self.name = name
        self.told: list[tuple[int, int, bool]] = []
        self.seeds: list[int] = []

    def start(self, game: Any, seed: int) -> None:
        self.seeds.append(seed)

    def act(self, batch: Batch) -> np.ndarray:
        self.told += zip(batch.slot.tolist(), batch.seat.tolist(), batch.first.tolist(), strict=True)
        return batch.mask.argmax(axis=1).astype(np.int32)


class Illegal(First):
    """Always action 0, wherever that is forbidden."""

    def act(self, batch: Batch) -> np.ndarray:
        return batch.mask.argmin(axis=1).astype(np.int32)


def match(players: Any, deals: int = 6, seed: int = 0, **options: Any) -> Match:
    return Match(GAME, parse_options(GAME.options_type, GAME.env_id, options), players, deals, seed)


def assert_same(one: Played, other: Played) -> None:
    for field in fields(Played):
        if field.name != "actions":
            assert np.array_equal(getattr(one, field.name), getattr(other, field.name)), field.name


# ------------------------------------------------------------------------------------------------- seatings
def test_seatings():
    assert seatings(2, 2).tolist() == [[0, 1], [1, 0]]
    assert seatings(3, 3).tolist() == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    assert seatings(2, 4).tolist() == [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]


@pytest.mark.parametrize(("players", "seats"), [(1, 2), (3, 2), (3, 4), (5, 4), (0, 2)])
def test_numbers_of_players_that_do_not_fit(players: int, seats: int):
    with pytest.raises(ValueError, match=f"a game of {seats} seats takes"):
        seatings(players, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_trap_f4_everybody_sits_everywhere_equally_often(seats: int):
    for players in {2, seats}:
        table = seatings(players, seats)
        for player in range(players):
            assert len(set((table == player).sum(axis=0).tolist())) == 1


# ------------------------------------------------------------------------------------------------- the same games
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", scripted_names(GAME))
def test_results_depend_neither_on_batch_size_nor_on_threads_nor_on_recording(seats: int, name: str):
    given = match([name, "random"], num_players=seats, deals=5, seed=3)
    whole = play_match(given)
    assert_same(whole, play_match(given, at_once=1))
    assert_same(whole, play_match(given, at_once=7, num_threads=2))
    assert_same(whole, play_match(given, record=True))
    assert_same(whole, play_match(given, record=True, at_once=4, num_threads=2))


def test_other_players_do_not_depend_on_batch_size_either():
    whole = play_match(match([First(), "random"], mode="conflict"))
    assert_same(whole, play_match(match([First(), "random"], mode="conflict"), at_once=3))


def test_another_seed_gives_another_match():
    one, other = (play_match(match(["random", "random"], seed=seed, mode="conflict")) for seed in (1, 2))
    assert not np.array_equal(one.lengths, other.lengths)


def test_deals_are_those_of_a_vector_env():
    given = match(["random", "random", "random"], deals=3, seed=9, num_players=3)
    played = play_match(given, record=True, at_once=4)
    assert sorted(played.actions) == list(range(9))
    for game, actions in played.actions.items():
        deal, seating = divmod(game, 3)
        replay = make_replay(GAME, given.options, seed=9, slot=deal, actions=actions)
        assert replay.over
        assert replay.returns == played.returns[deal, seating].tolist()
        assert replay.score == played.score[deal, seating].tolist()
        assert len(actions) == played.lengths[deal, seating]


def test_chance_of_the_players_differs_between_seatings():
    played = play_match(match(["random", "random"], deals=20, mode="conflict"), record=True)
    assert sum(played.actions[2 * deal] != played.actions[2 * deal + 1] for deal in range(20)) > 15


# ------------------------------------------------------------------------------------------------- players
def test_players_are_told_which_game_and_when_it_begins():
    player = First()
    play_match(match([player, "random"], deals=5, mode="conflict"), at_once=4)
    assert len(player.seeds) == 1
    games = {(slot, seat) for slot, seat, _ in player.told}
    assert games == {(game, game % 2) for game in range(10)}
    firsts = [(slot, seat) for slot, seat, first in player.told if first]
    assert sorted(firsts) == sorted(games)


def test_a_player_against_itself_has_two_seeds():
    one, other = First("one"), First("other")
    play_match(match([one, other], deals=1, mode="mini"))
    assert one.seeds != other.seeds


def test_an_illegal_action_is_told_with_the_player():
    with pytest.raises(IllegalActionError, match="player cheat"):
        play_match(match(["random", Illegal("cheat")], mode="mini"))


@pytest.mark.parametrize(("more", "words"), [({"deals": 0}, "at least one deal"), ({"seed": -1}, "seed must be")])
def test_matches_that_make_no_sense(more: dict[str, int], words: str):
    with pytest.raises(ValueError, match=words):
        match(["random", "random"], **more)  # type: ignore[arg-type]


def test_progress_counts_games():
    told: list[int] = []
    play_match(match(["random", "random"], deals=5, mode="mini"), at_once=4, progress=told.append)
    assert told == [4, 8, 10]


# ------------------------------------------------------------------------------------------------- mirror
@pytest.mark.parametrize("name", scripted_names(GAME))
@pytest.mark.parametrize("seats", [2, 3])
def test_trap_f4_a_player_against_itself_has_its_fair_share(name: str, seats: int):
    summary = summarize(given := match([name] * seats, deals=400, num_players=seats), play_match(given))
    for line in summary.players:
        assert line.win_share.low <= 1 / seats <= line.win_share.high
        assert line.returns.low <= 0 <= line.returns.high


def test_mirror_intervals_hold_the_fair_share_about_as_often_as_they_say():
    held = 0
    for seed in range(60):
        given = match(["random", "random"], deals=50, seed=seed, mode="conflict")
        share = summarize(given, play_match(given)).players[0].win_share
        assert share.low < share.high
        held += share.low <= 0.5 <= share.high
    assert held >= 53


def test_shares_of_all_seats_add_up():
    for players in (["random"] * 4, ["random"] * 2):
        summary = summarize(given := match(players, deals=30, num_players=4), play_match(given))
        seats = [1, 1, 1, 1] if len(players) == 4 else [1, 3]
        shares = [line.win_share.mean for line in summary.players]
        assert sum(share * count for share, count in zip(shares, seats, strict=True)) == pytest.approx(1)


# ------------------------------------------------------------------------------------------------- summary
def test_wins_are_shared_by_the_best():
    returns = np.array([[1, -1, 0], [0.5, 0.5, -1], [0, 0, 0]], np.float32)
    assert wins(returns).tolist() == [[1, 0, 0], [0.5, 0.5, 0], [pytest.approx(1 / 3)] * 3]


def test_summary_of_games_worked_out_by_hand():
    given = match(["random", First()], deals=2)
    # deal 0: player 0 wins both games; deal 1: seat 0 wins the first, the second is a tie
    returns = np.array([[[1, -1], [-1, 1]], [[1, -1], [0, 0]]], np.float32)
    score = np.array([[[3, 1], [2, 6]], [[4, 0], [5, 5]]], np.float32)
    played = Played(returns, score, np.array([[10, 20], [30, 40]]), np.array([[False, False], [False, True]]))
    summary = summarize(given, played)
    assert [line.win_share.mean for line in summary.players] == [0.875, 0.125]
    assert [line.returns.mean for line in summary.players] == [0.75, -0.75]
    assert [line.score.mean for line in summary.players] == [4.5, 2.0]
    assert [[line.win_share.mean for line in lines if line] for lines in summary.by_place] == [[1.0, 0.75], [0.25, 0.0]]
    assert (summary.ties, summary.decisions, summary.truncated, summary.fair_share) == (0.25, 25, 0.25, 0.5)
    data = as_data(given, played, summary)
    assert (data["players"], data["ties"], data["ended_by_limit"]) == (["random", "first"], 0.25, 0.25)
    assert data["results"][0]["by_seat"]["player_1"]["win_share"]["mean"] == 0.75
    assert games_csv(given, played).splitlines()[-1] == "1,1,1,player_1,random,0.0,5.0,0.5,40,1"


# ------------------------------------------------------------------------------------------------- games with roles
def lanterns(players: Any, deals: int = 8, fixed: bool = False, num_players: int = 4) -> Match:
    """The toy game: one lord against guests."""
    game = LANTERNS.game
    options = parse_options(game.options_type, game.env_id, {"num_players": num_players, "teams": True})
    return Match(game, options, players, deals, 3, fixed)


def test_two_players_take_turns_in_the_sides():
    assert lanterns(["random", "coin"]).seats.tolist() == [[0, 1, 1, 1], [1, 0, 0, 0]]
    assert lanterns(["random", "coin"], fixed=True).seats.tolist() == [[0, 1, 1, 1]]
    assert lanterns(["random", "coin", "random", "coin"]).seats.tolist() == [[0, 1, 2, 3]]
    assert [place.name for place in lanterns(["random", "coin"]).places] == ["lord_0", "guests"]
    with pytest.raises(ValueError, match="lord_0 against guests takes 2 players, one for each side, or 4"):
        lanterns(["random", "coin", "random"])


def test_a_side_counts_once_whatever_its_size():
    side = np.array([0, 1, 1, 1])
    assert wins(np.array([[1, -1, -1, -1], [-1, 1, 1, 1], [0, 0, 0, 0]]), side).tolist() == [
        [1, 0, 0, 0],
        [0, 1, 1, 1],
        [0.5, 0.5, 0.5, 0.5],
    ]
    given = lanterns(["random", "random"], deals=40)
    played = play_match(given)
    summary = summarize(given, played)
    lord = float((played.returns[..., 0] > played.returns[..., 1]).mean())
    tied = float((played.returns[..., 0] == played.returns[..., 1]).mean())
    assert summary.fair_share == 0.5
    # each player is lord in one half of the games and plays the guests in the other
    assert sum(line.win_share.mean for line in summary.players) == pytest.approx(1)
    as_lord = [lines[0].win_share.mean for lines in summary.by_place if lines[0]]
    assert np.mean(as_lord) == pytest.approx(lord + tied / 2)
    assert set(as_data(given, played, summary)["results"][0]["by_seat"]) == {"lord_0", "guests"}


def test_fixed_players_are_only_listed_where_they_sat():
    given = lanterns(["random", "coin"], fixed=True)
    summary = summarize(given, play_match(given))
    assert [[line is not None for line in lines] for lines in summary.by_place] == [[True, False], [False, True]]
    assert summary.players[0].win_share.mean + summary.players[1].win_share.mean == pytest.approx(1)


def test_a_player_trained_for_one_side_keeps_it():
    game = LANTERNS.game
    options = parse_options(game.options_type, game.env_id, {"num_players": 4, "teams": True})
    one, number = match_of(game, options, "coin", "random", "guests", 5, 0)
    assert (one.names, number, one.seats.tolist()) == (["random", "coin"], 1, [[0, 1, 1, 1]])
    one, number = match_of(game, options, "coin", "random", "lord_0", 5, 0)
    assert (one.names, number) == (["coin", "random"], 0)
    one, number = match_of(game, options, "coin", "random", "each", 5, 0)
    assert (one.names, number, len(one.seats)) == (["coin", "random"], 0, 2)
