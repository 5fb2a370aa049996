"""Tables of text: the same letters in the same places as in those that Rich draws whole, and Rich spared the rows."""

from __future__ import annotations

import io
from random import Random

import pytest
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from kiosk.results import text_table as drawing
from kiosk.results.text_table import WIDTH, text_table

NAMES = (
    "Ada", "", " Zoë", "[b]Bo[/b]", ":smile:", "山田太郎", "e\u0301le\u0301na", "\u2068דנה כהן\u2069", "👩‍👩‍👧 three",
    "🏳️‍🌈", "한국어 이름", "x" * 70, "word " * 30, "山" * 65, "a" * 40 + " 山田" * 12,
)  # fmt: skip
COLUMNS = (
    Column(), Column("player", no_wrap=True), Column("id", overflow="fold"), Column("points", justify="right"),
    Column("a head of four words", justify="right"), Column("[i]more[/i] :smile:"),
)  # fmt: skip


def by_rich(columns, rows, title):
    table = Table(*(column.copy() for column in columns), title=title, title_justify="left")
    for row in rows:
        table.add_row(*map(Text, row))
    out = io.StringIO()
    Console(file=out, width=WIDTH, force_terminal=False, markup=False, emoji=False).print(table)
    return out.getvalue().rstrip("\n")


@pytest.mark.parametrize("seed", range(40))
def test_a_table_is_the_one_that_rich_would_draw(seed):
    random = Random(seed)  # noqa: S311  no secret
    columns = random.sample(COLUMNS, random.randint(1, len(COLUMNS)))
    names = NAMES if seed % 2 else NAMES[:11]  # those leave room enough
    rows = [random.choices(names, k=len(columns)) for _ in range(random.randint(0, 7))]
    title = random.choice((None, "cards, [b], :smile:", "a long title " * 12))
    assert text_table(columns, rows, title) == by_rich(columns, rows, title)


def test_rich_draws_no_rows_but_those_that_decide_about_the_widths(monkeypatch):
    drawn = []

    class Watched(Table):
        def add_row(self, *cells):
            drawn.append(cells)
            super().add_row(*cells)

    monkeypatch.setattr(drawing, "Table", Watched)
    text = text_table(COLUMNS[:3], [("1", f"Player {number}", "山") for number in range(300)])
    assert text.count("山") == 300
    assert drawn == [("1", "Player 100", "山"), ("1", "Player 0", "山")]
