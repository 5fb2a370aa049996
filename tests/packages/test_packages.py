"""What the packages for an index contain: the sdist everything, the wheel what runs, and both say it readably."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from email.message import Message
from pathlib import Path, PurePath

import pytest
from build.util import project_wheel_metadata
from readme_renderer import markdown

from kiosk.display.sound.catalogue import every_file
from tests.packages.conftest import ROOT, Packages
from tests.rig.pythons import VERSIONS

pytestmark = pytest.mark.long

SOURCE = "https://git.example.org/games/ligretto-kiosk"
DEVELOPERS = (
    "kiosk/drawings/crowds.py",
    "kiosk/drawings/die_bodies.py",
    "kiosk/drawings/gallery/",
    "kiosk/drawings/instruments.py",
    "kiosk/drawings/loudness.py",
    "kiosk/drawings/materials.py",
    "kiosk/drawings/seat_cues.py",
    "kiosk/drawings/sounds.py",
    "kiosk/drawings/table_cues.py",
    "kiosk/drawings/voices.py",
    "kiosk/locale/extraction.py",
)
"""What makes files of the wheel, or pictures to look at, and needs a checkout."""
PICTURES = re.findall(r"!\[.*\]\((.+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))


def rendered(metadata: Message) -> str:
    """Return the description as a package index shows it."""
    page = markdown.render(str(metadata.get_payload()))
    assert page is not None
    return page


def targets(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="([^"]+)"', page)


def test_the_sdist_has_every_file_of_the_repository(source: Path) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = tracked.stdout.splitlines()
    assert f"tests/packages/{Path(__file__).name}" in names
    for name in names:
        ours, theirs = ROOT / name, source / name
        assert theirs.read_bytes() == ours.read_bytes(), name
        assert theirs.stat().st_mode & 0o111 == ours.stat().st_mode & 0o111, name


def test_the_wheel_has_the_programs_and_nothing_of_others(packages: Packages) -> None:
    """Other files may come from elsewhere: then their licences belong into ``license-files``.

    Textures and sounds are made by programs of our own (``tests/drawings``).
    """
    kinds = {".css", ".html", ".js", ".md", ".po", ".py", ".toml", ".typed"}
    drawn = {PurePath(f"kiosk/display/materials/{name}.png") for name in ("dice", "felt", "leather", "walnut")}
    drawn |= {PurePath(f"kiosk/display/sound/files/{file}.wav") for file in every_file()}
    files = [PurePath(name) for name in packages.contents() if ".dist-info/" not in name]
    assert {file.parts[0] for file in files} == {"kiosk", "hardware"}
    assert {file for file in files if file.suffix not in kinds} == drawn
    tracked = subprocess.run(["git", "ls-files", "kiosk", "hardware"], cwd=ROOT, check=True, capture_output=True)
    expected = {PurePath(name) for name in tracked.stdout.decode().splitlines()}
    theirs = {file for file in expected if file.as_posix().startswith(DEVELOPERS)}
    assert len(theirs) > len(DEVELOPERS)
    assert set(files) == {file for file in expected - theirs if file.suffix in kinds} | drawn


def test_what_the_wheel_imports_of_ours_is_in_it(packages: Packages) -> None:
    contents = {name: data for name, data in packages.contents().items() if name.endswith(".py")}
    modules = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in contents}
    missing = {(name, module) for name, data in contents.items() for module in ours(data) if module not in modules}
    assert {name for name, _ in missing} == {"kiosk/cli/gallery.py"}, missing  # which says that it needs a checkout


def ours(code: bytes) -> Iterator[str]:
    """Yield the modules of the kiosk that a module imports."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in {"kiosk", "hardware"}:
            yield node.module


def test_the_wheel_has_every_document_that_its_programs_and_configurations_name(packages: Packages) -> None:
    """Whoever has only the wheel finds it beside the programs."""
    contents = packages.contents()
    named: dict[str, str] = {}
    for name, data in contents.items():
        if name.endswith(".py"):
            named |= dict.fromkeys(documents(" ".join(texts(data))), name)
        elif name.endswith((".html", ".po", ".toml")):
            named |= dict.fromkeys(documents(data.decode()), name)
    assert "hardware/README.md" in named
    assert {document: name for document, name in named.items() if document not in contents} == {}


def documents(text: str) -> list[str]:
    return re.findall(r"\b[\w.-]+(?:/[\w.-]+)+\.md\b", text)


def texts(code: bytes) -> Iterator[str]:
    """Yield the texts of a module that may be printed: all but docstrings."""
    tree = ast.parse(code)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def test_the_metadata_say_who_made_it_and_which_pythons_it_is_tested_with(packages: Packages) -> None:
    metadata = packages.metadata()
    assert metadata["Author"] == "the Ligretto Kiosk contributors"
    found = {kind.rpartition(" :: ")[2] for kind in metadata.get_all("Classifier", []) if "Python :: 3." in kind}
    assert found == set(VERSIONS)
    assert metadata["Requires-Python"] == f">={VERSIONS[0]}"
    assert "ligretto" in metadata["Keywords"].split(",")


def test_the_wheel_has_its_licence(packages: Packages) -> None:
    metadata, contents = packages.metadata(), packages.contents()
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE"]
    (licence,) = (text for name, text in contents.items() if name.endswith(".dist-info/licenses/LICENSE"))
    assert licence == (ROOT / "LICENSE").read_bytes()


def test_without_an_address_no_link_of_the_description_leads_nowhere(packages: Packages) -> None:
    page = rendered(packages.metadata())
    assert all(target.startswith(("https://", "#")) for target in targets(page))
    assert "<em>Four seats in mid-round</em>" in page


def test_with_an_address_the_description_shows_the_pictures(source: Path) -> None:
    project = source / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    project.write_text(f'{text}\n[project.urls]\nSource = "{SOURCE}"\n', encoding="utf-8")
    (source / "PKG-INFO").unlink()  # the description made without the address
    metadata = project_wheel_metadata(source)
    version = metadata["Version"]
    page = rendered(metadata)  # type: ignore[arg-type]  # it has what is needed of a message
    assert len(PICTURES) == 2
    for picture in PICTURES:
        assert f'src="{SOURCE}/raw/v{version}/{picture}"' in page
    assert f'href="{SOURCE}/blob/v{version}/hardware/README.md#a-dice-reader-board"' in page
    assert all(target.startswith(("https://", "#")) for target in targets(page))
