"""The names of covenant: cards, tracks, resources, decisions, and any action in words.

Words may depend on what the seat to act knows, never on more: `action_name` gives the same text for a record and for
the same record redacted for that seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.phrases import action_in_words, count, player_name
from . import actions as act
from . import state as st

SUIT_SYMBOLS = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
TRAIT_NAMES = ("Vigor", "Craft", "Influence", "Insight")
TYPE_NAMES = (*TRAIT_NAMES, "Magic")
BLOCK_NAMES = ("Trait", "Companion", "Item", "Asset")
RESOURCE_NAMES = ("Servants", "Coffers", "Relations", "Archives", "Essences")
STAKE_NAMES = ("Ambition", "Stewardship", "Feud", "Renown alone")
SIDE_NAMES = ("Protagonist", "Antagonist")
SEASON_NAMES = ("Spring", "Summer", "Autumn", "Winter")

DECISION_WORDS = (
    "chooses the kind of stake",
    "chooses what to raise",
    "chooses the resource to tend",
    "chooses a rival",
    "chooses the Trait of the Feud",
    "is asked to stand as Antagonist",
    "names a type of the conflict",
    "prepares and commits a card",
    "may concede the trick",
    "acts or passes",
    "plays clubs by Vigor",
    "plays Aiding cards by Influence",
    "plays cards with the Item",
    "picks the card whose suit the Companion changes",
    "names the new suit",
    "discards a face card",
    "restores a use",
    "gives a card back after Insight",
    "may bid against the Claim",
    "accepts the offer or raises it",
    "takes a covenant resource",
    "may take a trick card by Craft",
    "may mend at the Council Meeting",
)
"""What the seat to act does, by decision; goes on from the player's name."""

PASS_WORDS = {
    st.VOLUNTEER: "decline to oppose",
    st.CONCEDE: "do not concede",
    st.SELECT_VIGOR: "no more Vigor cards",
    st.SELECT_AID: "no more Aiding cards",
    st.SELECT_ITEM: "no more Item cards",
    st.BID_OPEN: "let the Claim pass",
    st.CRAFT_TAKE: "take neither card",
    st.MEETING: "mend no more",
}
"""What PASS says, by decision; "pass" elsewhere."""

CARD_WORDS = {
    st.COMMIT: "commit {}",
    st.WINDOW: "aid with {}",
    st.SELECT_VIGOR: "play {} by Vigor",
    st.SELECT_AID: "aid with {} by Influence",
    st.SELECT_ITEM: "play {} with the Item",
    st.COMPANION_CARD: "change the suit of {}",
    st.FACE_CARD: "discard {}",
    st.GIVE_BACK: "give back {}",
}
"""What a card is chosen for, by decision; "choose" elsewhere."""


# ---- things ---------------------------------------------------------------------------------------------------------
def card_name(card: int, suit: int | None = None) -> str:
    """A card, such as ``"K♠"``, or ``"K♠→♥"`` if its current suit is given and not the printed one."""
    printed = card // 13
    name = RANK_NAMES[card % 13] + SUIT_SYMBOLS[printed]
    return name if suit is None or suit == printed else f"{name}→{SUIT_SYMBOLS[suit]}"


def track_name(track: int) -> str:
    """An entry of a mage's sheet: ``"Vigor"``, ``"Craft Companion"``, …, ``"Magic"`` (16)."""
    if track == st.MAGIC_SHEET:
        return "Magic"
    trait = TRAIT_NAMES[track % 4]
    return trait if track < st.COMPANION else f"{trait} {BLOCK_NAMES[track // 4]}"


def season_name(turn: int) -> str:
    """The season after ``turn`` seasons; a game that has more than four of them goes round."""
    name = SEASON_NAMES[turn % 4]
    return name if turn < 4 else f"{name} of year {turn // 4 + 1}"


# ---- what the seat to act knows -------------------------------------------------------------------------------------
def side_of(state: Any, seat: int) -> int:
    """The side on which a seat fights, −1 for a councillor and for no seat."""
    for side in (st.PROTAGONIST, st.ANTAGONIST):
        if state.fighter[side] == seat >= 0:
            return side
    return -1


def _open_trick_card(state: Any, side: int) -> int:
    """The trick card of a side once it is turned up, else −1."""
    return int(state.trick_card[side]) if state.revealed and side >= 0 else -1


def _trick_suit(state: Any, side: int) -> int:
    """Current suit of that card, else −1."""
    card = _open_trick_card(state, side)
    return int(state.suit[card]) if card >= 0 else -1


def _described(state: Any, card: int) -> str:
    """A card as the seat to act sees it; its current suit is told only if that seat knows where the card is."""
    name, suit, own = card_name(card), int(state.suit[card]), side_of(state, state.seat)
    known = (
        (own >= 0 and state.zone[card] in (st.HAND + own, st.TRICK + own))
        or (state.revealed and card in state.trick_card)
        or int(state.known[card]) & 1 << max(0, int(state.seat))
    )
    return f"{name} (now {SUIT_NAMES[suit]})" if known and suit != card // 13 else name


# ---- actions, group by group; k counts from the group's first id ----------------------------------------------------
def _pass(state: Any, tables: Any, k: int) -> str:
    return PASS_WORDS.get(int(state.decision), "pass")


def _accept(state: Any, tables: Any, k: int) -> str:
    if state.decision != st.BID_ANSWER:
        return "accept the offer"
    consequence = "let the Claim happen" if state.offer_by_claimer else "give up the Claim"
    return f"accept {count(int(state.offer), 'vote')} and {consequence}"


def _buy_card(state: Any, tables: Any, k: int) -> str:
    side = side_of(state, state.seat)
    return "buy a card" if side < 0 else f"buy a card for {count(int(tables.price_card[side]), 'vote')}"


def _restore_by_votes(state: Any, tables: Any, k: int) -> str:
    return f"restore a use for {count(int(tables.price_restore), 'vote')}"


def _swap(state: Any, tables: Any, k: int) -> str:
    return f"swap all that lies on the table for {count(int(tables.price_swap), 'vote')}"


def _trait(state: Any, tables: Any, k: int) -> str:
    own = side_of(state, state.seat)
    suit, other = _trick_suit(state, own), _trick_suit(state, 1 - own) if own >= 0 else -1
    trait = "the Trait" if suit < 0 else TRAIT_NAMES[suit]
    harmed = "the opposing Trait" if other < 0 else TRAIT_NAMES[other]
    return f"pay for {trait} " + ("with a point", "with the Asset", "by over-use", f"with Harm to {harmed}")[k]


def _item(state: Any, tables: Any, k: int) -> str:
    verb, own = ("use", "over-use")[k], side_of(state, state.seat)
    card = _open_trick_card(state, 1 - own) if own >= 0 else -1
    if card < 0:
        return f"{verb} an Item against the other trick card"
    return f"{verb} the {TRAIT_NAMES[state.suit[card]]} Item against {_described(state, card)}"


def _take(state: Any, tables: Any, k: int) -> str:
    side = -1 if state.winner < 0 else (int(state.winner), 1 - int(state.winner))[k]
    card = _open_trick_card(state, side)
    return f"take the {('winning', 'losing')[k]} card" + (f" {_described(state, card)}" if card >= 0 else "")


def _suit(state: Any, tables: Any, k: int) -> str:
    if state.decision != st.COMPANION_SUIT:
        return f"name {SUIT_NAMES[k]}"
    card = int(state.pending_card)
    return f"turn {'the card' if card < 0 else _described(state, card)} into {SUIT_NAMES[k]}"


def _rival(state: Any, tables: Any, k: int) -> str:
    seats, away = int(tables.num_seats), k + 1
    if away >= seats:
        return f"Feud with nobody: the seat {away} to the left is empty"
    return f"stake: Feud with {player_name((state.seat + away) % seats)}"


def _sheet(state: Any, tables: Any, k: int) -> str:
    name = track_name(k)
    if state.decision == st.AMBITION:
        return f"stake: Ambition on {name}"
    if state.decision == st.FEUD_TRAIT:
        return f"stake: Feud over {name}"
    if state.decision == st.RESTORE:
        return f"restore {name}"
    if state.decision == st.MEETING:
        return f"mend {name} for {count(int(tables.price_mend), 'vote')}"
    return f"choose {name}"


def _resource(state: Any, tables: Any, k: int) -> str:
    name = RESOURCE_NAMES[k]
    if state.decision == st.STEWARDSHIP:
        return f"stake: Stewardship of {name}"
    if state.decision == st.CLAIM_WHAT:
        free = state.covenant_value[k] - state.covenant_harm[k] - state.covenant_spent[k]
        return f"claim {name}" if free >= 1 else f"harm {name}"
    if state.decision == st.MEETING:
        return f"mend {name} for {count(int(tables.price_mend), 'vote')}"
    return f"choose {name}"


def _offer(state: Any, tables: Any, k: int) -> str:
    offer = f"offer {count(k + 1, 'vote')}"
    if state.decision == st.BID_OPEN:
        return f"{offer} against the Claim"
    if state.decision == st.BID_ANSWER:
        return f"claim: {offer}" if side_of(state, state.seat) >= 0 else f"{offer} against the Claim"
    return offer


def _card(state: Any, tables: Any, k: int) -> str:
    return CARD_WORDS.get(int(state.decision), "choose {}").format(_described(state, k))


def _fixed(words: str) -> Callable[[Any, Any, int], str]:
    """An action that is called the same everywhere."""
    return lambda state, tables, k: words


def _named(words: str, names: tuple[str, ...]) -> Callable[[Any, Any, int], str]:
    """Actions that differ by a name only, for which ``{}`` stands."""
    return lambda state, tables, k: words.format(names[k])


_GROUPS: tuple[tuple[int, Callable[[Any, Any, int], str]], ...] = (
    (act.PASS, _pass),
    (act.CONCEDE_TRICK, _fixed("concede the trick")),
    (act.VOLUNTEER_NOW, _fixed("stand as Antagonist")),
    (act.ACCEPT, _accept),
    (act.CLAIM, _fixed("claim a covenant resource")),
    (act.BUY_CARD, _buy_card),
    (act.RESTORE_BY_VOTES, _restore_by_votes),
    (act.RESTORE_BY_FACE, _fixed("restore a use for a face card")),
    (act.SWAP, _swap),
    (act.TRAIT_POINT, _trait),
    (act.ITEM_USE, _item),
    (act.TAKE_WINNING, _take),
    (act.COMPANION_USE, _named("use the {} Companion", TRAIT_NAMES)),
    (act.COMPANION_OVERUSE, _named("over-use the {} Companion", TRAIT_NAMES)),
    (act.SUIT, _suit),
    (act.TYPE_NAME, _named("name {}", TYPE_NAMES)),
    (act.KIND, _named("stake: {}", STAKE_NAMES)),
    (act.RIVAL_NAME, _rival),
    (act.SHEET, _sheet),
    (act.RESOURCE, _resource),
    (act.OFFER + 1, _offer),
    (act.CARD, _card),
)
"""(first id, words) of each group of actions, in the order of the ids."""


def action_name(state: Any, tables: Any, action: int) -> str:
    """Any action in words, in the context of the pending decision.

    Args:
        state: the record; the words are those of the seat to act.
        tables: the content, for prices and the number of seats.
        action: 0 … 144; it need not be legal at present.

    Returns:
        A few words that no other action shares in the same state.

    Raises:
        ValueError: if there is no action of that number.
    """
    return action_in_words("covenant", _GROUPS, act.NUM_ACTIONS, state, tables, action)


ACTION_FAMILIES = (
    (act.PASS, 1, "PASS", "done, decline, do not concede"),
    (act.CONCEDE_TRICK, 1, "CONCEDE", "concede the trick"),
    (act.VOLUNTEER_NOW, 1, "VOLUNTEER", "be the Antagonist"),
    (act.ACCEPT, 1, "ACCEPT", "accept the standing offer"),
    (act.CLAIM, 1, "CLAIM", "announce a Claim on the covenant"),
    (act.BUY_CARD, 1, "BUY_CARD", "draw a card for votes"),
    (act.RESTORE_BY_VOTES, 1, "RESTORE_BY_VOTES", "restore a use for votes"),
    (act.RESTORE_BY_FACE, 1, "RESTORE_BY_FACE", "restore a use for a face card"),
    (act.SWAP, 1, "SWAP", "exchange all that lies on the table"),
    (act.TRAIT_POINT, 1, "TRAIT_POINT", "use the Trait of the own trick card: by a point"),
    (act.TRAIT_ASSET, 1, "TRAIT_ASSET", "… by its Asset"),
    (act.TRAIT_OVERUSE, 1, "TRAIT_OVERUSE", "… by over-use"),
    (act.TRAIT_HARM, 1, "TRAIT_HARM", "… by opposed Harm"),
    (act.ITEM_USE, 1, "ITEM_USE", "use the Item of the suit of the opponent's trick card"),
    (act.ITEM_OVERUSE, 1, "ITEM_OVERUSE", "over-use it"),
    (act.TAKE_WINNING, 1, "TAKE_WINNING", "Craft: take the winning trick card"),
    (act.TAKE_LOSING, 1, "TAKE_LOSING", "Craft: take the losing trick card"),
    (act.COMPANION_USE, 4, "COMPANION_USE s", "use the Companion of suit s"),
    (act.COMPANION_OVERUSE, 4, "COMPANION_OVERUSE s", "over-use it"),
    (act.SUIT, 4, "SUIT s", "the new suit"),
    (act.TYPE_NAME, 5, "TYPE t", "name Vigor, Craft, Influence, Insight or Magic"),
    (act.KIND, 3, "KIND k", "stake: Ambition, Stewardship, Feud"),
    (act.RIVAL_NAME, 4, "RIVAL j", "the player j seats to the left, j = 1 … 4"),
    (act.SHEET, 17, "SHEET k", "a track of a sheet, k = 16 for Magic"),
    (act.RESOURCE, 5, "RESOURCE r", "Servants, Coffers, Relations, Archives, Essences"),
    (act.OFFER + 1, 30, "OFFER v", "offer v votes, v = 1 … 30"),
    (act.CARD, 52, "CARD c", "a card: commit it, play it, choose it"),
)
"""(first id, number of ids, name, meaning) of each family of actions, in order."""
