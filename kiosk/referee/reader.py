"""The reader of scenarios in JSON; errors are ``Malformed``, with their place (kiosk/referee/README.md)."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from kiosk.game_registry import registry
from kiosk.referee.game_referee import referee_of_game
from kiosk.referee.judge import judge
from kiosk.referee.node import Malformed, Node
from kiosk.referee.scenario import Scenario
from kiosk.system.regular_file import MEGABYTE, read_regular, too_large

_DIGITS: Final = 1000
"""The longest integer in digits; longer ones are refused, so that every result can be written."""
_LONGEST: Final = 4 * MEGABYTE
"""The longest scenario: some tens of thousands of commands."""


def parse_scenario(text: bytes | str) -> Scenario:
    """Return the scenario of a JSON text; ``Malformed`` if it is invalid."""
    try:
        node = Node(_json(text))
        return referee_of_game(_game(node)).read(node)
    except RecursionError:  # while reading it, or quoting it in an error
        raise Malformed("$", "nested too deeply") from None


def _json(text: bytes | str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number, parse_int=_integer)
    except ValueError as error:
        raise Malformed("$", f"not JSON: {error}") from None


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not a number")


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"an integer of more than {_DIGITS} digits")
    return int(digits)


def _game(node: Node) -> str:
    """Return the game's name, which is read first because the valid keys depend on it."""
    if not isinstance(node.value, dict):
        node.refuse(f"{node.shown()} is not an object")
    given = {key: Node(node.value[key], "$.game") for key in ("game",) if key in node.value}
    return node.need(given, "game").choice(registry.names())


STDIN = "-"


def judge_files(names: Sequence[str]) -> list[str]:
    """Return one line of JSON per file (``-``: standard input); ``Malformed`` names the first invalid file."""
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
        return read_regular(Path(name), _LONGEST)
    if sys.stdin is None:  # Python's value for a closed one
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    text = sys.stdin.buffer.read(_LONGEST + 1)
    if len(text) > _LONGEST:
        raise too_large(Path(name), _LONGEST)
    return text
