"""The board's side of LDR/1, without I/O: runs unchanged under MicroPython and CPython.

The caller passes the time and the bytes received from the host to ``Board.step``, writes the result to the host and
shows ``Board.lamp`` at the tray. The sensor is a function without arguments, called every 20 ms, that returns what it
sees at that moment::

    (dice, moving)

``dice`` is a list of words: a colour ``R``, ``G``, ``B``, ``Y`` or ``X`` (unread), then a value ``1`` to ``6`` or
``?`` (unread), such as ``["R4", "B?"]``, in any order. ``moving`` is true while anything moves in the tray; a die's
value must be ``?`` while that die moves, because this is how the table distinguishes a throw from a die turned by hand.
A sensor that cannot detect movement returns False: a tray is still when nothing in it has changed for 400 ms. A sensor
that raises, or returns invalid dice, is reported as one unreadable die, and counted.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FIRMWARE = "1.0.0"
VERSION = 1

SCAN_MS = 20
SETTLED_MS = 400
BEAT_MS = 500
"""Maximum time between reports, and minimum time between error messages."""

LINE_MOST = 160
DICE_MOST = 30
"""Maximum number of dice: the longest report of 30 still fits into a line of 160 bytes."""
U16 = 0xFFFF
U32 = 0xFFFFFFFF

LAMPS = ("OFF", "READY", "LOCK", "FIND")
UNREADABLE = ["X?"]
"""The dice that are reported when the sensor fails."""


def checksum(body: bytes) -> int:
    """Return the CRC-16/IBM-3740 (polynomial 0x1021, start 0xFFFF), bytewise without a table."""
    crc = 0xFFFF
    for byte in body:
        x = (crc >> 8) ^ byte
        x ^= x >> 4
        crc = ((crc << 8) ^ (x << 12) ^ (x << 5) ^ x) & 0xFFFF
    return crc


def frame(body: str) -> bytes:
    """Return the line that carries ``body``."""
    return f"${body}*{checksum(body.encode()):04X}\n".encode()


def body_of(line: bytes) -> str | None:
    """Return the body of the frame in ``line`` (without LF); None: not a frame, or damaged."""
    line = line.rstrip(b"\r")
    body, crc = line[1:-5], line[-5:]
    if line[:1] != b"$" or not body or crc != f"*{checksum(body):04X}".encode():
        return None
    for byte in body:
        if not 0x20 <= byte <= 0x7E or byte in b"$*":
            return None
    return body.decode()


class Board:
    """One board. ``now`` is always the time in milliseconds since its start, and never decreases.

    ``identity``: 4 to 24 of A-Z, 0-9 and -, not beginning with -; ``boot``: random, 32 bits; ``seat``: the seat set on
    the board, 1 to 12, or 0; ``most``: the maximum number of dice that the sensor can see, 1 to 30.
    """

    def __init__(
        self,
        identity: str,
        sensor: "Callable[[], tuple[list[str], bool]]",
        boot: int,
        seat: int = 0,
        most: int = 24,
    ) -> None:
        if not 1 <= most <= DICE_MOST:
            raise ValueError(f"most: 1 to {DICE_MOST} dice")
        self.lamp = "OFF"
        """The lamp state set by the host: one of LAMPS."""
        self.due = 0
        """The latest time of the next ``step``, even if the host sends nothing."""
        self._sensor = sensor
        self._hello = f"v={VERSION} id={identity} fw={FIRMWARE} seat={seat} max={most} boot={boot:08X}"
        self._boot = boot
        self._most = most
        self._seq = 0
        self._out = b""
        self._line = b""
        self._seen: list[str] = []
        self._still_since = 0
        self._told: tuple[str, list[str]] = ("R", [])
        self._rev = -1
        self._scan_at = 0
        self._beat_at = 0
        self._errors: dict[str, int] = {}
        self._errors_untold: list[str] = []
        self._errors_at = 0

    def step(self, now: int, received: bytes = b"") -> bytes:
        """Process the host's bytes and scan the tray if it is due; return the bytes to send to the host."""
        if self._rev < 0:
            self._send("HI", self._hello)
        if now >= self._scan_at:
            self._scan(now)
            self._scan_at = now + SCAN_MS
        for line in self._lines(received):
            self._take(line, now)
        if now >= self._errors_at and self._errors_untold:
            self._tell_errors(now)
        if now >= self._beat_at:
            self._report(now)
        self.due = min(self._scan_at, self._beat_at)
        out, self._out = self._out, b""
        return out

    # ------------------------------------------------------------------------------------------ the tray

    def _scan(self, now: int) -> None:
        dice, moving = self._look()
        if moving or dice != self._seen or self._rev < 0:
            self._seen = dice
            self._still_since = now
        tray = (self._state(now), dice)
        if tray != self._told or self._rev < 0:
            self._told = tray
            self._rev = (self._rev + 1) & U32
            self._report(now)

    def _look(self) -> tuple[list[str], bool]:
        try:
            dice, moving = self._sensor()
            dice = sorted(dice)
            if len(dice) <= self._most and all(_is_die(die) for die in dice):
                return dice, bool(moving)
        except Exception:  # noqa: S110  a failing sensor must not stop the board; it is counted and reported
            pass
        self._error("SENS")
        return UNREADABLE, False

    def _state(self, now: int) -> str:
        if now - self._still_since < SETTLED_MS:
            return "R"
        if not self._seen:
            return "E"
        return "F" if any("X" in die or "?" in die for die in self._seen) else "S"

    def _report(self, now: int) -> None:
        state, dice = self._told
        words = ",".join(dice) or "-"
        self._send("ST", f"boot={self._boot:08X} rev={self._rev} up={now & U32} s={state} n={len(dice)} d={words}")
        self._beat_at = now + BEAT_MS

    # ------------------------------------------------------------------------------------------ the host

    def _lines(self, received: bytes) -> list[bytes]:
        """Return the lines that are complete now, each from its last ``$`` on. Buffers at most one frame."""
        lines = [line[max(0, line.rfind(b"$")) :] for line in (self._line + received).split(b"\n")]
        rest = lines.pop()
        self._line = rest if len(rest) <= LINE_MOST else b"?"  # a placeholder that cannot become a frame
        return lines

    def _take(self, line: bytes, now: int) -> None:
        body = body_of(line) if len(line) < LINE_MOST else None
        words = body.split(" ") if body else []
        if len(words) < 2 or not _is_u16(words[1]):
            if line.strip():
                self._error("LINE")
            return
        answer = _ANSWERS.get(words[0])
        refusal = answer(self, words[1], words[2:], now) if answer else "CMD"
        if refusal:
            self._send("NO", f"re={words[1]} err={refusal}")

    def _say_hello(self, _seq: str, words: list[str], _now: int) -> str | None:
        if words == [f"v={VERSION}"]:
            self._send("HI", self._hello)
            return None
        return "VER" if len(words) == 1 and words[0][:2] == "v=" and _is_u16(words[0][2:]) else "ARG"

    def _report_now(self, _seq: str, words: list[str], now: int) -> str | None:
        if words:
            return "ARG"
        self._report(now)
        return None

    def _light(self, seq: str, words: list[str], _now: int) -> str | None:
        if len(words) != 1 or words[0][:2] != "m=" or words[0][2:] not in LAMPS:
            return "ARG"
        self.lamp = words[0][2:]
        self._send("OK", f"re={seq}")
        return None

    def _send(self, kind: str, rest: str) -> None:
        self._out += frame(f"{kind} {self._seq} {rest}")
        self._seq = (self._seq + 1) & U16

    def _error(self, code: str) -> None:
        self._errors[code] = (self._errors.get(code, 0) + 1) & U32
        if code not in self._errors_untold:
            self._errors_untold.append(code)

    def _tell_errors(self, now: int) -> None:
        for code in self._errors_untold:
            self._send("ER", f"code={code} n={self._errors[code]}")
        self._errors_untold = []
        self._errors_at = now + BEAT_MS


_ANSWERS = {"HQ": Board._say_hello, "GS": Board._report_now, "LD": Board._light}  # noqa: SLF001  the class's own
"""Handlers of the host's frames; each returns its refusal code, or None."""


def _is_die(die: str) -> bool:
    return len(die) == 2 and die[0] in "RGBYX" and die[1] in "123456?"


def _is_u16(text: str) -> bool:
    return text.isdigit() and str(int(text)) == text and int(text) <= U16
