"""The engines: Tercet compiled to WebAssembly, for the page without a server and for the npm package."""

import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from toolchain import compiler, output, without_paths

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = "wasm32-unknown-unknown"
# The engines, for questions and for photographs, each with the feature that it is compiled with: those of the page, and
# those of the npm package.
PAGE = {"tercet.wasm": "page", "camera.wasm": "camera"}
PACKAGE = {"tercet.wasm": "questions", "camera.wasm": "camera"}
# What the last crate of an engine is told: to find loops over vectors when all is put together, which the profile
# leaves out, as they are large.
TOLD = {"camera": ["--", "-Copt-level=3"]}
# Instructions for vectors of numbers, which every browser since 2023 has: a picture is read sooner.
VECTORS = "-Ctarget-feature=+simd128"


class Missing(Exception):
    """No compiler for the target is installed."""

    def __str__(self):
        return (
            f"no compiler for {TARGET}: run 'rustup target add {TARGET}', "
            "or install rustc-web and rust-web-src (Debian packages)"
        )


class Failed(Exception):
    """An engine cannot be compiled; cargo has said why."""

    def __str__(self):
        return "the engine cannot be compiled"


def linker():
    """A linker for WebAssembly, for a compiler that comes without one."""
    facts = dict(line.split(": ", 1) for line in output("rustc", "-vV").splitlines() if ": " in line)
    own = os.path.join(output("rustc", "--print", "sysroot"), "lib", "rustlib", facts.get("host", ""), "bin")
    return shutil.which("rust-lld", path=own) or shutil.which("wasm-ld") or shutil.which("rust-lld")


def rustflags(*flags):
    """The environment in which cargo tells the compiler of the target, and no other, these flags."""
    return {"CARGO_ENCODED_RUSTFLAGS": "\x1f".join([*flags, *without_paths(ROOT)])}


def toolchain():
    """The arguments and the environment with which cargo builds for the target."""
    found = compiler(TARGET, linker)
    if found is None:
        raise Missing
    name, is_source = found
    linker_variable = f"CARGO_TARGET_{TARGET.upper().replace('-', '_')}_LINKER"
    if not is_source:
        return [], {"RUSTC": name, **rustflags(VECTORS)}
    # To compile the standard library is not stable yet. As it is compiled anyway, panics can be what they are
    # in a page, the end, without the code and the places for their messages.
    arguments = ["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"]
    flags = rustflags(VECTORS, "-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none")
    return arguments, {"RUSTC": name, "RUSTC_BOOTSTRAP": "1", linker_variable: linker(), **flags}


def build(engines, folder):
    """Compiles engines into a folder."""
    arguments, environment = toolchain()
    for engine, feature in engines.items():
        command = ["cargo", "rustc", "--locked", "--package", "tercet-wasm", "--lib", "--crate-type", "cdylib"]
        command += ["--no-default-features", "--features", feature, "--profile", "site", "--target", TARGET, *arguments]
        command += ["--message-format", "json-render-diagnostics", *TOLD.get(feature, [])]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Failed
        artifacts = [json.loads(line) for line in done.stdout.splitlines()]
        files = [file for artifact in artifacts for file in artifact.get("filenames", [])]
        built = next(file for file in files if file.endswith("tercet_wasm.wasm"))
        shutil.copyfile(built, os.path.join(folder, engine))
