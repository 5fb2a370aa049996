"""The texts of the game in English (their translations: ``translations.py``)."""

from __future__ import annotations

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
