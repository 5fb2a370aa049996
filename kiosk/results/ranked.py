"""Which results are ranked, and with which others: filters, comparable groups, and the reasons that leave one out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Text, and_, case, cast, func, literal, literal_column, not_, null, or_

from kiosk.results.model import MatchRow, ResultRow, RoundRow

DECIDED: Final = "decided"
"""``MatchRow.ended`` of a match that was played to its end."""

MONTH: Final = 7
"""The length of a period's name that is a month: ``2026-11``. That of all time is 0, that of a day 10."""


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """The common properties of comparable results. Tapping is faster than dragging, so they are never together."""

    game: str
    edition: str
    pro: str
    touch: str
    real_dice: bool


GROUPED: Final = (RoundRow.game, RoundRow.edition, RoundRow.pro, RoundRow.touch, RoundRow.real_dice)
"""A round's columns that make its group, in the order of ``Group``."""

GROUP: Final = tuple(column.key for column in GROUPED)
"""Their names."""


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """A filter of results; None: any. ``first`` and ``last``: its days, in the store's time zone."""

    game: str | None = None
    edition: str | None = None
    table: str | None = None
    touch: str | None = None
    first: date | None = None
    last: date | None = None
    handicaps: bool = False
    """Include seats that had a handicap, or rolled on the screen in a match with real dice."""
    bots: bool = False
    guests: bool = False

    @property
    def period(self) -> str | None:
        """The name of the period: empty for all time, a month, or a day; None: its days are none of these."""
        first, last = self.first, self.last
        if first is None or last is None:
            return "" if first is last else None
        if first == last:
            return first.isoformat()
        whole = first.day == 1 and (last + timedelta(days=1)).day == 1
        return first.isoformat()[:MONTH] if whole and first.isoformat()[:MONTH] == last.isoformat()[:MONTH] else None


def days_of(name: str, today: date) -> tuple[date | None, date | None]:
    """Return the first and the last day of ``today``, this ``week`` (from Monday) or ``month``; other names: all."""
    month = today.replace(day=1)
    monday = today - timedelta(days=today.weekday())
    spans = {
        "today": (today, today),
        "week": (monday, monday + timedelta(days=6)),
        "month": (month, (month + timedelta(days=31)).replace(day=1) - timedelta(days=1)),
    }
    return spans.get(name, (None, None))


def conditions(wanted: ResultFilter) -> Iterator[ColumnElement[bool]]:
    """Return the filter's conditions on a round."""
    columns = {
        RoundRow.game: wanted.game,
        RoundRow.edition: wanted.edition,
        RoundRow.touch: wanted.touch,
        RoundRow.table_name: wanted.table,
    }
    yield from (column == value for column, value in columns.items() if value is not None)
    if wanted.first is not None:
        yield RoundRow.day >= wanted.first.isoformat()
    if wanted.last is not None:
        yield RoundRow.day <= wanted.last.isoformat()


HANDICAPPED: Final = or_(
    ResultRow.handicap.is_not(None),
    ResultRow.cooldown != literal_column("0"),
    and_(RoundRow.real_dice, ResultRow.on_screen),
)
"""Whether a result had a handicap, or its seat rolled on the screen among real dice."""


RANKED: Final = and_(
    RoundRow.void_reason.is_(None), RoundRow.decided, RoundRow.house_rules.is_(None), ResultRow.player_id.is_not(None)
)
"""Whether a result is a named player's and in a ranking, be it one that includes those with a handicap."""


def why_left_out(wanted: ResultFilter) -> ColumnElement[str | None]:
    """Return the SQL expression for the first reason that excludes a result from the rankings; NULL if none does."""
    whys: list[tuple[ColumnElement[bool], ColumnElement[Any]]] = [
        (RoundRow.void_reason.is_not(None), _word("voided")),
        (not_(RoundRow.decided), _word("undecided")),
        (RoundRow.house_rules.is_not(None), _word("house_rules")),
        (ResultRow.bot.is_(True), null() if wanted.bots else _word("bots")),
    ]
    if not wanted.guests:
        whys.append((ResultRow.player_id.is_(None), _word("guests")))
    if not wanted.handicaps:
        whys.append((HANDICAPPED, _word("handicaps")))
    return case(*whys)


def _word(word: str) -> ColumnElement[str]:
    return literal_column(f"'{word}'", Text)


def _winners() -> ColumnElement[str]:
    """Return the SQL expression for the winners' seats as ``,1,4,``: databases read JSON each in its own way."""
    text: ColumnElement[str] = cast(MatchRow.winners, Text)
    for found, instead in (("[", ","), ("]", ","), (" ", "")):
        text = func.replace(text, found, instead)
    return text


MATCH_WON: Final = and_(
    MatchRow.ended == DECIDED, _winners().like(literal("%,") + cast(ResultRow.seat, Text) + literal(",%"))
)
"""Whether the seat of a result won the match."""
