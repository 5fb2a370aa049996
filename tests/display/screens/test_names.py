"""The name of a seat: chosen or written in its panel, sent to the table, and shown wherever the seat is named."""

from __future__ import annotations

import math
import string
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, PanelContext, TableContext
from kiosk.display.input.drawer import Drawer
from kiosk.display.paint.lettering import CallLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.text import TextLook, width
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.display.screens.chooser import sketch_centre, sketch_panel
from kiosk.display.screens.names import letters_after
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import MIN_HIT_PX, USUAL, Wishes
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import ChooseOption, House, ToTable
from tests.display.panels import ONE, ShownPanels, layout_of_all, words
from tests.rig.moments import KNOWN, moment

TWO, FOUR = SeatNumber(2), SeatNumber(4)

OF_NAMES = frozenset({"letter", "erase", "more_letters", "new_name", "next_page"})


class Lobby(ShownPanels):
    """The panels of a lobby that accepts names, and the effect of touches in them."""

    def __init__(
        self,
        canned: Any,
        seats: int = 4,
        size: tuple[int, int] = (1280, 720),
        game: str = "cards",
        wishes: Wishes = USUAL,
    ) -> None:
        super().__init__(moment(canned, "names", game, seats), layout_of_all(canned.welcome(seats), size, wishes))

    def tap(self, what: str, text: str | None = None, seat: SeatNumber = ONE) -> ToTable | None:
        return self.touch(next(item for item in self.items(what, seat) if text in (None, item.text)))

    def write(self, name: str, seat: SeatNumber = ONE) -> None:
        for letter in name:
            while not any(item.text == letter for item in self.items("letter", seat)):
                assert self.tap("more_letters", seat=seat) is None
            assert self.tap("letter", letter, seat) is None


@pytest.fixture
def lobby(canned: Any) -> Lobby:
    return Lobby(canned)


def said(sketch: Sketch) -> list[str]:
    return words(sketch.marks)


def test_a_name_is_chosen_below_the_name_line_where_that_is_out_of_reach(canned: Any) -> None:
    lobby = Lobby(canned, wishes=Wishes(near=[ONE]))
    assert not lobby.items("name")
    assert lobby.items("name", TWO)
    lobby.tap("more")
    lobby.tap("view")
    lobby.tap("name")
    assert lobby.items("new_name")
    assert lobby.tap("name", "Quick Moon") == ChooseOption(ONE, "name", "", 5)


def test_a_known_name_is_chosen_with_two_touches(lobby: Lobby) -> None:
    assert lobby.tap("name") is None
    assert lobby.tap("name", "Anna") == ChooseOption(ONE, "name", "Anna", 5)
    assert lobby.drawers.open_in(ONE) is None


def test_guest_gives_the_name_back(lobby: Lobby) -> None:
    lobby.tap("name")
    assert lobby.tap("name", "Quick Moon") == ChooseOption(ONE, "name", "", 5)


def _as_guest(lobby: Lobby, seat: SeatNumber = ONE, **fields: Any) -> None:
    seats = (replace(view, name="", **fields) if view.seat == seat else view for view in lobby.snapshot.seats)
    lobby.snapshot = replace(lobby.snapshot, seats=tuple(seats))


ANOTHER = ChooseOption(ONE, "guest", "", 5)


def test_a_guest_rolls_another_name_at_the_medal_and_opens_the_names_beside_it(lobby: Lobby) -> None:
    assert not lobby.items("guest"), "who has chosen a name keeps it"
    _as_guest(lobby, guest=5)
    assert "Golden Moon" in said(lobby.panel())
    (roll,), (names,) = lobby.items("guest"), lobby.items("name")
    assert not roll.contains(names.x, names.y)
    assert not names.contains(roll.x, roll.y)
    assert lobby.touch(roll) == ANOTHER
    assert lobby.touch(names) is None
    assert lobby.tap("guest", "Golden Moon") == ANOTHER
    assert lobby.drawers.open_in(ONE) == Drawer("name"), "one may roll again"


def test_a_guest_rolls_another_name_under_options_too(lobby: Lobby) -> None:
    assert lobby.snapshot.lobby is not None
    lobby.snapshot = replace(lobby.snapshot, lobby=replace(lobby.snapshot.lobby, takes_names=False))
    _as_guest(lobby)
    assert lobby.tap("guest") == ANOTHER, "where the house takes no names"
    lobby.tap("more")
    lobby.tap("view")
    assert lobby.tap("guest", "Quick Moon") == ANOTHER


def test_a_new_name_is_written_letter_by_letter_with_capitals_where_words_begin(lobby: Lobby) -> None:
    lobby.tap("name")
    lobby.tap("new_name")
    lobby.write("Jean-Luc 2")
    assert "Jean-Luc 2_" in said(lobby.panel())
    assert lobby.tap("done") == ChooseOption(ONE, "name", "Jean-Luc 2", 5)
    assert lobby.drawers.open_in(ONE) is None


def test_the_last_letter_can_be_erased(lobby: Lobby) -> None:
    lobby.tap("name")
    lobby.tap("new_name")
    lobby.write("Bob")
    lobby.tap("erase")
    assert lobby.tap("done") == ChooseOption(ONE, "name", "Bo", 5)


def test_nothing_and_a_name_that_sits_elsewhere_cannot_be_chosen(lobby: Lobby) -> None:
    lobby.tap("name")
    (zoe,) = [item for item in lobby.items("name") if item.text == "Zoé"]  # the second seat's
    assert not zoe.enabled
    assert lobby.drawers.tap(zoe, 5, lobby.snapshot) is None
    lobby.tap("new_name")
    assert not lobby.items("done")
    lobby.drawers._open[ONE] = Drawer("letters", written="ZOÉ")
    assert not lobby.items("done")
    assert "ZOÉ sits here already" in " ".join(said(lobby.panel()))
    lobby.drawers._open[ONE] = Drawer("letters", written="\uff3aoé ")  # the same person's, with a wide Z
    assert not lobby.items("done")


def test_a_full_name_takes_no_further_letter(lobby: Lobby) -> None:
    lobby.tap("name")
    lobby.tap("new_name")
    lobby.write("Maximiliane ")
    assert not any(item.enabled for item in lobby.items("letter"))
    assert lobby.tap("done") == ChooseOption(ONE, "name", "Maximiliane", 5)  # as the table stores it


def test_an_unwanted_name_is_refused_in_words_in_its_panel_alone(lobby: Lobby) -> None:
    views = (replace(lobby.snapshot.seats[0], name_refused=True), *lobby.snapshot.seats[1:])
    lobby.snapshot = replace(lobby.snapshot, seats=views)
    assert "This name can't be used here" in " ".join(said(lobby.panel()))
    assert "can't be used" not in " ".join(said(lobby.panel(TWO)))
    assert lobby.items("name"), "another one can be typed"


def test_a_table_that_takes_no_names_offers_none(canned: Any) -> None:
    lobby = Lobby(canned)
    assert lobby.snapshot.lobby is not None
    lobby.snapshot = replace(lobby.snapshot, lobby=replace(lobby.snapshot.lobby, takes_names=False))
    assert not lobby.items("name")


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("written", ["", "A", "Anna ", "Jean-"])
def test_every_letter_of_every_language_can_be_written_and_no_letter_twice(language: str, written: str) -> None:
    letters = "".join(letters_after(written, language))
    assert set(string.ascii_lowercase + string.digits + "-' ") <= set(letters.lower())
    assert len(set(letters)) == len(letters)
    upper = "".join(letters_after("", language)) == letters
    assert upper is (written != "A")


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("de", "Jörg Weiß"),
        ("fr", "Zoë Fournès"),
        ("it", "Niccolò"),
        ("is", "Þórður"),
        ("is", "Ævör Ýr"),
        ("ru", "Артём"),
        ("ru", "Юлия"),
        ("he", "שרון"),
        ("he", "מיכאל"),
        ("ar", "ليلى"),
        ("ar", "فؤاد"),
        ("ar", "آمنة"),
    ],
)
def test_a_name_can_be_written_in_its_own_language(language: str, name: str) -> None:
    for end, letter in enumerate(name):
        assert letter in "".join(letters_after(name[:end], language))


@pytest.mark.parametrize(("language", "first"), [("en", "A"), ("is", "A"), ("ru", "А"), ("he", "א"), ("ar", "ا")])  # noqa: RUF001
def test_the_first_page_has_the_script_of_the_language(language: str, first: str) -> None:
    assert letters_after("", language)[0][0] == first


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize(("seats", "size"), [(4, (1920, 1080)), (12, (1920, 1080))])
def test_every_letter_is_on_one_page_and_the_first_page_comes_back_after_it(
    canned: Any, seats: int, size: tuple[int, int], language: str
) -> None:
    lobby = Lobby(canned, seats, size)
    lobby.snapshot = replace(
        lobby.snapshot, seats=tuple(replace(view, language=language) for view in lobby.snapshot.seats)
    )
    lobby.tap("name")
    lobby.tap("new_name")
    first = [item.text for item in lobby.items("letter")]
    shown = [*first]
    while lobby.items("more_letters") and len(shown) < 99:
        lobby.tap("more_letters")
        page = [item.text for item in lobby.items("letter")]
        if page == first:
            break
        shown += page
    letters = letters_after("", language)
    assert shown == [*"".join(letters)]
    assert (shown == first) is (seats == 4 and len(letters) == 1)
    if lobby.items("more_letters"):
        lobby.tap("more_letters")
    lobby.tap("letter", next(item.text for item in lobby.items("letter") if item.enabled))
    assert [str(item.text).casefold() for item in lobby.items("letter")] == [str(text).casefold() for text in first]


def test_letters_stay_open_for_each_seat_by_itself(lobby: Lobby) -> None:
    for seat, name in ((ONE, "Al"), (TWO, "Bo")):
        lobby.tap("name", seat=seat)
        lobby.tap("new_name", seat=seat)
        lobby.write(name, seat)
    assert [lobby.tap("done", seat=seat) for seat in (TWO, ONE)] == [
        ChooseOption(TWO, "name", "Bo", 5),
        ChooseOption(ONE, "name", "Al", 5),
    ]


@pytest.mark.parametrize(
    ("seats", "size"), [(2, (1280, 720)), (4, (1280, 720)), (8, (1280, 720)), (8, (1920, 1080)), (12, (1920, 1080))]
)
def test_letters_and_names_are_large_enough_for_a_finger_and_lie_in_their_panel(
    canned: Any, seats: int, size: tuple[int, int]
) -> None:
    lobby = Lobby(canned, seats, size)
    millimetres = 1092.0 / math.hypot(*size)
    seen: set[tuple[int, str]] = set()
    people = [view.seat for view in lobby.snapshot.seats if view.state != "free"]
    for seat in people:
        for what in (None, "name", "new_name"):
            if what is not None:
                lobby.tap(what, seat=seat)
            for item in lobby.panel(seat).items:
                seen.add((seat, item.what))
                least = 12 if item.what in OF_NAMES else 8.5
                assert min(item.w, item.h) * millimetres >= least, item
                assert item.what not in OF_NAMES or min(item.w, item.h) >= MIN_HIT_PX, item
                assert lobby.layout.panel_at(item.x, item.y) == seat
    assert {(seat, what) for seat in people for what in ("name", "new_name", "letter", "erase")} <= seen != set()


def _pictures(canned: Any, state: str, **values: Any) -> Iterator[Sketch]:
    """Yield all pictures of a table of four with names."""
    lobby = Lobby(canned)
    snapshot = replace(moment(canned, state, "cards", 4), **values)
    table = TableContext.of(snapshot)
    for view in snapshot.seats:
        yield sketch_panel(PanelContext(table, view, lobby.layout.panels[view.seat], snapshot.now))
    languages = tuple((view.seat, view.language) for view in snapshot.seats)
    yield sketch_centre(CentreContext(table, lobby.layout, languages, snapshot.piles, snapshot.now))


@pytest.mark.parametrize("state", ["recovery", "waiting", "races", "named"])
def test_a_seat_is_called_by_its_name_in_its_panel_and_in_the_ranking(canned: Any, state: str) -> None:
    *panels, centre = _pictures(canned, state)
    assert "Jean-Luc" in said(panels[3])
    assert speaker("en")("Seat {seat}", seat=4) not in said(panels[3])
    tables = [mark.look for mark in centre.marks if isinstance(mark, Picture) and isinstance(mark.look, TurntableLook)]
    ranked = [scorer.name for look in tables if look.scores for scorer in look.scores.scorers]
    assert ("Jean-Luc" in ranked) is (state == "races")


def test_who_called_stop_is_told_by_name(canned: Any) -> None:
    *panels, _ = _pictures(canned, "waiting", saving="")
    assert "Zoé called Stop" in " ".join(said(panels[3]))


def test_the_winner_is_told_by_name_at_every_edge(canned: Any) -> None:
    *_, centre = _pictures(canned, "named")
    names = [
        mark.look.text
        for mark in centre.marks
        if isinstance(mark, Picture) and isinstance(mark.look, CallLook) and mark.look.shine
    ]
    assert sorted(names) == ["MOMO"] * 4


def test_the_widest_name_stays_in_its_box(canned: Any) -> None:
    lobby = Lobby(canned)
    wide = replace(lobby.snapshot.seats[0], name="W" * 12)
    lobby.snapshot = replace(lobby.snapshot, seats=(wide, *lobby.snapshot.seats[1:]))
    room = lobby.layout.panels[ONE].places["head"].w
    (look,) = [
        mark.look
        for mark in lobby.panel().marks
        if isinstance(mark, Picture) and isinstance(mark.look, TextLook) and mark.look.text == "W" * 12
    ]
    assert width(look.text, look.size, look.bold) < room


def test_of_next_page_than_there_is_room_for_the_newest_are_shown_first_and_the_others_are_a_touch_away(
    lobby: Lobby,
) -> None:
    lobby.tap("name")
    assert [item.text for item in lobby.items("name")] == ["Quick Moon", *KNOWN[:9]]
    assert lobby.tap("next_page") is None
    assert [item.text for item in lobby.items("name")] == ["Quick Moon", *KNOWN[9:]]
    assert lobby.tap("name", KNOWN[-1]) == ChooseOption(ONE, "name", KNOWN[-1], 5)
    lobby.tap("name")
    lobby.tap("next_page")
    lobby.tap("next_page")
    assert [item.text for item in lobby.items("name")] == ["Quick Moon", *KNOWN[:9]]


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("nowhere", "Names stay at this table"),
        ("hall", "Names are shown here, also on screens"),
        ("web", "Names are shown on the web"),
        ("a later word", "Names are shown on the web"),
    ],
)
def test_who_chooses_a_name_is_told_where_it_will_be_seen(canned: Any, seats: int, names: str, sentence: str) -> None:
    lobby = Lobby(canned, seats)
    lobby.snapshot = replace(lobby.snapshot, house=House(names=names))
    lobby.tap("name")
    assert speaker(lobby.context().view.language)(sentence) in " ".join(said(lobby.panel()))
