"""What other people's packages bring: their entry points, read one package at a time, and calls of them with a fence.

A broken package hides no other one, and what a package raises, or does not return from, is told and does not end us.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

log = logging.getLogger(__name__)

_FILE: Final = "entry_points.txt"

LOADS_S: Final = 10.0
"""Seconds for which a package may take to be loaded."""

_Answer = TypeVar("_Answer")


class ForeignError(Exception):
    """The error of a package: what it raised, also SystemExit and KeyboardInterrupt, or that it did not return."""


def entry_points(*, group: str, name: str | None = None) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, or those of one name in it, of all installed packages.

    A package whose entry points cannot be read is left out, and the log says so. Of two copies of a package the first
    on Python's path counts.
    """
    if not _is_named(group):
        return ()
    from importlib.metadata import distributions  # noqa: PLC0415  see below

    found: dict[str, list[EntryPoint]] = {}
    for package in distributions():
        try:
            text = package.read_text(_FILE)
            if text and group in text:
                points = [*package.entry_points.select(group=group)]
                found.setdefault(package.name, points)
        except Exception as error:  # its files may hold anything
            _tell_unreadable(_place(package), repr(error))
    return tuple(point for points in found.values() for point in points if name in (None, point.name))


def _is_named(group: str) -> bool:
    """Return whether any installed package may have an entry point of this group.

    On most tables none has, and loading ``importlib.metadata`` to be told so takes longer than reading the files.
    """
    for folder in sys.path:
        for file in Path(folder).glob(f"*-info/{_FILE}"):
            try:
                if group.encode() in file.read_bytes():
                    return True
            except OSError:  # the log is to say so
                return True
    return False


def unreadable() -> tuple[str, ...]:
    """Return the places of the packages whose entry points cannot be read, and why."""
    from importlib.metadata import distributions  # noqa: PLC0415  see below

    found = []
    for package in distributions():
        try:
            package.entry_points  # noqa: B018  reads them
        except Exception as error:  # its files may hold anything
            found.append(f"{_place(package)} (its entry points cannot be read: {words(error)})")
    return tuple(found)


def called(call: Callable[[], _Answer], patience_s: float = LOADS_S) -> _Answer:
    """Return the answer of a call into another package, made in a thread of its own.

    Raises ForeignError if it raises anything, or has not returned after ``patience_s`` seconds. A termination signal
    of this process is not among that: Python raises those in the main thread alone.
    """
    answers: list[_Answer] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(call())
        except BaseException as error:  # a foreign module may raise anything
            raised.append(error)

    thread = threading.Thread(target=run, name="another package", daemon=True)
    thread.start()
    thread.join(patience_s)
    if raised:
        raise ForeignError(words(raised[0])) from raised[0]
    if not answers:
        raise ForeignError(_silent(patience_s))
    return answers[0]


def _silent(patience_s: float) -> str:
    return f"it has not returned within {patience_s:g} s"


def tried(call: Callable[[], object], patience_s: float = LOADS_S) -> None:
    """Make a call into another package in a copy of this process, before it is made here.

    Raises ForeignError if the copy dies in it or it does not return: here that would end or freeze the program. What it
    raises does not matter yet.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads wait, and the copy needs none of them
        child = os.fork()
    if child == 0:
        _try(call, writing)
    os.close(writing)
    try:
        how = _waited(child, patience_s)
        os.set_blocking(reading, False)
        with suppress(BlockingIOError):  # a program that it has started may still hold the other end
            if os.read(reading, 1):
                return
    finally:
        os.close(reading)
    if how is None:
        raise ForeignError(_silent(patience_s))
    raise ForeignError(f"it ends the program ({how})")


def _try(call: Callable[[], object], writing: int) -> NoReturn:
    """Make the call, in the copy, whose output nobody is to see; say that it has not died."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    with suppress(BaseException):
        call()
    os.write(writing, b".")
    os._exit(0)


def _waited(child: int, patience_s: float) -> str | None:
    """Wait for the end of a process, by force after ``patience_s`` seconds; return how it has ended; None: by force."""
    ends = os.pidfd_open(child)
    by_itself: list[int] = []
    try:
        by_itself = select.select([ends], [], [], patience_s)[0]
    finally:
        os.close(ends)
        if not by_itself:
            os.kill(child, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if not by_itself:
        return None
    return signal.Signals(-code).name if code < 0 else f"exit status {code}"


def words(error: BaseException) -> str:
    """Return an exception of another package in one line, of bounded length, whatever its ``__str__`` does."""
    try:
        text = str(error)
    except BaseException:  # it is foreign, too
        text = "?"
    return f"{type(error).__name__}: {text}"[:_LONGEST].rstrip(": ")


_LONGEST: Final = 300


@cache
def _tell_unreadable(package: str, why: str) -> None:
    log.warning("%s: its entry points cannot be read (%s): reinstall or uninstall that package", package, why)


def _place(package: Distribution) -> str:
    return str(getattr(package, "_path", package))
