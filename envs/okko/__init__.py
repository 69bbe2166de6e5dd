"""Okko Chronicles: one Oni against one to four Heroes in a palace of many tiles; MAPS.md tells how a map is drawn."""
