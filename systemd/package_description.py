"""The description for package indexes: README.md with its relative links made absolute.

A package index shows no picture from the package itself. The links lead to the files of this version at the address
``Source`` in ``[project.urls]``, as GitHub serves them. Without an address, only their texts are left.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")


class Description(MetadataHookInterface):
    """Sets the metadata's description (``[tool.hatch.metadata.hooks.custom]``)."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the field ``readme``."""
        source = metadata.get("urls", {}).get("Source")

        def absolute(link: re.Match[str]) -> str:
            picture, text, path = link.groups()
            if source is None:
                return f"*{text}*" if picture else text
            return f"{picture}[{text}]({source}/{'raw' if picture else 'blob'}/v{metadata['version']}/{path})"

        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": _RELATIVE.sub(absolute, text)}
