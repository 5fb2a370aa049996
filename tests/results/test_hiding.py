"""Hidden names: kept as digests in the store and beside the journal, and known again in a store that is made anew."""

from __future__ import annotations

from contextlib import closing
from functools import partial

import pytest
from sqlalchemy import select

from kiosk.journal import ledger
from kiosk.journal.ledger import Change, Ledger
from kiosk.results.audit import trail
from kiosk.results.hiding import hidden_names, hide, unhide
from kiosk.results.importer import refresh
from kiosk.results.model import HiddenName
from kiosk.results.store import open_store
from tests.results.conftest import NOON


def test_a_name_is_hidden_in_any_spelling_and_shown_again(store):
    spelled = ("Ünfug", "ünfug ", "Later")
    done = [store.write(partial(hide, name=name, who="ada", now=NOON)) for name in spelled]
    assert done == [True, False, True]
    assert store.write(lambda session: unhide(session, "LATER", "ada", NOON))
    assert not store.write(lambda session: unhide(session, "Later", "ada", NOON))
    with store.reading() as session:
        names = hidden_names(session)
        assert [names.has(name) for name in ("ÜNFUG", "Later", "Somebody")] == [True, False, False]
        assert [one.what for one in trail(session)] == ["hide a name", "hide a name", "show a hidden name again"]
        assert not any("nfug" in text.casefold() for text in session.scalars(select(HiddenName.digest)))


@pytest.mark.parametrize("shown_again", [False, True])
def test_a_store_that_is_made_anew_hides_the_same_names(store, journal, tmp_path, day, shown_again):
    journal.write(journal.round({"name": "Ada"}, {"name": "Bob"}))
    refresh(store, journal.folder, 365, day(0))
    for number, name in enumerate(("Ada", "Bob")):
        store.write(partial(hide, name=name, who="ada", now=day(number)))
    refresh(store, journal.folder, 365, day(2))
    if shown_again:
        store.write(lambda session: unhide(session, "Bob", "ada", day(3)))
        refresh(store, journal.folder, 365, day(3))
    with closing(open_store("", tmp_path / "anew.sqlite")) as anew:
        refresh(anew, journal.folder, 365, day(4))
        with anew.reading() as session:
            names = hidden_names(session)
    assert [names.has(name) for name in ("Ada", "Bob")] == [True, not shown_again]
    assert ledger.read(journal.folder).hidden == tuple(sorted(names.digests))


def test_of_two_ledgers_the_later_one_says_what_is_hidden_and_of_two_branches_both_do():
    changes = [Change(NOON.replace(microsecond=number), "ada", "hide a name", {}) for number in range(3)]
    early = Ledger("aa", changes=(changes[0],), hidden=("1",))
    late = Ledger("aa", changes=(changes[0], changes[1]), hidden=("2",))
    branch = Ledger("aa", changes=(changes[0], changes[2]), hidden=("3",))
    assert early.joined(late).hidden == late.joined(early).hidden == ("2",)
    assert late.joined(branch).hidden == ("2", "3")
    foreign = Ledger("bb", changes=late.changes, hidden=("9",))
    assert early.joined(foreign).hidden == ("1",)  # digests under another key are nobody's here
    assert branch.joined(foreign).hidden == ("3",)
