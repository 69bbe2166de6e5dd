"""The stages of a round, in order: column STAGE of T_ROUND, the lowest task.

Each stage is one thing done or asked; a stage that asks several times stays until all has been asked. The chapter that
a stage belongs to carries it out: strategy.py up to LAYING, round.py up to ONI_TURN, round_end.py the rest.
"""

from __future__ import annotations

# the strategy phase (chapter 3): the Oni's open step, the Heroes' plans, the Oni's techniques
CORRUPTING, ENHANCING, SUMMONING, FIRST_CARD, SECOND_CARD, HAND_CARD, STACKING, LAYING = range(8)
# the activation phase (chapter 4)
REVEALING, HERO_TURN, ONI_TURN = range(8, 11)
# the end phase (chapter 19): step 1, 2, the answers to both, 3, 4, 5, 6, 7 (three stages), 8, 9 (three stages)
(
    APPEARING, ACCUSING, ANSWERING, REORGANISING, DISCARDING, WOUNDING, RECOVERING, FALLING, NEW_HANDS, FALLING_AGAIN,
    ONI_CARDS, MISSION_TILES, LOOKING, CLOSING,
) = range(11, 25)  # fmt: skip
