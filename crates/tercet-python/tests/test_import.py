"""What `import tercet` loads, and that everything is reachable."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest

import tercet
from tercet import Error, Stopped

MODULES = ["boards", "caps", "distributed", "odds", "packing", "photo", "proof", "race", "svg"]


def run(code: str) -> str:
    """The output of a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_the_import_is_light() -> None:
    heavy = ["numpy", "json", "fractions", "dataclasses", "inspect", "typing", "concurrent.futures", "matplotlib"]
    heavy += [f"tercet.{module}" for module in MODULES]
    code = f"import sys; before = set(sys.modules); import tercet; print(set({heavy}) & (set(sys.modules) - before))"
    assert run(code) == "set()\n"


@pytest.mark.parametrize("module", MODULES)
def test_modules_load_when_used_without_numpy(module: str) -> None:
    code = f"import sys, tercet; print(tercet.{module}.__name__, 'numpy' in sys.modules)"
    assert run(code) == f"tercet.{module} False\n"


def test_everything_public_is_reachable() -> None:
    assert tercet.__all__ == sorted(tercet.__all__)
    assert set(MODULES) < set(tercet.__all__) <= set(dir(tercet))
    for name in tercet.__all__:
        assert getattr(tercet, name) is not None
    for name in MODULES:
        module = getattr(tercet, name)
        assert all(hasattr(module, public) for public in module.__all__)
        assert module.__doc__ and all(getattr(module, public).__doc__ for public in module.__all__)
    with pytest.raises(AttributeError, match="no attribute 'bords'"):
        tercet.bords  # type: ignore[attr-defined]


def test_errors_are_values_that_pickle() -> None:
    error = Error("it is wrong", "card-twice", (1, 6), "2RhO", {"first": 1})
    error.add_note("a note")
    for other in [pickle.loads(pickle.dumps(error)), copy.copy(error)]:
        assert type(other) is Error and isinstance(other, ValueError)
        assert (str(other), other.code, other.place, other.text, other.data, other.__notes__) == (
            "it is wrong", "card-twice", (1, 6), "2RhO", {"first": 1}, ["a note"],
        )  # fmt: skip
    stopped = pickle.loads(pickle.dumps(Stopped("the time limit was reached", "deadline")))
    assert type(stopped) is Stopped and issubclass(Stopped, TimeoutError)
    assert (str(stopped), stopped.reason) == ("the time limit was reached", "deadline")


def test_questions_raise_what_their_answers_say() -> None:
    with pytest.raises(Error) as caught:
        tercet.ask({"ask": "find", "board": "2RhO 2RhO"})
    assert (caught.value.code, caught.value.place, caught.value.text) == ("card-twice", (1, 6), "2RhO")
    with pytest.raises(Error) as caught:
        tercet.ask({"ask": "find", "bord": ""})
    assert (caught.value.code, caught.value.data) == ("request", {"field": "bord"})
    with pytest.raises(TypeError):
        tercet.ask({"ask": object()})
