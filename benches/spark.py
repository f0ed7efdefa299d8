"""What `simscope spark` costs: CPU seconds of all processes by stage, bytes shuffled, and the plain SQL join beside it.

    spark.py SIMSCOPE FOLDER SIGNATURES [--sql] [--through WAY] [--master URL]
    spark.py SIMSCOPE FOLDER TEXTS [--master URL]

Runs under the Python of an environment with pyspark and pyarrow (Linux). FOLDER keeps the signatures, 64 bits each: nine of ten
are random, and one is a copy of another with one to three bits flipped. With --sql the join of docs/LARGE.md finds the same
pairs, and both are compared.

With TEXTS, a file or folder of JSONL with `id` and `text`: what hashing in a job costs beyond a copy of the texts by Spark, beside
what `simscope hash` costs alone. Medians of three.
"""

import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
SIMSCOPE, FOLDER = os.path.realpath(arguments[0]), pathlib.Path(arguments[1])
COUNT = int(arguments[2]) if arguments[2].isdigit() else None
MASTER = sys.argv[sys.argv.index("--master") + 1] if "--master" in sys.argv else "local[2]"
THROUGH = sys.argv[sys.argv.index("--through") + 1] if "--through" in sys.argv else "auto"
SUBMIT = pathlib.Path(sys.executable).parent / "spark-submit"
TICKS = os.sysconf("SC_CLK_TCK")
K = 3

MAKE = """
import sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
flip = "shiftleft(1L, cast(pmod(xxhash64(id, {0}), 64) as int))"
near = "xxhash64(id - 9) ^ " + " ^ ".join(flip.format(i) for i in (1, 2, 3))
rows = spark.range(0, int(sys.argv[1]), 1, 8).selectExpr(
    "cast(id as string) id", f"if(id % 10 = 9, {near}, xxhash64(id)) signature"
)
rows.write.parquet(sys.argv[2])
"""

# The recipe of docs/LARGE.md for those who have no simscope on their cluster.
JOIN = """
import sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.config("spark.sql.autoBroadcastJoinThreshold", -1).getOrCreate()
spark.read.parquet(sys.argv[1]).select("signature").distinct().createOrReplaceTempView("signatures")
block = "(shiftrightunsigned({s}, 48 - 16 * {b}) & 65535)"
values = ", ".join(f"named_struct('block', {b}, 'value', {block.format(s='signature', b=b)})" for b in range(4))
spark.sql(f"SELECT signature, inline(array({values})) FROM signatures").createOrReplaceTempView("blocks")
first = " ".join(f"WHEN {block.format(s='(a.signature ^ b.signature)', b=b)} = 0 THEN {b}" for b in range(4))
found = spark.sql(f'''
    SELECT a.signature AS a, b.signature AS b, bit_count(a.signature ^ b.signature) AS distance
    FROM blocks a JOIN blocks b ON a.block = b.block AND a.value = b.value AND a.signature < b.signature
    WHERE bit_count(a.signature ^ b.signature) <= 3 AND CASE {first} END = a.block''')
found.write.parquet(sys.argv[2])
"""

# The texts as they are, or what comes back from simscope; as the job hands them over. It stands behind the job itself.
COPY = r"""
spark = SparkSession.builder.getOrCreate()
texts, output, through = sys.argv[1:]
rows = spark.read.schema("id string, text string").json(texts)
if through == "arrow":
    job = Job(spark, {"k": 3, "bits": 64, "output": output})
    rows = job.hashed_by_arrow(rows.withColumnRenamed("text", "content"), ["id"], "")
elif through == "transform":
    rows.select(F.to_json(F.struct("id", "text")).alias("line")).createOrReplaceTempView("lines")
    form = r"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' LINES TERMINATED BY '\n'"
    came = "id STRING, signature STRING, bits STRING, features STRING"
    command = f"./simscope hash - --input jsonl --no-header --format tsv {COMMON}"
    rows = spark.sql(f"SELECT TRANSFORM(line) {form} USING '{command}' AS ({came}) {form} FROM lines")
rows.write.mode("overwrite").parquet(output)
print(spark.read.parquet(output).count())
"""


def tree(root):
    """The processes below one that live, and it."""
    children = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = entry.read_text()
        except OSError:
            continue
        fields = text[text.rindex(")") + 2 :].split()
        children.setdefault(int(fields[1]), []).append((int(entry.parent.name), sum(map(int, fields[11:15]))))
    waiting, found = [root], 0
    for parent in waiting:
        for child, ticks in children.get(parent, []):
            waiting.append(child)
            found += ticks
    return found / TICKS


def shuffled(log):
    """Bytes that tasks wrote for shuffles, by the group of their job."""
    groups, sizes = {}, {}
    for file in log.rglob("*"):
        if not file.is_file():
            continue
        for line in file.open(encoding="utf-8", errors="replace"):
            event = json.loads(line) if line.startswith("{") else {}
            if event.get("Event") == "SparkListenerStageSubmitted":
                group = event.get("Properties", {}).get("spark.jobGroup.id")
                groups[event["Stage Info"]["Stage ID"]] = group
            elif event.get("Event") == "SparkListenerTaskEnd" and event.get("Task Metrics"):
                written = event["Task Metrics"]["Shuffle Write Metrics"]["Shuffle Bytes Written"]
                group = groups.get(event["Stage ID"])
                sizes[group] = sizes.get(group, 0) + written
    return sizes


def python(source, *words):
    file = FOLDER / "run.py"
    file.write_text(source)
    line = [SUBMIT, "--master", MASTER, "--driver-memory", "4g", "--files", SIMSCOPE, file, *map(str, words)]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    subprocess.run(line, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.time() - began


def hashing(texts):
    """What hashing adds to a copy of the texts, beside what it costs alone."""
    job = subprocess.run([SIMSCOPE, "spark", "--print-job"], capture_output=True, text=True, check=True).stdout
    copy = job[: job.index('if __name__ == "__main__":')] + COPY

    def alone():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        line = [SIMSCOPE, "hash", "--input", "jsonl", texts, "--no-config", "--no-progress", "--threads", "1"]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    ways = ["copy", "arrow", "transform"]
    runs = [(alone(), *(python(copy, texts, FOLDER / way, way)[0] for way in ways)) for _ in range(3)]
    own, copied, *handed = map(statistics.median, zip(*runs))
    print("hash alone\tcopy\tway\tcopy through hash\tbeyond the copy, as a multiple of hash alone")
    for way, hashed in zip(ways[1:], handed):
        print(f"{own:.1f}\t{copied:.1f}\t{way}\t{hashed:.1f}\t{(hashed - copied) / own:.2f}")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    if COUNT is None:
        return hashing(arguments[2])
    signatures, output, log = (FOLDER / f"{name}-{COUNT}" for name in ("signatures", "output", "log"))
    for used in (output, log):
        subprocess.run(["rm", "-rf", used], check=True)
    log.mkdir()
    if not (signatures / "_SUCCESS").exists():
        python(MAKE, COUNT, signatures)
    line = [SIMSCOPE, "spark", "--input", signatures, "--input-kind", "signatures", "--output", output, "-k", str(K)]
    line += ["--groups", "--master", MASTER, "--through", THROUGH, "--no-config", "--lang", "en", "--conf", "spark.driver.memory=4g"]
    line += ["--conf", "spark.eventLog.enabled=true", "--conf", f"spark.eventLog.dir={log}"]
    line += ["--conf", "spark.eventLog.compress=false"]
    stages, began, before = [], time.time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as process:
        for said in process.stderr:
            words = said.strip()
            print(words, flush=True)
            if words.startswith("simscope: spark: "):
                stages.append((words.rsplit(": ", 1)[1], time.time(), tree(os.getpid())))
    if process.returncode:
        sys.exit(1)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    stages.append(("end", time.time(), None))
    sizes = shuffled(log)
    print("stage\tseconds\tcpu_seconds\tshuffled_bytes")
    for (name, start, cpu), (_, end, cpu_after) in zip(stages, stages[1:]):
        spent = "" if cpu_after is None else f"{cpu_after - cpu:.1f}"
        print(f"{name}\t{end - start:.1f}\t{spent}\t{sizes.get(name, 0)}")
    spent = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    print(f"all\t{time.time() - began:.1f}\t{spent:.1f}\t{sum(sizes.values())}", flush=True)
    if "--sql" in sys.argv:
        joined = FOLDER / f"join-{COUNT}"
        subprocess.run(["rm", "-rf", joined], check=True)
        cpu, seconds = python(JOIN, signatures, joined)
        print(f"sql\t{seconds:.1f}\t{cpu:.1f}\t")
        same(output, joined)


def same(output, joined):
    """Whether both found the same pairs."""
    import pyarrow.parquet

    ours = pyarrow.parquet.read_table(output / "pairs", columns=["signature_a", "signature_b", "distance"])
    theirs = pyarrow.parquet.read_table(joined)
    ours = {(min(a, b), max(a, b), d) for a, b, d in zip(*[column.to_pylist() for column in ours.columns])}
    theirs = set(zip(*[column.to_pylist() for column in theirs.columns]))
    print(f"{len(ours)} pairs, the same as the join" if ours == theirs else "the join found other pairs", flush=True)


main()
