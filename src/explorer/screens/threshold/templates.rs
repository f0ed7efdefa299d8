//! Which groups hang on text that much of the corpus shares: a job, for the largest groups at this k.

use super::state::State;
use crate::jobs::Work;
use crate::shared::deciding::TemplateKey;
use crate::shared::model::Generation;
use crate::shared::{Shared, found};
use crate::wanted::Wanted;
use rayon::prelude::*;
use simscope_core::decide::{Boilerplate, CommonTerms};
use simscope_core::progress::Progress;
use simscope_core::recipe::{DocumentFrequencies, Recipe};
use simscope_core::simhash;
use std::sync::Arc;

/// Which groups hang on text that much of the corpus shares.
const TEMPLATES: &Work = &Work::new("Templates", ("looking for shared text", "查找公共文本")).of_texts();

/// The terms that many documents hold, by the generation of the signatures; and by the groups, what the largest share.
#[derive(Debug, Default)]
pub struct Templates {
    common: Wanted<Generation, Arc<CommonTerms>>,
    found: Wanted<TemplateKey, Vec<Option<Boilerplate>>>,
}

/// Groups that are looked at, the largest.
const LARGEST: usize = 2_000;
/// Members whose features are compared.
const MEMBERS: usize = 4;

impl State {
    /// What a group shares, if it hangs on text that much of the corpus shares.
    pub fn template(&self, shared: &Shared, number: usize) -> Option<&Boilerplate> {
        let found = self.templates.found.get(&shared.template_key())?;
        found.get(number - 1)?.as_ref().filter(|found| found.is_warned())
    }

    /// Asks for it, when the outcome is there.
    pub(super) fn want_templates(&mut self, shared: &mut Shared) {
        let key = shared.template_key();
        let Some(groups) = shared.groups.clone() else { return };
        if shared.outcome().is_none() {
            return;
        }
        let Some(fate) = self.templates.found.ask(key.clone()) else { return };
        let common = self.templates.common.get(&key.generation).cloned();
        let (corpus, recipe) = (shared.model.corpus.clone(), shared.model.recipe);
        let frequencies = shared.model.frequencies.clone();
        shared.begin_for(fate, TEMPLATES, move |progress, _| {
            let common = match common {
                Some(common) => common,
                None => {
                    Arc::new(CommonTerms::of(&simhash::document_frequencies(&corpus, &recipe, progress)?))
                }
            };
            let of = |number: usize| {
                let members = groups.members(number);
                boilerplate(&corpus, (&recipe, frequencies.as_deref()), &common, members, progress)
            };
            let shares = (1..groups.count().min(LARGEST) + 1).into_par_iter().map(of).collect();
            let take =
                move |own: &mut Self, shared: &mut Shared| own.take_templates(shared, key, common, shares);
            (!progress.is_cancelled()).then(|| found(take))
        });
    }

    fn take_templates(
        &mut self,
        shared: &mut Shared,
        key: TemplateKey,
        common: Arc<CommonTerms>,
        found: Vec<Option<Boilerplate>>,
    ) {
        let is_template = |found: &Option<Boilerplate>| found.as_ref().is_some_and(Boilerplate::is_template);
        shared.deciding.templates = Some((key.clone(), Arc::new(found.iter().map(is_template).collect())));
        self.templates.common.put(key.generation.clone(), common);
        self.templates.found.put(key, found);
    }
}

/// What members from one end of the group to the other share.
fn boilerplate(
    corpus: &simscope_core::corpus::Corpus,
    (recipe, frequencies): (&Recipe, Option<&DocumentFrequencies>),
    common: &CommonTerms,
    members: &[u32],
    progress: &Progress,
) -> Option<Boilerplate> {
    if progress.is_cancelled() {
        return None;
    }
    let last = members.len() - 1;
    let some = members.len().min(MEMBERS);
    let chosen = (0..some).map(|i| members[i * last / (some - 1).max(1)]);
    let text = |member: u32| corpus.get(member as usize).text;
    let traces: Vec<_> =
        chosen.map(|member| (text(member), simhash::trace(recipe, frequencies, text(member)))).collect();
    common.boilerplate(&traces, members.len())
}
