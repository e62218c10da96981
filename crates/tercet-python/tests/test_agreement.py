"""All ways to an answer agree, and nothing but documented exceptions comes out of any call."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tercet
from tercet import Board, Card, Deck, Error, Game, Set, Simulation, Stopped, boards, packing

DECKS = [(1, 2), (2, 3), (3, 2), (3, 4), (3, 5), (3, 6), (4, 2), (4, 3), (5, 2), (6, 2)]


def sets_of(deck: Deck, numbers: list[int]) -> list[tuple[int, ...]]:
    """The positions of all sets, by the definition."""
    values = [deck[number].values for number in numbers]

    def is_set(positions: tuple[int, ...]) -> bool:
        columns = zip(*(values[i] for i in positions), strict=True)
        return all(len(set(column)) in (1, deck.values) for column in columns)

    return [positions for positions in combinations(range(len(numbers)), deck.values) if is_set(positions)]


@st.composite
def arrays(draw: st.DrawFn) -> tuple[Deck, list[list[int]]]:
    """A deck and a few boards of as many cards each."""
    deck = Deck(*draw(st.sampled_from(DECKS)))
    most = {1: 1, 2: 8, 3: 14, 4: 14, 5: 12, 6: 12}[deck.values]
    cards = draw(st.integers(0, min(most, deck.size)))
    row = st.lists(st.integers(0, deck.size - 1), min_size=cards, max_size=cards, unique=True)
    return deck, draw(st.lists(row, max_size=4).filter(bool))


@given(arrays(), st.integers(1, 3))
def test_bulk_is_brute_force(boards_of: tuple[Deck, list[list[int]]], threads: int) -> None:
    deck, rows = boards_of
    counts, found = boards.count(rows, deck, threads=threads), boards.find(rows, deck, threads=threads)
    for row, count, positions in zip(rows, counts.tolist(), found.tolist(), strict=True):
        board, sets = Board(row, deck), sets_of(deck, row)
        assert count == len(sets) == board.sets.count() == board.sets.count(threads=2)
        assert positions == list(sets[0] if sets else [-1] * deck.values)
        assert [tuple(sorted(board.index(card) for card in of)) for of in board.sets] == sets


@pytest.fixture(scope="module")
def present(method: str) -> str:
    """A method whose program, if it needs one, is installed."""
    try:
        Deck().deal(12, seed=1).find(method=method)
    except Error as error:
        if error.code == "method-missing":
            pytest.skip(f"NOT TESTED: {error}")
    return method


@pytest.mark.parametrize("method", tercet.methods(), scope="module")
@settings(max_examples=12)
@given(arrays())
@example((Deck(3, 4), [Deck(3, 4).deal(20, seed=5).numbers, Deck(3, 4).deal(12, seed=2).numbers]))
def test_every_method_agrees(present: str, boards_of: tuple[Deck, list[list[int]]]) -> None:
    """Methods may refuse decks."""
    deck, rows = boards_of
    board = Board(rows[0], deck)
    sets = {Set([row[i] for i in of], deck) for row in rows[:1] for of in sets_of(deck, row)}
    try:
        found = board.find(method=present)
    except Error as error:
        assert error.code == "method-unable"
        return
    assert found in sets if sets else found is None


# Nothing that a caller does wrong raises anything else.
DOCUMENTED = (ValueError, TypeError, OverflowError, IndexError, Stopped)

WORDS = st.text("012RGPshoODS ,\n#deck-", max_size=12)
THINGS: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 90),
        st.integers(),
        st.sampled_from([2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), 10**40, -(10**40)]),
        st.floats(),
        st.binary(max_size=4),
        st.text(max_size=6),
        st.sampled_from(["\ud800", "\0", "deck 4 4", "2RhO 1GsD", "0123", "uniform", "first", "auto", "brute", "cover"]),
        WORDS,
        st.sampled_from([Deck(), Deck(4, 2), Deck(1, 1), Deck(64, 3), Card("2RhO"), Deck(4, 2)[3], object()]),
        st.builds(lambda: Deck().deal(5, seed=1)),
        st.just(Set("2RhO 2GhO 2PhO")),
        st.just(slice(-1, 10**30, 2)),
        st.sampled_from([slice(0, 9, 0), slice("a"), np.uint8(3), np.zeros((2, 3)), np.arange(6), complex(1, 1)]),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)


def take_some(things: Any) -> list[Any]:
    return list(islice(things, 3))


# Calls by name, each with the number of things that it takes. A search that might be long has a limit.
CALLS: dict[str, tuple[int, Callable[..., Any]]] = {
    "Deck": (2, Deck),
    "Deck[]": (1, lambda a: Deck()[a]),
    "Deck.deal": (2, lambda a, b: Deck().deal(a, seed=b)),
    "Deck.expected_sets": (1, lambda a: Deck().expected_sets(a)),
    "in Deck": (1, lambda a: a in Deck()),
    "Card": (2, Card),
    "Card of a deck": (1, lambda a: Card(a, Deck(4, 4))),
    "Card <": (1, lambda a: Card("2RhO") < a),
    "Card.third": (1, lambda a: Card("2RhO").third(a)),
    "Set": (2, Set),
    "Set[]": (1, lambda a: Set("2RhO 2GhO 2PhO")[a]),
    "in Set": (1, lambda a: a in Set("2RhO 2GhO 2PhO")),
    "is_set": (2, tercet.is_set),
    "Board": (2, Board),
    "Board of cards": (1, Board),
    "Board of a deck": (1, lambda a: Board(a, Deck(4, 2))),
    "Board.add": (1, lambda a: Deck().deal(9, seed=1).add(a)),
    "Board.remove": (1, lambda a: Deck().deal(81, seed=1).remove(a)),
    "Board.index": (1, lambda a: Deck().deal(81, seed=1).index(a)),
    "Board.find": (2, lambda a, b: Deck().deal(9, seed=1).find(method=a, timeout=b)),
    "Board.find on threads": (1, lambda a: Deck().deal(9, seed=1).find(method="cover", threads=a, timeout=9)),
    "Board.hint": (3, lambda a, b, c: Deck().deal(9, seed=1).hint(a, b, timeout=c)),
    "Board.explain": (1, lambda a: str(Deck().deal(81, seed=1).explain(a))),
    "packing.pack": (1, lambda a: packing.pack(Deck().deal(9, seed=1), timeout=a)),
    "Board[]": (1, lambda a: Deck().deal(9, seed=1)[a]),
    "Board ==": (1, lambda a: Deck().deal(9, seed=1) == a),
    "in Board": (1, lambda a: a in Deck().deal(9, seed=1)),
    "SetView[]": (1, lambda a: Deck().deal(12, seed=1).sets[a]),
    "in SetView": (1, lambda a: a in Deck().deal(12, seed=1).sets),
    "SetView.count": (2, lambda a, b: Deck().deal(12, seed=1).sets.count(timeout=a, threads=b)),
    "Game": (3, lambda a, b, c: Game(seed=a, start=b, sets=c)),
    "Game of a deck": (2, lambda a, b: Game(a, refill=b)),
    "Game.take": (1, lambda a: Game(seed=1).take(a)),
    "Simulation": (3, lambda a, b, c: Simulation(a, seed=b, start=c)),
    "Simulation of a deck": (2, lambda a, b: Simulation(9, seed=1, deck=a, pick=b)),
    "Simulation.play": (1, lambda a: Simulation(9, seed=1).play(threads=a)),
    "ask": (1, tercet.ask),
    "ask of a board": (2, lambda a, b: tercet.ask({"ask": "find", "board": a, "timeout": b})),
    "ask by name": (1, lambda a: tercet.ask({"ask": a})),
    "boards.count": (2, lambda a, b: boards.count(a, threads=b)),
    "boards.count of another deck": (1, lambda a: boards.count(a, Deck(4, 2))),
    "boards.find": (2, lambda a, b: boards.find(a, threads=b)),
    "boards.deal": (2, lambda a, b: boards.deal(2, a, seed=b)),
    "iteration": (1, lambda a: take_some(Board(a).sets)),
}


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=30)
@given(st.data())
def test_no_argument_raises_anything_undocumented(name: str, data: st.DataObject) -> None:
    count, call = CALLS[name]
    arguments = [data.draw(THINGS) for _ in range(count)]
    try:
        repr(call(*arguments))
    except DOCUMENTED:
        pass
    except BaseException as error:  # A panic is no Exception.
        pytest.fail(f"{name}{tuple(arguments)} raised {type(error).__mro__}: {error}")


@given(st.text("0123456789RGPshoODS ,;#:\n\tdeck-", max_size=60))
@example("deck 3 4\n")
@example("deck 99999999999999999999 4\n0")
@example("deck 3 0\n")
@example("# only a comment")
@example("deck 3 4\n0000\n\ndeck 4 4\n0000")
def test_texts_are_boards_or_errors(text: str) -> None:
    try:
        board = Board(text)
    except Error as error:
        assert str(error) and error.code not in ("", "bug")
    else:
        assert Board(board.to_text()) == board
