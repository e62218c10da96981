"""Pictures of cards and boards as SVG.

The pictures have no ids, styles, scripts or fonts, so many of them fit one page. Notebooks show cards, sets and
boards by themselves; these functions give the text, with options.

>>> card('2RhO')[:42]
'<svg xmlns="http://www.w3.org/2000/svg" vi'
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from operator import index

from tercet._answers import BoardLike, as_board, deck_spec, question
from tercet._errors import Error
from tercet._tercet import Card

__all__ = ["board", "card"]

_WIDTH, _HEIGHT, _GAP = 300, 210, 18
_MOST = 10_000  # cards of a question
_SHOWN = 132  # the width of a card in a notebook, in pixels
_MOST_SHOWN = 600  # cards in a notebook


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
    (drawn,) = _pictures([card], colourless, letters)
    return drawn


def board(
    cards: BoardLike,
    *,
    columns: int | None = None,
    marked: Iterable[Card | str] = (),
    colourless: bool = False,
    letters: bool = True,
) -> str:
    """The picture of a board, row by row, with a frame around each marked card.

    The default is three rows for up to 24 cards, and about the shape of a page for more. Raises `Error` for a
    marked card that does not lie on the board.

    >>> picture = board('1RsO 2RhO 3RoO 1GsD', columns=2, marked=['2RhO'])
    >>> picture.count('<svg'), 'viewBox="0 0 654 474"' in picture
    (5, True)
    """
    layout = as_board(cards)
    positions = {layout.index(card) for card in marked}
    if columns is not None and index(columns) < 1:
        raise Error(f"a board has at least 1 column, not {columns}", "out-of-range")
    number = len(layout)
    columns = columns or (-(-number // 3) if number <= 24 else ceil(1.3 * number**0.5)) or 1
    columns = min(columns, max(number, 1))
    width, height = columns * (_WIDTH + _GAP) + _GAP, -(-number // columns) * (_HEIGHT + _GAP) + _GAP
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">']
    for position, drawn in enumerate(_pictures(layout.cards, colourless, letters)):
        row, column = divmod(position, columns)
        x, y = column * (_WIDTH + _GAP) + _GAP, row * (_HEIGHT + _GAP) + _GAP
        if position in positions:
            parts.append(
                f'<rect x="{x - 6}" y="{y - 6}" width="{_WIDTH + 12}" height="{_HEIGHT + 12}" rx="26" '
                'fill="none" stroke="#1f6feb" stroke-width="8"/>'
            )
        parts.append(drawn.replace("<svg ", f'<svg x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" ', 1))
    return "".join([*parts, "</svg>"])


def _shown(cards: tuple[Card, ...], columns: int) -> str:
    """The picture of cards in a notebook: the first ones, with a size, so that it does not get as wide as its page."""
    drawn = board(cards[:_MOST_SHOWN], columns=columns)
    box = drawn.split('viewBox="0 0 ', 1)[1].split('"', 1)[0]
    width, height = (int(length) * _SHOWN // _WIDTH for length in box.split())
    drawn = drawn.replace(f'{box}"', f'{box}" width="{width}" height="{height}"', 1)
    if len(cards) > _MOST_SHOWN:
        title = f"<title>the first {_MOST_SHOWN} of {len(cards)} cards</title>"
        drawn = drawn.removesuffix("</svg>") + title + "</svg>"
    return drawn


def _pictures(cards: Iterable[Card], colourless: bool, letters: bool) -> list[str]:
    cards = list(cards)
    pictures: list[str] = []
    for begin in range(0, len(cards), _MOST):
        texts = [str(card) for card in cards[begin : begin + _MOST]]
        deck = deck_spec(cards[begin].deck)
        answer = question("pictures", cards=texts, deck=deck, colourless=colourless, letters=letters)
        pictures += [picture["svg"] for picture in answer["cards"]]
    return pictures
