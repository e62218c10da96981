"""Boards in people's own form: as texts, lists, dicts, arrays of numpy and frames of pandas."""

from __future__ import annotations

import copy
import csv
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tercet import Board, Card, Deck, Error

# A text in each form, and the same board in a notation.
FORMS = Path(__file__).parents[2] / "tercet" / "tests" / "table" / "forms.jsonl"

WORDS = [
    ("two", "red", "striped", "oval"),
    ("one", "green", "solid", "diamond"),
    ("two", "green", "striped", "oval"),
    ("two", "purple", "striped", "oval"),
    ("three", "red", "open", "diamond"),
    ("one", "purple", "striped", "squiggle"),
]
NAMES = ["number", "color", "shading", "shape"]
OBJECTS = [dict(zip(NAMES, card, strict=True)) for card in WORDS]
TEXTS = ["O2RH", "D1GS", "O2GH", "O2PH", "D3RO", "S1PH"]
BOARD = Board("2RhO 1GsD 2GhO 2PhO 3RoD 1PhS")


class Words(NamedTuple):
    number: str
    color: str
    shading: str
    shape: str


def positions(board: Board) -> list[list[int]]:
    return [board.positions(found) for found in board.sets]


@pytest.mark.parametrize("form", [json.loads(line) for line in FORMS.read_text(encoding="utf-8").splitlines()], ids=lambda it: it["form"])
def test_texts_in_all_forms(form: dict[str, Any], tmp_path: Path) -> None:
    same = Board(form["board"])
    file = tmp_path / "board"
    file.write_bytes(form["text"].encode())
    deck = Deck(*form["deck"]) if "deck" in form else None
    for board in [Board(form["text"], deck), Board.read(file, deck=deck)]:
        assert board.deck == same.deck and sorted(map(sorted, positions(board))) == sorted(map(sorted, positions(same)))
        assert board == same or not form["pictured"]
        assert len(board.written) == len(board)


@pytest.mark.parametrize("kind", [list, tuple, iter, np.array, lambda cards: map(list, cards), lambda cards: [Words(*card) for card in cards]])
def test_cards_as_rows_of_words(kind: Any) -> None:
    board = Board(kind(WORDS))
    assert board == BOARD and board.reading and board.written == [" ".join(card) for card in WORDS]


@pytest.mark.parametrize("cards", [OBJECTS, iter(OBJECTS), {"cards": OBJECTS}, {"table": WORDS}, TEXTS, " ".join(TEXTS)])
def test_cards_as_dicts_and_texts(cards: Any) -> None:
    assert Board(cards) == BOARD


def test_digits_from_1() -> None:
    digits = np.array([card.values for card in BOARD]) + 1
    forms = [digits, digits.tolist(), list(digits), digits.astype(float), digits.astype(str), digits.astype(object)]
    forms += [["".join(map(str, row)) for row in digits], [" ".join(map(str, row)) for row in digits]]
    for form in forms:
        board = Board(form)
        assert positions(board) == positions(BOARD) and board.deck == Deck() and board.reading


def test_values_from_0_are_no_names() -> None:
    rows = np.array([card.values for card in BOARD])
    for form in [rows, rows.tolist(), list(rows), [tuple(row) for row in rows], BOARD.numbers, np.array(BOARD.numbers)]:
        board = Board(form, Deck())
        assert board == BOARD and board.reading is None and board.written == [str(card) for card in BOARD]


def test_four_values_need_a_deck() -> None:
    rows = [[1, 1], [2, 2], [3, 3], [4, 4], [1, 2]]
    with pytest.raises(Error):
        Board(rows)
    board = Board(rows, Deck(4, 2))
    assert positions(board) == [[0, 1, 2, 3]]


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas", reason="NOT TESTED: boards of pandas: pandas is missing")
    frame = pandas.DataFrame(OBJECTS)
    rows = [row for _, row in frame.iterrows()]
    for form in [frame, rows, frame.to_dict("records"), frame.values, frame.itertuples(index=False), frame.to_csv(index=False)]:
        assert Board(form) == BOARD
    # The names of its columns are no cards.
    frame.columns = ["00", "01", "02", "10"]
    assert positions(Board(frame)) == positions(BOARD) != positions(Board(list(frame)))
    frame.columns = range(4)
    assert positions(Board(frame)) == positions(BOARD)
    assert Board(pandas.Series(BOARD.numbers)) == BOARD == Board(pandas.Series(list(BOARD.cards)))
    assert Board(pandas.Series([" ".join(card) for card in WORDS])) == BOARD


def test_other_frames_are_asked_for_their_rows() -> None:
    class Frame:
        columns = NAMES

        def __iter__(self) -> Any:
            return iter(zip(*WORDS, strict=True))

        def to_dicts(self) -> list[dict[str, str]]:
            return OBJECTS

    assert Board(Frame()) == BOARD


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    with file.open("w", newline="") as rows:
        csv.writer(rows).writerows([NAMES, *WORDS])
    assert Board.read(file) == Board.read(str(file)) == Board(file.read_text()) == BOARD
    with file.open(newline="") as rows:
        assert Board(csv.DictReader(rows)) == BOARD
    with file.open() as lines:
        assert Board(lines) == BOARD
    file.write_text("board a\n00 01\nboard b\n012 111\n")
    assert Board.read(file, "b") == Board("012 111")
    file.write_bytes(b"")
    assert Board.read(file, deck=Deck(4, 2)) == Board(deck=Deck(4, 2))
    file.write_bytes(b"\xff\xfe\xfd")
    for wrong, error in [(file, Error), (tmp_path / "none", FileNotFoundError), (tmp_path, OSError), (5, TypeError)]:
        with pytest.raises(error):
            Board.read(wrong)  # type: ignore[arg-type]


def test_what_was_written_stays_with_its_card() -> None:
    board = Board(TEXTS)
    other = board.copy()
    board.remove(board[:4])
    board.add("3PsS")
    assert "S3PS" in board and "3PsO" not in board and board.index("D3RO") == 0
    assert board.written == ["D3RO", "S1PH", "S3PS"] and board.reading == "read as 6 cards of (3,4): shape, count, colour, shading"
    assert other.written == TEXTS and copy.copy(other) == other


CYCLIC: list[Any] = []
CYCLIC.append(CYCLIC)
DEEP: Any = "00"
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "cards",
    [
        [None], [[None, 1], [1, 2]], [1.5, 2.5], [[1.5, float("nan")]], [[float("inf")]], [2**200], [[2**200, -1]], CYCLIC, DEEP,
        {}, {"a": CYCLIC}, {"a": None}, {"a": {"b": 5}}, {(1, 2): "00"}, {"cards": [object()]}, object(), [object()], object, [b"2RhO"], [Card("2RhO"), WORDS[0]],
        [{}], [{"a": 1}, {}], [[], [1]], [[[1, 2], [3, 4]], [[5, 6], [7, 8]]], np.array(5), np.zeros((2, 2)), np.array([[np.nan, 1]]),
        "\ud800", "two red, four", [Deck(4, 4)[0], "2RhO"], [*OBJECTS, OBJECTS[0]], [*WORDS, WORDS[0]], OBJECTS[0], [*WORDS, "x" * 2**21], {"x" * 2**21: WORDS},
    ],
)
def test_what_is_no_board(cards: Any) -> None:
    with pytest.raises((Error, TypeError, UnicodeEncodeError)) as caught:
        Board(cards)
    assert 0 < len(str(caught.value)) < 300


def test_a_card_is_named_once() -> None:
    with pytest.raises(Error, match="occurs twice"):
        Board([*OBJECTS, OBJECTS[0]])


def test_errors_of_iterators_pass() -> None:
    def cards() -> Any:
        yield "2RhO"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Board(cards())
