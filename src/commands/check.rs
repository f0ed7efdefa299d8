//! `simscope check`: what of new documents is in a corpus already, or is new. A gate for CI and editors.

mod indexed;
mod taken;

use super::arguments::{CheckArguments, CheckFormat};
use super::failure::Failure;
use super::material::{finished, read_texts, read_texts_of};
use super::output::print;
use super::recipe_choice::with_given;
use super::rules;
use super::watch::{Watch, note};
use indexed::{of_index, print_new};
use serde_json::{Value, json};
use simscope_core::alignment::Kind;
use simscope_core::analysis::Cleaning;
use simscope_core::corpus::{Corpus, Source, line_of, text_hash};
use simscope_core::decide::clean::{Cover, Rules, Verdict};
use simscope_core::display::{Lang, grouped_digits, lang, say};
use simscope_core::export::{guard, write_whole};
use simscope_core::index::{Index, is_index};
use simscope_core::recipe::Recipe;
use simscope_core::{files, visible};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(super) fn run(arguments: &CheckArguments) -> Result<(), Failure> {
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    if let Some(path) = arguments.baseline.as_deref().filter(|_| arguments.is_baseline_written) {
        guard(path, arguments.input.paths.iter().chain(&arguments.against), true)?;
        // Only what is a baseline is replaced.
        if path.exists() {
            baseline(path)?;
        }
    }
    let new = read_texts(&arguments.input, watch)?;
    if let Some(words) = arguments.passages {
        return taken::run(new, arguments, words, watch);
    }
    let (indexes, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
        arguments.against.iter().partition(|path| is_index(path));
    let indexes = indexes.into_iter().map(|path| Index::open(path)).collect::<Result<Vec<_>, _>>()?;
    if indexes.is_empty() && arguments.k.is_some() {
        return Err(Failure::Usage(say!(
            "-k: texts are compared as texts; a distance is asked of an index, --against FILE.simx",
            "-k：文本按文本比较；距离只用于索引，即 --against FILE.simx"
        )));
    }
    let sources: Vec<Source> = files.into_iter().map(|path| Source::Path(path.clone())).collect();
    let known = read_texts_of(&sources, &arguments.input.read_options(), watch)?;
    let mut found = match sources.is_empty() {
        true => Vec::new(),
        false => findings([&new, &known], arguments, watch)?,
    };
    for index in &indexes {
        found.extend(of_index(&new, index, (arguments, watch), &found)?);
    }
    let name = arguments.against.iter().map(|path| visible::path(path)).collect::<Vec<_>>().join(", ");
    if arguments.is_new {
        return print_new(&new, &found, arguments);
    }
    if let Some(path) = &arguments.baseline {
        if arguments.is_baseline_written {
            found.retain(|finding| !finding.is_held);
            let lines: BTreeSet<String> = found.iter().map(|finding| finding.line()).collect();
            let text: String = lines.into_iter().map(|line| line + "\n").collect();
            write_whole(path, true, |out| out.write_all(text.as_bytes()))?;
            let n = grouped_digits(found.len());
            note(&say!("{}: {n} findings", "{}：{n} 处", path.display()));
            return Ok(());
        }
        let known = baseline(path)?;
        found.retain(|finding| !known.contains(&finding.key()));
    }
    let kinds = Kind::ALL.map(|kind| (kind.name(), kind.say(Lang::En)));
    let rules = kinds.into_iter().chain([("distance", "within k of a signature of an index")]);
    print(|out| match arguments.format() {
        CheckFormat::Text => found.iter().try_for_each(|finding| writeln!(out, "{finding}")),
        CheckFormat::Jsonl => found.iter().try_for_each(|finding| writeln!(out, "{}", finding.object())),
        CheckFormat::Sarif => writeln!(out, "{:#}", sarif(rules, found.iter().map(Finding::result))),
    })?;
    let held = found.iter().filter(|finding| finding.is_held).count();
    if held > 0 {
        let held = grouped_digits(held);
        note(&say!(
            "held, not counted: {held} like a document of {name}, but with a difference that matters",
            "暂留、不计入：{held} 篇与 {name} 中的文档相似，但有要紧的差异"
        ));
    }
    match found.len() - held {
        0 => Ok(()),
        n => {
            let [n, all] = [n, new.len()].map(grouped_digits);
            Err(Failure::Alarm(say!(
                "{n} of {all} documents are in {name} already; --new lists the others",
                "{all} 篇文档中有 {n} 篇已在 {name} 中；--new 列出其余各篇"
            )))
        }
    }
}

/// By what a known document was found.
enum How {
    Text(Cover),
    /// The distance to a signature of an index.
    Distance(u8),
}

impl How {
    fn name(&self) -> &'static str {
        match self {
            Self::Text(cover) => cover.kind.name(),
            Self::Distance(_) => "distance",
        }
    }
}

/// A new document, and the known one that has its text.
struct Finding<'c> {
    /// The number of the new document.
    document: usize,
    /// Of the new document and of the known one: id, text, file and line.
    ids: [&'c str; 2],
    /// Of the new document.
    text: &'c str,
    places: [InFile; 2],
    /// What differs, in words.
    differences: String,
    how: How,
    /// It is alike, but differs in something that matters.
    is_held: bool,
}

/// What of the first corpus is in the second, in the order of the first.
fn findings<'c>(
    corpora: [&'c Corpus; 2],
    arguments: &CheckArguments,
    watch: Watch,
) -> Result<Vec<Finding<'c>>, Failure> {
    let new = corpora[0].len();
    let mut all = corpora[0].clone();
    corpora[1].batches().iter().for_each(|batch| all.push(batch.clone()));
    let (condition, rules) = rules::read(&arguments.rules, None, Rules::default())?;
    let recipe = with_given(Recipe::DEFAULT, &arguments.given)?;
    let cleaning = Cleaning {
        documents: new as u32,
        condition,
        is_by_others_alone: true,
        ..Cleaning::of(&all, &recipe)
    };
    let compared = finished(cleaning.compare(&watch));
    rules::tell_unknown(&compared, &rules);
    let outcome = compared.decide_by(&rules);
    let is_reported = |cover: &Cover| !arguments.ignored.iter().any(|kinds| kinds.has(cover.kind));
    let verdicts = (0..).zip(&outcome.cleaned.verdicts);
    let found = verdicts.filter_map(|(document, verdict)| match verdict {
        Verdict::Stays => None,
        Verdict::Goes(cover) => Some((document, cover, false)),
        Verdict::Held(cover) => Some((document, cover, true)),
    });
    let found = found.filter(|(_, cover, _)| is_reported(cover));
    let finding = |(document, cover, is_held): (u32, &Cover, bool)| {
        let at = [document as usize, cover.by as usize - new];
        let documents = [corpora[0].get(at[0]), corpora[1].get(at[1])];
        Finding {
            document: at[0],
            ids: documents.map(|document| document.id),
            text: documents[0].text,
            places: [
                place(corpora[0], at[0], &arguments.input.paths),
                place(corpora[1], at[1], &arguments.against),
            ],
            differences: compared.differences(document, cover.by),
            how: How::Text(*cover),
            is_held,
        }
    };
    Ok(found.map(finding).collect())
}

/// A file, and a line of it where that is a document.
type InFile = (String, Option<u64>);

/// Where a document of one of these paths stands.
fn place(corpus: &Corpus, document: usize, paths: &[PathBuf]) -> InFile {
    let place = corpus.place(document);
    let Some(file) = corpus.file_name(place.file) else {
        return (corpus.get(document).id.to_owned(), None);
    };
    let file = match paths {
        [folder] if folder.is_dir() => folder.join(file).to_string_lossy().into_owned(),
        _ => file.to_owned(),
    };
    let line = line_of(Path::new(&file), place.record);
    (file, line)
}

/// File and line, as compilers write them.
fn written((file, line): &InFile) -> String {
    match line {
        Some(line) => format!("{}:{line}", visible::line(file)),
        None => visible::line(file).into_owned(),
    }
}

impl Finding<'_> {
    /// The text by its hash, so that neither lines nor ids matter, nor which of several known texts is named.
    fn key(&self) -> String {
        format!("{:016x}", text_hash(self.text))
    }

    /// A line of the baseline.
    fn line(&self) -> String {
        format!("{} {} {}", self.key(), self.how.name(), visible::line(self.ids[0]))
    }

    /// Of the new document and of the known one.
    fn places(&self) -> [String; 2] {
        let [new, known] = [0, 1].map(|at| written(&self.places[at]));
        match self.how {
            How::Text(_) => [new, known],
            How::Distance(_) => [new, format!("{known}: {}", visible::line(self.ids[1]))],
        }
    }

    fn result(&self) -> Value {
        let level = if self.is_held { "note" } else { "warning" };
        result((self.how.name(), level), self.to_string(), &self.places, self.key())
    }

    fn object(&self) -> Value {
        let (cover, distance) = match self.how {
            How::Text(cover) => (Some(cover), None),
            How::Distance(distance) => (None, Some(distance)),
        };
        let (similarity, lost) = (cover.map(|cover| cover.similarity), cover.map(|cover| cover.lost));
        let [(file, line), (known_file, known_line)] = &self.places;
        json!({
            "file": file, "line": line, "id": self.ids[0], "held": self.is_held, "kind": self.how.name(),
            "similarity": similarity, "lost": lost, "distance": distance, "known_file": known_file, "known_line": known_line,
            "known_id": self.ids[1], "differences": self.differences,
        })
    }
}

impl std::fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ([new, known], name) = (self.places(), self.how.name());
        let held = if self.is_held { lang().pick(("held: ", "暂留：")) } else { "" };
        match self.how {
            How::Text(cover) => write!(f, "{new}: {held}{name} {:.2}: {known}", cover.similarity)?,
            How::Distance(distance) => write!(f, "{new}: {name} {distance}: {known}")?,
        }
        if self.differences.is_empty() { Ok(()) } else { write!(f, ": {}", visible::line(&self.differences)) }
    }
}

/// A path as part of an address.
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().fold(String::new(), |uri, byte| match is_plain(byte) {
        true => uri + char::from(byte).encode_utf8(&mut [0; 4]),
        false => uri + &format!("%{byte:02X}"),
    })
}

/// A finding in SARIF.
fn result((rule, level): (&str, &str), message: String, places: &[InFile; 2], key: String) -> Value {
    let location = |(file, line): &InFile| {
        let line = line.unwrap_or(1);
        json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file) }, "region": { "startLine": line } } })
    };
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": message },
        "locations": [location(&places[0])],
        "relatedLocations": [location(&places[1])],
        "partialFingerprints": { "texts/v1": key },
    })
}

/// Findings as SARIF 2.1.0, of these rules.
fn sarif<'r>(
    rules: impl IntoIterator<Item = (&'r str, &'r str)>,
    found: impl Iterator<Item = Value>,
) -> Value {
    let rule = |(id, text): (&str, &str)| json!({ "id": id, "shortDescription": { "text": text } });
    let rules: Vec<Value> = rules.into_iter().map(rule).collect();
    json!({
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{
            "tool": { "driver": { "name": "simscope", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": found.collect::<Vec<Value>>(),
        }],
    })
}

/// The keys of the findings that are known.
fn baseline(path: &Path) -> Result<BTreeSet<String>, Failure> {
    const LARGEST: u64 = 64 << 20;
    let text = files::read_small(path, LARGEST)?;
    let key = |(at, line): (usize, &str)| {
        let key = line.split(' ').next();
        let key = key.filter(|key| key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_hexdigit()));
        key.map(str::to_owned).ok_or_else(|| {
            Failure::Failed(say!(
                "{}: line {}: no finding; --write-baseline writes such a file",
                "{}：第 {} 行：不是结果；可用 --write-baseline 写出这种文件",
                path.display(),
                at + 1
            ))
        })
    };
    text.lines().enumerate().map(key).collect()
}
