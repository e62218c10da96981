"""Solves an LP file on standard input, and prints CBC's solution file."""

import os
import re
import subprocess
import sys
import tempfile

import pulp

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "program.lp")
    with open(path, "w") as copy:
        copy.write(sys.stdin.read())
    solution = os.path.join(folder, "solution")
    command = [pulp.PULP_CBC_CMD().path, path, "solve", "solution", solution]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # CBC goes on after an error in the file, and then solves what it has understood of it.
    is_misread = re.search(r"with [1-9]\d* errors", done.stdout)
    if done.returncode != 0 or is_misread or not os.path.exists(solution):
        sys.exit(f"CBC cannot solve the program:\n{done.stdout}")
    print(open(solution).read())
