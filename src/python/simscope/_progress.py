"""A bar for `progress=True`: tqdm's if it is there, a line on standard error otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Union

Report = Callable[[str, int, int], Any]
Progress = Union[bool, Report]


@contextmanager
def shown(progress: Progress) -> Iterator[Report | None]:
    """What the library reports to while it computes: nothing, the given callable, or a bar that is closed at the end."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return
    bar = _bar()
    try:
        yield bar.report
    finally:
        bar.close()


def _bar() -> _Tqdm | _Line:
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return _Line()
    return _Tqdm(tqdm)


class _Tqdm:
    """One bar a phase."""

    def __init__(self, tqdm: Any) -> None:
        self.tqdm, self.phase = tqdm, ""
        self.bar: Any = None

    def report(self, phase: str, done: int, total: int) -> None:
        if self.bar is None or phase != self.phase:
            self.close()
            self.phase, self.bar = phase, self.tqdm(desc=phase, total=total or None, unit_scale=True)
        if total and self.bar.total != total:
            self.bar.total = total
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


class _Line:
    """One line, written over and over."""

    width = 0

    def report(self, phase: str, done: int, total: int) -> None:
        line = f"{phase} {done:,}/{total:,}" if total else f"{phase} {done:,}"
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = len(line)

    def close(self) -> None:
        if self.width:
            sys.stderr.write("\n")
