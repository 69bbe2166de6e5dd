"""The record of one game of covenant, drawn field by field, and the numbers that give its entries a meaning.

Two ways to name who fights: a *seat* (0 … 4) is a player for the whole game; a *side* is a role in the conflict,
0 the Protagonist and 1 the Antagonist. ``state.fighter[side]`` is the seat.

Cards::

    card = 13 · printed suit + (rank − 2)         suits: 0 clubs, 1 diamonds, 2 hearts, 3 spades
    rank = card % 13 + 2                          11 J, 12 Q, 13 K, 14 A

Tracks of a mage (C18), each block in the order Vigor, Craft, Influence, Insight::

    0 … 3 Traits | 4 … 7 Companions | 8 … 11 Items | 12 … 15 Assets        (16 = Magic where a sheet entry is chosen)
"""

from __future__ import annotations

from ..core.verbs import COMMON_STATE, COMMON_TABLES, MAX_SEATS, record_type

# ---- capacities -----------------------------------------------------------------------------------------------------
CARDS = 52
SUITS = 4
TRACKS = 16
RESOURCES = 5
MAX_VOTES = 30  # bounded by the OFFER actions

# ---- sides, suits, tracks -------------------------------------------------------------------------------------------
PROTAGONIST, ANTAGONIST = 0, 1
CLUBS, DIAMONDS, HEARTS, SPADES = 0, 1, 2, 3
VIGOR, CRAFT, INFLUENCE, INSIGHT = 0, 1, 2, 3  # C9: a Trait has the number of its suit
MAGIC_TYPE = 4
TRAIT, COMPANION, ITEM, ASSET = 0, 4, 8, 12  # first track of each block
MAGIC_SHEET = 16
ESSENCES = 4  # resources 0 … 3 have the numbers of their suits (C10)

# ---- where a card is ------------------------------------------------------------------------------------------------
# Zones that belong to a side stand in pairs: zone + side.
DECK = 0
DISCARD = 1  # face up
BURIED = 2  # in the discard pile, but put there unseen (C81)
HAND = 3
TRICK = 5  # the card committed for the trick, face down until the reveal
AIDING = 7
VIGOR_CARD = 9
ITEM_CARD = 11  # played *against* the trick card of that side
OUT = 13  # not in this game's deck
UNKNOWN = 14  # only in redacted records
NUM_ZONES = 15

# ---- kinds of decisions (covenant's list in RULES.md has the same order) --------------------------------------------
DECISIONS = (
    "STAKE_KIND",
    "AMBITION",
    "STEWARDSHIP",
    "RIVAL",
    "FEUD_TRAIT",
    "VOLUNTEER",
    "TYPE",
    "COMMIT",
    "CONCEDE",
    "WINDOW",
    "SELECT_VIGOR",
    "SELECT_AID",
    "SELECT_ITEM",
    "COMPANION_CARD",
    "COMPANION_SUIT",
    "FACE_CARD",
    "RESTORE",
    "GIVE_BACK",
    "BID_OPEN",
    "BID_ANSWER",
    "CLAIM_WHAT",
    "CRAFT_TAKE",
    "MEETING",
)
STAKE_KIND, AMBITION, STEWARDSHIP, RIVAL, FEUD_TRAIT, VOLUNTEER, TYPE, COMMIT, CONCEDE, WINDOW = range(10)
SELECT_VIGOR, SELECT_AID, SELECT_ITEM, COMPANION_CARD, COMPANION_SUIT, FACE_CARD, RESTORE, GIVE_BACK = range(10, 18)
BID_OPEN, BID_ANSWER, CLAIM_WHAT, CRAFT_TAKE, MEETING = range(18, 23)

# ---- stakes ---------------------------------------------------------------------------------------------------------
KIND_AMBITION, KIND_STEWARDSHIP, KIND_FEUD = 0, 1, 2
NO_STAKE = 3  # every stake was at its limit: P fights for Renown alone

# ---- modes ----------------------------------------------------------------------------------------------------------
MODES = ("year", "conflict", "mini")
MODE_YEAR, MODE_CONFLICT, MODE_MINI = range(3)

# ---- purposes of random words (core/rng.py) -------------------------------------------------------------------------
FIRST_PLAYER, TRAIT_ORDER, SHUFFLE, INSIGHT_PICK = range(4)

STATE = record_type(
    COMMON_STATE
    + [
        # the year: ``turn`` is the season (0 = Spring)
        ("first", "i8"),  # the season's first player (C105)
        ("conflicts_over", "i8"),  # conflicts of this season already over
        ("conflict", "i8"),  # conflicts begun in this game; 1 is the first
        ("fallen", "i8"),  # the covenant has fallen (C116)
        # players and mages, by seat
        ("votes", "i1", (MAX_SEATS,)),
        ("renown", "i2", (MAX_SEATS,)),
        ("blame", "i2", (MAX_SEATS,)),
        ("magic", "i1", (MAX_SEATS,)),
        ("value", "i1", (MAX_SEATS, TRACKS)),  # V, H, S of C20
        ("harm", "i1", (MAX_SEATS, TRACKS)),
        ("spent", "i1", (MAX_SEATS, TRACKS)),
        ("votes_minted", "i8"),  # votes are conserved: sum(votes) = start + minted − paid − lost
        ("votes_paid", "i8"),
        ("votes_lost", "i8"),
        # the covenant, by resource; spent = Claimed
        ("covenant_value", "i1", (RESOURCES,)),
        ("covenant_harm", "i1", (RESOURCES,)),
        ("covenant_spent", "i1", (RESOURCES,)),
        # the conflict
        ("fighter", "i8", (2,)),  # seat of P, of A; −1 while not chosen
        ("stake", "i8"),  # KIND_…, NO_STAKE, or −1 while not chosen
        ("stake_what", "i8"),  # track 0 … 16, resource, or Trait of a Feud; −1 while not chosen
        ("rival", "i8"),  # seat, −1 if none
        ("asked", "i8"),  # councillors already asked (to volunteer; at an auction) or players done (meeting)
        ("types", "i8", (2,)),  # named by P, by A: 0 … 3 Trait, 4 Magic; −1 while not named
        ("wins", "i8", (2,)),  # tricks won by P, by A
        ("leader", "i8"),  # side that leads the trick
        # the cards
        ("zone", "i1", (CARDS,)),
        ("suit", "i1", (CARDS,)),  # current suit (C11)
        ("known", "u1", (CARDS,)),  # bit s: seat s knows whose possession the card is in (or that it is discarded)
        ("deck", "i1", (CARDS,)),  # order of the deck, fixed when it is shuffled
        ("deck_next", "i8"),  # index of the next card to be drawn
        ("deck_size", "i8"),  # cards left: public
        ("discard_size", "i8"),  # cards in the discard pile, seen or not: public
        ("shuffles", "i8"),  # of this conflict
        ("picks", "i8"),  # Insight's random picks of this conflict
        ("hand_size", "i8", (2,)),  # public
        ("held", "i1", (2, SUITS)),  # hand cards by current suit
        ("unseen_suits", "i1", (2, SUITS)),  # at least so many unseen cards of that suit are held: public (C98)
        # the trick
        ("trick_card", "i8", (2,)),  # −1 if none lies there
        ("committed", "i8", (2,)),  # a trick card lies there, face down or revealed: public
        ("revealed", "i8"),
        ("magic_bonus", "i8", (2,)),  # of that trick card, fixed at the reveal (C45)
        ("aiding", "i8", (2,)),  # Aiding cards lying there
        ("vigor_rank", "i8", (2,)),  # combined rank, bonuses included, of the Vigor cards lying there
        ("item_rank", "i8", (2,)),  # … of the Item cards played against that side's trick card
        ("aided", "i8", (2,)),  # the fighter used the free Aiding card (C72)
        ("banned", "i8", (2,)),  # the fighter may not Claim in this trick (C93)
        ("craft", "i8", (2,)),  # sides that announced Craft, in order; −1 if none
        ("craft_done", "i8"),  # announcements already settled
        ("winner", "i8"),  # side that won the trick, −1 before the resolution
        ("passes", "i8"),  # passes in a row
        ("acting", "i8"),  # side that acts in Prepare, in the concession and in the window
        # a pending action
        ("selected", "i8"),  # cards chosen so far
        ("pending_card", "i8"),  # card whose suit a Companion will change; −1 if none
        ("pending_suit", "i8"),  # suit of the Companion in use; −1 if none
        ("bidder", "i8"),  # seat, −1 if none
        ("offer", "i8"),  # standing offer
        ("offer_by_claimer", "i8"),
    ]
)

TABLES = record_type(
    COMMON_TABLES
    + [
        ("mode", "i8"),
        # [rules]
        ("hand_size", "i8"),
        ("tricks_to_win", "i8"),
        ("aid_value", "i8"),
        ("seasons", "i8"),
        # [conflict]
        ("type_bonus", "i8"),
        ("craft_limit", "i8"),
        ("fixed_types", "i8", (2,)),  # −1: named by the players
        ("random_first", "i8"),  # 0: seat 0 is the first Protagonist
        ("reshuffle", "i8"),  # 0: an empty deck stays empty
        ("random_insight", "i8"),  # 0: Insight takes the card that came first in the deck order
        ("in_deck", "i8", (CARDS,)),
        # [votes]
        ("votes_start", "i8"),
        ("votes_limit", "i8"),
        ("votes_opposing", "i8"),  # on becoming A
        ("votes_trick", "i8"),  # for each trick that A wins
        ("price_card", "i8", (2,)),  # by side
        ("price_restore", "i8"),
        ("price_swap", "i8"),
        ("price_mend", "i8"),
        # [mage]
        ("trait_values", "i8", (4,)),  # first … fourth Trait of the random order
        ("companion_values", "i8", (4,)),
        ("item_values", "i8", (4,)),
        ("asset_values", "i8", (4,)),
        ("magic_start", "i8"),
        ("track_limit", "i8", (TRACKS + 1,)),  # the last is Magic
        # [covenant]
        ("covenant_start", "i8", (RESOURCES,)),
        ("covenant_limit", "i8"),
        ("covenant_fall", "i8"),  # so many wholly Harmed resources end the game
        # [renown]
        ("renown_stake", "i8", (4,)),  # Ambition, Stewardship, Feud, no stake
        ("renown_opposing", "i8"),
        ("renown_mend", "i8"),
        ("blame_price", "i8"),
    ]
)
