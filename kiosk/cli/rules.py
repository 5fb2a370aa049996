"""``kiosk rules``: print the rules in words."""

from __future__ import annotations

import argparse
import os
import re

from kiosk.cli.common import CommandError, preset_of, say_text
from kiosk.locale.direction import unmarked
from kiosk.locale.languages import SOURCE, installed
from kiosk.locale.speaker import speaker
from kiosk.rulebook import all_editions, edition_text, editions_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the edition's name and the language."""
    words = f"one of {', '.join(installed())} (default: this system's language)"
    parser.add_argument("preset", nargs="?", metavar="EDITION")
    parser.add_argument("--language", metavar="LANG", default=None, help=words)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print an edition's rules, or the list of editions."""
    language = system_language() if options.language is None else options.language
    if language not in installed():
        raise CommandError(f"{language!r} is not installed as a language; there are: {', '.join(installed())}")
    say, name = speaker(language), options.preset
    book = editions_text(say) if name is None else edition_text(preset_of(name, all_editions()), say)
    say_text(unmarked(book))
    return 0


def system_language() -> str:
    """Return the language of the environment (``LC_ALL``, ``LC_MESSAGES``, ``LANG``) if it is installed, or English."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = re.split("[_.@]", named)[0]
    return code if code in installed() else SOURCE
