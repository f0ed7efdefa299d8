//! Files of judgements under real processes: killed while they write, and four at once.

use simscope::evidence::Selection;
use simscope::judgements::{Judgement, Named, Verdict, append, now, read};
use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const FILE: &str = "SIMSCOPE_TEST_JUDGEMENTS";
const NAME: &str = "SIMSCOPE_TEST_WRITER";

fn judgement(id: &str) -> Judgement {
    Judgement {
        pair: [id, "b"].map(|id| Named { id: id.to_owned(), hash: 7 }),
        distance: 3,
        verdict: Some(Verdict::Yes),
        note: "a note of ordinary length, with a tab\tin it".to_owned(),
        time: now(),
        recipe: "default · words:3 · uniform · xxh3 · 64 bits · tie zero · normalize nfc".to_owned(),
        who: "ann".to_owned(),
        selection: Selection::Drawn,
    }
}

/// Not a test: the process that the others start. Appends until it is killed, and names what is on disk.
#[test]
#[ignore = "a process, not a test: other tests start it, let it write, and kill it"]
fn writer() {
    let (Ok(file), Ok(name)) = (std::env::var(FILE), std::env::var(NAME)) else { return };
    for number in 0_u32.. {
        let id = format!("{name}-{number}");
        append(Path::new(&file), &[judgement(&id)]).unwrap();
        println!("saved {id}");
    }
}

fn start(file: &Path, name: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["judgements::writer", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env(FILE, file)
        .env(NAME, name)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills a writer (SIGKILL on Unix), and returns the ids that it had said were on disk.
fn kill(mut child: Child) -> Vec<String> {
    child.kill().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let saved = lines.filter_map(|line| Some(line.split_once("saved ")?.1.to_owned())).collect();
    child.wait().unwrap();
    saved
}

#[test]
fn a_hundred_kills_lose_no_judgement() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.judgements.tsv");
    let mut saved: Vec<String> = Vec::new();
    for round in 0..100_u64 {
        let child = start(&file, &format!("r{round}"));
        // Uneven moments: some before the first line.
        std::thread::sleep(Duration::from_micros(2_000 + (round * 7_919) % 23_000));
        saved.extend(kill(child));
    }
    assert!(saved.len() > 100, "the writers were killed before they wrote: {}", saved.len());
    let found = read(&file).unwrap();
    let ids: HashSet<&str> = found.lines.iter().map(|line| line.pair[0].id.as_str()).collect();
    let lost: Vec<&String> = saved.iter().filter(|id| !ids.contains(id.as_str())).collect();
    assert!(lost.is_empty(), "{lost:?} of {}", saved.len());
    // A line that was cut off is no other line, and stands alone.
    assert!(found.bad.len() <= 100);
    println!("{} judgements saved, {} lines, {} torn", saved.len(), found.lines.len(), found.bad.len());
}

#[test]
fn four_processes_on_one_file_lose_nothing() {
    const NAMES: [&str; 4] = ["one", "two", "three", "four"];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.judgements.tsv");
    let writers = NAMES.map(|name| start(&file, name));
    let until = Instant::now() + Duration::from_secs(10);
    let all_wrote = || {
        let lines = read(&file).unwrap().lines;
        let count = |name| lines.iter().filter(|line| line.pair[0].id.starts_with(name)).count();
        NAMES.into_iter().all(|name| count(name) >= 50)
    };
    while !all_wrote() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    let saved = writers.map(kill).concat();
    let found = read(&file).unwrap();
    let ids: HashSet<&str> = found.lines.iter().map(|line| line.pair[0].id.as_str()).collect();
    assert_eq!(ids.len(), found.lines.len(), "no line twice");
    assert!(saved.iter().all(|id| ids.contains(id.as_str())) && found.bad.len() <= 1);
    assert!(NAMES.iter().all(|name| saved.iter().any(|id| id.starts_with(name))), "all wrote");
}

/// Not asserted, because it hangs on the disk: `cargo test --test library judgements -- --nocapture how_long` prints it.
#[test]
fn how_long_an_append_takes() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("c.judgements.tsv");
    let mut times: Vec<Duration> = (0..200)
        .map(|number| {
            let since = Instant::now();
            append(&file, &[judgement(&number.to_string())]).unwrap();
            since.elapsed()
        })
        .collect();
    times.sort_unstable();
    assert_eq!(read(&file).unwrap().lines.len(), 200);
    println!("append and sync: median {:?}, 99 % {:?}, longest {:?}", times[100], times[197], times[199]);
}
