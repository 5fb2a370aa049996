"""What hands and eyes do at every table for tests, real or virtual. Seats are numbered from 1."""

from __future__ import annotations

import contextlib
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from hardware.api import Button
from kiosk.config.loader import CONFIGS, keys, load, validated
from kiosk.config.schema import Settings
from kiosk.game.seats import SeatNumber
from kiosk.protocol import DriveBoard, PinEdge
from kiosk.protocol.state import THERE, State
from kiosk.system.written_text import decoded
from kiosk.testing.places import CENTRE, Stay, read_way
from kiosk.testing.presses import read_deed, read_presses, read_time
from kiosk.testing.report import record_line, seat_line
from kiosk.testing.script import Act, read_script

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

_Seen = TypeVar("_Seen")

Changes: TypeAlias = Mapping[str, Mapping[str, object]]
"""Changes of a configuration: by section, its keys and their values."""
AS_IT_IS: Final[Changes] = MappingProxyType({})
"""No changes."""
_ACTS: Final = 40
"""The number of acts, the last ones, that a failure shows."""
_RECORDS: Final = 6
"""The number of records, the last ones, that a failure shows."""


class NotSeenError(AssertionError):
    """What a test waits for has not come. ``report``: of its table."""

    def __init__(self, what: str, limit_s: float, report: str) -> None:
        super().__init__(f"{what}: not within {limit_s:g} s\n{report}")
        self.report = report


class BySeat(dict[int, str]):
    """Words by seat; ValueError for a seat that is not there."""

    def __missing__(self, seat: int) -> str:
        raise no_seat(seat, self)


def no_seat(seat: object, seats: Iterable[int]) -> ValueError:
    """Return the error that there is no such seat among these."""
    return ValueError(f"there is no seat {seat!r}; there are: {', '.join(map(str, seats))}")


def config_file(config: str | Path) -> Path:
    """Return the file of a ready-made table (``four_seats``), or of a path. ValueError if there is none."""
    ready_made = CONFIGS / f"{config}.toml"
    if ready_made.is_file():
        return ready_made
    file = Path(config).absolute()
    if not file.is_file():
        names = ", ".join(sorted(one.stem for one in CONFIGS.glob("*.toml")))
        raise ValueError(f"there is no configuration {str(config)!r}; ready-made ones: {names}; or the path of a file")
    return file


def changed(file: Path, changes: Changes) -> Settings:
    """Return the settings of a configuration with these changes. Raises ConfigError."""
    if not changes:
        return load(file)
    data = keys(decoded(file.read_bytes()), file.name)
    for section, values in changes.items():
        if not isinstance(values, Mapping):
            raise TypeError(f"settings are by section, as in {{'game': {{'rounds': 1}}}}: {section!r} has no keys")
        data[section] = {**data.get(section, {}), **values}
    return validated(data, file.name)


class DrivenTable(ABC):
    """A table that is driven in words.

    ``config``: a ready-made table (``four_seats``) or a file; ``settings``: changes of it, by section, such as
    ``{"game": {"preset": "nordic_is"}}``; ``seed``: deals the same cards every time.
    """

    def __init__(self, config: str | Path, settings: Changes, seed: int, began: int) -> None:
        if not isinstance(seed, int):
            raise TypeError(f"a seed is a whole number, not {seed!r}")
        self.config = config_file(config)
        self.seed = seed
        self._changes = settings
        self.settings = changed(self.config, settings)
        self._acts: list[str] = []
        self._began = self._origin = began  # of the table, and of the times of acts, by its clock
        self._known: tuple[str, int] | None = None  # the state that was last waited for, and when it began

    # ------------------------------------------------------------ what hands do

    def press(self, *presses: int | str, hold: str = "100ms") -> None:
        """Press buttons: ``press(2, "stop")``, a dead heat: ``press(2, "stop", 3, "stop+0.5ms")``.

        They are stamped at their simulated pins. Returns when the table has the presses, not after the release, nor
        after the verdict.
        """
        words = [str(word) for word in presses]
        edges = read_presses(words, read_time(hold))
        for edge in edges:
            self._check_seat(edge.seat)
        with self._noted(f"press {' '.join(words)} hold {hold}"):
            self._drive_pins(edges)

    def touch(self, seat: int, *places: str, takes: str = "") -> None:
        """Tap a place, or drag over several, with the names of ``kiosk scene``: ``touch(3, "row:1", "centre")``.

        ``takes``: how long, such as ``200ms``. Returns after the lift.
        """
        self._check_seat(seat)
        way = read_way(places, read_time(takes) if takes else None)
        with self._noted(f"touch {seat} {shlex.join(places)}{f' takes {takes}' if takes else ''}"):
            self._touch(seat, way)

    def drag(self, seat: int, place: str, *to: str, takes: str = "") -> None:
        """Drag a piece to a place, by default to the centre: ``drag(3, "row:1")``."""
        self.touch(seat, place, *(to or (CENTRE,)), takes=takes)

    def dice(self, seat: int) -> Dice:
        """Return the hands at this seat's simulated dice-reader board."""
        self._check_seat(seat)
        return Dice(self, seat)

    def pins(self, name: str | int) -> Pin:
        """Return the contact of the button at a pin: ``pins("GPIO17")``, ``pins(17)``. ValueError if there is none."""
        number = str(name).upper().removeprefix("GPIO").strip()
        buttons = {
            str(pin): (seat.seat, button)
            for seat in self.settings.wiring()
            for pin, button in ((seat.stop_pin, Button.STOP), (seat.play_pin, Button.PLAY))
            if pin is not None
        }
        if number not in buttons:
            there = ", ".join(f"GPIO{pin} (seat {seat} {button})" for pin, (seat, button) in buttons.items())
            raise ValueError(f"there is no button at {name}; there are: {there}")
        return Pin(self, *buttons[number])

    def sit(self, *seats: int) -> None:
        """Sit down at these seats, one after the other; where somebody sits already, nothing is done."""
        for seat in seats:
            if _sits(seat, self.state):
                continue
            self.press(seat, "play")
            self.wait_for(f"somebody sits at seat {seat}", partial(_sits, seat))

    def start(self, *seats: int) -> None:
        """Sit down at these seats, and wait until the round runs. ValueError if one runs already."""
        if (now := self.state["state"]) not in (State.ATTRACT, State.LOBBY):
            raise ValueError(f"a round begins from the states attract and ready, and the table is in {now!r}")
        self.sit(*seats)
        for seat in seats:
            self.touch(seat, "ready")
        self.wait_for("the round runs", lambda state: state["state"] == State.PLAY)

    def drive(self, script: str) -> None:
        """Play a script (``kiosk drive``), also one that ``kiosk capture`` has written, to its end.

        Its times count from now. Raises ScriptError.
        """
        acts = read_script(script)
        self._note("# a script is played:")
        self._acts += [f"#   {line}" for line in script.splitlines()]
        self._play(acts)

    # ------------------------------------------------------------ what eyes see

    @property
    @abstractmethod
    def state(self) -> dict[str, Any]:
        """What everybody may see, as ``kiosk state`` prints it."""

    @property
    @abstractmethod
    def scene(self) -> dict[str, Any]:
        """What can be touched, as ``kiosk scene`` prints it."""

    @property
    @abstractmethod
    def journal(self) -> list[dict[str, Any]]:
        """The records that are on the disk, oldest first: their fields by name, and ``type``."""

    @property
    def lamps(self) -> dict[int, str]:
        """What each seat's lamp shows (``hardware.api.LampState``)."""
        return BySeat({view["seat"]: view["lamp"] for view in self.state["seats"]})

    def seat(self, number: int) -> dict[str, Any]:
        """Return what everybody may see of a seat."""
        return _view(self.state, number)

    @abstractmethod
    def save_picture(self, file: Path) -> None:
        """Save the picture of the table as a PNG file."""

    @abstractmethod
    def wait_for(self, what: str, found: Callable[[dict[str, Any]], _Seen | None], limit_s: float = ...) -> _Seen:
        """Return the first result of ``found`` of the coming states that counts as true.

        NotSeenError, an AssertionError, with ``what`` and the table's report if it does not come within ``limit_s``
        seconds: by default 300 of virtual time, or 30 at a live table.
        """

    @abstractmethod
    def kill_display(self) -> None:
        """Kill the display; the next one is started at once."""

    @abstractmethod
    def cut_power(self) -> None:
        """Cut the power, and switch the table on again."""

    def report(self) -> str:
        """Return what helps to understand a failure: state, seats, the last records, and what hands did."""
        state = self.state
        over = f", ended by {state['ended_by']} of seat {state['caller']}" if state["ended_by"] else ""
        piles = " ".join(card for _, card in state["piles"]) or "none"
        after_s = (self._clock() - self._began) / 1e9
        lines = [
            f"state: {state['state']}{over}, {after_s:.3f} s after the start, game: {state['game']}, piles: {piles}"
        ]
        lines += [seat_line(view) for view in state["seats"]]
        if records := self.journal[-_RECORDS:]:
            lines.append("last records of the journal, with their times from GO:")
            lines += [f"    {record_line(record)}" for record in records]
        changes = f", with the settings {dict(self._changes)}" if self._changes else ""
        lines.append(f"to repeat it: kiosk --config {self.config} --seed {self.seed}{changes}")
        if self._acts:
            lines.append("and as a script for `kiosk drive`, which leaves out what has a #:")
        return "\n".join([*lines, *(f"    {act}" for act in self._acts[-_ACTS:])])

    # ------------------------------------------------------------ how it is done

    def drive_board(self, wish: DriveBoard) -> None:
        """Do something at a simulated board; see ``dice``."""
        with self._noted(f"dice-board {' '.join((wish.do, str(wish.seat), *wish.words))}"):
            self._drive_board(wish)

    def drive_pin(self, edges: Sequence[PinEdge], press: str) -> None:
        """Move a button's contact; see ``pins``. ``press``: what is done, for a failure."""
        self._note(f"# {press}")
        self._drive_pins(tuple(edges))

    @abstractmethod
    def _drive_pins(self, edges: tuple[PinEdge, ...]) -> None: ...

    @abstractmethod
    def _drive_board(self, wish: DriveBoard) -> None: ...

    @abstractmethod
    def _touch(self, seat: int, way: Sequence[Stay]) -> None: ...

    @abstractmethod
    def _play(self, acts: Sequence[Act]) -> None: ...

    @abstractmethod
    def _clock(self) -> int:
        """Return the time by the table's clock, in nanoseconds."""

    @contextlib.contextmanager
    def _noted(self, act: str) -> Iterator[None]:
        """Note an act, unless it cannot be done."""
        self._note(act)
        try:
            yield
        except ValueError:
            self._acts.pop()
            raise

    def _check_seat(self, number: int) -> None:
        """Raise ValueError for a seat that the table does not have."""
        seats = [seat.seat for seat in self.settings.wiring()]
        if number not in seats:
            raise no_seat(number, seats)

    def _note_state(self, state: dict[str, Any]) -> None:
        """Note that a state has been waited for: in a script, times count from its beginning."""
        known, self._known = self._known, (state["state"], state["since"])
        if self._known != (known or (State.ATTRACT, state["since"])):
            self._acts.append(f"wait {state['state']}")
            self._origin = state["since"]

    def _note(self, act: str) -> None:
        """Add an act, or a comment on what no script can do."""
        at = f"{max(0, self._clock() - self._origin) / 1e6:.1f}ms"
        self._acts.append(f"# {at}: {act.removeprefix('# ')}" if act.startswith("#") else f"{at} {act}")


class Pin(NamedTuple):
    """The contact of a button: closed, it pulls its pin low."""

    table: DrivenTable
    seat: int
    button: Button

    def hold(self) -> None:
        """Close it, and keep it closed."""
        self._move([(True, 0)], "closes")

    def release(self) -> None:
        """Open it."""
        self._move([(False, 0)], "opens")

    def bounce(self, times: int = 3, every: str = "0.4ms", hold: str = "100ms") -> None:
        """Press it as a worn button does: it opens and closes again so many times, at first and when it is released.

        ``every``: the time between two changes.
        """
        step, last = read_time(every), read_time(hold)
        changes = [(place % 2 == 0, place * step) for place in range(2 * times + 1)]
        self._move([*changes, *((not closed, last + after) for closed, after in changes)], f"bounces {times} times")

    def _move(self, changes: Sequence[tuple[bool, int]], press: str) -> None:
        edges = [PinEdge(SeatNumber(self.seat), self.button, closed, after) for closed, after in changes]
        self.table.drive_pin(edges, f"the contact of seat {self.seat} {self.button} {press}")


class Dice(NamedTuple):
    """The hands at a simulated dice-reader board."""

    table: DrivenTable
    seat: int

    def throw(self, dice: str = "") -> None:
        """Throw dice such as ``r1 g2`` into the tray; without any, the seat's unplaced ones, with values by chance."""
        self._do("throw", dice.split())

    def unplug(self) -> None:
        """Unplug the board."""
        self._do("unplug")

    def plug(self) -> None:
        """Plug the board in."""
        self._do("plug")

    def fault(self, *names: str) -> None:
        """Begin faults, such as ``garbage``; another name is answered by the list."""
        self._do("fault", names)

    def repair(self, *names: str) -> None:
        """End these faults; without names, all."""
        self._do("repair", names)

    def _do(self, do: str, words: Sequence[str] = ()) -> None:
        self.table.drive_board(read_deed((do, str(self.seat), *words)))


def _view(state: dict[str, Any], seat: int) -> dict[str, Any]:
    found: dict[str, Any] | None = next((view for view in state["seats"] if view["seat"] == seat), None)
    if found is None:
        raise no_seat(seat, [view["seat"] for view in state["seats"]])
    return found


def _sits(seat: int, state: dict[str, Any]) -> bool:
    """Return whether a person sits there in the lobby, or plays."""
    view = _view(state, seat)
    return state["state"] != State.ATTRACT and view["state"] in THERE and not view["bot"]
