//! The command palette: fuzzy search over everything that can be done, on any screen; and the menu of what is selected, which
//! is the part of it that acts there.

mod synonyms;

use super::{Pressed, open_at, open_box, towards};
use crate::action::corpus::Act;
use crate::action::{Action, Pane, Screen};
use crate::editor::Editor;
use crate::screens::corpus::columns::COLUMNS;
use crate::shared::Shared;
use crate::shared::parts::{Part, TOKENIZERS, WEIGHTINGS, changed, value};
use crate::surface::key::Binding;
use crate::surface::keymap::Context;
use crate::surface::{Paint, Rect, Role};
use crate::widgets::list::List;
use crate::widgets::table::{self, Lines};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use simscope_core::display::half_widths;
use simscope_core::recipe::{Bits, Recipe, named};
use simscope_core::visible;

#[derive(Debug)]
struct Entry {
    /// The name of the action in the settings, if it has one.
    name: String,
    text: String,
    /// Other words by which it is found.
    synonyms: &'static str,
    keys: String,
    /// The screen on which it acts, where that is not the one that is shown.
    screen: Option<Screen>,
    action: Action,
}

impl Entry {
    /// Whether it is an action, and a word of its label or of the synonyms begins with what was typed, in small letters.
    fn is_meant(&self, typed: &str) -> bool {
        let is_recipe = matches!(self.action, Action::SetRecipe(_) | Action::SetBeside(_));
        let label = self.text.to_lowercase();
        let mut words = label.split(|c: char| !c.is_alphanumeric()).chain(self.synonyms.split(' '));
        let is_word = typed.chars().count() > if typed.is_ascii() { 2 } else { 1 };
        !is_recipe && is_word && words.any(|word| word.starts_with(typed))
    }
}

/// All entries, the line typed, and what it leaves.
#[derive(Debug)]
pub struct Palette {
    /// Only what acts on what is selected.
    is_menu: bool,
    /// Where it opens; else in the middle.
    at: Option<(u16, u16)>,
    entries: Vec<Entry>,
    pub(super) line: Editor,
    /// Indices of `entries`, best first.
    found: Vec<usize>,
    list: List,
}

impl Palette {
    /// Everything that can be done.
    pub fn new(shared: &Shared) -> Self {
        Self::of(entries(shared), false)
    }

    /// What can be done with what is selected.
    pub fn menu(shared: &Shared, at: Option<(u16, u16)>) -> Self {
        const ON_SELECTED: [Action; 8] = [
            Action::Open,
            Action::Why,
            Action::ToCompare,
            Action::ToLab,
            Action::GoNearest,
            Action::AskFilter,
            Action::Copy,
            Action::Export,
        ];
        let everywhere = shared.keymap.of(Context::Everywhere);
        let mut common: Vec<_> = everywhere.filter(|binding| ON_SELECTED.contains(&binding.action)).collect();
        common.sort_by_key(|binding| ON_SELECTED.iter().position(|action| *action == binding.action));
        let here = common.into_iter().chain(shared.keymap.of(Context::On(shared.screen)));
        let short = |entry: Entry| Entry { text: first_clause(&entry.text).to_owned(), ..entry };
        let entries = here.map(|binding| short(entry(shared, binding, shared.screen))).collect();
        Self { at, ..Self::of(entries, true) }
    }

    fn of(entries: Vec<Entry>, is_menu: bool) -> Self {
        let line = Editor::line("");
        let mut palette = Self { is_menu, at: None, entries, line, found: Vec::new(), list: List::default() };
        palette.search();
        palette
    }

    pub(super) fn insert(&mut self, text: &str) {
        self.line.paste(text);
        self.search();
    }

    pub(super) fn step(&mut self, by: isize) {
        let last = self.found.len().saturating_sub(1);
        self.list.selected = self.list.selected.saturating_add_signed(by).min(last);
    }

    pub(super) fn select(&mut self, row: usize) {
        self.list.selected = row;
    }

    fn typed(&self) -> &str {
        self.line.as_str().trim()
    }

    fn search(&mut self) {
        let pattern = Pattern::parse(self.typed(), CaseMatching::Ignore, Normalization::Smart);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut buffer = Vec::new();
        let typed = self.typed().to_lowercase();
        let named = |entry: &Entry| !entry.name.is_empty() && entry.name == typed.trim_start_matches(COLONS);
        let named = self.entries.iter().find(|entry| named(entry)).map(|entry| entry.action);
        let exact = exact(&typed).or(named).filter(|_| !self.is_menu);
        let is_number = typed.starts_with(|c: char| c.is_numeric());
        let entries = self.entries.iter().enumerate();
        let mut scored: Vec<(bool, u32, usize)> = entries
            .filter_map(|(i, entry)| {
                let mut score = |text| pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher);
                // What it is called counts before what else it may be called.
                let synonym = score(entry.synonyms).map(|score| score - score / 8);
                Some((entry.is_meant(&typed), score(&entry.text).max(synonym)?, i))
            })
            .collect();
        // What has the word stands before what only has its letters, and every action before recipes.
        scored.sort_by_key(|&(is_meant, score, i)| (!is_meant, std::cmp::Reverse(score), i));
        self.found = scored.into_iter().map(|(.., i)| i).collect();
        if let Some(exact) = exact {
            // A command as editors have it means itself: nothing that merely has its letters may be done in its place.
            match self.entries.iter().position(|entry| entry.action == exact) {
                Some(meant) => {
                    self.found.retain(|&i| i != meant);
                    self.found.insert(0, meant);
                }
                // A number that is no k may be one of bits.
                None if !is_number => self.found.clear(),
                None => {}
            }
        }
        self.list.selected = 0;
    }
}

/// A user may type a colon after opening the palette.
const COLONS: [char; 2] = [':', '：'];

/// The action of a line that is a full command: `q`, `q!`, `k 7`, `k=7`, `7`.
fn exact(typed: &str) -> Option<Action> {
    let typed = typed.trim_start_matches(COLONS);
    let number = typed.strip_prefix('k').unwrap_or(typed).trim_start_matches([' ', '=']);
    match typed {
        "q" => Some(Action::Leave),
        "q!" => Some(Action::QuitAnyway),
        "command" => Some(Action::ShowCommand),
        _ => {
            let k: u64 = half_widths(number).parse().ok()?;
            Some(Action::SetK(k.try_into().unwrap_or(u8::MAX)))
        }
    }
}

/// A label up to what explains it further.
fn first_clause(label: &str) -> &str {
    label.split([';', '；', '(', '（']).next().unwrap_or(label).trim_end()
}

/// What a key does on a screen.
fn entry(shared: &Shared, binding: &Binding<Action>, screen: Screen) -> Entry {
    let (lang, is_here) = (shared.lang, screen == shared.screen);
    let says = binding.says(lang);
    Entry {
        name: binding.name(),
        text: if is_here { says } else { format!("{} · {says}", lang.pick(screen.name())) },
        synonyms: synonyms::of(binding.action),
        keys: binding.keys.iter().map(|key| shared.keys().written(key)).collect::<Vec<_>>().join(" "),
        screen: (!is_here).then_some(screen),
        action: binding.action,
    }
}

/// What people look for; it comes before all else that can be done.
const SOUGHT: [Action; 14] = [
    Action::AskFilter,
    Action::AskK,
    Action::RecipePanel,
    Action::Go(Screen::Threshold),
    Action::Go(Screen::Pair),
    Action::Go(Screen::Clean),
    Action::SortMenu,
    Action::Copy,
    Action::Export,
    Action::AskReport,
    Action::ShowCommand,
    Action::AskOpen,
    Action::Undo,
    Action::Help,
];

fn entries(shared: &Shared) -> Vec<Entry> {
    let (lang, keymap, here) = (shared.lang, &shared.keymap, shared.screen);
    let of = |context, screen| keymap.of(context).map(move |binding| entry(shared, binding, screen));
    let elsewhere = Screen::ALL.into_iter().filter(|&screen| screen != here);
    let mut entries: Vec<Entry> = of(Context::On(here), here)
        .chain(of(Context::Everywhere, here))
        .chain(elsewhere.flat_map(|screen| of(Context::On(screen), screen)))
        .filter(|entry| !matches!(entry.action, Action::Palette | Action::Menu(_)))
        .collect();
    let place = |entry: &Entry| SOUGHT.iter().position(|action| *action == entry.action);
    entries.sort_by_key(|entry| place(entry).unwrap_or(SOUGHT.len()));
    let mut add = |text: String, action| {
        let (name, keys, synonyms) = (String::new(), String::new(), synonyms::of(action));
        entries.push(Entry { name, text, synonyms, keys, screen: None, action });
    };
    let recipe = shared.recipe;
    for named in named() {
        let text = format!("{} {}: {}", lang.pick(("recipe", "配方")), named.name, lang.pick(named.summary));
        add(text, Action::SetRecipe(named.recipe));
    }
    for named in named() {
        let text = format!("{} {}", lang.pick(("recipe B beside:", "并列配方 B：")), named.name);
        add(text, Action::SetBeside(named.recipe));
    }
    let widths = recipe.widths();
    let bits = [6, 8, 16, 32, 64, 128].into_iter().filter_map(Bits::new).filter(|&bits| widths.allow(bits));
    let parts = TOKENIZERS.map(|tokenizer| (Part::Tokenizer, Recipe { tokenizer, ..recipe })).into_iter();
    let parts = parts.chain(WEIGHTINGS.map(|weighting| (Part::Weighting, Recipe { weighting, ..recipe })));
    for (part, other) in parts.chain(bits.map(|bits| (Part::Bits, Recipe { bits, ..recipe }))) {
        let text = format!("{} {}", lang.pick(part.name()), value(&other, part));
        add(text, Action::SetRecipe(changed(recipe, other)));
    }
    for what in COLUMNS.map(|column| column.what) {
        let by = lang.pick(("sort by", "排序"));
        add(format!("{by} {}", lang.pick(what)), Act::Sort(what.0).into());
    }
    for k in 0..=recipe.bits.get() {
        add(format!("k = {k}"), Action::SetK(k));
    }
    entries
}

impl Palette {
    pub(super) fn press(&mut self, shared: &mut Shared, event: KeyEvent) -> Pressed {
        if event.code == KeyCode::Enter {
            return self.run(shared);
        }
        if let Some(towards) = towards(event) {
            self.step(towards.lines(10));
        } else if self.line.press(event).is_change() {
            self.search();
        }
        Pressed::Stay
    }

    /// Columns and lines that the entries need.
    fn size(&self, area: Rect) -> (u16, u16) {
        let widths =
            self.entries.iter().map(|entry| visible::width(&entry.text) + visible::width(&entry.keys));
        let width = widths.max().unwrap_or(0) as u16 + 8;
        (width.clamp(48, 72), (self.entries.len() as u16 + 3).min(area.height * 3 / 4))
    }

    /// Does what is selected.
    pub(super) fn run(&self, shared: &mut Shared) -> Pressed {
        match self.found.get(self.list.selected) {
            Some(&entry) => {
                let Entry { screen, action, .. } = self.entries[entry];
                // First to the screen on which it acts.
                let first = screen.map_or(action, |screen| {
                    shared.asked.then.push(action);
                    Action::Go(screen)
                });
                Pressed::Close(Some(first))
            }
            None => {
                shared.warn(("no such command", "没有这个命令"));
                Pressed::Close(None)
            }
        }
    }
}

/// Draws the palette.
pub(super) fn view(palette: &Palette, paint: &mut Paint<'_>, area: Rect) {
    let title = if palette.is_menu { ("What to do with it", "可用操作") } else { ("Commands", "命令") };
    let title = paint.pick(title);
    let foot =
        paint.pick(("type to search · Enter does it · Esc closes", "输入以搜索 · Enter 执行 · Esc 关闭"));
    let inner = match palette.at {
        Some((x, y)) => {
            let (width, height) = palette.size(area);
            open_at(paint, area, Rect { x, y, width, height }, title, foot)
        }
        None => open_box(paint, area, 72, area.height * 3 / 4, title, foot),
    };
    if inner.height < 2 {
        return;
    }
    paint.say(inner.x + 1, inner.y, 2, ":", Role::Title);
    let field = Rect { x: inner.x + 3, width: inner.width - 4, height: 1, ..inner };
    palette.line.view(paint, field, true);
    let body = table::inset(inner, 0, 1);
    if palette.found.is_empty() {
        return paint.hollow(body, ("nothing matches", "没有匹配"));
    }
    let lines = Lines::of(palette.list, palette.found.len(), true);
    table::rows(paint, body, Pane::Overlay, lines, |paint, row, at| {
        let entry = &palette.entries[palette.found[at]];
        let keys = visible::width(&entry.keys) as u16;
        paint.say(row.x + 2, row.y, row.width.saturating_sub(keys + 4), &entry.text, Role::Text);
        paint.right(row.x, row.y, row.width - 1, &entry.keys, Role::Key);
    });
}
