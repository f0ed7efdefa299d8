//! The documents of a group that are kept so that they cover the others.

use crate::hamming::{Kernel, Signature, Signatures, by_width, ones, select};
use crate::recipe::Bits;

/// Whether a pair of documents is confirmed; pairs of distances above k are never asked about.
pub type Confirms<'a> = &'a (dyn Fn(u32, u32) -> bool + Sync);

/// For each member, in the order given: `None` if it is kept, or the kept document nearest to it and the distance.
///
/// The first `by_hand` members are kept. Each later one is kept unless an earlier kept one is within k of it (and
/// confirmed). The nearest kept document is the one at the smallest distance (and confirmed), the earlier among equals.
pub(super) fn cover(
    members: &[u32],
    by_hand: usize,
    k: u8,
    signatures: &Signatures,
    confirms: Option<Confirms<'_>>,
) -> Vec<Option<(u32, u8)>> {
    by_width!(signatures, |words| cover_of(members, by_hand, k, &select(words, members), confirms))
}

fn cover_of<S: Signature>(
    members: &[u32],
    by_hand: usize,
    k: u8,
    signatures: &[S],
    confirms: Option<Confirms<'_>>,
) -> Vec<Option<(u32, u8)>> {
    let kernel = Kernel::best();
    // The kept ones: their places in `members`, and their signatures.
    let (mut places, mut kept): (Vec<usize>, Vec<S>) = (Vec::new(), Vec::new());
    let mut hits = Vec::new();
    for (place, &signature) in signatures.iter().enumerate() {
        let is_covered = place >= by_hand
            && match confirms {
                None => kernel.first_within(signature, &kept, k).is_some(),
                Some(confirms) => {
                    hits.clear();
                    kernel.within(signature, &kept, k, &mut hits);
                    hits.iter().any(|&hit| confirms(members[places[hit as usize]], members[place]))
                }
            };
        if !is_covered {
            places.push(place);
            kept.push(signature);
        }
    }
    let (mut next, mut nearest) = (0, Nearest { kernel, k, kept: &kept, distances: vec![0; kept.len()] });
    (members.iter().zip(signatures).enumerate())
        .map(|(place, (&member, &signature))| {
            if places.get(next) == Some(&place) {
                next += 1;
                return None;
            }
            let of = |rank: usize| members[places[rank]];
            nearest
                .of(signature, |rank| confirms.is_none_or(|confirms| confirms(of(rank), member)))
                .map(|(rank, distance)| (of(rank), distance))
        })
        .collect()
}

struct Nearest<'a, S> {
    kernel: Kernel,
    k: u8,
    kept: &'a [S],
    distances: Vec<u8>,
}

impl<S: Signature> Nearest<'_, S> {
    /// The rank of the nearest kept one within k that is confirmed, and its distance.
    fn of(&mut self, signature: S, is_confirmed: impl Fn(usize) -> bool) -> Option<(usize, u8)> {
        self.kernel.distances(signature, self.kept, &mut self.distances);
        let nearest = *self.distances.iter().min()?;
        (nearest..=self.k).find_map(|at| {
            let here = self.distances.iter().enumerate().filter(|&(_, &distance)| distance == at);
            here.map(|(rank, _)| rank).find(|&rank| is_confirmed(rank)).map(|rank| (rank, at))
        })
    }
}

/// Sorts members by the sum of their distances to all others, ascending; equal ones by document.
///
/// The sum is counted bit by bit, so it takes time in proportion to the members, not to their pairs.
pub(super) fn sort_by_centrality(members: &mut [u32], signatures: &Signatures, bits: Bits) {
    let own = signatures.select(members);
    let (ones, all) = (ones(&own, bits), members.len() as u64);
    let sum = |member: u32| -> u64 {
        let signature = signatures.get(member as usize);
        (ones.iter().enumerate())
            .map(|(bit, &ones)| if signature >> bit & 1 == 1 { all - ones } else { ones })
            .sum()
    };
    members.sort_by_cached_key(|&member| (sum(member), member));
}
