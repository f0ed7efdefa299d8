"""Makes the hashes of seomoz/simhash-py: the first 8 bytes of MD5 of shingles of 1 and of 4 words. The program that is
named as the only argument (seomoz.cpp) calls `Simhash::compute` on them. Prints the windows 1 and 4."""

import hashlib
import subprocess
import sys
import tempfile

from texts import texts

WINDOWS = (1, 4)

with tempfile.TemporaryFile("w+") as hashes:
    for text in texts():
        words = text.split()
        for window in WINDOWS:
            shingles = (" ".join(words[at : at + window]) for at in range(len(words) - window + 1))
            digests = (hashlib.md5(shingle.encode("utf-8")).digest()[:8] for shingle in shingles)
            print(*(int.from_bytes(digest, "big") for digest in digests), file=hashes)
    hashes.seek(0)
    made = subprocess.run([sys.argv[1]], stdin=hashes, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
for signatures in zip(*(made[at :: len(WINDOWS)] for at in range(len(WINDOWS))), strict=True):
    print(*signatures, sep="\t")
