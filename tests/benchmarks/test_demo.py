from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from shugyo.benchmarks.intervals import Estimate
from shugyo.benchmarks.report import bars, lines, page
from shugyo.envs import covenant_v0

SMALL = {"ppo": {"steps": 8, "hidden": [16]}, "games": {"num_envs": 16}}


def test_bars_are_drawn_to_scale_and_names_are_harmless():
    svg = ElementTree.fromstring(bars([("<b>", Estimate(0.75, 0.5, 1.0)), ("weak", Estimate(0.0, 0.0, 0.1))], 0.5))
    texts = [text.text for text in svg.iter("text")]
    assert "<b>" in texts
    assert "75.0% [50.0%, 100.0%]" in texts
    wide, none = (float(rect.get("width", "")) for rect in svg.iter("rect"))
    assert wide == pytest.approx(0.75 * 400)
    assert none == 0


def test_curves_are_drawn_even_without_points():
    assert not list(ElementTree.fromstring(lines({})).iter("polyline"))
    svg = ElementTree.fromstring(lines({"random": [(0.5, -1.0), (1.0, 1.0)]}))
    (curve,) = svg.iter("polyline")
    (_, low), (_, high) = (point.split(",") for point in curve.get("points", "").split())
    assert float(low) > float(high)


@pytest.mark.slow
def test_demo_trains_measures_and_reports(tmp_path: Path):
    pytest.importorskip("torch", reason="training is not installed")
    from shugyo.benchmarks.demo import run_demo
    from shugyo.envs.core.players import scripted_names

    notes: list[str] = []
    folder = tmp_path / "covenant"
    demo = run_demo(covenant_v0.GAME, folder, minutes=0.05, deals=4, note=notes.append, **SMALL)
    assert not demo.interrupted
    assert [standing.opponent for standing in demo.standings] == list(scripted_names(covenant_v0.GAME))
    assert len(notes) == 1 + len(demo.standings)
    assert all(standing.data["players"][0] == f"ppo:{folder}" for standing in demo.standings)
    json.dumps([standing.data for standing in demo.standings], allow_nan=False)
    html = page([demo], "shugyo demo")
    assert not re.search(r"(?:src|href)=|@import|url\(", html)  # it needs nothing beside it
    assert demo.hardest.opponent in html
