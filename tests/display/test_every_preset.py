"""Every edition is played in the window to its match result: people's fingers on the real picture, bots, a real table.

A virtual clock drives session, gestures and picture. The picture is checked at every change of the snapshot, and a few
times per second of play. With KIOSK_PICTURES set to a directory, a picture of play and of the result is saved there.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace

from hardware.api import milliseconds
from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.rules import MatchEndKind, ProStep, StackFace
from kiosk.game.dice.dice import BAG
from kiosk.game.dice.rules import DICE_PRESETS, HandicapMode, dice_counts
from kiosk.protocol.state import State
from tests.rig.evening import EDGES, LANGUAGES, Evening
from tests.rig.persons import PERSONS

pytestmark = [pytest.mark.ui, pytest.mark.usefixtures("unpainted")]

LONGEST: Final = milliseconds(60 * 60_000)
"""The maximum duration of a match."""

PEOPLE: Final = {2: (1,), 4: (1, 3), 12: (1, 5, 9)}
"""The seats of people, at one, at two and at three edges; the others are bots."""
DICE_PEOPLE: Final = {**PEOPLE, 12: tuple(range(1, 13))}
"""With dice there are bots for four seats at most; more people play by the house rule."""


SHORT: Final = {MatchEndKind.FIXED_ROUNDS: "rounds 3", MatchEndKind.TARGET: "points 50"}


class Edition(NamedTuple):
    """A way to play cards: a preset, and the step of the pro variant, if it is on."""

    preset: str
    pro: ProStep | None = None

    def __str__(self) -> str:
        return f"{self.preset}-{self.pro}" if self.pro else self.preset

    def choices(self, length: str | None) -> dict[str, str]:
        """Return its choices in the lobby; without a length it keeps its own."""
        chosen = {"preset": self.preset, "pro": self.pro or "off"}
        return {**chosen, "length": length} if length else chosen

    def short(self, seats: int) -> str | None:
        """Return a length that takes seconds; None if the edition's own is a single round."""
        length = SHORT.get(PRESETS[self.preset].rules.match_end.kind)
        return "rounds 3" if length and seats == 12 else length  # to points it may never end (RULES.md E19)


# ---------------------------------------------------------------- pictures


def _keep(evening: Evening, name: str) -> None:
    """Save a picture if KIOSK_PICTURES is set."""
    folder = os.environ.get("KIOSK_PICTURES")
    if not folder:
        return
    from kivy.core.window import Window  # noqa: PLC0415  # opens a window: only if it is really drawn
    from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    assert Window is not None
    evening.look()
    fbo = Fbo(size=evening.size)
    fbo.add(ClearColor(0, 0, 0, 1))
    fbo.add(ClearBuffers())
    fbo.add(evening.view.canvas)
    fbo.draw()
    upside_down = Image.frombytes("RGBA", evening.size, fbo.texture.pixels)
    Path(folder).mkdir(parents=True, exist_ok=True)
    upside_down.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB").save(Path(folder) / f"{name}.png")
    fbo.remove(evening.view.canvas)


# ---------------------------------------------------------------- the matches


def _open(evening: Evening, people: tuple[int, ...], choices: Mapping[str, str], handicap: int | None = None) -> None:
    """Sit down, choose in the lobby, be ready. ``handicap``: chosen by the first person."""
    first = people[0]
    for seat in people:
        evening.look()
        evening.tap(evening.items("seat", seat)[-1])
        if seat == first:  # later it would have to wait for the others' objections
            for key, value in {**choices, "bots": "steady"}.items():
                evening.choose(first, key, value)
    if handicap is not None:
        evening.handicap(first, handicap)
    for place, seat in enumerate(people):
        evening.speak(seat, LANGUAGES[place % len(LANGUAGES)])
        evening.tap(*evening.items("ready", seat))
    while evening.state is State.LOBBY:
        evening.pass_time(500)


def _play(evening: Evening, people: tuple[int, ...], name: str, level: Collection[int]) -> None:
    """Play from the countdown to the match result."""
    persons = itertools.cycle([PERSONS[evening.shown.game](evening, seat) for seat in people])
    end = evening.now + LONGEST
    kept = False
    while evening.state is not State.MATCH_RESULT:
        assert evening.now < end, f"no result after an hour: {evening.shown}"
        if evening.state in (State.PLAY, State.ROUND_RESULT):
            next(persons).act()
        elif level and evening.state is State.COUNTDOWN:
            _bring_level(evening, level)
        evening.pass_time(300 / len(people) if evening.state is State.PLAY else 700)
        if (
            not kept
            and evening.state is State.PLAY
            and max(len(evening.shown.piles), sum(map(bool, evening.shown.board))) > 3
        ):
            kept = True
            _keep(evening, f"{name}-play")
    evening.pass_time(200)
    evening.look()
    _keep(evening, f"{name}-result")


def _bring_level(evening: Evening, level: Collection[int]) -> None:
    """Manipulate the rounds before the last one so that these seats share the lead when it is counted."""
    match = evening.session.table.match
    assert match is not None
    seats, rules, totals = match.roster.numbers, match.game.rules, match.match
    if totals.round_no != len(seats) * rules.rounds_per_player - 1:
        return
    wanted = [rules.start_score + (len(seats) - len(level) if seat in level else -len(level)) for seat in seats]

    def add_round(scores: Sequence[int], lasted_ms: int) -> None:
        del vars(totals)["add_round"]
        totals.totals = [total - score for total, score in zip(wanted, scores, strict=True)]
        totals.add_round(scores, lasted_ms)

    vars(totals)["add_round"] = add_round


def _match(
    name: str, seats: int, choices: Mapping[str, str], handicap: int | None = None, level: Collection[int] = ()
) -> Evening:
    """Return a whole match, played. ``level``: the seats that have the same total after its last ordinary round."""
    evening = Evening(seats, seed=seats)
    try:
        people = (DICE_PEOPLE if choices.get("game") == "dice" else PEOPLE)[seats]
        _open(evening, people, choices, handicap)
        _play(evening, people, f"{name}-{seats}", level)
    finally:
        evening.view._movement.stop()
    return evening


def _check_result(evening: Evening, preset: str) -> None:
    """Check that the choices were played, and that the winners shown are those of the match."""
    assert evening.session.table.match is not None
    match, result = evening.session.table.match, evening.shown.result
    assert result is not None
    assert evening.shown.preset == preset
    assert match.match.ended
    assert result.winners == tuple(match.roster.number(index) for index in match.match.winners)
    assert tuple(line.seat for line in result.lines if line.won) == result.winners
    assert [line.total for line in result.lines] == match.match.totals
    assert evening.check.seen >= {"ready", "countdown", "play", "stopped", "round_result", "match_result"}


def _check_cards(edition: Edition, seats: int, length: str | None) -> None:
    """Play a match of cards and check that the picture follows the rules of its edition."""
    evening = _match(str(edition), seats, edition.choices(length))
    _check_result(evening, edition.preset)
    seen, rules = evening.check.seen, evening.session.table.match.game.rules
    assert rules.pro.enabled is bool(edition.pro)
    assert ("tucked" in seen) is rules.pro.enabled
    assert ("gap" in seen) is not rules.fills_by_itself
    assert ("hidden stack" in seen) is (rules.stack_face is StackFace.DOWN)


QUICK: Final = {Edition("schmidt_de_fr_it"): 2, Edition("table_default", ProStep.ANY_LOWER): 2}
"""One edition of two kinds, with its seats: refills by hand, the pro variant."""
LONG: Final = {
    Edition("schmidt_2017_ru_footnote"): 2,
    Edition("wikipedia"): 2,
    Edition("brettspielwelt"): 2,
    Edition("junior"): 4,
}
"""Those of other kinds: a hidden stack, piles turned over as a whole, penalties and votes, a short stack."""


@pytest.mark.parametrize(
    ("edition", "seats"),
    [*QUICK.items(), *(pytest.param(*one, marks=pytest.mark.long) for one in LONG.items())],
    ids=str,
)
def test_an_edition_is_played_in_the_window_to_its_match_result(edition: Edition, seats: int) -> None:
    _check_cards(edition, seats, edition.short(seats))


@pytest.mark.slow
@pytest.mark.parametrize("seats", sorted(EDGES))
@pytest.mark.parametrize("pro", [None, *ProStep], ids=str)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_edition_with_and_without_the_pro_variant_is_played_at_every_size(
    preset: str, pro: ProStep | None, seats: int
) -> None:
    edition = Edition(preset, pro)
    _check_cards(edition, seats, edition.short(seats) if seats == 12 else None)


# ---------------------------------------------------------------- dice


class DiceMatch(NamedTuple):
    """A way to play dice. ``extra``: dice that the first person takes in addition, in this mode."""

    preset: str
    touch_mode: str
    extra: int = 0
    mode: HandicapMode = HandicapMode.LEAVE_OUT

    def __str__(self) -> str:
        extra = f"-{self.extra}-{self.mode}" if self.extra else ""
        return f"{self.preset}-{self.touch_mode}{extra}"

    def choices(self, length: str) -> dict[str, str]:
        """Return its choices in the lobby, the game first."""
        chosen = {"preset": self.preset, "touch_mode": self.touch_mode, "handicap_mode": self.mode.value}
        return {"game": "dice", **chosen, "length": length}


DICE: Final = tuple(
    DiceMatch(preset, touch_mode, *extra)
    for preset in DICE_PRESETS
    for touch_mode in ("drag", "tap")
    for extra in ((), (2, HandicapMode.LEAVE_OUT), (2, HandicapMode.TRANSFER))
)
ROUNDS_EACH: Final = "rounds_each 1"


def _check_dice(played: DiceMatch, seats: int, length: str) -> Evening:
    """Play a match of dice and check the number of rounds, the dice of every handicap, and that every roll is shown."""
    evening = _match(str(played), seats, played.choices(length), played.extra or None)
    _check_result(evening, played.preset)
    assert evening.session.table.match is not None
    rules, extras = evening.session.table.match.game.rules, [played.extra] + [0] * (seats - 1)
    drawn = sum(dice_counts(replace(rules, dice_extra=tuple(extras)), seats))
    assert set(evening.check.drawn.values()) == {drawn}
    assert len(evening.check.drawn) == rules.rounds(seats)
    assert evening.shown.touch_mode == played.touch_mode
    assert "rolling" in evening.check.seen
    return evening


QUICK_DICE: Final = {
    DiceMatch("university_games_2013", "tap", 2, HandicapMode.LEAVE_OUT): 2,
    DiceMatch("wuerfel_schmidt", "drag", 2, HandicapMode.TRANSFER): 4,
}
"""With the number of seats: each edition, one by tapping, one by dragging, two kinds of handicap; slow: all ways."""


@pytest.mark.parametrize(("played", "seats"), QUICK_DICE.items(), ids=str)
def test_dice_are_played_in_the_window_to_the_match_result(played: DiceMatch, seats: int) -> None:
    _check_dice(played, seats, ROUNDS_EACH)


@pytest.mark.parametrize(
    ("seats", "level"),
    [
        pytest.param(2, (1, 2), marks=pytest.mark.slow),
        (4, (1, 2, 3)),
        pytest.param(12, (1, 5, 7, 12), marks=pytest.mark.slow),
    ],
)
def test_who_is_level_at_the_top_plays_a_tie_break_in_the_window_and_one_of_them_wins(
    seats: int, level: tuple[int, ...]
) -> None:
    played = DiceMatch("university_games_2013", "drag", 1)
    evening = _match("tie-break", seats, played.choices(ROUNDS_EACH), played.extra, level)
    _check_result(evening, played.preset)
    assert evening.shown.extra_round
    assert evening.check.drawn[seats + 1] == len(BAG), "nobody has extra dice in a tie-break"
    assert evening.shown.result is not None
    (winner,) = evening.shown.result.winners
    assert winner in level


def test_a_shared_win_is_shown_as_shared() -> None:
    level = (1, 2, 4)
    played = DiceMatch("wuerfel_schmidt", "drag")
    evening = _match("shared", 4, played.choices(ROUNDS_EACH), None, level)
    _check_result(evening, played.preset)
    assert evening.shown.result is not None
    assert evening.shown.result.winners == level


@pytest.mark.slow
@pytest.mark.parametrize("seats", sorted(EDGES))
@pytest.mark.parametrize("played", DICE, ids=str)
def test_dice_are_played_in_every_way_at_every_size(played: DiceMatch, seats: int) -> None:
    _check_dice(played, seats, ROUNDS_EACH if seats == 12 else "rounds_each 3")
