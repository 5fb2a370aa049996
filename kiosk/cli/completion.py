"""Completion of the command line by a shell: the values that an argument takes, by its metavar.

To complete a word, the shell starts ``kiosk`` with ``_ARGCOMPLETE`` in its environment, and ``kiosk.cli.main`` calls
``answer`` instead of parsing. Options and choices are known from the parsers. Every word costs a start of Python, so
each completer imports what it needs.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from argcomplete.completers import BaseCompleter, DirectoriesCompleter, FilesCompleter
from argcomplete.finders import CompletionFinder

from kiosk.system import paths

Completer: TypeAlias = Callable[..., Iterable[str]]
"""A function of ``prefix`` (the word so far) and ``parsed_args``, by keyword. A mapping has explanations."""

_NEWEST_FILES: Final = 2
"""Number of the journal's newest files whose rounds are offered."""
_ID: Final = 8
"""Length of the offered beginning of a round's id, as ``kiosk replay`` shows it."""
_ROUNDS: Final = 20
"""Maximum number of rounds to choose from, the newest that match."""


def answer(parser: argparse.ArgumentParser) -> None:
    """Write the completions for the shell, and end the process."""
    CompletionFinder()(parser, always_complete_options=False, default_completer=_Values())


class _Values(BaseCompleter):
    """Completes the value of an argument without choices."""

    def __call__(self, *, action: argparse.Action, **asked: Any) -> Iterable[str]:
        completer = COMPLETERS.get(action.dest) or COMPLETERS.get(str(action.metavar))
        return completer(action=action, **asked) if completer else ()


def _editions(parsed_args: argparse.Namespace, **_: object) -> Mapping[str, str]:
    """Return the editions, of the chosen game or of all, with their sources."""
    from kiosk.rulebook import all_editions  # noqa: PLC0415

    game = getattr(parsed_args, "game", None)
    return {name: of.preset.source for name, of in all_editions().items() if game in (None, of.game)}


def _languages(**_: object) -> Iterable[str]:
    from kiosk.locale.languages import installed  # noqa: PLC0415

    return installed()


def _rounds(prefix: str, parsed_args: argparse.Namespace, **_: object) -> Mapping[str, str]:
    """Return the newest rounds of the named journal, or of this kiosk's own."""
    named = getattr(parsed_args, "journal", None)
    return _rounds_of(Path(named) if named else paths.journal_dir(), prefix)


def _own_rounds_and_files(prefix: str, **asked: object) -> Iterable[str]:
    return [*_FILES(prefix, **asked), *_rounds_of(paths.journal_dir(), prefix)]


def _rounds_of(journal: Path, prefix: str) -> dict[str, str]:
    from kiosk.journal import folder, lately  # noqa: PLC0415
    from kiosk.journal.file import JournalError  # noqa: PLC0415

    found: dict[str, str] = {}
    with contextlib.suppress(OSError):
        for file in folder.files(journal)[-_NEWEST_FILES:] if journal.is_dir() else [journal]:
            with contextlib.suppress(JournalError):
                for _, started in lately.beginnings(file):
                    edition = started.chosen.get("preset", "")
                    found[started.round[:_ID]] = f"{started.game}, {edition}, no. {started.number}"
    matching = [item for item in found.items() if item[0].startswith(prefix)]
    return dict(matching[-_ROUNDS:])


def _zones(**_: object) -> Iterable[str]:
    from kiosk.system.time_zones import known  # noqa: PLC0415

    return known()


def _countries(**_: object) -> Iterable[str]:
    from kiosk.first_boot.options import ISO_3166  # noqa: PLC0415

    return ISO_3166


def _faults(**_: object) -> Iterable[str]:
    from kiosk.doctor.dice_board.simulator import AT_ONCE  # noqa: PLC0415

    return AT_ONCE


def _ports(**_: object) -> Iterable[str]:
    return map(str, Path("/dev/serial/by-id").glob("*"))


_FILES: Final = FilesCompleter()
_FOLDERS: Final = DirectoriesCompleter()

COMPLETERS: Final[Mapping[str, Completer]] = {
    "config": FilesCompleter(("toml",)),
    "FILE": _FILES,
    "PATH": _FILES,
    "SCENARIO": FilesCompleter(("json",)),
    "DIR": _FOLDERS,
    "FOLDER": _FOLDERS,
    "SOURCE": _FOLDERS,
    "TARGET": _FOLDERS,
    "JOURNAL": _own_rounds_and_files,
    "ROUND": _rounds,
    "EDITION": _editions,
    "LANG": _languages,
    "FAULT": _faults,
    "PORT": _ports,
    "ZONE": _zones,
    "CODE": _countries,
}
"""The completers by an argument's name or metavar. Other arguments take numbers, texts or names that are made up."""
