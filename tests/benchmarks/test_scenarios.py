from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shugyo.benchmarks import scenario_play
from shugyo.benchmarks.intervals import Estimate
from shugyo.benchmarks.measured import BEGIN, END
from shugyo.benchmarks.scenario_figures import (
    Figures,
    Strength,
    figures,
    strength_verdicts,
    use_verdicts,
    verdicts,
    wins,
)
from shugyo.benchmarks.scenario_play import (
    DRAW,
    ELIMINATED,
    ESCAPED,
    HEROES_OBJECTIVE,
    HEROES_WIN,
    LIMIT,
    NO_HERO,
    ONI_OBJECTIVE,
    ONI_WINS,
    Use,
    Watched,
    ends,
    watch,
)
from shugyo.benchmarks.scenario_tables import page
from shugyo.benchmarks.scenarios import main, rows_of
from shugyo.envs import okko_v0
from shugyo.envs.okko import state as st
from shugyo.envs.okko.content import OkkoOptions, build_tables

SMALL = {"scenario": "initiation", "num_heroes": 1}
TWO = {"scenario": "investigation", "num_heroes": 2}
BALANCE = Path(okko_v0.__file__).parent / "okko" / "BALANCE.md"


def tables_of(options: dict[str, Any]) -> Any:
    return build_tables(OkkoOptions(**options))[0][0]


def same(a: Watched, b: Watched) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(vars(a).values(), vars(b).values(), strict=True))


# ------------------------------------------------------------------------------------------------- watching
def test_games_do_not_depend_on_threads_or_on_those_beside_them(monkeypatch: pytest.MonkeyPatch):
    seen = watch(TWO, "heuristic", "heuristic", 12, 5)
    assert same(watch(TWO, "heuristic", "heuristic", 5, 5), Watched(**{k: v[:5] for k, v in vars(seen).items()}))
    monkeypatch.setattr(scenario_play, "AT_ONCE", 5)
    assert same(watch(TWO, "heuristic", "heuristic", 12, 5, num_threads=2), seen)
    assert not same(watch(TWO, "heuristic", "heuristic", 12, 6), seen)


@pytest.mark.parametrize("players", [("heuristic", "heuristic"), ("random", "heuristic"), ("heuristic", "random")])
def test_what_is_seen_of_an_investigation_hangs_together(players: tuple[str, str]):
    seen, tables = watch(TWO, *players, 25, 1), tables_of(TWO)
    heroes, oni = seen.points.T
    assert np.array_equal(seen.winner, np.select([oni > heroes, oni < heroes], [ONI_WINS, HEROES_WIN], DRAW))
    assert np.array_equal(seen.memoir[:, st.DEFEATED] == st.BLUE, seen.end == ELIMINATED)
    assert np.array_equal(seen.memoir[:, st.ESCAPED] == st.RED, seen.end != ELIMINATED)
    assert np.array_equal(seen.memoir[:, st.UNMASKED] == st.BLUE, seen.battle == st.BY_UNMASKING)
    assert np.array_equal(seen.memoir[:, st.DISHONORABLE] == st.RED, seen.battle == st.BY_WRONG)
    assert np.array_equal(seen.memoir[:, st.ALARM] == st.RED, seen.alarm)
    assert np.array_equal(seen.end == NO_HERO, (seen.memoir[:, [st.HERO_MEMOIR, st.HERO_MEMOIR + 1]] == st.RED).all(1))
    assert (seen.battle[np.isin(seen.end, (ELIMINATED, ESCAPED))] != st.NO_BATTLE).all()
    assert ((seen.rounds == 12) | (seen.end != LIMIT)).all()
    assert (seen.owned | ~seen.works).all()
    assert not seen.left[:, tables["card_sides"] & 1 == 0].any()
    assert not seen.right[:, tables["card_sides"] & 2 == 0].any()
    assert seen.left.any()
    assert seen.right.any()
    laid = (seen.left | seen.right).sum(axis=1)
    assert (laid <= 2 * 2 * seen.rounds).all()


def test_a_scenario_without_investigation_ends_by_its_objective_or_without_heroes():
    seen, tables = watch(SMALL, "heuristic", "heuristic", 40, 2), tables_of(SMALL)
    mission = int(np.flatnonzero(tables["mission_decides"])[0])
    assert np.array_equal(seen.completed[:, mission] == st.BLUE, seen.end == HEROES_OBJECTIVE)
    assert np.array_equal(seen.winner == HEROES_WIN, seen.end == HEROES_OBJECTIVE)
    assert set(seen.end[seen.winner == ONI_WINS].tolist()) <= {NO_HERO, ONI_OBJECTIVE, LIMIT}
    assert not seen.battle.any()


@pytest.mark.parametrize(
    ("oni", "heroes", "games", "words"),
    [("greedy", "random", 1, "'greedy'"), ("random", "cautious", 1, "'cautious'"), ("random", "random", 0, "games")],
)
def test_what_cannot_be_watched_is_refused(oni: str, heroes: str, games: int, words: str):
    with pytest.raises(ValueError, match=words):
        watch(SMALL, oni, heroes, games, 0)


def test_how_games_ended():
    tables, states = tables_of(TWO), np.zeros(4, st.STATE)
    nature = int(np.flatnonzero(tables["clue_oni"] >= 0)[0])
    figure = int(tables["kind_first"][tables["clue_oni"][nature]])
    states["nature"], states["alive"], states["battle"] = nature, 1, st.BY_WRONG
    states["at"][:, figure] = [-1, 7, 7, 7]
    states["alive"][2] = 0
    states["truncated"][3] = 1
    assert ends(states, tables).tolist() == [ELIMINATED, ESCAPED, NO_HERO, LIMIT]
    mission = int(np.flatnonzero(tables_of(SMALL)["mission_decides"])[0])
    states["nature"], states["battle"] = -1, st.NO_BATTLE
    states["completed"][0, mission], states["completed"][1, mission] = st.BLUE, st.RED
    assert ends(states, tables_of(SMALL)).tolist() == [HEROES_OBJECTIVE, ONI_OBJECTIVE, NO_HERO, LIMIT]


# ------------------------------------------------------------------------------------------------- use
def looked(options: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> dict[str, np.ndarray]:
    """What one look finds in a game that went from one position to another."""
    states = np.zeros(1, st.STATE)
    states["at"], states["companion"], states["item_owner"], states["event_kind"] = -1, -1, st.IN_DECK, -1
    states["token_at"], states["phase"] = -1, st.ACTIVATIONS
    use = Use(states, tables_of(options))
    for changes in (before, after):
        for name, value in changes.items():
            field, *place = name.split()
            states[field][(0, *map(int, place))] = value
        if changes is before:
            use.remember(np.array([0]))
    use.look()
    return {name: seen[0] for name, seen in use.found.items()}


@pytest.mark.parametrize(
    ("decision", "place", "effect", "technique"),
    [
        (st.ONI_ACTION, st.EVENT_DISCARD, True, False),
        (st.EVENT, st.EVENT_LAID, True, False),
        (st.SUMMON_COST, st.EVENT_DISCARD, False, False),
    ],
)
def test_an_event_is_played_or_only_paid_with(decision: int, place: int, effect: bool, technique: bool):
    found = looked(TWO, {"event_place 3": st.EVENT_HAND, "decision": decision}, {"event_place 3": place})
    assert found["effect"].tolist() == [effect and e == 3 for e in range(st.EVENTS)]
    assert found["technique"].any() == technique


def test_an_event_laid_beside_a_character_card_is_a_technique():
    before = {"event_place 3": st.EVENT_HAND, "decision": st.TECHNIQUE_CARD}
    found = looked(TWO, before, {"event_place 3": st.EVENT_LAID, "event_kind 3": 1})
    assert np.flatnonzero(found["technique"]).tolist() == [3]
    assert not found["effect"].any()


def test_tokens_count_when_turned_and_when_removed():
    kinds = tables_of(TWO)["token_kind"].tolist()
    evidence, chest, courtier = (kinds.index(kind) for kind in (st.EVIDENCE, st.CHEST, st.COURTIER_TOKEN))
    lie = {f"token_at {token}": 4 for token in (evidence, chest, courtier)}
    found = looked(TWO, lie, {f"token_flipped {evidence}": 1, f"token_at {chest}": -1, f"token_at {courtier}": -1})
    counts = {st.EVIDENCE: 1, st.CHEST: 1}  # a Courtier who goes has not been investigated
    assert found["investigated"].tolist() == [counts.get(kind, 0) for kind in range(st.OBJECT_TOKEN + 1)]
    again = looked(TWO, {**lie, f"token_flipped {evidence}": 1}, {f"token_at {evidence}": -1})
    assert again["investigated"][st.EVIDENCE] == 1


def test_who_comes_is_summoned_unless_it_is_the_oni_or_the_set_up():
    tables = tables_of(TWO)
    demon = int(np.flatnonzero(tables["kind_rank"] == st.DEMON)[0])
    come = {f"at {tables['kind_first'][kind]}": 5 + kind for kind in (0, demon)}
    assert looked(TWO, {}, come)["summoned"].tolist() == [1] + [0] * (st.KINDS - 1)
    assert not looked(TWO, {"phase": st.SETTING_UP}, come)["summoned"].any()


def test_a_step_to_a_prohibited_tile_is_a_sneak():
    tables = tables_of(TWO)
    tile_of, spaces = tables["space_tile"], range(int(tables["num_spaces"]))
    shut = [s for s in spaces if tables["tile_prohibited"][tile_of[s]] > 0]
    open_space = next(s for s in spaces if tables["tile_prohibited"][tile_of[s]] == 0)
    beside = next(s for s in shut[1:] if tile_of[s] == tile_of[shut[0]])
    assert looked(TWO, {"at 0": open_space}, {"at 0": shut[0]})["sneaks"] == 1
    assert looked(TWO, {"at 0": beside}, {"at 0": shut[0]})["sneaks"] == 0
    assert looked(TWO, {"at 0": shut[0]}, {"at 0": open_space})["sneaks"] == 0


def test_cards_items_companions_and_enhancements_are_seen_where_they_lie():
    after = {
        "card_place 2": st.LEFT, "card_place 5": st.RIGHT, "item_owner 4": 0, "item_owner 6": st.DRAWN,
        f"live {st.ITEM_SOURCE + 4}": 1, "companion 1": 7, "node 1 3": 1, "decision": st.SURROUND_FIGURE,
    }  # fmt: skip
    found = looked(TWO, {}, after)
    seen = {name: np.flatnonzero(found[name]).tolist() for name in ("left", "right", "owned", "works", "companion")}
    assert seen == {"left": [2], "right": [5], "owned": [4], "works": [4], "companion": [7]}
    assert np.flatnonzero(found["node"]).tolist() == [st.NODES + 3]
    assert found["surrounded"] == 1


# ------------------------------------------------------------------------------------------------- figures
def made() -> Watched:
    """Four games: two won by the Oni, one by the Heroes, a draw."""
    none = np.zeros(4, np.int64)

    def flags(size: int, *at: tuple[int, int]) -> np.ndarray:
        seen = np.zeros((4, size), np.bool_)
        for place in at:
            seen[place] = True
        return seen

    memoir = np.zeros((4, st.MEMOIRS), np.int64)
    memoir[:, st.ALARM] = [st.RED, st.RED, 0, 0]
    memoir[:, st.HERO_MEMOIR] = [st.RED, st.BLUE, st.BLUE, 0]
    investigated = np.zeros((4, st.OBJECT_TOKEN + 1), np.int64)
    investigated[:, st.CHEST] = [0, 1, 2, 3]
    summoned = np.zeros((4, st.KINDS), np.int64)
    summoned[0, 1] = 6
    return Watched(
        winner=np.array([ONI_WINS, ONI_WINS, HEROES_WIN, DRAW]),
        points=np.array([[0, 8], [2, 6], [10, 3], [5, 5]], np.float32),
        rounds=np.array([4, 6, 8, 12]),
        decisions=np.array([100, 200, 300, 400]),
        battle=np.array([st.BY_WRONG, st.BY_UNMASKING, st.BY_UNMASKING, st.NO_BATTLE]),
        end=np.array([ESCAPED, NO_HERO, ELIMINATED, LIMIT]),
        memoir=memoir,
        completed=np.tile(np.array([st.RED] + [0] * (st.MISSIONS - 1)), (4, 1)),
        alarm=np.array([True, True, False, False]),
        nature_known=np.array([False, True, True, True]),
        left=flags(st.CARDS, (0, 0), (1, 0)),
        right=flags(st.CARDS, (1, 0), (2, 0), (2, 9)),
        technique=flags(st.EVENTS, (0, 0)),
        effect=flags(st.EVENTS, (0, 0), (3, 0)),
        owned=flags(st.ITEMS, (0, 0), (1, 0)),
        works=flags(st.ITEMS, (1, 0)),
        companion=flags(st.COMPANIONS, (2, 0)),
        node=flags(st.TREES * st.NODES, (0, 0), (1, 0), (2, 0)),
        investigated=investigated,
        summoned=summoned,
        sneaks=np.array([0, 0, 0, 2]),
        surrounded=none + 1,
        lead_changes=none,
    )


def test_figures_worked_out_by_hand():
    found = figures(made(), tables_of(TWO))
    assert (found.games, found.decided, found.draws, found.limit) == (4, 3, 0.25, 0.25)
    assert found.oni.mean == pytest.approx(2 / 3)
    assert found.oni.low < 2 / 3 < found.oni.high
    assert found.points == (4.25, 5.5)
    assert (found.rounds, found.decisions) == ((4, 6, 12), 250)
    shares = {"none": 0.25, "unmasked": 0.5, "third wrong Accusation": 0.25, "round 8": 0, "scheme": 0}
    assert found.battles == shares
    assert [share for share in found.ends.values() if share] == [0.25, 0.25, 0.25, 0.25]
    assert (found.memoirs["alarm"], found.alarm, found.nature) == ((0, 0.5), 0.5, 0.75)
    assert found.memoirs["Okko"] == (0.5, 0.25)
    assert list(found.missions.values()) == [(0, 1)]
    first, *_, last = [values for card, values in found.cards.items() if card.startswith("Okko")]
    assert first == (0.5, 0.5, 0.75)
    assert last == (0, None, 0)  # the Weakness cannot be laid to the right
    assert sum(either for _, _, either in found.cards.values()) == 1  # 0.75 and the other Hero's 0.25
    assert next(iter(found.events.values())) == (0.25, 0.5, 0.5)
    assert next(iter(found.items.values())) == (0.5, 0.25)
    assert next(iter(found.companions.values())) == 0.25
    assert next(iter(found.nodes.values())) == 0.75
    assert found.tokens == {"Evidence": 0, "Parchment": 0, "Courtiers": 0, "Chests": 1.5}
    assert list(found.summoned.values()) == [0, 1.5, 0, 0, 0, 0]  # of six kinds, without the Oni
    assert (found.sneaks, found.surrounded) == (0.5, 1)


def test_copies_of_a_card_count_once():
    tables = tables_of(TWO)
    names = [bytes(name) for name in tables["event_name"][tables["event_exists"] != 0]]
    first, second = next((a, b) for b in range(len(names)) for a in range(b) if names[a] == names[b])
    effect = np.zeros((4, st.EVENTS), np.bool_)
    effect[0, [first, second]] = effect[1, second] = True
    found = figures(replace(made(), technique=effect & False, effect=effect), tables)
    assert [use for use in found.events.values() if use[1]] == [(0, 0.5, 0.5)]


def test_without_a_decided_game_nothing_is_known_of_the_share():
    found = figures(replace(made(), winner=np.full(4, DRAW)), tables_of(TWO))
    assert found.oni == (0, 0, 1)
    assert not next(verdicts("row", found)).holds


def test_wins_with_draws_as_halves():
    assert wins(made(), ONI_WINS).mean == pytest.approx(2.5 / 4)
    assert wins(made(), HEROES_WIN).mean == pytest.approx(1.5 / 4)


# ------------------------------------------------------------------------------------------------- bars
FINE = figures(made(), tables_of(TWO))._replace(
    oni=Estimate(0.65, 0.6, 0.7), rounds=(3, 7, 12), draws=0.149, limit=0.019,
    cards={"Okko: Rush": (None, 0.01, 0.01)}, events={"Fog": (0.01, 0.0, 0.01)}, items={"Bow": (0.5, 0.01)},
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"oni": Estimate(0.651, 0.6, 0.7)}, "the Oni wins"),
        ({"oni": Estimate(0.349, 0.3, 0.4)}, "the Oni wins"),
        ({"rounds": (2, 7, 12)}, "nine games"),
        ({"rounds": (3, 7, 13)}, "nine games"),
        ({"draws": 0.15}, "draws"),
        ({"limit": 0.02}, "last round"),
    ],
)
def test_each_bar_can_fail(change: dict, word: str):
    assert all(verdict.holds for verdict in verdicts("masks 3", FINE))
    (missed,) = [verdict for verdict in verdicts("masks 3", FINE._replace(**change)) if not verdict.holds]
    assert word in missed.bar
    assert missed.row == "masks 3"


@pytest.mark.parametrize("which", ["cards", "events", "items"])
def test_a_card_is_to_be_used_in_one_row_at_least(which: str):
    idle = {name: (*values[:-1], 0.009) for name, values in getattr(FINE, which).items()}
    less = FINE._replace(**{which: idle})
    assert all(verdict.holds for verdict in use_verdicts({"masks 3": less, "masks 4": FINE}))
    (missed,) = [verdict for verdict in use_verdicts({"masks 3": less, "masks 4": less}) if not verdict.holds]
    assert (missed.row, missed.measured) == (next(iter(idle)), "0.90% (masks 3)")
    never = FINE._replace(**{which: {"Idle": (0.0, 0.0, 0.0)}})
    assert [verdict.measured for verdict in use_verdicts({"masks 3": never}) if not verdict.holds] == ["never"]


def test_strength_is_judged_on_both_sides():
    strength = Strength(oni=Estimate(0.91, 0.9, 0.92), heroes=Estimate(0.9, 0.89, 0.91))
    assert [v.holds for v in strength_verdicts("masks 3", "heuristic", strength)] == [True, False]


def test_the_page_names_what_does_not_hold():
    rows: dict[str, Figures] = {"masks 3": FINE, "masks 4": FINE._replace(draws=0.2, cards={})}
    judged = [verdict for row, found in rows.items() for verdict in verdicts(row, found)]
    text = page(rows, {}, judged, "make it", "rules abc")
    assert "Made by `make it`; rules abc." in text
    assert "| draws are under 15% of games | 1 of 2 | masks 4: 20.0% |" in text
    assert "| Okko: Rush | – | 1.0 % | 1.0 % (masks 3) |" in text
    assert "\n\n\n" not in text


# ------------------------------------------------------------------------------------------------- the command
def test_rows_are_scenarios_with_the_heroes_that_they_allow():
    rows = rows_of({})
    assert rows["vigil 2"] == {"scenario": "vigil", "num_heroes": 2}
    assert {row.split()[0] for row in rows} >= {"initiation", "vigil", "investigation", "masks"}
    assert [row for row in rows if row.startswith("masks")] == ["masks 1", "masks 2", "masks 3", "masks 4"]
    assert list(rows_of({}, ["vigil", "masks 3"])) == ["vigil 1", "vigil 2", "masks 3"]
    with pytest.raises(ValueError, match="'vigils', which is no scenario"):
        rows_of({}, ["vigils"])


@pytest.fixture
def small_rows(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "shugyo.benchmarks.scenarios.rows_of", lambda content, only: {"initiation 1": {**SMALL, **content}}
    )


@pytest.mark.usefixtures("small_rows")
def test_the_command_writes_a_page_and_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text, data = tmp_path / "page.md", tmp_path / "out.json"
    text.write_text(f"before\n{BEGIN}\noutdated\n{END}\nafter\n", "utf-8")
    main(["--games", "8", "--seed", "3", "--page", str(text), "--out", str(data)])
    written = text.read_text("utf-8")
    assert written.startswith(f"before\n{BEGIN}")
    assert written.endswith(f"{END}\nafter\n")
    assert "outdated" not in written
    assert "`python -m shugyo.benchmarks.scenarios --games 8 --seed 3`" in written
    assert f"rules {okko_v0.rules_hash()}" in written
    assert written.split(BEGIN)[1].split(END)[0].strip() in capsys.readouterr().out
    (row,) = json.loads(data.read_text("utf-8"))["rows"]
    assert (row["row"], row["games"]) == ("initiation 1", 8)
    assert sum(row["ends"].values()) == pytest.approx(1)
    assert len(row["against_random"]["oni"]) == 3


def test_changed_content_and_players_are_measured_and_named(capsys: pytest.CaptureFixture[str]):
    main(["--games", "2", "--only", "initiation 1", "--oni", "random", "--set", "kinds.samurai.might=5"])
    said = capsys.readouterr().out
    assert '--games 2 --seed 3000000 --only "initiation 1" --oni random --set kinds.samurai.might=5`' in said
    assert "Oni random, Heroes heuristic" in said
    assert okko_v0.rules_hash(content={"kinds": {"samurai": {"might": 5}}}) in said


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--threads", "0"], "--threads must be 1"),
        (["--games", "0"], "--games"),
        (["--page", "missing.md"], "missing.md: needs the lines"),
        (["--page", "README.md", "--oni", "random"], "leave out"),
        (["--heroes", "cautious"], "cautious"),
    ],
)
def test_wrong_arguments_are_met_before_any_game(given: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_the_published_figures_are_those_of_the_shipped_content():
    text = BALANCE.read_text("utf-8")
    assert f"rules {okko_v0.rules_hash()}." in text.split(BEGIN)[1].split(END)[0], "measure anew: see BALANCE.md"
