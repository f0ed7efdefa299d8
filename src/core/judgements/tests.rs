//! Files of judgements on disk.

use super::*;
use crate::corpus::{Corpus, Event, Input, ReadOptions, Source, text_hash};
use proptest::prelude::*;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

fn judgement(ids: [&str; 2], verdict: Option<Verdict>) -> Judgement {
    Judgement {
        pair: ids.map(|id| Named { id: id.to_owned(), hash: text_hash(id) }),
        distance: 3,
        verdict,
        note: String::new(),
        time: now(),
        recipe: "default".to_owned(),
        who: "ann".to_owned(),
        selection: Selection::Drawn,
    }
}

fn yes(a: &str, b: &str) -> Judgement {
    judgement([a, b], Some(Verdict::Yes))
}

/// Documents whose text is their id.
fn corpus(ids: &[&str]) -> Corpus {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.tsv");
    let rows: String = ids.iter().map(|id| format!("{id}\t{id}\n")).collect();
    fs::write(&path, format!("id\ttext\n{rows}")).unwrap();
    let mut corpus = Corpus::new("c");
    let options = ReadOptions { input: Input::Tsv, ..ReadOptions::default() };
    crate::corpus::read(&[Source::Path(path)], &options, &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}

fn in_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.judgements.tsv");
    (folder, path)
}

#[test]
fn what_was_appended_is_read() {
    let (_folder, path) = in_folder();
    assert_eq!(read(&path).unwrap(), Judgements::default(), "a file that is not there is empty");
    let all = [
        Judgement { note: "a\ttab, a\nline, a \\ and 中文".to_owned(), ..yes("a\t1", "b\u{202e}") },
        judgement(["x", "y"], Some(Verdict::Unsure)),
        Judgement { selection: Selection::Chosen, distance: 128, ..judgement(["x", "y"], None) },
    ];
    append(&path, &all[..1]).unwrap();
    append(&path, &all[1..]).unwrap();
    assert_eq!(read(&path).unwrap(), Judgements { lines: all.to_vec(), bad: Vec::new() });
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(
        "id_a\tid_b\thash_a\thash_b\tdistance\tjudgement\tnote\ttime\trecipe\twho\tselection\n"
    ));
    assert_eq!(text.lines().count(), 4);
    let time = &all[0].time;
    assert!(time.len() == 20 && time.ends_with('Z') && time.as_bytes()[10] == b'T', "{time}");
}

proptest! {
    #[test]
    fn any_judgement_reads_back(
        id in ".{0,12}", note in "([\t\n\r\\\\]|.){0,12}", hash: u64, distance in 0..=128_u8, drawn: bool,
    ) {
        let (_folder, path) = in_folder();
        let selection = if drawn { Selection::Drawn } else { Selection::Chosen };
        let mut written = Judgement { note, distance, selection, ..yes("a", "b") };
        written.pair[1] = Named { id, hash };
        append(&path, std::slice::from_ref(&written)).unwrap();
        prop_assert_eq!(read(&path).unwrap().lines, [written]);
    }

    /// Wherever a line was cut off, the lines before and after are there, and what is left is never taken for another.
    #[test]
    fn a_torn_last_line_loses_no_other(cut in 1..100_usize) {
        let (_folder, path) = in_folder();
        append(&path, &[yes("a", "b"), yes("c", "d")]).unwrap();
        let whole = fs::read(&path).unwrap();
        let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        let kept = last + cut % (whole.len() - last);
        fs::write(&path, &whole[..kept]).unwrap();
        let torn = read(&path).unwrap();
        let is_whole = kept == whole.len() - 1;
        prop_assert_eq!(torn.lines.len(), if is_whole { 2 } else { 1 });
        prop_assert_eq!(torn.bad.len(), usize::from(!is_whole && kept > last));
        append(&path, &[yes("e", "f")]).unwrap();
        let after = read(&path).unwrap();
        prop_assert_eq!(&after.lines[0], &torn.lines[0]);
        prop_assert_eq!(&after.lines.last().unwrap().pair[0].id, "e");
        prop_assert_eq!(after.bad, torn.bad);
    }
}

#[test]
fn bad_lines_are_named_and_left_out() {
    let (_folder, path) = in_folder();
    append(&path, &[yes("a", "b")]).unwrap();
    let mut text = fs::read_to_string(&path).unwrap();
    let good = text.lines().nth(1).unwrap().to_owned();
    text.push_str(&good.replace("\tyes\t", "\tmaybe\t"));
    text.push_str("\nnonsense\n\n");
    text.push_str(&good.replace("\t3\t", "\t300\t"));
    text.push_str(&format!("\r\n{good}\r\n"));
    fs::write(&path, [text.as_bytes(), b"\xff\n"].concat()).unwrap();
    let found = read(&path).unwrap();
    assert_eq!(found.lines.len(), 2);
    let bad: Vec<String> = found.bad.iter().map(ToString::to_string).collect();
    assert_eq!(
        bad,
        [
            "line 3: column judgement has \"maybe\"",
            "line 4: it has 1 of 11 columns",
            "line 6: column distance has \"300\"",
            "line 8: it is not UTF-8",
        ]
    );
}

#[test]
fn what_is_no_file_of_judgements_is_left_alone() {
    let (folder, path) = in_folder();
    fs::write(&path, "id\ttext\n1\tone\n").unwrap();
    let error = read(&path).unwrap_err().to_string();
    assert!(error.contains("line 1 is not the header"), "{error}");
    assert!(append(&path, &[yes("a", "b")]).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "id\ttext\n1\tone\n");
    let error = read(folder.path()).unwrap_err().to_string();
    assert!(error.contains("not a regular file"), "{error}");
    assert!(append(folder.path(), &[yes("a", "b")]).is_err());
    let nowhere = folder.path().join("no/such.tsv");
    assert!(append(&nowhere, &[yes("a", "b")]).unwrap_err().to_string().contains("cannot be written"));
    File::create(&path).unwrap().set_len((64 << 20) + 1).unwrap();
    assert!(matches!(read(&path), Err(JudgementsError::TooLarge { .. })));
    assert!(matches!(append(&path, &[]), Err(JudgementsError::TooLarge { .. })));
}

#[test]
fn a_lock_that_is_not_let_go_is_an_error_after_the_patience() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j.tsv");
    let mut told = 0;
    assert!(wait(&path, Duration::ZERO, &mut || told += 1).is_ok(), "there is none");
    let held = File::create(&path).unwrap();
    assert!(wait(&path, Duration::ZERO, &mut || told += 1).is_ok());
    held.lock().unwrap();
    let error = wait(&path, Duration::from_millis(700), &mut || told += 1).unwrap_err();
    assert!(matches!(&error, JudgementsError::Locked(_)) && told == 1, "{error}");
    assert!(error.to_string().contains("another program has locked it"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let (_folder, path) = in_folder();
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    assert!(matches!(read(&path), Err(JudgementsError::NotRegular(_))));
    assert!(matches!(append(&path, &[]), Err(JudgementsError::NotRegular(_))));
}

#[test]
fn the_last_line_about_a_pair_counts() {
    let corpus = corpus(&["a", "b", "c"]);
    let no = |a, b| judgement([a, b], Some(Verdict::No));
    let lines = vec![
        yes("a", "b"),
        no("b", "a"),
        yes("a", "c"),
        judgement(["c", "a"], None),
        Judgement { selection: Selection::Chosen, ..yes("b", "c") },
        yes("a", "z"),
        Judgement {
            pair: [Named { id: "a".to_owned(), hash: 7 }, Named { id: "b".to_owned(), hash: 8 }],
            ..no("", "")
        },
    ];
    let known = KnownJudgements::new(&Judgements { lines, bad: Vec::new() }, &corpus);
    assert_eq!(known.get((1, 0)).unwrap().verdict, Some(Verdict::No));
    assert_eq!(known.get((0, 2)), None, "it was taken back");
    assert_eq!((known.counts(), known.changed, known.missing), ([1, 1, 0], 1, 1));
}

#[test]
fn a_drawn_pair_that_is_judged_again_is_still_drawn() {
    let lines = vec![yes("a", "b"), Judgement { selection: Selection::Chosen, ..yes("a", "b") }];
    let known = KnownJudgements::new(&Judgements { lines, bad: Vec::new() }, &corpus(&["a", "b"]));
    assert_eq!(known.get((0, 1)).unwrap().selection, Selection::Drawn);
}

#[test]
fn what_one_takes_back_another_may_have_said() {
    let bo = |verdict| Judgement { who: "bo".to_owned(), ..judgement(["a", "b"], verdict) };
    let lines = vec![yes("a", "b"), bo(Some(Verdict::No)), bo(None)];
    let known = KnownJudgements::new(&Judgements { lines, bad: Vec::new() }, &corpus(&["a", "b"]));
    assert_eq!(known.get((0, 1)).unwrap().verdict, Some(Verdict::Yes));
}

#[test]
fn two_judges_agree_as_far_as_cohen_says() {
    // 20 pairs both yes, 5 and 10 apart, 15 both no: J. Cohen's κ is 0.4.
    let mut lines = Vec::new();
    for (n, said) in [(20, [true, true]), (5, [true, false]), (10, [false, true]), (15, [false, false])] {
        for at in 0..n {
            for (who, is_right) in ["ann", "bo"].into_iter().zip(said) {
                let verdict = if is_right { Verdict::Yes } else { Verdict::No };
                let id = format!("{said:?} {at}");
                let pair = if who == "bo" { ["b", &id] } else { [&*id, "b"] };
                lines.push(Judgement { who: who.to_owned(), ..judgement(pair, Some(verdict)) });
            }
        }
    }
    lines.push(Judgement { who: "ann".to_owned(), ..judgement(["only", "ann"], Some(Verdict::Yes)) });
    lines.push(Judgement { who: String::new(), ..judgement(["only", "ann"], Some(Verdict::Yes)) });
    let found = Judgements { lines, bad: Vec::new() }.agreement();
    assert_eq!(found.len(), 1);
    let kappa = found[0].kappa.unwrap();
    assert!((kappa.share - 0.4).abs() < 1e-12 && kappa.low < 0.3 && kappa.high > 0.5, "{kappa}");
    let said = found[0].to_string();
    assert!(
        said.starts_with("ann and bo judged 50 pairs both, and said the same of 35: Cohen's κ 0.40 ("),
        "{said}"
    );
    // Who always says yes agrees by chance.
    let lines = ["ann", "bo"].map(|who| Judgement { who: who.to_owned(), ..yes("a", "b") }).to_vec();
    assert_eq!(Judgements { lines, bad: Vec::new() }.agreement()[0].kappa, None);
}
