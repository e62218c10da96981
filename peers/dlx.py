"""Knuth's programs for exact covers, such as `dlx2` (dancing links) and `ssxcc` (dancing cells),
or another one that reads and writes their form. Its user has installed the program and names it,
with options of its own if it needs any: `--peer 'peers/dlx.py ssxcc'`.

The sets with one agreement are the exact covers of the values of all other properties by the cards
of a group. If the board has one group, as most large boards do, that is the problem. If it has
several, options choose one: each covers the item `group` and the values of its agreement. Colours
bind cards to a group: the digits of its number, since a colour has one letter. This is the problem
of `tercet export --to dlx` without the names of the cards.

The program is started for each board with `m1`, which prints every solution, and for one set also
with `t1`, which ends with the first. To start it takes a millisecond, which counts.
"""

import os
import re
import resource
import shutil
import string
import subprocess
import sys
import zlib

import tercet_peer

COLOURS = string.digits + string.ascii_letters


class ExactCovers:
    stops = True
    command = [word for word in sys.argv[1:] if word != tercet_peer.WORKER]

    @classmethod
    def solver(cls):
        if not cls.command:
            raise tercet_peer.Failed("names no program, as 'peers/dlx.py ssxcc' does")
        path = shutil.which(cls.command[0])
        if path is None:
            raise tercet_peer.Failed(f"finds no program {cls.command[0]}: install it")
        with open(path, "rb") as file:
            # They have no versions, but their files can be told apart.
            return f"{os.path.basename(path)}, CRC-32 {zlib.crc32(file.read()):08x}"

    def __init__(self, question):
        self.question = question
        self.nodes = None
        # For each option its card, or None if it chooses a group.
        self.options = {}
        properties, values = range(question.properties), range(question.values)
        names = [[f"p{j + 1}={x}" for x in values] for j in properties]
        groups = question.groups()
        digits = 0
        while len(COLOURS) ** digits < len(groups):
            digits += 1
        for number, (agreement, positions) in enumerate(groups):
            colours = []
            for place in range(digits):
                number, digit = divmod(number, len(COLOURS))
                colours.append(f"g{place + 1}:{COLOURS[digit]}")
            others = [j for j in properties if j not in agreement]
            if digits:
                agreed = [name for j in agreement for name in names[j]]
                self.options["group", *agreed, *colours] = None
                items = ["group", *sum(names, []), "|", *(colour[:-2] for colour in colours)]
            else:
                items = sum((names[j] for j in others), [])
            for i in positions:
                question.remaining()
                card = question.cards[i]
                self.options[(*(names[j][card[j]] for j in others), *colours)] = i
        lines = [items, *self.options] if groups else []
        self.problem = "".join(" ".join(words) + "\n" for words in lines)

    def sets(self):
        if not self.problem:
            return
        printed, said = self.run()
        total = re.search(r"^Altogether (\d+) solution", said, re.MULTILINE)
        if total is None:
            raise tercet_peer.Failed(f"{self.command[0]} does not say how many solutions there are")
        nodes = re.search(r"(\d+) nodes", said)
        self.nodes = nodes and (int(nodes[1]), "nodes")
        # The order of the items of an option depends on where the search met it.
        cards = {frozenset(option): card for option, card in self.options.items()}
        found = []
        for line in filter(str.strip, printed.splitlines()):
            if re.fullmatch(r"\d+:", line):
                found.append([])
                continue
            option = frozenset(line.partition("(")[0].split())
            if option not in cards or not found:
                raise tercet_peer.Failed(f"{self.command[0]} prints '{line}'")
            found[-1].append(cards[option])
        if len(found) != int(total[1]):
            raise tercet_peer.Failed(f"{self.command[0]} prints {len(found)} of {total[1]} solutions")
        for solution in found:
            yield [card for card in solution if card is not None]

    def run(self):
        """What the program prints, and what it says about that."""
        only_one = ["t1"] if self.question.kind == "find" else []
        process = subprocess.Popen(
            [*self.command, "m1", *only_one],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        try:
            limit = self.question.remaining()
            if hasattr(resource, "prlimit"):
                # It ends by itself if this process is killed.
                most = int(limit) + 2
                resource.prlimit(process.pid, resource.RLIMIT_CPU, (most, most))
            printed, said = process.communicate(self.problem, timeout=limit)
        except subprocess.TimeoutExpired:
            raise tercet_peer.Stopped from None
        finally:
            process.kill()
            process.wait()
        if process.returncode != 0:
            last = said.strip().rpartition("\n")[2]
            raise tercet_peer.Failed(f"{self.command[0]} ends with {process.returncode}: {last or 'silent'}")
        return printed, said

    def effort(self):
        return self.nodes


if __name__ == "__main__":
    tercet_peer.main(ExactCovers)
