"""The wanted pictures' own cards and moments, as snapshots: what ``tests.judgement stage`` draws beside them.

A stage is written in a few words: its seats (name, language, stack, row, discard, hand, centre), its piles (top card
and the seat that laid it), and what happens in the last second before the picture.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS, load
from kiosk.drawings.gallery.states import TABLES, Film, GalleryState, Scene
from kiosk.game.awards import Award, AwardKind
from kiosk.game.seats import SeatNumber

_NS: Final = 1_000_000_000
_PICTURE: Final = Instant(1_000 * _NS)
"""The instant of the picture; everything is told by its seconds before it."""
_LONG_AGO: Final = 60.0
_HAND_COMES: Final = 1.2
"""Seconds before the picture at which a lesson begins, so that its hand is on its way."""
_LESSON: Final = msg.LessonView(0, 4, "play", "stack", "g4", "g3", piles=((0, "g3"),))
"""The lesson of the wanted picture, in which a 4 goes onto a 3."""

Change = tuple[float, str, Mapping[str, Any]]
"""Seconds before the picture, what happens (a function of ``_Table``), and its values."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A picture. People: ``name language stack count row discard hand centre``, or ``name language dice placed``."""

    people: Sequence[str]
    piles: str
    """The top card of each, and the seat that laid it; ``-``: a free place."""
    changes: Sequence[Change]
    state: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the snapshot in which it begins."""
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """Further fields of seats, by their number."""


_FOUR: Final = (
    "Lena en g4 6 b7,b5,r10 y8 14 12",
    "Yusuf de r9 3 y2,b8,g9 r1 21 9",
    "Ana fr b10 8 r6,y6,g3 b2 17 10",
    "Matteo en y1 5 g7,r8,b6 g10 9 14",
)
_TWELVE: Final = (
    "Lena en g4 6 b7,-,r10 y8 14 12",
    "Yusuf de r9 3 y2,b8,g9 r1 21 9",
    "Ana fr b10 8 r6,y6,g3 b2 17 10",
    "Matteo en y1 5 g7,r8,b6 g10 9 14",
    "Olga de r3 7 b1,y10,g5 r7 18 6",
    "Sigga fr g6 4 r2,g9,y4 b9 12 11",
    "Noa en b2 9 y7,r5,b8 g1 23 4",
    "Omar fr y6 2 g2,b4,r9 y5 15 13",
    "Jonas de r8 6 b3,g8,y1 r6 20 8",
    "Maud fr g10 5 y3,r4,b5 g7 11 9",
    "Iris en b7 7 g4,y9,r1 b10 16 7",
    "Björn en y5 1 r10,b6,g1 y2 13 15",
)
_DICE: Final = (
    "Lena en r6,b3,y2,b5 2",
    "Yusuf de g3,g4,r2,b1 3",
    "Ana fr y3,r5,b5,y6 3",
    "Matteo en y4,g6 4",
)
_BOARD: Final = (4, 1, 2, 0, 0, 0, 3, 4, 4, 0, 0, 0, 2, 3, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0)
"""The seats whose dice lie on the 24 spaces, red 1 first; 0: free."""
_LOBBY: Final = msg.LobbyView(
    (
        msg.Choice("game", "cards", ("cards", "dice")),
        msg.Choice("preset", "schmidt_de_fr_it", ("table_default", "schmidt_de_fr_it")),
        msg.Choice("length", "points 99", ("rounds 5", "points 99")),
        msg.Choice("bots", "steady", ("off", "steady")),
    ),
    tuple(range(4, 14)),
    takes_names=True,
)
_TOTALS: Final = ((11, 5, 26, 49, 58, 63), (19, 23, 34, 44, 50, 52), (9, 13, 19, 37, 41, 41), (15, 29, 38, 35, 29, 29))
"""The score curve of the four, in the order of their seats; the last column is the won match's."""


def _lines(column: int) -> tuple[msg.SeatScore, ...]:
    known = ((9, 0), (10, 2), (14, 5), (10, 8))
    return tuple(
        msg.SeatScore(SeatNumber(n + 1), centered, left, 0, centered - 2 * left, _TOTALS[n][column], won=n == 0)
        for n, (centered, left) in enumerate(known)
    )


def _result(column: int) -> msg.RoundResult:
    history = tuple(tuple(line[c] for line in _TOTALS) for c in range(1, column + 1))
    return msg.RoundResult("stop", SeatNumber(2), column, _lines(column), history)


_AWARDS: Final = tuple(
    Award(SeatNumber(seat), kind, figure)
    for seat, (kind, figure) in enumerate(
        ((AwardKind.RACES, 7), (AwardKind.SOONEST, 700), (AwardKind.SURE, 15), (AwardKind.PILE, 4)), 1
    )
)
"""What each of the four is proud of."""

STAGES: Final[Mapping[str, tuple[int, Stage]]] = {
    "lobby": (
        4,
        Stage(
            _FOUR,
            "",
            ((_HAND_COMES, "gather", {"starts_in": 8.6}),),
            seats={
                1: {"state": "taken", "lesson": _LESSON},
                2: {"state": "ready"},
                3: {"state": "free"},
                4: {"state": "free"},
            },
        ),
    ),
    "play4": (
        4,
        Stage(
            _FOUR,
            "r6 3,g1 4,b4 1,-,b4 2,y9 4,g8 2,r9 2,y3 1,-,r5 3,-,g6 4",
            (
                (1.60, "beaten", {"seat": 2, "by": 3, "card": "r5", "ms": 14}),
                (0.75, "land", {"seat": 3, "card": "r7", "cell": 0}),
                (0.55, "open", {"seat": 2, "card": "b1", "cell": 9}),
                (0.50, "finish", {"seat": 4, "card": "r10", "cell": 7}),
                (0.40, "land", {"seat": 1, "card": "g2", "cell": 1}),
                (0.12, "land", {"seat": 1, "card": "b5", "cell": 2, "slot": 1}),
            ),
        ),
    ),
    "play12": (
        12,
        Stage(
            _TWELVE,
            "b4 3,r7 8,g2 1,y9 6,b1 11,g6 4,y3 9,r5 2,g8 7,y1 12,b6 5,r2 10,y5 3,g4 8,b9 1,r8 6,g1 11,b2 4,y7 9,r4 2",
            (
                (2.0, "refuse", {"seat": 11, "card": "b7", "reason": "does_not_fit"}),
                (1.5, "beaten", {"seat": 2, "by": 3, "card": "r5", "ms": 14}),
                (0.60, "land", {"seat": 4, "card": "b3", "cell": 17}),
                (0.26, "land", {"seat": 5, "card": "b7", "cell": 10}),
                (0.20, "land", {"seat": 1, "card": "b10", "cell": 14}),
                (0.12, "land", {"seat": 7, "card": "y2", "cell": 9}),
            ),
        ),
    ),
    "two_seats": (
        2,
        Stage(
            ("Lena en y5 7 r2,b10,g8,y3,b6 r9 12 17", "Yusuf de g4 4 y7,r8,g8,g10,r5 b6 15 21"),
            "r4 2,g7 1,y1 1,b9 2,y8 1",
            (
                (0.55, "open", {"seat": 2, "card": "r1", "cell": 5}),
                (0.30, "land", {"seat": 1, "card": "y2", "cell": 2}),
                (0.12, "land", {"seat": 2, "card": "g8", "cell": 1, "slot": 2}),
            ),
        ),
    ),
    "race": (
        4,
        Stage(
            _FOUR,
            "r7 3,b4 3,-,-,r2 2,g2 4,g8 2,y4 3,y3 1,y9 4,r5 1,b1 4,g6 4",
            (
                (0.24, "land", {"seat": 3, "card": "b5", "cell": 1}),
                (0.22, "beaten", {"seat": 1, "by": 3, "card": "b5", "ms": 14, "slot": 1}),
            ),
            seats={2: {"stack_count": 1}},
        ),
    ),
    "stop": (
        4,
        Stage(
            _FOUR,
            "y3 1,b5 1,g2 4,y9 4,r5 3,g8 2,y4 3,r2 4",
            ((1.0, "stop", {"caller": 2}),),
            seats={2: {"stack_count": 0, "stack_card": None, "may_stop": True}},
        ),
    ),
    "counting": (
        4,
        Stage(
            _FOUR,
            "y5 1,r8 1,g3 2,b4 4,g7 1,r7 3,b6 2,y3 4",
            ((3.8, "stop", {"caller": 2}), (1.69, "count", {"column": 4})),
            state={"target": 60, "rounds": 0, "round_no": 4},
            seats={2: {"stack_count": 0, "stack_card": None}},
        ),
    ),
    "won": (
        4,
        Stage(
            _FOUR,
            "y5 1,r8 1",
            ((1.6, "win", {"winner": 1}),),
            state={"target": 60, "rounds": 0, "round_no": 5},
        ),
    ),
    "dice": (
        4,
        Stage(
            _DICE,
            "",
            (
                (0.62, "place", {"seat": 3, "die": "y3", "row": 3}),
                (0.55, "roll", {"seat": 3}),
                (0.30, "place", {"seat": 2, "die": "g4", "row": 1}),
                (0.040, "place", {"seat": 1, "die": "b3", "row": 2}),
            ),
            state={"game": "dice", "preset": "university_games_2013", "board": _BOARD},
        ),
    ),
    "pause_fault": (
        4,
        Stage(
            _FOUR,
            "g6 4,y3 1,b5 1,r7 3,g2 1,y9 4,r5 3,g8 2,b1 2",
            ((3.0, "pause", {"by": 3}),),
        ),
    ),
}
"""By the name of the wanted picture: the number of seats, and the stage."""


class _Table:
    """A table whose snapshots follow one another."""

    def __init__(self, seats: int, stage: Stage) -> None:
        self._draw = random.Random(seats)  # noqa: S311  the same every time
        self._seats = seats
        first = msg.Snapshot(
            id=1,
            now=_instant(_LONG_AGO),
            state="play",
            seats=tuple(self._view(n, line, stage.seats.get(n, {})) for n, line in enumerate(stage.people, 1)),
            since=_instant(_LONG_AGO),
            round_no=2,
            rounds=5,
            languages=("en", "de", "fr"),
        )
        piles = [pile.split() for pile in stage.piles.split(",") if pile]
        known = [(cell, *pile) for cell, pile in enumerate(piles) if pile != ["-"]]
        owners = tuple((cell, self._owners(top, int(seat))) for cell, top, seat in known)
        first = replace(first, piles=tuple((cell, top) for cell, top, _ in known), owners=owners)
        self.shown = [replace(first, **stage.state)]

    def _view(self, number: int, line: str, more: Mapping[str, Any]) -> msg.SeatView:
        name, language, *cards = line.split()
        known: dict[str, Any]
        if len(cards) == 2:
            dice, placed = cards
            seat = SeatNumber(number)
            known = {"dice": tuple(dice.split(",")), "centered": int(placed)}
            return msg.SeatView(seat, **{"state": "playing", "language": language, "name": name, **known, **more})
        stack, count, row, discard, hand, centre = cards
        slots = tuple(msg.Slot(None, 0) if card == "-" else msg.Slot(card, 1) for card in row.split(","))
        known = {"stack_card": stack, "stack_count": int(count), "discard_card": discard}
        known |= {"discard_count": 4, "hand_count": int(hand), "centered": int(centre)}
        known |= {"state": "playing", "language": language, "name": name, "row": slots, **more}
        return msg.SeatView(SeatNumber(number), **known)

    def _owners(self, top: str, last: int) -> tuple[SeatNumber, ...]:
        below = (self._draw.randint(1, self._seats) for _ in range(int(top[1:]) - 1))
        return (*map(SeatNumber, below), SeatNumber(last))

    def put(self, before: float, **changed: Any) -> None:
        """Show what has changed."""
        last = self.shown[-1]
        self.shown.append(replace(last, id=last.id + 1, now=_instant(before), **changed))

    def land(self, before: float, seat: int, card: str, cell: int, slot: int | None = None) -> None:
        """A card comes onto its pile: from a slot of the row, or else from the hand."""
        last = self.shown[-1]
        piles = {**dict(last.piles), cell: card}
        owners = {**dict(last.owners)}
        owners[cell] = (*owners.get(cell, ()), SeatNumber(seat))
        source = "discard" if slot is None else f"row {slot}"
        views = last.seats
        if slot is not None:
            row = list(views[seat - 1].row)
            row[slot] = msg.Slot(None, 0)
            views = self._with(seat, row=tuple(row))
        move = msg.Move(self._next_move(), "play", SeatNumber(seat), source=source, card=card, cell=cell)
        self.put(
            before,
            piles=tuple(sorted(piles.items())),
            owners=tuple(sorted(owners.items())),
            moves=(*last.moves, move),
            seats=views,
        )

    open = land

    def finish(self, before: float, seat: int, card: str, cell: int) -> None:
        """The last card comes onto a pile, which bursts."""
        self.land(before, seat, card, cell)
        last = self.shown.pop()
        owners = dict(last.owners)
        full = owners.pop(cell)
        piles = tuple(pile for pile in last.piles if pile[0] != cell)
        move = msg.Move(self._next_move(), "collect", card=card, cell=cell)
        self.shown.append(
            replace(
                last,
                piles=piles,
                owners=tuple(owners.items()),
                finished=((card[0], full),),
                moves=(*last.moves, replace(move, id=move.id + 1)),
            )
        )

    def place(self, before: float, seat: int, die: str, row: int) -> None:
        """A die comes onto its space of the board."""
        last = self.shown[-1]
        board = list(last.board)
        board[6 * row + int(die[1:]) - 1] = seat
        view = last.seats[seat - 1]
        dice = list(view.dice)
        dice.remove(die)
        views = self._with(seat, dice=tuple(dice), centered=view.centered + 1)
        move = msg.Move(self._next_move(), "place", SeatNumber(seat), source=f"die {die}", card=die)
        self.put(before, board=tuple(board), moves=(*last.moves, move), seats=views)

    def roll(self, before: float, seat: int) -> None:
        """A seat rolls what it has left."""
        until = _instant(before - 0.9)
        view = self.shown[-1].seats[seat - 1]
        move = msg.Move(self._next_move(), "roll", SeatNumber(seat), count=len(view.dice))
        views = self._with(seat, rolling_until=until, locked_until=until)
        self.put(before, seats=views, moves=(*self.shown[-1].moves, move))

    def beaten(self, before: float, seat: int, by: int, card: str, ms: int, slot: int | None = None) -> None:
        """A card comes too late, and goes home."""
        self._tell(before, seat, "beaten_to_it", card=card, by=SeatNumber(by), margin_ms=ms)
        if slot is not None:
            last = self.shown.pop()
            move = msg.Move(self._next_move(last), "back", SeatNumber(seat), source=f"row {slot}", card=card)
            self.shown.append(replace(last, moves=(*last.moves, move)))

    def refuse(self, before: float, seat: int, card: str, reason: str) -> None:
        """A card fits nowhere."""
        self._tell(before, seat, reason, card=card)

    def stop(self, before: float, caller: int) -> None:
        """Somebody calls Stop."""
        self.put(before, state="stopped", since=_instant(before), caller=SeatNumber(caller), ended_by="stop")

    def count(self, before: float, column: int) -> None:
        """The round is counted; the cards in the middle belong to the seats in the numbers that the result tells."""
        result = _result(column)
        laid = [line.seat for line in result.lines for _ in range(line.centered)]
        self._draw.shuffle(laid)
        left = iter(laid)
        owners = tuple((cell, tuple(islice(left, len(own)))) for cell, own in self.shown[-1].owners)
        changed = {"owners": owners, "result": result, "deadline": _instant(-12)}
        self.put(before, state="round_result", since=_instant(before), **changed)

    def win(self, before: float, winner: int) -> None:
        """A match is won."""
        result = replace(_result(5), winners=(SeatNumber(winner),), awards=_AWARDS)
        self.put(before, state="match_result", since=_instant(before), result=result, deadline=_instant(-12))

    def gather(self, before: float, starts_in: float) -> None:
        """The match is waited for."""
        self.put(before, state="ready", lobby=_LOBBY, deadline=_instant(-starts_in))

    def pause(self, before: float, by: int) -> None:
        """Somebody has asked for a pause; the first seat has pressed to go on."""
        called = tuple(view.seat for view in self.shown[-1].seats)
        self.put(
            before,
            state="paused",
            since=_instant(before),
            pause_by=SeatNumber(by),
            called=called,
            deadline=_instant(-100),
            seats=self._with(1, confirmed=True),
        )

    def _tell(self, before: float, seat: int, reason: str, **told: Any) -> None:
        verdict = msg.Verdict(self.shown[-1].id, reason, at=_instant(before), **told)
        self.put(before, seats=self._with(seat, ticker=(verdict,)))

    def _with(self, seat: int, **changed: Any) -> tuple[msg.SeatView, ...]:
        views = self.shown[-1].seats
        return tuple(replace(view, **changed) if view.seat == seat else view for view in views)

    def _next_move(self, last: msg.Snapshot | None = None) -> int:
        moves = (last or self.shown[-1]).moves
        return moves[-1].id + 1 if moves else 1


def _instant(before: float) -> Instant:
    return Instant(_PICTURE - round(before * _NS))


def scenes(names: Sequence[str] = ()) -> Iterator[tuple[str, Scene]]:
    """Yield the staged scenes by the names of the wanted pictures; all of them without ``names``."""
    for name, (seats, stage) in STAGES.items():
        if names and name not in names:
            continue
        table = _Table(seats, stage)
        for before, what, values in stage.changes:
            getattr(table, what)(before, **values)
        configured = load(CONFIGS / f"{TABLES[seats]}_seats.toml")
        welcome = msg.Welcome(msg.PROTOCOL, configured.plan(), configured.table.diagonal_mm, simulated=True)
        film = Film(welcome, tuple(table.shown), {"picture": _PICTURE})
        yield name, Scene(GalleryState(name, "", name, "picture"), film, _PICTURE, _PICTURE)
