//! What decides is one: the command, the filter, the explorer and the module come to the same.

use crate::command::{LICENCES, SERMON, TANG, stdout, succeed};
use crate::folder::Folder;
use simscope::alignment::Kind;
use simscope::analysis::{CleanTask, Cleaning};
use simscope::corpus::{Corpus, Event, ReadOptions, Source, read};
use simscope::decide::Decisions;
use simscope::decide::clean::{Cleaned, Rules};
use simscope::judgements::KnownJudgements;
use simscope::measures::Condition;
use simscope::progress::Progress;
use simscope::recipe::Recipe;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Of each text that goes or is held: the one that covers it, of what kind, and whether it goes.
type Rows = BTreeMap<String, (String, String, bool)>;

fn corpus_of(path: &str) -> Corpus {
    let mut corpus = Corpus::new("c");
    let sources = [Source::Path(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))];
    read(&sources, &ReadOptions::default(), &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}

fn by_command(path: &str, options: &[&str]) -> Rows {
    let folder = Folder::new();
    succeed(&[&["dedup", path, "-o", &folder.path("out.jsonl"), "--yes"], options].concat());
    let table = |name: &str, goes: bool| {
        let table = fs::read_to_string(folder.path(name)).unwrap();
        let row = |line: &str| {
            let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            (cells[0].clone(), (cells[1].clone(), cells[2].clone(), goes))
        };
        table.lines().skip(1).map(row).collect::<Rows>()
    };
    let mut rows = table("out.dropped.tsv", true);
    rows.extend(table("out.held.tsv", false));
    rows
}

fn rows_of(corpus: &Corpus, cleaned: &Cleaned) -> Rows {
    let id = |document: u32| corpus.get(document as usize).id.to_owned();
    let gone = cleaned.gone().map(|(document, cover)| (document, cover, true));
    let all = gone.chain(cleaned.held().map(|(document, cover)| (document, cover, false)));
    all.map(|(document, cover, goes)| (id(document), (id(cover.by), cover.kind.to_string(), goes))).collect()
}

/// As the module for Python does.
fn by_library(corpus: &Corpus, rules: &Rules) -> Rows {
    let cleaning = Cleaning {
        condition: Condition { at_least: rules.cut, ..Condition::DEFAULT },
        ..Cleaning::of(corpus, &Recipe::DEFAULT)
    };
    let compared = cleaning.compare(&Progress::new()).unwrap();
    let outcome = compared.decide_by(rules);
    rows_of(corpus, &outcome.cleaned)
}

/// As the explorer does.
fn by_explorer(corpus: &Corpus, rules: &Rules) -> (Rows, BTreeMap<Kind, BTreeSet<String>>) {
    let clean = CleanTask {
        corpus: corpus.clone(),
        recipe: Recipe::DEFAULT,
        condition: Condition { at_least: rules.cut, ..Condition::DEFAULT },
        decisions: Arc::new(Decisions { rules: rules.clone(), ..Decisions::default() }),
        judged: Arc::new(KnownJudgements::default()),
        before: None,
    }
    .run(&Progress::new())
    .unwrap();
    let of = |kind: Kind| {
        (0..corpus.len() as u32)
            .filter(|&document| clean.is_of(document, kind))
            .map(|document| corpus.get(document as usize).id.to_owned())
            .collect()
    };
    (rows_of(corpus, &clean.cleaned), Kind::ALL.into_iter().map(|kind| (kind, of(kind))).collect())
}

#[test]
fn command_filter_explorer_and_module_decide_alike() {
    for path in [LICENCES, TANG, SERMON] {
        let corpus = corpus_of(path);
        for said in [&[][..], &["one-or-two-words"], &["one-or-two-words", "number", "words"]] {
            let mut rules = Rules::default();
            said.iter().for_each(|name| rules.matters.say(&name.parse().unwrap(), false));
            let options: Vec<&str> = said.iter().flat_map(|name| ["--same-if", name]).collect();
            let expected = by_command(path, &options);
            assert!(!expected.is_empty());
            assert_eq!(by_library(&corpus, &rules), expected, "{path} {said:?}");
            let (rows, kinds) = by_explorer(&corpus, &rules);
            assert_eq!(rows, expected, "{path} {said:?}");
            if said.is_empty() {
                for kind in
                    [Kind::Same, Kind::OneOrTwoWords, Kind::Word, Kind::Number, Kind::Marks, Kind::Lost]
                {
                    let table =
                        stdout(&["hash", path, "--filter", &format!("kind:{kind}"), "--format", "tsv"]);
                    let found: BTreeSet<String> =
                        table.lines().skip(1).map(|row| row.split('\t').next().unwrap().to_owned()).collect();
                    assert_eq!(found, kinds[&kind], "{path} {kind}");
                }
            }
        }
    }
}
