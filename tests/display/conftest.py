"""Canned tables: a snapshot of every state, for tests that draw it and for looking at it (``test_pictures``)."""

from __future__ import annotations

import gc
import itertools
import os
import random
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import kiosk.config.loader
from kiosk.display.paint import text
from kiosk.display.paint.art import Look
from kiosk.display.paint.base import BaseLook
from kiosk.display.paint.painted import PAINTING, Painted
from kiosk.game.awards import Award, AwardKind, kinds_of
from kiosk.game.cards.editions import PRESETS
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.game.seats import SeatNumber
from kiosk.protocol import (
    PROTOCOL,
    Choice,
    House,
    LobbyView,
    Move,
    RoundResult,
    SeatScore,
    SeatView,
    Slot,
    Snapshot,
    Verdict,
    Welcome,
)
from tests.display.kept_layouts import layouts_kept
from tests.display.table import Table
from tests.rig.films import rehearsed_once
from tests.rig.shared import Shared
from tests.rig.shown_rounds import rounds_kept

if TYPE_CHECKING:
    from tests.rig.frames import Frames

SECOND = 1_000_000_000
NOW = 1000 * SECOND
CONFIGS = Path(kiosk.config.loader.__file__).parent
NAMES = {2: "two", 3: "three", 4: "four", 6: "six", 8: "eight", 12: "twelve"}
LANGUAGES = ("en", "de", "fr")
TABLES_KEPT = 12
"""The number of tests that draw something after which textures are freed: each look for them takes a twentieth of a
second."""
_DRAWN = itertools.count(1)
LENGTHS = (
    *("single_round", "rounds 3", "rounds 5", "rounds 7", "rounds 10"),
    *("points 50", "points 99", "points 100", "points 200", "minutes 10", "minutes 20", "minutes 30"),
)
LOBBY = LobbyView(
    (
        Choice("game", "cards", ("cards", "dice")),
        Choice("preset", "table_default", tuple(PRESETS), stops=("table_default", "schmidt_2017_en", "junior")),
        Choice("length", "rounds 5", LENGTHS, stops=("single_round", "rounds 3", "rounds 5", "points 100")),
        Choice("pro", "off", ("off", "exactly_one", "any_lower")),
        Choice("touch_mode", "drag", ("drag", "tap")),
        Choice("bots", "steady", ("off", "gentle", "steady", "quick", "master")),
    ),
    tuple(range(4, 14)),
    cooldowns=(0, 1000, 2000, 3000),
)


def awards_of(game: str, seats: int) -> tuple[Award, ...]:
    """Return an award for each seat: another kind, and a figure of its own."""
    kinds = kinds_of(game)
    return tuple(
        Award(SeatNumber(n + 1), kinds[n % len(kinds)], 1230 if kinds[n % len(kinds)] is AwardKind.SOONEST else 21 - n)
        for n in range(seats)
    )


@lru_cache
def _welcome(seats: int) -> Welcome:
    plan = kiosk.config.loader.load(CONFIGS / f"{NAMES[seats]}_seats.toml").plan()
    return Welcome(PROTOCOL, plan, 1092.0, simulated=True)


class Canned:
    """A factory of snapshots, the same every time."""

    now = NOW

    def welcome(self, seats: int) -> Welcome:
        """Return a 43 inch table with its seats as in the ready-made configuration."""
        return _welcome(seats)

    def view(self, number: int, seats: int, **values: object) -> SeatView:
        """Return a seat in the middle of a round."""
        draw = random.Random(number)  # noqa: S311  # the same cards every time
        cards = [f"{color}{value}" for color in "rgby" for value in range(1, 11)]
        draw.shuffle(cards)
        view: dict[str, object] = {
            "seat": SeatNumber(number),
            "state": "playing",
            "language": LANGUAGES[(number - 1) % 3],
            "row": tuple(Slot(cards.pop(), 1) for _ in range({2: 5, 3: 4}.get(seats, 3))),
            "stack_card": cards.pop(),
            "stack_count": draw.randint(2, 10),
            "discard_card": cards.pop(),
            "discard_count": 6,
            "hand_count": 15,
            "centered": draw.randint(0, 14),
        }
        return SeatView(**{**view, **values})

    def snapshot(self, state: str, seats: int, **values: object) -> Snapshot:
        """Return a table in this state; ``values`` replace parts of it."""
        return getattr(self, f"_{state}", self._play)(state, seats, values)

    def _make(self, state: str, views: list[SeatView], values: dict[str, object], **known: object) -> Snapshot:
        parts: dict[str, object] = {
            "id": 1, "now": NOW, "state": state, "seats": tuple(views), "round_no": 2, "rounds": 3, "simulated": True,
            "languages": LANGUAGES,
        }  # fmt: skip
        return Snapshot(**{**parts, **known, **values})

    def _piles(self, seats: int) -> tuple[tuple[int, str], ...]:
        draw = random.Random(seats)  # noqa: S311
        cells = draw.sample(range(4 * seats), 3 * seats)
        return tuple((cell, f"{'rgby'[index % 4]}{draw.randint(1, 9)}") for index, cell in enumerate(cells))

    def _play(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        beaten = Verdict(1, "beaten_to_it", "b6", SeatNumber(2), 14, at=NOW)
        ticker = (
            Verdict(2, "does_not_fit", "r8", at=NOW),
            Verdict(3, "beaten_to_it", "g10", None, None, lot=True, at=NOW),
            beaten,
        )
        special: dict[int, dict[str, object]] = {
            1: {"ticker": ticker, "screen_stop": True},
            2: {"ticker": ticker, "locked_until": NOW + 1_400_000_000},
            3: {"may_stop": True, "stack_count": 0, "stack_card": None, "bot": True},
            4: {
                "mirrored": True,
                "hand_count": 0,
                "screen_stop": True,
                "may_stop": True,
                "stack_count": 0,
                "stack_card": None,
            },
        }
        views = [self.view(number, seats, **special.get(number, {})) for number in range(1, seats + 1)]
        return self._make(state, views, values, piles=self._piles(seats), deadline=NOW + 41 * SECOND)

    def quiet(self, seats: int) -> Snapshot:
        """Return a round in which nothing has happened to any seat."""
        views = [self.view(number, seats) for number in range(1, seats + 1)]
        return self._make("play", views, {}, piles=self._piles(seats))

    def in_pro(self, seats: int) -> Snapshot:
        """Return the pro variant: piles of several cards, a gap, and places that take a card."""
        play = self.quiet(seats)
        row = (Slot("g8", 3), Slot("r10", 1), Slot("y4", 7))
        known = {"row": row, "stack_card": "b7", "stack_to": (0,), "discard_card": "r3", "discard_to": (2,)}
        gap = {**known, "row": (*row[:2], Slot(None, 0)), "stack_to": (0, 2), "discard_to": (), "held": "stack"}
        changes = (known, known, gap, {**known, "held": "discard"})
        return replace(
            play, seats=tuple(replace(view, **changes[view.seat % 4]) for view in play.seats), preset="schmidt_2017_ru"
        )

    def by_hand(self, seats: int) -> Snapshot:
        """Return an edition with refills by hand; at every second seat the stack is empty."""
        play = self.quiet(seats)
        full = {"row": (Slot(None, 0), Slot("g5", 1), Slot(None, 0)), "stack_to": (0, 2)}
        empty = {"row": full["row"], "stack_card": None, "stack_count": 0}
        views = (replace(view, **(full if view.seat % 2 else empty)) for view in play.seats)
        return replace(play, seats=tuple(views), preset="schmidt_de_fr_it")

    def face_down(self, seats: int) -> Snapshot:
        """Return an edition with a face-down stack; every fourth seat has a gap to fill."""
        play = self.quiet(seats)
        refused = {"stack_card": None, "stack_barred": True, "ticker": (Verdict(1, "via_row_only", at=NOW),)}
        gap = {**refused, "row": (Slot("b2", 1), Slot(None, 0), Slot("g9", 1)), "stack_to": (1,)}
        changes = (gap, refused, {**refused, "stack_count": 1}, refused)
        views = (replace(view, **changes[view.seat % 4]) for view in play.seats)
        return replace(play, seats=tuple(views), preset="schmidt_2017_ru_footnote")

    def punished(self, seats: int) -> Snapshot:
        """Return penalties, locks and a warning, each with its reason."""
        play = self.quiet(seats)
        lock = NOW + 1_300_000_000
        refused = Verdict(1, "not_descending", "b7", at=NOW), Verdict(2, "pro_variant_off", "r3", at=NOW)
        changes: tuple[dict[str, object], ...] = (
            {"ticker": (Verdict(3, "table_card_first", allowed=True, at=NOW),)},
            {"ticker": (*refused, Verdict(3, "does_not_fit", "r10", points=1, at=NOW)), "penalty": 3},
            {"ticker": (Verdict(3, "stack_not_empty", locked_until=lock, at=NOW),), "locked_until": lock},
            {"ticker": (*refused, Verdict(3, "stack_not_empty", points=2, at=NOW)), "penalty": 12},
        )
        return replace(play, seats=tuple(replace(view, **changes[view.seat % 4]) for view in play.seats))

    def _attract(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        views = [self.view(number, seats, bot=True, language="en") for number in range(1, seats + 1)]
        return self._make(state, views, values, piles=self._piles(seats), round_no=1, rounds=1)

    def _closed(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        views = [SeatView(SeatNumber(number), "free") for number in range(1, seats + 1)]
        return self._make(state, views, values, round_no=0, rounds=0, house=House(opens="10:00"))

    def _ready(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        kinds = ("taken", "ready", "taken", "free")
        views = [
            SeatView(SeatNumber(number), kinds[(number - 1) % 4], language=LANGUAGES[(number - 1) % 3])
            for number in range(1, seats + 1)
        ]
        return self._make(state, views, values, lobby=LOBBY, deadline=NOW + 11 * SECOND, round_no=0)

    def _countdown(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        views = [self.view(number, seats, centered=0, stack_count=10) for number in range(1, seats + 1)]
        return self._make(state, views, values, deadline=NOW + 2 * SECOND + 1)

    def _stopped(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        return self._play(state, seats, {"caller": SeatNumber(2), "ended_by": "stop", **values})

    def _paused(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        views = [self.view(number, seats, confirmed=number == 2) for number in range(1, seats + 1)]
        return self._make(
            *(state, views, values),
            piles=self._piles(seats),
            pause_by=SeatNumber(2),
            called=tuple(view.seat for view in views),
            deadline=NOW + 48 * SECOND,
        )

    def _result(self, seats: int) -> RoundResult:
        known = (14, 0, 21), (9, 3, 12), (17, 2, 24), (4, 6, -9)
        scores = tuple((*known[n % 4][:2], known[n % 4][2] - n // 4) for n in range(seats))
        lines = tuple(
            SeatScore(
                SeatNumber(n + 1),
                *(cards, left, 0, cards - 2 * left, total),
                won=n == 2 or (n == 0 and seats == 2),
                handicap={0: 8, 1: 13}.get(n),
                cooldown={1: 2000, 3: 1000}.get(n, 0),
            )
            for n, (cards, left, total) in enumerate(scores)
        )
        history = (tuple(total - line.points for line, (_, _, total) in zip(lines, scores, strict=True)),)
        return RoundResult(
            "stop", SeatNumber(1), 2, lines, (*history, tuple(total for *_, total in scores)), near_ties=3
        )

    def _round_result(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        views = [self.view(number, seats, confirmed=number == 2, bot=number == 3) for number in range(1, seats + 1)]
        return self._make(
            state,
            views,
            values,
            result=self._result(seats),
            deadline=NOW + 13 * SECOND,
            caller=SeatNumber(1),
            ended_by="stop",
        )

    def _match_result(self, state: str, seats: int, values: dict[str, object]) -> Snapshot:
        result = self._result(seats)
        winner = SeatNumber(3 if seats > 2 else 1)
        parts = {name: getattr(result, name) for name in result.__struct_fields__}
        began = tuple(tuple(row[n % 4] + n // 4 for n in range(seats)) for row in ((4, 6, 11, -4), (12, 3, 9, -6)))
        parts.update(winners=(winner,), awards=awards_of("cards", seats), round_no=3)
        parts["history"] = (*began, tuple(line.total for line in result.lines))
        return self._round_result(state, seats, {"result": RoundResult(**parts), "round_no": 3, **values})

    def turn(self, name: str, seats: int = 4) -> list[Snapshot]:
        """Return the snapshots of a match up to this turn."""
        return [replace(self.snapshot(state, seats), **values) for state, values in self._turns(name, seats)]

    def _turns(self, name: str, seats: int) -> list[tuple[str, dict[str, object]]]:
        tied = (SeatNumber(1), SeatNumber(3))
        quiet = {"seats": self.quiet(seats).seats, "deadline": 0}
        views = [self.view(1, 2, centered=3), self._onlooker(2), self.view(3, 2, bot=True)]
        views += [self._onlooker(number) for number in range(4, seats + 1)]
        extra = {"tiebreak": tied, "extra_round": True, "seats": tuple(views), "round_no": 4}
        ends = self._result(seats)
        drawn = replace(ends, lines=tuple(replace(line, total=24 - line.total % 2) for line in ends.lines))
        off = [replace(line, away=line.seat not in tied, won=line.seat == 3) for line in ends.lines]
        left = replace(ends.lines[2], left=True, won=False)
        shared = [replace(line, won=line.seat in tied, total=24 if line.seat in tied else 7) for line in ends.lines]
        gone = [*ends.lines[:2], left, *ends.lines[3:]]
        final = self.snapshot("match_result", seats).result
        nobody: dict[str, object] = {**quiet, "caller": None}
        turns: dict[str, list[tuple[str, dict[str, object]]]] = {
            "drawn": [("round_result", {"tiebreak": tied, "result": drawn, "round_no": 3})],
            "extra_countdown": [("countdown", extra)],
            "extra_play": [("play", {**extra, "piles": ((2, "r1"), (5, "b1"))})],
            "extra_result": [
                ("round_result", {"extra_round": True, "round_no": 4, "result": replace(ends, lines=tuple(off))})
            ],
            "extra_paused": [("paused", {**extra, "called": tied[:1]})],
            "target": [("play", {**quiet, "rounds": 0, "target": 99})],
            "minutes": [("play", {**quiet, "rounds": 0, "minutes_left": 12})],
            "time_up": [("round_result", {"rounds": 0, "minutes_left": 0})],
            "shared": [("match_result", {"result": replace(final, lines=tuple(shared), winners=tied)})],
            "left_out": [
                (
                    "match_result",
                    {
                        "result": replace(final, lines=tuple(gone), winners=(SeatNumber(1),)),
                        "seats": (*views[:2], SeatView(SeatNumber(3), "left", language="en"), *views[3:]),
                    },
                )
            ],
            "shuffled": [("play", quiet), ("play", {**quiet, "moves": (self.move(9, "shuffle"),)})],
            "stopped_dead": [("stopped", {**nobody, "ended_by": "dead_by_cards"})],
            "stopped_abort": [("stopped", {**nobody, "ended_by": "abort"})],
            "stopped_left": [("stopped", {**nobody, "ended_by": "left"})],
            "ended_dead": [("round_result", {"caller": None, "ended_by": "dead_by_order"})],
        }
        return turns[name]

    # ---- the dice game

    def dice_board(self, seats: int, heights: tuple[int, ...] = (3, 1, 5, 0)) -> tuple[int, ...]:
        """Return a board with these heights of the colours; the dice belong to the seats in turn."""
        board = [0] * 24
        for color, height in enumerate(heights):
            for value in range(height):
                board[6 * color + value] = (color + value) % seats + 1
        return tuple(board)

    def dice_view(self, number: int, seats: int, **values: object) -> SeatView:
        """Return a seat in the middle of a round of dice: two of its dice are placed, the others are at rest."""
        draw = random.Random(number)  # noqa: S311  # the same dice every time
        left = max(1, 24 // seats - 2)
        dice = tuple(sorted(f"{draw.choice('rgby')}{draw.randint(1, 6)}" for _ in range(left)))
        view: dict[str, object] = {
            "seat": SeatNumber(number),
            "state": "playing",
            "language": LANGUAGES[(number - 1) % 3],
            "dice": dice,
            "centered": 24 // seats - left,
            "handicap": 0,
        }
        return SeatView(**{**view, **values})

    def dice(self, moment: str, seats: int) -> Snapshot:
        """Return the dice game at this moment."""
        state, views, known = getattr(self, f"_dice_{moment}")(seats)
        known = {"board": self.dice_board(seats), **known}
        parts: dict[str, object] = {"game": "dice", "rounds": 3 * seats, "preset": "university_games_2013"}
        return self._make(state, views, parts, **known)

    def _dice_play(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        beaten = Verdict(1, "beaten_to_it", "b6", SeatNumber(2), 14, at=NOW)
        ticker = (Verdict(2, "does_not_fit", "r6", at=NOW), Verdict(3, "not_rolled", at=NOW), beaten)
        special: dict[int, dict[str, object]] = {
            1: {"ticker": ticker, "held": "die " + self.dice_view(1, seats).dice[0]},
            2: {"ticker": ticker, "screen_stop": True},
            3: {"may_stop": True, "dice": (), "centered": 24 // seats},
            4: {"mirrored": True, "dice": (), "centered": 24 // seats, "screen_stop": True, "may_stop": True},
        }
        return "play", [self.dice_view(n, seats, **special.get(n, {})) for n in range(1, seats + 1)], {}

    def _dice_unrolled(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        share = 24 // seats
        bag = ["rgby"[index % 4] for index in range(24)]
        random.Random(seats).shuffle(bag)  # noqa: S311
        views = [
            self.dice_view(n, seats, dice=tuple(sorted(bag[(n - 1) * share : n * share])), centered=0)
            for n in range(1, seats + 1)
        ]
        return "play", views, {"board": (0,) * 24}

    def _dice_countdown(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        _, views, known = self._dice_unrolled(seats)
        return "countdown", views, {**known, "deadline": NOW + 2 * SECOND + 1}

    def _dice_rolling(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        until = NOW + 600_000_000
        rolls = {"rolling_until": until, "locked_until": until}
        views = [self.dice_view(n, seats, **(rolls if n % 2 else {})) for n in range(1, seats + 1)]
        return "play", views, {}

    def _dice_stopped(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        winner = self.dice_view(2, seats, dice=(), centered=24 // seats)
        views = [winner if n == 2 else self.dice_view(n, seats) for n in range(1, seats + 1)]
        board = self.dice_board(seats, (6, 3, 5, 2))
        return "stopped", views, {"board": board, "caller": SeatNumber(2), "ended_by": "stop"}

    def dice_result(self, seats: int) -> RoundResult:
        """Return the round of RULES.md N11 for four seats, 3 + 1 + 4 = 8; similar for other numbers."""
        left = [(3, 0, 1, 4)[index % 4] for index in range(seats)]
        left = [rest if index == 1 or rest else 2 for index, rest in enumerate(left)]
        left[1] = 0
        points = [-rest for rest in left]
        points[1] = sum(left)
        lines = tuple(
            SeatScore(
                SeatNumber(n + 1),
                *(max(0, 24 // seats - left[n]), left[n], 0, points[n], 100 + points[n] + (2, -1, -3, 2)[n % 4]),
                won=n == 1,
                handicap={0: 1}.get(n),
            )
            for n in range(seats)
        )
        history = tuple(line.total - line.points for line in lines), tuple(line.total for line in lines)
        return RoundResult("stop", SeatNumber(2), 2, lines, history, start=100, near_ties=1)

    def _dice_round_result(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        _, views, _ = self._dice_stopped(seats)
        result = self.dice_result(seats)
        known = {"result": result, "deadline": NOW + 13 * SECOND, "caller": SeatNumber(2), "ended_by": "stop"}
        return "round_result", views, known

    def _dice_tied(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        _, views, known = self._dice_round_result(seats)
        result = self.dice_result(seats)
        ahead = tuple(replace(line, total=104) if line.seat <= 2 else line for line in result.lines)
        history = (*result.history[:-1], tuple(line.total for line in ahead))
        known |= {"result": replace(result, lines=ahead, history=history), "round_no": 3 * seats}
        return "round_result", views, {**known, "tiebreak": (SeatNumber(1), SeatNumber(2))}

    def _dice_tiebreak(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        views = [self.dice_view(1, 2), self.dice_view(2, 2), *(self._onlooker(n) for n in range(3, seats + 1))]
        known = {"tiebreak": (SeatNumber(1), SeatNumber(2)), "extra_round": True, "round_no": 3 * seats + 1}
        return "play", views, known

    def _dice_match_result(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        _, views, known = self._dice_round_result(seats)
        result = replace(
            self.dice_result(seats),
            winners=(SeatNumber(2),),
            awards=awards_of("dice", seats),
            round_no=3 * seats,
        )
        return "match_result", views, {**known, "result": result, "round_no": 3 * seats}

    def _dice_ready(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        views = [
            replace(view, handicap=0, row=(), stack_card=None, discard_card=None)
            for view in self.snapshot("ready", seats).seats
        ]
        choices = (
            Choice("game", "dice", ("cards", "dice")),
            Choice("preset", "university_games_2013", tuple(DICE_PRESETS)),
            Choice("length", "rounds_each 3", ("rounds_each 1", "rounds_each 2", "rounds_each 3")),
            Choice("handicap_mode", "leave_out", ("leave_out", "transfer")),
            *(choice for choice in LOBBY.choices if choice.key in ("touch_mode", "bots")),
        )
        lobby = LobbyView(choices, (0, 1, 2), cooldowns=(-500, 0, 500, 1000, 2000))
        return "ready", views, {"lobby": lobby, "deadline": NOW + 11 * SECOND, "round_no": 0, "board": ()}

    def _dice_real_ready(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        """Return the lobby with real dice: the third seat's reader does not answer, the others work."""
        state, views, known = self._dice_ready(seats)
        views = [replace(view, real=view.seat != 3, tray="lost" if view.seat == 3 else "") for view in views]
        lobby = known["lobby"]
        assert isinstance(lobby, LobbyView)
        real = Choice("dice_source", "real", ("real", "virtual"), "some_on_screen")
        choices = (*lobby.choices[:4], real, *lobby.choices[4:])
        return state, views, {**known, "lobby": replace(lobby, choices=choices), "real_dice": True}

    def _dice_real(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        """Return a round with real dice in which something has to be done with every tray."""
        trays = ("throw", "take_out y", "lost", "unread 1", "missing rr", "again", "fault", "take_out ryy", "")
        views = []
        for n in range(1, seats + 1):
            tray = trays[(n - 1) % len(trays)]
            values: dict[str, object] = {"tray": tray, "real": tray != "lost"}
            if tray == "throw":
                values["dice"] = tuple(die[0] for die in self.dice_view(n, seats).dice)
            views.append(self.dice_view(n, seats, **values))
        return "play", views, {"real_dice": True}

    def _dice_real_play(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        """Return a round with real dice without problems; the third seat is a bot's, the fourth has tapped to roll."""
        ticker = (Verdict(1, "throw_dice", at=NOW),)
        special: dict[int, dict[str, object]] = {3: {"bot": True, "real": False}, 4: {"ticker": ticker}}
        views = [self.dice_view(n, seats, **{"real": True, **special.get(n, {})}) for n in range(1, seats + 1)]
        return "play", views, {"real_dice": True}

    def _dice_real_round_result(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        state, views, known = self._dice_round_result(seats)
        return state, views, self._some_on_screen(known)

    def _dice_real_match_result(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        state, views, known = self._dice_match_result(seats)
        return state, views, self._some_on_screen(known)

    def _some_on_screen(self, known: dict[str, object]) -> dict[str, object]:
        """Return the result with every second seat's dice rolled on the screen."""
        result = known["result"]
        assert isinstance(result, RoundResult)
        lines = tuple(replace(line, on_screen=line.seat % 2 == 1) for line in result.lines)
        return {**known, "result": replace(result, lines=lines), "real_dice": True}

    def _dice_attract(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        views = [self.dice_view(n, seats, bot=True, language="en") for n in range(1, seats + 1)]
        return "attract", views, {}

    def _dice_paused(self, seats: int) -> tuple[str, list[SeatView], dict[str, object]]:
        views = [self.dice_view(n, seats, confirmed=n == 2) for n in range(1, seats + 1)]
        called = tuple(view.seat for view in views)
        return "paused", views, {"pause_by": SeatNumber(2), "called": called, "deadline": NOW + 48 * SECOND}

    def _onlooker(self, number: int) -> SeatView:
        """Return a seat without cards while others play an extra round."""
        return SeatView(SeatNumber(number), "playing", language=LANGUAGES[(number - 1) % 3])

    def move(self, number: int, kind: str, **values: object) -> Move:
        """Return a move with its id."""
        return Move(number, kind, **values)


@pytest.fixture
def canned() -> Canned:
    """A factory of canned snapshots."""
    return Canned()


@pytest.fixture
def frames() -> Iterator[Frames]:
    """Kivy's frames, which come when the test lets time pass."""
    from tests.rig.frames import Frames  # noqa: PLC0415  # load Kivy only when such a test runs

    with Frames(NOW) as made:
        yield made


@pytest.fixture
def table_of(canned: Canned, frames: Frames, unpainted: None) -> Callable[..., Table]:
    """A maker of tables with so many seats, in a window of 1280 by 720 pixels if no other size is given.

    Their pictures have sizes and places, and nothing is painted on them.
    """
    return lambda seats, *size, **options: Table(frames, canned.welcome(seats), *size, **options)


@pytest.fixture
def table(table_of: Callable[..., Table]) -> Table:
    """A table with four seats."""
    return table_of(4)


@pytest.fixture(scope="session", autouse=True)
def _films(shared: Shared) -> Iterator[None]:
    with rehearsed_once(shared):
        yield


@pytest.fixture(scope="session", autouse=True)
def _faces() -> Iterator[None]:
    """Keep typefaces of all sizes open: tests use those of many screens in turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "font", lru_cache(maxsize=128)(text.font.__wrapped__))
        yield


@pytest.fixture(scope="session", autouse=True)
def _layouts() -> Iterator[None]:
    with layouts_kept(), rounds_kept():
        yield


@pytest.fixture(scope="session")
def _paints(shared: Shared) -> Iterator[Callable[[Look], object]]:
    """Paint every look once in a run: looks are values, and hundreds of tables show the same. Nobody draws on them.

    It yields the function that paints.
    """
    from kiosk.display.paint import atlas  # noqa: PLC0415  # imports Kivy

    paint = atlas.painted

    @wraps(paint)
    def painted(look: Look) -> Painted:
        return shared.get("looks", ("look", look), lambda: paint(look))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(atlas, "painted", lru_cache(maxsize=3000, typed=True)(painted))
        patch.setattr(BaseLook, "paint", lru_cache(maxsize=24)(BaseLook.paint))
        yield paint


@pytest.fixture
def unpainted(_paints: Callable[[Look], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint nothing: for tests that ask what lies where, and look at no pixel. With KIOSK_PICTURES somebody does."""
    from kiosk.display.paint import atlas  # noqa: PLC0415  # imports Kivy

    if not os.environ.get("KIOSK_PICTURES"):
        monkeypatch.setenv(PAINTING, "none")
        monkeypatch.setattr(atlas, "painted", _paints)


@pytest.fixture(autouse=True)
def _drawn(request: pytest.FixtureRequest) -> Iterator[None]:
    """Free textures after some tests. Kivy does so in its main loop only: hundreds of tables would fill the memory."""
    if request.node.get_closest_marker("ui") is None:
        yield
        return
    request.getfixturevalue("_paints")
    yield
    if next(_DRAWN) % TABLES_KEPT == 0 and "kivy.graphics" in sys.modules:
        gc.collect()
        sys.modules["kivy.graphics.context"].get_context().gl_dealloc()
