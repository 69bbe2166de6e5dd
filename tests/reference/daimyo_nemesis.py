"""Revealed heroes and nemeses of the Daimyo's Fall reference: the common battle, defeat, Boss Rush."""

from __future__ import annotations

from .daimyo_cards import Character, Player
from .daimyo_config import AREA, BEATEN, EXHAUSTED, HERO, READY, THE_NEMESIS, Act, Ask, Ended
from .daimyo_duel import Duels, boosting_cards
from .daimyo_table import Fight, Play, Waiting


class Nemeses(Duels):
    """What comes out of the hero deck, and how nemeses are fought."""

    @property
    def may_reveal(self) -> bool:
        """Whether the area has room."""
        return self.nemesis is None if self.setup.boss_rush else not self.area_full

    def reveal(self) -> Character | None:
        """The top of the hero deck comes to the area, and its petals fall."""
        drawn = self.draw_character(self.nemesis is None)
        if drawn is None:
            return None
        drawn.place, drawn.status = AREA, READY
        self.remove_petals(drawn.petals, self.current)
        self.happen("reveal", self.current, drawn)
        if drawn.kind != HERO:
            self.begin_nemesis(drawn)
            self.queue.append(Waiting(drawn.entry.get("reveal", []), self.current, self.current, drawn))
        return drawn

    def begin_nemesis(self, nemesis: Character) -> None:
        """A nemesis takes the field."""
        self.nemesis = nemesis
        boss, extra = nemesis.entry["boss_hit_points"], nemesis.entry["extra_hit"]
        self.hit_points = boss if self.setup.boss_rush else self.setup.players + int(extra)
        for player in self.players:
            player.wounds = 0

    def meet(self, revealed: Character | None) -> Play:
        """Who came may have to be fought, at once unless a fight is going on."""
        if revealed is not None and revealed.kind != HERO:
            at_once = not self.fighting
            self.battle_due = not self.setup.boss_rush
            if self.battle_due and at_once:
                yield from self.drain()
                yield from self.battle()

    def work_off(self) -> Play:
        """Everything that is triggered runs, and then the common battle, if a fight kept it from beginning."""
        yield from self.drain()
        while self.battle_due:
            yield from self.battle()
            yield from self.drain()

    # The common battle (R22) -----------------------------------------------------------------------------------------
    def battle(self) -> Play:
        """All active heroes attack the nemesis at once."""
        self.in_fight, self.battle_due = True, False
        order = [self.players[seat] for seat in self.clockwise(self.current)]
        for player in order:
            yield from self.move_cards(player)
            self.refill_hand(player)
        fighters = [player for player in order if player.active is not None]
        if fighters:
            yield from self.attack_nemesis(order, fighters)
        self.in_fight = False

    def attack_nemesis(self, order: list[Player], fighters: list[Player]) -> Play:
        """Boosts and results of those who fight."""
        self.duel_winner = None
        fight = self.fight = Fight(-1, THE_NEMESIS)
        for player in fighters:
            fight.enter(player.seat, player.active)
        fight.enter(THE_NEMESIS, self.nemesis)
        parties = [player.seat for player in fighters]
        boosts = []
        for player in order:
            if player.hand:
                boosts.append((player, *(yield from self.plan_boost(player, parties))))
        boosts = [boost for boost in boosts if boost[2] is not None]
        for player, party, card in boosts:
            fight.boost[party] += card.cost
            self.discard(player, card)
        for player, party, card in boosts:
            yield from self.duel_skills(fight, player, card, party)
        yield from self.drain()
        yield from self.boost_nemesis(fight, self.current)
        for party in parties:
            self.settle_attack(fight, party)
        self.fight = None
        if self.hit_points <= 0:
            self.defeat_nemesis()

    def plan_boost(self, player: Player, fighters: list[int]) -> Play:
        """Whom a player will boost with what, kept secret."""
        seat = player.seat
        named = {Act.PLAYER + self.relative(party, seat): party for party in fighters}
        party = named[(yield from self.ask(seat, Ask.BATTLE_FOR, list(named)))]
        action = yield from self.ask(seat, Ask.BATTLE_BOOST, [Act.PASS, *boosting_cards(player)])
        return party, None if action == Act.PASS else self.cards[action - Act.CARD]

    def settle_attack(self, fight: Fight, party: int) -> None:
        """One hero's result."""
        decided = fight.decided.get(party)
        if decided == "negated":
            return
        if decided or self.attack(fight, party) > self.defense(fight, THE_NEMESIS):
            self.players[party].wounds += 1
            self.hit_points = max(0, self.hit_points - 1)
            self.happen("win_duel", party)
        else:
            self.wear_out(fight, party, THE_NEMESIS)

    # Defeat ----------------------------------------------------------------------------------------------------------
    def defeat_nemesis(self) -> None:
        """The nemesis goes; whoever wounded it gets the reward."""
        nemesis = self.nemesis
        nemesis.place, nemesis.status, self.nemesis = BEATEN, READY, None
        self.beaten += 1
        seats = [s for s in self.clockwise(self.current) if self.setup.boss_rush or self.players[s].wounds]
        for seat in seats:
            self.queue.append(Waiting(nemesis.entry["reward"], seat, seat, nemesis))
        self.happen("nemesis_beaten", seats[0], nemesis)
        if self.setup.boss_rush:
            self.petals = min(self.petals_start, self.petals + nemesis.entry["boss_hit_points"])
            for card in self.wound_cards:
                self.decks[card.deck].append(card)
            self.wound_cards = []
            if self.beaten == self.bosses:
                raise Ended

    # Boss Rush -------------------------------------------------------------------------------------------------------
    def wound_with_treasure(self) -> Play:
        """A treasure is returned against the nemesis (R29)."""
        player = self.players[self.current]
        legal = [Act.CARD + card.number for card in player.hand if card.is_prize]
        card = self.cards[(yield from self.ask(self.current, Ask.WOUND_CARD, legal)) - Act.CARD]
        self.give_back(player, card, under_nemesis=True)
        self.hit_points -= card.vp
        if self.hit_points <= 0:
            self.defeat_nemesis()

    def nemesis_attacks(self) -> None:
        """At the end of a turn of Boss Rush."""
        if self.nemesis_works:
            self.remove_petals(self.nemesis.petals, None)

    def nemesis_recovers(self) -> None:
        """At the end of the starting phase of Boss Rush."""
        if self.setup.boss_rush and self.nemesis is not None and self.nemesis.status == EXHAUSTED:
            self.nemesis.status = READY
