"""Tournaments: many players, many games, on all cores or machines, in a file that grows and can be gone on with."""
