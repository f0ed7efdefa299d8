//! `simscope check`: what of new documents is in a corpus already. A gate for CI and editors.

use super::arguments::{CheckArguments, CheckFormat};
use super::dedup::printing::differing;
use super::failure::Failure;
use super::material::{finished, read_texts, read_texts_of};
use super::output::print;
use super::watch::{Unit, Watch, note};
use serde_json::{Value, json};
use simscope_core::alignment::Kind;
use simscope_core::analysis;
use simscope_core::corpus::{Corpus, Source, line_of, text_hash};
use simscope_core::decide::clean::{Cleaner, Cover, Kinds, Rules, Said};
use simscope_core::display::{grouped_digits, say};
use simscope_core::export::{guard, write_whole};
use simscope_core::files;
use simscope_core::measures::Condition;
use simscope_core::visible;
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
    let sources: Vec<Source> = arguments.against.iter().map(|path| Source::Path(path.clone())).collect();
    let known = read_texts_of(&sources, &arguments.input.read_options(), watch)?;
    let corpora = [&new, &known];
    let mut found = findings(corpora, arguments, watch);
    if let Some(path) = &arguments.baseline {
        if arguments.is_baseline_written {
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
    print(|out| match arguments.format {
        CheckFormat::Text => found.iter().try_for_each(|finding| writeln!(out, "{finding}")),
        CheckFormat::Jsonl => found.iter().try_for_each(|finding| writeln!(out, "{}", finding.object())),
        CheckFormat::Sarif => writeln!(out, "{:#}", sarif(&found)),
    })?;
    match found.len() {
        0 => Ok(()),
        n => {
            let ([n, all], known) = ([n, new.len()].map(grouped_digits), known.name());
            Err(Failure::Alarm(say!(
                "{n} of {all} documents are in {known} already",
                "{all} 篇文档中有 {n} 篇已在 {known} 中"
            )))
        }
    }
}

/// A new document, and the known one that has its text.
struct Finding<'c> {
    /// Of the new document and of the known one: id, text, file and line.
    ids: [&'c str; 2],
    texts: [&'c str; 2],
    places: [(String, Option<u64>); 2],
    cover: Cover,
}

/// What of the first corpus is in the second, in the order of the first.
fn findings<'c>(corpora: [&'c Corpus; 2], arguments: &CheckArguments, watch: Watch) -> Vec<Finding<'c>> {
    let new = corpora[0].len();
    let texts: Vec<&str> =
        corpora.iter().flat_map(|corpus| corpus.iter()).map(|document| document.text).collect();
    let weights = finished(analysis::weigh(Condition::DEFAULT, &texts, &watch));
    let mut allowed = Kinds::default();
    Kind::ALL.into_iter().for_each(|kind| allowed.set(kind, true));
    let cleaner = Cleaner {
        texts: &texts,
        weights: &weights,
        rules: Rules { allowed, ..Rules::default() },
        order: None,
        stays: &|document| document as usize >= new,
        covers_none: &|document| (document as usize) < new,
        said: &Said::default(),
        near: None,
        measure: None,
    };
    let cleaned =
        watch.during("comparing texts", Unit::Documents, |progress| finished(cleaner.run(progress)));
    let is_reported = |cover: &Cover| !arguments.ignored.iter().any(|kinds| kinds.has(cover.kind));
    let found = cleaned
        .gone()
        .filter(|(document, cover)| is_reported(cover) && !texts[*document as usize].trim().is_empty());
    let place = |corpus: &Corpus, document: usize, paths: &[PathBuf]| {
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
    };
    let finding = |(document, cover): (u32, &Cover)| {
        let at = [document as usize, cover.by as usize - new];
        let documents = [corpora[0].get(at[0]), corpora[1].get(at[1])];
        Finding {
            ids: documents.map(|document| document.id),
            texts: documents.map(|document| document.text),
            places: [
                place(corpora[0], at[0], &arguments.input.paths),
                place(corpora[1], at[1], &arguments.against),
            ],
            cover: *cover,
        }
    };
    found.map(finding).collect()
}

impl Finding<'_> {
    /// The text by its hash, so that neither lines nor ids matter, nor which of several known texts is named.
    fn key(&self) -> String {
        format!("{:016x}", text_hash(self.texts[0]))
    }

    /// A line of the baseline.
    fn line(&self) -> String {
        format!("{} {} {}", self.key(), self.cover.kind.name(), visible::line(self.ids[0]))
    }

    /// File and line, as compilers write them.
    fn places(&self) -> [String; 2] {
        [0, 1].map(|at| match &self.places[at] {
            (file, Some(line)) => format!("{}:{line}", visible::line(file)),
            (file, None) => visible::line(file).into_owned(),
        })
    }

    fn object(&self) -> Value {
        let Cover { kind, similarity, equal, .. } = self.cover;
        let [(file, line), (known_file, known_line)] = &self.places;
        json!({
            "file": file, "line": line, "id": self.ids[0], "kind": kind.name(), "similarity": similarity,
            "equal": equal, "known_file": known_file, "known_line": known_line, "known_id": self.ids[1],
            "differs": differing(self.texts[0], self.texts[1]),
        })
    }
}

impl std::fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ([new, known], Cover { kind, similarity, .. }) = (self.places(), self.cover);
        write!(f, "{new}: {} {similarity:.2}: {known}", kind.name())?;
        let differs = differing(self.texts[0], self.texts[1]);
        if differs.is_empty() { Ok(()) } else { write!(f, ": {}", visible::line(&differs)) }
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

/// The findings as SARIF 2.1.0.
fn sarif(found: &[Finding<'_>]) -> Value {
    let result = |finding: &Finding<'_>| {
        let location = |at: usize| {
            let (file, line) = &finding.places[at];
            let region = line.map(|line| json!({ "startLine": line }));
            json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file) }, "region": region.unwrap_or(json!({ "startLine": 1 })) } })
        };
        json!({
            "ruleId": finding.cover.kind.name(),
            "level": "warning",
            "message": { "text": finding.to_string() },
            "locations": [location(0)],
            "relatedLocations": [location(1)],
            "partialFingerprints": { "texts/v1": finding.key() },
        })
    };
    let rules = Kind::ALL.map(|kind| {
        json!({ "id": kind.name(), "shortDescription": { "text": kind.say(simscope_core::display::Lang::En) } })
    });
    json!({
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{
            "tool": { "driver": { "name": "simscope", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": found.iter().map(result).collect::<Vec<Value>>(),
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
