"""Many rounds on all cores. Each has its seed from its index, so that the number of workers changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final

from kiosk.game.rules import CardRules
from kiosk.simulate.play import PlayedRound, play_round, without_waiting

CHUNK: Final = 25
"""Rounds that a worker plays before it answers."""


def simulate(rules: CardRules, players: int, rounds: int, seed: int, workers: int) -> Iterator[PlayedRound]:
    """The rounds in the order of their indices, as they become ready. ``workers``: processes; 1 plays in this one."""
    play = partial(_chunk, without_waiting(rules), players, seed)
    chunks = [range(first, min(first + CHUNK, rounds)) for first in range(0, rounds, CHUNK)]
    if workers == 1:
        for chunk in chunks:
            yield from play(chunk)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for played in pool.map(play, chunks):
            yield from played


def _chunk(rules: CardRules, players: int, seed: int, indices: range) -> list[PlayedRound]:
    return [play_round(rules, players, seed, index) for index in indices]
