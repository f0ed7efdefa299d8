//! The one table of keys. Help, the hints at the foot, the palette, and docs/KEYS.md are made from it.

use crate::tui::action::{Action, Screen, Towards};
use crate::tui::lang::Said;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::HashMap;
use std::fmt;

/// Where a binding holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Context {
    /// On every screen.
    Everywhere,
    /// On one screen.
    On(Screen),
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// Where it holds.
    pub context: Context,
    /// The keys, by the names of [`Key`]; none if only the palette offers it.
    pub keys: &'static [&'static str],
    /// What it does.
    pub action: Action,
    /// What it does, in a few words.
    pub label: Said,
    /// One word for the foot of the screen; empty if it is not shown there.
    pub hint: Said,
}

const fn row(
    context: Context,
    keys: &'static [&'static str],
    action: Action,
    label: Said,
    hint: Said,
) -> Binding {
    Binding { context, keys, action, label, hint }
}

const ALL: Context = Context::Everywhere;
const CORPUS: Context = Context::On(Screen::Corpus);
const ANATOMY: Context = Context::On(Screen::Anatomy);
const THRESHOLD: Context = Context::On(Screen::Threshold);
const MATRIX: Context = Context::On(Screen::Matrix);
const LAB: Context = Context::On(Screen::Lab);
const INDEX: Context = Context::On(Screen::Index);
const BESIDE: Context = Context::On(Screen::Beside);
const SILENT: Said = ("", "");

/// Every binding. Those of a screen come first: they are what its foot shows first.
#[rustfmt::skip]
pub const BINDINGS: &[Binding] = &[
    row(CORPUS, &["s"], Action::NextSort, ("sort by the next column", "按下一列排序"), ("sort", "排序")),
    row(CORPUS, &["S"], Action::ReverseSort, ("reverse the order", "反转顺序"), ("reverse", "反序")),
    row(CORPUS, &["f"], Action::ToggleOnlyShort, ("only documents too short for k, or all", "只列对 k 过短的文档，或全部"), ("too short", "过短")),
    row(ANATOMY, &["v"], Action::ToggleBitView, ("bits as one line of 64 or as 8 × 8", "位图：一行 64 位或 8 × 8"), ("view", "视图")),
    row(ANATOMY, &["s"], Action::ToggleFeatureOrder, ("features by place or by weight", "特征按位置或按权重排列"), ("order", "次序")),
    row(ANATOMY, &["b"], Action::ToggleBeside, ("two recipes side by side", "两个配方并列"), ("beside", "并列")),
    row(BESIDE, &["b"], Action::ToggleBeside, ("back to the anatomy under one recipe", "回到单个配方的解剖"), ("back", "返回")),
    row(BESIDE, &["B"], Action::ChooseBeside, ("choose the second recipe", "选择第二配方"), ("recipe B", "配方 B")),
    row(BESIDE, &["X"], Action::SwapRecipes, ("the two recipes change places", "两个配方互换"), ("swap", "互换")),
    row(BESIDE, &["o"], Action::NextListed, ("pairs that only A, only B, or either alone sees", "只有 A、只有 B、或任一独见的文档对"), ("which pairs", "哪些对")),
    row(THRESHOLD, &["L"], Action::ToggleLog, ("histogram linear or logarithmic", "直方图线性或对数"), ("log", "对数")),
    row(THRESHOLD, &["v"], Action::GoValley, ("k to the valley of the histogram", "k 到直方图谷底"), ("valley", "谷底")),
    row(MATRIX, &["+"], Action::Zoom(1), ("zoom in", "放大"), ("in", "放大")),
    row(MATRIX, &["-"], Action::Zoom(-1), ("zoom out", "缩小"), ("out", "缩小")),
    row(MATRIX, &["o"], Action::NextOrder, ("order by group, input or signature", "排列：组、输入、签名"), ("order", "排列")),
    row(MATRIX, &["z"], Action::ToggleDim, ("dim the cells beyond k", "淡化超过 k 的格"), ("dim", "淡化")),
    row(MATRIX, &["#"], Action::ToggleGlyphs, ("half blocks or glyphs", "半块或字符"), ("glyphs", "字符")),

    row(LAB, &["i"], Action::Type, ("type into the text; Esc leaves it", "在文本中输入；Esc 离开"), ("type", "输入")),
    row(LAB, &["o"], Action::NextView, ("edits, influence of features, bits, or what differs", "编辑、特征影响、位或差异"), ("view", "视图")),
    row(LAB, &["a"], Action::AskEdit, ("add an edit of your own", "添加自定编辑"), ("add edit", "加编辑")),
    row(LAB, &["d", "del"], Action::ForgetEdit, ("forget the selected edit, if it is your own", "删除所选的自定编辑"), SILENT),
    row(LAB, &["+"], Action::StepEdits(1), ("one word more in each edit", "每次编辑多改一词"), ("more words", "多改")),
    row(LAB, &["-"], Action::StepEdits(-1), ("one word fewer in each edit", "每次编辑少改一词"), ("fewer", "少改")),
    row(LAB, &["v"], Action::ToggleCurve, ("length curve as a plot or a table", "长度曲线：图或表"), ("plot/table", "图/表")),
    row(LAB, &["s"], Action::ToggleLabOrder, ("order of the list: largest effect first, or in place", "列表次序：影响大者在先或按位置"), ("order", "次序")),
    row(LAB, &["S"], Action::AskSeed, ("seed of the random choices", "随机选择的种子"), ("seed", "种子")),

    row(INDEX, &["P"], Action::TogglePlanner, ("to the planner, or back", "到规划窗格或返回"), ("planner", "规划")),
    row(INDEX, &["+"], Action::StepSize(1), ("the planner's N: larger", "规划的 N：更大"), ("larger N", "N 增大")),
    row(INDEX, &["-"], Action::StepSize(-1), ("the planner's N: smaller, down to this corpus", "规划的 N：更小，直至本语料"), ("smaller", "减小")),
    row(INDEX, &["#"], Action::AskSize, ("type the planner's N", "输入规划的 N"), ("type N", "输入 N")),

    row(ALL, &["["], Action::StepK(-1), ("k − 1", "k − 1"), ("k−1", "k−1")),
    row(ALL, &["]"], Action::StepK(1), ("k + 1", "k + 1"), ("k+1", "k+1")),
    row(ALL, &["{"], Action::NextChange(-1), ("down to the next k at which a group changes", "减到下一个使分组变化的 k"), SILENT),
    row(ALL, &["}"], Action::NextChange(1), ("up to the next k at which a group changes", "增到下一个使分组变化的 k"), SILENT),
    row(ALL, &["="], Action::AskK, ("type k", "输入 k"), ("type k", "输入 k")),
    row(ALL, &["m"], Action::Mark, ("keep the groups at this k as mark A; again to forget", "把当前分组记为 A；再按取消"), ("mark A", "标记 A")),
    row(ALL, &["c"], Action::ToggleGrouping, ("group by connection or around leaders", "按连通或按首领分组"), ("grouping", "分组法")),
    row(ALL, &["t"], Action::NextTokenizer, ("next tokenizer", "下一种分词"), ("tokenizer", "分词")),
    row(ALL, &["w"], Action::NextWeighting, ("next weighting", "下一种权重"), ("weighting", "权重")),
    row(ALL, &["T"], Action::ToggleTie, ("the other tie rule", "另一种平局规则"), SILENT),
    row(ALL, &["R"], Action::RecipePanel, ("recipe panel", "配方面板"), ("recipe", "配方")),
    row(ALL, &["n"], Action::StepDocument(1), ("next document in the rows", "下一篇文档"), SILENT),
    row(ALL, &["p"], Action::StepDocument(-1), ("previous document in the rows", "上一篇文档"), SILENT),
    row(ALL, &["N"], Action::GoNearest, ("to the nearest neighbour of the document", "到最近邻文档"), ("nearest", "最近邻")),
    row(ALL, &["e"], Action::ToLab, ("edit the document, or the pair, in the lab", "在实验屏编辑该文档或文档对"), ("edit", "编辑")),
    row(ALL, &["1"], Action::Go(Screen::Corpus), ("screen Corpus", "语料屏"), SILENT),
    row(ALL, &["2"], Action::Go(Screen::Anatomy), ("screen Anatomy", "解剖屏"), SILENT),
    row(ALL, &["3"], Action::Go(Screen::Threshold), ("screen Threshold", "阈值屏"), SILENT),
    row(ALL, &["4"], Action::Go(Screen::Matrix), ("screen Matrix", "矩阵屏"), SILENT),
    row(ALL, &["6"], Action::Go(Screen::Lab), ("screen Lab", "实验屏"), SILENT),
    row(ALL, &["7"], Action::Go(Screen::Index), ("screen Index", "索引屏"), SILENT),
    row(ALL, &["tab"], Action::NextPane, ("next pane", "下一窗格"), ("pane", "窗格")),
    row(ALL, &["shift-tab"], Action::PreviousPane, ("previous pane", "上一窗格"), SILENT),
    row(ALL, &["up", "k"], Action::Move(Towards::Up), ("up", "上"), SILENT),
    row(ALL, &["down", "j"], Action::Move(Towards::Down), ("down", "下"), SILENT),
    row(ALL, &["left", "h"], Action::Move(Towards::Left), ("left; k − 1 where there is no left", "左；无左移处为 k − 1"), SILENT),
    row(ALL, &["right", "l"], Action::Move(Towards::Right), ("right; k + 1 where there is no right", "右；无右移处为 k + 1"), SILENT),
    row(ALL, &["pgup", "ctrl-b"], Action::Move(Towards::PageUp), ("a page up", "上一页"), SILENT),
    row(ALL, &["pgdn", "ctrl-f"], Action::Move(Towards::PageDown), ("a page down", "下一页"), SILENT),
    row(ALL, &["home", "g"], Action::Move(Towards::First), ("to the first", "到首"), SILENT),
    row(ALL, &["end", "G"], Action::Move(Towards::Last), ("to the last", "到尾"), SILENT),
    row(ALL, &["enter"], Action::Open, ("open what is selected", "打开所选"), ("open", "打开")),
    row(ALL, &["esc"], Action::Cancel, ("close, clear the filter, or cancel the running work", "关闭、清除筛选或取消正在进行的工作"), SILENT),
    row(ALL, &["/"], Action::AskFilter, ("filter the documents", "筛选文档"), ("filter", "筛选")),
    row(ALL, &["u"], Action::Undo, ("undo the last change of k or recipe", "撤销上一次 k 或配方的改变"), ("undo", "撤销")),
    row(ALL, &["ctrl-o"], Action::Back, ("back to the screen and document before", "回到之前的屏与文档"), ("back", "返回")),
    row(ALL, &["y"], Action::Copy, ("copy what is selected", "复制所选"), ("copy", "复制")),
    row(ALL, &["x"], Action::Export, ("export what the screen shows to a file", "把屏上内容导出到文件"), ("export", "导出")),
    row(ALL, &["!"], Action::Skipped, ("what was skipped while reading, and why", "读取时跳过了什么及原因"), SILENT),
    row(ALL, &["r"], Action::Resume, ("start again what was cancelled; extend the groups of a large corpus", "重新开始已取消的工作；扩展大语料的分组"), SILENT),
    row(ALL, &["D"], Action::ToggleTheme, ("light or dark", "浅色或深色"), SILENT),
    row(ALL, &[], Action::ToggleLang, ("English or Chinese", "英文或中文"), SILENT),
    row(ALL, &[":"], Action::Palette, ("command palette", "命令面板"), ("commands", "命令")),
    row(ALL, &["?"], Action::Help, ("this list of keys", "按键列表"), ("help", "帮助")),
    row(ALL, &["ctrl-z"], Action::Suspend, ("suspend to the shell", "挂起到 shell"), SILENT),
    row(ALL, &["q", "ctrl-c"], Action::Quit, ("quit", "退出"), ("quit", "退出")),
];

/// A key with its modifiers, as the table names it: `q`, `G`, `ctrl-o`, `shift-tab`, `pgup`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    has_ctrl: bool,
}

impl Key {
    /// Reads a name of the table.
    pub fn parse(name: &str) -> Option<Self> {
        let (has_ctrl, rest) = match name.strip_prefix("ctrl-") {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        let mut chars = rest.chars();
        let code = match (rest, chars.next(), chars.next()) {
            ("tab", ..) => KeyCode::Tab,
            ("shift-tab", ..) => KeyCode::BackTab,
            ("up", ..) => KeyCode::Up,
            ("down", ..) => KeyCode::Down,
            ("left", ..) => KeyCode::Left,
            ("right", ..) => KeyCode::Right,
            ("pgup", ..) => KeyCode::PageUp,
            ("pgdn", ..) => KeyCode::PageDown,
            ("home", ..) => KeyCode::Home,
            ("end", ..) => KeyCode::End,
            ("enter", ..) => KeyCode::Enter,
            ("esc", ..) => KeyCode::Esc,
            ("del", ..) => KeyCode::Delete,
            (_, Some(c), None) => KeyCode::Char(c),
            _ => return None,
        };
        Some(Self { code, has_ctrl })
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        let code = match event.code {
            KeyCode::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            code => code,
        };
        Self { code, has_ctrl: event.modifiers.contains(KeyModifiers::CONTROL) }
    }
}

/// A mistake in the table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeymapError {
    /// No such key.
    #[error("the keymap names the key {0}, which does not exist")]
    NoSuchKey(&'static str),
    /// Two actions on one key in one place.
    #[error("the key {key} means both '{first}' and '{second}' in one place")]
    TwoMeanings {
        /// The key.
        key: &'static str,
        /// One.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
}

/// The table, ready for look-up.
#[derive(Debug, Clone)]
pub struct Keymap(HashMap<(Context, Key), &'static Binding>);

impl Keymap {
    /// Reads the table.
    ///
    /// # Errors
    /// A key that does not exist; two actions on one key in one place (a screen's key may not be one
    /// that holds everywhere).
    pub fn load(bindings: &'static [Binding]) -> Result<Self, KeymapError> {
        let mut map: HashMap<(Context, Key), &'static Binding> = HashMap::new();
        for binding in bindings {
            for &name in binding.keys {
                let key = Key::parse(name).ok_or(KeymapError::NoSuchKey(name))?;
                let places = match binding.context {
                    Context::Everywhere => {
                        let mut all: Vec<Context> = Screen::ALL.into_iter().map(Context::On).collect();
                        all.push(Context::Everywhere);
                        all
                    }
                    on => vec![on, Context::Everywhere],
                };
                if let Some(other) = places.iter().find_map(|&place| map.get(&(place, key))) {
                    return Err(KeymapError::TwoMeanings {
                        key: name,
                        first: other.label.0,
                        second: binding.label.0,
                    });
                }
                map.insert((binding.context, key), binding);
            }
        }
        Ok(Self(map))
    }

    /// What a key means on a screen.
    pub fn action(&self, screen: Screen, key: Key) -> Option<Action> {
        let binding =
            self.0.get(&(Context::On(screen), key)).or_else(|| self.0.get(&(Context::Everywhere, key)))?;
        Some(binding.action)
    }
}

/// The first key of the binding that does `action`, as text for a hint.
pub fn key_of(action: Action) -> Option<&'static str> {
    BINDINGS.iter().find(|b| b.action == action).and_then(|b| b.keys.first().copied())
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Context::Everywhere => f.write_str("Everywhere"),
            Context::On(screen) => write!(f, "{screen:?}"),
        }
    }
}

/// docs/KEYS.md.
pub fn markdown() -> String {
    let mut out = String::from(
        "# Keys\n\nMade from the keymap in `src/tui/keymap.rs`; a test keeps the two equal. The mouse: click tabs, rows, column\nheads, cells and bits; drag the slider (the drag keeps hold outside its row); the wheel moves k over the slider, rows\nover a list, and zooms the heatmap; drag the heatmap to pan it; a second click on a row opens it; a click into a text of the lab types there, a\ndrag selects.\n",
    );
    let contexts = std::iter::once(Context::Everywhere).chain(Screen::ALL.into_iter().map(Context::On));
    for context in contexts {
        let rows: Vec<&Binding> = BINDINGS.iter().filter(|b| b.context == context).collect();
        if rows.is_empty() {
            continue;
        }
        out += &format!("\n## {context}\n\n| key | does | 作用 |\n| --- | --- | --- |\n");
        for binding in rows {
            let keys = if binding.keys.is_empty() {
                "palette only".to_owned()
            } else {
                binding.keys.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(" ")
            };
            out += &format!("| {keys} | {} | {} |\n", binding.label.0, binding.label.1);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        Keymap::load(BINDINGS).unwrap();
    }

    #[test]
    fn a_second_action_on_a_key_is_an_error_at_load() {
        const CLASH: &[Binding] = &[
            row(ALL, &["q"], Action::Quit, ("quit", ""), SILENT),
            row(MATRIX, &["q"], Action::Help, ("help", ""), SILENT),
        ];
        let error = Keymap::load(CLASH).unwrap_err();
        assert_eq!(error, KeymapError::TwoMeanings { key: "q", first: "quit", second: "help" });
    }

    #[test]
    fn every_key_of_the_table_can_be_pressed() {
        let keymap = Keymap::load(BINDINGS).unwrap();
        for binding in BINDINGS {
            let screen = match binding.context {
                Context::On(screen) => screen,
                Context::Everywhere => Screen::Corpus,
            };
            for key in binding.keys {
                assert_eq!(keymap.action(screen, Key::parse(key).unwrap()), Some(binding.action), "{key}");
            }
        }
    }
}
