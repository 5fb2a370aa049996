"""The words of a journal's records, and what a field means that is not written."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from kiosk.game.deeds import Deeds
from kiosk.journal.records import AnyRecord, Origin, RoundEnded, RoundLine, RoundStarted, Sitting

UNWRITTEN = {
    (RoundStarted, "touch"): "drag",
    (RoundEnded, "decided"): True,
    (Sitting, "deeds"): Deeds(),  # in which nothing is written, either
    (RoundLine, "deeds"): Deeds(),
}
"""The fields that mean something if they are not written."""


@pytest.mark.parametrize(
    "kind", [*get_args(AnyRecord), Sitting, RoundLine, Origin, Deeds], ids=lambda kind: kind.__name__
)
def test_a_field_that_is_not_written_means_nothing(kind: type[Struct]) -> None:
    """Old journals leave out what their tables did not know: another default would give them another meaning."""
    defaults = {(kind, field.name): field.default for field in fields(kind) if field.default is not NODEFAULT}
    assert {name: value for name, value in defaults.items() if value} == {
        name: value for name, value in UNWRITTEN.items() if name[0] is kind
    }
