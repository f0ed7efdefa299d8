//! The documents of the corpus that are nearest to B, while it is typed.

use super::several::beginning;
use super::{Copied, Listed};
use crate::jobs::Work;
use crate::screens::pair::keys::Pane;
use crate::screens::pair::state::{Origin, State};
use crate::screens::pair::work::{Compared, NearKey};
use crate::screens::pair::{Scene, at_most};
use crate::shared::Shared;
use crate::shared::why::bits;
use crate::surface::{Paint, Phrase, Rect, Role, counted};
use simscope_core::search::{Hit, nearest};

/// The documents nearest to B.
const NEAR: &Work = &Work::new("NearText", ("finding the nearest documents", "查找最近的文档"));

/// As many as are looked at.
const MOST: usize = 100;

/// Columns of the mark of the selected row, and of the distance.
const MARK: u16 = 4;

pub(super) struct Nearest;

impl Listed for Nearest {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.near(scene.shared).len()
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        scene.shown_id(scene.own.near(scene.shared)[row].index)
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) -> u16 {
        let (id, x) = (id_width(line.width), line.x + 2);
        paint.right(x, line.y, 3, "d", Role::Title);
        paint.say(x + 4, line.y, 4, &format!("{}{}", at_most(scene.theme), scene.k), Role::Title);
        paint.say(x + 8, line.y, id, paint.pick(("document", "文档")), Role::Title);
        let at = x + 9 + id;
        paint.say(at, line.y, line.right().saturating_sub(at), paint.pick(("text", "文本")), Role::Title);
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, at: usize) {
        let near = scene.own.near(scene.shared)[at];
        let (id, x) = (id_width(row.width), row.x + 2);
        let is_within = near.distance <= scene.k;
        let role = if is_within { Role::Within } else { Role::Text };
        paint.right(x, row.y, 3, &near.distance.to_string(), role);
        let verdict = if is_within { ("in", "内") } else { ("out", "外") };
        paint.say(x + 4, row.y, 4, paint.pick(verdict), role);
        let document = scene.document(near.index);
        paint.name(x + 8, row.y, id, document.id, role);
        let at = x + 9 + id;
        paint.say(at, row.y, row.right().saturating_sub(at), &beginning(document.text), Role::Dim);
    }

    fn is_stale(&self, scene: Scene<'_>) -> bool {
        !scene.own.near_is_current(scene.shared)
    }

    fn nothing(&self, scene: Scene<'_>) -> Phrase {
        match scene.own.compared() {
            Some(compared) if compared.b.features.is_empty() => ("B has no features", "B 没有特征"),
            _ if scene.model.is_hashed() => ("seeking…", "查找中…"),
            _ => ("waits for the signatures of the corpus", "等待语料的签名"),
        }
    }

    fn foot(&self, scene: Scene<'_>) -> String {
        scene.lang.pick(("d to B · Enter: A becomes it", "到 B 的 d · Enter：作为 A")).to_owned()
    }

    fn want(&self, own: &mut State, shared: &mut Shared) {
        own.want_near(shared);
    }

    fn open(&self, own: &mut State, shared: &mut Shared, row: usize) {
        own.put_in_a(shared, own.near(shared)[row].index);
    }

    fn opens(&self) -> Phrase {
        ("put into A", "放入 A")
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let near = scene.own.near(scene.shared)[row];
        let id = scene.document(near.index).id;
        Ok((format!("{id}\t{}", near.distance), ("the id and its distance to B", "编号与到 B 的距离")))
    }

    fn why(&self, scene: Scene<'_>, compared: &Compared, row: usize) -> Option<String> {
        Some(why(scene.shared, compared, scene.own.near(scene.shared)[row].index))
    }
}

impl State {
    fn near_key(&self, shared: &Shared) -> Option<NearKey> {
        let compared = self.compared().filter(|compared| !compared.b.features.is_empty())?;
        let model = &shared.model;
        let is_hashed = model.is_hashed()
            && shared.knows_recipe()
            && compared.key.hashed.recipe.has_parts_of(&model.recipe);
        let signature = compared.b.signature;
        is_hashed.then_some(NearKey { signature, except: self.b.document(), generation: model.generation() })
    }

    /// The documents nearest to B, for a moment to what B was before.
    pub fn near(&self, shared: &Shared) -> &[Hit] {
        let is_of_corpus = self.near.key().is_some_and(|key| key.generation == shared.model.generation());
        self.near.latest().filter(|_| is_of_corpus).map_or(&[], Vec::as_slice)
    }

    /// Whether they are of B as it is now.
    pub fn near_is_current(&self, shared: &Shared) -> bool {
        self.is_current(shared) && self.near_key(shared).is_some_and(|key| self.near.get(&key).is_some())
    }

    fn want_near(&mut self, shared: &mut Shared) {
        let Some(key) = self.near_key(shared) else { return };
        let (signatures, features) = (shared.model.signatures.clone(), shared.model.features.clone());
        shared.want(&mut self.near, NEAR, key.clone(), move |_| {
            Some(nearest(&signatures, &features, (key.signature, key.except), (u8::MAX, MOST)))
        });
    }

    /// A document becomes A and the selected one; B stays.
    fn put_in_a(&mut self, shared: &mut Shared, document: u32) {
        if shared.refuses_without_texts() {
            return;
        }
        self.a.load(shared.document(document).text, Origin::Document(document));
        self.note_change(Pane::TextA);
        self.begin_anew();
        shared.select_document(document);
        shared.other = self.b.document().filter(|&other| other != document);
        self.stay(shared);
        let id = shared.shown_id(document);
        shared.say(both!(
            "A is now {id}, and it is the selected document; B stays",
            "A 现为 {id}，并已选择该文档；B 不变"
        ));
    }
}

/// Columns of the id.
fn id_width(width: u16) -> u16 {
    (width.saturating_sub(MARK + 8) * 2 / 5).clamp(6, 28)
}

/// Why a document is near B.
fn why(shared: &Shared, compared: &Compared, document: u32) -> String {
    let (lang, k, id) = (shared.lang, shared.k, shared.named(document, true));
    let Some(signature) = shared.model.signatures.try_get(document as usize) else {
        return shared.why_document(document);
    };
    let flipped = signature ^ compared.b.signature;
    let d = flipped.count_ones();
    let (numbers, differ) = (bits(flipped, lang), counted(d as usize, "bit differs", "bits differ"));
    lang.pick(match (d, d <= u32::from(k)) {
        (0, _) => both!(
            "{id} has the same signature as B, so they are a pair at every k.",
            "{id} 与 B 签名相同，任何 k 都是一对。"
        ),
        (_, true) => both!(
            "{id} and B are a pair: only {differ} ({numbers}), within k = {k}.",
            "{id} 与 B 是一对：只有 {d} 位不同（{numbers}），在 k = {k} 以内。"
        ),
        (_, false) => both!(
            "{id} and B are no pair: {differ} ({numbers}), more than k = {k}.",
            "{id} 与 B 不是一对：有 {d} 位不同（{numbers}），大于 k = {k}。"
        ),
    })
}
