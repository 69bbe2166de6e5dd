"""What the tests of the shells play: every game, and for each the options that make it look different."""
