//! Why a file was not written.

use crate::surface::Lang;

/// Why a file was not written, and what to do. Paths are made visible already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwritten {
    /// There is a file of that name.
    Exists(String),
    /// It was read: it is part of the corpus, or a table, decisions, judgements.
    IsInput(String),
    /// The recipe beside it would replace something that simscope did not write, or that is read.
    Foreign(String),
    /// The name ends in none of the formats.
    Ending(String),
    /// The same of a file about edits, which has others.
    EditsEnding(String),
    /// The curve is asked for, and not measured yet.
    NoCurve(String),
    /// The disk, or a stream, did not take it; as the system says it.
    Failed(String),
}

impl Unwritten {
    /// The sentence for the status line. What can be done comes first where the line may be cut.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Unwritten::Exists(path) => lang.pick(both!(
                "{path} exists; end the name with ! to replace it",
                "{path} 已存在；名后加 ! 可覆盖"
            )),
            Unwritten::IsInput(path) => lang.pick(both!(
                "{path} is read here and is never replaced; choose another name",
                "{path} 是读入的文件，不会覆盖；请另取文件名"
            )),
            Unwritten::Foreign(path) => lang.pick(both!(
                "a file is in the place of the recipe of {path}; choose another name",
                "{path} 的配方所在位置已有其他文件；请另取文件名"
            )),
            Unwritten::Ending(path) => lang.pick(both!(
                "{path}: end the name in .tsv .csv .jsonl .parquet .txt .svg .html or .text",
                "{path}：扩展名请用 .tsv .csv .jsonl .parquet .txt .svg .html 或 .text"
            )),
            Unwritten::EditsEnding(path) => lang.pick(both!(
                "{path}: use .tsv .csv .jsonl .parquet .txt, or .svg for the length curve",
                "{path}：请用 .tsv .csv .jsonl .parquet .txt，长度曲线用 .svg"
            )),
            Unwritten::NoCurve(path) => {
                lang.pick(both!("{path}: the length curve is not measured yet", "{path}：长度曲线尚未测完"))
            }
            Unwritten::Failed(why) => why.clone(),
        }
    }
}
