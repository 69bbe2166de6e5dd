"""Who meets whom, on which deals, and what a task gives back."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest
from games.small import CONFLICT

from shugyo.benchmarks.intervals import bounded_estimate
from shugyo.benchmarks.strength import Match, play_match
from shugyo.benchmarks.tournaments.ledger import Block
from shugyo.benchmarks.tournaments.settings import TournamentError, read_settings
from shugyo.benchmarks.tournaments.tasks import Fixture, Task, fixtures_of, look_up, play_task, settled
from shugyo.envs.core.sides import wins


def blocks(fixture: Fixture, *numbers: int) -> list[Block]:
    """What blocks of it give."""
    lines = play_task(Task(fixture, numbers)).lines
    return [msgspec.json.decode(lines[number], type=Block) for number in numbers]


def meetings(fixtures: list[Fixture]) -> list[tuple[str, ...]]:
    return [fixture.players for fixture in fixtures]


def test_at_two_seats_every_two_players_meet_once_in_both_seatings(fixtures):
    assert meetings(fixtures) == [("greedy", "heuristic"), ("greedy", "random"), ("heuristic", "random")]
    assert [fixture.head.seats for fixture in fixtures] == [[[0, 1], [1, 0]]] * 3
    assert {fixture.blocks for fixture in fixtures} == {3}


def test_the_order_of_the_names_does_not_matter(write, fixtures):
    other = write(('"random", "greedy", "heuristic"', '"heuristic", "random", "greedy"'))
    assert fixtures_of(read_settings(other)) == fixtures


def test_at_more_seats_one_plays_copies_of_the_other_both_ways_round_and_line_ups_rotate(write):
    path = write((CONFLICT, "options = { num_players = 3 }\nlineups = true"))
    found = fixtures_of(read_settings(path))
    pairs = [("greedy", "heuristic"), ("greedy", "random"), ("heuristic", "random")]
    assert meetings(found) == [*pairs, *(pair[::-1] for pair in pairs), ("greedy", "heuristic", "random")]
    assert found[0].head.seats == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert found[-1].head.seats == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


@pytest.mark.parametrize("heroes", [1, 2])
def test_with_roles_the_players_of_one_side_meet_those_of_the_other(heroes, write):
    sides = f'options = {{ num_heroes = {heroes} }}\nsides = {{ SIDE = ["random"], oni_0 = ["heuristic", "random"] }}'
    sides = sides.replace("SIDE", "hero_0" if heroes == 1 else "heroes")
    found = fixtures_of(read_settings(write(('"covenant"', '"okko"'), (CONFLICT, sides))))
    assert meetings(found) == [("heuristic", "random"), ("random", "random")]
    assert found[0].head.seats == [[0, *[1] * heroes]]


def test_limits_hold_whatever_else_is_asked_for(write):
    settings = read_settings(write(("[[tables]]", "[limits]\ngreedy = 11\n[[tables]]")))
    assert [fixture.blocks for fixture in fixtures_of(settings)] == [2, 2, 3]
    assert [fixture.blocks for fixture in fixtures_of(settings, 45)] == [2, 2, 5]
    assert [fixture.blocks for fixture in fixtures_of(settings, 1)] == [1, 1, 1]


def test_a_block_is_the_match_of_its_seed(fixtures):
    game, options, _ = settled(fixtures[0].env_id, fixtures[0].options)
    played = play_match(Match(game, options, ("greedy", "heuristic"), 10, 5_000_002))
    (block,) = blocks(fixtures[0], 2)
    assert block.match == fixtures[0].head.match
    assert np.array_equal(np.array(block.returns, np.float32), played.returns.ravel())
    assert np.array_equal(np.array(block.score, np.float32), played.score.ravel())
    assert block.lengths == played.lengths.ravel().tolist()
    assert block.truncated == []


def test_numbers_come_back_as_they_were(write):
    path = write((CONFLICT, "options = { num_players = 4, max_turns = 2 }"))
    fixture = fixtures_of(read_settings(path))[0]
    game, options, _ = settled(fixture.env_id, fixture.options)
    played = play_match(Match(game, options, fixture.players, 10, 5_000_000))
    (block,) = blocks(fixture, 0)
    assert np.array_equal(np.array(block.returns, np.float32), played.returns.ravel())
    assert block.truncated == np.flatnonzero(played.truncated).tolist()
    assert any(isinstance(value, float) for value in block.returns)  # thirds


def test_it_does_not_matter_which_blocks_are_played_together(fixtures):
    alone, together = [blocks(fixtures[1], number)[0] for number in (3, 1)], blocks(fixtures[1], 1, 2, 3)
    assert [replace_seconds(block) for block in alone] == [replace_seconds(together[2]), replace_seconds(together[0])]
    assert together[0].lengths != together[2].lengths


def replace_seconds(block: Block) -> Block:
    return msgspec.structs.replace(block, seconds=0.0)


def test_players_against_themselves_win_half(fixtures):
    twins = replace(fixtures[0], players=("heuristic", "heuristic"), stamps=("heuristic", "heuristic"))
    played = np.array([block.returns for block in blocks(twins, *range(40))], np.float32).reshape(400, 2, 2)
    first = wins(played)[:, [0, 1], [0, 1]].mean(axis=1)  # player 0 has seat 0, then seat 1
    share, low, high = bounded_estimate(first, 0, 1, 2)
    assert low < 0.5 < high
    assert 0.4 < share < 0.6


def test_what_was_trained_anew_is_another_player(write, tmp_path):
    from shugyo.agents.baselines import baseline_file

    shipped = baseline_file("covenant-conflict")
    assert shipped is not None
    copy = tmp_path / "copy.safetensors"
    copy.write_bytes(shipped.read_bytes())
    settings = read_settings(write(('"greedy"', f'"ppo:{copy}"'), ("deals = 30", "deals = 10")))
    before = fixtures_of(settings)
    look_up(before, settings.tables)
    copy.write_bytes(shipped.read_bytes() + b" ")
    after = fixtures_of(settings)
    changed = [one.head.match != other.head.match for one, other in zip(before, after, strict=True)]
    assert changed == [any("copy" in name for name in fixture.players) for fixture in before]
    (fixture,) = (one for one in before if "random" in one.players and changed[before.index(one)])
    with pytest.raises(TournamentError, match="play a copy that does not change"):
        play_task(Task(fixture, (0,)))


def test_a_machine_with_other_rules_plays_nothing(fixtures):
    with pytest.raises(
        TournamentError, match=r"covenant_v0: greedy against heuristic: the rules are .* here, not 0000"
    ):
        play_task(Task(replace(fixtures[0], rules_hash="0000"), (0,)))
