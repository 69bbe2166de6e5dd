"""Shows the cards of a game.

Without names all cards, as tables. A name, a part of one or a printed number shows all facts of a card, its text, and
where each fact comes from. Options of the game leave the cards of such a game.

Examples:
  shugyo cards daimyo
  shugyo cards daimyo --kind treasures --class ninja --texts
  shugyo cards daimyo --find "trade point"
  shugyo cards daimyo shizuka 33 --content mine
  shugyo cards daimyo --option boss_rush=true --json
"""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from tyro.conf import Positional, arg

from .games import GameOptions, find_game, named_options, options_of, unless

if TYPE_CHECKING:
    from ..envs.core.cards import Card
    from ..envs.core.game import Game

NEAREST = 3
"""How many names are offered in place of one that no card has."""


@dataclass(kw_only=True)
class Args(GameOptions):
    """Arguments of ``shugyo cards``."""

    game: Positional[Annotated[str, arg(metavar="GAME")]]
    """The game, such as daimyo."""

    names: Positional[Annotated[tuple[str, ...], arg(metavar="[NAME …]", help_behavior_hint="")]] = ()
    """Names, parts of names, or printed numbers; all cards if left out."""

    kind: Annotated[str | None, unless("KIND")] = None
    """Only cards of this kind, such as treasures."""

    class_: Annotated[str | None, unless("CLASS", name="class")] = None
    """Only cards of this class, such as ninja."""

    find: Annotated[str | None, unless("WORDS")] = None
    """Only cards in whose name or text this is found; shows the texts."""

    texts: bool = False
    """Show the texts instead of tables."""

    json: bool = False
    """Print JSON."""


def run(args: Args) -> None:
    """Prints the cards."""
    game = find_game(args.game)
    chosen = choose(args, game)
    console = Console(highlight=False)
    if args.json:
        data = [{name: value for name, value in asdict(card).items() if name != "row"} for card in chosen]
        print(json.dumps(data, indent=2, ensure_ascii=False))
    elif args.names:
        for card in chosen:
            show_card(console, card)
    else:
        for kind in dict.fromkeys(card.kind for card in chosen):
            those = [card for card in chosen if card.kind == kind]
            if args.texts or args.find is not None:
                show_texts(console, those)
            else:
                show_table(console, those)


# ---- which cards ----------------------------------------------------------------------------------------------------
def choose(args: Args, game: Game) -> list[Card]:
    """The cards that are asked for.

    Raises:
        ValueError: there are none.
    """
    tables, content = game.build_tables(options_of(game, args))
    if game.cards is None:
        raise ValueError(f"{game.env_id} has no cards; `shugyo content export {game.name} FOLDER` writes its numbers")
    cards = game.cards(content, tables[0])
    if named_options(args):
        cards = [card for card in cards if card.in_game]
    for option, value, of in (
        ("--kind", args.kind, lambda card: card.kind),
        ("--class", args.class_, lambda card: card.facts.get("class")),
    ):
        if value is not None:
            cards = _only(option, value, cards, of)
    if args.find is not None:
        wanted = args.find.casefold()
        cards = [card for card in cards if wanted in f"{card.name}\n{card.text}".casefold()]
        if not cards:
            raise ValueError(f"--find {args.find!r}: none of these cards has it in its name or text; try less of it")
    found = {(card.kind, card.key): card for word in args.names for card in named(cards, word, game)}
    return list(found.values()) if args.names else cards


def _only(option: str, value: str, cards: list[Card], of: Any) -> list[Card]:
    from ..envs.core.explain import nearest

    known = [one for one in dict.fromkeys(map(of, cards)) if one is not None]
    if value not in known:
        raise ValueError(f"{option} {value!r}: {nearest(value, known) if known else 'these cards have none'}")
    return [card for card in cards if of(card) == value]


def named(cards: list[Card], word: str, game: Game) -> list[Card]:
    """The cards of that printed number, of that name or key, or else those with it in their name or key.

    Raises:
        ValueError: no card is called so.
    """
    wanted = word.casefold()
    if word.isdecimal():
        found = [card for card in cards if card.number == int(word)]
    else:
        found = [card for card in cards if wanted in (card.name.casefold(), card.key.casefold())]
        found = found or [card for card in cards if wanted in card.name.casefold() or wanted in card.key.casefold()]
    if found:
        return found
    by_word = {part: card.name for card in cards for part in (*re.findall(r"\w+", card.name.casefold()), card.key)}
    near = dict.fromkeys(by_word[close] for close in difflib.get_close_matches(wanted, by_word, n=NEAREST))
    remedy = f"the nearest are {'; '.join(near)}" if near else f"`shugyo cards {game.name}` lists those there are"
    raise ValueError(f"none of these cards has {word!r} as its number or in its name; {remedy}")


# ---- how they are shown ---------------------------------------------------------------------------------------------
def show_table(console: Console, cards: list[Card]) -> None:
    """Prints cards of one kind, a line for each."""
    heads = list(dict.fromkeys(head for card in cards for head in card.row))
    table = Table(title=_title(cards), title_justify="left", box=SIMPLE_HEAD, padding=0)
    numbered = any(card.number is not None for card in cards)
    if numbered:
        table.add_column("no.", justify="right", no_wrap=True)
    table.add_column("name")
    for head in heads:
        is_number = any(isinstance(card.row.get(head), int) for card in cards)
        table.add_column(head, justify="right" if is_number else "left", no_wrap=True)
    for card in cards:
        number = [str(card.number)] if numbered else []
        table.add_row(*number, Text(card.name), *(Text(str(card.row.get(head, ""))) for head in heads))
    console.print(table)


def show_texts(console: Console, cards: list[Card]) -> None:
    """Prints cards of one kind with their facts in a line, and their texts."""
    console.print(Text(_title(cards), "italic"))
    for card in cards:
        number = "" if card.number is None else f"{card.number:3}  "
        console.print(Text.assemble(number, (card.name, "bold"), f": {facts_line(card)}"))
        _print_indented(console, card.text, len(number) + 2)
    console.print()


def show_card(console: Console, card: Card) -> None:
    """Prints all that is known of a card."""
    from ..envs.core.cards import DESIGNED

    number = "" if card.number is None else f", number {card.number}"
    index = "" if card.index is None else f"; {card.index} in actions and observations"
    console.print(Text.assemble((card.name, "bold"), number))
    console.print(Text(f"{card.kind}.{card.key}{index}", "dim"), soft_wrap=True)
    _print_indented(console, card.text, 2)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for head in ("fact", "value", "source"):
        table.add_column(head)
    own = {"name": card.name} if card.number is None else {"number": card.number, "name": card.name}
    for fact, value in {**own, **card.facts}.items():
        parts = [part for part in card.source if part.startswith(f"{fact}.")]
        if fact in card.source or parts or value not in (None, [], {}):
            table.add_row(fact, Text(_value(value)), card.source.get(fact, DESIGNED))
        for part in parts:
            table.add_row(part, "", card.source[part])
    console.print(table)


def _title(cards: list[Card]) -> str:
    return f"{cards[0].kind} ({len(cards)})"


def facts_line(card: Card) -> str:
    """The few facts of an overview in a line; a class speaks for itself."""
    return ", ".join(str(value) if head == "class" else f"{head} {value}" for head, value in card.row.items())


def _value(value: Any) -> str:
    """A value in a table; what a card does stands in its text."""
    if isinstance(value, (dict, list)):
        return "see the text" if value else "none"
    return str(value).lower() if isinstance(value, bool) else "none" if value is None else str(value)


def _print_indented(console: Console, text: str, spaces: int) -> None:
    console.print(Padding(Text(text), (0, 0, 0, spaces), expand=False))
