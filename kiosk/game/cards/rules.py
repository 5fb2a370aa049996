"""The options of the card game and their values.

Names and values: kiosk/referee/README.md. A value out of its range is a ``ValueError`` that names the option.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import Final

from msgspec import Struct

from kiosk.game.cards.commands import CardPlace
from kiosk.game.options import (
    EachSeat,
    FalseStop,
    FalseStopKind,
    MatchEnd,
    MatchEndKind,
    MatchTie,
    Misplay,
    MisplayKind,
    StopMode,
    of_seat,
    require,
    require_each,
)


class DealOrder(StrEnum):
    """The part of the layout that is dealt first (RULES.md C4)."""

    ROW_FIRST = "row_first"
    STACK_FIRST = "stack_first"


class StackFace(StrEnum):
    """The side of the Ligretto stack that is up; face down means that its cards pass through the row (C2)."""

    UP = "up"
    DOWN = "down"


class StackToCenter(StrEnum):
    """Permission for the stack's top to go straight to the centre, not only through the row (C3)."""

    DIRECT = "direct"
    VIA_ROW = "via_row"


class OneFromStack(StrEnum):
    """Permission for a 1 to go from the stack to the centre (C8)."""

    ALLOW = "allow"
    FORBID = "forbid"


class HandUse(StrEnum):
    """The condition under which the hand may be used (C9)."""

    ANYTIME = "anytime"
    TABLE_FIRST = "table_first"


class Enforcement(StrEnum):
    """The table's reaction to a breach of ``hand_use`` (C9)."""

    OFF = "off"
    WARN = "warn"
    BLOCK = "block"


class DiscardChain(StrEnum):
    """The cards of a flip that may be played: those under the top too, or only the top (C10)."""

    CHAIN = "chain"
    THIRD_ONLY = "third_only"


class Recycle(StrEnum):
    """The method by which the discard becomes the hand again (C11)."""

    SHUFFLE = "shuffle"
    TURN_OVER = "turn_over"


class ShortFlip(StrEnum):
    """A flip with fewer than three cards in the hand (O8)."""

    FLIP_REST = "flip_rest"


class Refilling(StrEnum):
    """The obligation to fill a gap of the row (C12)."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class RefillActuation(StrEnum):
    """The filling of a gap: by hand or automatically (C12)."""

    MANUAL = "manual"
    AUTO = "auto"


class PlayAfterEmpty(StrEnum):
    """Permission for a seat with an empty stack to go on playing (C13)."""

    ALLOW = "allow"
    DENY = "deny"


class DeadByOrder(StrEnum):
    """The consequence when nobody can play because of the order of the hands (C16)."""

    RESHUFFLE = "reshuffle"
    END_ROUND = "end_round"


class DetectionKind(StrEnum):
    """The trigger of a dead state: a grace time or a vote (O25)."""

    GRACE = "grace"
    VOTE = "vote"


class ProStep(StrEnum):
    """The step by which a row pile goes down (C17)."""

    EXACTLY_ONE = "exactly_one"
    ANY_LOWER = "any_lower"


class ProEmptySlot(StrEnum):
    """The cards that may be tucked into an empty slot (O19)."""

    STACK_ONLY = "stack_only"
    STACK_OR_DISCARD = "stack_or_discard"


class RowSize(Struct, frozen=True):
    """Slots of a row by the number of active seats (B2); ``default`` for numbers that ``by_players`` does not list."""

    by_players: tuple[tuple[int, int], ...] = ((2, 5), (3, 4))
    default: int = 3

    def __post_init__(self) -> None:
        sizes = (self.default, *(size for _, size in self.by_players))
        require(all(1 <= size <= 5 for size in sizes), "row_size", "1 to 5")

    def slots(self, players: int) -> int:
        """Return the number of slots of each row with that many active seats."""
        return dict(self.by_players).get(players, self.default)


class DeadDetection(Struct, frozen=True):
    """The detection of dead states. ``grace_ms``: the time for which one must last before it fires automatically."""

    kind: DetectionKind = DetectionKind.GRACE
    grace_ms: int = 12_000

    def __post_init__(self) -> None:
        require(self.grace_ms >= 0, "dead_detection.grace_ms", "0 or more")


class Score(Struct, frozen=True):
    """Points per card: for own cards in the centre, and for cards left in the own stack (J1, J2)."""

    center: int = 1
    stack: int = -2


class Pro(Struct, frozen=True):
    """The advanced variant: the row as a buffer (RULES.md 1J)."""

    enabled: bool = False
    step: ProStep = ProStep.EXACTLY_ONE
    sources: tuple[CardPlace, ...] = (CardPlace.STACK, CardPlace.DISCARD)
    empty_slot: ProEmptySlot = ProEmptySlot.STACK_ONLY

    def __post_init__(self) -> None:
        require(CardPlace.ROW not in self.sources, "pro.sources", "stack, discard or both")


__all__ = [
    "OPTIONS",
    "CardRules",
    "DeadByOrder",
    "DeadDetection",
    "DealOrder",
    "DetectionKind",
    "DiscardChain",
    "Enforcement",
    "FalseStop",
    "FalseStopKind",
    "HandUse",
    "MatchEnd",
    "MatchEndKind",
    "MatchTie",
    "Misplay",
    "MisplayKind",
    "OneFromStack",
    "PlayAfterEmpty",
    "Pro",
    "ProEmptySlot",
    "ProStep",
    "Recycle",
    "RefillActuation",
    "Refilling",
    "RowSize",
    "Score",
    "ShortFlip",
    "StackFace",
    "StackToCenter",
    "StopMode",
]


class CardRules(Struct, frozen=True, dict=True):
    """Every option of the card game. The defaults are the preset ``table_default``."""

    row_size: RowSize = RowSize()
    stack_size: EachSeat = 10
    deal_order: DealOrder = DealOrder.ROW_FIRST
    stack_face: StackFace = StackFace.UP
    stack_to_center: StackToCenter = StackToCenter.DIRECT
    one_from_stack: OneFromStack = OneFromStack.ALLOW
    hand_use: HandUse = HandUse.ANYTIME
    hand_use_enforcement: Enforcement = Enforcement.OFF
    discard_chain: DiscardChain = DiscardChain.CHAIN
    recycle: Recycle = Recycle.SHUFFLE
    short_flip: ShortFlip = ShortFlip.FLIP_REST
    refill: Refilling = Refilling.MANDATORY
    refill_actuation: RefillActuation = RefillActuation.AUTO
    stop_mode: StopMode = StopMode.PRESS_WITH_TIMEOUT
    stop_timeout_ms: int = 5000
    play_after_empty: PlayAfterEmpty = PlayAfterEmpty.ALLOW
    false_stop: FalseStop = FalseStop()
    misplay: Misplay = Misplay()
    dead_by_order: DeadByOrder = DeadByOrder.RESHUFFLE
    dead_detection: DeadDetection = DeadDetection()
    unanimous_abort: bool = True
    late_ms: int = 500
    flip_cooldown_ms: EachSeat = 350
    shuffle_lock_ms: int = 600
    score: Score = Score()
    match_end: MatchEnd = MatchEnd()
    match_tie: MatchTie = MatchTie.SHARED
    pro: Pro = Pro()

    def __post_init__(self) -> None:
        require_each(self.stack_size, "stack_size", 1, 35)
        require_each(self.flip_cooldown_ms, "flip_cooldown_ms", 0)
        for option in ("stop_timeout_ms", "late_ms", "shuffle_lock_ms"):
            require(getattr(self, option) >= 0, option, "0 or more")

    def row_slots(self, active_players: int) -> int:
        """Return the number of slots of each row when that many seats play (B2, B3)."""
        return self.row_size.slots(active_players)

    def stack_size_of(self, seat: int) -> int:
        """Return the size of that seat's Ligretto stack at the deal (B4; a handicap sets it per seat, E22)."""
        return of_seat(self.stack_size, seat)

    def flip_cooldown_of(self, seat: int) -> int:
        """Return the time after a flip in which that seat may not flip again, ms (O27; a handicap: E25)."""
        return of_seat(self.flip_cooldown_ms, seat)

    @cached_property
    def via_row(self) -> bool:
        """True if stack cards reach the centre only through the row (C2, C3)."""
        return self.stack_face is StackFace.DOWN or self.stack_to_center is StackToCenter.VIA_ROW

    @cached_property
    def fills_by_itself(self) -> bool:
        """True if a gap is filled automatically, in the same step that makes it."""
        return self.refill is Refilling.MANDATORY and self.refill_actuation is RefillActuation.AUTO

    @cached_property
    def gap_blocks_stack(self) -> bool:
        """True if the stack's top may not go to the centre while a slot of its row is empty (E5)."""
        return self.refill is Refilling.MANDATORY and self.refill_actuation is RefillActuation.MANUAL

    @cached_property
    def table_blocks_hand(self) -> bool:
        """True if no flip is allowed while a card of the row or the stack fits (C9)."""
        return self.hand_use is HandUse.TABLE_FIRST and self.hand_use_enforcement is Enforcement.BLOCK

    @cached_property
    def stop_delay_ms(self) -> int | None:
        """The delay from a seat's stack becoming empty to its automatic Stop; None: no automatic Stop (C13)."""
        match self.stop_mode:
            case StopMode.AUTO:
                return 0
            case StopMode.PRESS_WITH_TIMEOUT:
                return self.stop_timeout_ms
            case _:
                return None

    @property
    def start_score(self) -> int:
        """Every seat's total before the first round."""
        return 0

    @property
    def breaks_ties(self) -> bool:
        """True if equal highest totals are resolved by an extra round (C14)."""
        return self.match_tie is MatchTie.EXTRA_ROUND

    def match_over(self, totals: Sequence[int], round_no: int, lasted_ms: int) -> bool:
        """Return whether the match ends with round ``round_no`` (from 1), ``lasted_ms`` after its start (C15)."""
        return self.match_end.reached(totals, round_no, lasted_ms)


OPTIONS: Final[tuple[str, ...]] = CardRules.__struct_fields__
"""The names of all options, in the order of kiosk/referee/README.md."""
