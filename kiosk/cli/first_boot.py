"""``kiosk first-boot``: prepare a card with Raspberry Pi OS, so that a Pi sets itself up as a game table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kiosk.cli.common import CommandError, config_option, file_name, say, say_all, typed_secret
from kiosk.cli.progress import tracked
from kiosk.cli.settings import public_settings_of, settings_of
from kiosk.config.config_txt import Unfit, lines_of
from kiosk.config.extras import is_server
from kiosk.config.fit_check import warnings
from kiosk.config.loader import ConfigError, parse
from kiosk.config.notation import shown
from kiosk.config.pi_setup import Derived, derive
from kiosk.config.schema import Settings
from kiosk.first_boot import options as checked
from kiosk.first_boot.bundle import IMAGES_HOST, USER, bundle, new_instance
from kiosk.first_boot.card import BootPartition, has_another_card, remember
from kiosk.first_boot.options import Options, Unusable, Wifi
from kiosk.service.pin import UnusablePin, hashed, random_pin
from kiosk.system import paths
from kiosk.system.files import WRITTEN_BYTES, read_regular
from kiosk.system.written_text import decoded

_LONGEST: Final = 1000
"""Longest line of a secret."""
_HALL_PASSWORD: Final = "$CREDENTIALS_DIRECTORY/ligretto-hall-password"  # noqa: S105  a place
_COPIED: Final = (
    "a card was prepared here for a table of this name. If that table is in use too, give this one another name:"
    " with shared results nobody could tell their rounds apart"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="where the card's bootfs is mounted")
    config_option(parser)
    words = "the table's name, instead of that in the configuration: one file for many cards"
    parser.add_argument("--name", metavar="NAME", help=words)
    parser.add_argument(
        "--hall-password-file",
        type=file_name,
        metavar="FILE",
        help="the password of the server in [venue] store, the first line there; -: standard input",
    )
    parser.add_argument(
        "--config-txt",
        type=Path,
        metavar="FILE",
        help="lines for the firmware's config.txt, besides what the configuration's own wiring needs",
    )
    parser.add_argument("--wifi", metavar="NAME", help="the Wi-Fi to use; a network cable works without it")
    secret = parser.add_mutually_exclusive_group()
    secret.add_argument("--wifi-password", metavar="WORD", help="its password (it stays in the shell's history)")
    secret.add_argument(
        "--wifi-password-file",
        type=file_name,
        metavar="FILE",
        help="its password, the first line there; -: standard input",
    )
    secret.add_argument("--wifi-open", action="store_true", help="it has no password")
    parser.add_argument("--wifi-hidden", action="store_true", help="it does not broadcast its name")
    parser.add_argument("--country", metavar="CODE", help="two letters: the country whose radio rules apply")
    parser.add_argument("--timezone", metavar="ZONE", help="such as Europe/Berlin (default: this computer's)")
    parser.add_argument("--ssh-key", type=Path, metavar="FILE", help="a public key that may log in as the user table")
    parser.add_argument(
        "--pin-file",
        type=file_name,
        metavar="FILE",
        help="the service menu's PIN, the first line there (default: random)",
    )
    parser.add_argument("--force", action="store_true", help="replace settings made in Imager; a copy is kept")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prepare the card."""
    try:
        return _prepare(options)
    except Unusable as error:
        raise CommandError(str(error)) from None


def _prepare(options: argparse.Namespace) -> int:
    """Check everything, then write. Raises Unusable, CommandError."""
    config: Path | None = getattr(options, "config", None)
    settings, table = _configuration(config, options.name)
    if options.config_txt and not config:
        raise CommandError("--config is needed: --config-txt adds lines to what that configuration needs")
    hall = _hall(options, settings)
    place = _options(options, settings.table.name)
    pin = _first_line("--pin-file", options.pin_file, "The service menu's PIN") if options.pin_file else random_pin()
    try:
        pin_hash = hashed(pin)
    except UnusablePin as error:
        raise CommandError(f"--pin-file: {error}") from None
    card = BootPartition(options.to)
    lost = card.lost()
    if lost and not options.force:
        raise CommandError(
            f"--to: {card.folder}: settings by Imager or by hand would be lost: {'; '.join(lost)}."
            " With --force they are replaced, and a copy stays beside them"
        )
    firmware = _firmware(settings, card, options.config_txt) if config else None
    language = settings.language.default
    instance, name = new_instance(), settings.table.name
    files = bundle(place, language, table, pin_hash, card.kernel_line, instance, firmware, hall)
    card.check_room(files)
    for copy in card.keep_copies():
        say(f"The earlier content is kept as {copy}")
    if config:
        for line in (*_worth_knowing(settings), *_of_a_hall(settings, hall)):
            say(f"{config.name}: {line}")
    if config and name and has_another_card(name, card.kernel_line, paths.state_dir()):
        say(f"{config.name}: warning: table.name: {shown(name)}: {_COPIED}")
    if firmware:
        say_all(f"config.txt: {line}" for line in (*firmware.needs.remarks, *firmware.needs.summary()))
    card.write(files, tracked)
    if name:
        remember(name, instance, paths.state_dir())
    say(f"{card.folder}: ready, {sum(map(len, files.values())) / 1e6:.1f} MB written and read back.")
    if place.ssh_keys:
        say(f"Once it runs, log in with: ssh {USER}@{place.host or IMAGES_HOST}.local")
    say("Eject the card, put it into the Pi, and switch it on: its screen shows the progress.")
    if not options.pin_file:
        say(f"The PIN of the service menu on the table: {pin} (write it down: it is shown only once)")
    return 0


def _configuration(file: Path | None, name: str | None) -> tuple[Settings, bytes | None]:
    """Return what is in ``file``, with another ``name`` if there is one; without a file the packaged one, and None.

    Raises Unusable, CommandError.
    """
    if file is None:
        if name is not None:
            raise CommandError("--config is needed: --name is written into that configuration")
        return settings_of(None), None
    settings, table = public_settings_of(file), read_regular(file, WRITTEN_BYTES)
    if name is None:
        return settings, table
    text = checked.renamed(decoded(table), name)
    try:
        return parse(text, "--name"), text.encode()
    except ConfigError as error:
        raise CommandError(*error.lines) from None


def _hall(options: argparse.Namespace, settings: Settings) -> str | None:
    """Return the password of the hall's server, empty if none is given; None: no server is configured."""
    at = settings.venue.store if is_server(settings.venue.store) else ""
    if not options.hall_password_file:
        return "" if at else None
    if not at or settings.venue.password_file != _HALL_PASSWORD:
        needed = f'password_file = "{_HALL_PASSWORD}"' if at else "a server as store"
        raise CommandError(f"--hall-password-file: the configuration needs {needed} under [venue]")
    return _first_line("--hall-password-file", options.hall_password_file, "The password of the hall's server")


def _of_a_hall(settings: Settings, hall: str | None) -> Iterator[str]:
    """Yield warnings about a table of a hall on a server, whose password is ``hall``."""
    if hall is None:
        return
    if not settings.table.name:
        yield "warning: table.name: none: with results of several tables give it one, here or with --name"
    if not hall and settings.venue.password_file:
        yield "warning: venue: the card brings no password: --hall-password-file FILE, or write it at the table"


def _firmware(settings: Settings, card: BootPartition, file: Path | None) -> Derived:
    """Return what the card's config.txt becomes. CommandError: a part of it cannot be known, or is contradicted."""
    try:
        derived = derive(settings, card.config_txt, lines_of(file) if file else None)
    except Unfit as error:
        raise CommandError(*(f"--config-txt: {line}" for line in str(error).splitlines())) from None
    if derived.refused:
        raise CommandError(*(f"config.txt: {line}" for line in derived.refused))
    return derived


def _worth_knowing(settings: Settings) -> list[str]:
    """Return warnings about a valid configuration, also if it seems to be meant for a desktop."""
    desktop = {
        'hardware: kind = "simulated": the buttons in the rim do nothing; on a Pi use "gpio"': (
            settings.hardware.kind == "simulated"
        ),
        'touch: provider = "window": a table needs "evdev", which reads the panel': settings.touch.provider == "window",
        "window: fullscreen = false: a table needs true": not settings.window.fullscreen,
    }
    noted = [*warnings(settings), *(line for line, is_so in desktop.items() if is_so)]
    return [f"warning: {line}" for line in noted]


def _options(options: argparse.Namespace, table: str) -> Options:
    """Check the command line's options and return them, for the table of that name. Raises Unusable, CommandError."""
    wifi = _wifi(options)
    if wifi is not None and options.country is None:
        raise CommandError("--country is needed: the Wi-Fi follows the radio rules of a country, such as --country DE")
    return Options(
        timezone=checked.timezone(options.timezone) if options.timezone else checked.timezone_here(),
        country=checked.country(options.country) if options.country else None,
        wifi=wifi,
        ssh_keys=checked.ssh_keys(options.ssh_key) if options.ssh_key else (),
        host=checked.host(table),
    )


def _wifi(options: argparse.Namespace) -> Wifi | None:
    password: str | None = options.wifi_password
    if options.wifi_password_file:
        password = _first_line("--wifi-password-file", options.wifi_password_file, "The Wi-Fi's password")
    if options.wifi is None:
        if password is not None or options.wifi_open or options.wifi_hidden:
            raise CommandError("--wifi is needed: the name of the Wi-Fi")
        return None
    if password is None and not options.wifi_open:
        raise CommandError(f"the password of {options.wifi!r} is needed: --wifi-password-file FILE, or --wifi-open")
    return checked.wifi(options.wifi, password, hidden=options.wifi_hidden)


def _first_line(option: str, name: str, prompt: str) -> str:
    """Return the first line of a file or of standard input, typed without echo. CommandError: there is none."""
    try:
        if name != "-":
            with Path(name).open(encoding="utf-8-sig") as file:  # it may be a pipe that brings a secret
                text = file.readline(_LONGEST)
        elif sys.stdin.isatty():
            text = typed_secret(f"{prompt}: ", "name a file")
        else:
            text = sys.stdin.readline()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{option}: {name}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    lines = text.splitlines()
    if not lines or not lines[0]:
        raise CommandError(f"{option}: {name}: the first line is empty")
    return lines[0]
