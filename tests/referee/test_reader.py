"""Invalid scenarios are refused in one line that names the place, never with a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.referee.judge import judge, parse_scenario
from kiosk.referee.node import Malformed

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
GOOD_DICE: dict[str, Any] = {
    "game": "dice",
    "preset": "university_games_2013",
    "options": {"false_stop": {"kind": "lockout"}, "dice_extra": [1, 0], "start_score": -3, "roll_ms": 9},
    "seats": [{"dice": "rrgby", "rolled": "r1 r2 g1 b1 y1"}, {"dice": "yyggb", "rolled": None, "left": False}],
    "board": {"r": 0, "g": 0, "b": 0, "y": 1},
    "totals": [100, 98],
    "tiebreak": [1, 0],
    "round_no": 7,
    "commands": [
        {"at": 0, "seat": 1, "do": "roll", "faces": "y2 y5 g1 g1 b6"},
        {"at": 5, "seat": 0, "do": "place", "die": "r1"},
        {"at": 5, "seat": 0, "do": "roll"},
        {"at": 950, "seat": 9, "do": "stop"},
    ],
    "until": 90000,
}
DICE_DEAL: dict[str, Any] = {"game": "dice", "deal": {"players": 5}, "options": {"house_seats": True}}


def changed(path: tuple[Any, ...], value: Any, good: dict[str, Any] = GOOD) -> dict[str, Any]:
    scenario: Any = json.loads(json.dumps(good))
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
        (("seats", 1, "row", 0), "r11", "$.seats[1].row[0]: 'r11' is not a card"),
        (("seats", 0, "stack", 1), "r4", "$.seats[0].stack[1]: 'r4' occurs twice in this seat"),
        (("seats", 0, "row"), [], "$.seats[0].row: 0 slots: a row has 1 to 5"),
        (("seats", 0, "row", 2, 1), 5, "$.seats[0].row[2][1]: 5 is not a string"),
        (("seats", 0, "centered"), True, "$.seats[0].centered: true is not an integer"),
        (("seats", 0, "left"), 1, "$.seats[0].left: 1 is not one of true, false"),
        (("seats",), [SEAT], "$.seats: 1 seats: 2 to 12 can play"),
        (("game",), "dice", "$.center: unknown key"),
        (("game",), "chess", "$.game: 'chess' is not one of cards, dice"),
        (("totals",), [1], "$.totals: 1 entries for 2 seats"),
        (("totals", 0), 5.0, "$.totals[0]: 5.0 is not an integer"),
        (("round_no",), 0, "$.round_no: 0 is not 1 or more"),
        (("until",), 8, "$.until: 8 is not 9 or more"),
        (("board",), {}, "$.board: unknown key"),
        (("deal",), {"players": 2}, "$.seats: cannot be combined with $.deal"),
        (("commands", 1, "at"), -1, "$.commands[1].at: -1 is not 0 or more"),
        (("commands", 3, "at"), 4, "$.commands[3].at: 4 comes after 5"),
        (("commands", 0, "from"), "hand", "$.commands[0].from: 'hand' is not a source (stack, discard or row N)"),
        (("commands", 0, "slot"), 1, "$.commands[0].slot: unknown key (known: at, seat, do, from, picked_up)"),
        (("commands", 0, "picked_up"), 1, "$.commands[0].picked_up: 1 comes after 0: a piece is picked up before"),
        (("commands", 0, "picked_up"), 0.5, "$.commands[0].picked_up: "),
        (("commands", 2), {"at": 1, "seat": 0}, "$.commands[2].do: missing"),
        (("preset",), "uno", "$.preset: 'uno' is not one of table_default, schmidt_de_fr_it"),
        (("options", "late"), 1, "$.options.late: unknown key (known: row_size, stack_size"),
        (("options", "recycle"), "burn", "$.options.recycle: 'burn' is not one of shuffle, turn_over"),
        (("options", "late_ms"), -1, "$.options.late_ms: -1 is not 0 or more"),
        (("options", "stack_size"), [10], "$.options.stack_size: 1 entries for 2 seats"),
        (("options", "row_size"), {"13": 3}, '$.options.row_size["13"]: unknown key'),
        (("options", "false_stop"), {"kind": "penalty"}, "$.options.false_stop.points: missing"),
        (("options", "false_stop"), {"points": 3}, "$.options.false_stop.points: unknown key (known: kind, ms)"),
        (("options", "match_end"), {"kind": "time"}, "$.options.match_end.minutes: missing"),
        (("options", "pro", "sources"), ["row"], "$.options.pro.sources[0]: 'row' is not one of stack, discard"),
    ],
)
def test_a_malformed_scenario_is_told_with_its_place(path, value, wrong):
    assert refusal(changed(path, value)).startswith(wrong)


def test_a_good_scenario_and_a_draw_of_dice_are_judged():
    assert len(judge(parse_scenario(json.dumps(GOOD_DICE)))["outcomes"]) == 4
    result = judge(parse_scenario(json.dumps(DICE_DEAL)))
    assert [len(seat["dice"]) for seat in result["position"]["seats"]] == [4] * 5
    assert result["match"]["totals"] == [100] * 5


@pytest.mark.parametrize(
    ("path", "value", "wrong"),
    [
        (("seats", 0, "dice"), "rrx", "$.seats[0].dice: 'rrx' is not a row of dice (the letters r, g, b and y)"),
        (("seats", 0, "dice"), None, "$.seats[0].dice: null is not a string"),
        (("seats", 0), {"rolled": None}, "$.seats[0].dice: missing"),
        (("seats", 0, "rolled"), "r1 r7", "$.seats[0].rolled: 'r1 r7' is not a list of dice (as in r1 y3)"),
        (("seats", 0, "rolled"), "g1 r2", "$.seats[0].rolled: 'r2 g1' does not show the dice 'rrgby'"),
        (("seats", 1, "row"), [], "$.seats[1].row: unknown key (known: dice, rolled, left)"),
        (("seats",), [GOOD_DICE["seats"][0]], "$.seats: 1 seats: 2 to 12 can play"),
        (("seats",), GOOD_DICE["seats"][:1] * 5, "$.options.dice_extra: 2 entries for 5 seats"),
        (("board",), {"r": 0, "g": 0, "b": 0}, "$.board.y: missing"),
        (("board", "b"), 7, "$.board.b: 7 is not 0 to 6"),
        (("board", "b"), True, "$.board.b: true is not an integer"),
        (("board", "x"), 1, "$.board.x: unknown key (known: r, g, b, y)"),
        (("center",), [], "$.center: unknown key"),
        (("match_ms",), 0, "$.match_ms: unknown key"),
        (("deal",), {"players": 2}, "$.seats: cannot be combined with $.deal"),
        (("tiebreak",), [0], "$.tiebreak: [0] names fewer than two seats"),
        (("tiebreak",), [0, 1, 0], "$.tiebreak[2]: 0 is named twice"),
        (("tiebreak", 1), 2, "$.tiebreak[1]: 2 is not 0 to 1"),
        (("tiebreak", 0), -1, "$.tiebreak[0]: -1 is not 0 to 1"),
        (("preset",), "nordic_is", "$.preset: 'nordic_is' is not one of university_games_2013, wuerfel_schmidt"),
        (("options", "recycle"), "shuffle", "$.options.recycle: unknown key (known: start_score, rounds_per_player,"),
        (("options", "dice_extra"), [0, 3], "$.options.dice_extra[1]: 3 is not 0 to 2"),
        (("options", "dice_extra"), 1, "$.options.dice_extra: 1 is not a list"),
        (("options", "rounds_per_player"), 0, "$.options.rounds_per_player: 0 is not 1 or more"),
        (("options", "start_score"), 5.0, "$.options.start_score: 5.0 is not an integer"),
        (("options", "roll_ms"), -1, "$.options.roll_ms: -1 is not 0 or more"),
        (("options", "roll_ms"), [900], "$.options.roll_ms: 1 entries for 2 seats"),
        (("options", "roll_ms"), [900, -1], "$.options.roll_ms[1]: -1 is not 0 or more"),
        (("options", "dice_tie"), "extra_round", "$.options.dice_tie: 'extra_round' is not one of tiebreak_round"),
        (("options", "house_seats"), 1, "$.options.house_seats: 1 is not one of true, false"),
        (("commands", 0, "faces"), "y2 7", "$.commands[0].faces: 'y2 7' is not a list of dice"),
        (("commands", 0, "faces"), None, "$.commands[0].faces: null is not a string"),
        (("commands", 1, "die"), "r0", "$.commands[1].die: 'r0' is not a die (a colour r, g, b or y and a value 1"),
        (("commands", 1), {"at": 5, "seat": 0, "do": "place"}, "$.commands[1].die: missing"),
        (("commands", 3, "die"), "r1", "$.commands[3].die: unknown key (known: at, seat, do)"),
        (("commands", 3, "do"), "flip", "$.commands[3].do: 'flip' is not one of roll, place, stop, vote, leave"),
    ],
)
def test_a_malformed_dice_scenario_is_told_with_its_place(path, value, wrong):
    assert refusal(changed(path, value, GOOD_DICE)).startswith(wrong)


@pytest.mark.parametrize("key", ["seats", "board"])
def test_what_is_missing_of_a_dice_position_is_told_by_its_path(key):
    assert refusal({name: value for name, value in GOOD_DICE.items() if name != key}) == f"$.{key}: missing"


def test_more_than_four_play_dice_by_the_house_s_option_only():
    wrong = "5 seats: 2 to 4 can play dice, more with the option house_seats"
    assert refusal({**DICE_DEAL, "options": {}}) == f"$.deal.players: {wrong}"
    position = {"game": "dice", "seats": [{"dice": "r"}] * 5, "board": GOOD_DICE["board"]}
    assert refusal(position) == f"$.seats: {wrong}"
    assert judge(parse_scenario(json.dumps({**position, "options": {"house_seats": True}})))


def test_who_is_away_at_a_deal_gets_nothing_and_the_others_what_they_would_have_got():
    whole = judge(parse_scenario(json.dumps(DEAL)))["position"]["seats"]
    seats = judge(parse_scenario(json.dumps(changed(("deal", "away"), [1], DEAL))))["position"]["seats"]
    assert seats[1] == {"row": [None] * 4, "stack": [], "hand": [], "discard": [], "centered": 0, "left": True}
    cards = [[*seat["row"], *seat["stack"][::-1], *seat["hand"]] for seat in (whole[2], seats[2])]
    assert cards[0] == cards[1]
    dice = judge(parse_scenario(json.dumps(changed(("deal", "away"), [0], DICE_DEAL))))
    assert [len(seat["dice"]) for seat in dice["position"]["seats"]] == [0, 6, 6, 6, 6]
    assert dice["round"]["winners"] == []


@pytest.mark.parametrize(
    ("away", "wrong"),
    [
        ([4], "$.deal.away[0]: 4 is not 0 to 3"),
        ([2, 2], "$.deal.away[1]: 2 is named twice"),
        ([0, 1, 2], "$.deal.away: 1 of 4 play: fewer than two seats"),
    ],
)
def test_who_can_be_away_at_a_deal(away, wrong):
    assert refusal(changed(("deal", "away"), away, DEAL)) == wrong


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
    [
        *("r1", "y10", "r11", "row 0", "row 9", "stack", "discard", "cards", "lockout", "flip", "leave", "\ud800\n"),
        *("dice", "rrgby", "y2 r1", "roll", "place", "transfer", "press", "dice_tie"),
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.integers(0, 6) | st.floats() | WORDS | st.text(max_size=3)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=2))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


Changes = list[tuple[tuple[Any, ...], Any]]


def judged_or_refused(good: dict[str, Any], changes: Changes) -> None:
    scenario: Any = json.loads(json.dumps(good))
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


def changes_of(good: dict[str, Any]) -> st.SearchStrategy[tuple[dict[str, Any], Changes]]:
    change = st.tuples(st.sampled_from(places(good)[1:]), VALUES)
    return st.tuples(st.just(good), st.lists(change, min_size=1, max_size=3))


CHANGED = changes_of(GOOD) | changes_of(GOOD_DICE)
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=200)
@given(CHANGED)
def test_any_change_of_a_scenario_is_judged_or_refused_in_a_line(case):
    judged_or_refused(*case)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@settings(max_examples=100_000, suppress_health_check=SLOW)
@given(CHANGED)
def test_a_hundred_thousand_changes_are_judged_or_refused_in_a_line(case):
    judged_or_refused(*case)


def test_a_byte_order_mark_is_no_mistake_and_what_is_not_seen_is_told_by_its_name() -> None:
    with pytest.raises(Malformed, match=r"^\$\.game: 'chess' is not one of"):
        parse_scenario(b'\xef\xbb\xbf{"game": "chess"}')
    told = "$: not JSON: line 2, column 1: there is a no-break space (U+00A0): write a plain space there"
    assert refusal('{\n\u00a0"game": "cards"}') == told
