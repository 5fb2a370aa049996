"""What the page is told, and what it does, before a kiosk that is pretended."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.api import LampState
from kiosk.protocol import DriveBoard, DrivePins, Fault, PinEdge, Verdict
from kiosk.rim.app import LONGEST_BODY
from kiosk.rim.theme import theme_css
from tests.rim.conftest import ONE, TWO, PretendedKiosk, Visitor, eventually

PAGE = "0123456789abcdef"


def seat_of(view: dict[str, Any], seat: int) -> dict[str, Any]:
    return next(one for one in view["table"]["seats"] if one["seat"] == seat)


def test_the_page_is_told_what_everybody_may_see(kiosk: PretendedKiosk, visitor: Visitor) -> None:
    said = Verdict(1, "does_not_fit", "r3", times=2)
    kiosk.show(lamp="beat_3", name="Anna", stack_count=3, hand_count=0, centered=9, ticker=(said,))
    view = visitor.wait_for(lambda view: view if view["table"] else None)
    assert (view["why"], view["table"]["state"], view["table"]["simulated"]) == ("", "play", True)
    one = seat_of(view, 1)
    assert (one["name"], one["lamp"], one["edge"], one["board"]) == ("Anna", "beat_3", "south", False)
    assert one["counts"] == [["stack", 3], ["centre", 9]]
    assert one["said"] == ["Red 3: Doesn't fit anywhere (2 times)"]
    assert seat_of(view, 2)["board"]


def test_a_change_is_told_to_every_page(kiosk: PretendedKiosk, visitor: Visitor) -> None:
    kiosk.show(lamp="off")
    pages = [visitor.views() for _ in range(2)]
    for page in pages:
        assert any(view["table"] for view in page)
    kiosk.show(lamp="ready", fault=Fault("pin_line", {}))
    for page in pages:
        seat = next(seat_of(view, 1) for view in page if view["table"])
        assert seat["lamp"] == "ready"
        assert seat["fault"]
        page.close()  # type: ignore[attr-defined]


def test_a_kiosk_that_ends_and_comes_back_is_told(
    kiosk: PretendedKiosk, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.rim.feed.AGAIN_S", 0.01)
    kiosk.show()
    views = visitor.views()
    assert any(view["table"] for view in views)
    kiosk.end()
    assert any(view["why"] == "No kiosk is running here: start it with `kiosk`." for view in views)
    kiosk.gone = False
    kiosk.show()
    assert any(view["table"] for view in views)


def test_buttons_are_held_and_released(kiosk: PretendedKiosk, visitor: Visitor) -> None:
    assert visitor.post("/hold", {"page": PAGE, "number": 1, "held": [[1, "stop"], [1, "play"]]}).error == ""
    assert visitor.post("/hold", {"page": PAGE, "number": 2, "held": []}).error == ""
    pressed, released = (tuple(PinEdge(ONE, button, down) for button in ("play", "stop")) for down in (True, False))
    assert kiosk.done == [DrivePins(pressed), DrivePins(released)]


def test_a_page_that_is_heard_no_more_holds_nothing(
    kiosk: PretendedKiosk, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.rim.hands.LEASE_S", 0.1)
    visitor.post("/hold", {"page": PAGE, "number": 1, "held": [[1, "stop"]]})
    eventually("it is released", lambda: DrivePins((PinEdge(ONE, "stop", pressed=False),)) in kiosk.done)


def test_dice_boards_do_what_the_page_wants(kiosk: PretendedKiosk, visitor: Visitor) -> None:
    kiosk.show()
    visitor.post("/board", {"seat": 2, "do": "throw", "words": ["r1", "g2"]})
    visitor.post("/board", {"seat": 2, "do": "unplug"})
    visitor.post("/board", {"seat": 2, "do": "fault", "words": ["garbage"]})
    assert kiosk.done == [
        DriveBoard(TWO, "throw", ("r1", "g2")),
        DriveBoard(TWO, "unplug"),
        DriveBoard(TWO, "fault", ("garbage",)),
    ]
    visitor.wait_for(lambda view: view["table"] and seat_of(view, 2)["faults"] == ["garbage"])
    visitor.post("/board", {"seat": 2, "do": "repair"})
    visitor.wait_for(lambda view: view["table"] and seat_of(view, 2)["faults"] == [])


def test_the_picture_is_shown_and_touched(kiosk: PretendedKiosk, visitor: Visitor) -> None:
    tap = {"points": [[0.5, 0.5], [1.0, 0.0]], "seconds": 0.2}
    assert visitor.post("/touch", tap).error == "There is no picture yet."
    shown = visitor.ask("GET", "/picture")
    assert (shown.status, shown.headers["content-type"], shown.body) == (200, "image/jpeg", b"a picture")
    assert visitor.post("/touch", tap).error == ""
    assert kiosk.done == [([(960, 540), (1919, 0)], 0.2, (1920, 1080))]


def test_what_the_kiosk_refuses_is_told(kiosk: PretendedKiosk, visitor: Visitor) -> None:
    visitor.ask("GET", "/picture")
    kiosk.why_not = "the hardware of this table is real"
    for path, body in (
        ("/hold", {"page": PAGE, "number": 1, "held": [[1, "stop"]]}),
        ("/board", {"seat": 2, "do": "plug"}),
        ("/touch", {"points": [[0, 0]], "seconds": 0}),
    ):
        refused = visitor.post(path, body)
        assert (refused.status, refused.error) == (409, "the hardware of this table is real")
    assert visitor.ask("GET", "/picture").error == "the hardware of this table is real"
    kiosk.gone = True
    assert visitor.ask("GET", "/picture").status == 503


def test_what_no_page_sends_is_refused(kiosk: PretendedKiosk, visitor: Visitor) -> None:
    visitor.ask("GET", "/picture")
    hold = {"page": PAGE, "number": 1, "held": []}
    for path, body in (
        ("/hold", {**hold, "held": [[13, "stop"]]}),
        ("/hold", {**hold, "held": [[1, "go"]]}),
        ("/hold", {**hold, "number": -1}),
        ("/hold", {**hold, "more": 1}),
        ("/hold", []),
        ("/hold", b"\xff"),
        ("/hold", b" " * (LONGEST_BODY + 1)),
        ("/board", {"seat": 1, "do": "burn"}),
        ("/board", {"seat": 1, "do": "fault", "words": []}),
        ("/touch", {"points": [], "seconds": 1}),
        ("/touch", {"points": [[0, 1.5]], "seconds": 1}),
        ("/touch", {"points": [[0, 0]], "seconds": -1}),
    ):
        refused = visitor.post(path, body)
        assert refused.status == 409, body
        assert refused.error
    assert kiosk.done == []


def test_every_lamp_has_its_look() -> None:
    css = theme_css()
    assert [state for state in LampState if f'.lamp[data-state="{state}"]' not in css] == []
    assert css.count("{") == css.count("}")
