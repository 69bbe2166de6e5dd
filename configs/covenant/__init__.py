"""Content of `covenant_v0`: the numbers that a study of the game may change."""
