"""The documents: all examples and the notebook run, and show what they say."""

from __future__ import annotations

import doctest
import os
import re
import shutil
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tercet import Deck, Error, race
from waiting import HANG

PACKAGE = Path(__file__).parent.parent
GUIDE = PACKAGE.parent.parent / "guide" / "src"
PHOTOGRAPH = GUIDE / "pictures" / "table.jpg"
# The pages with examples, and how many each has at least.
PAGES = {PACKAGE / "README.md": 20, PACKAGE / "docs" / "from-your-program.md": 20, GUIDE / "programs.md": 10}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples run in a folder of their own, with the photograph that they read."""
    shutil.copy(PHOTOGRAPH, tmp_path / "table.jpg")
    monkeypatch.chdir(tmp_path)


def examples(path: Path) -> str:
    """The fences ```pycon of a page, each line at its place, for doctest to name it."""
    lines: list[str] = []
    fence = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            fence = "" if fence else line
            lines.append("")
        else:
            lines.append(line if fence == "```pycon" else "")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path) -> None:
    for package in ["numpy", "distributed"]:
        pytest.importorskip(package, reason=f"NOT TESTED: {page.name}: {package} is missing")
    test = doctest.DocTestParser().get_doctest(examples(page), {"__name__": "__main__"}, page.name, str(page), 0)
    assert len(test.examples) >= PAGES[page]
    untested = ""
    try:
        race.program()
    except Error as error:
        others = [example for example in test.examples if not re.search(r"race|report", example.source)]
        if len(others) < len(test.examples):
            untested = f"NOT TESTED: the race of {page.name}: {error}"
        test.examples = others
    said: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert not said, "".join(said)
    if untested:
        pytest.skip(untested)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert links and all((page.parent / link).exists() for link in links)


def test_picture_is_that_of_the_board() -> None:
    drawn = (PACKAGE / "docs" / "board.svg").read_text(encoding="utf-8")
    assert drawn.rstrip("\n") == Deck().deal(12, seed=7)._repr_svg_()
    assert os.path.getsize(PACKAGE / "docs" / "board.svg") < 20_000


def shown(cells: list[Any]) -> list[list[dict[str, str]]]:
    """The outputs of the cells of a notebook; of images only their type, since they depend on matplotlib's version."""
    return [[each for output in pieces(cell.outputs) if (each := data(output))] for cell in cells]


def pieces(outputs: list[Any]) -> list[Any]:
    """The outputs, with each stream in one piece; how many it comes in depends on the time."""
    joined: list[Any] = []
    for kind, group in groupby(outputs, lambda output: (output.output_type, output.get("name"))):
        same = list(group)
        if kind[0] == "stream":
            same = [{**same[0], "text": "".join(output.text for output in same)}]
        joined += same
    return joined


def data(output: Any) -> dict[str, str]:
    if output["output_type"] == "stream":
        # The warnings of libraries depend on the machine.
        return {"stdout": output["text"]} if output["name"] == "stdout" else {}
    return {"image/png": ""} if "image/png" in output["data"] else dict(output["data"])


def test_notebook() -> None:
    for package in ["distributed", "ipykernel", "matplotlib", "numpy"]:
        pytest.importorskip(package, reason=f"NOT TESTED: the notebook: {package} is missing")
    nbclient = pytest.importorskip("nbclient", reason="NOT TESTED: the notebook: nbclient is missing")
    nbformat = pytest.importorskip("nbformat", reason="NOT TESTED: the notebook: nbformat is missing")
    committed = nbformat.read(PACKAGE / "docs" / "tutorial.ipynb", 4)
    code = [cell for cell in committed.cells if cell.cell_type == "code"]
    expected = shown(code)
    assert sum(map(bool, expected)) == len(code), "a cell shows nothing"
    # In the folder of the test, with the interpreter of the test.
    nbclient.NotebookClient(committed, timeout=HANG, kernel_name="python3").execute()
    for cell, now, then in zip(code, shown(code), expected, strict=True):
        assert now == then, cell.source


def test_notebook_holds_no_traces_of_its_making() -> None:
    text = (PACKAGE / "docs" / "tutorial.ipynb").read_text(encoding="utf-8")
    text = re.sub(r'"image/png": ".*"', "", text)
    assert not re.search(r"stderr|iopub|/tmp/|/home/|127\.0\.0\.1|0x[0-9a-f]{8}", text)
