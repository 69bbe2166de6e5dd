"""Chapter 26 and the counts of chapter 1: what is known of the content holds in the shipped files."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from shugyo.envs.core.content import Content, Overlay, shipped
from shugyo.envs.okko.cards import Card, Entry, Item, Kind
from shugyo.envs.okko.effects import Stat, Token
from shugyo.envs.okko.scenarios import OkkoContent

TREE_COLUMNS = {"thralls": [1, 1, 3, 3], "creatures": [1, 3, 3]}  # A4: positions in each column
SHIPPED = Content("okko", shipped("okko"), Overlay([])).convert(OkkoContent)


def known(entry: Entry | Item, *facts: str) -> None:
    """`source` says of each fact that it is not of our making."""
    assert set(facts) <= set(entry.source)


def copies(table: str) -> int:
    return sum(entry.copies for entry in getattr(SHIPPED, table).values())


def might_of_techniques(hero: str) -> list[int]:
    return [card.technique.might for card in cards_of(hero) if card.technique]


def cards_of(hero: str) -> list[Card]:
    return [card for card in SHIPPED.cards.values() if card.hero == hero]


def kinds(rank: str, type_: str) -> set[str]:
    return {key for key, kind in SHIPPED.kinds.items() if (kind.rank, kind.type) == (rank, type_)}


def the(kind: str, *facts: str) -> Kind:
    known(SHIPPED.kinds[kind], "name", "type", "rank", *facts)
    return SHIPPED.kinds[kind]


# ---- how much there is ----------------------------------------------------------------------------------------------
def test_o005_so_many_figures_of_each_kind():
    minions = {key: kind.figures for key, kind in SHIPPED.kinds.items() if kind.rank != "demon"}
    assert minions == {"ashigaru": 10, "samurai": 5, "hiroji_san": 1, "yurei": 5, "ninja": 5, "bakemono": 1}
    demons = [kind.figures for kind in SHIPPED.kinds.values() if kind.rank == "demon"]
    assert (len(SHIPPED.heroes), demons) == (4, [1, 1, 1, 1])


def test_o006_so_many_cards_of_each_sort():
    assert Counter(card.hero for card in SHIPPED.cards.values()) == dict.fromkeys(SHIPPED.heroes, 8)
    assert {name: copies(name) for name in ("items", "events", "wounds")} == {"items": 32, "events": 26, "wounds": 16}
    companions = Counter(companion.kind for companion in SHIPPED.companions.values())
    assert (companions["follower"], companions["kami"], len(SHIPPED.clues)) == (6, 8, 20)
    missions = [mission.tile for mission in SHIPPED.missions.values() if mission.tile]
    sides = [side.name for tile in SHIPPED.tiles.values() for side in (tile.front, tile.back) if side]
    assert sorted(missions) == sorted(name for name in sides if name.startswith("M")) and len(missions) == 4


def test_o007_the_fourteen_character_cards():
    assert len(SHIPPED.heroes) + len(SHIPPED.kinds) == 14


def test_o008_so_many_tokens_and_tiles():
    courtiers = sum(clue.kind == "courtier" for clue in SHIPPED.clues.values())
    tokens = SHIPPED.tokens
    assert courtiers + len(tokens.evidence) + len(tokens.parchments) == 21 and len(tokens.chests) == 6
    pieces = [*SHIPPED.tiles.values(), *SHIPPED.corridors.values()]
    assert (len(SHIPPED.tiles), len(SHIPPED.corridors)) == (8, 5) and all(piece.back for piece in pieces)


@pytest.mark.parametrize("hero", SHIPPED.heroes)
def test_o107_one_card_of_each_hero_is_the_weakness_with_a_talent_only(hero):
    weak = [card for card in cards_of(hero) if card.weakness]
    assert len(weak) == 1 and weak[0].icon == "weakness" and weak[0].technique is None and weak[0].talent


@pytest.mark.parametrize("hero", SHIPPED.heroes)
def test_o032_o106_each_hero_has_all_six_icons_and_another_card_of_one_side(hero):
    icons = {"speed", "attack", "defense", "guile", "coordination", "weakness"}
    assert {card.icon for card in cards_of(hero)} == icons
    assert any((card.technique is None) != (card.talent is None) for card in cards_of(hero) if not card.weakness)


# ---- chapter 26 -----------------------------------------------------------------------------------------------------
def test_o236_noshin_has_speed_2_and_stamina_3():
    noshin = SHIPPED.heroes["noshin"]
    known(noshin, "name", "speed", "stamina")
    assert (noshin.speed, noshin.stamina) == (2, 3)


def test_o237_okko_can_attack_with_three_combat_and_four_action_dice():
    okko = SHIPPED.heroes["okko"]
    known(okko, "name", "might")
    weapons = [SHIPPED.items[key].modifiers for key, slot in okko.items.items() if slot == "right_hand"]
    bonuses = [change.n for modifiers in weapons for change in modifiers if change.stat == "might"]
    assert okko.might == 3
    assert 4 in {weapon + technique for weapon, technique in product(bonuses, might_of_techniques("okko"))}


def test_o238_noburo_has_might_4_speed_2_and_techniques_of_2_and_3_might():
    noburo = SHIPPED.heroes["noburo"]
    known(noburo, "name", "might", "speed")
    assert (noburo.might, noburo.speed) == (4, 2)
    assert {2, 3} <= set(might_of_techniques("noburo"))
    assert not [change for talent in noburo.talents for change in talent.modifiers if change.stat == "might"]


def test_o239_noburo_owns_a_naginata_a_wakisashi_and_an_inro():
    noburo = SHIPPED.heroes["noburo"]
    known(noburo, "supplies", "items")
    assert noburo.supplies >= 2
    assert noburo.items == {"naginata": "both_hands", "wakisashi": "supplies", "inro": "supplies"}
    slots = {key: SHIPPED.items[key].slot for key in noburo.items}
    assert slots == {"naginata": "both_hands", "wakisashi": "hand", "inro": "hand"}
    for key in noburo.items:
        known(SHIPPED.items[key], "name", "slot")
        assert "samurai" in SHIPPED.items[key].classes


def test_o240_setsuka_is_the_fourth_hero():
    known(SHIPPED.heroes["setsuka"], "name")
    assert list(SHIPPED.heroes) == ["okko", "noburo", "noshin", "setsuka"]


def test_o241_each_hero_is_of_a_class_of_its_own():
    classes = {key: hero.class_ for key, hero in SHIPPED.heroes.items()}
    assert classes == {"okko": "ronin", "noburo": "samurai", "noshin": "mahotsukai", "setsuka": "hinin"}
    assert {hero.source["class"] for hero in SHIPPED.heroes.values()} == {"inferred"}


def test_o242_hiroji_san_is_a_lieutenant_with_defense_7_and_stamina_4():
    hiroji = the("hiroji_san", "defense", "stamina")
    assert kinds("lieutenant", "thrall") == {"hiroji_san"} and hiroji.name == "Hiroji-San"
    assert (hiroji.defense, hiroji.stamina) == (7, 4)


def test_o243_e4_adjacent_ashigaru_add_to_the_result_of_an_attack():
    ashigaru = the("ashigaru", "talents")
    assert "ashigaru" in kinds("minion", "thrall")
    modifiers = [change for talent in ashigaru.talents for change in talent.modifiers]
    assert [(change.stat, change.when, change.scope) for change in modifiers] == [("hits", "pack", "self")]
    assert modifiers[0].n > 0 and modifiers[0].arg <= 2  # three stand around the Hero in the example


def test_o244_samurai_are_the_other_minions_of_the_mortal_thralls():
    the("samurai")
    assert kinds("minion", "thrall") == {"ashigaru", "samurai"}


def test_o245_ninja_have_defense_5_and_stamina_1():
    ninja = the("ninja", "defense", "stamina")
    assert "ninja" in kinds("minion", "creature") and (ninja.defense, ninja.stamina) == (5, 1)


def test_o246_only_what_is_legendary_hurts_yurei():
    yurei = the("yurei", "talents")
    assert kinds("minion", "creature") == {"yurei", "ninja"}
    ghostly = [change for talent in yurei.talents for change in talent.modifiers if change.stat == "ghostly"]
    assert [(change.when, change.foe) for change in ghostly] == [("always", None)]


@pytest.mark.parametrize("hero", SHIPPED.heroes)
def test_o246_every_party_owns_a_legendary_card(hero):
    """Any Hero can be alone, so each begins with one."""
    owner = SHIPPED.heroes[hero]
    legendary = [SHIPPED.items[key] for key in owner.items if SHIPPED.items[key].legendary]
    assert any(owner.class_ in item.classes and item.slot in ("hand", "both_hands") for item in legendary)


def test_o247_the_bakemono_is_the_lieutenant_of_the_creatures():
    the("bakemono")
    assert kinds("lieutenant", "creature") == {"bakemono"}


def test_o248_e5_dark_influence_moves_tokens_of_courtiers():
    event = SHIPPED.events["dark_influence"]
    known(event, "name", "do")
    assert isinstance(event.do[0], Token) and event.do[0].kind == "courtier"


def test_o248_e6_powerful_blow_is_action_dice_for_combat_dice_in_the_activation():
    event = SHIPPED.events["powerful_blow"]
    known(event, "name", "do")
    assert event.do == [Stat(stat="swap_dice", n=1, until="activation")]


def test_o249_a_bo_goes_into_a_hand_slot():
    known(SHIPPED.items["bo"], "name", "slot")
    assert (SHIPPED.items["bo"].name, SHIPPED.items["bo"].slot) == ("Bô", "hand")


def test_o250_a_cell_has_a_might_test_of_difficulty_8():
    known(SHIPPED.missions["cells"], "tests")
    tests = SHIPPED.missions["cells"].tests
    back = SHIPPED.tiles["cells"].back
    assert back and set(back.interactions.values()) == set(tests)
    assert {(test.stat, test.n) for test in tests.values()} == {("might", 8)}


def test_o251_the_dice_show_hits_rerolls_and_pushes_and_a_test_die_has_a_zero():
    faces = [*SHIPPED.dice.combat, *SHIPPED.dice.action]
    assert {face.hits for face in faces} == {0, 1, 2}
    assert any(face.push for face in faces) and any(face.reroll for face in faces)
    assert all(face.hits == 1 for face in faces if face.reroll)  # O76
    assert min(SHIPPED.dice.test) == 0


def test_b101_the_means_of_the_dice():
    def mean(faces):
        """A rerolled die adds as much again as a die adds."""
        rerolls = sum(face.reroll for face in faces)
        return sum(face.hits for face in faces) / (6 - rerolls)

    assert mean(SHIPPED.dice.combat) == pytest.approx(0.8)
    assert mean(SHIPPED.dice.action) == pytest.approx(1.4)
    assert sum(SHIPPED.dice.test) / 6 == pytest.approx(1)


@pytest.mark.parametrize(("tree", "columns"), TREE_COLUMNS.items())
def test_o252_a4_the_columns_of_the_trees(tree, columns):
    nodes = getattr(SHIPPED.trees, tree)
    count = Counter(node.column for node in nodes.values())
    assert [count[column] for column in sorted(count)] == columns
    for key, node in nodes.items():
        assert {nodes[before].column for before in node.after} == ({node.column - 1} if node.column > 1 else set()), key
    last = [node.after for node in nodes.values() if node.column == len(columns)]
    assert sorted(len(after) for after in last) == [1, 1, 1]  # the branch decides the last column
    assert len({after[0] for after in last}) == 3


def test_o252_the_enhancement_tokens_are_seven():
    trees = (SHIPPED.trees.thralls, SHIPPED.trees.creatures)
    assert [max(node.column for node in tree.values()) for tree in trees] == [4, 3]


def test_o254_two_cards_to_each_of_three_followers_and_four_kami():
    for kind, count in (("follower", 3), ("kami", 4)):
        companions = [companion for companion in SHIPPED.companions.values() if companion.kind == kind]
        persons = Counter(companion.name.replace(",", "").split()[0] for companion in companions)
        assert list(persons.values()) == [2] * count


def test_o255_twelve_courtiers_four_oni_four_complications():
    count = Counter(clue.kind for clue in SHIPPED.clues.values())
    assert count == {"courtier": 12, "oni": 4, "complication": 4}
    demons = {key for key, kind in SHIPPED.kinds.items() if kind.rank == "demon"}
    assert {clue.oni for clue in SHIPPED.clues.values() if clue.kind == "oni"} == demons


def test_o256_three_wounds_eliminate():
    """One Wound a round at most (O198), so three rounds at least."""
    assert SHIPPED.rules.wounds_to_eliminate == 3


def test_o257_noburo_has_a_talent_leap_that_costs_an_action_and_he_has_three():
    leap = SHIPPED.cards["noburo_leap"]
    known(leap, "hero", "name")
    assert (leap.hero, leap.name) == ("noburo", "Leap")
    assert leap.talent and leap.talent.cost == "action"
    assert SHIPPED.rules.hero_actions == 3


# ---- chapters 2, 11 and 13 ------------------------------------------------------------------------------------------
def test_o018_some_scenarios_have_mission_tiles_others_none():
    """Those whose missions a scenario names lie on its map, with the side up that bears the name."""
    count = {}
    for key, scenario in SHIPPED.scenarios.items():
        sides = [(SHIPPED.tiles.get(piece.tile), piece.side) for piece in scenario.map.pieces.values()]
        names = {getattr(tile, side).name for tile, side in sides if tile}
        assert {SHIPPED.missions[mission].tile for mission in scenario.missions} == {n for n in names if n[0] == "M"}
        count[key] = len(scenario.missions)
    assert count == {"initiation": 0, "vigil": 0, "investigation": 1, "masks": 3}


@pytest.mark.parametrize("event", SHIPPED.events)
def test_o129_each_event_has_a_technique_and_a_special_effect(event):
    changes = SHIPPED.events[event].technique
    assert SHIPPED.events[event].do and any(getattr(changes, stat) for stat in changes.__struct_fields__)


def test_o116_no_hero_begins_with_a_kami():
    begin = {key for hero in SHIPPED.heroes.values() for key in hero.followers}
    assert begin and {SHIPPED.companions[key].kind for key in begin} == {"follower"}


def test_o225_each_hero_has_four_missions_on_the_card():
    assert [len(hero.goals) for hero in SHIPPED.heroes.values()] == [4] * 4
