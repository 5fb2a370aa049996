"""A store tells that it may have changed: a file is looked at, a server tells by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from kiosk.results import changes
from kiosk.results.changes import Changes
from kiosk.results.store import ResultsStore, open_store, read_store

LIMIT_S = 20.0
CHANNEL = "some_channel"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "LOOK_S", 0.02)
    monkeypatch.setattr(changes, "AGAIN_S", 0.02)


@contextmanager
def watched(store: ResultsStore) -> Iterator[Callable[..., bool]]:
    """Yield a function that waits for the next change."""
    told = threading.Semaphore(0)
    watch = Changes(store, CHANNEL, told.release)
    watch.start()
    try:
        yield lambda timeout=LIMIT_S: told.acquire(timeout=timeout)
    finally:
        watch.stop()


def changed(store: ResultsStore) -> None:
    store.write(lambda session: session.execute(text("UPDATE calendar SET time_zone = time_zone || 'x'")))


def test_a_file_is_told_when_it_changes_and_when_another_one_is_there(tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    with closing(open_store("", file)) as store, watched(read_store("", file)) as hears:
        assert hears()
        assert not hears(timeout=0.2), "while nothing changes"
        changed(store)
        assert hears()
        store.close()
        file.rename(tmp_path / "moved.sqlite")
        open_store("", file).close()
        assert hears()
        while hears(timeout=0.2):
            pass
        changed(store)
        assert hears(), "of the new file"


@pytest.mark.postgres
def test_a_server_tells_and_after_a_lost_connection_something_may_have_changed(postgres_address: str) -> None:
    with closing(open_store(postgres_address, Path())) as store, watched(read_store(postgres_address, Path())) as hears:

        def ask(statement: str) -> None:
            store.write_beside(lambda session: session.execute(text(statement)))

        assert hears(), "once it listens"
        ask(f"NOTIFY {CHANNEL}")
        assert hears()
        ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'")
        assert hears(), "that it was lost"
        assert hears(), "once it listens again"
        ask(f"NOTIFY {CHANNEL}")
        assert hears()
