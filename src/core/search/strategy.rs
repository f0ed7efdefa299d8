//! The search strategies, by name.

use super::layout::{Cut, Layout, choices, nested};
use crate::display::say;
use crate::recipe::Bits;
use std::fmt;
use std::str::FromStr;

/// A strategy for finding the signatures within k of a query, or all pairs within k. All find the same.
///
/// As text: `scan`, `combinations`, `blocks`, `tables:M`, `nested`, `compressed:M`; M is the number of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Every signature is compared.
    Scan,
    /// Every signature within k of the query is looked up: Σ C(f, i) probes for i = 0…k.
    Combinations,
    /// k + 1 blocks, at least one of which is equal: one table for each.
    Blocks,
    /// m blocks, at least m − k of which are equal: one sorted table for each choice of them, C(m, k) in total
    /// (Manku, Jain, Das Sarma, WWW 2007, §3.1).
    Tables {
        /// m, more than k.
        blocks: u8,
    },
    /// k + 1 blocks, and in each table the remaining bits cut into k + 1 blocks again: (k + 1)² tables (the 16
    /// tables of §3.1 at k = 3).
    Nested,
    /// As [`Strategy::Tables`], each table stored as the differences of its sorted keys (§3.2).
    Compressed {
        /// m, more than k.
        blocks: u8,
    },
}

/// More tables are refused: they would take more memory than a scan could take time.
pub const MOST_TABLES: u64 = 1024;

impl Strategy {
    /// The name without the number of blocks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scan => "scan",
            Self::Combinations => "combinations",
            Self::Blocks => "blocks",
            Self::Tables { .. } => "tables",
            Self::Nested => "nested",
            Self::Compressed { .. } => "compressed",
        }
    }

    /// Number of tables at k.
    pub fn tables(self, k: u8) -> u64 {
        match self {
            Self::Scan | Self::Combinations => 0,
            Self::Blocks => u64::from(k) + 1,
            Self::Nested => (u64::from(k) + 1).pow(2),
            Self::Tables { blocks } | Self::Compressed { blocks } => binomial(blocks, k),
        }
    }

    /// Number of blocks at k; 0 for strategies without blocks.
    pub fn blocks(self, k: u8) -> u8 {
        match self {
            Self::Scan | Self::Combinations => 0,
            Self::Blocks | Self::Nested => k.saturating_add(1),
            Self::Tables { blocks } | Self::Compressed { blocks } => blocks,
        }
    }

    /// Checks whether the strategy fits this width and k.
    ///
    /// # Errors
    /// If no block could stay whole, or if there would be more than [`MOST_TABLES`] tables.
    pub fn check(self, bits: Bits, k: u8) -> Result<(), Unfit> {
        let blocks = self.blocks(k);
        if blocks == 0 {
            return Ok(());
        }
        if blocks <= k {
            return Err(Unfit::TooFewBlocks { blocks, k });
        }
        let wanted = match self {
            Self::Nested if k > 0 => u32::from(blocks) + u32::from(bits.get()).div_ceil(u32::from(blocks)),
            _ => u32::from(blocks),
        };
        if wanted > u32::from(bits.get()) {
            return Err(Unfit::TooFewBits { bits: bits.get(), k });
        }
        match self.tables(k) {
            tables if tables > MOST_TABLES => Err(Unfit::TooManyTables { tables, blocks, k }),
            _ => Ok(()),
        }
    }

    /// The tables over this cut, at k; none for [`Strategy::Scan`] and [`Strategy::Combinations`].
    ///
    /// # Panics
    /// Unless [`Strategy::check`] returns `Ok` and the cut has [`Strategy::blocks`] blocks.
    pub fn layouts(self, cut: &Cut, k: u8) -> Vec<Layout> {
        match self {
            Self::Scan | Self::Combinations => Vec::new(),
            Self::Blocks | Self::Tables { .. } | Self::Compressed { .. } => choices(cut, k),
            Self::Nested => nested(cut, k),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tables { blocks } | Self::Compressed { blocks } => {
                f.pad(&format!("{}:{blocks}", self.name()))
            }
            _ => f.pad(self.name()),
        }
    }
}

/// Why a strategy does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// All blocks may differ.
    #[error("{}", say!("{blocks} blocks may all differ within k = {k}: use at least {} blocks", "k = {k} 时 {blocks} 块可能都有不同：请至少用 {} 块", u16::from(*k) + 1))]
    TooFewBlocks {
        /// m.
        blocks: u8,
        /// The threshold.
        k: u8,
    },
    /// Some blocks would be empty.
    #[error("{}", say!("{bits} bits are too few for blocks at k = {k}: use scan", "{bits} 位太少，k = {k} 时无法分块：请用 scan"))]
    TooFewBits {
        /// Width of the signatures.
        bits: u8,
        /// The threshold.
        k: u8,
    },
    /// There is no such block.
    #[error("{}", say!("there is no block {block}: at k = {k} the blocks are 0 to {k}", "没有块 {block}：k = {k} 时的块为 0 到 {k}"))]
    NoBlock {
        /// The block asked for.
        block: u8,
        /// The threshold.
        k: u8,
    },
    /// Widths that do not fit the strategy.
    #[error("{}", say!("these are not the widths of {blocks} blocks of {bits} bits", "这不是把 {bits} 位分成 {blocks} 块的宽度"))]
    OtherWidths {
        /// Width of the signatures.
        bits: u8,
        /// Required number of blocks.
        blocks: u8,
    },
    /// More than [`MOST_TABLES`].
    #[error("{}", say!("{blocks} blocks at k = {k} make {tables} tables (at most {MOST_TABLES}): use fewer blocks, or scan", "{blocks} 块在 k = {k} 时有 {tables} 张表（最多 {MOST_TABLES}）：请减少块数，或用 scan"))]
    TooManyTables {
        /// C(m, k).
        tables: u64,
        /// m.
        blocks: u8,
        /// The threshold.
        k: u8,
    },
}

/// An unknown strategy name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("{:?} is not a strategy: use auto, scan, combinations, blocks, tables:M, nested or compressed:M (M blocks)", "{:?} 不是策略：请用 auto、scan、combinations、blocks、tables:M、nested 或 compressed:M（M 块）", .0))]
pub struct UnknownStrategy(String);

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(value: &str) -> Result<Self, UnknownStrategy> {
        let unknown = || UnknownStrategy(value.to_owned());
        let (name, blocks) = match value.split_once(':') {
            Some((name, blocks)) => (name, Some(blocks.parse::<u8>().map_err(|_| unknown())?)),
            None => (value, None),
        };
        match (name, blocks) {
            ("scan", None) => Ok(Self::Scan),
            ("combinations", None) => Ok(Self::Combinations),
            ("blocks", None) => Ok(Self::Blocks),
            ("nested", None) => Ok(Self::Nested),
            ("tables" | "compressed", Some(0)) => Err(unknown()),
            ("tables", Some(blocks)) => Ok(Self::Tables { blocks }),
            ("compressed", Some(blocks)) => Ok(Self::Compressed { blocks }),
            _ => Err(unknown()),
        }
    }
}

/// C(n, k), or `u64::MAX` where it is more.
pub fn binomial(n: u8, k: u8) -> u64 {
    if k > n {
        return 0;
    }
    let (n, k) = (u128::from(n), u128::from(k.min(n - k)));
    let mut value = 1_u128;
    for i in 0..k {
        // Dividing in every step keeps it an integer: C(n, i + 1) = C(n, i) · (n − i) / (i + 1).
        value = match value.checked_mul(n - i) {
            Some(product) => product / (i + 1),
            None => return u64::MAX,
        };
    }
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// Number of signatures within k of one: Σ C(f, i) for i = 0…k, or `u64::MAX` if larger.
pub fn ball(bits: Bits, k: u8) -> u64 {
    (0..=k.min(bits.get())).fold(0_u64, |sum, i| sum.saturating_add(binomial(bits.get(), i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_probes_count_distance_0() {
        assert_eq!(ball(Bits::new(32).unwrap(), 3), 5_489);
        assert_eq!(ball(Bits::DEFAULT, 3), 43_745);
        assert_eq!(binomial(64, 32), 1_832_624_140_942_590_534);
        assert_eq!(binomial(128, 64), u64::MAX);
        assert_eq!(binomial(3, 4), 0);
    }

    #[test]
    fn a_strategy_comes_back_from_its_text() {
        let all = [
            Strategy::Scan,
            Strategy::Combinations,
            Strategy::Blocks,
            Strategy::Tables { blocks: 6 },
            Strategy::Nested,
            Strategy::Compressed { blocks: 5 },
        ];
        for strategy in all {
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
        }
        for wrong in ["", "tables", "tables:", "tables:x", "scan:3", "tables:300", "Scan"] {
            assert!(wrong.parse::<Strategy>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_cannot_work_says_why() {
        let fits = |strategy: Strategy, bits, k| strategy.check(Bits::new(bits).unwrap(), k);
        assert_eq!(fits(Strategy::Scan, 64, 64), Ok(()));
        assert_eq!(fits(Strategy::Blocks, 64, 63), Ok(()));
        assert_eq!(fits(Strategy::Blocks, 64, 64), Err(Unfit::TooFewBits { bits: 64, k: 64 }));
        assert_eq!(fits(Strategy::Nested, 64, 3), Ok(()));
        assert_eq!(fits(Strategy::Nested, 1, 0), Ok(()));
        assert_eq!(fits(Strategy::Nested, 8, 7), Err(Unfit::TooFewBits { bits: 8, k: 7 }));
        assert_eq!(fits(Strategy::Tables { blocks: 3 }, 64, 3), Err(Unfit::TooFewBlocks { blocks: 3, k: 3 }));
        assert_eq!(
            fits(Strategy::Tables { blocks: 24 }, 64, 12),
            Err(Unfit::TooManyTables { tables: 2_704_156, blocks: 24, k: 12 })
        );
    }
}
