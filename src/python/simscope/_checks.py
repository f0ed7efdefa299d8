"""What an argument must be: errors name it."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import Any

from ._simscope import InputError, RecipeError


def whole(name: str, value: Any, least: int, most: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name}: {type(value).__name__}; give a whole number") from None
    if isinstance(value, bool) or not least <= number <= most:
        raise InputError(f"{name}={value}: use {least} to {most}")
    return number


def number(name: str, value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, (bool, str, bytes)):
        raise InputError(f"{name}: {type(value).__name__}; give a number")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name}: {type(value).__name__}; give a number") from None


def word(name: str, value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise InputError(f"{name}: {type(value).__name__}; give a str")


def words(name: str, value: Any) -> list[str]:
    """One of them, or several."""
    if value is None or isinstance(value, str):
        return [] if value is None else [value]
    several = list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(one, str) for one in several):
        raise InputError(f"{name}: {type(value).__name__}; give a str, or a list of them")
    return several


def path(name: str, value: Any) -> str:
    try:
        return str(os.fspath(value))
    except TypeError:
        raise InputError(f"{name}: {type(value).__name__}; give a path") from None


def recipe(value: Any, bits: int | None) -> tuple[str, int | None]:
    if not isinstance(value, (str, os.PathLike)):
        raise RecipeError(f"recipe: {type(value).__name__}; give a name, or the path of a file that ends in .toml")
    try:
        return os.fspath(value), None if bits is None else whole("bits", bits, 1, 128)
    except InputError as error:
        raise RecipeError(str(error)) from None
