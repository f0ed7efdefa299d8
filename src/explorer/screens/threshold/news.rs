//! What the jobs of the screen Threshold find.

use crate::filtering::{KnownKey, Why};
use crate::shared::weighed::OutcomeKey;
use crate::widgets::table::Sort;
use simscope_core::decide::{Boilerplate, CommonTerms};
use simscope_core::evidence::{Advice, Curve, Sampled, Stratum};
use simscope_core::filter::{Facet, Filter, Script};
use simscope_core::handover::Written;
use simscope_core::measures::Measure;
use std::sync::Arc;

/// What pairs are drawn from: the generation of the signatures, and the tree.
pub type SampleKey = (u64, u64);

/// What is judged: the sample, and τ in hundredths.
pub type JudgedKey = (SampleKey, u8);

/// What pairs at the border follow from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BorderKey {
    pub of: SampleKey,
    /// From this distance to that one.
    pub distances: (u8, u8),
    pub seed: u64,
}

/// A pair under the signatures of one generation.
pub type MeasuredKey = (u64, (u32, u32));

/// Groups: the generation of the signatures, and the change of the groups.
pub type TemplateKey = (u64, u64);

/// What the rows of the groups follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct TableKey {
    pub filter: Arc<Filter>,
    pub sort: Sort<&'static str>,
    pub known: KnownKey,
    /// Where it is sorted by what stays.
    pub outcome: Option<OutcomeKey>,
}

/// What the facets follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct FacetsKey {
    pub filter: Arc<Filter>,
    pub known: KnownKey,
}

/// The numbers of the groups that are listed, in their order; why there are none.
#[derive(Debug, Clone)]
pub struct Listed {
    pub numbers: Arc<Vec<u32>>,
    pub why: Option<Why>,
}

#[derive(Debug)]
pub enum News {
    /// The rows of the groups.
    Groups(TableKey, Listed),
    /// What they have in common; the number of documents, and the letters of each.
    Facets(FacetsKey, Arc<Vec<Facet>>, (usize, Arc<Vec<Script>>)),
    /// The terms that many documents hold, and what each of the largest groups shares.
    Templates(TemplateKey, Arc<CommonTerms>, Vec<Option<Boilerplate>>),
    /// The kept records were written under this name, or why not.
    HandedOver(String, Result<Written, (String, String)>),
    /// Exact measures of a pair.
    Measured(MeasuredKey, Vec<(Measure, f64)>),
    /// Pairs were drawn at each of these distances.
    Drawn(BorderKey, Arc<Vec<Stratum>>),
    /// Pairs were drawn and compared exactly.
    Sampled(SampleKey, Arc<Sampled>),
    /// What they say at one τ.
    Judged(JudgedKey, Box<Judged>),
}

/// What the sample says at one τ: for pairs and for groups.
#[derive(Debug)]
pub struct Judged {
    pub curves: [Curve; 2],
    pub advices: [Advice; 2],
}
