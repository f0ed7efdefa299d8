//! Corpora that are made up: every format, encoding and compression, with broken places among the records.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]
#![allow(dead_code, reason = "each test program uses its part")]

use encoding_rs::GB18030;
use flate2::{Compression, write::GzEncoder};
use simscope::export::{Cell, Column, Format, Rows};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Numbers that follow from a seed: SplitMix64.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// How records stand in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Jsonl,
    Array,
    Csv,
    Tsv,
    Lines,
    Folder,
    Parquet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stored {
    Utf8,
    Marked,
    Utf16 { is_little: bool },
    Gb18030,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packed {
    No,
    Gzip,
    /// Two members, and zeros as a tape has them behind its end.
    Tape,
    Zstd,
}

/// A corpus on disk, and what must be read of it.
#[derive(Debug)]
pub struct Made {
    pub path: PathBuf,
    pub kind: Kind,
    /// The value of `--encoding` that it needs.
    pub encoding: Option<&'static str>,
    /// Ids and texts, in order.
    pub documents: Vec<(String, String)>,
    /// Records that cannot be read.
    pub broken: usize,
}

const WORDS: [&str; 40] = [
    "harbour",
    "river",
    "the",
    "of",
    "a",
    "closed",
    "bridge",
    "storm",
    "on",
    "Monday",
    "night",
    "Ünïcode",
    "naïve",
    "e\u{301}te",
    "ﬁne",
    "Straße",
    "ДОМ",
    "дом",
    "法律",
    "人人生而自由",
    "权利",
    "轮渡停航",
    "图书馆",
    "裏",
    "里",
    "ภาษาไทย",
    "ຂ້ອຍ",
    "ひらがな",
    "カタカナ",
    "한국어",
    "한국어",
    "😀",
    "👩\u{200d}🔬",
    "zero\u{200b}width",
    "soft\u{ad}hyphen",
    "3.14",
    "don't",
    "x=1;",
    "C:\\tmp",
    "🇩🇪",
];

fn text(random: &mut Random, earlier: &[(String, String)]) -> String {
    if !earlier.is_empty() && random.one_in(2) {
        // A copy, perhaps with a word or two that are others.
        let (_, before) = random.pick(earlier);
        let mut words: Vec<&str> = before.split(' ').collect();
        for _ in 0..random.below(3) {
            let at = random.below(words.len());
            words[at] = *random.pick(&WORDS);
        }
        return words.join(" ");
    }
    let words: Vec<&str> = (0..1 + random.below(24)).map(|_| *random.pick(&WORDS)).collect();
    words.join(" ")
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn cell(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The corpus of a seed, written into a folder.
pub fn made(seed: u64, folder: &Path) -> Made {
    use Kind::*;
    let random = &mut Random(seed);
    let kind = *random.pick(&[Jsonl, Jsonl, Array, Csv, Tsv, Lines, Folder, Parquet]);
    let stored = *random.pick(&[
        Stored::Utf8,
        Stored::Utf8,
        Stored::Marked,
        Stored::Utf16 { is_little: true },
        Stored::Utf16 { is_little: false },
        Stored::Gb18030,
    ]);
    let packed = *random.pick(&[Packed::No, Packed::No, Packed::Gzip, Packed::Tape, Packed::Zstd]);
    let encoding = (stored == Stored::Gb18030).then_some("gb18030");
    let end = *random.pick(&["\n", "\r\n"]);
    let mut made = Made { path: folder.to_owned(), kind, encoding, documents: Vec::new(), broken: 0 };
    let count = 2 + random.below(40);
    if kind == Folder {
        made.path = folder.join("in");
        fs::create_dir(&made.path).unwrap();
        for at in 0..count {
            let name = format!("{at:03}.txt");
            if at > 1 && random.one_in(12) {
                let noise: Vec<u8> = (0..400).map(|_| random.below(256) as u8).collect();
                fs::write(made.path.join(name), [&noise[..], &[0; 4]].concat()).unwrap();
                made.broken += 1;
                continue;
            }
            let text = text(random, &made.documents);
            fs::write(made.path.join(&name), bytes(&text, stored)).unwrap();
            made.documents.push((name, text));
        }
        return made;
    }
    if kind == Parquet {
        made.path = folder.join("in.parquet");
        made.encoding = None;
        let table = parquet(random, &mut made, count);
        fs::write(&made.path, table).unwrap();
        return made;
    }
    let file = records(random, &mut made, (kind, end), count);
    let ending = match kind {
        Jsonl => "jsonl",
        Array => "json",
        Csv => "csv",
        Tsv => "tsv",
        Lines | Folder | Parquet => "txt",
    };
    let packing = match packed {
        Packed::No => "",
        Packed::Gzip | Packed::Tape => ".gz",
        Packed::Zstd => ".zst",
    };
    made.path = folder.join(format!("in.{ending}{packing}"));
    fs::write(&made.path, packed_as(&bytes(&file, stored), packed)).unwrap();
    made
}

/// A table of Parquet, in which texts are missing.
fn parquet(random: &mut Random, made: &mut Made, count: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let columns = [Column::text("id"), Column::text("text").optional()];
    let mut rows = Rows::new(Format::Parquet, &columns, &[], &mut bytes).unwrap();
    for at in 0..count {
        let (id, text) = (format!("d{at}"), text(random, &made.documents));
        if at > 1 && random.one_in(8) {
            rows.write(&[Cell::Text(&id), Cell::Nothing]).unwrap();
            made.broken += 1;
            continue;
        }
        rows.write(&[Cell::Text(&id), Cell::Text(&text)]).unwrap();
        made.documents.push((id, text));
    }
    rows.finish().unwrap();
    bytes
}

/// A file of records, broken ones among them.
fn records(random: &mut Random, made: &mut Made, (kind, end): (Kind, &str), count: usize) -> String {
    use Kind::*;
    let mut file = match kind {
        Array => format!("[{end}"),
        Csv => format!("id,text{end}"),
        Tsv => format!("id\ttext{end}"),
        Jsonl | Lines | Folder | Parquet => String::new(),
    };
    let mut elements = Vec::new();
    let mut line = file.lines().count();
    for at in 0..count {
        let is_broken = at > 1 && random.one_in(8);
        let id = format!("d{at}");
        let text = text(random, &made.documents);
        line += 1;
        match kind {
            Jsonl if is_broken => {
                made.broken += 1;
                let broken = *random.pick(&[
                    "{\"id\": \"cut\", \"text\": \"and no",
                    "no record",
                    "{\"id\": \"without\"}",
                    "{\"id\": \"none\", \"text\": null}",
                ]);
                file += &format!("{broken}{end}");
            }
            Array if is_broken => {
                made.broken += 1;
                let broken =
                    ["{\"id\": \"bad\", \"text\": \"an \\x escape\"}", "{\"id\": \"without\"}", "17"];
                elements.push((*random.pick(&broken)).to_owned());
            }
            Csv if is_broken => {
                made.broken += 1;
                file += &format!("wide,one,two,three{end}");
            }
            Tsv if is_broken => {
                made.broken += 1;
                file += &format!("wide\tone\ttwo\tthree{end}");
            }
            Jsonl if random.one_in(10) => {
                // A blank line is nothing, and a record without an id is called by its line.
                if random.one_in(2) {
                    file += end;
                    line += 1;
                }
                file += &format!("{{\"text\": {}}}{end}", json(&text));
                let has_ids = made.documents.iter().any(|(id, _)| id.starts_with('d'));
                made.documents.push((format!("{}{line}", if has_ids { "#" } else { "" }), text));
            }
            _ => {
                match kind {
                    Jsonl => file += &format!("{{\"id\": {}, \"text\": {}}}{end}", json(&id), json(&text)),
                    Array => elements.push(format!("{{\"text\": {}, \"id\": {}}}", json(&text), json(&id))),
                    Csv => file += &format!("{id},{}{end}", cell(&text)),
                    Tsv => file += &format!("{id}\t{text}{end}"),
                    Lines | Folder | Parquet => file += &format!("{text}{end}"),
                }
                let id = if kind == Lines { line.to_string() } else { id };
                made.documents.push((id, text));
            }
        }
    }
    if kind == Array {
        file += &elements.join(&format!(",{end}"));
        file += &format!("{end}]{end}");
    }
    file
}

fn bytes(text: &str, stored: Stored) -> Vec<u8> {
    match stored {
        Stored::Utf8 => text.into(),
        Stored::Marked => format!("\u{feff}{text}").into(),
        Stored::Utf16 { is_little } => {
            let bytes = |unit: u16| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() };
            format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
        }
        Stored::Gb18030 => GB18030.encode(text).0.into_owned(),
    }
}

fn packed_as(bytes: &[u8], packed: Packed) -> Vec<u8> {
    let gzip = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    match packed {
        Packed::No => bytes.to_vec(),
        Packed::Gzip => gzip(bytes),
        Packed::Tape => {
            let (first, second) = bytes.split_at(bytes.len() / 2);
            [gzip(first), gzip(second), vec![0; 512]].concat()
        }
        Packed::Zstd => zstd::encode_all(bytes, 3).unwrap(),
    }
}

/// Seeds of a run: as many as the variable says, or these.
pub fn seeds(short: u64) -> std::ops::Range<u64> {
    let count = std::env::var("SIMSCOPE_MESSY").ok().and_then(|count| count.parse().ok());
    0..count.unwrap_or(short)
}
