"""Learners that are told what another player would do, and the sparse product that all learners are trained with."""

from __future__ import annotations

import io
from functools import partial

import numpy as np
import pytest
import torch
from msgspec.structs import replace
from rich.console import Console
from torch.nn import functional

from shugyo.agents.checkpoint import CheckpointError, read, read_header, write
from shugyo.agents.learned import PolicyPlayer, PpoPlayer, check_advisor
from shugyo.agents.network import BASE, TRUST, build_policy, observation_box, sparse_product, with_advice
from shugyo.agents.registry import make_player
from shugyo.agents.training.config import ConfigError, settle, shipped
from shugyo.agents.training.evaluation import InTurn
from shugyo.agents.training.lessons import Desk
from shugyo.agents.training.priority import Snapshot
from shugyo.agents.training.train import train
from shugyo.envs import covenant_v0, daimyo_v0, okko_v0
from shugyo.envs.core.players import PlayerError, introduce, make_batch

GREEDY = partial(make_player, "greedy")  # draws no random numbers
OPTIONS = {"mode": "conflict", "num_players": 2}
GAMES = covenant_v0.vector_env(24, observation_dtype="int8", **OPTIONS)
SPEC = GAMES.game_spec


def quietly(config, folder, **more):
    return train(config, folder, console=Console(file=io.StringIO()), **more)


@pytest.fixture
def advised(tiny):
    return replace(tiny, ppo=replace(tiny.ppo, advisor="greedy"))


# ------------------------------------------------------------------------------------------------- the network
def test_advice_stands_behind_the_observation():
    actions = np.array([0, 127, 128, 492], np.int32)
    given = with_advice(np.full((4, 3), 7, np.int8), actions)
    assert given.dtype == np.int8
    assert given.tolist() == [[7, 7, 7, 0, 0], [7, 7, 7, 0, 127], [7, 7, 7, 1, 0], [7, 7, 7, 3, 108]]


def test_the_advice_of_every_game_fits():
    plain, advised = observation_box(okko_v0.vector_env(1).game_spec), observation_box(SPEC, advised=True)
    assert advised.shape == (observation_box(SPEC).shape[0] + 2,) and plain.dtype == advised.dtype == np.int8
    assert okko_v0.GAME.num_actions <= BASE * BASE


def test_a_new_network_nearly_always_follows():
    torch.manual_seed(0)
    policy = build_policy(SPEC, (16,), GREEDY)
    advice = torch.arange(0, SPEC.num_actions, 3)
    observation = np.zeros((len(advice), observation_box(SPEC).shape[0]), np.int8)
    given = torch.from_numpy(with_advice(observation, advice.numpy().astype(np.int32)))
    with torch.no_grad():
        logits = policy.logits(given)
    ahead = logits.gather(1, advice[:, None]) - logits.median(dim=1, keepdim=True).values
    assert (logits.argmax(dim=1) == advice).all()
    assert torch.allclose(ahead, torch.tensor(TRUST), atol=0.5)


def test_the_sparse_product_and_its_gradient_are_those_of_the_dense_one():
    torch.manual_seed(0)
    observations = torch.randint(-127, 128, (9, 50)).float() * (torch.rand(9, 50) < 0.1)
    observations[4] = 0
    weight, direction = torch.randn(6, 50, requires_grad=True), torch.randn(9, 6)
    found = []
    for product in (sparse_product(observations, weight), functional.linear(observations, weight)):
        (gradient,) = torch.autograd.grad((product * direction).sum(), weight)
        found.append((product, gradient))
    for sparse, dense in zip(*found, strict=True):
        assert torch.allclose(sparse, dense, rtol=1e-5, atol=1e-3)
    assert (found[0][0][4] == 0).all()


# ------------------------------------------------------------------------------------------------- the player
def followed(player, seen: list[bool]):
    """The player, who notes at each of its decisions whether it does what greedy would do."""
    other, act = GREEDY(), player.act
    introduce(other, SPEC, 1, 0)

    def noting(batch):
        actions = act(batch)
        seen.extend(actions == other.act(batch))
        return actions

    player.act = noting
    return player


def test_an_untrained_player_plays_as_its_advisor():
    torch.manual_seed(0)
    seen: list[bool] = []
    learner = PolicyPlayer("learner", build_policy(SPEC, (16,), GREEDY), sample=False)
    assert learner.needs == {"observation", "state"}
    GAMES.play_out([followed(learner, seen), "random"], 1, 5)
    assert len(seen) > 100 and all(seen)


def test_snapshots_in_turn_are_advised_each():
    torch.manual_seed(0)
    seen: list[bool] = []
    several = [Snapshot(number, 0, "", build_policy(SPEC, (8,), GREEDY)) for number in range(3)]
    GAMES.play_out([followed(InTurn("snapshots", several), seen), "random"], 1, 5)
    assert len(seen) > 100 and all(seen)


def test_an_advisor_is_shown_what_its_seat_knows():
    learner = PolicyPlayer("learner", build_policy(SPEC, (8,), GREEDY), sample=False)
    GAMES.reset(seed=3)
    rows = np.arange(GAMES.num_envs)
    batch = make_batch(GAMES.slots, rows, learner, np.zeros(len(rows), np.bool_))
    assert np.array_equal(batch.states, GAMES.slots.redacted(rows))
    assert not np.array_equal(batch.states, GAMES.slots.states[rows])


# ------------------------------------------------------------------------------------------------- training
def test_an_advised_learner_is_trained_kept_resumed_and_played(advised, tmp_path):
    result = quietly(advised, tmp_path / "run")
    assert read_header(tmp_path / "run" / "player.safetensors")["network"]["advisor"] == "greedy"
    player = PpoPlayer(tmp_path / "run")
    games = covenant_v0.vector_env(8, observation_dtype="int8", **advised.options)
    assert games.play_out([player, "random"], 1, 3).returns.shape == (8, 1, 2)
    assert player.needs == {"observation", "state"} and player.advisor.name == "greedy"
    trust = read(tmp_path / "run" / "player.safetensors", ("policy.trust.",))[1]
    assert trust["policy.trust.weight"].abs().max() > 0  # it has begun to depend on the position
    longer = replace(advised, budget=replace(advised.budget, steps=result.steps + 128))
    assert quietly(longer, tmp_path / "run", resume=True).steps == result.steps + 128


def test_a_run_of_another_advisor_is_not_resumed(advised, tiny, tmp_path):
    quietly(advised, tmp_path / "run")
    with pytest.raises(CheckpointError, match=r"ppo\.advisor = 'greedy', the settings say ''"):
        quietly(tiny, tmp_path / "run", resume=True)


def test_lessons_of_an_advised_learner_have_no_drills(advised, tmp_path):
    taught = replace(advised, lessons=replace(advised.lessons, share=0.5))
    quietly(taught, tmp_path / "run")
    lines = (tmp_path / "run" / "progress.jsonl").read_text("utf-8")
    assert "lessons/agreement_own_games" in lines and "lessons/agreement_drills" not in lines


@pytest.mark.parametrize("name", ["nobody", "ppo:missing"])
def test_an_advisor_that_nobody_is(advised, name, tmp_path):
    with pytest.raises(ConfigError, match=r"ppo\.advisor: "):
        quietly(replace(advised, ppo=replace(advised.ppo, advisor=name)), tmp_path / "run")


def test_a_checkpoint_whose_advisor_nobody_is(advised, tmp_path):
    quietly(advised, tmp_path / "run")
    spec = covenant_v0.vector_env(1, **advised.options).game_spec
    header, tensors = read(tmp_path / "run" / "player.safetensors", ("policy.",))
    header["network"]["advisor"] = "sensei"
    write(tmp_path / "other.safetensors", header, tensors)
    for name, why in (
        ("sensei", "sensei"),
        (f"ppo:{tmp_path / 'other.safetensors'}", "a trained player cannot advise"),
    ):
        header["network"]["advisor"] = name
        write(tmp_path / "other.safetensors", header, tensors)
        with pytest.raises(CheckpointError, match=f"is advised by .*{why}"):
            introduce(PpoPlayer(tmp_path / "other.safetensors"), spec, 1, 0)


def test_a_scripted_player_of_one_game_alone_may_advise(tmp_path):
    settings = {
        "ppo": {"advisor": "rusher", "hidden": [8], "steps": 8, "batch": 64, "epochs": 1},
        "games": {"num_envs": 8},
    }
    short = {
        "budget": {"minutes": None, "steps": 64},
        "lessons": {"share": 0},
        "evaluation": {"deals": 2, "panel": ["random"]},
    }
    quietly(settle(shipped("daimyo"), settings | short), tmp_path / "run")
    player = PpoPlayer(tmp_path / "run")
    daimyo_v0.vector_env(2, num_players=2).play_out([player, "random"], 1, 5)
    assert player.advisor.name == "rusher" and player.needs == {"observation", "state"}


class Adviser:
    """Advises whatever it was made with."""

    name, needs, observation_dtype = "adviser", {"observation"}, "int8"

    def __init__(self, given):
        self.given, self.first = given, []

    def start(self, game, seed):
        pass

    def act(self, batch):
        self.first.append(batch.first.copy())
        return self.given(batch)


@pytest.mark.parametrize("given", [lambda batch: [-1] * len(batch.seat), lambda batch: batch.seat + 5000])
def test_advice_that_is_no_action_is_told(given):
    learner = PolicyPlayer("learner", build_policy(SPEC, (8,), lambda: Adviser(given)))
    with pytest.raises(PlayerError, match="adviser advises an action that there is not"):
        GAMES.play_out([learner, "random"], 1, 5)


def test_who_wants_scaled_observations_or_is_trained_cannot_advise():
    scaled = Adviser(None)
    scaled.observation_dtype = "float32"
    for player, why in ((scaled, "int8"), (PolicyPlayer("learner", build_policy(SPEC, (8,))), "need its file")):
        with pytest.raises(ValueError, match=f"cannot advise: .*{why}"):
            check_advisor(player)


def test_an_adviser_is_told_when_a_game_begins(make_env):
    adviser = Adviser(lambda batch: batch.mask.argmax(axis=1))
    env = make_env(num_envs=4)
    desk = Desk(env.parts[0].table, adviser, 0)
    games = env.parts[0].games
    env.reset()
    desk.advise(games)
    desk.advise(games)
    assert adviser.first[0].all() and not adviser.first[1].any()
    for _ in range(200):
        if env.step(games.slots.mask.argmax(axis=1))[2].all():
            break
    desk.advise(games)
    assert adviser.first[-1].any()
