"""The pages, from the Jinja2 templates beside this file."""

from __future__ import annotations

from kiosk.web.templates import templates

_TEMPLATES = templates("kiosk.rim.pages")


def page(template: str, **values: object) -> str:
    """Return the text of a template, with these values."""
    return _TEMPLATES.get_template(template).render(values)
