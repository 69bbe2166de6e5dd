"""Who plays the games that are compared, whatever the game: a sampler with inclinations, and the built-in players."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from .one_game import OneGame

Style = Mapping[str, float]
"""How much likelier than others (1) a family of actions is."""


class FamilySampler:
    """Plays one game at random, each seat with inclinations of its own.

    Args:
        seed: anything that tells the game from others.
        families: name of the family of each action.
        styles: by seat; None plays uniformly over the legal actions.
    """

    def __init__(self, seed: str, families: Sequence[str], styles: Sequence[Style | None] = ()) -> None:
        self.random = random.Random(seed)
        self.families, self.styles = families, list(styles)

    def __call__(self, kernel: OneGame, legal: list[int]) -> int:
        """One of the legal actions: first a family, by weight, then one of its actions."""
        style = self.styles[kernel.get("seat")]
        if style is None or len(legal) == 1:
            return self.random.choice(legal)
        families = list(dict.fromkeys(self.families[action] for action in legal))
        family = self.random.choices(families, [style.get(name, 1) for name in families])[0]
        return self.pick(family, [action for action in legal if self.families[action] == family])

    def pick(self, family: str, actions: list[int]) -> int:
        """One of a family's actions."""
        return self.random.choice(actions)


class EveryLine:
    """Plays the same deal again and again, each time another line of play, until ``done``."""

    def __init__(self) -> None:
        self.path: list[list[int]] = []  # [index of the choice, number of choices], by step
        self.step = 0
        self.done = False

    def __call__(self, kernel: OneGame, legal: list[int]) -> int:
        """The action of the present line."""
        if self.step == len(self.path):
            self.path.append([0, len(legal)])
        index, count = self.path[self.step]
        assert count == len(legal), "the same line has other choices than before"
        self.step += 1
        return legal[index]

    def advance(self) -> None:
        """On to the next line."""
        self.step = 0
        while self.path and self.path[-1][0] == self.path[-1][1] - 1:
            self.path.pop()
        self.done = not self.path
        if not self.done:
            self.path[-1][0] += 1


class BuiltIn:
    """Lets built-in players play one game.

    Args:
        seed: anything that tells the game from others.
        num_players: seats.
        kinds: how many built-in players there are. In a third of the games one of them has all seats; in the others
            each seat has any of them, or now and then the random player.
    """

    def __init__(self, seed: str, num_players: int, kinds: int) -> None:
        self.random = random.Random(seed)
        if self.random.random() < 1 / 3:
            self.kinds = [self.random.randint(1, kinds)] * num_players
        else:
            anyone = [0, *4 * list(range(1, kinds + 1))]
            self.kinds = self.random.choices(anyone, k=num_players)

    def __call__(self, kernel: OneGame, legal: list[int]) -> int:
        """The choice of the player in the seat to act."""
        return kernel.choose(self.kinds[kernel.get("seat")], self.random.getrandbits(64))
