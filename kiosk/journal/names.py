"""When two written names are the same person's. Pure."""

from __future__ import annotations

import unicodedata


def name_key(name: str) -> str:
    """Return the normalised form of a name: case, spacing and Unicode composition do not matter."""
    return unicodedata.normalize("NFKC", " ".join(name.split()).casefold())
