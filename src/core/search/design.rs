//! A strategy laid out for signatures of one width and one k.

use super::layout::{Cut, Layout};
use super::strategy::{Strategy, Unfit};
use crate::recipe::Bits;

/// A strategy for one width and one k: the cut and the tables that follow from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    strategy: Strategy,
    bits: Bits,
    k: u8,
    cut: Option<Cut>,
    layouts: Vec<Layout>,
    /// The only table that is searched.
    only: Option<u8>,
}

impl Design {
    /// A design with blocks as even as possible.
    ///
    /// # Errors
    /// See [`Strategy::check`].
    pub fn new(strategy: Strategy, bits: Bits, k: u8) -> Result<Self, Unfit> {
        strategy.check(bits, k)?;
        let blocks = strategy.blocks(k);
        Ok(Self::laid_out(strategy, bits, k, (blocks > 0).then(|| Cut::even(bits, blocks))))
    }

    /// A design with blocks of these widths, the most significant first.
    ///
    /// # Errors
    /// See [`Strategy::check`]; also if the number of widths is not the strategy's number of blocks.
    pub fn of_widths(strategy: Strategy, bits: Bits, k: u8, widths: &[u8]) -> Result<Self, Unfit> {
        strategy.check(bits, k)?;
        let blocks = usize::from(strategy.blocks(k));
        if blocks == 0 {
            return Ok(Self::laid_out(strategy, bits, k, None));
        }
        let fits = |cut: &Cut| widths.len() == blocks && (strategy != Strategy::Nested || nests(cut, k));
        match Cut::of_widths(bits, widths).filter(fits) {
            Some(cut) => Ok(Self::laid_out(strategy, bits, k, Some(cut))),
            None => Err(Unfit::OtherWidths { bits: bits.get(), blocks: blocks as u8 }),
        }
    }

    /// The piece of a search that one block finds: the pairs within k whose first equal block, of k + 1, is this one. All
    /// pieces together are all pairs, each once. So signatures that are spread over machines by the value of this block
    /// need only be compared with those that came to the same place.
    ///
    /// # Errors
    /// See [`Strategy::check`]; also if there is no such block.
    pub fn only_block(bits: Bits, k: u8, block: u8) -> Result<Self, Unfit> {
        let whole = Self::new(Strategy::Blocks, bits, k)?;
        if block <= k { Ok(Self { only: Some(block), ..whole }) } else { Err(Unfit::NoBlock { block, k }) }
    }

    /// Whether a search goes through this table.
    pub(super) fn uses(&self, table: usize) -> bool {
        self.only.is_none_or(|only| usize::from(only) == table)
    }

    /// The design that always works: comparing everything.
    pub fn scan(bits: Bits, k: u8) -> Self {
        Self::laid_out(Strategy::Scan, bits, k, None)
    }

    /// A single table led by the `lead` most significant bits. It finds only signatures that are equal in
    /// these.
    pub(super) fn one_table(bits: Bits, k: u8, lead: u8) -> Self {
        let layouts = vec![Layout::leading_with(bits, lead)];
        Self { strategy: Strategy::Blocks, bits, k, cut: None, layouts, only: None }
    }

    fn laid_out(strategy: Strategy, bits: Bits, k: u8, cut: Option<Cut>) -> Self {
        let layouts = cut.as_ref().map_or_else(Vec::new, |cut| strategy.layouts(cut, k));
        Self { strategy, bits, k, cut, layouts, only: None }
    }

    /// The strategy.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// Width of the signatures.
    pub fn bits(&self) -> Bits {
        self.bits
    }

    /// The largest distance that the tables are made for.
    pub fn k(&self) -> u8 {
        self.k
    }

    /// The blocks, for strategies that cut.
    pub fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// The tables.
    pub fn layouts(&self) -> &[Layout] {
        &self.layouts
    }

    /// Whether `table` is the first one that brings together two signatures with this XOR. If at most k bits
    /// differ, exactly one table is; so every pair is reported once, without a memory of reported pairs.
    #[inline]
    pub fn is_first(&self, table: usize, difference: u128) -> bool {
        self.layouts[table].agrees(difference)
            && !self.layouts[..table].iter().any(|layout| layout.agrees(difference))
    }

    /// How many of the leading bits of some table differ, at most, between any two signatures within `k`, which may be
    /// above the k of the design.
    pub(crate) fn flips(&self, k: u8) -> u32 {
        let Some(cut) = &self.cut else { return 0 };
        let (k, blocks, equal) = (u32::from(k), u32::from(cut.blocks()), u32::from(cut.blocks() - self.k));
        match self.strategy {
            // One of the blocks, then one of as many parts of the rest.
            Strategy::Nested => k / blocks + (k - k / blocks) / blocks,
            _ => k * equal / blocks,
        }
    }

    /// Whether no table before this one has so few differing leading bits for this XOR.
    #[inline]
    pub(super) fn is_first_within(&self, table: usize, difference: u128, flips: u32) -> bool {
        let differ = |layout: &Layout| (difference & layout.lead_mask()).count_ones();
        !self.layouts[..table].iter().any(|layout| differ(layout) <= flips)
    }
}

/// Whether there are enough bits beside every block for a second cut.
fn nests(cut: &Cut, k: u8) -> bool {
    let widest = cut.widths().iter().copied().max().unwrap_or(0);
    k == 0 || cut.bits().get() - widest > k
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::strategy::Strategy;
    use proptest::prelude::*;

    const STRATEGIES: [Strategy; 4] = [
        Strategy::Blocks,
        Strategy::Nested,
        Strategy::Tables { blocks: 7 },
        Strategy::Compressed { blocks: 5 },
    ];

    proptest! {
        #[test]
        fn exactly_one_table_is_the_first_for_a_pair_within_k(
            flips in prop::collection::vec(0_u8..64, 0..=3), of in 0..STRATEGIES.len(),
        ) {
            let design = Design::new(STRATEGIES[of], Bits::DEFAULT, 3).unwrap();
            let difference = flips.iter().fold(0_u128, |mask, bit| mask | 1 << bit);
            let firsts = (0..design.layouts().len()).filter(|&table| design.is_first(table, difference));
            prop_assert_eq!(firsts.count(), 1);
        }
    }

    #[test]
    fn widths_must_be_those_of_the_blocks() {
        let of = |strategy, widths: &[u8]| Design::of_widths(strategy, Bits::DEFAULT, 3, widths);
        assert_eq!(
            of(Strategy::Blocks, &[16; 4]).unwrap(),
            Design::new(Strategy::Blocks, Bits::DEFAULT, 3).unwrap()
        );
        assert!(of(Strategy::Blocks, &[32, 32]).is_err());
        assert!(of(Strategy::Blocks, &[16, 16, 16, 15]).is_err());
        assert!(of(Strategy::Nested, &[61, 1, 1, 1]).is_err());
        assert!(of(Strategy::Tables { blocks: 5 }, &[12, 13, 13, 13, 13]).is_ok());
    }
}
