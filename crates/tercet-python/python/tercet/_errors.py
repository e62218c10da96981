"""The exceptions of the package."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Error(ValueError):
    """What is wrong with an argument, a text or a file.

    `code` names the kind of error and never changes its meaning: 'card-twice', 'out-of-range'. `place` is the
    (line, column) in the text that was given, counted from 1, `text` is the offending part of it, and `data` holds
    further facts by name.

    >>> from tercet import Board
    >>> try:
    ...     Board('2RhO 2RhO')
    ... except Error as error:
    ...     print(error.code, error.place, error.text)
    card-twice (1, 6) 2RhO
    """

    __module__ = "tercet"

    code: str
    place: tuple[int, int] | None
    text: str | None
    data: dict[str, Any]

    def __init__(
        self,
        message: str,
        code: str = "",
        place: tuple[int, int] | None = None,
        text: str | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        methods = ", ".join(data["methods"]) if data and code == "no-such-method" else ""
        super().__init__(f"{message}: choose one of {methods}" if methods else message)
        self.code = code
        self.place = place
        self.text = text
        self.data = dict(data or {})


class Stopped(TimeoutError):
    """A limit ended the work before an answer.

    `reason` is the code of the limit: 'deadline', 'interrupted', 'memory', 'effort', 'too-many' or 'solver-stopped'.

    >>> from tercet import caps
    >>> try:
    ...     caps.sizes(timeout=0)
    ... except Stopped as stopped:
    ...     print(stopped.reason)
    deadline
    """

    __module__ = "tercet"

    reason: str

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason
