"""The options of the card game, by the names and values of REFEREE.md, and the presets of every edition as data.

Plain values only: an edition is a ``CardRules``, and what differs from the table's own default is all that a preset
writes down. Times are milliseconds. A value out of its range is a ``ValueError`` that names the option.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from kiosk.game.commands import Place


class DealOrder(StrEnum):
    """Which part of the lay-out is dealt first (RULES.md C4)."""

    ROW_FIRST = "row_first"
    STACK_FIRST = "stack_first"


class StackFace(StrEnum):
    """How the Ligretto stack lies; face down means that its cards pass through the row (C2)."""

    UP = "up"
    DOWN = "down"


class StackToCenter(StrEnum):
    """Whether the stack's top may go straight to the centre (C3)."""

    DIRECT = "direct"
    VIA_ROW = "via_row"


class OneFromStack(StrEnum):
    """Whether a 1 may go from the stack to the centre (C8)."""

    ALLOW = "allow"
    FORBID = "forbid"


class HandUse(StrEnum):
    """When the hand may be used (C9)."""

    ANYTIME = "anytime"
    TABLE_FIRST = "table_first"


class Enforcement(StrEnum):
    """What the table does about ``hand_use`` (C9)."""

    OFF = "off"
    WARN = "warn"
    BLOCK = "block"


class DiscardChain(StrEnum):
    """Whether the cards under the flipped top may follow it (C10)."""

    CHAIN = "chain"
    THIRD_ONLY = "third_only"


class Recycle(StrEnum):
    """How the discard becomes the hand again (C11)."""

    SHUFFLE = "shuffle"
    TURN_OVER = "turn_over"


class ShortFlip(StrEnum):
    """A flip with fewer than three cards in the hand (O8)."""

    FLIP_REST = "flip_rest"


class Refilling(StrEnum):
    """Whether a gap of the row must be filled (C12)."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class RefillActuation(StrEnum):
    """Who fills a gap (C12)."""

    MANUAL = "manual"
    AUTO = "auto"


class StopMode(StrEnum):
    """How an empty stack ends the round (C13)."""

    PRESS = "press"
    PRESS_WITH_TIMEOUT = "press_with_timeout"
    AUTO = "auto"


class PlayAfterEmpty(StrEnum):
    """Whether a seat whose stack is empty may still play (C13)."""

    ALLOW = "allow"
    DENY = "deny"


class DeadByOrder(StrEnum):
    """What happens when the order of the hands leaves nobody a play (C16)."""

    RESHUFFLE = "reshuffle"
    END_ROUND = "end_round"


class FalseStopKind(StrEnum):
    """What a false Stop costs (O22)."""

    IGNORE = "ignore"
    LOCKOUT = "lockout"
    PENALTY = "penalty"


class MisplayKind(StrEnum):
    """What a card that fits nowhere costs (O23)."""

    RETURN = "return"
    LOCKOUT = "lockout"
    PENALTY = "penalty"


class DetectionKind(StrEnum):
    """When a dead state fires (O25)."""

    GRACE = "grace"
    VOTE = "vote"


class MatchEndKind(StrEnum):
    """When a match is over (C15)."""

    SINGLE_ROUND = "single_round"
    FIXED_ROUNDS = "fixed_rounds"
    TARGET = "target"
    TIME = "time"


class MatchTie(StrEnum):
    """What equal highest totals mean (C14)."""

    SHARED = "shared"
    EXTRA_ROUND = "extra_round"


class ProStep(StrEnum):
    """How far a row pile goes down by a card (C17)."""

    EXACTLY_ONE = "exactly_one"
    ANY_LOWER = "any_lower"


class ProEmptySlot(StrEnum):
    """What may be tucked into an empty slot (O19)."""

    STACK_ONLY = "stack_only"
    STACK_OR_DISCARD = "stack_or_discard"


def _require(holds: bool, option: str, wanted: str) -> None:
    if not holds:
        raise ValueError(f"{option} must be {wanted}")


@dataclass(frozen=True)
class RowSize:
    """Slots of a row by the number of active seats (B2); ``default`` for numbers that ``by_players`` does not list."""

    by_players: tuple[tuple[int, int], ...] = ((2, 5), (3, 4))
    default: int = 3

    def __post_init__(self) -> None:
        sizes = (self.default, *(size for _, size in self.by_players))
        _require(all(1 <= size <= 5 for size in sizes), "row_size", "1 to 5")

    def slots(self, players: int) -> int:
        """The slots of each row with that many active seats."""
        return dict(self.by_players).get(players, self.default)


@dataclass(frozen=True)
class FalseStop:
    """``ms`` counts for a lockout, ``points`` for a penalty."""

    kind: FalseStopKind = FalseStopKind.LOCKOUT
    ms: int = 2000
    points: int = 0

    def __post_init__(self) -> None:
        _require(self.ms >= 0 and self.points >= 0, "false_stop", "0 ms or points, or more")


@dataclass(frozen=True)
class Misplay:
    """``ms`` counts for a lockout, ``points`` for a penalty."""

    kind: MisplayKind = MisplayKind.RETURN
    ms: int = 2000
    points: int = 0

    def __post_init__(self) -> None:
        _require(self.ms >= 0 and self.points >= 0, "misplay", "0 ms or points, or more")


@dataclass(frozen=True)
class DeadDetection:
    """``grace_ms``: how long a dead state lasts before it fires by itself."""

    kind: DetectionKind = DetectionKind.GRACE
    grace_ms: int = 12_000

    def __post_init__(self) -> None:
        _require(self.grace_ms >= 0, "dead_detection.grace_ms", "0 or more")


@dataclass(frozen=True)
class Score:
    """Points a card: own ones in the centre, and those left in the own stack (J1, J2)."""

    center: int = 1
    stack: int = -2


@dataclass(frozen=True)
class MatchEnd:
    """``n`` rounds, ``points`` of a total, or ``minutes``: the one that ``kind`` names counts."""

    kind: MatchEndKind = MatchEndKind.FIXED_ROUNDS
    n: int = 5
    points: int = 99
    minutes: int = 0

    def __post_init__(self) -> None:
        _require(self.n >= 1, "match_end.n", "1 or more")
        _require(self.points >= 0, "match_end.points", "0 or more")
        _require(self.minutes >= 0, "match_end.minutes", "0 or more")


@dataclass(frozen=True)
class Pro:
    """The advanced variant: the row as a buffer (RULES.md 1J)."""

    enabled: bool = False
    step: ProStep = ProStep.EXACTLY_ONE
    sources: tuple[Place, ...] = (Place.STACK, Place.DISCARD)
    empty_slot: ProEmptySlot = ProEmptySlot.STACK_ONLY

    def __post_init__(self) -> None:
        _require(Place.ROW not in self.sources, "pro.sources", "stack, discard or both")


@dataclass(frozen=True)
class CardRules:
    """Every option of the card game. What stands here is the preset ``table_default``."""

    row_size: RowSize = field(default_factory=RowSize)
    stack_size: int | tuple[int, ...] = 10
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
    false_stop: FalseStop = field(default_factory=FalseStop)
    misplay: Misplay = field(default_factory=Misplay)
    dead_by_order: DeadByOrder = DeadByOrder.RESHUFFLE
    dead_detection: DeadDetection = field(default_factory=DeadDetection)
    unanimous_abort: bool = True
    late_ms: int = 500
    flip_cooldown_ms: int = 350
    shuffle_lock_ms: int = 600
    score: Score = field(default_factory=Score)
    match_end: MatchEnd = field(default_factory=MatchEnd)
    match_tie: MatchTie = MatchTie.SHARED
    pro: Pro = field(default_factory=Pro)

    def __post_init__(self) -> None:
        sizes = (self.stack_size,) if isinstance(self.stack_size, int) else self.stack_size
        _require(bool(sizes) and all(1 <= size <= 35 for size in sizes), "stack_size", "1 to 35")
        for option in ("stop_timeout_ms", "late_ms", "flip_cooldown_ms", "shuffle_lock_ms"):
            _require(getattr(self, option) >= 0, option, "0 or more")

    def row_slots(self, active_players: int) -> int:
        """Slots of each row when that many seats play (B2, B3)."""
        return self.row_size.slots(active_players)

    def stack_size_of(self, seat: int) -> int:
        """Cards of that seat's Ligretto stack at the deal (B4; a handicap gives a size a seat, E22)."""
        return self.stack_size if isinstance(self.stack_size, int) else self.stack_size[seat]

    @cached_property
    def via_row(self) -> bool:
        """Stack cards reach the centre only through the row (C2, C3)."""
        return self.stack_face is StackFace.DOWN or self.stack_to_center is StackToCenter.VIA_ROW

    @cached_property
    def fills_by_itself(self) -> bool:
        """A gap is filled in the same step that makes it."""
        return self.refill is Refilling.MANDATORY and self.refill_actuation is RefillActuation.AUTO

    @cached_property
    def gap_blocks_stack(self) -> bool:
        """The stack's top may not go to the centre while a slot of its row is empty (E5)."""
        return self.refill is Refilling.MANDATORY and self.refill_actuation is RefillActuation.MANUAL

    @cached_property
    def stop_delay_ms(self) -> int | None:
        """How long after its stack became empty a seat's Stop comes by itself; None: never (C13)."""
        match self.stop_mode:
            case StopMode.AUTO:
                return 0
            case StopMode.PRESS_WITH_TIMEOUT:
                return self.stop_timeout_ms
            case _:
                return None


OPTIONS: Final[tuple[str, ...]] = tuple(option.name for option in fields(CardRules))
"""The names of all options, in the order of REFEREE.md."""


@dataclass(frozen=True)
class Preset:
    """An edition: its rules, the text that they come from, and the options on which that text speaks."""

    name: str
    source: str
    said: frozenset[str]
    rules: CardRules

    @property
    def filled(self) -> tuple[str, ...]:
        """The options on which the source is silent: our own filling."""
        return tuple(option for option in OPTIONS if option not in self.said)


_LAYOUT: Final = frozenset(
    {"row_size", "stack_size", "deal_order", "stack_face", "stack_to_center", "hand_use", "score"}
)
_FLOW: Final = frozenset({"discard_chain", "recycle", "refill"})
_TABLE: Final = CardRules()
_SCHMIDT_2017: Final = replace(
    _TABLE,
    hand_use=HandUse.TABLE_FIRST,
    stop_mode=StopMode.PRESS,
    dead_by_order=DeadByOrder.END_ROUND,
    match_end=MatchEnd(MatchEndKind.SINGLE_ROUND),
)
_TARGET_99: Final = replace(
    _TABLE,
    deal_order=DealOrder.STACK_FIRST,
    hand_use=HandUse.TABLE_FIRST,
    recycle=Recycle.TURN_OVER,
    stop_mode=StopMode.PRESS,
    match_end=MatchEnd(MatchEndKind.TARGET, points=99),
)

_EDITIONS: Final = (
    Preset("table_default", "our own table: RULES.md, the values of section 2", frozenset(), _TABLE),
    Preset(
        "schmidt_de_fr_it",
        "S0: Schmidt Spiele leaflet in German, French and Italian",
        _LAYOUT
        | _FLOW
        | {"one_from_stack", "refill_actuation", "stop_mode", "dead_by_order", "match_end", "match_tie"},
        replace(
            _TABLE,
            refill=Refilling.OPTIONAL,
            refill_actuation=RefillActuation.MANUAL,
            stop_mode=StopMode.PRESS,
            dead_by_order=DeadByOrder.END_ROUND,
        ),
    ),
    Preset(
        "schmidt_2017_en",
        "S1: Schmidt Spiele folding leaflet 2017, English",
        _LAYOUT | _FLOW | {"one_from_stack", "stop_mode", "match_end"},
        _SCHMIDT_2017,
    ),
    Preset(
        "schmidt_2017_fr",
        "S1: Schmidt Spiele folding leaflet 2017, French",
        _LAYOUT | _FLOW | {"one_from_stack", "refill_actuation", "stop_mode", "dead_by_order", "match_end"},
        replace(
            _SCHMIDT_2017,
            discard_chain=DiscardChain.THIRD_ONLY,
            recycle=Recycle.TURN_OVER,
            match_end=MatchEnd(MatchEndKind.FIXED_ROUNDS),
        ),
    ),
    Preset(
        "schmidt_2017_ru",
        "S1: Schmidt Spiele folding leaflet 2017, Russian, main text",
        _LAYOUT | _FLOW | {"stop_mode", "match_end", "pro"},
        _SCHMIDT_2017,
    ),
    Preset(
        "schmidt_2017_ru_footnote",
        "S1: Schmidt Spiele folding leaflet 2017, Russian, with its footnote on the hidden stack",
        _LAYOUT | _FLOW | {"stop_mode", "match_end", "pro"},
        replace(_SCHMIDT_2017, stack_face=StackFace.DOWN, stack_to_center=StackToCenter.VIA_ROW),
    ),
    Preset(
        "schmidt_2017_he",
        "S1: Schmidt Spiele folding leaflet 2017, Hebrew (partly legible)",
        frozenset({"stack_to_center", "discard_chain", "refill", "dead_by_order"}),
        replace(_SCHMIDT_2017, discard_chain=DiscardChain.THIRD_ONLY, dead_by_order=DeadByOrder.RESHUFFLE),
    ),
    Preset(
        "nordic_is",
        "S3: Nordic Games summary sheet, Icelandic",
        (_LAYOUT | _FLOW | {"one_from_stack", "stop_mode", "dead_by_order", "match_end", "pro"}) - {"discard_chain"},
        _TARGET_99,
    ),
    Preset(
        "wikipedia",
        "S4: English Wikipedia, Ligretto",
        _LAYOUT | {"one_from_stack", "refill", "stop_mode", "dead_by_order", "match_end", "match_tie"},
        replace(_TARGET_99, one_from_stack=OneFromStack.FORBID),
    ),
    Preset(
        "brettspielwelt",
        "BrettspielWelt's online game, on our own table's values",
        frozenset({"match_end", "misplay", "dead_detection", "unanimous_abort"}),
        replace(
            _TABLE,
            match_end=MatchEnd(MatchEndKind.TARGET, points=100),
            misplay=Misplay(MisplayKind.PENALTY, points=1),
            dead_detection=DeadDetection(DetectionKind.VOTE),
        ),
    ),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({edition.name: edition for edition in _EDITIONS})
"""The editions of RULES.md 3.2 and REFEREE.md ("Fine print"), by name."""


def rules_of(preset: str, **overrides: Any) -> CardRules:
    """A preset's rules with single options replaced; ``ValueError`` for an unknown preset, listing the known ones."""
    if preset not in PRESETS:
        raise ValueError(f"{preset!r} is no preset ({', '.join(PRESETS)})")
    return replace(PRESETS[preset].rules, **overrides)
