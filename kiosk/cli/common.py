"""What several commands share: messages, options and their parsers, outputs. Few imports: ``kiosk --help`` loads it."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO, TypeVar

from kiosk.system.ending import end_with_parent
from kiosk.system.nearest import there_are
from kiosk.system.printable import printable, printable_text

P = TypeVar("P")


class CommandError(Exception):
    """An error that ends a command. The message to the user: what is wrong, where, and what to do.

    ``lines``: usually one; each is made printable, so that nothing quoted in it reaches the terminal raw.
    """

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(map(printable, lines)))


def say(line: str, to: TextIO | None = None) -> None:
    """Print a line ``to`` a stream (None: standard output).

    Every command prints by these functions, or a table with printable cells: text from outside (names, journals,
    backups, file names) never reaches a terminal raw, and makes no lines of its own.
    """
    say_text(printable(line), to)


def say_all(lines: Iterable[str], to: TextIO | None = None) -> None:
    """Print lines, one after the other."""
    for line in lines:
        say(line, to)


def say_text(text: str, to: TextIO | None = None, *, directed: bool = False) -> None:
    """Print a text of several lines, whose line breaks are ours; flushed, so that it appears at once in a pipe too.

    ``directed``: its marks of direction are ours too, and stay.
    """
    print(printable_text(text, directed=directed), file=to, flush=True)


def config_option(parser: argparse._ActionsContainer) -> None:
    """Add the option ``--config``."""
    words = "the table's configuration (default: four seats)"
    parser.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help=words)


def preset_of(name: str, presets: Mapping[str, P]) -> P:
    """Return the edition of that name, or raise CommandError."""
    if name not in presets:
        raise CommandError(f"{name!r} is no edition: {there_are(name, presets)}")
    return presets[name]


def text(argument: str) -> str:
    """Return an argument that is text, for all without a ``type``: UTF-8, where the locale cannot decode it."""
    if not any("\ud800" <= character <= "\udfff" for character in argument):
        return argument
    try:
        return os.fsencode(argument).decode()
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{argument!r} is no text: bytes in it are not UTF-8") from None


def file_name(argument: str) -> str:
    """Return the name of a file, which may have any bytes; ``-`` is often a standard stream."""
    return argument


def number(lowest: int, highest: int) -> Callable[[str], int]:
    """Return a parser of an argument that is a whole number from ``lowest`` to ``highest``."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {lowest} to {highest}")
        return int(text)

    return read


def numbers(lowest: int, highest: int) -> Callable[[str], tuple[int, ...]]:
    """Return a parser of such numbers, separated by commas."""
    one = number(lowest, highest)
    return lambda text: tuple(map(one, text.split(",")))


_WEB: Final = ("jinja2", "markupsafe", "starlette", "uvicorn")
"""The packages of the extra ``web``."""


@contextmanager
def needs_web(command: str) -> Iterator[None]:
    """Within it, tell that ``command`` needs the extra ``web``, if a package of that cannot be imported."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in _WEB:
            raise
        raise CommandError(f"{command} needs the package {missing.name}: pip install 'ligretto-kiosk[web]'") from None


def address_options(parser: argparse.ArgumentParser, port: int) -> None:
    """Add ``--port`` and ``--host``, where web pages are served; ``port``: unless said otherwise."""
    words = f"the port to listen on; 0: any that is free (default: {port})"
    parser.add_argument("--port", type=number(0, 65535), default=port, metavar="N", help=words)
    words = "this machine's address to listen on, such as 192.168.1.5, for a phone (default: 127.0.0.1, for itself)"
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=words)


def separator(options: argparse.Namespace) -> dict[str, str]:
    """Return the separator of a CSV output as an argument of its printer; nothing for other forms.

    From then on standard output is UTF-8, whatever the locale. Raises CommandError for a separator without ``--csv``.
    """
    if options.form != "csv":
        if options.separator is not None:
            raise CommandError("--csv-separator: only with --csv")
        return {}
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors=sys.stdout.errors)
    return {"separator": options.separator or ","}


def save_drawing(path: Path | None, draw: Callable[[], str]) -> None:
    """Write the drawing to ``path``; do nothing without a path. Raises CommandError if it cannot be written."""
    if path is not None:
        try:
            path.write_text(draw(), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path}: cannot be written ({error.strerror}): choose another place") from None


def table_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a table: its configuration and its cards."""
    config_option(parser)
    words = "deal the same cards every time"
    parser.add_argument("--seed", type=int, metavar="N", default=argparse.SUPPRESS, help=words)


def last_good_option(parser: argparse._ActionsContainer) -> None:
    """Add the option ``--last-good``, used by services."""
    words = "if the configuration cannot be used, start with the last good one (for services, so that the table runs)"
    parser.add_argument("--last-good", action="store_true", help=words)


def window_options(parser: argparse._ActionsContainer) -> None:
    """Add the options for the size of the window."""
    parser.add_argument(
        "--size", type=window_size, metavar="WxH", help="the window's size in pixels, such as 1920x1080"
    )
    parser.add_argument("--fullscreen", action="store_true", help="the whole screen")


def window_size(text: str) -> tuple[int, int]:
    """Parse the size of a window in pixels."""
    width, times, height = text.partition("x")
    if not (times and width.isdigit() and height.isdigit() and int(width) >= 640 and int(height) >= 360):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size: write width x height, at least 640x360, as in 1920x1080"
        )
    return int(width), int(height)


def window_arguments(options: argparse.Namespace) -> list[str]:
    """Return the arguments that give another program the same window."""
    size = ["--size", "{}x{}".format(*options.size)] if options.size is not None else []
    return [*size, *(["--fullscreen"] if options.fullscreen else [])]


def config_arguments(options: argparse.Namespace) -> list[str]:
    """Return the arguments that give another program the same configuration."""
    return ["--config", str(options.config)] if options.config is not None else []


def lifeline_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that passes the pipe of ``kiosk.system.ending`` to a child program."""
    parser.add_argument("--lifeline", type=int, help=argparse.SUPPRESS)


def hold_lifeline(options: argparse.Namespace) -> None:
    """End this program when its parent ends."""
    if options.lifeline is not None:
        end_with_parent(options.lifeline)


def typed_secret(prompt: str, instead: str) -> str:
    """Return what is typed, which is not shown. ``instead``: what to do without a terminal. Raises CommandError."""
    import getpass  # noqa: PLC0415  two commands ask

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)  # it would read on, from no terminal or with echo
            return getpass.getpass(prompt)
    except getpass.GetPassWarning:
        raise CommandError(f"There is no terminal here to type it: {instead}") from None
    except EOFError:
        raise CommandError("Nothing was typed: nothing was changed") from None
