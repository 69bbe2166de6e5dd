"""Golden playthroughs: one game per mode and number of players, recorded move by move.

A changed digest means that the game behaves differently under the same seed, options and actions. That is either a
fault, or a change that asks for a new ``RULES_VERSION`` (and, if players trained before meet something else, a new
``_v`` number; see envs/covenant/README.md). The same playthroughs, uncompiled, are the parity check of the kernels.
After raising the version, record anew with::

    SHUGYO_GOLDEN=write python -m pytest tests/envs/covenant/test_golden.py
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from pathlib import Path

import pytest

from shugyo.envs import covenant_v0
from shugyo.envs.covenant.game import RULES_VERSION

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "covenant_v0"
SETTINGS = {
    **{f"year-{n}": {"num_players": n} for n in (2, 3, 4, 5)},
    "conflict-2": {"mode": "conflict"},
    "mini-2": {"mode": "mini", "auto_forced": False},
}
SEED = 20


def playthrough(options: dict) -> list[str]:
    """One random game as lines of text: a header, then a line a decision with a digest of what all seats can see."""
    env = covenant_v0.raw_env(observation_dtype="int8", **options)
    env.reset(seed=SEED)
    chooser = random.Random(SEED)
    lines = [
        json.dumps(
            {
                "env_id": "covenant_v0",
                "rules_version": RULES_VERSION,
                "rules_hash": covenant_v0.rules_hash(**options),
                "options": options,
                "seed": SEED,
            }
        )
    ]
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            lines.append(f"{agent} returns {reward:+.3f} score {info['score']:g}")
            env.step(None)
            continue
        action = chooser.choice([int(a) for a in env.legal_actions(agent)])
        digest = hashlib.blake2b(digest_size=6)
        for other in env.possible_agents:
            seen = env.observe(other)
            digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        lines.append(f"{digest.hexdigest()} {agent} {action} {env.action_name(action)}")
        env.step(action)
    return lines


@pytest.mark.nojit
@pytest.mark.parametrize("name", SETTINGS)
def test_trap_e6_playthrough_is_as_recorded(name: str) -> None:
    """Move by move, up to the returns."""
    path = FOLDER / f"{name}.txt"
    lines = playthrough(SETTINGS[name])
    recorded = path.read_text(encoding="utf-8").splitlines() if path.exists() else None
    if os.environ.get("SHUGYO_GOLDEN") == "write":
        if recorded and recorded != lines and json.loads(recorded[0])["rules_version"] == RULES_VERSION:
            pytest.fail(f"{name}: the game changed; raise RULES_VERSION before recording anew")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    assert recorded is not None, f"{path.name} is missing; record it with SHUGYO_GOLDEN=write"
    assert json.loads(recorded[0])["rules_version"] == RULES_VERSION, "record anew with SHUGYO_GOLDEN=write"
    for k, (was, now) in enumerate(zip(recorded, lines, strict=False)):
        assert was == now, f"{name}, line {k + 1}: behaviour changed without a new RULES_VERSION"
    assert len(recorded) == len(lines)
