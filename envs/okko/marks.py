"""How figures and tokens are marked on the map: up to three characters each."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import state as st
from .names import decoded

MARKS = "H1 Hero  f1 its companion  ?1 Courtier  ?e Evidence  ?p Parchment  [] Chest  <> object"
DIGITS = "123456789abcdefg"
TOKENS = {
    st.EVIDENCE: "?e",
    st.PARCHMENT: "?p",
    st.CHEST: "[]",
    st.TEST_TOKEN: "?t",
    st.OBJECT_TOKEN: "<>",
}


def kind_mark(tables: Any, kind: int) -> str:
    """Two letters of a kind of agents, which no other kind has: the first of its name and the next that is free."""
    taken: list[str] = []
    for k in range(kind + 1):
        name = "".join(filter(str.isalpha, decoded(tables.kind_name[k]))) or "??"
        pairs = [name[0].upper() + letter.lower() for letter in name[1:]] + [f"{name[0].upper()}{n}" for n in range(10)]
        taken.append(next((pair for pair in pairs if pair not in taken and pair[0] not in "H"), pairs[0]))
    return taken[kind]


def figure_marks(state: Any, tables: Any) -> dict[int, str]:
    """``{space: mark}`` of all figures on the board."""
    found = {}
    for figure in map(int, np.flatnonzero(state.at >= 0)):
        if figure < st.COMPANION_FIGURE:
            mark = f"H{figure + 1}"
        elif figure < st.AGENT_FIGURE:
            mark = f"f{figure - st.COMPANION_FIGURE + 1}"
        else:
            kind = int(tables.figure_kind[figure])
            mark = kind_mark(tables, kind)
            if tables.kind_count[kind] > 1:
                mark += DIGITS[figure - int(tables.kind_first[kind])]
        found[int(state.at[figure])] = mark
    return found


def token_marks(state: Any, tables: Any) -> dict[int, str]:
    """``{space: mark}`` of all tokens on the board; Courtiers are numbered."""
    found = {}
    for token in range(tables.num_tokens):
        kind = int(tables.token_kind[token])
        if state.token_at[token] >= 0:
            found[int(state.token_at[token])] = f"?{token + 1}" if kind == st.COURTIER_TOKEN else TOKENS.get(kind, "??")
    if tables.corruption_on_space:
        for space in state.corruption_space[: tables.num_tiles]:
            if space >= 0:
                found[int(space)] = "%%"
    return found
