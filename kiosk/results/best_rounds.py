"""The query of the best rounds of a day, each person once: no name in it that is hidden or deleted."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import case, func, or_, select

from kiosk.results.model import HiddenName, PlayerRow, ResultRow, RoundRow
from kiosk.results.ranked import HANDICAPPED

BEST: Final = 3
"""The number of results of each game."""


def best_rounds(day: Any) -> Any:
    """Return the query of game, place, seat, points and name, NULL for a guest, of the best rounds of a day.

    ``day`` is a value or an expression (``RoundRow.day``). They are those of people, under the same conditions as
    others: without handicap, house rules and the Pro variant.
    """
    hidden = select(HiddenName.digest).where(HiddenName.digest == PlayerRow.digest).exists()
    played = (
        select(
            RoundRow.game,
            RoundRow.arrived,
            ResultRow.seat,
            ResultRow.points,
            ResultRow.player_id,
            case((hidden, None), else_=PlayerRow.name).label("name"),
            _place(RoundRow.game, ResultRow.player_id, best_first=_best_first(RoundRow, ResultRow)).label("of_person"),
        )
        .join(ResultRow, ResultRow.round_id == RoundRow.id)
        .outerjoin(PlayerRow, PlayerRow.id == ResultRow.player_id)
        .where(
            RoundRow.day == day,
            RoundRow.void_reason.is_(None),
            RoundRow.decided,
            RoundRow.house_rules.is_(None),
            RoundRow.pro == "",
            ResultRow.bot.is_(False),
            ResultRow.gone.is_(False),
            ~HANDICAPPED,
        )
        .subquery("played")
    ).c
    place = _place(played.game, best_first=_best_first(played, played)).label("place")
    once = or_(played.of_person == 1, played.player_id.is_(None))
    best = select(played.game, place, played.seat, played.points, played.name).where(once).subquery("best").c
    return select(*best).where(best.place <= BEST).order_by(best.game, best.place)


def _place(*among: Any, best_first: tuple[Any, ...]) -> Any:
    return func.row_number().over(partition_by=among, order_by=best_first)


def _best_first(of_round: Any, result: Any) -> tuple[Any, ...]:
    return result.points.desc(), of_round.arrived, result.seat
