"""The card set holds what is known of the published game, values written out, and makes use of all that cards can do.

A known fact is also marked as such in ``source`` of its entry, with where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from statistics import mean
from typing import Any, get_args

import msgspec
import pytest

from shugyo.envs.daimyo import cards, effects, ops, state
from shugyo.envs.daimyo.cards import DaimyoContent, Entry
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables, load

STARTERS = {"tae_masamune", "okiku"}
IN_EXPANSION = {1: 100, 2: 150}  # what the files add to a number printed on a card of a mini expansion


@cache
def content() -> DaimyoContent:
    return load(DaimyoOptions()).convert(DaimyoContent)


def entries() -> dict[str, Entry]:
    """All entries by their key; no key stands in two tables."""
    tables = (getattr(content(), name) for name in DaimyoContent.__struct_fields__ if name != "rules")
    return {key: entry for table in tables for key, entry in table.items()}


def skills_of(card: cards.Card, on: str) -> list[tuple[str | None, list[effects.Instruction]]]:
    """(icon, program) of the skills of a card at that time."""
    return [(skill.icon, skill.do) for skill in card.skills if skill.on == on]


def assert_known(entry: Entry, origins: dict[str, str], **facts: Any) -> None:
    """The entry has these facts, and its ``source`` names each with where it comes from."""
    fields = {field.encode_name: field.name for field in msgspec.structs.fields(entry)}
    assert {name: getattr(entry, fields[name]) for name in facts} == facts
    assert {name: entry.source.get(name) for name in origins} == origins


# ---- what lies on the table -----------------------------------------------------------------------------------------
def test_d29_petals_of_each_number_of_players():
    assert content().rules.petals == [50, 40, 45, 50, 50]


def test_numbers_of_a_turn():
    rules = content().rules
    assert (rules.hand_size, rules.deployments, rules.trade_costs, rules.send_back_cost) == (5, 1, [1, 2, 3], 2)


def test_rulings_by_default():
    rules = content().rules
    assert (rules.R2, rules.R6, rules.R16) == ("second", "box", "flowchart")
    assert (rules.max_turns, rules.turn_guard, rules.nemeses_in_deck) == (40, 200, 3)
    assert rules.treasures_for_setsuko == 3


def test_d23_d30_pools_of_four_reinforcements_and_at_most_three_heroes():
    assert (state.POOL, state.HERO_SLOTS) == (4, 3)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r6_six_copies_of_each_reinforcement_lie_in_the_decks(players):
    tables, _ = build_tables(DaimyoOptions(num_players=players))
    row = tables[0]
    assert row.card_copies[row.card_kind == state.REINFORCEMENT].tolist() == [6] * 18


# ---- reinforcements and mon -----------------------------------------------------------------------------------------
def test_k1_numbers_of_the_reinforcements_tell_their_class():
    by_class = {name: [] for name in ("samurai", "ninja")}
    for card in content().reinforcements.values():
        by_class[card.class_].append(card.number)
    assert {name: sorted(numbers) for name, numbers in by_class.items()} == {
        "samurai": list(range(17, 26)),
        "ninja": list(range(26, 35)),
    }


def test_d2_copies_of_the_reinforcements():
    reinforcements = content().reinforcements
    assert {key: card.copies for key, card in reinforcements.items()} == {
        key: 21 if key in STARTERS else 6 for key in reinforcements
    }
    assert sum(card.copies for card in reinforcements.values()) == 138
    assert all("copies" in card.source for card in reinforcements.values())


def test_d24_k2_starting_deck():
    starters = {key: card.starters for key, card in content().reinforcements.items() if card.starters}
    assert starters == {"tae_masamune": 3, "okiku": 3}
    assert_known(content().mon["mon"], {"starters": "rulebook"}, number=55, mon=1, starters=4)


def test_k2_tae_masamune():
    known = {"number": "rulebook", "name": "rulebook", "class": "inferred", "copies": "inferred"}
    assert_known(content().reinforcements["tae_masamune"], known, number=17, name="Tae Masamune", copies=21)
    assert content().reinforcements["tae_masamune"].class_ == "samurai"


def test_k2_okiku():
    known = {"number": "rulebook", "name": "rulebook", "class": "inferred", "copies": "inferred"}
    assert_known(content().reinforcements["okiku"], known, number=26, name="Okiku, Genin of Iga", copies=21)
    assert content().reinforcements["okiku"].class_ == "ninja"


def test_k3_hiroko():
    hiroko = content().reinforcements["hiroko"]
    known = dict.fromkeys(("number", "name", "class", "deployments", "trade_points", "skills.icon"), "rulebook")
    assert_known(hiroko, known, number=22, name="Hiroko", deployments=1, trade_points=1)
    assert hiroko.class_ == "samurai"
    assert [icon for icon, _ in skills_of(hiroko, "deploy")] == ["samurai"]


def test_k4_shichi():
    known = {"number": "rulebook", "name": "rulebook", "class": "inferred", "deployments": "rulebook"}
    assert_known(content().reinforcements["shichi"], known, number=21, name="Shichi", deployments=1)


def test_k5_r38_shizuka():
    shizuka = content().reinforcements["shizuka"]
    known = dict.fromkeys(("number", "name", "mon", "deployments", "skills"), "rulebook")
    assert_known(shizuka, known, number=19, name="Shizuka", mon=2, deployments=0)
    assert shizuka.class_ == "samurai"
    ((icon, [choice]),) = skills_of(shizuka, "duel")
    assert icon is None
    assert [(option.icon, option.do) for option in choice.options] == [
        ("samurai", [effects.WinDuel()]),
        (None, [effects.NegateDuel()]),
    ]


def test_k6_katsu():
    katsu = content().reinforcements["katsu"]
    known = {"number": "rulebook", "name": "rulebook", "class": "rulebook", "skills.icon": "inferred"}
    assert_known(katsu, known, number=27, name="Katsu")
    assert katsu.class_ == "ninja"
    assert [icon for icon, _ in skills_of(katsu, "deploy")] == ["ninja"]


def test_k7_michiko():
    known = {"number": "rulebook", "name": "rulebook", "class": "inferred", "cost": "rulebook"}
    assert_known(content().reinforcements["michiko"], known, number=33, name="Michiko", cost=6)


def test_k8_mitsuki_sanada():
    known = {"name": "preview", "cost": "preview", "sell": "preview"}
    assert_known(content().reinforcements["mitsuki_sanada"], known, name="Mitsuki Sanada", cost=10, sell=5)


def test_a_card_whose_discard_exhausts_two_cards_for_a_ninja():
    skills = [skill for card in content().reinforcements.values() for skill in skills_of(card, "discard")]
    assert ("ninja", [effects.Exhaust(n=2)]) in skills


# ---- heroes ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("key", "number", "name"),
    [
        ("setsuko_soul_ablaze", 1, "Setsuko, Soul Ablaze"),
        ("setsuko_revenant_despair", 2, "Setsuko, Revenant Despair"),
        ("aiko", 3, "Aiko"),
        ("amba", 5, "Amba"),
        ("komatsu", 7, "Komatsu"),
        ("orora", 10, "Orora"),
        ("nene_sugihara", 11, "Nene Sugihara"),
        ("umeka", 14, "Umeka"),
        ("ran", 15, "Ran"),
    ],
)
def test_k9_names_and_numbers_of_heroes(key, number, name):
    assert_known(content().heroes[key], {"number": "rulebook", "name": "rulebook"}, number=number, name=name)


def test_k11_numbers_of_the_heroes_tell_their_class():
    numbers = {hero.number: hero.class_ for hero in content().heroes.values() if hero.number <= 16}
    assert numbers == dict.fromkeys(range(1, 9), "samurai") | dict.fromkeys(range(9, 17), "ninja")


def test_k11_seven_heroes_have_numbers_elsewhere():
    elsewhere = [hero for hero in content().heroes.values() if hero.number > 16]
    assert sorted(hero.expansion for hero in elsewhere) == [0, 0, 0, 1, 1, 2, 2]


def test_k10_komatsu_strikes_with_8():
    assert_known(content().heroes["komatsu"], {"atk": "rulebook"}, atk=8)


def test_k10_ran_is_a_ninja_and_defends_with_5():
    ran = content().heroes["ran"]
    assert_known(ran, {"def": "rulebook", "class": "rulebook"}, **{"def": 5})
    assert ran.class_ == "ninja"


def test_k10_nene_is_a_ninja():
    nene = content().heroes["nene_sugihara"]
    assert_known(nene, {"class": "rulebook"})
    assert nene.class_ == "ninja"


def test_d25_beginners_heroes():
    beginners = [hero for hero in content().heroes.values() if hero.beginner]
    assert sorted(hero.number for hero in beginners) == [2, 3, 5, 10, 11, 14]
    assert {hero.source.get("beginner") for hero in beginners} == {"rulebook"}


def test_d149_setsuko_has_another_form_that_is_set_aside():
    living, undead = (content().heroes[key] for key in ("setsuko_soul_ablaze", "setsuko_revenant_despair"))
    assert_known(living, {"other_form": "rulebook"}, other_form="setsuko_revenant_despair", set_aside=False)
    assert_known(undead, {"set_aside": "rulebook"}, set_aside=True, other_form=None)


def test_k15_no_nobunaga_can_leave():
    no = content().heroes["no_nobunaga"]
    assert_known(no, {"name": "rulebook", "action.return_self": "rulebook"}, name="No Nobunaga")
    assert any(isinstance(one, effects.ReturnSelf) for one in no.action.do)


# ---- treasures and regalia ------------------------------------------------------------------------------------------
def test_k12_two_copies_of_each_treasure():
    assert {(card.copies, card.source.get("copies")) for card in content().treasures.values()} == {(2, "rulebook")}


def test_k12_as_many_treasures_of_either_class():
    classes = [card.class_ for card in content().treasures.values()]
    assert classes.count("samurai") == classes.count("ninja") == 12


def test_treasures_boost_and_most_of_them_sell():
    treasures = content().treasures.values()
    assert all(card.cost >= 1 for card in treasures)
    assert sum(card.sell != "-" for card in treasures) > len(treasures) / 2


def test_bonuses_of_treasures_are_mostly_stronger_than_those_of_reinforcements():
    def typical(those: Any) -> float:
        return mean(card.draw + card.mon + card.deployments + card.trade_points for card in those)

    assert typical(content().treasures.values()) > typical(content().reinforcements.values())


@pytest.mark.parametrize(
    ("key", "name", "expansion", "number"),
    [("mask_of_renewal", "Mask of Renewal", 1, 2), ("ogawa", "Ogawa, Ao-Oni", 2, 3)],
)
def test_k13_named_treasures_of_the_expansions(key, name, expansion, number):
    known = {"number": "inferred", "name": "rulebook", "expansion": "rulebook"}  # the printed number and an offset
    number += IN_EXPANSION[expansion]
    assert_known(content().treasures[key], known, name=name, expansion=expansion, number=number)


def test_d28_named_treasures_of_the_expansions_may_join_any_game():
    def in_decks(**given: Any) -> list[int]:
        tables, merged = build_tables(DaimyoOptions(**given))
        numbers = sorted(card["number"] for card in merged["treasures"].values())
        treasures = tables[0].card_copies[tables[0].card_kind == state.TREASURE].tolist()
        return [copies for number, copies in zip(numbers, treasures, strict=True) if number > 100]

    assert in_decks() == [0, 0]
    assert in_decks(content={"rules": {"mix_expansion_treasures": True}}) == [2, 2]
    assert in_decks(expansions=(1,)) == [2, 0]


def test_k14_r1_returning_izanami_changes_setsuko():
    changing = {key for key, card in (content().treasures | content().regalia).items() if card.changes_setsuko}
    assert changing == {"izanami"}
    izanami = content().treasures["izanami"]
    assert_known(izanami, {"name": "rulebook", "changes_setsuko": "rulebook"}, name="Izanami-no-Mikoto")
    assert len(skills_of(izanami, "return")) == 1


def test_k17_one_regalia_looks_worthless_and_is_worth_its_emptiness():
    bowl = content().regalia["tea_bowl"]
    bonuses = bowl.cost, bowl.sell, bowl.vp, bowl.draw, bowl.mon, bowl.deployments, bowl.trade_points
    assert bonuses == (0, 0, 0, 0, 0, 0, 0)
    assert [one.hand_empty for one in bowl.skills[0].do if isinstance(one, effects.If)] == [True]
    assert all(card.vp > 0 for key, card in content().regalia.items() if key != "tea_bowl")


# ---- nemeses and story cards ----------------------------------------------------------------------------------------
def test_k16_nemeses_have_all_that_the_rulebook_names():
    nemeses = content().nemeses.values()
    assert len(nemeses) == 5
    assert all(nemesis.reveal and nemesis.reward and (nemesis.passive or nemesis.modifiers) for nemesis in nemeses)
    assert {nemesis.extra_hit for nemesis in nemeses} == {False, True}
    assert {nemesis.class_ for nemesis in nemeses} == {"samurai", "ninja"}


def test_a_story_card_for_each_expansion_and_heroes_that_it_brings():
    assert sorted(story.expansion for story in content().stories.values()) == [1, 2]
    assert {hero.expansion for hero in content().heroes.values()} == {0, 1, 2}


# ---- sources --------------------------------------------------------------------------------------------------------
def test_sources_name_things_that_the_entry_has():
    unknown = [
        (key, fact)
        for key, entry in entries().items()
        for fact in entry.source
        if fact.partition(".")[0] not in {field.encode_name for field in msgspec.structs.fields(entry)}
    ]
    assert not unknown


def test_numbers_are_unique():
    numbers = [entry.number for entry in entries().values()]
    assert len(set(numbers)) == len(numbers)


def test_bounds_of_the_design():
    c = content()
    assert all(2 <= card.cost <= 10 and card.vp <= 3 for card in c.reinforcements.values())
    assert all(card.vp <= 6 and card.petals <= 3 for card in c.treasures.values())
    assert all(card.vp <= 8 and card.petals <= 3 for card in c.regalia.values())
    assert all(4 <= h.atk <= 9 and 3 <= h.def_ <= 8 and h.vp <= 6 and h.petals <= 3 for h in c.heroes.values())


# ---- what the set makes use of --------------------------------------------------------------------------------------
def structs(thing: Any) -> Iterator[msgspec.Struct]:
    """All records in a thing, itself included."""
    if isinstance(thing, msgspec.Struct):
        yield thing
        for field in thing.__struct_fields__:
            yield from structs(getattr(thing, field))
    elif isinstance(thing, list):
        for one in thing:
            yield from structs(one)
    elif isinstance(thing, dict):
        for one in thing.values():
            yield from structs(one)


def used(record: type[msgspec.Struct], field: str) -> set[Any]:
    """Values of a field in all records of a kind, that of an entry that is not given left out."""
    values = (getattr(one, field) for one in structs(content()) if isinstance(one, record))
    return {value for value in values if value is not None}


def test_every_instruction_is_used():
    those = {type(one) for one in structs(content()) if isinstance(one, effects.Instruction)}
    assert those == set(get_args(effects.AnyInstruction))


def test_every_event_is_answered():
    assert used(cards.Trigger, "event") == set(state.EVENT_NAMES)


def test_triggers_use_all_they_may_ask_for():
    assert used(cards.Trigger, "whose") == {"own", "others", "any"}
    assert used(cards.Trigger, "class_") == {"samurai", "ninja"}
    assert used(cards.Trigger, "kind") == {"reinforcement", "treasure", "regalia", "hero"}
    assert used(cards.Trigger, "nth") and used(cards.Trigger, "limit")


def test_every_timing_of_a_skill_is_used():
    assert used(cards.Skill, "on") == {"deploy", "discard", "return", "duel", "interrupt"}
    assert used(cards.Skill, "icon") == {"samurai", "ninja"}
    assert used(cards.Skill, "may") == {False, True}
    assert used(cards.Skill, "event") == {"start_duel", "loot", "deploy", "purchase", "reveal", "end_phase"}
    assert {skill.cost for skill in structs(content()) if isinstance(skill, cards.Skill) and skill.event} == {
        "discard",
        "return",
    }
    assert {one.icon for one in structs(content()) if isinstance(one, cards.Equip)} == {None, "samurai"}


def test_every_stat_is_changed():
    assert used(cards.Modifier, "stat") == set(state.STATS)
    assert used(cards.Modifier, "active") == {False, True}


def test_every_condition_and_count_is_used():
    fields = ["class_" if name == "class" else name for name in ops.CONDITIONS]
    assert [name for name in fields if not used(effects.If, name)] == []
    assert used(effects.Count, "what") == set(ops.COUNTS)


def test_every_kind_of_target_is_used():
    assert used(effects.Loot, "deck") == {"samurai", "ninja", "regalia", "own", "other", "choice"}
    assert used(effects.Refresh, "what") == {"samurai", "ninja", "choice", "heroes"}
    assert used(effects.Exhaust, "what") == used(effects.Recover, "what") == {"card", "hero"}
    assert used(effects.Exhaust, "whose") == {"self", "others", "anybody", "actor"}
    assert used(effects.Exhaust, "ravage") == {False, True}
    assert used(effects.Each, "who") == {"others", "all"}
    assert used(effects.Target, "who") == {"chosen", "actor"}
    assert used(effects.Option, "icon") == {"samurai", "ninja"}


def test_every_price_of_an_action_is_used():
    actions = [one for one in structs(content()) if isinstance(one, cards.Action)]
    for name in ("mon", "trade_points", "discard", "exhaust", "kind", "class_"):
        assert any(getattr(action.pays, name) for action in actions), name
    assert {action.uses > 1 for action in actions} == {action.active for action in actions} == {False, True}


def test_every_loot_event_of_the_design_belongs_to_a_hero():
    loot = {trigger.event for hero in content().heroes.values() for trigger in hero.loot}
    assert loot >= {
        *("discard", "return", "sell", "purchase", "trade", "draw", "gain_mon", "deploy", "win_duel", "start_duel"),
        *("exhaust", "recover", "refresh", "petals", "loot"),
    }
    assert all(hero.loot for hero in content().heroes.values())
