"""The player: a moment from any time on, once or again and again, and nothing left behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kiosk.display.motion.effects import Break, Burst, Coming, Flash, Fly, Moment, Stream, Wave
from kiosk.display.motion.quality import Quality, QualityControl
from kiosk.display.paint.art import SignLook
from kiosk.display.paint.motions import Lane, LaneRunner, Particle, Pose
from kiosk.display.paint.theme import WHITE

if TYPE_CHECKING:
    from tests.rig.frames import Frames

pytestmark = pytest.mark.ui

S = 1_000_000_000
DISC = SignLook("disc", 20)
WAY = (Pose(0.0, 10, 10), Pose(1.0, 90, 10), Pose(2.0, 90, 90))


class Stage:
    """A player, and the canvas whose colours a wave drains, in the test's own time."""

    def __init__(self, frames: Frames) -> None:
        from kiosk.display.motion.player import Player  # noqa: PLC0415  # load Kivy only when such a test runs
        from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415
        from kiosk.display.paint.mesh import new_canvas  # noqa: PLC0415

        self.frames = frames
        self.canvas = new_canvas()
        self.quality = QualityControl()
        self.player = Player(Atlas(256), lambda: frames.now, self.quality, (self.canvas,))

    @property
    def now(self) -> int:
        return self.frames.now

    def frame(self, seconds: float = 0.0) -> None:
        """Let time pass and draw a frame."""
        self.frames.pass_ms(1000 * seconds)

    def drawn_at(self) -> tuple[float, float]:
        """Return the middle of what the GPU draws below the pieces."""
        from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415

        fbo = Fbo(size=(200, 200))
        for part in (ClearColor(0, 0, 0, 1), ClearBuffers(), self.player.low):
            fbo.add(part)
        fbo.draw()
        lit = [(x, y) for x in range(200) for y in range(200) if fbo.get_pixel_color(x, y)[0] > 128]
        return sum(x for x, _ in lit) / len(lit), sum(y for _, y in lit) / len(lit)

    def tide(self) -> Any:
        """Return what the canvas was told of a wave."""
        from kiosk.display.paint.mesh import Tide  # noqa: PLC0415  # as above

        values, (*breath, back) = self.canvas["tide"].get(), self.canvas["ebb"]
        wave, spared, front, light = (values[at : at + 4] for at in range(0, 16, 4))
        return Tide(wave, spared, front, light, tuple(breath), back)

    def shown(self) -> int:
        """Return the number of pictures that are seen."""
        from tests.benchmarks.painted_area import sprites  # noqa: PLC0415  # as above

        return sprites(self.player.low) + sprites(self.player.high)

    def counts(self) -> tuple[int, int, int]:
        """Return the number of pieces, flashes and bursts above the panels."""
        above = self.player.above
        return len([*above.pieces]), len([*above.light]), len([*above.sparks])


@pytest.fixture
def stage(frames: Frames) -> Stage:
    return Stage(frames)


def test_an_effect_is_seen_from_its_start_to_its_end(stage: Stage) -> None:
    stage.player.begin(Moment((Fly((DISC,), WAY, start=0.5),), 3.0), stage.now)
    seen = []
    for _ in range(6):
        stage.frame()
        seen.append(stage.shown())
        stage.frame(0.5)
    assert seen == [0, 1, 1, 1, 1, 0]


def test_who_joins_late_sees_the_rest(stage: Stage) -> None:
    effects = (Fly((DISC,), WAY), Flash(DISC, WAY, start=1.5), Fly((DISC,), WAY[:2]))
    stage.player.begin(Moment(effects, 4.0), stage.now - round(1.7 * S))
    stage.frame()
    assert stage.shown() == 2
    (flight,) = stage.player.above.pieces
    assert stage.player.pose(flight).x == pytest.approx(90)


def test_a_moment_that_is_over_shows_nothing(stage: Stage) -> None:
    stage.player.begin(Moment((Fly((DISC,), WAY), Burst(DISC, (Particle(0, 0, 1, 1, 5),))), 2.0), stage.now - 60 * S)
    stage.frame()
    assert stage.shown() == 0
    assert stage.counts() == (0, 0, 0)


def test_a_burst_leaves_the_canvas_when_its_last_particle_is_gone(stage: Stage) -> None:
    particles = (Particle(0, 0, 9, 9, 5, life=0.5), Particle(0, 0, 9, 9, 5, delay=0.5, life=0.5))
    stage.player.play(Burst(DISC, particles))
    stage.frame(0.9)
    assert stage.counts() == (0, 0, 1)
    stage.frame(0.2)
    assert stage.counts() == (0, 0, 0)


def test_the_gpu_draws_a_flight_where_python_says_it_is(stage: Stage) -> None:
    start, end = Pose(0.0, 20, 100, 0), Pose(1.0, 180, 100, 90, bend=60, ease=1.5)
    flight = stage.player.fly([DISC], (start, end), low=True)
    stage.frame(0.3)
    pose = stage.player.pose(flight)
    assert stage.drawn_at() == pytest.approx((pose.x, pose.y), abs=1)


def test_a_wave_drains_the_stage_until_it_is_cleared_and_the_colours_come_back(stage: Stage) -> None:
    stage.player.begin(Moment((Wave(0, 0, 1000, 0.5, WHITE),), 0.5), stage.now)
    stage.frame(0.25)
    x, y, radius, strength = stage.tide().wave
    assert (x, y, strength) == (0, 0, 1)
    assert 500 < radius < 1000
    stage.frame(10)
    assert stage.tide().wave == (0, 0, 1000, 1)
    assert stage.tide().front[3] == 0
    assert stage.tide().back < 0
    stage.player.clear()
    stage.frame(0.1)
    assert stage.tide().wave == (0, 0, 1000, 1)
    assert 0 < stage.tide().back < 500, "from where it began outwards"
    stage.frame(1)
    assert stage.tide().wave == (0, 0, 0, 0)
    assert stage.tide().back < 0


def test_a_wave_that_fades_drains_everything_at_once_and_slowly(stage: Stage) -> None:
    stage.player.begin(Moment((Wave(0, 0, 1000, 0.5, WHITE, front=0.0, fades=True),), 0.5), stage.now)
    stage.frame(0.25)
    assert stage.tide().wave == (0, 0, 1000, pytest.approx(0.5))
    stage.frame(1)
    assert stage.tide().wave == (0, 0, 1000, 1)


def test_a_stop_puts_out_rims_but_no_piece_in_flight(stage: Stage) -> None:
    stage.player.play(Fly((DISC,), WAY, low=True))
    stage.player.play(Flash(DISC, WAY, low=True))
    flight = stage.player.fly([DISC], WAY, low=True)
    stage.player.put_out()
    stage.frame()
    assert stage.shown() == 1
    assert stage.player.pose(flight).x == pytest.approx(10)


def test_a_flight_may_end_before_its_time(stage: Stage) -> None:
    flight = stage.player.fly([DISC], WAY)
    stage.player.drop(flight)
    stage.frame()
    assert stage.shown() == 0


def test_a_burst_may_end_before_its_time(stage: Stage) -> None:
    first, second = (stage.player.play(Burst(DISC, (Particle(0, 0, 1, 1, 5, life=2.0),), low=True)) for _ in range(2))
    assert first is not None
    stage.player.drop(first)
    stage.frame(0.1)
    heights = (stage.player.below, stage.player.above)
    scattered = [bursts for one in heights for bursts in (one.paper, one.sparks) if bursts.moving]
    assert [list(bursts) for bursts in scattered] == [[second]]


def test_a_slow_display_leaves_out_particles_then_the_front_of_waves_then_light(stage: Stage) -> None:
    effects = (Fly((DISC,), WAY), Flash(DISC, WAY), Burst(DISC, (Particle(0, 0, 1, 1, 5),)), Wave(0, 0, 900, 1, WHITE))
    seen = []
    for level in reversed(Quality):
        stage.quality.level = level
        stage.player.begin(Moment(effects, 2.0), stage.now)
        stage.frame(0.01)
        seen.append((*stage.counts(), stage.tide().front[3] > 0))
    assert seen == [(1, 1, 1, True), (1, 1, 0, True), (1, 1, 0, False), (1, 0, 0, False)]
    assert stage.tide().wave[2:] == (900, 1), "it is grey at once"


def test_a_touch_ends_a_celebration_and_nothing_else(stage: Stage, canned: Any) -> None:
    from kiosk.display.motion.moments import MOMENTS, Moments  # noqa: PLC0415

    def begun(state: str) -> Moments:
        moments = Moments(stage.player)
        moments.follow(context(canned, state, stage.now))
        stage.player.play(Fly((DISC,), WAY))
        stage.frame()
        moments.skip()
        stage.frame()
        return moments

    assert "stopped" in MOMENTS
    begun("stopped")
    assert stage.shown() > 0
    begun("match_result")
    assert stage.shown() == 0


def context(canned: Any, state: str, since: int) -> Any:
    from msgspec.structs import replace  # noqa: PLC0415

    from kiosk.display.games.game import picture_of_game  # noqa: PLC0415
    from kiosk.display.motion.effects import MomentContext  # noqa: PLC0415
    from kiosk.layout.table_layout import Place  # noqa: PLC0415
    from kiosk.layout.table_shape import TableShape  # noqa: PLC0415

    welcome, snapshot = canned.welcome(4), replace(canned.snapshot(state, 4), since=since)
    layout = TableShape.of(Place(960, 540, 1920, 1080), welcome, snapshot, "cards").layout(welcome)
    return MomentContext(snapshot, layout, picture_of_game("cards").motion)


def test_a_recorded_round_is_grey_and_its_end_shown_once_and_taken_back_when_it_is_sought(
    stage: Stage, canned: Any
) -> None:
    from msgspec.structs import replace  # noqa: PLC0415

    from kiosk.display.motion.moments import Moments  # noqa: PLC0415
    from kiosk.protocol import ReplayView  # noqa: PLC0415

    moments, shown = Moments(stage.player), context(canned, "replay", 7)

    def show(at_ms: int, ended_by: str | None) -> None:
        told = replace(
            shown.snapshot,
            replay=ReplayView(at_ms, 9000, 1.0, playing=True),
            ended_by=ended_by,
            caller=2,
            now=stage.now,
        )
        moments.follow(shown._replace(snapshot=told))
        stage.frame(0.2)

    show(8800, None)
    grey = stage.tide().wave
    assert 0.5 < grey[3] < 1, "colours can still be told apart"
    assert not stage.shown()
    show(9000, "stop")
    assert stage.tide().wave == grey, "no wave runs, and no colour comes back"
    began = stage.shown()
    assert began
    show(9000, "stop")
    assert stage.shown() <= began
    show(4000, None)
    assert stage.tide().wave == grey
    assert not stage.shown()


@pytest.mark.parametrize(("seconds", "x", "y"), [(1.0, 60, 60), (3.0, 100, 140), (9.0, 60, 60)])
def test_a_stream_runs_along_its_lane_again_and_again_from_any_time_on(
    stage: Stage, seconds: float, x: float, y: float
) -> None:
    lane = Lane(((20, 20), (60, 20), (60, 100), (100, 100)), (100, 180), 0.5)
    stream = Stream((LaneRunner(DISC, lane, start=0.0, lasts=4.0, period=8.0),))
    stage.player.begin(Moment((stream,)), stage.now - round(seconds * S))
    stage.frame()
    assert stage.player.moving
    assert stage.drawn_at() == pytest.approx((x, y), abs=1)
    stage.player.clear()
    assert not stage.player.moving


def canvases(group: Any) -> int:
    """Return the number of canvases of their own below this one: Kivy sets the uniforms of each in every frame."""
    from kivy.graphics import InstructionGroup, RenderContext  # noqa: PLC0415

    below = sum(canvases(part) for part in group.children if isinstance(part, InstructionGroup))
    return below + sum(isinstance(part, RenderContext) for part in group.children)


@pytest.mark.parametrize(
    "effect",
    [
        Fly((DISC,), WAY, low=True),
        Flash(DISC, WAY, WHITE, low=True),
        Burst(DISC, (Particle(10, 10, 5, 5, 2.0),), low=True),
    ],
    ids=["flight", "flash", "burst"],
)
def test_a_canvas_is_drawn_only_while_something_is_on_it(stage: Stage, effect: Any) -> None:
    assert canvases(stage.player.low) == 0
    stage.player.play(effect)
    stage.frame()
    assert canvases(stage.player.low) == 1
    stage.frame(9.0)
    assert canvases(stage.player.low) == 0


def test_effects_that_begin_later_are_made_and_begun_when_a_frame_has_time(frames: Frames) -> None:
    from kiosk.display.motion.player import Player  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    made, time_left = [], [False]

    def effects() -> Iterator[Fly]:
        for start in (0.0, 0.05, 0.5, 0.0, 0.6):
            made.append(start)
            yield Fly((DISC,), WAY, start=start)

    player = Player(Atlas(256), lambda: frames.now, QualityControl(), has_time=lambda: time_left[0])
    moment = Moment(Coming(effects()), 3.0)
    player.begin(moment, frames.now)
    assert made == [0.0, 0.05, 0.5]
    assert len([*player.above.pieces]) == 2
    time_left[0] = True
    frames.pass_ms(17)
    assert made == [0.0, 0.05, 0.5, 0.0, 0.6]
    assert len([*player.above.pieces]) == 5
    assert len(moment.effects) == len(made) == 5


def test_particles_that_a_frame_had_time_to_make_begin_in_it(frames: Frames) -> None:
    from kiosk.display.motion.player import Player  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    times = iter((True, False, True, False))
    burst = Burst(DISC, (Particle(0.0, 0.0, 0.0, 0.0, 5.0, WHITE, life=1.0),))
    player = Player(Atlas(256), lambda: frames.now, QualityControl(), has_time=lambda: next(times))
    player.run((Break(), burst, burst))
    counts = []
    for _ in range(2):
        frames.pass_ms(17)
        counts.append(len([*player.above.sparks]))
    assert counts == [1, 2], "a burst alone has to ask for time, too"


def test_a_new_moment_ends_what_was_to_come_of_the_one_before(frames: Frames) -> None:
    from kiosk.display.motion.player import Player  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    player = Player(Atlas(256), lambda: frames.now, QualityControl(), has_time=lambda: False)
    player.begin(Moment((Fly((DISC,), WAY, start=0.5),), 3.0), frames.now)
    player.begin(Moment((Fly((DISC,), WAY),), 3.0), frames.now)
    frames.pass_ms(17)
    assert len([*player.above.pieces]) == 1


def test_effects_that_wait_keep_nothing_of_others_from_beginning(frames: Frames) -> None:
    from kiosk.display.motion.player import Player  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    time_left = [False]
    player = Player(Atlas(256), lambda: frames.now, QualityControl(), has_time=lambda: time_left[0])
    player.run((Fly((DISC,), WAY, start=0.5),))
    player.run((Fly((DISC,), WAY), Fly((DISC,), WAY, start=0.5)))
    assert len([*player.above.pieces]) == 1, "what is due begins, whatever else waits"
    frames.pass_ms(17)
    assert len([*player.above.pieces]) == 1
    time_left[0] = True
    frames.pass_ms(17)
    assert len([*player.above.pieces]) == 3
