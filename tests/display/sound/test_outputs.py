"""The outputs that the kernel's files tell of, on a Raspberry Pi and on a PC, and those of a sound server."""

from pathlib import Path

import pytest

from kiosk.display.sound.outputs import Output, Socket, WhySilent, has_server, of_kernel, of_server, variables

PI_4 = {
    "cards": """\
 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 2 [vc4hdmi1       ]: vc4-hdmi - vc4-hdmi-1
                      vc4-hdmi-1
 3 [Device         ]: USB-Audio - USB Audio Device
                      GeneralPlus USB Audio Device at usb-0000:01:00.0-1.2, full speed
""",
    "pcm": """\
00-00: bcm2835 Headphones : bcm2835 Headphones : playback 8
01-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1
02-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1
03-00: USB Audio : USB Audio : playback 1 : capture 1
""",
}
PC = {
    "cards": """\
 0 [PCH            ]: HDA-Intel - HDA Intel PCH
                      HDA Intel PCH at 0xf7210000 irq 33
 1 [C920           ]: USB-Audio - HD Pro Webcam C920
                      HD Pro Webcam C920 at usb-0000:00:14.0-5, high speed
""",
    "pcm": """\
00-00: ALC892 Analog : ALC892 Analog : playback 1 : capture 1
00-03: HDMI 0 : HDMI 0 : playback 1
01-00: USB Audio : USB Audio : capture 1
""",
}


def edid(*, audio: bool) -> bytes:
    """A screen's EDID with a block that says whether it takes sound."""
    return bytes(128) + bytes([2, 3, 4, 0x40 if audio else 0]) + bytes(124)


@pytest.fixture
def drm(tmp_path: Path) -> Path:
    return tmp_path / "drm"


def made(root: Path, machine: dict[str, str]) -> Path:
    """The kernel's files of a machine."""
    folder = root / "proc/asound"
    folder.mkdir(parents=True)
    for name, text in machine.items():
        (folder / name).write_text(text)
    return root


def screen(drm: Path, connector: str, description: bytes | None) -> None:
    """A connector, with a screen if it has a description."""
    folder = drm / f"card1-{connector}"
    folder.mkdir(parents=True)
    (folder / "status").write_text("disconnected\n" if description is None else "connected\n")
    (folder / "edid").write_bytes(description or b"")


def test_the_outputs_of_a_raspberry_pi(tmp_path: Path, drm: Path) -> None:
    screen(drm, "HDMI-A-1", edid(audio=True))
    screen(drm, "HDMI-A-2", None)
    outputs = of_kernel(made(tmp_path, PI_4), drm)
    assert [(one.words, one.socket, one.silence) for one in outputs] == [
        ("bcm2835 Headphones (Headphones)", Socket.JACK, None),
        ("vc4-hdmi-0 (vc4hdmi0)", Socket.HDMI, None),
        ("vc4-hdmi-1 (vc4hdmi1)", Socket.HDMI, WhySilent.NO_SCREEN),
        ("USB Audio Device (Device)", Socket.USB, None),
    ]
    assert [one.alsa for one in outputs] == [
        "plughw:CARD=Headphones,DEV=0",
        "sysdefault:CARD=vc4hdmi0",
        "sysdefault:CARD=vc4hdmi1",
        "plughw:CARD=Device,DEV=0",
    ]


@pytest.mark.parametrize(
    ("description", "silence"),
    [
        (edid(audio=False), WhySilent.NO_LOUDSPEAKER),
        (bytes(128), WhySilent.NO_LOUDSPEAKER),
        (edid(audio=True)[:200], WhySilent.NO_LOUDSPEAKER),
        (b"", None),
    ],
    ids=("says no", "says nothing of sound", "cut short", "says nothing at all"),
)
def test_a_screen_of_a_pi_without_loudspeakers(
    tmp_path: Path, drm: Path, description: bytes, silence: WhySilent | None
) -> None:
    screen(drm, "HDMI-A-1", description)
    outputs = of_kernel(made(tmp_path, PI_4), drm)
    assert outputs[1].silence is silence


@pytest.mark.parametrize("name", ["vc4hdmi_1", "vc4hdmi0_1", "vc4hdmiX"])
def test_a_card_whose_name_tells_of_no_connector_may_be_heard(tmp_path: Path, drm: Path, name: str) -> None:
    screen(drm, "HDMI-A-1", None)
    screen(drm, "HDMI-A-2", None)
    named = {file: text.replace("vc4hdmi0 ", name) for file, text in PI_4.items()}
    output = of_kernel(made(tmp_path, named), drm)[1]
    assert (output.card, output.silence) == (name, None)


@pytest.mark.parametrize(
    ("eld", "silence"),
    [
        ("monitor_present\t\t1\neld_valid\t\t1\nmonitor_name\t\tDELL U2412M\nsad_count\t\t1\n", None),
        ("monitor_present\t\t1\neld_valid\t\t1\nsad_count\t\t0\n", WhySilent.NO_LOUDSPEAKER),
        ("monitor_present\t\t1\neld_valid\t\t0\n", WhySilent.NO_LOUDSPEAKER),
        ("monitor_present\t\t0\neld_valid\t\t0\n", WhySilent.NO_SCREEN),
        ("monitor_name\t\tTV\nsad_count\t\t2\n", None),
        ("", WhySilent.NO_SCREEN),
        ("monitor_present\nsad_count\n", WhySilent.NO_SCREEN),
    ],
)
def test_what_a_card_says_of_its_screen_counts(tmp_path: Path, drm: Path, eld: str, silence: WhySilent | None) -> None:
    root = made(tmp_path, PC)
    (root / "proc/asound/card0").mkdir()
    (root / "proc/asound/card0/eld#0.3").write_text(eld)
    analog, hdmi = of_kernel(root, drm)
    assert (analog.words, analog.socket, analog.silence) == ("HDA Intel PCH, ALC892 Analog (PCH)", Socket.JACK, None)
    assert (hdmi.words, hdmi.socket, hdmi.silence) == ("HDA Intel PCH, HDMI 0 (PCH)", Socket.HDMI, silence)
    assert hdmi.alsa == "plughw:CARD=PCH,DEV=3"


def test_one_of_several_screens_with_a_loudspeaker_is_enough(tmp_path: Path, drm: Path) -> None:
    root = made(tmp_path, PC)
    (root / "proc/asound/card0").mkdir()
    (root / "proc/asound/card0/eld#0.2").write_text("monitor_present 0\n")
    (root / "proc/asound/card0/eld#0.3").write_text("monitor_present 1\nsad_count 1\n")
    assert of_kernel(root, drm)[1].silence is None


def test_a_card_that_was_pulled_and_plugged_in_again_is_another_one(tmp_path: Path, drm: Path) -> None:
    root = made(tmp_path, PI_4)
    folder = root / "sys/class/sound/card3"
    folder.mkdir(parents=True)
    before = of_kernel(root, drm)
    assert of_kernel(root, drm) == before
    other = folder.with_name("other")  # made while the first one is there, so that it has another inode
    other.mkdir()
    folder.rmdir()
    other.rename(folder)
    after = of_kernel(root, drm)
    assert after[:3] == before[:3]
    assert after[3] != before[3]
    assert after[3].words == before[3].words


def test_a_machine_without_a_card_has_no_output(tmp_path: Path, drm: Path) -> None:
    assert of_kernel(tmp_path, drm) == ()
    assert of_kernel(made(tmp_path, {"cards": "--- no soundcards ---\n"}), drm) == ()


def test_alsa_opens_what_is_named_to_it(tmp_path: Path, drm: Path) -> None:
    usb = of_kernel(made(tmp_path, PI_4), drm)[3]
    assert dict(variables(usb)) == {"SDL_AUDIODRIVER": "alsa", "AUDIODEV": "plughw:CARD=Device,DEV=0"}
    assert not dict(variables(Output("Speakers", Socket.SERVER)))


def test_a_sound_server_is_known_by_its_socket(tmp_path: Path) -> None:
    assert not has_server({})
    assert not has_server({"XDG_RUNTIME_DIR": str(tmp_path)})
    assert has_server({"PULSE_SERVER": "unix:/somewhere"})
    (tmp_path / "pipewire-0").touch()
    assert has_server({"XDG_RUNTIME_DIR": str(tmp_path)})
    assert [one.words for one in of_server(["Speakers"])] == ["", "Speakers"]
