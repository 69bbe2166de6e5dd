"""Balance studies: what changes of a game do to it, and whether that holds for players of every strength."""
