"""Two pseudo-languages for tests and developers, made from the English texts: what breaks in them breaks in others.

``xl`` has accents, and each text is 40 % longer; ``xr`` runs from right to left. No table offers them: they are not
installed (``kiosk.locale.languages``). Placeholders and digits stay as they are.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from typing import Final

LONGER: Final = 0.4
"""By how much the words of ``xl`` are longer."""

_PLACEHOLDER: Final = re.compile(r"(\{[^}]*\})")
_WORD: Final = re.compile(r"[^\W\d_]+")
_ACCENTS: Final = str.maketrans("aceginorsuyzACEGINORSUYZ", "äçéĝîñõřšůýžÄÇÉĜÎÑÕŘŠŮÝŽ")
_HEBREW: Final = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבצדהפגחיזכלמנועקרסטוושקיז")


def _lengthened(word: re.Match[str]) -> str:
    """Return the word with accents, its first letters doubled."""
    letters = word[0].translate(_ACCENTS)
    more = max(1, round(LONGER * len(letters)))
    return "".join(2 * letter for letter in letters[:more]) + letters[more:]


def _turned(word: re.Match[str]) -> str:
    return word[0].lower().translate(_HEBREW)


class Pseudo(gettext.NullTranslations):
    """A catalogue that writes each word of a text in another way."""

    def __init__(self, write: Callable[[re.Match[str]], str]) -> None:
        super().__init__()
        self._write = write

    def gettext(self, message: str) -> str:
        """Return the text in the pseudo-language."""
        parts = _PLACEHOLDER.split(message)
        return "".join(part if part.startswith("{") else _WORD.sub(self._write, part) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return one of two texts in the pseudo-language."""
        return self.gettext(msgid1 if n == 1 else msgid2)


PSEUDO: Final = {"xl": Pseudo(_lengthened), "xr": Pseudo(_turned)}
"""The pseudo-languages by their codes."""
