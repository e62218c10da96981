"""Disjoint sets of a board: the most, the fewest that meet all others, the game of taking them, and the ways to split
a board into sets.

>>> from tercet import Board
>>> packing = pack(Board('1RsO 2RhO 3RoO 1GsO 1PsO'))
>>> len(packing.sets), packing.is_proved, packing.proof
(1, True, 'cards')
"""

from __future__ import annotations

from typing import Any, Literal

from tercet._answers import BoardLike, board_spec, deck_of, finished, question, sets_of
from tercet._results import Nim, Packing

__all__ = ["Nim", "Packing", "nim", "pack", "pack_fewest", "partitions"]


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
    return _packing(_ask("pack", board, timeout, memory, threads=threads, packer=packer))


def pack_fewest(board: BoardLike, *, timeout: float | None = None, memory: int | None = None) -> Packing:
    """The fewest disjoint sets of a board that meet all of its sets.

    A limit leaves the best such sets so far; `Stopped` is raised if there are none.

    >>> from tercet import Deck
    >>> pack_fewest(Deck().deal(21, seed=3))
    <3 disjoint sets, no fewer are possible>
    """
    return _packing(_ask("pack-fewest", board, timeout, memory), is_fewest=True)


def nim(board: BoardLike, *, timeout: float | None = None, memory: int | None = None) -> Nim:
    """The winner if two players take sets of a board in turn, and the player who cannot take one loses.

    Raises `Stopped` if a limit ends the work.

    >>> from tercet import Deck
    >>> won = nim(Deck().deal(15, seed=3))
    >>> won, len(won.moves)
    (<the first player wins, nim value 3>, 2)
    """
    answer = finished(_ask("nim", board, timeout, memory))
    return Nim(answer["answer"] == "yes", answer.get("value"), sets_of(answer["sets"], deck_of(answer)))


def partitions(board: BoardLike, *, timeout: float | None = None, memory: int | None = None) -> int:
    """The number of ways to split all cards of a board into disjoint sets.

    Raises `Stopped` if a limit ends the work.

    >>> from tercet import Board, Deck
    >>> partitions(Board(list(Deck(3, 3))))
    17641
    """
    answer = finished(question("partitions", board=board_spec(board), timeout=timeout, memory=memory))
    return int(answer["count"])


def _ask(
    name: str, board: BoardLike, timeout: float | None, memory: int | None, *, threads: int | None = None, **fields: Any
) -> dict[str, Any]:
    limits = {"timeout": timeout, "memory": memory, "threads": threads}
    search = {limit: most for limit, most in limits.items() if most is not None}
    return question(name, board=board_spec(board), search=search, **fields)


def _packing(answer: dict[str, Any], *, is_fewest: bool = False) -> Packing:
    sets = sets_of(answer["sets"], deck_of(answer))
    if not sets:
        finished(answer)
    return Packing(sets, answer["bound"], answer["proved"], is_fewest, answer.get("proof"))
