"""The settings of a small tournament, to be played or changed."""

CONFLICT = 'options = { num_players = 2, mode = "conflict" }'
SMALL = f"""
title = "Who wins a conflict?"
game = "covenant"
seed = 5
deals = 30
block = 10
players = ["random", "greedy", "heuristic"]
[[tables]]
title = "One conflict"
{CONFLICT}
"""
