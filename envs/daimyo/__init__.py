"""Daimyo's Fall: deck-building, heroes, duels; RULES.md."""
