"""The pages, from the Jinja2 templates beside this file."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

_TEMPLATES = Environment(
    loader=PackageLoader("kiosk.rim.pages", "."),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(template: str, **values: object) -> str:
    """Return the text of a template, with these values."""
    return _TEMPLATES.get_template(template).render(values)
