"""Extraction: all texts of the code, as the template ``kiosk.pot`` and as entries of every catalogue.

``python -m kiosk.locale.extraction`` writes the template and updates the catalogues: new texts are added without a
translation, texts that are no longer used are removed. Tests compare the files with the same search.
"""

from __future__ import annotations

import ast
import io
import re
import string
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from kiosk.locale.languages import catalogue_file, installed

_KIOSK: Final = Path(str(resources.files("kiosk")))
TEMPLATE: Final = _KIOSK / "locale/kiosk.pot"
_FOLDERS: Final = ("display", "first_boot", "game", "locale", "protocol", "rulebook", "web")
"""The folders in which calls (``_ARGUMENTS``) are searched for texts."""
_TABLES: Final = {"faults/fault.py": ("UNKNOWN", "TEXTS")}
"""Files with tables of texts, and the names of the tables."""
_ARGUMENTS: Final = {
    "say": slice(1),
    "mark": slice(1),
    "count": slice(2),
    "mark_count": slice(2),
    "Preset": slice(1, 2),
}
"""Functions, and their arguments that are texts; of an edition (``Preset``) the source."""
_COMMENT: Final = "# For translators: "
"""The beginning of a comment for translators, in the line above a text."""
_HEADER: Final = """msgid ""
msgstr ""
"Project-Id-Version: ligretto-kiosk\\n"
{language}"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
{plurals}
"""
"""The header of template and catalogues: the same on every machine and every day."""


class Text(NamedTuple):
    """A text of the code: singular and plural, or one; the file that has it, and a comment for translators."""

    forms: tuple[str, ...]
    file: str
    comment: str


# ---------------------------------------------------------------- search


@cache
def texts() -> tuple[Text, ...]:
    """Return every text of the code, in the order of the files, as often as it occurs."""
    return tuple(_texts())


def _texts() -> Iterator[Text]:
    files = [file for folder in _FOLDERS for file in (_KIOSK / folder).rglob("*.py")]
    for file in sorted((*files, *(_KIOSK / name for name in _TABLES))):
        source, name = file.read_text(encoding="utf-8"), file.relative_to(_KIOSK)
        lines = source.splitlines()
        for node, forms in _found(ast.parse(source), _TABLES.get(name.as_posix(), ())):
            above = lines[node.lineno - 2].strip()
            comment = above.removeprefix(_COMMENT) if above.startswith(_COMMENT) else ""
            yield Text(forms, f"kiosk/{name.as_posix()}", comment)
    for file in sorted((_KIOSK / "web").rglob("*.html")):
        yield from _of_template(file.read_text(encoding="utf-8"), f"kiosk/{file.relative_to(_KIOSK).as_posix()}")


def _of_template(source: str, name: str) -> Iterator[Text]:
    """Yield the texts of a page's template, which calls ``say`` as code does."""
    tree = Environment(autoescape=True).parse(source)
    for call in tree.find_all(nodes.Call):
        called = call.node
        which = _ARGUMENTS.get(called.name if isinstance(called, nodes.Name) else getattr(called, "attr", ""))
        forms = tuple(one.value for one in call.args[which] if isinstance(one, nodes.Const)) if which else ()
        if forms and which and len(forms) == which.stop - (which.start or 0):
            above = source.splitlines()[call.lineno - 2].strip().removeprefix("{").removesuffix("#}").strip()
            comment = above.removeprefix(_COMMENT) if above.startswith(_COMMENT) else ""
            yield Text(forms, name, comment)


def _found(tree: ast.Module, tables: Sequence[str]) -> Iterator[tuple[ast.expr, tuple[str, ...]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (which := _ARGUMENTS.get(_called(node))):
            arguments = node.args[which]
            forms = tuple(_constants(arguments))
            if forms and len(forms) == which.stop - (which.start or 0):
                yield arguments[0], forms
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in tables:
            values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
            yield from ((value, (text,)) for value in values if value for text in _constants([value]))


def _called(call: ast.Call) -> str:
    """Return the last part of a called function's name; ``speaker(language)(...)`` is ``say``."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="speaker")):
            return "say"
    return ""


def _constants(values: Sequence[ast.expr]) -> Iterator[str]:
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


# ---------------------------------------------------------------- template and catalogues


def template() -> Catalog:
    """Return all texts of the code, each once."""
    catalog = Catalog()
    for text in texts():
        key = text.forms if len(text.forms) > 1 else text.forms[0]
        catalog.add(key, locations=[(text.file, 0)], auto_comments=[text.comment] if text.comment else [])
    return catalog


def template_file() -> str:
    """Return the content of ``kiosk.pot``."""
    return _HEADER.format(language="", plurals="") + _entries(template(), with_files=True)


def updated(file: bytes, language: str) -> str:
    """Return the content of a catalogue with the texts of the code and no others, sorted."""
    catalog, text = read_po(io.BytesIO(file), locale=language), file.decode("utf-8")
    catalog.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    plurals = re.search(r'^"Plural-Forms: .*\n(?:".*\n)?', text, re.MULTILINE)
    header = _HEADER.format(language=f'"Language: {language}\\n"\n', plurals=plurals[0] if plurals else "")
    return header + _entries(catalog, with_files=False)


def _entries(catalog: Catalog, *, with_files: bool) -> str:
    written = io.BytesIO()
    write_po(
        written,
        catalog,
        width=120,
        omit_header=True,
        no_location=not with_files,
        include_lineno=False,
        sort_output=not with_files,
    )
    return written.getvalue().decode("utf-8").rstrip("\n") + "\n"


# ---------------------------------------------------------------- checks


def mistakes(file: bytes, language: str) -> Iterator[str]:
    """Yield every mistake in a catalogue: missing, unused, obsolete and repeated entries, and faulty translations."""
    catalog = read_po(io.BytesIO(file), locale=language)
    wanted, given = ({_key(message): message for message in one if message.id} for one in (template(), catalog))
    entries = len(re.findall(r"^msgid ", file.decode("utf-8"), re.MULTILINE)) - 1
    yield from (f"missing: {key}" for key in wanted.keys() - given.keys())
    yield from (f"not used in the code: {key}" for key in given.keys() - wanted.keys())
    yield from (f"obsolete: {message.id}" for message in catalog.obsolete.values())
    if entries != len(given):
        yield f"{entries - len(given)} entries occur twice"
    for key in wanted.keys() & given.keys():
        yield from (f"{wrong}: {key}" for wrong in _mistakes_in(given[key], catalog.num_plurals))


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _mistakes_in(message: Message, plurals: int) -> Iterator[str]:
    """Yield every mistake in a translation."""
    forms, ids = _forms(message.string), _forms(message.id)
    if message.fuzzy:
        yield "fuzzy"
    if len(ids) > 1 and len(forms) != plurals:
        yield f"{len(forms)} plural forms instead of {plurals}"
    for form in forms:
        if not form:
            yield "not translated"
        elif _placeholders(form) != _placeholders(ids[-1]) and not (
            len(ids) > 1 and _placeholders(form) <= _placeholders(ids[-1])
        ):
            yield f"other placeholders in {form!r}"
        elif form != form.strip() or form.count("\n") != ids[0].count("\n"):
            yield f"other spaces or lines in {form!r}"


def _forms(translation: str | Sequence[str] | None) -> list[str]:
    """Return one text, or singular and plural, as a list."""
    return [translation or ""] if translation is None or isinstance(translation, str) else list(translation)


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def main() -> None:
    """Write the template, update every catalogue, and tell what is missing."""
    TEMPLATE.write_text(template_file(), encoding="utf-8")
    for language in installed()[1:]:
        file = catalogue_file(language)
        file.write_text(updated(file.read_bytes(), language), encoding="utf-8")
        for mistake in sorted(mistakes(file.read_bytes(), language)):
            sys.stdout.write(f"{language}: {mistake}\n")


if __name__ == "__main__":
    main()
