"""A running kiosk for our own tests: its scene typed, and gone with the tests, however these end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self, TypeVar

from kiosk.display.remote_control import ask_scene
from kiosk.testing.kiosk_process import LIMIT_S, environment_of
from kiosk.testing.kiosk_process import KioskProcess as AnyKiosk
from tests.rig import ENDS_WITH_US
from tests.rig.scene import Scene

__all__ = ["KIOSK", "LIMIT", "KioskProcess", "environment_of"]

KIOSK: Final = Path(sys.executable).with_name("kiosk")
LIMIT: Final = LIMIT_S

_Seen = TypeVar("_Seen")


class KioskProcess(AnyKiosk):
    """``kiosk`` as ``kiosk.testing`` runs it; nothing is left when the block ends. ``program``: an installed one."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        screen: str | None = None,
        beside: Mapping[str, str] = MappingProxyType({}),
        log: Path | None = None,
        program: Path = KIOSK,
    ) -> None:
        self._program = program
        (log or folder / "kiosk.log").write_bytes(b"")  # of this start alone
        command = (*ENDS_WITH_US, str(program))
        super().__init__(folder, *arguments, screen=screen, beside=beside, log=log, command=command)

    def command(self, *arguments: str) -> list[str]:
        """Return the command line of ``kiosk`` with these arguments; with ``environment`` it finds this kiosk."""
        return [str(self._program), *arguments]

    def scene(self) -> Scene:
        """Return the scene. It is read between two frames: every touch before it has been handled."""
        return Scene.parse(ask_scene(self.socket("display")))

    def wait_for(self, what: str, found: Callable[[Scene], _Seen | None], limit: float = LIMIT) -> _Seen:
        """Return the first result of ``found`` in the coming scenes that is not None or False.

        ``AssertionError`` with ``what``, the last scene and the kiosk's output if it does not come in time (seconds).
        """
        last: list[Scene] = []

        def look() -> _Seen | None:
            last[:] = [self.scene()]
            return found(last[0])

        try:
            return self.wait(what, look, limit)
        except AssertionError as error:
            error.add_note(f"last scene: {last[0] if last else 'none'}")
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if error is not None:
            error.add_note(f"output of the kiosk:\n{self.output()}")
