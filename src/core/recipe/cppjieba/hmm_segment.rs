//! cppjieba's segmentation of runs of characters without dictionary words (`HMMSegment.hpp`).

use super::super::CppJieba;
use super::super::hmm::{self, MIN_FLOAT, STATES, State, TRANS_PROBS, emissions};
use std::ops::Range;

/// The words of `run`.
pub(super) fn cut(version: CppJieba, run: &str, mut word: impl FnMut(Range<usize>)) {
    let bytes = run.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let wide = bytes[at..].iter().take_while(|b| !b.is_ascii()).count();
        if wide > 0 {
            cut_wide(&run[at..at + wide], |span| word(at + span.start..at + span.end));
            at += wide;
        } else {
            let length = ascii_word(version, &bytes[at..]);
            word(at..at + length);
            at += length;
        }
    }
}

/// Length of the word that starts with an ASCII character: `[A-Za-z0-9]+(\.[0-9]+)?`; before 5.6.3 a letter with
/// the letters and digits that follow, or a digit with the digits and points that follow; otherwise 1.
fn ascii_word(version: CppJieba, bytes: &[u8]) -> usize {
    let length = |bytes: &[u8], goes_on: fn(&u8) -> bool| bytes.iter().take_while(|b| goes_on(b)).count();
    let is_digit_or_point: fn(&u8) -> bool = |b| b.is_ascii_digit() || *b == b'.';
    match version {
        _ if !bytes[0].is_ascii_alphanumeric() => 1,
        CppJieba::V5_4 if bytes[0].is_ascii_digit() => length(bytes, is_digit_or_point),
        CppJieba::V5_4 => length(bytes, u8::is_ascii_alphanumeric),
        CppJieba::V5_6 => {
            let whole = length(bytes, u8::is_ascii_alphanumeric);
            match &bytes[whole..] {
                [b'.', decimals @ ..] if decimals.first().is_some_and(u8::is_ascii_digit) => {
                    whole + 1 + length(decimals, u8::is_ascii_digit)
                }
                _ => whole,
            }
        }
    }
}

/// The words of a run without ASCII characters: each ends where its likeliest state is an end.
fn cut_wide(run: &str, mut word: impl FnMut(Range<usize>)) {
    let mut begin = 0;
    for ((at, c), state) in run.char_indices().zip(likeliest_states(run)) {
        if matches!(state, State::End | State::Single) {
            let end = at + c.len_utf8();
            word(begin..end);
            begin = end;
        }
    }
}

const ALL: [State; STATES] = [State::Begin, State::End, State::Middle, State::Single];

/// cppjieba's Viterbi algorithm: every state may precede every other (forbidden ones at [`MIN_FLOAT`]), a score
/// never falls below that number, the first of equal scores wins, and if none is above it the previous state is
/// `End`. This decides how characters outside the model are cut.
fn likeliest_states(run: &str) -> Vec<State> {
    let step = |old: &[f64; STATES], emitted: &[f64; STATES], state: usize| {
        let mut best = (MIN_FLOAT, State::End);
        for from in ALL {
            let score = old[from as usize] + TRANS_PROBS[from as usize][state] + emitted[state];
            if score > best.0 {
                best = (score, from);
            }
        }
        best
    };
    hmm::likeliest_states(run, emissions_of, step, |end, single| end >= single)
}

/// The one character of cppjieba's model (`hmm_model.utf8`) outside the range of jieba-macros.
fn emissions_of(c: char) -> [f64; STATES] {
    match c {
        '∶' => [MIN_FLOAT, MIN_FLOAT, MIN_FLOAT, -15.828866],
        c => emissions(c),
    }
}
