"""Checks of the covenant reference engine itself: random games and worked positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from .covenant import Act, Ask, Config, Game

GAMES = 50
TABLES = [("year", n) for n in (2, 3, 4, 5)] + [("conflict", 2), ("mini", 2)]


class RandomChance:
    """Chance from a seeded generator."""

    def __init__(self, seed: int) -> None:
        """Seed the generator."""
        self.rng = random.Random(seed)

    def first_player(self, num_players: int) -> int:
        """Any seat."""
        return self.rng.randrange(num_players)

    def traits(self, seat: int) -> list[int]:
        """Any order."""
        return self.rng.sample(range(4), 4)

    def shuffle(self, cards: list[int]) -> list[int]:
        """Any order."""
        return self.rng.sample(cards, len(cards))

    def insight(self, hand: list[int]) -> int:
        """Any card."""
        return self.rng.choice(hand)


def card(name: str) -> int:
    """Card id of a name such as ``9c``."""
    return 13 * "cdhs".index(name[-1]) + "23456789TJQKA".index(name[0])


def do(game: Game, *actions: int) -> None:
    """Play several actions."""
    for action in actions:
        game.step(action)


def check(game: Game, config: Config) -> None:
    """Conservation of cards and votes, and bounds of all tracks."""
    view, secret = game.public(), game.hidden()
    places = [*secret["deck"], *secret["unseen_discards"], *view["seen_discards"]]
    places += [c for hand in secret["hands"] for c in hand]
    places += [c for c in secret["committed"] if c >= 0]
    for zone in ("trick_cards", "aiding", "vigor", "struck"):
        places += [c for pile in view[zone] for c, _ in pile]
    assert sorted(places) == sorted(config.deck)
    assert len(view["seen_discards"]) + len(secret["unseen_discards"]) == view["discard"]
    start = config.num_players * config.start_votes
    balance = start + view["votes_minted"] - view["votes_spent"] - view["votes_lost"]
    assert sum(view["votes"]) == balance
    assert all(0 <= votes <= 30 for votes in view["votes"])
    for mage in game.ledger.mages:
        for k, track in enumerate(mage.tracks):
            assert min(track.harm, track.spent, track.free) >= 0
            assert track.value <= config.track_limit(k)
            assert k < 12 or track.harm == 0
    for track in game.ledger.covenant:
        assert min(track.harm, track.spent, track.free) >= 0
        assert track.value <= config.covenant_limit


def play(game: Game, config: Config, seed: int) -> Counter:
    """Play a game at random and count the decisions."""
    rng, seen = random.Random(seed), Counter()
    while not game.over:
        legal = game.legal()
        assert legal and legal == sorted(set(legal)) and 0 <= legal[0] <= legal[-1] < 145
        assert 0 <= game.seat < config.num_players
        action = rng.choice(legal)
        seen[game.decision] += 1
        seen[(game.decision, action)] += 1
        game.step(action)
        check(game, config)
        assert sum(seen[d] for d in range(23)) < 20_000
    return seen


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_random_games(mode: str, players: int) -> None:
    """Random games end, stay consistent and are scored."""
    seen: Counter = Counter()
    for seed in range(GAMES):
        config = Config.for_mode(mode, players)
        game = Game(config, RandomChance(seed))
        seen += play(game, config, seed + 1)
        assert game.legal() == [] and not game.truncated
        assert sum(game.returns()) == pytest.approx(0)
        if mode != "year":
            assert sorted(game.returns()) == [-1, 1]
            assert max(game.score()) == config.tricks_to_win > min(game.score())
    if mode == "year":
        two = {Ask.VOLUNTEER, Ask.BID_OPEN, Ask.BID_ANSWER} if players == 2 else set()
        assert set(range(23)) - two == {key for key in seen if isinstance(key, int)}


def test_rich_conflicts() -> None:
    """With many votes and points every action of a fighter occurs, and nothing breaks."""
    seen: Counter = Counter()
    for seed in range(GAMES):
        config = Config.for_mode("conflict", 2)
        config.covenant, config.start_votes = (2,) * 5, 30
        config.trait_values, config.magic = (2, 2, 1, 1), 3
        game = Game(config, RandomChance(seed))
        for mage in game.ledger.mages:
            for k in range(4, 16):
                mage.tracks[k].value = config.track_limit(k)
        seen += play(game, config, seed)
    kinds = {key[1] for key in seen if not isinstance(key, int)}
    assert set(range(17)) - {Act.VOLUNTEER, Act.ACCEPT} <= kinds


def test_max_turns() -> None:
    """A cut game is marked as truncated and still scored."""
    config = Config.for_mode("year", 3)
    game = Game(config, RandomChance(0), max_turns=1)
    while not game.over:
        game.step(game.legal()[-1])
    assert game.truncated and game.public()["season"] == 0 and game.public()["conflict"] == 3


def test_illegal_action() -> None:
    """An illegal action is refused."""
    game = Game(Config.for_mode("mini", 2), RandomChance(0))
    with pytest.raises(ValueError, match="not legal"):
        game.step(Act.TYPE)


def new_table(players: int = 2) -> Game:
    """A year game whose first position is about to be replaced."""
    return Game(Config.for_mode("year", players), RandomChance(3))


def test_worked_trick() -> None:
    """The trick of section 4.6: 22 to 13, struck to 15, tied, won by A."""
    game = new_table()
    protagonist, antagonist = game.ledger.mages
    protagonist.tracks[0].value, antagonist.tracks[8].value = 2, 1
    hands = [["9c", "4c", "3c", "2s"], ["Ks", "5c", "2d", "3h"]]
    game.place([0, 1], [0, 2], [[card(c) for c in hand] for hand in hands])
    do(game, Act.CARD + card("9c"), Act.CARD + card("Ks"), Act.PASS, Act.PASS)
    assert game.public()["values"] == [11, 13]
    assert game.decision == Ask.WINDOW and game.seat == 0
    do(game, Act.BY_POINT, Act.CARD + card("4c"), Act.CARD + card("3c"))
    assert game.public()["values"] == [22, 13] and protagonist.tracks[0].spent == 1
    assert game.seat == 1 and game.decision == Ask.WINDOW
    do(game, Act.ITEM_USE, Act.CARD + card("5c"))
    assert game.public()["values"] == [15, 13]
    do(game, Act.PASS, Act.CARD + card("2d"))
    assert game.public()["values"] == [15, 15]
    votes = antagonist.votes
    do(game, Act.PASS, Act.PASS)
    assert game.public()["tricks"] == [0, 1] and antagonist.votes == votes + 1
    assert game.public()["leader"] == 1 and game.seat == 1


def test_worked_auction() -> None:
    """The auction of section 4.6: the claimer cannot raise and is bought off for 4."""
    game = new_table(3)
    for mage, votes in zip(game.ledger.mages, (4, 0, 6), strict=True):
        mage.votes = votes
    game.place([0, 1], [0, 2], [[0, 1], [2, 3]])
    do(game, Act.CLAIM)
    assert (game.seat, game.decision) == (2, Ask.BID_OPEN)
    do(game, Act.OFFER + 2)
    assert (game.seat, game.decision) == (0, Ask.BID_ANSWER)
    do(game, Act.OFFER + 3)
    assert game.seat == 2
    do(game, Act.OFFER + 4)
    assert game.seat == 0 and game.legal() == [Act.ACCEPT]
    do(game, Act.ACCEPT)
    assert [mage.votes for mage in game.ledger.mages] == [8, 0, 2]
    assert (game.seat, game.decision) == (0, Ask.COMMIT) and Act.CLAIM not in game.legal()
    assert game.public()["claim_ban"] == [1, 0]


def test_concession_redraws_one_more() -> None:
    """C80 and C81: hand and trick cards go away unseen, then hand + 1 cards come."""
    game = new_table()
    game.place([0, 1], [0, 0], [[0, 1, 2], [3, 4, 5]])
    do(game, Act.CARD, Act.CARD + 3, Act.PASS, Act.CONCEDE)
    secret = game.hidden()
    assert secret["unseen_discards"] == [0, 3, 4, 5]
    assert secret["hands"] == [[1, 2], [6, 7, 8]]
    assert game.public()["tricks"] == [1, 0]


def test_concession_reshuffles_its_own_discards() -> None:
    """C14: the refill happens inside the redraw and may bring the conceded cards back."""
    game = new_table()
    game.place([0, 1], [0, 0], [[0, 1], [2, 3, 4]], deck=[])
    game.cards.unseen.clear()
    do(game, Act.CARD, Act.CARD + 2, Act.CONCEDE)
    secret = game.hidden()
    assert len(secret["hands"][0]) == 2 and len(secret["deck"]) == 1
    assert secret["unseen_discards"] == []


def test_empty_hands() -> None:
    """C49: the leader draws first; without a card the trick is lost at once."""
    game = new_table()
    game.place([0, 1], [0, 0], [[], [5]], deck=[9, 8])
    assert game.hidden()["hands"] == [[9], [5]]
    game.config.reshuffle = False
    game.place([0, 1], [0, 0], [[], []], leader=1, deck=[9])
    assert game.public()["conflict"] == 2  # P lost three tricks, the next conflict began
    game.place([0, 1], [0, 0], [[], []], deck=[])
    assert game.decision == Ask.MEETING  # A won all tricks of the season's last conflict


def test_swap_and_craft() -> None:
    """C79: cards change sides, announcements do not; Craft takes the card lying there."""
    game = new_table()
    first, second = game.ledger.mages
    first.tracks[1].value, second.votes, second.magic = 1, 10, 2
    game.place([0, 1], [4, 4], [[card("9d"), 0], [card("Ks"), 1]])
    do(game, Act.CARD + card("9d"), Act.CARD + card("Ks"), Act.PASS, Act.PASS)
    assert game.public()["values"] == [9 + 2, 13 + 4]
    do(game, Act.BY_POINT, Act.SWAP)
    assert game.public()["values"] == [17, 11] and game.public()["craft"] == [0]
    do(game, Act.PASS, Act.PASS)
    assert (game.seat, game.decision) == (0, Ask.CRAFT_TAKE)
    do(game, Act.TAKE_WINNING)
    assert game.hidden()["hands"][0] == [0, card("Ks")]
    assert game.public()["seen_discards"] == [card("9d")]


def test_opposed_harm() -> None:
    """C63: a Harm in the opponent's Trait pays for an own Trait without free points."""
    game = new_table()
    tracks = game.ledger.mages[0].tracks
    tracks[2].value = tracks[2].spent = 1  # Influence used up
    tracks[3].value, tracks[3].spent = 2, 2  # Insight: the Harm takes a used point
    game.place([0, 1], [0, 0], [[card("9h"), 0], [card("Ks"), 1]])
    do(game, Act.CARD + card("9h"), Act.CARD + card("Ks"), Act.PASS, Act.PASS)
    assert {Act.BY_OVERUSE, Act.BY_OPPOSED_HARM} <= set(game.legal())
    do(game, Act.BY_OPPOSED_HARM, Act.CARD)
    assert (tracks[3].harm, tracks[3].spent, tracks[2].harm) == (1, 1, 0)
    assert game.public()["values"] == [11, 13]


def test_companion_and_claim_change_suits() -> None:
    """C78, C94, C96: Companions and covenant draws set the current suit."""
    game = new_table()
    game.ledger.mages[0].tracks[4].value = 1
    game.place([0, 1], [0, 0], [[card("9c"), card("2h")], [card("Ks"), 1]])
    do(game, Act.COMPANION_USE, Act.CARD + card("9c"), Act.SUIT + 3)
    drawn = game.hidden()["deck"][0]
    do(game, Act.CLAIM, Act.RESOURCE + 1)
    secret = game.hidden()
    suits = dict(zip(secret["hands"][0], secret["hand_suits"][0], strict=True))
    assert suits == {card("9c"): 3, card("2h"): 2, drawn: 1}
    assert Act.RESOURCE + 4 not in game.legal() and game.decision == Ask.COMMIT
    do(game, Act.CLAIM, Act.RESOURCE + 1, Act.CLAIM, Act.RESOURCE + 1)
    assert game.public()["covenant_harm"][1] == 1 and game.public()["blame"] == [1, 0]
