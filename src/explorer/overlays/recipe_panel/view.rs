//! The panel as it is drawn: the list at the left, one recipe in full at the right.

use super::{Choice, RecipePanel, listed};
use crate::action::Pane;
use crate::shared::Tone;
use crate::shared::kept::Preview;
use simscope_core::recipe::Recipe;
use simscope_core::{simhash, visible};

use crate::overlays::{Over, open_box};
use crate::shared::parts::{Part, meaning, stepped, value, widths};
use crate::surface::{Paint, Phrase, Rect, Role, Target, counted, grouped_digits};
use crate::widgets::prose::wrapped;
use crate::widgets::table::{self, Lines, inset};

/// Draws the panel.
pub(in crate::overlays) fn view(scene: Over<'_>, panel: &RecipePanel, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(match panel.choice {
        Choice::Corpus => ("Recipe", "配方"),
        Choice::Beside => ("Recipe B, beside", "并列的第二配方 B"),
    });
    let foot: Phrase = match panel.part {
        None => (
            "type to filter · Enter uses it · Tab its parts · Esc closes",
            "输入以筛选 · Enter 使用 · Tab 改各部分 · Esc 关闭",
        ),
        Some(_) => (
            "up/down part · left/right change · u undo · Tab list · Enter closes",
            "上下选项 · 左右更改 · u 撤销 · Tab 列表 · Enter 关闭",
        ),
    };
    let warning = scene.message.as_ref().filter(|(tone, _)| *tone == Tone::Warning);
    let foot = if warning.is_some() { "" } else { paint.pick(foot) };
    let inner = open_box(paint, area, 116, 26.min(area.height.saturating_sub(2)), title, foot);
    if inner.width < 24 || inner.height < 4 {
        return;
    }
    if let Some((_, message)) = warning {
        // The box may lie over the line where messages stand.
        let room = inner.width.saturating_sub(2);
        paint.say(inner.x + 1, inner.bottom(), room, &format!(" {message} "), Role::Warn);
    }
    let list_width = if inner.width >= 76 { 27 } else { 19.min(inner.width / 3) };
    list(scene, panel, paint, Rect { width: list_width, ..inner });
    let line = paint.style(Role::Border);
    (inner.top()..inner.bottom()).for_each(|y| paint.put(inner.x + list_width, y, "│", line));
    let right = Rect { x: inner.x + list_width + 2, width: inner.width - list_width - 3, ..inner };
    match panel.shown(scene) {
        Some(recipe) => details(scene, panel, paint, right, recipe),
        None => paint.hollow(right, ("no recipe fits what is typed", "没有匹配的配方")),
    }
}

fn list(scene: Over<'_>, panel: &RecipePanel, paint: &mut Paint<'_>, area: Rect) {
    paint.say(area.x + 1, area.y, 1, "/", Role::Key);
    let field = Rect { x: area.x + 3, width: area.width.saturating_sub(4), height: 1, ..area };
    match panel.part {
        None => panel.line.view(paint, field, true),
        Some(_) => drop(paint.say(field.x, field.y, field.width, panel.typed(), Role::Dim)),
    }
    let (found, present) = (panel.found(scene), panel.present(scene));
    let (list, has_keys) = (panel.list, panel.part.is_none());
    let has_marks = area.width >= 26;
    let tail = if has_marks { 9 } else { 0 };
    let marked = has_keys.then_some(list.selected);
    let draw = |paint: &mut Paint<'_>, row: Rect, at: usize| {
        let (listed, y) = (&found[at], row.y);
        let is_present = listed.recipe.has_parts_of(&present);
        if is_present {
            paint.say(row.x + 2, y, 1, "✓", Role::Accent);
        }
        let role = if is_present { Role::Accent } else { Role::Text };
        paint.name(row.x + 4, y, row.width.saturating_sub(4 + tail), &listed.name, role);
        if has_marks {
            paint.right(row.right() - 9, y, 4, &listed.recipe.bits.to_string(), Role::Dim);
            let defects = listed.recipe.defects().len();
            if defects > 0 {
                paint.say(row.right() - 3, y, 3, &format!("!{defects}"), Role::Warn);
            }
        }
        if at == list.selected && !has_keys {
            paint.say(row.x, y, 1, "▸", Role::Dim);
        }
    };
    let lines = Lines { marked, ..Lines::of(list, found.len(), true) };
    table::rows(paint, inset(area, 0, 1), Pane::Overlay, lines, draw);
}

/// Columns in which every part stands with what it means.
const MEANINGS: u16 = 80;

/// A recipe in full: what it is, its parts, what it makes of the selected document, and its weak spots.
fn details(scene: Over<'_>, panel: &RecipePanel, paint: &mut Paint<'_>, area: Rect, recipe: Recipe) {
    let known = listed(scene).into_iter().find(|listed| listed.recipe.has_parts_of(&recipe));
    let (name, summary, program) = match known {
        Some(listed) => (listed.name, listed.summary, listed.program),
        None => (recipe.full(paint.lang), String::new(), String::new()),
    };
    let mut y = area.y;
    let used = paint.name(area.x, y, area.width, &name, Role::Title);
    let (bits, widths) = (recipe.bits, widths(&recipe, scene.lang));
    let about = match widths == bits.to_string() {
        true => paint.pick(both!("{bits} bits only", "仅 {bits} 位")),
        false => paint.pick(both!("{bits} bits; can be {widths}", "{bits} 位；可为 {widths}")),
    };
    paint.say(area.x + used + 2, y, area.width.saturating_sub(used + 2), &about, Role::Dim);
    y += 1;
    let is_narrow = area.width < MEANINGS;
    match panel.part.filter(|_| is_narrow) {
        // Where the rows have no room for what a part means, that of the selected one stands here.
        Some(part) => {
            paint.say(area.x, y, area.width, &meaning(&recipe, Part::ALL[part], scene.lang), Role::Text);
        }
        None => drop(paint.say(area.x, y, area.width, &summary, Role::Text)),
    }
    y += 1;
    let program = match program.is_empty() {
        true => paint.pick(("reproduces no other program", "不复现其他程序")).to_owned(),
        false => format!("{} {program}", paint.pick(("reproduces", "复现"))),
    };
    paint.say(area.x, y, area.width, &program, Role::Dim);
    y += 1;
    let is_roomy = area.height >= 18;
    y += u16::from(is_roomy);
    let rows = Rect { y, height: (Part::ALL.len() as u16).min(area.bottom().saturating_sub(y)), ..area };
    paint.areas.push(rows, Target::Rows { pane: Pane::Parts, first: 0, rows: Part::ALL.len() });
    for i in 0..Part::ALL.len().min(rows.height.into()) {
        part(scene, panel, paint, Rect { y: rows.y + i as u16, height: 1, ..rows }, &recipe, i);
    }
    y = rows.bottom() + u16::from(is_roomy);
    if y < area.bottom() {
        signature(scene, paint, Rect { y, height: 1, ..area }, &recipe);
    }
    y += 1 + u16::from(is_roomy);
    if y < area.bottom() {
        defects(paint, Rect { y, height: area.bottom() - y, ..area }, &recipe);
    }
}

fn part(scene: Over<'_>, panel: &RecipePanel, paint: &mut Paint<'_>, row: Rect, recipe: &Recipe, i: usize) {
    let part = Part::ALL[i];
    let (name_width, value_width) = (15, 19.min(row.width.saturating_sub(19)));
    paint.say(row.x + 2, row.y, name_width - 2, paint.pick(part.name()), Role::Dim);
    let value_x = row.x + name_width + 2;
    paint.say(value_x, row.y, value_width, &value(recipe, part), Role::Accent);
    let meaning_x = value_x + value_width + 2;
    if row.width >= MEANINGS {
        let text = meaning(recipe, part, scene.lang);
        paint.say(meaning_x, row.y, row.right().saturating_sub(meaning_x), &text, Role::Text);
    }
    if panel.part == Some(i) {
        paint.select(row);
    }
    if panel.part.is_some() {
        for (x, arrow, by) in [(value_x - 2, "◂", -1), (value_x + value_width, "▸", 1)] {
            if let Ok(other) = stepped(*recipe, part, by) {
                paint.say(x, row.y, 1, arrow, Role::Key);
                let place = Rect { x: x.saturating_sub(1), width: 3, ..row };
                paint.areas.push(place, Target::Act(panel.setting(other)));
            }
        }
    }
}

/// What the recipe would make of the selected document.
fn signature(scene: Over<'_>, paint: &mut Paint<'_>, line: Rect, recipe: &Recipe) {
    match scene.preview(recipe) {
        Preview::Known(signed) => {
            let hex = simhash::hex(signed.signature, recipe.bits);
            let label = if line.width >= 66 { paint.pick(("would give  ", "将得到  ")) } else { "" };
            let features = signed.features as usize;
            let features = paint.pick((
                format!("  {}", counted(features, "feature", "features")),
                format!("  {} 个特征", grouped_digits(features)),
            ));
            let pieces = [(label, Role::Dim), (hex.as_str(), Role::One), (features.as_str(), Role::Text)];
            let used = paint.pieces(line.x, line.y, line.width, &pieces);
            if let Some(document) = scene.selected_document().filter(|_| line.width >= 66) {
                let id = scene.document(document).id;
                let room = line.width.saturating_sub(used + 2);
                paint.name(line.x + used + 2, line.y, room, id, Role::Dim);
            }
        }
        Preview::Awaited => {
            let phrase = paint.pick(("signing the selected document…", "正在计算所选文档的签名…"));
            paint.say(line.x, line.y, line.width, phrase, Role::Dim);
        }
        Preview::Refused(why) => drop(paint.say(line.x, line.y, line.width, paint.pick(why), Role::Dim)),
    }
}

/// Random pairs to one that is within 1, below which a signature is too short for more than a lesson: of 1,500 documents one
/// pair is so by chance.
const PAIRS: f64 = 1_000_000.0;

/// That the signature is too short, if it is.
fn few_bits(paint: &Paint<'_>, recipe: &Recipe) -> Option<String> {
    let bits = recipe.bits;
    let pairs = 2_f64.powi(bits.get().into()) / f64::from(bits.get() + 1);
    (pairs < PAIRS).then(|| {
        let one_in = grouped_digits(pairs.round() as u64);
        paint.pick(both!(
            "{bits} bits: for a lesson only; 1 random pair in {one_in} has distance 0 or 1",
            "{bits} 位只适合上课：随机的文档对，平均每 {one_in} 对就有一对距离不超过 1"
        ))
    })
}

fn defects(paint: &mut Paint<'_>, mut area: Rect, recipe: &Recipe) {
    let whole = area;
    if let Some(few) = few_bits(paint, recipe) {
        paint.say(area.x, area.y, 1, "!", Role::Warn);
        for text in wrapped(&few, usize::from(area.width.saturating_sub(2))) {
            if area.height > 0 {
                paint.say(area.x + 2, area.y, area.width.saturating_sub(2), &text, Role::Warn);
                area = inset(area, 0, 1);
            }
        }
    }
    let defects = recipe.defects();
    if area.height == 0 {
        return;
    }
    if defects.is_empty() {
        let phrase = paint.pick(match area == whole {
            true => ("no weak spot but short texts", "除短文本外没有已知的弱点"),
            false => ("no other weak spot but short texts", "除短文本外没有其他已知的弱点"),
        });
        paint.say(area.x, area.y, area.width, phrase, Role::Dim);
        return;
    }
    let width = usize::from(area.width.saturating_sub(2));
    let mut lines: Vec<(bool, String)> = Vec::new();
    for defect in defects {
        let text = paint.pick(defect.text());
        lines.extend(wrapped(&text, width).enumerate().map(|(i, line)| (i == 0, line)));
    }
    let room = usize::from(area.height);
    let hidden = lines.iter().skip(room).filter(|(is_first, _)| *is_first).count();
    for (y, (is_first, text)) in lines.iter().take(room).enumerate() {
        let y = area.y + y as u16;
        if *is_first {
            paint.say(area.x, y, 1, "!", Role::Warn);
        }
        paint.say(area.x + 2, y, area.width.saturating_sub(2), text, Role::Warn);
    }
    if lines.len() > room {
        let more = if hidden > 0 { format!(" +{hidden} ") } else { " …".to_owned() };
        let width = visible::width(&more) as u16;
        paint.say(area.right().saturating_sub(width), area.bottom() - 1, width, &more, Role::Warn);
    }
}
