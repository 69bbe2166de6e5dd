"""Strength tables, one file a game: who plays whom, and the bars."""
