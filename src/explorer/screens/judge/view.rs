//! The pair with what differs, and what the judgements say of every k.

mod table;

use super::keys::{Act, Pane};
use super::state::name;
use crate::action::Action;
use crate::shared::deciding::Kept;
use crate::surface::{Paint, Role, Target, grouped_digits};
use crate::widgets::marked::{Over, Side};
use crate::widgets::table::split;
use ratatui::layout::Rect;
use simscope_core::evidence::Selection;
use simscope_core::judgements::Verdict;
use simscope_core::visible;

type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// From that width on the texts stand side by side.
const WIDE: u16 = 76;
/// Lines of the table with its frame, and the least lines of the texts beside it.
const TABLE: u16 = 9;
const TEXTS: u16 = 11;

/// Where both texts stand in their pane.
pub(super) struct Layout {
    sides: [Rect; 2],
}

impl Layout {
    /// Side by side, or one above the other.
    pub(super) fn of(area: Rect) -> Self {
        let sides = if area.width >= WIDE {
            let half = area.width / 2;
            [Rect { width: half, ..area }, Rect { x: area.x + half, width: area.width - half, ..area }]
        } else {
            let half = area.height / 2;
            [Rect { height: half, ..area }, Rect { y: area.y + half, height: area.height - half, ..area }]
        };
        Self { sides }
    }

    /// Columns of each text, without the sign at the left.
    pub(super) fn columns(&self) -> usize {
        usize::from(self.sides[0].width.saturating_sub(3))
    }

    /// Rows of each text.
    pub(super) fn rows(&self) -> usize {
        usize::from(self.sides[0].height.saturating_sub(2))
    }
}

/// Draws the screen.
pub(super) fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    head(scene, paint, Rect { height: 1, ..area });
    let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    if area.height >= TABLE + TEXTS {
        let [high, low] = split(area, area.height - TABLE.max(area.height / 4));
        texts(scene, paint, high);
        table::table(scene, paint, low);
    } else if scene.own.focus == Pane::Table {
        table::table(scene, paint, area);
    } else {
        texts(scene, paint, area);
    }
}

/// Which pair this is, how it came here, and what was said of it.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let mut pieces: Vec<(String, Role)> =
        not_kept(scene).map(|what| (what, Role::Warn)).into_iter().collect();
    if let Some((pair, selection)) = scene.own.current {
        pieces.extend(of_pair(scene, paint, pair, selection));
    }
    let pieces: Vec<(&str, Role)> = pieces.iter().map(|(text, role)| (text.as_str(), *role)).collect();
    paint.pieces(line.x + 1, line.y, line.width.saturating_sub(2), &pieces);
}

fn of_pair(
    scene: Scene<'_>,
    paint: &Paint<'_>,
    pair: (u32, u32),
    selection: Selection,
) -> Vec<(String, Role)> {
    let mut pieces = Vec::new();
    if !scene.own.note.is_empty() {
        // First, so that it is not cut off.
        let note = visible::line(&scene.own.note);
        let note = visible::fit(&note, 32);
        pieces.push((
            paint.pick((
                format!("note: {note} (kept with the judgement) · "),
                format!("备注：{note}（随判定保存）· "),
            )),
            Role::Mark,
        ));
    }
    if let Some(d) = scene.distance(pair) {
        pieces.push(match d <= scene.k {
            true => (format!("d = {d} ≤ k = {}", scene.k), Role::Within),
            false => (format!("d = {d} > k = {}", scene.k), Role::Warn),
        });
        if let Some(of) = scene
            .model
            .spread
            .as_ref()
            .and_then(|spread| spread.pairs().counts().get(usize::from(d)).copied())
        {
            let judged = scene.estimate().map_or(0, |estimate| estimate.judged.answers(d).total());
            let [judged, of] = [judged, of].map(grouped_digits);
            pieces.push((
                paint.pick((
                    format!(" · {judged} of {of} judged there"),
                    format!(" · 该距离已判 {judged} / {of}"),
                )),
                Role::Text,
            ));
        }
    }
    pieces.push((
        paint
            .pick(match selection {
                Selection::Drawn => (" · drawn", " · 抽取"),
                Selection::Chosen => (" · chosen: counts for itself only", " · 自选：只计自身"),
            })
            .to_owned(),
        Role::Dim,
    ));
    if let Some(verdict) = scene.judging.known.get(pair).and_then(|known| known.verdict) {
        let said = paint.pick(name(verdict));
        pieces.push((
            paint.pick((format!(" · judged before: {said}"), format!(" · 此前判定：{said}"))),
            Role::Mark,
        ));
    }
    pieces
}

/// That judgements are not on disk, and what helps.
fn not_kept(scene: Scene<'_>) -> Option<String> {
    let (unsaved, again) = (scene.judging.unsaved(), scene.key(Action::Resume));
    Some(scene.lang.pick(match &scene.judging.kept {
        Kept::Nowhere => (
            "not kept: open with --judgements FILE  ".to_owned(),
            "不保存：请用 --judgements FILE 打开  ".to_owned(),
        ),
        Kept::Refused(_) => (
            format!("NOT SAVED: {unsaved}, {again} tries again  "),
            format!("未保存：{unsaved} 个，按 {again} 重试  "),
        ),
        Kept::Unread | Kept::Saving | Kept::Saved => return None,
    }))
}

fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let has_keys = scene.own.focus == Pane::Texts;
    let Some(((a, b), _)) = scene.own.current else {
        let inner = paint.panel(area, Pane::Texts, paint.pick(("Pair", "文档对")), "");
        return paint.hollow(inner, scene.own.why_no_pair(scene.shared));
    };
    let answers = scene.keys_for(&[
        (Act::Judge(Verdict::Yes).into(), ("yes", "是")),
        (Act::Judge(Verdict::No).into(), ("no", "否")),
        (Act::Judge(Verdict::Unsure).into(), ("unsure", "不确定")),
        (Act::Note.into(), ("note", "备注")),
    ]);
    let question = format!("{}{answers}", paint.pick(("near-duplicates?  ", "是近似重复吗？ ")));
    let keys = scene.keys_for(&[
        (Act::TakeBack.into(), ("takes back", "撤回")),
        (Act::Skip.into(), ("skips", "跳过")),
        (Action::Help, ("help", "帮助")),
    ]);
    let layout = Layout::of(area);
    paint.areas.push(area, Target::Pane(Pane::Texts.into()));
    let sides = [(Side::A, a, &question), (Side::B, b, &keys)];
    for ((side, document, foot), place) in sides.into_iter().zip(layout.sides) {
        let shown = scene.document(document);
        let letter = if side == Side::A { "A" } else { "B" };
        let title =
            format!("{letter}  {}", visible::fit(shown.id, usize::from(place.width.saturating_sub(9))));
        let inner = paint.frame(place, has_keys, &title, foot);
        if inner.is_empty() {
            continue;
        }
        let Some(marked) = scene.aligned(a, b) else {
            paint.hollow(inner, ("aligning the texts…", "正在对齐文本…"));
            continue;
        };
        let sheet = scene.own.sheet(scene.shared, marked, (a, b), &layout);
        sheet.draw(paint, inner, scene.own.top, (side, marked.spans(side)), Over::default());
    }
}

/// How far one has come, and where it is kept.
pub(super) fn standing(scene: Scene<'_>) -> String {
    let [yes, no, unsure] = scene.judging.known.counts();
    let (judged, k) = (yes + no, scene.k);
    let said = scene.lang.pick((
        format!("{judged} judged ({yes} yes, {no} no), {unsure} unsure"),
        format!("已判 {judged}（{yes} 是，{no} 否），{unsure} 不确定"),
    ));
    let row = scene.estimate().and_then(|estimate| estimate.curve.at(k));
    let precision = row.and_then(|row| row.precision).map_or(String::new(), |share| {
        scene.lang.pick((format!(" · precision at k = {k}: {share}"), format!(" · k = {k} 的精确率 {share}")))
    });
    let name = scene.judging.file_name().unwrap_or_default();
    let kept = match &scene.judging.kept {
        Kept::Saved if judged + unsure == 0 => {
            scene.lang.pick((format!(" · will be saved in {name}"), format!(" · 将存入 {name}")))
        }
        Kept::Saved => scene.lang.pick((format!(" · saved in {name}"), format!(" · 已存入 {name}"))),
        Kept::Saving => scene.lang.pick((format!(" · saving in {name}"), format!(" · 正在存入 {name}"))),
        Kept::Unread => scene.lang.pick((format!(" · reading {name}"), format!(" · 正在读取 {name}"))),
        Kept::Nowhere | Kept::Refused(_) => String::new(),
    };
    format!("{said}{precision}{kept}")
}
