"""``kiosk rules``: print the rules in words."""

from __future__ import annotations

import argparse
import os
import re
from typing import Any

from kiosk.cli.common import CommandError, config_option, preset_of, say_text
from kiosk.cli.settings import settings_of
from kiosk.locale.languages import SOURCE, installed
from kiosk.locale.speaker import speaker
from kiosk.rulebook import Edition, all_editions, edition_text, editions_text
from kiosk.system.nearest import there_are
from kiosk.table.games.game import table_game
from kiosk.table.settings import TableSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the edition's name, the language, and the configuration, which has the number of rounds."""
    words = f"one of {', '.join(installed())} (default: this system's language)"
    parser.add_argument("preset", nargs="?", metavar="EDITION")
    parser.add_argument("--language", metavar="LANG", default=None, help=words)
    config_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print an edition's rules, or the list of editions."""
    language = system_language() if options.language is None else options.language
    if language not in installed():
        raise CommandError(f"{language!r} is no language here: {there_are(language, installed())}")
    say, name = speaker(language), options.preset
    if name is None:
        say_text(editions_text(say), directed=True)
        return 0
    of = preset_of(name, all_editions())
    say_text(edition_text(of, say, _played(of, settings_of(options.config).game.rounds)), directed=True)
    return 0


def _played(of: Edition, rounds: int) -> Any:
    """Return the edition's rules as the table offers them, whose configuration has that many ``rounds`` in a match."""
    rules = of.preset.rules
    for offer in table_game(of.game).offers(TableSettings((), rounds=rounds)):
        rules = offer.apply(rules, offer.default(of.preset.name))
    return rules


def system_language() -> str:
    """Return the language of the environment (``LC_ALL``, ``LC_MESSAGES``, ``LANG``) if it is installed, or English."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = re.split("[_.@]", named)[0]
    return code if code in installed() else SOURCE
