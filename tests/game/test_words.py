"""The words of rules, refusals and ends, which journals, configurations and messages hold."""

from __future__ import annotations

from enum import StrEnum

import pytest

import kiosk.game
from kiosk.game.commands import SeatCommand
from kiosk.game.game_rules import rules_of_game
from kiosk.game.refusals import DeadState
from tests.rig.words import words_of


@pytest.mark.parametrize("kind", words_of(kiosk.game), ids=lambda kind: kind.__name__)
def test_a_word_is_its_name_and_stays_as_old_journals_have_it(kind: type[StrEnum]) -> None:
    before = "dead_" if kind is DeadState else ""
    assert [word.value for word in kind] == [before + word.name.lower() for word in kind]


@pytest.mark.parametrize(
    ("game", "words"),
    [("cards", "play flip refill tuck stop vote leave"), ("dice", "roll place stop vote leave")],
)
def test_commands_have_the_words_of_the_referee_s_language(game: str, words: str) -> None:
    commands = rules_of_game(game).commands
    assert [command.word for command in commands if issubclass(command, SeatCommand)] == words.split()
