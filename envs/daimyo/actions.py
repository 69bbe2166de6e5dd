"""The action ids of Daimyo's Fall. Cards and characters are named by their number, not by where they lie.

::

      0 PASS           3 TRADE for d        9 DECK_NAME d      22 BUY_TOP class         280 BUY card
      1 YES            6 SEND_BACK_HERO    14 PLAYER j         24 PLAY card             344 CARD card
      2 END_TURN       7 NEMESIS_DUEL      19 OPTION_NAME i    88 SELL_CARD card        408 BUY_HERO character
                       8 WOUND                                152 DISCARD_SKILL card    440 HERO_SKILL character
                                                              216 RETURN_SKILL card     472 HERO_NAME character
"""

from __future__ import annotations

from .state import CARDS, CHARACTERS

PASS = 0  # no, nothing, enough
YES = 1
END_TURN = 2
TRADE = 3  # + 0 samurai, 1 ninja, 2 regalia: what is wanted for the treasure chosen next
SEND_BACK_HERO = 6  # 2 trade points: a hero of the area is shuffled back
NEMESIS_DUEL = 7
WOUND = 8  # Boss Rush: a treasure chosen next is returned against the nemesis
DECK_NAME = 9  # + domain deck: samurai and ninja reinforcements, samurai and ninja treasures, regalia
PLAYER = 14  # + relative seat: 0 the seat itself, 1 the next one clockwise …
OPTION_NAME = 19  # + 0 … 2
BUY_TOP = 22  # + class: the top card of that discard pile of the domain
PLAY = 24  # + card: deploys it; a mon card is spent
SELL_CARD = PLAY + CARDS  # + card
DISCARD_SKILL = SELL_CARD + CARDS  # + card: its "Discard:" skill, from the hand
RETURN_SKILL = DISCARD_SKILL + CARDS  # + card: its "Return:" skill, from the hand
BUY = RETURN_SKILL + CARDS  # + card of the pool
CARD = BUY + CARDS  # + card: what the pending decision asks for
BUY_HERO = CARD + CARDS  # + character of the hero area
HERO_SKILL = BUY_HERO + CHARACTERS  # + own character
HERO_NAME = HERO_SKILL + CHARACTERS  # + character: what the pending decision asks for
NUM_ACTIONS = HERO_NAME + CHARACTERS
