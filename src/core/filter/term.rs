//! What a term can ask, and the one table of it.

use super::needle::Needle;
use super::script::Script;
use crate::alignment::Kind;
use std::fmt;

/// A term, which tests a document. A group passes if one of its members does, where the test is of texts; where it is of groups,
/// a document passes with its group.
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
    /// Passages of the text that stand in others.
    Passages,
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
    /// The document was picked.
    Picked,
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

/// The part of a term behind its name.
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
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The word that begins the term.
    pub name: &'static str,
    /// What follows it.
    pub form: Form,
}

const fn row(name: &'static str, form: Form) -> Row {
    Row { name, form }
}

/// Every term that has a name. A new one is a row here, a variant of [`Test`] or of what it holds, and its evaluation.
pub const TERMS: [Row; 16] = [
    row("id", Form::Field(Field::Id)),
    row("label", Form::Field(Field::Label)),
    row("source", Form::Field(Field::Source)),
    row("lang", Form::Script),
    row("size", Form::Quantity(Quantity::Size)),
    row("diam", Form::Quantity(Quantity::Diameter)),
    row("d", Form::Quantity(Quantity::Distance)),
    row("chars", Form::Quantity(Quantity::Chars)),
    row("features", Form::Quantity(Quantity::Features)),
    row("passages", Form::Quantity(Quantity::Passages)),
    row("chain", Form::Fact(Fact::Chain)),
    row("changed", Form::Fact(Fact::Changed)),
    row("judged", Form::Judged),
    row("kind", Form::Kind),
    row("labelled", Form::Fact(Fact::Labelled)),
    row("picked", Form::Fact(Fact::Picked)),
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
        }
    }
}
