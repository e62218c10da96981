"""The odds that a hand of random cards holds a set, or a number of sets: exactly, or estimated from samples.

Numbers are exact for three values and at most six properties, and for other decks of at most 128 cards and 100,000
sets, as far as `memory` bytes suffice. Otherwise `samples` hands are dealt. Exact and estimated numbers are never
mixed in one `Odds`.

>>> twelve = hand(12)
>>> twelve.probability
Fraction(9749257081, 10074689485)
>>> round(twelve.to_one, 3), twelve.set_free.hands
(29.958, 2284535476080)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import Any

from tercet import _tables
from tercet._answers import deck_of, deck_spec, finished, question, whole
from tercet._errors import Error
from tercet._names import Seed
from tercet._tercet import Deck

__all__ = ["Estimate", "Odds", "SetFree", "Table", "disjoint", "hand", "hands", "second_round", "sets", "wilson"]

_CLASSIC = Deck()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A probability estimated from a sample, with its 95 % confidence interval."""

    probability: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SetFree:
    """The hands without a set, of one number of cards."""

    hands: int
    classes: int  # up to the symmetries of the deck
    complete: int  # hands to which no card can be added
    complete_classes: int


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds for one number of cards."""

    cards: int
    sets: int | None  # exactly this many sets; None means at least one
    probability: Fraction
    interval: tuple[float, float] | None  # of an estimate, 95 %; None if the probability is exact
    count: int | None  # how many of the hands these are, if the probability is exact and has no condition
    hands: int | None  # how many hands there are, or were dealt
    set_free: SetFree | None

    @property
    def is_exact(self) -> bool:
        """Whether the probability is exact."""
        return self.interval is None

    @property
    def to_one(self) -> float:
        """The odds to one, which are infinite for what is certain."""
        against = 1 - self.probability
        return float(self.probability / against) if against else float("inf")


@dataclass(frozen=True, slots=True)
class Table(_tables.Table):
    """Odds by the number of cards, or of sets. Iteration gives the `Odds`."""

    deck: Deck
    odds: tuple[Odds, ...]
    mean: Fraction | None  # the expected number of sets
    variance: Fraction | None
    seed: int | None  # of the first hand that was dealt
    stopped: str | None  # the code of the limit that ended the work early

    def __iter__(self) -> Iterator[Odds]:
        return iter(self.odds)

    def __len__(self) -> int:
        return len(self.odds)

    def _rows(self) -> _tables.Rows:
        return [
            ({"cards": it.cards} if it.sets is None else {"sets": it.sets, "cards": it.cards})
            | {"count": it.count, "hands": it.hands, "probability": float(it.probability), "to_one": it.to_one}
            | dict(zip(("low", "high"), it.interval or (None, None), strict=True))
            for it in self.odds
        ]


def hand(
    cards: int,
    deck: Deck = _CLASSIC,
    *,
    given: int | None = None,
    samples: int = 10_000,
    seed: Seed | None = None,
    memory: int | None = None,
    timeout: float | None = None,
) -> Odds:
    """The odds that a hand of this many cards holds a set; `given` of its cards are known to hold none.

    Raises `Error` for more cards than the deck has, and `Stopped` if a limit ends the work.

    >>> round(hand(15, given=12).to_one, 3)
    87.575
    """
    about = "hands" if given is None else {"given": given}
    limits = {"samples": samples, "seed": seed, "memory": memory, "timeout": timeout}
    return _only(finished(_ask(deck, about, size=index(cards), **limits)))


def hands(
    deck: Deck = _CLASSIC,
    *,
    samples: int = 10_000,
    seed: Seed | None = None,
    memory: int | None = None,
    timeout: float | None = None,
) -> Table:
    """The odds of a set for every number of cards, until a set is certain, with the numbers of set-free hands.

    A time limit leaves the lines that are known, and sets `stopped`; `Stopped` is raised if there are none.

    >>> [odds.set_free.hands for odds in hands(Deck(3, 3))]
    [27, 351, 2808, 14742, 50544, 107406, 126360, 63180, 2106, 0]
    """
    return _table(_ask(deck, "hands", samples=samples, seed=seed, memory=memory, timeout=timeout))


def sets(
    cards: int,
    deck: Deck = _CLASSIC,
    *,
    samples: int = 10_000,
    seed: Seed | None = None,
    memory: int | None = None,
    timeout: float | None = None,
) -> Table:
    """How the number of sets in a hand is distributed: `Odds` by `sets`, with the mean and the variance.

    >>> table = sets(6, Deck(3, 3))
    >>> [(odds.sets, odds.count) for odds in table]
    [(0, 107406), (1, 143208), (2, 42588), (3, 2808)]
    >>> table.mean
    Fraction(4, 5)
    """
    limits = {"samples": samples, "seed": seed, "memory": memory, "timeout": timeout}
    return _table(finished(_ask(deck, "sets", size=index(cards), **limits)))


def disjoint(
    cards: int,
    deck: Deck = _CLASSIC,
    *,
    samples: int = 10_000,
    seed: Seed | None = None,
    memory: int | None = None,
    timeout: float | None = None,
) -> Table:
    """How the largest number of disjoint sets in a hand is distributed: `Odds` by `sets`.

    >>> [(odds.sets, odds.count) for odds in disjoint(6, Deck(3, 2))]
    [(1, 72), (2, 12)]
    """
    limits = {"samples": samples, "seed": seed, "memory": memory, "timeout": timeout}
    return _table(finished(_ask(deck, "disjoint", size=index(cards), **limits)))


def second_round(cards: int = 12, deck: Deck = _CLASSIC, *, timeout: float | None = None) -> Odds:
    """The odds of a set in the second layout of a game: a set was taken from the first, and v cards dealt again.

    The deck has three values.

    >>> 1 - second_round().probability
    Fraction(396538561405044, 8939045071283495)
    """
    return _only(finished(_ask(deck, "second-round", size=index(cards), timeout=timeout)))


def wilson(count: int, of: int) -> Estimate:
    """The share `count / of` with Wilson's 95 % confidence interval; `of` is at least 1.

    >>> estimate = wilson(5, 100)
    >>> round(estimate.low, 4), round(estimate.high, 4)
    (0.0215, 0.1118)
    """
    if not 0 <= count <= of or of < 1:
        raise Error(f"{count} of {of} is not a share", "out-of-range")
    z = 1.959963984540054
    share = count / of
    middle = share + z * z / (2 * of)
    width = z * (share * (1 - share) / of + (z / (2 * of)) ** 2) ** 0.5
    scale = 1 + z * z / of
    # Rounding must not exclude the ends.
    low = 0.0 if count == 0 else (middle - width) / scale
    high = 1.0 if count == of else (middle + width) / scale
    return Estimate(share, low, high)


def _ask(deck: Deck, about: str | dict[str, int], **fields: Any) -> dict[str, Any]:
    return question("odds", deck=deck_spec(deck), about=about, **fields)


def _only(answer: Mapping[str, Any]) -> Odds:
    (line,) = _table(answer).odds
    return line


def _table(answer: Mapping[str, Any]) -> Table:
    if not answer["lines"]:
        finished(answer)
    sampled = answer.get("sampled")
    dealt = int(sampled["hands"]) if sampled else 0
    return Table(
        deck=deck_of(answer),
        odds=tuple(_odds(line, dealt) for line in answer["lines"]),
        mean=_fraction(answer.get("mean")),
        variance=_fraction(answer.get("variance")),
        seed=int(sampled["seed"]) if sampled else None,
        stopped=answer["reason"]["code"] if answer["answer"] == "stopped" else None,
    )


def _odds(line: Mapping[str, Any], dealt: int) -> Odds:
    cards, number = line["size"], line.get("set_count")
    if line["kind"] == "sampled":
        share = Fraction(round(float(line["probability"]) * dealt), dealt)
        return Odds(cards, number, share, (line["low"], line["high"]), None, dealt, None)
    without = line.get("without_set")
    free = SetFree(**{field: int(count) for field, count in without.items()}) if without else None
    count, of = whole(line.get("count")), whole(line.get("hands"))
    return Odds(cards, number, Fraction(line["fraction"]), None, count, of, free)


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
