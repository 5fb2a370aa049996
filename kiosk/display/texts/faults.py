"""What is wrong with the table's devices, its journal or its configuration, in the language of whoever reads it.

Whoever finds a fault words it in English, for the log and the doctor too. Here the same words are texts with places:
what stands in the places is taken out, translated where it is such a text itself, and put into the translation.
"""

from __future__ import annotations

import re
import string
from functools import lru_cache
from typing import Final

from kiosk.display.texts.i18n import Say, mark

TOUCH_NONE: Final = mark("No multi-touch panel is connected: plug it in, check its cable")
TOUCH_GONE: Final = mark("The touch panel {panel} is gone ({why}): plug it in, check its cable")
TOUCH_UNUSABLE: Final = mark("The touch panel {panel} cannot be used: {mend}")
TOUCH_OTHER: Final = mark("{panel} is no multi-touch panel: name another one in touch.device")
TOUCH_FORBIDDEN: Final = mark("this user may not read it: kiosk doctor tells under permissions what to do")
TOUCH_GRABBED: Final = mark("another program has grabbed it: end that program, or set touch.grab to false in it")
TOUCH_MISSING: Final = mark("there is no such device: plug it in, or name another one in touch.device")
TOUCH: Final = TOUCH_NONE, TOUCH_GONE, TOUCH_UNUSABLE, TOUCH_OTHER, TOUCH_FORBIDDEN, TOUCH_GRABBED, TOUCH_MISSING
"""What ``kiosk.display.input.touch_panel`` finds."""

NOTICES: Final = (
    *TOUCH,
    # the pins
    mark("{why}: no button is heard until it has been started again; report it, with the log"),
    mark("it does not answer"),
    mark("it has ended ({how})"),
    mark("an input was lost ({error}): report it, with the log"),
    # the dice-reader boards
    mark('board {board} belongs to no seat: write dice_board = "{same}" at its [[seat]], or pull it out'),
    mark("it calls itself {board} as the board at {port} does, and is not listened to: give it another identity"),
    mark("its board speaks LDR/{version}, not LDR/1: flash the firmware of hardware/firmware"),
    mark("a board cannot be listened to now ({error}): it is tried again; if it stays so, restart the table"),
    # the journal
    mark("{why}; it goes on in {path}, and nothing of this round is lost"),
    mark("{why}; this round is in memory alone, it is tried again every {seconds} s"),
    mark("the journal has ended by a mistake of this program ({error}): start the table again"),
    mark("{path}: the journal could not be written ({why}): {mend}"),
    mark("{path}: another table writes its journal here: end it, or set KIOSK_STATE_DIR to another folder"),
    mark("make room on the disk, or keep less (keep_mb in [records])"),
    mark("the disk takes no writes: it may be worn out, replace it; or mount it for writing"),
    mark("let the user that the table runs as write in this folder"),
    mark("let nothing take the folder or its disk away while the table runs"),
    mark("end the other program that writes to it"),
    mark("the disk may be worn out: save the folder and replace the disk"),
    # the configuration
    mark("The configuration cannot be used: the last good one is in use. For the staff: kiosk doctor"),
    mark("{why}; the table runs as it is configured: set it again in the service menu"),
)
"""What may be wrong, as whoever finds it words it, and parts of that. A value that stands there twice has two names."""


def notice_text(notice: str, say: Say) -> str:
    """The notice in this language; one that is not known stays as it is: English is better than nothing."""
    for text, pattern in _patterns():
        if found := pattern.fullmatch(notice):
            return say(text, **{name: notice_text(value, say) for name, value in found.groupdict().items()})
    return notice


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each text, and what finds its values."""
    return tuple((text, re.compile(_pattern(text), re.DOTALL)) for text in NOTICES)


def _pattern(text: str) -> str:
    parts = string.Formatter().parse(text)
    return "".join(re.escape(before) + (f"(?P<{name}>.+?)" if name else "") for before, name, _, _ in parts)
