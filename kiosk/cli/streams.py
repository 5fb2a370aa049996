"""The standard streams of the command line: closed, full or of any encoding, they never cause a traceback.

What cannot be written to standard output is an ``OutputError``, which ``kiosk.cli.main`` reports in one line. What
cannot be written to standard error is dropped. A character that the terminal's encoding lacks is written in ASCII.
Few imports: ``kiosk --help`` loads it.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import Any, Final, TextIO


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


_IN_ASCII: Final = "kiosk.in_ascii"
"""The name of the error handler of ``_in_ascii``."""

_DRAWN: Final = {
    **{chr(code): "+" for code in range(0x2500, 0x2580)},  # the corners and crossings of tables
    **dict.fromkeys("─━┄┅┈┉╌╍╴╶╸╺╼╾", "-"),
    **dict.fromkeys("│┃┆┇┊┋╎╏╵╷╹╻╽╿", "|"),
    **dict.fromkeys("═", "="),
    **dict.fromkeys("║", "|"),
    "→": "->",
    "\u2212": "-",
    "\u2013": "-",
    "\u00d7": "x",
    "±": "+-",
    "…": "...",
    "Ω": "Ohm",
    **dict.fromkeys("\u200e\u200f\u2066\u2067\u2068\u2069", ""),  # directions, which have no sign
}
"""How signs that we draw, and that no name has, are written where the encoding lacks them."""


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Write what the encoding lacks in ASCII: a sign of ours as a similar one, else JSON's escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_DRAWN.get(one, _escaped(one)) for one in lacking), error.end


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))


codecs.register_error(_IN_ASCII, _in_ascii)

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
    elif isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin is sys.__stdin__:
        sys.stdin.reconfigure(errors="surrogateescape")  # as arguments: who reads it tells what is no text
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
        return io.TextIOWrapper(io.BufferedWriter(raw), errors=_IN_ASCII, line_buffering=descriptor == 2)
    buffer: Any = raw if like.write_through else io.BufferedWriter(raw)
    return io.TextIOWrapper(
        buffer,
        encoding=like.encoding,
        errors=_IN_ASCII,
        line_buffering=like.line_buffering,
        write_through=like.write_through,
    )


def _raw(stream: Any) -> Any:
    buffer = getattr(stream, "buffer", None)
    return getattr(buffer, "raw", buffer)
