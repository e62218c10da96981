"""Every question of the command line, as a dict."""

from __future__ import annotations

from tercet import _tercet
from tercet._errors import Error, Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# The codes of errors that mean that a limit ended the work.
_STOPS = frozenset(
    ["deadline", "effort", "interrupted", "memory", "solver-stopped", "too-many"]
)


def ask(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answers a request of `tercet ask`, which is named by its field `ask`.

    All other fields are optional, and unknown ones are errors. `tercet schema` prints the JSON Schemas of
    requests and answers. Counts, seeds and other numbers that may be large are strings of digits in answers.

    Raises `Error` for a request that is wrong, and `Stopped` if a limit ended the work with nothing known. An
    answer that a limit ended is returned, with 'stopped' as its `answer`.

    >>> ask({'ask': 'count', 'board': '1RsO 2RhO 3RoO 1GsD'})['count']
    '1'
    >>> ask({'ask': 'find', 'board': '1RsO 1RsO'})
    Traceback (most recent call last):
    tercet.Error: card '1RsO' occurs twice, first at line 1, column 1: remove one of them
    """
    import json

    try:
        text = json.dumps(request, allow_nan=False, default=_whole)
    except ValueError as error:
        raise Error(f"the request is not JSON: {error}", "request") from None
    reply: dict[str, Any] = json.loads(_tercet.ask(text.encode()))
    if reply.get("schema") != "tercet.error/1":
        return reply
    code, message = reply["code"], reply["message"]
    if code == "bug":
        raise RuntimeError(message)
    if code in _STOPS:
        raise Stopped(message, code)
    place = reply.get("place")
    position = (place["line"], place["column"]) if place else None
    raise Error(message, code, position, reply.get("text"), reply.get("data"))


def _whole(value: Any) -> int:
    """A whole number of another type than int, such as those of numpy."""
    import operator

    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"a request holds what JSON has, not {type(value)}") from None
