"""Checks of what people see, hear and touch: screens, window, renderer, letters, sounds, panel, frames of rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kiosk import protocol as msg
from kiosk.config.schema import Settings
from kiosk.display.sound.device import AUTO
from kiosk.doctor.facts import Facts, SoundFacts, TouchPanelFacts, WindowFacts
from kiosk.doctor.finding import Finding, fault, good, note, warning
from kiosk.protocol import PanelHealth, english, fingers_needed
from kiosk.protocol.staff_menu import Advice, of_fault
from kiosk.protocol.state import State

LEAST_HZ: Final = 50
"""Pictures a second of a screen below which there is a warning: 4K without HDMI 2.0 has 30 of them, or fewer."""

_RATE: Final = re.compile(r"(\d+) Hz$")

_SOFTWARE_GL: Final = ("llvmpipe", "softpipe", "swrast", "swiftshader")
_OFFSCREEN: Final = "offscreen"
_HOURS: Final = "other hours: service menu, Settings; another time zone: sudo timedatectl set-timezone Europe/Berlin"
_CONNECT: Final = "connect the panel's USB cable to the Pi; `lsusb` and `sudo libinput list-devices` show what is seen"


def screen(facts: Facts) -> Iterator[Finding]:
    """Check the screens of an appliance. A missing one is not a fault: it may be switched off, or connected later."""
    if not facts.appliance:
        return
    connected = [connector for connector in facts.connectors if connector.connected]
    for connector in connected:
        best = next(iter(connector.modes), "not known")
        rate = _RATE.search(connector.mode)
        if rate is not None and int(rate[1]) < LEAST_HZ:
            yield warning(f"{connector.name}: {connector.mode}: cards move in jerks, and late", _slow_screen(facts))
        else:
            yield good(f"{connector.name}: {connector.mode or f'connected, its best mode is {best}'}")
    if not connected:
        there = ", ".join(connector.name for connector in facts.connectors) or "no connector for one"
        yield note(f"no screen is connected (there is: {there})", "connect it, switch it on, then restart")


def _slow_screen(facts: Facts) -> str:
    port = (
        "a Pi 4 shows 4K at 60 Hz at its first port alone (HDMI 0, beside the supply), with hdmi_enable_4kp60=1 in "
        "/boot/firmware/config.txt; then restart; "
        if facts.model is not None and "Pi 4" in facts.model
        else ""
    )
    return f"{port}a cable for 4K at 60 Hz (18 Gbit/s), and the screen's own setting for that input (HDMI 2.0)"


def display(facts: Facts) -> Iterator[Finding]:
    """Check the display and its window."""
    health = facts.table.health
    if health is None:
        if facts.screen is not None:
            yield _window(facts.screen, facts.config.settings)
    elif health.display is None:
        start = "sudo systemctl restart ligretto-display" if facts.appliance else "start it: kiosk display"
        yield fault("the table runs, and no display shows it", start)
    else:
        if health.closed:
            yield note(f"closed; the screen is dark unless a game is on: {health.closed}", _HOURS)
        broken = health.display.fault
        yield fault(english(broken), advice=of_fault(broken)) if broken else good("shows the table")


def _window(screen: WindowFacts, settings: Settings | None) -> Finding:
    if screen.error is not None:
        return fault(screen.error)
    width, height = screen.size
    if screen.driver == _OFFSCREEN:
        return warning(
            "there is no screen here: the table would run off-screen",
            "connect a screen and start again; over SSH, on a table with a desktop: DISPLAY=:0 kiosk doctor",
        )
    window = settings.window if settings else None
    if window is not None and window.fullscreen and (window.width, window.height) != screen.size:
        return warning(
            f"the whole screen has {width} x {height} px, the configuration says {window.width} x {window.height}",
            f"write width = {width} and height = {height} under [window], then: kiosk config check",
        )
    return good(f"a window opens ({screen.driver}), {width} x {height} px")


def gl(facts: Facts) -> Iterator[Finding]:
    """Check the GL renderer."""
    shown = facts.table.health.display if facts.table.health else None
    if shown is not None:
        renderer, offscreen = shown.gl, False
    elif facts.screen is not None:
        renderer, offscreen = facts.screen.gl, facts.screen.driver == _OFFSCREEN
    else:
        return
    if not renderer:
        return
    if offscreen:
        yield note(f"{renderer}, off-screen")
    elif any(name in renderer.lower() for name in _SOFTWARE_GL):
        yield warning(
            f"{renderer}: the processor draws, not a graphics chip: twelve seats will not move smoothly",
            "on a Raspberry Pi: dtoverlay=vc4-kms-v3d in /boot/firmware/config.txt"
            f"{'' if facts.appliance else ', and the groups video and render for this user'}; then restart",
        )
    else:
        yield good(renderer)


def text(facts: Facts) -> Iterator[Finding]:
    """Check that the translations can be used, and that letters of every script are joined and ordered."""
    fix = "install the kiosk again; if you have changed that file: kiosk/locale/README.md says how to check it"
    for broken in facts.broken_catalogues:
        yield warning(f"{broken}: its texts are shown in English", fix)
    if facts.orders_text:
        yield good("letters of every script are joined and ordered")
        return
    lost = "Hebrew and Arabic are not offered, and names in them are drawn wrongly"
    if facts.finds_fribidi:
        yield warning(
            f"{lost}: this Pillow was built without Raqm",
            "in the kiosk's environment: pip install --force-reinstall --only-binary pillow pillow; then restart",
        )
    else:
        yield warning(f"{lost}: Pillow finds no libfribidi", "sudo apt-get install libfribidi0; then restart")


def touch(facts: Facts) -> Iterator[Finding]:
    """Check the active source of touches and its maximum number of fingers; otherwise the connected panels."""
    yield from _too_few_fingers(facts)
    shown = facts.table.health.display if facts.table.health else None
    if shown is not None:
        most = f"at most {shown.fingers} at once since it started" if shown.fingers else "not touched yet"
        seen = f"{shown.touch}: {most}"
        needed, claimed = _needed(facts), shown.panel.slots if shown.panel is not None else None
        if shown.fingers >= needed or (claimed is not None and claimed >= needed and shown.fingers > 1):
            yield good(seen)
        else:
            yield note(seen, f"put {needed} fingers on the screen and repeat: all of them should be counted")
        if shown.panel is not None:
            yield from _of_panel(shown.panel)
    elif facts.config.settings is not None and facts.config.settings.touch.provider == "evdev":
        yield _own_panel(facts, facts.config.settings.touch.device)
    elif facts.panels:
        yield good(f"connected: {', '.join(map(_name, facts.panels))}")
    else:
        nobody = "no multi-touch panel is connected: one person can play with a mouse"
        yield warning(nobody, _CONNECT, Advice.PLUG_PANEL)


def _needed(facts: Facts) -> int:
    """Return the number of fingers that the panel has to track; without seats, those of two hands."""
    settings = facts.config.settings
    return fingers_needed(len(settings.seat)) if settings else 10


def _too_few_fingers(facts: Facts) -> Iterator[Finding]:
    """Yield a warning if the panel, by its own account, tracks fewer fingers than the seats need."""
    needed = _needed(facts)
    for panel in facts.panels:
        if panel.chosen and panel.fingers is not None and panel.fingers < needed and facts.config.settings:
            yield warning(
                f"{_name(panel)} tracks {panel.fingers} fingers; {len(facts.config.settings.seat)} seats need "
                f"{needed}: further ones are not seen",
                f"a panel that tracks {needed} or more, or {panel.fingers // fingers_needed(1)} seats",
                Advice.ADMINISTRATOR,
            )


def sound(facts: Facts) -> Iterator[Finding]:
    """Check where sounds go to: by the running display's mixer, otherwise by opening the output."""
    shown = facts.table.health.display if facts.table.health else None
    seen = facts.sound
    if shown is not None:
        seen = None if shown.sound is None else SoundFacts(shown.sound)
    if seen is None:
        return
    health, why = seen.health, seen.error or seen.health.error
    if why:
        yield warning(why, "report it, with the log", Advice.RESTART_DISPLAY)
    elif health.fault is not None:
        silent = facts.config.settings is not None and facts.config.settings.sound.volume == 0
        told = f"{english(health.fault)}{_outputs(facts, health)}"
        yield note(f"{told}; the volume is 0") if silent else warning(told)
    if health.chunk and health.rate:
        late = 1000 * health.chunk / health.rate
        where = health.device or "the usual output of this computer"
        gaps = f"; {health.gaps} gaps so far" if health.gaps else ""
        yield good(
            f"{where} by {health.driver}, {health.chunk} frames at {health.rate} Hz ({late:.0f} ms) at once{gaps}"
        )
    if health.nice is not None and health.nice >= 0:
        told = (
            f"the mixer goes before no other program (priority {health.nice}): where the processor is busy, sounds are"
        )
        yield note(f"{told} late or have gaps", _MIXER_FIRST)
    for one in health.failing:
        if one.changes > 1:
            told = f"{one.output} opens beside another output, and then does not work ({one.error})"
            yield note(f"{told}: after {one.changes} changes in vain it is tried again every {one.pause_s} s")
    if health.broken:
        some = ", ".join(health.broken[:3])
        told = f"{len(health.broken)} sounds cannot be played, such as {some}"
        yield warning(told, "install the kiosk again", Advice.ADMINISTRATOR)


_MIXER_FIRST: Final = (
    "write LimitNICE=-10 into the display's systemd unit; without systemd, add the line '@audio - nice -10' to "
    "/etc/security/limits.d/audio.conf, and log in again"
)
"""What has the system grant the priority for which the mixer asks."""


def _outputs(facts: Facts, health: msg.SoundHealth) -> str:
    """Return what there is, and what the configuration names."""
    device = facts.config.settings.sound.device if facts.config.settings else AUTO
    named = "" if device == AUTO else f'sound.device is "{device}"'
    there = ", ".join(filter(None, health.devices))
    told = "; ".join(filter(None, (named, there and f"there are: {there}")))
    return told and f" ({told})"


_SIZES: Final = {
    "used": "tell palms from fingers",
    "untested": "are not used yet: few contacts so far",
    "none": "are not reported",
    "wrong_unit": "are not used: their unit does not agree with the table",
    "unlikely": "are not used: most contacts would be no fingers",
}
"""What is told of ``PanelHealth.sizes``."""


def _of_panel(panel: PanelHealth) -> Iterator[Finding]:
    """Yield what the display has made of its panel's claims."""
    dropped = {
        "ignored as palms": panel.palms,
        "cut in mid-stroke": panel.cuts,
        "joined again": panel.joined,
        "masked": panel.masked,
    }
    counted = [f"{count} {what}" for what, count in dropped.items() if count]
    sizes = _SIZES.get(panel.sizes, panel.sizes)
    yield good(f"{panel.contacts} contacts, {', '.join(counted) or 'none dropped'}; sizes {sizes}")
    for reason in panel.notes:
        yield warning(english(reason), advice=of_fault(reason))


def _own_panel(facts: Facts, device: str) -> Finding:
    """Return the finding about the panel that the display reads itself."""
    panel = next((panel for panel in facts.panels if panel.chosen), None)
    if panel is None and device != "auto":
        there = ", ".join(map(_name, facts.panels)) or "none"
        return fault(
            f"the panel {device} is not there (there are: {there})",
            f'{_CONNECT}; or write device = "auto" under [touch]',
        )
    if panel is None:
        return fault("no multi-touch panel is connected", _CONNECT)
    if not panel.readable:
        return fault(f"{panel.user or facts.user} may not read {_name(panel)}", "see permissions")
    return good(_name(panel))


def _name(panel: TouchPanelFacts) -> str:
    return f"{panel.name} ({panel.path})"


ENOUGH: Final = 600
"""Pictures of the screen in play below which a share says nothing: ten seconds. A late frame has at least two."""
MANY: Final = 1 / 3
"""The share of late frames from which the display does not keep up: at this share effects step down, too."""
SOME: Final = 0.03
"""The share that is seen: two late frames a second. One or none in a second hardly is."""
EFFECTS: Final = {
    "plain": "no particles, no waves and no light",
    "light": "no particles and no waves",
    "waves": "no particles",
}
"""What is left out, by ``DisplayHealth.effects``, the least that is drawn first."""
_MEND: Final = (
    "hardware/README.md says which Pi carries how many seats; sudo kiosk report has the frames by state, and this "
    "computer's yardstick"
)


def frames(facts: Facts) -> Iterator[Finding]:
    """Grade the frames of the last rounds' play, and what was left out to keep up."""
    display = facts.table.health.display if facts.table.health else None
    if display is None or not display.frames:
        return
    plays = [one.states[State.PLAY] for one in display.frames if State.PLAY in one.states]
    count, late = sum(play.count for play in plays), sum(play.late for play in plays)
    shown = f"in play {late} of {count} frames were late ({late / count:.1%})" if count else "nobody has played yet"
    late_frames = f"{shown}; {_slowest(display.frames)}{_left_out(display)}"
    if count + late < ENOUGH:
        yield note(late_frames)
    elif late >= MANY * count:
        yield fault(late_frames, _MEND)
    elif late >= SOME * count or _least(display) is not None:
        yield warning(late_frames, _MEND)
    else:
        yield good(late_frames)


def _slowest(rounds: tuple[msg.RoundFrames, ...]) -> str:
    slowest, state = max((times.slowest_us, state) for one in rounds for state, times in one.states.items())
    return f"the slowest took {slowest / 1000:.0f} ms, in {state.replace('_', ' ')}"


def _least(display: msg.DisplayHealth) -> str | None:
    """Return the least that was drawn now or in the last rounds; None: all."""
    drawn = {display.effects, *(one.effects for one in display.frames)}
    return next((effects for effects in EFFECTS if effects in drawn), None)


def _left_out(display: msg.DisplayHealth) -> str:
    least = _least(display)
    if least is None:
        return ""
    again = "; now all is drawn again" if display.effects == "all" else ""
    return f"; to keep up it drew {EFFECTS[least]}{again}"
