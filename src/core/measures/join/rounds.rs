//! The order in which owners are taken if there may be no time for all.

use crate::random::Random;

/// The number of parts that the owners are divided into.
pub const ROUNDS: usize = 128;

/// Each owner is in one of the rounds, in each with the same probability. Of any [`ROUNDS`] owners that follow each other, and so
/// are of about the same size, each round has one.
pub(super) fn of(owners: &[u32], seed: u64) -> Vec<Vec<u32>> {
    let mut random = Random::of(&[seed, 1 << 35]);
    let mut rounds = vec![Vec::new(); ROUNDS];
    for stratum in owners.chunks(ROUNDS) {
        let mut turns: Vec<usize> = (0..ROUNDS).collect();
        random.shuffle(&mut turns);
        stratum.iter().zip(turns).for_each(|(&owner, turn)| rounds[turn].push(owner));
    }
    rounds
}
