"""What holds of every position of Okko Chronicles, checked on a batch of records at once."""

from __future__ import annotations

import numpy as np
from games.batches import Play

from shugyo.envs.core import batch
from shugyo.envs.core.kernel import kernel
from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules.battle import APPEARANCE
from shugyo.envs.okko.rules.corruption import CORRUPTION_TOKENS
from shugyo.envs.okko.rules.sources import refresh_sources

ONI_DECISIONS = [
    st.COURTIER, st.CORRUPTION_TOKEN, st.CORRUPTION_TILE, st.CORRUPTION_SPACE, st.ENHANCEMENT, st.SUMMON,
    st.SUMMON_COST, st.SUMMON_SPACE, st.TECHNIQUE, st.TECHNIQUE_CARD, st.SURROUND_FIGURE, st.SURROUND_SPACE,
    st.SURROUND_ATTACK, st.ONI_CARD, st.ONI_FIGURE, st.ONI_ACTION, st.EVENT, st.TARGET_TILE,
]  # fmt: skip
TEAM_DECISIONS = [st.INITIATIVE, st.COURTIER_SLOT, st.ACCUSE]
HERO_DECISIONS = [
    st.FOLLOWER_CARD, st.FOLLOWER_SPACE, st.PLAN_FIRST, st.PLAN_SECOND, st.TURN_UP, st.COURTIER_CALL, st.HERO_ACTION,
    st.TEST_PLACE, st.ITEM, st.RECEIVER, st.PLACE_ITEM, st.CHEST_KEEP, st.SNEAK_SPACE, st.FOLLOWER_ACTION,
    st.REORGANISE,
]  # fmt: skip
REACHING = [st.MOVE_SPACE, st.SNEAK_SPACE, st.PUSH_SPACE]


def check_all(play: Play, s: np.ndarray) -> None:
    """All of the below.

    Args:
        play: whose tables hold.
        s: records of games that run.
    """
    if len(s):
        for check in (check_board, check_figures, check_action_cards, check_equipment, check_secrets, check_course):
            check(play, s)
        check_sources(play, s)
        check_points(play, s)


class Watch:
    """Checks all records that it is shown, many at once: the checks cost little more for many than for few.

    Args:
        play: whose tables hold.
        together: records that are checked at once.
    """

    def __init__(self, play: Play, together: int = 400):
        self.play, self.together = play, together
        self.waiting: list[np.ndarray] = []

    def see(self, s: np.ndarray) -> None:
        """Records of games that run, copies that nobody changes."""
        self.waiting.append(s)
        if sum(map(len, self.waiting)) >= self.together:
            self.check()

    def check(self) -> None:
        """Checks what has been shown since the last time."""
        if self.waiting:
            check_all(self.play, np.concatenate(self.waiting))
            self.waiting.clear()


def has_task(s: np.ndarray, kind: int) -> np.ndarray:
    """(N,) whether such a task is under way; rows above the stack are zero."""
    return (s["tasks"][:, :, st.KIND] == kind).any(1)


# ---- the board ------------------------------------------------------------------------------------------------------
def check_places(where: np.ndarray, who: np.ndarray) -> None:
    """Two fields tell the same: ``where`` (N, things) each thing is, ``who`` (N, Spaces) is on each Space."""
    game, thing = np.nonzero(where >= 0)
    assert (who[game, where[game, thing]] == thing).all()
    assert (who >= 0).sum() == len(game)


def check_board(play: Play, s: np.ndarray) -> None:
    """O54, B26, O56, O146, O149: one thing on a Space; tokens are conserved; one Enhancement in a column."""
    t = play.t
    check_places(s["at"], s["occupant"])
    check_places(s["token_at"], s["token_on"])
    assert not ((s["occupant"] >= 0) & (s["token_on"] >= 0)).any()
    assert not ((s["bearer"] >= 0) & (s["token_at"] >= 0)).any()
    assert not (
        (s["occupant"][:, t.space_mark != 0] >= 0) & (s["occupant"][:, t.space_mark != 0] < st.AGENT_FIGURE)
    ).any()
    assert ((s["corrupted"] > 0).sum(1) + s["tokens_left"] == CORRUPTION_TOKENS).all()
    assert ((s["corrupted"] == 2).sum(1) <= 1).all()
    for column in range(1, 5):
        assert ((s["node"] * (t.node_column == column)).sum(2) <= 1).all()
    assert (s["penalties"] >= 0).all()
    assert (s["penalties"][(s["passed"] != 0)] == 0).all()


# ---- figures --------------------------------------------------------------------------------------------------------
def check_figures(play: Play, s: np.ndarray) -> None:
    """A21, B69, O78: who is on the board, and that nothing stays on who is not."""
    t, at = play.t, s["at"]
    absent = at < 0
    for name in ("damage", "lost", "actions_left"):
        assert (s[name] >= 0).all(), name
        assert (s[name][absent] == 0).all(), name
    assert (s["condition"][absent] == 0).all()
    assert ((s["condition"] >= 0) & (s["condition"] <= 2)).all()
    assert ((at[:, : st.HEROES] >= 0) == (s["alive"] != 0)).all()
    assert (s["alive"][:, t.num_heroes :] == 0).all()
    agents = at[:, st.AGENT_FIGURE :] >= 0
    kinds = t.figure_kind[st.AGENT_FIGURE :].astype(int)
    assert (agents <= (kinds >= 0)).all()
    assert (s["damage"][:, st.AGENT_FIGURE :] < t.kind_stat[kinds, st.STAMINA])[agents].all()
    demons = (agents & (t.kind_rank[kinds] == st.DEMON)).sum(1)
    tasks = s["tasks"]
    coming = ((tasks[:, :, st.KIND] == st.T_SUMMON) & (tasks[:, :, st.STAGE] == APPEARANCE)).any(1)
    assert (demons == ((s["battle"] != 0) & ~coming)).all()
    check_companions(play, s)


def check_companions(play: Play, s: np.ndarray) -> None:
    """O110, O114, B62: one companion to a slot, no card in two; its figure stands as soon as its Space is chosen."""
    t, card = play.t, s["companion"].astype(int)
    figures = np.arange(st.COMPANION_FIGURE, st.AGENT_FIGURE)
    awaited = (s["decision"] == st.FOLLOWER_SPACE)[:, None] & (s["seat"][:, None] == 1 + np.arange(st.HEROES))
    assert ((s["at"][:, figures] >= 0) == ((card >= 0) & ~awaited)).all()
    assert ((card < 0) | (s["alive"] != 0)).all()
    for h in range(st.HEROES):
        others = np.delete(card, h, axis=1)
        assert not ((card[:, [h]] >= 0) & (card[:, [h]] == others)).any()
    stamina = t.companion_stat[card, st.STAMINA]
    assert (s["damage"][:, figures] < stamina)[card >= 0].all()
    assert (s["face_down"] <= (card >= 0)).all()


# ---- cards ----------------------------------------------------------------------------------------------------------
def check_action_cards(play: Play, s: np.ndarray) -> None:
    """O10, A36, O206, B87: Action cards and Wounds are in one place each; no living Hero holds too many Wounds."""
    t = play.t
    owner = np.arange(st.CARDS) // st.HERO_CARDS
    mine = (t.card_sides != 0) & (s["alive"][:, owner] != 0)
    assert ((s["card_place"] != st.NOWHERE) == mine).all()
    for place, side in ((st.LEFT, 1), (st.RIGHT, 2)):
        assert ((s["card_place"] != place) | (t.card_sides & side != 0)).all()
    drawn = s["wound_owner"] >= 0
    assert (drawn == (s["wound_place"] != st.NOWHERE)).all()
    assert (drawn <= (t.wound_exists != 0)).all()
    for h in range(t.num_heroes):
        laid = ((s["card_place"] == st.LEFT) | (s["card_place"] == st.RIGHT))[:, owner == h].sum(1)
        wounds = (s["wound_owner"] == h) & (s["wound_place"] == st.RIGHT)
        assert (laid + wounds.sum(1) <= 2).all()
        held = ((s["wound_owner"] == h) & (s["wound_place"] == st.HAND)).sum(1)
        falling = s["phase"] == st.END_PHASE  # looked at in step 7
        assert ((held < t.wounds_to_eliminate) | (s["alive"][:, h] == 0) | falling).all()


def check_equipment(play: Play, s: np.ndarray) -> None:
    """O89, O90, O93: each Equipment card is in one place, and no slot holds too many."""
    t, owner, slot = play.t, s["item_owner"], s["item_slot"]
    assert ((owner == st.ABSENT) == (t.item_exists == 0)).all()
    assert ((owner >= st.ABSENT) & (owner < t.num_heroes)).all()
    handling = has_task(s, st.T_ITEMS)
    assert ((owner != st.DRAWN).all(1) | handling).all()
    assert ((slot >= 0) <= (owner >= 0)).all()
    assert (((slot >= 0) == (owner >= 0)).all(1) | handling).all()
    for h in range(t.num_heroes):
        mine = owner == h
        assert (~mine.any(1) | (s["alive"][:, h] != 0)).all()
        count = [(mine & (slot == place)).sum(1) for place in range(st.SUPPLIES + 1)]
        assert (np.maximum(count[st.RIGHT_HAND], count[st.LEFT_HAND]) + count[st.BOTH_HANDS] <= 1).all()
        assert (count[st.CLOTHING] <= 1).all()
        assert (count[st.SUPPLIES] <= t.hero_supplies[h]).all()
        in_use = mine & (slot >= 0) & (slot < st.SUPPLIES)
        assert (in_use <= (t.item_classes >> t.hero_class[h] & 1 != 0)).all()
        up = s["turned_up"][:, h].astype(int)
        assert ((up < 0) | (owner[np.arange(len(s)), up] == h)).all()


def check_secrets(play: Play, s: np.ndarray) -> None:
    """O22, O24, O25: Event and Clue cards are in one place each; two Clue cards are the secret of the Oni."""
    t, place = play.t, s["clue_place"]
    assert ((s["event_place"] != 0) == (t.event_exists != 0)).all()
    assert (s["hand_size"] == (s["event_place"] == st.EVENT_HAND).sum(1)).all()
    assert ((s["event_kind"] >= 0) <= (s["event_place"] == st.EVENT_LAID)).all()
    if not t.investigation:
        assert (place == 0).all()
        return
    assert ((place != 0) == (t.clue_kind != 0)).all()
    named = s["decision"] != st.COURTIER
    assert ((place == st.CLUE_SECRET).sum(1) == 1 + named).all()
    rows = np.arange(len(s))
    assert (place[rows, s["nature"]] == st.CLUE_SECRET).all()
    assert (place[rows, s["identity"]][named] == st.CLUE_SECRET).all()
    joined = np.where(s["companion"] >= 0, t.companion_clue[s["companion"].astype(int)], -1)
    for clue in range(st.CLUES):
        assert ((place[:, clue] == st.CLUE_JOINED) == (joined == clue).any(1)).all()
    assert ((s["accused"] == 1).sum(1) == s["wrong"]).all()
    assert (s["wrong"] <= 3).all()


# ---- what goes on ---------------------------------------------------------------------------------------------------
def check_course(play: Play, s: np.ndarray) -> None:
    """Chapter 31: who is asked; and nothing has outgrown its place."""
    t, seat, decision = play.t, s["seat"], s["decision"]
    assert (s["depth"] == 1).all()
    assert (s["stack"][:, 0, 0] == decision).all()
    assert (s["stack"][:, 0, 1] == seat).all()
    assert ((s["task_count"] >= 1) & (s["task_count"] < st.TASKS)).all()
    assert (s["queue_size"] < st.QUEUE).all()
    assert (s["turn"] < t.max_turns).all()
    assert (s["winner"] == 0).all()
    assert ((seat >= 0) & (seat <= t.num_heroes)).all()
    assert (seat[np.isin(decision, ONI_DECISIONS)] == st.ONI_SEAT).all()
    team = np.isin(decision, TEAM_DECISIONS)
    assert (seat[team] == 1 + (s["alive"] != 0).argmax(1)[team]).all()
    heroes = np.isin(decision, HERO_DECISIONS)
    assert (seat[heroes] > 0).all()
    assert (s["alive"][np.flatnonzero(heroes), seat[heroes] - 1] != 0).all()
    assert (s["alive"].sum(1) > 0).all()
    assert (s["reach"][~np.isin(decision, REACHING)] == 0).all()
    assert (s["queue_size"][np.isin(decision, [st.HERO_ACTION, st.ONI_FIGURE, st.ONI_ACTION])] == 0).all()
    assert (s["escape_open"] <= (s["battle"] != 0)).all()
    assert (s["frozen"] == (s["battle"] == st.BY_UNMASKING)).all()


@kernel
def refresh_all(states, tables):
    """`refresh_sources` of every record."""
    for i in range(states.shape[0]):
        refresh_sources(states[i], tables[0])


def check_sources(play: Play, s: np.ndarray) -> None:
    """EFFECTS.md, *When a source works*: ``live`` is up to date, but while Equipment is taken up to be laid anew."""
    settled = s[~has_task(s, st.T_ITEMS)]
    fresh = settled.copy()
    refresh_all(fresh, play.tables)
    assert (fresh["live"] == settled["live"]).all()


def check_points(play: Play, s: np.ndarray) -> None:
    """O229, B95, A8: the score of each seat is the sum of the Recollections of its side."""
    t = play.t
    worth = np.where(t.memoir_size >= 0, t.points[t.memoir_size], 0)
    red, blue = ((s["memoir"] == st.RED) * worth).sum(1), ((s["memoir"] == st.BLUE) * worth).sum(1)
    withheld = (t.round8_blocks_all != 0) & (s["battle"] == st.BY_ROUND)  # A8
    fulfilled = (s["alive"] != 0) & (s["goal_done"] != 0) & ~withheld[:, None]
    rows = np.arange(st.HERO_MEMOIR, st.HERO_MEMOIR + st.HEROES)
    blue += (fulfilled * worth[rows] * (s["memoir"][:, rows] == 0)).sum(1)
    returns, score = np.zeros((2, len(s), play.seats), np.float32)
    batch.outcomes(s, play.tables, returns, score)
    assert (score[:, 0] == red).all()
    assert (score[:, 1:] == blue[:, None]).all()
