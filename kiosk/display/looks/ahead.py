"""What may follow what a table shows: made-up snapshots, sketched as the display would, and the looks in them.

Nobody has a name in them that was typed, so a text that comes from them is nobody's: only such texts are kept on the
disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from kiosk.display.games.game import picture_of_game
from kiosk.display.games.ranks import prizes_look
from kiosk.display.motion.bouncing import dashed_look
from kiosk.display.motion.count_in import count_in, shout
from kiosk.display.motion.effects import Effect, Fly, MomentContext
from kiosk.display.paint.art import Look
from kiosk.display.paint.award_art import AwardLook
from kiosk.display.paint.base import FeltLook, base_look
from kiosk.display.paint.brass_art import LaurelLook, MedalLook, coin_of
from kiosk.display.paint.light_art import (
    BOLT,
    FIRE,
    GLOW,
    HOT_BAR,
    RING,
    SHADE,
    SPARK,
    SPHERE,
    STREAK,
    STRIP,
    SUN,
    halo_look,
    lifted_looks,
    rim_look,
    won_look,
)
from kiosk.display.paint.marks import Curve, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.display.screens.chooser import sketch_centre, sketch_ground, sketch_overlay, sketch_panel, sketch_tab
from kiosk.display.screens.picture import INVITATION, PictureModel
from kiosk.display.widgets.edge_light import edge_light
from kiosk.display.widgets.score_tray import FIGURES
from kiosk.game.awards import Award, AwardKind, kinds_of
from kiosk.game.refusals import RoundEnd
from kiosk.game_registry import registry
from kiosk.layout.counting import award_place, laurel_size, prizes_place, score_parts
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Layout
from kiosk.protocol import House, RoundResult, SeatScore, SeatView, ServiceView, Snapshot, Welcome
from kiosk.protocol.state import THERE, AttractScene, SeatState, State

_S: Final = 1_000_000_000
_NOW: Final = 1000 * _S
"""The instant of all that is made up."""
_COUNTDOWN: Final = 3
_WAIT: Final = 30
"""Seconds of a countdown, and those for which a lobby usually waits for others."""
_LAST_S: Final = 5
"""The most seconds for which a round waits for a call at its end."""
_USUAL: Final = ((4, 2, 0), (9, 4, 9), (12, 3, 18), (18, 1, -4), (24, 10, 34))
"""Numbers of results: pieces in the centre and left over, and a total."""
_FIGURE: Final = 12
"""The figure of an award."""
_OF_PANEL: Final = ("room", "handicap", "cooldown", "real", "contrast", "calm", "large", "near")
"""Fields of a seat's view from which its panel follows."""
_OF_MATCH: Final = (
    *("rounds", "target", "touch_mode", "preset", "pro", "strength"),
    *("real_dice", "rules", "usual", "simulated"),
)
"""Fields of a snapshot that stay the same throughout a match."""
PARTIES: Final = (2, 4)
"""The numbers of players of a usual match, besides all."""
_OF_HOUSE: Final = ("contrast", "calm", "name", "accent", "names")
"""Those of the house from which a picture follows."""
_OUTSIDE: Final = frozenset({State.ATTRACT, State.CLOSED, State.LOBBY, State.SERVICE})
"""States that are no part of a match."""


_COARSE_PLATE: Final = TurntableLook(160)


class PaintPlan(NamedTuple):
    """What a table shows, from which follows what may follow. ``named``: people are named in it; nothing is kept."""

    welcome: Welcome
    snapshot: Snapshot
    area: Place
    named: bool = False

    @classmethod
    def of(cls, welcome: Welcome, snapshot: Snapshot, area: Place) -> PaintPlan:
        """Return the plan of a snapshot: that of a match which may be over names the winners."""
        if may_be_over(snapshot):
            return cls(welcome, won(snapshot), area, named=True)
        return cls(welcome, nameless(snapshot), area)


def may_alter(before: Snapshot, snapshot: Snapshot) -> bool:
    """Return whether the plan of a snapshot may differ from that of the one before."""
    return _planned_for(before) != _planned_for(snapshot)


def _planned_for(snapshot: Snapshot) -> object:
    return snapshot.state, [
        (view.state, view.language, view.contrast, view.large, view.near, view.guest, view.bot, view.character)
        for view in snapshot.seats
    ]


def nameless(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot without anything that somebody has typed, without pieces and without time.

    It is the same one throughout a match.
    """
    lobby = snapshot.lobby
    if lobby is not None:
        choices = (
            replace(one, value=snapshot.preset, values=(snapshot.preset,), stops=()) if one.key == "preset" else one
            for one in lobby.choices
        )
        lobby = replace(lobby, choices=tuple(choices), names=(), proposal=None)
    return Snapshot(
        *(0, _NOW, snapshot.state if snapshot.state in _OUTSIDE else State.PLAY),
        *(tuple(map(_nobody, snapshot.seats)), snapshot.game),
        lobby=lobby,
        service=None if snapshot.service is None else ServiceView(snapshot.service.seat, "buttons"),
        languages=snapshot.languages,
        house=House(**{name: getattr(snapshot.house, name) for name in _OF_HOUSE}),
        **{name: getattr(snapshot, name) for name in _OF_MATCH},
    )


def _nobody(view: SeatView) -> SeatView:
    state = SeatState.TAKEN if view.state in THERE else SeatState.FREE
    return SeatView(
        *(view.seat, state, view.bot, view.language, view.mirrored),
        **{name: getattr(view, name) for name in (*_OF_PANEL, "guest", "character")},
    )


def soon(plan: PaintPlan) -> Iterator[Look]:
    """Yield the looks of all that may follow at this table with these people, soonest first."""
    snapshot = plan.snapshot
    if plan.named:
        yield from (FIRE, SUN, SPHERE)
        for since in (_NOW - _S, 1):  # the celebration, and what follows it
            yield from _looks(plan, replace(snapshot, since=since))
        for given in _awarded(snapshot):
            yield from _looks(plan, given)
    elif snapshot.service is not None:
        yield from _looks(plan, snapshot)
    elif snapshot.state == State.ATTRACT:
        yield from effect_looks(_layout(plan, snapshot))
        yield from _pieces(plan, snapshot)
        yield from _show(plan, snapshot)
        lobby = _lobby(snapshot, snapshot.languages[0])  # somebody sits down: nothing else is awaited so much
        yield from _looks(plan, lobby)
        yield from _looks(plan, replace(lobby, seats=tuple(_taken(lobby))))
        for game in registry.names():
            if game != snapshot.game:
                yield from _looks(plan, replace(snapshot, game=game))
                yield from _pieces(plan, replace(snapshot, game=game))
                yield from _show(plan, replace(snapshot, game=game))
        yield from _match(plan, lobby)
    elif snapshot.state != State.CLOSED:
        if snapshot.state == State.LOBBY:
            yield from _waits(plan, snapshot)
        yield from _match(plan, snapshot)


def elsewhere(plan: PaintPlan) -> Iterator[Look]:
    """Yield the looks of what others will show while nobody is here: the usual parties, in every language."""
    snapshot = plan.snapshot
    if snapshot.state != State.ATTRACT:
        return
    yield from _looks(plan, snapshot)
    count = len(snapshot.seats)
    for game in registry.names():
        for party in (count, *(one for one in PARTIES if one < count)):
            for language in snapshot.languages:
                lobby = _lobby(replace(snapshot, game=game), language, party)
                yield from _looks(plan, lobby)
                yield from _looks(plan, replace(lobby, seats=tuple(_taken(lobby))))
                yield from _match(plan, lobby)


def _show(plan: PaintPlan, snapshot: Snapshot) -> Iterator[Look]:
    """Yield the looks of a round that bots play while nobody is here, whoever calls."""
    yield from _looks(plan, replace(snapshot, scene=AttractScene.PLAY))
    for view in snapshot.seats:
        yield from _middle(plan, replace(snapshot, scene=AttractScene.STOP, caller=view.seat))


def _lobby(snapshot: Snapshot, language: str, party: int = 0) -> Snapshot:
    """Return the lobby that may follow, in which so many seats can be taken, evenly spread; 0: those of now."""
    count = len(snapshot.seats)
    chosen = {number * count // party for number in range(party)} if party else range(count)
    seats = (
        SeatView(
            *(view.seat, "free"),
            language=language,
            room=view.room if number in chosen else "none",
            guest=view.guest,
        )
        for number, view in enumerate(snapshot.seats)
    )
    return replace(snapshot, state=State.LOBBY, seats=tuple(seats))


def _taken(snapshot: Snapshot) -> Iterator[SeatView]:
    yield from (view if view.room else replace(view, state="taken") for view in snapshot.seats)


def _waits(plan: PaintPlan, snapshot: Snapshot) -> Iterator[Look]:
    """Yield the looks of the seconds for which a lobby waits for others."""
    for left in range(_WAIT, 0, -1):
        yield from _looks(plan, replace(snapshot, deadline=_NOW + left * _S))


def _match(plan: PaintPlan, snapshot: Snapshot) -> Iterator[Look]:
    """Yield the looks of a match of those who are here, or in an empty lobby of all who may come."""
    here = [view.seat for view in snapshot.seats if view.state in THERE]
    seats = tuple(
        replace(view, state="playing" if view.seat in here or (not here and not view.room) else "free")
        for view in snapshot.seats
    )
    playing = tuple(view.seat for view in seats if view.state == "playing")
    match = replace(snapshot, state=State.PLAY, seats=seats, round_no=1, lobby=None, leaders=playing)
    layout = _layout(plan, match)
    yield from effect_looks(layout)
    yield from _pieces(plan, match)
    countdown = replace(match, state=State.COUNTDOWN, since=_NOW, deadline=_NOW + _COUNTDOWN * _S)
    begins = MomentContext(countdown, layout, picture_of_game(match.game).motion)
    yield from moment_looks((*count_in(begins), *shout(begins).effects))
    each = tuple((seat, 1) for seat in playing)
    yield from _looks(plan, replace(countdown, tally=each, standings=each, since=_NOW - 2 * _S))
    yield from _looks(plan, match)
    caller = playing[0] if playing else None
    stopped = replace(match, state=State.STOPPED, caller=caller, ended_by=RoundEnd.STOP)
    for shown in (
        replace(match, seats=tuple(replace(view, may_stop=view.seat in playing) for view in seats)),
        stopped,
        replace(match, state=State.PAUSED, pause_by=caller, called=playing),
        *(replace(match, stop_due=_NOW + left * _S, stop_from=_NOW - _S) for left in range(_LAST_S, 0, -1)),
    ):
        yield from _looks(plan, shown)
    for seat in playing:
        yield from _middle(plan, replace(stopped, caller=seat))
    yield from result_looks(layout)
    for numbers in _USUAL:
        yield from _looks(plan, _result(stopped, numbers, won=numbers == _USUAL[-1]))
    yield from _looks(plan, replace(_result(stopped, _USUAL[-1]), state=State.MATCH_RESULT))


def may_be_over(snapshot: Snapshot) -> bool:
    """Return whether the match may end with this round; who plays off a draw is not known here."""
    if snapshot.state != State.ROUND_RESULT or snapshot.result is None:
        return False
    most = max((line.total for line in snapshot.result.lines), default=0)
    reached = bool(snapshot.target) and most >= snapshot.target
    return reached or snapshot.minutes_left == 0 or (0 < snapshot.rounds <= snapshot.round_no)


def won(snapshot: Snapshot) -> Snapshot:
    """Return the result of the match, if it ends with this round's totals."""
    result = snapshot.result
    if result is None:
        return snapshot
    lead = max((line.total for line in result.lines if not line.left), default=0)
    lines = tuple(replace(line, won=line.total == lead and not line.left) for line in result.lines)
    result = replace(result, lines=lines, winners=tuple(line.seat for line in lines if line.won))
    return replace(snapshot, id=0, now=_NOW, state=State.MATCH_RESULT, result=result, deadline=_NOW + 45 * _S, moves=())


def _awarded(snapshot: Snapshot) -> Iterator[Snapshot]:
    """Yield the match's result with each award, as if all people got it."""
    result = snapshot.result
    if result is None:
        return
    people = [line.seat for line in result.lines if not (line.bot or line.left)]
    for kind in kinds_of(snapshot.game):
        awards = tuple(Award(seat, kind, _FIGURE) for seat in people)
        yield replace(snapshot, since=1, result=replace(result, awards=awards))


def _result(snapshot: Snapshot, numbers: tuple[int, int, int], *, won: bool = False) -> Snapshot:
    centered, left, total = numbers
    lines = tuple(
        SeatScore(view.seat, centered, left, 0, centered - 2 * left, total, won=won)
        for view in snapshot.seats
        if view.state == "playing"
    )
    result = RoundResult(RoundEnd.STOP, snapshot.caller, 1, lines, ())
    return replace(snapshot, state=State.ROUND_RESULT, result=result, since=1)


def _pieces(plan: PaintPlan, snapshot: Snapshot) -> Iterator[Look]:
    yield from picture_of_game(snapshot.game).motion.looks(_layout(plan, snapshot))


def _picture(plan: PaintPlan, snapshot: Snapshot, now: int = _NOW) -> tuple[PictureModel, Layout]:
    """Return the picture of a snapshot; raise ValueError if there is no room for it."""
    picture = PictureModel(plan.welcome, lambda: now)
    picture.change_to(snapshot.game)
    picture.follow(snapshot)
    picture.arrange(plan.area)
    if picture.layout is None:
        raise ValueError("there is no room for it")
    return picture, picture.layout


def _layout(plan: PaintPlan, snapshot: Snapshot) -> Layout:
    return _picture(plan, snapshot)[1]


def _looks(plan: PaintPlan, snapshot: Snapshot) -> Iterator[Look]:
    """Yield the looks of all that is shown of a snapshot, in each language in which it is."""
    cycles = snapshot.state in (State.ATTRACT, State.LOBBY) and not snapshot.deadline
    for turn in range(len(snapshot.languages) if cycles else 1):
        picture, layout = _picture(plan, snapshot, _NOW + turn * INVITATION)
        if turn == 0:
            yield FeltLook(base_look(layout, plain=picture.plain))
        for draw in _parts(picture, snapshot, layout, _NOW + turn * INVITATION):
            for mark in draw().marks:
                if not isinstance(mark, Curve):
                    yield from _alike(mark.look)
    if plan.named and snapshot.result is not None:
        yield prizes_look(snapshot.result, prizes_place(layout).w)


def _parts(picture: PictureModel, snapshot: Snapshot, layout: Layout, now: int) -> Iterator[Callable[[], Sketch]]:
    """Yield what sketches each part of a picture."""
    centre = picture.centre(snapshot, picture.look(snapshot), layout, now)
    yield lambda: sketch_ground(picture.ground(centre))
    yield lambda: sketch_centre(centre)
    for view in snapshot.seats:
        context = picture.panel(view, centre, now, None)
        if context is not None:
            draw = sketch_panel if view.seat in layout.panels else sketch_tab
            yield lambda draw=draw, context=context: draw(context)  # type: ignore[misc]
    yield lambda: sketch_overlay(picture.above(centre, now), layout)


def _middle(plan: PaintPlan, snapshot: Snapshot) -> Iterator[Look]:
    """Yield the looks above all panels alone."""
    picture, layout = _picture(plan, snapshot)
    centre = picture.centre(snapshot, picture.look(snapshot), layout, _NOW)
    yield from (
        mark.look for mark in sketch_overlay(picture.above(centre, _NOW), layout).marks if not isinstance(mark, Curve)
    )


def _alike(look: Look) -> Iterator[Look]:
    """Yield a look, instead of a figure all of them in its size, and an empty chart: its numbers are made up."""
    if isinstance(look, TextLook) and look.text in FIGURES:
        yield from (replace(look, text=figure) for figure in FIGURES)
    elif isinstance(look, TurntableLook):
        yield TurntableLook(look.size)
    else:
        yield look


def effect_looks(layout: Layout) -> Iterator[Look]:
    """Yield the pictures of light that the effects of a round may show, and a plate, however coarse, for its count.

    Figures count up on the turntable: without any below them they would stand on bare felt until it is painted.
    """
    yield from (BOLT, GLOW, HOT_BAR, RING, SHADE, SPARK, STREAK, _COARSE_PLATE)
    yield from {light.look for panel in layout.panels.values() for light in edge_light(panel)}
    if layout.cells:
        yield from (look(layout.cells[0]) for look in (rim_look, halo_look, won_look, dashed_look))
        yield from lifted_looks(layout.cells[0])


def moment_looks(effects: Iterable[Effect]) -> Iterator[Look]:
    """Yield the pictures that fly in these effects; those of light are shared."""
    for effect in effects:
        if isinstance(effect, Fly):
            yield from effect.looks


def result_looks(layout: Layout) -> Iterator[Look]:
    """Yield what a result shows whatever it is: the coins; the pieces of the count, signs and light in their sizes.

    Also the coins' backs, the medals of the awards, and the sun and the laurel of a winner.
    """
    parts = [score_parts(panel) for panel in layout.panels.values()]
    for size in {round(award_place(panel).w) for panel in layout.panels.values()}:
        yield from (AwardLook(kind, size) for kind in AwardKind)
    for size in {round(part.coin.w) for part in parts}:
        yield from (coin_of(place, size) for place in range(1, len(layout.panels) + 1))
    yield from (MedalLook(panel.seat, round(score_parts(panel).coin.w)) for panel in layout.panels.values())
    for w, h in {(part.pile.w, part.pile.h) for part in parts}:
        yield rim_look(Place(0.0, 0.0, w, h))
    yield from (STRIP, FIRE, SUN, SPHERE, LaurelLook(laurel_size(layout)))
