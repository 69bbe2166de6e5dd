"""The rules of Okko Chronicles as numba functions, each module a chapter of RULES.md or a part of one.

====================== ===============================================================================================
`setup`                setting up (2)
`round`, `stages`      the course of a round
`strategy`             the Heroes' plans, the Oni's techniques (3)
`corruption`, `summon` the Oni's open step: Corruption and Enhancement tokens (14), summoning (13)
`hero`, `hero_actions` a Hero's activation (4): how it goes, and what is legal in it
`companion`            Followers and Kami (11)
`oni`                  an activation of the Oni (4)
`usable`               talents and cards that cost an Action (10)
`spaces`, `figures`    the board (5), who is who
`ways`, `moves`        movement (6); `sneaking`, `surround`: moves as they are made, and what a failed Sneak brings (16)
`attack`, `dice`       Attacks (7); `harm`: damage and elimination, `alarm` (15)
`stats`, `sources`     Attributes with all that changes them; what works at the moment (EFFECTS.md)
`attribute_tests`      Attribute Tests (8)
`items`, `clues`       Equipment and Chests (9, 20), Clue cards (17)
`accuse`, `battle`     Accusations (17), the Final Battle (18)
`round_end`            the end of the round (19)
`missions`, `goals`    Mission Tiles (22), Personal Missions (23); `memoirs`: points and who wins (24)
`events`               what happened, and the triggers that answer it
`program`, `seen`      programs of effects; `interpreter`, `effects_on_figures`, `effects_on_cards` carry them out
`choices`              what programs ask
`tasks`                the stack of what is being carried out
`masks`, `answers`     what may be answered (31), and what an answer does: they dispatch to the above
`run`                  `reset`, `legal` and `step`
====================== ===============================================================================================
"""
