//! All recipes with a name, filtered as one types, and the parts of one of them, each changed with left and
//! right; the corpus follows at once.

mod view;

pub(super) use view::view;

use super::{Over, Pressed, moves, towards};
use crate::action::{Action, Pane, Towards};
use crate::editor::Editor;
use crate::screens::Screens;
use crate::shared::Shared;
use crate::shared::parts::{Part, stepped};
use crate::widgets::list::List;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use simscope_core::recipe::{Recipe, named};
use std::cmp::Reverse;

/// Whose recipe is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// That of the corpus.
    Corpus,
    /// The second one, beside it.
    Beside,
}

/// The line typed, and where the keys are.
#[derive(Debug)]
pub struct RecipePanel {
    choice: Choice,
    pub(super) line: Editor,
    list: List,
    /// The keys are with the parts, at this one, rather than with the list.
    pub(super) part: Option<usize>,
}

/// A recipe of the list.
struct Listed {
    recipe: Recipe,
    name: String,
    summary: String,
    program: String,
}

impl RecipePanel {
    /// The panel with the present recipe selected.
    pub fn new(scene: Over<'_>, choice: Choice) -> Self {
        let mut panel = Self { choice, line: Editor::line(""), list: List::default(), part: None };
        let now = panel.present(scene);
        let place = panel.found(scene).iter().position(|listed| listed.recipe.has_parts_of(&now));
        panel.list.select(place.unwrap_or(0));
        panel
    }

    /// The recipe that is shown in full: the one under the cursor, or the one whose parts are changed.
    pub fn shown(&self, scene: Over<'_>) -> Option<Recipe> {
        match self.part {
            Some(_) => Some(self.present(scene)),
            None => self.found(scene).get(self.list.selected).map(|listed| listed.recipe),
        }
    }

    fn present(&self, scene: Over<'_>) -> Recipe {
        match self.choice {
            Choice::Corpus => scene.recipe,
            Choice::Beside => scene.second.unwrap_or(scene.recipe),
        }
    }

    fn setting(&self, recipe: Recipe) -> Action {
        match self.choice {
            Choice::Corpus => Action::SetRecipe(recipe),
            Choice::Beside => Action::SetBeside(recipe),
        }
    }

    fn typed(&self) -> &str {
        self.line.as_str().trim().trim_start_matches('/')
    }

    /// The recipes that fit what is typed: those whose name does first.
    fn found(&self, scene: Over<'_>) -> Vec<Listed> {
        let typed = self.typed().to_lowercase();
        let pattern = Pattern::parse(&typed, CaseMatching::Ignore, Normalization::Smart);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut buffer = Vec::new();
        let score = |listed: Listed| {
            let about = format!("{} {} {}", listed.summary, listed.program, listed.recipe).to_lowercase();
            let is_about = typed.split_whitespace().all(|word| about.contains(word));
            let score = pattern.score(Utf32Str::new(&listed.name, &mut buffer), &mut matcher);
            let score = score.map(|score| score + 1).or(is_about.then_some(0))?;
            Some((Reverse(score), listed))
        };
        let mut scored: Vec<(Reverse<u32>, Listed)> = listed(scene).into_iter().filter_map(score).collect();
        if !typed.is_empty() {
            scored.sort_by_key(|(score, _)| *score);
        }
        scored.into_iter().map(|(_, listed)| listed).collect()
    }

    pub(super) fn insert(&mut self, text: &str) {
        self.part = None;
        self.line.paste(text);
        self.list = List::default();
    }

    pub(super) fn scroll(&mut self, scene: Over<'_>, by: isize) {
        let last = self.found(scene).len().saturating_sub(1);
        self.list.select(self.list.selected.saturating_add_signed(by.signum()).min(last));
    }
}

/// Those that the explorer knows besides the named ones come first.
fn listed(scene: Over<'_>) -> Vec<Listed> {
    let lang = scene.lang;
    let mut all: Vec<Listed> = Vec::new();
    let others = [
        (
            Some(scene.start.recipe),
            ("starting recipe", "起始配方"),
            ("the recipe at the start", "启动时的配方"),
        ),
        (
            Some(scene.recipe),
            ("edited", "已编辑"),
            ("the present recipe, with changed parts", "现用配方，部分已改"),
        ),
        (
            scene.second,
            ("edited (B)", "已编辑（B）"),
            ("the second recipe, with changed parts", "第二配方，部分已改"),
        ),
    ];
    let has_own_name =
        |recipe: &Recipe| recipe.name.is_some_and(|name| named().iter().all(|named| named.name != name));
    let is_named = |recipe: &Recipe| {
        !has_own_name(recipe) && named().iter().any(|named| named.recipe.has_parts_of(recipe))
    };
    for (recipe, label, summary) in others {
        let Some(recipe) = recipe else { continue };
        if !is_named(&recipe) && !all.iter().any(|listed| listed.recipe.has_parts_of(&recipe)) {
            let own = recipe.name.filter(|_| has_own_name(&recipe)).map(str::to_owned);
            let name = own.or_else(|| recipe.label()).unwrap_or_else(|| lang.pick(label).to_owned());
            all.push(Listed { recipe, name, summary: lang.pick(summary).into(), program: String::new() });
        }
    }
    all.extend(named().iter().map(|named| Listed {
        recipe: named.recipe,
        name: named.name.to_owned(),
        summary: lang.pick(named.summary).to_owned(),
        program: named.program.unwrap_or_default().to_owned(),
    }));
    all
}

impl RecipePanel {
    pub(super) fn press(&mut self, shared: &mut Shared, screens: &Screens, event: KeyEvent) -> Pressed {
        match self.part {
            Some(part) => self.press_part(shared, screens, part, event),
            None => self.press_list(shared, screens, event),
        }
    }

    fn press_list(&mut self, shared: &mut Shared, screens: &Screens, event: KeyEvent) -> Pressed {
        let towards = match event.code {
            KeyCode::Home => Some(Towards::First),
            KeyCode::End => Some(Towards::Last),
            _ => towards(event),
        };
        if let Some(towards) = towards {
            let rows = self.found(Over { own: screens, shared }).len();
            self.list.step(towards, shared.lines_of(Pane::Overlay), rows);
            return Pressed::Stay;
        }
        match event.code {
            KeyCode::Enter => return self.use_listed(shared, screens),
            KeyCode::Tab | KeyCode::BackTab => self.part = Some(0),
            // The line is there to be typed into already.
            KeyCode::Char('/') if self.typed().is_empty() => {}
            _ if self.line.press(event).is_change() => self.list = List::default(),
            _ => {}
        }
        Pressed::Stay
    }

    fn press_part(&mut self, shared: &mut Shared, screens: &Screens, at: usize, event: KeyEvent) -> Pressed {
        if let Some(towards) = moves(event) {
            self.part = Some(at.saturating_add_signed(towards.lines(4)).min(Part::ALL.len() - 1));
            return Pressed::Stay;
        }
        let by = match event.code {
            KeyCode::Enter => return Pressed::Close(None),
            KeyCode::Tab | KeyCode::BackTab | KeyCode::Char('/') => {
                self.part = None;
                return Pressed::Stay;
            }
            KeyCode::Left | KeyCode::Char('h' | '-') => -1,
            KeyCode::Right | KeyCode::Char('l' | '+') => 1,
            KeyCode::Char('u') => return Pressed::Do(Action::Undo),
            _ => {
                shared.warn((
                    "no such key here: use the arrows, u, Tab, Enter or Esc",
                    "此处没有这个按键：可用方向键、u、Tab、Enter、Esc",
                ));
                return Pressed::Stay;
            }
        };
        match stepped(self.present(Over { own: screens, shared }), Part::ALL[at], by) {
            Ok(recipe) => Pressed::Do(self.setting(recipe)),
            Err(phrase) => {
                shared.warn(phrase);
                Pressed::Stay
            }
        }
    }

    /// Uses the recipe under the cursor; the panel closes.
    fn use_listed(&self, shared: &mut Shared, screens: &Screens) -> Pressed {
        match self.found(Over { own: screens, shared }).get(self.list.selected) {
            Some(listed) => Pressed::Close(Some(self.setting(listed.recipe))),
            None => {
                shared.warn(("no recipe fits what is typed", "没有匹配的配方"));
                Pressed::Stay
            }
        }
    }

    /// A row was clicked: of the list, where the selected one is used; or of the parts.
    pub(super) fn click(
        &mut self,
        shared: &mut Shared,
        screens: &Screens,
        (pane, row): (Pane, usize),
        is_open: bool,
    ) -> Pressed {
        if pane == Pane::Parts {
            self.part = Some(row.min(Part::ALL.len() - 1));
            return Pressed::Stay;
        }
        let is_used = self.part.is_none() && (is_open || self.list.selected == row);
        self.part = None;
        self.list.select(row);
        if is_used { self.use_listed(shared, screens) } else { Pressed::Stay }
    }
}
