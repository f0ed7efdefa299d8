//! Sentences with places for what parts texts, and what is done to them.

use simscope::random::Random;

/// The words of a language. Each list is drawn from alike.
pub struct Language {
    pub name: &'static str,
    pub has_capitals: bool,
    /// A sentence with all that follows in braces.
    pub frame: &'static str,
    pub leads: &'static [&'static str],
    pub who: &'static [&'static str],
    /// What one may or must, and the negation of it.
    pub may: &'static [[&'static str; 2]],
    /// What one does, and its opposite.
    pub verbs: &'static [[&'static str; 2]],
    pub numbers: &'static [&'static str],
    /// Digits, and the same number in words.
    pub same_numbers: &'static [[&'static str; 2]],
    pub things: &'static [&'static str],
    pub places: &'static [&'static str],
    /// What is measured, with `#` for a number and `_` for the unit; and units for it.
    pub amounts: &'static [(&'static str, &'static [&'static str])],
    pub dates: &'static [&'static str],
    pub first_names: &'static [&'static str],
    /// A last name is one of these, and an ending.
    pub last_names: &'static [&'static str],
    pub endings: &'static [&'static str],
    /// That something was done, and its negation.
    pub did: &'static [[&'static str; 2]],
    pub why: &'static [&'static str],
    /// A task for another person, and its place.
    pub tasks: &'static [&'static str],
    pub cities: &'static [&'static str],
    /// Before a thing: what makes it another one.
    pub one_more: &'static [&'static str],
    pub two_more: &'static [&'static str],
    pub between: &'static str,
    pub replies: &'static [&'static str],
    pub forwarded: &'static [&'static str],
    pub closings: &'static [&'static str],
    pub ticket: &'static str,
    /// Of a text: another way to write it.
    pub written: fn(&str, &mut Random) -> String,
    /// Of a text: in other letters.
    pub cased: fn(&str) -> String,
    /// Of a text: with other signs.
    pub marked: fn(&str) -> String,
    /// Of a text: with other small words.
    pub small: fn(&str) -> String,
}

/// A sentence, by its places.
#[derive(Clone, PartialEq)]
pub struct Sentence {
    lead: String,
    who: String,
    may: [&'static str; 2],
    verb: [&'static str; 2],
    number: String,
    thing: String,
    place: String,
    amount: usize,
    measured: String,
    unit: String,
    date: String,
    name: String,
    did: [&'static str; 2],
    why: String,
    friend: String,
    task: String,
    city: String,
}

fn pick<T: Copy>(from: &[T], random: &mut Random) -> T {
    *random.pick(from).unwrap()
}

/// Another one than this.
fn other(from: &[&'static str], than: &str, random: &mut Random) -> String {
    loop {
        let found = pick(from, random);
        if found != than {
            return found.to_owned();
        }
    }
}

impl Sentence {
    pub fn new(language: &Language, random: &mut Random) -> Self {
        let amount = random.below(language.amounts.len());
        let mut verb = pick(language.verbs, random);
        if random.below(2) == 1 {
            verb.reverse();
        }
        Self {
            lead: pick(language.leads, random).to_owned(),
            who: pick(language.who, random).to_owned(),
            may: pick(language.may, random),
            verb,
            number: number(language, random),
            thing: pick(language.things, random).to_owned(),
            place: pick(language.places, random).to_owned(),
            amount,
            measured: (3 + random.below(900)).to_string(),
            unit: pick(language.amounts[amount].1, random).to_owned(),
            date: pick(language.dates, random).to_owned(),
            name: name(language, random),
            did: pick(language.did, random),
            why: pick(language.why, random).to_owned(),
            friend: name(language, random),
            task: pick(language.tasks, random).to_owned(),
            city: pick(language.cities, random).to_owned(),
        }
    }

    pub fn text(&self, language: &Language) -> String {
        let amount = language.amounts[self.amount].0.replace('#', &self.measured).replace('_', &self.unit);
        let text = [
            ("{lead}", &*self.lead),
            ("{who}", &self.who),
            ("{may}", self.may[0]),
            ("{verb}", self.verb[0]),
            ("{number}", &self.number),
            ("{thing}", &self.thing),
            ("{place}", &self.place),
            ("{amount}", &amount),
            ("{date}", &self.date),
            ("{name}", &self.name),
            ("{did}", self.did[0]),
            ("{why}", &self.why),
            ("{friend}", &self.friend),
            ("{task}", &self.task),
            ("{city}", &self.city),
        ]
        .iter()
        .fold(language.frame.to_owned(), |text, (place, words)| text.replace(place, words));
        let mut letters = text.chars();
        letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap()
    }

    /// The same form so often, each time with something else in one place: a number, a name or a thing. No two forms are filled in
    /// with the same.
    pub fn filled_in(&self, language: &Language, slot: usize, members: usize) -> Vec<String> {
        let all = |at: usize, lists: [&[&'static str]; 2]| {
            [lists[0][at % lists[0].len()], lists[1][at / lists[0].len() % lists[1].len()]].concat()
        };
        let filled = |at: usize| {
            let mut filled = self.clone();
            match slot {
                0 => filled.number = (1_000 * members + 13 * at).to_string(),
                1 => {
                    let space = if language.has_capitals { " " } else { "" };
                    let first = all(at, [language.first_names, &[space]]);
                    filled.name = first + &all(at / 7 + 2 * members, [language.endings, language.last_names]);
                }
                _ => filled.thing = all(at + 2 * members, [language.one_more, language.things]),
            }
            filled.text(language)
        };
        (0..members).map(filled).collect()
    }
}

fn number(language: &Language, random: &mut Random) -> String {
    match random.below(3) {
        0 => pick(language.numbers, random).to_owned(),
        _ => (2 + random.below(300)).to_string(),
    }
}

fn name(language: &Language, random: &mut Random) -> String {
    let space = if language.has_capitals { " " } else { "" };
    let last = pick(language.last_names, random).to_owned() + pick(language.endings, random);
    [pick(language.first_names, random), &last].join(space)
}

/// What is done to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Number,
    Unit,
    Date,
    Name,
    Negated,
    NegationMoved,
    Opposite,
    OneMore,
    TwoMore,
    OneOther,
    TwoOther,
    Marks,
    Written,
    Case,
    Order,
    SameNumber,
    Small,
    Reply,
    Forwarded,
    Closing,
}

impl Change {
    pub const ALL: [Self; 20] = [
        Self::Number,
        Self::Unit,
        Self::Date,
        Self::Name,
        Self::Negated,
        Self::NegationMoved,
        Self::Opposite,
        Self::OneMore,
        Self::TwoMore,
        Self::OneOther,
        Self::TwoOther,
        Self::Marks,
        Self::Written,
        Self::Case,
        Self::Order,
        Self::SameNumber,
        Self::Small,
        Self::Reply,
        Self::Forwarded,
        Self::Closing,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "another number",
            Self::Unit => "another unit",
            Self::Date => "another date",
            Self::Name => "another name",
            Self::Negated => "negated",
            Self::NegationMoved => "negation moved",
            Self::Opposite => "opposite",
            Self::OneMore => "one word more",
            Self::TwoMore => "two words more",
            Self::OneOther => "another word",
            Self::TwoOther => "two other words",
            Self::Marks => "marks",
            Self::Written => "written otherwise",
            Self::Case => "case",
            Self::Order => "order",
            Self::SameNumber => "same number",
            Self::Small => "small words",
            Self::Reply => "reply",
            Self::Forwarded => "forwarded",
            Self::Closing => "closing",
        }
    }

    /// Whether the text says the same after it.
    pub fn may_go(self) -> bool {
        use Change::{Case, Closing, Forwarded, Marks, Order, Reply, SameNumber, Small, Written};
        [Marks, Written, Case, Order, SameNumber, Small, Reply, Forwarded, Closing].contains(&self)
    }

    /// A text, and the expected decision about it. The second sentence takes part where there must be two.
    pub fn of(self, language: &Language, sentences: &[Sentence; 2], random: &mut Random) -> (String, String) {
        let mut source = sentences[0].clone();
        let mut version = source.clone();
        let before = |text: String, head: &str| head.to_owned() + &text;
        match self {
            Self::Number => {
                while version.number == source.number {
                    version.number = number(language, random);
                }
            }
            Self::Unit => version.unit = other(language.amounts[source.amount].1, &source.unit, random),
            Self::Date => version.date = other(language.dates, &source.date, random),
            Self::Name => {
                while version.name == source.name {
                    version.name = name(language, random);
                }
            }
            Self::Negated if random.below(2) == 1 => version.may.reverse(),
            Self::Negated => version.did.reverse(),
            Self::NegationMoved => {
                source.may.reverse();
                version.did.reverse();
            }
            Self::Opposite => version.verb.reverse(),
            Self::OneMore => version.thing = before(version.thing, pick(language.one_more, random)),
            Self::TwoMore => version.thing = before(version.thing, pick(language.two_more, random)),
            Self::OneOther => version.thing = other(language.things, &source.thing, random),
            Self::TwoOther => {
                let more = pick(language.one_more, random);
                version.thing =
                    other(language.one_more, more, random) + &other(language.things, &source.thing, random);
                source.thing = more.to_owned() + &source.thing;
            }
            Self::SameNumber => {
                let [digits, words] = pick(language.same_numbers, random);
                (source.number, version.number) = (digits.to_owned(), words.to_owned());
            }
            Self::Order => {
                let [one, two] = [&sentences[0], &sentences[1]].map(|sentence| sentence.text(language));
                return ([&*one, &two].join(language.between), [two, one].join(language.between));
            }
            _ => {}
        }
        let (source, version) = (source.text(language), version.text(language));
        let version = match self {
            Self::Marks => (language.marked)(&version),
            Self::Written => (language.written)(&version, random),
            Self::Case => (language.cased)(&version),
            Self::Small => (language.small)(&version),
            Self::Reply => before(version, pick(language.replies, random)),
            Self::Forwarded => before(version, pick(language.forwarded, random)),
            Self::Closing => version + language.between + pick(language.closings, random),
            _ => version,
        };
        (source, version)
    }
}
