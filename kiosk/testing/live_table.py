"""A real table for tests: the processes of ``kiosk`` with simulated hardware, off-screen, in a folder of their own.

It needs Linux: the kiosk's programs talk over Unix sockets.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self, TypeVar

from kiosk.config.dump import effective
from kiosk.display.remote_control import ask_screenshot
from kiosk.journal.reader import read_files
from kiosk.protocol import DriveBoard, DrivePins, PinEdge
from kiosk.protocol.client import NotRunning, drive, snapshots
from kiosk.testing.kiosk_process import LIMIT_S, KioskProcess
from kiosk.testing.places import Stay, touch_at_place
from kiosk.testing.report import plain, plain_record
from kiosk.testing.running_kiosk import running_kiosk
from kiosk.testing.script import Act, play
from kiosk.testing.table import AS_IT_IS, Changes, DrivenTable, NotSeenError

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

_Seen = TypeVar("_Seen")


class LiveTable(DrivenTable):
    """A table that plays. ``folder``: becomes its home and has its records; it survives ``cut_power``.

    ``draws``: the window is really drawn, so that there is a picture; it needs OpenGL. The other arguments are those of
    every ``DrivenTable``.
    """

    def __init__(
        self,
        folder: Path,
        config: str | Path = "four_seats",
        *,
        settings: Changes = AS_IT_IS,
        seed: int = 1,
        draws: bool = False,
    ) -> None:
        super().__init__(config, settings, seed, time.monotonic_ns())
        file = folder / "table.toml"
        file.write_text(effective(self.settings), encoding="utf-8")
        self._folder, self._draws = folder, draws
        self._arguments = "--config", str(file), "--seed", str(seed)
        self._sockets = TemporaryDirectory(prefix="kiosk-")  # the path of a socket has at most 107 characters
        self._kiosk = self._run()

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables with which commands find this kiosk."""
        return self._kiosk.environment

    def socket(self, name: str) -> Path:
        """Return the path of the socket of its ``table`` or ``display``, for clients of one's own."""
        return self._kiosk.socket(name)

    # ------------------------------------------------------------ what eyes see

    @property
    def state(self) -> dict[str, Any]:
        """See ``DrivenTable.state``."""
        for snapshot in snapshots(self._kiosk.socket("table")):
            state: dict[str, Any] = plain(snapshot)
            return state
        raise NotRunning("The kiosk's table has just ended.")

    @property
    def scene(self) -> dict[str, Any]:
        """See ``DrivenTable.scene``."""
        return self._kiosk.scene_values()

    @property
    def journal(self) -> list[dict[str, Any]]:
        """See ``DrivenTable.journal``; a record waits up to 0.2 s for others before it is written."""
        logs = [log for read in read_files(self._folder / "state" / "journal") for log in read.rounds]
        return [plain_record(record) for log in logs for record in log.records]

    def save_picture(self, file: Path) -> None:
        """See ``DrivenTable.save_picture``; only a table that ``draws`` has one."""
        if not self._draws:
            raise ValueError("this table draws nothing: make it with draws=True, as by @pytest.mark.table(draws=True)")
        self._done(ask_screenshot(self._kiosk.socket("display"), file.absolute()) or "")

    def wait_for(self, what: str, found: Callable[[dict[str, Any]], _Seen | None], limit_s: float = LIMIT_S) -> _Seen:
        """See ``DrivenTable.wait_for``."""

        def look() -> tuple[dict[str, Any], _Seen] | None:
            state = self.state
            seen = found(state)
            return (state, seen) if seen else None

        try:
            state, seen = self._kiosk.wait(what, look, limit_s)
        except AssertionError:
            raise NotSeenError(what, limit_s, self.report()) from None
        self._note_state(state)
        return seen

    def report(self) -> str:
        """See ``DrivenTable.report``; with the output."""
        report = "no table runs"
        with contextlib.suppress(NotRunning):
            report = super().report()
        return f"{report}\noutput:\n{self._kiosk.output()}"

    # ------------------------------------------------------------ accidents

    def kill_display(self) -> None:
        """See ``DrivenTable.kill_display``; it returns when the next one shows the table."""
        self._note("# the display is killed")
        killed = self._kiosk.kill("display")
        self._kiosk.wait("the killed display is gone", lambda: not Path(f"/proc/{killed}").exists())
        self._kiosk.wait("the display shows the table again", lambda: self.scene)

    def cut_power(self) -> None:
        """See ``DrivenTable.cut_power``: everything is killed in the middle of whatever it does."""
        self._note("# the power is cut")
        self._kiosk.kill_all()
        self._kiosk = self._run()

    def close(self) -> None:
        """End the table."""
        self._kiosk.close()
        self._sockets.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            error.add_note(self.report())
        self.close()

    # ------------------------------------------------------------ its processes

    def _drive_pins(self, edges: tuple[PinEdge, ...]) -> None:
        self._done(drive(self._kiosk.socket("table"), DrivePins(edges)))

    def _drive_board(self, wish: DriveBoard) -> None:
        self._done(drive(self._kiosk.socket("table"), wish))

    def _touch(self, seat: int, way: Sequence[Stay]) -> None:
        touch_at_place(self._kiosk.socket("display"), seat, way)

    def _play(self, acts: Sequence[Act]) -> None:
        with running_kiosk(self._kiosk.socket("table"), self._kiosk.socket("display")) as hands:
            play(acts, hands)

    def _clock(self) -> int:
        return time.monotonic_ns()

    def _run(self) -> KioskProcess:
        drawn = {"KIVY_GL_BACKEND": "", "KIOSK_PAINTING": "", "SDL_VIDEODRIVER": "offscreen"} if self._draws else {}
        return KioskProcess(self._folder, *self._arguments, sockets=Path(self._sockets.name), beside=drawn)

    @staticmethod
    def _done(why_not: str) -> None:
        if why_not:
            raise ValueError(why_not)
