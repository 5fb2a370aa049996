"""The painter itself: paints what its display asks for, newest first, then what may follow; ends with the display."""

from __future__ import annotations

import kiosk.system.no_openssl  # noqa: F401  # isort: skip  # before hashlib

import contextlib
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
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Final

from kiosk.display.looks import ahead, pipe
from kiosk.display.looks.pipe import Answer, Asked, Kind
from kiosk.display.looks.store import WritableStore
from kiosk.display.paint.art import Look, PatchLook, SignLook
from kiosk.display.paint.brass_art import PlaqueLook
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.dice_art import DieLook, RollLook
from kiosk.display.paint.object_art import ObjectLook
from kiosk.display.paint.painted import painted
from kiosk.display.paint.pile_art import EdgesLook
from kiosk.game_registry import blame
from kiosk.system.allocator import give_back, limit_malloc
from kiosk.system.set_aside import EXIT, HANGS_S

_LOWEST: Final = 19
"""The priority, as ``nice`` counts. The scheduler's idle class is lower still, but on a table whose cores are all busy
it would not run at all, and a name that was just typed would not appear."""
_REST_S: Final = 5.0
"""The time without work after which memory goes back to the system."""
_LARGEST_ASKED: Final = 1 << 20
"""The bytes of a picture that is kept because it was asked for: larger ones belong to those who sit there just now."""

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
    return is_dataclass(look) and all(is_wordless(getattr(look, one.name)) for one in fields(look))


class Child:
    """A painter at its end of the socket."""

    def __init__(self, display: socket.socket, store: WritableStore) -> None:
        self._display, self._store = display, store
        self._inbox = bytearray()
        self._urgent: list[Asked] = []
        self._later: list[Asked] = []
        self._ahead: Iterator[None] = iter(())
        self._done: set[bytes] = set()  # the plans of which all is on the disk
        self.began = 0.0
        """When it has begun what it does now; 0: it waits."""

    def run(self) -> None:
        """Paint until the display has closed its end."""
        works = True
        while self._hear(waits=not works):
            self.began, works = time.monotonic(), True
            if asked := self._urgent or self._later:
                self._paint(asked.pop())
            else:
                works = next(self._ahead, self) is not self
            self.began = 0.0

    def _hear(self, *, waits: bool) -> bool:
        """Take what the display asks; ``waits``: for it. False: it has closed its end."""
        if waits and not self._asks(_REST_S):
            give_back()
            self._asks(None)
        while self._asks(0.0):
            told = self._display.recv(1 << 18)
            if not told:
                return False
            self._inbox += told
        for asked in pipe.questions(self._inbox):
            if asked.kind is Kind.PLAN:
                self._ahead = self._follow(asked.pickled)
            else:
                (self._urgent if asked.urgent else self._later).append(asked)
        return True

    def _asks(self, within: float | None) -> bool:
        return bool(select.select([self._display], [], [], within)[0])

    def _say(self, told: Answer, pixels: bytes = b"") -> None:
        self._display.sendall(pipe.answer(told, pixels))

    def _paint(self, asked: Asked) -> None:
        """Paint a look that was asked for. Only what carries no text, whoever typed it, is kept on the disk."""
        self._say(Answer(asked.number, begins=True))
        try:
            look: Look = pickle.loads(asked.pickled)  # noqa: S301  of our own display
            picture = self._store.find(look)
            if picture is None:
                picture = painted(look)
                if is_wordless(look) and len(picture.pixels) <= _LARGEST_ASKED:
                    self._store.add(look, picture)
        except BaseException as error:  # a look of another package may raise anything
            self._say(Answer(asked.number, failed=type(error).__name__))
            return
        self._say(Answer(asked.number, picture.size, picture.cut), picture.pixels)

    def _follow(self, pickled: bytes) -> Iterator[None]:
        """Make all that may follow, a picture at a time, and tell the display what of it will be its own."""
        plan: ahead.Plan = pickle.loads(pickled)  # noqa: S301  of our own display
        told: set[Look] = set()
        found = ahead.follow(plan)
        while True:
            yield
            try:
                one = next(found)
            except StopIteration:
                self._done.add(pickled)
                return
            except BaseException:  # a game of another package; the display sketches the real thing, and blames it
                log.warning("what may follow cannot be sketched", exc_info=True)
                return
            if not one.here and (pickled in self._done or self._store.full is not None):
                return
            if self._store.full is None and not plan.named:
                try:
                    if one.look not in self._store:
                        self._store.add(one.look, painted(one.look))
                except BaseException:
                    log.warning("a %s cannot be painted", type(one.look).__name__, exc_info=True)
                    continue
            if one.here and one.look not in told:
                told.add(one.look)
                self._say(Answer(look=pickle.dumps(one.look)))


def _watch(child: Child) -> None:
    """End this process when its display is gone, or when a game of another package hangs in it."""
    display = os.getppid()
    while os.getppid() == display:
        time.sleep(_LOOKS_S)
        began = child.began
        if began and time.monotonic() - began > HANGS_S and (hung := blame.hanging((threading.main_thread().name,))):
            game, frame = hung
            told = "".join(traceback.format_stack(frame))
            sys.stderr.write(f"{told}kiosk: the game {game} hangs in the painter of its pictures, which ends\n")
            sys.stderr.flush()
            os._exit(EXIT)
    os._exit(0)


def main() -> None:
    """Paint for the display at the other end of the socket whose number is the first argument; folder: the second."""
    os.nice(_LOWEST)
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
