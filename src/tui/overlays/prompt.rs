//! One line to type: k, the filter, the name of a file.

use super::Overlay;
use crate::sensitivity::BadEdit;
use crate::tui::action::Screen;
use crate::tui::app::App;
use crate::tui::editor::{Editor, Typed};
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use std::path::PathBuf;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// A threshold.
    K,
    /// A number of signatures to plan for.
    Size,
    /// An edit, old=>new.
    Edit,
    /// What random choices follow from.
    Seed,
    /// Words that the documents must hold; the rows follow while it is typed.
    Filter,
    /// The file to export to.
    Export,
    /// The file to export what the lab knows to.
    ExportLab,
}

/// The line, and what is wrong with it.
#[derive(Debug)]
pub struct Prompt {
    ask: Ask,
    line: Editor,
    before: String,
    error: Option<String>,
}

impl Prompt {
    /// A prompt that begins with `text`.
    pub fn new(ask: Ask, text: &str) -> Self {
        // A number is more often replaced than changed.
        let shown = if matches!(ask, Ask::K | Ask::Size | Ask::Seed) { "" } else { text };
        Self { ask, line: Editor::line(shown), before: text.to_owned(), error: None }
    }

    fn text(&self) -> &str {
        self.line.as_str().trim()
    }
}

impl App {
    pub(super) fn press_prompt(&mut self, mut prompt: Prompt, event: KeyEvent) {
        if event.code == KeyCode::Enter {
            self.submit(prompt);
            return;
        }
        let typed = prompt.line.press(event);
        self.take_prompted(prompt, typed);
    }

    pub(super) fn paste_into_prompt(&mut self, mut prompt: Prompt, text: &str) {
        let typed = prompt.line.paste(text);
        self.take_prompted(prompt, typed);
    }

    /// The rows follow the filter as it is typed.
    fn take_prompted(&mut self, mut prompt: Prompt, typed: Typed) {
        prompt.error = match typed {
            Typed::Refused(too_much) => Some(too_much.said(self.lang)),
            _ => None,
        };
        if prompt.ask == Ask::Filter {
            self.set_filter(prompt.text().to_owned());
        }
        self.overlay = Some(Overlay::Prompt(prompt));
    }

    /// Esc brings back what was there before.
    pub(super) fn withdraw_prompt(&mut self, prompt: &Prompt) {
        if prompt.ask == Ask::Filter {
            self.set_filter(prompt.before.clone());
        }
    }

    fn submit(&mut self, mut prompt: Prompt) {
        let text = prompt.text().to_owned();
        match prompt.ask {
            Ask::K => {
                let bits = self.recipe.bits.get();
                match text.parse::<u8>().ok().filter(|k| *k <= bits) {
                    Some(k) => self.update(crate::tui::action::Action::SetK(k)),
                    None if text.is_empty() => {}
                    None => {
                        prompt.error = Some(self.lang.pick((
                            format!("k is a number from 0 to {bits}"),
                            format!("k 是 0 到 {bits} 的整数"),
                        )));
                        self.overlay = Some(Overlay::Prompt(prompt));
                    }
                }
            }
            Ask::Size => match size_of(&text) {
                Some(size) => self.set_size(size),
                None if text.is_empty() => {}
                None => {
                    let said = (
                        "N is a number of signatures from 1 to 1e15: 8e9, 2^34, 500000",
                        "N 是 1 到 1e15 的签名数：如 8e9、2^34、500000",
                    );
                    prompt.error = Some(self.lang.pick(said).to_owned());
                    self.overlay = Some(Overlay::Prompt(prompt));
                }
            },
            Ask::Edit if text.is_empty() => {}
            // Blanks at its ends are part of an edit.
            Ask::Edit => match prompt.line.as_str().parse() {
                Ok(own) => self.add_own(own),
                Err(error) => {
                    let said = match error {
                        BadEdit::NoArrow(_) => (
                            "write OLD=>NEW: nothing before => appends, nothing after it drops",
                            "请写 旧=>新：=> 前为空则追加，后为空则删除",
                        ),
                        BadEdit::Same(_) => (
                            "the same stands on both sides of =>: nothing would change",
                            "=> 两边相同：不会有任何改变",
                        ),
                    };
                    prompt.error = Some(self.lang.pick(said).to_owned());
                    self.overlay = Some(Overlay::Prompt(prompt));
                }
            },
            Ask::Seed if text.is_empty() => {}
            Ask::Seed => match text.parse() {
                Ok(seed) => self.set_seed(seed),
                Err(_) => {
                    let said = ("a seed is a whole number from 0 to 2^64 − 1", "种子是 0 到 2^64 − 1 的整数");
                    prompt.error = Some(self.lang.pick(said).to_owned());
                    self.overlay = Some(Overlay::Prompt(prompt));
                }
            },
            Ask::Filter => {
                self.set_filter(text);
                if self.screen != Screen::Corpus {
                    self.update(crate::tui::action::Action::Go(Screen::Corpus));
                }
            }
            Ask::Export | Ask::ExportLab => {
                if text.is_empty() {
                    return;
                }
                match self.sheet() {
                    Ok(sheet) => self.export(PathBuf::from(text), sheet),
                    Err(said) => self.warn(said),
                }
            }
        }
    }
}

/// A number of signatures as it is typed: `500000`, `500,000`, `8e9`, `2^34`, or with k, M or G.
fn size_of(text: &str) -> Option<f64> {
    let plain: String = text.chars().filter(|c| !matches!(c, ',' | '_' | ' ')).collect();
    let scaled = |letter: &[char], by: f64| plain.strip_suffix(letter)?.parse::<f64>().ok().map(|n| n * by);
    let power = || {
        let (base, exponent) = plain.split_once('^')?;
        Some(base.parse::<f64>().ok()?.powf(exponent.parse().ok()?))
    };
    let size = plain
        .parse::<f64>()
        .ok()
        .or_else(power)
        .or_else(|| scaled(&['k', 'K'], 1e3))
        .or_else(|| scaled(&['m', 'M'], 1e6))
        .or_else(|| scaled(&['g', 'G', 'b', 'B'], 1e9))?;
    let size = size.round();
    (1.0..=1e15).contains(&size).then_some(size)
}

/// Draws the prompt; returns where the terminal's cursor belongs.
pub(super) fn view(prompt: &Prompt, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
    let name = paint.pick(match prompt.ask {
        Ask::K => ("k = ", "k = "),
        Ask::Size => ("N = ", "N = "),
        Ask::Edit => ("edit of A: ", "编辑 A："),
        Ask::Seed => ("seed = ", "种子 = "),
        Ask::Filter => ("filter: ", "筛选："),
        Ask::Export | Ask::ExportLab => ("export to: ", "导出到："),
    });
    let note = match (&prompt.error, prompt.ask) {
        (Some(error), _) => error.clone(),
        (None, Ask::K) => paint.pick((
            format!("a number, now {} · Enter sets · Esc leaves", prompt.before),
            format!("整数，现为 {} · Enter 设定 · Esc 放弃", prompt.before),
        )),
        (None, Ask::Size) => paint.pick((
            format!("signatures to plan for, now {} · 8e9, 2^34 · Enter sets · Esc leaves", prompt.before),
            format!("规划的签名数，现为 {} · 如 8e9、2^34 · Enter 设定 · Esc 放弃", prompt.before),
        )),
        (None, Ask::Edit) => paint
            .pick((
                "OLD=>NEW: every occurrence, inside words too · =>NEW appends · OLD=> drops",
                "旧=>新：所有出现处，词内亦然 · =>新 追加 · 旧=> 删除",
            ))
            .to_owned(),
        (None, Ask::Seed) => paint.pick((
            format!("a whole number, now {} · the edits and the curve follow · Esc leaves", prompt.before),
            format!("整数，现为 {} · 编辑与曲线随之改变 · Esc 放弃", prompt.before),
        )),
        (None, Ask::Filter) => paint
            .pick((
                "words in id, label or text · Enter keeps · Esc withdraws",
                "编号、标签或文本中的词 · Enter 保留 · Esc 撤回",
            ))
            .to_owned(),
        (None, Ask::ExportLab) => paint
            .pick((
                ".tsv .csv .jsonl .txt, or .svg for the length curve; a name ending in ! replaces a file",
                ".tsv .csv .jsonl .txt，或 .svg 导出长度曲线；名后加 ! 可覆盖文件",
            ))
            .to_owned(),
        (None, Ask::Export) => paint
            .pick((
                ".tsv .csv .jsonl .txt, the matrix also .png .svg; a name ending in ! replaces a file",
                ".tsv .csv .jsonl .txt，矩阵还可 .png .svg；名后加 ! 可覆盖文件",
            ))
            .to_owned(),
    };
    let role = if prompt.error.is_some() { Role::Warn } else { Role::Dim };
    let lines = Rect { y: area.bottom() - 2, height: 2, ..area };
    paint.areas.cover();
    paint.clear(lines);
    let used = paint.say(lines.x + 1, lines.y, lines.width, name, Role::Accent);
    let field =
        Rect { x: lines.x + 1 + used, width: lines.width.saturating_sub(used + 2), height: 1, ..lines };
    paint.say(lines.x + 1, lines.y + 1, lines.width - 1, &note, role);
    prompt.line.view(paint, field, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_read_as_people_write_it() {
        for (text, size) in [
            ("88", Some(88.0)),
            ("500,000", Some(5e5)),
            ("8e9", Some(8e9)),
            ("2^34", Some(17_179_869_184.0)),
            ("8 G", Some(8e9)),
            ("1.5M", Some(1.5e6)),
            ("", None),
            ("0", None),
            ("-3", None),
            ("nan", None),
            ("inf", None),
            ("2^99", None),
            ("many", None),
        ] {
            assert_eq!(size_of(text), size, "{text}");
        }
    }
}
