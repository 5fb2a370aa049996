"""``kiosk uplink --check``: each thing that can be wrong on the way to a hall's store is told with its fix."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from kiosk.cli.main import main
from kiosk.hall import checking
from kiosk.hall.checking import Grade, Sign, signs
from kiosk.results.store import open_store
from tests.results.conftest import empty

CERTIFICATES = Path(__file__).with_name("certificates")
"""Each is its own authority, and has its key beside it: of localhost until 2126, over since 2020, from 2100 on; and
of another host."""


@contextmanager
def server(certificate: str) -> Iterator[int]:
    """Yield the port of what begins to talk as PostgreSQL does, with a certificate, or (empty) without encrypting."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                caller, _ = listening.accept()
                with caller, suppress(OSError):
                    caller.recv(8)
                    caller.sendall(b"S" if certificate else b"N")
                    if certificate:
                        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                        context.load_cert_chain(CERTIFICATES / f"{certificate}.pem")
                        context.wrap_socket(caller, server_side=True).close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()


def seen(address: str, tmp_path: Path) -> dict[str, Sign]:
    """Return the last sign of each word."""
    return {sign.about: sign for sign in signs(address, tmp_path / "hall.sqlite", "", "Window")}


@pytest.mark.parametrize(
    ("certificate", "mode", "root", "grade", "words"),
    [
        ("well", "verify-full", "well", Grade.GOOD, "is localhost's, until 2126-01-01"),
        ("expired", "verify-full", "expired", Grade.WRONG, "it has expired: have a new one made, or correct this comp"),
        ("unborn", "verify-full", "unborn", Grade.WRONG, "it is not valid yet: wait, or correct this computer's clock"),
        ("elsewhere", "verify-full", "elsewhere", Grade.WRONG, "it is not localhost's: write the name that is in it"),
        ("elsewhere", "verify-ca", "elsewhere", Grade.GOOD, "until 2126"),
        ("well", "verify-full", "elsewhere", Grade.WRONG, "name the hall's root certificate as sslrootcert"),
        ("well", "verify-full", "missing", Grade.WRONG, "missing.pem: cannot be read (No such file or directory)"),
        ("well", "prefer", "", Grade.NOTE, "the line is encrypted, but whoever answers there is believed"),
        ("", "verify-full", "well", Grade.WRONG, "the server does not encrypt, and sslmode is verify-full: switch ssl"),
    ],
)
def test_the_certificate_is_judged(
    tmp_path: Path, certificate: str, mode: str, root: str, grade: Grade, words: str
) -> None:
    asks = f"sslmode={mode}" + (f"&sslrootcert={CERTIFICATES / root}.pem" if root else "")
    with server(certificate) as port:
        found = seen(f"postgresql+psycopg://table@localhost:{port}/hall?{asks}", tmp_path)
    assert (found["address"].grade, found["certificate"].grade) == (Grade.GOOD, grade)
    assert words in found["certificate"].words
    assert ("database" in found) == (grade is not Grade.WRONG)  # which then answers nothing more


def test_a_wrong_address_is_told_with_its_key(tmp_path: Path) -> None:
    assert seen("nonsense", tmp_path)["address"].words.startswith("venue.store: that is no SQLAlchemy address")
    found = seen("postgresql+psycopg://table@nowhere.invalid/hall", tmp_path)
    assert found.keys() == {"address"}
    assert found["address"].words.startswith("nowhere.invalid: no such host")


def test_a_table_without_a_name_is_told_where_there_may_be_others(tmp_path: Path) -> None:
    server, file = "postgresql+psycopg://table@nowhere.invalid/hall", tmp_path / "hall.sqlite"
    first, *_ = signs(server, file, "", "")
    assert (first.about, first.grade) == ("name", Grade.NOTE)
    assert "under [table]" in first.words
    assert "name" not in seen(server, tmp_path)
    assert [sign.about for sign in signs("", file, "", "")] == ["database"]


def test_a_server_that_cannot_be_reached_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    found = seen(f"postgresql+psycopg://table@127.0.0.1:{port}/hall", tmp_path)
    assert found["database"].words.startswith(f"127.0.0.1, port {port}: cannot be reached (Connection refused): check")


def test_what_is_no_postgresql_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "SLOWEST_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        found = seen(f"postgresql+psycopg://table@127.0.0.1:{port}/hall", tmp_path)
    assert "is no PostgreSQL server (no answer within" in found["database"].words


LETS = "kiosk venue database lets a role do what it has to"


def test_a_servers_role_and_tables_are_told(postgres_address: str, tmp_path: Path) -> None:
    empty(postgres_address)
    found = seen(postgres_address, tmp_path)
    assert found["database"] == ("database", Grade.GOOD, found["database"].words)
    assert found["role"].words == "kiosk may do anything on that server: give the tables a role of their own"
    assert found["tables"].words == "are not there, or older: the uplink makes them when it starts"
    assert found["clock"] == ("clock", Grade.GOOD, "hall and table agree")
    engine = create_engine(postgres_address)
    with engine.begin() as connection:
        connection.execute(text("CREATE ROLE seat LOGIN; GRANT USAGE ON SCHEMA public TO PUBLIC"))
    engine.dispose()
    try:
        plain = postgres_address.replace("kiosk@", "seat@")
        found = seen(plain, tmp_path)
        assert found["role"] == ("role", Grade.GOOD, "seat")
        assert "this role may not make them: kiosk venue database makes them" in found["tables"].words
        open_store(postgres_address, tmp_path / "unused").close()
        assert "may not do that there: kiosk venue database" in seen(plain, tmp_path)["database"].words
        with engine.begin() as connection:
            connection.execute(text("GRANT SELECT ON store_version TO seat"))
        found = seen(plain, tmp_path)
        assert found["tables"].grade is Grade.GOOD
        assert found["role"][1:] == (Grade.WRONG, f"seat may not fill the store: {LETS}")
        for right, expected in (
            ("EXECUTE ON FUNCTION hall_put(text, text, jsonb)", (Grade.GOOD, "seat")),
            ("SELECT ON results", (Grade.NOTE, f"seat may read what other tables have sent: {LETS}, and nothing else")),
        ):
            with engine.begin() as connection:
                connection.execute(text(f"GRANT {right} TO seat"))
            assert seen(plain, tmp_path)["role"][1:] == expected
    finally:
        with engine.begin() as connection:
            connection.execute(text("DROP OWNED BY seat; DROP ROLE seat"))
        engine.dispose()


def test_a_database_that_is_not_there_is_told(postgres_address: str, tmp_path: Path) -> None:
    found = seen(postgres_address.replace("/postgres?", "/elsewhere?"), tmp_path)
    assert found["database"].grade is Grade.WRONG
    assert 'database "elsewhere" does not exist' in found["database"].words


@pytest.mark.parametrize(("apart", "grade"), [(61.0, Grade.WRONG), (-61.0, Grade.WRONG), (59.0, Grade.GOOD)])
def test_clocks_a_minute_apart_are_told(
    postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, apart: float, grade: Grade
) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + apart)
    found = seen(postgres_address, tmp_path)["clock"]
    assert found.grade is grade
    assert ("at the hall" in found.words) == (grade is Grade.WRONG)


def test_a_file_needs_no_server_and_the_command_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    assert main(["uplink", "--check"]) == 0
    assert capsys.readouterr().out.startswith("database     note   ")
    assert [*tmp_path.iterdir()] == []
    (tmp_path / "hall.sqlite").write_bytes(b"no database at all" * 100)
    assert main(["uplink", "--check"]) == 1
    assert "database     wrong  " in capsys.readouterr().out
    (tmp_path / "hall.sqlite").unlink()
    open_store("", tmp_path / "hall.sqlite").close()
    assert main(["uplink", "--check"]) == 0
    assert capsys.readouterr().out == "tables       good   are of this version\n"
