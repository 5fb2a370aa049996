"""A bad cable under LDR/1: damaged frames and noise by the million.

The long run with its figures: ``-m slow -o log_cli=true --log-cli-level=INFO``.

A checksum of 16 bits catches every change of up to three bits and within 16 neighbouring bits; of anything worse it
lets one in 65,536 through, less those that the grammar catches. So the decoder may accept none of the first kind and
the checksum's share of the second, and the conversation (``Conversation``) none of any kind.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from random import Random

import pytest

from hardware.api import Instant, TrayDie, TrayState, milliseconds
from hardware.dice.conversation import Conversation, Event, Silence
from hardware.dice.protocol import (
    TAKEN,
    BoardFrame,
    BoardHello,
    Decoder,
    Report,
    ReportNow,
    WhoAreYou,
    board_decoder,
    encode,
)
from tests.rig.ldr import host_decoder, sort_dice

LONG = 2_000_000
"""Damaged frames of all kinds together."""
NOISE = 64_000_000
"""Bytes of all kinds together."""
SHARE = 40
"""The fraction of a run in CI: one part in this number."""
log = logging.getLogger(__name__)
MS = milliseconds(1)

Damage = Callable[[bytes, Random], bytes]


def flip(line: bytes, bits: Iterable[int]) -> bytes:
    changed = bytearray(line)
    for bit in bits:
        changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def up_to_three_bits(line: bytes, random: Random) -> bytes:
    return flip(line, {random.randrange(8 * len(line)) for _ in range(random.randint(1, 3))})


def within_sixteen_bits(line: bytes, random: Random) -> bytes:
    """Change neighbouring bits as sent: the highest bit of a byte first, as the checksum takes them."""
    at = random.randrange(8 * len(line) - 16)
    places = [at + bit for bit in range(16) if random.random() < 0.5] or [at]
    return flip(line, (place // 8 * 8 + 7 - place % 8 for place in places))


def many_bits(line: bytes, random: Random) -> bytes:
    return flip(line, {random.randrange(8 * len(line)) for _ in range(random.randint(4, 60))})


def other_bytes(line: bytes, random: Random) -> bytes:
    changed = bytearray(line)
    for _ in range(random.randint(1, 8)):
        changed[random.randrange(len(line))] = random.randrange(256)
    return bytes(changed)


def other_digits(line: bytes, random: Random) -> bytes:
    """Replace digits, the worst kind: the result still looks like a frame."""
    changed = bytearray(line)
    digits = [at for at, byte in enumerate(line) if 0x30 <= byte <= 0x39]
    for at in random.sample(digits, min(len(digits), random.randint(2, 8))):
        changed[at] = random.choice(b"123456")
    return bytes(changed)


def lost_bytes(line: bytes, random: Random) -> bytes:
    at = random.randrange(len(line))
    return line[:at] + line[at + random.choice((1, 1, 1, 2, 3, 8)) :]


def doubled_bytes(line: bytes, random: Random) -> bytes:
    at, more = random.randrange(len(line)), random.choice((1, 1, 1, 2, 3, 8))
    return line[:at] + line[at : at + more] + line[at:]


def swapped_bytes(line: bytes, random: Random) -> bytes:
    at = random.randrange(len(line) - 1)
    return line[:at] + line[at + 1 : at + 2] + line[at : at + 1] + line[at + 2 :]


def half_of_itself(line: bytes, random: Random) -> bytes:
    """Return the beginning, the line without some of its middle, or the line with its beginning repeated."""
    return line[: random.randrange(len(line))] + line[random.randrange(len(line)) :]


def rubbish_within(line: bytes, random: Random) -> bytes:
    at = random.randrange(len(line))
    return line[:at] + random.randbytes(random.randint(1, 20)) + line[at + random.randint(0, 20) :]


CAUGHT: dict[str, Damage] = {each.__name__: each for each in (up_to_three_bits, within_sixteen_bits)}
"""Such damage never passes a checksum of 16 bits, as long as the line is still one line."""
WORSE: dict[str, Damage] = {
    each.__name__: each
    for each in (
        many_bits,
        other_bytes,
        other_digits,
        lost_bytes,
        doubled_bytes,
        swapped_bytes,
        half_of_itself,
        rubbish_within,
    )
}
ALL = CAUGHT | WORSE


class Witness(Decoder[BoardFrame]):
    """The host's decoder, watched: ``wrong`` are accepted frames that were never sent."""

    def __init__(self) -> None:
        super().__init__(board_decoder()._kinds)
        self.sent: deque[BoardFrame] = deque(maxlen=400)  # newest first, two seconds long
        self.wrong: list[BoardFrame] = []

    def feed(self, data: bytes) -> list[BoardFrame]:
        frames = super().feed(data)
        self.wrong += [frame for frame in frames if frame not in self.sent]
        return frames


class Patient:
    """A board that answers at once, whose tray changes often and whose lines are mostly damaged on their way."""

    def __init__(self, damage: Damage, random: Random) -> None:
        self.at = Instant(0)
        self.decoder = Witness()
        self.believed = 0
        self.damaged = 0
        self._damage = damage
        self._random = random
        self._asked = host_decoder()
        self._hello = BoardHello(0, "LDR-E6614C311B7A2F35", "1.0.0", 3, 24, random.getrandbits(32))
        self._seq = 0
        self._change(0)
        self._conversation = Conversation(self.at, self.decoder)

    def _change(self, rev: int) -> None:
        dice = tuple(TrayDie(self._random.choice("rgby"), self._random.randint(1, 6)) for _ in range(rev % 21))
        state = (TrayState.SETTLED if rev % 5 else TrayState.ROLLING) if dice else TrayState.EMPTY
        self._truth = (rev, state, sort_dice(dice))

    def run(self, frames: int) -> None:
        """Send reports and answers until ``frames`` lines were damaged."""
        asked: list[object] = []
        while self.damaged < frames:
            answers = [self._hello for question in asked if isinstance(question, WhoAreYou)]
            reports = [self._report() for question in asked if isinstance(question, ReportNow)]
            asked = self._deliver([*answers, *reports, self._report()])
            if self._random.random() < 0.05:
                self._change(self._truth[0] + 1)

    def _report(self) -> Report:
        rev, state, dice = self._truth
        return Report(0, self._hello.boot, rev, self.at // MS, state, dice)

    def _deliver(self, frames: list[BoardFrame]) -> list[object]:
        data = b""
        for frame in frames:
            self.decoder.sent.appendleft(frame)
            line = encode(frame)
            for _ in range(8):  # the same line, damaged in eight ways before it comes whole, or not at all
                hurt = self._damage(line, self._random)
                data += hurt
                self.damaged += hurt != line
            data += b"\n" + (line if self._random.random() < 0.7 else b"")
        self.at = Instant(self.at + 20 * MS)
        sent, events = self._conversation.step(self.at, data)
        for event in events:
            self._check(event)
        return list(self._asked.feed(sent))

    def _check(self, event: Event) -> None:
        if event is Silence.GONE:
            self._conversation = Conversation(self.at, self.decoder)
        elif isinstance(event, BoardHello):
            assert event == self._hello
        else:
            assert event is Silence.LOST or event in self.decoder.sent, "a frame that nobody has sent was believed"
            self.believed += isinstance(event, Report)


def hurt(kind: str, frames: int, seed: int) -> None:
    patient = Patient(ALL[kind], Random(seed))  # noqa: S311  damage that repeats
    patient.run(frames)
    wrong = len(patient.decoder.wrong)
    log.info("%s: %d damaged, %d taken, 0 of %d believed are wrong", kind, patient.damaged, wrong, patient.believed)
    assert patient.believed > frames / 1000
    assert wrong <= (0 if kind in CAUGHT else 3 + 3 * frames / 65_536)


@pytest.mark.parametrize("kind", ALL)
def test_no_damage_is_believed_and_the_decoder_takes_what_the_checksum_lets_through_at_most(kind: str) -> None:
    hurt(kind, LONG // len(ALL) // SHARE, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ALL)
def test_two_million_damaged_frames_are_not_believed(kind: str) -> None:
    hurt(kind, LONG // len(ALL), seed=2)


def bytes_of_any_kind(count: int, random: Random) -> bytes:
    return random.randbytes(count)


def letters_and_lines(count: int, random: Random) -> bytes:
    return bytes(random.choices(bytes(range(0x20, 0x7F)) + b"\r\n", k=count))


def what_frames_are_made_of(count: int, random: Random) -> bytes:
    return bytes(random.choices(b"$$**\n\n0123456789ABCDEF HISTOKNOER revupsnd=,-?", k=count))


def words_of_frames(count: int, random: Random) -> bytes:
    words = (
        b"$ST",
        b"$HI",
        b"$OK ",
        b" ",
        b"1",
        b"boot=7F3A90C1",
        b" rev=2",
        b" up=9",
        b" s=S",
        b" n=1",
        b" d=R4",
        b"*",
    )
    words += (b" s=E n=0 d=-", b" re=3", b"*5F30", b"\n", b"*0BBF\n", bytes(random.choices(b"0123456789ABCDEF", k=4)))
    return b"".join(random.choices(words, k=count // 3))[:count]


KINDS_OF_NOISE = (bytes_of_any_kind, letters_and_lines, what_frames_are_made_of, words_of_frames)


def deafen(noise: Callable[[int, Random], bytes], count: int) -> None:
    """Feed noise in reads of any length; afterwards the board is understood at once."""
    random = Random(3)  # noqa: S311  noise that repeats
    decoder = board_decoder()
    conversation = Conversation(Instant(0), decoder)
    events: list[Event] = []
    fed = 0
    while fed < count:
        block = noise(1 << 16, random)
        fed += len(block)
        while block:
            length = random.randint(1, 4096)
            events += conversation.step(Instant(0), block[:length])[1]
            block = block[length:]
    taken = decoder.counters[TAKEN]
    log.info("%s: %d bytes, nothing believed, %s", noise.__name__, fed, decoder.counters)
    assert events == []
    assert taken <= count / 1_000_000
    hello = encode(BoardHello(0, "LDR-1", "1.0.0", 3, 24, 7))
    assert len(conversation.step(Instant(0), b"\n" + hello + hello)[1]) == 1


@pytest.mark.parametrize("noise", KINDS_OF_NOISE)
def test_noise_is_no_board(noise: Callable[[int, Random], bytes]) -> None:
    deafen(noise, NOISE // len(KINDS_OF_NOISE) // SHARE)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("noise", KINDS_OF_NOISE)
def test_sixty_four_megabytes_of_noise_are_no_board(noise: Callable[[int, Random], bytes]) -> None:
    deafen(noise, NOISE // len(KINDS_OF_NOISE))
