"""Dice-reader boards in virtual time: their firmware and the host's side of their protocol, joined in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final

from hardware.api import BoardHealth, Instant, Sink, TrayLamp, milliseconds
from hardware.dice.conversation import Conversation, Silence
from hardware.dice.protocol import board_decoder
from hardware.dice.trays import FOUND_WITHIN, PULLED, DiceBoards, KnownBoard
from hardware.fault_filter import Outbox
from hardware.firmware.ldr_core import BEAT_MS
from hardware.firmware.simulated_sensor import THROW_MS
from hardware.simulated.board_in_memory import BoardInMemory

_SETTLES: Final = milliseconds(1000)
"""Time after which a tray in which nothing has been moved only reports that it still exists."""
_RECONNECTS: Final = milliseconds(500)
"""Time after which a lost connection is tried again."""


class VirtualBoard(BoardInMemory):
    """A board, its plug, and the reader of its port. ``clock``: the virtual time."""

    def __init__(self, identity: str, clock: Callable[[], Instant], random: Random) -> None:
        self.known = KnownBoard(Path(f"board {identity}"), board_decoder())
        self.plugged = True
        self._now = clock
        self._talk: Conversation | None = None
        self._lamp: TrayLamp | None = None
        self._due = clock()
        self._moves_until = Instant(clock() + _SETTLES)
        super().__init__(identity, lambda: clock() // 1_000_000, random)

    # ------------------------------------------------------------ what hands do: the board looks at its tray at once

    def throw(self, dice: Iterable[str], ms: int = THROW_MS) -> None:
        """See ``BoardInMemory.throw``."""
        super().throw(dice, ms)
        self._stir(ms)

    def put(self, *dice: str) -> None:
        """See ``BoardInMemory.put``."""
        super().put(*dice)
        self._stir()

    def take(self, *dice: str) -> None:
        """See ``BoardInMemory.take``."""
        super().take(*dice)
        self._stir()

    def hold(self, die: str) -> None:
        """See ``BoardInMemory.hold``."""
        super().hold(die)
        self._stir()

    def fault(self, *names: str) -> None:
        """See ``BoardInMemory.fault``."""
        super().fault(*names)
        self._stir()

    def mend(self, *names: str) -> None:
        """See ``BoardInMemory.mend``."""
        super().mend(*names)
        self._stir()

    def plug(self) -> None:
        """Plug the board in: it starts. Does nothing if it is plugged in."""
        if not self.plugged:
            self.plugged = True
            self.restart()
            self._stir()

    def unplug(self) -> None:
        """Unplug the board. Does nothing if it is not plugged in."""
        self.plugged = False
        self._stir()

    def _stir(self, ms: int = 0) -> None:
        """Look now, and often until what has been moved has come to rest."""
        self._due = self._now()
        self._moves_until = Instant(self._due + milliseconds(ms) + _SETTLES)

    # ------------------------------------------------------------ what the table does

    def light(self, lamp: TrayLamp) -> None:
        """Show ``lamp`` at the tray, now and after every reconnect."""
        self._lamp = lamp
        self._due = self._now()

    def begin_anew(self) -> None:
        """Start with the table, which feeds the board."""
        self._talk = None
        self.known.forget(None)
        self.restart()
        self._stir()

    @property
    def due(self) -> Instant:
        """The time of its next step."""
        return self._due

    def step(self, trays: DiceBoards[VirtualBoard]) -> None:
        """Run the board and its reader up to now, if that is due."""
        at = self._now()
        if at < self._due:
            return
        if not self.plugged:
            if self._talk is not None or self.known.trouble is None:
                self._end(trays, at)
            self._due = Instant(at + _RECONNECTS)
            return
        if self._talk is None:
            self.known.trouble = None
            self._talk = Conversation(at, self.known.decoder)
        self._exchange_all(self._talk, trays, at)

    def _exchange_all(self, talk: Conversation, trays: DiceBoards[VirtualBoard], at: Instant) -> None:
        """Let both sides speak until neither has more to say at this moment."""
        talk.lamp = self._lamp
        sent, said, wait = b"", b"", 0
        while True:
            sent, events = talk.step(at, said)
            for event in events:
                if event is Silence.GONE:
                    self._end(trays, at)
                    self._due = Instant(at + _RECONNECTS)
                    return
                self.known.note(event)
                trays.heard(self, event, at)
            said, wait = self.exchange(sent)
            if not said or wait <= 1:  # a flood never ends: the rest comes in the next millisecond
                break
        rests = at >= self._moves_until and not self.faults
        scan = milliseconds(BEAT_MS if rests else max(1, wait))
        self._due = min(Instant(at + scan), max(talk.due, Instant(at + milliseconds(1))))

    def _end(self, trays: DiceBoards[VirtualBoard], at: Instant) -> None:
        self._talk = None
        self.known.forget(PULLED if not self.plugged else None)
        trays.ended(self, at)


class VirtualBoards:
    """All boards of a table (``hardware.api.DiceReaders``). ``identities``: by seat, from 1; they are plugged in."""

    def __init__(self, identities: Mapping[int, str], clock: Callable[[], Instant], random: Random) -> None:
        self._clock = clock
        self._boards = {seat: VirtualBoard(identity, clock, random) for seat, identity in identities.items()}
        self._seats = {identity: seat for seat, identity in identities.items()}
        self._trays: DiceBoards[VirtualBoard] = DiceBoards(self._seats, Outbox(lambda _: None, clock))
        self._missing_at: Instant | None = None

    def __contains__(self, seat: object) -> bool:
        return seat in self._boards

    def __getitem__(self, seat: int) -> VirtualBoard:
        return self._boards[seat]

    def __iter__(self) -> Iterator[int]:
        return iter(self._boards)

    def start(self, sink: Sink) -> None:
        """Begin to deliver, as after a start of the table: to it, every board is new."""
        self._trays = DiceBoards(self._seats, Outbox(sink, self._clock))
        self._trays.readers = {board.known.port: board for board in self._boards.values()}
        self._missing_at = Instant(self._clock() + FOUND_WITHIN)
        for board in self._boards.values():
            board.begin_anew()

    def light(self, seat: int, lamp: TrayLamp) -> None:
        """See ``DiceReaders.light``."""
        self._trays.light(seat, lamp)

    def health(self) -> tuple[BoardHealth, ...]:
        """See ``DiceReaders.health``."""
        return self._trays.health()

    def close(self) -> None:
        """Do nothing: there is nothing to free."""

    def next_step(self) -> Instant | None:
        """Return when to call ``step``; None: there are no boards."""
        dues = [board.due for board in self._boards.values()]
        if self._missing_at is not None:
            dues.append(self._missing_at)
        return min(dues, default=None)

    def step(self) -> None:
        """Run all boards up to now."""
        for board in self._boards.values():
            board.step(self._trays)
        if self._missing_at is not None and self._clock() >= self._missing_at:
            self._missing_at = None
            self._trays.tell_missing(self._clock())
