"""The script that changes the product and tells which changes no test notices (``tests.mutations``)."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from tests import mutations
from tests.mutations import Mutation, draw, fates, places

SAMPLE: Final = '''"""A sample."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    LEVEL = 7

__all__ = ["hello"]


def hello(name: "str", times: int | None = None) -> "str":
    """Greet somebody 3 times."""
    if times == 0:
        raise ValueError("Never is not a number of times.")
    words = f"hello {name}"
    return words
'''
TEST: Final = """from sample.hello import hello


def test_hello():
    assert hello("Ada") == "hello Ada"
"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A tree of one package with one function, and one test of it, which never comes to its error."""
    for name, text in (("sample/__init__.py", ""), ("sample/hello.py", SAMPLE), ("tests/test_hello.py", TEST)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.long
def test_drawn_mutations_are_valid_python_and_differ_from_the_source() -> None:
    drawn = draw(mutations.ROOT, 7, 60)
    assert len(drawn) == 60
    for mutation in drawn:
        changed = ast.parse(mutation.source)
        assert ast.dump(changed) != ast.dump(ast.parse((mutations.ROOT / mutation.file).read_text())), mutation


def test_the_same_seed_draws_the_same_mutations(sample: Path) -> None:
    one, again, other = (draw(sample, seed, 4, ["sample"]) for seed in (1, 1, 2))
    assert one == again != other


def test_what_only_declares_or_is_read_by_people_is_no_place() -> None:
    found = [
        (ast.unparse(place.node), [ast.unparse(other) for other in place.others]) for place in places(ast.parse(SAMPLE))
    ]
    assert found == [
        ("times == 0", ["times != 0"]),
        ("0", ["1", "-1"]),
        ("raise ValueError('Never is not a number of times.')", ["pass"]),
        ("words = f'hello {name}'", ["pass"]),
        ("return words", ["return"]),
    ]


@pytest.mark.parametrize(
    ("source", "others"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a and b and c", ["a or b or c", "b and c", "a and c", "a and b"]),
        ("not a", ["a"]),
        ("a in b", ["a not in b"]),
        ("a - b", ["a + b"]),
        ("0.5", ["1.0", "0.25"]),
        ("True", ["False"]),
        ("f('word')", ["f('word_x')"]),
    ],
)
def test_an_operator_or_a_constant_has_others(source: str, others: list[str]) -> None:
    tree = ast.parse(f"x = {source}")
    place = next(places(tree))
    changed = []
    for other in place.others:
        place.replace(other)
        changed.append(ast.unparse(tree).removeprefix("x = "))
    assert changed == others


@pytest.mark.long
def test_a_mutation_is_killed_by_a_test_that_fails_and_survives_where_none_does(sample: Path) -> None:
    drawn = sorted(draw(sample, 1, 5, ["sample"]), key=lambda mutation: mutation.change)
    assert list(fates(sample, [drawn[2], drawn[-1]], {"sample": "tests"}, 1)) == [
        "survived  sample/hello.py, line 14: raise ValueError('Never is not a number of times.')  ->  pass",
        "killed    sample/hello.py, line 16: return words  ->  return  (tests/test_hello.py::test_hello)",
    ]
    assert (sample / "sample/hello.py").read_text() == SAMPLE


def test_what_fails_without_a_mutation_is_told(sample: Path) -> None:
    (sample / "tests/test_hello.py").write_text(TEST.replace("hello Ada", "hello Bob"))
    mutation = Mutation(Path("sample/hello.py"), "", "")
    with pytest.raises(ValueError, match="fails without a mutation"):
        list(fates(sample, [mutation], {"sample": "tests"}, 1))
