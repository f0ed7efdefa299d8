//! `simscope passages`: which part of a text stands in which other.

use super::arguments::{PassagesArguments, TextArguments, is_page};
use super::failure::Failure;
use super::material::{finished, read_texts, read_texts_of, refuse_signatures};
use super::watch::{Unit, Watch, note};
use simscope_core::analysis::given_texts;
use simscope_core::corpus::{Corpus, Source};
use simscope_core::display::{counted, grouped_digits, lang, say};
use simscope_core::export::{Cell, Column, Rows};
use simscope_core::index::is_index;
use simscope_core::passages::{Definition, Passage, Passages, Shares, Words, place, words};
use simscope_core::report::Sheet;
use simscope_core::visible;
use std::convert::Infallible;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

const COLUMNS: [Column; 10] = [
    Column::text("id_a"),
    Column::whole("from_a"),
    Column::whole("to_a"),
    Column::text("id_b"),
    Column::whole("from_b"),
    Column::whole("to_b"),
    Column::whole("words"),
    Column::number("share_a"),
    Column::number("share_b"),
    Column::text("text"),
];
const OFFSETS: [Column; 8] = [
    Column::whole("start_byte_a"),
    Column::whole("end_byte_a"),
    Column::whole("start_char_a"),
    Column::whole("end_char_a"),
    Column::whole("start_byte_b"),
    Column::whole("end_byte_b"),
    Column::whole("start_char_b"),
    Column::whole("end_char_b"),
];
const BY_DOCUMENT: [Column; 6] = [
    Column::text("id"),
    Column::whole("words"),
    Column::whole("in_others"),
    Column::number("share"),
    Column::whole("own"),
    Column::text("sources"),
];

pub(super) fn run(arguments: &PassagesArguments) -> Result<(), Failure> {
    let what = (
        "--input signatures: passages are parts of texts; give the texts",
        "--input signatures：段落取自文本；请给出文本",
    );
    refuse_signatures(&arguments.input, what)?;
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    let output = &arguments.output;
    let own = read_texts(&arguments.input, watch)?;
    let definition = arguments.definition.definition(arguments.min_words);
    let found =
        Searching::new((own, &arguments.against), &arguments.input, &arguments.given, definition, watch)?;
    let watch = watch.unless(output.is_on_terminal());
    match output.file().is_some_and(is_page) {
        true => found.sheet(arguments, watch)?,
        false if arguments.is_by_document => found.by_document(arguments, watch)?,
        false => found.list(arguments, watch)?,
    }
    Ok(())
}

/// Texts, and behind them those in which passages are looked for.
pub(super) struct Searching {
    pub(super) all: Corpus,
    pub(super) own: usize,
    /// Both, with the places of their documents.
    pub(super) corpora: [Corpus; 2],
    pub(super) passages: Passages,
}

impl Searching {
    pub(super) fn new(
        (own, against): (Corpus, &[PathBuf]),
        input: &TextArguments,
        given: &[PathBuf],
        definition: Definition,
        watch: Watch,
    ) -> Result<Self, Failure> {
        let given = given_texts(given, &mut |skipped| note(skipped))?;
        let mut corpora = [own, Corpus::default()];
        let (mut all, own) = (corpora[0].clone(), corpora[0].len());
        if let Some(index) = against.iter().find(|path| is_index(path)) {
            return Err(Failure::Usage(say!(
                "--against {}: an index has signatures and no texts; give the texts that it was made from",
                "--against {}：索引只有签名，没有文本；请给出建立它的文本",
                visible::path(index)
            )));
        }
        if !against.is_empty() {
            let sources: Vec<Source> = against.iter().map(|path| Source::Path(path.clone())).collect();
            corpora[1] = read_texts_of(&sources, &input.read_options(), watch)?;
            corpora[1].batches().iter().for_each(|batch| all.push(batch.clone()));
        }
        let texts: Vec<&str> = all.iter().map(|document| document.text).collect();
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let passages = watch.during(("cutting into words", "切分为词"), Unit::Documents, |progress| {
            finished(Passages::of((&texts, own), &given, definition, progress))
        });
        Ok(Self { all, own, corpora, passages })
    }

    pub(super) fn each<E>(&self, watch: Watch, take: impl FnMut(Passage) -> Result<(), E>) -> Result<(), E> {
        watch.during(("looking for passages", "查找段落"), Unit::Documents, |progress| {
            self.passages.each(progress, take).map(finished)
        })
    }

    fn text(&self, document: u32) -> &str {
        self.all.get(document as usize).text
    }

    fn id(&self, document: u32) -> &str {
        self.all.get(document as usize).id
    }

    /// A row for each passage.
    fn list(&self, arguments: &PassagesArguments, watch: Watch) -> Result<(), Failure> {
        let mut columns = COLUMNS.to_vec();
        columns.extend(OFFSETS.into_iter().filter(|_| arguments.has_offsets));
        let (mut cut, mut all) = (Cut::default(), 0);
        arguments.output.rows(&columns, &[], |rows| {
            self.each(watch, |passage| {
                all += 1;
                self.write(&passage, &mut cut, arguments.has_offsets, rows)
            })
        })?;
        let (passages, n) = (counted(all, "passage", "passages"), grouped_digits(all));
        let most = grouped_digits(self.passages.most());
        note(&say!(
            "{passages}; what more than {most} texts have begins none",
            "{n} 个段落；超过 {most} 篇文本共有的内容不作为段落的起点"
        ));
        Ok(())
    }

    fn write(
        &self,
        passage: &Passage,
        cut: &mut Cut,
        has_offsets: bool,
        rows: &mut Rows<'_>,
    ) -> io::Result<()> {
        let text = shortened(&self.text(passage.texts[0])[cut.place(0, passage, self)]);
        let mut cells: Vec<Cell<'_>> = Vec::with_capacity(18);
        for side in [0, 1] {
            let Range { start, end } = passage.reach(side);
            cells.extend([Cell::from(self.id(passage.texts[side])), start.into(), end.into()]);
        }
        let [share_a, share_b] =
            passage.texts.map(|text| Cell::from(self.passages.share(text, passage.words())));
        cells.extend([Cell::from(passage.words()), share_a, share_b, Cell::Text(&text)]);
        if has_offsets {
            for side in [0, 1] {
                let (place, text) = (cut.place(side, passage, self), self.text(passage.texts[side]));
                let chars = |end: usize| text[..end].chars().count();
                cells.extend([place.start, place.end, chars(place.start), chars(place.end)].map(Cell::from));
            }
        }
        rows.write(&cells)
    }

    /// A row for each text.
    fn by_document(&self, arguments: &PassagesArguments, watch: Watch) -> Result<(), Failure> {
        let shares = self.shares(watch);
        let mut some = 0;
        arguments.output.rows(&BY_DOCUMENT, &[], |rows| {
            (0..self.own as u32).try_for_each(|text| {
                let (all, others) = (self.passages.words(text), shares.words(text));
                some += usize::from(others > 0);
                let sources = shares.sources(text).into_iter().map(|source| self.id(source.text).to_owned());
                let (sources, share) = (sources.collect::<Vec<String>>(), self.passages.share(text, others));
                let list = sources.join(", ");
                let [all, others, own] = [all, others, all - others].map(Cell::from);
                rows.write(&[
                    self.id(text).into(),
                    all,
                    others,
                    share.into(),
                    own,
                    Cell::List(&list, &sources),
                ])
            })
        })?;
        let [some, own] = [some, self.own].map(grouped_digits);
        note(&say!(
            "{some} of {own} texts have passages that are in others",
            "{own} 篇文本中有 {some} 篇含有见于他文的段落"
        ));
        Ok(())
    }

    fn shares(&self, watch: Watch) -> Shares {
        let mut shares = Shares::default();
        self.collect(watch, |passage| shares.add(&self.passages, &passage));
        shares
    }

    /// A page for each text.
    fn sheet(&self, arguments: &PassagesArguments, watch: Watch) -> Result<(), Failure> {
        let mut found = Vec::new();
        self.collect(watch, |passage| found.push(passage));
        let given: Vec<String> = arguments.given.iter().map(|path| visible::path(path)).collect();
        let sheet = Sheet { all: &self.all, passages: &self.passages, found: &found, given: &given };
        arguments.output.page(&sheet.html(arguments.input.lang.unwrap_or_else(lang)))
    }

    fn collect(&self, watch: Watch, mut take: impl FnMut(Passage)) {
        let Ok(()) = self.each(watch, |passage| {
            take(passage);
            Ok::<(), Infallible>(())
        });
    }
}

/// A passage in one line, without its middle if it is long.
pub(super) fn shortened(text: &str) -> String {
    /// Characters on both sides of what is left out.
    const AROUND: usize = 60;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = text.char_indices().nth(AROUND).map(|(at, _)| at);
    let start = text.char_indices().nth_back(AROUND - 1).map(|(at, _)| at);
    match (end, start) {
        (Some(end), Some(start)) if end < start => format!("{}…{}", &text[..end], &text[start..]),
        _ => text,
    }
}

/// The words of the texts of the last passage.
#[derive(Default)]
pub(super) struct Cut([Option<(u32, Words)>; 2]);

impl Cut {
    /// Where a passage stands in one of its texts.
    pub(super) fn place(&mut self, side: usize, passage: &Passage, of: &Searching) -> Range<usize> {
        let text = passage.texts[side];
        let cut = self.0[side].take().filter(|(known, _)| *known == text);
        let (_, words) = self.0[side].insert(cut.unwrap_or_else(|| (text, words(of.text(text)))));
        place(words, &passage.reach(side))
    }
}
