"""The rules of Daimyo's Fall as numba functions. RULES.md is the order of reading.

================  ====================================================================================================
`setup`           set-up: domain, starting decks, heroes
`turn`            starting phase, end phase, the end of the round
`main`            every action of the main phase: deploy, purchase, sell, trade, skills
`zones`           cards on the move: hands, decks, pools, piles, petals
`heroes`          slots, statuses, equipment, modifiers, Setsuko's two forms
`domain`          the hero area: revealing, the nemesis, her defeat
`duel`            duels between heroes, and with a nemesis
`battle`          the common battle
`exchange`        the exchange of a fourth hero, equipping
`interrupts`      skills from the hand in another player's turn
`events`          what happened, and the triggers that answer it
`program`         the interpreter of effect programs
`targets`         the choices that programs ask for
`tasks`           the stack of what is being carried out
`run`             `reset`, `legal` and `step`, which dispatch to the above
`standing`        returns and score
================  ====================================================================================================
"""
