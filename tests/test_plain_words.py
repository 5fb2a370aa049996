"""Every option value has its sentence, and an edition's words come from its options alone."""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from enum import EnumType
from itertools import product
from typing import Any, get_type_hints

import pytest

from kiosk.cli import main
from kiosk.game.commands import Place
from kiosk.game.rules import (
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
from kiosk.plain_words import PRO, TOPICS, Topic, edition, editions, sentences

SOURCES = [(), (Place.STACK,), (Place.DISCARD,), (Place.STACK, Place.DISCARD), (Place.DISCARD, Place.STACK)]


def values(path: str) -> list[Any]:
    """Every value that the option at ``path`` may have."""
    kind: Any = CardRules
    for name in path.split("."):
        if name == "via_row":
            return [False, True]
        kind = get_type_hints(kind)[name]
    if isinstance(kind, EnumType):
        return list(kind)
    return [False, True] if kind is bool else SOURCES


@pytest.mark.parametrize("topic", [*TOPICS, *PRO], ids=lambda topic: "+".join(topic.options) or "always")
def test_every_value_of_an_option_has_its_sentence_and_no_sentence_is_for_another(topic: Topic) -> None:
    assert set(topic.sentences) == set(product(*map(values, topic.options)))


def test_every_option_that_is_a_choice_is_spoken_of() -> None:
    spoken = {option for topic in (*TOPICS, *PRO) for option in topic.options}
    choices = set()
    for name, kind in get_type_hints(CardRules).items():
        if name not in OPTIONS:
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
    assert sentences(replace(CardRules(), **change)) != sentences(CardRules())


def test_a_hidden_stack_is_never_said_to_go_straight_to_the_centre() -> None:
    words = " ".join(sentences(CardRules(stack_face=StackFace.DOWN)))
    assert "straight to the centre" not in words
    assert "A 1 on top of the stack" not in words


def test_every_edition_names_its_source_and_what_is_our_own_filling() -> None:
    for preset in PRESETS.values():
        text = edition(preset)
        assert preset.source in text
        assert text.endswith(f"{', '.join(preset.filled)}.")
        assert "{" not in text


def test_kiosk_rules_lists_the_editions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out == editions() + "\n"
    assert [line.split()[0] for line in editions().splitlines()] == list(PRESETS)


def test_kiosk_rules_tells_one_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nordic_is"]) == 0
    assert "turned over and becomes the hand" in capsys.readouterr().out


def test_an_unknown_edition_is_told_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "poker"]) == 2
    assert "'poker' is no preset; there are: table_default," in capsys.readouterr().err
