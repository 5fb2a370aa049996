"""The sections of a venue: where its results go, who may see which names, and whose house it is."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from kiosk.config.values import PASSWORD_FILE, Section, about
from kiosk.system.printable import UNPRINTABLE

_PORT: Final = "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"  # at most 65535
_HOST: Final = r"([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])"
_ADDRESS: Final = rf"^(https?://{_HOST}(:{_PORT})?)?\Z"
LONGEST_ADDRESS: Final = 95
"""Characters of an address at most: a longer one needs a QR code with more squares, which would be too small."""


class BrandConfig(Section, frozen=True, kw_only=True):
    """The house: what it is called, and its colour, on the table and in pages."""

    name: Annotated[
        str,
        Meta(
            max_length=32,
            pattern=rf"^(?!\s)[^{UNPRINTABLE}]*(?<!\s)\Z",
            description='the name of the house, such as "Café Ludo", at most 32 characters, without a space at its '
            "ends and without control characters or marks of direction; or empty: none is shown",
        ),
    ] = ""
    accent: Annotated[
        str,
        Meta(
            pattern=r"^(#[0-9A-Fa-f]{6})?\Z",
            description='its colour as "#rrggbb", such as "#f4c95d", or empty: the table\'s own',
        ),
    ] = ""


class VenueConfig(Section, frozen=True, kw_only=True):
    """What leaves the table (``kiosk uplink``), and what pages tell of it (``kiosk venue serve``)."""

    names: Annotated[
        Literal["nowhere", "hall", "web"],
        about(
            '"nowhere": pages show signs, and no typed name leaves the table; "hall": names only with the key of the '
            'hall\'s screens; "web": whoever can open the pages sees names'
        ),
    ] = "nowhere"
    store: Annotated[
        str,
        about(
            "the hall's store, for several tables, as an SQLAlchemy address, such as "
            '"postgresql+psycopg://ligretto_uplink@server/hall", or empty: an SQLite file for this table\'s pages alone'
        ),
    ] = ""
    password_file: Annotated[
        str,
        Meta(
            pattern=PASSWORD_FILE,
            description="the place of a file with the hall's password alone, which nobody else may read: "
            '"/..." or "~/..." (not the password itself), on an appliance '
            '"$CREDENTIALS_DIRECTORY/ligretto-hall-password"; or empty: the store needs none',
        ),
    ] = ""
    address: Annotated[
        str,
        Meta(
            max_length=LONGEST_ADDRESS,
            pattern=_ADDRESS,
            description="where phones reach the pages, for the QR code of a match: http:// or https://, host, and port "
            f'if it is another one, such as "https://scores.example.org", at most {LONGEST_ADDRESS} characters, '
            "without user, password and path; or empty: no code is shown",
        ),
    ] = ""
