"""The explorer in this terminal, and the report as a page: both are the program, in a process of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from . import _frames, _simscope
from ._pages import Page
from ._simscope import Error


@dataclass(frozen=True)
class Explored:
    """What was done in the explorer. `dedup(df, judgements=done.judgements, rules=done.rules)` goes on from it."""

    code: int
    """The exit code of the program."""
    k: int | None
    """The k at which it was left; None where that is not known."""
    recipe: str | None
    """The recipe under which decisions were made, in one line; None without decisions."""
    judgements: str | None
    """The file of what was judged of pairs, if there is one."""
    decisions: str | None
    """The file of what was decided of documents and of differences, if there is one."""
    rules: str | None
    """The same file: `dedup(rules=…)` takes of it only what it says of differences."""
    written: list[str] = field(default_factory=list)
    """The other files that were written beside the data."""

    def __int__(self) -> int:
        return self.code


def explore(data: Any = None, *options: str, text: str = "text", id: str | None = None, label: str | None = None) -> Explored:
    """Opens the explorer in this terminal, and waits until it is left.

    data: as for `dedup`; or the path of a file or folder; None for the built-in sample.
    options: further words of the command line, such as "--recipe", "words3".
    text, id, label: names of columns of `data`.

    A frame is written to a temporary folder first; it stays if anything was written beside the data, and is yours to remove.

    Returns what was done: k, recipe, and the files of judgements and decisions, which `dedup` takes.
    Raises Error without a terminal; InputError for a column that is not there.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Error(
            "explore: it needs a terminal, and standard input and output are none. In a notebook simscope.report(df) and "
            "simscope.explain(text).page show pages; in a terminal `simscope FILE` opens the explorer"
        )
    if data is None or isinstance(data, (str, os.PathLike)):
        path = None if data is None else os.path.abspath(data)
        return _explored(path, ["--sample"] if data is None else [os.fspath(data)], options, None)
    folder = tempfile.mkdtemp(prefix="simscope-")
    try:
        path = os.path.join(folder, "data.jsonl")
        _write(path, data, text, id, label)
        # Here the explorer was never opened; elsewhere it probably was.
        os.makedirs(os.path.join(folder, ".state", "simscope"))
        return _explored(path, [path], options, os.path.join(folder, ".state"))
    finally:
        shutil.rmtree(os.path.join(folder, ".state"), ignore_errors=True)
        if set(os.listdir(folder)) <= {"data.jsonl"}:
            shutil.rmtree(folder)


def report(
    data: Any,
    *options: str,
    text: str = "text",
    id: str | None = None,
    label: str | None = None,
    k: int | None = None,
    judgements: str | os.PathLike[str] | None = None,
) -> Page:
    """The page that `simscope report` writes: what would go and why; with k, what that k finds and why it is k. A notebook shows it.

    data, text, id, label: as for `dedup`.
    options: further words of the command line, such as "--same-if", "numbers".
    k: the threshold that the page is about; None for a page about cleaning.
    judgements: a file of judgements.

    Returns the page; `save` writes it.
    Raises Error with what the command says; InputError for a column that is not there.
    """
    words = [*([] if k is None else ["-k", str(k)]), *([] if judgements is None else ["--judgements", os.path.abspath(judgements)])]
    with tempfile.TemporaryDirectory(prefix="simscope-") as folder:
        _write(os.path.join(folder, "data.jsonl"), data, text, id, label)
        command = [sys.executable, "-m", "simscope", "report", "data.jsonl", "-o", "page.html", *words, *options]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
        page = os.path.join(folder, "page.html")
        if done.returncode or not os.path.exists(page):
            raise Error(f"report: {done.stderr.strip() or done.returncode}")
        with open(page, encoding="utf-8") as file:
            return Page(file.read())


def _write(path: str, data: Any, text: str, id: str | None, label: str | None) -> None:
    """The frame as records; without ids a row has its number, as `dedup` says it."""
    data = _frames.frame(data)
    names = {"text": text, **({} if id is None else {"id": id}), **({} if label is None else {"label": label})}
    columns = {name: _frames.plain(_frames.column(data, column, name)) for name, column in names.items()}
    columns.setdefault("id", [str(row) for row in range(len(columns["text"]))])
    with open(path, "w", encoding="utf-8") as file:
        for values in zip(*columns.values()):
            record = {name: value for name, value in zip(columns, values) if value is not None}
            file.write(json.dumps({**record, "text": record.get("text", "")}, default=str) + "\n")


def _explored(path: str | None, sources: list[str], options: tuple[str, ...], state: str | None) -> Explored:
    begun = time.time() - 1
    code = _program([*sources, *options], state)
    beside = [] if path is None else _beside(path)
    named = {ending: next((one for one in beside if one.endswith(ending)), None) for ending in (".judgements.tsv", ".decisions.toml")}
    judgements, decisions = named.values()
    others = [one for one in beside if one not in named.values() and one != path and os.path.getmtime(one) >= begun]
    recipe = None
    if decisions is not None:
        with open(decisions, encoding="utf-8") as file:
            line = re.search(r'^recipe = (".*")$', file.read(), re.MULTILINE)
        recipe = line and json.loads(line[1])
    return Explored(code, _k(state, begun), recipe, judgements, decisions, decisions, others)


def _beside(path: str) -> list[str]:
    """The files whose names begin as that of the data."""
    folder, name = os.path.split(path)
    stem = name.partition(".")[0]
    return sorted(entry.path for entry in os.scandir(folder) if entry.is_file() and entry.name.startswith(stem + "."))


def _k(state: str | None, begun: float) -> int | None:
    """The k at which the explorer was left just now, by what it keeps of a corpus."""
    home = state or os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    kept = os.path.join(home, "simscope", "corpora")
    found = [entry for entry in (os.scandir(kept) if os.path.isdir(kept) else ()) if entry.stat().st_mtime >= begun]
    if not found:
        return None
    with open(max(found, key=lambda entry: entry.stat().st_mtime).path, encoding="utf-8") as file:
        k = re.search(r"^k\t(\d+)$", file.read(), re.MULTILINE)
    return int(k[1]) if k else None


def _program(words: list[str], state: str | None) -> int:
    """Runs the program in a process of its own, to which Ctrl-C is left."""
    command = [sys.executable, "-m", "simscope", *words]
    environment = {**os.environ, **({} if state is None else {"XDG_STATE_HOME": state})}
    if threading.current_thread() is not threading.main_thread():
        return subprocess.run(command, env=environment, check=False).returncode
    # Not SIG_IGN, which the program would inherit.
    previous = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return subprocess.run(command, env=environment, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, previous)
