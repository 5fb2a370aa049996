"""The words of the settings of the service menu, and of their values (``kiosk.protocol.staff_settings``)."""

from __future__ import annotations

from datetime import time
from typing import Final

from kiosk.display.texts.choices import game_choice, text_of
from kiosk.display.texts.games import texts_of_game
from kiosk.locale.direction import RIGHT_TO_LEFT, directed
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say, own_name
from kiosk.protocol.opening_hours import ALWAYS, CLOSED, DAYS, EVERY_DAY, ends
from kiosk.protocol.staff_settings import HOURS, NEVER, SettingForm, StaffSetting


def setting_title(setting: StaffSetting) -> str:
    """Return the title of a setting."""
    return texts_of_game(setting.game).usual_edition if setting.game else setting.title


def value_words(setting: StaffSetting, value: str, say: Say) -> str:
    """Return a value of a setting in words; several languages by their codes."""
    match setting.form:
        case SettingForm.HOURS:
            return hours_words(value, say)
        case SettingForm.PERCENT:
            return say.percent(float(value))
        case SettingForm.SWITCH:
            return say("On") if value == "true" else say("Off")
        case SettingForm.END:
            return say("No night") if value == NEVER else clock_words(value, say)
        case SettingForm.LANGUAGES | SettingForm.LANGUAGE:
            return value.upper().replace(",", "  ") if "," in value else own_name(value)
        case SettingForm.GAME:
            return game_choice().name(value, say)
        case SettingForm.EDITION:
            return text_of("preset", setting.game).name(value, say)
        case SettingForm.OUTPUT:
            return say(_OUTPUTS[value]) if value in _OUTPUTS else value


def clock_words(value: str, say: Say) -> str:
    """Return a time of day, as usual in the language, in one piece."""
    return say.time(time.fromisoformat(value)).replace(" ", "\N{NO-BREAK SPACE}")


def hours_words(value: str, say: Say) -> str:
    """Return the hours of a day, or of every day; ``differ``: days differ; ``every_day``: those of every day."""
    span = ends(value)
    if span is None:
        return say(_HOURS[value])
    words = "\N{EN DASH}".join(clock_words(end, say) for end in span)
    return directed(words, rtl=say.language in RIGHT_TO_LEFT)


def is_day(page: str) -> bool:
    """Return whether the page is that of the hours of a day, or of every day."""
    section, _, day = page.partition(".")
    return section == HOURS and day in (EVERY_DAY, *DAYS)


def day_words(day: str, say: Say) -> str:
    """Return the name of a day (``protocol.opening_hours.DAYS``), or of every day, as a title."""
    if day == EVERY_DAY:
        return say("Every day")
    name = say.weekday(DAYS.index(day))
    return name[:1].upper() + name[1:]


_OUTPUTS: Final = {
    "auto": mark("The best one"),
    "usb": mark("USB loudspeaker"),
    "hdmi": mark("The screen's own"),
    "jack": mark("At the round socket"),
    "header": mark("At the sound card"),
}
"""The kinds of outputs; any other value is a name in the configuration."""

_HOURS: Final = {
    ALWAYS: mark("Always open"),
    CLOSED: mark("Closed all day"),
    "differ": mark("By the day"),
    "closed_now": mark("Closed by the staff"),
    EVERY_DAY: mark("As every day"),
}
