"""Measuring: speed of the environments, strength of players, balance of the games."""
