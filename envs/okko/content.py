"""What may be configured in Okko Chronicles: the options, and the tables made of the content files.

``configs/okko/*.toml`` hold the shipped content; `cards`, `scenarios`, `effects` and `board.records` say what may stand
there, EFFECTS.md and MAPS.md what it means. `checks` refuses what cannot be played, `compile` turns programs into rows,
`filling` and `filling_board` fill the tables. The map of a scenario is looked at when it is played: by `board`, and by
`reach`, which refuses one in which somebody is locked out.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from ..core.content import DICT, Content, Table, combine, merge, read_overlay, shipped
from ..core.explain import nearest, value_at
from ..core.options import CommonOptions, OptionError
from .casting import cast
from .checks import check
from .filling import Filler
from .reach import check_reach, check_tests
from .scenarios import OkkoContent
from .state import HEROES, TABLES

MAX_DECISIONS = 20_000
DEFAULT_SCENARIO = "investigation"
ENTRIES = (
    *("heroes", "cards", "wounds", "items", "companions", "kinds", "events", "clues", "missions", "scenarios"),
    *("tiles", "corridors", "trees.thralls", "trees.creatures"),
)


class OkkoOptions(CommonOptions, kw_only=True, frozen=True):
    """Options of Okko Chronicles. Rule options are content: ``[rules]``.

    Attributes:
        num_heroes: Heroes, 1 to 4; there is one seat more, the Oni's.
        scenario: key of a scenario.
        heroes: keys of the Heroes who play, in the order of their seats; empty for those that the scenario names.
    """

    game = "okko"

    num_heroes: Annotated[int, Meta(ge=1, le=HEROES)] = 4
    scenario: Annotated[str, Meta(extra={"table": "scenarios"})] = DEFAULT_SCENARIO
    heroes: Annotated[tuple[str, ...], Meta(description="a sequence of Heroes, or an empty one")] = ()

    def __post_init__(self) -> None:
        """Checks what no single option can tell."""
        if self.heroes and len(self.heroes) != self.num_heroes:
            raise ValueError(f"heroes={self.heroes} does not fit num_heroes={self.num_heroes}; name as many, or none")
        if len(set(self.heroes)) < len(self.heroes):
            raise ValueError(f"heroes={self.heroes} names one twice; name each once")

    @property
    def num_seats(self) -> int:
        """Seats in play: the Oni and the Heroes."""
        return self.num_heroes + 1


def build_tables(options: OkkoOptions) -> tuple[np.ndarray, dict[str, Any]]:
    """The tables that the rules read, and the merged content that they were made of.

    The merged content does not depend on the options. The array stays writable, because pickle and deepcopy would drop
    a read-only mark, and numba compiles every kernel anew for an array that has it.

    Returns:
        tables: (1,) of `TABLES`.
        content: plain data.

    Raises:
        ContentError: content that cannot be played with.
        OptionError: a scenario or Hero that is not there, or too many or few Heroes for the scenario.
    """
    content = load(options)
    everything = content.convert(OkkoContent)
    check(content, everything)
    _check_options(everything, options)
    tables = np.zeros(1, TABLES)
    _fill_options(tables[0], options, everything)
    the_cast = cast(content, everything, options.scenario, options.heroes, options.num_heroes)
    check_tests(everything, options.scenario, the_cast.palace, content.place)
    check_reach(everything, options.scenario, the_cast.palace, content.place)
    Filler(tables[0], content, everything, the_cast).fill()
    return tables, msgspec.to_builtins(everything)


def _fill_options(t: Any, options: OkkoOptions, everything: OkkoContent) -> None:
    t.num_seats = options.num_seats
    t.num_heroes = options.num_heroes
    t.auto_forced = options.auto_forced
    t.max_turns = options.max_turns or everything.rules.max_turns
    t.max_decisions = options.max_decisions or MAX_DECISIONS
    t.side[0] = 1  # the Oni's; all Heroes are of side 0


def _check_options(everything: OkkoContent, options: OkkoOptions) -> None:
    """What the options ask for must be in the content."""
    if options.scenario not in everything.scenarios:
        known = nearest(options.scenario, list(everything.scenarios))
        raise OptionError(f"there is no scenario={options.scenario!r}; {known}")
    counts = everything.scenarios[options.scenario].heroes
    if str(options.num_heroes) not in counts:
        allowed = ", ".join(sorted(counts))
        raise OptionError(f"scenario {options.scenario!r} is not for num_heroes={options.num_heroes}; for: {allowed}")
    for hero in options.heroes:
        if hero not in everything.heroes:
            raise OptionError(f"heroes names {hero!r}, who is not there; {nearest(hero, list(everything.heroes))}")


# ---- merging --------------------------------------------------------------------------------------------------------
def load(options: OkkoOptions) -> Content:
    """Shipped and user content merged."""
    data = shipped(options.game)
    overlay = read_overlay(options.game, options.content)
    for source, part in overlay.parts:
        merge(_opened(data, part), part, source, ENTRIES)  # refuses what the content does not have
    return Content(options.game, merge(_opened(data, overlay), overlay, DICT, ENTRIES), overlay)


def _opened(data: Table, overlay: Table) -> Table:
    """The content with each entry ready for all that the overlay says of it.

    Most fields of an entry have a default that the files leave out, so that merging cannot know which exist. What an
    overlay says of an entry is put in here, and `Content.convert` refuses the fields that an entry does not have.
    """
    opened = dict(data)
    for table in ENTRIES:
        path = table.split(".")
        known, given = value_at(data, path), value_at(overlay, path)
        if isinstance(known, dict) and isinstance(given, dict):
            entries = {key: _bare(one) for key, one in given.items() if key in known and isinstance(one, dict)}
            for key in reversed(path):
                entries = {key: entries}
            opened = combine(opened, entries)
    return opened


def _bare(entry: Table) -> Table:
    return {key: value for key, value in entry.items() if key != "enabled"}
