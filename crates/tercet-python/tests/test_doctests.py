"""The examples in the documentation of all modules, the native one included."""

from __future__ import annotations

import doctest
import importlib

import pytest

import tercet
from tercet import Error, _tercet, race

MODULES = ["_ask", "_errors", "_window", "boards", "caps", "distributed", "odds", "packing", "photo"]
MODULES += ["proof", "race", "svg"]


def run(tests: list[doctest.DocTest]) -> int:
    """Runs examples. Returns how many there are."""
    runner = doctest.DocTestRunner()
    report: list[str] = []
    for test in tests:
        runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)
    return runner.tries


def exported() -> dict[str, object]:
    """What `from tercet import *` gives."""
    return {name: getattr(tercet, name) for name in tercet.__all__}


@pytest.mark.parametrize("name", ["", *(f".{name}" for name in MODULES)])
def test_examples(name: str) -> None:
    if name == ".race":
        try:
            race.program()
        except Error as error:
            pytest.skip(f"NOT TESTED: the examples of tercet.race: {error}")
    module = importlib.import_module(f"tercet{name}")
    run(doctest.DocTestFinder().find(module, globs=exported() | vars(module)))


def test_examples_of_native_classes() -> None:
    """They have no file, so doctest does not find them by itself."""
    finder = doctest.DocTestFinder()
    public = [(name, value) for name, value in vars(_tercet).items() if not name.startswith("_")]
    tests = [finder.find(value, name, module=False, globs=exported()) for name, value in public]
    assert run([test for found in tests for test in found]) > 30


def test_all_that_is_public_is_documented() -> None:
    for cls in [value for value in vars(tercet).values() if isinstance(value, type)]:
        assert cls.__doc__, cls
        for name in set(vars(cls)) - set(dir(type)) - set(dir(tuple)) - {"add_note", "with_traceback"}:
            if not name.startswith("_"):
                assert getattr(vars(cls)[name], "__doc__", None) or cls in (tercet.Error, tercet.Stopped), (cls, name)
