//! What the edits say of this text, and what the curve says of texts as long as it.

use crate::screens::pair::Scene;
use crate::surface::{counted, grouped_digits};
use simscope_core::prose::unbroken;
use simscope_core::sensitivity::{SURVIVED, Survival};

pub(super) use simscope_core::sensitivity::percent;

/// What the edits that were tried do to this text, by its own features. `None` while not all were tried.
pub(super) fn tried(scene: Scene<'_>, is_short: bool) -> Option<String> {
    let tried = scene.own.tried(scene.shared).filter(|tried| tried.is_whole)?;
    let n = scene.own.compared().filter(|compared| compared.a.length > 0)?.a.trace.features.len();
    let moved: Vec<_> = tried.trials.iter().filter_map(|trial| trial.outcome.as_ref().ok()).collect();
    let (all, k) = (moved.len(), scene.k);
    let within = moved.iter().filter(|moved| moved.is_within(k)).count();
    let (has, features) = (counted(n, "feature", "features"), grouped_digits(n));
    let verb = if within == 1 { "stays" } else { "stay" };
    let phrase = scene.lang.pick(match is_short {
        true => both!(
            "A: {has}; {within} of {all} edits {verb} within k = {k}.",
            "A：{features} 个特征；{all} 种编辑中 {within} 种仍在 k = {k} 内。"
        ),
        false => both!(
            "A has {has}; of the {all} edits that apply, {within} {verb} within k = {k}.",
            "A 有 {features} 个特征；适用的 {all} 种编辑中 {within} 种仍在 k = {k} 内。"
        ),
    });
    Some(unbroken(&phrase))
}

/// Fewer documents have too few other words to replace one by.
const FEWEST: usize = 10;

/// What k keeps of edits of this text, and which k it would take, in one line or two. `None` while the curve has not come
/// so far.
pub(super) fn sentences(scene: Scene<'_>, is_short: bool) -> Option<String> {
    let lang = scene.lang;
    let (points, is_whole) = scene.own.curve_points(scene.shared);
    let n = scene.own.compared()?.a.length;
    if points.is_empty() && is_whole {
        let phrase = ("Too few words in the corpus to measure a length.", "语料的词太少，无法测量。");
        return Some(lang.pick(phrase).to_owned());
    }
    let texts = scene.model.corpus.len();
    if texts < FEWEST {
        let texts = counted(texts, "text", "texts");
        return Some(lang.pick((
            format!("A corpus of {texts} is too small to say which k such texts need."),
            format!("语料只有 {} 篇，不足以说明此类文本需要多大的 k。", scene.model.corpus.len()),
        )));
    }
    if n == 0 {
        return Some(lang.pick(("A has no features.", "A 没有特征。")).to_owned());
    }
    let last = points.last()?;
    if !is_whole && last.features < n {
        return None;
    }
    let experiment = scene.own.experiment;
    let Survival { within, needed, read_at } = scene.own.curve_so_far(scene.shared)?.survival(n, scene.k)?;
    let kept = percent(within);
    let (k, e, features) = (scene.k, experiment.edits, grouped_digits(n));
    let edit = match e {
        1 => "one word".to_owned(),
        _ => counted(e.into(), "word", "words"),
    };
    // A weighting that keeps the heaviest terms makes features of some only.
    let (has, zh_unit) = match scene.model.recipe.keeps_all_terms() {
        true => (counted(n as usize, "feature", "features"), "个特征"),
        false => (counted(n as usize, "term", "terms"), "个词项"),
    };
    let last = match read_at {
        Some(longest) => lang.pick(both!(" (Measured up to {longest}.)", "（测到 {longest} 为止。）")),
        None => String::new(),
    };
    let sure = percent(SURVIVED);
    let zh_edit = if e == 1 { "换一词".to_owned() } else { format!("换 {e} 词") };
    let phrase = match is_short {
        true => both!(
            "{has}: {kept} stay within k = {k}; for {sure} you need k = {needed}{last}",
            "{features} {zh_unit}：{kept} 仍在 k = {k} 内；覆盖 {sure} 需取 k = {needed}{last}"
        ),
        false => both!(
            "Texts of {has}, as A: with {edit} replaced {kept} stay within k = {k}. For {sure} you need \
                 k = {needed}.{last}",
            "{features} {zh_unit}的文本（如 A）：{zh_edit}后 {kept} 仍在 k = {k} 内。要覆盖 {sure}，需取 \
                 k = {needed}。{last}"
        ),
    };
    Some(unbroken(&lang.pick(phrase)))
}
