"""The awards at a match's end: each person gets one, for something that this person may be proud of. Pure."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec import Struct

from kiosk.game.deeds import Deeds
from kiosk.game.seats import SeatNumber

Deed = Callable[[Deeds], int | None]
"""A figure of a match; None: there is none, as of a match of one round."""


class AwardKind(StrEnum):
    """What an award is for. Figures are pieces unless told otherwise."""

    HANDS = "hands"
    """Fast hands; pieces a minute."""
    BUSIEST = "busiest"
    """The most in ten seconds (``deeds.SPELL_MS``)."""
    RACES = "races"
    """Races won; races."""
    FIRST = "first"
    """The first piece of rounds; rounds."""
    LAST = "last"
    """The last piece of rounds; rounds."""
    SOONEST = "soonest"
    """The quickest start; ms from GO to the first piece."""
    IN_A_ROW = "in_a_row"
    """The most with nobody else's between them."""
    SURE = "sure"
    """The most without a refusal."""
    CLOSING = "closing"
    """The most in the last ten seconds of rounds."""
    STOPS = "stops"
    """Calls of Stop; calls."""
    FAIR = "fair"
    """Never a false Stop; rounds."""
    BEST = "best"
    """The best round; points."""
    LEAP = "leap"
    """The largest rise from a round to the next; points."""
    STEADY = "steady"
    """The least difference between the best and the worst round; points."""
    OPENED = "opened"
    """Piles begun; piles."""
    FINISHED = "finished"
    """Piles finished; piles."""
    PILE = "pile"
    """The most in one pile."""
    ROLL = "roll"
    """The most of one roll."""
    COLOR = "color"
    """The most of one colour in a round."""
    COMPANY = "company"
    """To have been there, if nothing else is to be told: of whoever came for the last round, say; no figure."""


class Award(Struct, frozen=True, array_like=True):
    """A person's award. ``figure``: what it was given for, 0: no figure."""

    seat: SeatNumber
    kind: AwardKind
    figure: int


class _Terms(Struct, frozen=True):
    """How an award is given.

    ``game``: the only game in which it is given; empty: in every one. ``least``: the least figure that is told.
    ``less_is_more``: the smallest figure is the best. ``lift``: what many have alike counts
    as if so many more were behind.
    """

    figure: Deed
    least: int = 1
    game: str = ""
    less_is_more: bool = False
    lift: float = 0.0


_MINUTE_MS: Final = 60_000
_SEVERAL: Final = 2
"""From this number of rounds on, they can be compared."""


def _per_minute(deeds: Deeds) -> int:
    return round(deeds.laid * _MINUTE_MS / max(1, deeds.lasted_ms))


def _fair(deeds: Deeds) -> int | None:
    return None if deeds.false_stops else len(deeds.points)


def _best(deeds: Deeds) -> int | None:
    return max(deeds.points) if len(deeds.points) >= _SEVERAL else None


def _leap(deeds: Deeds) -> int | None:
    return max((later - before for before, later in pairwise(deeds.points)), default=None)


def _steady(deeds: Deeds) -> int | None:
    return max(deeds.points) - min(deeds.points) if len(deeds.points) >= _SEVERAL else None


TERMS: Final[Mapping[AwardKind, _Terms]] = {
    AwardKind.HANDS: _Terms(_per_minute),
    AwardKind.BUSIEST: _Terms(lambda deeds: deeds.busiest, least=2),
    AwardKind.RACES: _Terms(lambda deeds: deeds.races),
    AwardKind.FIRST: _Terms(lambda deeds: deeds.first),
    AwardKind.LAST: _Terms(lambda deeds: deeds.last),
    AwardKind.SOONEST: _Terms(lambda deeds: deeds.soonest_ms, less_is_more=True),
    AwardKind.IN_A_ROW: _Terms(lambda deeds: deeds.in_a_row, least=2),
    AwardKind.SURE: _Terms(lambda deeds: deeds.sure, least=2, lift=0.75),
    AwardKind.CLOSING: _Terms(lambda deeds: deeds.closing),
    AwardKind.STOPS: _Terms(lambda deeds: deeds.stops),
    AwardKind.FAIR: _Terms(_fair, lift=0.7),
    AwardKind.BEST: _Terms(_best),
    AwardKind.LEAP: _Terms(_leap),
    AwardKind.STEADY: _Terms(_steady, least=0, game="cards", less_is_more=True),
    AwardKind.OPENED: _Terms(lambda deeds: deeds.opened, game="cards"),
    AwardKind.FINISHED: _Terms(lambda deeds: deeds.finished, game="cards"),
    AwardKind.PILE: _Terms(lambda deeds: deeds.pile, least=2, game="cards"),
    AwardKind.ROLL: _Terms(lambda deeds: deeds.roll, least=2, game="dice"),
    AwardKind.COLOR: _Terms(lambda deeds: deeds.color, least=2, game="dice"),
}
"""The awards that are given for a figure: the closed list. At least twelve exist in each game."""


def kinds_of(game: str) -> tuple[AwardKind, ...]:
    """Return the awards that exist in a game."""
    return tuple(kind for kind, terms in TERMS.items() if terms.game in ("", game))


class _Claim(NamedTuple):
    """A seat's claim to an award. Claims sort by merit: by the level of their distinction, equals by lot."""

    level: int
    lot: int
    award: Award


def awards(
    deeds: Mapping[SeatNumber, Deeds], people: Collection[SeatNumber], game: str, match: str
) -> tuple[Award, ...]:
    """Return an award for each of these people, in the order of their seats: different ones as far as possible.

    ``deeds``: of all who have played, bots too: nobody is told a figure worse than the median of all. ``match``: its
    identity, which decides between equals, so that no seat and no kind always comes first.
    """
    claims = sorted(_claims(deeds, people, game, match))
    given = _given(claims, people)
    return tuple(given[seat] for seat in sorted(people))


def _claims(
    deeds: Mapping[SeatNumber, Deeds], people: Collection[SeatNumber], game: str, match: str
) -> Iterator[_Claim]:
    from statistics import median  # noqa: PLC0415  no table needs it before the end of its first match

    for kind in kinds_of(game):
        terms = TERMS[kind]
        figures = {seat: terms.figure(done) for seat, done in deeds.items()}
        merits = {seat: _merit(figure, terms) for seat, figure in figures.items()}
        middle = median(merits.values()) if merits else 0.0
        for seat in people:
            figure, merit = figures.get(seat), merits.get(seat, 0.0)
            if figure is None or figure < terms.least or merit < middle:
                continue
            others = len(merits) - 1
            ahead = sum(merit > other for other in merits.values()) - sum(merit < other for other in merits.values())
            distinction = (ahead + terms.lift) / others if others else 1.0
            lot = zlib.crc32(f"{match} {kind} {seat}".encode())
            yield _Claim(-min(_LEVELS, round(_LEVELS * distinction)), lot, Award(seat, kind, figure))


_LEVELS: Final = 2
"""The levels of distinction above the middle: how clearly somebody is ahead of the others decides first, coarsely."""


def _merit(figure: int | None, terms: _Terms) -> float:
    """Return a number that is higher, the better the figure is."""
    if figure is None:
        return float("-inf")
    return -figure if terms.less_is_more else figure


def _given(claims: Sequence[_Claim], people: Collection[SeatNumber]) -> dict[SeatNumber, Award]:
    """Return each person's award: the best claims first, then exchanges so that as many kinds as possible are given."""
    holder: dict[AwardKind, Award] = {}
    for claim in claims:
        award = claim.award
        if award.kind not in holder and not any(held.seat == award.seat for held in holder.values()):
            holder[award.kind] = award
    for seat in people:
        if not any(held.seat == seat for held in holder.values()):
            _exchange(seat, claims, holder, set())
    given = {award.seat: award for award in holder.values()}
    for claim in claims:
        given.setdefault(claim.award.seat, claim.award)  # one that somebody else has too
    return {seat: given.get(seat, Award(seat, AwardKind.COMPANY, 0)) for seat in people}


def _exchange(
    seat: SeatNumber, claims: Sequence[_Claim], holder: dict[AwardKind, Award], tried: set[AwardKind]
) -> bool:
    """Give the seat an award whose holder can have another one; return whether there is such an award."""
    for claim in claims:
        award = claim.award
        if award.seat != seat or award.kind in tried:
            continue
        tried.add(award.kind)
        held = holder.get(award.kind)
        if held is None or _exchange(held.seat, claims, holder, tried):
            holder[award.kind] = award
            return True
    return False
