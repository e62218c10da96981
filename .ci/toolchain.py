"""Compilers: those for targets other than this machine, which have a target's standard library or its source, and the flags
that keep the paths of this machine out of programs."""

import os
import subprocess

# The compilers that are looked at: that of rustup, and that of a Debian package beside it.
COMPILERS = ["rustc", "/usr/bin/rustc"]
# The first version that compiles Tercet, as Cargo.toml says.
OLDEST = (1, 89)
# The exit status of a script that this machine lacks a program for, as harnesses of tests know it. What is used wrongly, or
# breaks, has others.
UNTESTABLE = 77
# What packs wheels and the npm package (Apache-2.0), as pip names it.
ZOPFLI = "zopfli==0.4.3"
# What makes the engines of the npm package smaller (Apache-2.0), as npm names it.
BINARYEN = "binaryen@132.0.0"


def output(*command):
    """What a program prints, or nothing if it cannot."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def without_paths(*folders):
    """What a compiler is told so that programs name no folder of this machine."""
    home = os.path.expanduser("~")
    # The last that fits counts.
    caches = [os.environ.get(f"{name}_HOME", os.path.join(home, f".{name.lower()}")) for name in ["CARGO", "RUSTUP"]]
    return [f"--remap-path-prefix={path}{os.sep}=" for path in [*caches, *folders]]


def compiler(target, is_usable=lambda: True):
    """A compiler for a target, and whether the standard library must be compiled from its source, which takes
    what `is_usable` tells. None if there is no such compiler."""
    for name in COMPILERS:
        version = output(name, "--version").split(" ")
        if len(version) < 2 or tuple(map(int, version[1].split(".")[:2])) < OLDEST:
            continue
        rustlib = os.path.join(output(name, "--print", "sysroot"), "lib", "rustlib")
        if os.path.isdir(os.path.join(rustlib, target)):
            return name, False
        is_source = os.path.isfile(os.path.join(rustlib, "src", "rust", "library", "std", "Cargo.toml"))
        if is_source and is_usable():
            return name, True
    return None
