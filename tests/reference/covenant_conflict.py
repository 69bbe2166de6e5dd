"""Course of one conflict: types, deal, tricks (section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .covenant_actions import TrickActions
from .covenant_config import MAGIC, A, Act, Ask, P, rank

if TYPE_CHECKING:
    from .covenant import Game


class Conflict(TrickActions):
    """One conflict between two fighters, from the naming of types to its winner."""

    def __init__(self, game: Game, protagonist: int = -1) -> None:
        """Open a conflict, or an empty table if there is no Protagonist.

        Args:
            game: The game this belongs to; it is told the winner.
            protagonist: Seat of P, or -1.
        """
        self.game = game
        self.cards = game.cards
        self.ledger = game.ledger
        self.fighters = [protagonist, -1]
        self.types = [-1, -1]
        self.tricks = [0, 0]
        self.leader = P  # C52
        self.turn = P
        self.clear_trick()

    def clear_trick(self) -> None:
        """Forget everything that lasts one trick."""
        self.clear_claims()
        self.in_window = False
        self.revealed = False
        self.passes = 0
        self.selected = 0
        self.crafted = 0
        self.trick_winner = -1
        self.final_values: list[int] = []

    # Types and deal ------------------------------------------------------------------

    def begin(self, antagonist: int) -> None:
        """Bring in the Antagonist, who gets votes for it, and name types (C37, C40)."""
        self.fighters[A] = antagonist
        self.ledger.mint(antagonist, self.game.config.antagonist_votes)
        if self.game.config.fixed_types is not None:
            self.types = list(self.game.config.fixed_types)
            self.deal()
        else:
            self.game.ask(self.fighters[P], Ask.TYPE)

    def name_type(self, named: int) -> None:
        """P names a type, then A does, then cards are dealt (C40, C41)."""
        if self.types[P] < 0:
            self.types[P] = named
            self.game.ask(self.fighters[A], Ask.TYPE)
        else:
            self.types[A] = named
            self.deal()

    def deal(self) -> None:
        """Deal and begin the first trick (C46)."""
        self.cards.deal()
        self.start_trick()

    # Trick steps ---------------------------------------------------------------------

    def start_trick(self) -> None:
        """Free draws for empty hands, then Prepare (C49, C53)."""
        self.clear_trick()
        order = [self.leader, 1 - self.leader]
        for side in order:
            if not self.cards.hands[side]:
                self.cards.draw(side)
        empty = [side for side in order if not self.cards.hands[side]]
        if empty:  # a hand is only empty here if no card is left, so C80 gives none either
            self.end_trick(A if len(empty) == 2 else 1 - empty[0])
        else:
            self.turn = self.leader
            self.ask_turn(Ask.COMMIT)

    def commit(self, card: int) -> None:
        """Lay a card face down; the follower prepares next (C53, C54)."""
        self.cards.hands[self.turn].remove(card)
        self.cards.fronts[self.turn].trick = card
        if self.turn == self.leader:
            self.turn = 1 - self.leader
            self.ask_turn(Ask.COMMIT)
        else:
            self.turn = self.leader
            self.ask_turn(Ask.CONCEDE)

    def concession(self, action: int) -> None:
        """Answer to the question whether to concede (C55)."""
        if action == Act.CONCEDE:
            self.concede(self.turn)
        elif self.turn == self.leader:
            self.turn = 1 - self.leader
            self.ask_turn(Ask.CONCEDE)
        else:
            self.reveal()

    def concede(self, side: int) -> None:
        """Give up the trick for a new hand that is one card larger (C80, C81)."""
        count = len(self.cards.hands[side])
        self.cards.discard_from_hand(side, self.cards.held(side), seen=False)
        self.cards.clear_fronts(seen=False)
        for _ in range(count + 1):
            self.cards.draw(side)
        self.end_trick(1 - side)

    def reveal(self) -> None:
        """Turn the trick cards up and open the window (C45, C56, C57)."""
        self.revealed = self.in_window = True
        for side, seat in enumerate(self.fighters):
            magic = self.ledger.mages[seat].magic
            self.cards.fronts[side].magic = magic * self.types.count(MAGIC)
        self.turn = self.leader
        self.ask_turn(Ask.WINDOW)

    def action_done(self) -> None:
        """After a complete action: Prepare goes on, in the window the turn changes."""
        self.companion_suit = self.companion_card = self.claimer = -1
        self.selected = 0
        if self.in_window:
            self.passes = 0
            self.turn = 1 - self.turn
            self.ask_turn(Ask.WINDOW)
        else:
            self.ask_turn(Ask.COMMIT)

    def pass_window(self) -> None:
        """Pass in the window; two in a row end it (C57)."""
        self.passes += 1
        if self.passes == 2:
            self.resolve()
        else:
            self.turn = 1 - self.turn
            self.ask_turn(Ask.WINDOW)

    # Resolution ----------------------------------------------------------------------

    def card_value(self, card: int) -> int:
        """Rank with the type bonus of the card's current suit (C42, C43, E28)."""
        return rank(card) + self.game.config.type_bonus * self.types.count(self.cards.suit[card])

    def value(self, side: int) -> int:
        """Trick value of what lies before a side (C58, C59)."""
        front = self.cards.fronts[side]
        return (
            self.card_value(front.trick)
            + front.magic
            + self.game.config.aid_value * len(front.aiding)
            + sum(self.card_value(card) for card in front.vigor)
            - sum(self.card_value(card) for card in front.struck)
        )

    def values(self) -> list[int]:
        """Both trick values while the cards are face up, else nothing."""
        if self.final_values or not self.revealed:
            return list(self.final_values)
        return [self.value(P), self.value(A)]

    def resolve(self) -> None:
        """Find the winner of the trick and settle announced Craft (C58, C60)."""
        self.final_values = self.values()
        printed = [rank(self.cards.fronts[side].trick) for side in (P, A)]
        strength = list(zip(self.final_values, printed, strict=True))
        self.trick_winner = P if strength[P] > strength[A] else A
        self.ask_craft()

    def ask_craft(self) -> None:
        """Ask the next announcer, or clean up and count the trick (C69, C81)."""
        if self.crafted < len(self.craft):
            self.turn = self.craft[self.crafted]
            self.ask_turn(Ask.CRAFT_TAKE)
        else:
            self.cards.clear_fronts(seen=True)
            self.end_trick(self.trick_winner)

    def craft_side(self, action: int) -> int:
        """Side whose trick card a Craft choice means (C67, 5.6)."""
        return self.trick_winner if action == Act.TAKE_WINNING else 1 - self.trick_winner

    def take(self, action: int) -> None:
        """Settle one announced Craft use (C70)."""
        if action != Act.PASS:
            front = self.cards.fronts[self.craft_side(action)]
            self.cards.hands[self.turn].add(front.trick)
            front.trick = -1
        self.crafted += 1
        self.ask_craft()

    def end_trick(self, winner: int) -> None:
        """Count the trick, pay the Antagonist, go on or end (C37, C47, C99)."""
        self.tricks[winner] += 1
        self.game.tricks += 1
        self.leader = winner
        if winner == A:
            self.ledger.mint(self.fighters[A], self.game.config.trick_votes)
        if self.tricks[winner] < self.game.config.tricks_to_win:
            self.start_trick()
            return
        for side in (P, A):
            self.cards.discard_from_hand(side, self.cards.held(side), seen=False)
        self.clear_trick()
        self.game.conflict_over(winner)

    # Dispatch ------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Legal actions of the present decision."""
        decision = self.game.decision
        if decision == Ask.TYPE:
            return [Act.TYPE + named for named in range(5)]
        if decision == Ask.COMMIT:
            return self.common_legal() + [Act.CARD + c for c in self.cards.held(self.turn)]
        if decision == Ask.CONCEDE:
            return [Act.PASS, Act.CONCEDE]
        if decision == Ask.WINDOW:
            return self.window_legal()
        if decision == Ask.CRAFT_TAKE:
            takes = (Act.TAKE_WINNING, Act.TAKE_LOSING)
            there = [t for t in takes if self.cards.fronts[self.craft_side(t)].trick >= 0]
            return [Act.PASS, *there]
        return self.choice_legal()

    def step(self, action: int) -> None:
        """Carry out a legal action."""
        decision = self.game.decision
        if decision == Ask.TYPE:
            self.name_type(action - Act.TYPE)
        elif decision == Ask.CONCEDE:
            self.concession(action)
        elif decision == Ask.COMMIT and action >= Act.CARD:
            self.commit(action - Act.CARD)
        elif decision == Ask.WINDOW and action == Act.PASS:
            self.pass_window()
        elif decision in (Ask.COMMIT, Ask.WINDOW):
            self.act(action)
        elif decision == Ask.CRAFT_TAKE:
            self.take(action)
        else:
            self.choose(action)

    # Views ---------------------------------------------------------------------------

    def public(self) -> dict:
        """What everybody sees of the conflict."""
        fronts = self.cards.fronts
        shown = [[f.trick] if self.revealed and f.trick >= 0 else [] for f in fronts]
        listed = self.cards.listed
        return {
            "fighters": list(self.fighters),
            "types": list(self.types),
            "tricks": list(self.tricks),
            "leader": self.leader,
            "passes": self.passes,
            "claimer": self.claimer,
            "bidder": self.bidder,
            "offer": self.offer,
            "offer_maker": self.offer_maker,
            "companion_suit": self.companion_suit,
            "claim_ban": list(self.ban),
            "craft": list(self.craft),
            "free_aid": list(self.free_aid),
            "revealed": int(self.revealed),
            "face_down": [int(f.trick >= 0 and not self.revealed) for f in fronts],
            "trick_winner": self.trick_winner,
            "values": self.values(),
            "magic_bonus": [f.magic for f in fronts],
            "trick_cards": [listed(cards) for cards in shown],
            "aiding": [listed(f.aiding) for f in fronts],
            "vigor": [listed(f.vigor) for f in fronts],
            "struck": [listed(f.struck) for f in fronts],
        }

    def hidden(self) -> dict:
        """What lies concealed: hands, committed cards, deck order, unseen discards."""
        cards = self.cards
        hands = [cards.held(side) for side in (P, A)]
        committed = [-1 if self.revealed else f.trick for f in cards.fronts]
        return {
            "hands": hands,
            "hand_suits": [[cards.suit[card] for card in hand] for hand in hands],
            "committed": committed,
            "committed_suits": [-1 if c < 0 else cards.suit[c] for c in committed],
            "deck": list(cards.deck),
            "unseen_discards": sorted(cards.unseen),
        }

    def place(self, hands: list[list[int]], deck: list[int] | None = None) -> None:
        """Give out chosen hands instead of a deal; for examples and tests.

        Args:
            hands: Cards of P and of A.
            deck: Order of the remaining deck; default all other cards, sorted.
        """
        self.cards.gather()
        used = set(hands[P]) | set(hands[A])
        rest = [card for card in self.cards.deck if card not in used]
        if deck is not None:
            self.cards.unseen = set(rest) - set(deck)
        self.cards.deck = rest if deck is None else list(deck)
        self.cards.dealt_order = sorted(used) + self.cards.deck
        self.cards.hands = [set(hand) for hand in hands]
        self.start_trick()
