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
# # A balance study, from question to answer
#
# Does it help to go first in a year of `covenant_v0` with three players? And is that a trait of the game, or of who
# plays it? The same player sits in all seats, so that a share of the wins tells of seats and rules and not of players;
# then the study is made again with players of another strength. It is small here and ends within a minute. For a
# serious answer raise `GAMES` to 4000 and, for the heroes further down, `HERO_GAMES` to 20000.

# %%
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

from IPython.display import HTML

from shugyo.benchmarks.balance.effects import VERDICTS
from shugyo.benchmarks.balance.figures import in_words
from shugyo.benchmarks.balance.page import study_of
from shugyo.benchmarks.balance.results import Results
from shugyo.benchmarks.balance.run import make, run_study, total_games
from shugyo.benchmarks.balance.settings import Base, read_study
from shugyo.benchmarks.balance.tune import Search
from shugyo.benchmarks.pages.page import Figure
from shugyo.benchmarks.pages.study_page import study_page

warnings.filterwarnings("ignore", message="IProgress not found")  # of a progress bar that Optuna would use if asked

GAMES, HERO_GAMES, TRIALS = 1000, 1500, 15
folder = Path(tempfile.mkdtemp())

# %% [markdown]
# ## The question, as a file
#
# A study is a TOML file: the game, players of at least two strengths with the weaker first, the figures to look at, and
# what is varied. A factor is any number of the content by its path, or any option of the game. The last one here pays
# for a stake that these players hardly ever choose, so that nothing should be found there.

# %%
file = folder / "first_seat.toml"
file.write_text(f"""
title = "Going first in covenant"
question = "Does it help to be the first Protagonist of a year with three players?"
game = "covenant"
options = {{ num_players = 3 }}
seed = 9_000_001
games = {GAMES}                                # deals of each point and player; all points play the same deals
players = ["random", "greedy", "heuristic"]
figures = ["seat"]                          # wins by place in the turn order, as a multiple of fair

[[factors]]
key = "renown.opposing"                     # Renown of an Antagonist who wins; 1 in the game as it is
levels = [0, 3]

[[factors]]
key = "votes.opposing"                      # votes for becoming Antagonist; 2 in the game as it is
levels = [0, 5]

[[factors]]
key = "renown.ambition"
levels = [3]
""")
base, design = make(read_study(str(file)))
print(*(f"point {point.number}: {point.label}" for point in design.points), sep="\n")
print(f"{total_games(base.study, design):,} games")

# %% [markdown]
# ## The answer
#
# Changed numbers reach the compiled game as an argument, so that no point is compiled anew. What was played stands in a
# ledger: made again, the study takes no more than the statistics. `shugyo balance first_seat.toml` does the same.


# %%
def made(name: str) -> Results:
    """The study of that name, played as far as it has not been."""
    base, design = make(read_study(str(folder / f"{name}.toml")))
    return run_study(base, design, folder / name, f"shugyo balance {name}.toml")[0]


for _ in range(2):
    begun = time.monotonic()
    results = made("first_seat")
    print(f"{time.monotonic() - begun:.1f} seconds")
print(results.answer)

# %% [markdown]
# ## The game as it is
#
# Three players, one line for each. 1 is what chance gives equal seats, and a filled mark is shown to be off it. Random
# play would call the game fair; those who play for the win make more of their seat.


# %%
def figure(results: Results, title: str) -> HTML:
    """The first figure of a section of the study's page."""
    section = next(one for one in study_page(study_of(results)).sections if one.title == title)
    part = next(one for one in section.parts if isinstance(one, Figure))
    return HTML(f"{part.drawing._repr_html_()}<p>{part.caption}</p>")


figure(results, "Is it fair, by seat?")

# %% [markdown]
# ## What the numbers do
#
# Each point is compared with the game as it is on the same deals, so that what comes from the deals cancels: a
# difference is known better than the two figures behind it.

# %%
figure(results, "What do the changes do?")

# %% [markdown]
# ## Many comparisons
#
# Of twenty comparisons without any effect, one leaves its 95 % interval by chance; the longer a study looks, the more
# it "finds". So the p-values of a study are corrected together, by Holm's method: the chance that a study without any
# effect names even one is then at most 5 %. The intervals are not widened; trust a filled mark, and not an interval.

# %%
alone = [row for row in results.rows if not row.low <= 0 <= row.high]
print(
    f"{len(results.rows)} comparisons; {len(alone)} intervals leave 0 out, {sum(row.shown for row in alone)} are shown"
)
for row in alone:
    if not row.shown:
        change = f"{row.factor} = {row.level}" if row.factor else row.level
        print(f"  not shown: {in_words(row.figure)}, {change}, {row.player}: {row.estimate:+.2f}, p {row.p:.2f}")

# %% [markdown]
# ## For whom?
#
# A verdict tells whether an effect holds across the players. An effect that depends on them is no trait of the game
# alone: stronger players, or others, may turn it round. Where too few games were played, it is said how many would do.

# %%
print(f"{'place 1':24}" + "".join(f"{player:>10}" for player in results.players))
for one in results.across:
    if one.figure != "seat: 1":
        continue
    change = f"{one.factor} = {one.level}" if one.factor else "against fair"
    sizes = "".join(f"{row.estimate:+10.2f}" for row in results.rows_of(one))
    needed = f" ({one.needed:,} would do)" if one.needed else ""
    print(f"{change:24}{sizes}   {one.verdict}{needed}")
print()
for verdict, number in Counter(one.verdict for one in results.across).items():
    print(f"{number} × {verdict}: {VERDICTS[verdict]}")

# %% [markdown]
# ## Would it have found one?
#
# Nothing found is worth as much as the chance that something would have been. So plant an imbalance and look for it. In
# `daimyo_v0` everybody begins with a hero that was dealt; Aiko is worth one point at the end, and now gets nine. Two
# heroes who stay as they are show what else moves: somebody has to win less.

# %%
(folder / "planted.toml").write_text(f"""
title = "A planted hero"
question = "Is a hero found who is worth eight points more?"
game = "daimyo"
options = {{ num_players = 2 }}
seed = 9_000_002
games = {HERO_GAMES}
players = ["rusher", "heuristic"]
figures = ["hero: Aiko", "hero: Ran", "hero: Umeka"]

[[factors]]
key = "heroes.aiko.vp"
levels = [9]
""")
planted = made("planted")
print(planted.answer)
figure(planted, "What do the changes do?")

# %% [markdown]
# A seat begins with a given hero once in eighteen games, so that heroes need many more games than seats: how many, the
# answer says. `shugyo balance daimyo_heroes` is the study of all of them.
#
# ## Values that make it even
#
# `shugyo balance tune` goes the other way round: a target for a figure, ranges for numbers, and Optuna proposes values.
# All candidates play the same deals, and those that fall behind are dropped early. Since the best of many was also the
# luckiest, what was found is checked on deals that the search has not seen, with its players and with others.

# %%
(folder / "even.toml").write_text(f"""
title = "An even year"
question = "Which values give the first Protagonist an equal chance?"
game = "covenant"
options = {{ num_players = 3 }}
seed = 9_000_003
games = 600
players = ["greedy", "heuristic"]
figures = ["seat"]

[[factors]]
key = "renown.opposing"
range = [0, 8]

[[factors]]
key = "votes.opposing"
range = [0, 6]

[tune]
trials = {TRIALS}
games = 200      # deals of a block; a candidate plays two unless it falls behind
blocks = 2
finalists = 2
second = ["random"]

[[tune.targets]]
figure = "seat: 1"
value = 1.0
within = 0.1
""")
tuned = Search(Base(read_study(str(folder / "even.toml"))), folder / "even").run("shugyo balance tune even.toml")
for key, (old, new) in tuned.values.items():
    print(f"{key}: {old} → {new}")
for check in tuned.checks:
    old, new = check.before, check.after
    print(
        f"{check.player:10} {old.value:.2f} [{old.low:.2f}, {old.high:.2f}] → "
        f"{new.value:.2f} [{new.low:.2f}, {new.high:.2f}]  target {check.target:g} ± {check.within:g}: {check.verdict}"
    )

# %% [markdown]
# With so few trials and games take this for a hint. It also mends one figure and asks nothing of the others: before a
# number is changed for good, make a study of the changed game, with all figures that matter.
#
# ## The page
#
# Each study leaves a page for whoever decides, and its data: all figures, tables and verdicts, and under which seeds
# and rules they came about. Here it lies in a folder for temporary files; `shugyo balance` writes it below
# `runs/balance/`.

# %%
print(*sorted(folder.glob("*/index.html")), *sorted(folder.glob("*/*.csv")), sep="\n")
