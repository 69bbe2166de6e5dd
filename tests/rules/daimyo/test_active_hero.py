"""Chapter 6, the active hero and skills: D54 to D58, and the worked example W1."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

ACTIVE = [None, "samurai", "ninja"]
FIGHTERS = {
    "of_samurai": {"class": "samurai"},
    "of_ninja": {"class": "ninja"},
}


def with_skill(on: str, icon: str | None, kind: str = "reinforcements", **card) -> dict:
    """Content with a card "maid" whose skill gives 3 mon, and a hero of each class."""
    skill = {"on": on, "do": [{"op": "mon", "n": 3}], **({"icon": icon} if icon else {})}
    return made(heroes=FIGHTERS, **{kind: {"maid": {"skills": [skill], **card}}})


def under(active: str | None, content: dict) -> Table:
    """A player with a hero of each class, that one the active one, and a maid in the hand."""
    table = Table(num_players=2, content=content).hand(0, "maid")
    for cls in ("samurai", "ninja"):
        table.hero(0, f"of_{cls}", active=cls == active)
    return table


# ---- what the active hero is for ------------------------------------------------------------------------------------
@pytest.mark.parametrize("active", ["one", "two"])
def test_d54_the_active_hero_loots(active):
    loots = {name: [{"event": "sell", "do": [{"op": "loot", "deck": deck}]}] for name, deck in
             {"one": "samurai", "two": "ninja"}.items()}  # fmt: skip
    table = Table(num_players=2, content=made(heroes={name: {"loot": loot} for name, loot in loots.items()}))
    table.supply("samurai_treasures", "izanami").supply("ninja_treasures", "ogawa")
    for name in ("one", "two"):
        table.hero(0, name, active=name == active)
    table.hand(0, "hiroko").play("SELL hiroko")
    assert table.keys(table.s.discard[0]) == [{"one": "izanami", "two": "ogawa"}[active]]


@pytest.mark.parametrize("active", ["strong", "weak"])
def test_d54_the_active_hero_duels(active):
    content = made(
        heroes={"strong": {"atk": 9}, "weak": {"atk": 1}, "other": {"def": 5}},
        reinforcements={"challenge": {"skills": [{"on": "deploy", "do": [{"op": "duel"}]}]}},
    )
    table = Table(num_players=2, content=content).hero(1, "other", active=True).hand(0, "challenge")
    table.hero(0, "strong", active=active == "strong").hero(0, "weak", active=active == "weak")
    table.play("PLAY challenge", "HERO other")
    assert table.s.duel_winner == (0 if active == "strong" else 1)
    assert table.status(active) == (st.READY if active == "strong" else st.EXHAUSTED)


@pytest.mark.parametrize("active", ["samurai", "ninja"])
def test_d54_the_active_hero_decides_which_icons_count(active):
    both = [{"on": "deploy", "icon": cls, "do": [{"op": "mon", "n": n}]} for cls, n in (("samurai", 1), ("ninja", 2))]
    table = under(active, made(heroes=FIGHTERS, reinforcements={"maid": {"skills": both}})).play("PLAY maid")
    assert table.s.mon == {"samurai": 1, "ninja": 2}[active]


# ---- icons ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("active", ACTIVE)
@pytest.mark.parametrize("icon", ["samurai", "ninja"])
@pytest.mark.parametrize("kind", ["reinforcements", "treasures", "regalia"])
def test_d55_icon_asks_for_the_class_of_the_active_hero(active, icon, kind):
    table = under(active, with_skill("deploy", icon, kind)).play("PLAY maid")
    assert table.s.mon == (3 if icon == active else 0)


@pytest.mark.parametrize("cls", ["samurai", "ninja"])
def test_d55_the_class_of_the_card_does_not_matter(cls):
    table = under("ninja", with_skill("deploy", "ninja", **{"class": cls})).play("PLAY maid")
    assert table.s.mon == 3


def test_d55_nor_the_active_hero_of_another_player():
    table = under(None, with_skill("deploy", "ninja")).hero(1, "ran", active=True).play("PLAY maid")
    assert table.s.mon == 0


@pytest.mark.parametrize("active", ACTIVE)
def test_d56_bonuses_are_given_in_any_case(active):
    bonuses = {"draw": 1, "mon": 1, "deployments": 1, "trade_points": 1}
    s = under(active, with_skill("deploy", "ninja", **bonuses)).deck(0, "okiku").play("PLAY maid").s
    assert (s.hand_size[0], s.deployments, s.trade_points) == (1, 1, 1)
    assert s.mon == 1 + 3 * (active == "ninja")


@pytest.mark.parametrize("active", ACTIVE)
@pytest.mark.parametrize("icon", ["samurai", "ninja"])
@pytest.mark.parametrize(("on", "name"), [("discard", "DISCARD_SKILL maid"), ("return", "RETURN_SKILL maid")])
def test_d57_skills_from_the_hand_follow_the_same_rule(active, icon, on, name):
    table = under(active, with_skill(on, icon))
    assert table.can(name) == (icon == active)
    if icon == active:
        assert table.play(name).s.mon == 3


@pytest.mark.parametrize("active", ACTIVE)
@pytest.mark.parametrize(
    ("on", "name"), [("deploy", "PLAY maid"), ("discard", "DISCARD_SKILL maid"), ("return", "RETURN_SKILL maid")]
)
def test_d58_skills_without_icon_always_work(active, on, name):
    assert under(active, with_skill(on, None)).play(name).s.mon == 3


# ---- the worked example ---------------------------------------------------------------------------------------------
def nene(hand: str) -> Table:
    """Nene is active; Hiroko's and Katsu's skills, which the rulebook does not print, give mon here."""
    skill = [{"on": "deploy", "icon": "samurai", "do": [{"op": "mon", "n": 5}]}]
    content = {
        "heroes": {"nene_sugihara": {"passive": [], "loot": []}},
        "reinforcements": {"hiroko": {"skills": skill}, "katsu": {"skills": [{**skill[0], "icon": "ninja"}]}},
    }
    return Table(num_players=2, content=content).hero(0, "nene_sugihara", active=True).hand(0, hand)


def test_w1_hiroko_under_nene():
    s = nene("hiroko katsu").play("PLAY hiroko").s
    assert (s.deployments, s.trade_points) == (1, 1)  # the one of the turn is spent, hers is there
    assert s.mon == 0


def test_w1_katsu_under_nene():
    table = nene("hiroko katsu").play("PLAY katsu")
    assert table.s.mon == 5


def test_w1_both_in_turn():
    table = nene("hiroko katsu").play("PLAY hiroko", "PLAY katsu")
    assert table.s.mon == 5 and table.keys(table.s.field[0, st.READY]) == ["hiroko", "katsu"]


def test_w1_with_the_skills_of_the_card_set():
    """Whatever they are: with the wrong icon a card gives its bonuses alone, with the right one more than that."""
    seen = {}
    for hero in ("nene_sugihara", "komatsu"):
        for key in ("hiroko", "katsu"):
            table = Table(num_players=2, content={"heroes": {"nene_sugihara": {"passive": [], "loot": []}}})
            table.hero(0, hero, active=True).hand(0, key).deck(0, "mon mon mon").field(1, "okiku").play(f"PLAY {key}")
            s = table.s
            seen[hero, key] = (table.decision, s.mon, s.deployments, s.trade_points, s.hand_size[0], s.deck_size[0])
    assert seen["nene_sugihara", "hiroko"] == ("MAIN 0", 0, 1, 1, 0, 3)
    assert seen["komatsu", "hiroko"] != seen["nene_sugihara", "hiroko"]
    assert seen["komatsu", "katsu"][0] == "MAIN 0" and seen["nene_sugihara", "katsu"] != seen["komatsu", "katsu"]
