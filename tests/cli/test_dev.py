"""``kiosk dev``: which changed files start the display again, and which the table would have to be ended for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.cli import play
from kiosk.cli.main import main

PACKAGE = Path(play.__file__).parents[1]


def changes_of(monkeypatch: pytest.MonkeyPatch, *found: str) -> list[object]:
    """Return what the launcher hears of a change of these files of the package."""

    def watch(_folder: Path, watch_filter: Callable[[object, str], bool], **_: Any) -> Iterator[set[tuple[int, str]]]:
        seen = {(1, str(PACKAGE / file)) for file in found}
        yield {one for one in seen if watch_filter(*one)}

    monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace(watch=watch))
    return list(play.file_changes())


def test_a_file_of_the_display_starts_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(changes_of(monkeypatch, "display/screens/play.py", "locale/de/LC_MESSAGES/kiosk.po")) == 1
    assert capsys.readouterr().err == (
        "kiosk: changed: display/screens/play.py, locale/de/LC_MESSAGES/kiosk.po: the display is started again\n"
    )


def test_a_file_of_the_table_is_told_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert changes_of(monkeypatch, "table/session.py") == []
    assert capsys.readouterr().err == (
        "kiosk: changed: table/session.py: the table goes on as it is: end the kiosk, and start it again\n"
    )


def test_without_the_package_that_watches_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert main(["dev"]) == 2
    assert "pip install watchfiles" in capsys.readouterr().err
