"""A round's records in words: one per line, or step by step, each with the position after it.

Pieces and sources are in the referee's notation (``r4``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kiosk.game import commands as cmd
from kiosk.game import events as ev
from kiosk.game.seats import SeatNumber
from kiosk.journal import records as rec
from kiosk.journal.codec import codec_of
from kiosk.journal.reader import JournalEntry, RoundLog
from kiosk.replay.game_replay import replay_of_game
from kiosk.replay.listing import columns

MS: Final = 1_000_000
"""Nanoseconds of a millisecond."""

SEAT_CHANGES: Final = {
    "left": "leaves the match",
    "to_bot": "is played on by a bot",
    "joining": "plays from the next round on",
    "not_joining": "does not play from the next round on after all",
    "panel": "chooses language or hand",
}
PAUSES: Final = {
    "asked": "a pause, asked for",
    "journal": "a pause: the journal could not be written",
    "recovery": "a pause: the table came back after a cut",
}
BROKEN_OFF: Final = {
    "nobody_came": "broken off: nobody came back after the cut",
    "pause": "broken off: nobody went on after the pause",
    "all_left": "broken off: all have left",
    "different": "broken off: after the cut it came out otherwise than it was recorded",
    "staff": "broken off: the staff have reset the table",
    "game_failed": "broken off: the game, of another package, has failed",
}


@dataclass(frozen=True, slots=True)
class RecordInWords:
    """A record in words. ``at``: its time in the round in ns, if it has one; ``who``: the seat concerned, if any."""

    number: int
    at: int | None
    who: SeatNumber | None
    source: str
    text: str


class RoundInWords:
    """The words for one round. ``margins``: the winner's margin in a race, by the number of the record."""

    def __init__(self, started: rec.RoundStarted, margins: Mapping[int, str] = MappingProxyType({})) -> None:
        self._game = started.game
        self._seats = started.seats
        self._margins = margins

    def name(self, seat: SeatNumber | None) -> str:
        """Return ``seat 3``, with the player's name or ``(bot)``."""
        sitting = next((sitting for sitting in self._seats if sitting.seat == seat), None)
        if seat is None or sitting is None:
            return "" if seat is None else f"seat {seat}"
        return f"seat {seat} {sitting.name}" if sitting.name else f"seat {seat}{' (bot)' if sitting.bot else ''}"

    def lines(self, log: RoundLog) -> list[RecordInWords]:
        """Return one line per record, in order."""
        return [self.line(entry) for entry in log.entries]

    def line(self, entry: JournalEntry) -> RecordInWords:
        """Return a record in words."""
        record, number = entry.record, entry.number
        match record:
            case rec.RoundStarted():
                return RecordInWords(
                    number, 0, None, "", f"round {record.number} of {record.match}: {len(record.seats)} seats"
                )
            case rec.Judged():
                return RecordInWords(number, record.at, record.seat, record.source, self._told(record, number))
            case rec.TurnedAway(at=at, seat=seat, source=source):
                text = f"{_spoken(record.input)}: refused, {spaced(record.reason)}"
                return RecordInWords(number, at, seat, source, text)
            case rec.SeatChanged(at=at, seat=seat, change=change):
                return RecordInWords(number, at, seat, "", SEAT_CHANGES.get(change, change))
            case rec.Paused(at=at, why=why, seat=seat):
                return RecordInWords(number, at, seat, "", PAUSES.get(why, why))
            case rec.Resumed(at=at):
                return RecordInWords(number, at, None, "", "GO again")
            case rec.RoundEnded(at=at):
                return RecordInWords(number, at, None, "", f"counted: {self._points(record)}")
            case rec.MatchEnded():
                return RecordInWords(number, None, None, "", f"the match is over: won by {self._winners(record)}")
            case rec.BrokenOff(at=at, why=why):
                return RecordInWords(number, at, None, "", BROKEN_OFF.get(why, why))

    def _points(self, record: rec.RoundEnded) -> str:
        """Return the points of each seat in the round, and its total."""
        return ", ".join(f"{self.name(line.seat)} {line.points:+d} = {line.total}" for line in record.lines)

    def _winners(self, record: rec.MatchEnded) -> str:
        return ", ".join(map(self.name, record.winners)) or "nobody"

    def _told(self, record: rec.Judged, number: int) -> str:
        try:
            return "; ".join(self._judged(record, number)) or "nothing happens"
        except ValueError as error:  # another version's, or damaged: verification reports it too
            return f"not understood: {error}"

    def _judged(self, record: rec.Judged, number: int) -> Iterable[str]:
        """Yield the words for a command and its events."""
        codec = codec_of(self._game)
        command = codec.command_of(record.command, record.picked_up)
        whose = command.seat if isinstance(command, cmd.SeatCommand) else None
        call = _CALLS.get(type(command))
        if call is not None and not any(plain[0] == "Rejected" for plain in record.events):
            yield call
        for plain in record.events:
            event = codec.event_of(plain)
            if text := self._event(event, number):
                yield f"{self._of_another(event, whose)}{text}"
        if record.lot:
            yield "a dead heat: drawn by lot"

    def _of_another(self, event: ev.Event, whose: int | None) -> str:
        """Return the seat of an event that is not about the seat ``whose``, with a colon; otherwise nothing."""
        seat = getattr(event, "seat", None)
        if seat is None or seat == whose or isinstance(event, ev.RoundEnded):
            return ""
        return f"{self.name(self._number(seat))}: "

    def _number(self, index: int | None) -> SeatNumber | None:
        """Return the table's seat for an index of the core."""
        return None if index is None or not 0 <= index < len(self._seats) else self._seats[index].seat

    def _event(self, event: ev.Event, number: int) -> str:
        match event:
            case ev.Rejected(do=do, reason=reason, card=card, by=by):
                what = f"{do} {card}" if card is not None else do
                faster = "" if by is None else f" by {self.name(self._number(by))}{self._margins.get(number, '')}"
                return f"{what}: refused, {spaced(reason)}{faster}"
            case ev.RoundEnded(by=by, seat=seat):
                named = self.name(self._number(seat))
                return f"the round ends: {spaced(by)}{f' of {named}' if named else ''}"
            case ev.SeatLocked(until=until, flips_only=False):
                return f"locked until {clock(until * MS)}"
            case ev.Penalized(points=points):
                return f"costs {points}"
            case _ if type(event) in ev.EVENTS:
                return _FIXED.get(type(event), "")
            case _:
                return replay_of_game(self._game).event_words(event)


_CALLS: Final[dict[type[cmd.Command], str]] = {cmd.Stop: "calls Stop", cmd.Vote: "votes: nothing goes"}
"""The words of commands that get a line of their own unless refused; all others are described by their events."""

_FIXED: Final[dict[type[ev.Event], str]] = {ev.VotesVoid: "the votes are void", ev.Left: "leaves the round"}
"""Words of events without details; votes and the flip's short lock are not shown."""


def clock(at: int) -> str:
    """Return a time of the round, given in nanoseconds, as ``1:02.345``; times before GO have a minus."""
    ms = abs(at) // MS
    return f"{'-' if at < 0 else ''}{ms // 60_000}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def table(lines: Sequence[RecordInWords], words: RoundInWords) -> Iterator[str]:
    """Return the lines in columns: record, time, seat, source, text."""
    rows = [
        (str(line.number), "" if line.at is None else clock(line.at), words.name(line.who), line.source, line.text)
        for line in lines
    ]
    return columns(rows, right=(0, 1))


def spaced(name: str) -> str:
    """Return a name with spaces for its underscores."""
    return name.replace("_", " ")


def _spoken(name: str) -> str:
    """Return ``PlayCard`` as ``play card``."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


STEP_KEYS: Final = "Enter: next, b: back, a number: that record, q: end"
"""What is typed while somebody steps through a round."""


def steps(
    lines: Sequence[RecordInWords], positions: Sequence[str], words: RoundInWords, typed: Iterable[str]
) -> Iterator[str]:
    """Yield the first record, then the text to show for each typed line (see ``STEP_KEYS``); end at ``q`` too."""
    shown = [*table(lines[: len(positions)], words)] if positions else []
    if not shown:  # the round could not even be dealt
        return
    place = 0
    yield f"{shown[0]}\n{positions[0]}"
    for line in map(str.strip, typed):
        if line == "q":
            return
        wanted = _wanted(line, place)
        if wanted is None:
            yield STEP_KEYS
        elif not 0 <= wanted < len(shown):
            yield f"There are the records 0 to {len(shown) - 1}."
        else:
            place = wanted
            yield f"{shown[place]}\n{positions[place]}"


def _wanted(line: str, place: int) -> int | None:
    """Return the record that a line asks for, None if it asks for none."""
    if line in _TO:
        return place + _TO[line]
    return int(line) if line.isascii() and line.isdigit() and len(line) < _LONGEST else None


_TO: Final = {"": 1, "b": -1}
_LONGEST: Final = 10
