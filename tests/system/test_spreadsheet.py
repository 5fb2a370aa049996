"""CSV that spreadsheets open as it is meant, and compute nothing of."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.system.spreadsheet import BOM, csv_lines


def cells(separator: str, *values: object) -> list[str]:
    names = [f"c{number}" for number in range(len(values))]
    text = "\n".join(csv_lines(names, [dict(zip(names, values, strict=True))], separator))
    assert text.startswith(BOM)
    head, row = csv.reader(io.StringIO(text.removeprefix(BOM)), delimiter=separator)
    assert head == names
    return row


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_a_value_comes_back_as_it_was(separator):
    values = ("Zoë, the; 1st|x", 5, -5, None, True, {"a": [1]}, 'a "b"', "")
    told = ["Zoë, the; 1st|x", "5", "-5", "", "true", '{"a": [1]}', 'a "b"', ""]
    assert cells(separator, *values) == told


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\uff1d"])
def test_a_text_that_would_be_a_formula_is_none(sign):
    formula = f"{sign}HYPERLINK(1)"
    assert cells(",", formula, f"a;{formula}", f"a {sign} b") == [f"'{formula}", f"a;'{formula}", f"a {sign} b"]


@pytest.mark.parametrize("sign", ["\t", "\r", "\n", "\0"])
def test_a_control_character_at_the_beginning_is_written_as_its_escape(sign):
    assert cells(",", f"{sign}=1") == [f"\\u{ord(sign):04x}=1"]


@given(st.text(), st.sampled_from([",", ";", "\t", "|"]), st.sampled_from([",", ";", "\t", "|"]))
def test_no_text_begins_a_formula_whatever_separates_the_cells(text, separator, read_with):
    lines = "\n".join(csv_lines(["a", "b"], [{"a": 1, "b": text}], separator)).removeprefix(BOM)
    rows = list(csv.reader(io.StringIO(lines), delimiter=read_with, quoting=csv.QUOTE_NONE))
    assert len(rows) >= 2, "the head and a row"
    for row in rows:
        assert not any(cell.lstrip('"').startswith(("=", "+", "@", "\t", "\r")) for cell in row)


def test_where_semicolons_separate_numbers_have_a_decimal_comma():
    assert cells(";", 7.5, -0.25, 3, "7.5") == ["7,5", "-0,25", "3", "7.5"]
    assert cells("\t", 7.5) == ["7.5"]
