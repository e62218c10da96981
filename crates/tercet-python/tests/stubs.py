"""The types of the native module, as a text in the form of `_tercet.pyi`.

pyo3 puts the signatures of all functions into the module, with their types and documentation, and the program
`pyo3-introspection` writes them down. A type that Rust does not tell stands in the signature there. Properties and special
methods have no such place, so their types stand here."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tercet import _tercet

# What is imported for the types in signatures, and for those below.
IMPORTS = """
from collections.abc import Iterable, Iterator
from tercet._names import CardLike, Method, Policy, Refill, Variant
from tercet._results import Explanation, Hint, Layouts
from typing import ClassVar, Literal, overload
"""

# The types of properties and special methods that Rust does not tell.
RESULTS = {
    "Board.__getitem__": "Card | tuple[Card, ...]",
    "Board.__iter__": "Iterator[Card]",
    "Board.cards": "tuple[Card, ...]",
    "Board.numbers": "list[int]",
    "Card.values": "tuple[int, ...]",
    "Deck.__bool__": "Literal[True]",
    "Deck.__getitem__": "Card | tuple[Card, ...]",
    "Deck.__iter__": "Iterator[Card]",
    "Deck.__reversed__": "Iterator[Card]",
    "Game.__getnewargs_ex__": "tuple[tuple[Deck], dict[str, Any]]",
    "Game.__getstate__": "tuple[Set, ...]",
    "Game.taken": "tuple[Set, ...]",
    "Set.__getitem__": "Card | tuple[Card, ...]",
    "Set.__iter__": "Iterator[Card]",
    "Set.cards": "tuple[Card, ...]",
    "SetView.__getitem__": "Set | list[Set]",
    "Simulation.__getnewargs_ex__": "tuple[tuple[int], dict[str, Any]]",
    "Simulation.pick": "Policy",
    "Simulation.refill": "Literal['up-to-start', 'at-once']",
    "Tally._repr_html_": "str",
    "Tally.sizes": "dict[int, Layouts]",
}

# Operators for which another value must be of the same class, and those with a truth as their result.
OPERATORS = {"__lt__", "__le__", "__gt__", "__ge__"}
COMPARISONS = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}


def stubs() -> str:
    """The types of the native module."""
    with TemporaryDirectory() as folder:
        command = ["pyo3-introspection", str(_tercet.__file__), "_tercet", folder]
        subprocess.run(command, check=True)
        text = Path(folder, "__init__.pyi").read_text(encoding="utf-8")
    text = text.replace("\nfrom ", IMPORTS + "from ", 1)
    results = dict(RESULTS)
    head, *classes = re.split(r"(?=^@final\n)", text, flags=re.M)
    *classes, last = classes
    last, functions = re.split(r"(?=^def )", last, maxsplit=1, flags=re.M)
    classes = [completed(text, results) for text in [*classes, last]]
    assert not results, f"these are no properties or special methods: {sorted(results)}"
    text = "".join([head, *classes, functions])
    # Types that are texts in signatures.
    return re.sub(r'(: |-> )"([^"\n]*)"', r"\1\2", text)


def completed(text: str, results: dict[str, str]) -> str:
    """The types of a class, with those of the results that are not known."""
    name = re.search(r"^class (\w+)", text, re.M)
    assert name
    lines: list[str] = []
    for line in text.splitlines():
        method = re.match(r"    def (\w+)\(", line)
        if method and method[1] in OPERATORS:
            line = re.sub(r"other: \w+", f"other: {name[1]}", line)
        if method and method[1] in COMPARISONS:
            line = line.replace("-> Any", "-> bool")
        result = results.pop(f"{name[1]}.{method[1]}", None) if method else None
        if result:
            line = re.sub(r"-> .*?:", f"-> {result}:", line)
        if method and method[1] == "__getitem__":
            for index, item in zip(["int", "slice"], result.split(" | ") if result else [], strict=True):
                line = re.sub("index: .*", f"index: {index}, /) -> {item}: ...", line)
                lines += ["    @overload", line]
            continue
        lines.append(line)
    if re.search(r"def __eq__\(", text) and not re.search(r"def __hash__\(", text):
        first = next(i for i, line in enumerate(lines) if line.startswith("    def "))
        lines.insert(first, "    __hash__: ClassVar[None]  # type: ignore[assignment]")
    return "\n".join(lines) + "\n\n"
