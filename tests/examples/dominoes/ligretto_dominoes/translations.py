"""The ``translations`` part of the registry's entry: German. In a file of its own, because commands need no picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TRANSLATIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        "Dominoes": "Domino",
        "Usual edition: dominoes": "Übliche Ausgabe: Domino",
        "Lay on!": "Legt los!",
        "Stop!": "Stop!",
        "You called Stop!": "Du hast Stop gerufen!",
        "All laid: hit Stop!": "Alles gelegt: Drücke Stop!",
        "Still there? Touch a tile": "Noch da? Berühre einen Stein",
        "{who} says: nothing goes. You too? Hold your stock": (
            "{who} meint: Nichts geht mehr. Du auch? Halte deinen Vorrat gedrückt"
        ),
        "This seat is free; its tiles in the chain count": "Dieser Platz ist frei; seine Steine in der Kette zählen",
        "No more seats: tiles would be too small": "Kein Platz mehr: Die Steine würden zu klein",
        "in the chain": "in der Kette",
        "Domino {piece}": "Stein {piece}",
        "Neither end shows that number": "Kein Ende zeigt diese Zahl",
        "The stock is empty": "Der Vorrat ist leer",
        "False Stop: tiles are left": "Falsches Stop: Es sind noch Steine da",
        "One chain": "Eine Kette",
        "Everybody lays onto the same chain": "Alle legen an dieselbe Kette an",
        "Push a tile to the chain": "Schieb einen Stein zur Kette",
        "Nothing fits: tap your stock": "Nichts passt? Tippe auf deinen Vorrat",
        "All laid: Stop!": "Alles gelegt: Stop!",
        "tiles": "Steine",
        "stock": "Vorrat",
        "laid": "gelegt",
        "left, two points each": "übrig, je zwei Punkte",
        "this example": "dieses Beispiel",
        "Lay a tile at either end of the chain, next to the same number.": (
            "Lege einen Stein an ein Ende der Kette, neben die gleiche Zahl."
        ),
        "Nothing fits? Tap the stock for its next tile.": "Nichts passt? Tippe auf den Vorrat: Ein neuer Stein kommt.",
        "No tiles left? Hit Stop: the round ends.": "Keine Steine mehr? Drücke Stop: Die Runde endet.",
        "You get 1 point per tile in the chain, minus 2 per tile left.": (
            "Du bekommst 1 Punkt je Stein in der Kette und verlierst 2 je übrigen Stein."
        ),
        "Each of you has a set of 28 dominoes: {hand} tiles before you, the rest in your stock.": (
            "Ihr habt je einen Satz von 28 Dominosteinen: {hand} liegen vor euch, die anderen im Vorrat."
        ),
        "You all play at once. A tile goes to either end of the chain, next to the same number.": (
            "Ihr spielt alle gleichzeitig. Ein Stein kommt an ein Ende der Kette, neben die gleiche Zahl."
        ),
        "Tap your stock for its next tile. The tile that has lain longest goes below it.": (
            "Tippe auf deinen Vorrat: Der nächste Stein kommt, und der, der am längsten lag, kommt darunter."
        ),
        "When you have laid all your tiles, hit Stop: the round ends.": (
            "Wenn du alle deine Steine gelegt hast, drücke Stop: Die Runde endet."
        ),
        "Each of your tiles in the chain is a point, and each tile left before you costs two.": (
            "Jeder deiner Steine in der Kette bringt einen Punkt, und jeder, der vor dir liegen bleibt, kostet zwei."
        ),
        "A match has {rounds} rounds. The highest total wins.": (
            "Ein Spiel hat {rounds} Runden. Wer am Ende die meisten Punkte hat, gewinnt."
        ),
    },
}
