"""The painter itself: paints what its display asks for (``order``), then what may follow; ends with the display."""

from __future__ import annotations

import kiosk.system.no_openssl  # noqa: F401  # isort: skip  # before hashlib

import contextlib
import gc
import logging
import os
import pickle
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Generator, Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Final

from kiosk.display.looks import ahead, pipe
from kiosk.display.looks.order import PaintingOrder
from kiosk.display.looks.pipe import Asked, PaintAnswer, PainterRequest
from kiosk.display.looks.store import WritableStore
from kiosk.display.paint.art import Look, PatchLook, SignLook
from kiosk.display.paint.base import FeltLook
from kiosk.display.paint.brass_art import PlaqueLook
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.dice_art import DieLook, RollLook
from kiosk.display.paint.object_art import ObjectLook
from kiosk.display.paint.painted import fields_of, painted
from kiosk.display.paint.pile_art import EdgesLook
from kiosk.display.paint.turntable_art import TurntableLook, empty_turntable
from kiosk.game_registry import blame
from kiosk.system.allocator import give_back, limit_malloc
from kiosk.system.set_aside import EXIT, HANGS_S

_REST_S: Final = 5.0
"""The time without work after which memory goes back to the system."""
_LARGEST_ASKED: Final = 1 << 20
"""The bytes of a picture that is kept because it was asked for: larger ones belong to those who sit there just now."""

_PLANS: Final = 8
"""The number of latest plans whose looks are known: a table that invites shows its games in turn."""
_TOLD: Final = 25
"""The number of looks of which the display is told at once."""
_HANGS_S: Final = 3 * HANGS_S
"""Seconds after which a game hangs in here, where all cores may be busy with what is more urgent."""
_LOOKS_S: Final = 1.0
_NAMED: Final = (DieLook, EdgesLook, FaceLook, ObjectLook, PatchLook, PlaqueLook, RollLook, SignLook)
"""Looks whose fields are names of pieces and signs, none of which anybody types."""

log = logging.getLogger("kiosk.painter")


def is_wordless(look: object) -> bool:
    """Return whether a look can carry no text that anybody has typed: its fields are numbers, or names of signs."""
    if look is None or isinstance(look, (int, float, *_NAMED)):
        return True
    if isinstance(look, tuple):
        return all(map(is_wordless, look))
    names = fields_of(type(look))  # type: ignore[arg-type]  # a class has a hash
    return names is not None and all(is_wordless(getattr(look, name)) for name in names)


class Child:
    """A painter at its end of the socket."""

    def __init__(self, display: socket.socket, store: WritableStore) -> None:
        self._display, self._store = display, store
        self._inbox = bytearray()
        self._asked = PaintingOrder()
        self._ahead: Iterator[None] = iter(())
        self._known: dict[bytes, list[Look]] = {}  # what the display was told of the latest plans
        self._done: set[bytes] = set()  # the plans of which all else is on the disk, too
        self.began = 0.0
        """When it has begun what it does now; 0: it waits."""

    def run(self) -> None:
        """Paint until the display has closed its end."""
        works = True
        while self._hear(waits=not works):
            self.began, works = time.monotonic(), True
            if self._asked:
                self._paint(*self._asked.pop())
            else:
                works = next(self._ahead, self) is not self
            self.began = 0.0

    def _hear(self, *, waits: bool) -> bool:
        """Take what the display asks; ``waits``: for it. False: it has closed its end."""
        if waits and not self._asks(_REST_S):
            give_back()
            self._asks(None)
        while self._asks(0.0):
            received = self._display.recv(1 << 18)
            if not received:
                return False
            self._inbox += received
        for asked in pipe.questions(self._inbox):
            match asked.kind:
                case PainterRequest.PLAN:
                    self._ahead = self._follow(asked.pickled)
                case PainterRequest.HASTEN:
                    self._asked.hasten(asked.number)
                case PainterRequest.FORGET:
                    self._asked.forget(asked.number)
                case PainterRequest.PAINT:
                    self._take(asked)
        return True

    def _take(self, asked: Asked) -> None:
        """Note a look that is asked for."""
        try:
            look: Look = pickle.loads(asked.pickled)  # noqa: S301  of our own display
            self._asked.add(asked.number, look, urgent=asked.urgent)
        except BaseException as error:  # a look of another package may raise anything
            self._say(PaintAnswer(asked.number, failed=type(error).__name__))

    def _asks(self, within: float | None) -> bool:
        return bool(select.select([self._display], [], [], within)[0])

    def _say(self, told: PaintAnswer, pixels: bytes = b"") -> None:
        pipe.tell(self._display, told, pixels)

    def _paint(self, number: int, look: Look) -> None:
        """Paint a look that was asked for. Only what carries no text, whoever typed it, is kept on the disk."""
        self._say(PaintAnswer(number, begins=True))
        try:
            picture = self._store.find(look)
            if picture is None:
                picture = painted(look)
                if is_wordless(look) and len(picture.pixels) <= _LARGEST_ASKED:
                    self._store.add(look, picture)
        except BaseException as error:  # a look of another package may raise anything
            self._say(PaintAnswer(number, failed=type(error).__name__))
            return
        self._say(PaintAnswer(number, picture.size, picture.cut), picture.pixels[:])

    def _follow(self, pickled: bytes) -> Iterator[None]:
        """Make all that may follow, a picture at a time; tell the display what of it will be its own."""
        plan: ahead.PaintPlan = pickle.loads(pickled)  # noqa: S301  of our own display
        if pickled in self._known:
            yield from self._tell(self._known[pickled])
        else:
            self._known[pickled] = yield from self._find(plan)
            while len(self._known) > _PLANS:
                del self._known[next(iter(self._known))]
        if not plan.named and pickled not in self._done and self._store.takes():
            kept: set[Look] = set()
            for look in _sketched(ahead.elsewhere(plan)):
                yield
                self._keep(look, kept)
            self._done.add(pickled)
            shrink()

    def _find(self, plan: ahead.PaintPlan) -> Generator[None, None, list[Look]]:
        """Tell the display of everything that it may show soon, and return it."""
        found: dict[Look, None] = {}
        kept: set[Look] = set()
        for look in _sketched(ahead.soon(plan)):
            yield
            if look in found:
                continue
            if not plan.named:
                self._keep(look, kept)
                if isinstance(look, TurntableLook):
                    empty_turntable(look.size)  # it is kept in memory: what is drawn on it will not wait for it
            if not isinstance(look, FeltLook):  # which lies on no page
                found[look] = None
                if len(found) % _TOLD == 0:
                    yield from self._tell([*found][-_TOLD:])
        looks = [*found]
        yield from self._tell(looks[len(looks) // _TOLD * _TOLD :])
        return looks

    def _tell(self, looks: Sequence[Look]) -> Iterator[None]:
        for start in range(0, len(looks), _TOLD):
            self._say(PaintAnswer(looks=pickle.dumps(looks[start : start + _TOLD])))
            yield

    def _keep(self, look: Look, kept: set[Look]) -> None:
        """Put a look that was made up onto the disk, unless it is there, or among those that were ``kept`` just now."""
        try:
            if look not in kept and self._store.takes() and look not in self._store:
                self._store.add(look, painted(look))
            kept.add(look)
        except BaseException:  # the display will ask for it, and its game be blamed
            log.warning("a %s cannot be painted", type(look).__name__, exc_info=True)


def shrink() -> None:
    """Forget what was kept to be found again soon, and give its memory back."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper):
            one.cache_clear()
    gc.collect()
    give_back()


def _sketched(looks: Iterator[Look]) -> Iterator[Look]:
    """Yield looks up to where a game of another package fails: the display will sketch the same, and blame it."""
    try:
        yield from looks
    except Exception:
        log.warning("what may follow cannot be sketched", exc_info=True)


def _watch(child: Child) -> None:
    """End this process when its display is gone, or when a game of another package hangs in it."""
    display = os.getppid()
    while os.getppid() == display:
        time.sleep(_LOOKS_S)
        began = child.began
        if began and time.monotonic() - began > _HANGS_S and (hung := blame.hanging((threading.main_thread().name,))):
            game, frame = hung
            stack = "".join(traceback.format_stack(frame))
            sys.stderr.write(f"{stack}kiosk: the game {game} hangs in the painter of its pictures, which ends\n")
            sys.stderr.flush()
            os._exit(EXIT)
    os._exit(0)


def main() -> None:
    """Paint for the display at the other end of the socket whose number is the first argument; folder: the second."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the display, with which this ends
    limit_malloc()
    logging.basicConfig(format="kiosk painter: %(message)s")
    display, folder = socket.socket(fileno=int(sys.argv[1])), Path(sys.argv[2])
    child = Child(display, WritableStore(folder))
    threading.Thread(target=_watch, args=(child,), name="watch", daemon=True).start()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        child.run()


if __name__ == "__main__":
    main()
