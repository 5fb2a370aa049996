"""The order of the seats in a result, and its picture."""

from __future__ import annotations

from kiosk.display.paint.turntable_art import Scorer, Scores, TurntableLook
from kiosk.display.texts.names import Names
from kiosk.protocol import RoundResult, SeatScore


def ranks(result: RoundResult, *, final: bool) -> list[tuple[int | None, SeatScore]]:
    """Return the lines by rank: 1 for the highest total, equal totals share it; None, at the end, for those who left.

    ``final``: of a match, where the winners come first even if an extra round has cost them points.
    """

    def merit(line: SeatScore) -> tuple[bool, int]:
        return final and line.won, line.total

    here = [line for line in result.lines if not line.left or (final and line.won)]
    ranked = [(1 + sum(merit(more) > merit(line) for more in here), line) for line in here]
    gone = sorted((line for line in result.lines if line not in here), key=lambda line: (-line.total, line.seat))
    return [*sorted(ranked, key=lambda one: (one[0], one[1].seat)), *((None, line) for line in gone)]


def turntable_look(result: RoundResult, names: Names, target: int, side: float, icon: str = "") -> TurntableLook:
    """Return the turntable with the scores of a match so far. ``icon``: of a handicap."""
    index = {line.seat: number for number, line in enumerate(result.lines)}
    named = dict(names)
    scorers = tuple(
        Scorer(
            line.seat,
            named.get(line.seat, ""),
            (result.start, *(row[index[line.seat]] for row in result.history)),
            "" if line.handicap is None else str(line.handicap),
            line.on_screen,
        )
        for _, line in ranks(result, final=False)
    )
    return TurntableLook(round(side), Scores(scorers, target, icon))
