"""Find near-duplicate texts, see why, and choose the threshold with evidence.

SimHash gives similar texts similar signatures: a few differing bits out of 64. Two texts whose signatures differ in at most k bits are
candidates for near-duplicates; the texts themselves decide.

    import simscope

    signatures = simscope.sign(df["text"])            # one for each row
    table = simscope.pairs(signatures, k=3)           # a, b, distance
    advice = simscope.advise(df["text"])              # advice.k, advice.verdict: which k, if any
    result = simscope.dedup(df, text="text", id="id") # result.kept, result.dropped, with reasons
    simscope.explore(df)                              # the explorer, in this terminal

Columns come from pandas, polars, pyarrow, datasets and whatever else speaks Arrow's C data interface, from NumPy, and from lists. Results
are sequences and tables that these read without a copy: `polars.DataFrame(table)`, `pyarrow.table(table)`,
`pandas.DataFrame(table, columns=table.column_names)`, `numpy.asarray(signatures)`, `list(table)`. Rows are numbered from 0.

Every function computes on all cores without the GIL. Ctrl-C stops it. `progress=True` shows a bar (that of tqdm, if it is installed);
a callable gets `(phase, done, total)` about 20 times a second, with total 0 while it is unknown. What cannot be done raises `Error` or one
of its kinds, `RecipeError`, `InputError` and `AlarmError`, with the message that the program prints.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple, overload

from . import _simscope
from ._progress import Progress, shown
from ._simscope import VERSION as __version__
from ._simscope import Column, Error, InputError, RecipeError, Table

__all__ = [
    "Advice",
    "AlarmError",
    "Alarm",
    "Column",
    "Deduped",
    "Question",
    "Error",
    "Explanation",
    "Feature",
    "InputError",
    "RecipeError",
    "Signatures",
    "Table",
    "advise",
    "dedup",
    "differences",
    "explain",
    "explore",
    "groups",
    "neighbours",
    "pairs",
    "sign",
    "sweep",
]


class Signatures:
    """The signatures of a column of texts: a sequence of `int`, or `None` where a text is missing.

    Every value is exact, wherever it goes: Arrow reads UInt64, or above 64 bits fixed binary with the most significant byte first; NumPy
    and pandas read `uint64`, or Python's numbers as objects where a text is missing or above 64 bits. `to_pandas` gives pandas' UInt64,
    which has missing values.
    """

    column: Column
    """The signatures alone."""
    features: Column
    """For each text the number of its features; 0 for an empty one, which `pairs`, `groups` and `sweep` leave out."""
    bits: int
    """The width, 1 to 128."""
    recipe: str
    """The recipe that was asked for."""

    def __init__(self, column: Column, features: Column, bits: int, recipe: str) -> None:
        self.column, self.features, self.bits, self.recipe = column, features, bits, recipe

    def __len__(self) -> int:
        return len(self.column)

    @overload
    def __getitem__(self, row: int) -> int | None: ...

    @overload
    def __getitem__(self, row: slice) -> Signatures: ...

    def __getitem__(self, row: int | slice) -> int | None | Signatures:
        if isinstance(row, slice):
            return Signatures(self.column[row], self.features[row], self.bits, self.recipe)
        signature: int | None = self.column[row]
        return signature

    def __iter__(self) -> Iterator[int | None]:
        return iter(self.column)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self.column.__arrow_c_array__(requested_schema)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self.column.__array_interface__

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.column.__array__(dtype, copy)

    def to_arrow(self) -> Any:
        """An array of pyarrow: UInt64, or fixed binary above 64 bits."""
        import pyarrow

        return pyarrow.array(self)

    def to_pandas(self, index: Any = None) -> Any:
        """A Series of pandas with this index: UInt64, in which a missing text is `NA`; above 64 bits of objects."""
        import pandas

        return pandas.Series(list(self), dtype="UInt64" if self.bits <= 64 else object, index=index)

    def to_polars(self) -> Any:
        """A Series of polars: UInt64, or binary above 64 bits."""
        import polars

        return polars.Series(self.to_arrow())

    def hex(self) -> list[str | None]:
        """The signatures as `simscope hash` prints them: hexadecimal, with leading zeros."""
        digits = -(-self.bits // 4)
        return [None if signature is None else f"{signature:0{digits}x}" for signature in self]

    def __repr__(self) -> str:
        return f"<{len(self)} signatures of {self.bits} bits by {self.recipe!r}>"


@dataclass(frozen=True)
class Feature:
    """A term of a text, and what it adds to the sums."""

    term: str
    count: int
    weight: float
    hash: int


@dataclass(frozen=True)
class Explanation:
    """How a signature came about."""

    features: list[Feature]
    """The terms, in the order in which they are added."""
    sums: list[float]
    """One for each bit, the least significant first: the weights of the features whose hash has the bit, less the others."""
    bits: list[int]
    """0 or 1 for each bit, in the same order: 1 where the sum is positive."""
    signature: int
    """The bits as a number."""
    recipe: dict[str, Any]
    """The parts of the recipe."""


@dataclass(frozen=True)
class Advice:
    """Which k, and why, as `simscope advise` says it: for pairs, and in `groups` for groups."""

    k: int | None
    """The advised k; `None` where the verdict is `none` or `no`."""
    verdict: Literal["yes", "weak", "depends", "no", "none"]
    """Whether a k separates the confirmed pairs from the others."""
    reasons: list[str]
    """Why, the most important first."""
    curve: list[dict[str, Any]]
    """For each k: k, pairs, confirmed, precision, recall, f1, and the ends of 95 % intervals of precision and recall."""
    values: dict[str, Any] = field(repr=False)
    """The whole row of the command: k_low, k_high, precision, recall, f1, pairs, confirm, basis and others."""
    groups: Advice | None = field(default=None, repr=False)
    """The same for groups; `None` there."""


class Alarm(NamedTuple):
    """Something that should be looked at before anything is dropped."""

    name: str
    text: str
    stops: bool


@dataclass(frozen=True)
class Question:
    """Whether a difference matters, which only you may know."""

    difference: str
    """What `same_if` and `matters` take."""
    text: str
    """The question."""
    lets: int
    """So many rows more go if it does not matter."""


class AlarmError(Error):
    """What would be dropped should be looked at first: `result` has it, and `yes=True` takes it as it is."""

    result: Deduped

    def __init__(self, message: str, result: Deduped) -> None:
        super().__init__(message)
        self.result = result


@dataclass(frozen=True)
class Deduped:
    """What stays, and what goes for which reason."""

    kept: Column
    """For each row whether it stays (bool)."""
    dropped: Table
    """What goes: id, kept (the id of the row that stays), kind (the heaviest difference), similarity (0 to 1), lost (the share of it that is
    not in that row), differences (what differs, in the order of the text), row, kept_row."""
    held: Table
    """What stays although it is alike, since a difference matters (kind is the first that does) or too much is lost; the same columns."""
    differences: Table
    """The differences of the corpus, as `simscope differences` lists them: class, difference, pairs, waits (rows that are held because of
    it), goes, matters, why, and an example: id, kept, example."""
    alarms: list[Alarm]
    """What should be looked at."""
    confirmed: int
    """How many of the dropped rows are confirmed by the texts."""
    questions: list[Question]
    """What would let many rows go, if it does not matter: at most three."""


def _recipe(recipe: str | os.PathLike[str], bits: int | None) -> tuple[str, int | None]:
    if bits is not None and not 1 <= bits <= 128:
        raise RecipeError(f"bits {bits}: use 1 to 128")
    return os.fspath(recipe), bits


def _given(signatures: Any, bits: int | None) -> tuple[Any, Any, int | None]:
    if isinstance(signatures, Signatures):
        return signatures.column, signatures.features, signatures.bits
    if bits is not None and not 1 <= bits <= 128:
        raise InputError(f"bits={bits}: use 1 to 128")
    return signatures, None, bits


def _k(k: int) -> int:
    if not 0 <= k <= 128:
        raise InputError(f"k={k}: use 0 to 128")
    return k


def sign(texts: Any, recipe: str | os.PathLike[str] = "default", *, bits: int | None = None, progress: Progress = False) -> Signatures:
    """The signature of every text, as `simscope hash` computes it.

    texts: a column of n strings; a missing one has a missing signature.
    recipe: a name of `simscope recipes`, or a file that ends in .toml.
    bits: the width, 1 to 128; None for that of the recipe.

    Returns n signatures.
    Raises RecipeError for an unknown recipe, or one that has no such width; InputError for a column that is not of strings.
    """
    with shown(progress) as bar:
        column, features, width = _simscope.sign(texts, _recipe(recipe, bits), bar)
    return Signatures(column, features, width, os.fspath(recipe))


def pairs(signatures: Any, k: int = 3, *, bits: int | None = None, progress: Progress = False) -> Table:
    """Every pair of rows whose signatures differ in at most k bits, once and in order.

    signatures: what `sign` returned, or a column of integers (UInt64; Int64 as the same bits) or fixed binary. Missing ones, and those of
        texts without features, are left out.
    k: 0 to 128 bits.
    bits: the width of signatures that come from elsewhere; None for 64, or for all bits of fixed binary.

    Returns a table of a and b (rows, a < b) and distance (bits). All pairs are in memory: 9 bytes each.
    Raises InputError for a column that is none of these.
    """
    with shown(progress) as bar:
        return _simscope.pairs(_given(signatures, bits), _k(k), bar)


def groups(signatures: Any, k: int = 3, *, bits: int | None = None, progress: Progress = False) -> Table:
    """The groups at k: rows that are connected by distances of at most k bits.

    signatures, k, bits: as for `pairs`.

    Returns a table of n rows, one for each signature: group (numbered from 1, the largest first; missing where a row is alone), size, and
    representative (the first row of the group).
    Raises InputError as `pairs`.
    """
    with shown(progress) as bar:
        return _simscope.groups(_given(signatures, bits), _k(k), bar)


def sweep(signatures: Any, *, bits: int | None = None, progress: Progress = False) -> list[dict[str, int]]:
    """What every k would do, as `simscope sweep`.

    signatures, bits: as for `pairs`.

    Returns for each k from 0 a dict of k, pairs, groups, grouped (rows in groups), largest and chains (groups that are held together only
    through others). Above half a million distinct signatures it ends at the k that a minute allows.
    Raises InputError as `pairs`.
    """
    with shown(progress) as bar:
        return _lines(_simscope.sweep(_given(signatures, bits), bar))


def neighbours(signatures: Any, queries: Any, k: int = 3, *, bits: int | None = None, progress: Progress = False) -> Table:
    """For each query the signatures within k bits, the nearest first.

    signatures, queries: as `signatures` of `pairs`, of one width.

    Returns a table of query, row (rows of the two columns) and distance (bits), by query, distance and row.
    Raises InputError as `pairs`, and for two widths.
    """
    with shown(progress) as bar:
        return _simscope.neighbours(_given(signatures, bits), _given(queries, bits), _k(k), bar)


def advise(
    texts: Any,
    recipe: str | os.PathLike[str] = "default",
    *,
    bits: int | None = None,
    labels: Any = None,
    confirm: str | None = None,
    seconds: float = 10.0,
    min_precision: float | None = None,
    min_recall: float | None = None,
    progress: Progress = False,
) -> Advice:
    """Which k, and how good it is, measured on the texts themselves.

    texts, recipe, bits: as for `sign`.
    labels: the true group of each text, as strings, if it is known; the pairs within it count then instead.
    confirm: what confirms a pair, such as "jaccard:words:2>=0.5"; None for "weighted:words:2>=0.3".
    seconds: so much work (of one core) counts confirmed pairs; beyond that a part is counted, and basis is "sampled".
    min_precision, min_recall: shares, 0 to 1, that k should reach.

    Returns the advice for pairs, with that for groups in `groups`. k is None where no k can be advised.
    Raises RecipeError and InputError as `sign`; InputError for a condition that is none, and without any label.
    """
    if seconds <= 0:
        raise InputError("advise: the advice rests on the texts; allow some seconds")
    asked = SimpleNamespace(confirm=confirm, seconds=seconds, min_precision=min_precision, min_recall=min_recall)
    with shown(progress) as bar:
        rows, curves = map(_lines, _simscope.advise(texts, labels, _recipe(recipe, bits), asked, bar))

    def of(row: dict[str, Any], groups: Advice | None) -> Advice:
        curve = [{key: value for key, value in at.items() if key != "for"} for at in curves if at["for"] == row["for"]]
        return Advice(row["k"], row["verdict"], row["reasons"], curve, row, groups)

    return of(rows[0], of(rows[1], None))


def dedup(
    data: Any,
    text: str = "text",
    id: str | None = None,
    *,
    label: str | None = None,
    keep: str | None = None,
    confirm: str | None = None,
    same_if: str | Sequence[str] = (),
    matters: str | Sequence[str] = (),
    must_agree: str | Sequence[str] = (),
    cut: float | None = None,
    loss: float | None = None,
    passage: int | None = None,
    decisions: str | os.PathLike[str] | None = None,
    within: int | None = None,
    recipe: str | os.PathLike[str] = "default",
    yes: bool = False,
    progress: Progress = False,
) -> Deduped:
    """Which rows stay and which go, decided by the texts, as `simscope dedup` decides.

    A row goes only if one that stays is alike, no difference between the two matters, and little of it is lost. Others are held: they stay.

    data: a data frame, a table or a dict of n rows, or a list of dicts.
    text, id, label: names of its columns. Without id, a row has its number as id.
    keep: which row stays: "first", "longest", "shortest", "newest:COLUMN", "oldest:COLUMN" or "best:COLUMN"; None for the one with the most
        that is particular to it.
    confirm: as for `advise`. cut: the least similarity (0 to 1) of a row that goes; None for that of confirm, or 0.3.
    same_if, matters: differences that do not matter, and that do: a class ("numbers"), or one of the table ('number after "Ticket"').
    must_agree: regular expressions; what matches must be the same in both texts.
    loss: the largest share (0 to 1) of a row that may be lost with it; None for 0.3 below 25 words, 0.2 below 100, 0.1 from there on.
    passage: so many words in a row are not lost; 0 for any number; None for 16.
    decisions: a file of decisions, as the explorer writes it; what is said here goes before what it says.
    within: compares only rows whose signatures by `recipe` differ in at most so many bits; None for all pairs.

    What the recipe ignores, and how it normalizes, holds here, too. Returns the mask, and tables with reasons. `data` is not changed.
    Raises AlarmError where something should be looked at first, unless `yes`; its `result` is what would go. InputError for a column that is
    not there or not of strings, or an option that is wrong; RecipeError.
    """
    column = (keep or "").partition(":")[2] or None
    frame = SimpleNamespace(
        text=_column(data, text),
        id=None if id is None else _strings(_column(data, id)),
        label=None if label is None else _strings(_column(data, label)),
        values=None if column is None else _strings(_column(data, column)),
    )
    within = None if within is None else _k(within)
    asked = SimpleNamespace(
        confirm=confirm,
        keep=keep,
        same_if=_several(same_if),
        matters=_several(matters),
        must_agree=_several(must_agree),
        cut=cut,
        loss=loss,
        passage=passage,
        decisions=None if decisions is None else _read(decisions),
        within=within,
    )
    with shown(progress) as bar:
        found = _simscope.dedup(frame, _recipe(recipe, None), asked, bar)
    kept, dropped, held, differing, alarms, confirmed, questions = found
    result = Deduped(
        kept,
        dropped,
        held,
        differing,
        [Alarm(*alarm) for alarm in alarms],
        confirmed,
        [Question(*question) for question in questions],
    )
    open_ = [alarm.text for alarm in result.alarms if alarm.stops]
    if open_ and not yes:
        raise AlarmError("; ".join(open_) + ": look at what goes (.result of this error), or take it with yes=True", result)
    return result


def _several(given: str | Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def _read(path: str | os.PathLike[str]) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"decisions: {error}") from error


def differences(data: Any, text: str = "text", id: str | None = None, **options: Any) -> Table:
    """What differs between rows that are alike, how often, and whether it matters, as `simscope differences` lists it.

    data, text, id, options: as for `dedup`.

    Returns a table: class, difference, pairs, waits, goes, matters, why, id, kept, example.
    Raises as `dedup`, but no AlarmError.
    """
    return dedup(data, text, id, **{**options, "yes": True}).differences


def explain(text: str, recipe: str | os.PathLike[str] = "default", *, bits: int | None = None) -> Explanation:
    """How the signature of one text comes about: features, sums, bits.

    text: a str. recipe, bits: as for `sign`.
    Raises RecipeError as `sign`.
    """
    found = json.loads(_simscope.explain(text, _recipe(recipe, bits)))
    signature = int(found["signature"], 16)
    features = [Feature(one["term"], one["count"], one["weight"], int(one["hash"], 16)) for one in found["features"]]
    bits_ = [signature >> bit & 1 for bit in range(len(found["sums"]))]
    return Explanation(features, found["sums"], bits_, signature, found["recipe"])


def explore(data: Any = None, *options: str, text: str = "text", id: str | None = None, label: str | None = None) -> int:
    """Opens the explorer in this terminal, and waits until it is left.

    data: as for `dedup`; or the path of a file or folder; None for the built-in sample.
    options: further words of the command line, such as "--recipe", "words3".
    text, id, label: names of columns of `data`.

    A frame is written to a temporary folder first; it stays, and is named, if decisions or judgements were written beside the data.

    Returns the exit code of the program.
    Raises Error without a terminal; InputError for a column that is not there.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Error("explore: standard input and output must be a terminal; use `simscope report` for a page instead")
    if data is None or isinstance(data, (str, os.PathLike)):
        return _program(["--sample"] if data is None else [os.fspath(data)], options)
    columns = {"text": _column(data, text), **{name: _column(data, of) for name, of in (("id", id), ("label", label)) if of is not None}}
    folder = tempfile.mkdtemp(prefix="simscope-")
    path = os.path.join(folder, "data.jsonl")
    try:
        with open(path, "w", encoding="utf-8") as file:
            for values in zip(*map(_plain, columns.values())):
                record = {name: value for name, value in zip(columns, values) if value is not None}
                file.write(json.dumps({**record, "text": record.get("text", "")}) + "\n")
        return _program([path], options)
    finally:
        if os.listdir(folder) == ["data.jsonl"]:
            shutil.rmtree(folder)
        else:
            sys.stderr.write(f"simscope: what was written beside the data is in {folder}\n")


def _program(sources: list[str], options: tuple[str, ...]) -> int:
    """Runs the program in a process of its own, to which Ctrl-C is left."""
    command = [sys.executable, "-m", "simscope", *sources, *options]
    if threading.current_thread() is not threading.main_thread():
        return subprocess.run(command, check=False).returncode
    # Not SIG_IGN, which the program would inherit.
    previous = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return subprocess.run(command, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, previous)


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def _column(data: Any, name: str) -> Any:
    """The column of a frame, a table, a dict of columns, or a list of dicts."""
    if isinstance(data, (list, tuple)):
        return [row.get(name) for row in data]
    try:
        return data[name]
    except (KeyError, IndexError, ValueError) as error:
        names = getattr(data, "column_names", None) or list(getattr(data, "columns", data))
        known = ", ".join(map(str, names[:20]))
        raise InputError(f"there is no column {name!r}; the columns are {known}") from error
    except Exception as error:
        # polars has an error of its own for it.
        if type(error).__name__ != "ColumnNotFoundError":
            raise
        raise InputError(f"there is no column {name!r}; the columns are {', '.join(data.columns[:20])}") from error


def _plain(column: Any) -> list[Any]:
    """The values as Python has them."""
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, method):
            return [None if value != value else value for value in getattr(column, method)()]
    return list(column)


def _strings(column: Any) -> list[str | None]:
    return [None if value is None else str(value) for value in _plain(column)]
