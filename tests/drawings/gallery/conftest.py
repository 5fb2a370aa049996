"""The gallery's films are made once in a run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rig.films import rehearsed_once
from tests.rig.shared import Shared


@pytest.fixture(scope="session", autouse=True)
def _films(shared: Shared) -> Iterator[None]:
    with rehearsed_once(shared):
        yield
