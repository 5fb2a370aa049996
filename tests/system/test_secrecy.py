"""Secrets stay out of all that is shown, in whatever form they were written; what is harmless stays readable."""

from __future__ import annotations

import json
import time
import tomllib
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from kiosk.system import secrecy
from kiosk.system.secrecy import HIDDEN, Secrets, has_password, hidden, is_secret, public, secrets_in
from tests.rig.addresses import FORMS, leaks, notations, passwords

forms = st.sampled_from(sorted(FORMS))


@given(forms, passwords())
@settings(max_examples=100)
@example("user", "q7Zk/q7Zk'q7Zk q7Zk")
@example("password=", "q7Zk@q7Zk?q7Zk")
@example("user", "q7Zk#q7Zk:q7Zk")
def test_no_address_shows_its_password_or_a_part_of_it(form: str, password: str) -> None:
    address = FORMS[form](password)
    assert not leaks(password, public(address))
    assert not leaks(password, json.dumps(hidden("store", {"store": address})))
    assert has_password(address)


@given(forms, passwords())
@settings(max_examples=100)
def test_a_password_is_found_in_its_address_and_removed_from_every_text(form: str, password: str) -> None:
    known = Secrets(secrets_in(FORMS[form](password)))
    for written in notations(password):
        assert not leaks(password, known.text(f'could not connect: "{written}" ({written}):{written}')), written


@given(st.sampled_from([form for form in sorted(FORMS) if form.startswith(("user", "password="))]), passwords())
@settings(max_examples=100)
def test_what_the_driver_takes_for_the_password_is_a_secret(form: str, password: str) -> None:
    address = FORMS[form](password)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        return
    asked = url.query.get("password", ())
    found = {url.password or "", *((asked,) if isinstance(asked, str) else asked)} - {""}
    assert found <= secrets_in(address)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("", ""),
        ("postgresql+psycopg://venue@server/ligretto", "postgresql+psycopg://venue@server/ligretto"),
        ("postgresql+psycopg://server:5432/l?sslmode=require", "postgresql+psycopg://server:5432/l?sslmode=require"),
        ("postgresql:///l?host=/run/postgresql&passfile=/p", "postgresql:///l?host=/run/postgresql&passfile=/p"),
        ("postgresql://[fe80::1]:5432/l", "postgresql://[fe80::1]:5432/l"),
        (
            "sqlite:////var/lib/the store.sqlite?mode=ro&uri=true",
            "sqlite:////var/lib/the store.sqlite?mode=ro&uri=true",
        ),
    ],
)
def test_an_address_without_secrets_is_shown_as_it_is(address: str, told: str) -> None:
    assert public(address) == told
    assert not has_password(address)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://venue:geheim@db:5432/l", "postgresql://venue:***@db:5432/l"),
        (
            "postgresql://venue@db/l?password=geheim&sslmode=require",
            "postgresql://venue@db/l?password=***&sslmode=require",
        ),
        ("postgresql://venue@db/l?sslkey=/etc/venue.key", "postgresql://venue@db/l?***"),
        ("postgresql://venue:geheim/l", "postgresql://***"),  # read as host and port, and no port
        ("postgresql://h:5432/l?password=a@b", "postgresql://***"),  # the driver reads all before the @ as a password
        ("postgresql://venue:ge/heim@db/l", "postgresql://***"),
        ("postgresql://venue@db:ge@heim/l", "postgresql://***"),  # the driver reads venue@db as the user
        ("sqlite://u:geheim@/x", "sqlite://u:***@/x"),
        ("password=geheim", "***"),
        ("nonsense", "***"),
    ],
)
def test_what_may_be_a_secret_is_hidden_and_the_rest_is_shown(address: str, told: str) -> None:
    assert public(address) == told


@pytest.mark.parametrize(
    "key", ["password", "sslpassword", "PASSWD", "passphrase", "db_pwd", "mqtt-token", "client_secret", "api_key"]
)
def test_the_name_of_a_key_says_that_its_value_is_a_secret(key: str) -> None:
    assert is_secret(key)
    assert hidden("net", {key: "geheim", "deeper": [{key: 1234}]}) == {key: HIDDEN, "deeper": [{key: HIDDEN}]}
    assert hidden("net", {key: {"seat": ["geheim"], "seat_file": "/x"}}) == {key: {"seat": [HIDDEN], "seat_file": "/x"}}
    assert hidden("options", {key: {"rows": [17]}}) == {key: {"rows": [17]}}, "a driver may have such a name"


@pytest.mark.parametrize("key", ["password_file", "passfile", "keyboard", "name", "token_dir", "passive", "sslmode"])
def test_other_keys_are_shown(key: str) -> None:
    assert not is_secret(key)
    assert hidden("options", {key: "/etc/x"}) == {key: "/etc/x"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("connects to postgresql://venue:ge/he'im 7@db.example/l now", "connects to postgresql://***/l now"),
        (
            "postgresql:///l?user=venue&password=ge heim'7&sslmode=x",
            "postgresql:///l?user=venue&password=***&sslmode=x",
        ),
        ('store = "postgresql:///l?password=geheim"  # x', 'store = "postgresql:///l?password=***"  # x'),
        ("conninfo: host=db password='ge\\' heim' user=venue", "conninfo: host=db password=*** user=venue"),
        ('{"password": "ge\\"heim", "seat": 3}', '{"password": "***", "seat": 3}'),
        ("quiet systemd.set_credential=x:geheim splash", "quiet systemd.set_credential=*** splash"),
        ("PGPASSWORD=geheim kiosk venue", "PGPASSWORD=*** kiosk venue"),
        ("records.password_file=/etc/x", "records.password_file=/etc/x"),
        ("seat=3 stop_pin=17 mail to a@b.example", "seat=3 stop_pin=17 mail to a@b.example"),
    ],
)
def test_what_looks_like_a_password_is_removed_from_a_text_though_nobody_knows_it(text: str, told: str) -> None:
    assert secrecy.without_passwords(text) == told


@pytest.mark.parametrize(
    "word", ["Grüße", unicodedata.normalize("NFD", "Grüße"), "tab\tand\nline", "back\\slash", "7,5 %"]
)
def test_a_known_word_is_removed_in_every_notation(word: str) -> None:
    known = Secrets([word])
    for written in (*notations(word), unicodedata.normalize("NFC", word), quote(quote(word, safe=""), safe="")):
        assert known.text(f"<{written}>") == f"<{HIDDEN}>", written


def test_a_short_word_is_removed_where_it_stands_alone() -> None:
    assert Secrets(["abc"]).text("abc, cabc, 'abc'") == "***, cabc, '***'"
    assert Secrets(["#", "a"]).text("# a text") == "# a text"  # nothing could be read


@given(st.sampled_from([form for form in sorted(FORMS) if form != "pass%77ord="]), passwords())
@settings(max_examples=100)
def test_a_configuration_is_copied_without_its_password_and_otherwise_as_it_was(form: str, password: str) -> None:
    address = FORMS[form](password)
    store = f"store = {json.dumps(address, ensure_ascii=False)}"
    text = f'# {address}\n[game]\nkind = "dice"\n[records]\n{store}\nnames = false  # nobody\n'
    copy = secrecy.public_toml(text)
    assert not leaks(password, copy)
    data = tomllib.loads(copy)
    assert (data["game"], data["records"]["names"]) == ({"kind": "dice"}, False)
    assert copy.endswith("names = false  # nobody\n")


def test_a_configuration_that_is_no_toml_is_copied_without_its_password() -> None:
    assert "geheim" not in secrecy.public_toml('[records\nstore = "postgresql://venue:geheim@db/l"\n')


def test_a_configuration_without_a_password_is_copied_as_it_is() -> None:
    text = '# mail to a@b\n[records]\nstore = "postgresql://venue@db/l?sslkey=/k"\n'
    assert secrecy.public_toml(text) == text


def test_a_key_that_is_a_word_elsewhere_hides_only_its_own_value() -> None:
    text = '[game]\nkind = "dice"\n[hardware.options.net]\ntoken = "dice"\n'
    assert secrecy.public_toml(text) == '[game]\nkind = "dice"\n[hardware.options.net]\ntoken = "***"\n'


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("token = 4711", 'token = "***"'),
        ("token = 4_711 # 4711", 'token = "***" # ***'),
        ("token = { seat = 1979-05-27 }", 'token = { seat = "***" }'),
        ("tokens = [4711, 'geheim']", """tokens = ["***", '***']"""),
        ("api-key = 'geheim' # geheim, by mail", "api-key = '***' # ***, by mail"),
    ],
)
def test_secrets_of_any_type_are_hidden_in_a_copy(line: str, told: str) -> None:
    assert secrecy.public_toml(f"[hardware.options.net]\n{line}\n") == f"[hardware.options.net]\n{told}\n"


def test_the_password_of_a_password_file_of_libpq_is_known() -> None:
    assert secrecy.passwords_of(r"db.example:5432:*:venue:ge\:he\\im") == {r"ge\:he\\im", r"ge:he\im"}
    assert secrecy.passwords_of("# a comment") == frozenset()


_LONG = (
    *("://a:" * 20_000, "@" + "://a:" * 20_000, "a=" * 50_000, "password" * 12_000, "a " * 50_000, "?a" * 50_000),
    *("a" + " " * 100_000, "a='" * 30_000, '"a":"' * 20_000, "a-" * 50_000, "\\" * 100_000, "%25" * 30_000),
)


@pytest.mark.parametrize("text", _LONG)
def test_a_line_of_any_length_is_looked_through_in_no_time(text: str) -> None:
    known = Secrets(["ge%he\\im'geheim", "password"])
    began = time.process_time()
    known.text(secrecy.without_passwords(text))
    public(text)
    has_password(f"postgresql://{text}")
    assert time.process_time() - began < 2
