"""The strength tables as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from .measured import joined, table
from .standing_cells import Cell, Known, Ledger, Rows, Sheet


def page_of(sheets: Sequence[Sheet], ledger: Ledger) -> str:
    """All tables, and which bars hold.

    Args:
        sheets: what was to be played.
        ledger: what was played.
    """
    parts = []
    for sheet in sheets:
        game = sheet.game.rpartition("_v")[0]
        parts += [f"## {game}", *_bars(sheet, ledger)]
        for rows in sheet.tables:
            parts += [f"### {rows.title}", *_table(sheet, rows, ledger)]
    return joined(parts)


def _table(sheet: Sheet, rows: Rows, ledger: Ledger) -> list[str]:
    cells = {(cell.player, cell.opponent): cell for cell in sheet.cells_of(rows)}
    lines = []
    for player in rows.players:
        line = [f"`{player}`"]
        for opponent in rows.against:
            cell = cells.get((player, opponent))
            line.append("–" if cell is None else _words(cell, ledger.known(cell)))
        lines.append(line)
    return table(["player", *(f"`{name}`" for name in rows.against)], lines)


def _bars(sheet: Sheet, ledger: Ledger) -> list[str]:
    """A line for each bar."""
    lines = []
    for rows in sheet.tables:
        for cell in sheet.cells_of(rows):
            if cell.bar is None:
                continue
            known = ledger.known(cell)
            if cell.surpassed is not None:
                bar = ledger.known(cell.surpassed)
                above = f"`{cell.bar}`" + (f", {bar.estimate.mean:.1%}" if bar.deals else "")
            else:
                bar = float(cell.bar)
                above = f"{bar:.0%}"
            place = "" if cell.side == "each" else f" as `{cell.side}`"
            name = f"`{cell.player}`{place} against `{cell.opponent}`, {rows.title}"
            lines.append([name, above, _words(cell, known), known.verdict(bar)])
    return table(["bar", "above", "measured", "verdict"], lines) if lines else []


def _words(cell: Cell, known: Known) -> str:
    if known.deals == 0:
        return "–"
    share, low, high = known.estimate
    return f"{share:.1%} [{low:.1%}, {high:.1%}], {known.games:,} games"
