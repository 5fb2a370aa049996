"""The texts of the game: English, with a German translation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.display.texts.games import ChoiceText, GameTexts, Words
from ligretto_dominoes.round import DominoReason

TEXTS: Final = GameTexts(
    name="Dominoes",
    usual_edition="Usual edition: dominoes",
    words=Words(
        start="Lay on!",
        stop="Stop!",
        you_stopped="You called Stop!",
        may_stop="All laid: hit Stop!",
        still_there="Still there? Touch a tile",
        vote_too="{who} says: nothing goes. You too? Hold your stock",
        nobody_can_play="Nobody can play",
        free_seat="This seat is free; its tiles in the chain count",
        no_room="No more seats: tiles would be too small",
        placed="in the chain",
    ),
    piece=lambda piece, say: say("Domino {piece}", piece=piece),
    reasons={
        DominoReason.ENDS_DIFFER: "Neither end shows that number",
        DominoReason.NOTHING_TO_DRAW: "The stock is empty",
        DominoReason.TILES_LEFT: "False Stop: tiles are left",
    },
    choices={
        "preset": ChoiceText(
            "Edition", {"one_chain": "One chain"}, {"one_chain": "Everybody lays onto the same chain"}
        ),
    },
)

TRANSLATIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        "Dominoes": "Domino",
        "Usual edition: dominoes": "Übliche Ausgabe: Domino",
        "Lay on!": "Legt los!",
        "Stop!": "Stop!",
        "You called Stop!": "Du hast Stop gerufen!",
        "All laid: hit Stop!": "Alles gelegt: drücke Stop!",
        "Still there? Touch a tile": "Noch da? Berühre einen Stein",
        "{who} says: nothing goes. You too? Hold your stock": "{who} meint: nichts geht. Du auch? Halte deinen Vorrat",
        "Nobody can play": "Niemand kann spielen",
        "This seat is free; its tiles in the chain count": "Dieser Platz ist frei; seine Steine in der Kette zählen",
        "No more seats: tiles would be too small": "Keine weiteren Plätze: die Steine würden zu klein",
        "in the chain": "in der Kette",
        "Domino {piece}": "Stein {piece}",
        "Neither end shows that number": "Kein Ende zeigt diese Zahl",
        "The stock is empty": "Der Vorrat ist leer",
        "False Stop: tiles are left": "Falsches Stop: es sind noch Steine da",
        "One chain": "Eine Kette",
        "All lay onto the same chain": "Alle legen an dieselbe Kette an",
        "Push a tile to the chain": "Schieb einen Stein zur Kette",
        "Nothing fits: tap your stock": "Nichts passt: tippe auf deinen Vorrat",
        "All laid: Stop!": "Alles gelegt: Stop!",
        "tiles": "Steine",
        "stock": "Vorrat",
        "laid": "gelegt",
        "left, two points each": "übrig, je zwei Punkte",
    },
}
