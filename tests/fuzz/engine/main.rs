//! One target under libFuzzer, by its name in `FUZZ_TARGET`.

#![no_main]
#![allow(clippy::unwrap_used, clippy::expect_used)] // a fuzzer that cannot begin has failed

#[path = "../targets/mod.rs"]
mod targets;

use std::sync::LazyLock;
use targets::TARGETS;

static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names the target");
    TARGETS.iter().find(|(known, _)| *known == name).expect("FUZZ_TARGET is no target").1
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET(input));
