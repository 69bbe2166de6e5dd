"""The observation of Okko Chronicles: blocks within their ranges, true, complete, and silent about secrets."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_v import SETTINGS, Seen, parts, secret_plans, seen

from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.game import GAME

LAYOUT = GAME.layout
every_setting = pytest.mark.parametrize("name", SETTINGS)


def all_states(games: Seen) -> np.ndarray:
    """Records at all decisions, and of games that are over."""
    return np.concatenate([games.some, games.over[:5], *games.at.values()])


def one_hot(values: np.ndarray, size: int) -> np.ndarray:
    """(…, size); no one for a value out of range."""
    return values[..., None] == np.arange(size)


def state_at(games: Seen, decision: int) -> np.ndarray:
    """Records at which that decision was pending; some must have come up."""
    assert decision in games.at, st.DECISIONS[decision]
    return games.at[decision]


# ---- ranges, meanings -----------------------------------------------------------------------------------------------
def test_every_block_says_what_it_means():
    meanings = [block.meaning for block in LAYOUT.blocks]
    assert all(len(meaning) > 5 for meaning in meanings)
    assert LAYOUT.size == sum(block.size for block in LAYOUT.blocks) == 5855


@every_setting
def test_entries_stay_within_the_declared_ranges(name):
    games = seen(name)
    low, high = LAYOUT.bounds("int8", games.t)
    states = all_states(games)
    for seat in games.seats:
        out = games.play.observation(states, seat)
        outside = ((out < low) | (out > high)).any(0)
        assert not outside.any(), [n for n, view in LAYOUT.view(games.t).items() if outside[view.slice].any()]


# ---- what is in the record ------------------------------------------------------------------------------------------
def expected(games: Seen, s: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    """Blocks made of the records by other means."""
    t, n = games.t, len(s)
    figures = s["at"][:, :, None] == np.arange(st.SPACES)  # (N, FIGURES, SPACES)
    at = np.maximum(s["at"], 0)
    place = np.stack([1 + t.space_x[at], 1 + t.space_y[at]], 2) * (s["at"] >= 0)[:, :, None]
    kinds = np.arange(st.FIGURES) >= st.AGENT_FIGURE
    hidden = secret_plans(s)[:, None] & (seat == st.ONI_SEAT)
    cards = s["card_place"]
    laid = (cards == st.LEFT) | (cards == st.RIGHT)
    shown = np.where(hidden & laid, st.HAND, cards)
    owner = s["item_owner"]
    slots = np.where(s["item_slot"] < 0, 6, 1 + s["item_slot"])
    places = s["event_place"]
    order = np.where((seat > 0) | (np.arange(st.HEROES) < s["position"][:, None]), s["order"], -1)
    playing = np.arange(st.HEROES) < t.num_heroes
    return {
        "seat": np.tile(np.arange(5) == seat, (n, 1)),
        "heroes": np.tile(np.arange(1, 5) == t.num_heroes, (n, 1)),
        "alive": s["alive"],
        "round": s["turn"][:, None],
        "phase": one_hot(s["phase"], 6),
        "battle": one_hot(s["battle"], 5),
        "memoir": s["memoir"],
        "progress": s["progress"],
        "completed": s["completed"],
        "node": s["node"],
        "occupant": (figures * (1 + np.arange(st.FIGURES))[:, None]).sum(1),
        "agents_at": (figures * (kinds * (1 + t.figure_kind))[:, None]).sum(1),
        "corruption": s["corrupted"],
        "penalties": s["penalties"],
        "tokens_left": s["tokens_left"][:, None],
        "place": place,
        "damage": s["damage"],
        "condition": s["condition"],
        "lost": s["lost"],
        "mods": s["mods"],
        "actions_left": s["actions_left"],
        "acted": s["acted"],
        "kind_mods": s["kind_mods"],
        "active_mods": s["active_mods"],
        "activated": s["activated"],
        "active_kind": one_hot(s["active_kind"], st.KINDS),
        "action_cards": np.stack([shown == row for row in (st.HAND, st.LEFT, st.RIGHT, st.DISCARDED)], 1),
        "items": np.where(owner[:, None] == np.arange(st.HEROES)[:, None], slots[:, None], 0),
        "items_open": (owner == st.IN_DISCARD) + 2 * (owner == st.DRAWN),
        "used": s["used"],
        "fired": s["fired"],
        "wounded": s["wounded"],
        "goal": one_hot(s["goal"], st.GOALS) & playing[:, None],
        "goal_count": s["goal_count"],
        "goal_done": s["goal_done"],
        "companion": one_hot(s["companion"], st.COMPANIONS),
        "companion_gone": s["companion_gone"],
        "order": one_hot(order, st.HEROES),
        "position": s["position"][:, None],
        "event_hand": (places == st.EVENT_HAND) & (seat == st.ONI_SEAT),
        "event_discard": places == st.EVENT_DISCARD,
        "hand_size": (places == st.EVENT_HAND).sum(1)[:, None],
        "clue_held": (s["clue_place"] == st.CLUE_HELD) & (seat > st.ONI_SEAT),
        "accused": s["accused"],
        "accusations": np.stack([s["wrong"], s["nature_known"]], 1),
    }


@every_setting
def test_blocks_tell_what_is_in_the_record(name):
    games = seen(name)
    states = all_states(games)
    for seat in games.seats:
        blocks = parts(games.play, states, seat)
        for block, values in expected(games, states, seat).items():
            assert (blocks[block] == values).all(), block


@every_setting
def test_decisions_and_seats_are_shown_to_those_who_may_see_them(name):
    games = seen(name)
    secret = {st.COURTIER_CALL, st.COURTIER_SLOT, st.TECHNIQUE_CARD}
    for decision, states in games.at.items():
        for seat in games.seats:
            own = states["seat"] == seat
            blocks = parts(games.play, states, seat)
            if decision not in secret or own.all():
                assert (blocks["decision"][:, decision] == 1).all()
                assert (blocks["asked"] == one_hot(states["seat"], 5)).all()
            assert (blocks["decision"].sum(1) == 1).all() and (blocks["asked"].sum(1) == 1).all()


def test_the_end_shows_no_decision():
    games = seen("investigation-3")
    for seat in games.seats:
        blocks = parts(games.play, games.over, seat)
        assert not blocks["decision"].any() and not blocks["asked"].any() and not blocks["task"].any()


# ---- chapter 28.17 --------------------------------------------------------------------------------------------------
@every_setting
def test_b096_all_heroes_see_the_same(name):
    games = seen(name)
    states = all_states(games)
    first = parts(games.play, states, 1)
    for seat in games.seats[2:]:
        for block, values in parts(games.play, states, seat).items():
            assert (values == first[block]).all() or block == "seat", block


def test_b097_a040_the_oni_sees_how_many_cards_lie_on_each_side():
    games = seen("investigation-3")
    states = state_at(games, st.TECHNIQUE)
    blocks = parts(games.play, states, st.ONI_SEAT)
    cards = states["card_place"].reshape(len(states), st.HEROES, st.HERO_CARDS)
    wounds = (states["wound_owner"][:, :, None] == np.arange(st.HEROES)) & (states["wound_place"] == st.RIGHT)[
        ..., None
    ]
    assert (blocks["laid"][:, :, 0] == (cards == st.LEFT).sum(2)).all()
    assert (blocks["laid"][:, :, 1] == (cards == st.RIGHT).sum(2) + wounds.sum(1)).all()
    assert not blocks["action_cards"][:, 1:3].any() and not blocks["wounds"][:, :, 1].any()
    assert blocks["laid"].any()


def test_b010_a_laid_wound_counts_on_the_right_and_is_not_shown():
    games = seen("investigation-3")
    state = state_at(games, st.INITIATIVE)[:1].copy()
    state["card_place"][0][state["card_place"][0] > st.HAND] = st.HAND
    state["card_place"][0, 0] = st.RIGHT
    state["wound_owner"][0, :2], state["wound_place"][0, :2] = 0, (st.HAND, st.RIGHT)
    blocks = parts(games.play, state, st.ONI_SEAT)
    assert blocks["laid"][0].tolist() == [[0, 2], [0, 0], [0, 0], [0, 0]]
    assert blocks["wounds"][0, 0, 0, :2].tolist() == [1, 1]
    own = parts(games.play, state, 1)
    assert own["wounds"][0, 0, :, :2].tolist() == [[1, 0], [0, 1], [0, 0]]


def test_b098_techniques_show_their_place_and_are_named_after_the_reveal():
    games = seen("investigation-3")
    states = np.concatenate([state_at(games, st.TECHNIQUE), state_at(games, st.TECHNIQUE_CARD)])
    lies = (states["event_place"] == st.EVENT_LAID)[:, :, None] & one_hot(states["event_kind"], st.KINDS)
    assert lies.any()
    for seat in games.seats:
        blocks = parts(games.play, states, seat)
        assert (blocks["techniques"] == lies.sum(1)).all()
        assert blocks["event_laid"].any() == (seat == st.ONI_SEAT)
    after = state_at(games, st.HERO_ACTION)
    laid = (after["event_place"] == st.EVENT_LAID) * (2 + after["event_kind"])
    assert laid.any()
    assert (parts(games.play, after, 1)["event_laid"] == laid).all()


def test_b098_nature_and_identity_are_the_onis_until_it_appears():
    games = seen("investigation-3")
    states = all_states(games)
    secret = one_hot(states["nature"], st.CLUES) | one_hot(states["identity"], st.CLUES)
    assert (parts(games.play, states, st.ONI_SEAT)["secret"] == secret).all()
    shown = parts(games.play, states, 1)["secret"]
    battle = states["battle"] != st.NO_BATTLE
    named = (states["nature_known"] != 0) & ~battle
    assert (shown[battle] == secret[battle]).all() and battle.any()
    assert (shown[named] == one_hot(states["nature"], st.CLUES)[named]).all() and named.any()
    assert not shown[~battle & ~named].any()


def test_b099_the_oni_sees_how_many_clue_cards_are_held():
    games = seen("investigation-3")
    states = state_at(games, st.HERO_ACTION)
    held = states["clue_place"] == st.CLUE_HELD
    assert held.any()
    blocks = parts(games.play, states, st.ONI_SEAT)
    assert (blocks["clues_held"][:, 0] == held.sum(1)).all() and not blocks["clue_held"].any()


def test_b006_a_chest_shows_its_upper_side_only():
    games = seen("investigation-3")
    t = games.t
    states = state_at(games, st.PLAN_FIRST)
    chests = np.flatnonzero(t.token_kind == st.CHEST)
    for state, cards in zip(states, parts(games.play, states, 2)["cards"], strict=True):
        for token in chests:
            if state["token_at"][token] >= 0:
                assert cards[state["token_at"][token]] == t.faces[state["token_face"][token], 1]
    faces = t.faces[t.face_kind == st.CHEST]
    assert len({tuple(face[:2]) for face in faces.tolist()}) < len(faces)  # else there is nothing to hide


# ---- what must make no difference -----------------------------------------------------------------------------------
def test_the_question_to_call_a_courtier_looks_like_the_next_action():
    games = seen("investigation-3")
    states = state_at(games, st.COURTIER_CALL)
    blocks = parts(games.play, states, st.ONI_SEAT)
    assert (blocks["decision"][:, st.HERO_ACTION] == 1).all()
    assert (parts(games.play, states, 1)["decision"][:, st.COURTIER_CALL] == 1).all()


def test_the_question_whom_a_courtier_follows_looks_as_if_the_card_had_been_kept():
    games = seen("investigation-3")
    states = state_at(games, st.COURTIER_SLOT)
    blocks = parts(games.play, states, st.ONI_SEAT)
    rows = np.arange(len(states))
    top = states["tasks"][rows, states["task_count"] - 1]
    held = (states["clue_place"] == st.CLUE_HELD).sum(1) + top[:, st.LEFT_TO_DO]
    assert (blocks["decision"][:, st.HERO_ACTION] == 1).all()
    assert (blocks["asked"] == one_hot(1 + top[:, st.FIGURE], 5)).all()
    assert (blocks["task"] == one_hot(np.full(len(states), st.T_HERO - 1), st.T_SUMMON)).all()
    assert (blocks["clues_held"][:, 0] == held).all() and (top[:, st.LEFT_TO_DO] > 0).any()
    assert not blocks["clue_asked"].any() and not blocks["test"].any()
    own = parts(games.play, states, 1)
    assert (own["clue_asked"] == one_hot(top[:, st.A], st.CLUES)).all()


def test_an_event_chosen_for_a_technique_is_not_chosen_yet():
    games = seen("investigation-3")
    states = state_at(games, st.TECHNIQUE_CARD)
    chosen = states["tasks"][:, 0, st.A]
    assert (parts(games.play, states, 0)["technique"] == one_hot(chosen, st.EVENTS)).all()
    blocks = parts(games.play, states, 1)
    assert (blocks["decision"][:, st.TECHNIQUE] == 1).all() and not blocks["technique"].any()


def shuffled(states: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """Copies in which what the seat does not know lies otherwise."""
    out = states.copy()
    for row in out:
        if seat == st.ONI_SEAT:
            unseen = np.flatnonzero(np.isin(row["clue_place"], (st.CLUE_DECK, st.CLUE_HELD)))
            row["clue_place"][unseen] = rng.permutation(row["clue_place"][unseen])
            waiting = np.flatnonzero(row["order"] >= 0)
            waiting = waiting[waiting >= row["position"]]
            row["order"][waiting] = rng.permutation(row["order"][waiting])
            if secret_plans(row):
                for hero in range(st.HEROES):
                    own = slice(hero * st.HERO_CARDS, (hero + 1) * st.HERO_CARDS)
                    mine = own.start + np.flatnonzero(np.isin(row["card_place"][own], (st.HAND, st.LEFT, st.RIGHT)))
                    row["card_place"][mine] = rng.permutation(row["card_place"][mine])
        else:
            places = (st.EVENT_DECK, st.EVENT_HAND) + (st.EVENT_LAID,) * int(row["phase"] == st.TECHNIQUES)
            unseen = np.flatnonzero(np.isin(row["event_place"], places))
            turned = rng.permutation(unseen)
            row["event_place"][unseen], row["event_kind"][unseen] = (
                row["event_place"][turned],
                row["event_kind"][turned],
            )
            if row["battle"] == st.NO_BATTLE and row["identity"] >= 0:
                row["identity"] = rng.integers(st.CLUES)
                row["nature"] = row["nature"] if row["nature_known"] else rng.integers(st.CLUES)
    return out


@every_setting
def test_what_a_seat_does_not_know_makes_no_difference(name):
    games, rng = seen(name), np.random.default_rng(3)
    states = all_states(games)
    states = states[states["over"] == 0]
    differs = False
    for seat in games.seats:
        other = shuffled(states, seat, rng)
        assert (games.play.observation(states, seat) == games.play.observation(other, seat)).all()
        differs = differs or any(
            (parts(games.play, other, s)[b] != parts(games.play, states, s)[b]).any()
            for s in games.seats
            for b in ("action_cards", "event_hand")
        )
    assert differs


# ---- what is being carried out --------------------------------------------------------------------------------------
def test_the_figure_that_acts_is_marked():
    games = seen("investigation-3")
    for decision in (st.HERO_ACTION, st.FOLLOWER_ACTION, st.ONI_ACTION):
        states = state_at(games, decision)
        figure = states["tasks"][np.arange(len(states)), states["task_count"] - 1, st.FIGURE]
        assert (parts(games.play, states, 0)["acting"] == one_hot(figure, st.FIGURES)).all()


def test_a_move_shows_where_it_may_end():
    games = seen("vigil-2")
    states = state_at(games, st.MOVE_SPACE)
    blocks = parts(games.play, states, 1)
    assert (blocks["reach"] == (states["reach"] != 0)).all() and (blocks["reach"].sum(1) > 0).all()
    assert (blocks["mover"].sum(1) == 1).all()


def test_an_attack_shows_who_fights():
    games = seen("investigation-3")
    states = state_at(games, st.PUSH_SPACE)
    top = states["tasks"][np.arange(len(states)), states["task_count"] - 1]
    blocks = parts(games.play, states, 2)
    assert (blocks["attacker"] == one_hot(top[:, st.FIGURE], st.FIGURES)).all()
    assert (blocks["target"] == one_hot(top[:, st.OTHER], st.FIGURES)).all()
    assert (blocks["attack"][:, 0] == top[:, st.COUNT]).all() and (blocks["attack"][:, 6] == top[:, st.E]).all()
    assert (blocks["attack_stage"][:, 5] == 1).all()


def test_a_program_shows_its_instruction():
    games = seen("investigation-3")
    states = state_at(games, st.MAY)
    top = states["tasks"][np.arange(len(states)), states["task_count"] - 1]
    blocks = parts(games.play, states, 0)
    assert (blocks["op"][:, ops.MAY] == 1).all()
    assert (blocks["program"] == one_hot(top[:, st.SOURCE], st.SOURCES)).all()
    assert (blocks["self"] == one_hot(top[:, st.FIGURE], st.FIGURES)).all()
    assert (blocks["operands"] == games.t.code[top[:, st.STAGE], 1:]).all()


def test_an_item_to_be_placed_is_named():
    games = seen("investigation-3")
    states = state_at(games, st.PLACE_ITEM)
    top = states["tasks"][np.arange(len(states)), states["task_count"] - 1]
    assert (parts(games.play, states, 0)["item"] == one_hot(top[:, st.A], st.ITEMS)).all()
    assert (parts(games.play, states, 0)["items"] == st.SUPPLIES + 2).any()  # taken up, not laid yet


def test_a_corruption_token_on_a_space_is_shown():
    games = seen("masks-4-oni-picks-token-on-space")
    states = state_at(games, st.CORRUPTION_TOKEN)
    blocks = parts(games.play, states, 3)
    spaces = (states["corruption_space"][:, :, None] == np.arange(st.SPACES)).any(1)
    assert ((blocks["token"] == 7) == spaces).all() and spaces.any()
    states = state_at(games, st.CORRUPTION_SPACE)
    blocks = parts(games.play, states, 3)
    assert (blocks["moved_to"] == one_hot(states["tasks"][:, 0, st.B], st.TILES)).all()
    assert (blocks["moved_from"] == one_hot(states["tasks"][:, 0, st.A], st.TILES)).all()


LEFT_OUT = {
    *("key", "draws", "dice"),  # random words
    *("decisions", "truncated", "foul", "winner"),  # the shell's
    *("depth", "stack", "occupant", "token_on"),  # copies of others
    *("task_count", "queue"),  # totals; which answers wait
    "live",  # follows from the rest
}


@pytest.mark.parametrize("name", [name for name in st.STATE.names if name not in LEFT_OUT and name[:4] != "gap_"])
def test_every_field_shows(name):
    """A field of the record is seen by somebody, or stands in the list above."""
    games, rng = seen("masks-4-oni-picks-token-on-space"), np.random.default_rng(1)
    states = all_states(games)
    states = states[states["over"] == 0]
    changed = states.copy()
    entries = changed[name].reshape(len(states), -1).copy()
    weight = rng.random(entries.shape) * np.where((entries > 0).any(1)[:, None], entries > 0, 1)
    row, some = np.arange(len(states)), weight.argmax(1)
    entries[row, some] += np.where(entries[row, some] > 0, -1, 1).astype(entries.dtype)
    changed[name] = entries.reshape(changed[name].shape)
    different = [
        (games.play.observation(states, seat) != games.play.observation(changed, seat)).any() for seat in (0, 1)
    ]
    assert any(different), f"nobody sees a change of {name}"
