"""What ChenghaoMou/text-dedup 7538f3e does, written anew from its description in docs/RECIPES.md, with Python's own
`re` and the package xxhash. (text-dedup 0.4.0, the newest on PyPI, makes other features.) Prints 64 and 128 bits."""

import re

from texts import texts
from xxhash import xxh3_64_intdigest, xxh3_128_intdigest

NON_WORD = re.compile(r"\W", re.UNICODE)


def signature(features, hash, bits):
    sums = [0] * bits
    for feature in features:
        x = hash(feature, 42)
        for i in range(bits):
            sums[i] += 1 if x >> i & 1 else -1
    return f"{sum(1 << i for i in range(bits) if sums[i] > 0):0{bits // 4}x}"


for text in texts():
    words = [word for word in NON_WORD.split(text.lower()) if word]
    shingles = zip(words, words[1:], words[2:]) if len(words) >= 5 else ()
    features = {" ".join(shingle).encode("utf-8") for shingle in shingles}
    print(signature(features, xxh3_64_intdigest, 64), signature(features, xxh3_128_intdigest, 128), sep="\t")
