"""The commands, keys, files and links in the README files and CHANGELOG.md exist."""

from __future__ import annotations

import importlib.util
import re
import shlex
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from kiosk.config.loader import CONFIGS, parse
from tests.rig.commands import ALL, arguments

ROOT = Path(__file__).parent.parent
ROOMS = ("kiosk", "hardware", "systemd", "tests")
FILES = [
    ROOT / "README.md",
    ROOT / ".github/CONTRIBUTING.md",
    *sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.md")),
]
"""All documents but the changelog."""
DOCUMENTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in FILES}
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
CHECKLIST = DOCUMENTS["systemd/README.md"]
_FENCE = re.compile(r"(?ms)^( *)```(\w*)\n(.*?)^ *```")
BLOCKS = [(name, block[1], block[2]) for name, text in DOCUMENTS.items() for block in _FENCE.findall(text)]
"""Document, language and text of each block of code."""


def _spans(text: str) -> list[str]:
    """Return the spans marked as code in prose."""
    return re.findall(r"`([^`\n]+)`", _FENCE.sub("", text))


SPANS = [*(span for text in DOCUMENTS.values() for span in _spans(text)), *_spans(CHANGES)]

_KIOSK = re.compile(r"^(?:sudo )?(?:\.venv/bin/|/\S*/)?kiosk(?: |$)")


def _commands() -> Iterator[str]:
    """Yield every command of `kiosk` written anywhere, without the rest of a pipe."""
    lines = [line for _, _, block in BLOCKS for line in block.splitlines()]
    for text in [*lines, *SPANS]:
        for part in re.split(r"&&|\|", text):
            if _KIOSK.match(part.strip()):
                yield _KIOSK.sub("", part.strip()).split(" #")[0]


def _options(name: str) -> set[str]:
    """Return the options of a command; ``""``: of ``kiosk`` itself."""
    return {option for argument in arguments(ALL[name]) for option in argument.option_strings}


def test_every_command_and_option_that_is_written_is_there():
    for command in sorted(set(_commands())):
        name, known = "", _options("")
        for word in shlex.split(command.rstrip("\\")):
            deeper = f"{name} {word}".strip()
            if deeper in ALL:
                name = deeper
                known |= _options(name)
            elif word.startswith("--"):
                assert word.partition("=")[0] in known, command
            elif not name and not word.startswith("-"):
                assert "--config" in command, f"{word!r} is no command: {command}"


def test_commands_are_found_at_all():
    assert len(set(_commands())) > 40


TOML = [(name, block) for name, language, block in BLOCKS if language == "toml"]


@pytest.mark.parametrize(("name", "block"), TOML)
def test_every_piece_of_configuration_is_good(name, block):
    tomllib.loads(block)
    sections = set(re.findall(r"(?m)^\[(\w+)\]", block))
    four = (CONFIGS / "four_seats.toml").read_text(encoding="utf-8")
    rest = re.split(r"(?m)^(?=\[)", four)
    others = "".join(part for part in rest if not any(part.startswith(f"[{name}]") for name in sections))
    parse(f"{others}\n{block}", name)


def _heads(text):
    """Return all headings in the form of link targets."""
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"(?m)^#+ (.*)$", text)}


def _links(text):
    return re.findall(r"\]\(([^)]+)\)", text)


def test_links_are_found_at_all():
    assert sum("#" in target for text in DOCUMENTS.values() for target in _links(text)) > 10
    assert sum("#" not in target for text in DOCUMENTS.values() for target in _links(text)) > 50


@pytest.mark.parametrize("where", [*DOCUMENTS, "CHANGELOG.md"])
def test_every_link_leads_somewhere(where):
    text = (ROOT / where).read_text(encoding="utf-8")
    for target in _links(text):
        file, _, head = target.partition("#")
        if not target.startswith("https://"):
            led = (ROOT / where).parent / file if file else ROOT / where
            assert led.exists(), f"{where}: {target}"
            assert not head or head in _heads(led.read_text(encoding="utf-8")), f"{where}: {target}"


def test_every_file_of_ours_that_is_named_is_there():
    named = {span for span in SPANS if re.fullmatch(r"(kiosk|hardware|tests|systemd|\.ci|\.github)/[\w./-]+", span)}
    assert len(named) > 100
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("where", DOCUMENTS)
def test_every_file_that_a_document_names_is_there_or_below_it(where):
    named = {span for span in _spans(DOCUMENTS[where]) if re.fullmatch(r"[\w-][\w./-]*\.(py|toml|md|c|mjs)", span)}
    yours = {"my_table.toml", "table.toml", "service.toml"}
    beside = (ROOT / where).parent
    missing = [name for name in named - yours if not (beside / name).exists() and not (ROOT / name).exists()]
    assert [name for name in missing if "/" in name or not list(beside.rglob(name))] == []


def _told() -> Iterator[list[str]]:
    """Yield the words of every command line with pytest or python."""
    lines = [line for _, _, block in BLOCKS for line in block.splitlines()]
    for text in [*lines, *SPANS]:
        for part in re.split(r"&&|\|", text):
            if re.search(r"(^| )(\S*/)?(pytest|python) ", part):
                yield shlex.split(part)


def test_every_test_and_benchmark_that_a_command_runs_is_there():
    run = [words for words in _told() if any(word.endswith(("pytest", "python")) for word in words)]
    assert len(run) > 20
    for words in run:
        paths = [word for word in words if word.startswith("tests/")]
        modules = [word for before, word in pairwise(words) if before == "-m" and "tests." in word]
        assert [path for path in paths if not (ROOT / path).exists()] == []
        assert [module for module in modules if importlib.util.find_spec(module) is None] == []


def test_the_checklists_sheet_has_a_line_for_each_step():
    steps = re.findall(r"(?m)^\| \d+ \|.*\| ([\w-]+) \|$", CHECKLIST)
    assert len(steps) > 10
    sheet = (ROOT / "systemd/checklist.txt").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^([\w-]+):$", sheet) == steps
