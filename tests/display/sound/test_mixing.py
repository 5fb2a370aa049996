"""From cues to orders: where and how loud each is, whose voice, what gives way, and that nothing important is lost."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest

from kiosk.display.sound.catalogue import CUES, every_file
from kiosk.display.sound.heard import Heard
from kiosk.display.sound.messages import CHANNELS, Fade, Level, Order, StartSound
from kiosk.display.sound.mixing import Mixing, decibels
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatPlan

WEST, SOUTH, EAST = (SeatNumber(number) for number in (1, 2, 3))
PLANS = (SeatPlan(WEST, "west", 0.5), SeatPlan(SOUTH, "south", 0.5), SeatPlan(EAST, "east", 0.5))
FRAME = 1_000_000_000 // 60
LASTS_S = 0.5


class Table:
    """A table that is heard frame by frame."""

    def __init__(self, lasts: float = LASTS_S, seed: int = 1) -> None:
        self.mixing = Mixing(PLANS, dict.fromkeys(every_file(), lasts), Random(seed))  # noqa: S311  chance comes in
        self.now = 0

    def hear(self, *heard: Heard, volume: int = 100, players: int = 4) -> list[Order]:
        """Return the orders of the next frame."""
        self.now += FRAME
        return self.mixing.mix(heard, self.now, volume, players)

    def plays(self, *heard: Heard, volume: int = 100, players: int = 4) -> list[StartSound]:
        """Return what the next frame starts."""
        return [order for order in self.hear(*heard, volume=volume, players=players) if isinstance(order, StartSound)]

    def silence(self, seconds: float) -> list[Order]:
        """Return the orders of the frames of so many seconds in which nothing new is heard."""
        return [order for _ in range(round(60 * seconds)) for order in self.hear()]


def loud(order: StartSound | Level) -> float:
    """Return the gain of both loudspeakers together, in dB."""
    return 10 * math.log10(order.left**2 + order.right**2)


# ---------------------------------------------------------------- whose, and where


def test_a_seat_is_heard_at_its_place_and_as_loud_as_any_other() -> None:
    plays = [Table().plays(Heard("refused", seat))[0] for seat in (WEST, SOUTH, EAST)]
    far, near, middle = 0.233, 0.972, 0.707
    places = [(round(play.left, 3), round(play.right, 3)) for play in plays]
    assert places == [(near, far), (middle, middle), (far, near)], "the farther loudspeaker is not silent"
    assert {round(loud(play), 6) for play in plays} == {0}


def test_a_signed_cue_has_the_note_of_its_seat_after_it() -> None:
    cue, note = Table().plays(Heard("beaten", EAST))
    signed = CUES["beaten"].signed
    assert signed is not None
    assert (cue.file, note.file) == ("beaten.wav", "note_n2.wav")
    assert (note.at - cue.at) / 1e9 == pytest.approx(signed.after)
    assert loud(note) == pytest.approx(20 * math.log10(signed.gain))
    assert note.right > 4 * note.left
    assert cue.channel != note.channel
    assert [play.file for play in Table().plays(Heard("beaten"), Heard("beaten", SeatNumber(9)))] == ["beaten.wav"] * 2


def test_what_cannot_be_played_and_what_another_version_hears_is_left_out() -> None:
    table = Table()
    table.mixing = Mixing(PLANS, {"stop": 1.0}, Random(1))  # noqa: S311  chance comes in
    assert [play.file for play in table.plays(Heard("stop", WEST), Heard("go"), Heard("trumpet"))] == ["stop.wav"]
    assert Table().hear(Heard("stop"), volume=0) == []


# ---------------------------------------------------------------- channels


def test_any_number_of_the_same_cue_sounds_at_once() -> None:
    table = Table()
    plays = [play for _ in range(CHANNELS // 2) for play in table.plays(Heard("refused", WEST))]
    assert sorted(play.channel for play in plays) == list(range(CHANNELS))
    assert not [order for order in table.silence(1) if isinstance(order, StartSound | Fade)]
    assert table.plays(Heard("flip"))[0].channel == 0


def test_when_all_channels_are_taken_the_least_important_voice_gives_way() -> None:
    table = Table(lasts=5)
    for _ in range(CHANNELS - 2):
        table.hear(Heard("chain"))
    (lift,), (flip,) = table.plays(Heard("lift")), table.plays(Heard("flip"))
    assert [play.channel for play in table.plays(Heard("go"), Heard("pause"))] == [lift.channel, flip.channel]
    assert not table.plays(Heard("lift")), "nothing is less important"
    assert not table.plays(Heard("chain")), "nor does an equal give way to paper"


def test_an_important_cue_is_never_lost() -> None:
    table = Table(lasts=5)
    for _ in range(3 * CHANNELS):
        assert len(table.plays(Heard("count"))) == 1
    for cue in (name for name, one in CUES.items() if one.importance >= CUES["count"].importance):
        assert table.plays(Heard(cue)), cue


def test_a_channel_is_taken_again_only_after_its_sound_has_left_the_mixer() -> None:
    table = Table()
    table.hear(Heard("count"))
    table.silence(LASTS_S)
    assert table.plays(Heard("count"))[0].channel == 1
    table.silence(0.1)
    assert table.plays(Heard("count"))[0].channel == 0


# ---------------------------------------------------------------- who gives way


def test_paper_gives_way_to_an_important_cue_and_comes_back() -> None:
    table = Table(lasts=2)
    (paper,) = table.plays(Heard("reshuffle"))
    ramp = [order for order in (*table.hear(Heard("false_stop")), *table.silence(4)) if isinstance(order, Level)]
    assert {order.channel for order in ramp} == {paper.channel}
    levels = [loud(order) - loud(paper) for order in ramp]
    low = levels.index(min(levels))
    assert levels[low] < -9
    assert all(-5 < after - before <= 0 for before, after in pairwise([0, *levels[: low + 1]])), "in steps"
    assert levels[low:] == sorted(levels[low:]), "and back"


@pytest.mark.parametrize(("lasts", "comes_back_s"), [(0.5, 0.35), (3.0, 1.2)])
def test_it_comes_back_shortly_before_the_end_of_a_short_cue_and_in_the_course_of_a_long_one(
    lasts: float, comes_back_s: float
) -> None:
    table = Table(lasts)
    table.hear(Heard("false_stop"))
    (paper,) = table.plays(Heard("reshuffle"))
    rises = [table.now for _ in range(120) for order in table.hear() if isinstance(order, Level)]
    assert (rises[0] - paper.at) / 1e9 == pytest.approx(comes_back_s, abs=0.03)


def test_what_begins_meanwhile_is_soft_from_its_start_and_rises_when_the_important_cue_is_over() -> None:
    table = Table(lasts=1)
    usual = loud(table.plays(Heard("reshuffle"))[0])
    table.silence(2)
    table.hear(Heard("go"))
    table.silence(0.7)
    (paper,) = table.plays(Heard("reshuffle"))
    assert loud(paper) < usual - 9
    levels = [loud(order) for order in table.silence(1.2) if isinstance(order, Level)]
    assert levels == sorted(levels)
    assert levels[-1] == pytest.approx(usual)


@pytest.mark.parametrize(
    ("first", "after_s", "second", "gives_way"),
    [
        ("beaten", 0.0, "go", True),
        ("go", 0.05, "beaten", False),
        ("beaten", 0.05, "beaten", False),
        ("beaten", 0.2, "beaten", True),
        ("go", 0.2, "go", True),
    ],
)
def test_important_cues_give_way_less_to_more_important_and_to_newer_ones(
    first: str, after_s: float, second: str, gives_way: bool
) -> None:
    table = Table(lasts=1)
    (voice, *_) = table.plays(Heard(first, WEST))
    table.silence(after_s)
    orders = [*table.hear(Heard(second, EAST)), *table.silence(0.3)]
    below = [
        loud(order) - loud(voice) for order in orders if isinstance(order, Level) and order.channel == voice.channel
    ]
    assert min(below, default=0) == pytest.approx(-9 if gives_way else 0)


@pytest.mark.parametrize(("cue", "ends"), [("stop", True), ("deadlock", True), ("pause", True), ("beaten", False)])
def test_the_riser_lasts_until_the_end_of_the_round(cue: str, ends: bool) -> None:
    table = Table(lasts=5)
    (riser,) = table.plays(Heard("riser"))
    table.silence(0.5)
    assert (Fade(riser.channel) in table.hear(Heard(cue))) == ends


def test_a_riser_that_a_busy_display_hears_with_the_stop_is_over() -> None:
    for heard in ((Heard("riser"), Heard("deadlock")), (Heard("deadlock"), Heard("riser"))):
        assert [play.file for play in Table().plays(*heard)] == ["deadlock.wav"]


# ---------------------------------------------------------------- a crowd, and chance


def test_the_more_play_the_softer_is_what_all_do_and_only_that() -> None:
    for cue in ("land", "flip"):
        levels = [loud(Table().plays(Heard(cue, WEST), volume=20, players=players)[0]) for players in (4, 8, 12)]
        assert [round(level - levels[0], 2) for level in levels] == [0, -3.61, -5.73]
    assert loud(Table().plays(Heard("stack1", WEST), players=12)[0]) == loud(Table().plays(Heard("stack1", WEST))[0])


def test_from_eight_players_on_a_flip_is_heard_only_as_the_first_of_three_tenths_of_a_second() -> None:
    few, many = Table(lasts=0.01), Table()
    assert sum(len(few.plays(Heard("flip", WEST), Heard("flip", EAST), players=7)) for _ in range(60)) == 120
    starts = [play.at for _ in range(60) for play in many.plays(Heard("flip", WEST), Heard("flip", EAST), players=8)]
    assert len(starts) == 4
    assert min(after - before for before, after in pairwise(starts)) >= 300_000_000
    assert len(many.plays(Heard("slide", WEST), players=8)) == 1


def test_takes_come_by_chance_never_twice_in_a_row_a_little_softer_or_louder() -> None:
    table = Table(lasts=0.001)
    plays = [table.plays(Heard("lift", SOUTH), volume=20)[0] for _ in range(200)]
    files = [play.file for play in plays]
    assert len(set(files)) == CUES["lift"].takes
    assert all(before != after for before, after in pairwise(files))
    levels = [loud(play) - decibels(20) for play in plays]
    assert -1.5 <= min(levels) < -1 < 1 < max(levels) <= 1.5
    again = Table(lasts=0.001)
    assert [again.plays(Heard("lift", SOUTH), volume=20)[0].file for _ in range(200)] == files, "chance comes in"


# ---------------------------------------------------------------- the volume


def test_the_volume_is_in_even_steps_for_the_ear() -> None:
    assert [decibels(volume) for volume in (100, 60, 20, 10)] == [0, -9, -24, -30]
    steps = [decibels(volume + 1) - decibels(volume) for volume in range(1, 100)]
    assert min(steps) > 0
    assert max(steps) < 1.5


def test_the_lowest_volume_is_heard_and_below_thirty_percent_it_is_louder_than_it_was() -> None:
    def before(volume: int) -> float:
        return 20 * math.log10(int(128 * (volume / 100) ** 2) / 128 or 1e-9)

    assert all(decibels(volume) > before(volume) for volume in range(1, 30))
    assert all(abs(decibels(volume) - before(volume)) < 1.5 for volume in range(30, 101))
    assert loud(Table().plays(Heard("go"), volume=1)[0]) == pytest.approx(decibels(1))
    assert decibels(1) > -45


def test_every_cue_that_is_named_is_in_the_catalogue() -> None:
    from kiosk.display.sound import mixing  # noqa: PLC0415

    ended = {*mixing._ENDED_BY, *(cue for cues in mixing._ENDED_BY.values() for cue in cues)}
    assert {*mixing._CROWD, *mixing._THINNED, *ended} <= set(CUES)
