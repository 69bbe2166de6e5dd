"""What is installed is what stands in the tree, and importing it is cheap."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOP_FOLDERS = ("envs", "agents", "benchmarks", "configs", "cli")
HEAVY = {"numba", "torch", "matplotlib", "pygame"}
IMPORT_SECONDS = 0.5

RANDOM_GAME = """
import sys
from pathlib import Path
import numpy as np
import shugyo.cli, shugyo.configs
from shugyo.envs import covenant_v0

for module in (covenant_v0, shugyo.cli, shugyo.configs):
    assert Path(module.__file__).is_relative_to(sys.argv[1]), module.__file__
rng = np.random.default_rng(1)
env = covenant_v0.env(num_players=3)
env.reset(seed=1)
steps = 0
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    steps += 1
assert steps > 20, steps
print("played", steps)
"""


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command and fails with all that it printed if it fails."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=os.environ | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command} exited with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def packages_in_tree() -> set[str]:
    """Every folder with Python files under the top folders, as a dotted name below `shugyo`."""
    files = (file for top in TOP_FOLDERS for file in (ROOT / top).rglob("*.py"))
    return {".".join(("shugyo", *file.parent.relative_to(ROOT).parts)) for file in files}


def shipped_files() -> set[str]:
    """What the wheel has to hold, by its path below `shugyo/`."""
    patterns = [f"{top}/**/{name}" for top in TOP_FOLDERS for name in ("*.py", "py.typed")]
    patterns += ["configs/**/*.toml", "envs/**/*.md", "agents/baselines/*.safetensors", "agents/baselines/*.md"]
    patterns += ["benchmarks/pages/*.j2", "benchmarks/pages/*.css"]
    return {file.relative_to(ROOT).as_posix() for pattern in patterns for file in ROOT.glob(pattern)}


# ------------------------------------------------------------------------------------------------- the mapping
def test_every_package_folder_is_listed_and_every_listed_package_exists():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    assert len(listed) == len(set(listed)), "a package is listed twice in pyproject.toml"
    found = packages_in_tree()
    assert not found - set(listed), "add these to [tool.setuptools] packages in pyproject.toml"
    assert not set(listed) - found, "pyproject.toml lists packages without a folder"


def test_every_package_folder_has_an_init():
    # Without it a folder is a namespace package: it imports here, but type checkers and the mapping treat it otherwise.
    folders = [ROOT.joinpath(*name.split(".")[1:]) for name in packages_in_tree()]
    assert not [str(folder.relative_to(ROOT)) for folder in folders if not (folder / "__init__.py").exists()]


@pytest.mark.parametrize("top", TOP_FOLDERS)
def test_top_packages_say_that_they_are_typed(top: str):
    # `shugyo` itself is a namespace without files, so that each package below it carries the marker.
    assert (ROOT / top / "py.typed").exists()


def test_data_lies_in_package_folders():
    stray = [name for name in shipped_files() if not (ROOT / name).with_name("__init__.py").exists()]
    assert not stray, "a folder without __init__.py is not packaged, nor is its data"


# ------------------------------------------------------------------------------------------------- the wheel
@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the tree, so that no earlier build's leftovers get in."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    unwanted = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc")
    for top in TOP_FOLDERS:
        shutil.copytree(ROOT / top, source / top, ignore=unwanted)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, source)
    build = ("wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", folder)
    run(sys.executable, "-m", "pip", *build, ".", cwd=source)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_wheel_holds_exactly_what_is_shipped(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not re.match(r"shugyo-[^/]+\.dist-info/", name)}
    assert any(name.endswith(".toml") for name in names)
    assert names == {f"shugyo/{name}" for name in shipped_files()}


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_installed_wheel_plays_a_game_away_from_the_checkout(wheel: Path, tmp_path: Path):
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    install = ("install", "--no-deps", "--no-index", "--no-compile", "--target", site, wheel)
    run(sys.executable, "-m", "pip", *install, cwd=elsewhere)
    played = run(sys.executable, "-c", RANDOM_GAME, site, cwd=elsewhere, PYTHONPATH=str(site))
    assert "played" in played.stdout


# ------------------------------------------------------------------------------------------------- cheap import
def import_times(statement: str, cwd: Path) -> dict[str, float]:
    """Seconds that each module's own code took in a fresh process."""
    report = run(sys.executable, "-X", "importtime", "-c", statement, cwd=cwd).stderr
    rows = re.findall(r"^import time:\s*(\d+) \|\s*\d+ \|\s*(\S+)$", report, flags=re.MULTILINE)
    return {module: int(microseconds) / 1e6 for microseconds, module in rows}


@pytest.mark.parametrize("statement", ["import shugyo.envs", "from shugyo.envs import covenant_v0"])
def test_trap_d4_e3_import_is_cheap(statement: str, tmp_path: Path):
    start_up = import_times("pass", tmp_path).keys()
    took = []
    for _ in range(5):  # the best counts: other work on the machine only ever adds
        times = import_times(statement, tmp_path)
        assert "shugyo.envs" in times
        loaded = HEAVY & {module.partition(".")[0] for module in times}
        assert not loaded, f"`{statement}` loads {sorted(loaded)}"
        took.append(sum(seconds for module, seconds in times.items() if module not in start_up))
        if took[-1] <= IMPORT_SECONDS:
            return
    pytest.fail(f"`{statement}` took {took} s in five fresh processes, more than {IMPORT_SECONDS} s each time")
