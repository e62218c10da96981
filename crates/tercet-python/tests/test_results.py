"""All types of results, found in the examples of the documentation: they are values, and tables where they have rows."""

from __future__ import annotations

import copy
import dataclasses
import doctest
import importlib
import io
import json
import pickle
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, suppress
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree

import numpy as np
import pytest

import tercet
from tercet import Deck, Error, Game, Simulation, _names, _tercet, boards, caps, distributed, odds, packing, photo

MODULES = ["boards", "caps", "distributed", "odds", "packing", "photo", "proof", "race", "svg"]
# Not results: exceptions, and what is at work.
OTHERS = {"Error", "Stopped", "SetIterator", "SetView"}
ROOT = Path(__file__).parents[3]
TABLE = ROOT / "guide" / "src" / "pictures" / "table.jpg"


def public() -> set[type]:
    """The classes of all results."""
    modules = [tercet, *(importlib.import_module(f"tercet.{name}") for name in MODULES)]
    values = [getattr(module, name) for module in modules for name in module.__all__]
    return {value for value in values if isinstance(value, type) and value.__name__ not in OTHERS}


def examples() -> Iterator[object]:
    """The values that the examples show and name."""
    finder = doctest.DocTestFinder()
    for name in ["_tercet", *MODULES]:
        module = importlib.import_module(f"tercet.{name}")
        globs = {name: getattr(tercet, name) for name in tercet.__all__} | vars(module)
        tests = finder.find(module, globs=globs)
        if module is _tercet:
            found = [finder.find(value, name, module=False, globs=globs) for name, value in vars(module).items()]
            tests = [test for tests in found for test in tests]
        for test in tests:
            known = set(test.globs)
            for example in test.examples:
                # Some show errors, or need what is not installed.
                with suppress(Exception):
                    try:
                        code = compile(example.source, "<example>", "eval")
                    except SyntaxError:
                        exec(example.source, test.globs)
                    else:
                        yield eval(code, test.globs)
            yield from [value for name, value in test.globs.items() if name not in known]


def within(value: object) -> Iterator[object]:
    """A value, and all that it is made of."""
    yield value
    parts: Iterable[object] = ()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, Mapping):
        parts = value.values()
    elif isinstance(value, tuple | list):
        parts = value
    elif isinstance(value, _tercet.Tally):
        parts = value.sizes.values()
    for part in parts:
        yield from within(part)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[type, list[Any]]:
    """Some results of each type."""
    folder = tmp_path_factory.mktemp("examples")
    shutil.copy(TABLE, folder)
    found: dict[type, list[Any]] = {cls: [] for cls in public()}
    with chdir(folder):
        for value in (value for example in examples() for value in within(example)):
            if len(found.get(type(value), range(20))) < 20:
                found[type(value)].append(value)
    for cls, values in found.items():
        if not values and dataclasses.is_dataclass(cls):
            values.append(cls(*(() for _ in dataclasses.fields(cls))))
    return found


def test_results_are_values(results: dict[type, list[Any]]) -> None:
    assert len(results) > 30
    for cls, values in results.items():
        assert values, f"no example in the documentation has a {cls.__name__}"
        for value in values:
            for other in [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]:
                assert type(other) is cls and other == value and repr(other) == repr(value)


@pytest.mark.parametrize("variant", get_args(_names.Variant))
@pytest.mark.parametrize("refill", get_args(_names.Refill))
def test_games_are_continued_where_they_were(variant: _names.Variant, refill: _names.Refill) -> None:
    game = Game(Deck(3, 3), seed=5, start=9, refill=refill, sets=6, variant=variant)
    assert game != Game(Deck(3, 3), seed=5) and pickle.loads(pickle.dumps(game)) == game
    while not game.is_over:
        game.take()
        other = pickle.loads(pickle.dumps(game))
        assert other == game and (other.board, other.left, other.last) == (game.board, game.left, game.last)
        assert other.record() == game.record()
    assert pickle.loads(pickle.dumps(game)).is_over


def test_names_are_those_of_the_engine() -> None:
    schema = json.loads((ROOT / "schema" / "tercet.json").read_text(encoding="utf-8"))["$defs"]
    assert set(get_args(_names.Method)) == {method["name"] for method in tercet.ask({"ask": "methods"})["methods"]}
    for name, others in {"Policy": set(), "Refill": set(), "Variant": {"memory"}}.items():
        assert {*get_args(getattr(_names, name)), *others} == set(schema[name]["enum"])


@pytest.mark.parametrize(
    "call, names",
    [
        (lambda: Deck().deal(12, seed=1).find(method="x"), _names.Method),
        (lambda: Game(refill="x"), _names.Refill),
        (lambda: Game(variant="x"), _names.Variant),
        (lambda: Simulation(9, seed=1, pick="x"), _names.Policy),
    ],
)
def test_errors_give_the_names(call: Callable[[], object], names: Any) -> None:
    with pytest.raises(Error) as caught:
        call()
    assert all(name in str(caught.value) for name in get_args(names)), caught.value


def test_seeds_are_drawn_from_generators() -> None:
    deck = Deck(3, 6)
    calls: list[Callable[[Any], object]] = [
        lambda seed: deck.deal(12, seed=seed),
        lambda seed: boards.deal(2, 12, seed=seed).tolist(),
        lambda seed: Game(seed=seed),
        lambda seed: Simulation(9, seed=seed),
        lambda seed: odds.hand(30, Deck(5, 4), samples=999, seed=seed),
        lambda seed: caps.extend("", by="random", seed=seed),
    ]
    for call in calls:
        for begin in [np.random.default_rng, random.Random]:
            generator = begin(7)
            first = call(generator)
            assert first == call(begin(7)) != call(generator)
        assert call(np.uint8(7)) == call(7)


def test_pictures_are_read_in_all_forms() -> None:
    image = pytest.importorskip("PIL.Image", reason="NOT TESTED: pictures of PIL: pillow is missing")
    expected = photo.read(TABLE)
    picture = image.open(TABLE)
    with TABLE.open("rb") as file:
        forms = [file, io.BytesIO(TABLE.read_bytes()), picture, picture.convert("RGBA"), np.asarray(picture)]
        assert all(photo.read(form).board == expected.board for form in forms)


def tables() -> list[Any]:
    tally = Simulation(1000, seed=1).play()
    estimated = odds.hand(30, Deck(5, 4), samples=100, seed=1)
    return [odds.sets(12), odds.hands(), tally, packing.pack(Deck().deal(12, seed=1)), odds.Table(
        Deck(5, 4), (estimated,), None, None, 1, None)]  # fmt: skip


@pytest.mark.parametrize("table", tables(), ids=lambda table: type(table).__name__)
def test_tables_are_html_and_frames(table: Any) -> None:
    tree = ElementTree.fromstring(f"<div>{table._repr_html_()}</div>")
    assert tree.findall(".//td") or tree.findall(".//{http://www.w3.org/2000/svg}svg")
    pytest.importorskip("pandas", reason="NOT TESTED: tables of pandas: it is missing")
    if isinstance(table, odds.Table):
        frame = table.to_pandas()
        assert len(frame) == len(table) and list(frame["probability"]) == [float(it.probability) for it in table.odds]
    elif isinstance(table, tercet.Tally):
        assert table.to_pandas()["games"].to_dict() == table.left
        assert table.to_pandas("sizes").loc[12, "with_set"] == table.sizes[12].with_set
        with pytest.raises(Error, match="'left'"):
            table.to_pandas("x")  # type: ignore[arg-type]


@pytest.mark.parametrize("shown", ["tqdm.auto", "rich.progress", None])
def test_progress_is_shown_by_what_is_installed(
    shown: str | None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ["tqdm.auto", "rich.progress"]:
        if name == shown:
            pytest.importorskip(name, reason=f"NOT TESTED: progress by {name}: it is missing")
        else:
            monkeypatch.setitem(sys.modules, name, None)
    with ThreadPoolExecutor(1) as executor:
        run = Simulation(20_000, seed=1)
        if shown is None:
            with pytest.raises(ModuleNotFoundError, match="install one of them"):
                distributed.simulate(run, executor, progress=True)
        else:
            assert distributed.simulate(run, executor, progress=True) == run.play()
            said = capfd.readouterr()
            assert "games" in said.out + said.err and "100%" in said.out + said.err
