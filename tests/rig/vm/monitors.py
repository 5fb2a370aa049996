"""Monitors that are plugged into a virtual machine's outputs, switched off and on: by QEMU's VNC servers.

A VNC client that wants another size is a monitor with that mode; one without a size is none. Nothing else of VNC is
used: screens are looked at by QEMU's own dumps.
"""

from __future__ import annotations

import socket
import struct
from pathlib import Path
from typing import Final, Self

_NO_AUTHENTICATION: Final = 1
_SET_ENCODINGS, _SET_DESKTOP_SIZE = 2, 251
_EXTENDED_DESKTOP_SIZE: Final = -308


def monitors(folder: Path, outputs: int) -> list[str]:
    """Options for a machine with so many outputs, whose monitors can be changed."""
    options = []
    for head in range(outputs):
        options += ["-vnc", f"unix:{_place(folder, head)},id=vnc{head},display=screen,head={head}"]
    return options


def _place(folder: Path, head: int) -> Path:
    return folder / f"vnc{head}.sock"


class Monitor:
    """The monitor at the output ``head`` of a machine that was started with ``monitors(folder, ...)``."""

    def __init__(self, folder: Path, head: int) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        self._socket.connect(str(_place(folder, head)))
        self._socket.sendall(self._read(12))  # the protocol's version, as the server has it
        offered = self._read(self._read(1)[0])
        if _NO_AUTHENTICATION not in offered:
            raise ConnectionError(f"QEMU's VNC server wants to know who asks: {offered!r}")
        self._socket.sendall(bytes([_NO_AUTHENTICATION]))
        self._read(4)
        self._socket.sendall(b"\1")  # others may look as well
        (length,) = struct.unpack(">20xI", self._read(24))
        self._read(length)
        self._socket.sendall(struct.pack(">BxHi", _SET_ENCODINGS, 1, _EXTENDED_DESKTOP_SIZE))

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self._socket.recv(size - len(data))
            if not part:
                raise ConnectionError("QEMU's VNC server has hung up")
            data += part
        return data

    def switch_on(self, width: int, height: int) -> None:
        """It is there, with this preferred mode."""
        screen = struct.pack(">IHHHHI", 0, 0, 0, width, height, 0)
        self._socket.sendall(struct.pack(">BxHHBx", _SET_DESKTOP_SIZE, width, height, 1) + screen)

    def switch_off(self) -> None:
        """Nothing is at the output, as far as the machine can tell."""
        self.switch_on(0, 0)

    def close(self) -> None:
        """It stays as it is."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
