#!/usr/bin/env python3
"""Makes opencc.zst from OpenCC's dictionaries, or compares it with them.

    python3 make.py STCharacters.txt STPhrases.txt TSCharacters.txt TSPhrases.txt > opencc
    zstd -22 --ultra opencc -o opencc.zst          # to make it
    zstd -dc opencc.zst | cmp - opencc             # to compare it

The four files are those of OpenCC (github.com/BYVoid/OpenCC, data/dictionary; Apache-2.0), as the crate ferrous-opencc 0.4.0
brings them. Two tables with an empty line between them: simplified to traditional, and back. Each has a line for each
character and each phrase: what is converted, and behind a tab what it becomes, which is the first of OpenCC's choices.
What becomes of a phrase is left out if converting its characters gives the same.
"""

import sys


def read(path):
    entries = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                key, values = line.rstrip("\n").split("\t")
                entries.setdefault(key, values.split(" ")[0])
    return entries


def table(characters, phrases):
    characters, phrases = read(characters), read(phrases)
    lines = [f"{key}\t{value}" for key, value in characters.items()]
    for key, value in phrases.items():
        by_characters = "".join(characters.get(character, character) for character in key)
        lines.append(key if value == by_characters else f"{key}\t{value}")
    return "\n".join(sorted(lines))


sys.stdout.reconfigure(encoding="utf-8", newline="\n")
print("\n\n".join([table(*sys.argv[1:3]), table(*sys.argv[3:5])]))
