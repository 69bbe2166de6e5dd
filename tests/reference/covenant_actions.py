"""Actions of the two fighters inside a trick, and the auction (sections 4.1 to 4.4).

Every handler either asks the next decision of its own action or calls ``action_done``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .covenant_cards import Cards
from .covenant_config import (
    ASSETS,
    COMPANIONS,
    CRAFT,
    ESSENCES,
    INFLUENCE,
    ITEMS,
    MAGIC,
    TRAITS,
    VIGOR,
    A,
    Act,
    Ask,
    is_face,
)
from .covenant_ledger import Ledger, Mage, Track

if TYPE_CHECKING:
    from .covenant import Game


class TrickActions:
    """What a fighter may do in Prepare and in the action window."""

    game: Game
    cards: Cards
    ledger: Ledger
    fighters: list[int]  # seats of P and A
    types: list[int]
    in_window: bool  # Prepare otherwise
    turn: int  # side of the fighter who acts

    def clear_claims(self) -> None:
        """Reset what lasts one trick for each person (C72, C93) and all open choices."""
        self.ban = [0, 0]
        self.free_aid = [0, 0]
        self.craft: list[int] = []  # announcing sides, in order (C69)
        self.companion_suit = self.companion_card = -1
        self.claimer = -1
        self.end_auction()

    def end_auction(self) -> None:
        """No offer stands and no councillor waits to be asked."""
        self.bidder = self.offer_maker = -1
        self.offer = 0
        self.council: list[int] = []

    def action_done(self) -> None:
        """Go on after a complete action; the course of the trick decides how."""
        raise NotImplementedError

    # Helpers -------------------------------------------------------------------------

    def mage(self) -> Mage:
        """Mage of the fighter who acts."""
        return self.ledger.mages[self.fighters[self.turn]]

    def ask_turn(self, decision: int) -> None:
        """Ask the fighter who acts."""
        self.game.ask(self.fighters[self.turn], decision)

    def buy_price(self) -> int:
        """Votes for one card (C73)."""
        config = self.game.config
        return config.buy_price_antagonist if self.turn == A else config.buy_price

    def companion_choice(self, suit: int) -> list[int]:
        """Cards a Companion may change: own hand, in the window also the trick card (C78)."""
        choice = self.cards.held(self.turn, suit)
        if self.in_window and self.cards.trick_suit(self.turn) == suit:
            choice = sorted([*choice, self.cards.fronts[self.turn].trick])
        return choice

    def claimable(self) -> list[int]:
        """Covenant resources that can be Claimed or Harmed now (C83, C94, C97)."""
        return [
            r
            for r, track in enumerate(self.ledger.covenant)
            if (track.can_use() or track.can_overuse()) and (r != ESSENCES or MAGIC in self.types)
        ]

    # Legal actions -------------------------------------------------------------------

    def common_legal(self) -> list[int]:
        """Actions marked for Prepare and window alike (C73..C75, C78, C83)."""
        config, mage, hand = self.game.config, self.mage(), self.cards.held(self.turn)
        legal = []
        if mage.votes >= self.buy_price() and self.cards.can_draw():
            legal.append(Act.BUY_CARD)
        if mage.restorable():
            if mage.votes >= config.restore_price:
                legal.append(Act.RESTORE_BY_VOTES)
            enough = self.in_window or len(hand) >= 2  # C76
            if enough and any(is_face(card) for card in hand):
                legal.append(Act.RESTORE_BY_FACE)
        for suit in range(4):
            companion = mage.tracks[COMPANIONS + suit]
            if self.companion_choice(suit):
                if companion.can_use():
                    legal.append(Act.COMPANION_USE + suit)
                if companion.can_overuse():
                    legal.append(Act.COMPANION_OVERUSE + suit)
        if self.cards.can_draw() and not self.ban[self.turn] and self.claimable():
            legal.append(Act.CLAIM)
        return legal

    def window_legal(self) -> list[int]:
        """All actions of the window (C57)."""
        legal = [Act.PASS, *self.common_legal(), *self.trait_legal(), *self.item_legal()]
        if self.mage().votes >= self.game.config.swap_price:  # C79
            legal.append(Act.SWAP)
        if not self.free_aid[self.turn]:  # C72
            legal += [Act.CARD + card for card in self.cards.held(self.turn)]
        return legal

    def trait_usable(self, trait: int) -> bool:
        """Precondition of a Trait action besides the payment (table of 4.1)."""
        if trait == VIGOR:
            return bool(self.cards.held(self.turn, VIGOR))
        if trait == CRAFT:
            return len(self.craft) < self.game.config.craft_limit
        if trait == INFLUENCE:
            return bool(self.cards.held(self.turn))
        return bool(self.cards.held(1 - self.turn))

    def trait_legal(self) -> list[int]:
        """Ways to pay for the Trait of the own trick card (C51)."""
        own, other = self.cards.trick_suit(self.turn), self.cards.trick_suit(1 - self.turn)
        if not self.trait_usable(own):
            return []
        tracks = self.mage().tracks
        trait, opposed = tracks[TRAITS + own], tracks[TRAITS + other]
        ways = {
            Act.BY_POINT: trait.can_use(),
            Act.BY_ASSET: tracks[ASSETS + own].can_use(),  # C61
            Act.BY_OVERUSE: trait.can_overuse(),
            Act.BY_OPPOSED_HARM: (  # C63, 5.6
                trait.value >= 1 and trait.free == 0 and other != own and opposed.can_suffer()
            ),
        }
        return [action for action, possible in ways.items() if possible]

    def item_legal(self) -> list[int]:
        """Ways to use the Item of the opponent's suit (C77)."""
        suit = self.cards.trick_suit(1 - self.turn)
        if not self.cards.held(self.turn, suit):
            return []
        item = self.mage().tracks[ITEMS + suit]
        ways = {Act.ITEM_USE: item.can_use(), Act.ITEM_OVERUSE: item.can_overuse()}
        return [action for action, possible in ways.items() if possible]

    # Effects -------------------------------------------------------------------------

    def act(self, action: int) -> None:
        """Begin one action other than a pass or committing a card."""
        config, seat, side = self.game.config, self.fighters[self.turn], self.turn
        if action == Act.CLAIM:
            self.announce_claim()
        elif action == Act.BUY_CARD:  # C73
            self.ledger.pay(seat, self.buy_price())
            self.cards.draw(side)
            self.action_done()
        elif action == Act.RESTORE_BY_VOTES:  # C74
            self.ledger.pay(seat, config.restore_price)
            self.ask_turn(Ask.RESTORE)
        elif action == Act.RESTORE_BY_FACE:  # C75
            self.ask_turn(Ask.FACE_CARD)
        elif action == Act.SWAP:  # C79
            self.ledger.pay(seat, config.swap_price)
            self.cards.swap_fronts()
            self.action_done()
        elif Act.BY_POINT <= action <= Act.BY_OPPOSED_HARM:
            self.pay_trait(action)
            self.use_trait()
        elif action in (Act.ITEM_USE, Act.ITEM_OVERUSE):  # C77
            item = self.mage().tracks[ITEMS + self.cards.trick_suit(1 - side)]
            self.spend(item, over=action == Act.ITEM_OVERUSE)
            self.ask_turn(Ask.SELECT_ITEM)
        elif action >= Act.CARD:  # C72
            self.free_aid[side] = 1
            self.play(action - Act.CARD, self.cards.fronts[side].aiding)
            self.action_done()
        else:  # C78
            over = action >= Act.COMPANION_OVERUSE
            suit = action - (Act.COMPANION_OVERUSE if over else Act.COMPANION_USE)
            self.spend(self.mage().tracks[COMPANIONS + suit], over)
            self.companion_suit = suit
            self.ask_turn(Ask.COMPANION_CARD)

    def spend(self, track: Track, over: bool) -> None:
        """Use or over-use a resource (C20, C25)."""
        if over:
            track.overuse()
        else:
            track.use()

    def pay_trait(self, action: int) -> None:
        """Pay for one use of the Trait of the own trick card (C51)."""
        tracks, own = self.mage().tracks, self.cards.trick_suit(self.turn)
        if action == Act.BY_ASSET:
            tracks[ASSETS + own].use()
        elif action == Act.BY_OPPOSED_HARM:
            tracks[TRAITS + self.cards.trick_suit(1 - self.turn)].suffer()
        else:
            self.spend(tracks[TRAITS + own], over=action == Act.BY_OVERUSE)

    def use_trait(self) -> None:
        """Effect of the Trait of the own trick card (C64..C71)."""
        trait = self.cards.trick_suit(self.turn)
        if trait == VIGOR:
            self.ask_turn(Ask.SELECT_VIGOR)
        elif trait == INFLUENCE:
            self.ask_turn(Ask.SELECT_AID)
        elif trait == CRAFT:
            self.craft.append(self.turn)
            self.action_done()
        else:
            victim = 1 - self.turn
            if self.game.config.insight_by_deck_order:
                card = self.cards.first_dealt(victim)
            else:
                card = self.game.chance.insight(self.cards.held(victim))
            self.cards.hands[victim].remove(card)
            self.cards.hands[self.turn].add(card)
            self.ask_turn(Ask.GIVE_BACK)

    def play(self, card: int, place: list[int]) -> None:
        """Put a hand card face up into a place on the table."""
        self.cards.hands[self.turn].remove(card)
        place.append(card)

    # Choices that belong to an action ------------------------------------------------

    def selection(self) -> tuple[list[int], list[int]]:
        """Place that grows by the present selection, and the cards that may go there."""
        own, other = self.cards.fronts[self.turn], self.cards.fronts[1 - self.turn]
        if self.game.decision == Ask.SELECT_VIGOR:
            return own.vigor, self.cards.held(self.turn, VIGOR)
        if self.game.decision == Ask.SELECT_AID:
            return own.aiding, self.cards.held(self.turn)
        return other.struck, self.cards.held(self.turn, self.cards.trick_suit(1 - self.turn))

    def choice_legal(self) -> list[int]:
        """Legal answers to a choice inside an action."""
        decision, hand = self.game.decision, self.cards.held(self.turn)
        if decision in (Ask.SELECT_VIGOR, Ask.SELECT_AID, Ask.SELECT_ITEM):  # C65
            stop = [Act.PASS] if self.selected else []
            return stop + [Act.CARD + card for card in self.selection()[1]]
        if decision == Ask.COMPANION_CARD:
            return [Act.CARD + card for card in self.companion_choice(self.companion_suit)]
        if decision == Ask.COMPANION_SUIT:
            return [Act.SUIT + suit for suit in range(4) if suit != self.companion_suit]
        if decision == Ask.FACE_CARD:
            return [Act.CARD + card for card in hand if is_face(card)]
        if decision == Ask.RESTORE:
            return [Act.SHEET + track for track in self.mage().restorable()]
        if decision == Ask.GIVE_BACK:
            return [Act.CARD + card for card in hand]
        return self.auction_legal()

    def choose(self, action: int) -> None:
        """Carry out the answer to a choice inside an action."""
        decision = self.game.decision
        if decision in (Ask.SELECT_VIGOR, Ask.SELECT_AID, Ask.SELECT_ITEM):
            if action != Act.PASS:
                self.play(action - Act.CARD, self.selection()[0])
                self.selected += 1
            if action == Act.PASS or not self.selection()[1]:
                self.action_done()
        elif decision == Ask.COMPANION_CARD:
            self.companion_card = action - Act.CARD
            self.ask_turn(Ask.COMPANION_SUIT)
        elif decision == Ask.COMPANION_SUIT:
            self.cards.suit[self.companion_card] = action - Act.SUIT
            self.action_done()
        elif decision == Ask.FACE_CARD:
            self.cards.discard_from_hand(self.turn, [action - Act.CARD], seen=True)
            self.ask_turn(Ask.RESTORE)
        elif decision == Ask.RESTORE:  # C29
            self.mage().tracks[action - Act.SHEET].spent -= 1
            self.action_done()
        elif decision == Ask.GIVE_BACK:  # C71
            self.play(action - Act.CARD, [])
            self.cards.hands[1 - self.turn].add(action - Act.CARD)
            self.action_done()
        else:
            self.auction_step(action)

    # Claim and auction ---------------------------------------------------------------

    def announce_claim(self) -> None:
        """Announce a Claim and line up the councillors who hold votes (C83..C85)."""
        self.claimer = self.fighters[self.turn]
        count = self.game.config.num_players
        around = [(self.claimer + step) % count for step in range(1, count)]
        self.council = [seat for seat in around if seat not in self.fighters and self.ledger.mages[seat].votes >= 1]
        self.ask_council()

    def ask_council(self) -> None:
        """Ask the next councillor; with none left the Claim goes through (C92)."""
        if self.council:
            self.game.ask(self.council.pop(0), Ask.BID_OPEN)
        else:
            self.game.ask(self.claimer, Ask.CLAIM_WHAT)

    def auction_legal(self) -> list[int]:
        """Legal actions while a Claim is open (C86..C88, C94)."""
        if self.game.decision == Ask.CLAIM_WHAT:
            return [Act.RESOURCE + r for r in self.claimable()]
        votes = self.ledger.mages[self.game.seat].votes
        offers = [Act.OFFER + amount for amount in range(self.offer + 1, votes + 1)]
        return [Act.ACCEPT if self.game.decision == Ask.BID_ANSWER else Act.PASS, *offers]

    def auction_step(self, action: int) -> None:
        """Carry out a bid, an answer or the choice of the resource."""
        seat = self.game.seat
        if self.game.decision == Ask.CLAIM_WHAT:
            self.claim(action - Act.RESOURCE)
        elif action == Act.PASS:
            self.ask_council()
        elif action == Act.ACCEPT:
            self.ledger.transfer(self.offer_maker, seat, self.offer)  # C89
            self.end_auction()
            if seat == self.claimer:  # C90, C93
                self.ban[self.turn] = 1
                self.action_done()
            else:  # C91
                self.game.ask(self.claimer, Ask.CLAIM_WHAT)
        else:  # C87
            if self.bidder < 0:
                self.bidder = seat
            self.offer, self.offer_maker = action - Act.OFFER, seat
            answering = self.claimer if seat == self.bidder else self.bidder
            self.game.ask(answering, Ask.BID_ANSWER)

    def claim(self, resource: int) -> None:
        """Claim or Harm a resource and draw (C94, C96, C97, C117)."""
        track = self.ledger.covenant[resource]
        if track.can_use():
            track.use()
        else:
            track.overuse()
            self.mage().blame += 1
        self.cards.draw(self.turn, None if resource == ESSENCES else resource)
        self.action_done()
