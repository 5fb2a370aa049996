"""What a tray of cards says follows the edition: the sum of a round, and what becomes of a used-up draw pile."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.games.cards.picture import PICTURE
from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.rules import CardRules, Recycle, Score
from kiosk.game.game_rules import changes_of
from kiosk.layout.card_layout import CardParts
from kiosk.layout.place import Place
from kiosk.layout.table_layout import arrange
from tests.display.panels import ShownPanels, layout_of, words


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (CardRules(), [("", "9"), ("\N{MINUS SIGN}", "2 \N{MULTIPLICATION SIGN} 3")]),
        (CardRules(score=Score(stack=-1)), [("", "9"), ("\N{MINUS SIGN}", "1 \N{MULTIPLICATION SIGN} 3")]),
        (CardRules(score=Score(stack=1)), [("", "9"), ("+", "1 \N{MULTIPLICATION SIGN} 3")]),
        (PRESETS["junior"].rules, [("", "9")]),
    ],
    ids=["usual", "one point", "a gain", "junior"],
)
def test_cards_left_are_told_with_what_they_cost(canned: Any, rules: CardRules, told: list[tuple[str, str]]) -> None:
    shown = canned.snapshot("round_result", 4)
    shown = replace(shown, rules=changes_of("cards", rules))
    plans = canned.welcome(4).seats
    layout = arrange(
        Place(960, 540, 1920, 1080), plans, [plan.seat for plan in plans], 1092.0, CardParts.of(shown.seats, 4)
    )
    view = shown.seats[0]
    context = PanelContext(TableContext.of(shown), view, layout.panels[view.seat])
    line = replace(shown.result.lines[0], centered=9, stack_left=3)
    assert [(tile.sign, tile.number) for tile in PICTURE.counted(context, line).tiles] == told


@pytest.mark.parametrize(("recycle", "told"), [(Recycle.SHUFFLE, "Shuffle"), (Recycle.TURN_OVER, "Turn over")])
def test_a_used_up_draw_pile_says_what_a_touch_does(canned: Any, recycle: Recycle, told: str) -> None:
    shown = canned.quiet(2)
    views = tuple(replace(view, hand_count=0, language="en") for view in shown.seats)
    shown = replace(shown, seats=views, rules=changes_of("cards", CardRules(recycle=recycle)))
    panels = ShownPanels(shown, layout_of(shown, canned.welcome(2), (1920, 1080)))
    said = " ".join(words(panels.panel().marks))
    assert [word for word in ("Shuffle", "Turn over") if word in said] == [told]
