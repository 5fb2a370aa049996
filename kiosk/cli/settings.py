"""The configuration that a command works with."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from kiosk.cli.common import CommandError, say_all, say_text
from kiosk.config.loader import DEFAULT, ConfigError, load, load_installed
from kiosk.config.schema import Settings
from kiosk.config.secrecy import passwords
from kiosk.faults.fault import Fault, english
from kiosk.system import paths

INSTEAD: Final = Fault("configuration.last_good")
"""The fault reported to the staff: in the log, by the doctor, on the table."""


def settings_of(file: Path | None) -> Settings:
    """Return the configuration in ``file``, by default the packaged one. Raises CommandError if it cannot be used."""
    try:
        return load(file)
    except ConfigError as error:
        raise CommandError(*error.lines) from None


def public_settings_of(file: Path) -> Settings:
    """Return the configuration in ``file``, which everybody may read. Raises CommandError also if it has a password."""
    settings = settings_of(file)
    if lines := [f"{file.name}: {line}" for line in passwords(settings)]:
        raise CommandError(*lines)
    return settings


def usable_settings(options: argparse.Namespace) -> tuple[Settings, Fault | None]:
    """Return the requested configuration and None, or with ``--last-good`` what can be used instead, and the fault.

    That is the configuration without what is not installed; if it has other errors, the last good one (``INSTEAD``).
    With ``--last-good`` a password in it is a warning in the log. Raises CommandError if neither can be used.
    """
    try:
        found: tuple[Settings, Fault | None] = settings_of(options.config), None
    except CommandError as error:
        if not options.last_good:
            raise
        found = _installed_part(options.config) or (last_good_instead(error), INSTEAD)
    if options.last_good:
        say_all((f"warning: {line}" for line in passwords(found[0])), sys.stderr)
    return found


def _installed_part(file: Path | None) -> tuple[Settings, Fault] | None:
    """Return the configuration without what is not installed, and the fault; log it. None if it has other errors."""
    try:
        settings, left_out = load_installed(file)
    except ConfigError:
        return None
    name = (file or DEFAULT).name
    fault = left_out[0].fault(name)
    say_all([*(f"{name}: {one}" for one in left_out), english(fault)], sys.stderr)
    return settings, fault


def last_good_instead(error: Exception) -> Settings:
    """Return the last good configuration, and log why the other cannot be used. Raises CommandError if there is none.

    Of that one too, what is not installed is left out.
    """
    say_text(str(error), sys.stderr)
    file = paths.last_good_file()
    try:
        settings, left_out = load_installed(file)
    except ConfigError:
        raise CommandError("There is no last good configuration either: fix the current one") from None
    say_all([*(f"{file.name}: {one}" for one in left_out), f"{english(INSTEAD)} ({file})"], sys.stderr)
    return settings
