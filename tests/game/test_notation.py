from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.game.cards.cards import DECK, Card, cards_text, parse_card
from kiosk.game.cards.commands import DISCARD, STACK, CardPlace, Source, parse_source
from kiosk.game.cards.position import Position, SeatPosition, parse_cards, parse_position, position_text

CARDS = st.sampled_from(DECK)


def pile(largest: int = 6) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(CARDS, max_size=largest).map(tuple)


SEATS = st.builds(
    SeatPosition,
    row=st.lists(pile(3), max_size=5).map(tuple),
    stack=pile(),
    hand=pile(),
    discard=pile(),
    centered=st.integers(0, 40),
    left=st.booleans(),
)
POSITIONS = st.builds(
    Position, center=st.lists(CARDS).map(sorted).map(tuple), seats=st.lists(SEATS, min_size=1, max_size=12).map(tuple)
)


@given(POSITIONS)
def test_every_position_survives_the_way_through_text(position: Position) -> None:
    assert parse_position(position_text(position)) == position


@given(st.text(alphabet="rgby1230-+| rowstackhandleftcentered"))
def test_any_text_is_a_position_or_a_value_error(text: str) -> None:
    try:
        position = parse_position(text)
    except ValueError:
        return
    assert parse_position(position_text(position)) == position


def test_a_position_reads_as_in_the_documentation() -> None:
    text = "r3 b10 | row r4 b2+y1 - stack y1 r7 hand b5 b6 discard r5 centered 3 | row g1 left"
    position = parse_position(text)
    assert position_text(position) == text
    first, second = position.seats
    assert [cards_text(cards) for cards in first.row] == ["r4", "b2 y1", ""]
    assert first.stack[-1] == parse_card("r7")
    assert first.centered == 3
    assert second.left


def test_the_centre_is_sorted_by_colour_then_number() -> None:
    assert position_text(parse_position("y1 r10 g2 r3 | row r1")) == "r3 r10 g2 y1 | row r1"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("r11 | row", "'r11' is not a card"),
        ("- | r1", "'r1' is not one of row, stack"),
        ("- | row r1 row r2", "'row' occurs twice"),
        ("- | row r1 centered", "'centered' needs one number"),
        ("- | row r1 centered -1", "'centered' needs one number"),
        ("- | left r1", "nothing may follow 'left'"),
    ],
)
def test_a_wrong_word_is_named(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_position(text)


def test_cards_are_written_as_colour_letter_and_number() -> None:
    assert cards_text(DECK[:2]) == "r1 r2"
    assert parse_cards("r1 g10 b5 y2") == (Card(0), Card(19), Card(24), Card(31))
    assert [str(parse_card(str(card))) for card in DECK] == [str(card) for card in DECK]
    assert repr(parse_card("y3")) == "Card(y3)"
    with pytest.raises(ValueError, match="'r0' is not a card"):
        parse_card("r0")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("stack", STACK),
        ("discard", DISCARD),
        ("row 0", Source(CardPlace.ROW, 0)),
        ("row 12", Source(CardPlace.ROW, 12)),
    ],
)
def test_a_source_is_stack_discard_or_a_slot_of_the_row(text: str, source: Source) -> None:
    assert parse_source(text) == source
    assert str(source) == text


@pytest.mark.parametrize("text", ["", "row", "row x", "row -1", "hand", "row 1 2", "Stack", "row ²"])
def test_any_other_source_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a source"):
        parse_source(text)
