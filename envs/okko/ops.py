"""The rows of compiled programs: opcode and operands ``(op, a, b, c, d, e)``; EFFECTS.md tells what each does.

``skip`` operands count rows after the row itself. A block ends where its instruction says; `TARGET` and `EACH` are
followed by their block and then by `END_TARGET` or `END_EACH`. ``n`` = `AS_COUNTED` means the register.
"""

from __future__ import annotations

AS_COUNTED = -99

END = 0
TARGET = 1  # whose, where, foe, optional, skip (rows of the block)
END_TARGET = 2
EACH = 3  # whose, where, foe, –, skip
END_EACH = 4
DAMAGE_BY = 5  # n, whom
HEAL = 6  # n, whom
CONDITION = 7  # condition, whom
CURE = 8  # condition, whom
CHANGE_STAT = 9  # stat, n, whom, until
HITS_BY = 10  # n
REROLL = 11
SHIELD = 12
ATTACK_NOW = 13  # kind, might, hits, damage
MOVE_NOW = 14  # n, whom
PLACE_FIGURE = 15  # where, whom
PUSH_AWAY = 16  # whom
MORE_ACTIONS = 17  # n
DRAW_EVENTS = 18  # n, < 0: discards
DRAW_CLUES = 19  # n
DRAW_ITEMS = 20  # n, keep
DRAW_WOUND = 21  # whom
RECALL = 22  # n
TEST_NOW = 23  # stat, n, direct, skip if it failed (to ``otherwise``)
IF = 24  # condition, argument, skip if not so
JUMP = 25  # skip
MAY = 26  # skip if no
CHOOSE = 27  # options; each is headed by OPTION
OPTION = 28  # rows of the option, skip to the end after it
COUNT_UP = 29  # what
MOVE_TOKEN = 30  # kind, n
CORRUPT = 31
SUMMON_NOW = 32  # type, n
SUMMON_KAMI = 33
RAISE_ALARM = 34
PROGRESS = 35  # side, n
DISCARD_SELF = 36
OPEN_DOORS = 37

# ---- operands -------------------------------------------------------------------------------------------------------
SELF, OTHER, CHOSEN = range(3)  # whom
FRIEND, FOE, ANYBODY, OWN = range(4)  # whose; OWN of triggers only
ON_SELF, ADJACENT, IN_AREA, ON_TILE, IN_SIGHT, ANYWHERE = range(6)  # where
ANY_FOE, FOE_THRALL, FOE_CREATURE, FOE_LIEUTENANT, FOE_DEMON, FOE_HERO = range(6)  # foe
TILL_ROUND, TILL_ACTIVATION = range(2)  # until
MELEE, RANGED, ANY_KIND = range(3)  # kind of an Attack
(
    IF_DONE, IF_ROUND, IF_WOUNDED, IF_CORRUPTED, IF_ALARM, IF_BATTLE, IF_ALONE, IF_HEROES, IF_ADJACENT_FOES, IF_CLASS,
) = range(10)  # fmt: skip
(
    COUNT_ADJACENT_FOES, COUNT_ADJACENT_FRIENDS, COUNT_DAMAGE, COUNT_EVENTS, COUNT_CORRUPTED, COUNT_HEROES,
) = range(6)  # fmt: skip
ANY_CLUE_TOKEN = 0  # of MOVE_TOKEN; else a kind of token
# ---- modifiers ------------------------------------------------------------------------------------------------------
SCOPE_SELF, SCOPE_ADJACENT, SCOPE_AREA, SCOPE_SIDE, SCOPE_FOES_ADJACENT, SCOPE_FOES_AREA = range(6)
(
    ALWAYS, ATTACKING, IN_MELEE, AT_RANGE, DEFENDING, TESTING, INVESTIGATING, SNEAKING, PACK, ON_CORRUPTED, WOUNDED,
    ALONE, IN_BATTLE,
) = range(13)  # fmt: skip
# ---- dice -----------------------------------------------------------------------------------------------------------
COMBAT_DIE, ACTION_DIE, TEST_DIE = range(3)
