"""Exports of the store: field names and values for programs, which must not change; and tables for people."""

from __future__ import annotations

import csv
import io
import json

import pytest

from kiosk.journal.records import MatchEnded
from kiosk.results import export
from kiosk.results.audit import trail
from kiosk.results.players import delete
from kiosk.results.queries import players, rounds, void
from kiosk.results.ranked import ResultFilter
from kiosk.results.standings import standings
from kiosk.system.spreadsheet import BOM

STANDING = {
    "name": "Ada", "several": False, "rounds": 2, "mean": 7.5, "best": 12, "worst": 3, "trend": None, "won": 1,
    "win_rate": 0.5, "stops": 1, "false_stops": 2, "reaction_ms": 420, "lost_races": 3, "matches": 1, "matches_won": 0,
}  # fmt: skip
GROUP = {"game": "cards", "edition": "table_default", "pro": "", "touch": "drag", "real_dice": False}
ROUND = {
    "id": "round-1", "match_id": "match-1", "number": 1, "table_name": "Table 1", "version": "0.1.0", **GROUP,
    "extra": False, "bots": "steady", "started": "2026-11-21T12:00:00+00:00", "lasted_ms": 61500, "by": "stop",
    "decided": True, "near_ties": 0, "void_reason": None, "house_rules": None,
    "target": 60,
}  # fmt: skip
RESULT = {
    "seat": 1, "name": "Ada", "bot": False, "gone": False, "handicap": None, "cooldown": 0, "on_screen": False,
    "points": 12, "total": 12, "centered": 14, "left_over": 1, "penalty": 0, "won": True, "stops": 1, "false_stops": 2,
    "reaction_ms": 420, "lost_races": 3,
}  # fmt: skip


@pytest.fixture
def told(journal, store, played, day):
    """The store's listings, after two rounds of Ada's."""
    ada = {name: value for name, value in RESULT.items() if name != "seat"}
    over = MatchEnded(winners=(2,), totals=(15, 0))
    first = journal.round(ada, {"bot": True})
    played(first, journal.round({"name": "Ada", "points": 3}, {"name": "Zoë, [b] :cat:"}, over=over))
    with store.reading() as session:
        yield {
            "standings": standings(session, ResultFilter()),
            "rounds": rounds(session, ResultFilter()),
            "players": players(session),
        }


def text(form, told):
    return "\n".join(form(told))


def lines(printed):
    return list(csv.DictReader(io.StringIO(printed.removeprefix(BOM))))


def in_csv(row):
    return {name: "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in row.items()}  # fmt: skip


def test_a_ranking_as_json(told):
    ranking = json.loads(text(export.STANDINGS["json"], told["standings"]))
    assert ranking["left_out"] == {"bots": 1}
    (group,) = ranking["groups"]
    assert list(group.items())[:-1] == list(GROUP.items())
    assert list(group["players"][0].items()) == list(STANDING.items())


def test_a_ranking_as_csv(told):
    first, second = lines(text(export.STANDINGS["csv"], told["standings"]))
    assert list(first.items()) == list(in_csv(GROUP | STANDING).items())
    assert second["name"] == "Zoë, [b] :cat:"


def test_rounds_as_json(told):
    first, second = json.loads(text(export.ROUNDS["json"], told["rounds"]))
    assert second["id"] == "round-2"
    assert first.pop("match") == {"id": "match-1", "ended": "decided", "winners": [2]}
    results = first.pop("results")
    assert list(first.items()) == list(ROUND.items())
    assert list(results[0].items()) == list(RESULT.items())
    assert (results[1]["name"], results[1]["bot"]) == ("", True)


def test_rounds_as_csv(told):
    first, *others = lines(text(export.ROUNDS["csv"], told["rounds"]))
    assert list(first.items()) == list(in_csv(ROUND | RESULT).items())
    assert len(others) == 3


def test_players_as_json_and_csv(told):
    ada = {"name": "Ada", "since": ROUND["started"], "last_played": ROUND["started"], "rounds": 2}
    assert json.loads(text(export.PLAYERS["json"], told["players"]))[0] == ada
    assert lines(text(export.PLAYERS["csv"], told["players"]))[0] == in_csv(ada)


def test_the_audit_trail_tells_who_did_what_when_and_how_it_was(journal, played, store, day):
    played(journal.round({"name": "Ada"}, {}), journal.round({"name": "Ada"}, {}))
    store.write(lambda session: void(session, "round-1", "the cat, again", "staff@pi", day(1)))
    store.write(lambda session: delete(session, "Ada", "staff@pi", day(2)))
    store.write(lambda session: void(session, "round-1", None, "staff@pi", day(3)))
    with store.reading() as session:
        entries = trail(session)
    told_json = json.loads(text(export.AUDIT["json"], entries))
    when = "2026-11-22T12:00:00+00:00"
    what = "void round-1: the cat, again"
    assert told_json[0] == {"id": 1, "at": when, "who": "staff@pi", "what": what, "before": {"void_reason": None}}
    assert [entry["before"] for entry in told_json[1:]] == [{"rounds": 2}, {"void_reason": "the cat, again"}]
    assert [line["before"] for line in lines(text(export.AUDIT["csv"], entries))] == [
        '{"void_reason": null}',
        '{"rounds": 2}',
        '{"void_reason": "the cat, again"}',
    ]
    assert "the cat, again" in text(export.AUDIT["table"], entries)


def test_people_get_tables_in_which_names_stand_as_they_are(told):
    ranking = text(export.STANDINGS["table"], told["standings"])
    assert ranking.startswith("cards, table_default, drag")
    for words in ("Ada", "Zoë, [b] :cat:", "7.5", "50%", "420 ms", "0 of 1", "Left out: 1 by bots (--bots)"):
        assert words in ranking
    assert "Ada 12, bot 2 0" in text(export.ROUNDS["table"], told["rounds"])
    assert "Zoë, [b] :cat:" in text(export.PLAYERS["table"], told["players"])


@pytest.mark.parametrize("name", ["דנה", "سارة"])
def test_a_name_from_right_to_left_leaves_its_figures_in_their_place(journal, played, store, day, name):
    played(journal.round({"name": name, "points": 12}, {"name": "Otto", "points": 3}))
    with store.reading() as session:
        ranking = text(export.STANDINGS["table"], standings(session, ResultFilter()))
        found = " ".join(text(export.ROUNDS["table"], rounds(session, ResultFilter())).split())
        form = text(export.STANDINGS["json"], standings(session, ResultFilter()))
    assert f"\u2068{name}\u2069" in ranking
    assert f"\u2068{name}\u2069 12, Otto 3" in found
    assert "\\u2068" not in form
    assert "\u2068" not in form


def test_where_nobody_has_a_name_it_says_so(store):
    with store.reading() as session:
        empty = standings(session, ResultFilter())
    assert text(export.STANDINGS["table"], empty) == "No named player has results that match."
    assert json.loads(text(export.STANDINGS["json"], empty)) == {"groups": [], "left_out": {}}
    assert text(export.STANDINGS["csv"], empty).count("\n") == 0


@pytest.mark.parametrize("form", ["json", "csv", "table"])
def test_rounds_are_printed_as_they_come_so_that_the_rounds_of_years_need_no_memory(told, form, monkeypatch):
    monkeypatch.setattr(export, "PAGE", 3)
    one, come = next(told["rounds"]), []

    def rounds_of_years():
        for number in range(20):
            come.append(number)
            yield one

    printed = export.ROUNDS[form](rounds_of_years())
    next(printed)
    next(printed)
    assert len(come) < 8
    rest = list(printed)
    assert len(come) == 20
    assert sum(line.count("round-1") for line in rest) >= 14


def test_of_nothing_there_is_an_empty_list():
    assert text(export.ROUNDS["json"], []) == "[]"
    assert text(export.ROUNDS["csv"], []).startswith(f"{BOM}id,match_id,")
    assert "round" in text(export.ROUNDS["table"], [])


def test_the_list_of_rounds_tells_the_house_rules(journal, store, played):
    chosen = {"preset": "table_default", "house recycle": "turn_over", "house false_stop": "points 2"}
    played(journal.round({"name": "Ada"}, {}, chosen=chosen))
    with store.reading() as session:
        (row,) = lines(text(export.ROUNDS["csv"], rounds(session, ResultFilter())))[:1]
        printed = " ".join(text(export.ROUNDS["table"], rounds(session, ResultFilter())).split())
    assert row["house_rules"] == "false_stop: points 2, recycle: turn_over"
    assert "house rules" in printed
