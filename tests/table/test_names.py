"""The names of guests and bots, as numbers: they differ, are rolled before the deal, and nothing keeps them."""

from __future__ import annotations

from typing import Any

import msgspec

from kiosk.protocol.state import State
from kiosk.table.match import CHARACTERS
from kiosk.table.people import WORDS


def test_the_words_of_eight_seats_differ(session_table: Any) -> None:
    table = session_table(8)
    assert len({table.view(seat).guest for seat in range(1, 9)}) == 8


def test_a_guest_rolls_through_all_words_in_the_lobby_and_not_in_play(session_table: Any) -> None:
    table = session_table(2)
    table.tap_button(1)
    words = []
    for _ in range(WORDS):
        words.append(table.view(1).guest)
        table.choose(1, "guest", "")
    assert sorted(words) == [*range(WORDS)]
    assert table.view(1).guest == words[0]
    table = session_table(2)
    table.start(1, 2)
    before = table.view(1).guest
    table.choose(1, "guest", "")
    assert table.view(1).guest == before


def test_a_typed_name_stays_and_the_word_with_it(session_table: Any) -> None:
    table = session_table(2)
    table.tap_button(1)
    before = table.view(1).guest
    table.choose(1, "name", "Zoé")
    table.choose(1, "guest", "")
    assert (table.view(1).name, table.view(1).guest) == ("Zoé", before)


def test_whoever_plays_again_keeps_the_name_and_the_next_guest_gets_another(session_table: Any) -> None:
    table = session_table(3)
    table.start(1, 2, length="rounds 1")
    first, other = table.view(1).guest, table.view(3).guest
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    table.pass_time(5000)
    table.tap_button(1)
    assert table.state is State.LOBBY
    assert table.view(1).guest == first
    table.leave(1)
    assert table.view(1).guest != first
    assert table.view(3).guest == other, "nobody sat there"


def test_bots_are_the_same_characters_while_anybody_stays_who_has_met_them(session_table: Any) -> None:
    table = session_table(4)
    table.start(1, 2, bots=True)
    people, first = table.session.table.people, table.match.cast
    assert people.cast() == first
    table.leave(2)
    assert people.cast() == first
    table.leave(1)
    table.start(2, bots=True)
    assert table.match.cast != first


def test_bots_are_other_characters_at_every_seat_and_in_every_match_of_bots(session_table: Any) -> None:
    table = session_table(12)
    first = table.match
    shown = [view.character for view in table.snapshot().seats]
    table.wait_for(lambda: table.match is not first)
    assert all(before != view.character for before, view in zip(shown, table.snapshot().seats, strict=True))
    casts = []
    for number in range(CHARACTERS):
        first.cast = number
        casts.append([first.character(seat) for seat in range(1, CHARACTERS + 1)])
    assert all(len(set(cast)) == CHARACTERS for cast in casts)
    assert all(len(set(at_seat)) == CHARACTERS for at_seat in zip(*casts, strict=True))


def test_the_bots_strength_is_told_while_any_plays(session_table: Any) -> None:
    table = session_table(3)
    assert table.snapshot().strength == 2
    table.start(1, bots=True, length="rounds 1")
    assert table.snapshot().strength in {1, 2, 3, 4}
    table = session_table(2)
    table.start(1, 2)
    assert table.snapshot().strength == 0


def _journal(session_table: Any, **rolls: str) -> list[bytes]:
    table = session_table(3, journal=True)
    table.start(1, 2, bots=True, length="rounds 1", **rolls)
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    return [msgspec.msgpack.encode(record) for record in table.written]


def test_no_journal_tells_what_a_guest_is_called(session_table: Any) -> None:
    """Results and rankings come from the journal alone."""
    assert _journal(session_table) == _journal(session_table, guest="")
