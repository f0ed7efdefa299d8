//! The texts of differences, reasons and questions in both languages.

use super::greedy::Cleaner;
use super::matters::Subject;
use super::rules::{Cleaned, Cover, Why};
use super::table::{Question, Questions, Row};
use crate::alignment::{Key, Kind};
use crate::display::{Lang, both, counted, grouped_digits, percent_text};
use crate::visible;

/// The name of a kind of difference in lists.
pub const fn noun(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Same => ("the same text", "文本相同"),
        Kind::Fold => ("case, width, space", "大小写、全半角、空白"),
        Kind::Marks => ("marks", "标点"),
        Kind::Space => ("words joined or parted", "词的分合"),
        Kind::SameNumber => ("the same number", "同一数的写法"),
        Kind::Spelling => ("spelling", "写法"),
        Kind::Form => ("endings of words", "词形"),
        Kind::Small => ("small words (the, of …)", "虚词（的、了……）"),
        Kind::Order => ("other order", "顺序"),
        Kind::TextMore | Kind::TextLess => ("more or less text", "文字增减"),
        Kind::More | Kind::Less => ("a word more or less", "增词或少词"),
        Kind::Word => ("a word for another", "换词"),
        Kind::Name => ("names", "专名"),
        Kind::Rewritten => ("rewritten passages", "改写的段落"),
        Kind::OneOrTwoWords => ("one or two words", "一两个词"),
        Kind::Date => ("dates", "日期"),
        Kind::Opposite => ("opposites", "反义词"),
        Kind::Unit => ("units", "单位"),
        Kind::Operator => ("operators", "运算符"),
        Kind::Number => ("numbers", "数字"),
        Kind::Negation => ("not, no, never …", "否定词"),
        Kind::Lost => ("too much is lost", "丢失过多"),
        Kind::Template => ("one template", "同一模板"),
        Kind::MustAgree => ("what must agree", "必须一致的内容"),
        Kind::Unconfirmed => ("not confirmed", "未确认"),
    }
}

impl Subject {
    /// The subject in words; safe to show.
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Self::Kinds(kinds) if *self == Self::words() && !kinds.is_empty() => {
                lang.pick(("other words", "词语差异")).to_owned()
            }
            Self::Kinds(kinds) => {
                lang.pick(noun(kinds.first().copied().unwrap_or(Kind::Unconfirmed))).to_owned()
            }
            Self::Key(key) => said(key, lang),
        }
    }
}

fn said(key: &Key, lang: Lang) -> String {
    let quoted = |word: &String| visible::fit(word, 40).into_owned();
    match key {
        Key::NumberAfter(word) => {
            let word = quoted(word);
            lang.pick(both!("the number after “{word}”", "“{word}”后的数字"))
        }
        Key::NumberBefore(word) => {
            let word = quoted(word);
            lang.pick(both!("the number before “{word}”", "“{word}”前的数字"))
        }
        Key::NumberMore => lang.pick(("a number more", "多一个数字")).to_owned(),
        Key::Between([a, b]) => {
            let [a, b] = [a, b].map(quoted);
            lang.pick(both!("“{a}” ↔ “{b}”", "“{a}” ↔ “{b}”"))
        }
        Key::More(words) => {
            let words = quoted(words);
            lang.pick(both!("“{words}” more", "多出“{words}”"))
        }
    }
}

impl Why {
    /// The reason in one sentence.
    pub fn say(self, lang: Lang) -> String {
        match self {
            Self::Default => {
                lang.pick(("such differences matter unless you say otherwise", "此类差异默认要紧")).to_owned()
            }
            Self::Said => lang.pick(("you said so", "由你指定")).to_owned(),
            Self::FewWords => lang
                .pick((
                    "one or two words are all that differs: only you know whether they matter",
                    "只差一两个词：是否要紧只有你知道",
                ))
                .to_owned(),
            Self::Case => lang
                .pick((
                    "only case or indentation differs, but that of a unit, or of what looks like code",
                    "只有大小写或缩进不同，但涉及单位或形似代码的文本",
                ))
                .to_owned(),
            Self::Loose => lang
                .pick((
                    "both are in a group of texts that are not all alike, as in a list of messages",
                    "两者所在的组内并非两两相似，如同消息目录",
                ))
                .to_owned(),
            Self::Band(band) => {
                let seen = band.seen(lang);
                lang.pick(both!("words matter here: {seen}", "此处词语要紧：{seen}"))
            }
            Self::Siblings => lang
                .pick((
                    "they differ mostly where other texts like them say something else again",
                    "两者的差异大多在其他类似文本也各不相同之处",
                ))
                .to_owned(),
            Self::Recurring(pairs) => {
                let pairs = grouped_digits(pairs as usize);
                lang.pick(both!(
                    "the same difference parts {pairs} pairs",
                    "同一差异出现在 {pairs} 对文本之间"
                ))
            }
            Self::Renamed => lang
                .pick((
                    "the same word stands for another one in three places or more",
                    "同一词在三处以上换成另一词",
                ))
                .to_owned(),
            Self::Loss(limit) => {
                let limit = percent_text(limit);
                lang.pick(both!("more than {limit} of the text would be lost", "会丢失文本的 {limit} 以上"))
            }
            Self::Passage(words) => {
                lang.pick(both!("{words} words in a row would be lost", "会丢失连续 {words} 个词"))
            }
            Self::MustAgree => {
                lang.pick(("what must agree is not the same in both", "两者必须一致的内容不一致")).to_owned()
            }
            Self::Template => lang
                .pick((
                    "they fill in one template, each with something of its own",
                    "套用同一模板，各自填写不同内容",
                ))
                .to_owned(),
        }
    }
}

impl Row {
    /// The reason of the row in a few words; safe to show.
    pub fn say_why(&self, lang: Lang) -> String {
        match (self.identifier, self.why) {
            (Some(texts), None) => {
                let texts = grouped_digits(texts as usize);
                lang.pick(both!("another one in each of {texts} texts", "{texts} 篇文本中几乎各不相同"))
            }
            (_, Some(why)) => why.say(lang),
            (_, None) => lang.pick(("default", "默认")).to_owned(),
        }
    }
}

impl Question {
    /// The question in one line; safe to show.
    pub fn ask(&self, lang: Lang) -> String {
        let what = self.subject.say(lang);
        let is_one = match &self.subject {
            Subject::Key(_) => true,
            Subject::Kinds(kinds) => {
                matches!(kinds[..], [Kind::Order | Kind::Spelling | Kind::TextMore | Kind::TextLess, ..])
            }
        };
        let (does, zh) = (if is_one { "does" } else { "do" }, &what);
        let asked = lang.pick(both!("{does} {what} matter?", "{zh}要紧吗？"));
        match self.identifier {
            Some(texts) => {
                let texts = grouped_digits(texts as usize);
                asked
                    + &lang.pick(both!(
                        " It is another one in each of {texts} texts",
                        "在 {texts} 篇文本中几乎各不相同"
                    ))
            }
            None if self.is_of_messages => {
                asked
                    + lang.pick((
                        " Here they part texts, as in a list of messages",
                        "此处它们区分各篇文本，如同消息目录",
                    ))
            }
            None if matches!(self.subject, Subject::Key(_)) => {
                let pairs = counted(self.pairs, "pair", "pairs");
                let n = grouped_digits(self.pairs);
                asked + &lang.pick(both!(" It parts {pairs}", "它区分 {n} 对文本"))
            }
            None => asked,
        }
    }

    /// How many more texts go if the subject does not matter. `is_first` is whether this is the first question.
    pub fn say_lets(&self, is_first: bool, lang: Lang) -> String {
        let [lets, alone] = [self.lets, self.alone].map(grouped_digits);
        if is_first || self.lets == self.alone {
            return lang.pick(both!("lets {alone} go", "可去除 {alone} 篇"));
        }
        lang.pick(both!(
            "lets {alone} go by itself, {lets} more after the answer above",
            "单独可去除 {alone} 篇，在上述回答之后再去除 {lets} 篇"
        ))
    }
}

impl Cleaner<'_> {
    /// What differs in two of the texts that a difference holds.
    pub(super) fn examples(&self, cleaned: &Cleaned, subject: &Subject) -> Vec<String> {
        let key = |cover: &Cover| cover.key.and_then(|key| self.comparison.key(key));
        let is_held = |(_, cover): &(u32, &Cover)| match subject {
            Subject::Kinds(kinds) => kinds.contains(&cover.kind),
            Subject::Key(asked) => key(cover) == Some(asked),
        };
        let held: Vec<_> = cleaned.waiting().filter(is_held).collect();
        let two = held.iter().step_by(held.len().div_ceil(2).max(1));
        // The class of each difference stands in the table.
        let is_kind = |name: &str| Kind::ALL.iter().any(|kind| kind.name() == name);
        let what = |part: &str| {
            let named = part.split_once(": ").filter(|(name, _)| is_kind(name));
            named.map_or(part, |(_, what)| what).to_owned()
        };
        two.map(|&(document, cover)| {
            let [gone, kept] = [document, cover.by].map(|one| self.texts[one as usize]);
            self.comparison.describe(gone, kept).split("; ").map(what).collect::<Vec<_>>().join("; ")
        })
        .collect()
    }
}

impl Questions {
    /// The number of texts that wait for answers, in words.
    pub fn say_held(&self, lang: Lang) -> String {
        let texts = counted(self.held, "text waits", "texts wait");
        let n = grouped_digits(self.held);
        lang.pick(both!("{texts} for answers", "{n} 篇文本等待判定"))
    }
}
