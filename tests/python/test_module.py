"""The module with the standard library alone: it returns what the commands print."""

import inspect
import json
import multiprocessing
import os
import re
import subprocess
import sys
import threading
import unittest

import simscope
from support import ROOT, folder, program, records, rows, words

SAMPLE = "samples/builtin.jsonl"
# Which recipe reproduces the answers of which program, as in tests/library/vectors.rs; with kinds.jsonl where that is True.
VECTORS = {
    "java-64": ("java", False),
    "java-128": ("java", False),
    "python-64": ("python", False),
    "python-128": ("python", False),
    "python2-128": ("python2", False),
    "go-demo-64": ("go-demo", False),
    "keywords20-64": ("keywords20", False),
    "yanyiwu-top5-64": ("yanyiwu:5", False),
    "yanyiwu-auto-64": ("yanyiwu:auto", False),
    "1e0ng-64": ("1e0ng", False),
    "1e0ng-128": ("1e0ng", False),
    "seomoz-window1-64": ("seomoz:1", False),
    "seomoz-window4-64": ("seomoz:4", False),
    "simhash-rs-64": ("simhash-rs", False),
    "gaoya-64": ("gaoya", False),
    "gaoya-128": ("gaoya", False),
    "text-dedup-64": ("text-dedup", False),
    "text-dedup-128": ("text-dedup", False),
    "ch-words-window1-64": ("ch-words:1", True),
    "ch-words-window3-64": ("ch-words", True),
    "ch-chars-window3-64": ("ch-chars:3", True),
    "ch-chars-window5-64": ("ch-chars:5", True),
    "mfonda-64": ("mfonda", True),
    "hutool-64": ("hutool", True),
    "npm-simhash-32": ("npm-simhash", True),
}


def sample():
    return records(SAMPLE)


class Signing(unittest.TestCase):
    def test_signatures_are_those_of_the_programs_that_recipes_reproduce(self):
        compared = 0
        for name, (recipe, has_kinds) in VECTORS.items():
            texts = records("tests/vectors/texts.jsonl") + (records("tests/vectors/kinds.jsonl") if has_kinds else [])
            answers = {answer["id"]: answer for answer in records(f"tests/vectors/{name}.jsonl")}
            bits = next(iter(answers.values()))["bits"]
            found = simscope.sign([text["text"] for text in texts], recipe, bits=bits).hex()
            for text, signature in zip(texts, found):
                answer = answers.get(text["id"])
                if answer is not None and "ambiguous" not in answer:
                    self.assertEqual(signature, answer["signature"], f"{name} {text['id']}")
                    compared += 1
        self.assertGreater(compared, 25 * 30)

    def test_signatures_are_those_of_the_command_in_every_recipe(self):
        texts = [record["text"] for record in sample()]
        for recipe in [row["name"] for row in rows("recipes")]:
            expected = rows("hash", ROOT / SAMPLE, "--recipe", recipe)
            found = simscope.sign(texts, recipe)
            self.assertEqual(found.hex(), [row["signature"] for row in expected], recipe)
            self.assertEqual(list(found.features), [row["features"] for row in expected], recipe)

    def test_tf_idf_counts_the_terms_of_the_column(self):
        with folder() as place:
            path = os.path.join(place, "mine.toml")
            with open(path, "w") as file:
                file.write('tokenizer = "unicode-words"\nweighting = "tf-idf"\n')
            expected = rows("hash", ROOT / SAMPLE, "--recipe", path)
            found = simscope.sign([record["text"] for record in sample()], path)
            self.assertEqual(found.hex(), [row["signature"] for row in expected])

    def test_widths_from_1_to_128_bits(self):
        texts = ["to be or not to be", "床前明月光"]
        for bits in (1, 8, 63, 64, 65, 100, 128):
            signatures = simscope.sign(texts, bits=bits)
            self.assertEqual(signatures.bits, bits)
            self.assertEqual([int(one, 16) for one in signatures.hex()], list(signatures))
            distance = (signatures[0] ^ signatures[1]).bit_count()
            self.assertEqual(list(simscope.pairs(signatures, k=128)), [(0, 1, distance)])

    def test_what_has_no_text_has_no_signature_and_is_left_out(self):
        signatures = simscope.sign(["a b c d", None, "a b c d", "", "", float("nan")])
        self.assertEqual([one is None for one in signatures], [False, True, False, False, False, True])
        self.assertEqual(list(signatures.features), [4, None, 4, 0, 0, None])
        self.assertEqual(list(simscope.pairs(signatures, k=128)), [(0, 2, 0)])
        self.assertEqual([row[0] for row in simscope.groups(signatures)], [1, None, 1, None, None, None])

    def test_any_iterable_of_str_is_a_column(self):
        self.assertEqual(list(simscope.sign(word for word in ("a", "b"))), list(simscope.sign(("a", "b"))))
        self.assertEqual(len(simscope.sign([])), 0)


class Searching(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ids = [record["id"] for record in sample()]
        cls.signatures = simscope.sign([record["text"] for record in sample()])

    def test_pairs_are_those_of_the_command(self):
        for k in (0, 3, 20):
            found = [(self.ids[a], self.ids[b], distance) for a, b, distance in simscope.pairs(self.signatures, k)]
            expected = rows("pairs", ROOT / SAMPLE, "-k", k)
            self.assertEqual(found, [(row["id_a"], row["id_b"], row["distance"]) for row in expected])

    def test_groups_are_those_of_the_command(self):
        for k in (3, 12):
            table = simscope.groups(self.signatures, k)
            found = {
                (self.ids[row], group, size, self.ids[representative])
                for row, (group, size, representative) in enumerate(table)
                if group is not None
            }
            expected = rows("groups", ROOT / SAMPLE, "-k", k)
            self.assertEqual(found, {(row["id"], row["group"], row["size"], row["representative"]) for row in expected})

    def test_passages_are_those_of_the_command(self):
        texts = [record["text"] for record in sample()]
        for options in ({}, {"min_words": 20, "gap": 2, "run": 6}):
            asked = [word for key, value in options.items() for word in ("--" + key.replace("_", "-"), value)]
            expected = rows("passages", ROOT / SAMPLE, *asked)
            table = simscope.passages(texts, **options)
            self.assertGreater(len(table), 5)
            for name in ("from_a", "to_a", "from_b", "to_b", "words"):
                self.assertEqual(list(table[name]), [row[name] for row in expected])
            self.assertEqual([self.ids[b] for b in table["b"]], [row["id_b"] for row in expected])
            for a, start, end, text in zip(table["a"], table["start_a"], table["end_a"], table["text"]):
                self.assertEqual(texts[a][start:end], text)
        given = texts[table["a"][0]]
        self.assertLess(len(simscope.passages(texts, given=given)), len(simscope.passages(texts)))
        found = simscope.passages([texts[0], None], against=texts)
        self.assertIn((0, 0), list(zip(found["a"], found["b"])))

    def test_the_sweep_is_that_of_the_command(self):
        expected = rows("sweep", ROOT / SAMPLE)
        found = simscope.sweep(self.signatures)
        self.assertEqual(found, [{key: row[key] for key in found[0]} for row in expected])

    def test_neighbours_are_the_pairs_in_both_directions_and_the_row_itself(self):
        found = {(query, row, distance) for query, row, distance in simscope.neighbours(self.signatures, self.signatures, 9)}
        expected = {(row, row, 0) for row, features in enumerate(self.signatures.features) if features}
        for a, b, distance in simscope.pairs(self.signatures, 9):
            expected |= {(a, b, distance), (b, a, distance)}
        self.assertEqual(found, expected)
        order = [(query, distance, row) for query, row, distance in simscope.neighbours(self.signatures, self.signatures, 9)]
        self.assertEqual(order, sorted(order))

    def test_numbers_from_elsewhere_are_signatures(self):
        self.assertEqual(list(simscope.pairs([0, 7, 15, None], k=1)), [(1, 2, 1)])
        self.assertEqual(list(simscope.pairs([1 << 100, 0], k=1, bits=128)), [(0, 1, 1)])
        self.assertEqual(len(simscope.sweep([1, 2], bits=8)), 9)

    def test_tables_are_read_by_column_row_and_name(self):
        table = simscope.pairs(self.signatures, 3)
        self.assertEqual(table.column_names, ["a", "b", "distance"])
        self.assertEqual([row[2] for row in table], list(table["distance"]))
        self.assertEqual(table["a"][-1], table["a"][len(table) - 1])
        with self.assertRaisesRegex(KeyError, "the columns are a, b, distance"):
            table["c"]
        for index in (len(table), slice(None, None, 2)):
            with self.assertRaises(IndexError):
                table["a"][index]
        some = self.signatures[-5:]
        self.assertEqual((list(some), list(some.features)), (list(self.signatures)[-5:], list(self.signatures.features)[-5:]))


class Deciding(unittest.TestCase):
    def test_the_advice_is_that_of_the_command(self):
        for path, options in ((SAMPLE, ()), ("samples/en_sermon_kjv_asv.jsonl", ("--min-precision", "0.9"))):
            texts = [record["text"] for record in records(path)]
            found = simscope.advise(texts, min_precision=float(options[1]) if options else None)
            pairs, groups = rows("advise", ROOT / path, *options)
            self.assertEqual([found.values, found.groups.values], [pairs, groups])
            self.assertEqual((found.k, found.verdict, found.reasons), (pairs["k"], pairs["verdict"], pairs["reasons"]))
            curve = rows("advise", ROOT / path, "--curve")
            self.assertEqual([{"for": "pairs", **row} for row in found.curve], [row for row in curve if row["for"] == "pairs"])

    def test_the_advice_by_labels_is_that_of_the_command(self):
        found = simscope.advise([one["text"] for one in sample()], labels=[one.get("group") for one in sample()])
        self.assertEqual([found.values, found.groups.values], rows("advise", ROOT / SAMPLE, "--labels"))

    def test_unrelated_texts_get_no_k(self):
        self.assertIsNone(simscope.advise(["one thing", "quite another matter", "words of a third kind"]).k)

    def test_what_goes_is_what_the_command_drops(self):
        for options, words in (
            ({}, ()),
            ({"keep": "longest", "matters": "words"}, ("--keep", "longest", "--matters", "words")),
            (
                {"within": 12, "same_if": ["numbers", '"colour" ↔ "color"'], "loss": 0.5, "passage": 0},
                ("--candidates", "k=12", "--same-if", "numbers", "--same-if", '"colour" ↔ "color"', "--loss", "0.5", "--passage", "0"),
            ),
            ({"cut": 0.6, "must_agree": r"\d+"}, ("--cut", "0.6", "--must-agree", r"\d+")),
            ({"confirm": "jaccard:words:2>=0.6"}, ("--verify", "jaccard:words:2>=0.6")),
        ):
            found = simscope.dedup(sample(), id="id", label="group", yes=True, **options)
            with folder() as place:
                out = os.path.join(place, "clean.jsonl")
                done = program("dedup", ROOT / SAMPLE, "-o", out, "--yes", *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                kept = [json.loads(line)["id"] for line in data_lines(out)]
                columns, *lines = (line.rstrip("\n").split("\t") for line in data_lines(out[:-6] + ".dropped.tsv"))
                dropped = [dict(zip(columns, line)) for line in lines]
            self.assertEqual([one["id"] for one, stays in zip(sample(), found.kept) if stays], kept)
            names = ["id", "kept", "kind"]
            self.assertEqual(list(found.dropped["differences"]), [row["differences"] for row in dropped])
            self.assertEqual([row[:3] for row in found.dropped], [tuple(row[name] for name in names) for row in dropped])
            for name in ("similarity", "lost"):
                for value, row in zip(found.dropped[name], dropped):
                    self.assertAlmostEqual(value, float(row[name]), 4, f"{row['id']} {name}")
            self.assertEqual([sample()[row]["id"] for row in found.dropped["row"]], list(found.dropped["id"]))
            self.assertLessEqual(found.confirmed, len(found.dropped))

    def test_an_alarm_is_an_error_that_has_what_would_go(self):
        alike = [f"the {word} committee met in the old town hall to hear what became of the bridge over the river" for word in words(18)]
        asked = {"same_if": ["words", "template"], "loss": 1}
        data = {"text": alike + [" ".join(words(12, start)) for start in range(100, 3700, 12)]}
        with self.assertRaisesRegex(simscope.AlarmError, "yes=True") as caught:
            simscope.dedup(data, **asked)
        self.assertEqual(len(caught.exception.result.dropped), 17)
        self.assertEqual([alarm.name for alarm in caught.exception.result.alarms if alarm.stops], ["group"])
        kept = simscope.dedup(data, **asked, yes=True).kept
        self.assertEqual(sum(kept), len(kept) - 17)

    def test_what_is_asked_is_answered_by_the_same_words(self):
        bodies = [" ".join(words(14, start)) for start in range(0, 700, 14)]
        data = [f"Ticket {4000 + 7 * at}: {body}" for at, body in enumerate(bodies)]
        data += [f"Ticket {9000 + 3 * at}: {body}" for at, body in enumerate(bodies[:25])]
        found = simscope.dedup({"text": data})
        self.assertEqual((sum(found.kept), len(found.held)), (75, 25))
        first = found.questions[0]
        self.assertEqual((first.difference, first.lets), ('number after "ticket"', 25))
        self.assertEqual(sum(simscope.dedup({"text": data}, same_if=first.difference).kept), 50)
        table = simscope.differences({"text": data})
        self.assertIn(first.difference, list(table["difference"]))
        self.assertEqual(list(simscope.dedup({"text": data}, same_if=first.difference, matters="numbers").kept).count(False), 25)

    def test_a_file_of_decisions_says_what_matters(self):
        data = {"text": ["The storm closed the river bridge on Monday night, 12 men said.", "The storm closed the river bridge on Monday night, 13 men said."]}
        with folder() as place:
            path = os.path.join(place, "x.decisions.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write('[[difference]]\nclass = "number"\nmatters = false\n')
            self.assertEqual(list(simscope.dedup(data, decisions=path).kept).count(False), 1)
            with open(path, "a", encoding="utf-8") as file:
                file.write('[[excluded]]\nid = "7"\ntext = "00000000000000aa"\n')
            with self.assertWarnsRegex(UserWarning, "decisions: 1 not used"):
                simscope.dedup(data, decisions=path)
        self.assertEqual(list(simscope.dedup(data).kept), [True, True])

    def test_the_rule_may_compare_a_column(self):
        data = [{"text": "The storm closed the river bridge on Monday night, said the mayor.", "year": year} for year in (1999, 2024, 2001)]
        self.assertEqual(list(simscope.dedup(data, keep="newest:year", yes=True).kept), [False, True, False])

    def test_an_explanation_is_that_of_the_command(self):
        for recipe in ("default", "keywords20", "text-dedup"):
            found = simscope.explain("to be or not to be, that is the question", recipe)
            (expected,) = rows("explain", "--text", "to be or not to be, that is the question", "--recipe", recipe)
            self.assertEqual(found.sums, expected["sums"])
            self.assertEqual(found.signature, int(expected["signature"], 16))
            self.assertEqual([(one.term, one.weight, one.hash) for one in found.features], [(one["term"], one["weight"], int(one["hash"], 16)) for one in expected["features"]])
            self.assertEqual(sum(bit << place for place, bit in enumerate(found.bits)), found.signature)


def data_lines(path):
    with open(path, encoding="utf-8") as file:
        return [line for line in file if not line.startswith("#")]


class Mistakes(unittest.TestCase):
    def test_errors_say_what_is_wrong_where_and_what_to_do(self):
        message = program("hash", ROOT / SAMPLE, "--recipe", "defalt").stderr.removeprefix("simscope: ").strip()
        cases = [
            (lambda: simscope.sign(["a"], "defalt"), simscope.RecipeError, re.escape(message.removeprefix("--recipe "))),
            (lambda: simscope.sign(["a"], "no/such.toml"), simscope.RecipeError, "no/such.toml"),
            (lambda: simscope.sign(["a"], bits=129), simscope.RecipeError, "use 1 to 128"),
            (lambda: simscope.sign(["a"], "npm-simhash", bits=64), simscope.RecipeError, "32"),
            (lambda: simscope.sign(["a", 1]), simscope.InputError, "row 1: int, not a str"),
            (lambda: simscope.sign(["\ud800"]), simscope.InputError, "row 0: not a text"),
            (lambda: simscope.sign("a"), simscope.InputError, "give a list"),
            (lambda: simscope.sign(7), simscope.InputError, "int; give a column or a list of str"),
            (lambda: simscope.pairs([1, "x"]), simscope.InputError, "row 1: str, not a signature"),
            (lambda: simscope.pairs([-1]), simscope.InputError, "row 0: it is negative"),
            (lambda: simscope.pairs([256], bits=8), simscope.InputError, "more than 8 bits"),
            (lambda: simscope.passages(["a"], run=0), simscope.InputError, "run=0: use 1 to 1000"),
            (lambda: simscope.passages(["a"], against="b"), simscope.InputError, "against: one str"),
            (lambda: simscope.pairs([1], k=200), simscope.InputError, "k=200: use 0 to 128"),
            (lambda: simscope.neighbours([1], [1 << 80], bits=64), simscope.InputError, "queries: row 0"),
            (lambda: simscope.advise(["a"], labels=["x", "y"]), simscope.InputError, "label: 2 rows, but 1 texts"),
            (lambda: simscope.advise(["a"], labels=[None]), simscope.InputError, "no document has a label"),
            (lambda: simscope.advise(["a"], confirm="x"), simscope.InputError, "MEASURE>=VALUE"),
            (lambda: simscope.advise(["a"], seconds=0), simscope.InputError, "allow some seconds"),
            (lambda: simscope.dedup({"body": ["a"]}), simscope.InputError, "no column 'text'; the columns are body"),
            (lambda: simscope.dedup({"text": ["a"]}, keep="best"), simscope.InputError, "is not a rule"),
            (lambda: simscope.dedup({"text": ["a"]}, keep="most-central"), simscope.InputError, "longest"),
            (lambda: simscope.dedup({"text": ["a"]}, same_if="x"), simscope.InputError, "is no difference"),
            (lambda: simscope.dedup({"text": ["a"]}, loss=2), simscope.InputError, "from 0 to 1"),
            (lambda: simscope.dedup({"text": ["a"]}, confirm="containment:words:2>=0.5"), simscope.InputError, "kept-contains"),
            (lambda: simscope.dedup({"text": ["a", "b"], "n": ["1", "x"]}, keep="best:n"), simscope.InputError, "x"),
        ]
        for call, kind, pattern in cases:
            with self.assertRaisesRegex(kind, pattern):
                call()

    @unittest.skipIf(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty(), "needs no terminal")
    def test_the_explorer_needs_a_terminal(self):
        with self.assertRaisesRegex(simscope.Error, "terminal"):
            simscope.explore(["x"])


class Running(unittest.TestCase):
    # So many that no machine is done before it has been asked twice.
    MANY = [value * 0x9E3779B97F4A7C15 % 2**64 for value in range(150_000)]

    def test_progress_goes_to_a_callable_and_its_error_stops_the_work(self):
        seen = []

        def report(phase, done, total):
            # Before it has begun the total is unknown.
            if total:
                seen.append((phase, done, total))
                raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            simscope.sweep(self.MANY, progress=report)
        self.assertEqual(len(seen), 1)
        self.assertEqual(seen[0][0], "comparing")
        self.assertLess(seen[0][1], seen[0][2])

    def test_other_threads_go_on_while_it_computes(self):
        counted, at_report = [0], []

        def count():
            while len(at_report) < 3:
                counted[0] += 1

        def report(*_):
            at_report.append(counted[0])
            if len(at_report) == 3:
                raise StopIteration

        other = threading.Thread(target=count)
        other.start()
        with self.assertRaises(StopIteration):
            simscope.sweep(self.MANY, progress=report)
        other.join()
        self.assertLess(at_report[0], at_report[1])
        self.assertLess(at_report[1], at_report[2])

    @unittest.skipUnless(os.name == "posix", "signals")
    def test_ctrl_c_stops_it_and_the_module_goes_on(self):
        code = (
            "import os, signal, simscope\n"
            "many = [value * 0x9E3779B97F4A7C15 % 2**64 for value in range(150_000)]\n"
            "done = []\n"
            "def report(*at):\n"
            "    if at[2] and not done:\n"
            "        done.append(at)\n"
            "        os.kill(os.getpid(), signal.SIGINT)\n"
            "try:\n"
            "    simscope.sweep(many, progress=report)\n"
            "except KeyboardInterrupt:\n"
            "    print(len(done), done[0][1] < done[0][2], list(simscope.pairs([1, 1])))\n"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual((ran.stdout, ran.returncode), ("1 True [(0, 1, 0)]\n", 0), ran.stderr)

    @unittest.skipUnless("fork" in multiprocessing.get_all_start_methods(), "needs fork")
    def test_a_fork_has_threads_of_its_own(self):
        expected = list(simscope.sign(["a text", "another"]))
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(_signed, [["a text", "another"]] * 4), [expected] * 4)

    def test_progress_true_shows_a_bar_without_tqdm(self):
        code = "import sys; sys.modules['tqdm'] = None; import simscope; simscope.sign(['a'] * 10, progress=True)"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertIn("signing 10/10", ran.stderr)


def _signed(texts):
    return list(simscope.sign(texts))


class Documentation(unittest.TestCase):
    def test_every_name_has_a_docstring_and_every_function_types(self):
        for name in simscope.__all__:
            self.assertTrue(getattr(simscope, name).__doc__, name)
        functions = [one for name in simscope.__all__ if inspect.isfunction(one := getattr(simscope, name))]
        self.assertEqual(len(functions), 16)
        for function in functions:
            signature = inspect.signature(function)
            self.assertNotIn(inspect.Signature.empty, [signature.return_annotation, *(one.annotation for one in signature.parameters.values())])
            for name in signature.parameters:
                if name != "progress":
                    self.assertRegex(function.__doc__, rf"\b{name}\b", function.__name__)
            self.assertIn("Raises", function.__doc__)

    def test_the_names_that_types_know_are_those_of_the_program(self):
        from typing import get_args

        from simscope import _dedup

        self.assertEqual(list(get_args(_dedup.RecipeName)), [row["name"] for row in rows("recipes")])
        for name in get_args(_dedup.Keep):
            simscope.dedup(sample(), id="id", keep=name)
        with self.assertRaises(simscope.InputError) as refused:
            simscope.dedup(sample(), same_if="nothing of it")
        known = re.search(r"use a kind \(([^)]*)\)", str(refused.exception))
        self.assertEqual(list(get_args(_dedup.Kind)), known[1].split(", "))

    def test_the_version_is_that_of_the_program(self):
        self.assertEqual(program("--version").stdout, f"simscope {simscope.__version__}\n")


if __name__ == "__main__":
    unittest.main()
