"""What the scripted Heroes care for, in points of Tikku's Memoirs: the only place with weights."""

from __future__ import annotations

PATIENCE = 0.82  # what is left of a worth for each Action that passes before it can be had
NEXT_ROUND = 0.75  # … if it can only be had in the next activation
AGAIN = 0.5  # of a worth for each further Action that can be spent for the same
# ---- what is won ----------------------------------------------------------------------------------------------------
DECISION = 12.0  # an objective that decides the game; the end of the Oni
ONI = 16.0
MISSION = 1.6  # a point of a mission, which the other side would get otherwise
CLUE = 0.6  # a Clue card, as long as something is to be found out
IDLE_CLUE = 0.12  # … after that
NATURE_SHARE = 0.35  # of a Clue card that only the nature is looked for with
ITEM_KEPT = 0.3  # an Equipment card of a Chest
SUSPECT = 1.4  # to be beside who is going to be unmasked
MORE_ACTION = 0.5
KAMI = 0.9
# ---- opponents ------------------------------------------------------------------------------------------------------
LIEUTENANT = 1.2
MINION = 0.5
ASLEEP = 0.05  # a thrall that cannot be activated
ALARM_PER_THRALL = 0.12
# ---- the own skin ---------------------------------------------------------------------------------------------------
HURT = (0.18, 0.4, 1.5, 1.5)  # a Damage token, by Wounds in hand
FAINT = 0.3  # of a Damage token that does not complete a Wound
BATTLE = 1.2  # … in the Final Battle, and less and less with each round after BATTLE_ROUND: time is the Oni's (A10)
BATTLE_ROUND = 7
NOTICED = 0.5  # of what the Oni could do, how much it does
SNEAK_RISK = 0.04
"""A failed Sneak Test, for each thrall on the Tile."""
# ---- cards ----------------------------------------------------------------------------------------------------------
SECOND = 0.08  # what a second card has to be worth
SAVED = 0.1  # … more, as long as the Final Battle is to come
CALL = 0.2  # … and a Courtier's card to be played
EVENT = 0.3  # an Event card of the Oni
WOUND_LAID = (0.0, 0.5, 2.0, 3.0)  # to lay a Wound, by Wounds in hand
LAST_HAND = 6.0  # taking back the third Wound
# ---- Accusations ----------------------------------------------------------------------------------------------------
SURE = 0.9  # chance that is enough to name the identity, with the Heroes at hand for what comes
LATE = 0.45  # … from LATE_ROUND on, wherever they are
LAST = 0.3  # … in the last round with Accusations
LATE_ROUND = 6  # … with three Heroes and more; earlier with less
LAST_ROUND = 7
NATURE_SURE = 0.5
AT_HAND = 0.6  # share of the living Heroes who have to be within a move of the suspect
