"""The pages of the service menu on which devices are tried: buttons, lamps, dice boards, fingers, sounds. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hardware.api import Duration, Instant, milliseconds
from kiosk.game.seats import SeatNumber
from kiosk.protocol import ServiceTile
from kiosk.protocol.staff_menu import SOUNDS
from kiosk.table.menu.page import BUTTONS_OF_A_SEAT, NOTHING, Effect, MenuData, Page, TriedButtons
from kiosk.table.service_requests import Job

LAMP_TURN: Final = milliseconds(1000)
"""The time that each lamp is lit in turn."""


def button_tiles(seats: tuple[SeatNumber, ...], buttons: TriedButtons) -> Iterator[ServiceTile]:
    """Yield a tile for the buttons of each seat, and one for the button pressed last."""
    for seat in seats:
        down = [name for name in BUTTONS_OF_A_SEAT if (seat, name) in buttons.down]
        worked = [name for name in BUTTONS_OF_A_SEAT if (seat, name) in buttons.worked]
        yield ServiceTile("seat", str(seat), " ".join(worked), " ".join(down), lit=bool(down), touchable=False)
    if buttons.last is not None:
        number, name = buttons.last
        yield ServiceTile("pressed", str(number), name, touchable=False)


class ButtonsPage(Page):
    """Every button lights up its seat."""

    name = "buttons"
    stays_for_presses = True

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        return button_tiles(self.menu.seats, self.menu.buttons)


class LampsPage(Page):
    """The lamps are lit in turn, or one alone."""

    name = "lamps"

    def open(self) -> Job | None:
        """Begin with the first."""
        self._light(self.menu.seats[0], LAMP_TURN)
        return None

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        yield ServiceTile("turns", lit=self.changes_at is not None)
        for seat in self.menu.seats:
            yield ServiceTile("lamp", str(seat), lit=seat == self.lamp)

    def touch(self, key: str, value: str) -> Effect:
        """Light one lamp alone, or all in turn."""
        named = next((seat for seat in self.menu.seats if str(seat) == value), None)
        if key == "turns":
            self._light(self.lamp or self.menu.seats[0], LAMP_TURN)
        elif key == "lamp" and named is not None:
            self._light(named, None)
        return NOTHING

    def advance(self) -> bool:
        """Light the next lamp, if it is time."""
        if self.changes_at is None or self.menu.now < self.changes_at or self.lamp is None:
            return False
        seats = self.menu.seats
        self._light(seats[(seats.index(self.lamp) + 1) % len(seats)], LAMP_TURN)
        return True

    def _light(self, seat: SeatNumber, lasts: Duration | None) -> None:
        self.lamp = seat
        self.changes_at = None if lasts is None else Instant(self.menu.now + lasts)


class BoardsPage(Page):
    """What each dice-reader board reads."""

    name = "boards"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        for seat, tray in self.menu.trays.items():
            dice = tray.latest.dice if tray.latest is not None else ()
            read = " ".join(f"{die.color or '?'}{die.value or '?'}" for die in dice)
            state = tray.latest.state.value if tray.works and tray.latest is not None else "lost"
            yield ServiceTile("board", str(seat), read, state, touchable=False)


class FingersPage(Page):
    """The display counts fingers, and marks each."""

    name = "fingers"


SOUND_TURN: Final = milliseconds(1200)
"""The time for which each seat is heard in turn."""


class LoudspeakersPage(Page):
    """Each seat is heard at its side: once round the table, or the one that is touched. It leads to all sounds."""

    name = "loudspeakers"

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._heard: SeatNumber | None = None
        self._round = False

    def open(self) -> Job | None:
        """Begin without a sound."""
        self._heard, self._round, self.changes_at = None, False, None
        return None

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        yield ServiceTile("round", lit=self._round)
        for seat in self.menu.seats:
            yield ServiceTile("loudspeaker", str(seat), lit=seat == self._heard)
        for name in SOUNDS:
            yield ServiceTile("page", name)

    def touch(self, key: str, value: str) -> Effect:
        """Have one seat heard, or all in turn."""
        named = next((seat for seat in self.menu.seats if str(seat) == value), None)
        if key == "round":
            self._play(self.menu.seats[0], on=True)
        elif key == "loudspeaker" and named is not None:
            self._play(named, on=False)
        return NOTHING

    def advance(self) -> bool:
        """Have the next seat heard, if it is time; after the last one, none."""
        if self.changes_at is None or self.menu.now < self.changes_at or self._heard is None:
            return False
        seats = self.menu.seats
        following = seats.index(self._heard) + 1
        if self._round and following < len(seats):
            self._play(seats[following], on=True)
        else:
            self.open()
        return True

    def _play(self, seat: SeatNumber, *, on: bool) -> None:
        """Have a seat heard; ``on``: the others after it."""
        self._heard, self._round = seat, on
        self.changes_at = Instant(self.menu.now + SOUND_TURN)
        self.menu.sounds_played += 1


class _SoundPage(Page):
    """Every sound of a group can be played."""

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._sound = ""

    def open(self) -> Job | None:
        """Begin without a sound."""
        self._sound = ""
        return None

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        return (ServiceTile("sound", name, lit=name == self._sound) for name in SOUNDS[self.name])

    def touch(self, key: str, value: str) -> Effect:
        """Have a sound played by the displays."""
        if key == "sound" and value in SOUNDS[self.name]:
            self._sound = value
            self.menu.sounds_played += 1
        return NOTHING


class SoundsPage(_SoundPage):
    """The sounds of play."""

    name = "sounds"


class SignalsPage(_SoundPage):
    """The sounds that tell something."""

    name = "signals"


class FinalePage(_SoundPage):
    """The sounds of the end of a round and of a match."""

    name = "finale"
