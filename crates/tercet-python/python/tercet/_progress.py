"""The progress of long work, in the form that callers ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from tercet._names import Progress


@contextmanager
def told(progress: Progress | None, what: str) -> Iterator[Callable[[int, int], object]]:
    """The function that is called with what is done and all there is: a bar of tqdm or rich if it is `True`."""
    if callable(progress):
        yield progress
    elif not progress:
        yield lambda done, of: None
    else:
        with _bar(what) as show:
            yield show


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], object]]:
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        try:
            rich = import_module("rich.progress")
        except ImportError:
            raise ModuleNotFoundError("progress=True needs tqdm or rich: install one of them") from None
        with rich.Progress() as bars:
            task = bars.add_task(what)
            yield lambda done, of: bars.update(task, completed=done, total=of)
        return
    with tqdm(desc=what) as bar:

        def show(done: int, of: int) -> None:
            bar.total = of
            bar.update(done - bar.n)

        yield show
