//! The two texts side by side: aligned while they are read, each in its editor while one is typed into.

use super::Scene;
use super::keys::{Act, Pane};
use super::list::{influence, lengths, measures};
use super::moves::columns;
use super::state::State;
use crate::action::{Action, Screen};
use crate::room::{Foot, PaneOf};
use crate::shared::{Shared, Stage};
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase, Rect, Role, Target, counted, grouped_digits};
use crate::widgets::marked::{self, Over, Side, Spans};
use crate::widgets::{hits, prose, table};
use simscope_core::visible;
use std::ops::Range;

/// One of the two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    A,
    B,
}

impl Text {
    fn pane(self) -> Pane {
        if self == Text::A { Pane::TextA } else { Pane::TextB }
    }
}

impl PaneOf<State> for Text {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "A and B side by side. What differs is marked; what is equal is folded (‹pair.toggle-fold› unfolds).",
                "A 与 B 并排。不同之处已标出；相同部分折叠（‹pair.toggle-fold› 展开）。",
            ),
            (
                "‹pair.type› edits B, or A where that has the keys; after every key the signature is computed again.",
                "‹pair.type› 编辑 B（选中 A 时编辑 A）；每按一键都立即重新计算签名。",
            ),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let (name, of) = if *self == Text::A { ("A", Side::A) } else { ("B", Side::B) };
        let pane = self.pane();
        let about = about(scene, paint, pane);
        // What is said about the text gives way before its name.
        let room = usize::from(area.width.saturating_sub(6));
        let origin = scene.own.origin_name(scene.shared, pane);
        let title = format!("{name}  {}", visible::fit(&origin, room.saturating_sub(3)));
        let inner = paint.section(area, pane, &title);
        let left = room.saturating_sub(visible::width(&title) + 3);
        let about = paint.whole_parts(&about, left);
        if !about.is_empty() && visible::width(about) <= left {
            paint.right(area.x, area.y, area.width - 1, &format!(" {about} "), Role::Dim);
        }
        if inner.is_empty() {
            return;
        }
        if scene.own.are_in_editors() {
            // The column of the signs beside what differs stays free.
            let inner = table::inset(inner, 1, 0);
            paint.areas.push(inner, Target::Plane(pane.into()));
            return typed(scene, paint, inner, (pane, of));
        }
        read(scene, paint, inner, (pane, of));
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        let [a, b] = [own.a.document(), own.b.document()];
        match action {
            Action::Open if *self == Text::A => own.open_document(shared, a, b),
            Action::Open => own.open_document(shared, b, a),
            Action::Move(towards) if own.step_bit(shared, towards) => {}
            Action::Move(towards) => {
                let page = shared.lines_of(self.pane()).max(3) as isize - 2;
                own.scroll_texts(shared, towards.lines(page));
            }
            Action::Scroll(_, by) => own.scroll_texts(shared, by.into()),
            Action::Point(_, pointer) => own.point_at_text(self.pane(), pointer),
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        let [a, b] = scene.own.texts();
        let (text, name) = match self {
            Text::A => (a, ("text A", "A 的文本")),
            Text::B => (b, ("text B", "B 的文本")),
        };
        if text.is_empty() {
            return Err(("this text is empty: nothing to copy", "该文本为空：没有可复制的内容"));
        }
        if scene.lacks_texts() {
            scene.with_text(0)?;
        }
        Ok((text.to_owned(), name))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        scene.own.why_texts(scene.shared)
    }

    fn foot(&self, scene: Scene<'_>, foot: &mut Foot) {
        let side = if *self == Text::A { &scene.own.a } else { &scene.own.b };
        foot.hints.push((Action::Open, scene.own.opens_document(side.document())));
    }
}

impl State {
    /// To the anatomy of a document of the pair. A text that is none is edited.
    pub(super) fn open_document(&mut self, shared: &mut Shared, document: Option<u32>, other: Option<u32>) {
        let Some(document) = document else { return self.type_text(shared) };
        shared.go(Screen::Anatomy);
        shared.point_to(document, other);
    }

    /// What that does, in a word.
    pub(super) fn opens_document(&self, document: Option<u32>) -> Phrase {
        if document.is_some() { ("anatomy", "解剖") } else { SILENT }
    }

    /// Why the two texts are as far apart as they are.
    pub(super) fn why_texts(&self, shared: &Shared) -> Result<String, Phrase> {
        match (self.documents(), self.compared().filter(|_| !shared.lacks_texts())) {
            (Some((a, b)), compared) => {
                let scene = Scene { own: self, shared };
                let usual = compared.map(|compared| measures::why(scene, compared));
                let edits = lengths::sentences(scene, false);
                Ok([Some(shared.why_pair(a, b)), usual, edits]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" "))
            }
            (None, Some(compared)) => Ok(shared.why_edited(compared.traces(), &compared.difference)),
            (None, None) => Err(("the texts are still being compared", "文本仍在比较中")),
        }
    }
}

/// Columns from which on both texts stand side by side.
const WIDE: u16 = 56;

/// The lines that both texts take, with that above them.
pub(super) fn height(scene: Scene<'_>, width: u16) -> u16 {
    let columns = columns(if width < WIDE { width } else { width / 2 });
    let lines = |text| prose::lines(text, columns).take(200).count();
    scene.own.texts().map(lines).into_iter().max().unwrap_or(0) as u16 + 2
}

/// Draws both, or where there is no room for both that which has the keys.
pub(super) fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let half = (area.width - 1) / 2;
    let (left, middle) = (Rect { width: half, ..area }, area.x + half);
    let right = Rect { x: middle + 1, width: area.width - half - 1, ..area };
    match (area.width < WIDE, scene.own.focus) {
        (true, Pane::TextA) => return Text::A.view(scene, paint, area),
        (true, _) => return Text::B.view(scene, paint, area),
        _ => {}
    }
    Text::A.view(scene, paint, left);
    Text::B.view(scene, paint, right);
    let style = paint.style(Role::Border);
    paint.put(middle, area.y, "┬", style);
    (area.y + 1..area.bottom()).for_each(|y| paint.put(middle, y, "│", style));
}

/// The text in its editor.
fn typed(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, (pane, of): (Pane, Side)) {
    let Some(side) = scene.own.side(pane) else { return };
    let has_cursor = scene.own.typed_into(scene.shared) == Some(pane);
    if pane == Pane::TextA && influence::is_shown(scene) {
        return side.editor.view_marked(paint, area, has_cursor, &influence::marks(scene, paint));
    }
    let spans = scene.own.marked().map_or_else(Default::default, |marked| marked.spans(of, scene.tau()));
    let ([style, _], spans) = (spans.styles(paint, of), spans.places);
    let is_marked = |place: &Range<usize>| {
        let next = spans.partition_point(|span| span.end <= place.start);
        spans.get(next).is_some_and(|span| span.start < place.end)
    };
    side.editor.view_marked(paint, area, has_cursor, &|place| is_marked(place).then_some(style));
}

/// The text beside the other one.
fn read(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, (pane, of): (Pane, Side)) {
    let texts = scene.own.texts();
    let text = texts[of as usize];
    if scene.lacks_texts() {
        hits::running(paint, area, text, Role::Dim);
        return;
    }
    if text.is_empty() {
        let is_document = scene.own.side(pane).is_some_and(|side| side.document().is_some());
        let why = match (is_document, scene.selected_document()) {
            (true, _) => ("this document is empty", "该文档为空"),
            (false, None) if scene.model.corpus.is_empty() && scene.model.stage == Stage::Reading => {
                scene.no_document()
            }
            (false, _) => ("‹pair.type› types or pastes a text", "按 ‹pair.type› 输入或粘贴文本"),
        };
        return paint.hollow(area, why);
    }
    if let Some(place) = scene.own.passage_in(scene.shared, of) {
        return passage(scene, paint, area, (text, place));
    }
    let Some(marked) = scene.own.marked() else {
        let why = match scene.own.marked.is_ended() {
            true => ("cancelled: ‹resume› aligns the texts", "已取消：按 ‹resume› 对齐文本"),
            false => ("aligning the texts…", "正在对齐文本…"),
        };
        return paint.hollow(area, why);
    };
    let sheet = marked.sheet(texts, columns(area.width), area.height.into(), scene.own.is_unfolded);
    let hits = hits::in_long(text, scene.own.shown.filter.filter());
    let current = scene.own.difference.and_then(|at| marked.differences.get(at));
    sheet.draw(
        paint,
        area,
        scene.own.top,
        (of, marked.spans(of, scene.tau())),
        Over { current, hits: &hits },
    );
}

/// The text from its passage on, with what is equal marked and the rest dimmed.
fn passage(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, (text, place): (&str, &[Range<usize>])) {
    let columns = columns(area.width);
    let start = place.first().map_or(0, |first| first.start);
    // A line or two before it, from the start of a word on.
    let before = if area.height < 8 { columns / 2 } else { 2 * columns };
    let from = (start.saturating_sub(before)..=start).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let word = if from == 0 { None } else { text[from..start].find(char::is_whitespace) };
    let from = from + word.unwrap_or(0);
    let places: Vec<Range<usize>> = place.iter().map(|one| one.start - from..one.end - from).collect();
    let spans = Spans { places: &places, are_shared: true };
    let lines = prose::lines(&text[from..], columns).skip(scene.own.passage_scroll);
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        marked::line(paint, (area.x + 1, y), columns as u16, &line, Side::A, spans);
    }
}

/// What is said of a text beside its name: of A its size, of B what can be done, of equal ones that they are.
fn about(scene: Scene<'_>, paint: &Paint<'_>, pane: Pane) -> String {
    if scene.own.typed_into(scene.shared) == Some(pane) {
        return paint.pick(("typing", "输入中")).to_owned();
    }
    let marked = scene.own.marked();
    if let Some(alike) = marked.and_then(|marked| marked.alike).filter(|_| pane == Pane::TextB) {
        return alike.say(scene.lang).to_owned();
    }
    if pane == Pane::TextB {
        let keys = scene.keys_for(&[
            (Act::Type.into(), ("edits", "编辑")),
            (Act::ToggleFold.into(), ("fold", "折叠")),
            (Act::Swap.into(), ("swap", "互换")),
            (Action::GoNearest, ("nearest", "最近邻")),
        ]);
        let is_rough = marked.is_some_and(|marked| marked.is_rough);
        let rough = if is_rough {
            paint.pick(("long: compared in part", "过长：只对比了一部分"))
        } else {
            ""
        };
        let note = marked.map_or("", |marked| marked.spans(Side::B, scene.tau()).note(paint.lang));
        return [rough, note, &keys]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" · ");
    }
    let Some(compared) = scene.own.compared().filter(|_| scene.own.is_current(scene.shared)) else {
        return String::new();
    };
    let features = compared.a.trace.features.len();
    match features {
        0 => paint.pick(("no features: the tie rule's bits", "没有特征：每一位都由平票规则决定")).to_owned(),
        _ => paint.pick((
            format!(
                "{} · {}",
                counted(features, "feature", "features"),
                counted(compared.chars[0], "char", "chars")
            ),
            format!("{} 个特征 · {} 字符", grouped_digits(features), grouped_digits(compared.chars[0])),
        )),
    }
}
