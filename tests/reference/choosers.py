"""Who plays the games of covenant that are compared: samplers with inclinations."""

from __future__ import annotations

from .lockstep import FAMILY
from .sampling import FamilySampler, Style

SELDOM: Style = {"BY_OVERUSE": 3, "BY_OPPOSED_HARM": 4, "RESOURCE": 3}
STYLES: tuple[Style, ...] = (
    {},
    {"PASS": 0.5, "CONCEDE": 0.2, "SWAP": 4},  # busy
    {"PASS": 0.15, "CARD": 0.3, "CONCEDE": 0.1, "CLAIM": 4, "BUY_CARD": 3, "RESTORE_BY_FACE": 3},  # draws all there is
    {"BUY_CARD": 0.02, "RESTORE_BY_VOTES": 0.02, "SWAP": 20, "VOLUNTEER": 5, "CONCEDE": 0.1},  # saves
    {"CLAIM": 3, "OFFER": 6, "ACCEPT": 0.5, "VOLUNTEER": 0.3, "BUY_CARD": 0.1, "CONCEDE": 0.1},  # haggles
)


class Sampler(FamilySampler):
    """Plays one game at random, each seat with inclinations of its own.

    Args:
        seed: anything that tells the game from others.
        num_players: seats.
    """

    def __init__(self, seed: str, num_players: int) -> None:
        super().__init__(seed, FAMILY)
        # Two seats in seven play uniformly over the legal actions. But where all Claim as they like, the covenant falls
        # in the first season: in half of the games they hold back, so that later seasons and natural ends occur.
        styles = [self.random.choice((None, None, *STYLES)) for _ in range(num_players)]
        self.styles = [style if style is None else {**SELDOM, **style} for style in styles]
        if self.random.random() < 0.5:
            self.styles = [{**(style or {}), "CLAIM": 0.03} for style in self.styles]

    def pick(self, family: str, actions: list[int]) -> int:
        """A small step of an offer leaves room for the next."""
        if family == "OFFER" and self.random.random() < 0.75:
            return actions[0]
        return super().pick(family, actions)
