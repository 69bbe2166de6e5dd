"""Golden playthroughs: games recorded move by move.

A changed digest means that the game behaves differently under the same seed, options and actions. That is either a
fault, or a change that asks for a new ``RULES_VERSION`` (and, if players trained before meet something else, a new
``_v`` number; see the game's README.md). The same playthroughs, uncompiled, are the parity check of the kernels.
After raising the version, record anew with::

    SHUGYO_GOLDEN=write python -m pytest tests/envs/covenant/test_golden.py
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "golden"
SEED = 20


def playthrough(module: ModuleType, options: dict[str, Any], steps: int | None = None) -> list[str]:
    """One random game as lines of text: a header, then a line a decision with a digest of what all seats can see.

    Args:
        module: such as ``covenant_v0``.
        options: of the environment.
        steps: decisions after which the record ends; None: with the game.
    """
    env = module.raw_env(observation_dtype="int8", **options)
    env.reset(seed=SEED)
    chooser = random.Random(SEED)
    head = {
        "env_id": module.GAME.env_id,
        "rules_version": module.GAME.rules_version,
        "rules_hash": module.rules_hash(**options),
        "options": options,
        "seed": SEED,
    }
    lines = [json.dumps(head)]
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            lines.append(f"{agent} returns {reward:+.3f} score {info['score']:g}")
            env.step(None)
            continue
        if steps is not None and len(lines) > steps:
            break
        action = chooser.choice([int(a) for a in env.legal_actions(agent)])
        digest = hashlib.blake2b(digest_size=6)
        for other in env.possible_agents:
            seen = env.observe(other)
            digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        lines.append(f"{digest.hexdigest()} {agent} {action} {env.action_name(action)}")
        env.step(action)
    return lines


def check_playthrough(module: ModuleType, name: str, options: dict[str, Any], steps: int | None = None) -> None:
    """Compares a playthrough with its record, or records it anew."""
    version = module.GAME.rules_version
    path = FOLDER / module.GAME.env_id / f"{name}.txt"
    lines = playthrough(module, options, steps)
    recorded = path.read_text(encoding="utf-8").splitlines() if path.exists() else None
    if os.environ.get("SHUGYO_GOLDEN") == "write":
        if recorded and recorded != lines and json.loads(recorded[0])["rules_version"] == version:
            pytest.fail(f"{name}: the game changed; raise RULES_VERSION before recording anew")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    assert recorded is not None, f"{path.name} is missing; record it with SHUGYO_GOLDEN=write"
    assert json.loads(recorded[0])["rules_version"] == version, "record anew with SHUGYO_GOLDEN=write"
    for k, (was, now) in enumerate(zip(recorded, lines, strict=False)):
        assert was == now, f"{name}, line {k + 1}: behaviour changed without a new RULES_VERSION"
    assert len(recorded) == len(lines)
