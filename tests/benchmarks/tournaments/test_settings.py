"""Settings of tournaments: what is shipped, and what is refused."""

import pytest
from games.small import CONFLICT

from shugyo.benchmarks.names import shipped_names
from shugyo.benchmarks.tournaments.settings import TournamentError, read_settings
from shugyo.benchmarks.tournaments.tasks import fixtures_of, look_up


def test_what_is_shipped_can_be_scheduled():
    assert shipped_names("tournaments") == ["covenant", "daimyo", "okko"]
    for name in shipped_names("tournaments"):
        settings = read_settings(name)
        assert settings.game == f"{name}_v0"
        fixtures = fixtures_of(settings)
        assert {fixture.table for fixture in fixtures} == set(range(len(settings.tables)))


def test_the_version_of_the_game_may_be_left_out(write):
    assert read_settings(write()) == read_settings(write(('"covenant"', '"covenant_v0"')))


def test_an_unknown_tournament_is_refused():
    with pytest.raises(TournamentError, match=r"no tournament 'shogi'; there are covenant, daimyo, okko, or give a pa"):
        read_settings("shogi")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("seed = 5", 'seed = "x"'), "Expected `int`, got `str`"),
        (("seed = 5", "seed ="), "Invalid value"),
        (("seed = 5", "seed = 5\nseeds = 6"), "unknown field `seeds`"),
        (("deals = 30", "deals = 0"), "`int` >= 1"),
        (('"covenant"', '"covenan"'), "there is no game 'covenan'; did you mean covenant_v0"),
        (('"random",', '"random", "random",'), "players names 'random' twice"),
        (
            ("[[tables]]", "[limits]\nrandon = 3\n[[tables]]"),
            "limits names 'randon', who does not play; did you mean ra",
        ),
        ((CONFLICT, f'{CONFLICT}\n[[tables]]\ntitle = "One conflict"'), "two tables are called 'One conflict'"),
        ((CONFLICT, 'players = ["random"]\nsides = { oni_0 = ["random"] }'), "give players, or sides"),
    ],
)
def test_settings_that_contradict_themselves_are_refused(change, complaint, write):
    path = write(change)
    with pytest.raises(TournamentError, match=r"^tournament .*small\.toml: ") as error:
        read_settings(path)
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('"conflict"', '"conflct"'), "covenant_v0: mode='conflct' is not possible"),
        (("num_players", "num_seats"), "covenant_v0 has no option 'num_seats'"),
        (('"random", "greedy", "heuristic"', '"random"'), "at least two players, not 1"),
        ((CONFLICT, f'{CONFLICT}\nsides = {{ oni_0 = ["random"] }}'), "sides are for games in which seats differ"),
        ((CONFLICT, f"{CONFLICT}\nlineups = true"), "line-ups need more than two seats"),
        ((CONFLICT, "options = { num_players = 4 }\nlineups = true"), "there are 4 seats and 3 players"),
        ((CONFLICT, f'{CONFLICT}\n[[tables]]\ntitle = "B"\n{CONFLICT}'), "the same as table 'One conflict'"),
    ],
)
def test_what_the_game_does_not_have_is_refused(change, complaint, write):
    settings = read_settings(write(change))
    with pytest.raises(TournamentError, match=r"^table '(One conflict|B)': ") as error:
        fixtures_of(settings)
    assert complaint in str(error.value)


OKKO = (('"covenant"', '"okko"'), ('"random", "greedy", "heuristic"', '"random"'))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('sides = { oni = ["random"], heroes = ["random"] }', "there is no side 'oni'; did you mean oni_0"),
        ('sides = { oni_0 = ["random"] }', "nobody plays heroes"),
        ("lineups = true", "line-ups are for games without roles"),
        ("players = []", "nobody plays oni_0"),
    ],
)
def test_sides_are_those_of_the_game(line, complaint, write):
    settings = read_settings(write(*OKKO, (CONFLICT, f"options = {{ num_heroes = 2 }}\n{line}")))
    with pytest.raises(TournamentError, match=complaint):
        fixtures_of(settings)


def test_a_game_in_which_nobody_has_an_opponent_is_no_tournament(write):
    settings = read_settings(write(('"covenant"', '"daimyo"'), (CONFLICT, "options = { boss_rush = true }")))
    with pytest.raises(TournamentError, match="nobody plays against anybody"):
        fixtures_of(settings)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("randy", "covenant_v0 has no player 'randy'"),
        ("rusher", "covenant_v0 has no player 'rusher'"),
        ("ismcts:9,prior=rusher", "covenant_v0 has no player 'rusher'"),
        ("flat:many", "flat:many"),
        ("ppo", "'ppo' needs the path"),
        ("ppo:nowhere", "there is no checkpoint at nowhere"),
        ("ppo:FILE", "is no safetensors file"),
    ],
)
def test_players_that_cannot_play_are_told_before_the_first_game(name, complaint, write, tmp_path):
    (tmp_path / "damaged").write_bytes(b"no weights")
    name = name.replace("FILE", str(tmp_path / "damaged"))
    settings = read_settings(write(('"greedy"', f'"{name}"')))
    with pytest.raises(TournamentError, match=r"^table 'One conflict': ") as error:
        look_up(fixtures_of(settings), settings.tables)
    assert complaint in str(error.value)


def test_a_player_of_other_options_is_told_before_the_first_game(write):
    settings = read_settings(write(('"greedy"', '"ppo:covenant-conflict"'), (', mode = "conflict"', "")))
    with pytest.raises(TournamentError, match=r"table 'One conflict': .*covenant-conflict"):
        look_up(fixtures_of(settings), settings.tables)


@pytest.mark.parametrize(
    ("refuses", "complaint"),
    [(lambda seat: seat == 1, "shy does not play seat 1"), (lambda seat: False, "is not legal")],
)
def test_everybody_is_asked_in_each_of_its_seats_before_the_first_game(refuses, complaint, write, monkeypatch):
    from shugyo.benchmarks.tournaments import tasks

    class Shy:
        name, needs, observation_dtype = "shy", frozenset(), "int8"

        def start(self, game, seed):
            pass

        def act(self, batch):
            (seat,) = batch.seat.tolist()
            if refuses(seat):
                raise ValueError(f"shy does not play seat {seat}")
            return batch.mask.argmax(axis=1) if seat == 0 else batch.mask.argmin(axis=1)

    found = tasks.find_player
    monkeypatch.setattr(tasks, "find_player", lambda game, name: Shy() if name == "shy" else found(game, name))
    settings = read_settings(write(('"greedy"', '"shy"')))
    with pytest.raises(TournamentError, match=rf"^table 'One conflict': .*{complaint}"):
        look_up(fixtures_of(settings), settings.tables)
