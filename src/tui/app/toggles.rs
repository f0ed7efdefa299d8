//! What is shown in one of two ways.

use super::App;
use crate::tui::list::List;

impl App {
    pub(super) fn toggle_bit_view(&mut self) {
        self.anatomy.is_square ^= true;
        let said = match self.anatomy.is_square {
            true if self.model.recipe.bits.is_wide() => {
                ("bits in lines of eight or sixteen, each with its sum", "每行八位或十六位，各附其和")
            }
            false if self.model.recipe.bits.is_wide() => {
                ("bits in one line or two, with bars where they fit", "位排成一行或两行，放得下时配柱形")
            }
            true => ("bits in lines of eight, each with its sum", "每行八位，各附其和"),
            false => ("bits in one line, with bars where it fits", "位排成一行，放得下时配柱形"),
        };
        self.say(self.lang.pick(said));
    }

    pub(super) fn toggle_feature_order(&mut self) {
        self.anatomy.is_by_weight ^= true;
        self.anatomy.features = List::default();
        let said = match self.anatomy.is_by_weight {
            true => ("features: heaviest first", "特征：按权重"),
            false => ("features: in the order in which they are added up", "特征：按累加次序"),
        };
        self.say(self.lang.pick(said));
    }

    pub(super) fn toggle_log(&mut self) {
        self.threshold.is_log ^= true;
        let said = match self.threshold.is_log {
            true => ("histogram: logarithmic bars", "直方图：对数"),
            false => (
                "histogram: linear bars, cut a little above those near k",
                "直方图：线性，截于 k 附近柱高之上",
            ),
        };
        self.say(self.lang.pick(said));
    }

    pub(super) fn toggle_dim(&mut self) {
        self.heat.is_dimmed ^= true;
        let said = match self.heat.is_dimmed {
            true => ("cells beyond k are dimmed", "已淡化超过 k 的格"),
            false => ("all cells in full colour", "所有格显示全色"),
        };
        self.say(self.lang.pick(said));
    }

    pub(super) fn toggle_glyphs(&mut self) {
        self.heat.is_glyphs ^= true;
        let said = match self.heat.is_glyphs {
            true => ("one sign for each class of distance", "按距离等级显示字符"),
            false => ("half blocks in colour", "彩色半块"),
        };
        self.say(self.lang.pick(said));
    }

    pub(super) fn toggle_theme(&mut self) {
        self.theme.is_dark ^= true;
        let said = if self.theme.is_dark {
            ("colours for a dark ground", "深色背景配色")
        } else {
            ("colours for a light ground", "浅色背景配色")
        };
        self.say(self.lang.pick(said));
    }
}
