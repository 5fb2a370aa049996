"""Everything that the store keeps about a name, for the person whose name it is. Other people are seats in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from kiosk.results.model import GroupRow, KeptStanding, PlayerRow, ResultRow, RoundRow
from kiosk.results.players import find


@dataclass(frozen=True, slots=True)
class PersonCopy:
    """A player with all results under that name, oldest first, voided rounds too, and what they add up to."""

    player: PlayerRow
    results: Sequence[ResultRow]
    standings: Sequence[tuple[GroupRow, KeptStanding]]

    @staticmethod
    def has_won(result: ResultRow) -> bool | None:
        """Return whether this seat has won the match; None: it was not decided."""
        match = result.round.match
        return result.seat in match.winners if match.winners else None

    @staticmethod
    def story_of(result: ResultRow) -> dict[str, Any] | None:
        """Return the round's story, if it is about this seat."""
        story = result.round.story
        return story if story is not None and result.seat in story["seats"] else None

    @staticmethod
    def races_of(result: ResultRow) -> list[dict[str, Any]]:
        """Return the closest races in which this seat was."""
        return [race for race in result.round.races or () if result.seat in (race["first"], race["second"])]


def copy_of(session: Session, name: str) -> PersonCopy | None:
    """Return what is kept about a name, in any spelling; None: nothing is."""
    player = find(session, name)
    if player is None:
        return None
    theirs = select(ResultRow).join(RoundRow).where(ResultRow.player_id == player.id)
    whole = joinedload(ResultRow.round).joinedload(RoundRow.match)
    results = session.scalars(theirs.order_by(RoundRow.arrived).options(whole)).all()
    kept = select(GroupRow, KeptStanding).join(KeptStanding).where(KeptStanding.player_id == player.id)
    standings = session.execute(kept.order_by(KeptStanding.period, GroupRow.id)).all()
    return PersonCopy(player, results, [(group, standing) for group, standing in standings])
