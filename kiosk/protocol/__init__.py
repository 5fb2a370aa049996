"""The protocol between table and displays: typed messages over a Unix socket (MessagePack, one message per frame).

Seats are numbered from 1 here. Times are CLOCK_MONOTONIC nanoseconds (``hardware.api.Instant``). A message to a display
never contains a card that is not face up on the table.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from kiosk.faults.fault import Fault, english, worded
from kiosk.protocol.base import CELLS, DIE, PROTOCOL, Message
from kiosk.protocol.display import (
    AskScene,
    AskScreenshot,
    AskStrokes,
    Done,
    FromDisplay,
    MoveFinger,
    PanelRecord,
    RecordPanel,
    SceneAnswer,
    Stroke,
    Strokes,
    ToDisplay,
    Touched,
)
from kiosk.protocol.from_table import (
    Driven,
    FromTable,
    LessonView,
    Move,
    Refused,
    SeatPlan,
    SeatView,
    SeenDeed,
    SeenEdge,
    SeenHands,
    Slot,
    Snapshot,
    Verdict,
    Welcome,
)
from kiosk.protocol.health import (
    AskHealth,
    BoardStatus,
    DisplayHealth,
    FrameTimes,
    Health,
    JournalStatus,
    NamedFault,
    OutputFailure,
    PanelHealth,
    PressLatency,
    RoundFrames,
    SoundHealth,
    fingers_needed,
)
from kiosk.protocol.lobby import Choice, HouseRule, LobbyView, Proposal
from kiosk.protocol.results import BestScore, RaceView, ReplayView, RoundResult, SeatScore, Story, StoryKind
from kiosk.protocol.staff_menu import House, ServiceTile, ServiceView
from kiosk.protocol.to_table import (
    AskHands,
    CastVote,
    ChooseOption,
    DriveBoard,
    DrivePin,
    DrivePins,
    DriveReplay,
    Drop,
    FlipHand,
    GameMove,
    Hello,
    Hold,
    LeaveSeat,
    LookAgain,
    Mark,
    OpenService,
    PinEdge,
    PlaceDie,
    PlayCard,
    PressButton,
    ProposeOption,
    RefillSlot,
    RollDice,
    ServicePin,
    ServiceTap,
    ToTable,
    Touch,
    TuckCard,
    WindowSize,
    WithPiece,
)
from kiosk.system.decoders import prepared
from kiosk.system.earlier_names import earlier_names

__all__ = [
    "CELLS",
    "DIE",
    "GARBAGE",
    "PROTOCOL",
    "AskHands",
    "AskHealth",
    "AskScene",
    "AskScreenshot",
    "AskStrokes",
    "BestScore",
    "BoardStatus",
    "CastVote",
    "Choice",
    "ChooseOption",
    "DisplayHealth",
    "Done",
    "DriveBoard",
    "DrivePin",
    "DrivePins",
    "DriveReplay",
    "Driven",
    "Drop",
    "Fault",
    "FlipHand",
    "FrameTimes",
    "FromDisplay",
    "FromTable",
    "GameMove",
    "Health",
    "Hello",
    "Hold",
    "House",
    "HouseRule",
    "JournalStatus",
    "LeaveSeat",
    "LessonView",
    "LobbyView",
    "LookAgain",
    "Mark",
    "Message",
    "Move",
    "MoveFinger",
    "NamedFault",
    "OpenService",
    "OutputFailure",
    "PanelHealth",
    "PanelRecord",
    "PinEdge",
    "PlaceDie",
    "PlayCard",
    "PressButton",
    "PressLatency",
    "Proposal",
    "ProposeOption",
    "RaceView",
    "RecordPanel",
    "RefillSlot",
    "Refused",
    "ReplayView",
    "RollDice",
    "RoundFrames",
    "RoundResult",
    "SceneAnswer",
    "SeatPlan",
    "SeatScore",
    "SeatView",
    "SeenDeed",
    "SeenEdge",
    "SeenHands",
    "ServicePin",
    "ServiceTap",
    "ServiceTile",
    "ServiceView",
    "Slot",
    "Snapshot",
    "SoundHealth",
    "Story",
    "StoryKind",
    "Stroke",
    "Strokes",
    "ToDisplay",
    "ToTable",
    "Touch",
    "Touched",
    "TuckCard",
    "Verdict",
    "Welcome",
    "WindowSize",
    "WithPiece",
    "decode_from_display",
    "decode_from_table",
    "decode_to_display",
    "decode_to_table",
    "encode",
    "english",
    "fingers_needed",
    "worded",
]

GARBAGE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors of decoding: msgspec lets the second one through for a tag that is no text, the third for nested lists."""

encode: Final = msgspec.msgpack.Encoder().encode


def decode_to_table(data: bytes) -> ToTable:
    """Return a message to the table. Raises one of ``GARBAGE``."""
    return _to_table().decode(data)


def decode_from_table(data: bytes) -> FromTable:
    """Return a message of the table. Raises one of ``GARBAGE``."""
    return _from_table().decode(data)


def decode_to_display(data: bytes) -> ToDisplay:
    """Return a message to a display from another process. Raises one of ``GARBAGE``."""
    return _to_display().decode(data)


def decode_from_display(data: bytes) -> FromDisplay:
    """Return the display's answer to one. Raises one of ``GARBAGE``."""
    return _from_display().decode(data)


# Made when they are first needed: no program reads all four, and to make one evaluates the types of all its messages.


@cache
def _to_table() -> msgspec.msgpack.Decoder[ToTable]:
    return msgspec.msgpack.Decoder(prepared(ToTable))


@cache
def _from_table() -> msgspec.msgpack.Decoder[FromTable]:
    return msgspec.msgpack.Decoder(prepared(FromTable))


@cache
def _to_display() -> msgspec.msgpack.Decoder[ToDisplay]:
    return msgspec.msgpack.Decoder(prepared(ToDisplay))


@cache
def _from_display() -> msgspec.msgpack.Decoder[FromDisplay]:
    return msgspec.msgpack.Decoder(prepared(FromDisplay))


if not TYPE_CHECKING:
    __getattr__ = earlier_names(
        __name__,
        {
            "Board": "BoardStatus",
            "DeviceFault": "NamedFault",
            "Journal": "JournalStatus",
            "Lobby": "LobbyView",
            "PressTimes": "PressLatency",
            "Replay": "ReplayView",
        },
    )
