"""The compiled engine of covenant as the reference sees it: one game, its views, and its chance outcomes.

``KernelGame`` plays single games and describes its record in the words of ``covenant.Game.public`` and ``hidden``.
``KernelChance`` answers the reference's questions about chance from what the record shows after the same step.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from shugyo.envs.core.options import parse_options
from shugyo.envs.covenant.content import CovenantOptions, build_tables
from shugyo.envs.covenant.game import GAME

from .covenant_config import Config, rank
from .one_game import OneGame

# Numbers of the record, written out rather than imported: a renumbering shall be noticed here.
DECK, DISCARD, BURIED, HAND, TRICK, AIDING, VIGOR_CARD, ITEM_CARD, OUT = 0, 1, 2, 3, 5, 7, 9, 11, 13
NO_STAKE = 3
BIDS_AND_CLAIM = (18, 19, 20)
MAGIC_TYPE = 4

LASTING = (
    "conflict", "fallen", "tricks", "votes", "renown", "blame", "magic", "value", "harm", "spent",
    "covenant_value", "covenant_harm", "covenant_claimed", "votes_minted", "votes_spent", "votes_lost",
)  # fmt: skip
"""What still means the same to both engines when a game has ended; the table is left as each likes."""
PILES = {"deck", "deck_order", "discard", "seen_discards", "unseen_discards"}
"""Compared only while a conflict's cards are dealt: between conflicts the engines park the cards differently."""


class KernelGame(OneGame):
    """One game at a time of the compiled engine, every decision asked.

    Args:
        config: the reference's numbers, for what the record leaves implicit (deck, bonuses).
        **options: of the environment.
    """

    def __init__(self, config: Config, **options: Any) -> None:
        self.config = config
        given = {"num_players": config.num_players, "mode": config.mode, "auto_forced": False, **options}
        super().__init__(GAME, build_tables(parse_options(CovenantOptions, "covenant_v0", given))[0])

    def begin(self, seed: int) -> None:
        """Starts a game."""
        self.zone_before: list[int] = []
        super().begin(seed)

    def step(self, action: int) -> None:
        """Plays a legal action."""
        self.zone_before = self.get("zone")
        super().step(action)

    def dealt(self) -> bool:
        """Whether the cards of a conflict are out."""
        return self.get("types")[1] >= 0 and self.get("deck_next") > 0

    def piles(self) -> list[list[int]]:
        """Cards by zone, ascending."""
        result: list[list[int]] = [[] for _ in range(15)]
        for card, zone in enumerate(self.get("zone")):
            result[zone].append(card)
        return result

    def view(self) -> dict[str, Any]:
        """The record in the words of the reference, public and hidden."""
        get, piles, suit = self.get, self.piles(), self.get("suit")
        hands = [piles[HAND], piles[HAND + 1]]
        committed = [-1 if get("revealed") or not piles[TRICK + s] else piles[TRICK + s][0] for s in (0, 1)]
        self._check_redundant(piles, suit)
        return {
            **self._frame(),
            **self._table(piles, suit),
            "deck": get("deck_size"),
            "discard": get("discard_size"),
            "seen_discards": piles[DISCARD],
            "unseen_discards": piles[BURIED],
            "deck_order": get("deck")[get("deck_next") : get("deck_next") + get("deck_size")],
            "hands": get("hand_size"),
            "hand_cards": hands,
            "hand_suits": [[suit[card] for card in hand] for hand in hands],
            "committed": committed,
            "committed_suits": [-1 if card < 0 else suit[card] for card in committed],
        }

    def _frame(self) -> dict[str, Any]:
        get, n = self.get, self.config.num_players
        stake = get("stake")
        return {
            "season": get("turn"),
            "conflict": get("conflict"),
            "first": get("first"),
            "fallen": get("fallen"),
            "stake_kind": -1 if stake == NO_STAKE else stake,
            "stake_what": get("stake_what"),
            "stake_rival": get("rival"),
            **{name: get(name)[:n] for name in ("votes", "renown", "blame", "magic", "value", "harm", "spent")},
            "covenant_value": get("covenant_value"),
            "covenant_harm": get("covenant_harm"),
            "covenant_claimed": get("covenant_spent"),
            "votes_minted": get("votes_minted"),
            "votes_spent": get("votes_paid"),
            "votes_lost": get("votes_lost"),
            "fighters": get("fighter"),
            "types": get("types"),
            "tricks": get("wins"),
        }

    def _table(self, piles: list[list[int]], suit: list[int]) -> dict[str, Any]:
        get, revealed = self.get, self.get("revealed")
        claiming = get("decision") in BIDS_AND_CLAIM
        claimer = get("fighter")[get("acting")] if claiming else -1
        bidder = get("bidder")

        def lying(zone: int) -> list[list[list[int]]]:
            return [[[card, suit[card]] for card in piles[zone + side]] for side in (0, 1)]

        return {
            "leader": get("leader"),
            "passes": get("passes"),
            "claimer": claimer,
            "bidder": bidder,
            "offer": get("offer"),
            "offer_maker": -1 if bidder < 0 else claimer if get("offer_by_claimer") else bidder,
            "companion_suit": get("pending_suit"),
            "claim_ban": get("banned"),
            "craft": [side for side in get("craft") if side >= 0],
            "free_aid": get("aided"),
            "revealed": revealed,
            "face_down": [0, 0] if revealed else get("committed"),
            "trick_winner": get("winner"),
            "values": self._values(suit) if revealed else [],
            "magic_bonus": get("magic_bonus"),
            "trick_cards": lying(TRICK) if revealed else [[], []],
            "aiding": lying(AIDING),
            "vigor": lying(VIGOR_CARD),
            "struck": lying(ITEM_CARD),
        }

    def _values(self, suit: list[int]) -> list[int | None]:
        """Trick values from the sums that the record keeps; None where Craft took the trick card."""
        get, config, values = self.get, self.config, []
        for side, card in enumerate(get("trick_card")):
            bonus = config.type_bonus * get("types").count(suit[card])
            cards = get("vigor_rank")[side] - get("item_rank")[side] + config.aid_value * get("aiding")[side]
            values.append(None if card < 0 else rank(card) + bonus + get("magic_bonus")[side] + cards)
        return values

    def _check_redundant(self, piles: list[list[int]], suit: list[int]) -> None:
        """What the record says twice, it says alike."""
        get = self.get
        assert get("deck_size") == len(piles[DECK])
        assert get("discard_size") == len(piles[DISCARD]) + len(piles[BURIED])
        assert len(piles[OUT]) == 52 - len(self.config.deck)
        if not get("over"):
            assert get("stack")[get("depth") - 1] == [get("decision"), get("seat")]
            for side in (0, 1):
                assert [card for card in [get("trick_card")[side]] if card >= 0] == piles[TRICK + side]
                assert get("committed")[side] == len(piles[TRICK + side])
                assert get("aiding")[side] == len(piles[AIDING + side])
                held = [suit[card] for card in piles[HAND + side]]
                assert get("hand_size")[side] == len(held)
                assert get("held")[side] == [held.count(s) for s in range(4)]
        if self.dealt():
            left = get("deck")[get("deck_next") : get("deck_next") + get("deck_size")]
            assert sorted(left) == piles[DECK]
        else:
            assert piles[DECK] == sorted(self.config.deck)


class KernelChance:
    """Chance outcomes read from the record of a game that is one step ahead of the reference."""

    def __init__(self, kernel: KernelGame) -> None:
        self.kernel = kernel
        self.shuffles = 0  # of this conflict
        self.picks = 0

    def first_player(self, num_players: int) -> int:
        """Seat of the first player."""
        first = self.kernel.get("first")
        assert 0 <= first < num_players
        return first

    def traits(self, seat: int) -> list[int]:
        """Any order of Traits that explains the sheet."""
        sheet, config = self.kernel.get("value")[seat], self.kernel.config
        blocks = (config.trait_values, config.companion_values, config.item_values, config.asset_values)
        for order in permutations(range(4)):
            if all(sheet[4 * b + t] == values[p] for b, values in enumerate(blocks) for p, t in enumerate(order)):
                return list(order)
        raise AssertionError(f"no order of Traits explains the sheet {sheet} of seat {seat}")

    def shuffle(self, cards: list[int]) -> list[int]:
        """The order of the last shuffle; the record keeps it until the conflict is over.

        A concession that decides the conflict can still shuffle, and no trace of that is left: any order will do then.
        """
        self.shuffles += 1
        if not self.kernel.dealt():
            return cards
        order = self.kernel.get("deck")[: len(cards)]
        assert sorted(order) == cards, f"shuffled {order}, expected an order of {cards}"
        return order

    def insight(self, hand: list[int]) -> int:
        """The one card that changed hands in this step."""
        self.picks += 1
        zones = zip(self.kernel.zone_before, self.kernel.get("zone"), strict=True)
        moved = [card for card, pair in enumerate(zones) if pair in ((HAND, HAND + 1), (HAND + 1, HAND))]
        assert len(moved) == 1 and moved[0] in hand, f"Insight took {moved} from {hand}"
        return moved[0]
