"""The logs of a run, on a disk that is full."""

from __future__ import annotations

import errno
import os

import pytest
from stable_baselines3.common.logger import TensorBoardOutputFormat

from shugyo.agents.training.ppo import Clock
from shugyo.agents.training.run import Curves, ProgressFile
from shugyo.agents.training.settings import Budget


def test_a_log_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)
    monkeypatch.setattr(TensorBoardOutputFormat, "write", refuse)
    logs = ProgressFile(tmp_path / "progress.jsonl", Clock(Budget(minutes=1.0))), Curves(tmp_path / "tensorboard", 0)
    for log, name in zip(logs, ("progress.jsonl", "tensorboard"), strict=True):
        with pytest.raises(OSError, match="No space left") as caught:
            log.write({"loss": 1.0}, {"loss": ()}, 1)
        assert caught.value.filename == str(tmp_path / name)
        log.close()
    assert (tmp_path / "progress.jsonl").read_text() == ""
