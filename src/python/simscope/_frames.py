"""Frames of any library: a column comes out, a mask and rows go in. No library is imported unless the caller uses it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._simscope import Column, InputError, Table

LIBRARIES = ("pandas", "polars", "pyarrow", "datasets", "numpy", "simscope")


class Mask(list[bool]):
    """A row each: True where it stays. `~mask`, `mask & other` and `mask | other` are masks, too."""

    def __invert__(self) -> Mask:
        return Mask(not stays for stays in self)

    def __and__(self, other: Iterable[Any]) -> Mask:
        return Mask(a and bool(b) for a, b in zip(self, other, strict=True))

    def __or__(self, other: Iterable[Any]) -> Mask:
        return Mask(a or bool(b) for a, b in zip(self, other, strict=True))

    def __repr__(self) -> str:
        return f"<{len(self)} rows, {sum(self)} of them True>"


def library(data: Any) -> str:
    """Which library made it: one of LIBRARIES, or "" for what Python has itself, and for others."""
    names = (base.__module__.partition(".")[0] for base in type(data).__mro__)
    return next((name for name in names if name in LIBRARIES), "")


def frame(data: Any) -> Any:
    """Fails unless it has columns with names. Returns it so that later changes of the caller's do not reach it."""
    kind = type(data).__name__
    advice = {
        "LazyFrame": "has no rows yet; give data.collect()",
        "DatasetDict": 'has several splits; give one of them, such as data["train"]',
        "IterableDataset": "is read once; give a Dataset",
        "IterableDatasetDict": "is read once; give a Dataset",
    }
    if kind in advice:
        raise InputError(f"data: {kind}: it {advice[kind]}")
    if isinstance(data, (list, tuple)):
        if not all(isinstance(row, Mapping) for row in data):
            other = next(type(row).__name__ for row in data if not isinstance(row, Mapping))
            raise InputError(f'data: {kind} of {other}; give dicts, or {{"text": texts}}')
        return type(data)(data) if type(data) in (list, tuple) else list(data)
    if isinstance(data, Mapping):
        return dict(data)
    if any(hasattr(data, name) for name in ("columns", "column_names")) or getattr(getattr(data, "dtype", None), "names", None):
        return data.copy(deep=False) if library(data) == "pandas" else data
    if isinstance(data, (str, bytes)) or not hasattr(data, "__len__"):
        raise InputError(f"data: {kind}; give a data frame, a table, a dict of columns, or a list of dicts")
    raise InputError(f'data: {kind}: it is one column; give the frame that it is of, or {{"text": column}}')


def column(data: Any, name: str, argument: str) -> Any:
    """A column of it."""
    if isinstance(data, (list, tuple)):
        if data and not any(name in row for row in data):
            raise _missing(argument, name, list(data[0]))
        return [row.get(name) for row in data]
    names = getattr(data, "column_names", None)
    if names is None:
        names = getattr(getattr(data, "dtype", None), "names", None) or getattr(data, "columns", data)
    names = list(names)
    if name not in names:
        raise _missing(argument, name, names)
    if names.count(name) > 1:
        raise InputError(f"{argument}: there are {names.count(name)} columns {name!r}; rename one")
    if library(data) == "datasets":
        return data.select_columns([name]).with_format("arrow")[:][name]
    return data[name]


def _missing(argument: str, name: str, names: list[Any]) -> InputError:
    return InputError(f"{argument}: there is no column {name!r}; the columns are {', '.join(map(str, names[:20]))}")


def plain(column: Any) -> list[Any]:
    """The values as Python has them."""
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, method):
            column = getattr(column, method)()
            break
    return [None if _is_missing(value) else value for value in column]


def _is_missing(value: Any) -> bool:
    """NaN, and what pandas has for a missing value, which is not even unequal to itself."""
    return type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)


def strings(column: Any) -> list[str | None]:
    return [None if value is None else str(value) for value in plain(column)]


def mask(data: Any, kept: Column) -> Any:
    """What masks this frame: a Series of its library and index; otherwise a list that knows `~`, `&` and `|`."""
    of = library(data)
    if of == "pandas":
        import pandas  # type: ignore[import-untyped,unused-ignore]

        return pandas.Series(list(kept), index=data.index, name="kept", dtype=bool)
    if of == "polars":
        import polars

        return polars.Series("kept", list(kept), dtype=polars.Boolean)
    return Mask(kept)


def rows(data: Any, mask: Any) -> Any:
    """The rows where the mask is True, in the type of the frame."""
    of = library(data)
    if of == "pandas":
        return data[mask]
    if of == "polars":
        return data.filter(mask)
    if of == "pyarrow":
        import pyarrow  # type: ignore[import-untyped,unused-ignore]

        return data.filter(pyarrow.array(mask, pyarrow.bool_()))
    there = [row for row, stays in enumerate(mask) if stays]
    if of == "datasets":
        return data.select(there)
    if isinstance(data, Table):
        return data.take(there)
    if of == "numpy":
        return data[there]
    if isinstance(data, dict):
        return {name: _part(values, mask, there) for name, values in data.items()}
    if isinstance(data, (list, tuple)):
        return type(data)(data[row] for row in there)
    raise InputError(f"data: {type(data).__name__}: its rows are taken by its own library; use .kept")


def _part(column: Any, mask: Any, there: list[int]) -> Any:
    of = library(column)
    if of == "pandas":
        return column[list(mask)]
    if of in ("polars", "pyarrow"):
        return column.filter(list(mask))
    if of == "numpy":
        return column[there]
    part = [column[row] for row in there]
    return tuple(part) if isinstance(column, tuple) else part


def to_pandas(data: Any) -> Any:
    import pandas  # type: ignore[import-untyped,unused-ignore]

    if isinstance(data, pandas.DataFrame):
        return data
    return data.to_pandas() if hasattr(data, "to_pandas") else pandas.DataFrame(data)


def to_polars(data: Any) -> Any:
    import polars

    if isinstance(data, polars.DataFrame):
        return data
    return data.to_polars() if hasattr(data, "to_polars") else polars.DataFrame(data)


def to_arrow(data: Any) -> Any:
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    of = library(data)
    if isinstance(data, pyarrow.Table):
        return data
    if of == "pandas":
        return pyarrow.Table.from_pandas(data)
    if of == "datasets":
        return data.with_format("arrow")[:]
    if hasattr(data, "to_arrow"):
        return data.to_arrow()
    if isinstance(data, (list, tuple)):
        return pyarrow.Table.from_pylist(list(data))
    return pyarrow.table(data)
