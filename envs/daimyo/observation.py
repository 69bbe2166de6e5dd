"""What a seat sees: named blocks, in order, and the one function that writes them.

Seats are relative: index 0 is the observer, 1 the next one clockwise, …; absent seats are zero. Parties of a duel are
the relative seats, then the nemesis. Cards and characters stand at their numbers, cards counted by type::

    by seat and card      hidden   hand and deck together: public bookkeeping (R15)
                          shown    of these, known to be in the hand
                          discard │ field: ready, exhausted, ravaged │ equipped
    by card               hand     the observer's own; what is hidden of the own cards and not in it is the deck
                          pool, pile, pile_top, supply, removed, wound_cards: the domain
    by character          hero (by seat), hero_slot, hero_used, area, aside, defeated, hero_deck, duelist
    once                  whose decision, round, turn, resources, duel, battle, program under way, what waits

Left out: the order of a discard pile of the domain below its top; order and actors of what waits in the queue; where
programs further down will go on (but not whose they are); which seat laid which of several boosts once they have been
revealed. What happened earlier is told only as far as the table shows it.
"""

from __future__ import annotations

import numpy as np

from ..core.kernel import compiled
from ..core.layout import Block, Layout
from . import state as st
from .belief import choosing, half_chosen, never_seen, uncertain_nemeses
from .ops import BRING
from .rules.battle import BOOSTING, CHOOSING

PARTIES = st.MAX_SEATS + 1
STAGES = 9  # at most, of a turn, a duel, a battle
PROGRAMS = st.ON_EQUIP + st.REWARD + 1 + st.SOURCE_TRIGGERS  # of a card, of a character, of its triggers
SOURCE_PLANE = st.STORY_SOURCE + 2 * st.STORIES
COPIES, SIZES, SMALL = 1 / 8, 1 / 64, 1 / 32  # scales

LAYOUT = Layout(
    [
        Block(
            "decision", (len(st.DECISIONS),), 1, "one-hot of the pending decision (another's BATTLE_BOOST: BATTLE_FOR)"
        ),
        Block("asked", (st.MAX_SEATS,), 1, "one-hot: seat that is to decide"),
        Block("players", (st.MAX_SEATS,), 1, "one-hot of the number of players, 1 … 5"),
        Block("mode", (2,), 1, "nemesis variant, Boss Rush"),
        Block("round", (1,), 127, "completed rounds", scale=lambda t: 1 / int(t.max_turns)),
        Block("petals", (1,), 127, "petals left", scale=lambda t: 1 / int(t.petals_start)),
        Block("last_petal", (1,), 1, "the last petal has fallen"),
        Block("first", (st.MAX_SEATS,), 1, "one-hot: first player"),
        Block("turn_seat", (st.MAX_SEATS,), 1, "one-hot: player in turn"),
        Block("turn_stage", (STAGES,), 1, "one-hot: stage of the turn"),
        Block("turn_length", (1,), 100, "decisions of the turn, in percent of what R13 allows"),
        Block("resources", (4,), 127, "mon, deployments, trade points, discount", scale=SMALL),
        Block("deployed", (3,), 127, "cards deployed this turn: samurai, ninja, no class", scale=COPIES),
        Block("seen", (st.TRIGGERS,), 127, "events of this turn that each trigger answers", scale=COPIES),
        Block("story", (st.STORIES, 2), 1, "one-hot: face of each story card that lies up"),
        # seats
        Block("sizes", (3, st.MAX_SEATS), 127, "cards in hand, deck, discard pile", scale=SIZES),
        Block("returned", (st.MAX_SEATS,), 127, "treasures returned over the game (R1)", scale=COPIES),
        Block("wounds", (st.MAX_SEATS,), 127, "wounds inflicted on the nemesis that is out", scale=COPIES),
        Block("hand", (st.CARDS,), 127, "own hand", scale=COPIES),
        Block("hidden", (st.MAX_SEATS, st.CARDS), 127, "cards in hand or deck", scale=COPIES),
        Block(
            "shown",
            (st.MAX_SEATS, st.CARDS),
            127,
            "… of which so many are known by all to be in the hand",
            scale=COPIES,
        ),
        Block("discard", (st.MAX_SEATS, st.CARDS), 127, "cards in the discard pile", scale=COPIES),
        Block("field", (st.MAX_SEATS, 3, st.CARDS), 127, "deployed cards: ready, exhausted, ravaged", scale=COPIES),
        Block(
            "equipped", (st.MAX_SEATS, st.CARDS), 63, "copies at the hero of slot 0, + 4 × of slot 1, + 16 × of slot 2"
        ),
        Block("hero", (st.MAX_SEATS, st.CHARACTERS), 4, "heroes: 1 ravaged, 2 exhausted, 3 ready, 4 active"),
        # characters
        Block("hero_slot", (st.CHARACTERS,), st.HERO_SLOTS, "1 + slot of a player's hero: the order of their effects"),
        Block("hero_used", (st.CHARACTERS,), 127, "uses of the hero's skill this turn", scale=1 / 4),
        Block("area", (st.CHARACTERS,), 3, "in the hero area: 3 ready, 2 an exhausted nemesis"),
        Block("aside", (st.CHARACTERS,), 1, "set aside; may come in"),
        Block("defeated", (st.CHARACTERS,), 1, "nemeses that have been beaten"),
        Block("hero_deck", (st.CHARACTERS,), 2, "in the hero deck: 2 surely, 1 perhaps"),
        Block("hero_deck_size", (1,), st.CHARACTERS, "cards of the hero deck"),
        Block("joining", (st.CHARACTERS,), 1, "a fourth hero, for whom one of the four has to go"),
        # the domain
        Block("pool", (st.CARDS,), st.POOL, "reinforcements face up"),
        Block("pile", (st.CARDS,), 127, "in the discard piles of the domain", scale=COPIES),
        Block("pile_top", (st.CARDS,), 1, "on top of one of them"),
        Block("supply", (st.CARDS,), 127, "left in the face-down decks", scale=COPIES),
        Block("deck_sizes", (st.DECKS,), 127, "cards left in each of these decks", scale=1 / 64),
        Block("removed", (st.CARDS,), 127, "removed from the game by nemeses", scale=COPIES),
        Block("wound_cards", (st.CARDS,), 127, "under the nemesis (Boss Rush)", scale=COPIES),
        # the nemesis, duels, the battle
        Block("hit_points", (1,), 127, "left to the nemesis that is out", scale=SMALL),
        Block("fought", (1,), 1, "the single duel of this turn is used (R23)"),
        Block("hero_bought", (1,), 1, "a hero was bought this turn (R26)"),
        Block("attacker", (st.MAX_SEATS,), 1, "one-hot: attacking seat of a duel"),
        Block("defender", (PARTIES,), 1, "one-hot: defending party"),
        Block("duelist", (st.CHARACTERS,), PARTIES, "1 + the party that the character fights for"),
        Block("boost", (PARTIES,), 127, "boost of each party", scale=SMALL),
        Block("forced", (2, PARTIES), 1, "parties that win by a skill; whose duel is negated"),
        Block("won", (PARTIES,), 1, "one-hot: winner of the last duel"),
        Block("duel_stage", (STAGES,), 1, "one-hot: stage of the duel"),
        Block("nemesis_boosted", (1,), 1, "the nemesis has had her boost in this duel"),
        Block("battle_stage", (STAGES,), 1, "one-hot: stage of the common battle"),
        Block("battle_done", (1,), st.MAX_SEATS, "seats in turn order that are done with it"),
        Block("battle_for", (st.MAX_SEATS, st.MAX_SEATS), 1, "by seat: whose hero it boosts; others' once revealed"),
        Block("battle_card", (st.CARDS,), st.MAX_SEATS, "boosts not yet discarded: the own one, all once revealed"),
        # what is being carried out
        Block("task", (st.T_EQUIP,), 1, "one-hot: set-up, turn, program, duel, poll, battle, exchange, equipping"),
        Block("program", (SOURCE_PLANE,), 1, "one-hot: card, 64 + character, 96 + story face whose program runs"),
        Block(
            "which",
            (PROGRAMS,),
            1,
            "one-hot: deploy, discard, return, duel, interrupt; action, reveal, reward; trigger",
        ),
        Block("row", (1,), 127, "its next instruction, counted from its first", scale=SIZES),
        Block("op", (BRING + 1,), 1, "one-hot: that instruction"),
        Block("operands", (4,), 127, "… and its operands", low=-1, scale=1 / 9),
        Block("program_seats", (3, st.MAX_SEATS), 1, "one-hot each: controller, affected player, actor"),
        Block("program_party", (PARTIES,), 1, "one-hot: the boosted party of a (duel) skill"),
        Block("program_target", (st.MAX_SEATS,), 1, "one-hot: seat whose card is chosen next"),
        Block("program_counts", (2,), 127, "count register, times left", low=-1, scale=1 / 9),
        Block("under_way", (SOURCE_PLANE,), 127, "programs that go on after this one", scale=1.0),
        Block("equipping", (st.CARDS,), 1, "one-hot: the card that may be equipped"),
        Block("trade_for", (3,), 1, "one-hot: deck wanted in the trade: samurai, ninja, regalia"),
        Block("poll", (len(st.EVENT_NAMES),), 1, "one-hot: the event that may be interrupted"),
        Block("poll_actor", (st.MAX_SEATS,), 1, "one-hot: whose event it is"),
        Block("poll_asked", (1,), st.MAX_SEATS, "seats asked so far"),
        Block("queued", (st.TRIGGERS,), 127, "times that a trigger's program waits", scale=COPIES),
        Block("queued_polls", (len(st.EVENT_NAMES),), 127, "polls that wait", scale=COPIES),
        Block("queued_rewards", (st.MAX_SEATS,), 127, "seats whose reward waits", scale=1.0),
        Block("queued_reveal", (1,), 127, "the nemesis's reveal skill waits", scale=1.0),
    ]
)
SIZE = LAYOUT.size

_at = LAYOUT.offset
AT_DECISION, AT_ASKED, AT_PLAYERS, AT_MODE = _at["decision"], _at["asked"], _at["players"], _at["mode"]
AT_ROUND, AT_PETALS, AT_LAST_PETAL, AT_FIRST = _at["round"], _at["petals"], _at["last_petal"], _at["first"]
AT_TURN_SEAT, AT_TURN_STAGE, AT_TURN_LENGTH = _at["turn_seat"], _at["turn_stage"], _at["turn_length"]
AT_RESOURCES, AT_DEPLOYED, AT_SEEN, AT_STORY = _at["resources"], _at["deployed"], _at["seen"], _at["story"]
AT_SIZES, AT_RETURNED, AT_WOUNDS, AT_HAND = _at["sizes"], _at["returned"], _at["wounds"], _at["hand"]
AT_HIDDEN, AT_SHOWN, AT_DISCARD, AT_FIELD = _at["hidden"], _at["shown"], _at["discard"], _at["field"]
AT_EQUIPPED, AT_HERO, AT_HERO_SLOT, AT_HERO_USED = _at["equipped"], _at["hero"], _at["hero_slot"], _at["hero_used"]
AT_AREA, AT_ASIDE, AT_DEFEATED, AT_HERO_DECK = _at["area"], _at["aside"], _at["defeated"], _at["hero_deck"]
AT_HERO_DECK_SIZE, AT_JOINING, AT_POOL, AT_PILE = _at["hero_deck_size"], _at["joining"], _at["pool"], _at["pile"]
AT_PILE_TOP, AT_SUPPLY, AT_DECK_SIZES, AT_REMOVED = _at["pile_top"], _at["supply"], _at["deck_sizes"], _at["removed"]
AT_WOUND_CARDS, AT_HIT_POINTS, AT_FOUGHT = _at["wound_cards"], _at["hit_points"], _at["fought"]
AT_HERO_BOUGHT = _at["hero_bought"]
AT_ATTACKER, AT_DEFENDER, AT_DUELIST, AT_BOOST = _at["attacker"], _at["defender"], _at["duelist"], _at["boost"]
AT_FORCED, AT_WON, AT_DUEL_STAGE, AT_BOOSTED = _at["forced"], _at["won"], _at["duel_stage"], _at["nemesis_boosted"]
AT_BATTLE_STAGE, AT_BATTLE_DONE = _at["battle_stage"], _at["battle_done"]
AT_BATTLE_FOR, AT_BATTLE_CARD, AT_TASK = _at["battle_for"], _at["battle_card"], _at["task"]
AT_PROGRAM, AT_WHICH, AT_ROW, AT_OP, AT_OPERANDS = _at["program"], _at["which"], _at["row"], _at["op"], _at["operands"]
AT_PROGRAM_SEATS, AT_PROGRAM_PARTY = _at["program_seats"], _at["program_party"]
AT_PROGRAM_TARGET, AT_PROGRAM_COUNTS = _at["program_target"], _at["program_counts"]
AT_UNDER_WAY, AT_EQUIPPING, AT_TRADE_FOR = _at["under_way"], _at["equipping"], _at["trade_for"]
AT_POLL, AT_POLL_ACTOR, AT_POLL_ASKED, AT_QUEUED = _at["poll"], _at["poll_actor"], _at["poll_asked"], _at["queued"]
AT_QUEUED_POLLS, AT_QUEUED_REWARDS = _at["queued_polls"], _at["queued_rewards"]
AT_QUEUED_REVEAL = _at["queued_reveal"]


@compiled
def observe(state, tables, seat, out):
    """Writes the observation of ``seat``. ``out``: (SIZE,) int8."""
    out[:] = 0
    write_course(state, tables, seat, out)
    copy(state.hand[seat], st.CARDS, out, AT_HAND)
    write_zones(state, seat, tables.num_seats, out)
    for r in range(tables.num_seats):
        write_seat(state, (seat + r) % tables.num_seats, r, out)
    write_characters(state, tables, out)
    write_domain(state, out)
    write_nemesis_and_duel(state, tables, seat, out)
    write_tasks(state, tables, seat, out)


# ---- helpers --------------------------------------------------------------------------------------------------------
@compiled
def saturate(x):
    """An integer that fits int8."""
    return min(127, max(-127, x))


@compiled
def mark(out, at, i):
    """A one at entry i of a one-hot block; none if i is −1."""
    if i >= 0:
        out[at + i] = 1


@compiled
def relative(tables, seat, party):
    """The observer's number of a party, −1 for none."""
    if party < 0 or party == st.THE_NEMESIS:
        return party
    return (party - seat + tables.num_seats) % tables.num_seats


@compiled
def mark_party(out, at, tables, seat, party):
    """A one at a seat (or at the nemesis) of a one-hot block; none for −1."""
    mark(out, at, relative(tables, seat, party))


@compiled
def copy(row, n, out, at):
    """Copies n counts."""
    target = out[at : at + n]
    for i in range(n):
        target[i] = row[i]


@compiled
def add(a, b, target):
    """The sums of two rows of counts."""
    for i in range(a.shape[0]):
        target[i] = a[i] + b[i]


@compiled
def rotated(rows, width, seat, n, out, at):
    """Copies the rows of n seats, of ``width`` entries each, beginning with the observer's."""
    own = (n - seat) * width
    copy(rows[seat * width :], own, out, at)
    copy(rows, seat * width, out, at + own)


# ---- what all see ---------------------------------------------------------------------------------------------------
@compiled
def write_course(state, tables, seat, out):
    """Decision, round, turn, resources."""
    half = half_chosen(state, seat)
    if state.over == 0:
        out[AT_DECISION + (st.BATTLE_FOR if half else state.decision)] = 1
        mark_party(out, AT_ASKED, tables, seat, state.seat)
    out[AT_PLAYERS + tables.num_seats - 1] = 1
    out[AT_MODE] = tables.nemesis_variant
    out[AT_MODE + 1] = tables.boss_rush
    out[AT_ROUND] = saturate(state.turn)
    out[AT_PETALS] = saturate(state.petals)
    out[AT_LAST_PETAL] = state.last_petal
    mark_party(out, AT_FIRST, tables, seat, state.first)
    mark_party(out, AT_TURN_SEAT, tables, seat, state.current)
    out[AT_TURN_LENGTH] = min(100, 100 * (state.turn_decisions - half) // tables.turn_guard)
    out[AT_RESOURCES] = saturate(state.mon)
    out[AT_RESOURCES + 1] = saturate(state.deployments)
    out[AT_RESOURCES + 2] = saturate(state.trade_points)
    out[AT_RESOURCES + 3] = saturate(state.discount)
    copy(state.deployed, 3, out, AT_DEPLOYED)
    copy(state.seen, st.TRIGGERS, out, AT_SEEN)
    for story in range(st.STORIES):
        mark(out, AT_STORY + 2 * story, int(state.story_face[story]))


@compiled
def write_zones(state, seat, n, out):
    """All players' cards, the observer's first: seats from the observer on, then those before, each in one piece."""
    hand, deck = state.hand.reshape(st.MAX_SEATS * st.CARDS), state.deck.reshape(st.MAX_SEATS * st.CARDS)
    both = out[AT_HIDDEN : AT_HIDDEN + n * st.CARDS]
    own, end = seat * st.CARDS, n * st.CARDS
    for part in range(2):
        begin, stop, at = (own, end, 0) if part == 0 else (0, own, end - own)
        add(hand[begin:stop], deck[begin:stop], both[at:])
    rotated(state.shown.reshape(st.MAX_SEATS * st.CARDS), st.CARDS, seat, n, out, AT_SHOWN)
    rotated(state.discard.reshape(st.MAX_SEATS * st.CARDS), st.CARDS, seat, n, out, AT_DISCARD)
    rotated(state.field.reshape(st.MAX_SEATS * 3 * st.CARDS), 3 * st.CARDS, seat, n, out, AT_FIELD)


@compiled
def write_seat(state, s, r, out):
    """One player's sizes, equipment and heroes, at relative seat ``r``."""
    out[AT_SIZES + r] = saturate(state.hand_size[s])
    out[AT_SIZES + st.MAX_SEATS + r] = saturate(state.deck_size[s])
    out[AT_SIZES + 2 * st.MAX_SEATS + r] = saturate(state.discard_size[s])
    out[AT_RETURNED + r] = saturate(state.returned[s])
    out[AT_WOUNDS + r] = state.wounds[s]
    if state.equipped_size[s] > 0:
        for k in range(st.CARDS):
            code = 0
            for slot in range(st.HERO_SLOTS):
                code += min(3, int(state.equipped[s, slot, k])) << (2 * slot)
            out[AT_EQUIPPED + st.CARDS * r + k] = code
    for slot in range(st.HERO_SLOTS):
        c = int(state.heroes[s, slot])
        if c >= 0:
            out[AT_HERO + st.CHARACTERS * r + c] = 4 if state.active[s] == c else 3 - state.status[c]
            out[AT_HERO_SLOT + c] = 1 + slot


@compiled
def write_characters(state, tables, out):
    """Heroes and nemeses that no seat has, and skills used."""
    copy(state.used, st.CHARACTERS, out, AT_HERO_USED)
    area, aside, beaten = np.int8(st.AREA), np.int8(st.ASIDE), np.int8(st.BEATEN)
    deck, unknown = np.int8(st.HERO_DECK), np.int8(st.UNKNOWN)
    row = out[AT_AREA : AT_AREA + 4 * st.CHARACTERS]  # area, aside, defeated, hero_deck
    for c in range(st.CHARACTERS):
        place = state.place[c]
        row[c] = (place == area) * (3 - state.status[c])
        row[st.CHARACTERS + c] = place == aside
        row[2 * st.CHARACTERS + c] = place == beaten
        row[3 * st.CHARACTERS + c] = 2 * (place == deck) + 1 * (place == unknown)
    out[AT_HERO_DECK_SIZE] = state.hero_deck_size
    if tables.nemesis_variant + tables.boss_rush > 0:
        inside, outside = uncertain_nemeses(state, tables)
        if inside > 0 and outside > 0:
            for c in range(st.CHARACTERS):
                if never_seen(state, tables, c):
                    out[AT_HERO_DECK + c] = 1


@compiled
def write_domain(state, out):
    """Pools, discard piles, face-down decks by what must be left in them."""
    for cls in range(2):
        for i in range(st.POOL):
            k = int(state.pool[cls, i])
            if k >= 0:
                out[AT_POOL + k] += 1
        n = state.pile_size[cls]
        for i in range(n):
            out[AT_PILE + int(state.pile[cls, i])] += 1
        if n > 0:
            out[AT_PILE_TOP + int(state.pile[cls, n - 1])] = 1
    copy(state.supply, st.CARDS, out, AT_SUPPLY)
    for deck in range(st.DECKS):
        out[AT_DECK_SIZES + deck] = saturate(state.supply_size[deck])
    copy(state.removed, st.CARDS, out, AT_REMOVED)
    copy(state.wound_cards, st.CARDS, out, AT_WOUND_CARDS)


# ---- the nemesis, duels, the battle ---------------------------------------------------------------------------------
@compiled
def write_nemesis_and_duel(state, tables, seat, out):
    """Hit points; who fights, with which boosts."""
    if state.nemesis >= 0:
        out[AT_HIT_POINTS] = saturate(state.hit_points)
    out[AT_FOUGHT] = state.fought
    out[AT_HERO_BOUGHT] = state.hero_bought
    mark_party(out, AT_WON, tables, seat, state.duel_winner)
    duel, battle = -1, -1
    for i in range(1, state.task_count):
        if state.tasks[i, st.KIND] == st.T_DUEL:
            duel = i
        elif state.tasks[i, st.KIND] == st.T_BATTLE:
            battle = i
    if duel >= 0:
        task = state.tasks[duel]
        mark(out, AT_DUEL_STAGE, int(task[st.STAGE]))
        out[AT_BOOSTED] = task[st.COUNT]
        mark_party(out, AT_ATTACKER, tables, seat, int(task[st.WHO_ASKS]))
        if state.attacker >= 0:
            mark_party(out, AT_DEFENDER, tables, seat, state.defender)
            write_parties(state, tables, seat, out)
    if battle >= 0:
        write_battle(state, tables, state.tasks[battle], seat, out)


@compiled
def write_parties(state, tables, seat, out):
    """What each party of a duel or a battle has."""
    for party in range(PARTIES):
        c = int(state.duelist[party])
        if c >= 0:
            r = relative(tables, seat, party)
            out[AT_DUELIST + c] = 1 + r
            out[AT_BOOST + r] = saturate(int(state.boost[party]))
            out[AT_FORCED + r] = state.forced[party] == st.FORCED_WIN
            out[AT_FORCED + PARTIES + r] = state.forced[party] == st.NEGATED


@compiled
def write_battle(state, tables, task, seat, out):
    """The common battle; what the others have chosen stays hidden until all have."""
    stage = int(task[st.STAGE])
    mark(out, AT_BATTLE_STAGE, CHOOSING if stage == BOOSTING else stage)
    out[AT_BATTLE_DONE] = max(0, int(task[st.LEFT]))
    if stage < CHOOSING:
        return
    write_parties(state, tables, seat, out)
    secret = choosing(state)
    for r in range(tables.num_seats):
        s = (seat + r) % tables.num_seats
        if s == seat or not secret:
            mark_party(out, AT_BATTLE_FOR + st.MAX_SEATS * r, tables, seat, int(state.battle_for[s]))
            if state.battle_card[s] >= 0:
                out[AT_BATTLE_CARD + int(state.battle_card[s])] += 1


# ---- what is being carried out, and what waits -----------------------------------------------------------------------
@compiled
def write_tasks(state, tables, seat, out):
    """The task on top, and the innermost of each kind."""
    if state.task_count == 0:
        return
    top = state.tasks[state.task_count - 1]
    mark(out, AT_TASK, int(top[st.KIND]) - 1)
    if state.tasks[0, st.KIND] == st.T_TURN:
        mark(out, AT_TURN_STAGE, int(state.tasks[0, st.STAGE]))
    if top[st.KIND] == st.T_EXCHANGE:
        out[AT_JOINING + int(top[st.SOURCE])] = 1
    elif top[st.KIND] == st.T_EQUIP:
        out[AT_EQUIPPING + int(top[st.SOURCE])] = 1
    elif state.depth > 0 and state.decision == st.TRADE_CARD:
        mark(out, AT_TRADE_FOR, int(top[st.LEFT]))
    program, poll = -1, -1
    for i in range(1, state.task_count):
        if state.tasks[i, st.KIND] == st.T_POLL:
            poll = i
        elif state.tasks[i, st.KIND] == st.T_PROGRAM:
            if program >= 0:
                out[AT_UNDER_WAY + int(state.tasks[program, st.SOURCE])] += 1
            program = i
    if program >= 0:
        write_program(tables, state.tasks[program], seat, out)
    if poll >= 0:
        mark(out, AT_POLL, int(state.tasks[poll, st.SOURCE]))
        mark_party(out, AT_POLL_ACTOR, tables, seat, int(state.tasks[poll, st.WHO_ASKS]))
        out[AT_POLL_ASKED] = state.tasks[poll, st.COUNT]
    for i in range(state.queue_size):
        write_waiting(tables, state.queue[i], seat, out)


@compiled
def write_program(tables, task, seat, out):
    """The innermost program: whose it is, its next instruction, and what it remembers."""
    source, at = int(task[st.SOURCE]), int(task[st.STAGE])
    mark(out, AT_PROGRAM, source)
    which, start = find_program(tables, source, at)
    mark(out, AT_WHICH, which)
    out[AT_ROW] = saturate(at - start)
    out[AT_OP + int(tables.code[at, 0])] = 1
    for i in range(4):
        out[AT_OPERANDS + i] = saturate(int(tables.code[at, 1 + i]))
    mark_party(out, AT_PROGRAM_SEATS, tables, seat, int(task[st.WHO_ASKS]))
    mark_party(out, AT_PROGRAM_SEATS + st.MAX_SEATS, tables, seat, int(task[st.WHO]))
    mark_party(out, AT_PROGRAM_SEATS + 2 * st.MAX_SEATS, tables, seat, int(task[st.ACTOR]))
    mark_party(out, AT_PROGRAM_PARTY, tables, seat, int(task[st.PARTY]))
    mark_party(out, AT_PROGRAM_TARGET, tables, seat, int(task[st.AIM]))
    out[AT_PROGRAM_COUNTS] = saturate(int(task[st.COUNT]))
    out[AT_PROGRAM_COUNTS + 1] = saturate(int(task[st.LEFT]))


@compiled
def find_program(tables, source, at):
    """Which program of the source holds that row (its number in the block ``which``), and its first row."""
    which, start = -1, -1
    if source < st.CHARACTER_SOURCE:
        for i in range(st.ON_EQUIP):
            if start < tables.card_program[source, i] <= at:
                which, start = i, tables.card_program[source, i]
        return which, start
    c = source - st.CHARACTER_SOURCE
    if c < st.CHARACTERS:
        for i in range(st.ACTION, st.REWARD + 1):
            if start < tables.character_program[c, i] <= at:
                which, start = st.ON_EQUIP + i, tables.character_program[c, i]
    for i in range(st.SOURCE_TRIGGERS):
        t = tables.source_triggers[c, i]
        if t >= 0 and start < tables.trigger_program[t] <= at:
            which, start = st.ON_EQUIP + st.REWARD + 1 + i, tables.trigger_program[t]
    return which, start


@compiled
def write_waiting(tables, row, seat, out):
    """One entry of the queue."""
    what, owner, times = int(row[0]), int(row[1]), int(row[4])
    if what < 0:
        at = AT_QUEUED_POLLS - 1 - what
    elif what >= st.REWARD_QUEUED:
        at = AT_QUEUED_REWARDS + relative(tables, seat, owner)
    elif what >= st.REVEAL_QUEUED:
        at = AT_QUEUED_REVEAL
    else:
        at = AT_QUEUED + what
    out[at] = min(127, int(out[at]) + times)
