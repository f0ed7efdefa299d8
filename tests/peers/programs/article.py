# The Python script of many articles, written anew from its description in docs/RECIPES.md: words by str.split,
# CPython's old string hash, a sum of 0 gives 1. Under Python 3 a text is code points, under Python 2 it is bytes,
# as a script has it that decodes nothing. Prints 64 and 128 bits. This file runs under both.
import sys

BITS = (64, 128)
hashes = {}


def string_hash(word):
    if not word:
        return 0
    mask = 2 ** BITS[-1] - 1
    x = ord(word[0]) << 7
    for character in word:
        x = ((x * 1000003) ^ ord(character)) & mask
    return x ^ len(word)


def signature(words, bits):
    sums = [0] * bits
    for word in words:
        if word not in hashes:
            hashes[word] = string_hash(word)  # the low 64 bits of 128 are the hash of 64
        x = hashes[word]
        for i in range(bits):
            sums[i] += 1 if x >> i & 1 else -1
    return sum(1 << i for i in range(bits) if sums[i] >= 0)


def texts():
    stdin = getattr(sys.stdin, "buffer", sys.stdin)
    for line in iter(stdin.readline, b""):
        text = stdin.read(int(line))
        yield text if str is bytes else text.decode("utf-8")


for text in texts():
    words = text.split()
    print("\t".join("%0*x" % (bits // 4, signature(words, bits)) for bits in BITS))
