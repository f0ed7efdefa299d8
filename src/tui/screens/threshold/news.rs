//! What the jobs of the screen Threshold find.

use crate::evidence::{Advice, Curve, Sampled};
use std::sync::Arc;

/// What pairs are drawn from: the generation of the signatures, and the tree.
pub type SampleKey = (u64, u64);

/// What is judged: the sample, and τ in hundredths.
pub type JudgedKey = (SampleKey, u8);

#[derive(Debug)]
pub enum News {
    /// Pairs were drawn and compared exactly.
    Sampled(SampleKey, Arc<Sampled>),
    /// What they say at one τ.
    Judged(JudgedKey, Judged),
}

/// What the sample says at one τ: for pairs and for groups.
#[derive(Debug)]
pub struct Judged {
    pub curves: [Curve; 2],
    pub advices: [Advice; 2],
}
