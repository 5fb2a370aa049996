"""A function that remembers its last answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

_Args = ParamSpec("_Args")
_Answer = TypeVar("_Answer")


def latest(function: Callable[_Args, _Answer]) -> Callable[_Args, _Answer]:
    """Make a function, called by one thread, give its last answer again while its arguments are equal.

    For what many ask one after the other, of things that take long to hash; the very same are equal at once.
    """
    known: Any = None
    answer: Any = None

    @wraps(function)
    def asked(*args: _Args.args, **named: _Args.kwargs) -> _Answer:
        nonlocal known, answer
        wanted = args, named
        if known != wanted:
            answer = function(*args, **named)
        known = wanted
        given: _Answer = answer
        return given

    return asked
