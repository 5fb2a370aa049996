"""Every option value has its sentence, and an edition's words come from its options alone."""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from enum import EnumType
from itertools import product
from typing import Any, get_type_hints

import pytest

from kiosk.cli.main import main
from kiosk.game.card_commands import Place
from kiosk.game.card_rules import (
    OPTIONS,
    PRESETS,
    CardRules,
    FalseStop,
    FalseStopKind,
    MatchEnd,
    MatchEndKind,
    Misplay,
    MisplayKind,
    Pro,
    Recycle,
    RowSize,
    Score,
    StackFace,
)
from kiosk.game.dice_rules import DICE_OPTIONS, DiceRules, DiceTie, HandicapMode
from kiosk.rulebook import all_editions, edition, editions
from kiosk.rulebook.cards import PRO, TOPICS
from kiosk.rulebook.cards import RULEBOOK as CARDS
from kiosk.rulebook.dice import DICE_TOPICS
from kiosk.rulebook.dice import RULEBOOK as DICE
from kiosk.rulebook.topic import Topic

SOURCES = [(), (Place.STACK,), (Place.DISCARD,), (Place.STACK, Place.DISCARD), (Place.DISCARD, Place.STACK)]


TOPICS_OF = [(CardRules, topic) for topic in (*TOPICS, *PRO)] + [(DiceRules, topic) for topic in DICE_TOPICS]
OPTIONS_OF = [(CardRules, OPTIONS), (DiceRules, DICE_OPTIONS)]


def values(rules: type, path: str) -> list[Any]:
    """Return every value that the option at ``path`` may have."""
    kind: Any = rules
    for name in path.split("."):
        if name == "via_row":
            return [False, True]
        kind = get_type_hints(kind)[name]
    if isinstance(kind, EnumType):
        return list(kind)
    return [False, True] if kind is bool else SOURCES


@pytest.mark.parametrize(("rules", "topic"), TOPICS_OF)
def test_every_value_of_an_option_has_its_sentence_and_no_sentence_is_for_another(rules: type, topic: Topic) -> None:
    assert set(topic.sentences) == set(product(*(values(rules, option) for option in topic.options)))


@pytest.mark.parametrize(("rules", "options"), OPTIONS_OF)
def test_every_option_that_is_a_choice_is_spoken_of(rules: type, options: tuple[str, ...]) -> None:
    spoken = {option for of, topic in TOPICS_OF if of is rules for option in topic.options}
    choices = set()
    for name, kind in get_type_hints(rules).items():
        if name not in options:
            continue
        parts = (
            {f"{name}.{part}": of for part, of in get_type_hints(kind).items()} if is_dataclass(kind) else {name: kind}
        )
        choices |= {path for path, of in parts.items() if isinstance(of, EnumType)}
    assert choices <= spoken


@pytest.mark.parametrize(
    "change",
    [
        {"row_size": RowSize(((2, 4),), 2)},
        {"stack_size": 12},
        {"stack_size": (10, 8)},
        {"stop_timeout_ms": 1000},
        {"late_ms": 250},
        {"flip_cooldown_ms": 0},
        {"flip_cooldown_ms": (350, 2350)},
        {"shuffle_lock_ms": 0},
        {"score": Score(2, -2)},
        {"score": Score(1, -3)},
        {"false_stop": FalseStop(ms=3000)},
        {"false_stop": FalseStop(FalseStopKind.PENALTY, points=2)},
        {"misplay": Misplay(MisplayKind.LOCKOUT, ms=500)},
        {"match_end": MatchEnd(n=4)},
        {"match_end": MatchEnd(MatchEndKind.TIME, minutes=20)},
        {"pro": Pro(enabled=True)},
        {"stack_face": StackFace.DOWN},
        {"recycle": Recycle.TURN_OVER},
    ],
    ids=str,
)
def test_another_number_or_choice_gives_other_words(change: dict[str, Any]) -> None:
    assert CARDS.sentences(replace(CardRules(), **change)) != CARDS.sentences(CardRules())


@pytest.mark.parametrize(
    "change",
    [
        {"start_score": 0},
        {"rounds_per_player": 1},
        {"dice_tie": DiceTie.SHARED},
        {"dice_extra": (1, 0)},
        {"handicap_mode": HandicapMode.TRANSFER},
        {"roll_ms": 500},
        {"roll_ms": (900, 400)},
        {"stop_timeout_ms": 1000},
        {"late_ms": 250},
        {"false_stop": FalseStop(ms=3000)},
        {"false_stop": FalseStop(FalseStopKind.PENALTY, points=2)},
        {"misplay": Misplay(MisplayKind.LOCKOUT, ms=500)},
        {"unanimous_abort": False},
        {"house_seats": True},
    ],
    ids=str,
)
def test_another_number_or_choice_of_dice_gives_other_words(change: dict[str, Any]) -> None:
    assert DICE.sentences(replace(DiceRules(), **change)) != DICE.sentences(DiceRules())


def test_a_time_of_each_seat_s_own_is_told_seat_by_seat() -> None:
    cards = CARDS.sentences(CardRules(flip_cooldown_ms=(350, 2350)))
    assert cards[-1] == "Time between flips, seat by seat: 0.35 seconds, 2.35 seconds."
    assert "at least the seat's own time lie between flips" in " ".join(cards)
    assert (
        DICE.sentences(DiceRules(roll_ms=(900, 1900)))[-1] == "Time of a roll, seat by seat: 0.9 seconds, 1.9 seconds."
    )


def test_a_hidden_stack_is_never_said_to_go_straight_to_the_centre() -> None:
    words = " ".join(CARDS.sentences(CardRules(stack_face=StackFace.DOWN)))
    assert "straight to the centre" not in words
    assert "A 1 on top of the stack" not in words


def test_every_edition_names_its_source_and_what_is_our_own_filling() -> None:
    for of in all_editions().values():
        text, preset = edition(of), of.preset
        assert preset.source in text
        assert text.endswith(f"{', '.join(preset.filled)}.")
        assert "{" not in text


def test_kiosk_rules_lists_the_editions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out == editions() + "\n"
    assert [line.split()[0] for line in editions().splitlines()] == list(all_editions())
    assert len(all_editions()) == len(PRESETS) + 2


def test_kiosk_rules_tells_one_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nordic_is"]) == 0
    assert "turned over and becomes the hand" in capsys.readouterr().out


def test_kiosk_rules_tells_an_edition_of_dice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wuerfel_schmidt"]) == 0
    printed = capsys.readouterr().out
    assert "Everybody begins with 0 points" in printed
    assert "Equal highest totals share the win." in printed


def test_an_unknown_edition_is_told_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "poker"]) == 2
    assert "'poker' is no preset; there are: table_default," in capsys.readouterr().err
