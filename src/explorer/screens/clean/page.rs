//! Before anything is written: what goes, what will be lost, and which files come.

use super::Scene;
use super::head::said;
use super::keys::Pane;
use crate::surface::{Paint, Role, counted, grouped_digits};
use ratatui::layout::Rect;
use simscope_core::analysis::{Clean, Promise};
use simscope_core::decide::clean::Alarm;
use simscope_core::display::percent_text as percent;
use simscope_core::{prose, visible};

/// Draws the page.
pub(super) fn page(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("What will be lost", "将会失去的内容"));
    let Some(inner) = paint.panel_of(area, Pane::Pair, 2, title, "") else { return };
    let Some(clean) = scene.clean_lately() else { return };
    let width = inner.width.saturating_sub(2);
    let mut y = inner.y;
    for (text, role) in lines(scene, paint, clean, width.into()) {
        y += u16::from(text.is_empty());
        for line in prose::wrapped(&text, width.into()) {
            if y >= inner.bottom() {
                paint.right(inner.x, inner.bottom() - 1, inner.width - 1, " …", Role::Dim);
                return;
            }
            paint.say(inner.x + 1, y, width, &line, role);
            y += 1;
        }
    }
}

/// What goes if nothing is promised.
fn nothing(paint: &Paint<'_>, gone: usize) -> String {
    let (n, texts) = (grouped_digits(gone), counted(gone, "identical text goes", "identical texts go"));
    paint.pick(both!("Nothing is promised: only {texts}.", "尚无任何保证：只去除逐字相同的 {n} 篇。"))
}

/// What stops, what is lost most, and then the notes: these may have no room.
fn lines(scene: Scene<'_>, paint: &Paint<'_>, clean: &Clean, width: usize) -> Vec<(String, Role)> {
    let (alarms, notes): (Vec<&Alarm>, Vec<&Alarm>) =
        clean.reviewed.alarms.iter().partition(|alarm| alarm.stops());
    // The status line has the prompt for the file name.
    let news = scene.message.iter().map(|(_, message)| (message.clone(), Role::Accent));
    let promise = scene.promised().map(|(promise, _)| promise);
    let promised = promise.into_iter().flat_map(|promise| match promise.holds() {
        true => Vec::from(promise.say(clean.gone())),
        false => vec![promise.progress(), nothing(paint, clean.gone())],
    });
    let promised =
        promised.chain(promise.and_then(Promise::repeated)).chain(promise.and_then(Promise::agreement));
    let mut lines: Vec<(String, Role)> = promised
        .map(|line| (line, Role::Title))
        .chain(news)
        .chain(alarms.into_iter().map(|alarm| said(paint.lang, alarm)))
        .collect();
    let lost = |(document, _)| (document, clean.reviewed.lost[document as usize]);
    let mut worst: Vec<(u32, f64)> = clean.cleaned.gone().map(lost).filter(|(_, lost)| *lost > 0.0).collect();
    worst.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    if !lines.is_empty() {
        lines.push((String::new(), Role::Text));
    }
    let are_equal = clean.cleaned.gone().all(|(_, cover)| cover.kind.is_equal());
    let (what, role) = match (worst.is_empty(), are_equal) {
        (true, true) => (
            (
                "nothing is lost: all that goes is in the text that stays for it",
                "没有内容丢失：都在所保留的文本中",
            ),
            Role::Within,
        ),
        (true, false) => (
            ("nothing counts as lost: what differs does not matter", "没有算作丢失的内容：差异均属无妨"),
            Role::Within,
        ),
        (false, _) => (("of these most would be lost:", "丢失最多的："), Role::Title),
    };
    lines.push((paint.pick(what).to_owned(), role));
    for &(document, lost) in worst.iter().take(5) {
        let shown = scene.document(document);
        let (id, text) = (visible::fit(shown.id, (width / 3).min(20)), visible::line(shown.text));
        let line = format!("{:>5}  {id}  {text}", percent(lost));
        lines.push((visible::fit(&line, width).into_owned(), Role::Text));
    }
    lines.push((String::new(), Role::Text));
    lines.extend(notes.into_iter().map(|note| said(paint.lang, note)));
    lines
}
