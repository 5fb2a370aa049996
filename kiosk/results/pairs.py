"""The rounds that two players played against each other, in comparable groups."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from kiosk.results.model import PlayerRow, ResultRow, RoundRow
from kiosk.results.ranked import ResultFilter, conditions


class PairGroup(NamedTuple):
    """The common properties of rounds from which one handicap can be worked out. Touch changes nothing between two."""

    game: str
    edition: str
    pro: str
    real_dice: bool


class Margin(NamedTuple):
    """A round of two players: the number of its seats, and the first player's points minus the second's."""

    seats: int
    points: int


@dataclass(slots=True)
class PairRounds:
    """The rounds of two players in a group: the margins, oldest first, and the number left out by reason."""

    group: PairGroup
    margins: list[Margin] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


def pair_rounds(session: Session, wanted: ResultFilter, one: PlayerRow, other: PlayerRow) -> list[PairRounds]:
    """Return the wanted rounds in which both had a seat, by group, the group with most margins first."""
    both = (RoundRow.results.any(ResultRow.player_id == player.id) for player in (one, other))
    query = select(RoundRow).where(*conditions(wanted), *both).order_by(RoundRow.arrived, RoundRow.id)
    groups: dict[PairGroup, PairRounds] = {}
    for played in session.scalars(query.options(selectinload(RoundRow.results)).execution_options(yield_per=_AT_ONCE)):
        group = PairGroup(played.game, played.edition, played.pro, played.real_dice)
        pair = groups.setdefault(group, PairRounds(group))
        results = {result.player_id: result for result in played.results}
        first, second = results[one.id], results[other.id]
        why = _left_out(played, first, second)
        if why is None:
            pair.margins.append(Margin(len(played.results), first.points - second.points))
        else:
            pair.left_out[why] += 1
    return sorted(groups.values(), key=lambda pair: (-len(pair.margins), pair.group))


_AT_ONCE = 500
"""Number of rounds held in memory at once."""


def _left_out(played: RoundRow, *results: ResultRow) -> str | None:
    """Return the first reason why a round does not show how the two play without handicaps; None: it does."""
    whys = {
        "voided": played.void_reason is not None,
        "undecided": not played.decided,
        "house_rules": played.house_rules is not None,
        "extra": played.extra,
        "gone": any(result.gone for result in results),
        "handicaps": any(result.handicap is not None or result.cooldown for result in results),
        "on_screen": played.real_dice and any(result.on_screen for result in results),
    }
    return next((why for why, holds in whys.items() if holds), None)
