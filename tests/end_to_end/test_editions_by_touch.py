"""Other editions with fingers, through a real X server: gaps to fill, the pro variant, a stack face down."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.rig.game import Game
from tests.rig.robot import SEATS, Drag
from tests.rig.scene import Scene, Thing

pytestmark = [pytest.mark.touch, pytest.mark.process]


@pytest.fixture
def edition(new_game: Callable[..., Game]) -> Callable[..., Game]:
    """Return a function that starts a round of an edition that somebody has chosen under "More"."""
    return lambda **choices: new_game(choices)


def _gap(scene: Scene) -> Thing | None:
    """Return an empty place of a row that can be filled."""
    return next((thing for thing in scene.of("row") if not thing.card and thing.enabled), None)


def test_a_gap_of_the_classic_edition_is_filled_by_a_tap_or_by_a_drag(
    edition: Callable[..., Game],
) -> None:
    game = edition(preset="schmidt_de_fr_it")
    for fill in (game.robot.refill, lambda gap: _drag_the_stack(game, gap)):
        gap = game.robot.find("a gap", _gap)
        assert gap.seat is not None
        assert gap.slot is not None
        before = game.seat(gap.seat)
        fill(gap)
        after = game.seat(gap.seat)
        assert after.row[gap.slot].card == before.stack_card
        assert after.stack_count == before.stack_count - 1
        assert after.centered == before.centered


def _drag_the_stack(game: Game, gap: Thing) -> None:
    game.robot.lay(game.kiosk.scene().one("stack", gap.seat), gap)


def test_in_the_pro_variant_with_a_hidden_stack_discards_are_tucked_and_the_stack_stays(
    edition: Callable[..., Game],
) -> None:
    game = edition(preset="schmidt_2017_ru_footnote", pro="any_lower")
    seat = game.robot.find("a discard for the row", lambda _: _tucker(game))
    scene = game.kiosk.scene()
    before = game.seat(seat)
    slot = before.discard_to[0]
    game.robot.lay(scene.one("discard", seat), scene.of("row", seat)[slot])
    assert game.seat(seat).row[slot].card == before.discard_card
    assert game.seat(seat).row[slot].count == 2

    stack = scene.one("stack", seat)
    assert (stack.card, game.seat(seat).stack_card) == (None, None)
    game.robot.drag([Drag(seat, stack, scene.middle)])
    game.watcher.wait_for("the refusal", lambda _: "via_row_only" in _reasons(game, seat))
    assert game.seat(seat).stack_count == before.stack_count


def _tucker(game: Game) -> int | None:
    """Return a seat whose discard can be laid onto its row."""
    return next((seat for seat in SEATS if game.seat(seat).discard_to), None)


def _reasons(game: Game, seat: int) -> list[str]:
    return [verdict.reason for verdict in game.watcher.seat(seat).ticker]
