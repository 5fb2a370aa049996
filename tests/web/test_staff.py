"""The staff's page: who may do what, from where, and what no stranger can; the keys of the hall's screens."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import quote, urlencode

import pytest
from sqlalchemy import update

from kiosk.locale.languages import installed
from kiosk.results.audit import trail
from kiosk.results.importer import tell_beside
from kiosk.results.model import PlayerRow
from kiosk.results.store import ResultsStore, open_store, read_store
from kiosk.system import typed_secret
from kiosk.system.typed_secret import Cost, slow_hash
from kiosk.web.venue import sessions
from kiosk.web.venue.acts import Desk
from kiosk.web.venue.app import VenuePages
from kiosk.web.venue.credentials import CredentialsError, CredentialsFile, Role
from kiosk.web.venue.sessions import LASTS_S, BusyError
from kiosk.web.venue.staff import FORM_BYTES, Staff
from tests.web.conftest import EVENING, HOST, HOSTILE, Answer, Browser
from tests.web.test_pages import PAGES, Outline

RIGHT: Final = "correct horse"
CHEAP: Final = Cost(n=2, r=1)
HALL: Final = "results.example"
"""The host behind a proxy that encrypts."""


class Clock:
    """A clock of both kinds, under the test's control."""

    def __init__(self) -> None:
        self.s = 1000.0

    def __call__(self) -> float:
        return self.s

    def wall(self) -> Any:
        return EVENING + timedelta(hours=2, seconds=self.s)


class Visitor:
    """A browser that keeps its cookies, and sends forms."""

    def __init__(self, browser: Browser, host: str = HOST, scheme: str = "http", **more: Any) -> None:
        self.cookies: dict[str, str] = {}
        self._browser = browser
        self._host = host
        self._origin = f"{scheme}://{host}"
        self._more = more

    def get(self, path: str, method: str = "GET") -> Answer:
        return self._asked(path, method, {})

    def send(self, act: str, form: dict[str, str], **headers: str) -> Answer:
        """Send a form with the token of the page of the staff, unless another is given."""
        body = urlencode({"token": self.token(), **form}).encode()
        return self.post(f"/staff/{act}", body, **headers)

    def post(self, path: str, body: bytes, **headers: str) -> Answer:
        usual = {
            "origin": self._origin,
            "content_type": "application/x-www-form-urlencoded",
            "content_length": str(len(body)),
        }
        sent = {name: value for name, value in {**usual, **headers}.items() if value}
        return self._asked(path, "POST", sent, body)

    def sign_in(self, name: str = "anna", words: str = RIGHT) -> Answer:
        return self.post("/staff/sign-in", urlencode({"name": name, "password": words}).encode())

    def token(self) -> str:
        found = re.search(r'name="token" value="([^"]+)"', self.get("/staff").text)
        return found[1] if found else ""

    def _asked(self, path: str, method: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        more: dict[str, Any] = {"host": self._host, **({"cookie": kept} if kept else {}), **headers, **self._more}
        answer = self._browser.get(path, method, body=body, **more)
        if told := answer.headers.get("set-cookie"):
            name, _, value = told.partition(";")[0].partition("=")
            self.cookies[name] = value
            if "Max-Age=0" in told:
                del self.cookies[name]
        return answer


class Place:
    """A venue's pages with their store, and the file of their staff."""

    def __init__(self, folder: Path, names: Literal["nowhere", "hall", "web"] = "hall", **more: Any) -> None:
        self.clock = Clock()
        self.file = CredentialsFile(folder / "venue-credentials.json")
        self.store_file = folder / "results.sqlite"
        (folder / "journal").mkdir(exist_ok=True)
        desk = Desk(partial(open_store, "", self.store_file), partial(tell_beside, folder=folder / "journal"))
        self.staff = Staff(self.file, desk, clock=self.clock.wall, **more)
        self.staff.sessions._clock = self.clock
        store = read_store("", self.store_file)
        self.browser = Browser(VenuePages(store, names=names, staff=self.staff, clock=self.clock.wall))

    def visitor(self, **more: Any) -> Visitor:
        return Visitor(self.browser, **more)

    def member(self, role: Role = Role.HOUSE, name: str = "anna") -> Visitor:
        """Return a browser in which one of the staff has signed in."""
        self.file.put(name, role, RIGHT, CHEAP)
        visitor = self.visitor()
        assert visitor.sign_in(name).status == 303
        return visitor

    def audit(self) -> list[tuple[str, str]]:
        with self.opened() as store, store.reading() as session:
            return [(one.who, one.what) for one in trail(session)]

    def opened(self) -> closing[ResultsStore]:
        return closing(open_store("", self.store_file))


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes are slow on purpose, and files durable: neither is tested here."""
    monkeypatch.setattr(sessions, "_OF_NOBODY", slow_hash("", CHEAP))
    for module in (typed_secret, "kiosk.web.venue.credentials"):
        name = module if isinstance(module, str) else module.__name__
        monkeypatch.setattr(f"{name}.write_file", lambda file, data: file.write_bytes(data))


@pytest.fixture
def folder(store_file: Path, tmp_path: Path) -> Path:
    shutil.copy(store_file, tmp_path / "results.sqlite")
    return tmp_path


@pytest.fixture
def place(folder: Path) -> Place:
    return Place(folder)


def test_who_has_signed_in_sees_names_and_a_phone_sees_signs(place: Place) -> None:
    anna, phone = place.member(Role.DESK), place.visitor()
    for path in PAGES:
        assert not any(name in phone.get(path).text for name in ("Lena", "Yusuf")), path
    assert "Lena" in anna.get("/ranking").text
    assert "Lena" in anna.get("/ranking?search=lena").text
    assert "Lena" not in phone.get("/ranking?search=lena").text.replace("search=lena", "")
    assert "Names are shown only on the screens of the hall." in phone.get("/").text
    assert "/staff" in anna.get("/").text
    assert "/staff" not in phone.get("/").text


@pytest.mark.parametrize("language", installed())
def test_the_staff_s_pages_in_every_language(place: Place, language: str) -> None:
    anna = place.member()
    key = anna.send(f"key?lang={language}", {"screen": "Above the bar"})
    sure = anna.send(f"delete?lang={language}", {"name": "Lena"})
    pages = [place.visitor().get(f"/staff?lang={language}"), anna.get(f"/staff?lang={language}&search=e"), key, sure]
    for answer in pages:
        page = Outline(answer.text)
        ((_, root),) = [one for one in page.tags if one[0] == "html"]
        assert (answer.status, root["lang"]) == (200, language)
        assert [tag for tag, _ in page.tags].count("h1") == 1
        assert not page.all("script", "src")
        labelled = {*page.all("label", "for")} | {
            str(one.get("id")) for tag, one in page.tags if tag == "input" and "aria-label" in one
        }
        typed = [one for tag, one in page.tags if tag == "input" and one.get("type") != "hidden"]
        assert all(str(one.get("id")) in labelled for one in typed)
        to = [str(one["href"]) for tag, one in page.tags if tag == "a" and "hreflang" not in one]
        to += page.all("form", "action")
        assert all(f"lang={language}" in one for one in to if one.startswith("/staff") and one != "/staff")
        assert answer.headers["referrer-policy"] == "same-origin"  # else a browser tells no origin


def test_a_hidden_name_is_gone_from_all_pages_at_once_and_comes_back(place: Place) -> None:
    anna = place.member(Role.DESK)
    before = {path: anna.get(path).text for path in PAGES}
    assert any("Lena" in text for text in before.values())
    assert anna.send("hide", {"name": "LENA"}).headers["location"] == "/staff?done=1"
    for path in (*PAGES, "/match/match-1", "/player/2"):
        assert "Lena" not in anna.get(path).text, path
    assert anna.get("/player/1").status == 404
    assert "/player/1" not in anna.get("/ranking?search=lena").text
    assert "/player/1" not in anna.get("/match/match-0").text
    shown = anna.get("/staff?search=lena").text
    assert "hidden" in shown
    assert "Show again" in shown
    anna.send("show", {"name": "Lena"})
    assert anna.get("/ranking").text.count("Lena") == before["/ranking"].count("Lena")
    assert place.audit() == [("anna (/staff)", "hide a name"), ("anna (/staff)", "show a hidden name again")]


def test_without_a_search_the_staff_are_shown_who_played_last(place: Place, folder: Path) -> None:
    def shown() -> list[str]:
        return re.findall('name="name" value="(Lena|Yusuf)"', anna.get("/staff").text)

    anna = place.member(Role.DESK)
    assert shown() == ["Lena", "Yusuf"]
    with closing(open_store("", folder / "results.sqlite")) as store:
        later = update(PlayerRow).where(PlayerRow.name == "Yusuf").values(last_played=EVENING + timedelta(days=1))
        store.write(lambda session: session.execute(later))
    assert shown() == ["Yusuf", "Lena"]


def test_a_name_that_nobody_has_played_under_yet_can_be_hidden(place: Place) -> None:
    anna = place.member(Role.DESK)
    page = anna.get(f"/staff?search={quote('<b>Not nice')}").text
    assert "<b>Not" not in page
    assert anna.send("hide", {"name": "<b>Not nice"}).status == 303
    assert "Show again" in anna.get(f"/staff?search={quote('<b>Not nice')}").text


def test_a_name_is_deleted_after_a_second_question_with_all_that_follows(place: Place, folder: Path) -> None:
    anna = place.member()
    asked = anna.send("delete", {"name": "Lena"})
    assert "Delete \u2068Lena\u2069?" in asked.text or "Delete Lena?" in asked.text
    assert "Lena" in anna.get("/ranking").text
    assert anna.send("delete", {"name": "Lena", "sure": "yes"}).status == 303
    assert "Lena" not in anna.get("/ranking").text
    assert b"Lena" not in (folder / "results.sqlite").read_bytes()
    assert '"until":{"' in (folder / "journal/forgotten.json").read_text()
    assert anna.send("delete", {"name": "Lena", "sure": "yes"}).status == 409  # another desk was faster
    assert place.audit() == [("anna (/staff)", "delete-player")]


def test_a_hostile_name_is_text_on_the_staff_s_pages_and_can_be_deleted(place: Place) -> None:
    anna = place.member()
    page = anna.get(f"/staff?search={quote(HOSTILE[:12])}").text
    asked = anna.send("delete", {"name": HOSTILE}).text
    for text in (page, asked):
        assert "<script" not in text
    assert "alert(1)" in Outline(asked).text
    visible = re.sub(r'value="[^"]*"', "", page + asked)
    assert "\u202e" not in visible
    assert anna.send("delete", {"name": HOSTILE, "sure": "yes"}).status == 303


def test_a_round_is_voided_with_a_reason_and_counts_again(place: Place) -> None:
    anna, ben = place.member(Role.DESK), place.member(Role.DESK, "ben")
    page = anna.get("/staff?match=match-0").text
    first = re.findall(r'name="round" value="([^"]+)"', page)[-1]
    for reason in ("", "  ", "x" * 201, "\0"):
        assert anna.send("void", {"round": first, "reason": reason}).status == 409
    assert anna.send("void", {"round": first, "reason": "<i>\u202ea fight"}).status == 303
    assert ben.send("void", {"round": first, "reason": "the same fight"}).status == 303  # two desks at once
    told = ben.get("/staff?match=match-0").text
    assert "does not count" in told
    assert "<i>" not in told
    assert "does not count." in ben.get("/match/match-0").text
    assert ben.send("unvoid", {"round": first}).status == 303
    assert "does not count" not in ben.get("/match/match-0").text
    assert [who for who, _ in place.audit()] == ["anna (/staff)", "ben (/staff)", "ben (/staff)"]


@pytest.mark.parametrize("asked", ["", "r", "round", "no such round", "x" * 65, "\0", "%"])
def test_only_a_whole_id_is_a_round(place: Place, asked: str) -> None:
    anna = place.member(Role.DESK)
    assert anna.send("void", {"round": asked, "reason": "a test"}).status == 409
    assert place.audit() == []


def test_the_desk_cannot_do_what_only_the_house_may(place: Place) -> None:
    ben = place.member(Role.DESK)
    page = ben.get("/staff?search=lena").text
    assert "/staff/delete" not in page
    assert "/staff/key" not in page
    for act, form in (
        ("delete", {"name": "Lena", "sure": "yes"}),
        ("key", {"screen": "x"}),
        ("revoke", {"screen": "x"}),
    ):
        assert ben.send(act, form).status == 403, act
    assert ben.send("no-such-act", {}).status == 404
    assert "Lena" in ben.get("/ranking").text
    assert place.file.read().screens == ()
    place.file.put("anna", Role.HOUSE, RIGHT, CHEAP)
    assert place.audit() == []


def test_another_role_holds_from_the_next_request_on(place: Place) -> None:
    anna = place.member()
    member = place.file.read().staff["anna"]
    place.file.change(lambda now: type(now)({"anna": type(member)(Role.DESK, member.password)}, now.screens))
    assert anna.send("delete", {"name": "Lena", "sure": "yes"}).status == 403


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", f"https://{HOST}", f"http://{HOST}.evil.example"]
)
def test_no_page_of_others_can_send_a_form(place: Place, origin: str) -> None:
    anna = place.member()
    token = anna.token()
    assert anna.send("hide", {"name": "Lena", "token": token}, origin=origin).status == 403
    assert place.visitor().post("/staff/sign-in", b"name=anna&password=correct+horse", origin=origin).status == 403
    assert place.audit() == []


@pytest.mark.parametrize("token", ["", "x", "\u20ac", "x" * 5000])
def test_a_form_without_the_token_of_its_session_does_nothing(place: Place, token: str) -> None:
    anna = place.member()
    assert anna.send("hide", {"name": "Lena", "token": token}).status == 403
    assert anna.send("sign-out", {"token": token}).status == 403
    assert place.audit() == []


def test_the_token_of_another_session_and_of_one_that_has_ended_does_nothing(place: Place) -> None:
    anna, ben = place.member(), place.member(name="ben")
    stale = anna.token()
    assert ben.send("hide", {"name": "Lena", "token": stale}).status == 403
    stolen = dict(anna.cookies)
    assert anna.send("sign-out", {}).status == 303
    assert anna.cookies == {}
    for visitor in (place.visitor(), place.visitor()):
        visitor.cookies = dict(stolen)
        assert visitor.send("hide", {"name": "Lena", "token": stale}).status == 403
        assert "Lena" not in visitor.get("/ranking").text
    assert place.audit() == []


def test_a_session_ends_after_twelve_hours_and_with_any_change_of_the_password(place: Place) -> None:
    anna = place.member()
    place.clock.s += LASTS_S - 1
    assert "Sign out" in anna.get("/staff").text
    place.clock.s += 2
    assert "Sign out" not in anna.get("/staff").text
    for change in (partial(place.file.put, "anna", Role.HOUSE, RIGHT, CHEAP), partial(place.file.remove, "anna")):
        again = place.member()
        assert "Sign out" in again.get("/staff").text
        change()
        assert "Sign out" not in again.get("/staff").text
        assert "Lena" not in again.get("/ranking").text


def test_after_five_wrong_passwords_the_right_one_is_not_looked_at(place: Place) -> None:
    signed_in = place.member()
    told = {place.visitor().sign_in(words="wrong horse").text for _ in range(5)}
    told.add(place.visitor().sign_in().text)
    told |= {place.visitor().sign_in(name, "wrong horse").text for name in ("nobody", "", "x" * 300, HOSTILE)}
    assert len(told) == 1, "an answer tells who there is"
    assert "Sign out" in signed_in.get("/staff").text, "strangers cannot lock out who is at work"
    again = Place(place.store_file.parent)  # a restart forgets no try
    again.clock.s = 5.0
    assert again.visitor().sign_in().status == 403
    again.clock.s += 61
    assert again.visitor().sign_in().status == 303
    place.visitor().sign_in(words="wrong horse")
    place.file.put("anna", Role.DESK, RIGHT, CHEAP)
    assert place.visitor().sign_in().status == 303


def test_few_passwords_wait_to_be_judged_and_the_next_is_told_so(place: Place) -> None:
    place.member()
    for _ in range(3):
        assert place.staff.sessions._waiting.acquire(blocking=False)
    with pytest.raises(BusyError):
        place.staff.sessions.sign_in("anna", RIGHT)
    assert place.visitor().sign_in().status == 503


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"x" * (FORM_BYTES + 1), {}, 400),
        (b"name=%ff", {}, 400),
        (b"\xff", {}, 400),
        (b"&".join([b"a=b"] * 50), {}, 400),
        (b"name=a", {"content_type": "text/plain"}, 400),
        (b"name=a", {"content_length": ""}, 400),
        (b"name=a", {"content_length": "-1"}, 400),
        (b"name=a", {"transfer_encoding": "chunked"}, 400),
        (b"x" * (FORM_BYTES + 1), {"content_length": "5"}, 413),
    ],
)
def test_what_is_no_form_of_ours_is_refused(place: Place, body: bytes, headers: dict[str, str], status: int) -> None:
    assert place.visitor().post("/staff/sign-in", body, **headers).status == status


def test_forms_are_sent_only_to_their_addresses(place: Place) -> None:
    anna = place.member()
    assert anna.post("/", b"a=b").status == 405
    assert anna.post("/staff", b"a=b").status == 405
    assert anna.get("/staff/hide").status in (404, 405)
    assert place.browser.get("/staff/hide", "PUT").status == 405


def test_without_encryption_the_staff_sign_in_at_the_computer_alone(folder: Path) -> None:
    place, far = Place(folder), {"server": ("192.168.1.5", 7283)}
    place.file.put("anna", Role.HOUSE, RIGHT, CHEAP)
    phone = place.visitor(**far)
    assert phone.get("/staff").status == phone.sign_in().status == 403
    assert "only at the computer itself" in phone.get("/staff").text
    assert Place(folder, plain=True).visitor(**far).sign_in().status == 303
    assert place.visitor(**far, client=("192.168.1.6", 50000)).sign_in().status == 403
    assert place.visitor(**far, client=("192.168.1.5", 50000)).sign_in().status == 303


def test_behind_encryption_cookies_are_for_this_host_alone(folder: Path) -> None:
    place = Place(folder, encrypted=frozenset({HALL}))
    place.file.put("anna", Role.HOUSE, RIGHT, CHEAP)
    anna = place.visitor(host=HALL, scheme="https", server=("192.168.1.5", 7283))
    told = anna.sign_in().headers["set-cookie"]
    assert told.startswith("__Host-ligretto-staff=")
    for part in ("HttpOnly", "Path=/", "SameSite=strict", "Secure", f"Max-Age={int(LASTS_S)}"):
        assert part in told
    assert "Sign out" in anna.get("/staff").text
    assert place.visitor(host=HALL).sign_in().status == 403  # from a page that was not encrypted
    assert "https://results.example/key/" in anna.send("key", {"screen": "Bar"}).text


def test_a_key_opens_once_and_its_screen_shows_names_until_it_is_revoked(place: Place) -> None:
    anna, screen, other = place.member(), place.visitor(), place.visitor()
    path = re.search(r"http://[^/]+(/key/[\w-]+)", anna.send("key", {"screen": "<b>Bar"}).text)
    assert path is not None
    assert "<b>" not in anna.get("/staff").text
    assert "not opened yet" in anna.get("/staff").text
    for method in ("HEAD", "GET"):  # what only looks ahead, as messengers do, uses nothing up
        shown = other.get(path[1], method)
        assert (shown.status, shown.headers.get("set-cookie")) == (200, None)
    assert place.visitor().post(path[1], b"", origin="http://elsewhere.example").status == 403
    opened = screen.post(path[1], b"")
    assert (opened.status, opened.headers["location"]) == (303, "/screen")
    assert "HttpOnly" in opened.headers["set-cookie"]
    assert "Lena" in screen.get("/screen").text
    assert screen.get(path[1]).status == 303  # a screen that begins each day with this address
    assert (other.get(path[1]).status, other.post(path[1], b"").status) == (404, 404)
    assert "Lena" not in other.get("/screen").text
    assert "last seen" in anna.get("/staff").text
    kept = place.file.path.read_text()
    assert not any(secret in kept for secret in (path[1][5:], *screen.cookies.values()))
    assert screen.get("/staff").text.count("Sign out") == 0
    anna.send("revoke", {"screen": "<b>Bar"})
    assert "Lena" not in screen.get("/screen").text
    assert screen.get(path[1]).status == 404


def test_a_key_that_nobody_has_used_for_a_day_opens_nothing(place: Place) -> None:
    key = place.file.new_key("Bar", "anna", place.clock.wall())
    place.clock.s += 24 * 3600 + 1
    late = place.visitor()
    assert (late.get(f"/key/{key}").status, late.post(f"/key/{key}", b"").status) == (404, 404)


def test_the_last_use_of_a_screen_is_written_once_an_hour(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = place.file.exchange(place.file.new_key("Bar", "anna", EVENING), EVENING)
    written: list[Path] = []
    monkeypatch.setattr("kiosk.web.venue.credentials.write_file", lambda file, data: written.append(file))
    for minutes in range(0, 61, 10):
        assert place.file.is_screen(cookie, EVENING + timedelta(minutes=minutes))
    assert not written
    assert place.file.is_screen(cookie, EVENING + timedelta(minutes=61))
    assert len(written) == 1


@pytest.mark.parametrize("names", ["nowhere", "web"])
def test_a_key_shows_nothing_where_the_house_shows_names_to_nobody(folder: Path, names: Any) -> None:
    place = Place(folder, names)
    screen = place.visitor()
    assert screen.post(f"/key/{place.file.new_key('Bar', 'anna', place.clock.wall())}", b"").status == 303
    assert ("Lena" in screen.get("/ranking").text) == (names == "web")


def test_where_names_stay_at_the_table_the_staff_find_only_what_they_type(folder: Path) -> None:
    place = Place(folder, "nowhere")
    anna = place.member()
    assert "Lena" not in anna.get("/staff").text + anna.get("/staff?search=len").text
    assert "/staff/delete" in anna.get("/staff?search=lena").text
    assert "Lena" not in anna.get("/ranking").text
    assert "/staff/key" not in anna.get("/staff").text


def test_a_damaged_file_lets_nobody_in_and_shows_signs(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    anna = place.member()
    place.file.path.write_text('{"staff": 5}')
    with pytest.raises(CredentialsError, match="it is damaged"):
        place.file.read()
    assert "Lena" not in anna.get("/ranking").text
    assert anna.sign_in().status == 403
    assert "it is damaged" in caplog.text


@pytest.mark.parametrize("name", ["", "two words", "a/b", "-", "x" * 33, "<b>", "a\u202eb"])
def test_what_is_no_name_for_the_staff_is_refused(tmp_path: Path, name: str) -> None:
    file = CredentialsFile(tmp_path / "file.json")
    with pytest.raises(CredentialsError, match="one word"):
        file.put(name, Role.DESK, RIGHT, CHEAP)
    assert not file.path.exists()


@pytest.mark.parametrize("password", ["", "too short", "x" * 201, "ANNA.MUSTER"])
def test_a_password_that_is_too_easy_is_refused(tmp_path: Path, password: str) -> None:
    with pytest.raises(CredentialsError, match="a password has"):
        CredentialsFile(tmp_path / "file.json").put("anna.muster", Role.DESK, password, CHEAP)
