"""Sheets and counters of the covenant reference: tracks, mages, votes, the covenant."""

from __future__ import annotations

from dataclasses import dataclass

from .covenant_config import ASSETS, COMPANIONS, ITEMS, TRAITS, Chance, Config


@dataclass
class Track:
    """One limited resource: value, Harm and spent (or Claimed) points (C20, C33)."""

    value: int = 0
    harm: int = 0
    spent: int = 0

    @property
    def free(self) -> int:
        """Points that can still be used."""
        return self.value - self.harm - self.spent

    def can_use(self) -> bool:
        """Whether an ordinary use is possible (C20)."""
        return self.free >= 1

    def can_overuse(self) -> bool:
        """Whether a used point may be turned into a Harmed one (C25)."""
        return self.free == 0 and self.spent >= 1

    def use(self) -> None:
        """Spend a point (C20)."""
        self.spent += 1

    def overuse(self) -> None:
        """Harm a used point for one more use (C25)."""
        self.spent -= 1
        self.harm += 1

    def can_suffer(self) -> bool:
        """Whether a Harm would change anything (C28)."""
        return self.harm < self.value

    def suffer(self) -> None:
        """Take one Harm, from a free point if there is one (C28, C119)."""
        if self.can_suffer():
            self.harm += 1
            if self.spent + self.harm > self.value:
                self.spent -= 1


class Mage:
    """One player's sheet and counters (C15..C18, C30, C35)."""

    def __init__(self, config: Config, order: list[int]) -> None:
        """Make a starting mage.

        Args:
            config: The game's numbers.
            order: The four Traits, best first (C102).
        """
        self.tracks = [Track() for _ in range(16)]
        for place, trait in enumerate(order):
            self.tracks[TRAITS + trait].value = config.trait_values[place]
            self.tracks[COMPANIONS + trait].value = config.companion_values[place]
            self.tracks[ITEMS + trait].value = config.item_values[place]
            self.tracks[ASSETS + trait].value = config.asset_values[place]
        self.magic = config.magic
        self.votes = config.start_votes
        self.renown = 0
        self.blame = 0

    def restorable(self) -> list[int]:
        """Tracks with a used point (C29)."""
        return [k for k, track in enumerate(self.tracks) if track.spent >= 1]


class Ledger:
    """All mages, the covenant, and the account of votes (section 2)."""

    def __init__(self, config: Config, chance: Chance) -> None:
        """Set up mages (C102, C38) and covenant (C103).

        Args:
            config: The game's numbers.
            chance: Gives each mage's order of Traits, except in mode ``mini``.
        """
        self.config = config
        seats = range(config.num_players)
        equal = config.mode == "mini"  # 5.5: both sheets the same, no chance but the deal
        self.mages = [Mage(config, [0, 1, 2, 3] if equal else chance.traits(s)) for s in seats]
        self.covenant = [Track(value) for value in config.covenant]
        self.minted = self.spent = self.lost = 0

    def _receive(self, seat: int, amount: int) -> None:
        """Add votes; what goes beyond the cap is lost (C35)."""
        mage = self.mages[seat]
        kept = min(amount, self.config.vote_cap - mage.votes)
        mage.votes += kept
        self.lost += amount - kept

    def mint(self, seat: int, amount: int) -> None:
        """Create new votes for a player on the Antagonist's side (C36)."""
        self.minted += amount
        self._receive(seat, amount)

    def pay(self, seat: int, amount: int) -> None:
        """Take votes out of the game for a price."""
        self.mages[seat].votes -= amount
        self.spent += amount

    def transfer(self, payer: int, receiver: int, amount: int) -> None:
        """Move votes from one player to another (C89)."""
        self.mages[payer].votes -= amount
        self._receive(receiver, amount)

    def refresh(self) -> None:
        """Bring back all spent and Claimed points (C113, C114)."""
        for tracks in [self.covenant, *(mage.tracks for mage in self.mages)]:
            for track in tracks:
                track.spent = 0

    def fallen(self) -> bool:
        """Whether enough resources are wholly Harmed (C116, 5.6)."""
        ruined = [t for t in self.covenant if t.value >= 1 and t.harm == t.value]
        return len(ruined) >= self.config.fall_count
