//! Conversion between simplified and traditional Chinese by OpenCC's dictionaries, the longest phrase first.

use super::{Edited, Moot};
use crate::recipe::is_han;
use crate::zstandard;
use rustc_hash::FxHashMap;
use std::io::Read;
use std::sync::LazyLock;

/// What characters and phrases become.
struct Table {
    /// A phrase without an entry of its own here becomes what its characters become.
    becomes: FxHashMap<&'static str, Option<&'static str>>,
    /// Bytes of the longest key that begins with a character.
    longest: FxHashMap<char, usize>,
}

/// To traditional, and to simplified; made at the first text with a Han character. `script/make.py` says how it is written.
static TABLES: LazyLock<[Table; 2]> = LazyLock::new(|| {
    let mut text = String::new();
    zstandard::Decoder::with_buffer(&include_bytes!("script/opencc.zst")[..])
        .and_then(|mut decoder| decoder.read_to_string(&mut text))
        .expect("the embedded table is whole");
    let (traditional, simplified) = text.leak().split_once("\n\n").expect("two tables");
    [Table::of(traditional), Table::of(simplified)]
});

/// Their numbers.
pub(super) const TO_TRADITIONAL: usize = 0;
pub(super) const TO_SIMPLIFIED: usize = 1;

impl Table {
    fn of(lines: &'static str) -> Self {
        let mut table = Self { becomes: FxHashMap::default(), longest: FxHashMap::default() };
        for line in lines.lines() {
            let (key, becomes) = line.split_once('\t').map_or((line, None), |(key, to)| (key, Some(to)));
            table.becomes.insert(key, becomes);
            let longest = table.longest.entry(key.chars().next().expect("no line is empty")).or_default();
            *longest = key.len().max(*longest);
        }
        table
    }

    fn convert(&self, text: &str) -> String {
        let mut converted = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let longest = self.longest.get(&first).copied().unwrap_or_default();
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
            let keys = ends.take_while(|&end| end <= longest).map(|end| &rest[..end]);
            let key = keys.filter(|key| self.becomes.contains_key(key)).last();
            match key {
                Some(key) => match self.becomes[key] {
                    Some(becomes) => converted.push_str(becomes),
                    None => converted.extend(key.chars().map(|c| self.character(c))),
                },
                None => converted.push(first),
            }
            rest = &rest[key.map_or(first.len_utf8(), str::len)..];
        }
        converted
    }

    fn character(&self, c: char) -> char {
        let becomes = self.becomes.get(&*c.encode_utf8(&mut [0; 4])).copied().flatten();
        becomes.and_then(|becomes| becomes.chars().next()).unwrap_or(c)
    }
}

/// Whether a text has more characters that only traditional Chinese has than characters that only simplified
/// has.
pub(super) fn is_traditional(text: &str) -> Result<bool, Moot> {
    let changed = |table: usize| {
        let converted = TABLES[table].convert(text);
        text.chars().zip(converted.chars()).filter(|(before, after)| before != after).count()
    };
    Ok(changed(TO_SIMPLIFIED) > changed(TO_TRADITIONAL))
}

pub(super) fn converted(text: &str, table: usize) -> Result<Edited, Moot> {
    match text.contains(is_han) {
        true => Ok(Edited { text: TABLES[table].convert(text), detail: String::new() }),
        false => Err(Moot::NoHan),
    }
}
