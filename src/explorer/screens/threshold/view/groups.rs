//! The groups at k, filtered and sorted, and how they stand against the marks.

use super::{Scene, pending, tabs};
use crate::filtering::Count;
use crate::screens::threshold::keys::{Act, Member, Pane};
use crate::shared::{Grouping, Shared};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::hits;
use crate::widgets::marked::{Top, Two};
use crate::widgets::table::{self, Column, Lines, Order, dots, inset, list, split};
use ratatui::layout::Rect;
use simscope_core::corpus::{Corpus, Document};
use simscope_core::filter::Facts;
use simscope_core::groups::{self as all, GroupSpread};
use simscope_core::{hamming, visible};

// The list of groups.
list!(pub Groups of Group<'a>, in Scene<'a>, Act::Sort);

/// A group, as it is drawn and as it is sorted.
pub struct Group<'a> {
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
    pub fn of(number: usize, groups: &'a all::Groups, corpus: &'a Corpus) -> Self {
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

type Of = Column<Groups>;

/// Every order is total: equal groups stand in the order of their numbers.
pub const GROUPS: [Of; 7] = [
    Of::number(("#", "#"), 6, 0, |_, row| (row.number.to_string(), Role::Dim)).by(Order::Found),
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
        let left = place.width.saturating_sub(used);
        hits::say(paint, (place.x + used, place.y), left, document.text, filter);
    })
    .by(Order::Texts(|row| [row.representative().id, ""])),
];

/// How a group stands against each mark: `=` the same, `3→` made of three, `⊂9` part of nine.
const MARKS: [Column<Groups>; 9] = [
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

const fn against<const MARK: usize>() -> Column<Groups> {
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

/// What stands above the groups: how many of how many, how they are made, and by which filter.
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

pub(super) fn groups(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = title(scene, paint);
    let Some(inner) = tabs(scene, paint, area, Pane::Groups, &title) else { return };
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
    table::rows(paint, body, Pane::Groups, lines, |paint, line, at| {
        let Some(number) = scene.own.table.number_in(scene.shared, at) else { return };
        let spread = scene.group_spread(number, groups.run(number));
        let row = Group { spread, ..Group::of(number, groups, &scene.shared.model.corpus) };
        table::cells(paint, inset(line, 2, 0), &columns, scene, &row);
    });
}

/// Why the table is empty.
fn none(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect, groups: &all::Groups) {
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
fn columns(scene: Scene<'_>, width: u16) -> Vec<Column<Groups>> {
    let is_wide = width >= 60;
    let is_shown = |column: &Column<Groups>| match column.what.0 {
        "min" | "mean" => is_wide,
        _ => true,
    };
    let [first @ .., last] = GROUPS;
    let mut columns: Vec<Column<Groups>> = first.into_iter().filter(is_shown).collect();
    for column in &mut columns {
        match column.what.0 {
            "size" if is_wide => column.width = 8,
            // The head needs room for its sign.
            "chain" => column.width += u16::from(scene.own.table.sort.by == "chain"),
            _ => {}
        }
    }
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

pub(super) fn members(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let members = scene.own.members(scene.shared);
    let title = match scene.own.selected_group(scene.shared) {
        Some(number) => {
            let size = grouped_digits(members.len());
            let spread = spread(scene);
            paint.pick(both!("Group {number}: {size} documents{spread}", "第 {number} 组：{size} 篇{spread}"))
        }
        None => paint.pick(("Members", "成员")).to_owned(),
    };
    let inner = paint.section(area, Pane::Members, &title);
    if members.is_empty() {
        return paint.hollow(inner, ("choose a group at the left", "在左侧选择一组"));
    }
    let inner = texts(scene, paint, area, inner, members.len() + 1);
    let id_name = paint.pick(("id", "编号"));
    // Rows and columns carry the same numbers.
    let number_width = members.len().to_string().len() as u16 + 1;
    let id_width = id_width(scene.shared, members, inner.width);
    // Distances to some members, then the text; a group of two needs no more than that.
    let shown = shown_others(scene.shared, members, inner.width);
    let first = scene.own.first_other.min(members.len().saturating_sub(shown));
    let sort = scene.own.member_order.sort;
    let mut head = |x: u16, width: u16, name: &str, is_number: bool, column: Member| {
        let place = Rect { x, width, height: 1, ..inner }.intersection(inner);
        table::sorted_head(
            paint,
            place,
            name,
            is_number,
            sort.mark(column),
            Some(Act::SortMembers(column).into()),
        );
    };
    head(inner.x + 1, number_width, "#", true, Member::Number);
    head(inner.x + 2 + number_width, id_width - number_width - 1, id_name, false, Member::Id);
    for i in 0..shown {
        let (x, other) = (inner.x + 2 + id_width + i as u16 * 3, (first + i) as u32);
        head(x, 3, &(other + 1).to_string(), true, Member::Distance(other));
    }
    let text_x = inner.x + 2 + id_width + shown as u16 * 3 + 1;
    let (list, signatures) = (scene.own.member_rows, &scene.model.signatures);
    let draw = |paint: &mut Paint<'_>, row: Rect, at: usize| {
        let place = scene.own.member_order.place_in(at);
        let Some(&member) = members.get(place) else { return };
        let y = row.y;
        let document = scene.document(member);
        paint.right(row.x + 1, y, number_width, &(place + 1).to_string(), Role::Dim);
        paint.name(row.x + 2 + number_width, y, id_width - number_width, document.id, Role::Text);
        for (i, &other) in members.iter().skip(first).take(shown).enumerate() {
            let x = row.x + 2 + id_width + i as u16 * 3;
            if other == member {
                paint.right(x, y, 3, "·", Role::Dim);
                continue;
            }
            let distance = hamming::distance(signatures.get(member as usize), signatures.get(other as usize));
            let role = if distance <= scene.k { Role::Within } else { Role::Beyond };
            paint.right(x, y, 3, &distance.to_string(), role);
        }
        let start: String = document.text.chars().take(usize::from(row.width)).collect();
        paint.say(text_x, y, row.right().saturating_sub(text_x), &start, Role::Text);
    };
    let marked = scene.own.selected_member_row(scene.shared);
    let lines = Lines { marked, ..Lines::of(list, members.len(), true) };
    table::rows(paint, inset(inner, 0, 1), Pane::Members, lines, draw);
}

/// Columns of the number and the id of a member. An id is shown whole where that leaves room for all distances.
fn id_width(shared: &Shared, members: &[u32], width: u16) -> u16 {
    let ids = members.iter().take(100).map(|&member| shared.document(member).id);
    let longest = ids.map(visible::width).max().unwrap_or(0) as u16 + 1;
    let digits = members.len().to_string().len() as u16 + 1;
    let distances = 3 * members.len().min(width.into()) as u16;
    let room = width.saturating_sub(digits + distances + text_width(width));
    digits + longest.min(room).max(12).min(width / 3)
}

/// Columns that the beginning of the text keeps.
fn text_width(width: u16) -> u16 {
    if width < 44 { 8 } else { 14 }
}

/// To how many members distances are shown in a pane of that width.
pub fn shown_others(shared: &Shared, members: &[u32], width: u16) -> usize {
    let room = width.saturating_sub(id_width(shared, members, width) + text_width(width));
    members.len().min(usize::from(room / 3)).max(1)
}

/// How far apart the members are.
fn spread(scene: Scene<'_>) -> String {
    let groups = scene.own.selected_group(scene.shared).zip(scene.groups.as_ref());
    let spread = groups.and_then(|(number, groups)| scene.group_spread(number, groups.run(number)));
    let (Some(spread), k) = (spread, scene.groups.as_ref().map_or(scene.k, |groups| groups.k())) else {
        return String::new();
    };
    let widest = spread.diameter;
    scene.lang.pick(match widest > k {
        true if scene.made.by == Some(Grouping::Leaders) => both!(
            " · widest {widest}, all within k of the first",
            " · 最远 {widest}，各篇与首篇的距离都在 k 以内"
        ),
        true => both!(" · a chain: widest {widest} > k = {k}", " · 链：最远 {widest} > k = {k}"),
        false => both!(" · widest {widest}", " · 最远 {widest}"),
    })
}

/// Columns and lines of a pane of members from which on it shows texts.
const LEAST: (u16, u16) = (50, 20);

/// Whether the pane shows texts.
pub fn has_texts(pane: Rect) -> bool {
    pane.width >= LEAST.0 && pane.height >= LEAST.1
}

/// Draws the texts into the lower part of the pane; returns what is left for a list of this many lines.
pub(super) fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, pane: Rect, inner: Rect, lines: usize) -> Rect {
    let pair = scene.own.member_pair(scene.shared).filter(|_| has_texts(pane) && !scene.lacks_texts());
    let Some((a, b)) = pair else { return inner };
    let most = inner.height * 2 / 5;
    let [list, below] = split(inner, (lines.min(most.into()) as u16).max(6.min(most)) + 1);
    let documents = [a, b].map(|document| scene.document(document));
    let two = Two { names: documents.map(|one| one.id), texts: documents.map(|one| one.text), note: "" };
    two.draw(paint, below, scene.aligned(a, b).map(|marked| &**marked), Top::default());
    Rect { height: list.height - 1, ..list }
}
