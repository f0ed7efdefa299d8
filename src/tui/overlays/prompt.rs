//! One line to type: k, the filter, the name of a file.

use super::Overlay;
use crate::sensitivity::BadEdit;
use crate::tui::action::{Action, Screen};
use crate::tui::app::App;
use crate::tui::editor::{Editor, Typed};
use crate::tui::lang::Said;
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
        if let Err(said) = self.enter(prompt.ask, prompt.line.as_str()) {
            prompt.error = Some(said);
            self.overlay = Some(Overlay::Prompt(prompt));
        }
    }

    /// Does what the prompt is for, or says what is wrong with what was typed. Nothing typed leaves all as it is.
    fn enter(&mut self, ask: Ask, typed: &str) -> Result<(), String> {
        let (text, lang) = (typed.trim(), self.lang);
        let wrong = |said: Said| lang.pick(said).to_owned();
        match ask {
            Ask::Filter => {
                self.set_filter(text.to_owned());
                if self.screen != Screen::Corpus {
                    self.update(Action::Go(Screen::Corpus));
                }
            }
            _ if text.is_empty() => {}
            Ask::K => {
                let bits = self.recipe.bits.get();
                let k = text.parse::<u8>().ok().filter(|k| *k <= bits).ok_or_else(|| {
                    lang.pick((format!("k is a number from 0 to {bits}"), format!("k 是 0 到 {bits} 的整数")))
                })?;
                self.update(Action::SetK(k));
            }
            Ask::Size => self.set_size(size_of(text).ok_or_else(|| {
                wrong((
                    "N is a number of signatures from 1 to 1e15: 8e9, 2^34, 500000",
                    "N 是 1 到 1e15 的签名数：如 8e9、2^34、500000",
                ))
            })?),
            // Blanks at its ends are part of an edit.
            Ask::Edit => self.add_own(typed.parse().map_err(|error| match error {
                BadEdit::NoArrow(_) => wrong((
                    "write OLD=>NEW: nothing before => appends, nothing after it drops",
                    "请写 旧=>新：=> 前为空则追加，后为空则删除",
                )),
                BadEdit::Same(_) => wrong((
                    "the same stands on both sides of =>: nothing would change",
                    "=> 两边相同：不会有任何改变",
                )),
            })?),
            Ask::Seed => self.set_seed(text.parse().map_err(|_| {
                wrong(("a seed is a whole number from 0 to 2^64 − 1", "种子是 0 到 2^64 − 1 的整数"))
            })?),
            Ask::Export | Ask::ExportLab => match self.sheet() {
                Ok(sheet) => self.export(PathBuf::from(text), sheet),
                Err(said) => self.warn(said),
            },
        }
        Ok(())
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
    use crate::tui::areas::Areas;
    use crate::tui::lang::Lang;
    use crate::tui::theme::{Depth, Theme};
    use ratatui::buffer::Buffer;

    /// The line of the prompt in a terminal of so many columns, and the column of the terminal's cursor.
    fn drawn(prompt: &Prompt, columns: u16) -> (String, u16) {
        let area = Rect::new(0, 0, columns, 3);
        let mut buffer = Buffer::empty(area);
        let theme = Theme { depth: Depth::True, is_dark: true, is_ascii: false };
        let mut paint = Paint { buffer: &mut buffer, areas: Areas::default(), theme, lang: Lang::En };
        let cursor = view(prompt, &mut paint, area).expect("there is room");
        assert_eq!(cursor.y, 1);
        // A blank cell stands behind every wide character.
        let symbols = (0..columns).map(|x| buffer[(x, 1)].symbol()).collect::<String>();
        (symbols.trim().to_owned(), cursor.x)
    }

    #[test]
    fn the_terminals_cursor_stands_behind_what_is_typed() {
        // " filter: " takes nine columns.
        for (text, shown, column) in [
            ("", "", 9),
            ("ab", "ab", 11),
            ("春眠", "春 眠", 13),
            ("cafe\u{301}", "cafe\u{301}", 13),
            ("👩\u{200d}👧", "👩 ⁀👧", 14),
            ("a\u{1b}[2J\u{202e}", "a␛[2J⇠", 15),
        ] {
            let mut prompt = Prompt::new(Ask::Filter, text);
            assert_eq!(
                drawn(&prompt, 40),
                (format!("filter: {shown}").trim().to_owned(), column),
                "{text:?}"
            );
            assert_eq!(prompt.line.as_str(), text);
            // Over one sign at a time, and never into one.
            let mut columns = vec![column];
            while prompt.line.press(KeyCode::Left.into()) == Typed::Moved {
                columns.push(drawn(&prompt, 40).1);
            }
            assert!(
                columns.is_sorted_by(|a, b| a > b) && columns.last() == Some(&9),
                "{text:?}: {columns:?}"
            );
        }
    }

    #[test]
    fn a_long_line_scrolls_with_the_cursor() {
        let mut prompt = Prompt::new(Ask::Filter, "床前明月光疑是地上霜");
        // Ten columns of it, the last for the cursor; the half of 疑 that is in view is blank.
        assert_eq!(drawn(&prompt, 20), ("filter:  是 地 上 霜".to_owned(), 18));
        prompt.line.press(KeyCode::Home.into());
        assert_eq!(drawn(&prompt, 20), ("filter: 床 前 明 月 光".to_owned(), 9));
    }

    #[test]
    fn the_keys_of_a_shell_hold_in_a_prompt() {
        use ratatui::crossterm::event::KeyModifiers;
        let mut prompt = Prompt::new(Ask::Export, "one two three");
        for (c, modifiers, expected) in [
            ('w', KeyModifiers::CONTROL, "one two "),
            ('a', KeyModifiers::CONTROL, "one two "),
            ('d', KeyModifiers::CONTROL, "ne two "),
            ('f', KeyModifiers::ALT, "ne two "),
            ('k', KeyModifiers::CONTROL, "ne "),
            ('u', KeyModifiers::CONTROL, ""),
            ('y', KeyModifiers::CONTROL, "ne "),
            ('h', KeyModifiers::CONTROL, "ne"),
        ] {
            prompt.line.press(KeyEvent::new(KeyCode::Char(c), modifiers));
            assert_eq!(prompt.line.as_str(), expected, "{c}");
        }
    }

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
