"""Many boards at once, as arrays of the numbers of their cards.

An array has a row for each board and a column for each card. The number of a card is its place in the deck, as in
`deck[number]`. The work is done by tables for three values and at most five properties, and by the engine for other
decks of at most 2^64 cards. Needs numpy.

>>> a = deal(100_000, 12, seed=7)
>>> a.shape, a.dtype
((100000, 12), dtype('uint8'))
>>> counts = count(a)
>>> float((counts == 0).mean())  # the probability is 0.0323
0.03176
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any

from tercet import _tercet
from tercet._answers import as_deck, as_seed
from tercet._errors import Error
from tercet._tercet import Deck

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from tercet._names import Seed

__all__ = ["count", "deal", "find", "from_values", "to_values"]

_CLASSIC = Deck()


def count(a: ArrayLike, deck: Deck = _CLASSIC, *, threads: int = 1) -> NDArray[np.uint32]:
    """The number of sets on each board.

    `a` is an (N, k) array of integers, or what numpy makes one of. C-contiguous uint8 needs no conversion for three
    values and at most five properties, and uint64 none for other decks.

    Raises `Error` that names row and column for a number that is not a card of the deck or occurs twice in its row.

    >>> count([[0, 1, 2, 3], [0, 1, 3, 4]])
    array([1, 0], dtype=uint32)
    """
    import numpy as np

    cards = _cards(a, deck)
    counts = np.zeros(len(cards), np.uint32)
    for begin, end in _pieces(cards, threads):
        part = cards[begin:end].reshape(-1)
        _tercet.count_boards(deck, part, cards.shape[1], counts[begin:end], threads, begin)
    return counts


def find(a: ArrayLike, deck: Deck = _CLASSIC, *, threads: int = 1) -> NDArray[np.int64]:
    """The first set of each board in layout order: an (N, v) array of positions, counted from 0.

    A board without a set has a row of -1. Takes the same boards as `count`, and raises the same errors.

    >>> find([[5, 0, 1, 2], [0, 1, 3, 4]])
    array([[ 1,  2,  3],
           [-1, -1, -1]])
    """
    import numpy as np

    cards = _cards(a, deck)
    positions = np.full((len(cards), deck.values), -1, np.int64)
    for begin, end in _pieces(cards, threads):
        part = cards[begin:end].reshape(-1)
        _tercet.find_boards(deck, part, cards.shape[1], positions[begin:end].reshape(-1), threads, begin)
    return positions


def deal(n: int, k: int, deck: Deck = _CLASSIC, *, seed: Seed | None = None) -> NDArray[np.unsignedinteger[Any]]:
    """n boards of k random cards each: an (n, k) array of the smallest unsigned type that holds the deck.

    A board depends on the seed (from 0 to 2^64 - 1) and its row alone, and the first one is `deck.deal(k, seed=seed)`.
    The default seed is a fresh one.

    >>> deal(2, 12, seed=7).tolist()[0] == Deck().deal(12, seed=7).numbers
    True
    >>> deal(2, 12, Deck(10, 4), seed=7).dtype
    dtype('uint16')
    """
    import numpy as np

    deck = as_deck(deck)
    for name, number in [("boards", n), ("cards", k)]:
        if number < 0:
            raise Error(f"{number} is not a number of {name}", "out-of-range")
    if k > deck.size:
        raise Error(f"{deck} has {deck.size} cards, fewer than {k}", "out-of-range")
    seed = as_seed(SystemRandom() if seed is None else seed)
    cards = np.zeros((n, k), _kind(deck))
    for begin, end in _pieces(cards):
        _tercet.deal_boards(deck, k, seed, begin, cards[begin:end].reshape(-1))
    return cards.astype(np.min_scalar_type(deck.size - 1), copy=False)


def from_values(values: ArrayLike, deck: Deck = _CLASSIC) -> NDArray[np.unsignedinteger[Any]]:
    """The numbers of cards that are given by their values, each from 0 to v - 1.

    The last axis of `values` has one value for each property: an (N, k, p) array gives N boards of k cards.

    Raises `Error` that names the place of a value that the deck does not have.

    >>> from_values([[[0, 0, 0, 0], [2, 2, 2, 1]]])
    array([[ 0, 79]], dtype=uint8)
    """
    import numpy as np

    kind, deck = _kind(deck), as_deck(deck)
    given = np.asarray(values)
    if given.ndim == 0 or given.shape[-1] != deck.properties:
        message = f"a card of {deck} has {deck.properties} values, the last axis; this has the shape {given.shape}"
        raise Error(message, "card-width")
    if given.size > 0 and given.dtype.kind not in "iu":
        raise Error(f"values are integers, not {given.dtype}", "out-of-range")
    wrong = np.argwhere((given < 0) | (given >= deck.values))
    if len(wrong) > 0:
        place = tuple(wrong[0].tolist())
        raise Error(f"{place}: the values of {deck} are 0 to {deck.values - 1}, not {given[place]}", "value-out-of-range")
    numbers = np.zeros(given.shape[:-1], np.uint64)
    for at in range(deck.properties):
        numbers = numbers * np.uint64(deck.values) + given[..., at].astype(np.uint64)
    return numbers.astype(np.min_scalar_type(deck.size - 1) if kind is np.uint64 else kind)


def to_values(a: ArrayLike, deck: Deck = _CLASSIC) -> NDArray[np.uint8]:
    """The values of cards that are given by their numbers, as a further axis: the inverse of `from_values`.

    >>> to_values([[0, 79]]).tolist()
    [[[0, 0, 0, 0], [2, 2, 2, 1]]]
    """
    import numpy as np

    numbers = _cards(a, deck, is_counted=False).astype(np.uint64)
    values = np.empty((*numbers.shape, deck.properties), np.uint8)
    for at in reversed(range(deck.properties)):
        numbers, values[..., at] = np.divmod(numbers, np.uint64(deck.values))
    return values


def _pieces(cards: NDArray[Any], threads: int = 1) -> Iterator[tuple[int, int]]:
    """The rows in ranges of some million numbers: the native functions copy all that they get."""
    rows = max(1, threads * 2**20 // max(1, cards.shape[1]))
    for begin in range(0, len(cards), rows):
        yield begin, min(begin + rows, len(cards))


def _kind(deck: Deck) -> type[np.uint8 | np.uint64]:
    """The type of card numbers that the native functions take for this deck."""
    import numpy as np

    deck = as_deck(deck)
    if deck.size > 2**64:
        raise Error(f"{deck} has more than 2^64 cards: ask about single boards", "out-of-range")
    return np.uint8 if deck.values == 3 and deck.properties <= 5 else np.uint64


def _cards(a: ArrayLike, deck: Deck, *, is_counted: bool = True) -> NDArray[np.uint8 | np.uint64]:
    """The numbers of cards in the type that the native functions take.

    Their range is checked, unless they have this type, and the functions that count and find check it.
    """
    import numpy as np

    kind = _kind(deck)
    given = np.asarray(a)
    if given.ndim != 2:
        raise Error(f"boards are an (N, k) array, a row for each; this has the shape {given.shape}", "out-of-range")
    if given.dtype == kind and is_counted:
        return np.ascontiguousarray(given)
    if given.size == 0:
        return np.zeros(given.shape, kind)
    if given.dtype.kind == "f" and not isinstance(a, np.ndarray):
        given = np.asarray(a, object)  # numpy rounds a list of integers from 2^63 and below
    if given.dtype.kind not in "iu" and not _holds_integers(given):
        raise Error(f"cards are integers, not {given.dtype}", "out-of-range")
    if given.min() < 0 or given.max() >= deck.size:
        row, column = np.argwhere((given < 0) | (given >= deck.size))[0].tolist()
        number = given[row, column]
        raise Error(
            f"row {row}, column {column}: {number} is not the number of a card of {deck}, from 0 to {deck.size - 1}",
            "card-foreign",
            text=str(number),
            data={"row": row, "column": column},
        )
    return np.ascontiguousarray(given, kind)


def _holds_integers(given: NDArray[Any]) -> bool:
    """Whether these are Python's integers, as numbers beyond 64 bits are."""
    return given.dtype.kind == "O" and all(type(number) is int for number in given.flat)
