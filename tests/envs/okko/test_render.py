"""How a game of Okko Chronicles looks. That nobody is shown more than they know: test_belief.py, for every decision."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_v import SETTINGS, Seen, seen

from shugyo.envs.okko import state as st
from shugyo.envs.okko.board import draw
from shugyo.envs.okko.casting import cast
from shugyo.envs.okko.content import OkkoOptions, build_tables, load
from shugyo.envs.okko.marks import figure_marks, kind_mark, token_marks
from shugyo.envs.okko.naming import clue_name, event_name
from shugyo.envs.okko.picture import draw_map, tile_letter
from shugyo.envs.okko.render import render
from shugyo.envs.okko.scenarios import OkkoContent


def lines_of(games: Seen, state: np.void, viewer: int | None, label: str) -> list[str]:
    """The lines that begin with a label, as a viewer sees the state."""
    text = render(state, games.t, viewer).replace("│", "\n").splitlines()
    return [line.strip() for line in text if line.strip().startswith(label)]


# ---- the map --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("scenario", ["initiation", "vigil", "investigation", "masks"])
def test_the_map_is_that_of_the_palace(scenario):
    options = OkkoOptions(num_heroes=2, scenario=scenario)
    content = load(options)
    palace = cast(content, content.convert(OkkoContent), scenario, (), 2).palace
    tables = build_tables(options)[0][0]
    assert draw_map(tables, {}) == draw(palace).split("\n")
    assert draw_map(tables, {0: "H1", 5: "As3"}) == draw(palace, {0: "H1", 5: "As3"}).split("\n")
    assert [tile_letter(tables, i) for i in range(tables.num_tiles)] == [piece.letter for piece in palace.plan.pieces]


def test_marks_are_short_and_tell_figures_apart():
    games = seen("investigation-3")
    for state in games.some:
        marks = figure_marks(state, games.t)
        assert len(marks) == (state["at"] >= 0).sum() == len(set(marks.values()))
        assert all(1 < len(mark) <= 3 for mark in [*marks.values(), *token_marks(state, games.t).values()])
    kinds = [kind_mark(games.t, int(kind)) for kind in np.flatnonzero(games.t.kind_count)]
    assert len(set(kinds)) == len(kinds) and kinds[:2] == ["As", "Sa"]


def test_figures_and_tokens_stand_on_the_map():
    games = seen("investigation-3")
    state = games.at[st.PLAN_FIRST][0]
    text = render(state, games.t)
    for mark in [*figure_marks(state, games.t).values(), *token_marks(state, games.t).values()]:
        assert mark in text
    assert "?1 Lord Tachibana, the Chamberlain" in text or state["token_at"][0] < 0


def test_a_corruption_token_on_a_space_is_drawn():
    games = seen("masks-4-oni-picks-token-on-space")
    state = games.at[st.CORRUPTION_TOKEN][0]
    assert list(token_marks(state, games.t).values()).count("%%") == (state["corruption_space"] >= 0).sum() > 0
    assert "corrupted" in render(state, games.t)


# ---- the text -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SETTINGS)
def test_every_state_can_be_drawn_for_everybody(name):
    games = seen(name)
    for states in [*games.at.values(), games.over[:5]]:
        for viewer, reveal in ((None, False), (0, False), (1, False), (None, True)):
            lines = render(states[0], games.t, viewer, reveal).splitlines()
            assert {len(line) for line in lines} == {99}


def test_no_such_viewer():
    games = seen("vigil-2")
    with pytest.raises(ValueError, match=r"viewer 3: this game has the seats 0 … 2"):
        render(games.some[0], games.t, 3)


def test_the_end_tells_who_has_won():
    games = seen("vigil-2")
    state = games.over[0].copy()
    for winner, words in ((1, "the Heroes have won"), (2, "the Oni has won"), (3, "a draw")):
        state["winner"] = winner
        assert words in render(state, games.t)
    state["foul"] = 1
    assert "the Oni forfeits by an illegal action" in render(state, games.t)


def test_b098_only_the_oni_reads_its_cards_and_its_name():
    games = seen("investigation-3")
    for state in games.at[st.PLAN_FIRST][:8]:
        hand = [event_name(games.t, int(e)) for e in np.flatnonzero(state["event_place"] == st.EVENT_HAND)]
        (own,), (other,), (public,) = (lines_of(games, state, viewer, "hand       ")[-1:] for viewer in (0, 1, None))
        assert not hand or hand[0] in own
        assert other == public == f"hand       {len(hand)} Event card" + "s" * (len(hand) != 1)
        who = f"is         {clue_name(games.t, int(state['nature']))}, as {clue_name(games.t, int(state['identity']))}"
        assert lines_of(games, state, 0, "is         ") == [who]
        known = bool(state["battle"]) or bool(state["nature_known"])
        assert bool(lines_of(games, state, 1, "is         ")) == known


def test_b097_the_oni_reads_only_how_many_cards_lie_where():
    games = seen("investigation-3")
    state = games.at[st.TECHNIQUE][0]
    for viewer in (0, None):
        assert len(lines_of(games, state, viewer, "laid       ")) == state["alive"].sum()
        assert not lines_of(games, state, viewer, "left       ") and not lines_of(games, state, viewer, "right      ")
    assert lines_of(games, state, 1, "left       ") or lines_of(games, state, 1, "right      ")


def test_a040_the_order_is_read_card_by_card():
    games = seen("investigation-3")
    state = next(s for s in games.at[st.HERO_ACTION] if s["position"] == 1 and s["alive"].sum() == 3)
    assert lines_of(games, state, 0, "order")[0].count("?") == 2
    assert lines_of(games, state, 2, "order")[0].count("?") == 0


def test_b099_clue_cards_are_read_by_the_heroes():
    games = seen("investigation-3")
    state = next(s for s in games.at[st.HERO_ACTION] if (s["clue_place"] == st.CLUE_HELD).sum() == 1)
    clue = clue_name(games.t, int(np.flatnonzero(state["clue_place"] == st.CLUE_HELD)[0]))
    assert lines_of(games, state, 3, "held") == [f"held       1 card: {clue}"]
    assert lines_of(games, state, 0, "held") == lines_of(games, state, None, "held") == ["held       1 card"]


@pytest.mark.parametrize(
    ("decision", "own", "own_words", "other", "other_words"),
    [
        (st.COURTIER_CALL, 1, "may call a Courtier", 0, "takes an Action or ends the activation"),
        (st.COURTIER_SLOT, 1, "decides whom a Courtier follows", 0, "takes an Action or ends the activation"),
        (st.TECHNIQUE_CARD, 0, "chooses the Character card for", 2, "may lay an Event card as a technique"),
    ],
)
def test_questions_that_would_give_something_away(decision, own, own_words, other, other_words):
    games = seen("investigation-3")
    for state in games.at[decision][:5]:
        assert own_words in render(state, games.t, own)
        assert other_words in render(state, games.t, other)
        assert other_words in render(state, games.t)
        assert own_words in render(state, games.t, None, reveal=True)


def test_an_attack_that_goes_on_is_told():
    games = seen("investigation-3")
    state = games.at[st.PUSH_SPACE][0]
    (line,) = lines_of(games, state, None, "Attack  ")
    assert " against " in line and line.endswith(f"{state['tasks'][state['task_count'] - 1, st.COUNT]} hits")
