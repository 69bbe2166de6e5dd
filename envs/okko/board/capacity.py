"""How much a board can hold. Arrays have these lengths whatever the scenario; what is unused is zero, or -1."""

HEROES = 4
SPACES = 192
AREAS = 64
TILES = 16  # corridors included; the box holds 13
DOORS = 32
LINKS = 12  # ways out of one area
NEIGHBOURS = 8  # of one space
WORDS = SPACES // 64  # of a set of spaces: space s is bit s % 64 of word s // 64
