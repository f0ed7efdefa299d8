//! What a term can ask, and the one table of it.

use super::needle::Needle;
use super::script::Script;
use crate::alignment::Kind;
use std::fmt;

/// What a term asks of a document. A group passes if one of its members does, where the test is of texts; where it is of
/// groups, a document passes with its group.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// In the id, the label or the text.
    Text(Needle),
    /// In one field.
    Field(Field, Needle),
    /// What most letters of the text are.
    Script(Script),
    /// How much.
    Number(Quantity, Comparison),
    /// Holds or not.
    Fact(Fact),
    /// Whether a pair of the document was judged.
    Judged(bool),
    /// Whether the document is in a pair of this kind: it goes or is held because of the other, or the other because of it.
    Kind(Kind),
    /// What was decided about the group. A document in no group passes none of these.
    Decided(Decided),
}

/// A field of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The id.
    Id,
    /// The label; a document without one passes no test of it.
    Label,
    /// The file that the document came from.
    Source,
}

/// A number of a document or a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Documents of the group; 1 for a document in no group.
    Size,
    /// Largest distance in the group. A document in no group has none, and passes no test of it; nor does a group that was
    /// too large to measure.
    Diameter,
    /// Of a document the distance to its nearest neighbour, of a group the smallest distance, of a pair its distance.
    Distance,
    /// Characters of the text.
    Chars,
    /// Distinct features of the text.
    Features,
}

/// What can have been decided about a group. One that was taken apart may be accepted, left or marked for later, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decided {
    /// As the rule has it.
    Accepted,
    /// All its documents stay.
    Left,
    /// To be decided later.
    Later,
    /// It was taken apart.
    Apart,
    /// Nothing of these.
    Nothing,
}

impl Decided {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Accepted, Self::Left, Self::Later, Self::Apart, Self::Nothing];
    /// Their names.
    pub(super) const NAMES: &'static str = "accepted, left, later, apart or none";

    /// As it is written behind `state:`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Left => "left",
            Self::Later => "later",
            Self::Apart => "apart",
            Self::Nothing => "none",
        }
    }
}

/// A fact that holds or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// The group is a chain: its diameter exceeds k. Around leaders nothing is.
    Chain,
    /// The group has not the members that it had at mark A.
    Changed,
    /// The document has a label.
    Labelled,
}

/// How a number compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// With one bound.
    With(Operator, Bound),
    /// From the first to the second, both included.
    Between(u32, u32),
}

/// A sign of comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

/// What a number is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// This number.
    Number(u32),
    /// The current k.
    K,
}

/// What stands behind a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `name:PART` or `name=WHOLE`.
    Field(Field),
    /// `name:SCRIPT`.
    Script,
    /// `name>N` and the like.
    Quantity(Quantity),
    /// The name alone.
    Fact(Fact),
    /// `name:yes` or `name:no`.
    Judged,
    /// `name:numbers` and the like.
    Kind,
    /// `name:accepted` and the like.
    Decided,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The word that begins the term.
    pub name: &'static str,
    /// What follows it.
    pub form: Form,
    /// An example.
    pub example: &'static str,
    /// What the example chooses, in English and in Chinese.
    pub meaning: (&'static str, &'static str),
}

const fn row(
    name: &'static str,
    form: Form,
    example: &'static str,
    meaning: (&'static str, &'static str),
) -> Row {
    Row { name, form, example, meaning }
}

/// Every term that has a name. A new one is a row here, a variant of [`Test`] or of what it holds, and its evaluation.
#[rustfmt::skip]
pub const TERMS: [Row; 15] = [
    row("id", Form::Field(Field::Id), "id:2024-", ("the id holds this; id= is the whole id", "编号含此文字；id= 为整个编号")),
    row("label", Form::Field(Field::Label), "label=news", ("the label is this; label: is a part of it", "标签即此；label: 为其一部分")),
    row("source", Form::Field(Field::Source), "source:main", ("the file that the document came from holds this", "来源文件名含此文字")),
    row("lang", Form::Script, "lang:han", ("the letters of the text: han, latin, mixed, other", "文本的文字：han、latin、mixed、other")),
    row("size", Form::Quantity(Quantity::Size), "size=3..5", ("documents in the group; 1 in no group", "组内文档数；不在组中为 1")),
    row("diam", Form::Quantity(Quantity::Diameter), "diam>k", ("largest distance in the group", "组内最大距离")),
    row("d", Form::Quantity(Quantity::Distance), "d<=2", ("distance to the nearest neighbour; smallest of a group; of a pair its own", "到最近邻的距离；组内最小距离；文档对的距离")),
    row("chars", Form::Quantity(Quantity::Chars), "chars<100", ("characters of the text", "文本字符数")),
    row("features", Form::Quantity(Quantity::Features), "features=0", ("distinct features of the text", "文本的不同特征数")),
    row("chain", Form::Fact(Fact::Chain), "-chain", ("the group is a chain: its diameter exceeds k", "该组成链：直径大于 k")),
    row("changed", Form::Fact(Fact::Changed), "changed", ("the group differs from what it was at mark A", "该组与标记 A 时不同")),
    row("judged", Form::Judged, "judged:no", ("no pair with the document was judged; judged:yes: one was", "含该文档的文档对均未判定；judged:yes 则有")),
    row("kind", Form::Kind, "kind:numbers", ("in a pair of this kind of difference, of which one text goes or is held", "所在文档对属此类差异，其一去除或暂留")),
    row("state", Form::Decided, "state:none", ("what was decided about the group: accepted, left, later, apart, none", "对该组的决定：accepted 接受、left 保持、later 待定、apart 拆分、none 未决定")),
    row("labelled", Form::Fact(Fact::Labelled), "-labelled", ("the document has a label", "文档有标签")),
];

impl Row {
    /// The row of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        TERMS.iter().find(|row| row.name == name)
    }

    fn of(form: Form) -> &'static str {
        TERMS.iter().find(|row| row.form == form).map_or("", |row| row.name)
    }
}

impl Comparison {
    /// Whether a number compares so, at this k.
    pub fn holds(self, number: u32, k: u8) -> bool {
        let (operator, bound) = match self {
            Comparison::Between(low, high) => return (low..=high).contains(&number),
            Comparison::With(operator, Bound::Number(bound)) => (operator, bound),
            Comparison::With(operator, Bound::K) => (operator, u32::from(k)),
        };
        match operator {
            Operator::Less => number < bound,
            Operator::AtMost => number <= bound,
            Operator::Equal => number == bound,
            Operator::AtLeast => number >= bound,
            Operator::More => number > bound,
        }
    }
}

impl Operator {
    /// The longer signs first, as they have to be looked for.
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("<", Operator::Less),
        (">", Operator::More),
        ("=", Operator::Equal),
    ];
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Comparison::Between(low, high) => write!(f, "={low}..{high}"),
            Comparison::With(operator, bound) => {
                let (sign, _) =
                    Operator::ALL[Operator::ALL.iter().position(|(_, own)| *own == operator).unwrap_or(0)];
                match bound {
                    Bound::Number(number) => write!(f, "{sign}{number}"),
                    Bound::K => write!(f, "{sign}k"),
                }
            }
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Text(needle) => needle.fmt(f),
            Test::Field(field, needle) => {
                let sign = if needle.is_whole() { '=' } else { ':' };
                write!(f, "{}{sign}{needle}", Row::of(Form::Field(*field)))
            }
            Test::Script(script) => write!(f, "{}:{}", Row::of(Form::Script), script.name()),
            Test::Number(quantity, comparison) => {
                write!(f, "{}{comparison}", Row::of(Form::Quantity(*quantity)))
            }
            Test::Fact(fact) => f.write_str(Row::of(Form::Fact(*fact))),
            Test::Judged(is_judged) => {
                write!(f, "{}:{}", Row::of(Form::Judged), if *is_judged { "yes" } else { "no" })
            }
            Test::Kind(kind) => write!(f, "{}:{}", Row::of(Form::Kind), kind.name()),
            Test::Decided(decided) => write!(f, "{}:{}", Row::of(Form::Decided), decided.name()),
        }
    }
}
