"""The action ids of Okko Chronicles. Spaces, figures and cards are named by their number, not by where they lie.

::

      0 PASS            8 USE_TALENT         16 TAKE_OBJECT      57 NODE_NAME         169 EVENT_NAME
      1 YES             9 USE_ITEM           17 OPTION_NAME      89 PLAN_LEFT         201 CLUE_NAME
      2 MOVE           10 REORGANISE_ITEMS   20 SLOT             97 PLAN_RIGHT        225 COMPANION_NAME
      3 MELEE          11 GIVE_ITEM          25 HERO_NAME       105 CARD_NAME         249 OWN_TALENT
      4 RANGED_ATTACK  12 GIVE_FOLLOWER      29 TILE_NAME       113 WOUND_NAME        261 FIGURE_NAME
      5 INVESTIGATE    13 DISCARD_ITEM       45 KIND_NAME       129 ITEM_NAME         301 SPACE_NAME
      6 OPEN_CHEST     14 PLAY_EVENT
      7 TRY_TEST       15 ESCAPE
"""

from __future__ import annotations

from .state import (
    CARDS,
    CLUES,
    COMPANIONS,
    EVENTS,
    FIGURES,
    HEROES,
    ITEMS,
    KINDS,
    NODES,
    SPACES,
    TILES,
    TREES,
    WOUNDS,
)

PASS = 0  # no, none, done, stop, end the activation
YES = 1
# HERO_ACTION, FOLLOWER_ACTION, ONI_ACTION
MOVE = 2
MELEE = 3
RANGED_ATTACK = 4
INVESTIGATE = 5
OPEN_CHEST = 6
TRY_TEST = 7  # of an interaction space or a Test token
USE_TALENT = 8
USE_ITEM = 9
REORGANISE_ITEMS = 10
GIVE_ITEM = 11
GIVE_FOLLOWER = 12
DISCARD_ITEM = 13
PLAY_EVENT = 14  # also at ONI_FIGURE
ESCAPE = 15
TAKE_OBJECT = 16  # an object token beside the Hero (B91)
OPTION_NAME = 17  # + 0 … 2
SLOT = 20  # + RIGHT_HAND … SUPPLIES; PLACE_ITEM, where PASS discards a card that was received
HERO_NAME = 25  # + Hero: INITIATIVE, RECEIVER, COURTIER_SLOT
TILE_NAME = HERO_NAME + HEROES  # + tile
KIND_NAME = TILE_NAME + TILES  # + kind: SUMMON, TECHNIQUE_CARD, ONI_CARD
NODE_NAME = KIND_NAME + KINDS  # + tree · NODES + node: ENHANCEMENT
PLAN_LEFT = NODE_NAME + TREES * NODES  # + Action card 0 … 7 of the own Hero: as a talent
PLAN_RIGHT = PLAN_LEFT + CARDS // HEROES  # likewise: as a technique
CARD_NAME = PLAN_RIGHT + CARDS // HEROES  # + Action card 0 … 7 of the Hero asked: TARGET_CARD
WOUND_NAME = CARD_NAME + CARDS // HEROES  # + Wound: PLAN_SECOND
ITEM_NAME = WOUND_NAME + WOUNDS  # + item: TURN_UP, ITEM, CHEST_KEEP, TARGET_CARD
EVENT_NAME = ITEM_NAME + ITEMS  # + Event: SUMMON_COST, TECHNIQUE, EVENT
CLUE_NAME = EVENT_NAME + EVENTS  # + clue: COURTIER, COURTIER_CALL, ACCUSE
COMPANION_NAME = CLUE_NAME + CLUES  # + companion: FOLLOWER_CARD, Kami
OWN_TALENT = COMPANION_NAME + COMPANIONS  # TALENT, LOST_TALENT: + 0 … 2 natural talents, + 3 … 10 Action cards,
# + 11 the companion's; of an agent + 0 … 2 natural talents of its kind
FIGURE_NAME = OWN_TALENT + 12  # + figure: ATTACK_TARGET, SURROUND_…, ONI_FIGURE, TARGET_FIGURE
SPACE_NAME = FIGURE_NAME + FIGURES  # + space: all decisions about spaces, and about tokens by where they lie
NUM_ACTIONS = SPACE_NAME + SPACES
