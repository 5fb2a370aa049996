"""What a tap on a control means: a press, a choice, or something that only this picture knows (an open drawer)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk.display.scene import Item
from kiosk.messages import ChooseOption, DriveReplay, Lobby, LookAgain, PressButton, Snapshot, ToTable
from kiosk.seats import SeatNumber

PRESSES: Final = {"seat": "play", "ready": "play", "go_on": "play", "again": "play", "stop": "stop"}
"""Controls that stand for an arcade button."""

SWITCH: Final = ("false", "true")

CHOOSE: Final = "choose "
"""Controls that open one choice of the match: this and the choice's key."""

NAME: Final = "name"
LETTERS: Final = "letters "
"""The drawer in which a name is written: this and what is written of it so far."""
NAME_LENGTH: Final = 12
"""Letters of a name at most."""

RACES: Final = "races"
"""The drawer of a result: who was first?"""

DRAWERS: Final = frozenset({"more", "language", "handicap", NAME, RACES})
"""Controls that open something inside their panel."""

_KEPT_IN: Final = {RACES: frozenset({"round_result", "replay"})}
"""States in which a drawer stays open that is not the lobby's."""
_LOBBY: Final = frozenset({"ready"})


def values_of(what: str, lobby: Lobby) -> tuple[str, tuple[str, ...]] | None:
    """The key and the values of a control that chooses, None if it does not."""
    own = {
        "language": lobby.languages,
        "handicap": tuple(map(str, lobby.handicaps)),
        "mirror": SWITCH,
        NAME: ("", *lobby.names),
    }
    if what in own:
        return ("mirrored" if what == "mirror" else what), own[what]
    return next(((choice.key, choice.values) for choice in lobby.choices if choice.key == what), None)


class Drawers:
    """Which panel has which drawer open.

    That is ``language``, ``handicap`` or ``name`` (the seat's own; further names: ``name 1`` ...), ``letters`` and what
    is written of a new name, ``more`` (what holds for everybody), or ``choose`` and the key of a choice; in a result
    ``races``.
    """

    def __init__(self) -> None:
        self._open: dict[SeatNumber, str] = {}

    def open_in(self, seat: SeatNumber) -> str | None:
        """What is open in the seat's panel."""
        return self._open.get(seat)

    def keep(self, snapshot: Snapshot) -> None:
        """Close what belongs to a lobby or a result that is over, or to somebody who has got up."""
        if self._open:
            here = {view.seat for view in snapshot.seats if view.state not in ("free", "left")}
            self._open = {
                seat: drawer
                for seat, drawer in self._open.items()
                if seat in here and snapshot.state in _KEPT_IN.get(drawer, _LOBBY)
            }

    def tap(self, item: Item, at: int, snapshot: Snapshot, invitation: str = "") -> ToTable | None:
        """The message for a tapped control; None if it only opened or closed something.

        ``invitation``: the language in which the seat was offered, if it was.
        """
        seat = item.seat
        if seat is None or not item.enabled:
            return None
        if item.what in PRESSES:
            return PressButton(seat, PRESSES[item.what], at, invitation or None)
        offered = values_of(item.what, snapshot.lobby) if snapshot.lobby is not None else None
        if offered is not None and item.slot is not None:
            key, values = offered
            if key in DRAWERS:  # one look is enough: chosen, and closed
                self._open.pop(seat, None)
            return ChooseOption(seat, key, values[item.slot], at)
        if item.what in DRAWERS or item.what.startswith(CHOOSE):
            self._open[seat] = item.what
        elif item.what == "close":
            self._open.pop(seat, None)
        elif item.what in _ASKS:
            return _ASKS[item.what](seat, item, at)
        else:
            return self._write(seat, item, at)
        return None

    def _write(self, seat: SeatNumber, item: Item, at: int) -> ToTable | None:
        """A new name, letter by letter."""
        written = self._open.get(seat, "").removeprefix(LETTERS)
        if item.what == "done":
            del self._open[seat]
            return ChooseOption(seat, NAME, written.strip(), at)
        if item.what == "new_name":
            self._open[seat] = LETTERS
        elif item.what == "more_names":
            self._open[seat] = f"{NAME} {item.slot}"
        elif item.what == "letter":
            self._open[seat] = LETTERS + written + (item.text or "")
        elif item.what == "erase":
            self._open[seat] = LETTERS + written[:-1]
        return None


def _look_again(seat: SeatNumber, item: Item, at: int) -> ToTable:
    return LookAgain(seat, item.slot or 0, at)


def _end_replay(seat: SeatNumber, _: Item, __: int) -> ToTable:
    return DriveReplay("close", seat=seat)


_ASKS: Final[dict[str, Callable[[SeatNumber, Item, int], ToTable]]] = {
    "race": _look_again,
    "replay_close": _end_replay,
}
"""Controls of a result and of what is seen again."""
