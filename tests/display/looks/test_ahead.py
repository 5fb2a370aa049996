"""What may follow is known before: whatever state comes next, most of its looks were made up, and nobody is named."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.looks import ahead
from kiosk.display.looks.ahead import PaintPlan, elsewhere, nameless, soon
from kiosk.display.paint.art import Look
from kiosk.display.paint.base import FeltLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.display.screens.centre_result import draw_feast
from kiosk.layout.place import Frame, Place
from tests.display.screens.test_feast import middle_of, won

AREA = Place(960, 540, 1920, 1080)


def _plan(canned: Any, snapshot: Any) -> PaintPlan:
    return PaintPlan.of(canned.welcome(len(snapshot.seats)), snapshot, AREA)


def _shown(canned: Any, snapshot: Any) -> set[Look]:
    plan = PaintPlan(canned.welcome(len(snapshot.seats)), snapshot, AREA)
    return {look for look in ahead._looks(plan, snapshot) if not isinstance(look, TurntableLook)}


@pytest.mark.parametrize("game", ["cards", "dice"])
def test_a_match_of_those_who_are_in_the_lobby_is_known_there(canned: Any, game: str) -> None:
    make = canned.snapshot if game == "cards" else canned.dice
    lobby = make("ready", 4)
    lobby = replace(lobby, seats=tuple(replace(view, state="taken", name="") for view in lobby.seats))
    known = {*soon(_plan(canned, lobby))}
    for state in ("countdown", "play", "round_result"):
        shown = make(state, 4)
        languages = [view.language for view in lobby.seats]
        seats = zip(shown.seats, languages, strict=True)
        shown = replace(
            shown,
            rounds=lobby.rounds,
            seats=tuple(replace(view, name="", language=language, state="playing") for view, language in seats),
        )
        looks = _shown(canned, shown)
        assert len(looks & known) > 0.6 * len(looks), state


def test_while_a_table_invites_first_comes_what_it_shows_soon_then_what_others_may_show(canned: Any) -> None:
    attract = canned.snapshot("attract", 2, languages=("en", "de"))
    plan = _plan(canned, attract)
    first, then = [*soon(plan)], {*elsewhere(plan)}
    assert _shown(canned, nameless(attract)) <= {*first, *then}
    assert _shown(canned, nameless(canned.snapshot("attract", 2, game="dice", languages=("en", "de")))) <= {*first}
    assert len({look for look in then if isinstance(look, FeltLook)}) == 2, "that of the invitation, and of a match"


def test_nothing_that_anybody_has_typed_is_made_up(canned: Any) -> None:
    named = "Ödön"
    for state in ("attract", "ready", "play", "paused"):
        shown = canned.snapshot(state, 4)
        shown = replace(
            shown,
            seats=tuple(replace(view, name=named) for view in shown.seats),
            house_name=named,
            best=tuple(replace(one, name=named) for one in shown.best),
        )
        if shown.lobby is not None:
            choices = tuple(replace(one, values=(*one.values, named)) for one in shown.lobby.choices)
            choices = tuple(replace(one, value=named) if one.key == "preset" else one for one in choices)
            shown = replace(shown, lobby=replace(shown.lobby, names=(named,), choices=choices))
        plan = _plan(canned, shown)
        assert named in repr(shown)
        assert named not in repr(plan.snapshot.seats)
        assert not [one for one in _some(plan) if named in repr(one)]


def _some(plan: PaintPlan) -> list[Look]:
    return [*islice(soon(plan), 600)]


def test_a_plan_stays_the_same_throughout_a_match(canned: Any) -> None:
    play = canned.snapshot("play", 4)
    states = [replace(play, state=state) for state in ("countdown", "play", "stopped", "paused")]
    assert len({repr(_plan(canned, shown)) for shown in states}) == 1


def test_the_pictures_of_a_celebration_are_known_before_the_match_is_over(canned: Any) -> None:
    over = won(canned, 4)
    lines = tuple(replace(line, won=False) for line in over.result.lines)
    before = replace(
        over, state="round_result", result=replace(over.result, lines=lines, winners=()), rounds=over.round_no
    )
    assert ahead.may_be_over(before)
    assert not ahead.may_be_over(replace(before, rounds=over.round_no + 1))
    plan = _plan(canned, before)
    assert plan.named
    sketch = Sketch(Frame())
    draw_feast(sketch, middle_of(canned, over))
    looks = {mark.look for mark in sketch.marks if isinstance(mark, Picture)}
    assert looks <= {*soon(plan)}
