//! Which k, and why: the advice for pairs and for groups side by side, and the reasons below.

use super::Scene;
use crate::action::Action;
use crate::screens::threshold::keys::{Act, Pane};
use crate::surface::{Paint, Role, counted, grouped_digits};
use crate::widgets::prose;
use crate::widgets::table::inset;
use ratatui::layout::Rect;
use simscope_core::display::percent_text;
use simscope_core::evidence::{Advice, Predicted, Purpose, Share, Verdict};
use simscope_core::visible;

pub(super) fn advice(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let tau = scene.tau();
    let title = paint.pick((
        format!("Advice: which k, if a pair is confirmed from τ = {tau:.2} on"),
        format!("建议：τ = {tau:.2} 起算确认时，应取哪个 k"),
    ));
    let foot = scene.keys_for(&[
        (Act::StepTau(-1).into(), ("less τ", "减 τ")),
        (Act::StepTau(1).into(), ("more τ", "增 τ")),
        (Act::GoAdvised.into(), ("goes to the advised k", "到建议的 k")),
        (Action::Export, ("writes it", "导出")),
    ]);
    let foot = match last_line_in(scene, area).saturating_sub(scene.own.advice_line) {
        0 => foot,
        below => paint.pick((
            format!("▾ {} below · {foot}", counted(below, "line", "lines")),
            format!("▾ 下面还有 {below} 行 · {foot}"),
        )),
    };
    let inner = paint.panel(area, Pane::Advice, &title, &foot);
    let Some(judged) = scene.own.judged_lately(scene.shared) else {
        return paint.hollow(inner, scene.own.why_no_evidence(scene.shared));
    };
    let body = inset(inner, 1, 0);
    let lines = lines(scene, &judged.advices, body.width);
    for (line, y) in lines.iter().skip(scene.own.advice_line).zip(body.top()..body.bottom()) {
        let pieces: Vec<(&str, Role)> = line.iter().map(|(text, role)| (text.as_str(), *role)).collect();
        paint.pieces(body.x, y, body.width, &pieces);
    }
}

/// The last line that may be the first in view.
pub fn last_line(scene: Scene<'_>) -> usize {
    scene.area_of(Pane::Advice).map_or(0, |area| last_line_in(scene, area))
}

fn last_line_in(scene: Scene<'_>, area: Rect) -> usize {
    let all = scene.own.judged_lately(scene.shared);
    let all = all.map_or(0, |judged| lines(scene, &judged.advices, area.width.saturating_sub(3)).len());
    all.saturating_sub(usize::from(area.height.saturating_sub(2)))
}

/// Lines of the pane in which all is seen, in steps, so that a little more or less moves nothing.
pub(super) fn height(scene: Scene<'_>, width: u16) -> u16 {
    let judged = scene.own.judged_lately(scene.shared);
    let lines = judged.map_or(0, |judged| lines(scene, &judged.advices, width.saturating_sub(3)).len());
    (lines as u16 + 2).next_multiple_of(4).max(LEAST)
}

/// Lines of the pane, whatever stands in it.
const LEAST: u16 = 20;

type Line = Vec<(String, Role)>;

fn lines(scene: Scene<'_>, advices: &[Advice; 2], width: u16) -> Vec<Line> {
    let head = if width < 60 { 9 } else { 10 };
    let cell = (usize::from(width).saturating_sub(head) / 2).min(48);
    let row = |name: (&'static str, &'static str), of: fn(Scene<'_>, &Advice) -> (String, Role)| {
        let mut line = vec![(padded(scene.lang.pick(name), head), Role::Dim)];
        line.extend(advices.iter().map(|advice| {
            let (text, role) = of(scene, advice);
            (padded(&text, cell), role)
        }));
        line
    };
    let mut lines = vec![
        row(("", ""), |scene, advice| (purpose(scene, advice).to_owned(), Role::Title)),
        row(("k", "k"), k),
        row(("verdict", "结论"), verdict),
        row(("confirmed", "确认"), |scene, advice| of(advice, &|at| share(scene, at.precision))),
        row(("found", "找到"), |scene, advice| of(advice, &|at| share(scene, at.recall))),
        row(("others", "其余"), |scene, advice| of(advice, &|at| wrong(scene, at))),
        row(("at k", "当前 k"), here),
        Vec::new(),
    ];
    let columns = usize::from(width);
    if columns < SIDE_BY_SIDE {
        lines.extend(reasons(scene, &advices[0], columns));
        lines.push(Vec::new());
        lines.extend(reasons(scene, &advices[1], columns));
        return lines;
    }
    let half = (columns - 3) / 2;
    let [left, right] = [&advices[0], &advices[1]].map(|advice| reasons(scene, advice, half));
    for at in 0..left.len().max(right.len()) {
        let mut line = left.get(at).cloned().unwrap_or_default();
        let used: usize = line.iter().map(|(text, _)| visible::width(text)).sum();
        line.push((" ".repeat((half + 3).saturating_sub(used)), Role::Dim));
        line.extend(right.get(at).cloned().unwrap_or_default());
        lines.push(line);
    }
    lines
}

fn purpose(scene: Scene<'_>, advice: &Advice) -> &'static str {
    scene.lang.pick(match advice.purpose {
        Purpose::Pairs => ("for pairs", "按文档对"),
        Purpose::Groups => ("for groups", "按分组"),
    })
}

/// What is said of the advised k, if there is one.
fn of(advice: &Advice, text: &dyn Fn(&Predicted) -> String) -> (String, Role) {
    (advice.at.as_ref().map_or("–".to_owned(), text), Role::Text)
}

fn k(_: Scene<'_>, advice: &Advice) -> (String, Role) {
    let range = match advice.range {
        Some((low, high)) if low < high => format!("   ({low}–{high})"),
        _ => String::new(),
    };
    let (text, _) = of(advice, &|at| format!("{}{range}", at.k));
    (text, Role::Within)
}

fn verdict(scene: Scene<'_>, advice: &Advice) -> (String, Role) {
    let role = match advice.verdict {
        Verdict::Yes => Role::Within,
        Verdict::Weak | Verdict::Depends => Role::Warn,
        Verdict::No | Verdict::None | Verdict::Unknown => Role::Beyond,
    };
    (advice.verdict_text(scene.lang).to_owned(), role)
}

/// A share with its interval, where that is more than a point.
fn share(scene: Scene<'_>, share: Option<Share>) -> String {
    match share {
        Some(share) if share.has_interval() => {
            format!("{}   ({:.0}–{:.0})", percent_text(share.share), share.low * 100.0, share.high * 100.0)
        }
        Some(share) => percent_text(share.share),
        None => scene.lang.pick(("not measured", "未测出")).to_owned(),
    }
}

fn wrong(scene: Scene<'_>, at: &Predicted) -> String {
    let wrong = grouped_digits((at.pairs as f64 - at.right).max(0.0).round() as u64);
    let pairs = grouped_digits(at.pairs);
    scene.lang.pick((format!("{wrong} of {pairs} pairs"), format!("{pairs} 对中 {wrong} 对")))
}

/// What the k of the slider would do.
fn here(scene: Scene<'_>, advice: &Advice) -> (String, Role) {
    let said = scene.own.predicted(scene.shared, advice.purpose, scene.k).and_then(|at| {
        let right = percent_text(at.precision?.share);
        let found = at.recall.map_or(String::new(), |recall| {
            let found = percent_text(recall.share);
            scene.lang.pick((format!(", finds {found}"), format!("，找到 {found}")))
        });
        let k = scene.k;
        Some(scene.lang.pick((format!("{k}: {right} confirmed{found}"), format!("{k}：{right} 确认{found}"))))
    });
    (said.unwrap_or_else(|| format!("{}: –", scene.k)), Role::Text)
}

/// The fewest columns in which the reasons for pairs and for groups stand side by side.
const SIDE_BY_SIDE: usize = 90;

/// A heading and the reasons, in lines of at most `columns`.
fn reasons(scene: Scene<'_>, advice: &Advice, columns: usize) -> Vec<Line> {
    let mut lines = vec![vec![(purpose(scene, advice).to_owned(), Role::Title)]];
    for reason in &advice.reasons {
        let text = prose::unbroken(&reason.text(scene.lang));
        for (at, line) in prose::lines(&text, columns.saturating_sub(2).max(10)).enumerate() {
            let start = if at == 0 { "· " } else { "  " };
            let line: String = line.iter().map(|&(_, c)| if c == '\u{a0}' { ' ' } else { c }).collect();
            lines.push(vec![(start.to_owned(), Role::Dim), (line, Role::Text)]);
        }
    }
    lines
}

/// A text in exactly `columns`, cut where it is longer, with a gap behind.
fn padded(text: &str, columns: usize) -> String {
    let text = visible::fit(text, columns.saturating_sub(1));
    format!("{text}{}", " ".repeat(columns.saturating_sub(visible::width(&text))))
}
