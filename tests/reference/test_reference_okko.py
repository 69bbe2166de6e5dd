"""Checks of the Okko Chronicles reference itself: the worked examples of RULES.md, and geometry worked out by hand."""

from __future__ import annotations

import pytest

from .okko_combat import ACTION, COMBAT, TEST, Face, Numbers, attack, attribute_test, bleed
from .okko_map import read_map
from .okko_memoirs import BLUE, HEROES, ONI, RED, Memoirs, returns
from .okko_position import COMPANION, CREATURE, HERO, MELEE, RANGED, THRALL, Figure, Position
from .okko_round_end import ACTION_CARD, DECK, DISCARD, HAND, LAID, LEFT, OUT, RIGHT, WOUND, RoundEnd
from .okko_round_end import Hero as TheHero
from .okko_track import CREATURES, THRALLS, Node, Track

HALL = """
+---+=======+---+
|a1  a2 :b1  b2 |
+       :       +
=a3  a4 :b3  b4 =
=.......=.......=
=c1  c2 :d1  d2t=
+       :       +
|c3  ###:d3  d4 |
+---+=======+---+
"""
LANE = """
+---+---+---+---+
=a1 :b1 :c1 :d1 =
=   :   :   :   =
=a2 :b2 :c2 :d2 =
+---+---+---+---+
"""
CONTENT = {
    "tiles": {"hall": {"front": {"drawing": HALL}}, "cells": {"front": {"drawing": HALL, "prohibited": 3}}},
    "corridors": {"lane": {"front": {"drawing": LANE}}},
    "scenarios": {
        "test": {
            "map": {
                "layout": "HHHH....CCCC\nHHHHLLLLCCCC\nHHHHLLLLCCCC\nHHHH....CCCC",
                "pieces": {"H": {"tile": "hall"}, "L": {"tile": "lane"}, "C": {"tile": "cells", "turn": 180}},
            }
        }
    },
}
"""Areas a and b above c and d; a lane of four Areas; then the same Tile turned about, prohibited."""

STEP = {0: Face(0), 1: Face(1), 2: Face(2), "push": Face(1, push=True), "reroll": Face(1, reroll=True)}


def board(closed=(), tokens=(), **standing):
    """A position: ``hero="hall.a1"``, ``ninja1=…`` and so on; the beginning of the name is the type."""
    types = {"hero": HERO, "companion": COMPANION, "thrall": THRALL, "ninja": CREATURE}
    figures = {}
    for number, (name, space) in enumerate(standing.items()):
        figures[name] = Figure(number, types[name.rstrip("0123456789")], space)
    position = Position(read_map(CONTENT, "test"), {f.number: f for f in figures.values()}, set(tokens), set(closed))
    return position, figures


def roller(*faces):
    """Dice that show these faces; the kinds that were rolled."""
    left, rolled = list(faces), []

    def roll(die):
        rolled.append(die)
        return STEP[left.pop(0)]

    return roll, rolled


def areas(position, figure, speed):
    return {position.map.square(space).area for space in position.reach(figure, speed)}


# ---- the board ------------------------------------------------------------------------------------------------------
def test_areas_spaces_and_doors():
    palace = read_map(CONTENT, "test")
    assert palace.areas[:5] == ["hall.a", "hall.b", "hall.c", "hall.d", "cells.a"] and palace.areas[8] == "lane.a"
    assert palace.at["hall.a1"] == (1, 1) and palace.at["lane.a1"] == (9, 3) and palace.at["cells.a1"] == (23, 7)
    assert palace.next_areas("hall.b", set()) == {"hall.a", "hall.d", "lane.a"}
    assert palace.touching == {(a, b) for a, b in [("hall", "lane"), ("lane", "cells")]} | {
        (b, a) for a, b in [("hall", "lane"), ("lane", "cells")]
    }
    assert len(palace.doors) == 2, "two doorways in line are one door; those to the outside are none"


def test_adjacent_spaces_and_the_diagonal_of_a_doorway():
    palace = read_map(CONTENT, "test")
    assert palace.neighbours("hall.a1", set()) == {"hall.a2", "hall.a3", "hall.a4"}
    assert "lane.a1" in palace.neighbours("hall.b4", set()) and "lane.a2" not in palace.neighbours("hall.b4", set())
    door = palace.door_of(((8, 2), (8, 4)))
    assert "lane.a1" not in palace.neighbours("hall.b4", {door})
    assert "hall.d3" in palace.neighbours("hall.d1", set()) and "hall.d3" not in palace.neighbours("hall.c2", set())


def test_lines_of_sight():
    palace = read_map(CONTENT, "test")
    assert palace.sees("hall.a3", "lane.d1", set()), "straight through the doorway"
    assert palace.sees("hall.a3", "lane.d1", set(), ["hall.b1"]) and not palace.sees(
        "hall.a3", "lane.d1", set(), ["hall.b4"]
    )
    assert palace.sees("hall.a1", "lane.a1", set()) and not palace.sees("hall.a1", "lane.a1", {0})
    assert not palace.sees("hall.b2", "lane.a1", set()), "it touches the wall beside the doorway"
    assert palace.sees("hall.a1", "hall.b3", set(), ["hall.a2"]) is False, "its square is passed through"
    assert palace.sees("hall.a1", "hall.a4", set(), ["hall.a2", "hall.a3"]), "corners of squares are only touched"
    assert not palace.sees("hall.c3", "hall.d3", set()), "a solid square"


# ---- worked examples ------------------------------------------------------------------------------------------------
def noshin(damage, **more):
    figure = Figure(0, HERO, "hall.a1", 3, damage)
    cards = {(ACTION_CARD, 0): HAND, (ACTION_CARD, 1): LEFT, (ACTION_CARD, 2): DISCARD}
    return TheHero(figure, {**cards, **more.pop("cards", {})}, **more)


def end_of_round(*heroes, events=None, battle=False):
    round_end = RoundEnd(
        list(heroes), [hero.figure for hero in heroes], {0, 1, 2}, events or {}, battle, lambda what, cards: cards[0]
    )
    round_end.run()
    return round_end


@pytest.mark.parametrize(("damage", "left", "wounds"), [(5, 2, 1), (6, 3, 1), (9, 6, 1), (2, 2, 0), (3, 0, 1)])
def test_e1_damage_becomes_one_wound(damage, left, wounds):
    hero = noshin(damage)
    end_of_round(hero)
    assert (hero.figure.damage, len(hero.lying(WOUND, HAND))) == (left, wounds)


def test_whoever_has_drawn_a_wound_in_the_round_keeps_the_tokens():
    hero = noshin(5, wounded=True)
    end_of_round(hero)
    assert (hero.figure.damage, len(hero.lying(WOUND, HAND))) == (5, 0)


def test_e2_points():
    memoirs = Memoirs({"a": 4, "b": 2, "c": 1, "d": 2, "e": 1}, {"a": BLUE, "b": BLUE, "c": BLUE, "d": RED, "e": RED})
    assert (memoirs.points(HEROES), memoirs.points(ONI)) == (7, 3)
    memoirs.add("d", BLUE)
    assert memoirs.points(ONI) == 3, "each page on one side (B94)"
    assert memoirs.winner(True) == HEROES and returns(HEROES, 2) == [-1, 1, 1] and memoirs.scores(2) == [3, 7, 7]


def test_e3_a_chest_is_a_speed_test():
    roll, rolled = roller(1, 0, 1, 1)
    result = attribute_test(2, 4, 0, False, 2, roll)
    assert (result.passed, result.total, result.penalties) == (False, 3, 1) and rolled == [TEST] * 4
    assert attribute_test(2, 4, 1, False, 2, roller(1, 0, 1)[0]).passed, "one die less for the Penalty token"
    assert attribute_test(2, 4, 3, False, 2, roller()[0]).passed, "one die can show 2 at most: no roll (B44)"
    assert attribute_test(2, 4, 3, True, 2, roller(1, 1, 1, 0)[0]).penalties == 3, "a Direct Test leaves none"


def test_e4_ashigaru_add_to_the_result():
    position, figures = board(thrall="hall.a1", hero="hall.a2")
    for hits, success in ((0, False), (1, True)):
        numbers = Numbers(might=2, hits=hits, defense=3)
        assert attack(position, figures["thrall"], figures["hero"], numbers, roller(1, 1)[0]).success == success


def test_e6_powerful_blow():
    numbers = Numbers(might=2, bonus=1, penalty=1, swap=True)
    assert numbers.pools() == (0, 2)


def trees():
    links = {0: (1, []), 1: (2, [0]), 2: (3, [1]), 3: (3, [1]), 4: (3, [1]), 5: (4, [2]), 6: (4, [3]), 7: (4, [4])}
    thralls = {n: Node(column, set(linked)) for n, (column, linked) in links.items()}
    links = {0: (1, []), 1: (2, [0]), 2: (2, [0]), 3: (2, [0]), 4: (3, [1]), 5: (3, [2]), 6: (3, [3])}
    return {THRALLS: thralls, CREATURES: {n: Node(column, set(linked)) for n, (column, linked) in links.items()}}


def test_e7_trees():
    track = Track(1, False, 4, {0, 1, 2}, {(0, 1), (1, 0), (1, 2), (2, 1)}, {}, trees())
    wanted = {1: {0}, 2: {0}, 3: {1}, 4: {1, 2, 3}, 5: {2, 3, 4}, 6: {5}, 7: {5}}
    chosen = {4: 2, 5: 2}
    for track.round in range(1, 10):
        can = {node for _, node in track.enhancements()}
        assert can == wanted.get(track.round, set())
        for tree, node in track.enhancements():
            if node == chosen.get(track.round, node):
                track.trees[tree][node].taken = True
    assert sum(node.taken for tree in track.trees.values() for node in tree.values()) == 7
    track.frozen = True
    track.round, track.trees = 1, trees()
    assert not track.enhancements() and not track.places() and not track.moves(), "A12"


def test_tokens_of_the_track():
    track = Track(2, False, 4, {0, 1, 2}, {(0, 1), (1, 0), (1, 2), (2, 1)}, {}, trees())
    assert track.places() == {0, 1, 2} and not track.moves()
    track.lay(0)
    track.round = 3
    assert track.moves() == {0: {1}} and not track.places(), "adjacent Tiles only (A1)"
    track.round = 4
    track.lay(1)
    assert track.corrupted == {0: False, 1: True}, "the second one is red (O153)"
    track.round = 9
    assert track.moves() == {1: {2}}
    track.anywhere = True
    track.round = 5
    assert track.moves() == {0: {2}, 1: {2}}
    track.round, track.left = 8, 0
    assert not track.places()


def test_e8_thralls_come_to_free_spaces():
    position, _ = board(
        hero="cells.a1", hero2="cells.a2", thrall1="cells.d1", thrall2="cells.d3", thrall3="cells.d4", thrall4="hall.a1"
    )
    thralls, free = position.coming(position.figures[0])
    assert thralls == {2, 3, 4} and free == {"cells.a3", "cells.a4"}
    position.tokens |= free
    thralls, free = position.coming(position.figures[0])
    assert thralls == {2, 3, 4} and not free, "no Space is left in the Hero's Area"
    position.tokens = {"cells.a3"}
    position.figures[2].space = "cells.a4"
    thralls, free = position.coming(position.figures[0])
    assert thralls == {3, 4} and not free


def test_e9_to_e11_moves():
    position, figures = board(hero="hall.a1")
    assert areas(position, figures["hero"], 2) == {"hall.a", "hall.b", "hall.c", "hall.d", "lane.a"}
    assert position.reach(figures["hero"], 0) == {"hall.a2", "hall.a3", "hall.a4"}
    assert "hall.d2" not in position.reach(figures["hero"], 2), "a reinforcement Space (O56)"
    position, figures = board(hero="hall.a1", ninja="hall.b1", thrall="hall.a2")
    assert areas(position, figures["hero"], 2) == {"hall.a", "hall.b", "hall.c"}, "O62: one Area, whatever its SPEED"
    position, figures = board(hero="hall.a1", ninja="hall.b1", ninja2="hall.c1")
    assert areas(position, figures["hero"], 2) == {"hall.a", "hall.b", "hall.c"}, "E11: contact ends the move"
    assert "hall.d" in areas(position, figures["ninja"], 1)
    assert position.reach(figures["hero"], 2, swift=True) >= {"hall.d1", "lane.a1"}


def test_e12_a_full_area():
    position, figures = board(hero="hall.d1", ninja="lane.d1", thrall1="lane.b1", thrall2="lane.b2")
    assert areas(position, figures["hero"], 5) == {"hall.a", "hall.b", "hall.c", "hall.d", "lane.a"}
    assert areas(position, figures["ninja"], 2) == {"lane.d", "lane.c", "cells.b", "cells.d", "cells.c", "cells.a"} - {
        "cells.b"
    } | areas(position, figures["ninja"], 1)
    assert "lane.a" in areas(position, figures["ninja"], 3) and "lane.b" not in areas(position, figures["ninja"], 3)


def test_ways_through_prohibited_tiles():
    position, figures = board(hero="lane.d1")
    way = position.way(figures["hero"], 4, "cells.c")
    assert position.entries(way) == [way[1]] and len(way) == 3
    assert position.way(figures["hero"], 4, "lane.a") == ("lane.d", "lane.c", "lane.b", "lane.a")
    full = {f"companion{n}": space for n, space in enumerate(position.map.spaces(way[1]))}
    position, figures = board(hero="lane.d1", **full)
    other = position.way(figures["hero"], 4, "cells.c")
    assert other is None or other[1] != way[1], "B28: nowhere to be caught"


def test_e13_okko_attacks_hiroji_san():
    position, figures = board(hero="hall.a1", thrall="hall.a2")
    figures["thrall"].stamina, figures["thrall"].damage = 4, 3
    roll, rolled = roller(0, 1, 1, "reroll", 2, 2, 0, 1)
    result = attack(position, figures["hero"], figures["thrall"], Numbers(might=3, bonus=4, defense=7), roll)
    assert (result.hits, result.success, result.eliminated, result.alarm) == (8, True, [1], True)
    assert rolled == [COMBAT] * 3 + [ACTION] * 5 and not figures["thrall"].space


def test_e15_noburo():
    position, figures = board(hero="hall.c1", ninja="hall.b2")
    hero, ninja = figures["hero"], figures["ninja"]
    assert "hall.b1" in position.reach(hero, 2) and not position.can_attack(hero, ninja, MELEE)
    hero.space = "hall.b1"
    assert position.can_attack(hero, ninja, MELEE)
    result = attack(position, hero, ninja, Numbers(might=4, bonus=2, defense=5), roller(1, 1, 0, 1, 2, 1)[0])
    assert (result.hits, result.eliminated, result.alarm) == (6, [1], False)
    assert attribute_test(4 + 3, 8, 0, False, 2, roller(1, 1, 1, 1, 1, 1, 1, 0)[0]).passed
    assert not attribute_test(4 + 3, 8, 0, False, 2, roller(1, 1, 1, 1, 1, 1, 1, 1)[0]).passed


# ---- Attacks --------------------------------------------------------------------------------------------------------
def test_push_bleeding_and_ghosts():
    position, figures = board(hero="hall.a1", thrall="hall.a2", ninja="hall.b1")
    hero, thrall = figures["hero"], figures["thrall"]
    thrall.stamina, hero.conditions = 3, {"bleeding": 1}
    result = attack(position, hero, thrall, Numbers(might=1, defense=2), roller("push")[0])
    assert (result.success, thrall.damage) == (False, 0)
    assert result.push == {"hall.a4", "hall.b3"}, "a3 is no farther, b1 is taken"
    bleed(hero, result)
    assert hero.damage == 1 and hero.space
    result = attack(position, hero, thrall, Numbers(might=1, defense=1, ghostly=True), roller("push")[0])
    assert result.success and thrall.damage == 0 and result.push
    thrall.conditions = {"poisoned": 2}
    assert attack(position, hero, thrall, Numbers(penalty=1, defense=2), roller()[0]).success, "DEFENSE 0 (B38)"
    assert Numbers(might=2, bonus=1, penalty=3).pools() == (0, 1), "not set off against each other (A23)"


def test_ranged_attacks_are_blocked_by_opponents_of_the_attacker():
    position, figures = board(hero="hall.a3", ninja="hall.b4", thrall="lane.d1", companion="hall.b3")
    assert not position.can_attack(figures["hero"], figures["thrall"], RANGED)
    assert position.can_attack(figures["hero"], figures["ninja"], RANGED)
    assert not position.can_attack(figures["ninja"], figures["hero"], RANGED), "the companion is on the line"


# ---- the end of a round ---------------------------------------------------------------------------------------------
def test_three_wounds_conditions_and_new_hands():
    wounds = {(WOUND, 7): HAND, (WOUND, 8): RIGHT, (WOUND, 9): DISCARD}
    out = noshin(0, cards={**wounds, (ACTION_CARD, 0): LEFT}, items={4})
    stays = noshin(3, cards={(WOUND, 7): HAND, (WOUND, 8): RIGHT})
    stays.figure.conditions = {"bleeding": 1, "stunned": 2, "amputee": 1}
    result = end_of_round(out, stays, battle=True)
    assert not out.alive and set(out.cards.values()) == {OUT} and result.discarded_items == {4}
    assert result.escape_open and result.eliminated == [0] and not out.figure.space
    assert stays.alive and stays.cards[ACTION_CARD, 1] == DISCARD and len(stays.lying(WOUND, HAND)) == 2
    assert stays.figure.conditions == {"stunned": 1, "amputee": 1}


def test_nobody_left_ends_it_before_the_oni_draws():
    hero = noshin(0, cards={(WOUND, wound): HAND for wound in (7, 8, 9)})
    result = end_of_round(hero, events={0: DECK, 1: LAID})
    assert result.over and result.events == {0: DECK, 1: LAID}


def test_an_empty_event_deck_is_made_of_the_discard_pile():
    assert end_of_round(noshin(0), events={0: DECK, 1: LAID, 2: DISCARD}).events == {0: HAND, 1: HAND, 2: DECK}
    assert end_of_round(noshin(0), events={0: HAND, 1: DECK}).events == {0: HAND, 1: HAND}
    at_once = end_of_round(noshin(0), events={0: DECK, 1: DECK, 2: DISCARD}).events
    assert at_once == {0: HAND, 1: HAND, 2: DECK}, "as soon as the last card is drawn (O137)"
