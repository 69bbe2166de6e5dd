"""The file of a tournament: what counts, what is dropped and what is refused."""

import msgspec
import pytest

from shugyo.benchmarks.tournaments.ledger import Block, Head, Ledger, LedgerError, Run, read_ledger
from shugyo.benchmarks.tournaments.settings import read_settings
from shugyo.benchmarks.tournaments.tasks import Task, fixtures_of, play_task


@pytest.fixture
def path(fixtures, play, tmp_path):
    """The file of the small tournament."""
    path = tmp_path / "games.jsonl"
    assert play(fixtures, path)
    return path


def lines_of(path, kind):
    """Numbers of the lines of a kind, from 0."""
    return [number for number, line in enumerate(path.read_text("utf-8").splitlines()) if f'"kind":"{kind}"' in line]


def test_it_holds_who_played_when_what_and_with_what_result(path, fixtures):
    written = read_ledger(path)
    assert [run.how for run in written.runs] == ["this process alone"]
    assert {"python", "shugyo", "numba"} <= written.runs[0].versions.keys()
    assert list(written.heads.values()) == [fixture.head for fixture in fixtures]
    assert {match: sorted(blocks) for match, blocks in written.blocks.items()} == {
        fixture.head.match: [0, 1, 2] for fixture in fixtures
    }
    assert written.heads[fixtures[0].head.match].options["mode"] == "conflict"
    assert Ledger(path, [fixture.head for fixture in fixtures]).notes == []


def test_nothing_is_played_twice(path, fixtures, play, monkeypatch):
    before = path.read_bytes()
    monkeypatch.setattr("shugyo.benchmarks.tournaments.workers.play_task", None)
    assert play(fixtures, path)
    assert path.read_bytes() == before


def test_more_deals_are_added_to_what_is_there(path, small, play, contents, tmp_path):
    before = contents(path)
    play(fixtures_of(small, 50), path)
    after = contents(path)
    assert len(after) == 15
    assert before.items() <= after.items()
    play(fixtures_of(small, 50), tmp_path / "at_once.jsonl")
    assert contents(tmp_path / "at_once.jsonl") == after


def test_a_block_counts_once_however_often_it_comes(path, fixtures, contents):
    ledger = Ledger(path, [fixture.head for fixture in fixtures])
    size = path.stat().st_size
    ledger.add(fixtures[0].head.match, play_task(Task(fixtures[0], (1, 2))).lines)
    assert path.stat().st_size == size
    before = contents(path)
    (last,) = path.read_bytes().splitlines()[-1:]  # as from two who played at the same time
    with path.open("ab") as file:
        file.write(last + b"\n")
    assert contents(path) == before


@pytest.mark.parametrize("left", [1, 30, 200])
def test_a_last_line_without_its_end_is_dropped_and_played_again(left, path, fixtures, play, contents):
    before, whole = contents(path), path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1 + left])
    ledger = Ledger(path, [fixture.head for fixture in fixtures])
    assert ledger.notes == [f"{path}: the last line was not written to its end and is dropped"]
    assert play(fixtures, path)
    assert contents(path) == before
    assert Ledger(path, [fixture.head for fixture in fixtures]).notes == []


def test_a_line_that_lacks_only_its_end_is_dropped_all_the_same(path, fixtures, play, contents):
    before = contents(path)
    path.write_bytes(path.read_bytes()[:-1])
    assert len(contents(path)) == 8
    assert play(fixtures, path)
    assert contents(path) == before


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"lengths":[', '"lengths":[,', "invalid character"),
        ('"lengths":[', '"lengths":[7,', "not as many as a block of its match has"),
        ('"returns":[', '"returns":[1,', "not as many as a block of its match has"),
        ('"seconds":', '"sekunden":', "unknown field `sekunden`"),
        ('"block":', '"block":-1', ">= 0"),
        ('"match":"', '"match":"0', "the match that it belongs to is not in the lines above"),
    ],
)
def test_a_damaged_line_is_named(old, new, complaint, path, fixtures):
    number = lines_of(path, "block")[2]
    lines = path.read_text("utf-8").splitlines(keepends=True)
    assert old in lines[number]
    lines[number] = lines[number].replace(old, new, 1)
    path.write_text("".join(lines), "utf-8")
    with pytest.raises(LedgerError, match=rf"games.jsonl, line {number + 1} is damaged \(.*({complaint})"):
        Ledger(path, [fixture.head for fixture in fixtures])


def test_a_head_that_was_changed_is_damaged(path):
    text = path.read_text("utf-8")
    path.write_text(text.replace('"seed":5', '"seed":6', 1), "utf-8")
    with pytest.raises(LedgerError, match="line 2 is damaged"):
        read_ledger(path)


def test_what_was_taken_out_is_played_again(path, fixtures, play, contents):
    before = contents(path)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    del lines[lines_of(path, "block")[4]]
    path.write_text("".join(lines), "utf-8")
    assert play(fixtures, path)
    assert contents(path) == before


def test_games_of_other_rules_are_refused(path, fixtures):
    heads = [fixture.head for fixture in fixtures]
    old = msgspec.structs.replace(heads[0], match="", rules_hash="0" * 32)
    old = msgspec.structs.replace(old, match=old.digest())
    with path.open("ab") as file:
        file.write(msgspec.json.encode(old) + b"\n")
    with pytest.raises(
        LedgerError, match=rf"under the rules {'0' * 32}, which are {heads[0].rules_hash} now.*another f"
    ):
        Ledger(path, heads)


def test_other_content_is_another_table_and_left_out_with_a_note(path, write, play, fixtures):
    changed = write(('mode = "conflict" }', 'mode = "conflict", content = { rules = { aid_value = 3 } } }'))
    others = fixtures_of(read_settings(changed))
    assert others[0].rules_hash != fixtures[0].rules_hash
    ledger = Ledger(path, [fixture.head for fixture in others])
    assert ["180 games are of other players" in note for note in ledger.notes] == [True]
    assert all(not ledger.known(fixture.head.match) for fixture in others)


def test_another_seed_is_left_out_with_a_note(path, write):
    others = fixtures_of(read_settings(write(("seed = 5", "seed = 6"))))
    (note,) = Ledger(path, [fixture.head for fixture in others]).notes
    assert "180 games are of other players (or weights), tables, seeds or blocks" in note


def test_a_kept_line_can_be_read_by_anybody(path):
    line = path.read_bytes().splitlines()[lines_of(path, "block")[0]]
    data = msgspec.json.decode(line)
    assert set(data) == {"kind", *Block.__struct_fields__}
    assert set(msgspec.json.decode(path.read_bytes().splitlines()[0])) == {"kind", *Run.__struct_fields__}
    assert set(msgspec.json.decode(path.read_bytes().splitlines()[1])) == {"kind", *Head.__struct_fields__}
