"""Secrets that are typed at the terminal."""

from __future__ import annotations

import getpass
import warnings

from kiosk.cli.common import Told


def typed(prompt: str, instead: str) -> str:
    """Return what is typed, which is not shown. ``instead``: what to do without a terminal. Raises Told."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)  # it would read on, from no terminal or with echo
            return getpass.getpass(prompt)
    except getpass.GetPassWarning:
        raise Told(f"There is no terminal here to type it: {instead}") from None
    except EOFError:
        raise Told("Nothing was typed: nothing was changed") from None
