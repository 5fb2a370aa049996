"""The texts of the service menu: tables with an entry for every page, tile and value (``states.service_menu``)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import time
from typing import Final, NamedTuple

from kiosk.display.texts.choices import game_choice, rule_text, text_of
from kiosk.display.texts.games import texts_of_game
from kiosk.game.house_options import HOUSE
from kiosk.game_registry import registry
from kiosk.locale.speaker import Say, mark, own_name
from kiosk.protocol import ServiceTile, ServiceView


class PageText(NamedTuple):
    """A page's title and instructions."""

    title: str
    note: str = ""


_PAGES: Final = {
    "pin": PageText(mark("Service")),
    "menu": PageText(mark("Service")),
    "buttons": PageText(mark("Buttons"), mark("Press every button: its seat lights up while it is down")),
    "lamps": PageText(mark("Lamps"), mark("Tap a seat to light its lamp alone")),
    "boards": PageText(mark("Dice readers"), mark("What each reader sees now")),
    "fingers": PageText(mark("Touch screen"), mark("Put as many fingers on the table as you can")),
    "sounds": PageText(mark("Sounds"), mark("Tap one to hear it")),
    "signals": PageText(mark("Signals"), mark("Tap one to hear it")),
    "settings": PageText(mark("Settings"), mark("Tap one to change it")),
    "sound.volume": PageText(mark("Volume")),
    "sound.night_begins": PageText(mark("Night begins at"), mark("Sounds are softer at night")),
    "sound.night_ends": PageText(mark("Night ends at"), mark("Sounds are softer at night")),
    "sound.night_volume": PageText(mark("Volume at night")),
    "screen.brightness": PageText(mark("Brightness")),
    "screen.contrast": PageText(mark("High contrast"), mark("For the whole table; seats may choose it for themselves")),
    "screen.calm": PageText(mark("Calm"), mark("No flashes, no shaking; seats may choose it for themselves")),
    "hours.opens": PageText(mark("Opens at"), mark("Outside its hours the table is dark; no match is cut short")),
    "hours.closes": PageText(mark("Closes at"), mark("Outside its hours the table is dark; no match is cut short")),
    "language.offered": PageText(mark("Languages"), mark("Tap one to offer it or not")),
    "language.default": PageText(mark("Default language")),
    "game.kind": PageText(mark("Default game")),
    "house_rules": PageText(mark("House rules"), mark("House rules that were played can be kept here, as an edition")),
    "house_name": PageText(mark("A name for these house rules")),
    "stick": PageText(mark("USB stick"), mark("Plug in a stick and wait a moment")),
    "doctor": PageText(mark("What is wrong")),
    "system": PageText(mark("Shut down"), mark("Tap twice to confirm")),
}
NOTES: Final = {
    "wrong": mark("Wrong PIN"),
    "broken": mark("The PIN can't be checked now: see the log"),
    "not_kept": mark("Set until the table restarts: the disk can't save it"),
    "failed": mark("That didn't work: see the log"),
    "no_stick": mark("No stick found: plug in one with FAT or exFAT and wait"),
    "carried": mark("Saved. You can remove the stick"),
    "reset": mark("The leaderboard starts afresh"),
    "restored": mark("Takes effect when the table restarts"),
    "bad_name": mark("Only letters, digits, spaces, - and '"),
    "name_taken": mark("This name is taken"),
}
"""The texts of a request's outcome (``ServiceView.note``)."""
DONE: Final = frozenset({"carried", "reset", "restored"})
"""Notes of successful requests."""
_WISHES: Final = {
    "restart-display": mark("Restart the display"),
    "restart-table": mark("Restart the table"),
    "poweroff": mark("Shut down"),
}
_CARRIES: Final = {
    "scores": mark("Save the scores"),
    "report": mark("Save a report for support"),
    "backup": mark("Save everything"),
    "restore": mark("Restore everything"),
    "reset": mark("New leaderboard"),
}
_STATES: Final = {"sure": mark("Tap again to confirm"), "wished": mark("One moment, please")}
_BUTTONS: Final = {"stop": mark("Stop"), "play": mark("Play")}
_TRAYS: Final = {
    "empty": mark("empty"),
    "rolling": mark("the dice roll"),
    "settled": mark("the dice lie"),
    "fault": mark("cannot be read"),
    "lost": mark("no answer"),
}
_SOUNDS: Final = {
    "sit": mark("Take a seat"),
    "ready": mark("Ready"),
    "unready": mark("Not ready"),
    "count": mark("Countdown"),
    "go": mark("Start"),
    "deal": mark("Deal"),
    "lift": mark("Pick up"),
    "slide": mark("Into the row"),
    "flip": mark("Turn over"),
    "reshuffle": mark("Shuffle"),
    "roll": mark("Roll"),
    "land": mark("Play a card"),
    "chain": mark("Card on card"),
    "place": mark("Place a die"),
    "pile_finished": mark("Complete pile"),
    "refused": mark("Does not fit"),
    "beaten": mark("Too late"),
    "false_stop": mark("False Stop"),
    "stack3": mark("Three left"),
    "stack2": mark("Two left"),
    "stack1": mark("One left"),
    "stop": mark("Stop"),
    "counting": mark("Scoring"),
    "round_won": mark("Round won"),
    "match_won": mark("Match won"),
    "pause": mark("Pause"),
    "resume": mark("Continue"),
    "time_nearly_up": mark("Time nearly up"),
    "fault": mark("Fault"),
}


def _hour(value: str, say: Say) -> str:
    return say("Always open") if value == "always" else _clock(value, say)


def _night(value: str, say: Say) -> str:
    return say("No night") if value == "never" else _clock(value, say)


def _clock(value: str, say: Say) -> str:
    """Return a time of day, as usual in the language."""
    return say.time(time.fromisoformat(value))


def _percent(value: str, say: Say) -> str:
    return say.percent(float(value))


def _switch(value: str, say: Say) -> str:
    return say("On") if value == "true" else say("Off")


def _languages(value: str, _: Say) -> str:
    """Return one language by its name, several by their codes."""
    return value.upper().replace(",", "  ") if "," in value else own_name(value)


_VALUES: Final[dict[str, Callable[[str, Say], str]]] = {
    "sound.volume": _percent,
    "sound.night_begins": _night,
    "sound.night_ends": _night,
    "sound.night_volume": _percent,
    "screen.brightness": _percent,
    "screen.contrast": _switch,
    "screen.calm": _switch,
    "hours.opens": _hour,
    "hours.closes": _hour,
    "language.offered": _languages,
    "language.default": _languages,
    "game.kind": lambda value, say: game_choice().name(value, say),
}


def _editions() -> dict[str, str]:
    """Return the pages that set the default edition of a game, by section and key, with the game's name."""
    return {f"game.{registry.entry(name).edition_key}": name for name in registry.names()}


def page_text(page: str) -> PageText:
    """Return the texts of a page."""
    game = _editions().get(page)
    return _PAGES[page] if game is None else PageText(texts_of_game(game).usual_edition)


def _value(page: str, value: str, say: Say) -> str:
    """Return a value of the page's setting in words; empty for a page without a setting."""
    game = _editions().get(page)
    if game is not None:
        return text_of("preset", game).name(value, say)
    return _VALUES[page](value, say) if value and page in _VALUES else ""


def _page(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return say(page_text(tile.value).title), _value(tile.value, tile.text, say)


def _seat(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return say("Seat {seat}", seat=tile.value), "  ".join(say(_BUTTONS[button]) for button in tile.text.split())


def _board(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return say("Seat {seat}", seat=tile.value), tile.text or say(_TRAYS[tile.state])


def _carry(tile: ServiceTile, say: Say) -> tuple[str, str]:
    """Return the texts of a copy request; for a backup to be restored, the time at which it was made."""
    return tile.text or say(_CARRIES[tile.value]), say(_STATES[tile.state]) if tile.state else ""


def _rules(tile: ServiceTile, say: Say) -> str:
    """Return the only house rule in words, or their number; the tile has the choices that were made."""
    chosen: dict[str, str] = json.loads(tile.text)
    house = [(key, value) for key, value in chosen.items() if key.startswith(HOUSE)]
    if len(house) == 1:
        return rule_text(*house[0], tile.value, say)
    return say.count("{n} changed", "{n} changed", len(house))


def _kept(tile: ServiceTile, say: Say) -> tuple[str, str]:
    """Return the name of house rules that are kept, and how they are deleted; the administrator's are not."""
    deleting = say("Tap again to delete") if tile.state else say("Tap to delete")
    return tile.value, deleting if tile.touchable else ""


def _wish(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return say(_WISHES[tile.value]), say(_STATES[tile.state]) if tile.state else ""


_TILES: Final[dict[str, Callable[[ServiceTile, Say], tuple[str, str]]]] = {
    "page": _page,
    "seat": _seat,
    "lamp": _seat,
    "pressed": _seat,
    "turns": lambda _, say: (say("All in turn"), ""),
    "board": _board,
    "version": lambda tile, say: (say("Version"), tile.text),
    "network": lambda tile, say: (say("Network"), tile.text or say("not connected")),
    "clock": lambda tile, say: (say("The table's clock"), _clock(tile.text, say) if tile.text else say("not set")),
    "wish": _wish,
    "carry": _carry,
    "finding": lambda tile, _: (tile.text, ""),
    "keep": lambda tile, say: (say("Keep the latest"), _rules(tile, say)),
    "kept": _kept,
    "sound": lambda tile, say: (say(_SOUNDS[tile.value]), ""),
}


def said_of(view: ServiceView, say: Say) -> str:
    """Return the outcome of the last request; empty if there is nothing to say."""
    if view.why:
        return say("That didn't work: {why}", why=view.why)
    return say(NOTES[view.note]) if view.note else ""


def tile_words(tile: ServiceTile, page: str, say: Say) -> tuple[str, str]:
    """Return the texts of a tile: its name, and its value or state."""
    if tile.key == "value":
        return _value(page, tile.value, say), ""
    return _TILES[tile.key](tile, say)
