"""The examples of docs/PYTHON.md run, and print what the page shows; `…` stands for what varies."""

import doctest
import os
import re
import shutil
import unittest

from support import ROOT, folder

PAGE = ROOT / "docs" / "PYTHON.md"
BLOCK = re.compile(r"```pycon\n(.*?)```", re.DOTALL)


class Page(unittest.TestCase):
    def test_the_page_shows_what_is_printed(self):
        place = folder()
        self.addCleanup(place.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        shutil.copytree(ROOT / "samples", os.path.join(place.name, "samples"))
        os.chdir(place.name)
        text = "\n".join(BLOCK.findall(PAGE.read_text("utf-8"))).replace("…", "...")
        examples = doctest.DocTestParser().get_doctest(text, {}, "PYTHON.md", str(PAGE), 0)
        self.assertGreater(len(examples.examples), 15)
        printed = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(examples, out=printed.append)
        self.assertEqual(runner.summarize(verbose=False).failed, 0, "".join(printed))


if __name__ == "__main__":
    unittest.main()
