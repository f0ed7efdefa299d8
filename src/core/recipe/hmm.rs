//! The hidden Markov model with which jieba and its descendants guess words outside the dictionary: each
//! character begins a word (B), ends it (E), is inside it (M) or is a word (S).

/// The lowest score; the generated tables refer to it by this name.
pub(super) const MIN_FLOAT: f64 = -3.14e100;

/// Generated: `INITIAL_PROBS`, `TRANS_PROBS` (from, to), `EMIT_PROBS` indexed through `EMIT_INDEX`, with the
/// bounds of the latter; states are in the order of [`State`].
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

/// Emission probabilities of the character in each state, as natural logarithms; [`MIN_FLOAT`] for never.
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

/// The Viterbi algorithm: the likeliest states of a run of characters. `step` returns the best score of a state
/// and its previous state, from the previous scores and the state's emission; `ends` tells from the scores of
/// both whether the run ends with E rather than S.
pub(super) fn likeliest_states(
    run: &str,
    emissions: fn(char) -> [f64; STATES],
    step: impl Fn(&[f64; STATES], &[f64; STATES], usize) -> (f64, State),
    ends: fn(f64, f64) -> bool,
) -> Vec<State> {
    let mut scores = [0.0; STATES];
    let mut before: Vec<[State; STATES]> = Vec::new();
    for (at, c) in run.chars().enumerate() {
        let emitted = emissions(c);
        if at == 0 {
            scores = std::array::from_fn(|state| INITIAL_PROBS[state] + emitted[state]);
            continue;
        }
        let old = scores;
        before.push(std::array::from_fn(|state| {
            let (score, from) = step(&old, &emitted, state);
            scores[state] = score;
            from
        }));
    }
    let ends_word = ends(scores[State::End as usize], scores[State::Single as usize]);
    let mut state = if ends_word { State::End } else { State::Single };
    let mut states = vec![state];
    for before in before.iter().rev() {
        state = before[state as usize];
        states.push(state);
    }
    states.reverse();
    states
}
