"""The rules of covenant as numba functions, in the order of RULES.md.

================  =========================================================
`sheets`          tracks, votes, Renown: what a number on a sheet can do
`cards`           the deck, hands, and who knows what of them
`conflict`        stakes, the Antagonist, conflict types, settling the stake
`year`            set-up, seasons, the Council Meeting, the end
`trick`           prepare, commit, concede, reveal, window, resolve, Craft
`moves`           what a fighter may do in Prepare and in the window
`claim`           covenant resources and the auction for them
`turn`            `reset`, `legal` and `step`, which dispatch to the above
`standing`        returns and score
================  =========================================================
"""
