"""What every page has: its language and direction, its links, its age, and the words of dates and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from kiosk.display.texts.games import piece_text
from kiosk.hall.live import TableNow
from kiosk.locale.languages import installed
from kiosk.locale.speaker import Say, own_name
from kiosk.results.calendar import zone_of
from kiosk.results.hiding import never_shown
from kiosk.system.printable import printable
from kiosk.web.templates import templates
from kiosk.web.venue.charts import bar, code, shares
from kiosk.web.venue.people import People
from kiosk.web.venue.readings import newest_end
from kiosk.web.venue.signs import piece_outline
from kiosk.web.venue.words import signed, total

LONGEST: Final = 200
"""Number of characters that are read of what an address asks for."""
_TEMPLATES: Final = templates("kiosk.web.venue.pages")


class House(NamedTuple):
    """Whose pages these are: what the house is called, its colour (``#rrggbb``), and where phones reach the pages.

    Each is empty if there is none; an address is ``https://host`` or ``http://host:port``.
    """

    name: str = ""
    accent: str = ""
    address: str = ""


NOBODY: Final = House()
"""Pages of no house in particular."""


class Page:
    """A page that is being made. ``query``: what its address asked for; ``now``: when it is made.

    ``names``: it shows typed names; ``policy``: who sees them at all (``VenueConfig.names``); ``staff``: whoever asks
    is one of the staff, and has signed in.
    """

    def __init__(
        self,
        say: Say,
        path: str,
        query: Mapping[str, str],
        now: datetime,
        *,
        names: bool,
        policy: str,
        staff: bool,
        house: House,
    ) -> None:
        self.say = say
        self.names = names
        self.policy: Final = policy
        self.staff: Final = staff
        self.house: Final = house
        self.people: Final = People(say, names=names)
        self.now = now.astimezone()
        """In the store's time zone, once that is known."""
        self.is_read = False
        """True once the store has told it something: only then it has an age, in the store's time zone."""
        self.newest: datetime | None = None
        """When the newest round ended."""
        self.tables: Callable[[], Sequence[TableNow]] = tuple
        """Returns the tables of the hall as they are now."""
        self._path = path
        known = ("at", "group", "period", *(("search",) if names else ()))
        self._query = {name: query[name][:LONGEST] for name in known if name in query}
        self._asked = say.language if query.get("lang") == say.language else ""

    def know(self, session: Session) -> None:
        """Learn from the store which time it is there, how old its newest round is, and which names are hidden."""
        if self.names:
            self.people.hidden = never_shown(session)
        self.is_read = True
        self.now, self.newest = self.now.astimezone(zone_of(session)), newest_end(session)

    @property
    def direction(self) -> str:
        """The direction of its text, as HTML names it."""
        return "rtl" if self.say.rtl else "ltr"

    @property
    def asked(self) -> str:
        """The language that was asked for, which links keep; empty: it is the browser's."""
        return self._asked

    def link(self, path: str, **query: object) -> str:
        """Return the address of a page, in the language that was asked for."""
        told = {name: str(value) for name, value in query.items() if value not in ("", None)}
        if self._asked:
            told["lang"] = self._asked
        return f"{path}?{urlencode(told)}" if told else path

    @property
    def live(self) -> str:
        """The address at which this page is told what is new."""
        return self.link("/live", of=self._path, **self._query)

    @property
    def own(self) -> str:
        """Its own address."""
        return self.link(self._path, **self._query)

    @property
    def key(self) -> tuple[object, ...]:
        """What it is made of, besides the stores and the time."""
        return self._path, *sorted(self._query.items()), self.say.language, self._asked, self.names, self.staff

    def languages(self) -> list[tuple[str, str, str]]:
        """Return code, own name, and the address of this page in each language."""
        return [(one, own_name(one), f"{self._path}?{urlencode({**self._query, 'lang': one})}") for one in installed()]

    def clock(self) -> str:
        """Return when it is made: its age."""
        return self.say.time(self.now.time())

    def day(self, moment: datetime) -> str:
        """Return its day."""
        return self.say.date(moment.astimezone(self.now.tzinfo).date())

    def short_day(self, moment: datetime) -> str:
        """Return its day as briefly as this page may tell it: without the year, if it is this one."""
        own = moment.astimezone(self.now.tzinfo).date()
        if own == self.now.date():
            return self.say("today")
        return self.say.date(own, year=own.year != self.now.year)

    def when(self, moment: datetime) -> str:
        """Return a moment in the store's time zone."""
        return self.say.date_time(moment.astimezone(self.now.tzinfo))

    def ago(self, moment: datetime, *, briefly: bool = False) -> str:
        """Return a moment as this page needs it: of today the time of day alone; ``briefly``: of others the day."""
        own = moment.astimezone(self.now.tzinfo)
        if own.date() == self.now.date():
            return self.say.time(own.time())
        return self.short_day(moment) if briefly else self.say.date_time(own)


def render(template: str, page: Page, **values: object) -> str:
    """Return the text of a template."""
    return _TEMPLATES.get_template(template).render(
        page=page,
        say=page.say,
        link=page.link,
        signed=signed,
        total=total,
        bar=bar,
        code=code,
        shares=shares,
        outline=piece_outline,
        printable=printable,
        piece=lambda text: piece_text(text, page.say),
        **values,
    )
