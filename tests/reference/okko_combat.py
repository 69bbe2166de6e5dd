"""Attacks and Attribute Tests of the Okko Chronicles reference (chapters 7 and 8), without the programs of talents.

What modifiers come to is given as plain numbers. Dice are rolled by a callable, die by die: the Combat dice, then the
Action dice, a die that is rolled again at once; nothing depends on the order but which random word a die gets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .okko_position import HERO, HEROES, THRALL, Figure, Position

COMBAT, ACTION, TEST = "combat", "action", "test"


@dataclass
class Face:
    """What a die shows."""

    hits: int = 0
    push: bool = False
    reroll: bool = False


Roll = Callable[[str], Face]
"""A die of that kind, rolled by the side that makes the Attack or Test."""


@dataclass
class Numbers:
    """What an Attack is counted with, modifiers that hold for it included.

    Attributes:
        might: MIGHT of the attacker's card.
        bonus, penalty: to MIGHT, each added up by itself (A23).
        swap: rolls Action dice in place of Combat dice (E6).
        hits: more or fewer (EFFECTS.md).
        damage: Damage tokens more.
        legendary: it hurts a ghostly target.
        may_push: it needs no push symbol.
        defense: of the target's card, with all modifiers but that of its conditions.
        poison: by how much each side of Poisoned lowers it: [away, weaker, worse].
        ghostly: the target is hurt by legendary Attacks only.
    """

    might: int = 0
    bonus: int = 0
    penalty: int = 0
    swap: bool = False
    hits: int = 0
    damage: int = 0
    legendary: bool = False
    may_push: bool = False
    defense: int = 0
    poison: tuple[int, int, int] = (0, 1, 2)
    ghostly: bool = False

    def pools(self) -> tuple[int, int]:
        """Combat and Action dice (O72 to O74, A23, B38)."""
        combat, action = max(0, self.might - self.penalty), self.bonus
        return (0, combat + action) if self.swap else (combat, action)


@dataclass
class Attack:
    """What came of an Attack.

    Attributes:
        alarm: it rings the alarm (A28).
        hits: of the dice alone.
        success: the hits were at least the DEFENSE.
        eliminated: numbers of the figures eliminated, in order.
        push: Spaces to which the target can be pushed; empty if it cannot.
    """

    alarm: bool
    hits: int
    success: bool
    eliminated: list[int]
    push: set[str]


def roll_pools(combat: int, action: int, roll: Roll) -> tuple[int, bool]:
    """O75, O76, B37: the hits of all dice, and whether one shows the push symbol."""
    hits, push = 0, False
    for die in [COMBAT] * combat + [ACTION] * action:
        face = roll(die)
        while face.reroll:
            hits, push = hits + 1, push or face.push
            face = roll(die)
        hits, push = hits + face.hits, push or face.push
    return hits, push


def attack(position: Position, attacker: Figure, target: Figure, numbers: Numbers, roll: Roll) -> Attack:
    """Carries out the steps of B34 up to the push, which is the attacker's choice; `bleed` is what follows it."""
    tile = position.map.square(target.space).tile
    alarm = attacker.side == HEROES and target.type == THRALL and tile not in position.corrupted
    hits, push = roll_pools(*numbers.pools(), roll)
    defense = max(0, numbers.defense - numbers.poison[target.conditions.get("poisoned", 0)])
    success = defense == 0 or hits + numbers.hits >= defense
    result = Attack(alarm, hits, success, [], set())
    if success and (numbers.legendary or not numbers.ghostly):
        harm(target, 1 + numbers.damage, result.eliminated)
    if target.space and (push or numbers.may_push):
        result.push = position.push_spaces(attacker, target)
    return result


def bleed(attacker: Figure, result: Attack) -> None:
    """O202, B39: a bleeding attacker is harmed when all else is done."""
    if attacker.conditions.get("bleeding"):
        harm(attacker, 1, result.eliminated)


def harm(figure: Figure, n: int, eliminated: list[int]) -> None:
    """O77, O78, O80, O114, B42: n Damage tokens at once; all but Heroes are eliminated at their STAMINA."""
    figure.damage += max(0, n)
    if figure.type != HERO and figure.damage >= figure.stamina:
        eliminated.append(figure.number)
        leave_board(figure)


def leave_board(figure: Figure) -> None:
    """B69."""
    figure.space, figure.damage, figure.conditions = "", 0, {}


# ---- chapter 8 ------------------------------------------------------------------------------------------------------
@dataclass
class Tried:
    """What came of an Attribute Test.

    Attributes:
        passed: whether it succeeded.
        total: of the dice; 0 if none was rolled.
        rolled: Test dice rolled.
        penalties: Penalty tokens on it afterwards.
    """

    passed: bool
    total: int
    rolled: int
    penalties: int


def attribute_test(value: int, difficulty: int, penalties: int, direct: bool, highest: int, roll: Roll) -> Tried:
    """O84 to O88, A34, B43, B44.

    Args:
        value: of the Hero's Attribute with all that changes it (A23).
        difficulty: of the Test.
        penalties: Penalty tokens on it.
        direct: a Direct Test has and gets none.
        highest: what a Test die shows at most.
        roll: rolls a die.
    """
    dice = max(0, difficulty - (0 if direct else penalties))
    if dice * highest <= value:
        return Tried(True, 0, 0, 0)
    total = sum(roll(TEST).hits for _ in range(dice))
    if total <= value:
        return Tried(True, total, dice, 0)
    return Tried(False, total, dice, penalties + (0 if direct else 1))
