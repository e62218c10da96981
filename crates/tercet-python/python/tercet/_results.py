"""Answers about a board or a simulation, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from tercet._tercet import Card, Set


@dataclass(frozen=True, slots=True, repr=False)
class Property:
    """The verdict on cards in one property."""

    __module__ = "tercet"

    name: str
    verdict: Literal["same", "different", "mixed"]  # 'mixed' does not occur in a set
    words: str

    def __repr__(self) -> str:
        return f"<{self.name}: {self.words}>"


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """Why cards are a set, or why they are not. It is true if they are."""

    __module__ = "tercet"

    is_set: bool
    objection: str | None  # why the cards cannot be a set whatever they show, such as their number
    completion: Card | None  # the one card that makes a set of v - 1 cards
    properties: tuple[Property, ...]  # the verdict on the cards in each property

    def __bool__(self) -> bool:
        return self.is_set

    def __str__(self) -> str:
        objection = f": {self.objection}" if self.objection else ""
        lines = [f"{of.name}: {of.words}" for of in self.properties]
        return "\n".join([("a set" if self.is_set else "not a set") + objection, *lines])

    def __repr__(self) -> str:
        return f"<{str(self).replace(chr(10), '; ')}>"


@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """A hint about a set, true if the board holds one. It contains nothing that its stage hides."""

    __module__ = "tercet"

    sets: int | None  # how many the board holds, or None if there is a set and counting all would take long
    cards: tuple[Card, ...]  # those held, if a set contains them, then the revealed ones
    held: int  # how many of the cards the player holds: all that were named, or 0 if no set contains them
    needs: tuple[str, ...]  # the values of the missing cards of the set, as one text for each property
    last: Card | None  # the missing card if only one is missing

    def __bool__(self) -> bool:
        return self.sets != 0

    def __str__(self) -> str:
        count = {None: "at least one set", 0: "no set", 1: "1 set"}.get(self.sets, f"{self.sets} sets")
        return ": ".join(filter(None, [count, " ".join(map(str, self.cards))]))

    def __repr__(self) -> str:
        return f"<hint: {self}>"


@dataclass(frozen=True, slots=True, repr=False)
class Packing:
    """Disjoint sets of a board: the most, or the fewest that meet all sets."""

    __module__ = "tercet"

    sets: tuple[Set, ...]
    bound: int  # an upper bound on the number of disjoint sets; a lower one for the fewest
    is_proved: bool  # to be the largest packing, or the smallest
    is_fewest: bool = False  # which of the two was asked for
    # How it is proved: by the number of cards, a search, or weights; `tercet schema pack.answer` describes those.
    proof: Literal["cards", "search"] | dict[str, Any] | None = field(default=None, compare=False)

    def __len__(self) -> int:
        return len(self.sets)

    def __repr__(self) -> str:
        proved = f", no {'fewer' if self.is_fewest else 'more'} are possible" if self.is_proved else ""
        return f"<{len(self)} disjoint sets{proved}>"

    def _repr_html_(self) -> str:
        from tercet._tables import pictures

        return pictures(self.sets, repr(self)[1:-1])


@dataclass(frozen=True, slots=True, repr=False)
class Nim:
    """The winner if two players take sets in turn."""

    __module__ = "tercet"

    first_wins: bool  # the player who moves first
    value: int | None  # the nim value; None if the first player wins by a mirror
    moves: tuple[Set, ...]  # the sets with which the first player can begin to win

    def __repr__(self) -> str:
        value = "" if self.value is None else f", nim value {self.value}"
        return f"<the {'first' if self.first_wins else 'second'} player wins{value}>"


@dataclass(frozen=True, slots=True, repr=False)
class Layouts:
    """The layouts with a number of cards."""

    __module__ = "tercet"

    with_set: int  # how many of them held a set
    without: int
    odds: float | None  # of a set, to one; None if every layout held a set
    interval: tuple[float, float] | None  # of the odds, with 95 % confidence

    def __repr__(self) -> str:
        odds = "no odds" if self.odds is None else f"odds {self.odds:.2f} to 1"
        return f"<{self.with_set} with a set, {self.without} without: {odds}>"
