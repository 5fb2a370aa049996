"""The command line: ``kiosk`` plays; ``kiosk --help`` lists the commands."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, NoReturn

from kiosk.cli import streams
from kiosk.cli.common import CommandError, file_name, say, say_text, table_options, text, window_options
from kiosk.system import paths, set_aside
from kiosk.system.ending import USAGE
from kiosk.system.loading import loading
from kiosk.system.printable import printable_text

COMMANDS: Final = {
    "table": "only the table: state of play, buttons and lamps, no window",
    "display": "only the display: a window on a running table",
    "scene": "print what can be touched on the running kiosk's screen, as JSON",
    "state": "print what everybody at the running table may see, as JSON; --watch: every change",
    "lamps": "print what the running table's lamps show, as JSON; --watch: every change",
    "screenshot": "save what the running kiosk shows as a PNG file",
    "gallery": "write every state of the table as pictures and films, to look at (in a checkout of the source)",
    "doctor": "check this machine as a table, and say how to fix what is wrong",
    "config": "check a table's configuration, or show and draw it",
    "pinout": "show the 40-pin header with the seats' buttons and lamps",
    "rules": "an edition's rules in words, in any language; without EDITION: the editions",
    "simulate": "play many rounds with simple players and measure them",
    "replay": "verify, print, step through, export or play recorded rounds",
    "dev": "play, and start the display again whenever one of its files changes",
    "touch": "touch the screen of simulated hardware: kiosk touch 3 row:1 centre",
    "press": "press buttons of simulated hardware, stamped: kiosk press 2 stop 3 stop+0.5ms",
    "drive": "play a script of presses, touches and dice at simulated hardware",
    "capture": "write down what hands do, as a script for drive",
    "rim": "serve a web page with the simulated buttons, lamps and dice boards and the live picture",
    "dice-board": "listen to a dice-reader board, or simulate one",
    "referee": "judge scripted situations, each a JSON object",
    "scores": "show rankings; list and void rounds, delete players",
    "venue": "import new rounds from the journal into the results store; serve: show results as web pages",
    "uplink": "carry this table's finished rounds to the hall's store, for several tables",
    "backup": "copy this table's records and settings to a USB stick or a folder",
    "restore": "restore a backup",
    "report": "write a support file without names, for somebody who helps you",
    "pin": "set the PIN of the service menu on the table",
    "first-boot": "prepare a card with Raspberry Pi OS, so that the Pi sets itself up without keyboard or SSH",
}
"""The commands by name, each with its line in the help.

A command's module is the one of that name in ``kiosk.cli``, or that of ``_TOGETHER``. Its ``add_arguments`` fills the
command's parser and sets the default ``run``: a function of the parsed options that returns the exit status.
"""

_TOGETHER: Final = {
    "dev": "play",
    "state": "watch",
    "lamps": "watch",
    "scene": "watch",
    "screenshot": "watch",
    "press": "hands",
    "touch": "hands",
    "drive": "hands",
    "capture": "hands",
    "config": "config",
    "pinout": "config",
    "backup": "backup",
    "restore": "backup",
}
"""The modules of commands that share one: each command has a function there, such as ``state_arguments``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; an error is printed in one line.

    The status is ``USAGE`` if the command cannot be done, 1 if its output cannot be written.
    """
    streams.guard()
    atexit.register(gc.freeze)  # Python looks for garbage before it ends: a fifth of what a short command takes
    if "_ARGCOMPLETE" in os.environ:
        _complete()
    try:
        status = _status(arguments)
        sys.stdout.flush()
    except streams.OutputError as error:
        streams.give_up_output()
        if isinstance(error, streams.ReaderGone):
            return 0
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    return status


def _status(arguments: Sequence[str] | None) -> int:
    try:
        _keep_out(set_aside.read(paths.state_dir()))
        options = command_parser().parse_args(arguments)
        status: int = options.run(options)
    except KeyboardInterrupt:
        return 130
    except PermissionError as error:
        # One without a number is no refusal of the system, but of a folder that another user could have put there.
        what = error.filename or error.strerror
        denied = f"{what}: permission denied: use sudo, or run this as the table's user"
        say(str(error) if what is None else denied, sys.stderr)
        return USAGE
    except CommandError as error:
        say_text(str(error), sys.stderr)
        return USAGE
    return status


def _keep_out(games: Mapping[str, str]) -> None:
    if games:
        from kiosk.game_registry import registry  # noqa: PLC0415  most commands need no games

        registry.keep_out(games)


class CommandParser(argparse.ArgumentParser):
    """A parser with ``--version``; that of a command is made, by its module, when it has arguments to parse."""

    formatter_class = argparse.HelpFormatter  # argparse formats a command's line in the help before more is made

    def __init__(self, *, module: str = "", function: str = "add_arguments", **keywords: Any) -> None:
        self.prog = keywords.get("prog", "")
        self._module, self._function, self._keywords = module, function, keywords
        if not module:
            self._make()

    def _make(self) -> None:
        super().__init__(**self._keywords)
        self.register("type", None, text)
        words = "show the version and exit"
        self.add_argument("--version", action=_Version, nargs=0, dest=argparse.SUPPRESS, help=words)

    def __repr__(self) -> str:  # argcomplete shows every parser, made or not
        return f"CommandParser({self.prog!r})"

    def add_subparsers(self, **keywords: Any) -> Any:
        """Add commands, whose parsers read their arguments."""
        commands = super().add_subparsers(**keywords)
        commands.type = file_name  # not text: what follows the command passes through here as well
        return commands

    def load(self) -> None:
        """Let the command's module add its arguments, once."""
        module, self._module = self._module, ""
        if module:
            self._make()
            with loading():
                add_arguments = getattr(import_module(module), self._function)
            add_arguments(self)

    def parse_known_args(self, args: Iterable[str] | None = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse as any parser does; ``argparse`` calls this when the command is given."""
        self.load()
        return super().parse_known_args(args, namespace)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End the program, once the help or the version is written. Raises OutputError if it cannot be."""
        sys.stdout.flush()
        super().exit(status, message)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments, which may be strange file names (``*``)."""
        super().error(printable_text(message))


class _Version(argparse.Action):
    """Prints the version and ends the program, as ``--help`` does."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from kiosk.system.version import version  # noqa: PLC0415  few commands need it

        print(f"kiosk {version()}")  # noqa: T201
        parser.exit()


def command_parser(*, loaded: Collection[str] = ()) -> CommandParser:
    """Return the parser. ``loaded``: the commands whose arguments are known before a command line is parsed."""
    parser = CommandParser(prog="kiosk", description="Ligretto at one touch table. Without a command: play.")
    table_options(parser)
    window_options(parser)
    parser.set_defaults(run=_play, config=None, seed=None)  # a command that is given the same option overrides it
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, words in COMMANDS.items():
        word = name.replace("-", "_")
        function = f"{word}_arguments" if name in _TOGETHER else "add_arguments"
        module = f"kiosk.cli.{_TOGETHER.get(name, word)}"
        command = commands.add_parser(name, help=words, module=module, function=function)
        if name in loaded:
            with suppress(CommandError):  # a part of it is not installed: whoever runs it is told
                command.load()
    return parser


def _complete() -> None:
    """Answer a shell that completes a word, and end the process."""
    from kiosk.cli import completion  # noqa: PLC0415  only for the shell

    completion.answer(command_parser(loaded=os.environ.get("COMP_LINE", "").split()))


def _play(options: argparse.Namespace) -> int:
    status: int = import_module("kiosk.cli.play").run(options)
    return status
