"""Packages of others may import classes by the names that they had."""

import pytest

from kiosk import protocol as msg
from kiosk.referee import options
from kiosk.rulebook import topic
from kiosk.simulator import measures


@pytest.mark.parametrize(
    ("module", "name", "kind"),
    [
        (msg, "Lobby", msg.LobbyView),
        (msg, "Board", msg.BoardStatus),
        (topic, "Counted", topic.CountedSentence),
        (options, "Option", options.OptionForm),
        (measures, "Measures", measures.NamedMeasures),
    ],
)
def test_an_earlier_name_is_that_of_the_class_and_warns(module: object, name: str, kind: type) -> None:
    with pytest.warns(DeprecationWarning, match=f"{name} is called {kind.__name__} now"):
        assert getattr(module, name) is kind


def test_another_name_is_missing_as_ever() -> None:
    with pytest.raises(AttributeError, match=r"kiosk\.protocol.* has no attribute 'Lobbies'"):
        _ = msg.Lobbies  # type: ignore[attr-defined]
