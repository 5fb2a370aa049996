"""Output of the findings: a coloured table, plain lines, or JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kiosk.doctor.checks import CheckedFinding
from kiosk.doctor.facts import Facts
from kiosk.doctor.finding import Grade, advice_for
from kiosk.system.printable import printable

_STYLES: Final[Mapping[Grade, str]] = {
    Grade.GOOD: "green",
    Grade.NOTE: "dim",
    Grade.WARNING: "bold yellow",
    Grade.FAULT: "bold red",
}
_MEND: Final = "→ "


def status(answers: Sequence[CheckedFinding]) -> int:
    """Return the exit status: 1 if there is a fault, else 0."""
    return int(any(answer.finding.grade is Grade.FAULT for answer in answers))


def print_table(answers: Sequence[CheckedFinding], file: TextIO) -> None:
    """Print the findings: on a terminal a coloured table of its width, otherwise plain lines without wrapping."""
    (_coloured if file.isatty() else _plain)(answers, file)


def _coloured(answers: Sequence[CheckedFinding], file: TextIO) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, (_, finding) in zip(_names(answers), answers, strict=True):
        text = Text(printable(finding.what))
        if finding.mend:
            text.append(f"\n{_MEND}{printable(finding.mend)}", "bold")
        table.add_row(Text(finding.grade, _STYLES[finding.grade]), name, text)
    console = Console(file=file, highlight=False)
    console.print(table)
    console.print(f"\n{summary(answers)}", style="bold")


def _plain(answers: Sequence[CheckedFinding], file: TextIO) -> None:
    for check, finding in answers:
        mend = f"  {_MEND}{finding.mend}" if finding.mend else ""
        text = printable(f"{finding.what}{mend}")
        file.write(f"{finding.grade:<8} {check.name:<13} {text}\n")
    file.write(f"\n{summary(answers)}\n")


def _names(answers: Sequence[CheckedFinding]) -> list[str]:
    """Return the name of each answer's check, empty if it is the same as the one before."""
    names = [answer.check.name for answer in answers]
    return [name if index == 0 or names[index - 1] != name else "" for index, name in enumerate(names)]


def summary(answers: Sequence[CheckedFinding]) -> str:
    """Return a sentence with the number of faults and warnings."""
    counts = Counter(answer.finding.grade for answer in answers)
    faults, warnings = counts[Grade.FAULT], counts[Grade.WARNING]
    if not faults and not warnings:
        return "Nothing is wrong."
    return f"{_count(faults, 'fault')}, {_count(warnings, 'warning')}."


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number or 'no'} {what}s"


def as_json(answers: Sequence[CheckedFinding], facts: Facts) -> str:
    """Return one JSON object: the findings, and the health of the running table (null: none runs)."""
    counts = Counter(answer.finding.grade for answer in answers)
    health = facts.table.health
    return json.dumps(
        {
            "status": status(answers),
            "counts": {grade.value: counts[grade] for grade in Grade},
            "findings": [
                {
                    "check": check.name,
                    "looks_at": check.looks_at,
                    "grade": finding.grade,
                    "what": finding.what,
                    "mend": finding.mend or None,
                    "advice": advice_for(check.name, finding),
                    "seat": finding.seat,
                }
                for check, finding in answers
            ],
            "table": health,
        },
        ensure_ascii=False,
        default=msgspec.structs.asdict,
    )
