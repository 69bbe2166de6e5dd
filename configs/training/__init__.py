"""Settings of training runs, one file a game."""
