"""Dominoes, an example of a game from another package: all players lay tiles at once onto one chain.

Each seat has its own set of dominoes, seven tiles in front of it and the rest in its stock. A tile may be laid at
either end of the chain if it shows the number there. A player who has laid all seven calls Stop. Every tile in the
chain is a point, every tile left in front of a seat costs two.
"""

from kiosk.game_registry.entry import GameEntry

ENTRY = GameEntry(
    name="dominoes",
    rules="ligretto_dominoes.rules:RULES",
    bots="ligretto_dominoes.bots:BOTS",
    table="ligretto_dominoes.table:GAME",
    layout="ligretto_dominoes.layout:LAYOUT",
    display="ligretto_dominoes.picture:PICTURE",
    translations="ligretto_dominoes.translations:TRANSLATIONS",
    referee="ligretto_dominoes.referee:REFEREE",
    simulator="ligretto_dominoes.simulator:SIMULATOR",
    rulebook="ligretto_dominoes.rulebook:RULEBOOK",
    replay="ligretto_dominoes.replay:REPLAY",
)
