//! The signatures of a corpus as one column.

use super::Signature;
use crate::recipe::Bits;
use std::borrow::Cow;

/// The signatures of a corpus, all of one width: 8 bytes each up to 64 bits, 16 bytes above.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::hamming::Signatures;
/// use simscope::recipe::Bits;
/// let mut signatures = Signatures::new(Bits::new(8).unwrap());
/// signatures.extend([0x2a, 0xff]);
/// assert_eq!(signatures, Signatures::Narrow(vec![0x2a, 0xff]));
/// assert_eq!(signatures.select(&[1]).get(0), 0xff);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signatures {
    /// Up to 64 bits.
    Narrow(Vec<u64>),
    /// More than 64 bits.
    Wide(Vec<u128>),
}

/// The same with the words of a column, of either width: `by_width!(signatures, |words| run(words))`.
macro_rules! by_width {
    ($signatures:expr, |$words:ident| $run:expr) => {
        match $signatures {
            $crate::hamming::Signatures::Narrow($words) => $run,
            $crate::hamming::Signatures::Wide($words) => $run,
        }
    };
}
pub(crate) use by_width;

impl Signatures {
    /// An empty column of this width.
    pub fn new(bits: Bits) -> Self {
        Self::with_capacity(bits, 0)
    }

    /// As [`Signatures::new`], with capacity for `capacity` signatures.
    pub fn with_capacity(bits: Bits, capacity: usize) -> Self {
        if bits.is_wide() {
            Self::Wide(Vec::with_capacity(capacity))
        } else {
            Self::Narrow(Vec::with_capacity(capacity))
        }
    }

    /// Appends a signature; a narrow column drops the bits above 64.
    pub fn push(&mut self, signature: u128) {
        match self {
            Self::Narrow(words) => words.push(signature as u64),
            Self::Wide(words) => words.push(signature),
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        by_width!(self, |words| words.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    ///
    /// # Panics
    /// If `index` is not below [`Signatures::len`].
    pub fn get(&self, index: usize) -> u128 {
        match self {
            Self::Narrow(words) => words[index].into(),
            Self::Wide(words) => words[index],
        }
    }

    /// One of them, if it is there.
    pub fn try_get(&self, index: usize) -> Option<u128> {
        (index < self.len()).then(|| self.get(index))
    }

    /// The signatures of some documents, in the order of `documents`.
    ///
    /// # Panics
    /// If a document has no signature.
    pub fn select(&self, documents: &[u32]) -> Self {
        by_width!(self, |words| select(words, documents).into())
    }

    /// The same, without a copy if these are all documents, in order.
    ///
    /// # Panics
    /// If a document has no signature.
    pub fn chosen(&self, documents: &[u32]) -> Cow<'_, Self> {
        let is_all = documents.len() == self.len() && documents.is_sorted_by(|a, b| a < b);
        if is_all { Cow::Borrowed(self) } else { Cow::Owned(self.select(documents)) }
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u128> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl Extend<u128> for Signatures {
    fn extend<I: IntoIterator<Item = u128>>(&mut self, signatures: I) {
        match self {
            Self::Narrow(words) => words.extend(signatures.into_iter().map(|signature| signature as u64)),
            Self::Wide(words) => words.extend(signatures),
        }
    }
}

impl From<Vec<u64>> for Signatures {
    fn from(words: Vec<u64>) -> Self {
        Self::Narrow(words)
    }
}

impl From<Vec<u128>> for Signatures {
    fn from(words: Vec<u128>) -> Self {
        Self::Wide(words)
    }
}

/// The words of some documents, in their order.
pub(crate) fn select<S: Signature>(words: &[S], documents: &[u32]) -> Vec<S> {
    documents.iter().map(|&document| words[document as usize]).collect()
}
