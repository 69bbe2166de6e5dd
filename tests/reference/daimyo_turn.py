"""Turns of the Daimyo's Fall reference: starting phase, main phase, end phase."""

from __future__ import annotations

from .daimyo_cards import Card, Character, Deployed, Player
from .daimyo_choices import of
from .daimyo_config import (
    CLASSES,
    EXHAUSTED,
    HERO_DECK,
    MON,
    READY,
    TREASURE,
    Act,
    Ask,
)
from .daimyo_nemesis import Nemeses
from .daimyo_table import Play


class Turns(Nemeses):
    """What the player in turn does."""

    @property
    def player(self) -> Player:
        """The player in turn."""
        return self.players[self.current]

    def play_turn(self, seat: int) -> Play:
        """One turn."""
        self.current = seat
        self.reset_turn()
        yield from self.starting_phase(self.player)
        yield from self.main_phase()
        yield from self.end_phase()

    # Starting phase --------------------------------------------------------------------------------------------------
    def starting_phase(self, player: Player) -> Play:
        """Clean-up, moves, draw, active hero, recovery."""
        player.discard += [lying.card for lying in player.field if lying.status == READY]
        player.field = [lying for lying in player.field if lying.status != READY]
        yield from self.move_cards(player)
        self.refill_hand(player)
        player.active = None
        player.active = yield from self.choose_hero(player.seat, Ask.ACTIVE, player.ready_heroes)
        self.recover(player)
        self.nemesis_recovers()

    def move_cards(self, player: Player) -> Play:
        """Hand cards go to the discard pile, which is no discard."""
        while player.hand:
            legal = [Act.PASS, *(Act.CARD + card.number for card in player.hand)]
            action = yield from self.ask(player.seat, Ask.MOVE, legal)
            if action == Act.PASS:
                break
            player.put_away(self.cards[action - Act.CARD])

    def recover(self, player: Player) -> None:
        """Everything turns back by one step."""
        cards = sorted((lying for lying in player.field if lying.status != READY), key=lambda lying: lying.card.number)
        heroes = [hero for hero in player.heroes if hero.status != READY]
        for turned in [*cards, *heroes]:
            turned.status -= 1
            if turned.status == READY:
                self.happen("recover", player.seat, turned.card if isinstance(turned, Deployed) else turned)

    # Main phase ------------------------------------------------------------------------------------------------------
    def main_phase(self) -> Play:
        """As many actions as wished."""
        self.begin_main_phase()
        yield from self.work_off()
        while (action := (yield from self.ask(self.current, Ask.MAIN, self.main_actions()))) != Act.END_TURN:
            yield from self.main_action(action)
            yield from self.work_off()

    def begin_main_phase(self) -> None:
        """What the turn begins with."""
        seat = self.current
        self.deployments = max(0, self.rules["deployments"] + self.modifier(seat, "deployments"))
        self.trade_points = max(0, self.modifier(seat, "trade_points"))
        self.gain_mon(seat, max(0, self.modifier(seat, "mon")))
        self.happen("main_phase", seat)

    def main_actions(self) -> list[int]:
        """Everything that can be done now."""
        legal = [Act.END_TURN, *self.purchases()]
        for card in self.player.hand:
            if card.kind == MON or self.deployments >= 1:
                legal.append(Act.PLAY + card.number)
            if card.sell is not None:
                legal.append(Act.SELL_CARD + card.number)
            for moment, base in (("discard", Act.DISCARD_SKILL), ("return", Act.RETURN_SKILL)):
                if self.icon_fits(self.player, card, moment):
                    legal.append(base + card.number)
        legal += [Act.TRADE + wanted for wanted in range(3) if self.tradeable(wanted)]
        legal += [Act.HERO_SKILL + hero.number for hero in self.player.ready_heroes if self.can_use(hero)]
        if self.setup.boss_rush:
            if self.nemesis is not None and any(card.is_prize for card in self.player.hand):
                legal.append(Act.WOUND)
        else:
            if self.hero_bought or self.rules["R26"] == "any_time":
                legal += [Act.HERO_NAME + hero.number for hero in self.player.heroes]
            if self.area_heroes() and self.trade_points >= self.rules["send_back_cost"]:
                legal.append(Act.SEND_BACK_HERO)
            if self.nemesis is not None and self.player.active is not None and not self.fought:
                legal.append(Act.NEMESIS_DUEL)
        return legal

    def main_action(self, action: int) -> Play:
        """Carry out one of them."""
        families = (
            (Act.HERO_NAME, self.give_up),
            (Act.HERO_SKILL, self.use_skill),
            (Act.BUY_HERO, self.buy_hero),
            (Act.BUY, self.buy),
            (Act.RETURN_SKILL, self.return_skill),
            (Act.DISCARD_SKILL, self.discard_skill),
            (Act.SELL_CARD, self.sell),
            (Act.PLAY, self.play_card),
            (Act.BUY_TOP, self.buy_top),
        )
        for base, method in families:
            if action >= base:
                characters = base >= Act.BUY_HERO
                thing = self.characters[action - base] if characters else action - base
                return method(thing)
        if action == Act.NEMESIS_DUEL:
            self.fought = True
            return self.fight_out(self.current, self.nemesis)
        if action == Act.WOUND:
            return self.wound_with_treasure()
        return self.send_back() if action == Act.SEND_BACK_HERO else self.trade(action - Act.TRADE)

    # Deploying, selling, hand skills ---------------------------------------------------------------------------------
    def play_card(self, number: int) -> Play:
        """A mon card is spent; any other is deployed: bonuses, petals, equipping, skills."""
        card, player, seat = self.cards[number], self.player, self.current
        if card.kind == MON:
            player.put_away(card)
            self.gain_mon(seat, card.worth)
            return
        self.deployments -= 1
        player.out_of_hand(card)
        lying = Deployed(card)
        player.field.append(lying)
        self.deployed.append(card)
        self.draw_extra(player, card.bonus("draw"))
        self.gain_mon(seat, card.bonus("mon"))
        self.deployments += card.bonus("deployments")
        self.trade_points += card.bonus("trade_points")
        self.remove_petals(card.petals, seat)
        self.happen("deploy", seat, card)
        yield from self.equip(player, lying)
        yield from self.skills(card.skills_on("deploy"), seat)

    def equip(self, player: Player, lying: Deployed) -> Play:
        """A deployed card may go to a hero."""
        equip = lying.card.equip
        if equip is None or equip.get("icon") not in (None, player.cls) or not player.ready_heroes:
            return
        legal = [Act.PASS, *(Act.HERO_NAME + hero.number for hero in player.ready_heroes)]
        action = yield from self.ask(player.seat, Ask.EQUIP, legal)
        if action != Act.PASS:
            player.field.remove(lying)
            self.characters[action - Act.HERO_NAME].equipment.append(lying.card)

    def sell(self, number: int) -> Play:
        """A hand card for mon."""
        card = self.cards[number]
        gain = max(0, card.sell + self.modifier(self.current, "sell"))
        self.player.out_of_hand(card)
        self.back_to_domain(card)
        self.happen("sell", self.current, card)
        self.gain_mon(self.current, gain)
        yield from ()

    def discard_skill(self, number: int) -> Play:
        """A hand skill that costs the card."""
        card = self.cards[number]
        self.discard(self.player, card)
        yield from self.run(card.skill_on("discard")["do"], of(self.current))

    def return_skill(self, number: int) -> Play:
        """A hand skill that costs the card for good."""
        card = self.cards[number]
        self.give_back(self.player, card)
        yield from self.run(card.skill_on("return")["do"], of(self.current))

    # Purchases -------------------------------------------------------------------------------------------------------
    def price(self, cost: int, stat: str) -> int:
        """What a purchase takes."""
        return max(min(1, cost), cost - self.discount + self.modifier(self.current, stat))

    def purchases(self) -> list[int]:
        """All that the mon suffice for."""
        tops = [pile[-1] for pile in self.piles if pile]
        priced = [(Act.BUY + card.number, card) for card in self.pool_cards()]
        priced += [(Act.BUY_TOP + CLASSES.index(card.cls), card) for card in tops]
        legal = [act for act, card in priced if self.price(card.cost, "reinforcement_cost") <= self.mon]
        if not self.setup.boss_rush:
            heroes = [hero for hero in self.area_heroes() if self.price(hero.atk, "hero_cost") <= self.mon]
            legal += [Act.BUY_HERO + hero.number for hero in heroes]
        return legal

    def buy(self, number: int) -> Play:
        """A reinforcement of the pools."""
        card = self.cards[number]
        self.mon -= self.price(card.cost, "reinforcement_cost")
        self.player.discard.append(card)
        self.take_from_pool(card)
        self.happen("purchase", self.current, card)
        yield from ()

    def buy_top(self, cls: int) -> Play:
        """The top of a discard pile of the domain."""
        card = self.piles[cls][-1]
        self.mon -= self.price(card.cost, "reinforcement_cost")
        self.player.discard.append(self.piles[cls].pop())
        self.happen("purchase", self.current, card)
        yield from ()

    def buy_hero(self, hero: Character) -> Play:
        """A hero of the area."""
        self.mon -= self.price(hero.atk, "hero_cost")
        self.hero_bought = True
        self.happen("purchase", self.current, hero)
        yield from self.join(self.player, hero)

    def give_up(self, hero: Character) -> Play:
        """Who has bought a hero may do without others (R26)."""
        self.leave(self.player, hero, self.place_for_heroes())
        yield from ()

    # Trade points ----------------------------------------------------------------------------------------------------
    def trade_price(self, card: Card, wanted: int) -> int | None:
        """What a trade of this card takes (R25); None if it is impossible."""
        same, other, regalia = self.rules["trade_costs"]
        if wanted == 2:
            return regalia if card.is_prize and card.vp >= 1 else None
        if card.kind != TREASURE:
            return None
        return same if card.cls == CLASSES[wanted] else other

    def tradeable(self, wanted: int) -> list[Card]:
        """Hand cards that can be traded for a card of that deck."""
        if not self.decks[2 + wanted]:
            return []
        priced = [(card, self.trade_price(card, wanted)) for card in self.player.hand]
        return [card for card, price in priced if price is not None and price <= self.trade_points]

    def trade(self, wanted: int) -> Play:
        """A treasure for another one; the old one is shuffled back last."""
        legal = [Act.CARD + card.number for card in self.tradeable(wanted)]
        card = self.cards[(yield from self.ask(self.current, Ask.TRADE_CARD, legal)) - Act.CARD]
        self.trade_points -= self.trade_price(card, wanted)
        self.player.out_of_hand(card)
        self.player.discard.append(self.draw_from_deck(2 + wanted))
        self.decks[card.deck].append(card)
        self.happen("trade", self.current, card)

    def send_back(self) -> Play:
        """A hero of the area is shuffled back, and one is revealed."""
        hero = yield from self.choose_hero(self.current, Ask.SEND_BACK, self.area_heroes())
        self.trade_points -= self.rules["send_back_cost"]
        hero.place = HERO_DECK
        if not self.area_full:
            yield from self.meet(self.reveal())

    # Hero skills -----------------------------------------------------------------------------------------------------
    def can_use(self, hero: Character) -> bool:
        """Whether a skill is there and its cost can be paid in full (R14)."""
        action = hero.action
        if action is None or hero.used >= action.get("uses", 1):
            return False
        if action.get("active", False) and self.player.active is not hero:
            return False
        pays = action.get("pays", {})
        cards = [card for card in self.player.hand if card.fits(pays.get("kind"), pays.get("class"))]
        enough = self.mon >= pays.get("mon", 0) and self.trade_points >= pays.get("trade_points", 0)
        return enough and len(cards) >= pays.get("discard", 0)

    def use_skill(self, hero: Character) -> Play:
        """Pay, then the program."""
        action, context = hero.action, of(self.current, hero)
        pays = action.get("pays", {})
        hero.used += 1
        self.mon -= pays.get("mon", 0)
        self.trade_points -= pays.get("trade_points", 0)
        if pays.get("exhaust", False):
            self.player.exhaust(hero, EXHAUSTED)
        if pays.get("discard", 0):
            cost = {"op": "discard", "n": pays["discard"], "kind": pays.get("kind"), "class": pays.get("class")}
            yield from self.run([cost], context)
        yield from self.run(action["do"], context)

    # End phase -------------------------------------------------------------------------------------------------------
    def end_phase(self) -> Play:
        """Contextual effects, a hero, a reinforcement; in Boss Rush the nemesis attacks."""
        self.happen("end_phase", self.current)
        yield from self.work_off()
        if self.may_reveal and (self.setup.boss_rush or self.turn >= (1 if self.rules["R2"] == "second" else 0)):
            yield from self.meet(self.reveal())
            yield from self.work_off()
        yield from self.put_one_away()
        if self.setup.boss_rush:
            self.nemesis_attacks()

    def put_one_away(self) -> Play:
        """A reinforcement of the pools may go to the discard pile of its class (R4)."""
        if not self.pool_cards():
            return
        legal = [Act.PASS, *(Act.CARD + card.number for card in self.pool_cards())]
        action = yield from self.ask(self.current, Ask.END_REFRESH, legal)
        if action != Act.PASS:
            card = self.cards[action - Act.CARD]
            self.piles[card.deck].append(card)
            self.take_from_pool(card)
