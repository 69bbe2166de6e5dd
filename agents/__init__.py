"""Players: random, scripted, searching and learned ones, and how the learned ones are trained."""
