//! All recipes with a name, filtered as one types, and the parts of one of them, each changed with left and
//! right; the corpus follows at once.

mod view;

pub(super) use view::view;

use super::Overlay;
use crate::recipe::{Recipe, named};
use crate::tui::action::{Action, Pane, Towards};
use crate::tui::app::App;
use crate::tui::editor::Editor;
use crate::tui::list::List;
use crate::tui::parts::{Part, stepped};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
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
    line: Editor,
    list: List,
    /// The keys are with the parts, at this one, rather than with the list.
    part: Option<usize>,
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
    pub fn new(app: &App, choice: Choice) -> Self {
        let mut panel = Self { choice, line: Editor::line(""), list: List::default(), part: None };
        let now = panel.present(app);
        let place = panel.found(app).iter().position(|listed| listed.recipe.has_parts_of(&now));
        panel.list.select(place.unwrap_or(0));
        panel
    }

    /// Whether letters are typed into the filter.
    pub(super) fn is_typed_into(&self) -> bool {
        self.part.is_none()
    }

    /// The recipe that is shown in full: the one under the cursor, or the one whose parts are changed.
    pub fn shown(&self, app: &App) -> Option<Recipe> {
        match self.part {
            Some(_) => Some(self.present(app)),
            None => self.found(app).get(self.list.selected).map(|listed| listed.recipe),
        }
    }

    fn present(&self, app: &App) -> Recipe {
        match self.choice {
            Choice::Corpus => app.recipe,
            Choice::Beside => app.beside.recipe.unwrap_or(app.recipe),
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
    fn found(&self, app: &App) -> Vec<Listed> {
        let all = listed(app);
        let typed = self.typed().to_lowercase();
        let pattern = Pattern::parse(&typed, CaseMatching::Ignore, Normalization::Smart);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut buffer = Vec::new();
        let mut scored: Vec<(Reverse<u32>, Listed)> = all
            .into_iter()
            .filter_map(|listed| {
                let about = format!("{} {} {}", listed.summary, listed.program, listed.recipe).to_lowercase();
                let is_about = typed.split_whitespace().all(|word| about.contains(word));
                let score = pattern.score(Utf32Str::new(&listed.name, &mut buffer), &mut matcher);
                let score = score.map(|score| score + 1).or(is_about.then_some(0))?;
                Some((Reverse(score), listed))
            })
            .collect();
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

    pub(super) fn scroll(&mut self, app: &App, by: isize) {
        let last = self.found(app).len().saturating_sub(1);
        self.list.select(self.list.selected.saturating_add_signed(by.signum()).min(last));
    }
}

/// Those that the explorer knows besides the named ones come first.
fn listed(app: &App) -> Vec<Listed> {
    let lang = app.lang;
    let mut all: Vec<Listed> = Vec::new();
    let others = [
        (
            Some(app.start.recipe),
            ("opened with", "打开时的"),
            ("the recipe the explorer was opened with", "打开浏览器时的配方"),
        ),
        (
            Some(app.recipe),
            ("edited", "已编辑"),
            ("the present recipe, with changed parts", "现用配方，部分已改"),
        ),
        (
            app.beside.recipe,
            ("edited (B)", "已编辑 (B)"),
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
            let name = match recipe.name {
                // A program's recipe with another width, or with a number of its own.
                Some(name) if named().iter().any(|named| named.name == name) => {
                    format!("{name} {}", recipe.bits)
                }
                Some(name) => name.to_owned(),
                None => lang.pick(label).to_owned(),
            };
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

impl App {
    pub(super) fn press_recipe_panel(&mut self, panel: RecipePanel, event: KeyEvent) {
        match panel.part {
            Some(part) => self.press_recipe_parts(panel, part, event),
            None => self.press_recipe_list(panel, event),
        }
    }

    fn press_recipe_list(&mut self, mut panel: RecipePanel, event: KeyEvent) {
        let has_ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        let towards = match event.code {
            KeyCode::Enter => {
                self.use_listed(panel);
                return;
            }
            KeyCode::Up => Some(Towards::Up),
            KeyCode::Down => Some(Towards::Down),
            KeyCode::Char('p') if has_ctrl => Some(Towards::Up),
            KeyCode::Char('n') if has_ctrl => Some(Towards::Down),
            KeyCode::PageUp => Some(Towards::PageUp),
            KeyCode::PageDown => Some(Towards::PageDown),
            KeyCode::Home => Some(Towards::First),
            KeyCode::End => Some(Towards::Last),
            KeyCode::Tab | KeyCode::BackTab => {
                panel.part = Some(0);
                None
            }
            // The line is there to be typed into already.
            KeyCode::Char('/') if panel.typed().is_empty() => None,
            _ => {
                if panel.line.press(event).is_change() {
                    panel.list = List::default();
                }
                None
            }
        };
        if let Some(towards) = towards {
            let (height, rows) = (self.lines_of(Pane::Overlay), panel.found(self).len());
            panel.list.go(towards, height, rows);
        }
        self.overlay = Some(Overlay::Recipe(panel));
    }

    fn press_recipe_parts(&mut self, mut panel: RecipePanel, mut part: usize, event: KeyEvent) {
        let by = match event.code {
            KeyCode::Enter => return,
            KeyCode::Tab | KeyCode::BackTab | KeyCode::Char('/') => {
                panel.part = None;
                self.overlay = Some(Overlay::Recipe(panel));
                return;
            }
            KeyCode::Up | KeyCode::Char('k') => {
                part = part.saturating_sub(1);
                0
            }
            KeyCode::Down | KeyCode::Char('j') => {
                part = (part + 1).min(Part::ALL.len() - 1);
                0
            }
            KeyCode::Left | KeyCode::Char('h' | '-') => -1,
            KeyCode::Right | KeyCode::Char('l' | '+') => 1,
            KeyCode::Char('u') => {
                self.update(Action::Undo);
                0
            }
            _ => {
                self.warn(("no such key here: the foot of the box names them", "此处没有这个按键：见框底"));
                0
            }
        };
        panel.part = Some(part);
        let changed = (by != 0).then(|| stepped(panel.present(self), Part::ALL[part], by));
        match changed {
            Some(Ok(recipe)) => self.update(panel.setting(recipe)),
            Some(Err(said)) => self.warn(said),
            None => {}
        }
        self.overlay = Some(Overlay::Recipe(panel));
    }

    /// Uses the recipe under the cursor; the panel closes.
    pub(super) fn use_listed(&mut self, panel: RecipePanel) {
        match panel.found(self).get(panel.list.selected) {
            Some(listed) => self.update(panel.setting(listed.recipe)),
            None => {
                self.warn(("no recipe fits what is typed", "没有匹配的配方"));
                self.overlay = Some(Overlay::Recipe(panel));
            }
        }
    }

    /// A row was clicked: of the list, where the selected one is used; or of the parts.
    pub(super) fn click_recipe_panel(
        &mut self,
        mut panel: RecipePanel,
        pane: Pane,
        row: usize,
        is_open: bool,
    ) {
        if pane == Pane::Parts {
            panel.part = Some(row.min(Part::ALL.len() - 1));
        } else if panel.part.is_none() && (is_open || panel.list.selected == row) {
            panel.list.select(row);
            self.use_listed(panel);
            return;
        } else {
            panel.part = None;
            panel.list.select(row);
        }
        self.overlay = Some(Overlay::Recipe(panel));
    }
}
