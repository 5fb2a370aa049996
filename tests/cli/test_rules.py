"""``kiosk rules``: the editions, and the rules of each in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.cli.main import main
from kiosk.cli.rules import system_language
from kiosk.config.loader import DEFAULT
from kiosk.game.cards.editions import PRESETS
from kiosk.locale.direction import ISOLATE, ISOLATE_ENDS, RIGHT_TO_LEFT
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.rulebook import all_editions, editions_text

ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)


def test_it_lists_the_editions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    told = editions_text(speaker("en"))
    assert capsys.readouterr().out == told + "\n"
    assert [line.split()[0] for line in told.splitlines()] == list(all_editions())
    assert len(all_editions()) == len(PRESETS) + 2


def test_it_tells_one_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nordic_is"]) == 0
    assert "turned over without shuffling and becomes your draw pile" in capsys.readouterr().out


def test_it_tells_an_edition_of_dice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wuerfel_schmidt"]) == 0
    printed = capsys.readouterr().out
    assert "You all begin with no points." in printed
    assert "If several have the highest total, they share the win." in printed


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "A match has 5 rounds."),
        ("de", "Ein Spiel hat 5 Runden."),
        ("fr", "Une partie compte 5 manches."),
    ],
)
def test_it_speaks_the_language_that_is_asked_for(language: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "table_default", "--language", language]) == 0
    assert told in capsys.readouterr().out


@pytest.mark.parametrize("language", installed())
def test_marks_of_direction_are_printed_as_they_are(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither as escapes, nor left out: with them a file or a page has the words in order."""
    for edition in ([], *([name] for name in all_editions())):
        assert main(["rules", *edition, "--language", language]) == 0
    printed = capsys.readouterr().out
    assert "\\u" not in printed
    assert printed.count(ISOLATE) == printed.count(ISOLATE_ENDS)
    assert (ISOLATE in printed) is (language in RIGHT_TO_LEFT)


def test_it_speaks_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert main(["rules"]) == 0
    assert "Die Regeln unseres Tisches" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "de@euro"}, "de"),
        ({"LC_MESSAGES": "de_AT", "LANG": "fr_FR"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LC_MESSAGES": "de_AT"}, "en"),
        ({"LC_ALL": "", "LANG": "de_CH"}, "de"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "xx_XX"}, "en"),
    ],
)
def test_the_systems_language_is_found_as_other_programs_find_it(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


def test_an_unknown_language_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--language", "xx"]) == 2
    assert f"'xx' is no language here: there are: {', '.join(installed())}" in capsys.readouterr().err


def test_an_unknown_edition_is_told_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "poker"]) == 2
    assert "'poker' is no edition: there are: table_default," in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [(["nordic"], "nordic_is"), (["Schmidt_2017_FR"], "schmidt_2017_fr"), (["--language", "de_"], "de")],
)
def test_the_nearest_name_is_asked_for(arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *arguments]) == 2
    assert f": did you mean {meant}? There are: " in capsys.readouterr().err


def test_the_number_of_rounds_is_the_configured_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text(DEFAULT.read_text(encoding="utf-8") + "\n[game]\nrounds = 7\n", encoding="utf-8")
    assert main(["rules", "schmidt_de_fr_it", "--config", str(file)]) == 0
    assert "* A match has 7 rounds." in capsys.readouterr().out
    assert main(["rules", "nordic_is", "--config", str(file)]) == 0
    assert "somebody has 99 points" in capsys.readouterr().out
