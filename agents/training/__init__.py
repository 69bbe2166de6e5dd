"""Training of learned players: MaskablePPO on many games at once, against a pool of opponents."""
