"""The program's version, read without ``importlib.metadata``, which a start has no time to load."""

from __future__ import annotations

from importlib import metadata

import pytest

from kiosk.system.version import version


@pytest.mark.parametrize("is_on_path", [True, False], ids=["installed", "elsewhere"])
def test_the_version_is_that_of_the_installed_package(monkeypatch: pytest.MonkeyPatch, is_on_path: bool) -> None:
    expected = metadata.version("ligretto-kiosk")
    version.cache_clear()
    told = {} if is_on_path else {"ligretto-kiosk": expected}
    monkeypatch.setattr(metadata, "version", told.__getitem__)
    if not is_on_path:
        monkeypatch.setattr("sys.path", [])
    assert version() == expected
