"""The texts of the answers to taps on what does nothing (``input.answers``)."""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.games import Words
from kiosk.locale.speaker import Say, mark

_TEXTS: Final[dict[str, str]] = {
    "hold": mark("Hold to leave"),
    "lapsed": mark("No pause: too few agreed in time"),
    "button": mark("Press the button at the edge"),
    "options": mark("Choose under Options"),
    "start": mark("Wait for the start"),
}
"""The answers of every game; a game's own are its ``Words.answers``."""


def answer_text(key: str, words: Words, say: Say, number: int) -> str:
    """Return the text of an answer, which may tell a ``number``; empty if the game has none."""
    texts = words.answers.get(key, ())
    if len(texts) > 1:
        return say.count(texts[0], texts[1], number)
    text = texts[0] if texts else _TEXTS.get(key, "")
    return say(text) if text else ""
