"""House rules in a panel: the options, their values, what somebody proposes; where a match tells them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, TableContext
from kiosk.display.paint.lettering import CurvedLook
from kiosk.display.paint.marks import Mark, Picture
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.theme import ACCENT
from kiosk.display.passing_time import is_timed
from kiosk.display.screens.chooser import sketch_centre
from kiosk.display.texts.choices import rule_text, text_of
from kiosk.game.cards.rules import CardRules
from kiosk.game.game_rules import changes_of, rules_of_game
from kiosk.game.house_options import HOUSE
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import ChooseOption, Proposal
from kiosk.table.choices import Choices
from kiosk.table.settings import TableSettings
from tests.display.panels import ONE, ShownPanels, layout_of, words

TWO = SeatNumber(2)
FALSE_STOP = ("house false_stop", "points 2")
SECOND = 1_000_000_000


class Panels(ShownPanels):
    """A lobby in which these house rules were chosen, as its panels show it."""

    def __init__(self, canned: Any, seats: int = 4, *, chosen: tuple[tuple[str, str], ...] = (), **told: Any) -> None:
        choices = Choices(TableSettings(()))
        for key, value in chosen:
            choices.choose(key, value)
        ready = canned.snapshot("ready", seats, game=choices.kind)
        views = tuple(replace(view, state="taken", language="en") for view in ready.seats)
        lobby = replace(ready.lobby, house=choices.view(seats).house, **told)
        rules = changes_of(choices.kind, choices.game().rules)
        house = tuple(choices.house_rules.items())
        snapshot = replace(ready, seats=views, lobby=lobby, rules=rules, house_rules=house)
        super().__init__(snapshot, layout_of(snapshot, canned.welcome(seats), (1920, 1080)))

    def tap(self, what: str, number: int = 0, seat: SeatNumber = ONE) -> Any:
        return self.touch(self.items(what, seat)[number])

    def open(self, *ways: str) -> None:
        for what in ways:
            assert self.tap(what) is None

    def texts(self, seat: SeatNumber = ONE) -> str:
        return _texts(self.panel(seat).marks)


def _texts(marks: list[Mark]) -> str:
    return " ".join(words(marks))


def _proposal(outcome: str = "", by: SeatNumber | None = None, until: int = 0) -> Proposal:
    return Proposal(ONE, *FALSE_STOP, until=until, outcome=outcome, by=by)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("game", registry.names())
def test_every_option_and_value_has_words(game: str) -> None:
    """A key or a value without words would be shown as it is written in journals."""
    options = rules_of_game(game).house_options
    assert options
    for option in options:
        text = text_of(HOUSE + option.name, game)
        assert text.title != HOUSE + option.name
        names = [text.name(word, speaker("en")) for word in option.values]
        assert not {*names} & {*option.values}
        assert len({*names}) == len(names)


def test_a_rule_is_told_with_its_title() -> None:
    assert rule_text(*FALSE_STOP, "cards", speaker("en")) == "False Stop: Costs 2 points"
    assert rule_text(*FALSE_STOP, "cards", speaker("fr")) == "Faux stop\N{NO-BREAK SPACE}: Coûte 2 points"


@pytest.mark.parametrize("name", ["junior 8", "Nordic 8", "rounds 3", "Junior"])
def test_a_name_that_begins_like_a_value_is_shown_as_it_is(name: str) -> None:
    assert text_of("preset", "cards").name(name, speaker("de")) == name


@pytest.mark.parametrize("language", installed())
def test_the_time_in_which_nobody_can_play_is_the_one_of_the_rules(language: str) -> None:
    (option,) = (option for option in rules_of_game("cards").house_options if option.name == "dead_detection")
    seconds = option.set_in(CardRules(), "grace").dead_detection.grace_ms / 1000
    text = text_of("house dead_detection", "cards").name("grace", speaker(language))
    assert re.findall(r"\d+", text) == [f"{seconds:.0f}"]


# ---------------------------------------------------------------- whoever is silent


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize("above", ["lesson", "drawer", "proposal"])
def test_whoever_is_silent_is_asked_in_place_of_everything_else(canned: Any, seats: int, above: str) -> None:
    panels = Panels(canned, seats, proposal=_proposal() if above == "proposal" else None)
    if above == "drawer":
        panels.open("more")
    asked = tuple(replace(view, asked=view.seat == ONE, language="de") for view in panels.snapshot.seats)
    panels.snapshot = replace(panels.snapshot, seats=asked)
    assert "Noch da? Hier berühren" in panels.texts()
    assert {item.what for item in panels.panel().items} <= {"ready", "leave", "name", "guest"}
    assert "Noch da?" not in panels.texts(TWO)


# ---------------------------------------------------------------- the drawers


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_every_option_is_on_one_of_the_pages(canned: Any, seats: int) -> None:
    panels = Panels(canned, seats)
    panels.open("more", "options", "house_rules")
    lobby = panels.snapshot.lobby
    assert lobby is not None
    found: list[int | None] = []
    while len(found) < len(lobby.house):
        found += [item.slot for item in panels.items("house_rule")]
        panels.tap("next_page")
    assert found == list(range(len(lobby.house)))


def test_what_differs_from_the_edition_is_lit(canned: Any) -> None:
    panels = Panels(canned, chosen=(FALSE_STOP,))
    panels.open("more", "options")
    assert "House rules 1 changed" in panels.texts()
    panels.open("house_rules")
    marks = panels.panel().marks
    lit = [mark for mark in marks if isinstance(mark, Picture) and mark.tint == ACCENT]
    assert _texts(lit).endswith("Costs 2 points")
    sizes = {
        mark.look.text: mark.look.size
        for mark in marks
        if isinstance(mark, Picture) and isinstance(mark.look, TextLook)
    }
    assert sizes["False Stop"] < sizes["Costs 2 points"], "what it is about is softer than how it is"


def test_an_option_opens_its_values_and_a_value_is_proposed(canned: Any) -> None:
    panels = Panels(canned)
    panels.open("more", "options", "house_rules", "house_rule")
    values = panels.items("house false_stop")
    assert [item.text for item in values[:2]] == ["Costs nothing", "Locked for 2 s"]
    assert panels.tap("house false_stop") == ChooseOption(ONE, "house false_stop", "ignore", 5)
    panels.open("house_rules")
    assert panels.items("house_rule")


@pytest.mark.parametrize(("chosen", "sentence"), [((), "you are locked for 2 s"), ((FALSE_STOP,), "you lose 2 points")])
def test_the_rule_book_explains_the_value(canned: Any, chosen: Any, sentence: str) -> None:
    panels = Panels(canned, 2, chosen=chosen)
    panels.open("more", "options", "house_rules", "house_rule")
    assert sentence in panels.texts()


@pytest.mark.parametrize("seats", [2, 12])
def test_beside_the_editions_stands_what_differs_from_them(canned: Any, seats: int) -> None:
    panels = Panels(canned, seats, chosen=(FALSE_STOP,))
    panels.open("more", "choose preset")
    assert "House rules: False Stop: Costs 2 points" in panels.texts()
    panels = Panels(canned, seats, chosen=(FALSE_STOP, ("house recycle", "turn_over")))
    panels.open("more", "choose preset")
    assert "House rules: 2" in panels.texts()


# ---------------------------------------------------------------- a proposal


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_everybody_seated_is_asked_and_may_object(canned: Any, seats: int) -> None:
    panels = Panels(canned, seats, proposal=_proposal(until=canned.now + 3 * SECOND))
    for view in panels.snapshot.seats:
        assert panels.tap("object", seat=view.seat) == ChooseOption(view.seat, "object", "", 5)
        assert {item.what for item in panels.panel(view.seat).items} == {"guest", "leave", "ready", "object"}
    assert "Your proposal" in panels.texts(ONE)
    assert "Quick Moon proposes it" in panels.texts(TWO)


def test_a_drawer_gives_way_to_the_proposal_and_comes_back(canned: Any) -> None:
    panels = Panels(canned, proposal=_proposal(until=canned.now + 3 * SECOND))
    asked, lobby = panels.snapshot, panels.snapshot.lobby
    assert lobby is not None
    calm = replace(asked, lobby=replace(lobby, proposal=None))
    panels.snapshot = calm
    panels.open("more")
    panels.snapshot = asked
    assert panels.items("object")
    panels.snapshot = calm
    assert panels.items("options")


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ("holds", "It applies from the next match"),
        ("dropped", "Quick Bolt objects"),
        ("refused", "It doesn't go with"),
    ],
)
def test_what_became_of_it_is_told_without_a_cross(canned: Any, outcome: str, told: str) -> None:
    panels = Panels(canned, proposal=_proposal(outcome, TWO if outcome == "dropped" else None))
    assert panels.items("object") == []
    assert told in panels.texts(TWO)


def test_a_panel_that_asks_shows_the_time(canned: Any) -> None:
    asked = Panels(canned, proposal=_proposal(until=canned.now + 3 * SECOND)).snapshot
    decided = Panels(canned, proposal=_proposal("holds", until=canned.now + 3 * SECOND)).snapshot
    assert [is_timed(replace(one, deadline=0), canned.now) for one in (asked, decided)] == [True, False]


# ---------------------------------------------------------------- told elsewhere


@pytest.mark.parametrize(("chosen", "told"), [((), False), ((FALSE_STOP,), True)])
def test_the_middle_of_the_lobby_tells_that_there_are_house_rules(canned: Any, chosen: Any, told: bool) -> None:
    panels = Panels(canned, chosen=chosen)
    languages = tuple((view.seat, view.language) for view in panels.snapshot.seats)
    centre = sketch_centre(CentreContext(TableContext.of(panels.snapshot), panels.layout, languages, ()))
    looks = [mark.look for mark in centre.marks if isinstance(mark, Picture)]
    assert any("HOUSE RULES" in look.text.text.upper() for look in looks if isinstance(look, CurvedLook)) is told


def test_the_middle_tells_house_rules_under_their_name_alone(canned: Any) -> None:
    panels = Panels(canned, chosen=(FALSE_STOP,))
    languages = tuple((view.seat, view.language) for view in panels.snapshot.seats)
    lobby = panels.snapshot.lobby
    choices = tuple(replace(one, value="Friday") if one.key == "preset" else one for one in lobby.choices)
    table = TableContext.of(replace(panels.snapshot, house_name="Friday", lobby=replace(lobby, choices=choices)))
    centre = sketch_centre(CentreContext(table, panels.layout, languages, ()))
    looks = [mark.look for mark in centre.marks if isinstance(mark, Picture)]
    told = [look.text.text.upper() for look in looks if isinstance(look, CurvedLook)]
    assert any("FRIDAY" in words for words in told)
    assert not any("HOUSE RULES" in words for words in told)


@pytest.mark.parametrize("state", ["round_result", "match_result"])
def test_results_tell_the_house_rules_or_their_number(canned: Any, state: str) -> None:
    def told(*rules: tuple[str, str]) -> str:
        panels = Panels(canned, 2)
        views = tuple(replace(view, language="en") for view in canned.snapshot(state, 2).seats)
        panels.snapshot = replace(canned.snapshot(state, 2), seats=views, house_rules=rules, since=1)
        return panels.texts(TWO)

    assert "ouse rules" not in told()
    assert "House rules: False Stop: Costs 2 points" in told(FALSE_STOP)
    many = tuple((HOUSE + option.name, next(iter(option.values))) for option in rules_of_game("cards").house_options)
    assert f"House rules: {len(many)}" in told(*many)
