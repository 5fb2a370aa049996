"""The choice of an output: the first that opens and can be heard, kept, tried again, and moved."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest

from kiosk.display.sound.device import (
    CHANGES_S,
    GRACE_S,
    KEPT_S,
    PAUSES_S,
    Failure,
    Keeper,
    after_death,
    candidates,
    fault_of,
    is_meant,
)
from kiosk.display.sound.outputs import Output, Socket, WhySilent, of_server
from kiosk.faults.fault import Fault

JACK = Output("bcm2835 Headphones", Socket.JACK, "Headphones")
HDMI = Output("vc4-hdmi-0", Socket.HDMI, "vc4hdmi0")
MUTE = HDMI._replace(silence=WhySilent.NO_LOUDSPEAKER)
OFF = HDMI._replace(card="vc4hdmi1", silence=WhySilent.NO_SCREEN)
HAT = Output("snd_rpi_hifiberry_dacplus", Socket.HEADER, "sndrpihifiberry")
USB = Output("USB Audio Device", Socket.USB, "Device", born=7)
BUSY = "ALSA: Couldn't open audio device: Device or resource busy"
DENIED = "ALSA: Couldn't open audio device: Permission denied"


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
    assert keeper.fault(0) == Fault("sound.elsewhere", {"output": JACK.words})
    assert keeper.look([JACK, USB], 1) == USB
    keeper.opened(USB, 1)
    assert keeper.fault(1) is None


def test_an_output_that_fails_is_tried_again_after_pauses_that_grow_to_a_bound() -> None:
    keeper, now, tries = Keeper(), 0.0, []
    while len(tries) < len(PAUSES_S) + 3:
        if (output := keeper.look([USB], now)) is not None:
            tries.append(now)
            keeper.failed(output, BUSY, now)
        now += 0.5
    gaps = [later - earlier for earlier, later in pairwise(tries)]
    assert gaps == [*PAUSES_S, PAUSES_S[-1], PAUSES_S[-1]]
    assert keeper.fault(now) == Fault("sound.busy", {"output": USB.words})


def test_the_next_one_is_opened_while_the_best_fails() -> None:
    keeper = Keeper()
    assert keeper.look([JACK, USB], 0) == USB
    keeper.failed(USB, BUSY, 0)
    assert keeper.look([JACK, USB], 0) == JACK
    keeper.opened(JACK, 0)
    assert keeper.fault(0) == Fault("sound.busy", {"output": USB.words}), "whoever has brought it wants to know"
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
    assert keeper.fault(0) == Fault(code)
    assert opened("", [JACK]).fault(0) is None


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BUSY, "sound.busy"),
        (DENIED, "sound.denied"),
        ("ALSA: Couldn't find any hardware audio formats", "sound.failed"),
    ],
)
def test_what_sdls_errors_mean(error: str, code: str) -> None:
    assert fault_of(USB, error).code == code


def test_what_opens_beside_another_and_fails_in_the_next_mixer_starts_ever_fewer_mixers() -> None:
    """Its probe succeeds each time, and the mixer that is started for it cannot open it."""
    failures: tuple[Failure, ...] = ()
    changes: list[float] = []
    now = 0.0
    while len(changes) < len(CHANGES_S) + 2:
        keeper = Keeper("", failures)
        if keeper.look([JACK, USB], now) == USB:
            keeper.failed(USB, BUSY, now)
        assert keeper.look([JACK, USB], now) == JACK
        keeper.opened(JACK, now)
        while keeper.look([JACK, USB], now) is None:
            now += 0.5
        assert keeper.look([JACK, USB], now) == USB
        keeper.changes_to(USB)
        changes.append(now)
        failures = keeper.failures
    gaps = [later - earlier for earlier, later in pairwise(changes)]
    assert gaps == [*CHANGES_S[1:], CHANGES_S[-1], CHANGES_S[-1]]
    ((_, count, error, *_, vain, hangs),) = map(msgspec.structs.astuple, failures)
    assert (count, error, vain, hangs) == (len(changes), BUSY, len(changes), False)


def test_one_that_works_for_long_after_a_change_is_trusted_again() -> None:
    keeper = opened("", [JACK])
    keeper.changes_to(USB)
    after = Keeper("", keeper.failures)
    assert after.look([JACK, USB], 0) == USB, "the next mixer opens it at once"
    after.opened(USB, 0)
    after.look([JACK, USB], KEPT_S)
    assert after.failures == ()
    assert Keeper("", keeper.failures).fault(0) == Fault("sound.no_card"), "it has not failed"


def test_what_hangs_comes_after_all_that_works_until_it_is_plugged_in_again() -> None:
    failures = after_death((), USB, 0)
    keeper = Keeper("", failures)
    assert keeper.look([USB, JACK], 1000) == JACK
    keeper.opened(JACK, 1000)
    assert keeper.look([USB, JACK], 2000) is None
    assert keeper.fault(2000) == fault_of(USB, failures[0].error), "whoever has brought it wants to know"
    assert keeper.look([USB._replace(born=8), JACK], 2000) == USB._replace(born=8)
    alone = Keeper("", failures)
    assert alone.look([USB], PAUSES_S[0] / 2) is None
    assert alone.look([USB], PAUSES_S[0]) == USB, "there is no other"


def test_each_mixer_that_dies_at_an_output_is_remembered() -> None:
    failures = after_death(after_death((Failure(JACK, 1),), USB, 0), USB, 9)
    assert [(one.output, one.count, one.hangs) for one in failures] == [(JACK, 1, False), (USB, 2, True)]
    assert (failures[1].since, failures[1].last) == (0, 9)


@pytest.mark.parametrize("there", [(USB,), (USB, JACK)])
def test_an_output_that_is_denied_because_it_was_just_plugged_in_is_told_of_a_moment_later(
    there: Sequence[Output],
) -> None:
    keeper, now = Keeper(), 100.0
    for _ in range(5):
        while (output := keeper.look(there, now)) is not None:
            if output == USB:
                keeper.failed(USB, DENIED, now)
            else:
                keeper.opened(output, now)
        assert (keeper.fault(now) is None) == (now < 100 + GRACE_S)
        now += 0.5
    assert keeper.fault(now) == Fault("sound.denied")
