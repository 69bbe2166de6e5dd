"""Writes the shipped content of a game into a folder, and checks a folder of your own.

Examples:
  shugyo content export daimyo mine
  shugyo content check daimyo mine
  shugyo content check daimyo mine --option nemesis=false --option boss_rush=false
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text
from tyro.conf import Positional, UseAppendAction, arg, subcommand

from .cards import facts_line
from .games import GameOptions, find_game, named_options, options_of

if TYPE_CHECKING:
    from ..envs.core.cards import Card
    from ..envs.core.content_check import Change
    from ..envs.core.game import Game

Cards = dict[tuple[str, ...], "Card"]
FEW = 4
"""So many entries that change nothing are named; of more the number is told."""


@dataclass(kw_only=True)
class Export:
    """Writes the shipped TOML files of a game, comments and all, into a folder, and overwrites nothing."""

    game: Positional[Annotated[str, arg(metavar="GAME")]]
    """The game, such as daimyo."""

    folder: Positional[Annotated[Path, arg(metavar="FOLDER")]]
    """Where to; the folder is made if it does not exist."""


@dataclass(kw_only=True)
class Check:
    """Checks a folder that is laid over the shipped content, in all variants of the game, and tells what differs."""

    game: Positional[Annotated[str, arg(metavar="GAME")]]
    """The game, such as daimyo."""

    folder: Positional[Annotated[Path, arg(metavar="FOLDER")]]
    """TOML files with the names of the shipped ones, whole or with just what differs."""

    option: Annotated[tuple[str, ...], UseAppendAction, arg(metavar="KEY=VALUE")] = ()
    """An option of the game that is not varied, such as nemesis=false for content without nemeses."""


Args = Annotated[Export, subcommand("export")] | Annotated[Check, subcommand("check")]


def run(args: Export | Check) -> None:
    """Carries out the subcommand."""
    if isinstance(args, Export):
        export(args)
    else:
        check(args)


def export(args: Export) -> None:
    """Writes the files."""
    from ..envs.core.content_files import export_content

    game = find_game(args.game)
    files = export_content(game.name, args.folder.expanduser())
    print(f"written: {args.folder}: {', '.join(file.name for file in files)}")
    print(f"next: change what differs, then shugyo content check {game.name} {args.folder}")


def check(args: Check) -> None:
    """Checks a folder and prints what differs."""
    from ..envs.core.content import content_hash, read_overlay
    from ..envs.core.content_check import changes, check_variants, idle_entries, shipped_content

    game = find_game(args.game)
    given = GameOptions(option=args.option, content=args.folder)
    options = options_of(game, given)
    old_tables, old = shipped_content(game)
    tables, new, variants = check_variants(game, options, named_options(given))
    found = list(changes(old, new))
    before, after = _cards(game, old, old_tables), _cards(game, new, tables)
    entries: dict[tuple[str, ...], list[Change]] = {}
    for change in found:
        entries.setdefault(_entry(change, {**before, **after}), []).append(change)
    console = Console(highlight=False)
    differ = "1 entry differs" if len(entries) == 1 else f"{len(entries) or 'no'} entries differ"
    console.print(f"{args.folder}: {differ} from what {game.env_id} ships", soft_wrap=True)
    for path, those in entries.items():
        show_entry(console, path, those, before.get(path), after.get(path))
    console.print()
    for line in [*_odd_numbers(before, after), *_idle(idle_entries(read_overlay(game.name, options.content), found))]:
        console.print(f"note: {line}", soft_wrap=True)
    console.print(f"it can be played: {variants} combinations of options were tried")
    own, shipped = (content_hash(game.rules_version, content) for content in (new, old))
    console.print(f"rules {own}" + ("" if own == shipped else f" (shipped: {shipped})"), soft_wrap=True)


def show_entry(
    console: Console, path: tuple[str, ...], those: list[Change], before: Card | None, after: Card | None
) -> None:
    """Prints what differs in one entry, and the new text of a card.

    Args:
        console: where to.
        path: keys of the entry.
        those: the changes in the entry, or the one of which it is made.
        before, after: the card that the entry is; None if there is none.
    """
    from ..envs.core.content_check import ABSENT

    first, card = those[0], after or before
    whole = len(first.path) <= len(path)
    state = "added" if whole and first.old is ABSENT else "dropped" if whole and first.new is ABSENT else "changed"
    number = "" if card is None or card.number is None else f", number {card.number}"
    called = "" if card is None else f": {card.name}{number}"
    said = f": {_told(first)}" if whole and state == "changed" else ""
    console.print()
    console.print(Text.assemble((f"{state:8}", "bold"), f" {'.'.join(path)}{called}{said}"))
    text = "" if after is None or (before is not None and before.text == after.text) else after.text
    if whole and state == "added" and card is not None:
        _print_indented(console, facts_line(card), 4)
    for change in those if not whole else []:
        told = "see the text" if text and _is_program(change) else _told(change)
        _print_indented(console, f"{'.'.join(change.path[len(path) :])}: {told}", 4)
    if text:
        _print_indented(console, text, 6)


def _cards(game: Game, content: dict[str, Any], tables: Any) -> Cards:
    cards = game.cards(content, tables[0]) if game.cards else []
    return {(*card.kind.split("."), card.key): card for card in cards}


def _entry(change: Change, cards: Cards) -> tuple[str, ...]:
    """The keys of the entry that a change is in: those of a card, else the first two."""
    return next((change.path[:n] for n in (3, 2) if change.path[:n] in cards), change.path[:2])


def _is_program(change: Change) -> bool:
    """Whether the change is one of tables, which say what a card does."""
    return any(isinstance(value, Mapping) or _holds_tables(value) for value in (change.old, change.new))


def _holds_tables(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def _told(change: Change) -> str:
    return f"{_value(change.old)} → {_value(change.new)}"


def _value(value: Any) -> str:
    from ..envs.core.content_check import ABSENT

    return "nothing" if value is ABSENT or value is None else json.dumps(value, ensure_ascii=False)


def _odd_numbers(before: Cards, after: Cards) -> Iterator[str]:
    """Kinds of which there are more or fewer cards than in the shipped box."""
    kinds = dict.fromkeys(card.kind for card in (*before.values(), *after.values()))
    for kind in kinds:
        own, shipped = (
            sum(card.facts.get("copies", 1) for card in cards.values() if card.kind == kind)
            for cards in (after, before)
        )
        if own != shipped:
            yield f"{own} {kind}, copies counted; the shipped box holds {shipped}"


def _idle(idle: Mapping[str, tuple[list[str], int]]) -> Iterator[str]:
    for place, (names, said) in idle.items():
        if len(names) == said:
            yield f"{place}: all is as shipped, so that the file may be left out"
        elif len(names) > FEW:
            yield f"{place}: {len(names)} of its {said} entries are as shipped, and may be left out"
        elif names:
            yield f"{place}: as shipped, and may be left out: {', '.join(names)}"


def _print_indented(console: Console, text: str, spaces: int) -> None:
    console.print(Padding(Text(text), (0, 0, 0, spaces), expand=False))
