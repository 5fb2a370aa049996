"""Catalogues: the ``.po`` files, read by Babel. It is imported with the first catalogue, which takes 20 ms and 5 MB."""

from __future__ import annotations

import gettext
import io
from typing import TYPE_CHECKING

from kiosk.locale.languages import catalogue_file

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of an installed language; an entry that occurs twice or cannot be read is an error."""
    from babel.messages.pofile import read_po  # noqa: PLC0415  # a table in English never needs it

    with catalogue_file(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def translations(language: str) -> gettext.GNUTranslations:
    """Return the translations of an installed language, compiled in memory, so that there is no build step."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415

    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
