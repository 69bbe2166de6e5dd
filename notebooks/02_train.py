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
# # Train a player, and look at it
#
# A player of single conflicts of `covenant_v0`: from settings to a match, in this notebook within two minutes. A
# strong one takes a quarter of an hour: raise `MINUTES` to 15. What is done here in Python, `shugyo train covenant-
# conflict` does on the command line.

# %%
import json
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import torch

from shugyo.agents.learned import PpoPlayer
from shugyo.agents.training.config import settings_named, settle
from shugyo.agents.training.train import train
from shugyo.benchmarks.strength import Match, play_match
from shugyo.benchmarks.summary import summarize
from shugyo.envs import covenant_v0
from shugyo.envs.core.players import introduce

MINUTES = 1.0
folder = Path(tempfile.mkdtemp()) / "run"

# %% [markdown]
# ## Settings
#
# Settings are layers: those of the game, those of a shipped player over them, one's own on top. In the first part of
# a run the learner copies a scripted teacher (`lessons`); then it goes on by PPO with action masks, against a pool of
# opponents.

# %%
config = settle(
    settings_named("covenant-conflict"),
    {"budget": {"minutes": MINUTES}, "evaluation": {"every_minutes": MINUTES / 3, "deals": 100}},
)
print(
    "lessons from",
    config.lessons.teacher,
    "for",
    f"{config.lessons.share:.0%} of the time; then against",
    config.opponents,
)

# %%
result = train(config, folder)
print(f"{result.steps:,} decisions in {result.minutes:.1f} minutes; the run lies in its folder:")
print(*sorted(path.name for path in folder.iterdir()), sep="\n")

# %% [markdown]
# ## How it went
#
# `progress.jsonl` has a line for each update and each evaluation. While the lessons last, `agreement` is the mean
# probability of what the teacher would have done; the panel tells the share of games won against each opponent, on
# the same deals.

# %%
rows = [json.loads(line) for line in (folder / "progress.jsonl").read_text().splitlines()]


def curve(key: str) -> tuple[list[float], list[float]]:
    """Minutes and values of a key, where it was logged."""
    return [row["minutes"] for row in rows if key in row], [row[key] for row in rows if key in row]


figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
left.plot(*curve("lessons/agreement_drills"), label="in the teacher's games")
left.plot(*curve("lessons/agreement_own_games"), label="in its own")
left.set(title="agreement with the teacher", xlabel="minutes", ylim=(0, 1))
for name in config.evaluation.panel:
    right.plot(*curve(f"strength/{name}_share"), marker="o", label=name)
right.axhline(0.5, color="grey", linewidth=0.8)
right.set(title="games won against", xlabel="minutes", ylim=(0, 1))
for axes in (left, right):
    axes.legend()
figure

# %% [markdown]
# ## Against others
#
# Every deal is played from both seats, and the deal is the unit of the interval. `ppo:covenant-conflict` is the
# shipped player, which trained for longer.

# %%
conflicts = covenant_v0.vector_env(1, mode="conflict")
player = PpoPlayer(folder)
for opponent in ("random", "heuristic", "ppo:covenant-conflict"):
    match = Match(covenant_v0.GAME, conflicts.options, (player, opponent), 200, 11)
    share = summarize(match, play_match(match)).players[0].win_share
    print(f"against {opponent:22} {share.mean:6.1%}  [{share.low:.1%}, {share.high:.1%}]  of {2 * match.deals} games")

# %% [markdown]
# ## What it thinks
#
# A position after a few moves, the probabilities of its actions, and what it expects the return to be. The network
# sees what the seat sees, and nothing else.

# %%
env = covenant_v0.env(mode="conflict", num_players=2, observation_dtype="int8", render_mode="ansi")
env.reset(seed=5)
rng = np.random.default_rng(5)
for _ in range(6):
    env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
observation, *_ = env.last()
print(env.unwrapped.render_for(env.agent_selection))

# %%
introduce(player, conflicts.game_spec, 0, 0)
seen, mask = torch.from_numpy(observation["observation"][None]), observation["action_mask"][None]
with torch.no_grad():
    chances = player.policy.get_distribution(seen.float(), mask).distribution.probs[0].numpy()
    value = float(player.policy.predict_values(seen.float()))
print(f"{env.agent_selection} expects a return of {value:+.2f} (shaped as in training) and would")
for action in np.argsort(-chances)[: int(mask.sum())][:8]:
    print(f"  {chances[action]:6.1%}  {env.unwrapped.action_name(int(action))}")
