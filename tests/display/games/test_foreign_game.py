"""A game from another package with its own pieces, texts and touches: none of our code depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.game import Counted, Tile, picture_of_game
from kiosk.display.games.memory import NoMemory
from kiosk.display.games.motion import Aim
from kiosk.display.input.gestures import Gestures
from kiosk.display.paint.art import SignLook
from kiosk.display.scene import Item
from kiosk.display.texts.choices import text_of, warning_text
from kiosk.display.texts.games import ChoiceText, GameTexts, HandicapText, Words
from kiosk.display.texts.refusals import verdict_text
from kiosk.display.texts.service import page_text
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.layout.table_layout import Place
from kiosk.locale.speaker import catalogue, speaker
from kiosk.protocol import GameMove, Hold, Move, SeatView, Snapshot, Verdict
from tests.display.table import Table

ONE = SeatNumber(1)
TRANSLATIONS = {
    "de": {
        "Dominoes": "Domino",
        "Domino {tile}": "Stein {tile}",
        "The ends differ": "Die Enden passen nicht",
        "{n} domino": "{n} Stein",
        "{n} dominoes": "{n} Steine",
    }
}


class Parts:
    """Three tiles, a stock and a chain of ten cells."""

    stop = 1.0

    def body(self, card: float, further: float = 0.0) -> dict[str, Place]:
        names = ("tile 0", "tile 1", "tile 2", "stock", "end")
        return {name: Place((index - 2) * 1.2 * card, 0, card, 1.5 * card) for index, name in enumerate(names)}

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        return tuple(Place(centre.left + (cell + 0.5) * card, centre.y, card, card) for cell in range(10))

    def suits(self, centre: Place, card: float) -> bool:
        return centre.w > 10 * card

    @property
    def tight(self) -> Parts:
        return self

    @property
    def spare(self) -> None:
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parts)

    def __hash__(self) -> int:
        return 1


LAYOUT = SimpleNamespace(parts=lambda views, players: Parts())


class Motion:
    """The motion of tiles to the chain."""

    sounds = MappingProxyType({"lay": "place"})

    def piece_at(self, view: SeatView, source: str) -> str | None:
        piece = source.removeprefix("tile ")
        return piece if piece in view.own["tiles"] else None

    def lies(self, view: SeatView, source: str) -> bool:
        return self.piece_at(view, source) is not None

    def home(self, panel: Any, source: str, kept: Any) -> Any:
        return panel.places["tile 0"]

    def look(self, panel: Any, source: str, piece: str | None) -> SignLook:
        return SignLook("disc", 40)

    def looks(self, layout: Any) -> Iterator[Any]:
        yield SignLook("disc", 50)

    def aim(self, snapshot: Any, layout: Any, piece: str, x: float, y: float) -> Any:
        return Aim(layout.cells[0], SignLook("disc", 50))

    def raced(self, snapshot: Any, verdict: Any) -> None:
        return None

    def homeward(self, snapshot: Any, layout: Any) -> tuple[Any, ...]:
        return ()

    def uppermost(self, snapshot: Any, layout: Any) -> tuple[Any, ...]:
        return ()

    def fly(self, flyer: Any, move: Move, panel: Any, layout: Any) -> None:
        if move.kind == "lay" and panel:
            flyer.land(panel, f"tile {move.card}", SignLook("disc", 50), layout.cells[move.cell])

    def dealt(self, view: Any, panel: Any) -> tuple[Any, ...]:
        return ()

    def undealt(self, view: Any, kept: Any, parts: Any) -> Any:
        return view, kept

    def roll(self, *_: Any) -> None:
        """Do nothing: tiles do not roll."""


class Touches:
    """A tile is laid at the nearest end; a tap on the stock draws."""

    pieces = frozenset({"tile"})
    turns = MappingProxyType({"stock": lambda seat, at: GameMove(seat, "draw", "", at)})
    only_seen = frozenset({"chain"})
    row = None

    def meant(self, item: Item, items: Any) -> Item:
        return item

    def source(self, item: Item) -> str:
        return f"tile {item.card}"

    def lies(self, item: Item, view: SeatView, now: int) -> str | None:
        return item.card if item.card in view.own["tiles"] else None

    def play(self, seat: SeatNumber, item: Item, near: Any, at: int) -> GameMove:
        return GameMove(seat, "lay", self.source(item), at, near=near())

    def tap(self, item: Item, at: int) -> None:
        return None


class Picture:
    """Tiles drawn as discs."""

    motion, touches = Motion(), Touches()
    worth = 0
    ringed = 3
    texts = GameTexts(
        name="Dominoes",
        usual_edition="Usual edition: dominoes",
        words=Words(**dict.fromkeys(set(Words.__struct_fields__) - {"cries"}, "x"), cries={"shout": "Domino!"}),
        piece=lambda piece, say: say("Domino {tile}", tile=piece),
        reasons={"ends_differ": "The ends differ"},
        choices={"preset": ChoiceText("Edition", {"block": "Block"})},
        warnings={"many": "Only {n} tiles"},
    )

    def memory(self) -> NoMemory:
        return NoMemory()

    def draw_seat(self, sketch: Any, context: Any, *, usable: bool) -> None:
        for slot, tile in enumerate(context.view.own["tiles"]):
            sketch.item("tile", context.panel.places[f"tile {slot}"], slot=slot, card=tile, enabled=usable)
        sketch.item("stock", context.panel.places["stock"], enabled=usable)

    def draw_gathered(self, sketch: Any, context: Any) -> Place:
        return context.panel.places["body"]

    def draw_ground(self, sketch: Any, context: Any, tint: Any) -> None:
        pass

    def draw_centre(self, sketch: Any, context: Any, tint: Any, *, touchable: bool) -> None:
        for cell, tile in enumerate(context.own.get("chain", ())):
            sketch.item("chain", context.layout.cells[cell], slot=cell, card=tile)

    def raced(self, context: Any, race: Any) -> tuple[Any, ...]:
        return ()

    def draw_home(self, sketch: Any, place: Place, seat: Any, pieces: int) -> bool:
        return False

    def draw_own(self, sketch: Any, place: Place, seat: Any) -> None:
        self.draw_piece(sketch, "", place)

    def draw_piece(self, sketch: Any, piece: str, place: Place) -> None:
        sketch.sign("disc", place.x, place.y, place.w)

    def pieces_left(self, view: SeatView) -> int:
        return len(view.own["tiles"])

    def steps(self, context: Any) -> Any:
        return ((lambda sketch, _, place: self.draw_piece(sketch, "1-1", place), "Lay"),)

    def hint(self, context: Any) -> str:
        return ""

    def demand(self, context: Any) -> tuple[str, bool]:
        return "", False

    def counted(self, context: Any, line: Any) -> Counted:
        return Counted([Tile("", str(line.stack_left), "left")])

    def taker(self, result: Any) -> None:
        return None


PICTURE = Picture()


@pytest.fixture(autouse=True)
def dominoes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the game."""
    cards = registry.entry("cards")  # lends the parts that no picture asks for
    entry = cards._replace(
        name="dominoes",
        preset_key="",
        layout=f"{__name__}:LAYOUT",
        display=f"{__name__}:PICTURE",
        translations=f"{__name__}:TRANSLATIONS",
    )
    point = SimpleNamespace(name="dominoes", value="somewhere", load=lambda: entry)
    monkeypatch.setattr(registry, "entry_points", lambda *, group: (point,))
    monkeypatch.setattr(registry, "_THEIRS", {})  # else the tests themselves were the game's from now on
    registry.entries.cache_clear()
    yield
    monkeypatch.undo()
    registry.entries.cache_clear()
    registry.part.cache_clear()
    catalogue.cache_clear()


def told(**changes: Any) -> Snapshot:
    views = (
        SeatView(ONE, "playing", own={"tiles": ("3-5", "0-0")}),
        SeatView(SeatNumber(2), "playing", own={"tiles": ("1-1",)}, language="de"),
    )
    return replace(Snapshot(1, 0, "play", views, "dominoes", own={"chain": ("5-5",)}), **changes)


def test_it_has_its_own_words_in_every_language() -> None:
    german, english = speaker("de"), speaker("en")
    refused = Verdict(1, "ends_differ", "3-5")
    assert verdict_text(refused, "dominoes", german) == "Stein 3-5: Die Enden passen nicht"
    assert verdict_text(refused, "dominoes", english) == "Domino 3-5: The ends differ"
    assert verdict_text(Verdict(1, "locked"), "dominoes", english) == "Locked for a moment"
    assert text_of("game", "cards").name("dominoes", german) == "Domino"
    assert text_of("preset", "dominoes").name("block", english) == "Block"
    assert text_of("length", "dominoes").name("rounds 3", english) == "3 rounds"
    assert warning_text("many 28", "dominoes", english) == "Only 28 tiles"
    assert [german.count("{n} domino", "{n} dominoes", number) for number in (1, 2)] == ["1 Stein", "2 Steine"]
    assert page_text("game.presets.dominoes").title == "Usual edition: dominoes"


@pytest.mark.ui
def test_it_is_laid_out_drawn_touched_and_flies(table_of: Callable[..., Table], canned: Any) -> None:
    table = table_of(2)
    view = table.view
    sent: list[Any] = []
    gestures = Gestures(view, sent.append)
    gestures.resize(1280, 720, 1092.0)
    for snapshot in (canned.snapshot("ready", 2), told()):
        view.show(snapshot)
        gestures.apply(snapshot)
    tile = next(item for item in view.items() if item.card == "3-5")
    stock = next(item for item in view.items() if item.what == "stock" and item.seat == ONE)
    gestures.down("a", tile.x, tile.y, 0)
    gestures.move("a", 640, 360, 300_000_000)
    gestures.up("a", 640, 360, 600_000_000)
    gestures.down("a", stock.x, stock.y, 700_000_000)
    gestures.up("a", stock.x, stock.y, 800_000_000)
    near = view.near_cells(640, 360)
    lay = GameMove(ONE, "lay", "tile 3-5", 600_000_000, near=near)
    assert sent == [Hold(ONE, "tile 3-5", 0), lay, GameMove(ONE, "draw", "", 800_000_000)]
    assert [item.card for item in view.items() if item.what == "chain"] == ["5-5"]
    moves = (Move(9, "lay", ONE, card="3-5", cell=4), Move(10, "shout"))
    view.show(told(id=2, moves=moves))
    assert len(table.flights) == 2, "the tile on its way, and above its place as it lands"
    assert table.marks("overlay")


@pytest.mark.ui
@pytest.mark.parametrize("state", ["attract", "ready", "countdown", "stopped", "paused", "round_result"])
def test_every_screen_takes_it(table_of: Callable[..., Table], canned: Any, state: str) -> None:
    seats = tuple(replace(seat, own={"tiles": ()}) for seat in canned.snapshot(state, 2).seats)
    table = table_of(2)
    table.show(replace(canned.snapshot(state, 2), game="dominoes", seats=seats))
    assert table.marks(ONE)
    assert not [item for item in table.view.items() if item.what.startswith("handicap")]


@pytest.mark.ui
@pytest.mark.parametrize("with_text", [True, False], ids=["words and no values", "values and no words"])
def test_the_drawer_of_handicaps_can_be_left_where_the_game_has_none(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch, with_text: bool
) -> None:
    if with_text:
        text = HandicapText("cards", *["x"] * 5)
        monkeypatch.setattr(Picture, "texts", replace(Picture.texts, handicap=text))
    view = table_of(2).view
    before = canned.snapshot("ready", 2)
    view.show(before)
    view.tap(next(item for item in view.items() if item.what == "more"), 0)
    for drawer in ("handicaps", "handicap"):
        handicap = next(item for item in view.items() if item.what == drawer)
        view.tap(handicap, 0)
    assert handicap.seat is not None
    lobby = replace(before.lobby, handicaps=() if with_text else (0, 1))
    view.show(replace(before, id=2, game="dominoes", lobby=lobby))
    there = [item.what for item in view.items() if item.seat == handicap.seat]
    assert "close" in there


def test_the_part_of_a_game_is_found_by_its_name() -> None:
    assert picture_of_game("dominoes") is PICTURE
    with pytest.raises(registry.UnknownGame):
        picture_of_game("chess")
