//! Candidates of a promise: a forest of stars. Of the most similar pair one text stays for ever and the other goes, and so on, so what
//! goes down to any similarity also goes down to a lower one, and each because of a text that stays.

use super::comparison::NONE;
use super::greedy::{Cleaner, Run};
use super::rules::{Cleaned, Cover, Rules};
use crate::alignment::Kind;
use crate::corpus::text_hash;
use crate::decide::promise::Candidate;
use crate::measures::{Join, Measure};
use crate::progress::Progress;
use rayon::prelude::*;

impl Rules {
    /// The rules before a draw: by themselves differences hold nothing, and only what the owner said holds.
    pub fn said_alone(&self) -> Self {
        let mut rules = Self { loss: None, passage: 0, ..self.clone() };
        for kind in Kind::ALL.into_iter().filter(|kind| self.matters.kind(*kind).is_none()) {
            rules.matters.say(&super::Subject::kind(kind), false);
        }
        rules
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Free,
    Stays,
    Goes,
}

impl Cleaner<'_> {
    /// The candidates by falling similarity, for a measure that can be [joined](Join::can). `None` when cancelled.
    pub fn star(&self, measure: Measure, progress: &Progress) -> Option<Vec<Candidate>> {
        let comparison = self.comparison;
        let first = |text: u32| comparison.members(text)[0];
        let mut firsts: Vec<u32> = (0..comparison.distinct() as u32).map(first).collect();
        firsts.sort_unstable();
        let texts: Vec<&str> = firsts.iter().map(|&document| self.texts[document as usize]).collect();
        let least = ((self.rules.cut * 100.0) as u8).max(1);
        let join = Join::of(measure, least, &texts, progress)?;
        let mut pairs: Vec<(f64, u32, u32)> = Vec::new();
        let all = join.stream(progress, |(a, b, similarity)| {
            if similarity >= self.rules.cut {
                pairs.push((similarity, a, b));
            }
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(Some(())) = all else { return None };
        pairs.par_sort_unstable_by(|(s, a, b), (t, c, d)| t.total_cmp(s).then((a, b).cmp(&(c, d))));
        let run = Run::new(self);
        let is_asked = self.rules.matters.iter().any(|(_, matters)| matters);
        let text = |at: u32| comparison.of[firsts[at as usize] as usize];
        let mut places = vec![0; comparison.distinct()];
        (0_u32..).zip(self.in_order()).for_each(|(place, text)| places[text as usize] = place);
        let mut fates: Vec<Fate> = (0..comparison.distinct() as u32)
            .map(|text| comparison.members(text).iter().any(|&one| (self.stays)(one)))
            .map(|stays| if stays { Fate::Stays } else { Fate::Free })
            .collect();
        let mut taken = Vec::new();
        for (similarity, a, b) in pairs {
            let [a, b] = [a, b].map(text);
            let (goes, stays) = match [a, b].map(|one| fates[one as usize]) {
                [Fate::Goes, _] | [_, Fate::Goes] | [Fate::Stays, Fate::Stays] => continue,
                [Fate::Stays, _] => (b, a),
                [_, Fate::Stays] => (a, b),
                _ if places[a as usize] > places[b as usize] => (a, b),
                _ => (b, a),
            };
            let Some(leader) = self.leader(stays, &run.places) else { continue };
            let is_held = || is_asked && run.cover_by(first(goes), leader).why.is_some();
            if run.is_apart_from(goes, stays) || !run.agrees(goes, leader) || is_held() {
                continue;
            }
            (fates[goes as usize], fates[stays as usize]) = (Fate::Goes, Fate::Stays);
            taken.push((similarity, first(goes), leader));
        }
        let candidate = |&(similarity, goes, stays): &(f64, u32, u32)| {
            let texts = [goes, stays].map(|one| text_hash(self.raw[one as usize]));
            let kind = run.cover_by(goes, stays).kind;
            Candidate { documents: [goes, stays], texts, similarity, kind }
        };
        Some(taken.par_iter().with_max_len(16).map(candidate).collect())
    }

    /// The verdicts if these candidates go, and of equal texts all but one.
    pub fn promised<'c>(&self, goes: impl IntoIterator<Item = &'c Candidate>) -> Cleaned {
        let mut run = Run::new(self);
        for candidate in goes {
            let [goes, stays] = candidate.documents;
            let cover = Cover { similarity: candidate.similarity, why: None, ..run.cover_by(goes, stays) };
            run.covers[self.comparison.of[goes as usize] as usize] = Some((cover, true));
        }
        for text in 0..self.comparison.distinct() {
            if run.covers[text].is_none() {
                run.leaders[text] = self.leader(text as u32, &run.places).unwrap_or(NONE);
            }
        }
        run.cleaned()
    }
}
