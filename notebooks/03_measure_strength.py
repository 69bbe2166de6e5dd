# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Measure strength
#
# Which of four players is the strongest in a year of `covenant_v0`, at two seats and at three, and how sure are we?
# Three of them are scripted; `ppo:covenant-year` is a trained player that comes along. The notebook plays few games and
# ends within a minute. For a serious answer raise `DEALS` to 1000 and `THREE` to 400.

# %%
import importlib.util
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import HTML

from shugyo.benchmarks.intervals import Estimate, bounded_estimate
from shugyo.benchmarks.pages import figures
from shugyo.benchmarks.pages.canvas import Drawing
from shugyo.benchmarks.pages.findings import answer, ladder_words, order_of
from shugyo.benchmarks.pages.tallies import fair_share, tally
from shugyo.benchmarks.ratings import advice, cycles, matrix, population, strength
from shugyo.benchmarks.strength import Match, play_match
from shugyo.benchmarks.summary import summarize
from shugyo.benchmarks.tournaments.hold import hold
from shugyo.benchmarks.tournaments.settings import read_settings
from shugyo.envs import covenant_v0

DEALS, THREE = 100, 50  # of a pair, at two seats and at three
REPEATS = 30
folder = Path(tempfile.mkdtemp())

# %% [markdown]
# ## One match
#
# A *deal* is everything that chance decides before the first move. A match plays each deal once in every seating, so
# that nobody profits from better cards or a better seat. *Win share* is the part of the first places; of two winners
# each has a half.

# %%
year = covenant_v0.vector_env(1, num_players=2).options


def matched(player: str, opponent: str, deals: int, seed: int) -> tuple[np.ndarray, Estimate]:
    """(deals, 2) the player's part of each game, and its win share with the 95 % interval."""
    match = Match(covenant_v0.GAME, year, (player, opponent), deals, seed)
    played = play_match(match)
    seats = (match.seats == 0).argmax(axis=1)  # where the player sits, by seating
    won = (1 + np.sign(played.returns[:, range(len(seats)), seats])) / 2
    return won, summarize(match, played).players[0].win_share


won, share = matched("ppo:covenant-year", "heuristic", DEALS, seed=11)
print(f"{share.mean:.1%}  [{share.low:.1%}, {share.high:.1%}] of {won.size} games on {len(won)} deals")

# %% [markdown]
# ## Why intervals are over deals
#
# The two games of a deal are not independent: a hand that is good for one player is good for the other when they have
# changed seats, so that a win of the one is often followed by a win of the other. The usual interval for a share counts
# games and does not know that. Here it is too wide; where the games of a deal agree it would be too narrow. So the mean
# of a deal is the unit of all statistics, and what the pairs cancel does not have to be played away.

# %%
print(f"{'match':26} {'correlation':>11} {'± by games':>11} {'± by deals':>11} {'games saved':>12}")
for pair in (("heuristic", "greedy"), ("heuristic", "heuristic"), ("greedy", "greedy")):
    won, share = matched(*pair, DEALS, seed=11)
    as_games = bounded_estimate(won.ravel(), 0, 1, games=1)  # each game as if it were a deal of its own
    by_games, by_deals = ((one.high - one.low) / 2 for one in (as_games, share))
    saved = 1 - (by_deals / by_games) ** 2
    print(f"{' – '.join(pair):26} {np.corrcoef(won.T)[0, 1]:11.2f} {by_games:11.1%} {by_deals:11.1%} {saved:12.0%}")

# %% [markdown]
# `greedy` draws no random numbers: against itself it wins a deal from one seat and loses it from the other, and the
# pairs leave no scatter. What is left of the interval says that a single game might have gone otherwise.
#
# ## A against A
#
# A way of measuring is to be trusted if it finds nothing where there is nothing. `heuristic` against itself, again and
# again on new deals: the fair share of one half has to lie in about 19 of 20 intervals.

# %%
shares = [matched("heuristic", "heuristic", 50, seed=100 + number)[1] for number in range(REPEATS)]
figure, axes = plt.subplots(figsize=(8, 2.8), layout="constrained")
for number, share in enumerate(shares):
    missed = not share.low <= 0.5 <= share.high
    axes.plot([number, number], [share.low, share.high], color="tab:red" if missed else "tab:blue")
    axes.plot(number, share.mean, "o", color="tab:red" if missed else "tab:blue", markersize=4)
axes.axhline(0.5, color="grey", linewidth=0.8)
hits = sum(share.low <= 0.5 <= share.high for share in shares)
axes.set(title=f"{hits} of {REPEATS} intervals hold one half", xlabel="match", ylabel="win share", xticks=[])
plt.show()

# %% [markdown]
# ## A tournament
#
# Every two players meet. At three seats one plays against two copies of the other, and the other way round. The same
# settings in a file are played by `shugyo tournament FILE`, on all cores or, with `--ray`, on many machines.

# %%
file = folder / "cup.toml"
file.write_text(f"""
title = "Who plays a year of covenant best?"
game = "covenant"
seed = 33
deals = {DEALS}  # a pair, each from every seat
block = 50
players = ["random", "greedy", "heuristic", "ppo:covenant-year"]

[[tables]]
title = "two seats"
options = {{ num_players = 2 }}

[[tables]]
title = "three seats"
options = {{ num_players = 3 }}
deals = {THREE}
""")
settings = read_settings(str(file))

# %% [markdown]
# `hold` asks everybody once, before the first game, plays what is missing and writes the page of what there is.
#
# All games go into a ledger, one line for each block of deals, under everything that they depend on: players with a
# digest of their weights, options, seats, seed and a hash of the rules. Whoever breaks off goes on where it stopped;
# nothing is played or counted twice, and games of other rules are refused. Here the clock stops the first run after
# three seconds, the second one plays the rest, and the third has nothing to do.

# %%
known = 0
for minutes in (0.05, None, None):
    cup = hold(settings, folder, minutes=minutes, command="jupyter execute notebooks/03_measure_strength.ipynb")
    games = cup.games
    done = "all done" if cup.whole else "stopped by the clock"
    print(f"{known:6,} games known, {len(games) - known:6,} played; {done}")
    known = len(games)

# %% [markdown]
# ## Who beats whom
#
# The matrix of a table: the row's share of the wins against the column, with intervals below. Bold numbers are told
# apart from what equals would have: a half at two seats, a third at three. There one plays against two copies as well
# as two copies against one, and copies share what they win, so that 75 % is the most that a share can be.


# %%


def show_matrix(table: int) -> Drawing:
    """Who beats whom at a table, the strongest above."""
    payoff = matrix.payoff(games, table)
    order = order_of(strength.ratings(games, table))
    by = np.ix_(order, order)
    names = [payoff.players[one] for one in order]
    return figures.matrix(names, payoff.share[by], payoff.low[by], payoff.high[by], payoff.fair, "Share of the wins")


show_matrix(0)

# %%
show_matrix(1)

# %% [markdown]
# ## One scale
#
# Ratings fit one number to each player so that the odds of finishing ahead follow from differences: 100 points are 64
# %, 400 points ten to one. The intervals come from a bootstrap that draws whole deals, with all games on them. Who won
# or lost every game has no bound on one side; the interval then says "at least" or "at most".

# %%
rated = strength.ratings(games)
figures.ratings(rated.players, rated.rating, rated.low, rated.high)

# %%
gap = rated.difference("ppo:covenant-year", "heuristic")
print(f"ppo:covenant-year is {gap.mean:.0f} points [{gap.low:.0f}, {gap.high:.0f}] above heuristic")
print(ladder_words(cycles.intransitivity(games)))

# %% [markdown]
# A scale hides two things: circles, in which A beats B, B beats C and C beats A, and a field full of weak players, from
# whom a strong one collects points. Nash averaging and α-rank ask instead who is left in a population in which the
# better spread. Below them the least share against anybody: what a player can be sure of.

# %%
left, together = population.population(games), matrix.ahead(games)
least = {one.player: one for one in matrix.minimum(together)}
print(f"{'player':20} {'Nash average':>20} {'α-rank':>20}   finishes ahead at least")
for one, name in enumerate(left.players):
    parts = [
        f"{band.value[one]:.2f} [{band.low[one]:.2f}, {band.high[one]:.2f}]" for band in (left.nash, left.alpha_rank)
    ]
    print(f"{name:20} {parts[0]:>20} {parts[1]:>20}   {least[name].share.mean:.0%} against {least[name].opponent}")

# %% [markdown]
# ## Seats
#
# Since everybody sat everywhere equally often, the wins by seat tell of the game and not of the players. In covenant
# chance decides who goes first, so that no seat is better than another; what it is worth to go first is the question of
# the next notebook.

# %%
groups = []
for number, title in enumerate(games.tables):
    part = games.select(games.table == number)
    seats = int(part.side.max()) + 1
    groups.append(
        (title, [(f"seat {seat + 1}", tally(part, part.side == seat).share) for seat in range(seats)], fair_share(part))
    )
figures.shares(groups, "Share of the wins by seat")

# %% [markdown]
# ## Were these enough games?
#
# What was told apart, what was not, and how many deals it would take. Intervals shrink with the root of their number:
# half the width takes four times the deals.

# %%
two = matrix.payoff(games, 0)
print(*advice.advice(two), sep="\n")
one, other = (two.players.index(name) for name in ("ppo:covenant-year", "heuristic"))
for difference in (0.10, 0.05, 0.02):
    deals = advice.deals_to_tell(two.deviation[one, other], difference)
    print(f"to tell {0.5 + difference:.0%} from even in four of five cases: {deals:,} deals")

# %% [markdown]
# ## The page
#
# All of it as one HTML file that needs nothing beside it, and the data as CSV. It is written into a folder for
# temporary files here; `shugyo tournament` writes it below `results/`. At its top stands the answer in a sentence:

# %%
print(cup.page, *sorted(path.relative_to(folder) for path in folder.glob("*-data/*")), sep="\n")
HTML(answer(together, rated, matrix.minimum(together), ahead=True))

# %% [markdown]
# ## Could somebody else beat it?
#
# A panel says how a player does against its members. How much it loses to an opponent made for it is its
# *exploitability*, and what anybody at all wins more than an equal is a lower bound on that. So the least share against
# the panel is the first thing to look at, of every player:

# %%
for one in matrix.minimum(two):
    share = f"{one.share.mean:6.1%}  [{one.share.low:.1%}, {one.share.high:.1%}]"
    print(f"{one.player:20} keeps at most {share} of the wins at two seats, against {one.opponent}")

# %% [markdown]
# A better bound comes from an exploiter: a learner whose only opponent is the frozen player. It takes minutes and is
# therefore not run here; it is still a bound and not the truth, since a longer training may find more.
#
#     shugyo exploit heuristic --game covenant --minutes 10
#
# The truth is known for the smallest game alone, covenant's mode `mini`: OpenSpiel computes best responses to a player
# over the whole tree. *NashConv* is what they win together in both seats; it is 0 in an equilibrium, as CFR+ approaches
# it. Ten of the 90 deals do here; `make_tree()` takes them all.

# %%
if importlib.util.find_spec("pyspiel"):
    from shugyo.benchmarks.exploitability.policies import tabulate
    from shugyo.benchmarks.exploitability.spiel import Spiel
    from shugyo.benchmarks.exploitability.tree import make_tree

    tree = make_tree(10)
    spiel = Spiel(tree)
    for name in ("random", "greedy", "heuristic"):
        print(f"{name:20} NashConv {spiel.exploitability(tabulate(tree, name).chances).nash_conv:.3f}")
    for count, found in spiel.cfr([10, 100]):
        print(f"{f'CFR+, {count} iterations':20} NashConv {found.nash_conv:.3f}")
else:
    print("exact figures need OpenSpiel: pip install 'shugyo[peers]'")
