"""The names and values that arguments take, as types. The tests compare them with the tables of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from numpy.random import Generator

    from tercet._tercet import Card

Method: TypeAlias = Literal[
    "brute", "brute-mod3", "pairs-hash", "pairs-bits", "halves", "halves-listed", "thirds", "pairs-meet", "completion",
    "dynamic", "middle", "spectrum", "cover", "auto", "dancing-links", "sat", "cp", "ip", "ip-resolve", "smt",
    "smt-incremental", "smt-bits", "hybrid",
]  # fmt: skip
Policy: TypeAlias = Literal["uniform", "first", "thrifty"]
Refill: TypeAlias = Literal["up-to-start", "at-once", "delayed", "owed"]
Variant: TypeAlias = Literal["standard", "chain", "shuffle"]

# A card, its text, its number in the deck, or its values.
CardLike: TypeAlias = "Card | str | int | Iterable[int]"
# From 0 to 2^64 - 1, or a generator that draws one.
Seed: TypeAlias = "int | Generator | Random"
# Called with what is done and all there is, or whether a bar of tqdm or rich shows it.
Progress: TypeAlias = "Callable[[int, int], object] | bool"
