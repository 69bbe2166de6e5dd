"""The words of Okko Chronicles: decisions, and any action in the context of the pending one.

Words may depend on what the seat to act knows, never on more: `action_name` gives the same text for a record and for
the same record redacted for that seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.phrases import action_in_words
from . import actions as act
from . import naming, ops
from . import state as st
from .telling import option_told, told

DECISION_WORDS = (
    "chooses the Courtier to hide behind",
    "chooses a Follower",
    "places a Follower or Kami",
    "may move a Corruption token",
    "chooses the Tile to corrupt",
    "places the Corruption token",
    "places an Enhancement token",
    "may summon agents",
    "discards an Event card for the summoning",
    "places a summoned figure",
    "lays a card",
    "may lay a second card",
    "may turn a Hand card up",
    "chooses who is activated next",
    "may lay an Event card as a technique",
    "chooses the Character card for the technique",
    "may call a Courtier",
    "takes an Action or ends the activation",
    "chooses where the move ends",
    "chooses whom to attack",
    "chooses what to test, open or take",
    "chooses a talent",
    "chooses an Equipment card",
    "chooses who receives",
    "places an Equipment card",
    "keeps cards of those drawn",
    "decides whom a Courtier follows",
    "chooses where the Hero was caught",
    "chooses the thrall that comes",
    "places the thrall",
    "chooses the thrall that attacks",
    "may push the target",
    "acts with a Follower or Kami",
    "activates a Character card",
    "chooses the figure that acts next",
    "acts with a figure",
    "chooses an Event to play",
    "may make an Accusation",
    "may reorganise the Equipment",
    "loses a natural talent",
    "may have an effect carried out",
    "chooses an option of an effect",
    "chooses a figure",
    "chooses a Space",
    "chooses a Tile",
    "chooses a token",
    "chooses a card",
)
"""What the seat to act does, by decision; goes on from its name."""

PASS_WORDS = {
    st.CORRUPTION_TOKEN: "move no Corruption token",
    st.SUMMON: "summon no more",
    st.SUMMON_SPACE: "place no more figures",
    st.PLAN_SECOND: "lay no second card",
    st.TURN_UP: "turn no card up",
    st.TECHNIQUE: "lay no more techniques",
    st.COURTIER_CALL: "call nobody",
    st.HERO_ACTION: "end the activation",
    st.PLACE_ITEM: "discard the card received",
    st.CHEST_KEEP: "keep no more",
    st.COURTIER_SLOT: "keep the card",
    st.PUSH_SPACE: "do not push",
    st.FOLLOWER_ACTION: "end the activation",
    st.ONI_FIGURE: "end the activation",
    st.ONI_ACTION: "be done with this figure",
    st.EVENT: "play no Event",
    st.ACCUSE: "accuse nobody",
    st.REORGANISE: "leave the Equipment as it is",
    st.TARGET_FIGURE: "choose nobody",
    st.TARGET_SPACE: "leave the figure where it is",
}
"""What PASS says, by decision; "pass" elsewhere."""

SPACE_WORDS = {
    st.FOLLOWER_SPACE: "stand at {}",
    st.CORRUPTION_SPACE: "put the token on {}",
    st.SUMMON_SPACE: "place a figure on {}",
    st.MOVE_SPACE: "move to {}",
    st.SNEAK_SPACE: "be caught at {}",
    st.SURROUND_SPACE: "place the thrall on {}",
    st.PUSH_SPACE: "push to {}",
    st.TEST_PLACE: "at {}",
}
"""What a Space is chosen for, by decision; "choose {}" elsewhere."""

FIGURE_WORDS = {
    st.ATTACK_TARGET: "attack {}",
    st.SURROUND_FIGURE: "let {} come",
    st.SURROUND_ATTACK: "attack with {}",
    st.ONI_FIGURE: "act with {}",
}
KIND_WORDS = {
    st.SUMMON: "summon {}",
    st.TECHNIQUE_CARD: "lay it beside {}",
    st.ONI_CARD: "activate {}",
}
HERO_WORDS = {
    st.INITIATIVE: "activate {} next",
    st.RECEIVER: "give to {}",
    st.COURTIER_SLOT: "follow {}",
}
ITEM_WORDS = {
    st.TURN_UP: "turn {} up",
    st.PLACE_ITEM: "put it in the place of {}",
    st.CHEST_KEEP: "keep {}",
}
EVENT_WORDS = {
    st.SUMMON_COST: "discard {}",
    st.TECHNIQUE: "lay {}",
    st.EVENT: "play {}",
    st.TARGET_CARD: "discard {}",
}
CLUE_WORDS = {
    st.COURTIER: "hide behind {}",
    st.COURTIER_CALL: "call {}",
}
USED_FOR = {act.USE_ITEM: "use {}", act.GIVE_ITEM: "give {}", act.DISCARD_ITEM: "discard {}"}
"""What an Equipment card is chosen for, by the action of the Hero."""

Words = Callable[[Any, Any, int], str]


# ---- what is going on -----------------------------------------------------------------------------------------------
def top_task(state: Any, kind: int) -> Any:
    """The task on top, if it is of that kind, else None."""
    task = state.tasks[state.task_count - 1] if state.task_count > 0 else None
    return task if task is not None and task[st.KIND] == kind else None


def occasion(state: Any, tables: Any) -> str:
    """What the pending decision is about: whose program asks, which figure acts; else empty."""
    if (task := top_task(state, st.T_PROGRAM)) is not None:
        if task[st.SOURCE] >= 0:
            return naming.source_name(state, tables, int(task[st.SOURCE]))
        playing = [e for e in range(st.EVENTS) if state.event_place[e] == st.EVENT_LAID and state.event_kind[e] < 0]
        return naming.event_name(tables, playing[0]) if playing else ""
    for kind in (st.T_MOVE, st.T_ATTACK, st.T_ONI, st.T_COMPANION):
        task = top_task(state, kind)
        if task is not None and task[st.FIGURE] >= 0:
            return naming.figure_name(state, tables, int(task[st.FIGURE]))
    task = top_task(state, st.T_ITEMS)
    return naming.item_name(tables, int(task[st.A])) if task is not None and task[st.A] >= 0 else ""


def hero_of_seat(state: Any) -> int:
    """The Hero of the seat to act; 0 for the Oni, who has no Action cards."""
    return max(0, int(state.seat) - 1)


def asked_figure(state: Any, tables: Any) -> int:
    """The figure whose talents are asked for: of the activation, or of the instruction that takes one."""
    if (task := top_task(state, st.T_PROGRAM)) is not None:
        whom = int(tables.code[task[st.STAGE], 2])
        return int(task[(st.FIGURE, st.OTHER, st.A)[whom]]) if 0 <= whom <= ops.CHOSEN else -1
    return int(state.tasks[state.task_count - 1, st.FIGURE]) if state.task_count > 0 else -1


# ---- actions, family by family; k counts from the family's first id -------------------------------------------------
def _pass(state: Any, tables: Any, k: int) -> str:
    if state.decision == st.MAY:
        return f"no ({occasion(state, tables)})"
    return PASS_WORDS.get(int(state.decision), "pass")


def _yes(state: Any, tables: Any, k: int) -> str:
    if state.decision == st.REORGANISE:
        return "reorganise the Equipment"
    task = top_task(state, st.T_PROGRAM)
    if task is None or tables.code[task[st.STAGE], 0] != ops.MAY:
        return "yes"
    first = int(task[st.STAGE]) + 1
    return f"yes: {told(tables.code, first, first + int(tables.code[first - 1, 1]))} ({occasion(state, tables)})"


def _option(state: Any, tables: Any, k: int) -> str:
    task = top_task(state, st.T_PROGRAM)
    words = "" if task is None else option_told(tables.code, int(task[st.STAGE]), k)
    return f"option {k + 1}" + (f": {words} ({occasion(state, tables)})" if words else "")


def _slot(state: Any, tables: Any, k: int) -> str:
    task = top_task(state, st.T_ITEMS)
    what = "it" if task is None or task[st.A] < 0 else naming.item_name(tables, int(task[st.A]))
    return f"put {what} in {'the ' * (k < st.BOTH_HANDS)}{naming.SLOT_NAMES[k]}"


def _tile(state: Any, tables: Any, k: int) -> str:
    name = naming.tile_name(tables, k)
    if state.decision == st.CORRUPTION_TOKEN:
        return f"move the Corruption token of {name}"
    return f"corrupt {name}" if state.decision == st.CORRUPTION_TILE else f"choose the Tile {name}"


def _node(state: Any, tables: Any, k: int) -> str:
    return f"enhance the {('thralls', 'creatures')[k // st.NODES]}: {naming.node_name(tables, k)}"


def _plan(side: str) -> Words:
    """An own Action card laid to a side."""
    return lambda state, tables, k: f"lay {_own_card(state, tables, k)} {side}"


def _own_card(state: Any, tables: Any, k: int) -> str:
    return naming.card_name(tables, hero_of_seat(state) * st.HERO_CARDS + k)


def _item(state: Any, tables: Any, k: int) -> str:
    words = ITEM_WORDS.get(int(state.decision), "choose the item {}")
    task = top_task(state, st.T_HERO)
    if state.decision == st.ITEM and task is not None:
        words = USED_FOR.get(int(task[st.A]), words)
    return words.format(naming.item_name(tables, k))


def _clue(state: Any, tables: Any, k: int) -> str:
    name = naming.clue_name(tables, k)
    if state.decision == st.ACCUSE:
        return f"the Oni is {name}" if tables.clue_kind[k] == st.ONI_CLUE else f"the Oni hides behind {name}"
    return CLUE_WORDS.get(int(state.decision), "choose the Clue card {}").format(name)


def _companion(state: Any, tables: Any, k: int) -> str:
    return ("take {}" if state.decision == st.FOLLOWER_CARD else "summon {}").format(naming.companion_name(tables, k))


def _talent(state: Any, tables: Any, k: int) -> str:
    name = naming.talent_name(state, tables, asked_figure(state, tables), k)
    return f"lose {name}" if state.decision == st.LOST_TALENT else f"use {name}"


def _figure(state: Any, tables: Any, k: int) -> str:
    words = FIGURE_WORDS.get(int(state.decision), "choose {}")
    return words.format(naming.figure_name(state, tables, k))


def _space(state: Any, tables: Any, k: int) -> str:
    words = SPACE_WORDS.get(int(state.decision), "choose {}").format(naming.space_name(tables, k))
    if state.decision in (st.TEST_PLACE, st.TARGET_TOKEN) and (there := naming.lies_at(state, tables, k)):
        return f"{words}: {there}"
    return words


def _named(by_decision: dict[int, str], name: Callable[[Any, int], str], otherwise: str) -> Words:
    """A thing chosen for what the decision says; ``{}`` stands for its name."""
    return lambda state, tables, k: by_decision.get(int(state.decision), otherwise).format(name(tables, k))


def _fixed(words: str) -> Words:
    """An action that is called the same everywhere."""
    return lambda state, tables, k: words


_GROUPS: tuple[tuple[int, Words], ...] = (
    (act.PASS, _pass),
    (act.YES, _yes),
    (act.MOVE, _fixed("move")),
    (act.MELEE, _fixed("make a melee Attack")),
    (act.RANGED_ATTACK, _fixed("make a ranged Attack")),
    (act.INVESTIGATE, _fixed("investigate a Clue token")),
    (act.OPEN_CHEST, _fixed("open a Chest")),
    (act.TRY_TEST, _fixed("make a Test of the Tile")),
    (act.USE_TALENT, _fixed("use a talent")),
    (act.USE_ITEM, _fixed("use an Equipment card")),
    (act.REORGANISE_ITEMS, _fixed("reorganise")),
    (act.GIVE_ITEM, _fixed("transfer an Equipment card")),
    (act.GIVE_FOLLOWER, _fixed("transfer the Follower")),
    (act.DISCARD_ITEM, _fixed("discard an Equipment card")),
    (act.PLAY_EVENT, _fixed("play an Event")),
    (act.ESCAPE, _fixed("escape")),
    (act.TAKE_OBJECT, _fixed("take an object")),
    (act.OPTION_NAME, _option),
    (act.SLOT, _slot),
    (act.HERO_NAME, _named(HERO_WORDS, naming.hero_name, "choose the Hero {}")),
    (act.TILE_NAME, _tile),
    (act.KIND_NAME, _named(KIND_WORDS, naming.kind_name, "choose the kind {}")),
    (act.NODE_NAME, _node),
    (act.PLAN_LEFT, _plan("to the left, as a talent")),
    (act.PLAN_RIGHT, _plan("to the right, as a technique")),
    (act.CARD_NAME, lambda state, tables, k: f"take {_own_card(state, tables, k)} back"),
    (act.WOUND_NAME, _named({}, naming.wound_name, "lay the Wound {}")),
    (act.ITEM_NAME, _item),
    (act.EVENT_NAME, _named(EVENT_WORDS, naming.event_name, "choose the Event {}")),
    (act.CLUE_NAME, _clue),
    (act.COMPANION_NAME, _companion),
    (act.OWN_TALENT, _talent),
    (act.FIGURE_NAME, _figure),
    (act.SPACE_NAME, _space),
)
"""(first id, words) of each family of actions, in the order of the ids."""


def action_name(state: Any, tables: Any, action: int) -> str:
    """Any action in words, in the context of the pending decision.

    Args:
        state: the record; the words are those of the seat to act.
        tables: the content, for names.
        action: 0 … 492; it need not be legal at present.

    Returns:
        A few words that no other action shares in the same state.

    Raises:
        ValueError: if there is no action of that number.
    """
    return action_in_words("okko", _GROUPS, act.NUM_ACTIONS, state, tables, action)


ACTION_FAMILIES = (
    (act.PASS, 1, "PASS", "no, none, enough; end the activation"),
    (act.YES, 1, "YES", "have it done"),
    (act.MOVE, 1, "MOVE", "move; where to is asked next"),
    (act.MELEE, 1, "MELEE", "make a melee Attack; on whom is asked next"),
    (act.RANGED_ATTACK, 1, "RANGED_ATTACK", "make a ranged Attack; likewise"),
    (act.INVESTIGATE, 1, "INVESTIGATE", "make an Investigation Test at a Clue token"),
    (act.OPEN_CHEST, 1, "OPEN_CHEST", "make the Test of a Chest"),
    (act.TRY_TEST, 1, "TRY_TEST", "make the Test of an Interaction Space or Test token"),
    (act.USE_TALENT, 1, "USE_TALENT", "use a talent that costs an Action or is free"),
    (act.USE_ITEM, 1, "USE_ITEM", "use an Equipment card, likewise"),
    (act.REORGANISE_ITEMS, 1, "REORGANISE_ITEMS", "lay all own Equipment anew"),
    (act.GIVE_ITEM, 1, "GIVE_ITEM", "transfer an Equipment card of the Supplies"),
    (act.GIVE_FOLLOWER, 1, "GIVE_FOLLOWER", "transfer the Follower"),
    (act.DISCARD_ITEM, 1, "DISCARD_ITEM", "discard an Equipment card, without an Action"),
    (act.PLAY_EVENT, 1, "PLAY_EVENT", "play an Event card; which is asked next"),
    (act.ESCAPE, 1, "ESCAPE", "the Oni escapes"),
    (act.TAKE_OBJECT, 1, "TAKE_OBJECT", "take an object beside the Hero"),
    (act.OPTION_NAME, 3, "OPTION i", "that option of the effect"),
    (act.SLOT, 5, "SLOT s", "right hand, left hand, both hands, Clothing, Supplies"),
    (act.HERO_NAME, 4, "HERO h", "a Hero: what the decision asks for"),
    (act.TILE_NAME, st.TILES, "TILE t", "a Tile, likewise"),
    (act.KIND_NAME, st.KINDS, "KIND k", "a Character card of agents, likewise"),
    (act.NODE_NAME, st.TREES * st.NODES, "NODE n", "a position: of the thralls' tree, + 16 of the creatures'"),
    (act.PLAN_LEFT, st.HERO_CARDS, "PLAN_LEFT i", "lay an own Action card as a talent"),
    (act.PLAN_RIGHT, st.HERO_CARDS, "PLAN_RIGHT i", "lay an own Action card as a technique"),
    (act.CARD_NAME, st.HERO_CARDS, "CARD i", "take an own Action card back"),
    (act.WOUND_NAME, st.WOUNDS, "WOUND w", "lay an own Wound"),
    (act.ITEM_NAME, st.ITEMS, "ITEM e", "an Equipment card: what the decision asks for"),
    (act.EVENT_NAME, st.EVENTS, "EVENT e", "an Event card, likewise"),
    (act.CLUE_NAME, st.CLUES, "CLUE c", "a Clue card: a Courtier or an Oni, likewise"),
    (act.COMPANION_NAME, st.COMPANIONS, "COMPANION c", "a Follower or Kami, likewise"),
    (act.OWN_TALENT, 12, "TALENT i", "a natural talent, + 3 an own Action card, + 11 the companion's"),
    (act.FIGURE_NAME, st.FIGURES, "FIGURE f", "a figure, likewise"),
    (act.SPACE_NAME, st.SPACES, "SPACE s", "a Space, or what lies there, likewise"),
)
"""(first id, number of ids, name, meaning) of each family of actions, in order."""
