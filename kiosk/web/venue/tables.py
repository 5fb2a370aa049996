"""Tables as they are now: what pages show of each, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.hall.feed import Activity, Feed, FeedSeat, Presence
from kiosk.hall.live import TableNow
from kiosk.journal.names import name_key
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say
from kiosk.system.printable import printable
from kiosk.testing.presses import SEATS
from kiosk.web.venue import words
from kiosk.web.venue.people import People, Who

_DOES: Final[Mapping[Activity, str]] = {
    Activity.FREE: mark("All seats are free"),
    Activity.LOBBY: mark("People are sitting down"),
    Activity.COUNTDOWN: mark("About to start"),
    Activity.PAUSED: mark("Pause"),
    Activity.COUNTING: mark("Counting the points"),
    Activity.ROUND_RESULT: mark("The round is over"),
    Activity.MATCH_RESULT: mark("The match is over"),
    Activity.SERVICE: mark("The staff are at the table"),
    Activity.CLOSED: mark("Closed now"),
}
"""What goes on at a table; while a round is played, that one is told instead."""
_BRIEFLY: Final[Mapping[Activity, str]] = {
    Activity.FREE: mark("All seats are free"),
    Activity.LOBBY: mark("Filling up"),
    Activity.COUNTDOWN: mark("Starting"),
    Activity.PAUSED: mark("Pause"),
    Activity.COUNTING: mark("Counting"),
    Activity.ROUND_RESULT: mark("Round over"),
    Activity.MATCH_RESULT: mark("Match over"),
    Activity.SERVICE: mark("Staff here"),
    Activity.CLOSED: mark("Closed"),
}
"""The same beside a table's name, across a hall."""
_MATCH: Final = frozenset(
    {Activity.COUNTDOWN, Activity.PLAY, Activity.PAUSED, Activity.COUNTING, Activity.ROUND_RESULT}
)
"""What belongs to a match that goes on."""
_AGED: Final = timedelta(minutes=10)
"""Of a table that was not heard from for so long nobody knows who sits there."""


class SeatNow(NamedTuple):
    """A seat on a page. ``total`` and ``gain``: its points in the match and in the last round, empty: not told yet."""

    who: Who
    note: str
    total: str
    gain: str
    place: int | None


class TableView(NamedTuple):
    """A table on a page. ``lead``: whose colour it has; ``age``: empty if it is heard from.

    ``does``: what goes on; ``briefly``: the same in a word or two; ``faint``: it is not heard from, or nobody is there.
    """

    id: str
    name: str
    twin: bool
    does: str
    briefly: str
    game: str
    seats: tuple[SeatNow, ...]
    lead: SeatNumber | None
    age: str
    faint: bool


class TablesView(NamedTuple):
    """All tables on a page: those at which something goes on; the free ones' names; and how many are left out.

    ``playing``: at how many of all a match goes on.
    """

    cards: tuple[TableView, ...]
    free: tuple[str, ...]
    more: int
    playing: int

    def __bool__(self) -> bool:
        return bool(self.cards or self.free)


def tables_view(tables: Iterable[TableNow], people: People, say: Say, most: int) -> TablesView:
    """Return what a page shows of tables, at most ``most`` one by one: those with people first."""
    tables = [*tables]
    names = Counter(one.feed.name for one in known(tables))
    free = [one for one in tables if _is_free(one)]
    others = sorted((one for one in tables if not _is_free(one)), key=lambda one: (not _has_people(one), one.is_silent))
    cards = (_table(one, _is_twin(one, names), people, say) for one in others[:most])
    shown = tuple(_name(one.feed, _is_twin(one, names), say) for one in free)
    playing = sum(one.feed.activity in _MATCH and not (one.gone or one.is_silent) for one in others)
    return TablesView(tuple(cards), shown, max(0, len(others) - most), playing)


def known(tables: Iterable[TableNow]) -> list[TableNow]:
    """Return the tables of which one knows what goes on there: a screen shows no others, as one that was replaced."""
    return [one for one in tables if one.age < _AGED]


def _is_twin(one: TableNow, names: Mapping[str, int]) -> bool:
    """Return whether another table has its name; of ``names`` each is counted with the tables that are known."""
    return names[one.feed.name] > bool(known([one]))


def seats_now(tables: Iterable[TableNow]) -> dict[str, int]:
    """Return where those with a name sit now, by the key of the name."""
    there = (seat for one in tables if _has_people(one) for seat in one.feed.seats if seat.seat in SEATS)
    return {name_key(seat.name): seat.seat for seat in there if seat.name}


def _is_free(one: TableNow) -> bool:
    return one.feed.activity is Activity.FREE and not one.gone and not one.is_silent


def _has_people(one: TableNow) -> bool:
    return bool(one.feed.seats) and not one.gone and one.age < _AGED


def _name(feed: Feed, twin: bool, say: Say) -> str:
    name = printable(feed.name) or say("Table")
    return f"{name} ({printable(feed.table)[:4]})" if twin or not feed.name else name


def _table(one: TableNow, twin: bool, people: People, say: Say) -> TableView:
    feed = one.feed
    there = feed.seats if _has_people(one) else ()
    ranked = sorted(there, key=lambda seat: (seat.place is None, seat.place or 0, seat.seat))
    seats = tuple(_seat(seat, people, say) for seat in ranked if seat.seat in SEATS)
    minutes = int(one.age.total_seconds() // 60)
    age = say.count("Not heard from for {n} minute", "Not heard from for {n} minutes", minutes) if one.is_silent else ""
    game = ", ".join(word for word in words.game_words(feed.game, feed.edition, say) if word) if seats else ""
    lead = next((seat.who.seat for seat in seats if seat.place == 1), seats[0].who.seat if seats else None)
    faint = one.is_silent or not seats
    name, does, briefly = _name(feed, twin, say), _does(one, say), _briefly(one, say)
    return TableView(feed.table, name, twin, does, briefly, game, seats, lead, age, faint)


def _does(one: TableNow, say: Say) -> str:
    feed = one.feed
    if one.gone:
        return say("Switched off")
    if feed.activity is not Activity.PLAY:
        return say(_DOES[feed.activity])
    if feed.rounds:
        return say("Round {round} of {rounds}", round=feed.round_no, rounds=feed.rounds)
    return say("Round {round}", round=feed.round_no)


def _briefly(one: TableNow, say: Say) -> str:
    if one.gone:
        return say("Switched off")
    if one.feed.activity is Activity.PLAY:
        return say("Round {round}", round=one.feed.round_no)
    return say(_BRIEFLY[one.feed.activity])


def _seat(seat: FeedSeat, people: People, say: Say) -> SeatNow:
    total = "" if seat.total is None else words.number(seat.total)
    gain = "" if seat.points is None else words.signed(seat.points)
    note = {Presence.READY: say("Ready"), Presence.LEFT: say("Has left")}.get(seat.presence, "")
    return SeatNow(people.at_table(seat), note, total, gain, seat.place)
