"""Tasks on the machines of a Ray cluster (extra ``dist``). Nothing else imports Ray."""

from __future__ import annotations

import logging
import socket
from typing import Any

import ray  # pyright: ignore[reportMissingImports]
from ray.exceptions import RayError, RayTaskError  # pyright: ignore[reportMissingImports]

from .settings import TournamentError
from .tasks import Task, play_task
from .workers import PATIENCE, Result

REACH = 10.0
"""Seconds in which a cluster has to answer."""


class Cluster:
    """The workers of a Ray cluster, each task on one core of any of its machines.

    All machines need this version of the suite with the same content, and files of trained players under the same
    paths: a task finds out if they are others. Games that a lost machine was playing are played again elsewhere, and as
    a block's games depend on nothing but its key, with the same result.

    Args:
        address: of the cluster, as for ``ray.init``: ``"auto"``, ``"HOST:6379"``, ``"ray://HOST:10001"``, or
            ``"local"`` to start one on this machine.

    Raises:
        TournamentError: there is no cluster at that address.
    """

    def __init__(self, address: str) -> None:
        self._mine = not ray.is_initialized()  # who has connected already stays so
        if self._mine:
            try:
                _reach(address)
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (OSError, RayError, RuntimeError, ValueError) as error:
                raise TournamentError(f"no Ray cluster answers at {address!r}: {error}") from None
        self.size = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.how, self.room = f"Ray, {self.size} cores", 2 * self.size
        self._play: Any = ray.remote(num_cpus=1, max_retries=PATIENCE)(
            play_task
        )  # for lost workers; errors come through
        self._pending: dict[Any, Task] = {}
        self._losses = 0

    def submit(self, task: Task) -> None:
        """Hands a task in."""
        self._pending[self._play.remote(task)] = task

    def collect(self, *, waiting: bool = True) -> list[Result]:
        """Tasks that are done; those that the cluster gave up are handed in again."""
        results: list[Result] = []
        while self._pending and not results:
            done, _ = ray.wait(list(self._pending), num_returns=1, timeout=None if waiting else 0)
            for reference in done:
                task = self._pending.pop(reference)
                try:
                    results.append((task, ray.get(reference)))
                    self._losses = 0
                except RayTaskError as error:
                    raise TournamentError(str(error.cause)) from None
                except RayError as error:
                    self._losses += 1
                    if self._losses > PATIENCE:
                        raise TournamentError(f"the cluster loses one task after the other: {error}") from None
                    self.submit(task)
            if not waiting and not done:
                break
        return results

    def close(self) -> None:
        """Gives up what is not done, and the connection."""
        for reference in self._pending:
            ray.cancel(reference, force=True)
        self._pending = {}
        if self._mine:
            ray.shutdown()


def _reach(address: str) -> None:
    """Raises OSError if nobody listens at ``HOST:PORT``, where Ray tries for minutes; other addresses it knows."""
    host, _, port = address.rpartition(":")
    if host and "/" not in host and port.isdecimal():
        socket.create_connection((host, int(port)), REACH).close()
