"""Reads records of the compiled engine into the words of the Okko Chronicles reference."""

from __future__ import annotations

from typing import Any

from shugyo.envs.core.rng import python_word

from .okko_combat import ACTION, COMBAT, TEST, Face, Numbers
from .okko_map import Map, beside, read_map
from .okko_memoirs import BLUE, RED, Memoirs
from .okko_position import COMPANION, CREATURE, HERO, THRALL, Figure, Position
from .okko_round_end import (
    ACTION_CARD,
    COURTIER,
    DECK,
    DISCARD,
    FOLLOWER,
    HAND,
    KAMI,
    LAID,
    LEFT,
    OUT,
    RIGHT,
    WOUND,
    Hero,
    RoundEnd,
)
from .okko_track import CREATURES, THRALLS, Node, Track

# Numbers of the record, written out rather than imported: a renumbering shall be noticed here.
STATS = (
    "speed", "might", "might_down", "defense", "guile", "actions", "hits", "damage", "stealth", "figures",
    "ranged", "legendary", "ghostly", "swift", "swap_dice", "push", "stamina",
)  # fmt: skip
CONDITIONS = ("bleeding", "poisoned", "stunned", "amputee")
TYPES = (HERO, COMPANION, THRALL, CREATURE)
CARD_PLACES = (OUT, HAND, LEFT, RIGHT, DISCARD)
EVENT_PLACES = (OUT, DECK, HAND, LAID, DISCARD)
RECOLLECTIONS = ("unmasked", "defeated", "escaped", "alarm", "embarrassing", "defamatory", "dishonorable")
FIRST_AGENT, FIRST_COMPANION, FIGURES = 8, 4, 40
WOUND_DRAWS, EVENT_DRAWS, DICE = 6, 3, 8
IN_DECK, IN_DISCARD = -1, -2
BY_ROUND = 3


class Table:
    """A scenario: its map by geometry, and the record's numbers for what has names.

    Args:
        tables: (1,) record.
        content: the merged content.
        scenario: its key.

    Attributes:
        spaces: the name of each Space by number.
        doors: the Door of the map by the record's number of it.
    """

    def __init__(self, tables: Any, content: dict, scenario: str) -> None:
        self.tables, self.content = tables[0], content
        self.map: Map = read_map(content, scenario)
        names = self.tables["space_name"][: self.tables["num_spaces"]]
        self.spaces = [bytes(name).rstrip(b"\0").decode() for name in names]
        self.number = {name: space for space, name in enumerate(self.spaces)}
        self.doors = self._match_doors()

    def _match_doors(self) -> dict[int, int]:
        """By an edge of each between two Spaces, or else by the Areas that no other Door joins."""
        found, areas = {}, self.map.areas
        for door, edges in enumerate(self.map.doors):
            for one, other in ([self.map.squares[middle] for middle in beside(edge)] for edge in edges):
                if one.space and other.space:
                    pair = "space_near", self.number[one.space], self.number[other.space]
                else:
                    pair = "area_near", areas.index(one.area), areas.index(other.area)
                numbers = self._doors_between(*pair)
                if len(numbers) == 1:
                    assert found.setdefault(numbers.pop(), door) == door
        assert sorted(found) == sorted(found.values()) == list(range(self.tables["num_doors"]))
        return found

    def _doors_between(self, field: str, one: int, other: int) -> set[int]:
        at = (self.tables[field][one] == other).nonzero()[0]
        return set(self.tables[field + "_door"][one, at].tolist())

    def names(self, numbers: Any) -> set[str]:
        """The names of the Spaces that are marked in (SPACES,) flags."""
        return {self.spaces[space] for space in numbers.nonzero()[0].tolist()}

    # ---- the board ---------------------------------------------------------------------------------------------------
    def stamina(self, state: Any, figure: int) -> int:
        """STAMINA of a figure's card."""
        if figure < FIRST_COMPANION:
            return int(self.tables["hero_stat"][figure, -1])
        if figure < FIRST_AGENT:
            return int(self.tables["companion_stat"][state["companion"][figure - FIRST_COMPANION], -1])
        return int(self.tables["kind_stat"][self.tables["figure_kind"][figure], -1])

    def figure(self, state: Any, number: int) -> Figure:
        """A figure of the record."""
        space = int(state["at"][number])
        on_board = space >= 0
        sides = state["condition"][number].tolist()
        return Figure(
            number,
            TYPES[self.tables["figure_type"][number]],
            self.spaces[space] if on_board else "",
            self.stamina(state, number) if on_board else 1,
            int(state["damage"][number]),
            {name: side for name, side in zip(CONDITIONS, sides, strict=True) if side},
        )

    def position(self, state: Any) -> Position:
        """The board of the record."""
        exist = [number for number, type_ in enumerate(self.tables["figure_type"].tolist()) if type_ >= 0]
        figures = {number: self.figure(state, number) for number in exist}
        for figure in figures.values():
            assert not figure.space or state["occupant"][self.number[figure.space]] == figure.number
        tokens = {self.spaces[space] for space in state["token_at"].tolist() if space >= 0}
        tokens |= {self.spaces[space] for space in state["corruption_space"].tolist() if space >= 0}
        corrupted = {self.map.tiles[tile] for tile in state["corrupted"].nonzero()[0].tolist()}
        closed = {self.doors[door] for door in state["closed"].nonzero()[0].tolist()}
        return Position(self.map, figures, tokens, closed, corrupted)

    def numbers(self, printed: Any, attacker: Any, target: Any, defense: int) -> Numbers:
        """What an Attack is counted with.

        Args:
            printed: printed stats of the attacker.
            attacker, target: (NUM_STATS,) what changes those of the two.
            defense: printed DEFENSE of the target.
        """
        has = {name: int(value) for name, value in zip(STATS, attacker, strict=False)}
        foe = {name: int(value) for name, value in zip(STATS, target, strict=False)}
        poisoned = self.content["conditions"]["poisoned"]
        return Numbers(
            might=int(printed[1]),
            bonus=has["might"],
            penalty=has["might_down"],
            swap=has["swap_dice"] > 0,
            hits=has["hits"],
            damage=has["damage"],
            legendary=has["legendary"] > 0,
            may_push=has["push"] > 0,
            defense=defense + foe["defense"],
            poison=(0, poisoned["weaker"], poisoned["worse"]),
            ghostly=foe["ghostly"] > 0,
        )

    # ---- chance ------------------------------------------------------------------------------------------------------
    def dice(self, state: Any, side: int) -> Dice:
        """The dice of a side, from the words of the record on."""
        return Dice(self.content["dice"], int(state["key"]), DICE + side, int(state["dice"][side]))

    # ---- the track ---------------------------------------------------------------------------------------------------
    def track(self, state: Any, board: Position) -> Track:
        """The Corruption track; Tiles go by number."""
        tiles, rules = self.map.tiles, self.content["rules"]
        taken = state["node"].tolist()
        trees = {}
        for row, name in enumerate((THRALLS, CREATURES)):
            keys = list(self.content["trees"][name])
            trees[name] = {
                n: Node(node["column"], {keys.index(key) for key in node.get("from", ())}, taken[row][n] > 0)
                for n, node in enumerate(self.content["trees"][name].values())
            }
        room = None
        if rules["A5"] == "space":
            free = {tile: self.tile_spaces(tile) for tile in tiles}
            room = {n: {space for space in free[tile] if board.free(space)} for n, tile in enumerate(tiles)}
        return Track(
            round=int(state["turn"]) + 1,
            frozen=bool(state["frozen"]),
            left=int(state["tokens_left"]),
            tiles=set(range(len(tiles))),
            touching={(tiles.index(one), tiles.index(other)) for one, other in self.map.touching},
            corrupted={tile: token == 2 for tile, token in enumerate(state["corrupted"].tolist()) if token},
            trees=trees,
            anywhere=rules["A1"] == "any",
            room=room,
        )

    def tile_spaces(self, tile: str) -> set[str]:
        """The Spaces of a Tile."""
        return {square.space for square in self.map.squares.values() if square.tile == tile and square.space}

    # ---- Memoirs -----------------------------------------------------------------------------------------------------
    def memoirs(self, state: Any) -> Memoirs:
        """Recollections go by the name of their kind, or by row."""
        sizes, points = self.tables["memoir_size"].tolist(), self.content["rules"]["recollections"]
        heroes = int(self.tables["num_heroes"])
        first = len(sizes) - 4
        worth = {self.page(row): points[size] for row, size in enumerate(sizes) if 0 <= size < 3}
        pages = {self.page(row): (BLUE, RED)[colour - 1] for row, colour in enumerate(state["memoir"]) if colour}
        alive, done = state["alive"].tolist(), state["goal_done"].tolist()
        fulfilled = {self.page(first + hero) for hero in range(heroes) if alive[hero] and done[hero]}
        closed = self.content["rules"]["A8"] == "all" and int(state["battle"]) == BY_ROUND
        return Memoirs(worth, pages, fulfilled, closed)

    @staticmethod
    def page(row: int) -> str:
        """A name for a row of Recollections."""
        return RECOLLECTIONS[row] if row < len(RECOLLECTIONS) else f"row {row}"

    # ---- the end of a round ------------------------------------------------------------------------------------------
    def round_end(self, state: Any) -> RoundEnd:
        """The table before step 4."""
        board, rules = self.position(state), self.content["rules"]
        chance = Draws(int(state["key"]), state["draws"].tolist())
        exists = self.tables["event_exists"].nonzero()[0].tolist()
        gone = [n for n, owner in enumerate(state["wound_owner"].tolist()) if owner >= 0]
        wounds = set(self.tables["wound_exists"].nonzero()[0].tolist()) - set(gone)
        heroes = [self.hero(state, board, hero) for hero in range(int(self.tables["num_heroes"]))]
        return RoundEnd(
            heroes=heroes,
            figures=list(board.figures.values()),
            wound_deck=wounds,
            events={event: EVENT_PLACES[state["event_place"][event]] for event in exists},
            battle=bool(state["battle"]),
            draw=chance.draw,
            weakness_heals=rules["A35"] == "end",
            events_drawn=rules["events_drawn"],
            wounds_to_eliminate=rules["wounds_to_eliminate"],
            escape_open=bool(state["escape_open"]),
        )

    def hero(self, state: Any, board: Position, hero: int) -> Hero:
        """One Hero's belongings."""
        cards = {
            (ACTION_CARD, card): CARD_PLACES[state["card_place"][card]]
            for card in range(8 * hero, 8 * hero + 8)
            if self.tables["card_sides"][card]
        }
        for wound, owner in enumerate(state["wound_owner"].tolist()):
            if owner == hero:
                cards[WOUND, wound] = CARD_PLACES[state["wound_place"][wound]]
        card = int(state["companion"][hero])
        kind = ""
        if card >= 0:
            courtier = self.tables["companion_clue"][card] >= 0
            kind = KAMI if self.tables["companion_kami"][card] else COURTIER if courtier else FOLLOWER
        weak = self.tables["card_weakness"][8 * hero : 8 * hero + 8].nonzero()[0].tolist()
        return Hero(
            figure=board.figures[hero],
            cards=cards,
            weakness=8 * hero + weak[0] if weak else -1,
            items=set((state["item_owner"] == hero).nonzero()[0].tolist()),
            companion=board.figures[FIRST_COMPANION + hero] if card >= 0 else None,
            companion_kind=kind,
            alive=bool(state["alive"][hero]),
            wounded=bool(state["wounded"][hero]),
        )


class Dice:
    """Dice that show what the random words of a stream say.

    Attributes:
        index: words used so far.
    """

    def __init__(self, dice: dict, key: int, stream: int, index: int) -> None:
        self.faces = {die: [face(shown) for shown in dice[die]] for die in (COMBAT, ACTION, TEST)}
        self.key, self.stream, self.index = key, stream, index

    @property
    def highest(self) -> int:
        """What a Test die shows at most."""
        return max(shown.hits for shown in self.faces[TEST])

    def __call__(self, die: str) -> Face:
        """The next die."""
        word = python_word(self.key, self.stream, self.index)
        self.index += 1
        return self.faces[die][(word >> 32) * 6 >> 32]


def face(shown: Any) -> Face:
    """A face as the content has it."""
    if isinstance(shown, int):
        return Face(shown)
    return Face(shown["hits"], shown.get("push", False), shown.get("reroll", False))


class Draws:
    """Cards that the random words of their streams say.

    Attributes:
        used: words used so far, by stream.
    """

    STREAMS = {"wounds": WOUND_DRAWS, "events": EVENT_DRAWS}

    def __init__(self, key: int, used: list[int]) -> None:
        self.key, self.used = key, used

    def draw(self, what: str, cards: list[int]) -> int:
        """One of the cards, which are in the order of their numbers."""
        stream = self.STREAMS[what]
        word = python_word(self.key, stream, self.used[stream])
        self.used[stream] += 1
        return cards[(word >> 32) * len(cards) >> 32]
