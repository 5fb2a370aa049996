"""Chromium without a window, driven by WebDriver."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

_PROGRAMS: Final = ("chromium", "chromedriver")
_ARGUMENTS: Final = (
    "--headless=new",
    "--no-sandbox",  # tests run as root too
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    # Chromium asks its makers' servers for nothing.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def missing() -> str | None:
    """Return the reason why it cannot run here, with the fix; None if it can."""
    absent = [name for name in _PROGRAMS if shutil.which(name) is None]
    return f"no {', '.join(absent)}: sudo apt-get install chromium chromium-driver" if absent else None


@contextmanager
def browser(profile: Path) -> Iterator[Chrome]:
    """Yield a browser with an empty page. ``profile``: an empty folder of its own."""
    from selenium.webdriver import Chrome, ChromeOptions  # noqa: PLC0415  few tests need it
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415

    program, driver = map(shutil.which, _PROGRAMS)
    options = ChromeOptions()
    options.binary_location = str(program)
    for argument in (*_ARGUMENTS, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options, Service(driver))
    try:
        yield chrome
    finally:
        chrome.quit()


def show_as(chrome: Chrome, width: int, height: int) -> None:
    """Let the browser's pages have this size in CSS pixels; a narrow one is a phone's."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def let_move(chrome: Chrome, *, moves: bool) -> None:
    """Let pages move as they wish, or tell them that their reader wants little motion: every frame costs work."""
    wish = {"name": "prefers-reduced-motion", "value": "" if moves else "reduce"}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wish]})


def show_scheme(chrome: Chrome, scheme: str) -> None:
    """Let pages be ``dark`` or ``light``, as their reader wishes."""
    wish = {"name": "prefers-color-scheme", "value": scheme}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wish]})
