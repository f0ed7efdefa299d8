//! `--filter`: only what passes.

use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::note;
use crate::filter::{self, Emptiness, Facts, Filter, Mistake, Pairs};
use crate::groups::{Groups, spread_of};
use crate::progress::Progress;
use clap::Args;

/// What is printed of all that was found.
#[derive(Debug, Args)]
pub(super) struct FilterArguments {
    /// Print only what passes: words, "phrases", /patterns/, label=X, size>5, -chain and more, all of which must hold; see
    /// docs/FILTER.md
    #[arg(long = "filter", value_name = "FILTER", allow_hyphen_values = true)]
    line: Option<String>,
}

/// A filter, and the argument that it was read from.
pub(super) struct Asked<'a> {
    filter: Filter,
    line: &'a str,
}

impl FilterArguments {
    /// Reads the filter, if there is one; before anything else, because that is quick.
    pub(super) fn read(&self) -> Result<Option<Asked<'_>>, Failure> {
        let Some(line) = self.line.as_deref() else { return Ok(None) };
        let filter = line.parse().map_err(|mistake| wrong(&mistake, line))?;
        Ok(Some(Asked { filter, line }))
    }
}

fn wrong(mistake: &Mistake, line: &str) -> Failure {
    Failure::Usage(format!("--filter: {}; see docs/FILTER.md", mistake.in_line(line)))
}

/// What is known of the documents alone.
fn facts(material: &Material, k: u8) -> Facts<'_> {
    let features = Some(material.features()).filter(|features| !features.is_empty());
    Facts { corpus: material.corpus(), len: material.len(), k, features, ..Facts::default() }
}

impl Asked<'_> {
    fn check(&self, facts: &Facts<'_>) -> Result<(), Failure> {
        self.filter.check(facts).map_err(|mistake| wrong(&mistake, self.line))
    }

    /// The documents that pass.
    pub(super) fn documents(&self, material: &Material) -> Result<Vec<u32>, Failure> {
        let facts = facts(material, 0);
        self.check(&facts)?;
        let progress = Progress::new();
        let found = finished(filter::documents(&self.filter, &facts, None, &progress));
        if found.is_empty() {
            tell("document", &finished(filter::why_no_document(&self.filter, &facts, &progress)));
        }
        Ok(found)
    }

    /// The numbers of the groups that pass, and those of `singles` that do.
    pub(super) fn groups(
        &self,
        material: &Material,
        (groups, are_leaders): (&Groups, bool),
        singles: &[u32],
    ) -> Result<(Vec<u32>, Vec<u32>), Failure> {
        let spread = |number| spread_of(&material.signatures, groups.members(number));
        let facts =
            Facts { groups: Some(groups), spread: Some(&spread), are_leaders, ..facts(material, groups.k()) };
        self.check(&facts)?;
        let progress = Progress::new();
        let numbers = finished(filter::groups(&self.filter, &facts, &progress));
        let singles = match singles {
            [] => Vec::new(),
            singles => finished(filter::documents(&self.filter, &facts, Some(singles), &progress)),
        };
        if numbers.is_empty() && singles.is_empty() {
            tell("group", &finished(filter::why_no_group(&self.filter, &facts, &progress)));
        }
        Ok((numbers, singles))
    }

    /// What chooses pairs.
    pub(super) fn pairs(&self, material: &Material, k: u8) -> Result<Pairs, Failure> {
        let pairs = Pairs::new(&self.filter, &facts(material, k), &Progress::new());
        pairs.map(finished).map_err(|mistake| wrong(&mistake, self.line))
    }
}

/// Says why no pair passed, if none did.
pub(super) fn tell_of_pairs(pairs: Option<&Pairs>) {
    if let Some(why) = pairs.and_then(Pairs::why_none) {
        tell("pair", &why);
    }
}

fn tell(what: &str, why: &Emptiness) {
    note(&format!("no {what} passes the filter: {why}"));
}
