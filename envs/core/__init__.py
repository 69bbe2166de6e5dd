"""What the games share: verbs, batch kernels, random words, environments, replays, content loading."""
