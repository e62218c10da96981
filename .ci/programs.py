"""Programs of tests: runs them, counts what they print, and repeats their tests one by one."""

import collections
import concurrent.futures
import contextlib
import math
import os
import re
import signal
import subprocess
import sys
import time

# How many programs of tests run at a time, and how many tests of each: together half as many again as there are
# processors, as those of pages and clusters wait much.
PROCESSORS = os.cpu_count() or 1
JOBS = min(PROCESSORS, 2) + 1
THREADS = max(PROCESSORS // 2, 1)

# The seconds after which a program of tests is ended, and counts as failed. The slowest take minutes; what
# takes this long hangs. To make a release and try it takes half an hour on two quick processors.
LIMIT = 80 * 60
# How many lines of a test that failed are shown if it was one of many repetitions.
SHOWN = 40

# A busy loop, which ends with what has started it.
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"

# The processes that run now.
running = set()


class Program:
    """A program of tests: its name, its command, the arguments with which it runs all tests, and its folder."""

    def __init__(self, label, command, arguments, folder=None):
        self.label, self.command, self.arguments, self.folder = label, command, arguments, folder or os.getcwd()

    def chosen(self, *patterns):
        """The tests whose names have all of some patterns, each with the arguments that run it alone."""
        labels = {f"{self.label}: {name}" if name else self.label: arguments for name, arguments in self.tests().items()}
        return {label: arguments for label, arguments in labels.items() if all(it.search(label) for it in patterns)}

    def tests(self):
        """The names of its tests, each with the arguments that run it alone. By default the whole is one. A program that
        does not tell its tests is a LookupError."""
        return {"": self.arguments}

    def printed(self, *arguments):
        """The lines that it prints with these arguments, to tell its tests."""
        told = subprocess.run([*self.command, *arguments], cwd=self.folder, capture_output=True, text=True)
        if told.returncode != 0:
            raise LookupError(f"{self.label} does not tell its tests:\n{told.stdout}{told.stderr}")
        return told.stdout.splitlines()


class Rust(Program):
    """The test harness of Rust."""

    def tests(self):
        names = (re.fullmatch(r"(.*): test", line) for line in self.printed("--list", "--format", "terse"))
        return {name[1]: [*self.arguments, "--exact", name[1]] for name in names if name}


class Pytest(Program):
    def tests(self):
        names = (line for line in self.printed("--collect-only", *self.arguments) if re.match(r"\S+\.py::", line))
        return {os.path.basename(name): [name] for name in names}


class Scripts(Program):
    """Scripts that Node.js tests; each is a test here."""

    def tests(self):
        return {os.path.basename(script): [script] for script in self.arguments}


class Page(Program):
    """The tests of the page in a browser, whose script prints their names if its first argument, the page, is its only one."""

    def tests(self):
        return {name: [*self.arguments, name] for name in self.printed(self.arguments[0])}


def run(program, arguments):
    """Runs a program of tests. Returns its status, output and seconds."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [*program.command, *arguments],
        cwd=program.folder,
        env={**os.environ, "CARGO_MANIFEST_DIR": program.folder, "RUST_TEST_THREADS": str(THREADS)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # Without a terminal, and with a group of processes that is ended together.
        start_new_session=True,
    )
    running.add(process)
    try:
        output = process.communicate(timeout=LIMIT)[0]
        status = process.returncode
    except subprocess.TimeoutExpired:
        end(process)
        output = f"{process.communicate()[0]}\n{program.label}: ended after {LIMIT} s"
        # It may have ended well, and left a process that had to be ended.
        status = process.returncode or 1
    running.remove(process)
    return status, output, time.monotonic() - begin


def end(process):
    """Ends a process and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run_each(jobs, seconds=math.inf):
    """Runs programs, some at a time: each a key, a program and its arguments. Yields the key of each that has ended, and
    what `run` returns. After so many seconds it begins none."""
    last = time.monotonic() + seconds
    begin = lambda *job: run(*job) if time.monotonic() < last else None
    pool = concurrent.futures.ThreadPoolExecutor(JOBS)
    futures = {pool.submit(begin, *job): key for key, *job in jobs}
    try:
        for future in concurrent.futures.as_completed(futures):
            if ran := future.result():
                yield futures[future], ran
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        # Only where this was interrupted, some are left.
        while not all(future.done() for future in futures):
            for process in list(running):
                end(process)
            time.sleep(0.1)


def count(status, output):
    """Counts the tests of a program by what it prints: the test harness of Rust, Criterion, Node.js,
    pytest or unittest."""
    found = collections.Counter(passed=0, failed=0, skipped=0)
    for numbers in re.findall(r"^test result: .* (\d+) passed; (\d+) failed; (\d+) ignored;", output, re.M):
        found.update(dict(zip(found, map(int, numbers))))
    # The harness of Rust knows no test that skips itself.
    itself = len(re.findall(r"^SKIPPED: ", output, re.M))
    found.update(passed=-itself, skipped=itself)
    found["passed"] += len(re.findall(r"^Testing .*\nSuccess$", output, re.M))
    # Such as "# pass 12".
    for name, word in {"passed": "pass", "failed": "fail", "skipped": "skipped"}.items():
        found[name] += sum(map(int, re.findall(rf"^# {word} (\d+)$", output, re.M)))
    # Such as "1 failed, 11 passed, 1 skipped in 2.50s".
    pytest = re.search(r"^=*\s*(\d+ \w+.*) in [\d.]+s", output, re.M)
    if pytest:
        words = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", pytest[1])}
        failed = words.get("failed", 0) + words.get("errors", 0) + words.get("error", 0)
        found.update(passed=words.get("passed", 0), failed=failed, skipped=words.get("skipped", 0))
    unittest = re.search(r"^Ran (\d+) tests? in .*\n\n(.*)$", output, re.M)
    if unittest:
        # Such as "FAILED (failures=1, errors=2, skipped=3)".
        ends = {word: int(number) for word, number in re.findall(r"(\w+)=(\d+)", unittest[2])}
        failed, skipped = ends.get("failures", 0) + ends.get("errors", 0), ends.get("skipped", 0)
        found.update(passed=max(0, int(unittest[1]) - failed - skipped), failed=failed, skipped=skipped)
    if status != 0:
        # One that dies has not counted its failure.
        found["failed"] = max(1, found["failed"])
    return found


def numbers(found):
    return f"{found['passed']} passed, {found['failed']} failed, {found['skipped']} skipped"


def untested(output):
    """What a program says that it did not test."""
    # Node.js writes such as "ok 3 - the examples in Deno # SKIP Deno is not installed".
    scripts = re.findall(r"^ *ok \d+ - (.*) # SKIP (.*)$", output, re.M)
    return re.findall(r"^(?:NOT TESTED|SKIPPED): (.*)$", output, re.M) + [": ".join(words) for words in scripts]


def started_twice(output):
    """The tests of a program that were started twice, since a browser or a server died."""
    return re.findall(r"^# (?:\\# )?STARTED TWICE: (.*)$", output, re.M)


def tests_of(file):
    """A pattern of the names that the tests of a file have; None if it is no file of tests. A Rust file of a folder `tests` is
    a module of the program `all`, or a part of a program that is named like it or its folder. A source of a crate has its
    tests in its module `tests`, or is a part of that module."""
    if file == "peers/test_peers.py":
        return "^peers$"
    if found := re.fullmatch(r"crates/([^/]+)/src/(.+)\.rs", file):
        names = [name for name in found[2].split("/") if name not in ("lib", "main", "mod")]
        module = "::".join(names if "tests" in names else [*names, "tests"])
        return rf"^{found[1]}, \S+ \S+: {module}::"
    # The file all.rs only names its modules.
    found = re.fullmatch(r"crates/(.+?)/tests/(?!all\.rs)(.+)", file)
    if not found:
        return None
    folder, name = os.path.basename(found[1]), os.path.basename(file)
    if name.endswith(".rs"):
        part = re.split("[/.]", found[2])[0]
        return rf"^{folder}, test ({part}: |all: {part}::)"
    if name.endswith((".py", ".test.mjs")):
        return rf": {re.escape(name)}(::|$)"
    # The tests of a page are called by the scripts that have them.
    return rf"^the page with.*: {re.escape(name.removesuffix('.mjs'))}: " if name.endswith(".mjs") else None


def chosen(programs, *patterns):
    """The tests whose names have all of some patterns, each with its program and the arguments that run it alone."""
    return {label: (program, words) for program in programs for label, words in program.chosen(*patterns).items()}


def again(tests, times, seconds=math.inf):
    """Runs each of some tests, as `chosen` gives them, this many times, beside a busy loop on each processor; no more are
    begun after so many seconds. Returns those that failed even once, those that were run often enough and tested something,
    those that were not run often enough, and those that were started twice."""
    print(f"\n== tests: {len(tests)}, each {times} times, beside {PROCESSORS} busy loops", flush=True)
    busy = [subprocess.Popen([sys.executable, "-c", BUSY], start_new_session=True) for _ in range(PROCESSORS)]
    jobs = ((label, *job) for _ in range(times) for label, job in tests.items())
    runs, failures, first, tested, twice = collections.Counter(), collections.Counter(), {}, set(), []
    try:
        with contextlib.closing(run_each(jobs, seconds)) as ended:
            for label, (status, output, took) in ended:
                found = count(status, output)
                runs[label] += 1
                if found["failed"]:
                    failures[label] += 1
                    first.setdefault(label, output)
                    print(f"{took:6.1f} s  failed: {label}", flush=True)
                if found["passed"]:
                    tested.add(label)
                twice += started_twice(output)
    finally:
        for process in busy:
            process.kill()
    for label, output in first.items():
        print(f"\n== the end of the first failure of {label}", *output.rstrip().splitlines()[-SHOWN:], sep="\n")
    print()
    few = [label for label in sorted(tests) if runs[label] < times]
    for label in sorted(tests):
        if label not in few and label not in tested and not failures[label]:
            print(f"not tested: {label}")
    for name in twice:
        print(f"started twice: {name}")
    for label, failed in failures.most_common():
        print(f"failed {failed} of {runs[label]} times: {label}")
    passed = [label for label in tested if runs[label] == times and not failures[label]]
    print(f"{len(passed)} passed each time, {len(failures)} failed even once")
    return list(failures), passed, few, twice
