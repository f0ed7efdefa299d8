//! The fields that records have, for messages about those that they lack.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::Stop;
use super::record::{Receiver, Target, check};
use crate::display::say;

/// Which of the wanted fields any record had, and the names of the fields of the first records.
#[derive(Debug, Default)]
pub(super) struct Seen {
    targets: Vec<bool>,
    pub(super) records: u64,
    names: Vec<String>,
}

/// As many names as a one-line message can carry, and characters of each.
const NAMES: usize = 12;
const NAME: usize = 40;
/// Records whose names are looked at.
const FIRST: u64 = 100;

impl Seen {
    /// Whether each of the targets was there.
    pub(super) fn record(&mut self, are_found: impl Iterator<Item = bool>) {
        self.records += 1;
        for (at, is_found) in are_found.enumerate() {
            match self.targets.get_mut(at) {
                Some(seen) => *seen |= is_found,
                None => self.targets.push(is_found),
            }
        }
    }

    pub(super) fn name(&mut self, name: &str) {
        let is_known = |known: &String| {
            known.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if self.records < FIRST && self.names.len() < NAMES && !self.names.iter().any(is_known) {
            self.names.push(shown_name(name));
        }
    }

    /// Notes the names inside an object, or inside the objects of a list, by which what is in them is reached; else the name.
    pub(super) fn inside(&mut self, name: &str, value: &RawValue) {
        type Fields<'v> = BTreeMap<Cow<'v, str>, IgnoredAny>;
        let text = value.get();
        let inside = match self.records == 0 {
            true => match serde_json::from_str::<Vec<Fields<'_>>>(text) {
                Ok(elements) => elements.into_iter().next().map(|first| (format!("{name}.0"), first)),
                Err(_) => {
                    serde_json::from_str::<Fields<'_>>(text).ok().map(|fields| (name.to_owned(), fields))
                }
            },
            false => None,
        };
        match inside {
            Some((name, fields)) => fields.keys().for_each(|field| self.name(&format!("{name}.{field}"))),
            None => self.name(name),
        }
    }

    pub(super) fn check(self, receiver: &mut dyn Receiver) -> Result<(), Stop> {
        if self.records == 0 {
            return Ok(());
        }
        let targets = receiver.wanted().targets.clone();
        let is_there = |target: &Target| {
            let at = targets.iter().position(|known| known == target);
            at.and_then(|at| self.targets.get(at)).is_some_and(|&seen| seen)
        };
        check(receiver, &is_there, &|| self.names.clone())
    }
}

/// A name of a field, as long as a message has room for.
fn shown_name(name: &str) -> String {
    name.chars().take(NAME).collect()
}

/// Why a table is not read of which two columns that are read have one name.
pub(super) fn shared_name(name: &str) -> String {
    say!(
        "several columns are called `{name}`, and nothing says which is meant; rename all but one",
        "有多列名为 `{name}`，无从判断是哪一列；请只保留一列用此名称"
    )
}

/// As many names of fields as a message has room for.
pub(super) fn shown_names<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.take(NAMES).map(shown_name).collect()
}
