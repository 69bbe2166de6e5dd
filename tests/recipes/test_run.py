"""How recipes are run. The recipes themselves need packages of their own: `make test-recipes`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from recipes import run

README = (run.ROOT / "agents" / "examples" / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", run.names())
def test_recipes_pin_what_they_need_and_the_readme_names_those_versions(name: str):
    assert f"recipes/{name}.py" in README
    wanted = run.needs(name)
    assert wanted
    for one in wanted:
        library, version = re.fullmatch(r"([a-z]+)(?:\[\w+\])?==([\d.]+)", one).groups()
        assert re.search(rf"\b{library}\W+{re.escape(version)}(?!\d)", README), f"the README does not name {one}"


def test_there_are_recipes():
    assert len(run.names()) >= 2


def test_the_build_of_torch_is_the_makefiles():
    wanted = ["ray[rllib]==1.0", "torch==2.0"]
    assert run.packages(wanted, "torch==3.0 --extra-index-url here") == [
        "torch==3.0",
        "--extra-index-url",
        "here",
        "ray[rllib]==1.0",
    ]
    assert run.packages(["torchrl==1.0"], "torch==3.0") == ["torchrl==1.0"]


def test_a_recipe_without_a_header_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "bare.py").write_text("print()\n")
    monkeypatch.setattr(run, "RECIPES", tmp_path)
    with pytest.raises(SystemExit, match=r"bare.py has no header"):
        run.needs("bare")


def test_an_environment_is_made_once_and_again_when_something_else_is_wanted(tmp_path, monkeypatch):
    commands, code = [], 0

    def pretend(command, **_):
        commands.append([str(part) for part in command])
        (tmp_path / "one").mkdir(exist_ok=True)
        return subprocess.CompletedProcess(command, code)

    monkeypatch.setattr(run, "ENVIRONMENTS", tmp_path)
    monkeypatch.setattr(run.subprocess, "run", pretend)
    log = tmp_path / "one.log"
    assert run.install("one", ["a==1"], log) == run.install("one", ["a==1"], log) == tmp_path / "one" / "bin" / "python"
    assert len(commands) == 2 and commands[1][-3:] == ["a==1", "--editable", str(run.ROOT)]
    run.install("one", ["a==2"], log)
    assert len(commands) == 4
    code = 1
    with pytest.raises(SystemExit, match=r"could not be made; see .*one\.log"):
        run.install("one", ["a==3"], log)


@pytest.mark.parametrize(
    ("script", "passed", "words"),
    [
        ("print('begin'); print('recipe ok: 60 %')", True, "recipe ok: 60 %"),
        ("print('recipe ok: 60 %'); raise SystemExit(3)", False, "exit status 3"),
        ("print('recipe ok: 60 %'); print('and then'); print()", False, "last line: and then"),
        ("import sys; print('recipe ok: 1', file=sys.stderr)", False, "last line: none"),
        ("import time; time.sleep(60)", False, "not done after"),
    ],
)
def test_a_recipe_passes_only_with_its_last_line(script, passed, words, tmp_path, monkeypatch):
    (tmp_path / "one.py").write_text(script + "\n")
    monkeypatch.setattr(run, "RECIPES", tmp_path)
    seconds = 1 if "sleep" in script else 60
    found = run.run("one", Path(sys.executable), tmp_path / "one.log", seconds)
    assert found[0] == passed and words in found[1]


# Where the tournaments hand their tasks to a Ray cluster; nothing imports it but ``--ray`` (see the next test).
CLUSTER = Path("benchmarks/tournaments/cluster.py")


def test_trap_f6_only_a_recipe_and_the_cluster_import_another_library_for_training():
    foreign = re.compile(r"^\s*(?:import|from) (ray|tianshou|torchrl)\b", re.MULTILINE)
    importing = {
        path.relative_to(run.ROOT)
        for top in ("envs", "agents", "benchmarks", "cli", "configs")
        for path in (run.ROOT / top).rglob("*.py")
        if foreign.search(path.read_text("utf-8"))
    }
    recipes = {Path("agents/examples/recipes") / f"{name}.py" for name in run.names()}
    assert importing == recipes | {CLUSTER}


def test_trap_f6_nothing_loads_ray_by_itself():
    code = "import sys, shugyo.cli, shugyo.benchmarks.tournaments.run; sys.exit('ray' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
