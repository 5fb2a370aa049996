"""A table in virtual time, driven in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from hardware.api import Duration, Instant, milliseconds
from kiosk.protocol import DriveBoard, PinEdge, Snapshot
from kiosk.protocol.state import State
from kiosk.testing.places import APPEARS_NS, NotThereError, Stay, point_of
from kiosk.testing.report import plain, plain_record
from kiosk.testing.script import STATE_NS, Act, not_in_state, play
from kiosk.testing.table import AS_IT_IS, BySeat, Changes, DrivenTable, NotSeenError
from kiosk.testing.virtual.kiosk import VirtualKiosk
from kiosk.testing.virtual.session import OFF, START

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

_Seen = TypeVar("_Seen")

_LIMIT_S: Final = 300.0
"""How long anything is waited for, in seconds of virtual time."""


class VirtualTable(DrivenTable):
    """A table whose time passes only in ``advance``, ``touch``, ``drive`` and ``wait_for``; a round takes milliseconds.

    The arguments are those of every ``DrivenTable``. The session, the debouncer, the firmware of simulated dice boards,
    the decoder of what they send, layout, screens and gestures are the real ones. There is no thread, socket, port or
    window, so it runs on any computer.
    """

    def __init__(self, config: str | Path = "four_seats", *, settings: Changes = AS_IT_IS, seed: int = 1) -> None:
        super().__init__(config, settings, seed, START)
        self._kiosk = VirtualKiosk(self.settings, seed)
        self._told: tuple[Snapshot | None, dict[str, Any]] = None, {}

    # ------------------------------------------------------------ time

    def advance(self, *, ms: float = 0, seconds: float = 0) -> None:
        """Let so much time pass."""
        self._kiosk.pass_to(Instant(self._kiosk.now + milliseconds(ms + 1000 * seconds)))

    def wait_for(self, what: str, found: Callable[[dict[str, Any]], _Seen | None], limit_s: float = _LIMIT_S) -> _Seen:
        """See ``DrivenTable.wait_for``; the time is virtual."""
        end = Instant(self._kiosk.now + milliseconds(1000 * limit_s))
        seen = self._kiosk.pass_until(end, lambda: found(self.state))
        if seen is None:
            raise NotSeenError(what, limit_s, self.report())
        self._note_state(self.state)
        return seen

    @property
    def now(self) -> int:
        """The time in nanoseconds, as in ``locked_until``; ``state["now"]`` is that of the last change."""
        return self._kiosk.now

    # ------------------------------------------------------------ what eyes see

    @property
    def state(self) -> dict[str, Any]:
        """See ``DrivenTable.state``."""
        shown = self._kiosk.shown
        if shown is not self._told[0]:
            self._told = shown, plain(shown)
        return self._told[1]

    @property
    def scene(self) -> dict[str, Any]:
        """See ``DrivenTable.scene``."""
        scene: dict[str, Any] = json.loads(self._kiosk.display.scene())
        return scene

    @property
    def journal(self) -> list[dict[str, Any]]:
        """See ``DrivenTable.journal``: everything is on the disk at once."""
        return [plain_record(record) for record in self._kiosk.records]

    @property
    def lamps(self) -> dict[int, str]:
        """What each seat's lamp shows (``hardware.api.LampState``), from the very moment of a press on."""
        return BySeat({seat: state.value for seat, state in sorted(self._kiosk.lamps.items())})

    def save_picture(self, file: Path) -> None:
        """See ``DrivenTable.save_picture``; it is painted without a GPU."""
        self._kiosk.display.picture().save(file)

    # ------------------------------------------------------------ what is staged, and accidents

    def lay(self, centre: str, *seats: str) -> None:
        """Put pieces on the table of a round that runs: those in the centre, then those of each seat that plays.

        Cards: ``lay("r3", "row r4 b8 b7 stack b1 hand g5", ...)``, as ``kiosk.game.cards.position`` writes them; dice:
        the highest of each colour in the centre, then trays, ``lay("r3", "r4 b6", ...)``, or ``left``. ValueError says
        what is wrong. The journal does not know of it: the round cannot be taken up after a power cut.
        """
        self._kiosk.lay(centre, seats)
        self._note(f"# laid: {' | '.join((centre, *seats))}")

    def cut_power(self, *, lose: int = 0) -> None:
        """See ``DrivenTable.cut_power``; it is off for five seconds.

        ``lose``: so many of the last records were not on the disk yet.
        """
        if lose < 0:
            raise ValueError(f"lose is a number of records, 0 or more, not {lose}")
        self._note("# the power is cut")
        kiosk = self._kiosk
        del kiosk.records[max(0, len(kiosk.records) - lose) :]
        kiosk.switch_off(OFF)
        kiosk.switch_on()

    def kill_display(self) -> None:
        """See ``DrivenTable.kill_display``: there is none for a second, while the round goes on."""
        self._note("# the display is killed")
        self._kiosk.kill_display()

    # ------------------------------------------------------------ how it is done

    def _drive_pins(self, edges: tuple[PinEdge, ...]) -> None:
        self._kiosk.press(edges)  # raises ValueError for a button that there is not

    def _drive_board(self, wish: DriveBoard) -> None:
        if why_not := self._kiosk.drive_board(wish):
            raise ValueError(why_not)

    def _touch(self, seat: int, way: Sequence[Stay]) -> None:
        _touch_at_place(self._kiosk, seat, way)
        self._kiosk.settle()

    def _play(self, acts: Sequence[Act]) -> None:
        try:
            play(acts, _Hands(self._kiosk))
        finally:
            self._kiosk.settle()  # also after an act that cannot be done

    def _clock(self) -> int:
        return self._kiosk.now


class _Hands:
    """The hands of a script that begins now (``kiosk.testing.script.Hands``)."""

    def __init__(self, kiosk: VirtualKiosk) -> None:
        self._kiosk = kiosk
        self._began = kiosk.now

    @property
    def now(self) -> int:
        return self._kiosk.now - self._began

    def wait_until(self, at: int) -> None:
        if self._began + at > self._kiosk.now:
            self._kiosk.pass_to(Instant(self._began + at))

    def settle(self) -> None:
        self._kiosk.settle()

    def state_begun(self, state: State) -> int:
        kiosk = self._kiosk

        def begun() -> int | None:
            shown = kiosk.shown
            return shown.since if shown is not None and shown.state == state else None

        since = kiosk.pass_until(Instant(kiosk.now + STATE_NS), begun)
        if since is None:
            raise not_in_state(kiosk.session.table.state, state)
        return since - self._began

    def press(self, edges: tuple[PinEdge, ...], _at: int) -> None:
        self._kiosk.press(edges)

    def touch(self, seat: int, way: Sequence[Stay], _at: int, _line: int) -> None:
        _touch_at_place(self._kiosk, seat, way)

    def board(self, wish: DriveBoard, _at: int) -> None:
        if why_not := self._kiosk.drive_board(wish):
            raise ValueError(why_not)


def _touch_at_place(kiosk: VirtualKiosk, seat: int, way: Sequence[Stay]) -> None:
    """Touch as soon as the places are there, and return before the lift. Raises NotThereError."""

    def points() -> list[tuple[int, int]]:
        scene = json.loads(kiosk.display.scene())
        return [point_of(scene, seat, stay.place) for stay in way]

    def there() -> list[tuple[int, int]] | None:
        try:
            return points()
        except NotThereError:
            return None

    found = kiosk.pass_until(Instant(kiosk.now + APPEARS_NS), there) or points()
    kiosk.touch([(point, Duration(stay.after)) for point, stay in zip(found, way, strict=True)])
