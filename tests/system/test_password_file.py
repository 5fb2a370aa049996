"""A password's file: read if it is nobody else's, else refused with the fix, and never quoted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk.system import password_file
from kiosk.system.password_file import UnusablePassword, read_password

WORD = "ge'he/im mit Wört"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "store-password"
    file.write_text(f"{WORD}\n", encoding="utf-8")
    file.chmod(0o600)
    return file


@pytest.fixture(autouse=True)
def no_credentials(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    monkeypatch.setattr(password_file, "STORES", (tmp_path / "etc", tmp_path / "run"))


def refusal(place: object) -> str:
    with pytest.raises(UnusablePassword) as error:
        read_password(str(place))
    assert WORD not in str(error.value)
    return str(error.value)


def test_the_password_is_the_line_in_the_file(file: Path) -> None:
    assert read_password(str(file)) == WORD


@pytest.mark.parametrize("data", [b"abc", b"abc\n", b"abc\r\n", b"\xef\xbb\xbfabc\r\n"])
def test_line_ends_and_a_byte_order_mark_are_no_part_of_it(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    assert read_password(str(file)) == "abc"


def test_a_file_in_the_home_is_found(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(file.parent))
    assert read_password(f"~/{file.name}") == WORD


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o666])
def test_a_file_that_others_may_read_is_refused_with_the_fix(file: Path, mode: int) -> None:
    file.chmod(mode)
    assert refusal(file) == f"{file}: others may read it (mode {mode:04o}): chmod 600 {file}"


@pytest.mark.parametrize("data", [b"", b"\n", b"two\nlines\n", b"\0", b"abc\0"])
def test_what_is_no_line_of_text_is_refused(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    assert refusal(file) == f"{file}: it has to hold the password alone, in one line"


def test_what_is_no_text_is_refused_without_a_byte_of_it(file: Path) -> None:
    file.write_bytes(b"geheim\xff")
    assert refusal(file) == f"{file}: it is not UTF-8: save the file as UTF-8 text"


def test_a_file_without_end_is_not_read(file: Path) -> None:
    file.write_bytes(b"x" * 5000)
    assert "it is larger than" in refusal(file)


def test_a_pipe_is_not_waited_for(file: Path) -> None:
    os.mkfifo(file.parent / "pipe")
    assert "it is a pipe, not a file" in refusal(file.parent / "pipe")


def test_a_missing_file_is_told_with_what_to_do(tmp_path: Path) -> None:
    place = tmp_path / "absent"
    told = f"there is no such file: write the password into it, then: chmod 600 {place}"
    assert refusal(place) == f"{place}: {told}"


def test_a_credential_is_read_where_systemd_has_put_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(file.parent))
    file.chmod(0o440)  # the mask of its access control list, in which the service's user is
    assert read_password("$CREDENTIALS_DIRECTORY/store-password") == WORD
    file.chmod(0o444)
    assert "others may read it (mode 0444)" in refusal("$CREDENTIALS_DIRECTORY/store-password")


def test_without_a_service_a_credential_is_read_where_systemd_takes_it_from(file: Path, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    file.rename(tmp_path / "run" / file.name)
    assert read_password(f"$CREDENTIALS_DIRECTORY/{file.name}") == WORD


def test_a_missing_credential_is_told_with_where_to_write_it(tmp_path: Path) -> None:
    where = tmp_path / "etc" / "store-password"
    assert refusal("$CREDENTIALS_DIRECTORY/store-password") == (
        f"{where}: there is no such credential: write the password into {where}, then: sudo chmod 600 {where}"
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away: run as root")
def test_a_file_of_another_user_is_refused(file: Path) -> None:
    os.chown(file, 12345, 12345)
    os.seteuid(12346)
    try:
        assert "cannot be read" in refusal(file) or "another user" in refusal(file)
    finally:
        os.seteuid(0)
