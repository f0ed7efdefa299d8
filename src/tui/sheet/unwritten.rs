//! Why a file was not written.

use crate::tui::surface::Lang;

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
    /// The same on the lab, which has others.
    LabEnding(String),
    /// The curve is asked for, and not measured yet.
    NoCurve(String),
    /// The disk, or a stream, did not take it; as the system says it.
    Failed(String),
}

impl Unwritten {
    /// The sentence for the status line. What can be done comes first where the line may be cut.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Unwritten::Exists(path) => lang.pick((
                format!("{path} exists; end the name with ! to replace it"),
                format!("{path} 已存在；名后加 ! 可覆盖"),
            )),
            Unwritten::IsInput(path) => lang.pick((
                format!("{path} is read here and is never replaced; choose another name"),
                format!("{path} 是读入的文件，不会覆盖；请另取文件名"),
            )),
            Unwritten::Foreign(path) => lang.pick((
                format!("the recipe beside {path} would replace a file of another origin; choose another name"),
                format!("{path} 旁的配方会覆盖并非 simscope 写出的文件；请另取文件名"),
            )),
            Unwritten::Ending(path) => lang.pick((
                format!("{path}: the ending says the format; use .tsv, .csv, .jsonl, .parquet or .txt, or .svg, .html or .text for the screen as it looks"),
                format!("{path}：格式由扩展名决定；请用 .tsv、.csv、.jsonl、.parquet 或 .txt，或用 .svg、.html、.text 存屏幕原样"),
            )),
            Unwritten::LabEnding(path) => lang.pick((
                format!("use .tsv, .csv, .jsonl, .parquet, .txt, or .svg for the length curve: the ending of {path} is none of these"),
                format!("请用 .tsv、.csv、.jsonl、.parquet、.txt，或用 .svg 导出长度曲线：{path} 的扩展名不在其中"),
            )),
            Unwritten::NoCurve(path) => lang.pick((
                format!("{path}: the length curve is not measured yet"),
                format!("{path}：长度曲线尚未测完"),
            )),
            Unwritten::Failed(why) => why.clone(),
        }
    }
}
