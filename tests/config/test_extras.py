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
def requires(monkeypatch: pytest.MonkeyPatch) -> None:
    """The requirements are the project's own, whatever is installed here."""
    optional = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    lines = [f"{line}; extra == '{extra}'" for extra, lines in optional.items() for line in lines if ";" not in line]
    monkeypatch.setattr(metadata, "requires", lambda _: lines)


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
@pytest.mark.usefixtures("requires")
def test_a_set_up_installs_what_the_configuration_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], section: str, wanted: list[str]
) -> None:
    assert asked(tmp_path, capsys, section) == wanted


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
