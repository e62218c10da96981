"""The loop that the peers share: it reads questions and writes replies, one JSON line each
(tercet.peer/1).

A peer is a file that imports a solver and ends with `tercet_peer.main(Peer)`. Its class is
constructed with a `Question`, which builds the model, and then has:

- `sets(self)`: yields every set once, as positions on the board in any order. If only one set is
  taken, the others need not be prepared; if the generator ends, there are no further sets. It
  raises `Stopped` when the limit is reached.
- `effort(self)`: the size of the search so far, as (count, unit), or None.

The class has `solver()`, which returns the name and version of the solver. It imports everything
that is needed, so that importing is not measured and a missing package is a reply and not a crash.
`needs` names that package; if anything else is missing, `solver()` raises `Failed`. `stops` is false
if the solver cannot be told to stop in time.

The solver runs in a process of its own, the worker, because some solvers cannot be stopped from
Python and some crash. An alarm, which needs no help from the solver, ends a worker that does not
stop in time; this process then replies "stopped" and starts another worker. Starting is not
measured: it happens before a question is passed on.
"""

import contextlib
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import time

SCHEMA = "tercet.peer/1"
QUESTIONS = ("find", "list", "count")
# The argument of the process in which the solver runs.
WORKER = "--worker"
# The largest deck: the model of a larger one would take all memory.
MOST = 1000
# The largest number of runs for one question.
MOST_RUNS = 1000
# The time in seconds that a solver may take to notice that the limit was reached.
GRACE = 0.2
# The time in seconds in which a worker that closed its output ends, even on a busy machine.
END = 10
# What getrusage counts memory in: bytes on macOS, else kibibytes.
MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


class Stopped(Exception):
    """The limit was reached."""


class Failed(Exception):
    """The question cannot be answered, for the reason given."""


class Question:
    """A question about a board. Its clock starts when it is constructed."""

    def __init__(self, line):
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Failed(f"this is not JSON: {error}") from None
        if not isinstance(message, dict) or message.get("schema") != SCHEMA:
            raise Failed(f"the schema of a question is {SCHEMA}")
        self.id = message.get("id")
        if type(self.id) is not int or not 0 <= self.id < 2**32:
            raise Failed("'id' is the number of the question")
        self.kind = message.get("question")
        if self.kind not in QUESTIONS:
            raise Failed(f"'question' is one of {', '.join(QUESTIONS)}")
        deck = message.get("deck")
        if not isinstance(deck, dict):
            raise Failed("'deck' gives the values and the properties")
        self.values = whole(deck, "values")
        self.properties = whole(deck, "properties")
        self.threads = whole(message, "threads")
        self.seconds = message.get("seconds")
        if not is_number(self.seconds) or not 0 < self.seconds < 1e9:
            raise Failed("'seconds' is a time over 0")
        self.again = message.get("again", 0)
        if not is_number(self.again) or not 0 <= self.again < 1e9:
            raise Failed("'again' is a time")
        self.cards = message.get("cards")
        self.check_cards()
        self.begin()

    def begin(self):
        """Starts the clock."""
        self.start = time.perf_counter()

    def check_cards(self):
        if not isinstance(self.cards, list):
            raise Failed("'cards' is a list of cards")
        for position, card in enumerate(self.cards):
            if not isinstance(card, list) or len(card) != self.properties:
                raise Failed(f"card {position} is no list of {self.properties} values")
            if not all(type(x) is int and 0 <= x < self.values for x in card):
                raise Failed(f"card {position} has a value that is not from 0 to {self.values - 1}")
        if len(set(map(tuple, self.cards))) < len(self.cards):
            raise Failed("a card lies on the board twice")

    def showing(self, property, value):
        """The positions of the cards that show a value in a property."""
        return [i for i, card in enumerate(self.cards) if card[property] == value]

    def groups(self):
        """The agreement groups, of the smallest agreements first: the properties in which the cards
        of a set can be the same, as a dictionary with their values, and the positions of the cards
        that show those. The sets with this agreement are the exact covers, by cards of the group, of
        the values of the other properties, of which none is missing."""
        found = []

        def agree(agreement, positions):
            self.remaining()
            last = max(agreement, default=-1)
            shown = {j: {} for j in range(self.properties) if j not in agreement}
            for j, by_value in shown.items():
                for i in positions:
                    by_value.setdefault(self.cards[i][j], []).append(i)
            if shown and all(len(by_value) == self.values for by_value in shown.values()):
                found.append((agreement, positions))
            for j, by_value in shown.items():
                for value, some in by_value.items():
                    # With one value, all the same is all different.
                    if j > last and len(some) >= self.values > 1:
                        agree({**agreement, j: value}, some)

        agree({}, list(range(len(self.cards))))
        return sorted(found, key=lambda group: len(group[0]))

    def covering(self, agreement, positions):
        """For each value of the properties that are not in the agreement, the positions among these
        of the cards that show it."""
        shown = {}
        for i in positions:
            for j, value in enumerate(self.cards[i]):
                if j not in agreement:
                    shown.setdefault((j, value), []).append(i)
        return list(shown.values())

    def elapsed(self):
        return time.perf_counter() - self.start

    def remaining(self):
        """The seconds that are left, more than 0; raises Stopped if there are none."""
        left = self.seconds - self.elapsed()
        if left <= 0:
            raise Stopped
        return left


def is_number(number):
    return type(number) in (int, float)


def whole(message, name):
    number = message.get(name)
    if type(number) is not int or not 1 <= number <= MOST:
        raise Failed(f"'{name}' is a whole number from 1 to {MOST}")
    return number


def answer(peer, question):
    """The reply to the question, with its costs. The time is the median of as many runs as fill
    the time of 'again', as with Tercet's own methods."""
    before = processor_time()
    times = []
    while True:
        question.begin()
        model = None
        try:
            model = peer(question)
            said = put(question, model)
        except Stopped:
            said = {"answer": "stopped"}
        times.append(question.elapsed())
        enough = sum(times) >= question.again or len(times) == MOST_RUNS
        if enough or said["answer"] == "stopped":
            break
    said["id"] = question.id
    # A time of 0 would be refused; a shorter one than a nanosecond cannot be told.
    said["seconds"] = round(max(statistics.median_high(times), 1e-9), 9)
    said["runs"] = len(times)
    said["cpu"] = round((processor_time() - before) / len(times), 6)
    said["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MEMORY_UNIT
    effort = model.effort() if model else None
    if effort:
        said["effort"] = {"count": str(effort[0]), "unit": effort[1]}
    said["solver"] = peer.solver()
    return said


def put(question, model):
    """The answer of the model to the question."""
    sets = model.sets()
    if question.kind == "find":
        found = next(sets, None)
        return {"answer": "none"} if found is None else {"answer": "found", "set": sorted(found)}
    if question.kind == "count":
        return {"answer": "counted", "count": str(sum(1 for _ in sets))}
    return {"answer": "listed", "sets": sorted(map(sorted, sets))}


def processor_time():
    """The processor time of this process and of the children it waited for, in seconds."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def failed(error, id=None):
    """The reply that reports an error, on one line; a line that is no question has no id."""
    kind = "" if isinstance(error, Failed) else f"{type(error).__name__}: "
    said = {"answer": "failed", "reason": " ".join(f"{kind}{error}".split())[:300]}
    return said if id is None else {**said, "id": id}


def id_of(line):
    """The number of the question on a line, or None."""
    try:
        return Question(line).id
    except Failed:
        return None


def work(peer):
    """Answers the lines of standard input until it ends."""
    # Some solvers print; what they print goes to standard error.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    # Ctrl-C ends the process that started this one, and with it this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    missing = None
    try:
        peer.solver()
    except Failed as error:
        missing = error
    except ImportError as error:
        missing = Failed(f"{error}: pip install {peer.needs}")
    say(answers, "ready")
    for line in sys.stdin.buffer:
        question = None
        try:
            question = Question(line)
            if missing:
                raise missing
            grace = GRACE if peer.stops else 0
            time_at_most = question.remaining() + grace + question.again
            signal.setitimer(signal.ITIMER_REAL, time_at_most)
            said = answer(peer, question)
        except Exception as error:
            said = failed(error, question and question.id)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        say(answers, said)


def say(stream, message):
    print(json.dumps(message, separators=(",", ":")), file=stream, flush=True)


class Worker:
    """The process in which the solver runs."""

    def __init__(self):
        self.process = None

    def start(self):
        """Starts it, unless it runs, and waits until it is ready."""
        if self.process is None:
            command = [sys.executable, *sys.argv, WORKER]
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
            if not self.process.stdout.readline():
                raise Failed(f"the solver does not start: {self.end()}")

    def prepare(self):
        """Starts it; if it cannot be started, the reply to the next question says so."""
        with contextlib.suppress(Failed, OSError):
            self.start()

    def ask(self, line):
        """The reply to a line, as a line."""
        try:
            self.start()
            start = time.perf_counter()
            self.process.stdin.write(line)
            self.process.stdin.flush()
            said = self.process.stdout.readline()
            if said.endswith(b"\n"):
                return said.decode().rstrip("\n")
            end = self.end()
            if end == -signal.SIGALRM:
                seconds = round(time.perf_counter() - start, 6)
                said = {"answer": "stopped", "id": id_of(line), "seconds": seconds}
                return json.dumps(said)
            raise Failed(f"the solver died: {end}")
        except (Failed, OSError) as error:
            self.kill()
            return json.dumps(failed(error, id_of(line)))

    def end(self):
        """Ends it, if it has not ended, and returns its status."""
        process, self.process = self.process, None
        # A worker that closed its output is about to end by itself, with a status of its own.
        try:
            process.wait(END)
        except subprocess.TimeoutExpired:
            process.kill()
        process.stdout.close()
        return process.wait()

    def kill(self):
        """Ends it at once."""
        if self.process:
            self.process.kill()
            self.end()


def main(peer):
    """The program: it answers questions, or is the worker of another one."""
    if WORKER in sys.argv:
        return work(peer)
    worker = Worker()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        # Before the first question, because it takes a while.
        worker.prepare()
        for line in sys.stdin.buffer:
            # The worker waits for whole lines.
            print(worker.ask(line.rstrip(b"\r\n") + b"\n"), flush=True)
            worker.prepare()
    except (KeyboardInterrupt, BrokenPipeError):
        # Nothing reads the replies any more, and Python must not complain about that at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    finally:
        worker.kill()
