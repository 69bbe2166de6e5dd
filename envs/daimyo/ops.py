"""The instructions of effect programs, as the interpreter reads them: rows ``(op, a, b, c, d)`` of ``tables.code``.

EFFECTS.md says what each does; `effects` makes the rows from TOML, `rules.program` carries them out. A number ``n`` of
−1 means "as many as the count register holds". Blocks know how many rows to skip; the only jump back is END_EACH, which
runs its block once for each seat.

==============  ====================================================================================================
op              operands
==============  ====================================================================================================
END             the program is over
DRAW            n
GAIN_MON        n
DEPLOY_MORE     n
TRADE_MORE      n
DISCARD_CARDS   n, kind (0 any), class (−1 any), optional
RETURN_CARDS    n, kind (0 any), class (−1 any), optional
LOOT            which: 0 samurai, 1 ninja, 2 regalia, 3 class of the active hero, 4 the other class, 5 chosen class
EXHAUST_FIELD   n, what (CARD_TARGET, HERO_TARGET), whose (SELF …), ravage instead
RECOVER_FIELD   n, what, whose
CLEANSE_FIELD   n, whose
TAKE            n, class (−1 any), highest cost
REFRESH         0 samurai, 1 ninja, 2 chosen class, 3 heroes
REMOVE_PETALS   n
RESTORE_PETALS  n
DUEL            bonus to the attacker's ATK
BOOST_BY        n
WIN_DUEL        –
NEGATE_DUEL     –
SEND            – (the affected seat sends one of its heroes to the domain)
GAIN_HERO       – (the affected seat takes a hero of the hero area)
LEAVE           – (the hero whose skill this is goes back to the hero deck; in Boss Rush she is ravaged)
TIRE            – (the hero whose skill this is becomes exhausted)
DISCOUNT        n
MAY             rows to skip on "no"
IF              condition, its number, rows to skip otherwise
JUMP            rows to skip
CHOOSE          how many options follow; each is an OPTION_ROW and its block, which ends in a JUMP to the end
OPTION_ROW      class that it asks for (−1 any), rows of its block
ICON            class (−1 any), rows to skip if that class does not count, or the fight of a (duel) skill is decided
EACH            seats (0 the others, 1 all), rows of its block; END_EACH closes it
END_EACH        rows to jump back to the first of the block
TARGET          who (0 a chosen other player, 1 the one who acted); rows to skip if there is none
END_TARGET      the controller is affected again
COUNT           what (COUNTS)
FLIP            – (the story card whose effect this is turns over)
BRING           – (the set-aside heroes of the story card whose effect this is are shuffled into the hero deck)
==============  ====================================================================================================
"""

from __future__ import annotations

(
    END,
    DRAW,
    GAIN_MON,
    DEPLOY_MORE,
    TRADE_MORE,
    DISCARD_CARDS,
    RETURN_CARDS,
    LOOT,
    EXHAUST_FIELD,
    RECOVER_FIELD,
    CLEANSE_FIELD,
    TAKE,
    REFRESH,
    REMOVE_PETALS,
    RESTORE_PETALS,
    DUEL,
    BOOST_BY,
    WIN_DUEL,
    NEGATE_DUEL,
    SEND,
    GAIN_HERO,
    LEAVE,
    TIRE,
    DISCOUNT,
    MAY,
    IF,
    JUMP,
    CHOOSE,
    OPTION_ROW,
    ICON,
    EACH,
    END_EACH,
    TARGET,
    END_TARGET,
    COUNT,
    FLIP,
    BRING,
) = range(37)

CARD_TARGET, HERO_TARGET = 0, 1
SELF, OTHERS, ANYBODY, ACTED = range(4)  # whose: the affected seat, the seats beside it, all, the seat that acted
LOOT_OWN, LOOT_OTHER, LOOT_CHOSEN = 3, 4, 5  # below: 0 samurai, 1 ninja, 2 regalia
REFRESH_CHOSEN, REFRESH_HEROES = 2, 3

CONDITIONS = ("done", "won", "class", "hand_empty", "heroes", "petals_at_most", "treasures_in_hand", "deployed")
IF_DONE, IF_WON, IF_CLASS, IF_HAND_EMPTY, IF_HEROES, IF_PETALS, IF_TREASURES, IF_DEPLOYED = range(8)

COUNTS = ("samurai_deployed", "ninja_deployed", "heroes", "treasures_in_hand", "exhausted_enemies", "done")
C_SAMURAI, C_NINJA, C_HEROES, C_TREASURES, C_EXHAUSTED_ENEMIES, C_DONE = range(6)

MAX_REPEAT = 9  # the largest n of an instruction
