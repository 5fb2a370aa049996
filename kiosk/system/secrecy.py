"""What is secret, in one place: passwords in the addresses of databases, and values of keys that are named like one.

Reports, logs, error messages, printed configurations and backups ask here. Two rules, so that neither has to be
complete: of an address only parts that are known to be harmless are shown (``public``), and a secret that was found
(``secrets_in``) is removed from every text, however it is quoted or encoded there (``Secrets``).
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, unquote_plus

HIDDEN: Final = "***"
"""What stands in the place of a secret."""
PASSWORD_FILE: Final = "password_file"  # noqa: S105  a name
"""The key of the place of a file with a password, in a configuration."""

_NAMED: Final = re.compile(
    r"pass(?!file|ive|ing|ed|es)|pwd|psk|secret|token|credential"
    r"|(?:api|private|access|client|server|signing|account)[_-]?key",
    re.IGNORECASE,
)
"""The names of keys with a secret: ``password``, ``sslpassword``, ``oauth_client_secret``, ``scram_client_key``."""
_OF_FILE: Final = re.compile(r"(?:_|\b)(?:file|dir|path)\Z", re.IGNORECASE)
"""The end of the name of a key with a path: ``password_file`` is no secret."""
_OF_NAMES: Final = "options"
"""The key of the table whose keys are names of drivers: ``[hardware.options.token_reader]`` is no secret."""

_HARMLESS: Final = frozenset(
    {
        *("host", "hostaddr", "port", "dbname", "user", "service", "servicefile", "passfile", "application_name"),
        *("connect_timeout", "client_encoding", "target_session_attrs", "channel_binding", "gssencmode"),
        *("sslmode", "sslcert", "sslrootcert", "sslcrl", "sslnegotiation", "ssl_min_protocol_version", "require_auth"),
        *("keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout"),
        *("mode", "uri", "cache", "immutable", "timeout", "check_same_thread"),
    }
)
"""The parameters of an address that messages show; of all others only the name."""

_SCHEME: Final = re.compile(r"([A-Za-z][\w+.-]*)://(.*)", re.DOTALL)
_WHERE: Final = r"(?:\[[0-9A-Fa-f:.]+\]|[\w.-]*)(?::[0-9]{1,5})?"
_PLAIN_WORD: Final = r"[\w.-]*"
_PLAIN_VALUE: Final = r"[\w./:,+-]*"

_PAIR: Final = r"(?<![\w.-])([\w.-]++)(\s*+=\s*+)('(?:\\.|[^'\\\n])*+'|\"(?:\\.|[^\"\\\n])*+\"|[^\s,;&'\"]++)"
"""``key=value``, as in libpq's connection strings, commands and logs."""
_JSON_PAIR: Final = r'(?<=")([\w.-]++)("\s*+:\s*+")((?:\\.|[^"\\\n])*+)(?=")'
_PARAMETER: Final = r"(?<=[?&])([\w.%+-]++)(=)((?:[^&\n\"]|\"(?![\s,)}\]]|\Z))*+)"
"""``?key=value`` of an address; its value may contain all but what ends the line, the parameter or the quotation."""
_USER: Final = re.compile(r"(?<=://)[^:/@\s]*+:")
_END_OF_HOST: Final = re.compile(r"[^/\s\"'?#]*+")

_LONGEST: Final = 2000
"""Characters of an address; all of a longer one is a secret."""

_SHORTEST: Final = 3
"""Characters of a secret from which on it is removed from texts: with "a" or "#" for one, nothing could be read."""
_COMMENT: Final = re.compile(r"^(\s*#)(.*)", re.MULTILINE)
_BEHIND: Final = "#.*"
"""A comment behind a value, or a # in a text and what follows it."""

_ANYWHERE: Final = 4
"""Characters of a secret from which on it is removed within words too; shorter ones where they stand alone."""


def is_secret(key: str) -> bool:
    """Return whether a key of this name has a secret as its value."""
    return _NAMED.search(key) is not None and _OF_FILE.search(key) is None


def public(address: str) -> str:
    """Return an address as it may be shown: its secrets, and all that might be part of one, are ``HIDDEN``.

    Of what can be read in more than one way, only the scheme is left; of what is no address, nothing.
    """
    found = _SCHEME.fullmatch(address)
    if found is None:
        return HIDDEN if address else ""
    scheme, rest = found.groups()
    authority = _authority(rest)
    path, asked, query = rest[len(authority) :].partition("?")
    user, where = _user_and_place(authority)
    is_file = scheme.partition("+")[0] == "sqlite" and not authority
    if where is None or "@" in rest[len(authority) :] or "#" in path:
        return f"{scheme}://{HIDDEN}"
    if not is_file and re.fullmatch(_PLAIN_WORD, path.removeprefix("/")) is None:
        path = f"/{HIDDEN}"
    return f"{scheme}://{user}{where}{path}{asked}{'&'.join(map(_public_parameter, query.split('&')))}"


def _authority(rest: str) -> str:
    """Return user, host and port of what follows the scheme."""
    return re.split(r"[/?#]", rest, maxsplit=1)[0]


def _user_and_place(authority: str) -> tuple[str, str | None]:
    """Return the user with a hidden password, as it stands before the host, and host and port; None: they are none."""
    named, at, where = authority.rpartition("@")
    user, colon, password = named.partition(":")
    shown = user if re.fullmatch(_PLAIN_WORD, user) else HIDDEN
    hides = f":{HIDDEN}" if colon and password else colon
    return f"{shown}{hides}{at}", where if re.fullmatch(_WHERE, where) and "@" not in user else None


def _public_parameter(pair: str) -> str:
    key, sign, value = pair.partition("=")
    if key in _HARMLESS and re.fullmatch(_PLAIN_VALUE, value):
        return pair
    if sign and is_secret(key) and re.fullmatch(_PLAIN_WORD, key):
        return f"{key}={HIDDEN}"
    return HIDDEN if pair else ""


def has_password(address: str) -> bool:
    """Return whether there is a password in an address, or in a connection string, in any form."""
    found = _SCHEME.fullmatch(address)
    rest = found[2] if found else ""
    before, at, _ = rest.rpartition("@")
    user, _, password = before.partition(":")
    if at and password and "/" not in user and "?" not in user:
        return True
    return any(value and is_secret(unquote(key)) for key, value in _parameters(rest if found else address))


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    """Yield key and value of each parameter of an address, and of each pair of a connection string.

    What has no key is a value: it may be the rest of one that contains a &. A value may contain a ?, too.
    """
    for pair in (*text.partition("?")[2].split("&"), *re.split("[?&]", text)[1:]):
        key, sign, value = pair.partition("=")
        yield (key, value) if sign else ("", key)
    yield from ((key, value[1:-1] if value[0] in "'\"" else value) for key, _, value in re.findall(_PAIR, text))


def secrets_in(address: str) -> frozenset[str]:
    """Return all that may be a secret in an address, as it stands there and decoded, read in every possible way."""
    if len(address) > _LONGEST:
        return frozenset({address})
    found = _SCHEME.fullmatch(address)
    rest = found[2] if found else address
    words = {word for key, value in _parameters(rest) if key not in _HARMLESS for word in _parts(key, value)}
    if found is not None:
        ends = [place for place, sign in enumerate(rest) if sign == "@"]
        words |= {rest[:end].partition(":")[2] for end in ends}  # a password may contain @, / and ?
        words |= {*rest.split("@")[1:-1]}
        words |= {*_to_every_end(rest)}
        if (
            len(ends) > 1 or "@" in rest[len(_authority(rest)) :]
        ):  # a driver may take any part for the host or an option
            read = [*words, rest.partition(":")[2]]
            words |= {part for word in read for part in re.split(r"[/?#@:&=]", word)}
        words |= {port for port in re.findall(r":([^/?#@]*)", rest) if not re.fullmatch(r"[0-9]{1,5}", port)}
    return frozenset(
        decoded for word in words for decoded in (word, unquote(word), unquote_plus(word), _unquoted(word)) if decoded
    )


def _to_every_end(text: str) -> Iterator[str]:
    """Yield the value of each secret parameter up to each & behind it, and up to the end: it may contain some."""
    ends = [*(found.start() for found in re.finditer("&", text)), len(text)]
    for found in re.finditer(r"[?&]([\w.%+-]+)=", text):
        if is_secret(unquote(found[1])):
            yield from (text[found.end() : end] for end in ends if end > found.end())


def _parts(key: str, value: str) -> tuple[str, ...]:
    """Return what may be a secret in a parameter: one whose name tells nothing may be the rest of another's value."""
    return (value,) if is_secret(unquote(key)) else (value, key)


def parameters(address: str, *names: str) -> frozenset[str]:
    """Return the values of these parameters of an address or connection string, ``user`` and ``host`` among them."""
    found = _SCHEME.fullmatch(address)
    rest = found[2] if found else ""
    pairs = [*_parameters(rest if found else address)]
    for before, at, after in (_authority(rest).rpartition("@"), rest.rpartition("@")):
        host = re.match(r"\[?((?<=\[)[^\]]*|[^:/?#]*)", after)
        pairs += [("user", before.partition(":")[0] if at else ""), ("host", host[1] if host else "")]
    return frozenset(word for key, value in pairs if key in names and (word := unquote(value)))


def passwords_of(line: str) -> frozenset[str]:
    """Return the password in a line of libpq's password file (``host:port:database:user:password``), also unescaped."""
    fields = re.split(r"(?<!\\):", line, maxsplit=4)
    return frozenset({fields[4], _unquoted(fields[4])} - {""}) if len(fields) == 5 else frozenset()


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def hidden(key: str, value: Any) -> Any:
    """Return the value of a configuration's key with all that is secret in it hidden; tables and lists likewise."""
    return _hidden(value, key, is_secret(key))


def _hidden(value: Any, key: str, named: bool) -> Any:
    if isinstance(value, Mapping):
        return {name: _hidden(part, str(name), _names(key, named, str(name))) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_hidden(part, key, named) for part in value)
    if _is_secret(value, named):
        return HIDDEN if named else public(value)
    return public(value) if isinstance(value, str) and _SCHEME.fullmatch(value) else value


class Leaf(NamedTuple):
    """A value in a configuration's data. ``key``: of it, or of its list; ``named``: as that of a secret."""

    place: str
    key: str
    value: Any
    named: bool

    @property
    def is_secret(self) -> bool:
        """Whether it is one, by its name or, of an address, because it has a password."""
        return _is_secret(self.value, self.named)


def leaves(data: Any, place: str = "", key: str = "", *, named: bool = False) -> Iterator[Leaf]:
    """Yield every value in a configuration's data; of a part of that with the place and key at which it stands."""
    if isinstance(data, Mapping):
        for name, part in data.items():
            there = f"{place}.{name}".removeprefix(".")
            yield from leaves(part, there, str(name), named=_names(key, named, str(name)))
    elif isinstance(data, list | tuple):
        for part in data:
            yield from leaves(part, place, key, named=named)
    else:
        yield Leaf(place, key, data, named)


def _names(table: str, named: bool, key: str) -> bool:
    """Return whether a key in a table has a secret as its value: all of a table that is ``named`` like one has."""
    return table != _OF_NAMES and (is_secret(key) or (named and _OF_FILE.search(key) is None))


def _is_secret(value: Any, named: bool) -> bool:
    """Return whether a value is a secret. ``named``: its key has one."""
    if isinstance(value, str):
        return bool(value) and (named or has_password(value))
    return named and value is not None and not isinstance(value, bool)


def secrets_of(data: Any) -> frozenset[str]:
    """Return the secrets in a configuration's raw data, and all that may be some in its addresses."""
    words = set[str]()
    for leaf in leaves(data):
        if leaf.named and leaf.is_secret:
            words.add(str(leaf.value))
        if isinstance(leaf.value, str) and (leaf.is_secret or _SCHEME.fullmatch(leaf.value)):
            words |= secrets_in(leaf.value)
    return frozenset(words)


def public_toml(text: str) -> str:
    """Return the text of a configuration without passwords, comments included; all else is as it was written."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return without_passwords(text)
    secret = [leaf for leaf in leaves(data) if leaf.is_secret]
    for leaf in secret:
        text = _without_value(text, leaf)
    known = Secrets(word for leaf in secret for word in secrets_in(str(leaf.value)) | {str(leaf.value)})
    try:
        left = _left(text)  # where another value of that key was found first
    except ValueError:
        return without_passwords(known.text(text))
    for leaf in left:
        text = _without_word(text, leaf)
    text = _COMMENT.sub(lambda found: f"{found[1]}{without_passwords(found[2])}", text)
    return re.sub(_BEHIND, lambda found: known.text(found[0]), text)


def _left(text: str) -> list[Leaf]:
    """Return the secrets that the text of a configuration still has. ValueError if it is no longer TOML."""
    secret = [leaf for leaf in leaves(tomllib.loads(text)) if leaf.is_secret]
    return [leaf for leaf in secret if _hidden(leaf.value, leaf.key, leaf.named) != leaf.value]


def _at(leaf: Leaf) -> str:
    """Return the pattern of what stands before a value in a configuration: its key."""
    return rf"{re.escape(leaf.key)}[\"']?\s*=\s*"


def _without_word(text: str, leaf: Leaf) -> str:
    """Return the text of a configuration with this value of it hidden wherever it stands, in whatever notation."""
    secret = str(leaf.value)
    if isinstance(leaf.value, str):
        return Secrets(secrets_in(secret) | {secret}).text(text)
    for place in (_at(leaf), r"[\[,]\s*", r"=\s*"):  # rather than of another key
        without = re.sub(rf"({place})([^\s,#\]}}\[{{\"']+)", partial(_unless_it_reads, leaf.value), text)
        if without != text:
            return without
    return Secrets({secret}, f'"{HIDDEN}"').text(text)


def _without_value(text: str, leaf: Leaf) -> str:
    """Return the text of a configuration with this value of it hidden."""
    secret = str(leaf.value)
    key = f"({_at(leaf)})"
    if isinstance(leaf.value, str):
        shown = str(_hidden(leaf.value, leaf.key, leaf.named)).replace("\\", r"\\")
        without, count = re.subn(rf"{key}([\"']){re.escape(secret)}(?=\2)", rf"\g<1>\g<2>{shown}", text)
    else:
        without, count = re.subn(rf"{key}{re.escape(secret)}(?![\w.:-])", rf'\g<1>"{HIDDEN}"', text)
    return without if count else _without_word(text, leaf)


def _unless_it_reads(value: Any, found: re.Match[str]) -> str:
    """Return what was found, with its second part hidden if that is how this value is written in TOML."""
    try:
        is_it = tomllib.loads(f"x = {found[2]}") == {"x": value}
    except ValueError:
        is_it = False
    return f'{found[1]}"{HIDDEN}"' if is_it else found[0]


class Secrets:
    """Remover of known ``words`` from texts, in every notation: percent-encoded, escaped, in any normal form."""

    def __init__(self, words: Iterable[str], instead: str = HIDDEN) -> None:
        self._instead = instead
        known = {word for word in words if len(word) >= _SHORTEST}
        known |= {unicodedata.normalize(form, word) for word in known for form in ("NFC", "NFD")}
        longest_first = sorted(known, key=len, reverse=True)
        self._words = [re.compile(_notations(word)) for word in longest_first]

    def text(self, text: str) -> str:
        """Return the text without the words. One after the other, because one may be a part of another."""
        for word in self._words:
            text = word.sub(self._instead, text)
        return text


def _notations(word: str) -> str:
    """Return a pattern of all notations of a word. A short one is taken for it only where it stands alone."""
    pattern = "".join(map(_notations_of_sign, word))
    return pattern if len(word) >= _ANYWHERE else rf"(?<!\w){pattern}(?!\w)"


def _notations_of_sign(sign: str) -> str:
    encoded = "".join(f"%(?:25)*{byte:02x}" for byte in sign.encode(errors="surrogatepass"))
    ways = [f"(?i:{encoded})", rf"(?i:\\u{ord(sign):04x})", re.escape(sign)]  # the longest first: % as %25
    if sign.isalnum():
        return f"(?:{'|'.join(ways)})"
    more = {" ": [r"\+"], "'": ["''"], "\n": [r"\\n"], "\r": [r"\\r"], "\t": [r"\\t"]}
    return rf"(?:\\*(?:{'|'.join([*ways, *more.get(sign, ())])}))"


def without_passwords(text: str, instead: str = HIDDEN) -> str:
    """Return a text without what has the form of a password, known or not: in addresses, and after ``password=``.

    A password may contain all that ends an address elsewhere, so the line is taken up to its last @.
    """
    text = "".join(_without_user(line, instead) for line in text.splitlines(keepends=True))

    def named(found: re.Match[str]) -> str:
        key, sign, value = found.groups()
        return f"{key}{sign}{instead}" if value and is_secret(unquote(key)) else found[0]

    for form in (_PARAMETER, _JSON_PAIR, _PAIR):
        text = re.sub(form, named, text)
    return text


def _without_user(line: str, instead: str) -> str:
    last = line.rfind("@")
    found = _USER.search(line, 0, last) if last >= 0 else None
    if found is None:
        return line
    end = _END_OF_HOST.match(line, last + 1)
    assert end is not None  # noqa: S101  it may be empty
    return f"{line[: found.start()]}{instead}{line[end.end() :]}"
