"""Cleaning: `dedup`, `draw` and `judge`, and what they return."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypedDict, TypeVar, Union

from . import _checks, _frames, _simscope
from ._progress import Progress, shown
from ._simscope import Comparison, Error, InputError, Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

F = TypeVar("F")
StrPath = Union[str, "os.PathLike[str]"]

RecipeName = Literal[
    "default", "java", "python", "python2", "go-demo", "keywords20", "keywords20-raw", "yanyiwu", "yanyiwu:auto", "1e0ng", "seomoz",
    "simhash-rs", "gaoya", "text-dedup", "ch-words", "ch-chars", "mfonda", "hutool", "npm-simhash",
]
"""The named recipes; a str may also be one with parameters, or the path of a file that ends in .toml."""

Kind = Literal[
    "same", "fold", "marks", "space", "same-number", "spelling", "form", "small", "order", "text-more", "more", "less", "word", "name",
    "text-less", "rewritten", "one-or-two-words", "date", "opposite", "unit", "operator", "number", "negation", "lost", "template",
]
"""What may differ between two texts, as `same_if` and `matters` take it; a str may also be one difference of the table, or a word such as "numbers"."""

Keep = Literal["first", "longest", "shortest"]
"""Which row stays; a str may also be "newest:COLUMN", "oldest:COLUMN" or "best:COLUMN"."""

AlarmName = Literal["loss", "judged", "wipe-out", "unconfirmed", "group", "template", "few", "frames"]
"""What an alarm is about."""


class Alarm(NamedTuple):
    """Something that should be looked at before anything is dropped."""

    name: AlarmName
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


@dataclass(frozen=True)
class Promise:
    """What your answers to drawn pairs promise of the rows that go."""

    holds: bool
    """Whether anything is promised; if not, only identical texts go."""
    is_done: bool
    """Whether more answers would add nothing."""
    answers: int
    """How many drawn pairs are answered."""
    wrong: int
    """How many of the answers are no yes."""
    goes: int
    """How many distinct texts go by the promise."""
    progress: str
    """How far it has come, in one line."""
    sentences: list[str]
    """What is promised and what is not, to be quoted; nothing while it does not hold."""

    def __str__(self) -> str:
        return "\n".join([self.progress, *self.sentences])


class Options(TypedDict, total=False):
    """What `Deduped.again` takes: options of `dedup`."""

    keep: Keep | str | None
    confirm: str | None
    same_if: Kind | str | Sequence[str]
    matters: Kind | str | Sequence[str]
    must_agree: str | Sequence[str]
    cut: float | None
    loss: float | None
    passage: int | None
    decisions: StrPath | None
    rules: StrPath | None
    judgements: StrPath | None
    right: float | None
    seed: int
    within: int | None
    yes: bool
    progress: Progress


class AlarmError(Error):
    """What would be dropped should be looked at first: `result` has it, and `yes=True` takes it as it is."""

    result: Deduped[Any]

    def __init__(self, message: str, result: Deduped[Any]) -> None:
        super().__init__(message)
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return AlarmError, (str(self), self.result)


@dataclass(frozen=True, eq=False, repr=False)
class Deduped(Generic[F]):
    """What stays, and what goes for which reason.

    It goes through pickle, copy and other processes with the frame that was cleaned. `to_pandas`, `to_polars` and `to_arrow` give the clean
    data in another library.
    """

    kept: Any
    """The mask of the rows that stay: `df[r.kept]`, `df.filter(r.kept)`, `~r.kept`. A Series for a frame of pandas (with its index) or polars,
    otherwise a list of bool."""
    dropped: Table
    """What goes: id, kept (the id of the row that stays), kind (the heaviest difference), similarity (0 to 1), lost (the share of it that is
    not in that row), differences (what differs, in the order of the text), row, kept_row, text, kept_text."""
    held: Table
    """What stays although it is alike, since a difference matters (kind is the first that does) or too much is lost; the same columns."""
    differences: Table
    """The differences of the data, as `simscope differences` lists them: class, difference, pairs, waits (rows that are held because of
    it), goes, matters, why, and an example: id, kept, example."""
    alarms: list[Alarm]
    """What should be looked at."""
    confirmed: int
    """How many of the dropped rows are confirmed by the texts."""
    questions: list[Question]
    """What would let many rows go, if it does not matter: at most three."""
    promise: Promise | None
    """What `right` promises; None without it."""
    _data: F = field(repr=False)
    _options: dict[str, Any] = field(repr=False)
    _comparison: Comparison | None = field(repr=False)

    @cached_property
    def data(self) -> F:
        """The rows that stay, in the type and with the index of the frame that was given."""
        rows: F = _frames.rows(self._data, self.kept)
        return rows

    def again(self, **options: Unpack[Options]) -> Deduped[F]:
        """Decides anew with these options of `dedup` in the place of those that were given; all others stay as they were.

        Texts are not compared again, unless the measure is another one, `cut` lies below 0.3 for the first time, or the result comes from
        another process.
        Raises as `dedup`.
        """
        unknown = sorted(set(options) - set(Options.__annotations__))
        if unknown:
            raise InputError(f"{unknown[0]}: again takes {', '.join(Options.__annotations__)}")
        return _decided(self._data, {**self._options, **options}, self._comparison)

    def worst(self, rows: int = 20) -> Table:
        """The rows of `dropped` that should be read first: those that lose most, then the least similar."""
        doubt = list(zip([-lost for lost in self.dropped["lost"]], self.dropped["similarity"]))
        return self.dropped.take(sorted(range(len(doubt)), key=doubt.__getitem__)[: max(rows, 0)])

    def draw(self, pairs: int = 20) -> Drawn:
        """Draws the pairs that `right` needs an answer to, as the function `draw`, without comparing again. After `judge` comes `again()`."""
        return _drawn(self._data, self._options, pairs, self._comparison)

    def to_pandas(self) -> Any:
        """The clean data as a DataFrame of pandas."""
        return _frames.to_pandas(self.data)

    def to_polars(self) -> Any:
        """The clean data as a DataFrame of polars."""
        return _frames.to_polars(self.data)

    def to_arrow(self) -> Any:
        """The clean data as a table of pyarrow."""
        return _frames.to_arrow(self.data)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_comparison": None}

    def __repr__(self) -> str:
        rows, gone = len(self.kept), len(self.dropped)
        stops = sum(alarm.stops for alarm in self.alarms)
        alarms = f"; {stops} open alarm{'s' * (stops > 1)}" if stops else ""
        return f"<{rows:,} rows: {rows - gone:,} stay ({len(self.held):,} of them held), {gone:,} go{alarms}>"

    def _repr_html_(self) -> str:
        said = [repr(self)[1:-1], *(alarm.text for alarm in self.alarms)]
        asked = [f"{one.text} If not, {one.lets} more go: again(same_if={one.difference!r})" for one in self.questions]
        said += str(self.promise).splitlines() if self.promise else asked
        lines = "".join(f"<p>{_simscope.shown(line, 400)}</p>" for line in said)
        return f"<div>{lines}{self.worst(5)._repr_html_()}</div>"


def dedup(
    data: F,
    text: str = "text",
    id: str | None = None,
    *,
    label: str | None = None,
    keep: Keep | str | None = None,
    confirm: str | None = None,
    same_if: Kind | str | Sequence[str] = (),
    matters: Kind | str | Sequence[str] = (),
    must_agree: str | Sequence[str] = (),
    cut: float | None = None,
    loss: float | None = None,
    passage: int | None = None,
    decisions: StrPath | None = None,
    rules: StrPath | None = None,
    judgements: StrPath | None = None,
    right: float | None = None,
    seed: int = 1,
    within: int | None = None,
    recipe: RecipeName | StrPath = "default",
    yes: bool = False,
    progress: Progress = False,
) -> Deduped[F]:
    """Which rows stay and which go, decided by the texts, as `simscope clean` decides.

    A row goes only if one that stays is alike, no difference between the two matters, and little of it is lost. Others are held: they stay.

    data: a frame of pandas or polars, an Arrow table, a datasets.Dataset, a dict of columns, or a list of dicts.
    text, id, label: names of its columns. Without id, a row has its number as id.
    keep: which row stays: "first", "longest", "shortest", "newest:COLUMN", "oldest:COLUMN" or "best:COLUMN"; None for the one with the most
        that is particular to it.
    confirm: as for `advise`. cut: the least similarity (0 to 1) of a row that goes; None for that of confirm, or 0.3.
    same_if, matters: differences that do not matter, and that do: a class ("numbers"), or one of the table ('number after "Ticket"').
    must_agree: regular expressions; what matches must be the same in both texts.
    loss: the largest share (0 to 1) of a row that may be lost with it; None for 0.3 below 25 words, 0.2 below 100, 0.1 from there on.
    passage: so many words in a row are not lost; 0 for any number; None for 16.
    decisions: a file of decisions, as the explorer writes it; what is said here goes before what it says.
    rules: such a file, of which only what it says of differences holds, not of documents.
    judgements: a file of judgements, as the explorer, `judge` or the command write it: a yes lets one of the two go, a no keeps both.
    right: 0.9 or 0.95: the most texts go of which, by the answers in `judgements` to pairs that `draw` drew, at least this share is right;
        at most one draw in twenty misleads. Identical texts go, too. The draw is kept beside that file (NAME.promise.toml).
    seed: that of the draw.
    within: compares only rows whose signatures by `recipe` differ in at most so many bits; None for all pairs.
    recipe: as for `sign`: what it ignores, and how it normalizes, holds here, too.
    yes: takes what should be looked at first.

    Returns the mask, the clean data, and tables with reasons. `data` is not changed.
    Raises AlarmError where something should be looked at first, or nothing is promised, unless `yes`; its `result` is what would go.
    InputError for a column that is not there or not of strings, or an option that is wrong; RecipeError.
    """
    options = {name: value for name, value in locals().items() if name != "data"}
    return _decided(_frames.frame(data), options, None)


def draw(
    data: Any,
    pairs: int = 20,
    *,
    right: float,
    judgements: StrPath,
    text: str = "text",
    id: str | None = None,
    keep: Keep | str | None = None,
    confirm: str | None = None,
    same_if: Kind | str | Sequence[str] = (),
    matters: Kind | str | Sequence[str] = (),
    must_agree: str | Sequence[str] = (),
    cut: float | None = None,
    decisions: StrPath | None = None,
    rules: StrPath | None = None,
    seed: int = 1,
    recipe: RecipeName | StrPath = "default",
    progress: Progress = False,
) -> Drawn:
    """Draws the pairs that `dedup(right=…)` needs an answer to, as `simscope judge --right --draw`.

    pairs: at most so many.
    data, right, judgements, seed, text, id, keep, confirm, same_if, matters, must_agree, cut, decisions, rules, recipe: as for `dedup`, and the same as
        there. The file of judgements may be missing.

    Returns the pairs: for each, may the row of text_a go while that of text_b stays? Give the answers to `judge`. Nothing is left to be asked
    where it is empty.
    Raises as `dedup`, but no AlarmError; InputError for judgements that were drawn from other data or with other options.
    """
    options = {name: value for name, value in locals().items() if name not in ("data", "pairs")}
    return _drawn(_frames.frame(data), options, pairs, None)


def _drawn(data: Any, options: dict[str, Any], pairs: int, before: Comparison | None) -> Drawn:
    pairs = _checks.whole("pairs", pairs, 0, 2**31)
    with shown(options["progress"]) as bar:
        recipe = _checks.recipe(options["recipe"], None)
        return Drawn(*_simscope.draw(_given(data, options), recipe, _asking(options), pairs, before, bar))


class Drawn:
    """Drawn pairs: a table of answer, note, id_a, id_b, text_a, text_b and texts (their hashes). The first two are yours to fill in."""

    pairs: Table
    """The table."""
    progress: str
    """How far the promise has come, in one line."""

    def __init__(self, pairs: Table, progress: str) -> None:
        self.pairs, self.progress = pairs, progress

    def __len__(self) -> int:
        return len(self.pairs)

    def __getitem__(self, column: str) -> Any:
        return self.pairs[column]

    @property
    def column_names(self) -> list[str]:
        return self.pairs.column_names

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.pairs.__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """A DataFrame of pandas, to be filled in."""
        return self.pairs.to_pandas()

    def to_polars(self) -> Any:
        """A DataFrame of polars."""
        return self.pairs.to_polars()

    def to_arrow(self) -> Any:
        """A table of pyarrow."""
        return self.pairs.to_arrow()

    def __repr__(self) -> str:
        return f"<{len(self)} pairs to be judged · {self.progress}>"

    def _repr_html_(self) -> str:
        """The texts to be read, without a hint at what the program thinks."""
        texts = list(zip(self.pairs["text_a"], self.pairs["text_b"]))
        pairs = [f"<p>{_simscope.shown(a, 1000)}</p><p>{_simscope.shown(b, 1000)}</p>" for a, b in texts[:20]]
        rows = "".join(f'<tr><td>{row}</td><td style="text-align:left">{pair}</td></tr>' for row, pair in enumerate(pairs))
        return f"<div><p>{_simscope.shown(self.progress, 400)}</p><table>{rows}</table></div>"


def judge(judgements: StrPath, drawn: Any, answers: Sequence[str | bool | None] | None = None, *, who: str | None = None) -> int:
    """Adds answers about drawn pairs to a file of judgements, as `simscope judge --read` does: all or none.

    judgements: the file; one that is missing is made.
    drawn: what `draw` returned, or a frame of its columns.
    answers: one for each pair: "yes", "no" or "unsure" (y, n, ?; True and False are yes and no), or None while there is none; without this
        the column `answer` of `drawn`.
    who: who answered; None for SIMSCOPE_JUDGE, or the name of the user.

    Returns how many were added; what is there already is not added again.
    Raises InputError for what is no answer, and for a file that is none of judgements.
    """
    drawn = drawn.pairs if isinstance(drawn, Drawn) else _frames.frame(drawn)
    said = {True: "yes", False: "no", None: ""}
    given = _frames.plain(_frames.column(drawn, "answer", "drawn") if answers is None else answers)
    columns = [[value or "" for value in _frames.strings(_frames.column(drawn, name, "drawn"))] for name in ("id_a", "id_b", "texts", "note")]
    if len(given) != len(columns[0]):
        raise InputError(f"answers: {len(given)}, but {len(columns[0])} pairs")
    # The truth values of NumPy have an item of Python.
    given = [answer.item() if hasattr(answer, "item") else answer for answer in given]
    cells = [said[answer] if answer is None or isinstance(answer, bool) else str(answer) for answer in given]
    a, b, texts, notes = columns
    added, _ = _simscope.judge(_checks.path("judgements", judgements), list(zip(a, b, texts, cells, notes)), who)
    return added


def _given(data: Any, options: dict[str, Any]) -> SimpleNamespace:
    """The columns that are compared."""
    keep = options.get("keep")
    value = keep.partition(":")[2] or None if isinstance(keep, str) else None

    def strings(name: str | None, argument: str) -> list[str | None] | None:
        return None if name is None else _frames.strings(_frames.column(data, name, argument))

    return SimpleNamespace(
        text=_frames.column(data, options["text"], "text"),
        id=strings(options.get("id"), "id"),
        label=strings(options.get("label"), "label"),
        values=strings(value, "keep"),
    )


def _asking(options: dict[str, Any]) -> SimpleNamespace:
    """What is asked, as the compiled part takes it."""
    within, passage, judgements = (options.get(name) for name in ("within", "passage", "judgements"))
    return SimpleNamespace(
        **{name: _checks.words(name, options.get(name)) for name in ("same_if", "matters", "must_agree")},
        **{name: None if options.get(name) is None else _read(name, options[name]) for name in ("decisions", "rules")},
        **{name: _checks.number(name, options.get(name)) for name in ("cut", "loss", "right")},
        **{name: _checks.word(name, options.get(name)) for name in ("confirm", "keep")},
        within=None if within is None else _checks.whole("within", within, 0, 128),
        passage=None if passage is None else _checks.whole("passage", passage, 0, 2**32 - 1),
        judgements=None if judgements is None else _checks.path("judgements", judgements),
        seed=_checks.whole("seed", options["seed"], 0, 2**64 - 1),
    )


def _decided(data: F, options: dict[str, Any], before: Comparison | None) -> Deduped[F]:
    with shown(options["progress"]) as bar:
        recipe = _checks.recipe(options["recipe"], None)
        found = _simscope.dedup(_given(data, options), recipe, _asking(options), before, bar)
    promised = found["promised"]
    result = Deduped(
        _frames.mask(data, found["kept"]),
        found["dropped"],
        found["held"],
        found["differences"],
        [Alarm(*alarm) for alarm in found["alarms"]],
        found["confirmed"],
        [Question(*question) for question in found["questions"]],
        None if promised is None else Promise(**promised),
        data,
        options,
        found["comparison"],
    )
    # A bar that was asked for is shown once, and may not go through pickle.
    options["progress"] = options["progress"] is True
    if options["yes"]:
        return result
    if result.promise and not result.promise.holds:
        raise AlarmError(f"nothing is promised: {result.promise.progress}; answer more pairs (draw, judge), or let only identical texts go with yes=True", result)
    open_ = [alarm.text for alarm in result.alarms if alarm.stops]
    if open_ and not result.promise:
        raise AlarmError("; ".join(open_) + ": look at what goes (.result of this error), or take it with yes=True", result)
    return result


def _read(name: str, path: StrPath) -> str:
    try:
        with open(_checks.path(name, path), encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name}: {error}") from error


def differences(data: Any, text: str = "text", id: str | None = None, **options: Any) -> Table:
    """What differs between rows that are alike, how often, and whether it matters, as `simscope differences` lists it.

    data, text, id, options: as for `dedup`.

    Returns a table: class, difference, pairs, waits, goes, matters, why, id, kept, example.
    Raises as `dedup`, but no AlarmError.
    """
    return dedup(data, text, id, **{**options, "yes": True}).differences
