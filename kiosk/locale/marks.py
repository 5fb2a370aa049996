"""Marks on texts that are translated where they are shown, not where they stand. It loads no catalogue."""

from __future__ import annotations


def mark(text: str) -> str:
    """Mark a text in a table for translation and return it; ``Say`` translates it when it is shown."""
    return text


def mark_count(one: str, many: str) -> tuple[str, str]:
    """Mark singular and plural of a text in a table for translation and return them; ``Say.count`` translates them."""
    return one, many
