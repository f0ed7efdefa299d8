//! What was not loaded, where, and why.

use super::open_box;
use crate::corpus::{SkipReason, shown_bytes};
use crate::tui::action::Pane;
use crate::tui::shared::Shared;
use crate::tui::surface::{Lang, Paint, Role, Target};
use ratatui::layout::Rect;

pub(super) fn view(shared: &Shared, paint: &mut Paint<'_>, area: Rect, at: usize) {
    let all = &shared.model.skipped;
    let count = all.len() + shared.model.unlisted;
    let title = match shared.model.unlisted {
        0 => paint.pick((format!("Skipped {count}"), format!("跳过 {count}"))),
        _ => paint.pick((
            format!("Skipped {count} · listed {}", all.len()),
            format!("跳过 {count} · 列出 {}", all.len()),
        )),
    };
    let foot = paint.pick(("up/down scroll · any other key closes", "上下滚动 · 其他键关闭"));
    let inner = open_box(paint, area, 100, u16::try_from(all.len() + 2).unwrap_or(u16::MAX), &title, foot);
    paint.areas.push(inner, Target::Pane(Pane::Overlay));
    for (y, skipped) in all.iter().skip(at).take(usize::from(inner.height)).enumerate() {
        let y = inner.y + y as u16;
        let place = match skipped.spot {
            Some(spot) => format!("{}:{}", skipped.place, spot.number()),
            None => skipped.place.clone(),
        };
        let width = inner.width * 2 / 5;
        paint.name(inner.x + 1, y, width, &place, Role::Text);
        let x = inner.x + width + 2;
        paint.say(x, y, inner.right().saturating_sub(x), &reason(paint.lang, &skipped.reason), Role::Warn);
    }
}

/// The reason in the language of the explorer; what the system or a parser said stays as it was.
fn reason(lang: Lang, reason: &SkipReason) -> String {
    if lang == Lang::En {
        return reason.to_string();
    }
    match reason {
        SkipReason::Binary => "二进制文件，不是文本".into(),
        SkipReason::Undecodable => "无法按任何可能的编码解码".into(),
        SkipReason::NotAFile => "不是普通文件".into(),
        SkipReason::Loop => "链接指回上层文件夹".into(),
        SkipReason::LinkToFolder => "指向文件夹的链接".into(),
        SkipReason::Unreadable(why) => format!("无法读取：{why}"),
        SkipReason::Malformed(why) => format!("格式错误：{why}"),
        SkipReason::NoField(field) => format!("没有字段 {field}"),
        SkipReason::TooLarge(bytes) => format!("过大：{bytes} 字节"),
        SkipReason::Memory(bytes) => {
            format!("已到内存上限 {}，读取到此为止；--memory SIZE 可放宽", shown_bytes(*bytes))
        }
    }
}
