"""The TOML file of a balance study: what is varied, who plays, how much, and which figures are looked at.

::

    title = "What hands of six do to one conflict"
    question = "Does the first Protagonist gain from smaller hands?"
    game = "covenant_v0"
    options = { mode = "conflict" }
    seed = 9_000_000
    games = 2000                        # deals of each point and player; all points play the same deals
    players = ["greedy", "heuristic"]   # who plays all seats, the weaker first; or a table, see `Playing`
    figures = ["seat", "rounds"]        # groups, or single figures such as "hero: Aiko": see `figures.GROUPS`

    [[factors]]
    key = "rules.hand_size"             # any number of the content, by its path
    levels = [6, 8]                     # besides the shipped value, which everything is compared with

    [[factors]]
    key = "votes.price_swap"
    times = [0.5, 1.5]                  # multiples of the shipped value

    [[factors]]
    option = "num_players"              # any option of the game, the number of seats among them
    levels = [2, 3, 4]
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ...envs.core.content import ContentError, Overlay, read_overlay, set_path
from ...envs.core.explain import nearest, value_at
from ...envs.core.game import GameSpec
from ...envs.core.options import OptionError, parse_options
from ...envs.core.players import find_player, introduce
from ...envs.core.sides import has_roles, role
from ...envs.core.spec import make_spec
from ..names import find_game, read_named
from . import figures

Count = Annotated[int, Meta(ge=1)]
Positive = Annotated[float, Meta(gt=0)]


class StudyError(ValueError):
    """A study that cannot be made."""


class Factor(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Something that is varied; what it is compared with is the game as it stands in the study.

    Attributes:
        key: path of a number of the content; or
        option: name of an option of the game; or
        ways: several options at once, ``{ scenario = "masks", num_heroes = 3 }``, each table a level.
        levels: values.
        times: multiples of the value that the game has, rounded where it is an integer; of an array, of each entry.
        range: least and greatest value, for Latin hypercubes and for tuning.
        figures: what this factor is judged by, if not by all figures of the study.
    """

    key: str = ""
    option: str = ""
    ways: list[dict[str, Any]] = []
    levels: list[Any] = []
    times: list[float] = []
    range: Annotated[list[float], Meta(min_length=2, max_length=2)] | None = None
    figures: list[str] = []

    @property
    def name(self) -> str:
        """The key or the option."""
        return self.key or self.option or "way to play"


class Playing(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Players of one strength.

    Attributes:
        all: who plays all seats, by name.
        roles: or who plays which role: ``{ oni = "heuristic", hero = "random" }``.
        games: deals, if not as many as the study's; a search plays few.
    """

    all: str = ""
    roles: dict[str, str] = {}
    games: Count | None = None

    @property
    def name(self) -> str:
        """How results name these players."""
        return self.all or ", ".join(f"{seat} {who}" for seat, who in self.roles.items())

    def of_role(self, name: str) -> str:
        """Who plays a role."""
        return self.all or self.roles[name]


class Target(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What a figure shall become.

    Attributes:
        figure: one figure, such as ``"seat: 1"``.
        value: in the figure's unit; win shares are multiples of fair, 1 being equal.
        within: how far off is still good.
        weight: of the squared distance, in units of ``within``.
    """

    figure: str
    value: float = 1.0
    within: Positive = 0.05
    weight: Positive = 1.0


class Tune(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """How content is searched for values that bring figures to their targets.

    Attributes:
        targets: all of them at once.
        trials: candidates.
        games: deals of a block; a candidate plays up to ``blocks`` of them, fewer if it falls behind.
        blocks: see there.
        finalists: the best so many are played again on deals that no candidate has met.
        second: a second family of players, by name, with which the winner is validated.
        second_games: deals of that, if not as many as the study's.
    """

    targets: Annotated[list[Target], Meta(min_length=1)]
    trials: Count = 40
    games: Annotated[int, Meta(ge=20)] = 400
    blocks: Count = 3
    finalists: Count = 4
    second: Annotated[list[str], Meta(min_length=1)]
    second_games: Count | None = None


class Study(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A study, see the module.

    Attributes:
        title, question: for people.
        game: ``"covenant_v0"``; `read_study` also takes ``"covenant"``.
        options: of the game, content included: what everything is compared with.
        seed: of the deals; no player was trained or tuned on them.
        games: deals of each point and player.
        players: at least two strengths, the weaker first.
        figures: groups and single figures.
        margins: the smallest difference that matters, by group, where it is not that of `figures.GROUPS`.
        design: how the levels of factors are put together.
        points: of a Latin hypercube.
        factors: what is varied; none if the game as it is is the question.
        tune: for ``shugyo balance tune``.
    """

    title: str
    question: str
    game: str
    options: dict[str, Any] = {}
    seed: Annotated[int, Meta(ge=0)]
    games: Annotated[int, Meta(ge=20)] = 2000
    players: Annotated[list[str | Playing], Meta(min_length=2)]
    figures: Annotated[list[str], Meta(min_length=1)]
    margins: dict[str, Positive] = {}
    design: Literal["one at a time", "full factorial", "latin hypercube"] = "one at a time"
    points: Annotated[int, Meta(ge=2)] | None = None
    factors: list[Factor] = []
    tune: Tune | None = None

    @property
    def playing(self) -> list[Playing]:
        """Who plays, the weaker first."""
        return [Playing(all=one) if isinstance(one, str) else one for one in self.players]

    def games_of(self, playing: Playing) -> int:
        """Deals that these players play of each point."""
        return playing.games or self.games

    def margin(self, figure: str, value: float) -> float:
        """The smallest difference of a figure that matters.

        Args:
            figure: which.
            value: what it has in the game as it is.
        """
        group, name = figures.group_of(figure), figure.partition(":")[0]
        margin = self.margins.get(name, group.margin)
        return margin * abs(value) if group.relative else margin


class Base:
    """The game of a study as it is, and what becomes of it at other levels.

    Args:
        study: from `read_study`.

    Raises:
        OptionError, ContentError: the options of the study.
    """

    def __init__(self, study: Study) -> None:
        self.study = study
        self.game = find_game(study.game)
        self._content = read_overlay(self.game.name, study.options.get("content"))
        self.spec = self.spec_of({})

    @cached_property
    def content(self) -> dict[str, Any]:
        """The merged content."""
        return self.game.build_tables(self._parsed({}))[1]

    def options_of(self, levels: Mapping[int, Any]) -> dict[str, Any]:
        """Options of the game at the given levels.

        Args:
            levels: by number of the factor; others stay as they are.
        """
        options = {key: value for key, value in self.study.options.items() if key != "content"}
        content = self._content
        for number, level in levels.items():
            factor = self.study.factors[number]
            if factor.key:
                content = _with(content, factor.key, level)
            else:
                options |= level if factor.ways else {factor.option: level}
        return {**options, "content": content} if content else options

    def spec_of(self, levels: Mapping[int, Any]) -> GameSpec:
        """The game at the given levels. Raises OptionError or ContentError where they do not go together."""
        return make_spec(self.game, self._parsed(levels))

    def value(self, factor: Factor) -> Any:
        """What the game has where a factor changes it.

        Raises:
            StudyError: there is no such key or option.
        """
        if factor.option:
            return self._option(factor.option)
        if factor.ways:
            return {name: self._option(name) for name in merged([key for way in factor.ways for key in way])}
        path = _steps(factor.key)
        mode = self.study.options.get("mode", "")  # the numbers of a mode stand apart from those of the whole game
        value = value_at(self.content, ["modes", mode, *path])
        value = value_at(self.content, path) if value is None else value
        if value is None or isinstance(value, dict):
            self.spec_of_key(factor.key)
            raise StudyError(f"factor {factor.key!r}: the content has no single value there; name one that it has")
        return value

    def _option(self, name: str) -> Any:
        known = [one for one in self.spec.options if one != "content"]
        if name not in known:
            raise StudyError(f"{self.study.game} has no option {name!r}; {nearest(name, known)}")
        return self.spec.options[name]

    def spec_of_key(self, key: str) -> None:
        """Lets the game say what is wrong with a key. Raises ContentError."""
        parsed = {**self.study.options, "content": _with(self._content, key, 0)}
        make_spec(self.game, parse_options(self.game.options_type, self.study.game, parsed))

    def _parsed(self, levels: Mapping[int, Any]) -> Any:
        return parse_options(self.game.options_type, self.study.game, self.options_of(levels))


def _with(content: Overlay, key: str, level: Any) -> Overlay:
    """Content with one more key set; errors will name the factor."""
    ((_, table),) = set_path(Overlay([]), f"{key}={json.dumps(level)}").parts
    return Overlay([*content.parts, (f"study, factor {key}", table)])


def _steps(key: str) -> list[str]:
    """The steps of a key path, as TOML reads them."""
    found, data = [], dict(_with(Overlay([]), key, 0))
    while isinstance(data, dict):
        (step,) = data
        found.append(step)
        data = data[step]
    return found


# ---- reading --------------------------------------------------------------------------------------------------------
def read_study(name: str, games: int | None = None) -> Study:
    """A study by name or by the path of its file.

    Args:
        name: of one that comes along, or a path.
        games: deals instead of what the study says; players with fewer of their own get as much less.

    Raises:
        StudyError: there is no such file, or it is not as it should be.
        OptionError, ContentError: the game does not have what it asks for.
    """
    given = read_named("balance", "study", name, StudyError)
    try:
        study = msgspec.convert(given, Study)
        return checked(study if games is None else resized(study, games))
    except (ContentError, OptionError):
        raise
    except (ValueError, msgspec.ValidationError) as error:
        raise StudyError(f"study {name}: {error}") from None


def resized(study: Study, games: int) -> Study:
    """A study with another number of deals; players with fewer of their own keep their part of them."""
    if games < 20:
        raise StudyError(f"a study needs at least 20 deals, not {games}")
    players = [
        one if isinstance(one, str) or one.games is None
        else msgspec.structs.replace(one, games=max(20, -(-one.games * games // study.games)))
        for one in study.players
    ]  # fmt: skip
    return msgspec.structs.replace(study, games=games, players=players)


def checked(study: Study) -> Study:
    """The study with its game's whole name, once everything in it is known to make sense.

    Raises:
        ValueError: it does not; a StudyError unless the game is what is not known.
        OptionError, ContentError: the game does not have what it asks for.
    """
    study = msgspec.structs.replace(study, game=find_game(study.game).env_id)
    base = Base(study)
    targets = [target.figure for target in study.tune.targets] if study.tune else []
    for wanted in (study.figures, study.margins, targets, *(factor.figures for factor in study.factors)):
        figures.check(base.game.name, list(wanted))
    for factor in study.factors:
        _check_factor(study, factor)
        base.value(factor)
    if study.design == "latin hypercube" and study.points is None:
        raise StudyError('design = "latin hypercube" needs points = …, how many')
    _check_players(study, base)
    return study


def _check_factor(study: Study, factor: Factor) -> None:
    if sum(map(bool, (factor.key, factor.option, factor.ways))) != 1:
        raise StudyError("a factor has a key of the content, an option, or ways to play; give one of them")
    wide = factor.range is not None
    if factor.range is not None and factor.range[0] >= factor.range[1]:
        raise StudyError(f"factor {factor.name}: range = {factor.range} is empty; give the least value first")
    if factor.ways and (factor.levels or factor.times or wide):
        raise StudyError("the levels of ways to play are the ways themselves; leave levels, times and range out")
    if not wide and not (factor.levels or factor.times or factor.ways):
        raise StudyError(f"factor {factor.name} has no levels; give levels, times or a range")
    if wide and study.design != "latin hypercube" and study.tune is None and not (factor.levels or factor.times):
        raise StudyError(f'factor {factor.name}: a range needs design = "latin hypercube", or tuning; give levels')


def _check_players(study: Study, base: Base) -> None:
    """Finds all players and starts them once, so that nobody waits for games that cannot be played."""
    known = list(dict.fromkeys(role(agent) for agent in base.spec.agents))
    for playing in study.playing:
        if bool(playing.all) == bool(playing.roles):
            raise StudyError("players are one for all seats, or one for each role: give all or roles")
        if playing.roles and (not has_roles(base.spec) or set(playing.roles) != set(known)):
            raise StudyError(
                f"roles = {playing.roles} does not fit {study.game}, where roles are {', '.join(known)}; name each"
            )
    second = study.tune.second if study.tune else []
    for name in dict.fromkeys([*(playing.of_role(one) for playing in study.playing for one in known), *second]):
        introduce(find_player(base.game, name), base.spec, study.seed, 0)
    names = [playing.name for playing in study.playing]
    if len(set(names)) < len(names):
        raise StudyError(f"players = {names} names the same players twice; name each strength once")


def merged(values: Sequence[Any]) -> list[Any]:
    """Values without those that came before."""
    return [value for place, value in enumerate(values) if value not in values[:place]]
