#!/usr/bin/env python3
"""Makes words.zst from jieba 0.42.1's dict.txt and idf.txt, or compares it with them.

    pip download jieba==0.42.1 --no-deps --no-binary :all: && tar xzf jieba-0.42.1.tar.gz
    python3 make.py jieba-0.42.1/jieba/dict.txt jieba-0.42.1/jieba/analyse/idf.txt > words
    zstd -22 --ultra words -o words.zst          # to make it
    zstd -dc words.zst | cmp - words             # to compare it

Three columns, one below the other, with an empty line between them. Each has a line for each word, in the order of the
words' bytes: the word, its frequency in dict.txt, and the number of documents that it is in, by idf.txt. 0 means that the
word is not in that file. A tag of dict.txt is left out, and so is the second of its two lines for one word (B超).

idf.txt says ln(N / n) to 12 significant digits, with N = 1,088,899 documents. This script stops if a line cannot be
computed back from n.
"""

import math
import sys

DOCUMENTS = 1_088_899


def main(dictionary, idf):
    frequencies, documents = {}, {}
    with open(dictionary, encoding="utf-8") as file:
        for line in file:
            word, frequency, _tag = line.rstrip("\n").split(" ")
            assert int(frequency) > 0 and frequencies.setdefault(word, frequency) == frequency, line
    with open(idf, encoding="utf-8") as file:
        for line in file:
            word, value = line.rstrip("\n").split(" ")
            count = round(DOCUMENTS / math.exp(float(value)))
            assert f"{math.log(DOCUMENTS / count):.12g}" == value and word not in documents, line
            documents[word] = str(count)
    words = sorted(frequencies.keys() | documents.keys(), key=str.encode)
    columns = (words, [frequencies.get(w, "0") for w in words], [documents.get(w, "0") for w in words])
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    print("\n\n".join("\n".join(column) for column in columns))


main(*sys.argv[1:])
