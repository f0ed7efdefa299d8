//! jieba-rs alone, as a baseline.

#![allow(clippy::unwrap_used)] // the table is a file of this repository

use jieba_rs::Jieba;

/// With the dictionary that simscope embeds, which is jieba-rs's own.
pub fn jieba() -> Jieba {
    let packed = include_bytes!("../../src/core/recipe/tables/embedded/words.zst");
    let words = String::from_utf8(zstd::decode_all(&packed[..]).unwrap()).unwrap();
    let mut columns = words.split("\n\n").map(str::lines);
    let (words, frequencies) = (columns.next().unwrap(), columns.next().unwrap());
    let rows = words.zip(frequencies).filter(|(_, frequency)| *frequency != "0");
    let lines: String = rows.map(|(word, frequency)| format!("{word} {frequency}\n")).collect();
    Jieba::with_dict(&mut lines.as_bytes()).unwrap()
}
