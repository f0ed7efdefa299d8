"""What the tests of the module share."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def records(path):
    """The records of a JSONL file of the repository."""
    return [json.loads(line) for line in (ROOT / path).read_text("utf-8").split("\n") if line]


def program(*words, text=True, **options):
    """Runs the program of the wheel as the shell finds it, with no settings of whoever runs the tests."""
    command = [os.path.join(os.path.dirname(sys.executable), "simscope"), *map(str, words)]
    environment = {**os.environ, "SIMSCOPE_CONFIG": "", "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, capture_output=True, text=text, env=environment, check=False, **options)


def rows(*words):
    """The rows that a command prints as JSON lines."""
    done = program(*words, "--format", "jsonl")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def folder():
    return tempfile.TemporaryDirectory(prefix="simscope-test-")


def words(count, start=0):
    """Words that are all different."""
    return ["".join(chr(97 + number // 26**place % 26) for place in range(4)) for number in range(start, start + count)]
