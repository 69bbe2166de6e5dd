"""The record of one game of Daimyo's Fall, drawn field by field, and the numbers that give its entries a meaning.

Cards are handled **by type**: a zone is an array of counts, ``state.hand[seat, card]``. A *card* is a number of the
content's list (mon, reinforcements, treasures, regalia, in the order of the files), a *character* a number of its list
of heroes and nemeses. Characters are unique, so that one number says who it is and `place` says where.

Face-down decks have no order: the next card is drawn at random when it is drawn, which is the same as a shuffle (D-rule
on shuffling in RULES.md) and leaves nothing else to hide. A domain deck is named by number::

    0 samurai reinforcements | 1 ninja reinforcements | 2 samurai treasures | 3 ninja treasures | 4 regalia

Where a card of a seat is::

    deck ── draw ──> hand ── deploy ──> field[READY] <──> field[EXHAUSTED] <──> field[RAVAGED]
      ^                │                    │    └── equip ──> equipped[slot]
      └── shuffle ── discard <── discard, clean-up, cleanse, purchase, loot
"""

from __future__ import annotations

from ..core.verbs import COMMON_STATE, COMMON_TABLES, MAX_SEATS, record_type

# ---- capacities -----------------------------------------------------------------------------------------------------
CARDS = 64  # types: the full set has 56
CHARACTERS = 32  # heroes and nemeses: the full set has 28
STORIES = 2  # story cards, of two faces each
SOURCES = CHARACTERS + 2 * STORIES  # whatever has passive effects: characters, then the faces of the story cards
HERO_SLOTS = 3  # the rulebook's cap of heroes of a player
POOL = 4  # reinforcements of a class that lie face up
PILE = 96  # cards that a discard pile of the domain can hold
DECKS = 5
CODE = 3072  # instructions of all programs together
TRIGGERS = 128  # triggers of all characters and story cards together
SOURCE_TRIGGERS = 6  # triggers of one source
TASKS = 16  # tasks that wait for each other
QUEUE = 64  # triggered programs that wait to run
NAME = 40  # bytes of a name

# ---- classes and decks ----------------------------------------------------------------------------------------------
SAMURAI, NINJA, NO_CLASS = 0, 1, 2
REINFORCEMENTS, TREASURES, REGALIA = 0, 2, 4  # + class for the first two: the number of a domain deck
NO_DECK = -1  # mon cards have none

# ---- kinds of cards -------------------------------------------------------------------------------------------------
UNUSED, MON, REINFORCEMENT, TREASURE, REGALIUM = range(5)
# ---- kinds of characters --------------------------------------------------------------------------------------------
HERO, NEMESIS = 1, 2
HERO_KIND = 5  # "hero" among the kinds of cards that a trigger asks for

# ---- what a card can do, when: columns of ``card_program`` and ``card_icon`` ----------------------------------------
ON_DEPLOY, ON_DISCARD, ON_RETURN, ON_DUEL, ON_INTERRUPT, ON_EQUIP = range(6)
TIMINGS = 6
# ---- … and a character: columns of ``character_program`` ------------------------------------------------------------
ACTION, REVEAL, REWARD = range(3)

# ---- statuses: of field cards and of characters ---------------------------------------------------------------------
READY, EXHAUSTED, RAVAGED = range(3)

# ---- places of a character: 0 … 4 a seat, or ------------------------------------------------------------------------
HERO_DECK = 5  # the nemesis deck in Boss Rush
AREA = 6  # face up in the hero area
ASIDE = 7  # set aside, may come in: Setsuko's other form, heroes of an expansion
GONE = 8  # not in this game
BEATEN = 9  # a defeated nemesis
UNKNOWN = 10  # only in redacted records: in the deck or not in this game

# ---- numbers that modifiers change ----------------------------------------------------------------------------------
STATS = ("atk", "def", "hand_size", "deployments", "trade_points", "mon", "reinforcement_cost", "hero_cost", "sell")
ATK, DEF, HAND_SIZE, DEPLOYMENTS, TRADE_POINTS, MON_START, REINFORCEMENT_COST, HERO_COST, SELL = range(9)

# ---- events (EFFECTS.md says what each means) -----------------------------------------------------------------------
EVENT_NAMES = (
    "main_phase",
    "deploy",
    "discard",
    "return",
    "sell",
    "purchase",
    "trade",
    "draw",
    "gain_mon",
    "loot",
    "start_duel",
    "attacked",
    "win_duel",
    "exhaust",
    "recover",
    "refresh",
    "petals",
    "end_phase",
    "reveal",
    "nemesis_beaten",
    "cleanse",
)
E_MAIN, E_DEPLOY, E_DISCARD, E_RETURN, E_SELL, E_PURCHASE, E_TRADE, E_DRAW, E_MON, E_LOOT = range(10)
E_START_DUEL, E_ATTACKED, E_WIN_DUEL, E_EXHAUST, E_RECOVER, E_REFRESH, E_PETALS, E_END = range(10, 18)
E_REVEAL, E_BEATEN, E_CLEANSE = range(18, 21)

# ---- tasks: what is being carried out (rules/tasks.py) --------------------------------------------------------------
T_SETUP, T_TURN, T_PROGRAM, T_DUEL, T_POLL, T_BATTLE, T_EXCHANGE, T_EQUIP = range(1, 9)
# sources of programs: a card, or
CHARACTER_SOURCE = 64  # + character
STORY_SOURCE = 96  # + 2 · story + face
# columns of a task
KIND, STAGE, WHO_ASKS, WHO, SOURCE, COUNT, LEFT, ACTOR, PARTY, AIM = range(10)
TASK_WIDTH = 10

# ---- kinds of decisions ---------------------------------------------------------------------------------------------
DECISIONS = (
    "START_HERO",
    "MOVE",
    "ACTIVE",
    "MAIN",
    "TRADE_CARD",
    "SEND_BACK",
    "WOUND_CARD",
    "EXCHANGE",
    "EQUIP",
    "END_REFRESH",
    "DUEL_TARGET",
    "BOOST",
    "INTERRUPT",
    "MAY",
    "OPTION",
    "TARGET_PLAYER",
    "HAND_CARD",
    "FIELD_CARD",
    "FIELD_HERO",
    "SEND_HERO",
    "POOL_CARD",
    "AREA_HERO",
    "DECK",
    "BATTLE_FOR",
    "BATTLE_BOOST",
    "NEMESIS_DECK",
)
START_HERO, MOVE, ACTIVE, MAIN, TRADE_CARD, SEND_BACK, WOUND_CARD, EXCHANGE, EQUIP, END_REFRESH = range(10)
DUEL_TARGET, BOOST, INTERRUPT, MAY, OPTION, TARGET_PLAYER, HAND_CARD, FIELD_CARD, FIELD_HERO = range(10, 19)
SEND_HERO, POOL_CARD, AREA_HERO, DECK, BATTLE_FOR, BATTLE_BOOST, NEMESIS_DECK = range(19, 26)

# ---- parties of a duel: 0 … 4 a seat, or ----------------------------------------------------------------------------
THE_NEMESIS = 5
# how a duel ended for a party, beside the comparison
FORCED_WIN, NEGATED = 1, 2

# ---- purposes of random words (core/rng.py): one stream each --------------------------------------------------------
FIRST_PLAYER, HEROES, NEMESES = 0, 1, 2
DRAWS = 8  # + seat
DECK_DRAWS = 16  # + domain deck

# ---- what waits in the queue: a trigger, or −1 − event: a poll for interrupts, or ------------------------------------
REVEAL_QUEUED = 256  # + nemesis: her reveal skill
REWARD_QUEUED = 512  # + nemesis: her reward

STATE = record_type(
    COMMON_STATE
    + [
        # ``turn`` counts completed rounds
        ("first", "i8"),  # the first player
        ("current", "i8"),  # whose turn it is
        ("turn_decisions", "i8"),  # decisions of this turn (R13)
        ("last_petal", "i8"),  # the last petal has fallen: the game ends with this round
        # the domain
        ("petals", "i8"),
        ("supply", "i1", (CARDS,)),  # cards left in the face-down domain decks, by type
        ("supply_size", "i8", (DECKS,)),
        ("pool", "i1", (2, POOL)),  # [class] card, −1 an empty place
        ("pile", "i1", (2, PILE)),  # [class] discard pile of the domain, the top last
        ("pile_size", "i8", (2,)),
        ("removed", "i1", (CARDS,)),  # treasures removed from the game by a nemesis
        # characters
        ("place", "i1", (CHARACTERS,)),
        ("status", "i1", (CHARACTERS,)),
        ("used", "i1", (CHARACTERS,)),  # uses of the hero's own skill this turn
        ("heroes", "i1", (MAX_SEATS, HERO_SLOTS)),  # [slot] character, −1 free; `place` says the same
        ("active", "i8", (MAX_SEATS,)),  # character with the active hero token, −1 none
        ("hero_deck_size", "i8"),
        ("area_size", "i8"),  # characters face up in the hero area, the nemesis among them
        ("returned", "i8", (MAX_SEATS,)),  # treasures that a seat has returned over the game (R1)
        # the nemesis
        ("nemesis", "i8"),  # character face up, −1 none
        ("hit_points", "i8"),  # left
        ("wounds", "i1", (MAX_SEATS,)),  # inflicted on the nemesis by each seat
        ("wound_cards", "i1", (CARDS,)),  # treasures under the nemesis (Boss Rush)
        ("fought", "i8"),  # the single duel of this turn is used (R23)
        ("hero_bought", "i8"),  # a hero was bought this turn (R26)
        ("beaten", "i8"),  # nemeses defeated
        # cards of the seats
        ("hand", "i1", (MAX_SEATS, CARDS)),
        ("deck", "i1", (MAX_SEATS, CARDS)),
        ("discard", "i1", (MAX_SEATS, CARDS)),
        ("field", "i1", (MAX_SEATS, 3, CARDS)),  # [READY, EXHAUSTED, RAVAGED]
        ("equipped", "i1", (MAX_SEATS, HERO_SLOTS, CARDS)),
        ("equipped_size", "i8", (MAX_SEATS,)),
        ("shown", "i1", (MAX_SEATS, CARDS)),  # at least so many cards of the hand are known to all
        ("hand_size", "i8", (MAX_SEATS,)),
        ("deck_size", "i8", (MAX_SEATS,)),
        ("discard_size", "i8", (MAX_SEATS,)),
        ("story_face", "i1", (STORIES,)),  # face that lies up, −1 not in play
        # resources of the turn
        ("mon", "i8"),
        ("deployments", "i8"),
        ("trade_points", "i8"),
        ("discount", "i8"),  # off each purchase of this turn
        ("deployed", "i1", (3,)),  # cards deployed this turn, by class, the last those without one
        ("seen", "i1", (TRIGGERS,)),  # matching events of this turn, by trigger
        # the duel, or the common battle: by party
        ("attacker", "i8"),  # seat, −1 no duel
        ("defender", "i8"),  # seat or THE_NEMESIS
        ("duelist", "i1", (MAX_SEATS + 1,)),  # character that fights for the party, −1 none
        ("boost", "i2", (MAX_SEATS + 1,)),
        ("forced", "i1", (MAX_SEATS + 1,)),  # FORCED_WIN, NEGATED or 0
        ("duel_winner", "i8"),  # party, −1 nobody; of the last duel
        ("battle_for", "i1", (MAX_SEATS,)),  # whose hero a seat boosts; −1 not chosen: hidden until all have chosen
        ("battle_card", "i1", (MAX_SEATS,)),  # what with; −1 nothing: hidden likewise, and still in the hand
        # what is going on
        ("tasks", "i2", (TASKS, TASK_WIDTH)),
        ("task_count", "i8"),
        ("queue", "i2", (QUEUE, 5)),  # (what, see below; owner; actor; what it is about; times)
        ("queue_size", "i8"),
        # counters of random words, by stream
        ("draws", "i8", (MAX_SEATS,)),
        ("deck_draws", "i8", (DECKS,)),
        ("hero_draws", "i8"),
    ]
)

TABLES = record_type(
    COMMON_TABLES
    + [
        # options
        ("boss_rush", "i8"),
        ("beginner", "i8"),  # heroes are chosen at set-up (R28)
        ("nemesis_variant", "i8"),
        ("stories", "i8", (STORIES,)),  # story cards in play
        # [rules]
        ("petals_start", "i8"),  # of this number of seats
        ("hand_size", "i8"),
        ("base_deployments", "i8"),
        ("turn_guard", "i8"),  # R13
        ("both_boost", "i8"),  # R16: 1 flowchart, 0 either pass ends the boosts
        ("give_up_any_time", "i8"),  # R26: 0 in a turn in which a hero was bought, 1 in any
        ("nemeses_in_deck", "i8"),  # R24
        ("trade_cost", "i8", (3,)),  # same class, other class, regalia
        ("send_back_cost", "i8"),
        ("treasures_for_setsuko", "i8"),  # R1
        ("first_reveal_round", "i8"),  # R2: rounds completed before heroes are revealed
        # names in UTF-8, for words and rendering (names.py)
        ("card_name", "u1", (CARDS, NAME)),
        ("character_name", "u1", (CHARACTERS, NAME)),
        ("story_title", "u1", (2 * STORIES, NAME)),
        # cards, by type
        ("num_cards", "i8"),
        ("card_kind", "i8", (CARDS,)),
        ("card_class", "i8", (CARDS,)),
        ("card_deck", "i8", (CARDS,)),  # its domain deck, NO_DECK for mon
        ("card_copies", "i8", (CARDS,)),  # in the domain deck at set-up
        ("card_starters", "i8", (CARDS,)),  # in each starting deck
        ("card_cost", "i8", (CARDS,)),
        ("card_sell", "i8", (CARDS,)),  # −1: "–", cannot be sold
        ("card_vp", "i8", (CARDS,)),
        ("card_petals", "i8", (CARDS,)),
        ("card_bonus", "i8", (CARDS, 4)),  # draw, mon, deployments, trade points
        ("card_program", "i8", (CARDS, TIMINGS)),  # first instruction, −1 none
        ("card_icon", "i8", (CARDS, TIMINGS)),  # class that the skill asks for, −1 any
        ("card_event", "i8", (CARDS,)),  # event that the interrupt answers, −1 none
        ("card_interrupt_returns", "i8", (CARDS,)),  # its cost: 0 discard, 1 return
        ("card_stat", "i8", (CARDS, 9)),  # modifiers while equipped
        ("card_changes_setsuko", "i8", (CARDS,)),  # R1: returning it changes her form
        ("interrupt_events", "i8"),  # bits of the events that some card in this game answers
        # characters
        ("num_characters", "i8"),
        ("character_kind", "i8", (CHARACTERS,)),
        ("character_class", "i8", (CHARACTERS,)),
        ("character_cost", "i8", (CHARACTERS,)),  # ATK
        ("character_def", "i8", (CHARACTERS,)),
        ("character_vp", "i8", (CHARACTERS,)),
        ("character_petals", "i8", (CHARACTERS,)),
        ("character_place", "i8", (CHARACTERS,)),  # at set-up
        ("character_beginner", "i8", (CHARACTERS,)),
        ("character_expansion", "i8", (CHARACTERS,)),  # 1 + story card that brings her in, 0 none
        ("character_other_form", "i8", (CHARACTERS,)),  # R1: what she becomes, −1 none
        ("character_extra_hit", "i8", (CHARACTERS,)),  # hit points beyond the number of players
        ("character_boss_hit_points", "i8", (CHARACTERS,)),
        ("character_program", "i8", (CHARACTERS, 3)),  # action, reveal skill, reward; −1 none
        ("character_pays", "i8", (CHARACTERS, 4)),  # of the action: mon, trade points, hand cards, exhausts herself
        ("character_pays_kind", "i8", (CHARACTERS, 2)),  # of the hand cards: kind (0 any), class (−1 any)
        ("character_must_be_active", "i8", (CHARACTERS,)),
        ("character_uses", "i8", (CHARACTERS,)),  # of the action in a turn
        # passive effects
        ("source_stat", "i8", (SOURCES, 2, 9)),  # modifiers: always, and only while the active hero
        ("source_events", "i8", (SOURCES,)),  # bits of the events it listens to
        ("source_triggers", "i8", (SOURCES, SOURCE_TRIGGERS)),  # −1 none
        ("trigger_source", "i8", (TRIGGERS,)),
        ("trigger_event", "i8", (TRIGGERS,)),
        ("trigger_loot", "i8", (TRIGGERS,)),  # a loot condition: only of the active hero
        ("trigger_others", "i8", (TRIGGERS,)),  # 0 own events, 1 those of other seats, 2 anybody's
        ("trigger_class", "i8", (TRIGGERS,)),  # of what the event is about, −1 any
        ("trigger_kind", "i8", (TRIGGERS,)),  # kind of card, 5 = hero, 0 any
        ("trigger_nth", "i8", (TRIGGERS,)),  # fires once a turn, at that many; 0 each time
        ("trigger_limit", "i8", (TRIGGERS,)),  # times a turn, 0 without limit
        ("trigger_program", "i8", (TRIGGERS,)),
        ("code", "i2", (CODE, 5)),  # (op, a, b, c, d): ops.py
    ]
)
