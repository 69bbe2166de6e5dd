from __future__ import annotations

import io
import json

import numpy as np
import pytest
import torch
from games import LANTERNS
from rich.console import Console

from shugyo.agents.learned import PolicyPlayer
from shugyo.agents.network import build_policy
from shugyo.agents.training.alarm import CollapseAlarm, Duel, duel_share
from shugyo.agents.training.callbacks import SnapshotCallback
from shugyo.agents.training.evaluation import Deals
from shugyo.agents.training.priority import Snapshot
from shugyo.agents.training.run import Run
from shugyo.agents.training.settings import Alarm

SETTINGS = Alarm(share=0.55, last=2, deals=150)


def games(deals=SETTINGS.deals, **options):
    return LANTERNS.vector_env({"observation_dtype": "int8", **options}, deals, "disabled", 1, False)


def overwrite(policy, seed=0) -> None:
    """Random weights instead of what was learned."""
    torch.manual_seed(seed)
    with torch.no_grad():
        for value in policy.parameters():
            value.copy_(torch.randn_like(value))


def prefer(policy, wishes: np.ndarray) -> None:
    """Plays the legal action with the greatest wish, whatever it sees."""
    with torch.no_grad():
        for value in policy.parameters():
            value.zero_()
        policy.action_net.bias.copy_(torch.from_numpy(wishes))


def snapshots(spec, count: int, wishes: np.ndarray) -> list[Snapshot]:
    taken = []
    for number in range(count):
        policy = build_policy(spec, (8,))
        prefer(policy, wishes)
        taken.append(Snapshot(number, 0, "", policy))
    return taken


DIMMEST_FIRST = np.array([5, 4, 3, 2, 1, 0, 9], np.float32)  # the bright lanterns stay for the great pots
BRIGHTEST_FIRST = np.array([1, 2, 3, 4, 5, 0, 9], np.float32)


@pytest.mark.parametrize("tables", [[{"num_players": 2}], [{"num_players": 2}, {"num_players": 4}]], ids=str)
def test_trap_f3_a_learner_that_is_overwritten_is_noticed(tables):
    alarm = CollapseAlarm(SETTINGS, [Deals(games(**options)) for options in tables])
    spec = games(1).game_spec
    before, learner = snapshots(spec, 4, DIMMEST_FIRST), build_policy(spec, (8,))
    player = PolicyPlayer("learner", learner, sample=False, exact=False)
    prefer(learner, DIMMEST_FIRST)
    duels = alarm.duels(player, before, 7)
    assert [duel.number for duel in duels] == [2, 3], "the last two"
    assert [duel.share for duel in duels] == pytest.approx([0.5, 0.5]) and not any(map(alarm.lost, duels))
    prefer(learner, BRIGHTEST_FIRST)
    assert all(map(alarm.lost, alarm.duels(player, before, 7)))
    overwrite(learner)
    assert all(map(alarm.lost, alarm.duels(player, before, 7)))


def test_a_loss_must_be_clear_and_certain():
    alarm = CollapseAlarm(SETTINGS, [])
    assert alarm.lost(Duel(0, share=0.44, high=0.49))
    assert not alarm.lost(Duel(0, share=0.44, high=0.51))
    assert not alarm.lost(Duel(0, share=0.46, high=0.48))


@pytest.mark.parametrize("places", [2, 3, 5])
def test_duels_among_equals_are_even_whatever_the_number_of_seats(places):
    assert duel_share(1 / places, places) == pytest.approx(0.5)
    assert (duel_share(0.0, places), duel_share(1.0, places)) == (0.0, 1.0)
    strength = 3.0  # three against ones
    assert duel_share(strength / (strength + places - 1), places) == pytest.approx(0.75)
    assert duel_share(0.3, 2) == pytest.approx(0.3)


def test_trap_f3_a_run_whose_learner_is_overwritten_warns_and_logs(tiny, changed, tmp_path):
    run = Run(changed(changed(tiny, "alarm", deals=100, last=1), "ppo", hidden=[8]), tmp_path)
    run.begin()
    told = io.StringIO()
    callback = SnapshotCallback(run, Console(file=told, width=500))
    policy = run.model.policy
    prefer(policy, -np.arange(run.pool.specs[0].num_actions, dtype=np.float32))  # wins 80 % against random moves
    callback.take()
    callback.take()
    assert told.getvalue() == ""
    overwrite(policy)
    callback.take()
    run.model.logger.dump(0)
    run.close()
    assert told.getvalue().startswith("warning: the learner has become weaker.")
    assert "its own snapshot 1." in told.getvalue()
    row = json.loads((tmp_path / "progress.jsonl").read_text("utf-8").splitlines()[-1])
    assert row["alarm/share"] < 0.45 and row["alarm/lost"] == 1
    assert run.pool.taken == 3


def test_no_deals_no_alarm(tiny, changed, tmp_path, monkeypatch):
    monkeypatch.setattr(CollapseAlarm, "duels", lambda *_: pytest.fail("there is no alarm"))
    run = Run(changed(tiny, "alarm", deals=0), tmp_path)
    callback = SnapshotCallback(run, Console(file=io.StringIO()))
    callback.take()
    callback.take()
    assert run.pool.taken == 2
