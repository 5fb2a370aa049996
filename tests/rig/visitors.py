"""The visitors of a long day in virtual time: parties come, choose, play with more or less care, and go again.

All their actions are drawn from a seed. Between two parties nobody is there, and the table's bots play.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, Duration, Fault, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.inputs import DisplayGone, DisplayJoined, FromDisplay, Input
from kiosk.table.people import SWITCHES
from tests.rig.hands import touches

MINUTE: Final = milliseconds(60_000)
PACE: Final = (milliseconds(180), milliseconds(900))
"""The time between two touches of a person."""
STAYS: Final = (2 * MINUTE, 25 * MINUTE)
"""The time after which a party goes home, whatever is on the table."""
AWAY: Final = (MINUTE // 20, 4 * MINUTE)
SCREEN_LASTS: Final = (4 * MINUTE, 30 * MINUTE)
"""The lifetime of a display."""
WINDOWS: Final = ((1920, 1080), (1920, 1080), (3840, 2160), (1280, 720))
ODD: Final = 0.04
"""The fraction of all touches that are no sensible move."""
NAMES: Final = ("", "Anna", "Ben", "O'Neill", "Zoé", "x" * 40)


class Visitors:
    """Visitors that come to ``seats`` from ``start`` on and play until ``end``, ``least`` to ``most`` in a party."""

    def __init__(
        self, seats: Sequence[SeatNumber], seed: int, start: Instant, end: Instant, least: int = 1, most: int = 12
    ) -> None:
        self.states: Counter[str] = Counter()
        """Snapshots of each state that they have seen."""
        self.rounds: Counter[str] = Counter()
        """Rounds that have begun, by their game."""
        self._seats, self._party, self._end = tuple(seats), (least, min(most, len(seats))), end
        self._random = random.Random(seed)  # noqa: S311  a day that repeats
        self._shown: msg.Snapshot | None = None
        self._next: deque[Input] = deque()
        """Further inputs at the moment of the last one."""
        self._due: dict[SeatNumber, Instant] = {}
        """The time of each person's next action."""
        self._leaves = self._comes = start
        self._displays = 0
        self._screen: str | None = None
        self._screen_due = start
        self._faulty: SeatNumber | None = None

    # ------------------------------------------------------------ what the runner asks

    def see(self, snapshot: msg.Snapshot) -> None:
        """Receive the table's newest snapshot."""
        before = self._shown.state if self._shown is not None else ""
        if snapshot.state == "countdown" and before not in ("countdown", "paused", "recovery"):
            self.rounds[snapshot.game] += 1
        self.states[snapshot.state] += 1
        self._shown = snapshot

    def marks(self) -> str | None:
        """Return the current display."""
        return self._screen

    def due(self) -> Instant | None:
        """Return the time of the next action."""
        if self._next:
            return Instant(0)
        party = min(self._due.values(), default=self._comes)
        return min(party, self._leaves if self._due else self._comes, self._screen_due, self._end)

    def act(self, now: Instant) -> Input | None:
        """Return the action at that moment."""
        if now >= self._end:
            return None
        while not self._next:
            self._next += self._happens(now)
            if not self._next and (due := self.due()) is not None and due > now:
                return FromDisplay(self._screen or "", msg.Mark(now))  # nothing after all: they only look
        return self._next.popleft()

    # ------------------------------------------------------------ what happens

    def _between(self, span: tuple[int, int]) -> Duration:
        return Duration(self._random.randint(*span))

    def _happens(self, now: Instant) -> Iterator[Input]:
        if now >= self._screen_due:
            yield from self._change_screen(now)
        elif not self._due and now >= self._comes:
            self._arrive(now)
        elif self._due and now >= self._leaves:
            yield from self._depart(now)
        else:
            seat = min(self._due, key=lambda one: self._due[one])
            self._due[seat] = Instant(now + self._between(PACE))
            yield from self._touch(seat, now)

    def _change_screen(self, now: Instant) -> Iterator[Input]:
        """End the display, or start the next one."""
        if self._screen is not None:
            yield DisplayGone(self._screen, now)
            self._screen = None
            self._screen_due = Instant(now + self._between((milliseconds(200), milliseconds(5000))))
            return
        self._displays += 1
        self._screen = f"display {self._displays}"
        self._screen_due = Instant(now + self._between(SCREEN_LASTS))
        yield DisplayJoined(self._screen)
        yield FromDisplay(self._screen, msg.WindowSize(*self._random.choice(WINDOWS)))

    def _arrive(self, now: Instant) -> None:
        people = self._random.sample(self._seats, self._random.randint(*self._party))
        self._due = {seat: Instant(now + self._between((0, MINUTE // 6))) for seat in people}
        self._leaves = Instant(now + self._between(STAYS))

    def _depart(self, now: Instant) -> Iterator[Input]:
        """Leave: most get up properly, some just go."""
        for seat in self._due:
            if self._random.random() < 0.8:
                yield from self._say(msg.LeaveSeat(seat, now))
        self._due = {}
        self._comes = Instant(now + self._between(AWAY))

    def _say(self, message: msg.ToTable) -> Iterator[Input]:
        if self._screen is not None:
            yield FromDisplay(self._screen, message)

    # ------------------------------------------------------------ what a person does

    def _touch(self, seat: SeatNumber, now: Instant) -> Iterator[Input]:
        if self._shown is None:
            return
        view = next(view for view in self._shown.seats if view.seat == seat)
        if self._random.random() < ODD:
            yield from self._random.choice(self._oddities())(view, now)
            return
        if self._shown.state == "ready" and self._random.random() < 0.5:
            yield from self._choose(view, now)
        for message in touches(self._shown, view, now):
            if isinstance(message, msg.PressButton) and self._random.random() < 0.5:
                yield from self._press(view, now)
            else:
                yield from self._say(message)

    def _choose(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Choose one of all offered values."""
        lobby = self._shown.lobby if self._shown is not None else None
        if lobby is not None and lobby.choices:
            choice = self._random.choice(lobby.choices)
            yield from self._say(msg.ChooseOption(view.seat, choice.key, self._random.choice(choice.values), now))

    def _press(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Press and release the real button."""
        button = self._random.choice((Button.STOP, Button.STOP, Button.STOP, Button.PLAY))
        yield ButtonEdge(view.seat, button, True, now)
        yield ButtonEdge(view.seat, button, False, now)

    def _own(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Make a choice of the seat's own."""
        key, values = self._random.choice(
            (
                ("language", ("en", "de", "fr")),
                *((switch, ("true", "false")) for switch in SWITCHES),
                ("name", NAMES),
                ("guest", ("",)),
                ("handicap", ("8", "10", "12", "13", "1", "2")),
                ("cooldown", ("-500", "0", "500", "1000", "3000")),
            )
        )
        yield from self._say(msg.ChooseOption(view.seat, key, self._random.choice(values), now))

    def _pause(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Let all ask for a pause."""
        for seat in self._due:
            yield from self._say(msg.ChooseOption(seat, "pause", "", now))

    def _fumble(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Take a card and drop it, and lay another where it is not allowed."""
        yield from self._say(msg.Hold(view.seat, "row 0", now))
        yield from self._say(msg.Drop(view.seat, now))
        yield from self._say(msg.TuckCard(view.seat, "discard", 1, now))
        yield from self._say(msg.PlayCard(view.seat, "stack", (), now))

    def _leave(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Get up, and come back later."""
        yield from self._say(msg.LeaveSeat(view.seat, now))

    def _doze(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Do nothing for longer than allowed."""
        self._due[view.seat] = Instant(now + self._between((MINUTE // 2, 2 * MINUTE)))
        return iter(())

    def _vote(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        for seat in self._due:
            yield from self._say(msg.CastVote(seat, now))

    def _break(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Break a button, or repair the broken one."""
        if self._faulty is None:
            self._faulty = view.seat
            yield DeviceFault(
                f"seat {view.seat} stop", Fault("button.stuck", {"seconds": 10}), now, view.seat, Button.STOP
            )
        else:
            yield DeviceHealthy(f"seat {self._faulty} stop", now, self._faulty, Button.STOP)
            self._faulty = None

    def _look_again(self, view: msg.SeatView, now: Instant) -> Iterator[Input]:
        """Replay a race, if there was one."""
        result = self._shown.result if self._shown is not None else None
        for race in result.races[:1] if result is not None else ():
            yield from self._say(msg.LookAgain(view.seat, race.id, now))

    def _oddities(self) -> tuple[Callable[[msg.SeatView, Instant], Iterator[Input]], ...]:
        """Return all that is no sensible move, the usual ones several times."""
        usual = (self._press, self._own, self._fumble, self._look_again)  # a press is a false Stop
        return (
            *(one for one in usual for _ in range(3)),
            self._pause,
            self._leave,
            self._doze,
            self._vote,
            self._break,
        )
