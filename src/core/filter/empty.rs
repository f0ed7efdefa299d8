//! Why nothing passes a filter.

use super::facts::Facts;
use super::{Filter, select};
use crate::display::{Lang, display_by_say, lang};
use crate::progress::Progress;
/// What each term of a filter alone would leave, where all together leave nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emptiness {
    /// The terms, as they are printed, and how many pass each.
    pub parts: Vec<(String, usize)>,
}

impl Emptiness {
    /// The terms that nothing passes, whatever the others say.
    pub fn unmet(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter(|(_, count)| *count == 0).map(|(term, _)| term.as_str())
    }

    /// The same in a sentence.
    pub fn say(&self, lang: Lang) -> String {
        let unmet: Vec<&str> = self.unmet().collect();
        if !unmet.is_empty() {
            let (nothing, nor) =
                lang.pick((("nothing matches ", ", nor "), ("没有内容符合 ", "，也没有内容符合 ")));
            return format!("{nothing}{}", unmet.join(nor));
        }
        let each: Vec<String> = self.parts.iter().map(|(term, count)| format!("{term} ({count})")).collect();
        let (but, comma) = lang.pick((
            ("each part matches something, but not together: ", ", "),
            ("各条件单独都有符合的，但不能同时满足：", "，"),
        ));
        format!("{but}{}", each.join(comma))
    }
}

display_by_say!(lang(); Emptiness);

/// Why no document passes. `None` when cancelled.
pub fn why_no_document(filter: &Filter, facts: &Facts<'_>, progress: &Progress) -> Option<Emptiness> {
    why(filter, |alone| select::documents(alone, facts, None, progress))
}

/// Why no group passes. `None` when cancelled.
pub fn why_no_group(filter: &Filter, facts: &Facts<'_>, progress: &Progress) -> Option<Emptiness> {
    why(filter, |alone| select::groups(alone, facts, progress))
}

fn why(filter: &Filter, select: impl Fn(&Filter) -> Option<Vec<u32>>) -> Option<Emptiness> {
    let part = |term: &super::Term| {
        let alone = Filter { terms: vec![term.clone()] };
        Some((term.to_string(), select(&alone)?.len()))
    };
    Some(Emptiness { parts: filter.terms.iter().map(part).collect::<Option<_>>()? })
}
