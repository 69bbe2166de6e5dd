"""How kernels are compiled and cached, in processes of their own where the cache is the point."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from games import CASES, LANTERNS, play

from shugyo.envs.core import kernel as kernel_module
from shugyo.envs.core.kernel import KERNELS, UNCOMPILED, kernel
from shugyo.envs.core.players import scripted_names

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ("envs", "configs")
PLAY = """
from shugyo.envs.core.module import GameModule

env = GameModule("games.toy").env({"observation_dtype": "int8"})
env.reset(seed=1)
for agent in env.agent_iter():
    env.step(None if env.terminations[agent] else env.legal_actions(agent)[-1])
print(env.unwrapped.replay().score, env.unwrapped.state_digest())
"""
compiled_only = pytest.mark.skipif(UNCOMPILED, reason="about compiled code")


@pytest.fixture
def copy_of_package() -> Iterator[Path]:
    """A folder with ``shugyo`` and the tests' games, without any cache, that any user may enter."""
    clutter = shutil.ignore_patterns("__pycache__")
    with tempfile.TemporaryDirectory() as name:  # pytest's own folders are closed to other users
        path = Path(name)
        path.chmod(0o755)
        for folder in FOLDERS:
            shutil.copytree(ROOT / folder, path / "shugyo" / folder, ignore=clutter)
        shutil.copytree(ROOT / "tests" / "games", path / "games", ignore=clutter)
        yield path


def start(folder: Path, *command: str, script: str = PLAY, **environment: str) -> subprocess.Popen[str]:
    """A fresh process that knows only the copy."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    installed = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
    code = f"import sys; sys.path[:0] = [{str(folder)!r}]; sys.path += {installed.split(os.pathsep)!r}\n{script}"
    return subprocess.Popen(
        [*command, sys.executable, "-S", "-c", code],
        cwd=folder,
        env={**kept, "HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it printed on stdout and stderr; fails if it failed."""
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out, err


# ------------------------------------------------------------------------------------------------- the cache
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs root, to become a user without rights")
def test_trap_d1_a_read_only_install_without_a_home_still_plays(copy_of_package: Path):
    for path in [copy_of_package, *copy_of_package.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    if shutil.which("setpriv") is None:
        pytest.skip("needs setpriv")
    writes = "import os; assert not os.access('.', os.W_OK) and not os.access(os.environ['HOME'], os.W_OK)\n"
    out, err = finish(start(copy_of_package, *nobody, script=writes + PLAY, HOME="/nonexistent"))
    assert "]" in out
    assert err.count("RuntimeWarning") == 1, err
    assert "no folder to keep compiled kernels in" in err


@pytest.mark.slow
@compiled_only
def test_trap_d2_a_change_in_another_module_is_noticed(copy_of_package: Path):
    first, _ = finish(start(copy_of_package))
    assert list(copy_of_package.rglob("*.nbi")), "nothing was cached"
    again, notice = finish(start(copy_of_package))
    assert (again, notice) == (first, ""), "the second process compiles anew"
    rng = copy_of_package / "shugyo" / "envs" / "core" / "rng.py"
    text = rng.read_text("utf-8")
    changed = text.replace("GOLDEN = 0x9E3779B97F4A7C15", "GOLDEN = 0x9E3779B97F4A7C17")
    assert changed != text
    rng.write_text(changed, "utf-8")
    other, _ = finish(start(copy_of_package))
    assert other != first
    rng.write_text(text, "utf-8")
    assert finish(start(copy_of_package))[0] == first


@pytest.mark.slow
@compiled_only
def test_trap_d2_a_flag_that_changes_code_is_noticed(copy_of_package: Path):
    canary = "import numpy as np\nfrom test_canary import past_the_end\n"
    (copy_of_package / "test_canary.py").write_text(
        "from shugyo.envs.core.kernel import kernel\n@kernel\ndef past_the_end(array, i):\n    return array[i]\n"
    )
    quiet = canary + "past_the_end(np.zeros(3), 3)\nprint('read')"
    raises = canary + "try:\n    past_the_end(np.zeros(3), 3)\nexcept IndexError:\n    print('raised')"
    assert finish(start(copy_of_package, script=quiet))[0] == "read\n"
    assert finish(start(copy_of_package, script=raises, NUMBA_BOUNDSCHECK="1"))[0] == "raised\n"
    assert finish(start(copy_of_package, script=quiet))[0] == "read\n"


@pytest.mark.slow
@compiled_only
def test_trap_d3_sixteen_processes_start_at_once_in_an_empty_cache(copy_of_package: Path):
    processes = [start(copy_of_package) for _ in range(16)]
    played = {finish(process)[0] for process in processes}
    assert len(played) == 1
    assert finish(start(copy_of_package))[1] == "", "the cache that sixteen wrote cannot be read"


@pytest.mark.slow
@compiled_only
def test_trap_d3_the_cache_can_be_turned_off(copy_of_package: Path):
    finish(start(copy_of_package, SHUGYO_KERNEL_CACHE="0"))
    assert not list(copy_of_package.rglob("*.nbi"))


# ------------------------------------------------------------------------------------------------- bounds
@kernel
def past_the_end(array, i):
    """The canary: reads where there is nothing."""
    return array[i]


@pytest.mark.skipif(os.environ.get("NUMBA_BOUNDSCHECK") != "1", reason="only where array bounds are checked")
def test_trap_d5_the_canary_raises_where_bounds_are_checked():
    with pytest.raises(IndexError):
        past_the_end(np.zeros(3), 3)


# ------------------------------------------------------------------------------------------------- lean compilation
LATER = """
from games import LANTERNS
venv = LANTERNS.vector_env({"num_players": 3}, 4, "same_step", 1, False)
venv.reset(seed=1)
venv.play_out("random", 1)
two = LANTERNS.vector_env({"num_players": 3}, 4, "same_step", 2, False)
two.reset(seed=1)
"""


@compiled_only
def test_entry_points_are_linked_whole_in_whatever_order_they_are_compiled(tmp_path: Path):
    """Inner functions are translated once and linked into each entry point: the first, later ones, a process later."""
    tests = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": tests}
    first = LATER.partition("venv.play_out")[0] + "print(True)"
    for script in (first, LATER):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
    assert "play" in {path.name.split("-")[0].partition(".")[2] for path in tmp_path.rglob("*.nbi")}


# ------------------------------------------------------------------------------------------------- one signature
@compiled_only
def test_trap_d6_every_kernel_is_compiled_once_for_each_game():
    for case in CASES:
        for dtype in ("int8", "float32"):
            env = case.env(observation_dtype=dtype, render_mode="ansi", max_decisions=30)
            env.reset(seed=1)
            env.observe(env.agents[-1])
            play(env, np.random.default_rng(0), 1)
            env.determinize(env.possible_agents[0], seed=1)
            env.load(env.save())
            play(env.clone(), np.random.default_rng(0))
            venv = case.vector_env(3, observation_dtype=dtype, num_threads=1)
            venv.reset(seed=1)
            for numbers in (np.int16, np.int64, np.uint16):
                actions = venv.slots.mask.argmax(axis=1).astype(numbers)
                venv.step(actions, np.ones(6, bool)[::2])
                venv.unchecked_step(venv.slots.mask.argmax(axis=1).tolist())
            for policy in ("random", scripted_names(venv.game)[-1]):
                venv.play_out([policy] * venv.num_seats, 1)
            genv = case.gym_env(scripted_names(venv.game)[-1], observation_dtype=dtype)
            genv.reset(seed=1)
            genv.step(np.int64(np.flatnonzero(genv.action_masks())[0]))
    games = len({case.module.game.state_type for case in CASES})
    counts = {each.__name__: len(each.signatures) for each in KERNELS if each is not past_the_end}
    alike = {"to_float", "first_illegal", "sample_actions"}  # they see no state
    assert {name: n for name, n in counts.items() if n > (1 if name in alike else games)} == {}
    assert counts["advance"] == games


# ------------------------------------------------------------------------------------------------- what is stamped
def test_what_the_stamp_covers():
    names = {path.relative_to(kernel_module.SOURCES).as_posix() for path in kernel_module.kernel_sources()}
    assert {"core/batch.py", "core/rng.py", "core/verbs.py", "core/stack.py"} <= names
    assert not {"core/aec.py", "core/vector.py", "core/save.py"} & names


def test_the_notice_comes_only_when_it_takes_long(capsys: pytest.CaptureFixture[str]):
    import time

    from shugyo.envs.core.progress import notice_if_slow

    with notice_if_slow("slow", after=0.02):
        time.sleep(0.2)
    with notice_if_slow("fast", after=5):
        pass
    with pytest.raises(KeyError), notice_if_slow("failing", after=0.05):
        raise KeyError
    time.sleep(0.1)
    assert capsys.readouterr().err == "slow\n"


def test_the_toy_game_is_imported_by_name():
    assert LANTERNS.game.module == "games.toy"
