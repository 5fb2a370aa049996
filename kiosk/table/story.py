"""The story of a round: what was remarkable in it, one of a closed list. Pure.

It follows from the round's record and the totals before and after it alone, so a round that is recovered, replayed or
read from the journal tells the same. No story is about bots alone, and who did worse is named only beside something to
be proud of: a race that was nearly won, a stack that was emptied too.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.protocol import Move, RaceView, RoundResult, SeatScore, Story, StoryKind
from kiosk.table.move_feed import TO_CENTRE
from kiosk.table.verdicts import Race


class Laid(Struct, frozen=True):
    """A piece that has reached the centre: when (ms of the round), whose, and onto which pile or row of the board."""

    at_ms: int
    seat: SeatNumber
    pile: int | str
    begins: bool
    """True for a 1: a new pile begins there, or the row of its colour."""


def laid_by(moves: Iterable[Move], at_ms: int) -> list[Laid]:
    """Return the pieces that these moves bring to the centre: a pile is known by its cell, a row by its colour."""
    return [
        Laid(at_ms, move.seat, move.card[:1] if move.cell is None else move.cell, move.card[1:] == "1")
        for move in moves
        if move.kind in TO_CENTRE and move.seat is not None and move.card is not None
    ]


class Told(Struct, frozen=True):
    """What a story is made of: a round's record and its result."""

    result: RoundResult
    people: frozenset[SeatNumber]
    """The seats with a person who played it."""
    laid: Sequence[Laid]
    """Everything that reached the centre, in its order."""
    emptied: Mapping[SeatNumber, int]
    """When seats had brought away their last stack card or die, ms of the round."""
    beaten: Sequence[Race]
    """All its lost races."""
    ended_ms: int
    match: str = ""
    """The match's identity, by which stories take turns."""
    played: Mapping[SeatNumber, int] = MappingProxyType({})
    """How many rounds of the match, with this one, whoever took over a seat has played; without an entry: all."""


_RIVALS_MS: Final = 40
"""The margin up to which a race is close."""
_RUN: Final = 3
"""The least number of pieces in a row that is told ..."""
_RUN_OF_TWO: Final = 6
"""... and between two players, who lay every other piece anyway."""
_BURST_MS: Final = 4000
_BURST: Final = 5
"""So many pieces within this time are fast hands."""
_LATE_MS: Final = 700
"""The time before the end within which a piece comes at the last moment."""
_EARLY_MS: Final = 2500
"""The time after GO within which a piece is a quick one."""
_PILE: Final = 5
"""From so many pieces on, a pile can be somebody's own ..."""
_OWN: Final = 0.5
"""... who has laid more than this part of it, by what would be everybody's share of the same."""
_BEHIND: Final = 2
"""By so many pieces the later winner was behind at half time."""
_TIMES_OF_TWO: Final = 3
"""The rounds in a row that are told of one of two players."""
_STARTED: Final = 3
_WON_RACES: Final = 2
_CLIMBED: Final = 2
"""The least number of places that are a comeback; where many play, half of all."""
_NECK: Final = 2
"""The points between the first two of a match that runs neck and neck."""
_DUEL: Final = 2
_SEVERAL: Final = 2
"""From this number of rounds on, the match has a story of its own."""

_Find: TypeAlias = Callable[[Told], Story | None]


def story_of(told: Told) -> Story | None:
    """Return the round's story; None: there is nothing to tell, or nobody to tell it of.

    What happens in few rounds comes before what happens in most. Of stories alike each has its turn: their list has
    another order in each match, and begins at another place in each round.
    """
    draw = Random(told.match)  # noqa: S311  the same whenever the round is told
    for stories in STORIES:
        order = draw.sample(list(stories), len(stories))
        first = told.result.round_no * (len(order) // 3 + 1) % len(order)
        for kind in order[first:] + order[:first]:
            story = stories[kind](told)
            if story is not None and not told.people.isdisjoint(story.seats):
                return replace(story, kind=kind)
    return None


# ------------------------------------------------------------ races


def _close_race(told: Told) -> Story | None:
    """Tell the closest race, with its margin."""
    for race in told.result.races:
        if race.margin_ms is not None and race.margin_ms <= _RIVALS_MS and _with_a_person(told, race):
            return _story(race.first, race.second, value=race.margin_ms)
    return None


def _dead_heat(told: Told) -> Story | None:
    race = next((race for race in told.result.races if race.lot and _with_a_person(told, race)), None)
    return None if race is None else _story(race.first, race.second)


def _with_a_person(told: Told, race: RaceView) -> bool:
    return race.first in told.people or race.second in told.people


def _most_races(told: Told) -> Story | None:
    return _most(told, Counter(race.by for race in told.beaten), _WON_RACES)


# ------------------------------------------------------------ pieces


def _in_a_row(told: Told) -> Story | None:
    """Tell the most pieces that one seat laid in a row, while nobody else laid any."""
    longest: dict[SeatNumber, int] = {}
    for seat, run in itertools.groupby(told.laid, key=lambda laid: laid.seat):
        longest[seat] = max(longest.get(seat, 0), len(list(run)))
    return _most(told, longest, _RUN_OF_TWO if _is_duel(told) else _RUN)


def _fast_hands(told: Told) -> Story | None:
    """Tell the most pieces of a seat within a few seconds."""
    most: dict[SeatNumber, int] = {}
    for seat, times in _times(told).items():
        most[seat] = max(sum(0 <= at - first < _BURST_MS for at in times) for first in times)
    story = _most(told, most, _BURST)
    return None if story is None else replace(story, of=_BURST_MS // 1000)


def _own_pile(told: Told) -> Story | None:
    """Tell the pile of which one seat has laid most."""
    piles: list[Counter[SeatNumber]] = []
    there: dict[int | str, Counter[SeatNumber]] = {}
    for laid in told.laid:
        if laid.begins or laid.pile not in there:  # a place is free again once its pile is finished
            there[laid.pile] = Counter()
            piles.append(there[laid.pile])
        there[laid.pile][laid.seat] += 1
    best: tuple[int, SeatNumber, int] | None = None
    part = _OWN + (1 - _OWN) / max(1, len(_lines(told)))
    for pile in piles:
        ((seat, own),) = pile.most_common(1)
        whole = pile.total()
        if seat in told.people and whole >= _PILE and own >= part * whole and (best is None or own > best[0]):
            best = own, seat, whole
    return None if best is None else _story(best[1], value=best[0], of=best[2])


def _starts(told: Told) -> Story | None:
    """Tell who began most piles."""
    return _most(told, Counter(laid.seat for laid in told.laid if laid.begins), _STARTED)


def _most_pieces(told: Told) -> Story | None:
    """Tell who brought most to the centre, if that is not the winner."""
    story = _most(told, Counter(laid.seat for laid in told.laid), 1)
    return None if story is None or story.seats[0] in told.result.winners else story


def _first(told: Told) -> Story | None:
    laid = next(iter(told.laid), None)
    return _story(laid.seat, value=laid.at_ms / 1000) if laid is not None and laid.at_ms <= _EARLY_MS else None


def _last(told: Told) -> Story | None:
    """Tell who laid a piece at the last moment; whoever ended the round did so on purpose."""
    laid = next(iter(reversed(told.laid)), None)
    if laid is None or laid.seat == told.result.caller or told.ended_ms - laid.at_ms > _LATE_MS:
        return None
    return _story(laid.seat, value=max(1, (told.ended_ms - laid.at_ms) // 100) / 10)


def _from_behind(told: Told) -> Story | None:
    """Tell the winner who had laid fewest at half time."""
    if len(told.result.winners) != 1:
        return None
    (winner,) = told.result.winners
    laid = Counter(laid.seat for laid in told.laid if laid.at_ms <= told.ended_ms / 2)
    most = max((laid[line.seat] for line in _lines(told)), default=0)
    fewest = min((laid[line.seat] for line in _lines(told)), default=0)
    behind = most - laid[winner]
    return _story(winner, value=behind) if laid[winner] == fewest and behind >= _BEHIND else None


def _ahead(told: Told) -> Story | None:
    """Tell who was done first, and how long before the second."""
    first, second, *_ = [*sorted((at, seat) for seat, at in told.emptied.items()), None, None]
    if first is None or second is None or second[0] - first[0] < 100:
        return None
    return _story(first[1], second[1], value=(second[0] - first[0]) // 100 / 10)


# ------------------------------------------------------------ points


def _one_short(told: Told) -> Story | None:
    """Tell a win by a single point: one piece more, and it would have been shared."""
    points = sorted((line.points for line in _lines(told)), reverse=True)
    if len(told.result.winners) != 1 or len(points) < _SEVERAL or points[0] - points[1] != 1:
        return None
    return _story(told.result.winners[0])


def _shared(told: Told) -> Story | None:
    winners = told.result.winners
    return _story(*winners) if len(winners) == _SEVERAL else None


def _comeback(told: Told) -> Story | None:
    """Tell who has climbed most in the match."""
    before, after = _ranks(told, -2), _ranks(told, -1)
    climbed = {seat: before[seat] - after[seat] for seat in before}
    story = _most(told, climbed, max(_CLIMBED, len(before) // 2))
    if story is None:
        return None
    (seat,) = story.seats
    return replace(story, value=before[seat], of=after[seat])


def _takes_lead(told: Told) -> Story | None:
    """Tell who leads the match now, and did not before."""
    before, after = _ranks(told, -2), _ranks(told, -1)
    leaders = [seat for seat, rank in after.items() if rank == 1]
    return _story(*leaders) if len(leaders) == 1 and before and before[leaders[0]] > 1 else None


def _neck_and_neck(told: Told) -> Story | None:
    """Tell that the first two of the match are close to each other."""
    lines = sorted(_lines(told), key=lambda line: line.total, reverse=True)
    if len(told.result.history) < _SEVERAL or len(lines) < _SEVERAL:
        return None
    first, second, *rest = lines
    margin = first.total - second.total
    if not 0 < margin <= _NECK or (rest and rest[0].total == second.total):
        return None
    return _story(first.seat, second.seat, value=margin)


def _wins_again(told: Told) -> Story | None:
    """Tell how many rounds in a row somebody has won."""
    if len(told.result.winners) != 1:
        return None
    (winner,), rounds = told.result.winners, 0
    place = _place(told, winner)
    for gains in reversed(_gains(told.result)):
        if rounds == _played(told, winner) or gains[place] < max(gains):
            break
        rounds += 1
    return _story(winner, value=rounds) if rounds >= (_TIMES_OF_TWO if _is_duel(told) else _SEVERAL) else None


def _best_round(told: Told) -> Story | None:
    """Tell the greatest step beyond a player's own best round."""
    *before, last = _gains(told.result)
    beyond = {}
    for place, line in enumerate(told.result.lines):
        own = _played(told, line.seat) - 1
        if line in _lines(told) and last[place] > 0 and own >= _SEVERAL:
            beyond[line.seat] = last[place] - max(gains[place] for gains in before[-own:])
    story = _most(told, beyond, 1)
    return None if story is None else replace(story, value=last[_place(told, story.seats[0])])


# ------------------------------------------------------------ the list


STORIES: Final[tuple[Mapping[StoryKind, _Find], ...]] = (
    {
        StoryKind.DEAD_HEAT: _dead_heat,
        StoryKind.ONE_SHORT: _one_short,
        StoryKind.SHARED: _shared,
        StoryKind.FROM_BEHIND: _from_behind,
    },
    {
        StoryKind.CLOSE_RACE: _close_race,
        StoryKind.MOST_RACES: _most_races,
        StoryKind.IN_A_ROW: _in_a_row,
        StoryKind.FAST_HANDS: _fast_hands,
        StoryKind.OWN_PILE: _own_pile,
        StoryKind.STARTS: _starts,
        StoryKind.MOST_PIECES: _most_pieces,
        StoryKind.AHEAD: _ahead,
        StoryKind.COMEBACK: _comeback,
        StoryKind.TAKES_LEAD: _takes_lead,
        StoryKind.NECK_AND_NECK: _neck_and_neck,
        StoryKind.WINS_AGAIN: _wins_again,
    },
    {
        StoryKind.BEST_ROUND: _best_round,
        StoryKind.LAST: _last,
        StoryKind.FIRST: _first,
    },
)
"""Every kind of story, and what finds it: those of few rounds before those of most."""


def _story(*seats: SeatNumber, value: float = 0, of: int = 0) -> Story:
    return Story(StoryKind.FIRST, seats, value, of)


def _lines(told: Told) -> list[SeatScore]:
    """Return the lines of those who played the round to its end."""
    return [line for line in told.result.lines if not line.away and not line.left]


def _is_duel(told: Told) -> bool:
    return len(_lines(told)) == _DUEL


def _played(told: Told, seat: SeatNumber) -> int:
    """Return the number of rounds that whoever sits there has played: a place comes with its earlier points."""
    return told.played.get(seat, len(told.result.history))


def _place(told: Told, seat: SeatNumber) -> int:
    return [line.seat for line in told.result.lines].index(seat)


def _times(told: Told) -> dict[SeatNumber, list[int]]:
    times: dict[SeatNumber, list[int]] = {}
    for laid in told.laid:
        times.setdefault(laid.seat, []).append(laid.at_ms)
    return times


def _most(told: Told, counts: Mapping[SeatNumber, int], least: int) -> Story | None:
    """Return the story of the person who has most, if nobody else has as many and it is at least so many."""
    first, second = [*sorted(counts.values(), reverse=True), 0, 0][:2]
    if first < least or first == second:
        return None
    return _story(*(seat for seat, count in counts.items() if count == first), value=first)


def _gains(result: RoundResult) -> list[tuple[int, ...]]:
    """Return everybody's points of each round, in the order of the lines."""
    rows = [(result.start,) * len(result.lines), *result.history]
    return [tuple(after - before for before, after in zip(*pair, strict=True)) for pair in itertools.pairwise(rows)]


def _ranks(told: Told, round_: int) -> dict[SeatNumber, int]:
    """Return everybody's place in the match after a round, counted from the end; empty if there was none."""
    history = told.result.history
    if len(history) < -round_:
        return {}
    totals = {line.seat: history[round_][place] for place, line in enumerate(told.result.lines) if line in _lines(told)}
    return {seat: 1 + sum(other > total for other in totals.values()) for seat, total in totals.items()}
