"""Checks of the Daimyo's Fall reference engine itself: random games and the worked examples of the rulebook."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from shugyo.envs.core.options import parse_options
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables

from .daimyo import Act, Ask, Game, Setup
from .daimyo_cards import Card, Character, Deployed
from .daimyo_config import AREA, ASIDE, BEATEN, EXHAUSTED, GONE, HERO_DECK, NEMESIS, RAVAGED, READY
from .daimyo_table import Play

CONTENT = build_tables(parse_options(DaimyoOptions, "daimyo_v0", {}))[1]
TABLES = [
    Setup(2),
    Setup(3, beginner=True),
    Setup(4, nemesis=True, expansions=(1,)),
    Setup(5, nemesis=True, beginner=True, expansions=(1, 2)),
    Setup(1, boss_rush=True, expansions=(2,)),
]


class RandomChance:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def first_player(self, seats: int) -> int:
        return self.rng.randrange(seats)

    def draw_hero(self, count: int) -> int:
        return self.rng.randrange(count)

    def nemesis_out(self, turn: int, count: int) -> int:
        return self.rng.randrange(count)

    def draw_card(self, seat: int, count: int) -> int:
        return self.rng.randrange(count)

    def draw_from_deck(self, deck: int, count: int) -> int:
        return self.rng.randrange(count)


# ---- random games ---------------------------------------------------------------------------------------------------
def all_cards(game: Game) -> Counter:
    lying = [card for player in game.players for card in player.all_cards()]
    lying += [card for pile in [*game.decks, *game.piles, *game.pools] for card in pile if card is not None]
    return Counter(lying + game.removed + game.wound_cards)


def check(game: Game) -> None:
    """What holds at every moment."""
    for player in game.players:
        assert [hero.place for hero in player.heroes] == [player.seat] * len(player.heroes)
        assert player.active is None or player.active in player.ready_heroes
        assert not any(hero.equipment for hero in player.heroes if hero.status != READY)
        assert not Counter(player.shown) - Counter(player.hand)
    owned = [hero for player in game.players for hero in player.heroes]
    for character in game.characters:
        assert (character in owned) == isinstance(character.place, int)
        assert character.kind != NEMESIS or (character is game.nemesis) == (character.place == AREA)
    assert 0 <= game.petals <= game.petals_start
    assert min(game.mon, game.deployments, game.trade_points) >= 0


@pytest.mark.parametrize("setup", TABLES, ids=str)
def test_random_games(setup):
    for seed in range(5):
        game, rng = Game(CONTENT, setup, RandomChance(seed)), random.Random(seed)
        cards = all_cards(game)
        while not game.over:
            legal = game.legal()
            assert legal and legal == sorted(set(legal)) and 0 <= legal[0] <= legal[-1] < Act.END
            game.step(rng.choice(legal))
            check(game)
        assert all_cards(game) == cards
        assert game.truncated == (game.turn == game.max_turns and not game.last_petal)
        assert setup.boss_rush or sum(game.returns()) == pytest.approx(0)


def test_illegal_action():
    game = Game(CONTENT, Setup(2), RandomChance(0))
    with pytest.raises(ValueError, match="not legal"):
        game.step(Act.YES)


# ---- positions ------------------------------------------------------------------------------------------------------
class Scene(Game):
    """A game whose position is made up: seat 0 is in turn, with the main phase to come."""

    def __init__(self, players: int = 2, **options) -> None:
        super().__init__(CONTENT, Setup(players, **options), RandomChance(1))
        self.current = self.first = 0
        self.turn = 1
        self.reset_turn()
        self.queue = []
        for player in self.players:
            for hero in player.heroes:
                self.leave(player, hero, GONE)
            player.hand, player.deck, player.discard = [], [], []

    def card(self, key: str) -> Card:
        return next(card for card in self.cards if card.key == key)

    def hero(self, key: str) -> Character:
        return next(character for character in self.characters if character.key == key)

    def hand(self, seat: int, *keys: str) -> None:
        self.players[seat].hand = [self.card(key) for key in keys]

    def deck(self, seat: int, *keys: str) -> None:
        self.players[seat].deck = [self.card(key) for key in keys]

    def lead(self, seat: int, *keys: str, active: bool = True) -> list[Character]:
        player, heroes = self.players[seat], [self.hero(key) for key in keys]
        for hero in heroes:
            self.settle(player, player.slots.index(None), hero)
        player.active = heroes[0] if active else None
        return heroes

    def begin(self, course: Play | None = None) -> None:
        self.over = False
        self.course = self.main_phase() if course is None else course
        self.advance(None)

    def do(self, *actions: int) -> None:
        for action in actions:
            self.step(action)

    def deploy(self, *keys: str) -> None:
        self.do(*(Act.PLAY + self.card(key).number for key in keys))

    def can(self, base: int, key: str) -> bool:
        return base + self.card(key).number in self.legal()


def can_trade(scene: Scene, wanted: int) -> set[str]:
    return {card.key for card in scene.tradeable(wanted)}


# ---- the rulebook's examples ----------------------------------------------------------------------------------------
def test_icons_under_nene():
    scene = Scene()
    scene.lead(0, "nene_sugihara")
    scene.lead(1, "komatsu")
    scene.hand(0, "hiroko", "katsu")
    scene.deck(0, "mon", "mon", "mon")
    scene.players[1].field = [Deployed(scene.card("shichi"))]
    scene.begin()
    scene.deploy("hiroko")
    assert (scene.deployments, scene.trade_points) == (2, 1)  # one of them is Nene's own
    assert len(scene.players[0].deck) == 3  # no skill
    scene.deploy("katsu")
    assert scene.decision == Ask.TARGET_PLAYER  # the skill is carried out
    scene.do(Act.PLAYER + 1, Act.CARD + scene.card("shichi").number)
    assert scene.players[1].field[0].status == EXHAUSTED


def test_shichi_before_shizuka():
    scene = Scene()
    scene.hand(0, "shichi", "shizuka")
    scene.begin()
    scene.deploy("shichi", "shizuka")
    assert (scene.mon, scene.deployments) == (2, 0) and not scene.players[0].hand


def test_shizuka_before_shichi():
    scene = Scene()
    scene.hand(0, "shichi", "shizuka")
    scene.begin()
    scene.deploy("shizuka")
    assert scene.mon == 2 and not scene.can(Act.PLAY, "shichi")


def trading_scene() -> Scene:
    scene = Scene()
    scene.hand(0, "hiroko", "hiroko", "ghost_lantern", "kogarasu", "crane_banner")
    scene.begin()
    scene.deploy("hiroko", "hiroko")
    return scene


def test_two_hiroko_and_a_trade():
    scene = trading_scene()
    assert (scene.trade_points, scene.deployments) == (2, 1)
    everything = {"ghost_lantern", "kogarasu", "crane_banner"}
    assert [can_trade(scene, wanted) for wanted in (0, 1, 2)] == [everything, everything, set()]
    scene.trade_points = 1
    assert [can_trade(scene, wanted) for wanted in (0, 1)] == [{"kogarasu", "crane_banner"}, {"ghost_lantern"}]
    for card, wanted, price in (("ghost_lantern", 1, 1), ("ghost_lantern", 0, 2), ("kogarasu", 1, 2)):
        scene = trading_scene()
        old = scene.card(card)
        sizes = [len(deck) for deck in scene.decks]
        scene.do(Act.TRADE + wanted, Act.CARD + old.number)
        (new,) = scene.players[0].discard
        sizes[old.deck] += 1
        sizes[new.deck] -= 1
        assert new.deck == 2 + wanted and scene.trade_points == 2 - price
        assert [len(deck) for deck in scene.decks] == sizes and old not in scene.players[0].hand


def test_a_third_trade_point_buys_a_regalia():
    scene = trading_scene()
    scene.deploy("crane_banner")
    assert scene.trade_points == 3 and can_trade(scene, 2) == {"ghost_lantern", "kogarasu"}
    scene.do(Act.TRADE + 2, Act.CARD + scene.card("kogarasu").number)
    assert scene.trade_points == 0 and [card.kind for card in scene.players[0].discard] == ["regalia"]


def duel_scene(*defending: str) -> Scene:
    scene = Scene()
    scene.lead(0, "komatsu")
    scene.lead(1, "ran")
    scene.hand(1, *defending)
    scene.begin(scene.start_duel(0, 0))
    scene.do(Act.HERO_NAME + scene.hero("ran").number)
    return scene


def statuses(scene: Scene) -> tuple[int, int]:
    return scene.hero("komatsu").status, scene.hero("ran").status


def test_komatsu_beats_ran():
    scene = duel_scene()
    assert scene.over and scene.duel_winner == 0 and statuses(scene) == (READY, EXHAUSTED)
    assert scene.players[1].active is None


def test_shizuka_negates_for_a_ninja():
    scene = duel_scene("shizuka", "michiko")
    assert (scene.seat, scene.decision) == (1, Ask.BOOST)
    scene.do(Act.CARD + scene.card("shizuka").number)
    assert scene.over and scene.duel_winner is None and statuses(scene) == (READY, READY)


def test_shizuka_may_win_for_a_samurai():
    scene = Scene()
    scene.lead(0, "ran")
    scene.lead(1, "komatsu")
    scene.hand(1, "shizuka")
    scene.begin(scene.start_duel(0, 9))
    scene.do(Act.HERO_NAME + scene.hero("komatsu").number, Act.CARD + scene.card("shizuka").number)
    assert (scene.seat, scene.decision) == (1, Ask.OPTION) and len(scene.legal()) == 2
    scene.do(Act.OPTION_NAME)
    assert scene.duel_winner == 1 and statuses(scene) == (READY, EXHAUSTED)


def test_michiko_makes_eleven():
    scene = duel_scene("shizuka", "michiko")
    scene.do(Act.CARD + scene.card("michiko").number)
    assert scene.fight.boost[1] == 6
    scene.do(Act.PASS)
    assert scene.duel_winner == 1 and statuses(scene) == (EXHAUSTED, READY)


# ---- further positions ----------------------------------------------------------------------------------------------
def test_an_exhausted_hero_misses_one_choice():
    scene = Scene()
    (hero,) = scene.lead(0, "ran")
    scene.players[0].exhaust(hero, EXHAUSTED)
    scene.begin(scene.starting_phase(scene.players[0]))
    assert scene.players[0].active is None and hero.status == READY
    scene.begin(scene.starting_phase(scene.players[0]))
    assert (scene.decision, scene.legal()) == (Ask.ACTIVE, [Act.HERO_NAME + hero.number])


def test_a_ravaged_card_takes_two_turns_more():
    scene = Scene()
    lying = Deployed(scene.card("katsu"))
    lying.status = RAVAGED
    scene.players[0].field = [lying]
    for status in (EXHAUSTED, READY):
        scene.begin(scene.starting_phase(scene.players[0]))
        assert lying.status == status and scene.players[0].field == [lying]
    scene.begin(scene.starting_phase(scene.players[0]))
    assert scene.players[0].hand == [scene.card("katsu")]  # cleaned up, then drawn again


def test_a_pass_of_the_attacker_leaves_the_defender_a_boost():
    scene = Scene()
    scene.lead(0, "komatsu")
    scene.lead(1, "ran")
    scene.hand(0, "shichi", "shichi")
    scene.hand(1, "katsu", "katsu")
    scene.begin(scene.start_duel(0, 0))
    scene.do(Act.HERO_NAME + scene.hero("ran").number, Act.PASS)
    assert (scene.seat, scene.decision) == (1, Ask.BOOST)
    scene.do(Act.CARD + scene.card("katsu").number)
    assert (scene.seat, scene.decision) == (0, Ask.BOOST)
    scene.do(Act.CARD + scene.card("shichi").number, Act.PASS)
    assert scene.duel_winner == 0


def test_setsuko_changes_at_the_third_treasure():
    scene = Scene()
    (living,) = scene.lead(0, "setsuko_soul_ablaze")
    revenant, player = scene.hero("setsuko_revenant_despair"), scene.players[0]
    revenant.place, player.returned = ASIDE, 1
    scene.hand(0, "kogarasu", "katsu", "kogarasu")
    for key, changed in (("kogarasu", False), ("katsu", False), ("kogarasu", True)):
        scene.give_back(player, scene.card(key))
        assert (player.active is revenant) == changed
    assert (living.place, player.slots[0]) == (GONE, revenant)
    assert scene.piles[1] == [scene.card("katsu")] and scene.decks[2].count(scene.card("kogarasu")) >= 2


def test_izanami_changes_setsuko_at_once():
    scene = Scene()
    scene.lead(0, "setsuko_soul_ablaze")
    scene.hero("setsuko_revenant_despair").place = ASIDE
    scene.hand(0, "izanami")
    scene.give_back(scene.players[0], scene.card("izanami"))
    assert scene.players[0].active is scene.hero("setsuko_revenant_despair")


@pytest.mark.parametrize("room", [True, False])
def test_a_fourth_hero(room):
    scene = Scene()
    scene.lead(0, "aiko", "amba", "orora")
    for hero in scene.area_heroes():
        hero.place = GONE
    bought, others = scene.hero("umeka"), [scene.hero(key) for key in ("komatsu", "ran")]
    bought.place = AREA
    for hero in others[room:]:
        hero.place = AREA
    scene.begin(scene.join(scene.players[0], bought))
    assert scene.decision == Ask.EXCHANGE and len(scene.legal()) == 4
    scene.do(Act.HERO_NAME + scene.hero("aiko").number)
    assert scene.hero("aiko").place == (AREA if room else HERO_DECK)
    assert scene.players[0].slots[0] is bought and scene.players[0].active is None


def test_common_battle():
    scene = Scene(nemesis=True)
    scene.lead(0, "komatsu")
    scene.lead(1, "sayo")
    nemesis = scene.hero("yamauba")  # DEF 5
    nemesis.place = AREA
    scene.begin_nemesis(nemesis)
    scene.hand(0, "michiko")
    scene.hand(1, "mon")
    scene.decks[2], scene.decks[3] = [scene.card("crane_banner")], []  # costs 5
    scene.begin(scene.battle())
    scene.do(Act.PASS, Act.PASS)  # nobody moves cards
    scene.do(Act.PLAYER, Act.CARD + scene.card("michiko").number)
    assert scene.players[0].hand, "a plan is no discard"
    scene.do(Act.PLAYER + 1, Act.PASS)
    assert (scene.seat, scene.legal()) == (0, [Act.DECK_NAME + 2])
    scene.do(Act.DECK_NAME + 2)  # 8 + 6 and 4 against 5 + 5
    assert [player.wounds for player in scene.players] == [1, 0]
    assert (scene.hit_points, scene.hero("sayo").status, scene.hero("komatsu").status) == (1, EXHAUSTED, READY)
    assert scene.removed == [scene.card("crane_banner")]


def test_a_boss_falls_to_returned_treasures():
    scene = Scene(1, boss_rush=True)
    scene.nemesis.place = HERO_DECK
    boss = scene.hero("yamauba")
    boss.place = AREA
    scene.begin_nemesis(boss)
    scene.petals = 45
    scene.hand(0, "kogarasu", "izanami")
    scene.begin()
    scene.do(Act.WOUND, Act.CARD + scene.card("kogarasu").number)
    assert (scene.hit_points, scene.wound_cards) == (4, [scene.card("kogarasu")])
    scene.do(Act.WOUND, Act.CARD + scene.card("izanami").number)
    assert (boss.place, scene.nemesis, scene.petals, scene.wound_cards) == (BEATEN, None, 50, [])
    assert scene.score() == [2.0]


def test_the_last_petal_ends_the_round():
    scene = Scene()
    scene.petals = 1
    scene.remove_petals(3, None)
    scene.begin(scene.play_rounds())
    turns = [0]
    while not scene.over:
        turns += [scene.current] if scene.current != turns[-1] else []
        scene.step(scene.legal()[0] if scene.decision != Ask.MAIN else Act.END_TURN)
    assert turns == [0, 1] and scene.turn == 2 and not scene.truncated


def test_ties_by_treasures_then_shared():
    scene = Scene(3)
    scene.hand(0, "kogarasu")  # 3 VP
    scene.hand(1, "mitsuki_sanada")  # 3 VP
    scene.hand(2, "kogarasu")
    scene.end()
    assert scene.score() == [3.0, 3.0, 3.0] and scene.returns() == [0.5, -1.0, 0.5]


def test_the_guard_ends_a_turn():
    scene = Scene()
    scene.hand(0, "mon", "shichi")
    scene.turn_decisions = scene.rules["turn_guard"]
    scene.begin()
    assert scene.legal() == [Act.END_TURN]
