//! Files of labelled pairs.

use super::arguments::LabelArguments;
use super::failure::Failure;
use super::material::Material;
use super::memory;
use super::watch::{Unit, Watch, note};
use simscope_core::analysis::{Analysed, PairRow, PairsFile};
use simscope_core::display::{lang, say};
use simscope_core::evidence::{Labelled, PairLabels, Unusable};
use simscope_core::{judgements, visible};
use std::path::Path;

/// Reads a file of pairs, with progress.
pub(super) fn read_pairs(path: &Path, column: &str, watch: Watch) -> Result<PairsFile, Failure> {
    let read = watch.during(("reading", "读取"), Unit::Bytes, |progress| {
        PairsFile::read(path, column, memory::default(), progress)
    });
    read.map_err(|error| Failure::Failed(error.to_string()))
}

impl LabelArguments {
    /// The labelled pairs of the file, if one was named. What cannot be used is said on standard error. Rows without a label are
    /// faults, or else are still to be labelled.
    pub(super) fn read(&self, material: &Material, is_whole: bool) -> Result<Option<PairLabels>, Failure> {
        let Some(path) = &self.file else { return Ok(None) };
        let read = read_pairs(path, &self.column, material.watch);
        let file = read.map_err(|failure| match (failure, self.hint()) {
            (Failure::Failed(what), Some(hint)) => Failure::Failed(format!("{what}; {hint}")),
            (failure, _) => failure,
        })?;
        let mut labels = Vec::new();
        for row in file.rows().filter(|row| is_whole || !row.value.trim().is_empty()) {
            let is_same = match row.value.trim().parse::<f64>() {
                Ok(1.0) => true,
                Ok(0.0) => false,
                _ => return Err(self.neither(&row)),
            };
            labels.push((row.ids.0, row.ids.1, is_same));
        }
        let ids = (0..material.len()).map(|document| material.id(document));
        let (known, unusable) = PairLabels::new(ids, labels.iter().copied());
        tell(file.shown(), &unusable);
        if known.pairs().is_empty() && (is_whole || !labels.is_empty()) {
            return Err(Failure::Failed(say!(
                "{}: none of the {} labels can be used for {}; id_a and id_b must be ids as `simscope sign` lists them",
                "{}：{} 个标签都不能用于 {}；id_a 和 id_b 须为 `simscope sign` 列出的编号",
                file.shown(),
                labels.len(),
                material.name()
            )));
        }
        Ok(Some(known))
    }

    /// A hint if the file is not one of labels but of another kind.
    fn hint(&self) -> Option<&'static str> {
        let read = judgements::read(self.file.as_deref()?).ok()?;
        (!read.lines.is_empty()).then(|| {
            lang().pick((
                "this is a file of judgements: give it to `simscope judge` or `simscope report` as --judgements FILE",
                "这是判定文件：请用 --judgements FILE 交给 `simscope judge` 或 `simscope report`",
            ))
        })
    }

    fn neither(&self, row: &PairRow<'_>) -> Failure {
        let found = match row.value {
            "" => say!("has nothing", "为空"),
            value => say!("has {:?}", "的值为 {:?}", visible::line(value)),
        };
        let hint = self.hint().unwrap_or_else(|| {
            lang().pick(("--pairs-label names the column with the labels", "--pairs-label 指定标签所在的列"))
        });
        Failure::Failed(say!(
            "{}: column {} {found}, which is neither 0 nor 1; {hint}",
            "{}：{} 列{found}，既不是 0 也不是 1；{hint}",
            row.place,
            self.column
        ))
    }
}

/// What the labelled pairs of the documents that are compared say of every k.
pub(super) fn by_pairs(known: &PairLabels, grown: &Analysed) -> Option<Labelled> {
    let (known, last) = (among(known, grown, &grown.documents), grown.recipe.bits.get());
    Some(Labelled::of_pairs(&known, &grown.signatures, grown.tree.as_deref()?, last))
}

/// The labelled pairs of the documents that are compared. Says how many are not, and what cannot be measured.
pub(super) fn among(known: &PairLabels, analysed: &Analysed, documents: &[u32]) -> PairLabels {
    let mut is_compared = vec![false; analysed.signatures.len()];
    documents.iter().for_each(|&document| is_compared[document as usize] = true);
    let among = known.among(|document| is_compared[document as usize]);
    let left_out = known.pairs().len() - among.pairs().len();
    if left_out > 0 {
        note(&say!(
            "labelled pairs left out, because a document is empty: {left_out} (--with-empty keeps them)",
            "因一篇为空文档而略去的有标签文档对：{left_out}（--with-empty 则保留）"
        ));
    }
    let positive = among.positive();
    let what = match (positive, among.pairs().len() - positive) {
        (0, 0) => lang().pick(("no labelled pair is compared, so nothing can be said of precision and recall", "没有比较到有标签的文档对，因此没有精确率和召回率")),
        (_, 0) => {
            lang().pick(("every labelled pair is 1, so precision is not defined: label pairs that are no near-duplicates, too", "有标签的文档对全为 1，因此没有精确率：请也标注非近似重复的文档对"))
        }
        (0, _) => {
            lang().pick(("every labelled pair is 0, so neither precision nor recall is defined: label near-duplicates, too", "有标签的文档对全为 0，因此没有精确率和召回率：请也标注近似重复的文档对"))
        }
        _ => return among,
    };
    note(what);
    among
}

fn tell(file: &str, unusable: &Unusable) {
    let Unusable { unknown, first_unknown, contradicted, first_contradicted, repeated, with_itself } =
        unusable;
    let say = |n: &usize, what: String| {
        if *n > 0 {
            note(&say!("{file}: {what}", "{file}：{what}"));
        }
    };
    let first = first_unknown.as_deref().unwrap_or_default();
    say(
        unknown,
        say!(
            "labels left out, because an id is of no document: {unknown}; the first such id: {first}",
            "因编号不属于任何文档而略去的标签：{unknown}；第一个这样的编号：{first}"
        ),
    );
    let (a, b) = first_contradicted.as_ref().map_or(("", ""), |(a, b)| (a, b));
    say(
        contradicted,
        say!(
            "pairs left out, because they are labelled 0 and 1: {contradicted}; first: {a} and {b}",
            "因既标 0 又标 1 而略去的文档对：{contradicted}；第一对：{a} 和 {b}"
        ),
    );
    say(
        repeated,
        say!(
            "labels that repeat another, so that each pair counts once: {repeated}",
            "重复的标签（每对只计一次）：{repeated}"
        ),
    );
    say(
        with_itself,
        say!(
            "labels left out, because they are of a document with itself: {with_itself}",
            "因两个编号是同一篇文档而略去的标签：{with_itself}"
        ),
    );
}
