//! Deciding about pairs in the real explorer, which is killed in the middle of it: what the screen called saved is in the file.

use crate::pty::{Shown, Terminal, simscope};
use simscope::judgements::{Verdict, read};
use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::Duration;

const SERMON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/en_sermon_kjv_asv.jsonl");

/// What is typed in each round, and what it says.
const KEYS: &str = "ynnynyny";
const SAID: [Verdict; 8] = {
    use Verdict::{No, Yes};
    [Yes, No, No, Yes, No, Yes, No, Yes]
};

/// How many judgements a frame calls saved.
fn saved(shown: &Shown) -> Option<usize> {
    let status = shown.status();
    let (before, _) = status.split_once(" saved in c.judgements.tsv")?;
    before.rsplit(' ').next()?.parse().ok()
}

/// `SIMSCOPE_KILLS=100 cargo test --test terminal judge` for a long run.
#[test]
fn what_a_killed_explorer_called_saved_is_in_the_file() {
    let rounds: u64 = std::env::var("SIMSCOPE_KILLS").map_or(8, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("c.jsonl");
    fs::copy(SERMON, &corpus).unwrap();
    let file = folder.path().join("c.judgements.tsv");
    let verdicts = |file: &Path| -> Vec<Verdict> {
        read(file).unwrap().lines.iter().map(|line| line.verdict.unwrap()).collect()
    };
    let (mut before, mut answers, mut in_the_middle, mut called_new) = (Vec::new(), 0, 0, 0);
    for round in 0..rounds {
        if round % 4 == 0 && round > 0 {
            // The sermon has some sixty pairs to read: it begins anew before they are used up.
            fs::remove_file(&file).unwrap();
            answers += before.len();
            before.clear();
        }
        let mut terminal = simscope([corpus.as_os_str(), "-k".as_ref(), "40".as_ref()]).open();
        terminal.ready();
        terminal.send("6");
        let shown = terminal.wait("the next pair", |shown| shown.has(" goes ") && saved(shown).is_some());
        assert_eq!(saved(&shown), Some(before.len()), "all that is in the file is read again\n{shown}");
        terminal.send(KEYS);
        // Every other time as soon as some answers are saved, else at irregular moments.
        let seen = before.len() + round as usize % SAID.len();
        match round % 2 {
            0 => thread::sleep(Duration::from_micros((round * 7_919) % 60_000)),
            _ => drop(terminal.wait("saved answers", |shown| saved(shown) >= Some(seen))),
        }
        let frames = terminal.kill();
        let called = frames.iter().filter_map(saved).max().unwrap_or(0);

        let now = verdicts(&file);
        let new = &now[before.len()..];
        assert!(now.starts_with(&before), "round {round}: what was there is still there");
        assert!(
            SAID.starts_with(new),
            "round {round}: {new:?} are not the answers that were given, in order"
        );
        assert!(
            now.len() >= called,
            "round {round}: {called} were called saved, and {} are in the file",
            now.len()
        );
        in_the_middle += u64::from(!new.is_empty() && new.len() < SAID.len());
        called_new += called.saturating_sub(before.len());
        before = now;
    }
    println!(
        "{} answers in {rounds} rounds, {called_new} of them seen saved; killed in the middle: {in_the_middle}",
        answers + before.len()
    );
    assert!(called_new as u64 > rounds, "{called_new} seen saved");
}

/// The explorer with an answer that waits, because somebody else has locked the file; then it is asked to leave.
fn locked_out(folder: &Path) -> (Terminal, File) {
    let corpus = folder.join("c.jsonl");
    fs::copy(SERMON, &corpus).unwrap();
    let mut terminal = simscope([corpus.as_os_str(), "-k".as_ref(), "40".as_ref()]).open();
    terminal.ready();
    terminal.send("6");
    terminal.wait("a pair", |shown| shown.has(" goes ") && saved(shown).is_some());
    let held = File::create(folder.join("c.judgements.tsv")).unwrap();
    held.lock().unwrap();
    terminal.send("y");
    (terminal, held)
}

const WAITS: &str = "saving waits for another program: c.judgements.tsv (1 judgement)";

#[test]
fn an_answer_that_waits_for_a_lock_is_saved_before_the_explorer_ends() {
    let folder = tempfile::tempdir().unwrap();
    let (mut terminal, held) = locked_out(folder.path());
    terminal.send("q");
    terminal.see(WAITS);
    thread::sleep(Duration::from_secs(6));
    held.unlock().unwrap();
    assert_eq!(terminal.end().0, 0);
    assert_eq!(read(&folder.path().join("c.judgements.tsv")).unwrap().lines.len(), 1);
}

#[test]
fn an_answer_that_cannot_be_saved_is_named_and_the_exit_code_says_so() {
    for leaves in ["q, then Ctrl-C", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let (mut terminal, held) = locked_out(folder.path());
        match leaves {
            "TERM" => {
                // The answer is taken in.
                thread::sleep(Duration::from_millis(800));
                terminal.signal("TERM");
            }
            _ => {
                terminal.send("q");
                terminal.see(WAITS);
                terminal.send("\u{3}");
            }
        }
        let (code, shown) = terminal.end();
        assert_eq!(code, 1, "{leaves}\n{shown}");
        assert!(shown.has("not saved: c.judgements.tsv (1 judgement)"), "{leaves}\n{shown}");
        drop(held);
    }
}
