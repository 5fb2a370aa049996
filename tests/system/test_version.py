"""The program's version, read without ``importlib.metadata``, which a start has no time to load."""

from __future__ import annotations

from importlib import metadata

import pytest

from kiosk.system.version import version


@pytest.mark.parametrize("path", [None, []], ids=["installed", "elsewhere"])
def test_the_version_is_that_of_the_installed_package(monkeypatch: pytest.MonkeyPatch, path: list[str] | None) -> None:
    expected = metadata.version("ligretto-kiosk")
    version.cache_clear()
    if path is not None:
        monkeypatch.setattr(metadata, "version", {"ligretto-kiosk": expected}.__getitem__)
        monkeypatch.setattr("sys.path", path)
    assert version() == expected
