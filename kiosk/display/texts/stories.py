"""The sentence that tells a round's story to everybody."""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.games import texts_of_game
from kiosk.display.texts.refusals import margin_text
from kiosk.display.texts.rounds import Names, who
from kiosk.locale.marks import mark, mark_count
from kiosk.locale.speaker import Say
from kiosk.protocol import Story, StoryKind

_STORIES: Final[dict[str, tuple[str, ...]]] = {
    StoryKind.CLOSE_RACE: (mark("{first} was {margin} ahead of {second}"),),
    StoryKind.DEAD_HEAT: (mark("{first} and {second}: the very same moment!"),),
    StoryKind.MOST_RACES: mark_count("{who} won {n} race", "{who} won {n} races"),
    StoryKind.FIRST: (mark("{who} had the fastest start: {seconds} s"),),
    StoryKind.FROM_BEHIND: (mark("{who} was behind and still won"),),
    StoryKind.AHEAD: (mark("{first} was done {seconds} s before {second}"),),
    StoryKind.ONE_SHORT: (mark("{who} won by a single point"),),
    StoryKind.SHARED: (mark("{first} and {second} share the win"),),
    StoryKind.COMEBACK: (mark("{who} climbed from place {n} to place {of}"),),
    StoryKind.TAKES_LEAD: (mark("{who} takes the lead"),),
    StoryKind.NECK_AND_NECK: mark_count(
        "Only {n} point between {first} and {second}", "Only {n} points between {first} and {second}"
    ),
    StoryKind.WINS_AGAIN: mark_count("{who} has won {n} round in a row", "{who} has won {n} rounds in a row"),
    StoryKind.BEST_ROUND: mark_count("{who} was never better: {n} point", "{who} was never better: {n} points"),
}
"""Two texts where a number decides: the second is the plural. Those about pieces are each game's own."""


def story_text(story: Story, game: str, names: Names, say: Say) -> str:
    """Return the sentence; empty if this game has no words for such a story."""
    text = {**_STORIES, **texts_of_game(game).words.stories}.get(story.kind)
    if text is None:
        return ""
    first, second = (who(seat, names, say) for seat in (story.seats[0], story.seats[-1]))
    number, seconds = int(story.value), say.number(story.value, 1)
    values: dict[str, str] = {"who": first, "first": first, "second": second, "seconds": seconds}
    values |= {"margin": margin_text(story.value, say), "of": say.number(story.of)}
    if len(text) > 1:
        one, many = text
        return say.count(one, many, number, **values)
    return say(text[0], n=number, **values)
