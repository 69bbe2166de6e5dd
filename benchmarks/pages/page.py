"""A report as one HTML file: a question, its answer, the evidence, and how it came about.

The file needs nothing beside it and runs no script; a browser that reads its policy loads nothing from anywhere. It is
made for a desk, a telephone, a dark room and paper. The data behind it goes into a folder next to it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from ...envs.core.files import write_whole
from .canvas import Drawing
from .data import Data, folder_of, write_data
from .words import Cell, duration


@dataclass(frozen=True)
class Prose:
    """A paragraph; a plain text is escaped, a `Markup` is not."""

    text: str


@dataclass(frozen=True)
class Figure:
    """A figure with how to read it.

    Attributes:
        drawing: in both widths.
        caption: what its marks mean.
        title: above it, where a section has several.
    """

    drawing: Drawing
    caption: str
    title: str = ""


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        head: of the columns, with units.
        rows: texts or cells, one for each column.
        words: numbers of the columns that hold words, from 0; the rest are numbers.
        caption: what the numbers are.
        fold: shut under this line until it is asked for; nothing: always open.
        stacked: whether notes of cells stand below, not beside.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str | Cell]]
    words: Sequence[int] = (0,)
    caption: str = ""
    fold: str = ""
    stacked: bool = False


@dataclass(frozen=True)
class Section:
    """A part of the evidence.

    Attributes:
        title: the question that it answers.
        finding: the answer in a sentence or two.
        parts: what shows it.
    """

    title: str
    finding: str
    parts: Sequence[Prose | Figure | Table]


@dataclass(frozen=True)
class Provenance:
    """How results came about, so that they can be had again.

    Attributes:
        commands: which made them, the page among them.
        rules: rules hashes, by what was played under them.
        seeds: what each decided, such as ``{"deals": 7}``.
        versions: of Python and libraries (`shugyo.benchmarks.results.versions`).
        date: when the page was made, with a time zone.
        seconds: that the games took, on the wall's clock.
        machine: where, in words.
        design: further facts by name, such as the players' options.
    """

    commands: Sequence[str]
    rules: Mapping[str, str]
    seeds: Mapping[str, int]
    versions: Mapping[str, str]
    date: datetime
    seconds: float
    machine: str = ""
    design: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Page:
    """A report.

    Attributes:
        kind: what it is of, in small letters above the title: ``"Tournament · covenant_v0"``.
        title: its name, for the window's title.
        question: what was asked.
        answer: in a sentence or two.
        warnings: what the reader must know before the answer is believed.
        facts: how much is behind it: a number and what it counts.
        sections: the evidence.
        provenance: how it came about.
        data: what lies beside it.
    """

    kind: str
    title: str
    question: str
    answer: str
    warnings: Sequence[str]
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    provenance: Provenance
    data: Sequence[Data] = ()


def html_of(page: Page, folder: str = "") -> str:
    """The page as text.

    Args:
        page: the report.
        folder: where its data lies, seen from the page.
    """
    # read by name: the package may be installed in an archive
    sheet, style = (
        resources.files(__name__.rpartition(".")[0]).joinpath(name).read_text("utf-8")
        for name in ("page.html.j2", "page.css")
    )
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.tests["figure"] = lambda part: isinstance(part, Figure)
    environment.tests["table"] = lambda part: isinstance(part, Table)
    environment.tests["cell"] = lambda entry: isinstance(entry, Cell)
    environment.filters["drawn"] = Markup
    environment.filters["duration"] = duration
    context: dict[str, Any] = {"page": page, "style": Markup(style), "folder": folder}
    return environment.from_string(sheet).render(context)


def write_page(page: Page, path: str | os.PathLike[str]) -> Path:
    """Writes a page and, into a folder beside it, its data; each file appears whole or not at all.

    The page comes last: where it can be opened, its data is there.

    Args:
        page: the report.
        path: ``….html``; its folder must exist, an earlier page of that name is replaced.

    Returns:
        The path.

    Raises:
        OSError: something cannot be written.
    """
    path = Path(path)
    folder = folder_of(path)
    write_data(page.data, folder)
    write_whole(path, html_of(page, folder.name).encode("utf-8", "replace"))
    return path
