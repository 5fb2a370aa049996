"""The wanted pictures' own cards and moments (``tests.stages``) as snapshots: what ``tests.judgement stage`` draws."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from hardware.api import Button, ButtonEdge, Instant, TrayReading, TrayState
from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS, load
from kiosk.drawings.gallery.staff_films import KNOWN, SETTINGS
from kiosk.drawings.gallery.states import STATES, TABLES, Film, GalleryState, Scene, scene
from kiosk.game.awards import Award, AwardKind
from kiosk.game.seats import SeatNumber
from kiosk.table.menu.menu import Menu
from kiosk.table.menu.page import LastDiagnosis, MenuData
from kiosk.table.service_requests import DoctorFindings, GateAnswer
from kiosk.table.tray import SeatTray
from tests.stages import LONG_AGO, STAGES, Stage

_NS: Final = 1_000_000_000
_PICTURE: Final = Instant(1_000 * _NS)
"""The instant of the picture; everything is told by its seconds before it."""
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
_BEST: Final = (
    msg.BestScore(SeatNumber(1), 87, "Lale"),
    msg.BestScore(SeatNumber(2), 74, "Otto"),
    msg.BestScore(SeatNumber(3), 69, "Birta"),
)
"""The best of today in the wanted picture, at a table that has names for all three."""

_HOUSE: Final = {**SETTINGS, "sound.volume": "70", "screen.brightness": "85", "hours.closes": "23:30"}
"""What the staff of the wanted picture have set."""


class _Table:
    """A table whose snapshots follow one another."""

    def __init__(self, seats: int, stage: Stage) -> None:
        self._draw = random.Random(seats)  # noqa: S311  the same every time
        self._seats = seats
        first = msg.Snapshot(
            id=1,
            now=_instant(LONG_AGO),
            state="play",
            seats=tuple(self._view(n, line, stage.seats.get(n, {})) for n, line in enumerate(stage.people, 1)),
            since=_instant(LONG_AGO),
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
        self._go_home(seat, card, slot)

    def _go_home(self, seat: int, card: str, slot: int | None) -> None:
        if slot is not None:
            last = self.shown.pop()
            move = msg.Move(self._next_move(last), "back", SeatNumber(seat), source=f"row {slot}", card=card)
            self.shown.append(replace(last, moves=(*last.moves, move)))

    def refuse(self, before: float, seat: int, card: str, reason: str, slot: int | None = None) -> None:
        """A card fits nowhere, and goes home."""
        self._tell(before, seat, reason, card=card)
        self._go_home(seat, card, slot)

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

    def ask_pin(self, before: float, tries: int) -> None:
        """The staff are asked for their PIN, after wrong ones."""
        menu = Menu(SeatNumber(1), self._menu_data(), GateAnswer("wrong", tries))
        self.put(before, state="service", service=menu.view(), deadline=_instant(-100))

    def serve(self, before: float) -> None:
        """The staff's menu is open; every button has been pressed but one, and one is down."""
        data = self._menu_data()
        menu = Menu(SeatNumber(1), data, GateAnswer("ask", 5))
        menu.type("2468")
        menu.answered(GateAnswer("open", facts=replace(KNOWN, values=_HOUSE)))
        menu.answered(DoctorFindings((), 41))
        for seat in data.seats:
            for button in Button:
                if (seat, button) != (3, Button.PLAY):
                    menu.edge(ButtonEdge(seat, button, True, data.now))
                    menu.edge(ButtonEdge(seat, button, False, data.now))
        menu.edge(ButtonEdge(SeatNumber(2), Button.PLAY, True, data.now))
        self.put(before, state="service", service=menu.view(), deadline=_instant(-100))

    def _menu_data(self) -> MenuData:
        seats = [view.seat for view in self.shown[-1].seats]
        states = {seat: TrayState.LOST if seat == 4 else TrayState.SETTLED for seat in seats}
        trays = {seat: SeatTray(TrayReading(seat, state, (), _PICTURE)) for seat, state in states.items()}
        diagnosis = LastDiagnosis()
        diagnosis.take(DoctorFindings((), 41), _PICTURE)
        return MenuData(seats, trays, {}, _PICTURE, diagnosis)

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


def _invites() -> Scene:
    """Return the table that invites, with the names of the wanted picture."""
    state = next(state for state in STATES if state.name == "attract")
    drawn = scene(state, 4)
    shown = tuple(replace(one, best=_BEST) if one.best else one for one in drawn.film.shown)
    return drawn._replace(film=drawn.film._replace(shown=shown))


def scenes(names: Sequence[str] = ()) -> Iterator[tuple[str, Scene]]:
    """Yield the staged scenes by the names of the wanted pictures; all of them without ``names``."""
    if not names or "attract" in names:
        yield "attract", _invites()
    for name, (seats, stage) in STAGES.items():
        if names and name not in names:
            continue
        table = _Table(seats, stage)
        for before, what, values in stage.changes:
            getattr(table, what)(before, **values)
        configured = load(CONFIGS / f"{TABLES[seats]}_seats.toml")
        welcome = msg.Welcome(msg.PROTOCOL, configured.plan(), configured.table.diagonal_mm, simulated=True)
        film = Film(welcome, tuple(table.shown), {"picture": _PICTURE})
        yield name, Scene(GalleryState(name, "", name, "picture", opens=stage.opens), film, _PICTURE, _PICTURE)
