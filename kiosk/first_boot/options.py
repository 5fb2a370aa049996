"""Options of a table's location: host name, Wi-Fi, country, time zone, SSH keys; all are checked before the writing."""

from __future__ import annotations

import base64
import binascii
import difflib
import hashlib
import json
import re
import struct
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kiosk.config.loader import ConfigError, keys
from kiosk.system import time_zones
from kiosk.system.files import WRITTEN_BYTES, read_regular
from kiosk.system.written_text import NotText, decoded

_CODES: Final = """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
    CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
    GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
    KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
    MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
    SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
    UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""
ISO_3166: Final = frozenset(_CODES.split())
"""The countries. The Wi-Fi's regulatory domain is one of them."""

_SECTION: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)
_TABLE: Final = re.compile(r"^[ \t]*\[[ \t]*table[ \t]*\][^\n]*\n?", re.MULTILINE)
_NAME: Final = re.compile(r"^[ \t]*name[ \t]*=[^\n]*\n?", re.MULTILINE)
_KEY_TYPES: Final = re.compile(r"(sk-)?(ssh-ed25519|ecdsa-sha2-nistp(256|384|521))(@openssh\.com)?|ssh-rsa")
_NOT_IN_NAMES: Final = frozenset({"Cc", "Cs", "Cn", "Zl", "Zp"})
"""Unicode categories: control characters, surrogates, unassigned characters, and line breaks."""
_IN_HOST_NAMES: Final = re.compile(r"[a-z0-9]+")
_LONGEST_HOST_NAME: Final = 63
_RAW_KEY: Final = re.compile(r"[0-9A-Fa-f]{64}")


class Unusable(Exception):  # noqa: N818  a message for the user
    """An option or the card is unusable; the text gives the reason and the fix."""


@dataclass(frozen=True, slots=True)
class Wifi:
    """A Wi-Fi network. ``key``: 64 hexadecimal digits, None for an open network."""

    name: str
    key: str | None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """All checked options that are written to the card besides the configuration. ``host`` None: the image's own."""

    timezone: str
    country: str | None = None
    wifi: Wifi | None = None
    ssh_keys: tuple[str, ...] = ()
    host: str | None = None


def renamed(text: str, name: str) -> str:
    """Return a configuration's text with another ``[table] name``, and nothing else changed. Raises Unusable."""
    line = f"name = {json.dumps(name, ensure_ascii=False)}\n"
    found = _TABLE.search(text)
    if found is None:
        changed = f"{text.rstrip()}\n\n[table]\n{line}"
    else:
        following = _SECTION.search(text, found.end())
        end = following.start() if following else len(text)
        section, count = _NAME.subn(lambda _: line, text[found.end() : end], count=1)
        changed = f"{text[: found.end()].rstrip()}\n{section if count else line + section}{text[end:]}"
    wanted = keys(text)
    wanted["table"] = {**wanted.get("table", {}), "name": name}
    try:
        if keys(changed) == wanted:
            return changed
    except ConfigError:
        pass
    raise Unusable("--name: there is no plain place for it in the configuration: write a section [table] with a name")


def host(table: str) -> str | None:
    """Return a host name for the table of that name: "table-17"; None: nothing of it can be in a host name (RFC 1123).

    With the image's own, all tables of a hall would have one name.
    """
    plain = unicodedata.normalize("NFKD", table).casefold().encode("ascii", "ignore").decode()
    words = _IN_HOST_NAMES.findall(plain)
    if words and words[0].isdecimal():  # a number alone would be read as an address
        words = ["table", *words]
    return "-".join(words)[:_LONGEST_HOST_NAME].rstrip("-") or None


def wifi(name: str, password: str | None, *, hidden: bool = False) -> Wifi:
    """Return the network of that name; ``password`` None: an open one. Raises Unusable.

    Only the key that WPA derives from name and password is stored on the card, never the password.
    """
    if any(unicodedata.category(letter) in _NOT_IN_NAMES for letter in name):
        raise Unusable("--wifi: the name contains a control character, or is not valid UTF-8: type it again")
    if not 1 <= len(name.encode()) <= 32:
        raise Unusable(f"--wifi: a Wi-Fi's name has 1 to 32 bytes, this one has {len(name.encode())}")
    if name.endswith(" "):
        raise Unusable("--wifi: the name ends with a space, which the Pi's network files cannot keep: rename the Wi-Fi")
    if password is None:
        return Wifi(name, None, hidden)
    if _RAW_KEY.fullmatch(password):
        return Wifi(name, password.lower(), hidden)
    if not 8 <= len(password.encode()) <= 63:
        raise Unusable(
            f"the Wi-Fi's password has {len(password.encode())} bytes: WPA's have 8 to 63, or are a key of 64"
            " hexadecimal digits; an open network needs --wifi-open"
        )
    key = hashlib.pbkdf2_hmac("sha1", password.encode(), name.encode(), 4096, 32)
    return Wifi(name, key.hex(), hidden)


def country(code: str) -> str:
    """Return the country's two letters. Raises Unusable."""
    if code.upper() not in ISO_3166:
        raise Unusable(f"--country: {code!r} is not a country: two letters of ISO 3166, such as DE, FR, GB or US")
    return code.upper()


def timezone(name: str) -> str:
    """Return ``name`` if the Pi knows this time zone. Raises Unusable."""
    known = time_zones.known()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        meant = f"; did you mean {near[0]}?" if near else ": Area/City, such as Europe/Berlin"
        raise Unusable(f"--timezone: {name!r} is not a time zone{meant}")
    return name


def timezone_here(localtime: Path = Path("/etc/localtime")) -> str:
    """Return the time zone of this computer. Raises Unusable if its name is unknown."""
    name = time_zones.named_here(localtime)
    if name not in time_zones.known():
        raise Unusable("--timezone is needed, such as Europe/Berlin: the time zone of this computer is not known")
    return name


def ssh_keys(file: Path) -> tuple[str, ...]:
    """Return the public keys in ``file``, one per line. Raises Unusable."""
    lines = [line.strip() for line in _text_of_keys(file).splitlines()]
    keys = tuple(line for line in lines if line and not line.startswith("#"))
    if not keys:
        raise Unusable(f"--ssh-key: {file}: contains no key")
    for key in keys:
        if not _is_public_key(key):
            raise Unusable(f"--ssh-key: {file}: this is not a public SSH key: {key[:40]}... (ssh-keygen makes one)")
    return keys


def _text_of_keys(file: Path) -> str:
    """Return the text of ``file``. Raises Unusable if it cannot be read, or contains a private key."""
    try:
        text = decoded(read_regular(file, WRITTEN_BYTES))
    except (OSError, NotText) as error:
        raise Unusable(f"--ssh-key: {file}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if "PRIVATE KEY" in text:
        raise Unusable(f"--ssh-key: {file}: this is a private key, which stays with you: name the file ending in .pub")
    return text


def _is_public_key(line: str) -> bool:
    """Return whether the line is a public key, whose type before the data matches that in the data."""
    kind, _, rest = line.partition(" ")
    try:
        blob = base64.b64decode(rest.split(" ")[0], validate=True)
        (length,) = struct.unpack_from(">I", blob)
    except (binascii.Error, ValueError, struct.error):
        return False
    return bool(_KEY_TYPES.fullmatch(kind)) and blob[4 : 4 + length] == kind.encode() and line.isprintable()
