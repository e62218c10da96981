"""What the peers say, held against the rule of the game, and what becomes of bad questions and
of solvers that hang, die or print. Run it as `python3 peers/test_peers.py`; a peer whose package
is not installed is not tested, which is said.
"""

import importlib.util
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))

# The seconds until a test counts as hanging: nothing takes as long, even on a slow and busy machine.
HANG = 300

# A program that reads and writes as Knuth's do.
DLX = os.path.join(HERE, "..", "crates", "tercet-models", "tests", "outside", "dlx.py")

# Each peer and the module that it needs.
PEERS = {
    ("dlx.py", sys.executable, DLX): "sys",
    ("cpsat.py",): "ortools",
    ("highs.py",): "highspy",
    ("z3_cover.py",): "z3",
    ("z3py.py",): "z3",
    ("z3py.py", "--symmetry", "relative"): "z3",
    ("z3py.py", "--symmetry", "none"): "z3",
    ("mip_cbc.py",): "mip",
    ("pysat_cadical.py",): "pysat",
}

# A peer whose solver is chosen by the first card.
ODD = """
import os, signal, sys, time
import tercet_peer

class Odd:
    needs = "oddities"
    stops = False

    @staticmethod
    def solver():
        return "Odd 1.0"

    def __init__(self, question):
        self.does = question.cards[0][0]

    def sets(self):
        if self.does == 1:
            time.sleep(3600)
        elif self.does == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.does == 3:
            sys.exit(7)
        elif self.does == 4:
            raise ValueError("two\\nlines")
        elif self.does == 5:
            print("noise", flush=True)
            os.system("echo more noise")
        elif self.does == 6:
            import no_such_solver
        yield [0]

    def effort(self):
        return 5, "oddities"

tercet_peer.main(Odd)
"""


class Peer:
    """A peer at work."""

    def __init__(self, *command):
        self.asked = 0
        arguments = [sys.executable, os.path.join(HERE, command[0]), *command[1:]]
        paths = os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
        )

    def say(self, line):
        """What it answers to a line, as text."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def ask(self, values, cards, question="find", **other):
        """The reply to a question, whose number it repeats."""
        self.asked += 1
        message = {
            "schema": "tercet.peer/1",
            "id": self.asked,
            "question": question,
            "deck": {"values": values, "properties": len(cards[0]) if cards else 4},
            "cards": cards,
            # Now and then CBC pauses for ten seconds on a program of a few rows.
            "seconds": 120,
            "threads": 1,
            **other,
        }
        said = json.loads(self.say(json.dumps(message)))
        assert said.pop("id") == self.asked, said
        return said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(HANG) == 0
        self.process.stdout.close()


def is_set(cards):
    return all(len(set(shown)) in (1, len(cards)) for shown in zip(*cards))


def sets(values, cards):
    """All sets, by the rule."""
    positions = itertools.combinations(range(len(cards)), values)
    return [list(some) for some in positions if is_set([cards[i] for i in some])]


def deal(values, properties, count, seed):
    deck = list(itertools.product(range(values), repeat=properties))
    return [list(card) for card in random.Random(seed).sample(deck, count)]


def boards():
    """Boards of many decks, with and without sets; two of each kind under `./test --all`."""
    yield 1, [[0, 0]]
    yield 2, [[0, 1]]
    yield 3, [[0, 1, 2, 0]]
    for values in (1, 2, 3, 4):
        yield values, []
    decks = [(2, 3, 6), (3, 1, 3), (3, 2, 7), (3, 4, 12), (4, 2, 10), (5, 2, 12), (5, 3, 14)]
    for values, properties, count in decks:
        for seed in range(2 if "TERCET_ALL" in os.environ else 1):
            yield values, deal(values, properties, count, seed)


class Answers(unittest.TestCase):
    def each(self):
        for command, module in PEERS.items():
            if importlib.util.find_spec(module):
                with self.subTest(command), Peer(*command) as peer:
                    yield peer
            else:
                print(f"NOT TESTED: {' '.join(command)}, for want of {module}", file=sys.stderr)

    def test_answers_are_those_of_the_rule(self):
        with_sets = [sets(*board) for board in boards()]
        self.assertTrue(any(with_sets) and not all(with_sets))
        for peer in self.each():
            for values, cards in boards():
                expected = sets(values, cards)
                with self.subTest(values=values, cards=cards):
                    found = peer.ask(values, cards)
                    if expected:
                        self.assertEqual(found["answer"], "found")
                        self.assertIn(found["set"], expected)
                    else:
                        self.assertEqual(found["answer"], "none")
                    again = peer.ask(values, cards, threads=2)
                    self.assertEqual(again["answer"], found["answer"])
                    listed = peer.ask(values, cards, "list")
                    self.assertEqual(listed["answer"], "listed", listed)
                    self.assertEqual(listed["sets"], expected)
                    counted = peer.ask(values, cards, "count")
                    self.assertEqual(counted["answer"], "counted")
                    self.assertEqual(counted["count"], str(len(expected)))
                    for said in (found, again, listed, counted):
                        self.assertTrue(said["seconds"] > 0 and said["cpu"] >= 0, said)
                        self.assertGreater(said["memory"], 1_000_000)
                        self.assertRegex(said["solver"], r"\d+\.\d+|CRC-32 [0-9a-f]{8}")

    def test_time_is_up(self):
        cards = deal(26, 4, 420, 1)
        for peer in self.each():
            peer.ask(3, deal(3, 4, 12, 1))
            self.assertEqual(peer.ask(26, cards, seconds=0.2)["answer"], "stopped")
            self.assertEqual(peer.ask(3, [[0], [1], [2]])["set"], [0, 1, 2])


class Programs(unittest.TestCase):
    def test_a_program_that_is_missing_or_no_solver_of_exact_covers(self):
        def failed(*command, cards=((0,), (1,), (2,))):
            with Peer("dlx.py", *command) as peer:
                said = peer.ask(3, cards)
            self.assertEqual(said["answer"], "failed", said)
            return said["reason"]

        self.assertIn("names no program", failed())
        self.assertIn("finds no program ssx-cc: install it", failed("ssx-cc"))
        says = "echo Altogether 1 solution, 63+235 mems >&2;"
        for script, reason in [
            ("cat; exit 3", "sh ends with 3: silent"),
            ("echo one >&2; echo two >&2; exit 255", "sh ends with 255: two"),
            ("exit 0", "sh does not say how many solutions there are"),
            (f"{says} echo hello", "sh prints 'hello'"),
            (f"{says} echo 1:; echo p1=3", "sh prints 'p1=3'"),
            (f"{says} echo p1=0", "sh prints 'p1=0'"),
            (says, "sh prints 0 of 1 solutions"),
        ]:
            self.assertEqual(failed("sh", "-c", script), reason)
        # What does not end is ended, even if it does not read.
        with Peer("dlx.py", "sh", "-c", "exec sleep 3600") as peer:
            said = peer.ask(20, deal(20, 4, 270, 2), seconds=0.3)
            self.assertEqual(said["answer"], "stopped")


class Loop(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "odd.py")
        with open(self.path, "w") as file:
            file.write(ODD)

    def tearDown(self):
        self.folder.cleanup()

    def test_a_solver_that_hangs_dies_or_prints(self):
        with Peer(self.path) as peer:

            def odd(does, **other):
                said = peer.ask(10, [[does]], **other)
                # Whatever happened, the next question finds a solver.
                good = peer.ask(10, [[0]])
                self.assertEqual((good["answer"], good["set"]), ("found", [0]))
                self.assertEqual(good["effort"], {"count": "5", "unit": "oddities"})
                return said

            stopped = odd(1, seconds=0.2)
            self.assertEqual(stopped["answer"], "stopped")
            self.assertGreaterEqual(stopped["seconds"], 0.2)
            for does, reason in [
                (2, "the solver died: -9"),
                (3, "the solver died: 7"),
                (4, "ValueError: two lines"),
                (6, "ModuleNotFoundError: No module named 'no_such_solver'"),
            ]:
                self.assertEqual(odd(does), {"answer": "failed", "reason": reason})
            self.assertEqual(odd(5)["answer"], "found")

    def test_bad_lines(self):
        good = {
            "schema": "tercet.peer/1",
            "id": 7,
            "question": "find",
            "deck": {"values": 3, "properties": 2},
            "cards": [[0, 0], [1, 1]],
            "seconds": 600,
            "threads": 1,
        }
        bad = [
            "",
            "x",
            "[" * 100_000,
            "1" * 10_000,
            '"' + "\x00" * 10,
            "[]",
            "{}",
            "NaN",
            *(json.dumps({key: good[key] for key in good if key != left}) for left in good),
        ]
        for change in [
            {"schema": "tercet.peer/2"},
            {"id": "1"},
            {"id": True},
            {"id": -1},
            {"question": "prove"},
            {"deck": []},
            {"deck": {"values": 0, "properties": 2}},
            {"deck": {"values": 3, "properties": True}},
            {"deck": {"values": 10**9, "properties": 2}},
            {"cards": {}},
            {"cards": [[0, 0], 1]},
            {"cards": [[0, 0], [1, 1, 1]]},
            {"cards": [[0, 0], [1, 3]]},
            {"cards": [[0, 0], [1, -1]]},
            {"cards": [[0, 0], [1, 1.0]]},
            {"cards": [[0, 0], [1, 1], [0, 0]]},
            {"seconds": 0},
            {"seconds": "1"},
            {"seconds": float("nan")},
            {"seconds": float("inf")},
            {"threads": 0},
        ]:
            bad.append(json.dumps({**good, **change}))
        with Peer(self.path) as peer:
            for line in bad:
                with self.subTest(line=line[:100]):
                    said = json.loads(peer.say(line))
                    self.assertEqual(list(said), ["answer", "reason"], said)
                    self.assertEqual(said["answer"], "failed")
                    self.assertTrue(said["reason"] and "\n" not in said["reason"])
            said = json.loads(peer.say(json.dumps(good)))
            self.assertEqual((said["answer"], said["id"], said["runs"]), ("found", 7, 1))
            again, runs = 0.01, 1
            while runs == 1:
                # A slow machine needs longer for a second run.
                again *= 2
                self.assertLess(again, HANG, "a question is never asked again")
                runs = json.loads(peer.say(json.dumps({**good, "again": again})))["runs"]

    def test_a_package_that_is_missing(self):
        text = ODD.replace('return "Odd 1.0"', "import oddities")
        self.assertNotEqual(text, ODD)
        with open(self.path, "w") as file:
            file.write(text)
        with Peer(self.path) as peer:
            reason = peer.ask(10, [[0]])["reason"]
            self.assertEqual(reason, "No module named 'oddities': pip install oddities")


if __name__ == "__main__":
    unittest.main()
