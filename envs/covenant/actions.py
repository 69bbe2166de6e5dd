"""The 145 actions of covenant.

::

      0 PASS                  5 BUY_CARD            10 TRAIT by Asset          15 TAKE_WINNING    25 SUIT s      41 SHEET k
      1 CONCEDE               6 RESTORE_BY_VOTES    11 TRAIT by over-use       16 TAKE_LOSING     29 TYPE t      58 RESOURCE r
      2 VOLUNTEER             7 RESTORE_BY_FACE     12 TRAIT by opposed Harm   17 COMPANION_USE   34 KIND k      63 OFFER 1 … 30
      3 ACCEPT                8 SWAP                13 ITEM use                21 COMPANION_      37 RIVAL j     93 CARD c
      4 CLAIM                 9 TRAIT by point      14 ITEM over-use              OVERUSE

The Trait is implied by the own trick card, the Item by the opponent's; SHEET, RESOURCE, CARD and SUIT take their meaning
from the pending decision.
"""

from __future__ import annotations

from .state import CARDS

PASS = 0
CONCEDE_TRICK = 1
VOLUNTEER_NOW = 2
ACCEPT = 3
CLAIM = 4
BUY_CARD = 5
RESTORE_BY_VOTES = 6
RESTORE_BY_FACE = 7
SWAP = 8
TRAIT_POINT = 9
TRAIT_ASSET = 10
TRAIT_OVERUSE = 11
TRAIT_HARM = 12
ITEM_USE = 13
ITEM_OVERUSE = 14
TAKE_WINNING = 15
TAKE_LOSING = 16
COMPANION_USE = 17  # + suit
COMPANION_OVERUSE = 21  # + suit
SUIT = 25  # + suit
TYPE_NAME = 29  # + type: 0 … 3 Traits, 4 Magic
KIND = 34  # + 0 Ambition, 1 Stewardship, 2 Feud
RIVAL_NAME = 37  # + relative seat − 1
SHEET = 41  # + track, 16 = Magic
RESOURCE = 58  # + resource
OFFER = 62  # + votes (1 … 30)
CARD = 93  # + card
NUM_ACTIONS = CARD + CARDS
