"""The words of Daimyo's Fall: decisions, and any action in the context of the pending one.

Words may depend on what the seat to act knows, never on more: `action_name` gives the same text for a record and for
the same record redacted for that seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.phrases import action_in_words, count, player_name
from . import actions as act
from . import ops
from . import state as st
from .decompile import instructions, options
from .effects import Program
from .figures import price, proceeds
from .names import card_name, character_name, story_title
from .sentences import Teller, with_article

CLASS_NAMES = ("samurai", "ninja")
DECK_NAMES = ("samurai reinforcements", "ninja reinforcements", "samurai treasures", "ninja treasures", "regalia")
WANTED_NAMES = ("samurai treasure", "ninja treasure", "regalia")

DECISION_WORDS = (
    "chooses a hero to begin with",
    "may move cards to the discard pile",
    "chooses the active hero",
    "takes an action or ends the turn",
    "chooses the treasure to trade",
    "chooses the hero to shuffle back",
    "chooses the treasure to return against the nemesis",
    "has a hero too many and sends one away",
    "may equip a hero",
    "may replace a reinforcement of the pools",
    "chooses whom to duel with",
    "may boost in the duel",
    "may interrupt",
    "may have a skill carried out",
    "chooses an option of a skill",
    "chooses a player",
    "chooses a card of the hand",
    "chooses a deployed card",
    "chooses a hero in play",
    "sends a hero to the hero area",
    "takes a reinforcement of the pools",
    "takes a hero of the hero area",
    "chooses a class",
    "chooses whom to boost against the nemesis",
    "may boost against the nemesis",
    "chooses the treasures that boost the nemesis",
)
"""What the seat to act does, by decision; goes on from the player's name."""

EVENT_WORDS = {
    st.E_START_DUEL: "starts a duel",
    st.E_LOOT: "loots",
    st.E_DEPLOY: "deploys a card",
    st.E_PURCHASE: "makes a purchase",
    st.E_REVEAL: "reveals a hero",
    st.E_END: "ends the turn",
}
"""What is interrupted; goes on from the player's name."""

PASS_WORDS = {
    st.MOVE: "move no more cards",
    st.EQUIP: "equip nobody",
    st.END_REFRESH: "leave the pools as they are",
    st.BOOST: "do not boost",
    st.INTERRUPT: "do not interrupt",
    st.BATTLE_BOOST: "do not boost",
}
"""What PASS says, by decision; "pass" elsewhere."""

HERO_WORDS = {
    st.START_HERO: "begin with {}",
    st.ACTIVE: "make {} the active hero",
    st.MAIN: "give up {}",
    st.SEND_BACK: "shuffle {} back",
    st.EXCHANGE: "send {} away",
    st.SEND_HERO: "send {} to the hero area",
    st.AREA_HERO: "take {}",
}
"""What a character is chosen for, by decision."""


# ---- what is going on -----------------------------------------------------------------------------------------------
def top_task(state: Any, kind: int) -> Any:
    """The task on top, if it is of that kind, else None."""
    task = state.tasks[state.task_count - 1] if state.task_count > 0 else None
    return task if task is not None and task[st.KIND] == kind else None


def instruction(state: Any, tables: Any) -> list[int]:
    """The row of the program that is being carried out, all END if there is none."""
    task = top_task(state, st.T_PROGRAM)
    return [int(value) for value in tables.code[task[st.STAGE]]] if task is not None else [ops.END] * 5


def source_name(tables: Any, source: int) -> str:
    """Whose program it is: a card, a character or a story card."""
    if source >= st.STORY_SOURCE:
        return story_title(tables, source - st.STORY_SOURCE)
    if source >= st.CHARACTER_SOURCE:
        return character_name(tables, source - st.CHARACTER_SOURCE)
    return card_name(tables, source)


def told(program: Program) -> str:
    """A block in English."""
    return Teller().sentences(program).rstrip(".")


def field_verb(row: list[int]) -> str:
    """What an instruction does to a deployed card or a hero."""
    if row[0] == ops.EXHAUST_FIELD:
        return "ravage" if row[4] else "exhaust"
    return {ops.RECOVER_FIELD: "recover", ops.CLEANSE_FIELD: "cleanse"}.get(row[0], "choose")


def occasion(state: Any, tables: Any) -> str:
    """What the pending decision is about: the source of the program, or what may be interrupted; else empty."""
    if (task := top_task(state, st.T_PROGRAM)) is not None:
        return source_name(tables, int(task[st.SOURCE]))
    if (task := top_task(state, st.T_POLL)) is not None:
        return f"{player_name(task[st.WHO_ASKS])} {EVENT_WORDS.get(int(task[st.SOURCE]), 'acts')}"
    return ""


def owner_of(state: Any, c: int) -> str:
    """``" of player_1"`` for a hero in play, else empty."""
    return f" of {player_name(state.place[c])}" if state.place[c] < st.MAX_SEATS else ""


# ---- actions, group by group; k counts from the group's first id ----------------------------------------------------
def _pass(state: Any, tables: Any, k: int) -> str:
    decision = int(state.decision)
    if decision == st.MAY:
        return f"no ({occasion(state, tables)})"
    if decision == st.HAND_CARD:
        return f"{_hand_verb(state, tables)} no more"
    return PASS_WORDS.get(decision, "pass")


def _yes(state: Any, tables: Any, k: int) -> str:
    task, row = top_task(state, st.T_PROGRAM), instruction(state, tables)
    if row[0] != ops.MAY:
        return "yes"
    first = int(task[st.STAGE]) + 1
    return f"yes: {told(instructions(tables.code, first, first + row[1]))} ({occasion(state, tables)})"


def _trade(state: Any, tables: Any, k: int) -> str:
    return f"trade for {with_article(WANTED_NAMES[k])}"


def _send_back(state: Any, tables: Any, k: int) -> str:
    return f"shuffle a hero back for {count(int(tables.send_back_cost), 'trade point')}"


def _nemesis(words: str) -> Callable[[Any, Any, int], str]:
    """An action against the nemesis, for whose name ``{}`` stands."""

    def name(state: Any, tables: Any, k: int) -> str:
        return words.format(character_name(tables, int(state.nemesis)) if state.nemesis >= 0 else "the nemesis")

    return name


def _deck(state: Any, tables: Any, k: int) -> str:
    if state.decision == st.NEMESIS_DECK:
        return f"the nemesis is boosted from the {DECK_NAMES[k]}"
    if instruction(state, tables)[0] == ops.LOOT and k >= st.TREASURES:
        return f"loot {with_article(WANTED_NAMES[k - st.TREASURES])}"
    return f"refresh the {DECK_NAMES[k]}"


def _player(state: Any, tables: Any, k: int) -> str:
    seats = int(tables.num_seats)
    if k >= seats:
        return f"nobody: the seat {k} to the left is empty"
    seat = (int(state.seat) + k) % seats
    name = player_name(seat)
    if state.decision == st.BATTLE_FOR:
        c = int(state.duelist[seat])
        return f"boost {character_name(tables, c)} of {name}" if c >= 0 else f"boost the hero of {name}"
    verb = field_verb(instruction(state, tables))
    return f"choose {name}" if verb == "choose" else f"{verb} a card of {name}"


def _option(state: Any, tables: Any, k: int) -> str:
    task, row = top_task(state, st.T_PROGRAM), instruction(state, tables)
    if row[0] != ops.CHOOSE or k >= row[1]:
        return f"option {k + 1}"
    chosen = options(tables.code, int(task[st.STAGE]))[k]
    return f"option {k + 1}: {told(chosen.do)} ({occasion(state, tables)})"


def _buy_top(state: Any, tables: Any, k: int) -> str:
    size = int(state.pile_size[k])
    if size == 0:
        return f"buy the top card of the {CLASS_NAMES[k]} discard pile"
    return f"buy {_priced(state, tables, int(state.pile[k, size - 1]))} off the {CLASS_NAMES[k]} discard pile"


def _priced(state: Any, tables: Any, card: int) -> str:
    return f"{_card_name(tables, card)} for {price(state, tables, tables.card_cost[card], st.REINFORCEMENT_COST)} mon"


def _card_name(tables: Any, card: int) -> str:
    """A card; its number where the content has no such card."""
    return card_name(tables, card) or f"card {card}"


def _character_name(tables: Any, c: int) -> str:
    """A character, likewise."""
    return character_name(tables, c) or f"character {c}"


def _play(state: Any, tables: Any, k: int) -> str:
    if tables.card_kind[k] == st.MON:
        return f"spend a {_card_name(tables, k)}"
    return f"deploy {_card_name(tables, k)}"


def _sell(state: Any, tables: Any, k: int) -> str:
    return f"sell {_card_name(tables, k)} for {proceeds(state, tables, k)} mon"


def _of_hand(words: str) -> Callable[[Any, Any, int], str]:
    """A skill used from the hand, whose card ``{}`` stands for."""
    return lambda state, tables, k: words.format(_card_name(tables, k))


def _buy(state: Any, tables: Any, k: int) -> str:
    return f"buy {_priced(state, tables, k)}"


def _hand_verb(state: Any, tables: Any) -> str:
    return "return" if instruction(state, tables)[0] == ops.RETURN_CARDS else "discard"


def _card(state: Any, tables: Any, k: int) -> str:
    name, decision = _card_name(tables, k), int(state.decision)
    if decision in (st.BOOST, st.BATTLE_BOOST):
        return f"discard {name} as a boost (+{tables.card_cost[k]})" + _boosted(state, tables)
    if decision == st.TRADE_CARD:
        wanted = int(state.tasks[state.task_count - 1, st.LEFT]) if state.task_count > 0 else -1
        return f"trade {name} for {with_article(WANTED_NAMES[wanted] if 0 <= wanted < 3 else 'treasure')}"
    if decision == st.WOUND_CARD:
        return f"return {name} against the nemesis ({count(int(tables.card_vp[k]), 'wound')})"
    if decision == st.INTERRUPT:
        return f"interrupt: {'return' if tables.card_interrupt_returns[k] else 'discard'} {name}"
    if decision == st.HAND_CARD:
        return f"{_hand_verb(state, tables)} {name}"
    if decision == st.FIELD_CARD:
        row, task = instruction(state, tables), top_task(state, st.T_PROGRAM)
        whose = f" of {player_name(task[st.AIM])}" if task is not None and task[st.AIM] >= 0 else ""
        return f"{field_verb(row)} {name}{whose}"
    return CARD_WORDS.get(decision, "choose {}").format(name)


def _boosted(state: Any, tables: Any) -> str:
    """Whom the seat to act has chosen to boost in the common battle."""
    whom = int(state.battle_for[state.seat])
    if state.decision != st.BATTLE_BOOST or whom < 0 or state.duelist[whom] < 0:
        return ""
    return f" for {character_name(tables, int(state.duelist[whom]))}"


CARD_WORDS = {
    st.MOVE: "move {} to the discard pile",
    st.END_REFRESH: "replace {}",
    st.POOL_CARD: "take {}",
}
"""What else a card is chosen for, by decision."""


def _buy_hero(state: Any, tables: Any, k: int) -> str:
    cost = price(state, tables, tables.character_cost[k], st.HERO_COST)
    return f"buy the hero {_character_name(tables, k)} for {cost} mon"


def _hero_skill(state: Any, tables: Any, k: int) -> str:
    mon, trade_points, cards, exhausts = (int(n) for n in tables.character_pays[k])
    pays = [f"{mon} mon"] * (mon > 0) + [count(trade_points, "trade point")] * (trade_points > 0)
    pays += [count(cards, "hand card")] * (cards > 0) + ["her exhaustion"] * (exhausts > 0)
    return f"use the skill of {_character_name(tables, k)}" + (f" for {' and '.join(pays)}" if pays else "")


def _hero(state: Any, tables: Any, k: int) -> str:
    name, decision = _character_name(tables, k), int(state.decision)
    if decision == st.EQUIP:
        task = top_task(state, st.T_EQUIP)
        return f"equip {name} with {'the card' if task is None else card_name(tables, int(task[st.SOURCE]))}"
    if decision == st.DUEL_TARGET:
        return f"attack {name}{owner_of(state, k)}"
    if decision == st.FIELD_HERO:
        return f"{field_verb(instruction(state, tables))} {name}{owner_of(state, k)}"
    return HERO_WORDS.get(decision, "choose the hero {}").format(name)


def _fixed(words: str) -> Callable[[Any, Any, int], str]:
    """An action that is called the same everywhere."""
    return lambda state, tables, k: words


_GROUPS: tuple[tuple[int, Callable[[Any, Any, int], str]], ...] = (
    (act.PASS, _pass),
    (act.YES, _yes),
    (act.END_TURN, _fixed("end the turn")),
    (act.TRADE, _trade),
    (act.SEND_BACK_HERO, _send_back),
    (act.NEMESIS_DUEL, _nemesis("fight a duel with {}")),
    (act.WOUND, _nemesis("return a treasure against {}")),
    (act.DECK_NAME, _deck),
    (act.PLAYER, _player),
    (act.OPTION_NAME, _option),
    (act.BUY_TOP, _buy_top),
    (act.PLAY, _play),
    (act.SELL_CARD, _sell),
    (act.DISCARD_SKILL, _of_hand("discard {} for its skill")),
    (act.RETURN_SKILL, _of_hand("return {} for its skill")),
    (act.BUY, _buy),
    (act.CARD, _card),
    (act.BUY_HERO, _buy_hero),
    (act.HERO_SKILL, _hero_skill),
    (act.HERO_NAME, _hero),
)
"""(first id, words) of each group of actions, in the order of the ids."""


def action_name(state: Any, tables: Any, action: int) -> str:
    """Any action in words, in the context of the pending decision.

    Args:
        state: the record; the words are those of the seat to act.
        tables: the content, for names and prices.
        action: 0 … 503; it need not be legal at present.

    Returns:
        A few words that no other action shares in the same state.

    Raises:
        ValueError: if there is no action of that number.
    """
    return action_in_words("daimyo", _GROUPS, act.NUM_ACTIONS, state, tables, action)


ACTION_FAMILIES = (
    (act.PASS, 1, "PASS", "no, nothing, enough"),
    (act.YES, 1, "YES", "have the optional part of a skill carried out"),
    (act.END_TURN, 1, "END_TURN", "end the main phase"),
    (act.TRADE, 3, "TRADE d", "trade for a samurai treasure, a ninja treasure, regalia; which card is asked next"),
    (act.SEND_BACK_HERO, 1, "SEND_BACK_HERO", "have a hero of the area shuffled back; who is asked next"),
    (act.NEMESIS_DUEL, 1, "NEMESIS_DUEL", "fight a duel with the nemesis"),
    (act.WOUND, 1, "WOUND", "Boss Rush: return a treasure against the nemesis; which is asked next"),
    (act.DECK_NAME, 5, "DECK d", "samurai or ninja reinforcements, samurai or ninja treasures, regalia"),
    (act.PLAYER, 5, "PLAYER j", "the player j seats to the left, 0 the seat itself"),
    (act.OPTION_NAME, 3, "OPTION i", "that option of the skill"),
    (act.BUY_TOP, 2, "BUY_TOP c", "buy the top card of the domain's discard pile of the class"),
    (act.PLAY, 64, "PLAY k", "deploy a card of the hand; spend a mon card"),
    (act.SELL_CARD, 64, "SELL k", "sell a card of the hand"),
    (act.DISCARD_SKILL, 64, "DISCARD_SKILL k", 'discard a card of the hand for its "Discard:" skill'),
    (act.RETURN_SKILL, 64, "RETURN_SKILL k", 'return a card of the hand for its "Return:" skill'),
    (act.BUY, 64, "BUY k", "buy a card of the pools"),
    (act.CARD, 64, "CARD k", "a card: what the decision asks for"),
    (act.BUY_HERO, 32, "BUY_HERO h", "buy a hero of the hero area"),
    (act.HERO_SKILL, 32, "HERO_SKILL h", "use the skill of an own hero"),
    (act.HERO_NAME, 32, "HERO h", "a hero: what the decision asks for; in the main phase: give up an own one"),
)
"""(first id, number of ids, name, meaning) of each family of actions, in order."""
