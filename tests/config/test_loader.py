"""Loader of the configuration: optional keys, and that every mistake is reported with its key and fix."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.api import ChipLine, Wiring, milliseconds
from kiosk.config.loader import CONFIGS, DEFAULT, ConfigError, load, load_installed, parse
from kiosk.locale.languages import installed

TWO_SEATS = """
[[seat]]
number = 1
edge = "south"
stop_pin = 4
play_pin = 5
[[seat]]
number = 2
edge = "north"
stop_pin = 6
play_pin = 7
"""


def errors(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parse(text, "t.toml")
    return caught.value.lines


def seats(count: int) -> str:
    edges = ["south"] * 4 + ["north"] * 4 + ["west"] * 2 + ["east"] * 3
    places = [0.1, 0.35, 0.65, 0.9] * 2 + [0.25, 0.75] * 2 + [0.5]
    return "".join(f'[[seat]]\nnumber = {n + 1}\nedge = "{edges[n]}"\nposition = {places[n]}\n' for n in range(count))


def test_the_default_is_a_four_seat_table_with_a_seat_on_each_side() -> None:
    settings = load()
    assert settings == load(DEFAULT)
    assert [seat.edge for seat in settings.plan()] == ["south", "west", "north", "east"]
    assert all(None not in (w.stop_pin, w.play_pin, w.lamp_pin) for w in settings.wiring())


LANGUAGES = ", ".join(f'"{code}"' for code in installed())
PACKAGED = {"two": 2, "three": 3, "four": 4, "six": 6, "eight": 8, "twelve": 12}


def test_every_packaged_configuration_is_named_after_its_seats() -> None:
    plain = {f"{name}_seats.toml" for name in PACKAGED}
    assert {path.name for path in CONFIGS.glob("*.toml")} == plain | {"four_seats_dice_boards.toml"}


@pytest.mark.parametrize(("name", "count"), PACKAGED.items())
def test_a_packaged_configuration_has_the_seats_of_its_name(name: str, count: int) -> None:
    assert [seat.number for seat in load(CONFIGS / f"{name}_seats.toml").seat] == list(range(1, count + 1))


@pytest.mark.parametrize("name", PACKAGED)
def test_a_packaged_table_has_both_buttons_at_every_seat_and_leaves_i2c_free(name: str) -> None:
    wiring = load(CONFIGS / f"{name}_seats.toml").wiring()
    assert all(w.stop_pin is not None and w.play_pin is not None for w in wiring)
    assert {2, 3}.isdisjoint(pin for w in wiring for pin in (w.stop_pin, w.play_pin, w.lamp_pin))


@pytest.mark.parametrize("name", PACKAGED)
def test_lamps_of_a_packaged_table_stay_dark_while_the_pi_starts(name: str) -> None:
    """GPIO 0 to 8 are pulled up during boot; the lines of an expander are inputs."""
    lamps = [w.lamp_pin for w in load(CONFIGS / f"{name}_seats.toml").wiring()]
    assert all(lamp is not None for lamp in lamps)
    assert min((lamp for lamp in lamps if isinstance(lamp, int)), default=9) > 8


EXPANDED = """
[[seat]]
number = 1
edge = "south"
stop_pin = 4
lamp_pin = "mcp23017:3"
[[seat]]
number = 2
edge = "north"
"""


def test_a_lamp_may_lie_on_an_expander() -> None:
    assert parse(EXPANDED).wiring() == (Wiring(1, 4, None, ChipLine("mcp23017", 3)), Wiring(2))
    assert parse(EXPANDED.replace("mcp23017", "gpiochip12")).wiring()[0].lamp_pin == ChipLine("gpiochip12", 3)


def test_a_matrix_that_flattens_the_panel_is_refused() -> None:
    (line,) = errors(EXPANDED + "[touch]\nmatrix = [1, 1, 0, 1, 1, 0]\n")
    assert line.startswith("t.toml: touch.matrix: a list of 6 is invalid: write six numbers, such as [1, 0, ")


@pytest.mark.parametrize(
    "pin", ['"mcp23017"', '"mcp23017:"', '"mcp23017:-1"', '":3"', '"3"', "28", "-1", "1.5", "true"]
)
def test_what_is_no_lamp_pin_is_told_with_what_is_one(pin: str) -> None:
    (line,) = errors(EXPANDED.replace('"mcp23017:3"', pin))
    assert line.startswith(f"t.toml: [[seat]] 1, lamp_pin: {pin} is invalid: write a BCM number from 2 to 27, a line ")
    assert '"mcp23017:3"' in line


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (
            'lamp_pin = "mcp23017:3"',
            "[[seat]] 2, lamp_pin: mcp23017:3 is used twice (also [[seat]] 1, lamp_pin): choose another",
        ),
        (
            'lamp_pin = "mcp23017:16"',
            '[[seat]] 2, lamp_pin: "mcp23017:16" does not exist: the lines of mcp23017 are 0 to 15',
        ),
        (
            "stop_pin = 2",
            "[[seat]] 2, stop_pin: 2 is reserved for I2C ([[seat]] 1, lamp_pin lies on an expander there): choose",
        ),
        (
            'lamp_pin = "pinctrl-rp1:22"',
            '[[seat]] 2, lamp_pin: "pinctrl-rp1:22" lies on the header: write its BCM number alone: 22',
        ),
        (
            'lamp_pin = "J8:15"',
            '[[seat]] 2, lamp_pin: "J8:15" lies on the header: write its BCM number alone: 22',
        ),
        (
            'lamp_pin = "BOARD:1"',
            '[[seat]] 2, lamp_pin: "BOARD:1" is 3V3 on the header: write the BCM number of another pin',
        ),
        (
            'lamp_pin = "P1:41"',
            '[[seat]] 2, lamp_pin: "P1:41" is no pin on the header: write the BCM number of another pin',
        ),
        (
            'lamp_pin = "BCM:17"',
            '[[seat]] 2, lamp_pin: "BCM:17" lies on the header: write its BCM number alone: 17',
        ),
        (
            'lamp_pin = "gpiochip0:4"',
            '[[seat]] 2, lamp_pin: "gpiochip0:4" lies on the header: write its BCM number alone: 4',
        ),
        (
            'lamp_pin = "gpiochip4:4"',
            "[[seat]] 2, lamp_pin: gpiochip4:4 is used twice if gpiochip4 is the header's chip (also [[seat]] 1, stop",
        ),
        (
            'stop_pin = 5\nlamp_pin = "gpiochip15:5"',
            "[[seat]] 2, lamp_pin: gpiochip15:5 is used twice if gpiochip15 is the header's chip (also [[seat]] 2, ",
        ),
        (
            'lamp_pin = "gpiochip2:3"',
            "[[seat]] 2, lamp_pin: gpiochip2:3 is used twice if gpiochip2 is mcp23017 (also [[seat]] 1, lamp_pin): ch",
        ),
        ("play_pin = 0", "[[seat]] 2, play_pin: 0 is reserved for the EEPROM of a HAT: choose another pin"),
        (
            'stop_pin = 14\n[hardware]\nuses = ["spi", "serial"]',
            "[[seat]] 2, stop_pin: 14 is reserved for the serial console (hardware.uses, entry 2): choose another pin",
        ),
        (
            'lamp_pin = 9\n[hardware]\nuses = ["spi", "serial"]',
            "[[seat]] 2, lamp_pin: 9 is reserved for SPI (hardware.uses, entry 1): choose another pin",
        ),
        (
            'play_pin = 20\n[hardware]\nuses = ["i2s"]',
            "[[seat]] 2, play_pin: 20 is reserved for a sound card (I2S) (hardware.uses, entry 1): choose another pin",
        ),
    ],
)
def test_a_pin_that_is_taken_reserved_or_missing_names_both_places(seat: str, line: str) -> None:
    (told,) = errors(EXPANDED + seat + "\n")
    assert told.startswith(f"t.toml: {line}")


@pytest.mark.parametrize("lamp", ["gpiochip2:4", "gpiochip2:5", "gpiochip4:5", "pcf8574:3"])
def test_lines_that_cannot_be_the_same_are_no_conflict(lamp: str) -> None:
    """Of two expanders with one label both go by their names in /dev."""
    assert parse(EXPANDED + f'lamp_pin = "{lamp}"\n').wiring()[1].lamp_pin


def test_without_an_expander_i2c_is_free_for_buttons() -> None:
    assert parse(EXPANDED.replace('"mcp23017:3"', "9") + "stop_pin = 2\nplay_pin = 3\n").wiring()[1].stop_pin == 2


@given(chip=st.text(max_size=12), line=st.integers(-5, 2000))
def test_any_text_for_a_lamp_pin_gives_a_wiring_or_a_line_never_a_crash(chip: str, line: int) -> None:
    text = EXPANDED.replace('"mcp23017:3"', json.dumps(f"{chip}:{line}"))
    try:
        pin = parse(text).wiring()[0].lamp_pin
    except ConfigError as error:
        outcome: object = error.lines
    else:
        assert isinstance(pin, ChipLine)
        outcome = pin.chip
    assert outcome


def test_ten_lines_are_a_configuration() -> None:
    assert len(TWO_SEATS.strip().splitlines()) == 10
    settings = parse(TWO_SEATS)
    assert settings.wiring() == (Wiring(1, 4, 5), Wiring(2, 6, 7))
    assert (settings.game.kind, settings.game.preset) == ("cards", "table_default")
    assert settings.game.dice_preset == "university_games_2013"
    assert settings.game.rounds == 5
    assert settings.hardware.kind == "simulated"
    assert (settings.idle.ask_s, settings.idle.leave_s) == (45, 60)
    assert settings.seat[0].position == 0.5
    assert settings.language.default in settings.language.offered


def test_lateness_is_given_in_milliseconds() -> None:
    settings = parse(TWO_SEATS + "[hardware]\ntouch_late_ms = 17.5\n")
    assert settings.hardware.touch_late == milliseconds(17.5)
    assert settings.hardware.buttons_late == 0


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        parse(TWO_SEATS).game.rounds = 3  # type: ignore[misc]


def test_all_errors_are_told_at_once_each_with_its_key_and_the_mend() -> None:
    text = """
[game]
rouds = 3
preset = "nonsense"
touch_mode = "shout"
[window]
width = "wide"
[language]
default = "xx"
[idle]
ask_s = 50
leave_s = 40
[[seat]]
number = 1
edge = "south"
stop_pin = 28
play_pin = 4
[[seat]]
number = 1
edge = "south"
position = 0.45
stop_pin = 4
play_pin = true
[[seat]]
number = 3
"""
    assert sorted(errors(text)) == sorted(
        [
            "t.toml: game.rouds: there is no such key: did you mean rounds?",
            *[line for line in errors(TWO_SEATS + '[game]\npreset = "nonsense"') if "game.preset" in line],
            't.toml: game.touch_mode: "shout" is invalid: write "drag" or "tap", one for the whole match',
            't.toml: window.width: "wide" is invalid: write pixels, 640 to 7680',
            f't.toml: language.default: "xx" is not an installed language: write one of {LANGUAGES}',
            "t.toml: idle.leave_s: 40 is not above idle.ask_s (50): leave time to answer, 15 s or so",
            (
                "t.toml: [[seat]] 1, stop_pin: 28 is invalid: write a BCM number from 2 to 27, "
                "or leave it out: the screen shows Stop"
            ),
            "t.toml: [[seat]] 2, number: 1 is used twice (also [[seat]] 1, number): choose another seat number",
            "t.toml: [[seat]] 2, stop_pin: 4 is used twice (also [[seat]] 1, play_pin): choose another pin",
            (
                "t.toml: [[seat]] 2, play_pin: true is invalid: write a BCM number from 2 to 27, "
                "or leave it out: the hand is tapped"
            ),
            (
                "t.toml: [[seat]] 2, position: 0.45 is too close to that of [[seat]] 1 (0.5) on the south edge: "
                "keep 0.15 between two seats; for 2 seats 0.25, 0.75 would do"
            ),
            't.toml: [[seat]] 3, edge: is missing: write "south", "north", "west" or "east"',
        ]
    )


@pytest.mark.parametrize(
    ("section", "key"),
    [
        ("table", "diagonal_mm = inf"),
        ("table", "diagonal_mm = 19"),
        ("hardware", 'kind = "real"'),
        ("hardware", "touch_late_ms = -1"),
        ("touch", 'provider = "mtdev"'),
        ("touch", 'device = "event3"'),
        ("touch", "rotation = 45"),
        ("touch", "matrix = [1, 0, 0, 0, 1]"),
        ("game", "kind = 1"),
        ("game", "rounds = 0"),
        ("game", "bots = true"),
        ("language", 'offered = "en"'),
        ("language", "offered = []"),
        ("window", "height = 720.5"),
        ("idle", "ask_s = nan"),
        ("idle", "leave_s = true"),
    ],
)
def test_a_value_out_of_its_range_names_its_key(section: str, key: str) -> None:
    name = key.partition(" ")[0]
    assert any(line.startswith(f"t.toml: {section}.{name}") for line in errors(f"{TWO_SEATS}[{section}]\n{key}\n"))


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ('[touch]\nmatrix = [1, 0, "0", 0, 1, 0]', 'touch.matrix, entry 3: "0" is invalid: write six numbers'),
        ("[touch]\nmatrix = [1, 0, nan, 0, 1, 0]", "touch.matrix: a list of 6 is invalid: write six numbers"),
        ('[hardware]\nuses = ["spi", "fire"]', 'hardware.uses, entry 2: "fire" is invalid: write a list of what else'),
        ("[game.presets]\ndominoes = 3", "game.presets.dominoes: 3 is invalid: write the editions of games"),
        ('[game.house_rules]\n"-" = {}', "game.house_rules.-: is no name: write 1 to 12 letters"),
        ("[game.house_rules.Friday]\nrow = 5", "game.house_rules.Friday.row: 5 is invalid: write house rules under"),
        ("[game.kind]\nname = 5", "game.kind: a section of 1 is invalid: write the name of an installed game"),
        ("[game.rounds]", "game.rounds: a section of 0 is invalid: write the rounds of a match"),
        ("[game.house_rules]\nFriday = 5", "game.house_rules.Friday: 5 is invalid: write house rules under"),
        ('[sound]\nnight_begins = "08:00\\n"', 'sound.night_begins: "08:00\n" is invalid: write a time of day'),
        ("[[seat]]\n", "[[seat]] 3, number: is missing: write a whole number"),
        ("[sound]\nvolume = {}", "sound.volume: a section of 0 is invalid: write percent"),
        ("[sound]\nvolume = { all = 50 }", "sound.volume: a section of 1 is invalid: write percent"),
        ("[sound]\nvolume = 9999999999999999999999", "sound.volume: 9999999999999999999999 is invalid: write percent"),
    ],
)
def test_a_mistake_is_told_with_the_element_of_the_list_or_table(key: str, line: str) -> None:
    assert any(told.startswith(f"t.toml: {line}") for told in errors(f"{TWO_SEATS}{key}\n"))


@pytest.mark.parametrize(
    ("key", "places"),
    [
        ('[touch]\nmatrix = [1, "a", 0, 0, 1, "b"]', ["touch.matrix, entry 2", "touch.matrix, entry 6"]),
        ('[touch]\nmatrix = [1, "a"]', ["touch.matrix", "touch.matrix, entry 2"]),
        ('[hardware]\nuses = ["fire", "spi", 3]', ["hardware.uses, entry 1", "hardware.uses, entry 3"]),
        ("[language]\noffered = [1, true]", ["language.offered, entry 1", "language.offered, entry 2"]),
        ("[game.presets]\na = 1\nb = 'usual'\nc = []", ["game.presets.a", "game.presets.c"]),
    ],
)
def test_every_wrong_element_of_a_list_or_table_is_told(key: str, places: list[str]) -> None:
    told = errors(f"{TWO_SEATS}{key}\n")
    assert [line.split(": ")[1] for line in told if " is invalid: " in line] == places


def test_a_default_language_that_is_not_offered_is_told_with_those_that_are() -> None:
    (line,) = errors(TWO_SEATS + '[language]\noffered = ["de", "fr"]\n')
    assert (
        line == 't.toml: language.default: "en" is not offered: write one of "de", "fr", or add it to language.offered'
    )


@pytest.mark.parametrize(
    ("zone", "fix"),
    [
        ("Europe/Berln", "did you mean Europe/Berlin?"),
        ("/etc/passwd", "write Area/City"),
    ],
)
def test_a_time_zone_that_this_computer_does_not_know_is_refused(zone: str, fix: str) -> None:
    (line,) = errors(f'{TWO_SEATS}[records]\ntime_zone = "{zone}"\n')
    assert line == f't.toml: records.time_zone: "{zone}" is no time zone: {fix}'
    assert parse(f'{TWO_SEATS}[records]\ntime_zone = "America/New_York"\n').records.time_zone == "America/New_York"


@pytest.mark.parametrize(
    ("section", "first", "last", "without"),
    [("hours", "opens", "closes", "it is always open"), ("sound", "night_begins", "night_ends", "there is no night")],
)
@pytest.mark.parametrize(("begins", "ends"), [("22:00", ""), ("", "08:00"), ("08:00", "08:00")])
def test_a_span_of_the_day_has_two_different_ends(
    section: str, first: str, last: str, without: str, begins: str, ends: str
) -> None:
    (line,) = errors(f'{TWO_SEATS}[{section}]\n{first} = "{begins}"\n{last} = "{ends}"\n')
    assert line == (
        f't.toml: {section}.{last}: "{ends}" does not go with {section}.{first} ("{begins}"): write two different '
        f"times of day, or leave both out: {without}"
    )


@pytest.mark.parametrize("section", ["table", "language", "game", "touch", "idle", "hours"])
@pytest.mark.parametrize("key", ["cls", "self", "_fields_set", "model_config", "values"])
def test_a_key_that_there_is_not_may_be_called_anything(section: str, key: str) -> None:
    (line,) = errors(f"{TWO_SEATS}[{section}]\n{key} = 1\n")
    assert line.startswith(f"t.toml: {section}.{key}: there is no such key: ")


@pytest.mark.parametrize("value", ["true", "false"])
def test_bots_are_named_by_their_strength_since_there_are_four(value: str) -> None:
    (line,) = errors(f"{TWO_SEATS}[game]\nbots = {value}\n")
    mend = '"off", or how well bots play on the empty seats: "gentle", "steady", "quick" or "master"'
    assert line.startswith(f"t.toml: game.bots: {value} is invalid: write {mend}")


@pytest.mark.parametrize("count", [2, 12])
def test_two_to_twelve_seats_fit_around_a_table(count: int) -> None:
    assert len(parse(seats(count)).seat) == count


@pytest.mark.parametrize(("count", "told"), [(1, "one seat is too few"), (13, "13 seats are too many")])
def test_fewer_than_two_or_more_than_twelve_seats_are_refused(count: int, told: str) -> None:
    assert f"t.toml: seat: {told}: write 2 to 12 [[seat]] sections" in errors(seats(count))


def test_no_seats_at_all_is_told() -> None:
    assert errors("") == ["t.toml: seat: is missing: write 2 to 12 [[seat]] sections"]


def test_a_seat_needs_neither_buttons_nor_lamp() -> None:
    assert parse(seats(3)).wiring() == (Wiring(1), Wiring(2), Wiring(3))


def test_bad_syntax_is_told_with_line_and_column() -> None:
    (line,) = errors("[game]\nrounds 5\n")
    assert line.startswith("t.toml: line 2, column 8: ")


@pytest.mark.parametrize("text", ["[hours]\n[sound]\n[hours]\n", "[sound]\nvolume = 1\nvolume = 2\n"])
def test_a_section_or_key_that_is_there_already_is_told_as_such(text: str) -> None:
    (line,) = errors(text)
    assert line.startswith("t.toml: line 3, column ")
    assert line.endswith(": write each [section] once, and each key once in it")


def test_an_unfinished_file_is_told_with_its_end() -> None:
    (line,) = errors("[game")
    assert line.startswith("t.toml: end of document: ")


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000])
def test_what_no_parser_can_take_is_told_as_any_other_error(value: str) -> None:
    (line,) = errors(f"[sound]\nvolume = {value}\n")
    assert line.startswith("t.toml: somewhere: ")


def test_a_missing_file_is_told_with_what_to_copy(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"my\.toml: there is no such file: check the name, or copy .*four_seats\.toml"
    ):
        load(tmp_path / "my.toml")


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


def test_a_file_of_an_editor_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TWO_SEATS.replace("\n", "\r\n").encode())
    assert load(file) == load_installed(file).settings == parse(TWO_SEATS)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("number\u00a0= 1", "line 2, column 7"),
        ("number =\u00a01", "line 2, column 9"),
        ("\u00a0number = 1", "line 2, column 1"),
        ("number = 1\u00a0", "line 2, column 11"),
    ],
)
def test_a_no_break_space_where_a_space_belongs_is_told_by_its_name_and_place(text: str, place: str) -> None:
    assert errors(f"[[seat]]\r\n{text}\r\n") == [
        f"t.toml: {place}: there is a no-break space (U+00A0): write a plain space there"
    ]


def test_other_characters_that_are_not_seen_and_curly_quotes_are_told_by_their_names() -> None:
    (line,) = errors("[[seat]]\nnum\u200bber = 1\n")
    assert line == "t.toml: line 2, column 4: there is a zero width space (U+200B): remove it"
    (line,) = errors("[[seat]]\nedge = “south”\n")
    assert line.startswith("t.toml: line 2, column 8: Invalid value, but a left double quotation mark (U+201C): write ")


def test_a_value_that_looks_right_and_is_not_is_told_with_what_is_not_seen_in_it() -> None:
    told = errors(TWO_SEATS.replace('"south"', '"south\u00a0"'))
    assert len(told) == 2
    assert "edge" in told[0]
    assert told[1].endswith("there is a no-break space (U+00A0): write a plain space there")
    parse(f"# a\u00a0comment\n{TWO_SEATS}[table]\nname = 'Tisch\u00a01'\n")  # where it is meant, it stays


def test_a_file_that_is_not_utf8_is_told_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("# für".encode("latin-1"))
    with pytest.raises(ConfigError, match="line 1: a byte there is not UTF-8"):
        load(path)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(section=st.sampled_from(["seat", "game", "language", "idle"]), value=values)
def test_any_shape_of_a_section_gives_settings_or_lines_never_a_crash(section: str, value: object) -> None:
    try:
        settings = parse(_toml(section, value))
    except ConfigError as error:
        outcome: object = error.lines
    else:
        outcome = settings.seat
    assert outcome


def _toml(section: str, value: object) -> str:
    """Return a file with valid seats and one section of any shape (in TOML's inline notation, as far as possible)."""
    base = TWO_SEATS if section != "seat" else ""
    return f"{section} = {_inline(value)}\n{base}"


def _inline(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case None:
            return '"nothing"'
        case list():
            return f"[{', '.join(map(_inline, value))}]"
        case dict():
            pairs = (
                f"{key} = {_inline(item)}"
                for key, item in zip(("offered", "edge", "position"), value.values(), strict=False)
            )
            return f"{{{', '.join(pairs)}}}"
        case str():
            return f"'{''.join(c for c in value if c.isalnum())}'"
    return repr(value)


def test_the_packaged_dice_boards_are_four_seats_with_a_board_each() -> None:
    boards, plain = load(CONFIGS / "four_seats_dice_boards.toml"), load(CONFIGS / "four_seats.toml")
    assert list(boards.dice_boards()) == [1, 2, 3, 4]
    assert plain.dice_boards() == {}
    assert (boards.wiring(), boards.plan()) == (plain.wiring(), plain.plan())


def test_a_board_used_twice_is_told_with_both_places() -> None:
    seat = '[[seat]]\nnumber = {0}\nedge = "{1}"\ndice_board = "LDR-ONE"\n'
    with pytest.raises(ConfigError) as caught:
        parse(seat.format(1, "south") + seat.format(2, "north"))
    assert "[[seat]] 2, dice_board: LDR-ONE is used twice (also [[seat]] 1, dice_board)" in str(caught.value)


@pytest.mark.parametrize("identity", ["", "ldr-1", "LDR", "-LDR1", "LDR 12", "L" * 25])
def test_what_no_board_can_be_called_is_refused(identity: str) -> None:
    with pytest.raises(
        ConfigError, match=r"\[\[seat\]\] 1, dice_board: .* is invalid: write what the dice-reader board"
    ):
        parse(
            f'[[seat]]\nnumber = 1\nedge = "south"\ndice_board = "{identity}"\n[[seat]]\nnumber = 2\nedge = "north"\n'
        )
