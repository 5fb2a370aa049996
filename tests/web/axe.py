"""axe-core over the venue's pages in Chromium: ``python -m tests.web.axe AXE.JS [--language CODE ...]``.

The script is no part of the project: it is ``axe.min.js`` in the package ``axe-core`` of npm (``npm pack axe-core``).
Every page is shown in each language, light and dark, 320 and 1280 pixels wide, with names and without; one line is
printed for each violation, with what is wrong and where. 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from kiosk.game.seats import SeatNumber
from kiosk.hall import live
from kiosk.hall.feed import VERSION, Activity, Feed, FeedSeat, Presence
from kiosk.locale.languages import installed
from kiosk.results.store import open_store, read_store
from kiosk.web.server import PageServer
from kiosk.web.venue.acts import Desk
from kiosk.web.venue.app import VenuePages
from kiosk.web.venue.credentials import CredentialsFile, Role
from kiosk.web.venue.page import House
from kiosk.web.venue.staff import Staff
from tests.results.conftest import Journals
from tests.rig.browser import browser, show_as, show_scheme
from tests.web.conftest import evening, filled

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

_PASSWORD: Final = "correct horse"  # noqa: S105  of a store that lasts as long as this command
_READ: Final = (
    *("/", "/screen", "/screen?at=1", "/ranking", "/ranking?period=today", "/ranking?search=e", "/ranking?search=x"),
    *("/player/1", "/match/match-0", "/match/match-2", "/nowhere", f"/match/{'4f' * 16}"),
)
"""What everybody reads, and two addresses at which there is nothing."""
_SIGNED_IN: Final = ("/staff", "/staff?search=Lena", "/staff?match=match-0")
_WIDTHS: Final = ((320, 720), (1280, 900))
_RUN: Final = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(
  ({violations}) => done(violations.map(({id, help, nodes}) =>
    `${id}: ${help}: ${nodes.slice(0, 3).map(({html}) => html.slice(0, 160)).join(" | ")}`)),
  (error) => done(["failed: " + error]));
"""


def _tables() -> Iterator[Feed]:
    """Yield a table in each state, with a person in different states at each seat."""
    for number, activity in enumerate(Activity):
        people = [] if activity is Activity.FREE else [*enumerate(Presence, 1)]
        seats = (FeedSeat(SeatNumber(n), one, n == 1, f"P{n}", 0, 0, "en", n - 2, 9 * n, n) for n, one in people)
        yield Feed(
            *(VERSION, f"{number:032x}", f"T{number % 9}", activity, "cards", "table_default", 3, 5),
            *(tuple(seats), (), None, True),
        )


@contextmanager
def _served(folder: Path, names: Literal["nowhere", "hall"], *, empty: bool = False) -> Iterator[str]:
    """Serve a hall with an evening's matches, or nothing; yield its address."""
    folder.mkdir()
    file = folder / "hall.sqlite"
    if not empty:
        filled(file, evening(Journals(folder / "journal")))
        with closing(open_store("", file)) as store:
            for feed in _tables():
                live.put(store, feed, gone=False)
    credentials = CredentialsFile(folder / "venue-credentials.json")
    credentials.put("anna", Role.HOUSE, _PASSWORD)
    staff = Staff(credentials, Desk(partial(open_store, "", file), lambda _: ()))
    pages = VenuePages(
        read_store("", file), names=names, house=House("Café Ludo", "#8fd14f", "https://ludo.example"), staff=staff
    )
    server = PageServer("127.0.0.1", 0, pages.application, pages.end)
    running = threading.Thread(target=server.run)
    running.start()
    try:
        yield server.address.rstrip("/")
    finally:
        server.stop()
        running.join()


class _Looker:
    """Looks at pages. ``found``: each violation once, with where it was seen first."""

    def __init__(self, chrome: Chrome, script: str, languages: list[str]) -> None:
        self.found: dict[str, str] = {}
        self.looked = 0
        self._chrome = chrome
        self._script = script
        self._languages = languages

    def look(self, about: str) -> None:
        """Look at the page that is open, at each width and in both schemes."""
        for width, height in _WIDTHS:
            show_as(self._chrome, width, height)
            for scheme in ("dark", "light"):
                show_scheme(self._chrome, scheme)
                self._chrome.execute_script(self._script)
                told: Any = self._chrome.execute_async_script(_RUN)
                self.looked += 1
                for one in told:
                    self.found.setdefault(one, f"{about}, {width} px, {scheme}")

    def read(self, base: str, *paths: str) -> None:
        """Look at addresses in each language."""
        for path in paths:
            for language in self._languages:
                self._chrome.get(f"{base}{path}{'&' if '?' in path else '?'}lang={language}")
                self.look(f"{path} in {language}")

    def sign_in(self, base: str, password: str) -> None:
        """Sign in at the page of the staff."""
        self._chrome.get(f"{base}/staff")
        self.type("name", "anna")
        self.type("password", password)
        self.press("form[action^='/staff/sign-in'] button")

    def type(self, name: str, text: str) -> None:
        """Write into a field."""
        self._chrome.find_element("css selector", f"#{name}").send_keys(text)

    def press(self, button: str) -> None:
        """Press a button."""
        self._chrome.find_element("css selector", button).click()

    def staff(self, base: str) -> None:
        """Look at what only the staff see, and at the keys of screens."""
        self.read(base, "/staff")
        self.sign_in(base, "wrong")
        self.look("/staff after a wrong password")
        self.sign_in(base, _PASSWORD)
        self.read(base, *_SIGNED_IN)
        for language in self._languages:
            self._chrome.get(f"{base}/staff?search=Lena&lang={language}")
            self.press("form[action^='/staff/delete'] button")
            self.look(f"/staff/delete in {language}")
            self._chrome.get(f"{base}/staff?lang={language}")
            self.type("screen", f"Bar {language}")
            self.press("form[action^='/staff/key'] button")
            self.look(f"/staff/key in {language}")
            key = self._chrome.find_element("css selector", "code").text
            self._chrome.get(f"{key}?lang={language}")
            self.look(f"/key in {language}")


def main() -> int:
    """Look at all; return the program's end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", type=Path, help="axe.min.js")
    parser.add_argument("--language", nargs="+", choices=installed(), default=list(installed()))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made, browser(Path(made) / "profile") as chrome:
        looker = _Looker(chrome, options.script.read_text(encoding="utf-8"), options.language)
        with _served(Path(made) / "hall", "hall") as base:
            looker.read(base, *_READ)
            looker.staff(base)
        with _served(Path(made) / "nowhere", "nowhere") as base:
            looker.read(base, "/", "/screen", "/match/match-0", "/player/2")
        with _served(Path(made) / "empty", "nowhere", empty=True) as base:
            looker.read(base, "/")
    for told, where in looker.found.items():
        sys.stdout.write(f"{where}: {told}\n")
    sys.stdout.write(f"{looker.looked} looks, {len(looker.found)} violations\n")
    return 1 if looker.found else 0


if __name__ == "__main__":
    sys.exit(main())
