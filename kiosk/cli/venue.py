"""``kiosk venue``: keep the results store filled from the journal; show it as web pages, and who may change them."""

from __future__ import annotations

import argparse
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from kiosk.cli import hall_backup, streams, venue_store
from kiosk.cli.common import (
    CommandError,
    address_options,
    config_option,
    last_good_option,
    needs_web,
    say,
    typed_secret,
)
from kiosk.cli.progress import tracked
from kiosk.cli.settings import settings_of, usable_settings
from kiosk.protocol.results import ROUND_TOLD_S
from kiosk.system import paths
from kiosk.system.bell import Bell
from kiosk.system.progress import Track
from kiosk.system.sd_notify import SystemdNotifier
from kiosk.system.table_id import table_id
from kiosk.system.unix_socket import CannotListen, Claim

if TYPE_CHECKING:
    from kiosk.config.schema import RecordsConfig, Settings
    from kiosk.config.venue import VenueConfig
    from kiosk.results.daemon import Follower
    from kiosk.results.errands import Errands

PORT: Final = 7283
"""The port of the pages unless said otherwise: 7283 is "rate" on a phone's keys."""

MOST_CONNECTIONS: Final = 1024
"""Connections to the pages at a time: 500 open ones, and browsers that load them."""

_NAMES_TOLD: Final[Mapping[str, str]] = {
    "nowhere": 'Players are shown by signs; [venue] names = "web" in the configuration shows their names.',
    "hall": "Names are shown only to the hall's screens, whose keys are made at /staff, and to the staff.",
    "web": "Players are shown by their names.",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options, and the subcommand."""
    parser.description = "Without a command: import new rounds from the journal into the results store."
    config_option(parser)
    last_good_option(parser)
    parser.add_argument("--once", action="store_true", help="fill the store once and exit")
    parser.set_defaults(run=run)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")
    serve = actions.add_parser("serve", help="show results and rankings as web pages")
    serve.description = "Serve web pages with the results, for browsers, phones and a TV. They only read the store."
    config_option(serve)
    address_options(serve, PORT)
    words = "let the staff sign in over a network without encryption: whoever listens there learns their passwords"
    serve.add_argument("--staff-without-tls", action="store_true", help=words)
    words = "the host under which a proxy in front of this serves the pages encrypted, such as results.example"
    serve.add_argument("--tls-host", type=_host, metavar="HOST", help=words)
    words = "listen where [venue] address says; if that is https: on this machine alone, for the proxy of that host"
    serve.add_argument("--at-address", action="store_true", help=words)
    serve.set_defaults(run=run_serve)
    staff = actions.add_parser("staff", help="say who may hide names and void rounds on the pages")
    staff.description = "Add one of the staff, or set another password, which is asked twice. Without NAME: list them."
    staff.add_argument("name", nargs="?", metavar="NAME", help="one word, which is typed to sign in at /staff")
    words = "desk: may hide names and void rounds; house: may also delete names, and make keys of screens"
    staff.add_argument("--role", choices=("desk", "house"), help=f"{words} (default: as before, else desk)")
    how = staff.add_mutually_exclusive_group()
    how.add_argument("--stdin", action="store_true", help="read the password from standard input instead, one line")
    how.add_argument("--remove", action="store_true", help="remove NAME, who is signed out at once")
    staff.set_defaults(run=run_staff)
    venue_store.add_arguments(actions)
    hall_backup.add_arguments(actions)


def _host(text: str) -> str:
    """Parse what a browser sends as ``Host``: a name, with a port if it is not 443."""
    if not re.fullmatch(r"[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:\d{1,5})?", text.lower(), re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is no host: write its name alone, as in results.example")
    return text.lower()


def _listening(options: argparse.Namespace, address: str) -> tuple[str, int, str]:
    """Return the address and the port to listen on, and the host that a proxy in front serves; empty: there is none."""
    public = urlsplit(address)
    if not options.at_address or public.hostname is None:
        return options.host, options.port, options.tls_host or ""
    if public.scheme == "https":
        return options.host, options.port, public.netloc.lower()
    return public.hostname, public.port or 80, options.tls_host or ""


def _shown(settings: Settings) -> tuple[VenueConfig | RecordsConfig, Path]:
    """Return the section of the store that is shown, and its file if it is on no server: the hall's, else the table's.

    On a PC the uplink's file is not shown: the one beside the journal has all that, and names.
    """
    if settings.venue.store or paths.hall_dir():
        return settings.venue, paths.hall_file()
    return settings.records, paths.store_file()


def run_serve(options: argparse.Namespace) -> int:
    """Print the address of the pages, and serve them until Ctrl-C."""
    with needs_web("kiosk venue serve"):
        from kiosk.results.importer import tell_beside  # noqa: PLC0415  it loads SQLAlchemy
        from kiosk.results.store import open_store, read_store  # noqa: PLC0415
        from kiosk.results.store_errors import StoreError  # noqa: PLC0415
        from kiosk.web.connections import Limits  # noqa: PLC0415  only with the extra
        from kiosk.web.server import CannotServeError, PageServer  # noqa: PLC0415
        from kiosk.web.venue.acts import Desk  # noqa: PLC0415
        from kiosk.web.venue.app import VenuePages  # noqa: PLC0415
        from kiosk.web.venue.credentials import CredentialsError, CredentialsFile  # noqa: PLC0415
        from kiosk.web.venue.page import House  # noqa: PLC0415
        from kiosk.web.venue.staff import Staff  # noqa: PLC0415
    settings = settings_of(options.config)
    names = settings.venue.names
    shown, file = _shown(settings)
    section = "records" if shown is settings.records else "venue"
    host, port, tls_host = _listening(options, settings.venue.address)
    opening = partial(
        open_store,
        shown.store,
        file,
        password_file=shown.password_file,
        section=section,
        time_zone=settings.records.time_zone,
    )
    # Of the hall's store the uplinks tell each table, which writes it beside its own journal.
    beside = partial(tell_beside, folder=paths.journal_dir()) if shown is settings.records else lambda _: ()
    credentials, desk = CredentialsFile(), Desk(opening, beside)
    try:
        known = credentials.read()
        store = read_store(shown.store, file, password_file=shown.password_file, section=section)
        encrypted = frozenset({tls_host} if tls_host else ())
        staff = Staff(credentials, desk, encrypted=encrypted, plain=options.staff_without_tls)
        brand = settings.brand
        # On a PC the uplink's file has the table as it is now, and that beside the journal all else.
        live = read_store("", paths.hall_file()) if shown is settings.records else None
        house = House(brand.name, brand.accent, settings.venue.address)
        pages = VenuePages(store, names=names, live=live, house=house, staff=staff)
        limits = Limits(most=MOST_CONNECTIONS, proxied=bool(tls_host))
        server = PageServer(host, port, pages.application, pages.end, SystemdNotifier(), limits)
    except (CannotServeError, CredentialsError, StoreError) as error:
        raise CommandError(str(error)) from None
    streams.drop_lost_output()
    say(f"The results are at {server.address}")
    say(_NAMES_TOLD[names])
    if not known.staff:
        say("Nobody can sign in at /staff yet: kiosk venue staff NAME --role house")
    if server.is_public:
        say("Whoever in this network has that address sees them, and it is not encrypted.")
    if tls_host:
        say(f"The proxy in front serves them at https://{tls_host}/")
    elif server.is_public and not options.staff_without_tls:
        say("So the staff sign in at this computer alone; --staff-without-tls: from others, if you trust the network.")
    say("Ctrl-C ends it.")
    server.run()
    return 0


def run_staff(options: argparse.Namespace) -> int:
    """List the staff, or add, change or remove one of them."""
    from kiosk.web.venue.credentials import CredentialsError, CredentialsFile, Role  # noqa: PLC0415

    file = CredentialsFile()
    try:
        if options.name is None:
            if options.role or options.stdin or options.remove:
                raise CommandError("whose? write the name: kiosk venue staff NAME")
            staff = file.read().staff
            for name in sorted(staff):
                say(f"{name}  {staff[name].role}")
            if not staff:
                say("Nobody yet: kiosk venue staff NAME --role house")
        elif options.remove:
            if not file.remove(options.name):
                raise CommandError(f"{options.name!r} is none of the staff: kiosk venue staff lists them")
            say(f"{options.name} is removed, and signed out.")
        else:
            before = file.find(options.name)
            role = Role(options.role) if options.role else before.role if before else Role.DESK
            name = file.put(options.name, role, sys.stdin.readline().rstrip("\n") if options.stdin else _asked())
            say(f"{name} ({role}) can sign in at /staff; whoever was signed in under this name is signed out.")
    except CredentialsError as error:
        raise CommandError(str(error)) from None
    return 0


def _asked() -> str:
    instead = "give the password with --stdin"
    password = typed_secret("Password for the pages: ", instead)
    if password != typed_secret("The same again: ", instead):
        raise CommandError("these were two different passwords: nothing was changed, try again")
    return password


def run(options: argparse.Namespace) -> int:
    """Fill the store from the journal, once or periodically."""
    from kiosk.results.daemon import Follower  # noqa: PLC0415  its database takes longer to load than all the rest
    from kiosk.results.errands import Errands  # noqa: PLC0415
    from kiosk.results.store import ResultsStore, open_store  # noqa: PLC0415

    settings = usable_settings(options)[0]
    records = settings.records

    def opening(track: Track) -> ResultsStore:
        return open_store(
            records.store,
            paths.store_file(),
            password_file=records.password_file,
            time_zone=records.time_zone,
            track=track,
        )

    if options.once:
        return Follower(opening, paths.journal_dir(), records.names_days, track=tracked).once()
    streams.drop_lost_output()
    errands = Errands()
    with _telling_a_hall(settings, errands) as told:
        follower = Follower(opening, paths.journal_dir(), records.names_days, track=tracked, errands=errands, told=told)
        with _told_by_the_table(follower):
            return follower.run()


@contextmanager
def _told_by_the_table(follower: Follower) -> Iterator[None]:
    """Have the follower look when the table rings; without that it looks from time to time.

    It looks when displays have told the last place: whoever shows the store must not be faster.
    """

    def heard() -> None:
        later = threading.Timer(ROUND_TOLD_S, follower.ring)
        later.daemon = True
        later.start()

    try:
        bell = Bell(paths.journal_bell(), heard)
    except OSError as error:
        say(f"{paths.journal_bell()}: the table cannot tell of new rounds there ({error.strerror}): they come later")
        yield
        return
    with closing(bell):
        yield


@contextmanager
def _telling_a_hall(settings: Settings, errands: Errands) -> Iterator[Callable[[], None]]:
    """Serve a hall's readers meanwhile; yield what is to be called when there may be news for them.

    Without such a socket the store is filled all the same. A store on a server is no table's own: it has no outbox.
    """
    from kiosk.hall.rounds_server import RoundsServer, Teller  # noqa: PLC0415  as above
    from kiosk.results.importer import tell_table  # noqa: PLC0415

    if settings.records.store:
        yield lambda: None
        return
    path = paths.rounds_socket()
    try:
        claim = Claim(path, "venue")
        teller = Teller(table_id(paths.state_dir()), settings.table.name, settings.venue.names != "nowhere")
        beside = partial(tell_table, folder=paths.journal_dir())
        server = RoundsServer(claim.listen(), paths.shared_by(path.parent), teller, errands, beside)
    except (CannotListen, OSError) as error:
        say(f"No hall is told of the results: {error}")
        yield lambda: None
        return
    server.start()
    try:
        yield server.look
    finally:
        server.close()
        claim.close()
