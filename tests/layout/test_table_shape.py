"""Which seats have a panel in which state of the table, and what else decides about its layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import PROTOCOL, SeatPlan, SeatView, ServiceView, Snapshot, Welcome

AREA = Place(960, 540, 1920, 1080)
ONE, TWO, THREE, FOUR = map(SeatNumber, (1, 2, 3, 4))
Plans = Callable[[int], tuple[SeatPlan, ...]]


def shape(plans: Plans, state: str | None = None, *views: SeatView, **changes: Any) -> TableShape:
    """Return the shape of a table of four; the state None: before the first snapshot."""
    snapshot = Snapshot(id=1, now=0, state=state, seats=views, **changes) if state else None
    return TableShape.of(AREA, Welcome(PROTOCOL, plans(4), 1092.0, simulated=True), snapshot, "cards")


def view(seat: SeatNumber, state: str, **changes: Any) -> SeatView:
    return SeatView(seat=seat, state=state, **changes)


SEATED = view(ONE, "playing"), view(TWO, "left"), view(THREE, "free"), view(FOUR, "ready")


def test_before_the_first_snapshot_every_seat_has_a_panel(plans: Plans) -> None:
    assert shape(plans).shown == (1, 2, 3, 4)


@pytest.mark.parametrize("state", ["attract", "ready"])
def test_where_anybody_may_sit_down_every_seat_that_can_be_taken_has_a_panel(plans: Plans, state: str) -> None:
    views = (*SEATED[:3], view(FOUR, "free", room="full"))
    assert shape(plans, state, *views).shown == (1, 2, 3)
    assert shape(plans, state, *views).rim, "the mark of the fourth stands on the rim"
    assert not shape(plans, state, *SEATED).rim


def test_in_a_match_those_have_a_panel_who_play_in_it(plans: Plans) -> None:
    found = shape(plans, "play", *SEATED)
    assert (found.shown, found.rim) == ((1, 2, 4), False)


@pytest.mark.parametrize(("page", "shown", "staff"), [("pin", (2, 1, 4), "pin"), ("sounds", (2,), "menu")])
def test_beside_the_keypad_others_keep_their_panels_and_the_menu_is_alone(
    plans: Plans, page: str, shown: tuple[int, ...], staff: str
) -> None:
    views = view(ONE, "taken"), view(TWO, "taken"), view(THREE, "free", room="full"), view(FOUR, "taken")
    found = shape(plans, "service", *views, service=ServiceView(TWO, page, ()))
    assert (found.shown, found.staff) == (shown, staff)
    assert ("plan" in _layout(found, plans).panels[TWO].places) is (staff == "menu")


def test_a_table_invites_in_attract_alone(plans: Plans) -> None:
    assert [shape(plans, state, *SEATED).inviting for state in ("attract", "ready", "play")] == [True, False, False]


def test_people_have_what_they_wish(plans: Plans) -> None:
    views = view(ONE, "playing", mirrored=True), view(TWO, "playing", language="he"), view(THREE, "playing", large=True)
    wishes = shape(plans, "play", *views, view(FOUR, "playing", near=True)).wishes
    assert (wishes.mirrored, wishes.rtl, wishes.large, wishes.near) == ((1,), (2,), (3,), (4,))


def _layout(found: TableShape, plans: Plans) -> Any:
    return found.layout(Welcome(PROTOCOL, plans(4), 1092.0, simulated=True))
