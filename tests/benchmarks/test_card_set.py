from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from shugyo.benchmarks import card_play, card_set
from shugyo.benchmarks.card_play import Watched, watch
from shugyo.benchmarks.card_set import Figures, figures, main, page, verdicts
from shugyo.benchmarks.intervals import Estimate
from shugyo.benchmarks.measured import BEGIN, END
from shugyo.envs import daimyo_v0
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables

TWO = {"num_players": 2}


def same(a: Watched, b: Watched) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(vars(a).values(), vars(b).values(), strict=True))


def test_the_games_are_those_of_a_vector_env_whatever_the_threads(monkeypatch: pytest.MonkeyPatch):
    seen = watch(TWO, "heuristic", 30, 5)
    venv = daimyo_v0.vector_env(num_envs=30, **TWO)
    venv.reset(seed=5)
    assert np.array_equal(venv.unwrapped.states["heroes"][:, :2, 0], seen.hero)
    monkeypatch.setattr(card_play, "AT_ONCE", 7)
    assert same(watch(TWO, "heuristic", 30, 5, num_threads=2), seen)
    assert not same(watch(TWO, "heuristic", 30, 6), seen)


def test_what_is_seen_hangs_together(monkeypatch: pytest.MonkeyPatch):
    seen = watch({"num_players": 3}, "heuristic", 40, 1)
    tables, _ = build_tables(DaimyoOptions(num_players=3))
    assert seen.share.sum(axis=1) == pytest.approx(1)
    assert np.array_equal(np.sort(seen.position, axis=1), np.tile(np.arange(3), (40, 1)))
    assert (seen.score[seen.share == 1] == seen.score.max(axis=1)[(seen.share == 1).any(axis=1)]).all()
    assert seen.gained[seen.kept > tables[0]["card_starters"]].all()
    assert (seen.played.any(axis=(0, 1)) <= (seen.gained.any(axis=(0, 1)) | (tables[0]["card_starters"] > 0))).all()
    assert seen.played.any()
    assert (seen.lead_changes >= 0).all()
    assert seen.lead_changes.mean() > 0.5
    assert not seen.revealed.any()
    monkeypatch.setattr(card_play, "LOOK", 1)
    closer = watch({"num_players": 3}, "heuristic", 40, 1)
    assert (closer.gained >= seen.gained).all()
    assert closer.gained.mean() < 1.02 * seen.gained.mean()  # little escapes the looks


def test_beginners_heroes_are_those_they_chose():
    tables, _ = build_tables(DaimyoOptions(num_players=4, heroes="beginner"))
    seen = watch({"num_players": 4, "heroes": "beginner"}, "heuristic", 10, 0)
    assert (tables[0]["character_beginner"][seen.hero] == 1).all()
    assert all(len(set(heroes)) == 4 for heroes in seen.hero.tolist())


@pytest.mark.parametrize(("player", "games", "words"), [("greedy", 1, "'greedy'"), ("heuristic", 0, "games")])
def test_what_cannot_be_watched_is_refused(player: str, games: int, words: str):
    with pytest.raises(ValueError, match=words):
        watch(TWO, player, games, 0)


# ------------------------------------------------------------------------------------------------- figures
def made() -> Watched:
    """Four games of two seats: hero 0 against hero 1; the first player wins three, the second one."""
    cards = 64
    gained, kept = np.zeros((4, 2, cards), np.bool_), np.zeros((4, 2, cards), np.int8)
    gained[0, 0, 3] = True  # one game of four, …
    kept[0, 0, 3] = kept[1, 1, 3] = 2  # … owned at the end by one winner and one loser
    return Watched(
        share=np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]),
        score=np.full((4, 2), 10, np.float32),
        rounds=np.array([10, 12, 14, 40]),
        decisions=np.array([100, 120, 140, 400]),
        truncated=np.array([False, False, False, True]),
        position=np.array([[0, 1], [0, 1], [0, 1], [1, 0]]),
        hero=np.array([[0, 1], [0, 1], [0, 1], [1, 0]]),
        gained=gained,
        played=gained,
        kept=kept,
        heroes=np.full((4, 2, 3), -1),
        beaten=np.array([0, 1, 2, 3]),
        revealed=np.array([1, 1, 2, 3]),
        lead_changes=np.array([0, 1, 2, 3]),
    )


def test_figures_worked_out_by_hand():
    tables, _ = build_tables(DaimyoOptions(num_players=2))
    found = figures(made(), tables[0])
    assert found.games == 4
    assert found.rounds == (10, 12, 40)
    assert found.decisions == 190
    assert found.per_turn == 760 / (2 * 76)
    assert found.at_limit == 0.25
    assert found.score == 10
    assert [seat.mean for seat in found.seats] == [1.5, 0.5]  # of fair
    assert [(games, share.mean) for games, share in found.heroes.values()] == [(4, 1.5), (4, 0.5)]
    assert found.seats[0].low < 1.5 < found.seats[0].high <= 2
    (card,) = [numbers for numbers in found.cards.values() if numbers[0]]
    assert card == (0.25, 0.5, 1.0)  # in a quarter of the games, four copies for eight seats, one win for two owners
    assert (found.beaten, found.revealed) == ((0, 1, 2), (1, 1, 2))


FINE = Figures(
    games=1000, rounds=(12, 20, 30), decisions=400, per_turn=10, at_limit=0.009, score=20,
    seats=[Estimate(1.15, 1.0, 1.3)], heroes={"Aiko": (500, Estimate(1.0, 0.7, 1.4))},
    cards={"Katsu": (0.01, 1, 1), "Mon": (0.0, 1, 1)}, starters=["Mon"], beaten=(1, 2, 5), revealed=(5, 5, 5),
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"rounds": (11, 20, 30)}, "nine games of ten"),
        ({"rounds": (12, 20, 31)}, "nine games of ten"),
        ({"at_limit": 0.01}, "limit"),
        ({"seats": [Estimate(0.9, 0.8, 1.0), Estimate(1.16, 1.1, 1.2)]}, "seat"),
        ({"heroes": {"Aiko": (500, Estimate(1.0, 0.69, 1.1))}}, "hero"),
        ({"heroes": {"Aiko": (500, Estimate(1.3, 1.2, 1.41))}}, "hero"),
        ({"cards": {"Katsu": (0.01, 1, 1), "Rin": (0.009, 1, 1)}}, "card"),
    ],
)
def test_each_bar_can_fail(change: dict, word: str):
    assert all(verdict.holds for verdict in verdicts("4 players", "heuristic", FINE))
    (missed,) = [v for v in verdicts("4 players", "heuristic", FINE._replace(**change)) if not v.holds]
    assert word in missed.bar
    assert missed.row == "4 players, heuristic"


@pytest.mark.parametrize("rounds", [(5, 11, 20), (20, 31, 40)])
def test_a_median_that_is_off_fails_both_bars_on_length(rounds: tuple):
    missed = [v for v in verdicts("4 players", "heuristic", FINE._replace(rounds=rounds)) if not v.holds]
    assert [verdict.bar.split(" last")[0] for verdict in missed] == ["the median game", "nine games of ten"]


@pytest.mark.parametrize(("median", "holds"), [(1, False), (2, True), (4, True), (5, False)])
def test_the_bar_of_boss_rush(median: int, holds: bool):
    alone = FINE._replace(seats=[], heroes={}, beaten=(1, median, 5))
    assert [v.holds for v in verdicts("Boss Rush", "heuristic", alone) if "nemeses" in v.bar] == [holds]


def test_the_page_names_what_does_not_hold():
    short = FINE._replace(rounds=(9, 10, 11))
    rows = {("2 players", "heuristic"): FINE, ("4 players", "heuristic"): short}
    judged = [verdict for (name, player), found in rows.items() for verdict in verdicts(name, player, found)]
    text = page(rows, judged, "make it", "seed 1")
    assert "| 1 of 2 | 4 players, heuristic: 9, median 10, 11 |" in text
    assert "| Aiko | 1.00 (0.70–1.40; 500) | 1.00 (0.70–1.40; 500) |" in text


# ------------------------------------------------------------------------------------------------- the command
def test_the_command_writes_a_page_and_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(card_set, "VARIANTS", (card_set.VARIANTS[0], card_set.VARIANTS[-1]))
    text, data = tmp_path / "page.md", tmp_path / "out.json"
    text.write_text(f"before\n{BEGIN}\noutdated\n{END}\nafter\n", "utf-8")
    main(["--games", "8", "--seed", "3", "--page", str(text), "--out", str(data)])
    written = text.read_text("utf-8")
    assert written.startswith(f"before\n{BEGIN}")
    assert written.endswith(f"{END}\nafter\n")
    assert "outdated" not in written
    assert "`python -m shugyo.benchmarks.card_set --games 8 --seed 3`" in written
    assert written.split(BEGIN)[1].split(END)[0].strip() in capsys.readouterr().out
    found = [(row["variant"], row["player"], row["games"]) for row in json.loads(data.read_text("utf-8"))["rows"]]
    assert found == [(name, p, n) for name, n in (("2 players", 8), ("Boss Rush", 2)) for p in ("rusher", "heuristic")]


def test_a_changed_set_is_measured_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "heroes.toml").write_text("[heroes.aiko]\natk = 9\n", "utf-8")
    only = ["--games", "4", "--player", "heuristic", "--only", "2 players", "--set", "heroes.ran.atk=9"]
    main([*only, "--content", str(tmp_path)])
    said = capsys.readouterr().out
    assert f'--player heuristic --only "2 players" --content {tmp_path} --set heroes.ran.atk=9`' in said
    assert daimyo_v0.rules_hash(content={"heroes": {"aiko": {"atk": 9}, "ran": {"atk": 9}}}) in said


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--threads", "0"], "--threads must be 1"),
        (["--games", "0"], "--games"),
        (["--page", "missing.md"], "missing.md: needs the lines"),
        (["--page", "README.md", "--player", "rusher"], "leave out"),
    ],
)
def test_wrong_arguments_are_met_before_any_game(given: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
