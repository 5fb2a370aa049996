"""Exports of the store: tables for people, JSON and CSV. Programs rely on the field names: do not change them.

All output is generated in small pieces, so that years of rounds need little memory.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from datetime import date, datetime
from textwrap import indent
from typing import Any, Final, TypeAlias

from rich.table import Column

from kiosk.locale.direction import isolated
from kiosk.results.model import Audit, KeptStanding, ResultRow, RoundRow
from kiosk.results.person import PersonCopy
from kiosk.results.queries import KnownPlayer
from kiosk.results.ranked import Group
from kiosk.results.rebuilding import Difference
from kiosk.results.standings import Standing, Standings
from kiosk.results.text_table import text_table
from kiosk.system.printable import printable, printable_text
from kiosk.system.spreadsheet import csv_lines

Row: TypeAlias = dict[str, Any]

PAGE: Final = 1000
"""Number of rounds in one printed table."""

_LEFT_OUT: Final = {
    "bots": "by bots (--bots)",
    "guests": "by guests without a name (--guests)",
    "handicaps": "with a handicap, or rolled on the screen among real dice (--all)",
    "house_rules": "of matches with house rules",
    "undecided": "of rounds that nobody has won",
    "voided": "of voided rounds",
}
"""Reasons why results are in no ranking."""

_HEADS: Final = {
    "name": "player",
    "mean": "mean",
    "win_rate": "won",
    "false_stops": "false stops",
    "reaction_ms": "reaction",
    "lost_races": "races lost",
    "matches_won": "matches won",
}
"""Headings of a ranking's columns, if they differ from the field names."""

_IN_TABLE: Final = (
    "name", "rounds", "mean", "best", "worst", "trend", "win_rate", "stops", "false_stops", "reaction_ms",
    "lost_races", "matches_won",
)  # fmt: skip


def standings_table(standings: Standings) -> Iterator[str]:
    """Yield a ranking for each comparable group, and the number of results left out."""
    if not standings.groups:
        yield "No named player has results that match."
    first, *figures = (_HEADS.get(name, name) for name in _IN_TABLE)
    columns = [Column(), Column(first, no_wrap=True), *(Column(head, justify="right") for head in figures)]
    for group, rows in standings.groups.items():
        cells = [(str(rank), *(_cell(name, row) for name in _IN_TABLE)) for rank, row in enumerate(rows, 1)]
        yield text_table(columns, cells, _text(_words(group)))
        if (players := standings.players.get(group, 0)) > len(cells):
            yield f"The best {len(cells)} of {players}: --top N shows more."
    yield from (f"Left out: {count} {_LEFT_OUT[why]}" for why, count in standings.left_out.items())


def _words(group: Group) -> str:
    pro = f"pro ({group.pro})" if group.pro else ""
    parts = (group.game, group.edition, pro, group.touch, "real dice" if group.real_dice else "")
    return ", ".join(part for part in parts if part)


def _cell(name: str, row: Standing) -> str:
    value = getattr(row, name)
    if value is None:
        return "-"
    formats = {"win_rate": "{:.0%}", "trend": "{:+.1f}", "mean": "{:.1f}", "reaction_ms": "{} ms"}
    if name == "matches_won":
        return f"{value} of {row.matches}"
    return _text(formats.get(name, "{}").format(value))


def difference_line(one: Difference) -> str:
    """Return what was wrong in the standings that were kept, as a line."""
    told = (", ".join(f"{name} {number}" for name, number in row.items()) or "none" for row in (one.kept, one.right))
    return "{}, {}, {}: kept {}; right {}".format(_words(one.group), one.period or "all time", one.who, *told)


def standings_rows(standings: Standings) -> Iterator[Row]:
    """Yield one row per player and group."""
    return ({**asdict(group), **asdict(row)} for group, rows in standings.groups.items() for row in rows)


def standings_json(standings: Standings) -> Iterator[str]:
    """Yield one object: ``groups``, each with its ``players``, and ``left_out``."""
    yield '{\n  "groups": ['
    for number, (group, rows) in enumerate(standings.groups.items(), 1):
        yield "    {"
        yield from (f"      {_json(name)}: {_json(value)}," for name, value in asdict(group).items())
        yield '      "players": ['
        yield from _with_commas(indent(_json(asdict(row)), " " * 8) for row in rows)
        yield "      ]\n    }" if number == len(standings.groups) else "      ]\n    },"
    yield "  ],"
    yield indent(f'"left_out": {_json(standings.left_out)}', "  ")
    yield "}"


_STANDING: Final = [field.name for kind in (Group, Standing) for field in fields(kind)]

_ROUND: Final = (
    "id", "match_id", "number", "table_name", "version", "game", "edition", "pro", "touch", "real_dice", "extra",
    "bots", "started", "lasted_ms", "by", "decided", "near_ties", "void_reason", "house_rules",
    "target",
)  # fmt: skip
_RESULT: Final = (
    "seat", "name", "bot", "gone", "handicap", "cooldown", "on_screen", "points", "total", "centered", "left_over",
    "penalty", "won", "stops", "false_stops", "reaction_ms", "lost_races",
)  # fmt: skip


def rounds_table(found: Iterable[RoundRow]) -> Iterator[str]:
    """Yield tables with one line per round, with the id needed to void it."""
    rounds = iter(found)
    yield _rounds_page(itertools.islice(rounds, PAGE))
    for one in rounds:
        yield _rounds_page([one, *itertools.islice(rounds, PAGE - 1)])


def _rounds_page(rounds: Iterable[RoundRow]) -> str:
    heads = ("started", "table", "game", "no.", "result", "ended by", "")
    columns = [Column("round", overflow="fold"), *map(Column, heads)]
    return text_table(columns, [_round_cells(one) for one in rounds])


def _round_cells(one: RoundRow) -> tuple[str, ...]:
    house = f", house rules ({one.house_rules})" if one.house_rules else ""
    game = f"{one.game}, {one.edition}, {one.touch}{house}"
    results = ", ".join(f"{_text(_who(result))} {result.points}" for result in one.results)
    voided = "" if one.void_reason is None else f"voided: {one.void_reason}"
    first = (one.id, _moment(one.started), one.table_name, game, str(one.number))
    return (*map(_text, first), results, _text(one.by), _text(voided))


def _who(result: ResultRow) -> str:
    return result.player.name if result.player else f"{'bot' if result.bot else 'seat'} {result.seat}"


def rounds_json(rounds: Iterable[RoundRow]) -> Iterator[str]:
    """Yield a list of rounds, each with its ``results`` and its ``match``."""
    return _json_list(map(_round, rounds))


def _round(one: RoundRow) -> Row:
    match = {"id": one.match.id, "ended": one.match.ended, "winners": one.match.winners}
    return {**_plain(one, _ROUND), "match": match, "results": [_result(result) for result in one.results]}


def rounds_rows(rounds: Iterable[RoundRow]) -> Iterator[Row]:
    """Yield one row per round and seat."""
    return ({**_plain(one, _ROUND), **_result(result)} for one in rounds for result in one.results)


def _result(result: ResultRow) -> Row:
    return _plain(result, _RESULT) | {"name": result.player.name if result.player else ""}


def players_table(players: Sequence[KnownPlayer]) -> Iterator[str]:
    """Yield a table with one line per player."""
    columns = [*map(Column, ("player", "since", "last played")), Column("rounds", justify="right")]
    yield text_table(
        columns, [(_text(one.name), _moment(one.since), _moment(one.last_played), str(one.rounds)) for one in players]
    )


def audit_table(entries: Sequence[Audit]) -> Iterator[str]:
    """Yield a table with one line per entry, oldest first."""
    columns = [*map(Column, ("when", "who", "what", "before"))]
    told = ((_moment(one.at), one.who, one.what, json.dumps(one.before)) for one in entries)
    yield text_table(columns, [tuple(map(_text, cells)) for cells in told])


_PERSON: Final = ("name", "key", "since", "last_played", "overdue_days", "overdue_on", "host", "boot")
_PLAYER: Final = [field.name for field in fields(KnownPlayer)]
_AUDIT: Final = ("id", "at", "who", "what", "before")


def players_rows(players: Sequence[KnownPlayer]) -> list[Row]:
    """Return one row per player."""
    return [_plain(one, _PLAYER) for one in players]


def audit_rows(entries: Sequence[Audit]) -> list[Row]:
    """Return one row per entry."""
    return [_plain(one, _AUDIT) for one in entries]


_OWN: Final = (*_RESULT[2:], "seat", "award", "award_figure")
"""What a person's own copy tells of a result."""


_GROUP: Final = [field.name for field in fields(Group)]
_KEPT: Final = [column.name for column in KeptStanding.__table__.columns if not column.name.endswith("_id")]


def person_json(copy: PersonCopy) -> Iterator[str]:
    """Yield one object: the fields of the player, ``rounds`` and ``standings``. Other people are seats in it.

    Each round has the person's ``result`` and what was told of that seat; standings are what the results add up to in
    each period (``kiosk.results.model.KeptStanding``).
    """
    rounds = [
        {
            **_plain(result.round, _ROUND),
            "match": {"id": result.round.match_id, "ended": result.round.match.ended, "won": copy.has_won(result)},
            "result": _plain(result, _OWN),
            "story": copy.story_of(result),
            "races": copy.races_of(result),
        }
        for result in copy.results
    ]
    standings = [{**_plain(group, _GROUP), **_plain(standing, _KEPT)} for group, standing in copy.standings]
    yield _json({**_plain(copy.player, _PERSON), "rounds": rounds, "standings": standings})


def person_rows(copy: PersonCopy) -> list[Row]:
    """Return one row per round."""
    name = {"name": copy.player.name}
    return [{**name, **_plain(result.round, _ROUND), **_plain(result, _OWN)} for result in copy.results]


def person_table(copy: PersonCopy) -> Iterator[str]:
    """Yield a line about the name, and a table with one line per round."""
    player = copy.player
    yield _text(f"{player.name}: since {_moment(player.since)}, last played {_moment(player.last_played)}")
    columns = [*map(Column, ("started", "table", "game", "no.", "seat", "points", "total", "won", "award"))]
    yield text_table(columns, [_own_cells(result) for result in copy.results])


def _own_cells(result: ResultRow) -> tuple[str, ...]:
    one = result.round
    cells = (_moment(one.started), one.table_name, f"{one.game}, {one.edition}, {one.touch}", str(one.number))
    own = (str(result.seat), str(result.points), str(result.total), "yes" if result.won else "", result.award or "")
    return tuple(map(_text, cells + own))


Form: TypeAlias = Callable[..., Iterator[str]]
"""A printer of a listing; that of CSV takes a ``separator`` too (``kiosk.system.spreadsheet``)."""

STANDINGS: Final[dict[str, Form]] = {
    "table": standings_table,
    "json": standings_json,
    "csv": lambda told, separator=",": csv_lines(_STANDING, standings_rows(told), separator),
}
ROUNDS: Final[dict[str, Form]] = {
    "table": rounds_table,
    "json": rounds_json,
    "csv": lambda told, separator=",": csv_lines([*_ROUND, *_RESULT], rounds_rows(told), separator),
}
PLAYERS: Final[dict[str, Form]] = {
    "table": players_table,
    "json": lambda told: _json_list(players_rows(told)),
    "csv": lambda told, separator=",": csv_lines(_PLAYER, players_rows(told), separator),
}
PERSON: Final[dict[str, Form]] = {
    "table": person_table,
    "json": person_json,
    "csv": lambda told, separator=",": csv_lines(["name", *_ROUND, *_OWN], person_rows(told), separator),
}
AUDIT: Final[dict[str, Form]] = {
    "table": audit_table,
    "json": lambda told: _json_list(audit_rows(told)),
    "csv": lambda told, separator=",": csv_lines(_AUDIT, audit_rows(told), separator),
}
"""Printers of the audit trail, by output format."""


def _plain(thing: object, names: Iterable[str]) -> Row:
    values = {name: getattr(thing, name, None) for name in names}
    return {
        name: value.isoformat(timespec="seconds") if isinstance(value, datetime) else _day(value)
        for name, value in values.items()
    }


def _day(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def _json(value: object) -> str:
    return printable_text(json.dumps(value, indent=2, ensure_ascii=False))


def _json_list(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a list in the format of ``_json``, one entry at a time."""
    entries = _with_commas(indent(_json(row), "  ") for row in rows)
    first = next(entries, None)
    if first is None:
        yield _json([])
        return
    yield f"[\n{first}"
    yield from entries
    yield "]"


def _with_commas(entries: Iterator[str]) -> Iterator[str]:
    last = next(entries, None)
    for entry in entries:
        yield f"{last},"
        last = entry
    if last is not None:
        yield last


def _moment(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def _text(text: str) -> str:
    """Return a text for a table's cell or title: printable.

    A Hebrew or Arabic one is isolated: a terminal would else put the figures after it on its other side.
    """
    return isolated(printable(text), rtl=False)
