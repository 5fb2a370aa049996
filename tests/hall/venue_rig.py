"""A results store in a file, with the venue process's thread and server in this one; and a reader of its rounds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Self

from kiosk.hall import rounds
from kiosk.hall.rounds import Changes, FromReader, FromVenue, Hello, Welcome
from kiosk.hall.rounds_server import RoundsServer, Teller
from kiosk.results.errands import Errands
from kiosk.results.importer import tell_table
from kiosk.results.store import ResultsStore, open_store
from kiosk.system.unix_socket import listen_at
from tests.results.conftest import Journals, Played, add_rounds

KEY = "ab" * 32
LIMIT_S = 20.0


class Venue:
    """What ``kiosk venue`` runs for a table of this id and name.

    ``file`` may be exchanged by who holds ``open``: then nobody reads it.
    """

    def __init__(self, folder: Path, *, names: bool, table: str = "id", name: str = "Window") -> None:
        self.file = folder / "results.sqlite"
        self.socket = folder / "rounds.sock"
        self.journal = Journals(folder / "journal")
        self.folder = self.journal.folder
        self.folder.mkdir(exist_ok=True)
        self._errands = Errands()
        self.open = threading.Lock()
        self._end = threading.Event()
        teller, beside = Teller(table, name, names), partial(tell_table, folder=self.folder)
        self.server = RoundsServer(listen_at(self.socket), None, teller, self._errands, beside)
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        self.server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.close()
        self._end.set()
        self._errands.wake()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            if errand := self._errands.next(LIMIT_S):
                with self.open:
                    store = self.store()
                    errand.run(store)
                    store.close()

    def store(self) -> ResultsStore:
        """Open its store; to be closed."""
        return open_store("", self.file)

    def write(self, work: Callable[..., object]) -> None:
        """Change its store, and have readers told."""
        store = self.store()
        store.write(work)
        store.close()
        self.server.look()

    def play(self, *played: Played) -> None:
        """Bring rounds into its store."""
        self.write(lambda session: add_rounds(session, [one.log for one in played], datetime.now(UTC)))


class Reader:
    """A hall's reader, which keeps its place."""

    def __init__(self, venue: Venue, hall: str = "hall") -> None:
        self._venue = venue
        self._hall = hall
        self.after = self.mark = 0
        self._connection: Connection | None = None

    def connect(self, key: str = KEY) -> Welcome:
        """Say Hello anew; return the answer."""
        self.hang_up()
        self._connection = Client(str(self._venue.socket), "AF_UNIX")
        self.send(Hello(rounds.VERSION, self._hall, self.after, key, self.mark))
        welcome = self.receive()
        assert isinstance(welcome, Welcome)
        return welcome

    def send(self, message: FromReader) -> None:
        """Send a message."""
        self.send_bytes(rounds.encode(message))

    def send_bytes(self, data: bytes) -> None:
        """Send anything."""
        assert self._connection is not None
        self._connection.send_bytes(data)

    def receive(self) -> FromVenue:
        """Return the next message."""
        assert self._connection is not None
        assert self._connection.poll(LIMIT_S)
        return rounds.from_venue(self._connection.recv_bytes())

    def silence(self, seconds: float = 0.1) -> bool:
        """Return whether nothing comes for a while."""
        assert self._connection is not None
        return not self._connection.poll(seconds)

    def changes(self) -> Changes:
        """Return the next changes, which are not acknowledged."""
        message = self.receive()
        assert isinstance(message, Changes)
        return message

    def commit(self, changes: Changes) -> None:
        """Keep the place of these changes, as a hall's store does in its transaction."""
        self.after, self.mark = changes.changes[-1].number, changes.mark

    def take(self, many: int) -> list[rounds.Change]:
        """Return so many changes, or a few more, committed and acknowledged."""
        taken = list[rounds.Change]()
        while len(taken) < many:
            changes = self.changes()
            taken += changes.changes
            self.commit(changes)
            self.send(rounds.Have(self.after))
        return taken

    def take_answer(self) -> FromVenue:
        """Return the next message that tells no changes; these are acknowledged."""
        while isinstance(message := self.receive(), Changes):
            self.commit(message)
            self.send(rounds.Have(self.after))
        return message

    def hang_up(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
