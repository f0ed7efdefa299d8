//! Every parser on any bytes, and every algorithm against its definition on any input: the inputs that are kept, and
//! changes of them. `.ci/fuzz` goes much further, with an engine that sees which code an input reaches.

#[path = "../fuzz/targets/mod.rs"]
mod targets;

use simscope::random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use targets::TARGETS;

/// Inputs of each target besides the kept ones.
const CHANGED: usize = 400;

/// One input made of others: bytes change, vanish, are doubled, or come from another input.
fn changed(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut draw = |below: usize| random.below(below.max(1));
    let mut input = seeds[draw(seeds.len())].clone();
    for _ in 0..=draw(8) {
        let at = draw(input.len() + 1);
        match draw(5) {
            0 if at < input.len() => input[at] ^= 1 << draw(8),
            1 if at < input.len() => input[at] = [0, b'\n', b'"', b',', 0x1b, 0xff, 0x80][draw(7)],
            2 => drop(input.drain(at..(at + draw(16)).min(input.len()))),
            3 => {
                let copied = input[at..(at + draw(16)).min(input.len())].to_vec();
                input.splice(at..at, copied);
            }
            _ => {
                let other = &seeds[draw(seeds.len())];
                let from = draw(other.len() + 1);
                input.splice(at..at, other[from..(from + draw(64)).min(other.len())].iter().copied());
            }
        }
    }
    input
}

#[test]
fn kept_inputs_and_changes_of_them_break_nothing() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/inputs");
    for (name, target) in TARGETS {
        let mut seeds = vec![Vec::new()];
        let mut paths: Vec<_> =
            std::fs::read_dir(kept.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        seeds.extend(paths.iter().map(|path| std::fs::read(path).unwrap()));
        assert!(seeds.len() > 3, "{name} has few inputs to begin with");
        let mut random = Random::of(&[7]);
        let others = (0..CHANGED).map(|_| changed(&mut random, &seeds)).collect::<Vec<_>>();
        for input in seeds.iter().chain(&others) {
            if catch_unwind(AssertUnwindSafe(|| target(input))).is_err() {
                panic!("{name}: {:?}", input.escape_ascii().to_string());
            }
        }
    }
}
