"""The painter, seen from the display: a process of its own that paints what is asked for, so that no frame waits.

It may crash, hang or be killed: the display starts another one a few times, then paints in place. What a painter has
failed to paint is painted in place as well, where the fence around the games of other packages is (``game_fence``).
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import resource
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from mmap import mmap
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.display import child_process
from kiosk.display.child_process import DisplayChild, Silence
from kiosk.display.looks import pipe
from kiosk.display.looks.pipe import PaintAnswer, PainterRequest
from kiosk.display.looks.store import Store
from kiosk.display.paint.art import Look
from kiosk.display.paint.painted import Painted, Take, is_painted, painted

DEATHS: Final = 3
WITHIN_S: Final = 600.0
"""So many deaths of painters within this time, and the display paints in place."""
STUCK_S: Final = 60.0
"""The time without a word after which a painter that has work is ended: where all cores are busy it has to wait. It
ends itself before if a game hangs in it."""
_A_FRAME: Final = 512 << 10
"""The bytes that are received in a frame at most."""
_EVERY: Final = 4
"""Of so many frames one looks whether anything has come that the display has not asked for."""

_LOWEST: Final = 19
"""The priority while nothing is missing that is shown, as ``nice`` counts. The scheduler's idle class is lower still,
but where all cores are busy what has begun in it would never end."""
_LOW: Final = 10
"""The same where a process cannot get back what it has given up, as on a PC without ``LimitNICE``."""

log = logging.getLogger(__name__)


def start(theirs: socket.socket, folder: Path) -> subprocess.Popen[bytes]:
    """Start a painter at this end of a socket, which keeps looks in ``folder``. Raises OSError."""
    return child_process.start("kiosk.display.looks.child", theirs, str(folder))


Start = Callable[[socket.socket, Path], Any]


def prefer(pid: int, nice: int) -> None:
    """Give a process this priority, unless it has ended; raise PermissionError."""
    with contextlib.suppress(ProcessLookupError):
        os.setpriority(os.PRIO_PROCESS, pid, nice)


def least(own: int) -> int:
    """Return the lowest priority from which a process can come back to its ``own``, or a low one, if from none."""
    returns = os.geteuid() == 0 or resource.getrlimit(resource.RLIMIT_NICE)[0] >= 20 - own
    return max(own, _LOWEST if returns else _LOW)


class _Asked(NamedTuple):
    """A look that was asked for, its question, and what takes its picture. ``urgent``: it is shown already."""

    look: Look
    take: Take
    pickled: bytes
    urgent: bool


class PaintingProcess:
    """The painter of a display. ``folder``: of the looks on the disk; ``clock``: seconds.

    All of it belongs to the main thread. The process is started by the first question. It has the display's own
    priority (``prefer``) while anything is missing that is shown, otherwise the lowest.
    """

    def __init__(
        self,
        folder: Path,
        start: Start = start,
        clock: Callable[[], float] = time.monotonic,
        prefer: Callable[[int, int], None] = prefer,
    ) -> None:
        self._folder, self._start, self._clock, self._prefer = folder, start, clock, prefer
        self._store = Store(folder)
        self._child: _Child | None = None
        self._counted = count(1)
        self._asked: dict[int, _Asked] = {}
        self._numbers: dict[Look, int] = {}  # of those
        self._missing: set[int] = set()  # those of them that are shown already
        self._begun = 0  # the number of the look that is painted now
        self._nice = 0  # its priority
        self._plan = b""
        self._wanted: Callable[[Look], object] = lambda _look: None
        self._hints: deque[bytes] = deque()  # looks that will be shown, pickled; a frame takes the first of these
        self._silence = Silence()
        self._frames = 0  # without a look at the painter
        self._deaths: deque[float] = deque(maxlen=DEATHS)
        self.gave_up = not is_painted()
        """True if all is painted in place from now on: what is only blank, too."""

    def __contains__(self, look: Look) -> bool:
        return self.gave_up or look in self._store

    def find(self, look: Look) -> Painted | None:
        """Return the picture of a look if it is on the disk, or has to be painted here and now."""
        return painted(look) if self.gave_up else self._store.find(look)

    def ask(self, look: Look, take: Take, *, urgent: bool = True) -> None:
        """Let a look be painted, and call ``take`` in one of the next frames. ``urgent``: it is shown already."""
        try:
            pickled = pickle.dumps(look)
        except Exception:
            pickled = b""
        if not pickled or self.gave_up:
            take(look, painted(look))
            return
        if not self._asked:
            self._silence.begin(self._clock())
        number = self._numbers[look] = next(self._counted)
        self._asked[number] = _Asked(look, take, pickled, urgent)
        self._ask(number)

    def hasten(self, look: Look) -> None:
        """Let a look that was asked for come sooner, as it is shown by now."""
        number = self._numbers.get(look)
        if number is not None:
            self._asked[number] = self._asked[number]._replace(urgent=True)
            self._missing.add(number)
            self._send(pipe.question(PainterRequest.HASTEN, number))

    def forget(self, look: Look) -> None:
        """Let a look that was asked for not be painted any more, unless that has begun."""
        number = self._numbers.get(look)
        if number is not None and number != self._begun:
            self._answered(number)
            self._send(pipe.question(PainterRequest.FORGET, number))

    def _ask(self, number: int) -> None:
        asked = self._asked[number]
        if asked.urgent:
            self._missing.add(number)
        self._send(pipe.question(PainterRequest.PAINT, number, asked.pickled, urgent=asked.urgent))

    def _answered(self, number: int) -> _Asked | None:
        """Return what was asked for by this number, for which nobody waits from now on."""
        asked = self._asked.pop(number, None)
        self._missing.discard(number)
        if asked is not None and self._numbers.get(asked.look) == number:
            del self._numbers[asked.look]
        return asked

    def plan(self, plan: object, wanted: Callable[[Look], object]) -> None:
        """Let all be painted that may follow (``ahead.Plan``); ``wanted`` is called with each of its looks."""
        self._wanted = wanted
        self._hints.clear()
        self._plan = pipe.question(PainterRequest.PLAN, 0, pickle.dumps(plan))
        self._send(self._plan)

    def frame(self) -> None:
        """Do the work of a frame: send questions, take answers, and see to a painter that has ended or hangs."""
        if self._child is None:
            return
        self._frames += 1
        if self._frames < _EVERY and not (self._asked or self._hints or self._child.has_words):
            return
        self._frames = 0
        self._store.read_on()
        try:
            now = self._clock()
            silent = self._silence.until(now)
            for answer, pixels in self._child.frame():
                self._silence.begin(now)
                silent = 0.0
                self._take(answer, pixels)
            if self._hints:
                for look in pickle.loads(self._hints.popleft()):  # noqa: S301  of our own child
                    self._wanted(look)
            self._prioritize()
            if self._asked and silent > STUCK_S:
                self._lose(f"it has said nothing for {STUCK_S:g} s")
        except (OSError, pipe.BrokenPipe) as error:
            self._lose(str(error))

    def close(self) -> None:
        """End the painter."""
        self._end()
        self._store.close()
        for number in [*self._asked]:
            self._answered(number)

    def _take(self, answer: PaintAnswer, pixels: bytes | mmap) -> None:
        if answer.looks:
            self._hints.append(answer.looks)
        elif answer.begins:
            self._begun = answer.number
        elif (asked := self._answered(answer.number)) is not None:
            self._begun = 0
            if answer.failed:
                log.warning("the painter could not paint a %s: %s", type(asked.look).__name__, answer.failed)
            asked.take(asked.look, painted(asked.look) if answer.failed else Painted(answer.size, pixels, answer.cut))

    def _send(self, told: bytes) -> None:
        if self._child is None and not self.gave_up:
            try:
                self._child = _Child(self._start, self._folder)
                self._nice = os.getpriority(os.PRIO_PROCESS, 0)
            except OSError as error:
                log.warning("no painter can be started (%s): the display paints", error)
                self._give_up()
        if self._child is not None:
            self._child.send(told)
            self._prioritize()

    def _prioritize(self) -> None:
        """Let the painter not starve while anything that is shown is missing, and else take no time from anybody."""
        own = os.getpriority(os.PRIO_PROCESS, 0)
        nice = own if self._missing else least(own)
        if self._child is None or nice == self._nice:
            return
        try:
            self._prefer(self._child.pid, nice)
        except PermissionError as error:
            log.info("the painter keeps its priority (%s)", error)
        self._nice = nice

    def _lose(self, why: str) -> None:
        """Go on without this painter: what it has begun is painted here, all else by the next one."""
        self._end()
        now = self._clock()
        self._deaths.append(now)
        self.gave_up = len(self._deaths) == DEATHS and now - self._deaths[0] < WITHIN_S
        then = "from now on the display paints" if self.gave_up else "another one is started"
        log.warning("the painter of pictures has ended (%s): %s", why, then)
        begun, self._begun = self._answered(self._begun), 0
        self._silence.begin(self._clock())
        if self.gave_up:
            self._give_up()
        for number in [*self._asked]:
            self._ask(number)
        if self._plan and len(self._deaths) == 1:  # it may be what ends painters
            self._send(self._plan)
        if begun is not None:
            begun.take(begun.look, painted(begun.look))

    def _give_up(self) -> None:
        """Paint in place from now on."""
        self.gave_up = True
        for asked in filter(None, map(self._answered, [*self._asked])):
            asked.take(asked.look, painted(asked.look))

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


class _Child:
    """A process that paints, and the words that go to it and come from it. Raises OSError."""

    def __init__(self, start: Start, folder: Path) -> None:
        self._process = DisplayChild(lambda theirs: start(theirs, folder))
        self._outbox, self._inbox = bytearray(), bytearray()
        self._files: deque[int] = deque()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def has_words(self) -> bool:
        """True if something that was said is still to be sent, or to be taken."""
        return bool(self._outbox or self._inbox)

    def send(self, told: bytes) -> None:
        """Send this with the next frames."""
        self._outbox += told

    def frame(self) -> Iterator[tuple[PaintAnswer, bytes | mmap]]:
        """Send and receive as much as a frame has time for, and yield all answers that have come."""
        left = _A_FRAME
        try:
            while self._outbox:
                del self._outbox[: self._process.socket.send(self._outbox)]
            while left > 0:
                received = pipe.receive(self._process.socket, self._files)
                if not received:
                    raise ConnectionResetError("it is gone")
                self._inbox += received
                left -= len(received)
        except BlockingIOError:
            pass
        yield from pipe.answers(self._inbox, self._files)

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.end()
        while self._files:
            os.close(self._files.pop())
