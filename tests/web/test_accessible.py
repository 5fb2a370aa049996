"""What whoever reads the pages with a screen reader, a keyboard or weak eyes needs, on every page in every language.

These are the checks that need no browser; ``tests.web.axe`` runs axe-core in one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from kiosk.display.paint.theme import ACCENT, INK, INK_SOFT
from kiosk.hall import live
from kiosk.locale.languages import installed
from kiosk.protocol import accent
from kiosk.results.store import open_store
from kiosk.web.palette import css
from tests.web.conftest import Answer
from tests.web.test_pages import CSS, PAGES
from tests.web.test_staff import Place
from tests.web.test_tables import PLAYED

Ask = Callable[..., Answer]
_VOID: Final = {"meta", "link", "img", "input", "br"}
_LANDMARKS: Final = {"header", "main", "footer", "nav", "section", "form"}
_READ: Final = (*PAGES, "/ranking?search=e", f"/match/{'4f' * 16}", "/nowhere")


class Element:
    """An element. ``name``: its accessible name, as far as pages of ours give one."""

    def __init__(self, tag: str, attributes: dict[str, str], around: Element | None) -> None:
        self.tag, self.attributes, self.around = tag, attributes, around
        self.inside: list[Element] = []
        self.text = ""

    def all(self, *tags: str) -> Iterator[Element]:
        """Yield the elements within it, of these kinds."""
        for one in self.inside:
            if not tags or one.tag in tags:
                yield one
            yield from one.all(*tags)

    @property
    def said(self) -> str:
        """Its text with that of what is within it and not hidden."""
        if self.attributes.get("aria-hidden") == "true":
            return ""
        own = self.attributes.get("alt", "") if self.tag == "img" else self.text
        return " ".join([self.attributes.get("aria-label", own), *(one.said for one in self.inside)]).strip()


class Tree(HTMLParser):
    """A page as elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.root = self._at = Element("", {}, None)
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        one = Element(tag, {name: value or "" for name, value in attrs}, self._at)
        self._at.inside.append(one)
        if tag not in _VOID:
            self._at = one

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self._at.inside.append(Element(tag, {name: value or "" for name, value in attrs}, self._at))

    def handle_endtag(self, tag: str) -> None:
        assert self._at.tag == tag
        assert self._at.around is not None
        self._at = self._at.around

    def handle_data(self, data: str) -> None:
        self._at.text += data


def flaws(page: str, language: str) -> list[str]:
    """Return what is wrong with a page."""
    root = Tree(page).root
    (html,) = root.all("html")
    ids = Counter(one.attributes["id"] for one in root.all() if "id" in one.attributes)
    direction = "rtl" if language in ("he", "ar") else "ltr"
    found = [] if (html.attributes["lang"], html.attributes["dir"]) == (language, direction) else ["lang or dir"]
    found += [f"id {name} twice" for name, times in ids.items() if times > 1]
    found += [f"no {name}" for name in _missing(root, ids)]
    found += _heads(root)
    found += _landmarks(root)
    found += [
        f"{one.tag} says nothing" for one in root.all("title", "h1", "h2", "h3", "th", "a", "button") if not one.said
    ]
    found += [f"{one.tag} without alt" for one in root.all("img") if "alt" not in one.attributes]
    found += [
        f"svg without a name: {one.attributes}"
        for one in root.all("svg")
        if not {"aria-hidden", "aria-label"} & {*one.attributes} and one.around and one.around.tag != "svg"
    ]
    labels = {one.attributes.get("for") for one in root.all("label")}
    found += [
        f"input {one.attributes.get('name')} without a label"
        for one in root.all("input")
        if one.attributes.get("type") != "hidden"
        and not (one.attributes.get("id") in labels or "aria-label" in one.attributes)
    ]
    found += [f"{one.tag} in {up.tag}" for up in root.all("ul", "ol") for one in up.inside if one.tag != "li"]
    found += [
        f"{one.tag} refreshes"
        for one in root.all("meta")
        if one.attributes.get("http-equiv") == "refresh" and one.around and one.around.tag != "noscript"
    ]
    return [*found, *(f"tabindex of {one.tag}" for one in root.all() if int(one.attributes.get("tabindex", "0")) > 0)]


def _missing(root: Element, ids: Counter[str]) -> Iterator[str]:
    """Yield what is referred to but not there."""
    for one in root.all():
        wanted = [one.attributes.get("for", ""), *one.attributes.get("aria-labelledby", "").split()]
        if one.tag == "a" and one.attributes["href"].startswith("#"):
            wanted.append(one.attributes["href"][1:])
        yield from (name for name in wanted if name and not ids[name])


def _heads(root: Element) -> list[str]:
    levels = [int(one.tag[1]) for one in root.all("h1", "h2", "h3")]
    found = [] if levels.count(1) == 1 else [f"{levels.count(1)} h1"]
    body = levels[levels.index(1) :] if 1 in levels else levels
    return found + [f"h{next_} after h{one}" for one, next_ in pairwise(body) if next_ > one + 1]


def _landmarks(root: Element) -> list[str]:
    """Return what is wrong with the parts of a page: all that is read is in one, and none is mistaken for another."""
    found = [f"{len([*root.all(tag)])} {tag}" for tag in ("main", "body") if len([*root.all(tag)]) != 1]
    (body,) = root.all("body")
    stray = [one for one in body.inside if one.tag not in _LANDMARKS and "skip" not in one.attributes.get("class", "")]
    named = Counter(one.attributes.get("aria-label", "") for one in root.all("nav"))
    named += Counter(one.attributes["aria-label"] for one in root.all() if one.attributes.get("role") == "region")
    found += [f"{one.tag} outside of all parts" for one in stray]
    return found + [f"{times} parts called {name!r}" for name, times in named.items() if times > 1 or not name]


@pytest.fixture(scope="module")
def place(store_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The pages of a hall with a table that is played at, and its staff."""
    folder = tmp_path_factory.mktemp("hall")
    (folder / "results.sqlite").write_bytes(store_file.read_bytes())
    made = Place(folder)
    store = open_store("", made.store_file)
    live.put(store, PLAYED, gone=False)
    store.close()
    return made


@pytest.mark.parametrize("language", installed())
def test_what_everybody_reads(place: Place, language: str) -> None:
    visitor = place.visitor()
    for path in (*_READ, "/staff"):
        page = visitor.get(f"{path}{'&' if '?' in path else '?'}lang={language}").text
        assert flaws(page, language) == [], path


@pytest.mark.parametrize("language", installed())
def test_what_the_staff_read(place: Place, language: str) -> None:
    member = place.member(name=f"anna.{language}")
    pages = [member.get(f"/staff?{query}lang={language}").text for query in ("", "search=Lena&", "search=x&")]
    pages.append(member.send(f"delete?lang={language}", {"name": "Lena"}).text)
    pages.append(member.send(f"key?lang={language}", {"screen": f"Bar {language}"}).text)
    key = re.search(r"/key/[^<\s]+", pages[-1])
    assert key
    pages += [place.visitor().get(f"{key[0]}?lang={language}").text, place.visitor().sign_in(words="wrong").text]
    for page in pages[:-1]:
        assert flaws(page, language) == []
    assert flaws(pages[-1], "en") == []


@pytest.mark.parametrize(
    ("page", "flaw"),
    [
        ("<main><h1>A</h1><h3>B</h3></main>", "h3 after h1"),
        ("<main><h1>A</h1></main><p>B</p>", "p outside of all parts"),
        ("<main><h1>A</h1><img src=x></main>", "img without alt"),
        ("<main><h1>A</h1><a href=/x><svg aria-hidden=true></svg></a></main>", "a says nothing"),
        ("<main><h1>A</h1><input name=x></main>", "input x without a label"),
        ("<main><h1>A</h1><label for=x>X</label></main>", "no x"),
        ("<nav aria-label=A></nav><nav aria-label=A></nav><main><h1>A</h1></main>", "2 parts called 'A'"),
        ("<main><h1>A</h1><ul><p>B</p></ul></main>", "p in ul"),
        ("<main><h1>A</h1></main><footer><a href=#y>B</a></footer>", "no y"),
    ],
)
def test_such_a_flaw_is_found(page: str, flaw: str) -> None:
    head = "<html lang=en dir=ltr><head><title>T</title></head><body>"
    assert flaws(f"{head}{page}</body></html>", "en") == [flaw]
    assert flaws(f"{head}{page}</body></html>", "de") == ["lang or dir", flaw]


# ---------------------------------------------------------------- colours


@lru_cache(maxsize=1)
def _schemes() -> dict[str, dict[str, str]]:
    """Return the colours of both schemes by name, as the style defines them."""
    text = CSS.read_text()
    dark, light = (
        dict(re.findall(r"--([a-z]+): ([^;]+);", block)) for block in re.findall(r":root[^{]*\{([^}]+)\}", text)[:2]
    )
    inks = {"ink": css(INK), "ink-soft": css(INK_SOFT)}

    def plain(value: str) -> str:
        return re.sub(r"var\(--([a-z-]+)\)", lambda found: inks[found[1]], value)

    return {"dark": {k: plain(v) for k, v in dark.items()}, "light": {k: plain(v) for k, v in (dark | light).items()}}


def _grounds(colors: dict[str, str], names: Sequence[str]) -> set[str]:
    return {color[:7] for name in names for color in re.findall(r"#[0-9a-f]{6}", colors[name])}


def _contrast(one: str, other: str) -> float:
    lights = [accent.luminance([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]) for color in (one, other)]
    return accent.contrast(*lights)


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("ink", ["text", "soft", "head", "link"])
def test_every_ink_is_read_on_every_ground(scheme: str, ink: str) -> None:
    colors = _schemes()[scheme]
    grounds = _grounds(colors, ("tray", "ground"))
    assert len(grounds) >= 3
    assert {ground: _contrast(colors[ink], ground) for ground in grounds if _contrast(colors[ink], ground) < 4.5} == {}


def test_what_is_chosen_is_read_on_any_houses_colour() -> None:
    """Dark letters stand on the accent: on any that a configuration may have."""
    (ink,) = {*re.findall(r"background: var\(--accent\); color: (#[0-9a-f]{6})", CSS.read_text())}
    steps = ("00", "33", "66", "99", "cc", "ff")
    allowed = [accent.nearest(f"#{r}{g}{b}") for r in steps for g in steps for b in steps]
    assert min(_contrast(ink, color) for color in (*allowed, css(ACCENT))) >= 4.5
