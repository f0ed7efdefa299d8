//! The groups at k, filtered and sorted, and how they stand against the marks.

use super::keys::{Act, Pane as Own};
use super::{Scene, State, pending, sweep, tabs};
use crate::action::Action;
use crate::command_line::Words;
use crate::filtering::Count;
use crate::room::{Export, Moving, PaneOf, copy_document, selected};
use crate::shared::moved::of_row;
use crate::shared::{Grouping, Shared};
use crate::sheet::{Sheet, of_rows};
use crate::surface::{Paint, Phrase, Rect, Role, grouped_digits};
use crate::widgets::chart::BEFORE;
use crate::widgets::hits;
use crate::widgets::list::List;
use crate::widgets::table::{self, Column, Lines, Order, dots, inset, list};
use simscope_core::corpus::{Corpus, Document};
use simscope_core::export::Grouped;
use simscope_core::filter::Facts;
use simscope_core::groups::{GroupSpread, Groups as Parted};
use simscope_core::measures::Condition;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) struct Groups;

impl PaneOf<State> for Groups {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![
            &[
                (
                    "The groups at this k; the first member stands for its group.",
                    "此 k 下的组；以首篇（第一个成员）命名该组。",
                ),
                (
                    "diameter: the largest distance inside a group. chain: a group whose diameter exceeds k.",
                    "直径：组内最大的距离。链：直径超过 k 的组。",
                ),
                (
                    "▏, A, B …: how it stood before k moved, at a mark: = the same, 3→ in three parts, ⊂9 in a group of nine.",
                    "▏、A、B……：k 移动之前、标记处的情形：= 相同，3→ 原为三部分，⊂9 原在九篇的组中。",
                ),
                (
                    "leaders (‹toggle-grouping›): in the order of the rule each document joins the first leader within k, so there are no chains.",
                    "代表（‹toggle-grouping›）：依规则的顺序，每篇加入 k 以内最先的代表，因此没有链。",
                ),
            ],
            sweep::ABOUT,
        ]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let title = title(scene, paint);
        let Some(inner) = tabs(paint, area, Own::Groups, |_| title) else { return };
        let body = inset(inner, 0, 1);
        let Some(groups) = &scene.shared.groups else {
            if let Some(beyond) = scene.beyond() {
                return paint.hollow_of(body, &beyond);
            }
            return paint.hollow(body, pending(scene, ("the groups are being found", "正在分组")));
        };
        let columns = columns(scene, inner.width);
        table::heads(paint, inset(inner, 2, 0), &columns, scene.own.table.sort);
        let count = scene.own.table.count(scene.shared);
        if count == 0 {
            return none(scene, paint, body, groups);
        }
        let lines = Lines::of(scene.own.group_rows, count, true);
        table::rows(paint, body, Own::Groups, lines, |paint, line, at| {
            let Some(number) = scene.own.table.number_in(scene.shared, at) else { return };
            let spread = scene.group_spread(number, groups.run(number));
            let row = Group { spread, ..Group::of(number, groups, &scene.shared.model.corpus) };
            paint.picked(line, scene.kept.picked.contains(&row.members[0]));
            table::cells(paint, inset(line, 2, 0), &columns, scene, &row);
        });
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.table.count(shared), &mut own.group_rows)
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open if own.selected_group(shared).is_some() => own.focus = Own::Members,
            Action::Pick => shared.pick(own.members(shared).to_vec()),
            Action::Open => shared.warn(("no group at this k", "此 k 没有分组")),
            Action::Chosen(_, true) => {
                if let Some(&representative) = own.members(shared).first() {
                    (own.member_rows, own.first_other) = (List::default(), 0);
                    own.followed = None;
                    shared.select_document(representative);
                }
            }
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        selected(scene.shared)?;
        let members = 0..scene.own.members(scene.shared).len();
        if members.is_empty() {
            return copy_document(scene.shared);
        }
        let members = members.filter_map(|row| scene.own.member_in(scene.shared, row));
        let ids: Vec<&str> = members.map(|member| scene.shared.document(member).id).collect();
        Ok((ids.join("\n"), ("the ids of the group", "该组的编号")))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        Ok(scene.why_group(scene.own.selected_group(scene.shared).unwrap_or(0)))
    }
}

/// The groups that are listed, as a file.
pub(super) fn export(scene: Scene<'_>) -> Export {
    let words = Words::of(["groups"]).k(scene.shared).filter(&scene.own.table.line);
    let words = match scene.grouping {
        Grouping::Connection => words,
        Grouping::Leaders => Words([words.0, vec!["--leaders".into()]].concat()),
        Grouping::Verified => {
            let condition = Condition { at_least: scene.tau(), ..Condition::DEFAULT };
            words.and("--confirm", condition.to_string())
        }
    };
    Export::named("simscope-groups.tsv", sheet(scene), words.unless_picked(scene.shared))
}

fn sheet(scene: Scene<'_>) -> Result<Box<dyn Sheet>, Phrase> {
    let groups = scene.groups.clone().ok_or(("the groups are not known yet", "尚无分组"))?;
    // What was picked is in these groups.
    let picked = scene.picked_here().map(|picked| {
        let numbers: BTreeSet<u32> =
            picked.iter().filter_map(|&document| Some(groups.number_of(document)? as u32)).collect();
        Arc::new(numbers.into_iter().collect())
    });
    let (corpus, numbers) =
        (scene.model.corpus.clone(), picked.or_else(|| scene.own.table.numbers(scene.shared)));
    Ok(of_rows(move |format, recipes, out| {
        let id = |document: u32| corpus.get(document as usize).id;
        let numbers = numbers.as_deref().map(Vec::as_slice);
        Grouped { id: &id, groups: &groups, numbers, singles: &[] }.write(format, recipes, out)
    }))
}

// The list of groups.
list!(pub(super) Rows of Group<'a>, in Scene<'a>, Act::Sort);

/// A group, as it is drawn and as it is sorted.
pub(super) struct Group<'a> {
    number: usize,
    members: &'a [u32],
    k: u8,
    corpus: &'a Corpus,
    /// Of one that is drawn.
    spread: Option<GroupSpread>,
    /// For one that is sorted.
    pub facts: Option<&'a Facts<'a>>,
}

impl<'a> Group<'a> {
    pub fn of(number: usize, groups: &'a Parted, corpus: &'a Corpus) -> Self {
        let (members, k) = (groups.members(number), groups.k());
        Self { number, members, k, corpus, spread: None, facts: None }
    }

    fn representative(&self) -> Document<'a> {
        self.corpus.get(self.members[0] as usize)
    }

    /// A figure of its spread, in the order of its bits: none is negative.
    fn by_spread(&self, value: fn(GroupSpread) -> f64) -> u128 {
        let spread = self.facts.and_then(|facts| facts.spread).and_then(|of| of(self.number));
        spread.map_or(u128::MAX, |spread| value(spread).to_bits().into())
    }

    fn with_spread(&self, text: fn(GroupSpread) -> String, role: Role) -> (String, Role) {
        (self.spread.map_or_else(|| "…".to_owned(), text), role)
    }
}

type Of = Column<Rows>;

/// Every order is total: equal groups stand in the order of their numbers.
pub(super) const COLUMNS: [Of; 7] = [
    Of::number(("#", "#"), 6, 0, |scene, row| {
        let role = scene.own.tree.role_of(scene.shared, row.members[0]);
        (row.number.to_string(), role.unwrap_or(Role::Dim))
    })
    .by(Order::Found),
    Of::plain(("size", "大小"), 6, 0, |_, row| grouped_digits(row.members.len()))
        .by(Order::Number(|row| row.members.len() as u128)),
    Of::number(("diam", "直径"), 6, 0, |_, row| row.with_spread(|of| of.diameter.to_string(), Role::Text))
        .headed(("widest", "最远"))
        .by(Order::Number(|row| row.by_spread(|spread| spread.diameter.into()))),
    Of::number(("min", "最小"), 5, 0, |_, row| row.with_spread(|of| of.minimum.to_string(), Role::Dim))
        .by(Order::Number(|row| row.by_spread(|spread| spread.minimum.into()))),
    Of::number(("mean", "平均"), 5, 0, |_, row| row.with_spread(|of| format!("{:.1}", of.mean), Role::Dim))
        .by(Order::Number(|row| row.by_spread(|spread| spread.mean))),
    Of::number(("chain", "链"), 5, 0, |scene, row| match row.spread {
        // Around leaders two members may be 2k apart, and still nothing chains.
        Some(of) if scene.made.by != Some(Grouping::Leaders) && of.diameter > row.k => {
            (scene.lang.pick(("yes", "是")).to_owned(), Role::Warn)
        }
        _ => row.with_spread(|_| "·".to_owned(), Role::Dim),
    })
    .by(Order::Number(|row| match row.facts.and_then(|facts| facts.is_chain(row.number)) {
        Some(is_chain) => u128::from(!is_chain),
        None => 2,
    })),
    Of::drawn(("representative", "首篇"), 0, |scene, row, paint, place| {
        let (filter, document) = (scene.own.table.line.filter(), row.representative());
        let (at, width) = ((place.x, place.y), place.width.min(16));
        let used = hits::name(paint, at, width, document.id, filter, Role::Dim) + 1;
        hits::say(paint, (place.x + used, place.y), place.width.saturating_sub(used), document.text, filter);
    })
    .by(Order::Texts(|row| [row.representative().id, ""])),
];

/// How it stood before the last move of k.
const BEFORE_MOVE: Column<Rows> = Column::number((BEFORE, BEFORE), 6, 0, |scene, row| {
    let (Some(moved), Some(tree), Some(groups)) = (scene.moved(), &scene.model.tree, &scene.groups) else {
        return dots();
    };
    let run = groups.run(row.number);
    let is_lit = of_row(run, scene.lit()).is_some();
    (moved.stood(tree, run), if is_lit { Role::Accent } else { Role::Dim })
});

/// How a group stands against each mark: `=` the same, `3→` made of three, `⊂9` part of nine.
const MARKS: [Column<Rows>; 9] = [
    against::<0>(),
    against::<1>(),
    against::<2>(),
    against::<3>(),
    against::<4>(),
    against::<5>(),
    against::<6>(),
    against::<7>(),
    against::<8>(),
];

const fn against<const MARK: usize>() -> Column<Rows> {
    Column::number(("", ""), 6, 0, |scene, row| {
        let mark = scene.shared.marks.get(MARK);
        let pieces = mark.and_then(|mark| Some((mark, scene.pieces_at_mark(mark, row.number)?)));
        let Some((mark, pieces)) = pieces else { return dots() };
        if pieces > 1 {
            return (format!("{pieces}→"), Role::Mark);
        }
        let number = mark.groups.number_of(row.members[0]);
        let whole = number.map_or(1, |number| mark.groups.members(number).len());
        if whole > row.members.len() { (format!("⊂{whole}"), Role::Mark) } else { ("=".into(), Role::Dim) }
    })
}

/// The line above the groups: how many of how many, how they are made, and by which filter.
fn title(scene: Scene<'_>, paint: &Paint<'_>) -> String {
    // Of the groups that are shown, while leaders are still sought.
    let how = match scene.made.by.unwrap_or(scene.grouping) {
        Grouping::Connection => String::new(),
        Grouping::Leaders => paint.pick((" around leaders", "（按代表）")).to_owned(),
        Grouping::Verified => {
            let tau = f64::from(scene.made.tau_hundredths) / 100.0;
            paint.pick(both!(" of confirmed pairs, τ = {tau:.2}", "（按确认的文档对，τ = {tau:.2}）"))
        }
    };
    let all = scene.groups.as_ref().map_or("…".to_owned(), |groups| grouped_digits(groups.count()));
    let standing = scene.own.table.standing(scene.shared);
    let marks: Vec<String> =
        scene.mark_places().into_iter().map(|(name, k)| format!(" · {name}: k = {k}")).collect();
    if standing.line.is_empty() {
        return paint.pick(both!("Groups {all}{how}", "组 {all}{how}")) + &marks.concat();
    }
    let line = standing.line.in_force();
    let count = match standing.count {
        Count::Pending => "…".to_owned(),
        Count::Of(count, _) => grouped_digits(count),
        Count::None(_) => "0".to_owned(),
    };
    paint.pick(both!("Groups {count} of {all}{how} · {line}", "组 {count} / {all}{how} · {line}"))
}

/// Why the table is empty.
fn none(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect, groups: &Parted) {
    if groups.count() == 0 {
        let phrase = match scene.model.documents.len() {
            0 | 1 => ("a group needs two documents", "分组至少需要两篇文档"),
            _ => (
                "no two documents are within k: raise it with ‹step-k-plus›",
                "没有距离在 k 内的文档：按 ‹step-k-plus› 增大 k",
            ),
        };
        return paint.hollow(body, phrase);
    }
    match scene.own.table.standing(scene.shared).count {
        Count::None(why) => {
            let clears = paint.pick(("Esc clears the filter", "Esc 清除筛选"));
            paint.hollow_of(body, &format!("{} · {clears}", why.say(paint.lang)));
        }
        _ => paint.hollow(body, ("filtering and sorting…", "筛选与排序中…")),
    }
}

/// Narrow panes keep what makes a chain; the representative takes the rest.
fn columns(scene: Scene<'_>, width: u16) -> Vec<Column<Rows>> {
    let is_wide = width >= 60;
    let is_shown = |column: &Column<Rows>| is_wide || !matches!(column.what.0, "min" | "mean");
    let [first @ .., last] = COLUMNS;
    let mut columns: Vec<Column<Rows>> = first.into_iter().filter(is_shown).collect();
    for column in &mut columns {
        match column.what.0 {
            "size" if is_wide => column.width = 8,
            // The head needs room for its sign.
            "chain" => column.width += u16::from(scene.own.table.sort.by == "chain"),
            _ => {}
        }
    }
    columns.extend(scene.moved().map(|_| BEFORE_MOVE));
    // As many marks as leave something of the representative.
    let room = usize::from(width.saturating_sub(2 + table::taken(&columns) + 16) / 7).max(1);
    columns.extend(MARKS.into_iter().zip(&*scene.marks).take(room).map(|(column, mark)| Column {
        what: (mark.name, mark.name),
        head: (mark.name, mark.name),
        ..column
    }));
    let left = width.saturating_sub(2 + table::taken(&columns));
    columns.push(if left < 15 { last.headed(("first", "首篇")) } else { last }.wide(left));
    columns
}
