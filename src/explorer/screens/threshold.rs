//! Screen 3, Threshold: how many pairs at which distance, what every k would give, and the groups at this one.

mod about;
mod border;
mod deciding;
mod evidence;
mod file;
mod handing;
pub mod news;
mod order;
mod state;
mod table;
mod templates;
mod view;
mod why;

use crate::action::{Action, Pane, Pointer, Screen, Towards};
use crate::filtering::{Line, Standing};
use crate::room::{Export, Foot, Hint, Moving, Room, copy_document, selected};
use crate::shared::weighing::condition;
use crate::shared::{Scene, Shared};
use crate::sheet::Sheet;
pub use crate::surface::action::threshold as keys;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
use simscope_core::evidence::Purpose;
use state::Below;
pub use state::State;

impl Room for State {
    fn panes(&self) -> &'static [Pane] {
        macro_rules! of {
            ($($pane:ident),+) => { &[$(Pane::Threshold(Own::$pane)),+] };
        }
        match (self.below, self.has_facets) {
            (Below::Groups, true) => of!(Groups, Members, Facets, Histogram, Sweep),
            (Below::Groups, false) => of!(Groups, Members, Histogram, Sweep),
            (Below::Decide, true) => of!(Groups, Members, Facets),
            (Below::Decide, false) => of!(Groups, Members),
            (Below::Border, _) => of!(Border, Pair, Histogram, Sweep),
            (Below::Advice, _) => of!(Advice, Histogram, Sweep),
        }
    }

    fn focus(&self) -> Pane {
        self.focus.into()
    }

    fn set_focus(&mut self, pane: Pane) {
        if let Pane::Threshold(pane) = pane {
            self.focus = pane;
            // A pane that was hidden brings its view.
            match pane {
                Own::Advice => self.below = Below::Advice,
                Own::Border | Own::Pair => self.below = Below::Border,
                _ => {}
            }
        }
    }

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        view::view(Scene { own: self, shared }, paint, area);
        None
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_border(shared);
        self.follow_selected(shared);
        self.has_facets = self.are_facets_drawn(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_evidence(shared);
        self.want_table(shared);
        self.want_border(shared);
        if shared.screen == Screen::Threshold {
            self.want_member_texts(shared);
        }
        let is_asked = self.below == Below::Decide || self.has_table() && self.table.asks_what_stays();
        if shared.screen == Screen::Threshold && is_asked {
            shared.want_outcome();
            self.want_templates(shared);
        }
    }

    fn filter(&mut self) -> Option<(Phrase, &mut Line)> {
        match self.below {
            Below::Border => Some((("filter the pairs: ", "筛选文档对："), &mut self.border.pairs.filter)),
            _ => self.has_table().then_some((("filter the groups: ", "筛选组："), &mut self.table.line)),
        }
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        match self.below {
            Below::Border => Some(self.border.pairs.standing(true)),
            _ => self.has_table().then(|| self.table.standing(shared)),
        }
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => match self.focus {
                Own::Groups if self.selected_group(shared).is_some() => self.focus = Own::Members,
                Own::Groups => shared.warn(("no group at this k", "此 k 没有分组")),
                Own::Members => shared.open_document(),
                Own::Facets => self.toggle_facet(shared),
                Own::Advice => self.go_advised(shared),
                Own::Border | Own::Pair => self.open_border_pair(shared),
                Own::Sweep | Own::Histogram => {
                    let k = shared.k;
                    shared.say((format!("k is {k}; up and down move it"), format!("k 为 {k}；上下键移动")));
                }
            },
            Action::Cancel => {
                return self.cancel_evidence(shared)
                    || self.leave_distance(shared)
                    || self.clear_filter(shared);
            }
            Action::Resume => return self.resume_evidence() | self.resume_border(),
            Action::SelectRow(Pane::Threshold(Own::Facets), row) => {
                self.focus = Own::Facets;
                self.table.facet_rows.select(row);
                self.toggle_facet(shared);
            }
            Action::StepDocument(by) => return self.step_border(shared, by) || self.step_listed(shared, by),
            Action::Move(towards @ (Towards::Left | Towards::Right))
                if (self.focus, self.below) == (Own::Members, Below::Groups) =>
            {
                self.step_distances(shared, towards);
            }
            Action::Move(towards) if (self.focus, self.below) == (Own::Pair, Below::Border) => {
                return self.scroll_pair(shared, towards.lines(8));
            }
            Action::Scroll(Pane::Threshold(Own::Pair), by) => return self.scroll_pair(shared, by.into()),
            Action::Point(Pane::Threshold(Own::Histogram), Pointer::Press { x, .. }) => {
                if let Some(distance) = view::distance_at(Scene { own: self, shared }, x) {
                    self.show_distance(shared, distance);
                }
            }
            _ => return false,
        }
        true
    }

    fn answer(&mut self, shared: &mut Shared, of: Action, line: &str) -> Result<(), Phrase> {
        self.answer_decision(shared, of, line)
    }

    fn foot(&self, shared: &Shared) -> Foot {
        Foot {
            standing: evidence::standing(Scene { own: self, shared }),
            work: &[evidence::SAMPLE],
            ..Foot::default()
        }
    }

    fn hint(&self, action: Action) -> Hint {
        let Action::Threshold(act) = action else { return Hint::default() };
        let comes_first = self.below == Below::Decide && (act == keys::Act::NextView || act.decides());
        Hint { phrase: self.is_out_of_place(act).then_some(SILENT), comes_first }
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        let pair = (self.below == Below::Border).then(|| self.border_pair(shared)).flatten();
        let other = pair.filter(|pair| pair.documents.0 == shared.selected).map(|pair| pair.documents.1);
        if matches!(self.focus, Own::Groups | Own::Members)
            && !self.members(shared).contains(&shared.selected)
            && let Some(member) = self.member_in(shared, self.member_rows.selected)
        {
            shared.select_document(member);
        }
        other
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let Pane::Threshold(pane) = pane else { return None };
        Some(match pane {
            Own::Groups => {
                let rows = self.table.count(shared);
                Moving::Rows(&mut self.group_rows, rows)
            }
            Own::Facets => {
                let rows = self.table.facets().count();
                Moving::Rows(&mut self.table.facet_rows, rows)
            }
            Own::Members => {
                let rows = self.members(shared).len();
                Moving::Rows(&mut self.member_rows, rows)
            }
            Own::Sweep | Own::Histogram => Moving::K,
            Own::Border => {
                let rows = self.border.pairs.rows();
                Moving::Rows(&mut self.border.pairs.list, rows)
            }
            Own::Pair => return None,
            Own::Advice => {
                let last = view::advice::last_line(Scene { own: self, shared });
                Moving::Lines(&mut self.advice_line, last)
            }
        })
    }

    fn row_chosen(&mut self, shared: &mut Shared, pane: Pane, has_moved: bool) {
        match pane {
            Pane::Threshold(Own::Groups) if has_moved => self.select_group(shared),
            Pane::Threshold(Own::Members) if has_moved => self.select_member(shared),
            Pane::Threshold(Own::Border) if has_moved => self.select_border_pair(shared),
            _ => {}
        }
    }

    fn about(&self) -> Vec<&'static [Phrase]> {
        // Deciding takes the whole screen.
        let beside = if self.below == Below::Decide { &[] } else { about::above(self.focus) };
        std::iter::once(about::about(self.focus)).chain(beside.iter().copied()).collect()
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        selected(shared)?;
        let members = self.members(shared).len();
        if members == 0 || !matches!(self.focus, Own::Groups | Own::Members) {
            return copy_document(shared);
        }
        let members = (0..members).filter_map(|row| self.member_in(shared, row));
        let ids: Vec<&str> = members.map(|member| shared.document(member).id).collect();
        Ok((ids.join("\n"), ("the ids of the group", "该组的编号")))
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        self.why_shown(shared)
    }

    fn export(&self, shared: &Shared) -> Export {
        Export::named(
            match self.focus {
                Own::Sweep | Own::Histogram => "simscope-sweep.tsv",
                Own::Advice => "simscope-advice.jsonl",
                Own::Border | Own::Pair => "simscope-border.jsonl",
                Own::Groups | Own::Members | Own::Facets => "simscope-groups.tsv",
            },
            self.file(shared),
        )
    }
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let model = &shared.model;
        Ok(match self.focus {
            Own::Sweep | Own::Histogram if model.sweep.is_empty() => {
                return Err(("the sweep is not known yet", "尚无各 k 的表"));
            }
            Own::Sweep | Own::Histogram => {
                let confirmed = self.confirmed(shared).map(|confirmed| {
                    let at = confirmed.at_every_k(Purpose::Pairs, shared.tau_hundredths);
                    (at, confirmed.is_exact())
                });
                file::sweep(model.analysed.clone(), confirmed)
            }
            Own::Border | Own::Pair => {
                self.border_strata(shared).ok_or_else(|| self.why_no_border(shared))?;
                file::border(model.corpus.clone(), self.border_pairs(shared), condition(shared.tau()))
            }
            Own::Advice => {
                let judged = self.judged(shared).ok_or_else(|| self.why_no_evidence(shared))?;
                file::advice(judged.advices.to_vec())
            }
            Own::Groups | Own::Members | Own::Facets => {
                let groups = shared.groups.clone().ok_or(("the groups are not known yet", "尚无分组"))?;
                file::groups(model.corpus.clone(), groups, self.table.numbers(shared))
            }
        })
    }
}
