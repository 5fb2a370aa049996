"""A client of QEMU's control socket (QMP): one command, one answer; events are skipped."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any


class QmpError(Exception):
    """QEMU's error for a command."""


class Qmp:
    """The QEMU that listens at ``path``."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(60)
        self._socket.connect(str(path))
        self._lines = self._socket.makefile("r")
        self._lines.readline()  # its greeting
        self.do("qmp_capabilities")

    def do(self, command: str, **arguments: object) -> Any:
        """Execute a command; return its result. An underscore in an argument's name stands for a hyphen."""
        named = {name.replace("_", "-"): value for name, value in arguments.items()}
        self._socket.sendall(json.dumps({"execute": command, "arguments": named}).encode())
        while True:
            answer = json.loads(self._lines.readline())
            if "error" in answer:
                raise QmpError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def close(self) -> None:
        """Close the connection."""
        self._lines.close()
        self._socket.close()
