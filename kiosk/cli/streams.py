"""The standard streams of the command line: one that is closed or cannot be written never causes a traceback.

What cannot be written to standard output is an ``OutputError``, which ``kiosk.cli.main`` reports in one line. What
cannot be written to standard error is dropped. Few imports: ``kiosk --help`` loads it.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO


class OutputError(Exception):
    """Standard output cannot be written. The message to the user. Not an OSError, which may concern any file."""


class ReaderGone(OutputError):  # noqa: N818  it describes the reader
    """The reader of standard output has closed the pipe, as ``| head`` does."""


class _Reporting(io.FileIO):
    """Standard output: raises OutputError."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise ReaderGone from error
        except OSError as error:
            raise OutputError(f"standard output: cannot be written ({error.strerror})") from error


class _Dropping(io.FileIO):
    """A stream whose writes never fail."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


_CLOSED = ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY))
"""How /dev/null replaces a closed descriptor: standard output so that writing to it fails, as to a closed one."""


def guard() -> None:
    """Replace the process's standard streams; those that somebody else has replaced, such as a test, are left alone.

    A closed descriptor is opened: otherwise the next file would get its number, and be written to by libraries in C.
    """
    for descriptor, flags in _CLOSED:
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
    if sys.stdout is sys.__stdout__:
        sys.stdout = reporting(1, sys.stdout)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _stream(2, sys.stderr, _Dropping)


def reporting(descriptor: int, like: TextIO | None) -> TextIO:
    """Return a stream that raises OutputError; ``like``: another of the same encoding and buffering, or None."""
    return _stream(descriptor, like, _Reporting)


def drop_lost_output() -> None:
    """From now on drop what cannot be written to standard output too: for programs that have to go on."""
    if isinstance(_raw(sys.stdout), _Reporting):
        sys.stdout.flush()
        sys.stdout = _stream(sys.stdout.fileno(), sys.stdout, _Dropping)


def give_up_output() -> None:
    """Drop what is left in the buffer of standard output, which would fail again at the end of the process."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def _stream(descriptor: int, like: TextIO | None, kind: type[io.FileIO]) -> TextIO:
    raw = kind(descriptor, "w", closefd=False)
    if not isinstance(like, io.TextIOWrapper):
        return io.TextIOWrapper(io.BufferedWriter(raw), errors="backslashreplace", line_buffering=descriptor == 2)
    buffer: Any = raw if like.write_through else io.BufferedWriter(raw)
    return io.TextIOWrapper(
        buffer,
        encoding=like.encoding,
        errors=like.errors,
        line_buffering=like.line_buffering,
        write_through=like.write_through,
    )


def _raw(stream: Any) -> Any:
    buffer = getattr(stream, "buffer", None)
    return getattr(buffer, "raw", buffer)
