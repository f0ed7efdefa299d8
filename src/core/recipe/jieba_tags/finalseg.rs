//! Python jieba 0.42.1's segmentation of runs of characters without dictionary words
//! (`jieba/finalseg/__init__.py`).

use super::super::hmm::{self, STATES, State, TRANS_PROBS, emissions};
use super::is_han;
use std::ops::Range;

/// The words of `run`, which consists of [`super::is_block`] characters.
pub(super) fn cut(run: &str, mut word: impl FnMut(Range<usize>)) {
    let mut at = 0;
    while at < run.len() {
        let rest = &run[at..];
        let han = rest.find(|c| !is_han(c)).unwrap_or(rest.len());
        if han > 0 {
            cut_han(&rest[..han], |span| word(at + span.start..at + span.end));
            at += han;
        } else {
            let other = rest.find(is_han).unwrap_or(rest.len());
            cut_other(&rest[..other], |span| word(at + span.start..at + span.end));
            at += other;
        }
    }
}

/// Splits at the matches of `[a-zA-Z0-9]+(?:\.\d+)?%?`; the matches and the text between them are words.
fn cut_other(run: &str, mut word: impl FnMut(Range<usize>)) {
    let bytes = run.as_bytes();
    let count = |from: usize, is: fn(&u8) -> bool| bytes[from..].iter().take_while(|b| is(b)).count();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += count(at, u8::is_ascii_alphanumeric);
        if start == at {
            at += count(at, |b| !b.is_ascii_alphanumeric());
        } else {
            if bytes.get(at) == Some(&b'.') {
                let digits = count(at + 1, u8::is_ascii_digit);
                at += if digits > 0 { 1 + digits } else { 0 };
            }
            at += usize::from(bytes.get(at) == Some(&b'%'));
        }
        word(start..at);
    }
}

/// The possible previous states of each state. On an equal score the later one wins, as Python compares the
/// letters B < E < M < S.
const BEFORE: [[State; 2]; STATES] = [
    [State::End, State::Single],
    [State::Begin, State::Middle],
    [State::Begin, State::Middle],
    [State::End, State::Single],
];

/// The words of a run of Han characters, from its likeliest states.
fn cut_han(run: &str, mut word: impl FnMut(Range<usize>)) {
    let mut begin = 0;
    let states = likeliest_states(run);
    for ((at, c), state) in run.char_indices().zip(states) {
        let end = at + c.len_utf8();
        match state {
            State::Begin => begin = at,
            State::Middle => {}
            State::End => word(begin..end),
            State::Single => word(at..end),
        }
    }
}

/// The Viterbi algorithm, each sum in the order in which Python computes it.
fn likeliest_states(run: &str) -> Vec<State> {
    let step = |old: &[f64; STATES], emitted: &[f64; STATES], state: usize| {
        let from =
            |before: State| old[before as usize] + TRANS_PROBS[before as usize][state] + emitted[state];
        let [first, second] = BEFORE[state].map(|before| (from(before), before));
        if first.0 > second.0 { first } else { second }
    };
    hmm::likeliest_states(run, emissions_of, step, |end, single| end > single)
}

/// [`emissions`], except for two characters for which rounding would show: whether `常在` is a word depends on a
/// difference of 0.00000015. Values from `jieba/finalseg/prob_emit.py`, in the order of [`State`]. No other
/// pair of characters showed in 340,000 poems.
fn emissions_of(c: char) -> [f64; STATES] {
    match c {
        '常' => [-6.79283148381173, -6.361227457484643, -5.5081500302418664, -7.739229844298024],
        '在' => [-7.379921085854915, -5.8785713383323595, -6.779047818093377, -3.717220480130881],
        c => emissions(c),
    }
}
