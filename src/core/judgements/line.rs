//! A judgement as a line of its file.

use super::escape::{escaped, unescaped};
use super::{Judgement, Named, Verdict};
use crate::display::say;
use crate::evidence::Selection;

/// The first line of the file. The last column has a closed set of values, so that a line that was cut off is never taken for
/// a whole one.
pub(super) const HEADER: &str =
    "id_a\tid_b\thash_a\thash_b\tdistance\tjudgement\tnote\ttime\trecipe\twho\tselection";

/// What takes a judgement back.
const WITHDRAWN: &str = "withdrawn";

/// A line that is no judgement; it is left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("line {number}: {why}", "第 {number} 行：{why}"))]
pub struct BadLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// What is wrong with it; safe to show.
    pub why: String,
}

impl Judgement {
    /// The line, with its line end.
    pub(super) fn line(&self) -> String {
        let Self { pair: [a, b], distance, verdict, note, time, recipe, who, selection } = self;
        let verdict = verdict.map_or(WITHDRAWN, Verdict::name);
        let selection = match selection {
            Selection::Drawn => "drawn",
            Selection::Chosen => "chosen",
        };
        format!(
            "{}\t{}\t{:016x}\t{:016x}\t{distance}\t{verdict}\t{}\t{}\t{}\t{}\t{selection}\n",
            escaped(&a.id),
            escaped(&b.id),
            a.hash,
            b.hash,
            escaped(note),
            escaped(time),
            escaped(recipe),
            escaped(who)
        )
    }

    /// Reads a line without its line end; or says what is wrong with it.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[id_a, id_b, hash_a, hash_b, distance, verdict, note, time, recipe, who, selection] = &cells[..]
        else {
            let columns = HEADER.split('\t').count();
            return Err(say!("it has {} of {columns} columns", "只有 {} 列，应有 {columns} 列", cells.len()));
        };
        let bad = |column: &str, cell: &str| {
            say!("column {column} has {:?}", "{column} 列的值为 {:?}", crate::visible::fit(cell, 40))
        };
        let text = |column, cell| unescaped(cell).ok_or_else(|| bad(column, cell));
        let hash = |column, cell| parse_hash(cell).ok_or_else(|| bad(column, cell));
        let verdict = match (verdict, Verdict::parse(verdict)) {
            (WITHDRAWN, _) => None,
            (_, Some(verdict)) => Some(verdict),
            (cell, None) => return Err(bad("judgement", cell)),
        };
        Ok(Self {
            pair: [
                Named { id: text("id_a", id_a)?, hash: hash("hash_a", hash_a)? },
                Named { id: text("id_b", id_b)?, hash: hash("hash_b", hash_b)? },
            ],
            distance: distance.parse().map_err(|_| bad("distance", distance))?,
            verdict,
            note: text("note", note)?,
            time: text("time", time)?,
            recipe: text("recipe", recipe)?,
            who: text("who", who)?,
            selection: match selection {
                "drawn" => Selection::Drawn,
                "chosen" => Selection::Chosen,
                cell => return Err(bad("selection", cell)),
            },
        })
    }
}

/// 16 hexadecimal digits.
pub(crate) fn parse_hash(cell: &str) -> Option<u64> {
    let is_hash = cell.len() == 16 && cell.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| u64::from_str_radix(cell, 16).ok())?
}
