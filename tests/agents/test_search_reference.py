"""The search, written down once more in plain Python with dictionaries, and compared simulation by simulation."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest
from games import COVENANT, LANTERNS

from shugyo.agents.search.player import SearchPlayer
from shugyo.envs.core.batch import choose
from shugyo.envs.core.engine import Slots
from shugyo.envs.core.game import Game
from shugyo.envs.core.players import make_batch, scripted_names
from shugyo.envs.core.rng import PLAYER, SEARCH, fold, python_word

PLAIN = {"depth": "none", "rollout": "random", "prior": "none", "bias": 0, "widening": "none", "alpha": 0.5}
"""So that the options are not those of the game."""


@dataclass
class Node:
    """What is known of a sequence of actions; children by (seat, decision, action), in the order of their births."""

    seat: int = -1
    visits: int = 0
    available: int = 1
    bonus: float = 0.0
    total: float = 0.0
    children: dict[tuple[int, int, int], Node] = field(default_factory=dict)


class Reference:
    """Single-observer information-set Monte Carlo tree search on one game.

    Args:
        game: which.
        tables: its content.
        c, prior, bias, widening, alpha, rollout: as in `TreeOptions`.
    """

    def __init__(
        self, game: Game, tables, *, c=0.7, prior=None, bias=0.0, widening=math.inf, alpha=0.5, rollout="random"
    ):
        self.slots = Slots(game, tables, 1, autoreset=False, shaping=False)
        self.slots.tables["auto_forced"] = 1
        self.names = scripted_names(game)
        self.c, self.prior, self.bias, self.widening, self.alpha = c, prior, bias, widening, alpha
        self.rollout = rollout

    def search(self, state, key: int, simulations: int) -> dict[int, tuple[int, float]]:
        """Visits and mean return of each action that was tried."""
        root, seat = Node(), int(state["seat"])
        for number in range(simulations):
            self.simulate(root, state, seat, python_word(key, SEARCH, number))
        return {
            action: (node.visits, 2 * node.total / node.visits - 1) for (_, _, action), node in root.children.items()
        }

    def simulate(self, root: Node, state, seat: int, key: int) -> None:
        slots, self.key = self.slots, key
        slots.states[0] = state
        slots.determinize(np.array([seat], np.int32), np.array([key], np.uint64))
        path, grown = [root], False
        while not self.over and not grown:
            node, here = path[-1], slots.states[0]
            legal = {(int(here["seat"]), int(here["decision"]), int(a)): int(a) for a in np.flatnonzero(slots.mask[0])}
            known = [edge for edge in node.children if edge in legal]
            bounds = {edge: self.bound(node.children[edge]) for edge in known}
            for edge in known:
                node.children[edge].available += 1
            untried = [legal[edge] for edge in legal if edge not in known]
            if untried and (not known or len(known) < self.widening * node.visits**self.alpha):
                edge, node.children[edge] = self.expand(untried, here)
                grown = True
            else:
                edge = max(known, key=bounds.__getitem__)  # the first of equals
            path.append(node.children[edge])
            self.play(edge[2])
        while not self.over:
            self.play(self.random(slots.mask[0]) if self.rollout == "random" else self.scripted(self.rollout))
        for node in path:
            node.visits += 1
            if node is not root:
                node.total += (float(slots.returns[0, node.seat]) + 1) / 2

    def bound(self, node: Node) -> float:
        mean = node.total / node.visits
        return mean + self.c * math.sqrt(math.log(node.available) / node.visits) + node.bonus / (node.visits + 1)

    def expand(self, untried: list[int], state) -> tuple[tuple[int, int, int], Node]:
        mask = np.zeros_like(self.slots.mask[0])
        mask[untried] = 1
        action, bonus = self.random(mask), 0.0
        if self.prior is not None and self.scripted(self.prior) in untried:
            action, bonus = self.scripted(self.prior), self.bias
        seat = int(state["seat"])
        return (seat, int(state["decision"]), action), Node(seat, bonus=bonus)

    @property
    def over(self) -> bool:
        return bool(self.slots.states[0]["over"])

    def play(self, action: int) -> None:
        self.slots.actions[0] = action
        self.slots.advance(self.slots.actions, self.slots.everywhere)

    def word(self) -> int:
        return python_word(self.key, PLAYER, int(self.slots.states[0]["decisions"]))

    def random(self, mask) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[(self.word() >> 32) * len(legal) >> 32])

    def scripted(self, name: str) -> int:
        slots, action = self.slots, np.zeros(1, np.int32)
        kind = np.array([self.names.index(name)], np.int32)
        choose(slots.states, slots.tables, kind, np.array([self.word()], np.uint64), slots.mask.copy(), action)
        return int(action[0])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"c": 0.2},
        {"rollout": "greedy", "prior": "greedy"},
        {"prior": "greedy", "bias": 3.0, "widening": 1.0, "alpha": 0.4},
    ],
    ids=["plain", "narrow", "greedy", "all"],
)
@pytest.mark.parametrize("module", [LANTERNS, COVENANT], ids=["lanterns", "covenant"])
def test_the_kernel_agrees_with_the_reference(module, options):
    settings = {"mode": "conflict"} if module is COVENANT else {"num_players": 3}
    venv = module.vector_env({"observation_dtype": "int8", **settings}, 4, "same_step", 1, False)
    venv.reset(seed=2)
    rng = np.random.default_rng(1)
    given = "".join(f",{name}={value}" for name, value in {**PLAIN, **options}.items())
    reference = Reference(module.game, venv.game_spec.tables, **options)
    for decided in range(2):
        player = SearchPlayer(f"ismcts:60{given}", module.game)
        player.start(venv.game_spec, 9)
        batch = make_batch(venv.slots, np.arange(4), player, np.zeros(4, np.bool_))
        visits, values = player.search(batch)
        for row in range(4):
            base = python_word(fold(9), SEARCH, 0)
            key = python_word(python_word(base, int(batch.slot[row]), int(batch.seat[row])), PLAYER, 0)
            expected = reference.search(batch.states[row], key, 60)
            assert {int(a): int(visits[row, a]) for a in np.flatnonzero(visits[row])} == {
                action: count for action, (count, _) in expected.items()
            }, f"row {row}, decision {decided}"
            assert all(values[row, action] == pytest.approx(mean, abs=1e-6) for action, (_, mean) in expected.items())
        venv.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in venv.slots.mask]))
        venv.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in venv.slots.mask]))
