//! A promise: pairs are drawn and answered, and what goes is the most of which enough is right by these answers.

use super::keys::{Act, Pane as Own};
use super::lines::Source;
use super::{Scene, State};
use crate::jobs::Work;
use crate::shared::deciding::Kept;
use crate::shared::{Question, Shared, found_for_all};
use crate::surface::{Paint, Phrase, Role};
use ratatui::layout::Rect;
use simscope_core::analysis::{Asked, Promise, read_draws};
use simscope_core::decide::promise::Right;
use simscope_core::measures::Join;
use simscope_core::prose;

/// Reading which draws there are.
const DRAWS: &Work = &Work::new("Draws", ("reading earlier draws", "读取此前的抽样")).of_texts();

/// What keys say that would change what was drawn.
pub(super) const FIXED: Phrase = (
    "a promise is fixed before its first answer: Esc leaves it, then this key works",
    "保证在首次回答之前即已固定：按 Esc 离开后，此键才可用",
);

impl State {
    /// Asks which share is to be promised; at first that of the last draw.
    pub(super) fn ask_promise(&mut self, shared: &mut Shared) {
        let file = shared.judging.file.clone();
        let Some(file) = file.filter(|_| !matches!(shared.judging.kept, Kept::Nowhere | Kept::Refused(_)))
        else {
            return shared.warn((
                "a promise keeps its answers in a file: open with --judgements FILE",
                "保证需把回答存入文件：请用 --judgements FILE 打开",
            ));
        };
        if shared.model.is_partial {
            return shared.warn((
                "the corpus was not read to its end: open it again, then draw",
                "语料未读完：请重新打开，再抽样",
            ));
        }
        shared.begin(DRAWS, move |_, _| {
            let draws = read_draws(&file);
            Some(found_for_all(move |shared| match draws {
                Err(why) => shared.warn_of(why),
                Ok(draws) => {
                    let seed = |seed: u64| if seed == 1 { String::new() } else { format!(" {seed}") };
                    let last = draws.draw.last();
                    let text = last.map_or_else(|| "0.95".to_owned(), |draw| format!("{}{}", draw.right, seed(draw.seed)));
                    let label = ("at least so much is right: ", "至少正确的比例：");
                    let note = both!(
                        "0.95 or 0.90 · behind it, if you like, a seed or a measure as jaccard:chars:3 · Esc leaves",
                        "0.95 或 0.90 · 其后可写种子或度量，如 jaccard:chars:3 · Esc 放弃"
                    );
                    shared.asked.question = Some(Question { text, ..Question::new(Act::Promise, label, note) });
                }
            }))
        });
    }

    /// Draws, as a line says.
    ///
    /// # Errors
    /// It says nothing that can be promised.
    pub(super) fn begin_promise(&mut self, shared: &mut Shared, line: &str) -> Result<(), Phrase> {
        let line = line.replace('%', " ");
        let mut words = line.split_whitespace();
        let share = words.next().unwrap_or_default();
        let share = if share.starts_with('9') { format!("0.{share}") } else { share.to_owned() };
        let right: Right =
            share.parse().map_err(|_| ("0.95 and 0.90 can be promised", "可保证的比例为 0.95 和 0.90"))?;
        let mut asked = Asked { draw: (right, 1), measure: None };
        for word in words {
            match (word.parse(), word.parse()) {
                (Ok(seed), _) => asked.draw.1 = seed,
                (_, Ok(measure)) if Join::can(measure) => asked.measure = Some(measure),
                _ => {
                    return Err((
                        "behind the share: a seed (a number), or jaccard or weighted, of words:W or chars:W",
                        "比例之后：种子（数字），或 jaccard、weighted（words:W 或 chars:W）",
                    ));
                }
            }
        }
        shared.ask_promise(Some(asked));
        self.leave_pairs();
        self.focus = Own::Pair;
        Ok(())
    }

    /// Other pairs are read now.
    pub(super) fn leave_pairs(&mut self) {
        (self.source, self.queue) = (Source::Row, None);
        (self.shown, self.wanted, self.judged) = (None, None, None);
        self.is_listed = false;
    }

    /// Ends what was begun. Returns whether there was anything.
    pub(super) fn leave_promise(&mut self, shared: &mut Shared) -> bool {
        let is_asked = shared.deciding.asked.is_some();
        if is_asked {
            shared.ask_promise(None);
            self.leave_pairs();
            shared.say((
                "left: what goes is what the texts decide again; your answers stay, ‹clean.promise› goes on",
                "已离开：去留重新由文本决定；回答已保存，按 ‹clean.promise› 继续",
            ));
        }
        is_asked
    }
}

/// The documents of the pairs that are read, as they would go: those that were answered and those that come next, or those that are
/// asked a second time. Whoever looks at a pair is not given another one.
pub(super) fn queue((promise, next): &(Promise, Vec<[u32; 2]>), shown: Option<u32>) -> Vec<u32> {
    let again = promise.again();
    if !again.is_empty() {
        return again;
    }
    let mut queue = promise.answered();
    let is_new = |document: &u32| promise.stays(*document).is_some() && !queue.contains(document);
    let shown = shown.filter(|document| !next.is_empty() && is_new(document));
    queue.extend(shown);
    queue.extend(next.iter().map(|pair| pair[0]).filter(|&document| Some(document) != shown));
    queue
}

/// How far it has come, in sentences, and what to do.
pub(super) fn told(scene: Scene<'_>) -> Vec<(String, Role)> {
    let waits = || vec![(scene.keyed(scene.own.why_no_pair(scene.shared)), Role::Dim)];
    let Some((promise, _)) = scene.promised() else { return waits() };
    let again = promise.again().len();
    let mut told = vec![(promise.progress(), Role::Title)];
    told.extend(promise.repeated().map(|line| (line, Role::Warn)));
    let agreement = promise.agreement().filter(|_| again == 0).map(|line| (line, Role::Text));
    let next: Phrase = match (promise.is_done(), promise.holds()) {
        (false, _) => (
            "May the first text go because the second stays? ‹clean.judge-yes›: it may. ‹clean.judge-no›: both stay. How alike they are and what the program thinks is hidden.",
            "保留第二篇，第一篇可以去除吗？‹clean.judge-yes›：可以。‹clean.judge-no›：都保留。相似度与程序的判断均不显示。",
        ),
        (true, true) if again > 0 => (
            "Some of your pairs once more, to see how far you agree with yourself: answer as if they were new. ‹clean.ask-write› writes without that.",
            "再判一遍其中几对，以了解前后是否一致：请当作新的来回答。‹clean.ask-write› 可直接写出。",
        ),
        (true, true) => (
            "‹clean.ask-write› writes what stays. Esc leaves the promise.",
            "‹clean.ask-write› 写出保留的。Esc 离开保证。",
        ),
        (true, false) if promise.right().percent() > 90 => (
            "What may help: ‹clean.promise› with 0.90; or Esc, then say which differences matter, and draw with another seed.",
            "可以尝试：‹clean.promise› 改用 0.90；或按 Esc，先指明哪些差异要紧，再换种子重新抽样。",
        ),
        (true, false) => (
            "What may help: Esc, then say which differences matter, and draw with another seed.",
            "可以尝试：按 Esc，先指明哪些差异要紧，再换种子重新抽样。",
        ),
    };
    told.push((scene.keyed(next), Role::Text));
    told.extend(agreement);
    let gone = scene.clean_lately().map_or(0, |clean| clean.gone());
    let sentences = promise.holds().then(|| promise.say(gone));
    told.extend(sentences.into_iter().flatten().map(|sentence| (sentence, Role::Dim)));
    told
}

/// The lines of it at a width.
fn lines(scene: Scene<'_>, width: u16) -> Vec<(String, Role)> {
    let wrapped = |(text, role): (String, Role)| {
        prose::wrapped(&prose::unbroken(&text), width.into()).map(|line| (line, role)).collect::<Vec<_>>()
    };
    told(scene).into_iter().flat_map(wrapped).collect()
}

/// How many lines the pane needs at a width.
pub(super) fn height(scene: Scene<'_>, width: u16) -> u16 {
    lines(scene, width.saturating_sub(4)).len() as u16 + 2
}

/// Draws it in the place of the differences.
pub(super) fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("What is promised", "保证"));
    let Some(inner) = paint.panel_of(area, Own::Differences, 1, title, "") else { return };
    let width = inner.width.saturating_sub(2);
    for (y, (line, role)) in (inner.y..inner.bottom()).zip(lines(scene, width)) {
        paint.say(inner.x + 1, y, width, &line, role);
    }
}

/// What is asked for, in the place of the cut.
pub(super) fn asked(scene: Scene<'_>, asked: &Asked) -> String {
    let ((right, seed), clean) = (asked.draw, scene.clean_lately());
    let percent = right.percent();
    let seed = if seed == 1 {
        String::new()
    } else {
        scene.lang.pick(both!(" · seed {seed}", " · 种子 {seed}"))
    };
    let by = clean.map_or_else(String::new, |clean| {
        let condition = clean.condition;
        scene.lang.pick(both!(" · pairs by {condition}", " · 按 {condition} 找文本对"))
    });
    scene
        .lang
        .pick(both!("promise: at least {percent} % right{by}{seed}", "保证：至少 {percent} % 正确{by}{seed}"))
}
