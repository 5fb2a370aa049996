"""What a service can reach on its machine: a program for its place there, which prints that as JSON.

Arguments: the paths of the machine's sockets. Plain Python, which needs nothing of ours.
"""

from __future__ import annotations

import json
import os
import socket
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

OURS = [f"/run/ligretto/{name}" for name in ("uplink", "hall", "table", "display", "usb")]
"""Folders that nobody finds who may not list the one that they are in."""
LEFT_OUT = {"proc", "sys", "dev", "usr", "src"}
"""The kernel's own, and tens of thousands of files that are everybody's to read."""
PROCESSES = range(1, 5000)


def files() -> Iterator[str]:
    """Yield all that can be listed, but for what is left out."""
    yield from OURS
    for folder, folders, names in os.walk("/"):
        if folder == "/":
            folders[:] = [name for name in folders if name not in LEFT_OUT]
        for name in (*folders, *names):
            yield f"{folder.rstrip('/')}/{name}"


def may_connect(path: str) -> bool:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        with socket.socket(socket.AF_UNIX, kind) as one:
            one.settimeout(1)
            try:
                one.connect(path)
            except OSError:
                continue
            return True
    return False


def may_create(folder: str) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def may_signal(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return process != os.getpid()


def main(sockets: list[str]) -> None:
    secrets, written = [], []
    for path in files():
        try:
            mode = os.lstat(path).st_mode
        except OSError:
            continue
        if stat.S_ISLNK(mode) or stat.S_ISSOCK(mode):
            continue
        if os.access(path, os.R_OK) and not mode & stat.S_IROTH:
            secrets.append(path)
        if os.access(path, os.W_OK) and (not stat.S_ISDIR(mode) or may_create(path)):
            written.append(path)
    found = {
        "reads what others may not": secrets,
        "writes": written,
        "connects": [path for path in sockets if may_connect(path)],
        "signals": [process for process in PROCESSES if may_signal(process)],
        "sees": [one.name for one in Path("/proc").iterdir() if one.name.isdecimal() and int(one.name) != os.getpid()],
    }
    sys.stdout.write(f"FOUND {json.dumps(found)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
