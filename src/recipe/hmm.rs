//! The hidden Markov model that jieba and its descendants guess unlisted words with: each character begins a
//! word (B), ends it (E), stands in its middle (M) or is one (S).

/// Also the lowest score of the generated tables, which name it so.
pub(super) const MIN_FLOAT: f64 = -3.14e100;

/// Makes `INITIAL_PROBS`, `TRANS_PROBS` (from, to), `EMIT_PROBS` by `EMIT_INDEX`, and the bounds of the latter,
/// with the states in the order of [`State`].
#[allow(clippy::excessive_precision)]
mod generated {
    use super::MIN_FLOAT;
    jieba_macros::generate_hmm_data!();
}

use generated::{EMIT_INDEX, EMIT_MIN_CHAR, EMIT_NONE, EMIT_PROBS};
pub(super) use generated::{HMM_HAN_MAX, HMM_HAN_MIN, INITIAL_PROBS, TRANS_PROBS};

pub(super) const STATES: usize = 4;

/// In the order of jieba-rs's and cppjieba's tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Begin = 0,
    End = 1,
    Middle = 2,
    Single = 3,
}

/// How likely each state is to show that character: natural logarithms; [`MIN_FLOAT`] where it never does.
///
/// cppjieba b3602be's `hmm_model.utf8` has the same numbers; Python jieba 0.42.1's `prob_emit.py` has them
/// unrounded (these have at most six decimals), which moves a score by at most 0.0000005 a character.
#[inline]
pub(super) fn emissions(c: char) -> [f64; STATES] {
    let row = u32::from(c).checked_sub(EMIT_MIN_CHAR).and_then(|at| EMIT_INDEX.get(at as usize));
    match row {
        Some(&row) if row != EMIT_NONE => EMIT_PROBS[usize::from(row)],
        _ => [MIN_FLOAT; STATES],
    }
}
