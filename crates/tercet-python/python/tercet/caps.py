"""Set-free hands, which for three values are called cap sets: verified, completed, extended and maximised.

A hand is a `Board`, or the text or the cards of one.

>>> known = largest(Deck(3, 3))
>>> known.lower, known.is_proved
(9, True)
>>> bool(verify(known.hand)), bool(complete(known.hand))
(True, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tercet._answers import (
    BoardLike,
    as_board,
    board_spec,
    cards_of,
    deck_of,
    deck_spec,
    finished,
    question,
    sets_of,
)
from tercet._names import Seed
from tercet._tercet import Board, Card, Deck, Set

__all__ = [
    "Canonical",
    "Completeness",
    "Largest",
    "Size",
    "Verdict",
    "canonical",
    "complete",
    "extend",
    "largest",
    "sizes",
    "verify",
]

_CLASSIC = Deck()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a hand is set-free, which is also its truth value."""

    is_set_free: bool
    set: Set | None  # a set of the hand, if there is one

    def __bool__(self) -> bool:
        return self.is_set_free


@dataclass(frozen=True, slots=True)
class Completeness:
    """Whether a set-free hand is complete, which is also its truth value."""

    is_complete: bool
    addable: tuple[Card, ...]  # the cards each of which can be added

    def __bool__(self) -> bool:
        return self.is_complete


@dataclass(frozen=True, slots=True)
class Largest:
    """What is known of the number of cards of the largest set-free hand of a deck."""

    lower: int
    lower_source: str
    upper: int
    upper_source: str
    hand: Board | None  # the largest hand that was found
    proof: str | None  # the proof that was made, if one was

    @property
    def is_proved(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper


@dataclass(frozen=True, slots=True)
class Size:
    """The caps of one size; classes are those under the symmetries of the deck."""

    points: int
    caps: int
    classes: int
    complete: int
    complete_classes: int


@dataclass(frozen=True, slots=True)
class Canonical:
    """The canonical form of a hand under the affine maps of its deck."""

    hand: Board
    stabiliser: int  # how many maps leave the hand as it is
    orbit: int  # how many hands the maps make of it


def verify(hand: BoardLike, *, timeout: float | None = None) -> Verdict:
    """Whether a hand is set-free; if not, with a set that it holds.

    >>> verify('1RsO 2RhO 3RoO 1GsD').set
    Set('1RsO 2RhO 3RoO')
    """
    answer = finished(question("caps-verify", board=board_spec(hand), timeout=timeout))
    found = sets_of(answer["sets"], deck_of(answer))
    return Verdict(not found, found[0] if found else None)


def complete(hand: BoardLike, *, timeout: float | None = None) -> Completeness:
    """Whether a set-free hand is complete: whichever card is added, there is a set.

    Raises `Error` for a hand with a set, and for a deck of more than 531,441 cards.

    >>> complete(Board('00 01 10', Deck(3, 2))).addable
    (Card('11', Deck(values=3, properties=2)), Card('12', Deck(values=3, properties=2)), \
Card('21', Deck(values=3, properties=2)))
    """
    answer = finished(question("caps-complete", board=board_spec(hand), timeout=timeout))
    return Completeness(answer["answer"] == "yes", cards_of(answer["addable"], deck_of(answer)))


def extend(
    hand: BoardLike,
    *,
    by: Literal["greedy", "random", "best"] = "greedy",
    seed: Seed | None = None,
    timeout: float | None = None,
) -> Board:
    """A set-free hand with cards added behind its own until it is complete.

    Cards are added in ascending order (`greedy`) or in a random one; `best` searches for the largest hand for
    `timeout` seconds, by default 2. The hand may be empty: `Board('', deck)`.

    >>> len(extend(Board('', Deck(3, 3))))
    8
    """
    answer = finished(question("caps-extend", board=board_spec(hand), by=by, seed=seed, timeout=timeout))
    return _hand(answer)


def largest(deck: Deck = _CLASSIC, *, seed: Seed | None = None, timeout: float | None = None) -> Largest:
    """The number of cards of the largest set-free hand of a deck: proved, quoted, or bounded.

    Where there is no proof, a hand is searched for `timeout` seconds, by default 2.

    >>> largest(Deck(4, 2)).lower
    9
    """
    answer = question("caps-max", deck=deck_spec(deck), seed=seed, timeout=timeout)
    return Largest(
        lower=int(answer["least"]),
        lower_source=answer["least_from"],
        upper=int(answer["most"]),
        upper_source=answer["most_from"],
        hand=_hand(answer) if answer["cards"] else None,
        proof=answer.get("proof"),
    )


def sizes(deck: Deck = _CLASSIC, *, timeout: float | None = None) -> tuple[Size, ...]:
    """The caps of AG(p,3) by size, ascending; p is at most 4.

    >>> [size.caps for size in sizes(Deck(3, 2))]
    [1, 9, 36, 72, 54]
    """
    answer = finished(question("caps-sizes", deck=deck_spec(deck), timeout=timeout))
    return tuple(Size(**{field: int(number) for field, number in size.items()}) for size in answer["sizes"])


def canonical(hand: BoardLike, *, timeout: float | None = None) -> Canonical:
    """The canonical form of a hand, for three values and at most six properties, and for other
    numbers of values and at most 10,000 cards.

    Two hands have the same form if and only if a symmetry of the deck turns one into the other: an
    affine map for three values, else a permutation of the properties and of the values in each.

    >>> canonical('1RsO 2RhO 3RoO') == canonical('1RsO 2GhD 3PoS')
    True
    >>> canonical('1RsO 2RhO 3RoO').orbit
    1080
    """
    hand = as_board(hand)
    answer = finished(question("caps-canonical", board=board_spec(hand), timeout=timeout))
    return Canonical(_hand(answer), int(answer["stabiliser"]), int(answer["orbit"]))


def _hand(answer: Mapping[str, Any]) -> Board:
    return Board(answer["cards"], deck_of(answer))
