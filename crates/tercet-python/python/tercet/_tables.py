"""Tables of answers for notebooks: in HTML, and for pandas."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import import_module
from typing import Any, Literal

from tercet._errors import Error
from tercet._tercet import Set, Tally

Rows = list[dict[str, Any]]


class Table:
    """An object with rows."""

    __slots__ = ()

    def _rows(self) -> Rows:
        """The rows by the names of their columns."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The rows as a `DataFrame` of pandas, which is indexed by the first column."""
        return frame(self._rows())

    def _repr_html_(self) -> str:
        return html(self._rows())


def frame(rows: Rows) -> Any:
    """The rows as a `DataFrame`, whose index is the first column."""
    table = import_module("pandas").DataFrame(rows)
    return table.set_index(table.columns[0]) if rows else table


def html(rows: Rows, caption: str = "") -> str:
    """The rows as a table; columns without any value are left out."""
    names = [name for name in (rows[0] if rows else ()) if any(row[name] is not None for row in rows)]
    heading = "".join(f"<th>{escape(name)}</th>" for name in names)
    lines = [f"<tr>{''.join(f'<td>{_cell(row[name])}</td>' for name in names)}</tr>" for row in rows]
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{heading}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _cell(value: object) -> str:
    if value is None:
        return ""
    return escape(f"{value:,}" if isinstance(value, int) else f"{value:.6g}" if isinstance(value, float) else str(value))


def pictures(sets: Iterable[Set], title: str) -> str:
    """Pictures of sets, one below the other."""
    rows = "".join(f"<div style='max-width: 20em'>{found._repr_svg_()}</div>" for found in sets)
    return f"<div><p>{escape(title)}</p>{rows}</div>"


def of_tally(tally: Tally, of: Literal["left", "largest", "sizes"]) -> Rows:
    """The rows of a tally: the games by the cards that are left or by the largest layout, or the layouts by size."""
    if of == "sizes":
        return [
            {"cards": cards, "with_set": it.with_set, "without": it.without, "odds": it.odds}
            | dict(zip(("low", "high"), it.interval or (None, None), strict=True))
            for cards, it in tally.sizes.items()
        ]
    if of not in ("left", "largest"):
        raise Error(f"a tally has the tables 'left', 'largest' and 'sizes', not {of!r}", "out-of-range")
    counts = tally.left if of == "left" else tally.largest
    return [{"cards": cards, "games": games, "share": games / tally.games} for cards, games in counts.items()]


def frame_of_tally(tally: Tally, of: Literal["left", "largest", "sizes"]) -> Any:
    """A table of a tally for pandas."""
    return frame(of_tally(tally, of))


def html_of_tally(tally: Tally) -> str:
    """The tables of a tally that its plot shows, and of its layouts."""
    return html(of_tally(tally, "left"), repr(tally)[1:-1]) + html(of_tally(tally, "sizes"), "layouts by their cards")
