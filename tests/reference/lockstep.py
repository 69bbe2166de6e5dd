"""Plays one game of covenant on both engines at once, and compares them after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from .covenant import Act, Ask, Game
from .covenant_config import ESSENCES, A, Config, P
from .kernel_chance import LASTING, PILES, KernelChance, KernelGame

Chooser = Callable[[KernelGame, list[int]], int]
"""(game, legal actions) → one of them."""

DECISIONS = [name for name in vars(Ask) if name.isupper()]  # in their order
TRAITS = ("VIGOR", "CRAFT", "INFLUENCE", "INSIGHT")
FAMILIES = [name for name in vars(Act) if name.isupper() and name != "KIND"]
KINDS = {Act.KIND: "AMBITION", Act.KIND + 1: "STEWARDSHIP", Act.KIND + 2: "FEUD"}


def _families() -> list[str]:
    """Name of the family of each action id."""
    first = {getattr(Act, name) + (name in ("OFFER", "RIVAL")): name for name in FAMILIES} | KINDS
    names: list[str] = []
    for action in range(145):
        names.append(first.get(action) or names[-1])
    return names


FAMILY = _families()


class Lockstep:
    """Both engines, set up alike, and what happened in the games that they played.

    Args:
        config: numbers of the reference.
        max_turns: seasons after which the game is cut.
        **options: of the compiled engine, that make it play by the same numbers.

    Attributes:
        seen: how often each (decision, family of action) and each event occurred.
    """

    def __init__(self, config: Config, max_turns: int | None = None, **options: Any) -> None:
        self.config, self.max_turns = config, max_turns
        given = options if max_turns is None else {**options, "max_turns": max_turns}
        self.kernel = KernelGame(config, **given)
        self.seen: Counter[Any] = Counter()
        self.steps = 0

    def play(self, seed: int, choose: Chooser) -> None:
        """One game to its end.

        Args:
            seed: of the compiled engine's game.
            choose: picks the actions.

        Raises:
            AssertionError: the engines differ; the message tells the game and its actions so far.
        """
        actions: list[int] = []
        try:
            self._play(seed, choose, actions)
        except Exception as error:
            raise AssertionError(f"seed {seed}, after {len(actions)} actions: {error}\nactions = {actions}") from error

    def _play(self, seed: int, choose: Chooser, actions: list[int]) -> None:
        kernel = self.kernel
        kernel.begin(seed)
        self.chance = KernelChance(kernel)
        game = Game(self.config, self.chance, self.max_turns)
        self.offers = 0
        self.compare(game)
        while not game.over:
            assert kernel.returns() == kernel.rewards() == [0] * self.config.num_players, "returns before the end"
            legal = kernel.legal()
            action = choose(kernel, legal)
            assert action in legal, f"chosen {action} of {legal}"
            actions.append(action)
            self.note(game, action)
            before = self.marks(game)
            kernel.step(action)
            game.step(action)
            self.note_change(game, action, before)
            self.compare(game)
            if kernel.get("over") and not game.over:
                assert kernel.get("truncated"), "only the compiled engine has ended"
                game.cut()
        self.compare_end(game)
        self.steps += len(actions)

    # ---- comparing --------------------------------------------------------------------------------------------------
    def compare(self, game: Game) -> None:
        """Everything at one moment."""
        kernel = self.kernel
        if not game.over:
            found = (kernel.get("seat"), kernel.get("decision"))
            assert found == (game.seat, game.decision), f"seat, decision {found}, expected {game.seat, game.decision}"
            legal = [] if kernel.get("over") else game.legal()  # over: cut by max_decisions
            assert kernel.legal() == legal, f"mask {kernel.legal()}, expected {legal}"
        assert kernel.score() == game.score(), f"score {kernel.score()}, expected {game.score()}"
        view, expected = kernel.view(), described(game)
        for side, value in enumerate(view["values"]):
            if value is None and expected["values"]:  # once a trick card is taken, the record has lost its value
                expected["values"][side] = None
        names = set(LASTING) if game.over else set(view)
        if not kernel.dealt():
            names -= PILES
        if view["fighters"][P] < 0:  # at the meeting nobody leads
            names.discard("leader")
        wrong = {name: (view[name], expected[name]) for name in names if view[name] != expected[name]}
        assert not wrong, "(found, expected): " + ", ".join(f"{name} {pair}" for name, pair in wrong.items())
        if kernel.dealt():
            counts = (kernel.get("shuffles"), kernel.get("picks"))
            expected_counts = (self.chance.shuffles, self.chance.picks)
            if self.config.insight_by_deck_order:
                counts, expected_counts = counts[:1], expected_counts[:1]
            assert counts == expected_counts, f"shuffles and picks {counts}, expected {expected_counts}"

    def compare_end(self, game: Game) -> None:
        """How the game ended."""
        kernel = self.kernel
        ending = (kernel.get("over"), kernel.get("truncated"), kernel.get("foul"), kernel.legal())
        assert ending == (1, int(game.truncated), 0, []), f"over, truncated, foul, legal {ending}"
        returns, expected = kernel.returns(), game.returns()
        close = all(abs(found - value) < 1e-6 for found, value in zip(returns, expected, strict=True))
        assert close and kernel.rewards() == returns, f"returns {returns}, expected {expected}"

    # ---- what has been covered --------------------------------------------------------------------------------------
    def note(self, game: Game, action: int) -> None:
        """Counts a decision and what is chosen."""
        decision, family, fight = game.decision, FAMILY[action], game.fight
        self.seen[DECISIONS[decision], family] += 1
        if Act.BY_POINT <= action <= Act.BY_OPPOSED_HARM:
            self.seen[TRAITS[fight.cards.trick_suit(fight.turn)], family] += 1
        elif family == "OFFER":
            self.offers = self.offers + 1 if decision == Ask.BID_ANSWER else 1
        elif action == Act.ACCEPT:
            self.seen["bought off" if game.seat == fight.claimer else "claimer pays"] += 1
            self.seen["auction of three offers or more"] += self.offers >= 3
        elif decision == Ask.CLAIM_WHAT:
            self.seen["Essences"] += action == Act.RESOURCE + ESSENCES
        elif decision == Ask.CRAFT_TAKE:
            self.seen["second Craft"] += fight.crafted
            self.seen["Craft after a tie"] += fight.final_values[P] == fight.final_values[A]

    def marks(self, game: Game) -> tuple:
        """What `note_change` compares."""
        blame = sum(mage.blame for mage in game.ledger.mages)
        hands = [len(hand) for hand in game.cards.hands]
        return game.conflicts, self.chance.shuffles, game.ledger.lost, blame, hands, game.tricks

    def note_change(self, game: Game, action: int, before: tuple) -> None:
        """Counts events that one step brought about."""
        seen, after = self.seen, self.marks(game)
        conflicts, shuffles, lost, blame, hands, tricks = before
        seen["reshuffle"] += after[1] > max(shuffles, 1)
        seen["votes lost"] += after[2] > lost
        seen["covenant Harmed"] += after[3] > blame
        if game.conflicts != conflicts:
            self.chance.shuffles = self.chance.picks = 0
            seen["no stake possible"] += game.decision in (Ask.VOLUNTEER, Ask.TYPE)
        elif game.decision == Ask.COMMIT and action == Act.PASS and game.tricks > tricks:
            seen["free draw"] += any(old == 0 and new == 1 for old, new in zip(hands, after[4], strict=True))
        seen["trick lost without a card"] += game.tricks > tricks + 1
        if action == Act.CONCEDE:
            over = game.over or game.conflicts != conflicts or game.decision == Ask.MEETING
            seen["concession decides"] += over
        seen["fall"] += game.over and game.fallen


def described(game: Game) -> dict[str, Any]:
    """The reference's public and hidden view under the names of `KernelGame.view`."""
    public, hidden = game.public(), game.hidden()
    for name in ("aiding", "vigor", "struck"):  # the record keeps no order there
        public[name] = [sorted(cards) for cards in public[name]]
    cards = {"deck_order": hidden.pop("deck"), "hand_cards": hidden.pop("hands")}
    return {**public, **hidden, **cards}
