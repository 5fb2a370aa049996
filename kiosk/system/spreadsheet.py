"""CSV as spreadsheets open it: UTF-8 that they recognise, a separator of choice, and no text that they would compute.

Excel reads a file by the language of Windows: where the decimal sign is a comma, as in German, columns are separated by
semicolons. Numbers then have a decimal comma too: 7.5 would be taken for the 7th of May.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from kiosk.system.printable import printable

BOM: Final = "\ufeff"
"""The byte order mark at the beginning: without it Excel takes the text for the encoding of old Windows."""

SEPARATORS: Final = {",": ",", ";": ";", "tab": "\t", "\t": "\t", "|": "|"}
"""The separators by the words for them on the command line."""

_DECIMAL_COMMA: Final = ";"

_FORMULA: Final = re.compile(r"(?:^|(?<=[,;|]))(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a formula would begin: at the beginning of a text, or after a sign that another spreadsheet may separate at."""


def csv_lines(names: Sequence[str], rows: Iterable[Mapping[str, object]], separator: str = ",") -> Iterator[str]:
    """Yield the lines of a CSV file without their ends: the names of the columns, and the rows with values by name.

    Texts are made printable, and get an apostrophe where a formula would begin. Booleans, dicts and lists are JSON.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, names, lineterminator="", delimiter=separator)
    out.write(BOM)
    for row in itertools.chain([dict(zip(names, names, strict=True))], rows):
        writer.writerow({name: _cell(value, separator) for name, value in row.items()})
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def _cell(value: object, separator: str) -> object:
    if isinstance(value, bool | dict | list):
        value = json.dumps(value)
    if isinstance(value, str):
        return _FORMULA.sub("'", printable(value))
    return str(value).replace(".", ",") if isinstance(value, float) and separator == _DECIMAL_COMMA else value
