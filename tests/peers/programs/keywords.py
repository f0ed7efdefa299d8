"""Calls jieba 0.42.1 from PyPI for the keywords; what an article's script does with them is written anew from its
description in docs/RECIPES.md. Equal weights come in the order of the terms, descending. Prints 64 bits."""

import logging

import jieba
import jieba.analyse
from texts import texts

jieba.setLogLevel(logging.ERROR)


def string_hash(word):
    x = ord(word[0]) << 7
    for character in word:
        x = ((x * 1000003) ^ ord(character)) & (2**64 - 1)
    return x ^ len(word)


for text in texts():
    words = "|".join(jieba.cut(text))
    tags = jieba.analyse.extract_tags(words, topK=None, withWeight=True)
    sums = [0] * 64
    for word, weight in sorted(tags, key=lambda tag: (tag[1], tag[0]), reverse=True)[:20]:
        x, weight = string_hash(word), int(weight * 20)
        for i in range(64):
            sums[i] += weight if x >> i & 1 else -weight
    print(f"{sum(1 << i for i in range(64) if sums[i] > 0):016x}")
