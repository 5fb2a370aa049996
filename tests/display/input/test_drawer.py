"""An open drawer, and the control that opens it."""

import pytest

from kiosk.display.input.drawer import LETTERS, Drawer


@pytest.mark.parametrize(
    ("control", "drawer"),
    [
        ("rules", Drawer("rules")),
        ("choose game", Drawer.for_choice("game")),
        ("choose a b", Drawer.for_choice("a b")),
    ],
)
def test_a_control_opens_its_drawer_and_is_known_from_it_on_every_page(control: str, drawer: Drawer) -> None:
    assert Drawer.of(control) == drawer
    assert drawer.control == drawer._replace(page=2).control == control


def test_a_name_is_written_from_the_first_page_of_letters() -> None:
    named = Drawer(LETTERS, page=3).write("A").write(" ")._replace(page=2).write("B")
    assert (named.page, named.written) == (0, "A B")
    assert named._replace(page=2).erase() == Drawer(LETTERS, 2, written="A ")
    assert Drawer(LETTERS).erase().written == ""
    assert named.control == LETTERS, "what is written is nobody's business"
