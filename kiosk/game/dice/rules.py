"""The options of the dice game, its presets, and the number of dice of each seat.

Names and values: kiosk/referee/README.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kiosk.game.dice.dice import BAG
from kiosk.game.options import EachSeat, FalseStop, Misplay, StopMode, of_seat, require, require_each
from kiosk.game.preset import ForWhom, Preset

MOST_SEATS: Final = 4
"""The number of seats that the dice game is made for (N1); more only with ``house_seats`` (Q15)."""
MOST_EXTRA: Final = 2
"""Extra dice that a seat may take (N15)."""


class DiceTie(StrEnum):
    """The consequence of equal highest totals (C14, N14)."""

    TIEBREAK_ROUND = "tiebreak_round"
    SHARED = "shared"


class HandicapMode(StrEnum):
    """The source of the extra dice of N15: smaller shares for all, or the seats without extras (C21, Q8)."""

    LEAVE_OUT = "leave_out"
    TRANSFER = "transfer"


class DiceRules(Struct, frozen=True, dict=True):
    """Every option of the dice game. The defaults are the preset ``university_games_2013``. Times are ms."""

    start_score: int = 100
    rounds_per_player: int = 3
    dice_tie: DiceTie = DiceTie.TIEBREAK_ROUND
    dice_extra: tuple[int, ...] = ()
    """Extra dice, one entry per seat (0..2); empty: none."""
    handicap_mode: HandicapMode = HandicapMode.LEAVE_OUT
    roll_ms: EachSeat = 900
    stop_mode: StopMode = StopMode.PRESS_WITH_TIMEOUT
    stop_timeout_ms: int = 3000
    false_stop: FalseStop = FalseStop()
    misplay: Misplay = Misplay()
    late_ms: int = 500
    unanimous_abort: bool = True
    house_seats: bool = False

    def __post_init__(self) -> None:
        require(self.rounds_per_player >= 1, "rounds_per_player", "1 or more")
        require(all(0 <= extra <= MOST_EXTRA for extra in self.dice_extra), "dice_extra", f"0 to {MOST_EXTRA} per seat")
        require_each(self.roll_ms, "roll_ms", 0)
        for option in ("stop_timeout_ms", "late_ms"):
            require(getattr(self, option) >= 0, option, "0 or more")

    @cached_property
    def stop_delay_ms(self) -> int | None:
        """The delay from a seat's last die being placed to its automatic STOP; None: no automatic STOP (O30)."""
        match self.stop_mode:
            case StopMode.AUTO:
                return 0
            case StopMode.PRESS_WITH_TIMEOUT:
                return self.stop_timeout_ms
            case StopMode.PRESS:
                return None

    def rounds(self, seats: int) -> int:
        """Return the number of rounds of a match of that many seats: 6, 9 or 12 (N13)."""
        return self.rounds_per_player * seats

    def roll_ms_of(self, seat: int) -> int:
        """Return the time that a roll of that seat takes, ms (O27; a handicap: Q16)."""
        return of_seat(self.roll_ms, seat)

    def for_tiebreak(self) -> DiceRules:
        """Return the rules of a tie-break round: it stops automatically, so it cannot end in a tie (Q6, Q7)."""
        return replace(self, stop_mode=StopMode.AUTO)

    @property
    def breaks_ties(self) -> bool:
        """True if equal highest totals are resolved by one more round (N14)."""
        return self.dice_tie is DiceTie.TIEBREAK_ROUND

    def match_over(self, totals: Sequence[int], round_no: int, lasted_ms: int) -> bool:
        """Return whether the match ends with round ``round_no``, from 1 (N13)."""
        return round_no >= self.rounds(len(totals))


DICE_OPTIONS: Final[tuple[str, ...]] = DiceRules.__struct_fields__
"""The names of all options."""


_SAID: Final = frozenset(
    {"start_score", "rounds_per_player", "dice_tie", "dice_extra", "house_seats", "stop_mode", "one_hand"}
)
_EDITIONS: Final = (
    Preset(
        "university_games_2013",
        "University Games' leaflet of 2013, Ligretto Dice, English",
        _SAID,
        DiceRules(),
        for_whom=ForWhom(2, 4, age=8, minutes=20),
    ),
    Preset(
        "wuerfel_schmidt",
        "German and French descriptions of the dice game, otherwise University Games' leaflet",
        _SAID,
        DiceRules(start_score=0, dice_tie=DiceTie.SHARED),
        for_whom=ForWhom(2, 4),
    ),
)

DICE_PRESETS: Final[Mapping[str, Preset[DiceRules]]] = MappingProxyType(
    {edition.name: edition for edition in _EDITIONS}
)
"""The editions of the dice game by name."""


def dice_counts(
    rules: DiceRules, seats: int, tiebreak: Collection[int] = (), away: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the number of dice that each seat draws (N2, N15, Q6, Q8, Q15).

    In a tie-break only the seats in ``tiebreak`` draw, without extra dice. Seats in ``away`` draw none.
    """
    playing = sorted(tiebreak) or [seat for seat in range(seats) if seat not in away]
    extras = dict.fromkeys(playing, 0)
    if rules.dice_extra and not tiebreak:
        extras = {seat: rules.dice_extra[seat] for seat in playing}
    if rules.handicap_mode is HandicapMode.TRANSFER:
        counts = _transferred(extras)
    else:
        share = (len(BAG) - sum(extras.values())) // len(playing)
        counts = {seat: share + extra for seat, extra in extras.items()}
    return tuple(counts.get(seat, 0) for seat in range(seats))


def _transferred(extras: Mapping[int, int]) -> dict[int, int]:
    """Return equal shares, with the extra dice taken one at a time from the seats without, the last seat first."""
    counts = dict.fromkeys(extras, len(BAG) // len(extras))
    givers = [seat for seat in sorted(extras, reverse=True) if not extras[seat]]
    for taker in (seat for seat, extra in extras.items() for _ in range(extra)):
        giver = next((seat for seat in givers if counts[seat]), None)
        if giver is None:
            break
        counts[giver] -= 1
        counts[taker] += 1
        givers.remove(giver)  # the next die comes from the next seat
        givers.append(giver)
    return counts
