"""Which output the sounds go to: the choice among those that are there, kept, tried again, and changed. Pure.

The outputs are listed by ``outputs.py``, and opened by the mixer, which tells here what came of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from kiosk.display.sound.outputs import Output, Socket, WhySilent
from kiosk.faults.fault import Fault

PREFERENCE: Final = (Socket.GIVEN, Socket.SERVER, Socket.USB, Socket.HEADER, Socket.HDMI, Socket.JACK)
"""Kinds of outputs, the best first, for a table that names none.

Somebody has brought a USB loudspeaker or built in a card for the sake of its sound. A screen tells over HDMI whether it
has loudspeakers; a jack is always there, with or without a plug.
"""

PAUSES_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""The pauses in seconds before an output that has failed is tried again, the last one from then on."""

CHANGES_S: Final = (0.0, 10.0, 60.0, 300.0, 600.0)
"""The least such pause by the number of changes to this output that were in vain: each of them is heard as a gap."""

KEPT_S: Final = 60.0
"""How long in seconds an output has to work until an earlier failure counts no longer."""

GRACE_S: Final = 2.0
"""How long in seconds an output may be denied until that is told: one that was just plugged in is, for a moment."""

_PREFIX: Final = re.compile(r"^(?:plughw|hw|sysdefault|default|hdmi):(?:card=)?|,(?:dev=)?\d+$")
_SECOND: Final = re.compile(r"_\d+$")
"""What the kernel adds to the short name of a card while another one has it: one that was pulled, and is still open."""
_OTHER: Final = re.compile(r"[\W_]+")


def fault_of(output: Output, error: str) -> Fault:
    """Return what is wrong with an output, from SDL's error, which ends with the C library's words."""
    said = error.lower()
    if "busy" in said:
        return Fault("sound.busy", {"output": output.words})
    if "permission denied" in said or "operation not permitted" in said:
        return Fault("sound.denied")
    return Fault("sound.failed", {"output": output.words, "error": error})


AUTO: Final = "auto"
"""Instead of a name: no output is meant."""


def is_meant(wanted: str, output: Output) -> bool:
    """Return whether a name of the configuration means this output; an empty one means none, as ``auto`` does.

    That is its kind, its card's short name, a part of its name, or ALSA's name for it (``plughw:CARD=Device,DEV=0``).
    Capitals and signs make no difference, nor a number that is added to a second one of the same name.
    """
    asked = _letters(_PREFIX.sub("", wanted.strip().lower()))
    cards = (_letters(output.card), _letters(_SECOND.sub("", output.card)))
    return asked not in ("", AUTO) and (asked == output.socket or asked in cards or asked in _letters(output.name))


def _letters(name: str) -> str:
    return _OTHER.sub("", name.lower())


def candidates(outputs: Iterable[Output], wanted: str = "") -> list[Output]:
    """Return the outputs at which something may be heard, the best first: those that are meant before all others.

    What is meant counts even if it says that nothing is heard there: people know better.
    """
    found = [output for output in outputs if output.silence is None or is_meant(wanted, output)]

    def rank(output: Output) -> tuple[bool, bool, int]:
        return not is_meant(wanted, output), output.silence is not None, PREFERENCE.index(output.socket)

    return sorted(found, key=rank)


def nothing_of(outputs: Sequence[Output]) -> Fault:
    """Return why none of these outputs is a candidate."""
    if not outputs:
        return Fault("sound.no_card")
    if any(output.silence is WhySilent.NO_LOUDSPEAKER for output in outputs):
        return Fault("sound.no_loudspeaker")
    return Fault("sound.no_screen")


class Failure(msgspec.Struct, frozen=True, array_like=True):
    """What is remembered of an output that does not work, from mixer to mixer. Instants and times are in seconds.

    ``count``: its failures in a row, ``error``: the last one's words, ``since`` and ``last``: when the first and the
    last one were, ``pause``: how long after that it may be tried again; ``changes``: how many mixers in a row were
    started for it, because it opened beside another output; ``hangs``: opening it takes too long, or ends the mixer.
    """

    output: Output
    count: int = 0
    error: str = ""
    since: float = 0.0
    last: float = 0.0
    pause: float = 0.0
    changes: int = 0
    hangs: bool = False

    @property
    def until(self) -> float:
        """When it may be tried again."""
        return self.last + self.pause

    def again(self, error: str, now: float, *, hangs: bool = False) -> Failure:
        """Return what is remembered after another failure."""
        return replace(
            self,
            count=self.count + 1,
            error=error,
            since=self.since if self.count else now,
            last=now,
            pause=max(_nth(PAUSES_S, self.count), _nth(CHANGES_S, self.changes)),
            hangs=hangs,
        )


def _nth(pauses: Sequence[float], number: int) -> float:
    return pauses[min(number, len(pauses) - 1)]


def after_death(failures: Iterable[Failure], opening: Output, now: float) -> tuple[Failure, ...]:
    """Return what is remembered once a mixer has hung or died while it opened this output."""
    known = {failure.output: failure for failure in failures}
    known[opening] = known.get(opening, Failure(opening)).again("it hangs when it is opened", now, hangs=True)
    return tuple(known.values())


class Keeper:
    """The choice of an output over time. ``now`` is a time in seconds, of any clock that only goes on.

    ``failures``: what is known from the mixer before.
    """

    def __init__(self, wanted: str = "", failures: Iterable[Failure] = ()) -> None:
        self._wanted = wanted
        self._failures = {failure.output: failure for failure in failures}
        self._outputs: tuple[Output, ...] = ()
        self._since = 0.0
        self.open: Output | None = None
        """The output that is open. It becomes None when that one is gone: it is to be closed then."""

    @property
    def failures(self) -> tuple[Failure, ...]:
        """What the next mixer has to know."""
        return tuple(self._failures.values())

    def want(self, wanted: str) -> None:
        """Take another name from the settings; what has failed is tried again at once."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._failures.clear()

    def look(self, outputs: Iterable[Output], now: float) -> Output | None:
        """Take what is there; return what is to be opened now, in place of what is open; None: all stays.

        What hangs comes last: while it is tried nothing is heard, so only if nothing else can be.
        """
        self._outputs = tuple(outputs)
        self._failures = {output: failed for output, failed in self._failures.items() if output in self._outputs}
        if self.open is not None and self.open not in self._outputs:
            self.open = None
        if self.open is not None and now - self._since >= KEPT_S:
            self._failures.pop(self.open, None)
        for output in sorted(candidates(self._outputs, self._wanted), key=lambda output: self._known(output).hangs):
            if output == self.open:
                return None
            if self._known(output).until <= now:
                return output
        return None

    def opened(self, output: Output, now: float) -> None:
        """Note that it is open."""
        self.open, self._since = output, now

    def failed(self, output: Output, error: str, now: float, *, hangs: bool = False) -> None:
        """Note that it could not be opened, or that it has stopped to take sound; ``error``: SDL's words."""
        self._failures[output] = self._known(output).again(error, now, hangs=hangs)
        if self.open == output:
            self.open = None

    def changes_to(self, output: Output) -> None:
        """Note that this mixer ends for an output, which is better than the one that is open."""
        known = self._known(output)
        self._failures[output] = replace(known, changes=known.changes + 1)

    def fault(self, now: float) -> Fault | None:
        """Return why nothing is heard, or not at the best or the named output; None: all is well, or soon will be."""
        waits = False
        for output in candidates(self._outputs, self._wanted):
            if output == self.open:
                break
            known = self._known(output)
            if known.count:
                fault = fault_of(output, known.error)
                if fault.code != "sound.denied" or now - known.since >= GRACE_S:
                    return fault
                waits = True
        if self.open is None:
            return None if waits else nothing_of(self._outputs)
        missed = self._wanted not in ("", AUTO) and not is_meant(self._wanted, self.open)
        return Fault("sound.elsewhere", {"output": self.open.words}) if missed else None

    def _known(self, output: Output) -> Failure:
        return self._failures.get(output) or Failure(output)
