"""The server for displays, on a thread of its own that never touches the session.

Messages are decoded by ``kiosk.protocol``; nothing is ever unpickled. Access is controlled by the socket's mode and the
peer's user: this one, or root, or a member of the group that may enter the folder (``kiosk.system.paths.shared_by``).
``kiosk capture`` is told what hands have done lately at buttons and simulated boards.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
import threading
from collections import deque
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct, structs

from hardware.api import Button, ButtonEdge, HardwareInput, Instant, Sink, milliseconds
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol import english
from kiosk.system.frame import InvalidFrameError
from kiosk.system.logs import LimitedLog
from kiosk.system.message_server import MessageServer, Peer
from kiosk.system.paths import shared_by
from kiosk.system.unix_socket import Claim
from kiosk.table.games.game import understood
from kiosk.table.inputs import DisplayGone, DisplayJoined, FromDisplay, Input, PictureFailed

log = logging.getLogger(__name__)

BACKLOG: Final = 8 * 1024
"""Send buffer in bytes for a display that does not read (Linux doubles it): a few snapshots of twelve seats. The
default would hold a hundred, and a display that wakes would show them all before the newest.
"""

Drive: TypeAlias = Callable[[int, Button, bool], None]
"""A function that moves a simulated pin: seat from 1, button, pressed."""

PlayScript: TypeAlias = Callable[[msg.DrivePins], str]
DriveBoard: TypeAlias = Callable[[msg.DriveBoard], str]
"""Functions that do what the message wants, and return why it cannot be done, and the fix; empty: it is done."""
NOT_SIMULATED: Final = "the hardware of this table is real: a script can only move simulated pins and boards"

ASLEEP: Final = milliseconds(2000)
"""Age of an unsent snapshot after which a display counts as not reading: logged once; the display is kept."""


class Simulated(Struct, frozen=True):
    """What moves simulated hardware; None: it is real, or there is none.

    ``drive`` moves a pin, ``play`` plays a script of presses, ``board`` does something at a board.
    """

    drive: Drive | None = None
    play: PlayScript | None = None
    board: DriveBoard | None = None


REAL: Final = Simulated()


class DisplayServer:
    """The server for displays at the path of ``claim``. ``put`` takes their messages, ``welcome`` is the greeting.

    ``health`` returns the table's health, from any thread; the display's health is added here.
    """

    def __init__(
        self,
        claim: Claim,
        welcome: msg.Welcome,
        put: Callable[[Input], None],
        clock: Callable[[], Instant],
        health: Callable[[], msg.Health],
        simulated: Simulated = REAL,
    ) -> None:
        self.hands = RecentHands(clock)
        """What hands have done lately at buttons (whoever delivers their edges notes them) and simulated boards."""
        self._path = claim.path
        self._welcome = msg.encode(welcome)
        self._put = put
        self._simulated = simulated
        self._clock = clock
        self._health = health
        self._display_health: dict[str, msg.DisplayHealth] = {}
        self._numbers = itertools.count(1)
        self._displays: dict[str, _Display] = {}
        self._latest: bytes | None = None
        self.light: Literal["off", "dim", "on"] | None = None
        """How bright the newest interactive display is; None: there is none. Readable from any thread."""
        self._lines = LimitedLog(log)
        self.messages: Final = MessageServer("displays", claim.listen(), shared_by(claim.path.parent), self._serve)
        """The server below, for the watchdog."""

    def start(self) -> None:
        """Begin to accept displays."""
        self.messages.start()

    def show(self, snapshot: msg.Snapshot) -> None:
        """Send the newest snapshot to every display; a slow one skips those it has not read yet. Never blocks."""
        data = msg.encode(snapshot)
        self.messages.call(lambda: self._spread(data))

    def close(self) -> None:
        """Close all connections and remove the socket."""
        self.messages.close()
        self._path.unlink(missing_ok=True)

    # ------------------------------------------------------------ the server's thread

    def _spread(self, data: bytes) -> None:
        self._latest = data
        for display in self._displays.values():
            display.offer(data)

    async def _serve(self, peer: Peer, first: bytes) -> None:
        """Serve one display, from its greeting to its end."""
        name, level = f"display {next(self._numbers)}", logging.INFO
        try:
            hello = msg.decode_to_table(first)
            if not isinstance(hello, msg.Hello) or hello.protocol != msg.PROTOCOL:
                refusal = "this display belongs to another version of the table: update both, then start it again"
                await peer.send(msg.encode(msg.Refused(refusal)))
                return
            if hello.read_only:  # queries and read-only displays are not worth a log line
                level = logging.DEBUG
            peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BACKLOG)
            await peer.send(self._welcome)
            self._lines.log(level, "%s has joined", name)
            await self._keep(_Display(name, peer, self._clock, self._lines), read_only=hello.read_only)
        except (EOFError, OSError):
            self._lines.log(level, "%s has disconnected", name)
        except (InvalidFrameError, *msg.GARBAGE) as error:
            self._lines.log(logging.WARNING, "%s sent an invalid message (%s): connection closed", name, error)

    async def _keep(self, display: _Display, *, read_only: bool) -> None:
        """Exchange messages with a display that has been greeted."""
        self._displays[display.name] = display
        if self._latest is not None:
            display.offer(self._latest)
        if not read_only:
            self._put(DisplayJoined(display.name))
        sending = asyncio.create_task(display.send())
        try:
            await self._read(display, read_only=read_only)
        finally:
            sending.cancel()
            del self._displays[display.name]
            self._display_health.pop(display.name, None)
            self._see_light()
            self._put(DisplayGone(display.name, self._clock()))

    async def _read(self, display: _Display, *, read_only: bool) -> None:
        while True:
            message = checked(msg.decode_to_table(await display.peer.receive()), self._clock())
            if isinstance(message, msg.AskHealth):
                display.answer(msg.encode(self._whole_health()))
            elif isinstance(message, msg.AskHands):
                display.answer(msg.encode(self.hands.since(message.first)))
            elif isinstance(message, msg.DrivePins):
                play = self._simulated.play
                display.answer(msg.encode(msg.Driven(play(message) if play else NOT_SIMULATED)))
            elif isinstance(message, msg.DriveBoard):
                drive_board = self._simulated.board
                error = drive_board(message) if drive_board else NOT_SIMULATED
                if not error:
                    self.hands.board(message)
                display.answer(msg.encode(msg.Driven(error)))
            elif read_only:
                continue
            elif isinstance(message, msg.DisplayHealth):
                self._note(display.name, message)
            elif isinstance(message, msg.DrivePin):
                if self._simulated.drive is not None:
                    self._simulated.drive(message.seat, Button(message.button), message.pressed)
            else:
                self._put(FromDisplay(display.name, message))

    def _note(self, name: str, health: msg.DisplayHealth) -> None:
        """Store the health of an interactive display; log a fault once, and pass on which games it cannot show."""
        before = self._display_health.get(name)
        self._display_health[name] = health
        self._see_light()
        for game, fault in health.failed.items():
            if before is None or game not in before.failed:
                self._put(PictureFailed(game, fault))
        if health.fault is not None and (before is None or before.fault != health.fault):
            self._lines.log(logging.WARNING, "%s: %s", name, english(health.fault))

    def _see_light(self) -> None:
        newest = self._newest()
        self.light = None if newest is None else newest.light

    def _newest(self) -> msg.DisplayHealth | None:
        """Return the health of the newest interactive display."""
        return next(reversed(self._display_health.values()), None)

    def _whole_health(self) -> msg.Health:
        """Return the health of the table and of the newest interactive display."""
        return structs.replace(self._health(), display=self._newest())


class _Display:
    """The sending half of a connection: a mailbox of one snapshot and one answer. For the server's thread."""

    def __init__(self, name: str, peer: Peer, clock: Callable[[], Instant], lines: LimitedLog) -> None:
        self.name = name
        self.peer = peer
        self._clock = clock
        self._lines = lines
        self._fresh = asyncio.Event()
        self._mail: bytes | None = None
        self._answer: bytes | None = None
        self._waits_since = Instant(0)  # since then something is in the mailbox
        self._asleep = False

    def offer(self, data: bytes) -> None:
        """Put the newest snapshot into the mailbox, replacing one that was not sent yet."""
        if self._mail is None:
            self._waits_since = self._clock()
        elif not self._asleep and self._clock() - self._waits_since > ASLEEP:
            self._asleep = True
            message = "%s does not read: when it continues, it gets the newest snapshot"
            self._lines.log(logging.WARNING, message, self.name)
        self._mail = data
        self._fresh.set()

    def answer(self, data: bytes) -> None:
        """Send an answer; a display that asks faster than it reads gets only the newest one."""
        self._answer = data
        self._fresh.set()

    async def send(self) -> None:
        """Send what is in the mailbox until the connection ends, which the reading half notices."""
        while True:
            await self._fresh.wait()
            self._fresh.clear()
            waiting = [data for data in (self._answer, self._mail) if data is not None]
            self._answer = self._mail = None
            try:
                for data in waiting:
                    await self.peer.send(data)
            except OSError:
                return
            if self._asleep:
                self._asleep = False
                self._lines.log(logging.INFO, "%s reads again", self.name)


_UNSTAMPED = (
    msg.Hello
    | msg.DrivePin
    | msg.DrivePins
    | msg.DriveBoard
    | msg.DriveReplay
    | msg.WindowSize
    | msg.AskHealth
    | msg.AskHands
    | msg.DisplayHealth
)


_BUTTONS: Final = frozenset(button.value for button in Button)


def checked(message: msg.ToTable, now: Instant) -> msg.ToTable:
    """Return the message if it is valid; raises ``msgspec.ValidationError``. A future timestamp becomes now."""
    if isinstance(message, msg.WithPiece) and not understood(message):
        raise msgspec.ValidationError(f"no game understands {message}")
    if isinstance(message, msg.PressButton | msg.DrivePin) and message.button not in _BUTTONS:
        raise msgspec.ValidationError(f"{message.button!r} is no button")
    if isinstance(message, msg.DrivePins) and not _BUTTONS.issuperset(edge.button for edge in message.edges):
        raise msgspec.ValidationError("a script presses a button that there is not")
    if not isinstance(message, _UNSTAMPED) and message.at > now:
        return structs.replace(message, at=now)
    return message


KEPT: Final = 2000
"""The number of acts that are kept: more than hands do in the second between two queries."""


class RecentHands:
    """The latest acts. All methods may be called from any thread."""

    def __init__(self, clock: Callable[[], Instant]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._acts: deque[msg.SeenEdge | msg.SeenDeed] = deque(maxlen=KEPT)
        self._count, self._since = 0, clock()

    def before(self, sink: Sink) -> Sink:
        """Return a sink that notes edges after it has passed them on to ``sink``: a press must not wait."""

        def take(item: HardwareInput) -> None:
            sink(item)
            if isinstance(item, ButtonEdge):
                with self._lock:
                    seen = msg.SeenEdge(self._count, SeatNumber(item.seat), item.button.value, item.pressed, item.at)
                    self._note(seen)

        return take

    def board(self, wish: msg.DriveBoard) -> None:
        """Note what was done at a simulated board."""
        with self._lock:
            self._note(msg.SeenDeed(self._count, self._clock(), wish))

    def since(self, first: int) -> msg.SeenHands:
        """Return the acts from the number ``first`` on."""
        with self._lock:  # briefly: the thread of the buttons may be waiting
            following, acts = self._count, tuple(self._acts)
        return msg.SeenHands(following, tuple(act for act in acts if act.number >= first), self._since)

    def _note(self, act: msg.SeenEdge | msg.SeenDeed) -> None:
        self._acts.append(act)
        self._count += 1
