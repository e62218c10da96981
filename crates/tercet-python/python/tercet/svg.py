"""Pictures of cards and boards as SVG.

The pictures have no ids, styles, scripts or fonts, so many of them fit one page. Notebooks show cards, sets and
boards by themselves; these functions give the text, with options.

>>> card('2RhO')[:42]
'<svg xmlns="http://www.w3.org/2000/svg" vi'
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from tercet._answers import BoardLike, as_board, deck_spec, question
from tercet._errors import Error
from tercet._tercet import Card, draw_board

__all__ = ["board", "card"]


def card(card: Card | str, *, colourless: bool = False, letters: bool = True) -> str:
    """The picture of a card, 300 by 210.

    `colourless` draws everything in black, and a frame or a large letter shows the colour. `letters` writes the
    letter of the colour into a corner.

    >>> card('2RhO', colourless=True) == card('2RhO')
    False
    """
    card = Card(card) if isinstance(card, str) else card
    if not isinstance(card, Card):
        raise TypeError(f"a card is a Card or a text, not {type(card)}")
    answer = question(
        "pictures", cards=[str(card)], deck=deck_spec(card.deck), colourless=colourless, letters=letters
    )
    (drawn,) = answer["cards"]
    return drawn["svg"]  # type: ignore[no-any-return]


def board(
    cards: BoardLike,
    *,
    columns: int | None = None,
    marked: Iterable[Card | str] = (),
    colourless: bool = False,
    letters: bool = True,
) -> str:
    """The picture of a board, row by row, with a frame around each marked card.

    The default is one row for up to five cards, three rows for up to 24, and about the shape of a page for more.
    Raises `Error` for a marked card that does not lie on the board.

    >>> 'viewBox="0 0 654 474"' in board('1RsO 2RhO 3RoO 1GsD', columns=2, marked=['2RhO'])
    True
    """
    layout = as_board(cards)
    positions = sorted({layout.index(card) for card in marked})
    if columns is not None:
        if index(columns) < 1:
            raise Error(f"a board has at least 1 column, not {columns}", "out-of-range")
        columns = min(index(columns), max(len(layout), 1))
    return draw_board(layout, columns, positions, colourless, letters)
