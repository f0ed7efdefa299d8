//! Groups taken apart.

use crate::display::say;
use crate::groups::{Dendrogram, UNKNOWN, leaders};
use crate::hamming::Signatures;
use crate::progress::Progress;
use std::fmt;
use std::str::FromStr;

/// How a group, mostly a chain, is taken apart. `Display` and `FromStr` are `gap`, `leaders` and `k=N`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Split {
    /// At its widest gap: where it would fall apart first if k went down.
    WidestGap,
    /// Around leaders at the same k: each member joins the first leader within k.
    Leaders,
    /// Into its groups and single documents at a lower k.
    At(u8),
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WidestGap => f.pad("gap"),
            Self::Leaders => f.pad("leaders"),
            Self::At(k) => f.pad(&format!("k={k}")),
        }
    }
}

impl FromStr for Split {
    type Err = String;

    fn from_str(split: &str) -> Result<Self, String> {
        let at = |split: &str| split.strip_prefix("k=")?.parse().ok().filter(|&k| k <= 128).map(Self::At);
        match split {
            "gap" => Ok(Self::WidestGap),
            "leaders" => Ok(Self::Leaders),
            other => at(other).ok_or_else(|| {
                say!(
                    "{other:?} is not a split: use gap, leaders or k=N",
                    "{other:?} 不是拆分方式：请用 gap、leaders 或 k=N"
                )
            }),
        }
    }
}

/// The parts of a group under a split, by their first documents; the documents of each ascending.
///
/// The widest gap is that of the single-linkage tree of these members; several gaps of that height all divide.
pub fn parts(members: &[u32], split: Split, k: u8, signatures: &Signatures) -> Vec<Vec<u32>> {
    let mut members = members.to_vec();
    members.sort_unstable();
    let own = signatures.select(&members);
    let all: Vec<u32> = (0..members.len() as u32).collect();
    let progress = Progress::new();
    let runs: Vec<Vec<u32>> = match split {
        // Nobody cancels this progress, so neither returns None.
        Split::Leaders => leaders(&own, &all, k, &progress).map_or_else(Vec::new, |groups| {
            let (order, mut from) = (groups.order(), 0);
            let mut runs = Vec::new();
            while from < order.len() {
                let len = groups.runs_in(from..from + 1).first().map_or(1, |run| run.len as usize);
                runs.push(order[from..from + len].to_vec());
                from += len;
            }
            runs
        }),
        Split::WidestGap | Split::At(_) => {
            Dendrogram::build(&own, &all, &progress).map_or_else(Vec::new, |tree| {
                let inner = || tree.gap().iter().skip(1).copied().filter(|&gap| gap != UNKNOWN);
                let cut = match split {
                    Split::At(k) => Some(k),
                    _ => inner().max().and_then(|widest| widest.checked_sub(1)),
                };
                let Some(cut) = cut else { return vec![all.clone()] };
                let mut runs: Vec<Vec<u32>> = Vec::new();
                for (&leaf, &gap) in tree.order().iter().zip(tree.gap()) {
                    match runs.last_mut() {
                        Some(run) if gap <= cut => run.push(leaf),
                        _ => runs.push(vec![leaf]),
                    }
                }
                runs
            })
        }
    };
    let mut parts: Vec<Vec<u32>> = runs
        .into_iter()
        .map(|run| {
            let mut part: Vec<u32> = run.into_iter().map(|member| members[member as usize]).collect();
            part.sort_unstable();
            part
        })
        .collect();
    parts.sort_unstable();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 –1– 1 –3– 2 –2– 3: a chain at k = 3.
    fn chain() -> Signatures {
        vec![0b0_u64, 0b1, 0b1111, 0b11_1111].into()
    }

    #[test]
    fn a_chain_falls_apart_at_its_widest_gap_around_leaders_and_at_a_lower_k() {
        let parts = |split: &str, k| parts(&[3, 1, 0, 2], split.parse().unwrap(), k, &chain());
        assert_eq!(parts("gap", 3), [vec![0, 1], vec![2, 3]]);
        assert_eq!(parts("leaders", 3), [vec![0, 1], vec![2, 3]]);
        assert_eq!(parts("leaders", 4), [vec![0, 1, 2], vec![3]]);
        assert_eq!(parts("k=1", 3), [vec![0, 1], vec![2], vec![3]]);
        assert_eq!(parts("k=9", 3), [vec![0, 1, 2, 3]]);
        for bad in ["", "k=", "k=200", "widest"] {
            assert!(bad.parse::<Split>().is_err());
        }
    }

    #[test]
    fn equal_documents_have_no_gap_to_split_at() {
        let same: Signatures = vec![7_u64; 3].into();
        assert_eq!(parts(&[0, 1, 2], Split::WidestGap, 3, &same), [vec![0, 1, 2]]);
    }
}
