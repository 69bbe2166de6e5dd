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
# # Quickstart
#
# Ten minutes with `covenant_v0`, a card game of two to five mages who share one covenant. The other games of the
# suite, met at the end, are used in the same way. The first game ever played on a machine takes a moment longer,
# since its rules are compiled then; `shugyo warmup` does so in advance.

# %%
import numpy as np

from shugyo.agents.registry import make_player
from shugyo.envs import covenant_v0, daimyo_v0, okko_v0

rng = np.random.default_rng(7)

# %% [markdown]
# ## One game, agent by agent
#
# `env` follows PettingZoo's AEC interface: `agent_iter` names who is to act, `last` says what that agent sees. An
# observation comes with an *action mask*, whose ones mark the legal actions. Whoever is to act has at least one.

# %%
env = covenant_v0.env(num_players=2, render_mode="ansi")
env.reset(seed=1)

moves = []
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        env.step(None)
        continue
    action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
    moves.append(f"{agent}: {env.unwrapped.action_name(action)}")
    if len(moves) == 20:
        table = env.render()
    env.step(action)

print(f"{len(moves)} decisions, the first ten of them:", *moves[:10], sep="\n  ")

# %% [markdown]
# The public view of the table, as it was at the twentieth decision:

# %%
print(table)

# %% [markdown]
# ## What an observation holds
#
# An observation is one flat array of named blocks. Its length depends on the game alone, and not on the number of
# players.

# %%
layout = covenant_v0.observation_layout()
print(f"{'block':<24} {'entries':<12} {'range':<12} meaning")
for block, (place, _shape, low, high, _scale, meaning) in layout.items():
    entries = f"{place.start}–{place.stop - 1}"
    print(f"{block:<24} {entries:<12} {f'{low} to {high}':<12} {meaning}")

# %% [markdown]
# ## Many games at once
#
# `vector_env` plays a batch with one call a step. Each slot waits for the seat in `venv.seat`; a game that ends
# reports its returns in `infos` and gives way to the next deal in the same step.

# %%
venv = covenant_v0.vector_env(num_envs=256, num_players=4)
observations, infos = venv.reset(seed=1)

ended = 0
for _ in range(2_000):
    mask = observations["action_mask"]
    actions = np.argmax(mask * rng.random(mask.shape), axis=1)
    observations, rewards, terminations, truncations, infos = venv.step(actions)
    ended += int(infos["ended"].sum())

print(f"{2_000 * venv.num_envs:,} decisions, {ended:,} finished games")

# %% [markdown]
# ## Against a scripted player
#
# `gym_env` gives one seat to the caller and plays the others inside, which is what most learners ask for. The
# opponents are named, or built by `make_player` as here. The return of a game for two is +1, 0 or −1, so that the
# mean tells how far random play lags behind.


# %%
def random_play_against(name: str, games: int = 100) -> float:
    """Mean return of random legal play against the named player, seats drawn anew for each game."""
    genv = covenant_v0.gym_env(opponents=make_player(name), num_players=2)
    total = 0.0
    for game in range(games):
        _, info = genv.reset(seed=game)
        over = False
        while not over:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, terminated, truncated, info = genv.step(action)
            total += float(reward)
            over = terminated or truncated
    return total / games


for name in ("random", "heuristic"):
    print(f"random play against {name}: {random_play_against(name):+.2f}")

# %% [markdown]
# ## The other games
#
# `daimyo_v0` (deck-building, 2–5 seats or one against nemeses) and `okko_v0` (one Oni against 1–4 Heroes on a map)
# have the same interface; so does everything above. Their sizes, and a whole game of scripted players each:

# %%
for module, options in (
    (covenant_v0, {"num_players": 3}),
    (daimyo_v0, {"num_players": 3}),
    (okko_v0, {"num_heroes": 2}),
):
    games = module.vector_env(num_envs=20, **options)
    games.reset(seed=1)
    played = games.play_out("heuristic", 1)
    sizes = f"{games.single_observation_space['observation'].shape[0]:,} entries, {games.single_action_space.n} actions"
    print(
        f"{module.GAME.env_id:12} {sizes:30} {played.lengths.mean():6.1f} decisions a game, mean returns by seat",
        end=" ",
    )
    print(np.round(played.returns.mean(axis=(0, 1)), 2))

# %% [markdown]
# A hundred games tell little more than the direction. The command line measures with the same deals for all seats and
# with intervals, trains players and studies the balance of the game: `shugyo --help` lists what it can do.
