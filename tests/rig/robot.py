"""Robots that play like people: fingers and keys at the table, guided by the scene."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import Final, TypeVar

from hardware.api import Button
from kiosk.protocol import SeatView, Snapshot
from tests.rig.drawers import way_to
from tests.rig.kiosk_process import KioskProcess
from tests.rig.scene import Point, Scene, Thing, below
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import Watcher

SEATS: Final = (1, 2, 3, 4)
STOP_KEYS: Final = {seat: 9 + seat for seat in range(1, 13)}
PLAY_KEYS: Final = {seat: 23 + seat for seat in range(1, 13)}
"""Seat -> X keycode of its simulated button: the key of the number row, and the one below it."""

_PALM: Final = 40
_TAP: Final = 20
"""Finger numbers: seats drag with finger = seat, tap with 20 + seat, rest a palm with 40 + seat."""


FLIP_COOLDOWN: Final = 0.36
"""Seconds: a little more than the table's own edition requires between two flips of a seat."""


AIM: Final = 0.1
"""Seconds: a little longer than the time over which the display measures a finger's speed."""


@dataclass(frozen=True, slots=True)
class Drag:
    """A drag of a seat's card towards ``aim``; the finger goes on to there or, if it ``returns``, back home."""

    seat: int
    card: Thing
    aim: Point
    cell: int | None = None
    returns: bool = False
    finger: int | None = None
    """The finger's number on the glass; None: the seat's number."""

    @property
    def touch(self) -> int:
        """The finger's number on the glass."""
        return self.seat if self.finger is None else self.finger


def _gone_or_elsewhere(thing: Thing, scene: Scene) -> Scene | None:
    """Return the scene unless it shows the thing at its place."""
    return scene if thing.at not in [shown.at for shown in scene.of(thing.what, thing.seat)] else None


_OUT: Final = (0.1, 0.3, 0.5)
_ON: Final = (0.7, 0.9, 1.0)
_BACK: Final = (0.3, 0.1, 0.0)
"""Fractions of the way from the card to its aim at which a finger is seen: going out, going on, and coming back."""


_Found = TypeVar("_Found")


class Robot:
    """A player for any seats of ``kiosk`` with the fingers and keys of ``table``. The window fills the screen.

    This one plays cards; for dice see ``tests.rig.dice_robot``.
    """

    def __init__(self, table: TouchTable, kiosk: KioskProcess, watcher: Watcher) -> None:
        self.table, self.kiosk, self.watcher = table, kiosk, watcher
        self._flipped = dict.fromkeys(STOP_KEYS, 0.0)

    # ------------------------------------------------------------ the way into a round

    def sit_down(self, seats: Sequence[int] = SEATS, choices: Mapping[str, str] = MappingProxyType({})) -> Scene:
        """Take the seats with one button, get ready with the other; return the scene when the round runs.

        ``choices``: what the first of them chooses by key: in the drawer of the choices for everybody.
        """
        self.button(seats[0], Button.STOP)
        for key, value in choices.items():  # while nobody else is there to be asked
            self.choose(seats[0], key, value)
        for seat in seats[1:]:
            self.button(seat, Button.STOP)
        self.tap([self._shown("ready", seat) for seat in seats])  # no button: one may belong to the lesson
        self.watcher.wait_for("the round", lambda snapshot: snapshot.state == "play")
        return self.kiosk.wait_for("the round", lambda scene: scene if scene.state == "play" else None)

    def choose(self, seat: int, key: str, value: str) -> None:
        """Choose a value in the drawer of the choices for everybody."""

        def chosen(snapshot: Snapshot) -> dict[str, tuple[str, tuple[str, ...]]]:
            choices = snapshot.lobby.choices if snapshot.lobby else ()
            return {choice.key: (choice.value, choice.values) for choice in choices}

        lobby = self.watcher.wait_for("the lobby", lambda snapshot: key in chosen(snapshot))
        slot = chosen(lobby)[key][1].index(value)
        for what in way_to(key):
            self.tap([self._shown(what, seat)])
        self.tap([self._shown(key, seat, slot)])
        self.watcher.wait_for(f"{key} {value}", lambda snapshot: chosen(snapshot)[key][0] == value)
        self._close(seat)
        self._shown("more", seat)

    def _close(self, seat: int) -> None:
        """Close the seat's drawer; again if the tray was drawn anew just then, because another game was chosen."""
        shown = self._shown("close", seat)
        while True:
            self.tap([shown])
            after = self.kiosk.wait_for("a closed drawer", partial(_gone_or_elsewhere, shown))
            if not (again := after.of("close", seat)):
                return
            shown = again[0]

    def _shown(self, what: str, seat: int, slot: int | None = None) -> Thing:
        """Return the control, as soon as it is shown."""

        def found(scene: Scene) -> Thing | None:
            return next((thing for thing in scene.of(what, seat) if slot in (None, thing.slot)), None)

        return self.kiosk.wait_for(what, found)

    # ------------------------------------------------------------ playing

    def refill(self, gap: Thing) -> None:
        """Tap an empty place of a row until the stack's card lies there."""
        self.tap([gap])
        self._wait_for_row(gap, 1)

    def lay(self, card: Thing, place: Thing) -> None:
        """Drag a stack or discard card onto a place of its own row, until it lies there: a tuck or a refill."""
        assert card.seat is not None
        assert place.slot is not None
        count = self.watcher.seat(card.seat).row[place.slot].count
        drags = [Drag(card.seat, card, place.at)]
        self.pick_up(drags)
        self.carry_on(drags)
        self.aim()
        self.let_go(drags)
        self._wait_for_row(place, count + 1)

    def aim(self) -> None:
        """Let frames pass while the fingers stand still: a lift afterwards is not a flick."""
        since = time.monotonic()
        while time.monotonic() < since + AIM:
            self.kiosk.scene()

    def _wait_for_row(self, place: Thing, count: int) -> None:
        """Wait until table and picture show so many cards there: the scene is a frame or more behind the table."""
        seat, slot = place.seat or 0, place.slot or 0
        self.watcher.wait_for(f"{count} cards on {place}", lambda _: self.watcher.seat(seat).row[slot].count == count)
        top = self.watcher.seat(seat).row[slot].card

        def shown(scene: Scene) -> bool:
            return any(thing.slot == slot and thing.card == top for thing in scene.of("row", seat))

        self.kiosk.wait_for(f"{top} on {place}", shown)

    def turn(
        self, seats: Sequence[int] = SEATS, in_mid_air: Callable[[Sequence[Drag]], None] = lambda _: None
    ) -> Scene:
        """Drag a fitting card at every seat at once, or another one out and home; return the scene after it.

        A seat with nothing that fits also taps the hand, with a second finger. ``in_mid_air`` is called when the
        display has seen all the fingers move. No two seats want the same place, so that every card must arrive
        (``AssertionError``), unless its seat is locked just then, because it shuffles.
        """
        scene, told = self.kiosk.scene(), self.told()
        drags = choose(scene, seats, self.wishes)
        idle = [seat for seat in seats if seat not in {drag.seat for drag in drags}]
        spares = [(seat, self.spare(scene, seat)) for seat in idle]
        drags += [Drag(seat, spare, scene.middle, returns=True) for seat, spare in spares if spare is not None]
        self.pick_up(drags)
        self.kiosk.scene()  # a frame has passed
        in_mid_air(drags)
        self.meanwhile(idle, scene)
        self.carry_on(drags)
        self.let_go(drags)
        return self.see_arrive([drag for drag in drags if not drag.returns], told)

    def see_arrive(self, drags: Sequence[Drag], told: int) -> Scene:
        """Return the scene in which all dropped cards have left their places. ``told``: the last verdict before."""
        arrived = [drag.card for drag in drags if self._arrives(drag, told)]
        return self.kiosk.wait_for(
            "the new scene",
            lambda now: None if now.state == "play" and any(map(now.still_there, arrived)) else now,
        )

    def told(self) -> int:
        """Return the number of the last verdict."""
        return max((verdict.id for view in self.watcher.look().seats for verdict in view.ticker), default=0)

    def wishes(self, scene: Scene, seat: int) -> Iterator[Drag]:
        """Yield the seat's possible plays, the most useful first."""
        return plays(scene, seat)

    def spare(self, scene: Scene, seat: int) -> Thing | None:
        """Return a card that can be carried for a while without keeping the seat from flipping."""
        return next(thing for thing in scene.of("row", seat) if thing.card)

    def meanwhile(self, idle: Sequence[int], scene: Scene) -> None:
        """Let seats with nothing that fits act while cards are carried."""
        self.flip(idle, scene)

    def has_landed(self, drag: Drag) -> bool:
        """Return whether in the table's newest snapshot the card is where it was dropped."""
        return drag.card.card not in faces(self.watcher.seat(drag.seat))

    def find(self, what: str, found: Callable[[Scene], _Found | None]) -> _Found:
        """Play on until ``found`` finds something in the scene; ``AssertionError`` if the round ends before."""
        scene = self.kiosk.scene()
        while not (seen := found(scene)):
            assert scene.state == "play", f"the round has ended without {what}: choose another seed"
            scene = self.turn()
        return seen

    def _arrives(self, drag: Drag, told: int) -> bool:
        """Wait for the verdict on a dropped card; return False if it may not be played because its seat is locked.

        ``told``: the number of the last verdict before.
        """
        card = drag.card.card

        def refusals() -> list[str]:
            ticker = self.watcher.seat(drag.seat).ticker
            return [verdict.reason for verdict in ticker if verdict.id > told and verdict.card == card]

        def is_out(snapshot: Snapshot) -> bool:
            return snapshot.state != "play" or self.has_landed(drag) or bool(refusals())

        self.watcher.wait_for(f"a verdict on {drag}", is_out)
        assert set(refusals()) <= {"locked", "round_over"}, f"{drag} was refused: {refusals()}"
        return not refusals()

    def flip(self, seats: Iterable[int], scene: Scene) -> None:
        """Tap the hands of these seats, as far as they may flip again."""
        now = time.monotonic()
        able = [seat for seat in seats if now - self._flipped[seat] > FLIP_COOLDOWN]
        self._flipped.update(dict.fromkeys(able, now))
        self.tap([scene.one("hand", seat) for seat in able])

    # ------------------------------------------------------------ keys and fingers

    def button(self, seat: int, button: Button) -> None:
        """Press and release a button of the seat."""
        self.press({Button.STOP: STOP_KEYS, Button.PLAY: PLAY_KEYS}[button][seat])

    def press(self, keycode: int) -> None:
        """Press and release a key."""
        self.table.key(keycode, press=True)
        self.table.key(keycode, press=False)
        self.table.sync()

    def tap(self, things: Iterable[Thing]) -> None:
        """Touch things, one a seat, all at the same time."""
        fingers = [(_TAP + (thing.seat or 0), thing.at) for thing in things]
        with self.table.at_once():
            for finger, point in fingers:
                self.table.down(finger, *point)
        with self.table.at_once():
            for finger, _ in fingers:
                self.table.up(finger)
        self.table.sync()

    def rest_palms(self, things: Iterable[Thing]) -> None:
        """Lay a palm on each thing, one a seat; it stays there and only trembles."""
        for thing in things:
            self.table.down(_PALM + (thing.seat or 0), *thing.at)
            self.table.move(_PALM + (thing.seat or 0), thing.x + 1, thing.y)
        self.table.sync()

    def lift_palms(self, seats: Iterable[int]) -> None:
        """Take the palms away."""
        for seat in seats:
            self.table.up(_PALM + seat)
        self.table.sync()

    def pick_up(self, drags: Sequence[Drag]) -> None:
        """Put all fingers down and move them half the way, step by step and in turns."""
        for drag in drags:
            self.table.down(drag.touch, *drag.card.at)
        self._slide(drags, lambda _: _OUT)

    def carry_on(self, drags: Sequence[Drag]) -> None:
        """Move the other half of the way; the fingers stay down."""
        self._slide(drags, lambda drag: _BACK if drag.returns else _ON)

    def let_go(self, drags: Sequence[Drag]) -> None:
        """Lift all fingers."""
        for drag in drags:
            self.table.up(drag.touch)
        self.table.sync()

    def drag(self, drags: Sequence[Drag]) -> None:
        """Pick up, carry and let go, all fingers at the same time."""
        self.pick_up(drags)
        self.carry_on(drags)
        self.let_go(drags)

    def _slide(self, drags: Sequence[Drag], parts: Callable[[Drag], tuple[float, float, float]]) -> None:
        for step in range(3):
            for drag in drags:
                self.table.move(drag.touch, *drag.card.at.towards(drag.aim, parts(drag)[step]))
        self.table.sync()


def faces(view: SeatView) -> set[str | None]:
    """Return all cards that lie face up at the seat."""
    return {view.stack_card, view.discard_card, *(slot.card for slot in view.row)}


def plays(scene: Scene, seat: int) -> Iterator[Drag]:
    """Yield the seat's cards that fit now, the most useful first; a 1 fits each empty place of the centre."""
    for card in scene.cards(seat):
        for pile in scene.of("pile"):
            if pile.card == below(card.card or ""):
                yield Drag(seat, card, pile.at, pile.slot)


def choose(
    scene: Scene, seats: Sequence[int] = SEATS, wishes: Callable[[Scene, int], Iterator[Drag]] = plays
) -> list[Drag]:
    """Return the most useful card of each seat that fits, no two for the same place."""
    drags: list[Drag] = []
    for seat in seats:
        taken = {drag.cell for drag in drags}
        drags += [drag for drag in wishes(scene, seat) if drag.cell not in taken][:1]
    return drags


def contest(scene: Scene) -> tuple[Drag, Drag] | None:
    """Return two seats with a card for the same pile, the only one on which it fits; None if there are none."""
    wishes = [drag for seat in SEATS for drag in plays(scene, seat)]
    places = Counter((drag.seat, drag.card.card) for drag in wishes)
    for one, other in combinations(wishes, 2):
        alone = places[one.seat, one.card.card] == places[other.seat, other.card.card] == 1
        if alone and one.seat != other.seat and one.cell == other.cell:
            return one, other
    return None
