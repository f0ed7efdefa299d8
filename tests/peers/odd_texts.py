"""Texts that programs disagree about: the same ones for a seed."""

import random
import unicodedata

SPACES = [" ", "  ", "\t", "\n", "\r\n", "\v", "\f", "\u00a0", "\u3000", "\u2003", "\u2028", "\u0085", "\u200b",
          "\ufeff", "\x1c", "\x1f", "\u180e", "\u202f"]
MARKS = list(".,;:!?'\"()[]{}<>|/\\-_+=*&^%$#@~`") + list("，。；：！？、「」『』《》（）【】…—～·￥") + ["''", "...", "—", "«", "º", "ª", "²"]
CONTROLS = [chr(c) for c in (*range(0x20), 0x7F, *range(0x80, 0xA0))]
EMOJI = ["😀", "👍🏽", "👩‍👩‍👧‍👦", "🇨🇳", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "☎", "1️⃣", "🤷🏿‍♀️", "㊗️", "🈶"]
ASTRAL = ["𠀀", "𠮷", "𪚥", "𫝀", "𫠝", "𬎆", "𮯠", "𰻝", "𱁬", "丽", "𝔘", "𝟜", "𐐷", "𒀀"]
HAN = ["㐀", "䶵", "一", "龥", "龦", "鿿", "豈", "﨩", "々", "〇", "〡", "⺀", "⼀", "ㄅ", "㈱", "㍿"]
OTHER = ["ひらがな", "カタカナ", "ﾊﾝｶｸ", "한국어", "ไทย", "العربية", "עברית", "हिन्दी", "Ελληνικά ΣΊΣΥΦΟΣ", "Кириллица", "İstanbul ıI",
         "straße ẞ", "ǅ ǆ Ǆ", "ﬁ ﬃ", "ŉ", "ΐ", "Ω K Å", "Ⅻ ⅻ", "½ ¾", "٣٤٥", "१२३", "๑๒", "Å Å", "_", "__a__", "a_b"]
COMBINING = ["\u0301", "\u0308", "\u0327", "\u20dd", "\u3099", "\ufe0f", "\u200d", "\u0345"]
ACCENTED = ["café", "naïve", "Ångström", "Việt Nam", "ガギグ", "각", "ệ"]
WORDS = ("the of This is also test MP3 T恤 B超 C语言 IP地址 C++ C# .NET e-mail a b I x iPhone15 PM2.5 Wi-Fi don't U.S.A. "
         "我们 没有 中国 上海 研究生 生命 起源 云计算 韩玉鉴赏 蓝翔 区块链 习总书记 部手机 张力 张华 常在 他来到了网易杭研大厦 小明硕士毕业于中国科学院计算所 "
         "乒乓球拍卖完了 南京市长江大桥 卡拉OK 阿Q 3D打印 5G网络 维生素B12 第3次 2024年 十二月二十三日 百分之五 臺灣 國語 軟體").split()


def version(chance):
    return ".".join(str(chance.choice([0, 1, 2, 3, 10, 2024])) for _ in range(chance.randint(2, 5)))


def model(chance):
    return "".join(chance.choice("0123456789ABKSXabz") for _ in range(chance.randint(2, 9)))


def trailing(chance):
    return str(chance.randint(0, 3000)) + chance.choice([".", "..", ".a", ". ", ".5.", "%", ".5%", "。", ".x1", "．5"])


def address(chance):
    """http://example.org/a and what looks like it, with letters that lower-case to ASCII."""
    letters = ["a", "Z", "9", "_", "'", ".", "/", "é", "\u212a", "İ", "ſ"]
    part = lambda: "".join(chance.choice(letters) for _ in range(chance.randint(0, 4)))
    return part() + chance.choice([":", "://", "://", ":///", ":/"]) + part() + chance.choice(["", "", "://" + part()])


def wide(chance):
    """Some of the ASCII characters in full width."""
    text = chance.choice(["abc123", "Hello, World", "1.2.3", "A1b2", "3.14", "MP3"])
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" and chance.random() < 0.5 else c for c in text)


def accented(chance):
    text = chance.choice(ACCENTED) + "".join(chance.choice(COMBINING) for _ in range(chance.randint(0, 2)))
    return unicodedata.normalize(chance.choice(["NFC", "NFD"]), text)


def any_character(chance):
    while True:
        c = chance.randrange(chance.choice([0x80, 0x3000, 0x10000, 0x30000]))
        if not 0xD800 <= c < 0xE000:
            return chr(c)


PIECES = [version, model, trailing, address, wide, accented, any_character] + [
    lambda chance, of=of: chance.choice(of) for of in (SPACES, MARKS, CONTROLS, EMOJI, ASTRAL, HAN, OTHER, WORDS, WORDS)
]


def sentences(samples):
    """Lines of the samples, and what stands between their full stops."""
    lines = {line for text in samples for line in text.split("\n") if line.strip()}
    return sorted(lines | {part for line in lines for part in line.replace("。", ". ").split(". ") if part.strip()})


def odd_texts(samples, count, seed):
    chance, known = random.Random(seed), sentences(samples)
    yield from ["", "\0", "\0\0a\0", " ", "\u3000", "\ufeff", "\ufeffa b"]
    for group in (SPACES, MARKS, CONTROLS, EMOJI, ASTRAL, HAN, OTHER, COMBINING, ACCENTED, WORDS):
        yield from group
    yield from ("".join(f"a{space}b" for space in SPACES), "".join(SPACES), "字" * 4000, "ab" * 3000, "1." * 900, "好的 " * 900)
    made = sum(map(len, (SPACES, MARKS, CONTROLS, EMOJI, ASTRAL, HAN, OTHER, COMBINING, ACCENTED, WORDS))) + 13
    for _ in range(count - made):
        kind = chance.random()
        if kind < 0.05:  # one piece, many times
            yield (chance.choice(PIECES)(chance) + chance.choice(["", " "])) * chance.randint(2, 400)
        elif kind < 0.45:  # pieces, glued and spaced
            joint = chance.choice(["", " ", "", chance.choice(SPACES)])
            yield joint.join(chance.choice(PIECES)(chance) for _ in range(chance.randint(1, 30)))
        elif kind < 0.75:  # sentences of the samples, mixed
            joint = chance.choice(["", " ", "。", ". ", "\n"])
            yield joint.join(chance.choice(known) for _ in range(chance.randint(1, 8)))
        else:  # such sentences with pieces let in anywhere
            text = list(" ".join(chance.choice(known) for _ in range(chance.randint(1, 4))))
            for _ in range(chance.randint(1, 12)):
                text.insert(chance.randint(0, len(text)), chance.choice(PIECES)(chance))
            yield "".join(text)


def every_character():
    """A text for each character of the planes that hold any: inside words, alone and among Han."""
    for code in (*range(0xD800), *range(0xE000, 0x323B0), *range(0xE0000, 0xE01F0)):
        yield code, f"ab{chr(code)}cd1{chr(code)}2 {chr(code)} e {chr(code)}f 中{chr(code)}文"
