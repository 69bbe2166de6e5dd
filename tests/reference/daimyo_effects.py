"""Effects of the Daimyo's Fall reference: the programs of the content, carried out as they stand."""

from __future__ import annotations

from collections.abc import Callable

from .daimyo_cards import Card, Character, Deployed, Entry, Player
from .daimyo_choices import Choices, Context, of
from .daimyo_config import AREA, ASIDE, CLASSES, EXHAUSTED, HERO_DECK, ON_THE_WAY, RAVAGED, READY, Act, Ask
from .daimyo_table import Play, Poll


class Effects(Choices):
    """Carries programs out: a method for each instruction."""

    # Running ---------------------------------------------------------------------------------------------------------
    def run(self, program: list[Entry], context: Context) -> Play:
        """Carry out a program, or a block of one."""
        for instruction in program:
            carry_out: Callable[[Entry, Context], Play | None] = getattr(self, "do_" + instruction["op"])
            play = carry_out(instruction, context)
            if play is not None:
                yield from play

    def drain(self) -> Play:
        """Let everything run that has been triggered."""
        while self.queue:
            waiting = self.queue.pop(0)
            if isinstance(waiting, Poll):
                yield from self.poll(waiting)
            else:
                context = Context(waiting.controller, waiting.controller, waiting.actor, waiting.source)
                yield from self.run(waiting.program, context)

    def skills(self, skills: list[Entry], seat: int) -> Play:
        """The skills of a deployed card, as far as icons and the player allow."""
        context = of(seat)
        for skill in skills:
            if skill.get("icon") not in (None, self.players[seat].cls):
                continue
            if skill.get("may", False) and (yield from self.ask(seat, Ask.MAY, [Act.PASS, Act.YES])) == Act.PASS:
                continue
            yield from self.run(skill["do"], context)

    def poll(self, poll: Poll) -> Play:
        """Ask the others for interrupts (R10)."""
        for seat in self.after(poll.actor):
            player = self.players[seat]
            if seat == self.current or not player.hand:
                continue
            if any(answers(card, poll.event) for card in player.hand + player.deck):  # so much is public
                usable = [c for c in player.hand if answers(c, poll.event) and self.icon_fits(player, c, "interrupt")]
                legal = [Act.PASS, *(Act.CARD + card.number for card in usable)]
                action = yield from self.ask(seat, Ask.INTERRUPT, legal)
                if action != Act.PASS:
                    yield from self.interrupt(player, self.cards[action - Act.CARD], poll.actor)

    def interrupt(self, player: Player, card: Card, actor: int) -> Play:
        """Pay with the card, then its program."""
        skill = card.skill_on("interrupt")
        if skill.get("cost", "discard") == "return":
            self.give_back(player, card)
        else:
            self.discard(player, card)
        yield from self.run(skill["do"], Context(player.seat, player.seat, actor))

    def icon_fits(self, player: Player, card: Card, moment: str) -> bool:
        """Whether a hand skill is there, under this player's active hero."""
        skill = card.skill_on(moment)
        return skill is not None and skill.get("icon") in (None, player.cls)

    # Instructions: cards ---------------------------------------------------------------------------------------------
    def do_draw(self, instruction: Entry, context: Context) -> None:
        """She draws extra cards."""
        self.draw_extra(self.players[context.affected], times(instruction, context))

    def do_mon(self, instruction: Entry, context: Context) -> None:
        """She gains mon, in her turn."""
        self.gain_mon(context.affected, times(instruction, context))

    def do_deployments(self, instruction: Entry, context: Context) -> None:
        """She may deploy more, in her turn."""
        if context.affected == self.current:
            self.deployments += times(instruction, context)

    def do_trade_points(self, instruction: Entry, context: Context) -> None:
        """She has more trade points, in her turn."""
        if context.affected == self.current:
            self.trade_points += times(instruction, context)

    def do_discard(self, instruction: Entry, context: Context) -> Play:
        """She discards cards of her choice."""
        return self.lose_cards(instruction, context, self.discard, ("mon", "reinforcement", "treasure", "regalia"))

    def do_return(self, instruction: Entry, context: Context) -> Play:
        """She returns cards of her choice; mon cards belong nowhere."""
        return self.lose_cards(instruction, context, self.give_back, ("reinforcement", "treasure", "regalia"))

    def lose_cards(self, instruction: Entry, context: Context, how: Callable, kinds: tuple[str, ...]) -> Play:
        """Cards leave her hand one by one."""
        player, done = self.players[context.affected], 0
        kind, cls, optional = (instruction.get(key) for key in ("kind", "class", "optional"))
        for _ in range(times(instruction, context)):
            cards = [card for card in player.hand if card.kind in kinds and card.fits(kind, cls)]
            chosen = yield from self.choose_hand_card(player, cards, bool(optional))
            if chosen is None:
                break
            how(player, chosen)
            done += 1
        context.register = done

    def do_loot(self, instruction: Entry, context: Context) -> Play:
        """She loots a treasure."""
        player, which = self.players[context.affected], instruction["deck"]
        if which == "choice":
            deck = yield from self.choose_deck(player.seat, [deck for deck in (2, 3) if self.decks[deck]])
        elif which == "regalia":
            deck = 4
        elif which in ("own", "other"):
            deck = None if player.cls is None else 2 + (CLASSES.index(player.cls) ^ (which == "other"))
        else:
            deck = 2 + CLASSES.index(which)
        context.register = int(deck is not None and self.loot(player, deck))

    def do_exhaust(self, instruction: Entry, context: Context) -> Play:
        """She chooses what becomes exhausted or ravaged."""
        ravage, done = instruction.get("ravage", False), 0
        statuses, status = ((READY, EXHAUSTED), RAVAGED) if ravage else ((READY,), EXHAUSTED)
        what, whose = instruction.get("what", "card"), instruction.get("whose", "others")
        for _ in range(times(instruction, context)):
            found = yield from self.choose_turned(what, whose, statuses, context)
            if found is None:
                break
            owner, chosen = found
            if isinstance(chosen, Deployed):
                chosen.status = status
                self.happen("exhaust", context.controller, chosen.card)
            else:
                self.players[owner].exhaust(chosen, status)
                self.happen("exhaust", context.controller, chosen)
            done += 1
        context.register = done

    def do_recover(self, instruction: Entry, context: Context) -> Play:
        """She chooses what recovers."""
        what, whose, done = instruction.get("what", "card"), instruction.get("whose", "self"), 0
        for _ in range(times(instruction, context)):
            found = yield from self.choose_turned(what, whose, (EXHAUSTED, RAVAGED), context)
            if found is None:
                break
            owner, chosen = found
            chosen.status -= 1
            if chosen.status == READY:
                self.happen("recover", owner, chosen.card if isinstance(chosen, Deployed) else chosen)
            done += 1
        context.register = done

    def do_cleanse(self, instruction: Entry, context: Context) -> Play:
        """She chooses field cards that go to the discard piles of their owners."""
        done = 0
        for _ in range(times(instruction, context)):
            every = (RAVAGED, EXHAUSTED, READY)
            found = yield from self.choose_deployed(instruction.get("whose", "self"), every, context)
            if found is None:
                break
            owner, chosen = found
            self.players[owner].field.remove(chosen)
            self.players[owner].discard.append(chosen.card)
            self.happen("cleanse", context.controller, chosen.card)
            done += 1
        context.register = done

    # Instructions: the domain ----------------------------------------------------------------------------------------
    def do_take(self, instruction: Entry, context: Context) -> Play:
        """She takes reinforcements of the pools."""
        player, done = self.players[context.affected], 0
        for _ in range(times(instruction, context)):
            pool = [card for card in self.pool_cards() if card.fits(None, instruction.get("class"))]
            legal = [Act.CARD + card.number for card in pool if card.cost <= instruction.get("cost", 20)]
            if not legal:
                break
            card = self.cards[(yield from self.ask(player.seat, Ask.POOL_CARD, legal)) - Act.CARD]
            player.discard.append(card)
            self.take_from_pool(card)
            done += 1
        context.register = done

    def do_refresh(self, instruction: Entry, context: Context) -> Play:
        """A pool is shuffled away and laid out anew, or a hero is revealed."""
        what = instruction["what"]
        if what == "heroes":
            if not self.setup.boss_rush and not self.area_full:
                self.happen("refresh", context.controller)
                yield from self.meet(self.reveal())
            return
        cls = (yield from self.choose_deck(context.affected, [0, 1])) if what == "choice" else CLASSES.index(what)
        self.refresh_pool(cls)
        self.happen("refresh", context.controller)

    def do_petals(self, instruction: Entry, context: Context) -> None:
        """Petals fall."""
        self.remove_petals(times(instruction, context), context.controller)

    def do_restore_petals(self, instruction: Entry, context: Context) -> None:
        """Petals come back."""
        self.petals = min(self.petals_start, self.petals + times(instruction, context))

    def do_discount(self, instruction: Entry, context: Context) -> None:
        """Purchases of this turn are cheaper."""
        self.discount += instruction.get("n", 1)

    # Instructions: heroes --------------------------------------------------------------------------------------------
    def do_send_hero(self, instruction: Entry, context: Context) -> Play:
        """She sends one of her heroes to the area, full or not."""
        player = self.players[context.affected]
        heroes = [] if self.setup.boss_rush else player.heroes  # R68
        hero = yield from self.choose_hero(player.seat, Ask.SEND_HERO, heroes)
        if hero is not None:
            self.leave(player, hero, AREA)
        context.register = int(hero is not None)

    def do_gain_hero(self, instruction: Entry, context: Context) -> Play:
        """She takes a hero of the area."""
        player = self.players[context.affected]
        hero = yield from self.choose_hero(player.seat, Ask.AREA_HERO, self.area_heroes())
        context.register = int(hero is not None)
        if hero is not None:
            yield from self.join(player, hero)

    def join(self, player: Player, hero: Character) -> Play:
        """A hero of the area comes to a player, who may have to let another go (R26)."""
        if None in player.slots:
            self.settle(player, player.slots.index(None), hero)
            return
        hero.place = ON_THE_WAY
        gone = yield from self.choose_hero(player.seat, Ask.EXCHANGE, [*player.heroes, hero])
        if gone is hero:
            hero.place = self.place_for_heroes()
        else:
            slot = player.slots.index(gone)
            self.leave(player, gone, self.place_for_heroes())
            self.settle(player, slot, hero)

    def place_for_heroes(self) -> str:
        """Where a hero goes whom a player lets go."""
        return HERO_DECK if self.area_full else AREA

    def do_return_self(self, instruction: Entry, context: Context) -> None:
        """The hero goes back to the hero deck; in Boss Rush she is ravaged."""
        hero = context.source.now
        if hero.place not in range(self.setup.players):
            return
        if not self.setup.boss_rush:
            self.leave(self.players[hero.place], hero, HERO_DECK)
        elif hero.status != RAVAGED:
            self.players[hero.place].exhaust(hero, RAVAGED)
            self.happen("exhaust", context.controller, hero)

    def do_exhaust_self(self, instruction: Entry, context: Context) -> None:
        """The hero becomes exhausted."""
        hero = context.source.now
        if hero.place in range(self.setup.players) and hero.status == READY:
            self.players[hero.place].exhaust(hero, EXHAUSTED)
            self.happen("exhaust", context.controller, hero)

    def do_flip(self, instruction: Entry, context: Context) -> None:
        """The story card turns over."""
        context.source.face = 1 - context.source.face

    def do_bring(self, instruction: Entry, context: Context) -> None:
        """The set-aside heroes of the story card join the hero deck, if there is one."""
        story = context.source
        for hero in self.lying(ASIDE):
            if not self.setup.boss_rush and hero.entry.get("expansion", 0) == story.expansion:
                hero.place = HERO_DECK

    # Instructions: fights --------------------------------------------------------------------------------------------
    def do_duel(self, instruction: Entry, context: Context) -> Play:
        """She starts a duel."""
        return self.start_duel(context.affected, instruction.get("atk", 0))

    def do_boost(self, instruction: Entry, context: Context) -> None:
        """The boosted fighter is stronger still."""
        self.fight.boost[context.party] += times(instruction, context)

    def do_win_duel(self, instruction: Entry, context: Context) -> None:
        """The boosted fighter wins."""
        self.fight.decided[context.party] = "won"

    def do_negate_duel(self, instruction: Entry, context: Context) -> None:
        """The fight has no result."""
        if self.fight is not None:
            party = self.fight.attacker if context.party is None else context.party
            self.fight.decided[party] = "negated"

    # Instructions: blocks --------------------------------------------------------------------------------------------
    def do_may(self, instruction: Entry, context: Context) -> Play:
        """She is asked whether."""
        if (yield from self.ask(context.affected, Ask.MAY, [Act.PASS, Act.YES])) == Act.YES:
            yield from self.run(instruction["do"], context)

    def do_if(self, instruction: Entry, context: Context) -> Play:
        """It depends."""
        block = "do" if self.holds(instruction, context) else "otherwise"
        yield from self.run(instruction.get(block, []), context)

    def holds(self, instruction: Entry, context: Context) -> bool:
        """Whether the one condition of the instruction is true."""
        player = self.players[context.affected]
        condition = next(k for k, v in instruction.items() if v is not None and k not in ("op", "do", "otherwise"))
        n = instruction[condition]
        return {
            "done": lambda: context.register >= n,
            "won": lambda: self.duel_winner == player.seat,
            "class": lambda: player.cls == n,
            "hand_empty": lambda: not player.hand,
            "heroes": lambda: len(player.heroes) >= n,
            "treasures_in_hand": lambda: prizes(player) >= n,
            "petals_at_most": lambda: self.petals <= n,
            "deployed": lambda: len(self.deployed) >= n,
        }[condition]()

    def do_choose(self, instruction: Entry, context: Context) -> Play:
        """She chooses a block."""
        cls = self.players[context.affected].cls
        if context.party is not None:
            cls = self.fight.duelists[context.party].cls
        options = instruction["options"]
        open_ones = [i for i, option in enumerate(options) if option.get("icon") in (None, cls)]
        if len(open_ones) > 1:
            asked = yield from self.ask(context.affected, Ask.OPTION, [Act.OPTION_NAME + i for i in open_ones])
            open_ones = [asked - Act.OPTION_NAME]
        for i in open_ones:
            yield from self.run(options[i]["do"], context)

    def do_each(self, instruction: Entry, context: Context) -> Play:
        """The block for several players, one after the other."""
        everybody = instruction.get("who", "others") == "all"
        for seat in self.clockwise(context.controller) if everybody else self.after(context.controller):
            context.affected = seat
            yield from self.run(instruction["do"], context)
        context.affected = context.controller

    def do_target(self, instruction: Entry, context: Context) -> Play:
        """The block for another player."""
        if instruction.get("who", "chosen") == "actor":
            seat = context.actor if context.actor != context.controller else None
        else:
            seat = yield from self.choose_player(context.controller, self.after(context.controller))
        if seat is not None:
            context.affected = seat
            yield from self.run(instruction["do"], context)
            context.affected = context.controller

    def do_count(self, instruction: Entry, context: Context) -> None:
        """The register is set."""
        player, what = self.players[context.affected], instruction["what"]
        others = [hero for seat in self.after(player.seat) for hero in self.players[seat].heroes]
        context.register = {
            "samurai_deployed": sum(card.cls == "samurai" for card in self.deployed),
            "ninja_deployed": sum(card.cls == "ninja" for card in self.deployed),
            "heroes": len(player.heroes),
            "treasures_in_hand": prizes(player),
            "exhausted_enemies": sum(hero.status != READY for hero in others),
            "done": context.register,
        }[what]


def times(instruction: Entry, context: Context) -> int:
    """How often: a number, or what the register holds."""
    n = instruction.get("n", 1)
    return context.register if n == "count" else n


def prizes(player: Player) -> int:
    """Treasures and regalia in hand."""
    return sum(card.is_prize for card in player.hand)


def answers(card: Card, event: str) -> bool:
    """Whether a card can interrupt when this happens."""
    skill = card.skill_on("interrupt")
    return skill is not None and skill["event"] == event
