"""Tables of text for people, as wide as Rich makes them, without Rich's price: a millisecond and more for each row.

Rich draws a small table of the cells that decide about the widths: that gives the head and the columns. The rows are
put together here; Rich sees only the cells that are too wide for their column.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

WIDTH: Final = 120
"""Most character cells in a line."""

_BEGINS, _BETWEEN = "┡╇"
"""Of the line below the head."""


def text_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], title: str | None = None) -> str:
    """Return a table with one cell of each row in each column, without a line break at its end.

    All texts stand as they are, "[b]" and ":smile:" too. They are printable (``kiosk.system.printable``), without line
    breaks. Columns are aligned to the left, or to the right without spaces at their cells' ends.
    """
    console = Console(file=io.StringIO(), width=WIDTH, force_terminal=False, markup=False, emoji=False)
    cells = [dict.fromkeys(column) for column in zip(*rows, strict=True)]  # many are equal
    widest, longest = ([max(column, key=size) for column in cells] for size in (cell_len, _longest_word))
    lines = _by_rich(columns, [widest, longest] if rows else (), title, console)
    below_head = max(number for number, line in enumerate(lines) if line.startswith(_BEGINS))
    widths = [len(part) - 2 for part in lines[below_head][1:-1].split(_BETWEEN)]
    if any(width < min(1, cell_len(cell)) for width, cell in zip(widths, widest, strict=False)):
        return "\n".join(_by_rich(columns, rows, title, console))  # no room for all columns
    body = (line for row in rows for line in _lines(row, columns, widths, console))
    return "\n".join((*lines[: below_head + 1], *body, lines[-1]))


def _by_rich(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], title: str | None, console: Console
) -> list[str]:
    table = Table(*(column.copy() for column in columns), title=title, title_justify="left")
    for row in rows:
        table.add_row(*row)
    with console.capture() as drawn:
        console.print(table)
    return drawn.get().rstrip("\n").split("\n")


def _longest_word(text: str) -> int:
    return max(map(cell_len, text.split()), default=cell_len(text))


def _lines(row: Sequence[str], columns: Sequence[Column], widths: Sequence[int], console: Console) -> Iterator[str]:
    cells = [_fitted(*one, console) for one in zip(row, columns, widths, strict=True)]
    for number in range(max(map(len, cells))):
        parts = (cell[number] if number < len(cell) else " " * width for cell, width in zip(cells, widths, strict=True))
        yield f"│ {' │ '.join(parts)} │"


def _fitted(text: str, column: Column, width: int, console: Console) -> Sequence[str]:
    """Return the lines of a cell, each as wide as its column."""
    room = width - cell_len(text)
    if room < 0:
        wrapped = Text(text).wrap(
            console, width, justify=column.justify, overflow=column.overflow, no_wrap=column.no_wrap
        )
        return [line.plain for line in wrapped]
    return (" " * room + text,) if column.justify == "right" else (text + " " * room,)
