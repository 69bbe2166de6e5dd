from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from games import COVENANT

from shugyo.agents.checkpoint import CheckpointError, identities, write
from shugyo.agents.learned import PolicyPlayer, PpoPlayer
from shugyo.agents.masks import EmptyMaskError
from shugyo.agents.network import build_policy, observation_box, scales_of, weights_of
from shugyo.agents.registry import make_player
from shugyo.envs.core.game import Batch
from shugyo.envs.core.players import make_batch

ROWS = 200
GAMES = COVENANT.vector_env({"observation_dtype": "int8"}, ROWS, "same_step", 1, False)
SPEC = GAMES.game_spec


@pytest.fixture(scope="module")
def policy():
    """A network with opinions: the last layer is large enough that actions differ."""
    torch.manual_seed(1)
    made = build_policy(SPEC, (64, 64))
    with torch.no_grad():
        made.action_net.weight.mul_(300)
    return made


@pytest.fixture(scope="module")
def batch() -> Batch:
    """Decisions in the midst of games."""
    GAMES.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(40):
        mask = GAMES.slots.mask
        GAMES.step(np.argmax(mask * rng.random(mask.shape), axis=1))
    return make_batch(
        GAMES.slots, np.arange(ROWS), PolicyPlayer("x", build_policy(SPEC, (8,))), np.zeros(ROWS, np.bool_)
    )


def rows_of(batch: Batch, rows) -> Batch:
    return Batch(batch.observation[rows], batch.mask[rows], batch.seat[rows], batch.slot[rows], batch.first[rows], None)


def saved(folder, policy, spec=SPEC):
    path = folder / "checkpoint.safetensors"
    tensors = {f"policy.{name}": value for name, value in weights_of(policy).items()}
    write(path, {"kind": "player", **identities([spec]), "network": {"hidden": [64, 64]}}, tensors)
    return path


@pytest.mark.parametrize("sample", [False, True])
def test_an_action_depends_neither_on_the_order_of_rows_nor_on_other_rows(policy, batch, sample):
    def act(rows) -> np.ndarray:
        player = PolicyPlayer("x", policy, sample=sample)
        player.start(SPEC, 3)
        return player.act(rows_of(batch, rows))

    whole = act(np.arange(ROWS))
    order = np.random.default_rng(1).permutation(ROWS)
    assert (act(order) == whole[order]).all()
    for rows in (np.arange(1), np.arange(7), np.arange(33), np.arange(90, 190)):
        assert (act(rows) == whole[rows]).all()
    assert len(np.unique(whole)) > 10


def test_logits_do_not_change_by_a_bit_with_other_rows(policy, batch):
    player = PolicyPlayer("x", policy)
    whole = player._logits(batch.observation)
    assert (player._logits(batch.observation[50:53]) == whole[50:53]).all()
    assert (player._logits(batch.observation[::-1].copy())[::-1] == whole).all()


def test_actions_are_legal_and_sampling_follows_the_policy(policy, batch):
    greedy, drawing = PolicyPlayer("g", policy, sample=False), PolicyPlayer("s", policy, sample=True)
    greedy.start(SPEC, 0)
    drawing.start(SPEC, 0)
    row = rows_of(batch, [0] * 3000)
    row.slot[:] = np.arange(3000)
    drawn = drawing.act(row)
    assert batch.mask[0][drawn].all() and batch.mask[np.arange(ROWS), greedy.act(batch)].all()
    logits = np.where(batch.mask[0] != 0, greedy._logits(batch.observation[:1])[0], -np.inf)
    chances = np.exp(logits - np.logaddexp.reduce(logits))
    assert np.abs(np.bincount(drawn, minlength=len(chances)) / 3000 - chances).max() < 0.04
    assert greedy.act(rows_of(batch, [0]))[0] == chances.argmax()


def test_starting_again_repeats_the_draws(policy, batch):
    player = PolicyPlayer("x", policy)
    acts = []
    for seed in (1, 1, 2):
        player.start(SPEC, seed)
        acts.append([player.act(batch).tolist(), player.act(batch).tolist()])
    assert acts[0] == acts[1] != acts[2]
    assert acts[0][0] != acts[0][1]


def test_trap_a2_an_empty_mask_is_refused(policy, batch):
    player = PolicyPlayer("x", policy)
    player.start(SPEC, 0)
    bad = rows_of(batch, np.arange(5))
    bad.mask[2] = 0
    with pytest.raises(EmptyMaskError, match="row 2 of 5"):
        player.act(bad)


def test_the_network_sees_what_the_float_observation_shows(batch):
    floats = COVENANT.vector_env({}, 1, "same_step", 1, False)
    box = observation_box(SPEC)
    assert box == GAMES.single_observation_space["observation"]
    assert (scales_of(SPEC) == floats.slots.scales).all()
    assert box.contains(batch.observation[0])


def test_a_player_from_a_file_plays_as_the_policy_does(policy, batch, tmp_path):
    path = saved(tmp_path, policy)
    first, second = PpoPlayer(path), make_player(f"ppo:{tmp_path}")
    direct = PolicyPlayer("x", policy, sample=False)
    for player in (first, second, direct):
        player.start(SPEC, 0)
    assert second.name == f"ppo:{tmp_path}" and second.needs == {"observation"} and second.observation_dtype == "int8"
    assert (first.act(batch) == direct.act(batch)).all()
    assert (second.act(batch) == direct.act(batch)).all()


def test_a_player_for_another_number_of_seats_is_refused_at_the_start(policy, tmp_path):
    player = PpoPlayer(saved(tmp_path, policy))
    with pytest.raises(CheckpointError, match=r"options: num_players=2, .* num_players=3"):
        player.start(COVENANT.vector_env({"num_players": 3}, 1, "same_step", 1, False).game_spec, 0)


def test_weights_of_another_network_are_refused(policy, tmp_path):
    path = tmp_path / "checkpoint.safetensors"
    tensors = {f"policy.{name}": value for name, value in weights_of(build_policy(SPEC, (8,))).items()}
    write(path, {"kind": "player", **identities([SPEC]), "network": {"hidden": [64, 64]}}, tensors)
    with pytest.raises(CheckpointError, match=r"another network: action_net.weight, .* differ"):
        PpoPlayer(path).start(SPEC, 0)


@pytest.mark.parametrize("value", [torch.nan, torch.inf])
def test_weights_that_are_not_finite_are_refused_when_a_player_is_loaded(policy, tmp_path, value):
    tensors = {f"policy.{name}": tensor.clone() for name, tensor in weights_of(policy).items()}
    tensors["policy.action_net.bias"][3] = value
    path = tmp_path / "checkpoint.safetensors"
    write(path, {"kind": "player", **identities([SPEC]), "network": {"hidden": [64, 64]}}, tensors)
    with pytest.raises(
        CheckpointError, match=r"checkpoint\.safetensors holds weights .* not finite: action_net\.bias$"
    ):
        PpoPlayer(path)


def test_a_seat_that_the_game_does_not_have_is_refused_with_the_name_of_the_file(policy, tmp_path):
    path = tmp_path / "odd.safetensors"
    tensors = {f"policy.{name}": value for name, value in weights_of(policy).items()}
    header = {"kind": "player", "seat": "heroes", **identities([SPEC]), "network": {"hidden": [64, 64]}}
    write(path, header, tensors)
    with pytest.raises(CheckpointError, match=r"odd\.safetensors is of a player for a seat .* seat='heroes' is not"):
        PpoPlayer(path).start(SPEC, 0)


# ------------------------------------------------------------------------------------------------- float16
@pytest.fixture
def half(policy, tmp_path):
    """A player's file for two tables, its weights as float16."""
    tensors = {f"policy.{name}": value for name, value in weights_of(policy).items()}
    specs = [SPEC, COVENANT.vector_env({"num_players": 3}, 1, "same_step", 1, False).game_spec]
    header = {"kind": "player", **identities(specs), "network": {"hidden": [64, 64]}}
    write(tmp_path / "half.safetensors", header, tensors, half=True)
    return tmp_path / "half.safetensors"


def test_trap_c5_a_float16_player_plays_the_same_each_time_and_nearly_as_before(policy, batch, half):
    acts = []
    for _ in range(2):
        player = make_player(f"ppo:{half}")
        for _ in range(2):
            player.start(SPEC, 0)
            acts.append(player.act(batch))
        assert {value.dtype for value in player.policy.parameters()} == {torch.float32}
        assert (player.act(rows_of(batch, np.arange(9, 40))) == acts[0][9:40]).all()
    assert all((again == acts[0]).all() for again in acts)
    direct = PolicyPlayer("x", policy, sample=False)
    direct.start(SPEC, 0)
    assert (direct.act(batch) == acts[0]).mean() > 0.97


@pytest.mark.parametrize(
    ("options", "change", "message"),
    [
        (
            {"content": {"rules": {"aid_value": 3}}},
            {},
            r"does not fit: rules_hash: '\w+' in the checkpoint, '\w+' here$",
        ),
        ({}, {"num_actions": 9}, r"does not fit: num_actions: 145 in the checkpoint, 9 here$"),
        (
            {},
            {"layout": {"decision": SPEC.layout["decision"]}},
            r"observation_size: 1212 in the checkpoint, \d+ here; observation_layout: '\w+' in the checkpoint",
        ),
        (
            {"num_players": 5},
            {},
            r"options: num_players=2, mode='year' or num_players=3, mode='year' in the checkpoint, num_players=5",
        ),
    ],
)
def test_trap_c5_a_float16_player_refuses_other_rules_spaces_and_tables(half, options, change, message):
    spec = replace(COVENANT.vector_env(options, 1, "same_step", 1, False).game_spec, **change)
    with pytest.raises(CheckpointError, match=message):
        PpoPlayer(half).start(spec, 0)
    PpoPlayer(half).start(SPEC, 0)


def test_trap_a5_no_player_acts_without_a_mask(policy, batch, half):
    for player in (PpoPlayer(half), PolicyPlayer("x", policy)):
        player.start(SPEC, 0)
        bare = rows_of(batch, np.arange(5))
        bare.mask = None
        with pytest.raises(EmptyMaskError, match="a decision needs its action mask, and none was given"):
            player.act(bare)
