//! Esc: what it closes, clears or cancels.

use super::App;
use crate::tui::action::{Grouping, Screen};
use crate::tui::app::Effect;
use crate::tui::jobs::Kind;
use crate::tui::model::{Stage, Step};

impl App {
    /// Closes, clears or cancels the nearest thing that can be.
    pub(super) fn cancel(&mut self) {
        if self.overlay.take().is_some() {
            return;
        }
        let is_filtered = !self.listing.filter.is_empty() || self.listing.is_only_short;
        if is_filtered && self.screen == Screen::Corpus {
            self.clear_filters();
            self.say(self.lang.pick(("filter cleared", "已清除筛选")));
            return;
        }
        if self.screen == Screen::Matrix && self.runs(Kind::Cells) {
            self.abandon(Kind::Cells);
            self.say(
                self.lang
                    .pick(("heatmap cancelled; zoom or pan draws again", "已取消绘制；缩放或平移会重新绘制")),
            );
            return;
        }
        if self.cancel_beside() || self.cancel_index() || self.cancel_lab() {
            return;
        }
        if self.runs(Kind::Leaders) {
            self.abandon(Kind::Leaders);
            self.grouping = Grouping::Connection;
            self.regroup();
            self.say(self.lang.pick(("search for leaders cancelled", "已取消首领分组")));
            return;
        }
        if self.cancel_risk() {
            return;
        }
        match self.model.stage {
            // The reader answers with what it has read; the analysis goes on with that.
            Stage::Reading => self.effects.push(Effect::Cancel(Kind::Load)),
            Stage::Hashing => self.cancel_step(Kind::Hash, Step::Hash),
            Stage::Linking => self.cancel_step(Kind::Tree, Step::Tree),
            Stage::Extending => self.stop_extending(),
            Stage::Measuring => self.cancel_step(Kind::Spread, Step::Spread),
            Stage::Ready | Stage::Cancelled(_) if self.screen == Screen::Beside => self.go(Screen::Anatomy),
            Stage::Ready | Stage::Cancelled(_) => {
                self.warn(("nothing to cancel: no work is running", "没有可取消的工作"));
            }
        }
    }

    fn cancel_step(&mut self, kind: Kind, step: Step) {
        self.abandon(kind);
        if step == Step::Hash && self.model.is_hashed() {
            // What the cancelled changes had put there would undo nothing.
            while self.undo.last().is_some_and(|setting| setting.recipe != self.model.recipe) {
                self.undo.pop();
            }
            if let Some(before) = self.undo.pop() {
                self.k = before.k;
            }
            self.recipe_is_back();
            self.say(
                self.lang.pick(("rehashing cancelled; the old recipe stays", "已取消重新计算，保留原配方")),
            );
            return;
        }
        self.model.stage = Stage::Cancelled(step);
        self.say(self.lang.pick(("cancelled; r starts it again", "已取消；按 r 重新开始")));
    }
}
