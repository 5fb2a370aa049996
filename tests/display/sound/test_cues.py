"""The cues that follow from the snapshots, each once, and silence where nobody plays."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.cards.motion import CardMotion
from kiosk.display.games.times import count_times
from kiosk.display.sound.catalogue import CUES
from kiosk.display.sound.cues import DRUM, LAST_SECOND, Cues, Heard
from kiosk.faults.fault import Fault
from kiosk.game.seats import SeatNumber
from kiosk.protocol import (
    House,
    LessonView,
    Move,
    RoundResult,
    SeatScore,
    SeatView,
    ServiceTile,
    ServiceView,
    Snapshot,
    Verdict,
)

SECOND = 1_000_000_000
ONE, TWO = SeatNumber(1), SeatNumber(2)


def view(seat: SeatNumber = ONE, state: str = "playing", **fields: Any) -> SeatView:
    return SeatView(seat, state, **fields)


def shown(state: str, *seats: SeatView, **fields: Any) -> Snapshot:
    return Snapshot(1, fields.pop("now", 0), state, seats or (view(),), **fields)


def heard(*snapshots: Snapshot) -> list[str]:
    """Return the cues of these snapshots, shown one after the other."""
    return [one.cue for one in told(*snapshots)]


def told(*snapshots: Snapshot) -> list[Heard]:
    cues = Cues()
    return [one for snapshot in snapshots for one in cues.follow(snapshot)]


def moved(*moves: Move, **fields: Any) -> Snapshot:
    return shown("play", view(ONE), view(TWO), moves=moves, **fields)


def ticked(cues: Cues, *instants: int) -> list[tuple[int, str]]:
    return [(now, one.cue) for now in instants for one in cues.tick(now)]


# ---------------------------------------------------------------- states


def test_a_match_is_heard_from_its_first_round_to_its_end() -> None:
    states = ("ready", "countdown", "play", "paused", "countdown", "play", "stopped", "round_result", "match_result")
    assert heard(*map(shown, states)) == ["go", "pause", "resume", "go", "stop", "match_won"]


def test_what_a_display_finds_when_it_joins_is_not_heard() -> None:
    assert heard(moved(Move(7, "play", ONE))) == []
    assert heard(shown("stopped")) == []


@pytest.mark.parametrize("before", ["replay", "paused", "recovery"])
@pytest.mark.parametrize("state", ["round_result", "match_result", "stopped"])
def test_what_comes_back_is_not_heard_again(before: str, state: str) -> None:
    cues = Cues()
    cues.follow(shown(before, now=60 * SECOND))
    assert cues.follow(shown(state, now=60 * SECOND, since=SECOND)) == []
    assert cues.tick(61 * SECOND) == []


# ---------------------------------------------------------------- people


def test_somebody_sits_down_is_ready_and_not_any_more() -> None:
    states = ("free", "taken", "ready", "taken", "taken", "free")
    lobby = [shown("ready", view(ONE), view(TWO, state)) for state in states]
    assert told(*lobby) == [Heard("sit", TWO), Heard("ready", TWO), Heard("unready", TWO)]


def test_the_first_to_sit_down_takes_a_bots_seat() -> None:
    assert heard(shown("attract", view(bot=True)), shown("ready", view(state="taken"))) == ["sit"]


def test_who_stays_seated_after_a_match_does_not_sit_down_again() -> None:
    assert heard(shown("match_result"), shown("ready", view(state="taken"))) == []
    assert heard(shown("match_result"), shown("ready", view(state="ready"))) == ["ready"]


def test_who_joins_during_a_match_is_heard() -> None:
    bot = view(bot=True)
    assert told(shown("play", bot), shown("play", replace(bot, joining=True))) == [Heard("sit", ONE)]


def test_a_finger_that_lifts_a_card_is_heard_once() -> None:
    rests, holds = view(TWO), view(TWO, held="row 1")
    assert told(*(shown("play", one) for one in (rests, holds, holds, rests))) == [Heard("lift", TWO)]
    assert heard(shown("play", view(bot=True)), shown("play", view(bot=True, held="row 1"))) == []


def test_the_last_three_cards_of_a_persons_stack_are_heard() -> None:
    counts = (5, 4, 3, 2, 2, 1, 0, 10)
    assert heard(*(shown("play", view(stack_count=count)) for count in counts)) == ["stack3", "stack2", "stack1"]
    assert heard(*(shown("play", view(stack_count=count, bot=True)) for count in counts)) == []


@pytest.mark.parametrize(
    ("reason", "cue"),
    [
        ("does_not_fit", "refused"),
        ("locked", "refused"),
        ("beaten_to_it", "beaten"),
        ("stack_not_empty", "false_stop"),
        ("dice_left", "false_stop"),
    ],
)
def test_a_verdict_is_heard_each_time_it_falls(reason: str, cue: str) -> None:
    once, twice = Verdict(3, reason, "r8"), Verdict(3, reason, "r8", times=2)
    seats = (view(), view(ticker=(once,)), view(ticker=(once,)), view(ticker=(twice,)))
    assert told(*(shown("play", seat) for seat in seats)) == [Heard(cue, ONE)] * 2


def test_a_bots_verdict_and_a_warning_are_silent() -> None:
    verdict = Verdict(3, "does_not_fit", "r8")
    assert heard(shown("play"), shown("play", view(bot=True, ticker=(verdict,)))) == []
    assert heard(shown("play"), shown("play", view(ticker=(replace(verdict, allowed=True),)))) == []


def test_a_new_fault_is_heard_by_people_alone() -> None:
    fault = Fault("journal.full", {})
    for state, cues in (("play", ["fault"]), ("ready", ["fault"]), ("attract", []), ("closed", [])):
        well = shown(state, view(ONE), view(TWO, bot=True))
        assert heard(well, replace(well, notice=fault), replace(well, notice=fault)) == cues
        assert heard(well, replace(well, seats=(view(ONE, fault=fault), well.seats[1]))) == cues
        assert heard(well, replace(well, seats=(well.seats[0], view(TWO, bot=True, fault=fault)))) == []


# ---------------------------------------------------------------- moves


@pytest.mark.parametrize(
    ("game", "kind", "cue"),
    [
        ("cards", "play", "land"),
        ("cards", "refill", "slide"),
        ("cards", "tuck", "slide"),
        ("cards", "flip", "flip"),
        ("cards", "recycle", "reshuffle"),
        ("cards", "shuffle", "reshuffle"),
        ("cards", "collect", "pile_finished"),
        ("dice", "roll", "roll"),
        ("dice", "place", "place"),
    ],
)
def test_a_move_has_its_cue(game: str, kind: str, cue: str) -> None:
    before = moved(Move(6, kind, TWO), game=game)
    assert told(before, before, replace(before, moves=(*before.moves, Move(7, kind, TWO)))) == [Heard(cue, TWO)]


def test_real_dice_are_heard_without_a_loudspeaker() -> None:
    moves = (Move(7, "roll", ONE), Move(8, "roll", TWO), Move(9, "place", ONE))
    seats = (view(ONE, real=True), view(TWO))
    before = shown("play", *seats, game="dice", real_dice=True)
    assert told(before, replace(before, moves=moves)) == [Heard("roll", TWO), Heard("place", ONE)]


def test_a_game_may_name_a_cue_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardMotion, "sounds", {"play": "trumpet", "flip": "flip"})
    assert heard(moved(), moved(Move(7, "play", ONE), Move(8, "flip", ONE))) == ["flip"]


def test_a_piece_that_comes_back_is_heard_by_its_verdict_alone() -> None:
    assert heard(moved(), moved(Move(7, "back", ONE))) == []


def test_a_deal_is_heard_before_the_round() -> None:
    assert heard(shown("ready"), shown("countdown", moves=(Move(1, "deal"),))) == ["deal"]


def test_of_a_bot_only_what_lands_in_the_middle_is_heard() -> None:
    bots = (view(ONE), view(TWO, bot=True))
    moves = tuple(Move(number, kind, TWO) for number, kind in enumerate(("flip", "recycle", "refill", "play"), 1))
    assert heard(shown("play", *bots), shown("play", *bots, moves=moves)) == ["land"]


def test_each_seat_is_heard_and_each_once() -> None:
    moves = (Move(7, "play", ONE), Move(8, "play", TWO), Move(9, "play", ONE))
    assert told(moved(), moved(*moves)) == [Heard("land", ONE), Heard("land", TWO)]


def test_a_second_card_soon_on_the_same_pile_makes_a_chain_that_rises() -> None:
    """A chain has the height of its pile; a pile that rested, another pile and a pile of one card have none."""
    cues, heights = Cues(), []
    cues.follow(moved())
    landings = ((1, 0, 1), (2, 0, 2), (3, 1, 5), (4, 0, 3), (9, 0, 4), (10, 0, 10))
    for number, (second, cell, height) in enumerate(landings, 1):
        owners = ((cell, (ONE,) * height),)
        snapshot = moved(Move(number, "play", ONE, cell=cell), now=second * SECOND, owners=owners)
        heights += [(second, one.height) for one in cues.follow(snapshot) if one.cue == "chain"]
    assert heights == [(2, 2), (4, 3)]


@pytest.mark.parametrize("state", ["attract", "replay", "closed", "service"])
def test_nothing_is_heard_while_nobody_plays(state: str) -> None:
    landed = shown(
        state, view(ticker=(Verdict(3, "locked"),), held="row 1", stack_count=1), moves=(Move(7, "play", ONE),)
    )
    assert heard(shown(state, view(stack_count=2)), landed) == []


def test_a_lesson_is_heard_like_a_round() -> None:
    before = shown("ready", view(state="taken", lesson=LessonView(0, 4)))
    lifted = shown("ready", view(state="taken", lesson=LessonView(0, 4), held="row 1"))
    landed = shown("ready", view(state="taken", lesson=LessonView(1, 4)), moves=(Move(7, "play", ONE),))
    refused = view(state="taken", lesson=LessonView(1, 4), ticker=(Verdict(8, "does_not_fit"),))
    assert heard(before, lifted, landed, shown("ready", refused)) == ["lift", "land", "refused"]


def test_the_bots_rounds_are_heard_if_the_house_wants_it() -> None:
    house, bot = House(sound_in_attract=True), view(bot=True)
    after = shown("attract", bot, house=house, moves=(Move(7, "play", ONE), Move(8, "flip", ONE)))
    assert heard(shown("attract", bot, house=house), after) == ["land"]


def test_a_replay_that_was_watched_does_not_sound_afterwards() -> None:
    replayed = shown("replay", moves=(Move(7, "play", ONE), Move(8, "play", ONE)))
    assert heard(moved(), replayed, moved(Move(8, "play", ONE))) == []


# ---------------------------------------------------------------- the staff


def test_a_volume_that_the_staff_sets_is_heard() -> None:
    loud, soft = (shown("service", house=House(volume=volume)) for volume in (60, 20))
    assert heard(loud, soft, soft, loud) == ["stop", "stop"]
    assert heard(shown("attract"), loud) == []


def test_a_sound_that_the_staff_touches_is_heard_each_time() -> None:
    tiles = (ServiceTile("sound", "go", lit=True), ServiceTile("sound", "stop"))
    page = [shown("service", service=ServiceView(ONE, "sounds", tiles, played=played)) for played in (0, 1, 1, 2)]
    assert heard(*page) == ["go", "go"]


# ---------------------------------------------------------------- the clock


@pytest.mark.parametrize(("resumes", "beats"), [(False, (45, 90, 135)), (True, (0, 60, 120))])
def test_the_beats_before_a_round_are_heard_once_each_after_the_deal(resumes: bool, beats: tuple[int, ...]) -> None:
    cues = Cues()
    cues.follow(shown("ready"))
    cues.follow(shown("countdown", deadline=3 * SECOND, resumes=resumes))
    frames = [frame * SECOND // 60 for frame in range(200)]
    assert ticked(cues, *frames) == [(beat * SECOND // 60, "count") for beat in beats]
    cues.follow(shown("play", now=4 * SECOND, since=4 * SECOND))
    assert ticked(cues, 5 * SECOND) == []


def test_a_count_that_was_broken_off_begins_anew() -> None:
    cues = Cues()
    cues.follow(shown("ready"))
    cues.follow(shown("countdown", deadline=3 * SECOND, resumes=True))
    assert ticked(cues, 0) == [(0, "count")]
    cues.follow(shown("paused", now=SECOND // 2))
    cues.follow(shown("countdown", now=10 * SECOND, since=10 * SECOND, deadline=13 * SECOND, resumes=True))
    assert ticked(cues, 10 * SECOND) == [(10 * SECOND, "count")]


def result(*centered: int) -> RoundResult:
    """Return the result of a round in which each seat brought so many cards to the centre."""
    lines = tuple(
        SeatScore(SeatNumber(seat), pieces, 0, 0, pieces, pieces, pieces == max(centered))
        for seat, pieces in enumerate(centered, 1)
    )
    return RoundResult("stop", ONE, 1, lines, ())


@pytest.mark.parametrize("centered", [(6, 3, 1), (40, 12, 9, 4), (3, 3)])
def test_pieces_that_come_home_places_and_the_winner_are_heard_when_they_are_seen(centered: tuple[int, ...]) -> None:
    cues, told = Cues(), result(*centered)
    cues.follow(shown("stopped"))
    cues.follow(shown("round_result", now=SECOND, since=SECOND, result=told))
    frames = [SECOND + frame * SECOND // 60 for frame in range(600)]
    seconds = [((at - SECOND) / SECOND, cue) for at, cue in ticked(cues, *frames)]
    times = count_times(told)
    counted = [at for at, cue in seconds if cue == "counting"]
    home = [at for at in counted if at <= times.home + 0.02]
    assert centered[0] / 2 <= len(home) <= centered[0]
    assert home[-1] > times.home - 0.2
    assert min((after - before for before, after in pairwise(home)), default=1) > 0.05
    assert len(counted) - len(home) == len(set(centered)) - 1
    (won,) = [at for at, cue in seconds if cue == "round_won"]
    assert won == pytest.approx(times.won, abs=0.02)
    assert [at for at, cue in seconds if cue == DRUM] == [pytest.approx(times.taken, abs=0.02)]


def test_a_display_that_joins_a_result_late_hears_only_what_follows() -> None:
    told = result(6, 3)
    over = round(count_times(told).won * SECOND)
    cues = Cues()
    cues.follow(shown("round_result", now=over - SECOND // 10, since=0, result=told))
    assert [cue for _, cue in ticked(cues, over, over + SECOND)] == ["round_won"]


@pytest.mark.parametrize("pause", [0, 40])
def test_the_last_minute_is_told_once_however_long_the_round_was_paused(pause: int) -> None:
    cues = Cues()
    cues.follow(shown("countdown", minutes_left=2))
    cues.follow(shown("play", minutes_left=2))
    assert ticked(cues, 20 * SECOND) == []
    back = (20 + pause) * SECOND
    cues.follow(shown("paused", minutes_left=2, now=20 * SECOND))
    cues.follow(shown("countdown", minutes_left=2, now=back, since=back, deadline=back))
    cues.follow(shown("play", minutes_left=2, now=back, since=back))
    due = back + 40 * SECOND
    assert ticked(cues, due - 1, due, due + 1, due + SECOND) == [(due, "time_nearly_up")]


def test_a_match_without_a_time_limit_has_no_last_minute() -> None:
    cues = Cues()
    cues.follow(shown("countdown"))
    cues.follow(shown("play"))
    assert ticked(cues, *range(0, 600 * SECOND, SECOND)) == []


def test_each_of_the_last_seconds_is_heard_at_the_seat_that_may_call() -> None:
    cues = Cues()
    cues.follow(shown("play", now=SECOND))
    cues.follow(shown("play", now=9 * SECOND, stop_due=14 * SECOND, stop_from=9 * SECOND, stop_by=TWO))
    ticks = [(now, one.cue, one.seat) for now in range(9 * SECOND, 16 * SECOND, SECOND // 2) for one in cues.tick(now)]
    assert ticks == [(at * SECOND, LAST_SECOND, TWO) for at in (9, 10, 11, 12, 13)]


def test_no_other_stack_is_heard_once_one_is_empty() -> None:
    def stacks(one: int, two: int) -> Snapshot:
        return shown("play", view(ONE, stack_count=one, may_stop=not one), view(TWO, stack_count=two))

    assert heard(stacks(1, 2), stacks(1, 1)) == ["stack1"]
    assert heard(stacks(0, 2), stacks(0, 1)) == []


def test_every_cue_that_is_heard_is_in_the_catalogue() -> None:
    """The names in the module's tables."""
    from kiosk.display.sound import cues  # noqa: PLC0415

    names = {
        cues.LAST_SECOND,
        *cues.ENTERED.values(),
        *cues.OF_EVERY_GAME.values(),
        *cues.LAST_CARDS.values(),
        *cues.BOTS,
    }
    assert names <= set(CUES)
