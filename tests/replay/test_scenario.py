"""The referee judges an exported round as the table did."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs

from kiosk.game.dice.commands import PlaceDie, Roll
from kiosk.game.dice.dice import die_of
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import RoundStarted
from kiosk.referee.dice import REFEREE
from kiosk.referee.judge import judge, parse_scenario
from kiosk.replay.scenario import scenario_of
from kiosk.replay.verify import verify
from kiosk.table.rerun import Rerun
from kiosk.table.settings import TableSettings


def judged_again(log: RoundLog) -> dict[str, Any]:
    verified = verify(log)
    assert verified.problems == ()
    assert verified.rules is not None
    return judge(parse_scenario(json.dumps(scenario_of(log.started, verified.rules, verified.judged))))


def is_as_recorded(log: RoundLog) -> bool:
    result, ended = judged_again(log), log.ended
    assert ended is not None
    return (
        result["round"]["scores"] == [line.points for line in ended.lines]
        and result["match"]["totals"] == [line.total for line in ended.lines]
        and result["round"]["by"] == ended.by
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("kind", "seats"), [("cards", 2), ("cards", 5), ("dice", 3), ("dice", 4)])
def test_the_referee_comes_to_the_recorded_scores(bot_match, kind, seats, seed):
    logs = bot_match(kind, seats, seed, leaves=seed % 2 == 1, handicaps=seed % 3 > 0).logs
    assert [is_as_recorded(log) for log in logs] == [True] * len(logs) != []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
@pytest.mark.parametrize(("kind", "seats"), [("cards", 3), ("cards", 12), ("dice", 2), ("dice", 4), ("dice", 7)])
def test_the_referee_comes_to_the_recorded_scores_of_many_rounds(bot_match, kind, seats, seed):
    logs = bot_match(kind, seats, seed, leaves=seed % 2 == 1, handicaps=seed % 3 > 0).logs
    assert [is_as_recorded(log) for log in logs] == [True] * len(logs) != []


def test_extra_rounds_and_rounds_without_those_who_have_left_are_among_them(bot_match):
    """Otherwise the test above would cover less than it seems to."""
    starts = [
        log.started
        for kind in ("cards", "dice")
        for seed in range(6)
        for log in bot_match(kind, 4, seed, leaves=seed % 2 == 1, handicaps=seed % 3 > 0).logs
    ]
    assert any(started.tied for started in starts)
    assert any(seat.away and not started.tied for started in starts for seat in started.seats)
    assert any(seat.handicap is not None for started in starts for seat in started.seats)
    assert {started.game for started in starts} == {"cards", "dice"}


def test_a_scenario_overrides_no_more_of_an_edition_than_is_played_otherwise(match):
    log = match.logs[0]
    verified = verify(log)
    scenario = scenario_of(log.started, verified.rules, verified.judged)
    assert set(scenario["options"]) <= {"match_end", "match_tie", "pro", "stack_size"}
    assert scenario["deal"] == {"players": 4, "seed": log.started.seed}


def test_an_edition_that_there_is_no_more_is_told_option_by_option(match):
    log = match.logs[0]
    lost = structs.replace(log.started, chosen={"preset": "schmidt_2040"})
    verified = verify(log)
    scenario = scenario_of(lost, verified.rules, verified.judged)
    assert parse_scenario(json.dumps(scenario)).rules == verified.rules


def test_real_dice_lie_at_once_in_a_scenario_too(bot_match):
    """The referee accepts real dice that were thrown and placed at the table within a roll's lock."""
    started: RoundStarted = bot_match("dice", 2, 1).logs[0].started
    retrace = Rerun(started, TableSettings(()))
    dice = retrace.round.dice_to_roll(0)
    faces = tuple(sorted(die_of(color, 1) for color in dice))
    commands = [
        Roll(0, 0, faces, lasts=0),
        *(PlaceDie(10, 0, die) for die in dict.fromkeys(faces)),
        Roll(20, 1),
        Roll(600, 1),  # locked: its dice still roll on the screen
        Roll(950, 0, (), lasts=0),  # not the seat's dice
    ]
    judged = [(command, retrace.play.judging.judge(command, None)) for command in commands]
    scenario = scenario_of(started, retrace.round.rules, judged)
    result = judge(parse_scenario(json.dumps(scenario)))
    reasons = [outcome.get("reason") for outcome in result["outcomes"]]
    assert reasons == [None] * (len(commands) - 2) + ["reading_mismatch"]
    assert result["position"] == REFEREE.position_json(retrace.round.position())
