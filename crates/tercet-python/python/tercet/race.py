"""Methods compared on the same boards, each in a process of its own.

>>> report = race(values=[3], properties=[3, 4], methods=['brute', 'pairs-bits'], boards=1, seed=1)
>>> [(row.contestant, row.course, row.cards) for row in report.rows]
[('brute', '(3,3), 7 cards', 7), ('pairs-bits', '(3,3), 7 cards', 7), ('brute', '(3,4), 9 cards', 9), \
('pairs-bits', '(3,4), 9 cards', 9)]
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tercet import _tables
from tercet._answers import deck_of, question, whole
from tercet._errors import Error
from tercet._names import Method, Seed
from tercet._tercet import Board, Deck

__all__ = ["Report", "Row", "Trial", "games", "program", "race"]


@dataclass(frozen=True, slots=True)
class Trial:
    """An attempt of a contestant at one board or game."""

    answer: str  # 'found', 'none', 'counted', 'played', 'stopped' or 'failed'
    seconds: float | None  # until it was stopped, if it was; None if it failed
    positions: tuple[int, ...] | None  # of the set that was found
    count: int | None  # of sets
    why: str | None  # it failed


@dataclass(frozen=True, slots=True)
class Row:
    """The results of a contestant on the boards or games of one size."""

    contestant: str
    course: str  # the size in words
    deck: Deck
    cards: int  # of each board, or of the first board of each game
    goal: int | None  # the number of sets after which a game ends
    seconds: float | None  # the median time; None if most trials failed
    is_lower_bound: bool  # of the median: at least half of the trials were stopped
    ratio: float | None  # the median divided by that of the fastest contestant
    memory: int | None  # the peak, in bytes
    effort: int | None  # the median size of the search, in units of the method
    effort_unit: str | None
    trials: tuple[Trial | None, ...]  # None where the contestant was not asked


@dataclass(frozen=True, slots=True)
class Report(_tables.Table):
    """The results of a race, in the order of the sizes, then of the contestants."""

    rows: tuple[Row, ...]
    seed: int
    timeout: float
    threads: int  # that each contestant could use
    is_stopped: bool  # before the end
    answer: Mapping[str, Any] = field(repr=False)  # as `ask` gives it

    def _rows(self) -> _tables.Rows:
        names = ("course", "contestant", "cards", "goal", "seconds", "is_lower_bound", "ratio", "memory", "effort")
        return [{name: getattr(row, name) for name in names} for row in self.rows]


def race(
    board: Board | str | None = None,
    *,
    values: Sequence[int] = (3,),
    properties: Sequence[int] = (4,),
    cards: Sequence[int] | None = None,
    problem: Literal["find", "list", "count"] = "find",
    boards: int = 3,
    methods: Iterable[Method] | None = None,
    peers: Iterable[str] = (),
    seed: Seed | None = None,
    timeout: float = 10.0,
    memory: int | None = None,
    threads: int | None = None,
) -> Report:
    """Races on a board or a board file, or on random boards of all combinations of `values` and `properties`.

    `cards` are the sizes of random boards, by default as many as make one set expected, and `boards` is how many
    there are of each. The default `methods` are all that can answer. `peers` are other programs, as files.

    Raises `Error` ('file') if the program `tercet`, which runs the methods, is not installed. The extra `tercet[command]`
    brings it.
    """
    if board is not None:
        text = board.to_text() if isinstance(board, Board) else board
        what: dict[str, Any] = {"kind": "file", "name": "board", "text": text, "question": problem}
    else:
        sizes = None if cards is None else list(cards)
        what = {"kind": "boards", "question": problem, "sizes": sizes}
        what |= {"values": list(values), "properties": list(properties)}
    return _race(what, boards, methods, peers, seed, timeout, memory, threads)


def games(
    *,
    sets: Sequence[int],
    values: Sequence[int] = (3,),
    properties: Sequence[int] = (4,),
    games: int = 3,
    methods: Iterable[Method] | None = None,
    peers: Iterable[str] = (),
    seed: Seed | None = None,
    timeout: float = 10.0,
    memory: int | None = None,
    threads: int | None = None,
) -> Report:
    """Races on games that end after a number of sets, for each number of `sets`; otherwise as `race`.

    >>> report = games(sets=[3], methods=['brute'], games=1, seed=1)
    >>> report.rows[0].trials[0].count
    3
    """
    what = {"kind": "games", "values": list(values), "properties": list(properties), "goals": list(sets)}
    return _race(what, games, methods, peers, seed, timeout, memory, threads)


def program() -> str:
    """The file of the program `tercet`: beside the interpreter, with the scripts of the environment, or on the path.

    >>> os.path.basename(program()).startswith('tercet')
    True
    """
    folders = [os.path.dirname(sys.executable or ""), sysconfig.get_path("scripts"), os.environ.get("PATH", "")]
    found = shutil.which("tercet", path=os.pathsep.join(folder for folder in folders if folder))
    if found is None:
        raise Error("a race needs the program tercet: install 'tercet[command]', or crates/tercet-cli of a checkout, with pip", "file")
    return found


def _race(
    what: dict[str, Any],
    boards: int,
    methods: Iterable[Method] | None,
    peers: Iterable[str],
    seed: Seed | None,
    timeout: float,
    memory: int | None,
    threads: int | None,
) -> Report:
    answer = question(
        "race",
        field=what,
        boards=boards,
        methods=None if methods is None else list(methods),
        peers=list(peers),
        seed=seed,
        timeout=timeout,
        memory=memory,
        threads=threads,
        tercet=program(),
    )
    rows = tuple(_row(course, result) for course in answer["courses"] for result in course["results"])
    return Report(
        rows=rows,
        seed=int(answer["seed"]),
        timeout=answer["timeout"],
        threads=answer["threads"],
        is_stopped=answer["stopped"],
        answer=answer,
    )


_NOTHING: Mapping[str, Any] = {}


def _row(course: Mapping[str, Any], result: Mapping[str, Any]) -> Row:
    seconds: Mapping[str, Any] = result["seconds"] or _NOTHING
    median: Mapping[str, Any] = seconds.get("median", _NOTHING)
    ratio: Mapping[str, Any] = result["ratio"] or _NOTHING
    effort: Mapping[str, Any] = result["effort"] or _NOTHING
    return Row(
        contestant=result["contestant"],
        course=course["label"],
        deck=deck_of(course),
        cards=course["size"],
        goal=whole(course.get("goal")),
        seconds=median.get("value"),
        is_lower_bound=median.get("at_least", False),
        ratio=ratio.get("value"),
        memory=result["memory"],
        effort=whole(effort.get("count")),
        effort_unit=effort.get("unit"),
        trials=tuple(None if trial is None else _trial(trial) for trial in result["trials"]),
    )


def _trial(trial: Mapping[str, Any]) -> Trial:
    positions = trial.get("set")
    return Trial(
        answer=trial["answer"],
        seconds=trial.get("seconds"),
        positions=None if positions is None else tuple(positions),
        count=whole(trial.get("count")),
        why=trial.get("why"),
    )
