"""The states of the table that the gallery shows, in order, as data; and the snapshots of each. Pure: without Kivy.

A state is an instant of a film (``films``). Tests go through the same list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.config.fit_check import judge
from kiosk.config.loader import CONFIGS, load
from kiosk.drawings.gallery.films import FILMS, people
from kiosk.drawings.gallery.rehearsal import Rehearsal, Unreachable
from kiosk.locale.languages import installed
from kiosk.table.arbiter import SourceClass
from kiosk.table.settings import TableSettings, seconds

TABLES: Final = {2: "two", 3: "three", 4: "four", 6: "six", 8: "eight", 12: "twelve"}
"""The ready-made tables, by their number of seats."""
USUAL: Final = (2, 4, 12)
"""The numbers of seats that the gallery shows by default."""
SIZE: Final = (1920, 1080)
LANGUAGES: Final = installed()
"""The languages of people in the gallery, the usual one first."""
_SEEDS: Final = range(1, 40)
"""The seeds that are tried for a film: not in every round somebody may call Stop, or two want the same pile."""
_GOOD: Final = {
    "round": {12: 3},
    "slips": {3: 22, 6: 2, 8: 2},
    "shared": {2: 8, 3: 7, 4: 2, 6: 5, 8: 2, 12: 2},
    "dice": {4: 3},
    "first round": {2: 2},
    "match": {4: 2},
}
"""Film -> number of seats -> the first seed that was good when this was written, if not the first: it is tried first.
In a match it is one that a person wins.
"""
_BEST: Final = {
    "cards": ((87, "Lale"), (74, "Otto"), (69, "")),
    "dice": ((121, "Birta"), (114, ""), (109, "Otto")),
}
"""The best results of the day by game, of the first seats: points and name."""
_SCAN: Final = milliseconds(5)
"""The precision of touches: good enough to tell the margin of the race that is shown."""


class GalleryState(NamedTuple):
    """A state of the gallery: the instant ``after`` seconds after a label of a film."""

    name: str
    about: str
    film: str
    label: str
    after: float = 0.0
    moment: float = 0.0
    """The length of its animation in seconds, from the label on; 0: a picture only."""
    opens: tuple[str, ...] = ()
    """The controls that are tapped in every panel that has them, one after the other; ``digit 4``: with this text."""
    touch_dead: bool = False
    """True if the touch panel reports no touches."""
    gone: bool = False
    """True if the table process has stopped."""
    strip: bool = False
    """True if the developer's strip is shown."""

    @property
    def number(self) -> int:
        """Its place in the list, from 1."""
        return STATES.index(self) + 1


class Film(NamedTuple):
    """The snapshots of a film, oldest first, and its named instants."""

    welcome: msg.Welcome
    shown: tuple[msg.Snapshot, ...]
    labels: dict[str, Instant]

    def until(self, at: int) -> Iterator[msg.Snapshot]:
        """Yield the snapshots up to this instant; the last one is on the table then."""
        return (one for one in self.shown if one.now <= at)


class Scene(NamedTuple):
    """A state at a table: what a display needs to draw it."""

    state: GalleryState
    film: Film
    begins: Instant
    """The instant of the label, at which its animation begins."""
    at: Instant
    """The instant of its picture."""

    @property
    def welcome(self) -> msg.Welcome:
        """The table's layout."""
        return self.film.welcome

    @property
    def snapshot(self) -> msg.Snapshot:
        """The snapshot that is on the table."""
        return [*self.film.until(self.at)][-1]


def _more(key: str, about: str, *before: str) -> GalleryState:
    opens = ("more", *before, f"choose {key}")
    return GalleryState(f"more-{key.replace('_', '-')}", about, "lobby", "some", 1, opens=opens)


def _service(page: str, about: str, opens: tuple[str, ...] = ()) -> GalleryState:
    return GalleryState(f"service-{page.replace('_', '-')}", about, "service", page, 0.05, opens=opens)


_COOLDOWN: Final = ("handicaps", "cooldown")
_HOUSE: Final = ("more", "options", "house_rules")
"""The way to the options of the edition."""
_LAST_PAGE: Final = ("rules", "previous_page")

STATES: Final = (
    GalleryState("attract", "Nobody is here: cards stream to all trays", "attract", "cards", 0, 4),
    GalleryState("attract-round", "Bots play a short round of cards", "attract", "cards played", 1.5, 4),
    GalleryState("attract-stop", "One of them has called", "attract", "stopped", 0.8, 2.4),
    GalleryState("attract-best", "The best of today", "attract", "best", 2, 4),
    GalleryState("attract-dice", "Dice stream to all trays", "attract dice", "dice", 0, 4),
    GalleryState("attract-dice-round", "Bots play dice", "attract dice", "dice played", 0, 4),
    GalleryState("lobby", "One seat is taken, one ready, the others are free", "lobby", "some", 1, 4),
    GalleryState("lobby-sat", "Somebody has just sat down", "lobby", "sat", 1, 2),
    GalleryState("lobby-ready", "Nearly everybody is ready", "lobby", "nearly"),
    GalleryState("lobby-dice", "Before a match of dice", "lobby of dice", "some"),
    GalleryState("lesson", "Newcomers practise, each at another step", "lesson", "steps", 1.4, 3),
    GalleryState("lesson-over", "They have done every step", "lesson", "over", 0.5),
    GalleryState("lesson-dice", "Newcomers practise with dice", "lesson of dice", "steps", 1.4, 3),
    GalleryState("names", "Names to choose from", "lobby", "some", 1, opens=("name",)),
    GalleryState("new-name", "A name is written", "lobby", "some", 1, opens=("name", "new_name")),
    GalleryState("language", "The languages", "lobby", "some", 1, opens=("language",)),
    GalleryState("handicap", "The seat's own stack", "lobby", "some", 1, opens=("more", "handicaps", "handicap")),
    GalleryState("handicaps", "The seat's own handicaps", "lobby", "some", 1, opens=("more", "handicaps")),
    GalleryState("cooldown", "The seat's own wait after a flip", "lobby", "some", 1, opens=("more", *_COOLDOWN)),
    GalleryState("cooldown-dice", "Its own time of a roll", "lobby of dice", "some", 1, opens=("more", *_COOLDOWN)),
    GalleryState("more", "The choices for everybody", "lobby", "some", 1, opens=("more",)),
    _more("preset", "The editions"),
    _more("length", "The lengths of a match"),
    _more("pro", "The professional variant", "options"),
    _more("touch_mode", "Drag or tap", "options"),
    _more("bots", "The strengths of the bots"),
    GalleryState("house-rules", "The options of the edition", "house rules", "changed", 0.5, opens=_HOUSE),
    GalleryState(
        "house-rule", "The values of one option", "house rules", "changed", 0.5, opens=(*_HOUSE, "house_rule")
    ),
    GalleryState("house-rules-proposed", "Somebody proposes a house rule", "house rules", "proposed", 2),
    GalleryState("house-rules-dropped", "Somebody has objected", "house rules", "dropped", 0.5),
    GalleryState("lobby-asked", "A disc proposes the other game", "discs", "asked", 2, 3),
    GalleryState("lobby-agreed", "Nobody has objected: it holds", "discs", "holds"),
    GalleryState("rules", "The rules of the game", "lobby", "some", 1, opens=("rules",)),
    GalleryState("rules-dice", "The rules of dice", "lobby of dice", "some", opens=("rules", "next_page")),
    GalleryState("rules-differ", "What differs from the table's rules", "another edition", "some", opens=_LAST_PAGE),
    GalleryState("deal", "The cards are dealt", "round", "countdown", 0.5, 3.4),
    GalleryState("countdown", "Three, two, one", "round", "countdown", 1.9),
    GalleryState("start", "The call with which a round begins", "round", "play", 0.4, 1.2),
    GalleryState("play-early", "Five seconds after GO", "round", "early", 0, 4),
    GalleryState(
        "first-round", "A card that has fitted for 8 s glows for a newcomer", "first round", "glows", 1.0, 2.6
    ),
    GalleryState("play-full", "Most of the piles are open", "round", "full"),
    GalleryState(
        "rules-in-play", "Somebody reads the rules in a round", "round", "early", 0.9, opens=("rules", "next_page")
    ),
    GalleryState("last-card", "A stack with its last card", "round", "last_card", 0.05, 3),
    GalleryState("streak", "Three cards in four seconds: the seat's bar of light is hot", "round", "streak", 0.5, 6),
    GalleryState("refused", "A card that fits nowhere comes back", "slips", "refused", 0.3, 2),
    GalleryState("false-stop", "A Stop while the stack is not empty", "slips", "false_stop", 0.3, 2),
    GalleryState("beaten", "Somebody was faster by 14 ms", "slips", "beaten", 0.2, 2),
    GalleryState("may-stop", "A stack is empty: its seat may call Stop", "round", "may_stop", 0.3, 1),
    GalleryState("last-seconds", "The round ends by itself in three seconds", "last seconds", "due", 2.4, 5.3),
    GalleryState("ember", "An edition that waits for the press", "waits for a press", "may_stop", 1.0),
    GalleryState("stop", "Ligretto Stop", "round", "stopped", 1.0, 2.5),
    GalleryState("no-caller", "A round that ends without a call", "no caller", "stopped", 0.6, 2.5),
    GalleryState("counting", "The cards are counted", "round", "round_result", 1.2, 6),
    GalleryState("places", "The places are told, the last one first", "round", "round_result", 4.9),
    GalleryState("round-result", "The result of a round", "round", "round_result", 8),
    GalleryState("seen-again", "A close race is shown once more by itself", "slips", "seen_again", 1.5, 3),
    GalleryState("look-again", "Who was first?", "slips", "look_again", 4, 8),
    GalleryState("match-won", "A match is won", "match", "won", 1.5, 5),
    GalleryState("match-result", "The result of a match", "match", "won", 9),
    GalleryState("leads", "Who leads wears a crown", "match", "leads"),
    GalleryState("next-round", "Before the next round: who leads", "match", "next", 1.6, 3),
    GalleryState("halted", "A later round is paused: who leads", "match", "halted", 1),
    GalleryState("again", "The same people play another match: its tally", "match", "again", 2),
    GalleryState("rematch", "It begins", "match", "rematch", 1.2),
    GalleryState("match-shared", "Two have won together", "shared", "shared", 9),
    GalleryState("pause-asked", "Somebody asks for a pause", "pause", "asked", 0.5),
    GalleryState("paused", "The round is paused", "pause", "paused", 1),
    GalleryState("recovery", "The round goes on after a power cut", "recovery", "recovery", 2),
    GalleryState("dice-rolling", "Dice roll", "dice", "rolling", 0.3, 1.5),
    GalleryState("dice-early", "A round of dice", "dice", "early", 0, 3),
    GalleryState("dice-flying", "A die flies to its space while others roll", "dice", "flying", 0.06, 1.5),
    GalleryState("dice-full", "Most of the dice are placed", "dice", "full"),
    GalleryState("dice-last-seconds", "The round ends by itself soon", "last seconds of dice", "due", 1.4, 3.3),
    GalleryState("dice-stop", "Stop, in the dice game", "dice", "stopped", 1.0, 2.5),
    GalleryState("dice-counting", "The dice are counted", "dice", "round_result", 1.2, 6),
    GalleryState("dice-result", "The result of a round of dice", "dice", "round_result", 8),
    GalleryState("dice-won", "A match of dice is won", "match of dice", "won", 1.5, 5),
    _service("pin", "The staff's keypad: four digits are typed", tuple(f"digit {digit}" for digit in "2467")),
    _service("wrong_pin", "A wrong PIN"),
    GalleryState("service-locked", "Too many wrong PINs", "lockout", "locked"),
    _service("menu", "The service menu"),
    _service("buttons", "The test of the buttons"),
    _service("lamps", "The test of the lamps"),
    _service("fingers", "The test of the touch panel"),
    _service("loudspeakers", "Every seat is heard at its side"),
    _service("sounds", "The sounds, to be heard"),
    _service("settings", "The settings"),
    _service("volume", "The values of a setting"),
    _service("hours", "The opening hours of the week"),
    GalleryState(
        "service-house-rules", "House rules to keep, and kept ones", "service house rules", "house_rules", 0.5
    ),
    GalleryState(
        *("service-house-name", "A name for them is typed", "service house rules", "house_name", 0.5),
        opens=("letter J", "letter u", "letter n"),
    ),
    _service("stick", "The USB stick"),
    _service("doctor", "What is wrong"),
    _service("today", "What was played today"),
    _service("system", "The table itself"),
    GalleryState("closed", "Outside the opening hours", "closed", "closed"),
    GalleryState("fault-seat", "A button is stuck", "faults", "seat", 0.5),
    GalleryState("fault-table", "The disk keeps nothing: the round is paused", "faults", "table"),
    GalleryState("fault-touch", "The touch panel has gone", "attract", "cards", touch_dead=True),
    GalleryState("table-gone", "The table process has stopped", "round", "early", gone=True),
    GalleryState("strip", "The developer's strip", "round", "early", strip=True),
)
"""All states, in the order in which they are shown."""
QUICK: Final = frozenset({"attract", "lobby", "more", "play-early", "play-full", "stop", "counting", "match-won"})
"""The names of the few states that show the most."""
COLORED: Final = frozenset({"play-full", "dice-full"})
"""The names of states in which colours have to be told apart: shown as colour-blind eyes see them too."""


def scene(state: GalleryState, seats: int, language: str = "en", size: tuple[int, int] = SIZE) -> Scene:
    """Return the state at a ready-made table with ``seats`` whose people speak ``language``."""
    film = shot(state.film, seats, language, size)
    begins = film.labels[state.label]
    return Scene(state, film, begins, Instant(begins + seconds(state.after)))


@lru_cache(maxsize=64)
def shot(film: str, seats: int, language: str, size: tuple[int, int]) -> Film:
    """Return a film at this table; the same every time.

    Raises Unreachable if no seed brings what it shows, NoRoom if the window is too small for its people.
    """
    for seed in dict.fromkeys((_GOOD.get(film, {}).get(seats, _SEEDS[0]), *_SEEDS)):
        table = Rehearsal(_settings(seats, language), size, seed)
        try:
            FILMS[film](table, language, people(seats))
        except Unreachable:
            continue
        return Film(table.welcome(), tuple(table.shown), table.labels)
    raise Unreachable(f"{film} at {seats} seats")


@lru_cache(maxsize=16)
def _settings(seats: int, language: str) -> TableSettings:
    # Kept because what can be read (`judge`) is remembered with them.
    configured = load(CONFIGS / f"{TABLES[seats]}_seats.toml")
    return TableSettings(
        seats=configured.plan(),
        diagonal_mm=configured.table.diagonal_mm,
        languages=LANGUAGES,
        language=language,
        display=SourceClass(_SCAN),
        house=msg.House(opens="10:00"),
        best={game: _best(configured.plan(), scores) for game, scores in _BEST.items()},
        legible=judge(configured),
        bots="steady",  # they play for people too, and not as for newcomers
    )


def _best(plans: Sequence[msg.SeatPlan], scores: Sequence[tuple[int, str]]) -> tuple[msg.BestScore, ...]:
    return tuple(msg.BestScore(plan.seat, *score) for plan, score in zip(plans, scores, strict=False))
