//! How the explorer feels: the first frame, the frames while a corpus loads, and a step of the slider.
//!
//! `cargo bench --bench explorer` makes up a corpus of 343,792 short texts, `-- million` one of 1,000,000;
//! SIMSCOPE_BENCH_CORPUS=PATH uses another one. Every duration is of this run; the step of the slider is also given as a
//! ratio to drawing the same frame without a step.

#![allow(clippy::print_stdout, reason = "a bench prints what it measures")]
#![allow(clippy::unwrap_used, reason = "a bench that cannot run says so by panicking")]

#[path = "common/rounds.rs"]
#[allow(dead_code, reason = "each bench uses its part")]
mod rounds;
#[path = "common/synthetic.rs"]
#[allow(dead_code, reason = "each bench uses its part")]
mod synthetic;

use crossbeam_channel::{Receiver, unbounded};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use simscope::corpus::{self, ReadOptions, Source};
use simscope::recipe::Recipe;
use simscope::tui::action::{Action, Screen, Towards};
use simscope::tui::app::App;
use simscope::tui::frame;
use simscope::tui::jobs::{self, Jobs, Outcome, Report};
use simscope::tui::shared::reports::{LOAD, SPREAD, TREE};
use simscope::tui::shared::{Effect, Opening, Start};
use simscope::tui::surface::event::Event;
use simscope::tui::surface::lang::Lang;
use simscope::tui::surface::theme::{Depth, Theme};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use synthetic::Random;

/// As many as there are poems in the corpus that the figures of benches/README.md began with.
const DOCUMENTS: usize = 343_792;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let is_million = std::env::args().any(|argument| argument == "million");
    let path = match std::env::var_os("SIMSCOPE_BENCH_CORPUS") {
        Some(path) => PathBuf::from(path),
        None if is_million => made_up(folder.path(), 1_000_000),
        None => made_up(folder.path(), DOCUMENTS),
    };
    if !is_million {
        first_frame_in_a_terminal(&path);
        after_the_start();
        memory(&path);
    }
    // As the program does.
    jobs::apart().unwrap().install(|| {
        let mut rig = Rig::open(&path);
        rig.load();
        rig.slide("while pairs are compared beside it");
        rig.places("while pairs are compared beside it");
        rig.settle();
        rig.slide("alone");
        rig.moves();
        rig.lab();
        rig.filter();
        rig.clean();
        // Their keys also sort and select.
        rig.places("alone");
    });
}

/// Texts of 8 to 40 words from a vocabulary of 20,000; one in eight repeats an earlier one with one word changed.
fn made_up(folder: &Path, documents: usize) -> PathBuf {
    let mut random = Random::new(7);
    let mut texts: Vec<Vec<u64>> = Vec::with_capacity(documents);
    let mut file = String::new();
    for i in 0..documents {
        let words = if i > 0 && random.below(8) == 0 {
            let mut words = texts[random.below(i as u64) as usize].clone();
            let at = random.below(words.len() as u64) as usize;
            words[at] = random.below(20_000);
            words
        } else {
            (0..8 + random.below(33)).map(|_| random.below(20_000)).collect()
        };
        let text: Vec<String> = words.iter().map(|word| format!("w{word:x}")).collect();
        writeln!(file, r#"{{"id":"d{i}","text":"{}"}}"#, text.join(" ")).unwrap();
        texts.push(words);
    }
    let path = folder.join("made_up.jsonl");
    std::fs::write(&path, file).unwrap();
    path
}

/// The program in a pseudo terminal of 120 × 36.
struct Program {
    child: Box<dyn Child + Send + Sync>,
    screen: Box<dyn Read + Send>,
    keyboard: Box<dyn Write + Send>,
    /// Keeps the terminal open.
    _master: Box<dyn MasterPty + Send>,
}

impl Program {
    fn start(arguments: &[&OsStr]) -> Self {
        let size = PtySize { rows: 36, cols: 120, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_simscope"));
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        let screen = pair.master.try_clone_reader().unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        Self { child, screen, keyboard, _master: pair.master }
    }

    fn wait_for(&mut self, text: &str) {
        let (mut seen, mut chunk) = (
            vt100::Parser::new(const { NonZero::new(36).unwrap() }, const { NonZero::new(120).unwrap() }, 0),
            [0; 65536],
        );
        while !seen.screen().contents().contains(text) {
            let n = self.screen.read(&mut chunk).unwrap();
            assert!(n > 0, "the program left");
            seen.process(&chunk[..n]);
            // As every terminal does when it is asked what it is.
            if chunk[..n].windows(3).any(|window| window == b"\x1b[c") {
                self.keyboard.write_all(b"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62c").unwrap();
            }
        }
    }

    /// The time of the processor so far, where the system tells.
    fn cpu(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.process_id()?)).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
        // User and system time in ticks of 10 ms.
        Some(Duration::from_millis(10 * (fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)))
    }

    /// The most memory that it held at any time, where the system tells.
    fn peak_memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.process_id()?)).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? * 1024.0)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// From the start of the process to the first screenful, whose last row is drawn last.
fn first_frame_in_a_terminal(path: &Path) {
    let mut times = Vec::new();
    for _ in 0..9 {
        let start = Instant::now();
        let mut program = Program::start(&[path.as_os_str()]);
        program.wait_for("quit");
        times.push(start.elapsed());
    }
    println!(
        "first frame in a pseudo terminal, {}: median {:.1} ms, slowest of 9 {:.1} ms",
        path.file_name().unwrap_or_default().to_string_lossy(),
        millis(rounds::quantile(times.clone(), 0.5)),
        millis(rounds::quantile(times, 1.0)),
    );
}

/// What the explorer takes of the processor with the built-in sample: until everything is known, and in the two seconds after.
fn after_the_start() {
    let mut program = Program::start(&[]);
    program.wait_for("✓ all pairs compared");
    let start = program.cpu();
    std::thread::sleep(Duration::from_secs(2));
    if let (Some(start), Some(end)) = (start, program.cpu()) {
        println!(
            "the built-in sample: {start:.2?} of the processor until all is known, {:.2?} in the 2 s after",
            end - start
        );
    }
}

/// The memory of a document beyond its text, at the peak, when everything is computed; and what the program takes for the
/// built-in sample alone, which with `words` includes jieba's dictionary.
fn memory(path: &Path) {
    let (mut documents, mut text) = (0usize, 0usize);
    let source = [Source::Path(path.to_path_buf())];
    corpus::read(&source, &ReadOptions::default(), &mut |event| {
        if let corpus::Event::Batch(batch) = event {
            documents += batch.len();
            text += batch.iter().map(|document| document.text.len()).sum::<usize>();
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    for tokenizer in ["whitespace", "words"] {
        let option = OsStr::new("--tokenizer");
        let peak = |more: &[&OsStr]| {
            let mut program = Program::start(&[&[option, OsStr::new(tokenizer)], more].concat());
            program.wait_for("✓ all pairs compared");
            program.peak_memory()
        };
        let (Some(with), Some(without)) = (peak(&[path.as_os_str()]), peak(&[])) else {
            println!("peak memory: this system does not tell");
            return;
        };
        println!(
            "peak memory, {tokenizer}: {:.1} MB for {documents} documents with {:.1} MB of text, which is text + {:.0} bytes a document; {:.1} MB for the built-in sample",
            with / 1e6,
            text as f64 / 1e6,
            (with - text as f64) / documents as f64,
            without / 1e6,
        );
    }
}

/// The explorer's loop with a terminal that only remembers.
struct Rig {
    app: App,
    jobs: Jobs,
    news: Receiver<Event<Report>>,
    terminal: Terminal<TestBackend>,
}

impl Rig {
    fn open(path: &Path) -> Self {
        let start = Start {
            sources: vec![Source::Path(path.to_path_buf())],
            options: ReadOptions::default(),
            recipe: Recipe::default(),
            k: 3,
            tau_hundredths: 30,
            has_mouse: true,
            theme: Theme::of(Depth::True, true, false),
            pixels: None,
            lang: Lang::En,
            decisions: None,
            judgements: None,
            effort: simscope::groups::Effort::DEFAULT,
            lesson: None,
            before: None,
            first_ticket: 0,
            opening: Opening::default(),
        };
        let (sender, news) = unbounded();
        Self {
            app: App::new(start).unwrap(),
            jobs: Jobs::new(move |report| drop(sender.send(Event::Job(Box::new(report))))),
            news,
            terminal: Terminal::new(TestBackend::new(120, 36)).unwrap(),
        }
    }

    fn draw(&mut self) {
        self.app.shared.drawn.activity = self.jobs.activity();
        let app = &self.app;
        let mut areas = None;
        self.terminal.draw(|frame| areas = Some(frame::view(app, frame))).unwrap();
        self.app.drawn(areas.unwrap());
        for effect in self.app.take_effects() {
            match effect {
                Effect::Start(ticket, job) => self.jobs.start(ticket, job),
                Effect::Cancel(work) => self.jobs.cancel(work),
                _ => {}
            }
        }
    }

    /// Loads the corpus and times every turn of the loop: taking in what has come, and drawing.
    fn load(&mut self) {
        let start = Instant::now();
        self.draw();
        let mut turns = Vec::new();
        let mut marks: Vec<(&str, Duration)> = Vec::new();
        while self.jobs.is_busy() || !self.news.is_empty() {
            let Ok(first) = self.news.recv_timeout(Duration::from_millis(100)) else {
                turns.push(rounds::time(|| self.draw()));
                continue;
            };
            let turn = Instant::now();
            let mut news = Some(first);
            while let Some(Event::Job(report)) = news {
                match (report.work, &report.outcome) {
                    (LOAD, Outcome::End(_)) => marks.push(("read and hashed", start.elapsed())),
                    (TREE, Outcome::Found(_)) => marks.push(("dendrogram", start.elapsed())),
                    (SPREAD, Outcome::Found(_)) => marks.push(("all pairs measured", start.elapsed())),
                    _ => {}
                }
                self.jobs.note(&report);
                self.app.report(*report);
                let is_over = turn.elapsed() > Duration::from_millis(8);
                news = if is_over { None } else { self.news.try_recv().ok() };
            }
            self.draw();
            turns.push(turn.elapsed());
        }
        let documents = self.app.shared.model.corpus.len();
        for (what, at) in marks {
            println!("{documents} documents, {what}: after {:.2} s", at.as_secs_f64());
        }
        println!(
            "turns of the loop meanwhile: {}, median {:.2} ms, p99 {:.2} ms, slowest {:.2} ms",
            turns.len(),
            millis(rounds::quantile(turns.clone(), 0.5)),
            millis(rounds::quantile(turns.clone(), 0.99)),
            millis(rounds::quantile(turns, 1.0)),
        );
    }

    /// Lets every job end.
    fn settle(&mut self) {
        self.until("");
    }

    /// Draws and takes in what the jobs find until nothing runs any more, or the work of that name has found something.
    fn until(&mut self, name: &str) {
        self.draw();
        while self.jobs.is_busy() || !self.news.is_empty() {
            let Ok(Event::Job(report)) = self.news.recv() else { continue };
            let is_over = report.work.name == name && matches!(report.outcome, Outcome::Found(_));
            self.jobs.note(&report);
            self.app.report(*report);
            self.draw();
            if is_over {
                return;
            }
        }
    }

    /// From a key in the prompt of the filter to the frame with the rows; each letter narrows the one before. The baseline
    /// is one pass over the texts that looks for the same word, on one thread.
    fn filter(&mut self) {
        self.app.update(Action::Go(Screen::Corpus));
        self.settle();
        for words in [["w", "w1", "w1a", "w1a "], ["q", "qz", "qzx", "qzxw"], ["-w", "-w2", "-w2f", "-w2f0"]]
        {
            for line in words {
                let time = rounds::time(|| {
                    self.app.screens.corpus.filter.set(line);
                    self.until("Rows");
                });
                let corpus = self.app.shared.model.corpus.clone();
                let word = line.trim_start_matches('-').trim();
                let baseline = rounds::time(|| {
                    assert!(
                        corpus.iter().filter(|document| document.text.contains(word)).count() <= corpus.len()
                    );
                });
                println!(
                    "filter {line:?}: {} of {} documents after {:.1} ms; {:.2}× a pass over the texts ({:.1} ms)",
                    self.app.shared.row_count(),
                    corpus.len(),
                    millis(time),
                    time.as_secs_f64() / baseline.as_secs_f64(),
                    millis(baseline),
                );
            }
            self.app.screens.corpus.filter.set("");
            self.settle();
        }
    }

    /// From opening Clean to what goes; from a word said of a pair to the next pair, and to what goes then.
    fn clean(&mut self) {
        use simscope::judgements::Verdict;
        use simscope::tui::screens::clean::keys::Act;
        let first = rounds::time(|| {
            self.app.update(Action::Go(Screen::Clean));
            self.settle();
        });
        let (mut next, mut all) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            let start = Instant::now();
            self.app.update(Action::Clean(Act::Judge(Verdict::No)));
            self.draw();
            next.push(start.elapsed());
            self.settle();
            all.push(start.elapsed());
        }
        println!(
            "clean: what goes {:.0} ms; after a word the next pair {:.1} ms, what goes {:.0} ms",
            millis(first),
            millis(rounds::quantile(next, 0.5)),
            millis(rounds::quantile(all, 0.5)),
        );
    }

    /// From a move in the heatmap to the frame with the cells of its window, sketched or exact, and to the last of them.
    fn moves(&mut self) {
        use simscope::tui::screens::matrix::keys::Act;
        self.app.update(Action::Go(Screen::Matrix));
        self.settle();
        let zooms = |by: i8| (0..8).map(move |_| Action::Matrix(Act::Zoom(by)));
        let pages = || [Towards::PageDown, Towards::Right, Towards::Down, Towards::PageUp].map(Action::Move);
        let moves = zooms(1).chain(pages()).chain(zooms(-1)).chain(zooms(1).take(3)).chain(pages());
        let (mut firsts, mut lasts) = (Vec::new(), Vec::new());
        for action in moves {
            let start = Instant::now();
            self.app.update(action);
            self.until("Cells");
            firsts.push(start.elapsed());
            self.settle();
            lasts.push(start.elapsed());
        }
        for (what, times) in [("the first cells", firsts), ("all of them", lasts)] {
            println!(
                "a move in the heatmap to {what}: median {:.1} ms, slowest of {} {:.1} ms",
                millis(rounds::quantile(times.clone(), 0.5)),
                times.len(),
                millis(rounds::quantile(times, 1.0)),
            );
        }
        self.app.update(Action::Go(Screen::Threshold));
    }

    /// Types into the lab beside the whole corpus, and waits for the frame that shows what each key did.
    fn lab(&mut self) {
        use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
        use simscope::tui::action::Pane;
        use simscope::tui::screens::pair::keys;
        self.app.update(Action::Go(Screen::Pair));
        self.app.update(Action::Focus(Pane::Pair(keys::Pane::TextB)));
        self.app.update(Action::Pair(keys::Act::Type));
        self.settle();
        let mut times = Vec::new();
        for letter in
            "the quick brown fox jumps over the lazy dog and runs away from all the hounds of the town"
                .chars()
        {
            let start = Instant::now();
            self.app.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
            self.draw();
            while !self.app.screens.pair.is_current(&self.app.shared) {
                let Ok(Event::Job(report)) = self.news.recv() else { continue };
                self.jobs.note(&report);
                self.app.report(*report);
            }
            self.draw();
            times.push(start.elapsed());
            self.settle();
        }
        println!(
            "a key in the lab to the frame with its result: median {:.1} ms, p99 {:.1} ms, slowest of {} {:.1} ms",
            millis(rounds::quantile(times.clone(), 0.5)),
            millis(rounds::quantile(times.clone(), 0.99)),
            times.len(),
            millis(rounds::quantile(times, 1.0)),
        );
        self.app.press(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
        self.app.update(Action::Go(Screen::Threshold));
    }

    /// Goes to every place, moves and sorts in each of its panes, and times each key to its frame.
    fn places(&mut self, beside: &str) {
        use Action::{Go, Move, NextSort, StepPane};
        for screen in Screen::ALL {
            let in_pane = [Move(Towards::Down), NextSort, Move(Towards::PageDown), StepPane(1)];
            let keys = std::iter::once(Go(screen)).chain((0..5).flat_map(|_| in_pane));
            let times: Vec<Duration> = keys
                .map(|action| {
                    let time = rounds::time(|| {
                        self.app.update(action);
                        self.draw();
                    });
                    while let Ok(Event::Job(report)) = self.news.try_recv() {
                        self.jobs.note(&report);
                        self.app.report(*report);
                    }
                    time
                })
                .collect();
            println!(
                "a key to its frame on {screen:?} {beside}: median {:.2} ms, slowest of {} {:.2} ms",
                millis(rounds::quantile(times.clone(), 0.5)),
                times.len(),
                millis(rounds::quantile(times, 1.0)),
            );
        }
    }

    /// Moves the slider over every k, up and down, on the screen with the most to draw.
    fn slide(&mut self, beside: &str) {
        self.app.update(Action::Go(Screen::Threshold));
        self.draw();
        let (mut steps, mut frames) = (Vec::new(), Vec::new());
        let bits = self.app.shared.recipe.bits.get();
        let mut slowest = (Duration::ZERO, 0);
        for _ in 0..8 {
            for k in (0..=bits).chain((0..bits).rev()) {
                let step = rounds::time(|| {
                    self.app.update(Action::DragK(k));
                    self.draw();
                });
                slowest = slowest.max((step, k));
                steps.push(step);
                frames.push(rounds::time(|| self.draw()));
            }
        }
        let (step, frame) = (rounds::quantile(steps.clone(), 0.5), rounds::quantile(frames, 0.5));
        println!(
            "slider step (regroup + frame at 120×36) {beside}, {} documents: median {:.3} ms, p99 {:.3} ms, slowest {:.3} ms of {} (to k = {}); median {:.2}× the frame alone ({:.3} ms)",
            self.app.shared.model.corpus.len(),
            millis(step),
            millis(rounds::quantile(steps.clone(), 0.99)),
            millis(rounds::quantile(steps.clone(), 1.0)),
            steps.len(),
            slowest.1,
            step.as_secs_f64() / frame.as_secs_f64(),
            millis(frame),
        );
    }
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
