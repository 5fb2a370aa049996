"""The example's rules in this process: chain and tiles, refusals, scores, and their use by each layer."""

import subprocess
import sys
from pathlib import Path

import ligretto_dominoes
import pytest
from ligretto_dominoes.round import DominoPosition, DominoReason, DominoRound, DominoSeatPosition, DrawTile, Laid, Lay
from ligretto_dominoes.rules import PRESETS, DominoRules
from ligretto_dominoes.tiles import SET, Chain, End, Tile, parse_tile
from ligretto_dominoes.translations import TRANSLATIONS

from kiosk.game.commands import Stop, Tick, Vote
from kiosk.game.events import Rejected
from kiosk.game.game_rules import rules_of, rules_plain
from kiosk.game.refusals import Reason, RoundEnd
from kiosk.game_registry import registry
from kiosk.game_registry.entry import PARTS
from kiosk.journal.codec import codec_of
from kiosk.locale.speaker import speaker
from kiosk.referee.judge import judge, parse_scenario
from kiosk.rulebook import all_editions, edition_text, short


def tiles(text):
    return tuple(map(parse_tile, text.split()))


def a_round(*hands, stock="0-0", **options):
    seats = tuple(DominoSeatPosition(tiles(hand), tiles(stock)) for hand in hands)
    return DominoRound(DominoRules(**options), DominoPosition(seats))


def reason(events):
    """Return the reason of a refusal; its penalty is listed after it."""
    assert isinstance(events[0], Rejected)
    return events[0].reason


def test_a_set_has_every_pair_once():
    assert len(set(SET)) == 28
    assert {parse_tile(str(tile)) for tile in SET} == set(SET)
    with pytest.raises(ValueError, match="no domino"):
        parse_tile("5-2")


def test_a_chain_grows_at_both_ends_and_tiles_turn_to_fit():
    chain = Chain()
    for tile, end in (("2-5", End.RIGHT), ("3-5", End.RIGHT), ("2-2", End.LEFT), ("0-2", End.LEFT)):
        assert chain.fits(parse_tile(tile), end)
        chain.lay(0, parse_tile(tile), end)
    assert [(link.left, link.right) for link in chain.links] == [(0, 2), (2, 2), (2, 5), (5, 3)]
    assert not chain.fits(parse_tile("1-2"), End.RIGHT)


def test_a_tile_that_fits_is_laid_and_one_that_does_not_is_refused():
    round_ = a_round("2-5 1-1", "5-6 0-6")
    assert round_.apply(Lay(10, 0, Tile(2, 5), End.LEFT)) == [Laid(10, 0, Tile(2, 5), End.LEFT)]
    assert reason(round_.apply(Lay(2000, 0, Tile(1, 1), End.LEFT))) is DominoReason.ENDS_DIFFER
    assert reason(round_.apply(Lay(2000, 1, Tile(1, 3), End.LEFT))) is Reason.EMPTY_SOURCE


def test_who_is_late_for_an_end_was_beaten_to_it():
    round_ = a_round("2-5 5-5", "2-6 5-6", "0-6 2-3")
    round_.apply(Lay(10, 0, Tile(2, 5), End.LEFT))
    round_.apply(Lay(1000, 1, Tile(2, 6), End.LEFT))
    event, *_ = round_.apply(Lay(1200, 2, Tile(2, 3), End.LEFT))
    assert (event.reason, event.by, event.since) == (Reason.BEATEN_TO_IT, 1, 1000)


def test_drawing_brings_the_next_tile_and_puts_the_oldest_below():
    round_ = a_round("1-1 2-2", "6-6 5-5", stock="0-0 0-1")
    round_.apply(DrawTile(10, 0))
    assert round_.position().seats[0] == DominoSeatPosition(tiles("2-2 0-0"), tiles("0-1 1-1"))
    assert reason(a_round("1-1", "2-2", stock="").apply(DrawTile(0, 0))) is DominoReason.NOTHING_TO_DRAW


def test_the_last_tile_lets_its_seat_call_and_the_round_ends_by_itself_later():
    round_ = a_round("1-1", "6-6 5-5", stop_delay_ms=5000)
    assert reason(round_.apply(Stop(0, 0))) is DominoReason.TILES_LEFT
    round_ = a_round("1-1", "6-6 5-5", stop_delay_ms=5000)
    round_.apply(Lay(100, 0, Tile(1, 1), End.LEFT))
    assert round_.may_stop(0)
    assert not round_.may_stop(1)
    assert round_.next_deadline() == 5100
    round_.apply(Tick(5100))
    assert round_.ended is not None
    assert (round_.ended.by, round_.ended.seat, round_.scores()) == (RoundEnd.AUTO_STOP, 0, [1, -4])


def test_when_all_say_that_nothing_goes_the_round_is_broken_off():
    round_ = a_round("1-1", "6-6")
    round_.apply(Vote(5, 0))
    round_.apply(Vote(6, 1))
    assert round_.ended is not None
    assert round_.ended.by is RoundEnd.ABORT


def test_its_rules_and_its_words_are_told_in_german(registered):
    say = speaker("de")
    german = [text for text in edition_text(all_editions()["one_chain"], say).splitlines() if text]
    assert german[0] == "Eine Kette (one_chain): dieses Beispiel"
    assert not {line.removeprefix("- ") for line in german} & set(TRANSLATIONS["de"])
    assert {text: say(text) for text in TRANSLATIONS["de"]} == TRANSLATIONS["de"]


def test_only_texts_of_the_game_are_translated():
    sources = {file.name: file.read_text() for file in Path(ligretto_dominoes.__file__).parent.glob("*.py")}
    del sources["translations.py"]
    code = "".join(sources.values())
    assert [text for text in TRANSLATIONS["de"] if f'"{text}"' not in code] == []


def test_its_rules_are_told_without_loading_a_picture(registered):
    program = f"""
import sys
sys.path.append({str(Path(ligretto_dominoes.__file__).parents[1])!r})
from types import SimpleNamespace
from kiosk.game_registry import registry
from ligretto_dominoes import ENTRY
registry.entry_points = lambda **_: (SimpleNamespace(name="dominoes", value="", load=lambda: ENTRY),)
from kiosk.cli.main import main
main(["rules", "one_chain", "--language", "de"])
assert not [name for name in sys.modules if name.startswith("kiosk.display")]
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "Wer am Ende die meisten Punkte hat, gewinnt" in done.stdout


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_there(registered, part):
    assert registry.part(registered, part) is not None


def test_journals_hold_its_commands_events_and_rules(registered):
    codec = codec_of(registered)
    for command in (Lay(5, 1, Tile(2, 5), End.LEFT), DrawTile(6, 0), Stop(7, 1)):
        assert codec.command_of(codec.command_plain(command)) == command
    round_ = a_round("1-1 2-2", "6-6")
    events = [
        event for move in (DrawTile(0, 0), Lay(1, 1, Tile(6, 6), End.LEFT), Stop(2, 0)) for event in round_.apply(move)
    ]
    assert [codec.event_of(codec.event_plain(event)) for event in events] == events
    rules = DominoRules(rounds=5)
    assert rules_of(registered, rules_plain(rules)) == rules


def test_the_referee_judges_a_scenario(registered):
    told = judge(
        parse_scenario(
            """{"game": "dominoes", "chain": ["2-5"],
                "seats": [{"hand": ["5-6"], "stock": []}, {"hand": ["0-0", "1-1"], "stock": []}],
                "commands": [{"at": 5, "seat": 1, "do": "lay", "tile": "1-1", "end": "left"},
                             {"at": 9, "seat": 0, "do": "lay", "tile": "5-6", "end": "right"},
                             {"at": 20, "seat": 0, "do": "stop"}]}"""
        )
    )
    assert [outcome["result"] for outcome in told["outcomes"]] == ["rejected", "accepted", "accepted"]
    assert told["outcomes"][0]["reason"] == "ends_differ"
    assert told["position"]["chain"] == ["2-5", "5-6"]
    assert told["round"]["scores"] == [1, -4]


def test_the_rule_book_has_its_edition(registered):
    of = all_editions()["one_chain"]
    assert of.preset is PRESETS["one_chain"]
    say = speaker("en")
    assert "hit Stop: the round ends" in edition_text(of, say)
    assert [key for key, _ in short("dominoes", of.preset.rules, say)] == ["lay", "draw", "stop", "score"]
