"""What is computed, by definition: every pair is compared, nothing is searched for."""

import math
import re
import struct
import zlib

import numpy as np

ONES = np.array([bin(i).count("1") for i in range(1 << 16)], np.uint8)


def close(a, b):
    return a is b is None or None not in (a, b) and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def between(a, b):
    """The distance of every row of a and every row of b."""
    return sum(ONES[a[:, None, column] ^ b[None, :, column]].astype(np.int32) for column in range(a.shape[1]))


def components(near):
    """The connected parts of a graph, each in ascending order, by their first members."""
    left, found = np.ones(len(near), bool), []
    for start in range(len(near)):
        if not left[start]:
            continue
        part, edge = np.zeros(len(near), bool), np.zeros(len(near), bool)
        edge[start] = True
        while edge.any():
            part |= edge
            edge = near[edge].any(axis=0) & ~part
        left &= ~part
        found.append(np.flatnonzero(part).tolist())
    return found


def leaf_order(levels):
    """Parts that meet at one distance stand side by side, in the order of their first documents."""
    order = {part[0]: part for part in levels[0]}
    for parts in levels[1:]:
        order = {part[0]: sum((order[at] for at in part if at in order), []) for part in parts}
    return sum(order.values(), [])


def leaders(distances, k):
    """Each document joins the first leader within k, or becomes one."""
    groups = {}
    for document in range(len(distances)):
        leader = next((leader for leader in groups if distances[leader, document] <= k), document)
        groups.setdefault(leader, []).append(document)
    return list(groups.values())


def pushes(features, bits, tie):
    """What each feature adds to each sum."""
    raw = b"".join(int(feature["hash"], 16).to_bytes(16, "little") for feature in features)
    ones = np.unpackbits(np.frombuffer(raw, np.uint8).reshape(-1, 16), axis=1, bitorder="little")[:, :bits] == 1
    weights = np.array([feature["weight"] for feature in features], float)[:, None]
    return np.where(ones != (tie == "inverted"), weights, -weights)


def summed(pushes, tie):
    """The sums, added in the order of the features, and the signature."""
    sums = np.cumsum(pushes, axis=0)[-1] if len(pushes) else np.zeros(pushes.shape[1])
    return sums.tolist(), sum(1 << bit for bit, s in enumerate(sums) if s > 0 or s == 0 and tie == "one")


def pixels(path):
    """The palette indices of a PNG of 8 bits, as rows."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        packed += body if kind == b"IDAT" else b""
        at += length + 12
    rows, out = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, width + 1), []
    for row in rows:
        above = out[-1] if out else np.zeros(width, np.uint8)
        if row[0] == 1:
            line = np.add.accumulate(row[1:], dtype=np.uint8)
        elif row[0] in (0, 2):
            line = row[1:] + above * (row[0] // 2)
        else:
            line, left, corner = np.zeros(width, np.uint8), 0, 0
            for x in range(width):
                up = int(above[x])
                estimate = left + up - corner
                nearest = min((left, up, corner), key=lambda value: abs(estimate - value))
                left = (int(row[1 + x]) + ((left + up) // 2 if row[0] == 3 else nearest)) % 256
                line[x], corner = left, up
        out.append(line)
    return np.array(out)


def hashed(words, hash, bits, tie):
    features = [{"hash": f"{hash(word):x}", "weight": 1} for word in words]
    return f"{summed(pushes(features, bits, tie), tie)[1]:0{bits // 4}x}"


def java_hash(word, bits=64):
    units = struct.unpack(f"<{len(word.encode('utf-16-le')) // 2}H", word.encode("utf-16-le"))
    x = units[0] << 7
    for unit in units:
        x = (x * 1000003 ^ unit) & ((1 << bits) - 1)
    return x ^ len(units)


def measured(a, b, features):
    """Measures of two texts with sets of strings, as docs/MEASURES.md defines them."""
    han = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002ebef\U0002f800-\U0002fa1f"
    words = lambda text: [word.lower() for word in re.findall(f"[{han}]|[^\\W_{han}]+", text)]
    chars = lambda text: list(" ".join(text.split()).lower())
    shingles = lambda of, w: {tuple(of[at : at + w]) for at in range(max(len(of) - w + 1, min(len(of), 1)))}
    share = lambda common, all: common / all if all else 1.0
    own = {}
    for cut, name in ((words, "words"), (chars, "chars")):
        for w in (1, 2, 3, 5):
            x, y = shingles(cut(a), w), shingles(cut(b), w)
            own[f"jaccard:{name}:{w}"] = share(len(x & y), len(x | y))
            own[f"containment:{name}:{w}"] = share(len(x & y), min(len(x), len(y))) if bool(x) == bool(y) else 0.0
    weights = lambda key: [feature[key] or 0 for feature in features]
    product = sum(x * y for x, y in zip(weights("weight_a"), weights("weight_b")))
    own["cosine"] = product / math.sqrt(math.prod(sum(x * x for x in weights(key)) for key in ("weight_a", "weight_b")))
    row = list(range(len(b) + 1))
    for at, x in enumerate(a, 1):
        row, above = [at], row
        for column, y in enumerate(b):
            row.append(min(row[column] + 1, above[column + 1] + 1, above[column] + (x != y)))
    own["edit"] = 1 - row[-1] / max(len(a), len(b)) if a or b else 1.0
    pieces = lambda text: {piece.strip() for piece in re.split("[。！？；.!?;\n\r\x85\u2028\u2029]", text)} - {""}
    longest = lambda text, n: set(sorted(pieces(text), key=lambda piece: (-len(piece), piece))[:n])
    for n in (1, 3):
        x, y = longest(a, n), longest(b, n)
        own[f"sentences:{n}"] = float(x == y)
        own[f"shared-sentences:{n}"] = share(len(x & y), max(len(x), len(y)))
    own["equal"] = float(a == b)
    return own
