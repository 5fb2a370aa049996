"""The texts of any game: its words for what all games have, its choices, its refusals, and a piece in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from msgspec import Struct, field

from kiosk.display.paint.theme import color_of
from kiosk.game.colors import Color
from kiosk.game_registry import registry
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say


class Words(Struct, frozen=True, kw_only=True):
    """A game's own words, as keys of the catalogues.

    ``nobody_can_play``: if a vote is the only way out; ``one_left``: one piece is left of what a Stop needs, empty: not
    said; ``cries``: the calls to everybody, by the kind of the move (``Move.kind``); ``answers``: what is said to a tap
    on what does nothing (``input.answers.ANSWERS``), two texts where it tells a number: the second is the plural;
    ``stories``: the stories of a round that are about pieces (``StoryKind``), likewise.
    """

    start: str
    stop: str
    you_stopped: str
    may_stop: str
    still_there: str
    vote_too: str
    nobody_can_play: str
    free_seat: str
    no_room: str
    placed: str
    one_left: str = ""
    cries: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class ChoiceText(Struct, frozen=True):
    """The texts of a choice.

    ``values``: the text of each value; a value with a number after its word (``rounds 5``) is found by its word, if the
    text has a place for the number (``{n}``).
    ``hints``: one line about what is special about a value; ``brief``: shorter texts, for where a long one has no room.
    """

    title: str
    values: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    brief: Mapping[str, str] = field(default_factory=dict)

    def name(self, value: str, say: Say, *, brief: bool = False) -> str:
        """Return the text of the value; without one it is a name that people have given, and stays as it is."""
        word, _, number = value.partition(" ")
        texts = {**self.values, **self.brief} if brief else self.values
        text = texts.get(value)
        if text is None and number.isdecimal() and "{n}" in texts.get(word, ""):
            text = texts[word]
        return value if text is None else say(text, n=number)

    def hint(self, value: str, say: Say) -> str:
        """Return the hint about the value; empty if it has none."""
        text = self.hints.get(value, "")
        return say(text) if text else ""


class HandicapText(Struct, frozen=True):
    """The texts of a seat's handicap.

    ``label``: in the panel, ``value``: in the list of choices; ``special``: for one of them, instead of both;
    ``told``: in the match's result; ``name``: in short, where a game has another handicap beside it.
    """

    icon: str
    title: str
    note: str
    label: str
    value: str
    told: str
    special: Mapping[int, str] = field(default_factory=dict)
    name: str = ""

    def shown(self, size: int, say: Say) -> str:
        """Return its text in the panel."""
        return say(self.special.get(size, self.label), size=size)

    def offered(self, size: int, say: Say) -> str:
        """Return its text in the list of choices."""
        return say(self.special.get(size, self.value), size=size)


class CooldownText(Struct, frozen=True, kw_only=True):
    """The texts of a seat's own cooldown, a handicap.

    ``name``: in short; ``title`` and ``note``: above and below its values; ``told``: in the match's result, with
    ``wait``.
    """

    name: str
    title: str
    note: str
    told: str


def longer(ms: int, say: Say) -> str:
    """Return how many seconds more something takes, in halves: +1 s; with nothing more: +0 s."""
    return say("{seconds} s", seconds=more_seconds(ms))


def more_seconds(ms: int) -> str:
    """Return a difference in seconds, in halves, as every language writes it: +1½."""
    whole, half = divmod(round(abs(ms) / 500), 2)
    number = f"{whole or ''}{'½' if half else ''}" or "0"
    sign = "\N{MINUS SIGN}" if ms < 0 else "+"
    return f"{sign}{number}"


class GameTexts(Struct, frozen=True, kw_only=True):
    """Every text of a game, as keys of the catalogues or of its own translations."""

    name: str
    """The game's name, in the lobby's switch."""
    usual_edition: str
    """The title of the page of the service menu that sets the edition."""
    words: Words
    piece: Callable[[str, Say], str]
    """Returns a piece, written as in messages, in words."""
    reasons: Mapping[str, str]
    """The game's own refusals by ``Verdict.reason``; those of every game are in ``texts.refusals``.

    A key may continue after a space: with ``allowed`` it is the text of a warning, with a step of the pro variant the
    text under that step.
    """
    choices: Mapping[str, ChoiceText] = field(default_factory=dict)
    """The game's own choices in the lobby, and common ones that it words differently, by ``Choice.key``."""
    warnings: Mapping[str, str] = field(default_factory=dict)
    """Warnings about its choices, by ``Choice.warning``; one with a number after its word is found by its word."""
    handicap: HandicapText | None = None
    """None: the game has no handicaps."""
    cooldown: CooldownText | None = None
    """None: it has none of time."""


def texts_of_game(name: str) -> GameTexts:
    """Return the texts of a registered game, part of its ``games.game.GamePicture``."""
    return cast("GameTexts", registry.part(name, "display").texts)


_COLORS: Final[dict[Color, str]] = {
    Color.RED: mark("Red {number}"),
    Color.GREEN: mark("Green {number}"),
    Color.BLUE: mark("Blue {number}"),
    Color.YELLOW: mark("Yellow {number}"),
}


def piece_text(text: str, say: Say) -> str:
    """Return a card or die, written as in messages (``r3``), in words."""
    return say(_COLORS[color_of(text)], number=text[1:])
