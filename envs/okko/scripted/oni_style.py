"""What the scripted Oni cares for: its weights, all in one measure. 1 is about what an Event card is worth."""

from __future__ import annotations

# ---- opponents ------------------------------------------------------------------------------------------------------
WOUND = 3.0  # a Wound that a Hero draws
NEXT_WOUND = 0.8  # … more, by parts, for each that the Hero holds already
LAST_WOUND = 5.0  # … more for the one that eliminates in the Final Battle: it opens the escape
SPARE_TOKEN = 0.25  # of a Wound's worth: STAMINA Damage tokens beyond those that bring one this round
COMPANION = 0.8  # a Follower or Kami eliminated
CONDITIONS = (0.6, 0.8, 0.5, 1.2)  # bleeding, poisoned, stunned, amputee on a Hero
# ---- agents ---------------------------------------------------------------------------------------------------------
MINION = 0.6  # to lose one
LIEUTENANT = 1.0
DEMON = 14.0
FEARFUL = 1.6  # agents worth less than this care for no danger
FEAR = 0.8  # of the loss that threatens where a figure could stand
DEMON_FEAR = 0.1  # … of the Oni itself, which wins by fighting
# ---- the board ------------------------------------------------------------------------------------------------------
MISSION = 4.0  # an Objective with a Recollection
DECISION = 25.0  # one that decides the game
GUARD_TEST = 2.5  # to stand where a Test is made, with Heroes near
GUARD_TOKEN = 0.8  # to stand beside a Clue token or in the Area of a Test
NEARNESS = 0.12  # an Area nearer to the opponent that is sought
HUNT = 0.5  # … to the Oni itself, which has no time to guard anything
CONTEST = 0.25  # to stand in an Area with opponents, who are stopped there
THREAT = 0.25  # of an Attack that could be made next time
STRAY = 0.5  # for a thrall to stop where it cannot be activated again
CORRUPTION = 0.5  # a thrall that a Corruption token wakes
# ---- cards ----------------------------------------------------------------------------------------------------------
CARD = 0.65  # an Event card kept in hand, while there are few
PLENTY = 6  # cards in hand beyond which they are worth less
SHIELD = 0.1  # a point of DEFENSE, by the life that is in danger
LOSS = 1.0  # of the steps that the Heroes gain by eliminating a figure brought to the board
ACTION_DIE = 0.22  # an Action die more, by the damage that a hit does
SUMMONED_FIGURE = 0.8  # a figure brought to the board, besides what it can do at once
