"""Frames in, frames out: in an environment that has one library of frames, or none."""

import copy
import importlib.util
import multiprocessing
import pickle
import subprocess
import sys
import unittest

import simscope
from support import records, words

RECORDS = [{"id": record["id"], "text": record["text"]} for record in records("samples/builtin.jsonl")]
LIBRARIES = [name for name in ("pandas", "polars", "pyarrow", "datasets", "joblib") if importlib.util.find_spec(name)]
EXPECTED = simscope.dedup(RECORDS, id="id")
IDS = [record["id"] for record in EXPECTED.data]
GONE = [record["id"] for record in RECORDS if record["id"] not in IDS]
HOSTILE = "<script>alert(1)</script>&amp;\u202egnp\x1b[2J"


def of(name, records):
    """The records as a frame of this library."""
    columns = {key: [record[key] for record in records] for key in records[0]}
    if name == "list":
        return [dict(record) for record in records]
    if name == "dict":
        return columns
    library = importlib.import_module(name)
    if name == "pandas":
        return library.DataFrame(columns, index=[f"row {row}" for row in range(len(records))])
    if name == "polars":
        return library.DataFrame(columns)
    return library.Table.from_pydict(columns) if name == "pyarrow" else library.Dataset.from_dict(columns)


def ids(frame):
    if isinstance(frame, (list, tuple)):
        return [record["id"] for record in frame]
    values = frame["id"]
    return values.to_pylist() if hasattr(values, "to_pylist") else list(values)


FRAMES = {name: of(name, RECORDS) for name in ("list", "dict", *LIBRARIES) if name != "joblib"}


def again(result):
    """In another process."""
    return list(result.again(cut=0.8).kept), repr(result), list(result.dropped)


class Data(unittest.TestCase):
    def test_the_clean_data_have_the_type_and_the_index_of_the_caller(self):
        self.assertEqual((len(IDS), len(GONE)), (58, 30))
        for name, frame in FRAMES.items():
            result = simscope.dedup(frame, id="id")
            self.assertEqual((type(result.data), ids(result.data)), (type(frame), IDS), name)
            self.assertEqual(list(result.dropped), list(EXPECTED.dropped), name)
            self.assertEqual(ids(frame), [record["id"] for record in RECORDS], "is not changed")
        if "pandas" in FRAMES:
            index = [label for label, kept in zip(FRAMES["pandas"].index, EXPECTED.kept) if kept]
            self.assertEqual(list(simscope.dedup(FRAMES["pandas"], id="id").data.index), index)

    def test_the_mask_masks(self):
        kept = simscope.dedup(FRAMES["list"], id="id").kept
        self.assertEqual([kept, ~kept, kept & ~kept, kept | ~kept], [list(kept), [not one for one in kept], [False] * 88, [True] * 88])
        self.assertEqual(repr(~kept), "<88 rows, 30 of them True>")
        if "pandas" in FRAMES:
            frame = FRAMES["pandas"]
            kept = simscope.dedup(frame, id="id").kept
            self.assertEqual([ids(frame[kept]), ids(frame[~kept]), ids(frame.loc[kept])], [IDS, GONE, IDS])
        if "polars" in FRAMES:
            frame = FRAMES["polars"]
            kept = simscope.dedup(frame, id="id").kept
            self.assertEqual([ids(frame.filter(kept)), ids(frame.filter(~kept)), kept.name], [IDS, GONE, "kept"])
        if "pyarrow" in FRAMES:
            frame = FRAMES["pyarrow"]
            kept = simscope.dedup(frame, id="id").kept
            self.assertEqual([ids(frame.filter(kept)), ids(frame.filter(~kept))], [IDS, GONE])

    def test_a_frame_that_the_caller_changes_afterwards_does_not_change_the_result(self):
        for name in {"list", "dict", "pandas"} & set(FRAMES):
            frame = of(name, RECORDS)
            result = simscope.dedup(frame, id="id")
            if name == "pandas":
                frame["id"] = "changed"
                frame.index = range(len(frame))
            else:
                frame.clear()
            self.assertEqual(ids(result.data), IDS, name)

    def test_a_dict_keeps_the_kinds_of_its_columns(self):
        columns = {"id": tuple(ids(RECORDS)), "text": [record["text"] for record in RECORDS]}
        if "polars" in FRAMES:
            columns["id"] = FRAMES["polars"]["id"]
        if "pandas" in FRAMES:
            columns["id"] = FRAMES["pandas"]["id"]
        data = simscope.dedup(columns, id="id").data
        self.assertEqual((type(data["id"]), list(data["id"]), type(data["text"]), len(data["text"])), (type(columns["id"]), IDS, list, 58))

    def test_tables_and_data_go_to_every_library_that_is_there(self):
        rows = [tuple(row) for row in EXPECTED.dropped]
        groups = simscope.groups(simscope.sign(FRAMES["dict"]["text"]), 3)
        for name in {"pandas", "polars"} & set(FRAMES):
            table = getattr(EXPECTED.dropped, f"to_{name}")()
            found = list(table.itertuples(index=False, name=None)) if name == "pandas" else table.rows()
            self.assertEqual((found, list(table.columns)), (rows, EXPECTED.dropped.column_names))
            self.assertEqual(ids(getattr(EXPECTED, f"to_{name}")()), IDS)
            self.assertEqual(str(getattr(groups, f"to_{name}")()["group"].dtype), "UInt32", "some are missing")
        if "pyarrow" in FRAMES:
            self.assertEqual([tuple(row.values()) for row in EXPECTED.dropped.to_arrow().to_pylist()], rows)
            self.assertEqual([ids(simscope.dedup(frame, id="id").to_arrow()) for frame in FRAMES.values()], [IDS] * len(FRAMES))

    def test_what_goes_stands_beside_what_stays_with_both_texts(self):
        texts = {record["id"]: record["text"] for record in RECORDS}
        for table in (EXPECTED.dropped, EXPECTED.held):
            self.assertGreater(len(table), 20)
            for id, kept, kind, similarity, lost, differences, row, kept_row, text, kept_text in table:
                self.assertEqual([text, kept_text], [texts[id], texts[kept]])
                self.assertEqual([RECORDS[row]["id"], RECORDS[kept_row]["id"]], [id, kept])
        worst = EXPECTED.worst(7)
        self.assertEqual(len(worst), 7)
        order = sorted(zip([-lost for lost in EXPECTED.dropped["lost"]], EXPECTED.dropped["similarity"]))
        self.assertEqual(list(zip([-lost for lost in worst["lost"]], worst["similarity"])), order[:7])
        self.assertEqual([len(EXPECTED.worst(many)) for many in (0, -1, 99)], [0, 0, 30])


class Again(unittest.TestCase):
    def test_it_decides_anew_without_comparing_again(self):
        for name, frame in FRAMES.items():
            phases = []
            first = simscope.dedup(frame, id="id", progress=lambda phase, *_: phases.append(phase))
            self.assertIn("comparing texts", phases)
            phases.clear()
            for options in ({"cut": 0.8}, {"same_if": ["one or two words"]}, {"matters": "spelling", "keep": "longest"}, {"cut": 0.5, "loss": 0.05}):
                found = first.again(**options, yes=True, progress=lambda phase, *_: phases.append(phase))
                expected = simscope.dedup(RECORDS, id="id", **options, yes=True)
                self.assertEqual([list(found.kept), list(found.dropped), ids(found.data)], [list(expected.kept), list(expected.dropped), ids(expected.data)], name)
                self.assertNotEqual(list(found.kept), list(first.kept), options)
            self.assertNotIn("comparing texts", phases)
            # Below 0.3 there are pairs that were not compared.
            low = first.again(cut=0.2, yes=True, progress=lambda phase, *_: phases.append(phase))
            self.assertIn("comparing texts", phases)
            self.assertEqual(list(low.kept), list(simscope.dedup(RECORDS, id="id", cut=0.2, yes=True).kept))

    def test_options_that_were_given_stay(self):
        first = simscope.dedup(RECORDS, id="id", same_if="one or two words", keep="longest")
        both = simscope.dedup(RECORDS, id="id", same_if="one or two words", keep="longest", cut=0.6)
        self.assertEqual(list(first.again(cut=0.6).dropped), list(both.dropped))
        self.assertEqual(list(first.again(same_if=()).dropped), list(simscope.dedup(RECORDS, id="id", keep="longest").dropped))
        with self.assertRaisesRegex(simscope.InputError, "^text: again takes keep, confirm, same_if"):
            first.again(text="other")

    def test_results_go_through_pickle_and_copy(self):
        for name, frame in FRAMES.items():
            result = simscope.dedup(frame, id="id")
            for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
                self.assertEqual([ids(other.data), list(other.dropped), repr(other)], [IDS, list(result.dropped), repr(result)], name)
                self.assertEqual(again(other), again(result))
        signatures = simscope.sign([RECORDS[0]["text"], None])
        for thing in (signatures, simscope.sign(["a"], "gaoya", bits=128), signatures.features, simscope.groups(signatures, 3), simscope.sweep(signatures)):
            self.assertEqual(list(pickle.loads(pickle.dumps(thing))), list(thing))
            self.assertEqual(list(copy.deepcopy(thing)), list(thing))
        part = EXPECTED.dropped["text"][3:8]
        self.assertEqual(list(pickle.loads(pickle.dumps(part))), list(part))
        explained = simscope.explain("a b a")
        self.assertEqual(pickle.loads(pickle.dumps(explained)), explained)

    def test_what_pickle_reads_is_tested(self):
        column, (kind, rows, nulls, buffers) = EXPECTED.dropped["id"].__reduce__()
        for parts in ((kind, rows + 1, nulls, buffers), (kind, rows, nulls, buffers[:1]), ("Date32", rows, nulls, buffers), (kind, rows, b"", buffers), (kind, rows, nulls, [buffers[0], b"\xff" * len(buffers[1])])):
            with self.assertRaises(simscope.InputError):
                column(*parts)

    def test_results_and_errors_go_to_other_processes(self):
        frame = next(reversed(FRAMES.values()))
        result = simscope.dedup(frame, id="id")
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.assertEqual(pool.map(again, [result, result]), [again(result)] * 2)
            with self.assertRaises(simscope.AlarmError) as raised:
                pool.apply(simscope.dedup, ({"text": ALARMING},), {"same_if": ["words", "template"], "loss": 1})
        self.assertEqual([len(raised.exception.result.dropped), len(raised.exception.result.again(yes=True).dropped)], [17, 17])
        if "joblib" in LIBRARIES:
            import joblib

            self.assertEqual(joblib.Parallel(n_jobs=2)(joblib.delayed(again)(result) for _ in range(2)), [again(result)] * 2)


ALARMING = [f"the {word} committee met in the old town hall to hear what became of the bridge over the river" for word in words(18)]
ALARMING += [" ".join(words(12, start)) for start in range(100, 3700, 12)]


class Shown(unittest.TestCase):
    def test_a_repr_is_one_line_and_html_is_short_and_without_scripts(self):
        data = [{"id": f"{HOSTILE}{row}", "text": f"{HOSTILE} one two three four five six seven eight nine"} for row in range(300)]
        result = simscope.dedup(data, id="id", yes=True)
        self.assertEqual(len(result.dropped), 299)
        signatures = simscope.sign([record["text"] for record in RECORDS])
        things = [result, result.dropped, simscope.sweep(signatures), simscope.advise([record["text"] for record in RECORDS]), simscope.heatmap(signatures), simscope.explain(HOSTILE)]
        for thing in things:
            html = thing._repr_html_()
            self.assertNotRegex(html, r"(?i)<script|\bon\w+=|[\u202e\x1b]")
            self.assertLess(len(html), 150_000 if isinstance(thing, simscope.Heatmap) else 20_000, type(thing))
        self.assertIn("alert(1)", result._repr_html_())
        for thing in (result, result.dropped, result.kept, signatures, things[2], things[4]):
            self.assertNotIn("\n", repr(thing))
            self.assertLess(len(repr(thing)), 200)
        self.assertEqual(repr(EXPECTED), "<88 rows: 58 stay (23 of them held), 30 go>")

    def test_pages_are_shown_in_a_frame_of_their_own(self):
        page = simscope.report(RECORDS, id="id")
        self.assertIn("wire-en/bridge-1", page.html)
        self.assertRegex(page._repr_html_(), r'^<iframe sandbox="" style="[^"]*" srcdoc="&lt;!DOCTYPE html&gt;[^"]*"></iframe>$')
        self.assertIn("k = 11", simscope.report(RECORDS, id="id", k=11).html)
        self.assertIn('sandbox="allow-scripts"', simscope.explain("to be or not").page._repr_html_())
        self.assertLess(len(repr(page)), 80)
        with self.assertRaisesRegex(simscope.Error, "^report: .*--bogus"):
            simscope.report(RECORDS, "--bogus")

    def test_figures_are_data_and_a_picture(self):
        from xml.etree import ElementTree

        texts = [record["text"] for record in RECORDS]
        signatures = simscope.sign(texts)
        sweep, advice, heatmap = simscope.sweep(signatures), simscope.advise(texts), simscope.heatmap(signatures, k=11)
        for figure in (sweep, advice, heatmap):
            root = ElementTree.fromstring(figure.svg)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertIn("k = 15", advice.svg)
        cells, pairs = heatmap.to_list(), {(a, b): distance for a, b, distance in simscope.pairs(signatures, 64)}
        rows = list(heatmap.rows)
        self.assertEqual((sorted(rows), heatmap.each, heatmap.width), (list(range(88)), 1, 88))
        for at, one in enumerate(rows):
            for beside, other in enumerate(rows):
                self.assertEqual(cells[at][beside], pairs.get((min(one, other), max(one, other))))
        small = simscope.heatmap(signatures, size=20)
        self.assertEqual((small.each, small.width), (5, 18))
        self.assertEqual(simscope.heatmap(simscope.sign(["a", "b"])).to_list(), [[None, pairs_of("a", "b")], [pairs_of("a", "b"), None]])


def pairs_of(*texts):
    return next(iter(simscope.pairs(simscope.sign(texts), 64)))[2]


class Answers(unittest.TestCase):
    def test_drawn_pairs_are_filled_in_in_every_library(self):
        import os

        from support import folder

        place = folder()
        self.addCleanup(place.cleanup)
        for name in ("list", *({"pandas", "polars", "pyarrow"} & set(FRAMES))):
            mine = os.path.join(place.name, f"{name}.judgements.tsv")
            frame = FRAMES[name]
            drawn = simscope.draw(frame, id="id", right=0.9, judgements=mine)
            answers = [at % 3 != 0 for at in range(len(drawn))]
            if name == "list":
                filled = [dict(zip(drawn.column_names, row), answer=answer) for row, answer in zip(drawn.pairs, answers)]
            elif name == "pandas":
                filled = drawn.to_pandas().assign(answer=answers)
                self.assertEqual(simscope.judge(mine + ".2", drawn, filled["answer"].to_numpy()), len(drawn))
                self.assertEqual(simscope.judge(mine + ".3", drawn, [float("nan"), *answers[1:]]), len(drawn) - 1)
            elif name == "polars":
                import polars

                filled = drawn.to_polars().with_columns(answer=polars.Series(answers))
            else:
                import pyarrow

                filled = drawn.to_arrow().set_column(0, "answer", pyarrow.array(["y" if answer else "n" for answer in answers]))
            self.assertEqual(simscope.judge(mine, filled), len(drawn))
            promise = simscope.dedup(frame, id="id", right=0.9, judgements=mine, yes=True).promise
            self.assertEqual((promise.answers, promise.wrong), (20, 7), name)


class Errors(unittest.TestCase):
    def refused(self, expected, *given, **options):
        with self.assertRaisesRegex(simscope.InputError, expected) as raised:
            simscope.dedup(*given, **options)
        self.assertNotIn("\n", str(raised.exception))

    def test_what_is_no_frame_is_named(self):
        for data, kind in (("text", "str"), (None, "NoneType"), (7, "int")):
            self.refused(f"^data: {kind}; give a data frame", data)
        self.refused('^data: list of str; give dicts, or {"text": texts}', ["a", "b"])
        self.refused("^data: Column: it is one column; give the frame that it is of", EXPECTED.dropped["text"])
        columns = {"pandas": "Series", "polars": "Series", "pyarrow": "ChunkedArray"}
        for name in set(columns) & set(FRAMES):
            self.refused(f"^data: {columns[name]}: it is one column; give the frame", FRAMES[name]["text"])
        if "polars" in FRAMES:
            self.refused(r"^data: LazyFrame: it has no rows yet; give data.collect\(\)", FRAMES["polars"].lazy())
        if "datasets" in FRAMES:
            import datasets

            self.refused("^data: DatasetDict: it has several splits", datasets.DatasetDict(train=FRAMES["datasets"]))
            self.refused("^data: IterableDataset: it is read once", FRAMES["datasets"].to_iterable_dataset())
        for name in set(FRAMES) - {"list", "dict"}:
            with self.assertRaisesRegex(simscope.InputError, "^texts: .*: it has several columns; give one of them"):
                simscope.sign(FRAMES[name])

    def test_arguments_are_named(self):
        for name, frame in FRAMES.items():
            self.refused("^text: there is no column 'body'; the columns are id, text", frame, text="body")
            self.refused("^id: there is no column 'number'", frame, id="number")
            self.refused("^keep: there is no column 'date'", frame, keep="newest:date")
        for options, expected in {
            "^cut: use a number from 0 to 1": {"cut": 2},
            "^cut: str; give a number": {"cut": "0.5"},
            "^loss: use a number from 0 to 1": {"loss": -1},
            "^passage: float; give a whole number": {"passage": 1.5},
            "^same_if: int; give a str, or a list of them": {"same_if": 3},
            "^confirm: int; give a str": {"confirm": 3},
            "^judgements: int; give a path": {"judgements": 3},
            "^recipe: int; give a name": {"recipe": 3},
            "^seed=-1: use 0 to": {"seed": -1},
            "^keep: ": {"keep": "tallest"},
            "^confirm: ": {"confirm": "magic>=2"},
            "^same_if: ": {"same_if": "nothing like it"},
            "^same_if: numbers stands in matters, too": {"same_if": "numbers", "matters": ["numbers"]},
            "^must_agree: ": {"must_agree": "("},
            "^decisions: .*no-such-file": {"decisions": "no-such-file"},
            "^rules: .*no-such-file": {"rules": "no-such-file"},
            "^judgements: there is no file no-such-file": {"judgements": "no-such-file"},
            "^right: 0.9 and 0.95 can be promised": {"right": 0.5, "judgements": "x"},
            "^within=300: use 0 to 128": {"within": 300},
        }.items():
            with self.assertRaisesRegex(simscope.Error, options):
                simscope.dedup(RECORDS, **expected)
        for k in ("3", 3.0, None, -1, 200):
            with self.assertRaisesRegex(simscope.InputError, "^k"):
                simscope.pairs([1, 2], k)

    def test_frames_without_rows_and_with_odd_names_are_frames(self):
        for name in FRAMES:
            empty = [] if name == "list" else of(name, [{"id": "a", "text": "b"}])
            if name not in ("list", "dict"):
                empty = empty.select([]) if name == "datasets" else empty[:0]
            elif name == "dict":
                empty = {"id": [], "text": []}
            result = simscope.dedup(empty, id="id" if name != "list" else None)
            self.assertEqual((type(result.data), len(result.kept), len(result.worst())), (type(empty), 0, 0), name)
            self.assertIn("0 rows", result._repr_html_())
        if "pandas" in FRAMES:
            import pandas

            frame = pandas.DataFrame({"id": pandas.array(["a", None, "c"], dtype="string"), "text": ["x y z", "x y z", None]}, index=["r", "r", "q"])
            result = simscope.dedup(frame, id="id")
            self.assertEqual((list(result.data.index), [row[:2] for row in result.dropped]), (["r", "q"], [("", "a")]))
            self.refused("^text: there are 2 columns 'text'; rename one", pandas.concat([frame, frame], axis=1))

    def test_a_column_of_nothing_has_nothing(self):
        columns = [[None, None]]
        if "pandas" in FRAMES:
            import pandas

            columns += [pandas.Series([None, None]), pandas.Series([float("nan")] * 2, dtype=object), pandas.Series([float("nan")] * 2)]
        if "polars" in FRAMES:
            import polars

            columns += [polars.Series([None, None]), polars.Series([None, None], dtype=polars.String)]
        if "pyarrow" in FRAMES:
            import pyarrow

            columns += [pyarrow.nulls(2), pyarrow.chunked_array([pyarrow.nulls(1), pyarrow.nulls(1)])]
        for column in columns:
            signatures = simscope.sign(column)
            self.assertEqual((list(signatures), list(simscope.pairs(signatures))), ([None, None], []))
            self.assertEqual(list(simscope.dedup({"text": column}).kept), [True, True])

    def test_without_a_terminal_explore_says_what_to_do(self):
        code = "import simscope\ntry: simscope.explore([{'text': 'a'}])\nexcept simscope.Error as error: print(error)"
        ran = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertRegex(ran.stdout, r"^explore: it needs a terminal.* simscope\.report\(df\) and simscope\.explain\(text\)\.page show pages", ran.stderr)


class Imports(unittest.TestCase):
    def test_no_library_is_imported_that_the_caller_does_not_use(self):
        code = (
            "import sys, simscope\n"
            "data = [{'text': 'a b c d'}, {'text': 'a b c d'}]\n"
            "result = simscope.dedup(data)\n"
            "result.data, result.again(cut=0.8), repr(result), result._repr_html_(), result.worst()\n"
            "simscope.sweep(simscope.sign(['a', 'b'])), simscope.report(data)._repr_html_()\n"
            "print({'numpy', 'pandas', 'polars', 'pyarrow', 'datasets', 'tqdm', 'joblib'} & set(sys.modules))\n"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(ran.stdout, "set()\n", ran.stderr)


if __name__ == "__main__":
    unittest.main()
