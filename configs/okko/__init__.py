"""Content of `okko_v0`: the tiles of the palace and the scenarios that are played in it."""
