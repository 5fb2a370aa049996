"""A simulation's result depends on its seed alone, and the space that it takes on nothing."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from concurrent import futures
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kiosk.game.cards.editions import rules_of
from kiosk.game.cards.rules import CardRules, MatchEnd, MatchEndKind, MatchTie
from kiosk.game.dice.rules import DiceRules
from kiosk.game.match import Match
from kiosk.simulator import run
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.game_simulator import Simulation
from kiosk.simulator.run import Chunks, in_this_process, simulate
from kiosk.simulator.work import Batch, Result, Work, no_rounds
from tests.rig.simulated import card_simulation, dice_simulation, result_of

BOTS = (SimulatedBot("random"), SimulatedBot(speed=0.5))
TO_40 = CardRules(match_end=MatchEnd(MatchEndKind.TARGET, points=40), match_tie=MatchTie.EXTRA_ROUND)
VARIANTS = {
    "cards": [card_simulation(TO_40, BOTS), card_simulation(rules_of("nordic_is"), BOTS)],
    "dice": [dice_simulation(DiceRules(), BOTS, waves=True)],
}


def in_parts_of(size: int, variants: list[Simulation], begun: Result, rounds: int) -> Result:
    def play(work: Work, _: Chunks) -> Iterator[Batch]:
        for first in range(begun.done, rounds, size):
            yield work(range(first, min(first + size, rounds)))

    *_, result = simulate(variants, rounds, begun, play)
    return result


@pytest.mark.process
@pytest.mark.parametrize("game", VARIANTS)
def test_the_number_of_workers_changes_nothing(game: str) -> None:
    alone = result_of(VARIANTS[game], 123, 2)
    assert alone.done == alone.tallies[0].rounds == 123
    assert result_of(VARIANTS[game], 123, 2, workers=2) == alone


@pytest.mark.parametrize("game", VARIANTS)
def test_the_size_of_the_parts_and_a_pause_change_nothing(game: str) -> None:
    variants = VARIANTS[game]
    none = no_rounds(variants, 2)
    whole = in_parts_of(40, variants, none, 40)
    assert in_parts_of(7, variants, none, 40) == whole
    paused = msgspec.json.decode(msgspec.json.encode(in_parts_of(3, variants, none, 17)), type=Result)
    assert in_parts_of(40, variants, paused, 40) == whole


def test_matches_are_those_of_all_rounds_in_their_order() -> None:
    variant = VARIANTS["cards"][0]
    lengths, match = [], Match(TO_40, 2)
    for index in range(60):
        match.add_round(variant.play(index).scores, 0)
        if match.ended:
            lengths.append(match.round_no)
            match = Match(TO_40, 2)
    (matches,) = in_parts_of(7, [variant], no_rounds([variant], 2), 60).matches
    assert matches is not None
    assert (matches.count, matches.sums) == (len(lengths), [sum(lengths)])
    assert matches.running.round_no == match.round_no


def shape(value: Any) -> Any:
    """Return the value with 0 in place of each number."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    return [*map(shape, value)] if isinstance(value, list | tuple) else 0 if isinstance(value, int) else value


@pytest.mark.parametrize("game", VARIANTS)
def test_a_result_has_as_many_numbers_after_any_number_of_rounds(game: str) -> None:
    played = [[*map(one.play, range(20))] for one in VARIANTS[game]]
    variants = [
        one._replace(play=lambda index, rounds=rounds: rounds[index % 20])
        for one, rounds in zip(VARIANTS[game], played, strict=True)
    ]
    few, many = (in_parts_of(500, variants, no_rounds(variants, 2), rounds) for rounds in (20, 3020))
    assert shape(msgspec.to_builtins(few)) == shape(msgspec.to_builtins(many))


def test_a_part_that_does_not_follow_is_refused() -> None:
    variants = VARIANTS["dice"]
    part = Work.of(variants)(range(5, 6))
    with pytest.raises(ValueError, match="round 5 does not follow 0 rounds"):
        no_rounds(variants, 2).plus(part, variants)


def test_chunks_grow_with_the_speed_and_are_small_at_the_end() -> None:
    chunks = Chunks(100, 2000)
    part = Work.of(VARIANTS["dice"])(range(1))
    first = chunks.take(2)
    chunks.learn(part._replace(indices=range(1000), seconds=1.0))
    taken = [first]
    while (chunk := chunks.take(2)) is not None:
        taken.append(chunk)
    sizes = [len(chunk) for chunk in taken if chunk is not None]
    assert first == range(100, 110)
    assert max(sizes) == sizes[1] > 400 > sizes[-1] > 0
    assert [index for chunk in taken if chunk is not None for index in chunk] == [*range(100, 2000)]


def test_differences_are_those_of_rounds_of_the_same_index() -> None:
    variants = [dice_simulation(DiceRules(), BOTS), dice_simulation(replace(DiceRules(), dice_extra=(2, 0)), BOTS)]
    result = in_parts_of(4, variants, no_rounds(variants, 2), 30)
    rolls = [[variant.play(index).rolls for index in range(30)] for variant in variants]
    assert result.differences[0][-1] == sum((one - other) ** 2 for one, other in zip(*rolls, strict=True))
    assert [tally.sums[-1] for tally in result.tallies] == [sum(one) for one in rolls]


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.long
def test_memory_is_flat_however_many_rounds_there_are() -> None:
    """Real rounds, each of which counts many times: a pointer for each of half a million would be 4 MB."""
    variant = VARIANTS["dice"][0]
    rounds = [*map(variant.play, range(1000))]
    variants = [variant._replace(play=lambda index: rounds[index % 1000])]
    early = 0
    for result in simulate(variants, 600_000, no_rounds(variants, 2), in_this_process):
        early = early or (resident_bytes() if result.done >= 100_000 else 0)
    assert resident_bytes() - early <= 1 << 20


def test_ctrl_c_is_heard_between_two_waits_for_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within one it would leave a lock open, and be another error."""

    def wait(chunks: list[Future[Batch]], timeout: float) -> Any:
        signal.raise_signal(signal.SIGINT)
        return futures.wait(chunks, 0)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(run, "wait", wait)
    try:
        with pytest.raises(KeyboardInterrupt) as interrupted:
            run._result(Future())
    finally:
        signal.signal(signal.SIGINT, before)
    assert "held" in [entry.name for entry in interrupted.traceback]
