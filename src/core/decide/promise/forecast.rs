//! How many more texts may go after some more answers. It is only shown; nothing is decided by it.

use super::{Candidate, Order, learning};
use crate::random::Random;

/// How often the answers are simulated, and how many of them.
const TIMES: usize = 25;
const MORE: usize = 20;

impl Order {
    /// How many more texts may go after twenty more answers: 10 % and 90 % of what comes of answers drawn by estimates from all
    /// that was answered.
    pub fn forecast(&self, candidates: &[Candidate], answers: &[Option<bool>], left: usize) -> [usize; 2] {
        let known = candidates.iter().zip(answers).filter_map(|(one, answer)| Some((one, (*answer)?)));
        let learned = learning::learn(known);
        let gone = |accepted: u64, answers: &[Option<bool>]| self.goes(accepted, answers).len();
        let mut read = self.readings();
        let now = gone(read.state(answers, left).accepted, answers);
        let mut gains: Vec<usize> = (0..TIMES as u64)
            .map(|time| {
                let (mut answers, mut readings) = (answers.to_vec(), read.clone());
                let mut random = Random::of(&[time]);
                for asked in 0..MORE.min(left) {
                    let Some(next) = readings.state(&answers, left - asked).next else { break };
                    let one = next.candidate as usize;
                    let chance = learning::estimate(&learned, &candidates[one]);
                    answers[one] = Some((random.draw() >> 11) as f64 / (1_u64 << 53) as f64 <= chance);
                }
                gone(readings.state(&answers, left).accepted, &answers).saturating_sub(now)
            })
            .collect();
        gains.sort_unstable();
        [TIMES / 10, TIMES - 1 - TIMES / 10].map(|at| gains[at])
    }
}
