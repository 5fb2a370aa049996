"""``kiosk replay``: verify, print, step through, export or play rounds of the journal."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import Final

from kiosk.cli.common import (
    CommandError,
    config_arguments,
    config_option,
    file_name,
    hold_lifeline,
    lifeline_option,
    say,
    say_all,
    say_text,
    window_arguments,
    window_options,
)
from kiosk.cli.progress import tracked
from kiosk.journal import reader
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.reader import JournalRead, RoundLog
from kiosk.replay.listing import Listing, ending, files_of, find, length, when
from kiosk.replay.scenario import scenario_of
from kiosk.replay.verify import position_line, verify
from kiosk.replay.words import STEP_KEYS, RoundInWords, steps, table
from kiosk.system import paths
from kiosk.table_process import launcher

DIFFERS: Final = 1
"""Exit status: something is damaged, or a replay differs from the record."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the journal, the round, and the actions."""
    parser.add_argument(
        "journal",
        nargs="?",
        type=file_name,
        metavar="JOURNAL",
        help="a journal's file or folder (default: this kiosk's own)",
    )
    parser.add_argument("round", nargs="?", metavar="ROUND", help="its number as listed, its id or a prefix of the id")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--list", dest="what", action="store_const", const="list", help="only list the rounds, without verification"
    )
    for name, text in (
        ("print", "print every record"),
        ("fields", "only print what each field of a record means"),
        ("step", "step through the records, each with the position after it"),
        ("play", "play it in a window, at any speed, with pause and seek"),
    ):
        what.add_argument(f"--{name}", dest="what", action="store_const", const=name, help=text)
    what.add_argument(
        "--scenario", type=file_name, metavar="FILE", help="export it for `kiosk referee` (-: standard output)"
    )
    what.add_argument("--serve", dest="what", action="store_const", const="serve", help=argparse.SUPPRESS)
    window = parser.add_argument_group("with --play")
    config_option(window)
    window_options(window)
    lifeline_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List the rounds, or process one as the options say."""
    if options.what == "fields":
        from kiosk.cli.fields import about_records  # noqa: PLC0415  # imports half the table

        say_all(about_records())
        return 0
    with _readable():
        path, named = _what(options)
    if named is None:
        if options.what not in {None, "list"} or options.scenario is not None:
            raise CommandError("Which round? Name it after the journal; without options all are listed.")
        return _list(path, verified=options.what is None)
    if options.what == "list":
        raise CommandError("--list is for all rounds: leave the round out, or leave out --list")
    log = _round(path, named)
    if options.scenario is not None:
        return _export(log, options.scenario)
    return {"print": _print, "step": _step, "play": _play, "serve": _serve, None: _verify}[options.what](log, options)


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except JournalError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        fix = "run this as the user that the kiosk runs as"
        raise CommandError(f"{error.filename}: cannot be read ({error.strerror}): {fix}") from None


def _what(options: argparse.Namespace) -> tuple[Path, str | None]:
    """Return the journal and the round. A single name that is no file is a round of the kiosk's own journal."""
    if options.journal is None:
        return paths.journal_dir(), None
    if options.round is None and not Path(options.journal).exists():
        own = paths.journal_dir()
        if not own.exists() or Path(options.journal).name != options.journal:
            raise CommandError(
                f"{options.journal}: there is no such file or folder: name a journal, then a round of it"
            )
        return own, options.journal
    return Path(options.journal), options.round


def _reads(path: Path, read: Callable[[Path], JournalRead]) -> Iterator[JournalRead]:
    """Read the journal's files one after the other: a large journal would need too much memory at once."""
    with _readable():
        is_folder = path == paths.journal_dir() or path.is_dir()  # our own may not be there yet
        yield from reader.read_files(path, read) if is_folder else [read(path)]


def _round(path: Path, named: str) -> RoundLog:
    found = files_of(_reads(path, reader.skim))
    try:
        wanted = find([*found], named)
    except ValueError as error:
        raise CommandError(f"{path}: {error}") from None
    with _readable():
        forms = [log for file in found[wanted] for log in reader.read_journal(file).rounds if log.round == wanted]
    return reduce(reader.fuller, forms)


def _list(path: Path, *, verified: bool) -> int:
    listing = Listing(verified=verified)
    reads = _reads(path, reader.read_journal if verified else reader.skim)
    total = len(files(path)) if path.is_dir() else 1
    for read in tracked(reads, "Verifying" if verified else "Reading", total):
        listing.take(read)
    lines = [*listing.lines()]
    say_all(lines or [f"{path}: no round has been played yet"])
    say_all((f"note: {note}" for note in listing.notes), sys.stderr)
    return _tell(listing.problems)


def _verify(log: RoundLog, _: argparse.Namespace) -> int:
    verified = verify(log)
    how = f"{len(log.entries)} records, {when(log)}, {length(log)}, {ending(log)}"
    if not verified.problems:
        say(f"round {log.round}: comes out as it was recorded ({how})")
    return _tell(verified.problems)


def _print(log: RoundLog, _: argparse.Namespace) -> int:
    verified = verify(log)
    words = RoundInWords(log.started, verified.margins)
    say_all(table(words.lines(log), words))
    return _tell(verified.problems)


def _step(log: RoundLog, _: argparse.Namespace) -> int:
    positions: list[str] = []
    verified = verify(log, lambda round_: positions.append(position_line(log.started.game, round_)))
    words = RoundInWords(log.started, verified.margins)
    if sys.stdin.isatty():
        say(STEP_KEYS)
    for text in steps(words.lines(log), positions, words, sys.stdin):
        say_text(text)
    return _tell(verified.problems)


def _play(log: RoundLog, options: argparse.Namespace) -> int:
    """Play the round in a separate window; a kiosk may be running beside it."""
    os.environ["KIOSK_RUNTIME_DIR"] = str(paths.runtime_dir() / "replay")
    config = config_arguments(options)
    served = launcher.Program("replay", [str(log.file), log.round, "--serve", *config], may_end=True)
    window = launcher.Program("display", [*config, *window_arguments(options)], may_end=True)
    return launcher.run([served, window])


def _serve(log: RoundLog, options: argparse.Namespace) -> int:
    """Serve the round to the window, as a table would."""
    from kiosk.cli.replay_window import serve  # noqa: PLC0415  imports the whole table: slow for --list

    hold_lifeline(options)
    return serve(log, options.config)


def _export(log: RoundLog, name: str) -> int:
    verified = verify(log)
    if verified.rules is not None:
        text = json.dumps(scenario_of(log.started, verified.rules, verified.judged))
        if name == "-":
            say(text)
        else:
            _write(Path(name), text)
    return _tell(verified.problems)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f"{text}\n")
    except OSError as error:
        raise CommandError(
            f"{path}: cannot be written ({error.strerror}): name another file, or - for the output"
        ) from None


def _tell(problems: Collection[str]) -> int:
    say_all(problems, sys.stderr)
    return DIFFERS if problems else 0
