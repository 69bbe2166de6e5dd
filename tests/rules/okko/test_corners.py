"""Where rules meet: B4, B56, events about who is gone (B90), objects (B91), doors that open (A26), legendary (O246).

The rule is named by each test; what is shipped is looked at where the mistake would be in the content.
"""

from __future__ import annotations

import tomllib

import msgspec
import pytest
from rules.okko.boards_g import HALL, one_tile, palace, room
from rules.okko.position_g import Game as Ground
from rules.okko.position_p import (
    ASHIGARU,
    MONK,
    NINJA,
    NINJAS,
    NOBURO,
    OKKO,
    RULES,
    SECOND_ASHIGARU,
    THRALLS,
    Game,
)
from rules.okko.position_s import Table

from shugyo.envs.core.content import Content, ContentError, Overlay, shipped
from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.cards import Item
from shugyo.envs.okko.compile import modifier
from shugyo.envs.okko.content import OkkoOptions, build_tables
from shugyo.envs.okko.effects import OpenDoors, Stat
from shugyo.envs.okko.filling import legendary
from shugyo.envs.okko.names import decoded
from shugyo.envs.okko.programs import Context, program_problems
from shugyo.envs.okko.rules import round_end
from shugyo.envs.okko.scenarios import OkkoContent

SHIPPED = Content("okko", shipped("okko"), Overlay([])).convert(OkkoContent)
MISSION = st.MISSION_SOURCE
OF_OKKO, OF_THRALLS, OF_NINJAS = st.HERO_SOURCE, st.KIND_SOURCE, st.KIND_SOURCE + st.TALENTS * NINJAS
STEP = 'do = [{ op = "progress", side = "oni" }]'


@pytest.fixture
def game() -> Game:
    """Okko and Noburo far from each other, an Ashigaru beside Okko."""
    game = Game().stand(OKKO, 0).stand(NOBURO, 5).stand(ASHIGARU, 1)
    game.state.phase = st.ACTIVATIONS
    game.tables.mission_exists[0], game.tables.mission_needs[0] = 1, 9
    return game


# ---- set-up ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("phase", "counted"), [(st.SETTING_UP, 0), (st.ACTIVATIONS, 1)])
def test_b004_who_begins_the_game_on_the_board_does_not_come_into_play(game, phase, counted):
    game.answers(OF_OKKO, 'event = "join", whose = "friend", do = [{ op = "heal" }]')
    game.state.phase = phase
    RULES.companion.stand(game.state, game.tables, MONK, 6)
    assert game.state.queue_size == counted


# ---- who has been eliminated ----------------------------------------------------------------------------------------
def test_b090_a_hero_whom_wounds_eliminate_counts_for_missions(game):
    game.answers(MISSION, f'event = "eliminated", whose = "any", foe = "hero", {STEP}')
    game.state.wound_owner[:3], game.state.wound_place[:3] = NOBURO, st.HAND
    RULES.round_end.check_wounds(game.state, game.tables, NOBURO)
    assert game.run().state.progress[0, st.THE_ONI] == 1


def test_b090_a_thrall_that_dies_of_no_other_figure_counts_too_and_by_its_own_type(game):
    game.answers(MISSION, f'event = "eliminated", whose = "any", foe = "thrall", {STEP}')
    game.stand(NINJA, 2)
    RULES.harm.harm(game.state, game.tables, NINJA, 3, ASHIGARU)  # by a thrall
    assert game.run().state.progress[0, st.THE_ONI] == 0
    RULES.harm.harm(game.state, game.tables, ASHIGARU, 3, -1)
    assert game.run().state.progress[0, st.THE_ONI] == 1


def test_b090_the_shipped_missions_count_who_is_gone_not_who_did_it():
    asked = {one.event for mission in SHIPPED.missions.values() for one in mission.triggers}
    assert "eliminated" in asked and "eliminate" not in asked


@pytest.mark.parametrize(("damage", "asked"), [(2, "MAY"), (3, "")])
def test_b056_who_is_eliminated_by_the_damage_is_not_asked_about_it(game, damage, asked):
    game.answers(OF_THRALLS, 'event = "harmed", may = true, do = [{ op = "alarm" }]')
    RULES.harm.harm(game.state, game.tables, ASHIGARU, damage, OKKO)
    assert game.run().asked == asked


def test_b056_friends_of_who_is_eliminated_answer_all_the_same(game):
    game.answers(OF_OKKO, 'event = "harmed", whose = "foe", may = true, do = [{ op = "alarm" }]')
    RULES.harm.harm(game.state, game.tables, ASHIGARU, 3, -1)
    assert game.run().asked == "MAY"


# ---- objects --------------------------------------------------------------------------------------------------------
def test_b091_taking_an_object_is_an_event_that_missions_count(game):
    game.answers(MISSION, 'event = "take", whose = "any", foe = "hero", do = [{ op = "progress", side = "heroes" }]')
    game.tables.num_tokens, game.tables.token_kind[0] = 1, st.OBJECT_TOKEN
    game.state.token_at[0], game.state.token_on[6] = 6, 0
    RULES.tasks.push_task(game.state, st.T_HERO, OKKO)
    game.state.tasks[0, st.A] = act.TAKE_OBJECT
    RULES.hero.play_test_place(game.state, game.tables, act.SPACE_NAME + 6)
    game.state.task_count = 0
    assert game.state.bearer[0] == OKKO
    assert game.run().state.progress[0, st.THE_HEROES] == 1


# ---- doors ----------------------------------------------------------------------------------------------------------
@pytest.fixture
def rooms() -> Ground:
    """Three rooms in a row, all doors closed, and one in the middle room: Okko stands in the first one."""
    drawn = room("lr", line=True).replace(":", "=")
    board = palace(
        "AAAABBBBCCCC\n" * 4, {"A": "one", "B": "two", "C": "three"}, one=room("r"), two=drawn, three=room("l")
    )
    ground = Ground(board).stand("okko", "one.a1").stand("noburo", "two.a1")
    ground.s.closed[: board.board.num_doors] = 1
    return ground


def test_a026_an_effect_opens_the_doors_around_its_tile_only(rooms):
    assert rooms.areas("okko", 3) == ["one.a"]
    rooms.ask("spaces.open_doors", rooms.board.tiles.index("one"))
    assert rooms.areas("okko", 3) == ["one.a", "two.a"]
    assert rooms.ask("spaces.has_closed_door", rooms.board.tiles.index("two"))


def test_a026_those_inside_it_too(rooms):
    rooms.ask("spaces.open_doors", rooms.board.tiles.index("two"))
    assert rooms.areas("okko", 3) == ["one.a", "three.a", "two.a", "two.b"]
    assert not rooms.s.closed.any()


def test_a026_b058_it_is_of_use_where_a_door_is_closed(game):
    game.tables.area_near_door[1, 1], game.tables.num_doors = 0, 1
    row = (ops.OPEN_DOORS, 0, 0, 0, 0, 0)
    useful = [RULES.usable.works(game.state, game.tables, row, OF_OKKO, OKKO, -1)]
    game.state.closed[0] = 1
    useful += [RULES.usable.works(game.state, game.tables, row, OF_OKKO, who, -1) for who in (OKKO, NOBURO, NINJA)]
    assert useful == [False, True, False, False]  # Noburo stands on the other Tile, the Ninja nowhere
    game.play('{ op = "open_doors" }', NOBURO)
    assert game.state.closed[0] == 1
    game.play('{ op = "open_doors" }', OKKO)
    assert game.state.closed[0] == 0


def test_a026_it_is_refused_where_there_is_no_figure():
    found = list(program_problems(("events", "x", "do"), [OpenDoors()], Context("nobody")))
    assert [problem.thing for problem in found] == ["events.x.do[0] = 'open_doors' speaks of self, and there is none"]


@pytest.mark.parametrize("scenario", list(SHIPPED.scenarios))
def test_o008_no_shipped_palace_has_more_doors_than_the_box(scenario):
    heroes = max(int(number) for number in SHIPPED.scenarios[scenario].heroes)
    tables, _ = build_tables(OkkoOptions(scenario=scenario, num_heroes=heroes))
    assert 0 < tables[0].num_doors <= 12


def test_o008_a_palace_with_more_doors_is_refused():
    drawing = SHIPPED.tiles["kitchens"].front.drawing.replace("a3 :c1t", "a3 =c1t")
    options = OkkoOptions(
        scenario="masks", num_heroes=4, content={"tiles": {"kitchens": {"front": {"drawing": drawing}}}}
    )
    with pytest.raises(ContentError, match="there are 13 doors; allowed: at most 12"):
        build_tables(options)


# ---- the activated card ---------------------------------------------------------------------------------------------
def test_o134_more_actions_for_the_card_count_for_who_acts_just_now(game):
    RULES.tasks.push_task(game.state, st.T_ONI, ASHIGARU)
    game.stand(SECOND_ASHIGARU, 7)
    game.state.active_kind, game.state.actions_left[ASHIGARU] = THRALLS, 1
    code = [(ops.CHANGE_STAT, st.ACTIONS, 1, ops.SELF, ops.TILL_ACTIVATION, 0), (ops.END, 0, 0, 0, 0, 0)]
    RULES.program.push_program(game.state, game.code(code), -1, -1, -1)
    RULES.carry_on(game.state, game.tables, (st.T_ONI,))
    assert game.state.actions_left[ASHIGARU] == 2 and game.state.actions_left[SECOND_ASHIGARU] == 0
    assert RULES.stats.stat(game.state, game.tables, SECOND_ASHIGARU, st.ACTIONS, 0, -1) == 3


def test_o134_shipped_effects_that_change_agents_are_for_the_whole_card():
    changes = [one for event in SHIPPED.events.values() for one in event.do if isinstance(one, Stat)]
    targets = [one for event in SHIPPED.events.values() for one in event.do if getattr(one, "whose", "") == "friend"]
    assert changes and all(one.until == "activation" for one in changes)
    assert not any(isinstance(inner, Stat) for one in targets for inner in one.do)


# ---- Ashigaru -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("space", "others"), [("x.a4", 1), ("x.d4", 0)])
def test_o243_e004_the_bonus_is_for_who_is_adjacent(space, others):
    hall = Ground(one_tile(HALL)).stand("noshin", "x.a1").stand("ashigaru 0", space).stand("ashigaru 1", "x.a2")
    assert hall.ask("stats.pack", "ashigaru 0", "noshin") == others


def test_o243_the_shipped_bonus_is_for_attacks_on_heroes():
    (bonus,) = SHIPPED.kinds["ashigaru"].talents[0].modifiers
    assert (bonus.stat, bonus.when, bonus.foe) == ("hits", "pack", "hero")


# ---- Sneaking -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("friend", "dice"), [("home.a2", 0), ("vault.a2", 2)])
def test_b028_the_sneak_test_is_made_from_the_space_that_is_left(friend, dice):
    vault = {"drawing": room("l"), "prohibited": 2}
    board = palace("AAAABBBB\n" * 4, {"A": "home", "B": "vault"}, home=room("r"), vault=vault)
    ground = Ground(board).stand("setsuka", "home.a1").stand("okko", friend)
    ground.talent("okko", st.STEALTH, 1, scope=ops.SCOPE_AREA)  # SPEED 3 and 1 are sure against two dice
    ground.dice(0, 0).move("setsuka", "vault.a1")
    assert ground.s.dice[st.THE_HEROES] == dice


# ---- decks ----------------------------------------------------------------------------------------------------------
def test_o137_the_discard_pile_becomes_the_deck_as_soon_as_the_last_card_is_drawn():
    table = Table().set_up().hand()
    table.s.event_place[2:12] = st.EVENT_DISCARD
    table.do(round_end.draw_events, 2)
    assert list(table.s.event_place[:2]) == 2 * [st.EVENT_HAND]
    assert (table.s.event_place[2:12] == st.EVENT_DECK).all()


# ---- legendary ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("is_legendary", "damage"), [(0, 0), (1, 2)])
def test_o246_damage_of_an_effect_hurts_who_is_ghostly_only_if_its_source_is_legendary(game, is_legendary, damage):
    game.stand(NINJA, 2).changes(OF_NINJAS, 'stat = "ghostly"')
    game.tables.source_legendary[OF_OKKO] = is_legendary
    game.play('{ op = "each", do = [{ op = "damage", n = 2, whom = "target" }] }', OKKO, source=OF_OKKO)
    assert (game.damage(NINJA), game.damage(ASHIGARU)) == (damage, 2)
    row = (ops.DAMAGE_BY, 2, ops.CHOSEN, 0, 0, 0)
    useful = RULES.usable.works(game.state, game.tables, row, OF_OKKO, OKKO, NINJA)
    assert useful == bool(is_legendary)  # B58


@pytest.mark.parametrize(
    ("modifiers", "when"),
    [
        ('{ stat = "might", n = 2, when = "melee" }', ops.IN_MELEE),
        ('{ stat = "ranged" }, { stat = "might", n = 1, when = "ranged" }', ops.AT_RANGE),
        ('{ stat = "might", n = 1, when = "attacking" }', ops.ATTACKING),
        ('{ stat = "ranged" }, { stat = "might", n = 1, when = "melee" }', ops.ATTACKING),
    ],
)
def test_o246_a_legendary_weapon_makes_those_attacks_legendary_that_it_is_for(modifiers, when):
    text = f'name = "A"\nslot = "hand"\nclasses = ["ronin"]\nlegendary = true\nmodifiers = [{modifiers}]'
    item = msgspec.convert(tomllib.loads(text), Item)
    assert modifier(legendary(item)) == (st.LEGENDARY, 1, ops.SCOPE_SELF, when, 1, ops.ANY_FOE)


def test_o246_what_is_legendary_of_the_shipped_cards():
    tables, _ = build_tables(OkkoOptions(scenario="masks", num_heroes=4))
    t = tables[0]
    sources = set(t.source_legendary.nonzero()[0].tolist())
    items = {
        decoded(t.item_name[source - st.ITEM_SOURCE]) for source in sources if 0 <= source - st.ITEM_SOURCE < st.ITEMS
    }
    assert {"Ofuda", "Naginata", "Moonlit Katana"} <= items and "Katana" not in items
    cards = {
        decoded(t.card_name[source - st.CARD_SOURCE]) for source in sources if 0 <= source - st.CARD_SOURCE < st.CARDS
    }
    assert cards == {"Paper Talismans"}
