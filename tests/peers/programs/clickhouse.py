"""Asks ClickHouse, as chDB carries it: words in threes by both functions and singly, characters in threes and fives.

    clickhouse.py version    prints ClickHouse's own number
"""

import json
import os
import sys
import tempfile

import chdb
from texts import texts

FUNCTIONS = [("wordShingleSimHash", 3), ("wordShingleSimHashUTF8", 3), ("wordShingleSimHash", 1)]
FUNCTIONS += [("ngramSimHashUTF8", 3), ("ngramSimHashUTF8", 5)]

if sys.argv[1:] == ["version"]:
    sys.exit(print(str(chdb.query("SELECT version()", "TSV")).strip()))

with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False, encoding="utf-8") as file:
    for at, text in enumerate(texts()):
        file.write(json.dumps({"at": at, "text": text}, ensure_ascii=False) + "\n")
try:
    columns = ", ".join(f"leftPad(lower(hex({name}(text, {n}))), 16, '0')" for name, n in FUNCTIONS)
    rows = f"file('{file.name}', JSONEachRow, 'at UInt64, text String')"
    sys.stdout.write(str(chdb.query(f"SELECT {columns} FROM {rows} ORDER BY at", "TSV")))
finally:
    os.unlink(file.name)
