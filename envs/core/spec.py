"""A game with its options settled."""

from __future__ import annotations

from .content import content_hash
from .game import Game, GameSpec
from .options import CommonOptions, plain


def make_spec(game: Game, options: CommonOptions) -> GameSpec:
    """Settles a game's options.

    Args:
        game: the game.
        options: from `parse_options` with the game's ``options_type``.

    Raises:
        ContentError: the content is wrong.
    """
    tables, content = game.build_tables(options)
    return GameSpec(
        env_id=game.env_id,
        options=plain(options),
        tables=tables,
        rules_hash=content_hash(game.rules_version, content),
        layout=game.layout.view(tables[0]),
        agents=tuple(game.agents(tables[0])),
        num_actions=game.num_actions,
    )
