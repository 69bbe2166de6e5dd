"""A demo as a page of HTML that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .demo import Demo
from .intervals import Estimate

WIDTH, ROW, LEFT, RIGHT = 720, 34, 130, 190
HEIGHT, MARGIN = 240, 40
COLOURS = ("#2563eb", "#d97706", "#059669", "#db2777", "#7c3aed", "#475569")
STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; }
svg { width: 100%; height: auto; } svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
code { font-size: .9em; }
"""


def page(demos: Sequence[Demo], command: str) -> str:
    """The page.

    Args:
        demos: one for each game.
        command: how it came about.
    """
    body = "\n".join(_section(demo) for demo in demos)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Shugyo demo</title>\n'
        f"<style>{STYLE}</style>\n<h1>How strong did it get?</h1>\n"
        f"<p>Written by <code>{escape(command)}</code>.</p>\n{body}\n</html>\n"
    )


def _section(demo: Demo) -> str:
    first = demo.standings[0]
    hardest = demo.hardest
    rows = [(standing.opponent, standing.line.win_share) for standing in demo.standings]
    return (
        f"<h2>{escape(demo.env_id)}</h2>\n"
        f"<p>A player was trained for {demo.minutes:.1f} minutes, in which it took {demo.decisions:,} decisions. Then "
        f"it played {first.data['deals']} deals against each scripted player, each deal once from every seat. Its "
        "strength is what it reaches against the hardest of them: "
        f"{hardest.line.win_share.mean:.1%} of the wins against <b>{escape(hardest.opponent)}</b>.</p>\n"
        f"<h3>Share of the wins, with 95 % intervals over the deals</h3>\n{bars(rows, first.summary.fair_share)}\n"
        f"<h3>Mean return in training, by opponent</h3>\n{lines(demo.curve)}\n"
        f"<p>Rules <code>{escape(first.data['rules_hash'])}</code>, seed {first.data['seed']}.</p>"
    )


def bars(rows: Sequence[tuple[str, Estimate]], fair: float) -> str:
    """Shares as bars with intervals, as SVG; a line marks the fair share."""
    width = WIDTH - LEFT - RIGHT
    parts = []
    for number, (name, share) in enumerate(rows):
        y = number * ROW + 8
        low, high = (f"{LEFT + width * end:.1f}" for end in (share.low, share.high))
        parts += [
            f'<text x="0" y="{y + 15}">{escape(name)}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{width * share.mean:.1f}" height="20" fill="{COLOURS[0]}" opacity=".7"/>',
            f'<path d="M{low} {y + 10}H{high}M{low} {y + 5}v10M{high} {y + 5}v10" stroke="currentColor"/>',
            f'<text x="{LEFT + width + 12}" y="{y + 15}">{share.mean:.1%} [{share.low:.1%}, {share.high:.1%}]</text>',
        ]
    height, x = len(rows) * ROW + 20, LEFT + width * fair
    parts.append(f'<path d="M{x:.1f} 0V{height - 18}" stroke="currentColor" stroke-dasharray="4 3"/>')
    parts.append(f'<text x="{x:.1f}" y="{height - 4}" text-anchor="middle">equal</text>')
    return _svg(height, parts)


def lines(curve: dict[str, list[tuple[float, float]]]) -> str:
    """Returns from −1 to 1 over minutes as curves, as SVG."""
    end = max((minutes for points in curve.values() for minutes, _ in points), default=1.0) or 1.0
    width = WIDTH - MARGIN - RIGHT

    def place(minutes: float, value: float) -> str:
        return f"{MARGIN + width * minutes / end:.1f},{HEIGHT / 2 - value * (HEIGHT / 2 - 12):.1f}"

    parts = []
    for value in (-1, 0, 1):
        (x, y), right = place(0, value).split(","), MARGIN + width
        parts.append(f'<path d="M{x} {y}H{right}" stroke="currentColor" opacity=".25"/>')
        parts.append(f'<text x="{MARGIN - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{value:+d}</text>')
    for number, (name, points) in enumerate(sorted(curve.items())):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(place(minutes, value) for minutes, value in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<rect x="{MARGIN + width + 14}" y="{number * 22 + 4}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{MARGIN + width + 32}" y="{number * 22 + 15}">{escape(name)}</text>')
    parts.append(f'<text x="{MARGIN + width}" y="{HEIGHT + 14}" text-anchor="end">{end:.1f} min</text>')
    return _svg(HEIGHT + 20, parts)


def _svg(height: int, parts: list[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img">\n' + "\n".join(parts) + "\n</svg>"
