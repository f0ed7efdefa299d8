"""The module and what uses it satisfy mypy and pyright."""

import os
import shutil
import subprocess
import sys
import unittest

import simscope
from support import folder

USE = """
import polars as pl

import simscope

df = pl.DataFrame({"text": ["a"]})
result = simscope.dedup(df, same_if="numbers", keep="first", recipe="default")
clean: pl.DataFrame = result.data
anew: pl.DataFrame = result.again(cut=0.8, same_if=["spelling", "operator"]).data
rows: list[dict[str, str]] = simscope.dedup([{"text": "a"}]).data
k: int = simscope.sweep(simscope.sign(df["text"]))[0]["k"]
drawn = simscope.draw(df, right=0.95, judgements="mine.judgements.tsv")
added: int = simscope.judge("mine.judgements.tsv", drawn, ["y", True, None])
print(simscope.advise(df["text"]).verdict == "yes", [alarm.name == "loss" for alarm in result.alarms], result.promise and result.promise.holds)
"""
WRONG = """
import simscope

rows: str = simscope.dedup([{"text": "a"}]).data
simscope.dedup([{"text": "a"}]).again(cuts=0.8)
"""


class Types(unittest.TestCase):
    def test_the_module_and_its_use_are_typed(self):
        with folder() as place:
            shutil.copytree(os.path.dirname(simscope.__file__), os.path.join(place, "simscope"))
            for name, text in (("use.py", USE), ("wrong.py", WRONG)):
                with open(os.path.join(place, name), "w") as file:
                    file.write(text)
            for command in (["mypy", "--strict"], ["pyright", "--pythonpath", sys.executable]):
                ran = [
                    subprocess.run([sys.executable, "-m", *command, *paths], cwd=place, capture_output=True, text=True)
                    for paths in (["simscope", "use.py"], ["wrong.py"])
                ]
                self.assertEqual(ran[0].returncode, 0, ran[0].stdout + ran[0].stderr)
                self.assertEqual(ran[1].returncode, 1, ran[1].stdout + ran[1].stderr)
                self.assertRegex(ran[1].stdout, r"wrong\.py:4(?s:.*)wrong\.py:5(?s:.*)2 errors", command[0])


if __name__ == "__main__":
    unittest.main()
