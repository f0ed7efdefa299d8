//! How many documents a cell has along a side.

use std::ops::Range;

/// Documents to a cell, along both axes: a ratio, so that any number of documents fills a given number of cells, as
/// evenly as whole documents can. Cells are counted from the first document of the matrix on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    documents: usize,
    /// At least 1, at most `documents`.
    cells: usize,
}

impl Step {
    /// The same number of documents in each cell; 0 counts as 1.
    pub fn each(documents: usize) -> Self {
        Self { documents: documents.max(1), cells: 1 }
    }

    /// This many documents in exactly this many cells, or one in each where they are fewer.
    pub fn fitting(documents: usize, cells: usize) -> Self {
        let cells = cells.max(1);
        if documents <= cells { Self::each(1) } else { Self { documents, cells } }
    }

    /// The cell in which a document is, by its position.
    pub fn cell(self, position: usize) -> usize {
        position.saturating_mul(self.cells) / self.documents
    }

    /// The first position of a cell.
    pub fn first(self, cell: usize) -> usize {
        cell.saturating_mul(self.documents).div_ceil(self.cells)
    }

    /// The positions of a cell in a matrix of `len` documents.
    pub fn span(self, cell: usize, len: usize) -> Range<usize> {
        self.first(cell).min(len)..self.first(cell.saturating_add(1)).min(len)
    }

    /// The number of cells of `len` documents.
    pub fn cells(self, len: usize) -> usize {
        len.checked_sub(1).map_or(0, |last| self.cell(last) + 1)
    }

    /// Documents in the largest cells.
    pub fn most(self) -> usize {
        self.documents.div_ceil(self.cells)
    }

    /// Whether all cells have the same number of documents.
    pub fn is_even(self) -> bool {
        self.documents.is_multiple_of(self.cells)
    }

    /// Whether each document has a cell of its own.
    pub fn is_one(self) -> bool {
        self.documents == self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_document_is_in_one_cell_and_the_cells_are_as_many_as_asked_for(
            documents in 1..500_usize, cells in 1..200_usize, each in 1..20_usize,
        ) {
            for step in [Step::fitting(documents, cells), Step::each(each)] {
                let mut next = 0;
                for cell in 0..step.cells(documents) {
                    let span = step.span(cell, documents);
                    prop_assert_eq!(span.start, next);
                    prop_assert!(!span.is_empty() && span.len() <= step.most());
                    prop_assert!(span.clone().all(|position| step.cell(position) == cell));
                    next = span.end;
                }
                prop_assert_eq!(next, documents);
            }
            prop_assert_eq!(Step::fitting(documents, cells).cells(documents), cells.min(documents));
            prop_assert_eq!(Step::each(each).cells(documents), documents.div_ceil(each));
        }
    }
}
