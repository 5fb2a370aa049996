"""The section of a venue: where its results go, and who may see which names."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kiosk.config.values import PASSWORD_FILE, Section, about


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
            '"postgresql+psycopg://ligretto_table@server/hall", or empty: an SQLite file for this table\'s pages alone'
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
