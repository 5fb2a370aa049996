"""The order of the seats in a result, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from kiosk.display.paint.score_chart import Scorer, Scores
from kiosk.display.paint.text import least_size
from kiosk.display.paint.turntable_art import Prize, TurntableLook
from kiosk.display.texts.games import more_seconds
from kiosk.display.texts.rounds import Names, Progress, round_for_all
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import edges_in_turn
from kiosk.layout.place import Place
from kiosk.layout.result_places import ResultRoom, ranking_rows, result_rooms
from kiosk.layout.sides import sides
from kiosk.layout.table_layout import Layout
from kiosk.locale.speaker import Say
from kiosk.protocol import RoundResult, SeatScore
from kiosk.protocol.results import ranks

_BESIDE_CODE: Final = 0.78
_BESIDE: Final = 0.34
_ROW: Final = 0.78
_STEP: Final = 1.25
"""Beside a code: the distance of the medals from the middle, their largest size, and that of all in a row together, in
radii of the plate; and from one to the next, in sizes: the coins of the places lie between."""
_LAST_PRIZE: Final = 3
"""The last place that gets a medal, and the number of medals for which there is room below the largest."""


@lru_cache(maxsize=4)
def celebrated(result: RoundResult) -> tuple[SeatNumber, ...]:
    """Return whom the end of a match celebrates: the people among the winners, or who is best among the people.

    If nobody is a person, the winners; while there are none, who leads.
    """
    ranked = [(rank, line) for rank, line in ranks(result, final=True) if rank is not None]
    winners = result.winners or tuple(line.seat for rank, line in ranked if rank == 1)
    people = [(rank, line.seat) for rank, line in ranked if not line.bot]
    own = tuple(seat for seat in winners if seat in {seat for _, seat in people})
    return own or tuple(seat for rank, seat in people if rank == people[0][0]) or winners


def star_words(result: RoundResult, say: Say) -> str:
    """Return what is said to the best of the people if a bot has won: alone among bots, nobody is the best."""
    people = [line for line in result.lines if not line.bot and not line.left]
    return say("Best human player!") if len(people) > 1 else say("Well played!")


def placed(result: RoundResult) -> list[tuple[int, SeatScore]]:
    """Return who has a place after a round, the best first."""
    return [(rank, line) for rank, line in ranks(result, final=False) if rank is not None]


def rooms_of_people(
    layout: Layout, result: RoundResult, languages: Iterable[tuple[SeatNumber, str]]
) -> list[ResultRoom]:
    """Return the rooms of the edges at which people sit, who have the felt of bots' edges, too."""
    edges = edges_in_turn(layout, result)
    return result_rooms(layout, [side for side in sides(layout, languages) if side.frame.rotation in edges])


def ranking_of(layout: Layout, room: ResultRoom, count: int) -> list[Place]:
    """Return the lines of the ranking in a room, of so many places: as many as can be read."""
    mm = next((panel.mm for panel in layout.panels.values()), 2.0)
    return ranking_rows(room, count, min(layout.centre.w, layout.centre.h), least_size(mm, needed=False))


def turntable_look(
    result: RoundResult,
    names: Names,
    progress: Progress,
    languages: Mapping[SeatNumber, str],
    side: float,
    icon: str = "",
    *,
    counted: bool = True,
) -> TurntableLook:
    """Return the turntable with the scores of a match so far, the best seat first.

    ``languages``: of the seats, of which a person's is taken if there is one; ``icon``: of a handicap; ``counted``:
    with the latest round; without it, the best seat of those before it first.
    """
    scores = scores_of(result, names, progress.target, icon, counted=counted)
    people = {line.seat for line in result.lines if not line.bot}
    title = round_for_all(progress, {seat: one for seat, one in languages.items() if seat in people} or languages)
    return TurntableLook(round(side), replace(scores, title=title) if scores is not None else None)


def scores_of(result: RoundResult, names: Names, target: int, icon: str = "", *, counted: bool = True) -> Scores | None:
    """Return what the turntable shows; None before the first round."""
    if not result.history:
        return None
    index = {line.seat: number for number, line in enumerate(result.lines)}
    named = dict(names)
    scorers = [
        Scorer(
            line.seat,
            named.get(line.seat, ""),
            (result.start, *(row[index[line.seat]] for row in result.history)),
            _handicap(line),
            line.on_screen,
        )
        for _, line in ranks(result, final=False)
    ]
    if not counted:
        scorers.sort(key=lambda scorer: (-scorer.totals[-2], scorer.seat))
    return Scores(tuple(scorers), target, icon, counting=not counted)


def _handicap(line: SeatScore) -> str:
    """Return the seat's handicaps in figures, with the unit's sign, for every edge; empty if it has none."""
    size = "" if line.handicap is None else str(line.handicap)
    return " ".join(one for one in (size, f"{more_seconds(line.cooldown)} s" if line.cooldown else "") if one)


def prizes_look(result: RoundResult, side: float, page: str = "") -> TurntableLook:
    """Return the turntable with the medals of a match: of who is celebrated above, of the other first places below.

    ``page``: the address of the match's page; its code has the middle, and the medals what is left.
    """
    ranked = [(rank, line.seat) for rank, line in ranks(result, final=True) if rank is not None]
    stars = [(rank, seat) for rank, seat in ranked if seat in celebrated(result)]
    others = [(rank, seat) for rank, seat in ranked if (rank, seat) not in stars and rank <= _LAST_PRIZE]
    while len(others) > _LAST_PRIZE:  # there is no room: then none of several equals
        others = [(rank, seat) for rank, seat in others if rank != others[-1][0]]
    if page:
        beside = [*_in_row(stars, _BESIDE_CODE, star=True), *_in_row(others, -_BESIDE_CODE, star=False)]
        return TurntableLook(round(side), prizes=tuple(beside), page=page)
    size = 0.9 if len(stars) == 1 else min(0.72, 1.56 / max(1, len(stars)))
    high = (0.0, 0.16, 0.16, 0.24)[len(others)]
    found = [
        Prize(seat, rank, 1.08 * size * _aside(n, stars), high, size, star=True) for n, (rank, seat) in enumerate(stars)
    ]
    small, apart = (0.38, 0.54) if len(others) == _LAST_PRIZE else (0.50, 1.04)
    low = (0.0, -0.60, -0.46, -0.60)[len(others)]
    found += [Prize(seat, rank, apart * _aside(n, others), low, small) for n, (rank, seat) in enumerate(others)]
    return TurntableLook(round(side), prizes=tuple(found))


def _in_row(ranked: Sequence[tuple[int, SeatNumber]], high: float, *, star: bool) -> Iterator[Prize]:
    """Yield medals in a row above or below the code: ``high`` is its distance from the middle."""
    size = min(_BESIDE, _ROW / max(1, len(ranked)))
    for number, (rank, seat) in enumerate(ranked):
        yield Prize(seat, rank, _STEP * size * _aside(number, ranked), high, size, star=star)


def _aside(number: int, row: Sequence[object]) -> float:
    """Return how far the thing of this number lies beside the middle of a row, in steps."""
    return number - (len(row) - 1) / 2
