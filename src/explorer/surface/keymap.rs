//! The tables of keys, joined: those of the screens and the one that holds everywhere. Help, the hints at the foot, the
//! palette, and docs/KEYS.md are made from it.

mod names;
mod sentence;

pub use sentence::Keys;

use crate::surface::action::classroom::Act;
use crate::surface::action::{Action, Screen, Towards};
use crate::surface::key::{Binding, Key, SILENT, Stroke, bind, stroke};
use simscope_core::display::say;
use simscope_core::settings::Settings;
use std::collections::HashMap;
use std::fmt;

/// Where a binding holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Context {
    Everywhere,
    On(Screen),
}

/// The bindings that hold on every screen.
#[rustfmt::skip]
pub const EVERYWHERE: &[Binding<Action>] = &[
    bind("step-k-minus", &["[", "-"], Action::StepK(-1), ("k − 1", "k − 1"), ("k−1", "k−1")),
    bind("step-k-plus", &["]", "+"], Action::StepK(1), ("k + 1", "k + 1"), ("k+1", "k+1")),
    bind("next-change-minus", &["{"], Action::NextChange(-1), ("down to the next k at which a group changes", "减到下一个使分组变化的 k"), SILENT),
    bind("next-change-plus", &["}"], Action::NextChange(1), ("up to the next k at which a group changes", "增到下一个使分组变化的 k"), SILENT),
    bind("ask-k", &["="], Action::AskK, ("type k", "输入 k"), ("type k", "输入 k")),
    bind("mark", &["m"], Action::Mark, ("keep the groups at this k as mark A, B, C …; again to forget", "把当前分组记为 A、B、C……；再按取消"), ("mark", "标记")),
    bind("toggle-grouping", &["C"], Action::ToggleGrouping, ("group by connection or around leaders", "按连通或按代表分组"), ("grouping", "分组法")),
    bind("next-tokenizer", &["t"], Action::NextTokenizer, ("next tokenizer", "下一种分词"), ("tokenizer", "分词")),
    bind("next-weighting", &["w"], Action::NextWeighting, ("next weighting", "下一种加权方式"), ("weighting", "加权方式")),
    bind("toggle-tie", &["T"], Action::ToggleTie, ("the other tie rule", "另一种平票规则"), SILENT),
    bind("recipe-panel", &["R"], Action::RecipePanel, ("recipe panel", "配方面板"), ("recipe", "配方")),
    bind("step-document-plus", &["n"], Action::StepDocument(1), ("next document in the rows; next pair, group or member where these are shown; next hit while a filter stands on Corpus", "下一篇文档；显示文档对、组或成员处为下一个；语料屏有筛选时到下一处匹配"), SILENT),
    bind("step-document-minus", &["p"], Action::StepDocument(-1), ("previous document in the rows; or previous pair, group or member", "上一篇文档；显示文档对、组或成员处为上一个"), SILENT),
    bind("go-nearest", &["N"], Action::GoNearest, ("to the nearest neighbour; on Pair it becomes B; previous hit while a filter stands on Corpus", "到最近邻文档；在文档对屏则令其为 B；语料屏有筛选时到上一处匹配"), ("nearest", "最近邻")),
    bind("to-compare", &["c"], Action::ToCompare, ("to the selected pair; there, back", "到所选文档对；在文档对屏则返回"), ("compare", "对比")),
    bind("to-lab", &["e"], Action::ToLab, ("edit the pair, or a copy of the document; there, load a copy anew", "编辑文档对，或文档的副本；在文档对屏则重新载入副本"), ("edit", "编辑")),
    bind("go-corpus", &["1"], Action::Go(Screen::Corpus), ("screen Corpus", "语料屏"), SILENT),
    bind("go-anatomy", &["2"], Action::Go(Screen::Anatomy), ("screen Anatomy", "解剖屏"), SILENT),
    bind("go-threshold", &["3"], Action::Go(Screen::Threshold), ("screen Threshold", "阈值屏"), SILENT),
    bind("go-matrix", &["4"], Action::Go(Screen::Matrix), ("screen Matrix", "矩阵屏"), SILENT),
    bind("go-pair", &["5"], Action::Go(Screen::Pair), ("screen Pair", "文档对屏"), SILENT),
    bind("go-clean", &["6"], Action::Go(Screen::Clean), ("place Clean", "清理"), SILENT),
    bind("go-index", &[], Action::Go(Screen::Index), ("Index: how neighbours are found without comparing everything", "索引：不逐一比较如何找到近邻"), SILENT),
    bind("step-screen-plus", &["."], Action::StepScreen(1), ("next screen", "下一屏"), SILENT),
    bind("step-screen-minus", &[","], Action::StepScreen(-1), ("previous screen", "上一屏"), SILENT),
    bind("step-pane-plus", &["tab"], Action::StepPane(1), ("next pane", "下一窗格"), ("pane", "窗格")),
    bind("step-pane-minus", &["shift-tab"], Action::StepPane(-1), ("previous pane", "上一窗格"), SILENT),
    bind("move-up", &["up", "k"], Action::Move(Towards::Up), ("up", "上"), SILENT),
    bind("move-down", &["down", "j"], Action::Move(Towards::Down), ("down", "下"), SILENT),
    bind("move-left", &["left", "h"], Action::Move(Towards::Left), ("left; k − 1 on Threshold and where there is no left", "左；阈值屏及无左移处为 k − 1"), SILENT),
    bind("move-right", &["right", "l"], Action::Move(Towards::Right), ("right; k + 1 on Threshold and where there is no right", "右；阈值屏及无右移处为 k + 1"), SILENT),
    bind("move-page-up", &["pgup", "ctrl-b"], Action::Move(Towards::PageUp), ("a page up", "上一页"), SILENT),
    bind("move-page-down", &["pgdn", "ctrl-f"], Action::Move(Towards::PageDown), ("a page down", "下一页"), SILENT),
    bind("move-half-up", &["ctrl-u"], Action::Move(Towards::HalfUp), ("half a page up", "上半页"), SILENT),
    bind("move-half-down", &["ctrl-d"], Action::Move(Towards::HalfDown), ("half a page down", "下半页"), SILENT),
    bind("move-first", &["home", "g"], Action::Move(Towards::First), ("to the first", "到首"), SILENT),
    bind("move-last", &["end", "G"], Action::Move(Towards::Last), ("to the last", "到尾"), SILENT),
    bind("open", &["enter"], Action::Open, ("open what is selected", "打开所选"), ("open", "打开")),
    bind("cancel", &["esc"], Action::Cancel, ("close, clear the filter, or cancel the running work", "关闭、清除筛选或取消正在进行的工作"), SILENT),
    bind("ask-filter", &["/"], Action::AskFilter, ("filter what the screen lists: documents, groups, features, neighbours or pairs", "筛选所列内容：文档、组、特征、近邻或文档对"), ("filter", "筛选")),
    bind("undo", &["u"], Action::Undo, ("undo the last change of k, recipe, marks or decisions", "撤销上一次对 k、配方、标记或去留的改变"), ("undo", "撤销")),
    bind("redo", &["ctrl-r"], Action::Redo, ("do again what was undone", "重做所撤销的改变"), SILENT),
    bind("back", &["ctrl-o"], Action::Back, ("back to the screen and document before", "回到之前的屏与文档"), ("back", "返回")),
    bind("forward", &["ctrl-n"], Action::Forward, ("forward again, after going back", "返回之后再前进"), SILENT),
    bind("copy", &["y"], Action::Copy, ("copy what is selected", "复制所选"), ("copy", "复制")),
    bind("export", &["x"], Action::Export, ("export what the screen shows to a file", "把屏上内容导出到文件"), ("export", "导出")),
    bind("ask-report", &["ctrl-s"], Action::AskReport, ("write the report: one HTML page for others", "写报告：供他人阅读的一页 HTML"), SILENT),
    bind("ask-open", &["ctrl-p"], Action::AskOpen, ("open another corpus", "打开另一语料"), SILENT),
    bind("read-again", &["f5"], Action::ReadAgain, ("read the corpus again", "重新读取语料"), SILENT),
    bind("repaint", &["ctrl-l"], Action::Repaint, ("draw the screen anew", "重绘屏幕"), SILENT),
    bind("editor", &["ctrl-e"], Action::Editor, ("the document in $EDITOR: its file, or a copy", "在 $EDITOR 中打开文档：原文件或副本"), SILENT),
    bind("pager", &["ctrl-v"], Action::Pager, ("the document in $PAGER", "在 $PAGER 中查看文档"), SILENT),
    bind("skipped", &["!"], Action::Skipped, ("what was skipped while reading, and why", "读取时跳过了什么及原因"), SILENT),
    bind("resume", &["r"], Action::Resume, ("start again what was cancelled; extend the groups of a large corpus", "重新开始已取消的工作；扩展大语料的分组"), SILENT),
    bind("toggle-theme", &["D"], Action::ToggleTheme, ("light or dark", "浅色或深色"), SILENT),
    bind("toggle-mouse", &[], Action::ToggleMouse, ("use the mouse, or leave it to the terminal to select text", "使用鼠标，或交给终端选择文本"), SILENT),
    bind("toggle-lang", &[], Action::ToggleLang, ("English or Chinese", "英文或中文"), SILENT),
    bind("palette", &[":"], Action::Palette, ("command palette", "命令面板"), ("commands", "命令")),
    bind("why", &["W"], Action::Why, ("why what is selected is as it is", "解释所选内容为何如此"), ("why", "为何")),
    bind("help", &["?", "f1"], Action::Help, ("this list of keys", "按键列表"), ("help", "帮助")),
    bind("classroom-list", &["L"], Action::Classroom(Act::List), ("lessons: which there are, and leaving one", "课程：列出，或离开当前课程"), SILENT),
    bind("classroom-turn-plus", &[">"], Action::Classroom(Act::Turn(1)), ("next page of the lesson", "课程下一页"), SILENT),
    bind("classroom-turn-minus", &["<"], Action::Classroom(Act::Turn(-1)), ("previous page of the lesson", "课程上一页"), SILENT),
    bind("classroom-answer", &["Q"], Action::Classroom(Act::Answer), ("answer the question of the lesson", "回答课程的问题"), SILENT),
    bind("classroom-fold", &["Z"], Action::Classroom(Act::Fold), ("lesson below the screen, alone, or one line", "课程在屏下方、独占，或缩为一行"), SILENT),
    bind("classroom-leave", &[], Action::Classroom(Act::Leave), ("leave the lesson", "离开课程"), SILENT),
    bind("suspend", &["ctrl-z"], Action::Suspend, ("suspend to the shell", "挂起到 shell"), SILENT),
    bind("quit-anyway", &[], Action::QuitAnyway, ("quit, whatever is lost (:q!)", "退出，不保留任何内容（:q!）"), SILENT),
    bind("quit", &["q", "ctrl-c"], Action::Quit, ("back to where this was opened from; at the top, and with Ctrl-C anywhere, quit", "返回打开此处的地方；在顶层或按 Ctrl-C 则退出"), ("quit", "退出")),
    bind("leave", &[], Action::Leave, ("quit; asks if something would be lost (:q)", "退出；若有内容会丢失则先询问（:q）"), SILENT),
];

/// A mistake in the tables.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeymapError {
    #[error("{}", say!("the keymap names the key {}, which does not exist", "键位表中的键 {} 不存在", .0))]
    NoSuchKey(&'static str),
    #[error("{}", say!("the key {key} means both '{first}' and '{second}' in one place", "键 {key} 在同一处既表示 '{first}' 又表示 '{second}'"))]
    TwoMeanings { key: &'static str, first: &'static str, second: &'static str },
    #[error("{0}")]
    Settings(String),
}

/// All bindings, ready for look-up.
#[derive(Debug, Clone)]
pub struct Keymap {
    rows: Vec<(Context, Binding<Action>)>,
    by_key: HashMap<(Context, Stroke), Action>,
    by_name: HashMap<&'static str, Action>,
}

impl Keymap {
    /// Joins the tables, with the keys that the settings have.
    ///
    /// # Errors
    /// A key that does not exist; two actions on one key in one place (a screen's key may not be one
    /// that holds everywhere, unless its row says so); a mistake in the settings.
    pub fn load(
        screens: impl IntoIterator<Item = (Screen, Vec<Binding<Action>>)>,
        everywhere: &[Binding<Action>],
        settings: &Settings,
    ) -> Result<Self, KeymapError> {
        let mut rows: Vec<(Context, Binding<Action>)> = Vec::new();
        for (screen, bindings) in screens {
            rows.extend(bindings.into_iter().map(|binding| (Context::On(screen), binding)));
        }
        rows.extend(everywhere.iter().map(|binding| (Context::Everywhere, *binding)));
        names::rebind(&mut rows, settings)?;
        let by_key = Self::by_key(&rows).map_err(|error| names::blame(error, settings))?;
        let by_name = rows.iter().map(|(_, binding)| (binding.name, binding.action)).collect();
        Ok(Self { rows, by_key, by_name })
    }

    fn by_key(
        rows: &[(Context, Binding<Action>)],
    ) -> Result<HashMap<(Context, Stroke), Action>, KeymapError> {
        // What a key means in a place, and whether only there. The first of two means nothing by itself.
        let mut meanings: HashMap<(Context, Stroke), (&str, bool)> = HashMap::new();
        let mut by_key = HashMap::new();
        for (context, binding) in rows {
            for &name in binding.keys {
                let key = stroke(name).ok_or(KeymapError::NoSuchKey(name))?;
                let places = places(*context, binding.takes_over);
                let overlaps = |(first, second): Stroke| {
                    first == key.0 && (second == key.1 || second.is_none() || key.1.is_none())
                };
                let meant = meanings.iter().find_map(|(&(place, other), (meaning, takes_over))| {
                    let is_here = places.contains(&place) && (place == *context || !takes_over);
                    (is_here && overlaps(other)).then_some(*meaning)
                });
                if let Some(first) = meant {
                    return Err(KeymapError::TwoMeanings { key: name, first, second: binding.name });
                }
                meanings.insert((*context, key), (binding.name, binding.takes_over));
                by_key.insert((*context, key), binding.action);
            }
        }
        Ok(by_key)
    }

    /// The names of all actions in the settings.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().map(|(_, binding)| binding.name)
    }

    /// The action of that name in the settings.
    pub fn named(&self, name: &str) -> Option<Action> {
        self.by_name.get(name).copied()
    }

    /// What a key means on a screen.
    pub fn action(&self, screen: Screen, key: Key) -> Option<Action> {
        let found = self.stroke(screen, (key, None));
        // Where Shift has no meaning of its own, the key has the one without it; and a sign without a meaning may be a digit.
        found.or_else(|| self.action(screen, key.without_shift().or(key.as_digit())?))
    }

    /// What a key, or two, mean on a screen.
    pub fn stroke(&self, screen: Screen, stroke: Stroke) -> Option<Action> {
        let here = self.by_key.get(&(Context::On(screen), stroke));
        here.or_else(|| self.by_key.get(&(Context::Everywhere, stroke))).copied()
    }

    /// Whether a key is the first of two on a screen.
    pub fn begins(&self, screen: Screen, key: Key) -> bool {
        let is_here = |place| place == Context::Everywhere || place == Context::On(screen);
        self.by_key.keys().any(|&(place, (first, second))| first == key && second.is_some() && is_here(place))
    }

    /// The first key of a binding that means it on a screen.
    pub fn key_on(&self, screen: Screen, binding: &Binding<Action>) -> Option<&'static str> {
        let means = |name: &&&str| {
            stroke(name).is_some_and(|stroke| self.stroke(screen, stroke) == Some(binding.action))
        };
        binding.keys.iter().find(means).copied()
    }

    /// The first key that means an action on a screen.
    pub fn key_of(&self, screen: Screen, action: Action) -> Option<&'static str> {
        let mut bindings = self.of(Context::On(screen)).chain(self.of(Context::Everywhere));
        self.key_on(screen, bindings.find(|binding| binding.action == action)?)
    }

    /// The bindings of one place, in their order.
    pub fn of(&self, context: Context) -> impl Iterator<Item = &Binding<Action>> {
        self.rows.iter().filter(move |(of, _)| *of == context).map(|(_, binding)| binding)
    }

    /// docs/KEYS.md.
    pub fn markdown(&self) -> String {
        let mut out = String::from(
            "# Keys\n\nGenerated from the tables of keys in `src/explorer`; a test compares the two.\nThe name is that of the action in the settings ([SETTINGS.md](SETTINGS.md)).\n\nThe mouse: click tabs, rows, column heads, cells and bits; a second click on a row opens it. Drag the slider; the drag\ncontinues outside its row. The wheel moves k over the slider and rows over a list, and zooms the heatmap; drag the\nheatmap to pan it. While a text of a pair is edited, click to put the cursor there; drag to select.\nWith Shift held (Option or Fn on some systems) the mouse selects text as the terminal does.\n",
        );
        for context in [Context::Everywhere].into_iter().chain(Screen::ALL.map(Context::On)) {
            let mut rows = self.of(context).peekable();
            if rows.peek().is_none() {
                continue;
            }
            out += &format!("\n## {context}\n\n| key | does | 作用 | name |\n| --- | --- | --- | --- |\n");
            for binding in rows {
                let keys = if binding.keys.is_empty() {
                    "palette only".to_owned()
                } else {
                    binding.keys.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(" ")
                };
                out +=
                    &format!("| {keys} | {} | {} | {} |\n", binding.label.0, binding.label.1, binding.name);
            }
        }
        out
    }
}

/// Every screen whose keys a binding must not share.
fn places(context: Context, takes_over: bool) -> Vec<Context> {
    let mut places = vec![context];
    match context {
        Context::Everywhere => places.extend(Screen::ALL.map(Context::On)),
        Context::On(_) if takes_over => {}
        Context::On(_) => places.push(Context::Everywhere),
    }
    places
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Context::Everywhere => f.write_str("Everywhere"),
            Context::On(screen) => write!(f, "{screen:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::key::bind_here;

    #[test]
    fn a_second_action_on_a_key_is_an_error_at_load() {
        let quit = [bind("quit", &["q"], Action::Quit, ("quit", ""), SILENT)];
        let help = vec![bind("matrix.help", &["q"], Action::Help, ("help", ""), SILENT)];
        let error = Keymap::load([(Screen::Matrix, help)], &quit, &Settings::default()).unwrap_err();
        assert_eq!(error, KeymapError::TwoMeanings { key: "q", first: "matrix.help", second: "quit" });
    }

    #[test]
    fn a_screen_may_take_a_key_over_where_its_row_says_so() {
        let help = [bind("help", &["q", "f1"], Action::Help, ("help", ""), SILENT)];
        let quit = || bind_here("quit", &["q"], Action::Quit, ("quit", ""), SILENT);
        let keymap = Keymap::load([(Screen::Matrix, vec![quit()])], &help, &Settings::default()).unwrap();
        let key = Key::parse("q").unwrap();
        assert_eq!(keymap.action(Screen::Matrix, key), Some(Action::Quit));
        assert_eq!(keymap.action(Screen::Pair, key), Some(Action::Help));
        let on = |screen| keymap.key_on(screen, &help[0]);
        assert_eq!((on(Screen::Matrix), on(Screen::Pair)), (Some("f1"), Some("q")));
        assert!(Keymap::load([(Screen::Matrix, vec![quit(), quit()])], &help, &Settings::default()).is_err());
    }
}
