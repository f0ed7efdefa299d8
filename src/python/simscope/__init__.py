"""Find near-duplicate texts, see why, and choose the threshold with evidence.

SimHash gives similar texts similar signatures: a few differing bits out of 64. Two texts whose signatures differ in at most k bits are
candidates for near-duplicates; the texts themselves decide.

    import simscope

    signatures = simscope.sign(df["text"])            # one for each row
    table = simscope.pairs(signatures, k=3)           # a, b, distance
    advice = simscope.advise(df["text"])              # advice.k, advice.verdict: which k, if any
    result = simscope.dedup(df, text="text", id="id") # result.data, result.dropped with reasons, result.again(...)
    simscope.explore(df)                              # the explorer, in this terminal

Columns come from pandas, polars, pyarrow, datasets and whatever else speaks Arrow's C data interface, from NumPy, and from lists. `dedup`
gives back the frame that it was given. Other results are sequences and tables, which these libraries read without a copy, and which have
`to_pandas`, `to_polars` and `to_arrow`; `list(table)` has its rows, `numpy.asarray(signatures)` the numbers. Rows are numbered from 0. All
results go through pickle, and notebooks show them.

What your own answers promise: `dedup(..., right=0.95, judgements=FILE, yes=True)`, then `draw` and `judge` by turns until nothing is left to be
asked, then `again()`.

Every function computes on all cores without the GIL. Ctrl-C stops it. `progress=True` shows a bar (that of tqdm, if it is installed);
a callable gets `(phase, done, total)` about 20 times a second, with total 0 while it is unknown. What cannot be done raises `Error` or one
of its kinds, `RecipeError`, `InputError` and `AlarmError`, with the message that the program prints.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Literal, overload

from . import _checks, _simscope
from ._dedup import (
    Alarm,
    AlarmError,
    Deduped,
    Drawn,
    Promise,
    Question,
    RecipeName,
    dedup,
    differences,
    draw,
    judge,
)
from ._explore import Explored, explore, report
from ._pages import Page
from ._progress import Progress, shown
from ._simscope import VERSION as __version__
from ._simscope import Column, Error, InputError, RecipeError, Table

__all__ = [
    "Advice",
    "Alarm",
    "AlarmError",
    "Column",
    "Deduped",
    "Drawn",
    "Error",
    "Explanation",
    "Explored",
    "Feature",
    "Heatmap",
    "InputError",
    "Page",
    "Promise",
    "Question",
    "RecipeError",
    "Signatures",
    "Sweep",
    "Table",
    "advise",
    "clean",
    "dedup",
    "differences",
    "draw",
    "explain",
    "explore",
    "groups",
    "heatmap",
    "judge",
    "neighbours",
    "pairs",
    "passages",
    "report",
    "sign",
    "sweep",
]

# As the command and the place of the explorer are called.
clean = dedup


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
        return self.column.to_arrow()

    def to_pandas(self, index: Any = None) -> Any:
        """A Series of pandas with this index: UInt64, in which a missing text is `NA`; above 64 bits of objects."""
        import pandas  # type: ignore[import-untyped,unused-ignore]

        return pandas.Series(list(self), dtype="UInt64" if self.bits <= 64 else object, index=index)

    def to_polars(self, name: str = "") -> Any:
        """A Series of polars of this name: UInt64, or binary above 64 bits. (`polars.Series(name, signatures)` forgets the name, as of all that
        speaks Arrow.)"""
        return self.column.to_polars(name)

    def hex(self) -> list[str | None]:
        """The signatures as `simscope sign` prints them: hexadecimal, with leading zeros."""
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
    _text: str = field(default="", repr=False)
    _asked: tuple[str, int | None] = field(default=("default", None), repr=False)

    @property
    def page(self) -> Page:
        """All of it as a page with figures to play with, as `simscope explain -o FILE.html` writes it: 1.5 MB, with scripts."""
        return Page(_simscope.explain_page(self._text, self._asked), has_scripts=True, height=800)

    def _repr_html_(self) -> str:
        largest = sorted(self.features, key=lambda feature: -feature.weight)[:12]
        rows = "".join(f"<tr><td>{_simscope.shown(one.term, 60)}</td><td>{one.count}</td><td>{one.weight:.4g}</td></tr>" for one in largest)
        head = f"<p>{self.signature:0{-(-len(self.bits) // 4)}x} from {len(self.features)} features; .page shows all</p>"
        return f"<div>{head}<table><tr><th>term</th><th>count</th><th>weight</th></tr>{rows}</table></div>"


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

    @property
    def svg(self) -> str:
        """Precision, recall and F1 over k, as a small picture."""
        names = ("precision", "recall", "f1")
        curves = [(name, [None if (value := row.get(name)) is None else float(value) for row in self.curve]) for name in names]
        k = "no k is advised" if self.k is None else f"k = {self.k}"
        return _simscope.chart(f"{k}: {self.verdict}", curves, True, self.k)

    def _repr_html_(self) -> str:
        reasons = "".join(f"<p>{_simscope.shown(reason, 400)}</p>" for reason in self.reasons)
        return f"<div>{self.svg}{reasons}</div>"


class Sweep(list[dict[str, int]]):
    """What every k would do: for each k from 0 a dict of k, pairs, groups, grouped, largest and chains."""

    @property
    def svg(self) -> str:
        """Pairs, groups and the largest group over k, as a small picture with a logarithmic scale."""
        curves = [(name, [float(row[name]) for row in self]) for name in ("pairs", "groups", "largest")]
        return _simscope.chart("pairs and groups at every k", curves, False, None)

    def _repr_html_(self) -> str:
        return f"<div>{self.svg}</div>"

    def __repr__(self) -> str:
        return f"<{len(self)} k's: k, pairs, groups, grouped, largest, chains>"


@dataclass(frozen=True, repr=False)
class Heatmap:
    """The distances of all pairs as a matrix, in which similar rows stand side by side. `numpy.asarray` reads it."""

    rows: Column
    """The rows of the signatures, in the order of the matrix."""
    each: int
    """So many of them are one row of cells."""
    width: int
    """Cells in a row, and rows of cells."""
    cells: Column
    """The smallest distance of each cell, row by row; None for a row with itself."""
    svg: str = field(repr=False)
    """The picture, as `simscope heatmap` draws it."""

    def to_list(self) -> list[list[int | None]]:
        """The cells as lists, one for each row of cells."""
        return [list(self.cells[at : at + self.width]) for at in range(0, len(self.cells), self.width)]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        cells = numpy.array([numpy.nan if cell is None else cell for cell in self.cells], dtype=dtype or float)
        return cells.reshape(-1, self.width) if self.width else cells

    def _repr_html_(self) -> str:
        return f"<div>{self.svg}</div>"

    def __repr__(self) -> str:
        return f"<heatmap of {len(self.rows)} rows in {self.width} × {self.width} cells>"


def _texts(texts: Any, argument: str = "texts") -> Any:
    """A column, which is no frame."""
    kind = type(texts).__name__
    if kind in ("DataFrame", "LazyFrame", "Dataset", "DatasetDict") or hasattr(texts, "column_names"):
        raise InputError(f'{argument}: {kind}: it has several columns; give one of them, such as df["text"]')
    return texts


def _given(signatures: Any, bits: int | None) -> tuple[Any, Any, int | None]:
    if isinstance(signatures, Signatures):
        return signatures.column, signatures.features, signatures.bits
    if bits is not None:
        bits = _checks.whole("bits", bits, 1, 128)
    return _texts(signatures, "signatures"), None, bits


def _k(k: int) -> int:
    return _checks.whole("k", k, 0, 128)


def sign(texts: Any, recipe: RecipeName | str | os.PathLike[str] = "default", *, bits: int | None = None, progress: Progress = False) -> Signatures:
    """The signature of every text, as `simscope sign` computes it.

    texts: a column of n strings; a missing one has a missing signature.
    recipe: a name of `simscope recipes`, or a file that ends in .toml.
    bits: the width, 1 to 128; None for that of the recipe.

    Returns n signatures.
    Raises RecipeError for an unknown recipe, or one that has no such width; InputError for a column that is not of strings.
    """
    with shown(progress) as bar:
        column, features, width = _simscope.sign(_texts(texts), _checks.recipe(recipe, bits), bar)
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


def passages(
    texts: Any,
    against: Any = None,
    *,
    given: str | list[str] | None = None,
    min_words: int = 12,
    run: int = 4,
    gap: int = 8,
    most_texts: int | None = None,
    progress: Progress = False,
) -> Table:
    """Which part of a text is in which other, as `simscope passages`.

    texts: a column of n strings.
    against: the texts in which passages are looked for; None for each text in each other one.
    given: a text, or several, that all had (an assignment, a template): what is in them is no passage.
    min_words, run: the fewest words that both have in a passage, and in an equal stretch of it.
    gap: the most other words between two such stretches.
    most_texts: what more texts have is a frame, which begins no passage; None for a tenth of them, at least 20 and at most 100.

    Returns a table: a and b (rows of `texts`, and of `against` if there is one), from_a, to_a, from_b, to_b (words from 0, the end
    exclusive), words (how many both have), share_a and share_b (of all words of a text), start_a, end_a, start_b, end_b (characters:
    `texts[a][start_a:end_a]`), and text.
    Raises InputError as `sign`.
    """
    asked = SimpleNamespace(
        min_words=_checks.whole("min_words", min_words, 1, 2**31),
        run=_checks.whole("run", run, 1, 1000),
        gap=_checks.whole("gap", gap, 0, 10_000),
        most_texts=None if most_texts is None else _checks.whole("most_texts", most_texts, 1, 2**31),
    )
    others = None if against is None else _texts(against, "against")
    gave = _checks.words("given", given)
    with shown(progress) as bar:
        return _simscope.passages(_texts(texts), others, gave, asked, bar)


def groups(signatures: Any, k: int = 3, *, bits: int | None = None, progress: Progress = False) -> Table:
    """The groups at k: rows that are connected by distances of at most k bits.

    signatures, k, bits: as for `pairs`.

    Returns a table of n rows, one for each signature: group (numbered from 1, the largest first; missing where a row is alone), size, and
    representative (the first row of the group).
    Raises InputError as `pairs`.
    """
    with shown(progress) as bar:
        return _simscope.groups(_given(signatures, bits), _k(k), bar)


def sweep(signatures: Any, *, bits: int | None = None, progress: Progress = False) -> Sweep:
    """What every k would do, as `simscope sweep`.

    signatures, bits: as for `pairs`.

    Returns a list with a picture (`svg`): for each k from 0 a dict of k, pairs, groups, grouped (rows in groups), largest and chains (groups that are held together only
    through others). Above half a million distinct signatures it ends at the k that a minute allows.
    Raises InputError as `pairs`.
    """
    with shown(progress) as bar:
        return Sweep(_lines(_simscope.sweep(_given(signatures, bits), bar)))


def heatmap(signatures: Any, k: int = 3, *, bits: int | None = None, size: int = 128, progress: Progress = False) -> Heatmap:
    """The distances of all pairs as a matrix and a picture, as `simscope heatmap`.

    signatures, k, bits: as for `pairs`; k is marked in the scale.
    size: the longest side of the matrix in cells; beyond so many rows a cell has the smallest distance of several.

    Returns the matrix. It costs n × n comparisons.
    Raises InputError as `pairs`, and for fewer than two signatures.
    """
    size = _checks.whole("size", size, 1, 16384)
    with shown(progress) as bar:
        found = Heatmap(*_simscope.heatmap(_given(signatures, bits), _k(k), size, bar))
    if len(found.rows) < 2:
        raise InputError("heatmap: fewer than two signatures: there is no pair to draw")
    return found


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
    recipe: RecipeName | str | os.PathLike[str] = "default",
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
        rows, curves = map(_lines, _simscope.advise(_texts(texts), labels, _checks.recipe(recipe, bits), asked, bar))

    def of(row: dict[str, Any], groups: Advice | None) -> Advice:
        curve = [{key: value for key, value in at.items() if key != "for"} for at in curves if at["for"] == row["for"]]
        return Advice(row["k"], row["verdict"], row["reasons"], curve, row, groups)

    return of(rows[0], of(rows[1], None))


def explain(text: str, recipe: RecipeName | str | os.PathLike[str] = "default", *, bits: int | None = None) -> Explanation:
    """How the signature of one text comes about: features, sums, bits.

    text: a str. recipe, bits: as for `sign`.
    Returns the parts; `page` is all of it as a page, which a notebook shows.
    Raises RecipeError as `sign`; InputError for what is no str.
    """
    if not isinstance(text, str):
        raise InputError(f"text: {type(text).__name__}; give one str")
    found = json.loads(_simscope.explain(text, _checks.recipe(recipe, bits)))
    signature = int(found["signature"], 16)
    features = [Feature(one["term"], one["count"], one["weight"], int(one["hash"], 16)) for one in found["features"]]
    bits_ = [signature >> bit & 1 for bit in range(len(found["sums"]))]
    return Explanation(features, found["sums"], bits_, signature, found["recipe"], text, _checks.recipe(recipe, bits))


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]
