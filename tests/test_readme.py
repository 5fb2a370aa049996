"""What README.md and CHANGELOG.md promise about commands, keys, files and places in them is so."""

from __future__ import annotations

import argparse
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.cli.main import CommandParser, _parser
from kiosk.config.loader import CONFIGS, parse

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
CHECKLIST = (ROOT / "systemd/README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```(\w*)\n(.*?)^```", TEXT + CHECKLIST)
PROSE = re.sub(r"(?ms)^```.*?^```", "", TEXT + CHECKLIST)
SPANS = [*re.findall(r"`([^`\n]+)`", PROSE), *re.findall(r"`([^`\n]+)`", CHANGES)]

_KIOSK = re.compile(r"^(?:sudo )?(?:\.venv/bin/|/\S*/)?kiosk(?: |$)")


def _commands() -> Iterator[str]:
    """Every command of `kiosk` that is written anywhere, without what it is piped into."""
    lines = [line for _, block in BLOCKS for line in block.splitlines()]
    for text in [*lines, *SPANS]:
        for part in re.split(r"&&|\|", text):
            if _KIOSK.match(part.strip()):
                yield _KIOSK.sub("", part.strip()).split(" #")[0]


def _subparser(parser: argparse.ArgumentParser, word: str) -> argparse.ArgumentParser | None:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found: argparse.ArgumentParser | None = action.choices.get(word)
            if isinstance(found, CommandParser):
                found.load()
            return found
    return None


@pytest.mark.parametrize("command", sorted(set(_commands())))
def test_every_command_and_option_that_is_written_is_there(command):
    parser, known = _parser(), set(_parser()._option_string_actions)
    in_command = False
    for word in shlex.split(command.rstrip("\\")):
        deeper = _subparser(parser, word)
        if deeper is not None:
            parser, in_command = deeper, True
            known |= set(parser._option_string_actions)
        elif word.startswith("--"):
            assert word.partition("=")[0] in known
        elif not in_command and not word.startswith("-"):
            assert "--config" in command, f"{word!r} is no command"


def test_commands_are_found_at_all():
    assert len(set(_commands())) > 40


@pytest.mark.parametrize("block", [block for language, block in BLOCKS if language == "toml"])
def test_every_piece_of_configuration_is_good(block):
    tomllib.loads(block)
    sections = set(re.findall(r"(?m)^\[(\w+)\]", block))
    four = (CONFIGS / "four_seats.toml").read_text(encoding="utf-8")
    rest = re.split(r"(?m)^(?=\[)", four)
    others = "".join(part for part in rest if not any(part.startswith(f"[{name}]") for name in sections))
    parse(f"{others}\n{block}", "README.md")


def _heads(text):
    """Every heading, as links name it."""
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"(?m)^#+ (.*)$", text)}


@pytest.mark.parametrize(
    ("text", "where"), [(TEXT, "README.md"), (CHANGES, "CHANGELOG.md"), (CHECKLIST, "systemd/README.md")]
)
def test_every_link_leads_somewhere(text, where):
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, head = target.partition("#")
        if not target.startswith("https://"):
            led = (ROOT / where).parent / file if file else ROOT / where
            assert led.exists(), f"{where}: {target}"
            assert not head or head in _heads(led.read_text(encoding="utf-8")), f"{where}: {target}"


def test_every_file_of_ours_that_is_named_is_there():
    named = {span for span in SPANS if re.fullmatch(r"(kiosk|hardware|tests|systemd|\.ci)/[\w./-]+", span)}
    assert len(named) > 15
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_checklists_sheet_has_a_line_for_each_step():
    steps = re.findall(r"(?m)^\| \d+ \|.*\| ([\w-]+) \|$", CHECKLIST)
    assert len(steps) > 10
    sheet = (ROOT / "systemd/checklist.txt").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^([\w-]+):$", sheet) == steps
