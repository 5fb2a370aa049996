"""Scenario files in, lines of JSON out."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from kiosk.referee.judge import judge
from kiosk.referee.node import Malformed
from kiosk.referee.reader import parse_scenario

STDIN = "-"


def judge_files(names: Sequence[str]) -> list[str]:
    """A line of JSON a file (``-``: standard input); ``Malformed`` names the first file that cannot be judged."""
    scenarios = []
    for name in names:
        try:
            scenarios.append(parse_scenario(_read(name)))
        except OSError as error:
            raise Malformed(name, f"$: cannot be read: {error.strerror}") from None
        except Malformed as error:
            raise Malformed(name, str(error)) from None
    return [json.dumps(judge(scenario)) for scenario in scenarios]


def _read(name: str) -> bytes:
    if name != STDIN:
        return Path(name).read_bytes()
    if sys.stdin is None:  # what Python makes of a closed one
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read()
