"""How commands end: what they say of errors, and of extras that are missing."""

import importlib

import pytest

from shugyo.benchmarks.faults import EXTRAS, FAILED, INTERRUPTED, explain, run_command

COMMANDS = [("standings", "stopped; what was played is kept\n"), ("exploitability.__main__", "stopped\n")]


def ending(name: str, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit status of a command in which there is an error."""
    module = importlib.import_module(f"shugyo.benchmarks.{name}")

    def fail(args, console):
        raise error

    monkeypatch.setattr(module, "_run", fail)
    return module.main([])


@pytest.mark.parametrize(("module", "extra"), [("scipy.special", "lab"), ("torch", "train"), ("pyspiel", "peers")])
@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_the_extra_that_brings_the_missing_module_is_named(name, module, extra, monkeypatch, capsys):
    error = ModuleNotFoundError(f"No module named {module!r}", name=module)
    assert ending(name, error, monkeypatch) == FAILED
    top = module.partition(".")[0]
    assert capsys.readouterr().err == (
        f"error: this needs {top}, which is not installed; pip install 'shugyo[{extra}]' brings it\n"
    )


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_a_missing_module_of_no_extra_is_a_fault_of_ours(name, monkeypatch):
    with pytest.raises(ModuleNotFoundError, match=r"shugyo\.x"):
        ending(name, ModuleNotFoundError("No module named 'shugyo.x'", name="shugyo.x"), monkeypatch)


@pytest.mark.parametrize(("name", "said"), COMMANDS)
def test_ctrl_c_is_answered(name, said, monkeypatch, capsys):
    assert ending(name, KeyboardInterrupt(), monkeypatch) == INTERRUPTED
    assert capsys.readouterr().err == said


def test_debugging_shows_where_an_error_came_up(monkeypatch):
    monkeypatch.setenv("SHUGYO_DEBUG", "1")
    with pytest.raises(ValueError, match="no idea"):
        ending("standings", ValueError("no idea"), monkeypatch)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("no idea"), "no idea"),
        (MemoryError(), "MemoryError"),
        (FileNotFoundError(2, "No such file", "x.toml"), "x.toml: No such file; check the name"),
        (OSError(28, "No space left on device", "x.json"), "x.json: No space left on device; make room there"),
    ],
)
def test_errors_in_words(error, said):
    assert (explain(error) or "").startswith(said)


def test_every_extra_is_one_of_the_package():
    from importlib.metadata import metadata

    assert set(EXTRAS.values()) <= set(metadata("shugyo").get_all("Provides-Extra") or ())


def test_a_command_may_have_a_status_of_its_own():
    assert [run_command(lambda: 7), run_command(lambda: None)] == [7, 0]
