//! Measuring things by turns, so that a busy machine disturbs all alike.

use std::time::{Duration, Instant};

/// How long something took.
pub fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    std::hint::black_box(work());
    start.elapsed()
}

/// Runs all contenders by turns, A B A B…, and gives each one's median.
pub fn medians(rounds: usize, contenders: &mut [Box<dyn FnMut() + '_>]) -> Vec<Duration> {
    let mut times = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            times.push(time(contender));
        }
    }
    times.into_iter().map(|times| quantile(times, 0.5)).collect()
}

/// The time that a share of all did not exceed.
pub fn quantile(mut times: Vec<Duration>, share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share).round() as usize]
}
