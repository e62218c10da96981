"""Conversions between the values of the package and the requests and answers of `ask`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, TypeAlias

from tercet._ask import ask
from tercet._errors import Error, Stopped
from tercet._names import Seed
from tercet._tercet import Board, Card, Deck, Set

BoardLike: TypeAlias = Board | str | Iterable[object]


def question(name: str, *, seed: Seed | None = None, **fields: Any) -> dict[str, Any]:
    """Asks; fields that are None keep their defaults."""
    fields["seed"] = None if seed is None else as_seed(seed)
    given = {field: value for field, value in fields.items() if value is not None}
    return ask({"ask": name, **given})


def as_seed(seed: Seed) -> int:
    """A seed, or the one that a generator of numpy or Python draws."""
    if isinstance(seed, Random):
        return seed.getrandbits(64)
    return int(seed.integers(2**64, dtype="uint64")) if hasattr(seed, "integers") else seed


def finished(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer, unless a limit ended the work."""
    if answer["answer"] == "stopped":
        reason = answer["reason"]
        raise Stopped(reason["message"], reason["code"])
    return answer


def as_deck(deck: object) -> Deck:
    """A deck, or a `TypeError` for anything else."""
    if not isinstance(deck, Deck):
        raise TypeError(f"a deck is a Deck, not {type(deck)}")
    return deck


def deck_spec(deck: Deck) -> dict[str, int]:
    """A deck in a request."""
    deck = as_deck(deck)
    return {"values": deck.values, "properties": deck.properties}


def deck_of(answer: Mapping[str, Any]) -> Deck:
    """The deck of an answer."""
    return Deck(answer["deck"]["values"], answer["deck"]["properties"])


def as_board(board: BoardLike) -> Board:
    """A board, also from its text or its cards."""
    return board if isinstance(board, Board) else Board(board)


def as_json(board: object) -> str:
    """A board of lists, dicts, arrays or frames."""
    import json

    try:
        return json.dumps(board, allow_nan=False, default=_plain)
    except (ValueError, RecursionError) as error:
        raise Error(f"the board is not JSON: {error}", "not-a-card") from None


def _plain(value: Any) -> Any:
    """What a value of numpy or pandas, or a frame of another library, is in Python."""
    for name, arguments in [("tolist", ()), ("to_dicts", ()), ("to_dict", ("records",))]:
        if hasattr(value, name):
            return getattr(value, name)(*arguments)
    raise TypeError(f"a board holds what JSON has, not {type(value)}")


def board_spec(board: BoardLike) -> dict[str, Any]:
    """A board in a request."""
    board = as_board(board)
    return {"cards": [str(card) for card in board.cards], "deck": deck_spec(board.deck)}


def cards_of(texts: Iterable[str], deck: Deck) -> tuple[Card, ...]:
    """The cards of an answer."""
    return tuple(Card(text, deck) for text in texts)


def sets_of(sets: Iterable[list[str]], deck: Deck) -> tuple[Set, ...]:
    """The sets of an answer."""
    return tuple(Set(texts, deck) for texts in sets)


def whole(text: str | None) -> int | None:
    """A whole number of an answer, which may be absent."""
    return None if text is None else int(text)
