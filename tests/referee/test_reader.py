"""What is no scenario is refused in one line that names the place; nothing ever ends in a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.referee.judge import judge
from kiosk.referee.node import Malformed
from kiosk.referee.reader import parse_scenario

SEAT = {"row": ["r4", None, ["b3", "y2"]], "stack": ["y1", "r7"], "hand": ["b5", "b6"], "discard": ["r5"]}
GOOD: dict[str, Any] = {
    "game": "cards",
    "preset": "table_default",
    "options": {"false_stop": {"kind": "lockout"}, "pro": {"enabled": True}, "stack_size": [10, 8]},
    "center": ["r3", "g10"],
    "seats": [SEAT, {**SEAT, "left": False, "centered": 2}],
    "totals": [1, -2],
    "commands": [
        {"at": 0, "seat": 0, "do": "play", "from": "row 0"},
        {"at": 5, "seat": 1, "do": "tuck", "from": "stack", "slot": 2},
        {"at": 5, "seat": 9, "do": "flip"},
        {"at": 9, "seat": 0, "do": "refill", "slot": -1},
    ],
    "until": 90000,
}
DEAL: dict[str, Any] = {"game": "cards", "deal": {"players": 4, "seed": 7}}


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    scenario: Any = json.loads(json.dumps(GOOD))
    place = scenario
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return scenario


def refusal(scenario: Any) -> str:
    with pytest.raises(Malformed) as caught:
        parse_scenario(scenario if isinstance(scenario, str) else json.dumps(scenario))
    return str(caught.value)


def test_a_good_scenario_and_a_deal_are_judged():
    assert len(judge(parse_scenario(json.dumps(GOOD)))["outcomes"]) == 4
    seats = judge(parse_scenario(json.dumps(DEAL)))["position"]["seats"]
    assert [(len(seat["row"]), len(seat["stack"]), len(seat["hand"])) for seat in seats] == [(3, 10, 27)] * 4


@pytest.mark.parametrize(
    ("path", "value", "wrong"),
    [
        (("seats", 1, "row", 0), "r11", "$.seats[1].row[0]: 'r11' is no card"),
        (("seats", 0, "stack", 1), "r4", "$.seats[0].stack[1]: 'r4' is twice in this seat"),
        (("seats", 0, "row"), [], "$.seats[0].row: 0 slots: a row has 1 to 5"),
        (("seats", 0, "row", 2, 1), 5, "$.seats[0].row[2][1]: 5 is no text"),
        (("seats", 0, "centered"), True, "$.seats[0].centered: true is no integer"),
        (("seats", 0, "left"), 1, "$.seats[0].left: 1 is none of true, false"),
        (("seats",), [SEAT], "$.seats: 1 seats: 2 to 12 can play"),
        (("game",), "dice", "$.center: unknown key"),
        (("game",), "chess", "$.game: 'chess' is none of cards, dice"),
        (("totals",), [1], "$.totals: 1 entries for 2 seats"),
        (("totals", 0), 5.0, "$.totals[0]: 5.0 is no integer"),
        (("round_no",), 0, "$.round_no: 0 is not 1 or more"),
        (("until",), 8, "$.until: 8 is not 9 or more"),
        (("board",), {}, "$.board: unknown key"),
        (("deal",), {"players": 2}, "$.seats: stands beside $.deal"),
        (("commands", 1, "at"), -1, "$.commands[1].at: -1 is not 0 or more"),
        (("commands", 3, "at"), 4, "$.commands[3].at: 4 comes after 5"),
        (("commands", 0, "from"), "hand", "$.commands[0].from: 'hand' is no source (stack, discard or row N)"),
        (("commands", 0, "slot"), 1, "$.commands[0].slot: unknown key (known: at, seat, do, from)"),
        (("commands", 2), {"at": 1, "seat": 0}, "$.commands[2].do: missing"),
        (("preset",), "uno", "$.preset: 'uno' is none of table_default, schmidt_de_fr_it"),
        (("options", "late"), 1, "$.options.late: unknown key (known: row_size, stack_size"),
        (("options", "recycle"), "burn", "$.options.recycle: 'burn' is none of shuffle, turn_over"),
        (("options", "late_ms"), -1, "$.options.late_ms: -1 is not 0 or more"),
        (("options", "stack_size"), [10], "$.options.stack_size: 1 entries for 2 seats"),
        (("options", "row_size"), {"13": 3}, '$.options.row_size["13"]: unknown key'),
        (("options", "false_stop"), {"kind": "penalty"}, "$.options.false_stop.points: missing"),
        (("options", "false_stop"), {"points": 3}, "$.options.false_stop.points: unknown key (known: kind, ms)"),
        (("options", "match_end"), {"kind": "time"}, "$.options.match_end.minutes: missing"),
        (("options", "pro", "sources"), ["row"], "$.options.pro.sources[0]: 'row' is none of stack, discard"),
    ],
)
def test_a_malformed_scenario_is_told_with_its_place(path, value, wrong):
    assert refusal(changed(path, value)).startswith(wrong)


@pytest.mark.parametrize("text", ["", "{", "NaN", "9" * 5000])
def test_what_is_no_json_is_told_at_the_root(text):
    assert refusal(text).startswith("$: not JSON")


@pytest.mark.parametrize("depth", [*range(900, 1000, 3), 100_000])
def test_what_is_nested_too_deeply_is_told_in_a_line_wherever_that_shows(depth):
    nested = "[" * depth + "]" * depth
    assert refusal(nested).startswith("$: ")
    assert refusal(json.dumps(GOOD).replace('"r4"', nested, 1)).startswith("$")


@pytest.mark.parametrize("key", ["game", "seats", "center"])
def test_what_is_missing_is_told_by_its_path(key):
    assert refusal({name: value for name, value in GOOD.items() if name != key}) == f"$.{key}: missing"


WORDS = st.sampled_from(
    ["r1", "y10", "r11", "row 0", "row 9", "stack", "discard", "cards", "lockout", "flip", "leave", "\ud800\n"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.integers(0, 6) | st.floats() | WORDS | st.text(max_size=3)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=2))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


PLACES = places(GOOD)[1:]


def judged_or_refused(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    scenario: Any = json.loads(json.dumps(GOOD))
    for path, value in changes:
        place = scenario
        try:
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value
        except (TypeError, LookupError):
            continue  # an earlier change has taken this place away
    try:
        result = judge(parse_scenario(json.dumps(scenario)))
    except Malformed as error:
        assert str(error).startswith("$")  # noqa: PT017
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert len(result["outcomes"]) == len(scenario.get("commands", []))
        json.dumps(result)


CHANGES = st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3)
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=300, deadline=None)
@given(CHANGES)
def test_any_change_of_a_scenario_is_judged_or_refused_in_a_line(changes):
    judged_or_refused(changes)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@settings(max_examples=100_000, deadline=None, suppress_health_check=SLOW)
@given(CHANGES)
def test_a_hundred_thousand_changes_are_judged_or_refused_in_a_line(changes):
    judged_or_refused(changes)
