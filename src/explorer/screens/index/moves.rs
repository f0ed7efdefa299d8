//! Moving about the index screen: its lists, what Enter opens, and the sizes of the planner.

use super::keys::{Act, Pane};
use super::state::State;
use crate::action::{Action, Screen};
use crate::room;
use crate::shared::{Question, Shared};
use crate::surface::{Phrase, grouped_digits};
use crate::widgets::list::List;
use simscope_core::display::half_width;

/// The sizes that the planner steps through: 8 billion pages are those of Manku, Jain, Das Sarma (WWW 2007, §3).
pub const SIZES: [f64; 8] = [1e5, 1e6, 1e7, 1e8, 1e9, 8e9, 17_179_869_184.0, 1e11];

impl State {
    /// Rows of a list of the index screen.
    pub fn rows(&self, pane: Pane) -> usize {
        match pane {
            Pane::Strategies | Pane::Planner => self.lines.len(),
            Pane::Blocks => self.design().map_or(0, |design| design.layouts().len()),
            Pane::Found => self.found.rows(),
        }
    }

    /// The table that finds the selected neighbour first becomes the selected one.
    pub(super) fn show_table_of_neighbour(&mut self, shared: &Shared) {
        let table = self
            .answer()
            .zip(self.hit())
            .and_then(|(answer, hit)| self.neighbour(&shared.model, answer.signature, hit).table());
        self.tables = List { selected: table.unwrap_or(0), offset: 0 };
    }

    /// Opens what is selected on the index screen.
    pub(super) fn open_in(&mut self, shared: &mut Shared, pane: Pane) {
        match pane {
            Pane::Found => self.open_neighbour(shared),
            Pane::Strategies | Pane::Planner => self.focus = Pane::Blocks,
            _ => self.open_first_of_table(shared),
        }
    }

    /// The neighbour becomes the document that is looked up.
    fn open_neighbour(&mut self, shared: &mut Shared) {
        let Some(hit) = self.hit().filter(|_| self.answer_is_current(shared)) else {
            return shared.warn((
                "no neighbour within k: ‹go-nearest› goes to the nearest",
                "k 内没有近邻：按 ‹go-nearest› 到最近邻",
            ));
        };
        let from = shared.selected;
        shared.note_place();
        shared.point_to(hit.index, Some(from));
        shared.select_document(hit.index);
        let id = shared.document(hit.index).id.to_owned();
        let (d, back, anatomy) =
            (hit.distance, shared.key(Action::Back), shared.key(Action::Go(Screen::Anatomy)));
        shared.say((
            format!("now looking up {id}, at distance {d}; {back} goes back, {anatomy} to its anatomy"),
            format!("现在查找 {id}，距离 {d}；{back} 返回，{anatomy} 到解剖屏"),
        ));
    }

    /// To the first neighbour that the selected table finds before all others.
    fn open_first_of_table(&mut self, shared: &mut Shared) {
        let table = self.tables.selected;
        let place = match (self.design(), self.answer()) {
            (Some(design), Some(answer)) if table < design.layouts().len() => self.listed().position(|hit| {
                let other = shared.model.signatures.try_get(hit.index as usize);
                other.is_some_and(|other| design.is_first(table, other ^ answer.signature))
            }),
            _ => None,
        };
        match place {
            Some(place) => {
                room::select(self, shared, Pane::Found.into(), place);
                self.focus = Pane::Found;
            }
            None if self.rows(Pane::Blocks) == 0 => {
                shared.warn(("this strategy has no tables", "此策略没有表"));
            }
            None => {
                shared.warn(("this table finds no neighbour before the others", "此表没有最先找到的近邻"))
            }
        }
    }

    /// The planner's sizes from here: those listed, and the corpus's own.
    pub(super) fn step_size(&mut self, shared: &mut Shared, by: i8) {
        let own = self.own_size(shared);
        let now = self.size;
        let sizes = SIZES.into_iter().chain([own]);
        let next = match by {
            1.. => sizes.filter(|&size| size > now).fold(f64::INFINITY, f64::min),
            _ => sizes.filter(|&size| size < now).fold(0.0, f64::max),
        };
        if next.is_infinite() || next == 0.0 {
            return shared
                .warn(("press ‹index.ask-size› to type another N", "按 ‹index.ask-size› 可输入其他 N"));
        }
        self.set_size(shared, next);
    }

    pub(super) fn ask_size(&self, shared: &mut Shared) {
        let now = grouped_digits(self.size as u64);
        shared.asked.question = Some(Question::new(
            Act::AskSize,
            ("N = ", "N = "),
            (
                format!("a number like 8e9 or 2^34, now {now} · Enter sets it · Esc closes"),
                format!("规划的签名数，现为 {now} · 如 8e9、2^34 · Enter 设定 · Esc 放弃"),
            ),
        ));
    }

    /// Plans for the number that was typed.
    pub(super) fn answer_size(&mut self, shared: &mut Shared, line: &str) -> Result<(), Phrase> {
        let size = size_of(line).ok_or((
            "N is a number of signatures from 1 to 1e15: 8e9, 2^34, 500000",
            "N 是 1 到 1e15 的签名数：如 8e9、2^34、500000",
        ))?;
        self.set_size(shared, size);
        Ok(())
    }

    /// Plans for this many signatures.
    fn set_size(&mut self, shared: &mut Shared, size: f64) {
        self.size = size;
        let n = grouped_digits(size as u64);
        let is_own = size == self.own_size(shared);
        shared.say_of(match is_own {
            true => shared.lang.pick((format!("N = {n}: this corpus"), format!("N = {n}：本语料"))),
            false => format!("N = {n}"),
        });
        if shared.screen == Screen::Index {
            self.focus = Pane::Planner;
        }
    }

    /// Signatures that are searched here.
    pub fn own_size(&self, shared: &Shared) -> f64 {
        shared.model.documents.len() as f64
    }

    /// The keys go to the planner, or back to where they were.
    pub(super) fn toggle_planner(&mut self, shared: &mut Shared) {
        match self.focus {
            Pane::Planner => self.focus = self.before_planner.unwrap_or(Pane::Strategies),
            pane => {
                self.before_planner = Some(pane);
                self.focus = Pane::Planner;
                shared.say((
                    "ratio: (measured − hits) ÷ formula; ‹index.toggle-planner› goes back",
                    "比值：（实测 − 命中）÷ 公式；‹index.toggle-planner› 返回",
                ));
            }
        }
    }
}

/// A number of signatures as it is typed: `500000`, `500,000`, `8e9`, `2^34`, or with k, M or G.
fn size_of(text: &str) -> Option<f64> {
    let plain: String = text.chars().map(half_width).filter(|c| !matches!(c, ',' | '_' | ' ')).collect();
    let scaled = |letter: &[char], by: f64| plain.strip_suffix(letter)?.parse::<f64>().ok().map(|n| n * by);
    let power = || {
        let (base, exponent) = plain.split_once('^')?;
        Some(base.parse::<f64>().ok()?.powf(exponent.parse().ok()?))
    };
    let size = plain
        .parse::<f64>()
        .ok()
        .or_else(power)
        .or_else(|| scaled(&['k', 'K'], 1e3))
        .or_else(|| scaled(&['m', 'M'], 1e6))
        .or_else(|| scaled(&['g', 'G', 'b', 'B'], 1e9))?;
    let size = size.round();
    (1.0..=1e15).contains(&size).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_read_as_people_write_it() {
        for (text, size) in [
            ("88", Some(88.0)),
            ("500,000", Some(5e5)),
            ("8e9", Some(8e9)),
            ("2^34", Some(17_179_869_184.0)),
            ("8 G", Some(8e9)),
            ("1.5M", Some(1.5e6)),
            ("", None),
            ("0", None),
            ("-3", None),
            ("nan", None),
            ("inf", None),
            ("2^99", None),
            ("many", None),
        ] {
            assert_eq!(size_of(text), size, "{text}");
        }
    }
}
