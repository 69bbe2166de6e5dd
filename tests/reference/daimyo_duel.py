"""Duels of the Daimyo's Fall reference."""

from __future__ import annotations

from .daimyo_cards import Card, Character, Player
from .daimyo_choices import Context
from .daimyo_config import EXHAUSTED, MON, READY, THE_NEMESIS, Act, Ask
from .daimyo_effects import Effects
from .daimyo_table import Fight, Play


class Duels(Effects):
    """Attacker against defender, boosts, and what comes of it."""

    def start_duel(self, seat: int, bonus: int) -> Play:
        """By an effect, and never during another fight (R19)."""
        self.duel_winner = None
        if self.players[seat].active is None or self.fighting:
            return
        self.in_fight = True
        yield from self.drain()
        if self.players[seat].active is not None:  # she may be lost by what has just run
            yield from self.find_target(seat, bonus)
        self.in_fight = False

    def find_target(self, seat: int, bonus: int) -> Play:
        """Only active heroes, or if there are none any; in Boss Rush only the nemesis."""
        if self.setup.boss_rush:
            target = self.nemesis if self.nemesis_works else None
        else:
            others = [self.players[other] for other in self.after(seat)]
            heroes = [player.active for player in others if player.active is not None]
            heroes = heroes or [hero for player in others for hero in player.heroes]
            target = yield from self.choose_hero(seat, Ask.DUEL_TARGET, heroes)
        if target is not None:
            yield from self.fight_out(seat, target, bonus)

    def fight_out(self, seat: int, target: Character, bonus: int = 0) -> Play:
        """A duel from its announcement to its result."""
        self.in_fight = True
        self.duel_winner = None
        defender = THE_NEMESIS if target is self.nemesis else target.place
        fight = self.fight = Fight(seat, defender)
        fight.enter(seat, self.players[seat].active, bonus)
        fight.enter(defender, target)
        self.happen("start_duel", seat)
        if defender != THE_NEMESIS:
            self.happen("attacked", defender, cause=seat)
        yield from self.drain()
        yield from self.exchange_boosts(fight)
        self.settle_duel(fight)
        self.in_fight = False

    # Boosts ----------------------------------------------------------------------------------------------------------
    def exchange_boosts(self, fight: Fight) -> Play:
        """Attacker and defender take turns (R16)."""
        nemesis_boosted = False
        while not fight.decided:
            boosted = yield from self.boost(fight, fight.attacker)
            if fight.decided or (not boosted and self.rules["R16"] == "either" and fight.defender != THE_NEMESIS):
                return
            if fight.defender != THE_NEMESIS:
                answered = yield from self.boost(fight, fight.defender)
            elif nemesis_boosted:
                answered = False
            else:
                answered = nemesis_boosted = yield from self.boost_nemesis(fight, fight.attacker)
            if not answered:
                return

    def boost(self, fight: Fight, seat: int) -> Play:
        """A seat may boost its own fighter; whether it did."""
        player = self.players[seat]
        if not player.hand:
            return False
        action = yield from self.ask(seat, Ask.BOOST, [Act.PASS, *boosting_cards(player)])
        if action == Act.PASS:
            return False
        yield from self.add_boost(fight, player, self.cards[action - Act.CARD], seat)
        return True

    def add_boost(self, fight: Fight, player: Player, card: Card, party: int) -> Play:
        """A card is discarded for a party (R9, R17), and its (duel) skills work."""
        fight.boost[party] += card.cost
        self.discard(player, card)
        yield from self.duel_skills(fight, player, card, party)
        yield from self.drain()

    def duel_skills(self, fight: Fight, player: Player, card: Card, party: int) -> Play:
        """What a card does that boosts the party's fighter (R20)."""
        context = Context(player.seat, player.seat, player.seat, party=party)
        for skill in card.skills_on("duel"):
            if party not in fight.decided and skill.get("icon") in (None, fight.duelists[party].cls):
                yield from self.run(skill["do"], context)

    def boost_nemesis(self, fight: Fight, chooser: int) -> Play:
        """The nemesis removes a treasure from the game (R22, R23); whether there was one."""
        deck = yield from self.choose_deck(chooser, [deck for deck in (2, 3) if self.decks[deck]], Ask.NEMESIS_DECK)
        if deck is None:
            return False
        card = self.draw_from_deck(deck)
        self.removed.append(card)
        fight.boost[THE_NEMESIS] += card.cost
        return True

    # Result ----------------------------------------------------------------------------------------------------------
    def attack(self, fight: Fight, party: int) -> int:
        """ATK of a party's fighter."""
        return fight.duelists[party].atk + self.changes(fight, party, "atk") + fight.boost[party]

    def defense(self, fight: Fight, party: int) -> int:
        """DEF of a party's fighter."""
        return fight.duelists[party].defense + self.changes(fight, party, "def") + fight.boost[party]

    def changes(self, fight: Fight, party: int, stat: str) -> int:
        """Modifiers of a fighter: the hero's own and the world's; a nemesis has none."""
        fighter = fight.duelists[party]
        if party == THE_NEMESIS:
            return 0
        own = 0
        if fighter.place in range(self.setup.players) and fighter.status == READY:  # she may have gone away since
            own = self.own_modifier(self.players[fighter.place], fighter, stat)
        return own + self.world_modifier(stat)

    def settle_duel(self, fight: Fight) -> None:
        """Compare, exhaust who lost, reward who won."""
        a, d = fight.attacker, fight.defender
        self.fight = None
        if "negated" in fight.decided.values():
            return
        if fight.decided:
            (winner,) = fight.decided
        else:
            attack, defense = self.attack(fight, a), self.defense(fight, d)
            winner = a if attack > defense else d if attack < defense else None
        self.duel_winner = winner
        if winner is None:
            self.tie(fight)
        elif winner == a:
            self.beat(fight, a, d)
        else:
            self.beat(fight, d, a)

    def tie(self, fight: Fight) -> None:
        """Nobody wins; a nemesis minds only in Boss Rush."""
        for party in (fight.attacker, fight.defender):
            if party != THE_NEMESIS or self.setup.boss_rush:
                self.wear_out(fight, party, fight.attacker)

    def beat(self, fight: Fight, winner: int, loser: int) -> None:
        """One has won."""
        if loser != THE_NEMESIS or self.setup.boss_rush:
            self.wear_out(fight, loser, winner)
        elif self.nemesis is fight.duelists[loser]:
            self.hit_points -= 1
            self.players[winner].wounds += 1
            if self.hit_points <= 0:
                self.defeat_nemesis()
        if winner != THE_NEMESIS:
            self.happen("win_duel", winner)

    def wear_out(self, fight: Fight, party: int, actor: int) -> None:
        """A fighter becomes exhausted, if it was not. That is an event of the actor, who is nobody if a nemesis."""
        fighter = fight.duelists[party]
        if fighter.status != READY:
            return
        if party == THE_NEMESIS:
            fighter.status = EXHAUSTED
        elif fighter.place == party:  # still there
            self.players[party].exhaust(fighter, EXHAUSTED)
            if actor != THE_NEMESIS:
                self.happen("exhaust", actor, fighter)


def boosting_cards(player: Player) -> list[int]:
    """Actions of the hand cards that can boost (R9)."""
    return [Act.CARD + card.number for card in player.hand if card.kind != MON]
