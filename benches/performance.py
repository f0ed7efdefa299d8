#!/usr/bin/env python3
"""Runs the benches and writes what they print into benches/README.md.

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
PAGE = ROOT / "benches" / "README.md"
BLOCK = re.compile(r"<!-- (?P<command>machine|cargo bench [^>]*?) -->\n```text\n.*?```\n", re.DOTALL)


def machine():
    """Processor, cores, memory, system and compiler."""
    fields = dict(re.findall(r"(cpu family|model|model name)\s*: (.*)", Path("/proc/cpuinfo").read_text()))
    # Processors of different speed can have one name.
    cpu = "{model name} (family {cpu family}, model {model})".format(**fields) if len(fields) == 3 else platform.processor()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return (
        f"{cpu}, {os.cpu_count()} cores, {memory:.0f} GiB, "
        f"{platform.system()}, {rustc}\n"
    )


def measured(command):
    """What a command prints."""
    if command == "machine":
        return machine()
    run = subprocess.run(shlex.split(command), cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout.strip() + "\n"


def main():
    words = sys.argv[1:]
    for command in [block["command"] for block in BLOCK.finditer(PAGE.read_text())]:
        if words and command != "machine" and not any(word in command.split() for word in words):
            continue
        print(command, flush=True)
        output = measured(command)
        # Written at once: the next one may take long, or fail.
        page = BLOCK.sub(
            lambda block: f"<!-- {command} -->\n```text\n{output}```\n" if block["command"] == command else block[0],
            PAGE.read_text(),
        )
        PAGE.write_text(page)


main()
