"""Who plays the tasks: this process, or several beside it.

A *crew* takes tasks and gives them back with what came out, in any order. Whatever happens to a worker, each task that
was handed in comes back once.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from typing import Protocol

from .settings import TournamentError
from .tasks import Done, Task, play_task

Result = tuple[Task, Done]
PATIENCE = 3
"""How often workers may die before another task has come back."""
THREADS = "OMP_NUM_THREADS"
"""The variable that keeps a new process to one thread in what libraries do."""


class Crew(Protocol):
    """Who plays the tasks.

    Attributes:
        how: in words, such as ``"2 processes"``.
        size: tasks that are played at once.
        room: tasks that it should be given ahead.
    """

    how: str
    size: int
    room: int

    def submit(self, task: Task) -> None:
        """Hands a task in."""
        ...

    def collect(self, *, waiting: bool = True) -> list[Result]:
        """Tasks that are done. ``waiting``: for at least one.

        Raises:
            TournamentError: a task failed, or workers die again and again.
        """
        ...

    def close(self) -> None:
        """Ends all workers, whatever they do."""
        ...


class Alone:
    """This process itself: nothing has to be started, and errors show where they come from."""

    how, size, room = "this process alone", 1, 1

    def __init__(self) -> None:
        self._tasks: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        """Hands a task in."""
        self._tasks.append(task)

    def collect(self, *, waiting: bool = True) -> list[Result]:
        """Plays the next task."""
        if not waiting or not self._tasks:
            return []
        task = self._tasks.popleft()
        return [(task, play_task(task))]

    def close(self) -> None:
        """Nothing runs."""


class Processes:
    """Processes of this machine, started afresh (spawn), with one thread each; kernels come from the cache on disk.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self.how, self.size, self.room = f"{count} processes", count, 2 * count
        self._threads = os.environ.get(THREADS)
        os.environ[THREADS] = "1"  # workers are started when they are needed
        self._others = set(active_children())
        self._pending: dict[Future[Done], Task] = {}
        self._deaths = 0
        self._pool = self._start()

    def submit(self, task: Task) -> None:
        """Hands a task in."""
        try:
            self._pending[self._pool.submit(play_task, task)] = task
        except BrokenProcessPool:
            self._replace_pool([task])

    def collect(self, *, waiting: bool = True) -> list[Result]:
        """Tasks that are done; those of workers that died are handed in again."""
        results: list[Result] = []
        while self._pending and not results:
            done, _ = wait(self._pending, timeout=None if waiting else 0, return_when=FIRST_COMPLETED)
            lost = []
            for future in sorted(done, key=lambda one: one.exception() is not None):
                if isinstance(error := future.exception(), BrokenProcessPool):
                    lost.append(self._pending.pop(future))
                elif error is None:
                    results.append((self._pending.pop(future), future.result()))
                elif not results:  # else there is still something to give back, and it comes the next time
                    raise error
            if results:
                self._deaths = 0
            if lost:
                self._replace_pool(lost)
            if not waiting:
                break
        return results

    def close(self) -> None:
        """Ends all workers, whatever they do."""
        self._end()
        if self._threads is None:
            os.environ.pop(THREADS, None)
        else:
            os.environ[THREADS] = self._threads

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, mp_context=get_context("spawn"), initializer=_begin)

    def _end(self) -> None:
        workers = set(active_children()) - self._others
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()

    def _replace_pool(self, lost: list[Task]) -> None:
        """A worker died, and its whole pool with it: a new one gets what had not come back."""
        self._deaths += 1
        if self._deaths > PATIENCE:
            raise TournamentError(
                "processes that play die again and again, perhaps for want of memory; try fewer of them (--processes)"
            )
        lost = [*lost, *self._pending.values()]
        self._pending = {}
        self._end()
        self._pool = self._start()
        for task in lost:
            self._pending[self._pool.submit(play_task, task)] = task


def _begin() -> None:
    """In a new worker: Ctrl-C is the parent's affair, and nobody plays on for a parent that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
