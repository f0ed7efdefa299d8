//! The sections of `sensitivity` on a terminal.

use super::{Number, Sensitivity, counted, name, texts_of};
use crate::display::{lang, say};
use crate::export::explained::padded;
use crate::export::{Cell, Column, Format, Rows};
use crate::recipe::Recipe;
use crate::sensitivity::{Curve, Margin, Moved, SURVIVED, Survival, percent};
use crate::simhash::hex;
use crate::visible;
use std::io::{self, Write};

/// Features shown at most.
const MOST_FEATURES: usize = 20;
/// Bits shown at most.
const MOST_BITS: usize = 16;
/// Bits a line.
const BITS_A_LINE: usize = 8;
/// Columns of a term or an edit, so that a row fits a terminal of 80.
const WIDEST: usize = 56;
/// Suffix of an edit that the recipe does not see.
const UNSEEN: (&str, &str) = (" (features unchanged)", "（特征不变）");
/// Columns of the names in the head.
const HEAD: usize = 11;

impl Sensitivity<'_> {
    pub(super) fn write_sections(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        self.write_head(out)?;
        self.write_influence(format, out)?;
        self.write_edits(format, out)?;
        self.write_bits(out)?;
        self.write_lengths(format, out)?;
        out.flush()
    }

    fn write_head(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { recipe, trace, k, edits, seed, .. } = *self;
        let head = |phrase| padded(lang().pick(phrase), HEAD);
        if let Some(id) = self.id {
            writeln!(out, "{}{}", head(("id", "编号")), visible::line(id))?;
        }
        writeln!(out, "{}{}", head(("corpus", "语料")), visible::fit(self.corpus, WIDEST))?;
        writeln!(out, "{}{recipe}", head(("recipe", "配方")))?;
        writeln!(out, "{}{}", head(("signature", "签名")), hex(trace.signature, recipe.bits))?;
        let (kept, all, bits) = (trace.features.len(), self.features, recipe.bits);
        let features = match all as usize > kept {
            true => say!("{kept} of {all} terms", "{all} 个词项中的 {kept} 个"),
            false => kept.to_string(),
        };
        writeln!(out, "{}{features}", head(("features", "特征")))?;
        writeln!(out, "{}{}", head(("k", "k")), say!("{k} of {bits} bits", "{k}（共 {bits} 位）"))?;
        let each = say!("{} each, seed {seed}", "每次 {}，种子 {seed}", words(edits));
        writeln!(out, "{}{each}\n", head(("edits", "编辑")))?;
        let sentence = match self.influence.heaviest() {
            None => say!(
                "No features: every sum is 0, and nothing can be left out.",
                "没有特征：每位的累加值都是 0，没有可去掉的。"
            ),
            Some(left) if left.flipped == 0 => {
                say!("No feature left out alone flips a bit.", "单独去掉任何一个特征都不翻转任何位。")
            }
            Some(left) => say!(
                "\"{}\" flips most bits: without it {} of {bits} differ.",
                "“{}”翻转的位最多：去掉它有 {} 位不同，共 {bits} 位。",
                visible::fit(&trace.features[left.feature].term, WIDEST),
                left.distance()
            ),
        };
        writeln!(out, "{sentence}\n")
    }

    fn write_influence(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let order = self.influence.heaviest_first();
        if order.is_empty() {
            return Ok(());
        }
        let mut rows = Rows::new(format, &["left out", "distance", "within_k"].map(Column::text), &[], out)?;
        for left in order.iter().take(MOST_FEATURES) {
            let term = visible::fit(&self.trace.features[left.feature].term, WIDEST);
            let distance = left.distance();
            rows.write(&[term.as_ref().into(), distance.into(), yes(left.is_within(self.k))])?;
        }
        rows.finish()?;
        if let Some(next) = order.get(MOST_FEATURES) {
            let more = order.len() - MOST_FEATURES;
            let most = match next.distance() {
                0 => say!("no bit", "0 位"),
                1 => say!("1 bit at most", "至多 1 位"),
                n => say!("{n} bits at most", "至多 {n} 位"),
            };
            let sentence = say!(
                " {more} more flip {most}; jsonl and tsv have all.",
                " 另有 {more} 个翻转{most}；jsonl 和 tsv 中有全部。"
            );
            writeln!(out, "{sentence}")?;
        }
        writeln!(out)
    }

    fn write_edits(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Some(battery) = self.battery else { return Ok(()) };
        let mut rows = Rows::new(format, &["edit", "distance", "within_k"].map(Column::text), &[], out)?;
        for trial in &battery.trials {
            let moved = trial.outcome.as_ref().ok();
            let note = if moved.is_some_and(|moved| moved.is_unseen) { lang().pick(UNSEEN) } else { "" };
            let name = format!("{}{note}", visible::fit(&name(trial, lang()), WIDEST - visible::width(note)));
            rows.write(&[
                name.as_str().into(),
                moved.map(Moved::distance).into(),
                moved.map(|moved| yes(moved.is_within(self.k))).into(),
            ])?;
        }
        rows.finish()?;
        writeln!(out)
    }

    fn write_bits(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(unit) = self.margins.median_weight.filter(|&unit| unit > 0.0) else { return Ok(()) };
        let mut bits: Vec<(&Margin, f64)> =
            self.margins.bits.iter().filter_map(|bit| Some((bit, bit.margin?))).collect();
        bits.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        let unit = match Number(unit).cell() {
            Cell::Integer(unit) => unit.to_string(),
            _ => format!("{unit:.4}"),
        };
        let head = |phrase| padded(lang().pick(phrase), HEAD);
        let (fragile, all) = (self.influence.fragile.removing.count_ones(), self.recipe.bits);
        let flips = say!(
            "{fragile} of {all} bits flip (*) when some single feature is left out",
            "{all} 位中有 {fragile} 位在去掉某一个特征时翻转（*）"
        );
        writeln!(out, "{}{flips}", head(("fragile", "脆弱")))?;
        let shown = bits.len().min(MOST_BITS);
        let margins = say!(
            "|sum| / median weight ({unit}) of the {shown} weakest bits:",
            "最弱的 {shown} 位，|累加值| / 中位权重（{unit}）："
        );
        writeln!(out, "{}{margins}", head(("margins", "余量")))?;
        for line in bits[..shown].chunks(BITS_A_LINE) {
            let cells = line.iter().map(|(bit, margin)| {
                let mark = if self.influence.fragile.removing >> bit.bit & 1 == 1 { '*' } else { ' ' };
                format!(" {:>3}{mark}{:<5}", bit.bit, short(*margin))
            });
            writeln!(out, "{}", cells.collect::<String>().trim_end())?;
        }
        writeln!(out)
    }

    fn write_lengths(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Some(curve) = self.curve else { return Ok(()) };
        let head = padded(lang().pick(("lengths", "长度")), HEAD);
        if curve.points.is_empty() {
            let none = say!("none: the corpus has too few passages with words", "无：语料中含词的段落太少");
            return writeln!(out, "{head}{none}");
        }
        let (words, texts) = (words(curve.experiment.edits), texts_of(curve, lang()));
        let measured = say!(
            "{words} replaced in {texts} texts of each length from the corpus",
            "语料中每种长度取 {texts} 篇文本，每篇换 {words}"
        );
        writeln!(out, "{head}{measured}")?;
        let columns = ["features", "mean", "p10", "p90", "within_k", "theory"].map(Column::text);
        let mut rows = Rows::new(format, &columns, &[], out)?;
        for point in &curve.points {
            rows.write(&[
                point.features.into(),
                Cell::Number(point.mean()),
                point.quantile(0.1).into(),
                point.quantile(0.9).into(),
                Cell::Number(point.within(self.k)),
                Cell::Number(point.theory()),
            ])?;
        }
        rows.finish()?;
        let none = || {
            say!("A text without features is not among these lengths.", "没有特征的文本不在这些长度之中。")
        };
        writeln!(out, "\n{}", survival(curve, self.features, self.k, &self.recipe).unwrap_or_else(none))
    }
}

/// The share of texts of this length that stay within k, and the k they need.
fn survival(curve: &Curve, features: u32, k: u8, recipe: &Recipe) -> Option<String> {
    let Survival { within, needed, read_at } = curve.survival(features, k)?;
    let (words, are) = match curve.experiment.edits {
        1 => ("1 word".to_owned(), "is"),
        n => (format!("{n} words"), "are"),
    };
    let measured = match read_at {
        Some(longest) => {
            say!(
                "\n(Read at {longest}, the longest texts measured.)",
                "\n（按测得的最长文本 {longest} 读取。）"
            )
        }
        None => String::new(),
    };
    let (texts, within, sure) = (counted(features, recipe, lang()), percent(within), percent(SURVIVED));
    let zh_words = curve.experiment.edits;
    Some(say!(
        "Texts of {texts} from this corpus, when {words} of each {are} replaced:\n{within} stay within k = {k}; for \
             {sure} you need k = {needed}.{measured}",
        "此语料中{texts}的文本，每篇换 {zh_words} 词后：\n{within} 仍在 k = {k} 内；要覆盖 {sure}，需取 \
             k = {needed}。{measured}"
    ))
}

fn words(n: u16) -> String {
    if n == 1 { say!("1 word", "1 词") } else { say!("{n} words", "{n} 词") }
}

fn yes(is_so: bool) -> Cell<'static> {
    Cell::Text(lang().pick(if is_so { ("yes", "是") } else { ("no", "否") }))
}

/// A margin in at most five columns, up to 99999.
fn short(margin: f64) -> String {
    match margin {
        ..10.0 => format!("{margin:.2}"),
        ..100.0 => format!("{margin:.1}"),
        _ => format!("{margin:.0}"),
    }
}
