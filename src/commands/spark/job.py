"""Near-duplicates by SimHash on Apache Spark 4.

`simscope spark` starts this file through spark-submit; `simscope spark --print-job` prints it. Its one argument is a JSON
object, which main() describes. The simscope program itself travels with the job (--files) and does the work on texts and
signatures: it is started for each partition. Texts and signatures are given to it in a Parquet file that Spark fills through
Arrow, which needs Python with pyarrow and pandas on driver and executors; where these are missing, they go as lines through
SQL's TRANSFORM, which costs several times as much.

  frequencies  under tf-idf: records -> simscope frequencies -> one row for each term, then one file for all executors
  signatures   records -> simscope hash -> one row for each document
  distinct     equal signatures become one, with a count and the position of the first document
  pairs        k + 1 times: distinct signatures spread by the value of one block -> simscope pairs --only-block
  groups       connected components of the pairs, or groups around leaders

With `clean` the pairs are candidates, and the texts decide:

  shingles     records -> simscope frequencies --confirm -> the shingles of each text, then in how many texts each of them is
  confirm      candidates with both texts -> simscope frequencies --counted -> the pairs that share enough weight
  clean        texts with such a pair, or with the words of another -> simscope dedup on the driver -> what goes, what is held

Two signatures within k agree in at least one of k + 1 blocks, so they meet in the partition of that block's value; a pair is
kept only from its first equal block, so each is found once. Groups are numbered by size, the largest first, and equal sizes
by their first document in the order of the input: as the commands of simscope number them.

Everything is written below OUTPUT/_unfinished and moved to its place at the end; OUTPUT/manifest.json comes last.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import urllib.parse

from pyspark import SparkFiles
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

# Distinct signatures that one simscope compares; about 100 MB of memory.
SHARD = 1_000_000

# What every simscope on an executor is given.
COMMON = "--no-config --no-progress --threads 1 --lang en"

# Rows that are packed at once.
PACKED = 500_000

# The fields that are labels, the first before the other.
LABELS = ["label", "group"]

# Bytes of a partition of a shuffle, and about those of a row.
SHUFFLE = 64 << 20
ROW = 64


class Refused(Exception):
    """What cannot be done, in one line."""


def say(what, **values):
    """A line for the simscope that started the job; everything else on standard output is only logged."""
    print("simscope-job " + json.dumps({"what": what, **values}), flush=True)


class Job:
    def __init__(self, spark, plan):
        self.spark, self.plan = spark, plan
        self.k, self.bits = plan["k"], plan["bits"]
        self.output = plan["output"].rstrip("/")
        self.unfinished = self.output + "/_unfinished"
        # A signature is one column of 64 bits, or two.
        self.words = ["lo"] if self.bits <= 64 else ["hi", "lo"]
        self.seconds, self.counts, self.tables, self.known = {}, {}, [], {}
        # The paths of the input in their order.
        self.names = []
        self.stage_began = None
        self.has_arrow = False

    # --- files -----------------------------------------------------------------------------------------------------

    def path(self, name):
        return self.spark._jvm.org.apache.hadoop.fs.Path(name)

    def files(self, name):
        return self.path(name).getFileSystem(self.spark._jsc.hadoopConfiguration())

    def exists(self, name):
        return self.files(name).exists(self.path(name))

    def stored(self, table, name):
        """Writes a table for later stages and reads it back: a lost executor does not compute it again."""
        where = f"{self.unfinished}/_{name}"
        table.write.mode("overwrite").parquet(where)
        return self.spark.read.parquet(where)

    def result(self, table, name, form="parquet"):
        """Writes a table of the output."""
        where = f"{self.unfinished}/{name}"
        getattr(table.write, form)(where)
        self.tables.append(name)
        return where

    def finish(self):
        """Moves the tables to their places, then writes the manifest, without which nothing is finished."""
        files = self.files(self.output)
        for name in self.tables:
            if not files.rename(self.path(f"{self.unfinished}/{name}"), self.path(f"{self.output}/{name}")):
                raise Refused(f"{self.output}/{name}: cannot be moved into its place")
        files.delete(self.path(self.unfinished), True)
        plan = self.plan
        manifest = {
            "simscope": plan["version"],
            "spark": self.spark.version,
            "input": plan["input"],
            "input_kind": plan["kind"],
            "text_field": plan["text_field"],
            "id_field": plan["id_field"],
            "recipe": plan["recipe"],
            "bits": self.bits,
            "k": self.k,
            "with_empty": plan["with_empty"],
            "leaders": plan["leaders"],
            "against": plan["against"],
            "clean": plan["clean"],
            "through": "arrow" if self.has_arrow else "transform",
            "tables": self.tables,
            "counts": self.counts,
            "seconds": self.seconds,
        }
        out = files.create(self.path(self.output + "/manifest.json"), False)
        out.write(bytearray((json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()))
        out.close()

    def stage(self, name):
        """Ends the stage before and begins the next."""
        now = time.time()
        if self.stage_began:
            before, began = self.stage_began
            self.seconds[before] = round(now - began, 3)
        self.stage_began = (name, now) if name else None
        if name:
            self.spark.sparkContext.setJobGroup(name, f"simscope: {name}")
            say("stage", name=name)

    # --- simscope on the executors ---------------------------------------------------------------------------------

    def transform(self, table, columns, command, names):
        """Rows of tab-separated columns through a program; its rows come back with these names, as strings."""
        table.select(*columns).createOrReplaceTempView("simscope_in")
        given = ", ".join(table.select(*columns).columns)
        row = r"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' LINES TERMINATED BY '\n'"
        # What is left of the input is read in any case: else Spark says that the stream was closed, and not why.
        command = f"{{ {command}; }} || {{ status=$?; cat > /dev/null; exit $status; }}"
        command = command.replace("\\", "\\\\").replace("'", "\\'")
        came = ", ".join(f"{name} STRING" for name in names)
        return self.spark.sql(
            f"SELECT TRANSFORM({given}) {row} USING '{command}' AS ({came}) {row} FROM simscope_in"
        )

    def simscope(self, words):
        return f"./simscope {words} {COMMON} --no-header --format tsv"

    def check_executor(self):
        """Asks one executor whether the program runs there, which version it is, and whether Arrow can be used."""
        one = self.spark.range(0, 1, 1, 1)
        command = "cat > /dev/null; ./simscope --version"
        try:
            found = self.transform(one, ["id"], command, ["version"]).collect()[0][0]
        except Exception as error:
            raise Refused(
                f"an executor cannot run this simscope ({cause(error)}); --program FILE names one that is built for "
                "its system"
            )
        if self.plan["through"] == "transform":
            return self.check_version(found)
        try:
            one.mapInArrow(lambda batches: batches, "id long").collect()
            self.has_arrow = True
        except Exception as error:
            if self.plan["through"] == "arrow":
                raise Refused(f"--through arrow: {cause(error)}; pip install 'pyspark[sql]', or set PYSPARK_PYTHON")
            say("slow", why=cause(error))
        self.check_version(found)

    def check_version(self, found):
        if found != f"simscope {self.plan['version']}":
            raise Refused(f"the program on the executors is {found}, not simscope {self.plan['version']}")

    # --- the input -------------------------------------------------------------------------------------------------

    def records(self):
        """The records of the input with their columns id and text, and the keys of their order."""
        plan = self.plan
        if not self.exists(plan["input"]):
            raise Refused(f"{plan['input']}: no such file or folder")
        read = self.spark.read
        if plan["kind"] == "auto":
            plan["kind"] = self.kind_of(plan["input"])
        if plan["kind"] == "jsonl":
            found = self.fields_of_lines()
            self.check_fields(found)
            fields = dict.fromkeys([plan["id_field"], plan["text_field"], *(name for name in LABELS if name in found)])
            table = read.schema(", ".join(f"`{name}` STRING" for name in fields)).json(plan["input"])
        else:
            table = read.parquet(plan["input"])
            self.check_fields(table.columns)
        ranks = self.ranks(table.inputFiles())
        labels = [F.col(f"`{name}`").cast("string") for name in LABELS if name in table.columns]
        table = table.select(
            F.input_file_name().alias("file"),
            F.col("_metadata.file_block_start").alias("start"),
            F.monotonically_increasing_id().alias("row"),
            F.col(f"`{plan['id_field']}`").cast("string").alias("id"),
            F.col(f"`{self.content_field()}`").alias("content"),
            F.coalesce(*labels, F.lit("")).alias("label"),
        )
        return table.join(F.broadcast(ranks), "file").drop("file")

    def content_field(self):
        return "signature" if self.plan["kind"] == "signatures" else self.plan["text_field"]

    def kind_of(self, name):
        """Parquet by its first bytes; anything else is read as JSONL."""
        found = self.spark.read.format("binaryFile").load(name).inputFiles()
        for file in sorted(found)[:1]:
            stream = self.files(file).open(self.path(urllib.parse.unquote(file)))
            first = bytes(max(stream.read(), 0) for _ in range(4))
            stream.close()
            return "parquet" if first == b"PAR1" else "jsonl"
        raise Refused(f"{name}: there is no file in it")

    def fields_of_lines(self):
        found = {}
        for (line,) in self.spark.read.text(self.plan["input"]).select("value").limit(200).collect():
            try:
                found.update(dict.fromkeys(json.loads(line)))
            except (ValueError, TypeError):
                continue
        return list(found)

    def check_fields(self, found):
        for field in [self.plan["id_field"], self.content_field()]:
            if field not in found:
                names = ", ".join(f"`{name}`" for name in found[:12])
                raise Refused(
                    f"{self.plan['input']}: no column `{field}`; the columns are {names or 'none'}: choose with "
                    "--text-field and --id-field"
                )

    def ranks(self, files):
        """The number of each file, in the order in which the commands read a folder: by its path, name by name."""
        import pyarrow

        def key(file):
            return [part.encode() for part in urllib.parse.unquote(file).split("/")]

        files = sorted(files, key=key)
        self.names = [urllib.parse.unquote(file) for file in files]
        return self.spark.createDataFrame(
            pyarrow.table({"file": files, "rank": pyarrow.array(range(len(files)), pyarrow.int64())})
        )

    # --- signatures ------------------------------------------------------------------------------------------------

    def signatures(self):
        """position, id, hi and lo, features: a row for each document."""
        self.stage("signatures")
        records = self.records()
        if self.plan["kind"] == "signatures":
            hashed = self.given(records)
        else:
            hashed = self.hashed(records)
        hashed = self.stored(hashed, "hashed")
        total, without_id, empty = hashed.agg(
            F.count("*"), F.count_if(F.col("id").isNull() | (F.col("id") == "")), F.count_if(F.col("features") == 0)
        ).collect()[0]
        if without_id:
            raise Refused(
                f"{self.plan['input']}: {without_id} records have no value in the column `{self.plan['id_field']}`; "
                "every record needs an id"
            )
        if not total:
            raise Refused(f"{self.plan['input']}: no record has a text in the column `{self.content_field()}`")
        self.counts.update(documents=total, empty=empty)
        self.shuffles(total * ROW)
        positioned = self.positioned(hashed).select("position", "id", *self.words, "features")
        signature = self.signature_column(self.words).alias("signature")
        bits = F.lit(self.bits).alias("bits")
        # In order, so that the commands read the parts as they would read the input.
        ordered = positioned.select("position", "id", signature, bits, "features").orderBy("position")
        self.result(ordered, "signatures")
        # Stages that follow need the words.
        return positioned

    def shuffles(self, size):
        """What follows moves about this many bytes at once."""
        least = 2 * self.spark.sparkContext.defaultParallelism
        self.spark.conf.set("spark.sql.shuffle.partitions", str(max(least, size // SHUFFLE)))

    def with_features(self, signatures):
        """The documents that are compared: an empty one has a signature that says nothing. Where the texts decide, all are."""
        if self.plan["with_empty"] or self.plan["clean"] is not None:
            return signatures
        return signatures.where("features IS NULL OR features > 0")

    def hashed(self, records):
        """Through simscope hash. Its ids carry the keys of the order, and the id in a form without tabs or line ends."""
        with_text = records.where(F.col("content").isNotNull())
        options = self.plan["recipe_options"]
        if self.plan["tf_idf"]:
            options += f" --frequencies {self.frequencies(with_text)}"
        if self.has_arrow:
            rows = self.hashed_by_arrow(with_text, ["rank", "start", "row", "id"], options)
            return rows.select("rank", "start", "row", "id", *self.words_of(rows, "signature"), "features")
        words = f"hash - --input jsonl {options}"
        key = F.concat_ws(" ", "rank", "start", "row", wrapped(F.col("id")))
        line = F.to_json(F.struct(key.alias("id"), F.col("content").alias("text"))).alias("line")
        rows = self.transform(with_text, [line], self.simscope(words), ["key", "signature", "bits", "features"])
        parts = F.split("key", " ")
        words = [self.word_of(F.col("signature"), word, -(-self.bits // 4)) for word in self.words]
        return rows.select(
            parts[0].cast("long").alias("rank"),
            parts[1].cast("long").alias("start"),
            parts[2].cast("long").alias("row"),
            F.unbase64(F.get(parts, F.lit(3))).cast("string").alias("id"),
            *words,
            F.col("features").cast("int").alias("features"),
        )

    def hashed_by_arrow(self, table, kept, options):
        """The column content through simscope hash: the columns `kept`, signature, bits, features."""
        kinds = dict(table.dtypes)
        schema = [f"`{name}` {kinds[name]}" for name in kept]
        schema += ["signature long" if self.bits <= 64 else "signature binary", "bits int", "features int"]
        line, names = f"hash {{given}} --input parquet --signed {options}", ["signature", "bits", "features"]
        return table.mapInArrow(lambda batches: rows_through(batches, (kept, ["content"]), line, names), ", ".join(schema))

    def frequencies(self, with_text):
        """Counts in how many documents each term is. Returns the name of the file that every executor gets: it grows with the
        number of distinct terms, some 20 bytes each."""
        self.stage("frequencies")
        line = F.to_json(F.struct(F.lit("").alias("id"), F.col("content").alias("text"))).alias("line")
        command = self.simscope(f"frequencies - --input jsonl {self.plan['recipe_options']}")
        counted = self.transform(with_text, [line], command, ["term", "documents"])
        counted = counted.groupBy("term").agg(F.sum(F.col("documents").cast("long")).alias("documents"))
        counted = self.stored(counted, "terms")
        self.counts["terms"] = counted.count() - 1
        file = self.for_all(counted, "frequencies")
        self.stage("signatures")
        return file

    def for_all(self, counted, name):
        """Gives every executor a file of terms and documents, and returns its name."""
        where = f"{self.unfinished}/_{name}"
        row = F.concat_ws("\t", "term", F.col("documents").cast("string"))
        # In one file, the number of all documents last.
        ordered = counted.repartition(1).sortWithinPartitions(F.col("term") == "*")
        ordered.select(row).write.text(where)
        (file,) = self.spark.read.text(where).inputFiles()
        self.spark.sparkContext.addFile(file)
        return file.rsplit("/", 1)[1]

    def word_of(self, hexadecimal, word, digits):
        """64 bits of a signature of that number of hexadecimal digits, as a signed integer."""
        if word == "hi":
            part = F.substring(hexadecimal, 1, digits - 16)
        else:
            part = F.substring(hexadecimal, max(digits - 15, 1), 16)
        return F.conv(part, 16, -10).cast("long").alias(word)

    def given(self, records):
        """Signatures that were computed elsewhere."""
        words = self.words_of(records, "content")
        features = F.lit(None).cast("int").alias("features")
        return records.where("content IS NOT NULL").select("rank", "start", "row", "id", *words, features)

    def words_of(self, table, column):
        """hi and lo of signatures that are integers of 64 bits, bytes, or hexadecimal."""
        kind, content = dict(table.dtypes)[column], F.col(column)
        if kind == "bigint" and self.bits <= 64:
            words = [content.alias("lo")]
        elif kind == "decimal(20,0)" and self.bits == 64:
            words = [F.conv(content.cast("string"), 10, -10).cast("long").alias("lo")]
        elif kind in ("binary", "string"):
            is_binary = kind == "binary"
            text, digits = (F.hex(content), -(-self.bits // 8) * 2) if is_binary else (content, -(-self.bits // 4))
            words = [self.word_of(text, word, digits) for word in self.words]
        else:
            raise Refused(f"the column `signature` is {kind}, not a signature of {self.bits} bits")
        return words

    def hexadecimal(self):
        """A signature in hexadecimal, as the commands read it."""
        digits = -(-self.bits // 4)
        widths = [digits] if len(self.words) == 1 else [digits - 16, 16]
        return F.concat(*[F.lpad(F.hex(F.col(word)), width, "0") for word, width in zip(self.words, widths)])

    def positioned(self, hashed):
        """Adds the position of each document in the whole input.

        A row number of Spark counts within one partition, which has pieces of files. Each piece is in order, so it is
        enough to put the pieces in order and to add up their lengths.
        """
        pieces = hashed.groupBy("rank", "start").agg(F.min("row").alias("low"), F.max("row").alias("high"))
        numbered = self.running(pieces, ["rank", "start"], F.col("high") - F.col("low") + 1)
        numbered = numbered.select("rank", "start", "low", "before")
        joined = hashed.join(F.broadcast(numbered), ["rank", "start"])
        return joined.withColumn("position", F.col("before") + F.col("row") - F.col("low"))

    def running(self, table, order, length):
        """Adds `before`, the sum of the lengths of all rows before. For small tables: one task does it."""
        table.withColumn("length", length).createOrReplaceTempView("simscope_running")
        order = ", ".join(order)
        return self.spark.sql(
            f"SELECT *, SUM(length) OVER (ORDER BY {order} ROWS UNBOUNDED PRECEDING) - length AS before FROM simscope_running"
        )

    def signature_column(self, words, suffix=""):
        """A signature as it is written: a signed integer at 64 bits, else bytes, the highest first."""
        if self.bits == 64:
            return F.col(words[0] + suffix)
        all_bytes = -(-self.bits // 8)
        widths = [all_bytes] if self.bits < 64 else [all_bytes - 8, 8]
        parts = [
            F.unhex(F.lpad(F.hex(F.col(word + suffix)), 2 * width, "0")) for word, width in zip(words, widths)
        ]
        return parts[0] if len(parts) == 1 else F.concat(*parts)

    # --- pairs -----------------------------------------------------------------------------------------------------

    def distinct(self, signatures):
        """hi and lo, n, first: equal signatures are one, with their number and the position of the first."""
        self.stage("distinct")
        distinct = self.with_features(signatures).groupBy(*self.words).agg(
            F.count("*").alias("n"), F.min("position").alias("first")
        )
        distinct = self.stored(distinct, "distinct")
        self.counts["distinct"] = distinct.count()
        return distinct

    def blocks(self):
        """The bits of each block from the highest, as ranges: as even as possible, the wider ones first."""
        count, above, found = self.k + 1, self.bits, []
        for block in range(count):
            width = self.bits // count + (1 if block < self.bits % count else 0)
            found.append((above - width, above))
            above -= width
        return found

    def value_of(self, low, high):
        """The bits from low to high, without the latter, of hi and lo."""
        parts = []
        if low < 64:
            width = min(high, 64) - low
            part = F.shiftrightunsigned("lo", low) if low else F.col("lo")
            parts.append(part.bitwiseAND(F.lit((1 << width) - 1)) if width < 64 else part)
        if high > 64:
            start, width = max(low - 64, 0), high - max(low, 64)
            part = F.shiftrightunsigned("hi", start) if start else F.col("hi")
            parts.append(part.bitwiseAND(F.lit((1 << width) - 1)) if width < 64 else part)
        return parts

    def pairs(self, distinct):
        """a, b, distance: every pair of distinct signatures within k once, by the positions of their first documents."""
        self.stage("pairs")
        # A shard is compared by one core; a few shards a core let the quick ones wait for the slow ones less.
        spread = -(-self.spark.sparkContext.defaultParallelism // (self.k + 1))
        shards = max(-(-self.counts["distinct"] // SHARD), spread if self.counts["distinct"] > 100_000 else 1)
        self.counts["shards"] = shards * (self.k + 1)
        if self.has_arrow:
            found = self.pairs_by_arrow(distinct, shards)
        else:
            found = self.pairs_by_transform(distinct, shards)
        signatures = [self.signature_column(self.words, f"_{side}").alias(f"signature_{side}") for side in "ab"]
        columns = ["first_a", "first_b", *signatures, F.col("distance").cast("int").alias("distance")]
        counts = [F.col(f"n_{side}").alias(f"documents_{side}") for side in "ab"]
        where = self.result(found.select(*columns, *counts), "pairs")
        found = self.spark.read.parquet(where)
        self.counts["pairs"] = found.count()
        return found.select(F.col("first_a").alias("a"), F.col("first_b").alias("b"), "distance")

    def pairs_by_arrow(self, distinct, shards):
        """Rows go to their shards in packs, of which Spark moves few: one for each partition, block and shard."""
        row = ["first", "n", *self.words]
        number = shards * (self.k + 1)
        # Spark sends a pack where the hash of its place says: to each partition one shard.
        place = F.expr(f"pmod(hash(id), {number})").alias("number")
        least = self.spark.range(64 * number).groupBy(place).agg(F.min("id").alias("id"))
        places = [found.id for found in sorted(least.collect())]
        blocks, k, bits = self.blocks(), self.k, self.bits
        packs = distinct.select(*row).mapInArrow(
            lambda batches: pack_batches(batches, blocks, shards, places), "place long, pack binary"
        )
        schema = ", ".join([f"{name}_{side} long" for side in "ab" for name in row] + ["distance int"])
        block_of = {place: at // shards for at, place in enumerate(places)}
        packs = packs.repartition(number, "place")
        return packs.mapInArrow(lambda batches: search_packs(batches, block_of, row, k, bits), schema)

    def pairs_by_transform(self, distinct, shards):
        found, row = None, ["first", "n", *self.words]
        for block, (low, high) in enumerate(self.blocks()):
            shard = distinct.repartition(shards, *self.value_of(low, high))
            search = self.simscope(f"pairs - --input signatures --signature-format hex -k {self.k} --only-block {block}")
            # What TRANSFORM sends has no header.
            command = rf"(printf 'id\tsignature\tbits\n'; cat) | {search}"
            # One column with tabs in it costs TRANSFORM less than several.
            first, bits = F.col("first").cast("string"), F.lit(str(self.bits))
            line = F.concat_ws("\t", first, self.hexadecimal(), bits).alias("line")
            some = self.transform(shard, [line], command, ["one", "other", "distance"])
            found = some if found is None else found.union(some)
        one, other = F.col("one").cast("long"), F.col("other").cast("long")
        found = self.stored(
            found.select(F.least(one, other).alias("first_a"), F.greatest(one, other).alias("first_b"), "distance"), "found"
        )
        for side in "ab":
            rows = distinct.select(*(F.col(name).alias(f"{name}_{side}") for name in row))
            found = found.join(rows, f"first_{side}")
        return found

    def document_pairs(self, signatures, distinct, pairs):
        """id_a, id_b, distance of all documents, in the order of the command. Quadratic in equal signatures."""
        self.stage("document pairs")
        members = self.with_features(signatures).join(distinct, self.words).select("first", "position", "id")

        def side(name):
            return members.toDF(name, f"position_{name}", f"id_{name}")

        near = pairs.join(side("a"), "a").join(side("b"), "b")
        equal = side("a").join(side("b"), F.expr("a = b AND position_a < position_b")).withColumn(
            "distance", F.lit(0)
        )
        columns = ["position_a", "id_a", "position_b", "id_b", "distance"]
        every = near.select(*columns).union(equal.select(*columns))
        # A signature that comes first may belong to a document that comes later.
        swap = F.col("position_a") > F.col("position_b")

        def ordered(name, other):
            return F.when(swap, F.col(f"{name}_b" if other == "a" else f"{name}_a")).otherwise(
                F.col(f"{name}_{other}")
            )

        every = every.select(
            *[ordered(name, other).alias(f"{name}_{other}") for other in "ab" for name in ("position", "id")],
            "distance",
        )
        every = every.orderBy("position_a", "position_b").select("id_a", "id_b", "distance")
        where = self.result(every, "document_pairs")
        self.counts["document_pairs"] = self.spark.read.parquet(where).count()

    def beside(self, signatures):
        """id_new, id_against, distance: the documents of this input beside those of an older run."""
        import pyarrow.parquet

        self.stage("batch")
        if self.exists(f"{self.plan['against']}/signatures"):
            old = self.spark.read.parquet(f"{self.plan['against']}/signatures")
        else:
            old = self.spark.read.parquet(self.plan["against"])
        new = self.with_features(signatures)
        count, most = new.count(), self.plan["driver_pairs"]
        if count > most:
            raise Refused(f"{count} new documents are too many for every task to hold: at most {most} (--driver-pairs)")
        # The new ones travel to every executor; the old ones stay where they are.
        table = new.select(F.col("position").alias("id"), self.hexadecimal().alias("signature")).toArrow()
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/simscope-new.parquet"
            pyarrow.parquet.write_table(table, file)
            self.spark.sparkContext.addFile(file)
            if "features" in old.columns:
                old = self.with_features(old)
            field = self.plan["id_field"] if self.plan["id_field"] in old.columns else "id"
            name = wrapped(F.col(f"`{field}`").cast("string"))
            old = old.select(name.alias("id"), *self.words_of(old, "signature"))
            search = self.simscope(f"batch --new simscope-new.parquet --against - --input signatures --signature-format hex -k {self.k}")
            command = rf"(printf 'id\tsignature\n'; cat) | {search}"
            columns = ["id", self.hexadecimal().alias("signature")]
            found = self.transform(old, columns, command, ["position", "id_against", "distance"])
            found = found.select(
                F.col("position").cast("long").alias("position"),
                F.unbase64("id_against").cast("string").alias("id_against"),
                F.col("distance").cast("int").alias("distance"),
            )
            found = found.join(new.select("position", F.col("id").alias("id_new")), "position")
            where = self.result(found.select("id_new", "id_against", "distance"), "batch")
        self.counts["found"] = self.spark.read.parquet(where).count()

    # --- groups ----------------------------------------------------------------------------------------------------

    def stored_roots(self, pairs, is_around_leaders):
        """What roots() finds, once."""
        name = "leaders" if is_around_leaders else "components"
        if name not in self.known:
            self.known[name] = self.stored(self.roots(pairs, is_around_leaders), name)
        return self.known[name]

    def roots(self, pairs, is_around_leaders):
        """vertex, root: the first of its group for each vertex that has a pair, unless that is itself."""
        if self.counts["pairs"] <= self.plan["driver_pairs"]:
            self.counts["joined_on_driver"] = True
            return self.roots_on_driver(pairs, is_around_leaders)
        self.counts["joined_on_driver"] = False
        return self.leaders_apart(pairs) if is_around_leaders else self.stars(pairs)

    def roots_on_driver(self, pairs, is_around_leaders):
        import pyarrow

        table = pairs.select("a", "b").toArrow()
        first, second = table.column("a").to_pylist(), table.column("b").to_pylist()
        root = leaders_of(first, second) if is_around_leaders else components_of(first, second)
        vertices = [vertex for vertex in root if root[vertex] != vertex]
        whole = pyarrow.int64()
        return self.spark.createDataFrame(
            pyarrow.table(
                {
                    "vertex": pyarrow.array(vertices, whole),
                    "root": pyarrow.array([root[vertex] for vertex in vertices], whole),
                }
            )
        )

    def stars(self, pairs):
        """Connected components by alternating large-star and small-star.

        R. Kiveris et al., "Connected components in MapReduce and beyond", SoCC 2014. Each round is stored, so that a lost
        executor does not begin again.
        """
        edges = pairs.select(F.col("b").alias("u"), F.col("a").alias("v"))
        before, turn = None, 0
        while True:
            both = edges.union(edges.select(F.col("v"), F.col("u"))).toDF("u", "v")
            least = both.groupBy("u").agg(F.min("v").alias("m")).select("u", F.least("u", "m").alias("m"))
            # Large star: larger neighbours hang on the smallest one.
            edges = both.where("v > u").join(least, "u").select(F.col("v").alias("u"), F.col("m").alias("v")).distinct()
            # Small star: the smaller neighbours, and the vertex, hang on the smallest one.
            down = edges.select(F.greatest("u", "v").alias("u"), F.least("u", "v").alias("v"))
            least = down.groupBy("u").agg(F.min("v").alias("m"))
            rest = down.join(least, "u").where("v <> m").select(F.col("v").alias("u"), F.col("m").alias("v"))
            edges = least.toDF("u", "v").union(rest).distinct()
            turn += 1
            edges = self.stored(edges, f"stars{turn}")
            now = edges.agg(F.count("*"), F.sum(F.xxhash64("u", "v").cast("decimal(38,0)"))).collect()[0]
            if now == before:
                self.counts["rounds"] = turn
                return edges.toDF("vertex", "root")
            before = now

    def leaders_apart(self, pairs):
        """Groups around leaders in rounds: who has only smaller neighbours that are decided is decided next."""
        # state: 0 open, 1 leader, 2 member.
        edges = pairs.select("a", "b")
        both = edges.select("a").union(edges.select("b")).distinct().toDF("vertex")
        state, turn = both.withColumn("state", F.lit(0)), 0
        while True:
            smaller = edges.join(state.toDF("a", "state"), "a").groupBy("b").agg(
                F.max(F.when(F.col("state") == 1, 1).otherwise(0)).alias("has_leader"),
                F.max(F.when(F.col("state") == 0, 1).otherwise(0)).alias("has_open"),
            )
            joined = state.join(smaller.withColumnRenamed("b", "vertex"), "vertex", "left")
            decided = (
                F.when(F.col("state") != 0, F.col("state"))
                .when(F.coalesce("has_leader", F.lit(0)) == 1, 2)
                .when(F.coalesce("has_open", F.lit(0)) == 0, 1)
                .otherwise(0)
            )
            turn += 1
            state = self.stored(joined.select("vertex", decided.alias("state")), f"leaders{turn}")
            if not state.where("state = 0").limit(1).count():
                self.counts["rounds"] = turn
                break
        leaders = state.where("state = 1").select(F.col("vertex").alias("a"))
        members = state.where("state = 2").select(F.col("vertex").alias("b"))
        joined = edges.join(leaders, "a").join(members, "b")
        return joined.groupBy("b").agg(F.min("a").alias("root")).toDF("vertex", "root")

    def groups(self, signatures, distinct, pairs):
        """id, group, size, representative, position: in the order of the command."""
        self.stage("groups")
        roots = self.stored_roots(pairs, self.plan["leaders"])
        rooted = distinct.join(roots.withColumnRenamed("vertex", "first"), "first", "left")
        rooted = self.stored(
            rooted.select(*self.words, "first", "n", F.coalesce("root", "first").alias("root")), "rooted"
        )
        sizes = rooted.groupBy("root").agg(F.sum("n").alias("size")).where("size > 1")
        numbered = self.numbered(sizes)
        grouped = rooted.join(numbered, "root").select(*self.words, "root", "group", "size")
        members = self.with_features(signatures).join(grouped, self.words)
        members = members.select("position", "id", "root", "group", "size")
        members = self.stored(members, "members")
        names = members.where("position = root").select("root", F.col("id").alias("representative"))
        rows = members.join(names, "root").orderBy("group", "position")
        self.result(rows.select("id", "group", "size", "representative", "position"), "groups")
        self.counts["groups"] = numbered.count()
        self.counts["grouped"] = members.count()

    def dedup(self, signatures, distinct, pairs):
        """The records that stay, as they are, and what was dropped: id, kept, distance.

        First come, first kept: a record is dropped if it is within k of one that is kept and comes before it.
        """
        self.stage("dedup")
        members = self.with_features(signatures).join(distinct, self.words)
        self.check_ids(signatures, "--dedup")
        leaders = self.stored_roots(pairs, True)
        both = pairs.select("a", "b", "distance").union(pairs.select("b", "a", "distance"))
        both = both.toDF("vertex", "kept", "distance")
        # The nearest one that is kept, the earlier among equals.
        covered = both.join(leaders.select("vertex"), "vertex", "left_semi")
        covered = covered.join(leaders.select(F.col("vertex").alias("kept")), "kept", "left_anti")
        covered = covered.groupBy("vertex").agg(F.min(F.struct("distance", "kept")).alias("nearest"))
        covered = covered.select("vertex", "nearest.*")
        members = members.select("position", "id", F.col("first").alias("vertex")).join(covered, "vertex", "left")
        dropped = members.where("kept IS NOT NULL OR position <> vertex").select(
            "position",
            "id",
            F.coalesce("kept", "vertex").alias("kept"),
            F.coalesce("distance", F.lit(0)).alias("distance"),
        )
        names = members.select(F.col("position").alias("kept"), F.col("id").alias("name"))
        dropped = self.stored(dropped.join(names, "kept"), "dropped").orderBy("position")
        self.result(dropped.select("id", F.col("name").alias("kept"), "distance"), "dropped")
        self.counts["dropped"] = dropped.count()
        self.write_kept(dropped)

    def check_ids(self, signatures, option):
        repeated = signatures.groupBy("id").count().where("count > 1").limit(1).collect()
        if repeated:
            raise Refused(f"{option}: several records have the id {repeated[0][0]!r}; every record needs its own")

    def write_kept(self, dropped):
        """The records of the input without those that were dropped, as they are."""
        gone = dropped.select(F.col("id").alias("simscope_id"))
        if self.plan["kind"] == "jsonl":
            lines = self.spark.read.text(self.plan["input"])
            name = F.from_json("value", f"`{self.plan['id_field']}` STRING")[self.plan["id_field"]]
            kept = lines.select("value", name.alias("simscope_id")).join(gone, "simscope_id", "left_anti")
            self.result(kept.select("value"), "kept", "text")
        else:
            records = self.spark.read.parquet(self.plan["input"])
            name = F.col(f"`{self.plan['id_field']}`").cast("string")
            kept = records.withColumn("simscope_id", name).join(gone, "simscope_id", "left_anti")
            self.result(kept.drop("simscope_id"), "kept")

    # --- decided by the texts --------------------------------------------------------------------------------------

    def clean(self, signatures, distinct, pairs):
        """What goes and what is held, as `simscope dedup --candidates k=K` decides."""
        self.stage("shingles")
        self.check_ids(signatures, "--clean")
        records = self.records().where("content IS NOT NULL").join(signatures.select("id", "position"), "id")
        line = f"frequencies {{given}} --input parquet {self.plan['recipe_options']} {shlex.quote(self.plan['clean'][0])}"
        names = ["same_words", "same_folded", "same_shingles", "shingles", "words"]
        schema = "position long, " + ", ".join(f"{name} string" for name in names)
        cut = records.select("position", "content").mapInArrow(
            lambda batches: rows_through(batches, (["position"], ["content"]), line, names), schema
        )
        cut = self.stored(cut, "cut")
        # Texts with the same shingles in the same order are one class, and its first text stands for it.
        classes = cut.where("shingles <> ''").groupBy("same_shingles").agg(
            F.min("position").alias("class"), F.count("*").alias("n"), F.min_by("shingles", "position").alias("shingles")
        )
        classes = self.stored(classes, "classes")
        counted, frames = self.counted(classes)
        words = self.counted_words(cut)
        self.stage("confirm")
        confirmed = self.confirmed(records, self.candidates((signatures, distinct, pairs), (cut, classes)), line, counted)
        several = [
            cut.join(cut.where(f"{key} <> ''").groupBy(key).count().where("count > 1"), key).select("position")
            for key in ["same_words", "same_folded"]
        ]
        asked = confirmed.select("a").union(confirmed.select("b")).union(several[0]).union(several[1])
        asked = asked.toDF("position").distinct().withColumn("is_asked", F.lit(True))
        # The driver needs no text of any other document.
        content = F.when(F.col("is_asked"), F.col("content")).otherwise("").alias("content")
        rows = records.join(asked, "position", "left").select("position", "rank", "id", "label", content)
        self.stage("clean")
        self.decide(rows.orderBy("position"), (counted, words), frames)

    def check_clean(self):
        if not self.has_arrow:
            raise Refused("--clean needs Python with pyarrow and pandas on the executors: set PYSPARK_PYTHON")
        if self.plan["kind"] == "signatures":
            raise Refused("--clean: signatures have no texts; give the texts that they were made from")
        if self.plan["tf_idf"]:
            raise Refused("--clean: the driver signs only some of the texts, and tf-idf needs all; choose another --weighting")

    def counted(self, classes):
        """The file that says in how many classes each shingle is, and the share of all text that is in frames."""
        term = F.explode(F.expr("regexp_extract_all(shingles, '.{16}', 0)")).alias("term")
        terms = classes.select(term, "n").groupBy("term").agg(
            F.count("*").alias("documents"), F.sum("n").alias("occurrences")
        )
        terms = self.stored(terms, "shingles")
        distinct = classes.count()
        self.counts.update(distinct_texts=distinct, shingles=terms.count())
        every = self.spark.createDataFrame([("*", distinct)], "term string, documents long")
        # One that no other text has need not be there.
        counted = terms.where("documents > 1").select("term", "documents").union(every)
        # Weights::frame of the program.
        most = min(max(distinct // 10, 20), 100)
        frame = max(min(most + 1, -(-distinct // 2)), 2)
        in_frames = F.when(F.col("documents") >= frame, F.col("occurrences"))
        some, all_text = terms.agg(F.sum(in_frames), F.sum("occurrences")).collect()[0]
        return self.for_all(counted, "counted"), (some or 0) / (all_text or 1)

    def counted_words(self, cut):
        """The file that says in how many texts each word is, in how many places, and how often it is capitalised; of texts that fold the
        same one counts, and what is blank does not."""
        texts = cut.where("words <> ''").groupBy("same_folded").agg(F.min_by("words", "position").alias("words"))
        texts = self.stored(texts, "worded")
        word = F.explode(F.split("words", " ")).alias("word")
        cells = F.split("word", ":")
        words = texts.select(word).where("word <> '.'").select(
            cells[0].alias("term"), cells[1].cast("long").alias("places"), cells[2].cast("long").alias("capitals")
        )
        words = words.groupBy("term").agg(
            F.count("*").alias("texts"), F.sum("places").alias("places"), F.sum("capitals").alias("capitals")
        )
        row = F.concat_ws("\t", "term", *[F.col(name).cast("string") for name in ["texts", "places", "capitals"]])
        every = self.spark.createDataFrame([("*", str(texts.count()))], "term string, documents string")
        lines = words.select("term", F.substring_index(row, "\t", -3).alias("documents")).union(every)
        return self.for_all(lines, "words")

    def candidates(self, found, texts):
        """a, b: the classes of which two texts are within k."""
        (signatures, distinct, pairs), (cut, classes) = found, texts
        members = signatures.join(distinct, self.words).select("position", "first")
        members = members.join(cut.join(classes, "same_shingles").select("position", "class"), "position")
        members = self.stored(members.select("first", "class").distinct(), "class_members")
        side_a, side_b = members.toDF("a", "class_a"), members.toDF("b", "class_b")
        near = pairs.select("a", "b").join(side_a, "a").join(side_b, "b").select("class_a", "class_b")
        equal = side_a.join(side_b, F.expr("a = b AND class_a < class_b")).select("class_a", "class_b")
        both = near.union(equal).where("class_a <> class_b")
        both = both.select(F.least("class_a", "class_b").alias("a"), F.greatest("class_a", "class_b").alias("b"))
        candidates = self.stored(both.distinct(), "candidates")
        self.counts["candidates"] = candidates.count()
        return candidates

    def confirmed(self, records, candidates, line, counted):
        """a, b: the candidates that share enough weight to confirm them."""
        texts = records.select("position", "content")
        mean = texts.agg(F.avg(F.octet_length("content"))).collect()[0][0]
        self.shuffles(int(2 * mean * self.counts["candidates"]))
        for side in "ab":
            candidates = candidates.join(texts.toDF(side, f"text_{side}"), side)
        line += f" --counted {counted}"
        found = candidates.mapInArrow(
            lambda batches: rows_through(batches, (["a", "b"], ["text_a", "text_b"]), line, ["value"]),
            "a long, b long, value double",
        )
        found = self.stored(found, "confirmed")
        self.counts["confirmed"] = found.count()
        return found

    def decide(self, rows, files, frames):
        """Runs simscope on the driver, on documents of which only those that are asked about have their text."""
        import pyarrow.parquet

        with tempfile.TemporaryDirectory() as folder:
            self.write_texts(rows, f"{folder}/texts")
            options = ["--input", "jsonl", "--candidates", f"k={self.k}", *self.plan["recipe_options"].split()]
            counted, words = [SparkFiles.get(file) for file in files]
            options += ["--counted", counted, "--words", words, "--frames", str(frames), *self.plan["clean"]]
            is_sure = "--yes" in options
            options += [] if is_sure else ["--yes"]
            options += ["-o", f"{folder}/kept", "--dropped", f"{folder}/dropped.parquet", "--format", "jsonl"]
            line = [self.plan["program"], "dedup", f"{folder}/texts", *options, "--no-config", "--no-progress"]
            # The recipe stands beside this file.
            here = os.path.dirname(os.path.abspath(__file__))
            done = subprocess.run(line, cwd=here, capture_output=True, text=True)
            if done.returncode:
                raise Refused(done.stderr.strip().splitlines()[-1])
            tables = {
                "dropped": self.spark.createDataFrame(pyarrow.parquet.read_table(f"{folder}/dropped.parquet")),
                "held": self.spark.createDataFrame(pyarrow.parquet.read_table(f"{folder}/kept.held.parquet")),
            }
            for name, table in tables.items():
                where = self.result(table.coalesce(1), name)
                self.counts[name] = self.spark.read.parquet(where).count()
        said = [row for row in map(json.loads, done.stdout.splitlines()) if row["part"] in ("alarm", "note")]
        alarms = [(row["part"] == "alarm", row["name"], row["what"]) for row in said]
        self.result(self.spark.createDataFrame(alarms, "stops boolean, name string, what string").coalesce(1), "alarms")
        self.counts["alarms"] = sum(stops for stops, _, _ in alarms)
        for stops, name, what in alarms:
            say("told", why=f"{name}: {what}" if stops else what)
        if self.counts["alarms"] and not is_sure:
            self.counts["open"] = True
        else:
            self.write_kept(self.spark.read.parquet(f"{self.unfinished}/dropped"))

    def write_texts(self, rows, folder):
        """Writes documents, which come in order, as lines of JSON: into files that are named as those of the input."""
        rank, file = None, None
        for row in rows.toLocalIterator(prefetchPartitions=True):
            if row.rank != rank:
                if file:
                    file.close()
                rank = row.rank
                _, inside, name = self.names[rank].rpartition(self.plan["input"].rstrip("/") + "/")
                path = f"{folder}/{name if inside else name.split(':', 1)[-1].strip('/')}"
                os.makedirs(os.path.dirname(path), exist_ok=True)
                file = open(path, "w", encoding="utf-8")
            document = {"id": row.id, "text": row.content, **({"label": row.label} if row.label else {})}
            file.write(json.dumps(document, ensure_ascii=False) + "\n")
        if file:
            file.close()

    def numbered(self, sizes):
        """Numbers groups from 1, the largest first, equal sizes by their first documents."""
        ordered = sizes.orderBy(F.desc("size"), "root").withColumn("at", F.monotonically_increasing_id())
        ordered = self.stored(ordered.withColumn("piece", F.shiftright("at", 33)), "sizes")
        pieces = ordered.groupBy("piece").agg(F.count("*").alias("count"), F.min("at").alias("low"))
        before = self.running(pieces, ["piece"], F.col("count")).select("piece", "before", "low")
        joined = ordered.join(F.broadcast(before), "piece")
        number = (F.col("before") + F.col("at") - F.col("low") + 1).cast("int")
        return self.stored(joined.select("root", "size", number.alias("group")), "numbered")


# --- on an executor, between Spark and simscope ---------------------------------------------------------------------


def given_to_simscope(batches, words):
    """What simscope makes of these Arrow batches: `words` has {given} for the Parquet file that it reads. None without rows."""
    import pyarrow.parquet

    plain = {"compression": "none", "use_dictionary": False, "write_statistics": False}
    with tempfile.TemporaryDirectory() as folder:
        given, found, writer = f"{folder}/given.parquet", f"{folder}/found.parquet", None
        for batch in batches:
            writer = writer or pyarrow.parquet.ParquetWriter(given, batch.schema, **plain)
            writer.write_batch(batch)
        if writer is None:
            return None
        writer.close()
        line = f"./simscope {words.format(given=shlex.quote(given))} --format parquet -o {shlex.quote(found)} {COMMON}"
        done = subprocess.run(line, shell=True, cwd=SparkFiles.getRootDirectory(), capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip() or f"simscope: ended with {done.returncode}")
        return pyarrow.parquet.read_table(found)


def rows_through(batches, columns, line, names):
    """The rows of one partition through simscope: from columns of texts, one record each, to these columns of what comes back; and
    others are kept. The numbers of the rows are the ids that simscope gets; rows that it leaves out are left out."""
    import numpy
    import pyarrow

    (kept, texts), rows = columns, []

    def given():
        count = 0
        for batch in batches:
            rows.append(batch.select(kept))
            numbers = numpy.arange(count, count + batch.num_rows).repeat(len(texts))
            count += batch.num_rows
            content = batch.column(texts[0])
            if len(texts) > 1:
                # Those of a row stand behind each other.
                order = numpy.arange(len(numbers)).reshape(len(texts), -1).T.ravel()
                content = pyarrow.concat_arrays([batch.column(name) for name in texts]).take(pyarrow.array(order))
            yield pyarrow.record_batch([pyarrow.array(numbers), content], names=["id", "text"])

    found = given_to_simscope(given(), line)
    if found is not None:
        rows = pyarrow.Table.from_batches(rows)
        if rows.num_rows != found.num_rows:
            rows = rows.take(found.column("id").cast("int64"))
        for name in names:
            column = found.column(name)
            # Spark has no bytes of a fixed length.
            is_fixed = pyarrow.types.is_fixed_size_binary(column.type)
            rows = rows.append_column(name, column.cast(pyarrow.binary()) if is_fixed else column)
        yield from rows.to_batches()


def pack_batches(batches, blocks, shards, places):
    """place, pack: for each block and shard the rows of this partition that belong there, column after column."""
    waiting = []
    for batch in batches:
        waiting.append(batch)
        if sum(some.num_rows for some in waiting) >= PACKED:
            yield from packs_of(waiting, blocks, shards, places)
            waiting = []
    if waiting:
        yield from packs_of(waiting, blocks, shards, places)


def packs_of(batches, blocks, shards, places):
    import numpy
    import pyarrow

    table = pyarrow.Table.from_batches(batches)
    columns = [table.column(name).to_numpy() for name in table.column_names]
    # first, n, then hi and lo, or lo alone.
    words = [column.view(numpy.uint64) for column in reversed(columns[2:])]
    for block, (low, high) in enumerate(blocks):
        shard = numpy.zeros(len(table), numpy.uint64)
        for at, word in enumerate(words):
            begin, end = max(low - 64 * at, 0), min(high - 64 * at, 64)
            if begin < end:
                value = word << numpy.uint64(64 - end) >> numpy.uint64(64 - end + begin)
                shard = (shard ^ value) * numpy.uint64(0x9E3779B97F4A7C15)
                shard ^= shard >> numpy.uint64(32)
        shard %= numpy.uint64(shards)
        order = numpy.argsort(shard.astype(numpy.min_scalar_type(shards)), kind="stable")
        ends = numpy.cumsum(numpy.bincount(shard.astype(numpy.int64), minlength=shards))
        ordered = [column[order] for column in columns]
        packs = [
            b"".join(column[begin:end].tobytes() for column in ordered)
            for begin, end in zip([0, *ends[:-1]], ends)
        ]
        here = pyarrow.array(places[block * shards : (block + 1) * shards], pyarrow.int64())
        yield pyarrow.record_batch([here, pyarrow.array(packs, pyarrow.binary())], names=["place", "pack"])


def search_packs(batches, block_of, names, k, bits):
    """The pairs of one shard, with both rows, the one with the earlier document first."""
    import numpy
    import pyarrow

    parts = {}
    for batch in batches:
        for place, pack in zip(batch.column("place").to_pylist(), batch.column("pack")):
            rows = numpy.frombuffer(pack.as_buffer(), numpy.int64).reshape(len(names), -1)
            parts.setdefault(place, []).append(rows)
    for place, packs in parts.items():
        rows = numpy.concatenate(packs, axis=1)
        if not rows.shape[1]:
            continue
        given = [pyarrow.array(numpy.arange(rows.shape[1])), signature_array(rows[2:], bits)]
        given.append(pyarrow.array(numpy.full(rows.shape[1], bits, numpy.int32)))
        batch = pyarrow.record_batch(given, names=["id", "signature", "bits"])
        words = f"pairs {{given}} --input signatures -k {k} --only-block {block_of[place]}"
        found = given_to_simscope([batch], words)
        one, other = (found.column(name).cast("int64").to_numpy() for name in ["id_a", "id_b"])
        is_later = rows[0, one] > rows[0, other]
        sides = numpy.where(is_later, other, one), numpy.where(is_later, one, other)
        columns = [pyarrow.array(column[side]) for side in sides for column in rows]
        names_of_sides = [f"{name}_{side}" for side in "ab" for name in names]
        distance = found.column("distance").cast("int32").combine_chunks()
        yield pyarrow.record_batch([*columns, distance], names=[*names_of_sides, "distance"])


def signature_array(words, bits):
    """Signatures from hi and lo, or lo alone, as simscope reads them: integers of 64 bits, else bytes, the highest first."""
    import numpy
    import pyarrow

    if bits == 64:
        return pyarrow.array(words[0])
    width, count = -(-bits // 8), words.shape[1]
    every = numpy.ascontiguousarray(words.T).astype(">i8").view(numpy.uint8).reshape(count, -1)
    some = numpy.ascontiguousarray(every[:, every.shape[1] - width :])
    return pyarrow.FixedSizeBinaryArray.from_buffers(pyarrow.binary(width), count, [None, pyarrow.py_buffer(some)])


def wrapped(text):
    """A text without tabs, spaces and line ends; unbase64 takes it back."""
    return F.translate(F.base64(text.cast("binary")), "\r\n", "")


def components_of(first, second):
    """The smallest vertex of its component for each vertex of these edges (union-find)."""
    above = {}

    def find(vertex):
        while above.setdefault(vertex, vertex) != vertex:
            above[vertex] = above[above[vertex]]
            vertex = above[vertex]
        return vertex

    for one, other in zip(first, second):
        one, other = find(one), find(other)
        above[max(one, other)] = min(one, other)
    return {vertex: find(vertex) for vertex in list(above)}


def leaders_of(first, second):
    """The leader of each vertex of these edges: first come, first kept."""
    smaller = {}
    for one, other in zip(first, second):
        smaller.setdefault(one, [])
        smaller.setdefault(other, []).append(one)
    root = {}
    for vertex in sorted(smaller):
        root[vertex] = min((near for near in smaller[vertex] if root[near] == near), default=vertex)
    return root


def cause(error):
    """The first cause of a failure, in one line."""
    java = getattr(error, "java_exception", None)
    text = str(error)
    while java is not None:
        text = java.getMessage() or java.toString()
        java = java.getCause()
    # The program's own words are at the end of what Spark says of it.
    for line in text.splitlines():
        for mark in ("simscope: ", "./simscope: "):
            if mark in line:
                return line[line.index(mark) :].strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # What Python on an executor says stands behind its stack.
    said = [line for line in lines if re.match(r"[\w.]+(Error|Exception): ", line)]
    if said and "Python worker" in lines[0]:
        return said[-1][:400]
    return (lines or [type(error).__name__])[0][:400]


def run(job):
    plan = job.plan
    major = int(job.spark.version.split(".")[0])
    if major < 4:
        raise Refused(f"Spark {job.spark.version} is too old: the job needs Spark 4.0 or newer")
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise Refused("the Python of the driver has no pyarrow: pip install pyarrow, or set PYSPARK_PYTHON")
    if job.exists(job.output):
        raise Refused(f"{job.output}: exists already; name another folder")
    job.spark.sparkContext.setLogLevel("WARN")
    job.stage("check")
    job.check_executor()
    if plan["clean"] is not None:
        job.check_clean()
    try:
        signatures = job.signatures()
        if plan["against"]:
            job.beside(signatures)
        else:
            distinct = job.distinct(signatures)
            pairs = job.pairs(distinct)
            if plan["document_pairs"]:
                job.document_pairs(signatures, distinct, pairs)
            if plan["groups"] or plan["leaders"]:
                job.groups(signatures, distinct, pairs)
            if plan["dedup"]:
                job.dedup(signatures, distinct, pairs)
            if plan["clean"] is not None:
                job.clean(signatures, distinct, pairs)
        job.stage(None)
        job.finish()
    except BaseException:
        job.files(job.output).delete(job.path(job.output), True)
        raise
    say("done", counts=job.counts, seconds=job.seconds)


def main():
    """The argument has: input, kind (auto, jsonl, parquet or signatures), text_field, id_field, output, recipe (TOML),
    recipe_options (for simscope on the executors), tf_idf, bits, k, with_empty, groups, leaders, document_pairs, dedup,
    clean (options of simscope dedup, or null), program (for the driver), against, driver_pairs,
    through (auto, arrow or transform), version."""
    plan = json.loads(sys.argv[1])
    try:
        spark = SparkSession.builder.getOrCreate()
        run(Job(spark, plan))
    except Refused as refused:
        say("failed", why=str(refused))
        sys.exit(1)
    except Exception as error:
        say("failed", why=cause(error))
        raise


if __name__ == "__main__":
    main()
