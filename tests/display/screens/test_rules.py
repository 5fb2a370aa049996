"""The rules of the game in a panel: where "?" stands, what its pages show, and what stays while somebody reads."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.controls import Drawers
from kiosk.display.input.drawer import Drawer
from kiosk.display.paint.art import SignLook
from kiosk.display.paint.brass_art import JudgedLook
from kiosk.display.paint.hand_art import HandLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.tray_art import StopLook
from kiosk.display.passing_time import telling
from kiosk.display.scene import Item
from kiosk.display.screens.chooser import sketch_panel
from kiosk.drawings.gallery import states as gallery
from kiosk.game.cards.editions import PRESETS
from kiosk.game.game_rules import changes_of, rules_of_game
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.locale.speaker import speaker
from kiosk.protocol import Verdict
from kiosk.rulebook import differing, short
from kiosk.rulebook.game_rulebook import rulebook_of_game
from tests.display.panels import ONE, ShownPanels, layout_of, words

PIECES: Final = {"row", "stack", "discard", "hand", "die", "tray"}
WITH_PEOPLE: Final = (
    *("lobby", "lobby-ready", "lesson", "countdown", "play-early", "paused", "recovery", "round-result"),
    *("match-result", "lobby-dice", "dice-early"),
)


class Reader(ShownPanels):
    """The panel of a seat in a state of the gallery, and what is open in it."""

    def __init__(self, name: str, seats: int = 4, size: tuple[int, int] = (1920, 1080), **changes: Any) -> None:
        state = next(state for state in gallery.STATES if state.name == name)
        scene = gallery.scene(state, seats)
        self.now = scene.at
        snapshot = replace(scene.snapshot, **changes)
        super().__init__(snapshot, layout_of(snapshot, scene.welcome, size))
        self.drawers.keep(self.snapshot)

    def show(self, **changes: Any) -> None:
        """Show another snapshot."""
        self.snapshot = replace(self.snapshot, **changes)
        self.drawers.keep(self.snapshot)

    def change(self, **changes: Any) -> None:
        """Change the view of the first seat."""
        first, *others = self.snapshot.seats
        self.show(seats=(replace(first, **changes), *others))

    def context(self, seat: SeatNumber = ONE) -> PanelContext:
        context = super().context(seat)
        memory = picture_of_game(self.snapshot.game).memory()
        memory.follow(self.snapshot)
        return context._replace(now=self.now, kept=memory[seat], told=telling(context.view, self.now))

    def item(self, what: str, seat: SeatNumber = ONE) -> Item:
        (item,) = self.items(what, seat)
        return item

    def tap(self, what: str) -> None:
        assert self.touch(self.item(what)) is None

    def whats(self) -> set[str]:
        return {item.what for item in self.panel().items}

    def said(self, answer: str = "") -> str:
        return " ".join(words(sketch_panel(self.context()._replace(answer=answer)).marks))

    def pages(self) -> list[str]:
        """Return what every page says, from the first one on, until the first one is back."""
        first, told = self.said(), []
        while not told or self.said() != first:
            told.append(self.said())
            self.tap("next_page")
        return told


FALSE_STOPS = {
    "cards": ("play-early", "stack_not_empty", "False Stop: your stack isn't empty"),
    "dice": ("dice-early", "dice_left", "False Stop: you still have dice"),
}
"""A state of the gallery, and the reason with its words."""


def _flat(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- where it stands


@pytest.mark.parametrize("name", WITH_PEOPLE)
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_way_to_the_rules_stands_in_the_same_corner_in_every_state_with_people(name: str, seats: int) -> None:
    if "dice" in name and seats > 4:
        return
    reader = Reader(name, seats)
    panel, item = reader.layout.panels[ONE], reader.item("rules")
    x, y = panel.frame.to_window(panel.places["leave"].x, panel.places["leave"].y)
    assert (item.x, item.y) == pytest.approx((x, y))
    assert min(item.w, item.h) >= 44
    reader.tap("rules")
    close = reader.item("close")
    assert (close.x, close.y) == pytest.approx((x, y)), "a second tap at the same point closes them"
    reader.tap("close")
    assert reader.item("rules")


def test_a_seat_without_a_person_has_no_way_to_the_rules() -> None:
    reader = Reader("play-early")
    bots = [view.seat for view in reader.snapshot.seats if view.bot]
    assert bots
    assert not any(item.what == "rules" for seat in bots for item in reader.panel(seat).items)


def test_who_waits_to_join_can_read_the_rules() -> None:
    reader = Reader("play-early")
    reader.change(state="left", joining=True, row=())
    reader.tap("rules")
    reader.show()
    assert "next_page" in reader.whats()


def test_the_rules_do_not_open_while_a_card_is_under_the_finger() -> None:
    reader = Reader("play-early")
    view, panel = reader.snapshot.seats[0], reader.layout.panels[ONE]
    held = sketch_panel(PanelContext(TableContext.of(reader.snapshot), view, panel, reader.now, carried="row 0"))
    assert [item.enabled for item in held.items if item.what == "rules"] == [False]


# ---------------------------------------------------------------- what the pages tell


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize(("name", "game"), [("lobby", "cards"), ("lobby-dice", "dice")])
def test_every_rule_stands_on_a_page_and_the_last_page_leads_to_the_first(name: str, game: str, seats: int) -> None:
    if game == "dice" and seats > 4:
        return
    reader = Reader(name, seats)
    reader.tap("rules")
    pages = reader.pages()
    rules = next(iter(rules_of_game(game).presets.values())).rules
    book = " ".join(pages)
    assert all(text in book for _, text in short(game, rules, speaker("en")))
    assert "What differs here" not in book


def test_the_way_back_leads_to_the_last_page_and_from_there_to_the_one_before() -> None:
    reader = Reader("lobby", 12)
    reader.tap("rules")
    pages = reader.pages()
    assert len(pages) > 2
    for page in reversed(pages):
        reader.tap("previous_page")
        assert reader.said() == page


def test_the_last_page_tells_what_differs_from_the_tables_own_rules() -> None:
    chosen, usual = PRESETS["nordic_is"].rules, PRESETS["schmidt_2017_fr"].rules
    reader = Reader("lobby", rules=changes_of("cards", chosen), usual=changes_of("cards", usual), preset="nordic_is")
    reader.tap("rules")
    assert "Rules: Nordic" in reader.said()
    *_, last = reader.pages()
    assert "What differs here" in last
    *_, sentence = differing("cards", chosen, usual, speaker("en"))
    assert _flat(sentence) in _flat(last)


@pytest.mark.parametrize("name", ["lobby", "paused", "round-result"])
@pytest.mark.parametrize(("house_name", "told"), [("", "Rules: Nordic + house rules"), ("Friday", "Rules: Friday")])
def test_the_title_tells_house_rules_by_their_name_if_they_have_one(name: str, house_name: str, told: str) -> None:
    house_rules = (("house false_stop", "ignore"),)
    reader = Reader(name, preset="nordic_is", house_rules=house_rules, house_name=house_name)
    reader.tap("rules")
    assert told in _flat(reader.said())


@pytest.mark.parametrize("game", ["cards", "dice"])
def test_every_rule_that_is_told_has_a_picture(game: str) -> None:
    reader = Reader("lobby" if game == "cards" else "lobby-dice")
    context = PanelContext(TableContext.of(reader.snapshot), reader.snapshot.seats[0], reader.layout.panels[ONE])
    picture, place = picture_of_game(game), Place(0, 0, 200, 130)
    for key in rulebook_of_game(game).short:
        sketch = Sketch(Frame())
        assert picture.draw_rule(sketch, context, key, place)
        assert sketch.marks
        assert not sketch.items
    assert not picture.draw_rule(Sketch(Frame()), context, "no such rule", place)


@pytest.mark.parametrize(("preset", "pushed"), [("table_default", False), ("schmidt_de_fr_it", True)])
def test_a_hand_fills_the_gap_in_its_picture_only_where_people_fill_it(preset: str, *, pushed: bool) -> None:
    reader = Reader("lobby", rules=changes_of("cards", PRESETS[preset].rules))
    sketch = Sketch(Frame())
    context = PanelContext(TableContext.of(reader.snapshot), reader.snapshot.seats[0], reader.layout.panels[ONE])
    picture_of_game("cards").draw_rule(sketch, context, "gap", Place(0, 0, 200, 130))
    hands = [mark for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, HandLook)]
    assert bool(hands) is pushed


# ---------------------------------------------------------------- what is wrong


def _judged(reader: Reader) -> list[bool]:
    """Return the ticks (True) and crosses of the pictures on the open page."""
    looks = [mark.look for mark in reader.panel().marks if isinstance(mark, Picture)]
    rules = [look for look in looks if isinstance(look, JudgedLook)]
    return sorted(look.right for look in rules)


@pytest.mark.parametrize(("name", "seats"), [("lobby", 2), ("play-early", 4), ("lobby-dice", 4), ("play-early", 6)])
def test_what_is_wrong_lies_beside_what_is_right_with_its_reason(name: str, seats: int) -> None:
    reader = Reader(name, seats)
    reader.tap("rules")
    assert _judged(reader) == [False, True]
    said = _flat(reader.said())
    assert "Roll first" in said if "dice" in name else "Doesn't fit here" in said


def test_where_there_is_no_room_beside_it_what_is_wrong_has_a_page_of_its_own() -> None:
    reader = Reader("play-early", 12)
    reader.tap("rules")
    found = []
    for _ in range(4):
        found.append((_judged(reader), "Doesn't fit here" in _flat(reader.said())))
        reader.tap("next_page")
    assert found == 2 * [([], False), ([False, False], True)]


def test_the_scoring_has_nothing_that_is_wrong() -> None:
    reader = Reader("play-early")
    reader.tap("rules")
    reader.tap("previous_page")
    assert "minus 2 per stack card" in _flat(reader.said())
    assert _judged(reader) == []


def test_the_pages_are_counted_by_dots_that_are_seen_or_by_numbers() -> None:
    reader = Reader("play-early")
    reader.tap("rules")
    marks = [mark.look for mark in reader.panel().marks if isinstance(mark, Picture)]
    dots = [look.size for look in marks if isinstance(look, SignLook) and look.sign == "disc"]
    assert len(dots) == 6
    assert min(dots) >= 12
    small = Reader("play-early", 12)
    small.tap("rules")
    assert "1/11" in small.said()


_ROW = {"icon back", "icon open", "disc"}
_FIRST = "Start a pile in the centre with a 1."


@pytest.mark.parametrize(("name", "seats"), [("lobby", 2), ("play-early", 4), ("play-early", 6)])
def test_the_ways_to_other_pages_and_their_dots_stand_in_a_row_below_the_sentence(name: str, seats: int) -> None:
    reader = Reader(name, seats)
    reader.tap("rules")
    marks = [mark for mark in reader.panel().marks if isinstance(mark, Picture)]
    row = [mark for mark in marks if isinstance(mark.look, SignLook) and mark.look.sign in _ROW]
    assert [mark.look.sign for mark in sorted(row, key=lambda mark: mark.x)] == [
        "icon back",
        *["disc"] * 6,
        "icon open",
    ]
    assert len({round(mark.y) for mark in row}) == 1
    texts = [mark for mark in marks if isinstance(mark.look, TextLook)]
    sentence = [mark for mark in texts if len(mark.look.text) > 3 and mark.look.text in _FIRST]
    assert sentence
    assert min(mark.y for mark in sentence) > row[0].y
    back, on = reader.item("previous_page"), reader.item("next_page")
    finger = reader.layout.panels[ONE].finger
    assert min(back.w, back.h, on.w, on.h) >= finger
    assert back.w >= 2 * finger, "half of the row"


def test_why_a_card_was_refused_stands_in_a_frame_after_a_cross() -> None:
    reader = Reader("play-early")
    reader.change(ticker=(Verdict(9, "does_not_fit", "g4", at=reader.now),))
    marks = reader.panel().marks
    assert "Doesn't fit anywhere" in _flat(reader.said())
    assert [mark.look.right for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, JudgedLook)] == [
        False
    ]
    reader.change(ticker=(Verdict(10, "table_card_first", at=reader.now, allowed=True),))
    assert not [
        mark for mark in reader.panel().marks if isinstance(mark, Picture) and isinstance(mark.look, JudgedLook)
    ]


# ---------------------------------------------------------------- in a round


def test_in_a_round_they_cover_the_own_panel_alone_and_its_pieces_cannot_be_moved() -> None:
    reader = Reader("play-early")
    others = {seat: reader.panel(seat).marks for seat in reader.layout.panels if seat != ONE}
    assert reader.whats() & PIECES
    reader.tap("rules")
    assert not reader.whats() & PIECES
    assert {seat: reader.panel(seat).marks for seat in others} == others


def test_stop_is_seen_and_pressed_while_the_rules_are_open() -> None:
    reader = Reader("play-early")
    reader.tap("rules")
    reader.change(may_stop=True, screen_stop=True, stack_count=0, stack_card=None)
    signs = [
        mark.look for mark in reader.panel().marks if isinstance(mark, Picture) and isinstance(mark.look, StopLook)
    ]
    assert signs[0].lit
    assert reader.item("stop").enabled
    assert "Stack empty: hit Stop!" in reader.said()


def test_whoever_reads_is_told_that_the_round_goes_on_and_why_a_press_was_wrong() -> None:
    reader = Reader("play-early")
    reader.tap("rules")
    assert "The round goes on" in reader.said()
    reader.change(asked=True)
    assert "Still there?" in reader.said()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ready", "countdown"),
        ("paused", "countdown"),
        ("countdown", "play"),
        ("play", "stopped"),
        ("play", "paused"),
        ("stopped", "round_result"),
        ("round_result", "countdown"),
        ("round_result", "match_result"),
        ("play", "service"),
    ],
)
def test_the_rules_close_by_themselves_when_another_state_begins(before: str, after: str) -> None:
    drawers = Drawers()
    snapshot = replace(Reader("play-early").snapshot, state=before)
    drawers.keep(snapshot)
    drawers.tap(Item("rules", ONE, 0, 0, 50, 50), 5, snapshot)
    drawers.keep(snapshot)
    assert drawers.open_in(ONE) == Drawer("rules")
    drawers.keep(replace(snapshot, state=after))
    assert drawers.open_in(ONE) is None


def test_a_proposal_to_everybody_comes_before_the_rules() -> None:
    reader = Reader("house-rules-proposed")
    proposal = reader.panel().marks
    reader.drawers.tap(Item("rules", ONE, 0, 0, 50, 50), 5, reader.snapshot)
    assert reader.panel().marks == proposal


def test_the_rules_close_when_their_reader_has_left() -> None:
    reader = Reader("play-early")
    reader.tap("rules")
    reader.change(state="left")
    assert reader.drawers.open_in(ONE) is None


@pytest.mark.parametrize("joining", [False, True])
def test_the_rules_close_when_a_bot_takes_over(*, joining: bool) -> None:
    """A bot's panel has no cross, and they would cover its pieces until the round ends."""
    reader = Reader("play-early")
    reader.tap("rules")
    reader.change(bot=True, joining=joining)
    assert reader.drawers.open_in(ONE) is None


@pytest.mark.parametrize(
    ("name", "control"), [("paused", "go_on"), ("round-result", "go_on"), ("match-result", "again")]
)
def test_the_control_to_go_on_stays_beside_the_rules(name: str, control: str) -> None:
    reader = Reader(name)
    before = reader.item(control)
    reader.tap("rules")
    assert reader.item(control) == before


# ---------------------------------------------------------------- beside them


def test_no_answer_to_a_tap_hides_what_has_to_be_done_now() -> None:
    reader = Reader("play-early")
    assert "Your sign" in reader.said(answer="sign")
    reader.change(may_stop=True, stack_count=0, stack_card=None)
    assert "Stack empty: hit Stop!" in reader.said(answer="sign")
    assert "Your sign" not in reader.said(answer="sign")
    assert "Press the button at the edge" in reader.said(answer="button"), "that is how"


@pytest.mark.parametrize("game", ["cards", "dice"])
@pytest.mark.parametrize("cost", [{"points": 5}, {"locked_until": 1}])
def test_nothing_hides_what_a_false_stop_has_cost(game: str, cost: dict[str, int]) -> None:
    """The answer "Hold to leave" stood before it for a second."""
    state, reason, why = FALSE_STOPS[game]
    reader = Reader(state)
    for answer in ("hold", "button"):
        reader.change(asked=True, ticker=())
        assert why not in reader.said(answer=answer)
        reader.change(ticker=(Verdict(9, reason, at=reader.now, **cost),))
        assert why in _flat(reader.said(answer=answer))
        assert "Hold" not in reader.said(answer=answer)
        assert "Still there" not in reader.said()


def test_newcomers_are_told_before_their_first_round_that_there_are_no_turns() -> None:
    reader = Reader("countdown")
    assert reader.snapshot.seats[0].new
    assert "Everyone plays at once!" in reader.said()
    reader.change(new=False)
    assert "Everyone plays at once!" not in reader.said()
