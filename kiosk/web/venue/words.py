"""Words of the pages that follow from values: of groups, periods, stories, races and awards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from kiosk.display.texts.awards import award_words
from kiosk.display.texts.choices import text_of
from kiosk.display.texts.games import texts_of_game
from kiosk.display.texts.refusals import margin_text
from kiosk.display.texts.stories import story_text
from kiosk.game.awards import Award, AwardKind
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say
from kiosk.protocol import Story, StoryKind
from kiosk.results.ranked import Group
from kiosk.web.venue.people import Who
from kiosk.web.venue.readings import AwardCount, Line, MatchTold, PlaceTold

_GOES_ON: Final = timedelta(hours=3)
"""A match of which nothing was heard for so long is not played any more: its table was switched off."""
_TENTHS: Final = 10.0
"""The margin from which its tenths of a millisecond tell a reader nothing."""
PERIOD_WORDS: Final = {"today": mark("Today"), "month": mark("This month"), "all": mark("All time")}
"""The periods of rankings (``readings.PERIODS``)."""
_PLACE_WORDS: Final = {
    "today": mark("Place {place} today"),
    "month": mark("Place {place} this month"),
    "all": mark("Place {place} of all time"),
}
"""A player's place in each."""


class Race(NamedTuple):
    """A close race: who was first and second, its piece (empty: not known), and the margin in words."""

    first: Who
    second: Who
    piece: str
    margin: str
    ms: float


class AwardTold(NamedTuple):
    """An award in words. ``figure``: empty if it has none; ``times``: how often it was given."""

    who: Who | None
    figure: str
    label: str
    times: int = 1


def group_words(group: Group, say: Say) -> str:
    """Return what the results of a group have in common, in words."""
    pro = say("Pro variant") if group.pro else ""
    touch = say("by tapping") if group.touch == "tap" else ""
    dice = say("real dice") if group.real_dice else ""
    return ", ".join(one for one in (*game_words(group.game, group.edition, say), pro, touch, dice) if one)


def game_words(game: str, edition: str, say: Say) -> tuple[str, str]:
    """Return the names of a game and of its edition; of one that is not installed here, as they are stored."""
    if game not in registry.names():
        return game, edition
    return say(texts_of_game(game).name), text_of("preset", game).name(edition, say)


def stories(told: MatchTold, people: dict[SeatNumber, Who], say: Say) -> Iterator[tuple[int, str]]:
    """Yield the stories of a match, each with its round's number."""
    names = tuple((seat, who.name) for seat, who in people.items())
    for one in told.counted:
        if one.story and one.game in registry.names() and one.story["kind"] in set(StoryKind):
            seats = tuple(SeatNumber(seat) for seat in one.story["seats"])
            kind = StoryKind(one.story["kind"])
            story = Story(kind, seats, one.story.get("value", 0), one.story.get("of", 0))
            if text := story_text(story, one.game, names, say):
                yield one.number, text


def closest_races(told: MatchTold, people: dict[SeatNumber, Who], say: Say, most: int) -> list[Race]:
    """Return the closest races of a match, the closest first."""
    races = [race for one in told.counted for race in one.races or () if {race["first"], race["second"]} <= {*people}]
    races.sort(key=lambda race: race.get("margin_ms") or 0.0)
    return [_race(race, people, say) for race in races[:most]]


def _race(race: dict[str, Any], people: dict[SeatNumber, Who], say: Say) -> Race:
    ms, lot = race.get("margin_ms"), race.get("lot")
    margin = say("the very same moment") if lot or ms is None else margin_text(ms if ms < _TENTHS else round(ms), say)
    return Race(people[race["first"]], people[race["second"]], race.get("card", ""), margin, ms or 0.0)


def match_awards(told: MatchTold, people: dict[SeatNumber, Who], say: Say) -> Iterator[AwardTold]:
    """Yield the awards of a match, in the order of its places."""
    for line in told.lines:
        counted = [one for one, played in zip(line.results, told.rounds, strict=True) if played.void_reason is None]
        given = next((one for one in reversed(counted) if one is not None and one.award), None)
        if given is not None and given.award in set(AwardKind):
            seat = SeatNumber(given.seat)
            award = Award(seat, AwardKind(given.award), given.award_figure or 0)
            yield AwardTold(people[seat], *award_words(award, say))


def award_told(one: AwardCount, say: Say) -> AwardTold | None:
    """Return how often a player has got an award, in words; None: it is none that this version knows."""
    if one.kind not in set(AwardKind):
        return None
    return AwardTold(None, *award_words(Award(SeatNumber(1), AwardKind(one.kind), one.figure), say), one.times)


def place_told(one: PlaceTold, say: Say) -> str:
    """Return a player's place in a period, in words."""
    return say(_PLACE_WORDS[one.period], place=one.place)


def title_of(told: MatchTold, winners: tuple[Who, ...], now: datetime, say: Say) -> str:
    """Return a match's result in a line."""
    if len(winners) == 1:
        return say("{who} wins", who=winners[0].name)
    if len(winners) == 2:
        return say("{first} and {second} share the win", first=winners[0].name, second=winners[1].name)
    if winners:
        return say("Shared win")
    goes_on = told.match.ended is None and now - told.ended < _GOES_ON
    return say("Still being played") if goes_on else say("Broken off")


def signed(points: int) -> str:
    """Return a gain or loss of points, as every language writes it."""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")


def number(points: int) -> str:
    """Return a number of points, as every language writes it."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def total(line: Line) -> str:
    """Return a seat's total."""
    return number(line.result.total)
