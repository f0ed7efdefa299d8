"""Runs `simscope spark` on a small cluster of this machine and compares what it finds with the commands, to the byte.

    check.py SIMSCOPE FOLDER

It runs under the Python of an environment with pyspark and pyarrow. The corpus is real: every function of the Python code of
pyspark itself, of which many are near-duplicates (the same interface twice, for Spark Connect and without). FOLDER takes the
corpus and the outputs. In the second run an executor is killed in the middle.
"""

import ast
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pyarrow
import pyarrow.parquet
import pyspark

SIMSCOPE, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
ENOUGH = 20_000
K = "3"
CLUSTER = "local-cluster[2,1,2048]"


def fail(what):
    sys.exit(f"tests/spark/check.py: {what}")


def texts():
    """Functions and classes of the Python files that came with pyspark and Python."""
    roots = [pathlib.Path(pyspark.__file__).parent.parent, pathlib.Path(os.__file__).parent]
    for root in roots:
        for file in sorted(root.rglob("*.py")):
            if "site-packages" in file.relative_to(root).parts:
                continue
            try:
                source = file.read_text(encoding="utf-8")
                tree = ast.parse(source)
            except (SyntaxError, UnicodeDecodeError, ValueError):
                continue
            lines = source.splitlines(keepends=True)
            for node in ast.walk(tree):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    name = f"{root.name}/{file.relative_to(root)}:{node.lineno} {node.name}"
                    yield name, "".join(lines[node.lineno - 1 : node.end_lineno])[:4000]


def corpus():
    """JSONL in a folder of parts, as an engine would write it, of unlike sizes; and the number of documents."""
    folder = FOLDER / "corpus"
    (folder / "day=1").mkdir(parents=True)
    (folder / "day=2").mkdir()
    (folder / "_SUCCESS").touch()
    documents = [document for document, _ in zip(texts(), range(ENOUGH + 4_000))]
    if len(documents) < ENOUGH:
        fail(f"the corpus has only {len(documents)} documents")
    cuts = [0, 500, 9_000, 11_000, len(documents)]
    names = ["day=1/part-00000.json", "day=1/part-00001.json", "day=2/part-00000.json", "day=2/part-00001.json"]
    for name, begin, end in zip(names, cuts, cuts[1:]):
        with open(folder / name, "w", encoding="utf-8") as file:
            for one, text in documents[begin:end]:
                # Ids with a tab and a line end come through, too.
                one = one.replace(" ", "\t", 1) if text.startswith("class") else one.replace(" ", "\n", 1)
                file.write(json.dumps({"id": one, "text": text}) + "\n")
    return folder, len(documents)


def command(*words):
    """The rows that a command prints."""
    words = [SIMSCOPE, "--no-config", *words] if words[0].startswith("-") else [SIMSCOPE, *words, "--no-config"]
    done = subprocess.run([*words, "--no-progress", "--lang", "en"], capture_output=True, text=True)
    if done.returncode:
        fail(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def jsonl(rows):
    """Rows as the commands write JSONL."""
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


def table(output, name, columns, order=None):
    """The rows of a table of the output, in the order in which its parts stand, or by a column."""
    read = pyarrow.parquet.read_table(output / name)
    if order:
        read = read.sort_by(order)
    return read.select(columns).to_pylist()


def parsed(text):
    return [json.loads(line) for line in text.splitlines()]


def executors(process):
    """The executors below a process, by their ids."""
    below, found = [process], []
    while below:
        parent = below.pop()
        listed = subprocess.run(["ps", "--ppid", str(parent), "-o", "pid=,args="], capture_output=True, text=True)
        for line in listed.stdout.splitlines():
            child, words = line.split(None, 1)
            below.append(int(child))
            if "CoarseGrainedExecutorBackend" in words and "java" in words.split()[0]:
                found.append(int(child))
    return found


def job(name, *words, k=K, kill_at=None, corpus="corpus", code=0):
    """Runs the job; `kill_at` names the stage in which an executor is killed."""
    output = FOLDER / name
    began, log = time.time(), FOLDER / f"{name}.log"
    line = [SIMSCOPE, "spark", "--input", str(FOLDER / corpus), "--output", str(output), "-k", k, *words]
    line += ["--master", CLUSTER, "--conf", "spark.executor.memory=1g", "--no-config", "--lang", "en"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as process:
        killed = 0
        for said in process.stderr:
            with open(log, "a") as file:
                file.write(said)
            if kill_at and said.strip() == f"simscope: spark: {kill_at}":
                time.sleep(1.5)
                for executor in executors(process.pid)[:1]:
                    os.kill(executor, signal.SIGKILL)
                    killed += 1
    if process.returncode != code:
        fail(f"{' '.join(line)}: {process.returncode}: {log.read_text()}")
    if kill_at and not killed:
        fail("no executor was found to be killed")
    print(f"{name}: {time.time() - began:.0f} s{', one executor killed' if killed else ''}", flush=True)
    return output


def same(what, found, expected):
    if found != expected:
        for one, other in zip(found.splitlines(), expected.splitlines()):
            if one != other:
                fail(f"{what} differ:\n  Spark   {one}\n  command {other}")
        fail(f"{what} differ in number: {found.count(chr(10))} and {expected.count(chr(10))}")
    print(f"{what}: equal, {expected.count(chr(10))} rows", flush=True)


def compare_signatures(output, *words, corpus="corpus"):
    folder = str(FOLDER / corpus)
    hashed = table(output, "signatures", ["id", "signature", "bits", "features"], "position")
    for row in hashed:
        signature = row["signature"]
        number = int.from_bytes(signature) if isinstance(signature, bytes) else signature % (1 << 64)
        row["signature"] = f"{number:0{-(-row['bits'] // 4)}x}"
    same("signatures", jsonl(hashed), jsonl(parsed(command("hash", folder, *words, "--format", "jsonl"))))


def compare_pairs(output, *words, corpus="corpus"):
    folder = str(FOLDER / corpus)
    pairs = table(output, "document_pairs", ["id_a", "id_b", "distance"])
    same("pairs", jsonl(pairs), jsonl(parsed(command("pairs", "-k", K, folder, *words, "--format", "jsonl"))))


def compare_groups(output, leaders):
    folder = str(FOLDER / "corpus")
    groups = table(output, "groups", ["id", "group", "size", "representative"])
    words = ["groups", "-k", K, folder, "--format", "jsonl", *(["--leaders"] if leaders else [])]
    same("groups around leaders" if leaders else "groups", jsonl(groups), jsonl(parsed(command(*words))))


# The statements of docs/LARGE.md for those who have no simscope on their cluster, on the distinct signatures of an output.
JOIN = """
import json, sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
signatures = spark.read.parquet(sys.argv[1] + "/signatures").where("features > 0").select("signature").distinct()
signatures.createOrReplaceTempView("signatures")
*before, last = [part for part in open(sys.argv[2]).read().split(";") if part.strip()]
for statement in before:
    spark.sql(statement)
found = [(min(a, b), max(a, b), distance) for a, b, distance in spark.sql(last).collect()]
open(sys.argv[3], "w").write(json.dumps(sorted(found)))
"""


def compare_with_join(output):
    """The SQL of the documentation finds the pairs of an output."""
    page = (pathlib.Path(__file__).parents[2] / "docs/LARGE.md").read_text(encoding="utf-8")
    statements, script, found = (FOLDER / name for name in ["join.sql", "join.py", "join.json"])
    statements.write_text(re.search(r"```text\n(SET .*?)```", page, re.DOTALL).group(1))
    script.write_text(JOIN)
    line = ["spark-submit", "--master", "local[2]", str(script), str(output), str(statements), str(found)]
    subprocess.run(line, check=True, stderr=subprocess.DEVNULL)
    columns = ["signature_a", "signature_b", "distance"]
    pairs = [row.values() for row in table(output, "pairs", columns)]
    ours = sorted([min(a, b), max(a, b), distance] for a, b, distance in pairs)
    same("distinct pairs and those of the SQL join", jsonl(ours), jsonl(json.loads(found.read_text())))


def explorer(output, *parts):
    """Opens an output in the explorer, in a pseudo terminal, and waits until the screen shows all of these parts."""
    master, slave = pty.openpty()
    line = [SIMSCOPE, str(output), "--no-config", "--lang", "en", "--theme", "dark"]
    environment = {**os.environ, "TERM": "xterm-256color"}
    process = subprocess.Popen(line, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True)
    os.close(slave)
    until, width, shown = time.time() + 120, 150, ""
    while not all(part in shown for part in parts):
        if time.time() > until or process.poll() is not None:
            process.kill()
            fail(f"{' '.join(line)} does not show {[part for part in parts if part not in shown]}:\n{shown}")
        # Another size has the whole screen drawn again, so that no part is left out as unchanged.
        width = 301 - width
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
        process.send_signal(signal.SIGWINCH)
        drawn, quiet = b"", time.time() + 2
        while time.time() < quiet and select.select([master], [], [], 0.3)[0]:
            drawn += os.read(master, 65536)
        text = re.sub(r"\x1b\[[0-9;]*m", "", drawn.decode("utf-8", "replace"))
        shown = " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", text).split())
    os.write(master, b"q")
    if process.wait(30):
        fail(f"{' '.join(line)}: {process.returncode}")
    os.close(master)
    print(f"the explorer on {output.name}: {', '.join(parts)}", flush=True)


def look_at(output, documents):
    """The explorer has the counts of the job, with the texts and without the input."""
    counts = json.loads((output / "manifest.json").read_text())["counts"]
    job = [f"(Spark, k = {K})", f"{documents:,} documents", f"{counts['groups']:,} groups"]
    job += [f"{counts['grouped']:,} of {counts['documents'] - counts['empty']:,} grouped"]
    explorer(output, *job, "texts as the job read them")
    (FOLDER / "corpus").rename(FOLDER / "elsewhere")
    explorer(output, *job, "signatures only", f"the text is not here: {FOLDER / 'corpus'} cannot be read")
    (FOLDER / "elsewhere").rename(FOLDER / "corpus")


def made():
    """Texts with frames, other numbers, negations, a template, copies in other forms, and such as have no words."""
    frame = "Dear customer, thank you for your message. Our team has received it and will answer within two working days. "
    yield from (f"{frame}Printer {n} in room {n * 7} jams on page {n % 9}" for n in range(160))
    news = "The council of {} has decided to close the old bridge over the river {} for eleven weeks from Monday, engineers said."
    towns = ["Marlow", "Thornby", "Westhaven", "Alder", "Nesby", "Corfe", "Hythe", "Brill", "Ashby", "Wick"]
    for town in towns:
        text = news.format(town, town[::-1])
        yield from [text, text, text.upper(), text.replace(" ", "  "), text.replace("has decided", "has not decided")]
        yield from [text.replace("eleven", "11"), text.replace("eleven", "12"), text.replace(",", ";"), text + " Trains stop."]
        yield text.replace("weeks", "ｗｅｅｋｓ")
    prices = "Closing prices of the metal exchange in tonnes and dollars: "
    yield from (prices + " ".join(f"{metal} {n * 31 + at * 17}" for at, metal in enumerate(towns)) for n in range(30))
    answer = "The request of {0} for access to the archive of the {0} office was {1} today, as the committee of {0} wrote."
    yield from (answer.format(f"user{n}", word) for n in range(40) for word in ["granted", "revoked"])
    form = "Name of the applicant and the place where the form was signed before the two witnesses of the parish: {}"
    yield from (form.format(" ".join(f"{town}{n}{letter}" for letter in "abcdefgh")) for n in range(12) for town in towns[:2])
    yield from ["", "", " \n ", "...", "...", "?!", "…", "one", "one", "One!", "\u200b"]


def clean_corpora():
    """Two corpora in the form of an engine: all samples, and the texts that are made, of which much is alarming."""
    samples = pathlib.Path(__file__).parents[2] / "samples"
    for sample in sorted(samples.glob("*.jsonl")):
        if sample.stem.endswith("judgements"):
            continue
        part = FOLDER / "samples" / f"part-{sample.stem}.jsonl"
        part.parent.mkdir(exist_ok=True)
        with open(part, "w", encoding="utf-8") as file:
            for line in sample.read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                file.write(json.dumps({**record, "id": f"{sample.stem}/{record['id']}"}, ensure_ascii=False) + "\n")
    for number in range(3):
        part = FOLDER / "made" / f"day={number}" / "part-00000.json"
        part.parent.mkdir(parents=True)
        with open(part, "w", encoding="utf-8") as file:
            for at, text in list(enumerate(made()))[number::3]:
                label = {"label": "prices" if "prices" in text else "others"} if at % 4 else {}
                file.write(json.dumps({"id": f"{at}\tmade\n", "text": text, **label}) + "\n")
    for name in ["samples", "made"]:
        (FOLDER / name / "_SUCCESS").touch()


def compare_cleaned(name, corpus, *words, k, recipe=(), stops=False):
    """What goes, what is held, what is said of it, and what stays are those of `dedup --candidates k=K`."""
    output = job(name, "--clean", *words, *recipe, k=k, corpus=corpus, code=3 if stops else 0)
    out = FOLDER / f"{name}-command"
    options = ["--candidates", f"k={k}", *words, *recipe, "-o", str(out), "--dropped", f"{out}.dropped.parquet"]
    printed = parsed(command("dedup", str(FOLDER / corpus), *options, "--format", "jsonl", *([] if "--yes" in words else ["--yes"])))
    for table_name in ["dropped", "held"]:
        found = pyarrow.parquet.read_table(output / table_name).to_pylist()
        expected = pyarrow.parquet.read_table(f"{out}.{table_name}.parquet").to_pylist()
        if not expected:
            fail(f"{name}: nothing is {table_name}, so nothing is compared")
        same(f"{name}: {table_name}", jsonl(sorted(found, key=str)), jsonl(sorted(expected, key=str)))
    alarms = [{"stops": row["part"] == "alarm", "name": row["name"], "what": row["what"]} for row in printed]
    alarms = [alarm for alarm, row in zip(alarms, printed) if row["part"] in ("alarm", "note")]
    found = pyarrow.parquet.read_table(output / "alarms").to_pylist()
    same(f"{name}: alarms", jsonl(sorted(found, key=str)), jsonl(sorted(alarms, key=str)))
    if stops != any(alarm["stops"] for alarm in alarms) or stops == (output / "kept").exists():
        fail(f"{name}: alarms {alarms}, and kept is {'there' if stops else 'missing'}")
    if not stops:
        lines = [
            sorted(line for file in folder.rglob("part-*") for line in file.read_text(encoding="utf-8").splitlines(True))
            for folder in [output / "kept", out]
        ]
        same(f"{name}: kept", *("".join(some) for some in lines))


def refused():
    """A column that is not there ends the job with one line, and leaves no output."""
    output = FOLDER / "refused"
    line = [SIMSCOPE, "spark", "--input", str(FOLDER / "corpus"), "--output", str(output), "--text-field", "nope"]
    done = subprocess.run([*line, "--master", "local[1]", "--no-progress", "--lang", "en"], capture_output=True, text=True)
    said = done.stderr.splitlines()
    if done.returncode != 1 or len(said) != 1 or "no column `nope`; the columns are `id`, `text`" not in said[0]:
        fail(f"a missing column: {done.returncode} {done.stderr}")
    if output.exists():
        fail("a failed job left its output")
    os.unlink(said[0].rsplit(": ", 1)[1])
    print("a missing column: one line, no output", flush=True)


def main():
    folder, documents = corpus()
    print(f"{documents} documents in {folder}", flush=True)
    refused()
    # Groups are joined on the driver in the first run, on the executors in the second.
    whole = job("whole", "--leaders", "--document-pairs")
    compare_signatures(whole)
    compare_pairs(whole)
    compare_groups(whole, leaders=True)
    compare_with_join(whole)
    killed = job("killed", "--groups", "--driver-pairs", "0", kill_at="pairs")
    compare_signatures(killed)
    compare_groups(killed, leaders=False)
    columns = ["first_a", "first_b", "distance"]
    order = [("first_a", "ascending"), ("first_b", "ascending")]
    found = [jsonl(table(output, "pairs", columns, order)) for output in (killed, whole)]
    same("distinct pairs of both runs", *found)
    look_at(killed, documents)
    clean_corpora()
    compare_cleaned("cleaned", "samples", "--yes", k="12")
    anything = ["--loss", "1", "--passage", "0", "--same-if", "template", "--same-if", "lost", "--same-if", "words", "--same-if", "rewritten"]
    compare_cleaned("otherwise", "made", *anything, "--same-if", "text-less", "--yes", k="20")
    wide = ["--bits", "100", "--tokenizer", "chars:4"]
    alarming = ["--confirm", "jaccard:words:2>=0.5", "--loss", "0.6", "--same-if", "numbers", "--matters", "words"]
    compare_cleaned("alarming", "made", *alarming, k="9", recipe=wide, stops=True)
    # Document frequencies are counted over the whole input first; the dictionary travels with the job.
    dictionary = FOLDER / "dictionary.txt"
    dictionary.write_text("self 100 n\nreturn 50 v\n")
    part = "corpus/day=2"
    # The width is no whole number of bytes.
    words = ["--bits", "100", "--weighting", "tf-idf", "--tokenizer", "jieba", "--jieba-dict", str(dictionary)]
    weighed = job("weighed", *words, "--document-pairs", corpus=part)
    compare_signatures(weighed, *words, corpus=part)
    compare_pairs(weighed, *words, corpus=part)
    # Without Python on the executors; and the width is no whole number of hexadecimal digits.
    width = ["--bits", "62"]
    lines = job("lines", *width, "--document-pairs", "--through", "transform", corpus=part)
    compare_signatures(lines, *width, corpus=part)
    compare_pairs(lines, *width, corpus=part)
    ways = {name: json.loads((FOLDER / name / "manifest.json").read_text())["through"] for name in ["whole", "lines"]}
    if ways != {"whole": "arrow", "lines": "transform"}:
        fail(f"texts and signatures went by {ways}")


main()
