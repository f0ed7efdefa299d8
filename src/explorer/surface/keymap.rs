//! The tables of keys, joined: those of the screens and the one that holds everywhere. Help, the hints at the foot, the
//! palette, and the tables of docs/SCREENS.md are made from it.

mod names;
mod preset;
mod sentence;

pub use sentence::Keys;

use crate::surface::action::classroom::Act;
use crate::surface::action::{Action, Part, Screen, Towards, threshold};
use crate::surface::key::{
    BACK_AND_ON, Binding, Key, SILENT, Stroke, bind, both, choose, hinted, hinted_by_words, stroke,
};
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
pub fn everywhere() -> Vec<Binding<Action>> {
    [of_k_and_places(), of_what_is_selected(), of_recipe_and_groups(), of_the_program()].concat()
}

/// k, the places, and moving.
#[rustfmt::skip]
fn of_k_and_places() -> Vec<Binding<Action>> {
    use Action as Do;
    use Towards as To;
    let go = Screen::ALL.map(|screen| {
        let (name, key, _, word) = screen.about();
        (name, key, Do::Go(screen), word)
    });
    [
        hinted(both("step-k", [&["-", "["], &["+", "]"]], Do::StepK, ("k; on Clean the cut", "k；在“清理”为下限"), [("− 1", "− 1"), ("+ 1", "+ 1")]), [("k−1", "k−1"), ("k+1", "k+1")]),
        both("next-change", [&["{"], &["}"]], Do::NextChange, ("k at which a group changes", "使分组变化的 k"), BACK_AND_ON),
        bind("ask-k", &["="], Do::AskK, ("type k", "输入 k"), ("type k", "输入 k")),
        bind("go-advised", &["@"], Do::Threshold(threshold::Act::GoAdvised), ("k to the advised one, again: for groups; why, where none is", "k 到建议的值，再按为分组的建议；没有建议时说明原因"), SILENT),
        choose("go", ("place", "到"), go),
        both("step-screen", [&[","], &["."]], Do::StepScreen, ("place in their order", "按次序到"), BACK_AND_ON),
        hinted(both("step-pane", [&[], &["tab"]], Do::StepPane, ("pane", "窗格"), BACK_AND_ON), [SILENT, ("pane", "窗格")]),
        bind("toggle-alone", &["_"], Do::ToggleAlone, ("this pane alone; all again", "只显示此窗格；再按恢复"), ("this pane alone", "独占")),
        choose("move", ("move", "移动"), [
            ("up", &["up", "k"], Do::Move(To::Up), ("up", "上")),
            ("down", &["down", "j"], Do::Move(To::Down), ("down", "下")),
            ("left", &["left", "h"], Do::Move(To::Left), ("left", "左")),
            ("right", &["right", "l"], Do::Move(To::Right), ("right", "右")),
            ("page-up", &["pgup"], Do::Move(To::PageUp), ("a page up", "上一页")),
            ("page-down", &["pgdn"], Do::Move(To::PageDown), ("a page down", "下一页")),
            ("half-up", &["ctrl-u"], Do::Move(To::HalfUp), ("half a page up", "上半页")),
            ("half-down", &["ctrl-d"], Do::Move(To::HalfDown), ("half a page down", "下半页")),
            ("first", &["g"], Do::Move(To::First), ("to the first", "到首")),
            ("last", &["G"], Do::Move(To::Last), ("to the last", "到尾")),
        ]),
    ]
    .concat()
}

/// What is selected, and the way back.
#[rustfmt::skip]
fn of_what_is_selected() -> Vec<Binding<Action>> {
    use Action as Do;
    [
        bind("open", &["enter"], Do::Open, ("into what is selected", "进入所选"), ("open", "打开")),
        bind("cancel", &["esc"], Do::Cancel, ("close, clear the filter, or cancel the running work", "关闭、清除筛选或取消正在进行的工作"), SILENT),
        bind("quit", &["q"], Do::Quit, ("back to where this was opened from; at the top leave, and ask if something would be lost", "返回打开此处的地方；在顶层则退出，若有内容会丢失则先询问"), ("quit", "退出")),
        choose("leave", ("quit", "退出"), [
            ("", &[], Do::Leave, ("asks if something would be lost (:q)", "若有内容会丢失则先询问（:q）")),
            ("anyway", &[], Do::QuitAnyway, ("whatever is lost (:q!)", "不保留任何内容（:q!）")),
        ]),
        bind("resume", &["space"], Do::Resume, ("go on with what was cancelled; extend the groups of a large corpus", "继续已取消的工作；扩展大语料的分组"), SILENT),
        bind("ask-filter", &["/"], Do::AskFilter, ("filter what is listed: documents, groups, features, neighbours or pairs", "筛选所列内容：文档、组、特征、近邻或文档对"), ("filter", "筛选")),
        both("step-document", [&["N"], &["n"]], Do::StepDocument, ("hit of the filter; without one document, pair, group or member", "筛选的匹配；无筛选时为文档、文档对、组或成员"), BACK_AND_ON),
        bind("undo", &["u"], Do::Undo, ("undo the last change of k, recipe, marks or decisions", "撤销上一次对 k、配方、标记或去留的改变"), ("undo", "撤销")),
        bind("redo", &["ctrl-r"], Do::Redo, ("do again what was undone", "重做所撤销的改变"), SILENT),
        bind("back", &["ctrl-o"], Do::Back, ("back to the place and document before", "回到之前的位置与文档"), ("back", "返回")),
        bind("forward", &["ctrl-n"], Do::Forward, ("forward again, after going back", "返回之后再前进"), SILENT),
        choose("pick", ("pick rows to copy, save, filter", "勾选行，供复制、另存、筛选"), [
            ("", &["m", "ins"], Do::Pick, ("this", "当前行")),
            ("all", &["M"], Do::PickAll, ("all, or none", "全选或全不选")),
        ]),
        bind("copy", &["y"], Do::Copy, ("copy what is selected", "复制所选"), ("copy", "复制")),
        bind("export", &["x"], Do::Export, ("save what is shown to a file", "把所示内容存为文件"), ("save", "另存")),
        bind("show-command", &[], Do::ShowCommand, ("the command line that prints what is shown; copies it (:command)", "打印所示内容的命令行；并复制（:command）"), SILENT),
    ]
    .concat()
}

/// The recipe, orders and groups.
#[rustfmt::skip]
fn of_recipe_and_groups() -> Vec<Binding<Action>> {
    use Action as Do;
    let recipe = [
        ("panel", &["r r"][..], Do::RecipePanel, ("list", "列表")),
        ("tokenizer", &["r t"], Do::StepPart(Part::Tokenizer, 1), ("tokenizer", "分词")),
        ("weighting", &["r w"], Do::StepPart(Part::Weighting, 1), ("weighting", "加权")),
        ("hash", &["r h"], Do::StepPart(Part::Hash, 1), ("hash", "哈希")),
        ("bits", &["r b"], Do::StepPart(Part::Bits, 1), ("bits", "位数")),
        ("fewer-bits", &["r B"], Do::StepPart(Part::Bits, -1), ("fewer", "减位")),
        ("tie", &["r e"], Do::StepPart(Part::Tie, 1), ("tie", "平票")),
        ("sketch", &["r m"], Do::StepPart(Part::Sketch, 1), ("minhash1", "minhash1")),
        ("normalize", &["r n"], Do::StepPart(Part::Normalize, 1), ("normalize", "规范化")),
        ("beside", &["r a"], Do::ChooseBeside, ("beside another", "与另一配方并列")),
        ("swap", &["r x"], Do::Threshold(threshold::Act::Swap), ("swap", "互换")),
        ("show-beside", &["r s"], Do::ShowBeside, ("side by side", "并列查看")),
    ];
    [
        hinted_by_words(choose("recipe", ("recipe", "配方"), recipe)),
        hinted(choose("sort", ("sort the list", "排序"), [
            ("", &["s"], Do::SortMenu, ("a letter a column, twice reversed", "一个字母对应一列，再按反序")),
            ("next", &[], Do::NextSort, ("by the next column", "按下一列")),
            ("reverse", &[], Do::ReverseSort, ("the other way round", "反序")),
        ]), [("sort", "排序")]),
        bind("mark", &["v m"], Do::Mark, ("keep the groups at this k as mark A, B, C …; again to forget", "把当前分组记为 A、B、C……；再按取消"), SILENT),
        bind("toggle-grouping", &["v w"], Do::ToggleGrouping, ("group whoever is within k of another, or around leaders", "与任一成员相距 k 以内即同组，或按代表分组"), SILENT),
        bind("go-nearest", &["v n"], Do::GoNearest, ("to the nearest neighbour; on Pair it becomes B", "到最近邻文档；在文档对处则令其为 B"), ("nearest", "最近邻")),
        bind("to-compare", &[], Do::ToCompare, ("to the selected pair; there, back", "到所选文档对；在文档对处则返回"), SILENT),
        bind("to-lab", &["v y"], Do::ToLab, ("edit the pair, or a copy of the document; there, load a copy anew", "编辑文档对，或文档的副本；在文档对处则重新载入副本"), ("a copy to edit", "编辑副本")),
        bind("ask-report", &["w"], Do::AskReport, ("write the report: one HTML page for others", "写报告：供他人阅读的一页 HTML"), SILENT),
    ]
    .concat()
}

/// Files, programs, lessons and the screen.
#[rustfmt::skip]
fn of_the_program() -> Vec<Binding<Action>> {
    use Action as Do;
    [
        bind("ask-open", &[], Do::AskOpen, ("open another corpus", "打开另一语料"), SILENT),
        bind("read-again", &["f5"], Do::ReadAgain, ("read the corpus again", "重新读取语料"), SILENT),
        bind("repaint", &["ctrl-l"], Do::Repaint, ("draw the screen anew", "重绘屏幕"), SILENT),
        bind("editor", &[], Do::Editor, ("the document in $EDITOR: its file, or a copy", "在 $EDITOR 中打开文档：原文件或副本"), SILENT),
        bind("pager", &[], Do::Pager, ("the document in $PAGER", "在 $PAGER 中查看文档"), SILENT),
        bind("skipped", &[], Do::Skipped, ("what was skipped while reading, and why", "读取时跳过了什么及原因"), SILENT),
        choose("toggle", ("the screen", "屏幕"), [
            ("theme", &[], Do::ToggleTheme, ("light or dark", "浅色或深色")),
            ("mouse", &[], Do::ToggleMouse, ("use the mouse, or leave it to the terminal to select text", "使用鼠标，或交给终端选择文本")),
            ("lang", &[], Do::ToggleLang, ("English or Chinese", "英文或中文")),
        ]),
        choose("theme", ("colours", "配色"), [
            ("contrast", &[], Do::SetTheme("contrast"), ("high contrast", "高对比")),
            ("soft", &[], Do::SetTheme("soft"), ("soft", "柔和")),
            ("paper", &[], Do::SetTheme("paper"), ("paper", "纸色")),
        ]),
        bind("palette", &[":"], Do::Palette, ("commands: type what you want", "命令：输入想做的事"), ("commands", "命令")),
        bind("why", &["W"], Do::Why, ("why what is selected is as it is", "解释所选内容为何如此"), ("why", "为何")),
        bind("help", &["?"], Do::Help, ("help, searched by typing", "帮助，输入即搜索"), ("help", "帮助")),
        hinted(choose("classroom", ("lessons", "课程"), [
            ("list", &["L L"], Act::List.into(), ("which there are, and leaving one", "列出，或离开当前课程")),
            ("answer", &["L a"], Act::Answer.into(), ("answer the question", "回答问题")),
            ("write", &["L w"], Act::Write.into(), ("write the answers", "写出作答")),
            ("fold", &["L z"], Act::Fold.into(), ("below the screen, alone, or one line", "在屏下方、独占，或缩为一行")),
            ("leave", &["L q"], Act::Leave.into(), ("leave", "离开")),
            ("turn-plus", &[">"], Act::Turn(1).into(), ("next page", "下一页")),
            ("turn-minus", &["<"], Act::Turn(-1).into(), ("previous page", "上一页")),
        ]), [("list", "列表"), ("answer", "答题"), ("write", "写出"), ("size", "大小"), ("leave", "离开")]),
        bind("suspend", &[], Do::Suspend, ("suspend to the shell", "挂起到 shell"), SILENT),
    ]
    .concat()
}

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
    TwoMeanings { key: &'static str, first: String, second: String },
    #[error("{0}")]
    Settings(String),
}

/// Keys, and where they hold.
type Row = (Context, Binding<Action>);

type ByKey = HashMap<(Context, Stroke), Action>;

/// All bindings, ready for look-up.
#[derive(Debug, Clone)]
pub struct Keymap {
    rows: Vec<Row>,
    by_key: ByKey,
    by_name: HashMap<String, Action>,
}

impl Keymap {
    /// Joins the tables, with the keys that the settings have.
    ///
    /// # Errors
    /// A key that does not exist; two actions on one key in one place (a screen's key may not be one
    /// that holds everywhere, unless its row says so); a mistake in the settings.
    pub fn load(
        screens: impl IntoIterator<Item = (Screen, Vec<Binding<Action>>)>,
        everywhere: Vec<Binding<Action>>,
        settings: &Settings,
    ) -> Result<Self, KeymapError> {
        let mut rows: Vec<Row> = Vec::new();
        for (screen, bindings) in screens {
            rows.extend(bindings.into_iter().map(|binding| (Context::On(screen), binding)));
        }
        rows.extend(everywhere.into_iter().map(|binding| (Context::Everywhere, binding)));
        names::rebind(&mut rows, settings)?;
        let by_key = Self::by_key(&rows).map_err(|error| names::blame(error, settings))?;
        let by_name = rows.iter().map(|(_, binding)| (binding.name(), binding.action)).collect();
        Ok(Self { rows, by_key, by_name })
    }

    fn by_key(rows: &[Row]) -> Result<ByKey, KeymapError> {
        // What a key means in a place. The first of two means nothing by itself.
        let mut meanings: HashMap<(Context, Stroke), &Binding<Action>> = HashMap::new();
        let mut by_key = HashMap::new();
        for (context, binding) in rows {
            for &name in binding.keys {
                let key = stroke(name).ok_or(KeymapError::NoSuchKey(name))?;
                let places = places(*context, binding.takes_over);
                let overlaps = |(first, second): Stroke| {
                    first == key.0 && (second == key.1 || second.is_none() || key.1.is_none())
                };
                let meant = meanings.iter().find(|&(&(place, other), meaning)| {
                    let is_here = places.contains(&place) && (place == *context || !meaning.takes_over);
                    is_here && overlaps(other)
                });
                if let Some((_, first)) = meant {
                    let [first, second] = [first, &binding].map(|meaning| meaning.name());
                    return Err(KeymapError::TwoMeanings { key: name, first, second });
                }
                meanings.insert((*context, key), binding);
                by_key.insert((*context, key), binding.action);
            }
        }
        Ok(by_key)
    }

    /// The names of all actions in the settings.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.rows.iter().map(|(_, binding)| binding.name())
    }

    /// The name of an action in the settings.
    pub fn name_of(&self, action: Action) -> Option<String> {
        self.rows.iter().find(|(_, binding)| binding.action == action).map(|(_, binding)| binding.name())
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
    use crate::surface::key::here;

    #[test]
    fn a_second_action_on_a_key_is_an_error_at_load() {
        let quit = bind("quit", &["q"], Action::Quit, ("quit", ""), SILENT);
        let help = bind("matrix.help", &["q"], Action::Help, ("help", ""), SILENT);
        let error = Keymap::load([(Screen::Matrix, help)], quit, &Settings::default()).unwrap_err();
        let [first, second] = ["matrix.help", "quit"].map(str::to_owned);
        assert_eq!(error, KeymapError::TwoMeanings { key: "q", first, second });
    }

    #[test]
    fn a_screen_may_take_a_key_over_where_its_row_says_so() {
        let help = bind("help", &["q", "f1"], Action::Help, ("help", ""), SILENT);
        let quit = || here(bind("quit", &["q"], Action::Quit, ("quit", ""), SILENT));
        let load = |quit| Keymap::load([(Screen::Matrix, quit)], help.clone(), &Settings::default());
        let keymap = load(quit()).unwrap();
        let key = Key::parse("q").unwrap();
        assert_eq!(keymap.action(Screen::Matrix, key), Some(Action::Quit));
        assert_eq!(keymap.action(Screen::Pair, key), Some(Action::Help));
        let on = |screen| keymap.key_on(screen, &help[0]);
        assert_eq!((on(Screen::Matrix), on(Screen::Pair)), (Some("f1"), Some("q")));
        assert!(load([quit(), quit()].concat()).is_err());
    }
}
