"""The record of one game of Okko Chronicles, drawn field by field, and the numbers that give its entries a meaning.

Seat 0 is the Oni, seat 1 + h is Hero h. A *figure* is a number, and its number says what it is::

    0 … 3 the Heroes | 4 … 7 the companion (Follower or Kami) of Hero 0 … 3 | 8 … 39 agents, kind by kind

An agent's *kind* is its Character card: the kinds of the content in order, the Oni last. Every figure of the box has
its own number; those that are not on the board wait at space −1. A *space*, an *area*, a *tile*, a *door* are numbers
of the scenario's board (`board.Board`). A *token* is a number of the scenario's list: clue tokens, chests, objects.

Where an Action card of a Hero is::

    HAND ── plan ──> LEFT (talent) or RIGHT (technique) ── end of the round ──> DISCARDED
      ^────────────────────── no Action card is left in the hand ──────────────────┘

A *source* is whatever may have modifiers, triggers and a talent that costs an Action: natural talents, Action cards,
items, companions, positions of the trees, Clue cards, missions. Its number is the offset of its family plus its own,
see below. `live` says which of them work at the moment.

Face-down decks have no order: the next card is drawn at random when it is drawn, which is the same as a shuffle and
leaves nothing else to hide.
"""

from __future__ import annotations

from ..core.verbs import COMMON_STATE, COMMON_TABLES, record_type
from .board.capacity import AREAS, DOORS, HEROES, LINKS, NEIGHBOURS, SPACES, TILES, WORDS

# ---- capacities ------------------------------------------------------------------------------------------------------
FIGURES = 40
COMPANION_FIGURE = HEROES  # + Hero
AGENT_FIGURE = 2 * HEROES  # the first agent
KINDS = 12  # Character cards of agents: the full set has 10
HERO_CARDS = 8
CARDS = HEROES * HERO_CARDS  # Action cards: Hero · 8 + i
WOUNDS = 16
ITEMS = 40  # Equipment cards: the full set has 32
EVENTS = 32  # Event cards: the full set has 26
CLUES = 24  # Clue cards: the full set has 20
COMPANIONS = 24  # Follower and Kami cards, and Courtiers who may become Followers
TOKENS = 48
NODES = 16  # positions of one Enhancement tree
TREES = 2
MISSIONS = 6  # Mission Tiles, the scheme, the objective of a scenario without investigation
GOALS = 4  # Personal Missions on a card
TALENTS = 3  # natural talents of a Hero or of a kind of agents
CODE = 4096  # instructions of all programs together
MODIFIERS = 320
STAT_MODIFIERS = 64  # modifiers of one stat
TRIGGERS = 192
EVENT_TRIGGERS = 48  # triggers that answer one event
TASKS = 20  # tasks that wait for each other
QUEUE = 48  # triggered programs that wait to run
NAME = 40  # bytes of a name

ONI_SEAT = 0

# ---- stats -----------------------------------------------------------------------------------------------------------
# Printed values and what changes them; of the last ones any n above 0 means yes. MIGHT counts only bonuses (Action
# dice) beside the printed value; penalties are kept apart as MIGHT_DOWN: they are not set off against each other (A23).
STATS = (
    "speed", "might", "might_down", "defense", "guile", "actions", "hits", "damage", "stealth", "figures",
    "ranged", "legendary", "ghostly", "swift", "swap_dice", "push",
)  # fmt: skip
SPEED, MIGHT, MIGHT_DOWN, DEFENSE, GUILE, ACTIONS, HITS, DAMAGE, STEALTH, SUMMONED = range(10)
RANGED, LEGENDARY, GHOSTLY, SWIFT, SWAP_DICE, PUSH = range(10, 16)
NUM_STATS = len(STATS)
STAMINA = NUM_STATS  # printed only: a column of the tables, not a stat that modifiers change

# ---- families of sources: offset of each -----------------------------------------------------------------------------
HERO_SOURCE = 0  # + Hero · TALENTS + i: natural talents
CARD_SOURCE = HERO_SOURCE + HEROES * TALENTS  # + Action card: its Special Talent
ITEM_SOURCE = CARD_SOURCE + CARDS  # + item
COMPANION_SOURCE = ITEM_SOURCE + ITEMS  # + companion
KIND_SOURCE = COMPANION_SOURCE + COMPANIONS  # + kind · TALENTS + i: natural talents
NODE_SOURCE = KIND_SOURCE + KINDS * TALENTS  # + tree · NODES + node
CLUE_SOURCE = NODE_SOURCE + TREES * NODES  # + clue: the penalty of an Oni; of a Courtier the effect when played
MISSION_SOURCE = CLUE_SOURCE + CLUES  # + mission
GOAL_SOURCE = MISSION_SOURCE + MISSIONS  # + Hero · GOALS + i: Personal Missions
WOUND_SOURCE = GOAL_SOURCE + HEROES * GOALS  # + wound
SOURCES = WOUND_SOURCE + WOUNDS

# ---- events: what triggers answer (EFFECTS.md) -----------------------------------------------------------------------
EVENT_NAMES = (
    "round", "activation", "move", "attack", "roll", "attacked", "hit", "harmed", "eliminate", "eliminated", "test",
    "pass", "fail", "sneak", "clue", "open", "item", "alarm", "corrupt", "summon", "join", "battle", "end", "take",
)  # fmt: skip
(
    E_ROUND, E_ACTIVATION, E_MOVE, E_ATTACK, E_ROLL, E_ATTACKED, E_HIT, E_HARMED, E_ELIMINATE, E_ELIMINATED, E_TEST,
    E_PASS, E_FAIL, E_SNEAK, E_CLUE, E_OPEN, E_ITEM, E_ALARM, E_CORRUPT, E_SUMMON, E_JOIN, E_BATTLE, E_END, E_TAKE,
) = range(len(EVENT_NAMES))  # fmt: skip
NUM_EVENTS = len(EVENT_NAMES)

# ---- places of Action cards and Wounds: `card_place`, `wound_place` --------------------------------------------------
NOWHERE, HAND, LEFT, RIGHT, DISCARDED = range(5)  # NOWHERE: not in this game, or out of it; of a Wound: in the deck.
# The Wounds of an eliminated Hero stay DISCARDED with their owner, out of the game (B87).
# ---- places of items: `item_owner` is a Hero, or ---------------------------------------------------------------------
IN_DECK, IN_DISCARD, DRAWN, ABSENT = -1, -2, -3, -4  # DRAWN: from a Chest, being looked at
# ---- … and `item_slot` of who has an owner ---------------------------------------------------------------------------
RIGHT_HAND, LEFT_HAND, BOTH_HANDS, CLOTHING, SUPPLIES = range(5)
# ---- places of Event cards: `event_place` ----------------------------------------------------------------------------
EVENT_DECK, EVENT_HAND, EVENT_LAID, EVENT_DISCARD = 1, 2, 3, 4  # 0: not in this game
# ---- places of Clue cards: `clue_place` ------------------------------------------------------------------------------
CLUE_DECK, CLUE_HELD, CLUE_PLAYED, CLUE_OUT, CLUE_SECRET, CLUE_JOINED = range(1, 7)
# CLUE_SECRET: the nature and the identity; CLUE_JOINED: a Courtier who has become a Follower
# ---- kinds of clues --------------------------------------------------------------------------------------------------
COURTIER_CLUE, ONI_CLUE, COMPLICATION = 1, 2, 3
# ---- kinds of tokens -------------------------------------------------------------------------------------------------
EVIDENCE, COURTIER_TOKEN, PARCHMENT, CHEST, TEST_TOKEN, OBJECT_TOKEN = range(1, 7)

# ---- sides, types and ranks of figures -------------------------------------------------------------------------------
THE_HEROES, THE_ONI = 0, 1
HERO_TYPE, COMPANION_TYPE, THRALL, CREATURE = range(4)  # `figure_type`; the Oni itself is a creature
MINION, LIEUTENANT, DEMON = range(3)
# ---- classes: bits of ``item_classes`` -------------------------------------------------------------------------------
CLASS_NAMES = ("samurai", "ronin", "hinin", "mahotsukai")
# ---- conditions: columns of `condition`; 0 not there, 1 weaker side up, 2 worse side up ------------------------------
CONDITION_NAMES = ("bleeding", "poisoned", "stunned", "amputee")
BLEEDING, POISONED, STUNNED, AMPUTEE = range(4)
# ---- Recollections: rows of `memoir`; 0 absent, 1 blue, 2 red --------------------------------------------------------
UNMASKED, DEFEATED, ESCAPED, ALARM, EMBARRASSING, DEFAMATORY, DISHONORABLE = range(7)
MISSION_MEMOIR = 7  # + mission
HERO_MEMOIR = MISSION_MEMOIR + MISSIONS  # + Hero
MEMOIRS = HERO_MEMOIR + HEROES
BLUE, RED = 1, 2
# ---- how the Final Battle began: `battle` ----------------------------------------------------------------------------
NO_BATTLE, BY_UNMASKING, BY_WRONG, BY_ROUND, BY_SCHEME = range(5)

# ---- phases: `phase` -------------------------------------------------------------------------------------------------
SETTING_UP, OPEN_STEP, PLANS, TECHNIQUES, ACTIVATIONS, END_PHASE = range(6)

# ---- tasks: what is being carried out (rules/tasks.py) ---------------------------------------------------------------
T_SETUP, T_ROUND, T_HERO, T_COMPANION, T_ONI, T_MOVE, T_ATTACK, T_TEST = range(1, 9)
T_CLUES, T_ITEMS, T_SURROUND, T_PROGRAM, T_SUMMON = range(9, 14)
# columns of a task
KIND, STAGE, FIGURE, OTHER, SOURCE, COUNT, LEFT_TO_DO, A, B, C = range(10)
TASK_WIDTH = 12  # D, E: two more for whom it pleases
D, E = 10, 11

# ---- kinds of decisions (RULES.md, chapter 31) -----------------------------------------------------------------------
DECISIONS = (
    "COURTIER", "FOLLOWER_CARD", "FOLLOWER_SPACE", "CORRUPTION_TOKEN", "CORRUPTION_TILE", "CORRUPTION_SPACE",
    "ENHANCEMENT", "SUMMON", "SUMMON_COST", "SUMMON_SPACE", "PLAN_FIRST", "PLAN_SECOND", "TURN_UP", "INITIATIVE",
    "TECHNIQUE", "TECHNIQUE_CARD", "COURTIER_CALL", "HERO_ACTION", "MOVE_SPACE", "ATTACK_TARGET", "TEST_PLACE",
    "TALENT", "ITEM", "RECEIVER", "PLACE_ITEM", "CHEST_KEEP", "COURTIER_SLOT", "SNEAK_SPACE", "SURROUND_FIGURE",
    "SURROUND_SPACE", "SURROUND_ATTACK", "PUSH_SPACE", "FOLLOWER_ACTION", "ONI_CARD", "ONI_FIGURE", "ONI_ACTION",
    "EVENT", "ACCUSE", "REORGANISE", "LOST_TALENT", "MAY", "OPTION", "TARGET_FIGURE", "TARGET_SPACE", "TARGET_TILE",
    "TARGET_TOKEN", "TARGET_CARD",
)  # fmt: skip
(
    COURTIER, FOLLOWER_CARD, FOLLOWER_SPACE, CORRUPTION_TOKEN, CORRUPTION_TILE, CORRUPTION_SPACE, ENHANCEMENT, SUMMON,
    SUMMON_COST, SUMMON_SPACE, PLAN_FIRST, PLAN_SECOND, TURN_UP, INITIATIVE, TECHNIQUE, TECHNIQUE_CARD, COURTIER_CALL,
    HERO_ACTION, MOVE_SPACE, ATTACK_TARGET, TEST_PLACE, TALENT, ITEM, RECEIVER, PLACE_ITEM, CHEST_KEEP, COURTIER_SLOT,
    SNEAK_SPACE, SURROUND_FIGURE, SURROUND_SPACE, SURROUND_ATTACK, PUSH_SPACE, FOLLOWER_ACTION, ONI_CARD, ONI_FIGURE,
    ONI_ACTION, EVENT, ACCUSE, REORGANISE, LOST_TALENT, MAY, OPTION, TARGET_FIGURE, TARGET_SPACE, TARGET_TILE,
    TARGET_TOKEN, TARGET_CARD,
) = range(len(DECISIONS))  # fmt: skip

# ---- purposes of random words (core/rng.py): one stream each ---------------------------------------------------------
SECRETS, TOKEN_DRAWS, MISSION_DICE, EVENT_DRAWS, CLUE_DRAWS, ITEM_DRAWS, WOUND_DRAWS = range(7)
DICE = 8  # + side that rolls: THE_HEROES, THE_ONI

STATE = record_type(
    COMMON_STATE
    + [
        # ``turn`` counts completed rounds; the round in play is turn + 1
        ("phase", "i8"),
        ("alarm", "i8"),
        ("frozen", "i8"),  # A12: no new Enhancements, no Corruption tokens
        ("battle", "i8"),  # how the Final Battle began, NO_BATTLE before
        ("escape_open", "i8"),  # A11
        ("winner", "i8"),  # 0 open, 1 + side, 3 a draw; of a scenario whose Memoirs decide: once it is over
        # the board
        ("at", "i2", (FIGURES,)),  # space of a figure, −1 off the board
        ("occupant", "i1", (SPACES,)),  # figure, −1 none; `at` says the same
        ("token_at", "i2", (TOKENS,)),  # space, −1 not on the board (a bearer of an object: see `bearer`)
        ("token_on", "i1", (SPACES,)),  # token, −1 none; `token_at` says the same
        ("token_face", "i1", (TOKENS,)),  # which of the token's drawn numbers: a row of ``faces``, −1 none
        ("token_flipped", "i1", (TOKENS,)),
        ("bearer", "i1", (TOKENS,)),  # Hero who carries the object, −1 nobody
        ("penalties", "i1", (SPACES,)),  # Penalty tokens on the Test or Chest of that space
        ("passed", "i1", (SPACES,)),  # the Test of that space has been passed
        ("corrupted", "i1", (TILES,)),  # 0 no, 1 by a Corruption token, 2 by the red one
        ("corruption_space", "i2", (TILES,)),  # with rules.A5 = "space": where it lies, −1 elsewhere
        ("tokens_left", "i8"),  # Corruption tokens on the track
        ("closed", "i1", (DOORS,)),
        # figures
        ("damage", "i1", (FIGURES,)),
        ("condition", "i1", (FIGURES, 4)),
        ("lost", "i1", (FIGURES,)),  # bits of the natural talents lost (Amputee)
        ("mods", "i1", (FIGURES, NUM_STATS)),  # till the end of the round: techniques of Heroes, Wounds, effects
        ("actions_left", "i1", (FIGURES,)),
        ("acted", "i1", (FIGURES,)),  # in this activation (agents), in this round (Heroes, companions)
        # kinds of agents: Character cards
        ("kind_mods", "i1", (KINDS, NUM_STATS)),  # till the end of the round: techniques
        ("activated", "i1", (KINDS,)),  # has an Activation token
        ("active_kind", "i8"),  # the card that is activated, −1 none
        ("active_mods", "i1", (NUM_STATS,)),  # till the end of this activation, for its figures
        ("event_played", "i8"),  # in this activation of the Oni
        # Heroes
        ("alive", "i1", (HEROES,)),
        ("card_place", "i1", (CARDS,)),
        ("wound_place", "i1", (WOUNDS,)),
        ("wound_owner", "i1", (WOUNDS,)),  # Hero, an eliminated one too; −1 in the deck
        ("turned_up", "i1", (HEROES,)),  # item of a Hand slot that works this round, −1 none
        ("item_owner", "i1", (ITEMS,)),
        ("item_slot", "i1", (ITEMS,)),
        ("used", "i1", (SOURCES,)),  # UNIQUE ACTION used in this round
        ("discarded_item", "i1", (HEROES,)),  # the free discard of this activation
        ("goal", "i1", (HEROES,)),  # which Personal Mission
        ("goal_count", "i1", (HEROES,)),
        ("goal_done", "i1", (HEROES,)),
        ("companion", "i1", (HEROES,)),  # companion in the Follower slot, −1 none
        ("face_down", "i1", (HEROES,)),  # of a Kami
        ("companion_gone", "i1", (COMPANIONS,)),  # cards that are out of the game
        # the team
        ("order", "i1", (HEROES,)),  # Initiative: Hero by position, −1 not placed
        ("position", "i8"),  # the next position to be revealed
        ("clue_place", "i1", (CLUES,)),
        ("accused", "i1", (CLUES,)),  # 1 wrongly, 2 rightly
        ("wrong", "i8"),  # wrong Accusations
        ("nature_known", "i8"),  # by a right Accusation: the penalty holds
        # the Oni
        ("nature", "i8"),  # clue, −1 none
        ("identity", "i8"),  # clue, −1 none
        ("event_place", "i1", (EVENTS,)),
        ("event_kind", "i1", (EVENTS,)),  # of a laid technique: the kind it lies beside, −1
        ("hand_size", "i8"),
        ("node", "i1", (TREES, NODES)),  # 1 where an Enhancement token lies
        # missions and Memoirs
        ("progress", "i1", (MISSIONS, 2)),  # [side]
        ("completed", "i1", (MISSIONS,)),  # 0 open, BLUE, RED
        ("memoir", "i1", (MEMOIRS,)),
        ("live", "i1", (SOURCES,)),  # works at the moment (rules/sources.py)
        # what is going on
        ("tasks", "i2", (TASKS, TASK_WIDTH)),
        ("task_count", "i8"),
        ("queue", "i2", (QUEUE, 4)),  # (trigger, figure that bears it, other figure, number)
        ("queue_size", "i8"),
        ("reach", "i1", (SPACES,)),  # scratch of the pending decision: what MOVE_SPACE and the like may choose
        # counters of random words, by stream
        ("draws", "i8", (8,)),
        ("dice", "i8", (2,)),
        ("fired", "i1", (TRIGGERS,)),  # times that a trigger with a limit was carried out in this round
        ("wounded", "i1", (HEROES,)),  # 1 once the Hero has drawn a Wound in this round (O198)
    ]
)

TABLES = record_type(
    COMMON_TABLES
    + [
        ("num_heroes", "i8"),
        ("investigation", "i8"),
        # [rules]
        ("hero_actions", "i8"),
        ("summon_cost", "i8"),
        ("summon_figures", "i8"),
        ("events_drawn", "i8"),
        ("wounds_to_eliminate", "i8"),
        ("points", "i8", (3,)),  # of a large, medium, small Recollection
        ("corruption_anywhere", "i8"),  # A1
        ("corruption_on_space", "i8"),  # A5
        ("round8_blocks_all", "i8"),  # A8
        ("tie_to_battle", "i8"),  # A9
        ("oni_picks", "i8"),  # A31
        ("weakness_at_end", "i8"),  # A35
        # names in UTF-8, for words and rendering (names.py)
        ("hero_name", "u1", (HEROES, NAME)),
        ("card_name", "u1", (CARDS, NAME)),
        ("wound_name", "u1", (WOUNDS, NAME)),
        ("item_name", "u1", (ITEMS, NAME)),
        ("event_name", "u1", (EVENTS, NAME)),
        ("clue_name", "u1", (CLUES, NAME)),
        ("companion_name", "u1", (COMPANIONS, NAME)),
        ("kind_name", "u1", (KINDS, NAME)),
        ("node_name", "u1", (TREES * NODES, NAME)),
        ("mission_name", "u1", (MISSIONS, NAME)),
        ("space_name", "u1", (SPACES, NAME)),
        ("tile_name", "u1", (TILES, NAME)),
        ("talent_name", "u1", (HEROES * TALENTS + KINDS * TALENTS, NAME)),  # Heroes' natural talents, then the kinds'
        # the board (board.Board says what each means)
        ("num_spaces", "i8"),
        ("num_areas", "i8"),
        ("num_tiles", "i8"),
        ("num_doors", "i8"),
        ("space_x", "i2", (SPACES,)),
        ("space_y", "i2", (SPACES,)),
        ("space_area", "i2", (SPACES,)),
        ("space_tile", "i2", (SPACES,)),
        ("space_kind", "i1", (SPACES,)),  # board.palace: NORMAL, INTERACTION, THRALL, CREATURE
        ("space_mark", "i1", (SPACES,)),
        ("space_near", "i2", (SPACES, NEIGHBOURS)),
        ("space_near_door", "i1", (SPACES, NEIGHBOURS)),
        ("area_first", "i2", (AREAS,)),  # spaces of an area: ``area_spaces[area_first : area_first + area_size]``
        ("area_size", "i2", (AREAS,)),
        ("area_spaces", "i2", (SPACES,)),
        ("area_tile", "i2", (AREAS,)),
        ("area_near", "i2", (AREAS, LINKS)),
        ("area_near_door", "i1", (AREAS, LINKS)),
        ("area_distance", "i1", (AREAS, AREAS)),
        ("tile_prohibited", "i1", (TILES,)),
        ("tile_mission", "i1", (TILES,)),  # mission of that tile, −1 none
        ("tile_adjacent", "i1", (TILES, TILES)),
        ("door_closed", "i1", (DOORS,)),
        ("sight", "i1", (SPACES, SPACES)),
        ("sight_spaces", "u8", (SPACES, SPACES, WORDS)),
        ("sight_doors", "u8", (SPACES, SPACES)),
        # figures
        ("figure_kind", "i1", (FIGURES,)),  # of agents, −1 of all others and of numbers that nobody has
        ("figure_type", "i1", (FIGURES,)),
        ("figure_start", "i2", (FIGURES,)),  # space at set-up, −1 off the board
        ("kind_first", "i8", (KINDS,)),  # its figures: ``range(kind_first, kind_first + kind_count)``
        ("kind_count", "i8", (KINDS,)),  # 0: no such kind
        ("kind_type", "i8", (KINDS,)),  # THRALL or CREATURE
        ("kind_rank", "i8", (KINDS,)),
        ("kind_stat", "i2", (KINDS, NUM_STATS + 1)),  # printed, STAMINA last
        ("hero_stat", "i2", (HEROES, NUM_STATS + 1)),
        ("hero_class", "i8", (HEROES,)),
        ("hero_supplies", "i8", (HEROES,)),
        ("hero_chooses", "i8", (HEROES, COMPANIONS)),  # Follower cards open to the Hero at set-up (B4)
        ("companion_stat", "i2", (COMPANIONS, NUM_STATS + 1)),
        ("companion_kami", "i8", (COMPANIONS,)),
        ("companion_clue", "i8", (COMPANIONS,)),  # the Courtier it is, −1
        # cards
        ("card_sides", "i8", (CARDS,)),  # bits: 1 left (talent), 2 right (technique); 0: no such card
        ("card_icon", "i8", (CARDS,)),
        ("card_weakness", "i8", (CARDS,)),
        ("card_stat", "i2", (CARDS, NUM_STATS)),  # technique
        ("wound_stat", "i2", (WOUNDS, NUM_STATS)),
        ("wound_exists", "i1", (WOUNDS,)),
        ("item_exists", "i1", (ITEMS,)),
        ("item_kind", "i1", (ITEMS,)),  # RIGHT_HAND for a Hand slot, BOTH_HANDS, CLOTHING, SUPPLIES
        ("item_classes", "i1", (ITEMS,)),  # bits
        ("item_owner", "i1", (ITEMS,)),  # at set-up: Hero or IN_DECK
        ("item_slot", "i1", (ITEMS,)),  # likewise
        ("event_exists", "i8", (EVENTS,)),
        ("event_stat", "i2", (EVENTS, NUM_STATS)),  # technique
        ("event_program", "i8", (EVENTS,)),  # Special Effect
        ("clue_kind", "i8", (CLUES,)),  # 0: not in this game
        ("clue_program", "i8", (CLUES,)),  # of a Complication, or of a Courtier when played; −1 none
        ("clue_companion", "i8", (CLUES,)),  # companion that the Courtier may become, −1
        ("clue_token", "i8", (CLUES,)),  # of a Courtier, −1
        ("clue_oni", "i8", (CLUES,)),  # kind that an Oni's card names, −1
        ("condition_penalty", "i8", (4, 3)),  # [condition, side that is up]
        # tokens
        ("num_tokens", "i8"),
        ("token_kind", "i1", (TOKENS,)),
        ("token_start", "i2", (TOKENS,)),
        ("token_clue", "i1", (TOKENS,)),  # Courtier's token: clue, −1
        ("faces", "i1", (TOKENS, 4)),  # drawn numbers: (difficulty, cards, back: difficulty or kept, back: cards)
        ("face_kind", "i1", (TOKENS,)),  # EVIDENCE, PARCHMENT, CHEST, COURTIER_TOKEN; 0 none
        # the track
        ("node_column", "i8", (TREES, NODES)),  # from 1; 0: no such position
        ("node_from", "i8", (TREES, NODES)),  # bits of the positions of the column before to which it is linked
        # Tests on interaction spaces and Test tokens
        ("test_stat", "i1", (SPACES,)),  # attribute, −1 no Test
        ("test_difficulty", "i1", (SPACES,)),
        ("test_direct", "i1", (SPACES,)),
        ("test_program", "i2", (SPACES,)),  # what a success does
        ("test_mission", "i1", (SPACES,)),  # −1 none
        # missions
        ("mission_exists", "i8", (MISSIONS,)),
        ("mission_needs", "i8", (MISSIONS, 2)),  # progress that completes it, by side; 0 that side cannot
        ("mission_decides", "i8", (MISSIONS,)),  # completing it ends the game
        ("mission_scheme", "i8", (MISSIONS,)),  # red brings the Oni (A42)
        ("mission_program", "i8", (MISSIONS,)),  # at the end of a round, −1
        ("mission_size", "i8", (MISSIONS,)),  # 0 large, 1 medium, 2 small, −1 no Recollection
        ("memoir_size", "i8", (MEMOIRS,)),
        ("goal_needs", "i8", (HEROES, GOALS)),
        # sources
        ("source_action", "i2", (SOURCES,)),  # program of a talent that costs an Action or is free, −1 none
        ("source_cost", "i1", (SOURCES,)),  # 1 ACTION, 2 UNIQUE ACTION, 3 FREE
        ("modifier_source", "i2", (MODIFIERS,)),
        ("modifier", "i2", (MODIFIERS, 6)),  # stat, n, scope, when, argument, foe (modifiers.py)
        ("stat_modifiers", "i2", (NUM_STATS, STAT_MODIFIERS)),  # −1 none
        ("trigger_source", "i2", (TRIGGERS,)),
        ("trigger", "i2", (TRIGGERS, 6)),  # event, whose, foe, may, limit, program
        ("event_triggers", "i2", (NUM_EVENTS, EVENT_TRIGGERS)),  # −1 none
        ("code", "i2", (CODE, 6)),  # (op, a, b, c, d, e): ops.py
        # dice
        ("die_hits", "i8", (3, 6)),  # [COMBAT, ACTION, TEST die, face]
        ("die_push", "i8", (2, 6)),
        ("die_reroll", "i8", (2, 6)),
        # Personal Missions: the Tile that the Hero must stand on, −1 any, −2 one that is not on the board
        ("goal_tile", "i8", (HEROES, GOALS)),
        # for rendering (picture.py): each Tile as it is drawn on the map, 0 beyond it, and its upper left square
        ("tile_picture", "u1", (TILES, 9, 17)),
        ("tile_x", "i2", (TILES,)),
        ("tile_y", "i2", (TILES,)),
        ("source_legendary", "i1", (SOURCES,)),  # legendary Equipment, or a talent that is (O246)
    ]
)
