//! The tables of keys, joined: those of the screens and the one that holds everywhere. Help, the hints at the foot, the
//! palette, and the tables of docs/SCREENS.md are made from it.

mod names;
mod preset;
mod sentence;

pub use sentence::Keys;

use crate::surface::action::classroom::Act;
use crate::surface::action::{Action, Part, Screen, Towards, threshold};
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
    bind("step-k-minus", &["-", "["], Action::StepK(-1), ("k − 1", "k − 1"), ("k−1", "k−1")),
    bind("step-k-plus", &["+", "]"], Action::StepK(1), ("k + 1", "k + 1"), ("k+1", "k+1")),
    bind("next-change-minus", &["{"], Action::NextChange(-1), ("down to the next k at which a group changes", "减到下一个使分组变化的 k"), SILENT),
    bind("next-change-plus", &["}"], Action::NextChange(1), ("up to the next k at which a group changes", "增到下一个使分组变化的 k"), SILENT),
    bind("ask-k", &["="], Action::AskK, ("type k", "输入 k"), ("type k", "输入 k")),
    bind("go-advised", &["@"], Action::Threshold(threshold::Act::GoAdvised), ("k to the advised one; why, where none is", "k 到建议的值；没有建议时说明原因"), SILENT),
    bind("go-corpus", &["1"], Action::Go(Screen::Corpus), ("place Corpus", "语料"), SILENT),
    bind("go-anatomy", &["2"], Action::Go(Screen::Anatomy), ("place Anatomy", "解剖"), SILENT),
    bind("go-threshold", &["3"], Action::Go(Screen::Threshold), ("place Threshold", "阈值"), SILENT),
    bind("go-matrix", &["4"], Action::Go(Screen::Matrix), ("place Matrix", "矩阵"), SILENT),
    bind("go-pair", &["5"], Action::Go(Screen::Pair), ("place Pair, with the selected pair", "文档对，显示所选的一对"), SILENT),
    bind("go-clean", &["6"], Action::Go(Screen::Clean), ("place Clean", "清理"), SILENT),
    bind("go-index", &[], Action::Go(Screen::Index), ("Index: how neighbours are found without comparing everything", "索引：不逐一比较如何找到近邻"), SILENT),
    bind("step-screen-plus", &["."], Action::StepScreen(1), ("next place", "下一处"), SILENT),
    bind("step-screen-minus", &[","], Action::StepScreen(-1), ("previous place", "上一处"), SILENT),
    bind("step-pane-plus", &["tab"], Action::StepPane(1), ("next pane", "下一窗格"), ("pane", "窗格")),
    bind("step-pane-minus", &[], Action::StepPane(-1), ("previous pane", "上一窗格"), SILENT),
    bind("move-up", &["up", "k"], Action::Move(Towards::Up), ("up", "上"), SILENT),
    bind("move-down", &["down", "j"], Action::Move(Towards::Down), ("down", "下"), SILENT),
    bind("move-left", &["left", "h"], Action::Move(Towards::Left), ("left", "左"), SILENT),
    bind("move-right", &["right", "l"], Action::Move(Towards::Right), ("right", "右"), SILENT),
    bind("move-page-up", &["pgup"], Action::Move(Towards::PageUp), ("a page up", "上一页"), SILENT),
    bind("move-page-down", &["pgdn"], Action::Move(Towards::PageDown), ("a page down", "下一页"), SILENT),
    bind("move-half-up", &["ctrl-u"], Action::Move(Towards::HalfUp), ("half a page up", "上半页"), SILENT),
    bind("move-half-down", &["ctrl-d"], Action::Move(Towards::HalfDown), ("half a page down", "下半页"), SILENT),
    bind("move-first", &["g"], Action::Move(Towards::First), ("to the first", "到首"), SILENT),
    bind("move-last", &["G"], Action::Move(Towards::Last), ("to the last", "到尾"), SILENT),
    bind("open", &["enter"], Action::Open, ("into what is selected", "进入所选"), ("open", "打开")),
    bind("cancel", &["esc"], Action::Cancel, ("close, clear the filter, or cancel the running work", "关闭、清除筛选或取消正在进行的工作"), SILENT),
    bind("quit", &["q"], Action::Quit, ("back to where this was opened from; at the top leave, and ask if something would be lost", "返回打开此处的地方；在顶层则退出，若有内容会丢失则先询问"), ("quit", "退出")),
    bind("leave", &[], Action::Leave, ("quit; asks if something would be lost (:q)", "退出；若有内容会丢失则先询问（:q）"), SILENT),
    bind("quit-anyway", &[], Action::QuitAnyway, ("quit, whatever is lost (:q!)", "退出，不保留任何内容（:q!）"), SILENT),
    bind("resume", &["space"], Action::Resume, ("go on with what was cancelled; extend the groups of a large corpus", "继续已取消的工作；扩展大语料的分组"), SILENT),
    bind("ask-filter", &["/"], Action::AskFilter, ("filter what is listed: documents, groups, features, neighbours or pairs", "筛选所列内容：文档、组、特征、近邻或文档对"), ("filter", "筛选")),
    bind("step-document-plus", &["n"], Action::StepDocument(1), ("next hit of the filter; without one the next document, pair, group or member", "筛选的下一处匹配；无筛选时为下一篇文档、文档对、组或成员"), SILENT),
    bind("step-document-minus", &["N"], Action::StepDocument(-1), ("previous hit of the filter; without one the previous document, pair, group or member", "筛选的上一处匹配；无筛选时为上一篇文档、文档对、组或成员"), SILENT),
    bind("undo", &["u"], Action::Undo, ("undo the last change of k, recipe, marks or decisions", "撤销上一次对 k、配方、标记或去留的改变"), ("undo", "撤销")),
    bind("redo", &["ctrl-r"], Action::Redo, ("do again what was undone", "重做所撤销的改变"), SILENT),
    bind("back", &["ctrl-o"], Action::Back, ("back to the place and document before", "回到之前的位置与文档"), ("back", "返回")),
    bind("forward", &["ctrl-n"], Action::Forward, ("forward again, after going back", "返回之后再前进"), SILENT),
    bind("copy", &["y"], Action::Copy, ("copy what is selected", "复制所选"), ("copy", "复制")),
    bind("export", &["x"], Action::Export, ("save what is shown to a file", "把所示内容存为文件"), ("save", "另存")),
    bind("show-command", &[], Action::ShowCommand, ("the command line that prints what is shown; copies it (:command)", "打印所示内容的命令行；并复制（:command）"), SILENT),
    bind("recipe-panel", &["r r"], Action::RecipePanel, ("the list of recipes, and the parts of one", "配方列表，及其各部分"), ("list", "列表")),
    bind("next-tokenizer", &["r t"], Action::NextTokenizer, ("next tokenizer", "下一种分词"), ("tokenizer", "分词")),
    bind("next-weighting", &["r w"], Action::NextWeighting, ("next weighting", "下一种加权方式"), ("weighting", "加权")),
    bind("next-hash", &["r h"], Action::StepPart(Part::Hash, 1), ("next feature hash", "下一种特征哈希"), ("hash", "哈希")),
    bind("more-bits", &["r b"], Action::StepPart(Part::Bits, 1), ("more bits", "增加位数"), ("bits", "位数")),
    bind("fewer-bits", &["r B"], Action::StepPart(Part::Bits, -1), ("fewer bits", "减少位数"), ("fewer", "减位")),
    bind("toggle-tie", &["r e"], Action::ToggleTie, ("the other tie rule", "另一种平票规则"), ("tie", "平票")),
    bind("next-normalize", &["r n"], Action::StepPart(Part::Normalize, 1), ("letters made alike before a text is cut", "切分前统一字形"), ("normalize", "规范化")),
    bind("choose-beside", &["r a"], Action::ChooseBeside, ("another recipe beside this one", "另选一个配方并列"), ("beside another", "与另一配方并列")),
    bind("swap-recipes", &["r x"], Action::Threshold(threshold::Act::Swap), ("the two recipes change places", "两个配方互换"), ("swap", "互换")),
    bind("show-beside", &["r s"], Action::ShowBeside, ("two recipes side by side", "两个配方并列"), ("side by side", "并列查看")),
    bind("next-sort", &[], Action::NextSort, ("sort by the next column", "按下一列排序"), SILENT),
    bind("reverse-sort", &[], Action::ReverseSort, ("reverse the order of the list", "反转列表的次序"), SILENT),
    bind("sort", &["s"], Action::SortMenu, ("sort the list: a letter a column, twice reversed", "排序：一个字母对应一列，再按反序"), ("sort", "排序")),
    bind("mark", &["v m"], Action::Mark, ("keep the groups at this k as mark A, B, C …; again to forget", "把当前分组记为 A、B、C……；再按取消"), SILENT),
    bind("toggle-grouping", &["v w"], Action::ToggleGrouping, ("group whoever is within k of another, or around leaders", "与任一成员相距 k 以内即同组，或按代表分组"), SILENT),
    bind("go-nearest", &["v n"], Action::GoNearest, ("to the nearest neighbour; on Pair it becomes B", "到最近邻文档；在文档对处则令其为 B"), ("nearest", "最近邻")),
    bind("to-compare", &[], Action::ToCompare, ("to the selected pair; there, back", "到所选文档对；在文档对处则返回"), SILENT),
    bind("to-lab", &["v y"], Action::ToLab, ("edit the pair, or a copy of the document; there, load a copy anew", "编辑文档对，或文档的副本；在文档对处则重新载入副本"), ("a copy to edit", "编辑副本")),
    bind("ask-report", &["w"], Action::AskReport, ("write the report: one HTML page for others", "写报告：供他人阅读的一页 HTML"), SILENT),
    bind("ask-open", &[], Action::AskOpen, ("open another corpus", "打开另一语料"), SILENT),
    bind("read-again", &["f5"], Action::ReadAgain, ("read the corpus again", "重新读取语料"), SILENT),
    bind("repaint", &["ctrl-l"], Action::Repaint, ("draw the screen anew", "重绘屏幕"), SILENT),
    bind("editor", &[], Action::Editor, ("the document in $EDITOR: its file, or a copy", "在 $EDITOR 中打开文档：原文件或副本"), SILENT),
    bind("pager", &[], Action::Pager, ("the document in $PAGER", "在 $PAGER 中查看文档"), SILENT),
    bind("skipped", &[], Action::Skipped, ("what was skipped while reading, and why", "读取时跳过了什么及原因"), SILENT),
    bind("toggle-theme", &[], Action::ToggleTheme, ("light or dark", "浅色或深色"), SILENT),
    bind("toggle-mouse", &[], Action::ToggleMouse, ("use the mouse, or leave it to the terminal to select text", "使用鼠标，或交给终端选择文本"), SILENT),
    bind("toggle-lang", &[], Action::ToggleLang, ("English or Chinese", "英文或中文"), SILENT),
    bind("palette", &[":"], Action::Palette, ("commands: type what you want", "命令：输入想做的事"), ("commands", "命令")),
    bind("why", &["W"], Action::Why, ("why what is selected is as it is", "解释所选内容为何如此"), ("why", "为何")),
    bind("help", &["?"], Action::Help, ("help, searched by typing", "帮助，输入即搜索"), ("help", "帮助")),
    bind("classroom-list", &["L L"], Action::Classroom(Act::List), ("lessons: which there are, and leaving one", "课程：列出，或离开当前课程"), ("list", "列表")),
    bind("classroom-answer", &["L a"], Action::Classroom(Act::Answer), ("answer the question of the lesson", "回答课程的问题"), ("answer", "答题")),
    bind("classroom-fold", &["L z"], Action::Classroom(Act::Fold), ("lesson below the screen, alone, or one line", "课程在屏下方、独占，或缩为一行"), ("size", "大小")),
    bind("classroom-leave", &["L q"], Action::Classroom(Act::Leave), ("leave the lesson", "离开课程"), ("leave", "离开")),
    bind("classroom-turn-plus", &[">"], Action::Classroom(Act::Turn(1)), ("next page of the lesson", "课程下一页"), SILENT),
    bind("classroom-turn-minus", &["<"], Action::Classroom(Act::Turn(-1)), ("previous page of the lesson", "课程上一页"), SILENT),
    bind("suspend", &[], Action::Suspend, ("suspend to the shell", "挂起到 shell"), SILENT),
];

/// Keys that mean the same in every program of a terminal, by the action that they stand for; settings may give them another.
pub const OF_TERMINALS: [(&str, &str); 8] = [
    ("ctrl-c", "leave"),
    ("ctrl-z", "suspend"),
    ("f1", "help"),
    ("home", "move-first"),
    ("end", "move-last"),
    ("ctrl-b", "move-page-up"),
    ("ctrl-f", "move-page-down"),
    ("shift-tab", "step-pane-minus"),
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

    /// The name of an action in the settings.
    pub fn name_of(&self, action: Action) -> Option<&'static str> {
        self.rows.iter().find(|(_, binding)| binding.action == action).map(|(_, binding)| binding.name)
    }

    /// The action of that name in the settings.
    pub fn named(&self, name: &str) -> Option<Action> {
        self.by_name.get(name).copied()
    }

    /// What a key means on a screen.
    pub fn action(&self, screen: Screen, key: Key) -> Option<Action> {
        let found = self.stroke(screen, (key, None));
        // Where Shift has no meaning of its own, the key has the one without it; and a sign without a meaning may be a digit.
        let other = || self.action(screen, key.without_shift().or(key.as_digit())?);
        let of_terminals = || OF_TERMINALS.iter().find(|(name, _)| Key::parse(name) == Some(key));
        found.or_else(other).or_else(|| self.named(of_terminals()?.1))
    }

    /// What a key means where no screen has taken it over.
    pub fn everywhere(&self, key: Key) -> Option<Action> {
        self.by_key.get(&(Context::Everywhere, (key, None))).copied()
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
        let binding = bindings.find(|binding| binding.action == action)?;
        // What was cancelled goes on before a key of the place does anything else.
        let goes_on = || binding.keys.first().copied().filter(|_| action == Action::Resume);
        self.key_on(screen, binding).or_else(goes_on)
    }

    /// The bindings of one place, in their order.
    pub fn of(&self, context: Context) -> impl Iterator<Item = &Binding<Action>> {
        self.rows.iter().filter(move |(of, _)| *of == context).map(|(_, binding)| binding)
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
