#!/usr/bin/env python3
"""Runs the benches and writes what they print into docs/PERFORMANCE.md.

    python3 benches/performance.py            all of them
    python3 benches/performance.py files lab  those with one of these words in their command

A block to be written stands below its command: `<!-- cargo bench --bench files -- large -->`. The block below
`<!-- machine -->` says where it was measured.
"""

import os
import platform
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "PERFORMANCE.md"
BLOCK = re.compile(r"<!-- (?P<command>machine|cargo bench [^>]*?) -->\n```text\n.*?```\n", re.DOTALL)


def machine():
    """Processor, cores, memory, system and compiler."""
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return (
        f"{cpu.group(1) if cpu else platform.processor()}, {os.cpu_count()} cores, {memory:.0f} GiB, "
        f"{platform.system()}, {rustc}\n"
    )


def main():
    words = sys.argv[1:]

    def written(block):
        command = block["command"]
        if words and command != "machine" and not any(word in command.split() for word in words):
            return block[0]
        print(command, flush=True)
        if command == "machine":
            output = machine()
        else:
            run = subprocess.run(shlex.split(command), cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
            output = run.stdout.strip() + "\n"
        return f"<!-- {command} -->\n```text\n{output}```\n"

    PAGE.write_text(BLOCK.sub(written, PAGE.read_text()))


main()
