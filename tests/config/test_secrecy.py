"""A password in a configuration: refused by the check, accepted with a warning by services, shown by nothing."""

from __future__ import annotations

import argparse
import json
import tomllib
from pathlib import Path
from typing import Final

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kiosk.cli.main import main
from kiosk.cli.settings import usable_settings
from kiosk.config.dump import effective
from kiosk.config.last_good import changes
from kiosk.config.loader import CONFIGS, ConfigError, parse
from kiosk.config.schema import Settings
from kiosk.config.secrecy import passwords as in_words
from kiosk.config.secrecy import without_files, without_secrets
from kiosk.system import password_file
from kiosk.system.secrecy import HIDDEN, leaves, public_toml
from tests.rig.addresses import FORMS, leaks, passwords

FOUR = (CONFIGS / "four_seats.toml").read_text(encoding="utf-8")
OLD = "postgresql+psycopg://venue:geheim@127.0.0.1:1/ligretto"


STORES = pytest.mark.parametrize("section", ["records", "venue"])


def with_store(address: str, more: str = "", section: str = "records") -> str:
    return f"{FOUR}\n[{section}]\nstore = {json.dumps(address, ensure_ascii=False)}\n{more}"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(with_store(OLD), encoding="utf-8")
    return file


@given(st.sampled_from(sorted(FORMS)), passwords())
@example("user", "q7Zk/q7Zk'q7Zk q7Zk")
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_command_about_a_configuration_prints_its_password(
    table: Path, capsys: pytest.CaptureFixture[str], form: str, password: str
) -> None:
    table.write_text(with_store(FORMS[form](password)), encoding="utf-8")
    assert main(["config", "check", str(table)]) == 2
    assert main(["config", "show", str(table)]) == 0
    told = capsys.readouterr()
    assert not leaks(password, told.out + told.err)
    assert not leaks(password, "\n".join(changes(FOUR, table.read_text(encoding="utf-8"))))
    with pytest.raises(ConfigError) as error:  # in the wrong place
        parse(FOUR + f"[table]\nname = {json.dumps(FORMS[form](password), ensure_ascii=False)}\n")
    assert not leaks(password, str(error.value))


@STORES
def test_the_check_refuses_a_password_with_the_fix(
    table: Path, section: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text(with_store(OLD, section=section), encoding="utf-8")
    assert main(["config", "check", str(table)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"table.toml: {section}.store: the address has a password, and others may read this file: ")
    assert f'under [{section}], as password_file = "..."' in told
    assert "kiosk/results/README.md" in told


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://venue@127.0.0.1:1/ligretto",
        "postgresql+psycopg://venue@127.0.0.1:1/ligretto?passfile=/etc/p&sslkey=/etc/k",
    ],
)
def test_the_check_accepts_an_address_without_one(
    table: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text(with_store(address), encoding="utf-8")
    assert main(["config", "check", str(table)]) == 0
    assert "warning: records" not in capsys.readouterr().out


@STORES
def test_the_check_says_what_is_wrong_with_the_password_file(
    table: Path, section: str, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = table.with_name("password")
    secret.write_text("geheim")
    secret.chmod(0o644)
    line = f'password_file = "{secret}"\n'
    table.write_text(with_store(OLD.replace(":geheim", ""), line, section), encoding="utf-8")
    assert main(["config", "check", str(table)]) == 0
    assert f"warning: {section}.password_file: {secret}: others may read it" in capsys.readouterr().out


def test_a_password_where_its_place_should_be_is_not_quoted() -> None:
    with pytest.raises(ConfigError) as error:
        parse(with_store("", 'password_file = "geheim"\n'))
    assert "records.password_file: what is there is invalid: write the place of a file" in str(error.value)
    assert "geheim" not in str(error.value)


def test_a_service_goes_on_with_a_password_in_the_address_and_says_so(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = argparse.Namespace(config=table, last_good=True)
    assert usable_settings(options)[0].records.store == OLD
    told = capsys.readouterr().err
    assert told.startswith("warning: records.store: the address has a password")
    assert "geheim" not in told


def test_a_card_is_not_written_with_a_password_in_its_configuration(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["first-boot", "--config", str(table), "--to", str(tmp_path)]) == 2
    assert "records.store: the address has a password" in capsys.readouterr().err


def test_a_drivers_options_are_shown_without_their_secrets() -> None:
    options = {"net": {"token": "geheim", "broker": "mqtt://table:geheim@broker/x", "lines": [1, 2]}}
    plain = parse(FOUR)
    hardware = msgspec.structs.replace(plain.hardware, options=options)
    shown = without_secrets(msgspec.structs.replace(plain, hardware=hardware))
    assert shown.hardware.options == {"net": {"token": "***", "broker": "mqtt://table:***@broker/x", "lines": [1, 2]}}


def with_options(**options: object) -> Settings:
    plain = parse(FOUR)
    return msgspec.structs.replace(plain, hardware=msgspec.structs.replace(plain.hardware, options={"net": options}))


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"token": "geheim"}, "hardware.options.net.token"),
        ({"api_key": 4711}, "hardware.options.net.api_key"),
        ({"brokers": ["mqtt://table:geheim@broker/x"]}, "hardware.options.net.brokers"),
        ({"away": {"password": "geheim"}}, "hardware.options.net.away.password"),
        ({"tokens": [{"seat": "geheim"}, {"seat": 2}]}, "hardware.options.net.tokens.seat"),
    ],
)
def test_a_secret_in_a_drivers_options_is_refused_with_the_fix(options: dict[str, object], place: str) -> None:
    (told,) = in_words(with_options(**options))
    assert told.startswith(f"{place}: this is a secret")
    assert f'{place.rpartition(".")[2]} = {{ password_file = "..." }}' in told
    assert "geheim" not in told


_KEYS: Final = st.sampled_from(
    ["token", "password", "api-key", "password_file", "rows", "broker", "user", "options", "passive", "x"]
)
_VALUES: Final = st.recursive(
    st.booleans()
    | st.integers(100, 9999)
    | st.sampled_from(["", "geheim", "mqtt://t:geheim@b/x", "mqtt://b/x", "/etc/x"]),
    lambda parts: st.lists(parts, max_size=2) | st.dictionaries(_KEYS, parts, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(_KEYS, _VALUES, max_size=3))
@example({"token": 0, "x": {"token": {"password_file": "/etc/token"}}})
@example({"password": [100, {"password": False}]})
@settings(max_examples=60, deadline=None)
def test_whatever_is_hidden_of_a_drivers_options_is_refused_and_nothing_else(options: dict[str, object]) -> None:
    plain = with_options(**options)
    assert (without_secrets(plain) != plain) == any(in_words(plain))
    copy = tomllib.loads(public_toml(effective(plain)))
    assert {leaf.value for leaf in leaves(copy) if leaf.is_secret} <= {HIDDEN, "mqtt://t:***@b/x"}


def test_a_drivers_options_without_secrets_are_accepted() -> None:
    fine = {"token": "", "token_file": "/etc/token", "broker": "mqtt://broker/x", "use_token": True, "rows": [17, 27]}
    assert [*in_words(with_options(**fine, away={"token": {"password_file": "/etc/token"}}))] == []


def test_a_driver_is_given_its_secrets_from_their_files(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.touch(0o600)
    file.write_text("geheim\n")
    told = {
        "rows": [1],
        "token": {"password_file": str(file)},
        "away": {"key": {"password_file": str(tmp_path / "no")}},
    }
    filled, (problem,) = without_files(told)
    assert filled == {"rows": [1], "token": "geheim", "away": {}}
    assert problem.startswith(f"away.key.password_file: {tmp_path / 'no'}: there is no such file")


def test_the_check_refuses_a_secret_of_a_driver(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'{FOUR}\n[hardware.options.net]\ntoken = "geheim"\n')
    assert main(["config", "check", str(file)]) == 2
    told = capsys.readouterr()
    assert "table.toml: hardware.options.net.token: this is a secret" in told.err
    assert "geheim" not in told.out + told.err
    file.write_text(f'{FOUR}\n[hardware.options.net]\ntoken = {{ password_file = "/none" }}\n')
    assert main(["config", "check", str(file)]) == 0
    assert "hardware.options.net.token.password_file: /none: there is no such file" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_a_configuration_without_secrets_is_shown_as_it_is(path: Path) -> None:
    settings = parse(path.read_text(encoding="utf-8"))
    assert without_secrets(settings) == settings


def test_the_credential_of_the_appliance_is_the_one_that_its_service_is_passed() -> None:
    units = Path(__file__).parents[2] / "systemd/files"
    service = (units / "etc/systemd/system/ligretto-venue.service").read_text(encoding="utf-8")
    command = (units / "usr/local/bin/kiosk").read_text(encoding="utf-8")
    assert "\nLoadCredential=ligretto-store-password\n" in service
    assert f"{password_file.STORES[0]}/ligretto-store-password" in command
