"""The texts of the service menu: a row for every page, tile and action (``kiosk.table.menu``)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, time
from typing import Final, NamedTuple

from kiosk.display.texts.choices import rule_text
from kiosk.display.texts.staff_settings import (
    clock_words,
    day_words,
    hours_words,
    is_day,
    setting_title,
    value_words,
)
from kiosk.game.house_options import HOUSE
from kiosk.locale.direction import RIGHT_TO_LEFT, directed
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say
from kiosk.protocol import ServiceTile, ServiceView
from kiosk.protocol.staff_settings import HOURS, staff_setting


class PageText(NamedTuple):
    """A page: its title and instructions, the icon of its door, and what it says if there is nothing on it."""

    title: str
    note: str = ""
    icon: str = "more"
    empty: str = ""


_PRESS: Final = mark("Press every button: its seat lights up while it is down")
_SWAP: Final = mark("Tap a seat. If it sounds on the wrong side, swap the loudspeakers")
_KEEP: Final = mark("House rules that were played can be kept here, as an edition")
_NO_RULES: Final = mark(
    "Nothing to keep yet: take a seat, choose house rules under Options, leave the seat, then come back here"
)
_SETTING_HOURS: Final = mark("Nothing changes until you set the new hours")
_UNWANTED: Final = mark("Nobody can type these names here. The list is unwanted.txt, one name a line")

_PAGES: Final = {
    "pin": PageText(mark("Staff PIN")),
    "menu": PageText(mark("Service")),
    "buttons": PageText(mark("Buttons"), _PRESS, "hand"),
    "lamps": PageText(mark("Lamps"), mark("Tap a seat to light its lamp alone"), "bulb"),
    "boards": PageText(mark("Dice readers"), mark("What each reader sees now"), "dice"),
    "fingers": PageText(mark("Touch screen"), "", "fingers"),
    "loudspeakers": PageText(mark("Loudspeakers"), _SWAP, "loudspeaker"),
    "sounds": PageText(mark("Sounds"), mark("Tap one to hear it"), "cards"),
    "signals": PageText(mark("Signals"), mark("Tap one to hear it"), "play"),
    "finale": PageText(mark("Finale"), mark("Tap one to hear it"), "cup"),
    "settings": PageText(mark("Settings"), mark("Tap one to change it"), "sliders"),
    "house_rules": PageText(mark("House rules"), _KEEP, "pen", _NO_RULES),
    "house_name": PageText(mark("A name for these house rules")),
    "stick": PageText(mark("USB stick"), mark("Plug in a stick and wait a moment"), "stick"),
    "configuration": PageText(mark("Configuration"), mark("Plug in a stick with a table.toml"), "sliders"),
    "clock": PageText(mark("Set the clock"), mark("The table has no network to set it by"), "clock"),
    "unwanted": PageText(mark("Unwanted names"), _UNWANTED, "pen"),
    "doctor": PageText(mark("What is wrong"), "", "warning", mark("Nothing is wrong")),
    "cleaning": PageText(mark("Cleaning"), "", "broom"),
    "today": PageText(mark("Today"), mark("Since the table opened; a player in two matches counts twice"), "bars"),
    "new_pin": PageText(mark("New PIN"), mark("Type the new PIN"), "key"),
    "system": PageText(mark("Table"), "", "table"),
}
NOTES: Final = {
    "wrong": mark("Wrong PIN"),
    "broken": mark("The PIN can't be checked now: see the log"),
    "pin_again": mark("Type the same PIN again"),
    "pins_differ": mark("Those were two different PINs: begin again"),
    "easy_pin": mark("Everybody tries this PIN first: choose another one"),
    "pin_set": mark("From now on the new PIN counts"),
    "not_kept": mark("This lasts only until the table restarts: it couldn't be saved"),
    "failed": mark("That didn't work: see the log"),
    "no_stick": mark("No stick found: plug in an ordinary USB stick and wait a moment"),
    "saved": mark("Saved at {time}. You can remove the stick"),
    "leaderboard_cleared": mark("The leaderboard starts afresh. You can undo that here"),
    "leaderboard_restored": mark("All results count again"),
    "restored": mark("Takes effect when the table restarts"),
    "restoring": mark("The table restarts now, with the backup"),
    "configuration_good": mark("The table can use it"),
    "configuring": mark("Checked; the table restarts with it in a moment"),
    "clock_set": mark("The clock is set"),
    "clock_by_network": mark("The network sets this clock"),
    "names_taken": mark("These names can't be typed any more"),
    "names_removed": mark("Every name can be typed again"),
    "restore_cancelled": mark("Cancelled: everything stays as it is"),
    "bad_name": mark("Only letters, digits, spaces, - and '"),
    "name_taken": mark("This name is taken"),
    "match_ended": mark("The match has ended; all seats are free"),
    "table_reset": mark("All seats are free"),
    "closed_now": mark("Closes when you leave this menu; a match is played to its end"),
    "opened_again": mark("Open, as the hours say"),
    "other_end": mark("Now choose this time too: nothing has changed yet"),
    "not_offered": mark("This language is not offered: offer it under Languages first"),
    "default_language": mark("This is the default language: choose another one as default first"),
}
"""The texts of a request's outcome (``ServiceView.note``)."""
DONE: Final = frozenset(
    {
        "pin_set",
        "saved",
        "leaderboard_cleared",
        "restored",
        "restoring",
        "restore_cancelled",
        "closed_now",
        "opened_again",
        "leaderboard_restored",
        "configuration_good",
        "configuring",
        "clock_set",
        "names_taken",
        "names_removed",
        "match_ended",
        "table_reset",
    }
)
"""Notes of successful requests."""
NEXT: Final = frozenset({"pin_again"})
"""Notes that say what to do now: neither done nor wrong."""


class _Action(NamedTuple):
    """Something to be done: its words, its icon, what it does, and its words once its backup is known by its time."""

    title: str
    icon: str
    remark: str = ""
    dated: str = ""


_CONFIGURING: Final = mark("If the table can't start with it, the old one comes back")
_RESTORING: Final = mark("The table restarts; all later scores vanish")
_ACTIONS: Final = {
    "scores": _Action(mark("Save the scores"), "cards"),
    "report": _Action(mark("Save a report for support"), "pen"),
    "backup": _Action(mark("Save everything"), "stick"),
    "restore": _Action(mark("Restore everything"), "again", _RESTORING, mark("Restore: {when}")),
    "set_clock": _Action(mark("Set the clock"), "check", "", mark("Set it to {when}")),
    "take_names": _Action(mark("Take the list from the stick"), "stick", mark("Only its names count from then on")),
    "remove_names": _Action(mark("Remove the list"), "cross"),
    "cancel_restore": _Action(
        mark("Cancel the restore"), "cross", mark("The backup of {when} is waiting for a restart")
    ),
    "use_configuration": _Action(mark("Use the stick's configuration"), "stick", _CONFIGURING),
    "reset_table": _Action(mark("Reset this table"), "door", mark("Frees all seats, usual choices again; scores stay")),
    "end_match": _Action(mark("End the match"), "door", mark("Frees all seats; finished rounds count")),
    "start_cleaning": _Action(mark("Start cleaning"), "broom", mark("For a minute, touches and buttons do nothing")),
    "clear": _Action(mark("New leaderboard"), "cross", mark("The list begins anew; no result is deleted")),
    "restore_leaderboard": _Action(mark("Old leaderboard again"), "again", mark("Undoes the last new leaderboard")),
    "restart-display": _Action(mark("Restart the display"), "again"),
    "restart-table": _Action(mark("Restart the table"), "again"),
    "poweroff": _Action(mark("Shut down"), "power"),
}
_CONFIGURED: Final = {
    "installed": mark("in use"),
    "taken-back": mark("taken back"),
    "refused": mark("not used"),
}
_NOT_STARTED: Final = mark("The table could not start with it: the one before is back")
_STATES: Final = {"sure": mark("Tap again to confirm"), "under_way": mark("One moment, please")}
_BUTTONS: Final = {"stop": mark("Stop"), "play": mark("Play")}
_TRAYS: Final = {
    "empty": mark("empty"),
    "rolling": mark("the dice are rolling"),
    "settled": mark("the dice have settled"),
    "fault": mark("cannot be read"),
    "lost": mark("no answer"),
}
_SOUNDS: Final = {
    "sit": mark("Take a seat"),
    "renamed": mark("Another name"),
    "page": mark("Turn a page"),
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
    "streak": mark("Streak"),
    "refused": mark("Does not fit"),
    "beaten": mark("Too late"),
    "false_stop": mark("False Stop"),
    "ready": mark("Ready"),
    "unready": mark("Not ready"),
    "proposal": mark("Proposal"),
    "proposal_dropped": mark("Proposal dropped"),
    "count": mark("Countdown"),
    "go": mark("Start"),
    "stack3": mark("Three left"),
    "stack2": mark("Two left"),
    "stack1": mark("One left"),
    "pause": mark("Pause"),
    "resume": mark("Continue"),
    "time_nearly_up": mark("Time nearly up"),
    "fault": mark("Fault"),
    "again": mark("Again"),
    "heart": mark("Heartbeat"),
    "riser": mark("Stop lights up"),
    "stop": mark("Stop"),
    "bot_stop": mark("Stop by a bot"),
    "all_placed": mark("Last piece"),
    "time_up": mark("Time is up"),
    "deadlock": mark("Nobody can play"),
    "all_left": mark("All have left"),
    "counting": mark("Scoring"),
    "drum": mark("Drum roll"),
    "stroke": mark("A lower place"),
    "told": mark("A place"),
    "round_won": mark("Round won"),
    "also": mark("Shared win"),
    "story": mark("Story"),
    "race": mark("Slow motion"),
    "crown": mark("Crown"),
    "match_won": mark("Match won"),
    "fireworks": mark("Fireworks"),
    "award": mark("Award"),
}


def page_title(page: str, say: Say) -> str:
    """Return the title of a page in words."""
    return day_words(page.partition(".")[2], say) if is_day(page) else say(page_text(page).title)


def page_text(page: str) -> PageText:
    """Return the texts of a page; the title of a day is its name (``page_title``)."""
    if is_day(page):
        return PageText("", _SETTING_HOURS)
    setting = staff_setting(page)
    return _PAGES[page] if setting is None else PageText(setting_title(setting), setting.note, setting.icon)


def _value(page: str, value: str, say: Say) -> str:
    """Return a value of the page's setting in words; empty for a page without a setting."""
    setting = staff_setting(page)
    return value_words(setting, value, say) if value and setting is not None else ""


def _page(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return page_title(tile.value, say), _value(tile.value, tile.text, say)


def _file(tile: ServiceTile, say: Say) -> tuple[str, str]:
    if is_day(tile.value):
        return say("Back, as set up: {hours}", hours=hours_words(tile.text, say)), ""
    return say("Back to {value}, as set up", value=_value(tile.value, tile.text, say)), ""


_NUMBERS: Final = {"rounds": mark("Rounds"), "matches": mark("Matches"), "people": mark("People at seats")}
_CLOSE_NOW: Final = mark("Until the next opening time, even after a restart")
_CLOSE_ALWAYS: Final = mark("Until you open it again")


def _doors(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return (say("Close now"), "") if tile.value == "close_now" else (say("Open again"), say("Closed by the staff"))


def _step(tile: ServiceTile, say: Say) -> tuple[str, str]:
    """Return the words of a step by which an end of the hours is moved: ``opens -15``."""
    minutes = int(tile.value.split()[1])
    hours, rest = divmod(abs(minutes), 60)
    size = say("{n} h", n=f"{minutes // 60:+d}") if not rest and hours else say("{n} min", n=f"{minutes:+d}")
    return size.replace(" ", "\N{NO-BREAK SPACE}"), ""


_CLOCK: Final = {
    "year": mark("Year"),
    "month": mark("Month"),
    "day": mark("Day"),
    "hour": mark("Hour"),
    "minutes": mark("Ten minutes"),
    "minute": mark("Minute"),
}


def _turn_clock(tile: ServiceTile, say: Say) -> tuple[str, str]:
    """Return the words of a step of the clock: ``year -1``."""
    step, _, way = tile.value.partition(" ")
    return say(_CLOCK[step]), way


def _set(tile: ServiceTile, say: Say) -> tuple[str, str]:
    words = hours_words(tile.text, say)
    return say("Now {hours}", hours=words) if tile.lit else say("Set {hours}", hours=words), ""


def _hours(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return hours_words(tile.value, say), hours_words(tile.text, say) if tile.text else ""


def _seat(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return say("Seat {seat}", seat=tile.value), "  ".join(say(_BUTTONS[button]) for button in tile.text.split())


def _board(tile: ServiceTile, say: Say) -> tuple[str, str]:
    return say("Seat {seat}", seat=tile.value), tile.text or say(_TRAYS[tile.state])


def _action(tile: ServiceTile, say: Say) -> tuple[str, str]:
    """Return the texts of an action."""
    action = _ACTIONS[tile.value]
    title = say(action.dated, when=_when(tile.text, say)) if tile.text and action.dated else say(action.title)
    return title, say(_STATES[tile.state]) if tile.state in _STATES else ""


def action_title(name: str, say: Say) -> str:
    """Return what an action is called."""
    return say(_ACTIONS[name].title)


def _when(moment: str, say: Say) -> str:
    """Return the time of a backup, in the language's way; as it is, if the backup has it in another one."""
    try:
        return say.date_time(datetime.fromisoformat(moment))
    except ValueError:
        return moment


def _rules(tile: ServiceTile, say: Say) -> str:
    """Return the only house rule in words, or their number; the tile has the choices that were made."""
    chosen: dict[str, str] = json.loads(tile.text)
    house = [(key, value) for key, value in chosen.items() if key.startswith(HOUSE)]
    if len(house) == 1:
        return rule_text(*house[0], tile.value, say)
    return say.count("{n} changed", "{n} changed", len(house))


def _kept(tile: ServiceTile, say: Say) -> tuple[str, str]:
    """Return the name of house rules that are kept, and how they are deleted; the administrator's are not."""
    deleting = say("Tap again to delete") if tile.state == "sure" else say("Tap to delete")
    return tile.value, deleting if tile.touchable else ""


_TILES: Final[dict[str, Callable[[ServiceTile, Say], tuple[str, str]]]] = {
    "page": _page,
    "file": _file,
    "day": lambda tile, say: (day_words(tile.value, say), hours_words(tile.text, say)),
    "doors": _doors,
    "number": lambda tile, say: (say(_NUMBERS[tile.value]), say.number(int(tile.text))),
    "step": _step,
    "set": _set,
    "hours": _hours,
    "seat": _seat,
    "lamp": _seat,
    "loudspeaker": _seat,
    "pressed": _seat,
    "turns": lambda _, say: (say("All in turn"), ""),
    "round": lambda _, say: (say("Round the table"), ""),
    "board": _board,
    "version": lambda tile, say: (say("Version"), tile.text),
    "network": lambda tile, say: (say("Network"), tile.text or say("not connected")),
    "clock": lambda tile, say: (say("The table's clock"), clock_words(tile.text, say) if tile.text else say("not set")),
    **dict.fromkeys(
        ("stick", "waits", "names", "set_clock", "configure", "reset", "cleaning", "leaderboard", "power"), _action
    ),
    "configured": lambda tile, say: (say("The latest from a stick"), say(_CONFIGURED[tile.value])),
    "turn_clock": _turn_clock,
    "unwanted": lambda tile, say: (say.count("{n} name", "{n} names", int(tile.text)), ""),
    "finding": lambda tile, _: (tile.text, ""),
    "keep": lambda tile, say: (say("Keep the latest"), _rules(tile, say)),
    "kept": _kept,
    "sound": lambda tile, say: (say(_SOUNDS[tile.value]), ""),
}

_ICONS: Final = {
    "sound": "play",
    "file": "again",
    "day": "clock",
    "doors": "night",
    "set": "pen",
    "hours": "clock",
    "keep": "pen",
    "kept": "cross",
    "clock": "clock",
    "configured": "sliders",
    "version": "table",
    "network": "globe",
    "unwanted": "pen",
    "value": "dashed",
}
"""The icons of the kinds of tiles that have one each."""


def tile_icon(tile: ServiceTile) -> str:
    """Return the icon of a tile; empty: it has none."""
    if tile.key == "page":
        return page_text(tile.value).icon
    action = _ACTIONS.get(tile.value) if _TILES.get(tile.key) is _action else None
    return _ICONS.get(tile.key, "") if action is None else action.icon


def tile_remark(tile: ServiceTile, say: Say) -> str:
    """Return what is small below a tile's title: what it does or is, what the file says instead; empty: nothing."""
    if _TILES.get(tile.key) is _action:
        remark = _ACTIONS[tile.value].remark
        return say(remark, when=_when(tile.text, say)) if remark else ""
    if tile.key == "configured":
        return say(_NOT_STARTED) if tile.value == "taken-back" else ""
    if tile.key == "day":
        return say("its own hours") if tile.state == "own" else ""
    if tile.key == "set":
        return say("For all seven days") if tile.state == "alike" else ""
    if (tile.key, tile.value) == ("doors", "close_now"):
        return say(_CLOSE_ALWAYS if tile.state == "always" else _CLOSE_NOW)
    if tile.key != "page":
        return ""
    if not tile.state:
        setting = staff_setting(tile.value)
        return say(setting.about) if setting is not None and setting.about else ""
    if tile.value == HOURS:
        return say("Changed at the table")
    words = say("Changed. Set up: {value}", value=_value(tile.value, tile.state, say))
    return directed(words, rtl=say.language in RIGHT_TO_LEFT)


def is_changed(tile: ServiceTile) -> bool:
    """Return whether the tile leads to a setting that is not as the file says."""
    return tile.key == "page" and bool(tile.state) and staff_setting(tile.value) is not None


def said_of(view: ServiceView, say: Say) -> str:
    """Return the outcome of the last request; empty if there is nothing to say."""
    if view.why:
        return say("That didn't work: {why}", why=view.why)
    return say(NOTES[view.note], time=_saved_at(view.at, say)) if view.note else ""


def _saved_at(moment: str, say: Say) -> str:
    return say.time(time.fromisoformat(moment), seconds=True) if moment else ""


def tile_words(tile: ServiceTile, page: str, say: Say) -> tuple[str, str]:
    """Return the texts of a tile: its name, and its value or state."""
    if tile.key == "value":
        return _value(page, tile.value, say), ""
    return _TILES[tile.key](tile, say)
