from __future__ import annotations

import io
import json
import re
from pathlib import Path

import numpy as np
import pytest

from shugyo import envs
from shugyo.cli import FAILED, INTERRUPTED, main
from shugyo.cli.playing.hints import hints_of
from shugyo.cli.playing.keeping import read_save, resume, write_save
from shugyo.cli.playing.session import Session, player_named
from shugyo.envs.core.options import parse_options
from shugyo.envs.covenant import actions as covenant_actions

MINI = ("play", "covenant", "--mode", "mini", "--against", "random", "--seed", "3")
CONFLICT = ("play", "covenant", "--mode", "conflict", "--against", "heuristic", "--seed", "3")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def session_of(env_id: str, seed: int, own: tuple[int, ...], against: str, **options: object) -> Session:
    game = getattr(envs, env_id).GAME
    return Session(game, parse_options(game.options_type, env_id, options), seed, own, [against])


def play_first_moves(session: Session, decisions: int) -> None:
    """Plays on; the person takes a move that depends on the place in the game alone."""
    for _ in range(decisions):
        if session.over:
            return
        if session.seat in session.own:
            legal = session.legal()
            session.play(legal[len(session.past) % len(legal)])
        else:
            session.answer()


# ---- the dialogue ---------------------------------------------------------------------------------------------------
def test_a_conflict_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    typed(monkeypatch, *["1"] * 400)
    assert main(CONFLICT) == 0
    out = capsys.readouterr().out
    assert "you decide: " in out and "since your last decision" in out
    assert re.search(r"the game is over: you have (won|lost|shared).*; returns: player_0 [+-]", out)
    assert max(map(len, out.splitlines())) <= 80 and "\x1b" not in out


@pytest.mark.parametrize("lines", [["q"], ["nonsense", "0", "99", "-1", "9" * 5000, "²", "q"], []])
def test_it_asks_until_it_understands_and_stops_when_told(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    typed(monkeypatch, *lines)
    assert main([*MINI, "--as", "0"]) == 0
    out = capsys.readouterr().out
    assert out.count(", part of a name, u h s q m or ?: ") == max(1, len(lines))
    assert " ".join(out.split()).count("is no move here; give a number from 1 to 2") == max(0, len(lines) - 1)
    assert out.endswith("\nstopped\n")


def test_commands_help_hint_list_and_find(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    typed(monkeypatch, "?", "h", "m", "u", "?shizuka", "COMMIT", "q")
    assert main([*MINI, "--hint", "greedy"]) == 0
    out = capsys.readouterr().out
    assert "hint: what greedy would do" in out
    assert re.search(r"greedy would play\n +[12]  commit ", out)
    assert out.count("you decide: commit, 2 moves") == 2
    assert "there is no decision of yours to take back" in out
    assert "this game has no cards with texts" in out
    assert len(re.findall(r" 1  commit 3♣ ", out)) == 1  # found by name; the list has it under its title


def test_undo_asks_the_same_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    typed(monkeypatch, "1", "u", "q", "")
    assert main(MINI) == 0
    out = capsys.readouterr().out
    parts = out.split("u h s q m or ?: ")
    assert parts[0].strip() == parts[2].removeprefix("u\n").strip() != parts[1].removeprefix("1\n").strip()


def test_what_is_printed_on_a_card_can_be_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    typed(monkeypatch, "? shizuka", "?nobody", "wha", "q")
    assert main(["play", "daimyo", "--num-players", "2", "--against", "random", "--seed", "3"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Shizuka: samurai reinforcement; cost 4" in out and "negate the duel" in out
    assert "no card has 'nobody' in its name" in out and "'wha' is no move here" in out


# ---- seats and players ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("option", ["--as", "--seat"])
def test_a_seat_that_the_game_does_not_have(option: str, capsys: pytest.CaptureFixture[str]):
    assert main([*MINI, option, "2"]) == FAILED
    assert "seat=2 is not possible; allowed: 0 … 1, player_0, player_1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--against", "nobody"), "there is no player 'nobody'"),
        (
            ("--against", "random", "greedy", "random"),
            "--against names 3 players; give one, or one for each of: player_1",
        ),
        (("--save", "pyproject.toml"), "pyproject.toml exists already: go on with it by --resume pyproject.toml"),
        (("--hint", "nobody"), "there is no player 'nobody'"),
        (("--replays", "mine.txt"), "named *.jsonl"),
        (("--save", "x.jsonl", "--replays", "./x.jsonl"), "x.jsonl cannot hold both the saved game and its replay"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]):
    assert main([*MINI, *arguments]) == FAILED
    assert said in capsys.readouterr().err


def test_a_game_has_to_be_named(capsys: pytest.CaptureFixture[str]):
    assert main(["play"]) == FAILED
    assert "name a game, such as `shugyo play covenant`" in capsys.readouterr().err


def test_other_seats_may_have_a_player_each():
    game = envs.covenant_v0.GAME
    options = parse_options(game.options_type, game.env_id, {"num_players": 3})
    session = Session(game, options, 1, (1,), ["greedy", "random"])
    assert session.against == {0: "greedy", 2: "random"}
    assert [session.players[seat].name for seat in (0, 2)] == ["greedy", "random"]


# ---- leaving, saving, resuming --------------------------------------------------------------------------------------
def test_the_final_line_of_play_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    path = str(tmp_path / "mine.jsonl")
    typed(monkeypatch, "1", "u", "2", "q", "")
    assert main([*MINI, "--replays", path]) == 0
    with open(path) as file:
        assert json.loads(file.readline())["actions"][0] == covenant_actions.CARD + 3 * 13 + 2  # 4♠, not 3♣
    capsys.readouterr()
    assert main(["replay", path, "--seat", "0"]) == 0
    assert "the game was broken off here" in capsys.readouterr().out


def test_saving_by_command_and_on_leaving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    nowhere, first, second = (tmp_path / name for name in ("none/x.json", "first.json", "second.json"))
    typed(monkeypatch, "s", f"s {nowhere}", f"s {first}", "1", "q")
    assert main(CONFLICT) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "s and the name of a file saves" in out and "not saved: No such file or directory" in out
    assert len(read_save(first).game.actions) > 0
    typed(monkeypatch, "1", "q", str(second))
    assert main(CONFLICT) == 0
    assert read_save(second).game.actions == read_save(first).game.actions  # q saves again where s did
    assert not list(tmp_path.glob(".*"))


def test_a_file_of_somebody_else_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    other, own = tmp_path / "other.json", tmp_path / "own game.json"
    other.write_text("precious")
    typed(monkeypatch, f"s {other}", f"s {tmp_path}", f"s {own}", f"s {own}", f"s {other}", "q")
    assert main(CONFLICT) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("not saved: there is such a file already; give another name") == 3
    assert out.count(f"`shugyo play --resume '{own}'` goes on") == 3  # the last time by q
    assert other.read_text() == "precious" and len(read_save(own).game.actions) > 0


def test_leaving_asks_for_a_file_until_the_game_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "other.json").write_text("precious")
    names = (
        tmp_path / "other.json",
        tmp_path / "none" / "x.json",
        "~nobody-of-that-name/x",
        "a\0b",
        tmp_path / "own.json",
    )
    typed(monkeypatch, "1", "q", *map(str, names), "not asked")
    assert main(CONFLICT) == 0
    assert " ".join(capsys.readouterr().out.split()).count("not saved: ") == 4
    assert len(read_save(tmp_path / "own.json").game.actions) > 0


def test_an_interrupted_game_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    class Interrupted(io.StringIO):
        def readline(self, *_: object) -> str:
            if not (line := super().readline()):
                raise KeyboardInterrupt
            return line

    path = tmp_path / "game.json"
    monkeypatch.setattr("sys.stdin", Interrupted("1\n"))
    assert main([*CONFLICT, "--save", str(path)]) == INTERRUPTED
    assert len(read_save(path).game.actions) > 0


def test_a_resumed_game_goes_on_as_it_would_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    whole = session_of("covenant_v0", 5, (1,), "random", num_players=3, mode="year")
    play_first_moves(whole, 12)
    path = tmp_path / "game.json"
    write_save(path, whole)
    again = resume(path, read_save(path), whole.game)
    assert again.digest() == whole.digest() and again.actions == whole.actions and again.own == (1,)
    play_first_moves(whole, 1000)
    play_first_moves(again, 1000)
    assert whole.over and again.actions == whole.actions and again.digest() == whole.digest()
    typed(monkeypatch, "q")
    assert main(["play", "--resume", str(path)]) == 0
    assert "as player_1 sees it" in capsys.readouterr().out


def test_saves_that_do_not_fit_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    session = session_of("covenant_v0", 5, (0,), "random", mode="mini")
    play_first_moves(session, 2)
    path = tmp_path / "game.json"
    write_save(path, session)
    good = json.loads(path.read_text())

    def refusal(*more: str, **game: object) -> str:
        path.write_text(json.dumps(good | {"game": good["game"] | game}))
        assert main(["play", "--resume", str(path), *more]) == FAILED
        return capsys.readouterr().err

    assert "played under rules 0123, here they are" in refusal(rules_hash="0123")
    assert "game.json: the game cannot go on here: step 0" in refusal(digests=["0" * 32] * 2)
    assert "leave out --as, --seed" in refusal("--as", "1", "--seed", "4")
    assert "is a game of covenant_v0, not of daimyo" in refusal("daimyo")
    path.write_text("{}")
    assert main(["play", "--resume", str(path)]) == FAILED
    assert "not a save of `shugyo play`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ([], "own is empty; it must name a seat at least"),
        ([7], "own must name seats from 0 to 1, each once, not [7]"),
        ([-1], "own must name seats from 0 to 1, each once, not [-1]"),
        ([0, 0], "own must name seats from 0 to 1, each once, not [0, 0]"),
    ],
)
def test_a_save_edited_to_other_seats_is_refused(
    own: list[int], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "game.json"
    write_save(path, session_of("covenant_v0", 3, (0,), "random", mode="conflict"))
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"own": own}), "utf-8")
    assert main(["play", "covenant", "--resume", str(path)]) == FAILED
    assert capsys.readouterr().err == f"error: {path}: {said}\n"


def test_taking_back_restores_the_state_and_the_answers():
    session = session_of("covenant_v0", 7, (0,), "random", mode="conflict")
    while len(session.past) < 30 and not session.over:
        before = (session.digest(), session.seat in session.own)
        play_first_moves(session, 1)
        if not before[1]:
            continue
        while session.seat not in session.own and not session.over:
            session.answer()
        after = session.digest(), session.actions
        assert session.undo()
        assert session.digest() == before[0] and session.seat in session.own
        play_first_moves(session, len(after[1]) - len(session.past))
        assert (session.digest(), session.actions) == after
    while session.undo():
        pass
    assert session.seat == 0 and not any(snapshot["states"][0]["seat"] == 0 for snapshot, _ in session.past)


# ---- hints ----------------------------------------------------------------------------------------------------------
def test_a_hint_is_a_legal_move_and_always_the_same():
    session = session_of("covenant_v0", 2, (0, 1), "random", mode="conflict")
    adviser = player_named(session.game, "random")
    given = set()
    for _ in range(20):
        (hint,) = hints_of(session, adviser)
        assert hint.action in session.legal() and hints_of(session, adviser) == [hint]
        given.add(session.legal().index(hint.action))
        session.play(hint.action)
    assert len(given) > 1


class Searcher:
    """A player that offers what a search has found, as `hints_of` looks for it: beside its class."""

    name, needs, observation_dtype = "searcher", set(), "int8"

    def start(self, game: object, seed: int) -> None: ...


def search_values(player: Searcher, batch: object) -> tuple[np.ndarray, np.ndarray]:
    mask = batch.mask  # type: ignore[attr-defined]
    visits = np.where(mask, np.arange(mask.shape[1])[::-1] % 5, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return visits, np.where(visits > 0, np.arange(mask.shape[1]) / 1000, np.nan)


def test_a_search_names_its_best_moves():
    session = session_of("covenant_v0", 3, (0,), "heuristic", mode="conflict")
    while session.seat != 0:
        session.answer()
    hints = hints_of(session, Searcher())  # type: ignore[arg-type]
    assert 0 < len(hints) <= 3 and all(hint.action in session.legal() for hint in hints)
    shares = [hint.share for hint in hints]
    assert shares == sorted(shares, reverse=True) and sum(shares) <= 1 + 1e-9  # type: ignore[arg-type, type-var]
    assert all(hint.value == pytest.approx(hint.action / 1000) for hint in hints)
