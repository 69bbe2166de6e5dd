"""A game with a person at the terminal: what ``shugyo play`` is made of."""
