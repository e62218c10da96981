"""The cards of the classic deck on a photograph.

A reading says of each card how probable it is, and why it may be wrong.

>>> from tercet import photo
>>> reading = photo.read('table.jpg')  # doctest: +SKIP
>>> reading.board.find(), reading.is_sure  # doctest: +SKIP
(Set('1RhO 2PhO 3GhO'), True)
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from tercet._answers import question, sets_of
from tercet._errors import Error
from tercet._tercet import Board, Card, Deck, Set

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from PIL.Image import Image

__all__ = ["PhotographedCard", "Reading", "UnreadCard", "read"]

Corners: TypeAlias = tuple[tuple[float, float], ...]

_CLASSIC = Deck()


@dataclass(frozen=True, slots=True)
class PhotographedCard:
    """A card as it was read."""

    card: Card
    confidence: float  # the probability that it is this card, from 0 to 1
    is_sure: bool  # whether nobody needs to look at it again
    doubts: tuple[str, ...]  # the reasons to look at it again, the weightiest first: 'glare', 'cut-off', 'shape'
    alternatives: tuple[tuple[Card, float], ...]  # other likely readings with their probabilities
    row: int  # on the table, from 0
    column: int
    corners: Corners  # (right, down) in pixels of the upright picture, clockwise


@dataclass(frozen=True, slots=True)
class UnreadCard:
    """A shape that looks like a card and could not be read."""

    doubt: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class Reading:
    """The cards of a photograph, and its sets."""

    cards: tuple[PhotographedCard, ...]  # row by row, from left to right
    unread: tuple[UnreadCard, ...]
    edition: str | None  # 'classic' or 'european', if the cards show it
    confidence: float  # the probability that these are the cards on the table, all of them and all right
    is_sure: bool  # whether all cards are sure and none is unread
    sets: tuple[Set, ...]
    width: int  # of the upright picture, in pixels
    height: int

    @property
    def board(self) -> Board:
        """The cards in table order; a card that was read twice lies there once."""
        return Board(list(dict.fromkeys(card.card for card in self.cards)), _CLASSIC)


def read(picture: str | PathLike[str] | bytes | bytearray | BinaryIO | Image | ArrayLike) -> Reading:
    """Reads a photograph: a file by its path, open or as bytes, a picture of PIL, or the pixels of an upright one.

    Files are JPEG, PNG or WebP. Pixels are what numpy makes an array of uint8 of: of the shape (height, width), or
    (height, width, channels) with one, three or four channels, of which the fourth is ignored. A picture has at
    most 64 megapixels.

    Raises `OSError` if the file cannot be read, and `Error` ('not-a-picture') if it is not a picture.

    >>> import numpy as np
    >>> read(np.full((600, 800, 3), 90, np.uint8)).cards
    ()
    """
    given: Any = Path(picture).read_bytes() if isinstance(picture, str | PathLike) else picture
    if hasattr(given, "read"):
        given = given.read()
    if isinstance(given, bytes | bytearray):
        return _reading(question("photo", picture=b64encode(given).decode(), notation="classic"))
    if hasattr(given, "getexif"):
        given = import_module("PIL.ImageOps").exif_transpose(given).convert("RGB")
    return _reading(question("photo", pixels=_pixels(given), notation="classic"))


def _pixels(picture: ArrayLike) -> dict[str, Any]:
    import numpy as np

    pixels = np.asarray(picture)
    if pixels.ndim == 2:
        pixels = pixels[:, :, np.newaxis]
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in (1, 3, 4):
        message = f"pixels are uint8 of the shape (height, width, 3), not {pixels.dtype} of {pixels.shape}"
        raise Error(message, "not-a-picture")
    height, width, channels = pixels.shape
    rgb = np.repeat(pixels, 3, axis=2) if channels == 1 else pixels[:, :, :3]
    return {"width": width, "height": height, "rgb": b64encode(rgb.tobytes()).decode()}


def _reading(answer: Mapping[str, Any]) -> Reading:
    return Reading(
        cards=tuple(_card(card) for card in answer["cards"]),
        unread=tuple(UnreadCard(card["doubt"], _corners(card["corners"])) for card in answer["unread"]),
        edition=answer.get("edition"),
        confidence=answer["confidence"],
        is_sure=answer["sure"],
        sets=sets_of(answer["sets"], _CLASSIC),
        width=answer["width"],
        height=answer["height"],
    )


def _card(card: Mapping[str, Any]) -> PhotographedCard:
    return PhotographedCard(
        card=Card(card["card"], _CLASSIC),
        confidence=card["confidence"],
        is_sure=card["sure"],
        doubts=tuple(card["doubts"]),
        alternatives=tuple((Card(other["card"], _CLASSIC), other["confidence"]) for other in card["alternatives"]),
        row=card["row"],
        column=card["column"],
        corners=_corners(card["corners"]),
    )


def _corners(corners: list[list[float]]) -> Corners:
    return tuple((right, down) for right, down in corners)
