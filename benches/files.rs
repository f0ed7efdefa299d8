//! From file to file: `simscope pairs` beside benches/plain/blocks.cpp, the plain way in C++ (needs g++).
//!
//! `cargo bench --bench files -- small` leaves out what has 10,000,000 signatures and more; `large` adds 30,000,000.

#![allow(clippy::print_stdout, missing_docs)]

mod common {
    #[allow(dead_code)]
    pub mod rounds;
    #[allow(dead_code)] // each bench uses a part of it
    pub mod synthetic;
}

use common::{rounds, synthetic};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const SIMSCOPE: &str = env!("CARGO_BIN_EXE_simscope");

fn main() {
    let has = |word: &str| std::env::args().any(|argument| argument == word);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plain = compiled(folder.path());
    let mut sizes = vec![1_000_000];
    if !has("small") {
        sizes.push(10_000_000);
    }
    if has("large") {
        sizes.push(30_000_000);
    }
    let mut first = None;
    for n in sizes {
        let file = folder.path().join("signatures.tsv");
        write(&file, &synthetic::planted(n));
        let time = against_plain(&file, &plain, n);
        let (before, least) = *first.get_or_insert((time, n));
        println!("{n} signatures: {:.1} × the time of {least}", time.as_secs_f64() / before.as_secs_f64());
        for k in [6, 8, 10, 12] {
            if n == 1_000_000 || has("large") && n == 10_000_000 {
                let time = rounds::time(|| pairs(&file, k, None));
                println!("{n} signatures, k = {k}, planned: {time:.2?}");
            }
        }
        other_forms(&file, n);
        std::fs::remove_file(&file).expect("it was written");
    }
    many_pairs(folder.path());
}

/// The plain program.
fn compiled(folder: &Path) -> PathBuf {
    let program = folder.join("blocks");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/plain/blocks.cpp");
    let mut compiler = Command::new("g++");
    let status = compiler.args(["-O3", "-march=native", "-o"]).arg(&program).arg(source).status();
    assert!(status.expect("g++ is there").success(), "g++ failed");
    program
}

fn write(path: &Path, signatures: &[u64]) {
    let mut out = BufWriter::new(File::create(path).expect("a file"));
    writeln!(out, "id\tsignature").expect("written");
    for (i, signature) in signatures.iter().enumerate() {
        writeln!(out, "doc{i}\t{signature:016x}").expect("written");
    }
    out.flush().expect("written");
}

fn pairs(file: &Path, k: u8, output: Option<&Path>) {
    let mut command = Command::new(SIMSCOPE);
    command
        .args(["pairs", "--no-config", "--input", "signatures", "--no-progress", "-k", &k.to_string()])
        .arg(file);
    match output {
        Some(output) => command.arg("--force").arg("-o").arg(output),
        None => command.stdout(Stdio::null()),
    };
    assert!(command.status().expect("simscope runs").success());
}

/// Both programs by turns at k = 3, with equal results; returns the median of simscope.
fn against_plain(file: &Path, plain: &Path, n: usize) -> Duration {
    let [ours, theirs] = ["ours.tsv", "theirs.tsv"].map(|name| file.with_file_name(name));
    let mut contenders: Vec<Box<dyn FnMut()>> = vec![
        Box::new(|| {
            let status = Command::new(plain).arg(file).arg("3").arg(&theirs).status();
            assert!(status.expect("it runs").success());
        }),
        Box::new(|| pairs(file, 3, Some(&ours))),
    ];
    let times = rounds::medians(5, &mut contenders);
    drop(contenders);
    let [one, other] = [&ours, &theirs].map(|path| std::fs::read(path).expect("it was written"));
    assert!(one == other, "the results differ");
    println!(
        "{n} signatures, k = 3, from TSV to TSV: plain {:.2?}, simscope {:.2?}: {:.2} × the time",
        times[0],
        times[1],
        times[1].as_secs_f64() / times[0].as_secs_f64()
    );
    times[1]
}

/// Pairs of a million signatures around 2,000 centres, with one bit flipped or none.
fn many_pairs(folder: &Path) {
    let mut random = synthetic::Random::new(7);
    let centres: Vec<u64> = (0..2_000).map(|_| random.bits()).collect();
    let near = |random: &mut synthetic::Random| {
        let centre = centres[random.below(2_000) as usize];
        if random.below(2) == 0 { centre } else { centre ^ 1 << random.below(64) }
    };
    let signatures: Vec<u64> = (0..1_000_000).map(|_| near(&mut random)).collect();
    let [file, output] = ["near.tsv", "pairs.tsv"].map(|name| folder.join(name));
    write(&file, &signatures);
    let discarded = rounds::time(|| pairs(&file, 3, None));
    let written = rounds::time(|| pairs(&file, 3, Some(&output)));
    let bytes = std::fs::read(&output).expect("it was written");
    let count = bytes.iter().filter(|&&byte| byte == b'\n').count() - 1;
    std::fs::remove_file(&output).expect("it was written");
    let copied = rounds::time(|| std::fs::write(&output, &bytes).expect("there is room"));
    let rate = |time: Duration| count as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{count} pairs, {:.1} GB of lines: written in {written:.2?}, {:.1} M a second; {:.1} M a second without a file; the \
         same bytes from memory to a file alone take {copied:.2?}, {:.1} M a second",
        bytes.len() as f64 / 1e9,
        rate(written),
        rate(discarded),
        rate(copied),
    );
}

/// The same signatures as Parquet and as an index, beside TSV, to the same pairs.
fn other_forms(file: &Path, n: usize) {
    let [parquet, index] = ["signatures.parquet", "signatures.simx"].map(|name| file.with_file_name(name));
    for (verb, output) in [(&["hash"][..], &parquet), (&["index", "build"], &index)] {
        let mut command = Command::new(SIMSCOPE);
        command.args(verb).args(["--no-config", "--input", "signatures", "--no-progress", "--force", "-o"]);
        assert!(command.arg(output).arg(file).stderr(Stdio::null()).status().expect("it runs").success());
    }
    let forms = [file, &parquet, &index];
    let mut contenders: Vec<Box<dyn FnMut()>> =
        forms.iter().map(|form| Box::new(|| pairs(form, 3, None)) as Box<dyn FnMut()>).collect();
    let times = rounds::medians(5, &mut contenders);
    drop(contenders);
    let ratio = |at: usize| times[at].as_secs_f64() / times[0].as_secs_f64();
    println!(
        "{n} signatures, k = 3, from TSV {:.2?}; from Parquet {:.2} × the time, from an index {:.2} ×",
        times[0],
        ratio(1),
        ratio(2)
    );
    [parquet, index].iter().for_each(|form| std::fs::remove_file(form).expect("it was written"));
}
