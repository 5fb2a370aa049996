"""Completion in a shell: commands, options, and values that depend on the machine."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from argcomplete.finders import CompletionFinder

from kiosk.cli import completion
from kiosk.cli.completion import COMPLETERS
from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS
from kiosk.game.cards.editions import PRESETS
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.records import encode
from kiosk.locale.languages import installed
from kiosk.rulebook import all_editions
from tests.rig.commands import ALL, RUNNABLE, arguments
from tests.rig.records import begun


class FinderHere(CompletionFinder):
    """argcomplete in this process: it raises SystemExit in the end, and writes to no stream of a shell."""

    def __call__(self, *told: Any, **how: Any) -> None:
        super().__call__(*told, exit_method=sys.exit, **how)

    def _init_debug_stream(self) -> None:
        pass


@pytest.fixture
def complete(monkeypatch: pytest.MonkeyPatch) -> Callable[..., set[str]]:
    """Return a function that completes the end of a command line, as a shell asks for it."""

    def ask(line: str, **environment: str) -> set[str]:
        answer = io.StringIO()
        with monkeypatch.context() as patch:
            patch.setattr(completion, "CompletionFinder", lambda: partial(FinderHere(), output_stream=answer))
            for name, value in (asked(line) | environment).items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as ended:
                main([])
        assert ended.value.code == 0
        return {word.strip() for word in answer.getvalue().splitlines()}

    return ask


def asked(line: str) -> dict[str, str]:
    """Return the variables with which a shell asks how the line goes on."""
    told = {"COMP_LINE": line, "COMP_POINT": str(len(line.encode()))}
    return told | {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n"}


def test_commands_and_options_are_completed(complete):
    assert complete("kiosk ") == {name for name in ALL if name and " " not in name}
    assert complete("kiosk sc") == {"scene", "screenshot", "scores"}
    of_scores = {"rounds", "even", "players", "person", "delete-player", "void", "unvoid", "reset", "audit"}
    of_scores |= {"rebuild", "retry"}
    assert complete("kiosk scores ") == of_scores
    assert complete("kiosk doctor --") == {"--help", "--version", "--config", "--json", "--record", "--calibrate"}
    assert complete("kiosk replay --s") == {"--step", "--scenario", "--size"}, "nothing that the help does not show"


def test_choices_come_from_the_registered_games(complete):
    assert complete("kiosk simulate --game ") == {"cards", "dice"}
    assert complete("kiosk scores rounds --game=") == {"--game=cards", "--game=dice"}
    assert complete("kiosk rules ") == set(all_editions())
    assert complete("kiosk rules nordic_is --language ") == set(installed())
    assert complete("kiosk scores --edition ") == set(all_editions())
    assert complete("kiosk simulate --preset ") == set(PRESETS)
    assert complete("kiosk simulate --game dice --preset ") == set(DICE_PRESETS)


def test_a_configuration_is_a_toml_file(complete, tmp_path):
    (tmp_path / "table.toml").touch()
    (tmp_path / "table.txt").touch()
    (tmp_path / "tables").mkdir()
    assert complete(f"kiosk --config {tmp_path}/t") == {f"{tmp_path}/table.toml", f"{tmp_path}/tables/"}
    assert complete(f"kiosk doctor --config {CONFIGS}/tw") == {f"{CONFIGS}/{n}_seats.toml" for n in ("two", "twelve")}


def test_of_many_rounds_the_newest_are_offered_and_any_that_is_begun(complete, played):
    file = JournalFile(played / "state" / "journal" / "journal-000002.sqlite")
    file.append([JournalRow(name, 0, 1.7e9, encode(begun(name))) for name in (f"{number:08}" for number in range(100))])
    file.close()
    assert complete("kiosk scores void ") == {f"{number:08}" for number in range(80, 100)}
    assert complete("kiosk scores void 0000000") == {f"{number:08}" for number in range(10)}
    assert complete("kiosk scores void round") == {"round-1"}


def test_a_round_is_one_of_the_journal(complete, played):
    assert "round-1" in complete("kiosk replay ")
    assert complete(f"kiosk replay {played}/state/journal ") == {"round-1"}
    assert complete(f"kiosk replay {played}/unended.sqlite ") == {"round-1"}
    assert complete("kiosk scores void ") == {"round-1"}
    assert complete("kiosk scores void ", KIOSK_STATE_DIR="/proc/none") == set()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("kiosk first-boot --timezone Europe/Berl", "Europe/Berlin"),
        ("kiosk first-boot --country D", "DE"),
        ("kiosk dice-board simulate --fault gar", "garbage"),
        ("kiosk backup /pro", "/proc/"),
        ("kiosk report /etc/passw", "/etc/passwd"),
    ],
)
def test_other_values_are_completed(complete, line, value):
    assert value in complete(line)


def test_damage_and_nonsense_are_completed_by_nothing(complete, tmp_path):
    (tmp_path / "damaged.sqlite").write_bytes(b"SQLite format 3\0" + b"damage" * 100)
    assert complete(f"kiosk replay {tmp_path}/damaged.sqlite ") == set()
    assert complete("kiosk --seed ") == set()


def test_every_completer_is_of_an_argument():
    every = [argument for name in RUNNABLE for argument in arguments(ALL[name])]
    taken = {word for argument in every for word in (argument.dest, str(argument.metavar))}
    assert set(COMPLETERS) <= taken


@pytest.mark.process
def test_a_shell_asks_a_program_that_answers_and_ends(tmp_path):
    answer = tmp_path / "completions"
    command = [sys.executable, "-m", "kiosk"]
    environment = os.environ | asked("kiosk sc") | {"_ARGCOMPLETE_STDOUT_FILENAME": str(answer)}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=60)
    assert (done.stdout, answer.read_text().split()) == ("", ["scene", "screenshot", "scores"])


@pytest.mark.process
def test_bash_asks_and_takes_the_answer():
    """As with the Tab key: the script of the README defines the function that bash calls."""
    folder = Path(sys.executable).parent
    program = f"""
        eval "$({folder}/register-python-argcomplete kiosk)"
        COMP_LINE='kiosk pino' COMP_POINT=10 COMP_TYPE=9 COMP_WORDS=(kiosk pino) COMP_CWORD=1
        _python_argcomplete {folder}/kiosk pino kiosk
        echo "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", program], check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["pinout"]
