"""The examples of the referee's README, from file to printed result."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from kiosk.cli import main

SCENARIO = {
    "game": "cards",
    "preset": "nordic_is",
    "options": {"match_end": {"kind": "target", "points": 99}},
    "center": ["r3", "g10", "b1"],
    "seats": [
        {
            "row": ["r4", "b2", "y9", None, "g1"],
            "stack": ["y1", "r7"],
            "hand": ["b5", "b6", "b7", "g2"],
            "discard": ["r5"],
            "centered": 3,
        },
        {"row": ["r4", "b2", "y9", "y8", "g1"], "stack": ["g9"], "hand": [], "discard": []},
    ],
    "totals": [90, 12],
    "round_no": 1,
    "commands": [
        {"at": 0, "seat": 0, "do": "play", "from": "row 0"},
        {"at": 10, "seat": 1, "do": "play", "from": "row 0"},
        {"at": 20, "seat": 0, "do": "play", "from": "stack"},
        {"at": 30, "seat": 0, "do": "flip"},
        {"at": 40, "seat": 0, "do": "play", "from": "discard"},
        {"at": 50, "seat": 0, "do": "refill", "slot": 3},
        {"at": 60, "seat": 0, "do": "tuck", "from": "stack", "slot": 2},
        {"at": 70, "seat": 0, "do": "stop"},
        {"at": 80, "seat": 1, "do": "vote"},
        {"at": 90, "seat": 1, "do": "leave"},
    ],
    "until": 20000,
}


def test_the_example_is_judged_as_its_description_says(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(SCENARIO))
    assert main.main(["referee", str(file)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["outcomes"][:2] == [
        {"at": 0, "seat": 0, "do": "play", "result": "accepted"},
        {"at": 10, "seat": 1, "do": "play", "result": "rejected", "reason": "beaten_to_it"},
    ]
    assert result["round"] == {
        "ended": True, "by": "stop", "seat": 0, "at": 70, "scores": [4, -2], "winners": [0],
    }  # fmt: skip
    assert result["match"] == {"totals": [94, 10], "ended": False, "winners": [], "tiebreak": []}
    assert all(event["at"] >= 0 for event in result["events"])
    again = {"game": "cards", **result["position"], "commands": []}
    file.write_text(json.dumps(again))
    assert main.main(["referee", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == result["position"]


DICE = {
    "game": "dice",
    "preset": "university_games_2013",
    "seats": [{"dice": "rrgby", "rolled": "r1 r2 g1 b1 y1"}, {"dice": "yyggb"}],
    "board": {"r": 0, "g": 0, "b": 0, "y": 1},
    "commands": [
        {"at": 0, "seat": 1, "do": "roll", "faces": "y2 y5 g1 g1 b6"},
        {"at": 5, "seat": 0, "do": "place", "die": "r1"},
        {"at": 900, "seat": 1, "do": "place", "die": "y2"},
        {"at": 950, "seat": 0, "do": "stop"},
    ],
}


def test_the_example_of_dice_is_judged_and_its_result_goes_in_again(tmp_path, capsys):
    file = tmp_path / "dice.json"
    file.write_text(json.dumps(DICE))
    assert main.main(["referee", str(file)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [outcome.get("reason") for outcome in result["outcomes"]] == [None, None, None, "dice_left"]
    assert result["events"][:2] == [
        {"event": "rolled", "at": 0, "seat": 1, "faces": ["g1", "g1", "b6", "y2", "y5"]},
        {"event": "seat_locked", "at": 0, "seat": 1, "until": 900, "flips_only": False},
    ]
    assert result["position"] == {
        "board": {"r": 1, "g": 0, "b": 0, "y": 2},
        "seats": [{"dice": "rgby", "rolled": "r2 g1 b1 y1"}, {"dice": "ggby", "rolled": "g1 g1 b6 y5"}],
    }
    assert result["round"]["ended"] is False
    assert result["match"] == {"totals": [100, 100], "ended": False, "winners": [], "tiebreak": []}
    file.write_text(json.dumps({"game": "dice", **result["position"]}))
    assert main.main(["referee", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == result["position"]


def test_files_of_both_games_are_judged_together(tmp_path, capsys):
    cards, dice = tmp_path / "cards.json", tmp_path / "dice.json"
    cards.write_text(json.dumps(SCENARIO))
    dice.write_text(json.dumps(DICE))
    assert main.main(["referee", str(dice), str(cards)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert "board" in first["position"]
    assert "center" in second["position"]


def test_several_files_give_a_line_each_and_a_malformed_one_silences_all(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(SCENARIO))
    bad.write_text("{}")
    assert main.main(["referee", str(good), str(good)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0] == lines[1]
    assert main.main(["referee", str(good), str(bad)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"{bad}: $.game: missing\n"


@pytest.mark.parametrize("name", ["absent.json", "."])
def test_what_cannot_be_read_is_told_at_the_root(name, tmp_path, capsys):
    assert main.main(["referee", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path / name}: $: cannot be read")


def test_a_dash_is_standard_input_and_stands_so_in_an_error(monkeypatch, capsys):
    for text, status in ((json.dumps(SCENARIO), 0), ("{", 2)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main.main(["referee", "-"]) == status
    printed = capsys.readouterr()
    assert json.loads(printed.out)["round"]["by"] == "stop"
    assert printed.err.startswith("-: $: not JSON: ")
    assert printed.err.count("\n") == 1


@pytest.mark.process
def test_a_closed_standard_input_is_an_empty_one():
    command = [sys.executable, "-m", "kiosk", "referee", "-"]
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "-: $: not JSON: Expecting value: line 1 column 1 (char 0)\n"
