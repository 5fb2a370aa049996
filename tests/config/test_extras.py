"""Which packages a configuration needs besides: a set-up installs them."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from kiosk.config import extras
from kiosk.config.loader import DEFAULT

ROOT = Path(__file__).parents[2]
SERVER = "postgresql+psycopg://table@server/hall"


def asked(folder: Path, capsys: pytest.CaptureFixture[str], section: str) -> list[str]:
    file = folder / "table.toml"
    file.write_text(f"{DEFAULT.read_text()}\n{section}\n")
    assert extras.main([str(file)]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The versions that are installed, by name; the requirements are the project's own."""
    versions: dict[str, str] = {}

    def version(name: str) -> str:
        if name not in versions:
            raise metadata.PackageNotFoundError(name)
        return versions[name]

    optional = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    lines = [f"{line}; extra == '{extra}'" for extra, lines in optional.items() for line in lines if ";" not in line]
    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr(metadata, "requires", lambda _: lines)
    return versions


@pytest.mark.parametrize(
    ("section", "wanted"),
    [
        ("", []),
        ("[venue]\nnames = 'web'", []),
        ("[venue]\nstore = 'sqlite:////srv/hall.sqlite'", []),
        (f"[venue]\nstore = '{SERVER}'", ["psycopg[binary]>=3.2.4"]),
        (f"[records]\nstore = '{SERVER}'", ["psycopg[binary]>=3.2.4"]),
        ("[venue]\naddress = 'https://scores.example'", ["jinja2>=3.1", "starlette>=1", "uvicorn>=0.35"]),
    ],
)
def test_a_set_up_installs_what_the_configuration_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], installed: dict[str, str], section: str, wanted: list[str]
) -> None:
    assert asked(tmp_path, capsys, section) == wanted
    installed |= {"psycopg": "3.2.4", "jinja2": "3.1.6", "starlette": "1.0rc1", "uvicorn": "0.35.0"}
    assert asked(tmp_path, capsys, section) == []


def test_a_driver_that_loses_notifications_is_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], installed: dict[str, str]
) -> None:
    installed["psycopg"] = "3.1.7"  # Debian 12's
    assert asked(tmp_path, capsys, f"[venue]\nstore = '{SERVER}'") == ["psycopg[binary]>=3.2.4"]
    installed["psycopg"] = "3.10"
    assert asked(tmp_path, capsys, f"[venue]\nstore = '{SERVER}'") == []


def test_a_configuration_that_cannot_be_used_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[venue]\nstore = 1\n")
    assert extras.main([str(file)]) == 1
    assert "venue.store" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("section", "where"),
    [
        ("", "file"),
        ('[records]\nstore = "sqlite:////srv/results.sqlite"', "file"),
        (f'[venue]\nstore = "{SERVER}"', "file"),
        (f'[records]\nstore = "{SERVER}"', "server"),
    ],
)
def test_where_the_results_are_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], section: str, where: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"{DEFAULT.read_text()}\n{section}\n")
    assert extras.main(["--results", str(file)]) == 0
    assert capsys.readouterr().out == f"{where}\n"
