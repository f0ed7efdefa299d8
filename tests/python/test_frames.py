"""Columns of pandas, polars, pyarrow and NumPy go in, and tables come out."""

import unittest

import numpy
import pandas
import polars
import pyarrow

import simscope
from support import records

RECORDS = records("samples/builtin.jsonl")
TEXTS = [record["text"] for record in RECORDS]
EXPECTED = list(simscope.sign(TEXTS))

FRAMES = {
    "pandas": pandas.DataFrame(RECORDS),
    "pandas, objects": pandas.DataFrame(RECORDS).astype(object),
    "pandas, arrow": pandas.DataFrame(RECORDS).convert_dtypes(dtype_backend="pyarrow"),
    "pandas, categories": pandas.DataFrame(RECORDS).assign(text=pandas.Categorical(TEXTS)),
    "polars": polars.DataFrame(RECORDS),
    "polars, categories": polars.DataFrame(RECORDS).with_columns(polars.col("text").cast(polars.Categorical)),
    "polars, chunks": polars.concat([polars.DataFrame(RECORDS[:40]), polars.DataFrame(RECORDS[40:])], rechunk=False),
    "pyarrow": pyarrow.Table.from_pylist(RECORDS),
    "pyarrow, chunks": pyarrow.concat_tables([pyarrow.Table.from_pylist(RECORDS[:7]), pyarrow.Table.from_pylist(RECORDS[7:])]),
    "dict": {"id": [record["id"] for record in RECORDS], "text": TEXTS},
    "list": RECORDS,
}


class Frames(unittest.TestCase):
    def test_every_kind_of_column_has_the_same_signatures(self):
        for name, frame in FRAMES.items():
            if name != "list":
                self.assertEqual(list(simscope.sign(frame["text"])), EXPECTED, name)
        self.assertEqual(list(simscope.sign(numpy.array(TEXTS, dtype=object))), EXPECTED)
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())):
            self.assertEqual(list(simscope.sign(pyarrow.array(TEXTS).cast(kind) if "dict" not in str(kind) else pyarrow.array(TEXTS).dictionary_encode())), EXPECTED, kind)

    def test_a_slice_of_a_column_is_that_slice(self):
        self.assertEqual(list(simscope.sign(pyarrow.array(TEXTS).slice(5, 9))), EXPECTED[5:14])
        self.assertEqual(list(simscope.sign(polars.Series(TEXTS)[5:14])), EXPECTED[5:14])

    def test_missing_texts_are_missing_in_every_library(self):
        texts = ["a b", None, "c"]
        for column in (pandas.Series(texts), pandas.Series(texts, dtype="string"), polars.Series(texts), pyarrow.array(texts)):
            self.assertEqual([one is None for one in simscope.sign(column)], [False, True, False])

    def test_every_kind_of_frame_is_cleaned_alike(self):
        expected = simscope.dedup(RECORDS, id="id")
        for name, frame in FRAMES.items():
            found = simscope.dedup(frame, text="text", id="id")
            self.assertEqual(list(found.kept), list(expected.kept), name)
            self.assertEqual(list(found.dropped), list(expected.dropped), name)

    def test_a_column_that_is_not_there_is_named(self):
        for name, frame in FRAMES.items():
            if name != "list":
                with self.assertRaisesRegex(simscope.InputError, "no column 'body'; the columns are id, text", msg=name):
                    simscope.dedup(frame, text="body")

    def test_a_column_of_something_else_is_refused(self):
        for column in (pyarrow.array([1, 2]), polars.Series([1.5]), pandas.Series([1, 2])):
            with self.assertRaises(simscope.InputError):
                simscope.sign(column)
        with self.assertRaisesRegex(simscope.InputError, "UInt64"):
            simscope.pairs(pyarrow.array([1.5]))


class Hostile(unittest.TestCase):
    def array(self, kind, offsets, data, code="i"):
        import array

        buffers = [None, pyarrow.py_buffer(array.array(code, offsets).tobytes()), pyarrow.py_buffer(data)]
        return pyarrow.Array.from_buffers(kind, len(offsets) - 1, buffers)

    def test_strings_that_are_no_utf8_are_named_with_their_row_and_column(self):
        latin = self.array(pyarrow.string(), [0, 2, 4, 8], "ab cdür ".encode("latin-1"))
        large = self.array(pyarrow.large_string(), [0, 2, 4, 8], "ab cdür ".encode("latin-1"), "q")
        chunks = pyarrow.chunked_array([pyarrow.array(["a", "b"]), latin])
        views = pyarrow.chunked_array([pyarrow.array(["long enough for a view of it"]).cast(pyarrow.string_view())])
        self.assertEqual(len(simscope.sign(views)), 1)
        for column, row in ((latin, 2), (large, 2), (chunks, 4), (latin.slice(1), 1)):
            with self.assertRaisesRegex(simscope.InputError, f"sign: row {row}: its bytes are not UTF-8"):
                simscope.sign(column)
            with self.assertRaisesRegex(simscope.InputError, f"text: row {row}: its bytes are not UTF-8"):
                simscope.dedup({"text": column})
        self.assertEqual(len(simscope.sign(latin.slice(0, 2))), 2)

    def test_offsets_and_keys_that_point_nowhere_are_refused(self):
        lying = self.array(pyarrow.string(), [0, 6, 2, 4], b"abcdefgh")
        keys = pyarrow.array([0, 7, 1], pyarrow.int8())
        far = pyarrow.DictionaryArray.from_arrays(keys, pyarrow.array(["a", "b"]), safe=False)
        for column in (lying, far):
            with self.assertRaisesRegex(simscope.InputError, "row [01]: Arrow: "):
                simscope.sign(column)


class Signatures(unittest.TestCase):
    def test_signatures_go_out_to_every_library_and_come_in_again(self):
        signatures = simscope.sign(TEXTS)
        expected = list(simscope.pairs(EXPECTED, 9))
        self.assertGreater(len(expected), 20)
        numbers = numpy.asarray(signatures)
        self.assertEqual((numbers.dtype, numbers.tolist()), (numpy.uint64, EXPECTED))
        for column in (
            numbers,
            pandas.Series(signatures),
            pandas.Series(numbers),
            polars.Series(signatures),
            pyarrow.array(signatures),
            pyarrow.array(signatures).view(pyarrow.int64()),
            pyarrow.chunked_array([pyarrow.array(signatures)[:5], pyarrow.array(signatures)[5:]]),
        ):
            self.assertEqual(list(simscope.pairs(column, 9)), expected, type(column))
        self.assertEqual(pyarrow.array(signatures).type, pyarrow.uint64())

    def test_signatures_above_64_bits_are_fixed_binary(self):
        signatures = simscope.sign(TEXTS, "gaoya", bits=128)
        column = pyarrow.array(signatures)
        self.assertEqual(column.type, pyarrow.binary(16))
        self.assertEqual([int.from_bytes(one.as_py(), "big") for one in column], list(signatures))
        self.assertEqual(list(simscope.pairs(column, 9)), list(simscope.pairs(signatures, 9)))

    def test_every_value_is_exact_in_every_library_also_beside_a_missing_one(self):
        for bits, recipe in ((64, "default"), (128, "gaoya")):
            for texts in (TEXTS, [TEXTS[0], None, *TEXTS[1:]]):
                signatures = simscope.sign(texts, recipe, bits=bits)
                values = list(signatures)
                of_pandas = [lambda: pandas.Series(signatures), lambda: pandas.DataFrame({"text": texts}).assign(s=signatures)["s"], signatures.to_pandas]
                for column in [column() for column in of_pandas]:
                    self.assertEqual([None if pandas.isna(one) else int(one) for one in column], values, column.dtype)
                    self.assertNotIn("float", str(column.dtype))
                frame = pandas.DataFrame({"text": texts}, index=range(100, 100 + len(texts)))
                frame["s"] = signatures
                self.assertEqual([None if pandas.isna(one) else int(one) for one in frame["s"]], values)
                self.assertEqual(numpy.asarray(signatures).tolist(), values)
                self.assertEqual(list(numpy.asarray(signatures, dtype=object)), values)
                if bits == 64:
                    self.assertEqual(str(signatures.to_pandas(index=frame.index).dtype), "UInt64")
                    for column in (polars.Series(signatures), signatures.to_polars(), polars.DataFrame({"s": signatures})["s"]):
                        self.assertEqual((column.dtype, column.to_list()), (polars.UInt64, values))
                for column in (pyarrow.array(signatures), signatures.to_arrow(), signatures.to_polars().to_arrow()):
                    found = [one.as_py() for one in column]
                    self.assertEqual([int.from_bytes(one, "big") if isinstance(one, bytes) else one for one in found], values)

    def test_numpy_reads_them_where_they_are(self):
        signatures = simscope.sign(TEXTS)
        at = [numpy.asarray(signatures).__array_interface__["data"][0] for _ in range(2)]
        self.assertEqual(at[0], at[1])


class Tables(unittest.TestCase):
    def test_tables_become_frames_of_every_library(self):
        table = simscope.pairs(EXPECTED, 9)
        rows = [tuple(row) for row in table]
        self.assertEqual([tuple(row.values()) for row in pyarrow.table(table).to_pylist()], rows)
        self.assertEqual(polars.DataFrame(table).rows(), rows)
        self.assertEqual([tuple(row) for row in pandas.DataFrame.from_arrow(table).itertuples(index=False)], rows)
        self.assertEqual([tuple(row) for row in pandas.DataFrame(table, columns=table.column_names).itertuples(index=False)], rows)
        self.assertEqual(pyarrow.table(table).schema.types, [pyarrow.uint32(), pyarrow.uint32(), pyarrow.uint8()])

    def test_the_mask_filters_every_library(self):
        kept = simscope.dedup(RECORDS, id="id").kept
        expected = [record["id"] for record, stays in zip(RECORDS, kept) if stays]
        self.assertEqual(list(FRAMES["pandas"][list(kept)]["id"]), expected)
        self.assertEqual(list(FRAMES["polars"].filter(polars.Series(kept))["id"]), expected)
        self.assertEqual(FRAMES["pyarrow"].filter(pyarrow.array(kept))["id"].to_pylist(), expected)

    def test_groups_and_curves_become_frames(self):
        groups = polars.DataFrame(simscope.groups(EXPECTED, 9))
        self.assertEqual(groups.height, len(EXPECTED))
        self.assertEqual(polars.DataFrame(simscope.sweep(EXPECTED))["k"].to_list(), list(range(65)))
        self.assertEqual(len(pandas.DataFrame(simscope.advise(TEXTS).curve)), 65)

    def test_figures_are_drawn_in_one_line(self):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        chart = polars.DataFrame(simscope.advise(TEXTS).curve).plot.line("k", "f1")
        self.assertEqual(chart.to_dict()["encoding"]["x"]["field"], "k")
        self.assertEqual(len(next(iter(chart.to_dict()["datasets"].values()))), 65)
        self.assertEqual(pyplot.imshow(simscope.heatmap(EXPECTED)).get_array().shape, (88, 88))
        self.assertEqual(len(pandas.DataFrame(simscope.sweep(EXPECTED)).plot(x="k", y="groups").lines[0].get_xdata()), 65)

    def test_progress_true_is_a_bar_of_tqdm(self):
        import contextlib
        import io

        with contextlib.redirect_stderr(io.StringIO()) as shown:
            simscope.sign(TEXTS, progress=True)
        self.assertRegex(shown.getvalue(), r"signing.*88/88|signing: 100%")


if __name__ == "__main__":
    unittest.main()
