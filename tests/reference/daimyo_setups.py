"""The set-ups in which the two engines of Daimyo's Fall are compared, and who plays in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

from .daimyo import Setup
from .daimyo_lockstep import FAMILY, Lockstep
from .sampling import FamilySampler, Style

BUSY: Style = {
    "HERO_NAME": 0.1,  # in the main phase it gives a hero up, and without heroes little happens
    "PASS": 0.3,
    "SELL_CARD": 0.3,
    "TRADE": 6,
    "SEND_BACK_HERO": 0.5,
    "NEMESIS_DUEL": 4,
    "HERO_SKILL": 3,
    "BUY_HERO": 3,
    "RETURN_SKILL": 3,
    "DISCARD_SKILL": 2,
    "PLAY": 4,
    "END_TURN": 0.1,
}
STYLES: tuple[Style | None, ...] = (
    None,  # uniformly over the legal actions
    BUSY,
    {**BUSY, "END_TURN": 0.02, "BUY": 0.3, "BUY_TOP": 0.1},
    {**BUSY, "END_TURN": 0.4, "SELL_CARD": 0.1, "WOUND": 0.1},
    {**BUSY, "PASS": 0.05, "CARD": 2},  # boosts, interrupts
    {**BUSY, "PASS": 2, "PLAY": 8, "BUY_HERO": 8},  # keeps its hand
)


class Sampler(FamilySampler):
    """Plays one game at random, each seat with inclinations of its own.

    Args:
        seed: anything that tells the game from others.
        num_players: seats.
    """

    def __init__(self, seed: str, num_players: int) -> None:
        super().__init__(seed, FAMILY)
        self.styles = self.random.choices(STYLES, k=num_players)


@dataclass(frozen=True)
class Case:
    """One way to play.

    Attributes:
        name: how tests list it.
        setup: of both engines.
        games: random games to compare in all.
        content: what differs from the shipped content.
        options: of the compiled engine alone.
    """

    name: str
    setup: Setup
    games: int
    content: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)

    def lockstep(self) -> Lockstep:
        """Both engines, set up."""
        return Lockstep(self.setup, content=self.content, **self.options)


def rules(**numbers: Any) -> dict[str, Any]:
    """Content that differs in numbers of the rules."""
    return {"rules": numbers}


DRAW_AS_MANY = [{"op": "count", "what": "done"}, {"op": "draw", "n": "count"}]
"""Shows what the count register holds."""
ODD = {
    "rules": {"mix_expansion_treasures": True, "petals": [50, 60, 60, 60, 60]},
    "heroes": {
        "orora": {  # every mon, draw and petal sets off something
            "passive": [
                {"event": "gain_mon", "limit": 9, "do": [{"op": "refresh", "what": "samurai"}]},
                {"event": "draw", "limit": 9, "do": [{"op": "trade_points"}]},
                {"event": "petals", "whose": "any", "limit": 9, "do": [{"op": "deployments"}]},
            ],
        },
        "amba": {
            "passive": [
                {"event": "gain_mon", "limit": 9, "do": [{"op": "take", "cost": 3}]},
                {"event": "attacked", "limit": 2, "do": [{"op": "exhaust_self"}]},
            ],
        },
        "umeka": {
            "passive": [{"event": "start_duel", "limit": 1, "do": [{"op": "return_self"}]}],
            "action": {"uses": 3, "do": [{"op": "duel", "atk": 4}, {"op": "if", "won": True, "do": [{"op": "duel"}]}]},
        },
        "sayo": {
            "action": {"pays": {"exhaust": True}, "do": [{"op": "target", "do": [{"op": "return"}, *DRAW_AS_MANY]}]}
        },
        "aiko": {
            "action": {
                "pays": {"trade_points": 1},
                "do": [{"op": "each", "who": "all", "do": [{"op": "loot", "deck": "choice"}, *DRAW_AS_MANY]}],
            }
        },
    },
    "reinforcements": {
        "okiku": {
            "skills": [
                {
                    "on": "deploy",
                    "do": [
                        {"op": "exhaust", "n": 2, "whose": "anybody", "ravage": True},
                        *DRAW_AS_MANY,
                        {"op": "recover", "whose": "others"},
                        {
                            "op": "if",
                            "done": 1,
                            "do": [{"op": "mon", "n": 3}],
                            "otherwise": [{"op": "loot", "deck": "own"}],
                        },
                    ],
                },
                {"on": "duel", "icon": "ninja", "do": [{"op": "exhaust", "what": "hero"}, {"op": "win_duel"}]},
                {"on": "duel", "do": [{"op": "draw", "n": 2}, {"op": "petals"}]},
            ],
        },
        "tae_masamune": {
            "skills": [
                {"on": "interrupt", "event": "purchase", "cost": "return", "do": [{"op": "discard", "optional": True}]},
                {"on": "deploy", "may": True, "do": [{"op": "send_hero"}, {"op": "gain_hero"}, *DRAW_AS_MANY]},
            ],
        },
        "shichi": {
            "equip": {"modifiers": [{"stat": "sell", "n": 2}, {"stat": "reinforcement_cost", "n": -9}]},
        },
    },
}
"""Entries that do what the shipped ones do not: many triggers of one event, effects that cross each other."""

CASES = [
    # ---- as shipped
    Case("2", Setup(2), 60),
    Case("3", Setup(3), 40),
    Case("4-beginners", Setup(4, beginner=True), 30),
    Case("5-beginners", Setup(5, beginner=True), 20),
    Case("2-nemeses", Setup(2, nemesis=True), 60),
    Case("3-nemeses", Setup(3, nemesis=True, expansions=(1,)), 40),
    Case("4-nemeses", Setup(4, nemesis=True), 30),
    Case("5-nemeses", Setup(5, nemesis=True, beginner=True, expansions=(2, 1)), 20),
    Case("2-expansions", Setup(2, expansions=(1, 2)), 40),
    Case("boss-rush", Setup(1, boss_rush=True), 80),
    Case("boss-rush-expansions", Setup(1, boss_rush=True, expansions=(2, 1)), 80),
    # ---- the rule options, other numbers
    Case("either-pass", Setup(3, nemesis=True), 40, rules(R16="either")),
    Case("starters-in-decks", Setup(2), 20, rules(R6="deck", mix_expansion_treasures=True)),
    Case("heroes-at-once", Setup(4, nemesis=True), 20, rules(R2="first", R26="any_time", nemeses_in_deck=5)),
    Case("forced-played", Setup(3, nemesis=True, expansions=(1, 2)), 40, {}, {"auto_forced": True}),
    Case("five-rounds", Setup(5, max_turns=5), 20),
    Case("cut", Setup(3), 10, {}, {"max_decisions": 120}),
    Case("guarded", Setup(3, nemesis=True), 20, rules(turn_guard=20)),
    Case("few-petals", Setup(4), 20, rules(petals=[9] * 5)),
    Case(
        "other-numbers", Setup(3, nemesis=True), 20,
        rules(hand_size=7, deployments=3, trade_costs=[2, 1, 1], send_back_cost=1, treasures_for_setsuko=1),
    ),
    # ---- other content
    Case("odd", Setup(3, nemesis=True, expansions=(1, 2)), 60, ODD),
    Case("odd-2", Setup(2, beginner=True), 60, ODD),
    Case("odd-boss-rush", Setup(1, boss_rush=True, expansions=(1,)), 60, ODD),
    Case("scarce", Setup(4), 20, {"reinforcements": {k: {"copies": 1} for k in ("shichi", "katsu", "rin", "hiroko")}}),
]  # fmt: skip


def _pairs(decisions: str, families: str) -> set[tuple[str, str]]:
    return set(product(decisions.split(), families.split()))


EVERYTHING = (
    _pairs("START_HERO ACTIVE SEND_BACK EXCHANGE DUEL_TARGET FIELD_HERO SEND_HERO AREA_HERO", "HERO_NAME")
    | _pairs("MOVE END_REFRESH BOOST BATTLE_BOOST INTERRUPT HAND_CARD", "CARD PASS")
    | _pairs("TRADE_CARD WOUND_CARD FIELD_CARD POOL_CARD", "CARD")
    | _pairs(
        "MAIN", "END_TURN TRADE SEND_BACK_HERO NEMESIS_DUEL WOUND BUY_TOP PLAY SELL_CARD DISCARD_SKILL RETURN_SKILL"
    )
    | _pairs("MAIN", "BUY BUY_HERO HERO_SKILL HERO_NAME")
    | _pairs("EQUIP", "HERO_NAME PASS")
    | _pairs("MAY", "YES PASS")
    | _pairs("OPTION", "OPTION_NAME")
    | _pairs("TARGET_PLAYER BATTLE_FOR", "PLAYER")
    | _pairs("DECK NEMESIS_DECK", "DECK_NAME")
)
"""All (decision, family of actions) there are."""
