"""A round replays as it was recorded, or the first difference is reported."""

from __future__ import annotations

import json

import pytest
from msgspec import structs

from kiosk.game.dice.dice import DicePosition, DiceSeatPosition, parse_colors, parse_dice
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DiceRules
from kiosk.game.events import Rejected
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import Judged, MatchEnded, RoundEnded
from kiosk.referee.judge import judge, parse_scenario
from kiosk.replay.scenario import scenario_of
from kiosk.replay.verify import position_line, verify
from kiosk.replay.words import RoundInWords


def changed(log: RoundLog, kind: type, **fields) -> tuple[RoundLog, int]:
    """Return the log with its last record of that kind changed, and that record's number."""
    place = max(place for place, record in enumerate(log.records) if isinstance(record, kind))
    entry = log.entries[place]
    entries = list(log.entries)
    entries[place] = type(entry)(entry.number, entry.wall, structs.replace(entry.record, **fields))
    return RoundLog(log.round, tuple(entries)), place


@pytest.mark.parametrize("kind", ["cards", "dice"])
def test_a_round_comes_out_as_it_was_recorded_and_is_seen_after_every_record(bot_match, kind):
    logs = bot_match(kind, leaves=True, seed=3).logs
    assert logs
    for log in logs:
        assert log.entries
        seen = []
        verified = verify(log, lambda round_, seen=seen: seen.append(position_line(kind, round_)))
        assert verified.problems == ()
        assert len(verified.judged) == sum(isinstance(record, Judged) for record in log.records)
        assert len(seen) == len(log.entries)
        assert len(set(seen)) > len(seen) / 2


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        (Judged, {"events": ()}, "results in"),
        (Judged, {"command": ("Vote", 10**9, 0)}, "results in"),
        (Judged, {"command": ("Flip", 0, 0, [])}, "cannot be judged"),
        (Judged, {"command": ("Dance", 1)}, "cannot be judged"),
        (RoundEnded, {"lines": ()}, "the scores are"),
        (MatchEnded, {"totals": (1, 2)}, "the totals are"),
    ],
)
def test_what_comes_out_otherwise_is_told_with_its_record(match, kind, fields, told):
    log, number = changed(match.logs[-1], kind, **fields)
    (problem,) = verify(log).problems
    assert problem.startswith(f"round {log.round}: record {number}: ")
    assert told in problem


def test_a_record_that_makes_no_sense_is_told(match):
    log = match.logs[-1]
    ended = next(entry for entry in log.entries if isinstance(entry.record, RoundEnded))
    twice = [*log.entries, *[type(ended)(len(log.entries) + more, 0.0, ended.record) for more in range(3)]]
    (problem,) = verify(RoundLog(log.round, tuple(twice))).problems
    assert problem.startswith(f"round {log.round}: record {len(log.entries)}: ")


@pytest.mark.parametrize("kind", ["cards", "dice"])
def test_a_round_that_was_cut_anywhere_is_verified_told_and_exported_up_to_there(bot_match, kind):
    log = bot_match(kind, leaves=True).logs[0]
    assert len(log.entries) > 50
    for end in range(1, len(log.entries), 7):
        cut = RoundLog(log.round, log.entries[:end])
        verified = verify(cut)
        assert verified.problems == ()
        assert len(RoundInWords(cut.started, verified.margins).lines(cut)) == end
        scenario = scenario_of(cut.started, verified.rules, verified.judged)
        outcomes = judge(parse_scenario(json.dumps(scenario)))["outcomes"]
        refused = sum(isinstance(event, Rejected) for _, events in verified.judged for event in events)
        assert sum(outcome["result"] == "rejected" for outcome in outcomes) == refused


def test_rules_that_cannot_be_played_are_told(match):
    log = match.logs[0]
    entry = log.entries[0]
    started = structs.replace(log.started, rules={"stack_size": "many"})
    broken = RoundLog(log.round, (type(entry)(0, 0.0, started), *log.entries[1:]))
    verified = verify(broken)
    assert verified.rules is None
    assert "cannot be dealt again" in verified.problems[0]


def test_what_the_journal_lacks_is_among_what_is_told(match):
    log = match.logs[0]
    assert verify(RoundLog(log.round, log.entries, ("a page is gone",))).problems == ("a page is gone",)


def test_the_margin_of_a_race_is_told_with_the_record_that_lost_it(bot_match):
    """Several matches contain races; each is a refusal because another seat was faster."""
    lost = 0
    for seed in range(6):
        for log in bot_match("cards", 4, seed).logs:
            verified = verify(log)
            for number, margin in verified.margins.items():
                assert any("beaten_to_it" in event for event in log.records[number].events)
                assert margin.startswith(", ")
                lost += 1
    assert lost


def test_a_line_of_dice():
    seats = (
        DiceSeatPosition(parse_colors("rgb"), parse_dice("r1 g2 b6")),
        DiceSeatPosition(parse_colors("yy")),
        DiceSeatPosition((), (), left=True),
    )
    round_ = DiceRound(DiceRules(), DicePosition(seats, (1, 0, 6, 2)))
    assert position_line("dice", round_) == "r1 g0 b6 y2 | r1 g2 b6 | yy | - left"
