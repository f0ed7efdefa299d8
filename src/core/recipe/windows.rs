//! Windows of n parts (characters or words) that slide over a text.

use super::WINDOW;
use std::ops::Range;

/// Slots of the ring: a power of two, so that its index is a mask, and no fewer than the largest n.
const RING: usize = 32;
const _: () = assert!(RING >= *WINDOW.end() as usize);

/// The joined parts so far, and where the last n of them begin.
#[derive(Debug)]
pub(super) struct Windows {
    n: usize,
    separator: &'static str,
    joined: String,
    ring: [PartPlace; RING],
    pushed: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct PartPlace {
    /// Where the part begins in `joined`.
    joined: usize,
    /// Where it begins in the text.
    text: usize,
    /// Where it ends in the text.
    end: usize,
}

impl Windows {
    pub(super) fn new(n: u8) -> Self {
        let n = usize::from(n.clamp(*WINDOW.start(), *WINDOW.end()));
        Self { n, separator: "", joined: String::new(), ring: [PartPlace::default(); RING], pushed: 0 }
    }

    /// Itself where n is more than 1, so that a window is more than its part.
    pub(super) fn if_wide(&mut self, n: u8) -> Option<&mut Self> {
        (n > 1).then_some(self)
    }

    /// Starts a text whose parts are joined by `separator`.
    pub(super) fn begin(&mut self, separator: &'static str) {
        // A huge text must not hold its memory for the rest of the run.
        if self.joined.capacity() > 4 << 20 {
            self.joined = String::new();
        }
        self.joined.clear();
        self.separator = separator;
        self.pushed = 0;
    }

    /// Adds a part; hands over the window that it completes.
    #[inline]
    pub(super) fn push(
        &mut self,
        part: &str,
        span: Range<usize>,
        mut window: impl FnMut(&str, Range<usize>),
    ) {
        if self.pushed > 0 {
            self.joined.push_str(self.separator);
        }
        self.ring[self.pushed % RING] =
            PartPlace { joined: self.joined.len(), text: span.start, end: span.end };
        self.joined.push_str(part);
        self.pushed += 1;
        if self.pushed >= self.n {
            let first = self.ring[(self.pushed - self.n) % RING];
            window(&self.joined[first.joined..], first.text..span.end);
        }
    }

    /// Ends the text: hands over the whole if it was too short for one window.
    pub(super) fn finish(&mut self, mut window: impl FnMut(&str, Range<usize>)) {
        if (1..self.n).contains(&self.pushed) {
            let last = self.ring[(self.pushed - 1) % RING];
            window(&self.joined, self.ring[0].text..last.end);
        }
    }
}
