"""The venue's pages: what they show, in every language, to whoever asks; and that they only read."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from functools import partial
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
import segno
from PIL import ImageFont
from sqlalchemy import Engine, event, text
from sqlalchemy.orm import Session

from kiosk.display.paint.theme import ACCENT
from kiosk.display.texts.people import guest_name
from kiosk.game.seats import SeatNumber
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.results.store import open_store, read_store
from kiosk.results.store_errors import StoreError
from kiosk.testing.presses import SEATS
from kiosk.web.palette import css
from kiosk.web.venue.app import VenuePages
from kiosk.web.venue.charts import Curve, End, curves, spread
from kiosk.web.venue.languages import language_of
from kiosk.web.venue.page import House
from kiosk.web.venue.people import Who
from kiosk.web.venue.readings import match_told, player_told, rankings
from kiosk.web.venue.words import closest_races
from tests.results.conftest import Journals, add_rounds
from tests.web.conftest import EVENING, HOST, HOSTILE, NAMES, Answer, Browser

Ask = Callable[..., Answer]
PAGES: Final = ("/", "/screen", "/screen?at=1", "/ranking", "/ranking?period=today", "/player/1", "/match/match-0")
CSS: Final = Path("kiosk/web/venue/static/venue.css")
_VOID: Final = {"meta", "link", "img", "input", "br"}


class Outline(HTMLParser):
    """What a page consists of. ``text``: without tags; it raises AssertionError if an element is not closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str, attribute: str) -> list[str]:
        return [str(values[attribute]) for name, values in self.tags if name == tag and attribute in values]


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("path", ["/", "/screen", "/ranking", "/player/1", "/match/match-0"])
def test_every_page_in_every_language(ask: Ask, path: str, language: str) -> None:
    answer = ask(f"{path}{'&' if '?' in path else '?'}lang={language}")
    page = Outline(answer.text)
    ((_, root),) = [one for one in page.tags if one[0] == "html"]
    assert (answer.status, root["lang"], root["dir"]) == (200, language, "rtl" if language in ("he", "ar") else "ltr")
    assert [tag for tag, _ in page.tags].count("h1") == 1
    assert "22:40" in page.text or "10:40" in page.text  # its age
    assert not any("style" in values or any(name.startswith("on") for name in values) for _, values in page.tags)
    assert page.all("script", "src") == (["/live.js"] if path in ("/", "/screen") else [])
    links = [str(values["href"]) for tag, values in page.tags if tag == "a" and "hreflang" not in values]
    assert all(f"lang={language}" in link for link in links if link != "#content")
    assert all("scope" in values for tag, values in page.tags if tag == "th")


def test_a_hostile_name_is_text_and_turns_nothing(ask: Ask) -> None:
    for path in PAGES:
        answer = ask(path).text
        assert "<script>" not in answer
        assert "\u202e" not in answer
    assert r"<script>alert(1)</script>\u202eab" in Outline(ask("/match/match-0").text).text


def test_names_that_are_shown_nowhere_are_in_no_page(ask: Ask, ask_without_names: Ask) -> None:
    search = "/ranking?search=Lena"
    for path in (*PAGES, "/player/2", "/match/match-1", search):
        shown = ask_without_names(path)
        assert shown.status == 200
        without_search = shown.text.replace("search=Lena", "")
        assert not any(name and name[:12] in without_search for name in (*NAMES, HOSTILE)), path
    assert "Lena" in ask("/").text
    assert ask(search).text.count("/player/1") > ask("/ranking?search=nobody").text.count("/player/1")
    assert "/player/" not in ask_without_names("/match/match-0").text


def test_a_match_of_guests_leaves_room_for_its_button_on_a_phone_s_first_screen(
    ask: Ask, ask_without_names: Ask
) -> None:
    """Their names take two lines in a race, and in an award beside the sign."""
    races, unseen = r'<span class="who">[^<]+<svg class="bar-of', '<bdi class="unseen">'
    named, guests = (asked("/match/match-0").text for asked in (ask, ask_without_names))
    assert (len(re.findall(races, named)), len(re.findall(races, guests))) == (3, 2)
    assert 'class="awards whose"' in guests
    assert (named.count(unseen), guests.count(unseen)) == (
        0,
        guests.split('class="awards whose"')[1].split("</ul>")[0].count("<li>"),
    )


def test_a_match_tells_its_winner_its_lines_and_its_story(ask: Ask) -> None:
    page = Outline(ask("/match/match-0").text)
    told = " ".join(page.text.split())
    for words in (
        "Lena wins",
        "4 rounds",
        "to 60",
        "Closest races",
        "23 ms",
        "Awards",
        "takes the lead",
        "Round by round",
    ):
        assert words in told, words
    assert "Still being played" in ask("/match/match-2").text


def test_a_player_s_page_tells_bests_and_rivals(ask: Ask) -> None:
    told = " ".join(Outline(ask("/player/1").text).text.split())
    for words in (
        "Lena",
        "Place 1 today",
        "average of",
        "Points in the last rounds",
        "Best rounds",
        "+21",
        "Rivals",
        "Yusuf",
        "Awards",
        "All time",
    ):
        assert words in told, words


def test_a_search_finds_any_spelling_and_says_if_nobody_is_found(ask: Ask) -> None:
    assert "Yusuf" in Outline(ask("/ranking?search=%20YUS").text).text
    assert "Nobody of that name has played here." in ask("/ranking?search=%25").text


def test_a_search_that_finds_too_many_says_so(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "There are more" not in ask("/ranking?search=u").text
    monkeypatch.setattr("kiosk.web.venue.views._FOUND", 1)
    few = ask("/ranking?search=e").text
    assert "There are more: write more of the name." not in ask("/ranking?search=lena").text
    assert "There are more: write more of the name." in few


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/player/99", "This player is not here"),
        ("/player/0x1", "This player is not here"),
        ("/player/" + "9" * 30, "This player is not here"),
        ("/match/no-such", "This match is not here, or not yet."),
        ("/nowhere", "There is no such page here."),
        ("/sign/13.svg", "There is no such page here."),
        ("/static/../venue.css", "There is no such page here."),
    ],
)
def test_what_is_not_there_is_told_in_words(ask: Ask, path: str, words: str) -> None:
    answer = ask(path)
    assert answer.status == 404
    assert words in Outline(answer.text).text


def test_only_what_is_read_from_the_store_has_an_age(ask: Ask) -> None:
    """What tells something else knows the time of this machine, which may be another one than the hall's."""
    for path, has_age in (("/", True), ("/player/1", True), ("/nowhere", False), ("/player/99", False)):
        assert ("As of " in Outline(ask(path).text).text) == has_age, path


def test_hosts_and_origins_of_others_are_refused(ask: Ask) -> None:
    assert ask("/", host="evil.example:7283").status == 421
    assert ask("/", origin="http://evil.example").status == 403
    assert ask("/", origin="null").status == 403
    assert ask("/", origin=f"http://{HOST}").status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_pages_can_only_be_read(ask: Ask, method: str) -> None:
    answer = ask("/", method)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
    assert ask("/", content_length="5").status == 413
    assert ask("/", transfer_encoding="chunked").status == 413


def test_no_cookie_no_index_no_store_and_a_strict_policy(ask: Ask) -> None:
    for path in (*PAGES, "/nowhere", "/player/99"):
        headers = ask(path).headers
        assert "set-cookie" not in headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-robots-tag"] == "noindex, nofollow"
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["content-security-policy"].startswith("default-src 'none'; style-src 'self';")
    for asset in ("/style.css", "/felt.jpg", "/sign/12.svg"):
        assert ask(asset).headers["cache-control"] == "public, max-age=3600"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("xx, fr;q=0.2, it;q=0.7", "it"),
        ("ru;q=0, is", "is"),
        ("de;q=much, he", "he"),
        (",;,q=1;", "en"),
    ],
)
def test_a_page_speaks_the_language_of_the_browser(accepted: str, language: str) -> None:
    assert language_of("", accepted, installed()) == language
    assert language_of("is", accepted, installed()) == "is"
    assert language_of("nonsense", accepted, installed()) == language


def test_every_view_of_the_screen_is_reached_and_comes_by_itself(ask: Ask) -> None:
    page = Outline(ask("/screen?at=1").text)
    (refresh,) = [values["content"] for tag, values in page.tags if tag == "meta" and "http-equiv" in values]
    assert refresh == "12; url=/screen?at=0"
    assert {"/screen?at=0", "/screen?at=1"} <= {*page.all("a", "href")}
    assert ask("/screen?at=-1&at=x").status == ask("/screen?at=999").status == 200


def test_the_screen_s_smallest_type_is_44_of_1080_lines() -> None:
    rules = [rule for rule in CSS.read_text(encoding="utf-8").splitlines() if rule.startswith(".tv ")]
    sizes = [float(size) for rule in rules for size in re.findall(r"font-size: calc\(([\d.]+) \* var\(--u\)\)", rule)]
    assert len(sizes) > 8
    assert min(sizes) * 10.8 >= 44
    assert "--u: min(1vh, .5625vw)" in CSS.read_text(encoding="utf-8")
    assert not [rule for rule in rules if re.search(r"font-size: (?!calc)", rule)]


def test_the_store_is_not_written(store_file: Path, ask: Ask) -> None:
    before = store_file.read_bytes(), store_file.stat().st_mtime_ns
    for path in PAGES:
        assert ask(path).status == 200
    assert (store_file.read_bytes(), store_file.stat().st_mtime_ns) == before
    with closing(read_store("", store_file)) as store:
        for statement in ("DELETE FROM players", "CREATE TABLE more (id)", "PRAGMA user_version = 7"):
            with pytest.raises(StoreError, match="read-only"):
                store.write(partial(Session.execute, statement=text(statement)))
    assert store_file.read_bytes() == before[0]


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_pages_are_there_while_rounds_are_imported(store_file: Path, tmp_path: Path, mode: str) -> None:
    file = tmp_path / "a store #1?.sqlite"
    file.write_bytes(store_file.read_bytes())
    ask = Browser(VenuePages(read_store("", file), names="web")).get
    with closing(sqlite3.connect(file, isolation_level=None)) as daemon:
        daemon.execute(f"PRAGMA journal_mode = {mode}")
        daemon.execute("BEGIN IMMEDIATE")
        daemon.execute("UPDATE players SET name = 'Somebody new' WHERE id = 1")
        assert "Lena" in ask("/player/1").text
        daemon.execute("COMMIT")
        assert "Somebody new" in ask("/player/1").text


def test_a_store_that_is_restored_or_gone_is_seen_at_once(store_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    file.write_bytes(store_file.read_bytes())
    ask = Browser(VenuePages(read_store("", file), names="web")).get
    assert "Lena" in ask("/").text
    open_store("", tmp_path / "other.sqlite").close()
    (tmp_path / "other.sqlite").replace(file)
    assert "No results yet" in ask("/").text
    file.unlink()
    assert "No results yet" in ask("/").text
    file.write_bytes(store_file.read_bytes())
    assert "Lena" in ask("/").text


def test_without_a_store_it_is_told_how_results_come(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "results.sqlite"
    ask = Browser(VenuePages(read_store("", file), names="web")).get
    answer = ask("/ranking")
    assert answer.status == 200
    assert "kiosk venue" in Outline(answer.text).text
    assert not file.exists()
    file.touch()
    assert ask("/").status == 503
    assert "it is empty" in caplog.text
    file.unlink()
    open_store("", file).close()
    assert "No results yet" in ask("/").text
    assert "Nobody with a name has played yet." in ask("/ranking").text


def test_a_store_of_another_version_is_told_and_not_read(
    store_file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It may be exchanged or migrated while pages are served."""
    file = tmp_path / "results.sqlite"
    file.write_bytes(store_file.read_bytes())
    ask = Browser(VenuePages(read_store("", file), names="web")).get
    assert ask("/").status == 200
    with closing(sqlite3.connect(file)) as newer, newer:
        newer.execute("UPDATE store_version SET version_num = '9999'")
    assert ask("/").status == 503
    assert "a newer kiosk has written it" in caplog.text
    file.write_bytes(store_file.read_bytes())
    assert ask("/").status == 200


def test_who_waits_for_a_locked_store_keeps_nobody_else_waiting(
    store_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kiosk.results.store._READER_S", 0.4)
    file = tmp_path / "results.sqlite"
    file.write_bytes(store_file.read_bytes())
    pages = VenuePages(read_store("", file), names="web")
    asks = [Browser(pages).get for _ in range(8)]
    with closing(sqlite3.connect(file, isolation_level=None)) as other, ThreadPoolExecutor(8) as threads:
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        assert [answer.status for answer in threads.map(lambda ask: ask("/"), asks)] == [503] * 8
        assert time.monotonic() - begun < 8 * 0.4
    assert "another program holds it" in caplog.text
    assert asks[0]("/").status == 200


def test_an_error_of_ours_is_told_with_the_headers_of_every_answer(
    store_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.web.venue.views.latest_matches", lambda *_: 1 / 0)
    told: list[Answer] = []
    with pytest.raises(ZeroDivisionError):  # the server logs it
        Browser(VenuePages(read_store("", store_file), names="web")).get("/", told=told)
    assert told[0].status == 500
    assert "The results cannot be read now." in told[0].text
    assert told[0].headers["cache-control"] == "no-store"


def test_links_keep_only_what_a_page_asks_for(ask: Ask, ask_without_names: Ask) -> None:
    longest = "x" * 200
    page = ask(f"/ranking?search={'x' * 50_000}&period=month&other={'y' * 50_000}").text
    assert f"/ranking?period=month&amp;search={longest}&amp;lang=de" in page
    assert "yyy" not in page
    assert "Lena" not in ask_without_names("/ranking?search=Lena").text


@pytest.mark.parametrize("most", [0, 9_000, 2**31 - 1])
def test_a_curve_of_any_length_and_height_is_drawn(most: int) -> None:
    chart = str(curves([Curve(1, (0.0, -float(most)))], "high", first=0))
    assert chart.count('<line class="grid"') <= 6
    long = str(curves([Curve(1, tuple(map(float, range(most % 10_000))) or (0.0,))], "long", first=0))
    assert long.count("<text") <= 15


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (60, [60, 0, 20, 40]),  # no number of the scale is drawn below it
        (58, [58, 0, 20, 40]),
        (50, [50, 0, 20, 40, 60]),
        (126, [126, 0, 50, 100]),
        (127, [0, 20, 40, 60]),  # far above the lines
        (0, [0, 20, 40, 60]),
        (None, [0, 20, 40, 60]),
    ],
)
def test_the_points_that_end_a_match_are_a_line_of_their_own(goal: int | None, told: list[int]) -> None:
    chart = str(curves([Curve(1, (0.0, 30.0, 63.0)), Curve(2, (0.0, 9.0, 21.0))], "goal", first=0, goal=goal))
    marks = re.findall(r'<text class="(goal|grid)" [^>]*>(\d+)<', chart)
    assert [int(number) for _, number in sorted(marks, key=lambda one: (one[0], int(one[1])))] == told
    assert chart.count('<line class="goal"') == [look for look, _ in marks].count("goal")


@pytest.mark.parametrize("totals", [[7] * 12, [*range(12)], [-300, -299, 40, 41, 42, 90], [5]])
def test_names_at_the_ends_of_lines_have_room_in_the_order_of_their_totals(totals: list[int]) -> None:
    lines = [
        Curve(seat, (0.0, float(total)), End(f"N{seat}", str(total), won=seat == 1, address=""))
        for seat, total in enumerate(totals, 1)
    ]
    chart = str(curves(lines, "names", first=0))
    places = [float(y) for y in re.findall(r'<foreignObject x="[\d.]+" y="([-\d.]+)"', chart)]
    told = [int(total) for total in re.findall(r"<b>(-?\d+)</b>", chart)]
    assert sorted(told, reverse=True) == told
    assert all(below - above >= 24.9 for above, below in pairwise(places))
    assert (height := float(re.findall(r'viewBox="0 0 \d+ ([\d.]+)"', chart)[0])) > places[-1] + 25
    assert places[0] > -1, height


def test_the_name_of_every_guest_fits_at_the_end_of_a_line() -> None:
    """As it is drawn for a winner: bold, beside the widest total."""
    drawn = ImageFont.truetype(str(files("fontpkg_rubik") / "files" / "Rubik[wght].ttf"), 100)
    drawn.set_variation_by_axes([700])
    names = {guest_name(seat, word, of) for of in installed() for seat in SEATS for word in range(8)}
    style = CSS.read_text()
    (usual,) = re.findall(r"^\.end \{[^}]*font-size: ([\d.]+)px", style, re.MULTILINE)
    (small,) = re.findall(r"\.long\.end [^{]*\{ font-size: ([\d.]+)px", style)
    cut = {}
    for name in [*names, "Lena", "Guðmundur", "Konstantin", "Bartholomäus"]:
        chart = str(curves([Curve(1, (0.0, -12.0), End(name, "-12", won=True, address=""))], "names", first=0))
        (room,) = re.findall(r'<foreignObject [^>]* width="([\d.]+)"', chart)
        wide = drawn.getlength(name) * float(small if "won long" in chart else usual) / 100
        if (left := float(room) - 6 - 32 - wide) < 0:
            cut[name] = left
    assert cut == {}


@pytest.mark.parametrize(
    "times", [[(0, 1), (1, 1)], [(-20, 3), (4, 90), (31, 2)], [(point, 40) for point in range(-99, 100)]]
)
def test_how_often_points_were_got_is_drawn_with_their_mean(times: list[tuple[int, int]]) -> None:
    rounds = sum(often for _, often in times)
    mean = sum(points * often for points, often in times) / rounds
    chart = str(spread(times, mean, "its mean", 3))
    assert 2 <= chart.count("<rect") <= 12
    assert chart.count('class="seat"') == 1
    ends = [text.replace("\N{MINUS SIGN}", "-") for text in re.findall(r">([^<]+)</text>", chart)]
    assert ends == ["its mean", str(times[0][0]), str(times[-1][0])]


@pytest.mark.parametrize(("days", "period"), [(0, "today"), (1, "month"), (40, "all")])
def test_a_player_s_place_is_that_of_the_ranking(store_file: Path, days: int, period: str) -> None:
    now = EVENING + timedelta(hours=2, days=days)
    with closing(read_store("", store_file)) as store, store.reading() as session:
        rows = rankings(session, period, now, 100)[0].rows
        places = {row.player: player_told(session, row.player, now).place for row in rows}  # type: ignore[union-attr]
        assert [(place.period, place.place) for place in places.values() if place] == [
            (period, one.place) for one in rows
        ]
        assert all(round(place.points / place.rounds, 2) == one.standing.mean
                   for one in rows if (place := places[one.player]))  # fmt: skip


def test_a_best_round_tells_its_table_and_its_day_in_short(ask: Ask, ask_without_names: Ask, store_file: Path) -> None:
    def bests(ask: Ask) -> str:
        told = Outline(ask("/player/1?lang=en").text).text.partition("Best rounds")[2]
        return " ".join(told.partition("Rivals")[0].split())

    later = Browser(VenuePages(read_store("", store_file), names="web", clock=lambda: EVENING + timedelta(days=3))).get
    years = Browser(VenuePages(read_store("", store_file), names="web", clock=lambda: EVENING + timedelta(days=99))).get
    assert "4 players, Table 1today" in bests(ask)
    assert ("Table 1" in bests(ask_without_names)) is False
    assert "21 Nov" in bests(later)
    assert "2026" not in bests(later)
    assert "21 Nov 2026" in bests(years)


@pytest.mark.parametrize(("ms", "told"), [(9.43, "9.4 ms"), (10.43, "10 ms"), (21.6, "22 ms"), (14.0, "14 ms")])
def test_tenths_of_a_millisecond_are_told_below_ten(store_file: Path, ms: float, told: str) -> None:
    with closing(read_store("", store_file)) as store, store.reading() as session:
        found = match_told(session, "match-0")
    assert found is not None
    found.rounds[0].races = [{"first": 1, "second": 2, "margin_ms": ms}]
    people = {SeatNumber(seat): Who(SeatNumber(seat), "N") for seat in (1, 2)}
    assert told in {one.margin for one in closest_races(found, people, speaker("en"), 9)}


def test_a_round_that_does_not_count_has_no_story_no_race_and_no_award(store_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    file.write_bytes(store_file.read_bytes())
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE rounds SET void_reason = 'a test' WHERE match_id = 'match-0' AND number IN (1, 4)")
    page = Outline(Browser(VenuePages(read_store("", file), names="web")).get("/match/match-0").text).text
    told = " ".join(page.split())
    assert "32 ms" in told  # the closest race of the second round
    assert "23 ms" not in told  # that of the first
    assert "Awards" not in told
    assert "Round 2 Yusuf" not in told.partition("The story")[0]
    assert "Round 4 does not count." in told
    assert "Round 1" not in told.partition("The story")[2].partition("Round by round")[0]


def test_who_is_level_shares_a_place_and_the_order_tells_no_names(store_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    file.write_bytes(store_file.read_bytes())
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE standings SET points = 60, rounds = 10")
        other.execute("UPDATE players SET name = 'Zoe', key = 'zoe' WHERE id = 1")
    page = Browser(VenuePages(read_store("", file), names="nowhere")).get("/ranking").text
    assert re.findall('data-place="([0-9]+)"', page) == ["1", "1", "1"]
    assert re.findall("/player/([0-9]+)", page) == ["1", "2", "3"]


def test_a_match_of_which_nothing_more_is_heard_is_not_still_being_played(store_file: Path) -> None:
    later = Browser(VenuePages(read_store("", store_file), names="web", clock=lambda: EVENING + timedelta(days=1))).get
    assert "Broken off" in later("/match/match-2").text


def test_a_round_without_results_is_no_fault_of_the_other_matches(store_file: Path, tmp_path: Path) -> None:
    """A journal may have it: all seats were empty."""
    file = tmp_path / "results.sqlite"
    file.write_bytes(store_file.read_bytes())
    empty = Journals(tmp_path / "journal").round(id="empty", match="empty").log
    with closing(open_store("", file)) as store:
        store.write(lambda session: add_rounds(session, [empty], EVENING))
    ask = Browser(VenuePages(read_store("", file), names="web")).get
    assert [ask(path).status for path in ("/", "/screen", "/match/empty", "/match/match-1")] == [200, 200, 404, 200]


@pytest.mark.parametrize("path", ["/match/\0", "/match/" + "m" * 65, "/ranking?search=%00"])
def test_what_no_database_could_keep_is_not_asked_for(ask: Ask, path: str) -> None:
    """A server refuses a NUL, and that would be told as a fault of the store."""
    asked: list[str] = []

    def note(*told: Any) -> None:
        asked.append(repr(told[3]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        answer = ask(path)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert asked
    assert not [one for one in asked if "\\x00" in one or "m" * 65 in one]
    assert "This match is not here" in answer.text or "Nobody of that name" in answer.text


def test_whose_house_it_is_stands_at_the_head_of_every_page_in_its_colour(store_file: Path) -> None:
    ask = Browser(VenuePages(read_store("", store_file), names="web", house=House("Ludo & <Söhne>", "#8fd14f"))).get
    for path in ("/", "/screen", "/match/match-0", "/elsewhere"):
        page = ask(path).text
        assert '<span class="house"><bdi>Ludo &amp; &lt;Söhne&gt;</bdi></span>' in page
        assert "Ligretto" not in page.partition("<body>")[2].partition("</header>")[0]
    style = ask("/style.css").text
    assert " --accent: #8fd14f;" in style
    assert "border-inline-start: .3em solid var(--accent)" in style


def test_the_screen_leads_phones_to_the_pages_if_it_is_known_where_they_are(store_file: Path) -> None:
    def screen(house: House) -> str:
        return Browser(VenuePages(read_store("", store_file), names="web", house=house)).get("/screen").text

    address = "https://ludo.example"
    page = screen(House(address=address))
    side, dark = re.search(r'class="code".*?viewBox="0 0 (\d+) \d+".*?<path stroke="[^"]+" d="([^"]+)"', page).groups()  # type: ignore[union-attr]
    rows = [*segno.make_qr(address, error="l").matrix_iter(border=4)]
    assert int(side) == len(rows)
    squares, x, y = set(), 0, 0.0
    for kind, across, down in re.findall(r"([Mmh])(-?[\d.]+) ?(-?[\d.]+)?", dark):  # strokes along the middle of rows
        if kind == "h":
            squares |= {(x + number, int(y)) for number in range(int(across))}
        x, y = (int(across), float(down)) if kind == "M" else (x + int(across), y + float(down or 0))
    assert squares == {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}
    assert "All results on your phone" in page
    assert 'class="code"' not in screen(House())


def test_a_screen_that_turns_waits_for_the_next_view_and_can_be_held(ask: Ask) -> None:
    """By its script; without scripts the page names the next one."""
    page = Outline(ask("/screen?lang=de").text)
    ((_, script),) = [one for one in page.tags if one[0] == "script"]
    assert (script["data-next"], script["data-seconds"]) == ("/screen?at=1&lang=de", "12")
    assert "12; url=/screen?at=1&lang=de" in page.all("meta", "content")
    text = (CSS.parent / "live.js").read_text()
    for held in ('".turns:is(:hover, :focus-within)"', "answer?.ok"):
        assert held in text


def test_what_ended_today_tells_the_time_of_day_alone(ask: Ask, store_file: Path) -> None:
    later = Browser(VenuePages(read_store("", store_file), names="web", clock=lambda: EVENING + timedelta(days=1))).get
    for path in ("/", "/match/match-0"):
        text = [Outline(one(f"{path}?lang=de").text).text for one in (ask, later)]
        assert [re.search(r"[·\d] 20:5", one) is not None for one in text] == [True, False]
        assert ["21.11.26, 20:5" in one.partition("Stand")[0] for one in text] == [False, True]


def test_without_a_house_the_pages_are_the_tables_own(ask: Ask) -> None:
    assert 'class="house"' not in ask("/").text
    assert f" --accent: {css(ACCENT)};" in ask("/style.css").text


def test_a_match_that_has_not_arrived_is_looked_for_again(ask: Ask) -> None:
    """A phone that has read the table's code may be faster than the results."""
    awaited = ask(f"/match/{'4f' * 16}")
    assert awaited.status == 404
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in awaited.text
    assert f'data-next="/match/{"4f" * 16}" data-seconds="5"' in awaited.text
    assert "This page looks again by itself." in awaited.text
    for path in ("/match/match-9", "/match/x", "/elsewhere", "/player/99"):
        assert (ask(path).status, "refresh" in ask(path).text) == (404, False)
    assert "http-equiv" not in ask("/match/match-0").text


def test_a_screen_tells_an_earlier_day_without_its_time_beside_the_table_s_name(store_file: Path) -> None:
    """With both, no room is left for the name."""
    pages = VenuePages(read_store("", store_file), names="web", clock=lambda: EVENING + timedelta(days=2))
    page = Browser(pages).get("/screen").text
    told = re.findall(r"<h2><span><bdi>Table 1</bdi></span> <small>([^<]+)</small></h2>", page)
    assert told
    assert all(re.fullmatch(r"\d+ \w+( \d{4})?|\w+ \d+(, \d{4})?", day) for day in told), told
