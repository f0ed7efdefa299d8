//! Pairs of documents as they are found, in any format.

use super::escaped::text;
use super::{Column, Format, Rows};
use crate::contrast::SeenPair;
use crate::corpus::Ids;
use crate::hamming::Pair;
use crate::recipe::Recipe;
use std::borrow::Cow;
use std::hint;
use std::io::{self, Write};
use std::ops::Range;

/// The columns of a table of pairs: two ids with these names, and the distance.
pub const fn pair_columns(names: [&'static str; 2]) -> [Column; 3] {
    [Column::text(names[0]), Column::text(names[1]), Column::count("distance")]
}

/// Pairs as the lines of TSV or CSV, which any thread can make.
#[derive(Debug)]
pub struct PairLines<'a> {
    /// As they are written.
    ids: Cow<'a, Ids>,
    separator: u8,
}

impl<'a> PairLines<'a> {
    /// `ids` are those of the positions that pairs consist of; each is made safe once. `None` for the other formats.
    pub fn new(format: Format, ids: impl FnOnce() -> Cow<'a, Ids>) -> Option<Self> {
        let separator = match format {
            Format::Tsv => b'\t',
            Format::Csv => b',',
            _ => return None,
        };
        let ids = ids();
        let is_written_as_is =
            |byte| matches!(byte, b' '..=b'~') && (separator == b'\t' || !matches!(byte, b',' | b'"'));
        let are_plain = ids.text().bytes().fold(true, |plain, byte| plain & is_written_as_is(byte));
        let safe = || {
            ids.iter().fold(Ids::default(), |mut safe, id| {
                safe.push(&text(format, id));
                safe
            })
        };
        let ids = if are_plain { ids } else { Cow::Owned(safe()) };
        Some(Self { ids, separator })
    }

    /// The lines of these pairs, as [`Rows::write`] writes them.
    pub fn of(&self, pairs: &[Pair]) -> Vec<u8> {
        /// Ids that are looked up before the first is copied, so that the processor waits for several at a time.
        const AHEAD: usize = 64;
        let mut lines = Vec::with_capacity(32 * pairs.len());
        let mut places = [const { 0..0 }; AHEAD];
        let mut last = (u32::MAX, 0..0);
        for some in pairs.chunks(AHEAD) {
            for (place, &(_, b, _)) in places.iter_mut().zip(some) {
                *place = self.ids.range(b as usize);
            }
            // These loads do not wait for one another; the copies below would.
            let text = self.ids.text().as_bytes();
            hint::black_box(
                places.iter().fold(0, |all, place| all ^ text.get(place.start).copied().unwrap_or(0)),
            );
            for (place, &(a, _, distance)) in places.iter().zip(some) {
                // Many pairs in a row begin with the same id.
                if last.0 != a {
                    last = (a, self.ids.range(a as usize));
                }
                self.write(&last.1, &mut lines);
                self.write(place, &mut lines);
                if distance >= 100 {
                    lines.push(b'1');
                }
                if distance >= 10 {
                    lines.push(b'0' + distance / 10 % 10);
                }
                lines.extend_from_slice(&[b'0' + distance % 10, b'\n']);
            }
        }
        lines
    }

    /// Appends an id and a separator.
    #[inline]
    fn write(&self, place: &Range<usize>, lines: &mut Vec<u8>) {
        /// Most ids are shorter: to copy as many bytes always is quicker than to copy as many as there are.
        const WIDE: usize = 32;
        let text = self.ids.text().as_bytes();
        match text.get(place.start..place.start + WIDE) {
            Some(wide) if place.len() <= WIDE => {
                let end = lines.len() + place.len();
                lines.extend_from_slice(wide);
                lines.truncate(end);
            }
            _ => lines.extend_from_slice(&text[place.clone()]),
        }
        lines.push(self.separator);
    }
}

/// The pairs that only one of two recipes sees, as `diff-recipes` and the explorer write them.
pub struct SeenPairs<'a, 'w> {
    rows: Rows<'w>,
    id: &'a dyn Fn(u32) -> &'a str,
}

impl<'a, 'w> SeenPairs<'a, 'w> {
    /// Begins the table; `id` gives the id of a document.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(
        id: &'a dyn Fn(u32) -> &'a str,
        format: Format,
        recipes: &[Recipe],
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        let columns = [
            Column::text("id_a"),
            Column::text("id_b"),
            Column::count("distance_a").optional(),
            Column::count("distance_b").optional(),
            Column::text("seen_by"),
        ];
        Ok(Self { rows: Rows::new(format, &columns, recipes, out)?, id })
    }

    /// Writes a pair that one recipe sees.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&mut self, pair: &SeenPair) -> io::Result<()> {
        self.rows.write(&[
            (self.id)(pair.documents.0).into(),
            (self.id)(pair.documents.1).into(),
            pair.distance_a.into(),
            pair.distance_b.into(),
            if pair.is_seen.0 { "a" } else { "b" }.into(),
        ])
    }

    /// Ends the table.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(self) -> io::Result<()> {
        self.rows.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    proptest! {
        #[test]
        fn lines_are_what_rows_write(
            ids in prop::collection::vec(
                select(vec!["", "a", "doc17", "床前", "a\tb\n", "\u{1b}[2J", "a,b", "\"q\"", "=1", "an id of more than thirty-two bytes, by far"]),
                1..40,
            ),
            pairs in prop::collection::vec((any::<u32>(), any::<u32>(), 0_u8..=128), 0..200),
            format in select(vec![Format::Tsv, Format::Csv]),
        ) {
            let at = |place: u32| place % ids.len() as u32;
            let pairs: Vec<Pair> = pairs.into_iter().map(|(a, b, distance)| (at(a), at(b), distance)).collect();
            let all: Ids = ids.iter().copied().collect();
            let mut written = Vec::new();
            let mut rows = Rows::new(format, &pair_columns(["a", "b"]), &[], &mut written).unwrap();
            for &(a, b, distance) in &pairs {
                rows.write(&[ids[a as usize].into(), ids[b as usize].into(), distance.into()]).unwrap();
            }
            rows.finish().unwrap();
            let header = written.iter().position(|&byte| byte == b'\n').unwrap() + 1;
            let lines = PairLines::new(format, || Cow::Borrowed(&all)).unwrap().of(&pairs);
            prop_assert_eq!(String::from_utf8_lossy(&lines), String::from_utf8_lossy(&written[header..]));
        }
    }

    #[test]
    fn the_other_formats_have_no_lines() {
        assert!(PairLines::new(Format::Jsonl, || unreachable!("the ids are not asked for")).is_none());
    }
}
