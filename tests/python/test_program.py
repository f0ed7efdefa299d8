"""The program that the wheel carries, on the path and in a terminal."""

import os
import re
import select
import signal
import subprocess
import sys
import unittest

from support import ROOT, folder, program

try:
    import fcntl
    import pty
    import struct
    import termios
except ImportError:
    pty = None

SAMPLE = ROOT / "samples/builtin.jsonl"


class Commands(unittest.TestCase):
    def test_no_compiler_is_on_the_path(self):
        self.assertNotEqual(subprocess.run("command -v cargo rustc", shell=True, stdout=subprocess.DEVNULL).returncode, 0)

    def test_exit_codes_are_those_of_the_program(self):
        self.assertRegex(program("--version").stdout, r"^simscope \d+\.\d+\.\d+\n$")
        self.assertEqual(program("hash", "--bogus").returncode, 2)
        self.assertEqual(program("hash", "no-such-file").returncode, 1)
        self.assertEqual(program("hash", "no-such-file").stderr.count("\n"), 1)

    def test_dedup_writes_the_clean_file(self):
        with folder() as place:
            out = os.path.join(place, "clean.jsonl")
            done = program("dedup", SAMPLE, "-o", out)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = SAMPLE.read_bytes().splitlines()
            with open(out, "rb") as file:
                clean = file.read().splitlines()
            self.assertLess(len(clean), len(lines))
            self.assertTrue(set(clean) <= set(lines))
            self.assertTrue(os.path.exists(os.path.join(place, "clean.dropped.tsv")))

    def test_standard_input_and_a_closed_pipe(self):
        with SAMPLE.open("rb") as sample:
            self.assertEqual(len(program("hash", "-", stdin=sample).stdout.splitlines()), 89)
        simscope = os.path.join(os.path.dirname(sys.executable), "simscope")
        piped = subprocess.run(f"'{simscope}' pairs '{SAMPLE}' -k 64 | head -1; echo ${{PIPESTATUS[0]}}", shell=True, executable="/bin/bash", capture_output=True, text=True)
        self.assertEqual((piped.stdout.splitlines()[-1], piped.stderr), ("0", ""))

    def test_the_wheel_has_its_licences_those_of_the_crates_and_of_the_data(self):
        from importlib import metadata

        if metadata.packages_distributions().get("simscope") is None:
            self.skipTest("not installed")
        texts = {path.name: path.read_text("utf-8") for path in metadata.files("simscope") if path.name.startswith("LICENSE")}
        self.assertEqual(texts["LICENSE"], (ROOT / "LICENSE").read_text("utf-8"))
        self.assertEqual(metadata.metadata("simscope")["License-Expression"], "MIT")
        for crate in ("pyo3", "arrow-array", "rayon", "ratatui"):
            self.assertRegex(texts["LICENSES-OF-CRATES.txt"], rf"\n=== {crate} v[\d.]+: \"")
        self.assertGreater(texts["LICENSES-OF-CRATES.txt"].count("Permission is hereby granted"), 50)
        self.assertIn("OpenCC", texts["LICENSES-OF-DATA.md"])
        self.assertIn("CC0 1.0 (npm spdx-license-list)", texts["LICENSES-OF-DATA.md"])

    def test_python_m_simscope_is_the_program(self):
        ran = subprocess.run([sys.executable, "-m", "simscope", "--version"], capture_output=True, text=True)
        self.assertEqual(ran.stdout, program("--version").stdout)


@unittest.skipIf(pty is None, "needs a pseudo terminal")
class Terminal(unittest.TestCase):
    def start(self, *command):
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm-256color", SIMSCOPE_CONFIG="", LC_ALL="C.UTF-8")
            os.execv(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
        self.shown = b""
        return pid

    def until(self, what):
        """Reads until this is shown."""
        while not re.search(what, self.shown):
            ready, _, _ = select.select([self.terminal], [], [], 60)
            self.assertTrue(ready, f"{what} is not shown in: {self.shown[-2000:]!r}")
            try:
                read = os.read(self.terminal, 1 << 16)
            except OSError:
                read = b""
            self.assertTrue(read, f"{what} is not shown in: {self.shown[-2000:]!r}")
            self.shown += read

    def end(self, pid):
        """The exit code; what is still shown is read, since nobody can end who cannot write."""
        try:
            while read := os.read(self.terminal, 1 << 16):
                self.shown += read
        except OSError:
            pass
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def test_the_explorer_opens_and_leaves_the_terminal_as_it_was(self):
        simscope = os.path.join(os.path.dirname(sys.executable), "simscope")
        for last in (b"q", b"\x03"):
            pid = self.start(simscope, str(SAMPLE))
            self.until(rb"wire-en/bridge-1")
            os.write(self.terminal, last)
            self.assertEqual(self.end(pid), 0)
            self.assertIn(b"\x1b[?1049l", self.shown)

    def test_a_signal_ends_it_with_its_number(self):
        simscope = os.path.join(os.path.dirname(sys.executable), "simscope")
        pid = self.start(simscope, str(SAMPLE))
        self.until(rb"wire-en/bridge-1")
        os.kill(pid, signal.SIGTERM)
        self.assertEqual(self.end(pid), 128 + signal.SIGTERM)
        self.assertIn(b"\x1b[?1049l", self.shown)

    def test_explore_opens_it_from_python_and_python_goes_on(self):
        code = "import simscope; print('left', simscope.explore([{'text': 'one little text', 'name': 'first-of-all'}], id='name').code)"
        for last in (b"q", b"\x03"):
            pid = self.start(sys.executable, "-c", code)
            self.until(rb"first-of-all")
            os.write(self.terminal, last)
            self.until(rb"left 0")
            self.assertEqual(self.end(pid), 0)

    def test_what_was_decided_in_the_explorer_goes_on_in_python(self):
        # With an empty SIMSCOPE_CONFIG nothing is kept of how a corpus was left.
        place = folder()
        self.addCleanup(place.cleanup)
        settings = os.path.join(place.name, "config.toml")
        open(settings, "w").close()
        code = (
            "import json, os, shutil, simscope\n"
            f"os.environ['SIMSCOPE_CONFIG'] = {settings!r}\n"
            f"data = [json.loads(line) for line in open({str(SAMPLE)!r}, encoding='utf-8')]\n"
            "done = simscope.explore(data, '-k', '3', '--screen', 'clean', id='id')\n"
            "before, after = simscope.dedup(data, id='id'), simscope.dedup(data, id='id', rules=done.rules)\n"
            "print('k', done.k, done.recipe.split(' ')[0], done.judgements, os.path.basename(done.decisions), done.written)\n"
            "print('go', len(before.dropped), len(after.dropped), len(before.again(decisions=done.decisions).dropped))\n"
            "shutil.rmtree(os.path.dirname(done.rules))\n"
        )
        pid = self.start(sys.executable, "-c", code)
        self.until(rb"one or two words")
        os.write(self.terminal, b"m")
        self.until(rb"you said so")
        os.write(self.terminal, b"1++")
        os.write(self.terminal, b"q")
        self.until(rb"k 5 words:3 None data.decisions.toml \[\]")
        self.until(rb"go 30 41 41")
        self.assertEqual(self.end(pid), 0)


if __name__ == "__main__":
    unittest.main()
