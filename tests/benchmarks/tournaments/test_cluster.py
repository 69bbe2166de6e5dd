"""Playing on a Ray cluster, of which a machine is lost."""

import subprocess
import sys

import pytest

from shugyo.benchmarks.tournaments.settings import TournamentError, read_settings
from shugyo.benchmarks.tournaments.tasks import fixtures_of
from shugyo.benchmarks.tournaments.workers import Alone

STORE = 80 << 20
"""Bytes of a node's object store, the least that Ray takes."""


def test_nothing_else_brings_ray_in():
    code = (
        "import sys, shugyo.cli.tournament, shugyo.benchmarks.tournaments.workers, shugyo.benchmarks.tournaments.run\n"
        "assert 'ray' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch):
    """A cluster of two nodes with one core each, and the node that can be lost."""
    pytest.importorskip("ray", reason="needs Ray: pip install shugyo[dist]")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else Ray warns of what it will do one day
    import ray
    from ray.cluster_utils import Cluster as LocalCluster

    small = {"num_cpus": 1, "object_store_memory": STORE}
    cluster = LocalCluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    node = cluster.add_node(**small)
    cluster.wait_for_nodes()
    yield cluster, node
    ray.shutdown()
    cluster.shutdown()


@pytest.mark.slow
def test_a_lost_machine_changes_nothing(cluster, write, play, contents, tmp_path):
    from shugyo.benchmarks.tournaments.cluster import Cluster

    local, node = cluster

    class Losing(Cluster):
        """Its second machine is lost after some results."""

        collected = 0

        def collect(self, *, waiting: bool = True):
            results = super().collect(waiting=waiting)
            before, self.collected = self.collected, self.collected + len(results)
            if before < 6 <= self.collected:
                local.remove_node(node, allow_graceful=False)
            return results

    fixtures = fixtures_of(read_settings(write(('"random", "greedy"', '"random", "flat:40"'), ("= 30", "= 80"))))
    crew = Losing(local.address)
    assert crew.size == 2
    assert play(fixtures, tmp_path / "ray.jsonl", crew)
    assert crew.collected > 6
    assert len(local.list_all_nodes()) == 1
    play(fixtures, tmp_path / "alone.jsonl", Alone())
    assert contents(tmp_path / "ray.jsonl") == contents(tmp_path / "alone.jsonl")


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_told_in_words():
    pytest.importorskip("ray", reason="needs Ray: pip install shugyo[dist]")
    from shugyo.benchmarks.tournaments.cluster import Cluster

    with pytest.raises(TournamentError, match=r"no Ray cluster answers at '127\.0\.0\.1:1'"):
        Cluster("127.0.0.1:1")


class FakeRay:
    """As much of Ray as a crew calls, in this process: the given errors come first, then results."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.shut = False

    def is_initialized(self) -> bool:
        return True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **options):
        def decorate(function):
            decorated = type("Remote", (), {})()
            decorated.remote = lambda task: (function, task)
            return decorated

        return decorate

    def wait(self, references, **options):
        return references[:1], references[1:]

    def get(self, reference):
        if self.errors:
            raise self.errors.pop(0)
        function, task = reference
        return function(task)

    def cancel(self, reference, **options) -> None:
        pass


@pytest.fixture
def crew(monkeypatch: pytest.MonkeyPatch):
    """Makes a crew on a Ray that fails in given ways."""
    pytest.importorskip("ray", reason="needs Ray: pip install shugyo[dist]")
    from shugyo.benchmarks.tournaments import cluster

    def make(*errors: Exception) -> cluster.Cluster:
        monkeypatch.setattr(cluster, "ray", FakeRay(*errors))
        return cluster.Cluster("auto")

    return make


def test_what_the_cluster_gives_up_is_handed_in_again(crew, fixtures, play, contents, tmp_path):
    from ray.exceptions import WorkerCrashedError

    haunted = crew(WorkerCrashedError(), WorkerCrashedError())
    assert (haunted.size, haunted.room, haunted.how) == (3, 6, "Ray, 3 cores")
    assert play(fixtures, tmp_path / "ray.jsonl", haunted)
    play(fixtures, tmp_path / "alone.jsonl", Alone())
    assert contents(tmp_path / "ray.jsonl") == contents(tmp_path / "alone.jsonl")


def test_a_cluster_that_loses_everything_is_given_up(crew, fixtures, play, tmp_path):
    from ray.exceptions import WorkerCrashedError

    with pytest.raises(TournamentError, match="loses one task after the other"):
        play(fixtures, tmp_path / "games.jsonl", crew(*[WorkerCrashedError() for _ in range(4)]))


def test_a_task_that_fails_there_is_told_as_if_it_had_failed_here(crew, fixtures, play, tmp_path):
    from ray.exceptions import RayTaskError

    error = RayTaskError("play_task", "Traceback …", TournamentError("greedy against random: no idea"))
    with pytest.raises(TournamentError, match=r"^greedy against random: no idea$"):
        play(fixtures, tmp_path / "games.jsonl", crew(error))
