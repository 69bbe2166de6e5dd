"""A training run: its parts, its folder, and how all of it is kept and taken up again.

::

    runs/NAME/checkpoint.safetensors   everything that is needed to go on, and to play
              player.safetensors       the policy alone, to be passed on
              config.toml              the settings, as they were settled
              progress.jsonl           one line an update or evaluation
              tensorboard/             the same as curves
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from torch.utils.tensorboard import SummaryWriter

from ...envs.core.files import append_whole, naming, write_whole
from ...envs.core.players import find_player, introduce
from .. import checkpoint
from ..checkpoint import CHECKPOINT, PLAYER, CheckpointError, Tensors, part
from ..learned import PolicyPlayer, check_advisor, load_weights
from ..network import weights_of
from .config import CONFIG, to_toml
from .lessons import Teacher
from .pool import FROZEN, OpponentPool
from .ppo import Clock, SeatPPO
from .settings import ConfigError, TrainConfig
from .tables import Table, learner_roles, make_tables
from .vec_env import SeatVecEnv

PROGRESS = "progress.jsonl"
TENSORBOARD = "tensorboard"
LEAGUE = "league.json"
"""In the folder of a league, which has a run for each side."""


class DivergedError(ValueError):
    """A learner whose weights are no longer finite numbers."""


class Run:
    """The parts of a run, put together.

    Args:
        config: its settings.
        folder: where it is kept; must exist.

    Attributes:
        tables: the kinds of games, at least one.
        pool: the opponents.
        env: the games as the learner meets them.
        model: the learner.
        clock: how much of the budget is used.
        player: the learner as it will play: the most likely action.
        standings: the last evaluation, by opponent.

    Raises:
        ConfigError: the settings make no run, or the panel holds a name that nobody has.
    """

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        self.config, self.folder = config, folder
        torch.set_num_threads(config.threads)
        self.tables = make_tables(config)
        game = self.tables[0].games.game
        _check_players(config, self.tables)
        advisor = partial(find_player, game, config.ppo.advisor) if config.ppo.advisor else None
        names = [name for name, share in config.opponents.items() if name not in FROZEN and share > 0]
        self.pool = OpponentPool(
            [table.spec for table in self.tables],
            {name: partial(find_player, game, name) for name in names or ["random"]},
            config.opponents,
            seed=config.seed,
            hidden=tuple(config.ppo.hidden),
            advisor=advisor,
            keep=config.snapshots.keep,
            on_duty=config.snapshots.on_duty,
            priority=config.snapshots.priority,
            alike=config.games.alike,
            roles=learner_roles(self.tables[0]),
        )
        self.env = SeatVecEnv(
            self.tables, self.pool, seed=config.seed, point_reward=config.games.point_reward, advisor=advisor
        )
        if config.lessons.share > 0:
            teacher = partial(find_player, game, config.lessons.teacher)
            self.env.teacher = Teacher(self.tables, teacher, config.lessons, config.seed)
        self.clock = Clock(config.budget)
        self.model = SeatPPO(config, self.env, self.clock, advisor)
        self.player = PolicyPlayer("learner", self.model.policy, sample=False, exact=False)
        self.standings: dict[str, dict[str, Any]] = {}

    # ---- files ------------------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Writes the settings, the first checkpoint of a new run, and opens the logs.

        What they hold beyond the checkpoint is dropped.
        """
        write_whole(self.folder / CONFIG, to_toml(self.config))
        if not (self.folder / CHECKPOINT).exists():  # from now on the run can be resumed, whenever it is killed
            self.env.reset()
            self.save()
        _cut_progress(self.folder / PROGRESS, self.model.num_timesteps)
        self.progress = ProgressFile(self.folder / PROGRESS, self.clock)
        curves = Curves(self.folder / TENSORBOARD, self.model.num_timesteps)
        self.model.set_logger(Logger(str(self.folder), [self.progress, curves]))

    def save(self) -> None:
        """Writes the checkpoint and the player; an older one is replaced only once the new one is complete.

        Raises:
            DivergedError: the learner's weights are not finite; what was written before stays.
            OSError: they cannot be written.
        """
        if self._diverged():
            raise self._divergence()
        policy = {f"policy.{name}": value for name, value in weights_of(self.model.policy).items()}
        header = self._header()
        checkpoint.write(self.folder / CHECKPOINT, {"kind": "training", **header}, policy | self._state())
        checkpoint.write(self.folder / PLAYER, {"kind": "player", **header}, policy)

    def restore(self) -> None:
        """Takes the run up where its checkpoint left it.

        Raises:
            CheckpointError: there is none, it is damaged, or it belongs to other settings.
        """
        path = self.folder / CHECKPOINT
        header, tensors = checkpoint.read(checkpoint.find(path))
        self._check_header(header, path)
        try:
            self._take_over(header, tensors, path)
        except CheckpointError:
            raise
        except (KeyError, IndexError, TypeError, AttributeError, ValueError, RuntimeError) as error:
            raise CheckpointError(f"{path} is damaged: its state of training is not whole: {error!r}") from error

    def close(self) -> None:
        """Closes the logs."""
        self.model.logger.close()

    @contextmanager
    def divergence_told(self) -> Iterator[None]:
        """Around learning: says in words that the learner has diverged, where a library stumbles over its numbers.

        Raises:
            DivergedError: instead of any other ValueError or RuntimeError that comes of it.
        """
        try:
            yield
        except DivergedError:
            raise
        except (ValueError, RuntimeError) as error:
            if self._diverged() or "probability tensor" in str(error):  # no action can be drawn from NaN
                raise self._divergence() from error
            raise

    # ---- inner workings ---------------------------------------------------------------------------------------------
    def _check_header(self, header: Mapping[str, Any], path: Path) -> None:
        """Refuses the checkpoint of another run."""
        for table in self.tables:
            checkpoint.check_identity(header, table.spec, path)
        if len(there := header["games"]) != len(self.tables):
            raise CheckpointError(f"{path} was trained at {len(there)} tables, the settings have {len(self.tables)}")
        if header["kind"] != "training":
            raise CheckpointError(f"{path} holds a player and no state of training; there is nothing to resume")
        if (there := header["network"]["hidden"]) != self.config.ppo.hidden:
            raise CheckpointError(f"{path} has hidden layers {there}, the settings say {self.config.ppo.hidden}")
        if (there := header["network"].get("advisor") or "") != self.config.ppo.advisor:
            raise CheckpointError(f"{path} has ppo.advisor = {there!r}, the settings say {self.config.ppo.advisor!r}")
        if (there := header.get("seat", "each")) != self.config.seat:
            raise CheckpointError(
                f"{path} was trained to play {there}, the settings say seat = {self.config.seat!r}: resume it with "
                f"seat = {there!r}, or train {self.config.seat} in another folder"
            )

    def _take_over(self, header: Mapping[str, Any], tensors: Tensors, path: Path) -> None:
        """Puts everything that a checkpoint holds into its place."""
        load_weights(self.model.policy, part(tensors, "policy."), str(path))
        _load_optimizer(self.model.policy.optimizer, part(tensors, "optimizer."))
        self.pool.restore(header["training"]["pool"], part(tensors, "pool."), str(path))
        self.env.restore({name: value.numpy() for name, value in part(tensors, "games.").items()})
        done = header["training"]
        self.model.num_timesteps, self.model._n_updates = done["steps"], done["gradient_passes"]
        self.standings = done["standings"]
        self.clock = self.model.clock = Clock(self.config.budget, done["minutes"])
        self.model.end_lessons_in_time()
        _load_randomness(done["random"], part(tensors, "random."))

    def _diverged(self) -> bool:
        return not all(value.isfinite().all() for value in weights_of(self.model.policy).values())

    def _divergence(self) -> DivergedError:
        return DivergedError(
            f"the learner has diverged: after {self.model.num_timesteps:,} decisions its weights or their results are "
            "not finite; lower ppo.learning_rate or ppo.max_grad_norm; the last good checkpoint is kept at "
            f"{self.folder / CHECKPOINT}"
        )

    def _header(self) -> dict[str, Any]:
        return {
            **checkpoint.identities([table.spec for table in self.tables]),
            "rules_version": self.tables[0].games.game.rules_version,
            "agents": [list(table.spec.agents) for table in self.tables],
            "seat": self.config.seat,
            "network": {"hidden": self.config.ppo.hidden, "advisor": self.config.ppo.advisor or None},
            "config": msgspec.to_builtins(self.config),
            "written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "training": {
                "steps": self.model.num_timesteps,
                "gradient_passes": self.model._n_updates,
                "minutes": self.clock.minutes(),
                "standings": self.standings,
                "device": str(self.model.device),
                "pool": self.pool.describe(),
                "random": {"numpy": np.random.get_state(legacy=False)["state"]["pos"]},  # noqa: NPY002
            },
        }

    def _state(self) -> Tensors:
        """All tensors of the checkpoint save the policy's."""
        groups: dict[str, Mapping[str, torch.Tensor]] = {
            "optimizer": _optimizer_tensors(self.model.policy.optimizer),
            "pool": self.pool.tensors(),
            "games": {name: torch.from_numpy(value.copy()) for name, value in self.env.save().items()},
            "random": {
                "torch": torch.get_rng_state(),
                **({"cuda": torch.cuda.get_rng_state()} if self.model.device.type == "cuda" else {}),
                "numpy": torch.from_numpy(np.random.get_state(legacy=False)["state"]["key"].astype(np.int64)),  # noqa: NPY002
            },
        }
        return {f"{group}.{name}": value for group, tensors in groups.items() for name, value in tensors.items()}


class ProgressFile(KVWriter):
    """Appends what is logged to a file, one JSON object a line.

    Args:
        path: the file.
        clock: gives the minutes of each line.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path, self._clock = path, clock

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Writes one line.

        Raises:
            OSError: it cannot be written.
        """
        numbers = {key: round(float(value), 6) for key, value in sorted(key_values.items())}
        row = {"steps": step, "minutes": round(self._clock.minutes(), 3), **numbers}
        append_whole(self._path, json.dumps(row) + "\n")

    def close(self) -> None:
        """Nothing is open between two lines."""


class Curves(TensorBoardOutputFormat):
    """What is logged as curves in TensorBoard.

    Args:
        folder: of its files.
        steps: decisions so far; what earlier files hold beyond them is not shown.
    """

    def __init__(self, folder: Path, steps: int) -> None:
        self._folder = folder
        with naming(folder):
            # Not by the base class: its writer knows no purge_step, and leaves an empty file once it is replaced.
            self.writer, self._is_closed = SummaryWriter(str(folder), purge_step=steps + 1), False

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Adds a point to each curve.

        Raises:
            OSError: it cannot be written.
        """
        with naming(self._folder):
            super().write(key_values, key_excluded, step)


@contextmanager
def made_folder(folder: Path) -> Iterator[None]:
    """Makes a folder to begin something in; if that fails, folders that this made and that are empty go again."""
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        for path in [*folder.iterdir(), *made] if made else []:
            with suppress(OSError):  # it is a file, or not empty
                path.rmdir()
        raise


def check_vacant(folder: Path) -> None:
    """Makes sure that a new run or league writes over nothing.

    Raises:
        ConfigError: the folder holds one of them, or settings.
    """
    for name, what in ((LEAGUE, "a league"), (CHECKPOINT, "a run")):
        if (folder / name).exists():
            raise ConfigError(f"{folder} holds {what} already: resume it, or choose another folder")
    if (folder / CONFIG).exists():
        raise ConfigError(
            f"{folder} holds a {CONFIG} but no checkpoint, and would be written over: move that file away, or choose "
            "another folder"
        )


def _check_players(config: TrainConfig, tables: Sequence[Table]) -> None:
    """Looks up now who advises and who is to be played at the end, and whether they can play these games."""
    named = [("ppo.advisor", config.ppo.advisor)] if config.ppo.advisor else []
    named += [("evaluation.panel", name) for name in config.evaluation.panel if name not in FROZEN]
    for setting, name in named:
        try:
            for table in tables:
                player = find_player(table.games.game, name)
                if setting == "ppo.advisor":
                    check_advisor(player)
                introduce(player, table.spec, config.seed, 0)
        except ValueError as error:
            raise ConfigError(f"training settings: {setting}: {error}") from None


def _cut_progress(path: Path, steps: int) -> None:
    """Keeps the lines of progress up to so many decisions: those that a checkpoint has; 0 for none.

    A run that was killed has written more of them, the last one perhaps in part.
    """
    if not path.exists():
        return
    kept = [line for line in path.read_text("utf-8", errors="replace").splitlines() if 0 < _steps_of(line) <= steps]
    write_whole(path, "".join(f"{line}\n" for line in kept))


def _steps_of(line: str) -> int:
    """Decisions that a line of progress tells; 0 if it is not whole."""
    try:
        return int(json.loads(line)["steps"])
    except (ValueError, TypeError, KeyError):
        return 0


def _optimizer_tensors(optimizer: torch.optim.Optimizer) -> Tensors:
    state = optimizer.state_dict()["state"]
    return {f"{index}.{name}": value for index, entry in state.items() for name, value in entry.items()}


def _load_optimizer(optimizer: torch.optim.Optimizer, tensors: Tensors) -> None:
    """Puts the moments back; the settings are those of the run."""
    state: dict[int, Tensors] = {}
    for name, value in tensors.items():
        index, _, key = name.partition(".")
        state.setdefault(int(index), {})[key] = value
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})


def _load_randomness(described: Mapping[str, int], tensors: Tensors) -> None:
    """Puts the generators that Stable-Baselines3 draws from back to where they were."""
    torch.set_rng_state(tensors["torch"])
    if "cuda" in tensors and torch.cuda.is_available():
        torch.cuda.set_rng_state(tensors["cuda"])
    state = np.random.get_state(legacy=False)  # noqa: NPY002
    state["state"] = {"key": tensors["numpy"].numpy().astype(np.uint32), "pos": described["numpy"]}
    np.random.set_state(state)  # noqa: NPY002
