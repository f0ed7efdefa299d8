"""What a notebook shows: pages of the program in a frame of their own, and short pieces of HTML without scripts."""

from __future__ import annotations

import html
import os


class Page:
    """A page that the program makes. A notebook shows it in a frame that can reach nothing outside it; `save` writes it."""

    html: str
    """The whole page."""

    def __init__(self, page: str, *, has_scripts: bool = False, height: int = 600) -> None:
        self.html, self._sandbox, self._height = page, "allow-scripts" if has_scripts else "", height

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page; a file that is there is replaced."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        source = html.escape(self.html)
        style = f"width:100%;height:{self._height}px;border:1px solid #ccc"
        return f'<iframe sandbox="{self._sandbox}" style="{style}" srcdoc="{source}"></iframe>'

    def __repr__(self) -> str:
        return f"<page of {len(self.html):,} characters; .save('page.html') writes it>"
