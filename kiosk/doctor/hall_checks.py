"""The way to a hall's store, as ``kiosk uplink --check`` sees it, in a process of its own.

Databases are not the doctor's, and a network may be slow: the process has a time limit.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from kiosk.config.schema import Settings
from kiosk.doctor.facts import Facts, HallSign
from kiosk.doctor.finding import Finding, good, note, warning

PATIENCE_S: Final = 30.0
"""Seconds that the process may take: longer than a server that does not answer is waited for."""
_ON_AN_APPLIANCE: Final = ("/usr/local/bin/kiosk",)
"""It runs as the uplink's user, who alone has a network."""


def hall_here(settings: Settings | None, file: Path | None, *, appliance: bool) -> tuple[HallSign, ...]:
    """Return what is seen of the hall's store; empty: none on a server is configured."""
    if settings is None or not settings.venue.store:
        return ()
    if appliance and os.geteuid() != 0:
        return (HallSign("store", "note", "this user has no network: sudo kiosk doctor"),)
    here = ("--config", str(file)) if file else ()
    return asked(_ON_AN_APPLIANCE if appliance else (sys.executable, "-m", "kiosk", *here))


def asked(kiosk: Sequence[str]) -> tuple[HallSign, ...]:
    """Ask that command for what is wrong."""
    try:
        done = subprocess.run(  # noqa: S603  our own
            [*kiosk, "uplink", "--check"], capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired:
        why = f"nothing is known after {PATIENCE_S:.0f} s: the network or the server is very slow"
        return (HallSign("store", "wrong", why),)
    except OSError as error:
        return (HallSign("store", "note", f"cannot be asked ({error.strerror})"),)
    lines = [words for line in done.stdout.splitlines() if len(words := line.split(None, 2)) == 3]
    if not lines:
        last = done.stderr.strip().rpartition("\n")[2] or f"status {done.returncode}"
        return (HallSign("store", "note", f"kiosk uplink --check says nothing of it ({last})"),)
    return tuple(HallSign(*words) for words in lines)


def hall(facts: Facts) -> Iterator[Finding]:
    """Tell what keeps results from the hall; a table plays all the same."""
    wrong = [sign for sign in facts.hall if sign.grade == "wrong"]
    yield from (warning(f"{sign.about}: {sign.words}") for sign in wrong)
    yield from (note(f"{sign.about}: {sign.words}") for sign in facts.hall if sign.grade == "note")
    if facts.hall and all(sign.grade == "good" for sign in facts.hall):
        yield good("its store can be used")
