//! Popcount kernels: the fastest one for the processor is chosen at run time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_count;
#[cfg(target_arch = "x86_64")]
mod avx512_planes;
mod lanes;
mod loops;
#[cfg(target_arch = "aarch64")]
mod neon;
mod relax;
mod runs;
mod word;

use super::{Histogram, Tally, distance_of};
use lanes::{Lanes, Portable, Task};
pub use loops::Cross;
use std::sync::OnceLock;
pub use word::Signature;

/// An instruction set for comparing signatures. All give the same results.
///
/// A kernel that the processor lacks runs as [`Kernel::Portable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// x86-64 with AVX-512 F, BW, VBMI and VPOPCNTDQ: 64 pairs at a time.
    Avx512,
    /// x86-64 with AVX2: 32 pairs at a time.
    Avx2,
    /// 64-bit ARM with NEON: 16 pairs at a time.
    Neon,
    /// Plain code, vectorised by the compiler.
    Portable,
}

impl Kernel {
    /// The fastest kernel of this processor, or the one that the environment names: `SIMSCOPE_KERNEL=avx2` is for tests, which
    /// must not depend on a processor.
    pub fn best() -> Self {
        static BEST: OnceLock<Kernel> = OnceLock::new();
        *BEST.get_or_init(|| {
            let named = std::env::var("SIMSCOPE_KERNEL").unwrap_or_default();
            let is_named = |kernel: &Self| named.is_empty() || named.eq_ignore_ascii_case(kernel.name());
            Self::available().find(is_named).unwrap_or(Self::Portable)
        })
    }

    /// All kernels of this processor, the fastest first; the last is [`Kernel::Portable`].
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Avx512, Self::Avx2, Self::Neon, Self::Portable]
            .into_iter()
            .filter(|kernel| kernel.is_available())
    }

    fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::Avx2::detect().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::Neon::detect().is_some(),
            Self::Portable => true,
            #[allow(unreachable_patterns)] // which are left depends on the target
            _ => false,
        }
    }

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "AVX-512",
            Self::Avx2 => "AVX2",
            Self::Neon => "NEON",
            Self::Portable => "portable",
        }
    }

    fn run<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if let (Self::Avx512, Some(lanes)) = (self, avx512::Avx512::detect()) {
                return lanes.enter(task);
            }
            if let (Self::Avx2, Some(lanes)) = (self, avx2::Avx2::detect()) {
                return lanes.enter(task);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if let (Self::Neon, Some(lanes)) = (self, neon::Neon::detect()) {
            return lanes.enter(task);
        }
        Portable.enter(task)
    }

    /// Writes the distances from `query` to each of `signatures`.
    ///
    /// # Panics
    /// If `out` is not as long as `signatures`.
    pub fn distances<S: Signature>(self, query: S, signatures: &[S], out: &mut [u8]) {
        assert_eq!(signatures.len(), out.len(), "one distance for each signature");
        self.run(loops::Distances { query, signatures, out });
    }

    /// Appends the indices (ascending) of the signatures within k of `query`. At most 2³² signatures.
    pub fn within<S: Signature>(self, query: S, signatures: &[S], k: u8, hits: &mut Vec<u32>) {
        self.run(loops::Within { query, signatures, k, hits });
    }

    /// The index of the first signature within k of `query`.
    pub fn first_within<S: Signature>(self, query: S, signatures: &[S], k: u8) -> Option<usize> {
        self.run(loops::First { query, signatures, k })
    }

    /// Appends the pairs (index into `a`, index into `b`) within k, in no order that means anything. At most 2³² of each.
    pub fn pairs_across<S: Signature>(self, a: &[S], b: &[S], k: u8, hits: &mut Vec<(u32, u32)>) {
        self.run(loops::Across { queries: a, signatures: b, k, hits });
    }

    /// Number of pairs (one of `a`, one of `b`) within k.
    pub fn count_cross<S: Signature>(self, a: &[S], b: &[S], k: u8) -> u64 {
        self.run(loops::Count { queries: a, signatures: b, k })
    }

    /// Number of pairs of `signatures` (i < j) within k.
    pub fn count_within<S: Signature>(self, signatures: &[S], k: u8) -> u64 {
        const ROWS: usize = 512;
        let mut count = 0;
        let mut rest = signatures;
        while let Some((rows, after)) =
            rest.split_at_checked(ROWS.min(rest.len())).filter(|(rows, _)| !rows.is_empty())
        {
            // The square counts every pair twice, and each signature with itself, which is within any k.
            count += (self.count_cross(rows, rows, k) - rows.len() as u64) / 2;
            count += self.count_cross(rows, after, k);
            rest = after;
        }
        count
    }

    /// Appends the pairs (row < column, as indices) within k inside each run of `signatures`. The runs are
    /// adjacent and `ends` holds the end of each. Returns the number of pairs compared. At most 2³² signatures.
    ///
    /// # Panics
    /// Unless `ends` ascends and stays within the signatures.
    pub fn pairs_in_runs<S: Signature>(
        self,
        signatures: &[S],
        ends: &[u32],
        k: u8,
        hits: &mut Vec<(u32, u32)>,
    ) -> u64 {
        self.run(runs::Runs { signatures, ends, k, hits })
    }

    /// The smallest distance between one of `a` and one of `b`; 255 without pairs.
    pub fn minimum<S: Signature>(self, a: &[S], b: &[S]) -> u8 {
        let (queries, signatures) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        self.run(loops::Minimum { queries, signatures })
    }

    /// Counts the distances of all pairs (one of `a`, one of `b`) into `tally`; returns their maximum and sum.
    pub fn cross<S: Signature>(self, a: &[S], b: &[S], tally: &mut Tally) -> Cross {
        let (queries, signatures) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        self.cross_many(queries, signatures, tally)
            .unwrap_or_else(|| self.run(loops::Crossing { queries, signatures, tally }))
    }

    /// The same by planes; `None` if that is not quicker, or not possible.
    #[cfg(target_arch = "x86_64")]
    fn cross_many<S: Signature>(self, a: &[S], b: &[S], tally: &mut Tally) -> Option<Cross> {
        /// With fewer queries a table costs more than it saves.
        const QUERIES: usize = 64;
        let (queries, signatures) = (S::narrow(a)?, S::narrow(b)?);
        if self != Self::Avx512 || queries.len() < QUERIES || signatures.len() < 2 * avx512_planes::WIDTH {
            return None;
        }
        avx512::Avx512::detect()?;
        // SAFETY: the processor has these instructions.
        Some(unsafe { avx512_planes::cross(queries, signatures, tally) })
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn cross_many<S: Signature>(self, _: &[S], _: &[S], _: &mut Tally) -> Option<Cross> {
        None
    }

    /// As [`Kernel::cross`], with one distance for all pairs of two runs of equal signatures where that is quicker.
    pub(crate) fn cross_of_runs<S: Signature>(self, a: &[S], b: &[S], tally: &mut Tally) -> Cross {
        /// From this many pairs for each pair of runs on.
        const EQUAL: usize = 64;
        /// Runs are not counted for fewer pairs.
        const MANY: usize = 1 << 12;
        let pairs = a.len() * b.len();
        let runs = |signatures: &[S]| signatures.chunk_by(|a, b| a == b).count();
        if pairs < MANY || runs(a) * runs(b) * EQUAL >= pairs {
            return self.cross(a, b, tally);
        }
        let mut cross = Cross::default();
        for a in a.chunk_by(|a, b| a == b) {
            for b in b.chunk_by(|a, b| a == b) {
                let (distance, pairs) = (distance_of(a[0], b[0]), (a.len() * b.len()) as u64);
                tally.count_many(distance, pairs);
                cross.max = cross.max.max(distance);
                cross.sum += u64::from(distance) * pairs;
            }
        }
        cross
    }

    /// As `cross_of_runs`, over all pairs i < j of `signatures`.
    pub fn pairs<S: Signature>(self, signatures: &[S], tally: &mut Tally) -> Cross {
        let mut all = Cross::default();
        let mut add = |cross: Cross| {
            all.max = all.max.max(cross.max);
            all.sum += cross.sum;
        };
        // Halving keeps both sides of every rectangle even, so that tiles are reused often.
        let mut todo = vec![signatures];
        while let Some(run) = todo.pop() {
            if let [_, _, ..] = run {
                let (a, b) = run.split_at(run.len() / 2);
                add(self.cross_of_runs(a, b, tally));
                todo.extend([a, b]);
            }
        }
        all
    }

    /// Histogram of all pairs i < j of `signatures`, on the calling thread.
    pub fn histogram<S: Signature>(self, signatures: &[S]) -> Histogram {
        let mut tally = Tally::new();
        self.pairs(signatures, &mut tally);
        tally.histogram()
    }

    /// One step of Prim's algorithm: `vertex`, with signature `query`, has joined the tree. Updates `best` and
    /// `parent` of each signature that is nearer to it. Returns the smallest `best` and its first index; `None`
    /// without signatures. All slices are parallel.
    ///
    /// # Panics
    /// If `best` or `parent` is shorter than `signatures`.
    pub fn relax<S: Signature>(
        self,
        query: S,
        vertex: u32,
        signatures: &[S],
        best: &mut [u8],
        parent: &mut [u32],
    ) -> Option<(u8, usize)> {
        self.run(relax::Relax { query, vertex, signatures, best, parent })
    }
}
