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
# # Information and search
#
# What a seat knows, how the rest is filled in, and a search that uses nothing else. The game is `covenant_v0`, a
# single conflict for two: each hides a hand.

# %%
import matplotlib.pyplot as plt
import numpy as np

from shugyo.agents.search.player import SearchPlayer
from shugyo.envs import covenant_v0
from shugyo.envs.core.players import introduce, make_batch

rng = np.random.default_rng(2)
env = covenant_v0.env(mode="conflict", num_players=2, render_mode="ansi")
env.reset(seed=3)
moves = []
for _ in range(8):
    moves.append(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    env.step(moves[-1])
raw, agent = env.unwrapped, env.agent_selection
other = next(name for name in env.agents if name != agent)

# %% [markdown]
# ## What a seat sees
#
# The public view, then the view of the seat that is to act:

# %%
print(raw.render())

# %%
print(raw.render_for(agent))

# %% [markdown]
# ## Determinization
#
# `determinize(agent)` fills in what that agent does not know: the other hand and the order of the deck, consistent
# with all that was seen. The agent cannot tell the sampled world from the real one, the other seat can.

# %%
mine, theirs = raw.render_for(agent), raw.render_for(other)
worlds = []
for seed in range(200):
    world = raw.clone()
    world.determinize(agent, seed=seed)
    assert world.render_for(agent) == mine
    worlds.append(world.render_for(other))
print(f"{len(set(worlds))} different worlds in {len(worlds)} samples; {worlds.count(theirs)} show the true other hand")

# %% [markdown]
# ## Search
#
# Information-set Monte Carlo tree search samples such a world for each simulation, and shares one tree among them.
# Here is what it makes of the moves, in visits and in returns from −1 to 1.

# %%
venv = covenant_v0.vector_env(1, mode="conflict", num_players=2)
venv.reset(seed=3)  # the same deal
for move in moves:
    venv.step(np.array([move]))


def searched(name: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Visits and values, (A,) each, of a search in the same position. It is given a redacted state."""
    player = SearchPlayer(name, covenant_v0.GAME)
    introduce(player, venv.game_spec, seed, 0)
    visits, values = player.search(make_batch(venv.slots, np.zeros(1, np.int64), player, np.ones(1, np.bool_)))
    return visits[0], values[0]


visits, values = searched("ismcts:2000", 1)
for action in np.argsort(-visits)[: int((visits > 0).sum())][:8]:
    print(f"{visits[action]:5} visits  {values[action]:+.2f}  {raw.action_name(int(action))}")

# %% [markdown]
# ## What a larger budget is worth
#
# The same position, searched again and again with other random words: how often do two searches agree on the best
# move?

# %%
budgets = (10, 25, 50, 100, 200, 400, 800)
agreement = []
for budget in budgets:
    choices = [int(np.argmax(searched(f"ismcts:{budget}", seed)[0])) for seed in range(12)]
    agreement.append(max(np.bincount(choices)) / len(choices))
figure, axes = plt.subplots(figsize=(5, 3), layout="constrained")
axes.plot(budgets, agreement, marker="o")
axes.set(xscale="log", ylim=(0, 1.05), xlabel="simulations", ylabel="share of searches with the commonest move")
figure
