//! Screen 4, Matrix: all pairs as a heatmap, and the pair under the cursor.

mod file;
mod moves;
mod state;
mod view;
mod why;
pub mod work;
mod zoom;

use crate::action::{Action, Pane, Pointer, Screen};
use crate::command_line::Words;
use crate::room::{Export, Foot, Panes, Room, old_panes, selected};
use crate::shared::{Scene, Shared};
use crate::sheet::Sheet;
pub use crate::surface::action::matrix as keys;
use crate::surface::{Paint, Phrase};
use keys::{Order, Pane as Own};
use ratatui::layout::{Position, Rect};
use simscope_core::hamming::Show;
pub use state::State;

impl Room for State {
    old_panes!(Matrix: Heat, Pair);

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_shared(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Matrix {
            shared.want_traces(shared.selected_document().into_iter().chain(shared.pair_partner()));
            if let Some((row, column)) = shared.selected_document().zip(shared.pair_partner()) {
                shared.want_alignment(row, column);
            }
            self.want_cells(shared);
        }
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => shared.open_document(),
            Action::Cancel => return self.cancel_cells(shared),
            Action::Resume => return self.resume_cells(),
            Action::Out => return self.leave_group(shared),
            Action::Move(towards) => self.move_cursor(shared, towards),
            Action::Point(pane, pointer) if pane == Own::Heat.into() => match pointer {
                Pointer::Press { x, y } => {
                    self.dragged = (0, 0);
                    self.point_at(shared, x, y);
                }
                Pointer::Drag { dx, dy, .. } => self.pan(shared, -dx, -dy),
                Pointer::Wheel { x, y, by } => self.zoom_at(shared, x, y, -by),
            },
            Action::StepDocument(by) => self.jump(shared, by),
            _ => return false,
        }
        true
    }

    fn foot(&self, _shared: &Shared) -> Foot {
        let counts = self.shown_now().is_some_and(|shown| !shown.has(Show::Share));
        let phrase: Phrase = ("counting the pairs within each k", "统计每个 k 内的文档对");
        Foot {
            work: &[work::JUMP, work::CELLS],
            doing: counts.then_some((work::CELLS, phrase)),
            ..Foot::default()
        }
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        shared.pair_partner()
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        let document = selected(shared)?;
        let pair = shared.pair_partner().and_then(|other| shared.tabbed((document, other)));
        pair.ok_or(("no pair is selected: nothing to copy", "未选择文档对：没有可复制的内容"))
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        self.why_shown(shared)
    }

    fn export(&self, shared: &Shared) -> Export {
        Export {
            endings: (
                "heatmap: .png .svg · .tsv .csv .jsonl .parquet .txt · screen: .html .text",
                "热图：.png .svg · .tsv .csv .jsonl .parquet .txt · 屏幕：.html .text",
            ),
            draws_svg: true,
            ..Export::named("simscope-heatmap.png", self.file(shared), Ok(self.command(shared)))
        }
    }
}

impl State {
    fn command(&self, shared: &Shared) -> Words {
        let order = match self.order {
            Order::Group => "group",
            Order::Input => "input",
            Order::Signature => "signature",
        };
        let show = match self.show() {
            Show::Nearest => "nearest",
            Show::Mean => "mean",
            Show::Share => "share",
        };
        let words = Words::of(["heatmap", "--order", order, "--show", show]).k(shared);
        words.and("-o", "simscope-heatmap.png")
    }

    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let shown = self.shown_now().filter(|shown| !shown.is_sketch);
        let shown = shown.ok_or(("the heatmap is still to come", "热图尚未绘制"))?;
        Ok(Box::new(file::Heat {
            corpus: shared.model.corpus.clone(),
            shown: shown.clone(),
            show: self.show_now(shown),
            bits: shared.model.recipe.bits.get(),
            k: shared.k,
        }))
    }
}

/// What the heatmap is made of.
const HEATMAP: [Phrase; 7] = [
    (
        "A dot stands for the pairs of its rows and columns. ‹matrix.next-show› changes its value:",
        "一个点包含其行与列之间的全部文档对；‹matrix.next-show› 切换所示的值：",
    ),
    (
        "smallest distance, mean distance, or the share within k. The lower border has the numbers.",
        "最近距离、平均距离或 k 内占比。下边框注明数值。",
    ),
    ("Grey, or \\: a document with itself. ◆: the cursor.", "灰色或 \\：文档与自身。◆：光标。"),
    (
        "Ordered by group: squares in lines are the groups at k, from three dots on;",
        "按组排列时：方框为 k 时的组，至少三点宽；",
    ),
    ("smaller groups are marked on the diagonal (nearest only).", "更小的组在对角线上标出（仅最近距离）。"),
    (
        "‹step-document-plus› and ‹step-document-minus› go to the next and the previous dot off the diagonal with a pair within k,",
        "‹step-document-plus›、‹step-document-minus› 到对角线外下一个、上一个有 k 内文档对的点，",
    ),
    ("row by row above the diagonal, in the whole matrix.", "在整个矩阵对角线上方逐行查找。"),
];

const fn about(pane: Own) -> &'static [Phrase] {
    match pane {
        Own::Heat => &HEATMAP,
        Own::Pair => &[(
            "The pair under the cursor: which bits differ, which features only one side has, both texts.",
            "光标所在的对：哪些位不同、哪些特征只有一侧有，以及两篇文本。",
        )],
    }
}
