"""Who plays the games that are compared: samplers with inclinations, and the built-in players."""

from __future__ import annotations

import random

from .covenant import Act
from .kernel_chance import KernelGame
from .lockstep import FAMILY

# How much likelier than others (1) a family of actions is.
SELDOM: dict[str, float] = {"BY_OVERUSE": 3, "BY_OPPOSED_HARM": 4, "RESOURCE": 3}
STYLES: tuple[dict[str, float], ...] = (
    {},
    {"PASS": 0.5, "CONCEDE": 0.2, "SWAP": 4},  # busy
    {"PASS": 0.15, "CARD": 0.3, "CONCEDE": 0.1, "CLAIM": 4, "BUY_CARD": 3, "RESTORE_BY_FACE": 3},  # draws all there is
    {"BUY_CARD": 0.02, "RESTORE_BY_VOTES": 0.02, "SWAP": 20, "VOLUNTEER": 5, "CONCEDE": 0.1},  # saves
    {"CLAIM": 3, "OFFER": 6, "ACCEPT": 0.5, "VOLUNTEER": 0.3, "BUY_CARD": 0.1, "CONCEDE": 0.1},  # haggles
)


class Sampler:
    """Plays one game at random, each seat with inclinations of its own.

    Args:
        seed: anything that tells the game from others.
        num_players: seats.
    """

    def __init__(self, seed: str, num_players: int) -> None:
        self.random = random.Random(seed)
        # Two seats in seven play uniformly over the legal actions. But where all Claim as they like, the covenant falls
        # in the first season: in half of the games they hold back, so that later seasons and natural ends occur.
        self.styles = [self.random.choice((None, None, *STYLES)) for _ in range(num_players)]
        self.styles = [style if style is None else {**SELDOM, **style} for style in self.styles]
        if self.random.random() < 0.5:
            self.styles = [{**(style or {}), "CLAIM": 0.03} for style in self.styles]

    def __call__(self, kernel: KernelGame, legal: list[int]) -> int:
        """One of the legal actions: first a family, by weight, then one of its actions."""
        style = self.styles[kernel.get("seat")]
        if style is None or len(legal) == 1:
            return self.random.choice(legal)
        families = list(dict.fromkeys(FAMILY[action] for action in legal))
        family = self.random.choices(families, [style.get(name, 1) for name in families])[0]
        if family == "OFFER" and self.random.random() < 0.75:  # a small step leaves room for the next
            return min(action for action in legal if action > Act.OFFER)
        return self.random.choice([action for action in legal if FAMILY[action] == family])


class EveryLine:
    """Plays the same deal again and again, each time another line of play, until ``done``."""

    def __init__(self) -> None:
        self.path: list[list[int]] = []  # [index of the choice, number of choices], by step
        self.step = 0
        self.done = False

    def __call__(self, kernel: KernelGame, legal: list[int]) -> int:
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

    def __call__(self, kernel: KernelGame, legal: list[int]) -> int:
        """The choice of the player in the seat to act."""
        return kernel.choose(self.kinds[kernel.get("seat")], self.random.getrandbits(64))
