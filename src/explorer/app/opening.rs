//! What the explorer is opened with; another corpus in its place, the same one read again, and those of lessons.

use super::App;
use crate::action::classroom::Act;
use crate::action::{Action, Screen};
use crate::classroom::Classroom;
use crate::left::{Keeping, Known, Left, is_first_time};
use crate::overlays::{Lessons, Overlay};
use crate::room::Entered;
use crate::shared::grouping::{Grouping, TAUS};
use crate::shared::opened::id_of_typed;
use crate::shared::selection::{Mark, NAMES};
use crate::shared::{Effect, Opening, Question, Shared, Stage, Start};
use crate::surface::keymap::KeymapError;
use simscope_core::corpus::Source;
use simscope_core::lessons::{HandMade, Lesson, built_in};
use simscope_core::recipe::Tokenizer;
use std::path::PathBuf;
use std::sync::Arc;

impl App {
    /// Shows what the explorer was asked to open with.
    pub(super) fn begin(&mut self) {
        let opening = self.shared.start.opening.clone();
        let Self { shared, screens, .. } = self;
        screens.corpus.columns = opening.columns;
        match screens.pair.begin_with(&opening.texts) {
            Ok(()) if opening.texts.is_empty() => {}
            Ok(()) => shared.screen = Screen::Pair,
            Err(too_much) => shared.warn_of(too_much.message(shared.lang)),
        }
        let asked =
            opening.screen.and_then(|it| Screen::ALL.into_iter().find(|one| one.number() == Some(it)));
        shared.screen = asked.unwrap_or(shared.screen);
        shared.other = (opening.typed.len() > 1).then_some(1);
        // Other screens filter their own lists.
        let filtered = if shared.screen == Screen::Threshold { Screen::Threshold } else { Screen::Corpus };
        if !opening.filter.is_empty() {
            screens.at_mut(filtered).typed(shared, Entered::Filter(&opening.filter)).ok();
        }
        self.is_first_time = opening.state.as_deref().is_some_and(is_first_time);
        if !self.is_first_time && !opening.is_fresh {
            self.go_on_as_left();
        }
        self.follow();
    }

    /// Continues where the corpus was left, unless it has changed since.
    fn go_on_as_left(&mut self) {
        let Self { shared, screens, .. } = self;
        match self.keeping.as_ref().map_or(Known::Nothing, Keeping::read) {
            Known::Nothing => {}
            Known::Changed => shared.say((
                "the corpus has changed since it was left: it begins afresh",
                "语料自上次离开后已改变：重新开始",
            )),
            Known::Left(Left { place, k, tau_hundredths, filter, marks }) => {
                shared.screen = place;
                shared.k = k.min(shared.recipe.bits.get());
                shared.tau_hundredths = tau_hundredths.clamp(TAUS.0, TAUS.1);
                screens.corpus.filter.set(&filter);
                self.marks_to_come = marks;
                shared.say(both!(
                    "as you left it, k = {k}; --fresh begins anew",
                    "继续上次的状态，k = {k}；--fresh 重新开始"
                ));
            }
        }
    }

    /// The marks come back once the groups of every k are known.
    pub(super) fn mark_as_left(&mut self) {
        let shared = &mut self.shared;
        let Some(tree) = shared.model.tree.clone().filter(|_| !self.marks_to_come.is_empty()) else { return };
        let known = shared.exact_end().unwrap_or(shared.model.recipe.bits.get());
        let recipe = shared.model.recipe;
        let ks = std::mem::take(&mut self.marks_to_come).into_iter().filter(|&k| k <= known);
        let mark = |(name, k): (&'static str, u8)| Mark {
            name,
            groups: Arc::new(tree.cut(k)),
            grouping: Grouping::Connection,
            recipe,
        };
        shared.marks = NAMES.into_iter().zip(ks).map(mark).collect();
    }

    /// Keeps how the corpus is left.
    pub fn keep_left(&self) {
        let Self { shared, screens, .. } = self;
        // Of another recipe its k would say nothing.
        let is_of_recipe = shared.recipe.has_parts_of(&shared.start.recipe);
        if shared.model.corpus.is_empty() || !is_of_recipe {
            return;
        }
        let marks = shared.marks.iter().filter(|mark| mark.grouping == Grouping::Connection);
        let left = Left {
            place: shared.screen.tab(),
            k: shared.k,
            tau_hundredths: shared.tau_hundredths,
            filter: screens.corpus.filter.text().to_owned(),
            marks: marks.map(|mark| mark.groups.k()).collect(),
        };
        if let Some(keeping) = &self.keeping {
            keeping.write(&left);
        }
    }

    /// The arguments that would open the explorer in its present state.
    pub fn as_it_stands(&self) -> Start {
        let Self { shared, screens, .. } = self;
        let before = shared.start.clone();
        let selected = shared.selected_document().map(|document| shared.document(document).id.to_owned());
        Start {
            recipe: shared.recipe,
            k: shared.k,
            tau_hundredths: shared.tau_hundredths,
            theme: shared.theme,
            lang: shared.lang,
            opening: Opening {
                screen: shared.screen.tab().number(),
                filter: screens.corpus.filter.text().to_owned(),
                columns: screens.corpus.columns.clone(),
                texts: Vec::new(),
                selected,
                is_fresh: true,
                ..before.opening
            },
            ..before
        }
    }

    /// Reads the corpus again: files may have changed.
    pub(super) fn read_again(&mut self) {
        match self.shared.start.sources.contains(&Source::Stdin) {
            true => self.shared.warn(("standard input cannot be read a second time", "标准输入无法再次读取")),
            false => self.ask_to_open(self.as_it_stands()),
        }
    }

    /// Opens the file or folder that a line names, in place of the corpus.
    pub(super) fn open_corpus(&mut self, line: &str) {
        let mut start = self.as_it_stands().of_others(vec![Source::Path(below_home(line))]);
        start.opening.is_fresh = false;
        self.ask_to_open(Start { lesson: None, before: None, ..start });
    }

    pub(super) fn ask_to_open(&mut self, start: Start) {
        match self.shared.is_keeping() {
            true => self.shared.warn((
                "decisions or judgements are still being written: once more, please",
                "去留或判定仍在写入：请再按一次",
            )),
            false => self.shared.ask_for(Effect::Reopen(Box::new(start))),
        }
    }

    /// The explorer as it is opened with this; reports of jobs that were started before are passed over.
    ///
    /// # Errors
    /// When the tables of keys contradict themselves.
    pub fn reopen(&mut self, start: Start) -> Result<(), KeymapError> {
        let first_ticket = self.shared.last_ticket();
        let classroom = std::mem::take(&mut self.classroom);
        let is_same = start.sources == self.shared.start.sources && !classroom.is_open();
        let mut before = std::mem::replace(self, Self::new(Start { first_ticket, ..start })?);
        // One that was itself not read yet gives way to what was before it.
        self.before = before.before.take().or_else(|| Some(Box::new(before)));
        self.classroom.go_on(classroom);
        if is_same && !self.classroom.is_open() {
            self.shared.say((
                "reading again: k, recipe and selection stay; sorting, marks and undo are gone",
                "重新读取：保留 k、配方和所选文档；排序、标记与撤销记录清空",
            ));
        }
        Ok(())
    }

    /// The corpus was read, or could not be: then what was open before comes back as it was.
    pub(super) fn end_reading(&mut self) {
        if self.shared.model.stage == Stage::Reading && self.shared.model.failure.is_none() {
            return;
        }
        let Some(before) = self.before.take() else { return };
        let why = self.take_failure().map(|failure| failure.to_string());
        if let Some(why) = why.or_else(|| self.what_is_lost(&before)) {
            self.go_back(*before, why);
        }
    }

    /// What is gone of a corpus that was read again, where that can hardly be meant.
    fn what_is_lost(&self, before: &App) -> Option<String> {
        let (now, then) = (&self.shared, &before.shared);
        if now.start.sources != then.start.sources || then.model.corpus.is_empty() {
            return None;
        }
        if now.model.corpus.is_empty() {
            return Some(now.lang.pick(("there is no document any more", "已没有任何文档")).to_owned());
        }
        // As of a file that was cut, or that is just being written.
        let skipped = |shared: &Shared| shared.model.skipped.len() + shared.model.unlisted;
        let is_cut = now.model.corpus.len() < then.model.corpus.len() && skipped(now) > skipped(then);
        now.model.skipped.last().filter(|_| is_cut).map(|skipped| skipped.say(now.lang))
    }

    fn go_back(&mut self, mut before: App, why: String) {
        let classroom = std::mem::take(&mut self.classroom);
        before.classroom = Classroom::with(before.shared.start.lesson.clone());
        before.classroom.go_on(classroom);
        let cut_off = before.shared.leave_jobs(self.shared.last_ticket());
        *self = before;
        if self.shared.model.stage == Stage::Reading {
            self.ask_to_open(self.as_it_stands());
        }
        cut_off.into_iter().for_each(|work| self.ended(work, true));
        self.shared.warn(both!("{why}; the corpus before stays as it was", "{why}；保留之前的语料"));
    }
}

/// The path of a line; `~/` is the home folder, as in a shell.
fn below_home(line: &str) -> PathBuf {
    match (line.strip_prefix("~/"), std::env::home_dir()) {
        (Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(line),
    }
}

// Lessons: begun, left, and their pages.

impl App {
    /// A page that hides the screen is turned by what moves to the side there. Returns whether it was.
    pub(super) fn turn_page(&mut self, action: Action) -> bool {
        let turn = self.classroom.turn_of(action, &self.shared);
        turn.into_iter().for_each(|turn| self.teach(turn));
        turn.is_some()
    }

    pub(super) fn teach(&mut self, act: Act) {
        match act {
            Act::List => self.overlay = Some(Overlay::Lessons(Lessons::new(self.classroom.marks()))),
            Act::Take(number, path) => {
                self.classroom.path = path;
                if let Some(lesson) = built_in().ok().and_then(|all| all.into_iter().nth(number.into())) {
                    self.begin_lesson(lesson);
                }
            }
            Act::Leave => self.leave_lesson(),
            Act::Type => {
                let leave = self.shared.key(Act::Leave);
                let note = both!(
                    "its features, sums and signature are shown; {leave} goes back · Enter takes it · Esc leaves",
                    "显示其特征、累加值和签名；按 {leave} 返回 · Enter 确定 · Esc 放弃"
                );
                self.shared.asked.question = Some(Question::new(act, ("text: ", "文本："), note));
            }
            _ => {
                self.classroom.act(&mut self.shared, act);
                // A turned page stands over the documents of its lesson, not over a text that was typed beside it.
                if let (Act::Turn(_), Some(lesson)) = (act, self.lesson_beside()) {
                    self.begin_lesson(lesson);
                }
            }
        }
    }

    /// The lesson beside which a text was typed.
    fn lesson_beside(&self) -> Option<Lesson> {
        let start = &self.shared.start;
        start.lesson.as_deref().filter(|_| !start.opening.typed.is_empty()).cloned()
    }

    /// Opens the corpus of a lesson with its first page; the corpus from before is remembered.
    fn begin_lesson(&mut self, lesson: Lesson) {
        let start = self.as_it_stands();
        // From one lesson to another: what was open before the first one.
        let own = start.lesson.is_none().then(|| Box::new(start.clone()));
        let before = start.before.clone().or(own);
        let mut start = start.of_others(vec![lesson.source.clone()]);
        start.opening.screen = None;
        let (recipe, k) = (lesson.recipe, lesson.k);
        self.ask_to_open(Start { recipe, k, before, lesson: Some(Arc::new(lesson)), ..start });
    }

    /// Opens the texts that were typed so far, and this one, as a corpus; the corpus from before is remembered. Rows with weights
    /// and hashes have a recipe of their own, and a text after them that of the corpus: another recipe begins a new corpus.
    pub(super) fn open_typed(&mut self, text: &str) {
        let start = self.as_it_stands();
        let is_lesson = start.lesson.is_some();
        let before = start.before.clone().or_else(|| (!is_lesson).then(|| Box::new(start.clone())));
        let rows = HandMade::of_line(text);
        let kept = match before.as_ref().map(|before| before.recipe) {
            Some(recipe) if start.recipe.tokenizer == Tokenizer::Rows && rows.is_none() => recipe,
            _ => start.recipe,
        };
        let (recipe, text) = rows.unwrap_or_else(|| (kept, text.to_owned()));
        let mut typed = start.opening.typed.clone();
        if recipe != start.recipe {
            typed.clear();
        }
        typed.push(text);
        // A lesson waits, with its page.
        let start = start.of_others(Vec::new());
        let (selected, screen) = (Some(id_of_typed(typed.len())), Screen::Anatomy.number());
        let opening = Opening { selected, screen, typed, ..start.opening };
        self.ask_to_open(Start { recipe, before, opening, ..start });
    }

    fn leave_lesson(&mut self) {
        if let Some(lesson) = self.lesson_beside() {
            return self.begin_lesson(lesson);
        }
        if !self.classroom.is_open() && self.shared.start.before.is_none() {
            return self.shared.warn(("no lesson is open", "没有打开课程"));
        }
        self.ask_to_open(self.before_lesson());
    }

    /// What is opened instead of a lesson whose corpus cannot be read.
    pub fn instead_of_lesson(&self) -> Option<Start> {
        self.classroom.is_open().then(|| self.before_lesson())
    }

    /// What was open before the lesson.
    fn before_lesson(&self) -> Start {
        let start = self.as_it_stands();
        let before = start.before.clone().map(|before| *before);
        // A lesson of the command line was opened instead of the sample.
        let sample = || Start {
            sources: vec![Source::Builtin],
            recipe: Default::default(),
            k: 3,
            lesson: None,
            opening: Opening { typed: Vec::new(), selected: None, screen: None, ..start.opening.clone() },
            ..start.clone()
        };
        Start { theme: start.theme, pixels: start.pixels, lang: start.lang, ..before.unwrap_or_else(sample) }
    }
}
