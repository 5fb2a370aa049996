"""Golden games: whole matches as text, judged again line by line; a changed rule shows as the first different line.

After an intended change of a rule, ``python -m tests.golden.record`` records the matches again; review its diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.game.cards.editions import PRESETS
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.game.refusals import Reason, RoundEnd
from tests.golden.dice_transcript import DiceTranscript
from tests.golden.record import DICE_GAMES, GAMES, DiceRecorder, Recorder
from tests.golden.transcript import Transcript

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))
OF_CARDS = [path for path in FILES if path.stem in PRESETS]
OF_DICE = [path for path in FILES if path.stem in DICE_PRESETS]


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def first_difference(lines: list[str]) -> str | None:
    """Return the first line that the core judges differently, as a message; None if all agree."""
    transcript = DiceTranscript() if lines[1].removeprefix("preset ") in DICE_PRESETS else Transcript()
    for number, line in enumerate(lines, 1):
        told = transcript.read(line)
        if told != line:
            return f"line {number}\n  expected: {line}\n  got:      {told}"
    return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_judged_as_it_was(path: Path) -> None:
    difference = first_difference(lines_of(path))
    assert difference is None, f"{path.name}, {difference}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_a_whole_match_of_its_preset(path: Path) -> None:
    lines = lines_of(path)
    assert lines[1] == f"preset {path.stem}"
    assert lines[-1].startswith("match -> won by ")


def test_every_preset_has_its_golden_game() -> None:
    assert {path.stem for path in FILES} == {*PRESETS, *DICE_PRESETS}


def test_the_golden_games_show_every_reason_of_the_card_game() -> None:
    told = {line.partition(" -> no ")[2] for path in OF_CARDS for line in lines_of(path)} - {""}
    reasons = list(Reason)
    assert told == {reason.value for reason in reasons[: reasons.index(Reason.NOT_ROLLED)]}


def test_the_golden_games_show_every_reason_of_the_dice_game() -> None:
    told = {line.partition(" -> no ")[2] for path in OF_DICE for line in lines_of(path)} - {""}
    reasons = list(Reason)
    shared = {"round_over", "not_seated", "locked", "empty_source", "beaten_to_it", "does_not_fit"}
    assert told == shared | {reason.value for reason in reasons[reasons.index(Reason.NOT_ROLLED) :]}


def test_a_golden_game_of_dice_breaks_a_tie() -> None:
    assert any(line.startswith("match -> extra round of ") for path in OF_DICE for line in lines_of(path))


def test_the_golden_games_show_every_end_of_a_round_and_of_a_match() -> None:
    told = {line for path in FILES for line in lines_of(path)}
    ends = {line.split()[2] for line in told if line.startswith("end -> ")}
    assert ends == set(RoundEnd) - {RoundEnd.LEFT}  # after LEFT no player remains to finish the match
    matches = {line.split()[2] for line in told if line.startswith("match -> ")}
    assert matches == {"goes", "extra", "won"}


def test_a_line_that_the_core_would_tell_otherwise_is_named_with_both_readings() -> None:
    lines = lines_of(FOLDER / "table_default.txt")
    number, line = next((number, line) for number, line in enumerate(lines, 1) if line.endswith("no does_not_fit"))
    lines[number - 1] = line.replace("no does_not_fit", "ok r1")
    assert first_difference(lines) == f"line {number}\n  expected: {lines[number - 1]}\n  got:      {line}"


def test_what_the_recorder_writes_is_what_the_replay_reads() -> None:
    shortest = next(game for game in GAMES if game.preset == "schmidt_2017_en")
    assert first_difference(Recorder(shortest).play()) is None
    assert first_difference(DiceRecorder(DICE_GAMES[0]).play()) is None
