//! How the lab feels: from a keystroke to the finished frame, for texts of several lengths.
//!
//! `cargo bench --bench lab` types into A and into B of the lab, lets the job of both texts end, and draws the frame that
//! shows what it found. The battery and the curve, which go on behind, are left out. Every duration is of this run.

#![allow(clippy::print_stdout, reason = "a bench prints what it measures")]
#![allow(clippy::unwrap_used, reason = "a bench that cannot run says so by panicking")]

use crossbeam_channel::{Receiver, unbounded};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope::corpus::{Corpus, ReadOptions, Source};
use simscope::groups::Effort;
use simscope::recipe::{Recipe, named};
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::app::App;
use simscope::tui::frame;
use simscope::tui::jobs::{Jobs, Report};
use simscope::tui::screens::pair;
use simscope::tui::shared::{Effect, Opening, Start};
use simscope::tui::surface::event::Event;
use simscope::tui::surface::lang::Lang;
use simscope::tui::surface::theme::{Depth, Theme};
use std::time::{Duration, Instant};

fn main() {
    simscope::provide_sample();
    let corpus = Corpus::builtin();
    let is_han = |c: &char| ('\u{4e00}'..='\u{9fff}').contains(c) || "，。".contains(*c);
    let chinese: String = corpus.iter().flat_map(|document| document.text.chars().filter(is_han)).collect();
    let english: String =
        corpus.iter().filter(|d| d.text.is_ascii()).map(|d| d.text.to_owned() + " ").collect();
    let take = |text: &str, chars: usize| text.chars().cycle().take(chars).collect::<String>();
    let recipes = named().iter().map(|named| (named.name, named.recipe));
    println!("{:<24} {:<28} {:>10} {:>10}", "recipe", "text", "into A", "into B");
    for (name, recipe) in recipes {
        for (what, text) in [
            ("2,000 Chinese characters", take(&chinese, 2_000)),
            ("100 KB of English", take(&english, 100_000)),
            ("100 KB of Chinese", take(&chinese, 33_333)),
            ("1 MB of English", take(&english, 1_000_000)),
        ] {
            let mut rig = Rig::open(recipe, &text);
            let (a, b) = (
                rig.type_into(Pane::Pair(pair::keys::Pane::TextA)),
                rig.type_into(Pane::Pair(pair::keys::Pane::TextB)),
            );
            println!("{name:<24} {what:<28} {:>7.1} ms {:>7.1} ms", millis(a), millis(b));
        }
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The explorer with the job of the two texts alone.
struct Rig {
    app: App,
    jobs: Jobs,
    news: Receiver<Event<Report>>,
    terminal: Terminal<TestBackend>,
}

impl Rig {
    fn open(recipe: Recipe, text: &str) -> Self {
        let (sender, news) = unbounded();
        let theme = Theme::of(Depth::True, true, false);
        let app = App::new(Start {
            sources: vec![Source::Builtin],
            options: ReadOptions::default(),
            recipe,
            k: 3,
            tau_hundredths: 30,
            has_mouse: true,
            theme,
            pixels: None,
            lang: Lang::En,
            decisions: None,
            judgements: None,
            effort: Effort::DEFAULT,
            lesson: None,
            before: None,
            first_ticket: 0,
            opening: Opening::default(),
        });
        let mut rig = Self {
            app: app.unwrap(),
            jobs: Jobs::new(move |report| drop(sender.send(Event::Job(Box::new(report))))),
            news,
            terminal: Terminal::new(TestBackend::new(120, 36)).unwrap(),
        };
        rig.settle();
        rig.app.update(Action::Go(Screen::Pair));
        for pane in [Pane::Pair(pair::keys::Pane::TextA), Pane::Pair(pair::keys::Pane::TextB)] {
            rig.app.update(Action::Focus(pane));
            rig.app.update(Action::Pair(pair::keys::Act::Type));
            rig.app.press(KeyEvent::new(KeyCode::Char('a'), KeyModifiers::CONTROL));
            rig.app.paste(text);
            rig.settle();
        }
        rig
    }

    fn draw(&mut self) {
        let app = &self.app;
        let mut areas = None;
        self.terminal.draw(|frame| areas = Some(frame::view(app, frame))).unwrap();
        self.app.drawn(areas.unwrap());
        self.start();
    }

    fn start(&mut self) {
        for effect in self.app.take_effects() {
            match effect {
                Effect::Start(_, job) if ["Battery", "Curve", "Risk"].contains(&job.work.name) => {}
                Effect::Start(ticket, job) => self.jobs.start(ticket, job),
                Effect::Cancel(work) => self.jobs.cancel(work),
                _ => {}
            }
        }
    }

    fn settle(&mut self) {
        self.draw();
        while self.jobs.is_busy() || !self.news.is_empty() {
            if let Ok(Event::Job(report)) = self.news.recv() {
                self.jobs.note(&report);
                self.app.report(*report);
            }
            self.draw();
        }
    }

    /// The median time from a keystroke to the frame that shows what it did.
    fn type_into(&mut self, pane: Pane) -> Duration {
        self.app.update(Action::Focus(pane));
        self.app.update(Action::Pair(pair::keys::Act::Type));
        let mut times = Vec::new();
        for letter in "abcdefghijklmno".chars() {
            let since = Instant::now();
            self.app.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
            self.start();
            while !self.app.screens.pair.is_current(&self.app.shared) {
                if let Ok(Event::Job(report)) = self.news.recv() {
                    self.jobs.note(&report);
                    self.app.report(*report);
                }
            }
            self.draw();
            times.push(since.elapsed());
            self.settle();
        }
        times.sort_unstable();
        times[times.len() / 2]
    }
}
