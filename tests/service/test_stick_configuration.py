"""A stick's configuration on its way to root, and what came of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk.config.loader import DEFAULT
from kiosk.service.stick_configuration import OUTCOME, PROPOSED, StickOutcome, outcome_in
from kiosk.service.worker import Desk, ServiceWorker
from kiosk.table.service_requests import CheckConfiguration, JobDone, JobFailed, UseConfiguration
from tests.service.test_worker import desk

__all__ = ["desk"]


@pytest.fixture
def stick(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stick that is plugged in, with the configuration that the table has."""
    monkeypatch.setattr(Path, "is_mount", lambda path: path == desk.stick)
    desk.stick.mkdir()
    (desk.stick / "table.toml").write_bytes(DEFAULT.read_bytes())
    return desk.stick


def test_root_is_asked_only_for_one_that_the_table_could_use(desk: Desk, stick: Path) -> None:
    worker, proposed = ServiceWorker(desk, lambda _: None), desk.kept.with_name(PROPOSED)
    reading = os.open(desk.wishes, os.O_RDONLY | os.O_NONBLOCK)
    assert worker.do(CheckConfiguration()) == JobDone("configuration_good")
    assert not proposed.exists()
    assert worker.do(UseConfiguration()) == JobDone("configuring")
    assert os.read(reading, 100) == b"use-configuration\n"
    assert proposed.read_bytes() == DEFAULT.read_bytes()
    proposed.unlink()
    (stick / "table.toml").write_text("volume = 30\n[[seat\n")
    for job in (CheckConfiguration(), UseConfiguration()):
        answer = worker.do(job)
        assert isinstance(answer, JobFailed)
        assert answer.why.startswith("table.toml: line 2, column ")
    (stick / "table.toml").unlink()
    assert worker.do(UseConfiguration()) == JobFailed(why="there is no table.toml on the stick")
    assert not proposed.exists()
    assert os.read(reading, 100) == b""
    os.close(reading)


def test_without_a_stick_nothing_is_asked(desk: Desk) -> None:
    assert ServiceWorker(desk, lambda _: None).do(CheckConfiguration()) == JobFailed("no_stick")


def test_what_root_has_left_is_shown_and_nothing_else(tmp_path: Path) -> None:
    assert outcome_in(tmp_path) is None
    for text, outcome in (
        ("installed\n", StickOutcome("installed")),
        ("refused\ntable.toml: x: unknown\n", StickOutcome("refused", "table.toml: x: unknown")),
        ("anything\nelse", None),
    ):
        (tmp_path / OUTCOME).write_text(text)
        assert outcome_in(tmp_path) == outcome
