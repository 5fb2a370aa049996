"""Text that people write: whatever their editor puts into it is read, or told by its name and place."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.system.written_text import NotText, decoded, is_unseen, unseen


@given(st.text())
def test_text_is_the_same_with_and_without_a_byte_order_mark(text: str) -> None:
    plain = text.removeprefix("\ufeff").encode(errors="surrogatepass")
    try:
        expected = decoded(plain)
    except NotText:
        return  # a lone surrogate
    assert decoded(b"\xef\xbb\xbf" + plain) == expected


@pytest.mark.parametrize(
    ("data", "line"), [(b"\xff\xfea\0", 1), (b"a\n\xe4", 2), (b"\xef\xbb\xbfa\nb\n\xc3", 3), ("é".encode("latin1"), 1)]
)
def test_other_encodings_are_told_with_the_line_and_the_fix(data: bytes, line: int) -> None:
    with pytest.raises(NotText, match=f"^line {line}: a byte there is not UTF-8: save the file as UTF-8 text$"):
        decoded(data)


@pytest.mark.parametrize(
    ("character", "told"),
    [
        ("\u00a0", "no-break space (U+00A0): write a plain space there"),
        ("\u202f", "narrow no-break space (U+202F): write a plain space there"),
        ("\u3000", "ideographic space (U+3000): write a plain space there"),
        ("\u200b", "zero width space (U+200B): remove it"),
        ("\ufeff", "zero width no-break space (U+FEFF): remove it"),
        ("\u00ad", "soft hyphen (U+00AD): remove it"),
        ("\u200e", "left-to-right mark (U+200E): remove it"),
        ("\u2028", "line separator (U+2028): remove it"),
        ("\x0b", "control character (U+000B): remove it"),
        ("\u3164", "hangul filler (U+3164): remove it"),
    ],
)
def test_what_is_not_seen_is_told_by_name_line_and_column(character: str, told: str) -> None:
    assert list(unseen(f"one\n\ttwo{character} three")) == [f"line 2, column 5: there is a {told}"]


def test_letters_signs_spaces_and_ends_of_lines_are_seen() -> None:
    assert list(unseen("Österreich, שלום, مرحبا! \t\r\n“quoted” 1\u20ac")) == []
    assert not any(is_unseen(chr(code)) for code in range(0x370, 0x500) if unicodedata.category(chr(code))[0] == "L")
