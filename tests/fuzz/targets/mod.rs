//! What is fuzzed: functions that take any bytes, and panic only if simscope does something wrong.

mod algorithms;
mod files;
mod lessons;
mod texts;

use simscope::corpus::Corpus;
use std::sync::LazyLock;

static SAMPLE: LazyLock<Corpus> = LazyLock::new(|| {
    simscope::provide_sample();
    Corpus::builtin()
});

/// A name, and what takes an input.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: &[Target] = &[
    ("records", files::records),
    #[cfg(feature = "parquet")]
    ("parquet", files::parquet),
    ("signatures", files::signatures),
    ("judged", files::judged),
    ("sheets", files::sheets),
    ("labels", files::labels),
    ("decisions", files::decisions),
    ("damaged_index", files::damaged_index),
    ("filters", texts::filters),
    ("recipes", texts::recipes),
    ("shown", texts::shown),
    ("signed", texts::signed),
    ("searches", algorithms::searches),
    ("trees", algorithms::trees),
    ("kept", algorithms::kept),
    ("lessons", lessons::lessons),
    ("features", lessons::features),
    ("rows", lessons::rows),
    ("settings", lessons::settings),
];

/// The first byte of an input chooses among several things; the rest is for what is chosen.
fn choice(input: &[u8]) -> (usize, &[u8]) {
    input.split_first().map_or((0, input), |(&first, rest)| (first.into(), rest))
}
