//! What the groups of the table have in common, counted; a click on a count filters by it.

use super::{Scene, pending};
use crate::screens::threshold::keys::Pane;
use crate::surface::{Paint, Phrase, Role, grouped_digits};
use crate::widgets::table::{self, Lines, inset};
use ratatui::layout::Rect;
use simscope_core::filter::{Counted, Decided, FacetName, Fact, Script, Test};
use std::borrow::Cow;

/// Columns of the pane with its frame.
pub(super) const WIDTH: u16 = 26;

const fn name(facet: FacetName) -> Phrase {
    match facet {
        FacetName::Size => ("size", "大小"),
        FacetName::Diameter => ("diameter", "直径"),
        FacetName::Chain => ("chain", "链"),
        FacetName::Label => ("label", "标签"),
        FacetName::Source => ("source", "来源"),
        FacetName::Script => ("letters", "文字"),
        FacetName::State => ("state", "决定"),
        FacetName::Judged => ("judged", "判定"),
    }
}

/// A value as it is shown.
fn text(paint: &Paint<'_>, facet: FacetName, value: &Counted) -> Cow<'static, str> {
    let phrase = match (facet, &value.term.test) {
        (FacetName::Chain, _) if value.term.is_not => ("no", "否"),
        (FacetName::Chain, _) => ("yes", "是"),
        (FacetName::Judged, _) if value.term.is_not => ("no pair", "没有"),
        (FacetName::Judged, _) => ("some pair", "有"),
        (_, Test::Decided(Decided::Accepted)) => ("accepted", "接受"),
        (_, Test::Decided(Decided::Left)) => ("left", "保持"),
        (_, Test::Decided(Decided::Later)) => ("later", "待定"),
        (_, Test::Decided(Decided::Apart)) => ("apart", "拆分"),
        (_, Test::Fact(Fact::Template)) => ("template", "模板"),
        (_, Test::Decided(Decided::Nothing)) => ("undecided", "未决定"),
        (_, Test::Script(Script::Han)) => ("Han", "汉字"),
        (_, Test::Script(Script::Latin)) => ("Latin", "拉丁"),
        (_, Test::Script(Script::Mixed)) => ("mixed", "混合"),
        (_, Test::Script(Script::Other)) => ("other", "其他"),
        _ => return Cow::Owned(value.text.clone()),
    };
    Cow::Borrowed(paint.pick(phrase))
}

pub(super) fn facets(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let table = &scene.own.table;
    let foot = paint.pick(("click filters", "点击筛选"));
    let title = paint.pick(("Facets", "分面"));
    let inner = paint.panel(area, Pane::Facets, title, foot);
    let lines: Vec<_> = table.facets().collect();
    if inner.height < 2 {
        return;
    }
    if lines.is_empty() {
        let coming = match &scene.groups {
            Some(groups) if groups.count() == 0 => ("no group at this k", "此 k 没有分组"),
            Some(_) => ("counting…", "统计中…"),
            None => ("known with the groups", "得到分组后可知"),
        };
        return paint.hollow(inner, pending(scene, coming));
    }
    let body = inset(inner, 0, 1);
    let name_width = inner.width / 3 + 1;
    let head = Rect { height: 1, ..inset(inner, 2, 0) };
    paint.say(head.x, head.y, name_width - 1, paint.pick(("by", "按")), Role::Title);
    paint.say(head.x + name_width, head.y, 8, paint.pick(("value", "值")), Role::Title);
    paint.right(head.x, head.y, head.width, paint.pick(("groups", "组数")), Role::Title);
    let shown = Lines::of(table.facet_rows, lines.len(), false);
    table::rows(paint, body, Pane::Facets, shown, |paint, row, at| {
        let line = lines[at];
        if line.is_first {
            paint.say(row.x + 2, row.y, name_width - 1, paint.pick(name(line.facet.name)), Role::Title);
        }
        let (x, end) = (row.x + 2 + name_width, row.right());
        let Some(value) = line.value else {
            let rest = grouped_digits(line.facet.others);
            let rest = paint.pick((format!("and {rest} more"), format!("另有 {rest} 项")));
            paint.say(x, row.y, end.saturating_sub(x), &rest, Role::Dim);
            return;
        };
        let count = grouped_digits(value.count);
        let is_chosen = table.has(&value.term);
        let role = if is_chosen { Role::Accent } else { Role::Text };
        let room = end.saturating_sub(x + count.len() as u16 + 1);
        if is_chosen {
            paint.say(x - 1, row.y, 1, "✓", Role::Accent);
        }
        paint.name(x, row.y, room, &text(paint, line.facet.name, value), role);
        paint.right(x, row.y, end.saturating_sub(x), &count, role);
    });
}
