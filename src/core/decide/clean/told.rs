//! The texts of alarms in both languages.

use super::alarms::{Alarm, PartName};
use super::sample::Answers;
use crate::display::{Lang, counted, grouped_digits, lang, percent_text, say};
use crate::evidence::Share;
use crate::visible;
use std::fmt;

impl PartName {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::All => lang.pick(("the corpus", "语料")).to_owned(),
            Self::Label(name) => format!("{} {}", lang.pick(("label", "标签")), quoted(name)),
            Self::Source(name) => format!("{} {}", lang.pick(("source", "来源")), quoted(name)),
        }
    }
}

fn lost([lossy, gone]: [u64; 2], worst: &str, read: Answers, can_hold: bool) -> String {
    let (all, gone, worst) = (grouped_digits(lossy), grouped_digits(gone), quoted(worst));
    let mut told = say!(
        "30 % or more of {all} of {gone} dropped texts is lost: it is not in the text that stays; the worst: {worst}",
        "去除的 {gone} 篇中有 {all} 篇，其 30 % 以上的内容不在对应的保留文本中；最严重的：{worst}"
    );
    if read.no > 0 {
        let (no, of) = (read.no, read.total());
        told += &say!("; {no} of the {of} that were read were refused", "；已读的 {of} 篇中有 {no} 篇被否决");
        if can_hold {
            let (rest, loss) = (grouped_digits(lossy - read.yes), Alarm::HOLDS);
            told += &say!("; --loss {loss} holds the other {rest}", "；--loss {loss} 可暂留其余 {rest} 篇");
        }
    }
    told
}

fn judged(right: Share, answers: Answers) -> String {
    let [share, low, high] = [right.share, right.low, right.high].map(percent_text);
    let n = grouped_digits(answers.total());
    let answers_en = counted(answers.total() as usize, "answer", "answers");
    say!(
        "by {answers_en} about drawn pairs {share} ({low} to {high}) of what goes and is not identical is right: too little",
        "根据对 {n} 个抽取文档对的判定，去除且不完全相同的文本中 {share}（{low} 至 {high}）正确：过低"
    )
}

impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = |counts: [&usize; 2]| counts.map(|count| grouped_digits(*count));
        let told = match self {
            Self::Loss { lossy, gone, worst, read, can_hold } => {
                lost([lossy, gone].map(|count| *count as u64), worst, *read, *can_hold)
            }
            Self::Judged { right, answers } => judged(*right, *answers),
            Self::WipeOut { part, gone, of, .. } => {
                let ([gone, of], part) = (n([gone, of]), part.say(lang()));
                say!("{part} loses {gone} of {of} documents", "{part}的 {of} 篇文档将去除 {gone} 篇")
            }
            Self::Unconfirmed { confirmed, gone } => {
                let [confirmed, gone] = n([confirmed, gone]);
                say!(
                    "only {confirmed} of {gone} drops are confirmed by the texts",
                    "去除的 {gone} 篇中仅 {confirmed} 篇经文本确认"
                )
            }
            Self::Group { by, size, of, .. } => {
                let ([size, of], by) = (n([size, of]), quoted(by));
                say!(
                    "{size} of {of} documents are one group around {by}, and their texts are not the same",
                    "{of} 篇文档中有 {size} 篇属于以 {by} 为中心的同一组，且文本并不相同"
                )
            }
            Self::Template { groups, held } => {
                let (templates, texts) = (
                    counted(*groups, "template", "templates"),
                    counted(*held, "text fills in", "texts fill in"),
                );
                let [groups, held] = n([groups, held]);
                say!("{texts} {templates}: held", "{held} 篇文本套用 {groups} 个模板，暂不去除")
            }
            Self::Few { distinct } => say!(
                "{distinct} distinct texts: below 20 text that many share cannot be told from text that copies share",
                "只有 {distinct} 篇不同的文本：不足 20 篇时，无法区分共用套话与副本"
            ),
            Self::Short { short, of, k } => {
                let [short, of] = n([short, of]);
                say!(
                    "{short} of {of} documents are too short for k = {k}: one replaced word moves such a text by more, more often than not",
                    "{of} 篇文档中有 {short} 篇对 k = {k} 过短：换一个词，多半就移动超过 k 位"
                )
            }
            Self::NothingSeparates => {
                say!(
                    "no k tells the pairs that the texts confirm from the others",
                    "没有任何 k 能把经文本确认的文档对与其余区分开"
                )
            }
            Self::Frames { share } => say!(
                "{:.0} % of the text is in frames that many documents share; frames confirm nothing",
                "{:.0} % 的文本是许多文档共有的套话；套话不作为确认的依据",
                100.0 * share
            ),
            Self::Framed { texts } => {
                let texts = grouped_digits(*texts);
                say!(
                    "{texts} texts are nearly nothing but frames that many share; frames confirm nothing, so they stay: simscope frames lists them",
                    "{texts} 篇文本几乎全是许多文档共有的套话；套话不作为确认的依据，因此保留：simscope frames 可列出套话"
                )
            }
        };
        f.pad(&told)
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", visible::fit(text, 60))
}
