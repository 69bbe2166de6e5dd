"""Content of `daimyo_v0`: the cards as programs, and the numbers that a study of the game may change."""
