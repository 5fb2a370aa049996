"""The lobby's panels: the seat of each control, the choices in its drawers, and its messages to the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import STEP
from kiosk.display.input.controls import SWITCHES
from kiosk.display.paint.brass_art import RoundLook
from kiosk.display.paint.lettering import CurvedLook
from kiosk.display.paint.light_art import WHEEL_LIGHT
from kiosk.display.paint.marks import Curve, Light, Picture
from kiosk.display.paint.object_art import ObjectLook
from kiosk.display.paint.text import LEGIBLE, TextLook
from kiosk.display.texts.choices import text_of
from kiosk.game.cards.editions import PRESETS
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.layout.inviting import free_corners, list_corners
from kiosk.layout.table_layout import MIN_HIT_PX, Place
from kiosk.layout.table_shape import TableShape
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import BestScore, Choice, ChooseOption, LessonView, Snapshot
from kiosk.protocol.state import AttractScene
from tests.display.table import Table
from tests.rig.drawers import way_to

pytestmark = pytest.mark.ui

LOBBIES = {"cards": ("preset", "length", "pro", "touch_mode", "bots"), "dice": ("preset", "length", "handicap_mode")}
NAMES = {"en": "Seat", "de": "Platz", "fr": "Place"}
PERIOD = 2_500_000_000  # nanoseconds for which an invitation is shown in one language
SECOND = 1_000_000_000
MS = 1_000_000
RIM = 16  # pixels, in a window 678 pixels high
EMPTY = 1  # pixel, at most, around the letters of a text
WORDS = {"en": "Touch here to play", "de": "Zum Spielen hier berühren", "fr": "Touchez ici pour jouer"}


def lobby(canned: Any, game: str, seats: int) -> Snapshot:
    """Return a lobby in which this game is chosen."""
    shown: Snapshot = canned.dice("ready", seats) if game == "dice" else canned.snapshot("ready", seats)
    return shown


def taken(shown: Snapshot) -> Snapshot:
    """Return the lobby with nobody ready."""
    return replace(shown, seats=tuple(replace(view, state="taken") for view in shown.seats))


def invite(table: Table, canned: Any, seconds: float, state: str = "attract") -> None:
    """Show invitations that have had their language for so many seconds."""
    table.jump(1000 * PERIOD + round(seconds * SECOND))
    table.show(canned.snapshot(state, 4))


def test_an_invitation_brings_its_language_along_and_no_other_control_does(table: Table, canned: Any) -> None:
    invite(table, canned, 1.5)
    for seat in (1, 2, 3):
        item = table.only("seat", seat)
        assert WORDS[table.tap(item, table.now).language] == item.text
    assert len({table.only("seat", seat).text for seat in (1, 2, 3)}) == 3
    table.show(canned.snapshot("ready", 4))
    assert table.tap(table.only("ready", 1), table.now).language is None


def test_an_invitation_that_has_just_changed_gives_the_language_before(table: Table, canned: Any) -> None:
    invite(table, canned, -0.1)
    before = {seat: table.only("seat", seat).text for seat in (1, 2, 3)}
    invite(table, canned, 0.9)
    for seat in (1, 2, 3):
        assert table.only("seat", seat).text != before[seat]
        for item in (table.only("seat", seat), table.only("seat_language", seat)):
            assert WORDS[table.tap(item, table.now).language] == before[seat]


@pytest.mark.parametrize("state", ["attract", "ready"])
def test_the_globe_of_an_invitation_takes_the_seat_and_opens_its_languages(
    table: Table, canned: Any, state: str
) -> None:
    invite(table, canned, 1.5, state)
    globe, seat = table.only("seat_language", 4), table.only("seat", 4)
    assert min(globe.w, globe.h) >= MIN_HIT_PX
    assert not globe.contains(seat.x, seat.y)
    press = table.tap(globe, table.now)
    assert (press.seat, press.button) == (4, "play")
    ready = replace(canned.snapshot("ready", 4), now=table.now)
    table.show(ready)  # one that was on its way
    assert not table.named("close", 4)
    views = tuple(replace(view, state="taken") if view.seat == 4 else view for view in ready.seats)
    table.show(replace(ready, seats=views))
    assert len(table.named("language", 4)) == len(ready.languages)


def test_the_rest_of_an_invitation_opens_nothing_and_a_globe_is_soon_forgotten(table: Table, canned: Any) -> None:
    invite(table, canned, 1.5, "ready")
    ready = canned.snapshot("ready", 4)
    views = tuple(replace(view, state="taken") if view.seat == 4 else view for view in ready.seats)
    sits = replace(ready, seats=views)
    table.tap(table.only("seat", 4), table.now)
    table.show(replace(sits, now=table.now))
    assert not table.named("close", 4)
    table.show(replace(ready, now=table.now))
    table.tap(table.only("seat_language", 4), table.now)
    table.show(replace(ready, now=table.now + 3 * SECOND))
    table.show(replace(sits, now=table.now + 4 * SECOND))
    assert not table.named("close", 4)


def test_an_invitation_tells_that_there_are_dice_too(table: Table, canned: Any) -> None:
    invite(table, canned, 1.5)
    for seat in (1, 2, 3):
        language = table.tap(table.only("seat", seat), table.now).language
        say = speaker(language)
        assert any(say("Dice") in line for line in table.words(seat))


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_nearest_free_seat_to_a_point_of_the_felt(table_of: Any, canned: Any, seats: int) -> None:
    table = table_of(seats, (1920, 1080))
    invites = canned.snapshot("attract", seats)
    table.show(invites)
    layout = table.view.layout
    for seat, panel in layout.panels.items():
        x, y = panel.frame.to_window(0, panel.size[1] / 2 + 5)
        if layout.panel_at(x, y) is None:
            assert table.view.nearest_seat(x, y).seat == seat
        assert table.view.nearest_seat(*panel.bounds[:2]) is None
    table.show(
        replace(invites, seats=tuple(replace(one, room="none" if one.seat == 1 else "") for one in invites.seats))
    )
    assert table.view.nearest_seat(*layout.panels[1].frame.to_window(0, layout.panels[1].size[1] / 2 + 5)).seat != 1
    table.show(canned.snapshot("ready", seats))
    assert table.view.nearest_seat(*layout.centre[:2]) is None


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_nothing_that_the_bots_show_covers_an_invitation(table_of: Any, canned: Any, seats: int) -> None:
    table = table_of(seats, (1920, 1080))
    table.show(canned.snapshot("attract", seats))
    layout = table.view.layout
    assert len(layout.panels) == seats
    for panel in layout.panels.values():
        pieces = [place for name, place in panel.places.items() if name.startswith(("row", "stack", "hand", "discard"))]
        assert len(pieces) > 3
        assert not any(place.overlaps(panel.places["invitation"]) for place in pieces)
        assert not any(cell.overlaps(panel.bounds) for cell in layout.cells)
    assert layout.cells


@pytest.mark.parametrize(("seats", "corners"), [(2, 0), (4, 2), (12, 0)])
@pytest.mark.parametrize("game", LOBBIES)
def test_pieces_of_the_other_game_and_the_best_of_the_day_lie_in_corners_beside_the_trays(
    canned: Any, game: str, seats: int, corners: int
) -> None:
    snapshot = canned.dice("attract", seats) if game == "dice" else canned.snapshot("attract", seats)
    welcome = canned.welcome(seats)
    layout = TableShape.of(Place(960, 540, 1920, 1080), welcome, snapshot, game).layout(welcome)
    places = [place for place, _ in (*free_corners(layout), *list_corners(layout))]
    assert len(places) == 2 * corners
    for place in places:
        assert not place.overlaps(layout.centre)
        assert not any(place.overlaps(panel.bounds) for panel in layout.panels.values())
        assert Place(960, 540, 1920, 1080).holds(place.x, place.y)


def test_words_in_a_narrow_corner_stand_within_the_rim_and_can_be_read_in_every_language(
    table_of: Callable[..., Table], canned: Any
) -> None:
    table, area = table_of(2, (1280, 678)), Place(640, 339, 1280, 678)
    missing = {speaker(language)("or cards!") for language in installed()}
    shown = replace(canned.dice("attract", 2), languages=installed())
    for turn in range(len(missing)):
        table.jump(turn * PERIOD + SECOND)
        table.show(replace(shown, id=turn))
        texts = [
            mark for mark in table.marks("centre") if isinstance(mark, Picture) and isinstance(mark.look, TextLook)
        ]
        told = " ".join(mark.look.text for mark in texts)
        missing = {words for words in missing if words not in told}
        for mark in texts:
            wide, high = mark.look.extent
            assert area.inset(RIM - EMPTY).holds(mark.x - wide / 2, mark.y - high / 2), mark
            assert area.inset(RIM - EMPTY).holds(mark.x + wide / 2, mark.y + high / 2), mark
            assert mark.look.size > LEGIBLE, mark
    assert not missing


def test_the_best_of_the_day_are_told_twice_with_names_where_there_are_any(table: Table, canned: Any) -> None:
    best = (BestScore(1, 87, "Lale"), BestScore(2, 74))
    table.show(replace(canned.snapshot("attract", 4), best=best))
    told = [word for word in table.words() if word in {"87", "Lale", "74"}]
    assert sorted(told) == sorted(["87", "Lale", "74"] * 2)
    table.show(replace(canned.snapshot("attract", 4), id=2))
    assert "87" not in table.words()


@pytest.mark.parametrize(
    ("seats", "age", "told"),
    [
        (4, 0, ["in one round", "Who beats 31?"]),
        (4, 3, ["in one round, 3 min ago", "Who beats 31?"]),
        (2, 0, ["Best in the house today"]),
        (2, 3, ["Best in the house, 3 min ago"]),
    ],
)
def test_the_best_of_the_hall_are_told_as_that_with_their_age(
    table: Table, canned: Any, seats: int, age: int, told: list[str]
) -> None:
    best = (BestScore(1, 31, "Lale"),)
    shown = canned.snapshot("attract", seats, languages=("en",))
    table.show(replace(shown, scene=AttractScene.BEST, best=best, best_age=age))
    bent = [
        mark.look.text.text for mark in table.marks("centre") if isinstance(getattr(mark, "look", None), CurvedLook)
    ]
    words = [*table.words(), *bent]
    assert [word for word in told if word not in words] == []
    assert "Best today" not in words


def test_a_seat_is_told_one_step_of_the_game_at_a_time_until_it_is_ready(table: Table, canned: Any) -> None:
    ready = canned.snapshot("ready", 4)
    taken = replace(ready, seats=tuple(replace(view, state="taken", language="en") for view in ready.seats))
    steps = {"Drag the 4 onto the 3", "Nothing fits? Tap your draw pile", "Stack empty? Hit Stop!"}
    table.show(taken)
    told = []
    for _ in range(3):
        told += [step for step in steps if step in " ".join(table.words(1))]
        table.pass_ms(STEP / MS)
    assert sorted(told) == sorted(steps)
    table.show(replace(taken, id=2, seats=tuple(replace(view, state="ready") for view in taken.seats)))
    assert not any(step in " ".join(table.words(1)) for step in steps)
    assert "Not ready yet? Tap again" in " ".join(table.words(1))


def test_pressed_ready_keeps_its_word_and_its_brass_within_the_ring_of_time(table: Table, canned: Any) -> None:
    ready = canned.snapshot("ready", 4)
    views = tuple(replace(view, state="ready", language="en") for view in ready.seats)
    table.show(replace(ready, seats=views, deadline=ready.now + 9 * SECOND))
    (disc,) = [mark for mark in table.marks(1) if isinstance(mark, Picture) and _is_sunk(mark.look)]
    told = [mark for mark in table.marks(1) if isinstance(mark, Picture) and getattr(mark.look, "text", "") == "Ready!"]
    assert any(math.dist((mark.x, mark.y), (disc.x, disc.y)) < disc.look.size / 4 for mark in told)
    rings = [mark for mark in table.marks(1) if isinstance(mark, Curve)]
    assert len(rings) == 2
    for ring in rings:
        assert math.dist(ring.points[:2], (disc.x, disc.y)) - ring.width >= disc.look.size / 2


@pytest.mark.parametrize(("act", "calls"), [("flip", False), ("", True)])
def test_ready_calls_once_it_is_what_comes_next(table: Table, canned: Any, act: str, calls: bool) -> None:
    ready = taken(canned.snapshot("ready", 4))
    views = tuple(replace(view, language="en", lesson=LessonView(5 * calls, 5, act=act)) for view in ready.seats)
    table.show(replace(ready, seats=views))
    assert bool(_glints(table)) is calls
    assert all(mark.spin for mark in _glints(table))
    table.show(replace(ready, id=2, seats=tuple(replace(view, calm=True) for view in views)))
    assert not any(mark.spin for mark in _glints(table))
    table.show(replace(ready, id=3, seats=tuple(replace(view, state="ready", lesson=None) for view in views)))
    assert not _glints(table), "it is done"


def _glints(table: Table) -> list[Light]:
    return [mark for mark in table.marks(1) if isinstance(mark, Light) and mark.look == WHEEL_LIGHT]


def _is_sunk(look: Any) -> bool:
    return isinstance(look, RoundLook) and look.sunk


def test_both_games_lie_in_the_middle_and_the_chosen_one_is_lit(table: Table, canned: Any) -> None:
    for game in LOBBIES:
        table.show(lobby(canned, game, 4))
        marks = table.marks("centre")
        kinds = [mark.look.kind for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, ObjectLook)]
        assert kinds[:2] == ["cards", "dice"]
        lit = [(mark.x, mark.y) for mark in marks if isinstance(mark, Light) and mark.look == WHEEL_LIGHT]
        places = [
            (mark.x, mark.y)
            for mark in marks
            if isinstance(mark, Picture) and isinstance(mark.look, ObjectLook) and mark.look.kind == game
        ]
        assert len(places) == 1
        assert lit == places


def test_more_opens_in_its_own_panel_and_closes(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("ready", 4))
    assert table.tap(table.only("more", 1), 1) is None
    assert {item.seat for item in table.named("choose length")} == {1}
    assert table.named("more", 3)
    tiles = [item for item in table.view.items() if item.what.startswith("choose ")]
    assert [item.text for item in tiles][:2] == ["Game: Cards", "Edition: Table rules"]
    assert all(table.view.panel_at(item.x, item.y) == 1 for item in tiles)
    assert table.tap(table.only("close", 1), 2) is None
    assert not table.named("choose length")


def test_a_ready_seat_has_no_options_until_it_takes_that_back(table: Table, canned: Any) -> None:
    seated = taken(canned.snapshot("ready", 4))
    table.show(seated)
    assert table.named("more", 1)
    table.show(replace(seated, id=2, seats=tuple(replace(view, state="ready") for view in seated.seats)))
    assert not table.named("more")
    assert table.named("ready", 1)
    assert table.named("leave", 1)
    table.show(replace(seated, id=3))
    assert table.named("more", 1)


def test_what_shows_a_length_is_a_chip_with_the_points_or_an_hourglass(table: Table, canned: Any) -> None:
    ready = canned.snapshot("ready", 4)
    for value, kind in (("points 99", "chip"), ("rounds 5", "hourglass")):
        choices = tuple(
            replace(choice, value=value) if choice.key == "length" else choice for choice in ready.lobby.choices
        )
        table.show(replace(ready, id=ready.id + 1, lobby=replace(ready.lobby, choices=choices)))
        marks = table.marks("centre")
        objects = {mark.look.kind for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, ObjectLook)}
        assert objects & {"chip", "hourglass"} == {kind}
        assert ("99" in table.words()) is (kind == "chip")


def test_a_choice_leads_back_to_all_choices(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("ready", 4))
    table.open(1, "more", "choose preset")
    assert not table.named("choose length")
    table.open(1, "more")
    assert table.named("choose length", 1)


def test_more_is_closed_when_the_game_begins(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("ready", 4))
    table.open(1, "more")
    table.show(canned.snapshot("countdown", 4))
    table.show(canned.snapshot("ready", 4))
    assert not table.named("choose length")


def test_what_somebody_left_open_is_closed_for_the_next_guest(table: Table, canned: Any) -> None:
    ready = canned.snapshot("ready", 4)
    table.show(ready)
    table.open(1, "more")
    table.show(replace(ready, seats=(replace(ready.seats[0], state="free"), *ready.seats[1:])))
    table.show(ready)
    assert not table.named("choose length")


@pytest.mark.parametrize(
    ("key", "slot", "value", "text"),
    [
        ("length", 3, "rounds 7", "7 rounds"),
        ("length", 6, "points 99", "99 points"),
        ("preset", 8, "wikipedia", "Wikipedia"),
        ("pro", 2, "any_lower", "Any lower"),
        ("bots", 4, "master", "Very hard"),
        ("touch_mode", 1, "tap", "Tap cards"),
    ],
)
def test_a_choice_in_more_tells_the_table(
    table: Table, canned: Any, key: str, slot: int, value: str, text: str
) -> None:
    table.show(canned.snapshot("ready", 4))
    table.open(1, *way_to(key))
    item = next(item for item in table.named(key, 1) if item.slot == slot)
    assert item.text == text
    assert table.tap(item, 5) == ChooseOption(1, key, value, 5)
    assert table.named(key, 1)  # it stays open for another choice


@pytest.mark.parametrize("game", LOBBIES)
def test_every_value_of_every_choice_is_shown_at_once(table: Table, canned: Any, game: str) -> None:
    ready = lobby(canned, game, 4)
    table.show(ready)
    assert {choice.key for choice in ready.lobby.choices} >= {"game", *LOBBIES[game]}
    for choice in ready.lobby.choices:
        table.open(1, *way_to(choice.key))
        assert [item.slot for item in table.named(choice.key, 1)] == list(range(len(choice.values)))
        assert len({item.text for item in table.named(choice.key, 1)}) == len(choice.values)
        for close in table.named("close", 1):
            table.tap(close, 2)


@pytest.mark.parametrize(("game", "presets"), [("cards", PRESETS), ("dice", DICE_PRESETS)])
def test_every_edition_has_a_name_and_says_what_is_special_about_it(game: str, presets: Mapping[str, Any]) -> None:
    told = text_of("preset", game)
    assert list(told.values) == list(told.hints) == list(presets)
    for language in NAMES:
        say = speaker(language)
        assert len({told.name(preset, say) for preset in presets}) == len(presets)
        assert len({told.hint(preset, say) for preset in presets}) == len(presets)


def test_a_choice_without_words_is_shown_by_its_key_and_values(table: Table, canned: Any) -> None:
    ready = canned.snapshot("ready", 4)
    tower = Choice("tower", "tall", ("tall", "low 3"))
    table.show(replace(ready, lobby=replace(ready.lobby, choices=(*ready.lobby.choices, tower))))
    table.open(1, "more", "options")
    assert table.only("choose tower", 1).text == "tower: tall"
    table.open(1, "choose tower")
    assert [item.text for item in table.named("tower", 1)] == ["tall", "low 3"]


def test_what_another_seat_has_chosen_is_lit_in_an_open_drawer(table: Table, canned: Any) -> None:
    ready = canned.snapshot("ready", 4)
    table.show(ready)
    table.open(1, "more", "choose bots")
    assert "On empty seats: plays like an attentive adult" in table.words(1)
    others = tuple(replace(choice, value="off") if choice.key == "bots" else choice for choice in ready.lobby.choices)
    table.show(replace(ready, id=2, lobby=replace(ready.lobby, choices=others)))
    assert "Only people play" in table.words(1)


def test_a_warning_is_told_in_words(table: Table, canned: Any) -> None:
    ready = canned.snapshot("ready", 4)
    warned = tuple(
        replace(choice, value="points 99", warning="may_never_end") if choice.key == "length" else choice
        for choice in ready.lobby.choices
    )
    table.show(replace(ready, lobby=replace(ready.lobby, choices=warned)))
    for drawer in ("more", "choose length"):
        table.open(1, drawer)
        assert "perhaps nobody ever gets there" in " ".join(table.words(1))


def test_a_handicap_is_chosen_by_the_size_of_the_own_stack(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("ready", 4))
    table.open(1, "more")
    assert table.only("handicaps", 1).text == "Stack 10"
    table.open(1, "handicaps")
    assert table.only("handicap", 1).text == "Cards in my stack: Stack 10"
    table.open(1, "handicap")
    sizes = {item.text: item for item in table.named("handicap", 1)}
    assert list(sizes) == [str(size) for size in range(4, 14)]
    assert table.tap(sizes["8"], 5) == ChooseOption(1, "handicap", "8", 5)
    table.open(1, "more")
    assert table.only("handicaps", 1).text == "Stack 10"  # closed; the table has not answered yet


def test_extra_dice_are_chosen_as_a_handicap_of_dice(table: Table, canned: Any) -> None:
    ready = lobby(canned, "dice", 4)
    views = tuple(replace(view, handicap=number) for number, view in enumerate(ready.seats))
    table.show(replace(ready, seats=views))
    table.open(1, "more")
    assert table.only("handicaps", 1).text == "None"
    table.open(1, "handicaps")
    table.open(1, "handicap")
    offered = table.named("handicap", 1)
    assert [item.text for item in offered] == ["None", "+1 die", "+2 dice"]
    assert table.tap(offered[2], 5) == ChooseOption(1, "handicap", "2", 5)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("cards", ["As usual", "+1 s", "+2 s", "+3 s"]),
        ("dice", ["\N{MINUS SIGN}½ s", "As usual", "+½ s", "+1 s", "+2 s"]),
    ],
)
def test_a_cooldown_of_its_own_is_chosen_as_a_handicap(table: Table, canned: Any, game: str, told: list[str]) -> None:
    table.show(taken(lobby(canned, game, 4)))
    for drawer in ("more", "handicaps", "cooldown"):
        table.open(1, drawer)
    offered = table.named("cooldown", 1)
    assert [item.text for item in offered] == told
    value = ("1000", "-500")[game == "dice"]
    assert table.tap(offered[game == "cards"], 5) == ChooseOption(1, "cooldown", value, 5)


def test_a_cooldown_is_told_beside_the_stack(table: Table, canned: Any) -> None:
    ready = taken(canned.snapshot("ready", 4))
    table.show(replace(ready, seats=tuple(replace(view, cooldown=2000) for view in ready.seats)))
    table.open(1, "more")
    assert table.only("handicaps", 1).text == "Stack 10, +2 s"
    table.open(1, "handicaps")
    assert table.only("cooldown", 1).text == "Wait after turning over: +2 s"


def test_where_no_cooldown_is_offered_the_stacks_are_behind_the_scales(table: Table, canned: Any) -> None:
    ready = taken(canned.snapshot("ready", 4))
    table.show(replace(ready, lobby=replace(ready.lobby, cooldowns=())))
    table.open(1, "more")
    table.open(1, "handicap")
    assert len(table.named("handicap", 1)) == 10
    assert table.only("more", 1).text == "Back"


@pytest.mark.parametrize("game", LOBBIES)
def test_either_game_is_chosen_in_the_drawer_of_every_panel(table: Table, canned: Any, game: str) -> None:
    table.show(taken(lobby(canned, game, 4)))
    for seat in (1, 2, 3):
        table.open(seat, "more", "choose game")
        offered = table.named("game", seat)
        say = speaker(("en", "de", "fr")[seat - 1])
        assert [item.text for item in offered] == [say("Cards"), say("Dice")]
        taps = [table.tap(item, 5) for item in offered]
        assert taps == [ChooseOption(seat, "game", "cards", 5), ChooseOption(seat, "game", "dice", 5)]


def test_the_house_rule_of_many_at_dice_is_told_beside_the_switch(table: Table, canned: Any) -> None:
    ready = lobby(canned, "dice", 4)
    choices = tuple(
        replace(choice, warning="house_rule 3") if choice.key == "game" else choice for choice in ready.lobby.choices
    )
    table.show(replace(ready, lobby=replace(ready.lobby, choices=choices)))
    assert "House rule: 3 dice each" in table.words(1)


@pytest.mark.parametrize("game", LOBBIES)
@pytest.mark.parametrize(("seats", "size"), [(4, (1280, 720)), (12, (1920, 1080))])
def test_controls_of_the_lobby_are_large_enough_for_a_finger(
    table_of: Any, canned: Any, game: str, seats: int, size: tuple[int, int]
) -> None:
    table = table_of(seats, size)
    millimetres = 1092.0 / math.hypot(*size)
    for path in ((), ("language",), ("more",), *map(way_to, ("handicap", "cooldown", "view", *LOBBIES[game]))):
        table.show(lobby(canned, game, seats))
        table.open(1, *path)
        items = table.view.items()
        assert {item.seat for item in items} >= set(range(1, seats + 1))
        for item in items:
            assert min(item.w, item.h) * millimetres >= 8.5, item
        for close in table.named("close", 1):
            table.tap(close, 1)


def test_a_language_is_chosen_by_its_own_name(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("ready", 4))
    table.tap(table.only("language", 1), 1)
    names = {item.text: item for item in table.named("language", 1)}
    assert set(names) == {"English", "Deutsch", "Français"}
    assert table.tap(names["Deutsch"], 5) == ChooseOption(1, "language", "de", 5)
    assert table.only("language", 1).text == "English"  # closed; the table has not answered yet


@pytest.mark.parametrize("what", SWITCHES)
def test_a_seat_switches_its_own_panel_and_sees_what_is_on(table: Table, canned: Any, what: str) -> None:
    ready, field = canned.snapshot("ready", 4), SWITCHES[what]
    table.show(ready)
    table.open(1, *way_to("view"))
    assert table.tap(table.only(what, 1), 5) == ChooseOption(1, field, "true", 5)
    table.show(replace(ready, id=2, seats=(replace(ready.seats[0], **{field: True}), *ready.seats[1:])))
    assert table.tap(table.only(what, 1), 5) == ChooseOption(1, field, "false", 5)


def test_a_tap_on_the_choices_in_the_middle_rests_the_hands_of_lessons_and_is_said_in_every_tray(
    table: Table, canned: Any
) -> None:
    ready = canned.snapshot("ready", 4)
    lesson = LessonView(0, 5, act="flip")
    views = tuple(
        replace(view, state="taken", lesson=lesson) if view.seat in (1, 2) else view for view in taken(ready).seats
    )
    table.show(replace(ready, seats=views))
    table.pass_ms(1000)
    assert {item.seat for item in table.view.ghosts()} == {1, 2}
    table.view.answer(*table.view.layout.centre[:2])
    assert table.view.ghosts() == []
    for view in views:
        said = speaker(view.language)("Choose under Options") in " ".join(table.words(view.seat))
        assert said is bool(table.named("more", view.seat))
    table.pass_ms(3000)
    table.pass_ms(1000)
    assert {item.seat for item in table.view.ghosts()} == {1, 2}
