"""What is shown as wrong beside a rule: the referee refuses it in every edition, for the reason that is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.game import WrongMove, picture_of_game
from kiosk.display.texts.refusals import reason_text
from kiosk.game.cards.commands import CardPlace
from kiosk.game.cards.rules import CardRules, Enforcement, HandUse, Pro
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.referee.judge import judge, parse_scenario
from kiosk.rulebook import Edition, all_editions, short

STRICT: dict[str, Any] = {"hand_use": HandUse.TABLE_FIRST, "hand_use_enforcement": Enforcement.BLOCK}
SOURCES = ((CardPlace.STACK, CardPlace.DISCARD), (CardPlace.DISCARD,))


def _editions() -> Iterator[Any]:
    """Yield every edition with its rules, those of the cards also with the pro variant, from both and one source."""
    for name, edition in all_editions().items():
        yield pytest.param(edition, edition.preset.rules, {}, id=name)
        if isinstance(edition.preset.rules, CardRules):
            strict = replace(edition.preset.rules, **STRICT)
            yield pytest.param(edition, strict, STRICT, id=f"{name}, row and stack first")
            for sources in SOURCES:
                rules = replace(edition.preset.rules, pro=Pro(enabled=True, sources=sources))
                options = {"pro": {"enabled": True, "sources": [*sources]}}
                yield pytest.param(edition, rules, options, id=f"{name}, pro from {' and '.join(sources)}")


def _judged(edition: Edition, options: dict[str, Any], position: dict[str, Any], *acts: dict[str, Any]) -> Any:
    """Return the outcome of the last of these acts of the first seat, a second apart."""
    commands = [{"at": 1_000 * number, "seat": 0, **act} for number, act in enumerate(acts)]
    scenario = {"game": edition.game, "preset": edition.preset.name, "options": options, "commands": commands}
    return judge(parse_scenario(json.dumps({**scenario, **position})))["outcomes"][-1]


def _cards(edition: Edition, options: dict[str, Any], move: WrongMove) -> Any:
    """Return how the card of this move is judged as it lies in the picture."""
    own = {"row": ["y9"], "stack": ["g8"], "hand": [], "discard": []}
    center = [move.onto] if move.onto and move.do != "tuck" else []
    act: dict[str, Any] = {"do": move.do}
    before: list[dict[str, Any]] = []
    if move.source == "row":
        own["row"] = [move.piece]
    elif move.source == "stack":
        own["stack"] = ["g8", move.piece]
    if move.do == "flip":
        own["hand"] = ["r2", "y5", "b4"]
    elif move.do == "play":
        act["from"] = "row 0" if move.source == "row" else move.source
    elif move.do == "tuck":
        own["row"], act = [move.onto], {"do": "tuck", "from": move.source, "slot": 0}
    if move.source == "discard" and move.reason == "third_card_only":  # the one above it has just been played
        own["hand"], before = ["r2", move.piece, "b4"], [{"do": "flip"}, {"do": "play", "from": "discard"}]
        center = [*center, "b3"]
    elif move.source == "discard":
        own["hand"], before = ["r2", "y8", move.piece], [{"do": "flip"}]
    other = {"row": ["g9"], "stack": ["g10"], "hand": [], "discard": []}
    return _judged(edition, options, {"center": center, "seats": [own, other]}, *before, act)


def _dice(edition: Edition, move: WrongMove) -> Any:
    """Return how the die of this move is judged as it lies in the picture."""
    own = {"dice": move.piece[0]}
    if move.reason != "not_rolled":
        own["rolled"] = move.piece
    board = dict.fromkeys("rgby", 0) | ({move.onto[0]: int(move.onto[1:])} if move.onto else {})
    act = {"do": "stop"} if move.do == "stop" else {"do": move.do, "die": move.piece}
    return _judged(edition, {}, {"board": board, "seats": [own, {"dice": "gy"}]}, act)


@pytest.mark.parametrize(("edition", "rules", "options"), [*_editions()])
def test_the_referee_refuses_what_is_shown_as_wrong(edition: Edition, rules: Any, options: dict[str, Any]) -> None:
    game = picture_of_game(edition.game)
    moves = [game.wrong_move(rules, key) for key, _ in short(edition.game, rules, speaker("en"))]
    shown = [move for move in moves if move is not None]
    assert len(shown) == (5 if edition.game == "cards" else 3)
    for move in shown:
        outcome = _cards(edition, options, move) if edition.game == "cards" else _dice(edition, move)
        assert (outcome["result"], outcome.get("reason")) == ("rejected", move.reason)


@pytest.mark.parametrize("language", ["en", *installed()])
def test_every_reason_has_words(language: str) -> None:
    say = speaker(language)
    for edition in all_editions().values():
        for key, _ in short(edition.game, edition.preset.rules, say):
            move = picture_of_game(edition.game).wrong_move(edition.preset.rules, key)
            if move is not None:
                assert "_" not in say(reason_text(move.reason, edition.game))
