"""Settings of training runs: one file a game, named like it, and further ones laid over those."""
