"""Every code, section and document cited in source and tests is defined in the repository's documents.

Comments and docstrings cite statements of kiosk/game/RULES.md by code (``C13``), its sections (``RULES.md 5.4``), and
headings of other documents (``kiosk/referee/README.md, "Time"``).
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from hardware.dice.protocol import DropCause, decode
from kiosk.display.input.contact import Thresholds
from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.rules import OPTIONS, DeadDetection, FalseStop, MatchEnd, MatchEndKind, Misplay, Score
from kiosk.referee.judge import judge, parse_scenario
from kiosk.table.settings import Times

ROOT: Final = Path(__file__).parent.parent
RULES: Final = ROOT / "kiosk/game/RULES.md"
REFEREE: Final = ROOT / "kiosk/referee/README.md"
ROOMS: Final = ("kiosk", "hardware", "systemd", "tests")
DOCUMENTS: Final = (
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / ".github/CONTRIBUTING.md",
    *sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.md")),
)
SOURCES: Final = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
TEXTS: Final = sorted(
    path
    for room in (*ROOMS, ".ci", ".github")
    for path in (ROOT / room).rglob("*")
    if path.is_file() and path.suffix in {"", ".sh", ".toml", ".service", ".conf", ".po", ".txt", ".yaml"}
)

_CODE: Final = re.compile(r"(?<![\w*./-])([A-QS]\d{1,2})(?![\w*-])")
_SECTION: Final = re.compile(r"RULES\.md(?:,? sections?)? (\d{1,2}(?:[A-K]|\.\d{1,2})?)(?: to (\d+\.\d+)| and (\d+))?")
_DOCUMENT: Final = re.compile(r"[\w./-]*\w\.md\b")
_PYTHON: Final = re.compile(r"(?<![\w/.*-])\w[\w./-]*\.py\b")
_NAMES: Final = {path.name for path in SOURCES}
_HEADING: Final = re.compile(r"([\w./-]*\w\.md)(?:, | \()\"([^\"]+)\"")
_ROW: Final = re.compile(r"\b[Rr]ows? (\d+)(?: (?:to|and) (\d+))?")
_NOT_RULES: Final = {"D65"}
"""Words that look like codes but are none: the colour of daylight."""


def _headings(text: str) -> set[str]:
    return set(re.findall(r"(?m)^#+ (.*)$", text))


def _codes(text: str) -> set[str]:
    """Return the codes in the first cells of tables."""
    return set(re.findall(r"(?m)^\| ([A-Z]\d{1,2}) \|", text))


def _sections(text: str) -> set[str]:
    """Return the numbers of headings, and those of the list in section 10."""
    numbered = set(re.findall(r"(?m)^#+ (\d+(?:[A-Z]|\.\d+)?)\.? ", text))
    last = re.search(r"(?ms)^## 10\. .*?$(.*?)^## ", text)
    assert last
    return numbered | {f"10.{number}" for number in re.findall(r"(?m)^(\d+)\. ", last[1])}


CODES: Final = _codes(RULES.read_text(encoding="utf-8"))
SECTIONS: Final = _sections(RULES.read_text(encoding="utf-8"))
ROWS: Final = set(re.findall(r"(?m)^\| (\d+) \| `\w+` \|", REFEREE.read_text(encoding="utf-8")))


def _found(name: str, beside: Path) -> Path | None:
    """Return the document of that name: beside the file, at the root of the repository, or the only one of its name."""
    for path in (beside / name, ROOT / name):
        if path.exists():
            return path
    named = [path for path in DOCUMENTS if path.name == name]
    return named[0] if len(named) == 1 else None


def _said(source: str) -> str:
    """Yield the comments and docstrings of a Python file, including the texts below assignments."""
    strings = [
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return "\n".join([*strings, *(token.string for token in tokens if token.type == tokenize.COMMENT)])


def _undefined(text: str, beside: Path, *, rows: bool = False) -> Iterator[str]:
    """Yield the citations that no document defines. ``rows``: the text cites rows of the referee's order of checks."""
    text = re.sub(r"\s+", " ", re.sub(r"``[^`]*``", "``", text))
    for code in _CODE.findall(text):
        if code not in CODES | _NOT_RULES:
            yield code
    for cited in _SECTION.findall(text):
        yield from (f"RULES.md {section}" for section in cited if section and section not in SECTIONS)
    naming = text if ".md" in text else ""  # most files name no document, and looking for names takes long
    for name in _DOCUMENT.findall(naming):
        if _found(name, beside) is None:
            yield name
    for name, heading in _HEADING.findall(naming):
        document = _found(name, beside)
        if document is not None and heading not in _headings(document.read_text(encoding="utf-8")):
            yield f"{name}, {heading!r}"
    if rows:
        yield from (f"row {row}" for cited in _ROW.findall(text) for row in cited if row and row not in ROWS)


def test_everything_that_a_file_cites_is_defined() -> None:
    assert ROOT / "kiosk/game/cards/round.py" in SOURCES
    undefined: dict[str, list[str]] = {}
    for path in SOURCES:
        source, rows = path.read_text(encoding="utf-8"), path.is_relative_to(ROOT / "kiosk/game")
        # Where nothing at all in a file is undefined, nothing in its comments is: that is quicker to find.
        if any(_undefined(source.replace("``", "` "), path.parent, rows=rows)):
            found = list(_undefined(_said(source), path.parent, rows=rows))
            undefined |= {str(path.relative_to(ROOT)): found} if found else {}
    assert undefined == {}


def _missing(text: str, beside: Path) -> list[str]:
    """Return the Python files that a text names and that are not there."""
    places = (beside, ROOT, ROOT / "kiosk")
    found = (name for name in _PYTHON.findall(text) if name not in _NAMES)
    return [name for name in found if "/" not in name or not any((place / name).exists() for place in places)]


def test_every_python_file_that_a_comment_names_is_there() -> None:
    missing: dict[str, list[str]] = {}
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        if _missing(source, path.parent):  # often in a string that is no docstring
            missing |= {str(path.relative_to(ROOT)): _missing(_said(source), path.parent)}
    assert missing  # programs that tests write, for one
    assert {name: files for name, files in missing.items() if files} == {}


def test_the_documents_cite_what_is_defined() -> None:
    cited_at_all: set[str] = set()
    for path in DOCUMENTS:
        text = re.sub(r"(?ms)^ *```.*?^ *```", "", path.read_text(encoding="utf-8"))
        sections = [section for cited in _SECTION.findall(text) for section in cited if section]
        assert set(sections) - SECTIONS == set(), path
        cited_at_all |= set(sections)
    for path in (RULES, REFEREE):
        codes = _CODE.findall(re.sub(r"`[^`]*`", "", path.read_text(encoding="utf-8")))
        assert codes
        assert [code for code in codes if code not in CODES] == [], path
    assert cited_at_all


def test_every_document_that_any_file_names_is_there() -> None:
    named_at_all: set[str] = set()
    for path in TEXTS:
        named = set(_DOCUMENT.findall(path.read_text(encoding="utf-8", errors="replace")))
        assert [name for name in named if _found(name, path.parent) is None] == [], path
        named_at_all |= named
    assert {"README.md", "CHANGELOG.md"} <= named_at_all


def test_every_rule_that_a_vector_names_is_defined() -> None:
    headings = _headings(REFEREE.read_text(encoding="utf-8"))
    files = sorted((ROOT / "tests/vectors").glob("*.json"))
    assert len(files) > 5
    for path in files:
        told = json.loads(path.read_text(encoding="utf-8"))
        named = set(told) if isinstance(told, dict) else {rule for vector in told for rule in vector["rules"]}
        assert named
        for rule in named:
            part = rule.removeprefix("fine print: ")
            places = {part, f"{part} (fine print)"} if part != rule else {rule}
            assert rule in CODES | SECTIONS or rule.removeprefix("row ") in ROWS or places & headings, rule


def test_every_code_is_defined_once() -> None:
    codes = re.findall(r"(?m)^\| ([A-Z]\d{1,2}) \|", RULES.read_text(encoding="utf-8"))
    assert len(codes) == len(set(codes))
    assert len(codes) > 170
    assert {str(row) for row in range(1, 24)} == ROWS


@pytest.mark.parametrize(
    ("said", "undefined"),
    [
        ("A false Stop (E3, C13) costs (RULES.md O22).", []),
        ("As it is said (C99).", ["C99"]),
        ("Nothing of that (O7).", ["O7"]),
        ("The sets of RULES.md 5.2 to 5.4, and 1K (RULES.md 1K).", []),
        ("RULES.md 5.9 says so.", ["RULES.md 5.9"]),
        ("RULES.md sections 6 and 12", ["RULES.md 12"]),
        ('kiosk/referee/README.md, "Order of checks"', []),
        ('kiosk/referee/README.md ("Order of things")', ["kiosk/referee/README.md, 'Order of things'"]),
        ("See NOWHERE.md and hardware/UNKNOWN.md.", ["NOWHERE.md", "hardware/UNKNOWN.md"]),
        ("Rows 9 to 24 bar the stack.", ["row 24"]),
        ("Dice are words such as ``A7``; D65 is daylight.", []),
    ],
)
def test_what_is_not_defined_is_noticed(said: str, undefined: list[str]) -> None:
    assert list(_undefined(said, ROOT, rows=True)) == undefined


def test_comments_and_docstrings_are_read_and_other_strings_are_not() -> None:
    source = 'A = 1  # O22\n"""What it is (E3)."""\nB = "C99"\ndef f():\n    """Return (Q4)."""\n'
    assert set(_CODE.findall(_said(source))) == {"O22", "E3", "Q4"}


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    }
    names = {re.split(r"[\[<>=; ]", name)[0] for name in wanted}
    rows = re.findall(r"(?m)^\| ([^|]+) \| [^|]+ \|$", (ROOT / "kiosk/README.md").read_text(encoding="utf-8"))
    told = {name for row in rows for name in re.findall(r"[\w-]+", row)}
    assert names - told == set()


def test_the_first_document_is_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= 8 * 1024


def test_every_readme_ends_with_its_decisions() -> None:
    readmes = [path for path in DOCUMENTS if path.name == "README.md" and path.parent != ROOT]
    assert ROOT / "kiosk/README.md" in readmes
    for path in readmes:
        headings = re.findall(r"(?m)^## (.*)$", path.read_text(encoding="utf-8"))
        assert headings[-1] == "Decisions", path


def _blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```", path.read_text(encoding="utf-8"))


def test_the_referee_s_examples_come_to_the_result_that_is_shown() -> None:
    cards, dice, shown = _blocks(REFEREE, "json")
    result, wanted = judge(parse_scenario(cards)), json.loads(shown)
    assert result["outcomes"][:2] == wanted["outcomes"]
    assert {key: result[key] for key in ("round", "match")} == {key: wanted[key] for key in ("round", "match")}
    assert result.keys() == wanted.keys()
    assert {outcome["result"] for outcome in judge(parse_scenario(dice))["outcomes"]} <= {"accepted", "rejected"}


def test_the_protocol_s_examples_are_frames() -> None:
    lines = [line for block in _blocks(ROOT / "hardware/dice/PROTOCOL.md", "") for line in block.splitlines()]
    frames = [line for line in lines if line.startswith("$")]
    assert len(frames) == 10
    assert [line for line in frames if isinstance(decode(line.encode()), DropCause)] == []


def _value(option: Any) -> str:
    """Return an option's value in the notation of the table of editions."""
    match option:
        case MatchEnd(kind=MatchEndKind.TARGET, points=points):
            return f"target {points}"
        case Misplay(kind=kind, points=points) if points:
            return f"{kind} {points}"
        case Score(stack=stack):
            return f"stack {stack}"
        case MatchEnd() | Misplay() | DeadDetection() | FalseStop():
            return str(option.kind)
    return str(option)


def _values(preset: str) -> dict[str, str]:
    return {option: _value(getattr(PRESETS[preset].rules, option)) for option in OPTIONS}


def test_an_edition_differs_in_what_the_rules_say() -> None:
    rows = re.findall(r"(?m)^\| `(\w+)` \| [^|]+ \| (.*) \|$", RULES.read_text(encoding="utf-8"))
    assert {name for name, _ in rows} == set(PRESETS) - {"table_default"}
    for name, text in rows:
        like, _, rest = text.rpartition("but ") if " but " in text else (text, "", "" if "as `" in text else text)
        base = re.search(r"as `(\w+)`", like)
        items = re.sub(r" \([^)]*\)", "", rest).split(", ") if rest else []
        changed = dict(item.split(" ", 1) for item in items)
        assert changed.keys() <= set(OPTIONS)
        assert _values(name) == _values(base[1] if base else "table_default") | changed, name


def test_the_display_s_numbers_are_those_of_the_code() -> None:
    text = (ROOT / "kiosk/display/README.md").read_text(encoding="utf-8")
    is_, times = Thresholds(), Times()
    said = {
        "a contact on a card becomes a drag when it has moved": f"{is_.claim_mm:g} mm",
        "a contact stands still within": f"{is_.still_mm:g} mm",
        "larger contacts are palms, sleeves, glasses": f"{is_.palm_mm:g} mm",
        "a flick is at least this fast on release": f"{is_.flick_mm_s:g} mm/s",
        "a contact that stands still gives up the seat's drag after": f"{is_.still_s:g} s",
        "a tap lasts at most": f"{is_.tap_s:g} s",
        "a hold (vote, leaving) lasts": f"{is_.hold_s:g} to {is_.hold_until_s:g} s",
        "a contact that stays is ignored after": f"{is_.stale_s:g} s",
        "from the first seat that is ready to the countdown": f"{times.ready / 1e9:g} s",
        "from the moment at which everybody here is ready": f"{times.all_ready / 1e9:g} s",
        "the same if somebody has pressed Again and nobody READY": f"{times.another / 1e9:g} s",
        "a seat in its lesson, touched within 10 s, holds the start": f"until {times.lesson / 1e9:g} s",
        "a taken seat in the lobby without a sign of life": f"is asked after {times.lobby.ask / 1e9:g} s, as in play",
        "and freed": f"after {times.lobby.leave / 1e9:g} s",
        "countdown": f"{times.countdown / 1e9:g} s",
        "after Stop, until the scores": f"{times.stopped / 1e9:g} s",
        "round result": f"{times.round_result / 1e9:g} s",
        "match result": f"{times.match_result / 1e9:g} s",
        "a press this soon after a result is a late Stop": f"{times.settle / 1e9:g} s",
        "a pause ends by itself": f"{times.pause / 1e9:g} s",
        "an interrupted round waits for its players": f"{times.recovery / 1e9:g} s",
        "a seat without a sign of life in a round is asked": f"after {times.idle.ask / 1e9:g} s",
        "and leaves, or a bot plays on": f"after {times.idle.leave / 1e9:g} s",
    }
    rows = dict(re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \|$", text))
    assert {what: rows[what] for what in said if not rows[what].startswith(said[what])} == {}
