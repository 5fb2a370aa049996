"""Text from outside (names, journals, backups, file names, devices) made safe for terminals, logs and lists.

Raw control characters could move the cursor, change a terminal's settings or forge lines; bidirectional controls make
a line read differently from what it says.
"""

from __future__ import annotations

import re
from typing import Final

_OTHERS: Final = r"\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""DEL, C1 controls, bidirectional controls, line separators, and surrogates, which no terminal can be sent."""

UNPRINTABLE: Final = rf"\x00-\x1f{_OTHERS}"
"""All such characters, as they are written in the brackets of a pattern."""
_IN_LINE: Final = f"[{UNPRINTABLE}]"
_IN_TEXT: Final = rf"[\x00-\x08\x0b-\x1f{_OTHERS}]"
_MARKS: Final = "\u200e\u200f\u2068\u2069"
_IN_DIRECTED: Final = rf"(?![{_MARKS}])[\x00-\x08\x0b-\x1f{_OTHERS}]"
"""These three are compiled when they are first used: every command loads this module, and most need none or one."""


def printable(line: str) -> str:
    r"""Return ``line`` with every such character, line breaks included, as its escape: ``\u001b``."""
    return re.sub(_IN_LINE, _escape, line)


def printable_text(text: str, *, directed: bool = False) -> str:
    """Return a text of several lines likewise; its line breaks and tabs stay.

    JSON and TOML keep their meaning: the characters occur only in quoted strings, where they may be escaped like this.
    ``directed``: a text of ours, whose marks of direction keep the words of a line in order (``locale.direction``):
    they stay, as they change nothing beyond their own line.
    """
    return re.sub(_IN_DIRECTED if directed else _IN_TEXT, _escape, text)


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
