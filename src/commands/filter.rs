//! `--filter`: only what passes.

use super::arguments::FilterArguments;
use super::failure::Failure;
use super::judged;
use super::language::pick;
use super::material::{Material, finished};
use super::watch::note;
use simscope_core::analysis::Cleaning;
use simscope_core::corpus::Corpus;
use simscope_core::decide::clean::{Kinds, Rules};
use simscope_core::display::{lang, say};
use simscope_core::filter::{self, Emptiness, Facts, Filter, Mistake, Need, Pairs, Wrong};
use simscope_core::groups::{Groups, spread_of};
use simscope_core::progress::Progress;
use simscope_core::visible;
use std::collections::HashSet;
use std::path::Path;

/// A filter, and the argument that it was read from.
pub(super) struct Asked<'a> {
    filter: Filter,
    line: &'a str,
    judgements: Option<&'a Path>,
}

impl FilterArguments {
    /// Reads the filter, if there is one; before anything else, because that is quick.
    pub(super) fn read(&self) -> Result<Option<Asked<'_>>, Failure> {
        let Some(line) = self.line.as_deref() else { return Ok(None) };
        let filter = line.parse().map_err(|mistake| wrong(&mistake, line))?;
        Ok(Some(Asked { filter, line, judgements: self.judgements.as_deref() }))
    }
}

/// Says what is wrong with a filter.
pub(super) fn check(line: &str) -> Result<(), Failure> {
    line.parse::<Filter>().map(drop).map_err(|mistake| wrong(&mistake, line))
}

fn wrong(mistake: &Mistake, line: &str) -> Failure {
    let remedy = match mistake.what {
        Wrong::NotKnown(_, Need::Judgements) => pick((": --judgements FILE", "：--judgements FILE")),
        _ => "",
    };
    let what = mistake.in_line(line, lang());
    Failure::Usage(say!(
        "--filter: {what}{remedy}; see docs/COMMANDS.md",
        "--filter：{what}{remedy}；参见 docs/COMMANDS.md"
    ))
}

/// What is known of the documents alone.
fn facts(material: &Material, k: u8) -> Facts<'_> {
    let features = Some(&material.features[..]).filter(|features| !features.is_empty());
    Facts { corpus: material.texts(), len: material.len(), k, features, ..Facts::default() }
}

/// The texts, by which `file` names documents.
fn texts<'a>(material: &'a Material, option: &str, file: &Path) -> Result<&'a Corpus, Failure> {
    let shown = || visible::line(&file.to_string_lossy()).into_owned();
    if !file.exists() {
        return Err(Failure::Failed(say!("{option}: there is no file {}", "{option}：没有文件 {}", shown())));
    }
    let what = || {
        say!(
            "{option} {}: signatures have no texts to find its documents by",
            "{option} {}：签名没有可用来找到其文档的文本",
            shown()
        )
    };
    material.texts().ok_or_else(|| Failure::Usage(what()))
}

impl Asked<'_> {
    /// Runs with the facts about the documents, including judgements and kinds of difference if the filter uses them.
    fn knowing<R>(
        &self,
        material: &Material,
        k: u8,
        run: impl FnOnce(Facts<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let judged = self.judged(material)?;
        let judged = judged.as_ref().map(|judged| |document: u32| judged.contains(&document));
        let kinds = self.kinds(material);
        let kinds = kinds.as_ref().map(|kinds| |document: u32, kind| kinds[document as usize].has(kind));
        run(Facts {
            judged: judged.as_ref().map(|judged| judged as _),
            kinds: kinds.as_ref().map(|kinds| kinds as _),
            ..facts(material, k)
        })
    }

    /// Documents with a judged pair, if the filter uses judgements and a file is given.
    fn judged(&self, material: &Material) -> Result<Option<HashSet<u32>>, Failure> {
        let Some(file) = self.judgements.filter(|_| self.filter.is_of_judgements()) else { return Ok(None) };
        let known = judged::known(file, texts(material, "--judgements", file)?)?;
        Ok(Some(known.iter().flat_map(|((a, b), _)| [a, b]).collect()))
    }

    /// By document, the kinds of its pairs, if the filter uses them.
    fn kinds(&self, material: &Material) -> Option<Vec<Kinds>> {
        let corpus = material.texts()?;
        self.filter.is_of_kinds().then(|| {
            let cleaning = Cleaning::of(corpus, &material.recipe);
            finished(cleaning.compare(&material.watch)).decide_by(&Rules::default()).cleaned.kinds()
        })
    }

    fn check(&self, facts: &Facts<'_>) -> Result<(), Failure> {
        self.filter.check(facts).map_err(|mistake| wrong(&mistake, self.line))
    }

    /// The documents that pass.
    pub(super) fn documents(&self, material: &Material) -> Result<Vec<u32>, Failure> {
        self.knowing(material, 0, |facts| {
            self.check(&facts)?;
            let progress = Progress::new();
            let found = finished(filter::documents(&self.filter, &facts, None, &progress));
            if found.is_empty() {
                let why = finished(filter::why_no_document(&self.filter, &facts, &progress));
                tell(("document", "文档"), &why);
            }
            Ok(found)
        })
    }

    /// The numbers of the groups that pass, and those of `singles` that do.
    pub(super) fn groups(
        &self,
        material: &Material,
        (groups, are_leaders): (&Groups, bool),
        singles: &[u32],
    ) -> Result<(Vec<u32>, Vec<u32>), Failure> {
        let spread = |number| spread_of(&material.signatures, groups.members(number));
        self.knowing(material, groups.k(), |facts| {
            let facts = Facts { groups: Some(groups), spread: Some(&spread), are_leaders, ..facts };
            self.check(&facts)?;
            let progress = Progress::new();
            let numbers = finished(filter::groups(&self.filter, &facts, &progress));
            let singles = match singles {
                [] => Vec::new(),
                singles => finished(filter::documents(&self.filter, &facts, Some(singles), &progress)),
            };
            if numbers.is_empty() && singles.is_empty() {
                let why = finished(filter::why_no_group(&self.filter, &facts, &progress));
                tell(("group", "分组"), &why);
            }
            Ok((numbers, singles))
        })
    }

    /// What chooses pairs.
    pub(super) fn pairs(&self, material: &Material, k: u8) -> Result<Pairs, Failure> {
        self.knowing(material, k, |facts| {
            let pairs = Pairs::new(&self.filter, &facts, None, &Progress::new());
            pairs.map(finished).map_err(|mistake| wrong(&mistake, self.line))
        })
    }
}

/// Says why no pair passed, if none did.
pub(super) fn tell_of_pairs(pairs: Option<&Pairs>) {
    if let Some(why) = pairs.and_then(Pairs::why_none) {
        tell(("pair", "文档对"), &why);
    }
}

fn tell((what, zh): (&str, &str), why: &Emptiness) {
    note(&say!("no {what} passes the filter: {why}", "没有{zh}通过筛选：{why}"));
}
