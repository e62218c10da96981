"""The types of the package, by the strictest checks of mypy, stubtest and pyright."""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tercet
from stubs import stubs

FOLDER = Path(tercet.__file__).parent.parent
README = Path(__file__).parent.parent / "README.md"
STUBS = Path(__file__).parent.parent / "python" / "tercet" / "_tercet.pyi"

# Types that the checkers must derive, and calls that they must refuse: an unneeded `ignore` is an error, too.
SAMPLE = """
from collections.abc import Hashable
from fractions import Fraction
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import tercet
from tercet import Board, Card, Deck, Game, Hint, Set, Simulation, SetView, Stopped, Tally, boards, odds, photo

deck = Deck(values=3, properties=4)
board = deck.deal(12, seed=1)
assert_type(board, Board)
assert_type(deck.expected_sets(12), Fraction)
assert_type(deck[3], Card)
assert_type(deck[3].third(deck[4]), Card)
assert_type(tercet.is_set(board[:3]), bool)
assert_type([card for card in deck], list[Card])
assert_type(board.find(timeout=1), Set | None)
assert_type(board.sets, SetView)
assert_type(board.sets[0], Set)
assert_type(board.sets[:2], list[Set])
assert_type(board[:2], tuple[Card, ...])
assert_type(list(board.sets), list[Set])
assert_type(board.hint(2, [board[0]]), Hint)
assert_type(boards.count(boards.deal(9, 12)), NDArray[np.uint32])
assert_type(boards.find([[0, 1, 2]], deck, threads=2), NDArray[np.int64])
assert_type(Simulation(9, seed=1).play(), Tally)
assert_type(Game(seed=np.random.default_rng(1), refill="delayed").take(), Set)
assert_type(photo.read(open("table.jpg", "rb")), photo.Reading)
assert_type(odds.hands().to_pandas(), Any)
assert_type(tercet.ask({"ask": "find"}), dict[str, Any])
assert_type([line.probability for line in odds.hands()], list[Fraction])
try:
    board.find()
except Stopped as stopped:
    assert_type(stopped.reason, str)

board.find().cards  # type: ignore[union-attr]
board.find("brute")  # type: ignore[call-arg]
board.find(method="brut")  # type: ignore[arg-type]
Game(variant="memory")  # type: ignore[arg-type]
board.find(metod="brute")  # type: ignore[call-arg]
Board(5)  # type: ignore[arg-type]
board[0] < 5  # type: ignore[operator]
deck.size = 5  # type: ignore[misc]
Simulation(9)  # type: ignore[call-arg]
key: Hashable = board  # type: ignore[assignment]
"""

# Charts are drawn by what matplotlib makes of Any; its types, and those of all that it uses, take as long to read as
# everything else.
CONFIGURATION = """
[mypy]
strict = true
[mypy-matplotlib.*]
follow_imports = skip
follow_imports_for_stubs = true
"""

def run(*command: str, cwd: Path, path: Path = FOLDER) -> str:
    """The output of a checker, which must succeed. It looks for modules in a folder first."""
    environment = os.environ | {"MYPYPATH": str(path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the files of the checkers."""
    pytest.importorskip("mypy", reason="NOT TESTED: the types of the package: mypy is missing")
    return tmp_path_factory.mktemp("types")


def test_the_stubs_are_generated() -> None:
    """`TERCET_BLESS=1` writes them anew."""
    if shutil.which("pyo3-introspection") is None:
        pytest.skip("NOT TESTED: whether the types are those of the module: pyo3-introspection is missing")
    generated = stubs()
    if "TERCET_BLESS" in os.environ:
        STUBS.write_text(generated, encoding="utf-8")
    assert STUBS.read_text(encoding="utf-8") == generated


def test_the_package_and_a_program(folder: Path) -> None:
    (folder / "sample.py").write_text(SAMPLE)
    (folder / "mypy.ini").write_text(CONFIGURATION)
    run(sys.executable, "-m", "mypy", "-p", "tercet", "-m", "sample", cwd=folder)


def test_the_stubs_are_those_of_the_native_module(folder: Path) -> None:
    """Checked alone: without the types of numpy it takes half as long."""
    alone = folder / "alone"
    (alone / "tercet").mkdir(parents=True)
    (alone / "numpy").mkdir()
    for name in ["tercet/__init__", "tercet/_tables", "numpy/__init__"]:
        (alone / f"{name}.pyi").write_text("from typing import Any\ndef __getattr__(name: str) -> Any: ...")
    (alone / "numpy" / "random.pyi").write_text("class Generator: ...")
    for name in ["_tercet.pyi", "_names.py", "_results.py"]:
        shutil.copy(FOLDER / "tercet" / name, alone / "tercet")
    run(sys.executable, "-m", "mypy.stubtest", "tercet._tercet", cwd=alone, path=alone)


def pyright(*arguments: str, cwd: Path) -> str:
    """The output of pyright, which must succeed."""
    beside = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    program = shutil.which("pyright", path=beside)
    if program is None or shutil.which("node") is None:
        pytest.skip("NOT TESTED: what pyright says about the package: pyright or Node.js is missing")
    return run(program, *arguments, "--pythonpath", sys.executable, cwd=cwd)


def test_all_types_are_known(folder: Path) -> None:
    printed = pyright("--verifytypes", "tercet", "--ignoreexternal", cwd=folder)
    assert "Type completeness score: 100%" in printed


@pytest.mark.skipif("TERCET_ALL" not in os.environ, reason="it takes five seconds: ./test --all")
def test_pyright_takes_the_examples_of_clusters(folder: Path) -> None:
    """The other examples have statements that are only right for their values, such as a set that was found."""
    pytest.importorskip("distributed", reason="NOT TESTED: the types of Dask: distributed is missing")
    text = README.read_text(encoding="utf-8")
    session = next(part for part in re.findall(r"```pycon\n(.*?)```", text, re.S) if "dask" in part)
    program = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(program) == 1 and "dask_jobqueue" in program[0]
    start = "from tercet import Deck, Simulation, distributed\nrun = Simulation(9, seed=1)\n"
    examples = folder / "examples"
    examples.mkdir()
    lines = [example.source for example in doctest.DocTestParser().get_examples(session)]
    (examples / "session.py").write_text("".join([start, *lines]))
    (examples / "program.py").write_text(program[0])
    # Few have dask_jobqueue, and it does not say what it exports.
    settings = {"extraPaths": [str(FOLDER)], "reportMissingImports": False, "reportPrivateImportUsage": False}
    (examples / "pyrightconfig.json").write_text(json.dumps(settings))
    assert "0 errors" in pyright(cwd=examples)
