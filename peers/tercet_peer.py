"""The loop that the peers share: questions in, answers out, one JSON line each (tercet.peer/1).

A peer is a file that imports a solver and ends with `tercet_peer.main(Peer)`. Its class is made
with a `Question`, which is when the model is built, and then has:

- `sets(self)`: yields every set once, as positions on the board in any order. When it is asked for
  no more than one, the rest need not be prepared; when it ends, that is a proof that there are no
  further ones. It raises `Stopped` when the time is over.
- `effort(self)`: what was searched so far, as (count, unit), or None.

The class has `solver()`, which gives the name and version of the solver; it imports all that is
needed, so that importing is not on the clock and a missing package is an answer and not a crash.
`needs` names that package. `stops` is false where the solver cannot be told to stop in time.

The solver runs in a process of its own, the worker, since not every solver can be stopped from
Python and some die. An alarm, which needs no help of the solver, ends the worker that does not end
in time; this process says so and starts another. Starting is not on the clock: it happens before
a question is handed on.
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
# No deck that anyone asks about is larger, and a model of it would take all memory.
MOST = 1000
# A question is worked on so often at most.
MOST_RUNS = 1000
# How long after its time a solver may take to notice that it is over, in seconds.
GRACE = 0.2
# What getrusage counts memory in: bytes on macOS, else kibibytes.
MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


class Stopped(Exception):
    """The time is over."""


class Failed(Exception):
    """The question has no answer, for the reason given."""


class Question:
    """A question about a board. Its clock starts when it is made."""

    def __init__(self, line):
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Failed(f"this is no JSON: {error}") from None
        if not isinstance(message, dict) or message.get("schema") != SCHEMA:
            raise Failed(f"a question has the schema {SCHEMA}")
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
    """What the peer says to the question, with what it cost: the median of as many runs as it takes
    to fill the time of 'again', as Tercet does with its own methods."""
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
    said["seconds"] = round(statistics.median_high(times), 6)
    said["cpu"] = round((processor_time() - before) / len(times), 6)
    said["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MEMORY_UNIT
    effort = model.effort() if model else None
    if effort:
        said["effort"] = {"count": effort[0], "unit": effort[1]}
    said["solver"] = peer.solver()
    return said


def put(question, model):
    """Asks the model for as many sets as the question is about."""
    sets = model.sets()
    if question.kind == "find":
        found = next(sets, None)
        return {"answer": "none"} if found is None else {"answer": "found", "set": sorted(found)}
    if question.kind == "count":
        return {"answer": "counted", "count": str(sum(1 for _ in sets))}
    return {"answer": "listed", "sets": sorted(map(sorted, sets))}


def processor_time():
    """What this process and those that it waited for have used of the processor, in seconds."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def failed(error):
    """The answer that tells of an error, on one line."""
    kind = "" if isinstance(error, Failed) else f"{type(error).__name__}: "
    return {"answer": "failed", "reason": " ".join(f"{kind}{error}".split())[:300]}


def work(peer):
    """Answers the lines of standard input until it ends."""
    # Some solvers print. What they print is no answer.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    # Ctrl-C is for the process that was started, whose end is the end of this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    missing = None
    try:
        peer.solver()
    except ImportError as error:
        missing = Failed(f"{error}: pip install {peer.needs}")
    say(answers, "ready")
    for line in sys.stdin.buffer:
        try:
            question = Question(line)
            if missing:
                raise missing
            grace = GRACE if peer.stops else 0
            time_at_most = question.remaining() + grace + question.again
            signal.setitimer(signal.ITIMER_REAL, time_at_most)
            said = answer(peer, question)
        except Exception as error:
            said = failed(error)
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
        """Starts it, unless it is there, and waits until it is ready."""
        if self.process is None:
            command = [sys.executable, *sys.argv, "--worker"]
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
            if not self.process.stdout.readline():
                raise Failed(f"the solver does not start: {self.end()}")

    def prepare(self):
        """Starts it; that it cannot be started is for the next question to say."""
        with contextlib.suppress(Failed, OSError):
            self.start()

    def ask(self, line):
        """The line that answers a line."""
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
                return json.dumps({"answer": "stopped", "seconds": seconds})
            raise Failed(f"the solver died: {end}")
        except (Failed, OSError) as error:
            self.kill()
            return json.dumps(failed(error))

    def end(self):
        """Ends it, if it has not ended, and says its status."""
        process, self.process = self.process, None
        # What closed its output is about to end by itself, with a status of its own.
        try:
            process.wait(GRACE)
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
    """The program: answers questions, or is the worker that another one asks."""
    if "--worker" in sys.argv:
        return work(peer)
    worker = Worker()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        # Before anyone asks, since it takes a while.
        worker.prepare()
        for line in sys.stdin.buffer:
            # The worker waits for whole lines.
            print(worker.ask(line.rstrip(b"\r\n") + b"\n"), flush=True)
            worker.prepare()
    except (KeyboardInterrupt, BrokenPipeError):
        # Nobody reads any more, and Python shall not complain about that when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    finally:
        worker.kill()
