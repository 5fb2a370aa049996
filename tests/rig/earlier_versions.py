"""Earlier versions that venues have: an upgrade from each of them must work."""

from __future__ import annotations

import ast
import io
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from kiosk import protocol as msg

_ROOT: Final = Path(__file__).parents[2]
_OF_SEAT: Final = frozenset(
    {"seat", "state", "row", "stack_card", "stack_count", "discard_count", "hand_count", "centered", "dice"}
)
_OF_SNAPSHOT: Final = frozenset({"id", "now", "state", "game", "board"})


@dataclass(frozen=True)
class EarlierVersion:
    """A commit that was installed: the protocol between its table and displays, and the sockets of these two.

    ``messages``: the file with what its table tells. ``draws``: its display lights up a screen of its own.
    """

    name: str
    commit: str
    protocol: int
    sockets: tuple[str, str]
    messages: str
    draws: bool = True

    def source(self, folder: Path) -> Path:
        """Return the source of that version, in ``folder``."""
        with tarfile.open(fileobj=io.BytesIO(_git("archive", self.commit))) as tar:
            tar.extractall(folder, filter="fully_trusted")  # noqa: S202  its units link to /dev/null
        return folder

    def snapshot(self, told: bytes) -> msg.Snapshot:
        """Return what its snapshot tells of the state and of the pieces."""
        _, *values = msgspec.msgpack.decode(told)
        fields = _fields(self.commit, self.messages)
        raw = dict(zip(fields["Snapshot"], values, strict=False))
        seats = (dict(zip(fields["SeatView"], seat, strict=False)) for seat in raw["seats"])
        views = (_kept(seat, _OF_SEAT) for seat in seats)
        told_seats = tuple(msg.SeatView(**{**view, "row": _row(view.get("row", ()))}) for view in views)
        return msg.Snapshot(seats=told_seats, **_kept(raw, _OF_SNAPSHOT))


FIRST_SOCKETS: Final = ("/run/ligretto-kiosk/table.sock", "/run/ligretto-kiosk/display.sock")
EARLIER_VERSIONS: Final = (
    EarlierVersion("first", "0fb5bc2", 2, FIRST_SOCKETS, "kiosk/messages/from_table.py", draws=False),
    EarlierVersion(
        "second",
        "375d6d28",
        8,
        ("/run/ligretto/table/sock", "/run/ligretto/display/sock"),
        "kiosk/protocol/from_table.py",
    ),  # the last one before its files were put together
)


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=_ROOT, check=True, capture_output=True).stdout


@lru_cache
def _fields(commit: str, path: str) -> Mapping[str, list[str]]:
    """Return the names of the fields of each message in a file of a commit, in the order in which they are sent."""
    tree = ast.parse(_git("show", f"{commit}:{path}"))
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return {
        made.name: [
            line.target.id
            for line in made.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        ]
        for made in classes
    }


def _kept(raw: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in raw.items() if name in names}


def _row(slots: tuple[list[Any], ...]) -> tuple[msg.Slot, ...]:
    return tuple(msg.Slot(*slot) for slot in slots)
