"""Players that search: information-set Monte Carlo tree search, and flat Monte Carlo as a yardstick, for all games."""
