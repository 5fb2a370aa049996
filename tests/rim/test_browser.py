"""The page in Chromium, before a real kiosk or a pretended one, on a phone's width and on a desktop's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

from kiosk.protocol import DriveBoard, DrivePins
from kiosk.rim.kiosk_client import KioskClient
from kiosk.testing.live_table import LiveTable
from tests.rig.browser import browser, let_move, show_as
from tests.rim.conftest import PretendedKiosk, eventually, serving

if TYPE_CHECKING:
    from selenium.webdriver import ActionChains, Chrome
    from selenium.webdriver.remote.webelement import WebElement

pytestmark = pytest.mark.browser

PHONE: Final = (360, 740)
DESKTOP: Final = (1280, 900)
STOP: Final = '[data-seat="1"] [data-button="stop"]'
PLAY: Final = '[data-seat="1"] [data-button="play"]'
UNCONFIRMED_S: Final = 4.0
"""Longer than the server holds a button without word from the page."""
STOP_DOWN, STOP_UP = ("1 stop", True), ("1 stop", False)
PLAY_DOWN, PLAY_UP = ("1 play", True), ("1 play", False)

on_both = pytest.mark.parametrize(
    "page", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.slow)], ids=["phone", "desktop"], indirect=True
)
drawn = pytest.mark.table(config="two_seats", seed=3, draws=True)

Edges = list[tuple[str, bool]]


def edges_of(wish: DrivePins | DriveBoard) -> Edges:
    edges = wish.edges if isinstance(wish, DrivePins) else ()
    return [(f"{edge.seat} {edge.button}", edge.pressed) for edge in edges]


class NotingClient(KioskClient):
    """A client of a real kiosk that notes the edges of buttons."""

    def __init__(self, table: Path, display: Path) -> None:
        super().__init__(table, display)
        self.edges: Edges = []

    def drive(self, wish: DrivePins | DriveBoard) -> str:
        self.edges += edges_of(wish)
        return super().drive(wish)


class NotingKiosk(PretendedKiosk):
    """A pretended kiosk that notes them."""

    def __init__(self) -> None:
        super().__init__()
        self.edges: Edges = []

    def drive(self, wish: DrivePins | DriveBoard) -> str:
        self.edges += edges_of(wish)
        return super().drive(wish)


class Page:
    """The page in a browser. ``edges``: those of buttons so far, which grow."""

    def __init__(self, chrome: Chrome, edges: Sequence[tuple[str, bool]] = ()) -> None:
        self.chrome = chrome
        self.edges = edges

    @property
    def hand(self) -> ActionChains:
        """A hand with the pointer and the keyboard."""
        from selenium.webdriver import ActionChains  # noqa: PLC0415  few tests need it

        return ActionChains(self.chrome, duration=50)

    def open(self, address: str) -> None:
        """Open the address, and wait for the seats."""
        self.chrome.get(address)
        eventually("the seats are there", lambda: self.text(f"{STOP} kbd"))

    def one(self, selector: str) -> WebElement:
        return self.chrome.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        """Return an element's text, whether it is shown or not."""
        return str(self.run("return document.querySelector(arguments[0])?.textContent.trim() ?? ''", selector))

    def run(self, script: str, *values: Any) -> Any:
        return self.chrome.execute_script(script, *values)

    def wait_for(self, what: str, selector: str, text: str) -> None:
        """Wait until the element has this text."""
        eventually(f"{what}: {text}", lambda: self.text(selector) == text)

    def wait_for_edges(self, *edges: tuple[str, bool]) -> None:
        """Wait until these are all the edges of buttons."""
        eventually(f"the edges {edges}", lambda: tuple(self.edges) == edges)

    def wait_for_picture(self) -> None:
        live = "return document.querySelector('#screen').classList.contains('live')"
        eventually("the picture", lambda: self.run(live))

    def complaints(self) -> list[str]:
        """Return what the browser complains about, such as what the policy forbids; answers with an error are none."""
        lines = [str(entry["message"]) for entry in self.chrome.get_log("browser")]
        return [line for line in lines if "the server responded with a status of" not in line]


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """The browser of all tests here: each leaves an empty page."""
    with browser(tmp_path_factory.mktemp("chromium")) as chrome:
        yield chrome


@contextmanager
def shown(chrome: Chrome, size: tuple[int, int], edges: Sequence[tuple[str, bool]] = ()) -> Iterator[Page]:
    """Yield a page of this size, which is still to be opened."""
    show_as(chrome, *size)
    let_move(chrome, moves=False)
    chrome.get_log("browser")  # those of the page before
    page = Page(chrome, edges)
    try:
        yield page
    finally:
        page.hand.reset_actions()
        chrome.get("about:blank")


@pytest.fixture
def page(request: pytest.FixtureRequest, chrome: Chrome, live_table: LiveTable) -> Iterator[Page]:
    """The page of a real kiosk, open; its parameter is the size."""
    client = NotingClient(live_table.socket("table"), live_table.socket("display"))
    with serving(client) as server, shown(chrome, getattr(request, "param", DESKTOP), client.edges) as page:
        page.open(server.address)
        yield page
        assert page.complaints() == []


@pytest.fixture
def pretended(chrome: Chrome) -> Iterator[Page]:
    """The page of a pretended kiosk, open on a phone."""
    kiosk = NotingKiosk()
    kiosk.show()
    with serving(kiosk) as server, shown(chrome, PHONE, kiosk.edges) as page:
        page.open(server.address)
        yield page
        kiosk.end()


def test_a_finger_that_slides_away_still_holds_and_releases(pretended: Page) -> None:
    pretended.hand.click_and_hold(pretended.one(STOP)).move_by_offset(-100, 60).pause(UNCONFIRMED_S).perform()
    pretended.wait_for_edges(STOP_DOWN)
    pretended.hand.release().perform()
    pretended.wait_for_edges(STOP_DOWN, STOP_UP)


def test_a_page_that_is_closed_releases_its_buttons(pretended: Page) -> None:
    pretended.hand.click_and_hold(pretended.one(STOP)).perform()
    pretended.wait_for_edges(STOP_DOWN)
    pretended.chrome.get("about:blank")
    pretended.wait_for_edges(STOP_DOWN, STOP_UP)


def test_a_network_that_is_lost_releases_them_too(pretended: Page) -> None:
    pretended.hand.click_and_hold(pretended.one(STOP)).perform()
    pretended.wait_for_edges(STOP_DOWN)
    lost = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    pretended.chrome.execute_cdp_cmd("Network.enable", {})
    pretended.chrome.execute_cdp_cmd("Network.emulateNetworkConditions", lost)
    try:
        pretended.wait_for_edges(STOP_DOWN, STOP_UP)
    finally:
        pretended.chrome.execute_cdp_cmd("Network.emulateNetworkConditions", {**lost, "offline": False})


def test_keys_press_as_in_the_kiosk_s_own_window(pretended: Page) -> None:
    pretended.hand.key_down("1").pause(0.1).key_up("1").perform()
    pretended.run("arguments[0].focus()", pretended.one(PLAY))
    pretended.hand.key_down(" ").pause(0.1).key_up(" ").perform()
    pretended.wait_for_edges(STOP_DOWN, STOP_UP, PLAY_DOWN, PLAY_UP)
    pretended.run("arguments[0].click()", pretended.one(STOP))  # as a screen reader does
    pretended.wait_for_edges(STOP_DOWN, STOP_UP, PLAY_DOWN, PLAY_UP, STOP_DOWN, STOP_UP)


@drawn
@pytest.mark.ui
@pytest.mark.process
@pytest.mark.long
@on_both
def test_buttons_lamps_the_picture_and_a_tap_on_it(page: Page, live_table: LiveTable) -> None:
    assert page.chrome.current_url.endswith("/")  # the token is not left in the address
    page.wait_for_picture()
    assert page.run("const { width, height } = document.querySelector('#picture'); return `${width}x${height}`") == (
        "1280x720"
    )
    pixels = "document.querySelector('#picture').getContext('2d').getImageData(0, 0, 1280, 720).data"
    assert page.run(f"return new Set({pixels}.filter((_, place) => place % 97 == 0)).size") > 50  # shades
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    assert page.run("return Math.min(...[...document.querySelectorAll('.arcade')].map((b) => b.offsetWidth))") >= 44

    lamp = '[data-seat="1"] .lamp-text'
    page.wait_for("nobody is here", lamp, "chase")
    page.hand.click_and_hold(page.one(PLAY)).perform()
    page.wait_for("somebody sits", lamp, "invited")
    page.wait_for_edges(PLAY_DOWN)
    page.hand.release().perform()
    page.wait_for_edges(PLAY_DOWN, PLAY_UP)
    assert live_table.seat(1)["state"] == "taken"
    shown = "return getComputedStyle(document.querySelector('[data-seat=\"1\"] .lamp'), '::after').animationName"
    assert page.run(shown) == "none"
    let_move(page.chrome, moves=True)
    assert page.run(shown) == "invited"
    let_move(page.chrome, moves=False)

    scene, picture = live_table.scene, page.one("#picture")
    invitation = next(item for item in scene["items"] if item["what"] == "seat" and item["seat"] == 2)
    width, height = scene["size"]
    x = round((invitation["x"] / width - 0.5) * picture.rect["width"])
    y = round((invitation["y"] / height - 0.5) * picture.rect["height"])
    page.hand.move_to_element_with_offset(picture, x, y).click().perform()
    live_table.wait_for("somebody sits there", lambda _: live_table.seat(2)["state"] == "taken")


@pytest.mark.table(config="four_seats_dice_boards", seed=3)
@pytest.mark.process
@pytest.mark.long
@pytest.mark.parametrize("page", [PHONE], ids=["phone"], indirect=True)
def test_a_dice_board_is_unplugged_lies_and_gets_dice(page: Page) -> None:
    board = '[data-seat="1"] .board'
    tray, plug, silent, throw = (
        f"{board} {one}" for one in (".tray", '[data-do="plug"]', '[value="silent"]', '[data-do="throw"]')
    )
    page.one(f"{board} summary").click()
    page.one(plug).click()
    page.wait_for("it is lost", tray, "lost")
    page.wait_for("it can be plugged in", plug, "Plug in")
    page.one(plug).click()
    page.wait_for("it is back", tray, "")
    page.one(silent).click()
    page.wait_for("it is silent", tray, "lost")
    page.one(silent).click()
    page.wait_for("it speaks", tray, "")
    for die in ("r3", "g5"):
        page.one(f'{board} .dice [data-die="{die}"]').click()
    page.wait_for("dice are chosen", throw, "Throw these 2")
    page.one(throw).click()
    assert page.text("#refusal") == ""


@pytest.mark.process
def test_a_kiosk_that_draws_nothing_or_ends_is_told_and_comes_back(page: Page, live_table: LiveTable) -> None:
    nothing = "The display shows nothing: its screen is dark, or it runs without graphics."
    page.wait_for("there is no picture", "#no-picture", nothing)
    live_table._kiosk.kill_all()
    page.wait_for("it is gone", "#trouble", "No kiosk is running here: start it with `kiosk`.")
    assert not page.one("#table").is_displayed()
    live_table._kiosk = live_table._run()
    page.wait_for("it is back", "#trouble", "")
    assert page.one(STOP).is_displayed()


def test_another_start_of_the_server_is_told(kiosk: PretendedKiosk, chrome: Chrome) -> None:
    kiosk.show()
    with shown(chrome, PHONE) as page:
        with serving(kiosk) as server:
            page.open(server.address)
            port = urlsplit(server.address).port or 0
        page.wait_for("it is gone", "#trouble", "The connection to kiosk rim is lost. It is being tried again.")
        with serving(kiosk, port):
            told = "kiosk rim was started again: open the new address that it has printed."
            page.wait_for("it has another token", "#trouble", told)
