//! All edits on one text.

use super::original::Original;
use super::{Bench, Edit, Edited, Moved, Own, Trial};
use crate::progress::Progress;
use crate::simhash::{Signed, Signer};
use rayon::prelude::*;

/// All edits, tried on one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battery {
    /// In the order of [`Edit::all`], then those of the user.
    pub trials: Vec<Trial>,
}

/// Edits tried at a time: each holds a copy of the text.
const AT_A_TIME: usize = 8;

impl Battery {
    /// Tries all edits and those of the user on a text. Calls `on` with each trial, in order, as soon as it and
    /// those before it are done. Returns `None` when cancelled. Advances by edits.
    ///
    /// The result depends on the text, the bench and the edits of the user, not on the number of threads.
    pub fn run(
        text: &str,
        own: &[Own],
        bench: Bench<'_>,
        progress: &Progress,
        each: &mut dyn FnMut(&Trial),
    ) -> Option<Self> {
        let edits: Vec<Edit> = Edit::all().cloned().chain(own.iter().cloned().map(Edit::Own)).collect();
        progress.expect(edits.len() as u64);
        let original = Original::new(text);
        let signer = || Signer::new(bench.recipe, bench.frequencies);
        let before = signer().sign(text);
        let mut trials = Vec::with_capacity(edits.len());
        // Quick edits do not wait for the search for the heaviest word.
        let slow = edits.iter().position(|edit| *edit == Edit::DropHeaviest).unwrap_or(edits.len());
        let (quick, rest) = edits.split_at(slow);
        for edits in quick.chunks(AT_A_TIME).chain(rest.chunks(AT_A_TIME)) {
            let tried = edits.par_iter().map_init(signer, |signer, edit| {
                let outcome =
                    (!progress.is_cancelled()).then(|| edit.apply_to(&original, &bench, progress))??;
                let outcome = outcome.map(|edited| moved(&original, before, edited, &bench, signer));
                progress.advance(1);
                Some(Trial { edit: edit.clone(), outcome })
            });
            let tried: Vec<Trial> = tried.collect::<Option<_>>()?;
            tried.iter().for_each(&mut *each);
            trials.extend(tried);
        }
        // A cancel during the last edit counts too.
        (!progress.is_cancelled()).then_some(Self { trials })
    }
}

/// Effect of an edit on a text, whose signature is given.
fn moved(
    original: &Original<'_>,
    before: Signed,
    edited: Edited,
    bench: &Bench<'_>,
    signer: &mut Signer<'_>,
) -> Moved {
    let after = signer.sign(&edited.text);
    Moved {
        detail: edited.detail,
        flipped: before.signature ^ after.signature,
        has_features: before.features > 0 && after.features > 0,
        // Cutting the text again takes time, and mostly the signatures differ.
        is_unseen: before == after && original.weights(bench) == signer.weights(&edited.text),
    }
}
