//! Writes pairs at one distance with their differences, in any format.

use super::{Cell, Column, Format, Rows};
use crate::alignment::{Alignment, Block, Context, Holder, Kind};
use crate::display::{Lang, both, lang, say};
use crate::measures::Measure;
use crate::progress::Progress;
use crate::recipe::Recipe;
use crate::visible;
use std::io::{self, Write};
use std::time::Duration;

/// A pair, as `border` and the explorer write it.
#[derive(Debug, Clone, Copy)]
pub struct BorderPair<'a> {
    /// Its distance.
    pub distance: u8,
    /// How many pairs there are at that distance.
    pub of: u64,
    /// The ids.
    pub ids: [&'a str; 2],
    /// Both texts, where they are known.
    pub texts: Option<[&'a str; 2]>,
    /// Their similarity by the measure that confirms, and whether it confirms them.
    pub value: Option<(f64, bool)>,
}

impl BorderPair<'_> {
    /// How the two texts differ.
    fn kind(&self) -> Option<Kind> {
        let [a, b] = self.texts?;
        Some(Kind::of_pair(a, b, self.value.is_some_and(|value| value.1)))
    }
}

/// Two texts as one: `[-what only A has-]`, `{+what only B has+}`, and `… 3 lines equal …` for what is left out. White
/// space that differs is as B has it, without a mark.
///
/// Texts that take longer than half a second are marked roughly: as differing from some place on.
pub fn marked(a: &str, b: &str, lang: Lang) -> String {
    const LIMIT: Duration = Duration::from_millis(500);
    // This progress is never cancelled, so there is always an alignment.
    let alignment = Alignment::between(a, b, LIMIT, &Progress::new()).unwrap_or_default();
    let mut marked = String::new();
    for block in alignment.blocks(a, b, Some(Context::default())) {
        match block {
            Block::Text(runs) => {
                for run in runs {
                    let text = run.text(a, b);
                    let is_blank = text.chars().all(char::is_whitespace);
                    match run.holder {
                        Holder::Both => marked.push_str(text),
                        Holder::OnlyA if is_blank => {}
                        Holder::OnlyB if is_blank => marked.push_str(text),
                        Holder::OnlyA => marked.extend(["[-", text, "-]"]),
                        Holder::OnlyB => marked.extend(["{+", text, "+}"]),
                    }
                }
            }
            Block::Fold(fold) => {
                let what = match (fold.lines, fold.characters) {
                    (0 | 1, characters) => {
                        lang.pick(both!("{characters} characters equal", "{characters} 个字符相同"))
                    }
                    (lines, _) => lang.pick(both!("{lines} lines equal", "{lines} 行相同")),
                };
                let end = if fold.lines > 0 { "\n" } else { "" };
                marked.push_str(&format!(" … {what} … {end}"));
            }
        }
    }
    marked
}

/// Writes the pairs, distance by distance: rows, or texts for reading.
///
/// # Errors
/// Those of `out`.
pub fn write_border(
    pairs: &[BorderPair<'_>],
    measure: Measure,
    format: Format,
    recipes: &[Recipe],
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = measure.to_string();
    if format.is_table() {
        ranked(pairs).try_for_each(|pair| write_texts(pair, &name, out))?;
        return out.flush();
    }
    let columns = if format == Format::Jsonl { &COLUMNS[..] } else { &COLUMNS[..WITHOUT_TEXTS] };
    let mut rows = Rows::new(format, columns, recipes, &mut *out)?;
    for (pair, rank) in ranked(pairs) {
        let texts = pair.texts.filter(|_| format == Format::Jsonl);
        let marked = texts.map(|[a, b]| marked(a, b, Lang::En));
        let cells: [Cell<'_>; COLUMNS.len()] = [
            pair.distance.into(),
            pair.of.into(),
            rank.into(),
            pair.ids[0].into(),
            pair.ids[1].into(),
            pair.value.map(|_| name.as_str()).into(),
            pair.value.map(|value| value.0).into(),
            pair.value.map(|value| value.1).into(),
            pair.kind().map(Kind::name).into(),
            texts.map(|texts| texts[0]).into(),
            texts.map(|texts| texts[1]).into(),
            marked.as_deref().into(),
        ];
        rows.write(&cells[..columns.len()])?;
    }
    rows.finish()
}

/// Writes a pair for reading, the first of a distance below a heading.
fn write_texts((pair, rank): (&BorderPair<'_>, u64), measure: &str, out: &mut dyn Write) -> io::Result<()> {
    let BorderPair { distance, of, .. } = *pair;
    if rank == 1 {
        let pairs = if of == 1 { "pair" } else { "pairs" };
        let head = say!("d = {distance}: {of} {pairs}", "d = {distance}：{of} 个文档对");
        writeln!(out, "{head}\n")?;
    }
    let [a, b] = pair.ids.map(visible::line);
    let value = pair.value.map_or(String::new(), |(value, is_confirmed)| {
        let confirmed = match is_confirmed {
            true => lang().pick(("confirmed", "确认")),
            false => lang().pick(("not confirmed", "未确认")),
        };
        format!("   {measure} {value:.2} {confirmed}")
    });
    let named = |kind: Kind| format!("   {}{kind}", lang().pick(("kind: ", "类别：")));
    let kind = pair.kind().map_or(String::new(), named);
    writeln!(out, "{rank}. {a}  ↔  {b}   d = {distance}{value}{kind}")?;
    let marked = pair.texts.map(|[a, b]| marked(a, b, lang()));
    for line in marked.iter().flat_map(|marked| marked.lines()) {
        writeln!(out, "    {}", visible::line(line))?;
    }
    writeln!(out)
}

const COLUMNS: [Column; 12] = [
    Column::count("distance"),
    Column::whole("of"),
    Column::whole("rank"),
    Column::text("id_a"),
    Column::text("id_b"),
    Column::text("measure").optional(),
    Column::number("value").optional(),
    Column::count("confirmed").optional(),
    Column::text("kind").optional(),
    Column::text("text_a").optional(),
    Column::text("text_b").optional(),
    Column::text("marked").optional(),
];

/// The number of columns of a table of rows; JSON also has the texts.
const WITHOUT_TEXTS: usize = 9;

/// Each pair with its number among those of its distance, from 1.
fn ranked<'p, 'a>(pairs: &'p [BorderPair<'a>]) -> impl Iterator<Item = (&'p BorderPair<'a>, u64)> {
    pairs.chunk_by(|a, b| a.distance == b.distance).flat_map(|run| run.iter().zip(1..))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_marked_and_long_equal_stretches_are_left_out() {
        assert_eq!(marked("opened in 1874", "finished in 1874", Lang::En), "[-opened-]{+finished+} in 1874");
        assert_eq!(marked("same", "same", Lang::En), "same");
        assert_eq!(marked("one two\nthree", "one\ntwo three", Lang::En), "one\ntwo three");
        let lines: String = (0..9).map(|i| format!("line {i}\n")).collect();
        let (a, b) = (format!("a\n{lines}"), format!("b\n{lines}"));
        assert_eq!(marked(&a, &b, Lang::En), "[-a-]{+b+}\nline 0\n … 8 lines equal … \n");
    }
}
