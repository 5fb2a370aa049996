"""Text is shaped and ordered in every script, no letter is a box, and none is cut off."""

from __future__ import annotations

import string
from functools import lru_cache
from itertools import pairwise
from unicodedata import category

import pytest
from PIL import features

from kiosk.display.paint import text as texts
from kiosk.display.paint.text import BOLD, HEAVY, REGULAR, TextLook, face, font, is_wider, width, wrap
from kiosk.display.screens.names import letters_after
from kiosk.locale.catalogues import read_catalogue
from kiosk.locale.direction import ISOLATE, ISOLATE_ENDS, MARKS, RIGHT_TO_LEFT_MARK, is_rtl
from kiosk.locale.languages import SOURCE, installed
from kiosk.locale.speaker import Say

LATIN, CYRILLIC, HEBREW, ARABIC = "Anna", "Жюли", "שרון", "ليلى"
UNKNOWN = "\U0010fffe"
"""A character that no typeface has."""


@lru_cache(maxsize=16)
def _texts(language: str) -> tuple[str, ...]:
    """Return every translation of a language, and the numbers, dates and signs that come from elsewhere."""
    if language == SOURCE:
        return (string.printable.strip(), *MARKS)
    strings = [message.string for message in read_catalogue(language) if message.id]
    told = [text for one in strings for text in ([one] if isinstance(one, str) else one)]
    say = Say(language)
    return (*told, say.number(-12_345.6, 1), say.percent(50))


@lru_cache(maxsize=16)
def _lines(language: str) -> tuple[str, ...]:
    """Return lines of a language with all of its letters, each beside all others beside which it is ever written."""
    lines: list[str] = []
    seen: set[str] = set()
    for line in sorted({line for told in _texts(language) for line in told.split("\n")}, key=len):
        pairs = {*line, *map("".join, pairwise(line))}
        if not pairs <= seen:
            lines.append(line)
            seen |= pairs
    return tuple(lines)


@lru_cache(maxsize=512)
def _drawn(letter: str, weight: int) -> tuple[tuple[int, int], bytes]:
    mask = font(40, weight).getmask(letter)
    return mask.size, bytes(mask)


def test_text_is_shaped_and_ordered_by_raqm() -> None:
    assert features.check("raqm"), "Pillow finds no libraqm or no libfribidi: install libfribidi0"


@pytest.mark.parametrize("weight", [REGULAR, BOLD, HEAVY])
@pytest.mark.parametrize("language", installed())
def test_the_typeface_has_every_character_of_a_language(language: str, weight: int) -> None:
    letters = set("".join((*_texts(language), *letters_after("", language), *letters_after("A", language))))
    drawn = [letter for letter in letters if category(letter) not in ("Cc", "Cf", "Zs")]
    unknown = _drawn(UNKNOWN, weight)
    assert [letter for letter in drawn if _drawn(letter, weight) == unknown] == []


@pytest.mark.parametrize("mark", sorted(MARKS), ids=ascii)
@pytest.mark.parametrize("text", [LATIN, CYRILLIC, HEBREW, ARABIC])
def test_a_mark_of_direction_has_neither_width_nor_picture(mark: str, text: str) -> None:
    for marked in (mark + text, text + mark):
        assert width(marked, 40, bold=True) == width(text, 40, bold=True)
        assert TextLook(marked, 40).paint().tobytes() == TextLook(text, 40).paint().tobytes()


def test_arabic_letters_are_joined() -> None:
    apart = sum(width(letter, 40, bold=True) for letter in ARABIC)
    assert width(ARABIC, 40, bold=True) < 0.9 * apart
    assert width("\u200c".join(ARABIC), 40, bold=True) == pytest.approx(apart, abs=1)  # a mark that keeps them apart


@pytest.mark.parametrize(("name", "end"), [(HEBREW, "left"), (ARABIC, "left"), (LATIN, "right"), (CYRILLIC, "right")])
def test_what_follows_a_letter_stands_on_the_side_to_which_it_runs(name: str, end: str) -> None:
    """The full stop is the lowest, narrowest part: on that side of the picture little ink is high up."""
    picture = TextLook(f"{name}.", 40, bold=True).paint().getchannel("A")
    edge = round(0.18 * 40)
    side = picture.crop((0, 0, edge, 28) if end == "left" else (picture.width - edge, 0, picture.width, 28))
    other = picture.crop((picture.width - edge, 0, picture.width, 28) if end == "left" else (0, 0, edge, 28))
    assert sum(side.histogram()[128:]) == 0
    assert sum(other.histogram()[128:]) > 0


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize(
    "weight", [*(pytest.param(one, marks=pytest.mark.long) for one in ("regular", "bold")), "heavy"]
)
def test_no_letter_is_cut_off_above_or_below(language: str, weight: str) -> None:
    size = 40
    assert _lines(language)
    for text in _lines(language):
        look = TextLook(text, size, weight == "bold", weight == "heavy")
        _, top, _, bottom = face(text, size, look.weight).getbbox(text, anchor="ls")
        assert look.baseline + top >= -1, text
        assert look.baseline + bottom <= look.extent[1] + 1, text


def test_every_line_of_a_text_runs_as_the_text_does() -> None:
    text = "העלו קובץ USB table.toml ואז Restart"
    lines = [look.text for look in wrap(text, 40, (260, 400))]
    assert len(lines) > 2
    assert all(is_rtl(line) for line in lines)
    assert any(line.startswith(RIGHT_TO_LEFT_MARK) for line in lines)
    assert not any(look.text.startswith(RIGHT_TO_LEFT_MARK) for look in wrap("a b c d e f", 40, (60, 400)))


def test_what_is_isolated_is_so_in_each_of_its_lines() -> None:
    lines = [look.text for look in wrap(f"Hello {ISOLATE}{HEBREW} {HEBREW}{ISOLATE_ENDS} there", 40, (150, 400))]
    assert len(lines) > 2
    assert all(line.count(ISOLATE) == line.count(ISOLATE_ENDS) for line in lines)
    assert [line.count(ISOLATE) for line in lines if HEBREW in line] == [1] * sum(HEBREW in line for line in lines)


def test_whether_a_text_fits_is_what_its_width_tells() -> None:
    isolated = (
        f"Hello {ISOLATE}{HEBREW}{ISOLATE_ENDS}, Ida",
        f"{RIGHT_TO_LEFT_MARK}{HEBREW} USB",
        "WAVY TOYS, AVATAR",
        "12\u202f345",
    )
    for text in (*isolated, *(line for language in (SOURCE, *installed()) for line in _lines(language)[::8])):
        long = width(text, 17, bold=True)
        for room in (0.8 * long, 0.98 * long, long - 0.01, long, 1.02 * long, 1.2 * long):
            assert is_wider(text, 17, room, bold=True) is (long > room), (text, room)


def test_a_text_in_lines_is_measured_little(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []
    monkeypatch.setattr(texts, "width", lambda text, *how: measured.append(text) or width(text, *how))
    words = " ".join(letter * 5 for letter in string.ascii_lowercase)
    lines = wrap(words, 21, (200.5, 600))
    assert len(lines) > 2
    assert len(measured) < 2 * len(lines)


@pytest.mark.parametrize("size", [9, 11, 14, 18, 21, 26, 33, 40])
def test_gaps_between_letters_and_words_are_even(size: int) -> None:
    """A gap is as wide as the letters' widths tell, to a third of a pixel, wherever in the line it is."""
    letters = 12
    alpha = TextLook(" ".join("l" * letters), size).paint().getchannel("A")
    ink = [sum(alpha.crop((x, 0, x + 1, alpha.height)).tobytes()) for x in range(alpha.width)]
    step = width("l l", size, bold=False) - width("l", size, bold=False)
    first = sum(x * much for x, much in enumerate(ink[: 1 + round(step)])) / sum(ink[: 1 + round(step)])
    for number in range(letters):
        middle = first + number * step
        near = range(max(0, round(middle - step / 2)), min(len(ink), round(middle + step / 2)))
        found = sum(x * ink[x] for x in near) / sum(ink[x] for x in near)
        assert found == pytest.approx(middle, abs=0.34), number


def test_a_character_that_the_typeface_lacks_is_noticed() -> None:
    assert _drawn("漢", REGULAR) == _drawn(UNKNOWN, REGULAR)


def test_no_word_is_left_over_alone_where_somewhat_shorter_lines_take_it_along() -> None:
    text, size = "Then add the next number in the same colour, up to 10.", 20
    for room in range(150, 400, 10):
        lines = wrap(text, size, (room, 400))
        assert " ".join(line.text for line in lines) == text
        assert {line.size for line in lines} == {size}
        assert len(lines) == 1 or " " in lines[-1].text or room < 190
    assert [line.text for line in wrap("one two", size, (45, 400))] == ["one", "two"]
