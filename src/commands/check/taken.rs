//! Passages of new documents that stand in known ones.

use super::super::arguments::{CheckArguments, CheckFormat};
use super::super::failure::Failure;
use super::super::output::print;
use super::super::passages::{Cut, Searching, shortened};
use super::super::watch::Watch;
use super::{InFile, place, result, sarif, written};
use serde_json::{Value, json};
use simscope_core::corpus::{Corpus, text_hash};
use simscope_core::display::{counted, grouped_digits, say};
use simscope_core::passages::Passage;
use simscope_core::visible;
use std::collections::BTreeSet;
use std::ops::Range;

/// In SARIF.
const RULE: (&str, &str) = ("passage", "A passage stands in a known document");

pub(super) fn run(new: Corpus, arguments: &CheckArguments, words: u32, watch: Watch) -> Result<(), Failure> {
    let definition = arguments.definition.definition(words);
    let searching =
        Searching::new((new, &arguments.against), &arguments.input, &arguments.given, definition, watch)?;
    let (mut cut, mut texts, mut all) = (Cut::default(), BTreeSet::new(), 0_usize);
    let is_sarif = arguments.format() == CheckFormat::Sarif;
    let mut results = Vec::new();
    print(|out| {
        searching.each(watch, |passage| {
            texts.insert(passage.texts[0]);
            all += 1;
            let taken = Taken::new(&searching, &passage, &mut cut, arguments);
            match arguments.format() {
                CheckFormat::Text => writeln!(out, "{}", taken.line()),
                CheckFormat::Jsonl => writeln!(out, "{}", taken.object()),
                CheckFormat::Sarif => {
                    results.push(taken.result());
                    Ok(())
                }
            }
        })?;
        if is_sarif { writeln!(out, "{:#}", sarif([RULE], results.drain(..))) } else { Ok(()) }
    })?;
    if all == 0 {
        return Ok(());
    }
    let found = counted(all, "passage", "passages");
    let [all, some, own] = [all, texts.len(), searching.own].map(grouped_digits);
    Err(Failure::Alarm(say!(
        "{found} of {words} words or more: {some} of {own} documents have one that is known already",
        "{all} 个段落，各至少 {words} 个词：{own} 篇文档中有 {some} 篇含有已知文档中的段落"
    )))
}

/// A passage, with where it is.
struct Taken<'s> {
    places: [InFile; 2],
    ids: [&'s str; 2],
    reaches: [Range<u32>; 2],
    words: u32,
    text: &'s str,
}

impl<'s> Taken<'s> {
    fn new(of: &'s Searching, passage: &Passage, cut: &mut Cut, arguments: &CheckArguments) -> Self {
        let [a, b] = passage.texts.map(|text| text as usize);
        let paths = [&arguments.input.paths, &arguments.against];
        let places = [place(&of.corpora[0], a, paths[0]), place(&of.corpora[1], b - of.own, paths[1])];
        let text = &of.all.get(a).text[cut.place(0, passage, of)];
        Self {
            places,
            ids: [a, b].map(|at| of.all.get(at).id),
            reaches: [0, 1].map(|side| passage.reach(side)),
            words: passage.words(),
            text,
        }
    }

    fn line(&self) -> String {
        let text = shortened(self.text);
        let text = visible::line(&text);
        let ([new, known], id) = (self.places.each_ref().map(written), visible::line(self.ids[1]));
        let known = if known == id { known } else { format!("{known}: {id}") };
        say!("{new}: passage of {} words: {known}: {}", "{new}：{} 个词的段落：{known}：{}", self.words, text)
    }

    fn object(&self) -> Value {
        let [(file, line), (known_file, known_line)] = &self.places;
        let [a, b] = &self.reaches;
        json!({
            "file": file, "line": line, "id": self.ids[0], "from": a.start, "to": a.end, "words": self.words,
            "known_file": known_file, "known_line": known_line, "known_id": self.ids[1], "known_from": b.start,
            "known_to": b.end, "text": self.text,
        })
    }

    fn result(&self) -> Value {
        result((RULE.0, "warning"), self.line(), &self.places, format!("{:016x}", text_hash(self.text)))
    }
}
