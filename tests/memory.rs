//! What the explorer keeps of a corpus stays within the limit, counted by the allocator.
//!
//! `cargo test --test memory -- --nocapture` prints the figures.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a test that cannot go on has failed, and it prints what it measured
#![allow(unsafe_code)] // an allocator that counts

#[path = "support/mod.rs"]
mod support;

use simscope::corpus::{Memory, ReadOptions, Source};
use simscope::tui::shared::Start;
use simscope::tui::surface::lang::Lang;
use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{Rig, start};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls go to the system's allocator; the counts are beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `at` came from `alloc` with this layout.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MEMORY: u64 = 4 << 20;
const FEW: usize = 500;

/// Opens the explorer on lines; returns how many of them it loaded.
fn open(lines: &str, lang: Lang) -> (Rig, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    std::fs::write(&path, lines).unwrap();
    let options = ReadOptions { memory: Some(Memory::of(MEMORY)), ..ReadOptions::default() };
    let rig = Rig::open(Start { sources: vec![Source::Path(path)], options, lang, ..start() }, 120, 36);
    let loaded = rig.app.shared.model.corpus.len();
    (rig, loaded)
}

/// Opens the explorer on lines: the bytes held at the most and at the end, and the number of documents.
fn peak_and_kept(lines: &str) -> (usize, usize, usize) {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let (_rig, loaded) = open(lines, Lang::En);
    let beside = |bytes: &AtomicUsize| bytes.load(Ordering::Relaxed).saturating_sub(before);
    (beside(&PEAK), beside(&NOW), loaded)
}

// One test, as the allocator counts for the whole process.
#[test]
fn the_explorer_stays_within_the_limit_and_says_where_it_stopped() {
    // What is loaded once, whatever the corpus.
    drop(open("one\ntwo\n", Lang::En));
    let equal = "a\n".repeat(300_000);
    let (mut different, mut long) = (String::new(), String::new());
    for number in 0..300_000 {
        writeln!(different, "{number}").unwrap();
        writeln!(long, "{number} {}", "to be or not to be ".repeat(30)).unwrap();
    }
    for (name, lines) in [("equal", &equal), ("different", &different), ("long", &long)] {
        // What is measured on any corpus, above all the length curve, does not grow with it.
        let few: String = lines.lines().take(FEW).flat_map(|line| [line, "\n"]).collect();
        let (few, _, _) = peak_and_kept(&few);
        let (peak, kept, loaded) = peak_and_kept(lines);
        let (peak, kept) = (peak.saturating_sub(few) as f64 / MEMORY as f64, kept as f64 / MEMORY as f64);
        println!(
            "{name}: {loaded} documents, peak {peak:.2} of the limit beside {} KiB for {FEW} documents, kept {kept:.2}",
            few >> 10
        );
        assert!(loaded < 300_000, "{name}: all were loaded");
        // How many jobs hold something at the same time is a matter of luck; and what long texts need once, whatever the
        // corpus, is ten times this limit.
        assert!(peak < 2.0 || name == "long", "{name}: {peak} of the limit");
        assert!(kept < 1.25, "{name}: {kept} of the limit is kept");
        // The peak is no measure of that: with busy processors fewer jobs hold something at the same time.
        assert!(kept > 0.3, "{name}: the count is far too careful");
    }
    for (lang, words) in [
        (Lang::En, ["(partial)", "memory is full: ", "reading stopped here, at the limit of 4.0 MiB"]),
        (Lang::Zh, ["(部分)", "已到内存上限：保留已读的", "已到内存上限 4.0 MiB，读取到此为止"]),
    ] {
        let (mut rig, _) = open(&equal, lang);
        let frame = rig.text();
        assert!(words[..2].iter().all(|word| frame.contains(word)), "{frame}");
        rig.press("‹skipped›");
        let list = rig.text();
        assert!(list.contains(words[2]), "{list}");
    }
}
