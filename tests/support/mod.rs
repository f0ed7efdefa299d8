//! Drives the explorer without a terminal: actions in, frames out.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]
#![allow(dead_code, reason = "each test file uses its part")]

use crossbeam_channel::{Receiver, unbounded};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};
use simscope::corpus::{ReadOptions, Source};
use simscope::groups::Effort;
use simscope::recipe::{Bits, Recipe};
use simscope::sensitivity::{Curve, Experiment};
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::app::App;
use simscope::tui::frame;
use simscope::tui::jobs::{Jobs, Report};
use simscope::tui::room::Room;
use simscope::tui::shared::kept::CurveKey;
use simscope::tui::shared::{Effect, Opening, Shared, Start};
use simscope::tui::sheet::{self, Unwritten};
use simscope::tui::surface::event::Event;
use simscope::tui::surface::lang::Lang;
use simscope::tui::surface::program::Handed;
use simscope::tui::surface::theme::{Depth, Theme};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub mod frames;
pub mod made;
pub mod moving;
pub mod pair;

/// A dark theme with all colours.
pub const DARK: Theme = Theme::of(Depth::True, true, false);

/// What the built-in sample is opened with.
pub fn start() -> Start {
    Start {
        sources: vec![Source::Builtin],
        options: ReadOptions::default(),
        recipe: Recipe::default(),
        k: 3,
        tau_hundredths: 30,
        has_mouse: true,
        theme: DARK,
        pixels: None,
        lang: Lang::En,
        decisions: None,
        judgements: None,
        effort: Effort::DEFAULT,
        lesson: None,
        before: None,
        first_ticket: 0,
        opening: Opening::default(),
    }
}

/// The poems, in Chinese.
pub fn chinese() -> Start {
    Start { lang: Lang::Zh, sources: vec![sample("zh_tang_two_editions.jsonl")], ..start() }
}

/// The built-in sample under the default recipe with that many bits.
pub fn with_bits(bits: u8) -> Start {
    Start { recipe: Recipe { bits: Bits::new(bits).unwrap(), ..Recipe::default() }, ..start() }
}

/// A file of samples/.
pub fn sample(name: &str) -> Source {
    Source::Path(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name))
}

/// The explorer with its jobs, at one size.
pub struct Rig {
    pub app: App,
    pub copied: Vec<String>,
    pub has_quit: bool,
    /// What was to be shown in another program.
    pub handed: Vec<Handed>,
    jobs: Jobs,
    news: Receiver<Event<Report>>,
    terminal: Terminal<TestBackend>,
    /// The frame as the explorer drew it. The backend's own buffer keeps stale cells behind wide characters.
    frame: Buffer,
}

impl Rig {
    /// Opens as users see it first, at the pair that a corpus opens on, and waits until everything is known.
    pub fn first_seen(start: Start, width: u16, height: u16) -> Self {
        let mut rig = Self::open_unsettled(start, width, height);
        rig.settle();
        rig
    }

    /// The same at the first document.
    pub fn open(start: Start, width: u16, height: u16) -> Self {
        let mut rig = Self::open_unsettled(start, width, height);
        rig.app.shared.asked.first_pair = false;
        rig.settle();
        rig
    }

    /// Opens and draws the first frame only.
    pub fn open_unsettled(start: Start, width: u16, height: u16) -> Self {
        simscope::provide_sample();
        let (sender, news) = unbounded();
        let mut rig = Self {
            app: App::new(start).unwrap(),
            copied: Vec::new(),
            has_quit: false,
            handed: Vec::new(),
            jobs: Jobs::new(move |report| drop(sender.send(Event::Job(Box::new(report))))),
            news,
            terminal: Terminal::new(TestBackend::new(width, height)).unwrap(),
            frame: Buffer::default(),
        };
        rig.draw();
        rig
    }

    /// The built-in sample at 120 × 36.
    pub fn builtin() -> Self {
        Self::open(start(), 120, 36)
    }

    /// Draws one frame and does what the app asks for.
    pub fn draw(&mut self) {
        let app = &self.app;
        let (mut areas, mut drawn) = (None, Buffer::default());
        self.terminal
            .draw(|frame| {
                areas = Some(frame::view(app, frame));
                drawn = frame.buffer_mut().clone();
            })
            .unwrap();
        self.frame = drawn;
        with_known_curves(&mut self.app.shared);
        self.app.drawn(areas.unwrap());
        for effect in self.app.take_effects() {
            match effect {
                Effect::Start(ticket, job) => self.jobs.start(ticket, job),
                Effect::Cancel(work) => self.jobs.cancel(work),
                Effect::Copy { text, .. } => self.copied.push(text),
                Effect::Quit => self.has_quit = true,
                Effect::Picture(path) => {
                    let still = frame::still(&self.app, self.frame.area);
                    self.app.shared.export(path, Box::new(still), Vec::new());
                }
                Effect::Suspend | Effect::Repaint | Effect::TakeMouse(_) => {}
                Effect::Reopen(start) => {
                    self.jobs.stop();
                    self.app.reopen(*start).unwrap();
                    // As the loop does: what the new one asks for.
                    return self.draw();
                }
                Effect::Hand(handed) => self.handed.push(handed),
            }
        }
    }

    /// Takes in one piece of news, if any comes; returns whether one did.
    pub fn step(&mut self) -> bool {
        self.draw();
        if !self.jobs.is_busy() && self.news.is_empty() {
            return false;
        }
        let news = self.news.recv_timeout(Duration::from_secs(60)).unwrap();
        self.take_in(news);
        true
    }

    fn take_in(&mut self, news: Event<Report>) {
        if let Event::Job(report) = news {
            self.jobs.note(&report);
            self.app.report(*report);
            keep_curve(&self.app.shared);
        }
    }

    /// Draws, with whatever the jobs have found by now.
    pub fn go_on(&mut self) {
        while let Ok(news) = self.news.try_recv() {
            self.take_in(news);
        }
        self.draw();
    }

    /// Lets every job end and draws what they found.
    pub fn settle(&mut self) {
        while self.step() {}
        self.draw();
    }

    pub fn act(&mut self, action: Action) -> &mut Self {
        self.app.update(action);
        self.settle();
        self
    }

    /// Presses keys, by their names in the keymap; anything longer that is no name is typed letter by letter.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        self.typed(keys, true)
    }

    /// Presses keys while the jobs run on.
    pub fn press_unsettled(&mut self, keys: &str) -> &mut Self {
        self.typed(keys, false)
    }

    fn typed(&mut self, keys: &str, is_settled: bool) -> &mut Self {
        for key in keys.split(' ') {
            let code = match key {
                "enter" => KeyCode::Enter,
                "esc" => KeyCode::Esc,
                "tab" => KeyCode::Tab,
                "shift-tab" => KeyCode::BackTab,
                "up" => KeyCode::Up,
                "down" => KeyCode::Down,
                "left" => KeyCode::Left,
                "right" => KeyCode::Right,
                "pgup" => KeyCode::PageUp,
                "pgdn" => KeyCode::PageDown,
                "home" => KeyCode::Home,
                "end" => KeyCode::End,
                "del" => KeyCode::Delete,
                "space" => KeyCode::Char(' '),
                _ => KeyCode::Null,
            };
            let named = key.strip_prefix('‹').and_then(|key| key.strip_suffix('›'));
            if let Some(name) = named {
                // An action without a key, by its name.
                let action = self.app.shared.keymap.named(name).unwrap();
                self.app.update(action);
            } else if code != KeyCode::Null {
                self.app.press(KeyEvent::new(code, KeyModifiers::NONE));
            } else if let Some(letter) = key.strip_prefix("ctrl-") {
                let letter = letter.chars().next().unwrap();
                self.app.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
            } else {
                for letter in key.chars() {
                    self.app.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
                }
            }
            if is_settled {
                self.settle();
            }
        }
        self
    }

    /// The screen that is shown.
    pub fn room(&self) -> &dyn Room {
        self.app.screens.at(self.app.shared.screen)
    }

    /// Writes what the screen shows.
    pub fn export(&self, path: &Path) -> Result<u64, Unwritten> {
        sheet::write(self.room().export(&self.app.shared).sheet.ok().unwrap().as_ref(), &[], path, &[])
    }

    pub fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.resize_unsettled(width, height);
        self.settle();
        self
    }

    /// Resizes while the jobs run on.
    pub fn resize_unsettled(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.terminal.autoresize().unwrap();
    }

    pub fn buffer(&self) -> &Buffer {
        &self.frame
    }

    /// The frame as text.
    pub fn text(&self) -> String {
        let buffer = self.buffer();
        let lines = (0..buffer.area.height).map(|y| line(buffer, y));
        lines.map(|line| line + "\n").collect()
    }

    pub fn message(&self) -> &str {
        self.app.shared.message.as_ref().map_or("", |(_, text)| text)
    }

    /// The frame as text, then the same grid with a letter for every style, then what the letters mean.
    pub fn styled(&self) -> String {
        let buffer = self.buffer();
        let mut styles: Vec<String> = Vec::new();
        let mut grid = String::new();
        for y in 0..buffer.area.height {
            for x in 0..buffer.area.width {
                let cell = &buffer[(x, y)];
                let style = describe(cell.fg, cell.bg, cell.modifier);
                if style.is_empty() {
                    grid.push('.');
                    continue;
                }
                let at = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
                    styles.push(style);
                    styles.len() - 1
                });
                let letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
                grid.push(letters.get(at).map_or('*', |&letter| letter as char));
            }
            grid.push('\n');
        }
        let mut out = self.text() + "\n" + &grid + "\n";
        for (style, letter) in styles.iter().zip(('a'..='z').chain('A'..='Z').chain('0'..='9')) {
            writeln!(out, "{letter} {style}").unwrap();
        }
        out
    }
}

/// The screens that have a number, in its order.
pub fn numbered() -> impl Iterator<Item = Screen> {
    Screen::ALL.into_iter().filter(|screen| screen.number().is_some())
}

/// The name of a pane without its screen.
pub fn pane_name(pane: Pane) -> String {
    let name = format!("{pane:?}").to_lowercase();
    name.split(['(', ')']).nth(1).unwrap_or(&name).to_owned()
}

/// A corpus by its name and its documents, a recipe, and their length curve.
type Measured = (String, usize, Recipe, Arc<Curve>);

/// The length curves of the test's process: each is measured once, not at every opening.
static CURVES: Mutex<Vec<Measured>> = Mutex::new(Vec::new());

fn with_known_curves(shared: &mut Shared) {
    let (name, documents) = (shared.model.corpus.name().to_owned(), shared.model.corpus.len());
    for (of, length, recipe, curve) in CURVES.lock().unwrap().iter() {
        let key = CurveKey { recipe: *recipe, experiment: curve.experiment };
        if (of, length) == (&name, &documents) && shared.kept.curves.get(&key).is_none() {
            shared.kept.curves.keep(*recipe, curve.clone());
        }
    }
}

fn keep_curve(shared: &Shared) {
    let key = shared.curve_key(Experiment::default());
    let Some(curve) = shared.kept.curves.get(&key) else { return };
    let corpus = &shared.model.corpus;
    let mut all = CURVES.lock().unwrap();
    let is_new = |(name, documents, recipe, _): &Measured| {
        (name.as_str(), *documents, *recipe) != (corpus.name(), corpus.len(), key.recipe)
    };
    if all.iter().all(is_new) {
        all.push((corpus.name().to_owned(), corpus.len(), key.recipe, curve.clone()));
    }
}

fn line(buffer: &Buffer, y: u16) -> String {
    let mut line = String::new();
    let mut hidden = 0;
    for x in 0..buffer.area.width {
        let symbol = buffer[(x, y)].symbol();
        if hidden > 0 {
            hidden -= 1;
            continue;
        }
        hidden = simscope::visible::width(symbol).saturating_sub(1);
        line.push_str(symbol);
    }
    line.trim_end().to_owned()
}

fn describe(fg: Color, bg: Color, modifier: Modifier) -> String {
    let mut parts = Vec::new();
    if fg != Color::Reset {
        parts.push(format!("{fg}"));
    }
    if bg != Color::Reset {
        parts.push(format!("on {bg}"));
    }
    if !modifier.is_empty() {
        parts.push(format!("{modifier:?}"));
    }
    parts.join(" ")
}
