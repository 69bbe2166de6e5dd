"""Slow, plain reference engine of the card game covenant, one atomic decision a step.

This file holds the frame (section 5): set-up, stakes, meetings, scoring. The parts:
``covenant_config`` numbers and ids, ``covenant_ledger`` sheets and votes,
``covenant_cards`` places of cards, ``covenant_actions`` and ``covenant_conflict`` the fight.
"""

from __future__ import annotations

from .covenant_cards import Cards
from .covenant_config import (
    AMBITION_STAKE,
    FEUD_STAKE,
    MAGIC_SHEET,
    STEWARDSHIP_STAKE,
    A,
    Act,
    Ask,
    Chance,
    Config,
    P,
)
from .covenant_conflict import Conflict
from .covenant_ledger import Ledger, Mage

__all__ = ["Act", "Ask", "Chance", "Config", "Game"]


class Game:
    """A game of covenant; ``seat`` has to answer ``decision`` until ``over``."""

    def __init__(self, config: Config, chance: Chance, max_turns: int | None = None) -> None:
        """Set up the mages and start the first conflict.

        Args:
            config: The game's numbers and mode.
            chance: Source of all random outcomes.
            max_turns: Cut the game after that many seasons; None or 0 for no cut.
        """
        self.config = config
        self.chance = chance
        self.max_turns = max_turns
        self.over = self.truncated = self.fallen = False
        self.ledger = Ledger(config, chance)
        self.cards = Cards(config, chance)
        mini = config.mode == "mini"
        self.first = 0 if mini else chance.first_player(config.num_players)  # C104
        self.season = 0
        self.in_season = 0  # conflicts finished in this season
        self.conflicts = 0  # conflicts begun
        self.tricks = 0  # tricks ended, in all conflicts
        self.start_conflict(self.first)

    def ask(self, seat: int, decision: int) -> None:
        """Set the next decision."""
        self.seat, self.decision = seat, decision

    # Conflict and stake --------------------------------------------------------------

    def start_conflict(self, protagonist: int) -> None:
        """Begin a conflict with its stake, where the mode has one (C13, C39, C107)."""
        self.cards.gather()
        self.clear_table(protagonist)
        self.conflicts += 1
        if self.config.mode != "year":
            self.fight.begin(1 - protagonist)
        elif self.possible_kinds():
            self.ask(protagonist, Ask.STAKE_KIND)
        else:  # 5.6: Renown alone
            self.find_antagonist()

    def clear_table(self, protagonist: int = -1) -> None:
        """Forget the previous conflict."""
        self.fight = Conflict(self, protagonist)
        self.stake_kind = self.stake_what = self.stake_rival = -1
        self.asked = 0  # how many have been asked to oppose
        self.met = 0  # how many are done with the meeting

    def protagonist_mage(self) -> Mage:
        """Mage of the present Protagonist."""
        return self.ledger.mages[self.fight.fighters[P]]

    def ambitions(self) -> list[int]:
        """Sheet entries of P that are below their limit (C108)."""
        mage = self.protagonist_mage()
        entries = [track.value for track in mage.tracks] + [mage.magic]
        return [k for k, value in enumerate(entries) if value < self.config.track_limit(k)]

    def stewardships(self) -> list[int]:
        """Covenant resources that can be healed or raised (C109)."""
        limit = self.config.covenant_limit
        covenant = self.ledger.covenant
        return [r for r, track in enumerate(covenant) if track.harm or track.value < limit]

    def feud_traits(self, rival: int) -> list[int]:
        """Traits in which P and a rival can both be harmed (C110)."""
        pair = (self.protagonist_mage(), self.ledger.mages[rival])
        return [t for t in range(4) if all(mage.tracks[t].can_suffer() for mage in pair)]

    def relative(self, steps: int) -> int:
        """Seat that many places to the left of P."""
        return (self.fight.fighters[P] + steps) % self.config.num_players

    def rivals(self) -> list[int]:
        """Relative seats of possible rivals (C110)."""
        others = range(1, self.config.num_players)
        return [steps for steps in others if self.feud_traits(self.relative(steps))]

    def possible_kinds(self) -> list[int]:
        """Kinds of stake P can choose (C107)."""
        options = [self.ambitions(), self.stewardships(), self.rivals()]
        return [kind for kind, possible in enumerate(options) if possible]

    def find_antagonist(self) -> None:
        """Let the rival, the only other player or a volunteer oppose (C112)."""
        if self.stake_kind == FEUD_STAKE:
            self.fight.begin(self.stake_rival)
        elif self.config.num_players == 2:
            self.fight.begin(self.relative(1))
        else:
            self.asked += 1
            self.ask(self.relative(self.asked), Ask.VOLUNTEER)

    def settle_stake(self, winner: int) -> None:
        """Pay Renown and carry out the stake (C101, C108..C111)."""
        config, mage = self.config, self.protagonist_mage()
        if winner == A:
            self.ledger.mages[self.fight.fighters[A]].renown += config.antagonist_renown
            if self.stake_kind == FEUD_STAKE:
                mage.tracks[self.stake_what].suffer()
        elif self.stake_kind == AMBITION_STAKE:
            mage.renown += config.ambition_renown
            if self.stake_what == MAGIC_SHEET:
                mage.magic += 1
            else:
                mage.tracks[self.stake_what].value += 1
        elif self.stake_kind == STEWARDSHIP_STAKE:
            mage.renown += config.stewardship_renown
            track = self.ledger.covenant[self.stake_what]
            if track.harm:
                track.harm -= 1
            else:
                track.value += 1
        elif self.stake_kind == FEUD_STAKE:
            mage.renown += config.feud_renown
            self.ledger.mages[self.stake_rival].tracks[self.stake_what].suffer()
        else:
            mage.renown += config.bare_renown

    def conflict_over(self, winner: int) -> None:
        """Go on after a conflict: the next Protagonist, the meeting, or the end (C105).

        Args:
            winner: Side that won.
        """
        if self.config.mode != "year":
            self.end()
            return
        self.settle_stake(winner)
        self.in_season += 1
        if self.in_season < self.config.num_players:
            self.start_conflict((self.first + self.in_season) % self.config.num_players)
        else:
            self.start_meeting()

    # Meeting and end -----------------------------------------------------------------

    def start_meeting(self) -> None:
        """Refresh everything and ask the first player (C106, C113..C115)."""
        self.clear_table()
        self.ledger.refresh()
        self.ask(self.first, Ask.MEETING)

    def mendings(self) -> list[int]:
        """Actions that mend something in the meeting (C115)."""
        mage = self.ledger.mages[self.seat]
        if mage.votes < self.config.mend_price:
            return []
        own = [Act.SHEET + k for k, track in enumerate(mage.tracks) if track.harm]
        shared = [Act.RESOURCE + r for r, track in enumerate(self.ledger.covenant) if track.harm]
        return own + shared

    def meet(self, action: int) -> None:
        """Mend one Harm, or stop and let the next player do so (C115)."""
        if action != Act.PASS:
            mage = self.ledger.mages[self.seat]
            self.ledger.pay(self.seat, self.config.mend_price)
            if action >= Act.RESOURCE:
                self.ledger.covenant[action - Act.RESOURCE].harm -= 1
                mage.renown += self.config.mend_renown
            else:
                mage.tracks[action - Act.SHEET].harm -= 1
            return
        self.met += 1
        if self.met < self.config.num_players:
            self.ask((self.first + self.met) % self.config.num_players, Ask.MEETING)
        else:
            self.end_season()

    def end_season(self) -> None:
        """Check the fall, then end or begin the next season (C105, C106, C116)."""
        done = self.season + 1
        self.fallen = self.ledger.fallen()
        if self.fallen or done >= self.config.seasons:
            self.end()
        elif self.max_turns and done >= self.max_turns:
            self.truncated = True
            self.end()
        else:
            self.season = done
            self.first = (self.first + 1) % self.config.num_players
            self.in_season = 0
            self.start_conflict(self.first)

    def cut(self) -> None:
        """Stop in the middle, as a guard on the number of decisions does."""
        self.truncated = True
        self.end()

    def end(self) -> None:
        """Stop; nobody has a decision any more."""
        self.over = True
        self.ask(-1, -1)

    def score(self) -> list[float]:
        """Renown, less twice the Blame after a fall (C118); in the short modes tricks won."""
        mages = self.ledger.mages
        if self.config.mode != "year":
            fight = self.fight
            return [float(fight.tricks[fight.fighters.index(seat)]) for seat in range(len(mages))]
        cost = self.config.blame_cost if self.fallen else 0
        return [float(mage.renown - cost * mage.blame) for mage in mages]

    def returns(self) -> list[float]:
        """Final ranks mapped evenly from +1 to -1, ties averaged; zeros before the end."""
        count = self.config.num_players
        if not self.over:
            return [0.0] * count
        keys = [(score,) for score in self.score()]
        if self.config.mode == "year":  # C118: fewer Blame, then more votes
            mages = self.ledger.mages
            keys = [(*key, -m.blame, m.votes) for key, m in zip(keys, mages, strict=True)]
        result = []
        for key in keys:
            ahead = sum(other > key for other in keys)
            tied = sum(other == key for other in keys)
            result.append(1.0 - 2.0 * (ahead + (tied - 1) / 2) / (count - 1))
        return result

    # Interface -----------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Sorted legal action ids of ``seat`` for ``decision`` (section 7)."""
        decision = self.decision
        if self.over:
            return []
        if decision == Ask.STAKE_KIND:
            legal = [Act.KIND + kind for kind in self.possible_kinds()]
        elif decision == Ask.AMBITION:
            legal = [Act.SHEET + k for k in self.ambitions()]
        elif decision == Ask.STEWARDSHIP:
            legal = [Act.RESOURCE + r for r in self.stewardships()]
        elif decision == Ask.RIVAL:
            legal = [Act.RIVAL + steps for steps in self.rivals()]
        elif decision == Ask.FEUD_TRAIT:
            legal = [Act.SHEET + t for t in self.feud_traits(self.stake_rival)]
        elif decision == Ask.VOLUNTEER:
            last = self.asked == self.config.num_players - 1
            legal = [Act.VOLUNTEER] if last else [Act.PASS, Act.VOLUNTEER]
        elif decision == Ask.MEETING:
            legal = [Act.PASS, *self.mendings()]
        else:
            legal = self.fight.legal()
        return sorted(legal)

    def step(self, action: int) -> None:
        """Carry out one atomic decision.

        Args:
            action: One of :meth:`legal`.

        Raises:
            ValueError: If the action is not legal now.
        """
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for decision {self.decision}")
        decision = self.decision
        if decision == Ask.STAKE_KIND:
            self.stake_kind = action - Act.KIND
            self.ask(self.seat, (Ask.AMBITION, Ask.STEWARDSHIP, Ask.RIVAL)[self.stake_kind])
        elif decision == Ask.RIVAL:
            self.stake_rival = self.relative(action - Act.RIVAL)
            self.ask(self.seat, Ask.FEUD_TRAIT)
        elif decision in (Ask.AMBITION, Ask.STEWARDSHIP, Ask.FEUD_TRAIT):
            base = Act.RESOURCE if decision == Ask.STEWARDSHIP else Act.SHEET
            self.stake_what = action - base
            self.find_antagonist()
        elif decision == Ask.VOLUNTEER:
            if action == Act.VOLUNTEER:
                self.fight.begin(self.seat)
            else:
                self.find_antagonist()
        elif decision == Ask.MEETING:
            self.meet(action)
        else:
            self.fight.step(action)

    def public(self) -> dict:
        """Everything all players know, in plain ints and lists."""
        mages, covenant, cards = self.ledger.mages, self.ledger.covenant, self.cards
        return {
            "season": self.season,
            "conflict": self.conflicts,
            "first": self.first,
            "fallen": int(self.fallen),
            "stake_kind": self.stake_kind,
            "stake_what": self.stake_what,
            "stake_rival": self.stake_rival,
            "deck": len(cards.deck),
            "discard": len(cards.seen) + len(cards.unseen),
            "seen_discards": sorted(cards.seen),
            "hands": [len(hand) for hand in cards.hands],
            "votes": [mage.votes for mage in mages],
            "renown": [mage.renown for mage in mages],
            "blame": [mage.blame for mage in mages],
            "magic": [mage.magic for mage in mages],
            "value": [[track.value for track in mage.tracks] for mage in mages],
            "harm": [[track.harm for track in mage.tracks] for mage in mages],
            "spent": [[track.spent for track in mage.tracks] for mage in mages],
            "covenant_value": [track.value for track in covenant],
            "covenant_harm": [track.harm for track in covenant],
            "covenant_claimed": [track.spent for track in covenant],
            "votes_minted": self.ledger.minted,
            "votes_spent": self.ledger.spent,
            "votes_lost": self.ledger.lost,
            **self.fight.public(),
        }

    def hidden(self) -> dict:
        """Everything at least one player does not know (section 7)."""
        return self.fight.hidden()

    def place(
        self,
        fighters: list[int],
        types: list[int],
        hands: list[list[int]],
        leader: int = P,
        deck: list[int] | None = None,
    ) -> None:
        """Jump to the start of a trick with a chosen position; for examples and tests.

        Sheets, votes and covenant stay as they are; set them on ``ledger``. No votes are
        given for becoming Antagonist, and there is no stake.

        Args:
            fighters: Seats of P and A.
            types: Types named by P and A.
            hands: Cards of P and A.
            leader: Side that leads.
            deck: Order of the deck; cards left out count as unseen discards. Default: all
                cards that are in no hand, sorted.
        """
        self.clear_table(fighters[P])
        self.fight.fighters = list(fighters)
        self.fight.types = list(types)
        self.fight.leader = leader
        self.fight.place(hands, deck)
