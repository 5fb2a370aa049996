"""A hall's backup: all of it comes back, in a store of each kind; nothing that was decided since is undone."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import os
import shutil
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from kiosk.backup.medium import BackupError
from kiosk.cli.main import main
from kiosk.hall import backup, rounds
from kiosk.hall.backup import ABOUT, STORE, back_up, look, restore
from kiosk.hall.store import HallStore
from kiosk.journal.erasures import digest
from kiosk.results import copying, hiding, players, queries
from kiosk.results.copying import copy_all
from kiosk.results.model import Audit, HallTable, PlayerRow, RoundRow
from kiosk.results.server_roles import prepare
from kiosk.results.store import ResultsStore, open_store
from kiosk.system import paths
from kiosk.system.ending import USAGE
from kiosk.web.venue.credentials import CredentialsFile
from tests.hall.test_hall_store import told_of
from tests.hall.test_uplink import LIMIT_S, Venue, _soon, carrying, until  # noqa: F401  a fixture
from tests.results.conftest import NOON, Journals, empty
from tests.results.test_server_import import all_of
from tests.results.test_server_roles import ROLES, as_role

NEVER = 36_500
ADA = "Ada Lovelace"
PASSWORD = "correct horse battery"  # noqa: S105  of nobody


@pytest.fixture
def told(journal: Journals, day: Callable[[int], object]) -> list[rounds.Change]:
    """What a table tells: three rounds."""
    lines = ({"name": ADA, "points": 5}, {"name": "Bob", "points": 1})
    key = "00"
    return [told_of(journal.round(*lines, at=day(number)).log, number, key)[0] for number in (1, 2, 3)]


def changes_for(hall: HallStore, told: list[rounds.Change]) -> list[rounds.Change]:
    """The same, with the digests of names that this hall asks for."""
    _, key = hall.identity()
    return [
        replace(one, results=tuple(replace(line, digest=digest(key, line.name)) for line in one.results))
        for one in told
        if isinstance(one, rounds.RoundPut)
    ]


def fill(store: ResultsStore, told: list[rounds.Change]) -> None:
    hall = HallStore(store, NEVER)
    hall.put("a" * 32, "Window", rounds.Changes(tuple(changes_for(hall, told)), 7))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "stick" / "hall.zip"


@pytest.fixture
def hall_file(tmp_path: Path, told: list[rounds.Change], file: Path) -> Path:
    """A hall's store with two of the three rounds, a hidden name and a void; and a place for its backup."""
    file.parent.mkdir()
    path = tmp_path / "hall.sqlite"
    with closing(open_store("", path)) as store:
        fill(store, told[:2])
        store.write(lambda session: hiding.hide(session, "Bob", "anna", NOON))
        store.write(lambda session: queries.void(session, "round-1", "the cat", "anna", NOON))
    return path


def opening(path: Path) -> Callable[[], ResultsStore]:
    return partial(open_store, "", path)


def save(path: Path, file: Path) -> backup.About:
    return back_up(opening(path), path.with_name("keys.json"), file, path.parent / "state")


def bring(path: Path, file: Path, open_it: Callable[[], ResultsStore] | None = None) -> backup.Restored:
    keys = path.with_name("keys.json")
    return restore(file, open_it or opening(path), keys, path.parent / "state", "anna", NOON)


def names_in(store: ResultsStore) -> list[str]:
    with store.reading() as session:
        return sorted(session.scalars(select(PlayerRow.name)))


def test_all_of_it_comes_back_into_a_store_of_each_kind(hall_file: Path, file: Path, address: str) -> None:
    keys = hall_file.with_name("keys.json")
    keys.write_bytes(b"{}")
    about = save(hall_file, file)
    assert (about.rounds, about.tables, about.names, about.deleted, about.hidden, about.staff) == (2, 1, 2, 0, 1, True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert look(file, hall_file.parent / "state") == about
    with closing(open_store("", hall_file)) as store:
        before, key = all_of(store), HallStore(store, NEVER).identity()
    keys.unlink()
    done = bring(hall_file, file, partial(open_store, address, Path()))
    assert (done.kept, done.staff, keys.read_bytes()) == (None, True, b"{}")
    with closing(open_store(address, Path())) as store:
        assert all_of(store) == before
        hall = HallStore(store, NEVER)
        assert (hall.identity(), hall.place("a" * 32)) == (key, (2, 7))
        store.write(lambda session: hiding.unhide(session, "bob", "anna", NOON))  # it knows the hidden name
        with store.reading() as session:
            trail = session.scalars(select(Audit.what).order_by(Audit.id)).all()
        assert trail == [
            "hide a name", "void round-1: the cat", f"restore a backup of {about.made}", "show a hidden name again",
        ]  # fmt: skip
    assert not [*(hall_file.parent / "state").glob("hall-backup-*")]


@pytest.mark.postgres
def test_a_servers_hall_is_saved_by_its_pages_and_comes_back_by_its_administrator(
    postgres_address: str, hall_file: Path, file: Path, told: list[rounds.Change]
) -> None:
    empty(postgres_address)
    roles = ROLES._replace(owner="saved_owner", tables="saved_table", pages="saved_pages")
    prepare(postgres_address, roles, 100)
    save(hall_file, file)
    admin = partial(open_store, postgres_address, Path(), role=roles.owner)
    bring(hall_file, file, admin)
    pages, table = (
        partial(open_store, as_role(postgres_address, role), Path()) for role in (roles.pages, roles.tables)
    )
    with closing(table()) as store:
        hall = HallStore(store, NEVER)
        third = changes_for(hall, told)[2]
        again = rounds.Changes((replace(third, results=_with_cem(hall, third)),), 8)
        hall.put("a" * 32, "Window", again, hall.place("a" * 32))  # a new name gets a number of its own
    back_up(pages, hall_file.with_name("none"), file, hall_file.parent / "state")
    with closing(open_store("", hall_file)) as store:
        store.write(lambda session: queries.void(session, "round-2", "the dog", "anna", NOON))
    assert bring(hall_file, file).changes == 1
    with closing(open_store("", hall_file)) as store:
        assert names_in(store) == [ADA, "Bob", "Cem"]
        with store.reading() as session:
            voided = session.scalars(select(RoundRow.id).where(RoundRow.void_reason.is_not(None)).order_by(RoundRow.id))
            assert [*voided] == ["round-1", "round-2"]
            assert session.scalars(select(HallTable.role)).all() == [None]
    empty(postgres_address)


def _with_cem(hall: HallStore, one: rounds.RoundPut) -> tuple[rounds.SeatResult, ...]:
    ada, bob = one.results
    return ada, replace(bob, name="Cem", digest=digest(hall.identity()[1], "Cem"))


def test_an_old_backup_undoes_no_decision_that_came_after_it(
    hall_file: Path, file: Path, told: list[rounds.Change]
) -> None:
    save(hall_file, file)
    with closing(open_store("", hall_file)) as store:
        fill(store, told)
        store.write(lambda session: players.delete(session, ADA.lower(), "anna", NOON))
        store.write(lambda session: queries.void(session, "round-2", "the dog", "anna", NOON))
        store.write(lambda session: queries.void(session, "round-3", "the cow", "anna", NOON))
        store.write(lambda session: hiding.unhide(session, "bob", "anna", NOON))
        store.write(lambda session: hiding.hide(session, "Cem", "anna", NOON))
    done = bring(hall_file, file)
    assert (done.gone, done.changes, done.count_again, done.staff) == (1, 5, ("round-3",), False)
    with closing(open_store("", hall_file)) as store:
        assert names_in(store) == ["Bob"]
        with store.reading() as session:
            assert dict(session.execute(select(RoundRow.id, RoundRow.void_reason)).all()) == {
                "round-1": "the cat",
                "round-2": "the dog",
            }
            hidden = hiding.hidden_names(session)
        assert (hidden.has("Bob"), hidden.has("Cem")) == (False, True)
        fill(store, told)  # what came later is told again, and counts once
        assert names_in(store) == ["Bob"]
        assert len(all_of(store)["rounds"]) == 3
    assert ADA.encode() not in hall_file.read_bytes()
    assert done.kept is not None
    assert (done.kept.parent, look(done.kept, hall_file.parent / "state").rounds) == (file.parent, 3)


def test_a_running_uplink_notices_and_sends_again(
    hall_file: Path, file: Path, told: list[rounds.Change], tmp_path: Path
) -> None:
    """Also a quiet one, of whose table there is nothing new: what came after the backup is told without a change."""

    def there() -> int:
        with closing(open_store("", hall_file)) as store, store.reading() as session:
            return len(session.scalars(select(RoundRow.id)).all())

    async def work() -> None:
        said: list[str] = []
        with Venue(tmp_path / "rounds.sock", told) as venue:
            async with carrying(tmp_path, lambda: HallStore(open_store("", hall_file), NEVER), said):
                await until(lambda: venue.have == [3])
                bring(hall_file, file)
                await until(lambda: there() == 3)
        assert any("it stands elsewhere with this table" in line for line in said)
        assert venue.have == [3, 3]

    with closing(open_store("", hall_file)) as store:
        assert HallStore(store, NEVER).place("a" * 32) == (2, 7)
    save(hall_file, file)
    asyncio.run(asyncio.wait_for(work(), 3 * LIMIT_S))


def _flip(file: Path, at: float) -> None:
    data = bytearray(file.read_bytes())
    data[int(at * len(data))] ^= 1
    file.write_bytes(data)


def _without(file: Path, *names: str, **more: bytes) -> None:
    with zipfile.ZipFile(file) as archive:
        parts = {one: archive.read(one) for one in archive.namelist() if one not in names}
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in (parts | {name.replace("_", "."): data for name, data in more.items()}).items():
            archive.writestr(name, data)


@pytest.mark.parametrize(
    "spoil",
    [
        *(partial(_flip, at=at) for at in (0.3, 0.6, 0.9)),
        lambda file: file.write_bytes(file.read_bytes()[:-40]),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"PK\5\6" + bytes(18)),
        lambda file: _without(file, STORE),
        lambda file: _without(file, ABOUT, about_json=b"{}"),
        lambda file: _without(file, other_json=b"{}"),
        lambda file: _without(file, STORE, hall_sqlite=b"SQLite format 3\0" + bytes(5000)),
    ],
)
def test_a_damaged_backup_changes_nothing(hall_file: Path, file: Path, spoil: Callable[[Path], object]) -> None:
    save(hall_file, file)
    spoil(file)
    before = hall_file.read_bytes()
    with pytest.raises(BackupError, match=f"{file}: no backup of a hall, or damaged"):
        bring(hall_file, file)
    assert (hall_file.read_bytes(), [*file.parent.iterdir()]) == (before, [file])


def test_what_a_newer_program_made_is_refused_and_so_is_what_is_too_large(hall_file: Path, file: Path) -> None:
    save(hall_file, file)
    _without(file, ABOUT, about_json=json.dumps({"format": 2}).encode())
    with pytest.raises(BackupError, match="a newer kiosk has made it"):
        bring(hall_file, file)
    save(hall_file, file.with_name("other.zip"))
    _without(file.with_name("other.zip"), ABOUT, about_json=bytes(20 << 20))
    with pytest.raises(BackupError, match="its parts are too large"):
        bring(hall_file, file.with_name("other.zip"))


def test_a_backup_replaces_only_an_older_one_and_only_once_it_is_whole(
    hall_file: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("a letter")
    with pytest.raises(BackupError, match="stays as it is"):
        save(hall_file, file)
    assert file.read_text() == "a letter"
    file.unlink()
    save(hall_file, file)
    before = file.read_bytes()
    monkeypatch.setattr(backup, "digest", lambda parts: object())
    with pytest.raises(BackupError, match="read back otherwise"):
        save(hall_file, file)
    assert (file.read_bytes(), [*file.parent.iterdir()]) == (before, [file])


def test_the_progress_of_a_copy_is_that_of_its_rows(
    hall_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_AT_ONCE", 2)
    sizes, totals = list[int](), set[int]()

    def track(items: Iterable[Any], what: str, total: int) -> Iterator[Any]:
        for item in items:
            sizes.append(len(item[1]))
            totals.add(total)
            yield item

    with closing(open_store("", hall_file)) as source, closing(open_store("", tmp_path / "copy.sqlite")) as target:
        with source.reading() as session:
            target.write(lambda there: copy_all(session, there, track))
        assert all_of(target) == all_of(source)
    assert max(sizes) == 2
    assert totals == {len(sizes)}


def test_a_restore_that_fails_half_way_leaves_the_store_as_it_was(
    hall_file: Path, file: Path, told: list[rounds.Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    save(hall_file, file)
    with closing(open_store("", hall_file)) as store:
        fill(store, told)
        before = all_of(store)
    copied = 0

    def fails(*all_of_it: Any) -> None:
        nonlocal copied
        copy_all(*all_of_it)
        copied += 1
        if copied == 2:  # the first was that of what is there
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(backup, "copy_all", fails)
    with pytest.raises(BackupError, match="it is full"):
        bring(hall_file, file)
    with closing(open_store("", hall_file)) as store:
        assert all_of(store) == before


@pytest.mark.postgres
def test_whoever_reads_a_servers_hall_meanwhile_sees_all_that_was_there(
    hall_file: Path,
    file: Path,
    told: list[rounds.Change],
    postgres_address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pages neither wait nor are empty, not even one that has just begun to read."""
    save(hall_file, file)
    empty(postgres_address)
    seen = []

    def copied(*all_of_it: Any) -> None:
        copy_all(*all_of_it)
        with pages.reading() as session:
            seen.append(len(session.scalars(select(RoundRow)).all()))

    monkeypatch.setattr(backup, "copy_all", copied)
    opening_it = partial(open_store, postgres_address, Path())
    with closing(opening_it()) as pages:
        fill(pages, told)
        with pages.reading() as page:
            page.execute(select(1))  # with that it has begun
            bring(hall_file, file, opening_it)
            seen.append(len(page.scalars(select(RoundRow)).all()))
        with pages.reading() as session:
            seen.append(len(session.scalars(select(RoundRow)).all()))
    assert {*seen[:-1]} == {3}, "what was there before is kept first"
    assert seen[-1] == 2


def test_the_commands_say_what_is_in_it_and_bring_the_staff_back(
    hall_file: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    assert main(["venue", "backup", str(file)]) == 0
    assert "nobody's sign-in" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    main(["venue", "staff", "anna", "--role", "house", "--stdin"])
    assert main(["venue", "backup", str(file)]) == 0
    out = capsys.readouterr().out
    assert "In it: 2 rounds of 1 tables, 2 names, 0 deleted and 1 hidden ones" in out
    assert "Names are in it" in out
    with zipfile.ZipFile(file) as archive:
        assert PASSWORD.encode() not in b"".join(map(archive.read, archive.namelist()))
    paths.hall_file().unlink()
    shutil.move(CredentialsFile().path, tmp_path / "away")
    assert main(["venue", "restore", str(file), "--check"]) == 0
    assert not CredentialsFile().path.exists()
    assert main(["venue", "restore", str(file)]) == 0
    assert "what was deleted, hidden or voided later is not known to it" in capsys.readouterr().out
    assert CredentialsFile().path.read_bytes() == (tmp_path / "away").read_bytes()
    assert main(["venue", "restore", str(file)]) == 0
    assert "Who may sign in at the pages stays as it is here" in capsys.readouterr().out


def test_what_cannot_be_done_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    assert main(["venue", "backup", str(tmp_path / "hall.zip")]) == USAGE
    assert "kiosk backup" in capsys.readouterr().err
    assert main(["venue", "restore", str(tmp_path / "hall.zip")]) == USAGE
    assert "hall.zip: there is no such file" in capsys.readouterr().err
    config = tmp_path / "table.toml"
    seats = '[[seat]]\nnumber = 1\nedge = "south"\n\n[[seat]]\nnumber = 2\nedge = "north"\n'
    config.write_text(f'{seats}[venue]\nstore = "postgresql+psycopg://x@localhost/hall"\n', encoding="utf-8")
    assert main(["--config", str(config), "venue", "restore", str(tmp_path / "hall.zip")]) == USAGE
    assert "as who administers it, after FILE" in capsys.readouterr().err
    assert main(["venue", "restore", str(tmp_path / "hall.zip"), "sqlite:///there"]) == USAGE
    assert "that is no PostgreSQL server" in capsys.readouterr().err
