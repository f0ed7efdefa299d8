//! The explorer: hands keys, actions and reports to the screen or the overlay that they are for.

mod covered;
mod menus;
mod news;
mod opening;

use crate::action::classroom::Act;
use crate::action::{Action, Pane, Screen};
use crate::classroom::{Classroom, LESSON};
use crate::left::Keeping;
use crate::overlays::{Over, Overlay, Prompt};
use crate::room::{self, Entered, NO_PASTE};
use crate::screens::{self, Screens, screen_of};
use crate::shared::parts::cycle;
use crate::shared::{Effect, Question, Shared, Stage, Start};
use crate::surface::key::{Key, without_alt_gr};
use crate::surface::keymap::KeymapError;
use crate::surface::program::Program;
use crate::surface::{Lang, Phrase};
pub(crate) use menus::{Item, Menu};
use ratatui::crossterm::event::{KeyEvent, KeyEventKind};
use simscope_core::corpus::CorpusError;
use std::time::Duration;

pub struct App {
    pub shared: Shared,
    pub screens: Screens,
    /// The lesson over the screens.
    pub classroom: Classroom,
    /// What lies over the screen.
    pub overlay: Option<Overlay>,
    /// Where is kept how the corpus is left.
    keeping: Option<Keeping>,
    /// The k's of marks that come back as soon as the groups are known.
    marks_to_come: Vec<u8>,
    /// What was open before, whole, until the corpus that is opened instead has been read.
    before: Option<Box<App>>,
    /// The line at the foot that waits for a second key.
    pub(crate) menu: Option<Menu>,
    /// The very first start, up to a key that is pressed when nothing else is said.
    pub(crate) is_first_time: bool,
    /// Only the pane that has the keys is shown.
    pub(crate) is_alone: bool,
}

impl App {
    /// A new explorer, which begins by asking for the corpus to be loaded.
    ///
    /// # Errors
    /// When the tables of keys contradict themselves.
    pub fn new(start: Start) -> Result<Self, KeymapError> {
        let sources = start.typed_source().map(|source| vec![source]);
        let start = Start { sources: sources.unwrap_or(start.sources), ..start };
        let screens = Screens::new(start.recipe.bits.get());
        let keymap = screens::keymap(&start.opening.settings)?;
        let classroom = Classroom::with(start.lesson.clone());
        let state = start.opening.state.as_deref();
        let keeping = state.and_then(|folder| Keeping::of(folder, &start.sources, &start.recipe));
        let mut app = Self {
            keeping,
            marks_to_come: Vec::new(),
            shared: Shared::new(start, keymap),
            screens,
            classroom,
            overlay: None,
            before: None,
            menu: None,
            is_first_time: false,
            is_alone: false,
        };
        app.begin();
        Ok(app)
    }

    /// What the main loop has to do, in order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.shared.asked.effects)
    }

    /// Why the program left, if reading failed.
    pub fn take_failure(&mut self) -> Option<CorpusError> {
        self.shared.model.failure.take()
    }

    /// The pane that has the keys.
    pub fn pane(&self) -> Pane {
        self.screens.at(self.shared.screen).panes().focus
    }

    /// A key was pressed: it is the overlay's, else the text's that is typed into, else the keymap's.
    pub fn press(&mut self, event: KeyEvent) {
        let event = without_alt_gr(event);
        if event.kind == KeyEventKind::Release || self.press_overlay(event) {
            return;
        }
        self.is_first_time &= self.shared.message.is_some();
        let screen = self.shared.screen;
        if self.overlay.is_none() && self.type_into_screen(Entered::Key(event)) == Ok(true) {
            return self.follow();
        }
        let key = Key::from(event);
        let action = match self.menu.take() {
            Some(menu) if self.press_menu(menu, key) => return,
            _ if self.shared.keymap.begins(screen, key) => return self.begin_menu(key),
            _ => self.shared.keymap.action(screen, key),
        };
        match action {
            Some(action) => {
                let is_resume = || self.shared.keymap.everywhere(key) == Some(Action::Resume);
                if action != Action::Resume && is_resume() && self.goes_on() {
                    return;
                }
                self.update(action);
            }
            None => self.no_such_key(key),
        }
    }

    /// Starts again what was cancelled, before a key of the place does anything else. Returns whether there was such work.
    fn goes_on(&mut self) -> bool {
        self.shared.message = None;
        let has_own = self.screens.at_mut(self.shared.screen).own_act(&mut self.shared, Action::Resume);
        let was_cancelled =
            matches!(self.shared.model.stage, Stage::Cancelled(_)) && self.shared.resume_step();
        self.follow();
        has_own | was_cancelled
    }

    /// Text was pasted: into the text of the screen, or the line of the overlay.
    pub fn paste(&mut self, text: &str) {
        match &mut self.overlay {
            None => {
                if let Err(why) = self.type_into_screen(Entered::Pasted(text)) {
                    self.shared.warn(why);
                }
            }
            Some(overlay) => {
                // A prompt has one line: lines become words of it, and the line end behind the last is nothing.
                let text = text.trim_end_matches(['\r', '\n']).replace("\r\n", " ");
                if overlay.paste(&self.shared, &text.replace(['\r', '\n'], " ")) {
                    self.follow_prompt();
                } else {
                    self.shared.warn(NO_PASTE);
                }
            }
        }
        self.follow();
    }

    /// Gives what is typed to the screen that is shown.
    pub(super) fn type_into_screen(&mut self, entered: Entered<'_>) -> Result<bool, Phrase> {
        self.screens.at_mut(self.shared.screen).typed(&mut self.shared, entered)
    }

    /// Carries out an action.
    pub fn update(&mut self, action: Action) {
        if !matches!(action, Action::StepK(_) | Action::DragK(_)) {
            self.shared.drop_slider();
        }
        if action != Action::Drop {
            self.shared.message = None;
            // Esc leaves only that line.
            if self.menu.take().is_some() && action == Action::Cancel {
                return;
            }
        }
        self.act(action);
        self.follow();
        self.act_on();
    }

    /// Carries out what follows from what was done.
    fn act_on(&mut self) {
        while !self.shared.asked.then.is_empty() {
            let action = self.shared.asked.then.remove(0);
            self.act(action);
            self.follow();
        }
    }

    fn act(&mut self, action: Action) {
        if self.shared.screen == Screen::Clean && action.is_of_k_alone() {
            return self.shared.warn((
                "k decides nothing here: ‹step-k-minus› and ‹step-k-plus› move the cut",
                "k 在此不起作用：‹step-k-minus›、‹step-k-plus› 移动下限",
            ));
        }
        if self.turn_page(action) || self.screens.act(&mut self.shared, action) || self.act_on_screen(action)
        {
            return;
        }
        let Self { shared, screens, .. } = self;
        match action {
            Action::Classroom(act) => self.teach(act),
            Action::Quit if shared.go_out() => {}
            Action::Quit if self.classroom.is_open() && shared.start.before.is_some() => {
                self.teach(Act::Leave);
            }
            Action::Quit | Action::Leave => self.leave(),
            Action::QuitAnyway => shared.ask_for(Effect::Quit),
            Action::Repaint => shared.ask_for(Effect::Repaint),
            Action::Suspend => shared.ask_for(Effect::Suspend),
            Action::Go(screen) => shared.go_to(screen),
            Action::StepScreen(by) => {
                let numbered: Vec<Screen> =
                    Screen::ALL.into_iter().filter(|screen| screen.number().is_some()).collect();
                let to = cycle(&numbered, |&screen| screen == shared.screen.tab(), by.into());
                shared.asked.then.insert(0, Action::Go(to));
            }
            Action::Back => shared.back(),
            Action::Forward => shared.forward(),
            Action::StepDocument(by) => shared.step_document(by),
            Action::GoNearest => shared.go_nearest(),

            Action::StepK(by) => shared.step_k(by),
            Action::NextChange(by) => shared.next_change(by),
            Action::SetK(k) => shared.set_k(k),
            Action::DragK(k) => shared.drag_k(k),
            Action::Drop => shared.drop_slider(),
            Action::Mark => shared.toggle_mark(),
            Action::PickAll => shared.pick_all(),
            Action::ToggleGrouping => shared.toggle_grouping(),
            Action::Undo => shared.undo(),
            Action::Redo => shared.redo(),

            Action::StepPart(part, by) => shared.step_part(part, by),
            Action::After(first) => self.menu = Key::parse(first.encode_utf8(&mut [0; 4])).map(Menu::After),
            Action::SortMenu | Action::NextSort | Action::ReverseSort => self.sort(action),
            Action::SetRecipe(recipe) => shared.set_recipe(recipe),
            Action::SetBeside(_) if shared.refuses_without_texts() => {}
            Action::SetBeside(recipe) => screens.threshold.set_beside(shared, recipe),
            Action::ShowBeside if shared.second.is_some() => screens.threshold.show_recipes(shared),
            Action::ShowBeside => self.open(Action::ChooseBeside),

            Action::ToggleAlone => self.toggle_alone(),
            Action::ToggleMouse => shared.toggle_mouse(),
            Action::ToggleTheme => shared.toggle_theme(),
            Action::SetTheme(name) => shared.theme = shared.theme.called(name),
            Action::ToggleLang => shared.lang = if shared.lang == Lang::En { Lang::Zh } else { Lang::En },
            Action::AskK => shared.ask_k(),
            Action::AskReport => shared.ask_report(),
            Action::AskOpen => shared.ask_open(),
            Action::ReadAgain => self.read_again(),
            Action::Editor => shared.hand(Program::Editor),
            Action::Pager => shared.hand(Program::Pager),
            Action::AskFilter => self.ask_filter(),
            Action::ShowCommand => self.show_command(),
            Action::Export => {
                let export = screens.at(shared.screen).export(shared);
                shared.ask_file(export.name, export.endings);
            }
            _ => self.open(action),
        }
    }

    /// What the screen that is shown does in its own way. Returns whether the action is one of that kind.
    fn act_on_screen(&mut self, action: Action) -> bool {
        let Self { shared, screens, overlay, classroom, .. } = self;
        let room = screens.at_mut(shared.screen);
        // While a filter stands, the next document is the next hit.
        if let Action::StepDocument(by) = action
            && room.own_act(shared, Action::StepHit(by))
        {
            return true;
        }
        // Esc closes what lies over the screen first.
        if action != Action::Cancel && room.own_act(shared, action) {
            return true;
        }
        match action {
            Action::StepPane(by) => room::step_pane(room, by),
            Action::Focus(pane) => self.focus(pane),
            Action::Move(towards) => room::step(room, shared, towards),
            Action::SelectRow(pane @ (Pane::Overlay | Pane::Parts), row) => self.click((pane, row), false),
            Action::OpenRow(pane @ (Pane::Overlay | Pane::Parts), row) => self.click((pane, row), true),
            Action::SelectRow(pane, row) => {
                self.focus(pane);
                room::select(self.screens.at_mut(self.shared.screen), &mut self.shared, pane, row);
            }
            Action::OpenRow(pane, row) => {
                self.focus(pane);
                let room = self.screens.at_mut(self.shared.screen);
                if !room.own_act(&mut self.shared, Action::SelectRow(pane, row)) {
                    room::select(room, &mut self.shared, pane, row);
                }
                room.own_act(&mut self.shared, Action::Open);
            }
            Action::Scroll(Pane::Overlay | Pane::Parts, by) => {
                if let Some(overlay) = overlay {
                    overlay.scroll(Over { own: screens, shared }, isize::from(by));
                }
            }
            Action::Scroll(Pane::Lesson, by) => classroom.scroll(shared, isize::from(by)),
            Action::Scroll(pane, by) => room::scroll(room, shared, pane, isize::from(by)),
            // What a screen does not take means nothing there.
            Action::Point(..) | Action::SetBit(_) => {}
            Action::Cancel => self.cancel(),
            Action::Resume => {
                if !classroom.resume() && !shared.resume_step() {
                    shared.warn((
                        "nothing waits to go on: nothing was cancelled",
                        "没有待继续的工作：未取消任何工作",
                    ));
                }
            }
            Action::Go(Screen::Pair) => {
                // The pair that is selected there, and no copy of its first document.
                shared.other = room.pair(shared).or(shared.other);
                screens.pair.is_copy = false;
                shared.go_to(Screen::Pair);
            }
            Action::ToLab => {
                let other = room.pair(shared);
                screens.pair.open_copy(shared, other);
            }
            Action::ToCompare => {
                let other = room.pair(shared);
                screens.pair.open(shared, other);
            }
            Action::Pick => shared.pick(shared.selected_document()),
            Action::Copy if shared.copy_picked() => {}
            Action::Copy => match room.copy(shared) {
                Ok((text, what)) => shared.copy(text, what),
                Err(phrase) => shared.warn(phrase),
            },
            _ => return false,
        }
        true
    }

    /// Leaves the program. Asked a second time, or if nothing would be lost, at once.
    fn leave(&mut self) {
        let asks =
            matches!(&self.overlay, Some(Overlay::Prompt(prompt)) if prompt.of() == Action::QuitAnyway);
        let Self { shared, screens, .. } = self;
        let is_lost = screens.pair.has_typed();
        let typed = is_lost.then_some(("the texts that were typed are in no file", "输入的文本未存入文件"));
        match typed.or_else(|| shared.unkept()).filter(|_| !asks) {
            None => shared.ask_for(Effect::Quit),
            Some((en, zh)) => {
                let note = both!(
                    "{en} · y or Enter leaves · any other key stays",
                    "{zh} · y 或 Enter 退出 · 其他键不退出"
                );
                shared.asked.question = Some(Question::new(Action::QuitAnyway, ("leave? ", "退出？"), note));
            }
        }
    }

    fn focus(&mut self, pane: Pane) {
        if screen_of(pane) == Some(self.shared.screen) {
            self.screens.at_mut(self.shared.screen).set_focus(pane);
        }
    }

    /// Closes, clears or cancels the nearest thing that can be.
    fn cancel(&mut self) {
        if self.overlay.take().is_some() {
            return;
        }
        let Self { shared, screens, .. } = self;
        let shown = shared.screen;
        let has_ended = screens.at_mut(shown).own_act(shared, Action::Cancel)
            || shared.stop(LESSON)
            || shared.cancel_leaders()
            || screens.corpus.cancel_risk(shared)
            || screens.matrix.cancel_cells(shared)
            || shared.cancel_step()
            || screens.at_mut(shown).own_act(shared, Action::Out)
            || std::mem::take(&mut self.is_alone)
            || shared.go_out();
        if !has_ended {
            shared.warn(("nothing to cancel: ‹quit› quits", "没有可取消的：‹quit› 退出"));
        }
    }

    /// The time between two steps, while the screen plays by itself; it rests below an overlay.
    pub fn beat(&self) -> Option<Duration> {
        self.screens.at(self.shared.screen).foot(&self.shared).beat.filter(|_| self.overlay.is_none())
    }

    /// The screen plays one step further.
    pub fn tick(&mut self) {
        self.screens.at_mut(self.shared.screen).own_act(&mut self.shared, Action::Tick);
        self.follow();
    }

    /// What follows from what changed: a question is asked, and every screen follows what all share.
    fn follow(&mut self) {
        if let Some(question) = self.shared.asked.question.take() {
            self.overlay = Some(Overlay::Prompt(Prompt::new(question)));
        }
        self.shared.drawn.is_covered = self.overlay.is_some();
        self.mark_as_left();
        for screen in Screen::ALL {
            self.screens.at_mut(screen).follow(&mut self.shared);
        }
    }
}
