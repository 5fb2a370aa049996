"""What a round's log brings into the store, worked out before any writer has to wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, Protocol

from msgspec import structs

from kiosk.game.changed_editions import old_house_rules
from kiosk.game.options import MatchEndKind
from kiosk.journal.bounds import NUMBER
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import BrokenOff, MatchEnded, RoundLine, RoundStarted
from kiosk.results.highlights import highlights_of
from kiosk.results.ranked import DECIDED

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_OFF: Final = "off"
_HOUSE: Final = "house "
"""The prefix of a changed option among the choices (``kiosk.game.house_options.HOUSE``)."""


class GivenAward(Protocol):
    """A person's award (``kiosk.game.awards.Award``), or what a hall is told of it: a newer table may have others."""

    @property
    def seat(self) -> int:
        """Whose it is."""

    @property
    def kind(self) -> str:
        """What it is for, in a word."""

    @property
    def figure(self) -> int | None:
        """What it was given for; 0 or None: no figure."""


class Arrival(NamedTuple):
    """What a round's log brings into the store, as columns; what only the store knows is left out."""

    round: str
    match: str
    table: str
    boot: str
    started: datetime
    values: dict[str, Any] | None
    """Columns of the round; None: it was not counted, and only tells the end of its match."""
    results: tuple[tuple[str, dict[str, Any]], ...]
    """The name of each seat that has played, empty for nobody's, with the columns of its result."""
    end: dict[str, Any] | None
    """Columns of the match's end; None: it went on."""
    awards: Sequence[GivenAward]


def arriving(log: RoundLog) -> Arrival:
    """Return what an admitted round (``kiosk.journal.admission``) brings into the store."""
    begin, ended, over = log.started, log.ended, log.over
    told = highlights_of(log)
    values, results = None, list[tuple[str, dict[str, Any]]]()
    if ended is not None:
        values = {
            "lasted_ms": ended.at // 10**6,
            "by": ended.by,
            "decided": ended.decided,
            "near_ties": ended.near_ties,
            "story": told.story,
            "races": told.races,
            **_told(begin),
        }
        for position, line in enumerate(ended.lines):
            if not line.away:  # a seat that did not play has no result
                columns = {"round_id": begin.round, "position": position, **_result(line)}
                results.append(("" if line.bot else line.name, columns))
    started = _EPOCH + timedelta(seconds=log.entries[0].wall)
    origin = begin.origin
    return Arrival(
        log.round, begin.match, origin.table, origin.boot, started, values, tuple(results), _end(over), told.awards
    )


def _end(over: MatchEnded | BrokenOff | None) -> dict[str, Any] | None:
    """Return the columns of a match's end."""
    if isinstance(over, MatchEnded):
        return {"ended": DECIDED, "winners": [*over.winners]}
    return None if over is None else {"ended": over.why, "winners": []}


def _told(begin: RoundStarted) -> dict[str, Any]:
    """Return the columns taken from a round's first record."""
    pro = begin.chosen.get("pro", _OFF)
    return {
        "id": begin.round,
        "match_id": begin.match,
        "number": begin.number,
        "table_name": begin.origin.table,
        "version": begin.origin.version,
        "game": begin.game,
        "edition": begin.chosen.get("preset", ""),
        "pro": "" if pro == _OFF else pro,
        "house_rules": house_rules(begin),
        "touch": begin.touch,
        "real_dice": begin.real_dice,
        "extra": bool(begin.tied),
        "bots": begin.bots,
        "target": target(begin),
    }


def target(begin: RoundStarted) -> int | None:
    """Return the points that end a round's match; None: it ends otherwise, or with points that no store keeps."""
    end = begin.rules.get("match_end")  # a game of another package may write anything
    points = end.get("points") if isinstance(end, dict) and end.get("kind") == MatchEndKind.TARGET else None
    return points if isinstance(points, int) and abs(points) <= NUMBER else None


def house_rules(begin: RoundStarted) -> str | None:
    """Return the options in which a round differs from what its edition is today; None: in none.

    They were changed by choices made for its match, or the edition has been corrected since.
    """
    chosen = {key.removeprefix(_HOUSE): value for key, value in begin.chosen.items() if key.startswith(_HOUSE)}
    changed = sorted({**dict(old_house_rules(begin.chosen.get("preset", ""), begin.rules)), **chosen}.items())
    return ", ".join(f"{option}: {value}" for option, value in changed) or None


_NO_COLUMNS: Final = frozenset({"name", "away", "deeds"})
"""The fields of a line that the store has no column for."""


def _result(line: RoundLine) -> dict[str, Any]:
    """Return a seat's result as columns, without the player."""
    return {name: value for name, value in structs.asdict(line).items() if name not in _NO_COLUMNS}
