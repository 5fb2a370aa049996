"""The protocol between table and displays: typed messages over a Unix socket (MessagePack, one message per frame).

Seats are numbered from 1 here. Times are CLOCK_MONOTONIC nanoseconds (``hardware.api.Instant``). A message to a display
never contains a card that is not face up on the table.
"""

from __future__ import annotations

from typing import Final

import msgspec

from kiosk.faults.fault import Fault, english, worded
from kiosk.protocol.base import CELLS, DIE, PROTOCOL, Message
from kiosk.protocol.display import AskScene, AskScreenshot, Done, FromDisplay, MoveFinger, SceneAnswer, ToDisplay
from kiosk.protocol.from_table import (
    BestScore,
    Choice,
    Driven,
    FromTable,
    House,
    HouseRule,
    LessonView,
    Lobby,
    Move,
    Proposal,
    RaceView,
    Refused,
    Replay,
    RoundResult,
    SeatPlan,
    SeatScore,
    SeatView,
    ServiceTile,
    ServiceView,
    Slot,
    Snapshot,
    Verdict,
    Welcome,
)
from kiosk.protocol.health import AskHealth, Board, DeviceFault, DisplayHealth, FrameTimes, Health, Journal, PressTimes
from kiosk.protocol.to_table import (
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

__all__ = [
    "CELLS",
    "DIE",
    "GARBAGE",
    "PROTOCOL",
    "AskHealth",
    "AskScene",
    "AskScreenshot",
    "BestScore",
    "Board",
    "CastVote",
    "Choice",
    "ChooseOption",
    "DeviceFault",
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
    "Journal",
    "LeaveSeat",
    "LessonView",
    "Lobby",
    "LookAgain",
    "Mark",
    "Message",
    "Move",
    "MoveFinger",
    "OpenService",
    "PinEdge",
    "PlaceDie",
    "PlayCard",
    "PressButton",
    "PressTimes",
    "Proposal",
    "RaceView",
    "RefillSlot",
    "Refused",
    "Replay",
    "RollDice",
    "RoundResult",
    "SceneAnswer",
    "SeatPlan",
    "SeatScore",
    "SeatView",
    "ServicePin",
    "ServiceTap",
    "ServiceTile",
    "ServiceView",
    "Slot",
    "Snapshot",
    "ToDisplay",
    "ToTable",
    "Touch",
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
    "worded",
]

GARBAGE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors of decoding: msgspec lets the second one through for a tag that is no text, the third for nested lists."""

_encoder = msgspec.msgpack.Encoder()
encode = _encoder.encode
decode_to_table = msgspec.msgpack.Decoder(ToTable).decode
decode_from_table = msgspec.msgpack.Decoder(FromTable).decode
decode_to_display = msgspec.msgpack.Decoder(ToDisplay).decode
decode_from_display = msgspec.msgpack.Decoder(FromDisplay).decode
