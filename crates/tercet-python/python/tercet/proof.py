"""Proofs that a board has no set, which other programs can check.

A set proves itself. That there is none is proved by a file: `check` accepts it, and so do programs that share nothing
with the search, such as `checkers/check.py` and a checker in `checkers/coq` that is proved correct. Boards have
proofs from four values on, and with at most twelve properties.

>>> from tercet import Deck
>>> board = Deck(20, 4).deal(270, seed=2)
>>> proven = prove(board)
>>> proven.set, len(proven.proof)
(None, 124843)
>>> check(board, proven.proof).steps
105402
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal, TypeAlias

from tercet._answers import BoardLike, board_spec, deck_of, finished, question, sets_of
from tercet._tercet import Set

__all__ = ["Checked", "Proven", "check", "expand", "prove"]

File: TypeAlias = "str | PathLike[str] | bytes | bytearray"


@dataclass(frozen=True, slots=True)
class Proven:
    """A set of a board, or the proof that it has none: one of them is None."""

    set: Set | None
    proof: bytes | None  # the file, as `tercet find --proof` writes it


def prove(
    board: BoardLike,
    *,
    threads: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
) -> Proven:
    """A set of a board, or the proof that it has none. The proof does not depend on the number of threads.

    `memory` bounds the bytes of the proof; the default is 2^26. `distributed.prove` writes longer ones to a file.
    Raises `Stopped` if a limit ends the search, and `Error` ('method-unable') for a deck without proofs.

    >>> from tercet import Deck
    >>> board = Deck(10, 4).deal(125, seed=1)
    >>> prove(board, timeout=60).set == board.find()
    True
    >>> prove('1RsO 2RhO')
    Traceback (most recent call last):
    tercet.Error: a proof needs four or more values: for a board of (3,4) it would be no shorter than the search
    """
    answer = finished(
        question("prove", board=board_spec(board), threads=threads, timeout=timeout, memory=memory)
    )
    found = sets_of(answer["sets"], deck_of(answer))
    return Proven(found[0] if found else None, b64decode(answer["proof"]) if not found else None)


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking a proof. It counts as true if the board is proved to have no set."""

    is_proved: bool
    fault: str | None  # why it is not
    steps: int | None  # of the proof, if it holds
    branches: int | None  # of these steps
    groups: int | None  # of cards that agree in some properties, in which it searches

    def __bool__(self) -> bool:
        return self.is_proved


def check(board: BoardLike, proof: File, *, timeout: float | None = None) -> Checked:
    """Whether a proof shows that a board has no set. The proof is a file by its path, or its bytes.

    Raises `Error` ('not-a-proof') for what is no proof at all, `OSError` if the file cannot be read, and `Stopped` if
    the limit ends the work.

    >>> from tercet import Deck
    >>> board = Deck(10, 4).deal(90, seed=1)
    >>> proof = prove(board).proof
    >>> check(board, proof).is_proved, check(Deck(10, 4).deal(90, seed=3), proof).fault
    (True, 'it is for a board of another deck, or with other cards')
    """
    answer = finished(question("check-proof", board=board_spec(board), proof=_base64(proof), timeout=timeout))
    steps, branches, groups = (
        None if answer.get(name) is None else int(answer[name]) for name in ("steps", "branches", "groups")
    )
    return Checked(answer["answer"] == "yes", answer.get("fault"), steps, branches, groups)


def expand(
    board: BoardLike,
    proof: File,
    to: Literal["lrat", "veripb"],
    *,
    timeout: float | None = None,
    memory: int | None = None,
) -> bytes:
    """A proof in a format of the field.

    LRAT is for the formula of `tercet export --to dimacs`, and VeriPB for the problem of `--to opb`. Both are text.
    `memory` bounds the bytes; the default is 2^26.

    Raises `Error` ('not-a-proof') if the proof does not hold, and `Stopped` if a limit ends the work.
    """
    answer = question(
        "expand-proof",
        board=board_spec(board),
        proof=_base64(proof),
        to=to,
        timeout=timeout,
        memory=memory,
    )
    return b64decode(answer["expanded"])


def _base64(proof: File) -> str:
    if isinstance(proof, str | PathLike):
        proof = Path(proof).read_bytes()
    return b64encode(proof).decode()
