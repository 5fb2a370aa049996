"""Conversion of SDL's events to contacts, fed as the tuples that Kivy's window polls."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from kiosk.display.input.window_input import WindowInput


@dataclass
class _SdlWindow:
    """A stand-in for Kivy's window storage: events wait to be polled."""

    events: deque[tuple[Any, ...]] = field(default_factory=deque)
    title: str = ""

    def poll(self) -> Any:
        return self.events.popleft() if self.events else False

    def set_title(self, title: str) -> None:
        self.title = title


@dataclass
class _Window:
    """A stand-in for Kivy's window: it polls until there are no events, and keeps those that were not handled."""

    size: tuple[int, int] = (1001, 501)
    _density: float = 1.0
    _win: Any = field(default_factory=_SdlWindow)
    kept: list[Any] = field(default_factory=list)

    @property
    def height(self) -> int:
        return self.size[1]

    def mainloop(self) -> None:
        while (event := self._win.poll()) is not False:
            if event is not None:
                self.kept.append(event)


class _Loop:
    """A stand-in for Kivy's event loop."""

    def __init__(self) -> None:
        self.input_providers: list[Any] = ["mouse", "sdl"]

    def remove_input_provider(self, provider: Any) -> None:
        self.input_providers.remove(provider)

    def add_input_provider(self, provider: Any) -> None:
        self.input_providers.append(provider)


class _Heard:
    """Contacts and keys in the order of arrival."""

    def __init__(self, log: list[tuple[Any, ...]]) -> None:
        self._log = log

    def __getattr__(self, name: str) -> Any:
        return lambda *args: self._log.append((name, *args))


class _Rig:
    def __init__(self) -> None:
        self.window = _Window()
        self.sdl = self.window._win
        self.loop = _Loop()
        self.heard: list[tuple[Any, ...]] = []
        self.frames: list[int] = []
        self.now = 1000
        sink = _Heard(self.heard)
        self.on_frame: Callable[[], None] = lambda: None
        self.input = WindowInput(self.window, sink, sink, self._frame, lambda: self.now)
        self.input.attach(self.loop)

    def _frame(self, now: int) -> None:
        self.frames.append(now)
        self.on_frame()

    def frame(self, *events: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        self.sdl.events.extend(events)
        self.heard.clear()
        self.input.update()
        return list(self.heard)


@pytest.fixture
def rig() -> _Rig:
    return _Rig()


def test_it_is_the_only_input_provider(rig: _Rig) -> None:
    assert rig.loop.input_providers == [rig.input]


def test_fingers_come_in_window_pixels_from_below_with_the_stamp_of_the_poll(rig: _Rig) -> None:
    assert rig.frame(
        ("fingerdown", 7, 0.0, 0.0, 1.0), ("fingermotion", 7, 0.5, 0.5, 1.0), ("fingerup", 7, 1.0, 1.0, 0.0)
    ) == [("down", 7, 0.0, 500.0, 1000), ("move", 7, 500.0, 250.0, 1000), ("up", 7, 1000.0, 0.0, 1000)]


def test_after_the_window_has_changed_its_size_fingers_are_where_they_are_seen(rig: _Rig) -> None:
    rig.window.size = (2001, 1001)
    assert rig.frame(("fingerdown", 7, 0.5, 0.25, 1.0)) == [("down", 7, 1000.0, 750.0, 1000)]


def test_the_left_mouse_button_is_one_finger(rig: _Rig) -> None:
    assert rig.frame(
        ("mousemotion", 5, 5),
        ("mousebuttondown", 10, 20, 1),
        ("mousemotion", 30, 40),
        ("mousebuttonup", 50, 60, 1),
        ("mousemotion", 5, 5),
    ) == [("down", "mouse", 10, 480, 1000), ("move", "mouse", 30, 460, 1000), ("up", "mouse", 50, 440, 1000)]


def test_on_a_dense_screen_the_mouse_is_where_it_is_seen(rig: _Rig) -> None:
    rig.window._density = 2.0
    assert rig.frame(("mousebuttondown", 10, 20, 1)) == [("down", "mouse", 20.0, 460.0, 1000)]


def test_other_buttons_and_the_wheel_touch_nothing_and_leave_no_marks_of_kivys(rig: _Rig) -> None:
    assert rig.frame(("mousebuttondown", 10, 20, 3), ("mousebuttonup", 10, 20, 3), ("mousewheelup", 0, 1, None)) == []
    assert rig.window.kept == []


def test_keys_are_told_by_their_place_and_never_reach_kivy(rig: _Rig) -> None:
    escape = ("keydown", 0, 27, 41, None)
    assert rig.frame(escape, ("keydown", 0, 49, 30, None), ("keyup", 0, 49, 30, None)) == [
        ("down", 41),
        ("down", 30),
        ("up", 30),
    ]
    assert rig.window.kept == []


def test_what_is_no_input_passes_on_to_kivy(rig: _Rig) -> None:
    assert rig.frame(("windowresized", 10, 10), ("quit",)) == []
    assert rig.window.kept == [("windowresized", 10, 10), ("quit",)]


def test_the_rest_of_the_window_works_through_the_wrapper(rig: _Rig) -> None:
    rig.window._win.set_title("table")
    assert rig.sdl.title == "table"


def test_the_frame_is_told_after_its_touches(rig: _Rig) -> None:
    told: list[int] = []
    rig.on_frame = lambda: told.append(len(rig.heard))
    rig.frame(("fingerdown", 7, 0.5, 0.5, 1.0), ("fingerup", 7, 0.5, 0.5, 0.0))
    assert told == [2]


def test_a_frame_drawn_from_within_the_poll_does_not_poll_again(rig: _Rig) -> None:
    polls = 0

    def poll_with_a_resize_in_it() -> None:
        nonlocal polls
        polls += 1
        rig.input.update()  # as Kivy does when SDL reports a new size

    rig.window.mainloop = poll_with_a_resize_in_it  # type: ignore[method-assign]
    rig.input.update()
    assert polls == 1
    assert rig.frames == [1000]
