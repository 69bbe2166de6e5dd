"""Chapter 2, setting up: D20 to D28, and the rulings on it: R6, R7, R28, R30, R31."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

BEGINNERS = ["aiko", "amba", "nene_sugihara", "orora", "setsuko_revenant_despair", "umeka"]
STARTERS = ["mon"] * 4 + ["okiku"] * 3 + ["tae_masamune"] * 3
EXTRA = {1: "mask_of_renewal", 2: "ogawa"}  # the treasure of each expansion


def begun(**options) -> Table:
    """A game at its first decision."""
    return Table(bare=False, **options)


def aside(table: Table) -> set[str]:
    """Heroes that lie beside the domain."""
    return {key for c, key in enumerate(table.characters) if table.s.place[c] == st.ASIDE}


def of_expansion(table: Table, number: int) -> set[str]:
    return {key for key, hero in table.content["heroes"].items() if hero["expansion"] == number}


def story(*triggers, **second) -> dict:
    """Content in which the first story card has these triggers on its first face."""
    faces = [{"title": "One", "triggers": list(triggers)}, {"title": "Two", **second}]
    return {"stories": {"masks": {"faces": faces}}}


# ---- heroes ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_d20_all_heroes_but_those_set_aside_are_one_deck(players):
    table = begun(num_players=players)
    core = {key for key, hero in table.content["heroes"].items() if not hero["expansion"]}
    core.remove("setsuko_revenant_despair")
    drawn = {key for seat in range(players) for key in table.heroes_of(seat)} | set(table.in_area())
    in_deck = {key for c, key in enumerate(table.characters) if table.s.place[c] == st.HERO_DECK}
    assert len(drawn) == players + 1
    assert in_deck == core - drawn and table.s.hero_deck_size == len(in_deck)


def test_d20_second_form_and_heroes_of_expansions_are_set_aside():
    table = begun(expansions=(1, 2))
    assert aside(table) == {"setsuko_revenant_despair", *of_expansion(table, 1), *of_expansion(table, 2)}


def test_d20_it_is_shuffled():
    assert len({tuple(begun(num_players=2, seed=seed).in_area()) for seed in range(12)}) > 3


def test_d21_each_player_has_one_hero_of_the_deck():
    for seed in range(4):
        table = begun(num_players=5, seed=seed)
        assert [len(table.heroes_of(seat)) for seat in range(5)] == [1] * 5
        assert table.s.status[: len(table.characters)].sum() == 0  # all of them ready


def test_d21_which_one_is_random():
    assert len({table.heroes_of(0)[0] for table in (begun(num_players=2, seed=seed) for seed in range(12))}) > 3


def test_d22_hero_goes_to_no_pile_of_cards():
    table = Table(num_players=2, content=made(heroes={"maid": {"action": {"do": [{"op": "send_hero"}]}}}))
    table.area("ran").hero(0, "maid", active=True)
    table.s.mon = 20
    for names in (["BUY_HERO ran"], ["HERO_SKILL maid", "HERO ran"], ["BUY_HERO ran"], ["HERO maid"]):
        table.play(*names)
        assert table.s.hand_size[0] == table.s.deck_size[0] == table.s.discard_size[0] == 0
        assert not table.s.hand.any() and not table.s.deck.any() and not table.s.discard.any()
    assert table.heroes_of(0) == ["ran"] and table.in_area() == ["maid"]


@pytest.mark.parametrize("way", ["purchase", "effect"])
def test_d23_never_more_than_three_heroes(way):
    maid = {"action": {"do": [{"op": "gain_hero"}]}}
    table = Table(num_players=2, content=made(heroes={"maid": maid})).area("ran")
    table.hero(0, "maid").hero(0, "aiko").hero(0, "amba")
    table.s.mon = 20
    table.play(*(["BUY_HERO ran"] if way == "purchase" else ["HERO_SKILL maid", "HERO ran"]))
    assert table.decision == "EXCHANGE 0"
    for key in ("maid", "aiko", "amba", "ran"):
        assert table.can(f"HERO {key}")
    table.play("HERO aiko")
    assert sorted(table.heroes_of(0)) == ["amba", "maid", "ran"]
    assert (table.s.place == 0).sum() == 3


# ---- starting decks -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 5])
def test_d24_ten_cards_to_everybody(players):
    table = begun(num_players=players)
    for seat in range(players):
        assert table.keys(table.s.deck[seat] + table.s.hand[seat]) == STARTERS
        assert table.s.discard_size[seat] == 0
        if seat != table.s.first:  # the first player has drawn already, for the first turn
            assert table.s.deck_size[seat] == 10 and table.s.hand_size[seat] == 0


def test_d24_starting_deck_is_shuffled():
    hands = {tuple(table.keys(table.s.hand[table.s.first])) for table in (begun(seed=seed) for seed in range(8))}
    assert len(hands) > 2 and {len(hand) for hand in hands} == {5}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("reading", "copies"), [("box", 6), ("deck", None)])
def test_r6_starters_that_nobody_needs(players, reading, copies):
    table = begun(num_players=players, content={"rules": {"R6": reading}})
    for cls, key in enumerate(["tae_masamune", "okiku"]):
        k = table.card(key)
        in_domain = table.s.supply[k] + (table.s.pool[cls] == k).sum()
        assert in_domain == (copies or 21 - 3 * players)


def test_r7_first_player_is_drawn():
    assert {int(begun(num_players=3, seed=seed).s.first) for seed in range(15)} == {0, 1, 2}


def test_r7_first_player_has_the_first_turn():
    for seed in range(3):
        table = begun(num_players=3, seed=seed)
        assert table.s.current == table.s.seat == table.s.first


# ---- the beginners' variant -----------------------------------------------------------------------------------------
def test_d25_beginners_choose_among_six():
    table = begun(num_players=4, heroes="beginner")
    assert table.decision.startswith("START_HERO")
    assert table.choices() == [f"HERO {key}" for key in BEGINNERS]
    numbers = [table.content["heroes"][key]["number"] for key in BEGINNERS]
    assert sorted(numbers) == [2, 3, 5, 10, 11, 14]


def test_d25_a_hero_who_was_chosen_is_gone():
    table = begun(num_players=2, heroes="beginner")
    first, second = (int(table.s.first) + 1) % 2, int(table.s.first)
    assert not table.play("HERO amba").can("HERO amba")
    table.play("HERO nene_sugihara")
    assert table.heroes_of(first) == ["amba"] and table.heroes_of(second) == ["nene_sugihara"]
    assert table.decision == f"ACTIVE {second}"


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_r28_last_player_chooses_first(seed):
    table = begun(num_players=4, heroes="beginner", seed=seed)
    asked = []
    while table.decision.startswith("START_HERO"):
        asked.append(int(table.s.seat))
        table.play(table.choices()[0])
    assert asked == [(int(table.s.first) + i) % 4 for i in (3, 2, 1, 0)]


@pytest.mark.parametrize("revenant", [True, False])
def test_r28_with_the_second_form_the_first_leaves_the_deck(revenant):
    table = begun(num_players=2, heroes="beginner")
    table.play("HERO setsuko_revenant_despair" if revenant else "HERO aiko", "HERO amba")
    living, other = (table.s.place[table.character(f"setsuko_{form}")] for form in ("soul_ablaze", "revenant_despair"))
    if revenant:
        assert living == st.GONE and other == (table.s.first + 1) % 2
    else:
        assert living in (st.HERO_DECK, st.AREA) and other == st.ASIDE


def test_r28_petals_of_the_chosen_heroes_fall():
    heroes = {key: {"petals": 0} for key in begun().content["heroes"]} | {"aiko": {"petals": 3}, "amba": {"petals": 4}}
    table = begun(num_players=2, heroes="beginner", content={"heroes": heroes})
    assert table.play("HERO aiko", "HERO nene_sugihara").s.petals in (40 - 3, 40 - 3 - 4)  # amba may be in the area
    assert table.s.petals == 40 - 3 - 4 * (table.in_area() == ["amba"])


@pytest.mark.parametrize(
    "options",
    [
        {"boss_rush": True, "num_players": 2},
        {"boss_rush": True, "heroes": "beginner"},
        {"boss_rush": True, "nemesis": True},
        {"num_players": 1},
        {"num_players": 6},
        {"expansions": (1, 1)},
        {"expansions": (3,)},
    ],
)
def test_r28_options_that_do_not_go_together(options):
    with pytest.raises(ValueError, match="|".join(options)):
        Table(**options)


def test_r28_all_others_do():
    table = Table(num_players=3, heroes="beginner", nemesis=True, expansions=(1, 2), bare=False)
    assert table.decision.startswith("START_HERO")
    assert not Table(boss_rush=True, expansions=(1, 2), bare=False).s.over


# ---- the mini expansions --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("expansions", [(), (1,), (2,), (1, 2)])
def test_d26_none_either_or_both(expansions):
    table = begun(expansions=expansions)
    assert table.s.story_face.tolist() == [0 if number in expansions else -1 for number in (1, 2)]


def test_d26_face_that_lies_up_affects_all():
    table = Table(num_players=3, expansions=(1,), content=story(modifiers=[{"stat": "deployments", "n": 4}]))
    for face, deployments in ((0, 1), (1, 5), (0, 1)):
        table.s.story_face[0] = face
        assert [table.turn_of(seat).s.deployments for seat in range(3)] == [deployments] * 3


def test_d26_so_do_its_triggers():
    content = story({"event": "sell", "do": [{"op": "mon", "n": 3}, {"op": "flip"}]})
    table = Table(num_players=2, expansions=(1,), content=content)
    sale = table.fact("hiroko", "sell")
    table.turn_of(1).hand(1, "hiroko hiroko").play("SELL hiroko")
    assert table.s.mon == sale + 3
    assert table.play("SELL hiroko").s.mon == 2 * sale + 3  # the other face lies up now


def test_d26_card_that_is_not_played_does_nothing():
    table = Table(num_players=2, expansions=(2,), content=story({"event": "sell", "do": [{"op": "mon", "n": 3}]}))
    assert table.hand(0, "hiroko").play("SELL hiroko").s.mon == table.fact("hiroko", "sell")


@pytest.mark.parametrize("expansions", [(), (1,), (2,), (1, 2)])
def test_d27_cards_beside_the_domain_or_in_the_box(expansions):
    table = begun(expansions=expansions)
    for number in (1, 2):
        places = {int(table.s.place[table.character(key)]) for key in of_expansion(table, number)}
        assert places == {st.ASIDE if number in expansions else st.GONE}


def test_d27_an_effect_of_the_story_card_brings_them_in():
    table = Table(num_players=2, expansions=(1, 2), content=story({"event": "sell", "do": [{"op": "bring"}]}))
    size = table.s.hero_deck_size
    table.hand(0, "hiroko").play("SELL hiroko")
    brought, others = of_expansion(table, 1), of_expansion(table, 2)
    assert {int(table.s.place[table.character(key)]) for key in brought} == {st.HERO_DECK}
    assert table.s.hero_deck_size == size + len(brought)
    assert aside(table) == {"setsuko_revenant_despair", *others}


@pytest.mark.parametrize("mixed", [True, False])
def test_d28_two_treasures_may_be_mixed_into_any_game(mixed):
    table = begun(content={"rules": {"mix_expansion_treasures": mixed}})
    assert [int(table.s.supply[table.card(key)]) for key in EXTRA.values()] == [2 * mixed] * 2
    assert [table.t.card_deck[table.card(key)] for key in EXTRA.values()] == [st.TREASURES, st.TREASURES + 1]
    assert aside(table) == {"setsuko_revenant_despair"}  # no hero comes with them


def test_d28_by_default_they_are_left_out():
    table = begun()
    assert [int(table.s.supply[table.card(key)]) for key in EXTRA.values()] == [0, 0]


@pytest.mark.parametrize("number", [1, 2])
def test_r30_what_an_expansion_is(number):
    table = begun(expansions=(number,))
    [card] = [entry for entry in table.content["stories"].values() if entry["expansion"] == number]
    assert len(card["faces"]) == 2 and "'bring'" in str(card)
    assert of_expansion(table, number) <= aside(table) and of_expansion(table, number)
    assert [key for key, entry in table.content["treasures"].items() if entry["expansion"] == number] == [EXTRA[number]]
    assert [int(table.s.supply[table.card(key)]) for key in EXTRA.values()] == [2 * (number == 1), 2 * (number == 2)]


# ---- face-down decks ------------------------------------------------------------------------------------------------
def drawn_first(table: Table, *play: str, games: int = 600) -> Counter:
    """The cards that come to hand or discard pile of seat 0 by these actions, with many keys of chance."""
    before, found = table.states.copy(), Counter()
    for n in range(games):
        table.states[:] = before
        table.s.key = np.uint64(n)
        table.play(*play)
        found.update(key for key in table.keys(table.s.hand[0] + table.s.discard[0]) if key != "mon")
    return found


def test_r31_each_card_of_a_deck_is_as_likely_on_top():
    content = made(reinforcements={"scout": {"draw": 1}})
    table = Table(num_players=2, content=content).hand(0, "scout").deck(0, "okiku okiku okiku hiroko shizuka")
    found = drawn_first(table, "PLAY scout")
    assert sum(found.values()) == 600
    for key, expected in (("okiku", 360), ("hiroko", 120), ("shizuka", 120)):
        assert abs(found[key] - expected) < 48  # four standard deviations


def test_r31_a_card_given_back_may_be_on_top_again():
    looter = {"loot": [{"event": "sell", "do": [{"op": "loot", "deck": "samurai"}]}]}
    table = Table(num_players=2, content=made(heroes={"looter": looter}, treasures={"relic": {}}))
    table.hero(0, "looter", active=True).hand(0, "relic")
    found = drawn_first(table.supply("samurai_treasures", "izanami"), "SELL relic", games=200)
    assert abs(found["relic"] - 100) < 32 and found["relic"] + found["izanami"] == 200
