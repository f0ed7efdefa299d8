//! How far an edit moves a text, by its length: a plot, or a table.

mod plot;

use crate::action::Towards;
use crate::room::Export;
use crate::screens::pair::keys::View;
use crate::screens::pair::list::{self, Copied, Listed};
use crate::screens::pair::state::State;
use crate::screens::pair::work::Compared;
use crate::screens::pair::{Scene, at_most};
use crate::shared::{Shared, Stage};
use crate::surface::{Lang, Paint, Phrase, Rect, Role, counted, grouped_digits};
use simscope_core::prose::unbroken;
pub(super) use simscope_core::sensitivity::percent;
use simscope_core::sensitivity::{LENGTHS, Point, SURVIVED, Survival};

pub(super) struct Lengths;

/// A row of the length curve as a table.
#[derive(Debug, Clone, Copy)]
pub enum LengthRow<'a> {
    /// A length that was measured.
    Measured(&'a Point),
    /// The length of A, between two of those.
    Own {
        /// Features of A.
        features: u32,
        /// The share that stays within k.
        within: f64,
    },
}

impl LengthRow<'_> {
    /// The length.
    pub fn features(&self) -> u32 {
        match *self {
            LengthRow::Measured(point) => point.features,
            LengthRow::Own { features, .. } => features,
        }
    }
}

impl Listed for Lengths {
    fn rows(&self, scene: Scene<'_>) -> usize {
        if scene.own.is_table { scene.own.length_rows(scene.shared).len() } else { 0 }
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        let rows = scene.own.length_rows(scene.shared);
        rows.get(row).map_or_else(String::new, |row| row.features().to_string())
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        match scene.own.is_table {
            true => list::table(self, scene, paint, area),
            false => plot::curve(scene, paint, area),
        }
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        // What the curve says of texts as long as A.
        if let Some(sentence) = sentences(scene, area.width < 110) {
            let sentence = sentence.replace('\u{a0}', " ");
            paint.say(area.x + 2, area.y, area.width.saturating_sub(3), &sentence, Role::Text);
        }
        let (k, at_most) = (scene.k, at_most(scene.theme));
        let within = if k < 10 { format!("P(d{at_most}{k})") } else { format!("d{at_most}{k}") };
        let names = match scene.lang {
            Lang::En => ["features", "mean", "p10", "p90", &within, "theory"],
            Lang::Zh => ["特征数", "均值", "p10", "p90", &within, "理论"],
        };
        cells(paint, Rect { y: area.y + 1, ..area }, names, Role::Title);
        2
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, row: usize) {
        if let Some(length) = scene.own.length_rows(scene.shared).get(row) {
            draw(scene, paint, line, *length);
        }
    }

    fn hollow(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        paint.hollow(area, nothing(scene));
    }

    fn foot(&self, scene: Scene<'_>) -> String {
        progress(scene)
    }

    fn unlisted(&self, scene: Scene<'_>) -> Option<usize> {
        // Of the plot, the length that is nearest below that of A.
        let own = scene.own.compared().map_or(0, |compared| compared.a.length);
        let rows = scene.own.length_rows(scene.shared);
        (!scene.own.is_table).then(|| rows.iter().rposition(|row| row.features() <= own).unwrap_or(0))
    }

    fn choose(&self, own: &mut State, shared: &mut Shared, row: usize) {
        own.length = own.length_rows(shared).get(row).map_or(0, LengthRow::features);
    }

    fn step(&self, own: &mut State, shared: &mut Shared, towards: Towards) -> bool {
        let has_stepped = own.step_bit(shared, towards);
        if !has_stepped && !own.is_table {
            shared.warn(("‹open› shows the lengths as a table", "按 ‹open› 以表格查看各长度"));
        }
        has_stepped || !own.is_table
    }

    fn open(&self, own: &mut State, shared: &mut Shared, _row: usize) {
        own.toggle_curve(shared);
    }

    fn opens(&self) -> Phrase {
        ("plot/table", "图/表")
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let rows = scene.own.length_rows(scene.shared);
        let row = rows.get(row).ok_or(("the curve has no points yet", "曲线尚无数据点"))?;
        let text = match row {
            LengthRow::Measured(point) => {
                let (p10, p90) = (point.quantile(0.1), point.quantile(0.9));
                let (mean, within, theory) = (point.mean(), point.within(scene.k), point.theory());
                format!("{}\t{mean}\t{p10}\t{p90}\t{within}\t{theory}", point.features)
            }
            LengthRow::Own { features, within } => format!("{features}\t\t\t\t{within}\t"),
        };
        let what =
            ("features, mean, p10, p90, share within k, theory", "特征数、均值、p10、p90、k 内份额、理论值");
        Ok((text, what))
    }

    fn why(&self, scene: Scene<'_>, _compared: &Compared, row: usize) -> Option<String> {
        scene.own.length_rows(scene.shared).get(row).map(|row| why(scene, *row))
    }

    fn export(&self, scene: Scene<'_>) -> Option<Export> {
        Some(scene.own.edits_file(scene.shared))
    }
}

/// What is measured, and how far.
fn progress(scene: Scene<'_>) -> String {
    let (points, is_whole) = scene.own.curve_points(scene.shared);
    let e = scene.own.experiment.edits;
    let progress = match (is_whole, scene.own.is_cancelled(scene.shared, View::Lengths)) {
        (true, _) => String::new(),
        (_, true) => scene.shared.keyed((" · cancelled (‹resume›)", " · 已取消（‹resume›）")),
        _ => format!(" · {}/{}", points.len(), LENGTHS.len()),
    };
    let what = scene.lang.pick((
        if e == 1 { "one word replaced".to_owned() } else { format!("{e} words replaced") },
        if e == 1 { "换一词".to_owned() } else { format!("换 {e} 词") },
    ));
    format!("{what}{progress}")
}

/// Why there is no curve.
pub(super) fn nothing(scene: Scene<'_>) -> Phrase {
    match scene.model.stage {
        _ if scene.own.curve(scene.shared).is_some() => ("nothing to measure on", "没有可测的语料"),
        _ if scene.own.is_cancelled(scene.shared, View::Lengths) => {
            ("cancelled; ‹resume› measures it", "已取消；按 ‹resume› 测量")
        }
        Stage::Reading => ("the curve waits until the corpus is read", "读完语料后测量曲线"),
        Stage::Hashing => ("the curve waits for the signatures", "等待签名"),
        _ => ("measuring…", "测量中…"),
    }
}

/// Columns of the table of lengths.
const WIDTHS: [u16; 6] = [8, 6, 4, 4, 8, 7];

fn cells(paint: &mut Paint<'_>, line: Rect, cells: [&str; 6], role: Role) {
    let mut x = line.x + 2;
    for (cell, width) in cells.into_iter().zip(WIDTHS) {
        paint.right(x, line.y, width, cell, role);
        x += width;
    }
}

/// A length as a row of the table.
fn draw(scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, length: LengthRow<'_>) {
    let of = match length {
        LengthRow::Measured(point) => [
            format!("{:.1}", point.mean()),
            point.quantile(0.1).to_string(),
            point.quantile(0.9).to_string(),
            percent(point.within(scene.k)),
            format!("{:.1}", point.theory()),
        ],
        // Between two lengths only the share is known, as the sentence has it.
        LengthRow::Own { within, .. } => {
            [String::new(), String::new(), String::new(), percent(within), String::new()]
        }
    };
    let [mean, low, high, within, theory] = &of;
    let here = scene.own.compared().map_or(0, |compared| compared.a.length);
    let role = if length.features() == here { Role::Mark } else { Role::Text };
    cells(paint, row, [&length.features().to_string(), mean, low, high, within, theory], role);
    if length.features() == here {
        paint.say(row.x + 1, row.y, 1, "A", role);
    }
}

/// What an edit does to texts of that length.
fn why(scene: Scene<'_>, row: LengthRow<'_>) -> String {
    let (lang, k, edits) = (scene.lang, scene.k, scene.own.experiment.edits);
    let features = counted(row.features() as usize, "feature", "features");
    let (zh, words) = (row.features(), counted(edits.into(), "word", "words"));
    match row {
        LengthRow::Measured(point) => {
            let (kept, mean, theory) = (percent(point.within(k)), point.mean(), point.theory());
            lang.pick(both!(
                   "{kept} of texts with {features} stay within k = {k} when {words} changes: that moves them by {mean:.1} bits on average, and theory says {theory:.1}.",
                   "{zh} 个特征的文本改动 {edits} 词后有 {kept} 仍在 k = {k} 以内：平均移动 {mean:.1} 位，理论值 {theory:.1}。"
               ))
        }
        LengthRow::Own { within, .. } => {
            let kept = percent(within);
            lang.pick(both!(
                   "{kept} of texts with {features}, as A, stay within k = {k} when {words} changes, read between the measured lengths.",
                   "与 A 同为 {zh} 个特征的文本改动 {edits} 词后有 {kept} 仍在 k = {k} 以内（由相邻长度推算）。"
               ))
        }
    }
}

impl State {
    /// The length curve as a table, with a row for the length of A where it is among those that are measured.
    pub fn length_rows<'a>(&self, shared: &'a Shared) -> Vec<LengthRow<'a>> {
        let (points, _) = self.curve_points(shared);
        let mut rows: Vec<LengthRow<'a>> = points.iter().map(LengthRow::Measured).collect();
        let features = self.compared().map_or(0, |compared| compared.a.length);
        let at = points.partition_point(|point| point.features < features);
        let is_between = at > 0 && points.get(at).is_some_and(|point| point.features > features);
        let within = self.curve_so_far(shared).and_then(|curve| curve.within(features, shared.k));
        if let Some(within) = within.filter(|_| is_between) {
            rows.insert(at, LengthRow::Own { features, within });
        }
        rows
    }

    /// Selects that length again, or the longest below it: there are other rows now.
    pub(in crate::screens::pair) fn follow_length(&mut self, shared: &Shared) {
        if self.view != View::Lengths || !self.is_table || self.listed.is_some() {
            return;
        }
        let row = self.length_rows(shared).iter().rposition(|row| row.features() <= self.length);
        self.lists[View::Lengths as usize].select(row.unwrap_or(0));
    }

    /// The curve as a table or as a plot.
    fn toggle_curve(&mut self, shared: &mut Shared) {
        self.is_table ^= true;
        self.length = self.compared().map_or(0, |compared| compared.a.length);
        self.follow_length(shared);
        shared.say(match self.is_table {
            true => ("length curve: as a table", "长度曲线：表格"),
            false => ("length curve: as a plot", "长度曲线：图"),
        });
    }
}

// What the edits say of this text, and what the curve says of texts as long as it.

/// What the edits that were tried do to this text, by its own features. `None` while not all were tried.
fn tried(scene: Scene<'_>, is_short: bool) -> Option<String> {
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
pub(in crate::screens::pair) fn sentences(scene: Scene<'_>, is_short: bool) -> Option<String> {
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
    let last = read_at.map_or_else(String::new, |longest| {
        lang.pick(both!(" (Measured up to {longest}.)", "（测到 {longest} 为止。）"))
    });
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
