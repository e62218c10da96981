"""The most disjoint sets of a board, and the ways to split a board into sets.

>>> from tercet import Board
>>> packing = pack(Board('1RsO 2RhO 3RoO 1GsO 1PsO'))
>>> len(packing.sets), packing.is_proved, packing.proof
(1, True, 'cards')
"""

from __future__ import annotations

from typing import Literal

from tercet._answers import BoardLike, board_spec, deck_of, finished, question, sets_of
from tercet._errors import Stopped
from tercet._results import Packing

__all__ = ["Packing", "pack", "partitions"]


def pack(
    board: BoardLike,
    *,
    packer: Literal["branch", "ip", "greedy"] = "branch",
    timeout: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
) -> Packing:
    """The most disjoint sets of a board.

    `branch` is a branch and bound on sets, `ip` the integer program of set packing, and `greedy` takes each set in
    layout order that is disjoint from those before, and proves nothing. A limit leaves the best packing so far;
    `Stopped` is raised if there is none.

    >>> from tercet import Board, Deck
    >>> pack(Board(list(Deck(3, 2)))).bound
    3
    """
    search = {"timeout": timeout, "memory": memory, "threads": threads}
    search = {name: limit for name, limit in search.items() if limit is not None}
    answer = question("pack", board=board_spec(board), packer=packer, search=search)
    sets = sets_of(answer["sets"], deck_of(answer))
    if not sets and answer["answer"] == "stopped":
        raise Stopped(answer["reason"]["message"], answer["reason"]["code"])
    return Packing(sets, answer["bound"], answer["proved"], proof=answer.get("proof"))


def partitions(board: BoardLike, *, timeout: float | None = None, memory: int | None = None) -> int:
    """The number of ways to split all cards of a board into disjoint sets.

    Raises `Stopped` if a limit ends the work.

    >>> from tercet import Board, Deck
    >>> partitions(Board(list(Deck(3, 3))))
    17641
    """
    answer = finished(question("partitions", board=board_spec(board), timeout=timeout, memory=memory))
    return int(answer["count"])
