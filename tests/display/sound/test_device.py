"""The choice of an output: the first that opens and can be heard, kept, tried again, and moved."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from kiosk.display.sound.device import KEPT_S, PAUSES_S, Keeper, candidates, fault_of, is_meant
from kiosk.display.sound.outputs import Output, Socket, WhySilent, of_server
from kiosk.faults.fault import Fault

JACK = Output("bcm2835 Headphones", Socket.JACK, "Headphones")
HDMI = Output("vc4-hdmi-0", Socket.HDMI, "vc4hdmi0")
MUTE = HDMI._replace(silence=WhySilent.NO_LOUDSPEAKER)
OFF = HDMI._replace(card="vc4hdmi1", silence=WhySilent.NO_SCREEN)
HAT = Output("snd_rpi_hifiberry_dacplus", Socket.HEADER, "sndrpihifiberry")
USB = Output("USB Audio Device", Socket.USB, "Device", born=7)
BUSY = "ALSA: Couldn't open audio device: Device or resource busy"


def opened(wanted: str, outputs: Sequence[Output], now: float = 0.0) -> Keeper:
    """A keeper that has opened the best of these."""
    keeper = Keeper(wanted)
    best = keeper.look(outputs, now)
    assert best is not None
    keeper.opened(best, now)
    return keeper


def test_what_somebody_has_brought_for_its_sound_comes_first() -> None:
    assert candidates([JACK, HDMI, USB, HAT]) == [USB, HAT, HDMI, JACK]


def test_a_screen_without_loudspeakers_is_no_candidate() -> None:
    assert candidates([MUTE, OFF, JACK]) == [JACK]


def test_what_is_named_comes_first_even_if_it_says_that_nothing_is_heard_there() -> None:
    assert candidates([JACK, MUTE, USB], "hdmi") == [MUTE, USB, JACK]
    assert candidates([OFF, HDMI, USB], "hdmi") == [HDMI, OFF, USB]


@pytest.mark.parametrize(
    "name",
    ["usb", "USB", "Device", "usb audio", "USB-Audio Device", "plughw:CARD=Device,DEV=0", "hw:Device", "hw:Device,0"],
)
def test_names_that_mean_an_output(name: str) -> None:
    assert is_meant(name, USB)
    assert not is_meant(name, JACK)


@pytest.mark.parametrize("name", ["", "  ", "hw:", "speaker", "hdmi", "-", "auto"])
def test_names_that_mean_none(name: str) -> None:
    assert not is_meant(name, USB)


def test_a_card_that_was_plugged_in_again_while_its_name_was_taken_is_meant_all_the_same() -> None:
    again = Output("Sound Blaster", Socket.USB, "S3_1")
    assert [is_meant(name, again) for name in ("S3", "plughw:CARD=S3,DEV=0", "S3_1", "S3_2")] == [
        True,
        True,
        True,
        False,
    ]


def test_the_number_that_a_server_adds_to_a_name_makes_no_difference() -> None:
    second = Output("Built-in Audio Analog Stereo (2)", Socket.SERVER)
    assert candidates(of_server(["HDMI", second.name]), "Built-in Audio Analog Stereo")[0] == second


def test_a_table_moves_to_a_better_output_that_comes_and_back_when_it_goes() -> None:
    keeper = opened("", [JACK])
    assert keeper.look([JACK], 1) is None
    assert keeper.look([JACK, USB], 2) == USB
    keeper.opened(USB, 2)
    assert keeper.look([JACK, USB], 3) is None
    assert keeper.look([JACK], 4) == JACK
    assert keeper.open is None


def test_a_loudspeaker_that_was_plugged_in_again_between_two_looks_is_opened_again() -> None:
    keeper = opened("", [USB])
    again = USB._replace(born=8)
    assert keeper.look([again], 1) == again
    assert keeper.open is None


def test_another_one_sounds_until_the_named_one_is_there() -> None:
    keeper = opened("usb", [JACK])
    assert keeper.open == JACK
    assert keeper.fault == Fault("sound.elsewhere", {"output": JACK.words})
    assert keeper.look([JACK, USB], 1) == USB
    keeper.opened(USB, 1)
    assert keeper.fault is None


def test_an_output_that_fails_is_tried_again_after_pauses_that_grow_to_a_bound() -> None:
    keeper, now, tries = Keeper(), 0.0, []
    while len(tries) < len(PAUSES_S) + 3:
        if (output := keeper.look([USB], now)) is not None:
            tries.append(now)
            keeper.failed(output, BUSY, now)
        now += 0.5
    gaps = [later - earlier for earlier, later in pairwise(tries)]
    assert gaps == [*PAUSES_S, PAUSES_S[-1], PAUSES_S[-1]]
    assert keeper.fault == Fault("sound.busy", {"output": USB.words})


def test_the_next_one_is_opened_while_the_best_fails() -> None:
    keeper = Keeper()
    assert keeper.look([JACK, USB], 0) == USB
    keeper.failed(USB, BUSY, 0)
    assert keeper.look([JACK, USB], 0) == JACK
    keeper.opened(JACK, 0)
    assert keeper.fault == Fault("sound.busy", {"output": USB.words}), "whoever has brought it wants to know"
    assert keeper.look([JACK, USB], PAUSES_S[0]) == USB


def test_an_output_that_opens_and_stops_at_once_is_not_opened_ever_faster() -> None:
    keeper = opened("", [USB])
    keeper.failed(USB, "it has stopped", 0.1)
    assert keeper.look([USB], 0.2) is None
    assert keeper.look([USB], 0.1 + PAUSES_S[0]) == USB
    keeper.opened(USB, 1.1)
    assert keeper.look([USB], 1.15) is None
    keeper.failed(USB, "it has stopped", 1.2)
    assert keeper.look([USB], 1.2 + PAUSES_S[0]) is None
    keeper.opened(USB, 4)
    keeper.look([USB], 4 + KEPT_S)
    keeper.failed(USB, "it has stopped", 5 + KEPT_S)
    assert keeper.look([USB], 5 + KEPT_S + PAUSES_S[0]) == USB, "it has worked for long enough"


def test_another_name_in_the_settings_is_followed_at_once() -> None:
    keeper = opened("", [JACK, USB])
    keeper.failed(JACK, BUSY, 0)
    keeper.want("jack")
    assert keeper.look([JACK, USB], 0.1) == JACK


@pytest.mark.parametrize(
    ("outputs", "code"),
    [((), "sound.no_card"), ((MUTE, OFF), "sound.no_loudspeaker"), ((OFF,), "sound.no_screen")],
)
def test_why_nothing_is_heard(outputs: Sequence[Output], code: str) -> None:
    keeper = Keeper()
    assert keeper.look(outputs, 0) is None
    assert keeper.fault == Fault(code)
    assert opened("", [JACK]).fault is None


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BUSY, "sound.busy"),
        ("ALSA: Couldn't open audio device: Permission denied", "sound.denied"),
        ("ALSA: Couldn't find any hardware audio formats", "sound.failed"),
    ],
)
def test_what_sdls_errors_mean(error: str, code: str) -> None:
    assert fault_of(USB, error).code == code
