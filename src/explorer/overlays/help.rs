//! The list of keys, made from the keymap, and what the shown place is; searched by typing.

use super::{Over, Pressed, open_box, towards};
use crate::action::{Pane, Screen};
use crate::editor::Editor;
use crate::surface::key::says;
use crate::surface::keymap::Context;
use crate::surface::{Lang, Paint, Phrase, Rect, Role, Target};
use crate::widgets::prose::wrapped;
use crate::widgets::table;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use simscope_core::visible;

/// The keys of the texts of a pair.
const TEXT_KEYS: [(&str, Phrase); 8] = [
    ("enter  ‹pair.type›", ("begin to type; then Enter ends a line", "开始输入；输入时 Enter 换行")),
    ("esc  tab", ("leave the text; to the next pane", "离开文本；到下一窗格")),
    ("shift-arrows", ("select; with Ctrl by words", "选择；加 Ctrl 按词")),
    ("ctrl-a", ("select all", "全选")),
    ("ctrl-c  ctrl-x", ("copy and cut what is selected", "复制、剪切所选")),
    ("ctrl-v", ("paste what was copied or cut here", "粘贴此处复制或剪切的内容")),
    ("ctrl-z  ctrl-y", ("undo, redo", "撤销、重做")),
    ("backspace del", ("delete; with Ctrl a word", "删除；加 Ctrl 删一词")),
];

/// A line: a heading, or keys with what they do.
enum HelpLine {
    /// Where the keys below hold.
    Heading(String),
    /// Keys and what they do.
    Keys(String, String),
    /// A sentence.
    Sentence(String),
}

/// Columns of the box.
const WIDTH: u16 = 78;
/// Columns before what a key does.
const KEYS: usize = 20;

impl HelpLine {
    /// In as many lines as the box has room for.
    fn broken(self) -> Vec<Self> {
        match self {
            HelpLine::Heading(_) => vec![self],
            HelpLine::Sentence(text) => {
                wrapped(&text, usize::from(WIDTH) - 6).map(HelpLine::Sentence).collect()
            }
            HelpLine::Keys(keys, label) => {
                // A long name has a line of its own.
                let alone = (visible::width(&keys) > KEYS - 4).then(String::new);
                let labels = alone.into_iter().chain(wrapped(&label, usize::from(WIDTH) - 2 - KEYS));
                let mut keys = Some(keys);
                labels.map(|label| HelpLine::Keys(keys.take().unwrap_or_default(), label)).collect()
            }
        }
    }
}

/// Sentences, of which some stand in several pieces.
fn sentences(phrases: &[Phrase], lang: Lang) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for &phrase in phrases {
        let piece = lang.pick(phrase);
        match all.last_mut().filter(|last| !last.ends_with(['.', '。'])) {
            Some(last) => *last += &format!("{}{piece}", lang.pick((" ", ""))),
            None => all.push(piece.to_owned()),
        }
    }
    all
}

/// All of it, each sentence and each label in one line.
fn lines(over: Over<'_>) -> Vec<HelpLine> {
    let shared = over.shared;
    let (lang, here) = (shared.lang, shared.screen);
    let mut lines = vec![HelpLine::Heading(lang.pick(("What is shown here", "此处所示")).into())];
    for about in over.own.at(here).about() {
        let spelled = sentences(about, lang).into_iter().map(|text| shared.keys().spell(&text));
        lines.extend(spelled.map(HelpLine::Sentence));
    }
    // What holds here comes first.
    let others = Screen::ALL.into_iter().filter(|&screen| screen != here).map(Context::On);
    for context in [Context::On(here), Context::Everywhere].into_iter().chain(others) {
        lines.push(HelpLine::Heading(match context {
            Context::Everywhere => lang.pick(("On every screen", "所有屏")).into(),
            Context::On(screen) => lang.pick(screen.name()).into(),
        }));
        let written = |key: &&str| shared.keys().written(key);
        let bindings: Vec<_> = shared.keymap.of(context).collect();
        // What goes one way and the other stands in one line; what has no key is called by its name.
        lines.extend(bindings.chunk_by(|a, b| a.of == b.of).flat_map(|row| {
            let is_pair = row.len() == 2 && row.iter().all(|one| !one.keys.is_empty());
            row.chunks(if is_pair { 2 } else { 1 }).map(move |choices| {
                let names = choices.iter().map(|one| match one.keys {
                    [] => shared.key(one.action),
                    keys => keys.iter().map(written).collect::<Vec<_>>().join("  "),
                });
                HelpLine::Keys(names.collect::<Vec<_>>().join(" · "), says(choices, lang))
            })
        }));
        if here == Screen::Pair && context == Context::On(here) {
            lines.push(HelpLine::Heading(lang.pick(("In a text of a pair", "文档对的文本中")).into()));
            lines.extend(TEXT_KEYS.map(|(names, phrase)| {
                HelpLine::Keys(shared.keys().spell(&written(&names)), lang.pick(phrase).to_owned())
            }));
        }
    }
    lines.push(HelpLine::Heading(lang.pick(("Mouse", "鼠标")).into()));
    let mouse = [
        (
            "click tabs, rows, heads, bits, cells; again to open a row",
            "点击标签、行、表头、位、格；再点打开行",
        ),
        (
            "drag the slider, on its row or off it; the wheel moves k there",
            "拖动滑块（可离开该行）；滚轮改变 k",
        ),
        ("drag the heatmap to pan; the wheel zooms", "拖动热图平移；滚轮缩放"),
        (
            "a text that is edited: a click puts the cursor there, a drag selects",
            "编辑文本时：点击移动光标，拖动选择",
        ),
        (
            "with Shift held (Option or Fn on some systems) it selects text as the terminal does",
            "按住 Shift（某些系统为 Option 或 Fn）可像终端那样选择文本",
        ),
    ];
    lines.extend(mouse.map(|phrase| HelpLine::Sentence(lang.pick(phrase).to_owned())));
    lines
}

/// What was typed, and the first line shown.
#[derive(Debug)]
pub struct Help {
    pub(super) line: Editor,
    at: usize,
}

impl Help {
    pub(super) fn new() -> Self {
        Self { line: Editor::line(""), at: 0 }
    }

    pub(super) fn insert(&mut self, text: &str) {
        self.line.paste(text);
        self.at = 0;
    }

    /// The lines that have what is typed, below their headings: a key of one sign by itself, or the words. A heading that has
    /// it brings all that is below it.
    fn found(&self, over: Over<'_>) -> Vec<HelpLine> {
        let typed = self.line.as_str().trim().to_lowercase();
        let sign = self.line.as_str().trim();
        let is_sign = sign.chars().count() == 1 && sign.is_ascii();
        let mut found: Vec<HelpLine> = Vec::new();
        let mut is_below = false;
        for line in lines(over) {
            let is_found = match &line {
                _ if typed.is_empty() => true,
                HelpLine::Heading(text) => {
                    // One above nothing gives way.
                    found.pop_if(|last| matches!(last, HelpLine::Heading(_)));
                    is_below = !is_sign && text.to_lowercase().contains(&typed);
                    true
                }
                _ if is_below => true,
                HelpLine::Keys(keys, _) if is_sign => keys.split(' ').any(|key| key == sign),
                HelpLine::Keys(keys, label) => {
                    let all = format!("{keys} {label}").to_lowercase();
                    typed.split(' ').all(|word| all.contains(word))
                }
                HelpLine::Sentence(text) => text.to_lowercase().contains(&typed),
            };
            if is_found {
                found.push(line);
            }
        }
        found.pop_if(|last| matches!(last, HelpLine::Heading(_)));
        found.into_iter().flat_map(HelpLine::broken).collect()
    }

    pub(super) fn press(&mut self, over: Over<'_>, event: KeyEvent) -> Pressed {
        let page = over.shared.lines_of(Pane::Overlay) as isize - 1;
        match towards(event) {
            Some(towards) => self.scroll(over, towards.lines(page)),
            None if event.code == KeyCode::Enter => return Pressed::Close(None),
            None if self.line.press(event).is_change() => self.at = 0,
            None => {}
        }
        Pressed::Stay
    }

    pub(super) fn scroll(&mut self, over: Over<'_>, by: isize) {
        let last = self.found(over).len().saturating_sub(over.shared.lines_of(Pane::Overlay));
        self.at = self.at.saturating_add_signed(by).min(last);
    }

    pub(super) fn view(&self, over: Over<'_>, paint: &mut Paint<'_>, area: Rect) {
        let lines = self.found(over);
        let title = paint.pick(("Help", "帮助"));
        let foot =
            paint.pick(("type to search · up/down scroll · Esc closes", "输入以搜索 · 上下滚动 · Esc 关闭"));
        let inner = open_box(paint, area, WIDTH, area.height * 4 / 5, title, foot);
        if inner.height < 2 {
            return;
        }
        paint.say(inner.x + 1, inner.y, 2, "?", Role::Title);
        self.line.view(paint, Rect { x: inner.x + 3, width: inner.width - 4, height: 1, ..inner }, true);
        let body = table::inset(inner, 0, 1);
        paint.areas.push(body, Target::Pane(Pane::Overlay));
        if lines.is_empty() {
            paint.hollow(body, ("nothing matches", "没有匹配"));
        }
        for (y, line) in (body.y..body.bottom()).zip(lines.iter().skip(self.at)) {
            match line {
                HelpLine::Heading(text) => drop(paint.say(body.x + 1, y, body.width - 2, text, Role::Title)),
                HelpLine::Sentence(text) => drop(paint.say(body.x + 3, y, body.width - 4, text, Role::Text)),
                HelpLine::Keys(keys, label) => {
                    let x = body.x + KEYS as u16;
                    let room = if label.is_empty() { body.width - 4 } else { KEYS as u16 - 4 };
                    paint.say(body.x + 3, y, room, keys, Role::Key);
                    paint.say(x, y, body.right().saturating_sub(x), label, Role::Text);
                }
            }
        }
    }
}
