"""The blocks of an observation, in order: shape, range, scale, meaning. `observation` says what they leave out.

Seats, Heroes, figures, Spaces, Tiles, cards and sources stand at their own numbers, the same for every seat (state.py);
the observer is marked in ``seat``. What does not exist is zero, and a number that may be absent is one more than it is.
"""

from __future__ import annotations

from typing import Any

from ..core.layout import Block, Layout
from ..core.verbs import MAX_SEATS
from . import state as st
from .actions import OPTION_NAME
from .ops import OPEN_DOORS

PHASES = 6
BATTLES = 5
ATTACK_STAGES = 6
PLACES_OF_CARDS = 4  # hand, left, right, discarded
SLOTS = 6  # 1 + slot; 6: not laid yet
FEW, SOME, MANY = 1 / 4, 1 / 8, 1 / 32  # scales


def _rounds(tables: Any) -> float:
    """Scale of the round."""
    return 1 / max(1, int(tables.max_turns))


COURSE = [
    Block("decision", (len(st.DECISIONS),), 1, "one-hot: the pending decision, as far as the seat may know it"),
    Block("asked", (MAX_SEATS,), 1, "one-hot: seat that is to decide"),
    Block("seat", (MAX_SEATS,), 1, "one-hot: the observer; 0 is the Oni, 1 + h a Hero"),
    Block("heroes", (st.HEROES,), 1, "one-hot of the number of Heroes, 1 … 4"),
    Block("alive", (st.HEROES,), 1, "Heroes in play"),
    Block("round", (1,), 127, "completed rounds", scale=_rounds),
    Block("phase", (PHASES,), 1, "one-hot: setting up, open step, plans, techniques, activations, end phase"),
    Block("flags", (4,), 1, "investigation, alarm raised, track frozen, escape open"),
    Block("battle", (BATTLES,), 1, "one-hot: no Final Battle; by unmasking, third wrong Accusation, round 8, scheme"),
    Block("points", (2,), 127, "points of the Memoirs so far: Heroes, Oni", scale=1 / 16),
    Block("memoir", (st.MEMOIRS,), 2, "Recollections: 1 blue, 2 red"),
    Block("progress", (st.MISSIONS, 2), 127, "progress of each mission: Heroes, Oni", scale=SOME),
    Block("completed", (st.MISSIONS,), 2, "missions completed: 1 by the Heroes, 2 by the Oni"),
    Block("node", (st.TREES, st.NODES), 1, "positions of the trees with an Enhancement token"),
    Block("decks", (4,), 127, "cards left in the Event, Clue, Equipment and Wound deck", scale=MANY),
]
BOARD = [
    Block("occupant", (st.SPACES,), st.FIGURES, "by Space: 1 + figure that stands there"),
    Block("heroes_at", (st.SPACES,), 4, "1 + Hero who stands there; of a companion −1 − its Hero", low=-4),
    Block("agents_at", (st.SPACES,), st.KINDS, "1 + kind of the agent that stands there"),
    Block("area", (st.SPACES,), 64, "1 + Area of the Space"),
    Block(
        "token", (st.SPACES,), 7, "token: 1 Evidence, 2 Courtier, 3 Parchment, 4 Chest, 5 Test, 6 object, 7 Corruption"
    ),
    Block("difficulty", (st.SPACES,), 127, "Difficulty of what lies there, or of the Test of the Space", scale=SOME),
    Block("cards", (st.SPACES,), 127, "cards that are drawn after a success", scale=FEW),
    Block("turned", (st.SPACES,), 1, "the token is turned over, or the Test passed"),
    Block("penalties", (st.SPACES,), 127, "Penalty tokens of the Test or Chest", scale=FEW),
    Block("corrupted", (st.SPACES,), 2, "of its Tile: 1 by a Corruption token, 2 by the red one"),
    Block("reach", (st.SPACES,), 1, "Spaces that a move or push may end on"),
    Block("corruption", (st.TILES,), 2, "by Tile: 1 Corruption token, 2 the red one"),
    Block("tokens_left", (1,), 4, "Corruption tokens on the track"),
    Block("closed", (st.DOORS,), 1, "doors that are closed"),
    Block("bearer", (st.TOKENS,), st.HEROES, "by token: 1 + Hero who carries the object"),
]
FIGURES = [
    Block("place", (st.FIGURES, 2), 127, "by figure: 1 + column, 1 + row of its square; 0 off the board", scale=1 / 16),
    Block("damage", (st.FIGURES,), 127, "Damage tokens", scale=SOME),
    Block("condition", (st.FIGURES, 4), 2, "Bleeding, Poisoned, Stunned, Amputee: 1 weaker side up, 2 worse side"),
    Block("lost", (st.FIGURES,), 7, "natural talents lost, as bits"),
    Block("mods", (st.FIGURES, st.NUM_STATS), 127, "changes of each stat until the end of the round", -127, SOME),
    Block("actions_left", (st.FIGURES,), 127, "Actions left in this activation", scale=FEW),
    Block("acted", (st.FIGURES,), 1, "has acted: agents in this activation, others in this round"),
    Block("kind_mods", (st.KINDS, st.NUM_STATS), 127, "changes for all figures of a Character card", -127, SOME),
    Block("active_mods", (st.NUM_STATS,), 127, "changes for the figures that are active", -127, SOME),
    Block("activated", (st.KINDS,), 1, "Character cards with an Activation token"),
    Block("active_kind", (st.KINDS,), 1, "one-hot: the Character card that is activated"),
]
HEROES = [
    Block(
        "action_cards", (PLACES_OF_CARDS, st.CARDS), 1, "in hand, laid left, right, discarded (Oni: in hand or laid)"
    ),
    Block("laid", (st.HEROES, 2), 2, "cards that each Hero has laid to the left, to the right"),
    Block("wounds", (st.HEROES, 3, st.WOUNDS), 1, "in hand, laid, discarded (Oni: in hand or laid)"),
    Block("wounds_out", (st.WOUNDS,), 1, "out of the game, with their Hero"),
    Block(
        "items",
        (st.HEROES, st.ITEMS),
        SLOTS,
        "1 + slot of the Hero's Equipment: hands, both, Clothing, Supplies; 6 none",
    ),
    Block("items_open", (st.ITEMS,), 2, "1 in the discard pile, 2 drawn and looked at"),
    Block("turned_up", (st.ITEMS,), 1, "turned up in a Hand slot"),
    Block("used", (st.SOURCES,), 1, "UNIQUE ACTIONs and FREE effects used this round"),
    Block("fired", (st.TRIGGERS,), 127, "answers given this round that are limited", scale=FEW),
    Block("discarded_item", (st.HEROES,), 1, "has used the free discard of this activation"),
    Block("wounded", (st.HEROES,), 1, "has drawn a Wound in this round"),
    Block("goal", (st.HEROES, st.GOALS), 1, "one-hot: Personal Mission of each Hero"),
    Block("goal_count", (st.HEROES,), 127, "how far it is", scale=FEW),
    Block("goal_done", (st.HEROES,), 1, "it is fulfilled"),
    Block("companion", (st.HEROES, st.COMPANIONS), 1, "one-hot: companion in the Follower slot"),
    Block("face_down", (st.HEROES,), 1, "it is a Kami whose token is face down"),
    Block("companion_gone", (st.COMPANIONS,), 1, "companions out of the game"),
    Block("order", (st.HEROES, st.HEROES), 1, "one-hot by position: whose Initiative card (Oni: once it is revealed)"),
    Block("position", (1,), st.HEROES, "Initiative cards revealed"),
]
SECRETS = [
    Block("event_hand", (st.EVENTS,), 1, "Oni: Event cards in hand"),
    Block(
        "event_laid", (st.EVENTS,), 1 + st.KINDS, "1 a Special Effect going on; techniques: 2 + kind (own, or revealed)"
    ),
    Block("event_discard", (st.EVENTS,), 1, "Event cards in the discard pile"),
    Block("techniques", (st.KINDS,), 127, "how many techniques lie beside each Character card", scale=FEW),
    Block("hand_size", (1,), 127, "Event cards in the Oni's hand", scale=SOME),
    Block("event_played", (1,), 1, "the Oni has played an Event in this activation"),
    Block("secret", (st.CLUES,), 1, "nature and identity, as far as the seat knows them"),
    Block("clue_held", (st.CLUES,), 1, "Heroes: Clue cards held"),
    Block("clues_held", (1,), 127, "how many Clue cards the Heroes hold", scale=SOME),
    Block("clue_open", (st.CLUES,), 3, "1 Courtiers played, 2 Complications drawn, 3 Courtiers who became Followers"),
    Block("accused", (st.CLUES,), 2, "1 accused wrongly, 2 rightly"),
    Block("accusations", (2,), 3, "wrong Accusations; 1 if the nature has been named rightly"),
]
TASKS = [
    Block("task", (st.T_SUMMON,), 1, "one-hot: what is carried out (tasks T_SETUP … T_SUMMON)"),
    Block("acting", (st.FIGURES,), 1, "one-hot: Hero, companion or agent whose activation it is"),
    Block("chosen", (OPTION_NAME,), 1, "one-hot: action of the Hero that a question is about"),
    Block("item", (st.ITEMS,), 1, "one-hot: Equipment card to be placed or given"),
    Block("keep", (1,), 127, "cards drawn that may still be kept", scale=FEW),
    Block("mover", (st.FIGURES,), 1, "one-hot: figure that moves"),
    Block("move", (2,), 127, "Areas that it may enter; 1 if by an Action", scale=FEW),
    Block("attacker", (st.FIGURES,), 1, "one-hot"),
    Block("target", (st.FIGURES,), 1, "one-hot"),
    Block("attack_kind", (3,), 1, "one-hot: melee, ranged, either"),
    Block("attack_stage", (ATTACK_STAGES,), 1, "one-hot: naming, declaring, rolling, comparing, pushing, ending"),
    Block(
        "attack",
        (8,),
        127,
        "hits, Action dice more, Damage more, no damage, blank Combat, blank Action dice, pushes, success",
        -127,
        SOME,
    ),
    Block("test_hero", (st.HEROES,), 1, "one-hot: who makes a Test"),
    Block("test_stat", (st.GUILE + 1,), 1, "one-hot: its Attribute"),
    Block("test_at", (2,), 127, "1 + column, 1 + row of its place", scale=1 / 16),
    Block("test", (5,), 127, "Difficulty, Direct, dice rolled, their total, passed", -1, SOME),
    Block("surrounded", (st.HEROES,), 1, "one-hot: Hero who is surrounded"),
    Block("called", (st.FIGURES,), 1, "one-hot: thrall that comes or strikes"),
    Block("summoned", (st.KINDS,), 1, "one-hot: kind that is summoned"),
    Block("summoning", (3,), 127, "cards or figures still to come, figures that have come, without cost", scale=FEW),
    Block("clue_asked", (st.CLUES,), 1, "Heroes: one-hot, Courtier who may become a Follower"),
    Block("moved_from", (st.TILES,), 1, "one-hot: Tile whose Corruption token is moved"),
    Block("moved_to", (st.TILES,), 1, "one-hot: Tile that a Corruption token goes to"),
    Block("technique", (st.EVENTS,), 1, "Oni: one-hot, Event card that is laid"),
    Block("named", (2,), 1, "accused in this end phase: nature, identity"),
    Block("program", (st.SOURCES,), 1, "one-hot: source whose program is carried out"),
    Block("op", (OPEN_DOORS + 1,), 1, "one-hot: its instruction"),
    Block("operands", (5,), 127, "… and its operands", -127, 1 / 9),
    Block("self", (st.FIGURES,), 1, "one-hot: figure that bears it"),
    Block("other", (st.FIGURES,), 1, "one-hot: the other figure of its event"),
    Block("whom", (st.FIGURES,), 1, "one-hot: the figure chosen last"),
    Block("controller", (MAX_SEATS,), 1, "one-hot: seat that chooses"),
    Block("register", (2,), 127, "its register; what is left of the instruction, or was chosen for it", -1, SOME),
    Block("waiting", (1,), 48, "answers that wait", scale=SOME),
]
LAYOUT = Layout([*COURSE, *BOARD, *FIGURES, *HEROES, *SECRETS, *TASKS])
