"""What the staff can do about a finding of the doctor, without a shell: a closed list."""

from __future__ import annotations

from enum import StrEnum


class Advice(StrEnum):
    """The kinds of advice; their words are in ``kiosk.display.screens.findings``."""

    NOTHING = "nothing"
    ADMINISTRATOR = "administrator"
    RESTART_TABLE = "restart_table"
    RESTART_DISPLAY = "restart_display"
    SWITCH_SCREEN_ON = "switch_screen_on"
    PLUG_PANEL = "plug_panel"
    WIPE_SCREEN = "wipe_screen"
    COUNT_FINGERS = "count_fingers"
    FREE_BUTTON = "free_button"
    PRESS_ALL = "press_all"
    PLUG_READER = "plug_reader"
    SAVE = "save"
    RESTORE = "restore"
    RESTORE_AGAIN = "restore_again"
    SET_AGAIN = "set_again"
    CLOCK = "clock"
    SUPPLY = "supply"
    COOL = "cool"
    FEWER_SEATS = "fewer_seats"
