"""The gallery's films are made once in a run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rig.shared import sharing


@pytest.fixture(scope="session", autouse=True)
def _films(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with sharing(tmp_path_factory):
        yield
