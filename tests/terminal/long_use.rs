//! A long day in the explorer, made short: memory stays flat, no thread and no descriptor is left, every frame comes.
//!
//! `SIMSCOPE_CORPUS=FILE SIMSCOPE_SECONDS=3600 SIMSCOPE_RESIZES=1000 cargo test --release --test terminal long_use -- --nocapture`
//! for a real one.

use crate::pty::{Terminal, find, simscope};
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

/// A number of `/proc/PID/status`.
fn status(pid: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap()
}

fn descriptors(pid: u32) -> usize {
    fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count()
}

/// How long the threads that draw have run, and how long they have waited for a processor.
fn scheduled(pid: u32) -> [Duration; 2] {
    let mut all = [Duration::ZERO; 2];
    for task in fs::read_dir(format!("/proc/{pid}/task")).unwrap().flatten() {
        let of = |name| fs::read_to_string(task.path().join(name)).unwrap_or_default();
        if of("comm").trim_end() == "screen" {
            let numbers = of("schedstat");
            let numbers = numbers.split(' ').map(|number| Duration::from_nanos(number.parse().unwrap_or(0)));
            all.iter_mut().zip(numbers).for_each(|(all, number)| *all += number);
        }
    }
    all
}

/// Sends keys and waits for the frame that they bring; the time it took.
fn frame_after(terminal: &mut Terminal, keys: &str) -> Duration {
    let (drawn, since) = (terminal.raw_len(), Instant::now());
    terminal.send(keys);
    loop {
        if find(&terminal.raw_from(drawn), b"\x1b[?2026l").is_some() {
            return since.elapsed();
        }
        assert!(since.elapsed() < Duration::from_secs(30), "no frame after {keys:?}");
        thread::sleep(Duration::from_micros(200));
    }
}

/// A frame that comes later is reported, with what the threads that draw did meanwhile.
const LATE: Duration = Duration::from_millis(50);

/// A round through the screens; each key brings a frame.
const KEYS: [&str; 82] = [
    "1", "j", "j", "k", "s", "i", "s", "t", "/", "t", "h", "\x1b", "2", "n", "n", "N", "v", "b", "v", "b",
    "3", "]", "]", "]", "[", "[", "v", "m", "]", "v", "v", "v", "v", "v", "v", "v", "w", "v", "w", "u",
    "\x12", "4", "+", "+", "-", "j", "l", "z", "5", "n", "n", "N", "v", "v", "6", "y", "]", "[", "3", "p",
    "t", "+", "t", "-", "?", "\x1b", ":", "h", "\x1b", "r", "t", "u", "r", "r", "\x1b", "L", "j", "k",
    "\x1b", "1", "W", "\x1b",
];

#[test]
fn long_use_leaves_memory_threads_and_descriptors_as_they_were() {
    let (seconds, resizes) = (number("SIMSCOPE_SECONDS", 12), number("SIMSCOPE_RESIZES", 30));
    let folder = tempfile::tempdir().unwrap();
    let corpus = std::env::var_os("SIMSCOPE_CORPUS").map_or_else(
        || {
            let path = folder.path().join("c.jsonl");
            let text =
                |i: u64| format!("the ferry number {} leaves at {} from pier {}", i / 3, i % 24, i % 7);
            let lines: String = (0..3_000).map(|i| format!("{{\"text\":\"{}\"}}\n", text(i))).collect();
            fs::write(&path, lines).unwrap();
            path
        },
        PathBuf::from,
    );
    // What is kept beside a corpus is kept beside this name.
    let link = folder.path().join(corpus.file_name().unwrap());
    if link != corpus {
        std::os::unix::fs::symlink(&corpus, &link).unwrap();
    }
    let mut terminal = simscope([link]).open();
    terminal.see("groups");
    // Reading and grouping a large corpus takes longer than anything is waited for.
    while !terminal.shown().has("all pairs compared") {
        thread::sleep(Duration::from_millis(100));
    }
    let pid = terminal.pid();
    let mut frames = Vec::new();
    // Warm: every screen once.
    for key in KEYS {
        frame_after(&mut terminal, key);
    }
    let begin = Instant::now();
    let of = |share: f64| Duration::from_secs_f64(seconds as f64 * share);
    let mut of_key = vec![Vec::new(); KEYS.len()];
    let mut memory = Vec::new();
    let mut threads = Vec::new();
    let mut files = Vec::new();
    while begin.elapsed() < of(1.0) {
        for (at, key) in KEYS.into_iter().enumerate() {
            let before = scheduled(pid);
            let frame = frame_after(&mut terminal, key);
            if frame > LATE {
                let after = scheduled(pid);
                // A thread that has ended has taken its times with it.
                let [ran, waited] = [0, 1].map(|i| after[i].saturating_sub(before[i]));
                println!(
                    "at {:.0?}: {frame:.1?} for {key:?} after {:?}; the screen ran {ran:.1?} and waited {waited:.1?}",
                    begin.elapsed(),
                    &KEYS[at.saturating_sub(3)..at],
                );
            }
            frames.push(frame);
            of_key[at].push(frame);
        }
        terminal.forget_raw();
        memory.push((begin.elapsed(), status(pid, "VmRSS")));
        threads.push(status(pid, "Threads"));
        files.push(descriptors(pid));
    }
    for i in 0..resizes {
        let (columns, rows) = [(80, 24), (200, 60), (60, 16), (120, 36)][i as usize % 4];
        terminal.resize(columns, rows);
        terminal.forget_raw();
    }
    // Workers that have nothing to do end, or wait; jobs have ended.
    thread::sleep(Duration::from_secs(2));
    let most = |from: Duration, to: Duration| {
        memory.iter().filter(|(at, _)| (from..=to).contains(at)).map(|&(_, kib)| kib).max().unwrap_or(0)
    };
    let first = most(of(0.0), of(0.5));
    // What is kept: a job at work takes more for a moment, on a busy machine late.
    let mut late_ones: Vec<_> = memory[memory.len() * 3 / 4..].iter().map(|&(_, kib)| kib).collect();
    late_ones.sort_unstable();
    let last = late_ones[late_ones.len() / 2];
    frames.sort_unstable();
    let at = |share: f64| frames[((frames.len() - 1) as f64 * share) as usize];
    let late = frames.iter().filter(|&&frame| frame > LATE).count();
    println!(
        "{} keys, {resizes} resizes; frames: median {:.1?}, p99 {:.1?}, {late} over 50 ms, slowest {:.1?}; memory: at most {first} KiB in the \
         first half, {last} at the end; threads {:?}..{}; descriptors {:?}..{}",
        frames.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        threads.iter().min().unwrap(),
        status(pid, "Threads"),
        files.iter().min().unwrap(),
        descriptors(pid),
    );
    // Which keys take longest, each with those before it.
    let p99 = |(at, frames): (usize, &mut Vec<Duration>)| {
        frames.sort_unstable();
        (frames[frames.len() * 99 / 100], at)
    };
    let mut slow: Vec<(Duration, usize)> = of_key.iter_mut().enumerate().map(p99).collect();
    slow.sort_unstable_by(|a, b| b.cmp(a));
    for (p99, at) in slow.into_iter().take(8) {
        println!(
            "{p99:.1?} at the 99th percentile: {:?} after {:?}",
            KEYS[at],
            &KEYS[at.saturating_sub(3)..at]
        );
    }
    assert!(last < first + first / 4 + (24 << 10), "memory rises: {memory:?}");
    assert!(status(pid, "Threads") <= *threads.iter().max().unwrap(), "{threads:?}");
    assert!(descriptors(pid) <= *files.iter().min().unwrap() + 1, "{files:?}");
    for key in ["\x1b", "\x1b", "q"] {
        terminal.send(key);
        // What follows an Esc at once is one key with it.
        thread::sleep(LATE * 4);
    }
    terminal.end();
    terminal.assert_restored();
}
