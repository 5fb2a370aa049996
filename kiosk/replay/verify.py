"""The verification of a recorded round: judge its commands again, and compare with the records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kiosk.game.game_round import GameRound
from kiosk.game.game_rules import rules_of_game
from kiosk.journal.codec import codec_of
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import AnyRecord, Judged, MatchEnded
from kiosk.replay.game_replay import Judgement
from kiosk.table.rerun import Different, Rerun
from kiosk.table.settings import TableSettings
from kiosk.table.verdicts import Race

_SETTINGS: Final = TableSettings(())
"""Default settings. Only the timing uncertainty of the sources is used: it decides which margins are told."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome of a verification.

    ``problems``: everything that is missing, damaged or replays differently than recorded, in words. ``judged``: the
    commands with their events, up to the first difference. ``margins``: the margin by which a race was lost, in words,
    by the record's number. ``rules``: those that the round was dealt with; None if it cannot be dealt.
    """

    problems: tuple[str, ...]
    judged: Sequence[Judgement]
    margins: Mapping[int, str]
    rules: Any


def verify(log: RoundLog, look: Callable[[GameRound], object] = id) -> Verified:
    """Deal and judge a round again, and compare, up to the first record that differs.

    ``look`` is called with the round after each record.
    """
    problems = [*log.problems]
    judged: list[Judgement] = []
    margins: dict[int, str] = {}
    try:
        retrace = Rerun(log.started, _SETTINGS)
    except Different as different:
        return Verified((*problems, _told(log, different)), (), {}, None)
    rules = retrace.round.rules
    look(retrace.round)
    for entry in log.entries[1:]:
        lost = len(retrace.play.races)
        try:
            events = retrace.take(entry.number, entry.record)
            _compare_match(retrace, entry.number, entry.record)
        except Different as different:
            problems.append(_told(log, different))
            break
        except (ValueError, LookupError) as error:  # no table writes such a record
            problems.append(_told(log, Different(entry.number, f"makes no sense there: {error}")))
            break
        if isinstance(entry.record, Judged):
            judged.append((codec_of(log.started.game).command_of(entry.record.command, entry.record.picked_up), events))
        for race in retrace.play.races[lost:]:
            margins[entry.number] = _margin(race)
        look(retrace.round)
    return Verified(tuple(problems), judged, margins, rules)


def position_line(game: str, round_: GameRound) -> str:
    """Return the position of a round of that game, in a line."""
    return rules_of_game(game).position_text(round_.position())


def _compare_match(retrace: Rerun, number: int, record: AnyRecord) -> None:
    if isinstance(record, MatchEnded):
        totals = tuple(retrace.match.match.totals)
        if totals != tuple(record.totals):
            raise Different(number, f"the totals are {totals} now, and {tuple(record.totals)} as recorded")


def _told(log: RoundLog, different: Different) -> str:
    return f"round {log.round}: {different}"


def _margin(race: Race) -> str:
    if race.measured:
        return f", {race.gap / 1e6:.1f} ms earlier"
    return ", a dead heat" if race.lot else ", by less than the devices can tell"
