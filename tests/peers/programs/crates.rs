//! Calls the crates simhash 0.3.0 and gaoya 0.2.2. Prints simhash, gaoya at 64 bits, gaoya at 128 bits.

use gaoya::simhash::{SimHash, SimSipHasher64, SimSipHasher128};
use gaoya::text::whitespace_split;
use std::io::{BufRead, Read, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::BufWriter::new(std::io::stdout()));
    let narrow = SimHash::<SimSipHasher64, u64, 64>::new(SimSipHasher64::new(5, 6));
    let wide = SimHash::<SimSipHasher128, u128, 128>::new(SimSipHasher128::new(5, 6));
    let mut length = String::new();
    while input.read_line(&mut length)? > 0 {
        let mut text = vec![0; length.trim_end().parse()?];
        length.clear();
        input.read_exact(&mut text)?;
        let text = String::from_utf8(text)?;
        let narrow = narrow.create_signature(whitespace_split(&text));
        let wide = wide.create_signature(whitespace_split(&text));
        writeln!(output, "{:016x}\t{narrow:016x}\t{wide:032x}", simhash::simhash(&text))?;
    }
    Ok(())
}
