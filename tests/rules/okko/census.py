"""What happens in games: how often each system of Okko Chronicles is met in play. A silent branch is a broken one.

All is read off the records between two decisions, so that it tells of any players.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from games.batches import Play

from shugyo.envs.core.rng import python_word
from shugyo.envs.okko import actions as act
from shugyo.envs.okko import state as st
from shugyo.envs.okko.game import GAME

KINDS_OF_TOKENS = {"Evidence": st.EVIDENCE, "Courtier": st.COURTIER_TOKEN, "Parchment": st.PARCHMENT}

BEGINNINGS = {
    "the alarm is raised": lambda s, t: s["alarm"] != 0,
    "a wrong Accusation": lambda s, t: s["wrong"],
    "the nature is found out": lambda s, t: s["nature_known"],
    "the Oni is unmasked": lambda s, t: s["battle"] == st.BY_UNMASKING,
    "a third wrong Accusation": lambda s, t: s["battle"] == st.BY_WRONG,
    "the Oni appears in round 8": lambda s, t: s["battle"] == st.BY_ROUND,
    "a scheme is complete": lambda s, t: s["battle"] == st.BY_SCHEME,
    "the way to escape opens": lambda s, t: s["escape_open"],
    "the Oni escapes": lambda s, t: (s["memoir"][:, st.ESCAPED] != 0) & (s["truncated"] == 0),
    "the Oni is eliminated": lambda s, t: s["memoir"][:, st.DEFEATED] == st.BLUE,
    "the last round passes": lambda s, t: s["truncated"],
    "a Hero is eliminated": lambda s, t: s["memoir"][:, st.HERO_MEMOIR :] == st.RED,
    "a Wound is drawn": lambda s, t: s["wound_owner"] >= 0,
    "an Action card is discarded": lambda s, t: s["card_place"] == st.DISCARDED,
    "an Objective of the Heroes": lambda s, t: s["completed"] == st.BLUE,
    "an Objective of the Oni": lambda s, t: s["completed"] == st.RED,
    "a Personal Mission": lambda s, t: s["goal_done"],
    "a Test is passed": lambda s, t: s["passed"],
    "a Penalty token": lambda s, t: s["penalties"] > 0,
    "a Clue card is held": lambda s, t: s["clue_place"] == st.CLUE_HELD,
    "a Courtier joins": lambda s, t: s["clue_place"] == st.CLUE_JOINED,
    "a Courtier's card is played": lambda s, t: s["clue_place"] == st.CLUE_PLAYED,
    "a Complication": lambda s, t: s["clue_place"] == st.CLUE_OUT,
    **{
        f"a token is turned over: {name}": lambda s, t, kind=kind: s["token_flipped"] & (t.token_kind == kind)
        for name, kind in KINDS_OF_TOKENS.items()
    },
    "a Follower joins": lambda s, t: (s["companion"] >= 0) & (t.companion_kami[s["companion"]] == 0),
    "a Kami joins": lambda s, t: (s["companion"] >= 0) & (t.companion_kami[s["companion"]] != 0),
    "a Kami is turned face down": lambda s, t: s["face_down"],
    "a Follower falls": lambda s, t: s["companion_gone"],
    "an agent is eliminated": lambda s, t: s["at"][:, st.AGENT_FIGURE :] < 0,
    "a UNIQUE ACTION": lambda s, t: s["used"],
    **{
        f"a condition: {name}": lambda s, t, i=i: s["condition"][:, :, i] > 0
        for i, name in enumerate(st.CONDITION_NAMES)
    },
    "a talent is lost": lambda s, t: s["lost"] > 0,
    "an Equipment card is got": lambda s, t: s["item_owner"] >= 0,
    "an Equipment card is turned up": lambda s, t: s["turned_up"] >= 0,
    "an object is carried": lambda s, t: s["bearer"] >= 0,
    "an Enhancement of thralls": lambda s, t: s["node"][:, 0] > 0,
    "an Enhancement of creatures": lambda s, t: s["node"][:, 1] > 0,
    "a Corruption token": lambda s, t: s["corrupted"] == 1,
    "the red Corruption token": lambda s, t: s["corrupted"] == 2,
    "thralls surround a Hero": lambda s, t: (s["tasks"][:, :, st.KIND] == st.T_SURROUND).any(1),
}
"""What is counted whenever it begins to be so of a record."""

CHOICES = {
    "a figure is pushed": lambda d, a: (d == st.PUSH_SPACE) & (a != act.PASS),
    "agents are summoned": lambda d, a: (d == st.SUMMON_SPACE) & (a != act.PASS),
    "a technique of the Oni": lambda d, a: d == st.TECHNIQUE_CARD,
    "a Special Effect": lambda d, a: (d == st.EVENT) & (a != act.PASS),
    "a card laid left": lambda d, a: np.isin(d, PLANNING) & (a >= act.PLAN_LEFT) & (a < act.PLAN_RIGHT),
    "a card laid right": lambda d, a: np.isin(d, PLANNING) & (a >= act.PLAN_RIGHT) & (a < act.CARD_NAME),
    "a Wound is laid": lambda d, a: (d == st.PLAN_SECOND) & (a >= act.WOUND_NAME),
    "Equipment is reorganised for free": lambda d, a: (d == st.REORGANISE) & (a == act.YES),
    "a Hero is caught on the way": lambda d, a: d == st.SNEAK_SPACE,
    **{
        f"an Action: {name}": lambda d, a, number=number: np.isin(d, ACTING) & (a == number)
        for number, name in {
            act.MOVE: "move", act.MELEE: "melee", act.RANGED_ATTACK: "ranged", act.INVESTIGATE: "investigate",
            act.OPEN_CHEST: "open a Chest", act.TRY_TEST: "a Test of a Tile", act.USE_TALENT: "talent",
            act.USE_ITEM: "item", act.REORGANISE_ITEMS: "reorganise", act.GIVE_ITEM: "give an item",
            act.GIVE_FOLLOWER: "give a Follower", act.DISCARD_ITEM: "discard an item", act.ESCAPE: "escape",
            act.TAKE_OBJECT: "take an object",
        }.items()
    },
}  # fmt: skip
"""What is counted by decision and answer."""
PLANNING = (st.PLAN_FIRST, st.PLAN_SECOND)
ACTING = (st.HERO_ACTION, st.FOLLOWER_ACTION, st.ONI_ACTION)


def changes(old: np.ndarray, new: np.ndarray, t: Any) -> dict[str, int]:
    """What a step tells that no single record does."""
    was, now = old["at"].astype(int), new["at"].astype(int)
    moved = (was >= 0) & (now >= 0)
    through = moved & (t.space_tile[was] != t.space_tile[now])
    gone = (old["token_at"] >= 0) & (new["token_at"] < 0)
    laid = (old["card_place"] == st.HAND) & (new["card_place"] == st.LEFT)
    back = ((old["card_place"] == st.DISCARDED) & (new["card_place"] == st.HAND)).reshape(-1, st.HEROES, st.HERO_CARDS)
    tested = old["decision"] == st.TEST_PLACE
    won = (new["token_flipped"] > old["token_flipped"]).any(1) | gone.any(1) | (new["passed"] > old["passed"]).any(1)
    return {
        "a figure goes through a door": int(through.sum()),
        "a Hero enters a prohibited Tile": int((through & (t.tile_prohibited[t.space_tile[now]] > 0))[:, :4].sum()),
        "a Chest is opened": int((gone & (t.token_kind == st.CHEST)).sum()),
        "a Clue token is used up": int((gone & np.isin(t.token_kind, (st.EVIDENCE, st.PARCHMENT))).sum()),
        "a Weakness is laid": int((laid & (t.card_weakness != 0)).sum()),
        "the hand comes back": int((back.sum(2) > 3).sum()),
        "a Test at a place succeeds": int((tested & won).sum()),
        "a Test at a place fails": int((tested & ~won).sum()),
        "a die is rolled again": rerolls(old, new),
    }


def rerolls(old: np.ndarray, new: np.ndarray) -> int:
    """How many reroll symbols came up, in steps in which an Attack was rolled. Both dice have it on the last face."""
    fought = (old["tasks"][:, :, st.KIND] == st.T_ATTACK).any(1)
    count = 0
    for i, side in np.argwhere((old["dice"] != new["dice"]) & fought[:, None]):
        for index in range(int(old["dice"][i, side]), int(new["dice"][i, side])):
            count += (python_word(int(new["key"][i]), st.DICE + int(side), index) >> 32) * 6 >> 32 == 5
    return count


class Census:
    """Counts over games.

    Attributes:
        count: how often each thing has happened; decisions by their names as well.
    """

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()

    def play(self, setting: dict, player: str, games: int, seed: int = 8, patient: bool = False) -> Census:
        """Plays games to their ends.

        Args:
            setting: options.
            player: ``random``, ``fierce``, or the name of a scripted player.
            games: how many.
            seed: of the deals.
            patient: fierce Heroes rather do not accuse.
        """
        play, rng = Play(GAME, setting, games, seed, auto_forced=False), np.random.default_rng(seed)
        while play.where.any():
            old, running = play.states.copy(), play.where.copy()
            play.actions[:] = self.chosen(play, player, rng, patient)
            actions = play.actions.copy()
            play.advance()
            self.take(old[running], play.states[running], actions[running], play.t)
        return self

    def chosen(self, play: Play, player: str, rng: np.random.Generator, patient: bool) -> np.ndarray:
        """(N,) an action for each game."""
        if player == "fierce":
            return fierce(play, rng, patient)
        kind = 0 if player == "random" else 1 + GAME.scripted.index(player)
        keys = rng.integers(0, 2**64, play.n, np.uint64)
        return play.choose(play.states, np.full(play.n, kind), keys)

    def take(self, old: np.ndarray, new: np.ndarray, actions: np.ndarray, t: Any) -> None:
        """One step of games."""
        for name, holds in BEGINNINGS.items():
            before, after = np.int64(holds(old, t)), np.int64(holds(new, t))
            self.count[name] += int(np.maximum(after - before, 0).sum())
        for name, chosen in CHOICES.items():
            self.count[name] += int(chosen(old["decision"], actions).sum())
        self.count.update(changes(old, new, t))
        for decision, times in zip(*np.unique(old["decision"], return_counts=True), strict=True):
            self.count[st.DECISIONS[decision]] += int(times)

    def never(self, at_least: int = 1) -> set[str]:
        """What has happened less often, decisions included."""
        names = [*BEGINNINGS, *CHOICES, *st.DECISIONS, *(name for name in self.count if name not in st.DECISIONS)]
        return {name for name in names if self.count[name] < at_least}


# ---- players --------------------------------------------------------------------------------------------------------
LIKED = {
    act.MELEE: 8, act.RANGED_ATTACK: 8, act.INVESTIGATE: 5, act.OPEN_CHEST: 5, act.TRY_TEST: 5, act.USE_TALENT: 3,
    act.ESCAPE: 50, act.PASS: 0.1, act.GIVE_ITEM: 0.1, act.REORGANISE_ITEMS: 0.02, act.DISCARD_ITEM: 0.02,
}  # fmt: skip
"""How much likelier than others an action is in fierce play."""


def fierce(play: Play, rng: np.random.Generator, patient: bool) -> np.ndarray:
    """(N,) random actions, but rather Attacks and Tests than others; patient Heroes rather do not accuse."""
    likes = np.zeros(play.mask.shape)
    for action, weight in LIKED.items():
        likes[:, action] = np.log(weight)
    if patient:
        likes[play.states["decision"] == st.ACCUSE, act.PASS] = 6
    likes += rng.gumbel(size=likes.shape)
    likes[play.mask == 0] = -np.inf
    return likes.argmax(1)
