"""The cues of the clock: each once, at the instant at which it is seen, whatever becomes of the snapshots."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.ranks import celebrated
from kiosk.display.games.times import CROWNS_S, count_times
from kiosk.display.motion.fireworks import LASTS
from kiosk.display.sound.catalogue import CUES
from kiosk.display.sound.cues import Cues
from kiosk.display.sound.heard import Heard
from kiosk.game.awards import Award, AwardKind
from kiosk.protocol import Snapshot, Story, StoryKind
from tests.rig.cues import ONE, SECOND, THREE, TWO, frames, result, shown, ticked, timed, view

# ---------------------------------------------------------------- before a round, and in it


@pytest.mark.parametrize(("resumes", "beats"), [(False, (45, 90, 135)), (True, (0, 60, 120))])
def test_the_beats_before_a_round_are_heard_once_each_after_the_deal(resumes: bool, beats: tuple[int, ...]) -> None:
    cues = Cues()
    cues.follow(shown("ready"))
    begun = shown("countdown", now=SECOND, since=SECOND, deadline=4 * SECOND, resumes=resumes)
    first = [(SECOND, one.cue) for one in cues.follow(begun)]
    all_of_them = first + ticked(cues, *(SECOND + frame * SECOND // 60 for frame in range(200)))
    assert all_of_them == [(SECOND + beat * SECOND // 60, "count") for beat in beats]
    cues.follow(shown("play", now=5 * SECOND, since=5 * SECOND))
    assert ticked(cues, 6 * SECOND) == []


def test_a_count_that_was_broken_off_begins_anew() -> None:
    cues = Cues()
    cues.follow(shown("ready"))
    cues.follow(shown("countdown", now=SECOND, since=SECOND, deadline=4 * SECOND))
    assert ticked(cues, *frames(SECOND, 0.8))
    cues.follow(shown("paused", now=2 * SECOND))
    again = shown("countdown", now=10 * SECOND, since=10 * SECOND, deadline=13 * SECOND, resumes=True)
    assert cues.follow(again) == [Heard("resume"), Heard("count")]
    assert ticked(cues, 10 * SECOND) == []


@pytest.mark.parametrize("pause", [0, 40])
@pytest.mark.parametrize("at", [20, 59.8, 60.2])
def test_the_last_minute_is_told_once_however_long_the_round_was_paused(pause: int, at: float) -> None:
    cues, halted = Cues(), round(at * SECOND)
    cues.follow(shown("countdown", minutes_left=2))
    cues.follow(shown("play", minutes_left=2))
    before = ticked(cues, *frames(0, at))
    back = halted + pause * SECOND
    cues.follow(shown("paused", minutes_left=2, now=halted))
    cues.follow(shown("countdown", minutes_left=2, now=back, since=back, deadline=back))
    cues.follow(shown("play", minutes_left=2, now=back, since=back))
    after = ticked(cues, *frames(back, 50))
    (heard,) = [instant for instant, cue in before + after if cue == "time_nearly_up"]
    due = 60 * SECOND if at > 60 else back + 60 * SECOND - halted
    assert due <= heard < due + SECOND // 60


def test_a_match_without_a_time_limit_has_no_last_minute() -> None:
    cues = Cues()
    cues.follow(shown("countdown"))
    cues.follow(shown("play"))
    assert ticked(cues, *range(0, 600 * SECOND, SECOND)) == []


# ---------------------------------------------------------------- hearts


def in_play(*left: int, now: int = 0, **fields: Any) -> Snapshot:
    seats = (view(seat, stack_count=count) for seat, count in zip((ONE, TWO, THREE), left, strict=False))
    return shown("play", *seats, now=now, **fields)


def hearts(cues: Cues, *instants: int) -> list[Heard]:
    return [one for _, one in timed(cues, *instants) if one.cue == "heart"]


def test_the_heart_of_who_is_nearest_to_the_end_beats_and_rises() -> None:
    cues = Cues()
    cues.follow(shown("countdown"))
    beaten = []
    for left in ((9, 4), (3, 4), (3, 2), (1, 2)):
        cues.follow(in_play(*left, now=len(beaten) * 4 * SECOND))
        beaten.append(hearts(cues, *frames(len(beaten) * 4 * SECOND, 4)))
    assert [set(beats) for beats in beaten] == [
        set(),
        {Heard("heart", ONE, 0)},
        {Heard("heart", TWO, 1)},
        {Heard("heart", ONE, 2)},
    ]
    assert [len(beats) for beats in beaten] == [0, 2, 3, 5]


def test_two_who_are_as_near_beat_both() -> None:
    cues = Cues()
    cues.follow(shown("countdown"))
    cues.follow(in_play(2, 3, 2))
    assert set(hearts(cues, *frames(0, 4))) == {Heard("heart", ONE, 1), Heard("heart", THREE, 1)}


def test_many_hearts_in_unison_are_the_tables() -> None:
    cues = Cues()
    cues.follow(shown("countdown"))
    cues.follow(shown("play", *(view(seat, stack_count=3) for seat in range(1, 6))))  # type: ignore[arg-type]
    assert set(hearts(cues, *frames(0, 4))) == {Heard("heart", None, 0)}


@pytest.mark.parametrize("fields", [{"bot": True}, {"calm": True}, {"locked_until": 9 * SECOND}, {"state": "left"}])
def test_the_heart_of_a_bot_of_a_calm_seat_and_of_a_locked_one_is_silent(fields: dict[str, Any]) -> None:
    cues = Cues()
    cues.follow(shown("countdown"))
    cues.follow(shown("play", view(stack_count=1, **fields), view(TWO, stack_count=5)))
    assert hearts(cues, *frames(0, 4)) == []


def test_once_somebody_may_call_only_that_heart_beats_and_climbs_by_the_second() -> None:
    cues, due = Cues(), 14 * SECOND
    cues.follow(in_play(1, 1, now=SECOND))
    caller = view(TWO, may_stop=True, may_stop_from=9 * SECOND)
    ends = {"stop_due": due, "stop_from": 9 * SECOND, "stop_by": TWO}
    seen = 9 * SECOND + 20_000_000  # the table judges a move a little later
    now = cues.follow(shown("play", view(stack_count=1), caller, now=seen, **ends))
    beats = [one for one in now if one.cue == "heart"] + hearts(cues, *frames(seen, 4.97))
    assert [one.seat for one in beats] == [TWO] * 10
    assert [one.height for one in beats] == [2, 2, 2, 2, 3, 3, 3, 3, 4, 4]
    cues.follow(shown("stopped", view(), caller, now=due, since=due, ended_by="auto_stop", caller=TWO))
    assert ticked(cues, *frames(due, 3)) == []


def test_the_last_seconds_at_a_calm_seat_have_no_beats() -> None:
    cues = Cues()
    cues.follow(in_play(1, 1))
    cues.follow(shown("play", view(may_stop=True, may_stop_from=1, calm=True), view(TWO, stack_count=1), stop_due=5))
    assert hearts(cues, *frames(0, 4)) == []


def test_a_heart_goes_on_in_its_time_however_often_the_snapshot_changes() -> None:
    steady, busy = Cues(), Cues()
    for cues in (steady, busy):
        cues.follow(shown("countdown"))
        cues.follow(in_play(2, 9))
    beats = []
    for now in frames(0, 6):
        seen = [one for one in busy.follow(in_play(2, 9, now=now, touch_mode=str(now))) if one.cue == "heart"]
        beats += [(now, one) for one in (*seen, *hearts(busy, now))]
    assert beats == [(now, one) for now, one in timed(steady, *frames(0, 6)) if one.cue == "heart"]


# ---------------------------------------------------------------- a round's end


ENDED = [
    ("stop", False, Heard("stop", TWO)),
    ("stop", True, Heard("bot_stop", TWO)),
    ("auto_stop", False, Heard("time_up", TWO)),
    ("auto_stop", True, Heard("time_up", TWO)),
    ("dead_by_cards", False, Heard("deadlock")),
    ("dead_by_order", False, Heard("deadlock")),
    ("abort", False, Heard("deadlock")),
    ("left", False, Heard("all_left")),
]


@pytest.mark.parametrize(("by", "bot", "cue"), ENDED)
def test_each_end_of_a_round_has_its_own_sound_and_only_a_call_is_a_stop(by: str, bot: bool, cue: Heard) -> None:
    cues, seats = Cues(), (view(), view(TWO, bot=bot))
    cues.follow(shown("play", *seats, stop_due=5 * SECOND, stop_from=SECOND, stop_by=TWO))
    end = shown("stopped", *seats, now=5 * SECOND, since=5 * SECOND, ended_by=by, caller=cue.seat)
    assert cues.follow(end) == [cue]
    assert cues.follow(replace(end, now=5 * SECOND + 1)) == []
    assert ticked(cues, *frames(5 * SECOND, 2)) == []


def test_an_end_by_the_last_piece_itself_is_no_time_that_is_up() -> None:
    cues = Cues()
    cues.follow(shown("play"))
    end = shown("stopped", now=5 * SECOND, since=5 * SECOND, ended_by="auto_stop", caller=TWO)
    assert cues.follow(end) == [Heard("all_placed", TWO)]


def test_a_display_that_was_busy_tells_the_end_while_it_is_new() -> None:
    for late, told in ((1, ["stop"]), (3, [])):
        cues = Cues()
        cues.follow(shown("play"))
        end = shown("stopped", now=(5 + late) * SECOND, since=5 * SECOND, ended_by="stop", caller=TWO)
        assert [one.cue for one in cues.follow(end)] == told


# ---------------------------------------------------------------- its count


@pytest.mark.parametrize("centered", [(6, 3, 1), (40, 12, 9, 4), (3, 3)])
def test_pieces_that_come_home_places_and_the_winner_are_heard_when_they_are_seen(centered: tuple[int, ...]) -> None:
    cues, told = Cues(), result(*centered)
    cues.follow(shown("stopped"))
    cues.follow(shown("round_result", now=SECOND, since=SECOND, result=told))
    seconds = [((at - SECOND) / SECOND, one) for at, one in timed(cues, *frames(SECOND, 10))]
    times = count_times(told)
    home = [at for at, one in seconds if one.cue == "counting"]
    climbs = [one.height for _, one in seconds if one.cue == "counting"]
    assert centered[0] / 2 <= len(home) <= centered[0]
    assert times.home - 0.2 < home[-1] <= times.home + 0.02
    assert min((after - before for before, after in pairwise(home)), default=1) > 0.05
    assert climbs == sorted(climbs)
    assert climbs[0] == 0
    assert climbs[-1] >= 8
    places = [(at, one.seat) for at, one in seconds if one.cue in ("stroke", "told", "round_won")]
    shared = [one.seat for _, one in seconds if one.cue == "also"]
    assert [*(seat for _, seat in places), *shared] == [seat for seat, _ in times.told]
    assert all(at == pytest.approx(times.place_at(seat), abs=0.08) for at, seat in places if seat is not None)
    (won,) = [at for at, one in seconds if one.cue == "round_won"]
    assert won == pytest.approx(times.won, abs=0.02)
    assert [at for at, one in seconds if one.cue == "drum"] == [pytest.approx(times.taken, abs=0.02)]


def test_places_climb_to_the_winner() -> None:
    cues = Cues()
    cues.follow(shown("stopped"))
    cues.follow(shown("round_result", now=1, since=1, result=result(12, 8, 1, 3, 7, 5, 6, 4)))
    told = [one for _, one in timed(cues, *frames(1, 10)) if one.cue in ("stroke", "told", "round_won")]
    assert [one.height for one in told] == [0, 0, 0, 1, 2, 3, 4, 0]
    assert [one.cue for one in told] == ["stroke"] * 5 + ["told"] * 2 + ["round_won"]
    assert told[-1] == Heard("round_won", ONE)


def test_who_shares_a_place_is_heard_after_who_has_its_sound() -> None:
    cues, told = Cues(), result(9, 9, 5, 5, 3, leaders=(ONE, TWO))
    cues.follow(shown("stopped"))
    cues.follow(shown("round_result", now=1, since=1, result=told))
    heard = [((at - 1) / SECOND, one) for at, one in timed(cues, *frames(1, 10))]
    names = ("told", "stroke", "round_won", "also", "crown")
    places = [(at, one.cue, one.seat) for at, one in heard if one.cue in names]
    assert [(cue, seat) for _, cue, seat in places] == [
        ("stroke", 5),
        ("told", THREE),
        ("stroke", 4),
        ("round_won", ONE),
        ("also", TWO),
        ("crown", ONE),
        ("also", TWO),
    ]
    for cue, first in (("round_won", 3), ("crown", 5)):
        lasts = CUES[cue].signed
        assert lasts is not None
        after = next(at for at, other, seat in places[first:] if other == "also" and seat == TWO)
        assert after > places[first][0] + lasts.after + 0.3, "its own motif is over"


def test_the_story_and_a_crown_that_changes_heads_are_heard_at_the_end() -> None:
    told = result(6, 3, leaders=(ONE, TWO), story=Story(StoryKind.FIRST, (ONE,)))
    cues, over = Cues(), count_times(told).over
    cues.follow(shown("stopped"))
    cues.follow(shown("round_result", now=1, since=1, result=told, leaders=(TWO,)))
    heard = [((at - 1) / SECOND, one) for at, one in timed(cues, *frames(1, 10))][-2:]
    assert heard == [
        (pytest.approx(over, abs=0.02), Heard("story")),
        (pytest.approx(over + CROWNS_S, abs=0.02), Heard("crown", ONE)),
    ]


def test_a_display_that_joins_a_result_late_hears_only_what_follows() -> None:
    told = result(6, 3)
    over = round(count_times(told).won * SECOND)
    cues = Cues()
    cues.follow(shown("round_result", now=over - SECOND // 10, since=0, result=told))
    assert [cue for _, cue in ticked(cues, over, over + SECOND)] == ["round_won"]


def test_a_count_from_under_a_short_replay_or_the_staffs_menu_repeats_nothing() -> None:
    told = result(6, 3)
    won = round(count_times(told).won * SECOND)
    cues = Cues()
    cues.follow(shown("stopped", now=0))
    counted = shown("round_result", now=1, since=1, result=told)
    cues.follow(counted)
    before = ticked(cues, *frames(1, won / SECOND + 0.1))
    cues.follow(shown("replay", now=won + SECOND // 5))
    back = [one.cue for one in cues.follow(replace(counted, now=won + SECOND // 3))]
    after = ticked(cues, *frames(won + SECOND // 3, 3))
    assert [cue for _, cue in before].count("round_won") == 1
    assert "round_won" not in [*back, *(cue for _, cue in after)]


# ---------------------------------------------------------------- a match's end


def match_won(calm: bool, *winners: int) -> list[tuple[float, Heard]]:
    """Return what is heard of the end of a match, with the seconds since it."""
    awards = tuple(Award(seat, kind, 1) for seat, kind in zip((ONE, TWO), AwardKind, strict=False))
    told = result(6, 9, 2, winners=winners, awards=awards)
    seats = (view(ONE, calm=calm), view(TWO), view(THREE, bot=True))
    cues = Cues()
    cues.follow(shown("round_result", *seats))
    first = cues.follow(shown("match_result", *seats, now=SECOND, since=SECOND, result=told))
    return [(0.0, one) for one in first] + [
        ((at - SECOND) / SECOND, one) for at, one in timed(cues, *frames(SECOND, 12))
    ]


def test_a_match_is_won_by_a_seat_then_come_fireworks_and_then_the_awards() -> None:
    told = match_won(False, TWO)
    assert told[0] == (0.0, Heard("match_won", TWO))
    fireworks = [(at, one.seat) for at, one in told if one.cue == "fireworks"]
    assert len(fireworks) == 7
    assert {seat for _, seat in fireworks} == {TWO}
    assert fireworks[-1][0] < LASTS
    awards = [(at, one.seat) for at, one in told if one.cue == "award"]
    assert [seat for _, seat in awards] == [TWO, ONE], "the best first"
    assert awards[0][0] == pytest.approx(LASTS, abs=0.02)


def test_each_of_several_winners_is_heard_the_first_with_the_fanfare() -> None:
    told = match_won(False, ONE, TWO)
    assert [one for _, one in told if one.cue == "match_won"] == [Heard("match_won", ONE)]
    assert [one.seat for _, one in told if one.cue == "also"] == [TWO]


def test_the_best_person_is_celebrated_if_a_bot_has_won() -> None:
    told = replace(result(6, 9, 12), winners=(THREE,))
    told = replace(told, lines=tuple(replace(line, bot=line.seat == THREE) for line in told.lines))
    cues = Cues()
    cues.follow(shown("round_result"))
    (won,) = [
        one
        for one in cues.follow(shown("match_result", now=SECOND, since=SECOND, result=told))
        if one.cue == "match_won"
    ]
    assert (won.seat,) == celebrated(told) == (TWO,)


def test_a_calm_match_ends_without_fireworks() -> None:
    told = match_won(True, TWO)
    assert "fireworks" not in {one.cue for _, one in told}
    assert [one.seat for _, one in told if one.cue == "award"] == [TWO, ONE]


def test_a_touch_ends_the_fireworks_and_nothing_else() -> None:
    cues, told = Cues(), result(6, 9, winners=(TWO,), awards=(Award(ONE, next(iter(AwardKind)), 1),))
    cues.follow(shown("round_result"))
    ended = shown("match_result", now=SECOND, since=SECOND, result=told)
    cues.follow(ended)
    cues.end_fireworks()
    cues.follow(replace(ended, now=SECOND + 1))
    assert [cue for _, cue in ticked(cues, *frames(SECOND, 12))] == ["award"]
