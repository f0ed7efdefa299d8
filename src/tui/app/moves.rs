//! Moving: between screens, panes, rows, documents and bits.

use super::{App, Place};
use crate::tui::action::{Pane, Screen, Towards};
use crate::tui::areas::Target;
use crate::tui::screens::{self, anatomy};

/// More places than anyone walks back.
const HISTORY_KEPT: usize = 100;

impl App {
    pub(super) fn go(&mut self, screen: Screen) {
        if screen == self.screen {
            return;
        }
        self.note_place();
        self.screen = screen;
        self.lab.is_typing = false;
        if screen == Screen::Lab {
            // B is there to be edited, where there is an A.
            let pane = if self.selected_document().is_some() { Pane::TextB } else { Pane::TextA };
            self.focus.entry(screen).or_insert(pane);
        }
        if screen == Screen::Matrix {
            self.point_at_pair();
        }
        self.say_texts_stay();
    }

    pub(super) fn note_place(&mut self) {
        let place = Place { screen: self.screen, selected: self.selected };
        if self.history.last() != Some(&place) {
            if self.history.len() == HISTORY_KEPT {
                self.history.remove(0);
            }
            self.history.push(place);
        }
    }

    pub(super) fn back(&mut self) {
        match self.history.pop() {
            Some(place) => {
                self.screen = place.screen;
                self.select_document(place.selected);
            }
            None => self.warn(("this is where you began", "已是起点")),
        }
    }

    pub(super) fn next_pane(&mut self, by: isize) {
        let panes = self.screen.panes();
        let at = panes.iter().position(|&pane| pane == self.pane()).unwrap_or(0) as isize;
        self.focus.insert(self.screen, panes[(at + by).rem_euclid(panes.len() as isize) as usize]);
    }

    pub(super) fn set_pane(&mut self, pane: Pane) {
        if self.screen.panes().contains(&pane) {
            self.focus.insert(self.screen, pane);
            self.lab.is_typing &= self.lab.side(pane).is_some();
        }
    }

    /// Lines of a pane's list in the last frame.
    pub(in crate::tui) fn lines_of(&self, pane: Pane) -> usize {
        let is_pane = |target: &Target| match target {
            Target::Rows { pane: of, .. } => *of == pane,
            Target::Pane(of) => *of == pane,
            _ => false,
        };
        self.areas.find(is_pane).map_or(1, |area| usize::from(area.height))
    }

    pub(super) fn go_towards(&mut self, towards: Towards) {
        let pane = self.pane();
        match (pane, towards) {
            (Pane::Heat | Pane::Pair, _) => self.move_cursor(towards),
            (Pane::Sums | Pane::Bit, Towards::Left | Towards::Right)
            | (Pane::Features, Towards::Left | Towards::Right) => {
                let bits = self.model.recipe.bits.get();
                let bit = match towards {
                    Towards::Left => self.anatomy.bit.saturating_add(1).min(bits - 1),
                    _ => self.anatomy.bit.saturating_sub(1),
                };
                if bit == self.anatomy.bit {
                    self.warn(("this is the last bit", "已是最后一位"));
                }
                self.set_bit(bit);
            }
            (Pane::Sums, _) => {
                let bits = self.model.recipe.bits.get();
                let panel = self.areas.find(|target| *target == Target::Pane(pane));
                let panel = panel.map_or(0, |panel| panel.width);
                let line = match self.anatomy.is_square {
                    true => Some(anatomy::square_columns(panel, bits)),
                    false => anatomy::is_banded(panel, bits).then_some(64),
                };
                let by = match (towards, line.map(i16::from)) {
                    (Towards::Up, Some(line)) => line,
                    (Towards::Down, Some(line)) => -line,
                    (Towards::First, _) => i16::from(bits),
                    (Towards::Last, _) => -i16::from(bits),
                    _ => {
                        self.warn(("left and right choose a bit; v shows 8 × 8", "左右键选位；v 切换 8 × 8"));
                        return;
                    }
                };
                let bit = i16::from(self.anatomy.bit) + by;
                // A line up or down keeps the place in the line.
                let is_step = matches!(towards, Towards::Up | Towards::Down) && !self.anatomy.is_square;
                if !is_step || (0..i16::from(bits)).contains(&bit) {
                    self.set_bit(bit.clamp(0, i16::from(bits) - 1) as u8);
                }
            }
            (_, Towards::Left) => self.step_k(-1),
            (_, Towards::Right) => self.step_k(1),
            (Pane::Documents, _) => {
                let (height, rows) = (self.lines_of(pane), self.row_count());
                let has_moved = self.listing.list.go(towards, height, rows);
                self.select_listed(has_moved);
            }
            (Pane::Groups, _) => {
                let (height, rows) =
                    (self.lines_of(pane), self.groups.as_ref().map_or(0, |groups| groups.count()));
                if self.threshold.groups.go(towards, height, rows) {
                    self.select_group();
                } else {
                    self.edge(rows);
                }
            }
            (Pane::Members, _) => {
                let (height, rows) = (self.lines_of(pane), self.members().len());
                if self.threshold.members.go(towards, height, rows) {
                    self.select_member();
                } else {
                    self.edge(rows);
                }
            }
            (Pane::Sweep | Pane::Histogram, _) => {
                let last = self.recipe.bits.get();
                let page = self.lines_of(pane).max(2) as u8 - 1;
                let k = match towards {
                    Towards::Up => self.k.saturating_sub(1),
                    Towards::Down => (self.k + 1).min(last),
                    Towards::PageUp => self.k.saturating_sub(page),
                    Towards::PageDown => self.k.saturating_add(page).min(last),
                    Towards::First => 0,
                    _ => last,
                };
                self.set_k(k);
            }
            (Pane::Features, _) => {
                let rows = self.model.trace(self.selected).map_or(0, |trace| trace.features.len());
                let height = self.lines_of(pane);
                if !self.anatomy.features.go(towards, height, rows) {
                    self.edge(rows);
                }
                self.show_selected_feature();
            }
            (Pane::Differing, _) => {
                let (height, rows) = (self.lines_of(pane), self.beside.pair_count());
                if self.beside.list.go(towards, height, rows) {
                    self.select_seen_pair();
                } else {
                    self.edge(rows);
                }
            }
            (Pane::Strategies | Pane::Blocks | Pane::Found | Pane::Planner, _) => {
                self.move_in_index(pane, towards);
            }
            (Pane::TextA | Pane::TextB | Pane::Effects | Pane::Curve, _) => self.move_in_lab(pane, towards),
            (
                Pane::Bit
                | Pane::Text
                | Pane::Selected
                | Pane::SideA
                | Pane::SideB
                | Pane::Overlay
                | Pane::Parts,
                _,
            ) => {
                let page = self.lines_of(pane).max(2) as isize - 1;
                self.scroll(pane, towards.lines(page));
            }
        }
    }

    pub(super) fn edge(&mut self, rows: usize) {
        self.warn(if rows == 0 {
            ("this list is empty", "列表为空")
        } else {
            ("this is the end of the list", "已到列表尽头")
        });
    }

    fn select_listed(&mut self, has_moved: bool) {
        match self.document_in_row(self.listing.list.selected) {
            Some(document) if has_moved || document != self.selected => self.select_document(document),
            _ => self.edge(self.row_count()),
        }
    }

    /// Members of the selected group.
    pub fn members(&self) -> &[u32] {
        match (&self.groups, self.selected_group()) {
            (Some(groups), Some(number)) => groups.members(number),
            _ => &[],
        }
    }

    fn select_group(&mut self) {
        if let Some(&representative) = self.members().first() {
            self.threshold.members = Default::default();
            self.select_document(representative);
        }
    }

    fn select_member(&mut self) {
        if let Some(&member) = self.members().get(self.threshold.members.selected) {
            self.select_document(member);
        }
    }

    pub(super) fn select_row(&mut self, pane: Pane, row: usize) {
        if matches!(pane, Pane::Overlay | Pane::Parts) {
            self.select_overlay_row(pane, row, false);
            return;
        }
        self.set_pane(pane);
        match pane {
            Pane::Documents => {
                if let Some(document) = self.document_in_row(row) {
                    self.listing.list.select(row);
                    self.select_document(document);
                }
            }
            Pane::Groups => {
                self.threshold.groups.select(row);
                self.select_group();
            }
            Pane::Members => {
                self.threshold.members.select(row);
                self.select_member();
            }
            Pane::Differing => {
                self.beside.list.select(row);
                self.select_seen_pair();
            }
            Pane::Sweep => self.set_k(row as u8),
            Pane::Strategies | Pane::Blocks | Pane::Found | Pane::Planner => {
                self.select_in_index(pane, row);
            }
            Pane::Effects | Pane::Curve => self.select_in_lab(pane, row),
            Pane::Features => {
                self.anatomy.features.select(row);
                self.show_selected_feature();
            }
            _ => {}
        }
    }

    pub(super) fn scroll(&mut self, pane: Pane, by: isize) {
        let height = self.lines_of(pane);
        let scrolled = |at: usize| at.saturating_add_signed(by);
        match pane {
            Pane::Documents => {
                let rows = self.row_count();
                self.listing.list.scroll(by, height, rows);
                if let Some(document) = self.document_in_row(self.listing.list.selected) {
                    self.select_document(document);
                }
            }
            Pane::Groups => {
                let rows = self.groups.as_ref().map_or(0, |groups| groups.count());
                self.threshold.groups.scroll(by, height, rows);
                self.select_group();
            }
            Pane::Members => {
                let rows = self.members().len();
                self.threshold.members.scroll(by, height, rows);
                self.select_member();
            }
            Pane::Features => {
                let rows = self.model.trace(self.selected).map_or(0, |trace| trace.features.len());
                self.anatomy.features.scroll(by, height, rows);
                self.show_selected_feature();
            }
            Pane::Sweep | Pane::Histogram => self.step_k(by.signum() as i8),
            Pane::Text => {
                let lines = anatomy::text_lines(self);
                self.anatomy.text_scroll =
                    scrolled(self.anatomy.text_scroll).min(lines.saturating_sub(height));
            }
            Pane::Bit => {
                let lines = anatomy::push_lines(self);
                self.anatomy.bit_scroll = scrolled(self.anatomy.bit_scroll).min(lines.saturating_sub(height));
            }
            Pane::Strategies | Pane::Blocks | Pane::Found | Pane::Planner => self.scroll_index(pane, by),
            Pane::TextA | Pane::TextB | Pane::Effects | Pane::Curve => self.scroll_lab(pane, by),
            Pane::Overlay => self.scroll_overlay(by),
            Pane::Parts => {}
            Pane::SideA | Pane::SideB => self.scroll_side(pane, by),
            Pane::Differing => {
                let rows = self.beside.pair_count();
                self.beside.list.scroll(by, height, rows);
                self.select_seen_pair();
            }
            Pane::Selected => {
                let lines = screens::corpus::text_lines(self);
                self.listing.text_scroll = scrolled(self.listing.text_scroll).min(lines.saturating_sub(1));
            }
            Pane::Sums => self.set_bit(self.anatomy.bit.saturating_add_signed(-by.signum() as i8)),
            Pane::Heat | Pane::Pair => {}
        }
    }

    /// Scrolls the text to the first place of the selected feature.
    fn show_selected_feature(&mut self) {
        let height = self.lines_of(Pane::Text);
        if let Some(line) = anatomy::line_of_selected(self) {
            let shown = self.anatomy.text_scroll..self.anatomy.text_scroll + height;
            if !shown.contains(&line) {
                self.anatomy.text_scroll = line.saturating_sub(height / 2);
            }
        }
    }

    pub(super) fn set_bit(&mut self, bit: u8) {
        // The narrower of the two, while the signatures of another width are being computed.
        self.anatomy.bit = bit.min(self.model.recipe.bits.min(self.recipe.bits).get() - 1);
        self.anatomy.bit_scroll = 0;
    }

    pub(super) fn step_document(&mut self, by: i8) {
        let row = self.listing.list.selected.saturating_add_signed(isize::from(by));
        match self.document_in_row(row) {
            Some(document) if row != self.listing.list.selected => {
                self.listing.list.select(row);
                self.select_document(document);
                self.say_texts_stay();
            }
            _ if by < 0 && self.row_count() > 0 => {
                self.warn(("this is the first document", "已是第一篇文档"));
            }
            _ => self.edge(self.row_count()),
        }
    }

    pub(super) fn go_nearest(&mut self) {
        let nearest = self.model.tree.as_ref().map(|tree| tree.nearest(self.selected));
        match nearest {
            Some(Some((document, distance))) => {
                self.note_place();
                self.select_document(document);
                self.say(match self.lang {
                    crate::tui::lang::Lang::En => {
                        format!("nearest neighbour, at distance {distance}; Ctrl-O goes back")
                    }
                    crate::tui::lang::Lang::Zh => format!("最近邻，距离 {distance}；Ctrl-O 返回"),
                });
            }
            Some(None) if self.exact_end().is_some() => {
                let none = self.lang.pick(("no neighbour is known", "尚无最近邻"));
                let extent = self.extent().unwrap_or_default();
                self.message = Some((super::Tone::Warning, format!("{none}: {extent}")));
            }
            Some(None) => self.warn((
                "this document has no neighbour: it is empty, or alone",
                "该文档没有最近邻：为空或唯一",
            )),
            None => self.warn((
                "neighbours are not known yet: the dendrogram is being built",
                "尚无最近邻：正在构建树",
            )),
        }
    }

    pub(super) fn open(&mut self) {
        match self.pane() {
            Pane::Groups => {
                if self.selected_group().is_some() {
                    self.set_pane(Pane::Members);
                } else {
                    self.warn(("no group at this k", "此 k 没有分组"));
                }
            }
            Pane::Sweep | Pane::Histogram => {
                let k = self.k;
                self.say(match self.lang {
                    crate::tui::lang::Lang::En => format!("k is {k}; up and down move it"),
                    crate::tui::lang::Lang::Zh => format!("k 为 {k}；上下键移动"),
                });
            }
            Pane::Differing => self.open_seen_pair(),
            pane @ (Pane::Strategies | Pane::Blocks | Pane::Found | Pane::Planner) => {
                self.open_in_index(pane)
            }
            pane @ (Pane::TextA | Pane::TextB | Pane::Effects | Pane::Curve) => self.open_in_lab(pane),
            Pane::SideA | Pane::SideB => self.go(Screen::Anatomy),
            Pane::Features | Pane::Sums | Pane::Bit | Pane::Text => {
                self.warn((
                    "nothing to open here; Tab goes to the next pane",
                    "此处没有可打开的内容；Tab 到下一窗格",
                ));
            }
            Pane::Documents
            | Pane::Selected
            | Pane::Members
            | Pane::Heat
            | Pane::Pair
            | Pane::Overlay
            | Pane::Parts => {
                if self.selected_document().is_some() {
                    self.go(Screen::Anatomy);
                } else {
                    self.warn(("no document is selected", "未选择文档"));
                }
            }
        }
    }
}
