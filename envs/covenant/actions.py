"""The 145 actions of covenant.

::

      0 PASS               8 SWAP                     16 TAKE_LOSING              34 KIND k
      1 CONCEDE            9 TRAIT by point           17 COMPANION_USE s          37 RIVAL j
      2 VOLUNTEER         10 TRAIT by Asset           21 COMPANION_OVERUSE s      41 SHEET k
      3 ACCEPT            11 TRAIT by over-use        25 SUIT s                   58 RESOURCE r
      4 CLAIM             12 TRAIT by opposed Harm    29 TYPE t                   63 OFFER 1 … 30
      5 BUY_CARD          13 ITEM use                                             93 CARD c
      6 RESTORE_BY_VOTES  14 ITEM over-use
      7 RESTORE_BY_FACE   15 TAKE_WINNING

The Trait is implied by the own trick card, the Item by the opponent's; SHEET, RESOURCE, CARD and SUIT take their
meaning from the pending decision.
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
