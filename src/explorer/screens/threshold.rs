//! Screen 3, Threshold: what this k does, how many pairs lie at which distance, what every k would give, and the groups at
//! this one, the pairs at a distance, or what two recipes see.

mod border;
mod evidence;
mod file;
mod order;
pub mod recipes;
pub mod state;
pub mod table;
mod view;
mod why;

use crate::action::{Action, Pane, Pointer, Screen, Towards};
use crate::filtering::Standing;
use crate::room::{Entered, Export, Foot, Moving, Panes, Room, copy_document, selected};
use crate::shared::work::condition;
use crate::shared::{Scene, Shared};
use crate::sheet::Sheet;
pub use crate::surface::action::threshold as keys;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
use simscope_core::evidence::Purpose;
use simscope_core::judgements::Verdict;
use state::Below;
pub use state::State;

impl Room for State {
    fn panes(&self) -> Panes {
        macro_rules! of {
            ($($pane:ident),+) => { &[$(Pane::Threshold(Own::$pane)),+] };
        }
        let all = match self.below {
            Below::Groups => of!(Groups, Members, Sweep),
            Below::Border => of!(Border, Pair, Sweep),
            Below::Recipes => of!(Recipes, Pair, Sweep),
        };
        Panes { all, focus: self.focus.into() }
    }

    fn set_focus(&mut self, pane: Pane) {
        if let Pane::Threshold(pane) = pane {
            self.focus = pane;
            // A pane that was hidden brings its view.
            match pane {
                Own::Recipes => self.below = Below::Recipes,
                Own::Pair if self.below == Below::Recipes => {}
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
        if std::mem::replace(&mut self.k, shared.k) != shared.k {
            self.k_rows.select(shared.k.into());
        }
        self.follow_evidence(shared);
        self.follow_border(shared);
        if self.recipes.pairs.is_outdated() {
            self.recipes.arrange(shared, self.recipes.selected());
        }
        self.follow_selected(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_evidence(shared);
        self.want_table(shared);
        self.want_border(shared);
        self.want_recipes(shared);
        if shared.screen == Screen::Threshold {
            self.want_member_texts(shared);
        }
    }

    fn typed(&mut self, _shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        entered.as_filter(Some(match self.below {
            Below::Groups => &mut self.table.line,
            Below::Border => &mut self.border.pairs.filter,
            Below::Recipes => &mut self.recipes.pairs.filter,
        }))
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        const PAIRS: Phrase = ("filter the pairs: ", "筛选文档对：");
        Some(match self.below {
            Below::Groups => self.table.standing(shared),
            Below::Border => self.border.pairs.standing(PAIRS, true),
            Below::Recipes => self.recipes.pairs.standing(PAIRS, self.recipes.found().is_some()),
        })
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => match self.focus {
                Own::Groups if self.selected_group(shared).is_some() => self.focus = Own::Members,
                Own::Groups => shared.warn(("no group at this k", "此 k 没有分组")),
                Own::Members => shared.open_document(),
                Own::Border | Own::Pair | Own::Recipes => self.open_pair(shared),
                Own::Sweep => shared.set_k(self.k_rows.selected as u8),
            },
            Action::Chosen(Pane::Threshold(pane), true) => self.take_row(shared, pane),
            Action::Cancel => {
                return self.cancel_recipes(shared)
                    || self.cancel_evidence(shared)
                    || self.leave_distance(shared)
                    || self.clear_filter(shared);
            }
            Action::Resume => return self.resume_evidence() | self.resume_border() | self.recipes.retry(),
            Action::StepDocument(by) => return self.step_border(shared, by) || self.step_listed(shared, by),
            Action::Move(towards @ (Towards::Left | Towards::Right))
                if (self.focus, self.below) == (Own::Members, Below::Groups) =>
            {
                self.step_distances(shared, towards);
            }
            Action::Move(towards) if self.focus == Own::Pair => {
                return self.scroll_pair(shared, towards.lines(8));
            }
            Action::Scroll(Pane::Threshold(Own::Pair), by) => return self.scroll_pair(shared, by.into()),
            Action::Point(Pane::Threshold(Own::Sweep), Pointer::Press { x, .. }) => {
                if let Some(distance) = view::distance_at(Scene { own: self, shared }, x) {
                    self.show_distance(shared, distance);
                }
            }
            _ => return false,
        }
        true
    }

    fn foot(&self, shared: &Shared) -> Foot {
        const YES: Action = Action::Threshold(keys::Act::Judge(Verdict::Yes));
        const NO: Action = Action::Threshold(keys::Act::Judge(Verdict::No));
        const PAIRS: Action = Action::Threshold(keys::Act::Show(Below::Border));
        const ADVISED: Action = Action::Threshold(keys::Act::GoAdvised);
        let here = match self.below {
            Below::Border => vec![(PAIRS, SILENT)],
            _ => vec![(YES, SILENT), (NO, SILENT)],
        };
        let of_row = (self.focus == Own::Sweep).then_some((Action::Open, ("this k", "此 k")));
        let always = [
            (ADVISED, ("advised k", "建议的 k")),
            (Action::Mark, ("mark", "标记")),
            (Action::ToggleGrouping, ("around leaders", "按代表")),
            (Action::AskReport, ("report", "报告")),
        ];
        Foot {
            standing: evidence::standing(Scene { own: self, shared }),
            work: &[evidence::SAMPLE],
            first: &[YES, NO, PAIRS, ADVISED, Action::AskReport],
            hints: always.into_iter().chain(here).chain(of_row).collect(),
            sorts: self.sorts_of_list(),
            ..Foot::default()
        }
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        let other = self.shown_pair(shared).filter(|pair| pair.0 == shared.selected).map(|pair| pair.1);
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
            Own::Members => {
                let rows = self.members(shared).len();
                Moving::Rows(&mut self.member_rows, rows)
            }
            Own::Sweep => {
                let rows = shared.model.sweep.len();
                Moving::Rows(&mut self.k_rows, rows)
            }
            Own::Recipes => {
                let rows = self.recipes.pairs.rows();
                Moving::Rows(&mut self.recipes.pairs.list, rows)
            }
            Own::Border => {
                let rows = self.border.pairs.rows();
                Moving::Rows(&mut self.border.pairs.list, rows)
            }
            Own::Pair => return None,
        })
    }

    fn about(&self) -> Vec<&'static [Phrase]> {
        let above = above(self.focus).iter().copied();
        std::iter::once(about(self.focus)).chain(above).collect()
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        selected(shared)?;
        if let Some(pair) = self.recipes.selected().filter(|_| self.focus == Own::Recipes) {
            let [a, b] = [pair.documents.0, pair.documents.1].map(|document| shared.document(document).id);
            let [d_a, d_b] = [pair.distance_a, pair.distance_b]
                .map(|distance| distance.map_or(String::new(), |distance| distance.to_string()));
            return Ok((
                format!("{a}\t{b}\t{d_a}\t{d_b}"),
                ("the pair and both distances", "文档对与两个距离"),
            ));
        }
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
        let is_of_recipes = self.below == Below::Recipes && self.focus != Own::Sweep;
        let name = match self.focus {
            _ if is_of_recipes => "simscope-seen-by-one.tsv",
            Own::Sweep => "simscope-sweep.tsv",
            Own::Border | Own::Pair | Own::Recipes => "simscope-border.jsonl",
            Own::Groups | Own::Members => "simscope-groups.tsv",
        };
        Export { has_second: is_of_recipes, ..Export::named(name, self.file(shared), self.command(shared)) }
    }
}

impl State {
    /// What is selected follows the chosen row.
    fn take_row(&mut self, shared: &mut Shared, pane: Own) {
        match pane {
            Own::Groups => self.select_group(shared),
            Own::Members => self.select_member(shared),
            Own::Border => self.select_border_pair(shared),
            Own::Recipes => {
                self.top = Default::default();
                if let Some((a, b)) = self.shown_pair(shared) {
                    shared.point_to(a, Some(b));
                }
            }
            Own::Pair | Own::Sweep => {}
        }
    }

    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let model = &shared.model;
        Ok(match self.focus {
            Own::Sweep if model.sweep.is_empty() => {
                return Err(("the sweep is not known yet", "尚无各 k 的表"));
            }
            Own::Sweep => {
                let confirmed = self.confirmed(shared);
                let at = confirmed.map(|it| it.curve(Purpose::Pairs, shared.tau_hundredths).rows);
                file::sweep(model.analysed.clone(), at)
            }
            Own::Recipes => return self.seen_by_one(shared),
            Own::Pair if self.below == Below::Recipes => return self.seen_by_one(shared),
            Own::Border | Own::Pair => {
                self.border_strata(shared).ok_or_else(|| self.why_no_border(shared))?;
                file::border(model.corpus.clone(), self.border_pairs(shared), condition(shared.tau()))
            }
            Own::Groups | Own::Members => {
                let groups = shared.groups.clone().ok_or(("the groups are not known yet", "尚无分组"))?;
                file::groups(model.corpus.clone(), groups, self.table.numbers(shared))
            }
        })
    }
}

/// What the upper half shows beside the pane that has the keys.
const fn above(pane: Own) -> &'static [&'static [Phrase]] {
    const UPPER: [&[Phrase]; 1] = [about(Own::Sweep)];
    match pane {
        Own::Sweep => &[],
        _ => &UPPER,
    }
}

const fn about(pane: Own) -> &'static [Phrase] {
    match pane {
        Own::Groups => &[
            (
                "The groups at this k; the first member stands for its group.",
                "此 k 下的组；以首篇（第一个成员）命名该组。",
            ),
            (
                "diameter: the largest distance inside a group. chain: a group whose diameter exceeds k.",
                "直径：组内最大的距离。链：直径超过 k 的组。",
            ),
            (
                "leaders (‹toggle-grouping›): in the order of the rule each document joins the first leader within k, so there are no chains.",
                "代表（‹toggle-grouping›）：依规则的顺序，每篇加入 k 以内最先的代表，因此没有链。",
            ),
        ],
        Own::Members => &[(
            "The members of the selected group and the distances between them.",
            "所选组的成员及其两两距离。",
        )],
        Own::Border => &[
            (
                "The pairs that k decides about: a sample of those at exactly k, and of those at k + 1. A click on a bar shows those at its distance.",
                "由 k 决定的文档对：恰为 k 与 k + 1 的对的样本。点击一条则显示该距离的对。",
            ),
            (
                "agree: how much of the word pairs agrees; what much of the corpus shares counts nothing. ▇: that confirms the pair.",
                "重合：相邻字词对重合多少；语料中普遍的内容不计。▇：据此得到确认。",
            ),
        ],
        Own::Pair => &[("The selected pair, with what differs marked.", "所选文档对，标出不同之处。")],
        Own::Recipes => &[(
            "The pairs that are within k under only one of two recipes, with the distance under each.",
            "只在一个配方下距离不超过 k 的文档对，以及在两个配方下的距离。",
        )],
        Own::Sweep => &[
            (
                "The bars: how many pairs there are at each distance; solid the confirmed ones, shaded the others.",
                "条形：每个距离上有多少对；实心为确认的，浅色为其余。",
            ),
            (
                "The scale at the left is linear, or logarithmic; ▲: a bar that is cut.",
                "左侧刻度为线性或对数；▲：截短的条。",
            ),
            (
                "A pair is confirmed if τ of its word pairs agree; what much of the corpus shares counts nothing.",
                "相邻字词对重合达 τ 的文档对得到确认；语料中普遍的内容不计。",
            ),
            (
                "The table: what every k would give. missed: confirmed pairs farther apart than k. ●: the advised k. ☆: the search radius, which finds nearly all confirmed pairs where the texts are compared afterwards.",
                "表：每个 k 的结果。漏掉：距离大于 k 的已确认文档对。●：建议的 k。☆：搜索半径，事后再比较文本时可找到几乎全部确认的文档对。",
            ),
        ],
    }
}
