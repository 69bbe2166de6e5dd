"""How strong players are, from the finished games of a tournament: pure functions on arrays.

`matrix` says who did how well against whom, `strength` puts all on one scale, `stream` rates while games come in,
`population` asks who survives among the others, `cycles` whether one scale tells the whole story, and `advice` how many
games it takes. The unit of all of them is the deal with all its games: `comparisons` counts and resamples by deals.
"""
