"""Records of rounds for tests, with default values for everything that a test does not set."""

from __future__ import annotations

from typing import Any, Final

from msgspec import structs

from kiosk.journal.records import Origin, RoundStarted

_PLAIN: Final = RoundStarted("round", "match", 1, Origin("table", "1"), "cards", {}, {}, (), seed=1, lot=2)


def begun(name: str = "round", **told: Any) -> RoundStarted:
    """Return the first record of the round ``name``; ``told``: the fields that matter."""
    return structs.replace(_PLAIN, round=name, **told)
