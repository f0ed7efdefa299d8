//! The parts of the recipe, each changed with left and right; the corpus follows at once.

use super::{Overlay, open_box};
use crate::recipe::{Bits, Recipe, TieRule, Tokenizer, Weighting};
use crate::tui::action::{Action, Pane};
use crate::tui::app::App;
use crate::tui::app::recipes::{TOKENIZERS, WEIGHTINGS, cycle, is_same_kind};
use crate::tui::areas::Target;
use crate::tui::lang::Said;
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

/// Which part has the keys.
#[derive(Debug, Clone, Copy, Default)]
pub struct RecipePanel {
    /// Index of the part.
    pub row: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Tokenizer,
    Window,
    Weighting,
    Hash,
    Bits,
    Tie,
}

const PARTS: [Part; 6] = [Part::Tokenizer, Part::Window, Part::Weighting, Part::Hash, Part::Bits, Part::Tie];

fn window(tokenizer: Tokenizer) -> Option<u8> {
    match tokenizer {
        Tokenizer::Chars(n) | Tokenizer::Shingles(n) => Some(n),
        _ => None,
    }
}

/// The recipe with one part moved on; `Err` says why it cannot be.
fn changed(recipe: Recipe, part: Part, by: isize) -> Result<Recipe, Said> {
    let moved = |n: u8, last: u8| (isize::from(n) + by).clamp(1, isize::from(last)) as u8;
    Ok(match part {
        Part::Tokenizer => {
            Recipe { tokenizer: cycle(&TOKENIZERS, |t| is_same_kind(t, &recipe.tokenizer), by), ..recipe }
        }
        Part::Window => {
            let tokenizer = match recipe.tokenizer {
                Tokenizer::Chars(n) => Tokenizer::Chars(moved(n, 32)),
                Tokenizer::Shingles(n) => Tokenizer::Shingles(moved(n, 32)),
                _ => {
                    return Err(("only chars and shingles have a window", "只有 chars 与 shingles 有窗口"));
                }
            };
            Recipe { tokenizer, ..recipe }
        }
        Part::Weighting => Recipe { weighting: cycle(&WEIGHTINGS, |w| *w == recipe.weighting, by), ..recipe },
        Part::Hash => return Err(("xxh3 is the only feature hash here", "此处只有 xxh3 一种特征哈希")),
        Part::Bits => Recipe {
            bits: Bits::new(moved(recipe.bits.get(), Bits::MAX.get())).unwrap_or(recipe.bits),
            ..recipe
        },
        Part::Tie => {
            let tie = if recipe.tie == TieRule::Zero { TieRule::One } else { TieRule::Zero };
            Recipe { tie, ..recipe }
        }
    })
}

impl App {
    pub(super) fn press_recipe_panel(&mut self, mut panel: RecipePanel, event: KeyEvent) {
        let by = match event.code {
            KeyCode::Up | KeyCode::Char('k') => {
                panel.row = panel.row.saturating_sub(1);
                0
            }
            KeyCode::Down | KeyCode::Char('j') => {
                panel.row = (panel.row + 1).min(PARTS.len() - 1);
                0
            }
            KeyCode::Left | KeyCode::Char('h' | '-') => -1,
            KeyCode::Right | KeyCode::Char('l' | '+') => 1,
            KeyCode::Char('u') => {
                self.update(Action::Undo);
                0
            }
            KeyCode::Enter => return,
            _ => 0,
        };
        self.overlay = Some(Overlay::Recipe(panel));
        if by != 0 {
            match changed(self.recipe, PARTS[panel.row], by) {
                Ok(recipe) => self.update(Action::SetRecipe(recipe)),
                Err(said) => self.warn(said),
            }
        }
    }
}

fn name(part: Part) -> Said {
    match part {
        Part::Tokenizer => ("tokenizer", "分词"),
        Part::Window => ("window n", "窗口 n"),
        Part::Weighting => ("weighting", "权重"),
        Part::Hash => ("feature hash", "特征哈希"),
        Part::Bits => ("bits", "位数"),
        Part::Tie => ("tie rule", "平局规则"),
    }
}

/// What the present value of a part means.
fn meaning(recipe: Recipe, part: Part) -> Said {
    match part {
        Part::Tokenizer => match recipe.tokenizer {
            Tokenizer::Words => {
                ("Unicode words in lower case; Chinese cut by jieba", "Unicode 词，小写；中文由 jieba 切分")
            }
            Tokenizer::Jieba => ("everything cut by jieba", "全部由 jieba 切分"),
            Tokenizer::Whitespace => ("split on white space; case kept", "按空白切分；保留大小写"),
            Tokenizer::Chars(_) => ("windows of n characters, in lower case", "n 个字符的窗口，小写"),
            Tokenizer::Shingles(_) => ("windows of n words", "n 个词的窗口"),
            _ => ("as the program of that name does", "与同名程序一致"),
        },
        Part::Window => match window(recipe.tokenizer) {
            Some(_) => (
                "1 to 32; longer windows see order, and move more with an edit",
                "1 到 32；越长越反映次序，也越受改动影响",
            ),
            None => ("only chars and shingles have one", "仅 chars 与 shingles 有"),
        },
        Part::Weighting => match recipe.weighting {
            Weighting::Uniform => ("1 for each distinct term", "每个不同词项记 1"),
            Weighting::Tf => ("1 for each occurrence", "每次出现记 1"),
            Weighting::TfIdf => ("occurrences × ln((1+N)/(1+df)) + 1", "次数 × ln((1+N)/(1+df)) + 1"),
            Weighting::Keywords(_) | Weighting::CppKeywords(_) | Weighting::Tags(_) => {
                ("the heaviest keywords alone", "仅最重的关键词")
            }
        },
        Part::Hash if recipe.bits.is_wide() => {
            ("XXH3, 128 bits, of the UTF-8 bytes", "UTF-8 字节的 XXH3（128 位）")
        }
        Part::Hash => ("XXH3, 64 bits, of the UTF-8 bytes", "UTF-8 字节的 XXH3（64 位）"),
        Part::Bits => ("1 to 128; 64 for work, 6 to 16 for a lesson", "1 到 128；实用 64，教学 6 到 16"),
        Part::Tie => match recipe.tie {
            TieRule::Zero => ("a sum of 0 gives bit 0, as in the paper", "和为 0 时该位为 0（论文规则）"),
            TieRule::One => ("a sum of 0 gives bit 1", "和为 0 时该位为 1"),
            TieRule::Inverted => ("a 0 in a hash adds, a 1 takes away", "散列位为 0 时加，为 1 时减"),
        },
    }
}

pub(super) fn view(app: &App, panel: &RecipePanel, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("Recipe", "配方"));
    let foot = paint.pick((
        "up/down part · left/right change · u undo · Enter closes",
        "上下选项 · 左右更改 · u 撤销 · Enter 关闭",
    ));
    let inner = open_box(paint, area, 92, PARTS.len() as u16 + 3, title, foot);
    if inner.is_empty() {
        return;
    }
    let rows = Rect { height: (PARTS.len() as u16).min(inner.height), ..inner };
    paint.areas.push(rows, Target::Rows { pane: Pane::Overlay, first: 0, rows: PARTS.len() });
    for (i, part) in PARTS.into_iter().enumerate().take(usize::from(inner.height)) {
        let y = inner.y + i as u16;
        let recipe = app.recipe;
        let value = match part {
            Part::Tokenizer => recipe.tokenizer.to_string(),
            Part::Window => window(recipe.tokenizer).map_or("·".into(), |n| n.to_string()),
            Part::Weighting => recipe.weighting.to_string(),
            Part::Hash => recipe.hash.to_string(),
            Part::Bits => recipe.bits.get().to_string(),
            Part::Tie => recipe.tie.to_string(),
        };
        paint.say(inner.x + 2, y, 13, paint.pick(name(part)), Role::Dim);
        let can_move = changed(recipe, part, 1).is_ok();
        if can_move {
            paint.say(inner.x + 16, y, 1, "◂", Role::Key);
            paint.say(inner.x + 30, y, 1, "▸", Role::Key);
        }
        paint.say(inner.x + 18, y, 12, &value, Role::Accent);
        paint.say(
            inner.x + 33,
            y,
            inner.width.saturating_sub(34),
            paint.pick(meaning(recipe, part)),
            Role::Text,
        );
        if i == panel.row && inner.width < 90 {
            // Where the row has no room for it, what the part means stands below.
            let y = inner.y + PARTS.len() as u16;
            if y < inner.bottom() {
                paint.say(inner.x + 2, y, inner.width - 3, paint.pick(meaning(recipe, part)), Role::Dim);
            }
        }
        if i == panel.row {
            paint.select(Rect { y, height: 1, ..inner });
        }
        if can_move {
            for (x, by) in [(inner.x + 15, -1), (inner.x + 29, 1)] {
                if let Ok(recipe) = changed(recipe, part, by) {
                    let arrow = Rect { x, y, width: 3, height: 1 };
                    paint.areas.push(arrow, Target::Act(Action::SetRecipe(recipe)));
                }
            }
        }
    }
}
