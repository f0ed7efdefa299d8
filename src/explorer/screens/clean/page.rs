//! Before anything is written: what goes, what will be lost, and which files come.

use super::Scene;
use super::head::said;
use super::keys::Pane;
use crate::surface::{Paint, Role, grouped_digits};
use ratatui::layout::Rect;
use simscope_core::analysis::Clean;
use simscope_core::decide::clean::{Alarm, Cover};
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

/// What stops, what is lost most, and then the notes: these may have no room.
fn lines(scene: Scene<'_>, paint: &Paint<'_>, clean: &Clean, width: usize) -> Vec<(String, Role)> {
    let (alarms, notes): (Vec<&Alarm>, Vec<&Alarm>) =
        clean.reviewed.alarms.iter().partition(|alarm| alarm.stops());
    let mut lines: Vec<(String, Role)> = alarms.into_iter().map(|alarm| said(paint, alarm)).collect();
    let matters = |cover: &Cover| cover.kinds.iter().any(|kind| kind.matters());
    let by_word = clean.cleaned.gone().filter(|(_, cover)| matters(cover)).count();
    if by_word > 0 {
        let (texts, gone) = (grouped_digits(by_word), grouped_digits(clean.gone()));
        let said = both!(
            "{texts} of {gone} go because you said that a difference does not matter, or that they may",
            "去除的 {gone} 篇中有 {texts} 篇是因为你指明差异无妨，或判定可以去除"
        );
        lines.push((paint.pick(said), Role::Text));
    }
    let lost = |(document, _)| (document, clean.reviewed.lost[document as usize]);
    let mut worst: Vec<(u32, f64)> = clean.cleaned.gone().map(lost).filter(|(_, lost)| *lost > 0.0).collect();
    worst.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    if !lines.is_empty() {
        lines.push((String::new(), Role::Text));
    }
    let (what, role) = match worst.is_empty() {
        true => (
            (
                "nothing is lost: all that goes is in the text that stays for it",
                "没有内容丢失：都在所保留的文本中",
            ),
            Role::Within,
        ),
        false => (("of these most would be lost:", "丢失最多的："), Role::Title),
    };
    lines.push((paint.pick(what).to_owned(), role));
    for &(document, lost) in worst.iter().take(5) {
        let shown = scene.document(document);
        let (id, text) = (visible::fit(shown.id, (width / 3).min(20)), visible::line(shown.text));
        let line = format!("{:>5}  {id}  {text}", percent(lost));
        lines.push((visible::fit(&line, width).into_owned(), Role::Text));
    }
    lines.push((String::new(), Role::Text));
    lines.extend(notes.into_iter().map(|note| said(paint, note)));
    lines
}
