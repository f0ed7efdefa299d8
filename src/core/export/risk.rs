//! The documents that are too short for k, in any format.

use super::explained::Number;
use super::sensitivity::texts_of;
use super::{Cell, Column, Format, Rows};
use crate::display::{Lang, counted, lang};
use crate::recipe::Recipe;
use crate::sensitivity::{Curve, Experiment};
use std::io::{self, Write};

/// The documents of a corpus that one edit moves by more than k with probability over one half.
#[derive(Debug, Clone, PartialEq)]
pub struct Risk<'a> {
    /// Largest distance of two near-duplicates.
    pub k: u8,
    /// The experiment that measured it.
    pub experiment: Experiment,
    /// Texts of each length, in words.
    texts: String,
    /// Documents with features.
    pub documents: usize,
    /// Documents without features, which are in no group.
    pub empty: usize,
    /// The documents that are too short, in the order of the corpus.
    pub short: Vec<Short<'a>>,
    /// Whether any length was measured; otherwise no document is known to be too short.
    pub is_measured: bool,
}

/// A document that is too short.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Short<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its distinct terms, as [`Point::features`](crate::sensitivity::Point::features).
    pub features: u32,
    /// The share of edits that leave such a document within k, below 0.5.
    pub within_k: f64,
}

impl<'a> Risk<'a> {
    /// From ids and numbers of distinct terms.
    pub fn of(documents: impl Iterator<Item = (&'a str, u32)>, curve: &Curve, k: u8) -> Self {
        let mut risk = Self {
            k,
            experiment: curve.experiment,
            texts: texts_of(curve, Lang::En),
            documents: 0,
            empty: 0,
            short: Vec::new(),
            is_measured: !curve.points.is_empty(),
        };
        for (id, features) in documents {
            match features {
                0 => risk.empty += 1,
                _ => risk.documents += 1,
            }
            if let Some(within_k) = curve.within(features, k).filter(|_| curve.is_too_short(features, k)) {
                risk.short.push(Short { id, features, within_k });
            }
        }
        risk
    }

    /// How many documents are too short and why, one sentence a line.
    pub fn summary(&self, lang: Lang) -> Vec<String> {
        let mut sentences = if self.is_measured {
            self.measured(lang)
        } else {
            let phrase = (
                "Too few passages with words to measure what an edit does.",
                "含词的段落太少，无法测量编辑的影响。",
            );
            vec![lang.pick(phrase).to_owned()]
        };
        if self.empty > 0 {
            let are = if self.empty == 1 { "is" } else { "are" };
            let empty = counted(self.empty, "empty document", "empty documents");
            sentences.push(
                lang.pick((format!("{empty} {are} not counted."), format!("{} 篇空文档不计。", self.empty))),
            );
        }
        sentences
    }

    fn measured(&self, lang: Lang) -> Vec<String> {
        let Self { k, experiment, documents, short, texts, .. } = self;
        let share = 100.0 * short.len() as f64 / (*documents).max(1) as f64;
        let (short, seed, edits) = (short.len(), experiment.seed, experiment.edits);
        let are = if short == 1 { "is" } else { "are" };
        let edit = match edits {
            1 => "One replaced word moves".to_owned(),
            n => format!("{n} replaced words move"),
        };
        let zh_texts = texts.replace(" to ", " 到 ");
        let zh_edit = if edits == 1 { "一词".to_owned() } else { format!(" {edits} 词") };
        match lang {
            Lang::En => vec![
                format!("{short} of {documents} documents ({share:.1} %) {are} too short for k = {k}."),
                format!("{edit} such a document by more than k, more often than not."),
                format!("Measured on {texts} texts of every length, seed {seed}."),
            ],
            Lang::Zh => vec![
                format!("{documents} 篇文档中有 {short} 篇（{share:.1} %）对 k = {k} 过短："),
                format!("换{zh_edit}后，距离超过 k 的可能大于一半。"),
                format!("每种长度用 {zh_texts} 篇文本测得，种子 {seed}。"),
            ],
        }
    }

    /// Writes the documents; a table begins with the summary.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        if format.is_table() {
            writeln!(out, "{}\n", self.summary(lang()).join("\n"))?;
        }
        // Only JSON rows carry their kind, as the other rows of `sensitivity` do.
        let columns =
            [Column::text("kind"), Column::text("id"), Column::count("features"), Column::number("within_k")];
        let first = usize::from(format != Format::Jsonl);
        let mut rows = Rows::new(format, &columns[first..], recipes, out)?;
        for Short { id, features, within_k } in &self.short {
            let cells: [Cell<'_>; 4] =
                ["risk".into(), (*id).into(), (*features).into(), Number(*within_k).cell()];
            rows.write(&cells[first..])?;
        }
        rows.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensitivity::Point;

    fn curve(points: Vec<Point>) -> Curve {
        Curve { experiment: Experiment::default(), points }
    }

    fn point(features: u32, distances: [u32; 3]) -> Point {
        let texts = (0..).zip(distances).flat_map(|(distance, texts)| vec![(distance, 0.5); texts as usize]);
        Point::of(features, 2, texts).unwrap()
    }

    fn written(risk: &Risk<'_>, format: Format) -> String {
        let mut out = Vec::new();
        risk.write(format, &[], &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn documents_that_are_too_short_are_listed_and_counted() {
        let curve = curve(vec![point(1, [0, 1, 3]), point(10, [4, 0, 0])]);
        let documents = [("a\u{1b}", 1), ("b", 0), ("c", 3), ("d", 10), ("e", 99)];
        let risk = Risk::of(documents.into_iter(), &curve, 1);
        insta::assert_snapshot!(written(&risk, Format::Jsonl), @r#"{"kind":"risk","id":"a\u001b","features":1,"within_k":0.25}"#);
        insta::assert_snapshot!(written(&risk, Format::Tsv), @"
        id	features	within_k
        a␛	1	0.25
        ");
        insta::assert_snapshot!(written(&risk, Format::Table(None)), @"
        1 of 4 documents (25.0 %) is too short for k = 1.
        One replaced word moves such a document by more than k, more often than not.
        Measured on 4 texts of every length, seed 1.
        1 empty document is not counted.

         id   features   within_k
        ──────────────────────────
         a␛          1     0.2500
        ");
    }

    #[test]
    fn without_lengths_no_document_is_called_too_short() {
        let risk = Risk::of([("a", 0), ("b", 0), ("c", 3)].into_iter(), &curve(Vec::new()), 1);
        assert_eq!((risk.documents, risk.empty, risk.short.len()), (1, 2, 0));
        insta::assert_snapshot!(risk.summary(Lang::En).join(" "), @"Too few passages with words to measure what an edit does. 2 empty documents are not counted.");
    }
}
