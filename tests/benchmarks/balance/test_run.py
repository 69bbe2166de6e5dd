"""Studies from settings to files: the ledger, what is played, what comes out."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from shugyo.benchmarks.balance import playing, settings
from shugyo.benchmarks.balance.effects import HOLDS, NONE
from shugyo.benchmarks.balance.playing import LEDGER, Ledger, Table, cell_of, play_cell
from shugyo.benchmarks.balance.results import Results
from shugyo.benchmarks.balance.run import make, measure, run_study, total_games
from shugyo.benchmarks.balance.settings import Playing, Study
from shugyo.benchmarks.journal import LedgerError
from shugyo.envs.core.kernel import KERNELS


def study(factors: list[dict[str, Any]], **more: Any) -> Study:
    given = {
        "title": "t", "question": "q", "game": "covenant", "options": {"mode": "conflict"}, "seed": 77, "games": 300,
        "players": ["greedy", "heuristic"], "figures": ["seat", "decisions"], "factors": factors, **more,
    }  # fmt: skip
    return settings.checked(msgspec.convert(given, Study))


AID = {"key": "rules.aid_value", "levels": [0, 5]}


def run(one: Study, folder: Path, **more: Any) -> Results:
    return run_study(*make(one), folder, "the command", **more)[0]


def same(first: Results, second: Results) -> bool:
    """Whether two runs found the same; when and how fast they did may differ."""
    one, two = ({**asdict(results), "provenance": None} for results in (first, second))
    return repr(one) == repr(two)


# ------------------------------------------------------------------------------------------------- what comes out
def test_a_study_from_question_to_files(tmp_path: Path):
    one = study([AID])
    results, files = run_study(*make(one), tmp_path / "new", "the command")
    assert [path.name for path in files[:4]] == ["results.json", "effects.csv", "verdicts.csv", "figures.csv"]
    assert all(path.stat().st_size for path in files)
    assert results.players == ["greedy", "heuristic"]
    made = results.provenance
    assert (made.command, made.seed, made.games, made.total) == (
        "the command", 77, {"greedy": 300, "heuristic": 300}, 3 * 2 * 300,
    )  # fmt: skip
    assert made.rules_hash == made.points[0][1] != made.points[1][1]
    assert {"python", "shugyo", "numpy", "numba", "statsmodels"} <= set(made.versions)
    data = json.loads((tmp_path / "new" / "results.json").read_text("utf-8"))
    assert (data["kind"], data["title"], len(data["rows"])) == ("balance study", "t", len(results.rows))
    with (tmp_path / "new" / "effects.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["factor"] for row in rows] == [row.factor for row in results.rows]
    assert set(results.lengths) == {(p, who) for p, _ in made.points for who in results.players}
    assert all(sum(counts.values()) == 300 for counts in results.lengths.values())
    for value in results.values:
        assert value.low <= value.value <= value.high
    for number, across in enumerate(results.across):
        assert results.rows_of(across) == results.rows[2 * number : 2 * number + 2]
        for row in results.rows_of(across):
            assert row.value == pytest.approx(row.baseline + row.estimate)


def test_a_planted_change_is_found(tmp_path: Path):
    results = run(study([AID], games=1000), tmp_path)
    verdicts = {(one.factor, one.level, one.figure): one.verdict for one in results.across}
    assert verdicts["", "as it is", "seat: 1"] == HOLDS  # the first Protagonist of a conflict is behind
    assert verdicts["rules.aid_value", "0", "seat: 1"] == HOLDS
    assert "For players of every strength" in results.answer
    (row, _) = [row for row in results.rows if (row.level, row.figure) == ("0", "seat: 1")]
    assert row.estimate > 0 and row.fair == 0.5


def test_what_changes_nothing_is_told_so(tmp_path: Path):
    results = run(study([{"key": "renown.feud", "levels": [9]}], figures=["decisions", "rounds"]), tmp_path)
    assert [(row.estimate, row.p) for row in results.rows] == [(0, 1)] * 4  # the very same games
    assert {one.verdict for one in results.across} == {NONE}
    assert results.answer == "No effect was shown."


def test_players_with_fewer_games_take_part(tmp_path: Path):
    one = study([AID], players=["greedy", {"all": "heuristic", "games": 60}])
    results = run(one, tmp_path)
    assert {row.player: row.games for row in results.rows} == {"greedy": 300, "heuristic": 60}
    assert results.provenance.total == 3 * (300 + 60)


def test_content_of_the_study_is_what_everything_is_compared_with(tmp_path: Path):
    results = run(study([AID], options={"mode": "conflict", "content": {"rules": {"hand_size": 5}}}), tmp_path)
    other = run(study([AID]), tmp_path / "other")
    assert results.provenance.rules_hash != other.provenance.rules_hash
    assert results.values[0].value != other.values[0].value


@pytest.mark.parametrize(
    ("factor", "where"),
    [(AID, "point 'rules.aid_value = 0': "), ({"ways": [{"mode": "mini"}]}, "point 'mini': ")],
)
def test_who_cannot_play_at_some_point_is_found_before_the_first_game(factor: dict[str, Any], where: str):
    one = study([factor], players=["greedy", "ppo:covenant-conflict"])
    with pytest.raises(settings.StudyError, match=f"^{where}.*; leave the player or the point out$"):
        make(one)


# ------------------------------------------------------------------------------------------------- going on
def test_results_do_not_depend_on_threads_nor_on_interruptions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    one = study([AID])
    whole = run(one, tmp_path / "whole")
    assert same(run(one, tmp_path / "threads", num_threads=2), whole)

    def fail(*arguments: Any, **more: Any) -> Any:
        if len((tmp_path / "parts" / LEDGER).read_text("utf-8").splitlines()) == 3:
            raise KeyboardInterrupt
        return play_cell(*arguments, **more)

    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / LEDGER).touch()
    monkeypatch.setattr(playing, "play_cell", fail)
    with pytest.raises(KeyboardInterrupt):
        run(one, tmp_path / "parts")
    monkeypatch.undo()
    with (tmp_path / "parts" / LEDGER).open("a", encoding="utf-8") as file:
        file.write('{"key": "broken off in the middle of a li')
    told: list[int] = []
    assert same(run(one, tmp_path / "parts", progress=told.append), whole)
    assert told[-1] == total_games(one, make(one)[1])
    entries = [json.loads(line) for line in (tmp_path / "parts" / LEDGER).read_text("utf-8").splitlines()]
    assert len(entries) == len({entry["key"] for entry in entries}) == 6
    assert all({"base", "rules_hash", "seed", "versions", "point", "player"} <= set(entry) for entry in entries)


def test_nothing_is_played_twice(tmp_path: Path):
    base, design = make(study([AID]))
    first = Table(Ledger(tmp_path / LEDGER, base.spec.rules_hash), 1)
    measure(base, design, first)
    again = Table(Ledger(tmp_path / LEDGER, base.spec.rules_hash), 1)
    measure(base, design, again)
    assert (first.played, first.known, again.played, again.known) == (1800, 0, 0, 1800)
    more, wider = make(study([{**AID, "levels": [0, 5, 6]}]))
    third = Table(Ledger(tmp_path / LEDGER, more.spec.rules_hash), 1)
    measure(more, wider, third)
    assert (third.played, third.known) == (600, 1800)


def test_games_of_other_rules_are_refused(tmp_path: Path):
    run(study([AID], games=20), tmp_path)
    with pytest.raises(LedgerError, match=r"they must not be mixed; name another folder with --out"):
        run(study([AID], games=20, options={"mode": "conflict", "content": {"rules": {"hand_size": 5}}}), tmp_path)


def test_a_damaged_ledger_is_refused(tmp_path: Path):
    (tmp_path / LEDGER).write_text("{}\n", "utf-8")
    with pytest.raises(LedgerError, match=r"line 1 is damaged \(.*\); take it out"):
        Ledger(tmp_path / LEDGER, "any")


@pytest.mark.parametrize(
    "change", [{"seed": 1}, {"games": 50}, {"players": ["greedy", "random"]}, {"options": {"mode": "mini"}}]
)
def test_other_games_stand_under_other_keys(change: dict[str, Any]):
    def key(one: Study) -> str:
        base, design = make(one)
        return cell_of(base, design.points[0], one.playing[1], one.seed, one.games, one.figures).key

    assert key(study([])) != key(study([], **change))
    assert key(study([])) == key(study([], figures=["seat"]))  # all that is no card is always counted


# ------------------------------------------------------------------------------------------------- the games
def test_variants_of_content_are_played_without_compiling():
    base, design = make(
        study([AID, {"key": "rules.hand_size", "levels": [4, 9]}, {"key": "votes.price_swap", "levels": [3]}])
    )

    def play(number: int) -> None:
        play_cell(cell_of(base, design.points[number], Playing(all="heuristic"), 1, 20, []))

    play(0)
    before = {kernel.__name__: list(kernel.signatures) for kernel in KERNELS}
    for number in range(1, 6):
        play(number)
    assert {kernel.__name__: list(kernel.signatures) for kernel in KERNELS} == before


def test_points_play_the_same_deals():
    base, design = make(study([{"key": "rules.aid_value", "levels": [3]}], players=["greedy", "heuristic"]))
    sums = [
        play_cell(cell_of(base, point, Playing(all="heuristic"), 5, 200, [])) for point in design.points
    ]  # fmt: skip
    f = sums[0].names.index("seat: 1")
    together = np.corrcoef(sums[0].errors[:, f], sums[1].errors[:, f])[0, 1]
    assert together > 0.3


@pytest.mark.slow
def test_a_planted_hero_of_daimyo_is_found_by_players_of_both_strengths(tmp_path: Path):
    given = {
        "title": "t", "question": "q", "game": "daimyo", "options": {"num_players": 2}, "seed": 5, "games": 4000,
        "players": ["rusher", "heuristic"], "figures": ["hero"],
        "factors": [{"key": "heroes.aiko.vp", "levels": [9]}],
    }  # fmt: skip
    one = settings.checked(msgspec.convert(given, Study))
    results = run(one, tmp_path, num_threads=2)
    changes = {across.figure: across.verdict for across in results.across if across.factor}
    assert changes["hero: Aiko"] == HOLDS
    gains = [
        row.estimate for row in results.rows_of(next(a for a in results.across if a.factor and "Aiko" in a.figure))
    ]
    assert min(gains) > 0.1
    others = [row for row in results.rows if row.factor and row.figure != "hero: Aiko"]
    assert max(row.estimate for row in others if row.shown) < 0 if any(row.shown for row in others) else True


@pytest.mark.slow
def test_a_card_of_daimyo_that_is_made_dear_is_bought_less(tmp_path: Path):
    given = {
        "title": "t", "question": "q", "game": "daimyo", "options": {"num_players": 2}, "seed": 6, "games": 400,
        "players": ["rusher", "heuristic"], "figures": ["bought: Katsu", "played: Katsu", "lift: Katsu"],
        "factors": [{"key": "reinforcements.katsu.cost", "levels": [12]}],
    }  # fmt: skip
    results = run(settings.checked(msgspec.convert(given, Study)), tmp_path, num_threads=2)
    verdicts = {across.figure: across.verdict for across in results.across}
    assert verdicts["bought: Katsu"].startswith(HOLDS) and verdicts["played: Katsu"].startswith(HOLDS)
    assert all(row.estimate < -0.2 for row in results.rows if row.figure == "bought: Katsu")
    entries = [json.loads(line) for line in (tmp_path / LEDGER).read_text("utf-8").splitlines()]
    assert [name for name in entries[0]["figures"] if "Katsu" in name] == [
        "lift: Katsu",
        "bought: Katsu",
        "played: Katsu",
    ]
    assert not any(name.startswith("lift") and "Katsu" not in name for name in entries[0]["figures"])


@pytest.mark.slow
def test_sides_of_okko_are_held_against_each_other(tmp_path: Path):
    given = {
        "title": "t", "question": "q", "game": "okko", "options": {"scenario": "initiation", "num_heroes": 1},
        "seed": 6, "games": 60, "players": ["heuristic", {"roles": {"oni": "random", "hero": "heuristic"}}],
        "figures": ["side"],
        "factors": [{"ways": [{"scenario": "vigil", "num_heroes": 1}]}],
    }  # fmt: skip
    results = run(settings.checked(msgspec.convert(given, Study)), tmp_path, num_threads=2)
    assert {row.figure for row in results.rows} == {"side: Oni"}
    assert results.players == ["heuristic", "oni random, hero heuristic"]
    weak = [row.value for row in results.rows if row.player.startswith("oni") and not row.factor]
    assert max(weak) < 0.4  # a random Oni loses
