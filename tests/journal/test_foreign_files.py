"""Files that a stranger has made to look like the journal's: they are refused or cut short, and reading them ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiosk.journal import erasures, lately
from kiosk.journal.erasures import ForgottenNames
from kiosk.journal.file import JournalError, JournalFile, JournalRow
from kiosk.journal.reader import read_journal
from kiosk.journal.records import encode

if TYPE_CHECKING:
    from tests.journal.conftest import Records

DEEP = b"\x91" * 100_000 + b"\xc0"
ACTIVE = {
    "a view without end": """ALTER TABLE records RENAME TO others;
        CREATE VIEW records AS WITH RECURSIVE row(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row)
        SELECT n AS seq, 'r' AS round, 0 AS number, 1.0 AS wall, x'90' AS body, x'00' AS sum FROM row""",
    "a generated column": """ALTER TABLE records RENAME COLUMN body TO others;
        ALTER TABLE records ADD COLUMN body GENERATED ALWAYS AS (zeroblob(1000000000))""",
    "a virtual table": "DROP TABLE heads; CREATE VIRTUAL TABLE heads USING fts5(round, number, sum)",
    "a trigger": "CREATE TRIGGER x AFTER INSERT ON records BEGIN DELETE FROM heads; END",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal-000001.sqlite"


@pytest.mark.parametrize("sql", ACTIVE.values(), ids=ACTIVE)
def test_a_file_that_computes_its_rows_is_no_journal(path: Path, make: Records, sql: str) -> None:
    make.file(path, make.round())
    with closing(sqlite3.connect(path)) as foreign:
        foreign.executescript(sql)
    with pytest.raises(JournalError, match="is no journal of a kiosk"):
        read_journal(path)
    assert lately.first(path) is None
    assert lately.names_lately(path.parent) == ()


def test_a_record_that_is_nested_without_end_ends_its_round(path: Path, make: Records) -> None:
    judged = encode(make.moves(1)[0])
    plain = b"\x93\xa4Play\x01\xa2r0"
    assert plain in judged
    file = JournalFile(path)
    file.append(
        [JournalRow("round", 0, 0.0, encode(make.start())), JournalRow("round", 1, 0.0, judged.replace(plain, DEEP))]
    )
    file.close()
    (log,) = read_journal(path).rounds
    assert log.records == (make.start(),)
    assert "record 2 of 2 is not understood" in log.problems[0]


def test_forgotten_names_that_are_nested_without_end_are_none(tmp_path: Path) -> None:
    (tmp_path / erasures.FILE).write_text('{"x":' * 100_000)
    assert erasures.read(tmp_path) == ForgottenNames()
